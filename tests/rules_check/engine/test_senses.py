"""How a state is shown to players who learn."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rules_check.engine.senses import Signs, show_number, word_at
from tests.rules_check.engine.senseless import no_senses

KNOTS = np.array([0.0, 1.0, 2.0, 4.0, 8.0])


@pytest.mark.parametrize(
    ("dtype", "width"), [(np.int8, 1), (np.int16, 2), (np.int32, 4), (np.int64, 8)]
)
def test_numbers_of_every_width_are_read_with_their_sign(dtype: Any, width: int) -> None:
    numbers = np.array([1, -1, 100, -128, 0, 7, -3, 2], dtype)
    words = numbers.view(np.int64)
    assert [int(word_at(words, width * n, width)) for n in range(8)] == numbers.tolist()


def shown(number: int, knots: Any = KNOTS) -> dict[int, float]:
    senses, signs = no_senses()._replace(knots=knots), Signs(np.zeros(9, np.int64), np.zeros(9))
    n = int(show_number(senses, signs, 0, number, 0, len(knots), 10))
    assert np.all(signs.numbers[:n] != 0.0)
    return {int(signs.places[k]) - 10: float(signs.numbers[k]) for k in range(n)}


@pytest.mark.parametrize("number", [-5, 0, 1, 3, 4, 5, 8, 50])
def test_a_number_is_shown_by_the_knots_beside_it(number: int) -> None:
    """What the knots are times what they count is the number, as far as they reach; what is missing
    to 1 belongs to the first knot, which has no sign.
    """
    at_knots = {place: part for place, part in shown(number).items() if place > 0}
    if number > 1:
        assert sum(at_knots.values()) == pytest.approx(1.0)
    assert sum(KNOTS[place] * part for place, part in at_knots.items()) == pytest.approx(
        min(8, max(0, number))
    )


def test_beyond_the_knots_the_scale_goes_on() -> None:
    assert shown(12)[0] == pytest.approx(1.5)
    assert shown(1000)[0] == 2.0
    assert shown(-2) == {0: pytest.approx(-0.25)}


def test_the_usual_number_needs_no_sign_and_two_numbers_need_one() -> None:
    assert shown(0) == {}
    both = np.array([3.0, 5.0])
    assert [shown(number, both) for number in (3, 4, 5)] == [{}, {0: 0.5}, {0: 1.0}]
    assert shown(6, np.array([5.0])) == {0: 1.0}
