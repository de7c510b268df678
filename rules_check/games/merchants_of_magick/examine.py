"""Check the cards of Merchants of Magick for what is certain without playing a single game.

In: a checked `Game`, for the words and places of cards.yaml, and its record. Out: findings. No
compiled rule is needed.
"""

from __future__ import annotations

from itertools import pairwise

from rules_check.games.merchants_of_magick.show import Names
from rules_check.games.merchants_of_magick.state import FACES, Side
from rules_check.rules import EMPTY
from rules_check.telling import pieces, texts
from rules_check.toolkit.examining import (
    Findings,
    LaidOut,
    check_dice,
    examiner,
    longest_rise,
    sections,
)

SECTIONS = sections(
    census=(
        "players-without-setup players-unpromised pieces-short box-watched orders-short "
        "doubles-many die-mismatch"
    ),
    reach="circle-beyond-dice circle-sure wish-elsewhere die-idle rating-order",
)
PIECES = pieces("""
    sheet        1 a player
    pencil       1 a player
    order        orders-short
    adventurer   1 a player
    mastery      2
    potion       sum of potions left
    die dice d6 d8 d10 d12   4
    """)
CODES = tuple(SECTIONS)
_SAY = texts(__file__, "examine")
_WISHES = ("accessory", "weapon", "armor")


class CardSet(LaidOut):
    """A card set prepared for the checks."""

    by_players = "orders_by_players"


def check_orders(cards: CardSet, findings: Findings) -> None:
    """Check that there are orders to fill every line, and few enough with two enchantments for the
    deal to come to an end.
    """
    own, place = cards.cards, cards.place("rules", "orders_by_players")
    copies = own.order_copies[: own.orders]
    total = int(copies.sum())
    doubles = int(
        copies[
            (own.order_prefix[: own.orders] != EMPTY) & (own.order_suffix[: own.orders] != EMPTY)
        ].sum()
    )
    lines = {
        n: n * int(own.orders_by_players[n]) + (int(own.solo_waiting) if n == 1 else 0)
        for n in cards.counts
    }
    for players, need in lines.items():
        if need > total:
            findings.add("fault", "orders-short", players, total, place, need=need)
    findings.fine("orders-short fine", "", total, place, need=max(lines.values(), default=0))
    least = int(own.redeal_from)
    if (
        any(line >= least for line in own.orders_by_players[cards.counts])
        and total - doubles < total / 4
    ):
        findings.add(
            "fault",
            "doubles-many",
            "order",
            doubles,
            cards.place("rules", "redeal_from"),
            total=total,
            least=least,
        )
    findings.fine("doubles-many fine", "", doubles, place, total=total)


def check_circles(cards: CardSet, findings: Findings) -> None:
    """Check that each circle restricts the dice of its column, but not beyond what all of them can
    show.

    Also check that each wish is in its category, and that the box has the dice and each of them is
    used by a column.
    """
    own, names = cards.cards, Names(cards.game, cards.cards)
    for circle in range(own.circles):
        row = int(own.circle_row[circle])
        column = int(own.circle_column[circle])
        number = int(own.circle_number[circle])
        faces = [int(own.faces[die]) for die in range(own.dice) if own.serves[die, column]]
        is_crafting = own.side[column] == Side.CRAFTING
        is_sure = number <= 1 if is_crafting else number >= max(faces, default=FACES + 1)
        if is_sure or (is_crafting and number > min(faces, default=0)):
            table, at = ("item", row) if row < own.items else ("spell", row - int(own.items))
            place = cards.row_place(table, at, cards.id("column", column))
            column_name = cards.name("column", column)
            code = "circle-sure" if is_sure else "circle-beyond-dice"
            findings.add(
                "warning",
                code,
                cards.id(table, at),
                number,
                place,
                name=names.rows[row],
                column=column_name,
            )
    findings.fine(
        "circle-beyond-dice fine", "", int(own.circles), cards.key_place("tables", "item")
    )
    findings.fine("circle-sure fine", "", int(own.circles), cards.key_place("tables", "item"))
    for n, (card,) in enumerate(cards.of_kind("adventurer")):
        for wish, field in enumerate(_WISHES):
            if cards.id("category", int(own.wish_category[n, wish])) != field:
                item = card.record[field].name
                findings.add(
                    "warning",
                    "wish-elsewhere",
                    card.id,
                    wish,
                    card.places[field],
                    name=card.record.name,
                    item=item,
                    field=field,
                )
    findings.fine(
        "wish-elsewhere fine", "", int(own.adventurers), cards.key_place("kinds", "adventurer")
    )
    check_dice(
        cards,
        findings,
        list(map(int, own.faces[: own.dice])),
        cards.key_place("tables", "die"),
        [cards.row_place("die", die, "faces") for die in range(own.dice)],
    )
    for die in range(own.dice):
        if not own.serves[die].any():
            findings.add(
                "warning",
                "die-idle",
                cards.id("die", die),
                0,
                cards.row_place("die", die),
                name=cards.name("die", die),
            )
    findings.fine("die-idle fine", "", int(own.dice), cards.key_place("tables", "die"))


def check_ratings(cards: CardSet, findings: Findings) -> None:
    """Check that each rating takes more coins than the one above it in cards.yaml. Of two that do
    not, the one is named without which more of the others rise.
    """
    ratings = cards.rows("rating")
    rising = longest_rise([row.coins for row in ratings])
    for n, (lower, higher) in enumerate(pairwise(ratings), 1):
        if higher.coins <= lower.coins:
            is_lower = n in rising and n - 1 not in rising
            place = cards.row_place("rating", n - 1 if is_lower else n, "coins")
            findings.add(
                "warning",
                "rating-order",
                higher.id,
                higher.coins,
                place,
                name=higher.name,
                lower=lower.name,
                coins=lower.coins,
            )
    findings.fine("rating-order fine", "", len(ratings), cards.key_place("tables", "rating"))


examine = examiner(
    CardSet, _SAY, SECTIONS, check_orders, check_circles, check_ratings, pieces=PIECES
)
