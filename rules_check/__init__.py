"""The proving half of emporium-pnp: a game's rules as code, and what playing them thousands of times shows."""
