"""The formulas of rules with their types: every name is resolved, and every type error is a fault
at its place.

In: a tree and its scope. Out: a `Meaning`, or an `Expression` of the required type. Knows no steps.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Literal

from generator.data.formulas import AGGREGATES, Tree
from generator.data.problems import Place
from rules_check.notation import messages as say
from rules_check.notation.comparing import compared_hint
from rules_check.notation.faults import Follows, Phrase, RuleFault, nearest, within
from rules_check.notation.fitting import (
    SINGLE,
    as_list,
    as_number,
    as_truth,
    as_type,
    as_value,
    card_on,
    common_type,
    described,
    found,
    player_of,
    settled,
    unknown,
    unreadable,
)
from rules_check.notation.grammar import BESIDE, CHOOSING, RuleParser
from rules_check.notation.program import (
    NONE,
    NUMBER,
    TRUTH,
    Aggregate,
    Beside,
    Best,
    CardsIn,
    Clock,
    Comparison,
    Conditional,
    Constant,
    Contains,
    CounterDeclared,
    CounterRead,
    Every,
    Expression,
    FieldOf,
    IsEmpty,
    IsOut,
    ItemAt,
    Listed,
    Logical,
    Mapped,
    Numeric,
    Otherwise,
    PileRead,
    Players,
    RuleNumber,
    RulingAnswer,
    SeatNumber,
    Span,
    Type,
    VariableRead,
    Where,
    Who,
    Word,
)
from rules_check.notation.scope import Bound, Meaning, Noted, Scope
from rules_check.notation.walking import is_me


def tree_of(phrase: Phrase) -> Tree:
    """Parse a whole formula. Raises RuleFault."""
    with within(phrase):
        if not phrase.text.strip():
            raise RuleFault(say.NO_FORMULA(), phrase.at(0))
        return RuleParser(phrase.text).whole()


def read(tree: Tree, scope: Scope) -> Meaning:
    """Read a part of a formula. Raises RuleFault, or Follows."""
    world = scope.world
    world.count_part(scope.at(tree))
    with world.deeper(scope.at(tree)):
        return _WAYS[tree.sort](tree, scope)


def known(tree: Tree, scope: Scope) -> Meaning:
    """Read a part of a formula that means something by itself, unlike a bare word."""
    meaning = read(tree, scope)
    if isinstance(meaning.value, Word):
        raise unknown(meaning, scope)
    return meaning


def number(tree: Tree, scope: Scope) -> Expression:
    return as_number(known(tree, scope), scope)


def truth(tree: Tree, scope: Scope) -> Expression:
    return as_truth(known(tree, scope), scope)


def listed(tree: Tree, scope: Scope, takes_single: bool = False) -> Meaning:
    return as_list(known(tree, scope), scope, takes_single)


def player(tree: Tree, scope: Scope) -> Expression:
    return player_of(read(tree, scope), scope)


# ---------------------------------------------------------------------------------------- names


def _name(tree: Tree, scope: Scope) -> Meaning:
    place = scope.at(tree)
    word = scope.aliases.get(tree.word, tree.word)
    if isinstance(word, Constant):
        return Meaning(place, replace(word, place=place))
    is_quoted = tree.length == len(tree.word) + 2
    ways = (_id, *_NAMED) if is_quoted else _NAMED
    for meaning in (way(word, place, scope) for way in ways):
        if meaning is not None:
            return meaning
    if word in scope.world.pieces:
        raise RuleFault(say.NOT_CARDS(word=word), place)
    if word in scope.world.vocabulary.kinds:
        is_tested = any(one.variable.type.name == word for one in scope.elements)
        hint = (
            f"write it for the {word} that is tested, or only the name of its field"
            if is_tested
            else None
        )
        raise RuleFault(say.IS_A_KIND(word=word), place, hint)
    raise unknown(Meaning(place, Word(word, place)), scope)


def _id(word: str, place: Place, scope: Scope) -> Meaning | None:
    """Read an id, an option or a word of a field."""
    return Meaning(place, Word(word, place)) if word in scope.world.vocabulary.ids else None


def _bound(word: str, place: Place, scope: Scope) -> Meaning | None:
    """Read a variable, or a member of the elements being examined, the innermost first."""
    if word in scope.world.faulty or word in scope.missing:
        raise Follows
    if word in scope.variables:
        return scope.variables[word].read(place)
    elements = (element.read(place) for element in reversed(scope.elements))
    members = (member(element, word, place, scope) for element in elements)
    return next(filter(None, members), None)


def _mine(word: str, place: Place, scope: Scope) -> Meaning | None:
    """Read something that belongs to the acting player."""
    me = scope.me or Who("me", place)
    if word == "me":
        meaning: Meaning | None = Meaning(place, replace(me, place=place))
    else:
        meaning = owned(word, me, place, scope, is_own=True)
    if meaning is None or (word in scope.world.formulas and not meaning.is_of_me):
        return meaning
    if scope.me is None:
        hint = f"write whose it is, such as winner.{word}, or use each:"
        if word == "me":
            hint = "the item being tested is 'it'" if scope.elements else "use each:"
        raise RuleFault(say.NO_OWNER(word=word), place, hint)
    scope.noted.of_me = True
    return meaning


def _stored(
    word: str, place: Place, scope: Scope, owner: Expression | None = None, is_own: bool = False
) -> Meaning | None:
    """Read a zone or a counter: of a player, or of the table if it has no owner."""
    declared = scope.world.zones.get(word) or scope.world.counters.get(word)
    if declared is None or declared.is_own != (owner is not None):
        return None
    scope.world.used.add(word)
    type_ = declared.type.listed if declared.keys else declared.type
    if isinstance(declared, CounterDeclared):
        return Meaning(place, CounterRead(word, owner, None, type_, place), is_own=is_own)
    pile = PileRead(word, owner, None, type_, place)
    return Meaning(place, pile, None if declared.keys else pile, is_own)


_OF_THE_GAME: dict[str, Callable[[Place], Expression]] = {
    "players": partial(Players, "players"),
    "everyone": partial(Players, "everyone"),
    "active": partial(Who, "active"),
    "first": partial(Who, "first"),
    "round": partial(Clock, "round"),
    "true": partial(Constant, TRUTH, True),
    "false": partial(Constant, TRUTH, False),
    "none": partial(Constant, NONE, None),
}
"""Names with the same meaning everywhere."""


def _of_the_course(word: str, place: Place, scope: Scope) -> Meaning | None:
    """Read what the game itself keeps: who plays, whose turn it is, the round, the turn."""
    if word in _OF_THE_GAME:
        return Meaning(place, _OF_THE_GAME[word](place))
    if word == "turn" and scope.is_in_turns:
        return Meaning(place, Clock("turn", place))
    is_partners = word == "partners" and scope.world.teams > 0
    if word != "others" and not is_partners:
        return None
    if scope.me is None:
        raise RuleFault(say.NO_OTHERS(word=word), place)
    scope.noted.of_me = True
    than = None if is_me(scope.me) else scope.me
    return Meaning(place, Players("partners" if is_partners else "others", place, than=than))


def _of_the_file(word: str, place: Place, scope: Scope) -> Meaning | None:
    """Read numbers under `rules:`, tables, and words of the language."""
    words = scope.world.vocabulary
    if word in words.numbers:
        return Meaning(place, RuleNumber(word, None, place))
    if word in words.by_players:
        many = Aggregate("count", Players("everyone", place), NUMBER, place)
        return Meaning(place, RuleNumber(word, many, place))
    if word in words.tabled:
        _check_counts(word, place, scope)
        hint = f"choose one of its numbers, as in {word}[count(players)]"
        raise RuleFault(say.IS_A_TABLE(word=word), place, hint)
    if word in words.words:
        return Meaning(place, Word(words.words[word], place))
    if word in words.tables:
        return Meaning(place, Every(Type("row", word).listed, place))
    return None


_NAMED = (_bound, _mine, _stored, _of_the_course, _of_the_file, _id)
"""What a name can be; the first that fits counts."""


def _counts_players(key: Expression) -> bool:
    """Return whether a number is that of all players, or of those who are not out."""
    if not isinstance(key, Aggregate) or not isinstance(key.list, Players):
        return False
    return key.function == "count" and not key.list.is_of_one and key.member is None


def _check_counts(word: str, place: Place, scope: Scope) -> None:
    """Raise RuleFault if a rule has numbers for some numbers of players only."""
    if lacking := scope.world.vocabulary.lacking.get(word):
        hint = f"under rules:, add one to it, as in `{lacking[0]}: 5`"
        raise RuleFault(say.NO_NUMBER_FOR(word=word, counts=lacking), place, hint)


def member(of: Meaning, word: str, place: Place, scope: Scope) -> Meaning | None:
    """Read the member of a card, a row or a player with a given name; None if it has none."""
    if of.type.form == "player":
        return owned(word, of.value, place, scope, is_own=False)
    field = scope.world.vocabulary.fields.get(of.type.name, {}).get(word)
    if of.type.form not in ("card", "row") or field is None:
        return None
    return Meaning(place, FieldOf(of.value, word, field, place))


def owned(word: str, owner: Expression, place: Place, scope: Scope, is_own: bool) -> Meaning | None:
    """Read something of a player by name: a zone, a counter, or a formula about a player."""
    if word in scope.world.faulty:
        raise Follows
    if word == "out":
        return Meaning(place, IsOut(owner, place))
    if word == "seat":
        return Meaning(place, SeatNumber(owner, place))
    if word in scope.world.formulas:
        return _named(word, owner, place, scope)
    return _stored(word, place, scope, owner, is_own)


def _named(word: str, me: Expression, place: Place, scope: Scope) -> Meaning:
    """Read a named formula as if it were written here, with `me` as the player it belongs to."""
    world = scope.world
    phrase = world.formulas[word]
    if word in scope.doing:
        raise RuleFault(say.MADE_OF_ITSELF(word=word), phrase.whole)
    world.used.add(word)
    noted = Noted()
    doing = (*scope.doing, word)
    inner = replace(scope, phrase=phrase, me=me, elements=(), doing=doing, noted=noted)
    meaning = read(world.trees[word], inner)
    return replace(meaning, place=place, is_of_me=noted.of_me)


# -------------------------------------------------------------------------------- parts of things


def _number(tree: Tree, scope: Scope) -> Meaning:
    place = scope.at(tree)
    if len(tree.word) > 9:
        raise RuleFault(say.NUMBER_TOO_LONG(), place)
    return Meaning(place, Constant(NUMBER, int(tree.word), place))


def _every(tree: Tree, scope: Scope) -> Meaning:
    words, place = scope.world.vocabulary, scope.at(tree)
    type_ = words.type_named(tree.word)
    if type_ is None:
        hint = nearest(tree.word, [*words.kinds, *words.tables])
        raise RuleFault(say.NEITHER_KIND_NOR_TABLE(found=tree.word), place, hint)
    return Meaning(place, Every(type_.listed, place))


def _list(tree: Tree, scope: Scope, wanted: Type | None = None) -> Meaning:
    """Read a list: bare words in it take the type of its first value, or else the wanted type."""
    place, parts = scope.at(tree), [as_value(read(part, scope), scope) for part in tree.parts]
    first = next((part for part in parts if not isinstance(part.value, Word)), None)
    type_ = first.type if first is not None else wanted
    if type_ is None:
        return Meaning(place, Word(", ".join(part.word for part in parts), place))
    items = tuple(as_type(part, type_, scope) for part in parts)
    if first is not None and type_.is_list:
        raise RuleFault(say.NOT_ONE_VALUE(found=described(type_)), first.place)
    return Meaning(place, Listed(items, type_.listed, place))


def _field(tree: Tree, scope: Scope) -> Meaning:
    left, place = tree.parts[0], scope.at(tree)
    if left.sort == "name" and left.word == "ruling":
        return _ruling(tree.word, place, scope)
    alias = scope.aliases.get(tree.word)
    word = alias if isinstance(alias, str) else tree.word
    of = card_on(known(left, scope), scope)
    if of.type.form not in ("list", "pile"):
        return member(of, word, place, scope) or _no_member(of, word, place, scope)
    return _of_each(as_list(of, scope), word, place, scope)


def _of_each(members: Meaning, word: str, place: Place, scope: Scope) -> Meaning:
    """Read a member of each element of a list, as a list: `hand.cost`, `players.points`."""
    variable = scope.world.variable("it", members.type.element)
    each = Bound(variable).read(place)
    meaning = member(each, word, place, scope) or _no_member(each, word, place, scope)
    if meaning.type.form == "pile":
        meaning = as_list(meaning, scope)
    mapped = Mapped(members.value, variable, meaning.value, meaning.type.listed, place)
    return Meaning(place, mapped)


def _no_member(of: Meaning, word: str, place: Place, scope: Scope) -> Meaning:
    """Raise the fault that something has no member with this name."""
    world, type_ = scope.world, of.type
    text = world.vocabulary.texts.get(type_.name, {}).get(word)
    if text is not None and type_.sort in ("card", "row"):
        raise unreadable(word, text, place, type_.name, world.vocabulary)
    fields = list(world.vocabulary.fields.get(type_.name, ()))
    if type_.sort == "player":
        zones = [zone.name for zone in world.zones.values() if zone.is_own]
        counters = [counter.name for counter in world.counters.values() if counter.is_own]
        fields = [*zones, *counters, *world.formulas, "out", "seat"]
    what = "a pile" if type_.sort == "pile" else described(type_)
    hint = nearest(word, fields, "it has") if fields else None
    if word in ("count", "size", "length"):
        hint = "to count a list, write count(…)"
    raise RuleFault(say.NO_SUCH_FIELD(what=what, field=word), place, hint)


def _ruling(word: str, place: Place, scope: Scope) -> Meaning:
    rulings = scope.world.vocabulary.rulings
    if word not in rulings:
        raise RuleFault(say.NO_SUCH_RULING(name=word), place, nearest(word, rulings, "there are"))
    scope.world.used.add(f"ruling.{word}")
    return Meaning(place, RulingAnswer(word, Type("word", words=rulings[word]), place))


def _index(tree: Tree, scope: Scope) -> Meaning:
    """Read one of several: a number under `rules:`, a pile, a counter, a member of a list."""
    left, key = tree.parts
    place = scope.at(left)
    is_hidden = left.word in scope.variables
    if left.sort == "name" and left.word in scope.world.vocabulary.tabled and not is_hidden:
        which = number(key, scope)
        if _counts_players(which):
            _check_counts(left.word, place, scope)
        return Meaning(place, RuleNumber(left.word, which, place))
    of = read(left, scope)
    value = of.value
    if isinstance(value, PileRead | CounterRead) and value.type.is_list:
        return _keyed(of, value, key, scope)
    if not of.type.is_list:
        raise RuleFault(say.NOT_SEVERAL_TO_SELECT(found=found(of)), place)
    return Meaning(place, ItemAt(value, number(key, scope), of.type.element, place))


def _keyed(of: Meaning, value: PileRead | CounterRead, key: Tree, scope: Scope) -> Meaning:
    if isinstance(value, PileRead):
        key_type = scope.world.zones[value.zone].key_type
    else:
        key_type = scope.world.counters[value.counter].key_type
    which = as_type(read(key, scope), key_type or NUMBER, scope)
    chosen = replace(value, key=which, type=value.type.element)
    return replace(of, value=chosen, source=chosen if isinstance(chosen, PileRead) else None)


# ------------------------------------------------------------------------------------- operators


def _minus(tree: Tree, scope: Scope) -> Meaning:
    place = scope.at(tree)
    parts = (Constant(NUMBER, 0, place), number(tree.parts[0], scope))
    return Meaning(place, Numeric("-", parts, place))


def _logical(tree: Tree, scope: Scope) -> Meaning:
    place, parts = scope.at(tree), tuple(truth(part, scope) for part in tree.parts)
    return Meaning(place, Logical(tree.word or "not", parts, place))  # type: ignore[arg-type]


def _empty(tree: Tree, scope: Scope) -> Meaning:
    place, tested = scope.at(tree), read(tree.parts[0], scope)
    if tested.type.form in (*SINGLE, "word"):
        none = Constant(tested.type, None, place)
        return Meaning(place, Comparison("=", tested.value, none, place))
    some = cards_of_piles(listed(tree.parts[0], scope), scope).value
    return Meaning(place, IsEmpty(some, place))


def _join(tree: Tree, scope: Scope) -> Meaning:
    return _JOINED.get(tree.word, _numeric)(tree, scope)


def _span(tree: Tree, scope: Scope) -> Meaning:
    place, (low, high) = scope.at(tree), (number(part, scope) for part in tree.parts)
    return Meaning(place, Span(low, high, place))


def _compared(tree: Tree, scope: Scope) -> Meaning:
    place, (left, right) = scope.at(tree), (number(part, scope) for part in tree.parts)
    return Meaning(place, Comparison(tree.word, left, right, place))  # type: ignore[arg-type]


def _equality(tree: Tree, scope: Scope) -> Meaning:
    place = scope.at(tree)
    first, second = (as_value(read(part, scope), scope) for part in tree.parts)
    type_ = common_type(first, second, place)
    hint = compared_hint(first, second, scope)
    if type_.form in ("list", "pile"):
        side = first if first.type == type_ else second
        raise RuleFault(say.NOT_ONE_VALUE(found=found(side)), side.place, hint)
    left, right = as_type(first, type_, scope, hint), as_type(second, type_, scope, hint)
    if scope.elements and not scope.aliases and left == right:
        raise RuleFault(say.SIDES_ARE_SAME(sign=tree.word), place)
    operator: Literal["=", "<>"] = tree.word  # type: ignore[assignment]
    return Meaning(place, Comparison(operator, left, right, place))


def _contains(tree: Tree, scope: Scope) -> Meaning:
    place = scope.at(tree)
    value = as_value(read(tree.parts[0], scope), scope)
    some = _searched(tree.parts[1], value.type, scope)
    member = as_type(value, some.type.element, scope)
    if isinstance(some.value, Listed) and len(some.value.items) == 1:
        return Meaning(place, Comparison("=", member, some.value.items[0], place))
    return Meaning(place, Contains(some.value, member, place))


def _searched(tree: Tree, wanted: Type, scope: Scope) -> Meaning:
    """Read a list to be searched for a value of some type: words, or a single one, take that
    type.
    """
    if tree.sort == "list":
        return _list(tree, scope, wanted)
    some = read(tree, scope)
    if not isinstance(some.value, Word):
        return as_list(some, scope)
    item = as_type(some, wanted, scope)
    return Meaning(some.place, Listed((item,), wanted.listed, some.place))


# ----------------------------------------------------------------------------------------- lists


def element(members: Meaning, scope: Scope, *names: str) -> tuple[Bound, Scope]:
    """Return a variable for one member of a list, and the scope in which it is examined."""
    variable = scope.world.variable(names[0] if names else "it", members.type.element)
    bound = Bound(variable, members.source, members.is_own)
    return bound, scope.looking_at(bound, *names)


def _where(tree: Tree, scope: Scope) -> Meaning:
    return narrowed(listed(tree.parts[0], scope), tree, scope)


def narrowed(members: Meaning, tree: Tree, scope: Scope, *names: str) -> Meaning:
    """Return the members of a list that satisfy the condition of a `where`; each can also be called
    by the given names.
    """
    bound, inner = element(members, scope, *names)
    condition = truth(tree.parts[1], inner)
    value = Where(members.value, bound.variable, condition, members.type, scope.at(tree))
    return replace(members, value=value)


def domain(tree: Tree, name: str, scope: Scope) -> Meaning:
    """Read the possible values of a slot; within its own `where`, a value also goes by the slot's
    name.
    """
    if tree.sort == "else":
        first, second = (domain(part, name, scope) for part in tree.parts)
        return otherwise(first, second, scope.at(tree))
    if tree.sort == "where":
        return narrowed(domain(tree.parts[0], name, scope), tree, scope, name)
    return listed(tree, scope)


def _else(tree: Tree, scope: Scope) -> Meaning:
    first, second = (listed(part, scope) for part in tree.parts)
    return otherwise(first, second, scope.at(tree))


def otherwise(first: Meaning, second: Meaning, place: Place) -> Meaning:
    if first.type != second.type:
        sides = f"one is {described(first.type)} and the other is {described(second.type)}"
        raise RuleFault(say.SIDES_DIFFER(sides=sides), place)
    value = Otherwise(first.value, second.value, first.type, place)
    is_own = first.is_own and second.is_own
    return Meaning(place, value, source=_source_of_either(first, second, place), is_own=is_own)


def _source_of_either(first: Meaning, second: Meaning, place: Place) -> Expression | None:
    if first.source is None or second.source is None:
        return None
    if first.source == second.source:
        return first.source
    empty, type_ = IsEmpty(first.value, place), first.source.type
    return Conditional(empty, second.source, first.source, type_, place)


def _best(tree: Tree, scope: Scope) -> Meaning:
    members, place = listed(tree.parts[0], scope), scope.at(tree)
    bound, inner = element(members, scope)
    keys = tuple(number(key, inner) for key in tree.parts[1:])
    type_ = members.type.element
    value = Best(members.value, bound.variable, keys, tree.word == "only", type_, place)
    return replace(members, value=value, place=place)


# ------------------------------------------------------------------------------------- functions


def _call(tree: Tree, scope: Scope) -> Meaning:
    name, count = tree.word, len(tree.parts)
    if name in ("max", "min") and count > 1:
        return _numeric(tree, scope)
    if name == "count" and count == 2:
        return _count_of(tree, scope)
    wanted = 3 if name == "if" else 1
    if count != wanted:
        message = say.WRONG_NUMBER_OF_PARTS(word=name, wanted=wanted, found=count)
        raise RuleFault(message, scope.at(tree))
    return _FUNCTIONS[name](tree, scope)


def _numeric(tree: Tree, scope: Scope) -> Meaning:
    parts = tuple(number(part, scope) for part in tree.parts)
    value = Numeric(tree.word, parts, scope.at(tree))  # type: ignore[arg-type]
    return Meaning(value.place, value)


def _beside(tree: Tree, scope: Scope) -> Meaning:
    of = player(tree.parts[0], scope)
    value = Beside(tree.word, of, scope.at(tree))  # type: ignore[arg-type]
    return Meaning(value.place, value)


def _conditional(tree: Tree, scope: Scope) -> Meaning:
    place = scope.at(tree)
    condition = truth(tree.parts[0], scope)
    first, second = (as_value(read(part, scope), scope) for part in tree.parts[1:])
    if isinstance(second.value, Word):
        first = settled(first, scope)
    type_ = common_type(first, second, place)
    then, other = as_type(first, type_, scope), as_type(second, type_, scope)
    return Meaning(place, Conditional(condition, then, other, type_, place))


def _count_of(tree: Tree, scope: Scope) -> Meaning:
    members, place = cards_of_piles(listed(tree.parts[0], scope), scope), scope.at(tree)
    which = as_type(read(tree.parts[1], scope), members.type.element, scope)
    return Meaning(place, Aggregate("count", members.value, NUMBER, place, which))


def cards_of_piles(members: Meaning, scope: Scope) -> Meaning:
    """Return the cards of all piles, if the list is a whole zone with several piles; otherwise the
    list unchanged.
    """
    value = members.value
    if not isinstance(value, PileRead) or not value.type.is_list:
        return members
    place, variable = members.place, scope.world.variable("it", value.type.element)
    cards = Type("card", scope.world.zones[value.zone].kind, is_list=True)
    of_pile = CardsIn(VariableRead(variable, place), cards, place)
    return replace(members, value=Mapped(value, variable, of_pile, cards, place))


def _over(tree: Tree, scope: Scope) -> Meaning:
    """Read a value of each member of a list: `cost * 2 over hand`."""
    members, place = listed(tree.parts[1], scope), scope.at(tree)
    names = [fresh(named, scope) for named in tree.parts[2:]]
    bound, inner = element(members, scope, *names)
    each = known(tree.parts[0], inner)
    value = each.value if each.type == TRUTH else as_number(each, inner)
    return Meaning(place, Mapped(members.value, bound.variable, value, value.type.listed, place))


def _aggregate(tree: Tree, scope: Scope) -> Meaning:
    """Return a value computed from a list."""
    values_of, type_ = _AGGREGATES[tree.word]
    values = values_of(listed(tree.parts[0], scope), scope, tree.word)
    place = scope.at(tree)
    return Meaning(place, Aggregate(tree.word, values, type_, place))  # type: ignore[arg-type]


def _chosen(tree: Tree, scope: Scope) -> Meaning:
    """Read the first or last member of a list; the last card of a pile is its top."""
    members, place = listed(tree.parts[0], scope), scope.at(tree)
    which: Literal["first", "last"] = "first" if tree.word == "first" else "last"
    chosen = Aggregate(which, members.value, members.type.element, place)
    return replace(members, value=chosen, place=place)


def _any_values(members: Meaning, scope: Scope, name: str) -> Expression:
    return members.value


def _counted(members: Meaning, scope: Scope, name: str) -> Expression:
    return cards_of_piles(members, scope).value


def _truths(members: Meaning, scope: Scope, name: str) -> Expression:
    if members.type != TRUTH.listed:
        message = say.NOT_TRUE_OR_FALSE_FOR_EACH(name=name, found=described(members.type))
        raise RuleFault(message, members.place, f"write {name}(… over …)")
    return members.value


def _numbers(members: Meaning, scope: Scope, name: str) -> Expression:
    """Return a list as a list of numbers."""
    if members.type == NUMBER.listed:
        return members.value
    variable = scope.world.variable("it", members.type.element)
    if members.type.element.sort not in ("number", "truth", "row", "none"):
        hint = "count them with count( ), or add up one of their fields, such as sum(hand.cost)"
        message = say.NOT_NUMBERS(found=described(members.type))
        raise RuleFault(message, members.place, hint)
    each = as_number(Bound(variable).read(members.place), scope)
    return Mapped(members.value, variable, each, NUMBER.listed, members.place)


def fresh(tree: Tree, scope: Scope) -> str:
    """Return a unique name for something temporary."""
    name, world = tree.word, scope.world
    words = world.vocabulary
    owner = words.owner_of_field(name)
    if owner is not None:
        raise RuleFault(say.NAME_OF_A_FIELD(name=name, owner=owner), scope.at(tree))
    taken = (world.zones, world.counters, world.formulas, words.numbers, words.tabled, words.tables)
    if any(name in names for names in taken) or name in KEPT:
        raise RuleFault(say.HAS_A_MEANING(name=name), scope.at(tree), _declared_at(name, scope))
    return name


def _declared_at(name: str, scope: Scope) -> str:
    """Hint at why a name is taken: where it is declared, and what may have been meant."""
    world, is_let = scope.world, scope.phrase.text.startswith("let ")
    counter = world.counters.get(name)
    declared = counter or world.zones.get(name)
    if declared is None:
        return "write set " + name + " to …" if is_let and name in SET else "choose another name"
    where = f"it is declared at line {declared.place.line}"
    if counter is None or not is_let:
        return f"{where}: choose another name"
    return f"{where}: write set {name}{'[ ]' if counter.keys else ''} to …"


KEPT = ("players", "everyone", "others", "active", "first", "next", "turn", "round", "out", "seat")
"""Names that the game itself defines; nothing else can have them."""
SET = ("first", "next")
"""Those of them that steps can set."""

_FUNCTIONS: dict[str, Callable[[Tree, Scope], Meaning]] = {
    "abs": _numeric,
    "if": _conditional,
    **dict.fromkeys(BESIDE, _beside),
    **dict.fromkeys(CHOOSING, _chosen),
    **dict.fromkeys(AGGREGATES, _aggregate),
}
_AGGREGATES: dict[str, tuple[Callable[[Meaning, Scope, str], Expression], Type]] = {
    "count": (_counted, NUMBER),
    "distinct": (_any_values, NUMBER),
    **dict.fromkeys(("sum", "max", "min"), (_numbers, NUMBER)),
    **dict.fromkeys(("any", "all"), (_truths, TRUTH)),
}
"""How each reads the values of its list, and the type of its result."""
_JOINED: dict[str, Callable[[Tree, Scope], Meaning]] = {
    **dict.fromkeys(("and", "or"), _logical),
    **dict.fromkeys(("=", "<>"), _equality),
    **dict.fromkeys(("<", "<=", ">", ">="), _compared),
    "in": _contains,
    "..": _span,
}
"""The signs of anything but a calculation."""
_WAYS: dict[str, Callable[[Tree, Scope], Meaning]] = {
    "name": _name,
    "number": _number,
    "every": _every,
    "list": _list,
    "field": _field,
    "index": _index,
    "minus": _minus,
    "not": _logical,
    "empty": _empty,
    "join": _join,
    "where": _where,
    "else": _else,
    "best": _best,
    "call": _call,
    "over": _over,
}
