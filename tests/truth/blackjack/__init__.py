"""A blackjack of one card: its rules as data, and its exact values."""
