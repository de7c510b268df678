"""A field is added to a kind from the grid."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.studio.conftest import Studio, make_small_game, open_page, run_studio, until
from tests.studio.test_page import barriers

FISH = {"fish": {"name": "Fish", "of": "card", "count": 4}}
"""Components that promise four cards."""


@pytest.mark.slow
def test_a_field_with_a_default_is_added_and_filled(page: Any, studio: Studio) -> None:
    before = studio.desk.draft.text
    page.get_by_role("button", name="Add a field …").click()
    assert barriers(page) == []
    page.get_by_label("Field", exact=True).fill("armour")
    page.get_by_label("Type", exact=True).fill("0..9")
    page.get_by_label("Default", exact=True).fill("4")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_label("armour of tib").fill("6")
    until(lambda: "armour: 6" in studio.desk.draft.text, "the new cell is written")
    assert "armour: 0..9" in studio.desk.draft.text
    assert "armour: 4" in studio.desk.draft.text
    assert page.get_by_label("armour of pike").get_attribute("placeholder") == "4"
    until(
        lambda: page.get_by_role("button", name="No problems").count() == 1, "no card is at fault"
    )
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    until(lambda: studio.desk.draft.text == before, "taken back")
    page.get_by_role("button", name="Add a field …").click()
    page.get_by_label("Field", exact=True).fill("Größe & armour")
    page.get_by_role("button", name="Add", exact=True).click()
    until(
        lambda: "need a default for 'grosse_and_armour'" in page.locator(".remark").inner_text(),
        "cards would be at fault",
    )


@pytest.mark.slow
def test_the_promised_numbers_follow_cards_that_are_added_and_deleted(
    tmp_path: Path, browser: Any
) -> None:
    """The numbers of the box are changed in the draft, in the same step, and the page says so."""
    make_small_game(tmp_path / "game", components=FISH, game={"cards": 4})
    for studio in run_studio(tmp_path / "game"):
        with contextmanager(open_page)(studio, browser) as page:

            def promised(count: int, studio: Studio = studio) -> None:
                wanted = (f"count: {count}", f"cards: {count}")
                until(
                    lambda: all(words in studio.desk.draft.text for words in wanted),
                    f"the draft promises {count}",
                )

            page.get_by_role("button", name="Copy wick").click()
            promised(6)
            until(
                lambda: (
                    "The numbers on the box were updated" in page.locator(".remark").inner_text()
                ),
                "it is told",
            )
            page.get_by_label("name of wick-2").wait_for()
            page.get_by_role("button", name="Delete tib").click()
            promised(5)
            until(lambda: page.locator("button.card").count() == 3, "it is drawn without")
            assert page.get_by_text("errors").count() == 0
            for count in (6, 4):
                page.get_by_role("button", name="Undo").click()
                promised(count)


@pytest.mark.slow
def test_a_kind_is_added_with_a_card_and_a_template(page: Any, studio: Studio) -> None:
    before = studio.desk.draft.text
    page.get_by_role("button", name="Add a kind …").click()
    assert barriers(page) == []
    page.get_by_placeholder("monster").fill("Sea monster")
    page.get_by_role("button", name="Add it").click()
    page.get_by_label("name of sea_monster-first").fill("Hydra")
    page.locator(".wall [data-card=sea_monster-first]").get_by_text("Hydra").wait_for()
    assert (studio.folder / "templates" / "sea_monster.svg.j2").is_file()
    until(
        lambda: page.get_by_role("button", name="No problems").count() == 1, "no card is at fault"
    )
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    until(lambda: studio.desk.draft.text == before, "taken back")


WARN = """async () => {
  const { problems } = await import("/page/state.js");
  const one = { code: "low-resolution", file: "cards.yaml", line: 1, column: 1, length: 1 };
  const said = { message: "It looks soft", hint: "use a larger picture", card: "tib" };
  const at = ["kinds", "card", "tib", "name"];
  problems.value = { ...problems.value,
    problems: [{ ...one, ...said, severity: "warning", at }] };
}"""


def test_a_warning_takes_no_room_until_its_cell_is_entered(page: Any) -> None:
    cell = page.get_by_label("name of tib")
    cell.wait_for()
    before = page.locator("tr[data-entry=tib]").bounding_box()["height"]
    page.evaluate(WARN)
    words = page.locator("td .fault.doubtful")
    until(lambda: words.count() == 1, "the warning is at its cell")
    assert not words.is_visible()
    assert page.locator("tr[data-entry=tib]").bounding_box()["height"] == before
    assert cell.get_attribute("aria-invalid") is None
    assert page.locator("[data-card=tib] .badge.doubtful, .badge.doubtful").count() == 1
    cell.focus()
    assert words.is_visible()
    assert barriers(page) == []


@pytest.mark.slow
def test_copies_take_the_promised_numbers_along_in_the_same_step(
    tmp_path: Path, browser: Any
) -> None:
    make_small_game(tmp_path / "game", components=FISH, game={"cards": 4})
    for studio in run_studio(tmp_path / "game"):
        with contextmanager(open_page)(studio, browser) as page:
            before = studio.desk.draft.text
            page.get_by_label("copies of wick", exact=True).fill("5")
            until(
                lambda studio=studio: (
                    "copies: 5" in studio.desk.draft.text
                    and "count: 7" in studio.desk.draft.text
                    and "cards: 7" in studio.desk.draft.text
                ),
                "the numbers follow",
            )
            page.locator(".remark").get_by_text("The numbers on the box were updated").wait_for()
            assert page.get_by_role("button", name="No problems").count() == 1
            page.get_by_role("button", name="Undo").click()
            until(
                lambda studio=studio, before=before: studio.desk.draft.text == before,
                "one step takes all back",
            )
