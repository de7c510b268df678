"""How a player who learned Leduc poker by the tool plays, as a strategy of `exact`."""

from __future__ import annotations

from typing import Any

from rules_check.engine.game import new_state
from rules_check.engine.kept import Learned
from rules_check.prove.learning import odds_in
from tests.truth.leduc_poker import exact
from tests.truth.leduc_poker.leduc import CALL, FOLD, RAISE, rules

MOVES = {"f": int(FOLD) << 40, "c": int(CALL) << 40, "r": int(RAISE) << 40}


def strategy_of(learned: Learned, cards: Any) -> exact.Strategy:
    """Ask for the odds at every place that whoever is due can see."""
    places = dict[exact.Place, Any]()
    for deal in sorted(set(exact.DEALS)):
        state = new_state(rules)
        rules.new_game(cards, state, 2, 1, 1)
        first, second, third = _cards_of(deal)
        rest = [card for card in range(6) if card not in (first, second, third)]
        state.hand[0, 0], state.hand[1, 0], state.deck[:4] = first, second, [*rest, third]
        _walk(cards, deal, "", state, places)
    states = new_state(rules, len(places))
    for n, state in enumerate(places.values()):
        states[n] = state
    odds = odds_in(rules, cards, learned, states)
    found = {
        place: dict(zip(exact.legal(place[2]), row.tolist(), strict=False))
        for place, row in zip(places, odds, strict=True)
    }
    return found.__getitem__


def _cards_of(deal: tuple[int, ...]) -> list[int]:
    """Choose three different cards of the ranks of a deal."""
    taken = list[int]()
    for rank in deal:
        taken.append(next(card for card in (2 * rank, 2 * rank + 1) if card not in taken))
    return taken


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
