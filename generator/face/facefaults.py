"""Findings from drawing a face, as problems with their places.

In: a `MadeFace` and its card. Out: problems; those common to many cards are reported once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace

from generator.data.game import Card, Game, Part
from generator.data.problems import Place, Problem, Problems
from generator.face import messages as say
from generator.face.crossing import is_crossed
from generator.face.drawing import SOFT_DPI, AsPixels, Drawing, PlacedPicture
from generator.face.faces import Face, FaceMaker, template_place
from generator.face.fingerprints import covered, mark_box, only_mark, unmarked
from generator.face.paint.artfonts import Replaced
from generator.face.paint.painter import ICONS
from generator.face.stamp import Stamp
from generator.face.svg import OUTSIDE, SvgFault

SIZE_SLACK_MM = 1.0
_MARK_PLACE = (
    '<text id="version-mark" x="…" y="…" font-size="4.25pt"/>, or set version_marks: false'
)


@dataclass
class FaceFaults:
    """Makes problems from the findings about the faces of one game."""

    game: Game
    maker: FaceMaker
    _as_pixels: set[str] = field(default_factory=set)
    """Files for which pixels were reported."""
    _replaced: set[Replaced] = field(default_factory=set)
    """Fonts of pictures that were reported."""
    _marks_of: dict[str, str] = field(default_factory=dict)
    """By template, the card that decides whether the mark is printed over a line."""

    def __post_init__(self) -> None:
        self._of_entry: dict[str, set[str]] = {}
        for card in self.game.cards.values():
            self._of_entry.setdefault(card.entry, set()).add(card.id)

    def again(self) -> FaceFaults:
        """Return the same object with nothing reported yet."""
        return FaceFaults(self.game, self.maker)

    def of_drawing(self, card: Card, drawing: Drawing, known: Problems) -> Iterator[Problem]:
        """Yield the problems of a face, except `known` ones: those that fitting found too, or that
        were reported for another card of the same entry.
        """
        siblings = self._of_entry.get(card.entry, {card.id})
        for fault in drawing.faults:
            of_siblings = (problem for problem in known if problem.card in siblings)
            if not any(problem.message == fault.said.message for problem in of_siblings):
                yield self._of_fault(fault, card)
        for picture in drawing.placed:
            if picture.dpi < SOFT_DPI:
                yield self._soft(picture, card)
        for part in drawing.rasterised:
            if part.file not in self._as_pixels:
                self._as_pixels.add(part.file)
                yield self._pixelled(part, card)

    def of_fonts(self, replaced: Collection[Replaced], card: Card) -> Iterator[Problem]:
        """Warn about fonts named by pictures and icons that are not available, once per file."""
        for font in replaced:
            if font not in self._replaced:
                self._replaced.add(font)
                yield _font_replaced(font, card)

    def of_size(self, card: Card, face: Face) -> Iterator[Problem]:
        """Warn if a template is drawn for a size other than that of its cards in this game. Parts
        have the size of their template.
        """
        width, height = self.game.size_of(card)
        own_width, own_height = face.size_mm
        off_by = max(abs(own_width - width), abs(own_height - height))
        if off_by <= SIZE_SLACK_MM or isinstance(card, Part):
            return
        scale = min(width / own_width, height / own_height)
        yield Problem.of(
            say.TEMPLATE_SIZE(
                drawn_width=own_width,
                drawn_height=own_height,
                width=width,
                height=height,
                scale=scale,
            ),
            template_place(face.root.at)[1],
            None,
            "warning",
        )

    def of_mark(self, card: Card, face: Face, stamp: Stamp, known: Problems) -> Iterator[Problem]:
        """Warn, once per template, if the version mark is printed over a text or, if the template
        reserves no place for it, over a line.
        """
        place = template_place(face.root.at)[1]
        text = covered(stamp)
        if text is not None:
            code = "mark-over-text"
            if not any(problem.code == code and problem.place == place for problem in known):
                said = say.MARK_OVER(text=text[:40], place_=_MARK_PLACE)
                yield Problem.of(said, place, None, "warning", card=card.id)
        elif self._is_over_art(card, face, stamp):
            yield Problem.of(
                say.MARK_OVER_ART(place_=_MARK_PLACE), place, None, "warning", card=card.id
            )

    def _is_over_art(self, card: Card, face: Face, stamp: Stamp) -> bool:
        box = mark_box(stamp)
        if box is None or self._marks_of.setdefault(card.template, card.id) != card.id:
            return False
        return only_mark(face.root, "") is None and is_crossed(unmarked(stamp), box)

    def _of_fault(self, fault: SvgFault, card: Card) -> Problem:
        """Point at the place that names a faulty picture, or at the line in it; also at the place
        where it is shown.
        """
        problem = self.maker.problem(fault.said, fault.at, card, fault.hint)
        if fault.said.code == OUTSIDE:
            problem = self.maker.in_its_line(problem)
        named = _named(card, fault.href)
        template = (("template", problem.place),) if problem.place else ()
        if fault.inside:
            also = (("card", named or card.place), *template)
            return replace(problem, place=Place.read(fault.inside), also=also)
        return replace(problem, place=named, also=template) if named else problem

    def _pixelled(self, part: AsPixels, card: Card) -> Problem:
        """Make a remark about what became pixels: a whole picture, or one element of a picture or a
        template.
        """
        place, also = _named(card, part.file) or card.place, list[tuple[str, Place]]()
        line = f", line {part.at.rpartition(':')[2]}"
        if part.at and (self.game.folder / "templates" / part.file).is_file():
            place, also, line = template_place(part.at)[1], [("card", card.place)], ""
        name = f"'{part.file[:60]}'"
        return Problem.of(
            say.ART_AS_PIXELS_AT(name=name, at=line, why=part.why)
            if part.at
            else say.ART_AS_PIXELS(name=name, why=part.why),
            place,
            None,
            "note",
            tuple(also),
            card.id,
        )

    def _soft(self, picture: PlacedPicture, card: Card) -> Problem:
        return Problem.of(
            say.SOFT_PICTURE(href=picture.href[:60], dpi=picture.dpi),
            _named(card, picture.href) or card.place,
            None,
            "warning",
            (("template", template_place(picture.at)[1]),),
            card.id,
        )


def _named(card: Card, file: str | None) -> Place | None:
    """Find where a card itself names a picture."""
    name = card.field_naming(file) if file else None
    return card.places[name] if name else None


def _font_replaced(replaced: Replaced, card: Card) -> Problem:
    """Warn about a font named by a picture or an icon that is not available."""
    place, named = card.place, Place.read(replaced.at)
    file = named.file
    if named.line and not file.startswith("data:"):
        place = Place(f"templates/{file}" if file.startswith(ICONS) else file, named.line)
    wanted = replaced.wanted[:40] or "a family in the picture"
    return Problem.of(
        say.ART_FONT(file=file[:60], wanted=wanted, replaced=replaced.shown),
        place,
        None,
        "warning",
        (("card", card.place),),
        card.id,
    )
