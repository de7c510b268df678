"""Words in a style: `[red]Burn[/]` for a colour of the palette, `[keyword]Flying[/]` for an entry
of `styles:`.

In: a text and the known names. Out: where styles begin and end in it, and what looks like a style
but is not one. Knows no fonts.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from generator.data import messages as say
from generator.data.problems import did_you_mean
from generator.data.saying import Said

END = "/"
WEIGHTS = {"regular": 400, "semibold": 600, "bold": 700, "black": 900}
_PLAIN_BRACKET = "write a plain bracket as \\["
_BRACKETS = re.compile(r"(\\\[[^\W\d][\w-]*)\]|\\.|\{[^{}]*\}|\[(/|[^\W\d][\w-]*)\]", re.S)


class TextStyle(NamedTuple):
    """The look of some words: a colour as `#rrggbb`, a weight from 400 to 900, a size relative to
    the surrounding text. Empty or 0 means unchanged.
    """

    colour: str = ""
    weight: int = 0
    is_italic: bool = False
    size: float = 1.0

    def within(self, outer: TextStyle) -> TextStyle:
        """Return the style of words with this style inside another."""
        return TextStyle(
            self.colour or outer.colour,
            self.weight or outer.weight,
            self.is_italic or outer.is_italic,
            self.size * outer.size,
        )


PLAIN = TextStyle()


def styles_of(
    palette: Mapping[str, str], styles: Mapping[str, Mapping[str, Any]]
) -> dict[str, TextStyle]:
    """Return the styles that texts may name: those under `styles:`, and each colour of the palette
    with a different name.
    """
    found = {name: TextStyle(colour=colour) for name, colour in palette.items()}
    for name, said in styles.items():
        weight = WEIGHTS[said["weight"]] if said["weight"] else 0
        found[name] = TextStyle(said["colour"] or "", weight, bool(said["italic"]), said["size"])
    return found


def style_marks(text: str, known: Collection[str]) -> dict[int, str]:
    """Find the style marks in a text: the place of each, and the name that begins there, or `/` for
    an end.

    A bracket with an unknown name, or without an end, is not a mark. A backslash before a bracket
    makes it plain.
    """
    if "[/]" not in text:
        return {}
    marks, _, _ = _paired(text, known)
    return {at: name for at, name in marks.items() if name == END or name in known}


def without_styles(text: str, known: Collection[str]) -> str:
    """Return a text without its style marks."""
    for at, name in sorted(style_marks(text, known).items(), reverse=True):
        text = text[:at] + text[at + len(name) + 2 :]
    return text


def styles_in(text: str, known: Collection[str]) -> list[str]:
    """List the styles that a text uses, in order, with repetitions."""
    return [name for name in style_marks(text, known).values() if name != END]


def slips_in(text: str, known: Collection[str]) -> Iterator[Said]:
    """Find text that looks like a style mark but is printed as it is, with what to do about it."""
    if "[" not in text:
        return
    marks, opened, ends = _paired(text, known)
    for name in dict.fromkeys(marks.values()):
        if name != END and name not in known and not name.startswith("\\"):
            near = did_you_mean(name, known)
            names = "styles are the colours of the palette and the entries of `styles:`"
            if known:
                names = f"styles are {', '.join(known)}"
            hint = f"{near} {_PLAIN_BRACKET.capitalize()}" if near else f"{names}; {_PLAIN_BRACKET}"
            yield replace(say.UNKNOWN_STYLE(name=name), hint=hint)
    for name in dict.fromkeys(opened):
        yield say.STYLE_NOT_CLOSED(name=name)
    if ends:
        yield say.STYLE_NOT_OPENED()


def _paired(text: str, known: Collection[str]) -> tuple[dict[int, str], list[str], int]:
    """Pair the brackets of a text: the marks that have a partner, the known names without an end,
    and how many ends end nothing.

    Unknown names are paired only if ends would otherwise be left over, because `[sic]` needs none;
    so are plain brackets, `\\[red]`.
    """
    brackets, ours = [], []
    for match in _BRACKETS.finditer(text):
        word = match[1] or match[2]
        if word:
            brackets.append((match.start(), word))
            if word == END or word in known:
                ours.append((match.start(), word))
    marks, opened, ends = _matched(ours, known)
    return _matched(brackets, known) if ends else (marks, opened, ends)


def _matched(
    found: list[tuple[int, str]], known: Collection[str]
) -> tuple[dict[int, str], list[str], int]:
    opened: list[tuple[int, str]] = []
    marks: dict[int, str] = {}
    ends = 0
    for at, name in found:
        if name != END:
            opened.append((at, name))
        elif opened:
            start, begun = opened.pop()
            marks[start] = begun
            if begun in known:
                marks[at] = END
        else:
            ends += 1
    left = [name for _, name in opened if name in known]
    return dict(sorted(marks.items())), left, ends
