"""Processes that play: the odds of the cards, a table with rules, a check."""
