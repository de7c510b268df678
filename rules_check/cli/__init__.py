"""The commands that play. The command group of `generator` finds them by name."""
