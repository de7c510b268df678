"""Rules in Python beside the cards, in the page: they are shown, and run once the designer has
agreed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.job.starting import start_game
from rules_check.engine import consent
from tests.studio.conftest import Studio, open_page, run_studio, until
from tests.studio.test_page import barriers


@pytest.fixture
def trusting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Studio]:
    """A studio of a game with rules.py that nobody has agreed to; its engines inherit the
    environment.
    """
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    start_game(tmp_path / "pond", rules="python")
    yield from run_studio(tmp_path / "pond", plays=True)


@pytest.fixture
def page(trusting: Studio, browser: Any) -> Iterator[Any]:
    yield from open_page(trusting, browser, viewport={"width": 1600, "height": 950})


@pytest.mark.slow
def test_the_page_shows_the_rules_and_asks(trusting: Studio, page: Any) -> None:
    agree = page.get_by_role("button", name="Agree to run it")
    agree.first.wait_for()
    page.get_by_text("Read rules.py").first.click()
    assert "def turn_up(cards, state):" in page.locator(".trust pre").first.inner_text()
    assert barriers(page) == []
    agree.first.click()
    until(lambda: agree.count() == 0, "the question is answered")
    rules = consent.read_own_rules(trusting.folder)
    assert rules
    assert consent.is_trusted(rules)
