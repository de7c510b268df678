"""Formulas: what they mean, what they refuse and where, and that a tally says the same as the
list.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from generator.data.formulas import (
    MOST_DEPTH,
    NUMBER,
    TEXT,
    TRUTH,
    FormulaFault,
    Name,
    Scope,
    Slot,
    Tally,
    ValueType,
    constant,
    list_of,
    read_formula,
)

CARD = ValueType("entry", "card")
SUIT = ValueType("entry", "suit", ("cups", "swords"))
SCOPE = Scope(
    {
        "drawn": Name(list_of(CARD), lambda names: names["drawn"]),
        "others": Name(list_of(list_of(CARD)), lambda names: names["others"]),
        "hand_size": constant(NUMBER, 4),
    },
    {
        "card": {
            "cost": NUMBER,
            "suit": SUIT,
            "name": TEXT,
            "is_rare": TRUTH,
            "tags": list_of(ValueType("word", "tags", ("big", "red"))),
        },
        "suit": {"rank": NUMBER},
    },
    looked_at="drawn",
)


class Row(dict[str, Any]):
    """A row of a table: equal to its id."""

    def __init__(self, id_: str, **values: Any) -> None:
        super().__init__(values)
        self.id = id_

    def __eq__(self, other: object) -> bool:
        return other == self.id if isinstance(other, str) else self is other

    def __hash__(self) -> int:
        return hash(self.id)


CUPS, SWORDS = Row("cups", rank=1), Row("swords", rank=2)
HAND = [
    {"cost": 0, "suit": CUPS, "name": "Ace", "is_rare": True, "tags": ("big",)},
    {"cost": 1, "suit": CUPS, "name": "Two", "is_rare": False, "tags": ()},
    {"cost": 1, "suit": SWORDS, "name": "Three", "is_rare": False, "tags": ("big", "red")},
    {"cost": 5, "suit": SWORDS, "name": "King", "is_rare": True, "tags": ("red",)},
]
VALUES = {"drawn": HAND, "others": [HAND[:1], HAND[1:]]}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("count(cost <= 1) >= 2", True),
        ("count(cost = 1 and suit = cups)", 1),
        ("count(drawn)", 4),
        ("count(drawn where suit = cups)", 2),
        ("count(drawn.suit, cups)", 2),
        ("count(suit in (cups, swords))", 4),
        ("count(cost in 1..4)", 2),
        ("count(suit not in (swords, cups))", 0),
        ("count(not cost not in 1..4)", 2),
        ("count(suit in (cups))", 2),
        ("count(not is_rare)", 2),
        ("count(is_rare)", 2),
        ('count(name = "King")', 1),
        ("count(suit.rank = 2)", 2),
        ("count(big in tags)", 2),
        ("count(tags is empty)", 1),
        ("sum(cost)", 7),
        ("sum(cost * 2 + 1)", 18),
        ("sum(drawn.cost where it > 1)", 5),
        ("sum(cost over drawn where is_rare)", 5),
        ("max(cost) - min(cost)", 5),
        ("max(cost, cost) = 1", FormulaFault),
        ("max(sum(cost), 3)", 7),
        ("distinct(suit) = 2 and distinct(cost) = 3", True),
        ("any(cost = 5) and not all(cost = 5)", True),
        ("any(count(is_rare) >= 1 over others)", True),
        ("max(sum(cost) over others)", 7),
        ("count(drawn) = hand_size", True),
        ("drawn is empty", False),
        ("drawn is not empty", True),
        ("drawn where cost > 9 is empty", FormulaFault),
        ("(drawn where cost > 9) is empty", True),
        ("max(drawn.cost where it > 9)", 0),
        ("1 + 2 * 3 - 4", 3),
        ("-2 * 3", -6),
        ("7 / 2 + 7 mod 2", 4),
        ("7 / 0 + 7 mod 0", 0),
        ("if(any(cost = 5), 10, 20)", 10),
        ("abs(0 - 3)", 3),
        ("not 1 = 2 and 1 < 2 or 1 > 2", True),
        ("count(cost = max(drawn.cost))", 1),
        ("none is empty", True),
    ],
)
def test_a_formula_has_its_value(text: str, value: object) -> None:
    if value is FormulaFault:
        with pytest.raises(FormulaFault):
            read_formula(text, SCOPE)
        return
    formula = read_formula(text, SCOPE)
    found = formula.value(VALUES)
    assert found == value
    assert isinstance(found, bool) == (formula.type == TRUTH)


@pytest.mark.parametrize(
    ("text", "column", "length", "said", "hint"),
    [
        ("count(cots = 1)", 6, 4, "unknown name 'cots'", "did you mean 'cost'?"),
        ("cost > 2", 0, 4, "'cost' is not a single value here", "count(cost …)"),
        (
            "count(suit = sowrds)",
            13,
            6,
            "expected one of cups, swords, found 'sowrds'",
            "did you mean 'swords'?",
        ),
        ("cuont(cost)", 0, 5, "there is no function 'cuont'", "did you mean 'count'?"),
        ("count(cost", 10, 1, "expected ')', found the end", "in quotes"),
        (
            "count(cost) > 1",
            6,
            4,
            "'count' expected a condition for each entry, found a number",
            "sum(cost)",
        ),
        ("count(cost == 1)", 11, 2, "'==' has no meaning in a formula", "write = once"),
        ("count(cost != 1)", 11, 1, "'!' has no meaning in a formula", "write <>"),
        ("count(cost ≥ 1)", 11, 1, "'≥' has no meaning in a formula", "write >="),
        ("count(cost => 1)", 12, 1, "expected a value, found '>'", "write >="),
        ("count(cost > 1.5)", 15, 1, "expected the name of a field, found '5'", "whole number"),
        ("cost ** 2", 6, 1, "expected a value, found '*'", "n * n"),
        ("len(drawn)", 0, 3, "there is no function 'len'", "count("),
        ("count(suit is not cups)", 11, 2, "expected ')', found 'is'", "write <>"),
        ("sum(suit)", 4, 4, "'sum' expected a number for each entry, found one of suit", None),
        (
            "any(cost)",
            4,
            4,
            "'any' expected true or false for each entry, found a number",
            "compare it",
        ),
        ("1 2", 2, 1, "'2' does not belong here", None),
        ("1 +", 3, 1, "expected a value, found the end", None),
        ("count(cost = 1", 14, 1, "expected ')', found the end", "in quotes"),
        ("drawn + 1", 0, 5, "expected a number, found a list of card", "count(…)"),
        ("count(suit.rnak = 1)", 11, 4, "suit has no field 'rnak'", "did you mean 'rank'?"),
        ("count(cost = suit)", 11, 1, "a number cannot be compared with one of suit", None),
        ("", 0, 1, "expected a formula, found nothing", "such as"),
        ("é", 0, 1, "unknown name 'é'", None),
        ("sum(cost over)", 13, 1, "expected a value, found ')'", None),
        (
            "count(suit = where)",
            13,
            5,
            "expected a value, found 'where', which is a reserved word in formulas",
            '"where"',
        ),
        ("if(1 = 1, 2)", 0, 2, "'if' expected 3 values in its brackets, found 2", None),
    ],
)
def test_a_fault_has_its_column_and_a_hint(
    text: str, column: int, length: int, said: str, hint: str | None
) -> None:
    with pytest.raises(FormulaFault) as caught:
        read_formula(text, SCOPE)
    fault = caught.value
    assert (fault.said.message, fault.column, fault.length) == (said, column, length)
    assert hint is None or (fault.hint and hint in fault.hint)


def test_a_formula_of_another_type_is_refused() -> None:
    with pytest.raises(FormulaFault, match="expected true or false, found a number") as caught:
        read_formula("count(drawn)", SCOPE, [TRUTH])
    assert caught.value.hint == "compare it, such as >= 1"


@pytest.mark.parametrize(
    "text",
    [
        "(" * (MOST_DEPTH + 1) + "1" + ")" * (MOST_DEPTH + 1),
        "not " * 60 + "true",
        "1+" * 300 + "1",
        "-" * 60 + "1",
    ],
)
def test_what_is_too_deep_or_too_long_is_refused(text: str) -> None:
    with pytest.raises(FormulaFault):
        read_formula(text, SCOPE)


def _tally(slots: list[Slot], cards: list[Any]) -> Tally:
    shares = [slot.nothing for slot in slots]
    for card in cards:
        shares = [
            slot.merged(share, slot.of_member(card))
            for slot, share in zip(slots, shares, strict=True)
        ]
    return Tally(shares)


TALLIED = (
    "count(cost <= 1) * 100 + sum(drawn.cost where it > 1)",
    "max(cost) - min(drawn.cost where it > 0)",
    "distinct(suit) + distinct(cost)",
    "if(any(cost = 5) and not all(cost = 5), 1, 2)",
    "sum(cost over drawn where is_rare)",
    "if(drawn is empty, 1, 2)",
    "count(drawn where suit = cups and big in tags)",
)


def test_a_tally_says_what_its_list_does() -> None:
    chance = random.Random(1)
    for text in TALLIED:
        slots: list[Slot] = []
        formula = read_formula(text, SCOPE, slots=slots)
        assert formula.is_tallied
        for size in range(6):
            cards = [chance.choice(HAND) for _ in range(size)]
            assert formula.value({"drawn": _tally(slots, cards)}) == formula.value(
                {"drawn": cards}
            ), (text, cards)


@pytest.mark.parametrize(
    "text",
    [
        "count(cost = max(drawn.cost))",
        "count(cost in drawn.cost)",
        "count(drawn) = 1 and 1 in drawn.cost",
    ],
)
def test_what_needs_the_cards_themselves_is_no_matter_for_a_tally(text: str) -> None:
    assert not read_formula(text, SCOPE).is_tallied
