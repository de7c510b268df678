"""What is wrong with a game before it is on paper, though it builds: what cannot be read, told apart, or trusted.

In: a Game and a Press. Out: `Linted`: findings, each with its card, its place, its number and the limit. Prints nothing.

Every check is a function in CHECKS that takes a `Workshop` and gives a `Look`: what it looked at, and what it found. A further
check is one more function there, and its finding one more line in CODES.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from generator.data.game import Game
from generator.data.problems import Problem, Problems, Severity, did_you_mean, one_of
from generator.data.source import Node
from generator.face.press import Press
from generator.lint.colours import check_colours
from generator.lint.ink import check_ink
from generator.lint.text import check_contrast, check_pictures, check_safe_area, check_text_size
from generator.lint.words import check_names, check_translations, check_words
from generator.lint.workshop import CODES, LIMITS, SCALE_ENDS, Finding, Look, Workshop, items_of

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
    for name, node in items_of(section, "limits"):
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
            alike = [finding for finding in findings if finding.code == code]
            known = [name for finding in alike for name in finding.about]
            hint = did_you_mean(about, known) if about and known else "take it out"
            what = f"no '{code}' is about '{about}'" if about else f"there is no '{code}'"
            what += f"; expected {one_of(dict.fromkeys(finding.about[0] for finding in alike))}" if about and alike else ""
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
