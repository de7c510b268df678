"""Loops over the fields of a state, and copies of fields, as source.

In: a field and the name of what holds it. Out: lines of source. Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules_check.toolkit.records import Field


def each_zone(
    name: str, field: Field, indent: str, whose: str = "", shown: str = ""
) -> tuple[list[str], str, str]:
    """Write loops over the parts of a zone; return them, the zone's name inside, and the
    indentation there.

    `whose` is a condition on the seat, and `shown` one on the part, for parts to be skipped.
    """
    lines, parts = [], []
    for depth, room in enumerate(field.shape[:-1]):
        variable = "other" if depth == 0 else f"k{depth}"
        lines.append(f"{indent}for {variable} in range({room}):")
        indent += "    "
        if depth == 0 and whose:
            lines.append(f"{indent}if {whose}:")
            lines.append(f"{indent}    continue")
        parts.append(variable)
    if shown and parts:
        lines += [f"{indent}if {shown}:", f"{indent}    continue"]
    elif shown:
        lines.append(f"{indent}if not {shown}:")
        indent += "    "
    return lines, f"state.{name}[{', '.join([*parts, '{}'])}]", indent


def copied(field: Field, to: str, of: str, indent: str) -> Iterator[str]:
    """Write the copying of one seat's part of a field, number by number, because lean rules do not
    copy arrays.
    """
    whole = range(1, len(field.shape))
    for n in whole:
        yield f"{indent}{'    ' * (n - 1)}for k{n} in range({_length(field, n)}):"
    at = [f"k{n}" for n in whole]
    inner = f"{indent}{'    ' * len(whole)}"
    yield f"{inner}{to.format(_parts(at))} = {of.format(_parts(at))}"
    if field.zone_of is not None:  # the number of cards: the last entry of each zone
        inner = inner[:-4]
        yield f"{inner}{to.format(_parts([*at[:-1], '-1']))} = {of.format(_parts([*at[:-1], '-1']))}"


def _length(field: Field, n: int) -> int:
    """Return the number of entries of a field in one direction; for a zone, those for cards."""
    is_cards = field.zone_of is not None and n == len(field.shape) - 1
    return field.shape[n] - int(is_cards)


def _parts(at: Sequence[str]) -> str:
    return "".join(f", {part}" for part in at)


def kept(name: str, field: Field, is_back: bool) -> Iterator[str]:
    """Write the copying of a field into a separate local variable, or back."""
    if not field.shape:
        yield (
            f"        state.{name} = was_{name}"
            if is_back
            else f"        was_{name} = np.int64(state.{name})"
        )
        return
    indent, at, flat = " " * 8, list[str](), "0"
    for n, length in enumerate(field.shape):
        yield f"{indent}for k{n} in range({length}):"
        indent += "    "
        at.append(f"k{n}")
        flat = f"({flat}) * {length} + k{n}"
    there, here = f"state.{name}[{', '.join(at)}]", f"was_{name}[{flat}]"
    yield f"{indent}{there} = {here}" if is_back else f"{indent}{here} = {there}"
