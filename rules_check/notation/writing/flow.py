"""The course of a program as steps of the toolkit: after a player is asked something, the game
continues at a numbered step.

In: steps of a program. Out: the functions of its steps, phases and moves, as source, and the fields
that record where a game is.

A block that asks a player becomes steps that name the next one in `state.step`; everything between
two decisions that needs no jump is lines of one function, which `actions` writes. Anything to be
remembered across a decision is a field of the state.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from generator.data.problems import Place
from rules_check.engine.words import BOUND
from rules_check.notation import program as p
from rules_check.notation.walking import nodes_of
from rules_check.notation.writing.actions import Actions, Around, is_inline
from rules_check.notation.writing.choices import Choices, Chosen
from rules_check.notation.writing.lists import Lists
from rules_check.notation.writing.looking import sets_next, variables_bound
from rules_check.notation.writing.names import OF_RULE, Names
from rules_check.notation.writing.scopes import (
    Helpers,
    Lines,
    Scope,
    at_line,
    guarding,
    holding,
    indexed,
    under,
)
from rules_check.notation.writing.shape import Shape
from rules_check.notation.writing.values import Values, blank_of

ACTING = "state.me"
TODO = 24
"""The number of powers that can wait for others to finish."""


@dataclass
class Function:
    """One step: its number, its comment, and its lines."""

    number: int
    said: str
    lines: Lines = field(default_factory=list)
    place: Place | None = None
    shows: bool = False
    is_closed: bool = False


@dataclass(frozen=True)
class Kept:
    """A field that stores a variable until the end of its block, and its value afterwards."""

    field: str
    blank: str


class Flow:
    """Writes the steps of a program."""

    def __init__(self, actions: Actions, choices: Choices) -> None:
        self.actions, self.choices = actions, choices
        self.lists, self.values, self.shape = actions.lists, actions.values, actions.shape
        self.functions, self.fields = list[Function](), dict[str, str]()
        self.tables = dict[str, str]()
        self.parts = list[Lines]()
        """Functions with which a player begins a joint decision."""
        self._numbers, self._kept = 0, list[Kept]()
        self.power_labels, self.power_end, self._is_in_power = list[int](), 0, False
        self.main_turn, self.first_step = "", 0
        self.ends = self.shape.ends = ends_of(self.shape)
        self.ended = self.ends.index(p.OVER) if p.OVER in self.ends else 0
        self.stalled, self.bound = len(self.ends) - 2, len(self.ends) - 1
        self.shape.bad_ends = {self.stalled: None, self.bound: None}

    # ------------------------------------------------------------------------------------- writing
    def label(self) -> int:
        """Return the number of a step that has yet to be written."""
        self._numbers += 1
        return self._numbers

    def start(self, label: int, said: str, place: Place | None = None) -> None:
        """Begin the function of a step; the previous one goes on there unless it went elsewhere."""
        if self.functions:
            self.go_on(label)
        where = f"{said}, {at_line(place)}" if place is not None else said
        self.functions.append(Function(label, where, place=place))

    def add(self, lines: Lines) -> None:
        self.functions[-1].lines += lines

    def go(self, label: int) -> None:
        """Continue at a step."""
        self.add([f"state.step = {label}"])
        self.functions[-1].is_closed = True

    def go_on(self, label: int) -> None:
        """Continue at a step, unless the function already goes elsewhere."""
        if not self.functions[-1].is_closed:
            self.go(label)

    def leave(self, label: int) -> Lines:
        """Write the lines that continue at a step from inside a function."""
        return [f"state.step = {label}", "return"]

    def kept_field(self, word: str, declared: str) -> str:
        """Declare a field of the state; return it as the rules spell it."""
        name = self.shape.of_state.fresh(word)
        self.fields[name] = declared
        return f"state.{name}"

    def number_field(self, word: str, is_none: bool = False) -> str:
        return self.kept_field(word, f"whole({'blank=EMPTY, ' if is_none else ''}shown=False)")

    def seats_field(self, word: str) -> str:
        return self.kept_field(word, "each(SEATS, blank=EMPTY, shared=True, shown=False)")

    def scope(self, outer: Scope, **changed: Any) -> Scope:
        """Return the scope of a new function, which knows what the state stores."""
        kept = {number: text for number, text in outer.spelt.items() if text.startswith("state.")}
        return replace(outer, spelt=kept, local=Names(OF_RULE), **changed)

    # --------------------------------------------------------------------------------------- steps
    def steps(self, steps: tuple[Any, ...], scope: Scope, around: Around) -> None:
        """Write steps in order."""
        with self._keeping():
            waiting = list[Any]()
            for n, step in enumerate(steps):
                rest = steps[n + 1 :]
                if isinstance(step, p.Let) and not all(map(is_inline, rest)):
                    scope = self._lines(waiting, scope, around)
                    text = self.actions.kept_value(step.value, scope)
                    scope = self.keep(step.variable, scope)
                    self.add([f"{scope.of(step.variable)} = {text}"])
                elif is_inline(step):
                    waiting.append(step)
                else:
                    scope = self._lines(waiting, scope, around)
                    self._block(step, scope, around)
                    scope = self.scope(scope)
            self._lines(waiting, scope, around)

    def _lines(self, waiting: list[Any], scope: Scope, around: Around) -> Scope:
        """Write the pending steps that are only lines."""
        self.add(self.actions.lines(tuple(waiting), scope, around))
        waiting.clear()
        return scope

    @contextmanager
    def _keeping(self) -> Iterator[None]:
        """Clear, at the end of some steps, what the state stored for them."""
        before = len(self._kept)
        yield
        if not self.functions[-1].is_closed:
            self.add(self._cleared(before))
        del self._kept[before:]

    def _cleared(self, depth: int) -> Lines:
        return [f"{kept.field} = {kept.blank}" for kept in self._kept[depth:]]

    def keep(self, variable: p.Variable, scope: Scope) -> Scope:
        """Store a variable in the state until its block ends."""
        blank = blank_of(variable.type)
        blank = "0" if blank == "False" else blank
        name = self.shape.kept(variable)
        self.fields.setdefault(
            name, f"whole({'blank=EMPTY, ' if blank == 'EMPTY' else ''}shown=False)"
        )
        self._kept.append(Kept(f"state.{name}", blank))
        return scope.binding(variable, f"state.{name}")

    def exit_to(self, label: int) -> Jump:
        """Return the exit of a block; anything stored later is cleared at its end."""
        return Jump(self, label, len(self._kept))

    # -------------------------------------------------------------------------------------- blocks
    def _block(self, step: Any, scope: Scope, around: Around) -> None:
        writers: dict[Any, Any] = {
            p.If: self._if,
            p.Choose: self._choose,
            p.Each: self._each,
            p.Turns: self.turns,
            p.Repeat: self._repeat,
            p.For: self._for,
            p.DoPower: self._do_power,
        }
        writers[type(step)](step, scope, around)

    def _if(self, step: p.If, scope: Scope, around: Around) -> None:
        other, end = self.label(), self.label()
        condition = self.values.text(step.condition, scope)
        self.add(under(f"if not ({condition}):", self.leave(other)))
        self.steps(step.then, scope, around)
        self.go_on(end)
        self.start(other, "else" if step.otherwise else "go on", step.place)
        self.steps(step.otherwise, self.scope(scope), around)
        self.start(end, "go on after if", step.place)

    def _repeat(self, step: p.Repeat, scope: Scope, around: Around) -> None:
        again, end = self.label(), self.label()
        times = ""
        if step.times is not None:
            times = self.number_field("times")
            self.add([f"{times} = {self.values.text(step.times, scope)}"])
        self.start(again, "repeat", step.place)
        inner = self.scope(scope)
        if times:
            self.add([*under(f"if {times} <= 0:", self.leave(end)), f"{times} -= 1"])
        jump = self.exit_to(end)
        self.steps(step.steps, inner, around.ending(repeat=jump))
        self._until(step.until, inner, end)
        self.go_on(again)
        self.start(end, "go on after repeat", step.place)
        if times:
            self.add([f"{times} = 0"])

    def _until(self, until: p.Expression | None, scope: Scope, end: int) -> None:
        if until is not None and not self.functions[-1].is_closed:
            condition = self.values.text(until, self.scope(scope))
            self.add(under(f"if {condition}:", self.leave(end)))

    def _for(self, step: p.For, scope: Scope, around: Around) -> None:
        again, end = self.label(), self.label()
        call, room = self.lists.kept(step.list, scope)
        word = f"{step.variable.name} left"
        members = self.kept_field(word, f"each({room}, blank=EMPTY, shared=True, shown=False)")
        self.add([f"{members}[:] = EMPTY", call.format(members)])
        self.start(again, f"for {step.variable.name}", step.place)
        with self._keeping():
            inner = self.keep(step.variable, self.scope(scope))
            member = inner.of(step.variable)
            self.add([f"{member} = take_first({members})"])
            self.add(under(f"if {member} == EMPTY:", self.leave(end)))
            self.steps(step.steps, inner, around.ending(repeat=self.exit_to(end)))
            self.go_on(again)
        self.start(end, "go on after for", step.place)
        self.add([f"{members}[:] = EMPTY"])

    def _each(self, step: p.Each, scope: Scope, around: Around) -> None:
        if step.is_together:
            self._together(step, scope, around)
            return
        again, end = self.label(), self.label()
        order = self.seats_field("order")
        before = self._remembered(scope)
        self.add([self.actions.order(step, scope).format(order)])
        self.start(again, "each", step.place)
        inner = self.scope(scope, me=ACTING)
        due = [f"state.me = take_first({order})"]
        if self.shape.has_outs:
            is_out = "while state.me != EMPTY and state.out[state.me] == 1:"
            due += under(is_out, [f"state.me = take_first({order})"])
        self.add([*due, *under("if state.me == EMPTY:", self.leave(end))])
        if self.shape.has_active and not scope.me:
            self.add(["state.active = state.me"])
        if step.variable is not None:
            inner = inner.binding(step.variable, ACTING)
        self.steps(step.steps, inner, around.ending(turn=self.exit_to(again)))
        self.go_on(again)
        self.start(end, "go on after each", step.place)
        self._remember(before)

    def _remembered(self, scope: Scope) -> dict[str, str]:
        """Store who acts, and whose turn it is, while others act."""
        kept = dict[str, str]()
        if scope.me:
            kept["state.me"] = self.number_field("me before", is_none=True)
        if self.shape.has_active:
            kept["state.active"] = self.number_field("active before", is_none=True)
        self.add([f"{before} = {now}" for now, before in kept.items()])
        return kept

    def _remember(self, kept: dict[str, str]) -> None:
        for now, before in kept.items():
            self.add([f"{now} = {before}", f"{before} = EMPTY"])
        if "state.me" not in kept:
            self.add(["state.me = EMPTY"])

    def _together(self, step: p.Each, scope: Scope, around: Around) -> None:
        """Write a joint secret decision: players choose one after another, and none sees the
        choices before the end.
        """
        again, end = self.label(), self.label()
        order, at = self.seats_field("order"), self.number_field("decided")
        before = self._remembered(scope)
        self.add([self.actions.order(step, scope).format(order), f"{at} = 0"])
        self.start(self.label(), "together", step.place)
        self.functions[-1].shows = True
        self.start(again, "the next of all who decide together", step.place)
        inner = self.scope(scope, me=ACTING)
        self.add(under(f"if {at} == SEATS:", self.leave(end)))
        self.add([f"state.me = {order}[{at}]", f"{at} += 1"])
        self.add(under("if state.me == EMPTY:", self.leave(end)))
        if step.variable is not None:
            inner = inner.binding(step.variable, ACTING)
        begin = self.label()
        self.start(begin, "what one of them decides", step.place)
        fields, phases = set(self.fields), len(self.choices.phase_names)
        knowing = self.actions.knowing
        knowing.passed_unseen = zones_left(step.steps)
        with self.choices.in_secret():
            self.steps(step.steps, inner, around.ending(turn=self.exit_to(again)))
        knowing.passed_unseen = set()
        self.go_on(again)
        self._part(step, (begin, end), (order, at), fields, phases)
        self.start(end, "all have decided", step.place)
        self.add([f"{order}[:] = EMPTY", f"{at} = 0"])
        self._remember(before)

    def _part(
        self,
        step: p.Each,
        labels: tuple[int, int],
        places: tuple[str, str],
        fields: set[str],
        phases: int,
    ) -> None:
        """Write how one player starts a joint decision again.

        `labels` are its first step and the one after all of it, `places` the fields for the order
        and for the number who have begun; `fields` and `phases` are those that existed before.
        """
        secret = self.choices.phase_names[phases:]
        if not secret:
            return
        kept = set(map(self.shape.kept, variables_bound(step.steps)))
        ours = [name for name in self.fields if name not in fields or name in kept]
        blanks = [_emptied(name, self.fields[name]) for name in ours]
        blanks.sort(key=lambda line: "[:]" in line)
        name = self.shape.of_module.fresh("begin part", is_ours=True)
        lines = [f"state.me, {places[1]} = seat, SEATS", *blanks]
        lines.append(f"state.phase, state.step = FLOW, {labels[0]}")
        order, at = (repr(field.removeprefix("state.")) for field in places)
        head = f"@rules.part({', '.join(secret)}, end={labels[1]}, order={order}, at={at})"
        self.parts.append([head, *under(f"def {name}(cards, state, seat):", lines)])

    def turns(
        self,
        step: p.Turns,
        scope: Scope,
        around: Around,
        endings: tuple[p.Ending, ...] = (),
        is_whole: bool = False,
    ) -> None:
        """Write players in turn; `endings` are those of a whole game that proceeds by turns."""
        again, after, end = self.label(), self.label(), self.label()
        begin, count = self.number_field("from"), self.number_field("turn")
        next_ = self.number_field("next", is_none=True) if sets_next(step.steps) else ""
        before = self._remembered(scope)
        start = step.start or self.actions.beginner(step.place, scope)
        self.add([f"{begin} = {self.actions.start(start, scope)}", f"{count} = 0"])
        self.start(again, "turns", step.place)
        inner = self.scope(scope, me=ACTING, turn=count)
        self.add([f"state.me = {self._next_able(step, begin, scope)}"])
        self.add(under("if state.me == EMPTY:", self.leave(end)))
        self.add([f"{count} += 1", *([f"{next_} = EMPTY"] if next_ else [])])
        if is_whole:
            self.main_turn = count
            self.add([f"state.rounds = 1 + ({count} - 1) // state.players"])
        if self.shape.has_active:
            self.add(["state.active = state.me"])
        self.add(self.anew("turn"))
        within = replace(
            around.ending(turn=self.exit_to(after), turns=self.exit_to(end)), next=next_
        )
        self.steps(step.steps, inner, within)
        self.start(after, "after a turn", step.place)
        if is_whole:
            self.ending(endings, self.scope(inner))
        self._until(step.until, inner, end)
        left = "(state.me + 1) % state.players"
        named = f"{next_} if {next_} != EMPTY else {left}"
        self.add([f"{begin} = {named if next_ else left}"])
        self.go(again)
        self.start(end, "go on after turns", step.place)
        self._remember(before)

    def _next_able(self, step: p.Turns, begin: str, scope: Scope) -> str:
        """Write the call that finds the next player with a turn."""
        outer = self.scope(scope)

        def body(inner: Scope) -> Lines:
            lines = ["player = (start + step) % state.players"]
            inside = self.actions.membership(step.who, "player", inner)
            out = "state.out[player] == 0" if self.shape.has_outs else ""
            conditions = holding({out: out, f"({inside})": inside})
            found = guarding(conditions, ["return player"])
            loop = under("for step in range(state.players):", [*lines, *found])
            return [*loop, "return EMPTY"]

        return self.lists.call("next able", step.who, outer, body, "start").format(begin)

    def anew(self, when: str) -> Lines:
        """Write how counters are reset each turn or each round."""
        lines = Lines()
        for counter in self.shape.program.counters.values():
            if counter.again == when:
                me = ACTING if when == "turn" else ""
                lines += self.beginning(counter, me)
        return lines

    def beginning(self, counter: p.CounterDeclared, me: str = "") -> Lines:
        """Write how a counter gets its initial value, for one player or for all."""
        field = f"state.{self.shape.counter(counter.name)}"
        value = self.actions.kept_value(counter.start, Scope())
        at = [me or ":"] if counter.is_own else []
        return [f"{indexed(field, [*at, ':'] if counter.keys else at)} = {value}"]

    def ending(self, endings: tuple[p.Ending, ...], scope: Scope) -> None:
        """Write the lines that end the game."""
        for number, ending in enumerate(endings, 1):
            condition = self.values.text(ending.condition, scope)
            self.add(under(f"if {condition}:", [f"state.end = {number}", "return"]))

    # ------------------------------------------------------------------------------------- choices
    def _choose(self, step: p.Choose, scope: Scope, around: Around) -> None:
        end = self.label()
        phase = self.choices.phase(step, self.scope(scope, me="seat"), end)
        self.add([f"state.phase, state.seat = {phase.name}, {ACTING}"])
        self.functions[-1].is_closed = True
        for option in step.options:
            self._option(phase, option, scope, around, end)
        self.start(end, "go on after the choice", step.place)

    def _option(
        self, phase: Chosen, option: p.Option, scope: Scope, around: Around, end: int
    ) -> None:
        """Write the effect of a move: its own lines, or a step of the game."""
        steps, jump = option.steps, self.exit_to(end)
        match steps:
            case (*before, p.End(what=what)):
                leaving = around.ends.get(what)
                if isinstance(leaving, Jump):
                    steps, jump = tuple(before), leaving
        if all(map(is_inline, steps)) and not _has_end(steps):
            inner = self.choices.bound(option, self.scope(scope, me="seat"))
            lines = self.actions.lines(steps, inner, around)
            self.choices.does(phase, option, inner, [*lines, *jump.cleared()], jump.label)
            return
        body = self.label()
        with self._keeping_apart():
            outer = self.scope(scope)
            for slot in option.slots:
                outer = self.keep(slot.variable, outer)
            inner = self.choices.bound(option, self.scope(scope, me="seat"))
            given = [f"{outer.of(s.variable)} = {inner.of(s.variable)}" for s in option.slots]
            self.choices.does(phase, option, inner, given, body)
            self.functions[-1].is_closed = True
            self.start(body, " ".join(filter(str.strip, option.words)).strip(), option.place)
            self.steps(option.steps, outer, around)
            if not self.functions[-1].is_closed:
                self.add(self._cleared(len(self._kept) - len(option.slots)))
                self.go(end)

    @contextmanager
    def _keeping_apart(self) -> Iterator[None]:
        """Clear, after an option, what was stored for it."""
        before = len(self._kept)
        yield
        del self._kept[before:]

    # -------------------------------------------------------------------------------------- powers
    def _do_power(self, step: p.DoPower, scope: Scope, around: Around) -> None:
        """Write how the effect of a card's text is queued; outside a power it takes place
        immediately.
        """
        name = self._pushing(step.card.type.name, step.field)
        self.add([f"{name}(cards, state, {self.values.text(step.card, scope)}, {ACTING})"])
        if self._is_in_power:
            return
        after = self.label()
        self.add([f"state.back, state.back_me = {after}, {ACTING}"])
        self.go(self.power_end)
        self.start(after, "go on after the powers", step.place)

    def _pushing(self, kind: str, field: str) -> str:
        """Write the function that puts the effect of a card's text on the stack of pending effects;
        return its name.
        """
        key = ("powers", kind, field)
        table = self.shape.of_module.of(key, f"{kind} {field}", is_constant=True)
        if table not in self.tables:
            self.tables[table] = self._table(kind, field)

        def body() -> Lines:
            full = [f"state.end = {self.stalled}", "return"]
            lines = under(f"if state.waiting == {TODO}:", full)
            lines += [
                f"state.todo[state.waiting, 0] = {table}[card, n]",
                "state.todo[state.waiting, 1] = card",
                "state.todo[state.waiting, 2] = me",
                "state.waiting += 1",
            ]
            loop = f"for n in range({table}.shape[1] - 1, -1, -1):"
            inner = under(f"if {table}[card, n] != 0:", lines)
            return under("if card != EMPTY:", under(loop, inner))

        return self.lists.helpers.add(f"wait for {field} of {kind}", ["card", "me"], body)

    def _table(self, kind: str, field: str) -> str:
        """Write the table of the steps for each card of a kind, in the order of its sentences."""
        rows = list[list[int]]()
        for id_ in self.shape.ids_of(kind):
            powers = []
            for n, power in enumerate(self.shape.program.powers):
                if (power.kind, power.field) == (kind, field) and id_ in power.cards:
                    powers.append((power.place_in_text, self.power_labels[n]))
            rows.append([label for _, label in sorted(powers)])
        width = max(1, *map(len, rows))
        padded = [row + [0] * (width - len(row)) for row in rows]
        return f"np.array({padded})"

    def powers(self, turn: str) -> None:
        """Write the effects of the sentences on cards, and what follows each."""
        if not self.shape.program.powers:
            return
        blank = "blank=EMPTY, shown=False"
        for name in ("back", "back_me", "this"):
            self.fields[name] = f"whole({blank})"
        self.fields["waiting"] = "whole(shown=False)"
        self.fields["todo"] = f"each({TODO}, 3, blank=EMPTY, shared=True, shown=False)"
        self._is_in_power = True
        for label, power in zip(self.power_labels, self.shape.program.powers, strict=True):
            self.start(label, f"{power.text!r}", power.place)
            scope = Scope(ACTING, turn).binding(power.this, "state.this")
            self.steps(power.steps, scope, Around({"game": self.over}))
            self.go_on(self.power_end)
        self.start(self.power_end, "the next power that waits")
        done = [
            "state.me, state.step = state.back_me, state.back",
            "state.back, state.back_me, state.this = EMPTY, EMPTY, EMPTY",
            "return",
        ]
        self.add(under("if state.waiting == 0:", done))
        self.add(
            [
                "state.waiting -= 1",
                "state.step = state.todo[state.waiting, 0]",
                "state.this = state.todo[state.waiting, 1]",
                "state.me = state.todo[state.waiting, 2]",
                "state.todo[state.waiting, :] = EMPTY",
            ]
        )
        self.functions[-1].is_closed = True

    def over(self) -> Lines:
        """Write that the game is over."""
        return [f"state.end = {self.ended}", "return"]

    # ----------------------------------------------------------------------------- the whole course
    def course(self) -> None:
        """Write all of a program's steps, from the first one on."""
        program = self.shape.program
        self.power_labels = [self.label() for _ in program.powers]
        self.power_end = self.label() if program.powers else 0
        around = Around({"game": self.over})
        turn = ""
        self.start(self.label(), "setup")
        self.first_step = self.functions[-1].number
        self.steps(program.beginning, Scope(), around)
        if program.is_by_turns:
            place = program.steps[0].place
            block = p.Turns(p.Players("players", place), None, None, program.steps, place)
            self.turns(block, Scope(), around, program.endings, is_whole=True)
            turn = self.main_turn
        elif program.steps:
            self._rounds(program, around)
        if not self.functions[-1].is_closed:
            self.add([f"state.end = {self.ended or self.stalled}"])
            self.functions[-1].is_closed = True
        self.powers(turn)

    def _rounds(self, program: p.Program, around: Around) -> None:
        again, after = self.label(), self.label()
        self.start(again, "round", program.steps[0].place)
        self.add(["state.rounds += 1", *self.anew("round")])
        self.steps(program.steps, Scope(), around.ending(round=Jump(self, after, len(self._kept))))
        self.start(after, "after the round")
        self.ending(program.endings, Scope())
        self.go(again)


def zones_left(steps: tuple[Any, ...]) -> set[str]:
    """Return the zones that steps take cards from."""
    left = {move.taken.source.type.name for move in nodes_of(p.Move, steps)}
    for swap in nodes_of(p.Swap, steps):
        left |= {swap.first.type.name, swap.second.type.name}
    return left


def flow_of(shape: Shape, helpers: Helpers) -> Flow:
    """Return the writer of a program's steps."""
    lists = Lists(Values(shape), helpers)
    return Flow(Actions(lists), Choices(lists))


@dataclass(frozen=True)
class Jump:
    """The lines that end a block, from inside a function; anything stored past the block is
    cleared.
    """

    flow: Flow
    label: int
    depth: int

    def __call__(self) -> Lines:
        return [*self.cleared(), *self.flow.leave(self.label)]

    def cleared(self) -> Lines:
        return self.flow._cleared(self.depth)


def ends_of(shape: Shape) -> list[str]:
    """List the words for each end of a game, by its number; the end through steps alone is included
    only if it can occur.
    """
    program = shape.program
    words = ["not over", *(ending.words for ending in program.endings)]
    says_so = any(end.what == "game" for end in nodes_of(p.End, program))
    runs_out = not program.steps or (program.is_by_turns and shape.has_outs)
    if (says_so or runs_out) and p.OVER not in words:
        words.append(p.OVER)
    return [*words, "stalled", BOUND]


def _emptied(name: str, declared: str) -> str:
    """Write that a field stores nothing, by its declaration."""
    if "each(" in declared:
        return f"state.{name}[:] = EMPTY"
    return f"state.{name} = {'EMPTY' if 'blank=EMPTY' in declared else '0'}"


def _has_end(steps: tuple[Any, ...]) -> bool:
    """Return whether steps may end something around them; such a move is a separate step."""
    return any(end.what != "game" for end in nodes_of(p.End, steps))
