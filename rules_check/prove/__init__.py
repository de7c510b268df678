"""Verdicts: whether a card set holds, what another would change, which numbers to change."""
