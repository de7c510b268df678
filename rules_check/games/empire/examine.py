"""Empire's card set under the lens: what can be said of it for certain, without playing a single game.

In: a checked `Game`, for the words and places of cards.yaml, and its record, for the numbers and rulings. Out: findings of two sections:
**census** (is every pack whole, and are there packs and pieces enough?) and **reach** (which pillars and empires can be built, by how
many at once, and can everybody be shut out?). Each check gives what it found wrong, or one `fine` finding with its numbers. Nothing
here is a guess or a sample; what takes playing is measured elsewhere. Needs no compiled rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb
from typing import Any

import numpy as np

from generator.data.findings import Finding
from generator.data.game import Card, Component, Game
from rules_check.games.empire import rulings as ruled
from rules_check.games.empire.state import FISTS, SEATS, Action, Cards, Power
from rules_check.rules import EMPTY
from rules_check.toolkit.examining import PLAYER_CODES, Check, LaidOut, check_pieces, check_players, counted, in_order, listed
from rules_check.toolkit.things import name_of

CODES = (
    *PLAYER_CODES,
    "bonus-idle",
    "bonus-late",
    "dead-end",
    "deal-short",
    "empire-contested",
    "empire-short",
    "face-missing",
    "face-twice",
    "fists-short",
    "joker-empire",
    "packs-idle",
    "packs-short",
    "pieces-short",
    "rank-idle",
    "rank-short",
)
"""Every code that `examine` can give."""

_FOR_EACH_PLAYER = {"mat", "mats", "aid", "aids", "token", "tokens"}
_ACTIONS: dict[int, str] = {Action.STEAL: "steal", Action.TRADE: "trade", Action.BATTLE: "battle"}
_PLAY_WITH_FISTS = 2
"""How many show rock, paper or scissors at a time."""
_MOST_TABLES, _MOST_PATTERNS = 30_000, 100
"""Ways of sharing out pillars that are tried, at most, in the search for one that shuts everybody out, and pillars of ranks in them."""
_NEVER = 1000
"""Jokers, for a pillar that cannot be."""


@dataclass(frozen=True)
class ShutOut:
    """A table at which nobody can build an empire any more: all seats build `empire`."""

    empire: int
    ranks: tuple[tuple[int, ...], ...]
    """Of each seat, the ranks of its pillars."""
    jokers: int
    """In those pillars, of all seats."""

    @property
    def pillars(self) -> int:
        return sum(map(len, self.ranks))


@dataclass(frozen=True)
class CardSet(LaidOut):
    """A card set laid out for the checks: faces by rank and suit, and what the packs of each number of players come to."""

    @cached_property
    def counts(self) -> list[int]:
        """The numbers of players that the rules set packs for."""
        return [players for players in range(2, SEATS + 1) if self.cards.packs[players] > 0]

    @cached_property
    def faces(self) -> Counter[tuple[int, int]]:
        """How often each rank of each suit is in one pack; a suit is EMPTY where a card has none."""
        record = self.cards
        return Counter(
            {(int(record.face_rank[i]), int(record.face_suit[i])): int(record.face_copies[i]) for i in range(int(record.faces))}
        )

    @cached_property
    def wild(self) -> int:
        """The rank that is wild; EMPTY for none."""
        return next((rank for rank in range(int(self.cards.ranks)) if self.cards.rank_power[rank] == Power.WILD), EMPTY)

    def in_pack(self, rank: int) -> int:
        """Count the cards of a rank in one pack."""
        return sum(copies for (own, _), copies in self.faces.items() if own == rank)

    def there(self, rank: int, players: int) -> int:
        return self.in_pack(rank) * int(self.cards.packs[players])

    def jokers(self, players: int) -> int:
        return self.there(self.wild, players) if self.wild != EMPTY else 0

    def ranks_of(self, empire: int) -> list[int]:
        """List the ranks of an empire that are in a pack."""
        return [rank for rank in range(int(self.cards.ranks)) if self.cards.rank_empire[rank] == empire and self.in_pack(rank)]

    def rank_name(self, rank: int, is_many: bool = False) -> str:
        row = self.row("rank", rank)
        return str(row.plural) if is_many and "plural" in row else name_of(row)

    def empire_name(self, empire: int) -> str:
        return name_of(self.row("empire", empire))

    def cards_of(self, rank: int, suit: int) -> list[Card]:
        """List the cards of a face, in all packs."""
        wanted = self.row("rank", rank).id, self.row("suit", suit).id if suit != EMPTY else None
        return [
            card
            for card in self.game.cards.values()
            if card.kind == "card" and (card.record.rank.id, card.record.suit.id if card.record.suit else None) == wanted
        ]

    @cached_property
    def pack_components(self) -> list[Component]:
        """The lines of the box that hold playing cards."""
        return [one for one in self.game.components if any(card.kind == "card" for card in one.cards)]

    def printed(self, players: int) -> int:
        """Count the whole packs in what is printed for so many players."""
        found: Counter[tuple[str, str]] = Counter()
        for component in self.pack_components:
            span = component.for_players
            if span is None or span[0] <= players <= span[1]:
                for card in component.cards:
                    found[card.record.rank.id, card.record.suit.id if card.record.suit else ""] += card.copies
        needed = {
            (self.row("rank", rank).id, self.row("suit", suit).id if suit != EMPTY else ""): copies
            for (rank, suit), copies in self.faces.items()
        }
        return min((found[face] // copies for face, copies in needed.items()), default=0)

    # ---- what can be built

    def pillar_costs(self, rank: int, players: int, most: int) -> list[int]:
        """Give how many jokers a first, second … pillar of a rank takes, when all of its cards are there; fewer than `most` where no more go."""
        size, there = int(self.cards.pillar_size), self.there(rank, players)
        if self.cards.joker_pillar == ruled.JokerPillar.FORBIDDEN:
            most = min(most, there)  # each has a card of its rank
        totals = [max(0, size * pillars - there) for pillars in range(most + 1)]
        return [after - before for before, after in pairwise(totals)]

    def can_build(self, empire: int, players: int, seats: int) -> bool:
        """Say whether so many seats can build an empire side by side, sharing cards and jokers as suits them best."""
        size, wanted = int(self.cards.pillar_size), seats * int(self.cards.pillars_to_win)
        costs = [cost for rank in self.ranks_of(empire) for cost in self.pillar_costs(rank, players, seats)]
        if self.cards.joker_pillar == ruled.JokerPillar.ANY_RANK:
            costs += [size] * wanted
        cheapest = sorted(costs)[:wanted]
        return len(cheapest) == wanted and sum(cheapest) <= self.jokers(players)

    def builders(self, empire: int, players: int) -> int:
        """Count how many seats at most can build an empire side by side."""
        seats = 0
        while seats < players and self.can_build(empire, players, seats + 1):
            seats += 1
        return seats

    def shut_out(self, players: int) -> ShutOut | None:
        """Find, among tables at which all build the same empire, one with the fewest pillars that shuts everybody out."""
        found = list[ShutOut]()
        tried = dict[tuple[int, ...], tuple[tuple[tuple[int, ...], ...], int] | None]()  # by the cards of each rank
        for empire in range(int(self.cards.empires)):
            ranks = self.ranks_of(empire)
            there = tuple(self.there(rank, players) for rank in ranks)
            if there not in tried:
                tried[there] = self._shut_out_of(there, players)
            if one := tried[there]:
                found.append(ShutOut(empire, tuple(tuple(ranks[rank] for rank in hand) for hand in one[0]), one[1]))
        return min(found, key=lambda one: one.pillars, default=None)

    def _shut_out_of(self, there: tuple[int, ...], players: int) -> tuple[tuple[tuple[int, ...], ...], int] | None:
        """Find a table that shuts all out from an empire by the cards of its ranks: the ranks of each seat's pillars, the jokers in all."""
        hands: list[tuple[int, ...]] = []
        if comb(len(there) + self.jokers(players), len(there)) > _MOST_TABLES:
            return None
        for pillars in range(1, min(int(self.cards.pillars_to_win) - 1, len(there)) + 1):
            more = list(combinations(range(len(there)), pillars))
            if hands and comb(len(hands) + len(more) + players - 1, players) > _MOST_TABLES:
                break
            hands += more
        ends = dict[tuple[int, ...], dict[int, int]]()
        tables = combinations_with_replacement(range(len(hands)), players)
        for table in sorted(tables, key=lambda table: sum(len(hands[hand]) for hand in table)):
            laid = tuple(sum(rank in hands[hand] for hand in table) for rank in range(len(there)))
            if len(set(there)) == 1 and list(laid) != sorted(laid, reverse=True):
                continue  # the ranks are alike, and this is a table that was looked at, with others in their place
            if laid not in ends:
                if len(ends) == _MOST_PATTERNS:
                    break
                ends[laid] = self._ends_of(hands, laid, there, players)
            seated = sum({1 << hand for hand in table})
            jokers = min((spent for dead, spent in ends[laid].items() if not seated & ~dead), default=None)
            if jokers is not None:
                return tuple(hands[hand] for hand in table), jokers
        return None

    def _ends_of(self, hands: list[tuple[int, ...]], laid: tuple[int, ...], there: tuple[int, ...], players: int) -> dict[int, int]:
        """Say which hands cannot go on, as bits, when so many pillars of each rank are laid; with the fewest jokers in these for that."""
        size, jokers = int(self.cards.pillar_size), self.jokers(players)
        own = int(self.cards.joker_pillar == ruled.JokerPillar.FORBIDDEN)  # cards of its rank that each pillar has
        low = [max(0, size * pillars - cards) for pillars, cards in zip(laid, there, strict=True)]
        spent = _spreads(len(laid), jokers)
        spent = spent[((spent >= low) & (spent <= (size - own) * np.array(laid))).all(axis=1)]
        free = np.array(there) - size * np.array(laid) + spent
        dead = np.zeros(len(spent), np.int64)
        for bit, hand in enumerate(hands):
            dead |= (~self._can_go_on(hand, free, jokers - spent.sum(axis=1))).astype(np.int64) << bit
        found = dict[int, int]()
        for which, count in zip(dead.tolist(), spent.sum(axis=1).tolist(), strict=True):
            found[which] = min(found.get(which, jokers), count)
        return found

    def _can_go_on(self, hand: tuple[int, ...], free: Any, jokers: Any) -> Any:
        """Say whether a seat with pillars of these ranks can build the rest, were all free cards its own.

        `free` has a row for each case and a column for each rank, `jokers` an entry a case; gives a bool a case.
        """
        size, missing = int(self.cards.pillar_size), int(self.cards.pillars_to_win) - len(hand)
        costs = np.clip(size - np.delete(free, hand, axis=1), 0, None)
        if self.cards.joker_pillar == ruled.JokerPillar.FORBIDDEN:
            costs = np.where(costs < size, costs, _NEVER)
        elif self.cards.joker_pillar == ruled.JokerPillar.ANY_RANK:
            costs = np.hstack([costs, np.full((len(costs), missing), size)])
        if costs.shape[1] < missing:
            return np.zeros(len(costs), bool)
        return np.sort(costs, axis=1)[:, :missing].sum(axis=1) <= jokers


@cache
def _spreads(ranks: int, jokers: int) -> Any:
    """List all ways of sharing out up to so many jokers over some ranks: int64, a row each."""
    if ranks == 0:
        return np.zeros((1, 0), np.int64)
    rows = [np.insert(_spreads(ranks - 1, jokers - own), 0, own, axis=1) for own in range(jokers + 1)]
    return np.concatenate(rows)


def _span(numbers: Sequence[int]) -> str:
    """Write the least and the most of some numbers."""
    return f"{min(numbers)}" if min(numbers) == max(numbers) else f"{min(numbers)} to {max(numbers)}"


# ---------------------------------------------------------------------------------------------------------------------- census


def _check_players(cards: CardSet) -> Iterator[Check]:
    yield from check_players(cards, cards.counts, SEATS, "packs", ("packs", "no packs"))


def _check_faces(cards: CardSet) -> Iterator[Check]:
    """Every pack has every rank of every suit once; jokers have no suit."""
    missing, twice = Check("face-missing", "census"), Check("face-twice", "census")
    ranks = [rank for rank in range(int(cards.cards.ranks)) if rank != cards.wild]
    suits = range(int(cards.cards.suits))
    for rank in ranks:
        name, where = cards.rank_name(rank), cards.row_place("rank", rank)
        absent = [suit for suit in suits if not cards.faces[rank, suit]]
        of = listed(name_of(cards.row("suit", suit)) for suit in absent) if absent else ""
        if absent and len(absent) == len(suits):
            missing.add(
                "warning",
                cards.row("rank", rank).id,
                f"No pack has any {name} of a suit.",
                0,
                "cards",
                where,
                "add its cards, or take the rank out of the table",
            )
        elif absent:
            missing.add(
                "warning",
                cards.row("rank", rank).id,
                f"No pack has a {name} of {of}.",
                len(suits) - len(absent),
                "cards",
                where,
                "add the card, or silence this",
            )
        for suit in suits:
            copies = cards.faces[rank, suit]
            if copies > 1:
                alike = cards.cards_of(rank, suit)
                second = next((card for card in alike if card.copies > 1), alike[-1])
                twice.add(
                    "warning",
                    f"{cards.row('rank', rank).id} of {cards.row('suit', suit).id}",
                    f"Each pack has {copies} cards that are {name} of {name_of(cards.row('suit', suit))}.",
                    copies,
                    "cards",
                    cards.field_place(second, "copies") if second.copies > 1 else second.place,
                    "take one out, or silence this",
                )
    total, where = cards.faces.total(), cards.key_place("kinds", "card")
    if not missing.found:
        jokers = (
            counted(cards.in_pack(cards.wild), f"{cards.rank_name(cards.wild)} card")
            if cards.wild != EMPTY
            else "no card that is wild"
        )
        missing.fine(
            "",
            f"Each pack has each of {len(ranks)} ranks in each of {len(suits)} suits, and {jokers}: {total} cards.",
            total,
            "cards",
            where,
        )
    if not twice.found:
        twice.fine("", f"No card of {total} is twice in a pack.", total, "cards", where)
    yield missing
    yield twice


def _check_packs(cards: CardSet) -> Iterator[Check]:
    """[What you need] The packs that are printed for so many players, and those that they play with."""
    short, idle = Check("packs-short", "census"), Check("packs-idle", "census")
    printed = {players: cards.printed(players) for players in cards.counts}
    for players in cards.counts:
        wanted = int(cards.cards.packs[players])
        if printed[players] < wanted:
            short.add(
                "error",
                f"{players} players",
                f"{players} players play with {counted(wanted, 'pack')}, and {printed[players]} "
                f"{'is' if printed[players] == 1 else 'are'} printed for them.",
                printed[players],
                "packs",
                cards.place("rules", "packs", str(players)),
                "print another pack (`components:`), or play with fewer",
            )
    most, where = max(map(int, cards.cards.packs)), cards.key_place("components")
    if printed and min(printed.values()) > most:
        idle.add(
            "warning",
            "",
            f"{min(printed.values())} packs are printed, and nobody plays with more than {most}.",
            min(printed.values()),
            "packs",
            cards.pack_components[-1].place,
            "leave a pack out of `components:`",
        )
    parts = (
        listed(f"{players} players {int(cards.cards.packs[players])} of {printed[players]}" for players in cards.counts)
        if printed
        else "nobody any"
    )
    if not short.found:
        short.fine("", f"There are packs enough: {parts}.", max(printed.values(), default=0), "packs", where)
    if not idle.found:
        idle.fine("", f"Every pack is played with: the most are {most}.", most, "packs", where)
    yield short
    yield idle


def _check_deal(cards: CardSet) -> Iterator[Check]:
    """[Setup, Bonuses] What is left of the packs when hands are dealt, against what the opening round and first pillars draw."""
    check, record = Check("deal-short", "census"), cards.cards
    hand, six, where = int(record.hand_cards), int(record.first_pillar_cards), cards.place("rules", "hand_size")
    ruling = Cards.rulings()["pile_runs_out"][int(record.pile_runs_out)]
    parts = []
    for players in cards.counts:
        total = cards.faces.total() * int(record.packs[players])
        left, drawn = total - players * hand, players * (1 + six)
        parts.append(f"{left} of {total} with {players}")
        if left < players:
            check.add(
                "warning",
                f"{players} players",
                f"{players} players are dealt {players * hand} of {total} cards, which leaves {left}: not "
                "everybody draws one in the opening round.",
                left,
                "cards",
                where,
                "deal fewer, or play with more packs",
            )
        elif left < drawn:
            check.add(
                "warning",
                f"{players} players",
                f"{players} players are dealt {players * hand} of {total} cards, which leaves {left}, and the "
                f"opening round and first pillars draw {drawn}; the ruling pile_runs_out ({ruling}) then holds in ordinary play.",
                left,
                "cards",
                where,
                "deal fewer, or play with more packs",
            )
    if not check.found and parts:
        check.fine(
            "",
            f"When hands of {hand} are dealt there are cards left to draw: {listed(parts)} players. The opening round and first "
            f"pillars draw up to {1 + six} a seat.",
            hand,
            "cards",
            where,
        )
    yield check


def _check_pieces(cards: CardSet) -> Iterator[Check]:
    yield check_pieces(cards, cards.counts, _FOR_EACH_PLAYER, "mats, aids or tokens")


def _check_fists(cards: CardSet) -> Iterator[Check]:
    """[Battle] Rock, paper, scissors is played by two; with cards, where there are any, each needs a set."""
    check, need = Check("fists-short", "census"), len(FISTS) * _PLAY_WITH_FISTS
    made = [one for one in cards.game.components if any(card.kind == "fist" for card in one.cards)]
    total = sum(one.count for one in made)
    if not made:
        check.fine(
            "",
            "No cards are printed for rock, paper, scissors: battles are fought with bare hands.",
            0,
            "cards",
            cards.key_place("components"),
        )
    elif total < need:
        check.add(
            "warning",
            made[0].id,
            f"There are {counted(total, 'card')} for rock, paper, scissors, and {_PLAY_WITH_FISTS} who fight need {need}.",
            total,
            "cards",
            cards.place("components", made[0].id, "count"),
            f"raise the count to {need}",
        )
    else:
        check.fine(
            made[0].id,
            f"There are {total} cards for rock, paper, scissors, of which {_PLAY_WITH_FISTS} who fight need {need}.",
            total,
            "cards",
            made[0].place,
        )
    yield check


# ----------------------------------------------------------------------------------------------------------------------- reach


def _check_ranks(cards: CardSet) -> Iterator[Check]:
    """[Pillars] A pillar of each rank of an empire can be laid, with or without jokers; and each rank is good for something."""
    short, idle = Check("rank-short", "reach"), Check("rank-idle", "reach")
    size, few = int(cards.cards.pillar_size), min(cards.counts, key=lambda players: int(cards.cards.packs[players]), default=0)
    there = []
    for rank in range(int(cards.cards.ranks)):
        id_, name, where = cards.row("rank", rank).id, cards.rank_name(rank, is_many=True), cards.row_place("rank", rank)
        if cards.cards.rank_empire[rank] == EMPTY:
            if cards.cards.rank_power[rank] == Power.NONE and cards.in_pack(rank):
                idle.add(
                    "warning",
                    id_,
                    f"{name} are of no empire and have no power: they can only be thrown away.",
                    cards.in_pack(rank),
                    "cards",
                    where,
                    "give the rank an empire or a power, or leave it out",
                )
            continue
        if not cards.in_pack(rank) or not few:
            continue
        count = cards.there(rank, few)
        there += [cards.there(rank, players) for players in cards.counts]
        if count < size:
            jokers, lack = cards.jokers(few), size - count
            said = "only with jokers" if lack <= jokers else f"not even with all {jokers} jokers"
            short.add(
                "warning" if lack <= jokers else "error",
                id_,
                f"With {few} players there are {count} {name}, and a pillar takes {size}: one can be laid {said}.",
                count,
                "cards",
                where,
                "play with more packs, or make pillars smaller",
            )
    where = cards.key_place("tables", "rank")
    if not short.found:
        counts = there or [0]
        short.fine(
            "",
            f"Of each rank of an empire there are {_span(counts)} cards, by the number of players, for {_span([one // size for one in counts])} "
            f"pillars of {size} without jokers.",
            min(counts),
            "cards",
            where,
        )
    if not idle.found:
        idle.fine("", "Every rank has an empire or a power.", int(cards.cards.ranks), "ranks", where)
    yield short
    yield idle


def _check_empires(cards: CardSet) -> Iterator[Check]:
    """[Empires] Each has ranks enough to win with; and how many seats can build it at once."""
    short, contested = Check("empire-short", "reach"), Check("empire-contested", "reach")
    size, wanted = int(cards.cards.pillar_size), int(cards.cards.pillars_to_win)
    for empire in range(int(cards.cards.empires)):
        id_, name, where = cards.row("empire", empire).id, cards.empire_name(empire), cards.row_place("empire", empire)
        ranks = len(cards.ranks_of(empire))
        if ranks < wanted:
            nameless = min((cards.jokers(players) // size for players in cards.counts), default=0)
            helps = cards.cards.joker_pillar == ruled.JokerPillar.ANY_RANK and nameless >= wanted - ranks
            more = f"the other {wanted - ranks} can only be of jokers" if helps else "nobody can ever build it"
            short.add(
                "warning" if helps else "error",
                id_,
                f"{name} has {counted(ranks, 'rank')}, and an empire takes {wanted} pillars of different ranks: {more}.",
                ranks,
                "ranks",
                where,
                f"give the empire {wanted} ranks, or lower `pillars_to_win`",
            )
            if not helps:
                continue
        builders = {players: cards.builders(empire, players) for players in cards.counts}
        none = [players for players, seats in builders.items() if not seats]
        if none:
            contested.add(
                "error",
                id_,
                f"With {listed(none)} players there are not cards enough for even one {name} empire.",
                0,
                "seats",
                where,
                "play with more packs, or make pillars smaller",
            )
        elif builders:
            parts = listed(f"{seats} of {players}" for players, seats in builders.items())
            contested.fine(
                id_, f"The cards would let {parts} players build {name} at the same time.", min(builders.values()), "seats", where
            )
    if not short.found:
        parts = listed(
            f"{len(cards.ranks_of(empire))} of {cards.empire_name(empire)}" for empire in range(int(cards.cards.empires))
        )
        short.fine(
            "", f"Each empire has ranks for {wanted} pillars: {parts}.", wanted, "ranks", cards.key_place("tables", "empire")
        )
    yield short
    yield contested


def _check_dead_end(cards: CardSet) -> Iterator[Check]:
    """Can it come to it that nobody can build an empire any more, whatever is drawn?"""
    check, record = Check("dead-end", "reach"), cards.cards
    ruling, where = Cards.rulings()["stall"][int(record.stall)], cards.place("rulings", "stall", "choice")
    for players in cards.counts:
        found = cards.shut_out(players)
        about = f"{players} players"
        if found is None:
            check.fine(
                about,
                f"No way was found in which {players} players who build the same empire are all shut out.",
                0,
                "pillars",
                where,
            )
            continue
        seats = Counter(found.ranks)
        parts = listed(
            f"{count} with {'+'.join(cards.row('rank', rank).id for rank in ranks)}" for ranks, count in sorted(seats.items())
        )
        said = (
            f"With {players} players everybody can be shut out: where all build {cards.empire_name(found.empire)}, after {found.pillars} pillars with "
            f"{counted(found.jokers, 'joker')} in them ({parts}). By the ruling stall ({ruling})"
        )
        if record.stall == ruled.Stall.PLAY_ON:
            check.add(
                "warning",
                about,
                f"{said} the game goes on, and cannot end.",
                found.pillars,
                "pillars",
                where,
                "let the game end there: another answer to `stall`",
            )
        else:
            check.fine(about, f"{said} the game then ends after a while.", found.pillars, "pillars", where)
    yield check


def _check_jokers(cards: CardSet) -> Iterator[Check]:
    """[Jokers] How many there are against all other cards, and what they can do without any."""
    check, size, wanted = Check("joker-empire", "reach"), int(cards.cards.pillar_size), int(cards.cards.pillars_to_win)
    if cards.wild == EMPTY:
        check.fine("", "No rank is wild.", 0, "jokers", cards.key_place("tables", "rank"))
    else:
        where, name = cards.row_place("rank", cards.wild), cards.rank_name(cards.wild, is_many=True)
        alone = {
            players: 0 if cards.cards.joker_pillar == ruled.JokerPillar.FORBIDDEN else cards.jokers(players) // size
            for players in cards.counts
        }
        able = [players for players in cards.counts if alone[players] >= wanted]
        if able:
            players = able[0]
            check.add(
                "warning",
                cards.row("rank", cards.wild).id,
                f"With {players} players there are {cards.jokers(players)} {name}: a whole empire of "
                f"{wanted} pillars can be built of them alone.",
                cards.jokers(players),
                "cards",
                where,
                "fewer jokers, or `joker_pillar: forbidden`",
            )
        else:
            parts = [
                f"{cards.jokers(players)} of {cards.faces.total() * int(cards.cards.packs[players])} cards with {players}"
                for players in cards.counts
            ]
            most = max(alone.values(), default=0)
            check.fine(
                "",
                f"{name} are {listed(parts) if parts else 'in no game'} players: enough for {counted(most, 'pillar')} without any other card.",
                most,
                "pillars",
                where,
            )
    yield check


def _check_bonuses(cards: CardSet) -> Iterator[Check]:
    """[Bonuses] Each action is the bonus of some empire, and comes while it is still of use."""
    idle, late = Check("bonus-idle", "reach"), Check("bonus-late", "reach")
    record, table = cards.cards, cards.key_place("tables", "empire")
    bonuses: dict[int, list[str]] = {}
    for empire in range(int(record.empires)):
        bonuses.setdefault(int(record.bonus[empire]), []).append(cards.empire_name(empire))
    for action, word in _ACTIONS.items():
        if action not in bonuses:
            twin = next((empires for empires in bonuses.values() if len(empires) > 1), None)
            more = f"; {listed(twin)} have the same" if twin else ""
            idle.add(
                "warning",
                word,
                f"No empire has the bonus action '{word}'{more}.",
                0,
                "empires",
                table,
                "give each empire a bonus of its own",
            )
    if not idle.found:
        parts = listed(f"{_ACTIONS[action]} of {listed(empires)}" for action, empires in bonuses.items())
        idle.fine("", f"Each action is the bonus of an empire: {parts}.", len(bonuses), "actions", table)
    first, wanted, where = int(record.bonus_from), int(record.pillars_to_win), cards.place("rules", "bonus_from")
    if first >= wanted:
        late.add(
            "warning",
            "",
            f"The bonus action comes with pillar {first}, and {wanted} win: it is never of use.",
            first,
            "pillars",
            where,
            f"lower `bonus_from` to {max(1, wanted - 1)} or less",
        )
    else:
        late.fine("", f"The bonus action comes with pillar {first} of {wanted}.", first, "pillars", where)
    yield idle
    yield late


_CHECKS: tuple[Callable[[CardSet], Iterator[Check]], ...] = (
    _check_players,
    _check_faces,
    _check_packs,
    _check_deal,
    _check_pieces,
    _check_fists,
    _check_ranks,
    _check_empires,
    _check_dead_end,
    _check_jokers,
    _check_bonuses,
)


def examine(game: Game, cards: Any, limits: dict[str, float]) -> list[Finding]:
    """Check a card set without playing: census and reach, in this order, each with its place.

    `cards` is the record of `game`, perhaps with other rulings. None of `limits` is needed: what is found here is certain.
    """
    laid_out = CardSet(game, cards)
    return in_order(finding for check in _CHECKS for part in check(laid_out) for finding in part.found)


def reach(game: Game, cards: Any) -> dict[str, Any]:
    """Say, empire by empire, what it is built of and how many players can build it at the same time; for reports."""
    laid_out = CardSet(game, cards)
    rows = []
    for empire in range(int(cards.empires)):
        ranks = ", ".join(laid_out.rank_name(rank) for rank in laid_out.ranks_of(empire)) or "none"
        rows.append(
            [
                laid_out.empire_name(empire),
                ranks,
                _ACTIONS[int(cards.bonus[empire])],
                *(str(laid_out.builders(empire, players)) for players in laid_out.counts),
            ]
        )
    heads = [f"of {players} players ({counted(int(cards.packs[players]), 'pack')})" for players in laid_out.counts]
    return {
        "title": "How many can build each empire",
        "reading": "How many players the cards would let build it at the same time.",
        "columns": ["Empire", "ranks", "bonus", *heads],
        "rows": rows,
        "left": 3,
    }
