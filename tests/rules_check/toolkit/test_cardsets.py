"""A card set's declarations against cards.yaml: lists of `rules:`, and fields that name rows of a
table.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.data.loading import load_game
from generator.data.problems import ProblemError
from rules_check.toolkit.cardsets import (
    CardSet,
    Numbers,
    entry,
    field_of,
    kind,
    list_of,
    row_of,
    table,
)

TEXT = """game: {{title: Ferry, version: 0.1.0, players: 2-4}}
tables:
  paint: {{fields: {{name: line}}, rows: {{red: {{name: Red}}, blue: {{name: Blue}}}}}}
kinds:
  boat:
    template: boat.svg.j2
    fields: {{name: line, paint: {type_}}}
    cards:
      ark: {{name: Ark, paint: blue}}
components:
  boat: {{name: Boats, of: boat, count: 1}}
rules:
{rules}
"""


class Cards(CardSet, title="Ferry", typed=True):
    paints = table("paint", 3)
    boats = kind("boat", 5)
    painted = row_of("boat", "paint")
    prices = list_of(3, 0, 9, "fares", counted_by="fares", first=1, what="fares")
    tides = list_of(2, 1, 5, fewest=1)


def record(folder: Path, rules: str, type_: str = "paint", cards: type[CardSet] = Cards) -> object:
    (folder / "templates").mkdir()
    (folder / "templates" / "boat.svg.j2").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"/>', encoding="utf-8"
    )
    (folder / "cards.yaml").write_text(TEXT.format(rules=rules, type_=type_), encoding="utf-8")
    return cards.record(load_game(folder))


def said(folder: Path, rules: str, type_: str = "paint") -> list[str]:
    with pytest.raises(ProblemError) as caught:
        record(folder, rules, type_)
    return [problem.message for problem in caught.value.problems]


def test_a_list_lies_in_an_array_with_its_count(tmp_path: Path) -> None:
    cards = record(tmp_path, "  fares: [4, 0]\n  tides: [5]")
    assert (cards.prices.tolist(), int(cards.fares)) == ([0, 4, 0, 0], 2)  # type: ignore[attr-defined]
    assert cards.tides.tolist() == [5, 0]  # type: ignore[attr-defined]
    assert cards.painted[0] == 1  # type: ignore[attr-defined]


def test_a_list_that_may_be_empty_may_be_left_out(tmp_path: Path) -> None:
    assert record(tmp_path, "  tides: [1]").fares == 0  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (
            "  fares: [1, 2, 3, 4]\n  tides: [1]",
            "the rules of Ferry need the number of fares to be from 0 to 3, found 4",
        ),
        (
            "  fares: [1, 12]\n  tides: [1]",
            "the rules of Ferry need 'fares' to be from 0 to 9, found 12",
        ),
        (
            "  fares: [cheap]\n  tides: [1]",
            "the rules of Ferry need a whole number for 'fares', found 'cheap'",
        ),
        (
            "  fares: 3\n  tides: [1]",
            "the rules of Ferry need a list of whole numbers for 'fares', found 3",
        ),
        (
            "  fares: dear\n  tides: [1]",
            "the rules of Ferry need a list of whole numbers for 'fares', found 'dear'",
        ),
        (
            "  fares: [1]\n  tides: []",
            "the rules of Ferry need the number of entries of 'tides' to be from 1 to 2, found 0",
        ),
        ("  fares: [1]\n  tide: [1]", "the rules of Ferry need 'rules: tides', found 'tide'"),
    ],
)
def test_what_is_wrong_with_a_list_is_told(rules: str, message: str, tmp_path: Path) -> None:
    assert said(tmp_path, rules) == [message]


def test_a_field_that_names_rows_has_to_be_of_their_type_where_that_is_asked(
    tmp_path: Path,
) -> None:
    found = said(tmp_path, "  tides: [1]", type_="line")
    assert found == [
        "the rules of Ferry need the type 'paint' for the field 'paint' in 'boat', found 'line'"
    ]


def test_a_field_of_what_is_not_declared_is_told_as_it_is_declared() -> None:
    with pytest.raises(
        TypeError,
        match=(
            r"Cards\.fare reads from 'boats', which is not declared as a kind or a table: did you "
            r"mean 'boat'"
        ),
    ):
        type(
            "Cards",
            (CardSet,),
            {"boat": kind("boat", 5), "fare": field_of("boats", 0, 9)},
            title="Ferry",
        )
    with pytest.raises(
        TypeError, match=r'declare it with `kind\("pier", …\)` or `table\("pier", …\)`'
    ):
        type("Cards", (CardSet,), {"fare": field_of("pier", 0, 9)}, title="Ferry")


def test_a_table_that_rows_are_named_of_has_to_be_there(tmp_path: Path) -> None:
    class Other(CardSet, title="Ferry"):
        boats = kind("boat", 5)
        painted: Numbers = row_of("boat", "colour", "paint")
        home = entry("pier")

    with pytest.raises(ProblemError) as caught:
        record(tmp_path, "  home: north", cards=Other)
    assert [problem.message for problem in caught.value.problems] == [
        f"the rules of Ferry need '{name}' under tables" for name in ("colour", "pier")
    ]
