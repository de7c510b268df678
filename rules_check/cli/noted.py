"""What `emporium-pnp lint` says of rules that are data: the faults under `play:`.

In: a game. Out: problems. Plays nothing, and needs none of what playing needs.
"""

from __future__ import annotations

from generator.data.game import Game
from generator.data.problems import Problem, Problems
from rules_check.notation.reading import has_rules, read_program


def problems_of_rules(game: Game) -> list[Problem]:
    """List what is wrong with a game's rules; nothing if there are none."""
    found = Problems()
    if has_rules(game):
        read_program(game, found)
    return list(found)
