"""Fifteen, which is noughts and crosses with numbers: its rules as data, and its exact values."""
