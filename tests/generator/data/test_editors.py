"""The JSON Schema for an editor finds the mistakes that are made in a cards.yaml, and says of each
key what it is.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from generator.data.editors import editor_schema
from generator.data.loading import bundled_games
from generator.data.source import read_source
from tests.conftest import ROOT, make_game
from tests.generator.data.test_setting import BASE, SETUP

GAMES = bundled_games()

# What was written, and what a slip of the hand makes of it.
MISTAKES = {
    "a section misspelt": ("\ncomponents:\n", "\ncomponent:\n"),
    "a key of a kind misspelt": ("    template: hero.svg.j2", "    tempalte: hero.svg.j2"),
    "a template that is not there": ("    template: hero.svg.j2", "    template: heros.svg.j2"),
    "a colour not in the palette": ("colour: tide, emblem: fish", "colour: tied, emblem: fish"),
    "a colour of five digits": ('ink: "#1F1B16"', 'ink: "#1F1B1"'),
    "an icon that is not there": ("emblem: flame", "emblem: flam"),
    "a back that is no card": ("back: back-hero", "back: back-heros"),
    "a ruling that nobody asks": (
        "  bid_affordable:\n    question",
        "  bids_affordable:\n    question",
    ),
    "an option that a ruling has not": ("choice: poorest", "choice: poorer"),
    "a count that is a word": ("back: back-hero, count: 27", "back: back-hero, count: many"),
    "a negative count": ("back: back-hero, count: 27", "back: back-hero, count: -27"),
    "a size of card that has no name": ("\nprint:", "\nprint:\n  card_size: tarott"),
    "a number for a text": ("name: Tib the Mudlark", "name: 12"),
    "a text for a number": ("level: 1, strength: 2,", "level: 1, strength: strong,"),
    "a card that lacks a field": ("guild: tide, level: 1, strength: 2,", "level: 1, strength: 2,"),
    "a field that cards have not": ("level: 1, strength: 2,", "level: 1, strength: 2, magic: 3,"),
    "a key of dice misspelt": ("dice: 8, each_player", "dcie: 8, each_player"),
    "a unit that there is not": ("gutter: 2 mm", "gutter: 2 mn"),
    "a count that the cards do not have": (
        "back: back-hero, count: 27",
        "back: back-hero, count: 26",
    ),
}
UNSEEN = ("a count that the cards do not have",)
"""What a JSON Schema cannot see: it does not add up."""


@pytest.fixture(scope="module")
def emporium() -> jsonschema.Draft7Validator:
    schema = editor_schema(GAMES["emporium"])
    jsonschema.Draft7Validator.check_schema(schema)
    return jsonschema.Draft7Validator(schema)


@pytest.fixture(scope="module")
def text(emporium: jsonschema.Draft7Validator) -> str:
    """Emporium's cards.yaml, in which an editor sees no mistake."""
    written = GAMES["emporium"].read_text()
    whole = written if "\nprint:" in written else written + "\nprint:\n  paper: a4\n"
    assert _is_valid(emporium, GAMES["emporium"], whole)
    return whole


def _is_valid(validator: jsonschema.Draft7Validator, path: Path, text: str) -> bool:
    return validator.is_valid(read_source(path, content=text.encode()).data())


@pytest.mark.parametrize("name", list(GAMES))
def test_the_games_have_no_mistake(name: str) -> None:
    schema = editor_schema(GAMES[name])
    assert [
        fault.message
        for fault in jsonschema.Draft7Validator(schema).iter_errors(read_source(GAMES[name]).data())
    ] == []


@pytest.mark.parametrize("mistake", MISTAKES)
def test_an_editor_sees(
    mistake: str, emporium: jsonschema.Draft7Validator, text: str, tmp_path: Path
) -> None:
    right, wrong = MISTAKES[mistake]
    assert right in text
    assert _is_valid(emporium, tmp_path / "cards.yaml", text.replace(right, wrong, 1)) == (
        mistake in UNSEEN
    )


def _properties(part: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    for key, child in (
        part.items()
        if isinstance(part, dict)
        else enumerate(part)
        if isinstance(part, list)
        else ()
    ):
        if key == "properties" and not path.endswith(("/then", "/if")):
            yield from ((f"{path}/{name}", one) for name, one in child.items())
        yield from _properties(child, f"{path}/{key}")


@pytest.mark.parametrize("name", list(GAMES))
def test_every_key_says_what_it_is(name: str) -> None:
    found = list(_properties(editor_schema(GAMES[name])))
    assert len(found) > 200
    assert [path for path, one in found if not one.get("description")] == []


def test_a_new_kind_and_a_new_table_may_come_before_the_schema_is_made_again(
    emporium: jsonschema.Draft7Validator, text: str, tmp_path: Path
) -> None:
    path = tmp_path / "cards.yaml"
    kind = (
        "  spell:\n    template: hero.svg.j2\n    fields: {name: line}\n    cards:\n      spark: "
        "{name: Spark}\n"
    )
    assert _is_valid(emporium, path, text.replace("\nkinds:\n", f"\nkinds:\n{kind}", 1))
    assert not _is_valid(
        emporium,
        path,
        text.replace("\nkinds:\n", f"\nkinds:\n{kind}".replace("template", "templete"), 1),
    )
    table = "  school:\n    fields: {name: line}\n    rows: {fire: {name: Fire}}\n"
    assert _is_valid(emporium, path, text.replace("\ntables:\n", f"\ntables:\n{table}", 1))


def test_where_names_fields_of_the_kind(
    emporium: jsonschema.Draft7Validator, text: str, tmp_path: Path
) -> None:
    assert not _is_valid(
        emporium,
        tmp_path / "cards.yaml",
        text.replace("where: {tier: leather}", "where: {teir: leather}", 1),
    )


@pytest.mark.parametrize(
    "size", ["63 x 88 mm", "2.5in x 3.5in", "63x88mm", "63 mm x 88", "tarot", '2.5" x 3.5"']
)
def test_sizes_that_are_read_are_accepted(
    size: str, emporium: jsonschema.Draft7Validator, text: str, tmp_path: Path
) -> None:
    assert _is_valid(
        emporium,
        tmp_path / "cards.yaml",
        text.replace("\nprint:", f"\nprint:\n  card_size: '{size}'", 1),
    )


@pytest.mark.parametrize(
    "type_", ["line?", '"[slot] 1..4"', "a | b | c", "-1..3", "guild", '"[1..3]?"']
)
def test_types_that_are_read_are_accepted(
    type_: str, emporium: jsonschema.Draft7Validator, text: str, tmp_path: Path
) -> None:
    assert _is_valid(
        emporium, tmp_path / "cards.yaml", text.replace("flavour: text\n", f"flavour: {type_}\n", 1)
    )


def test_a_type_that_is_misspelt_is_found(
    emporium: jsonschema.Draft7Validator, text: str, tmp_path: Path
) -> None:
    assert not _is_valid(
        emporium, tmp_path / "cards.yaml", text.replace("flavour: text\n", "flavour: txet\n", 1)
    )


SETUP_MISTAKES: dict[str, tuple[str, Any]] = {
    "a component that there is not": ("common", {"deck": "all crads, face down"}),
    "a word before it that is none": ("common", {"deck": "every card"}),
    "a broken number": ("common", {"round": 1.5}),
    "a zone with a bad name": ("each", {"My hand": "card"}),
    "a step that no verb begins": ("deal", ["draw 5 from deck to each hand"]),
    "a block that is none": ("deal", [{"all": ["move 1 from deck to hand"]}]),
    "a step within a block": ("deal", [{"each": ["draw 1 from deck"]}]),
}


@pytest.mark.parametrize("mistake", [None, *SETUP_MISTAKES])
def test_an_editor_knows_how_a_setup_is_written(mistake: str | None, tmp_path: Path) -> None:
    make_game(tmp_path, **BASE, setup={**SETUP, "surface": "c1"})
    path = tmp_path / "cards.yaml"
    validator = jsonschema.Draft7Validator(editor_schema(path))
    data: Any = read_source(path).data()
    if mistake is not None:
        section, value = SETUP_MISTAKES[mistake]
        data["setup"][section] = value
    assert validator.is_valid(data) == (mistake is None)


def test_an_editor_offers_zones_and_steps_of_this_game(tmp_path: Path) -> None:
    make_game(tmp_path, **BASE, setup=SETUP)
    schema = editor_schema(tmp_path / "cards.yaml")
    part = schema["$defs"]["SetupSection"]["properties"]
    assert "all card, face down" in part["common"]["additionalProperties"]["anyOf"][1]["examples"]
    assert (
        "deal 5 from deck to each hand, won"
        not in schema["$defs"]["SetupStep"]["anyOf"][0]["examples"]
    )
    assert {"deal 5 from deck to each hand", "refill market to 3 from deck"} <= set(
        schema["$defs"]["SetupStep"]["anyOf"][0]["examples"]
    )


def test_the_schema_has_the_same_bytes_wherever_it_is_written() -> None:
    said = set()
    for seed in "12":
        command = [sys.executable, "-m", "generator", "schema", str(ROOT / "games" / "empire")]
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        said.add(subprocess.run(command, env=environment, capture_output=True, check=True).stdout)
    assert len(said) == 1
    assert len(said.pop()) > 10_000
