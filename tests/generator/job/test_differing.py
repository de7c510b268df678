"""The page of `diff` in a real browser: a phone shows it whole, light and dark, and it fetches
nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.cli.main import run
from generator.data.loading import load_game
from generator.job.starting import start_game
from tests.conftest import make_game
from tests.rules_check.report.browser import SMALLEST, WIDEST, Browser, open_browser


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    yield from open_browser(tmp_path_factory.mktemp("browser"))


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make the page of a game that was edited: texts, a colour, a card more and one less."""
    folder = tmp_path_factory.mktemp("games")
    for name in ("old", "new"):
        start_game(folder / name)
    file = folder / "new" / "cards.yaml"
    text = file.read_text(encoding="utf-8")
    for old, new in (
        (
            "Draw **two** cards, then give one away.",
            "Draw **three** cards, then give two of them to whom you like; nobody may refuse.",
        ),
        ('sea: "#1F6F8B"', 'sea: "#1F8B6F"'),
        ("      dusk:", "      eclipse:"),
    ):
        assert old in text
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")
    load_game(file)
    assert (
        run(["diff", str(folder / "old"), str(folder / "new"), "--html", str(folder / "diff.html")])
        == 0
    )
    return folder / "diff.html"


@pytest.mark.slow
def test_a_phone_shows_the_page_without_scrolling_sideways(browser: Browser, page: Path) -> None:
    browser.open(page, 360, 740)
    assert browser.run(WIDEST) == 360
    assert browser.run(SMALLEST) >= 12
    assert (
        browser.run("[...document.images].every(one => one.complete && one.naturalWidth > 300)")
        is True
    )
    assert browser.run("document.images.length") >= 12
    asked = [
        one["params"]["request"]["url"]
        for one in browser.events
        if one.get("method") == "Network.requestWillBeSent"
    ]
    assert [url for url in asked if not url.startswith("data:")] == [page.as_uri()]
    assert [one for one in browser.events if one.get("method") == "Log.entryAdded"] == []


def test_old_and_new_stand_side_by_side_at_one_height(browser: Browser, page: Path) -> None:
    for width in (360, 1200):
        browser.open(page, width, 900)
        uneven = browser.run("""[...document.querySelectorAll('.pair')].filter(p => p.querySelectorAll('img').length == 2).filter(p => {
            const [a, b] = [...p.querySelectorAll('img')].map(i => i.getBoundingClientRect());
            return Math.abs(a.top - b.top) > 1 || Math.abs(a.width - b.width) > 1 || a.right > b.left }).length""")
        assert uneven == 0


@pytest.mark.slow
def test_the_page_follows_light_and_dark(browser: Browser, page: Path) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    browser.open(page, dark=False)
    light = browser.run(ground)
    browser.open(page, dark=True)
    assert [light, browser.run(ground)] == ["rgb(253, 252, 249)", "rgb(25, 24, 22)"]


def test_a_card_that_shows_its_number_is_told_of_where_it_moves_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    face = (
        "<text x='8' y='20'>{{ card.name }}{% if card.name == 'Cat' %} {{ card.number }}{% endif "
        "%}</text>"
    )
    for folder, names in (("old", ("Ant", "Cat", "Dog")), ("new", ("Ant", "Bee", "Cat", "Dog"))):
        make_game(tmp_path / folder, face, {name.lower(): {"name": name} for name in names})
    assert run(["diff", str(tmp_path / "old"), str(tmp_path / "new"), "--no-html"]) == 0
    said = capsys.readouterr().out
    assert "number: 2 -> 3; total: 3 -> 4" in said
    assert "Dog" not in said
