"""Plain words for games that bring none: forced moves, what came of them, and what was decided
unseen once it is over.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rules_check.engine.game import Step, new_state
from rules_check.engine.verbs import complete
from rules_check.play.record import RecordedMove, Replay, record_of
from rules_check.play.replay import told_again
from rules_check.play.telling import Teller
from tests.rules_check.notation.secret_games import game as game_of
from tests.rules_check.notation.writing.uncompiled import Played, uncompiled

SEATS, CARDS = 3, 6


class Tricks:
    """Two tricks of one card each: who lays the highest takes the trick. The last card is
    forced.
    """

    name, max_moves, FAULTS, ENDS = "tricks", 2, ("sound",), ("not over", "all tricks are taken")
    cards_dtype = np.dtype([("count", np.int64)])
    state_dtype = np.dtype(
        [
            ("rng", np.uint64, 1 + SEATS),
            ("players", np.int64),
            ("rounds", np.int64),
            ("end", np.int64),
            ("seat", np.int64),
            ("hand", np.int64, (SEATS, 2)),
            ("laid", np.int64, SEATS),
            ("tricks", np.int64, SEATS),
        ]
    )
    SECRET = False

    def new_game(self, cards: Any, state: Any, players: int, seed: int, number: int) -> None:
        state.rng[:], state.players, state.rounds, state.end, state.seat = 0, players, 1, 0, 0
        state.hand[:], state.laid[:], state.tricks[:] = [[1, 2], [3, 4], [5, 6]], 0, 0

    def current_player(self, cards: Any, state: Any) -> int:
        return int(state.seat)

    def legal_moves(self, cards: Any, state: Any, moves: Any) -> int:
        held = (
            [int(card) for card in state.hand[state.seat] if card]
            if not state.end and state.seat < state.players
            else []
        )
        moves[: len(held)] = held
        return len(held)

    def perform(self, cards: Any, state: Any, move: int) -> None:
        state.laid[state.seat] = move
        hand = state.hand[state.seat]
        hand[list(hand).index(move)] = 0
        state.seat += 1

    def pass_on(self, cards: Any, state: Any) -> bool:
        state.tricks[int(np.argmax(state.laid))] += 1
        state.laid[:], state.seat, state.rounds = 0, 0, state.rounds + 1
        if not state.hand.any():
            state.end, state.seat = 1, -1
        return True

    def apply(self, cards: Any, state: Any, move: int) -> None:
        answers, count = np.empty(2, np.int64), 1
        while count == 1:
            self.perform(cards, state, move)
            while (count := self.legal_moves(cards, state, answers)) == 0 and not state.end:
                self.pass_on(cards, state)
            move = int(answers[0])

    def player_counts(self, cards: Any) -> list[int]:
        return [SEATS]

    def is_secret(self, cards: Any, state: Any) -> bool:
        return self.SECRET

    def hide(self, cards: Any, state: Any, seat: int, rng_seed: int) -> None:
        state.rng[:] = 0

    def scores(self, cards: Any, state: Any, out: Any) -> None:
        out[:] = state.tricks[: state.players]

    def places(self, cards: Any, state: Any, out: Any) -> None:
        out[:] = [1 + sum(state.tricks > n) for n in state.tricks[: state.players]]

    def move_text(self, cards: Any, state: Any, move: int) -> str:
        return f"lay {move}"


class Unseen(Tricks):
    SECRET = True


class Spoken(Tricks):
    def outcome(
        self, game: Any, cards: Any, before: Any, move: int, after: Any, seat: int
    ) -> list[str]:
        taken = np.flatnonzero(after.tricks > before.tricks)
        return [f"seat {int(taken[0]) + 1} took the trick"] if len(taken) else []


class Added(Tricks):
    COUNTS, LEDGER, UNIT = ("rounds",), ("first tricks", "later tricks"), "tricks"

    def account(self, cards: Any, state: Any, out: Any) -> None:
        out[:] = 1, 0, 0, 0, 0, 1, 1


def story(rules: Any, seat: int) -> list[str]:
    """Tell a game in which everybody lays the first card."""
    rules = complete(rules)
    state, lines, unseen, cards = (
        new_state(rules),
        list[str](),
        (),
        np.zeros(1, Tricks.cards_dtype)[0],
    )
    rules.new_game(cards, state, SEATS, 1, 0)
    while not rules.is_over(cards, state):
        moves = np.empty(9, np.int64)
        rules.legal_moves(cards, state, moves)
        later = Teller(rules, None, cards).unseen_after(state, int(moves[0]), unseen)
        lines += Teller(rules, None, cards).told_move(state, int(moves[0]), seat, unseen)
        unseen = later
    return [line for line in lines if line and not line.startswith(("Round", "Seats", "  seat"))]


def ending(*who: str) -> list[str]:
    return [
        "The game is over: all tricks are taken.",
        "1. seat 3 with 2",
        *(f"2. {one} with 0" for one in who),
    ]


def test_forced_moves_are_told_and_whose_score_changed() -> None:
    assert story(Tricks(), 0) == [
        "You: lay 1.",
        "Seat 2: lay 3.",
        "Seat 3: lay 5.",
        "Seat 3 now has a score of 1.",
        "You, with no other choice: lay 2.",
        "Seat 2, with no other choice: lay 4.",
        "Seat 3, with no other choice: lay 6.",
        *ending("you", "seat 2"),
    ]


def test_a_game_says_itself_what_came_of_a_move() -> None:
    assert [line for line in story(Spoken(), -1) if "trick." in line] == [
        "Seat 3 took the trick."
    ] * 2


def test_what_a_score_adds_up_to_is_told_at_the_end() -> None:
    lines = story(Added(), 0)
    assert lines[-7:-4] == [
        "You: first tricks 0 and later tricks 0, which makes 0 tricks.",
        "Seat 2: first tricks 0 and later tricks 0, which makes 0 tricks.",
        "Seat 3: first tricks 1 and later tricks 1, which makes 2 tricks.",
    ]
    assert lines[-3] == "1. seat 3 with 2 tricks"


def test_what_was_decided_unseen_is_told_to_all_once_it_is_over() -> None:
    lines = story(Unseen(), 1)
    assert lines[:4] == [
        "Seat 1 decided unseen.",
        "You: lay 3.",
        "Seat 1 reveals: lay 1.",
        "Seat 3 reveals: lay 5.",
    ]
    assert [line for line in lines if "reveals" in line][2:] == [
        "Seat 1 reveals: lay 2.",
        "Seat 3 reveals: lay 6.",
    ]
    assert story(Unseen(), -1)[:3] == ["Seat 1: lay 1.", "Seat 2: lay 3.", "Seat 3: lay 5."]
    assert not any("reveals" in line for line in story(Unseen(), -1))


def test_several_decisions_of_a_seat_are_told_once() -> None:
    rules = complete(Unseen())
    state, cards = new_state(rules), np.zeros(1, Tricks.cards_dtype)[0]
    rules.new_game(cards, state, SEATS, 1, 0)
    before = ((0, Step(state, 1, state, False)),)
    assert Teller(rules, None, cards).told(state, 1, 2, before) == []


def test_nothing_decided_unseen_is_told_before() -> None:
    rules = complete(Unseen())
    state, cards = new_state(rules), np.zeros(1, Tricks.cards_dtype)[0]
    rules.new_game(cards, state, SEATS, 1, 0)
    lines = [Teller(rules, None, cards).told(state, move, 2) for move in (1, 2)]
    assert lines[0] == lines[1] == ["Seat 1 decided unseen."]


def test_a_game_without_single_moves_is_told_by_what_was_chosen() -> None:
    class Whole(Unseen):
        def __getattribute__(self, name: str) -> Any:
            if name in ("perform", "pass_on") and not object.__getattribute__(self, "__dict__").get(
                "inside"
            ):
                raise AttributeError(name)
            return object.__getattribute__(self, name)

        def apply(self, cards: Any, state: Any, move: int) -> None:
            self.inside = True
            super().apply(cards, state, move)
            self.inside = False

    lines = story(Whole(), 1)
    assert lines[:4] == story(Unseen(), 1)[:4]
    assert not any("no other choice" in line for line in lines)
    assert lines[-4:] == ending("seat 1", "you")


def test_a_recorded_game_is_told_alike() -> None:
    rules, cards = complete(Unseen()), np.zeros(1, Tricks.cards_dtype)[0]
    state, made = new_state(rules), list[RecordedMove]()
    rules.new_game(cards, state, SEATS, 1, 0)
    for move in (1, 3, 5):
        made.append(RecordedMove(int(state.seat), f"lay {move}"))
        rules.apply(cards, state, move)
    record = record_of(rules, cards, state, 1, 0, "random", made)
    lines = list(told_again(Replay(rules, cards, record, "a.record"), None, 1))
    assert [
        line for line in lines if line and not line.startswith(("Round", "Seats", "  seat"))
    ] == story(Unseen(), 1)


BIDS = """
common:
  deck: all card, face down
  gone: card
each:
  hand: card, seen by owner
  bid: one card
begin:
  - deal 4 from deck to each hand
round:
  - together:
      choose:
        bid {card in hand}: move card to bid
  - each: move bid to gone
  - set first to left(first)
until: round = 3
score: count(hand)
"""


def told_choices(text: str, seat: int, choices: list[int]) -> list[str]:
    """Play a game by the numbers of moves; return what a seat is told."""
    played, lines, unseen = Played(text), list[str](), ()
    teller = Teller(complete(played.rules), played.game, played.cards)
    for choice in choices:
        given = played.state, played.legal()[choice]
        after = teller.unseen_after(*given, unseen)
        lines += teller.told_move(*given, seat, unseen)
        unseen = after
    return lines


@pytest.mark.parametrize("viewer", [0, 1])
def test_no_seat_is_told_what_another_decided_before_it_has_decided_too(viewer: int) -> None:
    """The second round asks seat 2 first, which is the last by its number."""
    for asked in range(1, 7):
        lines = uncompiled(told_choices, game_of(BIDS), viewer, [0] * asked)
        own, bids = f"Seat {2 - viewer} reveals", "You: bid"
        revealed = sum(line.startswith(own) for line in lines)
        decided = sum(line.startswith(bids) for line in lines)
        assert revealed == asked // 2
        assert revealed <= decided
