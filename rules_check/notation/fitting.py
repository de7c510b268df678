"""Converting a meaning to what is required: a list, one value, a number, a value of some type. If
it does not fit, a fault describes what was found.

In: a `Meaning`. Out: an expression of the required type. Knows no grammar.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import chain
from operator import attrgetter
from typing import Any

from generator.data.problems import Place
from rules_check.notation import messages as say
from rules_check.notation.faults import RuleFault, nearest
from rules_check.notation.program import (
    NONE,
    NUMBER,
    TRUTH,
    CardOn,
    CardsIn,
    Clock,
    Conditional,
    Constant,
    CounterRead,
    Expression,
    FieldOf,
    IsOut,
    Listed,
    Players,
    RowNumber,
    SeatNumber,
    Type,
    VariableRead,
    Who,
    Word,
)
from rules_check.notation.scope import Meaning, Scope
from rules_check.notation.vocabulary import DECIMALS, Vocabulary

SINGLE = ("player", "card", "row")


_DESCRIBED = {
    "number": ("a number", "numbers"),
    "truth": ("a value that is true or false", "values that are true or false"),
    "player": ("a player", "players"),
    "card": ("a {card}", "{card}s"),
    "row": ("a row of {name}", "rows of {name}"),
    "word": ("one of {words}", "words"),
    "pile": ("all cards in '{name}'", "piles of '{name}'"),
    "none": ("none", "nothing"),
}
"""The words for one thing of each sort, and for several."""


def described(type_: Type) -> str:
    """Describe a type, as in 'a number' or 'a list of numbers'."""
    one, several = _DESCRIBED[type_.sort]
    text = f"a list of {several}" if type_.is_list else one
    card = "card" if type_.name == "card" else f"{type_.name} card"
    return text.format(name=type_.name, card=card, words=", ".join(type_.words[:12]))


def found(meaning: Meaning) -> str:
    """Describe a meaning."""
    return f"'{meaning.word}'" if meaning.word else described(meaning.type)


_TRUTHS = {
    **dict.fromkeys(("true", "yes", "on"), "true"),
    **dict.fromkeys(("false", "no", "off"), "false"),
}
"""Words for true and false elsewhere, in lower case."""


def unreadable(word: str, what: str, place: Place, owner: str, words: Vocabulary) -> RuleFault:
    """Return the fault that rules cannot read a field; `what` describes its values."""
    hint = "if all its values are whole, give it the type integer"
    if what != DECIMALS:
        hint = _hint_of_text(word, owner, words)
    return RuleFault(say.FIELD_UNREADABLE(word=word, what=what), place, hint)


_CHOICE, _MOST_WORDS = re.compile(r"[^\W\d][\w-]*"), 8


def _hint_of_text(word: str, owner: str, words: Vocabulary) -> str:
    """Return the type with which rules could read a field for text, or that another field is
    necessary.
    """
    if word == "name":
        first = next((id_ for name, id_ in words.records if name == owner), "")
        if re.fullmatch(r"[^\W\d]+", first):
            return f"compare the {owner} itself with an id, such as `it = {first}`"
    records = [record for (name, _), record in words.records.items() if name == owner]
    texts = [record._values.get(word) for record in records]
    values = dict.fromkeys(text for text in texts if isinstance(text, str))
    if 1 < len(values) <= _MOST_WORDS and all(map(_CHOICE.fullmatch, values)):
        return f"give it the type `{' | '.join(values)}{'' if all(texts) else '?'}`"
    return f"add a field that says what rules ask, such as `has_{word}: boolean`"


def unknown(meaning: Meaning, scope: Scope) -> RuleFault:
    word, words = meaning.word, scope.world.vocabulary
    if word in words.ids and word not in scope.variables:
        return RuleFault(say.ID_ALONE(word=word), meaning.place)
    for element in reversed(scope.elements if word != "id" else ()):
        type_ = element.variable.type
        text = words.texts.get(type_.name, {}).get(word)
        if text is not None:
            return unreadable(word, text, meaning.place, type_.name, words)
    owner = words.owner_of_field(word)
    whose = _named_member(owner, scope)
    hint = f"'{word}' is a field of '{owner}': write whose it is, such as {whose}.{word}"
    if not word:  # as in suit = ""
        hint = "write none for a field that a card leaves out"
    elif word == "it" and scope.phrase in scope.world.formulas.values():
        hint = "in a named formula, write me for the player"
    elif word == "it" and scope.variables:
        hint = f"write its name, such as {list(scope.variables)[-1]}"
    elif word == "id" and scope.elements:
        hint = "compare the thing itself: write it in place of id"
    elif word.lower() in _TRUTHS:
        hint = f"write {_TRUTHS[word.lower()]}"
    elif owner is None or word in scope.variables:
        hint = _id_hint(word, scope) or nearest(word, scope.known()) or ""
    return RuleFault(say.NOT_KNOWN_HERE(word=word), meaning.place, hint or None)


def _named_member(owner: str | None, scope: Scope) -> str:
    """Return a name by which a card or row is known here, such as that of a zone for one card; if
    there is none, that of its kind or table.
    """
    zones = scope.world.zones.values()
    bound = [name for name, one in scope.variables.items() if one.variable.type.name == owner]
    single = [zone.name for zone in zones if zone.holds_one and zone.kind == owner]
    return next(iter((*reversed(bound), *single)), str(owner))


def _id_hint(word: str, scope: Scope) -> str | None:
    """Return the hint to put an id in quotes, if the word is the part of it before a number and the
    text contains all of it.
    """
    for id_ in chain(*scope.world.vocabulary.entries.values()):
        if id_.startswith(f"{word}-") and any(map(str.isdigit, id_)) and id_ in scope.phrase.text:
            return f'put an id that contains a number in quotes: "{id_}"'
    return None


def holds_one(type_: Type, scope: Scope) -> bool:
    """Return whether a value of a type is a zone for a single card."""
    return type_.form == "pile" and scope.world.zones[type_.name].holds_one


def as_list(meaning: Meaning, scope: Scope, takes_single: bool = False) -> Meaning:
    """Return a meaning as a list: the cards of a pile, the members of a table or, if it
    `takes_single`, a single thing.
    """
    value, type_ = meaning.value, meaning.type
    if type_.is_list:
        return meaning
    if type_.sort == "pile":
        kind = Type("card", scope.world.zones[type_.name].kind)
        return replace(meaning, value=CardsIn(value, kind.listed, meaning.place), source=value)
    if takes_single and type_.sort in SINGLE:
        return replace(meaning, value=Listed((value,), type_.listed, meaning.place))
    raise RuleFault(say.NOT_SEVERAL(found=found(meaning)), meaning.place, _compared(type_))


def _compared(type_: Type) -> str | None:
    """Return the hint for a single value where a list is expected, as before `is empty`."""
    if type_.sort == "number":
        return "compare a number with 0"
    if type_.sort in SINGLE or type_.sort == "word":
        return "to test whether there is one, write = none or <> none"
    return None


def card_on(meaning: Meaning, scope: Scope) -> Meaning:
    """Return the card of a zone that holds one; anything else as it is."""
    if not holds_one(meaning.type, scope):
        return meaning
    pile, kind = meaning.value, scope.world.zones[meaning.type.name].kind
    return replace(meaning, value=CardOn(pile, Type("card", kind), meaning.place), source=pile)


def as_value(meaning: Meaning, scope: Scope) -> Meaning:
    """Return one value; for a zone that holds one card, that card; for one die, its number."""
    value, name = meaning.value, meaning.type.name
    if (
        isinstance(value, CounterRead)
        and value.type.is_list
        and scope.world.counters[value.counter].is_one_die
    ):
        first = Constant(NUMBER, 1, meaning.place)
        return replace(meaning, value=replace(value, key=first, type=NUMBER))
    meaning = card_on(meaning, scope)
    if meaning.type.form == "pile":
        hint = f"write top({name}), or use count, sum or best"
        raise RuleFault(say.ALL_OF_ZONE(name=name), meaning.place, hint)
    return meaning


def as_number(meaning: Meaning, scope: Scope) -> Expression:
    """Return a number: 1 for true, 0 for none, and for a row its number in its table."""
    meaning = as_value(meaning, scope)
    value, type_, place = meaning.value, meaning.type, meaning.place
    if type_ == NUMBER:
        return value
    if type_ == NONE:
        return Constant(NUMBER, 0, place)
    if type_ == TRUTH:
        one, zero = Constant(NUMBER, 1, place), Constant(NUMBER, 0, place)
        return Conditional(value, one, zero, NUMBER, place)
    if type_.form == "row":
        return RowNumber(value, place)
    hint = "count them with count( )" if type_.is_list else field_hint(meaning, NUMBER, scope)
    raise RuleFault(say.NOT_A_NUMBER(found=found(meaning)), place, hint)


def field_hint(meaning: Meaning, wanted: Type, scope: Scope) -> str | None:
    """Return the hint to write a field, for a card or a row that has one of the wanted type."""
    fields = scope.world.vocabulary.fields.get(meaning.type.name, {})
    names = [f".{name}" for name, type_ in fields.items() if type_ == wanted]
    if meaning.type.form not in ("card", "row") or not names:
        return None
    return f"write one of its fields after it: {' or '.join(names)}"


def as_truth(meaning: Meaning, scope: Scope) -> Expression:
    if meaning.type != TRUTH:
        hint = "compare it with another value, such as = 0 or <> none"
        raise RuleFault(say.NOT_TRUE_OR_FALSE(found=found(meaning)), meaning.place, hint)
    return meaning.value


def as_type(meaning: Meaning, wanted: Type, scope: Scope, hint: str | None = None) -> Expression:
    """Return a value of a type. A bare word is read as what is required: a row, a card, a word of a
    field. `hint` says what to do about another type.
    """
    meaning = meaning if wanted.sort == "pile" else as_value(meaning, scope)
    if isinstance(meaning.value, Word):
        return _word_as(meaning, wanted, scope)
    if wanted == NUMBER:
        return as_number(meaning, scope)
    if meaning.type == NONE and not wanted.is_list:
        if "none" in _ids_of(wanted, scope):
            hint = (
                'write "none" in quotes for that one; to ask for no value, rename it in cards.yaml'
            )
            meanings = f"no value and {described(wanted)}"
            raise RuleFault(say.TWO_MEANINGS(word="none", meanings=meanings), meaning.place, hint)
        return Constant(wanted, None, meaning.place)
    if meaning.type == wanted:
        return meaning.value
    word = _written(meaning.value)
    if word in _ids_of(wanted, scope):
        hint = f'if it is an id, write it in quotes: "{word}"'
    message = say.WRONG_TYPE(wanted=described(wanted), found=found(meaning))
    raise RuleFault(message, meaning.place, hint or _type_hint(meaning, wanted, word, scope))


def _type_hint(meaning: Meaning, wanted: Type, word: str, scope: Scope) -> str | None:
    """Return the hint to write a value of another type than that of a value, written as a word."""
    if wanted == TRUTH:
        return "write true or false, or a condition"
    if wanted.sort == "row" and meaning.type == NUMBER:
        row = f"first({wanted.name} where 0 + it = {word or '…'})"
        return f"to find a row by its position, write {row}"
    return field_hint(meaning, wanted, scope)


def _ids_of(wanted: Type, scope: Scope) -> tuple[str, ...]:
    """List the ids or words that a value of a type can be."""
    return wanted.words or scope.world.vocabulary.entries.get(wanted.element, ())


def _written(value: Expression) -> str:
    """Return how a number is written, or what the game itself keeps, such as the round; empty for
    other values.
    """
    match value:
        case Constant(type=Type(sort="number")):
            return str(value.value)
        case FieldOf(of=VariableRead()):
            return value.field
    return str(_KEPT[type(value)](value)) if type(value) in _KEPT else ""


_KEPT: dict[type, Callable[[Any], str]] = {
    Who: attrgetter("who"),
    Players: attrgetter("which"),
    Clock: attrgetter("what"),
    IsOut: lambda _: "out",
    SeatNumber: lambda _: "seat",
}
"""The words for what the game itself keeps."""


def _word_as(meaning: Meaning, wanted: Type, scope: Scope) -> Expression:
    ids = _ids_of(wanted, scope)
    if meaning.word in ids and not wanted.is_list:
        return Constant(wanted, meaning.word, meaning.place)
    if not ids:
        raise unknown(meaning, scope)
    message = say.WRONG_WORD(expected=described(wanted), found=meaning.word)
    raise RuleFault(message, meaning.place, nearest(meaning.word, ids, "there are"))


def settled(meaning: Meaning, scope: Scope) -> Meaning:
    """Return what a bare word means by itself: the only row, card or word of a field it can be."""
    if not isinstance(meaning.value, Word):
        return meaning
    words, word = scope.world.vocabulary, meaning.word
    types = [type_ for type_, ids in words.entries.items() if word in ids]
    for fields in words.fields.values():
        types += [type_.element for type_ in fields.values() if word in type_.words]
    different = list(dict.fromkeys(types))
    if not different:
        raise unknown(meaning, scope)
    if len(different) > 1:
        meanings = " or ".join(map(described, different))
        raise RuleFault(say.TWO_MEANINGS(word=word, meanings=meanings), meaning.place)
    return replace(meaning, value=Constant(different[0], word, meaning.place))


def player_of(meaning: Meaning, scope: Scope) -> Expression:
    return as_type(meaning, Type("player"), scope)


def common_type(first: Meaning, second: Meaning, place: Place) -> Type:
    """Return the type in which two values are compared: that of the one that is neither a bare word
    nor none.
    """
    if isinstance(first.value, Word) and isinstance(second.value, Word):
        message = say.TWO_WORDS(word=first.word, second=second.word)
        raise RuleFault(message, place)
    return second.type if first.type == NONE else first.type
