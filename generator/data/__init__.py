"""A game as data: cards.yaml is read with the place of every value, checked, translated and
patched; and what all rooms report about it: problems.
"""
