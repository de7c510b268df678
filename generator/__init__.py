"""emporium-pnp: print-and-play cards from one file, cards.yaml."""

__version__ = "0.1.0"
