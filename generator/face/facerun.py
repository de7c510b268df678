"""The faces of a game, each made once, with the findings about them.

In: cards, and everything their faces are made with. Out: `Drawn` by card; problems, fits and placed
pictures as they are found.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from generator.data.budget import HINT, OutOfTime, limited, place_noted, said_of
from generator.data.game import Card
from generator.data.problems import Problem, ProblemError, Problems
from generator.face import messages as say
from generator.face.drawing import PlacedPicture
from generator.face.facecache import CleanFace, FaceCache, FaceKey
from generator.face.facefaults import FaceFaults
from generator.face.making import Drawn, FaceWorks
from generator.face.svg import Address, Element, write_svg
from generator.face.text.notes import Fit

TRIED = 3
"""The number of cards of one template that may exceed limits; after that its other cards are
skipped.
"""
_TOO_MUCH = ("template-too-much", "face-too-much")


class Proof(NamedTuple):
    """A card as a page shows it, and the findings. `svg` is None if its template cannot be run."""

    svg: str | None
    fits: tuple[Fit, ...] = ()
    problems: tuple[Problem, ...] = ()


class _Outcome(NamedTuple):
    """A finished face; `root` is its tree with the mark, None if it was reused."""

    key: FaceKey
    drawn: Drawn
    root: Element | None = None


@dataclass
class Findings:
    """The findings about faces."""

    problems: Problems = field(default_factory=Problems)
    fits: list[Fit] = field(default_factory=list)

    def add(self, problems: Iterable[Problem], fits: Iterable[Fit]) -> None:
        self.problems.extend(problems)
        self.fits.extend(fits)


class FaceRun:
    """Makes faces, and keeps them and the findings. `given_up` counts the cards of each template
    that exceeded limits.
    """

    def __init__(
        self,
        works: FaceWorks,
        cache: FaceCache,
        faults: FaceFaults,
        given_up: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        self._works, self._cache, self._faults = works, cache, faults
        self._given_up = dict(given_up)
        self._drawn: dict[str, Drawn | None] = {}
        self.findings = Findings()
        self.placed: dict[str, list[PlacedPicture]] = {}  # the pictures as placed, by card
        self.drafts: dict[str, None] = {}  # ids of the cards with the draft mark, in order
        self.drawn = 0  # faces that were not taken from the cache

    def trial(self) -> FaceRun:
        """Return an empty run."""
        return FaceRun(self._works, self._cache, self._faults.again(), self._given_up)

    def drawing(self, card: Card, as_draft: bool) -> Drawn | None:
        """Draw a card, once; None if its template cannot be run."""
        if card.id not in self._drawn:
            outcome = self._make(card, as_draft, self.findings)
            self._drawn[card.id] = outcome.drawn if outcome else None
        return self._drawn[card.id]

    def forget(self, card: Card) -> None:
        """Drop a card's face, so that it is drawn again."""
        self._drawn.pop(card.id, None)

    def shown(self, card: Card, as_draft: bool, address: Address) -> Proof:
        """Draw a card and return it for a browser. `address` says where it finds pictures."""
        findings = Findings()
        outcome = self._make(card, as_draft, findings)
        svg = self._svg(card, outcome, address) if outcome else None
        if card.id not in self._drawn:
            self._drawn[card.id] = outcome.drawn if outcome else None
            self.findings.add(findings.problems, findings.fits)
        return Proof(svg, tuple(findings.fits), tuple(findings.problems))

    def _svg(self, card: Card, outcome: _Outcome, address: Address) -> str:
        """Write a face as SVG, or return the copy written earlier."""
        root, key = outcome.root, outcome.key
        svg = self._cache.find_svg(key) if root is None else None
        if svg is None:
            if root is None:  # it was drawn before but never shown
                fitted = self._works.fit(self._works.maker.read(card, key.text))
                root = self._works.tree(fitted.face, outcome.drawn)
            svg = write_svg(root, address=address)
        self._cache.keep_svg(key, svg)
        return svg

    def _make(self, card: Card, as_draft: bool, findings: Findings) -> _Outcome | None:
        """Draw a card, or reuse its earlier face; None if its template cannot be run, or exceeds
        limits.
        """
        template, problems = card.template, findings.problems
        if self._given_up.get(template, 0) >= TRIED:
            message = say.TEMPLATE_TOOK_TOO_LONG(cards=TRIED)
            maker = self._works.maker
            problems.add(maker.problem(message, f"{template}:1", card))
            return None
        before, outcome = len(problems), None
        try:
            outcome = self._as_before(card, findings)
            if outcome is None:
                with limited():
                    outcome = self._drawn_anew(card, as_draft, findings)
        except (OutOfTime, MemoryError) as fault:
            problems.add(excess(fault, card, self._works))
        if any(problem.code in _TOO_MUCH for problem in problems.items[before:]):
            self._given_up[template] = self._given_up.get(template, 0) + 1
        return outcome

    def _as_before(self, card: Card, findings: Findings) -> _Outcome | None:
        """Reuse an earlier face if it is known to be the same without running the template."""
        if not self._cache.has_faces_before:
            return None
        text = self._works.maker.known_text(card)
        return None if text is None else self._taken(card, self._key(card, text), findings)

    def _key(self, card: Card, text: str) -> FaceKey:
        return FaceKey(card.id, text, self._works.marks.version)

    def _taken(self, card: Card, key: FaceKey, findings: Findings) -> _Outcome | None:
        """Reuse the earlier result for the same key; None if there is none."""
        known = self._cache.find(key)
        if known is None:
            return None
        findings.fits += (
            fit._replace(place=card.places.get(fit.field, card.place)) for fit in known.fits
        )
        self.placed[card.id] = known.placed
        return _Outcome(key, known.drawn)

    def _drawn_anew(self, card: Card, as_draft: bool, findings: Findings) -> _Outcome | None:
        """Draw a card by running its template; None, with a problem, if that fails."""
        works, faults, problems = self._works, self._faults, findings.problems
        before = len(problems)
        try:
            text = works.maker.text(card)
            key = self._key(card, text)
            if (taken := self._taken(card, key, findings)) is not None:
                return taken
            fitted = works.fit(works.maker.read(card, text))
        except ProblemError as fault:
            problems.extend(fault.problems)
            return None
        findings.add(fitted.problems, fitted.fits)
        self.drawn += 1
        problems.extend(faults.of_size(card, fitted.face))
        made = works.make(fitted, as_draft)
        if made.is_draft:
            self.drafts[card.id] = None
        self.placed[card.id] = made.drawing.placed
        problems.extend(faults.of_drawing(card, made.drawing, problems))
        problems.extend(faults.of_fonts(works.drawer.supplies.art_fonts.replaced, card))
        if not any(problem.severity == "error" for problem in problems.items[before:]):
            # texts that do not fit are reported for every card
            problems.extend(faults.of_mark(card, fitted.face, made.drawn.stamp, problems))
        # pixels are reported once per file
        is_clean = len(problems) == before and not made.drawing.rasterised
        if is_clean and not made.is_draft:
            self._cache.keep(key, CleanFace(made.drawn, fitted.fits, made.drawing.placed))
        return _Outcome(key, made.drawn, made.root)


def excess(fault: BaseException, card: Card, works: FaceWorks) -> Problem:
    """Make a problem for a face that exceeded limits, at the template line of the element where it
    was stopped.
    """
    at = place_noted(fault) or f"{card.template}:1"
    return works.maker.problem(say.FACE_TOO_MUCH(fault=said_of(fault)), at, card, HINT)
