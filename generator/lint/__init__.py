"""Faults that a build lets through and that paper would show."""
