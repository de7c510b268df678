"""The grid as people know it, by real keys and a real clipboard: blocks, order, filter, CSV; and
pictures that are dropped.
"""

from __future__ import annotations

import base64
import re
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import make_game
from tests.studio.conftest import (
    CARDS,
    FACE,
    FIELDS,
    TABLES,
    Studio,
    make_game_of_icons,
    open_page,
    run_studio,
    until,
)
from tests.studio.desk.test_art import png
from tests.studio.test_page import barriers, face, redrawn


@pytest.fixture
def grid(page: Any, studio: Studio) -> Any:
    page.context.grant_permissions(
        ["clipboard-read", "clipboard-write"], origin=f"http://{studio.guard.hosts[0]}"
    )
    return page


def paste(page: Any, label: str, text: str) -> None:
    page.evaluate("text => navigator.clipboard.writeText(text)", text)
    page.get_by_label(label, exact=True).focus()
    page.keyboard.press("Control+v")


def ids(page: Any) -> list[str]:
    found: list[str] = page.evaluate(
        "[...document.querySelectorAll('.grid tbody tr')].map(row => row.dataset.entry)"
    )
    return found


def test_a_pasted_block_fills_cells_adds_cards_and_is_taken_back_at_once(
    grid: Any, studio: Studio
) -> None:
    before = studio.desk.draft.text
    paste(grid, "name of pike", 'Perch\t7\ttide\n"Wick\nLamp"\t8\tember\nEel\t1\ttide\n')
    until(lambda: ids(grid) == ["tib", "pike", "wick", "eel"], "a card is added")
    redrawn(grid, "pike", "Perch")
    assert "7" in face(grid, "pike")
    redrawn(grid, "eel", "Eel")
    grid.get_by_role("button", name="Undo").click()
    until(lambda: studio.desk.draft.text == before, "all is taken back at once")


@pytest.mark.slow
def test_a_table_with_headings_goes_to_its_ids_and_columns(grid: Any) -> None:
    paste(grid, "id of tib", "cost\tid\n9\twick\n8\ttib\n")
    redrawn(grid, "wick", "9")
    redrawn(grid, "tib", "8")
    assert ids(grid) == ["tib", "pike", "wick"]
    paste(grid, "id of tib", "Name\tCost \nPerch\t6\nTib\t5\nÉel & Co\t4\nTib\t3\nTib\t2\n")
    redrawn(grid, "tib", "Perch")
    until(
        lambda: ids(grid) == ["tib", "pike", "wick", "tib-2", "tib-3"],
        "headings are known with capitals, and ids are made of names",
    )


@pytest.mark.slow
def test_one_word_is_pasted_into_its_cell_as_anywhere(grid: Any) -> None:
    grid.get_by_label("name of tib").fill("")
    paste(grid, "name of tib", "Tabitha")
    redrawn(grid, "tib", "Tabitha")


@pytest.mark.slow
def test_a_range_is_chosen_by_keys_copied_filled_cleared_and_left(
    grid: Any, studio: Studio
) -> None:
    grid.get_by_label("name of tib").focus()
    for key in ("Shift+ArrowDown", "Shift+ArrowDown", "Shift+ArrowRight"):
        grid.keyboard.press(key)
    assert "3 rows, 2 columns" in grid.locator(".range-bar").inner_text()
    assert barriers(grid) == []
    grid.keyboard.press("Control+c")
    until(
        lambda: grid.evaluate("navigator.clipboard.readText()") == "Tib\t4\nPike\t3\nWick\t2",
        "copied",
    )
    grid.keyboard.press("Escape")
    assert grid.locator(".range-bar").count() == 0
    grid.get_by_label("cost of tib").focus()
    grid.keyboard.press("Shift+ArrowDown")
    grid.keyboard.press("Shift+ArrowDown")
    grid.keyboard.press("Control+d")
    until(lambda: studio.desk.draft.text.count("cost: 4") == 3, "filled down")
    grid.get_by_label("note of tib").focus()
    grid.keyboard.press("Shift+ArrowDown")
    grid.keyboard.press("Delete")
    until(lambda: "Guards a bridge" not in studio.desk.draft.text, "cleared")


@pytest.mark.slow
def test_rows_are_chosen_by_the_mouse_copied_and_deleted_together(
    grid: Any, studio: Studio
) -> None:
    before = studio.desk.draft.text
    start, end = (grid.get_by_label(f"name of {entry}").bounding_box() for entry in ("tib", "pike"))
    grid.mouse.move(start["x"] + 5, start["y"] + 5)
    grid.mouse.down()
    grid.mouse.move(end["x"] + 5, end["y"] + 5, steps=5)
    grid.mouse.up()
    grid.get_by_role("button", name="Copy rows").click()
    until(lambda: ids(grid) == ["tib", "pike", "wick", "tib-2", "pike-2"], "copied")
    grid.get_by_role("button", name="Delete rows").click()
    until(lambda: ids(grid) == ["wick", "tib-2", "pike-2"], "deleted")
    for _ in range(2):
        grid.get_by_role("button", name="Undo").click()
    until(lambda: studio.desk.draft.text == before, "taken back")


@pytest.mark.slow
def test_escape_takes_back_what_was_typed_into_a_cell(grid: Any, studio: Studio) -> None:
    before = studio.desk.draft.text
    grid.get_by_label("name of tib").focus()
    grid.keyboard.type("xyz")
    redrawn(grid, "tib", "xyz")
    grid.keyboard.press("Escape")
    until(lambda: studio.desk.draft.text == before, "it is as before")
    assert grid.get_by_label("name of tib").input_value() == "Tib"


@pytest.mark.slow
def test_rows_are_sorted_kept_so_and_filtered(grid: Any, studio: Studio) -> None:
    grid.get_by_role("columnheader", name="cost").get_by_role("button").click()
    until(lambda: ids(grid) == ["wick", "pike", "tib"], "sorted")
    grid.get_by_label("cost of wick").fill("9")
    redrawn(grid, "wick", "9")
    assert ids(grid) == ["wick", "pike", "tib"]  # rows do not jump about
    assert barriers(grid) == []
    grid.get_by_role("button", name="Keep this order").click()
    until(
        lambda: studio.desk.draft.text.index("wick:") < studio.desk.draft.text.index("pike:"),
        "kept",
    )
    grid.get_by_label("Filter rows").fill("bridge")
    until(lambda: ids(grid) == ["pike"], "filtered")


@pytest.mark.slow
def test_csv_goes_out_and_comes_in(grid: Any) -> None:
    with grid.expect_download() as download:
        grid.get_by_role("button", name="Export CSV").click()
    assert download.value.suggested_filename == "trial-card.csv"
    text = download.value.path().read_text(encoding="utf-8-sig")
    with grid.expect_file_chooser() as chooser:
        grid.get_by_role("button", name="Import CSV").click()
    chooser.value.set_files(
        {"name": "new.csv", "mimeType": "text/csv", "buffer": text.replace("Tib", "Tom").encode()}
    )
    redrawn(grid, "tib", "Tom")
    until(lambda: "new.csv: 1 card changed" in grid.locator(".remark").inner_text(), "it is told")


DROP = """([selector, data, name]) => {
    const bytes = Uint8Array.from(atob(data), one => one.charCodeAt(0)), all = new DataTransfer();
    all.items.add(new File([bytes], name, {type: 'image/png'}));
    const target = document.querySelector(selector);
    for (const sort of ['dragover', 'drop']) target.dispatchEvent(new DragEvent(sort, {dataTransfer:
    all, bubbles: true, cancelable: true}));
}"""


@pytest.mark.slow
def test_a_picture_is_dropped_on_a_card_and_shown(page: Any, studio: Studio) -> None:
    template = studio.folder / "templates" / "card.svg.j2"
    image = (
        '{% if card.art %}<image href="{{ card.art }}" x="5" y="20" width="40" height="40"/>{% '
        "endif %}</svg>"
    )
    template.write_text(
        template.read_text(encoding="utf-8").replace("</svg>", image), encoding="utf-8"
    )
    data = base64.b64encode(png()).decode()
    page.evaluate(DROP, [".wall button.card:has([data-card=pike])", data, "My Pike.png"])
    shown = (
        "document.querySelector(`.wall "
        "[data-card='pike']`).shadowRoot.querySelector('image')?.getAttribute('href') ?? ''"
    )
    until(lambda: page.evaluate(shown).startswith("blob:"), "the card shows it")
    assert (studio.folder / "art" / "my-pike.png").read_bytes() == png()
    assert page.get_by_label("art of pike", exact=True).input_value() == "art/my-pike.png"
    until(
        lambda: page.evaluate("document.querySelector('img.thumb')?.naturalWidth") == 4,
        "the cell shows it small",
    )
    page.evaluate(
        DROP, ["tr[data-entry=tib] td[data-field=art]", base64.b64encode(b"no").decode(), "x.png"]
    )
    until(
        lambda: "cannot be read as a picture" in page.locator(".remark").inner_text(),
        "what is none is refused",
    )


@pytest.mark.slow
def test_a_picture_is_chosen_by_keyboard(page: Any, studio: Studio) -> None:
    page.locator(".wall button.card").first.click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Picture …").press("Enter")
    chooser.value.set_files({"name": "tib.png", "mimeType": "image/png", "buffer": png("blue")})
    until(lambda: "art: art/tib.png" in studio.desk.draft.text, "its cell names it")
    assert page.evaluate("document.documentElement.scrollWidth") <= 1400


@pytest.mark.slow
def test_several_pictures_go_to_the_cards_that_they_are_called_like(
    page: Any, studio: Studio
) -> None:
    page.locator(".wall button.card").first.click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Picture …").click()
    chooser.value.set_files(
        [
            {"name": name, "mimeType": "image/png", "buffer": png()}
            for name in ("Pike.png", "wick.png", "otter.png")
        ]
    )
    said = page.locator(".remark")
    until(lambda: "2 pictures are on their cards" in said.inner_text(), "they are placed")
    assert "No card has the name of otter.png" in said.inner_text()
    text = studio.desk.draft.text
    assert ("art: art/pike.png" in text, "art: art/wick.png" in text) == (True, True)
    assert text.count("art: ") == 2
    page.get_by_role("button", name="Undo").click()
    until(lambda: "art: " not in studio.desk.draft.text, "both are taken back at once")
    assert not studio.desk.draft.can_undo


@pytest.mark.slow
def test_an_icon_of_ones_own_is_brought_by_keyboard(
    studio_with_icons: Studio, browser: Any
) -> None:
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0H1V1Z"/></svg>'
    shown = "document.querySelector('td[data-field=sign] .icon').shadowRoot?.querySelector('path')"
    for page in open_page(studio_with_icons, browser):
        page.get_by_role("button", name="sort (table)").click()
        page.get_by_role("button", name="sign of sea: choose an icon").press("Enter")
        assert barriers(page) == []
        with page.expect_file_chooser() as chooser:
            page.get_by_role("button", name="A file …").press("Enter")
        chooser.value.set_files({"name": "claw.svg", "mimeType": "image/svg+xml", "buffer": svg})
        cell = page.get_by_label("sign of sea", exact=True)
        until(lambda cell=cell: cell.input_value() == "claw", "the cell names it")
        until(lambda page=page: page.evaluate(f"Boolean({shown})"), "the cell shows it")
        page.get_by_role("button", name="Add a row").click()
        page.get_by_label("sign of sort-2", exact=True).wait_for()
        assert page.get_by_label("sign of sort-2", exact=True).input_value() == "claw"
        until(lambda page=page: page.get_by_text("No problems").count(), "it has an icon")
        page.get_by_label("sign of sort-2", exact=True).fill("none-such")
        until(
            lambda page=page: page.locator(".problems").inner_text() == "1 error",
            "a fault in a row that no card names",
        )
        assert page.locator(".faces.stale, .card.pale").count() == 0
    assert (studio_with_icons.folder / "templates" / "icons" / "claw.svg").read_bytes() == svg


@pytest.mark.slow
def test_the_large_card_leads_to_its_cells(grid: Any) -> None:
    grid.locator(".wall button.card:has([data-card=wick])").click()
    grid.get_by_role("button", name="Go to the cells of Wick").click()
    until(
        lambda: grid.evaluate("document.activeElement.ariaLabel") == "id of wick",
        "its row has the focus",
    )
    assert barriers(grid) == []


@pytest.mark.slow
def test_a_list_is_filled_from_a_chooser_by_keyboard(tmp_path: Path, browser: Any) -> None:
    fields = {**FIELDS, "crews": "[guild] 0..3"}
    cards = {name: {**card, "crews": ["tide"]} for name, card in CARDS.items()}
    make_game(tmp_path / "game", FACE, cards, fields, tables=TABLES)
    for studio in run_studio(tmp_path / "game"):
        for page in open_page(studio, browser, viewport={"width": 1366, "height": 768}):
            page.get_by_role("button", name="crews of tib: choose from a list").press("Enter")
            dialog = page.get_by_role("dialog", name="Choose several")
            dialog.wait_for()
            assert barriers(page) == []
            dialog.get_by_role("button", name="ember", exact=True).press("Enter")
            cell = page.get_by_label("crews of tib", exact=True)
            until(lambda cell=cell: cell.input_value() == "tide, ember", "one more is in it")
            dialog.get_by_role("button", name="Take out tide").press("Enter")
            until(lambda cell=cell: cell.input_value() == "ember", "one is taken out")
            page.keyboard.press("Escape")
            until(lambda dialog=dialog: not dialog.is_visible(), "it is closed")
            tib = studio.desk.draft.text.partition("tib:")[2].partition("pike:")[0]
            assert re.search(r"crews:\s+(\[|- )\"?ember\"?", tib), tib
            assert page.get_by_role("button", name="No problems").count() == 1


@pytest.mark.slow
def test_a_picture_is_dropped_on_a_cell(page: Any, studio: Studio) -> None:
    page.locator(".wall button.card").first.click()
    with page.expect_file_chooser() as chooser:  # gives the kind its column
        page.get_by_role("button", name="Picture …").press("Enter")
    chooser.value.set_files({"name": "tib.png", "mimeType": "image/png", "buffer": png("blue")})
    page.get_by_label("art of pike", exact=True).wait_for()
    data = base64.b64encode(png()).decode()
    page.evaluate(DROP, ["tr[data-entry=pike] td[data-field=art]", data, "My Pike.png"])
    until(
        lambda: page.get_by_label("art of pike", exact=True).input_value() == "art/my-pike.png",
        "the cell names it",
    )
    assert (studio.folder / "art" / "my-pike.png").read_bytes() == png()
    thumb = "document.querySelector('tr[data-entry=pike] img.thumb')?.naturalWidth"
    until(lambda: page.evaluate(thumb) == 4, "the cell shows it small")


@pytest.mark.slow
def test_a_new_and_a_copied_card_without_their_icon_get_a_placeholder(
    tmp_path: Path, browser: Any
) -> None:
    make_game_of_icons(tmp_path / "game")
    frame = "card => document.querySelector(`.wall [data-card=${card}]`)?.shadowRoot.querySelector('[stroke-dasharray]') !== null"
    for studio in run_studio(tmp_path / "game"):
        for page in open_page(studio, browser, viewport={"width": 1366, "height": 768}):
            page.get_by_role("button", name="Copy wick").click()
            page.get_by_role("button", name="Add a card").click()
            for card in ("wick-2", "card-2"):
                page.locator(f".wall [data-card={card}] svg").wait_for(state="attached")
                until(
                    lambda page=page, card=card: page.evaluate(frame, card), f"{card} has a frame"
                )
            assert not page.evaluate(frame, "wick")
            assert "error" not in page.locator(".problems").inner_text()
            assert page.locator("button.card.pale").count() == 0
