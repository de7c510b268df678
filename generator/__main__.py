"""`python -m generator` does what `emporium-pnp` does."""

from generator.cli import main

main()
