"""The piles that a player certainly knows at a choice, because they looked at them before.

In: a program. Out: each of its choices, with the piles whose cards its player has seen through
`look at`.

For the choices after it, a look counts up to the end of the surrounding steps, as long as no card
is added and no other player acts. A look by every player in `begin` counts for the whole game if no
card is added later.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

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
            known = self._after_step(step, known)
        return known

    def _after_step(self, step: Step, known: Known) -> Known:
        if isinstance(step, LookAt):
            return replace(known, by_me=(*known.by_me, step.pile))
        if isinstance(step, If):
            then = self.after(step.then, known)
            other = self.after(step.otherwise, known)
            return then.shared_with(other)
        if isinstance(step, Choose):
            return self._after_choice(step, known)
        left = known.without(self.changed(step))
        if isinstance(step, Each):
            return self._after_each(step, left)
        if isinstance(step, Turns):
            self.after(step.steps, Known(left.by_all, left.by_all))
        elif isinstance(step, Repeat | For):
            after = self.after(step.steps, left)
            return after if isinstance(step, Repeat) else after.shared_with(left)
        return left

    def _after_choice(self, choice: Choose, known: Known) -> Known:
        self.choices.append((choice, known.by_me))
        after = known
        for option in choice.options:
            after = self.after(option.steps, known).shared_with(after)
        return after

    def _after_each(self, step: Each, known: Known) -> Known:
        """Go through what every player does; what each of them looks at is known to all."""
        inner = self.after(step.steps, Known(known.by_all, known.by_all))
        if not isinstance(step.who, Players) or step.who.which == "others":
            return known
        seen = tuple(pile for pile in inner.by_me if pile not in known.by_me)
        return Known((*known.by_me, *seen), inner.by_me)


def _changed(steps: object) -> set[str]:
    zones = zones_filled_by(steps)
    zones |= {shuffle.pile.type.name for shuffle in nodes_of(Shuffle, steps)}
    return zones | {step.zone for step in nodes_of(Pass, steps)}
