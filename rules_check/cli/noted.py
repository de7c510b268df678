"""The report of `emporium-pnp lint` on rules as data: the faults under `play:`.

In: a game. Out: problems. Plays nothing, and needs none of the packages for playing.
"""

from rules_check.notation.reading import problems_of_rules

__all__ = ["problems_of_rules"]
