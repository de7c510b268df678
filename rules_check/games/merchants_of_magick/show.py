"""Merchants of Magick as people see it: moves in words, the table, and what came of a move.

In: a game's data, for the names, and a state. Out: texts and a `View`. What others mark unseen is shown as it was when the round began.
"""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from generator.data.game import Game
from rules_check.engine.game import of_seats
from rules_check.engine.view import NOBODY, Counter, Pile, View, Zone
from rules_check.games.merchants_of_magick.course import next_slot, part_of
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
    def circles(self) -> list[tuple[int, int]]:
        """Each circle's column and number."""
        count = int(self.cards.circles)
        return list(zip(self.cards.circle_column[:count].tolist(), self.cards.circle_number[:count].tolist(), strict=True))

    @cached_property
    def rows(self) -> list[str]:
        return [str(row.name) for table in ("item", "spell") for row in self.tables[table]]

    def row(self, row: int) -> str:
        """Name a row inside a sentence; one such as "of the Elves" in quotes, for it begins nothing."""
        name = self.rows[row]
        return words("quoted", row=name) if name[0].islower() else name

    def sort(self, row: int) -> str:
        """Write what an item is, or what a charm brings beside its coins."""
        items, spells = list(self.tables["item"]), list(self.tables["spell"])
        if row < len(items):
            return str(items[row].category.name)
        spell = spells[row - len(items)]
        if spell.favours:
            return words("favours", n=spell.order_coins, category=spell.favours.name)
        return words("more-potions", n=spell.potions) if spell.potions else ""

    def in_column(self, state: Any, seat: int, row: int, column: int) -> str:
        """Write a row's circles in a column as a seat's sheet has them: "x 8", the first one marked."""
        circles, marks = int(self.cards.row_circles[row]), int(state.marks[seat])
        own = [(n, number) for n, (there, number) in enumerate(self.circles) if there == column and circles >> n & 1]
        return " ".join(words("marked") if marks >> n & 1 else str(number) for n, number in own)

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
        """Name a circle for the seat that is to mark it, and how far its row is."""
        row, column = int(self.cards.circle_row[circle]), list(self.tables["column"])[int(self.cards.circle_column[circle])]
        marked, circles = self.marked(state, state.seat, row)
        begun = words("part", row=self.rows[row], marked=marked, circles=circles) if marked else self.rows[row]
        named = words("circle", row=begun, column=column.name, number=int(self.cards.circle_number[circle]))
        return words("circle-last", circle=named) if marked == circles - 1 else named

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
        unused = _unused(cards, state)
        return words("stop-early", n=unused) if unused > 0 else words("stop")
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
    dice = tuple(
        Pile(
            die,
            facts=(str(state.result[n]), words("serves", columns=[name for c, name in enumerate(columns) if cards.serves[n, c]])),
        )
        for n, die in enumerate(ids_of(cards, "die"))
    )
    zones = [Zone(words("dice"), dice), Zone(words("masteries"), tuple(_masteries(names, state)))]
    if seat != NOBODY:
        zones += [
            Zone(words("items"), _sheet(names, known, seat, Side.CRAFTING)),
            Zone(words("spells"), _sheet(names, known, seat, Side.RESEARCH)),
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
    return View((_heading(cards, state, seat),), tuple(zones), tuple(counters))


def _heading(cards: Any, state: Any, seat: int) -> str:
    """Write the round, and what is decided: by whom, unless that one marks unseen."""
    if seat not in (NOBODY, state.seat) and state.phase == Phase.UNSEEN:
        return words("round-all", round=state.rounds, rounds=cards.rounds_due)
    doing = _doing(cards, state) if seat in (NOBODY, state.seat) else words("to-mark-any")
    return words("round", round=state.rounds, rounds=cards.rounds_due, who=who_is(state.seat, seat).capitalize(), doing=doing)


def _unused(cards: Any, state: Any) -> int:
    """Count the results that who is due may still use without an Extra Die."""
    return int(cards.results_a_round) - (int(state.used[state.seat]) & (1 << int(cards.dice)) - 1).bit_count()


def _doing(cards: Any, state: Any) -> str:
    """Write what is decided: a mark for free, one with a result, or with an Extra Die."""
    left = _unused(cards, state)
    if state.free[state.seat] > 0:
        return words("to-mark-free")
    return words("to-mark-with", n=left) if left > 0 else words("to-mark-more", costs=_next_costs(cards, state, state.seat))


def _sheet(names: Names, state: Any, seat: int, side: int) -> tuple[Pile, ...]:
    """Lay out one half of a seat's sheet as a table: the rows yet to complete, the circles marked crossed out."""
    items = int(names.cards.items)
    rows = range(items) if side == Side.CRAFTING else range(items, len(names.rows))
    columns = {n: str(one.name) for n, one in enumerate(names.tables["column"]) if names.cards.side[n] == side}
    lines = [
        Pile(
            names.rows[row],
            facts=(str(names.cards.row_coins[row]), *(names.in_column(state, seat, row, n) for n in columns), names.sort(row)),
        )
        for row in rows
        if len(set(names.marked(state, seat, row))) > 1
    ]
    return (Pile("", facts=(words("coins"), *columns.values())), *lines) if lines else ()


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
    yield Zone(
        words("masteries"), (), seat, words("toward", first=_toward(names, state, seat, 0), second=_toward(names, state, seat, 1))
    )
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
    if used.bit_count() == slots:
        return words("extra-all", used=used.bit_count(), slots=slots)
    return words("extra", used=used.bit_count(), slots=slots, costs=_next_costs(cards, state, seat))


def _next_costs(cards: Any, state: Any, seat: int) -> str:
    """Write what a seat's next Extra Die costs."""
    potions = int(cards.slot_potions[next_slot(cards, state, seat)])
    return words("cost-next", potions=potions) if potions else words("next-free")


def _rating(names: Names, coins: int) -> str:
    """Write what a player alone is rated, and how far the next rating was."""
    ratings = sorted(names.tables["rating"], key=lambda one: one.coins)
    reached, missed = ([one for one in ratings if (one.coins <= coins) == is_reached] for is_reached in (True, False))
    text = words("rating", rating=reached[-1].name) if reached else words("no-rating")
    return words("next-rating", rating=text, coins=missed[0].coins - coins, higher=missed[0].name) if missed else text


@rules.verb
def outcome(game: Game, cards: Any, before: Any, move: int, after: Any, seat: int) -> list[str]:
    """Write what came of a move: a row complete, and once all have marked the orders claimed and masteries scored."""
    names, due, found = Names(game, cards), int(before.seat), list[str]()
    if seat in (NOBODY, due) or before.phase == Phase.OPEN:
        for row in (row for row in range(len(names.rows)) if (int(after.rows[due]) ^ int(before.rows[due])) >> row & 1):
            potions = int(cards.row_potions + (cards.spell_potions[row - cards.items] if row >= cards.items else 0))
            found.append(words("completed", row=names.row(row), coins=int(cards.row_coins[row]), potions=potions))
        found += _wishes_fulfilled(names, before, after, due)
    for n in range(int(before.gone[-1]), int(after.gone[-1])):
        if after.owner[n] != EMPTY:
            found.append(words("was-claimed", who=who_is(after.owner[n], seat), order=names.order(int(after.gone[n]))))
    for one in range(int(after.players)):
        for which in (which for which in range(2) if after.scored[one, which] != before.scored[one, which]):
            card = names.card("mastery", int(after.mastery[which])).record
            found.append(words("was-scored", who=who_is(one, seat), name=card.name, coins=int(after.scored[one, which])))
    if seat != NOBODY and after.rounds != before.rounds:
        found += _orders_moved(names, before, after, seat)
    return found + (_sheets_added(names, after, seat) if rules.is_over(cards, after) else [])


def _wishes_fulfilled(names: Names, before: Any, after: Any, seat: int) -> Iterator[str]:
    """Write which wishes of a seat's adventurer came true, and what each brought."""
    one, had = names.card("adventurer", int(before.adventurer[seat])).record, int(before.wishes[seat])
    wanted = (one.accessory, one.weapon, one.armor)
    for wish, item in enumerate(wanted):
        if int(after.wishes[seat] ^ before.wishes[seat]) >> wish & 1:
            reward = words("wish-first", potions=int(names.cards.adventurer_potions)) if had == 0 else words("wish-later")
            had |= 1 << wish
            if had.bit_count() == len(wanted):
                reward = words("wish-last", reward=reward, coins=one.coins)
            yield words("wish", name=one.name, item=item.name, reward=reward)


def _orders_moved(names: Names, before: Any, after: Any, seat: int) -> Iterator[str]:
    """Write which orders left a seat's line unclaimed, and which came."""
    old, new = (state.line[seat, : state.line[seat, -1]].tolist() for state in (before, after))
    claimed = [int(after.gone[n]) for n in range(int(before.gone[-1]), int(after.gone[-1])) if after.owner[n] == seat]
    gone = list((Counted(old) - Counted(new) - Counted(claimed)).elements())
    come = list((Counted(new) - Counted(old)).elements())
    if gone:
        orders, to = [names.order(one) for one in gone], (seat + 1) % int(after.players)
        yield words("left-shop", orders=orders) if to == seat else words("moved-on", orders=orders, who=who_is(to, seat))
    if come:
        yield words("came", orders=[names.order(one, after, seat) for one in come])


def _sheets_added(names: Names, state: Any, viewer: int) -> list[str]:
    """Write what each sheet adds up to, box by box; alone also the rating."""
    found, boxes = list[str](), {box: box.about[0] for box in Box}
    for seat in range(int(state.players)):
        coins = {box: int(part_of(names.cards, state, seat, int(box))) for box in boxes}
        parts = [words("box", box=boxes[box], coins=n) for box, n in coins.items() if n]
        found.append(words("sheet-total", who=who_is(seat, viewer), parts=parts, total=sum(coins.values())))
    if state.players == 1:
        found.append(_rating(names, sum(coins.values())))
    return found
