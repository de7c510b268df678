"""The counters that a move changed, as a viewer sees them: prices, payments, marks, and who is out.

In: a step of a game. Out: sentences, one per counter. Knows no game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from rules_check.engine.view import NOBODY
from rules_check.toolkit.prose import joined, sentence, verb_of, who_is
from rules_check.toolkit.records import DICE, MARK, Field
from rules_check.toolkit.tableau import (
    called,
    ids_by,
    is_told,
    number_words,
    seats_numbers,
    seats_seen,
    without_copies,
)
from rules_check.toolkit.watching import Watched

OUT = "out"
"""The field of the players who have left the game."""
Read = Mapping[int, list[int]]
"""The numbers of a field by seat; those of the table have the number -1."""


def changes(step: Watched, named: Mapping[int, set[str]]) -> list[str]:
    """Write which counters changed, one sentence each.

    Counters that changed exactly as the scores did are left out, and so is the number that a
    seat's own move has just `named`: its words, by seat. Where a turn or a round began, counters
    that are reset are left out, too.
    """
    cards, viewer, lines = step.cards, step.viewer, list[str]()
    is_new = step.changed("rounds", *([step.rules.TURN] if hasattr(step.rules, "TURN") else []))
    for name, field in without_copies(step.fields).items():
        has_meaning = field.blank == 0 or field.of
        if not (has_meaning and is_told(name, field)) or (is_new and field.is_reset):
            continue
        was, now = _read(field, step.was[name], step), _read(field, step.now[name], step)
        changed = {}
        for seat in now:
            if was[seat] != now[seat]:
                changed[seat] = (was[seat], now[seat])
        if not changed or _is_known(changed, step, named, field):
            continue
        if name == OUT and field.of == MARK:
            lines += [_left(seat, viewer, new[0]) for seat, (_, new) in changed.items()]
            continue
        parts = list[str]()
        for seat, both in changed.items():
            change = _change(field, cards, *both)
            parts.append(change if seat == NOBODY else f"{who_is(seat, viewer)} {change}")
        lines.append(sentence(f"{called(name, field)}: {'; '.join(parts)}"))
    return lines


def turn_begun(step: Watched) -> list[str]:
    """Write the heading of a turn, if one began."""
    field, after = getattr(step.rules, "TURN", ""), step.after
    if not field or not step.changed(field) or int(after.end) != 0:
        return []
    return [sentence(f"turn {int(after[field])}: {who_is(int(after.active), step.viewer)}")]


def _read(field: Field, numbers: Any, step: Watched) -> Read:
    """Read the numbers of a field that the viewer knows."""
    if not seats_numbers(field, len(step.now.rng) - 1):
        is_plain = len(field.shape) < 2
        return {NOBODY: np.atleast_1d(numbers).tolist()} if is_plain else {}
    seen = seats_seen(field, step.now, step.viewer)
    return {seat: np.atleast_1d(numbers[seat]).tolist() for seat in seen}


def _is_known(
    changed: Mapping[int, tuple[list[int], list[int]]],
    step: Watched,
    named: Mapping[int, set[str]],
    field: Field,
) -> bool:
    """Return whether a change is reported otherwise: as a score, or by the move that made it."""
    if NOBODY not in changed and all(
        [[score] for score in step.scores[seat]] == [*both] for seat, both in changed.items()
    ):
        return True
    if len(changed) != 1:
        return False
    ((seat, (_, new)),) = changed.items()
    return (
        len(new) == 1
        and field.of != MARK
        and number_words(field, new[0], step.cards) in named.get(seat, ())
    )


def _change(field: Field, cards: Any, was: list[int], now: list[int]) -> str:
    """Write how numbers changed: "from 4 to 2", "ruby from 1 to 0", or what they stand for now."""
    if field.by == DICE:
        return joined(list(map(str, now)))
    ids = [*ids_by(field, cards), *[""] * len(now)]
    texts = []
    for id_, old, new in zip(ids, was, now, strict=False):
        if old != new:
            texts.append(f"{id_} {_one(field, cards, old, new)}".strip())
    return joined(texts)


def _one(field: Field, cards: Any, old: int, new: int) -> str:
    if not field.of:
        return f"from {old} to {new}"
    return number_words(field, new, cards) or "none"


def _left(seat: int, viewer: int, is_out: int) -> str:
    who = who_is(seat, viewer)
    return sentence(f"{who} {verb_of(who)} {'out' if is_out else 'in again'}")
