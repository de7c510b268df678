"""A shedding game with open hands: its rules as data, and its exact values."""
