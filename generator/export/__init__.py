"""Exports of a game: print services, virtual tabletops, pictures."""
