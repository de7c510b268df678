"""An auditing run: commands on hostile games, under Python's audit hooks, with what lies outside
the game watched by the system.
"""
