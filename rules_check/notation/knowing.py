"""The piles that a player certainly knows at a choice, because they looked at them before.

In: a program. Out: each of its choices, with the piles whose cards its player has seen through
`look at`.

For the choices after it, a look counts up to the end of the surrounding steps, as long as no card
is added and no other player acts. A look by every player in `begin` counts for the whole game if no
card is added later.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from rules_check.notation.effects import zones_filled_by
from rules_check.notation.program import (
    Choose,
    DoPower,
    Each,
    Expression,
    For,
    If,
    LookAt,
    Pass,
    Players,
    Program,
    Repeat,
    Shuffle,
    Step,
    Turns,
)
from rules_check.notation.walking import nodes_of

Piles = tuple[Expression, ...]


@dataclass(frozen=True)
class Known:
    """The piles that the acting player knows, and those that every player knows."""

    by_me: Piles = ()
    by_all: Piles = ()

    def without(self, zones: set[str]) -> Known:
        return Known(_without(self.by_me, zones), _without(self.by_all, zones))

    def shared_with(self, other: Known) -> Known:
        """Return what is known in both of two possible continuations."""
        return Known(_shared(self.by_me, other.by_me), _shared(self.by_all, other.by_all))


def _without(piles: Piles, zones: set[str]) -> Piles:
    return tuple(pile for pile in piles if pile.type.name not in zones)


def _shared(first: Piles, second: Piles) -> Piles:
    return tuple(pile for pile in first if pile in second)


def choices_of(program: Program) -> list[tuple[Choose, Piles]]:
    """List the choices of a program, each with the piles that its player knows."""
    walk = _Walk(program)
    begun = walk.after(program.beginning, Known())
    walk.after(program.steps, begun.without(walk.changed(program.steps)))
    for power in program.powers:
        walk.after(power.steps, Known())
    return walk.choices


@dataclass
class _Walk:
    program: Program
    choices: list[tuple[Choose, Piles]] = field(default_factory=list)

    def changed(self, steps: object) -> set[str]:
        """Return the zones whose cards are no longer known after some steps."""
        zones = _changed(steps)
        if any(nodes_of(DoPower, steps)):
            zones |= _changed(self.program.powers)
        return zones

    def after(self, steps: tuple[Step, ...], known: Known) -> Known:
        """Go through steps, and return what is known after them."""
        for step in steps:
            if type(step) not in _KEEPING:
                known = known.without(self.changed(step))
            known = _AFTER.get(type(step), _Walk._as_before)(self, step, known)
        return known

    def _as_before(self, step: Step, known: Known) -> Known:
        return known

    def _after_look(self, look: LookAt, known: Known) -> Known:
        return replace(known, by_me=(*known.by_me, look.pile))

    def _after_if(self, step: If, known: Known) -> Known:
        return self.after(step.then, known).shared_with(self.after(step.otherwise, known))

    def _after_turns(self, turns: Turns, known: Known) -> Known:
        self.after(turns.steps, Known(known.by_all, known.by_all))
        return known

    def _after_repeat(self, repeat: Repeat, known: Known) -> Known:
        return self.after(repeat.steps, known)

    def _after_for(self, loop: For, known: Known) -> Known:
        return self.after(loop.steps, known).shared_with(known)

    def _after_choice(self, choice: Choose, known: Known) -> Known:
        self.choices.append((choice, known.by_me))
        after = known
        for option in choice.options:
            after = self.after(option.steps, known).shared_with(after)
        return after

    def _after_each(self, step: Each, known: Known) -> Known:
        """Go through what every player does; what each of them looks at is known to all."""
        inner = self.after(step.steps, Known(known.by_all, known.by_all))
        if not isinstance(step.who, Players) or step.who.is_of_one:
            return known
        seen = tuple(pile for pile in inner.by_me if pile not in known.by_me)
        return Known((*known.by_me, *seen), inner.by_me)


_AFTER: dict[type, Callable[[_Walk, Any, Known], Known]] = {
    LookAt: _Walk._after_look,
    If: _Walk._after_if,
    Choose: _Walk._after_choice,
    Each: _Walk._after_each,
    Turns: _Walk._after_turns,
    Repeat: _Walk._after_repeat,
    For: _Walk._after_for,
}
"""What is known after each sort of step; what others change is no longer known."""
_KEEPING = (LookAt, If, Choose)
"""The steps that change nothing themselves, though their inner steps may."""


def _changed(steps: object) -> set[str]:
    zones = zones_filled_by(steps)
    zones |= {shuffle.pile.type.name for shuffle in nodes_of(Shuffle, steps)}
    return zones | {step.zone for step in nodes_of(Pass, steps)}
