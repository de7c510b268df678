"""Exact chances against counting every draw there is."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest

from generator.data.formulas import (
    NUMBER,
    TRUTH,
    Formula,
    Name,
    Scope,
    Slot,
    ValueType,
    list_of,
    read_formula,
)
from generator.odds.chances import (
    TooMany,
    classes_of,
    deals,
    draws,
    draws_in_two,
    rolls,
    ways_to_deal,
)

CARD = ValueType("entry", "card")
SCOPE = Scope(
    {
        "drawn": Name(list_of(CARD), lambda names: names["drawn"]),
        "others": Name(list_of(list_of(CARD)), lambda names: names["others"]),
    },
    {"card": {"cost": NUMBER, "suit": ValueType("word", "suit", ("a", "b", "c"))}},
    looked_at="drawn",
)
FORMULAS = (
    "count(cost <= 1) >= 2",
    "sum(cost) >= 4",
    "count(suit = a) >= 1 and count(suit = b) >= 1 or max(cost) = 3",
    "distinct(suit) = 2",
    "min(cost) = 0 and not all(suit = c)",
    "sum(drawn.cost where it > 1) = 3 or drawn is empty",
)


def random_deck(chance: random.Random, most: int) -> list[dict[str, Any]]:
    """Make a deck of a few distinct cards, each so often."""
    return [
        card
        for _ in range(chance.randint(1, 3))
        for card in [{"cost": chance.randint(0, 3), "suit": chance.choice("abc")}]
        * chance.randint(1, most)
    ]


def understood(text: str) -> tuple[Formula, list[Slot]]:
    slots: list[Slot] = []
    return read_formula(text, SCOPE, [TRUTH], slots), slots


def compare_draws(seed: int) -> None:
    chance = random.Random(seed)
    deck = random_deck(chance, 3)
    formula, slots = understood(chance.choice(FORMULAS))
    size = chance.randint(0, len(deck))
    hands = list(combinations(deck, size))
    expected = Fraction(
        sum(bool(formula.value({"drawn": list(hand)})) for hand in hands), len(hands)
    )
    drawn = list(draws(classes_of([(card, 1) for card in deck], slots), size, slots))
    outcomes = [(shown, likely) for cards, shown, likely in drawn if cards == size]
    assert sum(likely for _, likely in outcomes) == 1
    found = sum(
        (likely for shown, likely in outcomes if formula.value({"drawn": shown})), Fraction(0)
    )
    assert found == expected, (seed, deck, formula.text)


def test_a_draw_is_as_likely_as_counting_every_hand_says() -> None:
    for seed in range(400):
        compare_draws(seed)


@pytest.mark.slow
def test_ten_thousand_decks_are_counted_as_one_by_one() -> None:
    for seed in range(10_000):
        compare_draws(seed)


def test_copies_count_as_cards_of_their_own() -> None:
    formula, slots = understood("count(cost = 1) >= 1")
    classes = classes_of([({"cost": 1, "suit": "a"}, 4), ({"cost": 0, "suit": "a"}, 6)], slots)
    found = sum(
        c
        for cards, drawn, c in draws(classes, 2, slots)
        if cards == 2 and formula.value({"drawn": drawn})
    )
    assert found == 1 - Fraction(6 * 5, 10 * 9)


def test_cards_of_later_turns_come_from_what_is_left() -> None:
    formula, slots = understood("count(suit = a) >= 2")
    deck = [{"cost": 0, "suit": suit} for suit in "aabbbb"]
    outcomes = list(draws_in_two(classes_of([(card, 1) for card in deck], slots), 1, 2, slots))
    for later in range(3):
        hands = list(combinations(deck, 1 + later))
        expected = Fraction(sum(formula.value({"drawn": list(hand)}) for hand in hands), len(hands))
        found = sum(
            (c for n, _, whole, c in outcomes if n == later and formula.value({"drawn": whole})),
            Fraction(0),
        )
        assert found == expected


@pytest.mark.parametrize(
    "text",
    [
        "any(count(suit = a) >= 2 over others)",
        "count(suit = a) = 1 and max(sum(cost) over others) >= 3",
    ],
)
def test_hands_of_several_players_are_dealt_from_one_deck(text: str) -> None:
    formula, slots = understood(text)
    deck = [
        {"cost": cost, "suit": suit}
        for cost, suit in ((0, "a"), (1, "a"), (2, "a"), (3, "b"), (1, "b"), (2, "b"), (0, "c"))
    ]
    held = dealt = 0
    for own in combinations(range(7), 2):
        for left in combinations([one for one in range(7) if one not in own], 2):
            for right in combinations([one for one in range(7) if one not in (*own, *left)], 2):
                hands = [[deck[one] for one in hand] for hand in (own, left, right)]
                held += bool(formula.value({"drawn": hands[0], "others": hands[1:]}))
                dealt += 1
    classes = classes_of([(card, 1) for card in deck], slots)
    found = sum(
        c
        for own_tally, others, c in deals(classes, 2, 3, slots)
        if formula.value({"drawn": own_tally, "others": others})
    )
    assert found == Fraction(held, dealt)


@pytest.mark.parametrize("text", ["sum(it) >= 10", "count(it >= 4) = 2", "max(it) - min(it) >= 3"])
def test_dice_are_as_likely_as_counting_every_roll_says(text: str) -> None:
    scope = Scope(
        {"rolled": Name(list_of(NUMBER), lambda names: names["rolled"])}, {}, looked_at="rolled"
    )
    slots: list[Slot] = []
    formula = read_formula(text, scope, [TRUTH], slots)
    every = list(product(range(1, 7), range(1, 7), range(1, 5)))
    expected = Fraction(
        sum(bool(formula.value({"rolled": list(roll)})) for roll in every), len(every)
    )
    assert (
        sum(
            (c for tally, c in rolls({6: 2, 4: 1}, slots) if formula.value({"rolled": tally})),
            Fraction(0),
        )
        == expected
    )


def test_too_many_ways_are_refused_before_they_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.odds.chances.MOST_STEPS", 2_000)
    slots: list[Slot] = []
    read_formula("sum(cost)", SCOPE, slots=slots)
    classes = [((2**number,), 1) for number in range(60)]
    with pytest.raises(TooMany):
        ways_to_deal(classes, [30], slots)
