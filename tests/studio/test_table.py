"""Cards, sheets and dice at a table by rules as its page draws them, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from studio.protocol.played import Choice, Choose, EngineState, LaidPile, LaidZone, Seen, TakeSeat
from tests.conftest import make_game
from tests.studio.conftest import CARDS, FACE, FIELDS, TABLES, Studio, open_page, run_studio, until
from tests.studio.test_page import barriers

TICKS = (
    '<g transform="translate(10 20)"><circle data-tick="boots-1" cx="5" cy="5" r="3" '
    'fill="#fff"/><rect data-tick="boots-2" x="20" y="2" width="6" height="6" fill="#fff"/></g>'
)
CROSSES = """id => [...document.querySelector(id).shadowRoot.querySelectorAll("[data-cross]")]
    .map((one) => one.getAttribute("data-cross"))"""


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Studio]:
    reverse = {"template": "card.svg.j2", "fields": FIELDS, "cards": {"rear": CARDS["pike"]}}
    make_game(
        tmp_path / "game",
        FACE + TICKS,
        CARDS,
        FIELDS,
        tables=TABLES,
        kinds={"reverse": reverse},
        components={"deck": {"name": "Cards", "of": "card", "back": "rear", "count": 4}},
    )
    yield from run_studio(tmp_path / "game", plays=True)


def pile(words: str, face: str = "", **more: Any) -> LaidPile:
    return LaidPile(words, face, "", 1, "", more.pop("facts", []), [], **more)


def seen(crossed: list[str]) -> Seen:
    """Write what a seat sees of a table with two dice, a card of its own, and one of another."""
    dice = LaidZone(
        "Dice",
        -1,
        None,
        [pile("d6", facts=["4", "Leather"], die=6), pile("d12", facts=["11", "Steel"], die=12)],
    )
    own = LaidZone("Sheet", 0, None, [pile("begun: boots", "tib", crossed=crossed)])
    other = LaidZone("Sheet", 1, None, [pile("nothing", "pike")])
    return Seen(
        0, 0, 1, False, 0, ["human", "random"], [], [dice, own, other], [], -1, [], [], False,
        False, [],
    )  # fmt: skip


def by_rules(page: Any, studio: Studio) -> None:
    """Open the Play tab as if an engine had rules for the game."""
    games = studio.desk.games
    assert games
    until(lambda: EngineState in games.latest, "it is known that there are no rules")
    games.heard(EngineState("odds", "ready"))
    page.get_by_role("navigation", name="Views").get_by_role(
        "button", name="Play", exact=True
    ).click()
    page.get_by_role("button", name="Begin").wait_for()


@pytest.fixture
def table(played: Studio, browser: Any, request: Any) -> Iterator[Any]:
    how = getattr(request, "param", {"viewport": {"width": 1366, "height": 768}})
    for page in open_page(played, browser, **how):
        by_rules(page, played)
        played.desk.games.heard(seen(["boots-1"]))
        page.locator("main.table .own .laid [data-card]").wait_for()
        yield page


def test_dice_show_their_numbers_and_sheets_what_is_crossed_off(table: Any, played: Studio) -> None:
    dice = table.locator(".die")
    assert dice.evaluate_all("all => all.map((one) => one.querySelector('text').textContent)") == [
        "4",
        "11",
    ]
    assert dice.first.get_attribute("aria-label") == "d6 · 4 · Leather"
    own, other = ".own [data-card='tib']", ".seat:not(.own) [data-card='pike']"
    until(lambda: table.evaluate(CROSSES, own) == ["boots-1"], "the cross")
    assert table.evaluate(CROSSES, other) == []
    middle = """id => { const [cross, place] = ["[data-cross]", "[data-tick='boots-1']"].map((word) =>
        document.querySelector(id).shadowRoot.querySelector(word).getBoundingClientRect());
        return Math.hypot(cross.x + cross.width / 2 - place.x - place.width / 2,
            cross.y + cross.height / 2 - place.y - place.height / 2); }"""
    assert table.evaluate(middle, own) < 1
    played.desk.games.heard(seen(["boots-1", "boots-2", "no-such-place"]))
    until(lambda: table.evaluate(CROSSES, own) == ["boots-1", "boots-2"], "the next cross")
    assert barriers(table) == []


@pytest.mark.slow
def test_cards_that_lie_face_down_are_drawn_with_their_back_and_number(
    table: Any, played: Studio
) -> None:
    deck = LaidZone("deck", -1, None, [LaidPile("40 face down", "", "card", 40, "", [], [])])
    now = seen([])
    played.desk.games.heard(replace(now, zones=[deck, *now.zones]))
    drawn = table.get_by_role("img", name="40 face down")
    drawn.locator("[data-card='rear']").wait_for()
    assert table.locator(".pile", has=drawn).locator(".times").inner_text() == "× 40"
    drawn.hover()
    table.wait_for_timeout(500)  # longer than a card is rested on before it is enlarged
    assert closer(table) is None


@pytest.mark.slow
@pytest.mark.parametrize(
    "table", [{"viewport": {"width": 390, "height": 844}, "has_touch": True}], indirect=True
)
def test_on_a_phone_the_number_of_copies_hides_nothing_of_the_card(
    table: Any, played: Studio
) -> None:
    supply = LaidZone("Supply", -1, None, [LaidPile("Tib", "tib", "", 2, "", [], [])])
    now = seen([])
    played.desk.games.heard(replace(now, zones=[supply, *now.zones]))
    times = table.locator(".middle .times")
    times.wait_for()
    assert times.inner_text() == "× 2"
    card = table.locator(".middle .pile:has(.times) .laid").bounding_box()
    assert times.bounding_box()["y"] >= card["y"] + card["height"]


@pytest.mark.slow
@pytest.mark.parametrize("is_open", [True, False])
def test_a_curtain_comes_only_where_there_is_something_to_hide(
    table: Any, played: Studio, is_open: bool
) -> None:
    games = played.desk.games
    assert games
    asked = list[Any]()
    take_seat = games.answers[TakeSeat]
    games.answers = {**games.answers, TakeSeat: lambda page, one: asked.append(one.seat)}
    played.desk.answers = {**played.desk.answers, TakeSeat: games.answers[TakeSeat]}
    games.heard(replace(seen([]), due=1, line_up=["human", "human"], is_open=is_open))
    if is_open:
        until(lambda: asked == [1], "the seat that is due is taken at once")
        assert table.locator("main.curtain").count() == 0
        assert table.locator("main.table .own .laid").count()
    else:
        table.locator("main.curtain").wait_for()
        assert asked == []
        assert table.locator(".laid").count() == 0
    games.answers = {**games.answers, TakeSeat: take_seat}


def listed(text: str, *faces: str) -> Choice:
    return Choice(text.lower(), text, list(faces))


@pytest.fixture
def chosen(table: Any, played: Studio) -> Iterator[list[str]]:
    """Collect the moves that are made at the table."""
    words = list[str]()
    before = played.desk.answers
    played.desk.answers = {**before, Choose: lambda page, one: words.append(one.word)}
    yield words
    played.desk.answers = before


@pytest.mark.slow
def test_moves_that_differ_in_an_amount_stand_on_one_stepper(
    table: Any, played: Studio, chosen: list[str]
) -> None:
    debts = {10: ", with 1 Debt Token"} | {n: f", with {n - 9} Debt Tokens" for n in range(11, 30)}
    bids = [
        listed(f"Bid ${n} for {name}{debts.get(n, '')}", face)
        for name, face in (("Tib", "tib"), ("Pike", "pike"))
        for n in range(9, 30)
    ]
    played.desk.games.heard(replace(seen([]), moves=[*bids, listed("Pass")]))
    steppers = table.locator(".moves .amounts")
    until(lambda: steppers.count() == 2, "two steppers")
    assert table.locator(".moves > li").count() == 3
    bid = steppers.first
    amount = bid.locator(".amount")
    bid.get_by_role("button", name="More: Bid $10 for Tib, with 1 Debt Token").click()
    for key, text in (
        ("End", "Bid $29 for Tib, with 20 Debt Tokens"),
        ("Home", "Bid $9 for Tib"),
        ("PageUp", "Bid $19 for Tib, with 10 Debt Tokens"),
        ("ArrowDown", "Bid $18 for Tib, with 9 Debt Tokens"),
    ):
        amount.press(key)
        until(lambda text=text: amount.inner_text() == text, text)
    bid.get_by_role("slider", name="Amount").press("End")
    until(lambda: amount.inner_text() == "Bid $29 for Tib, with 20 Debt Tokens", "the slider")
    assert bid.get_by_role("button", name="More").is_disabled()
    assert barriers(table) == []
    amount.click()
    until(lambda: chosen == ["bid $29 for tib, with 20 debt tokens"], "it is what is bid")


@pytest.mark.slow
@pytest.mark.parametrize(
    "table",
    [
        {"viewport": {"width": 1366, "height": 768}},
        {"viewport": {"width": 390, "height": 844}, "has_touch": True, "color_scheme": "dark"},
    ],
    indirect=True,
)
def test_a_long_list_of_moves_is_folded_by_what_they_share(
    table: Any, played: Studio, chosen: list[str]
) -> None:
    games = played.desk.games
    assert games
    marks = [
        listed(f"Mark with the {die} of the d{die + 2}: {name} (Wood 5)")
        for die in (4, 6)
        for name in ("Bow", "Ring", "Boots", "Staff", "Sword")
    ]
    cards = [listed(f"{verb} the Pike", "pike") for verb in ("Play", "Sell", "Keep")]
    votes = [listed(f"Vote for {name}") for name in ("an inn", "a mill", "a port", "a well")]
    games.heard(replace(seen([]), moves=[*marks, *cards, *votes, listed("Stop")]))
    folds = table.locator(".moves > li > details")
    until(lambda: folds.count() == 4, "four folds")
    assert table.locator(".moves:not(.moves .moves) > li").count() == 5
    assert folds.locator("summary").all_inner_texts() == [
        "Mark with the 4 of the d6 · 5 moves",
        "Mark with the 6 of the d8 · 5 moves",
        "Pike · 3 moves",
        "Vote … · 4 moves",
    ]
    assert table.locator(".moves details[open]").count() == 0
    folds.nth(2).locator("summary").click()
    table.get_by_role("button", name="Sell the Pike").wait_for()
    folds.nth(1).locator("summary").click()
    until(lambda: table.locator(".moves details[open]").count() == 1, "one is open at a time")
    assert barriers(table) == []
    assert table.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    mark = table.get_by_role("button", name=marks[6].text)
    assert mark.inner_text() == "Ring (Wood 5)"
    mark.click()
    until(lambda: chosen == [marks[6].word], "it is what is marked")
    games.heard(replace(seen([]), made=1, moves=[*marks, *cards[:2]]))
    until(lambda: folds.count() == 0, "a short list is not folded")


def closer(page: Any) -> dict[str, float] | None:
    """Measure the card that is enlarged."""
    found: dict[str, float] | None = page.evaluate(
        """() => document.querySelector(".closer")?.getBoundingClientRect().toJSON() ?? null"""
    )
    return found


@pytest.mark.slow
def test_a_card_is_enlarged_while_the_mouse_rests_on_it(table: Any) -> None:
    card = table.locator(".seat:not(.own) .laid")
    small = card.bounding_box()
    card.hover()
    large = until(lambda: closer(table), "it is enlarged")
    assert large["width"] > 3 * small["width"]
    assert large["left"] >= 0 and large["top"] >= 0  # noqa: PT018
    assert large["right"] <= 1366 and large["bottom"] <= 768  # noqa: PT018
    beside = large["left"] >= small["x"] + small["width"] or large["right"] <= small["x"]
    assert beside, "it covers its own card"
    table.keyboard.press("Escape")
    until(lambda: not closer(table), "Escape puts it back")
    table.locator(".own .laid").hover()
    until(lambda: closer(table), "the own card is enlarged")
    assert table.evaluate(CROSSES, ".closer .face") == ["boots-1"]
    table.get_by_role("heading", name="Dice").hover()
    until(lambda: not closer(table), "it goes with the mouse")


@pytest.mark.slow
@pytest.mark.parametrize(
    "table", [{"viewport": {"width": 390, "height": 844}, "has_touch": True}], indirect=True
)
def test_a_card_is_enlarged_by_a_long_press(table: Any) -> None:
    card = table.locator(".own .laid")
    box = card.bounding_box()
    touch = table.context.new_cdp_session(table)
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + 20}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    large = until(lambda: closer(table), "it is enlarged")
    assert large["left"] >= 0
    assert large["right"] <= 390
    assert large["width"] > 300
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    until(lambda: not closer(table), "it goes with the finger")


@pytest.mark.slow
def test_how_far_the_rules_are_compiled_is_shown_and_said(played: Studio, browser: Any) -> None:
    for page in open_page(played, browser, viewport={"width": 1366, "height": 768}):
        by_rules(page, played)
        games = played.desk.games
        assert games
        view = page.get_by_role("navigation", name="Views").get_by_role("button", name="Balance")
        view.click()
        games.heard(EngineState("odds", "starting"))
        page.locator("main").get_by_text("The rules are being loaded").wait_for()
        games.heard(EngineState("odds", "ready"))
        page.locator("main").get_by_text("The first games are being played").wait_for()
        words = "The rules are being compiled. 40 % done, about 25 seconds left."
        games.heard(EngineState("odds", "compiling", words, 0.4))
        page.get_by_text("about 25 seconds left").first.wait_for()
        bar = page.get_by_role("progressbar", name="Compiling the rules").first
        assert bar.evaluate("one => one.value") == 0.4
        assert barriers(page) == []


@pytest.mark.slow
def test_a_game_without_rules_shows_no_figures_and_the_free_table_alone(
    played: Studio, browser: Any
) -> None:
    for page in open_page(played, browser, viewport={"width": 1366, "height": 768}):
        until(lambda page=page: page.locator(".strip").count() == 0, "no figures")
        page.get_by_role("navigation", name="Views").get_by_role(
            "button", name="Play", exact=True
        ).click()
        page.get_by_role("button", name="Set up the table").wait_for()
        assert page.get_by_role("button", name="By rules").count() == 0
