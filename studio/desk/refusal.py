"""Refusals of what a page asks for, in words."""

from __future__ import annotations

from generator.data.fieldtypes import FieldFault, check_id
from generator.data.problems import ProblemError
from generator.data.saying import hinted


class CannotDo(Exception):
    """A refusal of what a page asked for; it says why, for people."""


def require_id(id_: str) -> None:
    """Raise CannotDo if a card or a row cannot have this id."""
    try:
        check_id(id_)
    except FieldFault as fault:
        hint = f"; {fault.hint}" if fault.hint else ""
        raise CannotDo(f"an id must be {fault.expected}{hint}") from None


def first_error(fault: ProblemError) -> str:
    """Write the first error among some problems, with its hint."""
    return hinted(fault.first.message, fault.first.hint)
