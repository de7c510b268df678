"""A file without its faults, for those who look at the rest of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.data.mending import mended
from generator.data.source import read_source

TEXT = """
game: {title: Small, version: "1"}
fonts: {a: {regular: a.ttf, wight: b.ttf}}
kinds:
  hero:
    template: card.svg.j2
    fields: {name: line}
    cards: {tib: {name: Tib}, oona: {name: Oona}}
components:
  heroes: {name: Heroes, of: hero, count: 2}
words: {hello: Hello}
"""


def left(old: str = "", new: str = "") -> tuple[Any, bool] | None:
    assert old in TEXT
    root = read_source(Path("cards.yaml"), content=TEXT.replace(old, new, 1).encode())
    found = mended(root)
    return (found[0].data(), found[1]) if found else None


def test_a_key_is_read_as_what_was_meant_or_dropped() -> None:
    data, can_draw = left("name: Tib", "nmae: Tib, hue: 3") or ({}, False)
    assert can_draw
    assert data["kinds"]["hero"]["cards"] == {"tib": {"name": "Tib"}, "oona": {"name": "Oona"}}
    assert data["fonts"] == {"a": {"regular": "a.ttf"}}


def test_an_entry_with_a_fault_is_dropped() -> None:
    data, can_draw = left("name: Tib", "name: 3") or ({}, False)
    assert can_draw
    assert list(data["kinds"]["hero"]["cards"]) == ["oona"]
    data, can_draw = left("hello: Hello", "hello: 3") or ({}, True)
    assert not can_draw  # a template may ask for it
    assert data["words"] == {}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("title: Small, ", ""),
        ("fields: {name: line}", "fields: [name]"),
        ("template: card.svg.j2", "size: a"),
    ],
)
def test_what_all_cards_need_cannot_be_left_out(old: str, new: str) -> None:
    assert left(old, new) is None
