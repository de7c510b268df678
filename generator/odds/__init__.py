"""Exact chances of what is drawn, dealt and rolled, from the cards and dice of a game. Reads no
file, plays nothing.
"""
