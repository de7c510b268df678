"""The rules of each game, one module (and its parts) each. Games do not import one another."""
