"""What an editor knows about `play:`: how zones, counters, steps and blocks begin, with names of
this file to choose from.

In: the JSON Schema of a cards.yaml, and the file. Out: the schema, with more about `play:`. Like
all schemas for editors, it refuses nothing that reading accepts; the meaning of sentences and
formulas is not its concern.
"""

from __future__ import annotations

import re
from typing import Any

from generator.data.declaring import ANYTHING, STATES
from generator.data.source import Node

VERBS = (
    *("move", "deal", "refill", "shuffle", "swap", "pass", "look", "set", "add", "take", "roll"),
    *("let", "do", "call", "everyone", "end", "nothing"),
)
"""The beginnings of sentences, except for `winner is out`."""
BLOCKS = {
    "choose": ("a decision: each line is an option, with its words and its effect", ()),
    "if": ("a condition, and what happens if it holds", ("then", "else")),
    "each": ("every player does these once", ("who", "from", "by")),
    "together": ("all players decide in secret, at the same time", ("who",)),
    "turns": ("players in turn, again and again", ("who", "from", "until")),
    "repeat": ("steps to repeat", ("times", "until")),
    "for": ("the same steps for each item of a list: x in hand", ("do",)),
}
"""Blocks by their first key: a description, and the keys that may follow."""
ABOUT = {
    "then": "the steps if the condition holds",
    "else": "the steps if it does not hold",
    "who": "which players: a list, such as others",
    "from": "the first player",
    "by": "the value that sets the order, lowest first",
    "until": "the condition that ends it, checked after each time",
    "times": "how often",
    "do": "the steps for each item",
}
NEEDED = {"if": ["if", "then"], "for": ["for", "do"]}
MOST_EXAMPLES = 40
_NAME = r"[^\W\d]\w*(-[^\W\d]\w*)*"
_STEPS, _STEP = {"$ref": "#/$defs/PlaySteps"}, {"$ref": "#/$defs/PlayStep"}
_FORMULA = {"type": ["string", "integer", "boolean"]}
_START = {"type": ["integer", "boolean"]}


def name_play(schema: dict[str, Any], root: Node) -> None:
    """Describe the possible contents of `play:`."""
    part = schema["$defs"]["PlaySection"]["properties"]
    names = [*_names(root, "setup"), *_names(root, "play")]
    held = [name for section in ("kinds", "components") for name in _keys(root, section)]
    for key, endings in (("common", ("face down", "face up")), ("each", ("seen by owner",))):
        examples = [f"{one}, {ending}" for one in dict.fromkeys(held) for ending in endings]
        shown = [
            *examples[:MOST_EXAMPLES],
            "0",
            "0 each round",
            "0, not shown",
            "true",
            "player",
            "2 dice",
        ]
        part[key]["additionalProperties"] = {"anyOf": [_START, _declaration(root, held, shown)]}
        part[key]["propertyNames"] = {"pattern": rf"^\s*{_NAME}(\s*,\s*{_NAME})*\s*$"}
    for key in ("begin", "round", "turn"):
        part[key] = {**_STEPS, "description": part[key]["description"]}
    for key in ("until", "score"):
        lines = {"type": "object", "additionalProperties": _FORMULA}
        about = part[key]["description"]
        part[key] = {"anyOf": [_FORMULA, lines], "description": about}
    part["wins"]["enum"] = ["most", "least", "together"]
    line = {"type": "string"}
    part["loses"] = {
        "anyOf": [line, {"type": "array", "items": line}],
        "description": part["loses"]["description"],
    }
    part["ties"] = {
        "anyOf": [_FORMULA, {"type": "array", "items": _FORMULA}],
        "description": part["ties"]["description"],
    }
    part["formulas"]["additionalProperties"] = _FORMULA
    for key in ("steps", "powers"):
        part[key]["additionalProperties"] = _STEPS
    schema["$defs"]["PlayStep"] = {"anyOf": [_sentence(names), *map(_block, BLOCKS)]}
    schema["$defs"]["PlaySteps"] = {"anyOf": [_STEP, {"type": "array", "items": _STEP}]}


def _declaration(root: Node, held: list[str], examples: list[str]) -> dict[str, Any]:
    """Return the schema of the definition of a zone or counter."""
    words = [*held, ANYTHING, *STATES, *_keys(root, "rules"), *_keys(root, "tables")]
    begins = "|".join(map(re.escape, sorted(set(words), key=lambda word: (-len(word), word))))
    pattern = rf"^\s*([-(0-9]|((all|one)\s+)?({begins})(?![A-Za-z0-9_-]))"
    return {"type": "string", "pattern": pattern, "examples": examples}


def _sentence(names: list[str]) -> dict[str, Any]:
    """Return the schema of a step that is a sentence."""
    zones = names or ["deck", "hand"]
    examples = [f"move 1 from {zones[0]} to {one}" for one in zones[1:MOST_EXAMPLES]]
    examples += [f"shuffle {one}" for one in zones[:MOST_EXAMPLES]]
    pattern = rf"^\s*({'|'.join(VERBS)})\b|\bis\s+out\b"
    return {"type": "string", "pattern": pattern, "examples": examples}


def _block(name: str) -> dict[str, Any]:
    """Return the schema of a block by its first key."""
    about, others = BLOCKS[name]
    forms: dict[str, Any] = {key: {**_FORMULA, "description": ABOUT[key]} for key in others}
    for key in ("then", "else", "do"):
        if key in forms:
            forms[key] = {**_STEPS, "description": ABOUT[key]}
    first: dict[str, Any] = _FORMULA if name in ("if", "for") else _STEPS
    if name == "choose":
        first = {"type": "object", "additionalProperties": _STEPS, "minProperties": 1}
    return {
        "type": "object",
        "properties": {name: {**first, "description": about}, **forms},
        "required": NEEDED.get(name, [name]),
        "additionalProperties": False,
    }


def _keys(root: Node, section: str) -> list[str]:
    return list(root.below(section).items)


def _names(root: Node, section: str) -> list[str]:
    """List the names that a section declares: `hand, won` declares two."""
    keys = [*root.below(section, "common").items, *root.below(section, "each").items]
    return [name.strip() for key in keys for name in key.split(",")]
