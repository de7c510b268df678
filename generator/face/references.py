"""What an SVG may refer to: itself, embedded pictures, and files that our own loader reads. The
rule for every SVG.

In: an element's name and attributes, or a style sheet. Out: the first reference to anything else.
Also: a picture embedded in an SVG (`data:`) as its bytes. Reads no file, and knows no tree.
"""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Mapping
from urllib.parse import unquote_to_bytes

LOADED = frozenset(("image", "feImage", "use"))
"""Elements that may name a file: our own loader finds it, and replaces it by its content."""
ANIMATIONS = frozenset(("animate", "animateTransform", "animateMotion", "animateColor", "set"))
MOST_INSIDE = 3
"""The deepest nesting of embedded SVGs."""
_FOLLOWED = "a"  # its target is for the reader to open, and is not drawn
_VALUES = ("to", "from", "by", "values")
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.S)
_ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|(\n)|(.))", re.S)
_NAMESPACE = re.compile(
    r"@namespace\s+(?:[\w-]+\s+)?(?:url\(\s*)?[\"']?http://www\.w3\.org/[\w/.-]*[\"']?(?:\s*\))?\s*;"
)
_ASKED = re.compile(
    r"(?:url|cross-fade|image-set)\(\s*[\"']?\s*(?P<address>[^\"')]{0,80})[\"']?\s*\)?|@import[^;]{0,80}",
    re.I,
)
_UTF8 = re.compile(rb"encoding\s*=\s*(?:\"utf-8\"|'utf-8')")
_FONT = re.compile(r"data:(?:font/|application/)", re.I)
_SORTS = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
)
SVG_SORT = "image/svg+xml"


def outside(tag: str, attributes: Mapping[str, str]) -> tuple[str, str] | None:
    """Return the attribute of an element that refers to something outside its document, and the
    reference; None if there is none.

    Files of the elements in `LOADED` do not count: the code that loads them checks their names.
    """
    for name, value in attributes.items():
        if name == "href":
            if tag not in LOADED and tag != _FOLLOWED and not _is_within(value):
                return name, value
        elif ("(" in value or "\\" in value) and not name.startswith(("data-", "aria-")):
            reference = asked_of_others(value)
            if reference is not None:
                return name, reference
    animated = attributes.get("attributeName", "").rpartition(":")[2].strip().lower()
    if tag not in ANIMATIONS or animated != "href":
        return None
    for name in _VALUES:
        for value in attributes.get(name, "").split(";"):
            if not _is_within(value):
                return name, value
    return None


def _is_within(reference: str) -> bool:
    """Return whether a reference is empty, or to an element of the same document."""
    return reference.strip()[:1] in ("", "#")


def is_plain(text: str | bytes) -> bool:
    """Return whether nothing in the text of an SVG but an `href` can lead outside, as in most
    templates.
    """
    plain = text if isinstance(text, str) else _as_utf8(text)
    if plain is None:
        return False
    text = plain.lower()
    for sign in ("\\", "image-set(", "cross-fade(", "/*", "@import"):
        if sign in text:
            return False
    quotes = text.count("&#34;") + text.count("&#39;")  # as a template writes them
    return text.count("&#") == quotes and text.count("url(") == text.count("url(#")


def _as_utf8(raw: bytes) -> str | None:
    """Return the text of an XML document in UTF-8; None if it is, or may be, anything else."""
    if not raw.startswith(b"<") or b"\0" in raw:
        return None
    declared = raw[: raw.find(b"?>")].lower() if raw.startswith(b"<?xml") else b""
    if b"encoding" in declared and not _UTF8.search(declared):
        return None
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return None


def asked_of_others(css: str) -> str | None:
    """Return the external reference in a piece of CSS, such as 'url(a.svg#b)'; None if there is
    none.

    It is read with and without its comments, since only a complete parser could identify them.
    """
    is_plain = "\\" not in css and "/*" not in css
    for text in (css,) if is_plain else (css, _COMMENT.sub("", css)):
        plain = text if is_plain else _ESCAPE.sub(_escaped, text)
        for found in _ASKED.finditer(_NAMESPACE.sub("", plain)):
            address = found["address"]
            if address is None or (address[:1] not in ("", "#") and not _FONT.match(address)):
                return found[0].strip()
    return None


def _escaped(match: re.Match[str]) -> str:
    """Return the letter of a CSS escape."""
    code, _, letter = match.groups()
    if code:
        number = int(code, 16)
        return chr(number) if 0 < number < 0x110000 else "\ufffd"
    return letter or ""


def written_in(address: str) -> bytes:
    """Return the bytes of a picture embedded in an SVG. Raises ValueError if it is not one."""
    head, comma, body = address.strip().partition(",")
    if not comma or not body.isascii():
        raise ValueError("no data: picture")
    raw = unquote_to_bytes(body)
    if not re.search(r";\s*base64\s*$", head, re.I):
        return raw
    try:
        return base64.b64decode(raw, validate=False)
    except ValueError:
        raise ValueError("no data: picture") from None


def written_as(raw: bytes, sort: str) -> str:
    """Write a picture as an address for embedding in an SVG."""
    return f"data:{sort};base64,{base64.b64encode(raw).decode()}"


def sort_of(raw: bytes) -> str | None:
    """Return the type of a picture from its bytes, as MIME names it; None if it is not a pixel
    picture.
    """
    if raw[:4] == b"RIFF" and raw[8:12] == b"WEBP":
        return "image/webp"
    return next((sort for start, sort in _SORTS if raw.startswith(start)), None)


def unpacked(raw: bytes, most: int) -> bytes:
    """Unpack an SVG that may be compressed (SVGZ), up to one byte over `most`. Raises zlib.error if
    it is broken.
    """
    if raw[:2] != b"\x1f\x8b":
        return raw
    return zlib.decompressobj(31).decompress(raw, most + 1)
