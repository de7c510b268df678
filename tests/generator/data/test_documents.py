"""The form of one file is made of what the file says of itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.data.documents import form_of
from generator.data.forms import checked
from generator.data.outline import Outline
from generator.data.problems import Problems
from generator.data.source import read_source

TEXT = """
game: {title: Small, version: "1"}
tables:
  suit: {fields: {name: line}, rows: {oak: {name: Oak}}}
kinds:
  hero:
    template: card.svg.j2
    fields: {name: line, suits: "[suit] 1..2", note: line?}
    defaults: {name: Nobody}
    cards: {tib: {suits: [oak]}}
"""


def faults_of(text: str) -> list[tuple[str, tuple[int | str, ...]]]:
    root = read_source(Path("cards.yaml"), content=text.encode())
    _, faults = checked(form_of(Outline(root, Problems()), root), root.data())
    return [(fault.kind, fault.path) for fault in faults]


@pytest.mark.parametrize(
    ("old", "new", "faults"),
    [
        ("", "", []),
        ("{suits: [oak]}", "{suits: [elm]}", [("value", ("tib", "suits", 0))]),
        ("{suits: [oak]}", "{suits: []}", [("value", ("tib", "suits"))]),
        ("{suits: [oak]}", "{note: a}", [("missing", ("tib", "suits"))]),
        ("{suits: [oak]}", "{suits: [oak], size: 3}", [("value", ("tib", "size"))]),
        ("{suits: [oak]}", "{suits: [oak], back: tob}", [("value", ("tib", "back"))]),
        ("{tib: {s", "{T b: {s", [("key", ("T b",))]),
    ],
)
def test_cards_have_the_fields_of_their_kind(old: str, new: str, faults: object) -> None:
    found = faults_of(TEXT.replace(old, new, 1))
    assert [(kind, path[3:]) for kind, path in found] == faults


def test_a_form_is_made_again_only_where_it_is_another() -> None:
    def form(text: str) -> object:
        root = read_source(Path("cards.yaml"), content=text.encode())
        return form_of(Outline(root, Problems()), root)

    assert form(TEXT) is form(TEXT.replace("Small", "Large"))
    assert form(TEXT) is not form(TEXT.replace("note: line?", "note: text?"))
