"""How sure a number is, and what of it is a fault."""
