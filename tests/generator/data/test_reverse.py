"""The other side of a card from the same row: made with its card, printed behind it, one deck on
virtual tables.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from generator.data.game import Game
from generator.data.problems import ProblemError, Problems
from generator.export.tabletop_playground import write_package
from generator.export.tabletop_simulator import write_table
from generator.face.press import Press
from generator.job.build import build
from generator.job.planning import Options, plan
from generator.lint.lint import lint
from generator.sheet.sheets import Backs, Flip
from tests.conftest import make_game

FRONT = '<text x="5" y="20" font-size="9pt">{{ card.name }}</text>'
BACK = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">
<text x="5" y="20" font-size="9pt">{{ kind }} {{ card.answer }} {{ card.number }}/{{ card.total }}</text></svg>
"""
CARDS: dict[str, dict[str, Any]] = {
    "one": {"name": "One", "answer": "First", "copies": 2},
    "two": {"name": "Two", "answer": "Second"},
    "six": {"name": "Six", "answer": "Sixth"},
}


def turning(folder: Path, cards: dict[str, dict[str, Any]] = CARDS, **more: Any) -> Game:
    kind = {"reverse": "verso.svg.j2"}
    fields = {"name": "line", "answer": "text"}
    return make_game(folder, FRONT, cards, fields, {"templates/verso.svg.j2": BACK}, kind, **more)


def test_the_other_side_is_drawn_from_the_same_row(tmp_path: Path) -> None:
    game = turning(tmp_path)
    assert list(game.cards) == ["one", "two", "six", "one-reverse", "two-reverse", "six-reverse"]
    assert [card.id for card in game.components[0].cards] == ["one", "two", "six"]
    press = Press(game)
    assert press.face(game.cards["two-reverse"]).root.text().strip() == "card Second 2/3"
    assert (game.card("Two").id, [card.id for card in game.made_of("one")]) == ("two", ["one"])


@pytest.mark.parametrize(
    ("flip", "slots"), [(Flip.LONG_EDGE, [2, 1, 0, 5]), (Flip.SHORT_EDGE, [6, 7, 8, 3])]
)
def test_each_lies_behind_its_front(flip: Flip, slots: list[int], tmp_path: Path) -> None:
    (made,) = plan(turning(tmp_path), Options(flip=flip))
    fronts, backs = made.sheets
    assert [placed.key for placed in fronts.placements] == ["one", "one", "two", "six"]
    behind = {placed.slot: placed.key for placed in backs.placements}
    assert [behind[slot] for slot in slots] == [
        "one-reverse",
        "one-reverse",
        "two-reverse",
        "six-reverse",
    ]


def test_folded_each_lies_beside_its_front(tmp_path: Path) -> None:
    (made,) = plan(turning(tmp_path), Options(backs=Backs.FOLD))
    keys = [placed.key for sheet in made.sheets for placed in sheet.placements]
    assert sorted(keys) == sorted(
        ["one", "one", "two", "six", *["one-reverse"] * 2, "two-reverse", "six-reverse"]
    )


def test_a_deck_on_virtual_tables_has_a_sheet_of_backs(tmp_path: Path) -> None:
    game = turning(tmp_path)
    written = write_table(game, Press(game), tmp_path / "tts", Problems())
    (deck,) = json.loads(written.saved.read_text("utf-8"))["ObjectStates"]
    (sheet,) = deck["CustomDeck"].values()
    assert (deck["Name"], sheet["UniqueBack"], deck["DeckIDs"]) == (
        "DeckCustom",
        True,
        [100, 100, 101, 102],
    )
    assert [path.name.rpartition("-")[0] for path in written.files[2:]] == ["card-1", "card-1-back"]
    (made,) = written.plans
    assert [card.id for card in made.backs[0].cards] == [
        "one-reverse",
        "two-reverse",
        "six-reverse",
    ]
    assert made.backs[0].grid == made.sheets[0].grid
    paths, _, _ = write_package(game, Press(game), tmp_path / "ttp", Problems())
    (template,) = (
        json.loads(path.read_text("utf-8")) for path in paths if path.parent.name == "Templates"
    )
    assert (template["BackTexture"], template["BackIndex"]) == ("card-1-back.png", -3)


def test_what_only_the_other_side_shows_is_shown(tmp_path: Path) -> None:
    assert [
        finding.code
        for finding in lint(turning(tmp_path)).findings
        if finding.code == "field-unshown"
    ] == []


def test_a_text_of_the_other_side_is_told_of_at_its_row(tmp_path: Path) -> None:
    game = turning(tmp_path, {"one": {"name": "One", "answer": "First → ꙮ"}})
    with pytest.raises(ProblemError) as fault:
        build(game, Options(output=tmp_path / "out"))
    assert {problem.code for problem in fault.value.problems} == {"missing-glyph"}
    assert {problem.place.file for problem in fault.value.problems if problem.place} == {
        "cards.yaml"
    }


def test_a_card_keeps_the_back_that_it_names(tmp_path: Path) -> None:
    game = turning(tmp_path, CARDS | {"two": {"name": "Two", "answer": "Second", "back": "six"}})
    assert game.cards["two"].back == "six"
    assert "two-reverse" not in game.cards


@pytest.mark.parametrize(
    ("cards", "back", "code"),
    [
        (CARDS | {"one-reverse": {"name": "Odd", "answer": "Odd"}}, None, "duplicate-id"),
        (CARDS, "six", "two-backs"),
    ],
)
def test_what_is_there_twice_is_told(
    cards: dict[str, Any], back: str | None, code: str, tmp_path: Path
) -> None:
    parts = {
        "deck": {
            "name": "Deck",
            "of": "card",
            "count": 4 if back else 5,
            **({"back": back} if back else {}),
        }
    }
    with pytest.raises(ProblemError) as fault:
        turning(tmp_path, cards, components=parts)
    assert code in {problem.code for problem in fault.value.problems}
    assert all(problem.place for problem in fault.value.problems)


def test_a_template_that_is_not_there_is_told_where_it_is_named(tmp_path: Path) -> None:
    with pytest.raises(ProblemError) as fault:
        make_game(tmp_path, FRONT, kind={"reverse": "vreso.svg.j2"})
    assert [problem.code for problem in fault.value.problems] == ["unknown-template"]
