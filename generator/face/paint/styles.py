"""The look of an element: the surrounding style, its attributes and its style attribute, by SVG's
order of precedence.

In: an element and the style that it inherits. Out: its style, and the parts of it that cannot be
printed.
"""

from __future__ import annotations

from generator.data.problems import did_you_mean
from generator.face import messages as say
from generator.face.artwork import SPACES
from generator.face.subset import (
    GEOMETRY,
    IDLE,
    INHERITED,
    OWN,
    REMEDY,
    SHAPES,
    WORD_MEANT,
    WORDS,
    is_neutral,
)
from generator.face.svg import (
    Element,
    SvgFault,
    parse_share,
    parse_style,
    resolve_var,
    variables_of,
)

Style = dict[str, str]

DRAWN_TAGS = ("g", "svg", "switch", "use", "text", "image", *sorted(SHAPES))
"""The elements that are drawn."""
_SAYS_NOTHING = ("data-", "aria-", "xml", "on")
"""The beginnings of attributes that are not for paper, such as onclick."""
_STYLED = INHERITED | OWN
"""The properties that are read as attributes or in a style."""
_OF_CSS = ("inherit", "initial", "unset")
_NEARLY = 0.001  # of a share that is a little less than none or more than all


def styled(element: Element, inherited: Style, faults: list[SvgFault]) -> Style:
    """Return the style of an element: the inherited one overridden by its own attributes and style.

    Whatever cannot be printed is added to `faults`. Raises SvgFault for a word that a property does
    not accept.
    """
    own = _own_attributes(element, faults)
    if "style" in element.attributes:
        own |= _own_properties(element, faults)
    if not own:
        return inherited
    for name, value in own.items():
        if name in WORDS and value not in WORDS[name]:
            _check_word(name, value, element)
    style = inherited.copy()
    for name, value in own.items():
        if "var(" in value:
            style[name] = resolve_var(value, {**inherited, **variables_of(own)}, element.at)
        elif value != "inherit" and name not in OWN:
            style[name] = value
    return style


def _own_attributes(element: Element, faults: list[SvgFault]) -> Style:
    own: Style = {}
    for name, value in element.attributes.items():
        if name in _STYLED:
            own[name] = value
        elif name not in GEOMETRY and not name.startswith(_SAYS_NOTHING) and not is_neutral(value):
            faults.append(unsupported(f"the attribute '{name}'", element, name))
    return own


def _own_properties(element: Element, faults: list[SvgFault]) -> Style:
    """Read the style attribute."""
    own: Style = {}
    for name, value in parse_style(element.get("style")):
        if name in _STYLED or name.startswith("--"):
            own[name] = value
        elif name in GEOMETRY or name in IDLE or name.startswith("-"):
            continue
        elif not is_neutral(value):
            faults.append(unsupported(f"the style '{name}: {value}'", element, name))
    return own


def _check_word(name: str, word: str, element: Element) -> None:
    """Raise SvgFault for a word that a property does not accept."""
    if "var(" in word or word in _OF_CSS:
        return
    known = WORDS[name]
    hint = did_you_mean(word, known)
    if WORD_MEANT.get(word) in known:
        hint = f"write '{WORD_MEANT[word]}'"
    raise SvgFault(say.NOT_ONE_OF(name=name, known=known, found=word), element.at, hint)


def unsupported(what: str, element: Element, word: str = "") -> SvgFault:
    """Report that an element, an attribute or a property cannot be printed."""
    hint = REMEDY.get(word)
    if hint is None and what.startswith("<"):
        hint = did_you_mean(word, DRAWN_TAGS)
    elif hint is None and word and word not in element.attributes.get("style", ""):
        hint = did_you_mean(word, _STYLED)
    return SvgFault(say.OUTSIDE_PRINTABLE_SVG(why=what), element.at, hint)


def own(element: Element, name: str, default: str) -> str:
    """Read a property that is not inherited, from the attribute or the style attribute."""
    attributes = element.attributes
    if "style" in attributes:
        for key, value in parse_style(attributes["style"]):
            if key == name:
                return value
    return attributes.get(name, default)


def clipping(element: Element) -> str:
    """Return the clip of an element; 'none' for meaningless words, such as the 'false' of some
    programs.
    """
    if element.attributes.keys().isdisjoint(("clip-path", "style")):
        return "none"  # as of nearly all
    value = own(element, "clip-path", "none")
    return value if "(" in value else "none"


def is_hidden(element: Element) -> bool:
    """Return whether an element makes itself invisible."""
    if own(element, "display", "") == "none":
        return True
    return own(element, "visibility", "") in ("hidden", "none")


def keeps_spaces(element: Element) -> bool:
    """Return whether a text of art shows all spaces that it has."""
    is_kept = own(element, "white-space", "") in ("pre", "pre-wrap", "break-spaces")
    return is_kept or element.get(SPACES) == "preserve"


def opacity(text: str, name: str, element: Element) -> float:
    """Read an opacity, from 0 to 1. Raises SvgFault."""
    if text == "1":
        return 1.0
    share = parse_share(text, name, element.at)
    if -_NEARLY <= share <= 1 + _NEARLY:
        return min(1.0, max(0.0, share))
    percent = text.strip().rstrip("%")
    hint = f"write {float(percent) / 100:g} or {percent}%" if 1 < share <= 100 else None
    raise SvgFault(say.NOT_A_SHARE(name=name, found=text.strip()), element.at, hint)


def own_opacity(element: Element, name: str, style: Style) -> float:
    """Read an opacity that is not inherited."""
    text = own(element, name, "1")
    return 1.0 if text == "1" else opacity(resolve_var(text, style, element.at), name, element)


def opacities(style: Style, element: Element) -> tuple[float, float]:
    """Return the opacity of the fill and of the stroke."""
    fill, stroke = style["fill-opacity"], style["stroke-opacity"]
    if fill == stroke == "1":
        return 1.0, 1.0
    return opacity(fill, "fill-opacity", element), opacity(stroke, "stroke-opacity", element)


def strokes_first(style: Style) -> bool:
    """Return whether a stroke is beneath the fill, by the first of the two words."""
    words = style["paint-order"].split()
    if "stroke" not in words:
        return False
    return "fill" not in words or words.index("stroke") < words.index("fill")
