"""The JSON Schema that an editor gets for one cards.yaml: the schema of any file, extended by this
file and its folder.

In: a cards.yaml, with its folder's names of icons and templates. Out: a JSON Schema. It checks less
than reading does, and refuses nothing that reading accepts, except what was added to the file since
the schema was made.
"""

from __future__ import annotations

import copy
import re
from pathlib import Path
from typing import Any

from generator.data.declaring import ANYTHING
from generator.data.game import icon_names
from generator.data.making import each_of
from generator.data.playform import name_play
from generator.data.schema import json_schema
from generator.data.source import Node, read_source

STEPS = ("move", "deal", "refill", "shuffle", "set", "add", "take")
MOST_EXAMPLES = 40
_ZONE = "[a-z][a-z0-9]*([-_][a-z0-9]+)*"
SCHEMA_FILE = "cards.schema.json"


def editor_schema(
    path: Path, content: bytes | None = None, icons: list[str] | None = None
) -> dict[str, Any]:
    """Return the JSON Schema of the cards.yaml at a path, with the contents of its folder;
    `content` is read as if the file held it.

    `icons` are used instead of those of a folder that does not exist yet. Raises ProblemError if
    the file cannot be read.
    """
    root = read_source(path, path.name, content=content)
    home = path.parent / "templates"
    templates = sorted(file.name for file in home.glob("*.svg.j2"))
    schema = json_schema(root, icon_names(home / "icons") if icons is None else icons, templates)
    _open_sections(schema)
    _name_rulings(schema, root)
    _name_fields(schema, root)
    _name_zones(schema, root)
    name_play(schema, root)
    colours = list(palette.items) if (palette := root.get("palette")) else []
    if colours:
        schema["$defs"]["InkMode"]["properties"]["palette"]["propertyNames"] = {"enum": colours}
    return schema


def _open_sections(schema: dict[str, Any]) -> None:
    """Allow kinds and tables to be added before the schema is made again, with the keys common to
    all of them.
    """
    for section, rows in (("Kinds", "cards"), ("Tables", "rows")):
        part = schema["$defs"].get(section)
        if part is None:  # the file has none, so any are accepted
            continue
        first = next(iter(part["properties"].values()))
        new = copy.deepcopy(schema["$defs"][first["$ref"].removeprefix("#/$defs/")])
        for key in (rows, "defaults"):
            if key in new["properties"]:
                about = new["properties"][key]["description"]
                new["properties"][key] = {"type": "object", "description": about}
        part["additionalProperties"] = new
        part.pop("required", None)


def _name_rulings(schema: dict[str, Any], root: Node) -> None:
    """Give each ruling its options. Rules know only those in the file, so another name is a
    mistake.
    """
    rulings = root.below("rulings").items
    if not rulings:
        return
    named = {}
    for name, node in rulings.items():
        options, choice = node.below("options").items, dict[str, object]()
        if options:
            told = "; ".join(f"{option}: {text.value}" for option, text in options.items())
            choice = {"enum": list(options), "description": told}
        question = node.get("question")
        named[name] = {
            "description": str(question.value)
            if question
            else "a question that the rules leave open",
            "allOf": [{"$ref": "#/$defs/Ruling"}, {"properties": {"choice": choice}}],
        }
    part = schema["properties"]["rulings"]
    part.update(properties=named, additionalProperties=False)
    part.pop("patternProperties", None)


def _name_zones(schema: dict[str, Any], root: Node) -> None:
    """Describe how zones, counters, dice and steps of `setup:` begin, with examples of this file's
    components and zones to choose from.
    """
    part = schema["$defs"]["SetupSection"]["properties"]
    held = [*root.below("components").items, *root.below("kinds").items]
    numbers = list(root.below("rules").items)
    begins = "|".join(
        map(re.escape, sorted({*held, ANYTHING, *numbers}, key=lambda word: (-len(word), word)))
    )
    what = {
        "type": "string",
        "pattern": rf"^\s*(-|[0-9]|((all|one)\s+)?({begins})(?![A-Za-z0-9_-]))",
    }
    for name, endings in (
        ("common", ("face down", "face up", "in order")),
        ("each", ("seen by owner", "face down")),
    ):
        shown = [f"all {one}, {ending}" for one in dict.fromkeys(held) for ending in endings]
        said = [
            *shown[:MOST_EXAMPLES],
            f"{ANYTHING}",
            "1 die",
            "2 dice of 6",
            *numbers[:MOST_EXAMPLES],
        ]
        part[name]["additionalProperties"] = {
            "anyOf": [{"type": "integer"}, {**what, "examples": said}]
        }
        part[name]["propertyNames"] = {"pattern": rf"^\s*{_ZONE}(\s*,\s*{_ZONE})*\s*$"}
    common, own = (_zone_names(root.below("setup", name)) for name in ("common", "each"))
    steps = [f"deal 5 from {one} to each {other}" for one in common[:3] for other in own[:3]]
    for one in common[:3]:
        for other in common[:3]:
            if other != one:
                steps.append(f"refill {other} to 3 from {one}")
    steps += [f"shuffle {one}" for one in common[:3]]
    step = {
        "type": "string",
        "pattern": rf"^\s*({'|'.join(STEPS)})\s",
        "examples": steps or ["deal 5 from deck to each hand"],
    }
    block = {
        "type": "object",
        "properties": {
            "each": {
                "type": "array",
                "items": {"$ref": "#/$defs/SetupStep"},
                "description": "every player does these, in turn",
            }
        },
        "required": ["each"],
        "additionalProperties": False,
    }
    schema["$defs"]["SetupStep"] = {"anyOf": [step, block]}
    part["deal"]["items"] = {"$ref": "#/$defs/SetupStep"}


def _zone_names(part: Node) -> list[str]:
    """List the names that a part of `setup:` declares: `hand, won` declares two."""
    return [name.strip() for key in part.items for name in key.split(",")]


def _name_fields(schema: dict[str, Any], root: Node) -> None:
    """Give each component the fields of its kind that `where` can name."""
    component = schema["$defs"].get("Component")
    if component is None:
        return
    told = []
    for name, node in root.below("kinds").items.items():
        names = [*node.below("fields").items, *each_of(node.below("for_each").data())]
        only = {"properties": {"where": {"propertyNames": {"enum": names}}}}
        told.append(
            {"if": {"properties": {"of": {"const": name}}, "required": ["of"]}, "then": only}
        )
    if told:
        component["allOf"] = told
