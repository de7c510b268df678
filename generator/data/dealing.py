"""The result of a `setup:`: where cards are for a number of players, dealt from a seed.

In: a game, its `TableSetup`, a number of players, a seed. Out: a `Laid` table, or every step that
asks for more than exists. The same seed lays the same table. Knows nothing about who sees it, nor
about pictures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

from generator.data import messages as say
from generator.data.formulas import BY_ZERO, FormulaFault
from generator.data.game import Component, Game, Record, for_players
from generator.data.problems import Place, Problem, counted
from generator.data.setting import (
    Step,
    TableSetup,
    Zone,
    amount_of,
    cards_of,
    place_of,
    player_counts,
    refuse_zero,
)

MOST_SHORTAGES = 50


@dataclass(frozen=True)
class LaidPiece:
    """One card, or one piece without a face, such as a wooden cube: its id, or that of its
    component. `copy` distinguishes copies.
    """

    id: str
    copy: int
    record: Record | None = field(default=None, compare=False, repr=False)


Spot = tuple[str, int | None, str]
"""The position of pieces: the zone, its seat (from 0; None for a common one), and the pile ('' if
it has only one).
"""


@dataclass
class Laid:
    """A table at the beginning of play. The last piece of each pile is on top; `box` counts what is
    in no pile. `faults` are steps that cannot mean what they say.
    """

    players: int
    piles: dict[Spot, list[LaidPiece]]
    counters: dict[tuple[str, int | None], int]
    box: Counter[str]
    shortages: list[Shortage]
    faults: list[Problem] = field(default_factory=list)

    def cards_in(self, zone: str, seat: int | None = None) -> list[LaidPiece]:
        """List the contents of a zone, pile by pile."""
        pieces = []
        for (name, owner, _), pile in self.piles.items():
            if (name, owner) == (zone, seat):
                pieces += pile
        return pieces


@dataclass(frozen=True)
class Shortage:
    """A step that asks for more than exists, for one number of players."""

    players: int
    wanted: int
    found: int
    source: str
    place: Place
    text: str
    is_counter: bool = False


def lay(game: Game, setting: TableSetup, players: int, seed: int = 0) -> Laid:
    """Lay out a game for a number of players and deal it. Raises ProblemError if that number cannot
    play it.
    """
    whole = game.for_all
    needed = for_players(whole, players) if "players" in whole.info else whole
    return _Dealer(needed, whole, setting, players, seed).laid()


class _Dealer:
    def __init__(
        self, game: Game, whole: Game, setting: TableSetup, players: int, seed: int
    ) -> None:
        self.game, self.whole, self.setting, self.players = game, whole, setting, players
        self.chance = Random(f"{seed}/{players}")
        self.piles: dict[Spot, list[LaidPiece]] = {}
        self.counters: dict[tuple[str, int | None], int] = {}
        self.shortages: list[Shortage] = []
        self.faults: dict[Place, Problem] = {}
        self.pieces = {component.id: _pieces_of(component) for component in game.components}

    def laid(self) -> Laid:
        for zone in self.setting.zones.values():
            for seat in self._seats(zone.is_own):
                for pile in zone.pile_names:
                    self.piles[(zone.name, seat, pile)] = []
        for zone in self.setting.zones.values():
            if zone.is_full:
                self._fill(zone)
        for counter in self.setting.counters.values():
            for seat in self._seats(counter.is_own):
                with self._reported(counter.place):
                    self.counters[(counter.name, seat)] = int(
                        counter.start.value(self._names(seat))
                    )
        for step in self.setting.steps:
            self._do(step, None)
        placed = {(piece.id, piece.copy) for pile in self.piles.values() for piece in pile}
        box = Counter(
            piece.id
            for pieces in self.pieces.values()
            for piece in pieces
            if (piece.id, piece.copy) not in placed
        )
        if self.setting.surface is not None:
            box -= Counter([self.setting.surface])
        return Laid(
            self.players, self.piles, self.counters, box, self.shortages, [*self.faults.values()]
        )

    def _seats(self, is_own: bool) -> Iterable[int | None]:
        return range(self.players) if is_own else (None,)

    # ----------------------------------------------------------------------------------- beginnings

    def _fill(self, zone: Zone) -> None:
        """Put everything that a zone holds there: a player's zone gets that player's share."""
        cards = frozenset(cards_of(self.whole, zone))
        for component in self.game.components:
            pieces = self._held(zone, component, cards)
            shares = self._shares(component, pieces) if zone.is_own else [pieces]
            for seat, share in zip(self._seats(zone.is_own), shares, strict=True):
                self._put(zone.name, seat, share)
        if zone.is_face_down and not zone.is_in_order:
            for spot, pile in self.piles.items():
                if spot[0] == zone.name:
                    self.chance.shuffle(pile)

    def _shares(self, component: Component, pieces: list[LaidPiece]) -> list[list[LaidPiece]]:
        """Divide pieces into shares: each player gets the cards that `for_each` makes for them, if
        it does.
        """
        whole = next(other for other in self.whole.components if other.id == component.id)
        if not component.is_each_player or not whole.has_own_for(self.whole.info.players[1]):
            return _shares(component, pieces, self.players)
        seats, shares = whole.rows(), [list[LaidPiece]() for _ in range(self.players)]
        for piece in pieces:
            if seats[piece.id] < self.players:
                shares[seats[piece.id]].append(piece)
        return shares

    def _held(self, zone: Zone, component: Component, cards: frozenset[str]) -> list[LaidPiece]:
        if not component.cards:
            return list(self.pieces[component.id]) if component.id in zone.holds else []
        return [piece for piece in self.pieces[component.id] if piece.id in cards]

    def _pile_of(self, zone: Zone, piece: LaidPiece, number: int) -> str:
        """Return the pile of a zone on which one of some pieces is put: that which one of its
        values names, otherwise each of the piles in turn.
        """
        values = piece.record._values.values() if piece.record is not None else ()
        rows = (str(value) for value in values if isinstance(value, Record))
        in_turn = zone.pile_names[number % len(zone.pile_names)]
        return next(filter(zone.piles.__contains__, rows), in_turn)

    # ---------------------------------------------------------------------------------------- steps

    def _names(self, seat: int | None) -> dict[str, Any]:
        """Return the values for formulas: zones as lists of cards, counters, the players."""
        names: dict[str, Any] = {"players": range(1, self.players + 1), BY_ZERO: refuse_zero}
        for zone in self.setting.zones.values():
            if not zone.is_own or seat is not None:
                pieces = self._all_in(zone.name, seat if zone.is_own else None)
                names[zone.name] = [piece.record for piece in pieces]
        for counter in self.setting.counters.values():
            names[counter.name] = self.counters.get(
                (counter.name, seat if counter.is_own else None), 0
            )
        return names

    def _all_in(self, zone: str, seat: int | None) -> list[LaidPiece]:
        pieces = []
        for pile in self.setting.zones[zone].pile_names:
            pieces += self.piles[(zone, seat, pile)]
        return pieces

    def _owner(self, zone: str, seat: int | None) -> int | None:
        return seat if self.setting.zones[zone].is_own else None

    def _do(self, step: Step, seat: int | None) -> None:
        if step.verb == "each":
            for one in range(self.players):
                for inner in step.steps:
                    self._do(inner, one)
            return
        with self._reported(step.place):
            names = self._names(seat)
            if step.condition is not None and not step.condition.value(names):
                return
            count = amount_of(step, names) if step.count is not None else None
            self._carry_out(step, seat, count, names)
            self._check_room(step, seat)

    @contextmanager
    def _reported(self, place: Place) -> Iterator[None]:
        """Record the fault of a step, at most one per place."""
        try:
            yield
        except FormulaFault as fault:
            problem = Problem.of(fault.said.under("setup-step"), place_of(fault, place), fault.hint)
            self.faults.setdefault(place, problem)

    def _check_room(self, step: Step, seat: int | None) -> None:
        """Refuse more than one card in a zone for a single card, or in one of its piles."""
        zone = self.setting.zones.get(step.target)
        if zone is None or not zone.holds_one:
            return
        owners = self._seats(zone.is_own) if step.verb == "deal" else [self._owner(zone.name, seat)]
        piles = zone.pile_names
        most = max(len(self.piles[(zone.name, owner, pile)]) for owner in owners for pile in piles)
        if most > 1:
            raise FormulaFault(say.TOO_MANY_IN_ZONE(zone=zone.name, count=most), 0, len(step.text))

    def _carry_out(
        self, step: Step, seat: int | None, count: int | None, names: Mapping[str, Any]
    ) -> None:
        if step.verb == "shuffle":
            for pile in self.setting.zones[step.target].pile_names:
                self.chance.shuffle(self.piles[(step.target, self._owner(step.target, seat), pile)])
        elif step.verb == "move":
            self._move(step, seat, count, names)
        else:
            act = {"deal": self._deal, "refill": self._refill}.get(step.verb, self._count)
            act(step, seat, count or 0)

    def _count(self, step: Step, seat: int | None, count: int) -> None:
        key = (step.target, seat if self.setting.counters[step.target].is_own else None)
        before = self.counters[key]
        if step.verb == "take":
            self._require(step, count, min(max(before, 0), count))
        self.counters[key] = {"set": count, "add": before + count, "take": before - count}[
            step.verb
        ]

    def _move(
        self, step: Step, seat: int | None, count: int | None, names: Mapping[str, Any]
    ) -> None:
        owner = self._owner(step.source, seat)
        pieces = []
        for piece in reversed(self._all_in(step.source, owner)):
            if step.which is None or step.which.value({**names, "it": piece.record}):
                pieces.append(piece)
        chosen = pieces if count is None else pieces[:count]
        if count is not None:
            self._require(step, count, len(chosen))
        self._take_out(step.source, owner, chosen)
        self._put(step.target, self._owner(step.target, seat), chosen, step.is_at_bottom)

    def _deal(self, step: Step, seat: int | None, count: int) -> None:
        """Deal to each player, or to each pile of a zone, one round of cards after another."""
        zone = self.setting.zones[step.target]
        owner = self._owner(step.source, seat)
        targets: list[Spot] = []
        for one in self._seats(zone.is_own):
            for pile in zone.pile_names:
                targets.append((zone.name, one, pile))
        self._require(
            step,
            count * len(targets),
            min(count * len(targets), len(self._all_in(step.source, owner))),
        )
        rounds = min(count, len(self._all_in(step.source, owner)))
        for _ in range(rounds):
            for target in targets:
                drawn = self._draw(step.source, owner, 1)
                self.piles[target].extend(drawn)

    def _refill(self, step: Step, seat: int | None, count: int) -> None:
        owner = self._owner(step.target, seat)
        zone = self.setting.zones[step.target]
        for pile in zone.pile_names:
            lacking = max(count - len(self.piles[(zone.name, owner, pile)]), 0)
            drawn = self._draw(step.source, self._owner(step.source, seat), lacking)
            self._require(step, lacking, len(drawn))
            self.piles[(zone.name, owner, pile)].extend(drawn)

    def _draw(self, zone: str, seat: int | None, count: int) -> list[LaidPiece]:
        drawn: list[LaidPiece] = []
        for pile in self.setting.zones[zone].pile_names:
            pieces = self.piles[(zone, seat, pile)]
            while pieces and len(drawn) < count:
                drawn.append(pieces.pop())
        return drawn

    def _take_out(self, zone: str, seat: int | None, pieces: list[LaidPiece]) -> None:
        gone = set(pieces)
        for pile in self.setting.zones[zone].pile_names:
            spot = (zone, seat, pile)
            self.piles[spot] = [piece for piece in self.piles[spot] if piece not in gone]

    def _put(
        self, name: str, seat: int | None, pieces: list[LaidPiece], is_at_bottom: bool = False
    ) -> None:
        zone = self.setting.zones[name]
        for number, piece in enumerate(pieces):
            pile = self.piles[(name, seat, self._pile_of(zone, piece, number))]
            pile.insert(0 if is_at_bottom else len(pile), piece)

    def _require(self, step: Step, wanted: int, found: int) -> None:
        if found < wanted and len(self.shortages) < MOST_SHORTAGES:
            self.shortages.append(
                Shortage(
                    self.players,
                    wanted,
                    found,
                    step.source or step.target,
                    step.place,
                    step.text,
                    is_counter=step.verb == "take",
                )
            )


def refills_left(game: Game, setting: TableSetup, zone: Zone, players: int) -> int:
    """Count the cards left for a zone in the deck it is refilled from, once the table is laid: each
    refill takes one.
    """
    assert zone.refilled_from is not None
    laid = lay(game, setting, players)
    seat = 0 if setting.zones[zone.refilled_from].is_own else None
    return len(laid.cards_in(zone.refilled_from, seat))


def _pieces_of(component: Component) -> list[LaidPiece]:
    if component.dice or component.pad:
        return []
    if not component.cards:
        return [LaidPiece(component.id, copy) for copy in range(component.count)]
    pieces = []
    for card in component.cards:
        for copy in range(card.copies):
            pieces.append(LaidPiece(card.id, copy, card.record))
    return pieces


def _shares(component: Component, pieces: list[LaidPiece], players: int) -> list[list[LaidPiece]]:
    """Divide pieces into shares: each player gets one of every entry, or the same number of copies
    of each card; the rest stays in the box.
    """
    entries = {card.id: card.entry for card in component.cards}
    by_entry: dict[str, list[LaidPiece]] = {}
    by_card: dict[str, list[LaidPiece]] = {}
    for piece in pieces:
        by_entry.setdefault(entries.get(piece.id, piece.id), []).append(piece)
        by_card.setdefault(piece.id, []).append(piece)
    piles = [pieces]
    if component.is_each_player and set(map(len, by_entry.values())) <= {players}:
        piles = list(by_entry.values())
    elif all(len(copies) >= players for copies in by_card.values()):
        piles = list(by_card.values())
    shares: list[list[LaidPiece]] = [[] for _ in range(players)]
    for pile in piles:
        for seat, share in enumerate(shares):
            share += _part(pile, seat, players)
    return shares


def _part(pieces: list[LaidPiece], seat: int, players: int) -> list[LaidPiece]:
    size = len(pieces) // players
    return pieces[seat * size : (seat + 1) * size]


def shortages(game: Game, setting: TableSetup) -> list[Problem]:
    """Find the steps that ask for more than exists or cannot mean what they say, for every number
    of players of the game: one problem per step.
    """
    by_step: dict[tuple[Place, str], list[Shortage]] = {}
    faults: dict[Place, Problem] = {}
    for players in player_counts(game):
        laid = lay(game, setting, players)
        for shortage in laid.shortages:
            by_step.setdefault((shortage.place, shortage.text), []).append(shortage)
        for fault in laid.faults:
            faults.setdefault(fault.place, fault)
    return [*faults.values(), *map(_problem, by_step.values())]


def _problem(found: list[Shortage]) -> Problem:
    worst = max(found, key=lambda one: one.wanted - one.found)
    counts = sorted({one.players for one in found})
    with_ = counted(counts[0], "player")
    if len(counts) > 1:
        with_ = f"{counts[0]} to {counted(counts[-1], 'player')}"
    message = say.SETUP_SHORT(
        step=worst.text,
        wanted=worst.wanted,
        players=counted(worst.players, "player"),
        source=worst.source,
        found=worst.found,
    )
    mended = "deal fewer, or make more `copies`"
    if worst.is_counter:
        mended = "take less, or start the counter higher"
    hint = f"with {with_} there are not enough: {mended}"
    return Problem.of(message, worst.place, hint)
