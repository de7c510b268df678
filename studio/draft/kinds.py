"""A new kind of card: its fields, a first card, and a starting template.

In: a text and the kind's name; the size of its cards. Out: the new text, with everything else
unchanged; the text of a template. Knows no page.
"""

from __future__ import annotations

import re

from generator.data.entries import lines_below, with_entry, written_at
from generator.data.patching import PatchError, Value, column_at, format_key, replaced
from generator.data.source import read_layout

FIRST = "first"
"""The ending of the first card's id."""


def with_kind(text: str, kind: str, template: str) -> str:
    """Add a kind after the others, with a name, a text and one card, and a component with its cards
    if the game lists components. Raises PatchError.
    """
    layout = read_layout(text)
    kinds = written_at(layout, ("kinds",))
    if kind in kinds.items:
        raise PatchError(f"there is already a kind '{kind}'")
    if kinds.style != "block" or not kinds.items:
        raise PatchError("'kinds' is written between { }: add the kind in the text")
    name = re.sub("[-_]", " ", kind).capitalize()
    start = next(iter(kinds.keys.values()))[0]
    indent = " " * column_at(text, start)
    lines = [
        f"{format_key(kind)}:",
        f"  template: {template}",
        '  fields: {name: line, text: "text?"}',
        "  cards:",
        f"    {kind}-{FIRST}: {{name: {name}}}",
    ]
    text = replaced(text, [lines_below(text, kinds, [f"{indent}{line}" for line in lines])])
    components = layout.items.get("components")
    if components is None or not components.items or kind in components.items:
        return text
    parts: dict[str, Value] = {"name": name, "of": kind, "count": 1}
    return with_entry(text, ("components",), kind, parts, list(parts))


def starter_template(width: float, height: float) -> str:
    """Write a template for a size in millimetres, which shows the name on a band and the text below
    it.
    """
    band, beside = max(8.0, round(height * 0.16, 1)), 4
    room = f'x="{beside}" width="{width - 2 * beside:g}"'
    middle = 'text-align="center" display-align="center"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        'data-ground="#fdfbf5">\n'
        f'  <rect x="-4" y="-4" width="{width + 8:g}" height="{height + 8:g}" fill="#fdfbf5"/>\n'
        f'  <rect x="-4" y="-4" width="{width + 8:g}" height="{band + 6:g}" fill="#2f4b6e"/>\n'
        f'  <textArea {room} y="3.5" height="{band - 3:g}" font-size="13pt" min-font-size="6pt"\n'
        f'            font-weight="700" max-lines="1" {middle} fill="#ffffff">{{{{ card.name '
        f"}}}}</textArea>\n"
        "  {% if card.text %}\n"
        f'  <textArea {room} y="{band + 6:g}" height="{height - band - 12:g}" font-size="10pt" '
        'min-font-size="6pt"\n'
        f'            {middle} fill="#22201d">{{{{ card.text }}}}</textArea>\n'
        "  {% endif %}\n"
        "</svg>\n"
    )
