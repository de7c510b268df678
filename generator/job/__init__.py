"""Whole jobs: building a game's files, comparing it with what was printed, releasing it, starting a
new one.
"""
