"""Ends that are no result: a second card where there is room for one, and steps that go round
without a decision.
"""

from __future__ import annotations

from typing import Any

import pytest

from rules_check.engine.verbs import complete
from rules_check.play.telling import Teller
from tests.rules_check.notation.secret_games import game
from tests.rules_check.notation.writing.uncompiled import Played, uncompiled

PLAY = """
common:
  deck: all card, face down
  spot: one card
  gone: card
  rest: 0
each:
  hand: card, seen by owner
  mine: one card
begin:
  - deal 2 from deck to each hand
  - deal 1 from deck to each mine
round:
  - {step}
  - each:
      choose:
        lay {{card in hand}}: move card to spot
        keep {{card in hand}}: move card to gone
  - move spot to gone
  - {last}
until: round = 3
score: count(hand) + count(spot) + count(mine) + rest
"""
STEPS = {
    "move from the top": "each: move 1 from deck to spot",
    "move at random": "each: move 1 at random from deck to spot",
    "move some": "each: move 1 from deck where worth > 0 to spot",
    "deal to players": "deal 2 from deck to each mine",
    "refill": "refill spot to 2 from deck",
    "swap": "each: swap hand with mine",
}


def told_end(step: str, last: str = "nothing", choice: int = 0) -> list[Any]:
    """Play a game in which everybody makes the first move, or the last; return its end, its place
    and how that is told.
    """
    text = game(PLAY.format(step=step, last=last))
    played = Played(text)
    rules, lines = complete(played.rules), list[str]()
    while moves := played.legal():
        lines = Teller(rules, played.game, played.cards).told(played.state, moves[choice], -1)
        rules.apply(played.cards, played.state, moves[choice])
    place = rules.end_place(played.cards, played.state)
    line = 0 if place is None else place[0]
    return [
        played.end,
        text.splitlines()[line - 1].strip(),
        [one for one in lines if "over" in one],
        rules.fault(played.cards, played.state),
    ]


@pytest.mark.parametrize("name", STEPS)
def test_a_second_card_ends_the_game_at_the_line_that_lays_it(name: str) -> None:
    end, line, _, fault = uncompiled(told_end, STEPS[name])
    assert end.startswith("a second card comes to ")
    assert line == f"- {STEPS[name]}"
    assert fault == 0


def test_a_card_chosen_for_a_full_place_ends_the_game() -> None:
    end, line, lines, _ = uncompiled(told_end, "nothing")
    assert end.startswith("a second card comes to 'spot'")
    assert line == "lay {card in hand}: move card to spot"
    assert lines[0].startswith("The game is over: a second card comes to 'spot', line ")


LOOPS = {
    "repeat:\n      - add 1 to rest\n      - take 1 from rest\n    until: rest < 0": "repeat:",
    "turns:\n      - add 1 to rest\n    until: rest < 0": "turns:",
}


@pytest.mark.slow_cases(*(loop for loop in LOOPS if loop.startswith("turns")))
@pytest.mark.parametrize("last", LOOPS)
def test_a_game_that_goes_round_says_at_which_line(last: str) -> None:
    end, line, lines, _ = uncompiled(told_end, "nothing", last, -1)
    assert end == "stalled"
    assert line.removeprefix("- ") == LOOPS[last]
    assert lines[0].endswith(" of cards.yaml).")


def test_an_end_without_words_is_told_plainly() -> None:
    _, _, lines, _ = uncompiled(told_end, "nothing", "nothing", -1)
    assert lines == ["The game is over."]
