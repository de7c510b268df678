"""What is printed follows the rulings: by each other answer the rulebook, aids, mats, screens and
cards say what is then played, in both languages.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.data.game import Game, Record
from generator.data.loading import bundled_games, load_game
from tests.games.printed import BOOK, said

GAMES = bundled_games()
ROWS: dict[str, list[dict[str, Any]]] = yaml.safe_load(
    Path(__file__).with_name("rulings.yaml").read_text(encoding="utf-8")
)


@cache
def game_of(name: str, lang: str) -> Game:
    return load_game(GAMES[name], lang=lang)


def ruled(game: Game, ruling: str, choice: str) -> Game:
    """Return a game with another answer to one of its open questions."""
    rulings = game.context["rulings"]
    assert choice in rulings[ruling].options
    answered = Record({**rulings[ruling]._values, "choice": choice}, ruling)
    return replace(
        game, context={**game.context, "rulings": Record({**rulings._values, ruling: answered})}
    )


@cache
def said_as_shipped(name: str, lang: str, where: str) -> str:
    return said(game_of(name, lang), where)


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(
    ("name", "row"),
    [
        pytest.param(name, row, id=f"{name}-{row['ruling']}-{row['choice']}-{row['in']}")
        for name in ROWS
        for row in ROWS[name]
    ],
)
def test_what_is_printed_follows_the_ruling(name: str, row: dict[str, Any], lang: str) -> None:
    now = said(ruled(game_of(name, lang), row["ruling"], row["choice"]), row["in"])
    shipped, (told, untold) = said_as_shipped(name, lang, row["in"]), row[lang]
    assert (told in now, untold in now) == (True, False)
    assert (told in shipped, untold in shipped) == (False, True)


@pytest.mark.slow_cases(
    "emporium-en",
    "emporium-fr",
    "brick-and-mortar-fr",
    "brick-and-mortar-en",
    "merchants-of-magick-fr",
    "empire-fr",
    "empire-en",
    "merchants-of-magick-en",
)
@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", GAMES)
def test_the_rulebook_tells_every_answer_from_the_one_in_force(name: str, lang: str) -> None:
    game = game_of(name, lang)
    others = [
        (one._id, choice)
        for one in game.context["rulings"]
        for choice in one.options._values
        if choice != one.choice
    ]
    assert others
    assert [
        pair
        for pair in others
        if said(ruled(game, *pair), BOOK) == said_as_shipped(name, lang, BOOK)
    ] == []
