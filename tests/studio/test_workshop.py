"""From text to faces: what is told, in which order, and what gives way."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from studio.messages import Faces, ProblemList, Wall
from studio.workshop import Newer, Workshop, address
from tests.studio.conftest import CARDS, make_small_game


def never() -> bool:
    return False


@pytest.fixture
def told() -> list[Any]:
    return []


@pytest.fixture
def workshop(tmp_path: Path, told: list[Any]) -> Workshop:
    made = Workshop(make_small_game(tmp_path), told.append)
    made.redraw(0, made.path.read_bytes(), never)
    return made


def edited(workshop: Workshop, old: str, new: str) -> bytes:
    text = workshop.path.read_text(encoding="utf-8")
    assert old in text
    return text.replace(old, new).encode()


def faces(told: list[Any]) -> list[str]:
    return [picture.card for message in told if isinstance(message, Faces) for picture in message.faces]


def test_only_what_an_edit_reaches_is_told(workshop: Workshop, told: list[Any]) -> None:
    assert faces(told) == list(CARDS)
    told.clear()
    workshop.redraw(1, edited(workshop, "cost: 3", "cost: 5"), never)
    assert faces(told) == ["pike"]
    assert not any(isinstance(message, Wall) for message in told)
    told.clear()
    workshop.redraw(2, edited(workshop, "cost: 3", "cost: 5"), never)
    assert [type(message) for message in told] == [ProblemList]


def test_the_card_that_is_looked_at_is_drawn_first(workshop: Workshop, told: list[Any]) -> None:
    workshop.first = "wick"
    template = workshop.path.parent / "templates" / "card.svg.j2"
    template.write_text(template.read_text(encoding="utf-8").replace("font-size", 'fill="red" font-size'), encoding="utf-8")
    told.clear()
    workshop.redraw(1, workshop.path.read_bytes(), never)
    assert faces(told) == ["wick", "tib", "pike"]


def test_drawing_gives_way_and_nothing_is_lost(workshop: Workshop, told: list[Any]) -> None:
    told.clear()
    asked = iter([False, True])
    content = edited(workshop, "The ", "Our ")
    with pytest.raises(Newer):
        workshop.redraw(1, content, lambda: next(asked))
    assert len(faces(told)) == 1
    workshop.redraw(2, content, never)
    assert sorted(faces(told)) == sorted(CARDS)


def test_a_template_that_fails_keeps_the_face_that_was(workshop: Workshop, told: list[Any]) -> None:
    template = workshop.path.parent / "templates" / "card.svg.j2"
    sound = template.read_text(encoding="utf-8")
    template.write_text(sound.replace("{{ card.name }}", "{{ card.nam }}"), encoding="utf-8")
    before = dict(workshop.shown)
    told.clear()
    workshop.redraw(1, workshop.path.read_bytes(), never)
    assert faces(told) == []
    assert workshop.shown == before
    fault = told[-1].problems[0]
    assert (fault.code, fault.file, fault.hint) == ("undefined-name", "templates/card.svg.j2", "did you mean 'name'?")


def test_a_card_that_is_gone_is_forgotten(workshop: Workshop, told: list[Any]) -> None:
    text = workshop.path.read_text(encoding="utf-8")
    start = text.index("      wick:")
    workshop.redraw(
        1,
        (text[:start] + text[text.index("tables:") :]).encode() if text.index("tables:") > start else text[:start].encode(),
        never,
    )
    assert list(workshop.shown) == ["tib", "pike"]


@pytest.mark.parametrize(
    "content", [b"", b"\xff", b"a: [", b"- 1", b"kinds: 3", b"kinds: {a: {fields: [], cards: 7}}", b"[" * 5000]
)
def test_nothing_that_is_typed_makes_it_fail(workshop: Workshop, told: list[Any], content: bytes) -> None:
    before = dict(workshop.shown)
    workshop.redraw(1, content, never)
    assert told[-1].is_stale
    assert told[-1].problems
    assert workshop.shown == before


def test_pictures_are_fetched_by_the_page() -> None:
    assert address("art/a b.png") == "picture:art/a b.png"
    assert address("data:image/png;base64,x") == "data:image/png;base64,x"
