"""Games that people played, and what they say beside the machine's."""
