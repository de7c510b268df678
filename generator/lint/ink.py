"""Lint: the amount of ink that each page takes.

In: a `Workshop`; for `sheet_inks` a Press and any sheets. Out: a `Look`; `SheetInk`, an estimate.
Knows no printer and no price of ink.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from generator.data.findings import Finding
from generator.face.images import ink_of
from generator.face.press import Press
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
    press: Press, sheets: Iterable[Sheet], known: Mapping[str, tuple[float, float]] | None = None
) -> list[SheetInk]:
    """Estimate the ink of each page, from its faces as they are drawn, without marks and footers.
    `known` is the ink of faces, by card.
    """
    listed, inks = list(sheets), dict(known or {})
    cards = press.game.cards
    keys = dict.fromkeys(placement.key for sheet in listed for placement in sheet.placements)
    stamps = {
        key: stamp
        for key in keys
        if key not in inks and (stamp := press.stamp(cards[key])) is not None
    }
    scales = [printed_scale(press.game, cards[key], stamp) for key, stamp in stamps.items()]
    pictures = render_stamps(press, list(stamps.values()), INK_DPI, scales)
    inks |= zip(stamps, map(ink_of, pictures), strict=True)
    found = []
    for sheet in listed:
        shares = []
        for p in sheet.placements:
            if p.key in inks:
                shares.append(
                    (
                        p.trim.width
                        * p.trim.height
                        / (sheet.width_mm * sheet.height_mm)
                        * (0.7854 if p.shape == "round" else 1.0),
                        inks[p.key],
                    )
                )
        found.append(
            SheetInk(
                sheet,
                math.fsum(s * ink[0] for s, ink in shares),
                math.fsum(s * ink[1] for s, ink in shares),
            )
        )
    return found


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
    loud = [one for one in findings if one.code == "much-ink" and one.silenced is None]
    if len(loud) < 2:
        return findings
    worst = max(loud, key=lambda one: one.number or 0.0)
    others = f"{len(loud) - 1} more sorts of sheets are"
    if len(loud) == 2:
        others = "one more sort of sheet is"
    claim = f"{worst.claim}; {others} over the limit too"
    rest = tuple(one for one in findings if one not in loud)
    return (*rest, replace(worst, claim=claim))
