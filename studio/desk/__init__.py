"""A game being edited, and all pages that look at it."""
