"""What other players hear about an option that a player chose: its words and the names in it, as
far as its steps reveal them.

In: the options of a choice. Out: for each slot, the zones in which the others must see its card,
and the options that others cannot distinguish. A card is heard by players who see it where it was
or where it goes. A number, a player or a word is heard unless it only goes into counters that its
own player alone can see.
"""

from __future__ import annotations

from typing import Any

from rules_check.notation import program as p
from rules_check.notation.writing.looking import every

COURSE = (p.End, p.Let, p.If, p.For, p.Each, p.Repeat, p.Turns, p.Choose)
"""Steps that reveal nothing themselves, though their inner steps may."""
STEPS = p.Step.__args__


class Hearing:
    """What is heard about the options of one choice."""

    def __init__(self, options: tuple[p.Option, ...], program: p.Program) -> None:
        self.program = program
        silent = [option for option in options if not self._shown(option)]
        are_told = len(silent) < 2 or not any(map(self._hidden, silent))
        self._silent = set[int]() if are_told else set(map(id, silent))

    def is_unheard(self, option: p.Option) -> bool:
        """Return whether the others cannot distinguish an option from another one."""
        return id(option) in self._silent

    def zones_of(self, option: p.Option, slot: p.Slot) -> tuple[str, ...] | None:
        """Return the zones in which the others must see the card of a slot to hear it; an empty
        result means that no other player hears it.

        None if all players hear the slot's value.
        """
        number = slot.variable.number
        if slot.source is None or slot.variable.type.sort != "card":
            shown = any(_reads(step, number) for step in self._shown(option))
            if not shown and any(_reads(step, number) for step in self._hidden(option)):
                return ()
            return None
        if self._is_open(slot.source.type.name) or self._is_laid_open(option, number):
            return None
        moved = []
        for step in every(option.steps):
            if isinstance(step, p.Move) and _names(step.taken.cards, number):
                moved.append(step)
        return tuple(dict.fromkeys((slot.source.type.name, *(step.to.type.name for step in moved))))

    def _is_laid_open(self, option: p.Option, number: int) -> bool:
        """Return whether a card is certain to become visible, or its text to take effect."""
        done = any(
            isinstance(step, p.DoPower) and _names(step.card, number)
            for step in every(option.steps)
        )
        return done or any(
            isinstance(step, p.Move)
            and _names(step.taken.cards, number)
            and self._is_open(step.to.type.name)
            for step in option.steps
        )

    def _is_open(self, zone: str) -> bool:
        return self.program.zones[zone].seen == "all"

    def _hidden(self, option: p.Option) -> list[Any]:
        """List the steps of an option that set something one player alone can see."""
        return list(filter(self._is_hidden, every(option.steps)))

    def _shown(self, option: p.Option) -> list[Any]:
        """List the steps of an option that all can see."""
        steps = []
        for step in every(option.steps):
            if (
                isinstance(step, STEPS)
                and not isinstance(step, COURSE)
                and not self._is_hidden(step)
            ):
                steps.append(step)
        return steps

    def _is_hidden(self, step: Any) -> bool:
        if isinstance(step, p.Roll):
            return self.program.counters[step.dice.counter].is_seen_by_owner_only
        if not isinstance(step, p.SetCounter):
            return False
        return self.program.counters[step.counter.counter].is_seen_by_owner_only


def _names(card: Any, number: int) -> bool:
    return isinstance(card, p.VariableRead) and card.variable.number == number


def _reads(step: Any, number: int) -> bool:
    return any(_names(node, number) for node in every(step))
