"""`python -m generator` does what `emporium-pnp` does."""

from generator.cli.main import main

main()
