"""Who may come in: tokens, origins, and the seats of friends."""
