"""A race of chutes and ladders: its rules as data, and its exact values."""
