"""Lint: faults in a game that builds anyway: things that cannot be read, told apart, or trusted.

In: a Game and a Press. Out: `Linted`: findings, each with its card, its place, its number and the
limit. Prints nothing.

Every check is a function in CHECKS that takes a `Workshop` and yields a `Look`: what it examined,
and what it found. To add one, write the function, name it there, and add the code of its finding to
CODES.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from generator.data.findings import Finding, limits_of, silence, unknown_silences
from generator.data.game import Game
from generator.data.problems import Place, Problem, Severity
from generator.data.source import Node
from generator.face.cropping import cropped_pictures
from generator.face.press import Press
from generator.face.unshown import unshown_pictures
from generator.lint.backs import check_backs
from generator.lint.blanks import check_blanks
from generator.lint.bleed import check_bleed
from generator.lint.codes import check_codes
from generator.lint.colours import check_colours, check_signs
from generator.lint.counts import check_counts
from generator.lint.drawing import check_covered, check_hairlines, check_overlaps, check_unseen
from generator.lint.ink import check_ink, one_of_ink
from generator.lint.numbers import check_numbers
from generator.lint.quotes import check_quotes
from generator.lint.spaces import check_spaces
from generator.lint.text import (
    check_contrast,
    check_mirrored,
    check_pictures,
    check_safe_area,
    check_text_size,
    check_version_mark,
)
from generator.lint.tracks import check_tracks
from generator.lint.words import check_names, check_translations, check_words
from generator.lint.workshop import CODES, LIMITS, PAPER, SCALE_ENDS, Look, Workshop

CHECKS: tuple[Callable[[Workshop], Iterator[Look]], ...] = (
    check_contrast,
    check_mirrored,
    check_text_size,
    check_safe_area,
    check_bleed,
    check_version_mark,
    check_overlaps,
    check_covered,
    check_unseen,
    check_hairlines,
    check_pictures,
    check_blanks,
    check_spaces,
    check_codes,
    check_ink,
    check_colours,
    check_signs,
    check_tracks,
    check_names,
    check_words,
    check_quotes,
    check_numbers,
    check_counts,
    check_backs,
    check_translations,
)
"""Every check, in the order in which they are reported."""
MANY = 4
"""If at least this many cards have the same fault from the same line, it is reported once."""


@dataclass(frozen=True)
class Linted:
    """The results of lint. `problems` are those from drawing and from the `lint:` section
    itself.
    """

    looks: tuple[Look, ...]
    problems: tuple[Problem, ...]

    @property
    def findings(self) -> list[Finding]:
        return [finding for look in self.looks for finding in look.findings]

    @property
    def told(self) -> list[Finding]:
        """The findings for people: those that one template line causes on many cards are merged."""
        return [finding for look in self.looks for finding in told_once(look.findings)]

    @property
    def fine(self) -> list[Finding]:
        """A finding for each check that found nothing wrong, as listed by `check`."""
        looks = [look for look in self.looks if look.number and not look.findings]
        return [
            Finding(
                "lint",
                look.what,
                PAPER,
                "ok",
                f"{look.what} ({look.number}): all within the limits.",
            )
            for look in looks
        ]

    def count(self, severity: Severity) -> int:
        """Count findings and problems, without silenced ones."""
        return sum(f.severity == severity and f.silenced is None for f in self.findings) + sum(
            p.severity == severity for p in self.problems
        )


def lint(game: Game, press: Press | None = None) -> Linted:
    """Run every check on a game. Raises ProblemError only if its folder cannot be printed at
    all.
    """
    section = game.root.below("lint")
    limits, _ = limits_of(section, LIMITS, SCALE_ENDS)
    workshop = Workshop(game, press or Press(game), limits)
    looks = []
    for check in CHECKS:
        for look in check(workshop):
            looks.append(replace(look, findings=_once_an_entry(game, look.findings)))
    marked, idle = silence(section, [finding for look in looks for finding in look.findings], CODES)
    rest = iter(marked)
    looks = [
        replace(look, findings=one_of_ink(tuple(islice(rest, len(look.findings)))))
        for look in looks
    ]
    ours = {
        "text-small",
        "soft-picture",
        "mark-over-art",
    }  # which the press reports too, by fixed limits or as far as it can tell
    drawing = [problem for problem in workshop.press.problems if problem.code not in ours]
    idle += [
        *cropped_pictures(workshop.press),
        *unshown_pictures(game, workshop.press),
        *workshop.press.maker.environment.fillings.problems(game),
    ]
    return Linted(
        tuple(looks), (*wrong_settings(game.root), *idle, *drawing, *_of_translations(workshop))
    )


def _of_translations(workshop: Workshop) -> list[Problem]:
    """List the warnings from reading the game in each of its other languages."""
    coverages, problems = workshop.translations
    files = {coverage.file for coverage in coverages if not workshop.game.is_translated}
    faults = []
    for problem in problems:
        if problem.severity != "error" and problem.place.file in files:
            faults.append(problem)
    return faults


def wrong_settings(root: Node) -> list[Problem]:
    """List unknown limits and findings under `lint:`, and limits out of range; also works for a
    cards.yaml with other faults.
    """
    section = root.below("lint")
    return limits_of(section, LIMITS, SCALE_ENDS)[1] + unknown_silences(section, CODES)


def as_json(finding: Finding) -> dict[str, object]:
    """Write a finding as plain data; keys without a value are left out."""
    data = {
        "finding": finding.code,
        "about": finding.about,
        **finding.problem.as_json(),
        "field": finding.field,
        "number": finding.number,
        "limit": finding.limit,
        "unit": finding.unit,
        "silenced": finding.silenced,
    }
    del data["code"]
    return {key: value for key, value in data.items() if value not in (None, "")}


def told_once(findings: Iterable[Finding]) -> list[Finding]:
    """Make one finding of those that one template line causes on MANY cards of a kind or more, with
    the same number.
    """
    alike: dict[object, list[Finding]] = {}
    for finding in findings:
        line = _template_line(finding)
        number = None if finding.number is None else round(finding.number, 1)
        seen = (
            finding.code,
            finding.verdict,
            finding.silenced,
            line,
            finding.wider[-1:],
            finding.field,
            number,
        )
        alike.setdefault(seen if line and finding.card else object(), []).append(finding)
    once = []
    for group in alike.values():
        once += [_of_many(group)] if len(group) >= MANY else group
    return once


def _template_line(finding: Finding) -> Place | None:
    """Return the line of a template that a finding comes from, whether it is reported there or at a
    card.
    """
    places = [("template", finding.place), *finding.also]
    return next(
        (
            place
            for what, place in places
            if what == "template" and place and place.file.startswith("templates/")
        ),
        None,
    )


def _of_many(alike: list[Finding]) -> Finding:
    """Report findings that cards share at the template, under the narrowest name that covers all of
    them.
    """
    first, *others = alike
    line = _template_line(first)
    names = []
    for name in first.wider:
        if all(name in (other.about, *other.wider) for other in others):
            names.append(name)
    cards = ", ".join(str(one.card) for one in alike[:3])
    claim = f"{first.claim}; the same on {len(alike)} cards: {cards} …"
    also = first.also
    if first.place != line:
        also = (("card", first.place),) if first.place else ()
    about, *wider = names or [first.about]
    return replace(
        first, about=about, wider=tuple(wider), claim=claim, place=line, also=also, card=None
    )


def _once_an_entry(game: Game, findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Merge findings that cards made from one entry share: about the entry if all have them,
    otherwise about those cards too.
    """
    alike: dict[object, list[Finding]] = {}
    for finding in findings:
        card = game.cards.get(finding.card or "")
        key: object = object()
        if card is not None and card.entry != card.id:
            key = (card.entry, replace(finding, about="", wider=(), number=None, card=None))
        alike.setdefault(key, []).append(finding)
    return tuple(_of_entry(game, group) for group in alike.values())


def _of_entry(game: Game, alike: list[Finding]) -> Finding:
    """Merge the findings that cards of one entry share, and round the number to hundredths."""
    first = alike[0]
    if first.number is not None:
        first = replace(first, number=round(first.number, 2))
    card = game.cards.get(first.card or "")
    if card is None or card.entry == card.id:
        return first
    names = [card.entry]
    if first.field:
        names.insert(0, f"{card.entry}, {first.field}")
    for finding in alike:
        names += (finding.about, *finding.wider)
    if len(alike) == len(game.made_of(card.entry)):
        first = replace(first, card=card.entry)
    else:
        names.insert(0, first.about)
    about, *wider = dict.fromkeys(names)
    return replace(first, about=about, wider=tuple(wider))
