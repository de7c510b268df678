"""Texts of cards and rulebooks: marks, words, lines and where they are on a face."""
