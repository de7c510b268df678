"""The free table: pieces that people move, and what each seat may see of them."""
