"""Markdown becomes Strips: headings, lists, tables, panels, pictures of cards, icons in the line.

In: the blocks that markdown-it reads from a rendered rulebook. Out: Strips of a given width. What
is beyond Markdown is in generator/book/rulebook.py. reportlab's platypus was not taken: it has
no icons in a line and costs 0.1 s to import.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, repeat, takewhile
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote

from generator.book import messages as say
from generator.book.strips import Pen, SetWords, Strip, stack
from generator.data.colours import grey_of, hex_of
from generator.data.game import Card, Game, icon_names
from generator.data.geometry import Box
from generator.data.problems import Place, ProblemError, did_you_mean
from generator.data.saying import Said
from generator.data.styles import END, PLAIN, slips_in, style_marks, without_styles
from generator.data.units import CARD_SIZES, MM_PER_PT
from generator.face import messages as face_says
from generator.face.bidi import LEFTWARD_LANGUAGES
from generator.face.drawing import SOFT_DPI
from generator.face.faces import LINE_BREAK, template_place
from generator.face.fonts import BUNDLED, Font
from generator.face.pictograms import Pictogram
from generator.face.press import Press
from generator.face.shaping import measure, refusals
from generator.face.stamp import Stamp
from generator.face.svg import OUTSIDE, Element, SvgFault, parse_colour, picture_box, view_box
from generator.face.text.lines import line_width, tallest, wrap
from generator.face.text.turning import begins_right, direct, in_order
from generator.face.text.words import Fragment, Word, are_turned, breaks_in, kern_between

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode as Node

TEMPLATE = "rulebook.md.j2"
PAGE_MM = CARD_SIZES["a5"]
SIDE_MM, TOP_MM, FOOT_MM = 15.0, 15.0, 18.0
BODY_MM = PAGE_MM[1] - TOP_MM - FOOT_MM
WIDTH_MM = PAGE_MM[0] - 2 * SIDE_MM
_HEAD_PT = 8.6
_SHORT_TABLE = 14
"""Rows of a table that is not divided between pages."""
GAP_MM = 4.0  # between columns, and between pictures
_BESIDE = 0.285  # share of the width that a picture takes beside a text
_CARD_WIDTH_MM, _CARD_HEIGHT_MM = 37.0, 60.0
_PALETTE = {"ink": "#1F1B16", "shade": "#E6DCC6", "gold": "#E6A817", "card": "#FFFFFF"}

_ICON = re.compile(r"\{([a-z][\w/-]*)\}")
_AFTER_DASH = r"(?<=[^\W\d][-–—/])(?=\w)"
_NUMBER = r"\.?\d[\d.]*"  # of which `picture` looks that they have one point at most
_MILLIMETRES = re.compile(rf"({_NUMBER}) ?mm")
_POINT = re.compile(rf"(-?{_NUMBER}),(-?{_NUMBER})")
_UNCLOSED = re.compile(r"(?<!\w)\*\*|\*\*(?!\w)|(?<![\w*])\*(?=\w)")
_TABLE = re.compile(rf"({_NUMBER}) ?x ?({_NUMBER})")
_LAID = re.compile(rf"([^@\s]+)@(-?{_NUMBER}),(-?{_NUMBER})(?:,(0|90|180|270))?$")
_SCHEME = re.compile(r"[a-z]{2,}:")  # what is not a file, such as an address
_ICON_EM = 1.06  # how high an icon is in a line
_ICON_MM = 18.0  # how large an icon is that is on a table
_MARK_OUTSIDE_MM = 5.0  # how far a numbered mark may be outside the faces


class Style(NamedTuple):
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


BODY = Style()
_CELL = BODY._replace(size_pt=9.2, leading=1.26)
_PANEL = BODY._replace(size_pt=9.2, leading=1.32)
HEADINGS = {
    "h1": Style(24, 1.1, "display", 900, before=9),
    "h2": Style(17.5, 1.15, "display", 900, before=9.5),
    "h3": Style(12.2, 1.2, "display", 700, before=5.2),
    "h4": Style(11, 1.3, "display", 700, before=3.2),
}
COVER = {
    "title": Style(46, 1.05, "display", 900, align="center", before=0),
    "subtitle": Style(14.5, 1.25, "display", 400, is_italic=True, align="center", before=3.5),
    "line": Style(11, 1.4, "text", align="center", before=2.2),
}
_CAPTION = Style(8.6, 1.25, "text", 400, is_italic=True, align="center", before=1.6)


def template_of(game: Game) -> str:
    """Name the rulebook's template: the one in the game's language if there is one, otherwise the
    common one.
    """
    own = f"rulebook.{game.language}.md.j2"
    return own if game.is_translated and (game.templates / own).is_file() else TEMPLATE


def language_of(game: Game) -> str:
    """Return the language of the rulebook: the game's own if its template is not translated."""
    own = game.root["game"].get("language")
    if not game.is_translated or template_of(game) != TEMPLATE:
        return game.language
    return str(own.value) if own else "en"


class _InlineLook(NamedTuple):
    """How words are set: the style of their block, and what the Markdown around them adds."""

    style: Style
    is_bold: bool = False
    is_italic: bool = False


class _ParagraphBuilder:
    """Gather pieces of text and icons into words."""

    def __init__(self, line: int) -> None:
        self.line = line
        """The line of the template that is read."""
        self.paragraphs: list[list[Word]] = [[]]
        self.space, self.is_open = 0.0, False
        self.marks: dict[int, str] = {}
        """The marks of styles, by where they are in all that is read into the paragraphs."""
        self.read = 0
        """How many of its letters were read."""
        self.opened = [PLAIN]
        """The styles that have no end yet."""

    def piece(self, piece: Fragment) -> None:
        if not self.is_open:
            before = self.paragraphs[-1][-1].pieces[-1] if self.paragraphs[-1] else None
            kern = 0.0 if before is None else kern_between(before, piece, bool(self.space))
            self.paragraphs[-1].append(Word([], self.space, kern=kern))
            self.is_open, self.space = True, 0.0
        self.paragraphs[-1][-1].pieces.append(piece)

    def text(self, text: str, font: Font) -> None:
        end = 0
        for match in breaks_in(text, _AFTER_DASH):
            if match.start() > end:
                self.piece(self.made(text[end : match.start()], font))
            if match[0]:
                self.space = font.width(" ") * self.opened[-1].size
            self.is_open = False
            end = match.end()
        if end < len(text):
            self.piece(self.made(text[end:], font))

    def made(self, text: str, font: Font) -> Fragment:
        style = self.opened[-1]
        return Fragment(text, font, False, False, measure(text, font) * style.size, style=style)

    def end_line(self) -> None:
        """Go on to the next line of the template."""
        self.line += 1
        self.read += 1

    def line_break(self) -> None:
        self.paragraphs.append([])
        self.space, self.is_open = 0.0, False

    def closed(self) -> list[list[Word]]:
        """Return the paragraphs; a short last word is bound to the one before it."""
        for words in self.paragraphs:
            if len(words) > 3 and words[-1].space and words[-1].width < 2.2:
                last = words.pop()
                first = last.pieces[0]
                words[-1].pieces += [
                    Fragment("\u00a0", first.font, False, False, last.space, style=first.style),
                    *last.pieces,
                ]
        return self.paragraphs


class _Run(NamedTuple):
    """A part of a line: text in one font and style, or an icon. `is_leftward` is None if it runs
    like plain text.
    """

    x: float
    text: str
    piece: Fragment
    is_leftward: bool | None = None


def _turned_runs(words: list[Word], left: float, size: float) -> list[_Run]:
    """Divide a line that may run from right to left, from left to right."""
    runs = []
    for part in in_order(words):
        if part.text:
            runs.append(_Run(left + part.x * size, part.text, part.piece, part.is_leftward))
    return runs


def _runs(words: list[Word], left: float, size: float) -> list[_Run]:
    """Divide a line into runs: adjacent pieces with the same look are one run."""
    runs: list[_Run] = []
    x = left
    for number, word in enumerate(words):
        if number:
            x += word.gap * size
        joint = " " if number and word.space else ""
        for piece in word.pieces:
            before = runs[-1] if runs else None
            if before is not None and _look_alike(before.piece, piece):
                runs[-1] = before._replace(text=f"{before.text}{joint}{piece.text}")
            else:
                runs.append(_Run(x, piece.text, piece))
            x += piece.width * size
            joint = ""
    return runs


def _look_alike(piece: Fragment, other: Fragment) -> bool:
    """Return whether two pieces of a line may be one run of text."""
    if piece.is_icon or other.is_icon:
        return False
    return piece.font is other.font and piece.style == other.style


_SHARES = {"center": 0.5, "right": 1.0}
"""How much of the room beside a line is before it."""


class Composer:
    """Turn Markdown into strips, for one game. Problems go to the press, with the template's
    line.
    """

    def __init__(self, game: Game, press: Press, lines: list[int]) -> None:
        self.game, self.press, self.lines = game, press, lines
        self.template = template_of(game)
        self.stamps: dict[str, tuple[Stamp, float] | None] = {}
        self.language = language_of(game)
        self.is_leftward = (
            self.language.split("-")[0] in LEFTWARD_LANGUAGES
        )  # then all that has a side begins at the right
        self.families = {
            name: self._family(name, bundled)
            for name, bundled in (("display", "Source Serif Pro"), ("text", "Source Sans Pro"))
        }

    def _family(self, name: str, bundled: str) -> str:
        return name if name in self.game.fonts else bundled

    def at(self, line: int) -> str:
        return f"{self.template}:{self.lines[line] if line < len(self.lines) else 0}"

    def fault(self, said: Said, line: int, hint: str | None = None) -> None:
        self.press.problems.add(self.press.maker.problem(said, self.at(line), None, hint))

    def place(self, line: int) -> Place | None:
        return template_place(self.at(line))[1]

    def font(self, style: Style, is_bold: bool = False, is_italic: bool = False) -> Font:
        weight = {400: 700}.get(style.weight, 900) if is_bold else style.weight
        try:
            return self.press.fonts.find(
                self.families[style.family], weight, style.is_italic != is_italic
            )
        except ProblemError as fault:
            self.press.problems.extend(fault.problems)
            return self.press.fonts.find(next(iter(BUNDLED)), weight, style.is_italic != is_italic)

    # -- blocks

    def blocks(self, nodes: Sequence[Node], width: float, style: Style = BODY) -> list[Strip]:
        """Set blocks one under another, `width` wide."""
        strips: list[Strip] = []
        rest = list(nodes)
        was_block = False
        while rest:
            node = rest.pop(0)
            start = len(strips)
            picture = only_picture(node)
            if picture is not None and "beside" in str(picture.attrs.get("title", "")).split():
                beside = list(takewhile(_may_be_beside, rest))
                del rest[: len(beside)]
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

    def block(self, node: Node, width: float, style: Style) -> list[Strip]:
        return _BLOCKS.get(node.type, Composer.unknown)(self, node, width, style)

    def paragraph(self, node: Node, width: float, style: Style) -> list[Strip]:
        return self.text(node.children[0], style, width, line_of(node))

    def break_(self, node: Node, width: float, style: Style) -> list[Strip]:
        return [Strip(0.0, _nothing, breaks="back" if node.markup.startswith("*") else "page")]

    def html_block(self, node: Node, width: float, style: Style) -> list[Strip]:
        self.html(node.content, line_of(node))
        return []

    def unknown(self, node: Node, width: float, style: Style) -> list[Strip]:
        block = {"fence": "a code block", "code_block": "a code block"}.get(node.type, node.type)
        self.fault(say.BLOCK_NOT_SHOWN(block=block.replace("_", " ")), line_of(node))
        return []

    def html(self, content: str, line: int) -> None:
        """Report HTML, and what to write instead."""
        comment = content.lstrip().startswith("<!--")
        shown = content.strip().split("\n")[0]
        self.fault(
            say.HTML_NOT_SHOWN(shown=shown),
            line,
            "write a comment as {# … #}"
            if comment
            else "write **bold** or *italic*; write a plain < as \\<",
        )

    def heading(self, node: Node, width: float, _: Style) -> list[Strip]:
        style = HEADINGS.get(node.tag, HEADINGS["h4"])
        strips = self.text(node.children[0], style, width, line_of(node))
        title = without_styles(plain_text(node.children[0]), self.game.styles)
        level = int(node.tag[1])
        height, draw_text = stack(strips)

        def draw(pen: Pen, x: float, y: float) -> None:
            if level < 4:
                pen.bookmark(title, f"line{line_of(node)}", level - 2)
            draw_text(pen, x, y)
            if level == 2:
                pen.rule(x, y + height + 1.4, x + width, y + height + 1.4, 0.25)
                start = x + width - 14 if self.is_leftward else x
                pen.rule(
                    start + 0.55,
                    y + height + 1.4,
                    start + 14 - (0.55 if self.is_leftward else 0.0),
                    y + height + 1.4,
                    1.1,
                    "gold",
                )

        return [Strip(height + (2.6 if level == 2 else 0.0), draw, style.before, keeps=True)]

    def items(self, node: Node, width: float, style: Style) -> list[Strip]:
        """Set a list; only a long one is divided. A loose one (blank lines between its items) has
        more room.
        """
        is_ordered = node.type == "ordered_list"
        number = int(node.attrs.get("start", 1) or 1)
        indent = 6.2 if is_ordered else 4.4
        is_loose = any(
            child.type == "paragraph" and not child.hidden
            for item in node.children
            for child in item.children
        )
        cap = self.font(style).cap_height
        bold = self.font(style._replace(family="display", weight=900))
        strips: list[Strip] = []
        for index, item in enumerate(node.children):
            inner = self.blocks(
                item.children,
                width - indent,
                style._replace(before=style.before if is_loose else 0.7),
            )
            for place, strip in enumerate(inner):
                label = str(number + index) if is_ordered else "•"
                strips.append(
                    replace(
                        strip,
                        draw=_labelled(
                            strip,
                            label if place == 0 else "",
                            indent,
                            style,
                            bold,
                            cap,
                            width if self.is_leftward else 0.0,
                        ),
                    )
                )
        is_whole = stack(strips)[0] < BODY_MM / 5
        for place in range(len(strips) - 1) if is_whole else {0, len(strips) - 2} - {-1, -2}:
            strips[place] = replace(strips[place], keeps=True)
        return strips

    def panel(self, node: Node, width: float, _: Style) -> list[Strip]:
        """Set a quote as a panel with a golden edge: an example, or a word of advice. Only a high
        one is divided.
        """
        inner = []
        for strip in self.blocks(node.children, width - 9, _PANEL):
            if not strip.breaks:
                inner.append(strip)
        is_whole = stack(inner)[0] < BODY_MM / 3
        last = len(inner) - 1
        return [
            Strip(
                (strip.before if n else 3.2) + strip.height + (3.2 if n == last else 0.0),
                _on_panel(strip, width, n, last, self.is_leftward),
                0.0 if n else 3.2,
                strip.keeps or (is_whole and n < last),
            )
            for n, strip in enumerate(inner)
        ]

    def beside(
        self, picture: Node, node: Node, blocks: Sequence[Node], width: float, style: Style
    ) -> Strip:
        left = self.picture(picture, node, width, _BESIDE)
        right_x = width * _BESIDE + GAP_MM
        right = self.blocks(blocks, width - right_x, style)
        (left_height, draw_left), (right_height, draw_right) = stack(left), stack(right)

        def draw(pen: Pen, x: float, y: float) -> None:
            picture_x, text_x = (
                (x + width * (1 - _BESIDE), x) if self.is_leftward else (x, x + right_x)
            )
            draw_left(pen, picture_x, y + max(0.0, (right_height - left_height) / 2))
            draw_right(pen, text_x, y + max(0.0, (left_height - right_height) / 2))

        height = max(left_height, right_height)
        self.check_height(height, line_of(node))
        return Strip(height, draw, 2.6)

    def check_height(self, height: float, line: int) -> None:
        if height > BODY_MM:
            self.fault(say.PART_TOO_HIGH(excess=height - BODY_MM), line)

    # -- text

    def text(self, inline: Node, style: Style, width: float, line: int) -> list[Strip]:
        """Set a text line by line; its first two and its last two lines keep together."""
        paragraphs = self.words(inline, style, line)
        lines = wrap(paragraphs, width / style.size_mm)
        height = style.size_mm * style.leading
        strips = []
        for number, words in enumerate(lines):
            keeps = len(lines) > 1 and number in (0, len(lines) - 2)
            strips.append(
                Strip(
                    height * tallest([words]),
                    self.line(words, style, width),
                    style.before if number == 0 else 0.0,
                    keeps,
                )
            )
        return strips

    def line(
        self, words: list[Word], style: Style, width: float
    ) -> Callable[[Pen, float, float], None]:
        """Prepare a line: pieces in one font become one run of text, icons are between them."""
        size, tall = style.size_mm, tallest([words])
        share = _SHARES.get(style.align, 0.0)
        if style.align not in _SHARES and begins_right(words):
            share = 1.0
        left = (width - line_width(words) * size) * share
        cap = self.font(style).cap_height * size
        is_turned = are_turned(words)
        runs = _turned_runs(words, left, size) if is_turned else _runs(words, left, size)

        def draw(pen: Pen, x: float, y: float) -> None:
            baseline = y + tall * (size * style.leading + cap) / 2
            for run in runs:
                look = run.piece.style
                if not run.piece.is_icon:
                    pen.text(
                        run.text,
                        x + run.x,
                        baseline,
                        style.size_pt * look.size,
                        run.piece.font,
                        look.colour or style.colour,
                        is_leftward=run.is_leftward,
                    )
                    continue
                icon = self.stamps[run.text]
                if icon is not None:
                    stamp, aspect = icon
                    side = size * _ICON_EM * look.size
                    top = baseline - cap / 2 - side / 2
                    pen.stamp(stamp, Box(x + run.x, top, side * aspect, side))

        return draw

    def words(self, inline: Node, style: Style, line: int) -> list[list[Word]]:
        words = _ParagraphBuilder(line)
        said = _with_marks(inline)
        words.marks = style_marks(said, self.game.styles)
        for slip in slips_in(said, self.game.styles):
            self.press.problems.warn(slip, self.place(line))
        self.read(inline.children, words, _InlineLook(style))
        paragraphs = words.closed()
        for paragraph in paragraphs:
            direct(paragraph, self.language)
        return paragraphs

    def read(self, nodes: Sequence[Node], words: _ParagraphBuilder, look: _InlineLook) -> None:
        """Read inline Markdown."""
        for node in nodes:
            _INLINES.get(node.type, Composer.unknown_inline)(self, node, words, look)

    def inline_html(self, node: Node, words: _ParagraphBuilder, look: _InlineLook) -> None:
        self.html(node.content, words.line)

    def emphasis(self, node: Node, words: _ParagraphBuilder, look: _InlineLook) -> None:
        inner = look._replace(
            is_bold=look.is_bold or node.type == "strong",
            is_italic=look.is_italic != (node.type == "em"),
        )
        self.read(node.children, words, inner)

    def soft_break(self, node: Node, words: _ParagraphBuilder, look: _InlineLook) -> None:
        words.end_line()
        words.text(" ", self.font(*look))

    def hard_break(self, node: Node, words: _ParagraphBuilder, look: _InlineLook) -> None:
        words.end_line()
        words.line_break()

    def words_in(self, node: Node, words: _ParagraphBuilder, look: _InlineLook) -> None:
        if node.type == "text" and (unclosed := _UNCLOSED.search(node.content)):
            self.fault(say.MARK_UNMATCHED(mark=unclosed[0]), words.line)
        style, is_bold, is_italic = look
        for text in self.stretches(node.content, words):
            own = words.opened[-1]
            shown = style._replace(
                weight=own.weight or style.weight, is_italic=own.is_italic or style.is_italic
            )
            font = self.font(shown, is_bold, is_italic)
            for one, letters in font.runs(text):
                self.check_letters(letters, one, words.line)
            self.read_text(text, words, font)

    def unknown_inline(self, node: Node, words: _ParagraphBuilder, look: _InlineLook) -> None:
        names = {"s": "struck-out words", "image": "an image"}
        name = names.get(node.type, node.type.replace("_", " "))
        hints = {
            "image": "put the picture into a separate paragraph",
            "s": "write a plain ~ as \\~",
        }
        self.fault(say.INLINE_NOT_SHOWN(name=name), words.line, hints.get(node.type))

    def check_letters(self, text: str, font: Font, line: int) -> None:
        """Report the characters of a text that a font cannot set."""
        for lack in refusals(text, font):
            self.fault(lack.said, line, lack.hint)

    def stretches(self, text: str, words: _ParagraphBuilder) -> Iterator[str]:
        """Divide a text at its style marks; each begins or ends a style after the text before it
        has been read.
        """
        start, begun = words.read, 0
        words.read += len(text)
        for at, name in words.marks.items():
            if start <= at < words.read:
                if start + begun < at:
                    yield text[begun : at - start]
                if name == END:
                    words.opened.pop()
                else:
                    words.opened.append(self.game.styles[name].within(words.opened[-1]))
                begun = at - start + len(name) + 2
        if begun < len(text):
            yield text[begun:]

    def read_text(self, text: str, words: _ParagraphBuilder, font: Font) -> None:
        """Read plain text with icons in braces; a number and the icon after it are not divided."""
        text = re.sub(r"(?<=[\d×+]) (?=\{)", "\u00a0", text)
        for number, part in enumerate(text.split(LINE_BREAK)):
            if number:
                words.line_break()
            end = 0
            for match in _ICON.finditer(part):
                self.read_plain(part[end : match.start()], words, font)
                unknown = say.NOT_AN_ICON_IN_BRACES(found=match[0])
                icon = self.icon(match[1], words.line, unknown)
                if icon is not None:
                    words.piece(self.pictured(match[1], font, icon[1], words))
                end = match.end()
            self.read_plain(part[end:], words, font)

    def pictured(self, name: str, font: Font, ratio: float, words: _ParagraphBuilder) -> Fragment:
        """Make an icon in a line, as many times as wide as it is high as `ratio` says."""
        style = words.opened[-1]
        return Fragment(name, font, False, False, _ICON_EM * ratio * style.size, True, style=style)

    def read_plain(self, text: str, words: _ParagraphBuilder, font: Font) -> None:
        """Read text without icons; emoji become pictures."""
        for part, shown in font.pictured(text):
            for one_font, letters in font.runs(part) if not shown else ():
                words.text(letters, one_font)
            for one in shown:
                icon = self.emoji(one, words.line)
                if icon is not None:
                    words.piece(self.pictured(one.name, font, icon[1], words))

    # -- tables

    def cells(self, row: Node) -> Sequence[Node]:
        """Return the cells of a row, in the order in which they are set from the left."""
        return row.children[::-1] if self.is_leftward else row.children

    def table(self, node: Node, width: float, _: Style) -> list[Strip]:
        """Set a table as wide as it needs, at most `width`; the head keeps to the first row, a
        short table together.
        """
        rows = list(chain.from_iterable(part.children for part in node.children))
        body = [_CELL._replace(weight=400, align=_align(cell)) for cell in self.cells(rows[0])]
        head = [style._replace(weight=700, size_pt=_HEAD_PT) for style in body]
        styles = [head, *repeat(body, len(rows) - 1)]
        words = []
        for row, of_row in zip(rows, styles, strict=True):
            words.append(self.row_words(self.cells(row), of_row, line_of(row)))
        widths = self.columns(words, styles, width, line_of(node))
        total = math.fsum(widths) + GAP_MM * (len(widths) - 1) + 3.0
        aside, last = width - total if self.is_leftward else 0.0, len(words) - 1
        has_head = any(map(any, chain.from_iterable(words[0])))
        strips: list[Strip] = []
        for number in range(0 if has_head else 1, len(words)):
            cells = [
                wrap(cell, column / style.size_mm)
                for cell, column, style in zip(words[number], widths, styles[number], strict=True)
            ]
            draw, height = self.row(cells, styles[number], widths, total, number, last, aside)
            # a short table stays together, and the ends of a long one with the rows beside them
            is_near_end = len(words) < _SHORT_TABLE or number < 2 or number == last - 1
            strips.append(Strip(height, draw, 0.0, number < last and is_near_end))
        if strips:
            strips[0] = replace(strips[0], before=2.8)
        return strips

    def row_words(
        self, cells: Sequence[Node], styles: Sequence[Style], line: int
    ) -> list[list[list[Word]]]:
        """Read the paragraphs of each cell of a row."""
        return [
            self.words(cell.children[0], style, line) if cell.children else [[]]
            for cell, style in zip(cells, styles, strict=False)
        ]

    def row(
        self,
        cells: list[list[list[Word]]],
        styles: list[Style],
        widths: list[float],
        total: float,
        number: int,
        last: int,
        aside: float,
    ) -> tuple[Callable[[Pen, float, float], None], float]:
        pad = 0.75
        height = (
            max(
                len(lines) * style.size_mm * style.leading
                for lines, style in zip(cells, styles, strict=True)
            )
            + 2 * pad
        )
        drawn: list[tuple[float, float, Callable[[Pen, float, float], None]]] = []
        x = 1.5
        for lines, style, column in zip(cells, styles, widths, strict=True):
            drawn += [
                (x, pad + n * style.size_mm * style.leading, self.line(line, style, column))
                for n, line in enumerate(lines)
            ]
            x += column + GAP_MM

        def draw(pen: Pen, x: float, y: float) -> None:
            x += aside
            if number and number % 2 == 0:
                pen.fill(Box(x, y, total, height), "panel")
            for left, top, draw_line in drawn:
                draw_line(pen, x + left, y + top)
            if number == 0:
                pen.rule(x, y + height, x + total, y + height, 0.3)
            elif number == last:
                pen.rule(x, y + height, x + total, y + height, 0.15)

        return draw, height

    def columns(
        self,
        words: list[list[list[list[Word]]]],
        styles: list[list[Style]],
        width: float,
        line: int,
    ) -> list[float]:
        """Divide the width: each column gets the width that it wants if there is room, otherwise
        the width that it needs and a share of the rest.
        """
        count = len(words[0])
        room = width - GAP_MM * (count - 1) - 3.0
        wanted, needed = [0.0] * count, [0.0] * count
        for row, row_styles in zip(words, styles, strict=True):
            for c, (cell, style) in enumerate(zip(row, row_styles, strict=True)):
                for paragraph in cell:
                    wanted[c] = max(wanted[c], line_width(paragraph) * style.size_mm + 0.01)
                    needed[c] = max(
                        [needed[c], *(word.width * style.size_mm + 0.01 for word in paragraph)]
                    )
        if math.fsum(wanted) <= room:
            spare = min((room - math.fsum(wanted)) / count, 9.0)
            return [column + spare for column in wanted]
        if math.fsum(needed) > room + 0.1:
            self.fault(say.TABLE_TOO_WIDE(excess=math.fsum(needed) - room), line)
        shares = [w - n for w, n in zip(wanted, needed, strict=True)]
        spare = max(0.0, room - math.fsum(needed))
        return [
            n + spare * share / (math.fsum(shares) or 1.0)
            for n, share in zip(needed, shares, strict=True)
        ]

    # -- pictures

    def icon(self, name: str, line: int, unknown: Said) -> tuple[Stamp, float] | None:
        """Draw an icon, once, and return it with its aspect ratio. Returns None, and reports it as
        `unknown`, if there is no such icon.
        """
        if name not in self.stamps:
            self.stamps[name] = None
            try:
                found = self.press.fitter.icons.find(name)
                if found is not None:
                    icon = found.root
                    box = view_box(icon)
                    ink = self.colours["ink"]
                    moved = Element(
                        "g", {"transform": f"translate({-box.x} {-box.y})"}, icon.children, icon.at
                    )
                    attributes = {**icon.attributes, "color": ink}
                    if "gold" in self.game.context["palette"]:
                        style = f"--accent: {self.colours['gold']}; {attributes.get('style', '')}"
                        attributes["style"] = style.rstrip("; ")
                    root = Element("svg", attributes, [moved], icon.at)
                    stamp, drawing = self.press.drawer.draw(root, (box.width, box.height))
                    for fault in drawing.faults:
                        self.bad_icon(fault)
                    self.stamps[name] = stamp, box.width / box.height
            except SvgFault as fault:
                self.bad_icon(fault)
                return None
        if self.stamps[name] is None:
            known = icon_names(self.game.icons)
            self.fault(unknown, line, did_you_mean(name, known))
        return self.stamps[name]

    def bad_icon(self, fault: SvgFault) -> None:
        said = fault.said.under("bad-svg")
        self.press.problems.add(self.press.maker.problem(said, fault.at, None, fault.hint))

    def emoji(self, pictogram: Pictogram, line: int) -> tuple[Stamp, float] | None:
        """Draw an emoji, once, and return it with its aspect ratio; None, with a report, if it
        cannot be drawn.
        """
        if pictogram.name not in self.stamps:
            self.stamps[pictogram.name] = None
            try:
                stamp = self.press.pictogram(pictogram, self.at(line))
            except SvgFault as fault:
                self.fault(fault.said, line, fault.hint)
                return None
            self.stamps[pictogram.name] = stamp, stamp.size_mm[0] / stamp.size_mm[1]
        return self.stamps[pictogram.name]

    @property
    def colours(self) -> dict[str, str]:
        palette = self.game.context["palette"]
        colours = {
            name: str(palette[name]) if name in palette else default
            for name, default in _PALETTE.items()
        }
        if self.game.ink == "grey":  # what is not of the palette is no grey yet
            colours = {
                name: hex_of(grey_of(parse_colour(value) or (0.0, 0.0, 0.0)))
                for name, value in colours.items()
            }
        shade = parse_colour(colours["shade"]) or (0.9, 0.9, 0.9)
        return colours | {
            "panel": "#" + "".join(f"{round(255 * (1 - (1 - part) * 0.5)):02X}" for part in shade)
        }

    def picture(self, image: Node, node: Node, width: float, share: float = 1.0) -> list[Strip]:
        """Set a picture of cards or an icon across the page, its caption under it."""
        source, line = str(image.attrs.get("src", "")), line_of(node)
        scheme, _, rest = source.partition(":")
        room, title = width * share, str(image.attrs.get("title", ""))
        broken = next(
            (word for word in re.findall(_NUMBER, f"{rest} {title}") if word.count(".") > 1), None
        )
        drawn = {"cards": self.cards, "table": self.laid_out, "setup": self.setup}
        strip = None
        if broken:
            self.fault(say.NOT_NUMBERS(found=broken), line)
        elif scheme in drawn:
            strip = drawn[scheme](rest, title, line, room)
        elif scheme == "icon":
            icon = self.icon(rest, line, say.NOT_AN_ICON(found=rest))
            if icon is not None:
                strip = self.art(icon[0], _art_size(icon[1], room, title), room)
        elif "." in source and not _SCHEME.match(source):
            strip = self.file(unquote(source), title, line, room)
        else:
            hint = f"write cards:{source}" if source in self.game.cards else None
            self.fault(say.NOT_A_PICTURE(found=source), line, hint)
        if strip is None:
            return []
        caption = image.children and self.text(image, _CAPTION, room, line)
        return [replace(strip, keeps=bool(caption)), *(caption or [])]

    def art(self, stamp: Stamp, size_mm: tuple[float, float], room: float) -> Strip:
        width, height = size_mm
        return Strip(
            height,
            lambda pen, x, y: pen.stamp(stamp, Box(x + (room - width) / 2, y, width, height)),
            5.0,
        )

    def file(self, name: str, title: str, line: int, room: float) -> Strip | None:
        """Set a picture file of the game's folder."""
        try:
            found = self.press.drawer.supplies.pictures.find(name, self.at(line))
            if isinstance(found, Element):
                box = picture_box(found)
            else:
                box = Box(0.0, 0.0, found.width_px, found.height_px)
            width, height = _art_size(box.width / box.height, room, title)
            picture = Element(
                "image",
                {"href": name, "width": f"{width:.4f}", "height": f"{height:.4f}"},
                [],
                self.at(line),
            )
            root = Element("svg", {"viewBox": f"0 0 {width:.4f} {height:.4f}"}, [picture])
            stamp, drawing = self.press.drawer.draw(root, (width, height))
        except SvgFault as fault:
            is_of_book = fault.said.code in ("bad-svg", OUTSIDE)
            said = fault.said.under("rulebook-picture") if is_of_book else fault.said
            self.fault(said, line, fault.hint)
            return None
        for bad in drawing.faults:
            self.fault(bad.said, line, bad.hint)
        for one in drawing.placed:
            if one.dpi < SOFT_DPI:
                self.press.problems.warn(
                    face_says.SOFT_PICTURE(href=name[:60], dpi=one.dpi), self.place(line)
                )
        return self.art(stamp, (width, height), room)

    def cards(self, ids: str, title: str, line: int, room: float) -> Strip | None:
        """Set faces side by side at one scale, centred."""
        placed: list[tuple[Card, Stamp, tuple[float, float], float]] = []
        width, gap = 0.0, 0.0
        for part in re.split(r"(?<=[,+])", ids):
            name = part.rstrip(",+").strip()
            card = self.game.cards.get(name)
            if card is None:
                self.fault(say.NOT_A_CARD(found=name), line, self.game.hint(name))
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
        scale = min(
            room / width, _CARD_HEIGHT_MM / tallest, _CARD_WIDTH_MM / 63 if len(placed) > 1 else 0.7
        )
        left = (room - width * scale) / 2
        points = [(float(x), float(y)) for x, y in _POINT.findall(title)]
        for mark_x, mark_y in points:
            over = max(-mark_x, mark_x - width, -mark_y, mark_y - tallest)
            if over > _MARK_OUTSIDE_MM:
                self.fault(
                    say.MARK_OFF_PICTURE(width=width, height=tallest, mark_x=mark_x, mark_y=mark_y),
                    line,
                )
        draw_marks = self.marks(points, scale)

        def draw(pen: Pen, x: float, y: float) -> None:
            for card, stamp, size, shift in placed:
                box = Box(
                    x + left + shift * scale,
                    y + (tallest - size[1]) * scale / 2,
                    size[0] * scale,
                    size[1] * scale,
                )
                radius = box.width / 2 if card.shape == "round" else 3.0 * scale
                pen.stamp(stamp, box, radius)
                pen.frame(box, 0.2, "ink", radius)
            draw_marks(pen, x + left, y)

        return Strip(tallest * scale, draw, 3.0)

    def marks(
        self, points: Sequence[tuple[float, float]], scale: float
    ) -> Callable[[Pen, float, float], None]:
        """Draw numbered marks on a picture, each at its point."""
        bold = self.font(BODY, is_bold=True)

        def draw(pen: Pen, x: float, y: float) -> None:
            for number, (mark_x, mark_y) in enumerate(points, 1):
                cx, cy = x + mark_x * scale, y + mark_y * scale
                pen.rule(cx, cy, cx, cy, 4.0, "card")
                pen.rule(cx, cy, cx, cy, 3.4, "ink")
                pen.text(str(number), cx, cy + 0.85, 7.2, bold, "card", "center")

        return draw

    def laid_out(self, things: str, title: str, line: int, room: float) -> Strip | None:
        """Lay faces, and icons as their own things, onto a table as large as the title says,
        seen from above.
        """
        size = _TABLE.search(title)
        if size is None or not float(size[1]) or not float(size[2]):
            self.fault(say.NOT_A_TABLE_SIZE(found=title), line)
            return None
        width, height = float(size[1]), float(size[2])
        scale = min(room / width, (BODY_MM - 12.0) / height)
        left = (room - width * scale) / 2
        laid: list[tuple[Stamp, Box, int, float | None]] = []
        for part in filter(None, things.split(";")):
            match = _LAID.match(part)
            if match is None:
                self.fault(say.NOT_A_POSITION(found=part), line)
                continue
            name = match[1]
            stamp: Stamp | None
            radius: float | None
            if card := self.game.cards.get(name):
                stamp = self.press.stamp(card)
                wide, high = card.size_mm or (stamp.size_mm if stamp else (0.0, 0.0))
                radius = wide / 2 if card.shape == "round" else 3.0
            elif name in icon_names(self.game.icons):
                stamp, aspect = self.icon(name, line, say.NOT_AN_ICON(found=name)) or (None, 1.0)
                wide, high, radius = _ICON_MM * aspect, _ICON_MM, None
            else:
                self.fault(say.NOT_A_CARD_OR_ICON(found=name), line, self.game.hint(name))
                continue
            if stamp is not None:
                wide, high = wide * scale, high * scale
                box = Box.about(float(match[2]) * scale, float(match[3]) * scale, wide, high)
                laid.append(
                    (stamp, box, int(match[4] or 0), None if radius is None else radius * scale)
                )
        draw_marks = self.marks([(float(x), float(y)) for x, y in _POINT.findall(title)], scale)

        def draw(pen: Pen, x: float, y: float) -> None:
            pen.fill(Box(x + left, y, width * scale, height * scale), "panel", 3.0)
            for stamp, of_table, turn, radius in laid:
                box = of_table.moved(x + left, y)
                with pen.turned(turn, *box.centre):
                    pen.stamp(stamp, box, radius or 0.0)
                    if radius is not None:
                        pen.frame(box, 0.15, "ink", radius)
            draw_marks(pen, x + left, y)

        return Strip(height * scale, draw, 3.0)

    def setup(self, players: str, title: str, line: int, room: float) -> Strip | None:
        """Set the picture of the table as it is laid for some players, across the page or as wide
        as the title says.
        """
        if not re.fullmatch("[0-9]{1,3}", players):
            self.fault(say.NOT_A_SETUP(found=players), line)
            return None
        from generator.book.layouts import setup_picture  # most rulebooks show none

        asked = _MILLIMETRES.search(title)
        width = min(float(asked[1]), room) if asked else room
        reported = set[str]()

        def letters(text: str, size_pt: float, is_bold: bool, most_mm: float) -> SetWords:
            return self.lettering(text, size_pt, is_bold, most_mm, line, reported)

        try:
            picture = setup_picture(
                self.game, self.press, int(players), (width, BODY_MM - 12.0), letters
            )
        except ProblemError as fault:
            for problem in fault.problems:
                if not problem.place:
                    self.fault(problem.said, line)
                else:
                    self.press.problems.add(problem)
            return None
        return Strip(
            picture.height, lambda pen, x, y: picture.draw(pen, x + (room - width) / 2, y), 3.0
        )

    def lettering(
        self,
        text: str,
        size_pt: float,
        is_bold: bool,
        most_mm: float,
        line: int,
        reported: set[str],
    ) -> SetWords:
        """Set a few words that are in a picture, centred. What cannot be printed is reported
        once: `reported` gathers those texts.
        """
        style = Style(size_pt, 1.12, align="center", before=0.0)
        font = self.font(style, is_bold)
        if text not in reported:
            reported.add(text)
            for one, letters in font.runs(text):
                self.check_letters(letters, one, line)
        words = _ParagraphBuilder(line)
        self.read_plain(text, words, font)
        paragraphs = words.closed()
        for paragraph in paragraphs:
            direct(paragraph, self.language)
        lines = wrap(paragraphs, most_mm / style.size_mm)
        width = max(map(line_width, lines), default=0.0) * style.size_mm
        step = style.size_mm * style.leading
        drawn = [self.line(line, style, width) for line in lines]

        def draw(pen: Pen, x: float, y: float) -> None:
            for number, draw_line in enumerate(drawn):
                draw_line(pen, x, y + number * step)

        return SetWords(width, step * len(lines), draw)


_BLOCKS: Mapping[str, Callable[[Composer, Node, float, Style], list[Strip]]] = {
    "heading": Composer.heading,
    "paragraph": Composer.paragraph,
    "bullet_list": Composer.items,
    "ordered_list": Composer.items,
    "table": Composer.table,
    "blockquote": Composer.panel,
    "hr": Composer.break_,
    "html_block": Composer.html_block,
}
"""How each block of Markdown is set."""
_INLINES: Mapping[str, Callable[[Composer, Node, _ParagraphBuilder, _InlineLook], None]] = {
    "text": Composer.words_in,
    "text_special": Composer.words_in,
    "code_inline": Composer.words_in,
    "strong": Composer.emphasis,
    "em": Composer.emphasis,
    "link": Composer.emphasis,
    "softbreak": Composer.soft_break,
    "hardbreak": Composer.hard_break,
    "html_inline": Composer.inline_html,
}
"""How each part of a line of Markdown is read."""


def _art_size(ratio: float, room: float, title: str) -> tuple[float, float]:
    """Return how large an icon or a picture is printed, in millimetres: as wide as asked for, no
    larger than the page.
    """
    asked = _MILLIMETRES.search(title)
    width = min(float(asked[1]) if asked else room, room, (BODY_MM - 20) * ratio)
    return width, width / ratio


def _nothing(pen: Pen, x: float, y: float) -> None:
    """Draw nothing."""


def _on_panel(
    strip: Strip, width: float, number: int, last: int, is_leftward: bool
) -> Callable[[Pen, float, float], None]:
    """Draw a strip on its part of a panel, with the golden edge at the beginning of its lines."""
    above = strip.before if number else 3.2
    height = above + strip.height + (3.2 if number == last else 0.0)
    lap = 0.1 if number else 0.0  # over the part above, so that no gap shines through

    def draw(pen: Pen, x: float, y: float) -> None:
        edge = x + (width - 1.2 if is_leftward else 0.0)
        pen.fill(Box(x, y - lap, width, height + lap), "panel")
        pen.fill(Box(edge, y - lap, 1.2, height + lap), "gold")
        strip.draw(pen, x + (4 if is_leftward else 5), y + above)

    return draw


def _labelled(
    strip: Strip, label: str, indent: float, style: Style, bold: Font, cap: float, far: float = 0.0
) -> Callable[[Pen, float, float], None]:
    """Draw an indented strip, with the number or bullet of its item, which is at the right, `far`
    from the left, if that is given.
    """
    size = style.size_mm

    def draw(pen: Pen, x: float, y: float) -> None:
        baseline = y + size * (style.leading + cap) / 2
        if label == "•":
            middle = x + (far - 1.3 if far else 1.3)
            pen.rule(middle, baseline - size * 0.29, middle, baseline - size * 0.29, 1.25, "gold")
        elif label and far:
            pen.text(label, x + far - indent + 2.0, baseline, style.size_pt, bold, "ink")
        elif label:
            pen.text(label, x + indent - 2.0, baseline, style.size_pt, bold, "ink", "right")
        strip.draw(pen, x if far else x + indent, y)

    return draw


def _may_be_beside(node: Node) -> bool:
    """Return whether a block can be set beside a picture."""
    is_heading = node.tag in ("h1", "h2", "h3")
    return node.type != "hr" and not is_heading and only_picture(node) is None


def only_picture(node: Node) -> Node | None:
    """Return the image that a paragraph consists of; None for any other block."""
    if node.type != "paragraph" or not node.children:
        return None
    inner = node.children[0].children
    return inner[0] if len(inner) == 1 and inner[0].type == "image" else None


def _leads_on(node: Node) -> bool:
    return node.type == "paragraph" and plain_text(node.children[0]).rstrip().endswith(":")


def plain_text(node: Node) -> str:
    """Join the text below a node, icons left out."""
    if node.type in ("softbreak", "hardbreak"):
        return " "
    if not node.is_root and node.type in ("text", "text_special", "code_inline"):
        return _ICON.sub("", node.content)
    return "".join(map(plain_text, node.children)).strip()


def _with_marks(inline: Node) -> str:
    """Join the texts below a node; characters written with a backslash, or as code, are not
    marks.
    """
    if inline.is_root:
        return "".join(map(_with_marks, inline.children))
    if inline.type in ("softbreak", "hardbreak"):
        return "\n"
    if inline.type in ("text_special", "code_inline"):
        return " " * len(inline.content)
    if inline.type == "text":
        return inline.content
    return "".join(map(_with_marks, inline.children))


def line_of(node: Node) -> int:
    """Find the line of the Markdown on which a node begins."""
    return node.map[0] if node.map else 0


def _align(cell: Node) -> str:
    style = str(cell.attrs.get("style", ""))
    return style.rpartition(":")[2] if style else "left"
