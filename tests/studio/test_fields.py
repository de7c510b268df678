"""A field is added to a kind from the grid."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.studio.conftest import Studio, make_small_game, open_page, run_studio, until
from tests.studio.test_page import barriers


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
    page.get_by_label("Field", exact=True).fill("armour")
    page.get_by_role("button", name="Add", exact=True).click()
    until(
        lambda: "need a default for 'armour'" in page.locator(".remark").inner_text(),
        "cards would be at fault",
    )


@pytest.mark.slow
def test_the_promised_numbers_follow_cards_that_are_added_and_deleted(
    tmp_path: Path, browser: Any
) -> None:
    """The numbers of the box are changed in the draft, in the same step, and the page says so."""
    components = {"fish": {"name": "Fish", "of": "card", "count": 4}}
    make_small_game(tmp_path / "game", components=components, game={"cards": 4})
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
    page.get_by_placeholder("monster").fill("monster")
    page.get_by_role("button", name="Add it").click()
    page.get_by_label("name of monster-first").fill("Hydra")
    page.locator(".wall [data-card=monster-first]").get_by_text("Hydra").wait_for()
    assert (studio.folder / "templates" / "monster.svg.j2").is_file()
    until(
        lambda: page.get_by_role("button", name="No problems").count() == 1, "no card is at fault"
    )
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    until(lambda: studio.desk.draft.text == before, "taken back")
