"""`for_each`: several cards made from one entry, one for each row of a table, each number of a
range, or each pair of them.

In: the definition of a kind. Out: the names that its cards have in addition to their fields, their
values, and the ids of the cards. Knows nothing about the cards.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import product
from math import prod

from generator.data.fieldtypes import FOR_EACH, FieldFault, FieldType, check_choice, check_range
from generator.data.patterns import whole
from generator.data.problems import did_you_mean
from generator.data.source import Node

MOST_MADE = 10_000
"""The most cards of one kind that can be made, the same as the largest count of a component."""
NUMBERS = r"(0|[1-9][0-9]{0,3})\.\.(0|[1-9][0-9]{0,3})"

Each = Mapping[str, str | range]
"""What cards are made for: a name by which templates see it, and a table, or numbers."""


def each_of(said: object) -> dict[str, str | range]:
    """Read `for_each` of a kind, checked or not; invalid parts are left out."""
    if isinstance(said, str):
        return {said: said}
    if not isinstance(said, dict):
        return {}
    read = {str(name): _numbers(source) or source for name, source in said.items()}
    return {name: source for name, source in read.items() if isinstance(source, str | range)}


def _numbers(said: object) -> range | None:
    """Read '1..12'; None for anything else, or for a descending range."""
    found = whole(NUMBERS, said)
    return range(int(found[1]), int(found[2]) + 1) or None if found else None


def check_each(tables: Collection[str]) -> Callable[[object], str | range]:
    """Accept the name of a table, or numbers such as 1..12."""

    def check(said: object) -> str | range:
        if isinstance(said, str) and said in tables:
            return said
        numbers = _numbers(said)
        if numbers is not None:
            return numbers
        known = ", ".join(tables) or "there is none yet"
        wanted = f"a table ({known}) or numbers such as 1..12"
        if not isinstance(said, str):
            raise FieldFault(wanted, None, "wrong-type")
        if bounds := re.fullmatch(r"(\d+)\.\.(\d+)", said):
            hint = "numbers go from 0 to 9999, without leading zeros"
            if int(bounds[1]) > int(bounds[2]):
                hint = f"write {bounds[2]}..{bounds[1]}"
            raise FieldFault(wanted, hint, "out-of-range")
        if dashed := re.fullmatch(r"(\d+)\s*[-–—]\s*(\d+)", said):
            raise FieldFault(wanted, f"write {dashed[1]}..{dashed[2]}", "unknown-table")
        raise FieldFault(wanted, did_you_mean(said, tables), "unknown-table")

    return check


def check_table(tables: Collection[str]) -> Callable[[object], str]:
    """Accept the name of a table."""
    check = check_choice(tables, "unknown-table")

    def checked(said: object) -> str:
        if _numbers(said) is not None:
            raise FieldFault(
                "a table, or a name with its numbers",
                f"write {{rank: {said}}}, with the name for templates",
                "wrong-type",
            )
        return check(said)

    return checked


def type_of(source: str | range, rows: Mapping[str, Iterable[str]]) -> FieldType:
    """Return the type of the value under one name of `for_each`; `rows` are the ids of the tables'
    rows.
    """
    if isinstance(source, range):
        least, most = source[0], source[-1]
        schema = {"type": "integer", "minimum": least, "maximum": most}
        return FieldType(
            f"{least}..{most}", check_range(least, most), schema, element=f"{least}..{most}"
        )
    return FieldType(
        source, check_choice(list(rows[source]), f"unknown-{source}"), {}, source, element=source
    )


def made_id(entry: str, values: Iterable[object]) -> str:
    """Name the card made from an entry for one value of each name in its kind's `for_each`."""
    return "-".join((entry, *map(str, values)))


def times_made(root: Node, kind: str) -> int:
    """Count the cards made from each entry of a kind: 1 without `for_each`. Invalid parts are
    ignored.
    """
    return prod(map(len, _values(root, kind) or ()))


def names_of_rows(rows: Node) -> dict[str, str]:
    """List the rows of a table with their names; empty for a row without one. Invalid parts are
    ignored.
    """
    called = {id_: row.below("name") for id_, row in rows.items.items()}
    return {id_: name.text for id_, name in called.items()}


def ids_made(root: Node, kind: str, entries: Iterable[str]) -> list[str]:
    """Name the cards made from some entries of a kind: by their ids, or by `for_each`. Invalid
    parts are ignored.

    If there would be too many, which is reported, they have the ids of their entries.
    """
    entries, values = list(entries), _values(root, kind)
    if values is None or len(entries) * times_made(root, kind) > MOST_MADE:
        return entries
    return [made_id(entry, one) for entry in entries for one in product(*values)]


def _values(root: Node, kind: str) -> list[Collection[str | int]] | None:
    """List the values under each name of a kind's `for_each`; None if it has none, or a table is
    missing.
    """
    each = each_of(root.below("kinds", kind, FOR_EACH).data())
    found: list[Collection[str | int]] = []
    for one in each.values():
        if isinstance(one, range):
            found.append(one)
            continue
        table, steps = root.at(("tables", one, "rows"))
        if steps < 3:
            return None
        found.append(list(table.items))
    return found or None
