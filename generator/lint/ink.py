"""Lint: the amount of ink that each page takes.

In: a `Workshop`; for `sheet_inks` a Press and any sheets. Out: a `Look`; `SheetInk`, an estimate.
Knows no printer and no price of ink.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from types import MappingProxyType

from generator.data.findings import Finding
from generator.face.images import ink_of
from generator.face.press import Press
from generator.face.stamp import Stamp
from generator.job.planning import Options, plan
from generator.lint.workshop import PAPER, Look, Workshop, printed_scale
from generator.pdf.raster import render_stamps
from generator.sheet.sheets import Sheet

INK_DPI = 36


@dataclass(frozen=True)
class SheetInk:
    """The ink on a page: the printed share of the paper, and all inks together (1.0 is one ink
    everywhere).
    """

    sheet: Sheet
    printed: float
    ink: float


def sheet_inks(
    press: Press,
    sheets: Iterable[Sheet],
    known: Mapping[str, tuple[float, float]] = MappingProxyType({}),
) -> list[SheetInk]:
    """Estimate the ink of each page, from its faces as they are drawn, without marks and footers.
    `known` is the ink of faces, by card.
    """
    listed, inks = list(sheets), dict(known)
    cards, stamps = press.game.cards, dict[str, Stamp]()
    for placement in chain.from_iterable(sheet.placements for sheet in listed):
        key = placement.key
        if key not in inks and key not in stamps and (stamp := press.stamp(cards[key])):
            stamps[key] = stamp
    scales = [printed_scale(press.game, cards[key], stamp) for key, stamp in stamps.items()]
    pictures = render_stamps(press, list(stamps.values()), INK_DPI, scales)
    inks |= zip(stamps, map(ink_of, pictures), strict=True)
    sheet_inks = []
    for sheet in listed:
        amounts, dark = [0.0], [0.0]
        for placement in sheet.placements:
            if placement.key not in inks:
                continue
            area = placement.trim.width * placement.trim.height
            share = area / (sheet.width_mm * sheet.height_mm)
            if placement.shape == "round":
                share *= 0.7854
            for shares, ink in zip((amounts, dark), inks[placement.key], strict=True):
                shares.append(share * ink)
        sheet_inks.append(SheetInk(sheet, math.fsum(amounts), math.fsum(dark)))
    return sheet_inks


def check_ink(workshop: Workshop) -> Iterator[Look]:
    """Find sheets that use a lot of ink, and report those of the same decks as one."""
    most = workshop.limits["ink_percent"]
    known = {card.id: sight.ink for card, _, sight in workshop.seen}
    inks = sheet_inks(
        workshop.press,
        [sheet for item in plan(workshop.game, Options()) for sheet in item.sheets],
        known,
    )
    alike: dict[tuple[object, ...], list[SheetInk]] = {}
    for one in inks:
        if one.ink * 100 > most:
            alike.setdefault((one.sheet.decks, one.sheet.side), []).append(one)
    findings = []
    for group in alike.values():
        worst = max(group, key=lambda one: one.ink)
        components = [c for c in workshop.game.components if c.name in worst.sheet.decks]
        message = (
            f"a sheet of {', '.join(worst.sheet.decks)} ({worst.sheet.side}s) uses "
            f"{worst.ink:.1%} ink, over the limit of {most:g}%; "
            f"{worst.printed:.0%} of the paper is printed"
        )
        findings.append(
            Finding(
                "much-ink",
                components[0].id if components else worst.sheet.side,
                PAPER,
                "warning",
                message,
                worst.ink * 100,
                unit="%",
                place=components[0].place if components else None,
                hint="use lighter backgrounds, or `build --ink low`",
                limit=most,
                wider=tuple(c.id for c in components[1:]),
            )
        )
    worst_ink = f"{max(ink.ink for ink in inks):.0%}" if inks else ""
    yield Look("ink of pages", len(inks), worst_ink, f"{most:g}%", tuple(findings))


def one_of_ink(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Leave only the worst of the findings about ink that are not silenced, with the number of
    sorts of sheets that they are about.
    """
    loud, rest = list[Finding](), list[Finding]()
    for finding in findings:
        is_loud = finding.code == "much-ink" and finding.silenced is None
        (loud if is_loud else rest).append(finding)
    if len(loud) < 2:
        return findings
    worst = max(loud, key=lambda finding: finding.number or 0.0)
    others = f"{len(loud) - 1} more sorts of sheets are"
    if len(loud) == 2:
        others = "one more sort of sheet is"
    claim = f"{worst.claim}; {others} over the limit too"
    return (*rest, replace(worst, claim=claim))
