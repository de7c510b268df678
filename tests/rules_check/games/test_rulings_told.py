"""docs/reference/rulings.md tells every ruling of every game that comes with the tool, as its
cards.yaml has it; and its rules know just these.
"""

from __future__ import annotations

import re

import pytest

from generator.data.loading import bundled_games, load_game
from rules_check.engine.game import load_rules
from tests.rules_check.games.scripted import ROOT

GAMES = bundled_games()


def told(text: str) -> dict[str, tuple[str, str, dict[str, str]]]:
    """Read one game's part of docs/reference/rulings.md back: each ruling's question, default, and
    options.
    """
    found = {}
    for section in re.split(r"^#### ", text, flags=re.M)[1:]:
        name = re.match(r"`(\w+)`", section)
        question = re.search(r"^\*\*(.+)\*\*$", section, re.M)
        options = re.findall(r"^- `(\w+)`( \(default\))?: (.+)$", section, re.M)
        assert name is not None
        assert question is not None
        defaults = [option for option, mark, _ in options if mark]
        assert len(defaults) == 1, name[1]
        found[name[1]] = (question[1], defaults[0], {option: says for option, _, says in options})
    return found


@pytest.mark.parametrize("name", GAMES)
def test_the_document_tells_every_ruling_as_cards_yaml_has_it(name: str) -> None:
    game, text = (
        load_game(GAMES[name]),
        (ROOT / "docs" / "reference" / "rulings.md").read_text(encoding="utf-8"),
    )
    parts = dict(part.split("\n", 1) for part in re.split(r"^## ", text, flags=re.M)[1:])
    assert told(parts[game.title]) == {
        str(ruling): (ruling.question, ruling.choice, dict(ruling.options._values))
        for ruling in game.context["rulings"]
    }


@pytest.mark.slow_cases("brick-and-mortar", "emporium", "merchants-of-magick")
@pytest.mark.parametrize("name", GAMES)
def test_the_rules_know_just_the_rulings_and_options_of_cards_yaml(name: str) -> None:
    rulings, cards = (
        load_game(GAMES[name]).context["rulings"],
        load_rules(name).cards_record(load_game(GAMES[name])),
    )
    known = {str(ruling): tuple(ruling.options) for ruling in rulings}
    assert {ruling: options[int(cards[ruling])] for ruling, options in known.items()} == {
        str(r): r.choice for r in rulings
    }
    for ruling, options in known.items():
        for number, option in enumerate(options):
            assert load_rules(name).with_ruling(cards, ruling, option)[ruling] == number


def test_the_document_is_read_closely() -> None:
    text = "#### `one`\n**Why?**\n\n- `a` (default): Yes.\n- `b`: No.\n"
    assert told(text) == {"one": ("Why?", "a", {"a": "Yes.", "b": "No."})}
