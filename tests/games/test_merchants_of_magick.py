"""Merchants of Magick printed: one sheet for every paper, a circle for each number, an example that
obeys the rules, both languages.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import numpy
import pypdfium2
import pytest

from generator.book.rulebook import write_rulebook
from generator.data.game import Game
from generator.data.languages import survey
from generator.data.problems import Problems
from generator.face.press import Press
from generator.job.build import build
from generator.job.planning import Options, plan
from generator.lint.lint import lint
from generator.pdf.raster import render_stamps
from generator.sheet.outputs import write_fillable
from tests.conftest import ROOT
from tests.games.printed import plain, stamp, words_of

FOLDER = ROOT / "games" / "merchants-of-magick"


def rows_of(game: Game) -> dict[str, list[tuple[str, int]]]:
    """List the circles of each row of the sheet, from the left: their columns and numbers."""
    tables = game.context["tables"]
    return {
        row.id: [
            (column.id, number)
            for column in tables.column
            if column.id in row
            for number in row[column.id] or ()
        ]
        for row in (*tables.item, *tables.spell)
    }


# ---------------------------------------------------------------- the box


@pytest.mark.slow_cases("en", "fr")
def test_it_builds_without_a_word_in_both_languages(either: Press, tmp_path: Path) -> None:
    result = build(either.game, Options(output=tmp_path, with_all=True), press=either)
    assert list(result.problems) == []
    files = {file.path.name.removeprefix(f"{either.game.name}-") for file in result.files}
    assert files == {
        *(
            f"{what}-a4.pdf"
            for what in (
                "cards",
                "cards-standard",
                "pieces",
                "pads",
                "both-sides",
                "boxes",
                "dice",
                "feedback",
                "booklet",
            )
        ),
        "rulebook.pdf",
        "fillable.pdf",
    }


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_sheet_fits_every_paper_with_its_example_behind_it(press: Press, paper: str) -> None:
    problems = Problems()
    (pad,) = plan(press.game, Options(paper=paper, only=("sheet",), copies=30), problems)
    assert [[placed.key for placed in sheet.placements] for sheet in pad.sheets] == [
        ["player-sheet"],
        ["worked"],
    ] * 30
    assert list(problems) == []


def test_only_what_has_backs_has_back_pages(press: Press) -> None:
    plans = {
        item.name.removeprefix("merchants-of-magick-"): item for item in plan(press.game, Options())
    }
    sides = {name: Counter(sheet.side for sheet in item.sheets) for name, item in plans.items()}
    assert sides["pieces-a4.pdf"]["back"] == 0
    assert sides["cards-standard-a4.pdf"]["back"] == sides["cards-standard-a4.pdf"]["front"] == 2


@pytest.mark.parametrize("back", ["back-order", "back-adventurer"])
def test_a_back_is_the_same_after_half_a_turn(press: Press, back: str) -> None:
    (image,) = render_stamps(press, [stamp(press, back)], 100)
    grey = numpy.asarray(image.convert("L"), dtype=float)
    assert abs(grey - grey[::-1, ::-1]).mean() < 4


# ---------------------------------------------------------------- the sheet


def test_the_sheet_has_a_circle_for_each_number_and_a_box_for_each_result(either: Press) -> None:
    game, drawn = either.game, stamp(either, "player-sheet")
    rules, ticks = (
        game.context["rules"],
        {blank.name: blank for blank in drawn.blanks if blank.is_tick},
    )
    rows = rows_of(game)
    circles = {f"{row}-{n}" for row, of_row in rows.items() for n in range(1, len(of_row) + 1)}
    assert {
        name
        for name in ticks
        if name.rpartition("-")[0] in rows and name.rpartition("-")[2].isdigit()
    } == circles
    assert {f"{row}-coins" for row in rows} <= ticks.keys()
    assert sum(name.startswith("extra-") for name in ticks) == len(rules.extra_dice_potions)
    lines = {blank.name for blank in drawn.blanks if not blank.is_tick}
    assert {
        f"{die.id}-{n}" for die in game.context["tables"].die for n in range(1, rules.rounds + 1)
    } <= lines
    assert sum(name.startswith("score-") for name in lines) == 7
    assert {"shop", "total"} <= lines


def test_each_circle_shows_its_number(press: Press) -> None:
    drawn = stamp(press, "player-sheet")
    centres = [
        (one.text, *(sum(side) / len(side) for side in zip(*one.corners, strict=True)))
        for one in drawn.letterings
    ]
    numbers = {
        f"{row}-{n}": number
        for row, of_row in rows_of(press.game).items()
        for n, (_, number) in enumerate(of_row, 1)
    }
    for blank in drawn.blanks:
        left, top, right, bottom = blank.box.edges
        if blank.name in numbers:
            inside = [text for text, x, y in centres if left < x < right and top < y < bottom]
            assert inside == [str(numbers[blank.name])], blank.name


def test_no_circle_asks_for_more_than_the_smallest_die_of_its_column_has(press: Press) -> None:
    tables = press.game.context["tables"]
    least = {column.id: min(die.faces for die in column.dice) for column in tables.column}
    for row, of_row in rows_of(press.game).items():
        assert all(1 <= number <= least[column] for column, number in of_row), row


def test_no_two_places_to_write_on_overlap(press: Press) -> None:
    boxes = [(blank.name, blank.box.edges) for blank in stamp(press, "player-sheet").blanks]
    for n, (one, (left, top, right, bottom)) in enumerate(boxes):
        for other, (x1, y1, x2, y2) in boxes[n + 1 :]:
            assert x2 <= left or right <= x1 or y2 <= top or bottom <= y1, (one, other)


@pytest.mark.slow
def test_the_sheet_can_be_filled_in_on_a_screen(press: Press) -> None:
    content = write_fillable(press.game, press, press.game.cards.values())
    assert content is not None
    assert content.count(b"/Subtype /Widget") == len(stamp(press, "player-sheet").blanks)


# ---------------------------------------------------------------- the example


def test_the_worked_rounds_obey_the_rules(press: Press) -> None:
    """Every mark by a die that serves its column and a result that is enough, none used twice, no
    more than Extra Dice allow.
    """
    game = press.game
    rules, tables, rows = game.context["rules"], game.context["tables"], rows_of(game)
    dice = {column.id: [die.id for die in column.dice] for column in tables.column}
    side = {column.id: column.side for column in tables.column}
    marked: set[str] = set()
    for round_ in rules.worked:
        assert all(1 <= round_[die.id] <= die.faces for die in tables.die)
        assert len(round_.marks) == rules.results_a_round + round_.extra
        served = []
        for mark in round_.marks:
            row, _, n = mark.rpartition("-")
            column, number = rows[row][int(n) - 1]
            fits = [
                die
                for die in dice[column]
                if (round_[die] >= number if side[column] == "crafting" else round_[die] <= number)
            ]
            assert fits, (mark, round_)
            served.append(fits)
        assert not marked & set(round_.marks)
        marked |= set(round_.marks)
        assert matched(served), round_
        if "claims" in round_:
            order = game.cards[round_.claims].record
            needs = [part.id for part in (order.item, order.prefix, order.suffix) if part]
            assert all(
                f"{row}-{n}" in marked for row in needs for n in range(1, len(rows[row]) + 1)
            )
    assert sum(round_.extra for round_ in rules.worked) <= sum(
        cost == 0 for cost in rules.extra_dice_potions
    )


def matched(served: list[list[str]], taken: frozenset[str] = frozenset()) -> bool:
    """Return whether each mark can have a die of its own."""
    return not served or any(
        matched(served[1:], taken | {die}) for die in served[0] if die not in taken
    )


def test_the_worked_sheet_shows_what_the_rounds_say(press: Press) -> None:
    text = words_of(stamp(press, "worked"))
    for round_ in press.game.context["rules"].worked:
        assert all(str(round_[die.id]) in text for die in press.game.context["tables"].die)
    assert not stamp(press, "worked").blanks


# ---------------------------------------------------------------- the cards


def test_an_order_says_what_it_is_and_what_it_brings(either: Press) -> None:
    game = either.game
    words = game.context["words"]
    orders = [card for card in game.cards.values() if card.kind == "order"]
    assert sum(card.copies for card in orders) == 66
    for card in orders:
        record: Any = card.record
        parts = {key: record[key].name for key in ("prefix", "item", "suffix") if record[key]}
        pattern = (
            words.named_both
            if len(parts) == 3
            else words.named_prefix
            if record.prefix
            else words.named_suffix
        )
        text = words_of(stamp(either, card.id))
        assert plain(pattern.format(**parts)) in text, card.id
        assert str(record.coins) in text.split()
    assert len({either.fingerprint(card) for card in orders}) == len(orders)


def test_an_adventurer_says_all_three_wishes(either: Press) -> None:
    for card in either.game.cards.values():
        if card.kind == "adventurer":
            text = words_of(stamp(either, card.id))
            assert all(
                plain(card.record[part].name) in text for part in ("accessory", "weapon", "armor")
            ), card.id
            assert text.count(plain(card.record.enchantment.name)) == 3
            assert text.split().count(str(card.record.coins)) == 2


def test_the_two_sides_of_a_mastery_differ_in_their_coins(either: Press) -> None:
    for card in either.game.cards.values():
        if card.kind == "mastery":
            assert card.back is not None
            front, back = (
                words_of(stamp(either, card.id)).split(),
                words_of(stamp(either, card.back)).split(),
            )
            assert str(card.record.master) in front
            assert str(card.record.apprentice) in back


def test_everything_with_a_colour_has_a_sign_of_its_own(press: Press) -> None:
    tables = press.game.context["tables"]
    for rows in (list(tables.column), list(tables.item), list(tables.spell), list(tables.category)):
        drawings = {(press.game.icons / f"{row.sign}.svg").read_text("utf-8") for row in rows}
        assert len(drawings) == len(rows)


# ---------------------------------------------------------------- what is said


def test_the_rulebook_says_every_number_and_who_made_the_game(either: Press) -> None:
    pdf = write_rulebook(either.game, either)
    assert pdf is not None
    with pypdfium2.PdfDocument(pdf) as document:
        text = plain(" ".join(page.get_textpage().get_text_bounded() for page in document))
    rules = either.game.context["rules"]
    numbers = {
        rules.rounds,
        rules.results_a_round,
        rules.solo_waiting,
        rules.redeal_from,
        rules.row_potions,
        rules.adventurer_potions,
    }
    numbers |= {rules.orders_by_players[n] for n in rules.orders_by_players} | {
        cost for cost in rules.extra_dice_potions if cost
    }
    numbers |= {rating.coins for rating in either.game.context["tables"].rating}
    assert {str(number) for number in numbers} <= set(re.findall(r"\d+", text))
    assert "Clarence Simpson" in text
    assert "Rock Manor Games" in text


def test_the_aid_can_be_read(either: Press) -> None:
    drawn = stamp(either, "player-aid")
    assert [
        one
        for one in drawn.letterings
        if one.size_pt < 8.95 and not one.text.startswith(either.version)
    ] == []


@pytest.mark.slow
def test_lint_finds_nothing_that_is_not_silenced_with_a_reason(press: Press) -> None:
    linted = lint(press.game, press)
    assert [finding for finding in linted.findings if finding.silenced is None] == []
    assert list(linted.problems) == []


def test_the_other_language_is_complete() -> None:
    problems = Problems()
    _, (told,) = survey(FOLDER / "cards.yaml", problems)
    assert list(problems) == []
    assert (told.language, list(told.missing), list(told.stale)) == ("fr", [], [])
    assert (FOLDER / "templates" / "rulebook.fr.md.j2").is_file()
