"""A game as data: cards.yaml read with the place of every value, checked, translated, patched; and
what all rooms say of it: problems.
"""
