"""SVG as a tree of elements, and its small languages: paths, transforms, colours, styles.

In: SVG text. Out: `Element`, and numbers. Knows nothing about cards, fonts or PDF. Coordinates are
SVG's: x to the right, y downward, in the units of the viewBox (millimetres in our templates).
"""

from __future__ import annotations

import math
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import pairwise, starmap
from operator import add
from xml.parsers import expat

from generator.data.colours import rgb_of
from generator.data.geometry import IDENTITY, Box, Matrix, Point
from generator.data.saying import Said
from generator.data.units import MM_PER_INCH
from generator.face import messages as say
from generator.face.entities import Entities, EntityFault
from generator.face.references import ANIMATIONS, LOADED, asked_of_others, is_plain, outside

SVG_NAMESPACE = "http://www.w3.org/2000/svg"
XLINK_NAMESPACE = "http://www.w3.org/1999/xlink"
MAX_DEPTH = 100
MOST_BYTES = 8_000_000
"""The maximum size of an SVG file in bytes."""
MOST_ELEMENTS = 100_000
"""The most elements in one SVG document."""
MOST_DATA = 200_000
"""The most numbers and commands in one path, or numbers in another list."""
# attribute in which rendered templates record an element's source, as FILE:LINE
ORIGIN = "data-at"
_XML = "http://www.w3.org/XML/1998/namespace"
_XML_BASE = f"{_XML} base"
_ORIGIN = re.compile(rf'<[\w:.-]+ {ORIGIN}="([^"]*)"')

Segment = tuple[str, tuple[float, ...]]  # M x y | L x y | C x1 y1 x2 y2 x y | Z


@dataclass
class SvgFault(Exception):
    """Something in an SVG that cannot be read or drawn. `at` is FILE:LINE if known, `href` the
    picture at fault.

    `inside` is FILE:LINE within that picture, relative to the game's folder; empty if unknown.
    """

    said: Said
    at: str = ""
    hint: str | None = None
    href: str = ""
    inside: str = ""

    def __post_init__(self) -> None:
        self.hint = self.hint or self.said.hint

    def __str__(self) -> str:
        return self.said.message


@dataclass(slots=True)
class Element:
    """An SVG element. `tag` carries no namespace; elements of foreign namespaces are never kept.
    `at` is FILE:LINE.

    `is_shared` means that its children also belong to other elements, and never change; `source`,
    if anything, what they were read from; `href` the file of an icon that a template shows.
    """

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Element | str] = field(default_factory=list)
    at: str = ""
    is_shared: bool = False
    source: str = ""
    href: str = ""

    def get(self, name: str, default: str = "") -> str:
        return self.attributes.get(name, default)

    @property
    def elements(self) -> list[Element]:
        return [child for child in self.children if isinstance(child, Element)]

    def walk(self) -> Iterator[Element]:
        """Visit this element and everything below it, in document order."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting += [child for child in reversed(element.children) if isinstance(child, Element)]

    def without(self, *names: str) -> dict[str, str]:
        """Return its attributes but some."""
        return {name: value for name, value in self.attributes.items() if name not in names}

    @property
    def style(self) -> dict[str, str]:
        """The properties of its attribute `style`."""
        return dict(parse_style(self.get("style")))

    @property
    def properties(self) -> dict[str, str]:
        """Its attributes, and the properties of its style, which come first."""
        return {**self.attributes, **self.style}

    @property
    def own_text(self) -> str:
        """Its text without that of the elements in it."""
        return "".join(child for child in self.children if isinstance(child, str))

    def copied(
        self,
        attributes: dict[str, str],
        change: Callable[[Element], Element],
        text: Callable[[str], str] = str,
    ) -> Element:
        """Copy it with other attributes, the elements in it changed, and its texts written again."""
        children = [
            text(child) if isinstance(child, str) else change(child) for child in self.children
        ]
        return Element(self.tag, attributes, children, self.at)

    def text(self) -> str:
        """Join all text below this element."""
        return "".join(child if isinstance(child, str) else child.text() for child in self.children)

    def number(self, name: str, default: float = 0.0) -> float:
        """Read a numeric attribute. Raises SvgFault if it is not a number."""
        value = self.attributes.get(name)
        return default if value is None else parse_number(value, name, self.at)


class _Reading:
    """Reads one SVG document; `foreign` is the depth within ignored elements."""

    def __init__(self, text: str | bytes, file: str) -> None:
        self.text, self.file = text, file
        self.entities = Entities()
        self.stack = [Element("")]
        self.foreign = self.count = 0
        self.is_doubtful = not is_plain(text)
        """Whether an external reference may be split into pieces."""
        self.parser = expat.ParserCreate("utf-8" if isinstance(text, str) else None, " ")
        self.parser.buffer_text = True
        self.parser.ProcessingInstructionHandler = self.instruction
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.characters
        self.parser.StartDoctypeDeclHandler = self.doctype
        self.parser.EndDoctypeDeclHandler = self.check_entities
        self.parser.EntityDeclHandler = self.entities.declare

    def root(self) -> Element:
        """Return an element that holds the whole document. Raises SvgFault."""
        root, text = self.stack[0], self.text
        # expat does not accept surrogates
        raw = text.encode(errors="surrogatepass") if isinstance(text, str) else text
        try:
            self.parser.Parse(raw, True)
        except EntityFault as fault:
            line = fault.line or self.parser.CurrentLineNumber
            said = Said(fault.code, str(fault))
            raise SvgFault(said, f"{self.file}:{line}", fault.hint) from None
        except expat.ExpatError as fault:
            raise self.malformed(fault.code, self.parser.ErrorByteIndex) from None
        finally:
            del self.parser  # it refers to what it calls here: the document would stay in memory
        return root

    def malformed(self, code: int, stopped: int) -> SvgFault:
        """Describe the fault in text that is not well-formed, at the line on which it was
        written.
        """
        # only here: few texts have faults
        from generator.face.malformed import NOTHING, WRONG_END, slip_in

        text, inside = self.text, self.stack[-1]  # which has no tag outside of all elements
        raw = text.encode(errors="replace") if isinstance(text, str) else text
        whole, stopped = raw.decode(errors="replace"), len(raw[:stopped].decode(errors="replace"))
        slip = slip_in(whole, stopped, code, inside.tag)
        place = slip.at if slip else stopped
        tag = _ORIGIN.match(whole, slip.tag) if slip and slip.tag >= 0 else None
        if not tag and not inside.tag:  # the fault is after the last element, or that element
            tag = _ORIGIN.match(whole, place) or next(
                iter(deque(_ORIGIN.finditer(whole, 0, place), maxlen=1)), None
            )
        if tag:  # the text is what a template wrote, and has its own lines
            name, _, line = tag[1].rpartition(":")
            lines = whole.count("\n", tag.start(), place)
            at = f"{name}:{int(line) + lines}"
        elif inside.tag and (code in (WRONG_END, NOTHING) or _ORIGIN.search(whole)):
            at = inside.at
        else:
            lines = whole.count("\n", 0, place)
            at = f"{self.file}:{lines + 1}"
        if slip:
            return SvgFault(say.CUT_OFF_SVG(fault=slip.message), at, slip.hint)
        fault = expat.ErrorString(code)
        if "not well-formed" in fault:
            return SvgFault(say.NOT_SVG(), at)
        return SvgFault(say.NO_SVG_AT_ALL(fault=fault), at)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        space, _, tag = name.rpartition(" ")
        if self.foreign:
            self.foreign += 1
            return
        if space not in ("", SVG_NAMESPACE) or tag in ("metadata", "title", "desc"):
            if self.stack[-1].tag == "foreignObject":
                self.stack[-1].children.append(Element(tag))  # that it is not empty is all we need
            self.foreign = 1
            return
        at = attributes.pop(ORIGIN, None) or f"{self.file}:{self.parser.CurrentLineNumber}"
        if " " in "".join(attributes):
            attributes = _own_attributes(attributes, at)
        leads_away = tag in ANIMATIONS or ("href" in attributes and tag not in LOADED)
        if self.is_doubtful or leads_away:
            refuse_outside(tag, attributes, at)
        self.count += 1
        if len(self.stack) > MAX_DEPTH:
            raise SvgFault(say.SVG_TOO_DEEP(most=MAX_DEPTH), at)
        if self.count > MOST_ELEMENTS:
            raise SvgFault(say.TOO_MANY_ELEMENTS(most=MOST_ELEMENTS), at)
        element = Element(tag, attributes, [], at)
        self.stack[-1].children.append(element)
        self.stack.append(element)

    def end(self, name: str) -> None:
        if self.foreign:
            self.foreign -= 1
            return
        element = self.stack.pop()
        if element.tag == "style":
            refuse_outside_sheet(element)

    def characters(self, data: str) -> None:
        if not self.foreign:
            self.stack[-1].children.append(data)

    def doctype(self, *_: object) -> None:
        self.is_doubtful = True

    def check_entities(self) -> None:
        self.entities.check(self.text, MOST_BYTES)

    def instruction(self, target: str, _: str) -> None:
        if target.lower() == "xml-stylesheet":
            raise SvgFault(
                say.STYLE_SHEET_ELSEWHERE(), f"{self.file}:{self.parser.CurrentLineNumber}"
            )


def parse_svg(text: str | bytes, file: str = "") -> Element:
    """Read an SVG document. Comments, metadata and elements of foreign namespaces are dropped.

    Raises SvgFault if it is not well-formed, has external or too many entities, refers to anything
    outside itself other than a picture, is far too large, or its root is not `svg`.
    """
    if len(text) > MOST_BYTES:
        raise SvgFault(say.SVG_TOO_LARGE(most=MOST_BYTES, found=len(text)), f"{file}:1")
    root = _Reading(text, file).root()
    svg = root.elements[0] if root.elements else None
    if svg is None or svg.tag != "svg":
        raise SvgFault(say.NO_SVG_ELEMENT(), f"{file}:1")
    return svg


OUTSIDE = "outside-folder"
"""The code of an impermissible external reference in an SVG."""


def refuse_outside(tag: str, attributes: dict[str, str], at: str) -> None:
    """Raise SvgFault if an element refers to something outside its document; files of pictures and
    icons are checked later.
    """
    found = outside(tag, attributes)
    if found is not None:
        name, value = found
        expected = "url(#…) with the id of an element"
        if name == "href" or tag in ANIMATIONS:
            expected = "'#' and the id of an element"
        raise SvgFault(
            say.REFERS_ELSEWHERE(name=name, tag=tag, expected=expected, found=value.strip()[:60]),
            at,
            _inside(value),
        )


def refuse_outside_sheet(sheet: Element) -> None:
    """Raise SvgFault if a `<style>` refers to something outside its document."""
    text = sheet.text()
    found = asked_of_others(text)
    if found is not None:
        file, _, line = sheet.at.rpartition(":")
        if line.isdigit():
            at = f"{file}:{int(line) + text.count(chr(10), 0, max(0, text.find(found)))}"
        else:
            at = sheet.at
        if found.lower().startswith("@import"):
            hint = "write the rules into the SVG, or the properties into the elements"
        else:
            hint = _inside(found)
        raise SvgFault(say.STYLE_REFERS_ELSEWHERE(found=found[:60]), at, hint)


def _inside(found: str) -> str:
    """Suggest how to write an external reference."""
    name = _ID_ALONE.fullmatch(found.strip())
    if name:
        return f"write url(#{name[1]})" if name[1] else f"write #{name[2]}"
    return "an SVG is drawn without other files: copy the part into it, and refer to it by its id"


_ID_ALONE = re.compile(r"url\([\"']?([\w-]+)[\"']?\)|([\w-]+)")


def _own_attributes(attributes: dict[str, str], at: str) -> dict[str, str]:
    """Keep attributes without a namespace, and xlink's href as plain href."""
    if attributes.get(_XML_BASE):
        hint = "remove it: paths of pictures start at the game's folder"
        raise SvgFault(say.XML_BASE(found=attributes[_XML_BASE][:60]), at, hint)
    own = {key: value for key, value in attributes.items() if " " not in key}
    if attributes.get(f"{_XML} space") == "preserve":
        own["xml:space"] = "preserve"
    linked = attributes.get(f"{XLINK_NAMESPACE} href")
    if linked is not None:
        own.setdefault("href", linked)
    return own


Address = Callable[[str], str]
"""Returns where a reader of the SVG finds a picture, given its path in the game's folder."""


def write_svg(element: Element, address: Address = str, with_origins: bool = False) -> str:
    """Write an element as indented SVG text; `parse_svg` reads the same tree back, with pictures at
    their `address`.

    `with_origins` adds the source of each element, FILE:LINE, as the attribute `ORIGIN`.
    """
    if element.tag == "svg":
        element = replace(element, attributes={"xmlns": SVG_NAMESPACE, **element.attributes})
    return _Writer(address, with_origins).block(element, "")


def _escaped(text: str) -> str:
    """Write a text as XML."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _quoted(value: str) -> str:
    """Write the value of an attribute as XML."""
    lines_kept = _escaped(value).replace("\n", "&#10;").replace("\r", "&#13;")
    return lines_kept.replace('"', "&quot;").replace("\t", "&#9;")


class _Writer:
    """Writes elements, on separate lines or inside text."""

    def __init__(self, address: Address, with_origins: bool) -> None:
        self.address, self.with_origins = address, with_origins

    def begun(self, element: Element) -> str:
        """Write the tag at which an element begins, but its end."""
        values = element.attributes
        if element.tag == "image" and "href" in values:
            values = {**values, "href": self.address(values["href"])}
        if self.with_origins and element.at:
            values = {**values, ORIGIN: element.at}
        begin = f"<{element.tag}"
        for name, value in values.items():
            begin += f' {name}="{_quoted(value)}"'
        return begin

    def block(self, element: Element, indent: str) -> str:
        """Write an element on separate lines."""
        if element.tag == "text" or element.own_text.strip():
            return f"{indent}{self.inline(element)}\n"
        begin, inner = indent + self.begun(element), ""
        for child in element.elements:
            inner += self.block(child, indent + "  ")
        return f"{begin}>\n{inner}{indent}</{element.tag}>\n" if inner else f"{begin}/>\n"

    def inline(self, child: Element | str) -> str:
        """Write an element or a text without added white space, which would be text there."""
        if isinstance(child, str):
            return _escaped(child)
        inner = "".join(map(self.inline, child.children))
        return f"{self.begun(child)}>{inner}</{child.tag}>"


# ---------------------------------------------------------------- numbers, colours, styles

_FLOAT = re.compile(r"[-+]?(?:\d++\.?\d*+|\.\d++)(?:[eE][-+]?\d++)?")
_MOST = 1e7  # nothing on paper is further away; keeps infinities out of PDF files
_PATH = re.compile(
    r"([MmLlHhVvCcSsQqTtAaZz])|([-+]?(?:\d++\.?\d*+|\.\d++)(?:[eE][-+]?\d++)?)|([^\s,])"
)
_ARC = re.compile(r"[aA][^a-df-zA-DF-Z]*")
_ARC_ONCE = re.compile(
    rf"((?:(?>{_FLOAT.pattern})[\s,]*){{3}})([01])[\s,]*([01])([\s,]*(?:(?>{_FLOAT.pattern})[\s,]*){{2}})"
)
_TRANSFORM = re.compile(r"(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^)]*)\)[\s,]*")
_NUMBERS = {"matrix": (6,), "rotate": (1, 3), "skewX": (1,), "skewY": (1,)}
_RGB = re.compile(
    r"rgb\(\s*{0}[\s,]+{0}[\s,]+{0}\s*\)".format(r"(\d{1,9}(?:\.\d{1,9})?%?|\.\d{1,9}%?)")
)
_VAR = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,\s*(.+))?\)\s*")

COLOUR_NAMES = {
    "black": "#000000",
    "white": "#ffffff",
    "red": "#ff0000",
    "green": "#008000",
    "blue": "#0000ff",
    "yellow": "#ffff00",
    "orange": "#ffa500",
    "purple": "#800080",
    "grey": "#808080",
    "gray": "#808080",
    "silver": "#c0c0c0",
    "gold": "#ffd700",
    "brown": "#a52a2a",
    "pink": "#ffc0cb",
    "navy": "#000080",
    "teal": "#008080",
    "maroon": "#800000",
    "lime": "#00ff00",
    "aqua": "#00ffff",
    "cyan": "#00ffff",
    "magenta": "#ff00ff",
    "olive": "#808000",
    "ivory": "#fffff0",
    "beige": "#f5f5dc",
}


@lru_cache(maxsize=8192)
def _number_in(text: str) -> float | None:
    word = text.strip().removesuffix("px")
    return float(word) if _FLOAT.fullmatch(word) and abs(float(word)) <= _MOST else None


def parse_number(text: str, name: str = "number", at: str = "") -> float:
    """Read a plain number, 'px' allowed. Raises SvgFault for anything else."""
    value = _number_in(text)
    if value is None:
        raise SvgFault(
            say.NOT_A_NUMBER(name=name, found=text.strip()), at, _number_hint(text.strip())
        )
    return value


def _number_hint(word: str) -> str | None:
    """Suggest how to write what was probably meant as a number."""
    pointed = word.replace(",", ".", 1)
    if pointed != word and _number_in(pointed) is not None:
        return f"write {pointed}, with a decimal point"
    sized = re.fullmatch(
        r"([-+]?(?:[0-9]++(?:[.,][0-9]+)?|[.,][0-9]+))\s*(mm|cm|in|inch|pt|pc|em|rem|%|\")", word
    )
    if sized and sized[2] == "mm":
        number = sized[1].replace(",", ".")
        return (
            f"write {number}, without a unit: numbers are in the units of the viewBox, usually "
            "millimetres"
        )
    if sized:
        return "remove the unit: numbers are in the units of the viewBox, usually millimetres"
    return None


def parse_spacing(text: str, size: float, at: str = "") -> float:
    """Read a `letter-spacing`: a number, or relative to the text's size, such as 0.08em. Raises
    SvgFault for anything else.
    """
    word = text.strip()
    if word.endswith("em") and not word.endswith("rem"):
        return parse_number(word[:-2], "letter-spacing", at) * size
    return 0.0 if word in ("", "normal") else parse_number(word, "letter-spacing", at)


def parse_share(text: str, name: str = "number", at: str = "") -> float:
    """Read a number or a percentage, such as an opacity. Raises SvgFault for anything else."""
    word = text.strip()
    if word.endswith("%"):
        return parse_number(word[:-1], name, at) / 100
    return parse_number(word, name, at)


def parse_numbers(
    text: str, name: str, at: str = "", units: tuple[str, ...] = ("px",)
) -> list[float]:
    """Read the numbers of an attribute, separated by spaces or commas. Raises SvgFault if it
    contains anything but them and `units`.
    """
    if len(text) > 2 * MOST_DATA and sum(1 for _ in _FLOAT.finditer(text)) > MOST_DATA:
        raise SvgFault(say.TOO_MANY_NUMBERS(most=MOST_DATA))
    for word in _FLOAT.sub(" ", text).replace(",", " ").split():
        if word not in units:
            whole = next(one for one in re.split(r"[\s,]+", text) if word in one)
            raise SvgFault(
                say.NOT_ONLY_NUMBERS(name=name, found=whole[:20]), at, _number_hint(whole)
            )
    return list(map(_bounded, _FLOAT.findall(text)))


def _bounded(word: str) -> float:
    value = float(word)
    if not abs(value) <= _MOST:
        raise SvgFault(say.UNPRINTABLE_NUMBER(found=word[:20]))
    return value


@lru_cache(maxsize=4096)
def parse_colour(text: str) -> tuple[float, float, float] | None:
    """Read a colour as red, green, blue from 0 to 1; None for 'none' and 'transparent'. Raises
    SvgFault for others.
    """
    word = text.strip().lower()
    if word in ("none", "transparent"):
        return None
    word = COLOUR_NAMES.get(word, word)
    if re.fullmatch(r"#(?:[0-9a-f]{3}){1,2}", word):
        return rgb_of(word)
    match = _RGB.fullmatch(word)
    if match:
        red, green, blue = (
            float(p[:-1]) / 100 if p.endswith("%") else float(p) / 255 for p in match.groups()
        )
        return min(red, 1.0), min(green, 1.0), min(blue, 1.0)
    raise SvgFault(say.NOT_A_COLOUR(found=text))


def written_numbers(values: Iterable[float]) -> str:
    """Write numbers as the value of an attribute, to six digits."""
    return " ".join(f"{value:.6g}" for value in values)


def variables_of(properties: Mapping[str, str]) -> dict[str, str]:
    """Return the variables among the properties of a style."""
    return {name: value for name, value in properties.items() if name.startswith("--")}


def resolve_var(text: str, properties: dict[str, str], at: str = "") -> str:
    """Replace `var(--name, fallback)` by the property's value. Raises SvgFault if there is neither,
    or it refers to itself.
    """
    seen = set[str]()
    while match := _VAR.fullmatch(text.strip()) if "var(" in text else None:
        value = properties.get(match[1], match[2])
        if value is None:
            raise SvgFault(say.NOT_DEFINED(name=match[1]), at)
        if match[1] in seen:
            raise SvgFault(say.DEFINED_BY_ITSELF(name=match[1]), at)
        seen.add(match[1])
        text = value
    return text


@lru_cache(maxsize=1024)
def parse_style(text: str) -> tuple[tuple[str, str], ...]:
    """Split a style attribute into its properties."""
    pairs = (part.split(":", 1) for part in text.split(";") if ":" in part)
    return tuple((name.strip(), value.replace("!important", "").strip()) for name, value in pairs)


def written_style(properties: Mapping[str, str]) -> str:
    """Write properties as a style attribute, which `parse_style` splits again."""
    return ";".join(f"{name}:{value}" for name, value in properties.items())


# ---------------------------------------------------------------- transforms


@lru_cache(maxsize=4096)
def parse_transform(text: str, at: str = "") -> Matrix:
    """Read a transform list. Raises SvgFault if it cannot be read."""
    result, position = IDENTITY, 0
    text = text.strip()
    while position < len(text):
        match = _TRANSFORM.match(text, position)
        if not match:
            raise SvgFault(say.NOT_A_TRANSFORM(found=text[position:]), at)
        numbers = parse_numbers(
            match[2],
            "transform",
            at,
            ("px",) if match[1] in ("translate", "matrix") else ("deg", "px"),
        )
        allowed = _NUMBERS.get(match[1], (1, 2))
        if len(numbers) not in allowed:
            many = "1 number" if allowed == (1,) else f"{' or '.join(map(str, allowed))} numbers"
            hint = "write decimal numbers with a point, as in 1.5" if "," in match[2] else None
            raise SvgFault(
                say.WRONG_TRANSFORM(wanted=many, what=match[1], found=match[2].strip()[:20]),
                at,
                hint,
            )
        result @= _TRANSFORMS[match[1]](*numbers)
        position = match.end()
    return result


def _skewed(x: float, y: float) -> Matrix:
    """Return the matrix that leans by angles, in degrees."""
    return Matrix(1.0, math.tan(math.radians(y)), math.tan(math.radians(x)), 1.0, 0.0, 0.0)


def _turned(angle: float, x: float = 0.0, y: float = 0.0) -> Matrix:
    """Return the matrix that turns by an angle, in degrees, around a point."""
    turn = Matrix.turn(math.radians(angle))
    if not x and not y:
        return turn
    return Matrix.shift(x, y) @ turn @ Matrix.shift(-x, -y)


_TRANSFORMS: Mapping[str, Callable[..., Matrix]] = {
    "matrix": Matrix,
    "translate": lambda x, y=0.0: Matrix.shift(x, y),
    "scale": lambda x, *y: Matrix(x, 0.0, 0.0, (*y, x)[0], 0.0, 0.0),
    "skewX": lambda angle: _skewed(angle, 0.0),
    "skewY": lambda angle: _skewed(0.0, angle),
    "rotate": _turned,
}
"""The matrix of each transform, from its numbers."""


def view_box(element: Element) -> Box:
    """Read an svg's viewBox, or make it from width and height. Raises SvgFault if it has
    neither.
    """
    numbers = parse_numbers(element.get("viewBox"), "viewBox", element.at)
    if len(numbers) == 4 and numbers[2] > 0 and numbers[3] > 0:
        return Box(*numbers)
    try:
        width, height = (
            _bounded(_FLOAT.findall(element.get(side))[0]) for side in ("width", "height")
        )
    except IndexError:
        width = height = 0.0
    if width <= 0 or height <= 0:
        hint = None
        if re.search(r"\d,\d", element.get("viewBox")):
            hint = "write decimal numbers with a point, as in 63.5"
        raise SvgFault(say.NO_VIEWBOX(), element.at, hint)
    return Box(0.0, 0.0, width, height)


def box_of(element: Element) -> Box:
    """Read the x, y, width and height of an element, each 0 by default. Raises SvgFault if one is
    not a number.
    """
    number = element.number
    return Box(number("x"), number("y"), number("width"), number("height"))


PX_OF = {
    "mm": 96 / MM_PER_INCH,
    "cm": 960 / MM_PER_INCH,
    "q": 24 / MM_PER_INCH,
    "in": 96.0,
    "pt": 96 / 72,
    "pc": 16.0,
}
"""The number of pixels, 96 per inch, in each unit of length."""
_UNITS = {"": 1.0, "px": 1.0, **PX_OF}
_LENGTH = re.compile(rf"\s*({_FLOAT.pattern})\s*([a-z]*)\s*")


def picture_box(picture: Element) -> Box:
    """Read the viewBox of a picture as `view_box` does; without one, from a width and height in any
    unit, at 96 dpi.
    """
    if len(parse_numbers(picture.get("viewBox"), "viewBox", picture.at)) == 4:
        return view_box(picture)
    sides = [_LENGTH.fullmatch(picture.get(name)) for name in ("width", "height")]
    width, height = (float(side[1]) * _UNITS.get(side[2], 0.0) if side else 0.0 for side in sides)
    if not (0 < width < _MOST and 0 < height < _MOST):
        raise SvgFault(say.NO_VIEWBOX_OR_SIZE(), picture.at)
    return Box(0.0, 0.0, width, height)


@lru_cache
def _shares_before(how: str) -> tuple[float, float]:
    """Return the share of the spare room that preserveAspectRatio leaves to the left of a picture,
    and above it.
    """
    return _share_before("x", how), _share_before("Y", how)


def _share_before(axis: str, how: str) -> float:
    if f"{axis}Min" in how:
        return 0.0
    return 1.0 if f"{axis}Max" in how else 0.5


def fit_box(inner: Box, outer: Box, how: str) -> Matrix:
    """Map a viewBox into a rectangle as preserveAspectRatio says ('xMidYMid meet' by default)."""
    scale_x, scale_y = outer.width / inner.width, outer.height / inner.height
    if how.strip() != "none":
        scale_x = scale_y = max(scale_x, scale_y) if "slice" in how else min(scale_x, scale_y)
    share_x, share_y = _shares_before(how)
    spare_x, spare_y = outer.width - inner.width * scale_x, outer.height - inner.height * scale_y
    x = outer.x + spare_x * share_x - inner.x * scale_x
    y = outer.y + spare_y * share_y - inner.y * scale_y
    return Matrix(scale_x, 0.0, 0.0, scale_y, x, y)


# ---------------------------------------------------------------- paths


@lru_cache(maxsize=1024)
def parse_path(text: str, at: str = "") -> tuple[Segment, ...]:
    """Read path data as absolute M, L, C and Z segments. Raises SvgFault if it cannot be read."""
    runs: list[tuple[str, list[float]]] = []
    text = _ARC.sub(_with_flags_apart, text)
    if len(text) > MOST_DATA and sum(1 for _ in _PATH.finditer(text)) > MOST_DATA:
        raise SvgFault(say.PATH_TOO_LONG(most=MOST_DATA), at)
    numbers = early = list[float]()
    for command, number, other in _PATH.findall(text):
        if number:
            numbers.append(_bounded(number))
        elif command:
            numbers = []
            runs.append((command, numbers))
        else:
            raise SvgFault(say.NOT_PATH_DATA(found=other), at)
    if early or (runs and runs[0][0] not in "Mm"):
        raise SvgFault(say.PATH_WITHOUT_M(), at)
    pen = _PathPen()
    for command, numbers in runs:
        takes = len(_COMMANDS[command.upper()][1])
        rounds, rest = divmod(len(numbers), takes or 1)
        if rest or bool(rounds) != bool(takes):
            raise SvgFault(say.PATH_BROKEN(), at)
        pen.follow(command, [numbers[n * takes : (n + 1) * takes] for n in range(max(1, rounds))])
    return tuple(pen.segments)


def _with_flags_apart(arc: re.Match[str]) -> str:
    """Separate the two flags of arcs, which tools that shorten SVG write as '01' or '00.5'."""
    return _ARC_ONCE.sub(r"\1 \2 \3 \4 ", arc[0])


class _PathPen:
    """Follows the commands of path data: where it is, and where its outline began. `cubic` and
    `square` are the control points with which S and T begin a curve.
    """

    def __init__(self) -> None:
        self.segments: list[Segment] = []
        self.x = self.y = 0.0
        self.start = self.cubic = self.square = 0.0, 0.0

    def follow(self, command: str, rounds: Iterable[Sequence[float]]) -> None:
        """Follow a command, with its arguments for each round."""
        letter = command.upper()
        for numbers in rounds:
            x, y = (self.x, self.y) if command.islower() else (0.0, 0.0)
            draw, axes = _COMMANDS[letter]
            draw(self, *map(add, numbers, map((x, y, 0.0).__getitem__, axes)))
            letter = _THEN.get(letter, letter)

    def reach(self, word: str, *numbers: float) -> None:
        """Add a segment, which ends at the last two of its numbers."""
        self.segments.append((word, numbers))
        self.x, self.y = numbers[-2], numbers[-1]
        self.cubic = self.square = self.x, self.y

    def move(self, x: float, y: float) -> None:
        self.start = x, y
        self.reach("M", x, y)

    def line(self, x: float, y: float) -> None:
        self.reach("L", x, y)

    def level(self, x: float) -> None:
        self.reach("L", x, self.y)

    def upright(self, y: float) -> None:
        self.reach("L", self.x, y)

    def curve(self, a: float, b: float, c: float, d: float, x: float, y: float) -> None:
        self.reach("C", a, b, c, d, x, y)
        self.cubic = 2 * x - c, 2 * y - d

    def smooth_curve(self, *numbers: float) -> None:
        self.curve(*self.cubic, *numbers)

    def bend(self, by_x: float, by_y: float, x: float, y: float) -> None:
        first = self.x + (by_x - self.x) * 2 / 3, self.y + (by_y - self.y) * 2 / 3
        second = x + (by_x - x) * 2 / 3, y + (by_y - y) * 2 / 3
        self.reach("C", *first, *second, x, y)
        self.square = 2 * x - by_x, 2 * y - by_y

    def smooth_bend(self, x: float, y: float) -> None:
        self.bend(*self.square, x, y)

    def arc(
        self, rx: float, ry: float, turn: float, large: float, sweep: float, x: float, y: float
    ) -> None:
        arc = _arc(
            Point(self.x, self.y),
            abs(rx),
            abs(ry),
            math.radians(turn),
            large != 0,
            sweep != 0,
            Point(x, y),
        )
        for word, numbers in arc:
            self.reach(word, *numbers)

    def close(self) -> None:
        self.segments.append(("Z", ()))
        self.x, self.y = self.cubic = self.square = self.start


_XY = (0, 1)
_COMMANDS: Mapping[str, tuple[Callable[..., None], tuple[int, ...]]] = {
    "M": (_PathPen.move, _XY),
    "L": (_PathPen.line, _XY),
    "H": (_PathPen.level, (0,)),
    "V": (_PathPen.upright, (1,)),
    "C": (_PathPen.curve, _XY * 3),
    "S": (_PathPen.smooth_curve, _XY * 2),
    "Q": (_PathPen.bend, _XY * 2),
    "T": (_PathPen.smooth_bend, _XY),
    "A": (_PathPen.arc, (2, 2, 2, 2, 2, *_XY)),
    "Z": (_PathPen.close, ()),
}
"""How each command is followed, and for each of its arguments what is added to it if the command is
in lower case: the current x (0), y (1) or nothing (2). A command may be repeated.
"""
_THEN = {"M": "L"}
"""What a command means when it is repeated, if it is something else."""


_LEAST_RADIUS = (
    1e-6  # below it an arc is drawn as the line that it looks like; its square must not vanish
)


def _arc(
    start_at: Point, rx: float, ry: float, turn: float, large: bool, sweep: bool, end_at: Point
) -> Iterator[Segment]:
    """Turn an elliptical arc into curves of at most a quarter turn. Source: SVG 1.1, appendix
    F.6.
    """
    (from_x, from_y), (x, y) = start_at, end_at
    if min(abs(rx), abs(ry)) < _LEAST_RADIUS or start_at == end_at:
        yield "L", (x, y)
        return
    cos, sin = math.cos(turn), math.sin(turn)
    dx, dy = (from_x - x) / 2, (from_y - y) / 2
    px, py = cos * dx + sin * dy, -sin * dx + cos * dy
    grow = math.sqrt(max(1.0, (px / rx) ** 2 + (py / ry) ** 2))
    rx, ry = rx * grow, ry * grow
    under = (rx * ry) ** 2 - (rx * py) ** 2 - (ry * px) ** 2
    root = math.sqrt(max(0.0, under) / ((rx * py) ** 2 + (ry * px) ** 2))
    root = -root if large == sweep else root
    cpx, cpy = root * rx * py / ry, -root * ry * px / rx
    cx, cy = cos * cpx - sin * cpy + (from_x + x) / 2, sin * cpx + cos * cpy + (from_y + y) / 2
    start = math.atan2((py - cpy) / ry, (px - cpx) / rx)
    sweep_angle = math.atan2((-py - cpy) / ry, (-px - cpx) / rx) - start
    if sweep and sweep_angle < 0:
        sweep_angle += 2 * math.pi
    elif not sweep and sweep_angle > 0:
        sweep_angle -= 2 * math.pi
    pieces = max(1, math.ceil(abs(sweep_angle) / (math.pi / 2) - 1e-6))
    step = sweep_angle / pieces
    pull = 4 / 3 * math.tan(step / 4)

    def at(angle: float, along: float) -> tuple[float, float]:
        ex = rx * (math.cos(angle) - along * math.sin(angle))
        ey = ry * (math.sin(angle) + along * math.cos(angle))
        return cos * ex - sin * ey + cx, sin * ex + cos * ey + cy

    for piece in range(pieces):
        a, b = start + piece * step, start + (piece + 1) * step
        end = end_at if piece == pieces - 1 else at(b, 0)
        yield "C", (*at(a, pull), *at(b, -pull), *end)


_ROUND = 4 / 3 * (math.sqrt(2) - 1)


def shape_path(element: Element) -> tuple[Segment, ...]:
    """Return the outline of a basic shape or path as segments. Raises SvgFault if its attributes
    cannot be read.
    """
    return _OUTLINES[element.tag](element)


def _rounded(element: Element) -> tuple[Segment, ...]:
    number, attributes = element.number, element.attributes
    rx = attributes.get("rx", attributes.get("ry")) or "0"
    ry = attributes.get("ry", attributes.get("rx")) or "0"
    width, height = number("width"), number("height")
    return _rectangle(
        number("x"),
        number("y"),
        width,
        height,
        min(parse_number(rx, "rx", element.at), width / 2),
        min(parse_number(ry, "ry", element.at), height / 2),
    )


def _round(element: Element, rx: str, ry: str) -> tuple[Segment, ...]:
    number = element.number
    return _ellipse(number("cx"), number("cy"), number(rx), number(ry))


def _line(element: Element) -> tuple[Segment, ...]:
    number = element.number
    return (("M", (number("x1"), number("y1"))), ("L", (number("x2"), number("y2"))))


def _many_lines(element: Element) -> tuple[Segment, ...]:
    points = parse_numbers(element.get("points"), "points", element.at)
    if len(points) < 4 or len(points) % 2:
        raise SvgFault(say.NOT_PAIRS(), element.at)
    first, *others = zip(points[::2], points[1::2], strict=True)
    return (("M", first), *(("L", pair) for pair in others))


_OUTLINES: Mapping[str, Callable[[Element], tuple[Segment, ...]]] = {
    "path": lambda element: parse_path(element.get("d"), element.at),
    "rect": _rounded,
    "circle": partial(_round, rx="r", ry="r"),
    "ellipse": partial(_round, rx="rx", ry="ry"),
    "line": _line,
    "polyline": _many_lines,
    "polygon": lambda element: (*_many_lines(element), ("Z", ())),
}
"""How the outline of each shape is read."""


def flattened(segments: Sequence[Segment], steps: int = 12) -> list[Point]:
    """Return the points of one outline, with each curve as `steps` straight lines, without
    repeating the first point at the end.
    """
    points: list[Point] = []
    for word, numbers in segments:
        if word in ("M", "L"):
            points.append(Point(numbers[0], numbers[1]))
        elif word == "C":
            (x0, y0), (x1, y1, x2, y2, x3, y3) = points[-1], numbers
            for step in range(1, steps + 1):
                t = step / steps
                p, q, r, s = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
                points.append(
                    Point(p * x0 + q * x1 + r * x2 + s * x3, p * y0 + q * y1 + r * y2 + s * y3)
                )
    is_round = len(points) > 1 and math.dist(points[0], points[-1]) < 1e-9
    return points[:-1] if is_round else points


def parts_of(segments: Sequence[Segment]) -> Iterator[Sequence[Segment]]:
    """Divide a path into outlines, each from one M to the next."""
    starts = [number for number, (command, _) in enumerate(segments) if command == "M"]
    for start, end in pairwise([*starts, len(segments)]):
        yield segments[start:end]


def length_of(segments: Sequence[Segment]) -> float:
    """Measure an outline, with curves as short straight lines."""
    total = 0.0
    for part in parts_of(segments):
        points = flattened(part, 40)
        if part[-1][0] == "Z" or (len(part) > 1 and part[-1][1][-2:] == part[0][1]):
            points.append(points[0])
        total += math.fsum(starmap(math.dist, pairwise(points)))
    return total


def _rectangle(
    x: float, y: float, width: float, height: float, rx: float, ry: float
) -> tuple[Segment, ...]:
    if width <= 0 or height <= 0:
        return ()
    right, bottom = x + width, y + height
    if rx <= 0 or ry <= 0:
        return (
            ("M", (x, y)),
            ("L", (right, y)),
            ("L", (right, bottom)),
            ("L", (x, bottom)),
            ("Z", ()),
        )
    kx, ky = rx * (1 - _ROUND), ry * (1 - _ROUND)
    return (
        ("M", (x + rx, y)),
        ("L", (right - rx, y)),
        ("C", (right - kx, y, right, y + ky, right, y + ry)),
        ("L", (right, bottom - ry)),
        ("C", (right, bottom - ky, right - kx, bottom, right - rx, bottom)),
        ("L", (x + rx, bottom)),
        ("C", (x + kx, bottom, x, bottom - ky, x, bottom - ry)),
        ("L", (x, y + ry)),
        ("C", (x, y + ky, x + kx, y, x + rx, y)),
        ("Z", ()),
    )


def _ellipse(cx: float, cy: float, rx: float, ry: float) -> tuple[Segment, ...]:
    if rx <= 0 or ry <= 0:
        return ()
    kx, ky = rx * _ROUND, ry * _ROUND
    return (
        ("M", (cx + rx, cy)),
        ("C", (cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry)),
        ("C", (cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy)),
        ("C", (cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry)),
        ("C", (cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy)),
        ("Z", ()),
    )


def bounds(segments: tuple[Segment, ...]) -> Box:
    """Return the box around a path; at 0 0 with zero size if it is empty."""
    xs, ys = list(_extremes(segments, 0)), list(_extremes(segments, 1))
    return Box.between(min(xs), min(ys), max(xs), max(ys)) if xs else Box(0.0, 0.0, 0.0, 0.0)


def transformed(segments: Iterable[Segment], matrix: Matrix) -> tuple[Segment, ...]:
    """Return a path with all its points transformed by a matrix."""
    if matrix == IDENTITY:
        return tuple(segments)
    a, b, c, d, e, f = matrix
    result: list[Segment] = []
    for command, numbers in segments:
        pairs = zip(numbers[::2], numbers[1::2], strict=True)
        result.append(
            (command, tuple(v for x, y in pairs for v in (a * x + c * y + e, b * x + d * y + f)))
        )
    return tuple(result)


def _extremes(segments: tuple[Segment, ...], axis: int) -> Iterator[float]:
    """Yield a path's end points on one axis, and the points where its curves reverse."""
    here = 0.0
    for command, numbers in segments:
        if not numbers:
            continue
        *pull, end = numbers[axis::2]
        if command == "C":
            b, c = pull
            square, middle, flat = end - here + 3 * (b - c), 2 * (here - 2 * b + c), b - here
            under = middle * middle - 4 * square * flat
            if abs(square) > 1e-12:
                root = math.sqrt(max(0.0, under))
                turns = []
                if under >= 0:
                    turns = [(-middle + root) / (2 * square), (-middle - root) / (2 * square)]
            else:
                turns = [-flat / middle] if middle else []
            for t in turns:
                if 0 < t < 1:
                    yield (
                        (1 - t) ** 3 * here
                        + 3 * (1 - t) ** 2 * t * b
                        + 3 * (1 - t) * t * t * c
                        + t**3 * end
                    )
        yield end
        here = end
