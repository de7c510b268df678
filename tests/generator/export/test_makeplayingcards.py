"""MakePlayingCards: a slot for every copy, projects of no more than they take."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from generator.data.problems import Problems
from generator.export import makeplayingcards
from generator.pdf.raster import render_page
from tests.conftest import make_game
from tests.generator.export.orders import BLEEDING, deck, ordered, pdf_of, picture


@given(st.lists(st.integers(1, 40), min_size=1, max_size=8), st.integers(5, 30))
def test_makeplayingcards_has_a_slot_for_every_copy_and_no_project_is_too_large(
    copies: list[int], most: int
) -> None:
    slots = [number for number, n in enumerate(copies) for _ in range(n)]
    parts = makeplayingcards.projects(slots, most)
    assert [slot for part in parts for slot in part] == slots
    assert all(0 < len(part) <= most for part in parts)


def test_makeplayingcards_has_fronts_in_order_and_one_back(tmp_path: Path) -> None:
    made = ordered(deck(tmp_path), "makeplayingcards")
    folder = "01-the-deck-game-cards-63-x-88-mm"
    fronts = [
        f"{folder}/fronts/{slot:03}-card-{card}.png"
        for slot, card in enumerate((1, 2, 2, 2, 3, 3), 1)
    ]
    assert [str(name) for name in made.files if name.suffix == ".png"] == [
        *fronts,
        f"{folder}/back.png",
    ]
    assert {picture(made, name).size for name in [*fronts, f"{folder}/back.png"]} == {(816, 1111)}
    assert [row.copies for row in made.rows] == [1] * 6


def test_a_deck_that_is_too_large_lies_in_several_projects(tmp_path: Path) -> None:
    problems = Problems()
    made = ordered(
        deck(tmp_path, copies=(2, makeplayingcards.MOST_CARDS)), "makeplayingcards", problems
    )
    folders = Counter(name.parts[0] for name in made.files if "fronts" in name.parts)
    stem = "01-the-deck-game-cards-63-x-88-mm-part"
    assert folders == {f"{stem}-1-of-2": 612, f"{stem}-2-of-2": 2}
    assert Counter(row.card for row in made.rows) == {"card-1": 2, "card-2": 612}
    assert [problem.code for problem in problems if problem.severity == "warning"] == [
        "too-many-cards"
    ]


def test_each_front_has_its_own_back_beside_it_where_backs_differ(tmp_path: Path) -> None:
    game = make_game(
        tmp_path,
        BLEEDING,
        {"one": {"name": "1", "copies": 2, "back": "b"}, "two": {"name": "2", "back": "c"}},
        kinds={
            "backs": {
                "template": "card.svg.j2",
                "fields": {"name": "line"},
                "cards": {"b": {"name": "B"}, "c": {"name": "C"}},
            }
        },
        components={"deck": {"name": "Deck", "of": "card", "count": 3}},
    )
    made = ordered(game, "makeplayingcards")
    names = [str(name).partition("/")[2] for name in made.files if "/backs/" in str(name)]
    assert names == ["backs/001-b.png", "backs/002-b.png", "backs/003-c.png"]
    assert [row.back.partition("/")[2] for row in made.rows] == names


def test_a_wide_card_is_turned_and_its_back_the_other_way(tmp_path: Path) -> None:
    wide = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 88 63"><rect x="-5" y="-5" '
        'width="98" height="73" fill="{}"/><rect width="20" height="9" fill="#000"/></svg>'
    )
    game = make_game(
        tmp_path,
        "",
        {"one": {"name": "1"}},
        kind={"size": "88 x 63 mm"},
        files={
            "templates/card.svg.j2": wide.format("#f00"),
            "templates/back.svg.j2": wide.format("#00f"),
        },
        kinds={"backs": {"template": "back.svg.j2", "size": "88 x 63 mm", "cards": {"back": {}}}},
        components={"deck": {"name": "Deck", "of": "card", "back": "back", "count": 1}},
    )
    made = ordered(game, "the-game-crafter")
    face, back = (
        picture(made, f"01-deck-euro-poker-deck/{name}.png")
        for name in ("01-one-x1", "back-1-back")
    )
    assert face.size == (825, 1125)
    lower, upper = (
        (60, 1060),
        (825 - 60, 60),
    )  # where the top left corner of the wide card comes to lie
    assert [face.getpixel(at) for at in (lower, upper)] == [(0, 0, 0), (255, 0, 0)]
    assert [back.getpixel(at) for at in (lower, upper)] == [(0, 0, 255), (0, 0, 0)]
    pages = pdf_of(ordered(game, "drivethrucards"))
    shown = [render_page(pages, page, 300) for page in (1, 0)]
    assert all(abs(p.width - 825) <= 1 and abs(p.height - 1125) <= 1 for p in shown)
    assert [sum(p.getpixel(at)) < 60 for p in shown for at in (lower, upper)] == [
        True,
        False,
        False,
        True,
    ]
