"""Leduc poker: its rules, and its exact values."""
