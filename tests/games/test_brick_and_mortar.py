"""Brick & Mortar printed: a shelf for each month, a box for each item, words from the same numbers
as the data, both languages.
"""

from __future__ import annotations

import re
import shutil
from collections import Counter
from pathlib import Path

import numpy
import pypdfium2
import pytest

from generator.data.game import Game
from generator.data.languages import survey
from generator.data.loading import load_game
from generator.data.problems import Problems
from generator.face.press import Press
from generator.job.build import build
from generator.job.planning import Options, plan
from generator.lint.lint import lint
from generator.pdf.raster import render_stamps
from tests.conftest import ROOT
from tests.games.printed import said, stamp, words_of

FOLDER = ROOT / "games" / "brick-and-mortar"
TYPES = ("food", "clothing", "electronics", "jewelry", "artwork")


def count_of(game: Game, component: str) -> int:
    (found,) = [one for one in game.components if one.id == component]
    return sum(card.copies for card in found.cards) or found.count


# ---------------------------------------------------------------- the box


@pytest.mark.slow_cases("en", "fr")
def test_all_of_the_box_is_printed_in_both_languages(either: Press, tmp_path: Path) -> None:
    result = build(either.game, Options(output=tmp_path, with_all=True), press=either)
    assert [problem.code for problem in result.problems] == ["too-thin-to-fold"], (
        "six Starting Stores go with the other stores"
    )
    files = {
        file.path.name.removeprefix(f"{either.game.name}-").removesuffix("-a4.pdf")
        for file in result.files
    }
    printed = {
        "cards",
        "pieces",
        "boards",
        "both-sides",
        "dials",
        "strips",
        "boxes",
        "braces",
        "feedback",
        "booklet",
    }
    assert files == {*printed, "rulebook.pdf"}


@pytest.mark.slow
def test_a_build_has_not_a_word_to_say_and_lint_finds_nothing(press: Press, tmp_path: Path) -> None:
    result = build(press.game, Options(output=tmp_path, is_dry=True), press=press)
    assert list(result.problems) == []
    linted = lint(press.game, press)
    assert [finding.claim for finding in linted.findings if finding.silenced is None] == []
    assert list(linted.problems) == []


def test_the_box_holds_what_the_game_asks_for(press: Press) -> None:
    printed = {
        "stores": 65,
        "starts": 6,
        "market": 84,
        "board": 1,
        "buildings": 4,
        "screens": 4,
        "dials": 4,
    }
    loose = {"crates": 105, "coins": 100, "debt": 15, "markers": 8, "board-markers": 4}
    asked = {**printed, **loose}
    assert {component: count_of(press.game, component) for component in asked} == asked


def test_the_money_is_740_dollars_and_the_crates_are_those_of_their_types(press: Press) -> None:
    cards = press.game.cards.values()
    assert sum(card.record.value * card.copies for card in cards if card.kind == "coin") == 740
    crates = {str(card.record.type): card.copies for card in cards if card.kind == "crate"}
    assert crates == {row.id: row.crates for row in press.game.context["tables"].type}


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
def test_the_main_board_comes_in_four_parts_or_in_one_piece(press: Press, paper: str) -> None:
    plans = {
        item.name.removeprefix("brick-and-mortar-"): item
        for item in plan(press.game, Options(paper=paper))
    }
    boards = plans.get(f"boards-{paper}.pdf")
    assert (len(boards.sheets) if boards else 0) == {"a4": 5, "letter": 5, "a3": 0}[paper]


@pytest.mark.parametrize("back", ["back-store", "back-start", "back-market"])
def test_the_frame_of_a_back_is_the_same_after_half_a_turn(press: Press, back: str) -> None:
    (image,) = render_stamps(press, [stamp(press, back)], 60)
    grey = numpy.asarray(image.convert("L"), dtype=float)
    turned = abs(grey - grey[::-1, ::-1])
    rim = numpy.concatenate(
        [turned[:24].ravel(), turned[-24:].ravel(), turned[:, :16].ravel(), turned[:, -16:].ravel()]
    )
    assert rim.mean() < 6, "what shows at the edge of a deck"


# ---------------------------------------------------------------- the cards


def test_market_cards_show_two_types_and_their_items_add_up(press: Press) -> None:
    items: Counter[str] = Counter()
    for card in (card for card in press.game.cards.values() if card.kind == "market"):
        held = {name: card.record[name] for name in TYPES if card.record[name]}
        assert len(held) == 2
        for name, number in held.items():
            items[name] += number * card.copies
    assert items == {"food": 135, "clothing": 105, "electronics": 76, "jewelry": 50, "artwork": 30}


@pytest.mark.slow
def test_a_store_shows_its_numbers_and_a_number_for_each_shelf(press: Press) -> None:
    for card in (card for card in press.game.cards.values() if card.kind == "store"):
        shown = [lettering.text for lettering in stamp(press, card.id).letterings]
        for name in (name for name in TYPES if card.record[name]):
            capacity, shelves = card.record[name]
            assert str(capacity) in shown, card.id
            assert {str(n) for n in range(1, shelves + 1)} <= set(shown), card.id
        if not card.record.starts:
            assert str(card.record.cost) in shown
        for number in ("utility", "points"):  # a Starting Store has a place for one that is not 0
            wanted = f"${card.record[number]}" if number == "utility" else str(card.record[number])
            assert wanted in shown or (card.record.starts and card.record[number] == 0), card.id


@pytest.mark.parametrize(
    ("store", "said"),
    [
        ("clothing-wholesaler", "Stocking it costs $1 less an item."),
        ("designer-boutique", "Sells at $6 more an item."),
        ("bakery", "Sells at $2 less an item. For every 2 of one type sold from here: 1 point."),
        ("large-textile-mill", "You may add up to 4 clothing to the market."),
        (
            "large-loading-dock",
            "Stock 5 or more items of one type, in any of your stores: $3 less each.",
        ),
    ],
)
def test_the_words_of_a_power_come_from_its_numbers(press: Press, store: str, said: str) -> None:
    assert said in words_of(stamp(press, store))


@pytest.mark.slow_cases("en", "fr")
def test_no_power_shows_a_gap_or_one_of_several(either: Press) -> None:
    for card in (card for card in either.game.cards.values() if card.kind == "store"):
        text = words_of(stamp(either, card.id))
        assert "{" not in text, card.id
        assert not re.search(r"\b1 points\b", text), card.id


# -------------------------------------------------------------- the rulebook and the other language


def test_the_other_language_is_complete() -> None:
    problems = Problems()
    _, (told,) = survey(FOLDER / "cards.yaml", problems)
    assert list(problems) == []
    assert (told.language, list(told.missing), list(told.stale)) == ("fr", [], [])
    assert (FOLDER / "templates" / "rulebook.fr.md.j2").is_file()


@pytest.mark.slow_cases("fr")
def test_the_rulebook_has_the_four_hands_and_reckons_its_month(
    either: Press, tmp_path: Path
) -> None:
    build(either.game, Options(output=tmp_path, only=("rulebook",)), press=either)
    (file,) = tmp_path.glob("*rulebook.pdf")
    with pypdfium2.PdfDocument(file) as document:
        text = " ".join(page.get_textpage().get_text_range() for page in document)
    for hand in either.game.context["rules"].first_hands:
        for store in hand.stores:
            first = either.game.cards[store].record.name.split()[0]
            assert first in text, store
    assert "48" in text, "three jewels at 16"


def test_the_stores_of_the_worked_month_have_the_room_that_it_speaks_of(press: Press) -> None:
    """Its story is written by hand: whoever changes what these stores hold writes another."""
    store = press.game.context["cards"].store
    rooms = {
        ("general-store", "food"): 3,
        ("general-store", "clothing"): 2,
        ("delicatessen", "food"): 3,
        ("delicatessen", "jewelry"): 1,
        ("dressmaker", "clothing"): 4,
        ("dressmaker", "jewelry"): 1,
        ("designer-boutique", "clothing"): 3,
        ("jeweller", "jewelry"): 3,
    }
    assert {key: store[key[0]][key[1]][0] for key in rooms} == rooms
    for name in ("rulebook.md.j2", "rulebook.fr.md.j2"):
        text = (FOLDER / "templates" / name).read_text("utf-8")
        boxes = [
            re.findall(r"'([a-z0-9-]+)'", found)
            for found in re.findall(r"set (?:supply|demand) = \((.*?)\)", text)
        ]
        assert boxes == [["f3-c2", "f3-j2", "c2-j2"], ["f2-c3", "f3-j2", "c1-j2"]]


# ---------------------------------------------------------------- numbers by players


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        (
            "en",
            (
                "on 45 points with two players, on 40 with three, on 35 with four",
                "on September with three",
                "players without number 6, with two without 6.",
            ),
        ),
        (
            "fr",
            (
                "sur 45 points à deux joueurs, sur 40 à trois, sur 35 à quatre",
                "sur septembre à trois",
                "sans le numéro 6, à deux sans le numéro 6.",
            ),
        ),
    ],
)
def test_a_number_for_three_players_is_printed_where_it_is_not_that_for_two(
    lang: str, told: tuple[str, ...], tmp_path: Path
) -> None:
    shutil.copytree(FOLDER, tmp_path, dirs_exist_ok=True)
    text = (tmp_path / "cards.yaml").read_text(encoding="utf-8")
    for old, new in (
        ("{2: 45, 3: 45,", "{2: 45, 3: 40,"),
        ("{2: 10, 3: 10,", "{2: 10, 3: 9,"),
        ("number: 5, players_from: 3", "number: 5, players_from: 2"),
    ):
        assert old in text
        text = text.replace(old, new, 1)
    (tmp_path / "cards.yaml").write_text(text, encoding="utf-8")
    game = load_game(tmp_path, lang=lang)
    book, board = said(game, "rulebook"), said(game, "main-board")
    assert [one for one in told if one not in book] == []
    assert [one for one in ("35 4 36", "40 3 41", "45 2 46") if one not in board] == []
