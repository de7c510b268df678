"""Verdicts: whether a card set is sound, what another one would change, and which numbers to
change.
"""
