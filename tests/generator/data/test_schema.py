"""The JSON Schema for editors agrees with what is read."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from generator.data.schema import SECTIONS, json_schema
from generator.data.source import read_source

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    return json_schema(read_source(ROOT / "cards.yaml"))


@pytest.fixture
def data() -> dict[str, Any]:
    read = read_source(ROOT / "cards.yaml").data()
    assert isinstance(read, dict)
    return copy.deepcopy(read)


def test_the_schema_is_one_and_accepts_emporium(
    schema: dict[str, Any], data: dict[str, Any]
) -> None:
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(data)


@pytest.mark.parametrize(
    ("kind", "card", "field", "value"),
    [
        ("hero", "tib", "guild", "tied"),
        ("hero", "tib", "level", 4),
        ("hero", "tib", "slots", ["weapon", "hat"]),
        ("hero", "tib", "slots", []),
        ("hero", "tib", "flavor", "a word misspelt"),
        ("hero", "tib", "name", 7),
        ("monster", "troll", "strength", "13"),
        ("item", "pearl", "tier", "stele"),
        ("item", "pearl", "copies", 0),
    ],
)
def test_the_schema_refuses_what_reading_refuses(
    schema: dict[str, Any], data: dict[str, Any], kind: str, card: str, field: str, value: object
) -> None:
    data["kinds"][kind]["cards"][card][field] = value
    assert not jsonschema.Draft202012Validator(schema).is_valid(data)


def test_a_field_with_a_default_need_not_be_written(tmp_path: Path) -> None:
    path = tmp_path / "cards.yaml"
    path.write_text(
        "game: {title: T, version: '1'}\n"
        "kinds:\n"
        "  card:\n"
        "    template: card.svg.j2\n"
        "    fields: {name: line, cost: integer}\n"
        "    defaults: {cost: 1}\n"
        "    cards: {a: {name: A}}\n"
    )
    root = read_source(path)
    jsonschema.Draft202012Validator(json_schema(root)).validate(root.data())


def test_the_schema_of_a_file_without_kinds_accepts_any_kind() -> None:
    general = json_schema()
    jsonschema.Draft202012Validator.check_schema(general)
    component = {"name": "Heroes", "of": "hero", "back": "back-hero", "count": 1}
    game = {
        "game": {"title": "T", "version": "1"},
        "kinds": {"hero": {}},
        "components": {"heroes": component},
    }
    jsonschema.Draft202012Validator(general).validate(game)


def test_the_sections_are_those_of_the_schema() -> None:
    assert tuple(json_schema()["properties"]) == SECTIONS
