"""A field is added to a kind from the grid."""

from __future__ import annotations

from typing import Any

import pytest

from tests.studio.conftest import Studio, until
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
