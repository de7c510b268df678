"""Pig: its rules, and its exact values."""
