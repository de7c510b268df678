"""Elements of templates: found at their lines, and one attribute changed with all else as it was."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.data.patching import PatchError
from studio.draft.elements import drawn_at, tags_on, with_attributes

TEXT = """\
{# <rect x="0"/> is no element #}
<svg viewBox="0 0 63 88"><!-- <text x="1"/> -->
  <rect x="3" y='4' width="{{ 2 * card.cost }}" fill="{{ palette.sea }}"/><circle cx="5" r="2"/>
  {{ '<g>' }}<textArea x="5" y="6" width="40" height="9"
      font-size="9pt" {% if card.cost > 3 %}fill="#ff0000"{% endif %}>{{ card.name }}</textArea>
  <text x="1">a</text> <text x="{{ card.cost }}">b</text> <text x="9">c</text>
  <g transform="rotate(2)"><use href="{{ icon["sea"] }}" x="1"/></g>
</svg>
"""


def test_elements_are_found_where_they_open() -> None:
    assert [tag.name for tag in tags_on(TEXT, 1)] == []
    assert [tag.name for tag in tags_on(TEXT, 2)] == ["svg"]
    assert [tag.name for tag in tags_on(TEXT, 3)] == ["rect", "circle"]
    (area,) = tags_on(TEXT, 4)
    assert list(area.attributes) == ["x", "y", "width", "height", "font-size", "fill"]
    assert [tag.name for tag in tags_on(TEXT, 7)] == ["g", "use"]
    assert tags_on(TEXT, 7)[1].values() == {"href": '{{ icon["sea"] }}', "x": "1"}


@pytest.mark.parametrize(
    ("line", "drawn", "shown", "values", "old", "new"),
    [
        (3, "rect", {}, {"x": "3.5"}, 'x="3" y', 'x="3.5" y'),
        (3, "rect", {}, {"y": "5"}, "y='4'", "y='5'"),
        (3, "rect", {}, {"fill": "#aabbcc"}, "{{ palette.sea }}", "#aabbcc"),
        (3, "rect", {}, {"fill": "{{ palette['deep-sea'] }}"}, ".sea }}", "['deep-sea'] }}"),
        (3, "circle", {}, {"cy": "7"}, 'r="2"/>', 'r="2" cy="7"/>'),
        (4, "g", {"font-size": "3.1"}, {"x": "6", "font-size": "8pt"}, "", ""),
        (4, "g", {}, {"fill": "#00ff00"}, "#ff0000", "#00ff00"),
        (4, "g", {}, {"stroke": 'a "b" <c>'}, "{% endif %}>", ""),
        (6, "text", {"x": "9"}, {"x": "8"}, 'x="9"', 'x="8"'),
        (7, "svg", {"width": "3"}, {"x": "2"}, 'x="1"/></g>', 'x="2"/></g>'),
    ],
)
def test_attributes_change_alone(
    line: int, drawn: str, shown: dict[str, str], values: dict[str, str], old: str, new: str
) -> None:
    text = with_attributes(TEXT, drawn_at(TEXT, line, drawn, shown), values)
    again = drawn_at(text, line, drawn, {**shown, **values})
    assert values.items() <= again.values().items()
    if new:
        assert text == TEXT.replace(old, new, 1)
    assert text.count("\n") == TEXT.count("\n")


@pytest.mark.parametrize(
    ("line", "drawn", "values", "why"),
    [
        (2, "rect", {}, "line 2 has no element that is drawn as <rect>"),
        (6, "text", {}, "line 6 has several such elements: put each on its own line"),
        (3, "rect", {"width": "4"}, "'width' is computed by the template: {{ 2 * card.cost }}"),
        (3, "rect", {"x": "{{ 1 }}"}, "'x' expected a plain value, found braces"),
        (3, "rect", {"x": "{% raw %}"}, "'x' expected a plain value, found braces"),
    ],
)
def test_what_cannot_be_changed_is_said(
    line: int, drawn: str, values: dict[str, str], why: str
) -> None:
    with pytest.raises(PatchError, match=re.escape(why)):
        with_attributes(TEXT, drawn_at(TEXT, line, drawn, {}), values)


PIECES = [
    "<rect x='1'/>",
    '<text y="{{ a }}">t</text>',
    "{# <g> #}",
    "{{ '<' }}",
    "<",
    '"',
    "\n",
    "<!--",
    "-->",
    "{%",
    "%}",
    "<g ",
    'x="',
    "é",
]


@given(st.lists(st.sampled_from(PIECES), max_size=12), st.text(max_size=6))
def test_any_text_can_be_looked_at_and_changes_only_where_it_is_told(
    pieces: list[str], value: str
) -> None:
    text = "".join(pieces)
    for line in range(1, text.count("\n") + 2):
        for tag in tags_on(text, line):
            assert text[tag.start : tag.end].startswith(f"<{tag.name}")
            try:
                changed = with_attributes(text, tag, {"data-new": value})
            except PatchError:
                continue
            assert changed.startswith(text[: tag.insert])
            assert changed.endswith(text[tag.insert :])
