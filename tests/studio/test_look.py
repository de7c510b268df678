"""The look of all cards in a real browser: colours and fonts are picked, and every card follows."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.face.fonts import FontBook
from tests.studio.conftest import Studio, make_small_game, open_page, run_studio, until
from tests.studio.test_page import barriers

FACE = (
    '<rect width="63" height="88" fill="{{ palette.sea }}"/>'
    '<text x="5" y="10" font-size="6" font-family="display">{{ card.name }}</text>'
)


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[Studio]:
    path = make_small_game(tmp_path / "game", fonts={"display": "Source Sans Pro"})
    (template,) = path.parent.glob("templates/*.svg.j2")
    old = template.read_text(encoding="utf-8")
    template.write_text(old[: old.index("<rect")] + FACE + "</svg>", encoding="utf-8")
    (path.parent / "fonts").mkdir()
    shutil.copy(FontBook().file_of("Source Serif Pro", 700), path.parent / "fonts" / "Own-Bold.ttf")
    yield from run_studio(path.parent)


@pytest.fixture
def page(studio: Studio, browser: Any) -> Iterator[Any]:
    yield from open_page(studio, browser, viewport={"width": 1366, "height": 768})


def shown(page: Any) -> list[str]:
    found: list[str] = page.evaluate(
        "[...document.querySelectorAll('.wall [data-card]')].map(one => one.shadowRoot.innerHTML)"
    )
    return found


def test_a_colour_and_a_font_change_on_all_cards(page: Any, studio: Studio) -> None:
    before = studio.desk.draft.text
    page.get_by_role("button", name="Look", exact=True).click()
    assert barriers(page) == []
    page.get_by_label("Colour sea").fill("#123456")
    until(
        lambda: len(shown(page)) == 3 and all("#123456" in one for one in shown(page)),
        "all cards are redrawn",
    )
    assert studio.desk.draft.text == before.replace("#aaccee", "#123456")
    page.get_by_label("Font display").select_option("fonts/Own-Bold.ttf")
    until(lambda: "display: {regular: fonts/Own-Bold.ttf}" in studio.desk.draft.text, "written")
    until(lambda: page.get_by_label("Font display").input_value() == "fonts/Own-Bold.ttf", "told")
    loaded = "document.fonts.load('400 20px display').then(found => found.length)"
    assert page.evaluate(loaded) == 1
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    until(lambda: studio.desk.draft.text == before, "taken back")
    until(lambda: all("#aaccee" in one for one in shown(page)), "as before")


@pytest.mark.slow
def test_a_colour_is_added_and_can_be_named_in_a_cell(page: Any, studio: Studio) -> None:
    before = studio.desk.draft.text
    page.get_by_role("button", name="Look", exact=True).click()
    new = page.get_by_role("form", name="A new colour")
    new.get_by_label("Colour", exact=True).fill("#335577")
    new.get_by_label("Name of the new colour").fill("Deep Storm")
    new.get_by_role("button", name="Add a colour").click()
    page.get_by_label("Colour deep_storm").wait_for()
    assert page.get_by_label("Value of deep_storm").input_value() == "#335577"
    assert new.get_by_label("Name of the new colour").input_value() == ""
    assert barriers(page) == []
    page.get_by_role("button", name="Grid", exact=True).click()
    page.get_by_label("tint of tib", exact=True).fill("deep_storm")
    page.get_by_role("button", name="tint of tib: change deep_storm on all cards").wait_for()
    assert page.get_by_text("No problems").count() == 1
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    until(lambda: studio.desk.draft.text == before, "taken back, each in a step")


@pytest.mark.slow
def test_a_named_colour_of_a_cell_leads_to_the_palette(page: Any, studio: Studio) -> None:
    page.get_by_label("tint of tib", exact=True).fill("sea")
    page.get_by_role("button", name="tint of tib: change sea on all cards").click()
    page.get_by_label("Colour sea").wait_for()
    until(lambda: "tint: sea" in studio.desk.draft.text, "the cell keeps the name")
