"""The page in a real browser, with its policy in force: cards drawn, edited, saved; faults and
conflicts shown.
"""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from studio.draft import draft
from studio.protocol.messages import Cell
from tests.conftest import ROOT, make_game, some
from tests.studio.conftest import (
    CIRCLE,
    COMMENT,
    FACE,
    FIELDS,
    TABLES,
    Studio,
    make_game_of_icons,
    make_small_game,
    open_address,
    open_page,
    run_studio,
    until,
)

FACE_TEXT = (
    "id => document.querySelector(`.wall [data-card='${id}']`)?.shadowRoot?.textContent ?? ''"
)


def face(page: Any, card: str) -> str:
    """Read what stands on a card of the wall."""
    text: str = page.evaluate(FACE_TEXT, card)
    return text


def redrawn(page: Any, card: str, words: str) -> None:
    """Wait until a card says something."""
    until(lambda: words in face(page, card), "the card is redrawn")


def write_text(page: Any, old: str, new: str) -> None:
    """Replace a stretch of the YAML text as if it was typed."""
    page.get_by_role("button", name="Text", exact=True).click()
    page.wait_for_selector(".cm-content")
    page.evaluate(
        """([old, new]) => { const view = document.querySelector('.text').editor, text =
        view.state.doc.toString(), from = text.indexOf(old);
        if (from < 0) throw new Error('no ' + old); view.dispatch({changes: {from, to: from + old.length, insert: new}}); }""".replace(
            "insert: new}", "insert: fresh}"
        ).replace("[old, new]", "[old, fresh]"),
        [old, new],
    )


def test_the_wall_shows_every_face_in_the_fonts_that_print(page: Any) -> None:
    assert page.locator("button.card").count() == 3
    assert "Tib" in face(page, "tib")
    assert "The Ember" in face(page, "wick")
    until(
        lambda: page.evaluate(
            "document.fonts.size > 0 && [...document.fonts].some(font => font.status === 'loaded')"
        ),
        "fonts",
    )
    assert page.evaluate("location.hash") == ""


def test_a_real_game_fits_a_laptop(tmp_path: Path, browser: Any) -> None:
    """Its grid, large card and wall are in sight at once, and the page does not scroll sideways."""
    shutil.copytree(ROOT / "templates", tmp_path / "templates")
    shutil.copy(ROOT / "cards.yaml", tmp_path)
    for studio in run_studio(tmp_path):
        for page in open_page(studio, browser, viewport={"width": 1366, "height": 768}):
            page.locator(".wall button.card").first.click()
            page.locator(".large [data-card] svg").first.wait_for()
            for selector, least in (
                (".large [data-card]", (100, 140)),
                (".grid tbody tr:nth-of-type(6) input", (40, 20)),
                (".wall button.card >> nth=2", (100, 140)),
            ):
                box = page.locator(selector).first.bounding_box()
                assert box, selector
                assert (box["width"], box["height"]) >= least, (selector, box)
                assert min(box["x"], box["y"]) >= 0, (selector, box)
                assert box["x"] + box["width"] <= 1366, (selector, box)
                assert box["y"] + box["height"] <= 768, (selector, box)
            width = "[document.documentElement, document.body].map((one) => one.scrollWidth)"
            assert max(page.evaluate(width)) <= 1366


def test_a_cell_redraws_its_card_and_the_file_is_saved_whole(page: Any, studio: Studio) -> None:
    before = studio.file.read_text(encoding="utf-8")
    page.get_by_label("name of pike").fill("Corporal Pike")
    until(lambda: "Corporal Pike" in face(page, "pike"), "the card is redrawn")
    assert studio.file.read_text(encoding="utf-8") == before
    page.get_by_role("button", name="Save").click()
    after = until(
        lambda: (text := studio.file.read_text(encoding="utf-8")) != before and text, "saved"
    )
    assert after.startswith(COMMENT)
    assert after == before.replace("name: Pike", "name: Corporal Pike")
    until(lambda: page.get_by_role("button", name="Saved").is_disabled(), "nothing is left to save")


def test_a_cell_that_was_left_keeps_what_was_typed_until_the_draft_has_it(
    page: Any, studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    held, answer = threading.Event(), studio.desk.answers[Cell]
    slow = {
        **studio.desk.answers,
        Cell: lambda page, message: (held.wait(10), answer(page, message))[1],
    }
    monkeypatch.setattr(studio.desk, "answers", slow)
    name = page.get_by_label("name of pike")
    name.fill("Corporal Pike")
    page.get_by_label("cost of pike").fill("6")
    assert (name.input_value(), studio.desk.draft.is_saved) == ("Corporal Pike", True)
    held.set()
    until(
        lambda: "6" in face(page, "pike") and "Corporal Pike" in face(page, "pike"),
        "the card is redrawn",
    )
    assert name.input_value() == "Corporal Pike"
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    until(lambda: name.input_value() == "Pike", "what is taken back shows")


def test_a_fault_never_blanks_the_page(page: Any) -> None:
    cost = page.get_by_label("cost of tib")
    cost.fill("44")
    fault = page.locator(".fault")
    fault.wait_for()
    assert "a whole number from 0 to 9" in fault.inner_text()
    assert cost.get_attribute("aria-invalid") == "true"
    assert "Tib4" in face(page, "tib").replace("\n", "").replace(" ", "")
    assert "before" in page.locator(".problems").inner_text()
    cost.fill("5")
    until(lambda: "5" in face(page, "tib"), "the card is redrawn")
    until(lambda: fault.count() == 0, "the fault is gone")


@pytest.mark.slow
def test_the_text_redraws_too_and_its_faults_stand_at_their_place(page: Any) -> None:
    write_text(page, "name: Wick", "name: Wick the Lamp")
    until(lambda: "Wick the Lamp" in face(page, "wick"), "the card is redrawn")
    write_text(page, "guild: ember", "guild: embers")
    mark = page.locator(".cm-lintRange-error")
    mark.wait_for()
    assert mark.inner_text() == "embers"
    assert "Wick the Lamp" in face(page, "wick")
    page.locator(".problems").click()
    assert "did you mean 'ember'?" in page.locator("#problems").inner_text()
    write_text(page, "guild: embers", "guild: ember")
    until(lambda: mark.count() == 0, "the fault is gone")


def test_a_save_elsewhere_is_shown_at_once(page: Any, studio: Studio) -> None:
    text = studio.file.read_text(encoding="utf-8")
    studio.file.write_text(text.replace("name: Tib", "name: Tabitha"), encoding="utf-8")
    until(lambda: "Tabitha" in face(page, "tib"), "the card is redrawn")
    template = studio.folder / "templates" / "card.svg.j2"
    template.write_text(
        template.read_text(encoding="utf-8").replace("{{ card.name }}", "*{{ card.name }}*"),
        encoding="utf-8",
    )
    until(lambda: "*Pike*" in face(page, "pike"), "all are redrawn")


@pytest.mark.slow
def test_a_conflict_is_shown_and_settled_by_the_person(page: Any, studio: Studio) -> None:
    page.get_by_label("name of tib").fill("Mine")
    until(lambda: "Mine" in face(page, "tib"), "the card is redrawn")
    theirs = studio.file.read_text(encoding="utf-8").replace("name: Tib", "name: Theirs")
    studio.file.write_text(theirs, encoding="utf-8")
    conflict = page.locator(".conflict")
    conflict.wait_for()
    lines = [line.strip() for line in conflict.locator("pre").inner_text().splitlines()]
    assert any(line.startswith("+") and "Theirs" in line for line in lines)
    assert any(line.startswith("-") and "Mine" in line for line in lines)
    page.get_by_role("button", name="Take the file").click()
    until(lambda: "Theirs" in face(page, "tib"), "the file counts")
    page.get_by_role("button", name="Undo").click()
    until(lambda: "Mine" in face(page, "tib"), "mine is not lost")


def test_a_file_that_was_emptied_is_written_again_by_who_keeps_theirs(
    page: Any, studio: Studio
) -> None:
    page.get_by_label("name of tib").fill("Mine")
    until(lambda: "Mine" in face(page, "tib"), "the card is redrawn")
    studio.file.write_text("", encoding="utf-8")
    page.locator(".conflict").wait_for()
    assert "was changed elsewhere" in page.locator(".conflict").inner_text()
    page.get_by_role("button", name="Keep mine").click()
    until(lambda: page.locator(".conflict").count() == 0, "it is settled")
    page.get_by_role("button", name="Save").click()
    until(lambda: "name: Mine" in studio.file.read_text(encoding="utf-8"), "saved")


def test_a_file_that_is_no_longer_text_is_not_offered(page: Any, studio: Studio) -> None:
    theirs = studio.file.read_text(encoding="utf-8").replace("name: Tib", "name: Café")
    studio.file.write_text(theirs, encoding="latin-1")
    conflict = page.locator(".conflict")
    conflict.wait_for()
    assert "is no longer UTF-8 text" in conflict.inner_text()
    assert [button.inner_text() for button in conflict.get_by_role("button").all()] == ["Keep mine"]
    studio.file.write_text(theirs, encoding="utf-8")
    until(lambda: "Café" in face(page, "tib"), "the mended file counts")
    assert conflict.count() == 0
    studio.file.write_text("é", encoding="latin-1")
    page.get_by_role("button", name="Keep mine").click()
    page.get_by_role("button", name="Save", exact=True).wait_for()
    studio.file.write_text(theirs, encoding="utf-8")
    page.get_by_role("button", name="Saved").wait_for()


def test_a_game_of_one_card_has_one_card(tmp_path: Path, browser: Any) -> None:
    make_game(tmp_path)
    for studio in run_studio(tmp_path):
        for page in open_page(studio, browser):
            assert page.get_by_text("1 card", exact=True).is_visible()


@pytest.mark.slow
def test_nothing_can_be_typed_while_the_studio_cannot_be_reached(
    tmp_path: Path, browser: Any
) -> None:
    make_small_game(tmp_path / "game")
    running, context = run_studio(tmp_path / "game"), browser.new_context()
    page = context.new_page()
    page.goto(next(running).url)
    page.wait_for_selector("button.card")
    page.get_by_label("name of tib").fill("Mine")
    until(lambda: "Mine" in face(page, "tib"), "the card is redrawn")
    assert next(running, None) is None  # ends it
    page.locator(".lost").wait_for()
    assert "your earlier edits are kept" in page.locator(".lost").inner_text()
    page.keyboard.press("Tab")
    page.keyboard.type("lost")
    assert page.locator(".view[inert]").count() == 1
    assert page.get_by_label("name of tib").input_value() == "Mine"
    assert "name: Mine" in (tmp_path / "game" / "cards.yaml.unsaved").read_text(encoding="utf-8")
    context.close()


@pytest.mark.slow
def test_a_game_that_is_broken_when_it_is_opened_says_what_is_awaited(
    tmp_path: Path, browser: Any
) -> None:
    file = make_small_game(tmp_path / "game")
    whole = file.read_text(encoding="utf-8")
    file.write_text(whole.replace("guild: ember", "guild: embers"), encoding="utf-8")
    for studio in run_studio(tmp_path / "game"):
        for page in open_address(studio.url, ".empty", browser):
            assert "as soon as you correct the errors" in page.locator(".empty").inner_text()
            assert page.locator(".problems").inner_text() == "1 error"
            file.write_text(whole, encoding="utf-8")
            page.wait_for_selector("button.card")


@pytest.mark.slow
def test_what_has_changed_since_the_save_is_marked_and_found(page: Any) -> None:
    page.get_by_label("cost of wick").fill("7")
    until(lambda: page.locator(".badge.other").count() == 1, "one has changed")
    page.get_by_label("changed", exact=True).check()
    until(lambda: page.locator("button.card").count() == 1, "only that one is shown")
    page.get_by_role("button", name="Save").click()
    until(lambda: page.locator("button.card").count() == 0, "nothing has changed since")
    page.get_by_label("Changed since").select_option("printed")
    until(lambda: "cards.lock" in page.locator(".since").inner_text(), "nothing was ever printed")


@pytest.mark.slow
def test_the_wall_is_filtered(page: Any) -> None:
    page.get_by_label("Search in names and texts").fill("bridge")
    until(lambda: page.locator("button.card").count() == 1, "one speaks of a bridge")
    assert page.locator("button.card .unseen").inner_text().startswith("Pike")
    page.get_by_label("Search in names and texts").fill("")
    page.get_by_label("cost of tib").fill("77")
    page.get_by_label("with problems").check()
    until(lambda: page.locator("button.card").count() == 1, "one has a problem")
    assert page.locator("button.card .unseen").inner_text().startswith("Tib")


@pytest.mark.slow
def test_cards_are_copied_renamed_and_deleted_by_keyboard(page: Any) -> None:
    page.get_by_role("button", name="Copy pike").focus()
    page.keyboard.press("Enter")
    until(lambda: page.locator("button.card").count() == 4, "there is another")
    until(
        lambda: page.evaluate("document.activeElement.ariaLabel") == "id of pike-2",
        "its id can be typed",
    )
    page.keyboard.press("Control+a")
    page.keyboard.type("eel")
    page.keyboard.press("Tab")
    until(lambda: page.get_by_label("name of eel").count() == 1, "it is renamed")
    page.get_by_role("button", name="Delete eel").focus()
    page.keyboard.press("Enter")
    until(lambda: page.locator("button.card").count() == 3, "it is gone")
    for number in (4, 4, 3):
        page.get_by_role("button", name="Undo").click()
        until(
            lambda number=number: page.locator("button.card").count() == number, "it is taken back"
        )  # type: ignore[misc]


def test_an_id_that_is_typed_anew_and_left_by_enter_is_renamed_once(
    page: Any, studio: Studio
) -> None:
    for entry, to in (
        ("tib", "tibby"),
        ("wick", "wicky"),
    ):  # the second is in the last row, which Enter does not leave
        page.get_by_label(f"id of {entry}").fill(to)
        page.keyboard.press("Enter")
        page.get_by_label(f"id of {to}").wait_for()
        page.wait_for_timeout(100)
        assert page.locator(".remark").count() == 0
    assert "tibby:" in studio.desk.draft.text


@pytest.mark.slow
def test_long_grids_are_shown_in_parts(tmp_path: Path, browser: Any) -> None:
    many = {f"one-{n}": {"name": f"One {n}", "cost": 1, "guild": "tide"} for n in range(1, 451)}
    make_game(tmp_path / "game", FACE, many, FIELDS, tables=TABLES)
    for studio in run_studio(tmp_path / "game"):
        for page in open_page(studio, browser, viewport={"width": 1400, "height": 900}):
            assert page.locator(".grid tbody tr").count() == 100
            assert "Rows 1 to 100 of 450" in page.locator(".grid").inner_text()
            page.get_by_role("button", name="Later rows").click()
            page.get_by_label("name of one-101", exact=True).wait_for()
            page.locator(".wall [data-for='one-450']").click()
            page.get_by_label("name of one-450", exact=True).fill("The last")
            redrawn(page, "one-450", "The last")
            assert page.locator(".grid tbody tr").count() == 50


@pytest.mark.slow
def test_a_long_wall_draws_what_is_near_sight_and_keeps_the_rest_in_reach(
    tmp_path: Path, browser: Any
) -> None:
    many = {f"one-{n}": {"name": f"One {n}", "cost": 1, "guild": "tide"} for n in range(1, 451)}
    make_game(tmp_path / "game", FACE, many, FIELDS, tables=TABLES)
    for studio in run_studio(tmp_path / "game"):
        for page in open_page(studio, browser, viewport={"width": 1400, "height": 900}):
            drawn = page.locator(".wall button.card:has(.face)")
            first, last = (page.locator(f".wall [data-for='one-{n}']") for n in (1, 450))
            first.locator(".face").wait_for()
            assert page.locator(".wall button.card").count() == 450
            assert drawn.count() < 120
            assert last.locator(".face").count() == 0
            assert page.get_by_role("button", name="One 450", exact=True).count() == 1
            assert barriers(page) == []
            height = page.evaluate("document.querySelector('.faces').scrollHeight")
            last.focus()
            redrawn(page, "one-450", "One 450")
            first.locator(".face").wait_for(state="detached")
            assert page.evaluate("document.querySelector('.faces').scrollHeight") == height
            page.keyboard.press("Shift+Tab")
            assert page.evaluate("document.activeElement.dataset.for") == "one-449"
            page.get_by_label("Search in names and texts").fill("one-77")
            redrawn(page, "one-77", "One 77")
            assert page.locator(".wall button.card").count() == 1


@pytest.mark.slow
def test_arrows_go_up_and_down_a_column(page: Any) -> None:
    page.get_by_label("cost of tib").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.type("8")
    until(lambda: "8" in face(page, "pike"), "the next row is edited")
    page.keyboard.press("Shift+Enter")
    assert page.evaluate("document.activeElement.ariaLabel") == "cost of tib"
    page.keyboard.press("Control+z")
    until(lambda: "3" in face(page, "pike"), "it is taken back")


@pytest.mark.slow
def test_typing_in_the_text_keeps_the_cursor_and_is_taken_back(
    page: Any, studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        draft, "PAUSE_SECONDS", 600.0
    )  # as fast as one types, however busy the machine
    before = studio.desk.draft.text
    page.get_by_role("button", name="Text", exact=True).click()
    page.locator(".cm-content").click()
    page.keyboard.press("Control+Home")
    page.keyboard.press("ArrowDown")
    page.keyboard.type("# typed by hand\n", delay=4)
    wanted = COMMENT + "# typed by hand\n" + before.removeprefix(COMMENT)
    until(lambda: studio.desk.draft.text == wanted, "every letter is taken")
    page.keyboard.type("# more", delay=4)
    until(
        lambda: studio.desk.draft.text.startswith(COMMENT + "# typed by hand\n# more"),
        "the cursor is where it was",
    )
    page.get_by_role("button", name="Grid", exact=True).click()
    page.get_by_role("button", name="Undo").click()
    until(
        lambda: studio.desk.draft.text == before, "all that was typed at once is taken back at once"
    )


@pytest.mark.slow
def test_an_icon_and_a_colour_are_picked(page: Any, studio: Studio) -> None:
    icons = studio.folder / "templates" / "icons"
    icons.mkdir()
    for name, shape in (("sun", "<circle cx='5' cy='5' r='4'/>"), ("moon", "<path d='M2 2L8 8'/>")):
        (icons / f"{name}.svg").write_text(
            f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 10'>{shape}</svg>",
            encoding="utf-8",
        )
    text = studio.file.read_text(encoding="utf-8")
    studio.file.write_text(
        text.replace("note: text?", "note: text?\n      sign: icon?"), encoding="utf-8"
    )
    page.get_by_label("sign of tib: choose an icon").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="moon").click()
    until(
        lambda: page.get_by_label("sign of tib", exact=True).input_value() == "moon", "it is taken"
    )
    until(lambda: not dialog.is_visible(), "the dialog is closed")
    page.get_by_label("tint of tib", exact=True).fill("sea")
    until(
        lambda: (
            "aaccee"
            in page.evaluate(
                "document.querySelector(`.wall [data-card='tib']`).shadowRoot.innerHTML"
            )
        ),
        "tinted",
    )
    until(
        lambda: "sign: moon" in studio.desk.draft.text and "tint: sea" in studio.desk.draft.text,
        "both are written",
    )


def test_sheets_are_shown_as_they_print_and_written(page: Any, studio: Studio) -> None:
    page.get_by_label("cost of wick").fill("7")
    until(lambda: "7" in face(page, "wick"), "it is drawn")
    page.get_by_role("button", name="Sheets").click()
    until(
        lambda: (
            page.evaluate(
                "[...document.querySelectorAll('figure img')].filter(one => one.naturalWidth > "
                "700).length"
            )
            == 1
        ),
        "a sheet",
    )
    page.get_by_label("Paper").select_option("letter")
    until(lambda: "letter" in page.locator("figcaption").first.inner_text(), "another paper")
    assert not (studio.folder / "output").exists()
    page.get_by_role("button", name="Write the PDFs").click()
    until(lambda: page.locator("button.link").get_by_text("output/trial-").count(), "written")
    (written,) = (studio.folder / "output").glob("*.pdf")
    assert "letter" in written.name
    assert written.read_bytes().startswith(b"%PDF")


SOFT = """async (count) => {
  const { printed } = await import("/page/state.js");
  const soft = (n) => ({ severity: "warning", message: `Picture ${n} looks soft`, hint: null });
  const problems = [...Array(count).keys()].map(soft);
  printed.value = { ...printed.value, problems };
}"""


def test_many_warnings_leave_the_sheets_in_sight(page: Any) -> None:
    page.get_by_role("button", name="Sheets").click()
    sheet, warnings = page.locator("figure").first, page.locator("main p.warning")
    sheet.wait_for()
    page.evaluate(SOFT, 3)
    until(lambda: warnings.count() == 3, "few are shown")
    assert warnings.first.is_visible()
    page.evaluate(SOFT, 40)
    until(lambda: warnings.count() == 40, "many are there")
    assert not warnings.first.is_visible()
    assert sheet.bounding_box()["y"] < 300
    page.get_by_text("40 warnings").click()
    assert warnings.first.is_visible()
    assert barriers(page) == []


AXE = (Path(__file__).parent / "axe.min.js").read_text(encoding="utf-8")


def barriers(page: Any) -> list[str]:
    """List what axe finds on the page as it stands."""
    page.evaluate(AXE)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {node['target']} {node['html'][:120]}"
        for one in found["violations"]
        for node in one["nodes"]
    ]


@pytest.mark.slow_cases("1600-light")
@pytest.mark.slow_cases("390-dark")
@pytest.mark.parametrize(
    ("width", "scheme"),
    some(
        [
            (1600, "light"),
            (1024, "dark"),
            (390, "light"),
            (390, "dark"),
            (1024, "light"),
            (1600, "dark"),
        ],
        3,
    ),
)
def test_axe_finds_nothing_and_nothing_sticks_out(page: Any, width: int, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 844})
    if width == 390:
        page.get_by_role("button", name="Edit", exact=True).click()
    page.get_by_label("cost of tib").fill("44")
    page.locator(".fault").wait_for()
    page.locator(".problems").click()
    page.locator("#problems").wait_for()
    views = [("button", "Grid"), ("button", "Text"), ("button", "Sheets")]
    for role, name in views:
        page.get_by_role(role, name=name, exact=True).click()
        page.wait_for_timeout(60)
        assert barriers(page) == [], name
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name


@pytest.mark.slow
def test_axe_notices_what_is_wrong(page: Any) -> None:
    page.evaluate("document.querySelector('button.card .unseen').remove()")
    assert any("button-name" in one for one in barriers(page))


@pytest.fixture
def translated_page(tmp_path: Path, browser: Any) -> Iterator[Any]:
    """A page of a game with a translation."""
    make_small_game(tmp_path / "game")
    french = (
        "kinds:\n  card:\n    cards:\n      tib:\n        # en: Tim\n        name: Tibo\n      "
        "pike:\n        name: Brochet\n"
    )
    (tmp_path / "game" / "cards.fr.yaml").write_text(french, encoding="utf-8")
    for studio in run_studio(tmp_path / "game"):
        for page in open_page(studio, browser, viewport={"width": 1600, "height": 844}):
            page.get_by_role("button", name="Translation", exact=True).click()
            page.locator(".translate tr[data-key]").first.wait_for()
            yield page, tmp_path / "game" / "cards.fr.yaml"


def test_a_translation_is_written_beside_its_originals_by_keyboard_alone(
    translated_page: Any,
) -> None:
    page, file = translated_page
    state = page.locator("tr[data-key='kinds.card.cards.tib.name']")
    assert state.get_attribute("data-state") == "stale"
    page.get_by_role("button", name="Still right: kinds.card.cards.tib.name").focus()
    page.keyboard.press("Enter")
    until(lambda: state.get_attribute("data-state") == "done", "it is right")
    page.get_by_label("kinds.card.cards.wick.name in fr").focus()
    page.keyboard.type("Mèche")
    page.keyboard.press("Tab")
    until(
        lambda: (
            page.locator("tr[data-key='kinds.card.cards.wick.name']").get_attribute("data-state")
            == "done"
        ),
        "it is translated",
    )
    page.get_by_role("combobox", name="Show").select_option("missing")
    until(
        lambda: page.locator(".translate tbody tr:not([data-state=missing])").count() == 0,
        "what is not translated",
    )
    page.get_by_role("button", name="Save cards.fr.yaml").focus()
    page.keyboard.press("Enter")
    until(lambda: page.get_by_role("button", name="cards.fr.yaml is saved").count(), "it is saved")
    assert "# en: Tib\n        name: Tibo\n" in file.read_text(encoding="utf-8")
    assert 'name: "Mèche"' in file.read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_language_is_begun_and_seen_on_the_card(page: Any, studio: Studio) -> None:
    page.get_by_role("button", name="Translation", exact=True).click()
    page.get_by_label("Code of a language to begin").fill("fr")
    page.get_by_role("button", name="Begin a language").click()
    page.locator(".translate tr[data-key]").first.wait_for()
    assert barriers(page) == []
    page.get_by_label("kinds.card.cards.tib.name in fr").fill("Thibaut")
    page.locator(".large .side .face").get_by_text("Thibaut").wait_for()
    assert page.locator(".wall .face").get_by_text("Tib", exact=True).count()
    page.get_by_label("kinds.card.cards.pike.name in fr").fill("Brochet")
    page.locator(".large .side .face").get_by_text("Brochet").wait_for()


def test_ctrl_s_saves_the_translation_that_is_being_typed(translated_page: Any) -> None:
    page, file = translated_page
    page.get_by_label("kinds.card.cards.wick.name in fr").focus()
    page.keyboard.type("Mèche")
    until(
        lambda: page.get_by_role("button", name="Save", exact=True).is_enabled(),
        "the button knows that it is not saved",
    )
    page.keyboard.press("Control+s")
    page.get_by_text("cards.yaml and cards.fr.yaml are saved in").wait_for()
    assert 'name: "Mèche"' in file.read_text(encoding="utf-8")
    page.keyboard.type("s")  # the field is still being typed in
    until(
        lambda: page.get_by_role("button", name="Save cards.fr.yaml").count(),
        "it is taken while it is typed",
    )


@pytest.mark.slow
def test_axe_finds_nothing_in_a_translation(translated_page: Any) -> None:
    page, _ = translated_page
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for width in (1600, 1024, 390):
            page.set_viewport_size({"width": width, "height": 844})
            if width == 390 and scheme == "light":
                page.get_by_role("button", name="Edit", exact=True).click()
            assert barriers(page) == [], (scheme, width)
            assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.slow
def test_a_broken_file_opens_as_text_at_its_line(tmp_path: Path, browser: Any) -> None:
    file = make_small_game(tmp_path / "game")
    whole = file.read_text(encoding="utf-8")
    file.write_text(whole.replace("name: Wick", "name: [Wick"), encoding="utf-8")
    for studio in run_studio(tmp_path / "game"):
        for page in open_address(studio.url, ".cm-lintRange-error", browser):
            line = page.evaluate(
                "(view => "
                "view.state.doc.lineAt(view.state.selection.main.head).number)(document.querySelector('.text').editor)"
            )
            assert abs(line - 1 - whole[: whole.index("name: Wick")].count("\n")) <= 2
            file.write_text(whole, encoding="utf-8")
            page.wait_for_selector("button.card")


@pytest.mark.slow
def test_a_faulty_cell_pales_its_card_alone(page: Any) -> None:
    page.get_by_label("cost of tib").fill("")
    page.locator("button.card.pale").wait_for()
    assert page.locator("button.card.pale").count() == 1
    assert page.locator(".faces.stale").count() == 0
    assert "1 card as before" in page.locator(".problems").inner_text()
    page.get_by_label("name of pike").fill("Perch")
    redrawn(page, "pike", "Perch")
    assert barriers(page) == []
    page.get_by_label("cost of tib").fill("5")
    until(lambda: page.locator("button.card.pale").count() == 0, "all are as they are")


@pytest.mark.slow
def test_ctrl_s_after_a_merge_saves_both(page: Any, studio: Studio) -> None:
    page.get_by_label("name of tib").fill("Mine")
    redrawn(page, "tib", "Mine")
    theirs = studio.file.read_text(encoding="utf-8").replace("name: Pike", "name: Theirs")
    studio.file.write_text(theirs, encoding="utf-8")
    redrawn(page, "pike", "Theirs")
    assert page.locator(".conflict").count() == 0
    assert "merged with yours" in page.locator(".remark").inner_text()
    page.keyboard.press("Control+s")
    until(
        lambda: (
            "name: Mine" in (text := studio.file.read_text(encoding="utf-8"))
            and "name: Theirs" in text
        ),
        "both are saved",
    )


def test_a_path_is_cut_out_and_its_back_mirrored(page: Any, studio: Studio) -> None:
    text = studio.file.read_text(encoding="utf-8")
    shaped = text.replace(
        "    template: ", '    shape: "M0 0 H40 L63 30 V88 H0 Z"\n    template: ', 1
    )
    assert shaped != text
    studio.file.write_text(shaped, encoding="utf-8")
    shown = page.locator("button.card .face").first
    until(
        lambda: shown.evaluate("face => getComputedStyle(face).clipPath").startswith(
            "polygon(0% 0%, 63.49% 0%"
        ),
        "cut out",
    )
    assert (
        page.locator("button.card").first.evaluate("card => getComputedStyle(card).backgroundColor")
        == "rgba(0, 0, 0, 0)"
    )


@pytest.mark.slow
def test_exports_and_sheets_are_written_and_fetched(page: Any, studio: Studio) -> None:
    page.get_by_role("button", name="Sheets", exact=True).click()
    page.get_by_label("Export for").select_option("csv")
    assert barriers(page) == []
    page.get_by_role("button", name="Export", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("button", name="output/csv/trial-card.csv").click()
    assert (
        Path(download.value.path()).read_bytes()
        == (studio.folder / "output" / "csv" / "trial-card.csv").read_bytes()
    )
    page.get_by_role("button", name="Write the PDFs").click()
    page.locator("button.link").get_by_text(".pdf").first.wait_for()


@pytest.mark.slow
def test_exports_for_tables_and_shops_are_written_from_the_page(page: Any, studio: Studio) -> None:
    page.get_by_role("button", name="Sheets", exact=True).click()
    targets = ("tabletop-simulator", "the-game-crafter", "makeplayingcards", "drivethrucards")
    for target in targets:
        page.get_by_label("Export for").select_option(target)
        page.get_by_role("button", name="Export", exact=True).click()
        link = page.locator(".exports button.link").get_by_text(f"output/{target}/").first
        link.wait_for()
        if target in ("the-game-crafter", "makeplayingcards"):
            assert link.inner_text().endswith(".zip")  # what is sent to the shop comes first
        with page.expect_event("download" if not link.inner_text().endswith(".pdf") else "popup"):
            link.click()
        name = link.inner_text()
        assert (studio.folder / name).stat().st_size > 100, name


@pytest.mark.slow
def test_a_renamed_card_takes_its_picture_and_its_translation_along(
    tmp_path: Path, browser: Any
) -> None:
    make_game_of_icons(tmp_path / "game")
    french = "kinds:\n  card:\n    cards:\n      tib:\n        name: Tibo\n"
    (tmp_path / "game" / "cards.fr.yaml").write_text(french, encoding="utf-8")
    for studio in run_studio(tmp_path / "game"):
        for page in open_page(studio, browser, viewport={"width": 1600, "height": 900}):
            page.locator(".wall [data-card=tib] circle").wait_for(state="attached")
            page.get_by_label("id of tib").fill("tom")
            page.keyboard.press("Enter")
            page.locator(".wall [data-card=tom] circle").wait_for(state="attached")
            assert page.get_by_role("button", name="No problems").count() == 1
            page.get_by_role("button", name="Translation", exact=True).click()
            field = page.get_by_label("kinds.card.cards.tom.name in fr")
            field.wait_for()
            assert field.input_value() == "Tibo"
            page.keyboard.press("Control+s")
            until(lambda: "tom:" in (tmp_path / "game/cards.fr.yaml").read_text("utf-8"), "saved")
            assert (tmp_path / "game/templates/icons/tom.svg").read_text("utf-8") == CIRCLE


@pytest.mark.slow
def test_save_a_copy_copies_the_game_alone(tmp_path: Path, browser: Any) -> None:
    others = {".git/HEAD": "x", ".venv/big": "x", "docs/a.md": "x", "art/a.svg": "<svg/>"}
    make_small_game(tmp_path / "checkout", files=others)
    copy = tmp_path / "mine"
    for studio in run_studio(tmp_path / "checkout", copies=copy):
        for page in open_page(studio, browser, viewport={"width": 1400, "height": 900}):
            page.get_by_label("name of tib").fill("Tobias")
            redrawn(page, "tib", "Tobias")
            page.get_by_role("button", name="Save a copy").click()
            page.get_by_role("button", name="Saved", exact=True).wait_for()
            copied = {one.relative_to(copy).as_posix() for one in copy.rglob("*") if one.is_file()}
            assert copied == {"cards.yaml", "art/a.svg", "templates/card.svg.j2"}
            assert "Tobias" in (copy / "cards.yaml").read_text("utf-8")
            assert "Tobias" not in (tmp_path / "checkout/cards.yaml").read_text("utf-8")
            page.get_by_label("name of tib").fill("Toby")  # the grid is still there
            redrawn(page, "tib", "Toby")
            page.keyboard.press("Control+s")
            until(lambda: "Toby" in (copy / "cards.yaml").read_text("utf-8"), "saved there")
