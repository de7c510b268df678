"""Parts of the rules, read aloud, for a rulebook: `{{ rules.round }}` says what `play:` of
cards.yaml does; and a warning if its rules have faults.

In: a game and the text of its rulebook's template. Out: Markdown by the names of parts, if the
template asks for any. What reads rules aloud is found by its name, since it belongs to the half of
the tool that plays.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module

from generator.book import messages as say
from generator.data.game import Game
from generator.data.problems import Problem, counted

PARTS = ("pieces", "setup", "turn", "round", "powers", "end", "score")
"""The parts, in the order of a rulebook; a game has a turn or a round."""
SECTION = "play"
_SPEAKING = "rules_check.notation.aloud"
_ASKED = re.compile(rf"\brules\s*(?:\.\s*|\[\s*['\"])({'|'.join(PARTS)})\b")


def parts_asked(game: Game, template: str) -> dict[str, str]:
    """Return the parts of a game's rules as Markdown, by name; nothing if the template asks for
    none, or the game has none as data.

    Raises ProblemError with the faults of the rules.
    """
    if SECTION not in game.root.items or not _ASKED.search(template):
        return {}
    parts_of: Callable[[Game], dict[str, str]] = import_module(_SPEAKING).parts_of
    return parts_of(game)


def fault_of_play(game: Game) -> Problem | None:
    """Return a warning about the faults of a game's rules, at the first of them; None if there are
    none, or if the game has no rules as data.
    """
    if SECTION not in game.root.items:
        return None
    faults_of: Callable[[Game], list[Problem]] = import_module(_SPEAKING).faults_of
    faults = faults_of(game)
    if not faults:
        return None
    first = faults[0]
    message = say.PLAY_HAS_FAULTS(faults=counted(len(faults), "fault"), first=first.message)
    return Problem.of(message, first.place, severity="warning")
