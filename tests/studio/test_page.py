"""The page in a real browser, with its policy in force: cards drawn, edited, saved; faults and conflicts shown."""

from __future__ import annotations

from typing import Any

from tests.studio.conftest import COMMENT, Studio, until

FACE_TEXT = "id => document.querySelector(`.wall [data-card='${id}']`).shadowRoot?.textContent ?? ''"


def face(page: Any, card: str) -> str:
    """Read what stands on a card of the wall."""
    text: str = page.evaluate(FACE_TEXT, card)
    return text


def write_text(page: Any, old: str, new: str) -> None:
    """Replace a stretch of the YAML text as if it was typed."""
    page.get_by_role("button", name="Text", exact=True).click()
    page.wait_for_selector(".cm-content")
    page.evaluate(
        """([old, new]) => { const view = document.querySelector('.text').editor, text = view.state.doc.toString(), from = text.indexOf(old);
        if (from < 0) throw new Error('no ' + old); view.dispatch({changes: {from, to: from + old.length, insert: new}}); }""".replace(
            "insert: new}", "insert: fresh}"
        ).replace("[old, new]", "[old, fresh]"),
        [old, new],
    )


def test_the_wall_shows_every_face_in_the_fonts_that_print(page: Any) -> None:
    assert page.locator("button.card").count() == 3
    assert "Tib" in face(page, "tib")
    assert "The Ember" in face(page, "wick")
    until(lambda: page.evaluate("document.fonts.size > 0 && [...document.fonts].some(font => font.status === 'loaded')"), "fonts")
    assert page.evaluate("location.hash") == ""


def test_a_cell_redraws_its_card_and_the_file_is_saved_whole(page: Any, studio: Studio) -> None:
    before = studio.file.read_text(encoding="utf-8")
    page.get_by_label("name of pike").fill("Corporal Pike")
    until(lambda: "Corporal Pike" in face(page, "pike"), "the card is redrawn")
    assert studio.file.read_text(encoding="utf-8") == before
    page.get_by_role("button", name="Save").click()
    after = until(lambda: (text := studio.file.read_text(encoding="utf-8")) != before and text, "saved")
    assert after.startswith(COMMENT)
    assert after == before.replace("name: Pike", "name: Corporal Pike")
    until(lambda: page.get_by_role("button", name="Saved").is_disabled(), "nothing is left to save")


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
    template.write_text(template.read_text(encoding="utf-8").replace("{{ card.name }}", "*{{ card.name }}*"), encoding="utf-8")
    until(lambda: "*Pike*" in face(page, "pike"), "all are redrawn")


def test_a_conflict_is_shown_and_settled_by_the_person(page: Any, studio: Studio) -> None:
    page.get_by_label("name of tib").fill("Mine")
    until(lambda: "Mine" in face(page, "tib"), "the card is redrawn")
    theirs = studio.file.read_text(encoding="utf-8").replace("name: Pike", "name: Theirs")
    studio.file.write_text(theirs, encoding="utf-8")
    conflict = page.locator(".conflict")
    conflict.wait_for()
    assert "Theirs" in conflict.inner_text()
    assert "Mine" in conflict.inner_text()
    page.get_by_role("button", name="Take the file").click()
    until(lambda: "Theirs" in face(page, "pike") and "Tib" in face(page, "tib"), "the file counts")
    page.get_by_role("button", name="Undo").click()
    until(lambda: "Mine" in face(page, "tib"), "mine is not lost")
