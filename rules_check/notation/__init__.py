"""Rules as data: `play:` of cards.yaml, read, checked and written as rules of the toolkit."""
