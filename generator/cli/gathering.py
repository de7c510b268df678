"""Problems in the order in which people read them: errors first, and similar ones together.

In: problems as they were found. Out: groups of them, and their number in words. Knows no terminal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from generator.data.problems import Problem, counted
from generator.data.saying import first_of

SEVERITIES = ("error", "warning", "note")
"""The gravest first."""
PLACES_NAMED = 3
_NAMES = re.compile(r"'[^']*'|\"[^\"]*\"|#[0-9a-fA-F]{3,8}\b|\d+(?:[.,]\d+)*")
"""What differs between two messages that say the same: what is in quotes, colours and numbers."""


@dataclass
class Group:
    """A problem, and what belongs to it.

    `cards` are the ids of other cards that have the same problem at the same place; `alike` are
    problems of the same sort elsewhere, each with such cards.
    """

    problem: Problem
    cards: list[str] = field(default_factory=list)
    alike: list[Group] = field(default_factory=list)

    def places(self) -> str:
        """Report how many problems are similar, and where the first of them are."""
        members = [self, *self.alike]
        named = dict.fromkeys(_where(member.problem) for member in members)
        return f"{len(members)} alike: {first_of(named, PLACES_NAMED)}"


def _where(problem: Problem) -> str:
    """Name the place of a problem and its card, if they are known."""
    card = f"card '{problem.card}'" if problem.card else ""
    if not problem.place:
        return card
    return f"{problem.place} ({card})" if card else str(problem.place)


def grouped(problems: Iterable[Problem]) -> list[Group]:
    """Sort problems into groups: errors, each separately, then warnings and notes, similar ones
    together.
    """
    shown = gathered(problems)
    groups: list[Group] = []
    for severity in SEVERITIES:
        these = [Group(problem, cards) for problem, cards in shown if problem.severity == severity]
        groups += these if severity == "error" else _together(these)
    return groups


def _together(groups: Iterable[Group]) -> list[Group]:
    """Put groups together whose problems have the same code, and the same hint or the same message
    but for names and numbers.

    A problem with neither a place nor a card stays separate, because only its message says what it
    is about.
    """
    known: dict[tuple[str, str, str], Group] = {}
    heads: list[Group] = []
    for group in groups:
        problem = group.problem
        if not _where(problem):
            heads.append(group)
            continue
        keys = [(problem.code, "message", _NAMES.sub("'", problem.message))]
        if problem.hint:
            keys.append((problem.code, "hint", _NAMES.sub("'", problem.hint)))
        head = next((known[key] for key in keys if key in known), None)
        if head is None:
            heads.append(group)
            head = group
        else:
            head.alike.append(group)
        for key in keys:
            known.setdefault(key, head)
    return heads


def gathered(problems: Iterable[Problem]) -> list[tuple[Problem, list[str]]]:
    """Combine problems with the same place, code and hint: the first, and the ids of the other
    cards that have it.

    A problem without a card, such as a missing font, is the same fault for every card that shows
    it.
    """
    first: dict[tuple[object, ...], tuple[Problem, list[str]]] = {}
    of_all: dict[tuple[object, ...], tuple[Problem, list[str]]] = {}
    for problem in problems:
        key: tuple[object, ...] = (problem.severity, problem.code, problem.place, problem.hint)
        said = (problem.severity, problem.code, problem.message, problem.hint)
        known = of_all.get(said) if problem.card else None
        if known is None:
            known = first.get(key)
            if (
                not problem.card
                or not problem.place
                or (known and problem.card in (known[0].card, *known[1]))
            ):
                key = (
                    *key,
                    problem.message,
                    None if problem.place else problem.card,
                )  # another fault of the same card
                known = first.get(key)
        if known is None:
            first[key] = problem, []
            if not problem.card:
                of_all[said] = first[key]
        elif problem.card and problem.card not in (known[0].card, *known[1]):
            known[1].append(problem.card)
    return list(first.values())


def count_of(problems: Iterable[Problem]) -> str:
    """Count errors, warnings and notes in words, each once however many cards have it."""
    said, shown = [], gathered(problems)
    for severity in SEVERITIES:
        these = [(problem, others) for problem, others in shown if problem.severity == severity]
        cards = {card for problem, others in these for card in (problem.card, *others) if card}
        if these:
            spread = ""
            if any(others for _, others in these):
                spread = f" (on {counted(len(cards), 'card')})"
            said.append(counted(len(these), severity) + spread)
    return ", ".join(said) or "no problems"
