"""Brick & Mortar as people see it: moves in words, and the table.

In: a game's data, for the names, and a state. Out: texts and a `View`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cached_property, partial
from typing import Any

from generator.data.game import Game
from rules_check.engine.view import NOBODY, Counter, Pile, View, Zone
from rules_check.games.brick_and_mortar.game import rules
from rules_check.games.brick_and_mortar.state import SLOTS, Phase
from rules_check.rules import EMPTY, ids_of
from rules_check.toolkit.moves import numbers_of
from rules_check.toolkit.prose import joined, who_is
from rules_check.toolkit.texts import texts

words = texts(__file__, "show")
OF_PLACES = (Phase.MAKE, Phase.CRAFT, Phase.TAKE, Phase.MOVE, Phase.SAVE, Phase.RESALE, Phase.RETURN)
"""Decisions about the power of one store."""


class Names:
    """What things are called, by the numbers that the record has for them."""

    def __init__(self, game: Game, cards: Any) -> None:
        self.game, self.cards = game, cards

    @cached_property
    def types(self) -> list[str]:
        return [str(row.name).lower() for row in self.game.context["tables"]["type"]]

    def id(self, store: int) -> str:
        return ids_of(self.cards, "store")[store]

    def store(self, store: int) -> str:
        return str(self.game.cards[self.id(store)].record.name)

    def item(self, type_: int, count: int) -> str:
        return words("items", n=count, type=self.types[type_])

    def card(self, card: int) -> str:
        pictures = enumerate(self.cards.pictures[card, : self.cards.types].tolist())
        return joined([self.item(type_, n) for type_, n in pictures if n] or [words("nothing")])

    def numbers(self, store: int) -> tuple[str, ...]:
        """Write what a store costs, its bill and its points."""
        card = self.game.cards[self.id(store)].record
        return tuple(words(f"about.{name}", n=card[name]) for name in ("cost", "utility", "points"))

    def does(self, store: int) -> str:
        """Write what a store holds and can do, as its card says."""
        card, cards, said = self.game.cards[self.id(store)].record, self.cards, list[str]()
        for type_, name in enumerate(self.types):
            if room := int(cards.capacity[store, type_]):
                said.append(words("about.room", type=name, n=room, shelves=int(cards.shelves[store, type_])))
        if card.margin:
            said.append(words("about.dearer" if card.margin > 0 else "about.cheaper", n=abs(card.margin)))
        if card.power:
            each = ", ".join(f"{name} {n}" for name, n in zip(self.types, card.by_type or (), strict=False) if n)
            known = {
                "amount": card.amount,
                "each": card.each,
                "type": str(card.type.name).lower() if card.type else "",
                "by_type": each,
            }
            text = str(card.power.text).replace("**", "")
            text = re.sub(r"\{(\w+)\}", lambda found: str(known[found[1]]), text)
            return ". ".join([*([", ".join(said)] if said else []), re.sub(r"\b1 points", "1 point", text)])
        return ", ".join(said)

    def about(self, store: int) -> str:
        return ", ".join([*self.numbers(store), self.does(store)])

    def piles(self, kind: str, held: list[int]) -> tuple[Pile, ...]:
        """Lay out stores or market cards that can be seen."""
        said, ids = self.store if kind == "store" else self.card, ids_of(self.cards, kind)
        return tuple(Pile(said(one), ids[one]) for one in held)

    def holding(self, state: Any, seat: int, slot: int) -> str:
        """Write what a store holds, of what it can: "Bakery (food 2 of 4)"."""
        store, parts = int(state.building[seat, slot]), list[str]()
        for type_ in range(int(self.cards.types)):
            if room := int(self.cards.capacity[store, type_]):
                count = int(state["items"][seat, slot, type_].sum())
                parts.append(words("of", type=self.types[type_], n=count, room=room))
        return words("holding", store=self.store(store), items=", ".join(parts)) if parts else self.store(store)


def known_of(names: Names, state: Any, move: int) -> dict[str, Callable[[], object]]:
    """Gather what texts about a move may name."""
    a, b = numbers_of(move)
    type_, cards = int(state.type), names.cards
    at = divmod(int(state.place), SLOTS)
    return {
        "store": lambda: names.store(a),
        "about": lambda: names.about(a),
        "cost": lambda: int(cards.cost[a]),
        "lot": lambda: names.store(int(state.lot)),
        "card": lambda: names.card(a),
        "n": lambda: a,
        "m": lambda: b,
        "price": lambda: int(cards.highest[type_]),
        "cost_of": lambda: int(cards.point_cost[a]),
        "brings": lambda: int(cards.point_sale) * a,
        "type": lambda: names.types[min(type_, len(names.types) - 1)],
        "made": lambda: names.types[cards.power_type[state.building[at]]],
        "place": lambda: names.store(int(state.building[at])),
        "points": lambda: int(cards.amount[state.building[at]]),
        "swap": lambda: int(cards.amount[a]),
        "other": lambda: who_is(a, NOBODY),
    }


def word_of(cards: Any, state: Any, move: int) -> str:
    return rules.move_text(cards, state, move).split()[0]


def text_of(cards: Any, state: Any, move: int) -> str:
    """Name the text about a move: its word, or another where it names none of something."""
    word = word_of(cards, state, move)
    return f"{word}-none" if word in ("stock", "take", "offer", "sell") and numbers_of(int(move))[0] == 0 else word


@rules.verb
def describe(game: Game, cards: Any, state: Any, move: int) -> str:
    return words.of(known_of(Names(game, cards), state, int(move)), "move", text_of(cards, state, move))


@rules.verb
def touched(game: Game, cards: Any, state: Any, move: int) -> list[str]:
    """List the stores and market cards that a move is about."""
    word, first = word_of(cards, state, move), numbers_of(int(move))[0]
    if word in ("keep", "start", "buy", "bid", "close", "open", "put", "move", "from", "swap", "shed"):
        return [ids_of(cards, "store")[first]]
    if word in ("raise", "drop"):
        return [ids_of(cards, "store")[int(state.lot)]]
    return [ids_of(cards, "market")[first]] if word in ("supply", "demand", "change", "discard") else []


# ------------------------------------------------------------------------------------------------------------ the table
@rules.verb
def view(game: Game, cards: Any, state: Any, seat: int) -> View:
    """Lay out the table as a seat sees it; -1 sees all."""
    names, types = Names(game, cards), range(int(cards.types))
    dock = words("list", parts=[words("dock", type=names.types[t], n=int(state.dock[t]), least=int(cards.least[t])) for t in types])
    boxes = words("list", parts=[words("boxes", type=names.types[t], n=int(state.boxes[t])) for t in types])
    row = state.row[: state.row[-1]].tolist()
    piles = [
        Pile(names.store(one), names.id(one), facts=names.numbers(one), beside=(Pile(names.does(one), names.id(one)),))
        for one in row
    ]
    zones = [Zone(words("zone.market"), words=dock)]
    if Phase.MOVE <= state.phase <= Phase.RESALE and state.end == 0:
        zones.append(Zone(words("zone.boxes"), words=boxes))
    if state.phase == Phase.AGENCY and state.end == 0:
        zones += _laid(names, state, seat)
    zones.append(Zone(words("zone.row"), tuple(piles)))
    zones.append(Zone(words("zone.next"), names.piles("store", state.next_up[: state.next_up[-1]].tolist())))
    order = [who_is(one, seat) for one in state.order[: state.players].tolist()]
    zones.append(Zone(words("zone.order"), words=", ".join(order)))
    counters = list[Counter]()
    for one in range(state.players):
        zones += _zones(names, state, one, seat)
        for name in ("points", "money", "debt"):
            n = int(state[name][one])
            if name != "debt" or n:
                counters.append(Counter(one, words.of({}, "counter", name), n, words.of({"n": partial(int, n)}, "count", name)))
    if state.end != 0:
        return View((words("over"),), tuple(zones), tuple(counters))
    doing = words.of(
        {"type": lambda: names.types[min(int(state.type), len(names.types) - 1)]}, "doing", Phase(state.phase).name.lower()
    )
    return View(
        (words("month", month=int(state.rounds), who=who_is(state.seat, seat).capitalize(), doing=doing),),
        tuple(zones),
        tuple(counters),
    )


def _laid(names: Names, state: Any, viewer: int) -> Iterator[Zone]:
    """Lay out what lies in the middle while more cards may be played; who may has seen all Demand Cards, and not whose they are."""
    yield Zone(words("zone.shown"), names.piles("market", state.shown[: state.shown[-1]].tolist()))
    if viewer == NOBODY or state.peeked >> viewer & 1:
        yield Zone(
            words("zone.all-demanded"),
            names.piles("market", sorted(one for one in state.demanded[..., :-1].ravel().tolist() if one >= 0)),
        )


def _zones(names: Names, state: Any, seat: int, viewer: int) -> Iterator[Zone]:
    """Lay out what is a seat's: its stores with what they hold, and its hands, of which others see the numbers."""
    shops = [Pile(names.holding(state, seat, n), names.id(int(state.building[seat, n]))) for n in range(state.building[seat, -1])]
    yield Zone(words("zone.building"), tuple(shops), seat)
    for name, kind in (("passing", "store"), ("hand", "store"), ("holds", "market"), ("demanded", "market")):
        zone = state[name][seat]
        held = [one for one in zone[..., :-1].ravel().tolist() if one != EMPTY]
        piles = names.piles(kind, held)
        if viewer not in (NOBODY, seat):
            piles = (Pile(words("face-down", n=len(held)), count=len(held), back=words.of({}, "back", kind)),)
        if held:
            yield Zone(words.of({}, "zone", name), piles, seat)
