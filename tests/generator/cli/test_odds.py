"""`odds`: counts and chances as people and programs read them."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

from generator.cli.main import run
from generator.cli.odds import percent
from generator.odds import chances, sampling


def said(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    assert run(["odds", *words]) == code
    printed = capsys.readouterr()
    return printed.out if code == 0 else printed.err


def test_decks_are_counted_by_their_fields(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "emporium")
    assert "heroes, 27 cards" in text
    assert "    tide " in text
    assert "strength (average 4.78)" in text
    assert "flavour" not in text


def test_a_game_of_ones_own_needs_no_rules(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    del game
    assert "cards" in said(capsys)


def test_a_chance_is_exact(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "emporium", "count(tier = steel) >= 1", "--of", "item", "--draw", "5")
    assert "72.6 %   (exactly 295,123 in 406,692)" in text
    found = json.loads(
        said(capsys, "count(tier = steel) >= 1", "--of", "item", "--draw", "5", "--format", "json")
    )["results"]
    assert found["draws"] == [
        {
            "turn": 0,
            "cards": 5,
            "chance": pytest.approx(0.72567, abs=1e-5),
            "exact": "295123/406692",
        }
    ]


def test_too_many_combinations_are_estimated_with_an_error(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sampling, "MOST_SAMPLES", 1000)
    monkeypatch.setattr(chances, "MOST_STEPS", 10_000)
    asked = ("sum(strength) * distinct(id) >= 1500", "--of", "item", "--draw", "30")
    text = said(capsys, *asked)
    assert "There are too many combinations to count, so this is an estimate" in text
    assert re.search(r"\d+\.\d % ± [\d.]+   \(from 1,000 draws\)", text)
    assert said(capsys, *asked) == text
    assert said(capsys, *asked, "--seed", "2") != text
    (draw,) = json.loads(said(capsys, *asked, "--format", "json"))["results"]["draws"]
    assert (draw["exact"], draw["estimated_from"]) == (None, 1000)
    assert 0 < draw["margin"] < 0.04


def test_turns_sums_and_values_are_tables(capsys: pytest.CaptureFixture[str]) -> None:
    turns = said(
        capsys, "emporium", "any(tier = steel)", "--of", "item", "--draw", "5", "--turns", "2"
    )
    assert [line.split()[:3] for line in turns.splitlines()[2:]] == [
        ["0", "5", "72.6"],
        ["1", "6", "79.1"],
        ["2", "7", "84.1"],
    ]
    assert "average 8.667" in said(
        capsys, "emporium", "sum(strength)", "--of", "item", "--draw", "3"
    )
    values = json.loads(
        said(capsys, "emporium", "--of", "item", "--by", "tier", "--draw", "1", "--format", "json")
    )["results"]
    assert [value["at_least_one"] for value in values["piles"][0]["fields"][0]["values"]] == [
        36 / 81,
        27 / 81,
        18 / 81,
    ]


def test_dice_of_the_game_go_by_their_components(capsys: pytest.CaptureFixture[str]) -> None:
    assert "exactly 13 in 40" in said(
        capsys, "merchants-of-magick", "max(it) >= 10", "--roll", "d6+d8 + d10,d12"
    )
    assert "exactly 1 in 6" in said(capsys, "emporium", "sum(it) = 7", "--roll", "2 d6")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["emporium", "any(tier = steel)", "--draw", "5"], "name the cards: --of heroes"),
        (["emporium", "any(tier = steel)", "--of", "item"], "give the number of cards to draw"),
        (["emporium", "--of", "item", "--draw", "99"], "expected at most 81"),
        (["emporium", "sum(it)", "--roll", "2 d"], "found '2 d'"),
        (["emporium", "sum(it)", "--roll", "99 d6"], "expected 1 to 50 dice"),
        (["emporium", "--roll", "d6"], "write a condition on the dice"),
        (
            [
                "emporium",
                "any(tier = steel)",
                "--of",
                "item",
                "--draw",
                "2",
                "--deal-to",
                "3",
                "--turns",
                "1",
            ],
            "cannot be combined",
        ),
        (["no-such-game", "any(cost = 1)", "--draw", "1"], "found 'no-such-game'"),
    ],
)
def test_words_that_do_not_fit_are_wrong_usage(
    words: list[str], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert expected in said(capsys, *words, code=2)


def test_a_fault_in_the_formula_has_its_column(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "emporium", "any(tier = stel)", "--of", "item", "--draw", "5", code=1)
    assert "(formula):1:12: error[bad-formula]" in text
    assert "did you mean 'steel'?" in text
    assert "(--of):1:12" in said(
        capsys,
        "emporium",
        "any(tier = steel)",
        "--of",
        "item where lvel = 1",
        "--draw",
        "5",
        code=1,
    )


def test_what_is_nearly_sure_is_not_called_sure() -> None:
    chances = (
        Fraction(0),
        Fraction(1, 10_000),
        Fraction(1, 3),
        Fraction(99_999, 100_000),
        Fraction(1),
        None,
    )
    assert [percent(chance) for chance in chances] == [
        "0.0 %",
        "< 0.1 %",
        "33.3 %",
        "> 99.9 %",
        "100.0 %",
        "never",
    ]
