"""What `emporium-pnp lint` says of rules that are data: the faults under `play:`.

In: a game. Out: problems. Plays nothing, and needs none of what playing needs.
"""

from rules_check.notation.reading import problems_of_rules

__all__ = ["problems_of_rules"]
