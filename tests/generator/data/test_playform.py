"""What editors are told of `play:`: it takes every game of the tests, and finds what is clearly
wrong.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from generator.data.editors import editor_schema
from generator.data.playform import ABOUT, BLOCKS, VERBS
from rules_check.notation import course, grammar
from tests.rules_check.notation.games import NAMES, text_of


def faults(text: str) -> list[Any]:
    nowhere = Path(__file__).with_name("no-such-folder") / "cards.yaml"
    schema = editor_schema(nowhere, text.encode(), icons=[])
    data = yaml.load(text, yaml.CSafeLoader)
    return list(jsonschema.Draft7Validator(schema).iter_errors(data))


@pytest.mark.parametrize("name", [name for name in NAMES if name != "emporium"])
def test_every_game_is_taken(name: str) -> None:
    assert [fault.message for fault in faults(text_of(name))] == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("- choose:", "- chose:"),
        ("- deal 1", "- dael 1"),
        ("deck: all card", "deck: all crad"),
        ("  turn:", "  trun:"),
        ("score: if", "wins: last\n  score: if"),
    ],
)
def test_what_is_clearly_wrong_is_marked(old: str, new: str) -> None:
    text = text_of("kuhn")
    assert old in text
    assert faults(text.replace(old, new, 1))


def test_its_words_are_those_of_rules() -> None:
    assert set(VERBS) == set(grammar.VERBS)
    assert {name: keys for name, (_, keys) in BLOCKS.items()} == course.BLOCKS
    assert set(ABOUT) == {key for _, keys in BLOCKS.values() for key in keys}
