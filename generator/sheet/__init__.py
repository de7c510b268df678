"""Where faces lie on paper: sheets and their backs, marks, cutting machines, folded nets, printers
that miss.
"""
