"""War with few cards: its rules as data, and its exact values."""
