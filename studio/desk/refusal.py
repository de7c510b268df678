"""What a page asks for and cannot have: said in words."""

from __future__ import annotations

from generator.data.fieldtypes import FieldFault, check_id
from generator.data.problems import ProblemError


class CannotDo(Exception):
    """What a page asked for cannot be done; says why, for people."""


def require_id(id_: str) -> None:
    """Raise CannotDo if a card or a row cannot be called that."""
    try:
        check_id(id_)
    except FieldFault as fault:
        hint = f"; {fault.hint}" if fault.hint else ""
        raise CannotDo(f"an id is {fault.expected}{hint}") from None


def first_error(fault: ProblemError) -> str:
    """Write the first error among what was found, with its hint."""
    first = next(one for one in fault.problems if one.severity == "error")
    return f"{first.message} ({first.hint})" if first.hint else first.message
