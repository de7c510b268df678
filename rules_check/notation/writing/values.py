"""Expressions of a program as Python source: one value each. A value that needs a loop is a call of
a helper that `lists` writes.

In: an expression, and the spelling of the names around it. Out: the text of a Python expression
over `cards` and `state`.

Numbers are integers; a player is a seat, a card or a row is its number, a word its index within its
type, and a pile its index among the piles of its zone; none is EMPTY.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatchmethod
from typing import Any, Protocol

from rules_check.notation import program as p
from rules_check.notation.writing.scopes import Scope, indexed
from rules_check.notation.writing.shape import Shape

ANY, OR, AND, NOT, COMPARED, ADDED, MULTIPLIED, ATOM = range(8)
"""Operator precedence: a text that binds more weakly than its place requires is put in ( )."""
Piece = tuple[str, int]
"""A text, and its precedence."""
SIGNS = {"=": "==", "<>": "!="}
REFERENCES = ("player", "card", "row", "word", "pile", "none")
"""Types of values that can be none."""


def blank_of(type_: p.Type) -> str:
    """Write the value for none."""
    if type_.sort in REFERENCES:
        return "EMPTY"
    return "False" if type_.sort == "truth" else "0"


class OfLists(Protocol):
    """What is written for a list: a call of a helper, or an expression with its precedence."""

    def beside(self, side: str) -> str: ...
    def has_any(self, expression: p.Expression, scope: Scope) -> str: ...
    def contains(self, expression: p.Contains, scope: Scope) -> Piece: ...
    def aggregate(self, expression: p.Aggregate, scope: Scope) -> str: ...
    def best(self, expression: p.Best, scope: Scope) -> str: ...
    def item_at(self, expression: p.ItemAt, scope: Scope) -> str: ...


class Values:
    """Writes expressions. `lists` is set after its creation."""

    lists: OfLists

    def __init__(self, shape: Shape) -> None:
        self.shape = shape

    def text(self, expression: Any, scope: Scope, least: int = ANY) -> str:
        """Write an expression, in ( ) if it binds more weakly than required."""
        text, strength = self._write(expression, scope)
        return f"({text})" if strength < least else text

    def may_be_none(self, expression: Any) -> bool:
        """Return whether an expression can be none, as far as can be determined without playing."""
        match expression:
            case p.Who() | p.RulingAnswer():
                return False
            case p.Constant():
                return expression.value is None
            case p.VariableRead():
                return expression.variable.number in self.shape.absent
            case p.Beside():
                return self.may_be_none(expression.player)
            case p.Conditional():
                return any(map(self.may_be_none, (expression.then, expression.otherwise)))
        return expression.type.sort in REFERENCES

    def guarded(self, text: str, guards: Sequence[str], blank: str) -> Piece:
        """Write a value that is `blank` unless all guards hold."""
        return (f"{text} if {' and '.join(guards)} else {blank}", ANY) if guards else (text, ATOM)

    # --------------------------------------------------------------------------------- plain values
    @singledispatchmethod
    def _write(self, expression: Any, scope: Scope) -> Piece:
        raise TypeError(f"{type(expression).__name__} is not a single value")

    @_write.register
    def _(self, expression: p.Constant, scope: Scope) -> Piece:
        value = expression.value
        if value is None:
            return "EMPTY", ATOM
        if isinstance(value, str):
            return self.shape.constant(expression.type, value), ATOM
        return str(value), ATOM if value >= 0 else ADDED

    @_write.register
    def _(self, expression: p.RuleNumber, scope: Scope) -> Piece:
        field = f"cards.{self.shape.rule(expression.name)}"
        if expression.key is None:
            return field, ATOM
        return f"number_at({field}, {self.text(expression.key, scope)})", ATOM

    @_write.register
    def _(self, expression: p.RulingAnswer, scope: Scope) -> Piece:
        return f"cards.{self.shape.ruling(expression.name)}", ATOM

    @_write.register
    def _(self, expression: p.Who, scope: Scope) -> Piece:
        return scope.me if expression.who == "me" else f"state.{expression.who}", ATOM

    @_write.register
    def _(self, expression: p.Clock, scope: Scope) -> Piece:
        return "state.rounds" if expression.what == "round" else scope.turn, ATOM

    @_write.register
    def _(self, expression: p.IsOut, scope: Scope) -> Piece:
        return f"number_at(state.out, {self.text(expression.player, scope)}) == 1", COMPARED

    @_write.register
    def _(self, expression: p.SeatNumber, scope: Scope) -> Piece:
        return f"{self.text(expression.player, scope, ADDED)} + 1", ADDED

    @_write.register
    def _(self, expression: p.RowNumber, scope: Scope) -> Piece:
        return f"{self.text(expression.row, scope, ADDED)} + 1", ADDED

    @_write.register
    def _(self, expression: p.VariableRead, scope: Scope) -> Piece:
        return scope.of(expression.variable), ATOM

    # ------------------------------------------------------------------------- counters and piles
    @_write.register
    def _(self, expression: p.CounterRead, scope: Scope) -> Piece:
        declared = self.shape.counter_of(expression.counter)
        field = f"state.{self.shape.counter(expression.counter)}"
        at, guards = self.places(declared, expression.owner, expression.key, scope)
        return self._stored(expression.type, field, at, guards)

    def _stored(self, type_: p.Type, field: str, at: list[str], guards: list[str]) -> Piece:
        """Write an entry of a field; true and false are stored as 1 and 0."""
        if len(at) == 1 and guards:
            look = "entry_at" if type_.sort in REFERENCES else "number_at"
            text, strength = f"{look}({field}, {at[0]})", ATOM
        else:
            text, strength = self.guarded(indexed(field, at), guards, blank_of(type_))
        is_kept_truth = type_.sort == "truth" and strength == ATOM
        return (f"{text} == 1", COMPARED) if is_kept_truth else (text, strength)

    def existing(self, expression: p.Expression, text: str) -> list[str]:
        """Write the condition for a value not to be none; nothing if it never is."""
        return [f"{text} != EMPTY"] if self.may_be_none(expression) else []

    def places(
        self,
        declared: p.ZoneDeclared | p.CounterDeclared,
        owner: p.Expression | None,
        key: p.Expression | None,
        scope: Scope,
    ) -> tuple[list[str], list[str]]:
        """Write the index into a field for a player and a key, and when it exists."""
        at, guards = list[str](), list[str]()
        if declared.is_own and owner is not None:
            at.append(self.text(owner, scope))
            guards += self.existing(owner, self.text(owner, scope, ADDED))
        if declared.keys and key is not None:
            text, key_guards = self.place_of(declared, key, scope)
            at.append(text)
            guards += key_guards
        return at, guards

    def place_of(
        self, declared: p.ZoneDeclared | p.CounterDeclared, key: p.Expression, scope: Scope
    ) -> tuple[str, list[str]]:
        """Write the index of a key among the keys of a zone or counter, and the condition for it to
        be one.
        """
        if declared.key_type is None or declared.key_type.sort != "number":
            text = self.text(key, scope, ADDED)
            return text, self.existing(key, text)
        if isinstance(key, p.Constant) and 0 < int(key.value or 0) <= len(declared.keys):
            return str(int(key.value or 0) - 1), []
        text = f"{self.text(key, scope, ADDED)} - 1"
        return text, [f"0 <= {text} < {len(declared.keys)}"]

    @_write.register
    def _(self, expression: p.PileRead, scope: Scope) -> Piece:
        """Write a pile as a value: its index among the piles of its zone."""
        declared = self.shape.zone_of(expression.zone)
        at, guards = self.places(declared, expression.owner, expression.key, scope)
        if len(at) == 2:
            return self.guarded(f"({at[0]}) * {len(declared.keys)} + {at[1]}", guards, "EMPTY")
        return self.guarded(at[0] if at else "0", guards, "EMPTY")

    def pile(self, expression: p.Expression, scope: Scope) -> tuple[str, list[str]]:
        """Write the array of a pile, and the condition for it to exist."""
        declared = self.shape.zone_of(expression.type.name)
        if isinstance(expression, p.PileRead):
            at, guards = self.places(declared, expression.owner, expression.key, scope)
            return indexed(f"state.{self.shape.zone(declared.name)}", at), guards
        number = self.text(expression, scope)
        return self.pile_numbered(declared, number), self.existing(expression, number)

    def pile_numbered(self, declared: p.ZoneDeclared, number: str) -> str:
        """Write the array of the pile with a given number in a zone."""
        field, count = f"state.{self.shape.zone(declared.name)}", len(declared.keys)
        if declared.is_own and declared.keys:
            return f"{field}[{number} // {count}, {number} % {count}]"
        return f"{field}[{number}]" if declared.is_split else field

    @_write.register
    def _(self, expression: p.CardOn, scope: Scope) -> Piece:
        array, guards = self.pile(expression.pile, scope)
        return self.guarded(f"top({array})", guards, "EMPTY")

    @_write.register
    def _(self, expression: p.FieldOf, scope: Scope) -> Piece:
        field = f"cards.{self.shape.attribute(expression.of.type.name, expression.field)}"
        of = self.text(expression.of, scope)
        return self._stored(expression.type, field, [of], self.existing(expression.of, of))

    # ---------------------------------------------------------------------------------- arithmetic
    @_write.register
    def _(self, expression: p.Conditional, scope: Scope) -> Piece:
        then = self.text(expression.then, scope, OR)
        condition = self.text(expression.condition, scope, OR)
        return f"{then} if {condition} else {self.text(expression.otherwise, scope, OR)}", ANY

    @_write.register
    def _(self, expression: p.Numeric, scope: Scope) -> Piece:
        operator = expression.operator
        if operator in ("+", "-"):
            left, right = expression.parts
            if operator == "-" and isinstance(left, p.Constant) and left.value == 0:
                return f"-{self.text(right, scope, MULTIPLIED)}", ADDED
            strength = ADDED if operator == "+" else MULTIPLIED
            first, second = self.text(left, scope, ADDED), self.text(right, scope, strength)
            return f"{first} {operator} {second}", ADDED
        names = {"*": "product", "/": "quotient", "mod": "remainder"}
        parts = ", ".join(self.text(part, scope) for part in expression.parts)
        return f"{names.get(operator, operator)}({parts})", ATOM

    @_write.register
    def _(self, expression: p.Comparison, scope: Scope) -> Piece:
        left, right = (
            self.text(side, scope, ADDED) for side in (expression.left, expression.right)
        )
        return f"{left} {SIGNS.get(expression.operator, expression.operator)} {right}", COMPARED

    @_write.register
    def _(self, expression: p.Logical, scope: Scope) -> Piece:
        if expression.operator == "not":
            return f"not {self.text(expression.parts[0], scope, NOT)}", NOT
        strength = AND if expression.operator == "and" else OR
        texts = [self.text(part, scope, strength) for part in expression.parts]
        return f" {expression.operator} ".join(texts), strength

    @_write.register
    def _(self, expression: p.Beside, scope: Scope) -> Piece:
        player = self.text(expression.player, scope)
        return f"{self.lists.beside(expression.side)}(cards, state, {player})", ATOM

    # --------------------------------------------------------------------------------- about lists
    @_write.register
    def _(self, expression: p.IsEmpty, scope: Scope) -> Piece:
        if isinstance(expression.list, p.CardsIn):
            array, guards = self.pile(expression.list.pile, scope)
            text, strength = self.guarded(f"size({array}) == 0", guards, "True")
            return text, min(strength, COMPARED)
        return f"not {self.lists.has_any(expression.list, scope)}", NOT

    @_write.register
    def _(self, expression: p.Contains, scope: Scope) -> Piece:
        return self.lists.contains(expression, scope)

    @_write.register
    def _(self, expression: p.Aggregate, scope: Scope) -> Piece:
        if isinstance(expression.list, p.CardsIn) and expression.member is None:
            array, guards = self.pile(expression.list.pile, scope)
            plain = {
                "count": f"size({array})",
                "last": f"top({array})",
                "first": indexed(array, ["0"]),
            }
            if expression.function in plain:
                return self.guarded(plain[expression.function], guards, blank_of(expression.type))
        return self.lists.aggregate(expression, scope), ATOM

    @_write.register
    def _(self, expression: p.Best, scope: Scope) -> Piece:
        return self.lists.best(expression, scope), ATOM

    @_write.register
    def _(self, expression: p.ItemAt, scope: Scope) -> Piece:
        return self.lists.item_at(expression, scope), ATOM
