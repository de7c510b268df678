"""Cards as rows and columns: tables of cells, spreadsheet files, and what a sheet would change in
cards.yaml.
"""
