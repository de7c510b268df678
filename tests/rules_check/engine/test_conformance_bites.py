"""The conformance suite has been seen red: a sound toy passes every check, and each broken one
fails just those it must.
"""

from __future__ import annotations

import pytest

from tests.conftest import some
from tests.rules_check.engine.test_conformance import CHECKS, Entry, digest
from tests.rules_check.engine.toys import BREAKS, SOUND, TOYS

ELSEWHERE = (
    "compiled_equals_interpreted"  # starts a process: only pointed at the toys that it is about
)


def failed_by(entry: Entry, but: str = "") -> set[str]:
    """Point every check at a toy, for all numbers of players; returns those that fail."""
    failed = set()
    for name, check in CHECKS.items():
        if name == but:
            continue
        try:
            for players in entry.players:
                check(entry, players)
        except (Exception, pytest.fail.Exception):  # a crash is a failure too
            failed.add(name)
    return failed


@pytest.mark.slow
def test_a_sound_toy_passes_every_check() -> None:
    assert failed_by(SOUND) == set()


@pytest.mark.slow_cases("InterpretedIsAnotherGame")
@pytest.mark.parametrize("toy", some(TOYS, 5))
def test_a_broken_toy_fails_just_the_checks_it_must(toy: str) -> None:
    assert failed_by(TOYS[toy], but="" if ELSEWHERE in BREAKS[toy] else ELSEWHERE) == BREAKS[toy]


def test_every_check_is_failed_by_some_toy() -> None:
    assert set().union(*BREAKS.values()) == set(CHECKS)


def test_the_toys_digest_tells_games_apart() -> None:
    assert digest(SOUND, 2) != digest(SOUND, 3)
