"""Our games as environments of other libraries, each in its own module that needs its library
and nothing else does.
"""
