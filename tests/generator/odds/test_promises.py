"""What is found without playing: a set-up that is short, promised odds, cards that are there
twice.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.data.findings import Finding
from generator.data.problems import Problem, ProblemError
from generator.odds.promises import findings_unplayed, per_cent
from tests.conftest import make_game

CARDS = {
    "imp": {"name": "Imp", "cost": 1, "copies": 4},
    "ogre": {"name": "Ogre", "cost": 5, "copies": 4},
}
FIELDS = {"name": "line", "cost": "0..9"}
PROMISE = {"draw": 1, "of": "card", "want": "any(cost = 1)"}


def found(folder: Path, **sections: Any) -> tuple[dict[str, Finding], list[Problem]]:
    game = make_game(folder, cards=CARDS, fields=FIELDS, game={"players": "2-3"}, **sections)
    findings, problems = findings_unplayed(game)
    return {finding.code: finding for finding in findings}, problems


@pytest.mark.parametrize(
    ("limits", "verdict"),
    [
        ({"at_least": "50 %"}, "ok"),
        ({"at_least": 50}, "ok"),
        ({"at_least": "50.1 %"}, "warning"),
        ({"at_most": "50 %"}, "ok"),
        ({"at_most": "49.9 %"}, "warning"),
        ({"at_least": "40 %", "at_most": "60 %"}, "ok"),
    ],
)
def test_a_promise_is_kept_or_not(limits: dict[str, Any], verdict: str, tmp_path: Path) -> None:
    findings, problems = found(tmp_path, check={"odds": [{**PROMISE, **limits}]})
    assert not problems
    assert (findings["odds-promise"].verdict, findings["odds-promise"].number) == (verdict, 50)


def test_a_promise_may_be_silenced(tmp_path: Path) -> None:
    silenced = [{"finding": "odds-promise", "reason": "It is meant to be rare."}]
    findings, _ = found(
        tmp_path, check={"odds": [{**PROMISE, "at_least": "90 %"}], "silenced": silenced}
    )
    assert not findings["odds-promise"].counts


def test_a_promise_after_turns(tmp_path: Path) -> None:
    findings, _ = found(tmp_path, check={"odds": [{**PROMISE, "turns": 4, "at_least": "100 %"}]})
    assert findings["odds-promise"].number == 100


@pytest.mark.parametrize(
    ("said", "code", "at"),
    [
        ({"want": "any(csot = 1)"}, "bad-formula", "csot"),
        ({"want": "sum(cost)"}, "bad-formula", "sum(cost)"),
        ({"given": "any(cost = x)"}, "bad-formula", "x)"),
        ({"of": "crad"}, "unknown-pile", "crad"),
        ({"of": "card where csot = 1"}, "bad-formula", "csot"),
        ({"draw": 99}, "too-many-cards", "99"),
        ({"players": 7}, "unknown-players", "7"),
        ({"given": "any(cost = 9)"}, "bad-formula", "any(cost = 1)"),
    ],
)
def test_a_promise_that_cannot_be_asked_has_its_place(
    said: dict[str, Any], code: str, at: str, tmp_path: Path
) -> None:
    _, (problem,) = found(tmp_path, check={"odds": [{**PROMISE, **said}]})
    assert problem.code == code
    assert problem.place is not None
    line = (tmp_path / "cards.yaml").read_text("utf-8").splitlines()[(problem.place.line or 1) - 1]
    assert line[(problem.place.column or 1) - 1 :].startswith(at)


@pytest.mark.parametrize("share", ["120 %", "eighty", -1, True])
def test_a_share_that_is_none_is_refused(share: object, tmp_path: Path) -> None:
    with pytest.raises(ProblemError, match="expected a share from 0 % to 100 %"):
        found(tmp_path, check={"odds": [{**PROMISE, "at_least": share}]})


def test_per_cent_is_exact() -> None:
    assert 3 * per_cent("33.3 %") == per_cent(99.9)


def test_a_setup_that_is_short_is_a_fault(tmp_path: Path) -> None:
    setup = {"common": {"deck": "all card, face down"}, "each": {"hand": "card"}}
    findings, _ = found(tmp_path, setup={**setup, "deal": ["deal 3 from deck to each hand"]})
    assert findings["setup-short"].verdict == "fault"
    findings, _ = found(tmp_path, setup={**setup, "deal": ["deal 2 from deck to each hand"]})
    assert findings["setup-short"].verdict == "ok"
    assert "setup-short" not in found(tmp_path)[0]


def test_how_long_a_deck_lasts_is_said_for_each_number_of_players(tmp_path: Path) -> None:
    setup = {
        "common": {"deck": "all card, face down", "row": "card, refilled from deck"},
        "each": {"hand": "card"},
        "deal": ["deal 1 from deck to each hand", "refill row to 2 from deck"],
    }
    findings, _ = found(tmp_path, setup=setup)
    lasts = findings["setup-lasts"]
    assert (lasts.verdict, lasts.about) == ("ok", "row")
    assert "left when play begins: 4 with 2, 3 with 3 players" in lasts.claim
    assert lasts.number == 3
    assert lasts.place is not None
    assert "setup-lasts" not in found(tmp_path)[0]


def test_cards_that_are_the_same_are_found(tmp_path: Path) -> None:
    cards = {
        **CARDS,
        "imp-again": {"name": "Imp", "cost": 1},
        "other-imp": {"name": "Imp", "cost": 2},
    }
    game = make_game(tmp_path, cards=cards, fields=FIELDS)
    assert [(one.code, one.about) for one in findings_unplayed(game)[0]] == [
        ("card-twice", "imp-again")
    ]
