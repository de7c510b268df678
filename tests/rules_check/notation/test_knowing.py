"""Which choices may name a card that lies face down: those after a look at it."""

from __future__ import annotations

import pytest

from tests.rules_check.notation.games import faults_in
from tests.rules_check.notation.secret_games import game

LAID = """
common:
  deck: all card, face down
  row: card, face down, in 3 piles
each:
  hand: card, seen by owner
  west, east: one card, face down
  gone: card
begin:
  - deal 1 from deck to each west
  - deal 1 from deck to each east
  - deal 1 from deck to each hand
{begin}
turn:
{turn}
until: turn = 4
score: count(gone)
"""
TAKE = "- choose: {'take {c in west}': move c to gone, rest: nothing}"
LOOK = "- look at west"


def found(turn: str, begin: str = "") -> list[tuple[str, str]]:
    """List what is said of secrets: whether it is an error, and the words at its place."""
    text = game(LAID.format(begin="  " + begin, turn="  " + turn.replace("\n", "\n  ")))
    faults = [one for one in faults_in(text) if one.code == "secret-shown"]
    lines = text.splitlines()
    places = [one.place for one in faults]
    assert all(place is not None for place in places)
    words = [lines[at.line - 1][at.column - 1 :][: at.length] for at in places if at is not None]
    return list(zip([one.severity for one in faults], words, strict=True))


@pytest.mark.parametrize(
    ("turn", "begin"),
    [
        (f"{LOOK}\n{TAKE}", ""),
        (TAKE, "- each: look at west"),
        (f"{LOOK}\n- repeat: {TAKE[2:]}\n  times: 2".replace("choose:", "{choose:", 1).replace("nothing}\n", "nothing}}\n"), ""),
        (("- choose: {'see {who in others}': [look at who.west, {choose: {'take {c in " "who.west}': move c to gone, rest: nothing}}], rest: nothing}"), ""),
        ("- choose: {'turn {n in 1..3}': nothing, rest: nothing}", ""),
        ("- choose: {'turn {p in row}': nothing, rest: nothing}", ""),
        ("- choose: {'turn {p in row where count(it) > 0}': nothing, rest: nothing}", ""),
        ("- choose: {'lay {c in hand}': move c to gone, rest: nothing}", ""),
        (f"- if: turn = 1\n  then: {LOOK[2:]}\n  else: {LOOK[2:]}\n{TAKE}", ""),
    ],
)  # fmt: skip
def test_a_card_can_be_named_that_its_player_has_looked_at(turn: str, begin: str) -> None:
    assert found(turn, begin) == []


@pytest.mark.parametrize(
    ("turn", "begin", "severity", "words"),
    [
        (TAKE, "", "error", "west"),
        (f"{TAKE}\n{LOOK}", "", "warning", "west"),
        (f"{LOOK}\n- move 1 from deck to west\n{TAKE}", "", "warning", "west"),
        (f"{LOOK}\n- shuffle west\n{TAKE}", "", "warning", "west"),
        (f"{LOOK}\n{TAKE}".replace("c in west", "c in east"), "", "error", "east"),
        (f"{LOOK}\n{TAKE}".replace("c in west", "c in left(me).west"), "", "warning", "west"),
        (f"{LOOK}\n- each: {{{TAKE[2:]}}}", "", "warning", "west"),
        (f"- if: turn = 1\n  then: {LOOK[2:]}\n{TAKE}", "", "warning", "west"),
        (f"- choose: {{see: {LOOK[2:]}, rest: nothing}}\n{TAKE}", "", "warning", "west"),
        (f"{TAKE}\n- move 1 from deck to west", "- each: look at west", "warning", "west"),
        (TAKE, "- each: look at east\n  - each: swap west with east", "error", "west"),
        (TAKE.replace("c in west", "c in row[2]"), "", "error", "row"),
        (("- choose: {'turn {p in row}': {choose: {'take {c in p}': move c to gone, rest: " "nothing}}, rest: nothing}"), "", "error", "p"),
        (TAKE.replace("c in west", "c in deck where worth > 3"), "", "error", "deck"),
        (TAKE.replace("c in west", "c in hand else west"), "", "error", "west"),
    ],
)  # fmt: skip
def test_a_card_that_its_player_has_not_seen_cannot_be_named(
    turn: str, begin: str, severity: str, words: str
) -> None:
    assert found(turn, begin)[:1] == [(severity, words)]


def test_the_hint_is_to_name_the_place() -> None:
    text = game(LAID.format(begin="", turn="  " + TAKE))
    (fault,) = (one for one in faults_in(text) if one.code == "secret-shown")
    assert fault.message == "this option names a card in 'west', which the player cannot see"
    assert fault.hint == "name the place instead of the card, using separate zones and {n in 1..4}"
