"""emporium-pnp: print-and-play cards from one file, cards.yaml."""

from generator.data.surroundings import quiet_libraries

quiet_libraries()

__version__ = "0.5.0"
