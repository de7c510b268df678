"""What a game's rules are written with."""
