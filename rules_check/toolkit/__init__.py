"""The tools with which a game's rules are written."""
