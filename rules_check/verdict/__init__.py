"""How certain a number is, and whether it is a fault."""
