"""The common base of lint's checks: the drawn faces, the limits, and the form of reports.

In: a Game and a Press. Out: `Workshop`, where each face is drawn once, and `Look`. Checks nothing.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import starmap
from typing import Any

from generator.data.findings import Finding
from generator.data.game import Card, Game, Record
from generator.data.languages import Coverage, survey
from generator.data.problems import Place, Problems
from generator.data.source import Node
from generator.face.drawing import SOFT_DPI
from generator.face.press import Press
from generator.face.stamp import Lettering, Stamp
from generator.face.text.area import READABLE_PT
from generator.face.text.notes import Fit
from generator.lint.seeing import Sight, sights

LIMITS: dict[str, tuple[float, str]] = {
    "contrast": (
        4.5,
        (
            "the minimum contrast of small text with its background, as in WCAG: from 1 (none) "
            "to 21 (black on white)"
        ),
    ),
    "contrast_large": (
        3.0,
        "the minimum contrast of large text: 18 pt or more, or bold and 14 pt or more",
    ),
    "text_pt": (READABLE_PT, "the minimum size of text, in points"),
    "safe_mm": (3.0, "the minimum distance of text from the cut, in millimetres"),
    "line_mm": (0.09, "the minimum width of a line, in millimetres: a quarter of a point"),
    "picture_dpi": (SOFT_DPI, "the minimum resolution of a picture, in dpi"),
    "mark_mm": (4.5, "the minimum width of a place to tick, in millimetres"),
    "mark_contrast": (4.5, "the minimum contrast of a pencil mark with its background, as in WCAG"),
    "mark_pt": (8.0, "the minimum size of text under a cross, in points"),
    "code_mm": (0.33, "the minimum width of the modules of a QR code, in millimetres"),
    "code_contrast": (4.5, "the minimum contrast of a QR code with its background, as in WCAG"),
    "ink_percent": (
        60.0,
        (
            "the maximum ink on a sheet, in per cent, with all inks added up: 100 is one ink over "
            "the whole paper"
        ),
    ),
    "colour_difference": (
        10.0,
        (
            "the minimum difference between two colours with a meaning, as colour-blind people see "
            "them (CIEDE2000)"
        ),
    ),
    "name_letters": (
        2.0,
        "the maximum number of different letters in two names that count as alike",
    ),
}
"""Every limit by its name: the default, and a description. A game overrides them under `lint:
limits:`.
"""

SCALE_ENDS = {
    "contrast": 21.0,
    "contrast_large": 21.0,
    "mark_contrast": 21.0,
    "code_contrast": 21.0,
    "ink_percent": 400.0,
    "colour_difference": 100.0,
}
"""The highest possible value of a limited number, if its scale has an end."""

CODES = (
    "low-contrast",
    "text-mirrored",
    "text-small",
    "text-near-cut",
    "no-bleed",
    "mark-over-art",
    "text-over-text",
    "text-covered",
    "picture-unseen",
    "icon-cut",
    "hairline",
    "soft-picture",
    "mark-small",
    "mark-dark",
    "mark-text",
    "mark-never",
    "space-small",
    "space-unknown",
    "code-small",
    "code-faint",
    "much-ink",
    "colours-alike",
    "signs-alike",
    "sign-of-another",
    "track-broken",
    "names-alike",
    "straight-quote",
    "french-space",
    "words-and-number",
    "words-and-rule",
    "count-differs",
    "field-unshown",
    "untranslated",
    "typed-text",
    "back-of-another",
)
"""Every sort of finding."""

PAPER = "paper"
"""The section of a check that all of them belong to."""


@dataclass(frozen=True)
class Look:
    """The result of one check: how many things it examined, and the number closest to the limit (or
    furthest past it).
    """

    what: str
    number: int
    worst: str = ""
    limit: str = ""
    findings: tuple[Finding, ...] = ()


@dataclass
class Gauge:
    """What is measured on many faces, with the least allowed: the numbers, and the findings about
    those below it by more than `slack`, which is too little to be seen.
    """

    what: str
    least: float
    unit: str = ""
    digits: int = 1
    slack: float = 0.005
    numbers: list[float] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    def is_low(self, number: float) -> bool:
        """Note a number, and return whether it is too low."""
        self.numbers.append(number)
        return number < self.least - self.slack

    @property
    def look(self) -> Look:
        """The result of the check, with the lowest number if there is one."""
        worst = f"{min(self.numbers):.{self.digits}f}{self.unit}" if self.numbers else ""
        return Look(
            self.what,
            len(self.numbers),
            worst,
            f"{self.least:g}{self.unit}",
            worst_of_each(self.findings),
        )


def worst_of_each(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Keep, of what one template line does to one card, the finding with the lowest number."""
    kept: dict[object, Finding] = {}
    for finding in findings:
        key = (finding.card, finding.place, finding.verdict)
        if key not in kept or (finding.number or 0) < (kept[key].number or 0):
            kept[key] = finding
    return tuple(kept.values())


def printed_scale(game: Game, card: Card, stamp: Stamp) -> float:
    """Return the factor by which a face is printed larger than drawn."""
    (width, height), (drawn_width, drawn_height) = game.size_of(card), stamp.size_mm
    return min(width / drawn_width, height / drawn_height)


@dataclass
class Workshop:
    """What the checks work on: the drawn faces, each rasterised once, and the limits."""

    game: Game
    press: Press
    limits: dict[str, float]

    @cached_property
    def faces(self) -> list[tuple[Card, Stamp]]:
        """Every card that could be drawn, with its stamp."""
        drawn = ((card, self.press.stamp(card)) for card in self.game.cards.values())
        return [(card, stamp) for card, stamp in drawn if stamp is not None]

    @cached_property
    def seen(self) -> list[tuple[Card, Stamp, Sight]]:
        """Every face with its visible parts."""
        scales = list(starmap(self.scale, self.faces))
        looks = sights(self.press, [stamp for _, stamp in self.faces], scales)
        return [
            (card, stamp, sight) for (card, stamp), sight in zip(self.faces, looks, strict=True)
        ]

    @cached_property
    def translations(self) -> tuple[list[Coverage], Problems]:
        """How complete each translation beside the game is, and the faults of the files."""
        problems = Problems()
        return survey(self.game.folder / self.game.file, problems)[1], problems

    @cached_property
    def templates(self) -> dict[str, str]:
        """The sources of all templates of faces that are in the game's folder, by name."""
        environment, folder = self.press.maker.environment, self.game.folder / "templates"
        assert environment.loader is not None
        names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.svg.j2"))
        return {name: environment.loader.get_source(environment, name)[0] for name in names}

    @cached_property
    def drawn(self) -> str:
        """The output of the templates for every card that could be drawn, one after the other."""
        ids = [card.id for card, _ in self.faces]  # first, for they are drawn here
        written = self.press.maker.written
        return "\n".join(written[id_] for id_ in ids)

    @cached_property
    def fits(self) -> dict[tuple[str, str], list[Fit]]:
        """The fits by card and template line."""
        found: dict[tuple[str, str], list[Fit]] = {}
        for fit in self.press.fits:
            found.setdefault((fit.card, fit.at), []).append(fit)
        return found

    def scale(self, card: Card, stamp: Stamp) -> float:
        """Return the factor by which a face is printed larger than drawn."""
        return printed_scale(self.game, card, stamp)

    def field_of(self, card: Card, lettering: Lettering) -> str | None:
        """Name the field that a text on a card comes from, or None if that is unknown."""
        fits = self.fits.get((card.id, lettering.at), [])
        names = {fit.field for fit in fits if fit.field in card.places}
        return names.pop() if len(names) == 1 else None

    def template_place(self, at: str) -> Place:
        place = Place.read(at)
        return Place(f"templates/{place.file}", place.line)

    def warning(
        self, sort: str, card: Card, at: str, claim: str, number: float, limit: float, hint: str
    ) -> Finding:
        """Make a finding about something on a card's face, at the template line that draws it."""
        return Finding(
            sort,
            about=card.id,
            wider=(card.kind,),
            section=PAPER,
            verdict="warning",
            claim=claim,
            number=number,
            limit=limit,
            hint=hint,
            place=self.template_place(at),
            also=(("card", card.place),),
            card=card.id,
        )

    def source_of(self, at: str) -> str:
        """Read a template from the line on where something is; empty for what is no
        template.
        """
        environment, place = self.press.maker.environment, Place.read(at)
        assert environment.loader is not None
        try:
            lines = environment.loader.get_source(environment, place.file)[0].splitlines()
        except LookupError:
            return ""
        return "\n".join(lines[place.line - 1 :]) if place.line else ""

    def about_text(self, card: Card, lettering: Lettering, is_of_words: bool) -> dict[str, Any]:
        """Return what the findings about one text have in common: what it is about, and its two
        places, the one to correct first.
        """
        name = self.field_of(card, lettering)
        template = self.template_place(lettering.at)
        words = card.places.get(name) if name else None
        about = f"{card.id}, {name}" if name else card.id
        wider = (card.id, f"{card.kind}, {name}" if name else card.kind, card.kind)
        if is_of_words and words:
            place, also = words, (("template", template),)
        else:
            place, also = template, (("card", words or card.place),)
        return {
            "about": about,
            "wider": wider,
            "section": PAPER,
            "place": place,
            "also": also,
            "card": card.id,
            "field": name,
        }


def below(number: float, limit: float) -> str:
    """Write a number below a limit with enough decimals to show that it is below: 4.1, and 4.48 if
    4.5 is the limit.
    """
    short = f"{number:.1f}"
    return short if float(short) < limit else f"{number:.2f}"


def entries(game: Game, kind: str) -> list[Card]:
    """List the entries of a kind, each as the first card made from it; in cards.yaml all of them
    are the same.
    """
    found: dict[str, Card] = {}
    for card in game.of_kind(kind):
        found.setdefault(card.entry, card)
    return list(found.values())


def items_of(node: Node, key: str) -> Iterable[tuple[str, Node]]:
    return node.below(key).items.items()


def types_of(node: Node) -> dict[str, str]:
    """Return the types of the fields of a kind or table, without the sign of what may be left
    out.
    """
    return {name: str(type_.data()).strip().rstrip("?") for name, type_ in items_of(node, "fields")}


def names_in(value: str, ids: Container[str]) -> list[str]:
    """List the ids that occur in a value as whole words: "tier" and "steel" in
    "item/tier-steel".
    """
    words = re.findall("[a-z0-9]+", value.casefold())
    return [
        name
        for n in range(len(words))
        for m in range(n, len(words))
        if (name := "-".join(words[n : m + 1])) in ids
    ]


def value_of(record: Record, name: str) -> Any:
    """Read a field; None if it is missing or empty."""
    return record[name] if name in record else None  # noqa: SIM401  a Record has no `get`
