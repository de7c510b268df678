"""Faults that a build does not prevent but that would show on paper."""
