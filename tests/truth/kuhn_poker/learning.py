"""How a player who learned Kuhn poker by the tool plays, as strategies of `exact`."""

from __future__ import annotations

from typing import Any

from rules_check.engine.game import new_state
from rules_check.engine.kept import Learned
from tests.truth.kuhn_poker import exact
from tests.truth.kuhn_poker.kuhn import rules
from tests.truth.odds import odds_in

PLACES = [(card, line) for card in range(3) for own in exact.LINES for line in own]


def strategies_of(learned: Learned, cards: Any) -> list[dict[tuple[int, str], float]]:
    """Ask for the chance to bet at every place, for each of the two players."""
    states = new_state(rules, len(PLACES))
    for n, (card, line) in enumerate(PLACES):
        state, seat = states[n], len(line) % 2
        rules.new_game(cards, state, 2, 1, 1)
        state.hand[seat, 0], state.hand[1 - seat, 0], state.deck[0] = (
            card,
            (card + 1) % 3,
            (card + 2) % 3,
        )
        state.seat = seat
        if "b" in line:
            better = line.index("b") % 2
            state.paid[better], state.chips[better] = 2, 0
    bets = odds_in(rules, cards, learned, states)[:, 1]
    chances = {place: float(bet) for place, bet in zip(PLACES, bets, strict=True)}
    return [
        {place: bet for place, bet in chances.items() if place[1] in own} for own in exact.LINES
    ]


def exploitability(learned: Learned, cards: Any) -> float:
    """Return what best responses win against a player, in chips, on the average of both seats."""
    first, second = strategies_of(learned, cards)
    best = max(float(exact.value(other, second)) for other in exact.pure_strategies(0))  # type: ignore[arg-type]
    answer = max(-float(exact.value(first, other)) for other in exact.pure_strategies(1))  # type: ignore[arg-type]
    return (best + answer) / 2
