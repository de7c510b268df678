"""The rules of Brick & Mortar once more, slowly: from the digest of the rule text and the rulings
of cards.yaml, to be compared.

Nothing here is imported from the rules and nothing of theirs was copied. A game is one generator
that goes through the month as people would and yields each decision as texts; how items can be
shared out among stores is found by trying every way. Shared on purpose are three things that no
rule text settles. `Slow.dealt` starts from a record as setup left it. Simultaneous decisions are
asked for seat by seat, and what is shared out among stores store by store. And `Luck` is the
published splitmix64, with discards shuffled as they lie.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

from tests.rules_check.games import slow

Talk = Generator[list[str], str, Any]


class Box(slow.Box):
    """What cards.yaml says, read from the file itself."""

    def __init__(self, path: Path, **rulings: str) -> None:
        super().__init__(path, **rulings)
        self.types = self.data["tables"]["type"]["rows"]
        self.stores, self.market = (
            self.data["kinds"]["store"]["cards"],
            self.data["kinds"]["market"]["cards"],
        )


class Shop:
    """A store that is open: for each type the items on each shelf, the top one first."""

    def __init__(self, id_: str, says: dict[str, Any], types: list[str]) -> None:
        self.id, self.says = id_, says
        self.items = {type_: [0] * says[type_][1] for type_ in types if type_ in says}

    def count(self, type_: str) -> int:
        return sum(self.items.get(type_, []))

    def room(self, type_: str) -> int:
        return self.says[type_][0] - self.count(type_) if type_ in self.items else 0

    def has(self, power: str) -> bool:
        return bool(self.says.get("power") == power)

    def pull(self, type_: str, count: int) -> list[int]:
        """Take items, the oldest first; returns the shelves on which they lay."""
        found = []
        for shelf in reversed(range(len(self.items.get(type_, [])))):
            while len(found) < count and self.items[type_][shelf]:
                self.items[type_][shelf] -= 1
                found.append(shelf)
        return found


class Seat:
    def __init__(self, rules: Any) -> None:
        self.points, self.money, self.debt = rules["start_points"], rules["start_money"], 0
        self.hand: list[str] = []
        self.passing: list[str] = []
        self.cards: list[str] = []
        self.shops: list[Shop] = []
        self.bought = ""
        self.face_down: list[str] = []

    def with_power(self, power: str) -> list[Shop]:
        return [shop for shop in self.shops if shop.has(power)]

    def held(self, type_: str) -> int:
        return sum(shop.count(type_) for shop in self.shops)

    def room(self, type_: str) -> int:
        return sum(shop.room(type_) for shop in self.shops)


def splits(total: int, rooms: list[int]) -> Iterator[list[int]]:
    """Try every way to share out a number among places with so much room each."""
    if not rooms:
        if total == 0:
            yield []
        return
    for first in range(min(total, rooms[0]) + 1):
        for rest in splits(total - first, rooms[1:]):
            yield [first, *rest]


class Over(Exception):
    pass


class Slow:
    """One game under way."""

    def __init__(self, box: Box, players: int) -> None:
        self.box, self.players = box, players
        self.seats = [Seat(box.rules) for _ in range(players)]
        self.order = list(range(players))
        self.month, self.end, self.seat, self.is_last = 1, "", 0, False
        self.deck: list[str] = []
        self.row: list[str] = []
        self.next_up: list[str] = []
        self.starting: list[str] = []
        self.discards: list[str] = []
        self.undrafted: list[str] = []
        self.market: list[str] = []
        self.used: list[str] = []
        self.unseen: list[str] = []
        self.dock = dict.fromkeys(box.types, 0)
        self.crates = {type_: row["crates"] for type_, row in box.types.items()}
        self.luck = slow.Luck(0)
        self.was_shown: list[tuple[int, int, int, frozenset[str]]] = []
        """In the draft: a seat, whose hand it looked at, how often that had been passed, and what
        was in it.
        """
        self.peeked: set[int] = set()
        """Seats that have been shown this month's Demand Cards."""
        self.begun: tuple[Any, Any] | None = None
        self.history: list[str] = []
        self.options: list[str] = []

    @classmethod
    def dealt(cls, box: Box, cards: Any, state: Any) -> Slow:
        """Read how a record lies after setup."""
        game, stores, market = cls(box, int(state["players"])), list(box.stores), list(box.market)

        def lying(zone: Any, names: list[str]) -> list[str]:
            return [names[n] for n in zone[: zone[-1]]]

        game.deck, game.market = lying(state["deck"], stores), lying(state["market"], market)
        game.row, game.next_up = lying(state["row"], stores), lying(state["next_up"], stores)
        game.starting = lying(state["starting"], stores)
        for n, seat in enumerate(game.seats):
            seat.passing, seat.hand = (
                lying(state["passing"][n], stores),
                [one for zone in state["hand"][n] for one in lying(zone, stores)],
            )
            seat.cards = lying(state["holds"][n], market)
            for id_ in lying(state["building"][n], stores):
                game.open_first(n, id_)
        game.luck = slow.Luck(int(state["rng"][0]))
        game.begun = (cards, state.copy())
        game.course = game.whole_game()
        game.go_on(None)
        return game

    def copy(self) -> Slow:
        assert self.begun is not None
        other = Slow.dealt(self.box, *self.begun)
        for text in self.history:
            other.play(text)
        return other

    def legal(self) -> list[str]:
        return self.options

    def play(self, text: str) -> None:
        assert text in self.options, text
        self.history.append(text)
        self.go_on(text)

    def go_on(self, text: str | None) -> None:
        try:
            self.options = self.course.send(text)  # type: ignore[arg-type]
        except (StopIteration, Over):
            self.options, self.seat = [], -1

    def ask(self, seat: int, options: list[str]) -> Talk:
        if len(options) == 1:
            return options[0]
        self.seat = seat
        return (yield options)

    def number(self, seat: int, options: list[str]) -> Talk:
        """Ask, and read the number at the end of the answer."""
        return int((yield from self.ask(seat, options)).split()[-1])

    def ruled(self, name: str, option: str) -> bool:
        return bool(self.box.rulings[name] == option)

    def says(self, store: str) -> dict[str, Any]:
        return self.box.stores[store]  # type: ignore[no-any-return]

    # -------------------------------------------------------------------------------- money, points
    def gain(self, seat: int, points: int) -> None:
        one, rank = self.seats[seat], self.order.index(seat)
        one.points += points
        passed = [
            other
            for other in self.order
            if other != seat
            and (
                self.seats[other].points < one.points
                if points > 0
                else self.seats[other].points > one.points
            )
        ]
        self.order.remove(seat)
        places = [self.order.index(other) for other in passed]
        self.order.insert(
            min([rank, *places]) if points > 0 else max([rank, *(place + 1 for place in places)]),
            seat,
        )
        if one.points >= self.box.rules["marker_points"][self.players]:
            self.is_last = True

    def tokens_left(self) -> int:
        return max(0, self.box.rules["debt_tokens"] - sum(seat.debt for seat in self.seats))

    def tokens_to_be_had(self) -> int:
        return 999 if self.ruled("debt_supply", "unlimited") else self.tokens_left()

    def tokens_for(self, money: int) -> int:
        return max(0, -(-money // self.box.rules["debt_money"]))

    def affords(self, seat: int, price: int) -> bool:
        return self.tokens_for(price - self.seats[seat].money) <= self.tokens_to_be_had()

    def pay(self, seat: int, price: int, by_tokens: int) -> Talk:
        one, tokens = self.seats[seat], 0
        least = min(self.tokens_for(price - one.money), self.tokens_to_be_had())
        if self.ruled("debt_choice", "freely") and price > 0:
            most = max(least, min(self.tokens_for(by_tokens), self.tokens_to_be_had()))
            tokens = yield from self.number(seat, [f"tokens {n}" for n in range(least, most + 1)])
        else:
            tokens = least
        one.debt += tokens
        one.money += tokens * self.box.rules["debt_money"]
        while one.money < price and not self.ruled("debt_supply", "unlimited"):
            least = min(self.tokens_for(price - one.money), self.tokens_to_be_had())
            if least:
                one.debt += least
                one.money += least * self.box.rules["debt_money"]
            elif self.ruled("debt_supply", "fifteen_points") and one.points:
                self.gain(seat, -1)
                one.money += self.box.rules["point_sale"]
            elif self.ruled("debt_supply", "fifteen_close") and one.shops:
                one.money += one.shops[-1].says["cost"]
                self.close(seat, one.shops[-1])
            else:
                break
        one.money = max(0, one.money - price)

    def from_box(self, type_: str, count: int) -> int:
        come = (
            min(count, self.crates[type_])
            if self.ruled("crates_run_out", "as_many_as_there_are")
            else count
        )
        self.crates[type_] -= come
        return come

    # --------------------------------------------------------------------------------------- stores
    def open(self, seat: int, store: str) -> Shop:
        shop = Shop(store, self.says(store), list(self.box.types))
        self.seats[seat].shops.append(shop)
        return shop

    def open_first(self, seat: int, store: str) -> None:
        shop = self.open(seat, store)
        for type_ in shop.items:
            shop.items[type_][0] = self.from_box(type_, shop.says[type_][0])

    def close(self, seat: int, shop: Shop) -> None:
        self.seats[seat].shops.remove(shop)
        items = 0
        for type_ in shop.items:
            items += shop.count(type_)
            self.crates[type_] += shop.count(type_)
        if shop.has("liquidator") and items:
            self.gain(seat, items * shop.says["amount"])

    def draw_store(self) -> list[str]:
        if not self.deck:
            self.deck, self.discards = self.discards, []
            if self.ruled("draft_discards", "discards"):
                self.deck, self.undrafted = self.deck + self.undrafted, []
            self.luck.shuffle(self.deck)
        return [self.deck.pop()] if self.deck else []

    def refill(self) -> None:
        self.row += self.next_up
        self.next_up = self.draw_store()

    def shops_with(self, power: str) -> Iterator[tuple[int, Shop]]:
        """Go through the stores with a power by turn order as it is each time."""
        seen: list[Shop] = []
        while True:
            left = [
                (seat, shop)
                for seat in self.order
                for shop in self.seats[seat].with_power(power)
                if shop not in seen
            ]
            if not left:
                return
            seen.append(left[0][1])
            yield left[0]

    # --------------------------------------------------------------------------------------- course
    def whole_game(self) -> Talk:
        if self.ruled("hands", "drafted"):
            yield from self.draft()
            for seat in list(self.order):
                start = (
                    yield from self.ask(seat, [f"start {store}" for store in self.starting])
                ).split()[1]
                self.starting.remove(start)
                self.open_first(seat, start)
        while True:
            yield from self.advertise()
            yield from self.supply()
            yield from self.sale()
            yield from self.inventory()
            yield from self.utilities()
            yield from self.invest()
            if self.is_last:
                self.end = "the investment marker"
            elif self.month == self.box.rules["last_month"][self.players]:
                self.end = "the last month"
            if self.end:
                return
            self.month += 1
            yield from self.build()

    def draft(self) -> Talk:
        passed = 0
        while len(self.seats[0].passing) > 1:
            for n, seat in enumerate(self.seats):
                self.was_shown.append(
                    (n, (n - passed) % self.players, passed, frozenset(seat.passing))
                )
            passed += 1
            for n, seat in enumerate(self.seats):
                store = (
                    yield from self.ask(n, [f"keep {store}" for store in seat.passing])
                ).split()[1]
                seat.passing.remove(store)
                seat.hand.append(store)
            hands = [seat.passing for seat in self.seats]
            if len(hands[0]) == 1:
                self.undrafted = [store for hand in hands for store in hand]
                for seat in self.seats:
                    seat.passing = []
                return
            for seat, hand in zip(self.seats, [hands[-1], *hands[:-1]], strict=True):
                seat.passing = hand

    # ------------------------------------------------------------------------------------- building
    def limit(self, seat: int) -> int:
        if self.ruled("bid_limit", "unlimited"):
            return self.box.rules["bid_bound"]  # type: ignore[no-any-return]
        more = (
            self.box.rules["debt_money"] * self.tokens_left()
            if self.ruled("bid_limit", "with_debt")
            else 0
        )
        return self.seats[seat].money + more  # type: ignore[no-any-return]

    def price(self, store: str, price: int) -> int:
        return (
            max(0, price - self.says(store)["amount"])
            if self.says(store).get("power") == "peddler"
            else price
        )

    def build(self) -> Talk:
        acted, opener, is_sold = set[int](), -1, False
        while len(acted) < self.players:
            seat = (
                opener
                if opener >= 0 and opener not in acted
                else next(one for one in self.order if one not in acted)
            )
            one = self.seats[seat]
            options = []
            for store in one.hand:
                price = self.price(store, self.says(store)["cost"])
                if price <= one.money or (
                    self.ruled("hand_debt", "may") and self.affords(seat, price)
                ):
                    options.append(f"buy {store}")
            for store in self.row:
                options += [
                    f"bid {store} {bid}"
                    for bid in range(self.says(store)["cost"], self.limit(seat) + 1)
                ]
            word, *rest = (yield from self.ask(seat, [*options, "pass"])).split()
            manager = seat
            if word == "buy":
                one.hand.remove(rest[0])
                one.bought = rest[0]
                price = self.price(rest[0], self.says(rest[0])["cost"])
                yield from self.pay(seat, price, price if self.ruled("hand_debt", "may") else 0)
            elif word == "bid":
                opener, is_sold = seat, True
                manager = yield from self.auction(seat, rest[0], int(rest[1]), acted)
            acted.add(manager)
            yield from self.manage(manager)
        if is_sold:
            self.discards += self.row[:1]
            self.row = self.row[1:]
            self.refill()
        else:
            self.discards += self.row
            self.row = []
            if self.ruled("refill_when_none_sold", "deck_card_joins"):
                self.row, self.next_up = self.next_up, []
            while len(self.row) < self.box.rules["public_stores"] and (drawn := self.draw_store()):
                self.row += drawn
            self.next_up = self.next_up or self.draw_store()

    def auction(self, opener: int, store: str, bid: int, acted: set[int]) -> Talk:
        leader, last, out = opener, opener, set[int]()
        while True:
            if self.ruled("bid_limit", "unlimited") and bid >= self.box.rules["bid_bound"]:
                self.end = "bidding without end"
                raise Over
            asked = list(self.order)
            if self.ruled("auction_order", "after_the_opener"):
                at = self.order.index(last) + 1
                asked = self.order[at:] + self.order[:at]
            asked = [
                seat for seat in asked if seat not in out and seat not in acted and seat != leader
            ]
            if not asked:
                break
            last = asked[0]
            options = [f"raise {n}" for n in range(bid + 1, self.limit(last) + 1)]
            word, *rest = (yield from self.ask(last, [*options, "drop"])).split()
            if word == "drop":
                out.add(last)
            else:
                leader, bid = last, int(rest[0])
        self.row.remove(store)
        self.refill()
        self.seats[leader].bought = store
        price = self.price(store, bid)
        yield from self.pay(leader, price, price)
        return leader

    def manage(self, seat: int) -> Talk:
        one = self.seats[seat]
        while True:
            options = [f"close {shop.id}" for shop in one.shops]
            if one.bought and len(one.shops) < len(self.box.rules["slot_utility"]):
                options.append(f"open {one.bought}")
            word, *rest = (yield from self.ask(seat, [*options, "done"])).split()
            if word == "close":
                self.close(seat, next(shop for shop in one.shops if shop.id == rest[0]))
                continue
            if word == "open":
                self.open(seat, one.bought)
            one.bought = ""
            return

    # -------------------------------------------------------------------------------- advertisement
    def draw_cards(self, seat: int, count: int) -> None:
        for _ in range(count):
            if not self.market:
                self.market, self.used, self.unseen = self.used + self.unseen, [], []
                self.luck.shuffle(self.market)
            if self.market:
                self.seats[seat].cards.append(self.market.pop())

    def change(self, seat: int, text: str) -> None:
        one = self.seats[seat]
        gone = list(one.cards) if text == "change-all" else [text.split()[1]]
        for card in gone:
            one.cards.remove(card)
            self.unseen.append(card)
        self.draw_cards(seat, len(gone))

    def changes(self, seat: int) -> list[str]:
        one = self.seats[seat]
        if len(one.shops) < 3:
            return []
        return [f"change {card}" for card in dict.fromkeys(one.cards)] + (
            ["change-all"] if len(one.cards) > 1 else []
        )

    def advertise(self) -> Talk:
        to_discard = Counter[int]()
        for seat in self.order:
            for shop in self.seats[seat].with_power("research"):
                self.draw_cards(seat, shop.says["amount"])
                to_discard[seat] += shop.says["amount"]
        shown, changed = list[list[str]](), set[int]()
        for seat, one in enumerate(self.seats):
            for _ in range(to_discard[seat]):
                card = (
                    yield from self.ask(
                        seat, [f"discard {card}" for card in dict.fromkeys(one.cards)]
                    )
                ).split()[1]
                one.cards.remove(card)
                self.unseen.append(card)
            laid = yield from self.lay(seat, changed)
            shown.append(laid)
        supply = [card for laid in shown for card in laid]
        for seat, shop in self.shops_with("agency"):
            self.peeked.add(seat)
            yield from self.play_more(seat, shop, supply)
        for seat in self.order:
            self.draw_cards(seat, self.box.rules["market_hand"] - len(self.seats[seat].cards))
        for seat in range(self.players):
            if (
                self.ruled("third_slot", "after_drawing_back")
                and seat not in changed
                and (options := self.changes(seat))
            ):
                text = yield from self.ask(seat, [*options, "stop"])
                if text != "stop":
                    self.change(seat, text)
        for _, shop in self.shops_with("factory"):
            seat, type_ = _, shop.says["type"]
            most = shop.says["amount"]
            if self.ruled("crates_run_out", "as_many_as_there_are"):
                most = min(most, self.crates[type_])
            self.dock[type_] += self.from_box(
                type_, (yield from self.number(seat, [f"make {n}" for n in range(most + 1)]))
            )
        for type_ in self.box.types:
            self.dock[type_] += self.from_box(
                type_, sum(self.box.market[card].get(type_, 0) for card in supply)
            )
        self.used += supply

    def lay(self, seat: int, changed: set[int]) -> Talk:
        """Let a seat lay its cards; returns those face up."""
        one, face_up, laid = self.seats[seat], list[str](), 0
        due, most = (
            self.box.rules["cards_played"],
            self.box.rules["cards_played"] + (len(one.shops) >= 4),
        )
        while True:
            options = []
            if laid < most:
                options += [
                    f"{face} {card}"
                    for face in ("supply", "demand")
                    for card in dict.fromkeys(one.cards)
                ]
            may_change = laid == 0 or (
                laid >= due and self.ruled("third_slot", "before_drawing_back")
            )
            if may_change and seat not in changed:
                options += self.changes(seat)
            if not options:
                return face_up
            text = yield from self.ask(seat, [*options, "stop"] if laid >= due else options)
            if text == "stop":
                return face_up
            if text.startswith("change"):
                changed.add(seat)
                self.change(seat, text)
            else:
                face, card = text.split()
                one.cards.remove(card)
                (face_up if face == "supply" else one.face_down).append(card)
                laid += 1

    def play_more(self, seat: int, shop: Shop, supply: list[str]) -> Talk:
        one, left = self.seats[seat], {"supply": shop.says["amount"], "demand": shop.says["amount"]}
        while True:
            cards = dict.fromkeys(one.cards)
            options = [f"{face} {card}" for face in left if left[face] > 0 for card in cards]
            text = yield from self.ask(seat, [*options, "stop"])
            if text == "stop":
                return
            face, card = text.split()
            one.cards.remove(card)
            (supply if face == "supply" else one.face_down).append(card)
            for other in left if self.ruled("agency", "one") else [face]:
                left[other] -= 1

    # --------------------------------------------------------------------------------------- supply
    def supply(self) -> Talk:
        for type_, says in self.box.types.items():
            wanting = [seat for seat in range(self.players) if self.seats[seat].room(type_)]
            room = sum(one.room(type_) for one in self.seats)
            enough = self.dock[type_] > room or (
                self.dock[type_] == room and self.ruled("enough_equal", "no_competition")
            )
            prices = dict[int, int]()
            if self.dock[type_] and len(wanting) > 1 and not enough:
                for seat in wanting:
                    most = self.box.rules["price_dial"]
                    if self.ruled("supply_bid", "affordable"):
                        most = min(most, self.seats[seat].money)
                    options = [
                        f"price {n}" for n in range(says["least"], max(says["least"], most) + 1)
                    ]
                    prices[seat] = yield from self.number(seat, options)
            served = set[int]()
            while self.dock[type_] and (
                left := [seat for seat in self.order if seat in wanting and seat not in served]
            ):
                if prices:
                    seat = max(left, key=lambda one: (prices[one], self.order.index(one)))
                else:
                    seat = left[0] if self.ruled("order_no_competition", "turn_order") else left[-1]
                served.add(seat)
                yield from self.stock(seat, type_, prices.get(seat, says["least"]))
            yield from self.after_supply(type_)

    def unit(self, seat: int, shop: Shop, type_: str, price: int, total: int) -> int:
        if shop.has("duty-free"):
            price = self.box.types[type_]["least"]
        if shop.has("wholesaler"):
            price -= shop.says["amount"]
        for dock in self.seats[seat].with_power("dock"):
            if total >= dock.says["each"]:
                price -= dock.says["amount"]
        return max(0, price)

    def is_payable(self, seat: int, split: list[int], units: list[int]) -> bool:
        money, cost = (
            self.seats[seat].money,
            sum(n * unit for n, unit in zip(split, units, strict=True)),
        )
        dearest = max([unit for n, unit in zip(split, units, strict=True) if n], default=0)
        return cost - dearest <= money and self.tokens_for(cost - money) <= self.tokens_to_be_had()

    def stock(self, seat: int, type_: str, price: int) -> Talk:
        one = self.seats[seat]
        rooms, options = [shop.room(type_) for shop in one.shops], dict[int, list[list[int]]]()
        for total in range(min(self.dock[type_], sum(rooms)) + 1):
            units = [self.unit(seat, shop, type_, price, total) for shop in one.shops]
            options[total] = [
                split for split in splits(total, rooms) if self.is_payable(seat, split, units)
            ]
        total = yield from self.number(seat, [f"stock {n}" for n in options if options[n]])
        ways, units = (
            options[total],
            [self.unit(seat, shop, type_, price, total) for shop in one.shops],
        )
        for n, shop in enumerate(one.shops):
            counts = sorted({way[n] for way in ways})
            count = yield from self.number(seat, [f"put {shop.id} {count}" for count in counts])
            ways = [way for way in ways if way[n] == count]
        (split,) = ways
        for shop, count in zip(one.shops, split, strict=True):
            if count:
                shop.items[type_][0] += count
                if shop.has("importer") and count >= shop.says["each"]:
                    self.gain(seat, shop.says["amount"])
        self.dock[type_] -= total
        dearest = max([unit for n, unit in zip(split, units, strict=True) if n], default=0)
        yield from self.pay(
            seat, sum(n * unit for n, unit in zip(split, units, strict=True)), dearest
        )

    def after_supply(self, type_: str) -> Talk:
        for seat, shop in self.shops_with("crafter"):
            if shop.says["type"] == type_:
                can = self.crates[type_] >= 1 or self.ruled("crates_run_out", "substitute")
                text = yield from self.ask(seat, ["craft", "earn"] if can else ["earn"])
                if text == "craft":
                    self.dock[type_] += self.from_box(type_, shop.says["each"])
                else:
                    self.gain(seat, shop.says["amount"])
        for _, shop in self.shops_with("catering"):
            if shop.says["type"] == type_:
                shop.items[type_][0] += self.from_box(
                    type_, min(shop.says["amount"], shop.room(type_))
                )
        for seat, shop in self.shops_with("leftovers"):
            most = min(shop.says["amount"], shop.room(type_), self.dock[type_])
            count = yield from self.number(seat, [f"take {n}" for n in range(most + 1)])
            if count:
                shop.items[type_][0] += count
                self.dock[type_] -= count

    # ----------------------------------------------------------------------------------------- sale
    def moved(self, shop: Shop, type_: str, shelves: list[int]) -> None:
        for shelf in shelves:
            to = (
                0 if self.ruled("transfer_shelf", "top") else min(shelf, len(shop.items[type_]) - 1)
            )
            shop.items[type_][to] += 1

    def sale(self) -> Talk:
        demand = [card for one in self.seats for card in one.face_down]
        self.peeked = set()
        for one in self.seats:
            one.face_down = []
        self.boxes = {
            type_: sum(self.box.market[card].get(type_, 0) for card in demand)
            for type_ in self.box.types
        }
        for seat, shop in self.shops_with("storehouse"):
            for n, type_ in enumerate(self.box.types):
                for source in self.seats[seat].shops if shop.says["by_type"][n] else []:
                    most = min(shop.room(type_), source.count(type_)) if source is not shop else 0
                    if most:
                        count = yield from self.number(
                            seat, [f"move {source.id} {k}" for k in range(most + 1)]
                        )
                        self.moved(shop, type_, source.pull(type_, count))
        self.sold_types = {seat: set[str]() for seat in range(self.players)}
        self.peddlers: list[tuple[int, Shop]] = []
        for type_ in self.box.types:
            yield from self.sell_type(type_)
            if self.ruled("peddler_closes", "after_type"):
                self.close_peddlers()
        self.used += demand
        self.close_peddlers()
        for seat in list(self.order):
            for shop in self.seats[seat].with_power("variety"):
                if len(self.sold_types[seat]) >= shop.says["each"]:
                    self.gain(seat, shop.says["amount"])

    def close_peddlers(self) -> None:
        for seat, shop in self.peddlers:
            self.close(seat, shop)
        self.peddlers = []

    def from_dock(self, seat: int, type_: str) -> int:
        most = sum(
            s.says["amount"]
            for s in self.seats[seat].with_power("surplus")
            if s.says["type"] == type_
        )
        return min(most, self.dock[type_])

    def own(self, seat: int, type_: str) -> int:
        at = list(self.box.types).index(type_)
        return sum(shop.says["by_type"][at] for shop in self.seats[seat].with_power("fulfillment"))

    def elsewhere(self, seat: int, type_: str) -> int:
        """Count the boxes of another type that a purveyor could fill."""
        shops = [
            shop for shop in self.seats[seat].with_power("purveyor") if shop.says["type"] != type_
        ]
        return (
            min(sum(shop.count(type_) for shop in shops), self.boxes[shops[0].says["type"]])
            if shops
            else 0
        )

    def sell_type(self, type_: str) -> Talk:
        says, can = self.box.types[type_], dict[int, int]()
        reach = {
            seat: self.boxes[type_] + self.own(seat, type_) + self.elsewhere(seat, type_)
            for seat in range(self.players)
        }
        for seat, one in enumerate(self.seats):
            can[seat] = one.held(type_) + self.from_dock(seat, type_)
        asked = [
            seat
            for seat in can
            if can[seat] and (reach[seat] or self.ruled("who_can_sell", "all_holders"))
        ]
        items = sum(can.values())
        enough = self.boxes[type_] > items or (
            self.boxes[type_] == items and self.ruled("enough_equal", "no_competition")
        )
        is_contest = len(asked) > 1 and not enough
        bids, sold, premium = dict[int, tuple[int, int]](), Counter[int](), Counter[int]()
        surplus: dict[int, list[int]] = {seat: [] for seat in range(self.players)}
        if is_contest:
            for seat in asked:
                most = min(reach[seat], self.box.rules["quantity_dial"])
                if self.ruled("sale_quantity", "what_one_holds"):
                    most = min(most, can[seat])
                options = [
                    f"offer {n} at {price}"
                    for n in range(1, most + 1)
                    for price in range(says["highest"] + 1)
                ]
                words = (yield from self.ask(seat, ["offer 0 at 0", *options])).split()
                bids[seat] = int(words[1]), int(words[3])
        done = set[int]()
        while left := [
            seat
            for seat in self.order
            if seat in asked and seat not in done and (not bids or bids[seat][0])
        ]:
            if bids:
                seat = min(left, key=lambda one: (bids[one][1], -self.order.index(one)))
            else:
                seat = left[0] if self.ruled("order_no_competition", "turn_order") else left[-1]
            done.add(seat)
            boxes = self.boxes[type_] + self.own(seat, type_) + self.elsewhere(seat, type_)
            most = min(self.seats[seat].held(type_) + self.from_dock(seat, type_), boxes)
            if bids:
                count = min(bids[seat][0], most)
            else:
                count = yield from self.number(seat, [f"sell {n}" for n in range(most + 1)])
            sold[seat] = count
            price = bids[seat][1] if bids else says["highest"]
            yield from self.sell(seat, type_, count, price, premium)
            if bids:
                over = min(
                    bids[seat][0] - count - self.from_dock(seat, type_),
                    self.seats[seat].held(type_),
                )
                yield from self.shed(seat, type_, max(0, over), surplus)
        for seat in premium:
            if self.ruled("knockoff", "bids") and bids:
                others = [other for other in bids if other != seat and bids[other][0]]
            else:
                others = [other for other in sold if other != seat and sold[other]]
            self.seats[seat].money += premium[seat] if others else 0
        if is_contest:
            yield from self.give_away(type_, surplus)
        for shelves in surplus.values():
            self.crates[type_] += len(shelves)

    def sell(self, seat: int, type_: str, count: int, price: int, premium: Counter[int]) -> Talk:
        one = self.seats[seat]
        own, elsewhere = self.own(seat, type_), self.elsewhere(seat, type_)
        options = [
            n for n in range(count + 1) if n <= own + elsewhere and count - n <= self.boxes[type_]
        ]
        mine = yield from self.number(seat, [f"own {n}" for n in options])
        self.boxes[type_] -= count - mine
        strange = max(0, mine - own)
        purveyors = [shop for shop in one.with_power("purveyor") if shop.says["type"] != type_]
        if strange:
            self.boxes[purveyors[0].says["type"]] -= strange
        rooms = [*(shop.count(type_) for shop in one.shops), self.from_dock(seat, type_)]
        ways = [
            way
            for way in splits(count, rooms)
            if sum(n for n, shop in zip(way, one.shops, strict=False) if shop in purveyors)
            >= strange
        ]
        bottoms = []
        for n, shop in enumerate(one.shops):
            part = yield from self.number(
                seat, [f"from {shop.id} {k}" for k in sorted({way[n] for way in ways})]
            )
            ways = [way for way in ways if way[n] == part]
            if self.ruled("sell_shelf", "any_shelf") and 0 < part < shop.count(type_):
                bottoms.append((yield from self.choose_shelves(seat, shop, type_, part)))
            else:
                bottoms.append(
                    sum(shelf == shop.says[type_][1] - 1 for shelf in shop.pull(type_, part))
                )
        (way,) = ways
        points = 0
        money = (price - self.box.types[type_]["least"]) * way[-1]
        self.dock[type_] -= way[-1]
        self.crates[type_] += count
        swaps = []
        for shop, part in zip(one.shops, way, strict=False):
            most = part // shop.says["each"] if shop.has("distributor") else 0
            swaps.append(
                (yield from self.number(seat, [f"swap {shop.id} {n}" for n in range(most + 1)]))
            )
        for shop, part, bottom, swapped in zip(one.shops, way, bottoms, swaps, strict=False):
            if not part:
                continue
            unit, amount = max(0, price + shop.says.get("margin", 0)), shop.says.get("amount", 0)
            in_points = (
                shop.says["by_type"][list(self.box.types).index(type_)]
                if shop.has("storehouse")
                else 0
            )
            points += in_points * part + swapped * amount
            money += 0 if in_points else unit * (part - swapped)
            if shop.has("exporter"):
                points += part // shop.says["each"] * amount
            if shop.has("antique"):
                points += bottom * amount
            if shop.has("knockoff"):
                premium[seat] += part * amount
            if shop.has("peddler"):
                self.peddlers.append((seat, shop))
        if count:
            self.sold_types[seat].add(type_)
        if money < 0:
            short = self.box.rulings["debt_choice"]
            self.box.rulings["debt_choice"] = "when_short"
            yield from self.pay(seat, -money, -money)
            self.box.rulings["debt_choice"] = short
        else:
            one.money += money
        if points:
            self.gain(seat, points)

    def choose_shelves(self, seat: int, shop: Shop, type_: str, count: int) -> Talk:
        """Let a seat choose shelf by shelf, from the lowest; returns how many came from the
        lowest.
        """
        shelves = shop.items[type_]
        ways, lowest = list(splits(count, shelves[::-1])), 0
        for n in range(len(shelves)):
            shelf = len(shelves) - 1 - n
            options = sorted({way[n] for way in ways})
            part = yield from self.number(seat, [f"shelf {shelf} {k}" for k in options])
            ways = [way for way in ways if way[n] == part]
            lowest = part if n == 0 else lowest
        for n, part in enumerate(ways[0]):
            shelves[len(shelves) - 1 - n] -= part
        return lowest

    def shed(self, seat: int, type_: str, count: int, surplus: dict[int, list[int]]) -> Talk:
        one = self.seats[seat]
        ways = list(splits(count, [shop.count(type_) for shop in one.shops]))
        for n, shop in enumerate(one.shops):
            part = yield from self.number(
                seat, [f"shed {shop.id} {k}" for k in sorted({way[n] for way in ways})]
            )
            ways = [way for way in ways if way[n] == part]
            surplus[seat] += shop.pull(type_, part)
        surplus[seat].sort()

    def give_away(self, type_: str, surplus: dict[int, list[int]]) -> Talk:
        for seat, shop in self.shops_with("thrift"):
            most = min(shop.room(type_), len(surplus[seat]))
            count = yield from self.number(seat, [f"save {n}" for n in range(most + 1)])
            self.moved(shop, type_, surplus[seat][:count])
            surplus[seat] = surplus[seat][count:]
        for seat, shop in self.shops_with("resale"):
            for other in range(self.players):
                if other == seat or not surplus[other]:
                    continue
                least = self.box.types[type_]["least"]
                most = min(shop.room(type_), len(surplus[other]))
                options = [
                    f"resale {other + 1} {n}"
                    for n in range(most + 1)
                    if self.affords(seat, n * least)
                ]
                count = yield from self.number(seat, options)
                surplus[other] = surplus[other][count:]
                self.seats[other].money += count * least
                if count:
                    shop.items[type_][0] += count
                    yield from self.pay(seat, count * least, count * least)

    # -------------------------------------------------------------------------- the rest of a month
    def inventory(self) -> Talk:
        for seat, shop in self.shops_with("pawn"):
            for type_, shelves in shop.items.items():
                count = yield from self.number(
                    seat, [f"return {n}" for n in range(shelves[-1] + 1)]
                )
                shelves[-1] -= count
                self.dock[type_] += count
                if count:
                    self.gain(seat, count * shop.says["amount"])
        for one in self.seats:
            for shop in one.shops:
                for type_, shelves in shop.items.items():
                    self.crates[type_] += shelves[-1]
                    shop.items[type_] = [0, *shelves[:-1]]

    def utilities(self) -> Talk:
        done = set[int]()
        while len(done) < self.players:
            seat = next(one for one in self.order if one not in done)
            done.add(seat)
            slots = self.box.rules["slot_utility"]
            bill = sum(
                shop.says["utility"] + slots[n] for n, shop in enumerate(self.seats[seat].shops)
            )
            yield from self.pay(seat, bill, bill)
        for seat in list(self.order):
            for shop in reversed(self.seats[seat].with_power("collector")):
                count = sum(map(sum, shop.items.values()))
                if count >= shop.says["each"]:
                    self.gain(seat, shop.says["amount"])
                elif not count:
                    self.close(seat, shop)

    def invest(self) -> Talk:
        costs = self.box.rules["point_cost"]
        for seat in list(self.order):
            one, bought, times = self.seats[seat], 0, 0
            bank = one.with_power("bank")
            while times < (bank[0].says["each"] if bank else 1):
                most = min([len(costs) - bought, *(shop.says["amount"] for shop in bank[:1])])
                options = [f"invest {n}" for n in range(1, most + 1) if costs[n - 1] <= one.money]
                if times == 0:
                    options += [f"divest {n}" for n in range(1, one.points + 1)]
                word, *rest = (yield from self.ask(seat, [*options, "rest"])).split()
                if word == "invest":
                    one.money -= costs[int(rest[0]) - 1]
                    bought += int(rest[0])
                    times += 1
                    self.gain(seat, int(rest[0]))
                    continue
                if word == "divest":
                    one.money += self.box.rules["point_sale"] * int(rest[0])
                    self.gain(seat, -int(rest[0]))
                break

    # -------------------------------------------------------------------------------------- scoring
    def parts(self, seat: int) -> dict[str, int]:
        one, empty = self.seats[seat], self.box.rules["empty_slot"]
        return {
            "track": one.points,
            "stores": sum(shop.says["points"] for shop in one.shops),
            "empty": -sum(empty[len(one.shops) :]),
            "debt": -one.debt * self.box.rules["debt_points"],
        }

    def scores(self) -> list[int]:
        return [sum(self.parts(seat).values()) for seat in range(self.players)]

    def places(self) -> list[int]:
        ranked = [(score, -self.order.index(seat)) for seat, score in enumerate(self.scores())]
        return [1 + sum(other > own for other in ranked) for own in ranked]
