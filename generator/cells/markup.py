"""Texts with the marks of other tools: HTML, written line breaks, icons between colons.

In: a text and the names of the game's icons. Out: the text in this tool's marks, and what could not
be converted for sure.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from html import unescape

from generator.data.problems import did_you_mean

_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]{0,15})((?:\s[^<>]*)?)(/?)>")
_ENTITY = re.compile(r"&(?:[a-zA-Z]{2,8}[0-9]{0,2}|#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6});")
_WRITTEN_BREAK = re.compile(r" ?(?:\\r)?\\n ?")
_OTHER_BACKSLASH = re.compile(r"\\(?![rn*{}])|[a-zA-Z]:\\")
"""What makes a path of a text."""
_ICON = re.compile(r":([a-zA-Z][\w+-]{0,40}):")
_ICONS = re.compile(r"(?<![\w:])(?::[a-zA-Z][\w+-]{0,40}:)+(?![\w:])")
"""Icons between colons, one after another."""
_BRACED = re.compile(r"\{([A-Za-z][A-Za-z0-9_-]{2,30})\}")
_BRACES = re.compile(r"(?<!\\)\{([^{}\n]*)\}|(?<!\\)[{}]")
_ASTERISKS = re.compile(r"(?<![\\*\s])\*+|(?<![\\*])\*+(?!\s)|^\*+")
_MARKS = {"b": "**", "strong": "**", "i": "*", "em": "*"}
_BREAKS = ("br", "p", "div", "li")
_DRESS = (
    "span",
    "font",
    "u",
    "s",
    "small",
    "big",
    "sup",
    "sub",
    "center",
    "tt",
    "mark",
    "a",
    "ul",
    "ol",
    "h1",
    "h2",
    "h3",
)
"""Tags that say how text looks, or what it is, in ways that a text of a card does not know."""
_SORTS = {
    **dict.fromkeys(_MARKS, "mark"),
    **dict.fromkeys(_BREAKS, "break"),
    **dict.fromkeys(_DRESS, "dress"),
}
_DOUBTS = {
    "mark": ("has no matching tag, so it is left as it is", "write **bold** or *italic*"),
    "dress": (
        "has no meaning on a card, so it is left out",
        "the look of a text is set in the template",
    ),
    "unknown": ("is not a known tag, so it is left as it is", "write **bold**, *italic* or {icon}"),
}
"""What is reported of the first tag of each sort, and what to do."""


@dataclass
class Converted:
    """A text in this tool's marks. `doubts` say what was left out or left as it is, and what to do;
    one for each sort.
    """

    text: str
    doubts: list[tuple[str, str]] = field(default_factory=list)


def may_be_foreign(text: str) -> bool:
    """Return quickly whether a text may have marks of other tools in it."""
    return any(sign in text for sign in ("<", "&", "\\n", ":", "*", "{", "}"))


def icons_in(texts: Iterable[str]) -> list[str]:
    """List the icons that some texts name, in braces or between colons, in the order of the
    alphabet; short ones are symbols as they are.
    """
    found = dict[str, str]()
    for text in texts:
        for match in (*_BRACED.finditer(text), *_icons(text)):
            found.setdefault(match[1].lower(), match[1].lower())
    return sorted(found)


def escaped(text: str, icons: Collection[str]) -> str:
    """Put backslashes before asterisks that open or close nothing, and before braces that hold no
    icon.
    """
    marks = [match[0] for match in _ASTERISKS.finditer(text)]
    odd = [mark for mark in set(marks) if len(mark) > 3 or marks.count(mark) % 2]
    text = _ASTERISKS.sub(
        lambda match: "\\*" * len(match[0]) if match[0] in odd else match[0], text
    )
    known = set(icons)
    text = _BRACED.sub(
        lambda match: f"{{{match[1].lower()}}}" if match[1].lower() in known else match[0], text
    )
    return _BRACES.sub(
        lambda match: (
            match[0]
            if match[1] in known
            else re.sub(r"(?<!\\)[{}]", lambda sign: f"\\{sign[0]}", match[0])
        ),
        text,
    )


def without_escapes(text: str) -> str:
    """Remove the backslashes that `escaped` adds."""
    return re.sub(r"\\([*{}])", r"\1", text)


def converted(text: str, icons: Collection[str], has_lines: bool = True) -> Converted:
    """Convert the marks of other tools in a text. If it is not one that `has_lines`, a line break
    becomes a space.

    Bold and italic are converted if each is closed in order; otherwise their tags stay, and are
    reported as doubtful.
    """
    found = Converted(text)
    line_break = "\n" if has_lines else " "
    found.text = _without_tags(found, line_break)
    if _WRITTEN_BREAK.search(found.text) and not _OTHER_BACKSLASH.search(found.text):
        found.text = _WRITTEN_BREAK.sub(lambda _: line_break, found.text)
    found.text = _ENTITY.sub(lambda match: unescape(match[0]).replace("\xa0", " "), found.text)
    found.text = _with_icons(found, icons)
    return found


def _without_tags(found: Converted, line_break: str) -> str:
    tags = defaultdict[str, list[re.Match[str]]](list)
    for tag in _TAG.finditer(found.text):
        tags[_SORTS.get(tag[2].lower(), "unknown")].append(tag)
    if not tags:
        return found.text
    are_paired = _are_paired(tags["mark"])
    if are_paired:
        tags["mark"].clear()
    for sort, (doubt, hint) in _DOUBTS.items():
        for tag in tags[sort][:1]:
            found.doubts.append((f"'{tag[0]}' {doubt}", hint))

    def replaced(tag: re.Match[str]) -> str:
        name = tag[2].lower()
        sort = _SORTS.get(name)
        if sort == "mark" and are_paired:
            return f"\0{tag[1]}{_MARKS[name]}\0"
        if sort == "break":
            return line_break if tag[1] or name == "br" else ""
        return "" if sort == "dress" else tag[0]

    return _tidied(_TAG.sub(replaced, found.text))


def _are_paired(tags: Iterable[re.Match[str]]) -> bool:
    """Return whether tags are closed in the reverse order of opening, and none is within a tag of
    the same sort.
    """
    opened = list[str]()
    for tag in tags:
        mark = _MARKS[tag[2].lower()]
        if not tag[1]:
            if mark in opened:
                return False
            opened.append(mark)
        elif not opened or opened.pop() != mark:
            return False
    return not opened


def _tidied(text: str) -> str:
    """Move the marks to the words: a space at the edge of bold text goes outside, and empty bold
    text is removed.
    """
    text = re.sub(r"\0(\*\*?)\0(\s*)\0/\1\0", r"\2", text)
    text = re.sub(r"\0(\*\*?)\0(\s+)", r"\2\1", text)
    text = re.sub(r"(\s+)\0/(\*\*?)\0", r"\2\1", text)
    text = re.sub(r"\0/?(\*\*?)\0", r"\1", text)
    return re.sub(r"[ \t]*\n[ \t]*", "\n", re.sub(" {2,}", " ", text)).strip()


def _with_icons(found: Converted, icons: Collection[str]) -> str:
    known = {icon.lower(): icon for icon in icons}
    unknown = [match[1] for match in _icons(found.text) if match[1].lower() not in known]
    if unknown:
        hint = did_you_mean(unknown[0], icons) or (
            f"draw it, and save it as templates/icons/{unknown[0].lower()}.svg; then write "
            f"{{{unknown[0].lower()}}}"
        )
        found.doubts.append(
            (f"':{unknown[0]}:' is not an icon of the game, so it is left as it is", hint)
        )

    def braced(match: re.Match[str]) -> str:
        return f"{{{known[match[1].lower()]}}}" if match[1].lower() in known else match[0]

    return _ICONS.sub(lambda several: _ICON.sub(braced, several[0]), found.text)


def _icons(text: str) -> Iterator[re.Match[str]]:
    """Find the icons that a text names between colons."""
    for several in _ICONS.finditer(text):
        yield from _ICON.finditer(several[0])
