"""Findings of `lint` and `check`: faults of a game, their severity, their place in cards.yaml, and
whether they are silenced.

In: the findings of others; the `lint:` or `check:` section of cards.yaml. Out: `Finding` values,
limits, problems with that section. Does not look at games, and does not know which types of
findings exist or the default limits.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from types import MappingProxyType
from typing import Literal

from generator.data import messages as say
from generator.data.problems import Place, Problem, Problems, Severity, did_you_mean, one_of
from generator.data.saying import Said
from generator.data.source import Node

Verdict = Literal["fault", "warning", "unsure", "ok"]
"""`fault`: the game cannot be made or played as it is. `warning`: it can, but not as it should
be. `unsure`: more games are needed to tell. `ok`: looked at, and nothing found that counts.
"""
VERDICTS: tuple[Verdict, ...] = ("fault", "warning", "unsure", "ok")
"""All verdicts, the most serious first."""


@dataclass(frozen=True)
class Shown:
    """A game that shows a finding, with everything that `emporium-pnp replay` needs to
    narrate it.
    """

    players: int
    line_up: str
    seed: int
    game: int

    @property
    def words(self) -> str:
        """Write it as options of `replay`."""
        return (
            f"--players {self.players} --line-up {self.line_up} --seed {self.seed} --game "
            f"{self.game}"
        )


@dataclass(frozen=True)
class Finding:
    """One finding. `code` is its sort and `about` its subject; together they identify it."""

    code: str
    about: str
    section: str
    """The part of a check to which it belongs: "paper", "balance"."""
    verdict: Verdict
    claim: str
    """A sentence for people, with its numbers."""
    number: float | None = None
    interval: tuple[float, float] | None = None
    """The 95 % interval of `number`, in its unit."""
    unit: str = ""
    place: Place | None = None
    shown: Shown | None = None
    hint: str | None = None
    silenced: str | None = None
    """The reason why it does not count."""
    excess: float = 1.0
    """How far a measured number is beyond its limit, in units of what would still pass; the
    farther, the earlier it is listed.
    """
    limit: float | None = None
    wider: tuple[str, ...] = ()
    """Wider names for its subject, the widest last: "troll", "monster". A silence may name these
    too.
    """
    also: tuple[tuple[str, Place], ...] = ()
    card: str | None = None
    field: str | None = None
    players: int = 0
    """The number of players in the games that it is about; 0 if it is about any number."""
    seat: int = 0
    """The seat that it is about, from 1; 0 if it is about none."""
    untested: str = ""
    """What was not tried, as the clause that its claim ends with, if it is unsure because the test
    that would decide was not made; more games would not help.
    """
    follows: str = ""
    """The sort of finding from which it follows that this one is untested; only that one has a line
    of its own where findings are listed in short.
    """

    @property
    def key(self) -> tuple[str, str]:
        """Its sort and its subject, which identify it."""
        return self.code, self.about

    @property
    def name(self) -> str:
        return f"{self.code} ({self.about})" if self.about else self.code

    @property
    def standing(self) -> Verdict | Literal["untested"]:
        """Its verdict, or "untested"."""
        return "untested" if self.untested else self.verdict

    @property
    def is_untested(self) -> bool:
        return bool(self.untested)

    @property
    def counts(self) -> bool:
        """Whether it makes the check fail."""
        return self.verdict in ("fault", "warning") and self.silenced is None

    @property
    def severity(self) -> Severity:
        """Its severity as a problem; a finding that is not a fault is a note."""
        if self.verdict == "fault":
            return "error"
        return "warning" if self.verdict == "warning" else "note"

    @property
    def problem(self) -> Problem:
        return Problem.of(
            Said(self.code, self.claim), self.place, self.hint, self.severity, self.also, self.card
        )


def limits_of(
    section: Node,
    known: Mapping[str, tuple[float, str]],
    ends: Mapping[str, float] = MappingProxyType({}),
) -> tuple[dict[str, float], list[Problem]]:
    """Read the default limits and those that a section of cards.yaml overrides, with a problem for
    each that is unknown or out of its range.

    `known` holds each limit's default and description; `ends` the highest possible value, for
    limits whose scale has an end.
    """
    limits = {name: float(usual) for name, (usual, _) in known.items()}
    problems = Problems()
    for name, node in section.below("limits").items.items():
        if name not in known:
            problems.error(
                say.UNKNOWN_LIMIT(name=name, known=one_of(known, 20)),
                node.place,
                did_you_mean(name, known),
            )
        elif isinstance(node.value, int | float):
            if 0 <= node.value <= ends.get(name, math.inf):
                limits[name] = float(node.value)
            else:
                wanted = f"from 0 to {ends[name]:g}" if name in ends else "from 0 up"
                problems.error(
                    say.LIMIT_OUT_OF_RANGE(name=name, wanted=wanted, found=node.value),
                    node.place,
                    "shares are in per cent"
                    if name in ends
                    else "leave it out to keep the default limit",
                )
    return limits, list(problems)


def unknown_silences(section: Node, codes: Collection[str]) -> list[Problem]:
    """List a problem for each silence in a section of cards.yaml that names an unknown sort of
    finding.
    """
    problems = Problems()
    for entry in _silences(section):
        code = _text(entry, "finding")
        if code is not None and code not in codes:
            what = say.UNKNOWN_FINDING(code=code, known=one_of(codes, 60))
            problems.error(what, entry["finding"].place, did_you_mean(code, codes))
    return list(problems)


def silence(
    section: Node, findings: Iterable[Finding], looked_for: Collection[str] = ()
) -> tuple[list[Finding], list[Problem]]:
    """Mark the findings that a section of cards.yaml silences, and warn of each silence that
    matches nothing.

    If there is no finding of its sort at all, a silence is warned of only if that sort was
    `looked_for`.
    """
    marked, problems = list(findings), Problems()
    for entry in _silences(section):
        code, about, reason = (_text(entry, key) for key in ("finding", "about", "reason"))
        alike = [finding for finding in marked if finding.code == code]
        is_idle = True
        for number, finding in enumerate(marked):
            if finding.code == code and about in (None, finding.about, *finding.wider):
                marked[number] = replace(finding, silenced=finding.silenced or reason)
                is_idle = False
        if is_idle and (alike or code in looked_for):
            _warn_of_idle(entry, alike, problems)
    return marked, list(problems)


def _warn_of_idle(entry: Node, alike: Sequence[Finding], problems: Problems) -> None:
    """Warn of a silence that matches nothing; `alike` are the findings of its sort."""
    code, about = _text(entry, "finding"), _text(entry, "about")
    if not about:  # it would match every finding of its sort
        problems.warn(say.IDLE_SILENCE(finding=code), entry["finding"].place, "remove it")
        return
    place = entry["about"].place
    if not alike:
        problems.warn(say.IDLE_SILENCE_NOT_ABOUT(finding=code, about=about), place, "remove it")
        return
    subjects = tuple(dict.fromkeys(finding.about for finding in alike))
    said = say.IDLE_SILENCE_ABOUT_OTHERS(finding=code, about=about, subjects=subjects)
    names = chain.from_iterable((finding.about, *finding.wider) for finding in alike)
    problems.warn(said, place, did_you_mean(about, names))


def _silences(section: Node) -> list[Node]:
    return section.below("silenced").elements


def _text(entry: Node, key: str) -> str | None:
    """Read a text of an entry without the space around it, as the checked data has it."""
    node = entry.below(key)
    return str(node.value).strip() if node.type == "text" else None
