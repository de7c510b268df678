"""Where faces are on paper: sheets and their backs, marks, cutting machines, folded nets, printers
that miss.
"""
