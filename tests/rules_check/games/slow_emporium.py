"""Emporium's rules once more, slowly: written from the rule text and the rulings of cards.yaml, to
be compared with the compiled ones.

Nothing here is imported from the rules and nothing of theirs was copied: plain lists of ids, no
numbers of cards, no records. Two things are shared on purpose. `Slow.dealt` starts from a record as
setup left it, read field by field. And a shuffle must bring the same cards to both: `Luck` is the
published splitmix64, fed from the record's stream, under Fisher and Yates.

A decision is a list of texts as the rules write them. `play` makes one and goes on to the next
decision with two or more.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from tests.rules_check.games import slow

ROUNDS_MOST = 1000


class Box(slow.Box):
    """What cards.yaml says, read from the file itself."""

    def __init__(self, path: Path, **rulings: str) -> None:
        super().__init__(path, **rulings)
        data = self.data
        self.hero, self.monster, self.item = (
            data["kinds"][kind]["cards"] for kind in ("hero", "monster", "item")
        )
        self.tiers, self.tier = list(data["tables"]["tier"]["rows"]), data["tables"]["tier"]["rows"]
        self.guilds, self.sorts = (
            list(data["tables"]["guild"]["rows"]),
            list(data["tables"]["monster_type"]["rows"]),
        )

    def next_tier(self, item: str) -> str | None:
        """Name the tier that an upgrade leads to."""
        here = self.tiers.index(self.item[item]["tier"])
        return self.tiers[here + 1] if here + 1 < len(self.tiers) else None

    def slot_text(self, hero: str, k: int) -> str:
        slots = self.hero[hero]["slots"]
        before = slots[:k].count(slots[k])
        return f"{slots[k]}-{before + 1}" if before else slots[k]

    def slot_of(self, hero: str, text: str) -> int:
        return next(
            k for k in range(len(self.hero[hero]["slots"])) if self.slot_text(hero, k) == text
        )


class Place:
    """A place for a hero on the table: empty, or a hero with an item or None at each slot."""

    def __init__(self, hero: str | None = None, gear: list[str | None] | None = None) -> None:
        self.hero, self.gear = hero, gear or []

    def items(self) -> list[str]:
        return [item for item in self.gear if item]


class Slow(slow.Referee):
    """One game under way."""

    def __init__(self, box: Box, seats: int) -> None:
        self.box, self.seats = box, seats
        self.gold = [box.rules["starting_gold"]] * seats
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.decks: dict[str, list[str]] = {}
        self.piles: dict[str, list[str]] = {tier: [] for tier in box.tiers}
        self.hero_deck: list[str] = []
        self.monster_deck: list[str] = []
        self.table: list[Place] = []
        self.row: list[str | None] = []
        self.won_heroes: list[list[str]] = [[] for _ in range(seats)]
        self.won_monsters: list[list[str]] = [[] for _ in range(seats)]
        self.luck = slow.Luck(0)
        self.marker, self.round, self.still, self.end = 0, 0, 0, ""
        self.todo: list[
            tuple[str, int]
        ] = []  # what the round still holds: (part of the round, seat), the next one first
        self.start_round()

    @classmethod
    def dealt(cls, box: Box, cards: Any, state: Any) -> Slow:
        """Read how a record lies after setup, before any decision."""

        def named(kind: str, numbers: Any) -> list[str]:
            return [bytes(cards[f"{kind}_name"][int(n)]).rstrip(b"\0").decode() for n in numbers]

        game = cls(box, int(state["players"]))
        game.gold = [int(n) for n in state["gold"][: game.seats]]
        game.hands = [
            named("item", state["hand"][seat][: state["hand"][seat][-1]])
            for seat in range(game.seats)
        ]
        game.decks = {
            tier: named("item", state["draw"][n][: state["draw"][n][-1]])
            for n, tier in enumerate(box.tiers)
        }
        game.hero_deck = named("hero", state["deck"][0][: state["deck"][0][-1]])
        game.monster_deck = named("monster", state["deck"][1][: state["deck"][1][-1]])
        heroes = named("hero", [n for n in state["heroes"] if n >= 0])
        game.table = [Place(hero, [None] * len(box.hero[hero]["slots"])) for hero in heroes]
        game.row = [*named("monster", [n for n in state["monsters"] if n >= 0])]
        game.luck = slow.Luck(int(state["rng"][0]))
        game.settle()
        return game

    def order(self) -> list[int]:
        """List the seats clockwise from the holder of the marker."""
        return [(self.marker + n) % self.seats for n in range(self.seats)]

    # ------------------------------------------------------------ the course of a round
    def start_round(self) -> None:
        self.round += 1
        self.choices: dict[int, tuple[Any, ...]] = {}
        self.moved, self.won_now = False, 0
        self.todo = [("choose", seat) for seat in self.order()]

    @property
    def part(self) -> str:
        return self.todo[0][0] if self.todo else "over"

    @property
    def seat(self) -> int:
        return self.todo[0][1] if self.todo else -1

    def next_action(self) -> None:
        """The action phase: sales, the lowest price first, then patrons, the highest bid first;
        then restocking.
        """
        order = self.order()
        while sales := [
            (seat, *choice[1:]) for seat, choice in self.choices.items() if choice[0] == "sell"
        ]:
            seat, item, _ = min(
                sales,
                key=lambda s: (
                    s[2],
                    -self.box.tiers.index(self.box.item[s[1]]["tier"]),
                    order.index(s[0]),
                ),
            )
            if self.docks(item):
                self.todo = [("place", seat)]
                return
            del self.choices[seat]  # no slot: back into the hand
        while bids := [
            (seat, choice[1]) for seat, choice in self.choices.items() if choice[0] == "bid"
        ]:
            poorest = self.ruled("equal_bids", "poorest")
            seat, bid = min(
                bids, key=lambda s: (-s[1], self.gold[s[0]] if poorest else 0, order.index(s[0]))
            )
            is_late = self.won_now and self.ruled("target_gone", "pass")
            if (
                self.gold[seat] >= bid
                and not is_late
                and any(self.row)
                and any(place.hero for place in self.table)
            ):
                self.todo, self.bid = [("patron", seat)], bid
                self.sent, self.added, self.swapped = None, None, None
                return
            del self.choices[seat]
        self.todo = [("restock", seat) for seat in order]
        self.upgraded: list[str] = []

    def close(self) -> None:
        """After restocking: monsters are replaced, then the banishing, if any can come about."""
        for m, monster in enumerate(self.row):
            if not monster:
                self.row[m] = self.monster_deck.pop() if self.monster_deck else None
        self.votes: dict[int, list[str]] = {}
        empty = sum(not place.hero for place in self.table)
        left = len(self.hero_deck) - empty  # heroes in the deck once those who left are replaced
        is_last = (
            not all(self.row)
            or left < 0
            or (left == 0 and self.ruled("refill_check", "before_banishing"))
        )
        able = sum(gold >= self.box.rules["banish_price"] for gold in self.gold)
        self.majority = (
            able if self.ruled("banish_majority", "of_voters") else self.seats
        ) // 2 + 1
        voters = self.seats if self.ruled("banish_poor", "votes_free") else able
        if is_last or not any(self.may_go(place) for place in self.table) or voters < self.majority:
            self.finish_round()
        else:
            self.todo = [("banish", seat) for seat in self.order()]

    def finish_round(self) -> None:
        """Heroes are replaced, all of them after a still round by ruling; the end, or the marker
        passes.
        """
        self.still = 0 if self.moved else self.still + 1
        if self.still == 1 and self.ruled("stall", "heroes_leave"):
            self.still = 0
            for place in self.table:
                if place.hero:
                    self.send_away(place)
        for place in self.table:
            if not place.hero and self.hero_deck:
                place.hero = self.hero_deck.pop()
                place.gear = [None] * len(self.box.hero[place.hero]["slots"])
        lacks_heroes, lacks_monsters = (
            not all(place.hero for place in self.table),
            not all(self.row),
        )
        self.todo = []
        if lacks_heroes and lacks_monsters:
            self.end = "too few heroes and monsters to refill"
        elif lacks_heroes:
            self.end = "too few heroes to refill"
        elif lacks_monsters:
            self.end = "too few monsters to refill"
        elif self.still >= 3 and self.ruled("stall", "three_still_rounds"):
            self.end = "stalled"
        elif self.round == ROUNDS_MOST:
            self.end = "bound"
        else:
            self.marker = (self.marker + 1) % self.seats
            self.start_round()

    # ------------------------------------------------------------------ cards
    def tier_of(self, item: str) -> str:
        tier: str = self.box.item[item]["tier"]
        return tier

    def discard(self, item: str) -> None:
        self.piles[self.tier_of(item)].append(item)

    def reshuffle(self, tier: str) -> None:
        self.decks[tier] = self.piles[tier]
        self.piles[tier] = []
        self.luck.shuffle(self.decks[tier])

    def draw(self, tier: str) -> str | None:
        if not self.decks[tier] and not self.piles[tier]:
            lower = self.box.tiers.index(tier) - 1
            return (
                self.draw(self.box.tiers[lower])
                if lower >= 0 and self.ruled("items_run_out", "lower_tier")
                else None
            )
        if not self.decks[tier]:
            self.reshuffle(tier)
        item = self.decks[tier].pop()
        if not self.decks[tier] and self.ruled("reshuffle", "when_empty"):
            self.reshuffle(tier)
        return item

    def has(self, tier: str) -> bool:
        """Say whether a card is left for one more draw from a tier, beside what is paid for and not
        yet drawn.
        """
        spoken_for = (
            sum(self.box.next_tier(item) == tier for item in self.upgraded)
            if self.part == "more" and self.pays_first()
            else 0
        )
        if len(self.decks[tier]) + len(self.piles[tier]) > spoken_for:
            return True
        return self.ruled("items_run_out", "lower_tier") and tier != self.box.tiers[0]

    def pays_first(self) -> bool:
        return self.ruled("upgrade_payment", "before_draw")

    def depart(self, place: Place) -> tuple[str, list[str]]:
        """Take a hero off the table; returns hero and items."""
        hero, items = place.hero, place.items()
        place.hero, place.gear = None, []
        assert hero
        return hero, items

    def may_go(self, place: Place) -> bool:
        """Whether a place has a hero who may be banished; by ruling only one whom the best gear of
        all could not bring to any monster.
        """
        if not place.hero:
            return False
        best = [
            max(
                (item["strength"] for item in self.box.item.values() if item["slot"] == slot),
                default=0,
            )
            for slot in self.box.hero[place.hero]["slots"]
        ]
        return (
            self.ruled("banish_when", "believed")
            or self.box.hero[place.hero]["strength"] + sum(best) < self.weakest()
        )

    # ---------------------------------------------------------------- strength
    def strength(self, place: Place) -> int:
        return int(self.box.hero[place.hero]["strength"]) + sum(
            self.box.item[item]["strength"] for item in place.items()
        )

    def weakest(self) -> int:
        return min(self.box.monster[monster]["strength"] for monster in self.row if monster)

    def can_win(
        self, place: Place, hand: list[str], added: int | None, may_add: bool, may_swap: bool
    ) -> bool:
        """Try everything a patron may still do with a hero: is any monster of the row within
        reach?
        """
        if self.strength(place) >= self.weakest():
            return True
        if may_add:
            for item, k in self.additions(place, hand):
                gear = list(place.gear)
                gear[k] = item
                rest = list(hand)
                rest.remove(item)
                if self.can_win(Place(place.hero, gear), rest, k, False, True):
                    return True
        if may_swap:
            for item, k in self.swaps(place, hand, added):
                gear = list(place.gear)
                gear[k] = item
                if self.can_win(Place(place.hero, gear), [], added, False, False):
                    return True
        return False

    def additions(self, place: Place, hand: list[str]) -> list[tuple[str, int]]:
        slots = self.box.hero[place.hero]["slots"]
        found = []
        for item in sorted(set(hand)):
            fits = [
                k
                for k, slot in enumerate(slots)
                if slot == self.box.item[item]["slot"] and not place.gear[k]
            ]
            found += [(item, fits[0])] if fits else []
        return found

    def swaps(self, place: Place, hand: list[str], added: int | None) -> list[tuple[str, int]]:
        slots = self.box.hero[place.hero]["slots"]
        return [
            (item, k)
            for item in sorted(set(hand))
            for k, slot in enumerate(slots)
            if slot == self.box.item[item]["slot"]
            and place.gear[k] not in (None, item)
            and k != added
        ]

    # ------------------------------------------------------------------- moves
    def docks(self, item: str) -> list[tuple[Place, int]]:
        """List the heroes with an open slot for an item, each with the first such slot."""
        found = [
            (place, k)
            for place in self.table
            if place.hero
            for one, k in self.additions(place, [item])
        ]
        same = [
            (place, k)
            for place, k in found
            if self.box.hero[place.hero]["guild"] == self.box.item[item]["guild"]
        ]
        return same if same and self.ruled("slot_choice", "matching_guild") else found

    def legal(self) -> list[str]:
        """Write the moves of the decision that is due, which may be one only; none after the
        end.
        """
        return getattr(self, f"legal_{self.part}")() if self.todo else []

    def legal_choose(self) -> list[str]:
        hand, gold, faces = self.hands[self.seat], self.gold[self.seat], self.box.rules["die_faces"]
        moves = [
            f"sell {item} at {price}"
            for item in sorted(set(hand))
            for price in range(1, min(faces, self.box.tier[self.tier_of(item)]["price_cap"]) + 1)
        ]
        most = faces if self.ruled("bid_affordable", "when_resolved") else min(gold, faces)
        if gold:
            moves += [f"bid {bid}" for bid in range(1, most + 1)]
        elif self.ruled("patron_without_gold", "bids_nothing"):
            moves += [f"bid {bid}" for bid in range(most + 1)]
        return moves or ["sit"]

    def legal_place(self) -> list[str]:
        docks = self.docks(self.choices[self.seat][1])
        moves = [
            f"place {place.hero} {self.box.slot_text(place.hero or '', k)}" for place, k in docks
        ]
        return moves + ["decline"] * self.ruled("seller_declines", "may_decline")

    def must_fight(self) -> bool:
        return self.ruled("patron_passes", "must_fight")

    def legal_patron(self) -> list[str]:
        hand = self.hands[self.seat]
        able = [
            p
            for p in self.table
            if p.hero and (not self.must_fight() or self.can_win(p, hand, None, True, True))
        ]
        return [f"hero {place.hero}" for place in able] + ["pass"] * (
            not able or not self.must_fight()
        )

    def legal_add(self) -> list[str]:
        place, hand, moves = self.table[self.sent], self.hands[self.seat], []
        for item, k in self.additions(place, hand):
            rest, gear = list(hand), list(place.gear)
            rest.remove(item)
            gear[k] = item
            if not self.must_fight() or self.can_win(Place(place.hero, gear), rest, k, False, True):
                moves.append(f"add {item}")
        return moves + ["keep"] * (
            not self.must_fight() or self.can_win(place, hand, None, False, True)
        )

    def legal_swap(self) -> list[str]:
        place, hand, moves = self.table[self.sent], self.hands[self.seat], []
        for item, k in self.swaps(place, hand, self.added):
            gear = list(place.gear)
            gear[k] = item
            if not self.must_fight() or self.can_win(
                Place(place.hero, gear), [], None, False, False
            ):
                moves.append(f"swap {item} at {self.box.slot_text(place.hero or '', k)}")
        return moves + ["keep"] * (
            not self.must_fight() or self.can_win(place, hand, None, False, False)
        )

    def legal_fight(self) -> list[str]:
        strength = self.strength(self.table[self.sent])
        beaten = [
            f"fight {m}" for m in self.row if m and self.box.monster[m]["strength"] <= strength
        ]
        return beaten + ["pass"] * (not beaten or not self.must_fight())

    def legal_restock(self) -> list[str]:
        can_draw = len(self.hands[self.seat]) < self.box.rules["hand_size"] and self.has(
            self.box.rules["starting_tier"]
        )
        moves = ["draw"] * can_draw + ["stay"] * (
            not can_draw or not self.ruled("restock_neither", "must_draw")
        )
        return moves + (self.upgrades() if self.box.rules["upgrades_most"] else [])

    def legal_more(self) -> list[str]:
        return ["done", *self.upgrades()]

    def upgrades(self) -> list[str]:
        moves = []
        for item in sorted(set(self.hands[self.seat])):
            tier = self.box.next_tier(item)
            if tier is None or not self.has(tier):
                continue
            if self.upgraded:
                is_other = self.tier_of(item) != self.tier_of(self.upgraded[-1])
                if self.gold[self.seat] < self.box.tier[tier]["upgrade"] or (
                    is_other and self.ruled("upgrade_tiers", "one_tier")
                ):
                    continue
            moves.append(f"upgrade {item}")
        return moves

    def legal_throw(self) -> list[str]:
        return [f"discard {item}" for item in sorted(set(self.hands[self.seat]))]

    def legal_banish(self) -> list[str]:
        choices: list[list[str]] = [[]]
        for place in self.table:
            choices += [[*some, place.hero] for some in choices] if self.may_go(place) else []
        everybody = [place.hero for place in self.table if self.may_go(place)]
        price = self.box.rules["banish_price"]
        return [
            f"banish {'+'.join(some) or 'none'}"
            for some in choices
            if (some in ([], everybody) or not self.ruled("banish_votes", "one_for_all"))
            and (
                price * len(some) <= self.gold[self.seat] or self.ruled("banish_poor", "votes_free")
            )
        ]

    # ----------------------------------------------------------------- to play
    def play(self, text: str) -> None:
        """Make a legal move and all that has one answer after it."""
        assert text in self.legal(), text
        self.do(text)
        self.settle()

    def settle(self) -> None:
        while len(moves := self.legal()) == 1:
            self.do(moves[0])

    def do(self, text: str) -> None:
        getattr(self, f"do_{self.part}")(self.seat, text.split())

    def do_choose(self, seat: int, words: list[str]) -> None:
        self.choices[seat] = (
            ("sell", words[1], int(words[3]))
            if words[0] == "sell"
            else ("bid", int(words[-1]))
            if words[0] == "bid"
            else ("sit",)
        )
        self.todo.pop(0)
        if not self.todo:
            self.next_action()

    def do_place(self, seat: int, words: list[str]) -> None:
        _, item, price = self.choices.pop(seat)
        if words[0] == "place":
            place = next(place for place in self.table if place.hero == words[1])
            place.gear[self.box.slot_of(words[1], words[2])] = item
            self.hands[seat].remove(item)
            is_match = self.box.hero[words[1]]["guild"] == self.box.item[item]["guild"]
            self.gold[seat] += price + (self.box.rules["colour_bonus"] if is_match else 0)
            self.moved = True
        self.next_action()

    def do_patron(self, seat: int, words: list[str]) -> None:
        if words[0] == "pass":
            self.end_patron(seat)
        else:
            self.sent = next(n for n, place in enumerate(self.table) if place.hero == words[1])
            self.before = (
                list(self.table[self.sent].gear),
                list(self.hands[seat]),
                {t: list(p) for t, p in self.piles.items()},
            )
            self.todo = [("add", seat)]

    def end_patron(self, seat: int) -> None:
        del self.choices[seat]
        self.next_action()

    def do_add(self, seat: int, words: list[str]) -> None:
        if words[0] == "add":
            place = self.table[self.sent]
            self.added = dict(self.additions(place, [words[1]]))[words[1]]
            place.gear[self.added] = words[1]
            self.hands[seat].remove(words[1])
        self.todo = [("swap", seat)]

    def do_swap(self, seat: int, words: list[str]) -> None:
        if words[0] == "swap":
            place = self.table[self.sent]
            k = self.box.slot_of(place.hero or "", words[3])
            out, place.gear[k] = place.gear[k], words[1]
            self.hands[seat].remove(words[1])
            assert out
            if self.ruled("swapped_item", "to_hand"):
                self.hands[seat].append(out)
            else:
                self.discard(out)
        self.todo = [("fight", seat)]

    def do_fight(self, seat: int, words: list[str]) -> None:
        place = self.table[self.sent]
        if words[0] == "pass":
            if self.ruled("failed_changes", "undone"):
                place.gear, self.hands[seat], self.piles = self.before
            self.end_patron(seat)
            return
        self.gold[seat] += self.box.monster[words[1]]["reward"] - self.bid
        self.row[self.row.index(words[1])] = None
        hero, items = self.depart(place)
        self.won_monsters[seat].append(words[1])
        self.won_heroes[seat].append(hero)
        for item in items:
            if self.ruled("winner_items", "to_patron"):
                self.hands[seat].append(item)
            else:
                self.discard(item)
        self.moved, self.won_now = True, self.won_now + 1
        self.end_patron(seat)

    def do_restock(self, seat: int, words: list[str]) -> None:
        if words[0] == "upgrade":
            self.do_more(seat, words)
            return
        while words[0] == "draw" and len(self.hands[seat]) < self.box.rules["hand_size"]:
            item = self.draw(self.box.rules["starting_tier"])
            if not item:
                break
            self.hands[seat].append(item)
        self.end_restock(seat)

    def do_more(self, seat: int, words: list[str]) -> None:
        if words[0] == "upgrade":
            tier = self.box.next_tier(words[1])
            assert tier
            if self.upgraded:
                self.gold[seat] -= self.box.tier[tier]["upgrade"]
            self.hands[seat].remove(words[1])
            self.discard(words[1])
            self.upgraded.append(words[1])
            if not self.pays_first():
                self.take(seat, tier)
            if len(self.upgraded) < self.box.rules["upgrades_most"]:
                self.todo[0] = ("more", seat)
                return
        if self.pays_first():
            for tier in sorted(
                (self.box.next_tier(item) for item in self.upgraded), key=self.box.tiers.index
            ):  # type: ignore[arg-type]
                self.take(seat, tier or "")
        self.end_restock(seat)

    def take(self, seat: int, tier: str) -> None:
        item = self.draw(tier)
        if item:
            self.hands[seat].append(item)
            self.moved = self.moved or self.tier_of(item) == tier

    def end_restock(self, seat: int) -> None:
        self.upgraded = []
        if (
            self.ruled("large_hand", "discard")
            and len(self.hands[seat]) > self.box.rules["hand_size"]
        ):
            self.todo[0] = ("throw", seat)
            return
        self.todo.pop(0)
        if not self.todo:
            self.close()

    def do_throw(self, seat: int, words: list[str]) -> None:
        self.hands[seat].remove(words[1])
        self.discard(words[1])
        self.end_restock(seat)

    def do_banish(self, seat: int, words: list[str]) -> None:
        price = self.box.rules["banish_price"]
        self.votes[seat] = [] if words[1] == "none" else words[1].split("+")
        self.todo.pop(0)
        heroes = [place.hero for place in self.table if self.may_go(place)]
        spoken = Counter(hero for vote in self.votes.values() for hero in vote)
        to_come = sum(
            self.gold[other] >= price or self.ruled("banish_poor", "votes_free")
            for _, other in self.todo
        )
        is_open = any(spoken[hero] + to_come >= self.majority for hero in heroes) or self.ruled(
            "banish_votes", "each_hidden"
        )
        if self.todo and is_open:
            return
        for hero in heroes:
            left = len(self.hero_deck) - sum(not place.hero for place in self.table)
            if spoken[hero] < self.majority or (
                left == 0 and self.ruled("refill_check", "before_banishing")
            ):
                continue
            for other in range(self.seats):
                if self.ruled("banish_payers", "everyone"):
                    self.gold[other] -= price if self.gold[other] >= price else 0
                elif hero in self.votes.get(other, []):
                    self.gold[other] -= min(price, self.gold[other])
            self.send_away(next(place for place in self.table if place.hero == hero))
            self.moved = True
        self.finish_round()

    def send_away(self, place: Place) -> None:
        """Take a hero off the table whom nobody wins; the gear goes where the ruling says."""
        _, items = self.depart(place)
        for item in items:
            if self.ruled("banished_items", "to_deck"):
                self.decks[self.tier_of(item)].insert(0, item)
            else:
                self.discard(item)

    # --------------------------------------------------------------- reckoning
    def scores(self) -> list[int]:
        rules, box = self.box.rules, self.box
        sorts = [Counter(box.monster[m]["type"] for m in won) for won in self.won_monsters]
        by_level = self.ruled("hero_type", "level")
        guilds = [
            Counter(box.hero[h]["level" if by_level else "guild"] for h in won)
            for won in self.won_heroes
        ]
        levels = [level for level, count in rules["deck_levels"].items() if count]
        total = [
            gold + rules["monster_set_bonus"] * min(sorts[seat][sort] for sort in box.sorts)
            for seat, gold in enumerate(self.gold)
        ]
        for counts, kinds, bonus in (
            (sorts, box.sorts, "most_monsters_bonus"),
            (guilds, levels if by_level else box.guilds, "most_heroes_bonus"),
        ):
            for kind in kinds:
                most = max(count[kind] for count in counts)
                holders = [seat for seat in range(self.seats) if counts[seat][kind] == most]
                if (most or self.ruled("most_of_none", "nought_counts")) and (
                    len(holders) == 1 or self.ruled("most_ties", "all_score")
                ):
                    for seat in holders:
                        total[seat] += rules[bonus]
        return total

    def places(self) -> list[int]:
        holder = self.marker + self.ruled("closest_to_token", "after_passing")
        scores = self.scores()
        ranked = sorted(
            range(self.seats),
            key=lambda s: (-scores[s], -len(self.won_monsters[s]), (s - holder) % self.seats),
        )
        return [ranked.index(seat) + 1 for seat in range(self.seats)]
