"""The template editor in a real browser: an element is chosen on the card, moved and resized."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import make_game
from tests.studio.conftest import ICON, TABLES, Studio, open_page, run_studio, until
from tests.studio.desk.test_art import png
from tests.studio.test_page import barriers


def template_of(studio: Studio) -> Path:
    (found,) = studio.folder.glob("templates/*.svg.j2")
    return found


def draft_of(studio: Studio) -> str:
    return studio.desk.templating.unsaved.get(template_of(studio).name, "")


def words_of(page: Any) -> str:
    """Read what the large card says."""
    said: str = page.locator(".sheet .face").evaluate("(one) => one.shadowRoot.textContent")
    return " ".join(said.split())


def test_an_element_is_chosen_dragged_and_saved(page: Any, studio: Studio) -> None:
    before = template_of(studio).read_text(encoding="utf-8")
    page.get_by_role("button", name="Template", exact=True).click()
    name = page.locator(".sheet .face").get_by_text("Tib")
    name.wait_for()
    assert barriers(page) == []
    name.click(force=True)
    until(lambda: page.get_by_label("font-size").count() and page.locator(".selection").count())
    sheet, box = page.locator(".sheet").bounding_box(), name.bounding_box()
    pixels = sheet["width"] / 63
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(*middle)
    page.mouse.down()
    page.keyboard.down("Alt")  # or it would snap
    page.mouse.move(middle[0] + 10 * pixels, middle[1] + 5 * pixels, steps=4)
    assert page.evaluate("getSelection().toString()") == ""
    page.mouse.up()
    page.keyboard.up("Alt")
    until(lambda: 'x="15" y="15"' in draft_of(studio), "moved")
    page.get_by_label("font-size").fill("7")
    page.get_by_label("font-size").press("Enter")
    moved = before.replace('x="5" y="10" font-size="6"', 'x="15" y="15" font-size="7"')
    until(lambda: draft_of(studio) == moved, "that alone has changed")
    page.locator(".sheet").focus()
    page.keyboard.press("Shift+ArrowLeft")
    until(lambda: 'x="10" y="15"' in draft_of(studio), "moved by a key")
    page.keyboard.press("Control+z")
    until(lambda: draft_of(studio) == moved, "taken back")
    page.keyboard.press("Control+s")
    until(lambda: template_of(studio).read_text(encoding="utf-8") == moved, "saved")


@pytest.mark.slow
def test_the_template_that_is_shown_is_the_chosen_card_s(page: Any, studio: Studio) -> None:
    own = template_of(studio).name
    page.get_by_role("button", name="Template", exact=True).click()
    shown = page.get_by_role("combobox", name="Template")
    until(lambda: shown.count() and shown.input_value() == own, "that of the first card")
    page.get_by_role("button", name="Grid", exact=True).click()
    page.get_by_role("button", name="Add a kind …").click()
    page.get_by_role("textbox", name="New kind").fill("weather")
    page.get_by_role("button", name="Add it").click()
    page.locator(".wall button.card:has([data-card=weather-first])").click()
    page.get_by_role("button", name="Template", exact=True).click()
    until(lambda: shown.input_value() == "weather.svg.j2", "that of the new card")
    page.get_by_role("textbox", name="The text of weather.svg.j2").wait_for()
    shown.select_option(own)
    page.locator(".wall button.card:has([data-card=tib])").click()
    until(lambda: shown.input_value() == own, "that of the other card again")
    shown.select_option("weather.svg.j2")
    page.locator(".wall button.card:has([data-card=pike])").click()
    page.locator(".sheet [data-card], .sheet .face").get_by_text("Pike").first.wait_for()
    assert shown.input_value() == "weather.svg.j2"  # of a card with the same template it stays


@pytest.mark.slow
def test_a_field_that_is_not_on_the_card_is_put_there(page: Any, studio: Studio) -> None:
    before = template_of(studio).read_text(encoding="utf-8")
    page.locator(".wall button.card:has([data-card=pike])").click()
    page.get_by_role("button", name="Template", exact=True).click()
    show = page.get_by_role("button", name=re.compile("^Show "))
    until(lambda: show.all_inner_texts() == ["Show note"], "all else is shown")
    assert barriers(page) == []
    show.click()
    until(lambda: page.locator(".selection").count(), "it is chosen on the card")
    until(lambda: page.get_by_label("font-size", exact=True).count(), "its attributes are there")
    assert "Guards a bridge." in words_of(page)
    at = before.rindex("</svg>")
    written = draft_of(studio)
    assert written.startswith(before[:at])
    assert written.endswith("{{ card.note }}</textArea>{% endif %}\n" + before[at:])
    page.locator(".sheet").focus()
    page.keyboard.press("Shift+ArrowDown")
    until(lambda: draft_of(studio) != written and 'y="35.8"' in draft_of(studio), "moved")
    page.keyboard.press("Escape")
    until(lambda: show.count() == 0, "nothing is left to be shown")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    until(lambda: draft_of(studio) in ("", before), "taken back in two steps")


@pytest.mark.slow
def test_fields_of_all_sorts_are_put_on_the_card(tmp_path: Path, browser: Any) -> None:
    sorts = {
        "wind": "0..9", "power": "number?", "length": "length", "motto": "line", "rules": "text",
        "crew": "guild", "deck": "upper|lower", "sign": "icon", "photo": "image?",
    }  # fmt: skip
    own = {
        "wind": 0, "length": "4 mm", "motto": "Home", "rules": "Draw.", "crew": "tide",
        "deck": "lower", "sign": "fin", "photo": "art/tib.png",
    }  # fmt: skip
    cards = {"tib": {"name": "Tib", **own}}
    files = {"templates/icons/fin.svg": ICON, "art/tib.png": png()}
    face = '<text x="5" y="10" font-size="6">{{ card.name }}</text>'
    make_game(tmp_path / "game", face, cards, {"name": "line", **sorts}, files, tables=TABLES)
    for studio in run_studio(tmp_path / "game"):
        for page in open_page(studio, browser):
            page.get_by_role("button", name="Template", exact=True).click()
            show = page.get_by_role("button", name=re.compile("^Show "))

            def is_listed(left: int, show: Any = show, page: Any = page) -> bool:
                """Let go of what was chosen, which hides the list; some is chosen a little later."""
                page.locator(".sheet").focus()
                page.keyboard.press("Escape")
                page.wait_for_timeout(100)
                return bool(show.count() == left)

            for left in range(len(sorts) - 1, 0, -1):  # a length is for the template's own use
                until(lambda left=left: is_listed(left), f"{left} fields are left")
                show.first.click()
                until(lambda show=show, left=left: show.count() < left, "it is shown")
            until(lambda: is_listed(0), "all are shown")
            until(lambda page=page: "error" not in page.locator(".problems").inner_text())
            faults = studio.desk.workshop.problems.problems
            assert {one.code for one in faults} == {"soft-picture"}  # all can be drawn
            shown = words_of(page)
            assert all(one in shown for one in ("Home", "Draw.", "The Tide", "lower", "0"))


def test_a_text_area_is_listed_as_the_template_calls_it(page: Any, studio: Studio) -> None:
    path = template_of(studio)
    text = path.read_text(encoding="utf-8")
    area = '<textArea x="5" y="5" width="40" height="9" font-size="9pt">{{ card.name }}</textArea>'
    path.write_text(re.sub(r"<text [^>]*>{{ card.name }}</text>", area, text), encoding="utf-8")
    page.get_by_role("button", name="Template", exact=True).click()
    options = page.get_by_label("Element", exact=True).locator("option")
    until(
        lambda: any(one.startswith("textArea “Tib”") for one in options.all_inner_texts()),
        "the area is listed",
    )


@pytest.mark.slow
def test_what_the_template_works_out_is_left_to_its_text(page: Any, studio: Studio) -> None:
    before = template_of(studio).read_text(encoding="utf-8")
    page.get_by_role("button", name="Template", exact=True).click()
    choice = page.get_by_label("Element", exact=True)
    until(lambda: choice.locator("option").count() > 3, "the elements are listed")
    choice.select_option(index=2)  # the ground, of which each card has its own colour
    until(lambda: page.get_by_label("width").count(), "found")
    assert page.get_by_label("fill").is_disabled()
    page.locator(".sheet").focus()
    page.keyboard.press("Alt+ArrowRight")
    until(lambda: 'width="63.5"' in draft_of(studio), "resized by a key")
    assert draft_of(studio) == before.replace('width="63"', 'width="63.5"')


@pytest.mark.slow
def test_what_is_dragged_snaps_at_the_safe_edge_unless_alt_is_held(
    page: Any, studio: Studio
) -> None:
    page.get_by_role("button", name="Template", exact=True).click()
    name = page.locator(".sheet .face").get_by_text("Tib")
    name.click(force=True)
    until(lambda: page.get_by_label("font-size").count() and page.locator(".selection").count())
    box, pixels = name.bounding_box(), page.locator(".sheet").bounding_box()["width"] / 63
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 2 * pixels + 1.5, y, steps=3)  # near 3 mm from the cut
    page.locator(".guide.upright").wait_for()
    until(lambda: re.search('<text x="3" y="[^"]+" font-size="6">', draft_of(studio)), "snapped")
    page.keyboard.down("Alt")
    page.mouse.move(x - 2 * pixels + 2, y, steps=2)
    until(lambda: page.locator(".guide").count() == 0, "nothing is snapped at")
    until(lambda: re.search('<text x="3\\.[1-9]', draft_of(studio)), "as the pointer is")
    page.mouse.up()
    page.keyboard.up("Alt")


PARTS = (
    '<textArea x="5" y="15" width="30" height="9" font-size="9pt">{{ card.name }}</textArea>'
    '<image href="art/dot.png" x="5" y="30" width="20" height="20"/>'
    '{% for n in range(3) %}<circle cx="{{ 8 + 9 * n }}" cy="60" r="3" fill="#336699"/>{% endfor %}'
)


def chosen_as(page: Any, start: str) -> None:
    """Choose an element from the list by how it is called there."""
    choice = page.get_by_label("Element", exact=True)

    def number() -> int | None:
        names = choice.locator("option").all_inner_texts()
        return next((n for n, name in enumerate(names) if name.startswith(start)), None)

    until(lambda: number() is not None, f"{start} is listed")
    choice.select_option(index=number())
    page.locator(".properties legend").get_by_text(start.split(" ")[0], exact=True).wait_for()


def dragged(page: Any, x: float, y: float) -> None:
    """Drag the corner of what is chosen by so many millimetres."""
    handle, sheet = page.locator(".handle").bounding_box(), page.locator(".sheet").bounding_box()
    middle = (handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2)
    pixels = sheet["width"] / 63
    page.mouse.move(*middle)
    page.mouse.down()
    page.keyboard.down("Alt")  # or it would snap
    page.mouse.move(middle[0] + x * pixels, middle[1] + y * pixels, steps=3)
    page.mouse.up()
    page.keyboard.up("Alt")


@pytest.mark.slow
def test_areas_and_pictures_are_resized_by_hand_and_a_loop_says_so(
    page: Any, studio: Studio
) -> None:
    path = template_of(studio)
    (studio.folder / "art").mkdir()
    (studio.folder / "art" / "dot.png").write_bytes(png())
    before = path.read_text(encoding="utf-8").replace("</svg>", PARTS + "</svg>")
    path.write_text(before, encoding="utf-8")
    page.get_by_role("button", name="Template", exact=True).click()
    chosen_as(page, "textArea")
    dragged(page, 10, 4)
    sized = re.compile('<textArea x="5" y="15" width="([^"]+)" height="([^"]+)"')
    until(lambda: sized.search(draft_of(studio)), "it is written")

    def is_sized(across: float, down: float) -> bool:
        found = sized.search(draft_of(studio))
        return bool(
            found and abs(float(found[1]) - across) < 0.5 and abs(float(found[2]) - down) < 0.5
        )

    until(lambda: is_sized(40, 13), "the area is larger")
    chosen_as(page, "image")
    dragged(page, 5, 5)
    pictured = re.compile('x="5" y="30" width="(2[45][^"]*)" height="(2[45][^"]*)"')
    until(lambda: pictured.search(draft_of(studio)), "the picture is larger")
    back = sized.sub('<textArea x="5" y="15" width="30" height="9"', draft_of(studio))
    assert pictured.sub('x="5" y="30" width="20" height="20"', back) == before
    chosen_as(page, "circle")
    page.get_by_text("The template draws this 3 times, as in a loop; all copies change.").wait_for()
    page.get_by_label("fill as a separate colour").fill("#aa0000")
    until(lambda: 'r="3" fill="#aa0000"' in draft_of(studio), "its colour is written")
    chosen_as(page, "text “Tib”")
    page.get_by_label("font-family").select_option("Source Serif Pro")
    until(lambda: 'font-family="Source Serif Pro">{{ card.name }}' in draft_of(studio), "its font")
    for line in (".sheet .cut", ".sheet .safe"):
        assert page.locator(line).bounding_box()["width"] > 100
    assert barriers(page) == []
