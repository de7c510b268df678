"""Stage 2b, fit: every text area of a Face becomes placed text and icons.

In: a Face with `<textArea>`. Out: the Face without, and a `Fit` for each area: the size used, the
lines, what was too much. Text wraps at spaces, after dashes and slashes and at soft hyphens, and
shrinks from its wanted size down to its floor.

    <textArea id="flavour" x="5" y="60" width="53" height="12" font-size="8.5pt" min-font-size="7pt"
              text-align="center" display-align="center" line-height="1.2" max-lines="2">… **bold**
              *italic* {icon} …</textArea>

`id` names the card's field the text comes from. A size in pt is points on paper; a plain number is
in the viewBox's units.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

from generator.data.budget import OutOfTime, note_place
from generator.data.files import path_within
from generator.data.game import Game, Part, icon_hint, icon_names
from generator.data.geometry import Box, decimals
from generator.data.opening import RefusedFile, read_file
from generator.data.problems import Place, Problem, ProblemError, did_you_mean
from generator.data.quoting import curled_parts
from generator.data.styles import END, PLAIN, TextStyle, slips_in, style_marks, without_styles
from generator.data.units import MM_PER_PT, PT_PER_MM
from generator.face.artwork import read_art
from generator.face.bidi import (
    ICON,
    LEFTWARD_LANGUAGES,
    is_leftward,
    levels_of,
    line_levels,
    stretches,
    turns,
)
from generator.face.faces import LINE_BREAK, OUR_TEMPLATE, Face, template_place
from generator.face.fonts import BUNDLED, DEFAULT_FAMILY, Font, FontBook, parse_weight
from generator.face.fragments import fragment
from generator.face.hyphens import SOFT_HYPHEN, hyphenated
from generator.face.shaping import divided, lacking, measure, refusal
from generator.face.subset import WORDS
from generator.face.svg import (
    MOST_BYTES,
    Element,
    SvgFault,
    parse_number,
    parse_spacing,
    parse_style,
    view_box,
)

CENTRE = "data-centre"
READABLE_PT = 7.0
STEP_PT = 0.25
MAX_ICONS = 200
_SKIPPED_FROM = 20  # steps of shrinking
MOST_LETTERS = 50_000
"""Letters on one face: six times as many as a page of a book has."""
_STROKE = ("stroke", "stroke-width", "stroke-opacity", "stroke-linejoin")
_AREA = {
    "id",
    "x",
    "y",
    "width",
    "height",
    "font-size",
    "min-font-size",
    "text-align",
    "display-align",
    "line-height",
    "max-lines",
    "font-family",
    "font-weight",
    "font-style",
    "fill",
    "style",
    "class",
    "transform",
    "opacity",
    "direction",
    "letter-spacing",
    "hyphens",
    "font-variant",
    "fill-opacity",
    "paint-order",
    *_STROKE,
}
_CHOICES = {
    "text-align": ("start", "center", "middle", "end", "justify"),
    "display-align": ("before", "center", "after", "auto"),
    "hyphens": ("manual", "auto"),
    "font-variant": WORDS["font-variant"],
}
_INHERITED = (
    "font-family",
    "font-size",
    "font-weight",
    "font-style",
    "font-variant",
    "fill",
    "color",
    "text-anchor",
    "letter-spacing",
    "direction",
)
_AREA_STYLE = (_AREA - {"id", "x", "y", "width", "height", "style", "class", "transform"}) | set(
    _INHERITED
)
_FLOW = ("x", "y", "width", "height", "gap", "display-align", "transform", "opacity", "id")
_GAP_MM = 1.5
_OTHER_END = {"start": "end", "end": "start"}
_FIRST_TURNED = 0x0590
_VARIABLE = re.compile(r"var\(\s*(--[\w-]+)")
_SIZE_IN_PT = re.compile(r"(font-size\s*:\s*)([^;]*pt)")
_OF_ROOT = frozenset(
    {"id", "x", "y", "width", "height", "viewBox", "preserveAspectRatio", "version", "class"}
)
_MEANT: dict[str, dict[str, str]] = {
    "hyphens": {"none": "manual"},
    "text-align": {"left": "start", "right": "end", "centre": "center", "justified": "justify"},
    "display-align": {
        "middle": "center",
        "centre": "center",
        "top": "before",
        "start": "before",
        "bottom": "after",
        "end": "after",
    },
}
_LITERAL = r"[^\\*{}]+|."
_MARK = re.compile(
    r"\\(?P<escaped>[\\*{}\[\]\"'])"
    r"|(?P<alone>(?<!\S)\*\*?(?!\S))"
    r"|(?P<bold>\*\*)"
    r"|(?P<italic>\*)"
    r"|(?P<gap>\{\{.*?(?:\}\}|$))"
    r"|\{(?P<icon>[^{}]*)\}"
    r"|(?P<brace>[{}])"
    rf"|(?P<literal>{_LITERAL})",
    re.S,
)
"""The pieces of a card's text: the name of the one group that matches says which sort a piece is.
"""
_SINGLE_BRACE = re.compile(
    r"(?<!\{)\{\s*((?:card|kind|game|palette|rules|rulings|tables|cards|words|components)\.\w[\w.\[\]]*)\s*\}?"
)
_ZERO_WIDTH = "\u200b"
# not the one before a mark or within « » where it is wanted
_SPACE = r"(?<!^«)(?<!\s«)[ \t\r\n]+(?![;:!?](?!\w))(?!»(?!\w))"
_BETWEEN_WIDE_LETTERS = (  # those of Chinese and Japanese
    r"(?<=[\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uff01-\uff60、。])(?<![「『（〔【《〈])"
    r"(?=[\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff「『（〔【《〈])(?![ぁぃぅぇぉっゃゅょァィゥェォッャュョー・])"
)
_FIRST_WIDE_LETTER = "\u3001"
_AFTER_DASH_OR_HYPHEN = r"(?<=\w[-–—/])(?=\w)|\u00ad|\u200b"


_STYLED = re.compile(
    _MARK.pattern.replace(_LITERAL, r"\[(?:/|[^\W\d][\w-]*)\]|[^\\*{}\[]+|."), re.S
)
"""The same for a text with marks of styles, which are their own literals."""


def breaks_in(text: str, also: str) -> Iterator[re.Match[str]]:
    """Find where lines of a text may break: at spaces, between Chinese or Japanese letters, and
    where the pattern `also` fits.
    """
    has_wide_letters = not text.isascii() and max(text) >= _FIRST_WIDE_LETTER
    return _breaks(also, has_wide_letters).finditer(text)


@lru_cache
def _breaks(also: str, has_wide_letters: bool) -> re.Pattern[str]:
    """Compile what `breaks_in` looks for. Sets of wide letters take long, and most games have no
    such letters.
    """
    patterns = [_SPACE, _BETWEEN_WIDE_LETTERS, also] if has_wide_letters else [_SPACE, also]
    return re.compile("|".join(patterns))


def without_marks(text: str, styles: Collection[str] = ()) -> str:
    """Return a card's text as it is read aloud: no asterisks or marks of styles, escapes resolved,
    icons by their names.
    """

    def said(mark: re.Match[str]) -> str:
        sort = mark.lastgroup
        assert sort is not None, "one of them always matches"
        if sort == "icon":
            return mark[sort].strip().rpartition("/")[2]
        return "" if sort in ("bold", "italic") else mark[sort]

    return _MARK.sub(said, without_styles(text, styles))


@dataclass(frozen=True)
class Fit:
    """How one text area turned out. Sizes in points on paper; overflow in millimetres, 0 where all
    fits.
    """

    card: str
    field: str
    wanted_pt: float
    used_pt: float
    lines: int
    too_high_mm: float
    too_wide_mm: float
    at: str
    place: Place

    @property
    def overflows(self) -> bool:
        return self.too_high_mm > 0 or self.too_wide_mm > 0


@dataclass(frozen=True)
class Fragment:
    """A stretch of text in one style, or an icon (then `text` is its name). `width` in em of the
    area's size.
    """

    text: str
    font: Font
    is_bold: bool
    is_italic: bool
    width: float
    is_icon: bool = False
    tracking: float = 0.0  # what is after each letter, in em; in the width too
    style: TextStyle = (
        PLAIN  # how its letters look beside those around them; its size is in the width too
    )


@dataclass
class Word:
    """Pieces that stay together. `space` is the width of the space before it in em, 0 where there
    is none.
    """

    pieces: list[Fragment] = field(default_factory=list)
    space: float = 0.0
    hyphen: bool = False  # a soft hyphen follows: shown only where the line breaks there
    is_spread: bool = False  # the space before it is wider than its font's, as in a justified line
    is_leftward: bool = False  # its paragraph begins at the right
    # of its characters and the space before it, where its paragraph may run from right to left
    levels: tuple[int, ...] = ()
    kern: float = 0.0  # how much closer (below 0) it is to the word before, on the same line

    @property
    def width(self) -> float:
        return math.fsum(piece.width for piece in self.pieces)

    @property
    def gap(self) -> float:
        """Return how far it is from the word before, on the same line."""
        return self.space + self.kern

    @property
    def text(self) -> str:
        """Return its characters in reading order, an icon counting as one."""
        return "".join(ICON if piece.is_icon else piece.text for piece in self.pieces)


Paragraph = list[Word]


def wrap(paragraphs: list[Paragraph], width: float, hyphen: float = 0.3) -> list[list[Word]]:
    """Break paragraphs into lines no wider than `width` (in em) where that is possible; no word is
    lost.

    A word wider than the line is alone on it. An empty paragraph is an empty line.
    """
    lines: list[list[Word]] = []
    for paragraph in paragraphs:
        line: list[Word] = []
        used = 0.0
        for word in paragraph:
            needed = word.gap + word.width + (hyphen if word.hyphen else 0.0)
            if line and used + needed > width + 1e-9:
                lines.append(line)
                line, used = [], 0.0
            used += word.width + (word.gap if line else 0.0)
            line.append(word)
        lines.append(line)
    return lines


def balanced(
    paragraphs: list[Paragraph], lines: list[list[Word]], hyphen: float = 0.3
) -> list[list[Word]]:
    """Even out the lines of centred text: the narrowest width that takes no more lines, so that no
    word is left alone.
    """
    most = max((line_width(line) for line in lines), default=0.0)
    if len(lines) <= len(paragraphs) or most <= 0:
        return lines
    low, high = most / len(lines), most
    for _ in range(12):
        middle = (low + high) / 2
        tried = wrap(paragraphs, middle, hyphen)
        if len(tried) <= len(lines) and max(map(line_width, tried)) <= middle + 1e-9:
            lines, high = tried, middle
        else:
            low = middle
    return lines


def direct(paragraph: Paragraph, language: str, direction: str = "") -> None:
    """Set the direction of a paragraph's words: `direction` (ltr, rtl) if given, otherwise by
    language and letters.
    """
    text = "".join((" " if word.space else "") + word.text for word in paragraph)
    if direction != "rtl" and not turns(text) and language.split("-")[0] not in LEFTWARD_LANGUAGES:
        return
    runs_left = direction == "rtl" if direction else is_leftward(text, language)
    levels = levels_of(text, int(runs_left)) if direction == "rtl" or turns(text) else []
    at, before = 0, 0
    for word in paragraph:
        word.is_leftward = runs_left or (
            not direction and language.split("-")[0] in LEFTWARD_LANGUAGES
        )
        end = at + len(word.text) + bool(word.space)
        word.levels = tuple(levels[at:end])
        at = end
        if word.levels:
            word.pieces = _joined(word)
            if before % 2 or word.levels[0] % 2:
                word.kern = 0.0
            before = word.levels[-1]


def _joined(word: Word) -> list[Fragment]:
    """Measure a word's pieces again, its letters joined across them, each part by the way it
    runs.
    """
    text, at = word.text, 0
    levels = word.levels[len(word.levels) - len(text) :]
    pieces = []
    for piece in word.pieces:
        end = at + (1 if piece.is_icon else len(piece.text))
        if not piece.is_icon:
            ways = [
                (at + part.start, at + part.end, part.is_leftward)
                for part in stretches(levels[at:end])
            ]
            width = math.fsum(
                measure(divided(text, first, last), piece.font, leftward=way)
                for first, last, way in ways
            )
            piece = replace(piece, width=width * piece.style.size)
        pieces.append(piece)
        at = end
    return pieces


def begins_right(line: list[Word]) -> bool:
    """Return whether a line belongs to a paragraph that begins at the right."""
    return bool(line) and line[0].is_leftward


@dataclass(frozen=True)
class PlacedFragment:
    """A stretch of a line in one style, or an icon, or a gap (then `text` is empty). `x`, its left
    end, and `width` in em.
    """

    text: str
    piece: Fragment
    x: float
    width: float
    is_leftward: bool


def in_order(line: list[Word]) -> list[PlacedFragment]:
    """Divide a line whose words have levels into what is on it, from left to right."""
    characters, levels = "", [level for word in line for level in word.levels]
    owners: list[Fragment] = []
    for number, word in enumerate(line):
        if word.space and not number:
            del levels[0]
        elif word.space:
            is_within = not word.is_spread and _style_of(owners[-1]) == _style_of(word.pieces[0])
            owners.append(
                owners[-1]
                if is_within
                else Fragment("", word.pieces[0].font, False, False, word.space)
            )
            characters += " "
        for piece in word.pieces:
            characters += ICON if piece.is_icon else piece.text
            owners += [piece] * (len(characters) - len(owners))
    if line[-1].hyphen:
        last = owners[-1]
        characters += "-"
        owners.append(
            replace(last, text="-", is_icon=False, width=last.font.width("-") * last.style.size)
        )
        levels.append(levels[-1])
    base = int(line[0].is_leftward)
    cuts = [i for i in range(1, len(owners)) if _style_of(owners[i]) != _style_of(owners[i - 1])]
    placed: list[PlacedFragment] = []
    x = 0.0
    for stretch in stretches(line_levels(characters, levels, base), cuts):
        piece = owners[stretch.start]
        if piece.is_icon or not piece.text:
            placed.append(PlacedFragment(piece.text, piece, x, piece.width, stretch.is_leftward))
            x += piece.width
            continue
        text, share = divided(characters, stretch.start, stretch.end), piece.style.size
        space = piece.font.width(" ") * share  # none stays at either end, where SVG would drop it
        ends = (
            (len(text) - len(text.lstrip(" "))) * space,
            (len(text) - len(text.rstrip(" "))) * space,
        )
        whole, text = (
            measure(text, piece.font, leftward=stretch.is_leftward) * share,
            text.strip(" "),
        )
        if text:
            width = measure(text, piece.font, leftward=stretch.is_leftward) * share
            placed.append(
                PlacedFragment(
                    text, piece, x + ends[stretch.is_leftward], width, stretch.is_leftward
                )
            )
        x += whole
    return placed


def _style_of(piece: Fragment) -> object:
    """Return the key that fragments must share to be one text; icons and gaps share it with
    nothing.
    """
    return (
        id(piece)
        if piece.is_icon or not piece.text
        else (piece.font, piece.is_bold, piece.is_italic, piece.style)
    )


def line_width(line: list[Word]) -> float:
    """Measure a line in em, its last soft hyphen included."""
    if any(word.levels for word in line):
        last = in_order(line)[-1]
        return last.x + last.width
    width = math.fsum(
        word.width + (word.gap if number else 0.0) for number, word in enumerate(line)
    )
    piece = line[-1].pieces[-1] if line and line[-1].pieces else None
    if piece is None:
        return width
    return width + (_hyphen_width(piece) if line[-1].hyphen else 0.0) - piece.tracking


def justified(
    paragraphs: list[Paragraph], lines: list[list[Word]], width: float
) -> list[list[Word]]:
    """Widen the spaces of all lines but the last of each paragraph, up to `width` in em. Lines
    without spaces stay as they are, except those in Chinese or Japanese, whose letters are spread.
    """
    ends = {id(paragraph[-1]) for paragraph in paragraphs if paragraph}
    return [
        line if not line or id(line[-1]) in ends else _spread(line, width - line_width(line))
        for line in lines
    ]


def _spread(line: list[Word], more: float) -> list[Word]:
    """Spread the words of a line over so much more."""
    gaps = [number for number, word in enumerate(line) if number and word.space]
    if not gaps:
        gaps = [
            number
            for number, word in enumerate(line)
            if number and word.text[:1] >= _FIRST_WIDE_LETTER
        ]
    if not gaps or more <= 0:
        return line
    share = more / len(gaps)
    return [
        replace(w, space=w.space + share, is_spread=True) if n in gaps else w
        for n, w in enumerate(line)
    ]


def tallest(lines: Sequence[list[Word]]) -> float:
    """Return how large the largest words of some lines are beside the area's size; at least 1."""
    return max(
        (1.0, *(piece.style.size for line in lines for word in line for piece in word.pieces))
    )


def baselines(lines: list[list[Word]], leading: float) -> list[float]:
    """Return how far each line is below the first one, in em; a line with larger words is
    further below that above.
    """
    if tallest(lines) == 1.0:
        return [number * leading for number in range(len(lines))]
    found = [0.0]
    for line in lines[1:]:
        found.append(found[-1] + leading * tallest([line]))
    return found


def _hyphen_width(piece: Fragment) -> float:
    """Measure the hyphen that ends a line after a piece."""
    kern = 0.0 if piece.is_icon else piece.font.kern(piece.font.set(piece.text)[-1] + "-")
    return (piece.font.width("-") + kern) * piece.style.size + piece.tracking


@lru_cache(maxsize=1024)
def _slips(given: frozenset[str], read: frozenset[str]) -> tuple[tuple[str, str], ...]:
    """Find the variables that no one reads where one of nearly that name is read; each with a
    hint.
    """
    found = ((name, did_you_mean(name, read - given)) for name in sorted(given - read))
    return tuple((name, hint) for name, hint in found if hint)


@dataclass(frozen=True)
class Icon:
    """An icon as it was read. `inside` is what it shows, the same list on all faces; `reads` are
    the variables that it asks for.
    """

    root: Element
    inside: list[Element | str]
    reads: frozenset[str]
    source: str


class Fitter:
    """Fit the faces of one game. Icons are read once; `fits` collects what was done."""

    def __init__(self, game: Game, fonts: FontBook, previous: Fitter | None = None) -> None:
        self.game, self.fonts = game, fonts
        self.icons: dict[str, Icon] = (
            previous.icons if previous and previous.game.icons == game.icons else {}
        )

    @cached_property
    def known_icons(self) -> list[str]:
        """List the names of all icons, for hints."""
        return icon_names(self.game.icons)

    def icon(self, name: str) -> Icon | None:
        """Read an icon of the game by name; None if there is none. Raises SvgFault where it is
        no good.
        """
        if name not in self.icons:
            if len(self.icons) >= MAX_ICONS:  # a large deck has a portrait for every card
                del self.icons[next(iter(self.icons))]
            file, _, part = name.partition(".svg#")
            path = path_within(self.game.icons, file + ".svg", self.game.folder)
            if path is None or not path.is_file():
                return None
            try:
                raw = read_file(path, self.game.folder, MOST_BYTES)
            except RefusedFile as fault:
                raise SvgFault(
                    f"cannot read the icon: {fault}", f"icons/{file}.svg:1", fault.problems[0].hint
                ) from None
            whole = read_art(raw, f"icons/{file}.svg")
            alone = fragment(whole, part) if part else whole
            if alone is None:
                hint = did_you_mean(part, [one.get("id") for one in whole.walk() if one.get("id")])
                raise SvgFault(
                    f"the icon has no element with the id '{part[:40]}'",
                    f"icons/{file}.svg:1",
                    hint,
                )
            root = _with_own_ids(alone, name.replace(".svg#", "-"))
            reads = (
                found
                for e in root.walk()
                for value in e.attributes.values()
                for found in _VARIABLE.findall(value)
            )
            self.icons[name] = Icon(
                root, _inside(root), frozenset(reads), f"{name} {hashlib.sha256(raw).hexdigest()}"
            )
        return self.icons[name]

    def fit(self, face: Face) -> tuple[Face, list[Fit], list[Problem]]:
        """Replace every text area and check every text of a face."""
        work = _FaceFit(self, face)
        whole = self.lettered(face.root) if isinstance(face.card, Part) else face.root
        root = work.element(whole, {"font-family": DEFAULT_FAMILY, "font-size": "4"})
        assert isinstance(root, Element)
        return replace(face, root=root), work.fits, work.problems

    def lettered(self, root: Element) -> Element:
        """Put a face of the tool's own templates into a font of the game's where that alone has the
        letters.
        """
        family = self.fonts.with_letters(root.text()).family
        return root if family == DEFAULT_FAMILY else _in_family(root, family)


def _in_family(element: Element, family: str) -> Element:
    """Copy an element; what the tool's own templates put in its own fonts is in another."""
    children = [
        child if isinstance(child, str) else _in_family(child, family) for child in element.children
    ]
    attributes = element.attributes
    if attributes.get("font-family") in BUNDLED and template_place(element.at)[0] == OUR_TEMPLATE:
        attributes = {**attributes, "font-family": family}
    return Element(element.tag, attributes, children, element.at)


def _with_own_ids(icon: Element, name: str) -> Element:
    """Rename an icon's ids after the icon, so that icons on one face do not take each other's."""
    ids = {
        e.attributes["id"]: f"{name.replace('/', '-')}-{e.attributes['id']}"
        for e in icon.walk()
        if "id" in e.attributes
    }
    for element in icon.walk() if ids else ():
        for key, value in element.attributes.items():
            if key == "id":
                element.attributes[key] = ids[value]
            elif key == "href" and value[1:] in ids:
                element.attributes[key] = "#" + ids[value[1:]]
            elif "url(#" in value:
                element.attributes[key] = re.sub(
                    r"url\(#([^)]+)\)", lambda m: f"url(#{ids.get(m[1], m[1])})", value
                )
    return icon


def _inside(icon: Element) -> list[Element | str]:
    """Return the content of an icon's svg, in a group with the svg's own paint if it has any."""
    paint = {name: value for name, value in icon.attributes.items() if name not in _OF_ROOT}
    return [Element("g", paint, icon.children, icon.at)] if paint else icon.children


def _placeholder(element: Element) -> Element:
    """Show where an icon is missing that a `<use>` names: a dashed frame, so that a face being
    edited says so.
    """
    placed = {
        key: element.get(key)
        for key in ("x", "y", "width", "height", "transform")
        if element.get(key)
    }
    frame = {"width": "8", "height": "8", **placed}
    line = {
        "fill": "none",
        "stroke": "#8a8a8a",
        "stroke-width": "0.4",
        "stroke-dasharray": "1.2 0.8",
    }
    return Element("rect", {**frame, **line}, [], element.at)


def _variant(style: dict[str, str]) -> str:
    """Read which forms of the letters are wanted; what that may be is looked at when it is
    drawn.
    """
    said = style.get("font-variant", "normal")
    return "" if said == "normal" else said


def _styled(element: Element, style: dict[str, str]) -> dict[str, str]:
    """Return the inherited style overridden by the element's own; its style attribute wins over
    other attributes.
    """
    own = {name: element.attributes[name] for name in _INHERITED if name in element.attributes}
    own |= {name: value for name, value in parse_style(element.get("style")) if name in _INHERITED}
    return {**style, **own} if own else style


def _strings(element: Element) -> Iterator[str]:
    """Go through the strings in an element, in the order in which they are read."""
    for child in element.children:
        if isinstance(child, str):
            yield child
        else:
            yield from _strings(child)


def _with_strings(element: Element, strings: Iterator[str]) -> Element:
    """Copy an element with other strings in the same places."""
    children = [
        next(strings) if isinstance(child, str) else _with_strings(child, strings)
        for child in element.children
    ]
    return Element(element.tag, element.attributes, children, element.at)


def _swapped(element: Element) -> Element:
    """Copy a text whose start and end change places, with all that is in it."""
    attributes = dict(element.attributes)
    if attributes.get("text-anchor") in _OTHER_END:
        attributes["text-anchor"] = _OTHER_END[attributes["text-anchor"]]
    if "text-anchor" in attributes.get("style", ""):
        turned = (
            f"{key}: {_OTHER_END.get(value, value) if key == 'text-anchor' else value}"
            for key, value in parse_style(attributes["style"])
        )
        attributes["style"] = "; ".join(turned)
    children = [child if isinstance(child, str) else _swapped(child) for child in element.children]
    return Element(element.tag, attributes, children, element.at)


class _FaceFit:
    """The fitting of one face."""

    def __init__(self, fitter: Fitter, face: Face) -> None:
        self.fitter, self.face, self.card = fitter, face, face.card
        self.letters = 0
        self.changed = 0
        """How many of the elements around the one that is fitted have a transform or a viewBox of
        their own.
        """
        self.fits: list[Fit] = []
        self.problems: list[Problem] = []

    def fault(
        self, code: str, message: str, at: str, hint: str | None = None, place: Place | None = None
    ) -> None:
        """Report at the card's place where one is given, else at the template's line; the other
        goes along.
        """
        what, template = template_place(at)
        if place is None and what == OUR_TEMPLATE:
            place = self.card.place
        if place is None:
            self.problems.append(
                Problem(
                    code,
                    message,
                    template,
                    hint,
                    also=(("card", self.card.place),),
                    card=self.card.id,
                )
            )
        else:
            self.problems.append(
                Problem(code, message, place, hint, also=((what, template),), card=self.card.id)
            )

    def place_of(self, name: str) -> Place:
        return self.card.places.get(name, self.card.place)

    def element(self, element: Element, style: dict[str, str]) -> Element:
        """Copy an element with its text areas replaced, its style known, its text sizes in
        millimetres.
        """
        try:
            return self.replaced(element, _styled(element, style))
        except (OutOfTime, MemoryError) as fault:
            note_place(fault, element.at)
            raise

    def replaced(self, element: Element, style: dict[str, str]) -> Element:
        try:
            if element.tag != "textArea" and element.tag.lower() == "textarea":
                raise SvgFault(
                    f"<{element.tag}> is not an element of SVG", element.at, "write <textArea>"
                )
            if "font-size" in element.attributes and element.attributes[
                "font-size"
            ].strip().endswith("px"):
                size = element.attributes["font-size"].strip()
                raise SvgFault(
                    f"'font-size' expected points or millimetres, found '{size}'",
                    element.at,
                    (
                        f"pixels are not a length on paper; write {size[:-2]}pt, or a plain number "
                        "of "
                        "millimetres"
                    ),
                )
            if element.tag in ("text", "textArea") and not self.has_room(element):
                return Element("g", {}, [], element.at)
            if element.tag == "textArea":
                return self.area(element, style)
            if element.tag == "flow":
                return self.flow(element, style)
            if element.tag == "text":
                return self.directed(
                    self.text(self.centred(self.quoted(element, style), style), style), style
                )
            if CENTRE in element.attributes:
                raise SvgFault(f"'{CENTRE}' goes with <text>, not <{element.tag}>", element.at)
            if element.tag == "use" and not element.get("href").startswith("#"):
                return self.use(element)
            attributes = self.in_mm(element)
        except SvgFault as fault:
            self.fault(fault.code, fault.message, fault.at or element.at, fault.hint)
            return Element("g", {}, [], element.at)
        except ProblemError as fault:
            self.problems += fault.problems
            return Element("g", {}, [], element.at)
        is_changing = element is not self.face.root and (
            "transform" in attributes or "viewBox" in attributes
        )
        self.changed += is_changing
        children = [
            self.element(c, style) if isinstance(c, Element) else c for c in element.children
        ]
        self.changed -= is_changing
        return Element(element.tag, attributes, children, element.at)

    def has_room(self, element: Element) -> bool:
        """Count the letters of a text, and tell whether a face can hold them all. Raises SvgFault
        with the first text that is too much.
        """
        if self.letters <= MOST_LETTERS:
            self.letters += len(element.text())
            if self.letters > MOST_LETTERS:
                raise SvgFault(
                    f"the texts of this face have more than {MOST_LETTERS:,} letters",
                    element.at,
                    "shorten them",
                    "face-too-much",
                )
        return self.letters <= MOST_LETTERS

    def in_mm(self, element: Element) -> dict[str, str]:
        """Return an element's attributes, with a text size in points converted to millimetres."""
        attributes = element.attributes
        if "pt" in attributes.get("font-size", ""):
            attributes = {
                **attributes,
                "font-size": _number(self.size(attributes["font-size"], element)),
            }
        if "pt" in attributes.get("style", ""):
            style = _SIZE_IN_PT.sub(
                lambda match: match[1] + _number(self.size(match[2], element)), attributes["style"]
            )
            attributes = {**attributes, "style": style}
        return attributes

    def use(self, element: Element) -> Element:
        """Replace `<use href="icons/NAME.svg">` by the icon itself, so that the face needs no other
        file.
        """
        href = element.get("href")
        name = href.removeprefix("icons/").removesuffix(".svg")
        try:
            icon = self.fitter.icon(name) if href.startswith("icons/") else None
            if icon is None:
                is_named_after = name.rpartition("/")[2] in (self.card.id, self.card.entry)
                own = (
                    f"draw templates/icons/{name}.svg for '{self.card.id}', or give it `art:` "
                    "where its template shows that"
                )
                is_own = is_named_after and href.startswith("icons/")
                said = f"expected an icon (a file in templates/icons), found '{href}'"
                self.fault(
                    "unknown-icon",
                    said,
                    element.at,
                    own if is_own else icon_hint(name, self.fitter.game.icons),
                )
                return _placeholder(element)
            box = view_box(icon.root)
            self.check_variables(element, icon.reads)
        except SvgFault as fault:
            self.fault(fault.code, fault.message, fault.at, fault.hint)
            return Element("g", {}, [], element.at)
        self.look_at_size(element, box)
        attributes = {**element.attributes, "viewBox": " ".join(f"{n:g}" for n in box)}
        del attributes["href"]
        transform = attributes.pop("transform", None)
        nested = Element("svg", attributes, icon.inside, element.at, True, icon.source, href)
        return Element("g", {"transform": transform}, [nested], element.at) if transform else nested

    def look_at_size(self, element: Element, box: Box) -> None:
        """Warn of an icon that is as large as it was drawn, and larger than the face, since nothing
        says how large it is to be.
        """
        is_said = any(element.get(name) for name in ("width", "height", "transform", "style"))
        if (
            not is_said
            and not self.changed
            and (box.width > self.face.size_mm[0] or box.height > self.face.size_mm[1])
        ):
            message = (
                f"this icon is {box.width:g} x {box.height:g} mm here, larger than the face, "
                "because it has no width and no height"
            )
            also = (("card", self.card.place),)
            place = template_place(element.at)[1]
            hint = 'give its size in millimetres: width="9" height="9"'
            self.problems.append(
                Problem("icon-unsized", message, place, hint, "warning", also, self.card.id)
            )

    def check_variables(self, element: Element, read: frozenset[str]) -> None:
        """Refuse a variable that an icon does not read where it reads one of nearly that name."""
        given = frozenset(
            name for name, _ in parse_style(element.get("style")) if name.startswith("--")
        )
        for name, hint in _slips(given, read):
            self.fault(
                "bad-svg",
                f"the icon '{element.get('href')}' reads no variable '{name}'",
                element.at,
                hint,
            )

    def quoted(self, element: Element, style: dict[str, str]) -> Element:
        """Copy a `<text>` with the quotes of the game's language in place of straight ones."""
        parts = list(_strings(element))
        curled = self.in_quotes(parts, style)
        return element if curled == parts else _with_strings(element, iter(curled))

    def in_quotes(self, parts: list[str], style: dict[str, str]) -> list[str]:
        """Put the quotes of the game's language into the parts of one text, if the font has
        them.
        """
        curled = curled_parts(parts, self.fitter.game.quoting)
        if curled == parts:
            return parts
        try:
            font = self.fitter.fonts.find(style["font-family"])
        except ProblemError:  # which is reported for the text itself
            return parts
        put = "".join(set("".join(curled)) - set("".join(parts)))
        return parts if any(one.missing(letters) for one, letters in font.runs(put)) else curled

    def text(self, element: Element, style: dict[str, str]) -> Element:
        """Check the glyphs of a plain `<text>`; its size may be given in pt."""
        font = self.font(style, element.at)
        if font:
            own = "".join(child for child in element.children if isinstance(child, str))
            for one, letters in font.runs(own):
                self.check_glyphs(letters, [one], element.get("id"), element.at)
            slip = _SINGLE_BRACE.search(own)
            if slip:
                self.fault(
                    "bad-svg",
                    f"'{slip[0]}' is printed as it is here",
                    element.at,
                    f"did you mean {{{{ {slip[1]} }}}}?",
                )
        children: list[Element | str] = []
        for child in element.children:
            if isinstance(child, Element):
                children.append(self.text(child, _styled(child, style)))
            else:
                children += self.in_fonts(child, font, element.at)
        attributes = self.in_mm(element)
        family = self.families(font, own) if font else ""
        if (
            family and style["font-family"] != family
        ):  # a name of the game's own means nothing to a browser
            attributes = {**attributes, "font-family": family}
        return Element(element.tag, attributes, children, element.at)

    def in_fonts(self, text: str, font: Font | None, at: str) -> list[Element | str]:
        """Put the letters that a font lacks into a `<tspan>` of the font that has them."""
        parts = list(font.runs(text)) if font else []
        if font is None or len(parts) == 1:
            return [text]
        return [
            part if one is font else Element("tspan", {"font-family": one.family}, [part], at)
            for one, part in parts
        ]

    def families(self, font: Font, text: str) -> str:
        """Name a font's family for a browser, and after it those that have the emoji in a text."""
        if font.pictograms is None or all(not shown for _, shown in font.pictured(text)):
            return font.family
        return ", ".join(dict.fromkeys((font.family, *self.fitter.fonts.in_colour)))

    def centred(self, element: Element, style: dict[str, str]) -> Element:
        """Put a `<text>` that says `data-centre="ink"` so that what is seen of it has its middle at
        x and y.
        """
        word = element.attributes.get(CENTRE)
        if word is None:
            return element
        if word != "ink":
            raise SvgFault(
                f"'{CENTRE}' expected ink, found '{word}'", element.at, did_you_mean(word, ("ink",))
            )
        if element.elements:
            raise SvgFault(
                f"'{CENTRE}' goes with a <text> that has no <{element.elements[0].tag}> in it",
                element.at,
            )
        attributes = {name: value for name, value in element.attributes.items() if name != CENTRE}
        font, text = (
            self.font(style, element.at),
            " ".join(element.text().replace(LINE_BREAK, " ").split(" ")).strip(),
        )
        size = self.size(style["font-size"], element)
        spacing = (
            parse_spacing(style.get("letter-spacing", ""), size, element.at) / size if size else 0.0
        )
        boxes, pen = list[Box](), 0.0
        for one, part in font.runs(text) if font else ():
            inked = one.ink(part, spacing)
            boxes += [inked.moved(pen, 0.0)] if inked else []
            pen += one.width(part) + spacing * len(part)
        if not boxes:
            return Element(element.tag, attributes, element.children, element.at)
        box, middle = Box.around(corner for inked in boxes for corner in inked.corners), pen / 2
        attributes["x"] = _number(element.number("x") + (middle - box.centre.x) * size)
        attributes["y"] = _number(element.number("y") - box.centre.y * size)
        attributes["text-anchor"] = "middle"
        if "text-anchor" in attributes.get("style", ""):
            kept = (
                f"{key}: {value}"
                for key, value in parse_style(attributes["style"])
                if key != "text-anchor"
            )
            attributes["style"] = "; ".join(kept)
        return Element(element.tag, attributes, element.children, element.at)

    def directed(self, element: Element, style: dict[str, str]) -> Element:
        """Let a `<text>` without a direction run as its letters do; it stays where the
        template puts it.
        """
        if self.direction(element, style) or not is_leftward(
            element.text(), self.fitter.game.language
        ):
            return element
        swapped = _swapped(element)
        anchor = _OTHER_END.get(style.get("text-anchor", "start"), "middle")
        own = f"text-anchor: {anchor}; direction: rtl"
        said = swapped.get("style").rstrip("; ")
        return replace(
            swapped, attributes={**swapped.attributes, "style": f"{said}; {own}" if said else own}
        )

    def size(self, text: str, element: Element) -> float:
        """Read a font size in millimetres."""
        if text.strip().endswith("pt"):
            return parse_number(text.strip()[:-2], "font-size", element.at) * MM_PER_PT
        return parse_number(text, "font-size", element.at)

    def font(
        self,
        style: dict[str, str],
        at: str,
        is_bold: bool = False,
        is_italic: bool = False,
        own: TextStyle = PLAIN,
    ) -> Font | None:
        try:
            weight = own.weight or parse_weight(style.get("font-weight", ""))
        except ValueError as fault:
            self.fault("bad-svg", str(fault), at)
            return None
        weight = {400: 700, 600: 900, 700: 900, 900: 900}[weight] if is_bold else weight
        italic = (
            own.is_italic or style.get("font-style", "") in ("italic", "oblique")
        ) != is_italic
        try:
            return self.fitter.fonts.find(style["font-family"], weight, italic, _variant(style))
        except ProblemError as fault:
            for problem in fault.problems:
                self.fault(problem.code, problem.message, at, problem.hint, problem.place)
            return None

    def check_glyphs(self, text: str, fonts: list[Font], name: str, at: str) -> None:
        for font in fonts:
            if lacks := font.not_small(text):
                self.plain_caps(font, lacks, at)
            refused = refusal(text, font)
            if refused:
                field_ = name if name in self.card.places else self.field_with_any(text)
                self.fault(
                    refused.code, refused.message, at, refused.hint, self.card.places.get(field_)
                )
                return
            for lack in lacking(text, font):
                field_ = name if name in self.card.places else self.field_with(lack.of)
                self.fault(lack.code, lack.message, at, lack.hint, self.card.places.get(field_))

    def plain_caps(self, font: Font, letters: str, at: str) -> None:
        """Warn that letters are printed as they are, for their font has no small capitals of
        them.
        """
        message = (
            f"the font {font.name} has no small capitals of '{letters[:20]}', which are printed "
            "unchanged"
        )
        hint = (
            "the upright fonts that come with the tool have them; or write capitals in a smaller "
            "size"
        )
        place = template_place(at)[1]
        if not any(
            known.code == "no-small-caps" and known.place == place for known in self.problems
        ):
            self.problems.append(
                Problem(
                    "no-small-caps",
                    message,
                    place,
                    hint,
                    "warning",
                    (("card", self.card.place),),
                    self.card.id,
                )
            )

    def field_with_any(self, text: str) -> str:
        """Find the card's field that has a letter of a text which is not of the Latin alphabet."""
        return next(filter(None, (self.field_with(c) for c in text if ord(c) >= _FIRST_TURNED)), "")

    def word_with(self, mark: str) -> Place | None:
        """Return the place of the text under `words:` that has a mark, which no template filled in;
        None if there is none, or several.
        """
        words = self.fitter.game.root.get("words")
        found = (
            [node.place for node in words.items.values() if mark in str(node.value)]
            if words
            else []
        )
        return found[0] if len(found) == 1 else None

    def field_with(self, character: str) -> str:
        for name in self.card.places:
            if name in self.card.record and character in str(self.card.record[name]):
                return name
        return ""

    # -- text areas

    def area(self, element: Element, style: dict[str, str]) -> Element:
        own = dict(parse_style(element.get("style")))
        if own:
            for name, value in own.items():
                if (
                    name not in _AREA_STYLE
                    and not name.startswith("-")
                    and value not in ("none", "normal", "0")
                ):
                    self.fault(
                        "bad-svg",
                        f"<textArea> has no style '{name}'",
                        element.at,
                        did_you_mean(name, _AREA_STYLE),
                    )
            styled = {
                name: value
                for name, value in own.items()
                if name in _AREA and name not in _INHERITED
            }
            element = Element(
                element.tag, {**element.attributes, **styled}, element.children, element.at
            )
        for name in element.attributes:
            if name not in _AREA and not name.startswith("data-"):
                self.fault(
                    "bad-svg",
                    f"<textArea> has no attribute '{name}'",
                    element.at,
                    did_you_mean(name, _AREA),
                )
        for align, known in _CHOICES.items():
            said = element.get(align)
            if said not in ("", *known):
                shown = (
                    tuple(word for word in known if word != "middle")
                    if align == "text-align"
                    else known[:3]
                )
                meant = _MEANT[align].get(said)
                raise SvgFault(
                    f"'{align}' expected one of {', '.join(shown)}, found '{said}'",
                    element.at,
                    f"write '{meant}'" if meant else did_you_mean(said, shown),
                )
        name = element.get("id")
        width, height = element.number("width"), element.number("height")
        if width <= 0 or height <= 0:
            raise SvgFault("<textArea> expected a width and a height", element.at)
        wanted = self.size(style["font-size"], element)
        floor = self.size(element.get("min-font-size") or style["font-size"], element)
        if floor > wanted + 1e-6:
            raise SvgFault(
                (
                    f"'min-font-size' expected at most the font-size, {style['font-size']}, found "
                    f"'{element.get('min-font-size')}'"
                ),
                element.at,
                "the text begins at font-size and shrinks to min-font-size",
            )
        if floor <= 0:
            raise SvgFault("<textArea> expected text sizes above 0", element.at)
        leading = element.number("line-height", 1.2)
        if leading <= 0:
            raise SvgFault(
                f"'line-height' expected a number above 0, found '{element.get('line-height')}'",
                element.at,
            )
        number = element.number("max-lines", 1)
        if number < 1 or number != int(number):
            raise SvgFault(
                f"'max-lines' expected a whole number above 0, found '{element.get('max-lines')}'",
                element.at,
            )
        most = int(number) if element.get("max-lines") else None
        paragraphs, fonts = self.paragraphs(element, style, name)
        if not fonts:
            return Element("g", {}, [], element.at)
        for paragraph in paragraphs:
            direct(paragraph, self.fitter.game.language, self.direction(element, style))
        is_centred = element.get("text-align") in ("center", "middle")
        size, lines, too_high, too_wide = _shrink(
            paragraphs, fonts[0], width, height, wanted, floor, leading, most, is_centred
        )
        fit = Fit(
            self.card.id,
            name,
            wanted * PT_PER_MM,
            size * PT_PER_MM,
            len(lines),
            too_high,
            too_wide,
            element.at,
            self.place_of(name),
        )
        self.fits.append(fit)
        wide = [
            one
            for line in lines
            for one in line
            if one.width * size > width + 1e-6 and too_wide > 0 and most != 1
        ]
        self.report(
            fit,
            self.called(element, name),
            most,
            max(wide, key=lambda one: one.width).text if wide else "",
            element,
        )
        placed = self.placed(element, style, paragraphs, lines, fonts[0], size, leading)
        if fit.overflows:  # said already, so that drawing need not say it of every line
            placed.attributes["data-overflows"] = "yes"
        return placed

    # -- blocks that follow one another

    def flow(self, element: Element, style: dict[str, str]) -> Element:
        """Replace a `<flow>` by its blocks, each below the one before; all its text areas shrink
        together until the blocks fit.

        A text area is as high as its text. Any other block has the height that it gives. A text
        area without text is left out.
        """
        for name in element.attributes:
            if name not in _FLOW and not name.startswith("data-"):
                raise SvgFault(
                    f"<flow> has no attribute '{name}'", element.at, did_you_mean(name, _FLOW)
                )
        width, height, gap = (
            element.number("width"),
            element.number("height"),
            element.number("gap", _GAP_MM),
        )
        if width <= 0 or height <= 0:
            raise SvgFault("<flow> expected a width and a height", element.at)
        align = element.get("display-align", "before")
        if align not in _CHOICES["display-align"]:
            meant = _MEANT["display-align"].get(align)
            hint = f"write '{meant}'" if meant else did_you_mean(align, _CHOICES["display-align"])
            raise SvgFault(
                f"'display-align' expected one of before, center, after, found '{align}'",
                element.at,
                hint,
            )
        blocks = [
            block
            for child in element.elements
            if (block := self.block(child, style, width)) is not None
        ]
        gaps, step = gap * max(0, len(blocks) - 1), 0
        while math.fsum(block.height(step) for block in blocks) + gaps > height + 1e-6 and any(
            b.can_shrink(step) for b in blocks
        ):
            step += 1
        heights = [block.height(step) for block in blocks]
        spare = height - gaps - math.fsum(heights)
        down = {"center": 0.5, "after": 1.0}.get(align, 0.0) * max(spare, 0.0)
        x, y = element.number("x"), element.number("y") + down
        attributes = {
            name: value
            for name, value in element.attributes.items()
            if name in ("transform", "opacity")
        }
        group = Element("g", attributes, [], element.at)
        if spare < 0 and (
            texts := [number for number, block in enumerate(blocks) if block.is_text]
        ):
            longest = max(texts, key=lambda number: heights[number])  # which is the one to shorten
            heights[longest] = max(0.1, heights[longest] + spare)
        for room, block in zip(heights, blocks, strict=True):
            group.children.append(self.element(block.placed(x, y, room, step), style))
            y += room + gap
        return group

    def block(self, child: Element, style: dict[str, str], width: float) -> _FlowBlock | None:
        """Read one block of a flow; None for a text area without text. Raises SvgFault if its
        height is not known.
        """
        if child.tag != "textArea":
            said = child.get("data-height") or (
                child.get("stroke-width", "0.2") if child.tag == "line" else child.get("height")
            )
            if not said:
                hint = (
                    'give its height in millimetres: data-height="4"; text goes into a <textArea>'
                )
                raise SvgFault(
                    f"a block of a <flow> expected a height, found <{child.tag}> without one",
                    child.at,
                    hint,
                )
            return _FlowBlock(child, parse_number(said, "height", child.at))
        attributes = {
            name: value for name, value in child.attributes.items() if name not in ("y", "height")
        }
        attributes.setdefault("width", _number(width - child.number("x")))
        area, own = replace(child, attributes=attributes), _styled(child, style)
        known = len(self.problems)
        paragraphs, fonts = self.paragraphs(area, own, child.get("id"))
        del self.problems[known:]  # they are reported when it is set
        if not fonts or not any(paragraphs):
            return None
        for paragraph in paragraphs:
            direct(paragraph, self.fitter.game.language, self.direction(child, own))
        wanted = self.size(own["font-size"], child)
        floor = self.size(child.get("min-font-size") or own["font-size"], child)
        leading = child.number("line-height", 1.2)
        return _FlowBlock(
            area,
            0.0,
            (
                paragraphs,
                fonts[0],
                child.number("width", width - child.number("x")),
                wanted,
                floor,
                leading,
            ),
        )

    def direction(self, element: Element, style: dict[str, str]) -> str:
        """Read the direction of a text: ltr, rtl, or nothing."""
        said = style.get("direction", "")
        if said not in ("", "ltr", "rtl"):
            raise SvgFault(
                f"'direction' expected ltr or rtl, found '{said}'",
                element.at,
                did_you_mean(said, ("ltr", "rtl")),
            )
        return said

    def called(self, element: Element, name: str) -> str:
        """Name the text for a message: by its area's id, or by its words in a part, whose ids the
        user has not seen.
        """
        if isinstance(self.card, Part):
            words = " ".join(self.content(element).replace(LINE_BREAK, " ").split())
            return f"'{words[:40]}{'…' if len(words) > 40 else ''}'"
        return f"'{name}'" if name else "text"

    def report(self, fit: Fit, what: str, most: int | None, word: str, element: Element) -> None:
        """Report a text that does not fit, or is too small to be read; `word` is the one that is
        wider than its area, if any.
        """
        place = self.card.places.get(fit.field)
        if fit.overflows:
            much = [f"{fit.too_high_mm:.1f} mm too high"] if fit.too_high_mm > 0 else []
            much += [f"{fit.too_wide_mm:.1f} mm too wide"] if fit.too_wide_mm > 0 else []
            room = f", of {most} allowed" if most and fit.lines > most else ""
            lines = (
                f": {fit.lines} line{'s' if fit.lines != 1 else ''}{room} at {fit.used_pt:.3g} pt, "
            )
            if fit.lines > 1 and not fit.too_high_mm:
                lines = f" in one line at {fit.used_pt:.3g} pt: "
            if word:
                lines = f": the word '{word[:40]}' is too long at {fit.used_pt:.3g} pt, "
            ways = [
                'let hyphens="auto" divide it'
                if word and not element.get("hyphens")
                else "shorten the text"
            ]
            if template_place(fit.at)[0] != OUR_TEMPLATE:
                ways += ["give its area more room"]
                ways += [] if element.get("min-font-size") else ["let it shrink with min-font-size"]
            hint = (
                f"{', '.join(ways[:-1])}{',' * (len(ways) > 2)} or {ways[-1]}"
                if len(ways) > 1
                else ways[0]
            )
            self.fault(
                "text-overflow",
                f"{what} does not fit{lines}{' and '.join(much)}",
                fit.at,
                hint,
                place,
            )
        elif fit.used_pt < READABLE_PT - 0.01 and fit.used_pt < fit.wanted_pt - 0.01:
            message = (
                f"{what} shrank to {fit.used_pt:.3g} pt, below the {READABLE_PT:g} pt that is "
                "readable"
            )
            which, at = template_place(fit.at)
            if which == OUR_TEMPLATE:
                place = place or self.card.place
            self.problems.append(
                Problem(
                    "text-small",
                    message,
                    place or at,
                    "shorten the text",
                    "warning",
                    ((which, at),) if place else (("card", self.card.place),),
                    self.card.id,
                )
            )

    def paragraphs(
        self, element: Element, style: dict[str, str], name: str
    ) -> tuple[list[Paragraph], list[Font]]:
        """Read an area's text into paragraphs of words; the first font given back is the plain
        one.
        """
        plain = self.font(style, element.at)
        if plain is None:
            return [], []
        (text,) = self.in_quotes([self.content(element)], style)
        used: dict[tuple[bool, bool, TextStyle], Font] = {(False, False, PLAIN): plain}
        paragraphs: list[Paragraph] = []
        bold = italic = False
        styles, opened, start = style_marks(text, self.fitter.game.styles), [PLAIN], 0
        self.look_at_styles(text, name, element)
        tracking = self.tracking(element, style, text)
        for part in text.split(LINE_BREAK):
            reader = _WordBuilder(
                tracking, self.fitter.game.language if element.get("hyphens") == "auto" else None
            )
            for match in (_STYLED if styles else _MARK).finditer(part):
                sort = match.lastgroup
                assert sort is not None, "one of them always matches"
                words, mark = match[sort], styles.get(start + match.start()) if styles else None
                if mark == END:
                    opened.pop()
                elif mark is not None:
                    opened.append(self.fitter.game.styles[mark].within(opened[-1]))
                elif sort == "bold":
                    bold = not bold
                elif sort == "italic":
                    italic = not italic
                elif sort == "gap":
                    self.fault(
                        "open-mark",
                        f"'{words[:40]}' is printed as it is here",
                        element.at,
                        (
                            "{{ … }} is written in templates, not in cards.yaml; a plain brace is "
                            "written \\{"
                        ),
                        self.card.places.get(name),
                    )
                elif sort == "brace":
                    said = (
                        "'{' is opened and never closed" if words == "{" else "'}' closes nothing"
                    )
                    self.fault(
                        "open-mark",
                        said,
                        element.at,
                        f"an icon is written {{name}}; a plain brace is written \\{words}",
                        self.card.places.get(name),
                    )
                elif sort == "icon":
                    self.read_icon(reader, words, plain, name, element.at, opened[-1])
                else:
                    look = bold, italic, opened[-1]
                    font = used.get(look) or self.font(style, element.at, *look)
                    if font is None:
                        return [], []
                    used[look] = font
                    for one, letters in font.runs(words):
                        self.check_glyphs(letters, [one], name, element.at)
                        reader.text(letters, one, *look)
            paragraphs.append(reader.words)
            start += len(part) + 1
        if bold or italic:
            mark = "**" if bold else "*"
            self.fault(
                "open-mark",
                f"'{mark}' is opened and never closed",
                element.at,
                (
                    f"write {mark} where it ends; a plain asterisk is \\{mark[0]}, and within "
                    f"double quotes in cards.yaml \\\\{mark[0]}"
                ),
                self.card.places.get(name),
            )
        return paragraphs, list(used.values())

    def look_at_styles(self, text: str, name: str, element: Element) -> None:
        """Warn of what looks like a mark of a style in a text and is none."""
        place, (what, template) = self.card.places.get(name), template_place(element.at)
        also = ((what, template),) if place else (("card", self.card.place),)
        for said, hint in slips_in(text, self.fitter.game.styles):
            self.problems.append(
                Problem(
                    "unknown-style", said, place or template, hint, "warning", also, self.card.id
                )
            )

    def tracking(self, element: Element, style: dict[str, str], text: str) -> float:
        """Read what an area puts after each letter, in em, so that it shrinks with the text;
        nothing where text may turn round.
        """
        said = dict(parse_style(element.get("style"))).get(
            "letter-spacing", element.get("letter-spacing")
        )
        size = self.size(style["font-size"], element)
        spacing = parse_spacing(said, size, element.at) / size
        return 0.0 if turns(text) or style.get("direction") == "rtl" else spacing

    def content(self, element: Element) -> str:
        """Collapse white space as XML does; `<tbreak/>` and breaks in the card's own text start a
        line.
        """
        parts = []
        for child in element.children:
            if isinstance(child, Element):
                if child.tag != "tbreak":
                    self.fault(
                        "bad-svg",
                        f"<textArea> holds text and <tbreak/> only, found <{child.tag}>",
                        child.at,
                    )
                parts.append(LINE_BREAK)
            else:
                parts.append(re.sub(r"[ \t\r\n]+", " ", child))
        return re.sub(f" *{LINE_BREAK} *", LINE_BREAK, "".join(parts)).strip(" ")

    def read_icon(
        self,
        reader: _WordBuilder,
        name: str,
        font: Font,
        field_: str,
        at: str,
        own: TextStyle = PLAIN,
    ) -> None:
        try:
            icon = self.fitter.icon(name) if name == name.strip() else None
        except SvgFault as fault:
            self.fault(fault.code, fault.message, fault.at, fault.hint)
            return
        if icon is None:
            known = self.fitter.known_icons
            hint = icon_hint(name.strip(), self.fitter.game.icons, "a plain brace is written \\{")
            if name.strip() in known:
                hint = f"write {{{name.strip()}}}, without spaces"
            elif _SINGLE_BRACE.match(f"{{{name}}}"):
                hint = (
                    f"in a template it is {{{{ {name.strip()} }}}}; a plain brace is written \\{{"
                )
            place = self.card.places.get(field_) or self.word_with(f"{{{name}}}")
            if place and field_ not in self.card.places and name != name.lower():
                hint = (
                    f"did you mean '{{{name.lower()}}}'? A template fills in values by their exact "
                    "names"
                )
            self.fault(
                "unknown-icon", f"expected an icon in braces, found '{{{name}}}'", at, hint, place
            )
            return
        box = view_box(icon.root)
        reader.piece(
            Fragment(name, font, False, False, box.width / box.height * own.size, True, style=own)
        )

    def placed(
        self,
        element: Element,
        style: dict[str, str],
        paragraphs: list[Paragraph],
        lines: list[list[Word]],
        font: Font,
        size: float,
        leading: float,
    ) -> Element:
        x, y = element.number("x"), element.number("y")
        width, height = element.number("width"), element.number("height")
        rises = baselines(lines, leading)
        first = font.cap_height * tallest(lines[:1])
        block = rises[-1] * size + first * size
        if element.get("stroke"):
            style = {**style, "stroke": element.get("stroke")}
        if element.get("text-align") == "justify":
            lines = justified(paragraphs, lines, width / size)
        align = {"center": 0.5, "after": 1.0}.get(element.get("display-align"), 0.0)
        middle, room = (height - block) / 2, height - block - font.descent * size
        down = {0.0: 0.0, 0.5: min(middle, room) if room >= 0 else middle, 1.0: max(room, 0.0)}[
            align
        ]
        base = y + down + first * size
        share = {"center": 0.5, "middle": 0.5, "end": 1.0}.get(element.get("text-align"), 0.0)
        passed_on = ("transform", "opacity", "fill-opacity", "paint-order", *_STROKE)
        attributes = {
            name: value for name, value in element.attributes.items() if name in passed_on
        }
        shown = "".join(
            piece.text
            for line in lines
            for word in line
            for piece in word.pieces
            if not piece.is_icon
        )
        attributes |= {"font-family": self.families(font, shown), "font-size": _number(size)}
        for name in ("font-weight", "font-style", "font-variant", "fill"):
            if name in style:
                attributes[name] = style[name]
        for name, neutral in (
            ("text-anchor", "start"),
            ("letter-spacing", "0"),
            ("direction", "ltr"),
        ):
            if style.get(name, neutral) != neutral:
                attributes[name] = neutral
        tracking = next(
            (piece.tracking for line in lines for word in line for piece in word.pieces), 0.0
        )
        if tracking:
            attributes["letter-spacing"] = _number(tracking * size)
        group = Element("g", attributes, [], element.at)
        is_ours = (
            template_place(element.at)[0] == OUR_TEMPLATE
        )  # these are laid out from left to right in every language
        for number, line in enumerate(lines):
            begun = 1.0 - share if begins_right(line) and not is_ours else share
            left = x + (width - line_width(line) * size) * begun
            self.place_line(group, line, left, base + rises[number] * size, size, style)
        return group

    def place_line(
        self,
        group: Element,
        line: list[Word],
        x: float,
        y: float,
        size: float,
        style: dict[str, str],
    ) -> None:
        """Add one line: pieces in one style are joined to one `<text>`, icons are between
        them.
        """
        if any(word.levels for word in line):
            self.place_turned(group, line, x, y, size, style)
            return
        open_text: tuple[Element, Fragment] | None = None
        for number, word in enumerate(line):
            space = word.space if number else 0.0
            x += word.gap * size if number else 0.0
            last = number == len(line) - 1
            for index, piece in enumerate(word.pieces):
                joined = " " if index == 0 and space else ""
                if piece.is_icon:
                    group.children.append(self.placed_icon(piece, x, y, size, style, group.at))
                    open_text = None
                else:
                    shown = piece.text + (
                        "-" if word.hyphen and last and index == len(word.pieces) - 1 else ""
                    )
                    is_spread = index == 0 and word.is_spread
                    same = open_text and _look_of(open_text[1]) == _look_of(piece) and not is_spread
                    if open_text and same:
                        open_text[0].children[0] = f"{open_text[0].children[0]}{joined}{shown}"
                    else:
                        text = Element(
                            "text", self.text_at(x, y, piece, style, size), [shown], group.at
                        )
                        group.children.append(text)
                        open_text = (text, piece)
                x += piece.width * size

    def place_turned(
        self,
        group: Element,
        line: list[Word],
        x: float,
        y: float,
        size: float,
        style: dict[str, str],
    ) -> None:
        """Add one line that may run from right to left: each stretch where it is, its text as
        it is read.
        """
        for part in in_order(line):
            if part.piece.is_icon:
                group.children.append(
                    self.placed_icon(part.piece, x + part.x * size, y, size, style, group.at)
                )
            elif part.text:
                start = x + (part.x + part.width * part.is_leftward) * size
                way = {
                    "direction": "rtl" if part.is_leftward else "ltr",
                    "unicode-bidi": "bidi-override",
                }
                group.children.append(
                    Element(
                        "text",
                        self.text_at(start, y, part.piece, style, size) | way,
                        [part.text],
                        group.at,
                    )
                )

    def text_at(
        self, x: float, y: float, piece: Fragment, style: dict[str, str], size: float
    ) -> dict[str, str]:
        """Return the attributes of a `<text>` at a point; in another font than the area's where
        that lacks the letters.
        """
        attributes = _text_at(x, y, piece, style, size)
        plain = self.fitter.fonts.find(style["font-family"])
        return (
            {**attributes, "font-family": piece.font.family}
            if plain.others and piece.font.family != plain.family
            else attributes
        )

    def placed_icon(
        self, piece: Fragment, x: float, y: float, size: float, style: dict[str, str], at: str
    ) -> Element:
        side = _number(size * piece.width)
        size *= piece.style.size
        top = y - piece.font.cap_height * size / 2 - size / 2
        icon = self.fitter.icon(piece.text)
        assert icon is not None, "read before, with its width"
        box = " ".join(f"{n:g}" for n in view_box(icon.root))
        attributes = {
            "x": _number(x),
            "y": _number(top),
            "width": side,
            "height": _number(size),
            "viewBox": box,
        }
        colour = piece.style.colour or style.get("fill")
        attributes |= {"color": colour} if colour else {}
        attributes |= (
            {"stroke": "none"} if "stroke" in style else {}
        )  # an outline of letters would be much wider here
        return Element(
            "svg", attributes, icon.inside, at, True, icon.source, f"icons/{piece.text}.svg"
        )


@dataclass(frozen=True)
class _FlowBlock:
    """A block of a flow: an element of a fixed height, or a text area with its words, font, width,
    sizes and line height.
    """

    element: Element
    fixed: float
    text: tuple[list[Paragraph], Font, float, float, float, float] | None = None

    @property
    def is_text(self) -> bool:
        return self.text is not None

    def size(self, step: int) -> float:
        """Return the size of the letters after so many steps of shrinking, in millimetres."""
        assert self.text is not None, "only a text has a size"
        wanted, floor = self.text[3:5]
        return max(floor, wanted - step * STEP_PT * MM_PER_PT)

    def can_shrink(self, step: int) -> bool:
        return self.text is not None and self.size(step) > self.text[4] + 1e-9

    def height(self, step: int) -> float:
        """Return how high the block is, from the top of its first capitals to below its last
        line.
        """
        if self.text is None:
            return self.fixed
        paragraphs, font, width, _, _, leading = self.text
        size = self.size(step)
        lines = wrap(paragraphs, width / size, font.width("-"))
        ends = font.cap_height * tallest(lines[:1]) + font.descent * tallest(lines[-1:])
        return (baselines(lines, leading)[-1] + ends) * size + 1e-4

    def placed(self, x: float, y: float, height: float, step: int) -> Element:
        """Return the element at its place."""
        if self.text is None:
            return Element(
                "g",
                {"transform": f"translate({_number(x)} {_number(y)})"},
                [self.element],
                self.element.at,
            )
        at = {
            "x": _number(x + self.element.number("x")),
            "y": _number(y),
            "height": _number(height),
        }
        size = (
            {"min-font-size": f"{self.size(step):.8f}"}
            if "min-font-size" in self.element.attributes
            else {}
        )
        return replace(self.element, attributes={**self.element.attributes, **at, **size})


def _look_of(piece: Fragment) -> tuple[bool, bool, TextStyle, str]:
    return piece.is_bold, piece.is_italic, piece.style, piece.font.family


def _text_at(
    x: float, y: float, piece: Fragment, style: dict[str, str], size: float
) -> dict[str, str]:
    """Return the attributes of a `<text>` at a point, in the style of a fragment, where the text
    around it has a size in millimetres.
    """
    attributes = {"x": _number(x), "y": _number(y)}
    own = piece.style
    if piece.is_bold or own.weight:
        weight = own.weight or parse_weight(style.get("font-weight", ""))
        attributes["font-weight"] = str(
            {400: 700, 600: 900, 700: 900, 900: 900}[weight] if piece.is_bold else weight
        )
    if piece.is_italic or own.is_italic:
        is_italic = (own.is_italic or style.get("font-style") == "italic") != piece.is_italic
        attributes["font-style"] = "italic" if is_italic else "normal"
    if own.colour:
        attributes["fill"] = own.colour
    if own.size != 1.0:
        attributes["font-size"] = _number(size * own.size)
    return attributes


class _WordBuilder:
    """Gather pieces into words; `tracking` is put after each letter, in em, and words are divided
    as in `language`, None for not at all.
    """

    def __init__(self, tracking: float = 0.0, language: str | None = None) -> None:
        self.language = language
        self.words: Paragraph = []
        self.tracking = tracking
        self.space = 0.0
        self.is_open = False

    def piece(self, piece: Fragment) -> None:
        if not self.is_open:
            before = self.words[-1].pieces[-1] if self.words else None
            kern = 0.0 if before is None else kern_between(before, piece, bool(self.space))
            self.words.append(Word([], self.space, kern=kern))
            self.is_open, self.space = True, 0.0
        self.words[-1].pieces.append(piece)

    def text(
        self, text: str, font: Font, is_bold: bool, is_italic: bool, style: TextStyle = PLAIN
    ) -> None:
        if self.language is not None:
            text = hyphenated(text, self.language)
        end = 0
        for match in breaks_in(text, _AFTER_DASH_OR_HYPHEN):
            self.chunk(text[end : match.start()], font, is_bold, is_italic, style)
            if match[0] == SOFT_HYPHEN and self.words and self.is_open:
                self.words[-1].hyphen = True
            elif match[0] and match[0] != _ZERO_WIDTH:
                self.space = font.width(" ") * style.size + self.tracking
            self.is_open = False
            end = match.end()
        self.chunk(text[end:], font, is_bold, is_italic, style)

    def chunk(
        self, text: str, font: Font, is_bold: bool, is_italic: bool, style: TextStyle
    ) -> None:
        if not text:
            return
        piece = Fragment(
            text,
            font,
            is_bold,
            is_italic,
            self.width(text, font, style),
            tracking=self.tracking,
            style=style,
        )
        if self.is_open and _style_of(last := self.words[-1].pieces[-1]) == _style_of(
            piece
        ):  # an escape was between them
            self.words[-1].pieces[-1] = replace(
                last, text=last.text + text, width=self.width(last.text + text, font, style)
            )
        else:
            self.piece(piece)

    def width(self, text: str, font: Font, style: TextStyle) -> float:
        return measure(text, font, bool(self.tracking)) * style.size + self.tracking * len(text)


def kern_between(before: Fragment, after: Fragment, is_apart: bool) -> float:
    """Return how much closer two words are than their letters and the space between them are
    wide.
    """
    if _style_of(before) != _style_of(after):
        return 0.0
    font, share = before.font, before.style.size
    if not is_apart and not before.tracking:  # their letters may join
        return (
            font.width(before.text + after.text) - font.width(before.text) - font.width(after.text)
        ) * share
    last, first = font.set(before.text)[-1], font.set(after.text)[0]
    return (
        font.kern(f"{last} ") + font.kern(f" {first}") if is_apart else font.kern(last + first)
    ) * share


def _shrink(
    paragraphs: list[Paragraph],
    font: Font,
    width: float,
    height: float,
    wanted: float,
    floor: float,
    leading: float,
    most: int | None,
    is_centred: bool = False,
) -> tuple[float, list[list[Word]], float, float]:
    """Find the largest size, from the wanted one down to the floor, at which the text fits. Return
    the size, the lines and the overflow.
    """
    size = (
        max(floor, min(wanted, 2 * height)) if height > 0 else wanted
    )  # nothing taller than its area fits
    hyphen = font.width("-")
    words = math.fsum(word.width for paragraph in paragraphs for word in paragraph)
    if (
        words > 0 and height > 0 and width > 0
    ):  # words alone fill the area at this size; larger ones need not be tried
        per_line = words * leading / width
        largest = (
            1.1 * (leading + math.sqrt(leading * leading + 4 * per_line * height)) / (2 * per_line)
        )
        skipped = int((size - largest) / (STEP_PT * MM_PER_PT))
        if skipped > _SKIPPED_FROM:
            size = max(floor, size - skipped * STEP_PT * MM_PER_PT)
    is_sized = tallest(paragraphs) > 1.0
    while True:
        lines = wrap(paragraphs, width / size, hyphen)
        if is_sized:
            needed = (
                baselines(lines, leading)[-1]
                + font.cap_height * tallest(lines[:1])
                + font.descent * tallest(lines[-1:])
            ) * size
        else:
            needed = (len(lines) - 1) * leading * size + (font.cap_height + font.descent) * size
        too_high = max(0.0, needed - height, (len(lines) - most) * leading * size if most else 0.0)
        too_wide = max((line_width(line) * size - width for line in lines), default=0.0)
        if too_high <= 1e-6 and too_wide <= 1e-6:
            return size, balanced(paragraphs, lines, hyphen) if is_centred else lines, 0.0, 0.0
        if size <= floor + 1e-9:
            if len(lines) > 1 == len(paragraphs) and (
                most == 1 or height < needed - (len(lines) - 2) * leading * size
            ):
                too_wide = (
                    line_width(paragraphs[0]) * size - width
                )  # there is room for one line, so what helps is a shorter one
                too_high = max(0.0, (font.cap_height + font.descent) * size - height)
            return (
                size,
                lines,
                too_high if too_high > 1e-6 else 0.0,
                too_wide if too_wide > 1e-6 else 0.0,
            )
        size = max(floor, size - STEP_PT * MM_PER_PT)


_number = decimals(4)
