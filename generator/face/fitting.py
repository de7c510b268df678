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

from dataclasses import replace

from generator.data.budget import OutOfTime, note_place
from generator.data.game import Game, Part, icon_hint
from generator.data.geometry import Box
from generator.data.problems import Problem, ProblemError
from generator.face import messages as say
from generator.face.faces import Face, is_ours
from generator.face.fonts import BUNDLED, DEFAULT_FAMILY, FontBook
from generator.face.svg import Element, SvgFault, parse_style, view_box
from generator.face.text.area import set_area
from generator.face.text.flow import flow_blocks, flow_group
from generator.face.text.icons import Icons, placeholder, variable_slips
from generator.face.text.notes import CardNotes, Fit
from generator.face.text.plain import CENTRE, set_text
from generator.face.text.typesetter import Style, Typesetter, in_mm, styled

MOST_LETTERS = 50_000
"""The most letters on one face: six times as many as on a page of a book."""
_SIZES = ("width", "height", "transform", "style")
"""Attributes that set the size of an icon."""


class Fitter:
    """Fits the faces of one game. Icons are read once."""

    def __init__(self, game: Game, fonts: FontBook, previous: Fitter | None = None) -> None:
        self.game, self.fonts = game, fonts
        self.icons = Icons(game.icons, game.folder)
        if previous is not None and previous.game.icons == game.icons:
            self.icons = previous.icons

    def fit(self, face: Face) -> tuple[Face, list[Fit], list[Problem]]:
        """Replace every text area and check every text of a face."""
        work = _FaceFit(self, face)
        whole = self.lettered(face.root) if isinstance(face.card, Part) else face.root
        root = work.element(whole, {"font-family": DEFAULT_FAMILY, "font-size": "4"})
        return replace(face, root=root), work.notes.fits, work.notes.problems

    def lettered(self, root: Element) -> Element:
        """Set a face from the tool's own templates in one of the game's fonts, if only that has the
        letters.
        """
        family = self.fonts.with_letters(root.text()).family
        return root if family == DEFAULT_FAMILY else _in_family(root, family)


def _in_family(element: Element, family: str) -> Element:
    """Copy an element, with another family for texts that the tool's own templates set in its
    fonts.
    """
    attributes = element.attributes
    if attributes.get("font-family") in BUNDLED and is_ours(element.at):
        attributes = {**attributes, "font-family": family}
    return element.copied(attributes, lambda child: _in_family(child, family))


class _FaceFit:
    """The fitting of one face."""

    def __init__(self, fitter: Fitter, face: Face) -> None:
        self.face, self.notes = face, CardNotes(face.card)
        self.setter = Typesetter(fitter.game, fitter.fonts, fitter.icons, self.notes)
        self.letters = 0
        self.changed = 0
        """The number of elements around the current one with a transform or a viewBox."""

    def element(self, element: Element, inherited: Style) -> Element:
        """Copy an element with its text areas replaced, its style resolved, its text sizes in
        millimetres.
        """
        style = styled(element, inherited)
        try:
            replaced = self.replaced(element, style)
        except SvgFault as fault:
            self.notes.svg_fault(fault, element.at)
        except ProblemError as fault:
            self.notes.problems += fault.problems
        except (OutOfTime, MemoryError) as fault:
            note_place(fault, element.at)
            raise
        else:
            return replaced
        return Element("g", {}, [], element.at)

    def replaced(self, element: Element, style: Style) -> Element:
        """Return the replacement of an element. Raises SvgFault."""
        _check_units(element)
        if element.tag in ("text", "textArea") and not self.has_room(element):
            return Element("g", {}, [], element.at)
        if element.tag == "textArea":
            return set_area(self.setter, element, style)
        if element.tag == "flow":
            group = flow_group(element)
            group.children += (
                self.element(block, style) for block in flow_blocks(self.setter, element, style)
            )
            return group
        if element.tag == "text":
            return set_text(self.setter, element, style)
        if CENTRE in element.attributes:
            raise SvgFault(say.CENTRE_NOT_ON_TEXT(key=CENTRE, tag=element.tag), element.at)
        if element.tag == "use" and not element.get("href").startswith("#"):
            return self.use(element)
        return self.copied(element, style)

    def copied(self, element: Element, style: Style) -> Element:
        """Copy an element with its content fitted."""
        attributes = in_mm(element)
        is_changing = "transform" in attributes or "viewBox" in attributes
        before = self.changed
        if is_changing and element is not self.face.root:
            self.changed += 1
        copy = element.copied(attributes, lambda child: self.element(child, style))
        self.changed = before
        return copy

    def has_room(self, element: Element) -> bool:
        """Count the letters of a text, and return whether a face can hold them all. Raises SvgFault
        with the first text that is too much.
        """
        if self.letters > MOST_LETTERS:
            return False
        self.letters += len(element.text())
        if self.letters > MOST_LETTERS:
            raise SvgFault(say.TOO_MANY_LETTERS(most=MOST_LETTERS), element.at)
        return True

    def use(self, element: Element) -> Element:
        """Replace `<use href="icons/NAME.svg">` by the icon itself, so that the face needs no other
        file.
        """
        href, icons = element.get("href"), self.setter.icons
        name = href.removeprefix("icons/").removesuffix(".svg")
        icon = icons.find(name) if href.startswith("icons/") else None
        if icon is None:
            self.note_unknown_icon(element, name)
            return placeholder(element)
        box = view_box(icon.root)
        self.check_variables(element, icon.reads)
        self.check_size(element, box)
        attributes = {**element.attributes, "viewBox": " ".join(f"{n:g}" for n in box)}
        del attributes["href"]
        transform = attributes.pop("transform", None)
        nested = Element("svg", attributes, icon.inside, element.at, True, icon.source, href)
        return Element("g", {"transform": transform}, [nested], element.at) if transform else nested

    def note_unknown_icon(self, element: Element, name: str) -> None:
        """Record that there is no icon with a name, which may come from the card."""
        href, card = element.get("href"), self.notes.card
        hint: str | None = icon_hint(name, self.setter.icons.folder)
        if href.startswith("icons/") and name.rpartition("/")[2] in (card.id, card.entry):
            hint = (
                f"draw templates/icons/{name}.svg for '{card.id}', or give the card `art:` if "
                "its template shows that"
            )
        message = say.NOT_AN_ICON(found=href)
        self.notes.fault(message, element.at, hint)

    def check_variables(self, element: Element, reads: frozenset[str]) -> None:
        """Refuse a variable that an icon does not use if it uses one with a similar name."""
        properties = parse_style(element.get("style"))
        given = frozenset(name for name, _ in properties if name.startswith("--"))
        for name, hint in variable_slips(given, reads):
            message = say.ICON_VARIABLE(icon=element.get("href"), name=name)
            self.notes.fault(message, element.at, hint)

    def check_size(self, element: Element, box: Box) -> None:
        """Warn about an icon shown at its original size that is larger than the face, because no
        size is given.
        """
        if self.changed or any(map(element.get, _SIZES)):
            return
        width, height = self.face.size_mm
        if box.width > width or box.height > height:
            self.notes.warn(say.ICON_WITHOUT_SIZE(width=box.width, height=box.height), element.at)


def _check_units(element: Element) -> None:
    """Raise SvgFault for a misspelt text area, or a text size in pixels."""
    if element.tag != "textArea" and element.tag.lower() == "textarea":
        raise SvgFault(say.NOT_AN_ELEMENT(tag=element.tag), element.at)
    size = element.attributes.get("font-size", "").strip()
    if size.endswith("px"):
        raise SvgFault(say.NOT_A_FONT_SIZE(found=size, size_2=size[:-2]), element.at)
