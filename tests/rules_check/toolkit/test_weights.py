"""What an expert weighs: declared with ranges, shipped by number of players, laid out for every
number.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_check.engine.game import SHARES
from rules_check.toolkit.weights import SHIPPED, Style, Weights, read_shipped, table_of


class Weight(Weights):
    HOPE = 1.0, 0.0, 2.0
    SALE = 0.0, -6.0, 6.0


def test_weights_are_numbered_in_their_order_and_know_their_range() -> None:
    assert [int(one) for one in Weight] == [0, 1]
    assert (Weight.SALE.word, Weight.SALE.start, Weight.SALE.least, Weight.SALE.most) == (
        "sale",
        0.0,
        -6.0,
        6.0,
    )


def test_a_start_outside_the_range_is_refused() -> None:
    with pytest.raises(Exception, match="is not from 0"):

        class Wrong(Weights):
            HOPE = 3.0, 0.0, 2.0


def test_a_number_of_players_without_styles_of_its_own_has_the_nearest_ones() -> None:
    table = table_of(
        Weight,
        {2: [Style(SHARES, {"hope": 0.5})], 5: [Style(SHARES - 1, {"sale": 2.0}), Style(1, {})]},
        6,
    )
    assert table.shape == (7, SHARES, 2)
    assert (table[:4] == [0.5, 0]).all()
    assert (table[4:, :-1] == [1, 2]).all()
    assert (table[4:, -1] == [1, 0]).all()
    assert (table_of(Weight, {}, 2) == [1, 0]).all()


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (
            "[{shares: 16, hopp: 1}]",
            "weights.yaml, 2 players: there is no weight 'hopp'; there are hope, sale",
        ),
        ("[{shares: 16, hope: 9}]", "'hope' is from 0 to 2, found 9"),
        ("[{shares: 15}, {shares: 2}]", "the shares of all styles must add up to 16, found 17"),
    ],
)
def test_shipped_styles_that_the_rules_do_not_know_are_refused(
    tmp_path: Path, rows: str, message: str
) -> None:
    assert read_shipped(tmp_path, Weight) == {}
    (tmp_path / SHIPPED).write_text(f"players:\n  2: {{styles: {rows}}}\n")
    with pytest.raises(ValueError, match=message):
        read_shipped(tmp_path, Weight)


def test_the_likeliest_style_comes_first(tmp_path: Path) -> None:
    (tmp_path / SHIPPED).write_text(
        "players:\n  3: {styles: [{shares: 4, hope: 0}, {shares: 12, sale: 1}]}\n"
    )
    assert read_shipped(tmp_path, Weight) == {
        3: [Style(12, {"sale": 1.0}), Style(4, {"hope": 0.0})]
    }
