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

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import Any

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
        if entries and (odd := _out_of_line([number for _, number in entries])) is not None:
            steps = ", ".join(str(number) for _, number in entries)
            key, number = entries[odd]
            at = f"{number} ({key})" if isinstance(value, Record) else str(number)
            yield _finding(
                "ladder",
                f"rules.{name}",
                _place_of(game, name, key),
                number,
                rule=name,
                steps=steps,
                at=at,
            )


def _among(group: Sequence[Card | Row]) -> Iterator[Finding]:
    columns = {name: [_number(one.record, name) for one in group] for name in _names(group)}
    for one, other in combinations(columns, 2):
        pairs = [
            (n, a, b)
            for n, (a, b) in enumerate(zip(columns[one], columns[other], strict=True))
            if a is not None and b is not None
        ]
        same = [n for n, a, b in pairs if a == b]
        if (
            len(same) >= FEWEST
            and len(same) == len(pairs) - 1
            and len({columns[one][n] for n in same}) == len(same)
        ):
            odd = next(n for n, a, b in pairs if a != b)
            yield _of(group[odd], "twins", one, other, columns[one][odd], columns[other][odd])
        elif len(pairs) > FEWEST and (crossed := _crossed(pairs)) is not None:
            yield _of(
                group[crossed],
                "crossed",
                one,
                other,
                columns[one][crossed],
                columns[other][crossed],
            )


def _crossed(pairs: Sequence[tuple[int, int, int]]) -> int | None:
    """Find the only pair in the opposite order to all others, with each of its numbers outside the
    range of its own column and within the other's.
    """
    if any(_is_numbering([pair[side] for pair in pairs]) for side in (1, 2)):
        return None
    for sign in (1, -1):
        odd = [(n, a, b) for n, a, b in pairs if sign * (a - b) <= 0]
        if len(odd) == 1 and odd[0][1] != odd[0][2]:
            n, a, b = odd[0]
            first, second = ([pair[side] for pair in pairs if pair[0] != n] for side in (1, 2))
            is_within = min(first) <= b <= max(first) and min(second) <= a <= max(second)
            is_outside = not (min(first) <= a <= max(first) or min(second) <= b <= max(second))
            return n if is_within and is_outside else None
    return None


def _is_numbering(numbers: Sequence[int]) -> bool:
    """Return whether numbers are only a numbering: 1 to 6, each once."""
    return len(set(numbers)) == len(numbers) == max(numbers) - min(numbers) + 1


def _out_of_line(numbers: Sequence[int]) -> int | None:
    """Find the one entry without which a list would rise, or fall, throughout; None if it already
    does, or if no single entry is to blame.
    """
    if _is_in_line(numbers):
        return None
    found = [n for n in range(len(numbers)) if _is_in_line([*numbers[:n], *numbers[n + 1 :]])]
    within = [n for n in found if 0 < n < len(numbers) - 1]
    return (within or found)[0] if found and len(within or found) == 1 else None


def _is_in_line(numbers: Sequence[int]) -> bool:
    return any(all(sign * a <= sign * b for a, b in pairwise(numbers)) for sign in (1, -1))


def _entries(value: Any) -> list[tuple[Any, int]]:
    """List the entries of a list of whole numbers, or of a map from numbers to whole numbers; empty
    for anything else, or for too few.
    """
    if isinstance(value, Record):
        entries = list(value._values.items())
        is_ladder = (
            all(str(key).isdigit() for key, _ in entries) and len(entries) >= FEWEST_STEPS - 1
        )
    else:
        entries = list(enumerate(value)) if isinstance(value, list | tuple) else []
        is_ladder = len(entries) >= FEWEST_STEPS
    is_plain = all(type(number) is int for _, number in entries)
    return entries if is_ladder and is_plain else []


def _place_of(game: Game, name: str, key: Any) -> Place:
    node = game.root["rules"][name]
    if str(key) in node.items:
        return node.items[str(key)].place
    if isinstance(key, int) and node.elements:
        return node.elements[key].place
    return node.place


def _names(group: Sequence[Card | Row]) -> list[str]:
    """List the fields with whole numbers, or with texts that are such; `copies` is not part of a
    card's content.
    """
    names = dict.fromkeys(name for one in group for name in one.record._values if name != "copies")
    return [
        name
        for name in names
        if sum(_number(one.record, name) is not None for one in group) > FEWEST
    ]


def _number(record: Record, name: str) -> int | None:
    value = record[name] if name in record else None  # noqa: SIM401  a Record has no `get`
    if isinstance(value, str) and value.isascii() and value.isdigit():
        return int(value)
    return value if type(value) is int else None


def _of(
    one: Card | Row, key: str, field: str, other: str, value: int | None, number: int | None
) -> Finding:
    kind, what = one.kind, _SAY("rows" if isinstance(one, Row) else "cards")
    names = {
        "name": name_of(one.record),
        "field": field,
        "other": other,
        "value": value,
        "rival": number,
        "kind": kind,
        "what": what,
    }
    return _finding(key, one.id, one.places.get(other, one.place), float(number or 0), **names)


def _finding(key: str, about: str, place: Place, number: float, **names: object) -> Finding:
    said = _SAY.all(key, **names)
    return Finding(
        "card-outlier",
        about,
        "balance",
        "warning",
        said["claim"],
        number,
        None,
        said["unit"],
        place,
        hint=said["hint"],
    )
