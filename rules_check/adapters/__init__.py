"""Our games as environments of other libraries, each in a module of its own that needs its library
and nothing else does.
"""
