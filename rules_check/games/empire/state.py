"""Empire's declarations: the table and the box, the phases of a turn, the ends of a game, and what
is counted.

In: a checked `Game`. Out: the record of a card set, with every number and ruling, and the record of
a whole game. This module contains no rules.

**Cards are counted by type.** A type is the finest distinction the rules make: a rank (all sevens
are one type) or, if a demand names rank and suit, a face (the seven of hearts). A hand is therefore
a row of counts, and equal cards are one move. Seats, types, ranks and empires are numbered from 0,
ranks and empires in the order of cards.yaml's tables; EMPTY stands for "none".
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from generator.data.game import Game
from rules_check.games.empire import rulings as ruled
from rules_check.games.empire.weights import Weight
from rules_check.rules import EMPTY, GameState, Measure, counts, each, small, stack, weighed, whole
from rules_check.toolkit.cardsets import (
    CardSet,
    by_number,
    row_of,
    rule,
    sorts,
    table,
    word_of,
    words_of,
)
from rules_check.toolkit.reading import Reader

# The capacity of the records, as docs/reference/growing.md describes it to designers. Ranks and
# empires are bits of whole numbers in some fields.
SEATS, RANKS, SUITS, TYPES, EMPIRES, PILLARS = 6, 24, 8, 96, 8, 8
CARDS, POOL = 280, 281  # in all packs: five of usual size; as a zone, whose last entry is the count
MOST_JOKERS = 7  # in one pillar

FISTS = ("rock", "paper", "scissors")
ANY_NUMBER = 99
"""In `most`: nothing is known, since no type has this number of cards."""


Action = IntEnum("Action", "STEAL TRADE BATTLE", start=0)
ACTIONS = words_of(Action)
Power = IntEnum("Power", "NONE SKIP WILD", start=0)
"""What a rank can do apart from pillars."""
Phase = IntEnum("Phase", "ACT TABLE OFFER PICK DEMAND FIST LAY DISCARD SKIP DEAL OVER")
"""The decision that is due, from 1. In DEAL, between two games of a match, and OVER, no decision is
due.
"""
End = IntEnum("End", "BUILT TRADED FOUGHT RAN_OUT STALLED OVERLORD BOUND")
"""Why the game is over, from 1. The first three mean an empire, by its bonus action; BOUND, after
too many rounds, is no result.
"""


class Tally(Measure):
    """The values counted, all public except the last two, which are found at the end."""

    STEALS = "steals", "wanted", "rulings.action"
    TRADES = "trades", "wanted", "rulings.trade_partner"
    BATTLES = "battles", "wanted", "rulings.demand_names"
    TURNS_WITHOUT_AN_ACTION = "turns without an action", "rulings.action"
    BONUS_STEALS = "bonus steals", "wanted", "rules.bonus_from"
    BONUS_TRADES = "bonus trades", "wanted", "rules.bonus_from"
    BONUS_BATTLES = "bonus battles", "wanted", "rules.bonus_from"
    DEMANDS_IN_VAIN = "demands in vain", "rulings.demand_names"
    BATTLES_WON = "battles won", "wanted", "rulings.demand_names"
    BATTLES_LOST = "battles lost", "rulings.demand_names"
    TIES_IN_BATTLES = "ties in battles"
    FIRST_PILLARS = "first pillars that bring cards", "wanted", "rules.first_pillar_cards"
    PILLARS_WITH_JOKERS = "pillars with jokers", "wanted", "rulings.joker_pillar"
    PILLARS_OF_JOKERS_ALONE = "pillars of jokers alone", "rulings.joker_pillar"
    TURNS_SKIPPED = "turns skipped", "wanted", "rulings.skip_duty"
    RESHUFFLES = "reshuffles", "told", "rulings.pile_runs_out"
    DRAWS_FROM_NOTHING = "draws from nothing", "never", "rulings.pile_runs_out"
    TURNS_WITHOUT_A_DISCARD = "turns without a discard", "rulings.last_card"
    CARDS_LEFT = "cards left to draw", "rules.packs"
    SEATS_WITHOUT_A_PILLAR = "seats without a pillar"


class Pillars(Measure):
    """How a seat makes its pillars."""

    PURE = "pillars without jokers", "rules.pillar_size"
    WITH_JOKERS = "pillars with jokers", "rulings.joker_pillar"


class State(GameState, seats=SEATS):
    first = whole()  # the starting player
    # the round in which this game of a match began; `rounds` counts those of all its games
    opening = whole()
    stirred = whole()  # the round of the last pillar, or the opening one
    turn = whole()  # the current player
    is_bonus = whole()  # 1: the action under way is the bonus
    has_bonus = whole()  # 1: the bonus action of this turn is done or passed
    laid_now = whole()  # pillars laid in this turn
    # type on the table in a trade; it stays in the hand until it is swapped
    tabled = each(SEATS, blank=EMPTY)
    target = whole(EMPTY)  # seat in the battle
    demand = whole(EMPTY)  # type demanded
    fist = whole(EMPTY)  # what the attacker shows, while the other decides
    ties = whole()  # of this battle
    hand_size = each(SEATS)
    empire = each(SEATS, blank=EMPTY)  # EMPTY before the first pillar
    ranks = each(SEATS)  # with a pillar, as bits
    laid = each(SEATS)  # pillars
    # each pillar: its rank * 8 + the jokers in it; rank RANKS if it has none
    pillar = each(SEATS, PILLARS, blank=EMPTY)
    buried = counts("card", TYPES)  # in all pillars
    skip = each(SEATS)  # 1: the next turn is lost
    missed = each(SEATS)  # 1: the last turn was lost
    overlord = each(SEATS)  # empires that a seat has built in this match, as bits
    tally = each(len(Tally))  # how often each event happened, in the whole match
    earned = each(SEATS, len(Pillars))  # pillars of the whole match, by how they are made
    # cards of a rank that went into pillars, and twos that skipped, in the whole match
    used = each(RANKS)
    deck = stack(CARDS, of="card")  # types
    pile = stack(SEATS, CARDS, of="card")  # each seat's discards
    hand = counts("card", SEATS, TYPES)
    known = small(SEATS, TYPES)  # the least number of them, as all know
    most = small(SEATS, TYPES, blank=ANY_NUMBER)  # the greatest number of them, as all know


class Cards(CardSet, title="Empire", rulings=ruled, needs={"card": ("rank: rank", "suit: suit")}):
    empires = table("empire", EMPIRES)
    suits = table("suit", SUITS)
    ranks = table("rank", RANKS)
    bonus = word_of("empire", Action)
    rank_empire = row_of("rank", "empire", absent=EMPTY)
    rank_power = word_of("rank", Power, "power")
    face_copies = each(RANKS, 1 + SUITS)  # in one pack, by rank and suit, those of no suit first
    types = sorts("card", TYPES, copies="type_copies", packs="packs")
    type_rank = each(TYPES)
    type_suit = each(TYPES)  # EMPTY if a type is a whole rank
    type_copies = each(TYPES)  # in one pack
    joker = whole()  # the type that is WILD; EMPTY for none
    hand_cards = rule(1, CARDS // SEATS, "hand_size")
    pillar_size = rule(1, MOST_JOKERS)
    pillars_to_win = rule(1, PILLARS)
    first_pillar_cards = rule(0, CARDS)
    bonus_from = rule(1, PILLARS)
    packs = by_number((2, SEATS), (1, 9))  # by number of players; 0: not playable
    weights = weighed(SEATS, Weight)

    @classmethod
    def fill(cls, reader: Reader, game: Game) -> None:
        """Count the faces of one pack; the packs must be identical, and there must be enough cards
        for all.
        """
        record, cards = reader.record, game.of_kind("card")
        rank = {row.id: number for number, row in enumerate(game.context["tables"]["rank"])}
        suit = {row.id: number for number, row in enumerate(game.context["tables"]["suit"])}
        for wild in [row.id for row in game.context["tables"]["rank"] if row.power == "wild"][1:]:
            place = game.root["tables"]["rank"]["rows"].keys[wild]
            reader.fault(
                "out-of-range", "the rules of Empire allow only one wild rank, found another", place
            )
        packs, beyond = dict[str, Any](), None
        for card in cards:
            if card.record.rank is None:
                reader.fault(
                    "wrong-type",
                    f"the rules of Empire need a rank for '{card.id}', found none",
                    card.place,
                )
                continue
            pack = packs.setdefault(
                card.record.pack.id if "pack" in card.record else "",
                np.zeros_like(record.face_copies),
            )
            pack[
                rank[card.record.rank.id], 1 + suit[card.record.suit.id] if card.record.suit else 0
            ] += card.copies
            beyond = beyond or (card.place if np.count_nonzero(pack) > TYPES else None)
        first = next(iter(packs.values()), record.face_copies)
        for name, pack in packs.items():
            if (pack != first).any():
                place = next(card.place for card in cards if card.record.pack.id == name)
                reader.fault(
                    "packs-differ", f"the pack '{name}' has different cards from the first", place
                )
        if reader.has_room("different faces", int(np.count_nonzero(first)), TYPES, beyond, least=1):
            record.face_copies[:] = first
        for players in range(2, SEATS + 1):
            packs_here, dealt = int(record.packs[players]), players * int(record.hand_cards)
            total = packs_here * int(first.sum())
            place = game.root["rules"]["packs"].at((str(players),))[0].place
            if total and reader.has_room(
                f"cards in a game for {players} players", total, CARDS, place
            ):
                reader.fits(
                    f"the number of cards dealt to {players} players",
                    dealt,
                    total,
                    reader.rule_place("hand_size"),
                )
                of_rank = packs_here * int(first.sum(axis=1).max())
                reader.has_room(
                    f"cards of one rank in a game for {players} players",
                    of_rank,
                    ANY_NUMBER - 1,
                    place,
                )

    @classmethod
    def derive(cls, record: Any) -> None:
        """Fill in the types: ranks or, by ruling, faces; jokers are one type in both cases."""
        copies = record.face_copies.copy()
        is_told = (record.rank_power != Power.WILD) & (
            record.demand_names == ruled.DemandNames.CARD
        )
        copies[~is_told, 0], copies[~is_told, 1:] = copies[~is_told].sum(axis=1), 0
        ranks, suits = np.nonzero(copies)
        types = record.types = len(ranks)
        record.type_rank[:], record.type_suit[:], record.type_copies[:] = EMPTY, EMPTY, 0
        record.type_rank[:types] = ranks
        record.type_suit[:types] = suits - 1
        record.type_copies[:types] = copies[ranks, suits]
        record.joker = next(iter(np.flatnonzero(record.rank_power[ranks] == Power.WILD)), EMPTY)
