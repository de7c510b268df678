"""Findings in the texts of one card, and how its texts fit.

In: faults at lines of a template. Out: problems at the card's own places if these are known, with
the template's line.
"""

from __future__ import annotations

from typing import NamedTuple

from generator.data.game import Card
from generator.data.problems import Place, Problem, Severity
from generator.data.saying import Said
from generator.face.faces import OUR_TEMPLATE, template_place
from generator.face.svg import SvgFault

_FIRST_TURNED = 0x0590


class Fit(NamedTuple):
    """The fit of one text area. Sizes in points on paper; overflow in millimetres, 0 if everything
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


class CardNotes:
    """Collects the findings about one card."""

    def __init__(self, card: Card) -> None:
        self.card = card
        self.fits: list[Fit] = []
        self.problems: list[Problem] = []

    def fault(
        self, said: Said, at: str, hint: str | None = None, place: Place | None = None
    ) -> None:
        """Report at the card's place if one is given, otherwise at the template's line; the other
        is added.
        """
        what, template = template_place(at)
        if place is None and what == OUR_TEMPLATE:
            place = self.card.place
        self._add(said, hint, "error", place, (what, template))

    def svg_fault(self, fault: SvgFault, at: str = "") -> None:
        """Report a fault of the template's SVG, at a given line if it names none."""
        self.fault(fault.said, fault.at or at, fault.hint)

    def warn(
        self, said: Said, at: str, hint: str | None = None, place: Place | None = None
    ) -> None:
        """Warn as `fault` reports, but also at lines of the tool's own templates."""
        self._add(said, hint, "warning", place, template_place(at))

    def warn_once(self, said: Said, at: str) -> None:
        """Warn about a line of a template, unless this code was already used there."""
        place = template_place(at)[1]
        if not any(known.code == said.code and known.place == place for known in self.problems):
            self.warn(said, at)

    def _add(
        self,
        said: Said,
        hint: str | None,
        severity: Severity,
        place: Place | None,
        template: tuple[str, Place],
    ) -> None:
        also = template if place else ("card", self.card.place)
        self.problems.append(
            Problem.of(said, place or template[1], hint, severity, (also,), self.card.id)
        )

    def place_of(self, field: str) -> Place | None:
        """Return the place where the card sets a field; None if it does not."""
        return self.card.places.get(field)

    def place_with(self, letters: str, field: str) -> Place | None:
        """Return the place of a text with given letters: that of `field`, otherwise of the first
        field that has them.
        """
        if field in self.card.places:
            return self.card.places[field]
        return self.card.places.get(self._field_with(letters))

    def place_with_open(self, mark: str, field: str) -> Place | None:
        """Return the place of a text with a mark or a brace that has no partner: that of `field`,
        otherwise of the first field with one.
        """
        if field in self.card.places:
            return self.card.places[field]
        for name, place in self.card.places.items():
            text = str(self.card.record[name]) if name in self.card.record else ""
            has_one = text.count("{") != text.count("}") if mark in "{}" else text.count(mark) % 2
            if has_one:
                return place
        return None

    def place_with_any(self, text: str, field: str) -> Place | None:
        """Return the place of a text with letters outside the Latin alphabet."""
        if field in self.card.places:
            return self.card.places[field]
        turned = (letter for letter in text if ord(letter) >= _FIRST_TURNED)
        return next(
            (self.card.places[found] for letter in turned if (found := self._field_with(letter))),
            None,
        )

    def _field_with(self, letters: str) -> str:
        for name in self.card.places:
            if name in self.card.record and letters in str(self.card.record[name]):
                return name
        return ""
