"""What other players hear about an option that a player chose: its words and the names in it, as
far as its steps reveal them.

In: the options of a choice. Out: for each slot, the zones in which the others must see its card,
and the options that others cannot distinguish. A card is heard by players who see it where it was
or where it goes. A number, a player or a word is heard unless it only goes into counters that its
own player alone can see.
"""

from __future__ import annotations

from itertools import filterfalse
from typing import get_args

from rules_check.notation import program as p
from rules_check.notation.walking import nodes, nodes_of, reads

COURSE = (p.End, p.Let, p.If, p.For, p.Each, p.Repeat, p.Turns, p.Choose)
"""Steps that reveal nothing themselves, though their inner steps may."""
REVEALING = tuple({*get_args(p.Step)} - {*COURSE})


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
        variable = slot.variable
        if slot.source is None or variable.type.sort != "card":
            are_read = [
                any(reads(node, variable) for node in nodes(tuple(steps)))
                for steps in (self._shown(option), self._hidden(option))
            ]
            return () if are_read == [False, True] else None
        if self._is_open(slot.source.type.name) or self._is_laid_open(option, variable):
            return None
        moves = nodes_of(p.Move, option.steps)
        goals = [move.to.type.name for move in moves if reads(move.taken.cards, variable)]
        return tuple(dict.fromkeys((slot.source.type.name, *goals)))

    def _is_laid_open(self, option: p.Option, variable: p.Variable) -> bool:
        """Return whether a card is certain to become visible, or its text to take effect."""
        powers = nodes_of(p.DoPower, option.steps)
        return any(reads(power.card, variable) for power in powers) or any(
            reads(step.taken.cards, variable) and self._is_open(step.to.type.name)
            for step in option.steps
            if isinstance(step, p.Move)
        )

    def _is_open(self, zone: str) -> bool:
        return self.program.zones[zone].seen == "all"

    def _hidden(self, option: p.Option) -> list[object]:
        """List the steps of an option that set something one player alone can see."""
        return list(filter(self._is_hidden, nodes(option.steps)))

    def _shown(self, option: p.Option) -> list[object]:
        """List the steps of an option that all can see."""
        steps = (node for node in nodes(option.steps) if isinstance(node, REVEALING))
        return list(filterfalse(self._is_hidden, steps))

    def _is_hidden(self, step: object) -> bool:
        match step:
            case p.Roll(dice=changed) | p.SetCounter(counter=changed):
                return self.program.counters[changed.counter].is_seen_by_owner_only
        return False
