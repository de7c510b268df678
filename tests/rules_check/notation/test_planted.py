"""A hundred planted mistakes: each is reported at its line, by reading the rules or by playing
them.
"""

from __future__ import annotations

from typing import Any

import pytest

from generator.data.setting import player_counts
from rules_check.prove import reaching
from tests.rules_check.notation.games import game_of
from tests.rules_check.notation.planted import KINDS
from tests.rules_check.notation.test_checks import edited, faults_of
from tests.rules_check.notation.writing.uncompiled import Played, uncompiled

MOST_A_GAME = 1_000
BY_PLAY = ("never-offered", "never-asked", "never-filled")
CASES = [
    pytest.param(*planted, id=f"{kind}-{n}-{planted[0]}")
    for kind, rows in KINDS.items()
    for n, planted in enumerate(rows)
]


def test_there_are_a_hundred_of_ten_kinds() -> None:
    assert {kind: len(rows) for kind, rows in KINDS.items()} == dict.fromkeys(KINDS, 10)
    assert len(KINDS) == 10


def line_of(text: str, new: str, at: str) -> int:
    """Return the line of some words: behind an edit, or anywhere before it."""
    start = text.index(new) if new else text.index("play:")
    found = text.find(at, start)
    return text.count("\n", 0, found if found >= 0 else text.index(at)) + 1


def read(text: str) -> list[tuple[int, str]]:
    """List the lines and codes of what reading finds."""
    return [(one.place.line, one.code) for one in faults_of(text) if one.place is not None]


def played(text: str) -> list[Any]:
    """List the lines and codes of what games with the fewest players find, as long as those that
    `check` plays compiled.
    """
    counts = player_counts(game_of(text))[:1]
    game, reaching.MOST_A_GAME = Played(text, counts[0]), MOST_A_GAME
    given = (game.game, game.rules, game.cards, counts, reaching.FEWEST)
    found = reaching.reached_findings(*given)
    return [[one.place.line, one.code] for one in found if one.place is not None]


@pytest.mark.parametrize(
    ("game", "old", "new", "at", "code"), [case for case in CASES if case.values[4] not in BY_PLAY]
)
def test_a_planted_mistake_is_read_at_its_line(
    game: str, old: str, new: str, at: str, code: str
) -> None:
    text = edited(game, old, new)
    assert (line_of(text, new, at), code) in read(text)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "old", "new", "at", "code"), [case for case in CASES if case.values[4] in BY_PLAY]
)
def test_a_planted_mistake_is_read_or_found_by_play_at_its_line(
    game: str, old: str, new: str, at: str, code: str
) -> None:
    text = edited(game, old, new)
    line = line_of(text, new, at)
    assert (line, code) in read(text) or [line, code] in uncompiled(played, text)
