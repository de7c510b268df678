"""Three rolls of a die, alone: their rules, and their exact values."""
