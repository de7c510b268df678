"""Check Empire's card set for what is certain without playing a single game.

In: a checked `Game`, for the words and places of cards.yaml, and its record, for the numbers and
rulings. Out: findings in two sections: **census** (is every pack complete, and are there enough
packs and pieces?) and **reach** (which pillars and empires can be built, by how many seats
together, and can every seat be shut out?). Each check reports each problem it found, or one `fine`
finding with its numbers. Nothing here is a guess or a sample; anything that takes playing is
measured elsewhere. No compiled rule is needed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache, cached_property
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Any, NamedTuple

import numpy as np

from generator.data.findings import Verdict
from generator.data.game import Card, Game
from generator.data.problems import Place
from rules_check.games.empire.rulings import JokerPillar, Stall
from rules_check.games.empire.state import ACTIONS, FISTS, Cards, Power
from rules_check.rules import EMPTY
from rules_check.telling import pieces, spanned, texts
from rules_check.toolkit import examining
from rules_check.toolkit.examining import Entry, Findings, LaidOut, checks_in, examiner, sections

SECTIONS = sections(
    census="players-without-setup players-unpromised face-missing face-twice packs-short packs-idle "
    "deal-short pieces-short "
    "box-watched fists-short",
    reach=(
        "rank-short rank-idle empire-short empire-contested dead-end joker-empire bonus-idle "
        "bonus-late"
    ),
)
CODES = tuple(SECTIONS)
"""Every code that `examine` can give."""

PIECES = pieces("""
    card          packs-short, packs-idle, deal-short
    mat           1 a player
    aid           1 a player
    token         1 a player
    fist          fists-short
    """)
"""The pieces that play needs from the box."""

_SAY = texts(__file__, "examine")
_FIGHTERS = 2
"""How many seats show rock, paper or scissors at a time."""
_MOST_TABLES, _MOST_PATTERNS, _MOST_HANDS = 30_000, 100, 63
"""Limits of the search for a division of pillars that shuts every seat out: divisions tried,
pillars with ranks in them, and pillars of one seat.
"""
_NEVER = 1000
"""A number of jokers that stands for an impossible pillar."""

Ranks = tuple[int, ...]
"""Numbers of ranks, or one number for each rank of an empire."""


class ShutOut(NamedTuple):
    """A table at which an empire can no longer be built: all seats are building `empire`."""

    empire: int
    ranks: tuple[Ranks, ...]
    """The ranks of each seat's pillars."""
    jokers: int
    """The jokers in those pillars, over all seats."""

    @property
    def pillars(self) -> int:
        return sum(map(len, self.ranks))


class CardSet(LaidOut):
    """A card set prepared for the checks: faces by rank and suit, and the total of the packs for
    each number of players.
    """

    by_players = "packs"

    @cached_property
    def wild(self) -> int:
        """The rank that is wild; EMPTY for none."""
        return next(
            (rank for rank in range(self.cards.ranks) if self.cards.rank_power[rank] == Power.WILD),
            EMPTY,
        )

    def in_pack(self, rank: int) -> int:
        """Count the cards of a rank in one pack."""
        return int(self.cards.face_copies[rank].sum())

    def there(self, rank: int, players: int) -> int:
        return self.in_pack(rank) * int(self.cards.packs[players])

    def jokers(self, players: int) -> int:
        return self.there(self.wild, players) if self.wild != EMPTY else 0

    def total(self, players: int) -> int:
        return int(self.cards.face_copies.sum() * self.cards.packs[players])

    def ranks_of(self, empire: int) -> list[int]:
        """List the ranks of an empire that occur in a pack."""
        ranks = []
        for rank in range(self.cards.ranks):
            if self.cards.rank_empire[rank] == empire and self.in_pack(rank):
                ranks.append(rank)
        return ranks

    def face(self, card: Card) -> tuple[int, int]:
        """Find the index of a card in `face_copies`."""
        return self.number("rank", card.record.rank), 1 + self.number("suit", card.record.suit)

    def printed(self, players: int) -> int:
        """Count the complete packs printed for a number of players."""
        pack, copies = self.cards.face_copies, np.zeros_like(self.cards.face_copies)
        for component in self.made_of("card"):
            least, most = component.for_players or (players, players)
            if least <= players <= most:
                for card in component.cards:
                    copies[self.face(card)] += card.copies
        return int((copies[pack > 0] // pack[pack > 0]).min())

    # ---- what can be built

    def jokers_for(self, free: Any, most: int, pillars: int) -> Any:
        """Return the fewest jokers that a number of pillars need, with at most `most` of one rank;
        at least _NEVER if they are impossible.

        `free` has a row for each case and a column for each rank: the cards that are not in
        pillars. Returns one entry per case.
        """
        size, number, ruling = int(self.cards.pillar_size), np.arange(most), self.cards.joker_pillar
        # of a first, second … pillar of each rank
        costs = np.clip(size * (number + 1) - free[..., None], 0, size)
        if ruling == JokerPillar.FORBIDDEN:  # each has a card of its rank
            costs[number >= free[..., None]] = _NEVER
        nameless = np.full((len(free), pillars), size if ruling == JokerPillar.ANY_RANK else _NEVER)
        return np.sort(
            np.hstack([costs.reshape(len(free), free.shape[1] * most), nameless]), axis=1
        )[:, :pillars].sum(axis=1)

    def can_build(self, empire: int, players: int, seats: int) -> bool:
        """Return whether a number of seats can build an empire side by side, dividing cards and
        jokers in the best way.
        """
        there = np.array([[self.there(rank, players) for rank in self.ranks_of(empire)]], int)
        return bool(
            self.jokers_for(there, seats, seats * int(self.cards.pillars_to_win))[0]
            <= self.jokers(players)
        )

    def builders(self, empire: int, players: int) -> int:
        """Return the largest number of seats that can build an empire side by side."""
        return next(
            (seats for seats in range(players) if not self.can_build(empire, players, seats + 1)),
            players,
        )

    def shut_out(self, players: int) -> ShutOut | None:
        """Find the table with the fewest pillars, among those at which all seats build the same
        empire, that shuts every seat out.
        """
        shut_out, look = list[ShutOut](), cache(self._shut_out_of)
        for empire in range(self.cards.empires):
            ranks = self.ranks_of(empire)
            if found := look(tuple(self.there(rank, players) for rank in ranks), players):
                hands, jokers = found
                named = tuple(tuple(ranks[rank] for rank in hand) for hand in hands)
                shut_out.append(ShutOut(empire, named, jokers))
        return min(shut_out, key=lambda end: end.pillars, default=None)

    def _shut_out_of(self, there: Ranks, players: int) -> tuple[tuple[Ranks, ...], int] | None:
        """Find a table that shuts all seats out from an empire by the cards of its ranks: the ranks
        of each seat's pillars, and the total of jokers.
        """
        hands: list[Ranks] = []
        if comb(len(there) + self.jokers(players), len(there)) > _MOST_TABLES:
            return None
        for pillars in range(1, min(int(self.cards.pillars_to_win) - 1, len(there)) + 1):
            more = list(combinations(range(len(there)), pillars))
            count = len(hands) + len(more)
            if hands and (count > _MOST_HANDS or comb(count + players - 1, players) > _MOST_TABLES):
                break
            hands += more
        ends = dict[Ranks, Any]()
        tables = combinations_with_replacement(range(len(hands)), players)
        for table in sorted(tables, key=lambda table: sum(len(hands[hand]) for hand in table)):
            laid = tuple(sum(rank in hands[hand] for hand in table) for rank in range(len(there)))
            if len(set(there)) == 1 and list(laid) != sorted(laid, reverse=True):
                # The ranks are equivalent, and this is a table already examined with other ranks in
                # their place.
                continue
            if laid not in ends:
                if len(ends) == _MOST_PATTERNS:
                    break
                ends[laid] = self._ends_of(hands, laid, there, players)
            dead, spent = ends[laid]
            if (is_end := dead[list(table)].all(axis=0)).any():
                return tuple(hands[hand] for hand in table), int(spent[is_end].min())
        return None

    def _ends_of(
        self, hands: list[Ranks], laid: Ranks, there: Ranks, players: int
    ) -> tuple[Any, Any]:
        """Find which hands are stuck if a given number of pillars of each rank is laid, even if all
        free cards were theirs.

        Returns a row of bools per hand, with an entry for each way of spreading jokers over the
        ranks, and the number of jokers of each way.
        """
        size, jokers, pillars = int(self.cards.pillar_size), self.jokers(players), np.array(laid)
        # cards of its rank in each pillar
        own = int(self.cards.joker_pillar == JokerPillar.FORBIDDEN)
        wild = _spreads(len(laid), jokers)
        free = np.array(there) - size * pillars + wild
        can_be = ((free >= 0) & (wild <= (size - own) * pillars)).all(axis=1)
        free, spent, wanted = free[can_be], wild[can_be].sum(axis=1), int(self.cards.pillars_to_win)
        dead = [
            self.jokers_for(np.delete(free, hand, axis=1), 1, wanted - len(hand)) > jokers - spent
            for hand in hands
        ]
        return np.array(dead), spent


@cache
def _spreads(ranks: int, jokers: int) -> Any:
    """List all ways of spreading up to a number of jokers over some ranks, one row per way: the
    jokers before each bar, as in stars and bars.
    """
    bars = np.array(list(combinations(range(jokers + ranks), ranks)))
    return np.diff(bars, axis=1, prepend=-1) - 1


# ------------------------------------------------------------------------------------------- census


def _check_faces(cards: CardSet, findings: Findings) -> None:
    """Check that every pack has every rank of every suit once, and that jokers have no suit."""
    wild, suits, faces = cards.wild, range(cards.cards.suits), cards.cards.face_copies
    ranks = [rank for rank in range(cards.cards.ranks) if rank != wild]
    for rank in ranks:
        id_ = cards.id("rank", rank)
        name = cards.name("rank", rank)
        where = cards.row_place("rank", rank)
        absent = [cards.name("suit", suit) for suit in suits if not faces[rank, 1 + suit]]
        if len(absent) == len(suits):
            findings.add("warning", "face-missing all", id_, 0, where, name=name)
        elif absent:
            findings.add(
                "warning",
                "face-missing",
                id_,
                len(suits) - len(absent),
                where,
                name=name,
                suits=absent,
            )
        for suit in (suit for suit in suits if faces[rank, 1 + suit] > 1):
            alike = []
            for (card,) in cards.of_kind("card"):
                if cards.face(card) == (rank, 1 + suit):
                    alike.append(card)
            second = next((card for card in alike if card.copies > 1), alike[-1])
            place = Entry(second).place("copies" if second.copies > 1 else None)
            about = f"{id_} of {cards.id('suit', suit)}"
            findings.add(
                "warning",
                "face-twice",
                about,
                faces[rank, 1 + suit],
                place,
                name=name,
                suit=cards.name("suit", suit),
            )
    total = int(faces.sum())
    if wild != EMPTY:
        jokers = _SAY("jokers", count=cards.in_pack(wild), name=cards.name("rank", wild))
    else:
        jokers = _SAY("no-jokers")
    findings.fine(
        "face-missing fine",
        "",
        total,
        "kinds.card",
        ranks=len(ranks),
        suits=len(suits),
        jokers=jokers,
    )
    findings.fine("face-twice fine", "", total, "kinds.card")


def _check_packs(cards: CardSet, findings: Findings) -> None:
    """[What you need] Check the packs printed for each number of players against the packs they
    play with.
    """
    printed = {players: cards.printed(players) for players in cards.counts}
    packs = cards.cards.packs
    for players, count in printed.items():
        if count < packs[players]:
            findings.add(
                "fault",
                "packs-short",
                players,
                count,
                f"rules.packs.{players}",
                packs=packs[players],
            )
    most, least = max(packs), min(printed.values(), default=0)
    if least > most:
        findings.add("warning", "packs-idle", "", least, cards.made_of("card")[-1].place, most=most)
    parts = [
        _SAY("packs-part", players=players, packs=packs[players], printed=count)
        for players, count in printed.items()
    ]
    findings.fine(
        "packs-short fine", "", max(printed.values(), default=0), "components", parts=parts
    )
    findings.fine("packs-idle fine", "", most, "components")


def _check_deal(cards: CardSet, findings: Findings) -> None:
    """[Setup, Bonuses] Check the cards left after the deal against those drawn in the opening round
    and for first pillars.
    """
    hand = cards.cards.hand_cards
    each = 1 + cards.cards.first_pillar_cards
    where = "rules.hand_size"
    ruling, parts = Cards.rulings()["pile_runs_out"][cards.cards.pile_runs_out], list[str]()
    for players in cards.counts:
        total, dealt = cards.total(players), players * hand
        left, drawn = total - dealt, players * each
        parts.append(_SAY("deal-part", left=left, total=total, players=players))
        if left < players:
            findings.add(
                "warning", "deal-short opening", players, left, where, dealt=dealt, total=total
            )
        elif left < drawn:
            findings.add(
                "warning",
                "deal-short",
                players,
                left,
                where,
                dealt=dealt,
                total=total,
                drawn=drawn,
                ruling=ruling,
            )
    if parts:
        findings.fine("deal-short fine", "", hand, where, parts=parts, each=each)


def _check_fists(cards: CardSet, findings: Findings) -> None:
    """[Battle] Check that both players have a set of rock, paper and scissors, if it is cards."""
    examining.check_made(
        cards, findings, "fists-short", "fist", len(FISTS) * _FIGHTERS, fighters=_FIGHTERS
    )


# -------------------------------------------------------------------------------------------- reach


def _check_ranks(cards: CardSet, findings: Findings) -> None:
    """[Pillars] Check that a pillar of each rank of an empire can be laid, with or without jokers,
    and that each rank has a use.
    """
    size = cards.cards.pillar_size
    few = min(cards.counts, key=lambda players: cards.cards.packs[players], default=0)
    there = list[int]()
    for rank in range(cards.cards.ranks):
        id_ = cards.id("rank", rank)
        name = cards.name("rank", rank, 2)
        where = cards.row_place("rank", rank)
        in_pack = cards.in_pack(rank)
        if cards.cards.rank_empire[rank] == EMPTY:
            if cards.cards.rank_power[rank] == Power.NONE and in_pack:
                findings.add("warning", "rank-idle", id_, in_pack, where, name=name)
        elif in_pack and few:
            count, jokers = cards.there(rank, few), cards.jokers(few)
            there += [cards.there(rank, players) for players in cards.counts]
            if size - count > jokers:
                findings.add(
                    "fault",
                    "rank-short",
                    id_,
                    count,
                    where,
                    players=few,
                    name=name,
                    size=size,
                    jokers=jokers,
                )
            elif size > count:
                findings.add(
                    "warning",
                    "rank-short jokers",
                    id_,
                    count,
                    where,
                    players=few,
                    name=name,
                    size=size,
                )
    counts, pillars = there or [0], [number // size for number in there or [0]]
    findings.fine(
        "rank-short fine",
        "",
        min(counts),
        "tables.rank",
        counts=spanned(counts),
        pillars=spanned(pillars),
        size=size,
    )
    findings.fine("rank-idle fine", "", cards.cards.ranks, "tables.rank")


def _check_empires(cards: CardSet, findings: Findings) -> None:
    """[Empires] Check that each has enough ranks to win with; report how many seats can build it
    together.
    """
    size = cards.cards.pillar_size
    wanted = cards.cards.pillars_to_win
    empires = range(cards.cards.empires)
    nameless = min((cards.jokers(players) // size for players in cards.counts), default=0)
    for empire in empires:
        id_ = cards.id("empire", empire)
        name = cards.name("empire", empire)
        where = cards.row_place("empire", empire)
        ranks = len(cards.ranks_of(empire))
        helps = cards.cards.joker_pillar == JokerPillar.ANY_RANK and nameless >= wanted - ranks
        if ranks < wanted:
            verdict: Verdict = "warning" if helps else "fault"
            so = _SAY.of({"lacks": wanted - ranks}, "jokers-help" if helps else "jokers-fail")
            facts = {"name": name, "wanted": wanted, "so": so}
            findings.add(verdict, "empire-short", id_, ranks, where, **facts)
        builders = {}
        if ranks >= wanted or helps:
            builders = {players: cards.builders(empire, players) for players in cards.counts}
        if none := [players for players, seats in builders.items() if not seats]:
            findings.add("fault", "empire-contested", id_, 0, where, players=none, name=name)
        if builders:
            parts = [_SAY("part", count=seats, name=players) for players, seats in builders.items()]
            findings.fine(
                "empire-contested fine", id_, min(builders.values()), where, parts=parts, name=name
            )
    parts = [
        _SAY("part", count=len(cards.ranks_of(empire)), name=cards.name("empire", empire))
        for empire in empires
    ]
    findings.fine("empire-short fine", "", wanted, "tables.empire", parts=parts)


def _check_dead_end(cards: CardSet, findings: Findings) -> None:
    """Check whether the game can reach a point at which no empire can be built any more, whatever
    is drawn.
    """
    ruling = Cards.rulings()["stall"][cards.cards.stall]
    where = cards.place("rulings", "stall", "choice")
    for players in cards.counts:
        if out := cards.shut_out(players):
            about, hands = f"{players} players", sorted(Counter(out.ranks).items())
            parts = [
                _SAY("with", count=count, name="+".join(cards.id("rank", rank) for rank in hand))
                for hand, count in hands
            ]
            text = _SAY(
                "shut-out",
                about=about,
                out=out,
                empire=cards.name("empire", out.empire),
                parts=parts,
                ruling=ruling,
            )
            if cards.cards.stall == Stall.PLAY_ON:
                findings.add("warning", "dead-end", about, out.pillars, where, said=text)
            findings.fine("dead-end fine", about, out.pillars, where, said=text)
        else:
            findings.fine("dead-end none", players, 0, where)


def _check_jokers(cards: CardSet, findings: Findings) -> None:
    """[Jokers] Report how many there are compared with other cards, and what can be built without
    jokers.
    """
    if cards.wild == EMPTY:
        findings.fine("joker-empire none", "", 0, "tables.rank")
        return
    size, wanted = cards.cards.pillar_size, cards.cards.pillars_to_win
    is_barred = cards.cards.joker_pillar == JokerPillar.FORBIDDEN
    where, name = cards.row_place("rank", cards.wild), cards.name("rank", cards.wild, 2)
    jokers = {players: cards.jokers(players) for players in cards.counts}
    alone = {players: 0 if is_barred else count // size for players, count in jokers.items()}
    if able := next((players for players in cards.counts if alone[players] >= wanted), None):
        id_ = cards.id("rank", cards.wild)
        findings.add(
            "warning",
            "joker-empire",
            id_,
            jokers[able],
            where,
            players=able,
            name=name,
            wanted=wanted,
        )
    parts = [
        _SAY("jokers-part", count=count, total=cards.total(n), players=n)
        for n, count in jokers.items()
    ]
    findings.fine(
        "joker-empire fine", "", max(alone.values(), default=0), where, name=name, parts=parts
    )


def _check_bonuses(cards: CardSet, findings: Findings) -> None:
    """[Bonuses] Check that each action is the bonus of some empire, and comes while it is still
    useful.
    """
    bonuses = dict[str, list[int]]()
    for empire in range(cards.cards.empires):
        bonuses.setdefault(ACTIONS[cards.cards.bonus[empire]], []).append(empire)
    named = {
        action: [cards.name("empire", empire) for empire in empires]
        for action, empires in bonuses.items()
    }
    places, twin, table = list[Place](), "", cards.at("tables.empire")
    for action, empires in bonuses.items():
        if len(empires) > 1 and not places:
            twin = _SAY("twins", empires=named[action])
            places = [cards.row_place("empire", empire, "bonus") for empire in empires[::-1]]
    for action in ACTIONS:
        if action not in bonuses:
            findings.add("warning", "bonus-idle", action, 0, [*places, table][0], twin=twin)
            others = tuple((_SAY("twin"), place) for place in places[1:])
            findings.found[-1] = replace(findings.found[-1], also=others)
    parts = [
        _SAY("bonus-part", action=action, empires=empires) for action, empires in named.items()
    ]
    findings.fine("bonus-idle fine", "", len(bonuses), table, parts=parts)
    first, wanted, where = cards.cards.bonus_from, cards.cards.pillars_to_win, "rules.bonus_from"
    if first >= wanted:
        findings.add(
            "warning", "bonus-late", "", first, where, wanted=wanted, most=max(1, wanted - 1)
        )
    findings.fine("bonus-late fine", "", first, where, wanted=wanted)


examine = examiner(CardSet, _SAY, SECTIONS, *checks_in(globals()), pieces=PIECES)


def reach(game: Game, cards: Any) -> dict[str, Any]:
    """List, for each empire, the cards it is built from and how many players can build it together,
    for reports.
    """
    laid_out, rows = CardSet(game, cards), []
    for empire in range(cards.empires):
        ranks = ", ".join(
            laid_out.name("rank", rank) for rank in laid_out.ranks_of(empire)
        ) or _SAY("no-ranks")
        builders = [str(laid_out.builders(empire, players)) for players in laid_out.counts]
        rows.append(
            [laid_out.name("empire", empire), ranks, ACTIONS[cards.bonus[empire]], *builders]
        )
    heads = [
        _SAY("head", players=players, packs=cards.packs[players]) for players in laid_out.counts
    ]
    return examining.reach_of(_SAY, rows, left=3, columns=heads)
