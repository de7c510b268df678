"""A game for others: print services, virtual tables, pictures."""
