"""The counters that a move changed, as a viewer sees them: prices, payments, marks, and who is out.

In: a ruleset, the game before and after. Out: sentences, one per counter. Knows no game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from rules_check.engine.view import NOBODY
from rules_check.toolkit.prose import joined, sentence, verb_of, who_is
from rules_check.toolkit.records import DICE, MARK, Field
from rules_check.toolkit.tableau import (
    as_known,
    called,
    ids_by,
    is_told,
    number_words,
    seats_numbers,
    seats_seen,
    without_copies,
)

OUT = "out"
"""The field of the players who have left the game."""
Read = Mapping[int, list[int]]
"""The numbers of a field by seat; those of the table have the number -1."""


def changes(
    rules: Any,
    cards: Any,
    before: Any,
    after: Any,
    viewer: int,
    scores: tuple[list[int | None], list[int | None]],
    named: Mapping[int, set[str]],
) -> list[str]:
    """Write which counters changed, one sentence each.

    Counters that changed exactly as the `scores` did are left out, and so is the number that a
    seat's own move has just `named`: its words, by seat. Where a turn or a round began, counters
    that are reset are left out, too.
    """
    lines, is_new = list[str](), _begins(rules, before, after)
    for name, field in without_copies(rules.State.fields).items():
        has_meaning = field.blank == 0 or field.of
        if not (has_meaning and is_told(name, field)) or (is_new and field.is_reset):
            continue
        was = _read(rules, cards, name, before, viewer)
        now = _read(rules, cards, name, after, viewer)
        changed = {}
        for seat in now:
            if seat in was and not np.array_equal(was[seat], now[seat]):
                changed[seat] = (was[seat], now[seat])
        if not changed or _is_known(changed, scores, named, field, cards):
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


def turn_begun(rules: Any, before: Any, after: Any, viewer: int) -> list[str]:
    """Write the heading of a turn, if one began."""
    field = getattr(rules, "TURN", "")
    if not field or int(after[field]) == int(before[field]) or int(after.end) != 0:
        return []
    return [sentence(f"turn {int(after[field])}: {who_is(int(after.active), viewer)}")]


def _begins(rules: Any, before: Any, after: Any) -> bool:
    """Return whether a turn or a round begins."""
    counted = ["rounds", *([rules.TURN] if hasattr(rules, "TURN") else [])]
    return any(int(before[name]) != int(after[name]) for name in counted)


def _read(rules: Any, cards: Any, name: str, state: Any, viewer: int) -> Read:
    """Read the numbers of a field that the viewer knows."""
    field, known = rules.State.fields[name], as_known(rules, cards, state, viewer)
    if not seats_numbers(field, len(state.rng) - 1):
        is_plain = len(field.shape) < 2
        return {NOBODY: np.atleast_1d(known[name]).tolist()} if is_plain else {}
    seen = seats_seen(field, state, viewer)
    return {seat: np.atleast_1d(known[name][seat]).tolist() for seat in seen}


def _is_known(
    changed: Mapping[int, tuple[list[int], list[int]]],
    scores: tuple[list[int | None], list[int | None]],
    named: Mapping[int, set[str]],
    field: Field,
    cards: Any,
) -> bool:
    """Return whether a change is reported otherwise: as a score, or by the move that made it."""
    if NOBODY not in changed and all(
        ([scores[0][seat]], [scores[1][seat]]) == both for seat, both in changed.items()
    ):
        return True
    if len(changed) != 1:
        return False
    ((seat, (_, new)),) = changed.items()
    return (
        len(new) == 1
        and field.of != MARK
        and number_words(field, new[0], cards) in named.get(seat, ())
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
