"""Cells and entries of a cards.yaml by their names: the rest of the text stays, and what cannot be
changed alone is left alone.
"""

from __future__ import annotations

import pytest

from generator.data.entries import keys_at, with_cell, with_entry, with_name, without_entry
from generator.data.patching import GONE, NewValue, PatchError
from generator.data.problems import Place
from generator.data.source import read_layout

TEXT = """\
# ours
tables:
  guild: {fields: {name: line}, rows: {tide: {name: Tide}}}
kinds:
  hero:
    fields: {name: line, cost: integer, note: line?}
    cards:
      tib:  {name: "Tib", cost: 4}   # dear
      pike: &p {name: "Pike", cost: 3, note: short}
      wick: *p
"""
HERO, FIELDS = ("kinds", "hero", "cards"), ["name", "cost", "note"]


@pytest.mark.parametrize(
    ("field", "value", "line"),
    [
        ("cost", 5, '      tib:  {name: "Tib", cost: 5}   # dear'),
        ("name", 'T"b', '      tib:  {name: "T\\"b", cost: 4}   # dear'),
        ("note", "new", '      tib:  {name: "Tib", cost: 4, note: new}   # dear'),
        ("cost", GONE, '      tib:  {name: "Tib"}   # dear'),
        ("cost", "four", '      tib:  {name: "Tib", cost: four}   # dear'),
    ],
)
def test_a_cell_changes_and_nothing_else(field: str, value: NewValue, line: str) -> None:
    old = '      tib:  {name: "Tib", cost: 4}   # dear'
    assert with_cell(TEXT, HERO, "tib", field, value, FIELDS) == TEXT.replace(old, line)


def test_a_table_has_cells_too() -> None:
    assert with_cell(
        TEXT, ("tables", "guild", "rows"), "tide", "name", "Ebb", ["name"]
    ) == TEXT.replace("name: Tide", "name: Ebb")


@pytest.mark.parametrize("entry", ["pike", "wick", "nobody"])
def test_what_cannot_be_changed_alone_is_left_alone(entry: str) -> None:
    with pytest.raises(PatchError):
        with_cell(TEXT, HERO, entry, "cost", 1, FIELDS)


def test_entries_come_and_go() -> None:
    text = TEXT.replace("      wick: *p\n", "").replace("&p ", "")
    added = with_entry(text, HERO, "vane", {"name": "Vane", "cost": 8}, FIELDS)
    assert added == text.rstrip("\n") + '\n      vane:  {name: "Vane", cost: 8}\n'
    assert without_entry(added, HERO, "vane", FIELDS) == text
    with pytest.raises(PatchError):
        with_entry(text, HERO, "tib", {"name": "Tib"}, FIELDS)
    with pytest.raises(PatchError):
        without_entry(text, HERO, "nobody", FIELDS)


def test_an_entry_takes_another_name() -> None:
    assert with_name(TEXT, HERO, "tib", "tabitha") == TEXT.replace("tib:  {", "tabitha:  {")
    for entry, name in (("tib", "pike"), ("nobody", "somebody")):
        with pytest.raises(PatchError):
            with_name(TEXT, HERO, entry, name)


def test_a_place_leads_to_its_keys() -> None:
    line = next(number for number, one in enumerate(TEXT.splitlines(), 1) if "pike" in one)
    column = TEXT.splitlines()[line - 1].index("3") + 1
    assert keys_at(read_layout(TEXT), TEXT, Place("cards.yaml", line, column)) == (
        *HERO,
        "pike",
        "cost",
    )
    assert keys_at(read_layout(TEXT), TEXT, Place("cards.yaml", line, 7)) == (*HERO, "pike")
    assert keys_at(read_layout(TEXT), TEXT, Place("cards.yaml", 1, 1)) == ()
