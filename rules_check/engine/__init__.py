"""The engine that plays any game: compiled rules over records, the verbs of a game, and players."""
