"""The rules of Merchants of Magick once more, slowly: from the digest of the rule text and the
rulings of cards.yaml, to be compared.

Nothing here is imported from the rules and nothing of theirs was copied: sheets are sets of
circles, lines are lists, orders are claimed the moment they are fulfilled. Shared on purpose are
three things that no rule text settles. `Slow.dealt` starts from a record as setup left it. What
lies face down gets its face when it is turned up, seat by seat and from the left. And `Luck` is the
published splitmix64.

A circle is the text "greaves-3"; a place of a line is an order's id, FACE_DOWN, or None where it is
empty.
"""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

from tests.rules_check.games import slow

FACE_DOWN = "?"


class Box(slow.Box):
    """What cards.yaml says, read from the file itself."""

    def __init__(self, path: Path, **rulings: str) -> None:
        super().__init__(path, **rulings)
        data = self.data
        tables, kinds = data["tables"], data["kinds"]
        self.faces = {die: row["faces"] for die, row in tables["die"]["rows"].items()}
        self.columns, self.items, self.spells = (
            tables["column"]["rows"],
            tables["item"]["rows"],
            tables["spell"]["rows"],
        )
        self.rows = {**self.items, **self.spells}
        self.circles: dict[str, tuple[str, str, int]] = {}  # row, column, number
        for row, says in self.rows.items():
            side = "crafting" if row in self.items else "research"
            columns = [column for column in self.columns if self.columns[column]["side"] == side]
            every = [(column, number) for column in columns for number in says.get(column, [])]
            self.circles |= {
                f"{row}-{n}": (row, column, number) for n, (column, number) in enumerate(every, 1)
            }
        self.orders, self.adventurers, self.masteries = (
            kinds[kind]["cards"] for kind in ("order", "adventurer", "mastery")
        )

    def needs(self, order: str) -> set[str]:
        return {
            self.orders[order][part]
            for part in ("item", "prefix", "suffix")
            if part in self.orders[order]
        }

    def category(self, order: str) -> str:
        return str(self.items[self.orders[order]["item"]]["category"])


class Sheet:
    """What a player has: a sheet, potions, an adventurer, and what happened, in its order."""

    def __init__(self, adventurer: str) -> None:
        self.adventurer = adventurer
        self.marked, self.used_slots = set[str](), set[int]()
        self.potions, self.free, self.is_done = 0, 0, False
        self.unused: list[str] = []
        self.events: list[
            tuple[str, str]
        ] = []  # ("row", id), ("order", id), ("wish", the field of the adventurer)
        self.scored: dict[int, int] = {}

    def of(self, what: str) -> list[str]:
        return [name for sort, name in self.events if sort == what]


class Slow(slow.Referee):
    """One game under way."""

    def __init__(self, box: Box, adventurers: list[str]) -> None:
        self.box, self.seats = box, len(adventurers)
        self.sheets = [Sheet(one) for one in adventurers]
        self.round, self.seat, self.end = 1, 0, ""
        self.deck: list[str] = []
        self.lines: list[list[str | None]] = []
        self.masteries: list[str] = []
        self.is_turned = [self.seats == 1] * 2
        self.result: dict[str, int] = {}
        self.luck = slow.Luck(0)

    @classmethod
    def dealt(cls, box: Box, cards: Any, state: Any) -> Slow:
        """Read how a record lies after setup: lines, adventurers, masteries and the first
        results.
        """
        orders, seats = list(box.orders), range(int(state["players"]))
        game = cls(box, [list(box.adventurers)[state["adventurer"][seat]] for seat in seats])
        game.deck = [orders[n] for n in state["deck"][: state["deck"][-1]]]
        game.lines = [
            [orders[n] for n in state["line"][seat][: state["line"][seat][-1]]] for seat in seats
        ]
        game.masteries = [list(box.masteries)[n] for n in state["mastery"]]
        game.luck = slow.Luck(int(state["rng"][0]))
        game.begin({die: int(n) for die, n in zip(box.faces, state["result"], strict=False)})
        game.go_on()
        return game

    def begin(self, result: dict[str, int]) -> None:
        self.result, self.seat = result, 0
        for sheet in self.sheets:
            sheet.unused, sheet.is_done = list(result), False

    # -------------------------------------------------------------------------------------- marking
    def cost(self, die: str, circle: str) -> int | None:
        """Return the potions that a result needs for a circle; None where it cannot mark it at
        all.
        """
        _, column, number = self.box.circles[circle]
        says, result = self.box.columns[column], self.result[die]
        if die not in says["dice"] or (
            self.ruled("die_limits", "within_faces") and not 1 <= number <= self.box.faces[die]
        ):
            return None
        return max(0, number - result) if says["side"] == "crafting" else max(0, result - number)

    def is_further(self, sheet: Sheet) -> bool:
        return len(self.result) - len(sheet.unused) >= self.box.rules["results_a_round"]

    def slot(self, sheet: Sheet) -> int | None:
        """Find which of the Extra Dice is next."""
        left = [
            n for n in range(len(self.box.rules["extra_dice_potions"])) if n not in sheet.used_slots
        ]
        if self.ruled("extra_dice", "any_order"):
            left.sort(key=lambda n: self.box.rules["extra_dice_potions"][n])
        return left[0] if left else None

    def legal(self) -> list[str]:
        if self.end:
            return []
        sheet = self.sheets[self.seat]
        blank = [circle for circle in self.box.circles if circle not in sheet.marked]
        if sheet.free:
            return [f"free {circle}" for circle in blank]
        purse = sheet.potions
        if self.is_further(sheet):
            slot = self.slot(sheet)
            purse = -1 if slot is None else purse - self.box.rules["extra_dice_potions"][slot]
        if sheet.is_done or purse < 0:
            return []
        found = []
        for die in sheet.unused:
            costs = [(circle, self.cost(die, circle)) for circle in blank]
            found += [
                f"mark {die} {circle}"
                for circle, cost in costs
                if cost is not None and cost <= purse
            ]
        may_stop = self.ruled("mark_duty", "free") or self.is_further(sheet)
        return [*found, "stop"] if found and may_stop else found

    def play(self, text: str) -> None:
        assert text in self.legal()
        self.make(text)
        self.go_on()

    def make(self, text: str) -> None:
        sheet, (word, *rest) = self.sheets[self.seat], text.split()
        if word == "stop":
            sheet.is_done = True
            return
        if word == "free":
            sheet.free -= 1
        else:
            die, circle = rest
            if self.is_further(sheet):
                slot = self.slot(sheet)
                assert slot is not None
                sheet.used_slots.add(slot)
                sheet.potions -= self.box.rules["extra_dice_potions"][slot]
            sheet.potions -= self.cost(die, circle) or 0
            sheet.unused.remove(die)
        self.mark(sheet, rest[-1])

    def mark(self, sheet: Sheet, circle: str) -> None:
        sheet.marked.add(circle)
        row = self.box.circles[circle][0]
        if all(one in sheet.marked for one, (own, *_) in self.box.circles.items() if own == row):
            sheet.events.append(("row", row))
            sheet.potions += self.box.rules["row_potions"] + self.box.rows[row].get("potions", 0)
            self.claim(self.seat)
            self.fulfil_wishes(sheet)
        if len(sheet.marked) == len(self.box.circles):
            sheet.free = 0

    def fulfil_wishes(self, sheet: Sheet) -> None:
        says, rows = self.box.adventurers[sheet.adventurer], sheet.of("row")
        for wish in ("accessory", "weapon", "armor"):
            if wish not in sheet.of("wish") and says["enchantment"] in rows and says[wish] in rows:
                if not sheet.of("wish"):
                    sheet.potions += self.box.rules["adventurer_potions"]
                else:
                    sheet.free += 1
                sheet.events.append(("wish", wish))

    def claim(self, seat: int) -> bool:
        """Claim what is fulfilled in a seat's line; alone, the last orders only wait."""
        line, sheet, is_any = self.lines[seat], self.sheets[seat], False
        shop = len(line) if self.seats > 1 else self.box.rules["orders_by_players"][1]
        for n, order in enumerate(line[:shop]):
            if order not in (None, FACE_DOWN) and self.box.needs(str(order)) <= set(
                sheet.of("row")
            ):
                sheet.events.append(("order", str(order)))
                line[n], is_any = FACE_DOWN, True
        return is_any

    # --------------------------------------------------------------------------- the end of a round
    def go_on(self) -> None:
        while not self.end:
            legal = self.legal()
            if len(legal) > 1:
                return
            if legal:
                self.make(legal[0])
            else:
                self.seat += 1
                if self.seat == self.seats:
                    self.close_round()

    def close_round(self) -> None:
        self.score_masteries()
        if self.round == self.box.rules["rounds"]:
            self.end, self.seat = "all rounds played", -1
            return
        self.turn_up()
        self.wander()
        while self.ruled("claim_arriving", "at_once") and sum(
            self.claim(seat) for seat in range(self.seats)
        ):
            self.turn_up()
        self.round += 1
        self.begin({die: 1 + self.luck.below(faces) for die, faces in self.box.faces.items()})
        for seat in range(self.seats):
            self.claim(seat)

    def score_masteries(self) -> None:
        for which, name in enumerate(self.masteries):
            says = self.box.masteries[name]
            scoring = []
            for sheet in self.sheets:
                count = sum(
                    column == says["column"]
                    for _, column, _ in (self.box.circles[one] for one in sheet.marked)
                )
                if which not in sheet.scored and count >= says["circles"]:
                    scoring.append(sheet)
            for sheet in scoring:
                sheet.scored[which] = says["apprentice" if self.is_turned[which] else "master"]
            self.is_turned[which] = self.is_turned[which] or bool(scoring)

    def turn_up(self) -> None:
        """Give what lies face down its faces; where the deck has run out the place is empty, or by
        ruling gone.
        """
        for line in self.lines:
            for n, order in enumerate(line):
                if order == FACE_DOWN:
                    line[n] = self.deck.pop() if self.deck else None
            if self.ruled("gaps", "close"):
                line[:] = [order for order in line if order is not None]

    def wander(self) -> None:
        if self.seats == 1:
            (line,) = self.lines
            if line:
                line[:] = [*line[1:], FACE_DOWN]
            self.turn_up()
        elif self.ruled("order_move", "whole_line"):
            self.lines = [self.lines[-1], *self.lines[:-1]]
        else:
            with_space = [line for line in self.lines if line]
            leaving = [line.pop(0) for line in with_space]
            for line, coming in zip(
                with_space, [leaving[-1:], *([one] for one in leaving)], strict=False
            ):
                line += coming

    # -------------------------------------------------------------------------------------- scoring
    def fulfilled(self, sheet: Sheet, for_charms: bool) -> list[str]:
        """List the categories of what a player has fulfilled, in its order, with the rows between;
        rows are empty texts.
        """
        is_counted = self.ruled("adventurer_counts", "everywhere") or (
            for_charms and self.ruled("adventurer_counts", "charms_only")
        )
        says = self.box.adventurers[sheet.adventurer]
        found = []
        for sort, name in sheet.events:
            if sort == "order":
                found.append(self.box.category(name))
            elif sort == "wish" and is_counted:
                found.append(str(self.box.items[says[name]]["category"]))
        return found

    def charm_coins(self, sheet: Sheet) -> int:
        total = 0
        for n, (sort, name) in enumerate(sheet.events):
            says = self.box.rows.get(name, {})
            if sort == "row" and "favours" in says:
                later = deepcopy(sheet)
                later.events = (
                    sheet.events[n:] if self.ruled("charm_past", "from_then_on") else sheet.events
                )
                total += says["order_coins"] * self.fulfilled(later, for_charms=True).count(
                    says["favours"]
                )
        return total

    def boxes(self, seat: int) -> list[int]:
        """Fill in the foot of a sheet."""
        sheet = self.sheets[seat]
        rows, wishes = sheet.of("row"), sheet.of("wish")
        return [
            sum(self.box.rows[row]["coins"] for row in rows if row in self.box.items),
            sheet.scored.get(0, 0),
            sum(self.box.rows[row]["coins"] for row in rows if row in self.box.spells),
            sheet.scored.get(1, 0),
            sum(self.box.orders[order]["coins"] for order in sheet.of("order")),
            self.charm_coins(sheet),
            self.box.adventurers[sheet.adventurer]["coins"] if len(wishes) == 3 else 0,
        ]

    def scores(self) -> list[int]:
        return [sum(self.boxes(seat)) for seat in range(self.seats)]

    def places(self) -> list[int]:
        orders = [len(self.fulfilled(sheet, for_charms=False)) for sheet in self.sheets]
        ranked = list(
            zip(self.scores(), orders, [sheet.potions for sheet in self.sheets], strict=True)
        )
        return [1 + sum(other > own for other in ranked) for own in ranked]
