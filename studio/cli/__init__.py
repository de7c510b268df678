"""The command that opens the studio."""
