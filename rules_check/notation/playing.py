"""From a game whose cards.yaml describes its play to rules that play like those of any game.

In: a game. Out: a `Ruleset`. Raises ProblemError with every fault in `play:`.
"""

from __future__ import annotations

from typing import Any

from generator.data.game import Game
from generator.data.problems import ProblemError
from rules_check.engine.consent import read_own_rules
from rules_check.engine.game import load_trusted, rules_twice
from rules_check.engine.written import load_source
from rules_check.notation.reading import read_program
from rules_check.notation.writing.source import source_of


def rules_from(game: Game) -> Any:
    """Return the rules of a game from the words of its cards.yaml and the functions of its rules.py
    that they call.
    """
    program = read_program(game)
    source, own = source_of(program, game), read_own_rules(game.folder)
    if own is None:
        return load_source(source)
    if not program.python:
        raise ProblemError(rules_twice(game))
    return load_trusted(own, source)
