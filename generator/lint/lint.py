"""What is wrong with a game before it is on paper, though it builds: what cannot be read, told apart, or trusted.

In: a Game and a Press. Out: `Linted`: findings, each with its card, its place, its number and the limit. Prints nothing.

Every check is a function in CHECKS that takes a `Workshop` and gives a `Look`: what it looked at, and what it found. A further
check is one more function there, and its finding one more line in CODES.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from typing import Any

from generator.data.colours import COLOUR_BLIND, Rgb, contrast, difference, hex_of, seen
from generator.data.game import Card, Game, Record
from generator.data.languages import survey
from generator.data.problems import Place, Problem, Problems, Severity, did_you_mean, one_of
from generator.data.source import Node
from generator.data.units import MM_PER_INCH
from generator.face.drawing import SOFT_DPI, Lettering, Stamp, without_text
from generator.face.fitting import READABLE_PT, Fit
from generator.face.images import colours_in, ink_of
from generator.face.press import Press
from generator.face.svg import parse_colour
from generator.job.build import Options, plan
from generator.pdf.pictures import render_stamps
from generator.sheet.sheets import Sheet

LIMITS: dict[str, tuple[float, str]] = {
    "contrast": (4.5, "the least contrast of small text with its ground, as WCAG counts it: from 1, none, to 21, black on white"),
    "contrast_large": (3.0, "the same of large text: 18 pt and more, or bold and 14 pt and more"),
    "text_pt": (READABLE_PT, "the least size of text, in points"),
    "safe_mm": (3.0, "how far text must stay from the cut, in millimetres"),
    "picture_dpi": (SOFT_DPI, "the fewest dots per inch of a picture"),
    "ink_percent": (60.0, "per cent of ink that a sheet may take, all inks together: 100 is one ink all over the paper"),
    "colour_difference": (10.0, "how different two colours that mean something must look to the colour-blind (CIEDE2000)"),
    "name_letters": (2.0, "letters in which two names may differ at most to be taken for each other"),
}
"""Every limit by its name: the usual value, and what it says. Under `lint: limits:` a game sets its own."""

SCALE_ENDS = {"contrast": 21.0, "contrast_large": 21.0, "ink_percent": 400.0, "colour_difference": 100.0}
"""The most that there is of what a limit limits, where its scale has an end."""

CODES = (
    "low-contrast",
    "text-small",
    "text-near-cut",
    "soft-picture",
    "much-ink",
    "colours-alike",
    "names-alike",
    "words-and-number",
    "untranslated",
)
"""Every sort of finding."""

UNREADABLE = 1.5  # contrast below which text is as good as not there: an error
LARGE_PT, LARGE_BOLD_PT = 18.0, 14.0
WORST_SHARE = 0.05  # of the ground under a text: less of it is the edge of a line or a dot
GROUND_DPI, INK_DPI = 75, 36
EVEN_SHORTER = 4  # letters of a name for each in which another may differ


@dataclass(frozen=True)
class Finding:
    """One thing that lint says. `about` names what it speaks of, from the narrowest ("troll, flavour") to the widest ("monster")."""

    code: str
    about: tuple[str, ...]
    severity: Severity
    message: str
    number: float | None = None
    limit: float | None = None
    unit: str = ""
    place: Place | None = None
    also: tuple[tuple[str, Place], ...] = ()
    hint: str | None = None
    card: str | None = None
    field: str | None = None
    silenced: str | None = None

    @property
    def problem(self) -> Problem:
        return Problem(self.code, self.message, self.place, self.hint, self.severity, self.also, self.card)

    def as_json(self) -> dict[str, object]:
        """Give the finding as plain data; keys without a value are left out."""
        data = {
            "finding": self.code,
            "about": self.about[0],
            **self.problem.as_json(),
            "field": self.field,
            "number": round(self.number, 2) if self.number is not None else None,
            "limit": self.limit,
            "unit": self.unit,
            "silenced": self.silenced,
        }
        del data["code"]
        return {key: value for key, value in data.items() if value not in (None, "")}


@dataclass(frozen=True)
class Look:
    """One check done: how many of what it looked at, the number that comes nearest to the limit (or is farthest past it)."""

    what: str
    number: int
    worst: str = ""
    limit: str = ""
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True)
class Linted:
    """All that lint says. `problems` are those of drawing and those of the `lint:` section itself."""

    looks: tuple[Look, ...]
    problems: tuple[Problem, ...]

    @property
    def findings(self) -> list[Finding]:
        return [finding for look in self.looks for finding in look.findings]

    def count(self, severity: Severity) -> int:
        """Count findings and problems; what is silenced does not count."""
        return sum(f.severity == severity and f.silenced is None for f in self.findings) + sum(
            p.severity == severity for p in self.problems
        )


@dataclass
class Workshop:
    """What the checks look at: the drawn faces, each rasterised once, and the limits."""

    game: Game
    press: Press
    limits: dict[str, float]

    @cached_property
    def faces(self) -> list[tuple[Card, Stamp]]:
        """Every card that could be drawn, with its stamp."""
        drawn = ((card, self.press.stamp(card)) for card in self.game.cards.values())
        return [(card, stamp) for card, stamp in drawn if stamp is not None]

    @cached_property
    def fits(self) -> dict[tuple[str, str], list[Fit]]:
        """The fits by card and template line."""
        found: dict[tuple[str, str], list[Fit]] = {}
        for fit in self.press.fits:
            found.setdefault((fit.card, fit.at), []).append(fit)
        return found

    def size_mm(self, card: Card) -> tuple[float, float]:
        return card.size_mm or self.game.card_size_mm

    def scale(self, card: Card, stamp: Stamp) -> float:
        """Say how much larger than drawn a face is printed."""
        (width, height), (drawn_width, drawn_height) = self.size_mm(card), stamp.size_mm
        return min(width / drawn_width, height / drawn_height)

    def field_of(self, card: Card, lettering: Lettering) -> str | None:
        """Name the field that a text on a card comes from, where that can be known."""
        fits = self.fits.get((card.id, lettering.at), [])
        names = {fit.field for fit in fits if fit.field in card.places}
        return names.pop() if len(names) == 1 else None

    def template_place(self, at: str) -> Place:
        file, _, line = at.rpartition(":")
        return Place(f"templates/{file}", int(line) if line.isdigit() else 0)

    def about_text(self, card: Card, lettering: Lettering, is_of_words: bool) -> dict[str, Any]:
        """Give what a finding about a text has in common: what it is about, and its two places, the one to mend first."""
        name = self.field_of(card, lettering)
        template = self.template_place(lettering.at)
        words = card.places.get(name) if name else None
        about = (f"{card.id}, {name}" if name else card.id, card.id, f"{card.kind}, {name}" if name else card.kind, card.kind)
        if is_of_words and words:
            place, also = words, (("template", template),)
        else:
            place, also = template, (("card", words or card.place),)
        return {"about": about, "place": place, "also": also, "card": card.id, "field": name}


def lint(game: Game, press: Press | None = None) -> Linted:
    """Look over a game. Raises ProblemError only where its folder cannot be printed at all."""
    problems = wrong_settings(game.root)
    own = {name: float(value) for name, value in game.lint_settings["limits"].items() if _is_on_scale(name, value)}
    limits = {name: own.get(name, usual) for name, (usual, _) in LIMITS.items()}
    workshop = Workshop(game, press or Press(game), limits)
    looks = [replace(look, findings=_once_an_entry(game, look.findings)) for check in CHECKS for look in check(workshop)]
    ours = {"text-small", "soft-picture"}  # which the press says too, by fixed limits
    drawing = [problem for problem in workshop.press.problems if problem.code not in ours]
    marked, idle = _silence(game, looks)
    return Linted(tuple(marked), (*problems, *idle, *drawing))


def _is_on_scale(name: str, value: float) -> bool:
    return 0 <= value <= SCALE_ENDS.get(name, math.inf)


def wrong_settings(root: Node) -> list[Problem]:
    """List the limits and findings under `lint:` that are none, and limits beyond their scale; of a cards.yaml with other faults too."""
    problems = Problems()
    section = root.get("lint") or Node("map", {}, root.place)
    for name, node in _items(section, "limits"):
        if name not in LIMITS:
            problems.error(
                "unknown-limit", f"'{name}' is no limit; expected {one_of(LIMITS, 20)}", node.place, did_you_mean(name, LIMITS)
            )
        elif isinstance(node.value, int | float) and not _is_on_scale(name, node.value):
            wanted = f"from 0 to {SCALE_ENDS[name]:g}" if name in SCALE_ENDS else "from 0 up"
            problems.error("out-of-range", f"the limit '{name}' expected a number {wanted}, found {node.value:g}", node.place)
    silenced = section.get("silenced")
    for entry in silenced.elements if silenced else ():
        code = entry.get("finding")
        if code and code.type == "text" and code.value not in CODES:
            problems.error(
                "unknown-finding",
                f"'{code.value}' is no finding; expected {one_of(CODES, 20)}",
                code.place,
                did_you_mean(str(code.value), CODES),
            )
    return list(problems)


def _silence(game: Game, looks: list[Look]) -> tuple[list[Look], list[Problem]]:
    """Mark the findings that cards.yaml silences, with a warning for each silence that is about nothing."""
    problems = Problems()
    findings = [finding for look in looks for finding in look.findings]
    for number, entry in enumerate(game.lint_settings["silenced"]):
        code, about = entry["finding"], entry["about"]
        node = game.root["lint"]["silenced"].elements[number]
        if code in CODES and not any(_is_meant(finding, entry) for finding in findings):
            known = [name for finding in findings if finding.code == code for name in finding.about]
            hint = did_you_mean(about, known) if about and known else "take it out"
            what = f"no '{code}' is about '{about}'" if about else f"there is no '{code}'"
            problems.warn("idle-silence", what, node["about" if about else "finding"].place, hint)

    def marked(finding: Finding) -> Finding:
        reason = next((entry["reason"] for entry in game.lint_settings["silenced"] if _is_meant(finding, entry)), None)
        return replace(finding, silenced=reason) if reason else finding

    return [replace(look, findings=tuple(map(marked, look.findings))) for look in looks], list(problems)


def _is_meant(finding: Finding, entry: dict[str, Any]) -> bool:
    return finding.code == entry["finding"] and (entry["about"] is None or entry["about"] in finding.about)


def _once_an_entry(game: Game, findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Tell what all cards that are made of one entry have alike once, about the entry; what only some have is about these as well."""
    alike: dict[object, list[Finding]] = {}
    for finding in findings:
        card = game.cards.get(finding.card or "")
        is_one_of_several = card is not None and card.entry != card.id
        key = (card.entry, replace(finding, about=(), number=None, card=None)) if card and is_one_of_several else object()
        alike.setdefault(key, []).append(finding)
    return tuple(_of_entry(game, group) for group in alike.values())


def _of_entry(game: Game, alike: list[Finding]) -> Finding:
    """Make one finding of those that cards of one entry share."""
    first = alike[0]
    card = game.cards.get(first.card or "")
    if card is None or card.entry == card.id:
        return first
    own = [*([f"{card.entry}, {first.field}"] if first.field else []), card.entry]
    every = [name for finding in alike for name in finding.about]
    is_of_all = len(alike) == len(game.made_of(card.entry))
    about = dict.fromkeys([*own, *every] if is_of_all else [first.about[0], *own, *every])
    return replace(first, about=tuple(about), card=card.entry if is_of_all else first.card)


def _entries(game: Game, kind: str) -> list[Card]:
    """List the entries of a kind, each by the first card that is made of it: what cards.yaml says of them is the same for all."""
    found: dict[str, Card] = {}
    for card in game.cards.values():
        if card.kind == kind:
            found.setdefault(card.entry, card)
    return list(found.values())


def _worst_of_each(findings: Iterable[Finding], is_more_worse: bool = False) -> tuple[Finding, ...]:
    """Keep, of what one template line does to one card, the worst."""
    kept: dict[object, Finding] = {}
    for finding in findings:
        key = (finding.card, finding.place, finding.severity)
        if key not in kept or (finding.number or 0) * (-1 if is_more_worse else 1) < (kept[key].number or 0) * (
            -1 if is_more_worse else 1
        ):
            kept[key] = finding
    return tuple(kept.values())


# ---------------------------------------------------------------- text


def check_contrast(workshop: Workshop) -> Iterator[Look]:
    """Compare every text with the ground that is drawn under it, at its worst part."""
    faces = [(card, stamp) for card, stamp in workshop.faces if stamp.letterings]
    grounds = render_stamps(workshop.press, [without_text(stamp) for _, stamp in faces], GROUND_DPI)
    sorts = {"contrast": "texts, their contrast", "contrast_large": "large texts, their contrast"}
    measured: dict[str, list[float]] = {name: [] for name in sorts}
    findings: dict[str, list[Finding]] = {name: [] for name in sorts}
    for (card, stamp), ground in zip(faces, grounds, strict=True):
        for lettering in stamp.letterings:
            size_pt = lettering.size_pt * workshop.scale(card, stamp)
            is_large = size_pt >= LARGE_PT or (lettering.is_bold and size_pt >= LARGE_BOLD_PT)
            sort = "contrast_large" if is_large else "contrast"
            least = workshop.limits[sort]
            ratio, under = contrast_on(lettering, ground)
            measured[sort].append(ratio)
            if ratio < least - 0.005:
                colour = hex_of(lettering.fill or lettering.stroke or (0, 0, 0))
                message = f"'{lettering.text[:40]}' in {colour} on {hex_of(under)} has a contrast of {ratio:.1f}, and {least:g} can be read"
                findings[sort].append(
                    Finding(
                        "low-contrast",
                        severity="error" if ratio < UNREADABLE else "warning",
                        message=message,
                        number=ratio,
                        limit=least,
                        hint="make the text darker or the ground lighter (or the other way round)",
                        **workshop.about_text(card, lettering, False),
                    )
                )
    for sort, what in sorts.items():
        worst = f"{min(measured[sort]):.1f}" if measured[sort] else ""
        yield Look(what, len(measured[sort]), worst, f"{workshop.limits[sort]:g}", _worst_of_each(findings[sort]))


def contrast_on(lettering: Lettering, ground: Any) -> tuple[float, Rgb]:
    """Give the contrast of a text with the worst part of the ground under it (a picture at GROUND_DPI), and that part's colour."""
    k = GROUND_DPI / MM_PER_INCH
    xs, ys = [x * k for x, _ in lettering.corners], [y * k for _, y in lettering.corners]
    found = colours_in(ground, (min(xs), min(ys), max(xs), max(ys)))
    total = sum(count for count, _ in found)
    ratios = []
    for count, levels in found:
        under = levels[0] / 255, levels[1] / 255, levels[2] / 255
        ratios.append((_contrast_of(lettering, under), count, under))
    sum_ = 0
    for ratio, count, under in sorted(ratios):
        sum_ += count
        if sum_ >= total * WORST_SHARE:
            return ratio, under
    raise AssertionError("a box has at least one pixel")


def _contrast_of(lettering: Lettering, under: Rgb) -> float:
    """Give the contrast of a text with one colour. An outline counts where the fill stands out against that, or it stands alone."""
    fill, stroke = (_over(colour, under, lettering.opacity) for colour in (lettering.fill, lettering.stroke))
    if fill is None or stroke is None:
        return contrast(fill or stroke or under, under)
    return max(contrast(fill, under), min(contrast(fill, stroke), contrast(stroke, under)))


def _over(colour: Rgb | None, under: Rgb, opacity: float) -> Rgb | None:
    if colour is None or opacity >= 1:
        return colour
    red, green, blue = (a * opacity + b * (1 - opacity) for a, b in zip(colour, under, strict=True))
    return red, green, blue


def check_text_size(workshop: Workshop) -> Iterator[Look]:
    """Find texts that are printed too small to read."""
    least = workshop.limits["text_pt"]
    sizes, findings = [], []
    for card, stamp in workshop.faces:
        for lettering in stamp.letterings:
            size = lettering.size_pt * workshop.scale(card, stamp)
            sizes.append(size)
            if size < least - 0.05:
                message = f"'{lettering.text[:40]}' is printed at {size:.1f} pt, below the {least:g} pt that is readable"
                findings.append(
                    Finding(
                        "text-small",
                        severity="warning",
                        message=message,
                        number=size,
                        limit=least,
                        unit="pt",
                        hint="shorten the text, or give it more room",
                        **workshop.about_text(card, lettering, True),
                    )
                )
    yield Look("texts, their size", len(sizes), f"{min(sizes):.1f} pt" if sizes else "", f"{least:g} pt", _worst_of_each(findings))


def check_safe_area(workshop: Workshop) -> Iterator[Look]:
    """Find texts so near to the cut that a slip of the knife takes them; those that may be cut off are left out."""
    least = workshop.limits["safe_mm"]
    gaps, findings = [], []
    for card, stamp in workshop.faces:
        for lettering in stamp.letterings:
            if lettering.may_be_cut:
                continue
            gap = gap_to_cut_mm(lettering, stamp.size_mm, workshop.size_mm(card), card.shape == "round")
            gaps.append(gap)
            if gap < least - 0.05:
                message = f"'{lettering.text[:40]}' comes within {max(gap, 0):.1f} mm of the cut, and {least:g} mm are safe"
                findings.append(
                    Finding(
                        "text-near-cut",
                        severity="warning",
                        message=message,
                        number=gap,
                        limit=least,
                        unit="mm",
                        hint="move it inward: a knife slips, and a printer prints beside the mark",
                        **workshop.about_text(card, lettering, False),
                    )
                )
    yield Look(
        "texts, how near to the cut", len(gaps), f"{min(gaps):.1f} mm" if gaps else "", f"{least:g} mm", _worst_of_each(findings)
    )


def gap_to_cut_mm(lettering: Lettering, drawn_mm: tuple[float, float], size_mm: tuple[float, float], is_round: bool) -> float:
    """Measure from a text to the nearest cut of a face that is drawn in one size and printed in another."""
    (width, height), scale = size_mm, min(size_mm[0] / drawn_mm[0], size_mm[1] / drawn_mm[1])
    left, top = (width - drawn_mm[0] * scale) / 2, (height - drawn_mm[1] * scale) / 2
    corners = [(left + x * scale, top + y * scale) for x, y in lettering.corners]
    if is_round:
        return min(width, height) / 2 - max(math.hypot(x - width / 2, y - height / 2) for x, y in corners)
    return min(min(x, y, width - x, height - y) for x, y in corners)


# ---------------------------------------------------------------- pictures and ink


def check_pictures(workshop: Workshop) -> Iterator[Look]:
    """Find pictures with too few dots per inch."""
    least = workshop.limits["picture_dpi"]
    placed = [(card, one) for card, _ in workshop.faces for one in workshop.press.placed.get(card.id, ())]
    findings = []
    for card, one in placed:
        if one.dpi < least:
            is_art = "art" in card.record and one.href == card.record.art and "art" in card.places
            place = card.places["art"] if is_art else card.place
            message = f"'{one.href[:60]}' is printed at {one.dpi:.0f} dots per inch, which looks soft (300 is good)"
            findings.append(
                Finding(
                    "soft-picture",
                    (f"{card.id}, art", card.id, card.kind) if is_art else (card.id, card.kind),
                    "warning",
                    message,
                    one.dpi,
                    least,
                    "dpi",
                    place,
                    (("template", workshop.template_place(one.at)),),
                    "use a larger picture",
                    card.id,
                    "art" if is_art else None,
                )
            )
    worst = f"{min(one.dpi for _, one in placed):.0f} dpi" if placed else ""
    yield Look("pictures", len(placed), worst, f"{least:g} dpi", _worst_of_each(findings))


@dataclass(frozen=True)
class SheetInk:
    """How much ink a page takes: the share of the paper that is printed at all, and all inks together (1.0 is one ink all over)."""

    sheet: Sheet
    printed: float
    ink: float


def sheet_inks(press: Press, sheets: Iterable[Sheet]) -> list[SheetInk]:
    """Estimate the ink of each page, from its faces as they are drawn; marks and footers left out."""
    listed = list(sheets)
    cards = press.game.cards
    keys = dict.fromkeys(placement.key for sheet in listed for placement in sheet.placements)
    stamps = {key: stamp for key in keys if (stamp := press.stamp(cards[key])) is not None}
    inks = dict(zip(stamps, map(ink_of, render_stamps(press, list(stamps.values()), INK_DPI)), strict=True))
    found = []
    for sheet in listed:
        shares = [
            (
                p.trim.width * p.trim.height / (sheet.width_mm * sheet.height_mm) * (0.7854 if p.shape == "round" else 1.0),
                inks[p.key],
            )
            for p in sheet.placements
            if p.key in inks
        ]
        found.append(SheetInk(sheet, sum(s * ink[0] for s, ink in shares), sum(s * ink[1] for s, ink in shares)))
    return found


def check_ink(workshop: Workshop) -> Iterator[Look]:
    """Find sheets that drink ink, those of the same decks as one."""
    most = workshop.limits["ink_percent"]
    inks = sheet_inks(workshop.press, [sheet for item in plan(workshop.game, Options()) for sheet in item.sheets])
    alike: dict[tuple[object, ...], list[SheetInk]] = {}
    for one in inks:
        if one.ink * 100 > most:
            alike.setdefault((one.sheet.decks, one.sheet.side), []).append(one)
    findings = []
    for group in alike.values():
        worst = max(group, key=lambda one: one.ink)
        components = [c for c in workshop.game.components if c.name in worst.sheet.decks]
        message = (
            f"a sheet of {', '.join(worst.sheet.decks)} ({worst.sheet.side}s) takes {worst.ink:.0%} ink, and {most:g}% is much; "
            f"{worst.printed:.0%} of the paper is printed"
        )
        findings.append(
            Finding(
                "much-ink",
                tuple(c.id for c in components) or (worst.sheet.side,),
                "warning",
                message,
                worst.ink * 100,
                most,
                "%",
                components[0].place if components else None,
                hint="lighter grounds; or `build --ink low`",
            )
        )
    worst_ink = f"{max(one.ink for one in inks):.0%}" if inks else ""
    yield Look("pages, their ink", len(inks), worst_ink, f"{most:g}%", tuple(findings))


# ---------------------------------------------------------------- colours


@dataclass(frozen=True)
class Coloured:
    """Something that the data gives a colour: a row of a table, or a card."""

    name: str
    colour: str
    signs: dict[str, str] = field(hash=False)
    place: Place = field(hash=False)


def coloured(game: Game) -> Iterator[tuple[str, list[Coloured]]]:
    """Find what has a colour by the types of its fields: each table or kind, with its colour field, and those in it."""
    for section, rows in (("tables", "rows"), ("kinds", "cards")):
        for name, node in _items(game.root, section):
            types = {key: str(word.data()).strip().rstrip("?") for key, word in _items(node, "fields")}
            signs = [key for key, word in types.items() if word in ("icon", "image") or "|" in word]
            for key, word in types.items():
                if word == "colour":
                    found = list(_coloured(game, name, node, rows, key, signs))
                    if len({one.colour for one in found}) > 1:
                        yield f"{name}, {key}", found


def _coloured(game: Game, name: str, node: Node, rows: str, key: str, signs: list[str]) -> Iterator[Coloured]:
    is_table = rows == "rows"
    records = game.context["tables"][name] if is_table else {card.entry: card.record for card in _entries(game, name)}
    for id_, row in _items(node, rows):
        record = records[id_]
        colour = _value(record, key)
        if colour:
            own = {sign: str(record[sign]) for sign in signs if _value(record, sign)}
            yield Coloured(id_, colour, own, row.items[key].place if key in row.items else row.place)


def _value(record: Record, name: str) -> Any:
    """Read a field; None where there is none, or nothing in it."""
    return record[name] if name in record else None  # noqa: SIM401  a Record has no `get`


def _items(node: Node, key: str) -> Iterable[tuple[str, Node]]:
    child = node.get(key)
    return child.items.items() if child is not None else ()


def check_colours(workshop: Workshop) -> Iterator[Look]:
    """Find colours that mean something and that some of the colour-blind cannot tell apart."""
    least = workshop.limits["colour_difference"]
    findings, pairs, worst = [], 0, 999.0
    for what, found in coloured(workshop.game):
        by_colour: dict[str, Coloured] = {}
        for one in found:
            by_colour.setdefault(one.colour, one)
        for one, other in combinations(by_colour.values(), 2):
            pairs += 1
            gaps = {vision: _difference_as_seen(one.colour, other.colour, vision) for vision in COLOUR_BLIND}
            worst = min(worst, *gaps.values())
            alike = {vision: gap for vision, gap in gaps.items() if gap < least}
            if alike:
                findings.append(_alike(what, one, other, alike, least))
    yield Look("pairs of colours with a meaning", pairs, f"{worst:.1f}" if pairs else "", f"{least:g}", tuple(findings))


def _difference_as_seen(one: str, other: str, vision: str) -> float:
    a, b = parse_colour(one), parse_colour(other)
    assert a is not None
    assert b is not None
    return difference(seen(a, vision), seen(b, vision))


def _alike(what: str, one: Coloured, other: Coloured, alike: dict[str, float], least: float) -> Finding:
    number = min(alike.values())
    signs = [sign for sign in one.signs if sign in other.signs and one.signs[sign] != other.signs[sign]]
    said = f"'{one.name}' and '{other.name}' ({one.colour}, {other.colour}) look alike with {' and '.join(alike)}: a difference of {number:.1f}, and {least:g} is clear"
    also_told = f"; their {' and '.join(signs)} tell{'s' if len(signs) == 1 else ''} them apart, if printed" if signs else ""
    hint = None if signs else "make one clearly lighter than the other, or give each an icon or a pattern of its own"
    table = what.partition(",")[0]
    return Finding(
        "colours-alike",
        (f"{one.name}, {other.name}", one.name, other.name, table),
        "note" if signs else "warning",
        said + also_told,
        number,
        least,
        "",
        other.place,
        (("the other", one.place),),
        hint,
        None,
        what.partition(", ")[2],
    )


# ---------------------------------------------------------------- words


def check_names(workshop: Workshop) -> Iterator[Look]:
    """Find names of one kind of card that are taken for each other. Those that are the same are meant to be."""
    most = int(workshop.limits["name_letters"])
    findings, number = [], 0
    for kind in dict.fromkeys(card.kind for card in workshop.game.cards.values()):
        cards = [c for c in _entries(workshop.game, kind) if "name" in c.record and isinstance(c.record.name, str)]
        number += len(cards)
        letters = {card.id: letters_in(card.record.name) for card in cards}
        for one, other in combinations(cards, 2):
            if (
                letters[one.id] ^ letters[other.id]
            ).bit_count() > 2 * most:  # each letter that differs takes one away and brings one
                continue
            far = letters_apart(one.record.name, other.record.name, most)
            if far is not None:
                apart = f"{far} letter{'s' if far != 1 else ''}"
                findings.append(
                    Finding(
                        "names-alike",
                        (f"{other.entry}, name", f"{one.entry}, {other.entry}", other.entry, one.entry, kind),
                        "warning",
                        f"'{one.record.name}' and '{other.record.name}' differ in {apart}",
                        far,
                        most,
                        "letters",
                        other.places.get("name", other.place),
                        (("the other", one.places.get("name", one.place)),),
                        "in a hand they are taken for each other; rename one",
                        other.entry,
                        "name",
                    )
                )
    yield Look("names", number, "", f"{most} letters", tuple(findings))


def letters_in(name: str) -> int:
    """Give the letters of a name as bits: most names are told apart by them at once."""
    bits = 0
    for letter in filter(str.isalnum, name.casefold()):
        bits |= 1 << (ord(letter) % 64)
    return bits


def letters_apart(one: str, other: str, most: int) -> int | None:
    """Count the letters in which two names differ, up to `most` and to one in EVEN_SHORTER; None where they are the same or farther apart.

    Capitals, spaces and signs do not count; two letters that changed places count as one.
    """
    a, b = ("".join(filter(str.isalnum, name.casefold())) for name in (one, other))
    most = min(most, min(len(a), len(b)) // EVEN_SHORTER)
    if a == b or abs(len(a) - len(b)) > most or sorted(filter(str.isdigit, a)) != sorted(filter(str.isdigit, b)):
        return None
    before, last = [0] * (len(b) + 1), list(range(len(b) + 1))
    for row, letter in enumerate(a, 1):
        line = [row]
        for column, against in enumerate(b, 1):
            far = min(last[column] + 1, line[-1] + 1, last[column - 1] + (letter != against))
            if row > 1 and column > 1 and letter == b[column - 2] and a[row - 2] == against:
                far = min(far, before[column - 2] + 1)
            line.append(far)
        before, last = last, line
    return last[-1] if last[-1] <= most else None


_NUMBERS = {
    word: number
    for number, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
            "twenty",
        ]
    )
}
_CLAUSE = re.compile(r"[^.;!?\n,()]+")
_MARKUP = re.compile(r"[*{}]")


def check_words(workshop: Workshop) -> Iterator[Look]:
    """Find texts that state a number of their own card, and another one than the card has."""
    game = workshop.game
    findings, number = [], 0
    for kind, node in _items(game.root, "kinds"):
        types = {key: str(word.data()).strip().rstrip("?") for key, word in _items(node, "fields")}
        numbers = [key for key, word in types.items() if word in ("integer", "number") or re.fullmatch(r"-?\d+\.\.-?\d+", word)]
        texts = [key for key, word in types.items() if word in ("text", "line")]
        for card in _entries(game, kind):
            values = {key: card.record[key] for key in numbers if _value(card.record, key) is not None}
            for key in (key for key in texts if _value(card.record, key)):
                number += 1
                findings += [
                    Finding(
                        "words-and-number",
                        (f"{card.entry}, {key}", card.entry, f"{kind}, {key}", kind),
                        "error",
                        f"'{key}' says '{said}', but '{name}' is {values[name]:g}",
                        stated,
                        float(values[name]),
                        "",
                        card.places.get(key, card.place),
                        (("the number", card.places.get(name, card.place)),),
                        f"write the number into the template from the field: {{{{ card.{name} }}}}",
                        card.entry,
                        key,
                    )
                    for said, name, stated in stated_numbers(card.record[key], list(values))
                    if stated != values[name]
                ]
    yield Look("texts, the numbers they say", number, "", "", tuple(findings))


def stated_numbers(text: str, names: Iterable[str]) -> Iterator[tuple[str, str, int]]:
    """Find clauses that say nothing but a field and its number ("Strength 5", "+3 strength", "three gold"): clause, field, number."""
    amount = rf"\+?(\d+|{'|'.join(_NUMBERS)})"
    for clause in _CLAUSE.findall(_MARKUP.sub("", text)):
        plain = " ".join(clause.casefold().split())
        for name in names:
            word = re.escape(name.replace("_", " "))
            found = re.fullmatch(rf"{word}s?(?: is|:| of| =)? ?{amount}", plain) or re.fullmatch(rf"{amount} {word}s?", plain)
            if found:
                yield clause.strip(), name, _NUMBERS[found[1]] if found[1] in _NUMBERS else int(found[1])


def check_translations(workshop: Workshop) -> Iterator[Look]:
    """Find translations that lack texts, or have some whose original has changed since. One that is only begun is a note."""
    game = workshop.game
    problems = Problems()
    coverages = survey(game.folder / game.file, problems)[1]
    if not coverages:
        return
    findings = []
    for one in coverages:
        faults = sum(p.severity == "error" and p.place is not None and p.place.file == one.file for p in problems)
        counts = [(len(one.missing), "missing"), (len(one.stale), "stale"), (faults, "wrong")]
        said = ", ".join(f"{number} {word}" for number, word in counts if number)
        if not said:
            continue
        severity: Severity = "error" if faults else "warning" if one.translated else "note"
        also = (("stale", one.stale[0].place),) if one.stale else (("missing", one.missing[0].place),) if one.missing else ()
        findings.append(
            Finding(
                "untranslated",
                (one.language,),
                severity,
                f"in '{one.language}' {one.translated} of {one.texts} texts are translated: {said}",
                one.percent,
                100,
                "%",
                Place(one.file),
                also,
                "`emporium-pnp languages --missing` lists them",
            )
        )
    what = "translations" if len(coverages) > 1 else "translation"
    yield Look(what, len(coverages), f"{min(one.percent for one in coverages)}%", "100%", tuple(findings))


CHECKS: tuple[Callable[[Workshop], Iterator[Look]], ...] = (
    check_contrast,
    check_text_size,
    check_safe_area,
    check_pictures,
    check_ink,
    check_colours,
    check_names,
    check_words,
    check_translations,
)
"""Every check, in the order in which they are told."""
