"""Empire's records: what the numbers of a state and of a card set mean, and cards.yaml turned into the latter.

In: a checked `Game`. Out: one numpy record with every number and ruling, which the compiled rules take as an argument. Knows no rule.

**Cards are counted by type.** A type is all that the rules tell apart: a rank (all sevens are one type), or, where a demand names
rank and suit, a face (the seven of hearts). So a hand is a row of counts, and equal cards are one move.

All fields are whole numbers; EMPTY (-1) stands for "none". Seats, types, ranks and empires are numbered from 0, ranks and
empires in the order of cards.yaml's tables.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from generator.data.game import Card, Game
from rules_check.toolkit.reading import NAME, Reader

INT = np.int32
TINY = np.int8
EMPTY = -1

# How much a record has room for.
SEATS = 6
RANKS = 16
SUITS = 4
TYPES = 56
CARDS = 166  # three packs
EMPIRES = 3
PILLARS = 6
FISTS = 3

MAX_MOVES = RANKS * (PILLARS + 1) + TYPES
"""No decision has more moves: a pillar is a rank and a number of jokers, a demand a type, the others are fewer."""

NONE, SKIPS, WILD = range(3)
"""What a rank can do beside pillars."""
STEAL, TRADE, BATTLE = range(3)
"""The actions."""

# `phase`: the decision that is due, or OVER. DEAL, between two games of a match, is none.
ACT, TABLE, OFFER, PICK, DEMAND, FIST, LAY, DISCARD, SKIP, DEAL, OVER = range(1, 12)

# `end`: why the game is over. BUILT and the two after it are an empire, by its bonus action. BOUND is no result: more rounds than
# any game should take.
NOT_OVER, BUILT = 0, 1
RAN_OUT, STALLED, OVERLORD, BOUND = range(4, 8)
ENDS = (
    "not over",
    "an empire that steals",
    "an empire that trades",
    "an empire that battles",
    "the resources pile ran out",
    "stalled",
    "an emperor overlord",
    "bound",
)

STILL_ROUNDS = 15
"""Without a new pillar, that end a game by ruling."""
MAX_ROUNDS = 1000
"""Of one game."""
MAX_MATCH = 10_000
"""Rounds of a match, after which no new game is dealt."""
MOST_TIES = 50
"""After so many ties in one battle its card stays where it is: two who only ever show the same would never end."""
ANY_NUMBER = 99
"""In `most`: nothing is known."""

# A move is kind * 10000 + a * 100 + b.
STEAL_MOVE = 1  # a: seat stolen from
TRADE_MOVE = 2
BATTLE_MOVE = 3  # a: seat
REST = 4  # no action
TABLE_MOVE = 5  # a: type tabled by the trader
OFFER_MOVE = 6  # a: type tabled by another
PICK_MOVE = 7  # a: seat whose card the trader takes
DEMAND_MOVE = 8  # a: type
FIST_MOVE = 9  # a: rock, paper, scissors
LAY_MOVE = 10  # a: rank, b: jokers in it
HOLD = 11  # no (further) pillar
DISCARD_MOVE = 12  # a: type
SKIP_MOVE = 13  # a: seat
SPARE = 14  # nobody is skipped
BEGIN = 15  # the next game of a match
NO_CARD = 16  # nothing to discard
MOVE_KINDS = range(STEAL_MOVE, NO_CARD + 1)

# `tally`: what is counted.
(
    STEALS,
    TRADES,
    BATTLES,
    RESTS,
    BONUS_STEALS,
    BONUS_TRADES,
    BONUS_BATTLES,
    VAIN,
    WON,
    LOST,
    TIES,
    SIXES,
    WILD_PILLARS,
    JOKER_PILLARS,
    SKIPPED,
    RESHUFFLES,
    NO_DRAWS,
    NO_DISCARD,
) = range(18)
TALLIES = 18

# The rulings of cards.yaml with their options; a ruling's number is its option's place here. The names below are of those
# options that the rules ask for, each for one ruling.
RULINGS: dict[str, tuple[str, ...]] = {
    "action": ("must_act", "may_pass"),
    "trade_offers": ("at_once", "in_turn"),
    "trade_partner": ("any_card", "same_empire"),
    "six_cards": ("at_once", "next_turn"),
    "pillars_a_turn": ("any", "one"),
    "joker_pillar": ("names_rank", "any_rank", "forbidden"),
    "demand_names": ("rank", "card"),
    "demand_jokers": ("may", "may_not"),
    "last_card": ("must_discard", "wins"),
    "pile_runs_out": ("reshuffle", "play_on", "count_pillars"),
    "stall": ("fifteen_still_rounds", "play_on"),
    "skip_whom": ("not_pending", "not_twice"),
    "skip_duty": ("must_skip", "may_skip"),
    "match": ("single", "overlord"),
}
MAY_PASS = IN_TURN = SAME_EMPIRE = NEXT_TURN = ONE_A_TURN = ANY_RANK = BY_CARD = NO_JOKERS = WINS = PLAY_ON = NOT_TWICE = (
    MAY_SKIP
) = 1
FOR_OVERLORD = NO_STALL = 1
AT_ONCE = 0
FORBIDDEN, COUNT_PILLARS = 2, 2

_SMALL: list[tuple[str, tuple[int, ...]]] = [
    ("deck", (CARDS,)),  # types; the last is on top
    ("pile", (SEATS, CARDS)),  # each seat's discards; the last is on top
    ("hand", (SEATS, TYPES)),  # how many of each type
    ("known", (SEATS, TYPES)),  # how many of them at least, as all know
    ("most", (SEATS, TYPES)),  # how many at most, as all know; ANY_NUMBER: nothing is known
]
_FIELDS: list[tuple[str, tuple[int, ...]]] = [
    ("players", ()),
    ("number", ()),  # of the game under its seed
    ("first", ()),  # who begins
    ("rounds", ()),  # begun, this one included; in a match, of all its games
    ("opening", ()),  # the round in which this game of a match began
    ("phase", ()),
    ("seat", ()),  # whose decision it is
    ("turn", ()),  # whose turn it is
    ("end", ()),
    ("deck_size", ()),
    ("pile_size", (SEATS,)),
    ("hand_size", (SEATS,)),
    ("empire", (SEATS,)),  # EMPTY before the first pillar
    ("ranks", (SEATS,)),  # with a pillar, as bits
    ("laid", (SEATS,)),  # pillars
    ("pillar", (SEATS, PILLARS)),  # each pillar: its rank * 8 + the jokers in it; rank RANKS where it has none
    ("buried", (TYPES,)),  # cards in all pillars
    ("skip", (SEATS,)),  # 1: the next turn is lost
    ("missed", (SEATS,)),  # 1: the last turn was lost
    ("is_bonus", ()),  # 1: the action under way is the bonus
    ("has_bonus", ()),  # 1: the bonus action of this turn is had or passed
    ("stirred", ()),  # the round of the last pillar, or that of the opening
    ("laid_now", ()),  # pillars laid in this turn
    ("is_settled", ()),  # 1: no further pillar in this turn
    ("tabled", (SEATS,)),  # type on the table in a trade; it lies in the hand until it is swapped
    ("target", ()),  # seat in the battle
    ("demand", ()),  # type demanded
    ("fist", ()),  # what who battles shows, while the other thinks
    ("ties", ()),  # of this battle
    ("overlord", (SEATS,)),  # empires that a seat has built in this match, as bits
    ("scored", (SEATS,)),  # pillars of earlier games of this match
    ("tally", (TALLIES,)),  # how often what happened, by the numbers above; all of it in public
    ("pure", (SEATS,)),  # pillars without a joker, of the whole match
    ("used", (TYPES,)),  # cards of a type that came into pillars, and twos that skipped, of the whole match
]
_WIDE: list[tuple[str, Any, tuple[int, ...]]] = [("rng", np.uint64, (1 + SEATS,)), ("scratch", np.int64, (2,))]
_SIZE = 4 * sum(int(np.prod(shape)) for _, shape in _FIELDS) + sum(int(np.prod(shape)) for _, shape in _SMALL)
# No byte may lie between or after the fields: it would hold anything, and equal games would not be equal bytes.
_EVEN: list[tuple[str, Any, tuple[int, ...]]] = [("spare", TINY, (-_SIZE % 8,))] if _SIZE % 8 else []
state_dtype = np.dtype(
    [*_WIDE, *((name, INT, shape) for name, shape in _FIELDS), *((name, TINY, shape) for name, shape in _SMALL), *_EVEN], align=True
)
"""One game. Stream 0 of `rng` shuffles; stream 1 + seat makes a seat's choices, where a player wants luck."""

_CARD_FIELDS: list[tuple[str, tuple[int, ...]]] = [
    ("ranks", ()),
    ("suits", ()),
    ("empires", ()),
    ("rank_empire", (RANKS,)),  # EMPTY for none
    ("rank_power", (RANKS,)),  # NONE, SKIPS or WILD
    ("joker", ()),  # the type that is WILD; EMPTY for none
    ("bonus", (EMPIRES,)),  # STEAL, TRADE or BATTLE
    ("faces", ()),
    ("face_rank", (TYPES,)),
    ("face_suit", (TYPES,)),  # EMPTY for none
    ("face_copies", (TYPES,)),  # in one pack
    ("types", ()),
    ("type_rank", (TYPES,)),
    ("type_suit", (TYPES,)),  # EMPTY where it is all of a rank
    ("type_copies", (TYPES,)),  # in one pack
    ("packs", (SEATS + 1,)),  # by number of players; 0: not for so many
    ("hand_cards", ()),
    ("pillar_size", ()),
    ("pillars_to_win", ()),
    ("first_pillar_cards", ()),
    ("bonus_from", ()),
    *((name, ()) for name in RULINGS),
]
cards_dtype = np.dtype(
    [(name, INT, shape) for name, shape in _CARD_FIELDS]
    + [(name, np.uint8, (count, NAME)) for name, count in (("rank_name", RANKS), ("suit_name", SUITS), ("empire_name", EMPIRES))],
    align=True,
)
"""One card set, with its rulings. The names are ASCII bytes, for the text of moves; no rule reads them."""


def set_types(record: Any) -> None:
    """Fill in the types: ranks, or by ruling faces; jokers are one type either way."""
    record["type_rank"], record["type_suit"], record["type_copies"] = EMPTY, EMPTY, 0
    number: dict[tuple[int, int], int] = {}
    for face in range(int(record["faces"])):
        rank, suit = int(record["face_rank"][face]), int(record["face_suit"][face])
        if record["demand_names"] != BY_CARD or record["rank_power"][rank] == WILD:
            suit = EMPTY
        type_ = number.setdefault((rank, suit), len(number))
        record["type_rank"][type_], record["type_suit"][type_] = rank, suit
        record["type_copies"][type_] += record["face_copies"][face]
    record["types"] = len(number)
    record["joker"] = next((type_ for (rank, _), type_ in number.items() if record["rank_power"][rank] == WILD), EMPTY)


class _Reader(Reader):
    """Read Empire's tables and cards."""

    def read(self) -> Any:
        tables = {"empire": ["bonus"], "suit": [], "rank": ["empire", "power"]}
        if self.needs(tables, {"card": ["rank", "suit"]}) and self._tables():
            self._cards([card for card in self.game.cards.values() if card.kind == "card"])
        sizes = {
            "hand_size": (1, CARDS // SEATS),
            "pillar_size": (1, 7),
            "pillars_to_win": (1, PILLARS),
            "first_pillar_cards": (0, CARDS),
            "bonus_from": (1, PILLARS),
        }
        self.numbers(sizes, {"hand_size": "hand_cards"})
        self.by_number("packs", (2, SEATS), (1, 9))
        self.rulings(RULINGS)
        if not self.faults:
            set_types(self.record)
            self._totals()
        return self.done()

    def _tables(self) -> bool:
        tables, record = self.game.context["tables"], self.record
        sizes = {"empire": EMPIRES, "suit": SUITS, "rank": RANKS}
        if not all(self.fits(f"rows in the table '{name}'", len(tables[name]), room, least=1) for name, room in sizes.items()):
            return False
        self.number = {name: {row.id: number for number, row in enumerate(tables[name])} for name in sizes}
        record["empires"], record["suits"], record["ranks"] = len(tables["empire"]), len(tables["suit"]), len(tables["rank"])
        for name in sizes:
            for number, row in enumerate(tables[name]):
                self.name(f"{name}_name", number, row.id)
        for number, empire in enumerate(tables["empire"]):
            record["bonus"][number] = self._one_of("empire", empire, "bonus", ("steal", "trade", "battle"))
        for number, rank in enumerate(tables["rank"]):
            record["rank_empire"][number] = self.number["empire"][rank.empire.id] if rank.empire else EMPTY
            record["rank_power"][number] = self._one_of("rank", rank, "power", ("none", "skip", "wild"))
            if rank.power == "wild" and WILD in record["rank_power"][:number]:
                place = self.game.root["tables"]["rank"]["rows"].keys[rank.id]
                self.fault("out-of-range", "the rules of Empire take one rank that is wild, found another", place)
        return not self.faults

    def _one_of(self, table: str, row: Any, field: str, options: tuple[str, ...]) -> int:
        """Number one of a field's words; any other is a fault."""
        value = row[field]
        if value in options:
            return options.index(value)
        rows = self.game.root["tables"][table]["rows"]
        found = rows[row.id].get(field)
        message = f"the rules of Empire need one of {', '.join(options)} for '{field}' of '{row.id}', found {value!r}"
        self.fault("wrong-type", message, found.place if found is not None else rows.keys[row.id])
        return 0

    def _cards(self, cards: list[Card]) -> None:
        """Count the faces of one pack; the packs must be alike."""
        packs: dict[str, dict[tuple[int, int], int]] = {}
        for card in cards:
            suit = self.number["suit"][card.record.suit.id] if card.record.suit else EMPTY
            face = self.number["rank"][card.record.rank.id], suit
            pack = packs.setdefault(card.record.pack.id if "pack" in card.record else "", {})
            pack[face] = pack.get(face, 0) + card.copies
        first = next(iter(packs.values()), {})
        for name, pack in packs.items():
            if pack != first:
                place = next(card.place for card in cards if card.record.pack.id == name)
                self.fault("packs-differ", f"the pack '{name}' has other cards than the first", place)
        if self.fits("different faces", len(first), TYPES - 1, least=1):
            self.record["faces"] = len(first)
            for number, ((rank, suit), copies) in enumerate(sorted(first.items())):
                self.record["face_rank"][number], self.record["face_suit"][number] = rank, suit
                self.record["face_copies"][number] = copies

    def _totals(self) -> None:
        record, pack = self.record, int(self.record["face_copies"].sum())
        for players in range(2, SEATS + 1):
            packs = int(record["packs"][players])
            if packs and self.fits(f"cards (here of {players} players)", packs * pack, CARDS, self.rule_place("packs")):
                self.fits(
                    f"cards dealt to {players} players",
                    players * int(record["hand_cards"]),
                    packs * pack,
                    self.rule_place("hand_size"),
                )


def cards_record(game: Game) -> Any:
    """Turn a game's data into one record of numbers.

    Raises ProblemError with everything that the rules cannot do with: what is missing, unknown, or more than a record holds.
    """
    return _Reader(game, cards_dtype, "Empire").read()


def with_ruling(cards: Any, name: str, option: str) -> Any:
    """Copy a card set with another option of one ruling."""
    changed = cards.copy()
    changed[name] = RULINGS[name].index(option)
    set_types(changed)
    return changed
