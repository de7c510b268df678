"""Whole jobs: a game becomes files, is compared with what was printed, released, or begun."""
