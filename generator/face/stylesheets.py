"""Style sheets of an SVG, as Illustrator, Affinity and many sites write them: their rules become
the styles of the matching elements.

In: a tree with `<style>` elements. Out: the same tree without them. Selectors by name, class and
id, `*` and `:root`, and lists of these.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from generator.face import messages as say
from generator.face.svg import MOST_BYTES, Element, SvgFault, parse_svg

_SHEET = re.compile(r"<(?:[\w-]+:)?style\b")
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)|<!--|-->", re.S)
_RULE = re.compile(r"\s*([^{}]*?)\s*\{([^{}]*)\}\s*")
_IDLE = re.compile(r"\s*@(?:charset|namespace)\b[^;{}]*;")
_SELECTOR = re.compile(r"(?=.)(\*|:root|[A-Za-z][\w-]*)?((?:[.#][\w-]+)*)")
_PART = re.compile(r"[.#][\w-]+")
_HINTS = {
    "@font-face": "name the font under fonts: in cards.yaml, and write font-family",
    "@media": "write the rules without it: they are for paper only",
}


class _Rule(NamedTuple):
    """The declarations for a selector of one element. `weight` ranks rules that set the same
    property: the greatest weight wins and, if equal, the later rule, as in CSS.
    """

    tag: str
    parts: frozenset[str]  # each a class with its point or an id with its #
    weight: tuple[int, int, int]
    normal: str
    important: str


def read_svg(text: str | bytes, file: str = "") -> Element:
    """Read an SVG document as `parse_svg` does, and apply its style sheets to its elements. Raises
    the same SvgFault.

    If a rule selects elements in another way, the sheets are kept at the beginning, to be refused
    when the picture is drawn; see `check_sheet`.
    """
    svg = parse_svg(text, file)
    if _SHEET.search(text if isinstance(text, str) else text.decode("utf-8", "replace")):
        sheets = [element for element in svg.walk() if element.tag == "style"]
        try:
            rules = [rule for sheet in sheets for rule in _rules(sheet)]
        except SvgFault:
            svg.children[:0] = sheets
        else:
            _inline(svg, rules)
    return svg


def check_sheet(sheet: Element) -> None:
    """Raise SvgFault if a `<style>` has rules that cannot be applied."""
    for _ in _rules(sheet):
        pass


def _inline(svg: Element, rules: list[_Rule]) -> None:
    """Move the declarations of rules into the elements below `svg`, and remove the sheets."""
    by_part: dict[str, list[tuple[int, _Rule]]] = {}
    for number, rule in enumerate(sorted(rules, key=lambda rule: rule.weight)):
        by_part.setdefault(min(rule.parts, default=rule.tag), []).append((number, rule))
    room = MOST_BYTES
    for element in svg.walk():
        element.children[:] = [child for child in element.children if not _is_sheet(child)]
        parts = {f".{name}" for name in element.get("class").split()}
        if element.get("id"):
            parts.add(f"#{element.get('id')}")
        tags = {"*", element.tag}
        if element is svg:
            tags.add(":root")
        applying: dict[int, _Rule] = {}
        for key in parts | tags:
            for number, rule in by_part.get(key, ()):
                if rule.tag in tags and rule.parts <= parts:
                    applying[number] = rule
        if not applying:
            continue
        in_order = [applying[number] for number in sorted(applying)]
        words = [rule.normal for rule in in_order]
        words.append(element.get("style").rstrip("; "))
        words += [rule.important for rule in in_order]
        style = "; ".join(filter(None, words))
        element.attributes["style"] = style
        room -= len(style)
        if room < 0:
            raise SvgFault(say.STYLES_TOO_LARGE(most=MOST_BYTES), svg.at)


def _is_sheet(child: Element | str) -> bool:
    return isinstance(child, Element) and child.tag == "style"


def _rules(sheet: Element) -> Iterator[_Rule]:
    text, position = _COMMENT.sub(" ", sheet.text()), 0
    while match := _IDLE.match(text, position):
        position = match.end()
    while match := _RULE.match(text, position):
        position = match.end()
        normal, important = _declarations(match[2])
        for selector in match[1].split(","):
            yield _rule(selector.strip(), normal, important, sheet)
    if text[position:].strip():
        found = " ".join(text[position:].split())[:30]
        raise SvgFault(say.NOT_A_RULE(found=found), sheet.at, _hint(found))


def _rule(selector: str, normal: str, important: str, sheet: Element) -> _Rule:
    match = _SELECTOR.fullmatch(selector)
    if not match:
        raise SvgFault(say.NOT_A_SELECTOR(found=selector[:30]), sheet.at, _hint(selector))
    tag, parts = match[1] or "*", _PART.findall(match[2])
    ids = len([part for part in parts if part[0] == "#"])
    classes = len(parts) - ids + (tag == ":root")
    return _Rule(
        tag, frozenset(parts), (ids, classes, int(tag not in ("*", ":root"))), normal, important
    )


def _hint(found: str) -> str:
    return _HINTS.get(
        found.split()[0].partition("{")[0] if found.split() else "",
        'write the properties into the elements, as style="…"',
    )


def _declarations(text: str) -> tuple[str, str]:
    """Separate a rule's declarations from its important ones, each in the form of a style
    attribute.
    """
    normal, important = list[str](), list[str]()
    for declaration in text.split(";"):
        plain = " ".join(declaration.split())
        if ":" in plain:
            (important if plain.endswith("!important") else normal).append(plain)
    return "; ".join(normal), "; ".join(important)
