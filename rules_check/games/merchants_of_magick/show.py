"""Merchants of Magick as people see it: moves in words, the table, and the outcome of a move.

In: a game's data, for the names, and a state. Out: texts and a `View`. Hidden marks of other seats
are shown as they were when the round began.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import numpy as np

from generator.data.game import Game
from rules_check.engine.game import of_seats
from rules_check.games.merchants_of_magick.course import next_slot, potions_for, shop_of
from rules_check.games.merchants_of_magick.game import FREE, MARK, circles_of, rows_of, rules
from rules_check.games.merchants_of_magick.state import WISHES, Phase, Side
from rules_check.rules import EMPTY, ids_of, parts_of
from rules_check.telling import (
    NOBODY,
    Naming,
    Pile,
    View,
    Zone,
    as_known,
    beyond,
    counters,
    held,
    leave_uncompiled,
    scores_added,
    texts,
    who_is,
)

words = texts(__file__, "show")


class Names(Naming):
    """The names of things, by their numbers in the record."""

    @cached_property
    def sheet(self) -> str:
        """The card that is every seat's sheet; None if the game prints no sheets."""
        sheets = (card.id for card in self.game.of_kind("sheet"))
        return next(sheets, "")

    @cached_property
    def rows(self) -> list[str]:
        return self.names_of("item", "spell")

    def row(self, row: int) -> str:
        """Name a row within a sentence; put a name such as "of the Elves" in quotes, since it
        cannot begin one.
        """
        name = self.rows[row]
        return words("quoted", row=name) if name[0].islower() else name

    def sort(self, row: int) -> str:
        """Write the type of an item, or what a charm brings besides its coins."""
        record = [*self.tables["item"], *self.tables["spell"]][row]
        if "category" in record:
            return str(record.category.name)
        if record.favours:
            return words("favours", n=record.order_coins, category=record.favours.name)
        return words("more-potions", n=record.potions) if record.potions else ""

    def in_column(self, state: Any, seat: int, row: int, column: int) -> str:
        """Write a row's circles as they appear in a column of a seat's sheet: "x 8", with the first
        one marked.
        """
        cards, marks = self.cards, int(state.marks[seat])
        own = np.flatnonzero(
            (cards.circle_row == row) & (cards.circle_column == column) & (cards.circle_number > 0)
        )
        return " ".join(
            words("marked") if marks >> int(n) & 1 else str(cards.circle_number[n]) for n in own
        )

    def order(self, number: int, state: Any = None, seat: int = NOBODY) -> str:
        """Name an order and its coins and, for a seat, how many circles it has yet to mark."""
        order, needs = self.card_at("order", number).record, int(self.cards.order_needs[number])
        prefix = f"{order.prefix.name} " if order.prefix else ""
        suffix = f" {order.suffix.name}" if order.suffix else ""
        known = {
            "name": words("named", prefix=prefix, item=order.item.name, suffix=suffix),
            "coins": order.coins,
        }
        if seat == NOBODY:
            return words("order", **known)
        parts = [self.marked(state, seat, row) for row in range(len(self.rows)) if needs >> row & 1]
        lacking = sum(circles - marked for marked, circles in parts)
        if lacking:
            return words("order-ahead", **known, lacking=lacking)
        return words("order-ready", **known)

    def circle(self, state: Any, circle: int) -> str:
        """Name a circle for the seat that is to mark it, and the progress of its row."""
        row = int(self.cards.circle_row[circle])
        column = self.names_of("column")[int(self.cards.circle_column[circle])]
        named = words(
            "circle",
            row=self.part(state, state.seat, row),
            column=column,
            number=int(self.cards.circle_number[circle]),
        )
        marked, circles = self.marked(state, state.seat, row)
        return words("circle-last", circle=named) if marked == circles - 1 else named

    def marked(self, state: Any, seat: int, row: int) -> tuple[int, int]:
        """Count the marked circles of a row, and all its circles."""
        circles = int(self.cards.row_circles[row])
        return (int(state.marks[seat]) & circles).bit_count(), circles.bit_count()

    def part(self, state: Any, seat: int, row: int) -> str:
        """Name a row and, if it is begun, its progress."""
        marked, circles = self.marked(state, seat, row)
        if marked:
            return words("part", row=self.rows[row], marked=marked, circles=circles)
        return self.rows[row]


@rules.verb
def describe(game: Game, cards: Any, state: Any, move: int) -> str:
    names = Names(game, cards)
    sort, first, second = parts_of(int(move))
    unused = _unused(cards, state)
    if sort == FREE:
        return words("free", circle=names.circle(state, first))
    if sort != MARK:
        return words("stop-early", n=unused) if unused > 0 else words("stop")
    costs = int(potions_for(cards, state, first, second))
    extra = words("extra-die") if unused <= 0 else ""
    costs += int(cards.slot_potions[next_slot(cards, state, int(state.seat))]) if extra else 0
    known = {
        "circle": names.circle(state, second),
        "result": int(state.result[first]),
        "die": names.id("die", first),
    }
    return words("mark", **known, extra=extra, cost=words("cost", potions=costs) if costs else "")


@rules.verb
def touched(game: Game, cards: Any, state: Any, move: int) -> list[str]:
    return []  # a mark touches only the sheet


@rules.verb
def view(game: Game, cards: Any, state: Any, seat: int) -> View:
    """Lay out the table as a seat sees it; -1 sees everything."""
    names, known = Names(game, cards), as_known(rules, cards, state, seat)
    dice = list[Pile]()
    for n, die in enumerate(ids_of(cards, "die")):
        serves = [
            name for column, name in enumerate(names.names_of("column")) if cards.serves[n, column]
        ]
        facts = str(state.result[n]), words("serves", columns=serves)
        dice.append(Pile(die, facts=facts, die=int(cards.faces[n])))
    zones = [
        Zone(words("zone.dice"), tuple(dice)),
        Zone(words("zone.masteries"), tuple(_masteries(names, state))),
    ]
    if seat != NOBODY:
        zones += [
            Zone(words(zone), _rows(names, known, seat, side), is_on_sheet=names.sheet != "")
            for zone, side in (("zone.items", Side.CRAFTING), ("zone.spells", Side.RESEARCH))
        ]
    zones += [zone for owner in range(state.players) for zone in _zones(names, known, owner)]
    has = counters(
        words, state.players, coins=of_seats(rules.scores, cards, known), potions=known.potions
    )
    return View((_heading(cards, state, seat),), tuple(zones), has)


def _heading(cards: Any, state: Any, seat: int) -> str:
    """Write the round and the current decision, and whose it is unless that seat marks unseen."""
    if state.end != 0:
        return words("over")
    if seat not in (NOBODY, state.seat) and state.phase == Phase.UNSEEN:
        return words("round-all", round=state.rounds, rounds=cards.rounds_due)
    doing = _doing(cards, state) if seat in (NOBODY, state.seat) else words("to-mark-any")
    return words(
        "round",
        round=state.rounds,
        rounds=cards.rounds_due,
        who=who_is(state.seat, seat).capitalize(),
        doing=doing,
    )


def _unused(cards: Any, state: Any) -> int:
    """Count the results that the deciding seat may still use without an Extra Die."""
    return (
        int(cards.results_a_round)
        - (int(state.used[state.seat]) & (1 << int(cards.dice)) - 1).bit_count()
    )


def _doing(cards: Any, state: Any) -> str:
    """Write the current decision: a free mark, one with a result, or one with an Extra Die."""
    left = _unused(cards, state)
    if state.free[state.seat] > 0:
        return words("to-mark-free")
    if left > 0:
        return words("to-mark-with", n=left)
    return words("to-mark-more", costs=_next_costs(cards, state, state.seat))


def _rows(names: Names, state: Any, seat: int, side: int) -> tuple[Pile, ...]:
    """Lay out one half of a seat's sheet as a table: the incomplete rows, with marked circles
    crossed out.
    """
    items, lines = int(names.cards.items), list[Pile]()
    columns = {}
    for n, name in enumerate(names.names_of("column")):
        if names.cards.side[n] == side:
            columns[n] = name
    for row in range(items) if side == Side.CRAFTING else range(items, len(names.rows)):
        circles = (names.in_column(state, seat, row, n) for n in columns)
        if not int(state.rows[seat]) >> row & 1:
            lines.append(
                Pile(
                    names.rows[row],
                    facts=(str(names.cards.row_coins[row]), *circles, names.sort(row)),
                )
            )
    return (Pile("", facts=(words("counter.coins"), *columns.values())), *lines) if lines else ()


def _masteries(names: Names, state: Any) -> Iterator[Pile]:
    for which, number in enumerate(state.mastery.tolist()):
        card = names.card_at("mastery", number)
        coins = int(names.cards.mastery_coins[number, state.turned[which]])
        mastery = card.record
        yield Pile(
            words(
                "mastery",
                name=mastery.name,
                circles=mastery.circles,
                column=mastery.column.name,
                coins=coins,
            ),
            card.id,
        )


def _zones(names: Names, state: Any, seat: int) -> Iterator[Zone]:
    """Lay out a seat's zones: its line, the orders it claimed, its adventurer, complete and begun
    rows, Extra Dice.
    """
    line, owners = held(state.line[seat]), state.owner.tolist()
    claimed = [order for n, order in enumerate(held(state.gone)) if owners[n] == seat]
    piles = names.piles("order", line, (names.order(one, state, seat) for one in line))
    shop = shop_of(names.cards, state)
    yield Zone(words("zone.orders"), piles[:shop], seat)
    if state.players == 1:
        yield Zone(words("zone.waiting"), piles[shop:], seat)
    piles = names.piles("order", claimed, map(names.order, claimed))
    yield Zone(words("zone.claimed"), piles, seat)
    yield Zone(words("zone.adventurer"), (_adventurer(names, state, seat),), seat)
    complete, begun = list[str](), list[str]()
    for row, name in enumerate(names.rows):
        marked, circles = names.marked(state, seat, row)
        if marked == circles:
            complete.append(name)
        elif marked:
            begun.append(names.part(state, seat, row))
    labels = dict[str, str]()
    for label, rows in ((words("zone.rows"), complete), (words("zone.begun"), begun)):
        if rows:
            labels[label] = f"{label}: {', '.join(rows)}"
    if names.sheet:
        crossed = tuple(_crossed(names, state, seat))
        sheet = Pile("; ".join(labels.values()) or words("unmarked"), names.sheet, crossed=crossed)
        yield Zone(words("zone.sheet"), (sheet,), seat, words="")
    for label, text in labels.items():
        yield Zone(label, (), seat, text, is_on_sheet=names.sheet != "")
    first, second = _toward(names, state, seat, 0), _toward(names, state, seat, 1)
    yield Zone(words("zone.masteries"), (), seat, words("toward", first=first, second=second))
    yield Zone(words("zone.extra-dice"), (), seat, _extra(names.cards, state, seat))


def _adventurer(names: Names, state: Any, seat: int) -> Pile:
    """Lay out a seat's adventurer, with its wishes and which of them are done."""
    card = names.card_at("adventurer", int(state.adventurer[seat]))
    items = [wish.name for wish in _wishes(card.record)]
    for n, item in enumerate(items):
        if state.wishes[seat] >> n & 1:
            items[n] = words("wish-done", item=item)
    text = words(
        "wants",
        name=card.record.name,
        coins=card.record.coins,
        enchantment=card.record.enchantment.name,
        items=", ".join(items),
    )
    return Pile(text, card.id)


def _crossed(names: Names, state: Any, seat: int) -> Iterator[str]:
    """Name everything that a seat has crossed off: circles, coins of complete rows, Extra Dice, and
    wishes of its adventurer.
    """
    marks, rows, extra = int(state.marks[seat]), int(state.rows[seat]), int(state.extra[seat])
    for n, circle in enumerate(circles_of(names.cards)):
        if marks >> n & 1:
            yield circle
    for n, row in enumerate(rows_of(names.cards)):
        if rows >> n & 1:
            yield f"{row}-coins"
    for n in range(int(names.cards.slots)):
        if extra >> n & 1:
            yield f"extra-{n + 1}"
    wishes = _wishes(names.card_at("adventurer", int(state.adventurer[seat])).record)
    for n, wish in enumerate(wishes):
        if state.wishes[seat] >> n & 1:
            yield f"adventurer-{wish.category.id}"


def _wishes(adventurer: Any) -> tuple[Any, ...]:
    """List the items that an adventurer wants."""
    return adventurer.accessory, adventurer.weapon, adventurer.armor


def _toward(names: Names, state: Any, seat: int, which: int) -> str:
    """Write a seat's progress towards a mastery, or its score for it."""
    number = int(state.mastery[which])
    card, coins = names.card_at("mastery", number).record, int(state.scored[seat, which])
    if coins:
        return words("toward-scored", name=card.name, coins=coins)
    marked = (
        int(state.marks[seat]) & int(names.cards.column_circles[names.cards.mastery_column[number]])
    ).bit_count()
    return words("toward-one", name=card.name, marked=marked, circles=card.circles)


def _extra(cards: Any, state: Any, seat: int) -> str:
    """Write how many Extra Dice are used, and the cost of the next one."""
    slots, used = int(cards.slots), int(state.extra[seat])
    if used.bit_count() == slots:
        return words("extra-all", used=used.bit_count(), slots=slots)
    return words("extra", used=used.bit_count(), slots=slots, costs=_next_costs(cards, state, seat))


def _next_costs(cards: Any, state: Any, seat: int) -> str:
    """Write the cost of a seat's next Extra Die."""
    potions = int(cards.slot_potions[next_slot(cards, state, seat)])
    return words("cost-next", potions=potions) if potions else words("next-free")


def _rating(names: Names, coins: int) -> str:
    """Write the rating of a solo player, and how far away the next rating was."""
    ratings = sorted(names.tables["rating"], key=lambda one: one.coins)
    reached, missed = (
        [rating for rating in ratings if (rating.coins <= coins) == is_reached]
        for is_reached in (True, False)
    )
    text = words("rating", rating=reached[-1].name) if reached else words("no-rating")
    if missed:
        return words(
            "next-rating", rating=text, coins=missed[0].coins - coins, higher=missed[0].name
        )
    return text


@rules.verb
def outcome(game: Game, cards: Any, before: Any, move: int, after: Any, seat: int) -> list[str]:
    """Write the outcome of a move: a complete row and, once all have marked, the orders claimed and
    masteries scored.
    """
    names, due, lines = Names(game, cards), int(before.seat), list[str]()
    if seat in (NOBODY, due) or before.phase == Phase.OPEN:
        for row in (
            row
            for row in range(len(names.rows))
            if (int(after.rows[due]) ^ int(before.rows[due])) >> row & 1
        ):
            potions = int(
                cards.row_potions
                + (cards.spell_potions[row - cards.items] if row >= cards.items else 0)
            )
            lines.append(
                words(
                    "completed",
                    row=names.row(row),
                    coins=int(cards.row_coins[row]),
                    potions=potions,
                )
            )
        lines += _wishes_fulfilled(names, before, after, due)
    for n in range(int(before.gone[-1]), int(after.gone[-1])):
        if after.owner[n] != EMPTY:
            lines.append(
                words(
                    "was-claimed",
                    who=who_is(after.owner[n], seat),
                    order=names.order(int(after.gone[n])),
                )
            )
    for scorer in range(int(after.players)):
        for which in range(2):
            coins = int(after.scored[scorer, which])
            if coins != before.scored[scorer, which]:
                name = names.card_at("mastery", int(after.mastery[which])).record.name
                lines.append(words("was-scored", who=who_is(scorer, seat), name=name, coins=coins))
    if seat != NOBODY and after.rounds != before.rounds:
        lines += _orders_moved(names, before, after, seat)
    if rules.is_over(cards, after):
        lines += scores_added(rules, cards, after, seat)
        if after.players == 1:
            lines.append(_rating(names, of_seats(rules.scores, cards, after)[0]))
    return lines


def _wishes_fulfilled(names: Names, before: Any, after: Any, seat: int) -> Iterator[str]:
    """Write which wishes of a seat's adventurer came true, and the reward for each."""
    adventurer = names.card_at("adventurer", int(before.adventurer[seat])).record
    had = int(before.wishes[seat])
    for wish, item in enumerate(_wishes(adventurer)):
        if int(after.wishes[seat] ^ before.wishes[seat]) >> wish & 1:
            if had == 0:
                reward = words("wish-first", potions=int(names.cards.adventurer_potions))
            else:
                reward = words("wish-later")
            had |= 1 << wish
            if had.bit_count() == WISHES:
                reward = words("wish-last", reward=reward, coins=adventurer.coins)
            yield words("wish", name=adventurer.name, item=item.name, reward=reward)


def _orders_moved(names: Names, before: Any, after: Any, seat: int) -> Iterator[str]:
    """Write which orders left a seat's line unclaimed, and which ones arrived."""
    old, new = held(before.line[seat]), held(after.line[seat])
    claimed = []
    for n in range(int(before.gone[-1]), int(after.gone[-1])):
        if after.owner[n] == seat:
            claimed.append(int(after.gone[n]))
    gone, come = beyond(old, [*new, *claimed]), beyond(new, old)
    if gone:
        orders, to = list(map(names.order, gone)), (seat + 1) % int(after.players)
        yield (
            words("left-shop", orders=orders)
            if to == seat
            else words("moved-on", orders=orders, who=who_is(to, seat))
        )
    if come:
        yield words("came", orders=[names.order(order, after, seat) for order in come])


leave_uncompiled(globals())  # each is asked seldom, and would be compiled for the first answer
