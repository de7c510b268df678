"""Values that are valid but probably not intended: HTML, a word processor's quotes, numbers with a
comma.

In: a checked cards.yaml, as its tree. Out: warnings at the values. The purpose of a value is not
known here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.data import messages as say
from generator.data.problems import Problem
from generator.data.source import Node, walk

_UNPRINTED = ("check", "lint", "print", "fonts", "ink", "palette", "table")
"""Sections with texts that are on no card and in no book."""
_TAG = re.compile(
    r"</?(?:b|i|u|s|em|strong|br|hr|p|span|div|font|small|big|sub|sup|center|img|ul|ol|li|h[1-6]|mark|code)(?:\s[^<>]*=[^<>]*)?\s*/?>",
    re.I,
)
_CURLY_PAIRS = ("“”", "„“", "„”", "‘’", "‚‘", "””", "’’")
_LONE_QUOTE = re.compile(r'[^"]*[^"\d]"', re.S)
"""A text that ends with the only quote in it; after a digit that means inches."""
_COMMA_NUMBER = re.compile(r"[-+]?\d+(?:,\d+)+")


def slips_in(root: Node) -> Iterator[Problem]:
    """Check the texts of a cards.yaml, and warn about those that were probably not intended."""
    for section, node in root.items.items():
        if section in _UNPRINTED:
            continue
        for part in walk(node):
            if part.text:
                yield from _of_text(part, part.text, section == "rules")


def _of_text(node: Node, text: str, is_rule: bool) -> Iterator[Problem]:
    if "<" in text and (tag := _TAG.search(text)):
        hint = "write **bold**, *italic*"
        if tag[0][1:3].lower() == "br":
            hint = 'a line break is \\n in double quotes: "one\\ntwo"'
        yield Problem.of(say.HTML_IN_TEXT(tag=tag[0][:40]), node.place, hint, "warning")
    if node.place.length != len(text):  # straight quotes are around it
        return
    if _LONE_QUOTE.fullmatch(text):
        yield Problem.of(
            say.LONE_QUOTE(text=text[-40:], text_2=text[:-1][:40]), node.place, None, "warning"
        )
    if text[0] + text[-1] in _CURLY_PAIRS and len(text) > 1:
        yield Problem.of(
            say.CURLY_QUOTES(text=text[:40], inside=text[1:-1][:40]), node.place, None, "warning"
        )
    if is_rule and _COMMA_NUMBER.fullmatch(text):
        whole = text.replace(",", "")
        hint = f"write {whole}"
        if text.count(",") == 1:
            hint = f"write {text.replace(',', '.')} with a decimal point"
        if re.fullmatch(r"[-+]?\d{1,3},\d{3}", text):
            hint += f", or {whole}"
        yield Problem.of(say.COMMA_NUMBER(found=text, advice=hint), node.place, None, "warning")
