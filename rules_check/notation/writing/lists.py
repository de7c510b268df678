"""Lists of a program as loops: no list is ever built; each member is examined in place.

In: an expression for a list, and the body for each member. Out: lines of source; for sums, counts
and the best of a list, a helper and its call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import singledispatchmethod
from itertools import chain
from typing import Any

from rules_check.notation import program as p
from rules_check.notation.writing.looking import uses_me, uses_turn, variables_read
from rules_check.notation.writing.names import OF_RULE, Names
from rules_check.notation.writing.scopes import Helpers, Lines, Scope, guarding, indexed, under
from rules_check.notation.writing.values import ADDED, AND, COMPARED, OR, Piece, Values, blank_of

Body = Callable[[str, Scope], Lines]
"""The code for a member, given its spelling."""
_OF_GAPS = frozenset({*OF_RULE, "kept", "start", "step", "player", "keys", "n"})
"""The names that helpers with a gap use by themselves."""
MOST_MEMBERS = 400
"""The number of members that a list can store if the rules do not show its length."""


class Lists:
    """Writes loops over lists."""

    def __init__(self, values: Values, helpers: Helpers) -> None:
        self.values, self.helpers, self.shape = values, helpers, values.shape
        values.lists = self
        self.positions: dict[str, tuple[str, str]] = {}
        """The array and the index of each card over which a loop goes, by the card's spelling."""

    # --------------------------------------------------------------------------------------- loops
    @singledispatchmethod
    def each(self, expression: Any, scope: Scope, body: Body) -> Lines:
        """Write a loop over the members of a list, in its order."""
        raise TypeError(f"{type(expression).__name__} is not a list")

    @each.register
    def _(self, expression: p.Every, scope: Scope, body: Body) -> Lines:
        member = scope.local.fresh(expression.type.name)
        count = f"cards.{self.shape.count(expression.type.name)}"
        return under(f"for {member} in range({count}):", body(member, scope))

    @each.register
    def _(self, expression: p.Listed, scope: Scope, body: Body) -> Lines:
        items = (self.values.text(item, scope, ADDED) for item in expression.items)
        return list(chain.from_iterable(body(item, scope) for item in items))

    @each.register
    def _(self, expression: p.Span, scope: Scope, body: Body) -> Lines:
        member = scope.local.fresh("number")
        low = self.values.text(expression.low, scope)
        high = self.values.text(expression.high, scope, ADDED)
        return under(f"for {member} in range({low}, {high} + 1):", body(member, scope))

    @each.register
    def _(self, expression: p.Conditional, scope: Scope, body: Body) -> Lines:
        condition = self.values.text(expression.condition, scope)
        then = under(f"if {condition}:", self.each(expression.then, scope, body))
        return then + under("else:", self.each(expression.otherwise, scope, body))

    @each.register
    def _(self, expression: p.Players, scope: Scope, body: Body) -> Lines:
        seat = scope.local.fresh("player")
        inner = body(seat, scope)
        inner = inner if expression.which == "everyone" else self.unless_out(seat, inner)
        if not expression.is_of_one:
            return under(f"for {seat} in range(state.players):", inner)
        than = expression.than
        me = self.values.text(than, scope, ADDED) if than is not None else scope.me
        step = scope.local.fresh("step")
        lines = [f"{seat} = ({me} + {step}) % state.players", *inner]
        if expression.which == "partners":
            teams = self.shape.program.teams
            least = str(teams)
            if than is not None and self.values.may_be_none(than):
                least = f"{teams} if {me} != EMPTY else state.players"
            return under(f"for {step} in range({least}, state.players, {teams}):", lines)
        if than is not None and self.values.may_be_none(than):
            least = f"1 if {me} != EMPTY else 0"
            return under(f"for {step} in range({least}, state.players):", lines)
        return under(f"for {step} in range(1, state.players):", lines)

    def unless_out(self, seat: str, lines: Lines) -> Lines:
        """Write code that applies only to players who are not out."""
        return under(f"if state.out[{seat}] == 0:", lines) if self.shape.has_outs else lines

    @each.register
    def _(self, expression: p.CardsIn, scope: Scope, body: Body) -> Lines:
        array, guards = self.values.pile(expression.pile, scope)
        at, card = scope.local.fresh("i"), scope.local.fresh(expression.type.name or "card")
        self.positions[card] = (array, at)
        lines = [f"{card} = {indexed(array, [at])}", *body(card, scope)]
        return guarding(guards, under(f"for {at} in range(size({array})):", lines))

    @each.register
    def _(self, expression: p.PileRead, scope: Scope, body: Body) -> Lines:
        declared = self.shape.zone_of(expression.zone)
        pile = scope.local.fresh("pile")
        at, guards = self.values.places(declared, expression.owner, None, scope)
        count = len(declared.keys)
        span = f"({at[0]}) * {count}, ({at[0]} + 1) * {count}" if at else str(count)
        return guarding(guards, under(f"for {pile} in range({span}):", body(pile, scope)))

    @each.register
    def _(self, expression: p.FieldOf, scope: Scope, body: Body) -> Lines:
        of = self.values.text(expression.of, scope)
        guards = self.values.existing(expression.of, of)
        field = f"cards.{self.shape.attribute(expression.of.type.name, expression.field)}"
        at, member = scope.local.fresh("i"), scope.local.fresh(expression.type.name or "entry")
        lines = [f"{member} = {field}[{of}, {at}]", *body(member, scope)]
        count = f"{field}_count[{of}]"
        return guarding(guards, under(f"for {at} in range({count}):", lines))

    @each.register
    def _(self, expression: p.CounterRead, scope: Scope, body: Body) -> Lines:
        declared = self.shape.counter_of(expression.counter)
        at, guards = self.values.places(declared, expression.owner, None, scope)
        key, member = scope.local.fresh("k"), scope.local.fresh(expression.counter)
        where = ", ".join([*at, key])
        field = f"state.{self.shape.counter(expression.counter)}"
        lines = [f"{member} = {field}[{where}]", *body(member, scope)]
        loop = under(f"for {key} in range({len(declared.keys)}):", lines)
        return guarding(guards, loop)

    @each.register
    def _(self, expression: p.Where, scope: Scope, body: Body) -> Lines:
        def narrowed(member: str, scope: Scope) -> Lines:
            inner = scope.binding(expression.variable, member)
            condition = self.values.text(expression.condition, inner)
            return under(f"if {condition}:", body(member, inner))

        return self.each(expression.list, scope, narrowed)

    @each.register
    def _(self, expression: p.Mapped, scope: Scope, body: Body) -> Lines:
        def mapped(member: str, scope: Scope) -> Lines:
            inner = scope.binding(expression.variable, member)
            if expression.value.type.is_list:
                return self.each(expression.value, inner, body)
            value = expression.value
            if isinstance(value, p.Conditional) or not is_plain(value):
                name = inner.local.fresh("value")
                return [f"{name} = {self.values.text(value, inner)}", *body(name, inner)]
            return body(self.values.text(value, inner, ADDED), inner)

        return self.each(expression.list, scope, mapped)

    @each.register
    def _(self, expression: p.Otherwise, scope: Scope, body: Body) -> Lines:
        flag = scope.local.fresh("is_none")

        def noting(member: str, inner: Scope) -> Lines:
            return [f"{flag} = False", *body(member, inner)]

        first = self.each(expression.first, scope, noting)
        second = under(f"if {flag}:", self.each(expression.second, scope, body))
        return [f"{flag} = True", *first, *second]

    # ------------------------------------------------------------------------------------- helpers
    def call(
        self, word: str, of: Any, scope: Scope, body: Callable[[Scope], Lines], first: str = ""
    ) -> str:
        """Write a helper with the parameters that an expression needs from around it; return its
        call.

        With `first`, the helper has one more parameter, its first, and the call a gap `{}` for it.
        """
        inner, parameters, given = Scope(local=Names(OF_RULE)), list[str](), list[str]()
        if first:
            inner = Scope(local=Names(_OF_GAPS))
            parameters.append(first)
            given.append("{}")
        if uses_me(of):
            inner = inner.acting("me")
            parameters.append("me")
            given.append(scope.me)
        if uses_turn(of):
            inner = replace(inner, turn="turn")
            parameters.append("turn")
            given.append(scope.turn)
        for variable in variables_read(of).values():
            name = inner.local.fresh(variable.name)
            inner = inner.binding(variable, name)
            parameters.append(name)
            given.append(scope.of(variable))
        name = self.helpers.add(at_place(word, of), parameters, lambda: body(inner))
        return f"{name}({', '.join(['cards', 'state', *given])})"

    def has_any(self, expression: p.Expression, scope: Scope) -> str:
        """Write the call that finds whether a list has a member."""

        def body(inner: Scope) -> Lines:
            return [*self.each(expression, inner, lambda *_: ["return True"]), "return False"]

        return self.call("has_any", expression, scope, body)

    def contains(self, expression: p.Contains, scope: Scope) -> Piece:
        """Write whether a value is in a list."""
        some, member = expression.list, self.values.text(expression.member, scope, ADDED)
        if isinstance(some, p.CardsIn):
            array, guards = self.values.pile(some.pile, scope)
            text = f"find({array}, {member}) != EMPTY"
            condition = " and ".join([*guards, text])
            return condition, AND if guards else COMPARED
        if isinstance(some, p.Listed):
            items = [self.values.text(item, scope, ADDED) for item in some.items]
            return " or ".join(f"{member} == {item}" for item in items) or "False", OR

        def body(inner: Scope) -> Lines:
            wanted = self.values.text(expression.member, inner, ADDED)
            lines = self.each(
                some, inner, lambda member, _: under(f"if {member} == {wanted}:", ["return True"])
            )
            return [*lines, "return False"]

        return self.call("is_among", expression, scope, body), 7

    def aggregate(self, expression: p.Aggregate, scope: Scope) -> str:
        """Write the call that computes one value from a list."""
        write = getattr(self, f"_{expression.function}")
        return self.call(
            expression.function, expression, scope, lambda inner: write(expression, inner)
        )

    def _count(self, expression: p.Aggregate, scope: Scope) -> Lines:
        wanted = expression.member
        equal = self.values.text(wanted, scope, ADDED) if wanted is not None else ""

        def body(member: str, _: Scope) -> Lines:
            more = ["found += 1"]
            return under(f"if {member} == {equal}:", more) if equal else more

        return ["found = 0", *self.each(expression.list, scope, body), "return found"]

    def _sum(self, expression: p.Aggregate, scope: Scope) -> Lines:
        def body(member: str, _: Scope) -> Lines:
            is_truth = expression.list.type.sort == "truth"
            return [f"total += {f'int({member})' if is_truth else member}"]

        return ["total = 0", *self.each(expression.list, scope, body), "return total"]

    def _extreme(self, expression: p.Aggregate, scope: Scope, function: str) -> Lines:
        def body(member: str, _: Scope) -> Lines:
            chosen = f"{function}(found, {member})"
            return [f"found = {member} if is_first else {chosen}", "is_first = False"]

        lines = self.each(expression.list, scope, body)
        return ["found, is_first = 0, True", *lines, "return found"]

    def _max(self, expression: p.Aggregate, scope: Scope) -> Lines:
        return self._extreme(expression, scope, "max")

    def _min(self, expression: p.Aggregate, scope: Scope) -> Lines:
        return self._extreme(expression, scope, "min")

    def _any(self, expression: p.Aggregate, scope: Scope) -> Lines:
        lines = self.each(
            expression.list, scope, lambda member, _: under(f"if {member}:", ["return True"])
        )
        return [*lines, "return False"]

    def _all(self, expression: p.Aggregate, scope: Scope) -> Lines:
        lines = self.each(
            expression.list, scope, lambda member, _: under(f"if not ({member}):", ["return False"])
        )
        return [*lines, "return True"]

    def _distinct(self, expression: p.Aggregate, scope: Scope) -> Lines:
        def body(member: str, _: Scope) -> Lines:
            more = f"if {member} not in found:"
            if expression.list.type.sort not in ("number", "truth"):
                more = f"if {member} != EMPTY and {member} not in found:"
            return under(more, [f"found.append(int({member}))"])

        lines = self.each(expression.list, scope, body)
        return ["found = [0 for _ in range(0)]", *lines, "return len(found)"]

    def _first(self, expression: p.Aggregate, scope: Scope) -> Lines:
        lines = self.each(expression.list, scope, lambda member, _: [f"return {number(member)}"])
        return [*lines, f"return {blank_of(expression.type)}"]

    def _last(self, expression: p.Aggregate, scope: Scope) -> Lines:
        lines = self.each(expression.list, scope, lambda member, _: [f"found = {number(member)}"])
        return [f"found = {blank_of(expression.type)}", *lines, "return found"]

    def item_at(self, expression: p.ItemAt, scope: Scope) -> str:
        """Write the call that finds the list member at a position."""

        def body(inner: Scope) -> Lines:
            wanted = self.values.text(expression.number, inner, ADDED)
            if isinstance(expression.list, p.Every):
                count = f"cards.{self.shape.count(expression.type.name)}"
                return [f"at = {wanted}", f"return at - 1 if 1 <= at <= {count} else EMPTY"]
            lines = self.each(
                expression.list,
                inner,
                lambda one, _: [
                    "at += 1",
                    *under(f"if at == {wanted}:", [f"return {number(one)}"]),
                ],
            )
            return ["at = 0", *lines, f"return {blank_of(expression.type)}"]

        return self.call("item", expression, scope, body)

    def best(self, expression: p.Best, scope: Scope) -> str:
        """Write the call that finds the member with the largest keys."""
        if not expression.keys:
            return self._single(expression, scope)

        blank, word, made = blank_of(expression.type), "best", "return found"
        untied, tied = Lines(), Lines()
        if expression.is_only:
            word, made = "only", f"return {blank} if is_tied else found"
            untied, tied = ["is_tied = False"], under("elif key == most:", ["is_tied = True"])

        def compared(member: str, inner: Scope) -> Lines:
            bound = inner.binding(expression.variable, member)
            keys = (f"int({self.values.text(key, bound, ADDED)})" for key in expression.keys)
            better = [f"found, most, is_first = {number(member)}, key, False", *untied]
            key = f"key = {tuple_of(keys)}"
            return [key, *under("if is_first or key > most:", better), *tied]

        def body(inner: Scope) -> Lines:
            zeros = ", ".join(["0"] * len(expression.keys))
            lines = [f"found, most, is_first = {blank}, ({zeros},), True", *untied]
            return [*lines, *self.each(expression.list, inner, compared), made]

        return self.call(word, expression, scope, body)

    def _single(self, expression: p.Best, scope: Scope) -> str:
        """Write the call that finds the single member of a list, none if there are others."""
        blank = blank_of(expression.type)

        def counted(member: str, _: Scope) -> Lines:
            return [f"found, count = {number(member)}, count + 1"]

        def body(inner: Scope) -> Lines:
            lines = self.each(expression.list, inner, counted)
            return [
                f"found, count = {blank}, 0",
                *lines,
                f"return found if count == 1 else {blank}",
            ]

        return self.call("only", expression, scope, body)

    # --------------------------------------------------------------------------------------- seats
    def beside(self, side: str) -> str:
        """Write the function that finds the next player in one direction; return its name."""
        step = "step" if side == "left" else "-step"

        def body() -> Lines:
            at = f"(player + {step}) % state.players"
            if not self.shape.has_outs:
                return [f"return {at.replace('step', '1')} if player != EMPTY else EMPTY"]
            lines = [f"beside = {at}", *under("if state.out[beside] == 0:", ["return beside"])]
            loop = under("for step in range(1, state.players):", lines)
            return [*under("if player != EMPTY:", loop), "return player"]

        return self.helpers.add(f"{side} of", ["player"], body)

    # ---------------------------------------------------------------------------------------- kept
    def kept(self, expression: p.Expression, scope: Scope) -> tuple[str, str]:
        """Write the call that writes the members of a list into an array; return it with the
        maximum number of members.

        The call ends in `{}` for the array, and returns the number of members.
        """

        def body(inner: Scope) -> Lines:
            def keep(member: str, _: Scope) -> Lines:
                return under("if at < kept.size:", [f"kept[at] = {member}", "at += 1"])

            return ["at = 0", *self.each(expression, inner, keep), "return at"]

        room = str(max(1, self.room_of(expression)))
        call = self.call("members", expression, scope, body, "kept")
        return call, room

    def room_of(self, expression: Any) -> int:
        """Return the maximum number of members of a list, as far as it can be determined without
        playing.
        """
        return _ROOMS.get(type(expression), _unknown_room)(self, expression)


def _unknown_room(lists: Lists, some: Any) -> int:
    return MOST_MEMBERS


def _room_of_mapped(lists: Lists, some: p.Mapped) -> int:
    return MOST_MEMBERS if some.value.type.is_list else lists.room_of(some.list)


_ROOMS: dict[type, Callable[[Lists, Any], int]] = {
    p.Players: lambda lists, some: lists.shape.seats,
    p.Every: lambda lists, some: lists.shape.room_of(some.type.name),
    p.CardsIn: lambda lists, some: lists.shape.copies_of(some.type.name),
    p.PileRead: lambda lists, some: len(lists.shape.zone_of(some.zone).keys),
    p.CounterRead: lambda lists, some: len(lists.shape.counter_of(some.counter).keys),
    p.Listed: lambda lists, some: len(some.items),
    p.Where: lambda lists, some: lists.room_of(some.list),
    p.Otherwise: lambda lists, some: max(map(lists.room_of, (some.first, some.second))),
    p.Mapped: _room_of_mapped,
}
"""The maximum number of members of each sort of list; that of any other is unknown."""


def at_place(word: str, of: Any) -> str:
    """Name a helper by its purpose and the line of cards.yaml that it serves."""
    line = (of[0] if isinstance(of, tuple) else of).place.line
    return f"{word} at {line}"


def tuple_of(texts: Iterable[str]) -> str:
    """Write a tuple."""
    first, *others = texts
    return f"({', '.join([first, *others])})" if others else f"({first},)"


def number(text: str) -> str:
    """Write a member as an integer, because records use several widths."""
    return text if text.isdigit() else f"int({text})"


def is_plain(expression: Any) -> bool:
    """Return whether an expression is short enough to be written twice."""
    return isinstance(expression, p.VariableRead | p.Constant | p.FieldOf | p.CounterRead)
