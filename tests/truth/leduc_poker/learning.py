"""How a player who learned Leduc poker by the tool plays, as a strategy of `exact`, and what best
responses win against it.
"""

from __future__ import annotations

from itertools import permutations
from typing import Any

from rules_check.engine.game import new_state
from rules_check.engine.kept import Learned
from tests.truth import trees
from tests.truth.leduc_poker import exact
from tests.truth.leduc_poker.leduc import CALL, FOLD, RAISE, rules
from tests.truth.odds import odds_in

MOVES = {"f": int(FOLD) << 40, "c": int(CALL) << 40, "r": int(RAISE) << 40}


def exploitability(learned: Learned, cards: Any) -> float:
    """Return what best responses win, on the average of both seats; it may play cards of one rank
    differently.
    """
    found = strategy_of(learned, cards)

    def chances(seen: Any, moves: Any) -> dict[str, float]:
        return found[seen]

    return trees.exploitability(exact.Leduc(), chances, chances)


def strategy_of(learned: Learned, cards: Any) -> dict[exact.Place, dict[str, float]]:
    """Ask for the odds at every place that whoever is due can see, with cards for ranks."""
    places = dict[exact.Place, Any]()
    for deal in permutations(range(6), 3):
        state = new_state(rules)
        rules.new_game(cards, state, 2, 1, 1)
        rest = [card for card in range(6) if card not in deal]
        state.hand[0, 0], state.hand[1, 0], state.deck[:4] = deal[0], deal[1], [*rest, deal[2]]
        _walk(cards, deal, "", state, places)
    states = new_state(rules, len(places))
    for n, state in enumerate(places.values()):
        states[n] = state
    odds = odds_in(rules, cards, learned, states)
    return {
        place: dict(zip(exact.legal(place[2]), row.tolist(), strict=False))
        for place, row in zip(places, odds, strict=True)
    }


def _walk(
    cards: Any, deal: tuple[int, ...], line: str, state: Any, places: dict[exact.Place, Any]
) -> None:
    """Note the first state at which each place is seen, on all lines of a deal."""
    if exact.is_over(line):
        return
    places.setdefault(exact.seen(deal, line), state.copy())
    for move in exact.legal(line):
        then = state.copy()
        rules.apply(cards, then, MOVES[move])
        _walk(cards, deal, exact.after(line, move), then, places)
