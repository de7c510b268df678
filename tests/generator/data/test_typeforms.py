"""Forms of Python's types read what JSON says of that very type, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, NotRequired, TypedDict

import pytest

from generator.data.forms import checked
from generator.data.formschema import schema_of
from generator.data.typeforms import form_of_type


class Nest(TypedDict):
    """Where owls
    live.
    """

    tree: str
    eggs: NotRequired[list[int]]


class Deep(Nest):
    depth: float | None


class Empty(TypedDict):
    pass


@dataclass(frozen=True)
class Owl:
    name: str
    nest: tuple[int, str] | None = None
    young: list[Owl] = field(default_factory=list)


@pytest.mark.parametrize(
    ("kind", "fine", "wrong"),
    [
        (str, "a", 1),
        (str, "a", "\ud800"),
        (int, 1, True),
        (int, 1, 1.0),
        (float, 1.5, "1.5"),
        (float, 0.5, 10**400),
        (bool, True, 1),
        (Literal["a", "b"], "a", "c"),
        (Literal[1], 1, 2),
        (int | None, None, "1"),
        (str | list[int], [1], ["1"]),
        (dict[str, int], {"a": 1}, {"a": "1"}),
        (Any, {"a": [None]}, None),
        (Nest, {"tree": "oak", "more": 1}, {"eggs": []}),
        (Deep, {"tree": "oak", "depth": None}, {"tree": "oak"}),
        (Empty, {}, {"more": 1}),
    ],
)
def test_a_value_is_of_a_type_or_is_refused(kind: Any, fine: Any, wrong: Any) -> None:
    assert checked(form_of_type(kind), fine) == (fine, [])
    assert (checked(form_of_type(kind), wrong)[1] == []) == (kind is Any)


def test_a_dataclass_is_made_of_its_fields() -> None:
    said = {"name": "Tib", "nest": [3, "oak"], "young": [{"name": "Pip"}]}
    found, faults = checked(form_of_type(Owl), said)
    assert (found, faults) == (Owl("Tib", (3, "oak"), [Owl("Pip")]), [])
    said = {"nest": [3], "young": [{"name": 1, "hue": 2}]}
    assert [(fault.kind, fault.path) for fault in checked(form_of_type(Owl), said)[1]] == [
        ("missing", ("name",)),
        ("value", ("nest",)),
        ("value", ("young", 0, "name")),
        ("unknown", ("young", 0, "hue")),
    ]


def test_the_schema_of_a_type_names_what_it_is_made_of() -> None:
    schema, parts = schema_of(form_of_type(list[Deep] | Empty), is_titled=True)
    assert schema == {
        "anyOf": [{"type": "array", "items": {"$ref": "#/$defs/Deep"}}, {"$ref": "#/$defs/Empty"}]
    }
    assert parts["Empty"] == {
        "type": "object",
        "properties": {},
        "title": "Empty",
        "additionalProperties": False,
    }
    assert parts["Deep"] == {
        "type": "object",
        "properties": {
            "tree": {"type": "string", "title": "Tree"},
            "eggs": {"type": "array", "items": {"type": "integer"}, "title": "Eggs"},
            "depth": {"anyOf": [{"type": "number"}, {"type": "null"}], "title": "Depth"},
        },
        "title": "Deep",
        "required": ["tree", "depth"],
    }
    _, parts = schema_of(form_of_type(list[Nest]))
    assert parts["Nest"]["description"] == "Where owls live."
    assert "title" not in parts["Nest"]
