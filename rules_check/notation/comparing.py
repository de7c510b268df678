"""Advice on two values that cannot be compared: a list and one value, a card and a row.

In: the meanings of both sides of `=` or `<>`. Out: a hint, or None. Knows no grammar.
"""

from __future__ import annotations

from rules_check.notation.program import FieldOf, Mapped, VariableRead
from rules_check.notation.scope import Meaning, Scope


def compared_hint(first: Meaning, second: Meaning, scope: Scope) -> str | None:
    """Return what to write instead of a comparison of values of different types."""
    if first.type.is_list != second.type.is_list:
        return _of_several(first if first.type.is_list else second, scope)
    for card, other in ((first, second), (second, first)):
        if card.type.sort == "card":
            return _of_card(card, other, scope)
    return None


def _of_several(some: Meaning, scope: Scope) -> str:
    """Return what to write for a list that is compared with one value."""
    value = some.value
    if isinstance(value, Mapped) and isinstance(value.value, FieldOf):
        field, members = value.value.field, value.list.type.element
        if scope.elements and scope.elements[-1].variable.type == members:
            return f"write it.{field}, the field of the current item"
        return (
            f"test the cards one by one, as in where it.{field} = …; or test with `in` whether a "
            "value is one of them"
        )
    return (
        "test with `in` whether a value is one of them, or choose one of them, for example with "
        "first( )"
    )


def _of_card(card: Meaning, other: Meaning, scope: Scope) -> str | None:
    """Return what to write for a card compared with a value that one of its fields has."""
    fields = scope.world.vocabulary.fields.get(card.type.name, {})
    field = next((name for name, type_ in fields.items() if type_ == other.type), None)
    if field is None or not isinstance(card.value, VariableRead):
        return None
    name = card.value.variable.name
    if name == "it" and any(element.variable.type == other.type for element in scope.elements):
        over = f"over x in {other.type.name}"
        return f"'it' is the card here: write {over}, and where it.{field} = x"
    if isinstance(other.value, FieldOf) and other.value.of == card.value:
        return f"'{name}' is the card here: compare {name}.{field} with another value"
    return f"'{name}' is the card here: write {name}.{field}"
