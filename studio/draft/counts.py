"""Updates of the numbers promised on the box, in the same step as the edit that changes the cards.

In: the text before and after an edit. Out: the text after it, with correct numbers. Knows no page.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from generator.cells.importing import plan_counts, read_cards
from generator.cells.importplans import ImportPlan
from generator.data.patching import text_of
from generator.data.problems import ProblemError, Problems
from generator.data.source import Node


class Counted(NamedTuple):
    """A text with correct promised numbers, and those that changed: (before, now) by name."""

    text: str
    changes: Mapping[str, tuple[int, int]]


def with_counts(path: Path, before: str, after: str) -> Counted:
    """Update the promised numbers after an edit, if they were correct before it.

    A text that is not a game for another reason stays as it is, and so do numbers that were already
    wrong: those are for the user to decide.
    """
    plan = _plan(path, after)
    if plan is None or not plan.counts or not holds(path, before):
        return Counted(after, {})
    return Counted(text_of(plan.content)[1], plan.counts)


def holds(path: Path, text: str) -> bool:
    """Return whether the numbers promised on the box match the cards."""
    plan = _plan(path, text)
    return plan is not None and not plan.counts


def _plan(path: Path, text: str) -> ImportPlan | None:
    problems = Problems()
    try:
        return plan_counts(read_cards(path, problems, text.encode()), problems)
    except (ProblemError, RecursionError):
        return None


def moves_counts(root: Node, kind: str, field: str) -> bool:
    """Return whether a field of a kind's cards affects how many cards a component has."""
    if field == "copies":
        return True
    components = root.below("components").items.values()
    for component in components:
        if component.below("of").value == kind and field in component.below("where").items:
            return True
    return False
