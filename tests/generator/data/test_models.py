"""Pydantic's models of forms: made once, with the user's words as they are, and a JSON Schema."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from generator.data.fieldtypes import check_id
from generator.data.forms import Leaf, Section, Whole, given, make_section
from generator.data.models import model_of

WORD = Leaf(check_id, {"type": "string"}, "a word of ours")


class Size(Section):
    """How large it is."""

    wide: Any = given(3, description="how wide")


def test_a_model_is_made_once() -> None:
    assert model_of(Size) is model_of(Size)
    assert model_of(make_section("A", {})) is not model_of(make_section("A", {}))


def test_words_that_mean_something_to_pydantic_are_words() -> None:
    rows = make_section("rows", {"copy": (WORD, given()), "model_config": (Whole(1), given(2))})
    assert model_of(rows).model_validate({"copy": "a"}).model_dump(by_alias=True) == {
        "copy": "a",
        "model_config": 2,
    }


def test_every_fault_is_found_in_our_words() -> None:
    rows = make_section(
        "rows", {"a": (WORD, given()), "b": (Whole(1), given()), "c": (Size, given(Size))}
    )
    with pytest.raises(ValidationError) as caught:
        model_of(rows).model_validate({"a": "A B", "b": 0, "d": 1})
    errors = caught.value.errors()
    assert [(error["loc"], error["type"]) for error in errors] == [
        (("a",), "field"),
        (("b",), "greater_than_equal"),
        (("d",), "extra_forbidden"),
    ]
    assert errors[0]["ctx"]["hint"] == "write 'a-b'"


def test_the_json_schema_tells_what_an_editor_shows() -> None:
    schema = model_of(
        make_section("rows", {"a": (WORD, given(None)), "size": (Size, given(Size))})
    ).model_json_schema()
    assert schema["properties"]["a"]["description"] == "a word of ours"
    assert schema["$defs"]["Size"]["description"] == "How large it is."
    assert schema["$defs"]["Size"]["properties"]["wide"] == {
        "title": "Wide",
        "default": 3,
        "description": "how wide",
    }
    assert schema["additionalProperties"] is False
