"""The course of games that are data: who is asked, what comes after, and how games end that would
go on for ever.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rules_check.engine.game import copy_of
from rules_check.engine.promises import Trial, tried
from rules_check.engine.verbs import complete
from rules_check.play.telling import Teller
from rules_check.toolkit import rulesets
from tests.rules_check.notation import secret_games
from tests.rules_check.notation.writing.uncompiled import Played, uncompiled

HEAD = """
game: {title: Little Game, version: 1.0.0, players: 2-3}
kinds:
  card:
    template: card.svg.j2
    fields: {rank: 0..9, power: text?}
    cards:
      ant: {rank: 1, power: Pebble. Double.}
      bee: {rank: 2, power: Pebble.}
      cat: {rank: 3}
      dog: {rank: 4}
components:
  cards: {name: Cards, of: card, count: 4}
play:
"""


def game(play: str) -> str:
    return HEAD + "".join(f"  {line}\n" for line in play.strip("\n").splitlines())


def told(play: str, moves: list[str], players: int = 2) -> list[Any]:
    """Make moves; return what is offered after them, to whom, the scores and the end."""
    played = Played(game(play), players)
    for move in moves:
        played.make(move)
    return [played.texts(), int(played.state.seat), played.scores(), played.end]


ROW = """
common:
  row: all card
each:
  hand: card
  points: 0
"""
TAKING = """
round:
  - each:
      - choose:
          take {card in row where rank > 2}:
            - move card to hand
            - add card.rank to points
          pass otherwise: nothing
until: round = 2
score: points
"""


@pytest.mark.slow
def test_one_move_happens_by_itself_and_otherwise_is_offered_alone() -> None:
    """Of two cards the second player has one left; in the second round both can only pass."""
    found = uncompiled(told, ROW + TAKING, ["take dog"])
    assert found == [[], -1, [4, 3], "the game is over"]


@pytest.mark.slow
def test_of_no_move_a_choice_is_passed_over() -> None:
    play = ROW + TAKING.replace("          pass otherwise: nothing\n", "")
    assert uncompiled(told, play, ["take cat"]) == [[], -1, [3, 4], "the game is over"]


ENDLESS = """
round:
  - each:
      choose:
        begin: move 1 from row to hand
        wait: nothing
  - repeat:
      - {}
    until: sum(players.points) < 0
until: round = 2
score: points + count(hand)
"""


def long(play: str) -> str:
    """Play a game whose limits are low."""
    before = rulesets.MOST_IDLE, rulesets.MOST_DUE
    rulesets.MOST_IDLE, rulesets.MOST_DUE = 40, 9
    try:
        played = Played(game(play))
        while played.legal():
            played.rules.apply(played.cards, played.state, played.legal()[0])
    finally:
        rulesets.MOST_IDLE, rulesets.MOST_DUE = before
    return played.end


def test_a_game_without_a_decision_stalls() -> None:
    assert uncompiled(long, ROW + ENDLESS.format("each: add 1 to points")) == "stalled"


@pytest.mark.slow
def test_a_game_with_too_many_decisions_is_bound() -> None:
    play = ENDLESS.format("each:\n          choose: {stay: nothing, go: add 1 to points}")
    assert uncompiled(long, ROW + play) == "bound"


POWERS = """
common:
  row: all card
each:
  hand: card
  points: 0
  trail: 0
begin:
  - each: move 2 from row to hand
round:
  - each:
      - choose:
          play {card in hand}:
            - move card to row
            - do card.power
            - set trail to trail * 10 + 9
powers:
  pebble: set trail to trail * 10 + 1
  double:
    - choose:
        again {other in hand where other.power <> none}:
          - do other.power
          - set trail to trail * 10 + 5
        enough: set trail to trail * 10 + 6
until: round = 2
score: trail
"""


def scripted(play: str, moves: list[list[str]], players: int = 2) -> list[list[Any]]:
    return [told(play, some, players) for some in moves]


FOR_EACH = """
common:
  row: all card
each:
  hand: card
  points: 0
round:
  - each:
      - for: card in row where rank < 4
        do:
          - choose:
              take:
                - move card to hand
                - end the repeat if card.rank = 2
              leave: add 1 to points
until: round = 1
score: points + 10 * count(hand)
"""


@pytest.mark.slow
def test_a_loop_goes_through_the_list_as_it_was_and_can_be_ended() -> None:
    leaving = ["take", "leave", "take"]
    found = uncompiled(scripted, FOR_EACH, [["take"], ["leave", "take"], leaving])
    assert found[0][:2] == [["take", "leave"], 0]
    assert found[1][:2] == [["take", "leave"], 1]
    assert found[2][:3] == [["take", "leave"], 1, [21, 0]]


ORDER = """
common:
  row: all card
each:
  hand: card
  laid: one card
  points: 0
begin:
  - deal 1 from row to each hand
round:
  - let begun be count(row)
  - each:
      - choose:
          wait: add begun to points
          go: add 10 to points
    by: -top(hand).rank
    from: left(first)
  - set first to left(first)
until: round = 2
score: points
"""


@pytest.mark.slow
def test_players_are_asked_in_the_order_of_a_formula_and_names_are_kept() -> None:
    """The row's top card is dealt first, so seat 1 has the highest; what `let` names lasts over the
    choices.
    """
    found = uncompiled(scripted, ORDER, [[], ["wait"], ["wait", "go"]], 3)
    assert [one[1] for one in found] == [0, 1, 2]
    assert found[2][2] == [1, 10, 0]


BY_TURN = """
common:
  asked: 0
each:
  points: 0
turn:
  - set asked to 0
  - each:
      - add 1 to asked
      - set points to asked
    by: seat * turn mod 4
  - choose:
      stay: nothing
      go: me is out
until: turn = 3
score: points
"""


def test_an_order_may_change_with_the_turn() -> None:
    """In turn 2, of seat 2, the keys are 2, 0 and 2; ties go clockwise from that seat."""
    found = uncompiled(scripted, BY_TURN, [[], ["stay"]], 3)
    assert [one[2] for one in found] == [[1, 2, 3], [3, 1, 2]]


TURNS = """
common:
  row: all card
each:
  hand: card
  points: 0
turn:
  - choose:
      again: set next to me
      out if count(players) > 1: me is out
      stay: add turn to points
until: turn = 6
score: points
"""


def test_turns_go_on_to_who_is_named_and_pass_over_who_is_out() -> None:
    moves = [["again"], ["again", "stay"], ["again", "stay", "out"]]
    moves.append([*moves[2], "stay", "stay"])
    found = uncompiled(scripted, TURNS, moves, 3)
    assert [one[1] for one in found] == [0, 1, 2, 2]
    assert found[3][2] == [2 + 5, 0, 4]


@pytest.mark.slow_cases("rng", "tobytes", "seat_", "cards", "rules", "n1")
@pytest.mark.parametrize(
    "word", ["class", "state", "rng", "tobytes", "seat_", "cards", "rules", "n1"]
)
def test_a_word_of_a_designers_is_never_code(word: str) -> None:
    play = ROW.replace("points", word) + TAKING.replace("points", word)
    assert uncompiled(told, play, ["take dog"])[2] == [4, 3]


def titled(title: str) -> list[str]:
    text = game(ROW + TAKING.replace("pass otherwise", "\"give 'up' \\\\ otherwise\""))
    played = Played(text.replace("title: Little Game", f"title: {title}"))
    return [played.rules.name, *played.texts()]


def test_titles_and_words_are_no_code() -> None:
    title = '\'"""; import os; """ {x} \\\\ \''
    assert uncompiled(titled, title)[1:] == ["take cat", "take dog"]


AT_RANDOM = """
common:
  row: all card
each:
  hand: card
turn:
  - choose:
      draw: move 2 at random from row to hand
      wait: nothing
until: row is empty
score: sum(hand.rank)
"""


def drawn(play: str) -> list[Any]:
    """Return the scores after both players have drawn, for some seeds."""
    found = []
    for seed in range(6):
        played = Played(game(play), 2, seed)
        played.make("draw")
        played.make("draw")
        found.append(played.scores())
    return found


def test_cards_drawn_at_random_are_others_each_time() -> None:
    found = uncompiled(drawn, AT_RANDOM)
    assert all(sum(scores) == 10 for scores in found)
    assert len({tuple(scores) for scores in found}) > 1


FLOCKS = """
game: {title: Flocks, version: 1.0.0, players: 2-3}
kinds:
  bird:
    template: card.svg.j2
    for_each: {player: 1..3}
    fields: {wing: 1..4}
    cards: {tern: {wing: 1}, gull: {wing: 2}, swan: {wing: 4}}
components:
  birds: {name: Birds, of: bird, count: 9, each_player: true}
play:
  each:
    hand: all birds where wing < 3, seen by owner
    laid: bird
  round:
    - each:
        choose:
          lay {bird in hand}: move bird to laid
  until: round = 2
  score: sum(laid.wing)
"""


def sets_of_two() -> list[list[int]]:
    """Return the hands of two players, the cards of nobody, and those laid by the end."""
    played = Played(FLOCKS, 2)
    hands = [played.held("hand", seat) for seat in (0, 1)]
    list(tried(Trial(played.rules, played.cards), [2, 3], 2))  # type: ignore[arg-type]
    for _ in range(2):  # the last card of each is laid without a choice
        played.make(played.texts()[0])
    return [*hands, played.held("unused_bird"), *(played.held("laid", seat) for seat in (0, 1))]


def test_each_player_begins_with_the_cards_that_for_each_makes_for_them() -> None:
    """tern-1, tern-2, tern-3, gull-1, and so on."""
    assert uncompiled(sets_of_two) == [[0, 3], [1, 4], [2, 5, 6, 7, 8], [0, 3], [1, 4]]


def ranked(wins: str) -> list[int]:
    """Return the standing of two players of whom the first has laid a bird."""
    played = Played(f"{FLOCKS}  wins: {wins}\n")
    complete(played.rules)
    played.make(played.texts()[1])
    out = np.zeros(2, np.int64)
    played.rules.standing(played.cards, played.state, out)
    return [int(rank) for rank in out]


@pytest.mark.parametrize(("wins", "standing"), [("least", [-2, 0]), ("together", [0, 0])])
def test_the_fewest_points_win_or_all_players_together(wins: str, standing: list[int]) -> None:
    assert uncompiled(ranked, wins) == standing


CUPS = """
each:
  dice: 2 dice, seen by owner
  die: 1 die of 8, seen by owner
  points: 0
round:
  - each:
      - roll dice
      - roll die
  - each:
      choose:
        claim {n in 2..12}: add if(n <= sum(dice) + die[1], 1, 0) to points
until: round = 2
score: points
"""


def under_cups() -> list[Any]:
    """Look at a game from seat 2: whether a fault is found, whose dice stay, what others may be."""
    played = Played(game(CUPS), 2)
    trial = Trial(played.rules, played.cards)
    list(tried(trial, [2], 1))
    rules, cards, seen = played.rules, played.cards, set[tuple[int, ...]]()
    kept = played.state.dice[1].tolist()
    for seed in range(60):
        other = copy_of(rules, played.state)
        rules.hide(cards, other, 1, seed)
        assert other.dice[1].tolist() == kept
        seen.add((*other.dice[0].tolist(), *other.die[0].tolist()))
    return [int(rules.fault(cards, played.state)), len(seen) > 30, min(min(seen)) >= 1]


def test_dice_that_their_owner_sees_are_rolled_anew_for_the_others() -> None:
    assert uncompiled(under_cups) == [0, True, True]


QUIET = """
common:
  row: all card
each:
  hand: card
round:
  - each:
      choose:
        take {card in row} if round mod 3 = 1: move card to hand
until: round = 8
score: count(hand)
"""


def quiet_rounds() -> list[list[str]]:
    """Tell a game in which nobody has anything to decide in most rounds."""
    played = Played(game(QUIET), 2)
    complete(played.rules)
    lines = []
    while legal := played.legal():
        lines += Teller(played.rules, played.game, played.cards).told_move(
            played.state, legal[0], 0
        )
    return [[line for line in lines if "passes without a decision" in line]]


def test_a_round_in_which_nobody_decides_is_named() -> None:
    assert uncompiled(quiet_rounds) == [
        [f"Round {number} passes without a decision." for number in (2, 3, 5, 6, 7, 8)]
    ]


ROTATING = """
common:
  deck: all card, face down
each:
  hand: card, seen by owner
  picked: one card
begin:
  - deal 3 from deck to each hand
round:
  - together:
      choose:
        keep {c in hand}: move c to picked
  - each: move picked to deck
  - set first to left(first)
until: round = 3
score: count(hand)
"""


def asked() -> list[list[int]]:
    """Play on; for each decision, return the seat, and what is said of who is asked first."""
    played, found = Played(secret_games.game(ROTATING), 3), list[list[int]]()
    while not played.state.end:
        first = int(played.rules.at_once(played.cards, played.state))
        found.append([int(played.state.seat), first - 1])
        played.rules.apply(played.cards, played.state, played.legal()[0])
    return found


def test_who_is_asked_first_of_those_who_decide_together_is_said() -> None:
    """A player that looks ahead lets those who are asked after it decide as well."""
    seats = [[seat, 0] for seat in (0, 1, 2)] + [[seat, 1] for seat in (1, 2, 0)]
    assert uncompiled(asked) == seats
