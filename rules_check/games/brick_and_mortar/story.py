"""The story of a game of Brick & Mortar: the consequences of each move, as a seat sees them.

In: a step of a game, and names. Out: sentences. Hidden choices of other seats are reported once all
may see them, and Demand Cards only as boxes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any

from rules_check.games.brick_and_mortar.course import bill_of, part_of
from rules_check.games.brick_and_mortar.game import rules
from rules_check.games.brick_and_mortar.holdings import lowest_shelf
from rules_check.games.brick_and_mortar.rulings import DebtSupply, MoneySeen
from rules_check.games.brick_and_mortar.sale import sellable
from rules_check.games.brick_and_mortar.show import Names, known_of, text_of, word_of
from rules_check.games.brick_and_mortar.state import Phase, Power, Source, Tally
from rules_check.games.brick_and_mortar.state import Step as Month
from rules_check.rules import EMPTY
from rules_check.telling import Step, beyond, held, leave_uncompiled, texts, told_by

UNSEEN = (Phase.KEEP, Phase.CARDS, Phase.CHANGE, Phase.PRICE, Phase.OFFER)
SHOWN_SOON = ("supply", "demand", "stop", "price", "offer")
"""Decisions that others make unseen, which are not reported until they are shown to all."""
_UNTOLD = ("done", "stop", "stock", "put", "from", "shed", "own", "offer", "rest", "drop")
"""Moves that are not reported if they were the only one."""
_SOLD = set(product((Phase.STORE, Phase.RAISE), (Phase.MANAGE, Phase.TOKENS)))
"""The phases before and after a step in which a store was sold at auction."""
OF_A_TYPE = range(Phase.PRICE, Phase.TOKENS + 1)
"""Decisions that concern a type of goods."""


class _Step(Step):
    """A step with the words of Brick & Mortar."""

    words = texts(__file__, "story")

    def tell(self) -> None:
        before, seat = self.before, self.seat
        word = word_of(self.cards, before, self.move)
        facts = {"who": lambda: self.story.who(seat), "other": lambda: self.story.who(self.a)}
        self.known = {**known_of(self.names, before, self.move), **facts}
        is_hidden = before.phase in UNSEEN or (word == "demand" and before.phase == Phase.AGENCY)
        is_idle = word == "done" and not before.bought[seat, -1] and self.story.viewer != seat
        if is_hidden and not self.story.sees(seat):
            if before.phase == Phase.AGENCY or word not in SHOWN_SOON:
                self.say("unseen", word)
        elif not is_idle and not (self.is_forced and word in _UNTOLD):
            self.say("did", text_of(self.cards, before, self.move))
        self._auction()
        self._show_all()
        # the payment is reported after the Sale, otherwise in Supply
        is_early = self._passes(Month.UTILITIES)
        if is_early:
            self._show_boxes(word)
        self._money(word)
        self._changes(word)
        if not is_early:
            self._show_boxes(word)
        self._competition()
        self._end()

    def _auction(self) -> None:
        """Report who won a store at auction, and which one replaces it in the row."""
        before, after = self.before, self.after
        new = beyond(held(after.row), held(before.row))
        is_sold = (before.phase, after.phase) in _SOLD
        if is_sold and new:
            self.say("won", who=self.story.who(after.actor), store=self.names.store(int(after.lot)))
            for store in new:
                self.say("new-in-row", store=self.names.store(store), about=self.names.about(store))

    def _show_all(self) -> None:
        """Report what is revealed once all have decided."""
        before, after = self.before, self.after
        word, first, second = word_of(self.cards, before, self.move), self.a, self.b
        if before.phase == Phase.CARDS and after.phase != Phase.CARDS:
            face_up, count = held(before.supplied), int(before.demanded[:, -1].sum())
            if word == "supply":
                face_up.append(first)
            elif word == "demand":
                count += 1
            self.say("laid", cards=self._card_names(face_up), n=count)
        is_agency = before.phase != Phase.AGENCY and after.phase == Phase.AGENCY
        if is_agency and self.story.viewer == after.seat:
            self.say("sees", cards=self._card_names(sorted(held(after.demanded))))
        if self._passes(Month.SUPPLY):
            self._say_items("market", after.dock)
        # all have decided: the same decision may be due for another type
        is_over = after.phase != before.phase or after.type != before.type
        if before.phase == Phase.PRICE and is_over:
            prices = {**self._set(before.price), int(before.seat): first}
            order = sorted(prices, key=lambda seat: (-prices[seat], -self._rank(seat)))
            lines = [
                self.words("price", who=self.story.who(seat), n=prices[seat]) for seat in order
            ]
            self.say("prices", prices=lines)
            self._say_equal(prices.values())
        if before.phase == Phase.OFFER and is_over:
            self._show_offers(
                {**self._set(before.quantity), int(before.seat): first},
                {**self._set(before.price), int(before.seat): second},
            )

    def _card_names(self, cards: list[int]) -> str:
        """Name market cards, or say that there are none."""
        return "; ".join(map(self.names.card, cards)) or self.words("no-cards")

    def _show_boxes(self, word: str) -> None:
        """Report the boxes on the Demand Cards once they are turned up."""
        if self._passes(Month.SALE):
            boxes = held(self.before.demanded)
            if word == "demand":
                boxes.append(self.a)
            self._say_items("boxes", self.cards.pictures[boxes].sum(axis=0))

    def _set(self, numbers: Any) -> dict[int, int]:
        """List the prices set so far, by seat."""
        return {
            seat: int(numbers[seat])
            for seat in range(int(self.before.players))
            if numbers[seat] != EMPTY
        }

    def _rank(self, seat: int) -> int:
        return int(self.before.order.tolist().index(seat))

    def _show_offers(self, counts: dict[int, int], prices: dict[int, int]) -> None:
        order = sorted(
            (seat for seat in counts if counts[seat]),
            key=lambda seat: (prices[seat], -self._rank(seat)),
        )
        offers = [
            self.words("offer", who=self.story.who(seat), n=counts[seat], m=prices[seat])
            for seat in order
        ]
        self._say_some("offers", offers=offers)
        self._say_equal(prices[seat] for seat in order)

    def _say_equal(self, prices: Iterable[int]) -> None:
        """Report that seats set the same price."""
        if max(Counter(prices).values(), default=1) > 1:
            self.say("equal")

    def _say_items(self, key: str, counts: Any) -> None:
        self._say_some(key, items=self._items(counts))

    def _say_some(self, key: str, **listed: list[str]) -> None:
        """List things, or say that there are none."""
        if any(listed.values()):
            self.say(key, "some", **listed)
        else:
            self.say(key, "none")

    def _competition(self) -> None:
        """Report whether there is competition for the current type, and why."""
        before, after = self.before, self.after
        is_same = (before.type, before.step < Month.SALE) == (after.type, after.step < Month.SALE)
        if before.phase in OF_A_TYPE and is_same:
            return
        if after.phase not in (Phase.PRICE, Phase.STOCK, Phase.OFFER, Phase.SELL) or after.end:
            return
        type_, players = int(after.type), range(int(after.players))
        seats = [seat for seat in players if after.asked_to >> seat & 1]
        word, price, count = "sale", self.cards.highest[type_], {"boxes": int(after.boxes[type_])}
        if after.phase in (Phase.PRICE, Phase.STOCK):
            word, price, count = "supply", self.cards.least[type_], {"n": int(after.dock[type_])}
        known: dict[str, object] = {"type": self.names.types[type_], **count}
        how = "alone" if len(seats) == 1 else "enough"
        if after.is_contest:
            how = "contest"
        else:
            known["price"] = int(price)
        if how == "alone":
            known["who"] = who = self.story.who(seats[0])
            if word == "supply":
                known["has"] = "have" if who == "you" else "has"
        elif word == "supply":
            room = after.space[: after.players, type_] - after.held[: after.players, type_]
            known |= self._shared("m", room.tolist())
        else:
            known |= self._shared("n", [int(sellable(self.cards, after, seat)) for seat in players])
        self.say(word, how, **known)

    def _shared(self, key: str, numbers: list[int]) -> dict[str, object]:
        """Add up how much of something each seat has, and list the seats."""
        return {key: sum(numbers), "shares": self._of_each("share", dict(enumerate(numbers)))}

    def _of_each(self, key: str, numbers: Mapping[int, int]) -> list[str]:
        """List the seats that have a number, each with it."""
        return [self.words(key, who=self.story.who(seat), n=n) for seat, n in numbers.items() if n]

    def _passes(self, step: int) -> bool:
        """Return whether a step of the month ended in this step of the game."""
        after = self.after
        return bool(
            self.before.step <= step
            and (after.step > step or after.rounds > self.before.rounds or after.end)
        )

    def _items(self, counts: Any) -> list[str]:
        return [self.names.item(type_, n) for type_, n in enumerate(counts.tolist()) if n]

    # ----------------------------------------------------------------------------- money and points
    def _money(self, word: str) -> None:
        """Report who paid or received how much, as far as the viewer knows it; for utilities, each
        seat pays for itself.
        """
        before, after, cards = self.before, self.after, self.cards
        players = range(int(after.players))
        bills = dict[int, int]()
        if self._passes(Month.UTILITIES):
            bills = {seat: self._bill(seat) for seat in players}
        is_open = cards.money_seen == MoneySeen.TRACKABLE
        if cards.debt_supply == DebtSupply.UNLIMITED and word not in ("invest", "divest"):
            for seat in players:
                borrowed = int(cards.debt_money * (after.debt[seat] - before.debt[seat]))
                was, now = int(before.money[seat]), int(after.money[seat])
                change = now - was - borrowed + bills.get(seat, 0)
                if change and (is_open or self.story.sees(seat)):
                    key = "took" if change > 0 else "paid"
                    total = was + change if bills else now
                    self.say(key, who=self.story.who(seat), n=abs(change), total=total)
        if gains := self._of_each("bill", bills):
            self.say("utilities", bills=gains)
        for seat in players:
            if tokens := int(after.debt[seat] - before.debt[seat]):
                self.say("tokens", who=self.story.who(seat), n=tokens, total=int(after.debt[seat]))

    def _bill(self, seat: int) -> int:
        """Work out a seat's utilities for this month: a store that closed after they were paid was
        still open.
        """
        still, state, paid = held(self.after.building[seat]), self.after.copy(), []
        for store in held(self.before.building[seat]):
            if store in still or self.cards.power[store] == Power.COLLECTOR:
                paid.append(store)
        state.building[seat, : len(paid)], state.building[seat, -1] = paid, len(paid)
        return int(bill_of(self.cards, state, seat))

    def _changes(self, word: str) -> None:
        """Report who gained or lost points and what that changed, which stores closed by
        themselves, what expired, and what found no box.
        """
        before, after = self.before, self.after
        for seat in range(int(after.players)):
            who, total = self.story.who(seat), int(after.points[seat])
            change = total - int(before.points[seat])
            by_powers = int(after.gained[seat, Source.POWERS] - before.gained[seat, Source.POWERS])
            if change:
                gained = "powers" if change == by_powers else "gained"
                self.say("lost" if change < 0 else gained, who=who, n=abs(change), total=total)
            still = held(after.building[seat])
            for store in held(before.building[seat]):
                if store not in still and word != "close":
                    self.say("closed", who=who, store=self.names.store(store))
        if before.order.tolist() != after.order.tolist():
            self.say(
                "order", seats=list(map(self.story.who, after.order[: after.players].tolist()))
            )
        if after.last and not before.last:
            first = max(range(int(after.players)), key=lambda seat: int(after.points[seat]))
            self.say("last", who=self.story.who(first), n=int(after.points[first]))
        if count := int(after.tally[Tally.SURPLUS] - before.tally[Tally.SURPLUS]):
            self.say("surplus", n=count)
        if count := int(after.tally[Tally.EXPIRED] - before.tally[Tally.EXPIRED]):
            items = list(self._expired())
            if sum(n for _, _, n in items) == count:
                lines = [
                    self.words(
                        "expired-of", who=self.story.who(seat), items=self.names.item(type_, n)
                    )
                    for seat, type_, n in items
                ]
                self.say("expired", items=lines)
            else:
                self.say("expired-some", n=count)

    def _expired(self) -> Iterator[tuple[int, int, int]]:
        """List what was on the lowest shelves before the step, as seat, type and number: these
        items expired, unless some were sold in the step.
        """
        for seat in range(int(self.before.players)):
            for type_ in range(int(self.cards.types)):
                count = 0
                for slot in range(int(self.before.building[seat, -1])):
                    lowest = int(lowest_shelf(self.cards, self.before, seat, slot, type_))
                    if lowest >= 0:
                        count += int(self.before["items"][seat, slot, type_, lowest])
                if count:
                    yield seat, type_, count

    def _end(self) -> None:
        """Report how a game ended and how each seat's points add up."""
        after, cards = self.after, self.cards
        if not after.end:
            return
        self.say("over", why=rules.ENDS[int(after.end)])
        for (seat,), ranking, points in self.ranked():
            ends = {"stores": Source.STORES, "empty": Source.EMPTY, "debt": Source.DEBT}
            reasons = {
                "track": int(after.points[seat]),
                **{key: int(part_of(cards, after, seat, int(end))) for key, end in ends.items()},
            }
            parts = [self.words.of({"n": n}, "part", key) for key, n in reasons.items() if n]
            self.say("ranked", who=self.story.who(seat), ranking=ranking, n=points, parts=parts)


rules.verb(told_by(rules, Names, _Step))


leave_uncompiled(globals())  # each is asked seldom, and would be compiled for the first answer
