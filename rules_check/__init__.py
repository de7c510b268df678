"""The proving half of emporium-pnp: a game's rules as code, and what thousands of simulated games
show about them.
"""

from generator.data.surroundings import quiet_libraries

quiet_libraries()  # before anything here imports numba
