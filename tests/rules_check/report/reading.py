"""Reading a page in tests: its elements, its text, its charts and its chapters."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser

VOID = {"meta", "link", "br", "img", "hr", "input", "rect", "circle", "path", "line"}


class Page(HTMLParser):
    """Read a page: its elements with their attributes, its text; raises where tags do not pair."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.pieces: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert not self._open, self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self._open:
            self.pieces.append(data)

    @property
    def text(self) -> str:
        return squeeze("".join(self.pieces))


def squeeze(text: str) -> str:
    return " ".join(text.split())


def charts(page: str) -> list[ET.Element]:
    return [ET.fromstring(one) for one in re.findall(r'<svg class="chart".*?</svg>', page, re.S)]


def chapters(page: str) -> list[tuple[list[ET.Element], str]]:
    """Return each part of the measurements: its charts, and its table's text."""
    parts = re.findall(r"<section .*?</section>", page, re.S)
    return [
        (
            charts(one),
            Page(re.search(r"<table>.*</table>", one, re.S)[0].replace("</t", " </t")).text,
        )
        for one in parts
        if charts(one)
    ]  # type: ignore[index]
