"""Games in the page: the balance moves after an edit, and a game is played by clicks, in a real
browser under its policy.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

import pytest

from generator.data.findings import Finding, Shown
from generator.data.patching import difference
from generator.data.problems import Place
from studio.protocol.played import (
    Change,
    Goal,
    LaidPile,
    LaidZone,
    Proof,
    Proposal,
    ScoreRow,
    ScoreTable,
)
from tests.conftest import ROOT
from tests.studio.conftest import Studio, open_address, open_page, run_studio, until
from tests.studio.test_page import barriers

SECONDS = 180  # for an engine that compiles or checks while others use the processors


@pytest.fixture(scope="module")
def emporium_studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    folder = tmp_path_factory.mktemp("emporium")
    shutil.copytree(ROOT / "templates", folder / "templates")
    shutil.copy(ROOT / "cards.yaml", folder)
    yield from run_studio(folder, plays=True, with_friends=True)


@pytest.fixture
def emporium_page(emporium_studio: Studio, browser: Any) -> Iterator[Any]:
    yield from open_page(emporium_studio, browser, viewport={"width": 1600, "height": 950})


def panel(page: Any) -> dict[str, str]:
    found: dict[str, str] = page.evaluate("() => ({...document.querySelector('.strip').dataset})")
    return found


@pytest.mark.slow
def test_the_balance_moves_after_an_edit(emporium_page: Any) -> None:
    page = emporium_page
    until(
        lambda: panel(page)["fresh"] == "true" and int(panel(page)["games"]) >= 200,
        "the first odds",
        SECONDS,
    )
    before = int(panel(page)["seq"])
    assert (
        page.locator(".strip svg.seats")
        .get_attribute("aria-label")
        .startswith("Wins: seat 1 wins ")
    )
    assert "; before " not in page.locator(".strip svg.seats").get_attribute("aria-label")
    page.get_by_label("strength of tib").fill("9")
    until(
        lambda: int(panel(page)["seq"]) > before and panel(page)["fresh"] == "true",
        "odds of the edit",
        SECONDS,
    )
    assert "; before " in page.locator(".strip svg.seats").get_attribute("aria-label")
    page.get_by_label("strength of tib").fill(
        "many"
    )  # a fault: what is known stays, and is marked as old
    until(lambda: panel(page)["fresh"] == "false", "stale")
    assert page.locator(".strip .parts.stale").count() == 1
    page.get_by_label("strength of tib").fill("2")
    until(lambda: panel(page)["fresh"] == "true", "fresh again", SECONDS)


@pytest.mark.slow
def test_the_wall_is_ordered_by_what_cards_are_worth(emporium_page: Any) -> None:
    page = emporium_page
    page.get_by_label("Order").wait_for(timeout=1000 * SECONDS)
    ids = "() => [...document.querySelectorAll('.wall [data-for]')].map((card) => card.dataset.for)"
    before = page.evaluate(ids)
    page.get_by_label("Order").select_option("worth")
    after = page.evaluate(ids)
    assert (sorted(before), before == after) == (sorted(after), False)
    page.locator("button.card").first.click()
    page.get_by_text("Worth +").wait_for()
    page.get_by_label("Order").select_option("file")
    assert page.evaluate(ids) == before


@pytest.mark.slow
def test_players_and_versions_are_chosen_on_the_page(emporium_page: Any) -> None:
    page = emporium_page
    page.get_by_role("button", name="Balance", exact=True).click()
    page.get_by_label(re.compile("^Players")).wait_for(timeout=1000 * SECONDS)
    page.get_by_label("Who plays").fill("random")
    page.get_by_label("Who plays").press("Enter")
    page.get_by_label(re.compile("^Players")).select_option("3")
    until(
        lambda: "of 3 · random" in page.locator(".known").inner_text(),
        "three who play at random",
        SECONDS,
    )
    assert page.locator("main.balance svg.seats .bar-now").count() == 3
    page.get_by_label("Name", exact=True).fill("Before")
    page.get_by_label("Name", exact=True).press("Enter")
    until(lambda: page.get_by_label("Compare with").input_value() == "Before", "it is the base")
    page.get_by_text("Kept versions").click()
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Before: Delete").click()
    until(lambda: page.get_by_label("Compare with").input_value() == "saved", "it is gone")
    page.get_by_label("Who plays").fill("genius")
    page.get_by_label("Who plays").press("Tab")
    page.get_by_text("genius").wait_for()


@pytest.mark.slow
def test_findings_lead_to_their_place_and_their_game(
    emporium_page: Any, emporium_studio: Studio
) -> None:
    page, desk = emporium_page, emporium_studio.desk
    page.get_by_role("button", name="Balance", exact=True).click()
    page.get_by_role("button", name="Quickly").click(timeout=1000 * SECONDS)
    page.get_by_text("No problems are known.").wait_for(timeout=1000 * SECONDS)
    assert page.get_by_role("button", name="Stop").count() == 0
    lines = desk.draft.text.splitlines()
    line = next(number for number, text in enumerate(lines, 1) if text.lstrip().startswith("pike:"))
    place, shown = (
        Place("cards.yaml", line, lines[line - 1].index("pike") + 1, 4),
        Shown(2, "random", 1, 3),
    )
    finding = Finding(
        "card-worth",
        "pike",
        "balance",
        "warning",
        "Pike wins too often",
        place=place,
        shown=shown,
        hint="lower it",
    )

    def prove() -> None:
        assert desk.games.drawn_data is not None
        desk._proved(Proof(desk.games.drawn_data, "usual", "experts", [finding]))

    desk.jobs.put(prove)
    page.get_by_role("button", name="Pike wins too often", exact=True).click()
    until(lambda: page.locator("tr.chosen th input").input_value() == "pike", "its row is chosen")
    page.get_by_role("button", name="Balance", exact=True).click()
    assert barriers(page) == []
    page.get_by_role("button", name="Watch a game that shows: Pike wins too often").click()
    page.get_by_text("Game finding 1, move 0 of").wait_for(timeout=1000 * SECONDS)
    page.get_by_role("button", name="On", exact=True).click()
    page.get_by_text("Game finding 1, move 1 of").wait_for()
    page.get_by_role("button", name="Run", exact=True).click()
    page.get_by_text("Game finding 1, move 3 of").wait_for()
    page.get_by_role("button", name="Pause", exact=True).click()
    page.get_by_role("button", name="Run", exact=True).wait_for()
    page.get_by_role("button", name="Leave it").click()


@pytest.mark.slow
def test_numbers_that_reach_a_goal_are_shown_and_taken(
    emporium_page: Any, emporium_studio: Studio
) -> None:
    page, desk = emporium_page, emporium_studio.desk
    page.get_by_role("button", name="Balance", exact=True).click()
    page.get_by_role("button", name="Search").wait_for(timeout=1000 * SECONDS)
    until(lambda: desk.games and desk.games.drawn_data, "the cards are drawn")

    def propose() -> None:
        data = desk.games.drawn_data
        assert data is not None
        content = data.text.replace(b"hand_size: 4", b"hand_size: 3")
        goal = Goal("length", "holds", "with 2 players 45 minutes", "with 2 players 38 minutes")
        diff = difference(data.text, content, "cards.yaml")
        desk._proved(
            Proposal(data, content, [Change("rules.hand_size", 4, 3)], diff, True, True, 12, [goal])
        )

    desk.jobs.put(propose)
    until(
        lambda: "rules.hand_size 4 → 3" in page.get_by_role("region", name="Tune").inner_text(),
        "it is shown",
    )
    assert page.locator(".diff .plus").inner_text() == "+  hand_size: 3"
    assert barriers(page) == []
    page.get_by_role("button", name="Take these changes").click()
    until(lambda: "hand_size: 3" in desk.draft.text, "it is taken")
    until(
        lambda: page.get_by_role("button", name="Take these changes").is_disabled(),
        "it cannot be taken twice",
    )
    page.get_by_role("button", name="Undo").click()
    until(lambda: "hand_size: 4" in desk.draft.text, "it is taken back")


def test_a_game_is_played_by_clicks_and_saved(emporium_page: Any, emporium_studio: Studio) -> None:
    page = emporium_page
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("button", name="Begin").click()
    table = page.locator("main.table")
    table.wait_for(timeout=1000 * SECONDS)
    assert (
        page.locator(".felt .laid [data-card=back-leather]").count() > 0
    )  # what others hold lies face down
    page.locator(".own .laid.playable").first.click()
    assert page.locator(".moves button").count() < 20
    for _ in range(5):
        made = int(table.get_attribute("data-made"))
        page.locator(".moves button:enabled").first.click()
        until(
            lambda made=made: int(table.get_attribute("data-made")) > made,
            "the move is made",
            SECONDS,
        )  # type: ignore[misc]
        if page.get_by_role("button", name="Confirm").count():
            page.get_by_role("button", name="Take it back").click()
            until(
                lambda made=made: int(table.get_attribute("data-made")) == made,
                "taken back",
                SECONDS,
            )  # type: ignore[misc]
            page.locator(".moves button:enabled").first.click()
            page.get_by_role("button", name="Confirm").click()
        until(lambda: page.locator(".moves button:enabled").count() > 0, "our turn", SECONDS)
    for _ in range(2):
        made = table.get_attribute("data-made"), page.locator(".laid-aside").count()
        page.keyboard.press("Enter")
        until(
            lambda made=made: (
                made != (table.get_attribute("data-made"), page.locator(".laid-aside").count())
            ),
            "Enter",
            SECONDS,
        )  # type: ignore[misc]
        here = "document.activeElement.closest('.moves, .laid-aside') !== null"
        until(lambda here=here: page.evaluate(here), "the next choice has the focus", SECONDS)  # type: ignore[misc]
    if page.get_by_role("button", name="Confirm").count():
        page.keyboard.press("Enter")
        until(lambda: page.locator(".moves button:enabled").count() > 0, "our turn", SECONDS)
    assert page.locator(".story li").count() > 5
    page.get_by_role("button", name="Save the game").click()
    until(lambda: (emporium_studio.folder / "playtests" / "1.record").is_file(), "saved")
    page.get_by_role("button", name="New game").click()
    made = table.get_attribute("data-made") if table.count() else None
    page.get_by_role("button", name="Move by move through game 1").click()
    page.get_by_text("Game 1, move 0 of").wait_for()
    page.get_by_role("button", name="On", exact=True).click()
    page.get_by_text("Game 1, move 1 of").wait_for()
    assert page.locator(".story li").count() > 0
    page.get_by_role("button", name="Leave it").click()
    page.get_by_role("button", name="Go on with game 1").click()
    until(lambda: table.count() and table.get_attribute("data-made") != made, "it goes on", SECONDS)


def come_to(page: Any, wanted: str, players: str = "4", people: str = "1") -> None:
    """Begin a new game, and come to a table that shows what is wanted. The game that a page opens
    with may arrive late.
    """
    from playwright.sync_api import Error

    def is_there() -> bool:
        with suppress(Error):  # what was to be clicked has just gone
            if page.locator("main.curtain").count():
                page.locator("main.curtain button").first.click(timeout=1000)
            if page.get_by_role("button", name="New game").count():
                page.get_by_role("button", name="New game").click(timeout=1000)
            page.get_by_label(re.compile("^Players")).select_option(players, timeout=1000)
            page.get_by_label("People").select_option(people, timeout=1000)
            page.get_by_role("button", name="Begin").click(timeout=1000)
            page.locator(wanted).first.wait_for(timeout=10_000)
            return True
        return False

    until(is_there, "the table", SECONDS)


@pytest.mark.slow_cases("light")
@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_axe_finds_nothing_on_balance_and_play_and_nothing_sticks_out(
    emporium_page: Any, scheme: str
) -> None:
    page = emporium_page
    page.emulate_media(color_scheme=scheme)
    page.get_by_role("button", name="Play", exact=True).click()
    come_to(page, ".moves button:enabled")
    for width in (1600, 1024, 390):
        page.set_viewport_size({"width": width, "height": 844})
        for view, awaited in (
            ("Balance", "svg.seats"),
            ("Play", "main.table"),
            ("Notes", ".note-form"),
        ):
            page.get_by_role("button", name=view, exact=True).click()
            page.locator(f"main {awaited}, {awaited}").first.wait_for(timeout=1000 * SECONDS)
            assert barriers(page) == [], (view, width)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (view, width)
    page.set_viewport_size({"width": 1600, "height": 400})
    page.get_by_role("button", name="Play", exact=True).click()
    page.evaluate(
        "document.querySelectorAll('.felt button').forEach(one => one.remove())"
    )  # as when a game is over
    assert barriers(page) == []


def can_choose(page: Any) -> bool:
    return bool(page.locator(".moves button:enabled").count())


def take_turn(page: Any) -> None:
    """Make a move at our seat, and leave it so where it was laid aside."""
    table = page.locator("main.table")
    made = int(table.get_attribute("data-made"))
    page.locator(".moves button:enabled").first.click()
    until(lambda: int(table.get_attribute("data-made")) > made, "the move is made", SECONDS)
    if page.get_by_role("button", name="Confirm").count():
        page.get_by_role("button", name="Confirm").click()


@pytest.mark.slow
def test_a_friend_takes_a_seat_by_its_link_and_plays_on_a_phone(
    emporium_page: Any, browser: Any
) -> None:
    page = emporium_page
    page.get_by_role("button", name="Play", exact=True).click()
    come_to(page, "button:has-text('Invite a friend to seat 2')", players="2", people="2")
    page.get_by_role("button", name="Invite a friend to seat 2").click()
    page.locator("svg.qr path").wait_for()
    link = page.get_by_label("Link to seat 2", exact=True).input_value()
    assert (
        page.get_by_role("group", name="Look from seat").count() == 0
    )  # the other seat is the friend's
    with contextmanager(open_address)(
        link, "main.table", browser, viewport={"width": 390, "height": 844}, has_touch=True
    ) as phone:
        assert "#" not in phone.url
        until(
            lambda: "a friend is here" in page.locator(".invitation").inner_text(),
            "the host sees it",
        )
        assert phone.locator(".seat.own h2").inner_text().startswith("Seat 2 (you)")
        assert (
            phone.locator(".seat:not(.own) .laid.back").count() > 0
        )  # what the host holds lies face down
        assert phone.locator("nav, .problems").count() == 0
        for _ in range(6):
            take_turn(
                until(
                    lambda: next((one for one in (phone, page) if can_choose(one)), None),
                    "somebody's turn",
                    SECONDS,
                )
            )
        until(lambda: phone.locator(".story li").count() > 3, "the friend is told")
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390
        assert barriers(phone) == barriers(page) == []
        page.locator(".invitation summary").click()
        page.get_by_role("button", name="Take the seat back").click()
        phone.get_by_text("This link is no longer valid").wait_for()
    until(
        lambda: page.locator("main.curtain, [aria-label='Look from seat']").count(),
        "the seat can be taken",
    )
    if not page.locator("main.curtain").count():  # else it is that seat's turn
        page.get_by_role("button", name="Seat 2", exact=True).click()
    page.get_by_role("button", name="show my cards").click()
    until(
        lambda: page.locator(".seat.own h2").inner_text().startswith("Seat 2 (you)"),
        "the seat is ours",
    )


@pytest.mark.slow
def test_a_table_keeps_its_own_cards_until_it_is_begun_anew(
    emporium_page: Any, browser: Any
) -> None:
    page = emporium_page

    def face(place: str, card: str) -> str:
        inside = (
            "([place, card]) => document.querySelector(`${place} "
            "[data-card$='${card}']`)?.shadowRoot?.textContent ?? ''"
        )
        return str(page.evaluate(inside, [place, card]))

    def open_tab(name: str) -> None:
        page.get_by_role("navigation", name="Views").get_by_role(
            "button", name=name, exact=True
        ).click()

    open_tab("Play")
    come_to(page, "main.table .own .laid [data-card]")
    card = page.locator("main.table .own .laid [data-card]").first.get_attribute("data-card")
    before = until(lambda: face("main.table", card), "its face")
    open_tab("Cards")
    page.locator(f".wall [data-for='{card}']").click()
    page.get_by_label(f"name of {card}", exact=True).fill("Zacharias Quill")
    until(lambda: "Quill" in face(".wall", card), "the wall shows the edit")
    open_tab("Play")
    page.get_by_text("The cards have changed since this game began").wait_for()
    assert face("main.table", card) == before
    open_tab("Cards")
    page.get_by_role("button", name=f"Delete {card}", exact=True).click()
    until(lambda: not face(".wall", card), "the card is gone from the wall")
    open_tab("Play")
    until(lambda: face("main.table", card) == before, "at the table it is as before")
    assert barriers(page) == []
    page.get_by_role("button", name="Start again with the new cards").click()
    until(lambda: not page.locator(".other-set").count(), "the table has the new cards", SECONDS)
    for _ in range(2):
        page.get_by_role("button", name="Undo").click()
    until(lambda: page.locator(".other-set").count(), "they are others now", SECONDS)


@pytest.mark.slow
def test_a_phone_a_watched_game_and_a_noted_moment_keep_the_cards_that_were_played(
    emporium_page: Any, browser: Any
) -> None:
    page = emporium_page

    def faces(where: Any, card: str) -> list[str]:
        inside = (
            "(card) => [...document.querySelectorAll(`main.table [data-card$='${card}']`)]"
            ".map((one) => one.shadowRoot?.textContent ?? '')"
        )
        return list(where.evaluate(inside, card))

    def open_tab(name: str) -> None:
        page.get_by_role("navigation", name="Views").get_by_role(
            "button", name=name, exact=True
        ).click()

    open_tab("Play")
    come_to(page, "button:has-text('Invite a friend to seat 2')", players="2", people="2")
    page.get_by_role("button", name="Invite a friend to seat 2").click()
    link = page.get_by_label("Link to seat 2", exact=True).input_value()
    with contextmanager(open_address)(
        link, "main.table", browser, viewport={"width": 390, "height": 844}, has_touch=True
    ) as phone:
        held = phone.locator(".own .laid [data-card]").first
        held.wait_for()
        card = held.get_attribute("data-card")
        assert phone.locator(".other-set").count() == 0
        before = until(lambda: set(faces(phone, card)), "its face")
        page.get_by_label("A note on this moment").fill("Here it was strong.")
        page.get_by_role("button", name="Note it").click()
        page.get_by_text("Noted.").wait_for()
        page.get_by_role("button", name="Save the game").click()
        open_tab("Cards")
        page.locator(f".wall [data-for='{card}']").click()
        page.get_by_label(f"name of {card}", exact=True).fill("Zacharias Quill")
        phone.get_by_text("The cards have changed since this game began").wait_for()
        assert set(faces(phone, card)) == before
        assert barriers(phone) == []
        open_tab("Play")
        page.locator(".invitation summary").click()
        page.get_by_role("button", name="Take the seat back").click()
    was = re.escape("The game was played with these cards")
    page.get_by_role("button", name="New game").click()
    page.locator("table.saved-games tbody tr").first.get_by_role(
        "button", name="Move by move"
    ).click()
    page.get_by_text(re.compile(was)).wait_for(timeout=1000 * SECONDS)
    until(lambda: set(faces(page, card)) == before, "the watched game has its own", SECONDS)
    open_tab("Notes")
    page.get_by_role("button", name="Show the moment").first.click()
    page.get_by_text(re.compile(was)).wait_for(timeout=1000 * SECONDS)
    until(lambda: set(faces(page, card)) == before, "the noted moment has its own", SECONDS)
    open_tab("Cards")
    page.get_by_role("button", name="Undo").click()


def look_at(page: Any, now: Any) -> None:
    """Wait until the page shows a seat."""
    until(lambda: page.locator("main.table, main.curtain").count() and now(), "the seat", SECONDS)


@pytest.mark.slow
def test_scores_stand_in_a_table_and_the_own_hand_is_in_sight(
    emporium_page: Any, emporium_studio: Studio
) -> None:
    page, games = emporium_page, emporium_studio.desk.games
    assert games is not None
    page.get_by_role("navigation", name="Views").get_by_role(
        "button", name="Play", exact=True
    ).click()
    come_to(page, ".moves button:enabled")
    for width, height in ((1366, 768), (1024, 768), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("document.querySelector('.felt').scrollTo(0, 9999)")
        for selector in (".own-place .laid", ".moves button"):
            box = page.locator(selector).first.bounding_box()
            assert box, (selector, width)
            assert box["y"] >= 0, (selector, width)
            assert box["y"] + min(box["height"], 40) <= height, (selector, width)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    rows = [ScoreRow(0, 1, 41, [30, 11]), ScoreRow(1, 2, 17, [9, 8])]
    now = next(iter(games.seen.values()))
    games.heard(
        replace(
            now,
            is_over=True,
            moves=[],
            scores=ScoreTable("no hero is left", "points", ["trophies", "coins"], rows),
        )
    )
    table = page.get_by_role("table")
    until(lambda: table.count() and "no hero is left" in table.inner_text(), "the end")
    assert [one.split() for one in table.locator("tbody tr").first.all_inner_texts()] == [
        ["1.", "Seat", "1", "(you)", "41", "30", "11"]
    ]
    assert barriers(page) == []
    games.heard(now)


@pytest.mark.slow
def test_a_curtain_hides_the_hand_of_whoever_is_next_at_one_screen(
    emporium_page: Any, emporium_studio: Studio
) -> None:
    page = emporium_page
    page.get_by_role("navigation", name="Views").get_by_role(
        "button", name="Play", exact=True
    ).click()
    come_to(page, "[aria-label='Look from seat']", players="2", people="2")
    until(
        lambda: page.locator(".moves button:enabled, main.curtain").count(),
        "somebody's turn",
        SECONDS,
    )
    for _ in range(12):
        if page.locator("main.curtain").count():
            break
        take_turn(page)
        until(
            lambda: page.locator(".moves button:enabled, main.curtain").count(),
            "somebody's turn",
            SECONDS,
        )
    words = page.locator("main.curtain").inner_text()
    assert "it is your turn" in words
    assert page.locator("main.table, .laid, .moves").count() == 0
    assert barriers(page) == []
    page.keyboard.press("Enter")  # the button has the focus
    until(lambda: page.locator(".moves button:enabled").count(), "their cards", SECONDS)
    page.get_by_role("group", name="Look from seat").get_by_role("button", pressed=False).click()
    page.locator("main.curtain").wait_for()
    page.get_by_role("button", name="Back to seat").click()
    page.locator("main.table").wait_for()


@pytest.mark.slow
def test_saved_games_say_when_and_who_and_are_deleted(
    emporium_page: Any, emporium_studio: Studio
) -> None:
    page = emporium_page
    page.get_by_role("navigation", name="Views").get_by_role(
        "button", name="Play", exact=True
    ).click()
    come_to(page, ".moves button:enabled, main.curtain")
    if page.locator("main.curtain").count():
        page.get_by_role("button", name="show my cards").click()
    page.get_by_role("button", name="Save the game").click()
    page.get_by_role("button", name="New game").click()
    row = page.locator("table.saved-games tbody tr").first
    row.wait_for()
    number = row.locator("th").inner_text()
    assert re.search(
        r"20\d\d-\d\d-\d\d .* moves", row.inner_text().replace("\n", " ").replace("\t", " ")
    )
    assert barriers(page) == []
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name=f"Delete game {number}").click()
    until(
        lambda: not (emporium_studio.folder / "playtests" / f"{number}.record").exists(),
        "it is gone",
    )


@pytest.mark.slow
def test_an_empty_deck_looks_empty_and_words_are_no_second_card(
    emporium_page: Any, emporium_studio: Studio
) -> None:
    page, games = emporium_page, emporium_studio.desk.games
    assert games is not None
    page.get_by_role("navigation", name="Views").get_by_role(
        "button", name="Play", exact=True
    ).click()
    come_to(page, ".moves button:enabled")
    now = next(iter(games.seen.values()))
    shelf = LaidPile("2 apples on its shelf", "tib", "", 1, "", [], [])
    decks = LaidZone(
        "Decks",
        -1,
        None,
        [
            LaidPile("none", "", "leather", 0, "", [], []),
            LaidPile("1", "", "leather", 1, "", [], []),
        ],
    )
    stores = LaidZone("Stores", -1, None, [LaidPile("Tib", "tib", "", 1, "", [], [shelf])])
    games.heard(replace(now, zones=[decks, stores, LaidZone("choice", now.seat, None, [])]))
    until(lambda: page.locator(".felt .laid").count() == 3, "two places of decks and one store")
    assert page.locator(".felt .laid.gone").inner_text() == "empty"
    assert page.locator(".felt .laid.gone [data-card]").count() == 0
    assert page.locator(".felt [data-card$=tib]").count() == 1
    assert page.locator(".about-card").inner_text() == "2 apples on its shelf"
    assert "choice" not in page.locator(".own-place").inner_text()
    assert barriers(page) == []
    games.heard(now)
