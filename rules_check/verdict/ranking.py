"""The order in which findings are reported, and their form as plain data.

In: findings. Out: sort keys, and mappings. Needs no numpy, so that a game without rules can be
checked without it.
"""

from __future__ import annotations

from dataclasses import asdict

from generator.data.findings import VERDICTS, Finding

OF_USE = ("action-unused", "dead-card", "rule-unused")
"""The findings about what players choose."""
SECTIONS = ("data", "paper", "census", "reach", "games", "length", "balance", "actions", "rulings")

_TIERS = {"games": 0, "length": 0, "balance": 0, "actions": 0, "paper": 2, "data": 2}
"""Findings from play come before those counted on the cards, and these before those about paper."""


FAR_OFF = 10.0
"""A length so far beyond the promise, in units of its leeway, that everything else out of order
follows from it.
"""


def weight(verdict: str, section: str, excess: float) -> tuple[int, int, float]:
    """Return the sort key of a finding, most important first: seriousness, subject, distance from
    its limit.
    """
    is_cause = section == "length" and excess >= FAR_OFF
    return (*VERDICTS, verdict).index(verdict), -1 if is_cause else _TIERS.get(section, 1), -excess


def weight_of(finding: Finding) -> tuple[int, int, float]:
    return weight(finding.verdict, finding.section, finding.excess)


def as_json(finding: Finding) -> dict[str, object]:
    """Convert a finding to plain data; keys without a value are left out."""
    data: dict[str, object] = {
        "finding": finding.code,
        "about": finding.about,
        "section": finding.section,
        "verdict": finding.verdict,
        "untested": finding.is_untested or None,
        "follows": finding.follows,
        "claim": finding.claim,
        "number": finding.number,
        "interval": list(finding.interval) if finding.interval else None,
        "unit": finding.unit,
        "place": str(finding.place) if finding.place else None,
        "hint": finding.hint,
        "excess": round(finding.excess, 2)
        if finding.number is not None and finding.verdict in ("warning", "unsure")
        else None,
        "silenced": finding.silenced,
        "shown": asdict(finding.shown) if finding.shown else None,
    }
    return {key: value for key, value in data.items() if value not in (None, "")}
