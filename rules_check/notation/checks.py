"""Faults in rules that are readable: loops without an end, choices without an option, secrets that
moves give away.

In: a `Program` and the names that its text uses. Out: problems at their places. Only what is
certain from reading is an error; something written but never used is a warning.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from generator.data.problems import Place, Problems, Said
from rules_check.notation import messages as say
from rules_check.notation.constants import UNKNOWN, value_of
from rules_check.notation.effects import changed_by, changed_by_play, read_by
from rules_check.notation.filling import check_filling
from rules_check.notation.fitting import described
from rules_check.notation.hidden import hidden_in
from rules_check.notation.knowing import Piles, choices_of
from rules_check.notation.program import (
    OVER,
    Best,
    Call,
    Choose,
    Constant,
    CounterRead,
    Deal,
    End,
    Expression,
    For,
    GoOut,
    Let,
    LookAt,
    Mapped,
    Move,
    Option,
    Otherwise,
    PileRead,
    Program,
    Repeat,
    RuleNumber,
    RulingAnswer,
    SetCounter,
    Slot,
    Span,
    Step,
    Turns,
    Variable,
    VariableRead,
    Where,
    ZoneDeclared,
)
from rules_check.notation.reducing import reduced_by
from rules_check.notation.scope import World
from rules_check.notation.vocabulary import Vocabulary
from rules_check.notation.walking import nodes, nodes_of, within
from rules_check.toolkit.prose import joined

MOST_CHOICES = 1_000
LEAVING = ("game", "round", "turn", "turns")


def check(program: Program, world: World) -> None:
    """Report the faults of a program that was read without fault."""
    problems, words = world.problems, world.vocabulary
    if problems.has_errors:
        return
    check_filling(program, problems)
    _check_shares(program, words, problems)
    _check_elements(program, problems)
    _check_endings(program, words, problems)
    _check_loops(program, words, problems)
    _check_choices(program, words, problems)
    _check_moves(program, problems)
    _check_secrets(program, world)
    _check_used(program, world)


# ----------------------------------------------------------------------------------------- zones


def _check_shares(program: Program, words: Vocabulary, problems: Problems) -> None:
    """Report cards that would begin in two zones, or with several players."""
    owner: dict[str, ZoneDeclared] = {}
    for zone in program.zones.values():
        if not zone.is_full:
            continue
        if zone.is_own and zone.kind not in words.owned:
            problems.error(say.ONE_SET_FOR_ALL(name=zone.name, kind=zone.kind), zone.place)
            continue
        for card in words.kinds[zone.kind]:
            if not _begins_with(zone, card, words):
                continue
            other = owner.setdefault(card, zone)
            if other is not zone:
                message = say.IN_TWO_ZONES(id_=card, name=other.name, second=zone.name)
                hint = "add a 'where' to one of the two zones"
                problems.error(message, zone.place, hint, (("first", other.place),))
                break


def _begins_with(zone: ZoneDeclared, card: str, words: Vocabulary) -> bool:
    if zone.only is None:
        return True
    return value_of(zone.only.condition, words, {zone.only.variable.number: card}) is True


# -------------------------------------------------------------------------------------- elements


def _check_elements(program: Program, problems: Problems) -> None:
    """Report conditions on members of a list that depend on something else."""
    for node in nodes((program.parts, tuple(program.zones.values()))):
        match node:
            case Where(variable=variable, condition=condition):
                _check_element(variable, condition, "where", problems)
            case Best(variable=variable, keys=keys):
                for key in keys:
                    _check_element(variable, key, "by", problems)
            case Mapped(variable=variable, value=value):
                _check_element(variable, value, "over", problems)


def _check_element(variable: Variable, asked: Expression, word: str, problems: Problems) -> None:
    read = [read.variable for read in nodes_of(VariableRead, asked)]
    if variable in read:
        return
    others = [other.name for other in read if other.type == variable.type]
    if others:
        hint = "write 'it' for the current item, or only the name of its field"
        problems.error(say.LOOKS_ELSEWHERE(word=word, name=others[0]), asked.place, hint)
    elif word == "where" and read_by(asked):
        hint = "name a field or 'it' in the condition; write 'if' for a condition on a whole option"
        problems.warn(say.CONDITION_OF_NONE(), asked.place, hint)


# --------------------------------------------------------------------------------------- endings


def _check_endings(program: Program, words: Vocabulary, problems: Problems) -> None:
    if not program.steps:
        return
    changing = changed_by_play(program)
    for ending in program.endings:
        if not read_by(ending.condition) & changing:
            message = say.NOTHING_CHANGES(condition=ending.words)
            if ending.words == OVER:
                message = say.NOTHING_READ_CHANGES()
            problems.error(message, ending.place)
        elif value_of(ending.condition, words, {}) is False:
            problems.error(say.GAME_NEVER_ENDS(), ending.place)
    begin, parts = program.steps[0].place, program.parts
    ends = {end.what for end in nodes_of(End, parts)}
    if not program.endings and "game" not in ends:
        problems.error(say.NO_ENDING(), begin)
    if not any(nodes_of(Choose, parts)):
        problems.error(say.NO_CHOICE(), begin)
    counted = [*(line.value for line in program.scores), *program.ties]
    if program.wins != "together" and not any(
        value_of(value, words, {}) is UNKNOWN for value in counted
    ):
        hint = "add score: with a formula, such as sum(hand.points)"
        if any(nodes_of(GoOut, parts)):
            hint = "if the last player left is to win, write score: if(out, 0, 1)"
        place = program.scores[0].place if program.scores else begin
        problems.warn(say.NOTHING_WINS(), place, hint)


# ----------------------------------------------------------------------------------------- loops


def _check_loops(program: Program, words: Vocabulary, problems: Problems) -> None:
    for loop in nodes(program.parts):
        if not isinstance(loop, Repeat | Turns):
            continue
        if loop.until is not None and value_of(loop.until, words, {}) is False:
            hint = "change the condition, or delete 'until:'"
            problems.error(say.NEVER_HOLDS(), loop.until.place, hint)
        if isinstance(loop, Repeat):
            _check_repeat(loop, program, problems)
        else:
            _check_turns(loop, program, problems)


def _check_repeat(loop: Repeat, program: Program, problems: Problems) -> None:
    if loop.times is not None or _is_left(loop.steps, ("repeat", *LEAVING)):
        return
    if loop.until is None:
        hint = "add times: or until:, or end the repeat in one of its steps"
        problems.error(say.REPEAT_NEVER_ENDS(), loop.place, hint)
    elif not read_by(loop.until) & changed_by(loop.steps, program):
        problems.error(say.REPEAT_CHANGES_NOTHING(), loop.until.place)
    elif (zone := reduced_by(loop)) is not None:
        hint = f"to discard only the excess, write times: count({zone}) - 5, with your number"
        problems.warn(say.REPEATED_ONCE_TOO_OFTEN(), loop.until.place, hint)


def _check_turns(loop: Turns, program: Program, problems: Problems) -> None:
    if _is_left(loop.steps, ("turns", "round", "game")):
        return
    read = read_by(loop.who) | (read_by(loop.until) if loop.until is not None else set())
    if read & changed_by(loop, program):
        return
    if loop.until is None:
        hint = "add until:, or end the turns in one of its steps"
        problems.error(say.TURNS_NEVER_END(), loop.place, hint)
    else:
        problems.error(say.TURNS_CHANGE_NOTHING(), loop.until.place)


def _is_left(steps: tuple[Step, ...], words: tuple[str, ...]) -> bool:
    """Return whether a step leaves the loop around it."""
    return any(end.what in words for end in _ends(steps, is_within=False))


def _ends(part: object, is_within: bool) -> Iterator[End]:
    """Yield the steps that end something, except those that end a repeat within these steps."""
    if isinstance(part, End) and not (is_within and part.what == "repeat"):
        yield part
    for inner in within(part):
        yield from _ends(inner, is_within or isinstance(part, Repeat | For))


# --------------------------------------------------------------------------------------- choices


def _check_choices(program: Program, words: Vocabulary, problems: Problems) -> None:
    parts = program.parts
    looked_at = {look.pile.type.name for look in nodes_of(LookAt, parts)}
    for choice, known in choices_of(program):
        _check_alike(choice, problems)
        for option in choice.options:
            _check_offered(option, words, problems)
            secrets = Secrets(program, known, looked_at, problems)
            _check_named(option, secrets)
            _check_open(option, secrets)


def _check_offered(option: Option, words: Vocabulary, problems: Problems) -> None:
    """Report an option that cards.yaml alone makes impossible."""
    for slot in option.slots:
        _check_span(slot, words, problems)
        if value_of(slot.list, words, {}) == []:
            what = described(slot.variable.type)
            message = say.NEVER_OFFERED(what=what, name=slot.variable.name)
            problems.error(message, slot.list.place)
    condition = option.condition
    if condition is None or any(nodes_of(RuleNumber, condition)):
        return
    if value_of(condition, words, {}) is False:
        problems.error(say.NEVER_OFFERED_BY_CONDITION(), condition.place)


def _check_span(slot: Slot, words: Vocabulary, problems: Problems) -> None:
    """Report a range with more numbers than a player can choose from."""
    for span in nodes_of(Span, slot.list):
        low, high = value_of(span.low, words, {}), value_of(span.high, words, {})
        if isinstance(low, int) and isinstance(high, int) and high - low >= MOST_CHOICES:
            problems.error(say.TOO_MANY_CHOICES(most=MOST_CHOICES), span.place)


def _check_alike(choice: Choose, problems: Problems) -> None:
    """Report two options of one choice with the same words."""
    seen: dict[tuple[object, ...], Option] = {}
    for option in choice.options:
        words = tuple(word.strip() for word in option.words)
        key = (words, tuple(slot.variable.type for slot in option.slots))
        other = seen.setdefault(key, option)
        if other is not option:
            problems.error(say.SAME_WORDS(), option.place, None, (("first", other.place),))


@dataclass(frozen=True)
class Secrets:
    """Reports an option that reads something its player cannot see: an error, or a warning if some
    player looks at that zone, but perhaps not this player before this choice.
    """

    program: Program
    known: Piles
    looked_at: set[str]
    problems: Problems

    def named(self, parts: object) -> None:
        """Report each secret that is named in the given parts of a program."""
        for zone, place in hidden_in(parts, self.program, self.known):
            if zone in self.looked_at:
                self.problems.warn(say.SECRET_PERHAPS_NAMED(zone=zone), place)
            else:
                self.problems.error(say.SECRET_NAMED(zone=zone), place)

    def offered(self, parts: object) -> None:
        """Report each secret on which it depends whether an option is offered."""
        for zone, place in hidden_in(parts, self.program, self.known):
            if zone in self.program.counters:
                self.problems.error(say.SECRET_NUMBER_OFFERED(counter=zone), place)
            elif zone in self.looked_at:
                self.problems.warn(say.SECRET_PERHAPS_OFFERED(zone=zone), place)
            else:
                self.problems.error(say.SECRET_OFFERED(zone=zone), place)


def _check_named(option: Option, secrets: Secrets) -> None:
    """Report an option that names a card its player has not seen."""
    for slot in option.slots:
        if slot.variable.type.sort == "card":
            secrets.named(tuple(_narrowed(slot.list)))


def _check_open(option: Option, secrets: Secrets) -> None:
    """Report an option that reveals something its player cannot see, because it is offered or not
    depending on it.
    """
    parts: list[object] = [option.condition]
    for slot in option.slots:
        is_place = slot.variable.type.sort in ("card", "pile")
        parts += _conditions(slot.list) if is_place else [slot.list]
    secrets.offered(tuple(parts))


def _narrowed(some: Expression) -> Iterator[Expression]:
    """Yield the lists that a slot's list takes its members from."""
    match some:
        case Where(list=members):
            yield from _narrowed(members)
        case Otherwise(first=first, second=second):
            yield from _narrowed(first)
            yield from _narrowed(second)
        case _:
            yield some


def _conditions(some: Expression) -> Iterator[Expression]:
    """Yield the conditions by which a slot's list selects its members."""
    match some:
        case Where(condition=condition, list=members):
            yield condition
            yield from _conditions(members)
        case Otherwise(first=first, second=second):
            yield from _conditions(first)
            yield from _conditions(second)


# ----------------------------------------------------------------------------------------- moves


def _check_moves(program: Program, problems: Problems) -> None:
    """Report moves of cards to the place where they already are, and steps that can never be
    reached.
    """
    for move in nodes_of(Move, program.parts):
        if move.taken.source == move.to and not move.is_at_bottom:
            problems.error(say.SAME_ZONE(name=move.to.type.name), move.place)
    for steps in _lists(program.parts):
        for before, after in pairwise(steps):
            if isinstance(before, End):
                problems.warn(say.NEVER_DONE(what=before.what), after.place)


def _lists(parts: object) -> Iterator[tuple[Step, ...]]:
    """Yield lists of steps."""
    if isinstance(parts, tuple) and any(isinstance(part, End) for part in parts):
        yield parts
    for part in within(parts):
        yield from _lists(part)


def _check_secrets(program: Program, world: World) -> None:
    """Warn about hands that all players can see: drawn face down from a deck, and chosen from by
    their owner.
    """
    parts = program.parts
    hidden = {zone.name for zone in program.zones.values() if zone.seen == "nobody"}
    dealt = {deal.zone for deal in nodes_of(Deal, parts) if deal.source.type.name in hidden}
    sources = tuple(slot.source for slot in nodes_of(Slot, parts))
    for name in dict.fromkeys(pile.zone for pile in nodes_of(PileRead, sources)):
        zone = program.zones[name]
        is_open = zone.is_own and zone.seen == "all" and name not in world.face_up
        if is_open and name in dealt:
            hint = "write 'seen by owner' or, if you want the cards to be open, 'face up'"
            world.problems.warn(say.OPEN_HAND(name=name), zone.place, hint)


# ----------------------------------------------------------------------------------------- usage


def _check_used(program: Program, world: World) -> None:
    problems, used, parts = world.problems, world.used, program.parts
    read = set(_counters_read(parts))
    for name, declared in program.declared.items():
        if name not in used and name not in world.of_setup:
            problems.warn(say.NEVER_USED(name=name), declared.place)
        elif name in used and name in program.counters and name not in read:
            problems.warn(say.NEVER_READ(name=name), declared.place)
    variables = {f"variable {read.variable.number}" for read in nodes_of(VariableRead, parts)}
    for key, message, place in _usable(program, world):
        if key not in used | variables:
            problems.warn(message, place)
    _check_options(parts, world.vocabulary, problems)


def _usable(program: Program, world: World) -> Iterator[tuple[str, Said, Place]]:
    """Yield what `used` holds of everything that can be used, other than zones and counters, with
    the warning if nothing uses it.
    """
    for name, phrase in world.formulas.items():
        yield name, say.FORMULA_NEVER_USED(name=name), phrase.whole
    for name, node in world.steps.items():
        yield f"do {name}", say.STEPS_NEVER_DONE(name=name), node.place
    for let in nodes_of(Let, program.parts):
        variable = let.variable
        yield f"variable {variable.number}", say.NEVER_USED(name=variable.name), let.place
    for text, place in world.patterns.items():
        yield f"power {text}", say.POWER_NEVER_SAID(text=text), place
    for name, place in world.vocabulary.ruling_places.items():
        yield f"ruling.{name}", say.RULING_NEVER_ASKED(name=name), place


def _check_options(parts: object, words: Vocabulary, problems: Problems) -> None:
    """Report options of a ruling that play the same: the rules compare it with none of them."""
    answers, constants = list(nodes_of(RulingAnswer, parts)), list(nodes_of(Constant, parts))
    for name, options in words.rulings.items():
        asked = {answer.type for answer in answers if answer.name == name}
        named = {constant.value for constant in constants if constant.type in asked}
        alike = [option for option in options if option not in named]
        if asked and len(alike) > 1:
            message = say.NEVER_ASKED(ruling=alike[1], those=joined(alike))
            hint = f"test for it with ruling.{name} = {alike[1]}, or delete it"
            problems.warn(message, words.option_places[name, alike[1]], hint)


def _counters_read(parts: object) -> Iterator[str]:
    """Yield the counters that are read other than by a step that only adds to them."""
    passed_over = set[int]()
    for step in nodes_of(SetCounter, parts):
        adding = (node for node in nodes(step.value) if node == step.counter)
        passed_over |= {id(step.counter), *map(id, adding)}
    for read in nodes_of(CounterRead, parts):
        if id(read) not in passed_over:
            yield read.counter
    for call in nodes_of(Call, parts):
        yield from call.touches
