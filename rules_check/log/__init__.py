"""Games that people played, compared with the machine's."""
