"""Rules of the toolkit, written from a `Program` as a person would write them: Python source, and
nothing that interprets it.
"""
