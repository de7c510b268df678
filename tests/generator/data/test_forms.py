"""Forms read plain data, with defaults, and find every fault of it at its path."""

from __future__ import annotations

import copy
import random
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from generator.data.documents import form_of
from generator.data.fieldtypes import check_id, check_range
from generator.data.forms import (
    A_LIST,
    A_MAPPING,
    ANYTHING,
    Either,
    Key,
    Leaf,
    Listed,
    Mapped,
    Section,
    checked,
    make_section,
)
from generator.data.forms import Path as Steps
from generator.data.outline import Outline
from generator.data.problems import Problems
from generator.data.schema import _merge_defaults, json_schema
from generator.data.source import read_source

ROOT = Path(__file__).resolve().parents[3]
GAMES = [
    ROOT / "cards.yaml",
    *sorted(ROOT.glob("games/*/cards.yaml")),
    *sorted(ROOT.glob("generator/job/layouts/*/cards.yaml")),
]
WORD = Leaf(check_id, {"type": "string"})
OTHERS: list[Any] = [
    None,
    True,
    0,
    3,
    -1,
    1.5,
    "",
    "x",
    "A b",
    "1-3",
    "3 mm",
    "#aabbcc",
    [],
    {},
    ["a"],
    [[]],
    {"a": 1},
    {"A b": "x"},
]


def steps(data: Any, path: Steps = ()) -> list[Steps]:
    """List the way to every value in some data."""
    inner: Any = ()
    if isinstance(data, dict):
        inner = data.items()
    if isinstance(data, list):
        inner = enumerate(data)
    return [path, *(step for key, value in inner for step in steps(value, (*path, key)))]


def spoil(data: Any, chance: random.Random) -> Steps:
    """Put something else in the place of a value, leave one out, or add one; return its path."""
    *above, last = chance.choice(steps(data)[1:])
    for key in above:
        data = data[key]
    if chance.random() < 0.3:
        del data[last]
    elif chance.random() < 0.3 and isinstance(data, dict):
        last = chance.choice(("zz", "A b", "id", "copies", "f0"))
        data[last] = copy.deepcopy(chance.choice(OTHERS))
    else:
        data[last] = copy.deepcopy(chance.choice(OTHERS))
    return (*above, last)


@pytest.mark.slow_cases("brick-and-mortar")
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.parent.name)
def test_a_fault_is_found_where_it_was_made(path: Path) -> None:
    root, chance, verdicts = read_source(path), random.Random(path.parent.name), set()
    form = form_of(Outline(root, Problems()), root)
    editor = jsonschema.Draft7Validator(json_schema(root))
    is_small = path.stat().st_size < 10_000
    for _ in range(40):
        data: Any = root.data()
        harmed = spoil(data, chance)
        is_looked_at = is_small and "fields" not in harmed[2:3]  # whose types were read before
        is_refused = is_looked_at and not editor.is_valid(data)
        for kind in data["kinds"].values() if isinstance(data.get("kinds"), dict) else ():
            _merge_defaults(kind)
        _, faults = checked(form, data)
        verdicts.add(bool(faults))
        assert faults or not is_refused, harmed  # an editor refuses nothing that is read
        for fault in faults:
            if "defaults" not in harmed[2:3]:  # which all cards have
                above = fault.path[: len(harmed)]
                assert above in (harmed, harmed[:-1]), (harmed, fault)
    assert verdicts == {True, False}


class Colour(Section):
    """A colour."""

    name = Key(ANYTHING, description="what it is called")
    shades = Key(Listed(ANYTHING), default=[], description="its shades")


def test_what_is_left_out_has_its_default_each_time_anew() -> None:
    (first, _), (second, _) = checked(Colour, {"name": 1}), checked(Colour, {"name": 1})
    assert first == second == {"name": 1, "shades": []}
    assert first["shades"] is not second["shades"]
    nested = make_section(
        "Nested", {"colour": Key(Colour, make_section("None", {"a": Key(ANYTHING, 2)}))}
    )
    assert checked(nested, {}) == ({"colour": {"a": 2}}, [])


NUMBER = Leaf(check_range(0), {"type": "integer"})
SHORT = "a short name of a-z, 0-9, '-' and '_'"


@pytest.mark.parametrize(
    ("form", "fine", "wrong", "expected"),
    [
        (WORD, "a-b", "A B", SHORT),
        (NUMBER, 2, -1, "a whole number, 0 or more"),
        (NUMBER, 0, True, "a whole number"),
        (Listed(WORD, 1, 2), ["a", "b"], ["a", "b", "c"], "at most 2 entries"),
        (Listed(WORD, 1), ["a"], [], "at least 1 entry"),
        (Mapped(NUMBER, WORD, 1), {"a": 1}, {}, "at least 1 entry"),
        (Mapped(ANYTHING), {"a": None}, [], A_MAPPING),
        (Listed(ANYTHING), ["a"], {}, A_LIST),
        (Listed(ANYTHING), [], ("a",), A_LIST),
        (Either(lambda value: type(value).__name__, {"int": NUMBER, "str": WORD}), "a", -1, None),
        (Either(lambda value: type(value).__name__, {"int": NUMBER, "str": WORD}), 1, "A", SHORT),
        (Colour, {"name": "x", "shades": ["y"]}, [], A_MAPPING),
        (make_section("Open", {}, others="kept"), {"b": 1, "a": 2}, [], A_MAPPING),
    ],
)
def test_each_form(form: Any, fine: Any, wrong: Any, expected: str | None) -> None:
    holder = make_section("Holder", {"it": Key(form)})
    assert checked(holder, {"it": fine}) == ({"it": fine}, [])
    _, (fault,) = checked(holder, {"it": wrong})
    assert (fault.kind, fault.path, fault.section) == ("value", ("it",), holder)
    assert fault.expected == (expected or "a whole number, 0 or more")


def test_every_fault_is_found() -> None:
    row = make_section("row", {"name": Key(WORD), "marks": Key(Listed(WORD, 1), None)})
    form = make_section("Rows", {"rows": Key(Mapped(row, WORD)), "more": Key(NUMBER)})
    data = {"rows": {"A": {"name": "B", "other": 1}, "b": {"marks": ["c", "D"]}}, "less": 1}
    _, faults = checked(form, data)
    assert [(fault.kind, fault.path, fault.section) for fault in faults] == [
        ("key", ("rows", "A"), None),
        ("value", ("rows", "A", "name"), row),
        ("unknown", ("rows", "A", "other"), row),
        ("missing", ("rows", "b", "name"), row),
        ("value", ("rows", "b", "marks", 1), None),
        ("missing", ("more",), form),
        ("unknown", ("less",), form),
    ]
    assert faults[0].hint == "write 'a'"
