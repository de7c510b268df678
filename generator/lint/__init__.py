"""What paper would show that a build does not refuse."""
