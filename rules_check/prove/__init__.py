"""Verdicts: whether a card set is sound, what another would change, which numbers to change."""
