"""Sentences: steps that are a single line, from `move 1 from deck to hand` to `me is out`.

In: a parsed sentence and its scope. Out: the step it means; `let` and `do` for named steps are read
by `course`, which knows what comes after. Raises RuleFault, or Follows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from generator.data.formulas import Tree
from generator.data.problems import Place
from rules_check.notation import messages as say
from rules_check.notation.expressions import known, number, player, read
from rules_check.notation.faults import Follows, RuleFault, nearest
from rules_check.notation.fitting import as_list, as_type, card_on, described, found, holds_one
from rules_check.notation.grammar import LOOKED_AT, Sentence
from rules_check.notation.own import GIVEN, own_steps
from rules_check.notation.program import (
    NUMBER,
    AllIn,
    Call,
    CardsIn,
    Constant,
    CounterRead,
    Deal,
    DoPower,
    End,
    Expression,
    Gather,
    GoOut,
    LookAt,
    Move,
    Numeric,
    Pass,
    PileRead,
    Refill,
    Roll,
    SetCounter,
    SetFirst,
    SetNext,
    Shuffle,
    Step,
    Swap,
    Taken,
    VariableRead,
    Word,
)
from rules_check.notation.scope import Meaning, Scope, Wanted

TOGETHER = ("move", "set", "add", "take", "let", "do", "nothing", "end")
"""Verbs for what all players do at the same time."""
LATER = "do it in a step after `together:`"


def step_of(sentence: Sentence, scope: Scope) -> Step | None:
    """Return the step of a sentence without its `if`; None for `nothing`."""
    verb = sentence.pattern.split()[0]
    place = scope.phrase.at(sentence.column, len(scope.phrase.text) - sentence.column)
    if scope.is_together and verb not in TOGETHER:
        name = "is out" if verb == "F" else verb
        raise RuleFault(say.NOT_TOGETHER(word=name), place, LATER)
    return _WAYS[sentence.pattern](sentence.gaps, place, scope)


def zone(tree: Tree, scope: Scope) -> Expression:
    """Read a zone, or one pile of a zone that has several."""
    meaning = known(tree, scope)
    if meaning.type.form != "pile":
        several = isinstance(meaning.value, PileRead)
        hint = f"choose one pile with {tree.word}[ ]" if several else None
        raise RuleFault(say.NOT_A_ZONE(found=found(meaning)), meaning.place, hint)
    check_own(meaning, scope)
    return meaning.value


def check_own(meaning: Meaning, scope: Scope) -> None:
    """Raise RuleFault for something that is not the player's own while all decide together."""
    if scope.is_together and not meaning.is_own:
        raise RuleFault(say.NOT_THEIR_OWN(), meaning.place, LATER)


def zone_name(tree: Tree, scope: Scope, of: Callable[[str], bool], expected: str) -> str:
    """Read the name of a zone of a given type."""
    alias, zones = scope.aliases.get(tree.word), scope.world.zones
    name = alias if isinstance(alias, str) else tree.word
    if name in scope.world.faulty:
        raise Follows
    if name not in zones or not of(name):
        alike = list(filter(of, zones))
        message = say.OTHER_SORT(expected=expected, found=name)
        raise RuleFault(message, scope.at(tree), nearest(name, alike, "there are"))
    scope.world.used.add(name)
    return name


# ----------------------------------------------------------------------------------------- cards


def _move(gaps: tuple[Tree, ...], place: Place, scope: Scope) -> Step:
    what, target = gaps
    to = read(target, scope)
    if not isinstance(to.value, PileRead | VariableRead) or to.type.sort != "pile":
        hint = nearest(to.word, scope.world.zones, "zones are") if to.word else None
        raise RuleFault(say.NOT_A_ZONE(found=found(to)), to.place, hint)
    check_own(to, scope)
    taken, cards = _taken(what, scope)
    declared = scope.world.zones[to.type.name]
    name, kind = declared.name, declared.kind
    if cards.type.element.name != kind:
        message = say.ZONE_OF_OTHER_CARDS(name=name, kind=kind, found=found(cards))
        raise RuleFault(message, cards.place)
    if declared.holds_one:
        _check_one(taken, cards, name, scope)
    by_own_key = to.type.is_list
    if by_own_key and not scope.world.vocabulary.has_own_pile(kind, declared.key_type):
        hint = f"choose one, such as {name}[1]"
        raise RuleFault(say.ZONE_WITH_PILES(name=name), to.place, hint)
    move = Move(taken, to.value, place, by_own_key=by_own_key)
    if isinstance(taken.cards, VariableRead):
        scope.noted.moved.add(taken.cards.variable.number)
    return move


def _taken(what: Tree, scope: Scope) -> tuple[Taken, Meaning]:
    """Read which cards move, as the program's value and as its meaning."""
    count, tree = what.parts if what.sort == "some" else (None, what)
    meaning = known(tree, scope)
    cards = as_list(meaning, scope, takes_single=True)
    if cards.type.element.sort != "card":
        raise RuleFault(say.NOT_CARDS_HERE(found=found(cards)), cards.place)
    if cards.source is None:
        hint = "write the zone, such as 1 from deck, or 1 from hand where it = card"
        raise RuleFault(say.WHERE_UNKNOWN(), cards.place, hint)
    check_own(cards, scope)
    value = meaning.value if meaning.type.form == "card" else cards.value
    many = number(count, scope) if count is not None else None
    return Taken(value, cards.source, many, what.word == "random"), cards


def _check_one(taken: Taken, cards: Meaning, target: str, scope: Scope) -> None:
    """Raise RuleFault if more than one card would go to a zone for one."""
    source, many = taken.source, ""
    if isinstance(taken.count, Constant) and taken.count.value not in (0, 1):
        many = f"{taken.count.value}"
    elif taken.count is None and isinstance(taken.cards, CardsIn):
        many = "all" if not holds_one(source.type, scope) else ""
    if many:
        message = say.ONE_CARD_ONLY(target=target, many=many, name=source.type.name)
        hint = f"write how many cards, such as 1 from {source.type.name}"
        raise RuleFault(message, cards.place, hint)


def _move_under(gaps: tuple[Tree, ...], place: Place, scope: Scope) -> Step:
    move = _move(gaps, place, scope)
    assert isinstance(move, Move)
    return replace(move, is_at_bottom=True)


def _deal(gaps: tuple[Tree, ...], place: Place, scope: Scope) -> Step:
    count, source, target = gaps
    zones = scope.world.zones
    expected = "a zone of each player, or one with piles"
    name = zone_name(
        target, scope, lambda name: zones[name].is_own or bool(zones[name].keys), expected
    )
    pile = zone(source, scope)
    _check_kind(pile, name, scope.at(target), scope)
    return Deal(number(count, scope), pile, name, place)


def _check_kind(source: Expression, target: str, place: Place, scope: Scope) -> None:
    zones = scope.world.zones
    from_kind, to_kind = zones[source.type.name].kind, zones[target].kind
    if from_kind != to_kind:
        message = say.ZONES_OF_OTHER_KINDS(
            target=target, wanted=to_kind, name=source.type.name, found=from_kind
        )
        raise RuleFault(message, place)


def _refill(gaps: tuple[Tree, ...], place: Place, scope: Scope) -> Step:
    target, count, source = gaps
    piles = read(target, scope)
    if piles.type.sort != "pile":
        raise RuleFault(say.NOT_A_ZONE(found=found(piles)), piles.place)
    pile = zone(source, scope)
    _check_kind(pile, piles.type.name, piles.place, scope)
    return Refill(piles.value, number(count, scope), pile, place)


def _gather(gaps: tuple[Tree, ...], place: Place, scope: Scope) -> Step:
    kind, target = gaps
    pile = zone(target, scope)
    kinds = scope.world.vocabulary.kinds
    if kind.word not in kinds:
        message = say.NOT_A_KIND(found=kind.word)
        raise RuleFault(message, scope.at(kind), nearest(kind.word, kinds, "kinds are"))
    held = scope.world.zones[pile.type.name].kind
    if held != kind.word:
        message = say.NOT_HELD(name=pile.type.name, held=held, word=kind.word)
        raise RuleFault(message, scope.at(target))
    return Gather(kind.word, pile, place)


def _swap(gaps: tuple[Tree, ...], place: Place, scope: Scope) -> Step:
    first, second = (zone(gap, scope) for gap in gaps)
    _check_kind(first, second.type.name, scope.at(gaps[1]), scope)
    return Swap(first, second, place)


def _pass(side: Literal["left", "right"]) -> Callable[[tuple[Tree, ...], Place, Scope], Step]:
    def passed(gaps: tuple[Tree, ...], place: Place, scope: Scope) -> Step:
        zones = scope.world.zones
        is_own = lambda name: zones[name].is_own and not zones[name].keys  # noqa: E731
        name = zone_name(gaps[0], scope, is_own, "a zone of each player")
        return Pass(name, side, place)

    return passed


def _look(gaps: tuple[Tree, ...], place: Place, scope: Scope) -> Step:
    if scope.me is None:
        raise RuleFault(say.NO_ONE_TO_LOOK(), place)
    meaning = known(gaps[0], scope)
    if meaning.type.sort == "card" and meaning.type.form != "pile":
        raise RuleFault(say.NOT_A_ZONE(found=found(meaning)), meaning.place, LOOKED_AT)
    return LookAt(zone(gaps[0], scope), place)


# --------------------------------------------------------------------------------------- numbers


def counter(tree: Tree, scope: Scope) -> CounterRead:
    """Read a counter to be changed."""
    meaning = read(tree, scope)
    value = meaning.value
    if not isinstance(value, CounterRead):
        counters = list(scope.world.counters)
        name = meaning.word or tree.word
        message = say.NO_SUCH_COUNTER(found=name) if name else say.NOT_A_COUNTER()
        raise RuleFault(message, meaning.place, nearest(name, counters, "counters are"))
    if value.type.is_list:
        hint = f"choose one of its numbers with {value.counter}[ ]"
        raise RuleFault(say.SEVERAL_NUMBERS(counter=value.counter), meaning.place, hint)
    check_own(meaning, scope)
    return value


def _set(gaps: tuple[Tree, ...], place: Place, scope: Scope) -> Step:
    target, value = gaps
    if target.sort != "name" or target.word not in _NAMED:
        changed = counter(target, scope)
        return SetCounter(changed, as_type(read(value, scope), changed.type, scope), place)
    if target.word == "next" and not scope.is_in_turns:
        raise RuleFault(say.NO_TURNS(), place, "use this step within turns:, or under turn:")
    at = scope.at(target)
    check_own(Meaning(at, Word(target.word, at)), scope)
    return _NAMED[target.word](player(value, scope), place)


_NAMED: dict[str, Callable[[Expression, Place], Step]] = {"first": SetFirst, "next": SetNext}
"""The players that a step can name."""


def _changed(sign: Literal["+", "-"]) -> Callable[[tuple[Tree, ...], Place, Scope], Step]:
    def changed(gaps: tuple[Tree, ...], place: Place, scope: Scope) -> Step:
        amount, target = gaps
        counted = counter(target, scope)
        if counted.type != NUMBER:
            message = say.NOT_A_COUNTER_OF_NUMBERS(found=described(counted.type))
            raise RuleFault(message, counted.place)
        value = Numeric(sign, (counted, number(amount, scope)), place)
        return SetCounter(counted, value, place)

    return changed


def _roll(gaps: tuple[Tree, ...], place: Place, scope: Scope) -> Step:
    meaning = read(gaps[0], scope)
    dice = meaning.value
    if not isinstance(dice, CounterRead) or not scope.world.counters[dice.counter].faces:
        message = say.NOT_DICE(found=found(meaning))
        raise RuleFault(message, meaning.place)
    return Roll(dice, place)


# ---------------------------------------------------------------------------------------- course


def _end(gaps: tuple[Tree, ...], place: Place, scope: Scope) -> Step:
    word = gaps[0].word
    known = ("game", "round", "turn", "turns", "repeat")
    if word not in known:
        hint = nearest(word, known, "these can end:")
        raise RuleFault(say.UNKNOWN_WORD(known=known, found=word), scope.at(gaps[0]), hint)
    if word != "game" and word not in scope.ends:
        raise RuleFault(say.NOTHING_TO_END(word=word), place)
    if word == "game" and scope.is_together:
        raise RuleFault(say.END_TOGETHER(), place, LATER)
    return End(word, place)  # type: ignore[arg-type]


def _do(gaps: tuple[Tree, ...], place: Place, scope: Scope) -> Step:
    """Read `do card.power`; named steps are read by `course`."""
    tree = gaps[0]
    if tree.sort != "field":
        message = say.NO_SUCH_STEPS(name=tree.word)
        raise RuleFault(message, scope.at(tree), nearest(tree.word, scope.world.steps, "there are"))
    of = card_on(read(tree.parts[0], scope), scope)
    texts = scope.world.vocabulary.texts.get(of.type.name, {})
    if of.type.form != "card" or tree.word not in texts:
        hint = nearest(tree.word, texts, "its texts are") if of.type.sort == "card" else None
        message = say.NOT_A_TEXT_OF_A_CARD(found=found(of))
        raise RuleFault(message, scope.at(tree), hint)
    if scope.is_together:
        raise RuleFault(say.POWERS_TOGETHER(), place, LATER)
    wanted = Wanted(of.source, scope.is_in_turns, place)
    scope.world.powers_wanted.setdefault((of.type.name, tree.word), []).append(wanted)
    return DoPower(of.value, tree.word, place, of.source)


def _call(gaps: tuple[Tree, ...], place: Place, scope: Scope) -> Step:
    """Read the name of a function of the game's own rules.py."""
    world, name = scope.world, gaps[0].word
    if world.own is None and world.game is not None:
        world.own = own_steps(world.game, place, world.problems)
    if world.own is None:
        raise Follows
    if not world.own.text:
        return Call(name, (), frozenset(), place)
    where = scope.at(gaps[0])
    if name not in world.own.functions:
        hint = nearest(name, world.own.functions, "it has")
        raise RuleFault(say.NO_SUCH_FUNCTION(name=name), where, hint)
    parameters = world.own.functions[name]
    if others := [parameter for parameter in parameters if parameter not in GIVEN]:
        message = say.CANNOT_GIVE(name=name, parameter=others[0])
        raise RuleFault(message, where, f"a step can fill in {', '.join(GIVEN)}")
    if "me" in parameters and scope.me is None:
        message = say.NO_ME(name=name)
        raise RuleFault(message, where)
    touches = frozenset(world.own.named["state"])
    world.used |= touches | {f"ruling.{name}" for name in world.own.named["cards"]}
    return Call(name, parameters, touches, place)


_WAYS: dict[str, Callable[[tuple[Tree, ...], Place, Scope], Step | None]] = {
    "move A to F at the bottom": _move_under,
    "move A to F": _move,
    "deal F from C to each W": _deal,
    "refill F to F from F": _refill,
    "shuffle all W into F": _gather,
    "shuffle F": lambda gaps, place, scope: Shuffle(zone(gaps[0], scope), place),
    "swap F with F": _swap,
    "pass W left": _pass("left"),
    "pass W right": _pass("right"),
    "look at F": _look,
    "set F to C": _set,
    "add F to F": _changed("+"),
    "take F from F": _changed("-"),
    "roll F": _roll,
    "do F": _do,
    "call W": _call,
    "everyone is in": lambda gaps, place, scope: AllIn(place),
    "end the W": _end,
    "nothing": lambda gaps, place, scope: None,
    "F is out": lambda gaps, place, scope: GoOut(player(gaps[0], scope), place),
}
