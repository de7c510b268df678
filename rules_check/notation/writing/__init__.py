"""Rules of the toolkit, written from a `Program` as a person would write them: Python source that
needs no interpreter for rules.
"""
