"""Pages of text: the rulebook, and the form for playtesters."""
