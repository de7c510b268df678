"""The verbs that follow from a game's declarations, written as plain source and loaded."""
