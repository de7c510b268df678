"""Access control: tokens, origins, and the seats of friends."""
