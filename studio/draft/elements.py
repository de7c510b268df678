"""The elements of a template as they are in its text: finding them by line, and changing an
attribute.

In: the text of a template in SVG and Jinja. Out: opening tags with their attributes; the text with
other values, and everything else unchanged, byte for byte. Runs no template, and knows no card.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from xml.sax.saxutils import escape, unescape

from generator.data.patching import Edit, PatchError, replaced

_JINJA = r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}"
_JINJA_OR_COMMENT = re.compile(rf"{_JINJA}|<!--.*?-->|<!\[CDATA\[.*?\]\]>", re.S)
_OPEN = re.compile(r"<([A-Za-z][\w:.-]*)(?=[\s/>])")
_PART = re.compile(
    rf"(?P<jinja>{_JINJA})|(?P<end>/?>)"
    rf"|(?P<name>[\w:.-]+)\s*=\s*(?:\"(?P<double>(?:{_JINJA}|[^\"])*)\""
    rf"|'(?P<single>(?:{_JINJA}|[^'])*)')|(?P<other>.)",
    re.S,
)
_OPENS_JINJA = re.compile(r"\{[{%#]")
_OF_PALETTE = re.compile(r"\{\{ palette(?:\.\w+|\['[\w-]+'\]) \}\}")
"""A colour of the palette, as templates name it: it can be chosen in the same way as plain values.
"""
_QUOTES = {"&quot;": '"', "&apos;": "'"}
DRAWN_AS = {"g": ("g", "textArea", "flow"), "svg": ("svg", "use", "image"), "text": ("text",)}
"""For an element of a face, the elements that the template may contain in its place, since texts
and icons are laid out.
"""


@dataclass(frozen=True)
class Value:
    """A value as it is written from `start` to `end`, in its quotes. `is_computed` means that the
    template computes it.
    """

    text: str
    start: int
    end: int

    @property
    def is_computed(self) -> bool:
        return _is_computed(self.text)


@dataclass(frozen=True)
class Tag:
    """The opening tag of an element: its name, `start` and `end` in the text, and its attributes.
    `insert` is the position for a new attribute.
    """

    name: str
    start: int
    end: int
    insert: int
    attributes: Mapping[str, Value]

    def values(self) -> dict[str, str]:
        """Return the attributes as the template writes them, by name."""
        return {name: unescape(value.text, _QUOTES) for name, value in self.attributes.items()}


def tags_on(text: str, line: int) -> list[Tag]:
    """List the elements that open on a line, counted from 1."""
    tags = list[Tag]()
    for start in _openings(text):
        here = 1 + text.count("\n", 0, start)
        if here > line:
            break
        if here == line:
            tags.append(_tag_at(text, start))
    return tags


def drawn_at(text: str, line: int, drawn: str, shown: Mapping[str, str]) -> Tag:
    """Find the element that a face shows: `drawn` is its name there, and `shown` its attributes.

    Raises PatchError if there is none, or if several on the line are possible.
    """
    names = DRAWN_AS.get(drawn, (drawn,))
    tags = [tag for tag in tags_on(text, line) if tag.name in names]
    if not tags:
        raise PatchError(f"line {line} has no element that is drawn as <{drawn}>")
    matches = [_matches(tag, shown) for tag in tags]
    if matches.count(max(matches)) > 1:
        raise PatchError(f"line {line} has several such elements: put each on its own line")
    return tags[matches.index(max(matches))]


def with_attributes(text: str, tag: Tag, values: Mapping[str, str]) -> str:
    """Write other values for attributes of an element; a missing attribute is added.

    Raises PatchError for a value that the template computes.
    """
    edits, added = list[Edit](), ""
    for name, value in values.items():
        if _is_computed(value):
            raise PatchError(f"'{name}' expected a plain value, found braces")
        old = tag.attributes.get(name)
        if old is None:
            added += f' {name}="{_escaped(value)}"'
        elif old.is_computed:
            raise PatchError(f"'{name}' is computed by the template: {old.text}")
        elif unescape(old.text, _QUOTES) != value:
            edits.append(Edit(old.start, old.end, _escaped(value)))
    if added:
        edits.append(Edit(tag.insert, tag.insert, added))
    return replaced(text, edits)


def _openings(text: str) -> Iterator[int]:
    """Find where elements open, in the order of the text, ignoring Jinja's syntax and comments."""
    at = 0
    while at < len(text):
        skipped, opening = _JINJA_OR_COMMENT.search(text, at), _OPEN.search(text, at)
        if opening is None:
            return
        if skipped and skipped.start() <= opening.start():
            at = skipped.end()
            continue
        yield opening.start()
        at = _tag_at(text, opening.start()).end


def _tag_at(text: str, start: int) -> Tag:
    opening = _OPEN.match(text, start)
    assert opening
    attributes = dict[str, Value]()
    insert = at = opening.end()
    while (part := _PART.match(text, at)) and not part["end"]:
        if part["name"]:
            quoted = "double" if part["double"] is not None else "single"
            attributes[part["name"]] = Value(part[quoted], *part.span(quoted))
            insert = part.end()
        elif part["jinja"]:
            insert = part.end()
        at = part.end()
    return Tag(opening[1], start, part.end() if part else len(text), insert, attributes)


def _matches(tag: Tag, shown: Mapping[str, str]) -> int:
    """Count the values of a face's element that equal those in the template; -1 if one differs."""
    count = 0
    for name, value in tag.attributes.items():
        if value.is_computed or name not in shown:
            continue
        if unescape(value.text, _QUOTES) != shown[name]:
            return -1
        count += 1
    return count


def _is_computed(value: str) -> bool:
    """Return whether a template computes a value, other than by naming a colour."""
    return _OPENS_JINJA.search(value) is not None and not _OF_PALETTE.fullmatch(value)


def _escaped(value: str) -> str:
    if _OF_PALETTE.fullmatch(value):
        return value
    return escape(value, {'"': "&quot;", "'": "&apos;", "\n": " "})
