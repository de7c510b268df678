"""The places of faces on paper: sheets and their backs, marks, cutting machines, folded nets,
correction of printers.
"""
