"""The names that an expression or a step needs from around it: variables, the acting player, the
turn.

In: values of `program`. Out: what they read, bind or set.
"""

from __future__ import annotations

from rules_check.notation.program import (
    Best,
    Clock,
    For,
    Let,
    Mapped,
    Players,
    SetNext,
    Slot,
    Turns,
    Variable,
    VariableRead,
    Where,
    Who,
)
from rules_check.notation.walking import nodes, nodes_of, within


def variables_read(value: object) -> dict[int, Variable]:
    """Return the variables that something reads but does not bind, by their numbers."""
    read = {read.variable.number: read.variable for read in nodes_of(VariableRead, value)}
    for bound in variables_bound(value):
        read.pop(bound.number, None)
    return read


def variables_bound(value: object) -> list[Variable]:
    """Return the variables that something binds."""
    binding = Where | Mapped | Best | Slot | For | Let
    return [node.variable for node in nodes(value) if isinstance(node, binding)]


def uses_me(value: object) -> bool:
    """Return whether something depends on the acting player."""
    for node in nodes(value):
        match node:
            case Who(who="me") | Players(is_of_one=True, than=None):
                return True
    return False


def uses_turn(value: object) -> bool:
    """Return whether something reads the number of the turn within the surrounding `turns:`."""
    return any(clock.what == "turn" for clock in nodes_of(Clock, value))


def sets_next(part: object) -> bool:
    """Return whether steps set the player with the next turn of the surrounding `turns:`."""
    if isinstance(part, SetNext):
        return True
    return not isinstance(part, Turns) and any(map(sets_next, within(part)))
