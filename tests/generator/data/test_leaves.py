"""Leaves: what is read of a value, and that an editor accepts it too."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest

from generator.data import leaves
from generator.data.fieldtypes import FieldFault
from generator.data.forms import Leaf, checked


@pytest.mark.parametrize(
    ("leaf", "fine", "found", "wrong", "expected"),
    [
        (leaves.SHARE, "110%", 1.1, "10%", "a size from 50% to 200%, such as 110%"),
        (leaves.PAPER, "a4", "a4", "a9", "one of a4"),
        (leaves.SHEET_PAPER, "100 x 200 mm", (100.0, 200.0), "wide", "a paper (a4"),
        (leaves.BACKS, "fold", "fold", "gutterfold", "one of duplex, fold, none"),
        (leaves.SHIFT, -20, -20, 21, "a number from -20 to 20"),
        (leaves.SHAPE, "M0 0L9 9", "M0 0L9 9", "disc", "one of rectangle, round, hex"),
        (leaves.DIE_FACES, 20, 20, True, "the number of faces of the die"),
        (leaves.WHEEL, "0..20", range(21), "0..99", "the numbers on a wheel"),
        (leaves.SLEEVES, "penny", "penny", "none at all", "one of none, penny"),
        (leaves.SCALAR, "a", "a", ["a"], "one word or number"),
        (leaves.PER_CENT, "80 %", "80 %", 101, "a share from 0 % to 100 %"),
        (leaves.AXIS, "rank_of", "rank_of", "Rank", "a name of a-z, 0-9 and '_'"),
        (leaves.FAMILY, "Fira Sans", "Fira Sans", 3, "a font family's name"),
        (leaves.RULE, {"a": [1, "b"]}, {"a": [1, "b"]}, {"a": [None]}, "a value"),
    ],
)
def test_a_value_is_read_or_refused(
    leaf: Leaf, fine: Any, found: Any, wrong: Any, expected: str
) -> None:
    assert leaf.check(fine) == found
    assert jsonschema.Draft7Validator(leaf.json_schema).is_valid(fine)
    with pytest.raises(FieldFault) as caught:
        leaf.check(wrong)
    assert caught.value.expected.startswith(expected)


@pytest.mark.parametrize(
    ("leaf", "wrong", "hint"),
    [
        (leaves.BACKS, "gutterfold", "write fold"),
        (leaves.SHAPE, "disc", "write round"),
        (leaves.AXIS, "My rank", "write 'my_rank'"),
    ],
)
def test_what_other_tools_write_is_hinted_at(leaf: Leaf, wrong: str, hint: str) -> None:
    with pytest.raises(FieldFault) as caught:
        leaf.check(wrong)
    assert caught.value.hint == hint


@pytest.mark.parametrize("said", ["rules.hand_size", 0, 30])
def test_a_score_is_a_number_or_the_name_of_one(said: object) -> None:
    assert checked(leaves.SCORE, said) == (said, [])
    assert checked(leaves.SCORE, -1)[1][0].code == "out-of-range"
