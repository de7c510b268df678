"""The box against play: whether there are enough pieces that change hands, such as coins, for the
games that were played.

In: played games, and the pieces that the rules need according to their accounts. Out: measurements.
Knows no game.

Everything the seats have when a game is over has to be on the table at the same time, with the
exact amount for each seat; pieces that went back to the supply earlier do not count. So a game
reported to need more than the box holds really does, but one that needed more half-way may go
unnoticed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from generator.data.findings import Shown
from generator.data.game import Game
from generator.data.problems import counted
from rules_check.engine.game import Rules, unit_of
from rules_check.play.simulate import Played
from rules_check.prove.soundness import happening
from rules_check.toolkit.pieces import Piece, values_of
from rules_check.verdict.findings import Measurement
from rules_check.verdict.statistics import Rate, points

MOST_GAMES = 2000
"""The number of games examined, the first of those played."""
_STEPS = 1000
"""The number of ways of distributing pieces that are tried before they are assumed to be enough."""


def supply_measurements(
    rules: Rules, played: Played, word: str, limits: dict[str, float], game: Game
) -> Iterator[Measurement]:
    """Measure in how many games the box holds too few pieces for what the seats have at the end."""
    about = counted(played.players, "player")
    for piece in getattr(rules, "PIECES", ()):
        components = piece.among(game.components) if piece.sums else []
        if not components:
            continue
        held, values = held_of(played, piece)[:MOST_GAMES], values_of(components)
        there, totals = sum(value * count for value, count in values), held.sum(axis=1)
        is_short = short_games(held, values)
        most, shown = int(totals.max(initial=0)), None
        if is_short.any():
            worst = int(np.flatnonzero(is_short)[np.argmax(totals[is_short])])
            shown = Shown(played.players, word, played.seed, played.first + worst)
        if len(totals):
            usual = int(np.percentile(totals, 100 - limits["supply"], method="higher"))
        else:
            usual = 0
        unit = unit_of(rules) if set(piece.sums) <= set(played.columns.ledger) else f"{piece.name}s"
        yield Measurement(
            "supply-short",
            f"{components[0].id}, {about}",
            "census",
            f"with {about}, the players in {{}} of games own more {unit} than '{components[0].name}' "
            "can pay out: "
            f"the pieces make {there}, but up to {most} are needed at once",
            *points(Rate(int(is_short.sum()), len(held))),
            len(held),
            (0.0, limits["supply"]),
            standard=f"limit {limits['supply']:g} %",
            too_much="too few",
            place=game.root.at(("components", components[0].id, "count"))[0].place,
            shown=shown,
            hint=(
                f"print pieces worth {usual} in total, or more small ones, or say in the rulebook "
                f"what replaces {unit} when they run out"
            ),
        )


def scarce_measurements(
    rules: Rules, played: Played, limits: dict[str, float], game: Game
) -> Iterator[Measurement]:
    """Measure in how many games something runs out that the rules say should rarely do so."""
    hint = "put more of it into the box, or make each round use less"
    for name in getattr(rules, "SCARCE", ()):
        yield happening(rules, played, name, "runs-out", "census", limits["scarce"], game, hint)


def held_of(played: Played, piece: Piece) -> Any:
    """Return how much of a piece each seat has when a game is over, of shape (games, seats); a
    count for the whole game belongs to one seat.
    """
    ledger, counts = played.columns.ledger, played.columns.counts
    own = played.ledger[:, :, [ledger.index(name) for name in piece.sums if name in ledger]].sum(
        axis=2
    )
    shared = played.counts[
        :, [counts.index(name) for name in piece.sums if name not in ledger]
    ].sum(axis=1)
    own[:, 0] += shared
    return np.maximum(own, 0)


def short_games(held: Any, values: Sequence[tuple[int, int]]) -> Any:
    """Mark the games in which pieces, in descending order of value, cannot pay each seat its exact
    amount.
    """
    there, rest = sum(value * count for value, count in values), held.astype(np.int64)
    for value, count in values:  # all take as many of the most valuable as they can, in turn
        wanted = rest // value
        before = np.cumsum(wanted, axis=1) - wanted
        rest -= value * np.clip(count - before, 0, wanted)
    is_short = rest.sum(axis=1) > 0
    known = dict[tuple[int, ...], bool]()
    for game in np.flatnonzero(is_short & (held.sum(axis=1) <= there)):
        amounts = tuple(sorted(map(int, held[game]), reverse=True))
        if amounts not in known:
            known[amounts] = not can_pay(amounts, values)
        is_short[game] = known[amounts]
    return is_short


def can_pay(amounts: Sequence[int], values: Sequence[tuple[int, int]]) -> bool:
    """Return whether pieces can be distributed to make each amount exactly; if that takes too long
    to find out, True.
    """
    dead, steps = set[tuple[int, tuple[int, ...]]](), [0]

    def ways(amount: int, n: int, left: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Yield what is left after each way of making an amount from the pieces from the n-th on,
        most valuable first.
        """
        if n == len(values):
            if amount == 0:
                yield left
            return
        for used in range(min(left[n], amount // values[n][0]), -1, -1):
            steps[0] += 1
            if steps[0] > _STEPS:
                return
            yield from ways(
                amount - used * values[n][0], n + 1, (*left[:n], left[n] - used, *left[n + 1 :])
            )

    def pay(seat: int, left: tuple[int, ...]) -> bool:
        if seat == len(amounts):
            return True
        if (seat, left) in dead:
            return False
        if any(pay(seat + 1, more) for more in ways(amounts[seat], 0, left)):
            return True
        dead.add((seat, left))
        return False

    return pay(0, tuple(count for _, count in values)) or steps[0] > _STEPS
