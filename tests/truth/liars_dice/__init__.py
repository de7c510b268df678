"""Liar's dice with one die each: its rules as data, and its exact values."""
