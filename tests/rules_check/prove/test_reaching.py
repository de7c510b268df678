"""What play reaches of rules that are data: options never offered, choices never asked and zones
never filled are reported at their lines, and nothing else is.
"""

from __future__ import annotations

from typing import Any

import pytest

from rules_check.engine.promises import Breach, Trial, tried
from rules_check.prove import reaching
from rules_check.prove.reaching import reached_findings
from rules_check.prove.soundness import trial_finding
from tests.rules_check.notation.writing.test_flow import game
from tests.rules_check.notation.writing.uncompiled import Played, uncompiled

PLAY = """
common:
  row: all card
  aside: one card
each:
  hand: card
  points: 0
round:
  - each:
      - choose:
          take {card in row where rank > 2}:
            - move card to hand
            - move 1 from row to aside
            - move aside to hand
          pass: nothing
until: round = 2
score: count(hand)
"""


def missed(play: str, games: int = 20, counts: tuple[int, ...] = (2,)) -> list[Any]:
    """List what no game reaches: code, line within the rules, and the beginning of the claim."""
    played = Played(game(play), 2)
    found = reached_findings(played.game, played.rules, played.cards, counts, games)
    head = game("").count("\n") - 1
    return [
        [one.code, one.place.line - head, one.claim.partition(", in")[0]]
        for one in found
        if one.place is not None and one.about != "points"  # which these games only read
    ]


def test_sound_rules_are_reached_in_full() -> None:
    assert uncompiled(missed, PLAY) == []


CASES = {
    "a choice of which only one option is ever offered": (
        ("where rank > 2}", "where rank > 3}", "pass: nothing", "pass if points > 0: nothing"),
        [["never-offered", 15, "'pass' is never offered"]],
    ),
    "a choice of one option": (
        ("          pass: nothing\n", "", "where rank > 2}", "where rank > 3}"),
        [["never-asked", 10, "no player has two moves to choose from here"]],
    ),
    "an option whose condition play never makes true": (
        ("pass: nothing", "pass: nothing\n          rest if points > 0: nothing"),
        [["never-offered", 16, "'rest' is never offered"]],
    ),
    "a slot that nothing fits": (
        ("pass: nothing", "pass: nothing\n          give {other in hand where rank > 8 + points}: nothing"),
        [["never-offered", 16, "'give {other}' is never offered"]],
    ),
    "a choice that the game never comes to": (
        ("pass: nothing", "pass:\n            - if: points > 0\n              then:\n                - choose:\n                    yell: nothing\n                    whisper: nothing"),
        [["never-asked", 18, "no player is asked"]],
    ),
    "a counter that steps change by nothing": (
        ("points: 0\n", "points, luck: 0\n", "pass: nothing", "pass: add points to luck"),
        [["never-changes", 7, "'luck' never changes"]],
    ),
    "a die that is never rolled": (
        ("each:\n  hand", "  die: 1 die of 6\neach:\n  hand", "pass: nothing", "pass: roll die if points > 0"),
        [["never-changes", 5, "'die' never changes"]],
    ),
    "a zone that a step never fills": (
        ("points: 0\n", "points: 0\n  kept: card\n", "move aside to hand", "move aside to kept if points > 0"),
        [["never-filled", 8, "no card enters 'kept'"]],
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", CASES)
def test_what_no_game_reaches_is_told_at_its_line(what: str) -> None:
    edits, expected = CASES[what]
    play = PLAY
    for old, new in zip(edits[::2], edits[1::2], strict=True):
        assert old in play
        play = play.replace(old, new)
    assert uncompiled(missed, play) == expected


ONE_AT_A_TIME = """
common:
  row: all card
each:
  hand, shown: card
begin:
  - each: move 1 from row to hand
round:
  - each:
      - choose:
          show {card in hand}: move card to shown
      - move shown to hand
  - each:
      choose:
        swap: nothing
        stay: nothing
until: round = 2
score: count(hand)
"""


def test_a_zone_that_is_filled_between_two_decisions_counts_as_filled() -> None:
    assert uncompiled(missed, ONE_AT_A_TIME) == [
        ["never-asked", 10, "no player has two moves to choose from here"]
    ]


def by_length() -> list[int]:
    """Count what is told if games may take no decision on average, and if they may take forty."""
    play, found = PLAY.replace("pass: nothing", "pass if points > 0: nothing"), []
    before = reaching.MOST_A_GAME
    for reaching.MOST_A_GAME in (0, 40):
        found.append(len(missed(play)))
    reaching.MOST_A_GAME = before
    return found


def test_nothing_is_told_of_fewer_games_than_it_takes() -> None:
    assert uncompiled(by_length) == [0, 1]


NOBODY_CHOOSES = PLAY.replace("rank > 2}:", "rank > 2} if seat > 4:").replace(
    "pass:", "pass if seat > 4:"
)


def tried_by_promises() -> tuple[str, int]:
    """Try a game in which nobody ever has a choice; return what is claimed, and its line."""
    played = Played(game(NOBODY_CHOOSES), 2)
    with pytest.raises(Breach) as breach:
        list(tried(Trial(played.rules, played.cards), [2], 1))  # type: ignore[arg-type]
    found = {"function": "begin", "said": str(breach.value), "file": "/written/rules_1.py"}
    found |= {"line": 61, "at": (2, 0)}
    finding = trial_finding(played.rules, played.game, played.cards, 1.0, found)
    assert finding.place is not None
    return finding.claim, finding.place.line


def test_a_promise_that_rules_as_data_break_is_reported_in_cards_yaml() -> None:
    play = game("").count("\n")
    assert uncompiled(tried_by_promises) == [
        "in a game of 2 players, the game is over before anybody decides",
        play,
    ]
