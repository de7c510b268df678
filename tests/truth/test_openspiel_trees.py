"""Kuhn poker, Leduc poker and Goofspiel as data go through the trees of OpenSpiel, history by
history: the same player decides among the same actions, and every end pays the same. So OpenSpiel's
values are theirs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules_check.engine.game import copy_of, moves_of, new_state, of_seats, rules_of
from tests.rules_check.notation.games import game_of, text_of

pyspiel = pytest.importorskip("pyspiel")

Deal = Callable[[Any, list[int]], None]


class Walk:
    """A game as data beside OpenSpiel's, over every history."""

    def __init__(self, text: str, words: list[list[str]], deal: Deal) -> None:
        """`words` are what each of OpenSpiel's actions is called here, for any player; `deal` lays
        the cards of chance, as far as they are known.
        """
        game = game_of(text)
        self.rules: Any = rules_of(game)
        self.cards, self.words, self.deal = self.rules.cards_record(game), words, deal
        self.histories = self.ends = 0

    def whole(self, game: Any) -> int:
        """Go through all histories; return their number. Raises AssertionError."""
        state = new_state(self.rules)
        self.rules.new_game(self.cards, state, 2, 1, 0)
        self.visit(game.new_initial_state(), state, [])
        return self.histories

    def visit(self, theirs: Any, ours: Any, dealt: list[int]) -> None:
        self.histories += 1
        if theirs.is_terminal():
            self.ends += 1
            assert self.rules.is_over(self.cards, ours)
            scores = of_seats(self.rules.scores, self.cards, ours)
            gain = theirs.returns()[0] - theirs.returns()[1]
            assert scores[0] - scores[1] == gain, (theirs, scores)
        elif theirs.is_chance_node():
            for action, _ in theirs.chance_outcomes():
                now = copy_of(self.rules, ours)
                self.deal(now, [*dealt, action])
                self.visit(theirs.child(action), now, [*dealt, action])
        else:
            self.decide(theirs, ours, dealt)

    def decide(self, theirs: Any, ours: Any, dealt: list[int]) -> None:
        """Make each action; one that is the only one is made by the rules themselves."""
        actions = theirs.legal_actions()
        if len(actions) == 1:
            self.visit(theirs.child(actions[0]), ours, dealt)
            return
        assert int(ours.seat) == theirs.current_player()
        moves = moves_of(self.rules, self.cards, ours)
        texts = {self.rules.move_text(self.cards, ours, move): move for move in moves}
        meant = [next(one for one in self.words[action] if one in texts) for action in actions]
        assert sorted(meant) == sorted(texts)
        for action, text in zip(actions, meant, strict=True):
            now = copy_of(self.rules, ours)
            self.rules.apply(self.cards, now, texts[text])
            self.visit(theirs.child(action), now, dealt)


def deal_kuhn(state: Any, dealt: list[int]) -> None:
    for seat, card in enumerate(dealt):
        state.hand[seat, 0] = card
    if len(dealt) == 2:
        state.deck[0] = 3 - sum(dealt)


def deal_leduc(state: Any, dealt: list[int]) -> None:
    """Lay the hands; the board is turned up here with the move that ends the first round, which is
    made before OpenSpiel deals it, so that it is exchanged then.
    """
    cards = [card // 2 for card in dealt]
    for seat, card in enumerate(cards[:2]):
        state.hand[seat, 0] = card
    if len(cards) == 3:
        state.board[0] = cards[2]


def no_deal(state: Any, dealt: list[int]) -> None:
    raise AssertionError("the prizes come in a fixed order")


@pytest.mark.slow  # it compiles a game
def test_kuhn_poker_is_that_of_openspiel() -> None:
    walk = Walk(text_of("kuhn"), [["pass", "check", "fold"], ["bet", "call"]], deal_kuhn)
    assert walk.whole(pyspiel.load_game("kuhn_poker")) == 58


@pytest.mark.slow
def test_leduc_poker_is_that_of_openspiel() -> None:
    words = [["fold"], ["call"], ["raise"]]
    walk = Walk(text_of("leduc"), words, deal_leduc)
    assert walk.whole(pyspiel.load_game("leduc_poker")) == 9457


@pytest.mark.slow
@pytest.mark.parametrize(("cards", "ends"), [(4, 576), (5, 14_400)])
def test_goofspiel_is_that_of_openspiel(cards: int, ends: int) -> None:
    text = text_of("goofspiel").replace("1..4", f"1..{cards}")
    text = text.replace("count: 4", f"count: {cards}").replace("count: 8", f"count: {2 * cards}")
    text = text.replace("face down", "face down, in order")
    words = [[f"send boat-{length}"] for length in range(1, cards + 1)]
    walk = Walk(text, words, no_deal)
    order = "ascending" if is_ascending(walk) else "descending"
    game = pyspiel.load_game_as_turn_based(
        "goofspiel", {"num_cards": cards, "points_order": order, "returns_type": "total_points"}
    )
    walk.whole(game)
    assert walk.ends == ends


def is_ascending(walk: Walk) -> bool:
    """Return whether the smallest prize comes first."""
    state = new_state(walk.rules)
    walk.rules.new_game(walk.cards, state, 2, 1, 0)
    return int(state.up[0]) == 0


@pytest.mark.parametrize(
    ("name", "value", "rounds"),
    [
        ("kuhn_poker", -1 / 18, 200),
        pytest.param("leduc_poker", -0.0856, 400, marks=pytest.mark.slow),
    ],
)
def test_an_equilibrium_of_these_trees_is_worth_what_is_known(
    name: str, value: float, rounds: int
) -> None:
    game = pyspiel.load_game(name)
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(rounds):
        solver.evaluate_and_update_policy()
    start, policy = game.new_initial_state(), solver.average_policy()
    returns = pyspiel.expected_returns(start, policy, -1, True)
    assert returns[0] == pytest.approx(value, abs=1e-3)
