"""Brick & Mortar as people see it: moves in words, and the table.

In: a game's data, for the names, and a state. Out: texts and a `View`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import Any

from generator.data.game import Game
from rules_check.games.brick_and_mortar import rulings as ruled
from rules_check.games.brick_and_mortar.building import price_of
from rules_check.games.brick_and_mortar.course import bill_of
from rules_check.games.brick_and_mortar.game import rules
from rules_check.games.brick_and_mortar.holdings import lowest_shelf, tokens_for
from rules_check.games.brick_and_mortar.state import SLOTS, Phase, Step
from rules_check.games.brick_and_mortar.supply import FOURTH, stock_cost
from rules_check.telling import (
    NOBODY,
    Naming,
    Pile,
    View,
    Zone,
    counters,
    held,
    ids_of,
    joined,
    leave_uncompiled,
    numbers_of,
    texts,
    who_is,
)

words = texts(__file__, "show")
PHASES = (
    ("draft", Phase.KEEP),
    ("building", Phase.MANAGE),
    ("advertisement", Phase.CHANGE),
    ("supply", Phase.TAKE),
    ("sale", Phase.RESALE),
    ("inventory", Phase.RETURN),
    ("investment", Phase.INVEST),
)
"""The phases of a month, each with the last decision that can be due in it."""


class Names(Naming):
    """The names of things, by their numbers in the record."""

    @cached_property
    def types(self) -> list[str]:
        return [name.lower() for name in self.names_of("type")]

    def store(self, store: int) -> str:
        return str(self.card_at("store", store).record.name)

    def item(self, type_: int, count: int) -> str:
        return words("items", n=count, type=self.types[type_])

    def card(self, card: int) -> str:
        pictures = enumerate(self.cards.pictures[card, : self.cards.types].tolist())
        return joined([self.item(type_, n) for type_, n in pictures if n] or [words("nothing")])

    def month(self, number: int) -> str:
        """Name a month as in the board's calendar, or by its number if it has no names."""
        words_of_game = self.game.context["words"]
        named = str(words_of_game["month_names"]).split() if "month_names" in words_of_game else []
        return named[number - 1] if number <= len(named) else words("month-number", n=number)

    def numbers(self, store: int) -> tuple[str, ...]:
        """Write a store's cost, utility and points; a Starting Store costs nothing."""
        card = self.card_at("store", store).record
        free = {name for name in ("cost", "utility") if card.starts and not card[name]}
        numbers = []
        for name in ("cost", "utility", "points"):
            if name not in free:
                numbers.append(words(f"about.{name}", n=card[name]))
        return tuple(numbers)

    def does(self, store: int) -> str:
        """Write what a store holds and can do, as on its card."""
        cards, parts = self.cards, list[str]()
        for type_, name in enumerate(self.types):
            if room := int(cards.capacity[store, type_]):
                parts.append(
                    words("about.room", type=name, n=room, shelves=int(cards.shelves[store, type_]))
                )
        margin, power = self.margin(store), self.power(store)
        if margin:
            parts.append(margin)
        return ". ".join(filter(None, (", ".join(parts), power)))

    def margin(self, store: int) -> str:
        """Write how much more or less than usual a store sells for; empty for most stores."""
        margin = self.card_at("store", store).record.margin
        if not margin:
            return ""
        return words("about.dearer" if margin > 0 else "about.cheaper", n=abs(margin))

    def power(self, store: int) -> str:
        """Write the power of a store as on its card; empty if it has no power."""
        card = self.card_at("store", store).record
        if not card.power:
            return ""
        each = ", ".join(
            f"{name} {n}" for name, n in zip(self.types, card.by_type or (), strict=False) if n
        )
        kind = str(card.type.name).lower() if card.type else ""
        known = {"amount": card.amount, "each": card.each, "type": kind, "by_type": each}
        text = re.sub(
            r"\{(\w+)\}", lambda found: str(known[found[1]]), str(card.power.text).replace("**", "")
        )
        return re.sub(r"\b1 points", "1 point", text)

    def about(self, store: int) -> str:
        return ", ".join([*self.numbers(store), self.does(store)])

    def seen(self, kind: str, cards: list[int]) -> tuple[Pile, ...]:
        """Lay out visible stores or market cards."""
        return self.piles(kind, cards, map(self.store if kind == "store" else self.card, cards))

    def holding(self, state: Any, seat: int, slot: int) -> str:
        """Write what a store holds and its capacity: "Bakery (food 2 of 4)"."""
        store, parts = int(state.building[seat, slot]), list[str]()
        for type_ in range(int(self.cards.types)):
            if room := int(self.cards.capacity[store, type_]):
                shelves = state["items"][seat, slot, type_]
                old = int(shelves[lowest_shelf(self.cards, state, seat, slot, type_)])
                held = words("of", type=self.types[type_], n=int(shelves.sum()), room=room)
                parts.append(words("of-old", held=held, old=old) if old else held)
        if parts:
            return words("holding", store=self.store(store), items=", ".join(parts))
        return self.store(store)


def debt_for(names: Names, state: Any, price: int) -> str:
    """Write how many Debt Tokens the deciding seat has to take for a price; empty if it has enough
    money.
    """
    tokens = int(tokens_for(names.cards, price - int(state.money[state.seat])))
    return words("with-tokens", n=tokens) if tokens else ""


def known_of(names: Names, state: Any, move: int) -> dict[str, Callable[[], object]]:
    """Gather the values that texts about a move may name."""
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
        "debt_to_buy": lambda: debt_for(names, state, int(price_of(cards, a, int(cards.cost[a])))),
        "debt_to_bid": lambda: debt_for(names, state, int(price_of(cards, a, b))),
        "debt_to_raise": lambda: debt_for(names, state, int(price_of(cards, int(state.lot), a))),
        "debt_to_stock": lambda: debt_for(
            names, state, int(stock_cost(cards, state, state.seat, a, 0)[0])
        ),
        "stock_cost": lambda: int(stock_cost(cards, state, state.seat, a, 0)[0]),
        "left": lambda: int(state.stock_left if state.phase == Phase.PUT else state.sale_left),
        "unopened": lambda: names.store(int(state.bought[state.seat, 0])),
        "points": lambda: int(cards.amount[state.building[at]]),
        "swap": lambda: int(cards.amount[a]),
        "other": lambda: who_is(a, NOBODY),
    }


def word_of(cards: Any, state: Any, move: int) -> str:
    return rules.move_text(cards, state, move).split()[0]


def text_of(cards: Any, state: Any, move: int) -> str:
    """Return the key of the text for a move: its usual one, or another if the move takes zero of
    something.
    """
    word = word_of(cards, state, move)
    if word == "done" and state.bought[state.seat, -1]:
        return "done-unopened"
    is_none = word in AMOUNTS and numbers_of(int(move))[AMOUNTS[word]] == 0
    return f"{word}-none" if is_none else word


AMOUNTS = {
    **dict.fromkeys(("stock", "take", "offer", "sell", "make", "own"), 0),
    **dict.fromkeys(("put", "from", "shed", "move", "swap"), 1),
}
"""Which of its two numbers is how many things a move is about."""


@rules.verb
def describe(game: Game, cards: Any, state: Any, move: int) -> str:
    return words.of(
        known_of(Names(game, cards), state, int(move)), "move", text_of(cards, state, move)
    )


@rules.verb
def touched(game: Game, cards: Any, state: Any, move: int) -> list[str]:
    """List the stores and market cards involved in a move."""
    word, number = word_of(cards, state, move), numbers_of(int(move))[0]
    if word in ("raise", "drop"):
        number = int(state.lot)
    return [ids_of(cards, TOUCHED[word])[number]] if word in TOUCHED else []


_OF_STORES = "keep start buy bid raise drop close open put move from swap shed"
TOUCHED = {
    **dict.fromkeys(_OF_STORES.split(), "store"),
    **dict.fromkeys(("supply", "demand", "change", "discard"), "market"),
}
"""The kind of the card involved in a move, by the move's first word."""


# ---------------------------------------------------------------------------------------- the table
@rules.verb
def view(game: Game, cards: Any, state: Any, seat: int) -> View:
    """Lay out the table as a seat sees it; -1 sees everything."""
    names, types = Names(game, cards), range(int(cards.types))
    docks = [names.item(t, int(state.dock[t])) for t in types]
    prices = [
        words(
            "prices", type=names.types[t], least=int(cards.least[t]), highest=int(cards.highest[t])
        )
        for t in types
    ]
    row = held(state.row)
    does = names.piles("store", row, map(names.does, row))
    seen = zip(row, names.seen("store", row), does, strict=True)
    piles = [replace(pile, facts=names.numbers(one), beside=(also,)) for one, pile, also in seen]
    order = [who_is(owner, seat) for owner in state.order[: state.players].tolist()]
    now, last = list[Zone](), list[Zone]()
    if state.end == 0:
        if Phase.MOVE <= state.phase <= Phase.RESALE:
            boxes = ", ".join(names.item(t, int(state.boxes[t])) for t in types)
            now.append(Zone(words("zone.boxes"), words=boxes))
        if state.phase == Phase.AGENCY:
            now += _laid(names, state, seat)
        last.append(Zone(words("zone.end"), words=_last(names, state)))
    zones = [
        Zone(words("zone.prices"), words=", ".join(prices)),
        Zone(words("zone.market"), words=", ".join(docks)),
        *now,
        Zone(words("zone.row"), tuple(piles)),
        Zone(words("zone.next"), names.seen("store", held(state.next_up))),
        Zone(words("zone.order"), words=", ".join(order)),
        *last,
        *(zone for owner in range(state.players) for zone in _zones(names, state, owner, seat)),
    ]
    debts = [n or None for n in state.debt.tolist()]
    is_open = cards.money_seen == ruled.MoneySeen.TRACKABLE
    money: list[int | None] = state.money.tolist()
    if not is_open and seat != NOBODY:
        money = [amount if owner == seat else None for owner, amount in enumerate(money)]
    has = counters(words, state.players, points=state.points, money=money, debt=debts)
    if state.end != 0:
        return View((words("over"),), tuple(zones), has)
    known = {
        "type": lambda: names.types[min(int(state.type), len(names.types) - 1)],
        "n": lambda: int(state.played[state.seat]) + 1,
        "most": lambda: _most_played(cards, state),
    }
    doing = words.of(known, "doing", _doing(cards, state))
    phase = words.of({}, "phase", _phase(state))
    who = who_is(state.seat, seat).capitalize()
    heading = words(
        "month", month=names.month(int(state.rounds)), phase=phase, who=who, doing=doing
    )
    return View((heading,), tuple(zones), has)


def _phase(state: Any) -> str:
    """Name the phase of the month to which a decision belongs."""
    for name, last in PHASES:
        if state.phase <= last:
            return name
    return "building" if state.step <= Step.MANAGING else "utilities"


def _doing(cards: Any, state: Any) -> str:
    """Name the text about the current decision."""
    name = Phase(state.phase).name.lower()
    if state.phase != Phase.CARDS or state.to_discard[state.seat] > 0:
        return "discard" if state.phase == Phase.CARDS else name
    return name if state.played[state.seat] < _most_played(cards, state) else "change"


def _most_played(cards: Any, state: Any) -> int:
    """Return how many cards the acting seat plays a month: one more with a fourth building."""
    most = int(cards.cards_played)
    return most + 1 if state.building[state.seat, -1] >= FOURTH else most


def _last(names: Names, state: Any) -> str:
    """Write when the game will end."""
    players, cards = int(state.players), names.cards
    if state.last == 1 or state.rounds == cards.last_month[players]:
        return words("last")
    return words(
        "ends",
        n=int(cards.marker_points[players]),
        month=names.month(int(cards.last_month[players])),
    )


def _laid(names: Names, state: Any, viewer: int) -> Iterator[Zone]:
    """Lay out the cards in the middle while more may be played; a player who may still play has
    seen all Demand Cards, but not whose they are.
    """
    yield Zone(words("zone.shown"), names.seen("market", held(state.shown)))
    if viewer == NOBODY or state.peeked >> viewer & 1:
        yield Zone(words("zone.all-demanded"), names.seen("market", sorted(held(state.demanded))))


def _zones(names: Names, state: Any, seat: int, viewer: int) -> Iterator[Zone]:
    """Lay out a seat's zones: its stores with their contents, and its hands, of which others see
    only the numbers.
    """
    open_ = held(state.building[seat])
    notes = ["; ".join(filter(None, (names.margin(store), names.power(store)))) for store in open_]
    shops = names.piles("store", open_, (names.holding(state, seat, n) for n in range(len(open_))))
    shops = tuple(replace(shop, note=note) for shop, note in zip(shops, notes, strict=True))
    yield Zone(words("zone.building"), shops, seat)
    if open_:
        yield Zone(
            words("zone.bill"), (), seat, words("bill", n=int(bill_of(names.cards, state, seat)))
        )
    for name, kind in (
        ("passing", "store"),
        ("hand", "store"),
        ("holds", "market"),
        ("demanded", "market"),
    ):
        some = held(state[name][seat])
        piles = names.seen(kind, some)
        if name == "hand":
            piles = tuple(
                replace(pile, note=names.about(card))
                for pile, card in zip(piles, some, strict=True)
            )
        if viewer not in (NOBODY, seat):
            piles = (
                Pile(
                    words("face-down", n=len(some)),
                    count=len(some),
                    back=words.of({}, "back", kind),
                ),
            )
        if some:
            yield Zone(words.of({}, "zone", name), piles, seat)


leave_uncompiled(globals())  # each is asked seldom, and would be compiled for the first answer
