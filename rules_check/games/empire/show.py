"""Empire for people: cards by the names of their ranks and suits, a move as a menu line, the cards
it touches, the table as a seat sees it.

In: a checked `Game` for the names, a card set's record for the numbers (which may be tuned), and a
state. Out: texts and a `View`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import starmap
from typing import Any

from generator.data.game import Game
from rules_check.games.empire import rulings as ruled
from rules_check.games.empire.game import is_nameless, rules, types_of
from rules_check.games.empire.state import FISTS, RANKS, Phase, Power
from rules_check.rules import EMPTY, top
from rules_check.telling import (
    NOBODY,
    Naming,
    Pile,
    View,
    Zone,
    counted,
    counters,
    joined,
    leave_uncompiled,
    numbers_of,
    spoken,
    texts,
    who_is,
)
from rules_check.toolkit.prose import with_article

words = texts(__file__, "show")


# -------------------------------------------------------------------------------------------- names
class Names(Naming):
    """The names of one game's cards and empires, by their numbers in the records; ranks and suits
    within a sentence are in lower case.

    `one` holds the name of a type, "seven" or, if suits matter, "seven of hearts", and `many` the
    plural, "sevens"; `groups` holds the empire of each type, or EMPTY. The lists are kept because
    reading a record is slow.
    """

    def __init__(self, game: Game, cards: Any) -> None:
        super().__init__(game, cards)
        types = range(int(cards.types))
        ranks = list(map(int, cards.type_rank))
        suits = list(map(int, cards.type_suit))
        self.ranks = [str(row["name"]).lower() for row in self.tables["rank"]]
        self.plurals = [str(row["plural"]).lower() for row in self.tables["rank"]]
        self.empires = self.names_of("empire")
        # the last is for EMPTY
        of = [words("of-suit", suit=suit.lower()) for suit in self.names_of("suit")] + [""]
        self.groups: list[int] = [int(cards.rank_empire[ranks[type_]]) for type_ in types]
        self.one = [self.ranks[ranks[t]] + of[suits[t]] for t in types]
        self.many = [self.plurals[ranks[t]] + of[suits[t]] for t in types]
        self._order = sorted(types, key=lambda type_: (ranks[type_], suits[type_]))

    @cached_property
    def faces(self) -> list[str]:
        """List the id of the card to draw for each type: its first in cards.yaml."""
        faces = dict[str, str]()
        for card in self.game.of_kind("card"):
            for name in (f"{card.record.rank}-{card.record.suit}", str(card.record.rank)):
                faces.setdefault(name, card.id)
        return [faces[name] for name in types_of(self.cards)]

    def is_skipping(self, type_: int) -> bool:
        return bool(self.cards.rank_power[self.cards.type_rank[type_]] == Power.SKIP)

    def a_card(self, type_: int) -> str:
        return with_article(self.one[type_])

    def counted(self, type_: int, count: int) -> str:
        """Count cards of a type in digits: "1 seven", "3 sevens"."""
        return counted(count, self.one[type_], self.many[type_])

    def listed(self, counts: Any) -> str:
        """List cards in words, given the count of each type: "three sevens and a joker"."""
        return joined(
            [some(count, self.one[type_], self.many[type_]) for type_, count in self.sorted(counts)]
        )

    def sorted(self, counts: Any) -> list[tuple[int, int]]:
        """List the types present with their counts: by rank, then by suit."""
        numbers = counts.tolist()
        return [(type_, numbers[type_]) for type_ in self._order if numbers[type_]]

    def won(self, state: Any, seat: int) -> list[str]:
        """List the empires with which a seat has won games of a match."""
        names = []
        for number, name in enumerate(self.empires):
            if state.overlord[seat] >> number & 1:
                names.append(name)
        return names


def some(count: int, one: str, many: str) -> str:
    """Count cards in words: "a seven", "three sevens"."""
    return with_article(one) if count == 1 else f"{spoken(count)} {many}"


# ------------------------------------------------------------------------------------------- a move
def known_of(names: Names, state: Any, move: int, viewer: int) -> dict[str, object]:
    """Gather the values that texts about a future move may name; seats are named as the viewer
    calls them.
    """
    cards, word, a, b = names.cards, rules.moves.word(move), *numbers_of(move)
    type_ = _type_of(state, word, a)
    return {
        "who": lambda: who_is(int(state.turn), viewer),
        "seat": lambda: who_is(int(state.seat), viewer),
        "other": lambda: who_is(a, viewer),
        "target": lambda: who_is(int(state.target), viewer),
        "fist": lambda: FISTS[a],
        "first": lambda: FISTS[int(state.fist)],
        "card": lambda: names.a_card(type_),
        "theirs": lambda: names.one[type_],
        "wanted": lambda: names.one[int(state.tabled[state.turn])],
        "demanded": lambda: names.one[int(state.demand)],
        "held": lambda: (
            spoken(int(state.hand[state.seat, type_]))
            if state.hand[state.seat, type_]
            else words("none")
        ),
        "has": lambda: spoken(int(state.known[state.target, type_])),
        "hand": lambda: state.hand_size[a],
        "pillars": lambda: state.laid[a],
        "ranks": lambda: names.plurals[a],
        "pillar": lambda: _contents(names, a, b),
        "empire": lambda: names.empires[cards.rank_empire[a]],
    }


def _type_of(state: Any, word: str, first: int) -> int:
    """Find the type of the one card that a move is about, from its first number."""
    if word == "steal":
        return int(top(state.pile[first]))
    return int(state.tabled[first]) if word == "take" else first


def describe(game: Game, cards: Any, state: Any, move: int) -> str:
    """Write a move of the current decision for people, with the names and numbers that help to
    choose.
    """
    names, word = Names(game, cards), rules.moves.word(move)
    variant = _variant(names, state, word, *numbers_of(move))
    return words.of(known_of(names, state, move, NOBODY), "move", word + variant)


def _variant(names: Names, state: Any, word: str, a: int, b: int) -> str:
    """Return what is added to a move's word for the text that fits the state; often nothing."""
    cards = names.cards
    match word:
        case "rest" if state.is_bonus:
            return "-bonus"
        case "hold" if state.laid_now:
            return "-further"
        case "demand" if state.known[state.target, a] > 0:
            return "-known"
        case "demand" if state.most[state.target, a] == 0:
            return "-none"
        case "discard" if state.laid[state.seat] >= cards.pillars_to_win:
            return "-built"
        case "discard" if state.rounds > state.opening and names.is_skipping(a):
            return "-skips"
        case "lay":
            rank = "-any" if is_nameless(cards, b) else ""
            return rank if state.laid[state.seat] else f"{rank}-first"
    return ""


def _contents(names: Names, rank: int, wild: int) -> str:
    """List the ranks in a pillar: "two sevens and two jokers"."""
    natural, joker = int(names.cards.pillar_size) - wild, int(names.cards.joker)
    parts = (
        (natural, names.ranks[rank], names.plurals[rank]),
        (wild, names.one[joker], names.many[joker]),
    )
    return joined([some(*part) for part in parts if part[0]])


def touched(game: Game, cards: Any, state: Any, move: int) -> list[str]:
    """List the cards, by their ids in cards.yaml, that a move picks up, lays or points at."""
    names, word, a, b = Names(game, cards), rules.moves.word(move), *numbers_of(move)
    types = list[int]()
    if word in ("table", "offer", "demand", "discard", "steal", "take"):
        types.append(_type_of(state, word, a))
    if word == "lay":
        for type_, _ in names.sorted(state.hand[state.seat]):
            if cards.type_rank[type_] == a and b < cards.pillar_size:
                types.append(type_)
        if b > 0:
            types.append(int(cards.joker))
    return [names.faces[type_] for type_ in types]


# ---------------------------------------------------------------------------------------- the table
def view(game: Game, cards: Any, state: Any, seat: int) -> View:
    """Lay out the table as a seat sees it; -1 sees everything."""
    names, size = Names(game, cards), int(state.deck[-1])
    resources = Pile(words("resources", n=size), count=size, back=words("back"))
    zones = [
        Zone(words("zone.resources"), (resources,), words=resources.words),
        *_under_way(names, state, seat),
    ]
    zones += [zone for owner in range(state.players) for zone in _zones(names, state, owner, seat)]
    return View(
        tuple(_heading(names, state, seat)),
        tuple(zones),
        counters(words, state.players, cards=state.hand_size),
    )


def _heading(names: Names, state: Any, viewer: int) -> Iterator[str]:
    of_game = words("of-game", round=state.rounds - state.opening + 1) if state.opening > 1 else ""
    if state.phase == Phase.OVER:
        yield words("round-over", round=state.rounds, of_game=of_game)
        yield words("over")
        return
    yield words("round", round=state.rounds, of_game=of_game, who=who_is(state.turn, viewer))
    if viewer != NOBODY:  # spectators are asked nothing
        doing = Phase(state.phase).name.lower() + (
            "-bonus" if state.phase == Phase.ACT and state.is_bonus else ""
        )
        known = {
            "target": who_is(state.target, viewer),
            "demanded": lambda: names.one[int(state.demand)],
        }
        yield words(
            "to-decide", who=who_is(state.seat, viewer), doing=words.of(known, "doing", doing)
        )


def _under_way(names: Names, state: Any, viewer: int) -> Iterator[Zone]:
    """Lay out the current trade or battle: the cards on the table, face down if unseen, and what is
    at stake.
    """
    if state.phase == Phase.FIST:
        mover, target = who_is(state.turn, viewer), who_is(state.target, viewer)
        again = words("ties", n=int(state.ties)) if state.ties else ""
        text = words(
            "battle", mover=mover, target=target, card=names.a_card(int(state.demand)), again=again
        )
        yield Zone(words("zone.battle"), (Pile(text, names.faces[int(state.demand)]),), words=text)
    if state.phase not in (Phase.OFFER, Phase.PICK):
        return
    is_shown = state.phase == Phase.PICK or names.cards.trade_offers != ruled.TradeOffers.AT_ONCE
    seen, unseen = list[Pile](), list[Pile]()
    for seat in ((state.turn + i) % state.players for i in range(state.players)):
        who, type_ = who_is(seat, viewer), int(state.tabled[seat])
        if type_ == EMPTY:
            continue
        if is_shown or seat in (state.turn, viewer) or viewer == NOBODY:
            words_of_card = words("tabled", card=names.a_card(type_), who=who)
            seen.append(Pile(words_of_card, names.faces[type_]))
        else:
            unseen.append(Pile(words("tabled-unseen", who=who), back=words("back")))
    yield Zone(
        words("zone.tabled"),
        (*seen, *unseen),
        words=f"{', '.join(pile.words for pile in (*seen, *unseen))}.",
    )


def _zones(names: Names, state: Any, seat: int, viewer: int) -> Iterator[Zone]:
    """Lay out a seat's zones: discards, pillars with their jokers, empires won with, the hand, and
    whether its turn is lost.
    """
    size, cards, type_ = int(state.pile[seat, -1]), names.cards, int(top(state.pile[seat]))
    piles: tuple[Pile, ...] = ()
    text = words("no-discards")
    if size:
        card = names.one[type_]
        piles = (Pile(card, names.faces[type_], size),)
        text = words("discard", card=card)
        if size > 1:
            text = words("discards", card=card, n=size - 1)
    yield Zone(words("zone.discards"), piles, seat, text)
    laid = [divmod(int(pillar), 8) for pillar in state.pillar[seat] if pillar != EMPTY]
    pillars = tuple(_pillar(names, rank, wild, state.empire[seat]) for rank, wild in laid)
    yield Zone(words("zone.pillars"), pillars, seat)
    if cards.match == ruled.Match.OVERLORD and state.overlord[seat]:
        yield Zone(words("zone.won"), (), seat, words("has-won", empires=names.won(state, seat)))
    yield _hand(names, state, seat) if viewer in (NOBODY, seat) else _known(names, state, seat)
    if state.skip[seat]:
        yield Zone(words("zone.turn"), (), seat, words("skipped-next"))
    elif cards.skip_whom == ruled.SkipWhom.NOT_TWICE and state.missed[seat]:
        yield Zone(words("zone.turn"), (), seat, words("skipped-last"))


def _pillar(names: Names, rank: int, wild: int, empire: int) -> Pile:
    joker, size = int(names.cards.joker), int(names.cards.pillar_size)
    what = words("any-rank") if rank == RANKS else names.plurals[rank]
    text = words("with-jokers", pillar=what, jokers=names.counted(joker, wild)) if wild else what
    type_ = joker if wild == size else names.cards.type_rank.tolist().index(rank)
    jokers = (Pile(names.one[joker], names.faces[joker], wild),) if wild else ()
    return Pile(
        text,
        names.faces[type_],
        size,
        group=words("empire", empire=names.empires[empire]),
        beside=jokers,
    )


def _hand(names: Names, state: Any, seat: int) -> Zone:
    """Lay out a hand by empires."""
    groups = [*names.empires, words("no-empire")]  # the last is for EMPTY
    held = sorted(
        names.sorted(state.hand[seat]), key=lambda pair: names.groups[pair[0]] % len(groups)
    )
    piles = [
        Pile(names.counted(t, n), names.faces[t], n, group=groups[names.groups[t]]) for t, n in held
    ]
    return Zone(words("zone.hand"), tuple(piles), seat)


def _known(names: Names, state: Any, seat: int) -> Zone:
    """Lay out a hand from public knowledge: the cards it is known to hold, and those it is known to
    lack or nearly lack.
    """
    size = int(state.hand_size[seat])
    least = min(size, int(names.cards.pillar_size))
    every = [(type_, most - 1) for type_, most in names.sorted(state.most[seat] + 1)]
    sure = list(starmap(names.counted, names.sorted(state.known[seat])))
    none = [words("no-card", cards=names.many[type_]) for type_, most in every if most == 0]
    few = []
    for type_, most in every:
        if state.known[seat, type_] < most < least:
            few.append(names.counted(type_, most))
    facts = []
    for key, told in (("holds", sure), ("holds", none), ("at-most", few)):
        if told:
            facts.append(words(key, cards=", ".join(told)))
    piles = (Pile(words("count.cards", n=size), count=size, back=words("back")),) if size else ()
    return Zone(words("zone.hand"), piles, seat, "; ".join(facts) if size else "")


leave_uncompiled(globals())  # each is asked seldom, and would be compiled for the first answer
