"""A field that is added to a kind: its type and its default are written, all else stays byte for
byte.
"""

from __future__ import annotations

import pytest
import yaml

from generator.data.patching import GONE, PatchError
from studio.draft.fields import with_field

BLOCK = """\
kinds:
  hero:
    # what a hero has
    fields:
      name: line  # its title
    cards: {tib: {name: Tib}}
  tile: {fields: {name: line}, defaults: {name: x}, cards: {}}
"""


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_field_and_its_default_are_written(line_end: str) -> None:
    text = BLOCK.replace("\n", line_end)
    found = with_field(text, "hero", "cost", "0..9", 3)
    new = "      name: line  # its title\n      cost: 0..9\n".replace("\n", line_end)
    with_cost = text.replace(f"      name: line  # its title{line_end}", new)
    assert found == with_cost.replace(
        "    fields:", f"    defaults: {{cost: 3}}{line_end}    fields:", 1
    )
    assert yaml.safe_load(found)["kinds"]["hero"]["defaults"] == {"cost": 3}


def test_defaults_that_are_there_get_one_more() -> None:
    found = with_field(BLOCK, "tile", "note", "text", "a, b")
    assert found == BLOCK.replace(
        "{name: line}, defaults: {name: x}",
        '{name: line, note: text}, defaults: {name: x, note: "a, b"}',
    )


def test_without_a_default_the_type_alone_is_written() -> None:
    assert with_field(BLOCK, "tile", "note", "text?", GONE) == BLOCK.replace(
        "{name: line}", "{name: line, note: text?}"
    )


def test_a_field_that_is_there_is_refused() -> None:
    with pytest.raises(PatchError, match="already"):
        with_field(BLOCK, "tile", "name", "line", GONE)
