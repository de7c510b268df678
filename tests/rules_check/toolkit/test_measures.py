"""What is counted is declared once: a number for rules, a name and its marks for those that
measure.
"""

from __future__ import annotations

from rules_check.toolkit.measures import Measure, measured


class Tally(Measure):
    SALES = "sales", "wanted", "rules.price"
    BOUNCES = "bounces"
    NO_DRAWS = "draws from nothing", "never"


class Flow(Measure):
    BIDS = "bids paid", "spent"


def test_members_are_numbers_in_their_order() -> None:
    assert [int(one) for one in Tally] == [0, 1, 2]
    assert Tally.NO_DRAWS == 2


def test_tables_follow_from_the_declarations() -> None:
    assert measured(Tally, Flow, {"never=sell": "tables.tier", "never=bid": ""}) == {
        "COUNTS": ("sales", "bounces", "draws from nothing"),
        "LEDGER": ("bids paid",),
        "STRATEGIES": ("never=sell", "never=bid"),
        "WANTED": ("sales",),
        "NEVER": ("draws from nothing",),
        "SPENT": ("bids paid",),
        "PLACES": {"sales": "rules.price", "never=sell": "tables.tier"},
    }
    assert measured() == {}
