"""Who gets which card without choosing it, and how often they win: for a strong card that is won by
a bid, in a trick or in a battle.

In: the states of games before and after each decision, and their places. Out: `Holding`, and from
it measurements. Knows no game.

A player chooses a good card because of what else goes well, and an expensive one because it is
rich, so that its buyers win more often without the card being too strong. What comes to a player
without a choice is no such sign, and all cards of a kind come in the same way. Only a card that is
far above all others of its kind is too strong: that some are worth more is how most games are made.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from generator.data.game import Game
from generator.data.problems import counted
from rules_check.engine.game import Rules
from rules_check.engine.noting import SUMS, WIN, fold
from rules_check.prove.balance import FEW_CARDS, SPREAD
from rules_check.toolkit.moves import ids_of
from rules_check.toolkit.records import Field, GameState
from rules_check.toolkit.things import thing_of
from rules_check.verdict.findings import Measurement, judge
from rules_check.verdict.statistics import points, ratio_from

Thing = tuple[str, int]
"""A card: its kind, and its number."""
FEWEST_GAMES = 30
"""The number of games in which a card must have come to somebody to be compared."""


def is_recorded(rules: Rules) -> bool:
    """Return whether rules say which cards a move uses, so that all games record who used them."""
    declared = getattr(rules, "declared", None)
    return declared is None or "card_of" in declared.own


class Holding:
    """What came to seats in some games; call `begin`, then `step` after each decision, and at last
    `close`.
    """

    def __init__(self, rules: Rules, cards: Any) -> None:
        declared: Any = getattr(rules, "State", GameState)
        self.fields = defaultdict[str, list[tuple[str, Field]]](list)
        """By kind of cards, the fields that hold those of each seat."""
        for name, field in declared.fields.items():
            is_named = f"{field.cards_of}_name" in (cards.dtype.names or ())
            if is_named and field.has_seats(declared.seats):
                self.fields[field.cards_of].append((name, field))
        self.ids = {kind: ids_of(cards, kind) for kind in self.fields}
        self.sums = {kind: np.zeros((len(ids), SUMS), np.int64) for kind, ids in self.ids.items()}
        """By kind, what `ratio_from` reads: the seats to which each card came in a game, and their
        wins in parts of WIN.
        """
        self._held = dict[str, Any]()
        self._came = dict[str, Any]()
        self._parts = dict[str, list[_Part]]()

    def begin(self, state: Any) -> None:
        """Note what the seats have when a game begins, which does not count as having come. The
        same state is looked at in each step.
        """
        players = int(state.players)
        self._parts = {
            kind: [_Part(field, state[name][:players], len(self.ids[kind])) for name, field in held]
            for kind, held in self.fields.items()
        }
        self._held = {kind: self._cards_of(kind) for kind in self.fields}
        self._came = {kind: np.zeros_like(held) for kind, held in self._held.items()}

    def step(self, seat: int, named: Iterable[Thing], forced: Iterable[Thing] = ()) -> None:
        """Note what has come to seats since the last decision, except what the move of `seat`
        named, and what moves named that were the only ones possible.
        """
        for kind, before in self._held.items():
            after = self._held[kind] = self._cards_of(kind)
            if after is before:
                continue
            came = after & ~before
            if came.any():
                came[seat, [card for of, card in named if of == kind]] = False
                came[:, [card for of, card in forced if of == kind]] = False
                self._came[kind] |= came

    def close(self, places: Any) -> None:
        """Add a game to the sums: what seats still have of what came to them, and who won."""
        won = np.asarray(places) == 1
        wins = np.where(won, WIN // max(1, int(won.sum())), 0)
        for kind, came in self._came.items():
            kept = came & self._held[kind]
            for card in np.flatnonzero(kept.any(axis=0)).tolist():
                has = kept[:, card]
                fold(self.sums[kind], card, int(has.sum()), int(wins[has].sum()))

    def _cards_of(self, kind: str) -> Any:
        """Return which cards each seat has: bool of shape (players, cards), the same array as long
        as nothing changes.
        """
        parts = self._parts[kind]
        changed = [part.is_changed() for part in parts]  # each is read
        if not any(changed):
            return self._held[kind]
        return np.logical_or.reduce([part.held for part in parts])


class _Part:
    """The cards that seats have in one field: `held`, bool of shape (players, cards)."""

    def __init__(self, field: Field, values: Any, number: int) -> None:
        self.field, self.values, self.number = field, values, number
        self.content, self.held = b"", np.zeros((len(values), number), bool)

    def is_changed(self) -> bool:
        """Read the field again; return whether it changed since it was last read."""
        content = self.values.tobytes()
        if content == self.content:
            return False
        self.content = content
        values = self.values.reshape(len(self.values), -1, self.field.shape[-1])
        if self.field.is_count:
            self.held = values[:, :, : self.number].any(axis=1)
            return True
        is_card = values >= 0
        if self.field.zone_of is not None:  # its last entry is the number of cards
            is_card = np.arange(values.shape[-1]) < values[:, :, -1:]
        self.held = np.zeros_like(self.held)
        self.held[np.nonzero(is_card)[0], values[is_card]] = True
        return True


def standing_out(measured: Sequence[Measurement]) -> Iterator[Measurement]:
    """Pick the cards that are far too strong, judged as one of all: of the others, what comes to
    players proves too little to be listed.
    """
    for measurement, finding in zip(measured, judge(measured), strict=True):
        if finding.verdict == "warning":
            yield measurement


def holding_measurements(
    holding: Holding, players: int, limits: dict[str, float], game: Game
) -> Iterator[Measurement]:
    """Measure how often players win to whom a card came without a choice, and kept it, compared
    with the median of its kind.
    """
    about = counted(players, "player")
    for kind, ids in holding.ids.items():
        rates = {}
        for card, sums in enumerate(holding.sums[kind].tolist()):
            if sums[-1] >= FEWEST_GAMES:
                rates[card] = ratio_from(sums, WIN)
        if len(rates) < FEW_CARDS:
            continue
        shares = np.array([100 * rate.number for rate in rates.values()])
        middle = float(np.median(shares))
        usual = 1.4826 * float(np.median(abs(shares - middle)))
        most = middle + max(limits["taken"], SPREAD * usual)
        for card, rate in rates.items():
            thing = thing_of(game, ids[card])
            yield Measurement(
                "card-taken",
                ids[card],
                "balance",
                f"players to whom '{thing.name}' comes, without choosing it, win {{}} of games",
                *points(rate),
                rate.games,
                (-np.inf, most),
                standard=f"{about}; {middle:.1f} % is usual for {kind}",
                too_much="far stronger than similar cards",
                place=thing.place,
                hint="lower what it gives, or let players pay more for it",
                players=players,
            )
