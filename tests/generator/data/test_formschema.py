"""A form as JSON Schema: what an editor accepts, and what it shows."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest

from generator.data.fieldtypes import check_id, check_range
from generator.data.forms import ANYTHING, Either, Key, Leaf, Listed, Mapped, Section, make_section
from generator.data.formschema import schema_of

WORD = Leaf(check_id, {"type": "string", "pattern": "^[a-z]+$"}, "a word of ours")
NUMBER = Leaf(check_range(0), {"type": "integer", "minimum": 0})


class Size(Section):
    """How large
    it is.
    """

    wide = Key(ANYTHING, default=3, description="how wide")


def test_an_editor_is_told_what_it_shows() -> None:
    rows = make_section("rows", {"a": Key(WORD), "size": Key(Size, Size, "its size")})
    schema, parts = schema_of(rows)
    assert schema == {
        "type": "object",
        "properties": {
            "a": {"type": "string", "pattern": "^[a-z]+$", "description": "a word of ours"},
            "size": {"$ref": "#/$defs/Size", "description": "its size"},
        },
        "required": ["a"],
        "additionalProperties": False,
    }
    assert parts["Size"]["description"] == "How large it is."
    assert parts["Size"]["properties"] == {"wide": {"default": 3, "description": "how wide"}}


@pytest.mark.parametrize(
    ("form", "fine", "wrong"),
    [
        (WORD, "a", "A"),
        (Listed(WORD, 1, 2), ["a"], ["a", "b", "c"]),
        (Listed(WORD, 1, 2), ["a", "b"], []),
        (Mapped(NUMBER, WORD, 1), {"a": 1}, {}),
        (Mapped(NUMBER, WORD), {"a": 1}, {"A": 1}),
        (Mapped(ANYTHING), {"A": None}, []),
        (Listed(NUMBER), [1], [-1]),
        (Either(lambda said: type(said).__name__, {"int": NUMBER, "str": WORD}), 1, -1),
        (make_section("Open", {}, others="kept"), {"b": 1}, []),
        (make_section("Closed", {}), {}, {"b": 1}),
    ],
)
def test_each_form(form: Any, fine: Any, wrong: Any) -> None:
    schema, parts = schema_of(make_section("Holder", {"it": Key(form)}))
    validator = jsonschema.Draft7Validator({**schema, "$defs": parts})
    validator.check_schema(validator.schema)
    assert validator.is_valid({"it": fine})
    assert not validator.is_valid({"it": wrong})


def test_sorts_that_are_called_alike_are_two_parts() -> None:
    one, two = make_section("a b", {"x": Key(WORD)}), make_section("a/b", {})
    holder = make_section(
        "Holder", {key: Key(sort) for key, sort in zip("ptq", (one, two, one), strict=True)}
    )
    schema, parts = schema_of(holder)
    assert [said["$ref"] for said in schema["properties"].values()] == [
        "#/$defs/a_b",
        "#/$defs/a_b_",
        "#/$defs/a_b",
    ]
    assert [list(part["properties"]) for part in parts.values()] == [["x"], []]
