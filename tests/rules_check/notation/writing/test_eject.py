"""Rules as data, written as rules.py and agreed to: the same records, by the commands that a person
types.
"""

from __future__ import annotations

import tempfile
import warnings
from pathlib import Path
from unittest.mock import patch

import pytest

from generator.cli.main import run
from rules_check.engine import consent
from tests.rules_check.notation.games import TEMPLATE, text_of, without
from tests.rules_check.notation.writing.uncompiled import uncompiled

GAMES = 2


def records_of(name: str) -> list[bool]:
    """Play games of a folder with rules as data, and with what is ejected; tell of each whether the
    records are the same.
    """
    with (
        tempfile.TemporaryDirectory() as place,
        patch.object(consent, "_state_home", lambda: Path(place) / "state"),
    ):
        folder = Path(place) / "game"
        (folder / "templates").mkdir(parents=True)
        (folder / "templates" / "card.svg.j2").write_text(TEMPLATE, encoding="utf-8")
        cards, game = folder / "cards.yaml", str(folder)
        cards.write_text(text_of(name), encoding="utf-8")
        first = _played(game, Path(place), "data")
        assert run(["rules", game, "--python", "--output", str(folder / "rules.py")]) == 0
        assert run(["replay", game]) == 1  # which of the two is meant
        cards.write_text(without("play", text_of(name)), encoding="utf-8")
        assert run(["replay", game]) == 1  # nobody has agreed yet
        assert run(["trust", game, "--yes"]) == 0
        return [
            one == other
            for one, other in zip(first, _played(game, Path(place), "python"), strict=True)
        ]


def _played(game: str, place: Path, sort: str) -> list[bytes]:
    """Return the records of some games."""
    found = []
    for number in range(GAMES):
        path = place / f"{sort}-{number}.record"
        words = [
            "--seed",
            "7",
            "--game",
            str(number),
            "--line-up",
            "random",
            "--quiet",
            "--save",
            str(path),
        ]
        with warnings.catch_warnings():  # in another thread, luck that is not compiled runs over
            warnings.simplefilter("ignore")
            assert run(["replay", game, *words]) == 0
        found.append(path.read_bytes())
    return found


@pytest.mark.slow_cases("gem_wharf", "high_water", "small_harbour")
@pytest.mark.parametrize("name", ["kuhn", "gem_wharf", "high_water", "small_harbour"])
def test_what_is_ejected_plays_the_same_records(name: str) -> None:
    assert uncompiled(records_of, name) == [True] * GAMES
