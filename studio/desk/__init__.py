"""A game being edited, and all pages that show it."""
