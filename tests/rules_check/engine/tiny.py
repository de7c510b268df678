"""Exact play in a tiny game of two: what the best of all strategies earns against a uniformly
random opponent, and what a given one does.

Seat 0 is searched, seat 1 draws evenly from its legal moves, the deals are some games of one seed,
each equally likely. What is searched is a set of histories that seat 0 cannot tell apart: each a
true state with its probability. One move is chosen for all of them; they are played on to seat 0's
next decision and split by what it then sees, the state's bytes after `hide` with one seed (streams
and game number blank). So nothing hidden is ever looked at: not a choice behind a screen, not a
hand, not a deck.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from rules_check.engine.attributes import record_of
from rules_check.engine.game import Rules, moves_of, new_state
from rules_check.games import emporium
from tests.rules_check.games.alike import cards_of
from tests.rules_check.games.alike_emporium import TINY

SEED = 5
Histories = dict[bytes, float]
"""States as bytes, with the probability of coming there and being there."""


def tiny_cards() -> Any:
    """Read the tiny card set, cut down further: two sticks, a bead, one hero and one monster of
    two; the first fight ends the game.

    Each seat holds one item, the third is the deck; 2 gold, prices and bids of 1 or 2; whoever is a
    patron and can win must fight; no upgrades, no banishing. What nobody moves ends by the ruling
    on stalls, so no game is longer than nine rounds.
    """
    cards = cards_of(emporium, TINY, patron_passes="must_fight")
    cards.item_copies[:3] = 2, 1, 0
    cards.deck_levels[:] = 0
    cards.deck_levels[1] = 1
    cards.hand_limit, cards.monsters_in_row, cards.upgrades_most, cards.banish_price = 1, 1, 0, 1000
    return cards


def all_deals(rules: Rules, cards: Any) -> list[int]:
    """Find a game number for each deal of the tiny cards: where the bead is (3) by hero (2) by
    monster (2), equally likely all.
    """
    found: dict[bytes, int] = {}
    state = new_state(rules)
    for number in range(200):
        rules.new_game(cards, state, 2, SEED, number)
        deal = state.copy()
        deal["rng"][:], deal["number"] = 0, 0
        found.setdefault(deal.tobytes(), number)
    assert len(found) == 12
    return list(found.values())


class Tree:
    """All histories of a game from a number of deals, by sets that seat 0 cannot tell apart."""

    def __init__(self, rules: Rules, cards: Any) -> None:
        self.rules, self.cards = rules, cards
        self.ahead: dict[tuple[bytes, int], tuple[float, Histories]] = {}
        self.views: dict[bytes, bytes] = {}

    def state(self, saved: bytes) -> Any:
        return record_of(self.rules.state_dtype, saved)

    def view(self, saved: bytes) -> bytes:
        """What seat 0 sees of a state."""
        if saved not in self.views:
            state = self.state(saved)
            self.rules.hide(self.cards, state, 0, 1)
            state.rng[:] = 0
            state.number = 0
            self.views[saved] = state.tobytes()
        return self.views[saved]

    def reward(self, state: Any) -> float:
        """1 for the first place, 0 for the last."""
        players = int(state.players)
        places = np.zeros(players, np.int64)
        self.rules.places(self.cards, state, places)
        return float(players - places[0]) / (players - 1)

    def to_own_decision(self, state: Any, chance: float = 1.0) -> tuple[float, Histories]:
        """Play on by all moves of the other seat: the reward of the games that end, and the
        histories at seat 0's next decision.
        """
        if self.rules.is_over(self.cards, state):
            return chance * self.reward(state), {}
        if self.rules.current_player(self.cards, state) == 0:
            return 0.0, {state.tobytes(): chance}
        total, met, moves = 0.0, Histories(), moves_of(self.rules, self.cards, state)
        saved = state.tobytes()
        for move in moves:
            after = self.state(saved)
            self.rules.apply(self.cards, after, move)
            reward, histories = self.to_own_decision(after, chance / len(moves))
            total += reward
            for one, weight in histories.items():
                met[one] = met.get(one, 0.0) + weight
        return total, met

    def after(self, saved: bytes, move: int) -> tuple[float, Histories]:
        """Make a move of seat 0 and play on; remembered by state and move."""
        if (saved, move) not in self.ahead:
            state = self.state(saved)
            self.rules.apply(self.cards, state, move)
            self.ahead[saved, move] = self.to_own_decision(state)
        return self.ahead[saved, move]

    def told_apart(self, histories: Histories) -> list[Histories]:
        by_view: dict[bytes, Histories] = {}
        for saved, weight in histories.items():
            by_view.setdefault(self.view(saved), {})[saved] = weight
        return list(by_view.values())

    def step(self, histories: Histories, move: int) -> tuple[float, list[Histories]]:
        """Make one move in all of a set: the reward of what ends, and the sets met next."""
        total, met = 0.0, Histories()
        for saved, weight in histories.items():
            reward, further = self.after(saved, move)
            total += weight * reward
            for one, chance in further.items():
                met[one] = met.get(one, 0.0) + weight * chance
        return total, self.told_apart(met)

    def legal(self, histories: Histories) -> list[int]:
        """The legal moves of a set: the same in each of its histories, else they could be told
        apart.
        """
        legal = [moves_of(self.rules, self.cards, self.state(saved)) for saved in histories]
        assert all(moves == legal[0] for moves in legal)
        return legal[0]

    def deal(self, deals: Iterable[int]) -> tuple[float, list[Histories]]:
        total, met, numbers = 0.0, Histories(), list(deals)
        for number in numbers:
            state = new_state(self.rules)
            self.rules.new_game(self.cards, state, 2, SEED, number)
            reward, histories = self.to_own_decision(state, 1 / len(numbers))
            total += reward
            for one, weight in histories.items():
                met[one] = met.get(one, 0.0) + weight
        return total, self.told_apart(met)


class Seer(Tree):
    """The same tree for one who sees all."""

    def view(self, saved: bytes) -> bytes:
        return saved


def normalised(histories: Histories) -> tuple[float, tuple[tuple[bytes, float], ...]]:
    """Split a set into its probability and the probabilities within it."""
    total = sum(histories.values())
    return total, tuple(
        sorted((saved, round(weight / total, 12)) for saved, weight in histories.items())
    )


TREES: dict[bytes, Tree] = {}


def tree_of(rules: Rules, cards: Any) -> Tree:
    """Grow one tree for each card set: what was found in it stays known."""
    return TREES.setdefault(rules.name.encode() + cards.tobytes(), Tree(rules, cards))


def best_response_value(
    rules: Rules, cards: Any, deals: Iterable[int], *, sees_all: bool = False
) -> float:
    """Find the expected reward of the best strategy of seat 0 against a uniformly random seat 1,
    over equally likely deals.

    With `sees_all` seat 0 looks through screens, hands and decks: what a cheat would earn.
    """
    tree, known = (
        Seer(rules, cards) if sees_all else tree_of(rules, cards),
        dict[tuple[tuple[bytes, float], ...], float](),
    )

    def best(histories: Histories) -> float:
        total, within = normalised(histories)
        if within not in known:
            known[within] = max(follow(dict(within), move) for move in tree.legal(histories))
        return total * known[within]

    def follow(histories: Histories, move: int) -> float:
        reward, sets = tree.step(histories, move)
        return reward + sum(best(one) for one in sets)

    reward, sets = tree.deal(deals)
    return reward + sum(best(one) for one in sets)


Choose = Callable[[Any], int | Mapping[int, float]]


def policy_value(rules: Rules, cards: Any, deals: Iterable[int], choose: Choose) -> float:
    """Find the expected reward of a strategy of seat 0 in the same tree: `choose(state)` gives its
    move, or each move's chance.

    Asked once for all histories that seat 0 cannot tell apart and that lie alike, with one of them:
    it is trusted not to look.
    """
    tree, known = tree_of(rules, cards), dict[tuple[tuple[bytes, float], ...], float]()

    def value(histories: Histories) -> float:
        total, within = normalised(histories)
        if within not in known:
            chosen = choose(tree.state(within[0][0]))
            chances = chosen if isinstance(chosen, Mapping) else {int(chosen): 1.0}
            assert set(chances) <= set(tree.legal(histories))
            known[within] = sum(
                chance * follow(dict(within), move) for move, chance in chances.items()
            )
        return total * known[within]

    def follow(histories: Histories, move: int) -> float:
        reward, sets = tree.step(histories, move)
        return reward + sum(value(one) for one in sets)

    reward, sets = tree.deal(deals)
    return reward + sum(value(one) for one in sets)
