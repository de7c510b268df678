"""The studio: a game's cards in the browser, redrawn while they are edited."""
