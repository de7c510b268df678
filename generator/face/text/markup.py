"""Marks in a card's text: bold, italic, icons, escapes and styles.

In: a text as cards.yaml has it. Out: its pieces, or the text as it is read aloud.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from generator.data.styles import without_styles

_LITERAL = r"[^\\*{}]+|."


MARK = re.compile(
    r"\\(?P<escaped>[\\*{}\[\]\"'])"
    r"|(?P<alone>(?<!\S)\*\*?(?!\S))"
    r"|(?P<bold>\*\*)"
    r"|(?P<italic>\*)"
    r"|(?P<gap>\{\{.*?(?:\}\}|$))"
    r"|\{(?P<icon>[^{}]*)\}"
    r"|(?P<brace>[{}])"
    rf"|(?P<literal>{_LITERAL})",
    re.S,
)
"""The parts of a card's text: the name of the matching group is the type of the part."""
STYLED = re.compile(MARK.pattern.replace(_LITERAL, r"\[(?:/|[^\W\d][\w-]*)\]|[^\\*{}\[]+|."), re.S)
"""The same for a text with style marks, which are literals."""


def without_marks(text: str, styles: Collection[str] = ()) -> str:
    """Return a card's text as it is read aloud: no asterisks or style marks, escapes resolved,
    icons by their names.
    """

    def said(mark: re.Match[str]) -> str:
        sort = mark.lastgroup
        assert sort is not None, "one of them always matches"
        if sort == "icon":
            return mark[sort].strip().rpartition("/")[2]
        return "" if sort in ("bold", "italic") else mark[sort]

    return MARK.sub(said, without_styles(text, styles))
