"""The check of a state as source: each card is in one place, nothing is below its minimum.

In: declarations, and the functions behind them by their names in the source. Out: lines of source.
Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules_check.engine.game import BY_CARD
from rules_check.toolkit.declarations import Declarations
from rules_check.toolkit.records import Field
from rules_check.toolkit.writing.loops import each_zone


def fault(declared: Declarations, own: dict[str, str]) -> Iterator[str]:
    """Write the check of a state: every card is in one place, as often as the card set has it, and
    seats without a player have none.
    """
    yield from ("", "@jit_lean", "def fault(cards, state):")
    kinds = declared.kinds_looked_for()
    for n, kind in enumerate(kinds):
        source = declared.cards.source_of(kind)
        first = 1 + 3 * n
        there = f"cards.{declared.cards._counts[kind]}"
        yield f"    count = local_zeros({source.most}, np.int64)"
        for name, field in declared.state.fields.items():
            if field.cards_of == kind:
                loops, part, indent = each_zone(name, field, "    ")
                yield from loops
                if field.zone_of is not None:
                    looks = _look_at_zone(part, field, there, first + 1)
                elif field.is_count:
                    looks = _look_at_counts(part, field, there, first + 1)
                else:
                    looks = _look_at_places(part, field, there, first + 1)
                for line in looks:
                    yield indent + line
                if field.has_seats(declared.state.seats):
                    held = f"{part.format(':')}.sum()"
                    none = int(field.blank or 0) * field.shape[-1]
                    if field.zone_of is not None:
                        held, none = part.format("-1"), 0
                    yield from (
                        f"{indent}if other >= state.players and {held} != {none}:",
                        f"{indent}    return {first + 2}",
                    )
        copies = f"cards.{kind}_copies[card]" if f"{kind}_copies" in declared.cards.fields else "1"
        if source.sets:
            copies = f"{copies} * state.players"
        if source.section == "sorts":
            copies = f"cards.{source.named}[card] * cards.{source.counted_by}[state.players]"
        yield from (f"    for card in range({there}):", f"        if count[card] != {copies}:")
        yield f"            return {first} + {BY_CARD} * (card + 1)"
    for n, (name, field) in enumerate(declared.bounded(), 1 + 3 * len(kinds)):
        indent, parts = "    ", [f"k{depth}" for depth in range(len(field.shape))]
        for part, room in zip(parts, field.shape, strict=True):
            yield f"{indent}for {part} in range({room}):"
            indent += "    "
        value = f"state.{name}[{', '.join(parts)}]" if parts else f"state.{name}"
        yield from (f"{indent}if {value} < {field.least}:", f"{indent}    return {n}")
    if "own_fault" in own:
        before = 3 * len(kinds) + len(declared.bounded())
        yield from (
            f"    found = {own['own_fault']}(cards, state)",
            f"    return found + {before} if found else 0",
        )
    else:
        yield "    return 0"


def _look_at_zone(zone: str, field: Field, there: str, fault: int) -> Iterator[str]:
    """Write the code that counts a zone's cards and checks that the rest is empty; a stack is too
    large for the second check.
    """
    size = zone.format("-1")
    yield from (f"if not 0 <= {size} < {field.shape[-1]}:", f"    return {fault}")
    yield from (f"for i in range({size}):", f"    card = {zone.format('i')}")
    yield from (
        f"    if not 0 <= card < {there}:",
        f"        return {fault}",
        "    count[card] += 1",
    )
    if field.zone_of:
        yield from (
            f"for i in range({size}, {field.shape[-1] - 1}):",
            f"    if {zone.format('i')} != -1:",
            f"        return {fault}",
        )


def _look_at_places(places: str, field: Field, there: str, fault: int) -> Iterator[str]:
    """Write the code that counts cards in places for one card each."""
    yield from (f"for i in range({field.shape[-1]}):", f"    card = {places.format('i')}")
    yield from (f"    if not -1 <= card < {there}:", f"        return {fault}")
    yield from ("    if card != -1:", "        count[card] += 1")


def _look_at_counts(counts: str, field: Field, there: str, fault: int) -> Iterator[str]:
    """Write the code that adds up counted cards; a count cannot go below zero."""
    yield from (
        f"for card in range({there}):",
        f"    if {counts.format('card')} < 0:",
        f"        return {fault}",
    )
    yield f"    count[card] += {counts.format('card')}"
