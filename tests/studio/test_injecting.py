"""A game from a stranger, in a real browser under its policy: whatever stands in it is looked at
and does nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules_check.log.notes import Note, change_notes
from tests.studio.conftest import Studio, make_small_game, run_studio, until

ELSEWHERE = "https://elsewhere.invalid"
REFUSED = ("csp", "origin")
"""What a browser says of requests that it did not send."""
MARKUP = (
    f"<img src='{ELSEWHERE}/a.png' onerror='window.caught = 1'><script>window.caught = 2</script>"
)
PASSED_OVER = f"""
<script>window.caught = 3</script>
<rect width="9" height="9" onload="window.caught = 4" onclick="window.caught = 5"/>
<a href="{ELSEWHERE}"><rect class="link" width="63" height="88" fill-opacity="0.01"/></a>
<a href="javascript:window.caught = 6"><rect width="9" height="9"/><animate attributeName="href" to="#x"/></a>
<foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="{ELSEWHERE}"/></foreignObject>
<image href="{ELSEWHERE}/b.png" width="9" height="9"/>
<meta http-equiv="refresh" content="0; url={ELSEWHERE}"/>
</svg>"""
"""What a face leaves out and draws the rest."""
REFUSED_BY_US = f"""
<animate attributeName="href" to="{ELSEWHERE}"/>
<style>.link {{ fill: url({ELSEWHERE}/c.css); }}</style>
<rect width="9" height="9" style="fill: url({ELSEWHERE}/d.svg#x); background: url({ELSEWHERE}/e.png)"/>
<rect width="9" height="9" filter="url({ELSEWHERE}/f.svg#x)"/>
<link rel="stylesheet" href="{ELSEWHERE}/g.css"/>
"""
"""What makes a template no card at all."""


@pytest.fixture
def strange(tmp_path: Path) -> Iterator[Studio]:
    """A studio on a game whose every text is markup, and whose template draws what no card
    needs.
    """
    path = make_small_game(tmp_path / "game")
    text = path.read_text(encoding="utf-8")
    path.write_text(
        text.replace("name: Tib", f"name: {json.dumps(MARKUP)}").replace(
            "Guards a bridge.", "</svg><b>x</b>"
        ),
        encoding="utf-8",
    )
    template = path.parent / "templates" / "card.svg.j2"
    template.write_text(
        template.read_text(encoding="utf-8").replace("</svg>", PASSED_OVER), encoding="utf-8"
    )
    french = f"kinds:\n  card:\n    cards:\n      pike:\n        name: {json.dumps(MARKUP)}\n"
    (path.parent / "cards.fr.yaml").write_text(french, encoding="utf-8")
    change_notes(
        path.parent,
        lambda _: [
            Note(1, MARKUP, MARKUP, MARKUP, MARKUP, "", "tib"),
            Note(2, MARKUP, "", "", "", "", MARKUP),
        ],
    )
    yield from run_studio(path.parent)


@pytest.fixture
def visit(strange: Studio, browser: Any) -> Iterator[Any]:
    """The studio's page, what it asks for past its policy, and what it complains of."""
    context = browser.new_context(viewport={"width": 1600, "height": 900})
    page, asked, refused = context.new_page(), list[str](), list[str]()
    page.on("requestfinished", lambda request: asked.append(request.url))
    page.on(
        "requestfailed",
        lambda request: asked.append(request.url) if request.failure not in REFUSED else None,
    )
    page.on("console", lambda message: refused.append(message.text))
    page.goto(strange.url)
    page.wait_for_selector("button.card")
    yield page, asked, refused
    context.close()


@pytest.mark.slow
def test_nothing_in_a_game_does_more_than_be_looked_at(strange: Studio, visit: Any) -> None:
    page, asked, _ = visit
    until(
        lambda: MARKUP in page.locator(".wall .card .unseen").first.inner_text(),
        "the name is read as it is written",
    )
    look = "document.querySelector(`.wall [data-card='tib']`).shadowRoot"
    until(lambda: page.evaluate(f"Boolean({look}?.querySelector('.link'))"), "the card is drawn")
    drawn = page.evaluate(f"[...{look}.querySelectorAll('*')].map(one => one.localName)")
    assert set(drawn) == {"svg", "rect", "text"}
    page.locator("button.card").first.click()  # where a link lies over the whole card
    assert page.locator(".large .said").first.inner_text() == MARKUP
    page.locator(".problems").click()
    page.locator("#problems li").nth(1).wait_for()
    page.get_by_role("button", name="Translation", exact=True).click()
    translated = page.get_by_label("kinds.card.cards.pike.name in fr")
    until(
        lambda: translated.count() and translated.input_value() == MARKUP,
        "a translation is read as it is written",
    )
    page.get_by_role("button", name="Notes", exact=True).click()
    until(lambda: page.locator(".note .said").all_inner_texts() == [MARKUP] * 2, "so are notes")
    assert page.evaluate("window.caught ?? null") is None
    assert page.url == f"http://{strange.guard.hosts[0]}/"
    assert {url.split("/")[2] for url in asked if url.startswith("http")} == {
        strange.guard.hosts[0]
    }


def test_the_policy_alone_lets_nothing_run_or_load(visit: Any) -> None:
    """What the page leaves out of faces, put there by a fault of ours."""
    page, asked, refused = visit
    refused.clear()
    page.evaluate(
        (
            "html => { document.querySelector('.wall').innerHTML = html; "
            "document.querySelector('#x').dispatchEvent(new Event('click')); }"
        ),
        f"{MARKUP}<svg id='x' onclick='window.caught = 7'>{REFUSED_BY_US}{PASSED_OVER}",
    )
    for said in (
        "inline event handler",
        f"{ELSEWHERE}/a.png",
    ):  # how many more are told is the browser's affair
        until(
            lambda said=said: any(
                "Content Security Policy" in words and said in words for words in refused
            ),
            f"{said} is refused",
        )
    page.wait_for_timeout(500)  # for what may still be asked for
    assert page.evaluate("window.caught ?? null") is None
    assert not [url for url in asked if ELSEWHERE in url]
