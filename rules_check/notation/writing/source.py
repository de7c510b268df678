"""A whole program as the source of a module of rules.

In: a program and its game. Out: Python source that a person can read, change and run: it needs only
`rules_check.rules`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any

from generator.data.game import Game
from generator.data.problems import Problem, ProblemError
from rules_check.engine.consent import read_own_rules, untrusted
from rules_check.notation import messages as say
from rules_check.notation import program as p
from rules_check.notation.hidden import hidden_in
from rules_check.notation.own import OwnSteps, check_names, steps_in
from rules_check.notation.walking import is_me, nodes, nodes_of
from rules_check.notation.writing.choices import MOST_MOVES
from rules_check.notation.writing.declaring import cards_class, constants, state_class
from rules_check.notation.writing.flow import flow_of
from rules_check.notation.writing.names import OF_MODULE, OF_RULE, Names, plain
from rules_check.notation.writing.scopes import Helpers, Lines, Scope, holding, indexed, under
from rules_check.notation.writing.shape import Shape, shape_of

WORTH = 1000
"""How many of a seat's counters are worth a point, to a player that does not look ahead."""
LOST = -1_000_000
"""What a game that a team has lost is worth, to a player that does not look ahead."""


def source_of(program: p.Program, game: Game) -> str:
    """Write the rules of a program."""
    return "\n".join(_Source(shape_of(program, game)).lines()) + "\n"


def _own_steps(shape: Shape) -> OwnSteps | None:
    """Return the functions that steps call, once the names they use are known: a file must be given
    every field and constant that it names. Raises ProblemError without the user's consent.
    """
    if not any(nodes_of(p.Call, shape.program)):
        return None
    if not shape.program.python:
        own = read_own_rules(shape.game.folder)
        raise ProblemError(untrusted(own) if own else Problem.of(say.NO_RULES_PY_HERE()))
    steps, words = steps_in(shape.program.python), shape.words
    shape.of_module.reserve(steps.top)
    for name in shape.program.zones:
        shape.zone(name)
    for name in shape.program.counters:
        shape.counter(name)
    _give_fields(shape, steps.named["cards"])
    for owner in (*words.kinds, *words.tables):
        type_ = p.Type("card" if owner in words.kinds else "row", owner)
        for id_ in shape.ids_of(owner):
            if plain(id_).upper() in steps.words:
                shape.constant(type_, id_)
    for name in words.rulings:
        shape.ruling(name)
    types = dict[p.Type, None]()
    for fields in words.fields.values():
        types |= dict.fromkeys(fields.values())
    types |= {p.Type("word", words=options): None for options in words.rulings.values()}
    for word_type in types:
        for word in word_type.words:
            if plain(word).upper() in steps.words:
                shape.constant(word_type, word)
    return steps


def _give_fields(shape: Shape, named: Collection[str]) -> None:
    """Declare what a file's functions read of the card set: fields, numbers and counts."""
    words = shape.words
    uses = Counter(name for fields in words.fields.values() for name in fields)
    for owner, fields in words.fields.items():
        for name in fields:
            if plain(name if uses[name] == 1 else f"{owner} {name}") in named:
                shape.attribute(owner, name)
    for name in (*words.numbers, *words.tabled):
        if plain(name) in named:
            shape.rule(name)
    for owner in (*words.kinds, *words.tables):
        if plain(owner) in named:
            shape.count(owner)


class _Source:
    def __init__(self, shape: Shape) -> None:
        self.shape, self.program = shape, shape.program
        self.own = _own_steps(shape)
        self.helpers = Helpers(shape.of_module)
        self.flow = flow_of(shape, self.helpers)
        self.actions, self.choices, self.values = (
            self.flow.actions,
            self.flow.choices,
            self.flow.values,
        )

    def lines(self) -> Iterator[str]:
        """Write the module: declarations come first, though they are known last."""
        self.flow.course()
        rules = [*self._beginning(), *self._course(), *self._verbs()]
        if self.own is not None:
            state = (*self.shape.of_state, *self.flow.fields)
            check_names(self.own, state, self.shape.of_cards, OF_MODULE)
            yield from (*self.own.text.splitlines(), "", "")
        yield (
            f'"""{_in_docstring(self.program.title)}: its rules, written from `play:` in '
            'cards.yaml."""'
        )
        yield from ("", "import numpy as np", "", "from rules_check.rules import *", "")
        yield from constants(self.shape)
        yield from ("", "", *cards_class(self.shape))
        yield from ("", "", *state_class(self.shape, self.flow.fields))
        yield from ("", "", "moves = Moves()", *self.choices.moves)
        if self.own is not None:
            for name in self.own.bare:
                yield f"{name} = jit({name})"
        phases = ["FLOW", *self.choices.phase_names]
        yield f"{', '.join(phases)} = range({len(phases)})" if len(phases) > 1 else "FLOW = 0"
        for name, table in self.flow.tables.items():
            yield f"{name} = {table}"
        yield from self._ruleset()
        for function in (*self.helpers.written, *rules):
            yield from ("", "", *function)

    def _ruleset(self) -> Iterator[str]:
        ends = tuple(self.flow.ends)
        facts = [repr(self.shape.game.plays), "Cards", "State", "moves", f"ends={ends!r}"]
        facts += [f"BAD_ENDS={tuple(self.shape.bad_ends)}", f"max_moves={self._most_moves()}"]
        bad = self.shape.bad_ends.items()
        places = {end: (at.line, at.column) for end, at in bad if at is not None}
        is_of_team, scores = self.program.wins == "together", self.program.scores
        facts += holding(
            {
                f"SCORES_SEEN_BY={self._scores_seen_by()!r}": True,
                f"TURN={self.flow.main_turn.removeprefix('state.')!r}": self.program.is_by_turns,
                f"END_PLACES={places}": places,
                f"TEAMS={self.program.teams}": self.program.teams > 0,
                f"WINS_TOGETHER=True, LOST_ENDS={self._lost_ends()}": is_of_team,
                f"LEDGER={tuple(line.words for line in scores)!r}": len(scores) > 1,
            }
        )
        yield f"rules = Ruleset({', '.join(facts)})"
        yield f"rules.goes_on(FLOW, stalled={self.flow.stalled}, bound={self.flow.bound})"

    def _lost_ends(self) -> tuple[int, ...]:
        """Return the numbers of the ends with which all players lose."""
        ends = enumerate(self.program.endings, 1)
        return tuple(number for number, end in ends if end.words in self.program.loses)

    def _scores_seen_by(self) -> str:
        """Return who can compute a score during the game: all, its owner, or no seat."""
        scores = self.program.scores
        if next(hidden_in(scores, self.program), None):
            return "nobody"
        if next(hidden_in(scores, self.program, is_owner=False), None):
            return "nobody" if self.program.teams else "owner"
        return "all"

    def _most_moves(self) -> int:
        return max(2, min(MOST_MOVES, self.choices.rooms))

    # ----------------------------------------------------------------------------------- beginning
    def _beginning(self) -> Iterator[Lines]:
        counts = list(self.shape.counts)
        yield ["@rules.verb", *under("def player_counts(cards):", [f"return {counts}"])]
        lines = ['"""Lay out all that the game begins with."""', "state.rounds = 0"]
        for kind in self.shape.kinds:
            lines += self._laid_out(kind)
        for counter in self.program.counters.values():
            lines += self.flow.beginning(counter)
        lines.append(f"state.phase, state.step = FLOW, {self.flow.first_step}")
        yield ["@rules.setup", *under(f"def {self._name('begin')}(cards, state):", lines)]

    def _name(self, word: str) -> str:
        return self.shape.of_module.fresh(word)

    def _laid_out(self, kind: str) -> Lines:
        """Write how the cards of a kind get to their starting places."""
        zones = [zone for zone in self.shape.zones_of(kind) if zone.is_full]
        lines, copies = Lines(), self.shape.copies(kind)
        scope, conditions = Scope(local=Names(OF_RULE)), Lines()
        for zone in zones:
            array = f"state.{self.shape.zone(zone.name)}"
            array = f"{array}[seat]" if zone.is_own else array
            laid = [f"fill_copies({array}, {copies})"]
            is_part = zone.only is not None or self.shape.first_owners(kind)
            if zone.keys or is_part:
                laid = self._each_laid(zone, array, scope, conditions)
            if zone.seen == "nobody":
                laid += self._mixed(zone, array)
            lines += under("for seat in range(state.players):", laid) if zone.is_own else laid
        unused = self.shape.unused(kind)
        if unused:
            put = f"put(state.{unused}, card)"
            left = " and ".join(f"not ({condition})" for condition in conditions)
            lines += self._each_card(kind, under(f"if {left}:", [put]) if left else [put])
        return lines

    def _each_card(self, kind: str, lines: Lines) -> Lines:
        loop = under(f"for _ in range({self.shape.copies(kind)}[card]):", lines)
        return under(f"for card in range(cards.{self.shape.count(kind)}):", loop)

    def _each_laid(
        self, zone: p.ZoneDeclared, array: str, scope: Scope, conditions: Lines
    ) -> Lines:
        """Write how cards are placed one by one in a zone: those intended for it, each in its own
        pile.
        """
        target = array
        if zone.keys:
            target = indexed(array, [self.actions.own_key(zone, "card")])
        put, needed = [f"put({target}, card)"], list[str]()
        if zone.only is not None:
            inner = scope.binding(zone.only.variable, "card")
            needed.append(self.values.text(zone.only.condition, inner))
        if not (zone.is_own and self.shape.first_owners(zone.kind)):
            conditions += needed
            begins = " and ".join(needed)
        else:
            owner = f"{self._first_owners(zone.kind)}[card]"
            begins = " and ".join([f"{owner} == seat", *needed])
            conditions.append(" and ".join([f"{owner} < state.players", *needed]))
        return self._each_card(zone.kind, under(f"if {begins}:", put) if begins else put)

    def _first_owners(self, kind: str) -> str:
        """Write the table of the seats that begin with the cards of a kind; return its name."""
        name = self.shape.of_module.of(("owners", kind), f"first owners of {kind}", True)
        self.flow.tables[name] = repr(tuple(self.shape.first_owners(kind)))
        return name

    def _mixed(self, zone: p.ZoneDeclared, array: str) -> Lines:
        if not zone.keys:
            return self.actions.mixing(zone, array)
        lines = self.actions.mixing(zone, indexed(array, ["pile"]))
        return under(f"for pile in range({len(zone.keys)}):", lines) if lines else []

    # -------------------------------------------------------------------------------------- course
    def _course(self) -> Iterator[Lines]:
        for step in self.flow.functions:
            facts = f"{step.number}, shows=True" if step.shows else str(step.number)
            if step.place is not None:
                facts += f", at={(step.place.line, step.place.column)}"
            docstring = f'"""{_in_docstring(step.said)}."""'
            body = [docstring, *step.lines]
            yield [f"@rules.step({facts})", *under(f"def step_{step.number}(cards, state):", body)]
        yield from self.choices.phases
        yield from self.flow.parts
        yield from self.choices.doing

    # --------------------------------------------------------------------------------------- verbs
    def _verbs(self) -> Iterator[Lines]:
        scope = Scope(me="seat", local=Names(OF_RULE))
        scores = [self.values.text(line.value, scope) for line in self.program.scores]
        total = " + ".join(f"int({text})" for text in scores) or "0"
        lines = ['"""Return what a seat has scored."""', f"return {total}"]
        yield from self._of_team("score_of", "cards, state, seat", lines)
        if len(scores) > 1:
            parts = Lines()
            for n, text in enumerate(scores):
                parts += under(f"if source == {n}:", [f"return int({text})"])
            yield from self._of_team("part_of", "cards, state, seat, source", [*parts, "return 0"])
        if self.program.ties or self.program.wins != "most":
            yield from self._standing(scope)
        yield self._value()

    def _of_team(
        self, name: str, parameters: str, lines: Lines, mark: str = "@rules.verb"
    ) -> Iterator[Lines]:
        """Write a function that counts something for a seat; with teams, for all of its team."""
        teams = self.program.teams
        if not teams:
            yield [mark, *under(f"def {name}({parameters}):", lines)]
            return
        own = self._name(f"own_{name}")
        yield ["@jit", *under(f"def {own}({parameters}):", lines)]
        loop = [f"total += {own}({parameters.replace('seat', 'member', 1)})"]
        members = f"for member in range(seat % {teams}, state.players, {teams}):"
        lines = ['"""Add it up over the seats of a team."""', "total = 0"]
        lines += [*under(members, loop), "return total"]
        yield [mark, *under(f"def {name}({parameters}):", lines)]

    def _standing(self, scope: Scope) -> Iterator[Lines]:
        """Write the ranking of seats: by their scores, and by the tie-breakers."""
        if self.program.wins == "together":
            lines = ['"""Return the same for every seat: all win or lose together."""', "return 0"]
            yield ["@rules.verb", *under("def standing_of(cards, state, seat):", lines)]
            return
        sign = "-" if self.program.wins == "least" else ""
        ties = [f"int({self.values.text(tie, scope)})" for tie in self.program.ties]
        if not ties:
            lines = [f"return {sign}score_of(cards, state, seat)"]
            yield ["@rules.verb", *under("def standing_of(cards, state, seat):", lines)]
            return
        rank = self._name("rank")
        if self.program.teams:
            for n, tie in enumerate(ties):
                name = self._name(f"tie_{n + 1}")
                yield from self._of_team(name, "cards, state, seat", [f"return {tie}"], "@jit")
                ties[n] = f"{name}(cards, state, seat)"
        keys = ", ".join([f"{sign}score_of(cards, state, seat)", *ties])
        yield ["@jit", *under(f"def {rank}(cards, state, seat):", [f"return ({keys})"])]
        better = f"{rank}(cards, state, seat) > {rank}(cards, state, other)"
        count = under(f"if {better}:", ["out[seat] += 1"])
        loop = ["out[seat] = 0", *under("for other in range(state.players):", count)]
        lines = ['"""Count whom each seat beats, by score and then by what settles ties."""']
        lines += under("for seat in range(state.players):", loop)
        yield ["@rules.verb", *under("def standing(cards, state, out):", lines)]

    def _value(self) -> Lines:
        """Write a quick estimate of a position: the score, as far as the seat can know it, plus a
        little for its counters.
        """
        sign = "-" if self.program.wins == "least" else ""
        seen = not any(map(self._is_unseen, nodes(self.program.scores)))
        if self.program.teams:
            seen = self._scores_seen_by() == "all"
        counters = []
        for counter in self.program.counters.values():
            if counter.is_own and not counter.keys and counter.type.sort == "number":
                counters.append(f"state.{self.shape.counter(counter.name)}[seat]")
        parts = [f"{sign}score_of(cards, state, seat)"] if seen else []
        if counters:
            parts.append(f"({' + '.join(counters)}) / {WORTH}")
        lines = ['"""Return the score, and a little for what a seat has counted."""']
        for end in self._lost_ends():
            lines += under(f"if state.end == {end}:", [f"return {LOST}"])
        text = " + ".join(parts) or "0"
        return [
            "@rules.verb",
            *under("def value(cards, state, seat):", [*lines, f"return 0.0 + {text}"]),
        ]

    def _is_unseen(self, part: Any) -> bool:
        """Return whether part of a score may be hidden from its own player."""
        if isinstance(part, p.CounterRead):
            declared = self.program.counters[part.counter]
            return declared.is_seen_by_owner_only and not is_me(part.owner)
        if not isinstance(part, p.PileRead):
            return False
        zone = self.program.zones[part.zone]
        return zone.seen == "nobody" or (zone.seen == "owner" and not is_me(part.owner))


def _in_docstring(text: str) -> str:
    """Return a text that is safe in a docstring."""
    return text.replace("\\", "/").replace('"', "'")
