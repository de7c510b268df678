"""What people write for a block or a step, and what the fault tells them to write instead."""

from __future__ import annotations

import pytest

from tests.rules_check.notation.games import faults_in
from tests.rules_check.notation.secret_games import game

PLAY = """
common:
  deck: all card, face down
each:
  hand: card, seen by owner
  gold: 0
begin:
  - deal 2 from deck to each hand
round:
  - each:
      - choose:
          lay {{card in hand}}: move card to deck
          stay: nothing
      - add 1 to gold
  - {step}
until: round = 2
score: gold
"""
WRITTEN = {
    "if count(deck) > 3:\n      then: shuffle deck": "if:",
    "when deck is empty: shuffle deck": "if:",
    "else: nothing": "else:",
    "for each:\n      - add 1 to gold": "each:",
    "for every player: add 1 to gold": "each:",
    "any player: nothing": "each:",
    "all other players: nothing": "each:",
    "for x in 1..3: nothing": "do:",
    "while deck is empty: shuffle deck": "until:",
    "repeat 3: shuffle deck": "times:",
    "3 times: shuffle deck": "times:",
    "choose one:\n      a: nothing": "choose:",
    "each: add 1 to gold if gold in 1 to 3": "1..6",
    "each: add 1 to gold if any player has gold": "any(",
    "each: add 1 to gold if lamp-8 in hand": '"lamp-8"',
    "each: gold = 3": "set gold to",
    "each: gold + 3": "add",
}


@pytest.mark.parametrize(
    "step",
    [
        "let winner be best(players)",
        "let winner be players",
        "let winner be nobody",
        "let winner be me if round = 1",
    ],
)
def test_a_name_whose_own_step_has_a_fault_is_not_reported_again(step: str) -> None:
    steps = f"{step}\n  - add 1 to winner.gold"
    (fault,) = faults_in(game(PLAY.format(step=steps)))
    assert fault.place is not None
    assert fault.place.line == game(PLAY.format(step="HERE")).split("HERE")[0].count("\n") + 1


@pytest.mark.parametrize("step", WRITTEN)
def test_a_fault_says_what_to_write_instead(step: str) -> None:
    names = ("lamp-8", "birch", "cedar", "damson", "elm", "fir")
    (fault,) = faults_in(game(PLAY.format(step=step), names=names))
    assert fault.place is not None
    assert WRITTEN[step] in (fault.hint or "")
