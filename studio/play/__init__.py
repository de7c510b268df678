"""Processes that play: the odds of the cards, a table by rules, a check."""
