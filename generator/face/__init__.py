"""One side of a card: from a template to SVG, to placed text, to the operators that draw it."""
