"""Our games as environments of other libraries. Each library has its own module, and only that
module needs the library.
"""
