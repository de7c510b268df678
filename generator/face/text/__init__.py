"""Texts of cards and rulebooks: marks, words, lines and their places on a face."""
