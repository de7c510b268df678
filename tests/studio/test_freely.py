"""The free table in a real browser: laid, drawn from, dragged on, by mouse and by keyboard alone; a
second seat sees backs.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from rules_check.log.store import log_in, read_plays
from tests.conftest import make_game
from tests.studio.conftest import (
    CARDS,
    FACE,
    FIELDS,
    TABLES,
    Studio,
    open_address,
    open_page,
    run_studio,
    until,
)
from tests.studio.free.test_free import SETUP, game_with
from tests.studio.test_page import barriers


@pytest.fixture(scope="module")
def free_studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    folder = tmp_path_factory.mktemp("freely") / "game"
    game_with(folder, setup=SETUP)
    template = folder / "templates" / "card.svg.j2"  # cards say more than what they are called
    drawn = template.read_text("utf-8")
    template.write_text(drawn.replace("</svg>", '<text x="5" y="30">Draw two.</text></svg>'))
    yield from run_studio(folder, with_friends=True)


@pytest.fixture
def table(free_studio: Studio, browser: Any) -> Iterator[Any]:
    """The page of a studio without rules, with a table laid anew for four."""
    with contextmanager(open_page)(
        free_studio, browser, viewport={"width": 1600, "height": 950}
    ) as page:
        page.get_by_role("button", name="Play", exact=True).click()
        page.locator("main.surface, button:has-text('Set up the table'):enabled").first.wait_for()
        if page.locator("main.surface").count():
            page.get_by_role("button", name="New table").click()
        page.get_by_role("button", name="Set up the table").click()
        until(
            lambda: page.locator("main.surface").get_attribute("data-made") == "0",
            "the table is laid",
        )
        yield page


def count(page: Any, place: str) -> int:
    label = page.locator(f".surface .place[aria-label^='{place}: ']").first.get_attribute(
        "aria-label"
    )
    return int(label.rpartition(": ")[2])


def faces(page: Any, within: str) -> list[str]:
    found: list[str] = page.evaluate(
        (
            "(at) => [...document.querySelectorAll(`${at} [data-card]`)].map((one) => "
            "one.dataset.card)"
        ),
        within,
    )
    return found


def top_of(page: Any, place: str) -> Any:
    return page.locator(f".surface .place[aria-label^='{place}: '] button.piece").first


def test_a_card_is_drawn_dragged_and_flipped_and_a_friend_sees_its_back(
    table: Any, browser: Any
) -> None:
    page = table
    assert (count(page, "deck"), count(page, "your hand")) == (2, 3)
    page.get_by_text("Invite friends").click()
    page.get_by_role("button", name="Invite a friend to seat 2").click()
    link = page.get_by_label("Link to seat 2", exact=True).input_value()
    with contextmanager(open_address)(
        link, "main.surface", browser, viewport={"width": 390, "height": 844}, has_touch=True
    ) as phone:
        mine = faces(page, ".own [data-hand=true]")
        assert len(mine) == 3
        assert set(faces(phone, ".surface")).isdisjoint(mine)
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390
        assert (
            phone.locator(".own").bounding_box()["y"] < phone.locator(".middle").bounding_box()["y"]
        )
        card, mat = page.locator(".own [data-hand=true] button.piece").first, page.locator(".mat")
        card.scroll_into_view_if_needed()
        start, end = card.bounding_box(), mat.bounding_box()
        page.mouse.move(start["x"] + 20, start["y"] + 20)
        page.mouse.down()
        page.mouse.move(end["x"] + 300, end["y"] + 60, steps=4)
        page.mouse.up()
        until(lambda: faces(phone, ".mat") == mine[:1], "the friend sees the card that was played")
        page.locator(".mat button.piece").click()
        page.get_by_role("menuitem", name="Turn over").click()
        until(
            lambda: phone.locator(".mat button.piece").count() and faces(phone, ".mat") == [],
            "it lies face down",
        )
        phone.locator(".place[aria-label^='deck: '] button.piece").tap()
        phone.get_by_role("menuitem", name="Draw one").tap()
        until(lambda: count(page, "seat 2’s hand") == 4, "the friend has drawn")
        assert barriers(phone) == barriers(page) == []
        page.locator(".invitation summary").click()
        page.get_by_role("button", name="Take the seat back").click()
        phone.get_by_text("This link is no longer valid").wait_for()


@pytest.mark.slow
def test_all_is_done_by_keyboard_alone(table: Any) -> None:
    page = table
    top_of(page, "deck").focus()
    page.keyboard.press("d")
    until(lambda: count(page, "your hand") == 4, "one is drawn")
    until(
        lambda: (
            page.evaluate("document.activeElement.closest('[data-place]')?.ariaLabel") == "deck: 1"
        ),
        "the deck keeps the focus",
    )
    page.locator(".own [data-hand=true] button.piece").first.focus()
    page.keyboard.press("m")
    page.get_by_role("menuitem", name="discard").wait_for()
    while page.evaluate("document.activeElement.textContent") != "discard":
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    until(lambda: count(page, "discard") == 1, "it is moved")
    top_of(page, "market").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.role") == "menuitem"
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.matches('button.piece')")
    page.keyboard.press("r")
    until(
        lambda: "turned by 90" in (top_of(page, "market").get_attribute("title") or ""),
        "it is rotated",
    )
    page.keyboard.press("u")
    until(
        lambda: "turned" not in (top_of(page, "market").get_attribute("title") or ""),
        "that is taken back",
    )
    page.keyboard.press("n")
    page.get_by_role("status").get_by_text("Seat 2 has the turn").wait_for()


@pytest.mark.slow_cases("light")
@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_axe_finds_nothing_and_nothing_sticks_out(table: Any, scheme: str) -> None:
    page = table
    page.emulate_media(color_scheme=scheme)
    top_of(page, "deck").focus()
    page.keyboard.press("v")
    page.locator(".looking").wait_for()
    for width in (1600, 1024, 390):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, width
        assert barriers(page) == [], width
    top_of(page, "deck").click()
    page.get_by_role("menu").wait_for()
    assert barriers(page) == []


def test_a_play_is_noted_logged_and_gone_through_again(table: Any, free_studio: Studio) -> None:
    page = table
    top_of(page, "deck").focus()
    page.keyboard.press("d")
    until(lambda: count(page, "your hand") == 4, "one is drawn")
    page.get_by_label("A note on this moment").fill("Too many cards.")
    page.get_by_role("button", name="Note it").click()
    page.get_by_text("Noted.").wait_for()
    page.get_by_text("End and log this play").click()
    page.get_by_label("Name of seat 1").fill("Ann")
    page.get_by_label("Seat 1 won").check()
    page.get_by_label("What was it like?").fill("Long.")
    assert barriers(page) == []
    page.get_by_role("button", name="Log this play").click()
    page.get_by_text("Logged as play 1").wait_for()
    (play,) = read_plays(log_in(free_studio.folder))
    assert (play.players[0], play.winners, play.note, play.table) == (
        "Ann",
        ("Ann",),
        "Long.",
        "1.table",
    )
    assert sum(one.drawn for one in play.cards) == 13
    page.get_by_role("button", name="Notes", exact=True).click()
    page.get_by_role("button", name="Show the moment").click()
    page.get_by_text("Table 1, step 1 of 1").wait_for()
    assert len(faces(page, ".surface [data-hand=true]")) == 13
    assert barriers(page) == []
    page.get_by_role("button", name="Back", exact=True).click()
    page.get_by_text("step 0 of 1").wait_for()
    assert count(page, "deck") == 2
    page.get_by_role("button", name="Run").click()
    page.get_by_text("step 1 of 1").wait_for()
    page.get_by_role("button", name="Leave it").click()
    assert count(page, "your hand") == 4
    page.get_by_role("button", name="New table").click()
    page.get_by_role("button", name="Move by move through table 1").wait_for()
    assert barriers(page) == []
    page.get_by_role("button", name="Back to the table").click()
    page.locator(".own [data-hand=true] button.piece").first.focus()
    page.keyboard.press("z")
    page.get_by_role("dialog").locator("[data-card]").wait_for()
    assert barriers(page) == []
    page.keyboard.press("Escape")
    until(lambda: page.get_by_role("dialog").count() == 0, "it is put back")
    assert page.evaluate("document.activeElement.matches('.own button.piece')")


def test_pieces_are_chosen_and_moved_together(table: Any) -> None:
    page = table
    hand = page.locator(".own [data-hand=true] button.piece")
    mine = faces(page, ".own [data-hand=true]")
    for number in (0, 2):
        hand.nth(number).focus()
        page.keyboard.press("g")
    page.keyboard.press("m")
    page.get_by_role("menuitem", name="discard").click()
    until(lambda: count(page, "discard") == 2, "both are there")
    assert faces(page, ".own [data-hand=true]") == [mine[1]]
    hand.first.click()
    page.get_by_role("menuitem", name="Add another like it").click()
    until(lambda: faces(page, ".own [data-hand=true]") == [mine[1]] * 2, "there is another")
    hand.first.click()
    page.get_by_role("menuitem", name="Remove from the game").click()
    until(lambda: count(page, "out of the game") == 1, "it is out of the game")


def by_amount(page: Any, *texts: str) -> list[list[str]]:
    """Group moves as both tables do; give their texts."""
    found: list[list[str]] = page.evaluate(
        "async (texts) => (await import('/page/moves.js')).byAmount(texts.map((text) => ({ text, "
        "word: text, faces: [] })))"
        ".map((group) => group.map((one) => one.text))",
        list(texts),
    )
    return found


def test_moves_that_differ_in_an_amount_are_taken_together(table: Any) -> None:
    sell = [f"Sell the axe of 2 for {n}" for n in (10, 9, 2, 1)]
    assert by_amount(table, "Bid 1", *sell, "Bid 2", "Pass") == [
        ["Bid 1"],
        sell[::-1],
        ["Bid 2"],
        ["Pass"],
    ]
    bids = ["Bid $9 for Tib", "Bid $10 for Tib, with 1 token", "Bid $11 for Tib, with 2 tokens"]
    others = [text.replace("Tib", "Pike") for text in bids]
    assert by_amount(table, *bids, *others) == [bids, others]
    points = ["Buy 1 point for $4", "Buy 2 points for $8", "Buy 3 points for $13"]
    offers = [[f"Offer {n} food at ${price}" for price in range(3)] for n in (1, 2)]
    assert by_amount(table, *points, *offers[0], *offers[1]) == [points, *offers]
    assert by_amount(table, "Trade 1 for 2", "Trade 1 for 3", "Trade 2 for 3") == [
        [f"Trade {one}"] for one in ("1 for 2", "1 for 3", "2 for 3")
    ]
    names = [f"Attack seat {n}" for n in (2, 3, 4)] + [f"Roll the d{n}" for n in (4, 6, 8)]
    names += [f"Take leaf-{n}" for n in (1, 2, 3)]
    goods = ["Take 2 wood", "Take 3 stone", "Take 4 gold"]
    ways = [f"Send {n} carts: to the {way}" for n, way in ((1, "sea"), (2, "hills"), (3, "fair"))]
    assert by_amount(table, *names, *goods, *ways) == [[one] for one in names + goods + ways]


SEEN = {
    "seat": 1, "due": 1, "round": 3, "is_over": False, "made": 4, "line_up": ["expert", "human", "expert"], "heading": ["Round 3."],
    "zones": [
        {"name": "hand", "seat": seat, "words": None, "row": 0, "piles": [
            {"words": "a card", "face": "", "back": "deck", "count": count, "group": "", "facts": [], "beside": [], "edge": ""}
        ]}
        for seat, count in ((0, 2), (1, 4), (2, 3))
    ],
    "counters": [], "marker": -1, "story": ["Seat 1 sold nothing.", "Seat 3 has bid."], "can_undo": False, "is_secret": False,
    "laid": [], "ending": [], "scores": None, "cards": "",
    "moves": [*({"word": f"sell-{n}", "text": f"Sell the axe for {n} gold", "faces": []} for n in range(1, 5)), {"word": "pass", "text": "Pass", "faces": []}],
}  # fmt: skip
"""What a seat of a table by rules sees, as the server says it."""


IN_SIGHT = """() => {
  const box = (name) => document.querySelector(name).getBoundingClientRect();
  const felt = document.querySelector(".felt");
  const lowest = Math.min(box(".felt").bottom, innerHeight);
  const pieces = [...document.querySelectorAll(".middle .piece, .mat .piece, .own .piece")];
  const low = pieces.map((one) => one.getBoundingClientRect().bottom);
  return { mat: lowest - box(".mat").bottom, piece: innerHeight - Math.max(...low),
    across: document.documentElement.scrollWidth - innerWidth };
}"""
"""How far above the lower edge the mat and the lowest piece end, and how much is too wide."""


def test_the_mat_and_all_cards_are_in_sight_without_scrolling(table: Any) -> None:
    page = table
    top_of(page, "your hand").press("m")
    page.get_by_role("menuitem", name="the mat", exact=True).click()
    page.locator(".mat button.piece").wait_for()
    for width, height in ((1366, 768), (1280, 720), (1024, 768), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(
            f"() => {{ const all = ({IN_SIGHT})();"
            " return all.mat >= 0 && all.piece >= 0 && all.across <= 0; }",
            timeout=10_000,
        )


@pytest.mark.slow
def test_many_open_cards_lie_in_one_row_and_leave_room_for_the_mat(
    tmp_path: Path, browser: Any
) -> None:
    cards = {f"gale-{n}": {"name": f"Gale {n}", "cost": n % 9, "guild": "tide"} for n in range(11)}
    backs = {"template": "card.svg.j2", "fields": FIELDS, "cards": {"rear": CARDS["pike"]}}
    weather = {"template": "card.svg.j2", "fields": FIELDS, "cards": cards}
    make_game(
        tmp_path / "game",
        FACE,
        CARDS,
        FIELDS,
        tables=TABLES,
        kinds={"weather": weather, "reverse": backs},
        components={
            "deck": {"name": "Cards", "of": "card", "back": "rear", "count": 4},
            "weather": {"name": "Weather", "of": "weather", "count": 11},
        },
    )
    for studio in run_studio(tmp_path / "game"):
        for page in open_page(studio, browser, viewport={"width": 1366, "height": 768}):
            page.get_by_role("button", name="Play", exact=True).click()
            page.get_by_role("button", name="Set up the table").click()
            pieces = page.locator(".place[aria-label^='weather'] button.piece")
            until(lambda pieces=pieces: pieces.count() == 11, "the weather lies open")
            for width, height in ((1366, 768), (390, 844)):
                page.set_viewport_size({"width": width, "height": height})
                tops = "(all) => new Set(all.map((one) => one.getBoundingClientRect().top)).size"
                assert pieces.evaluate_all(tops) == 1
                found = page.evaluate(IN_SIGHT)
                assert min(found["mat"], found["piece"]) >= 0, (width, found)
                assert found["across"] <= 0, (width, found)
            pieces.nth(3).click(position={"x": 5, "y": 20})
            page.get_by_role("menuitem", name="Take into my hand").click()
            until(lambda page=page: count(page, "your hand") == 1, "the covered card is taken")
            assert barriers(page) == []


def test_on_a_phone_the_hand_and_the_moves_come_first(table: Any, browser: Any) -> None:
    page = table
    page.get_by_text("Invite friends").click()
    page.get_by_role("button", name="Invite a friend to seat 2").click()
    link = page.get_by_label("Link to seat 2", exact=True).input_value()
    with contextmanager(open_address)(
        link, "main.surface", browser, viewport={"width": 390, "height": 844}
    ) as phone:
        edges = (
            "(names) => names.map((name) => "
            "document.querySelector(name).getBoundingClientRect().top)"
        )
        places = [".own-place", ".hand", ".felt"]
        assert (found := phone.evaluate(edges, places)) == sorted(found)
        assert phone.locator(".hand details[open]").count() == 0
        show = "async (seen) => { (await import('/page/games.js')).view.value = seen; }"
        phone.evaluate(show, SEEN)
        phone.get_by_role("button", name="By rules").click()
        assert (found := phone.evaluate(edges, places)) == sorted(found)
        assert phone.locator(".moves li").count() == 2
        amount = phone.locator(".amount")
        assert amount.inner_text() == "Sell the axe for 1 gold"
        phone.get_by_role("button", name="More: Sell the axe for 2 gold").click()
        amount.press("ArrowUp")
        assert amount.inner_text() == "Sell the axe for 3 gold"
        assert phone.locator(".story summary").inner_text() == "Seat 3 has bid."
        assert phone.locator(".seats-row details[open]").count() == 0
        zones = [SEEN["zones"][0] | {"name": "hand of six"}, *SEEN["zones"][1:]]  # type: ignore[index]
        phone.evaluate(show, SEEN | {"made": 5, "zones": zones})
        until(
            lambda: phone.locator(".seats-row details[open]").count() == 1, "what changed is open"
        )
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390
        for scheme, width in (("light", 390), ("dark", 390), ("dark", 1600), ("light", 1600)):
            phone.emulate_media(color_scheme=scheme)
            phone.set_viewport_size({"width": width, "height": 844})
            assert barriers(phone) == [], (scheme, width)
    page.get_by_role("button", name="Take the seat back").click()


@pytest.mark.slow
def test_a_curtain_hides_the_hand_of_another_seat_at_one_screen(table: Any) -> None:
    seats = table.get_by_role("group", name="Look from seat")
    hidden = "main.surface, .surface [data-card]"
    hand = ".surface .place[aria-label^='your hand: ']"
    own = faces(table, hand)
    assert own
    seats.get_by_role("button", name="Seat 2").click()
    curtain = table.locator("main.curtain")
    curtain.wait_for()
    assert "The cards of seat 1 are hidden. Hand the screen over." in curtain.inner_text()
    assert table.locator(hidden).count() == 0
    assert barriers(table) == []
    table.get_by_role("button", name="Back to seat 1").click()
    table.locator("main.surface").wait_for()
    assert seats.get_by_role("button", name="Seat 1").get_attribute("aria-pressed") == "true"
    assert faces(table, hand) == own

    seats.get_by_role("button", name="Seat 2").click()
    curtain.wait_for()
    table.keyboard.press("Enter")  # the button has the focus
    table.locator("main.surface").wait_for()
    assert seats.get_by_role("button", name="Seat 2").get_attribute("aria-pressed") == "true"

    seats.get_by_role("button", name="Watch").click()  # shows nothing that is hidden
    until(
        lambda: seats.get_by_role("button", name="Watch").get_attribute("aria-pressed") == "true",
        "the watcher's view",
    )
    seats.get_by_role("button", name="Seat 1").click()
    curtain.wait_for()
    assert "are hidden" not in curtain.inner_text()
    table.get_by_role("button", name="Back to watching").wait_for()
    table.get_by_role("button", name="show my cards").click()
    table.locator("main.surface").wait_for()


@pytest.mark.slow
def test_a_card_under_the_resting_mouse_covers_no_seat(table: Any) -> None:
    for place in (".own [data-hand=true] button.piece", ".middle button.piece:has([data-card])"):
        card = table.locator(place).first
        small = card.bounding_box()
        card.hover()
        large = until(
            lambda: table.evaluate(
                "() => document.querySelector('.closer')?.getBoundingClientRect().toJSON()"
            ),
            "it is enlarged",
        )
        assert large["width"] >= 2 * small["width"]
        boxes = [seat.bounding_box() for seat in table.locator(".surface .seat").all()]
        covered = [
            box
            for box in boxes
            if box["x"] < large["right"]
            and large["left"] < box["x"] + box["width"]
            and box["y"] < large["bottom"]
            and large["top"] < box["y"] + box["height"]
        ]
        assert covered == []
        table.mouse.move(5, 5)
        table.locator(".closer").wait_for(state="detached")
