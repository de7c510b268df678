"""A game as tables: each value is a cell and comes back from it, components have their counts."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.cells.spreadsheets import read_book, read_csv, write_csv, write_xlsx
from generator.cells.tables import Table, card_tables, join_list, split_list, value_of
from generator.data.fieldtypes import FieldFault, parse_field_type
from generator.data.game import Game
from tests.generator.cells.workbook import NUMBERS, TEXTS, WORDS


def test_the_components_are_a_table_with_counts(emporium: Game) -> None:
    table = card_tables(emporium)[-1]
    by_name = {row[0]: dict(zip(table.headings, row, strict=True)) for row in table.rows}
    assert by_name["leather"] == {
        "id": "leather",
        "name": "Leather item cards",
        "count": 36,
        "kind": "item",
        "distinct": 9,
        "back": "back-leather",
        "extra": None,
    }
    assert by_name["aids"]["extra"] is True
    assert by_name["dice"]["distinct"] is None


@pytest.mark.slow
@given(
    rows=st.lists(
        st.tuples(TEXTS, st.one_of(st.none(), NUMBERS), st.booleans()), min_size=1, max_size=6
    )
)
@settings(max_examples=60)
def test_every_cell_comes_back_from_every_file(rows: list[tuple[str, float | None, bool]]) -> None:
    types = tuple(parse_field_type(word, {}, {}) for word in ("text", "number", "boolean"))
    cells = tuple((value_of(text, types[0]), number, truth) for text, number, truth in rows)
    table = Table("some", ("text", "number", "boolean"), types, cells)  # type: ignore[arg-type]
    for sheet in (
        read_csv(write_csv(table), "x.csv", table.headings),
        read_csv(write_csv(table, ";"), "x.csv", table.headings),
        read_csv(write_csv(table, "\t"), "x.tsv", table.headings),
        *read_book(write_xlsx([table], "Any", "x.xlsx"), "x.xlsx"),
    ):
        back = [
            [
                value_of(cell, type_, sheet.has_decimal_commas)
                for cell, type_ in zip(row, types, strict=True)
            ]
            for row in sheet.rows[1:]
        ]
        for (text, number, truth), (text_back, number_back, truth_back) in zip(
            cells, back, strict=True
        ):
            assert (text_back, truth_back) == (text, truth)
            assert number_back == (None if number is None else pytest.approx(number, rel=1e-14))


@given(st.lists(WORDS, max_size=5))
def test_a_list_comes_back_from_its_cell(words: list[str]) -> None:
    assert split_list(join_list(words)) == words


@pytest.mark.parametrize(
    ("values", "cell"),
    [
        (["axe", "bow"], "axe, bow"),
        (['"Tib"', "Oona"], '"""Tib""", Oona'),
        (["a, b", "c; d", "e\nf"], '"a, b", "c; d", "e\nf"'),
        ([True, False, 2, 0.5], "true, false, 2, 0.5"),
    ],
)
def test_a_list_is_written_as_people_write_it(
    values: list[str | int | float | bool], cell: str
) -> None:
    assert join_list(values) == cell
    assert split_list(cell) == [
        str(value).lower() if isinstance(value, bool) else str(value) for value in values
    ]


@pytest.mark.parametrize(
    ("cell", "is_fine"), [("a", True), ("a, b", True), ("a, b, c", False), (",", False)]
)
def test_a_list_has_as_many_entries_as_its_field_allows(cell: str, is_fine: bool) -> None:
    type_ = parse_field_type("[line] 1..2", {}, {})
    if is_fine:
        assert value_of(cell, type_) == cell.split(", ")
        return
    with pytest.raises(FieldFault, match="1 to 2 entries"):
        value_of(cell, type_)


def test_capitals_choose_a_word_where_they_alone_tell_it() -> None:
    one, two = (parse_field_type(word, {}, {}) for word in ("tide | ember", "tide | Tide"))
    assert [value_of(cell, one) for cell in ("Tide", " EMBER ")] == ["tide", "ember"]
    assert [value_of(cell, two) for cell in ("tide", "Tide")] == ["tide", "Tide"]
    with pytest.raises(FieldFault):
        value_of("TIDE", two)


@pytest.mark.parametrize(
    ("cell", "value"),
    [("WAHR", True), ("falsch", False), ("VRAI", True), ("Faux", False), ("VERO", True),
     ("FALSO", False), ("Fałsz", False), ("ja", True), ("Non", False), ("sí", True)],
)  # fmt: skip
def test_true_and_false_are_read_in_the_languages_of_spreadsheets(cell: str, value: bool) -> None:
    assert value_of(cell, parse_field_type("boolean", {}, {})) is value
