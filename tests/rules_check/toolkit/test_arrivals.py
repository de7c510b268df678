"""What is told of cards that come to zones by themselves, and of rounds in which nobody has a
choice.
"""

from __future__ import annotations

import pytest

from rules_check.engine.players import parse_line_up
from rules_check.engine.verbs import complete
from rules_check.play.record import Replay
from rules_check.play.replay import ToldGame, told_again
from rules_check.play.session import Session
from rules_check.play.telling import Teller
from tests.rules_check.notation.secret_games import game
from tests.rules_check.notation.writing.uncompiled import Played, uncompiled

ROW = """
common:
  deck: all card, face down
  row, path: card
each:
  hand: card, seen by owner
  {own}
begin:
  - refill row to 2 from deck
turn:
  - choose:
      take {{card in row}}:
        - move card to hand
        - refill row to 2 from deck
      turn: move 1 from deck to path
      draw: move 1 from deck to hand
  - deal 1 from deck to each laid if turn = 2
until: turn = 4
score: count(hand)
"""
FORCED = """
common:
  deck: all card, face down
  row: card
each:
  hand: card
  points: 0
begin:
  - deal 4 from deck to each hand
round:
  - if: round = 1 or round = 4
    then:
      each:
        choose: {one: add 1 to points, two: add 2 to points}
    else:
      each:
        choose: {lay: move 1 from hand to row}
until: round = 4
score: points
"""


def told(text: str, seat: int, choices: list[int]) -> list[str]:
    """Play a game by the numbers of moves; return what a seat is told after its first table."""
    played, lines = Played(text), list[str]()
    rules = complete(played.rules)
    for choice in choices:
        move = played.legal()[choice]
        lines += Teller(rules, played.game, played.cards).told_move(played.state, move, seat)
    return lines


def test_a_row_that_is_refilled_and_a_card_that_is_turned_up_are_told_to_all() -> None:
    text = game(ROW.format(own="laid: card"))
    for seat in (-1, 0, 1):
        lines = uncompiled(told, text, seat, [0, 2])
        come = [line for line in lines if " come" in line]
        to = [line.split(" to ", 1)[1] for line in come]
        assert (to[0], to[-1]) == ("row.", "path.")  # what seats get is told first
        assert len([line for line in come if "laid" in line]) >= 2


def test_a_card_that_is_drawn_is_told_to_whoever_sees_it() -> None:
    text = game(ROW.format(own="laid: card, face down"))
    assert [line for line in uncompiled(told, text, 1, [3]) if " come" in line] == []
    (line,) = [line for line in uncompiled(told, text, 0, [3]) if " come" in line]
    assert line.endswith(" comes to your hand.")


def test_a_round_of_forced_moves_has_its_heading_before_its_moves() -> None:
    lines = uncompiled(told, game(FORCED), -1, [0, 0])
    heads = [line.split(".")[0] for line in lines if line.startswith("Round")]
    assert heads == ["Round 2", "Round 3", "Round 4"]
    at = [n for n, line in enumerate(lines) if line.startswith("Round")]
    forced = [n for n, line in enumerate(lines) if "no other choice" in line]
    assert len(forced) == 4
    assert at[0] < forced[0] < forced[1] < at[1] < forced[2] < forced[3] < at[2]
    assert sum(line.endswith("to row.") for line in lines) == 4


def opening() -> list[list[str]]:
    """Tell a game, and its record, whose first round asks nobody; the lines before a choice."""
    played = Played(game(FORCED.replace("round = 1 or round = 4", "round > 1")))
    made = ToldGame(played.rules, played.game, played.cards, parse_line_up("random", 2), 1, 0)
    lines = list(made.lines())
    replay = Replay(played.rules, played.cards, made.record, "record.txt")
    again = list(told_again(replay, played.game))
    at = next(n for n, line in enumerate(lines) if line.endswith((": one.", ": two.")))
    assert again[: at + 1] == lines[: at + 1]
    return [lines[:at], again[-2:]]


def test_moves_before_the_first_decision_are_told() -> None:
    lines, last = uncompiled(opening)
    heads = [line.split(".")[0] for line in lines if line.startswith("Round")]
    assert heads == ["Round 1", "Round 2"]
    assert lines.count("Seat 1, with no other choice: lay.") == 1
    assert lines.count("Seat 2, with no other choice: lay.") == 1
    assert lines.index("Seat 1, with no other choice: lay.") < lines.index("Seats", 9)
    assert len(last) == 2


def started(is_drawn: bool) -> list[list[str]]:
    """Return what a person is told before the first decision: at a new table, and at one that goes
    on where it was left.
    """
    played = Played(game(FORCED.replace("round = 1 or round = 4", "round > 1")))
    rules, lines = complete(played.rules), list[list[str]]()
    record = None
    for _ in range(2):
        session = Session(rules, played.game, played.cards, [None, None], 1, 0, is_drawn)
        if record is not None:
            session.resume(Replay(rules, played.cards, record, "record.txt"))
        record = session.record
        lines.append(session.news(0))
    return lines


def test_moves_before_the_first_decision_are_told_at_a_table() -> None:
    new, resumed = uncompiled(started, True)
    assert new[0] == "You, with no other choice: lay."
    assert new[2] == "Seat 2, with no other choice: lay."
    assert resumed == new
    new, resumed = uncompiled(started, False)
    assert new[0] == "You, with no other choice: lay."
    assert new.index("Seats") > 1  # the table is shown as it is after them
    assert resumed == new[-len(resumed) :]


AWAY = """
common:
  deck: all card, face down
  row: card
each:
  hand: card, seen by owner
begin:
  - refill row to 4 from deck
turn:
  - choose:
      take {card in row}:
        - move card to hand
        - move row to deck
      sweep:
        - move row to deck
until: turn = 4
score: count(hand)
"""


@pytest.mark.parametrize("seat", [-1, 0, 1])
def test_cards_that_leave_the_sight_of_all_are_told_once(seat: int) -> None:
    lines = [line for line in uncompiled(told, game(AWAY), seat, [0]) if " leave" in line]
    (line,) = lines
    assert line.endswith(" leave row.")
    assert len(line.removesuffix(" leave row.").replace(" and ", ", ").split(", ")) == 3
    taken = next(one for one in uncompiled(told, game(AWAY), seat, [0]) if ": take " in one)
    assert taken.split(": take ")[1].rstrip(".") not in line.lower()
