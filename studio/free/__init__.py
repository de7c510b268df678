"""The free table: pieces that people move, and each seat's view of them."""
