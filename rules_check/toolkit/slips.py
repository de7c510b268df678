"""Typing errors in numbers, such as swapped ones, found by comparing similar numbers, in any game's
data.

In: a checked `Game`. Out: findings. Plays nothing, and knows no game. It looks for three types:

- two numbers of one card or row in the opposite order to all others: a mastery that pays less than
  its apprentice;
- two fields with the same number in all rows but one: a nine with eight pips;
- a list in the rules that rises, or falls, except for one entry: heroes for 2 to 6 players 1, 2, 2,
  1, 3.

Each needs enough similar numbers that all fit the pattern, and a single one that does not: two
exceptions may well be intended.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from generator.data.findings import Finding
from generator.data.game import Card, Game, Record
from generator.data.problems import Place
from rules_check.toolkit.outliers import Row, groups_of
from rules_check.toolkit.texts import texts
from rules_check.toolkit.things import name_of

FEWEST = 5
"""The number of others that must agree."""
FEWEST_STEPS = 4
"""The number of entries that a list of the rules must have; one fewer is enough if it is by numbers
of players, or by other numbers.
"""

_SAY = texts(__file__, "slips")


def slip_findings(game: Game) -> Iterator[Finding]:
    """Report what is out of order, and its place."""
    for group in groups_of(game):
        yield from _among(group)
    rules = game.context["rules"]
    for name, value in rules._values.items():
        entries = _entries(value)
        keys, numbers = list(entries), list(entries.values())
        for odd in _out_of_line(numbers):
            key, number = keys[odd], numbers[odd]
            at = f"{number} ({key})" if isinstance(value, Record) else str(number)
            yield _finding(
                "ladder",
                f"rules.{name}",
                _place_of(game, name, key),
                number,
                rule=name,
                steps=", ".join(map(str, numbers)),
                at=at,
            )


class Pair(NamedTuple):
    """The numbers of one card or row in two fields, and its position in its group."""

    at: int
    first: int
    second: int


def _among(group: Sequence[Card | Row]) -> Iterator[Finding]:
    columns = {name: [_number(card.record, name) for card in group] for name in _names(group)}
    for field, other in combinations(columns, 2):
        pairs = []
        for at, (first, second) in enumerate(zip(columns[field], columns[other], strict=True)):
            if first is not None and second is not None:
                pairs.append(Pair(at, first, second))
        if len(pairs) <= FEWEST:
            continue
        if odd := _only_unequal(pairs):
            yield _of(group[odd.at], "twins", field, other, odd.first, odd.second)
        elif odd := _crossed(pairs):
            yield _of(group[odd.at], "crossed", field, other, odd.first, odd.second)


def _only_unequal(pairs: Sequence[Pair]) -> Pair | None:
    """Find the only pair of different numbers, if no two of the others are alike."""
    unequal = [pair for pair in pairs if pair.first != pair.second]
    equal = {pair.first for pair in pairs if pair.first == pair.second}
    if len(unequal) != 1 or len(equal) < len(pairs) - 1:
        return None
    return unequal[0]


def _crossed(pairs: Sequence[Pair]) -> Pair | None:
    """Find the only pair in the opposite order to all others, with each of its numbers outside the
    range of its own column and within the other's.
    """
    firsts, seconds = [pair.first for pair in pairs], [pair.second for pair in pairs]
    if _is_numbering(firsts) or _is_numbering(seconds):
        return None
    for sign in (1, -1):
        crossed = [at for at, pair in enumerate(pairs) if sign * (pair.first - pair.second) <= 0]
        if len(crossed) != 1:
            continue
        (at,) = crossed
        odd = pairs[at]
        if odd.first == odd.second:
            continue
        first = _span([*firsts[:at], *firsts[at + 1 :]])
        second = _span([*seconds[:at], *seconds[at + 1 :]])
        is_within = odd.second in first and odd.first in second
        is_outside = odd.first not in first and odd.second not in second
        return odd if is_within and is_outside else None
    return None


def _span(numbers: Sequence[int]) -> range:
    return range(min(numbers), max(numbers) + 1)


def _is_numbering(numbers: Sequence[int]) -> bool:
    """Return whether numbers are only a numbering: 1 to 6, each once."""
    return len(set(numbers)) == len(numbers) == max(numbers) - min(numbers) + 1


def _out_of_line(numbers: Sequence[int]) -> list[int]:
    """Find the one entry without which a list would rise, or fall, throughout; empty if it already
    does, or if no single entry is to blame.
    """
    if _is_in_line(numbers):
        return []
    spoilers = [n for n in range(len(numbers)) if _is_in_line([*numbers[:n], *numbers[n + 1 :]])]
    suspects = sorted({*spoilers} - {0, len(numbers) - 1}) or spoilers
    return suspects if len(suspects) == 1 else []


def _is_in_line(numbers: Sequence[int]) -> bool:
    return list(numbers) in (sorted(numbers), sorted(numbers, reverse=True))


def _entries(value: Any) -> dict[Any, int]:
    """Return the entries of a list of whole numbers, or of a map from numbers to whole numbers;
    empty for anything else, or for too few.
    """
    entries, fewest = dict[Any, Any](), FEWEST_STEPS
    if isinstance(value, Record):
        entries, fewest = value._values, FEWEST_STEPS - 1
    elif isinstance(value, list | tuple):
        entries = dict(enumerate(value))
    if len(entries) < fewest or set(map(type, entries.values())) != {int}:
        return {}
    return entries if all(str(key).isdigit() for key in entries) else {}


def _place_of(game: Game, name: str, key: Any) -> Place:
    node = game.root["rules"][name]
    return (node.items[str(key)] if node.items else node.elements[key]).place


def _names(group: Sequence[Card | Row]) -> list[str]:
    """List the fields with whole numbers, or with texts that are such; `copies` is not part of a
    card's content.
    """
    counts = Counter[str]()
    for card in group:
        for name in card.record._values:
            counts[name] += _number(card.record, name) is not None
    return [name for name, count in counts.items() if count > FEWEST and name != "copies"]


def _number(record: Record, name: str) -> int | None:
    value = record._values.get(name)
    if isinstance(value, str) and re.fullmatch("[0-9]+", value):
        return int(value)
    return value if type(value) is int else None


def _of(card: Card | Row, key: str, field: str, other: str, value: int, number: int) -> Finding:
    names = {
        "name": name_of(card.record),
        "field": field,
        "other": other,
        "value": value,
        "rival": number,
        "kind": card.kind,
        "what": _SAY("rows" if isinstance(card, Row) else "cards"),
    }
    return _finding(key, card.id, card.places.get(other, card.place), float(number), **names)


def _finding(key: str, about: str, place: Place, number: float, **names: object) -> Finding:
    wording = _SAY.all(key, **names)
    return Finding(
        "card-outlier",
        about,
        "balance",
        "warning",
        wording["claim"],
        number,
        None,
        wording["unit"],
        place,
        hint=wording["hint"],
    )
