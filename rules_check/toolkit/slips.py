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
        key, odd = "twins", _only_unequal(pairs)
        if odd is None:
            key, odd = "crossed", _crossed(pairs)
        if odd is not None:
            yield _of(group[odd.at], key, field, other, odd.first, odd.second)


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


def _out_of_line(numbers: Sequence[int]) -> int | None:
    """Find the one entry without which a list would rise, or fall, throughout; None if it already
    does, or if no single entry is to blame.
    """
    if _is_in_line(numbers):
        return None
    spoilers = [n for n in range(len(numbers)) if _is_in_line([*numbers[:n], *numbers[n + 1 :]])]
    within = [n for n in spoilers if 0 < n < len(numbers) - 1]
    suspects = within or spoilers
    return suspects[0] if len(suspects) == 1 else None


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
    names = dict.fromkeys(
        name for card in group for name in card.record._values if name != "copies"
    )
    numbered = []
    for name in names:
        if sum(_number(card.record, name) is not None for card in group) > FEWEST:
            numbered.append(name)
    return numbered


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
