"""Nim with one heap: its rules, and its exact values."""
