"""The cells and entries of a cards.yaml by their names: change, add, remove or rename one, and
leave the rest of the text alone.

In: a text that reads as YAML, whether or not it is a game; the keys that lead to the rows of a kind
or a table; new values. Out: the new text. Knows no types of fields: any value can be written, and
the code that reads the text reports faults.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from generator.data.patching import (
    Edit,
    NewValue,
    PatchError,
    Value,
    column_at,
    entry_edits,
    format_key,
    line_end_of,
    line_start,
    map_edits,
    replaced,
    styles_of,
)
from generator.data.problems import Place
from generator.data.source import Written, read_layout

Keys = tuple[str, ...]


def with_cell(
    text: str,
    rows: Keys,
    entry: str,
    field: str,
    value: NewValue,
    declared: Sequence[str],
    layout: Written | None = None,
) -> str:
    """Write another value into a field of an entry, or with GONE remove it.

    `declared` are the fields of the kind or table, which determine the place of a new one; `layout`
    is that of the text, if it has been read already. Raises PatchError.
    """
    layout = read_layout(text) if layout is None else layout
    entries = written_at(layout, rows)
    written = written_at(layout, (*rows, entry))
    if not written.is_open:
        raise PatchError(f"'{entry}' has a YAML anchor (&…) or is a YAML alias (*…)")
    is_stated = field in written.items
    styles = {} if is_stated else styles_of(entries)  # it keeps its own
    order = order_of(entries, declared)
    return replaced(text, entry_edits(text, written, {field: value}, order, styles))


def with_entry(
    text: str,
    rows: Keys,
    entry: str,
    values: Mapping[str, Value | Sequence[Value]],
    declared: Sequence[str],
) -> str:
    """Write a new entry after the last, in the style of its neighbours. Raises PatchError if the
    name exists.
    """
    layout = read_layout(text)
    entries = written_at(layout, rows)
    if entry in entries.items:
        raise PatchError(f"there is a '{entry}' already")
    order, column = order_of(entries, declared), column_of(text, layout, rows)
    return replaced(text, map_edits(text, entries, {entry: values}, [], order, column))


def without_entry(text: str, rows: Keys, entry: str, declared: Sequence[str]) -> str:
    """Remove an entry. Raises PatchError."""
    layout = read_layout(text)
    entries = written_at(layout, rows)
    written_at(layout, (*rows, entry))
    order, column = order_of(entries, declared), column_of(text, layout, rows)
    return replaced(text, map_edits(text, entries, {}, [entry], order, column))


def with_name(text: str, rows: Keys, entry: str, name: str) -> str:
    """Rename an entry; references to it are left unchanged. Raises PatchError."""
    entries = written_at(read_layout(text), rows)
    if entry not in entries.items or name in entries.items:
        raise PatchError(
            f"there is a '{name}' already" if entry in entries.items else f"there is no '{entry}'"
        )
    return replaced(text, [Edit(*entries.keys[entry], format_key(name))])


def with_order(text: str, rows: Keys, names: Sequence[str]) -> str:
    """Put entries in a given order; those that it does not name stay after their predecessor.

    Anything written above an entry, such as a comment, moves with it. Raises PatchError if several
    entries share a line.
    """
    entries = written_at(read_layout(text), rows)
    there = list(entries.items)
    wanted = [name for name in names if name in entries.items]
    groups: dict[str | None, list[str]] = {None: []}  # each with those that follow it
    leader: str | None = None
    for name in there:
        if name in wanted:
            leader = name
        groups.setdefault(leader, []).append(name)
    order = list(groups[None])
    for name in wanted:
        order += groups[name]
    if order == there:
        return text
    if entries.style != "block":
        raise PatchError("the entries are inside { }, so their order cannot be changed")
    ends = [line_after(text, last_end(entries.items[name])) for name in there]
    first = line_start(text, entries.keys[there[0]][0])
    starts = [first, *ends[:-1]]
    parts = {name: text[start:end] for name, start, end in zip(there, starts, ends, strict=True)}
    last = there[-1]
    if not parts[last].endswith("\n"):
        parts[last] += "\n"
    return text[:first] + "".join(parts[name] for name in order) + text[ends[-1] :]


def last_end(written: Written) -> int:
    """Find where the last value within an entry ends; a block itself extends to what comes after
    it.
    """
    inside = [*written.items.values(), *written.elements]
    return max(map(last_end, inside)) if inside and written.style == "block" else written.end


def lines_below(text: str, written: Written, lines: Iterable[str]) -> Edit:
    """Write lines below a value, which may be the last of the text."""
    at, line_end = line_after(text, last_end(written)), line_end_of(text)
    before = "" if text[:at].endswith("\n") else line_end
    return Edit(at, at, before + "".join(f"{line}{line_end}" for line in lines))


def line_after(text: str, at: int) -> int:
    """Find where the line after a character begins; the end of the text if it is in the last
    line.
    """
    if at and text[at - 1] == "\n":
        return at
    end = text.find("\n", at)
    return len(text) if end < 0 else end + 1


def written_at(layout: Written, keys: Keys) -> Written:
    """Find how the value at some keys is written. Raises PatchError if it is written elsewhere, or
    nowhere.
    """
    for key in keys:
        if key not in layout.items:
            raise PatchError(f"'{key}' is a YAML alias (*…), or does not exist")
        layout = layout.items[key]
    return layout


def column_of(text: str, layout: Written, rows: Keys) -> int | None:
    """Return the column of the key of some rows, counted from 0; None inside { }."""
    above = written_at(layout, rows[:-1])
    start = above.keys[rows[-1]][0]
    return None if above.style == "flow" else column_at(text, start)


def order_of(entries: Written, declared: Sequence[str]) -> list[str]:
    """Return the order in which entries write their fields: that of the entry with the most fields,
    the rest as declared.
    """
    fullest = max(entries.items.values(), key=lambda entry: len(entry.items), default=entries)
    order = [name for name in fullest.items if name in declared]
    for number, name in enumerate(declared):
        if name not in order:
            before = next((other for other in reversed(declared[:number]) if other in order), None)
            order.insert(order.index(before) + 1 if before else 0, name)
    return order


def keys_at(layout: Written, text: str, place: Place) -> Keys:
    """Find the keys that lead to a place of a text."""
    lines = text.splitlines(keepends=True)
    at = sum(map(len, lines[: place.line - 1])) + place.column - 1
    keys: Keys = ()
    while True:
        for key, value in layout.items.items():
            if layout.keys[key][0] <= at < max(value.end, layout.keys[key][1] + 1):
                keys, layout = (*keys, key), value
                break
        else:
            return keys
