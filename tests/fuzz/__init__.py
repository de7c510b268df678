"""Fuzzing: files of a game with faults thrown in, rules with extreme numbers, and commands killed
midway, each from a seed and a number.
"""
