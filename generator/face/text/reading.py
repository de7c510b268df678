"""The text of an area, read into paragraphs of words.

In: a `<textArea>` with the card's text in it. Out: `Paragraph`s, with fonts and icons; unclosed
marks, missing letters and unknown icons are reported.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from generator.data.game import icon_hint
from generator.data.saying import Said
from generator.data.styles import END, TextStyle, slips_in, style_marks
from generator.face import messages as say
from generator.face.bidi import turns
from generator.face.faces import LINE_BREAK
from generator.face.fonts import Font
from generator.face.svg import Element, SvgFault, parse_spacing, view_box
from generator.face.text.markup import MARK, STYLED
from generator.face.text.plain import SINGLE_BRACE
from generator.face.text.turning import direct
from generator.face.text.typesetter import (
    PLAIN_LOOK,
    LetterLook,
    Style,
    Typesetter,
    direction_of,
    size_of,
)
from generator.face.text.words import Fragment, Paragraph, WordBuilder

_WHITE = re.compile(r"[ \t\r\n]+")
_AROUND_BREAK = re.compile(f" *{LINE_BREAK} *")


class AreaText(NamedTuple):
    """A text area's words, and the font of its plain ones."""

    paragraphs: list[Paragraph]
    font: Font


def read_text(setter: Typesetter, element: Element, style: Style) -> AreaText | None:
    """Read what an area shows; None if one of its fonts is missing, which is reported. Raises
    SvgFault.
    """
    plain = setter.font(style, element.at)
    if plain is None:
        return None
    reader = _AreaReader(setter, element, style, plain)
    if not reader.read():
        return None
    direction = direction_of(element, style)
    for paragraph in reader.paragraphs:
        direct(paragraph, setter.game.language, direction)
    return AreaText(reader.paragraphs, plain)


def content_of(element: Element, setter: Typesetter) -> str:
    """Collapse white space as in XML; `<tbreak/>` and breaks in the card's own text start a
    line.
    """
    parts = []
    for child in element.children:
        if isinstance(child, str):
            parts.append(_WHITE.sub(" ", child))
            continue
        if child.tag != "tbreak":
            message = say.NOT_IN_AREA(tag=child.tag)
            setter.notes.fault(message, child.at)
        parts.append(LINE_BREAK)
    return _AROUND_BREAK.sub(LINE_BREAK, "".join(parts)).strip(" ")


@dataclass
class _AreaReader:
    """Reads one area; `look` is that of the current letters, `outer` the surrounding styles."""

    setter: Typesetter
    element: Element
    style: Style
    plain: Font
    look: LetterLook = PLAIN_LOOK
    outer: list[TextStyle] = field(default_factory=list)
    paragraphs: list[Paragraph] = field(default_factory=list)
    lacks_font: bool = False

    def __post_init__(self) -> None:
        self.name = self.element.get("id")
        self.fonts: dict[LetterLook, Font | None] = {PLAIN_LOOK: self.plain}

    def read(self) -> bool:
        """Read all paragraphs; return whether there is a font for each of their pieces."""
        setter, element = self.setter, self.element
        (text,) = setter.in_quotes([content_of(element, setter)], self.style)
        marks = style_marks(text, setter.game.styles)
        for slip in slips_in(text, setter.game.styles):
            name = dict(slip.values).get("name", "/")
            place = setter.notes.place_with(f"[{name}]", self.name)
            setter.notes.warn(slip, element.at, slip.hint, place)
        tracking = self.tracking(text)
        language = setter.game.language if element.get("hyphens") == "auto" else None
        start, pieces = 0, STYLED if marks else MARK
        for line in text.split(LINE_BREAK):
            words = WordBuilder(tracking, language)
            for piece in pieces.finditer(line):
                mark = marks.get(start + piece.start())
                if mark is not None:
                    self.open_style(mark)
                else:
                    self.piece(piece, words)
                if self.lacks_font:
                    return False
            self.paragraphs.append(words.words)
            start += len(line) + 1
        self.check_closed()
        return True

    def tracking(self, text: str) -> float:
        """Read the space that the area adds after each letter, in em, so that it shrinks with the
        text; 0 if the text may run from right to left.
        """
        element = self.element
        spacing = element.properties.get("letter-spacing", "")
        size = size_of(self.style["font-size"], element)
        tracking = parse_spacing(spacing, size, element.at) / size
        return 0.0 if turns(text) or self.style.get("direction") == "rtl" else tracking

    def open_style(self, mark: str) -> None:
        """Begin a style, or end the most recent one."""
        if mark == END:
            self.look = self.look._replace(style=self.outer.pop())
        else:
            around = self.look.style
            self.outer.append(around)
            self.look = self.look._replace(style=self.setter.game.styles[mark].within(around))

    def piece(self, piece: re.Match[str], words: WordBuilder) -> None:
        """Read a piece of the text."""
        sort = piece.lastgroup
        assert sort is not None, "one of them always matches"
        _PIECES.get(sort, _AreaReader.letters)(self, piece[sort], words)

    def bold(self, mark: str, words: WordBuilder) -> None:
        self.look = self.look._replace(is_bold=not self.look.is_bold)

    def italic(self, mark: str, words: WordBuilder) -> None:
        self.look = self.look._replace(is_italic=not self.look.is_italic)

    def gap(self, text: str, words: WordBuilder) -> None:
        self.setter.notes.fault(
            say.GAP_IN_TEXT(found=text[:40]),
            self.element.at,
            None,
            self.setter.notes.place_with(text, self.name),
        )

    def brace(self, brace: str, words: WordBuilder) -> None:
        is_open = brace == "{"
        said = say.BRACE_NOT_CLOSED(brace=brace) if is_open else say.BRACE_NOT_OPENED(brace=brace)
        self.open_mark(said, brace)

    def letters(self, text: str, words: WordBuilder) -> None:
        look = self.look
        if look not in self.fonts:
            self.fonts[look] = self.setter.font(self.style, self.element.at, look)
        font = self.fonts[look]
        if font is None:
            self.lacks_font = True
            return
        for one, letters in font.runs(text):
            self.setter.check_glyphs(letters, one, self.name, self.element.at)
            words.text(letters, one, look.is_bold, look.is_italic, look.style)

    def open_mark(self, said: Said, mark: str) -> None:
        notes = self.setter.notes
        notes.fault(said, self.element.at, None, notes.place_with_open(mark, self.name))

    def check_closed(self) -> None:
        """Report bold or italic text without an end."""
        if self.look.is_bold or self.look.is_italic:
            mark = "**" if self.look.is_bold else "*"
            self.open_mark(say.MARK_NOT_CLOSED(mark=mark), mark)

    def icon(self, name: str, words: WordBuilder) -> None:
        """Put an icon among the words."""
        setter, own = self.setter, self.look.style
        try:
            icon = setter.icons.find(name) if name == name.strip() else None
        except SvgFault as fault:
            setter.notes.svg_fault(fault)
            return
        if icon is None:
            self.unknown_icon(name)
            return
        box = view_box(icon.root)
        width = box.width / box.height * own.size
        words.piece(Fragment(name, self.plain, False, False, width, is_icon=True, style=own))

    def unknown_icon(self, name: str) -> None:
        """Report a name in braces without an icon."""
        setter, notes, bare = self.setter, self.setter.notes, name.strip()
        own = notes.place_with(f"{{{name}}}", self.name)
        place = own or setter.word_with(f"{{{name}}}")
        if own is None and place is not None and name != name.lower():
            hint = (
                f"did you mean '{{{name.lower()}}}'? A template fills in values by their exact "
                "names"
            )
        elif bare in setter.icons.names:
            hint = f"write {{{bare}}}, without spaces"
        elif SINGLE_BRACE.match(f"{{{name}}}"):
            hint = f"in a template, write {{{{ {bare} }}}}; write a plain brace as \\{{"
        else:
            hint = icon_hint(bare, setter.icons.folder, "write a plain brace as \\{")
        message = say.NOT_AN_ICON_IN_BRACES(found=name)
        notes.fault(message, self.element.at, hint, place)


_PIECES: Mapping[str, Callable[[_AreaReader, str, WordBuilder], None]] = {
    "bold": _AreaReader.bold,
    "italic": _AreaReader.italic,
    "gap": _AreaReader.gap,
    "brace": _AreaReader.brace,
    "icon": _AreaReader.icon,
}
"""How each sort of piece is read; all others are letters."""
