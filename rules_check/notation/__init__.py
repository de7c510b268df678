"""Rules as data: `play:` in cards.yaml is read, checked and written as rules of the toolkit."""
