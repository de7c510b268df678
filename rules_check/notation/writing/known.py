"""Moving cards and updating who knows them, as lines: the verbs of `toolkit.known` besides those of
`toolkit.zones`.

In: piles as written, and a move from one to another. Out: lines of source. For most zones only
their visible cards are known, so the lines are the move alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules_check.notation import program as p
from rules_check.notation.writing.scopes import Lines, Scope, under
from rules_check.notation.writing.shape import Shape


@dataclass(frozen=True)
class Pile:
    """A pile as written, and the field of who knows its cards; empty if it has none."""

    declared: p.ZoneDeclared
    array: str
    known: str

    @property
    def owner(self) -> str:
        """Return the owner as written: the first index of a zone that belongs to players."""
        inside = self.array.partition("[")[2].removesuffix("]")
        return next(_parts(inside)) if self.declared.keys else inside


def _parts(indexes: str) -> Iterator[str]:
    """Yield indices separated by commas."""
    depth, begin = 0, 0
    for at, letter in enumerate(indexes):
        if letter in "([":
            depth += 1
        elif letter in ")]":
            depth -= 1
        elif letter == "," and depth == 0:
            yield indexes[begin:at]
            begin = at + 1
    yield indexes[begin:].strip()


class Knowing:
    """Writes how cards move from pile to pile."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.passed_unseen: set[str] = set()
        """Zones that are open, but from which cards move on before any other player has seen them.
        """

    def pile(self, declared: p.ZoneDeclared, array: str) -> Pile:
        """Return a pile by its array in the state."""
        if declared.name not in self.shape.known_zones:
            return Pile(declared, array, "")
        rest = array.removeprefix(f"state.{self.shape.zone(declared.name)}")
        return Pile(declared, array, f"state.{self.shape.known(declared.name)}{rest}")

    def carried(
        self,
        source: Pile,
        target: Pile,
        card: str,
        scope: Scope,
        is_at_bottom: bool = False,
        is_at_random: bool = False,
    ) -> Lines:
        """Write how one card moves, by its number."""
        verb = "carry_under" if is_at_bottom else "carry"
        comes = "comes_under" if is_at_bottom else "comes"
        arrives = f"{comes}({target.known}, {target.array}, {{}})"
        if not source.known:
            moved = f"{verb}({source.array}, {target.array}, {card})"
            is_shifted = target.known and is_at_bottom
            return under(f"if {moved}:", [arrives.format("0")]) if is_shifted else [moved]
        at, seats = scope.local.fresh("place"), scope.local.fresh("seats")
        going = card if card.isidentifier() else scope.local.fresh("going")
        after = [f"goes({source.known}, {source.array}, {at}, {going}, {seats})"]
        if target.known:
            after.append(arrives.format(seats))
        return [
            *([f"{going} = {card}"] if going != card else []),
            f"{at} = find({source.array}, {going})",
            f"{seats} = {self._watching(source, target, '' if is_at_random else scope.me)}",
            *under(f"if {verb}({source.array}, {target.array}, {going}):", after),
        ]

    def _watching(self, source: Pile, target: Pile, me: str) -> str:
        """Write who sees which card move: one bit per seat."""
        if target.declared.seen == "all" and target.declared.name not in self.passed_unseen:
            return "-1"
        sights = [
            f"1 << {pile.owner}" for pile in (source, target) if pile.declared.seen == "owner"
        ]
        if me and f"1 << {me}" not in sights:
            sights.append(f"knower({source.known}, {source.array}, {me})")
        return " | ".join(dict.fromkeys(sights)) or "0"

    def dealt(self, source: Pile, target: Pile, scope: Scope) -> Lines:
        """Write how the top card moves to the top of another pile."""
        moved = f"deal_one({source.array}, {target.array})"
        if not source.known:
            return [moved]
        seats = f"top_goes({source.known}, {source.array})"
        if not target.known:
            return [seats, moved]
        seen = scope.local.fresh("seats")
        arrives = f"comes({target.known}, {target.array}, {seen})"
        return [f"{seen} = {seats}", *under(f"if {moved}:", [arrives])]

    def all_moved(self, source: Pile, target: Pile, is_at_bottom: bool = False) -> Lines:
        """Write how a whole pile moves onto or under another."""
        if is_at_bottom:
            moved = f"put_under({source.array}, {target.array})"
            return [*self.forgotten(source), *self.forgotten(target), moved]
        moved = f"move_all({source.array}, {target.array})"
        if not (source.known and target.known):
            return [*self.forgotten(source), moved]
        given = f"{source.known}, {source.array}, {target.known}, {target.array}"
        return [f"hand_on({given})", moved]

    def forgotten(self, pile: Pile) -> Lines:
        """Write that a pile is no longer known to any seat."""
        return [f"forget({pile.known})"] if pile.known else []

    def exchanged(self, pile: Pile, other: Pile) -> Lines:
        """Write how two piles are exchanged: a seat that could see one knows where its cards are
        now.
        """
        lines = [f"swap({pile.array}, {other.array})"]
        if not (pile.known and other.known):
            return [*lines, *self.forgotten(pile), *self.forgotten(other)]
        lines.append(f"exchange({pile.known}, {other.known})")
        for now, before in ((pile, other), (other, pile)):
            if before.declared.seen == "owner":
                lines.append(f"look_at({now.known}, {now.array}, {before.owner})")
        return lines
