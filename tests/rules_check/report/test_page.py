"""The page of `check`: what stands in it, that it stands alone, and how it comes out in a browser
and on paper.

`python -m tests.rules_check.report.test_page FOLDER` writes the sample pages there, to look at.
"""

from __future__ import annotations

import json
import random
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from rules_check.report.page import write_report
from tests.rules_check.report.browser import (
    ASTRAY,
    BROWSER,
    COVERED,
    OPEN_ALL,
    SMALLEST,
    WIDEST,
    Browser,
    open_browser,
)
from tests.rules_check.report.reading import Page, charts, squeeze
from tests.rules_check.report.samples import (
    EMPTY,
    EVIL,
    SAMPLES,
    make_cards,
    make_examined,
    make_extreme,
)


def variables(page: str) -> dict[str, dict[str, str]]:
    """Read the colours of both themes from the style sheet."""
    light, dark = (
        dict(re.findall(r"(--\w+): (#\w{6});", block))
        for block in re.findall(r":root \{(.*?)\n\s*\}", page, re.S)[:2]
    )
    return {"light": light, "dark": light | dark}


def contrast(one: str, other: str) -> float:
    """Compute the contrast of two colours. Source: WCAG 2.2, relative luminance."""

    def luminance(colour: str) -> float:
        parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
        red, green, blue = (
            c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("name", SAMPLES)
def test_the_page_is_well_formed_and_stands_alone(name: str) -> None:
    text = write_report(SAMPLES[name])
    page = Page(text)
    ids = [attrs["id"] for _, attrs in page.elements if attrs.get("id")]
    assert len(ids) == len(set(ids))
    for tag, attrs in page.elements:
        assert tag not in ("script", "link", "img", "iframe", "object", "embed", "base", "form")
        assert not attrs.keys() & {"src", "srcset", "action", "background", "poster", "xlink:href"}
        assert not [key for key in attrs if key.startswith("on")]
        if "href" in attrs:
            assert (attrs["href"] or "").removeprefix("#") in ids
        for key in ("aria-labelledby", "aria-describedby"):
            assert set((attrs.get(key) or "").split()) <= set(ids)
    style = text[text.index("<style>") : text.index("</style>")]
    assert not re.search(r"https?:|//|@import|@font-face|url\(", style)
    assert [tag for tag, _ in page.elements].count("h1") == 1


def test_markup_in_the_data_stays_text() -> None:
    text = write_report(make_extreme())
    assert "<script" not in text
    assert EVIL in Page(text).text
    hostile = make_examined((4,), 3)

    def spoil(value: Any) -> Any:
        if isinstance(value, str):
            return (
                value
                if value in ("fault", "warning", "unsure", "ok") or value.isdigit()
                else f'{value}"><b onclick=x>&amp;\x00\ud800'
            )
        if isinstance(value, dict):
            return {key: one if key == "rounds" else spoil(one) for key, one in value.items()}
        return [spoil(one) for one in value] if isinstance(value, list) else value

    spoiled = write_report(spoil(hostile))
    assert not re.search("<b onclick|\x00", spoiled)
    spoiled.encode("utf-8")
    Page(spoiled)
    assert charts(spoiled)


@pytest.mark.slow
def test_the_same_input_gives_the_same_bytes() -> None:
    once = write_report(make_examined())
    assert once == write_report(json.loads(json.dumps(make_examined())))
    assert once != write_report({**make_examined(), "seed": 2})
    assert not re.search(
        r"\b20(2[5-9]|3\d)-\d\d-\d\d", write_report({**make_examined(), "logged": None})
    )


def test_the_least_data_still_gives_a_page() -> None:
    for examined in ({}, EMPTY, {"game": {}, "findings": None, "measured": None, "logged": {}}):
        page = Page(write_report(examined)).text
        for said in ("Nothing was checked", "No findings", "Not measured this time: length, seats"):
            assert said in page


def test_both_themes_have_enough_contrast() -> None:
    for theme, colour in variables(write_report(EMPTY)).items():
        for text in ("--ink", "--muted", "--blue", "--vermilion", "--green", "--amber", "--purple"):
            assert contrast(colour[text], colour["--paper"]) >= 4.5, (theme, text)
        for text in ("--ink", "--muted", "--blue"):
            assert contrast(colour[text], colour["--band"]) >= 4.5, (theme, text, "on the band")
        assert contrast(colour["--ink"], colour["--code"]) >= 4.5
        assert contrast(colour["--paper"], colour["--vermilion"]) >= 4.5


def test_contrast_is_reckoned_as_the_standard_does() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    yield from open_browser(tmp_path_factory.mktemp("browser"))


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("pages")
    made = {name: folder / f"{name}.html" for name in SAMPLES}
    for name, path in made.items():
        path.write_text(write_report(SAMPLES[name]), encoding="utf-8")
    return made


@pytest.mark.slow_cases("extreme", "usual")
@pytest.mark.parametrize("name", SAMPLES)
def test_a_phone_shows_it_without_scrolling_sideways(
    browser: Browser, pages: dict[str, Path], name: str
) -> None:
    browser.open(pages[name], 360, 740)
    browser.run(OPEN_ALL)
    assert browser.run(WIDEST) == 360
    assert browser.run(SMALLEST) >= 12
    assert browser.run(ASTRAY) == []
    assert browser.run(COVERED) == []
    asked = [
        one["params"]["request"]["url"]
        for one in browser.events
        if one.get("method") == "Network.requestWillBeSent"
    ]
    assert asked == [pages[name].as_uri()]
    assert [one for one in browser.events if one.get("method") == "Log.entryAdded"] == []


def test_a_page_that_is_too_wide_would_be_noticed(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "wide.html"
    path.write_text(
        write_report(EMPTY).replace("<main>", '<main><div style="width: 500px">x</div>'),
        encoding="utf-8",
    )
    browser.open(path, 360, 740)
    assert browser.run(WIDEST) > 360


def test_light_and_dark_follow_the_reader(browser: Browser, pages: dict[str, Path]) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    browser.open(pages["small"], dark=False)
    light = browser.run(ground)
    browser.open(pages["small"], dark=True)
    assert [light, browser.run(ground)] == ["rgb(253, 252, 249)", "rgb(25, 24, 22)"]


@pytest.mark.slow_cases("usual")
@pytest.mark.parametrize("name", ["usual", "empty"])
def test_paper_shows_charts_and_what_is_not_ok_on_few_light_pages(
    browser: Browser, pages: dict[str, Path], name: str
) -> None:
    browser.open(pages[name], dark=True)
    with pypdfium2.PdfDocument(browser.pdf()) as document:
        texts = []
        for page in document:
            words = page.get_textpage()
            texts.append(words.get_text_range())
            for number in range(words.count_rects()):
                left, bottom, right, top = words.get_rect(number)
                assert min(left, page.get_width() - right) >= 30
                assert min(bottom, page.get_height() - top) >= 20
        corner = document[0].render(scale=0.2).to_pil().convert("RGB").getpixel((3, 3))
    assert corner == (255, 255, 255)
    whole = squeeze(" ".join(texts)).replace("\u00a0", " ")
    assert all(len(text.strip()) > 20 for text in texts)
    if name == "usual":
        for said in ("Let the last player start", "minutes promised", "mean 33.6 min"):
            assert said in whole, said
        assert len(texts) <= 12
        assert whole.index("How long a game lasts") < whole.index(
            "Does every game come to a proper end?"
        )
        for folded in (
            "The census holds in its part 3",
            "The numbers",
            make_cards(81, random.Random(5))[80]["name"],
        ):
            assert folded not in whole, folded


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, sample in SAMPLES.items():
        (folder / f"{name}.html").write_text(write_report(sample), encoding="utf-8")
    if BROWSER:
        with tempfile.TemporaryDirectory() as home:
            browser = Browser(BROWSER, Path(home))
            for name in SAMPLES:
                for width, dark in ((1200, False), (390, True), (390, False), (1200, True)):
                    browser.open(folder / f"{name}.html", width, 900, dark)
                    browser.picture(folder / f"{name}-{width}-{'dark' if dark else 'light'}.png")
                (folder / f"{name}.pdf").write_bytes(browser.pdf())
            browser.close()
