"""From text to faces: what is told, in which order, and what gives way."""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

import pytest

from generator.data.entries import with_cell
from generator.data.patching import NewValue
from generator.face.svg import SVG_NAMESPACE
from studio.draft.grid import rows_of
from studio.draw.workshop import Newer, Workshop, address
from studio.protocol.messages import Faces, Grid, Origins, ProblemList, Rows, Shelves, Wall
from tests.conftest import ROOT
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
    return [
        picture.card for message in told if isinstance(message, Faces) for picture in message.faces
    ]


def test_a_card_that_is_looked_at_while_all_are_drawn_is_told_as_it_becomes(
    workshop: Workshop, told: list[Any]
) -> None:
    newer = edited(workshop, "The Tide", "The Ebb")
    workshop.first = "tib"
    waits = iter([False, True])  # once the text is read and the first card drawn

    def is_newer() -> bool:
        return next(waits)

    with pytest.raises(Newer):
        workshop.redraw(1, newer, is_newer)
    workshop.look_closely("tib")
    workshop.redraw(1, newer, never)
    last = [message for message in told if isinstance(message, Origins)][-1]
    assert (last.card, "Ebb" in last.svg, "Tide" in last.svg) == ("tib", True, False)


def test_only_what_an_edit_reaches_is_told(workshop: Workshop, told: list[Any]) -> None:
    assert faces(told) == list(CARDS)
    told.clear()
    workshop.redraw(1, edited(workshop, "cost: 3", "cost: 5"), never)
    assert faces(told) == ["pike"]
    assert not any(isinstance(message, Wall) for message in told)
    told.clear()
    workshop.redraw(2, edited(workshop, "cost: 3", "cost: 5"), never)
    assert [type(message) for message in told] == [ProblemList]


def test_of_many_cards_only_those_that_changed_are_told(
    workshop: Workshop, told: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("studio.draw.workshop.MOST_WHOLE", 2)
    told.clear()
    workshop.redraw(1, edited(workshop, "name: Pike", "name: Perch"), never)
    shelves = next(one for one in told if isinstance(one, Shelves))
    rows = next(one for one in told if isinstance(one, Rows))
    assert [(one.id, one.name) for one in shelves.cards] == [("pike", "Perch")]
    assert [(one.id, one.cells["name"]) for one in rows.rows] == [("pike", "Perch")]
    assert not any(isinstance(one, Wall | Grid) for one in told)
    assert workshop.wall is not None
    told.clear()
    workshop.redraw(2, edited(workshop, "      pike:", "      perch:"), never)
    assert any(isinstance(one, Wall) for one in told), "others are there"
    assert any(isinstance(one, Grid) for one in told)


def test_the_card_that_is_looked_at_is_drawn_first(workshop: Workshop, told: list[Any]) -> None:
    workshop.first = "wick"
    template = workshop.path.parent / "templates" / "card.svg.j2"
    template.write_text(
        template.read_text(encoding="utf-8").replace("font-size", 'fill="red" font-size'),
        encoding="utf-8",
    )
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


def test_what_is_no_edit_costs_nothing_that_is_drawn(tmp_path: Path, told: list[Any]) -> None:
    """A page that opens while the first cards are drawn gets those, and the others follow."""
    workshop = Workshop(make_small_game(tmp_path), told.append)
    content = workshop.path.read_bytes()
    asked = iter([False, True])
    with pytest.raises(Newer):
        workshop.redraw(0, content, lambda: next(asked))
    assert faces(told) == ["tib"]
    told.clear()
    workshop.first = "wick"
    workshop.redraw(0, content, never)
    assert faces(told) == ["wick", "pike"]
    assert workshop.drawn is not None
    assert workshop.drawn.press.drawn == len(CARDS)
    assert set(workshop.shown) == set(CARDS)


def test_an_edit_while_the_first_cards_are_drawn_does_not_begin_again(
    tmp_path: Path, told: list[Any]
) -> None:
    """What was drawn for the text before is kept, and the edit shows at once."""
    workshop = Workshop(make_small_game(tmp_path), told.append)
    with pytest.raises(Newer):
        workshop.redraw(0, workshop.path.read_bytes(), iter([False, False, True]).__next__)
    assert faces(told) == ["tib", "pike"]
    told.clear()
    for seq, cost in enumerate((5, 6), 1):
        content = edited(workshop, "cost: 2", f"cost: {cost}")
        workshop.try_value(seq, "card", "wick", "cost", cost)
        workshop.start_over()
        with pytest.raises(Newer):
            workshop.redraw(seq, content, iter([False, True]).__next__)
    assert [one.is_quick for one in told if isinstance(one, Faces)] == [True, True]
    told.clear()
    workshop.start_over()
    workshop.redraw(3, content, never)
    assert faces(told) == []
    assert workshop.drawn is not None
    assert workshop.drawn.press.drawn == 0


def test_what_has_changed_beside_the_text_is_drawn_from_the_start(
    tmp_path: Path, told: list[Any]
) -> None:
    workshop = Workshop(make_small_game(tmp_path), told.append)
    content = workshop.path.read_bytes()
    asked = iter([False, True])
    with pytest.raises(Newer):
        workshop.redraw(0, content, lambda: next(asked))
    template = workshop.path.parent / "templates" / "card.svg.j2"
    template.write_text(
        template.read_text(encoding="utf-8").replace("{{ card.name }}", "New {{ card.name }}"),
        encoding="utf-8",
    )
    workshop.start_over()
    workshop.redraw(0, content, never)
    assert all("New " in one.svg for one in workshop.shown.values())


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
    assert (fault.code, fault.file, fault.hint) == (
        "undefined-name",
        "templates/card.svg.j2",
        "did you mean 'name'?",
    )


def test_a_card_that_is_gone_is_forgotten(workshop: Workshop, told: list[Any]) -> None:
    text = workshop.path.read_text(encoding="utf-8")
    start = text.index("      wick:")
    workshop.redraw(
        1,
        (text[:start] + text[text.index("tables:") :]).encode()
        if text.index("tables:") > start
        else text[:start].encode(),
        never,
    )
    assert list(workshop.shown) == ["tib", "pike"]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff",
        b"a: [",
        b"- 1",
        b"kinds: 3",
        b"kinds: {a: {fields: [], cards: 7}}",
        b"[" * 5000,
    ],
)
def test_nothing_that_is_typed_makes_it_fail(
    workshop: Workshop, told: list[Any], content: bytes
) -> None:
    before = dict(workshop.shown)
    workshop.redraw(1, content, never)
    assert told[-1].is_stale
    assert told[-1].problems
    assert workshop.shown == before


def test_pictures_are_fetched_by_the_page(tmp_path: Path) -> None:
    assert address(tmp_path, "art/a b.png") == "picture:art/a b.png#0"
    assert address(tmp_path, "../a.png") == "picture:../a.png#0"
    assert address(tmp_path, "data:image/png;base64,x") == "data:image/png;base64,x"


def test_another_picture_under_the_same_name_is_another_face(
    workshop: Workshop, told: list[Any]
) -> None:
    folder = workshop.path.parent
    template, art = folder / "templates" / "card.svg.j2", folder / "art.svg"
    picture = '<image href="art.svg" width="9" height="9"/></svg>'
    template.write_text(
        template.read_text(encoding="utf-8").replace("</svg>", picture), encoding="utf-8"
    )
    for number, colour in enumerate(("red", "blue"), 1):
        art.write_text(
            f'<svg xmlns="{SVG_NAMESPACE}" viewBox="0 0 9 9"><rect width="9" height="9" '
            f'fill="{colour}"/></svg>'
        )
        os.utime(art, (number, number))
        told.clear()
        workshop.redraw(number, workshop.path.read_bytes(), never, may_reuse=False)
        assert sorted(faces(told)) == sorted(CARDS), colour
    assert workshop.has_on_a_face("art.svg")
    assert not any(map(workshop.has_on_a_face, ("art", "rt.svg", "art.svg#", "other.svg")))


def state(workshop: Workshop) -> dict[str, Any]:
    """All that a page is told of a game."""
    shown = dict(sorted(workshop.shown.items()))
    return {
        "shown": shown,
        "wall": workshop.wall,
        "grids": workshop.grids,
        "problems": workshop.problems.problems,
    }


NAMES: list[NewValue] = ["Tib", "Ann & Bo", "x" * 80, "Ébo", "«»"]
TINTS: list[NewValue] = ["sea", "fire", "#123456"]


@pytest.mark.slow
def test_after_any_edits_all_is_as_if_it_had_been_read_and_drawn_now(
    tmp_path: Path, told: list[Any]
) -> None:
    """Values that are typed, tried and taken back, cards that come and go, faults on the way:
    nothing stale stays behind.
    """
    path = make_small_game(tmp_path)
    rng, workshop = random.Random(3), Workshop(path, told.append)
    text = first = path.read_text(encoding="utf-8")
    before = [text]
    is_stale = 0
    for number in range(30):
        choice = rng.random()
        if choice < 0.2 and len(before) > 1:
            text = before.pop()
        elif choice < 0.3:
            text = text.replace(
                "The Tide" if "The Tide" in text else "The Ebb",
                "The Ebb" if "The Tide" in text else "The Tide",
                1,
            )
        elif choice < 0.4:
            text = "\n" + text if not text.startswith("\n") else text[1:]
        else:
            before.append(text)
            entry, field = rng.choice(list(CARDS)), rng.choice(["name", "cost", "guild", "tint"])
            typed: dict[str, list[NewValue]] = {
                "name": NAMES,
                "cost": [0, 7, 12],
                "guild": ["tide", "ember", "dust"],
                "tint": TINTS,
            }
            value = rng.choice(typed[field])
            workshop.try_value(number, "card", entry, field, value)
            text = with_cell(
                text,
                rows_of("kinds", "card"),
                entry,
                field,
                value,
                ["name", "cost", "guild", "tint", "note"],
            )
        workshop.redraw(number, text.encode(), never)
        fresh = Workshop(path, lambda message: None)
        fresh.redraw(0, text.encode(), never)
        if fresh.problems.is_stale:
            is_stale += 1
            assert (workshop.problems.problems, workshop.problems.is_stale) == (
                fresh.problems.problems,
                True,
            )
        else:
            assert state(workshop) == state(fresh), number
        assert workshop.root == fresh.root
    assert 2 < is_stale < 28
    assert text != first


def test_icons_are_kept_for_the_next_start(
    tmp_path: Path, told: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platformdirs.user_cache_path", lambda name: tmp_path / "cache" / name)
    path = ROOT / "generator" / "job" / "starter" / "cards.yaml"
    first = Workshop(path, told.append)
    first.redraw(0, path.read_bytes(), never)
    assert first.drawn is not None
    drawn = dict(first.drawn.press.drawer.supplies.parts.kept.lines)
    second = Workshop(path, told.append)
    second.redraw(0, path.read_bytes(), never)
    assert second.drawn is not None
    assert drawn
    assert second.drawn.press.drawer.supplies.parts.kept.lines == drawn
    assert second.shown == first.shown


def test_icons_in_a_new_folder_are_known_after_an_edit_though_nobody_told_of_them(
    workshop: Workshop, told: list[Any]
) -> None:
    icons = workshop.path.parent / "templates" / "icons"
    icons.mkdir()
    (icons / "moon.svg").write_text(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'/>", encoding="utf-8"
    )
    told.clear()
    workshop.redraw(1, workshop.path.read_bytes() + b"\n", never)
    assert [one.icons for one in told if isinstance(one, Wall)] == [["moon"]]


def test_faults_of_rules_that_are_data_are_told_while_typing(
    workshop: Workshop, told: list[Any]
) -> None:
    content = (
        workshop.path.read_bytes().rstrip()
        + b"\nplay:\n  turn:\n    - dael 1 from deck to each hand\n"
    )
    told.clear()
    workshop.redraw(1, content, never)
    (problems,) = [message for message in told if isinstance(message, ProblemList)]
    (fault, *_) = [problem for problem in problems.problems if problem.code == "bad-play"]
    assert (fault.line, fault.column) == (content.count(b"\n"), 7)
    assert fault.hint == "did you mean 'deal'?"


def test_a_copied_card_without_an_icon_shows_a_frame_and_no_error(
    workshop: Workshop, told: list[Any]
) -> None:
    icons = workshop.path.parent / "templates" / "icons"
    icons.mkdir()
    for entry in CARDS:
        (icons / f"{entry}.svg").write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>', encoding="utf-8"
        )
    template = workshop.path.parent / "templates" / "card.svg.j2"
    icon = '<use href="icons/{{ card.id }}.svg" x="9" y="20" width="30" height="31"/></svg>'
    template.write_text(
        template.read_text(encoding="utf-8").replace("</svg>", icon), encoding="utf-8"
    )
    workshop.redraw(1, workshop.path.read_bytes(), never, may_reuse=False)
    assert workshop.problems.problems == []
    copied = edited(
        workshop, "      wick:", "      eel: {name: Eel, cost: 1, guild: tide}\n      wick:"
    )
    workshop.redraw(2, copied, never)
    (fault,) = workshop.problems.problems
    assert (fault.severity, fault.code, fault.card) == ("warning", "unknown-icon", "eel")
    assert "templates/icons/eel.svg" in str(fault.hint)
    assert not workshop.problems.is_stale
    svg = workshop.shown["eel"].svg
    assert 'stroke-dasharray="1.2 0.8"' in svg
    assert 'width="30" height="31"' in svg
    assert "stroke-dasharray" not in workshop.shown["tib"].svg


def test_a_fault_before_all_is_drawn_for_the_first_time_pales_its_card_alone(
    tmp_path: Path, told: list[Any]
) -> None:
    workshop = Workshop(make_small_game(tmp_path), told.append)
    asked = iter([False, True])
    with pytest.raises(Newer):
        workshop.redraw(0, workshop.path.read_bytes(), lambda: next(asked))
    workshop.redraw(1, edited(workshop, "cost: 4", 'cost: ""'), never)
    assert (workshop.problems.is_stale, workshop.problems.pale) == (True, ["tib"])
    assert sorted(workshop.shown) == sorted(CARDS)
