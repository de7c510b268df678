"""Rules read aloud: whole games as a rulebook would have them, and every game without a gap.

`SPOKEN=1 pytest tests/rules_check/notation/test_speaking.py` writes the files anew that say how
they read.
"""

from __future__ import annotations

import os
import re
from itertools import pairwise
from pathlib import Path

import pytest

from rules_check.notation.reading import read_program
from rules_check.notation.saying import noun_of, plural
from rules_check.notation.speaking import markdown, spoken
from rules_check.notation.vocabulary import vocabulary_of
from tests.rules_check.notation.games import NAMES, game_named, game_of, program_of, text_of

FOLDER = Path(__file__).with_name("spoken")


def told(name: str) -> str:
    game = game_named(name)
    return markdown(game.title, spoken(program_of(name), vocabulary_of(game)))


@pytest.mark.parametrize("name", ["night_catch", "kuhn", "small_harbour", "gem_wharf"])
def test_a_game_reads_as_it_did(name: str) -> None:
    path = FOLDER / f"{name}.md"
    if os.environ.get("SPOKEN"):
        path.write_text(told(name), encoding="utf-8")
    assert told(name) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_every_game_is_told_from_setting_up_to_scoring(name: str) -> None:
    text = told(name)
    assert {"## What there is", "## Score"} <= set(text.split("\n"))
    assert re.search(r"^## A (round|turn)$", text, re.M)
    lines = [line for line in text.split("\n") if line.lstrip().startswith("- ")]
    assert all(line.endswith((".", ":", ". ")) for line in lines)
    assert "None" not in text
    assert "Read(" not in text
    assert "_" not in text.replace("\\_", "")


_STILTED = (
    *(
        "there is a its",
        "there is no its",
        "there is no your",
        "seat of you",
        "total total",
        "all at first",
    ),
    *(
        "is of you",
        "for each of all",
        "over all",
        "turn number is 1",
        "set the mark",
        "is now you",
        "order of minus",
        "highest your",
        "lowest your",
        "total it",
    ),
)


@pytest.mark.parametrize("name", NAMES)
def test_no_game_reads_as_nobody_would_write(name: str) -> None:
    text = told(name)
    assert [one for one in _STILTED if one in text] == []
    assert not re.search(r"\b(\w+) \1\b", text)


@pytest.mark.parametrize("name", NAMES)
def test_a_list_never_skips_a_level(name: str) -> None:
    for part in spoken(program_of(name), vocabulary_of(game_named(name))):
        depths = [line.depth for line in part.lines]
        assert depths[0] == 0
        assert all(after <= before + 1 for before, after in pairwise(depths))


@pytest.mark.parametrize(
    ("name", "one", "several"),
    [
        ("fruit", "fruit", "fruits"),
        ("buildings", "building", "buildings"),
        ("heroes", "hero", "heroes"),
        ("event_cards", "event card", "event cards"),
        ("allies", "ally", "allies"),
        ("boss", "boss", "bosses"),
        ("species", "species", "species"),
        ("canvas", "canvas", "canvases"),
        ("fish", "fish", "fish"),
    ],
)
def test_a_kind_may_be_named_in_the_plural(name: str, one: str, several: str) -> None:
    assert (noun_of(name), plural(noun_of(name))) == (one, several)


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ('any("a1" in built over players)', "1 if a1 is in any player's built"),
        ('all("a1" in built over players)', "1 if a1 is in every player's built"),
        ('not any("a1" in built over players)', "1 if a1 is in no player's built"),
        ('not all("a1" in built over players)', "1 if a1 is not in every player's built"),
    ],
)
def test_what_a_player_has_is_told_of_players(formula: str, said: str) -> None:
    game = game_of(
        text_of("gem_wharf").replace("score: points\n", f"score: 'if({formula}, 1, 0)'\n")
    )
    assert said in markdown(game.title, spoken(read_program(game), vocabulary_of(game)))


def test_nothing_is_told_as_once_something() -> None:
    for formula in ("1 * count(built)", "count(built) * 1"):
        game = game_of(text_of("gem_wharf").replace("score: points\n", f"score: {formula}\n"))
        text = markdown(game.title, spoken(read_program(game), vocabulary_of(game)))
        assert "You score the number of" in text


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("sum(it * 2 over 1..3)", "the total of each number times 2 among the numbers from 1 to 3"),
        ("max(purse[it] over gem)", "the highest of your purse of each gem"),
        ("count(purse where it > 2)", "the number of numbers in your purse that are more than 2"),
        (
            "if(all(it > 2 over purse), 1, 0)",
            "1 if each of the numbers in your purse is more than 2",
        ),
        ("purse[best(gem by purse[it])]", "the gem with the highest value of your purse of it"),
        ("count(built where gives = ruby or worth > 1)", "whose gives is Ruby or whose worth is"),
        ("sum(built.gives)", "the position of"),
        ("count(built where gives in (ruby))", "whose gives is Ruby"),
    ],
)
def test_numbers_and_rows_of_a_list_are_called_what_they_are(formula: str, said: str) -> None:
    game = game_of(text_of("gem_wharf").replace("score: points\n", f"score: {formula}\n"))
    assert said in markdown(game.title, spoken(read_program(game), vocabulary_of(game)))


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("coins < 2", "you have fewer than 2 coins"),
        ("coins = 0", "you have no coins"),
        ("coins > 0", "you have at least 1 coin"),
        ("coins <> 2", "your coins are not 2"),
        ("not coins > 1", "you have at most 1 coin"),
        ("coins < round", "your coins are less than the round number"),
        ("berries = 1", "there is exactly 1 berry"),
        ("boxes <= 1", "there is at most 1 box"),
        ("boxes >= 2", "there are at least 2 boxes"),
        ("focus < 2", "the focus is less than 2"),
        ("any(wares[it] < 2 over gem)", "you have fewer than 2 wares of it"),
        ("wares[ruby] < coins", "your wares of Ruby are less than your coins"),
        ("max(players.coins) >= 9", "any player has at least 9 coins"),
        ("max(players.coins) < 9", "every player has fewer than 9 coins"),
        ("min(players.coins) = 0", "the lowest coins of the players are 0"),
        ("max(others.coins) > 9", "the highest coins of the other players are more than 9"),
        ("any(it.coins > 3 over players)", "any player has more than 3 coins"),
        ("not any(it.coins > 3 over players)", "no player has more than 3 coins"),
        ("not all(it.coins > 3 over players)", "not every player has more than 3 coins"),
        ("not all(purse[it] > 3 over gem)", "not for every gem, your purse of it is more than 3"),
        ("count(players where coins = 1) = 1", "the number of players who have exactly 1 coin"),
        ("count(players where it = me or coins > 1) = 1", "who are you or have more than 1 coin"),
    ],
)
def test_a_number_of_things_is_told_as_people_have_things(formula: str, said: str) -> None:
    text = text_of("gem_wharf").replace("score: points\n", f"score: 'if({formula}, 1, 0)'\n")
    text = text.replace("  common:\n", "  common:\n    berries, boxes, focus: 0\n", 1)
    text = text.replace("  each:\n", "  each:\n    coins: 0\n    wares: 0 for each gem\n", 1)
    game = game_of(text)
    assert said in markdown(game.title, spoken(read_program(game), vocabulary_of(game)))


def test_numbers_by_players_and_lowest_amounts_read_plainly() -> None:
    text = told("gem_wharf")
    assert "Bank: 4 (2 players), 5 (3) or 7 (4) for each gem at first." in text
    assert "for the number of players" not in text
    assert re.search(r"game ends after round \d+", told("night_catch"))
