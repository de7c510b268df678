"""Check the cards of Brick & Mortar for what is certain without playing a single game.

In: a checked `Game`, for the words and places of cards.yaml, and its record. Out: findings. No
compiled rule is needed. Anything that the rules cannot play at all, such as points that cost less
than they sell for, is refused when the record is read.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from rules_check.games.brick_and_mortar import rulings as ruled
from rules_check.games.brick_and_mortar.state import Power
from rules_check.telling import pieces, texts
from rules_check.toolkit.examining import (
    Findings,
    LaidOut,
    check_pieces,
    check_players,
    examiner,
    sections,
)

SECTIONS = sections(
    census="players-without-setup players-unpromised pieces-short box-watched stores-short "
    "crates-short crates-differ "
    "dials-short hands-short hands-differ",
    reach="bids-unlimited debt-free points-free power-idle power-beyond type-unprofitable",
)
PIECES = pieces("""
    board                1
    building             1 a player
    dial                 1 a player
    store stores starting   stores-short
    market               2 a player
    crate                crates-short
    coin money           10 a player
    debt token           1 a player
    marker               2 a player
    """)
CODES = tuple(SECTIONS)
_SAY = texts(__file__, "examine")
NEEDS_TYPE = (Power.FACTORY, Power.CATERING, Power.CRAFTER, Power.SURPLUS, Power.PURVEYOR)
NEEDS_AMOUNT = tuple(
    set(Power)
    - {
        Power.NONE,
        Power.STOREHOUSE,
        Power.FULFILLMENT,
        Power.DUTY_FREE,
        Power.PURVEYOR,
        Power.RESALE,
        Power.THRIFT,
    }
)


class CardSet(LaidOut):
    """A card set prepared for the checks."""

    by_players = "marker_points"


def check_setup(cards: CardSet, findings: Findings) -> None:
    """Check that there are enough stores to deal, lay out and begin with, and enough crates for the
    start of the game and for a month's cards.
    """
    check_players(cards, findings, _SAY("end"), _SAY("no-end"))
    check_pieces(cards, findings, PIECES)
    record = cards.cards
    starts = record.players_from[: record.stores]
    others, most = int((starts == 0).sum()), 0
    for players in cards.counts:
        first = int(((starts > 0) & (starts <= players)).sum())
        most = max(most, players * int(record.stores_dealt) + int(record.public_stores) + 1)
        if others < players * record.stores_dealt + record.public_stores + 1 or first < players:
            findings.add(
                "fault",
                "stores-short",
                players,
                others,
                cards.key_place("kinds", "store"),
                first=first,
            )
    findings.fine("stores-short fine", "", others, cards.key_place("kinds", "store"), need=most)
    for type_ in range(record.types):
        id_, place = cards.id("type", type_), cards.row_place("type", type_, "crates")
        need = int(record.capacity[: record.stores, type_][starts > 0].sum())
        largest = int(np.sort(record.capacity[: record.stores, type_])[-2:].sum())
        if (have := int(record.crates[type_])) < need:
            findings.add("fault", "crates-short", id_, have, place, need=need)
        elif have < largest:
            findings.add("warning", "crates-short two", id_, have, place, need=largest)
        printed = [card.copies for (card,) in cards.of_kind("crate") if card.record.type == id_]
        if printed and sum(printed) != have:
            findings.add("warning", "crates-differ", id_, sum(printed), place, have=have)
    for rule, wheel in (("quantity_dial", "left"), ("price_dial", "right")):
        for component in cards.game.components:
            for dial in component.dial or ():
                if dial.id == wheel and (most := dial.numbers[-1]) < record[rule]:
                    findings.add(
                        "warning",
                        "dials-short",
                        component.id,
                        most,
                        cards.place("rules", rule),
                        wheel=wheel,
                        rule=rule,
                        need=int(record[rule]),
                    )
    hands = cards.game.context["rules"]._values.get("first_hands") or ()
    used = Counter(
        id_ for hand in hands for id_ in (hand["start"], *hand["stores"], *hand["market"])
    )
    for id_, times in used.items():
        if times > (have := cards.game.cards[id_].copies):
            findings.add(
                "warning",
                "hands-short",
                id_,
                times,
                cards.key_place("rules", "first_hands"),
                have=have,
            )
    sizes = [(len(hand["stores"]), len(hand["market"])) for hand in hands]
    kept, drawn = int(record.stores_dealt) - 1, int(record.market_hand)
    for n, (stores, market) in enumerate(sizes):
        if (stores, market) != (kept, drawn):
            place = cards.game.root.at(("rules", "first_hands", n))[0].place
            if 1 < len(sizes) == sizes.count((stores, market)):  # so one entry is wrong, not each
                place = cards.at("rules.market_hand" if stores == kept else "rules.stores_dealt")
            findings.add(
                "warning",
                "hands-differ",
                str(n + 1),
                market,
                place,
                stores=stores,
                kept=kept,
                drawn=drawn,
            )
    findings.fine("hands-differ fine", "", len(hands), cards.key_place("rules", "first_hands"))
    findings.fine(
        "dials-short fine", "", int(record.price_dial), cards.key_place("rules", "price_dial")
    )
    findings.fine("hands-short fine", "", len(hands), cards.key_place("rules", "first_hands"))
    findings.fine(
        "crates-differ fine", "", int(record.crates.sum()), cards.key_place("kinds", "crate")
    )
    findings.fine(
        "crates-short fine", "", int(record.crates.sum()), cards.key_place("tables", "type")
    )


def check_reach(cards: CardSet, findings: Findings) -> None:
    """Check that bidding comes to an end, that each power has the numbers it needs, and that each
    type can be sold for more than it costs.
    """
    own, place = cards.cards, cards.place("rulings", "bid_limit")
    if own.bid_limit == ruled.BidLimit.UNLIMITED:
        findings.add("warning", "bids-unlimited", "", int(own.bid_bound), place)
    findings.fine("bids-unlimited fine", "", 0, place)
    if own.debt_points == 0:
        findings.add("warning", "debt-free", "", int(own.debt_money), "rules.debt_points")
    findings.fine("debt-free fine", "", int(own.debt_points), "rules.debt_points")
    sale, first = int(own.point_sale), int(own.point_cost[1])
    if first <= sale:
        findings.add("warning", "points-free", "", first, "rules.point_cost", sale=sale)
    findings.fine("points-free fine", "", first, "rules.point_cost")
    idle = 0
    for card, power, type_, amount, each, room in cards.of_kind(
        "store", own.power, own.power_type, own.amount, own.every, own.capacity
    ):
        room_for = {
            **dict.fromkeys((Power.IMPORTER, Power.EXPORTER), max(room)),
            **dict.fromkeys((Power.COLLECTOR, Power.DISTRIBUTOR), sum(room)),
            Power.VARIETY: int(own.types),
        }
        if each > (most := room_for.get(power, each)):
            findings.add(
                "warning",
                "power-beyond",
                card.id,
                each,
                card.place,
                name=card.record.name,
                most=most,
            )
        if (power in NEEDS_TYPE and type_ < 0) or (power in NEEDS_AMOUNT and amount == 0):
            idle += 1
            findings.add(
                "warning", "power-idle", card.id, amount, card.place, name=card.record.name
            )
    for type_ in range(own.types):
        if (highest := int(own.highest[type_])) <= (least := int(own.least[type_])):
            place = cards.row_place("type", type_, "highest")
            findings.add(
                "warning",
                "type-unprofitable",
                cards.id("type", type_),
                highest,
                place,
                name=cards.name("type", type_),
                least=least,
            )
    findings.fine("type-unprofitable fine", "", int(own.types), cards.key_place("tables", "type"))
    findings.fine(
        "power-beyond fine",
        "",
        int((own.every[: own.stores] > 1).sum()),
        cards.key_place("tables", "power"),
    )
    findings.fine(
        "power-idle fine",
        "",
        int((own.power != 0).sum()) - idle,
        cards.key_place("tables", "power"),
    )


examine = examiner(CardSet, _SAY, SECTIONS, check_setup, check_reach)
