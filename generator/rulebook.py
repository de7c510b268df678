"""Stages 2 to 5 for the rulebook: templates/rulebook.md.j2 becomes an A5 booklet.

In: a Game and its Press. Out: the bytes of a PDF. The template writes Markdown with what every template sees. Beyond
Markdown there is only this:

    {gold}                      an icon in the line, as on cards; a plain brace is written \\{
    ![caption](cards:tib,troll) these faces side by side; `tib+fish-spear` puts two edge to edge
    ![](cards:tib "beside")     the picture stands on the left, and what follows beside it, up to the next picture or heading
    ![](cards:tib "9,11 38,40") numbered marks on the first face, in millimetres from its top left corner
    ![](icon:market)            an icon across the page; with a title such as "40 mm" as wide as that
    ---                         starts a page; what stands before the first one is the cover
    ***                         what follows goes onto the back of the booklet

The rulebook uses the game's palette where it has `ink`, `shade`, `gold`, and its fonts `display` and `text`. Between cover and back
the pages are filled to a multiple of four with room for notes. reportlab's platypus was not taken: it has no icons in a line,
costs 0.1 s to import, and what is needed of it (strips of a page, some kept together) is `paginate`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import jinja2
import jinja2.ext
import jinja2.lexer

from generator.drawing import Stamp
from generator.faces import LINE_BREAK, make_environment
from generator.fitting import Piece, Word, line_width, wrap
from generator.fonts import BUNDLED, Font
from generator.game import Card, Game
from generator.outputs import document_for
from generator.pdf import Document
from generator.press import Press
from generator.problems import ProblemError, did_you_mean
from generator.svg import Element, SvgFault, parse_colour, view_box
from generator.units import CARD_SIZES, MM_PER_PT, PT_PER_MM

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode as Node

TEMPLATE = "rulebook.md.j2"
PAGE_MM = CARD_SIZES["a5"]
SIDE_MM, TOP_MM, FOOT_MM = 15.0, 15.0, 18.0
GAP_MM = 4.0  # between columns, and between pictures
_BODY_MM = PAGE_MM[1] - TOP_MM - FOOT_MM
_WIDTH_MM = PAGE_MM[0] - 2 * SIDE_MM
_BESIDE = 0.285  # share of the width that a picture takes beside a text
_CARD_WIDTH_MM, _CARD_HEIGHT_MM = 37.0, 60.0
_PALETTE = {"ink": "#1F1B16", "shade": "#E6DCC6", "gold": "#E6A817", "card": "#FFFFFF"}

_LINE = re.compile("\ue000(\\d+)\ue001")
_ICON = re.compile(r"\{([a-z][\w/-]*)\}")
_BREAKS = re.compile(r"[ \t\n]+|(?<=[^\W\d][-–—/])(?=\w)")
_MILLIMETRES = re.compile(r"([\d.]+) ?mm")
_POINT = re.compile(r"(-?[\d.]+),(-?[\d.]+)")


# ---------------------------------------------------------------- the template


class _Lines(jinja2.ext.Extension):
    """Write into the text of a template, at the end of each line, which line that is."""

    def filter_stream(self, stream: jinja2.lexer.TokenStream) -> Iterator[jinja2.lexer.Token]:
        for token in stream:
            if token.type == jinja2.lexer.TOKEN_DATA:
                first, *rest = token.value.split("\n")
                marked = first + "".join(f"\ue000{token.lineno + n}\ue001\n{text}" for n, text in enumerate(rest))
                yield jinja2.lexer.Token(token.lineno, token.type, marked)
            else:
                yield token


def render_rulebook(game: Game, press: Press) -> tuple[str, list[int]] | None:
    """Run the template: the Markdown, and for each of its lines the template's line that wrote it.

    None where the game has no rulebook, or its template cannot be run; then the press has the problem.
    """
    if not (game.templates / TEMPLATE).is_file():
        return None
    environment = make_environment(game.templates, autoescape=False)
    environment.trim_blocks = environment.lstrip_blocks = True
    environment.add_extension(_Lines)
    try:
        text = environment.get_template(TEMPLATE).render(game.context)
    except Exception as fault:  # anything a template does wrong, whatever Python calls it
        press.problems.add(press.maker.template_problem(fault, None))
        return None
    lines: list[int] = []
    at = 0
    for line in reversed(text.split("\n")):  # a line broken by the data ends where the template's does
        found = _LINE.findall(line)
        at = int(found[-1]) if found else at
        lines.insert(0, at)
    return _LINE.sub("", text), lines


# ---------------------------------------------------------------- strips and pages


@dataclass(frozen=True)
class Strip:
    """What is never divided between pages: a line of text, a row of a table, a picture. Millimetres.

    `before` is the space above it, left out at the top of a page; `keeps` holds it to the strip that follows.
    `draw` takes the pen and the top left corner.
    """

    height: float
    draw: Callable[[Pen, float, float], None] = field(repr=False)
    before: float = 0.0
    keeps: bool = False
    breaks: str = ""  # "page" or "back": a mark in the flow, nothing to be drawn


@dataclass(frozen=True)
class Page:
    """Strips with the height at which each stands. `number` 0 shows none."""

    strips: tuple[tuple[Strip, float], ...]
    number: int = 0


def paginate(strips: Sequence[Strip], height: float) -> list[list[tuple[Strip, float]]]:
    """Put strips onto pages: those that keep together on one page where that is possible, none left out."""
    pages: list[list[tuple[Strip, float]]] = [[]]
    used = 0.0
    groups: list[list[Strip]] = [[]]
    for strip in strips:
        if groups[-1] and (strip.breaks or groups[-1][-1].breaks or not groups[-1][-1].keeps):
            groups.append([])
        groups[-1].append(strip)
    for group in groups:
        if not group or group[0].breaks:
            if pages[-1]:
                pages.append([])
                used = 0.0
            continue
        needed = sum(strip.before + strip.height for strip in group) - (0.0 if pages[-1] else group[0].before)
        if pages[-1] and used + needed > height + 1e-6:
            pages.append([])
            used = 0.0
        for strip in group:
            if pages[-1] and used + strip.before + strip.height > height + 1e-6:
                pages.append([])
                used = 0.0
            used += strip.before if pages[-1] else 0.0
            pages[-1].append((strip, used))
            used += strip.height
    return pages if pages[-1] else pages[:-1]


def stack(strips: Sequence[Strip]) -> tuple[float, Callable[[Pen, float, float], None]]:
    """Make one drawing of several strips: its height, and how it is drawn."""
    (placed,) = paginate([strip for strip in strips if not strip.breaks], 1e9) or [[]]

    def draw(pen: Pen, x: float, y: float) -> None:
        for strip, top in placed:
            strip.draw(pen, x, y + top)

    return (placed[-1][1] + placed[-1][0].height if placed else 0.0), draw


class Pen:
    """Draw on a page of a Document. Millimetres from the page's top left corner, y downward."""

    def __init__(self, document: Document, height_mm: float, colours: dict[str, str]) -> None:
        self.document, self.height_mm, self.colours = document, height_mm, colours

    def _paint(self, colour: str, operator: str) -> str:
        rgb = parse_colour(self.colours.get(colour, colour)) or (0.0, 0.0, 0.0)
        return " ".join(f"{part:.4g}" for part in rgb) + f" {operator}"

    def _put(self, *parts: str) -> None:
        self.document.canvas.addLiteral(" ".join(("q", *parts, "Q")))

    def _at(self, x: float, y: float) -> str:
        return f"{x * PT_PER_MM:.3f} {(self.height_mm - y) * PT_PER_MM:.3f}"

    def text(self, text: str, x: float, baseline: float, size_pt: float, font: Font, colour: str = "ink", align: str = "left") -> None:
        self.document.canvas.addLiteral(f"q {self._paint(colour, 'rg')}")
        self.document.text(text, x, baseline, size_pt, font, align=align)
        self.document.canvas.addLiteral("Q")

    def rule(self, x1: float, y1: float, x2: float, y2: float, width_mm: float, colour: str = "ink", dash: str = "[] 0 d") -> None:
        """Draw a line; one of no length is a disc."""
        self._put(self._paint(colour, "RG"), f"1 J {width_mm * PT_PER_MM:.3f} w {dash}", f"{self._at(x1, y1)} m {self._at(x2, y2)} l S")

    def fill(self, x: float, y: float, width: float, height: float, colour: str, radius: float = 0.0) -> None:
        self._put(self._paint(colour, "rg"), self._outline(x, y, width, height, radius), "f")

    def frame(self, x: float, y: float, width: float, height: float, line_mm: float, colour: str = "ink", radius: float = 0.0) -> None:
        self._put(self._paint(colour, "RG"), f"{line_mm * PT_PER_MM:.3f} w", self._outline(x, y, width, height, radius), "S")

    def stamp(self, stamp: Stamp, x: float, y: float, width: float, height: float, radius: float = 0.0) -> None:
        """Place a stamp, its corners rounded off."""
        if radius:
            self.document.canvas.addLiteral(f"q {self._outline(x, y, width, height, radius)} W n")
        self.document.stamp(stamp, (x, y, width, height))
        if radius:
            self.document.canvas.addLiteral("Q")

    def _outline(self, x: float, y: float, width: float, height: float, radius: float) -> str:
        r = min(radius, width / 2, height / 2)
        pull = r * 0.4477152502  # from the corner to the control point
        right, bottom = x + width, y + height
        at = self._at
        return (
            f"{at(x + r, y)} m {at(right - r, y)} l {at(right - pull, y)} {at(right, y + pull)} {at(right, y + r)} c "
            f"{at(right, bottom - r)} l {at(right, bottom - pull)} {at(right - pull, bottom)} {at(right - r, bottom)} c "
            f"{at(x + r, bottom)} l {at(x + pull, bottom)} {at(x, bottom - pull)} {at(x, bottom - r)} c "
            f"{at(x, y + r)} l {at(x, y + pull)} {at(x + pull, y)} {at(x + r, y)} c h"
        )


# ---------------------------------------------------------------- Markdown to strips


@dataclass(frozen=True)
class _Style:
    """How a text is set. `family` is one of the composer's two; `leading` in em."""

    size_pt: float = 9.6
    leading: float = 1.36
    family: str = "text"
    weight: int = 400
    is_italic: bool = False
    colour: str = "ink"
    align: str = "left"
    before: float = 1.9

    @property
    def size_mm(self) -> float:
        return self.size_pt * MM_PER_PT


_BODY = _Style()
_CELL = replace(_BODY, size_pt=9.2, leading=1.26)
_PANEL = replace(_BODY, size_pt=9.2, leading=1.32)
_HEADINGS = {
    "h1": _Style(24, 1.1, "display", 900, before=9),
    "h2": _Style(17.5, 1.15, "display", 900, before=9.5),
    "h3": _Style(12.2, 1.2, "display", 700, before=5.2),
    "h4": _Style(11, 1.3, "display", 700, before=3.2),
}
_COVER = {
    "title": _Style(46, 1.05, "display", 900, align="center", before=0),
    "subtitle": _Style(14.5, 1.25, "display", 400, is_italic=True, align="center", before=3.5),
    "line": _Style(11, 1.4, "text", align="center", before=2.2),
}
_CAPTION = _Style(8.6, 1.25, "text", 400, is_italic=True, align="center", before=1.6)


class _Words:
    """Gather pieces of text and icons into words."""

    def __init__(self) -> None:
        self.paragraphs: list[list[Word]] = [[]]
        self.space, self.is_open = 0.0, False

    def piece(self, piece: Piece) -> None:
        if not self.is_open:
            self.paragraphs[-1].append(Word([], self.space))
            self.is_open, self.space = True, 0.0
        self.paragraphs[-1][-1].pieces.append(piece)

    def text(self, text: str, font: Font) -> None:
        end = 0
        for match in _BREAKS.finditer(text):
            if match.start() > end:
                self.piece(self.made(text[end : match.start()], font))
            if match[0]:
                self.space = font.width(" ")
            self.is_open = False
            end = match.end()
        if end < len(text):
            self.piece(self.made(text[end:], font))

    def made(self, text: str, font: Font) -> Piece:
        return Piece(text, font, False, False, font.width(text))

    def line_break(self) -> None:
        self.paragraphs.append([])
        self.space, self.is_open = 0.0, False

    def closed(self) -> list[list[Word]]:
        """Give the paragraphs; a short last word is bound to the one before it."""
        for words in self.paragraphs:
            if len(words) > 3 and words[-1].space and words[-1].width < 2.2:
                last = words.pop()
                words[-1].pieces += [Piece("\u00a0", last.pieces[0].font, False, False, last.space), *last.pieces]
        return self.paragraphs


class _Composer:
    """Turn Markdown into strips, for one game. Problems go to the press, with the template's line."""

    def __init__(self, game: Game, press: Press, lines: list[int]) -> None:
        self.game, self.press, self.lines = game, press, lines
        self.stamps: dict[str, tuple[Stamp, float] | None] = {}
        self.families = {name: self._family(name, bundled) for name, bundled in (("display", "Source Serif Pro"), ("text", "Source Sans Pro"))}

    def _family(self, name: str, bundled: str) -> str:
        return name if name in self.game.fonts else bundled

    def at(self, line: int) -> str:
        return f"{TEMPLATE}:{self.lines[line] if line < len(self.lines) else 0}"

    def fault(self, code: str, message: str, line: int, hint: str | None = None) -> None:
        self.press.problems.add(self.press.maker.problem(code, message, self.at(line), None, hint))

    def font(self, style: _Style, is_bold: bool = False, is_italic: bool = False) -> Font:
        weight = {400: 700}.get(style.weight, 900) if is_bold else style.weight
        try:
            return self.press.fonts.find(self.families[style.family], weight, style.is_italic != is_italic)
        except ProblemError as fault:
            self.press.problems.extend(fault.problems)
            return self.press.fonts.find(next(iter(BUNDLED)), weight, style.is_italic != is_italic)

    # -- blocks

    def blocks(self, nodes: Sequence[Node], width: float, style: _Style = _BODY) -> list[Strip]:
        """Set blocks one under another, `width` wide."""
        strips: list[Strip] = []
        rest = list(nodes)
        was_block = False
        while rest:
            node = rest.pop(0)
            start = len(strips)
            picture = _picture(node)
            if picture is not None and "beside" in str(picture.attrs.get("title", "")).split():
                beside = []
                while rest and rest[0].type != "hr" and rest[0].tag not in ("h1", "h2", "h3") and _picture(rest[0]) is None:
                    beside.append(rest.pop(0))
                strips.append(self.beside(picture, node, beside, width, style))
            elif picture is not None:
                strips += self.picture(picture, node, width)
            else:
                strips += self.block(node, width, style)
                if strips and rest and rest[0].type != "heading" and _leads_on(node):
                    strips[-1] = replace(strips[-1], keeps=True)
            if was_block and start < len(strips):
                strips[start] = replace(strips[start], before=max(strips[start].before, 3.2))
            was_block = picture is not None or node.type in ("table", "blockquote")
        return strips

    def block(self, node: Node, width: float, style: _Style) -> list[Strip]:
        if node.type == "heading":
            return self.heading(node, width)
        if node.type == "paragraph":
            return self.text(node.children[0], style, width, _line(node))
        if node.type in ("bullet_list", "ordered_list"):
            return self.items(node, width, style)
        if node.type == "table":
            return self.table(node, width)
        if node.type == "blockquote":
            return self.panel(node, width)
        if node.type == "hr":
            return [Strip(0.0, _nothing, breaks="back" if node.markup.startswith("*") else "page")]
        self.fault("rulebook-markdown", f"the rulebook cannot show {node.type.replace('_', ' ')}", _line(node),
                   "headings, paragraphs, lists, tables, quotes and pictures are what it has")  # fmt: skip
        return []

    def heading(self, node: Node, width: float) -> list[Strip]:
        style = _HEADINGS.get(node.tag, _HEADINGS["h4"])
        strips = self.text(node.children[0], style, width, _line(node))
        title, level = _plain(node.children[0]), int(node.tag[1])
        height, draw_text = stack(strips)

        def draw(pen: Pen, x: float, y: float) -> None:
            canvas = pen.document.canvas
            key = f"line{_line(node)}"
            canvas.bookmarkPage(key)
            if level < 4:
                canvas.addOutlineEntry(title, key, max(0, level - 2))
            draw_text(pen, x, y)
            if level == 2:
                pen.rule(x, y + height + 1.4, x + width, y + height + 1.4, 0.25)
                pen.rule(x + 0.55, y + height + 1.4, x + 14, y + height + 1.4, 1.1, "gold")

        return [Strip(height + (2.6 if level == 2 else 0.0), draw, style.before, keeps=True)]

    def items(self, node: Node, width: float, style: _Style) -> list[Strip]:
        """Set a list; only a long one is divided. A loose one (blank lines between its items) has more room."""
        is_ordered = node.type == "ordered_list"
        number = int(node.attrs.get("start", 1) or 1)
        indent = 6.2 if is_ordered else 4.4
        is_loose = any(child.type == "paragraph" and not child.hidden for item in node.children for child in item.children)
        cap = self.font(style).cap_height
        bold = self.font(replace(style, family="display", weight=900))
        strips: list[Strip] = []
        for index, item in enumerate(node.children):
            inner = self.blocks(item.children, width - indent, replace(style, before=style.before if is_loose else 0.7))
            for place, strip in enumerate(inner):
                label = str(number + index) if is_ordered else "•"
                strips.append(replace(strip, draw=_labelled(strip, label if place == 0 else "", indent, style, bold, cap)))
        is_whole = stack(strips)[0] < _BODY_MM / 5
        for place in range(len(strips) - 1) if is_whole else {0, len(strips) - 2} - {-1, -2}:
            strips[place] = replace(strips[place], keeps=True)
        return strips

    def panel(self, node: Node, width: float) -> list[Strip]:
        """Set a quote as a panel with a golden edge: an example, or a word of advice. Only a high one is divided."""
        inner = [strip for strip in self.blocks(node.children, width - 9, _PANEL) if not strip.breaks]
        is_whole = stack(inner)[0] < _BODY_MM / 3
        last = len(inner) - 1
        return [
            Strip((strip.before if n else 3.2) + strip.height + (3.2 if n == last else 0.0), _on_panel(strip, width, n, last),
                  0.0 if n else 3.2, strip.keeps or (is_whole and n < last))
            for n, strip in enumerate(inner)
        ]  # fmt: skip

    def beside(self, picture: Node, node: Node, blocks: Sequence[Node], width: float, style: _Style) -> Strip:
        left = self.picture(picture, node, width, _BESIDE)
        right_x = width * _BESIDE + GAP_MM
        right = self.blocks(blocks, width - right_x, style)
        (left_height, draw_left), (right_height, draw_right) = stack(left), stack(right)

        def draw(pen: Pen, x: float, y: float) -> None:
            draw_left(pen, x, y + max(0.0, (right_height - left_height) / 2))
            draw_right(pen, x + right_x, y + max(0.0, (left_height - right_height) / 2))

        height = max(left_height, right_height)
        self.check_height(height, _line(node))
        return Strip(height, draw, 2.6)

    def check_height(self, height: float, line: int) -> None:
        if height > _BODY_MM:
            self.fault("rulebook-overflow", f"what stands together here is {height - _BODY_MM:.1f} mm higher than the page", line,
                       "shorten it, or divide it")  # fmt: skip

    # -- text

    def text(self, inline: Node, style: _Style, width: float, line: int) -> list[Strip]:
        """Set a text line by line; its first two and its last two lines keep together."""
        paragraphs = self.words(inline, style, line)
        lines = wrap(paragraphs, width / style.size_mm)
        height = style.size_mm * style.leading
        strips = []
        for number, words in enumerate(lines):
            keeps = len(lines) > 1 and number in (0, len(lines) - 2)
            strips.append(Strip(height, self.line(words, style, width), style.before if number == 0 else 0.0, keeps))
        return strips

    def line(self, words: list[Word], style: _Style, width: float) -> Callable[[Pen, float, float], None]:
        """Prepare a line: pieces in one font become one run of text, icons stand between them."""
        size = style.size_mm
        share = {"center": 0.5, "right": 1.0}.get(style.align, 0.0)
        left = (width - line_width(words) * size) * share
        cap = self.font(style).cap_height * size
        runs: list[tuple[float, str, Font | None]] = []
        x = left
        for number, word in enumerate(words):
            space = word.space if number else 0.0
            x += space * size
            for index, piece in enumerate(word.pieces):
                joined = " " if index == 0 and space else ""
                if piece.is_icon:
                    runs.append((x, piece.text, None))
                elif runs and runs[-1][2] is piece.font:
                    runs[-1] = (runs[-1][0], runs[-1][1] + joined + piece.text, piece.font)
                else:
                    runs.append((x, piece.text, piece.font))
                x += piece.width * size

        def draw(pen: Pen, x: float, y: float) -> None:
            baseline = y + (size * style.leading + cap) / 2
            for shift, text, font in runs:
                if font is not None:
                    pen.text(text, x + shift, baseline, style.size_pt, font, style.colour)
                    continue
                icon = self.stamps[text]
                if icon is not None:
                    side = size * 1.06
                    pen.stamp(icon[0], x + shift, baseline - cap / 2 - side / 2, side * icon[1], side)

        return draw

    def words(self, inline: Node, style: _Style, line: int) -> list[list[Word]]:
        words = _Words()
        self.read(inline.children, words, style, False, False, [line])
        return words.closed()

    def read(self, nodes: Sequence[Node], words: _Words, style: _Style, is_bold: bool, is_italic: bool, line: list[int]) -> None:
        """Read inline Markdown; `line` holds the line reached."""
        for node in nodes:
            if node.type in ("strong", "em", "link", "s"):
                self.read(node.children, words, style, is_bold or node.type == "strong", is_italic != (node.type == "em"), line)
            elif node.type == "softbreak":
                line[0] += 1
                words.text(" ", self.font(style, is_bold, is_italic))
            elif node.type == "hardbreak":
                line[0] += 1
                words.line_break()
            elif node.type in ("text", "text_special", "code_inline"):
                font = self.font(style, is_bold, is_italic)
                for character in font.missing(node.content):
                    self.fault("missing-glyph", f"the font {font.name} has no '{character}' (U+{ord(character):04X})", line[0],
                               "use another character, or a font that has it")  # fmt: skip
                self.read_text(node.content, words, font, line[0])
            else:
                self.fault("rulebook-markdown", f"the rulebook cannot show {node.type.replace('_', ' ')} within a text", line[0],
                           "a picture stands in a paragraph of its own" if node.type == "image" else None)  # fmt: skip

    def read_text(self, text: str, words: _Words, font: Font, line: int) -> None:
        """Read plain text with icons in braces; a number and the icon after it are not divided."""
        text = re.sub(r"(?<=[\d×+]) (?=\{)", "\u00a0", text)
        for number, part in enumerate(text.split(LINE_BREAK)):
            if number:
                words.line_break()
            end = 0
            for match in _ICON.finditer(part):
                words.text(part[end : match.start()], font)
                icon = self.icon(match[1], line, f"expected an icon in braces, found '{match[0]}'", "a plain brace is written \\{")
                if icon is not None:
                    words.piece(Piece(match[1], font, False, False, 1.06 * icon[1], True))
                end = match.end()
            words.text(part[end:], font)

    # -- tables

    def table(self, node: Node, width: float) -> list[Strip]:
        """Set a table as wide as it needs, at most `width`; the head keeps to the first row, a short table together."""
        rows = [row for part in node.children for row in part.children]
        aligns = [_align(cell) for cell in rows[0].children]
        styles = [[replace(_CELL, weight=700 if n == 0 else 400, size_pt=8.6 if n == 0 else _CELL.size_pt, align=aligns[c])
                   for c in range(len(aligns))] for n in range(len(rows))]  # fmt: skip
        words: list[list[list[list[Word]]]]
        words = [[self.words(cell.children[0], styles[n][c], _line(row)) if cell.children else [[]]
                  for c, cell in enumerate(row.children)] for n, row in enumerate(rows)]  # fmt: skip
        has_head = any(any(paragraph) for cell in words[0] for paragraph in cell)
        widths = self.columns(words, styles, width, _line(node))
        total = sum(widths) + GAP_MM * (len(widths) - 1) + 3.0
        strips: list[Strip] = []
        for number, row in enumerate(words):
            if number == 0 and not has_head:
                continue
            cells = [wrap(cell, column / styles[number][c].size_mm) for c, (cell, column) in enumerate(zip(row, widths, strict=True))]
            draw, height = self.row(cells, styles[number], widths, total, number, len(words) - 1)
            strips.append(Strip(height, draw, 0.0, number < len(words) - 1 and (len(words) < 14 or number < 2 or number == len(words) - 2)))
        if strips:
            strips[0] = replace(strips[0], before=2.8)
        return strips

    def row(
        self, cells: list[list[list[Word]]], styles: list[_Style], widths: list[float], total: float, number: int, last: int
    ) -> tuple[Callable[[Pen, float, float], None], float]:
        pad = 0.75
        height = max(len(lines) * style.size_mm * style.leading for lines, style in zip(cells, styles, strict=True)) + 2 * pad
        drawn: list[tuple[float, float, Callable[[Pen, float, float], None]]] = []
        x = 1.5
        for lines, style, column in zip(cells, styles, widths, strict=True):
            drawn += [(x, pad + n * style.size_mm * style.leading, self.line(line, style, column)) for n, line in enumerate(lines)]
            x += column + GAP_MM

        def draw(pen: Pen, x: float, y: float) -> None:
            if number and number % 2 == 0:
                pen.fill(x, y, total, height, "panel")
            for left, top, draw_line in drawn:
                draw_line(pen, x + left, y + top)
            if number == 0:
                pen.rule(x, y + height, x + total, y + height, 0.3)
            elif number == last:
                pen.rule(x, y + height, x + total, y + height, 0.15)

        return draw, height

    def columns(self, words: list[list[list[list[Word]]]], styles: list[list[_Style]], width: float, line: int) -> list[float]:
        """Divide the width: what each column wants where there is room, else what it needs and a share of the rest."""
        count = len(words[0])
        room = width - GAP_MM * (count - 1) - 3.0
        wanted, needed = [0.0] * count, [0.0] * count
        for row, row_styles in zip(words, styles, strict=True):
            for c, (cell, style) in enumerate(zip(row, row_styles, strict=True)):
                for paragraph in cell:
                    wanted[c] = max(wanted[c], line_width(paragraph) * style.size_mm + 0.01)
                    needed[c] = max([needed[c], *(word.width * style.size_mm + 0.01 for word in paragraph)])
        if sum(wanted) <= room:
            spare = min((room - sum(wanted)) / count, 9.0)
            return [column + spare for column in wanted]
        if sum(needed) > room + 0.1:
            self.fault("rulebook-overflow", f"the table is {sum(needed) - room:.1f} mm wider than the page", line,
                       "fewer columns, or shorter words")  # fmt: skip
        shares = [w - n for w, n in zip(wanted, needed, strict=True)]
        spare = max(0.0, room - sum(needed))
        return [n + spare * share / (sum(shares) or 1.0) for n, share in zip(needed, shares, strict=True)]

    # -- pictures

    def icon(self, name: str, line: int, message: str, otherwise: str | None = None) -> tuple[Stamp, float] | None:
        """Draw an icon, once; give it with its width per height. None, with a problem, where there is none."""
        if name not in self.stamps:
            self.stamps[name] = None
            try:
                icon = self.press.fitter.icon(name)
                if icon is not None:
                    box = view_box(icon)
                    ink = self.colours["ink"]
                    moved = Element("g", {"transform": f"translate({-box[0]} {-box[1]})"}, icon.children, icon.at)
                    root = Element("svg", {**icon.attributes, "color": ink}, [moved], icon.at)
                    stamp, faults, _, _ = self.press.drawer.draw(root, (box[2], box[3]))
                    for fault in faults:
                        self.press.problems.add(self.press.maker.problem("bad-svg", fault.message, fault.at, None, fault.hint))
                    self.stamps[name] = stamp, box[2] / box[3]
            except SvgFault as fault:
                self.press.problems.add(self.press.maker.problem("bad-svg", fault.message, fault.at, None, fault.hint))
                return None
        if self.stamps[name] is None:
            folder = self.game.icons
            known = [p.relative_to(folder).with_suffix("").as_posix() for p in sorted(folder.rglob("*.svg"))]
            self.fault("unknown-icon", message, line, did_you_mean(name, known) or otherwise)
        return self.stamps[name]

    @property
    def colours(self) -> dict[str, str]:
        palette = self.game.context["palette"]
        colours = {name: str(palette[name]) if name in palette else default for name, default in _PALETTE.items()}
        shade = parse_colour(colours["shade"]) or (0.9, 0.9, 0.9)
        return colours | {"panel": "#" + "".join(f"{round(255 * (1 - (1 - part) * 0.5)):02X}" for part in shade)}

    def picture(self, image: Node, node: Node, width: float, share: float = 1.0) -> list[Strip]:
        """Set a picture of cards or an icon across the page, its caption under it."""
        source, line = str(image.attrs.get("src", "")), _line(node)
        scheme, _, rest = source.partition(":")
        room = width * share
        if scheme == "cards":
            strip = self.cards(rest, str(image.attrs.get("title", "")), line, room)
        elif scheme == "icon":
            icon = self.icon(rest, line, f"expected an icon (a file in templates/icons), found '{rest}'")
            strip = None if icon is None else self.art(icon, room, str(image.attrs.get("title", "")))
        else:
            strip = None
            self.fault("rulebook-picture", f"expected a picture such as cards:ID,ID or icon:NAME, found '{source}'", line)
        if strip is None:
            return []
        caption = image.children and self.text(image, _CAPTION, room, line)
        return [replace(strip, keeps=bool(caption)), *(caption or [])]

    def art(self, icon: tuple[Stamp, float], room: float, title: str) -> Strip:
        asked = _MILLIMETRES.search(title)
        width = min(float(asked[1]) if asked else room, room, (_BODY_MM - 20) * icon[1])
        height = width / icon[1]
        return Strip(height, lambda pen, x, y: pen.stamp(icon[0], x + (room - width) / 2, y, width, height), 5.0)

    def cards(self, ids: str, title: str, line: int, room: float) -> Strip | None:
        """Set faces side by side at one scale, centred."""
        placed: list[tuple[Card, Stamp, tuple[float, float], float]] = []
        width, gap = 0.0, 0.0
        for part in re.split(r"(?<=[,+])", ids):
            name = part.rstrip(",+").strip()
            card = self.game.cards.get(name)
            if card is None:
                self.fault("unknown-card", f"expected the id of a card, found '{name}'", line, did_you_mean(name, self.game.cards))
                continue
            stamp = self.press.stamp(card)
            if stamp is None:
                continue
            size = card.size_mm or stamp.size_mm
            placed.append((card, stamp, size, width + gap))
            width += gap + size[0]
            gap = 0.0 if part.endswith("+") else GAP_MM * 63 / _CARD_WIDTH_MM
        if not placed:
            return None
        tallest = max(size[1] for _, _, size, _ in placed)
        scale = min(room / width, _CARD_HEIGHT_MM / tallest, _CARD_WIDTH_MM / 63 if len(placed) > 1 else 0.7)
        left = (room - width * scale) / 2
        points = [(float(x), float(y)) for x, y in _POINT.findall(title)]
        bold = self.font(_BODY, is_bold=True)

        def draw(pen: Pen, x: float, y: float) -> None:
            for card, stamp, size, shift in placed:
                box = (x + left + shift * scale, y + (tallest - size[1]) * scale / 2, size[0] * scale, size[1] * scale)
                radius = box[2] / 2 if card.shape == "round" else 3.0 * scale
                pen.stamp(stamp, *box, radius)
                pen.frame(*box, 0.2, "ink", radius)
            for number, (mark_x, mark_y) in enumerate(points, 1):
                cx, cy = x + left + mark_x * scale, y + mark_y * scale
                pen.rule(cx, cy, cx, cy, 4.0, "card")
                pen.rule(cx, cy, cx, cy, 3.4, "ink")
                pen.text(str(number), cx, cy + 0.85, 7.2, bold, "card", "center")

        return Strip(tallest * scale, draw, 3.0)


def _nothing(pen: Pen, x: float, y: float) -> None:
    """Draw nothing."""


def _on_panel(strip: Strip, width: float, number: int, last: int) -> Callable[[Pen, float, float], None]:
    """Draw a strip on its part of a panel."""
    above = strip.before if number else 3.2
    height = above + strip.height + (3.2 if number == last else 0.0)
    lap = 0.1 if number else 0.0  # over the part above, so that no gap shines through

    def draw(pen: Pen, x: float, y: float) -> None:
        pen.fill(x, y - lap, width, height + lap, "panel")
        pen.fill(x, y - lap, 1.2, height + lap, "gold")
        strip.draw(pen, x + 5, y + above)

    return draw


def _labelled(strip: Strip, label: str, indent: float, style: _Style, bold: Font, cap: float) -> Callable[[Pen, float, float], None]:
    """Draw a strip indented, with the number or bullet of its item."""
    size = style.size_mm

    def draw(pen: Pen, x: float, y: float) -> None:
        baseline = y + size * (style.leading + cap) / 2
        if label == "•":
            pen.rule(x + 1.3, baseline - size * 0.29, x + 1.3, baseline - size * 0.29, 1.25, "gold")
        elif label:
            pen.text(label, x + indent - 2.0, baseline, style.size_pt, bold, "ink", "right")
        strip.draw(pen, x + indent, y)

    return draw


def _picture(node: Node) -> Node | None:
    """Give the image that a paragraph consists of; None where it is another block."""
    if node.type != "paragraph" or not node.children:
        return None
    inner = node.children[0].children
    return inner[0] if len(inner) == 1 and inner[0].type == "image" else None


def _leads_on(node: Node) -> bool:
    return node.type == "paragraph" and _plain(node.children[0]).rstrip().endswith(":")


def _plain(node: Node) -> str:
    """Join the text below a node, icons left out."""
    if node.type in ("softbreak", "hardbreak"):
        return " "
    if not node.is_root and node.type in ("text", "text_special", "code_inline"):
        return _ICON.sub("", node.content)
    return "".join(_plain(child) for child in node.children).strip()


def _line(node: Node) -> int:
    """Find the line of the Markdown on which a node begins."""
    return node.map[0] if node.map else 0


def _align(cell: Node) -> str:
    style = str(cell.attrs.get("style", ""))
    return style.rpartition(":")[2] if style else "left"


# ---------------------------------------------------------------- the booklet


def rulebook_pages(game: Game, press: Press) -> tuple[list[Page], dict[str, str]] | None:
    """Lay the rulebook out: its pages, a multiple of four, and its colours. None where there is none."""
    rendered = render_rulebook(game, press)
    if rendered is None:
        return None
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

    text, lines = rendered
    rules = ["table", "smartquotes", "replacements"]
    markdown = MarkdownIt("commonmark", {"html": False, "typographer": True}).enable(rules).disable("text_join")
    nodes = SyntaxTreeNode(markdown.parse(text)).children
    composer = _Composer(game, press, lines)
    first = next((n for n, node in enumerate(nodes) if node.type == "hr"), 1 if nodes and nodes[0].type == "heading" else 0)
    cover = _cover(composer, nodes[:first])
    strips = composer.blocks(nodes[first:], _WIDTH_MM)
    turn = next((n for n, strip in enumerate(strips) if strip.breaks == "back"), len(strips))
    body, back = paginate(strips[:turn], _BODY_MM), paginate(strips[turn + 1 :], _BODY_MM)
    spare = -(1 + len(body) + len(back)) % 4
    pages = [*body, *([(_notes(composer), 0.0)] for _ in range(spare)), *back]
    numbered = [Page(tuple(page), number) for number, page in enumerate(pages, 2)]
    return [cover, *numbered], composer.colours


def _cover(composer: _Composer, nodes: Sequence[Node]) -> Page:
    """Set the cover: everything centred, room above and below its art."""
    strips: list[Strip] = []
    for number, node in enumerate(nodes):
        picture = _picture(node)
        if picture is not None:
            strips += composer.picture(picture, node, _WIDTH_MM)
        elif node.type == "heading":
            strips += composer.text(node.children[0], _fitted(composer, node), _WIDTH_MM, _line(node))
        elif node.type == "paragraph":
            name = "subtitle" if number == 1 else "line"
            strips += composer.text(node.children[0], _COVER[name], _WIDTH_MM, _line(node))
        else:
            strips += composer.block(node, _WIDTH_MM, _COVER["line"])
    height, _ = stack(strips)
    spare = max(0.0, PAGE_MM[1] - 2 * TOP_MM - 8 - height)
    gap = spare / 3

    def framed(pen: Pen, x: float, y: float) -> None:
        pen.frame(8, 8, PAGE_MM[0] - 16, PAGE_MM[1] - 16, 0.9, "ink", 2.4)
        pen.frame(9.8, 9.8, PAGE_MM[0] - 19.6, PAGE_MM[1] - 19.6, 0.5, "gold", 1.4)

    placed: list[tuple[Strip, float]] = [(Strip(0, framed), 0.0)]
    top = 4.0 + gap
    for number, strip in enumerate(strips):
        has_art_above = number > 0 and strips[number - 1].height > 30
        top += strip.before + (gap if has_art_above else 0.0)
        placed.append((strip, top))
        top += strip.height
    return Page(tuple(placed))


def _fitted(composer: _Composer, node: Node) -> _Style:
    """Choose the largest size at which the title stands on one line, down to half."""
    style = _COVER["title"]
    wide = max(line_width(words) for words in composer.words(node.children[0], style, _line(node)))
    return replace(style, size_pt=max(style.size_pt / 2, min(style.size_pt, _WIDTH_MM / (wide or 1) * PT_PER_MM * 0.98)))


def _notes(composer: _Composer) -> Strip:
    """Fill a page with lines to write on."""
    style = _HEADINGS["h3"]
    font = composer.font(style)

    def draw(pen: Pen, x: float, y: float) -> None:
        pen.text("Notes", x, y + 4.5, style.size_pt, font)
        for number in range(2, int(_BODY_MM / 8)):
            pen.rule(x, y + number * 8, x + _WIDTH_MM, y + number * 8, 0.25, "ink", "[0 3] 0 d")

    return Strip(_BODY_MM, draw)


def _draw_page(pen: Pen, page: Page, game: Game, font: Font) -> None:
    for strip, top in page.strips:
        strip.draw(pen, SIDE_MM, TOP_MM + top)
    if page.number:
        y = PAGE_MM[1] - 9.5
        is_left = page.number % 2 == 0
        outer, inner = (SIDE_MM, PAGE_MM[0] - SIDE_MM) if is_left else (PAGE_MM[0] - SIDE_MM, SIDE_MM)
        pen.text(str(page.number), outer, y, 9, font, "ink", "left" if is_left else "right")
        pen.text(f"{game.title} {game.version}", inner, y, 7.5, font, "ink", "right" if is_left else "left")


def write_rulebook(game: Game, press: Press) -> bytes | None:
    """Write a game's rulebook, A5, page after page; the number of pages is a multiple of four.

    None where the game has no templates/rulebook.md.j2 or it cannot be run. Problems go to the press.
    """
    laid_out = rulebook_pages(game, press)
    if laid_out is None:
        return None
    pages, colours = laid_out
    document = document_for(game, press, "rulebook")
    pen = Pen(document, PAGE_MM[1], colours)
    for page in pages:
        document.page(*PAGE_MM)
        _draw_page(pen, page, game, document.font)
    return document.close()


def write_booklet(game: Game, press: Press, paper_mm: tuple[float, float]) -> bytes | None:
    """Write the rulebook two pages to a side of paper, in the order for folding and stapling: print double-sided, short-edge flip.

    `paper_mm` is upright or not; the pages are scaled down where half of it is smaller than A5.
    """
    laid_out = rulebook_pages(game, press)
    if laid_out is None:
        return None
    pages, colours = laid_out
    width, height = max(paper_mm), min(paper_mm)
    scale = min(1.0, width / 2 / PAGE_MM[0], height / PAGE_MM[1])
    document = document_for(game, press, "rulebook, to be folded")
    pen = Pen(document, height, colours)
    top = (height - PAGE_MM[1] * scale) / 2
    for side in range(len(pages) // 2):
        document.page(width, height)
        pair = (pages[-1 - side], pages[side]) if side % 2 == 0 else (pages[side], pages[-1 - side])
        for left, page in zip((width / 2 - PAGE_MM[0] * scale, width / 2), pair, strict=True):
            up = height - top - height * scale
            document.canvas.addLiteral(f"q {scale:.5f} 0 0 {scale:.5f} {left * PT_PER_MM:.3f} {up * PT_PER_MM:.3f} cm")
            _draw_page(pen, page, game, document.font)
            document.canvas.addLiteral("Q")
    return document.close()
