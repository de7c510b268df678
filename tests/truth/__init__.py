"""Games whose values are known: rules in Python, and the exact values by computations that use no
part of the tool.
"""
