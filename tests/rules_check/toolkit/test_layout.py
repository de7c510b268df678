"""One layout for all games: what lies in the middle, then the seats, within the width of a
terminal.
"""

from __future__ import annotations

from rules_check.engine.view import Counter, Pile, View, Zone
from rules_check.toolkit.layout import listed, written


def test_a_table_is_written_zone_by_zone_and_seat_by_seat() -> None:
    shrimp, crab = (
        Pile("Shrimp 3", "shrimp", facts=("shellfish", "weight  3")),
        Pile("(none)", facts=("",)),
    )
    basket = Pile(
        "Crab 12",
        "crab",
        facts=("shellfish", "weight 12"),
        beside=(Pile("Net", group="left"), Pile("open", group="right")),
    )
    view = View(
        ("Round 2.",),
        (
            Zone("Row", (shrimp, crab, basket)),
            Zone("hand", (Pile("Cod"), Pile("Ling (x2)", count=2)), 0),
            Zone("bid", (Pile("3 gold"),), 0, words="bids 3 gold"),
            Zone("hand", (Pile("2 fish", count=2, back="fish"),), 1),
            Zone("pots", (), 1),
            Zone("Deck", (Pile("7 fish", count=7, back="fish"),)),
            Zone("Discards"),
        ),
        (Counter(0, "gold", 5, "5 gold"), Counter(1, "gold", 12, "12 gold")),
        marker=1,
        seat=0,
    )
    assert written(view) == [
        "Round 2.",
        "Row",
        "  Shrimp 3  shellfish  weight  3",
        "  (none)",
        "  Crab 12   shellfish  weight 12  left: Net; right: open",
        "Seats",
        "  seat 1 (you)    5 gold  hand: Cod, Ling (x2)",
        "                          bids 3 gold",
        "  seat 2      *  12 gold  hand: 2 fish",
        "Deck: 7 fish",
        "Discards: none",
    ]


def test_piles_are_listed_by_their_groups() -> None:
    assert listed([Pile("a"), Pile("b"), Pile("c", group="seen")]) == "a, b; seen: c"
    assert listed([]) == ""


def test_seats_without_cards_are_written_too() -> None:
    assert written(View((), counters=(Counter(1, "score", 3, "score 3"),))) == [
        "Seats",
        "  seat 2        score 3",
    ]


def test_what_the_cards_of_a_seat_say_stands_in_lines_of_their_own() -> None:
    full = Pile(
        "General Store (food 3 of 3, clothing 12 of 12, 5 on the lowest shelf)", "general-store"
    )
    shops = (
        Pile("Bakery", "bakery", note="It sells what was baked " + "again and " * 6 + "again."),
        full,
        Pile("Bank", "bank"),
    )
    assert written(
        View(("Round 2.",), (Zone("stores", shops, 0),), (Counter(0, "money", 5, "$5"),))
    ) == [
        "Round 2.",
        "Seats",
        (
            "  seat 1             $5  stores: Bakery: It sells what was baked again and again and "
            "again and again"
        ),
        "                                   and again and again and again.",
        "                                 General Store (food 3 of 3, clothing 12 of 12,",
        "                                   5 on the lowest shelf)",
        "                                 Bank",
    ]


def test_what_a_pile_is_called_is_not_broken_where_it_fits_on_a_line() -> None:
    piles = tuple(Pile(f"Everlasting Hammer of the Elves ({n} coins, 5 to mark)") for n in range(3))
    lines = written(View((), (Zone("orders", piles, 0),), seat=0))[1:]
    assert len(lines) == 3
    assert all(line.rstrip(",").endswith(" to mark)") for line in lines)
    long = Pile(", ".join(["a long name indeed"] * 9))
    assert max(map(len, written(View((), (Zone("orders", (long,), 0),), seat=0)))) <= 100


def test_zones_stand_below_those_who_have_much() -> None:
    counters = tuple(Counter(0, name, 12, f"12 {name}") for name in ("points", "dollars", "debts"))
    zones = (Zone("hand", (Pile("Cod"),), 0), Zone("hand", (Pile("Ling"),), 1))
    assert written(View((), zones, (*counters, Counter(1, "points", 3, "3 points")), seat=0)) == [
        "Seats",
        "  seat 1 (you) 12 points, 12 dollars, 12 debts",
        "      hand: Cod",
        "  seat 2       3 points",
        "      hand: Ling",
    ]
