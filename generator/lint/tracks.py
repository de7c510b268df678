"""Lint: numbered tracks, such as those for points, with a missing or duplicate number.

In: a `Workshop`. Out: a `Look`. A track is recognized by texts that one line of a template writes:
only numbers, with nearly every one between the lowest and the highest occurring once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from generator.data.findings import Finding
from generator.lint.workshop import PAPER, Look, Workshop

FEWEST = 12
"""The number of numbers that make a track."""
MOST_WRONG = 2
"""How many numbers may be missing, and how many duplicated, to count as a slip; with more, it is
not a track.
"""


def check_tracks(workshop: Workshop) -> Iterator[Look]:
    """Find faces with a missing or duplicate number in a sequence. Numbers belong together if one
    line of a template writes them.
    """
    count, findings = 0, list[Finding]()
    for card, stamp in workshop.faces:
        lines: dict[str, Counter[int]] = {}
        for lettering in stamp.letterings:
            if lettering.text.isascii() and lettering.text.isdigit():
                lines.setdefault(lettering.at, Counter())[int(lettering.text)] += 1
        for at, counts in lines.items():
            least, most = min(counts), max(counts)
            missing = [number for number in range(least, most) if number not in counts]
            doubled = [number for number in sorted(counts) if counts[number] > 1]
            if len(counts) < FEWEST or max(len(missing), len(doubled)) > MOST_WRONG:
                continue
            count += 1
            faults = []
            if doubled:
                faults.append(f"{_listed(doubled)} twice")
            if missing:
                faults.append(f"no {_listed(missing)}")
            if faults:
                findings.append(
                    Finding(
                        "track-broken",
                        card.id,
                        PAPER,
                        "warning",
                        f"of the numbers from {least} to {most}, the track has "
                        f"{' and '.join(faults)}",
                        place=workshop.template_place(at),
                        hint="is one of them wrong?",
                        wider=(card.kind,),
                        also=(("card", card.place),),
                        card=card.id,
                    )
                )
    if count:
        yield Look("numbered tracks", count, findings=tuple(findings))


def _listed(numbers: list[int]) -> str:
    return " and ".join(map(str, numbers))
