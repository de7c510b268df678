"""Faults in text that is not well-formed XML, in words for people who wrote it by hand.

In: the text, and where and why expat stopped. Out: `Slip`. Knows nothing about the meaning of the
elements, nor about the source of the text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from xml.parsers.expat import errors

from generator.data.patterns import found_in

_NAME = r"[A-Za-z_][\w.-]*(?::[\w.-]+)?"
_TAG = re.compile(rf"<({_NAME})")
_ATTRIBUTE = re.compile(rf"""\s*({_NAME})\s*=\s*("[^"]*"|'[^']*')""")
_OPEN_VALUE = re.compile(rf"""\s*({_NAME})\s*=\s*("[^"]*|'[^']*)""")
_NAME_ONLY = re.compile(rf"\s*({_NAME})\s*(=?)\s*")
_BARE = re.compile(r"""[^\s"'<>/“”„‟‘’‚«»]+""")
_CURLY = "“”„‟‘’‚«»"
_ENTITY = re.compile(r"&(\w+);")
_PREFIX = re.compile(r"[\s<](?!xml)([A-Za-z_][\w.-]*):[\w.-]+")
_STRAIGHT = "SVG treats these curly quotes as letters; write straight ones: "

TWICE, UNKNOWN_ENTITY, UNKNOWN_PREFIX, WRONG_END, NOT_ENDED, NOTHING, TOO_MUCH = (
    errors.codes[said]
    for said in (
        errors.XML_ERROR_DUPLICATE_ATTRIBUTE,
        errors.XML_ERROR_UNDEFINED_ENTITY,
        errors.XML_ERROR_UNBOUND_PREFIX,
        errors.XML_ERROR_TAG_MISMATCH,
        errors.XML_ERROR_UNCLOSED_TOKEN,
        errors.XML_ERROR_NO_ELEMENTS,
        errors.XML_ERROR_JUNK_AFTER_DOC_ELEMENT,
    )
)


@dataclass(frozen=True, slots=True)
class Slip:
    """A fault: what it is, and what to do. `tag` is the start of the tag that contains it, -1
    outside of tags; `at` is its own place.
    """

    message: str
    hint: str
    tag: int
    at: int


def slip_in(text: str, stopped: int, code: int, inside: str) -> Slip | None:
    """Find the fault where expat stopped, from its reason and the tag of the open element, empty
    outside of all; None if expat's own words are the best.
    """
    if code in (WRONG_END, NOTHING, TOO_MUCH):
        return _in_text(text, stopped, code, inside)
    start = text.rfind("<", 0, stopped)
    if _TAG.match(text, stopped) and code in (UNKNOWN_ENTITY, UNKNOWN_PREFIX, NOT_ENDED):
        start = stopped
    slip = None
    if start >= 0 and (opened := _TAG.match(text, start)):
        slip = _in_tag(text, start, opened, stopped, code)
    return slip or _in_text(text, stopped, code, inside)


def _in_open_value(name: str, value: str, ahead: str) -> tuple[str, str]:
    """Describe a value without an end, with a remedy."""
    if re.search(r"&\w*$", value):
        return f"a '&' in the value of '{name}'", "write it as '&amp;'"
    if ahead.startswith("<") and not re.search(r"[>\n]", value):
        return f"a '<' in the value of '{name}'", "write it as '&lt;'"
    first = re.split(r"[\s/>\"']", value[1:])[0]
    return f"a quote is missing after the value of '{name}'", f'write {name}="{first}"'


def _in_bare_value(name: re.Match[str], ahead: str) -> tuple[str, str]:
    """Describe an attribute without a value in quotes, with a remedy."""
    written = f'{name[1]}="{found_in(_BARE, ahead, otherwise="…")}"'
    if ahead and ahead[0] in _CURLY:
        return f"curly quotes around the value of '{name[1]}'", _STRAIGHT + written
    if name[2]:
        return f"the value of '{name[1]}' has no quotes", f"write {written}"
    return f"'{name[1]}' has no value", f'write {name[1]}="…", or remove it'


def _in_tag(text: str, start: int, opened: re.Match[str], stopped: int, code: int) -> Slip | None:
    tag, position, last = opened[1], opened.end(), None
    if code in (UNKNOWN_ENTITY, UNKNOWN_PREFIX, NOT_ENDED):  # expat tells only where the tag begins
        stopped = len(text)
    while (one := _ATTRIBUTE.match(text, position)) and one.end() <= stopped:
        position, last = one.end(), one
    if code in (UNKNOWN_ENTITY, UNKNOWN_PREFIX):
        return _unknown(text, start, position, code)
    left, ahead = text[position:stopped], text[stopped : stopped + 200]

    def slip(message: str, hint: str, at: int) -> Slip:
        return Slip(message, hint, start, at)

    if code == TWICE:
        twice = found_in(rf"\A\s*({_NAME})", ahead, 1, "?")
        return slip(f"<{tag}> is given '{twice}' twice", "remove one of the two", stopped)
    if open_value := _OPEN_VALUE.fullmatch(left):
        at = position + open_value.start(1)
        return slip(*_in_open_value(open_value[1], open_value[2], ahead), at)
    if ">" in left:
        return None
    if last and not left and last[2][1:-1].rstrip().endswith("="):
        value = re.sub(rf"\s*{_NAME}\s*=\s*$", "", last[2][1:-1])
        return slip(
            f"a quote is missing after the value of '{last[1]}'",
            f'write {last[1]}="{value}"',
            last.start(1),
        )
    if name := _NAME_ONLY.fullmatch(left):
        return slip(*_in_bare_value(name, ahead), position + name.start(1))
    if not left.strip():
        if last and (name := _NAME_ONLY.match(ahead)):
            return slip(
                f"no space before '{name[1]}'", "put a space between two attributes", stopped
            )
        if ahead.startswith("<") or not ahead:
            return slip(
                f"<{tag}> has no '>' at its end",
                "write '>', or '/>' if the element is empty",
                position,
            )
    shown = (left + ahead).split("\n")[0].strip()[:20]
    return slip(
        f"<{tag}> cannot be read from '{shown}' on",
        'write an attribute as name="value", with a space before the next one',
        position,
    )


def _unknown(text: str, start: int, end: int, code: int) -> Slip | None:
    """Report which entity or prefix in a tag is unknown."""
    if code == UNKNOWN_ENTITY:
        known = ("amp", "lt", "gt", "quot", "apos")
        for entity in _ENTITY.finditer(text, start, end):
            if entity[1] not in known:
                message = f"SVG does not know '{entity[0]}'"
                return Slip(message, "write the letter itself", start, entity.start())
        return None
    prefix = _PREFIX.search(
        re.sub(r"\"[^\"]*\"|'[^']*'", lambda value: " " * len(value[0]), text[start:end])
    )
    if prefix is None:
        return None
    hint = "remove it: elements with such a prefix are not drawn"
    if prefix[1] == "xlink":
        hint = "write href, without 'xlink:'"
    return Slip(f"'{prefix[1]}:' is not defined", hint, start, start + prefix.start(1))


def _in_text(text: str, stopped: int, code: int, inside: str) -> Slip | None:
    before = text[:stopped]

    def slip(message: str, hint: str) -> Slip:
        return Slip(message, hint, -1, stopped)

    if code == UNKNOWN_ENTITY and (entity := _ENTITY.match(text, stopped)):
        return slip(f"SVG does not know '{entity[0]}'", "write the letter itself")
    if code == TOO_MUCH or (not inside and "</svg>" in before):
        return slip("there is text after </svg>", "a drawing ends with a single </svg>")
    if not inside:
        return None
    end = f"write </{inside}> where it ends"
    if code in (WRONG_END, NOTHING) and inside.lower() == "textarea" and inside != "textArea":
        return slip(
            f"<{inside}> is not an element of SVG",
            "write <textArea> where it begins, and </textArea> where it ends",
        )
    if code == WRONG_END:
        closing = text[stopped:].split(">")[0].strip()
        return slip(f"mismatched tag: <{inside}> begins here, and </{closing}> ends it", end)
    if code == NOTHING:
        return slip(f"<{inside}> is never closed", end)
    if before.rfind("<!--") > before.rfind("-->"):
        return slip("'--' within a comment", "a comment cannot contain two dashes side by side")
    if re.search(r"&[\w#]*$", before):
        return slip("a lone '&'", "write it as '&amp;'")
    if before.endswith("<"):
        return slip("a lone '<'", "write it as '&lt;'")
    return None
