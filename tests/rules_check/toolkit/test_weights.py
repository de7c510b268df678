"""What an expert weighs: declared with ranges, shipped by number of players, laid out for every number."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from rules_check.toolkit.weights import SHIPPED, Weights, read_shipped, table_of


class Weight(Weights):
    HOPE = 1.0, 0.0, 2.0
    SALE = 0.0, -6.0, 6.0


def test_weights_are_numbered_in_their_order_and_know_their_range() -> None:
    assert [int(one) for one in Weight] == [0, 1]
    assert (Weight.SALE.word, Weight.SALE.start, Weight.SALE.least, Weight.SALE.most) == ("sale", 0.0, -6.0, 6.0)


def test_a_start_outside_the_range_is_refused() -> None:
    with pytest.raises(Exception, match="starts at 3.0, which is not from 0.0 to 2.0"):

        class Wrong(Weights):
            HOPE = 3.0, 0.0, 2.0


def test_a_number_of_players_without_weights_of_its_own_has_the_nearest_ones() -> None:
    table = table_of(Weight, {2: {"hope": 0.5}, 5: {"sale": 2.0}}, 6)
    assert table.tolist() == [[0.5, 0], [0.5, 0], [0.5, 0], [0.5, 0], [1, 2], [1, 2], [1, 2]]
    assert np.array_equal(table_of(Weight, {}, 2), [[1, 0]] * 3)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("{hopp: 1}", "weights.yaml, 2 players: there is no weight 'hopp'; there are hope, sale"),
        ("{hope: 9}", "'hope' is from 0 to 2, found 9"),
    ],
)
def test_shipped_weights_that_the_rules_do_not_know_are_refused(tmp_path: Path, row: str, message: str) -> None:
    assert read_shipped(tmp_path, Weight) == {}
    (tmp_path / SHIPPED).write_text(f"players:\n  2: {row}\n")
    with pytest.raises(ValueError, match=message):
        read_shipped(tmp_path, Weight)
