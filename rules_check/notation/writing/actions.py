"""Steps of a program without a decision, as lines of a function: cards that move, numbers that
change, loops without a choice.

In: a step, the spelling of names, and the lines for its ends. Out: lines of source. `flow` writes
all other steps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import singledispatchmethod
from typing import Any

from generator.data.problems import Place
from rules_check.notation import program as p
from rules_check.notation.walking import nodes, nodes_of
from rules_check.notation.writing.known import Knowing, Pile
from rules_check.notation.writing.lists import Lists
from rules_check.notation.writing.scopes import Lines, Scope, guarding, indexed, under
from rules_check.notation.writing.values import ADDED, ATOM

SMALL = 50
"""The largest amount added to a counter without checking its limit: it cannot be added often enough
to come near it.
"""
DECIDING = (p.Choose, p.DoPower, p.Turns, p.Repeat)
"""Steps that continue by themselves or ask a player: none of them is a line of a function."""


def is_inline(step: Any) -> bool:
    """Return whether a step consists only of lines of a function."""
    if isinstance(step, DECIDING) or (isinstance(step, p.Each) and step.is_together):
        return False
    if isinstance(step, p.If):
        return all(map(is_inline, (*step.then, *step.otherwise)))
    if isinstance(step, p.Each | p.For):
        across = "turn" if isinstance(step, p.Each) else "repeat"
        return all(map(is_inline, step.steps)) and not _ends_across(step.steps, across)
    return True


def _ends_across(steps: tuple[Any, ...], what: str) -> bool:
    """Return whether the end of one loop is inside another loop with its own end."""
    loops = tuple(step for step in nodes(steps) if isinstance(step, p.Each | p.For))
    return any(end.what == what for end in nodes_of(p.End, loops))


@dataclass(frozen=True)
class Around:
    """The surroundings of a step: the lines that end a round, a turn and so on, and the field for
    `set next to`.
    """

    ends: Mapping[str, Callable[[], Lines]] = field(default_factory=dict)
    next: str = ""

    def ending(self, **lines: Callable[[], Lines]) -> Around:
        return replace(self, ends={**self.ends, **lines})


class Actions:
    """Writes steps as lines."""

    def __init__(self, lists: Lists) -> None:
        self.lists, self.values, self.shape = lists, lists.values, lists.shape
        self.knowing = Knowing(lists.shape)

    def lines(self, steps: tuple[Any, ...], scope: Scope, around: Around) -> Lines:
        """Write steps in order; names given by `let` are known to the steps after it."""
        written = Lines()
        for step in steps:
            if isinstance(step, p.Let):
                name = scope.local.fresh(step.variable.name)
                written.append(f"{name} = {self.kept_value(step.value, scope)}")
                scope = scope.binding(step.variable, name)
            else:
                written += self.write(step, scope, around)
        return written

    def kept_value(self, expression: p.Expression, scope: Scope) -> str:
        """Write a value as a field stores it: true and false as 1 and 0."""
        text = self.values.text(expression, scope)
        return f"int({text})" if expression.type.sort == "truth" else text

    @singledispatchmethod
    def write(self, step: Any, scope: Scope, around: Around) -> Lines:
        """Write one step."""
        raise TypeError(f"{type(step).__name__} is no step of lines")

    # --------------------------------------------------------------------------------------- cards
    @write.register
    def _(self, step: p.Move, scope: Scope, around: Around) -> Lines:
        source, guards = self.values.pile(step.taken.source, scope)
        if step.by_own_key:
            return guarding(guards, self._move_each(step, source, scope))
        target, target_guards = self.values.pile(step.to, scope)
        if source == target:
            return []
        guards = [*guards, *target_guards, *self._are_two(step.taken.source, step.to, scope)]
        move = self._move(step, source, target, scope)
        if self.shape.zone_of(step.to.type.name).holds_one:
            move = self._one_laid(step, source, target, scope)
        return guarding(guards, move)

    def _pile(self, pile: p.Expression, array: str) -> Pile:
        return self.knowing.pile(self.shape.zone_of(pile.type.name), array)

    def _are_two(self, expression: p.Expression, other: p.Expression, scope: Scope) -> Lines:
        """Write the condition that two piles of one zone are different."""
        if expression.type.name != other.type.name:
            return []
        return [
            f"{self.values.text(expression, scope, ADDED)} != "
            f"{self.values.text(other, scope, ADDED)}"
        ]

    def _move(self, step: p.Move, source: str, target: str, scope: Scope) -> Lines:
        taken, is_under = step.taken, step.is_at_bottom
        ends = self._pile(taken.source, source), self._pile(step.to, target)

        def carried(card: str) -> Lines:
            return self.knowing.carried(*ends, card, scope, is_under, taken.is_at_random)

        if not taken.cards.type.is_list:
            return carried(self.values.text(taken.cards, scope))
        if taken.is_at_random or not self._is_whole(taken, source, scope):
            return self._chosen(taken, scope, carried)
        if taken.count is None:
            return self.knowing.all_moved(*ends, is_under)
        drawn = carried(f"top({source})") if is_under else self.knowing.dealt(*ends, scope)
        return self._so_often(taken.count, taken.source, scope, drawn)

    def _one_laid(self, step: p.Move, source: str, target: str, scope: Scope) -> Lines:
        """Write how cards enter a zone with room for one: a second card ends the game."""
        taken, zone = step.taken, step.to.type.name
        ends = self._pile(taken.source, source), self._pile(step.to, target)

        def laid(card: str) -> Lines:
            moved = self.knowing.carried(*ends, card, scope, is_at_random=taken.is_at_random)
            is_nothing = f"find({source}, {card}) == EMPTY"
            return self._into_one(zone, step.place, is_nothing, target, moved)

        if not taken.cards.type.is_list:
            card = scope.local.fresh("laid")
            return [f"{card} = {self.values.text(taken.cards, scope)}", *laid(card)]
        if not self._is_whole(taken, source, scope) or taken.is_at_random:
            return self._chosen(taken, scope, laid)
        moved = self.knowing.dealt(*ends, scope)
        one = self._into_one(zone, step.place, f"size({source}) == 0", target, moved)
        if taken.count is None:
            return under(f"for _ in range(size({source})):", one)
        return self._so_often(taken.count, taken.source, scope, one)

    def _into_one(
        self, zone: str, place: Place, is_nothing: str, target: str, lines: Lines
    ) -> Lines:
        """Write the lines that place a card, unless one is already there; `is_nothing` is true if
        no card comes.
        """
        end = f"state.end = {self.shape.overfull(zone, place)}"
        return [*under(f"if has_room({target}) or {is_nothing}:", lines), *under("else:", [end])]

    def _is_whole(self, taken: p.Taken, source: str, scope: Scope) -> bool:
        """Return whether all cards of the source are meant."""
        cards = taken.cards
        return isinstance(cards, p.CardsIn) and self.values.pile(cards.pile, scope)[0] == source

    def _so_often(
        self, count: p.Expression, source: p.Expression, scope: Scope, lines: Lines
    ) -> Lines:
        """Write a loop for each of a number of cards taken from the top."""
        often = self.values.text(count, scope)
        return self._times(often, source, [*self.replenishing(source, scope), *lines])

    def _times(self, often: str, source: p.Expression, lines: Lines) -> Lines:
        """Write lines that are done once, or a number of times, but not more than there are
        cards.
        """
        if often == "1":
            return lines
        limit = often if often.isdigit() else f"min({often}, {self._room(source)})"
        return under(f"for _ in range({limit}):", lines)

    def _room(self, pile: p.Expression) -> int:
        return max(1, self.shape.copies_of(self.shape.zone_of(pile.type.name).kind))

    def _chosen(self, taken: p.Taken, scope: Scope, each: Callable[[str], Lines]) -> Lines:
        """Write what happens to each card taken; all are chosen before the first one moves."""
        chosen, count = scope.local.fresh("chosen"), scope.local.fresh("count")
        at, room = scope.local.fresh("i"), self._room(taken.source)
        call, _ = self.lists.kept(taken.cards, scope)
        lines = [f"{chosen} = np.empty({room}, np.int64)", f"{count} = {call.format(chosen)}"]
        if taken.count is None:
            return [*lines, *under(f"for {at} in range({count}):", each(f"{chosen}[{at}]"))]
        wanted = self.values.text(taken.count, scope)
        if taken.is_at_random:
            lines.append(f"shuffle(state.rng, 0, {chosen}, {count})")
        loop = f"for {at} in range({count} - 1, max(-1, {count} - 1 - {_held(wanted)}), -1):"
        return [*lines, *under(loop, each(f"{chosen}[{at}]"))]

    def _move_each(self, step: p.Move, source: str, scope: Scope) -> Lines:
        """Write how each card goes to its own pile."""
        declared = self.shape.zone_of(step.to.type.name)
        owner = step.to.owner if isinstance(step.to, p.PileRead) else None
        at, guards = self.values.places(declared, owner, None, scope)

        def laid(card: str) -> Lines:
            key = self.own_key(declared, card)
            where = ", ".join([*at, key])
            field = f"state.{self.shape.zone(declared.name)}"
            target = self.knowing.pile(declared, f"{field}[{where}]")
            lines = self.knowing.carried(
                self._pile(taken.source, source),
                target,
                card,
                scope,
                step.is_at_bottom,
                taken.is_at_random,
            )
            return under(f"if {key} != EMPTY:", lines) if key != card else lines

        taken = step.taken
        if not taken.cards.type.is_list:
            card = scope.local.fresh("moved")
            lines = [f"{card} = {self.values.text(taken.cards, scope)}"]
            return guarding(guards, [*lines, *under(f"if {card} != EMPTY:", laid(card))])
        if taken.count is not None and self._is_whole(taken, source, scope):
            card = scope.local.fresh("moved")
            drawn = [f"{card} = top({source})", *under(f"if {card} != EMPTY:", laid(card))]
            drawn = self._so_often(taken.count, taken.source, scope, drawn)
            return guarding(guards, drawn)
        return guarding(guards, self._chosen(taken, scope, laid))

    def own_key(self, declared: p.ZoneDeclared, card: str) -> str:
        """Write the index of the pile that a card goes to in its zone."""
        type_ = declared.key_type
        if type_ is None or type_.sort == "card":
            return card
        fields = self.shape.words.fields[declared.kind].items()
        rows = [name for name, field in fields if field.element == type_]
        name = type_.name if type_.name in rows else rows[0]
        return f"cards.{self.shape.attribute(declared.kind, name)}[{card}]"

    def replenishing(self, pile: p.Expression, scope: Scope) -> Lines:
        """Write the lines before a draw from a zone that is refilled from another."""
        declared = self.shape.zone_of(pile.type.name)
        if declared.refilled_from is None:
            return []
        other = self.shape.zone_of(declared.refilled_from)
        number = self.values.text(pile, scope)
        parameters = ["pile"] if declared.is_split else []

        def body() -> Lines:
            zone = self.values.pile_numbered(declared, "pile")
            more = self.values.pile_numbered(other, "pile")
            ends = self.knowing.pile(other, more), self.knowing.pile(declared, zone)
            moved = [*self.knowing.forgotten(ends[0]), f"move_all({more}, {zone})"]
            lines = [*moved, *self.mixing(declared, zone)]
            return under(f"if size({zone}) == 0:", lines)

        name = self.lists.helpers.add(f"replenish {declared.name}", parameters, body)
        given = [number] if parameters else []
        return [f"{name}({', '.join(['cards', 'state', *given])})"]

    def mixing(self, declared: p.ZoneDeclared, array: str) -> Lines:
        return [] if declared.is_in_order else [f"mix_up(state, {array})"]

    @write.register
    def _(self, step: p.Deal, scope: Scope, around: Around) -> Lines:
        source, guards = self.values.pile(step.source, scope)
        declared = self.shape.zone_of(step.zone)
        place = scope.local.fresh("player" if declared.is_own else "pile")
        target = self.values.pile_numbered(declared, place)
        ends = self._pile(step.source, source), self.knowing.pile(declared, target)
        dealt = self.knowing.dealt(*ends, scope)
        if declared.holds_one:
            dealt = self._into_one(step.zone, step.place, f"size({source}) == 0", target, dealt)
        dealt = [*self.replenishing(step.source, scope), *dealt]
        if declared.is_own:
            dealt = self.lists.unless_out(place, dealt)
        count = "state.players" if declared.is_own else str(len(declared.keys) or 1)
        loop = under(f"for {place} in range({count}):", dealt)
        often = self.values.text(step.count, scope)
        return guarding(guards, self._times(often, step.source, loop))

    @write.register
    def _(self, step: p.Refill, scope: Scope, around: Around) -> Lines:
        source, guards = self.values.pile(step.source, scope)
        wanted = self.values.text(step.count, scope, ADDED)
        declared = self.shape.zone_of(step.piles.type.name)

        def refilled(target: str) -> Lines:
            ends = self._pile(step.source, source), self._pile(step.piles, target)
            lines = self.knowing.dealt(*ends, scope)
            if declared.holds_one:
                is_nothing = f"size({source}) == 0"
                lines = self._into_one(declared.name, step.place, is_nothing, target, lines)
            lines = [*self.replenishing(step.source, scope), *lines]
            limit = f"min({wanted} - size({target}), {self._room(step.source)})"
            return under(f"for _ in range({limit}):", lines)

        if step.piles.type.is_list:
            loop = self.lists.each(
                step.piles,
                scope,
                lambda pile, _: refilled(self.values.pile_numbered(declared, pile)),
            )
            return guarding(guards, loop)
        target, target_guards = self.values.pile(step.piles, scope)
        return guarding([*guards, *target_guards], refilled(target))

    @write.register
    def _(self, step: p.Shuffle, scope: Scope, around: Around) -> Lines:
        array, guards = self.values.pile(step.pile, scope)
        forgotten = self.knowing.forgotten(self._pile(step.pile, array))
        return guarding(guards, [f"mix_up(state, {array})", *forgotten])

    @write.register
    def _(self, step: p.Gather, scope: Scope, around: Around) -> Lines:
        target, guards = self.values.pile(step.to, scope)
        if self.shape.unused(step.kind):
            lines = [*self._gathered(step, target), f"mix_up(state, {target})"]
            return guarding(guards, lines)
        name = self.lists.helpers.add(
            f"collect {step.kind}", [], lambda: self._collected(step.kind)
        )
        lines = [f"{name}(cards, state)", f"fill_copies({target}, {self.shape.copies(step.kind)})"]
        if self.shape.is_owned_whole(step.kind):
            lines = [lines[0], *under("for _ in range(state.players):", [lines[1]])]
        return guarding(guards, [*lines, f"mix_up(state, {target})"])

    def _gathered(self, step: p.Gather, target: str) -> Lines:
        """Write how the cards of a kind are gathered into one pile from all others, if some of the
        kind are not in the game.
        """
        lines = Lines()
        for zone in self.shape.zones_of(step.kind):
            piles = (self.shape.seats if zone.is_own else 1) * (len(zone.keys) or 1)
            for number in range(piles):
                array = self.values.pile_numbered(zone, str(number))
                lines += self.knowing.forgotten(self.knowing.pile(zone, array))
                if array != target:
                    lines.append(f"move_all({array}, {target})")
        return lines

    def _collected(self, kind: str) -> Lines:
        """Write how all cards of a kind are collected from the table; all of them are then placed
        again.
        """
        lines = Lines()
        for zone in self.shape.zones_of(kind):
            field = f"state.{self.shape.zone(zone.name)}"
            ends = ":, " * zone.axes
            lines += [f"{field}[{ends}:] = EMPTY", f"{field}[{ends}-1] = 0"]
            if zone.name in self.shape.known_zones:
                lines.append(f"state.{self.shape.known(zone.name)}[{ends}:] = 0")
        return lines

    @write.register
    def _(self, step: p.Swap, scope: Scope, around: Around) -> Lines:
        first, guards = self.values.pile(step.first, scope)
        second, more = self.values.pile(step.second, scope)
        lines = self.knowing.exchanged(
            self._pile(step.first, first), self._pile(step.second, second)
        )
        zones = [self.shape.zone_of(pile.type.name) for pile in (step.first, step.second)]
        for zone, pile in zip(zones, (second, first), strict=True):
            if zone.holds_one and not all(zone.holds_one for zone in zones):
                end = f"state.end = {self.shape.overfull(zone.name, step.place)}"
                lines = [*under(f"if size({pile}) < 2:", lines), *under("else:", [end])]
        return guarding([*guards, *more], lines)

    @write.register
    def _(self, step: p.Pass, scope: Scope, around: Around) -> Lines:
        declared = self.shape.zone_of(step.zone)
        field, beside = f"state.{self.shape.zone(declared.name)}", self.lists.beside(step.side)
        known = self.knowing.pile(declared, field).known
        piles = [f", {number}" for number in range(len(declared.keys))] or [""]

        def body() -> Lines:
            ends = ", :, :" if declared.keys else ", :"
            given = [f"{field}[to{ends}] = before[player{ends}]"]
            if known:
                given.append(f"{known}[to{ends}] = known_before[player{ends}]")
            if known and declared.seen == "owner":
                at = [f"to{pile}" for pile in piles]
                given += [f"look_at({known}[{place}], {field}[{place}], player)" for place in at]
            given = [f"to = {beside}(cards, state, player)", *given]
            return [
                f"before = {field}.copy()",
                *([f"known_before = {known}.copy()"] if known else []),
                *under(
                    "for player in range(state.players):", self.lists.unless_out("player", given)
                ),
            ]

        name = self.lists.helpers.add(f"pass {declared.name}", [], body)
        return [f"{name}(cards, state)"]

    @write.register
    def _(self, step: p.LookAt, scope: Scope, around: Around) -> Lines:
        array, guards = self.values.pile(step.pile, scope)
        pile = self._pile(step.pile, array)
        lines = [f"look_at({pile.known}, {array}, {scope.me})"] if pile.known else []
        return guarding(guards, lines)

    @write.register
    def _(self, step: p.Call, scope: Scope, around: Around) -> Lines:
        given = [scope.me if name == "me" else name for name in step.parameters]
        unknown = Lines()
        for name in sorted(step.touches & self.shape.known_zones):
            declared = self.shape.zone_of(name)
            ends = ":, " * declared.axes
            unknown.append(f"state.{self.shape.known(name)}[{ends}:] = 0")
        return [f"{step.function}({', '.join(given)})", *unknown]

    # ------------------------------------------------------------------------------------- numbers
    @write.register
    def _(self, step: p.SetCounter, scope: Scope, around: Around) -> Lines:
        declared = self.shape.counter_of(step.counter.counter)
        at, guards = self.values.places(declared, step.counter.owner, step.counter.key, scope)
        field = indexed(f"state.{self.shape.counter(declared.name)}", at)
        return guarding(guards, [self._setting(field, step.value, scope)])

    def _setting(self, field: str, value: p.Expression, scope: Scope) -> str:
        if value.type.sort != "number":
            return f"{field} = {self.kept_value(value, scope)}"
        text = self.values.text(value, scope)
        for sign in "+-":
            amount = text.removeprefix(f"{field} {sign} ")
            if amount != text and amount.isdigit() and int(amount) <= SMALL:
                return f"{field} {sign}= {amount}"
        return f"{field} = {text}" if text.lstrip("-").isdigit() else f"{field} = bounded({text})"

    @write.register
    def _(self, step: p.SetFirst, scope: Scope, around: Around) -> Lines:
        return self._naming("state.first", step.player, scope)

    @write.register
    def _(self, step: p.SetNext, scope: Scope, around: Around) -> Lines:
        return self._naming(around.next, step.player, scope) if around.next else []

    def _naming(self, field: str, player: p.Expression, scope: Scope) -> Lines:
        text = self.values.text(player, scope)
        if not self.values.may_be_none(player):
            return [f"{field} = {text}"]
        name = scope.local.fresh("named")
        return [f"{name} = {text}", *under(f"if {name} != EMPTY:", [f"{field} = {name}"])]

    @write.register
    def _(self, step: p.Roll, scope: Scope, around: Around) -> Lines:
        declared = self.shape.counter_of(step.dice.counter)
        at, guards = self.values.places(declared, step.dice.owner, None, scope)
        field = indexed(f"state.{self.shape.counter(declared.name)}", at)
        return guarding(guards, [f"roll(state, {field}, {declared.faces})"])

    @write.register
    def _(self, step: p.GoOut, scope: Scope, around: Around) -> Lines:
        player = self.values.text(step.player, scope, ADDED)
        guards = self.values.existing(step.player, player)
        return guarding(guards, [f"state.out[{player}] = 1"])

    @write.register
    def _(self, step: p.AllIn, scope: Scope, around: Around) -> Lines:
        return ["state.out[:] = 0"] if self.shape.has_outs else []

    # -------------------------------------------------------------------------------------- course
    @write.register
    def _(self, step: p.End, scope: Scope, around: Around) -> Lines:
        return around.ends[step.what]()

    @write.register
    def _(self, step: p.If, scope: Scope, around: Around) -> Lines:
        then = self.lines(step.then, scope, around)
        lines = under(f"if {self.values.text(step.condition, scope)}:", then)
        if step.otherwise:
            lines += under("else:", self.lines(step.otherwise, scope, around))
        return lines

    @write.register
    def _(self, step: p.For, scope: Scope, around: Around) -> Lines:
        within = around.ending(repeat=lambda: ["break"])

        def body(member: str, inner: Scope) -> Lines:
            return self.lines(step.steps, inner.binding(step.variable, member), within)

        if isinstance(step.list, p.Every | p.Span):
            return self.lists.each(step.list, scope, body)
        call, room = self.lists.kept(step.list, scope)
        members, at = scope.local.fresh("members"), scope.local.fresh("i")
        count, member = scope.local.fresh("count"), scope.local.fresh(step.variable.name)
        lines = [f"{members} = np.empty({room}, np.int64)", f"{count} = {call.format(members)}"]
        loop = [f"{member} = {members}[{at}]", *body(member, scope)]
        return [*lines, *under(f"for {at} in range({count}):", loop)]

    @write.register
    def _(self, step: p.Each, scope: Scope, around: Around) -> Lines:
        within = around.ending(turn=lambda: ["continue"])
        seat = scope.local.fresh("player")

        def body() -> Lines:
            inner = scope.acting(seat)
            if step.variable is not None:
                inner = inner.binding(step.variable, seat)
            lines = self.lines(step.steps, inner, within)
            if self.shape.has_active and not scope.me:
                return [f"state.active = {seat}", *lines]
            return lines

        if is_plain_round(step, self.shape.moves_first or bool(scope.me)):
            inner = self.lists.unless_out(seat, body())
            return under(f"for {seat} in range(state.players):", inner)
        call = self.order(step, scope)
        order, at = scope.local.fresh("order"), scope.local.fresh("i")
        lines = [f"{seat} = {order}[{at}]", *self.lists.unless_out(seat, body())]
        made = [f"{order} = np.empty({self.shape.seats}, np.int64)"]
        return [*made, *under(f"for {at} in range({call.format(order)}):", lines)]

    def order(self, step: p.Each, scope: Scope) -> str:
        """Write the call that fills in the participants in order; it ends in `{}` for the array,
        and returns their number.
        """
        start = step.start or self.beginner(step.place, scope)
        of = (step.who, start, *self._unbound(step))
        return self.lists.call(
            "order", of, scope, lambda inner: self._ordered(step, start, inner), "kept"
        )

    def beginner(self, place: Place, scope: Scope) -> p.Expression:
        """Return who begins if a step names no one."""
        return p.Who("me" if scope.me else "first", place)

    def _unbound(self, step: p.Each) -> tuple[p.Expression, ...]:
        """Return the keys as a list per player, in which that player is bound."""
        if step.variable is None:
            return step.keys
        players = p.Players("everyone", step.place)
        return tuple(
            p.Mapped(players, step.variable, key, key.type, step.place) for key in step.keys
        )

    def _ordered(self, step: p.Each, start: p.Expression, scope: Scope) -> Lines:
        """Write the body of that function: the seats from the first one on and, by keys, in
        ascending order.
        """
        seat = scope.local.fresh("player")
        keep = [f"kept[at] = {seat}", "at += 1"]
        lines = ["kept[:] = EMPTY", "at = 0", f"start = {self.start(start, scope)}"]
        if step.keys:
            keep = self._sorted_in(step, seat, scope)
            lines.append(f"keys = np.empty(({self.shape.seats}, {len(step.keys)}), np.int64)")
        inside = self.membership(step.who, seat, scope)
        keep = under(f"if {inside}:", keep) if inside else keep
        loop = [f"{seat} = (start + step) % state.players", *keep]
        return [*lines, *under("for step in range(state.players):", loop), "return at"]

    def start(self, start: p.Expression, scope: Scope) -> str:
        """Write the seat at which asking begins."""
        text = self.values.text(start, scope)
        return f"max(0, {text})" if self.values.may_be_none(start) else text

    def membership(self, who: p.Expression, seat: str, scope: Scope) -> str:
        """Write whether a seat is one of some players; empty if all are."""
        if isinstance(who, p.Players) and not who.is_of_one:
            if who.which == "players" and self.shape.has_outs:
                return f"state.out[{seat}] == 0"
            return ""
        if isinstance(who, p.Where):
            outer = self.membership(who.list, seat, scope)
            inner = scope.binding(who.variable, seat)
            condition = self.values.text(who.condition, inner, ATOM if outer else 0)
            return f"{outer} and {condition}" if outer else condition
        if not who.type.is_list:
            return f"{self.values.text(who, scope, ADDED)} == {seat}"
        variable = p.Variable(-1, "player", p.PLAYER)
        member = p.VariableRead(variable, who.place)
        question = p.Contains(who, member, who.place)
        return self.values.text(question, scope.binding(variable, seat), ATOM)

    def _sorted_in(self, step: p.Each, seat: str, scope: Scope) -> Lines:
        """Write how a seat is inserted among those before it: after seats with the same keys."""
        inner = scope if step.variable is None else scope.binding(step.variable, seat)
        lines, at = Lines(), range(len(step.keys))
        for n, key in enumerate(step.keys):
            lines.append(f"keys[{seat}, {n}] = {self.kept_value(key, inner)}")
        own = ", ".join(f"keys[{seat}, {n}]" for n in at)
        before = ", ".join(f"keys[kept[n - 1], {n}]" for n in at)
        lines += ["n = at", *under(f"while n > 0 and ({own},) < ({before},):", SHIFTED)]
        return [*lines, f"kept[n] = {seat}", "at += 1"]


SHIFTED = ["kept[n] = kept[n - 1]", "n -= 1"]


def is_plain_round(step: p.Each, begins_elsewhere: bool) -> bool:
    """Return whether all players take part, from seat 1 on."""
    is_all = isinstance(step.who, p.Players) and step.who.which == "players"
    return is_all and step.start is None and not step.keys and not begins_elsewhere


def _held(text: str) -> str:
    return text if text.isidentifier() or text.isdigit() else f"({text})"
