"""Merchants of Magick as people see it: moves in words, the table, and what came of a move.

In: a game's data, for the names, and a state. Out: texts and a `View`. What others mark unseen is shown as it was when the round began.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from generator.data.game import Game
from rules_check.engine.game import of_seats
from rules_check.engine.view import NOBODY, Counter, Pile, View, Zone
from rules_check.games.merchants_of_magick.course import score_box
from rules_check.games.merchants_of_magick.game import FREE, MARK, rules
from rules_check.games.merchants_of_magick.state import Box, Phase, Side
from rules_check.rules import EMPTY, ids_of, parts_of
from rules_check.toolkit.prose import who_is
from rules_check.toolkit.tableau import as_known
from rules_check.toolkit.texts import texts

words = texts(__file__, "show")


class Names:
    """What things are called, by the numbers that the record has for them."""

    def __init__(self, game: Game, cards: Any) -> None:
        self.game, self.cards, self.tables = game, cards, game.context["tables"]

    @cached_property
    def rows(self) -> list[str]:
        return [str(row.name) for table in ("item", "spell") for row in self.tables[table]]

    def row(self, row: int) -> str:
        """Name a row inside a sentence; one such as "of the Elves" in quotes, for it begins nothing."""
        name = self.rows[row]
        return words("quoted", row=name) if name[0].islower() else name

    def promises(self, row: int) -> str:
        """Write what a row brings: its coins, and what a charm brings beside them."""
        items, spells = list(self.tables["item"]), list(self.tables["spell"])
        spell = spells[row - len(items)] if row >= len(items) else None
        brings = [*([] if spell else [str(items[row].category.name)]), words("has-coins", n=int(self.cards.row_coins[row]))]
        if spell and spell.potions:
            brings.append(words("more-potions", n=spell.potions))
        if spell and spell.favours:
            brings.append(words("favours", n=spell.order_coins, category=spell.favours.name))
        return ", ".join(brings)

    def unmarked(self, state: Any, seat: int, row: int) -> str:
        """List the circles of a row that a seat has not marked: "Leather 3, Steel 5"."""
        columns, circles = list(self.tables["column"]), int(self.cards.row_circles[row]) & ~int(state.marks[seat])
        left = [n for n in range(int(self.cards.circles)) if circles >> n & 1]
        named = [(columns[int(self.cards.circle_column[n])].name, int(self.cards.circle_number[n])) for n in left]
        return ", ".join(words("to-mark", column=column, number=number) for column, number in named)

    def card(self, kind: str, number: int) -> Any:
        """Find a card by the number that its kind's ids have."""
        return self.game.cards[ids_of(self.cards, kind)[number]]

    def order(self, number: int, state: Any = None, seat: int = NOBODY) -> str:
        """Name an order and its coins; for a seat also how many circles it has yet to mark for it."""
        one = self.card("order", number).record
        prefix, suffix = (f"{one.prefix.name} " if one.prefix else ""), (f" {one.suffix.name}" if one.suffix else "")
        name, needs = words("named", prefix=prefix, item=one.item.name, suffix=suffix), int(self.cards.order_needs[number])
        if seat == NOBODY:
            return words("order", name=name, coins=one.coins)
        parts = [self.marked(state, seat, row) for row in range(len(self.rows)) if needs >> row & 1]
        lacking = sum(circles - marked for marked, circles in parts)
        if lacking:
            return words("order-ahead", name=name, coins=one.coins, lacking=lacking)
        return words("order-ready", name=name, coins=one.coins)

    def circle(self, state: Any, circle: int) -> str:
        """Name a circle for the seat that is to mark it."""
        row, column = int(self.cards.circle_row[circle]), int(self.cards.circle_column[circle])
        bound = words("or-more" if self.cards.side[column] == Side.CRAFTING else "or-less")
        marked, circles = self.marked(state, state.seat, row)
        number = int(self.cards.circle_number[circle])
        column_name = list(self.tables["column"])[column].name
        return words("circle", row=self.row(row), column=column_name, number=number, bound=bound, marked=marked, circles=circles)

    def marked(self, state: Any, seat: int, row: int) -> tuple[int, int]:
        """Count the circles of a row that are marked, and all."""
        circles = int(self.cards.row_circles[row])
        return (int(state.marks[seat]) & circles).bit_count(), circles.bit_count()

    def pile(self, kind: str, number: int, text: str) -> Pile:
        return Pile(text, self.card(kind, number).id)


@rules.verb
def describe(game: Game, cards: Any, state: Any, move: int) -> str:
    names, (sort, first, second) = Names(game, cards), parts_of(int(move))
    if sort == FREE:
        return words("free", circle=names.circle(state, first))
    if sort != MARK:
        return words("stop")
    after = state.copy()
    rules.perform(cards, after, move)
    lacking = int(cards.circle_number[second] - state.result[first])
    costs = max(0, lacking if cards.side[cards.circle_column[second]] == Side.CRAFTING else -lacking)
    new = int(after.extra[state.seat] ^ state.extra[state.seat])
    costs += int(cards.slot_potions[new.bit_length() - 1]) if new else 0
    extra, cost = words("extra-die") if new else "", words("cost", potions=costs) if costs else ""
    die = ids_of(cards, "die")[first]
    return words("mark", circle=names.circle(state, second), result=int(state.result[first]), die=die, extra=extra, cost=cost)


@rules.verb
def touched(game: Game, cards: Any, state: Any, move: int) -> list[str]:
    return []  # a mark touches the sheet alone


@rules.verb
def zones() -> list[str]:
    """List what zones of the table are called."""
    names = ("dice", "masteries", "items", "spells", "orders", "waiting", "claimed", "adventurer", "rows", "begun", "extra-dice")
    return [words(name) for name in names]


@rules.verb
def view(game: Game, cards: Any, state: Any, seat: int) -> View:
    """Lay out the table as a seat sees it; -1 sees all."""
    names, known = Names(game, cards), as_known(rules, cards, state, seat)
    columns = [str(column.name) for column in names.tables["column"]]
    dice = [
        words("die", die=die, result=int(state.result[n]), columns=[name for c, name in enumerate(columns) if cards.serves[n, c]])
        for n, die in enumerate(ids_of(cards, "die"))
    ]
    zones = [Zone(words("dice"), words="; ".join(dice)), Zone(words("masteries"), tuple(_masteries(names, state)))]
    if seat != NOBODY:
        zones += [
            Zone(words("items"), words=_sheet(names, known, seat, range(int(cards.items)))),
            Zone(words("spells"), words=_sheet(names, known, seat, range(int(cards.items), len(names.rows)))),
        ]
    for one in range(state.players):
        zones += [*_zones(names, known, one)]
    scores, counters = of_seats(rules.scores, cards, known), list[Counter]()
    for one in range(state.players):
        potions = int(known.potions[one])
        counters.append(Counter(one, words("coins"), scores[one], words("has-coins", n=scores[one])))
        counters.append(Counter(one, words("potions"), potions, words("has-potions", n=potions)))
    if state.end != 0:
        return View((words("over"),), tuple(zones), tuple(counters))
    doing = _doing(cards, state) if seat in (NOBODY, state.seat) else words("to-mark-any")
    heading = words("round", round=state.rounds, rounds=cards.rounds_due, who=who_is(state.seat, seat).capitalize(), doing=doing)
    return View((heading,), tuple(zones), tuple(counters))


def _doing(cards: Any, state: Any) -> str:
    """Write what is decided: a mark for free, one with a result, or with an Extra Die."""
    left = int(cards.results_a_round) - (int(state.used[state.seat]) & (1 << int(cards.dice)) - 1).bit_count()
    if state.free[state.seat] > 0:
        return words("to-mark-free")
    return words("to-mark-with", n=left) if left > 0 else words("to-mark-more")


def _sheet(names: Names, state: Any, seat: int, rows: range) -> str:
    """List those rows that a seat has yet to complete, with what they bring and the circles that lack."""
    left = [row for row in rows if len(set(names.marked(state, seat, row))) > 1]
    lines = [
        words("row", row=names.rows[row], promises=names.promises(row), circles=names.unmarked(state, seat, row)) for row in left
    ]
    return "; ".join(lines) or words("all-complete")


def _masteries(names: Names, state: Any) -> Iterator[Pile]:
    for which, number in enumerate(state.mastery.tolist()):
        one = names.card("mastery", number).record
        coins = int(names.cards.mastery_coins[number, state.turned[which]])
        text = words("mastery", name=one.name, circles=one.circles, column=one.column.name, coins=coins)
        yield names.pile("mastery", number, text)


def _zones(names: Names, state: Any, seat: int) -> Iterator[Zone]:
    """Lay out what is a seat's: its line, what it claimed, its adventurer, rows complete and begun, Extra Dice."""
    line = state.line[seat, : state.line[seat, -1]].tolist()
    claimed = [order for order, owner in zip(state.gone.tolist()[:-1], state.owner.tolist(), strict=False) if owner == seat]
    piles = tuple(names.pile("order", one, names.order(one, state, seat)) for one in line)
    shop = int(names.cards.orders_by_players[1]) if state.players == 1 else len(piles)
    yield Zone(words("orders"), piles[:shop], seat)
    if state.players == 1:
        yield Zone(words("waiting"), piles[shop:], seat)
    yield Zone(words("claimed"), tuple(names.pile("order", one, names.order(one)) for one in claimed), seat)
    number = int(state.adventurer[seat])
    one = names.card("adventurer", number).record
    items = [one[field].name for field in ("accessory", "weapon", "armor")]
    items = [words("wish-done", item=item) if state.wishes[seat] >> n & 1 else item for n, item in enumerate(items)]
    wants = words("wants", name=one.name, coins=one.coins, items=", ".join(items), enchantment=one.enchantment.name)
    yield Zone(words("adventurer"), (names.pile("adventurer", number, wants),), seat)
    parts = {row: names.marked(state, seat, row) for row in range(len(names.rows))}
    complete = [names.rows[row] for row, (marked, circles) in parts.items() if marked == circles]
    begun = [words("part", row=names.rows[row], marked=m, circles=c) for row, (m, c) in parts.items() if 0 < m < c]
    for name, some in (("rows", complete), ("begun", begun)):
        yield Zone(words(name), (), seat, f"{words(name)}: {', '.join(some)}" if some else "")
    yield Zone(words("masteries"), (), seat, words("toward", masteries=[_toward(names, state, seat, which) for which in range(2)]))
    yield Zone(words("extra-dice"), (), seat, _extra(names.cards, state, seat))


def _toward(names: Names, state: Any, seat: int, which: int) -> str:
    """Write how far a seat is with a mastery, or what it scored for it."""
    number = int(state.mastery[which])
    card, coins = names.card("mastery", number).record, int(state.scored[seat, which])
    if coins:
        return words("toward-scored", name=card.name, coins=coins)
    marked = (int(state.marks[seat]) & int(names.cards.column_circles[names.cards.mastery_column[number]])).bit_count()
    return words("toward-one", name=card.name, marked=marked, circles=card.circles)


def _extra(cards: Any, state: Any, seat: int) -> str:
    """Write how many Extra Dice are used, and what the next one costs."""
    slots, used = int(cards.slots), int(state.extra[seat])
    unused = [n for n in range(slots) if not used >> n & 1]
    if not unused:
        return words("extra-all", used=used.bit_count(), slots=slots)
    return words("extra", used=used.bit_count(), slots=slots, potions=int(cards.slot_potions[unused[0]]))


@rules.verb
def outcome(game: Game, cards: Any, before: Any, move: int, after: Any, seat: int) -> list[str]:
    """Write what came of a move: a row complete, and once all have marked the orders claimed and masteries scored."""
    names, due, found = Names(game, cards), int(before.seat), list[str]()
    if seat in (NOBODY, due) or before.phase == Phase.OPEN:
        for row in (row for row in range(len(names.rows)) if (int(after.rows[due]) ^ int(before.rows[due])) >> row & 1):
            potions = int(cards.row_potions + (cards.spell_potions[row - cards.items] if row >= cards.items else 0))
            found.append(words("completed", row=names.row(row), coins=int(cards.row_coins[row]), potions=potions))
        one = names.card("adventurer", int(before.adventurer[due])).record
        wanted = [one.accessory, one.weapon, one.armor]
        new = [item.name for wish, item in enumerate(wanted) if int(after.wishes[due] ^ before.wishes[due]) >> wish & 1]
        found += [words("wish", name=one.name, item=item) for item in new]
    for n in range(int(before.gone[-1]), int(after.gone[-1])):
        if after.owner[n] != EMPTY:
            found.append(words("was-claimed", who=who_is(after.owner[n], seat), order=names.order(int(after.gone[n]))))
    for one in range(int(after.players)):
        for which in (which for which in range(2) if after.scored[one, which] != before.scored[one, which]):
            card = names.card("mastery", int(after.mastery[which])).record
            found.append(words("was-scored", who=who_is(one, seat), name=card.name, coins=int(after.scored[one, which])))
    return found + (_sheets_added(names, after, seat) if rules.is_over(cards, after) else [])


def _sheets_added(names: Names, state: Any, viewer: int) -> list[str]:
    """Write what each sheet adds up to, box by box; alone also the rating."""
    found, boxes = list[str](), {box: box.about[0] for box in Box}
    for seat in range(int(state.players)):
        coins = {box: int(score_box(names.cards, state, seat, int(box))) for box in boxes}
        parts = [words("box", box=boxes[box], coins=n) for box, n in coins.items() if n]
        found.append(words("sheet-total", who=who_is(seat, viewer), parts=parts, total=sum(coins.values())))
    if state.players == 1:
        reached = [rating for rating in names.tables["rating"] if rating.coins <= sum(coins.values())]
        found.append(words("rating", rating=max(reached, key=lambda one: one.coins).name) if reached else words("no-rating"))
    return found
