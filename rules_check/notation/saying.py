"""Expressions in plain English, as a rulebook would put them.

In: expressions of a `Program`. Out: phrases, such as "the cards in your hand". Knows no steps.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from generator.data.problems import counted
from rules_check.notation.program import (
    NUMBER,
    Aggregate,
    Beside,
    Best,
    CardOn,
    CardsIn,
    Clock,
    Comparison,
    Conditional,
    Constant,
    Contains,
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
    Program,
    RowNumber,
    RuleNumber,
    RulingAnswer,
    SeatNumber,
    Span,
    Type,
    Variable,
    VariableRead,
    Where,
    Who,
)
from rules_check.notation.vocabulary import Vocabulary
from rules_check.notation.walking import is_me, nodes, nodes_of, reads
from rules_check.toolkit.prose import joined, verb_of, with_article

NOT = "not "
OTHERWISE = {"": NOT, NOT: ""}
"""The word that negates the opposite of a clause, by the word that negates the clause."""
POINTING = ("it", "who", "one", "other", "that", "which")
"""Names of variables that are not nouns."""
OPPOSITE = {"=": "<>", "<>": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
COMPARED = {
    "=": "is",
    "<>": "is not",
    "<": "is less than",
    "<=": "is at most",
    ">": "is more than",
    ">=": "is at least",
}
_MANY = {"=": "exactly", "<": "fewer than", "<=": "at most", ">": "more than", ">=": "at least"}
_NONE_OF = {("=", "0"), ("<=", "0"), ("<", "1")}
"""The comparisons of a number of things that are true if there are none."""
_WHICH_HAS = {
    **dict.fromkeys((("max", ">"), ("max", ">="), ("min", "<"), ("min", "<=")), "any"),
    **dict.fromkeys((("min", ">"), ("min", ">="), ("max", "<"), ("max", "<=")), "every"),
}
"""Who has as many things as the highest or lowest number of all players is compared with."""
_IS_THEIRS = re.compile(r"((?:(?!\b(?:its?|their|that)\b).)+ (?:is|are)) in their (\w+)")
"""A statement that something is in a zone of the player in question."""
_ONE_OF = {("any", ""): "any", ("all", ""): "every", ("any", NOT): "no", ("all", NOT): "not every"}
_OF_SEVERAL = {
    ("any", ""): "any of",
    ("all", ""): "each of",
    ("any", NOT): "none of",
    ("all", NOT): "not each of",
}
_GROUPING = {("or", "and"): "both ", ("and", "or"): "either "}
"""What comes before the parts of a condition within one with the other conjunction."""
_NOUNS = {
    "number": "number",
    "player": "player",
    "word": "word",
    "truth": "answer",
    "none": "nothing",
}
_WHO = {"me": "you", "active": "the player whose turn it is", "first": "the first player"}
_PLAYERS = {
    "players": "the players",
    "everyone": "all players",
    "others": "the other players",
    "partners": "your partners",
}
_NONE = {"player": "no player"}
_SUBJECTS = {"that player": "who", "it": "that"}
_RELATIVE = {**_SUBJECTS, "its": "whose", "their": "whose"}
"""How a condition on "it" becomes one that follows its noun."""
_NUMERIC = {
    "abs": "{0} without its sign",
    "max": "the larger of {all}",
    "min": "the smaller of {all}",
    "+": "{0} plus {1}",
    "-": "{0} minus {1}",
    "*": "{0} times {1}",
    "/": "{0} divided by {1}, rounded down",
    "mod": "{0} modulo {1}",
}
"""The words for a calculation, with those for its parts."""
EXTREMES = {"sum": "total", "max": "highest", "min": "lowest"}
_OF_SUMS = (("/",), ("+", "-", "/"))
_OF_PRODUCTS = (("+", "-", "/"), ("+", "-", "*", "/", "mod"))
_BRACKETED: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    **dict.fromkeys(("+", "-"), _OF_SUMS),
    **dict.fromkeys(("*", "/", "mod"), _OF_PRODUCTS),
    **dict.fromkeys(("abs", "max", "min"), ((), ())),
}
"""The operators whose numbers are put in brackets as the first part of another, and as a later one."""


_UNCHANGED = ("fish", "series", "sheep", "species")
"""Words whose plural is the same."""


def spaced(name: str) -> str:
    """Return a name as words: `hand_size` as "hand size"."""
    return name.replace("_", " ").replace("-", " ")


def plural(word: str) -> str:
    if word.endswith(_UNCHANGED):
        return word
    if word.endswith(("s", "x", "o", "ch", "sh")):
        return f"{word}es"
    return f"{re.sub('(?<![aeou])y$', 'ie', word)}s"


def noun_of(name: str) -> str:
    """Return the noun for one of a kind or a table, whose name may be plural, such as that of the
    sheet it came from: `building_cards` as "building card".
    """
    words = spaced(name)
    is_one = words.endswith((*_UNCHANGED, "lens", "as", "os")) or not _is_plural(words)
    return words if is_one else _singular(words)


def bare(phrase: str, *starts: str) -> str:
    """Return a phrase without words such as "the " before it."""
    for start in starts:
        phrase = phrase.removeprefix(start)
    return phrase


class Speaker:
    """Puts expressions into words. `it` are the variables of the lists being examined."""

    def __init__(self, program: Program, words: Vocabulary) -> None:
        self.program, self.words = program, words
        self.it: list[int] = []
        self.each: list[int] = []
        """Variables of the members of a list that is named after them: "each number"."""
        letters = set()
        for variable in program.variables:
            if len(variable.name) == 1:
                letters.add((variable.type, variable.name))
        types = [type_ for type_, _ in letters]
        self.lettered = {type_ for type_ in types if types.count(type_) > 1}
        """Types for which several variables share a letter; these are printed with it."""

    def say(self, expression: Expression) -> str:
        """Return a phrase for a value, such as "your gold"."""
        way: Callable[[Any], str] = getattr(self, f"_{type(expression).__name__}", self.holds)
        return way(expression)

    # ------------------------------------------------------------------------------------- names

    def title(self, type_: Type, id_: str) -> str:
        """Return what people call a card, a row or a word."""
        name = self.words.values_of(type_.name, id_).get("name")
        return name if isinstance(name, str) and name else spaced(id_)

    def noun(self, type_: Type) -> str:
        """Return the noun for one thing of a type: "fish", "player"."""
        return _NOUNS.get(type_.sort, noun_of(type_.name))

    def with_noun(self, phrase: str, kind: str) -> str:
        """Return a phrase that ends with a noun: "your card", "your leader card"."""
        return phrase if phrase.endswith(f" {kind}") else f"{phrase} {kind}"

    def is_lettered(self, variable: Variable) -> bool:
        """Return whether a variable goes by its letter, because another of its type does."""
        return variable.type in self.lettered and len(variable.name) == 1

    def variable(self, variable: Variable) -> str:
        noun = self.noun(variable.type)
        if variable.number in self.each:
            return f"each {noun}"
        if variable.number in self.it:
            return "that player" if noun == "player" else "it"
        if variable.name == "this":
            return "this card"
        if self.is_lettered(variable):
            return f"{noun} {variable.name.upper()}"
        if variable.name in POINTING or len(variable.name) == 1:
            return f"that {noun}"
        return f"the {spaced(variable.name)}"

    def whose(self, owner: Expression | None) -> str:
        """Return the possessive before something owned: "your", "the winner's"."""
        if owner is None:
            return "the"
        if is_me(owner):
            return "your"
        name = self.say(owner)
        return "their" if name in ("it", "that player") else f"{name}'s"

    def about(self, variable: Variable, part: Expression, say: Callable[[Expression], str]) -> str:
        """Write a statement about one member of a list, which is called "it"."""
        self.it.append(variable.number)
        try:
            return say(part)
        finally:
            self.it.pop()

    def which(self, variable: Variable, condition: Expression, are_several: bool = False) -> str:
        """Write the condition on members of a list: "whose suit is reed", "who are out"."""
        clause = self.about(variable, condition, self.holds)
        split = re.match("(that player|its?|their) (.*)", clause, re.DOTALL)
        is_clock = clause.startswith("it ") and variable.type.sort == "player"
        if split is None or is_clock:
            return f"for {'whom' if variable.type.sort == 'player' else 'which'} {clause}"
        subject, rest = split.groups()
        verbs = {"is": "is", "has": "has"}
        if are_several and subject in _SUBJECTS:
            verbs = {"is": "are", "has": "have"}
            rest = re.sub("^(is|has) ", lambda verb: f"{verbs[verb[1]]} ", rest)
        if subject != "their":
            rest = re.sub(" (and|or) its ", r" \1 whose ", rest)
            rest = re.sub(
                " (and|or) (?:it|that player) (is|has) ",
                lambda clause: f" {clause[1]} {verbs[clause[2]]} ",
                rest,
            )
        return f"{_RELATIVE[subject]} {rest}"

    # ------------------------------------------------------------------------------------ values

    def _Constant(self, constant: Constant) -> str:  # noqa: N802
        match constant.value:
            case None:
                return _NONE.get(constant.type.sort, "none")
            case bool(is_so):
                return "yes" if is_so else "no"
        return self.title(constant.type, str(constant.value))

    def _RuleNumber(self, rule_number: RuleNumber) -> str:  # noqa: N802
        if rule_number.key is None:
            return str(self.words.numbers[rule_number.name])
        match rule_number.key:
            case Aggregate(function="count", list=Players(which="everyone")):
                if by_players := self.words.by_players.get(rule_number.name):
                    return _by_players(by_players)
        return f"the {spaced(rule_number.name)} for {self.say(rule_number.key)}"

    def _RulingAnswer(self, ruling_answer: RulingAnswer) -> str:  # noqa: N802
        return f"the ruling on {spaced(ruling_answer.name)}"

    def _Who(self, who: Who) -> str:  # noqa: N802
        return _WHO[who.who]

    def _Players(self, players: Players) -> str:  # noqa: N802
        if players.than is not None and players.which == "partners":
            return f"the partners of {self.say(players.than)}"
        if players.than is not None:
            return f"the other players than {self.say(players.than)}"
        return _PLAYERS[players.which]

    def _Clock(self, clock: Clock) -> str:  # noqa: N802
        return f"the {clock.what} number"

    def _SeatNumber(self, seat_number: SeatNumber) -> str:  # noqa: N802
        player = self.say(seat_number.player)
        return "your seat number" if player == "you" else f"the seat number of {player}"

    def _VariableRead(self, variable_read: VariableRead) -> str:  # noqa: N802
        return self.variable(variable_read.variable)

    def _CounterRead(self, counter_read: CounterRead) -> str:  # noqa: N802
        name = f"{self.whose(counter_read.owner)} {spaced(counter_read.counter)}"
        if self.program.counters[counter_read.counter].is_one_die:
            return name
        return f"{name}{self.of_key(counter_read.key)}"

    def for_key(self, key: Expression | None) -> str:
        """Write for which of several something is marked: " for the red suit"."""
        return f" for {self.say(key)}" if key is not None else ""

    def of_key(self, key: Expression | None) -> str:
        """Write which one of several: " 2", " of the red suit"."""
        if key is None:
            return ""
        return f" {self.say(key)}" if key.type == NUMBER else f" of {self.say(key)}"

    def _PileRead(self, pile_read: PileRead) -> str:  # noqa: N802
        name = f"{self.whose(pile_read.owner)} {spaced(pile_read.zone)}"
        if pile_read.type.is_list:
            return f"the piles of {name}"
        return f"{name}{self.of_key(pile_read.key)}"

    def _CardsIn(self, cards_in: CardsIn) -> str:  # noqa: N802
        kind = plural(self.noun(cards_in.type.element))
        return f"the {kind} in {self.say(cards_in.pile)}"

    def _CardOn(self, card_on: CardOn) -> str:  # noqa: N802
        return self.with_noun(self.say(card_on.pile), self.noun(card_on.type))

    def _FieldOf(self, field_of: FieldOf) -> str:  # noqa: N802
        if self.is_it(field_of.of):
            return f"its {spaced(field_of.field)}"
        return f"the {spaced(field_of.field)} of {self.say(field_of.of)}"

    def is_it(self, some: Expression) -> bool:
        """Return whether a value is the member of a list that is being examined."""
        return isinstance(some, VariableRead) and some.variable.number in self.it

    def _Every(self, every: Every) -> str:  # noqa: N802
        return f"all {plural(self.noun(every.type.element))}"

    def _RowNumber(self, row_number: RowNumber) -> str:  # noqa: N802
        return f"the position of {self.say(row_number.row)} in its table"

    def _ItemAt(self, item_at: ItemAt) -> str:  # noqa: N802
        return f"number {self.say(item_at.number)} of {self.say(item_at.list)}"

    def _Listed(self, listed: Listed) -> str:  # noqa: N802
        return joined(list(map(self.say, listed.items)))

    def _Span(self, span: Span) -> str:  # noqa: N802
        return f"the numbers from {self.say(span.low)} to {self.say(span.high)}"

    def _Where(self, where: Where) -> str:  # noqa: N802
        which = self.which(where.variable, where.condition, are_several=True)
        return f"{self.members(where.list)} {which}"

    def members(self, some: Expression) -> str:
        """Write a list by what is in it: "the numbers in your purse"."""
        if isinstance(some, CounterRead):
            return f"the {plural(self.noun(some.type.element))} in {self.say(some)}"
        return self.say(some)

    def _Otherwise(self, otherwise: Otherwise) -> str:  # noqa: N802
        return f"{self.say(otherwise.first)}, or if there are none, {self.say(otherwise.second)}"

    def _Mapped(self, mapped: Mapped) -> str:  # noqa: N802
        members = self.say(mapped.list)
        match mapped.value:
            case FieldOf(of=VariableRead(variable=mapped.variable), field=field):
                return f"the {plural(spaced(field))} of {members}"
            case CounterRead(owner=VariableRead(variable=mapped.variable), counter=counter):
                return f"the {spaced(counter)} of {members}"
            case CardsIn(pile=PileRead(zone=zone), type=cards):
                return f"the {plural(self.noun(cards.element))} in the {spaced(zone)} of {members}"
            case CardsIn(pile=VariableRead(variable=mapped.variable), type=cards):
                return f"the {plural(self.noun(cards.element))} in {members}"
        return f"{self.about(mapped.variable, mapped.value, self.say)} for each of {members}"

    def _Aggregate(self, aggregate: Aggregate) -> str:  # noqa: N802
        match aggregate:
            case Aggregate(function="count", member=member) if member is not None:
                return self._number_of(member, aggregate.list)
            case Aggregate(function="last", list=CardsIn(pile=pile)):
                return f"the top {self.noun(aggregate.type)} of {self.say(pile)}"
            case Aggregate(function="sum", list=Mapped() as mapped) if _is_of_every(mapped):
                return self._for_each(mapped)
            case Aggregate(function="sum" | "max" | "min", list=Mapped() as mapped):
                if _is_read_bare(mapped.value, mapped.variable):
                    return f"the {EXTREMES[aggregate.function]} of {self._of_each_member(mapped)}"
                return f"the {EXTREMES[aggregate.function]} {self._measured(mapped)}"
            case Aggregate(function="count", list=Where() as where) if self._are_dice(where.list):
                return f"the number of {self._shown_by(where)}"
            case Aggregate(function="count"):
                return f"the number of {bare(self.say(aggregate.list), 'all ', 'the ')}"
            case Aggregate(function="distinct"):
                return self._different(aggregate.list)
            case Aggregate(function="any" | "all"):
                return self.holds(aggregate)
        word = EXTREMES.get(aggregate.function, aggregate.function)
        return f"the {word} of {self.say(aggregate.list)}"

    def _are_dice(self, some: Expression) -> bool:
        return isinstance(some, CounterRead) and self.program.counters[some.counter].faces > 0

    def _shown_by(self, where: Where) -> str:
        """Write which dice: "dice that show 1", "dice that show more than 3"."""
        which = self.which(where.variable, where.condition, are_several=True)
        return f"dice {which.replace('that are ', 'that show ', 1)}"

    def _for_each(self, mapped: Mapped) -> str:
        """Write a value that is added up: "for each card that is red, its price"."""
        _, which = self._narrowed(mapped.list)
        value = self.about(mapped.variable, mapped.value, self.say)
        return f"for each {self.noun(mapped.variable.type)}{which}, {value}"

    def _narrowed(self, some: Expression) -> tuple[Expression, str]:
        """Return a list without the condition on its members, and that condition in words."""
        if not isinstance(some, Where):
            return some, ""
        return some.list, f" {self.which(some.variable, some.condition)}"

    def _different(self, some: Expression) -> str:
        """Write how many different values a list has: "the number of different suits of the cards
        in your hand".
        """
        members = self.say(some)
        match some:
            case Mapped(value=FieldOf()):
                return f"the number of different {bare(members, 'the ')}"
        return f"the number of different ones among {members}"

    def _number_of(self, member: Expression, some: Expression) -> str:
        """Write how many members of a list equal a given one: "the number of rat cards in your
        hand".
        """
        noun, named = self.noun(member.type), self.say(member)
        if self.is_it(member):
            named = f"that {noun}"
        match some, member:
            case CardsIn(pile=pile), Constant():
                return f"the number of {named} {plural(noun)} in {self.say(pile)}"
            case CardsIn(pile=pile), _:
                return f"the number of {named} in {self.say(pile)}"
            case Mapped(list=members, value=FieldOf(field=name)), _:
                of, field = bare(self.say(members), "the "), spaced(name)
                whose = f"of {named}" if named == f"that {field}" else f"whose {field} is {named}"
                return f"the number of {of} {whose}"
        return f"the number of {named} among {self.say(some)}"

    def _of_each_member(self, mapped: Mapped) -> str:
        """Write a value of the numbers or rows of a list: "each number times 2 among the numbers
        from 1 to 3".
        """
        self.each.append(mapped.variable.number)
        value = self.about(mapped.variable, mapped.value, self.say)
        self.each.pop()
        if isinstance(mapped.list, Every):
            return value
        return f"{value} among {self.members(mapped.list)}"

    def _measured(self, mapped: Mapped) -> str:
        """Write a value of each member of a list: "stake of the players"."""
        members = self.say(mapped.list)
        match mapped.value:
            case FieldOf(of=VariableRead(variable=mapped.variable), field=name):
                return f"{spaced(name)} of {members}"
            case CounterRead(owner=VariableRead(variable=mapped.variable), counter=name):
                return f"{spaced(name)} of {members}"
        return f"{self._measure(mapped.variable, mapped.value)} among {members}"

    def _Best(self, best: Best) -> str:  # noqa: N802
        if not best.keys:
            return self._single(best)
        noun, among = self.noun(best.type), f" among {self.say(best.list)}"
        match best.list:
            case Every() | Players(which="players"):
                among = ""
        only = ", if there is only one such" if best.is_only else ""
        by = ", then ".join(self._rank(best.variable, key) for key in best.keys)
        if len(best.keys) == 1 and not by.startswith("whether"):
            return f"the {noun} with {by}{among}{only}"
        return f"the {noun}{among} that comes first by {by}{only}"

    def _single(self, best: Best) -> str:
        """Write the single member of a list: "the only player whose bid is 3, if there is just
        one".
        """
        some, which = self._narrowed(best.list)
        among = f" among {self.say(some)}"
        match some:
            case Every() | Players(which="players" | "everyone"):
                among = ""
        return f"the only {self.noun(best.type)}{among}{which}, if there is just one"

    def _rank(self, variable: Variable, key: Expression) -> str:
        """Write the criterion for the best of several."""
        match key:
            case Conditional(then=Constant(value=1)):
                return f"whether {self.about(variable, key.condition, self.holds)}"
            case Conditional():
                condition = self.holds(key.condition)
                then, other = self._rank(variable, key.then), self._rank(variable, key.otherwise)
                return f"{then} if {condition}, otherwise {other}"
        extreme, ranked = ranked_by(key)
        return f"the {extreme} {self._measure(variable, ranked)}"

    def _measure(self, variable: Variable, key: Expression) -> str:
        phrase = bare(self.about(variable, key, self.say), "its ", "their ", "the ")
        return f"value of {phrase}" if phrase.startswith("your ") else phrase

    def _Beside(self, beside: Beside) -> str:  # noqa: N802
        player = self.say(beside.player)
        if player == "you":
            return f"your {beside.side} neighbour"
        return f"the player to the {beside.side} of {player}"

    def _Conditional(self, conditional: Conditional) -> str:  # noqa: N802
        condition = self.holds(conditional.condition)
        then, other = self.say(conditional.then), self.say(conditional.otherwise)
        return f"{then} if {condition}, otherwise {other}"

    def _Numeric(self, numeric: Numeric) -> str:  # noqa: N802
        parts = self._parts(numeric)
        match numeric:
            case Numeric(operator="*", parts=(factor, other)) if factor == other:
                return f"{parts[0]}, times itself"
            case Numeric(operator="*", parts=(Constant(value=1), _)):
                return parts[1]
            case Numeric(operator="*", parts=(_, Constant(value=1))):
                return parts[0]
            case Numeric(operator="max", parts=(Constant(value=0), _)):
                return f"{parts[1]} (at least 0)"
            case Numeric(operator="abs", parts=(Numeric(operator="-") as difference,)):
                return f"the difference between {joined(self._parts(difference))}"
            case Numeric(operator="-", parts=(Constant(value=0), _)):
                return f"minus {parts[1]}"
        return _NUMERIC[numeric.operator].format(*parts, all=joined(parts))

    def _parts(self, numeric: Numeric) -> list[str]:
        """Write the parts of a sum, in brackets if necessary."""
        first, *rest = numeric.parts
        left, right = _BRACKETED[numeric.operator]
        return [self._part(first, left), *(self._part(part, right) for part in rest)]

    def _part(self, part: Expression, bracketed: tuple[str, ...]) -> str:
        phrase = self.say(part)
        match part:
            case Conditional():
                return f"({phrase})"
            case Numeric(operator="-", parts=(Constant(value=0), _)):
                return phrase
            case Numeric(operator=operator) if operator in bracketed:
                return f"({phrase})"
        return phrase

    # -------------------------------------------------------------------------------- conditions

    def holds(self, expression: Expression, no: str = "") -> str:
        """Return a clause stating that a condition is true or, with NOT, that it is not."""
        return _CLAUSES.get(type(expression), _held)(self, expression, no)


def _by_players(values: Mapping[int, int]) -> str:
    """Write a number for each number of players: "9 (2 players), 8 (3) or 7 (4)"."""
    first, *others = values
    if len(set(values.values())) == 1:
        return str(values[first])
    parts = [f"{values[first]} ({counted(first, 'player')})"]
    return joined([*parts, *(f"{values[count]} ({count})" for count in others)], "or")


def _is_of_every(mapped: Mapped) -> bool:
    """Return whether something is computed over all cards of a kind or rows of a table, or over
    some of them.
    """
    some = mapped.list.list if isinstance(mapped.list, Where) else mapped.list
    return isinstance(some, Every) and not isinstance(mapped.value, FieldOf)


def _is_read_bare(value: Expression, variable: Variable) -> bool:
    """Return whether a number, row or word of a list is itself read, and not only its fields."""
    if variable.type.sort not in ("number", "row", "word"):
        return False
    owners = [field.of for field in nodes_of(FieldOf, value)]
    return sum(reads(node, variable) for node in nodes(value)) > sum(
        reads(owner, variable) for owner in owners
    )


def ranked_by(key: Expression) -> tuple[str, Expression]:
    """Return which extreme of a value comes first, and the value: of one with a minus, the lowest."""
    match key:
        case Numeric(operator="-", parts=(Constant(value=0), value)):
            return "lowest", value
    return "highest", key


def _held(speaker: Speaker, expression: Expression, no: str) -> str:
    return f"{speaker.say(expression)} {_HOLDS[no]}"


def _noted(speaker: Speaker, variable_read: VariableRead, no: str) -> str:
    return f"'{spaced(variable_read.variable.name)}' was {no}noted"


def _constant(speaker: Speaker, constant: Constant, no: str) -> str:
    return "always" if bool(constant.value) == (no != NOT) else "never"


def _marked(speaker: Speaker, counter_read: CounterRead, no: str) -> str:
    name, key = f"'{spaced(counter_read.counter)}'", speaker.for_key(counter_read.key)
    if counter_read.owner is None:
        return f"{name} is {no}marked{key}"
    owner = speaker.say(counter_read.owner)
    return f"{owner} {verb_of(owner)} {no}marked {name}{key}"


def _compared(speaker: Speaker, comparison: Comparison, no: str) -> str:
    sign = _SIGNS[no].get(comparison.operator, comparison.operator)
    verb = COMPARED[sign]
    match comparison:
        case Comparison(left=FieldOf(of=owner, field=name), right=Constant(value=None)):
            return f"{speaker.say(owner)} has {_some_or_no(spaced(name), sign)}"
        case Comparison(right=Constant(value=None)):
            return _there_is(speaker.say(comparison.left), sign)
        case Comparison(left=Clock(what=what)) if sign in ("=", "<>"):
            return f"it {verb} {what} {speaker.say(comparison.right)}"
        case Comparison(
            left=Aggregate(function="count", list=Where() as where),
            right=Constant() | RuleNumber(key=None),
        ) if sign == ">=" and speaker._are_dice(where.list):
            many = speaker.say(comparison.right)
            shown = speaker._shown_by(where)
            if many != "1" and shown.startswith("dice that show "):
                return f"{many} or more dice show {shown.removeprefix('dice that show ')}"
    if how_many := _how_many(speaker, comparison, sign):
        return how_many
    left = speaker.say(comparison.left)
    if is_me(comparison.left) or _is_plural(_measure_of(comparison.left)):
        verb = verb.replace("is", "are", 1)
    return f"{left} {verb} {speaker.say(comparison.right)}"


def _how_many(speaker: Speaker, comparison: Comparison, sign: str) -> str:
    """Write how many things somebody has, or there are: "you have fewer than 2 coins"; empty if a
    comparison is of something else.
    """
    number, name = comparison.right, _measure_of(comparison.left)
    is_number = isinstance(number, Constant | RuleNumber) and number.type == NUMBER
    if not is_number or not _is_plural(name):
        return ""
    count = speaker.say(number)
    if (sign, count) == (">", "0"):
        sign, count = ">=", "1"
    if sign not in _MANY:
        return ""
    is_none = (sign, count) in _NONE_OF
    noun = _singular(name) if count == "1" and not is_none else name
    many = f"no {name}" if is_none else f"{_MANY[sign]} {count} {noun}"
    match comparison.left:
        case CounterRead(key=key) if key is not None and key.type == NUMBER:
            return ""  # one of several dice or other numbers
        case CounterRead(owner=None, key=key):
            return f"there {'is' if noun != name else 'are'} {many}{speaker.of_key(key)}"
        case CounterRead(owner=owner, key=key) if is_me(owner):
            return f"you have {many}{speaker.of_key(key)}"
        case CounterRead(owner=owner, key=key) if owner is not None and speaker.is_it(owner):
            return f"that player has {many}{speaker.of_key(key)}"
        case Aggregate(
            function="max" | "min" as function,
            list=Mapped(list=Players(which="players" | "everyone")),
        ) if (function, sign) in _WHICH_HAS:
            return f"{_WHICH_HAS[function, sign]} player has {many}"
    return ""


def _measure_of(value: Expression) -> str:
    """Return the name of the counter or the number that is read, alone or as the highest or lowest
    of several; empty for anything else.
    """
    match value:
        case CounterRead(counter=name):
            return spaced(name)
        case FieldOf(field=name) if value.type == NUMBER:
            return spaced(name)
        case Aggregate(
            function="max" | "min",
            list=Mapped(
                variable=variable,
                value=CounterRead(owner=VariableRead(variable=read), counter=name, key=None)
                | FieldOf(of=VariableRead(variable=read), field=name),
            ),
        ) if read == variable:
            return spaced(name)
    return ""


def _is_plural(name: str) -> bool:
    """Return whether a name is plural, such as "your coins", as far as its form shows."""
    return re.search("[^siu]s$", name) is not None


def _singular(name: str) -> str:
    """Return the name of one of several, such as "coin"."""
    if re.search("(ch|sh|x|ss|o)es$", name):
        return name[:-2]
    return f"{name[:-3]}y" if name.endswith("ies") else name[:-1]


def _there_is(name: str, sign: str) -> str:
    """Write that something exists, or not: "it has no hue", "there is no winner"."""
    for start, who in (("your ", "you have"), ("its ", "it has"), ("their ", "they have")):
        if name.startswith(start):
            return f"{who} {_some_or_no(name.removeprefix(start), sign)}"
    return f"there is {_some_or_no(name.removeprefix('the '), sign)}"


def _some_or_no(noun: str, sign: str) -> str:
    """Write what is <> none, or = none: "a winner", "no winner"."""
    return with_article(noun) if sign == "<>" else f"no {noun}"


def _logical(speaker: Speaker, logical: Logical, no: str) -> str:
    if logical.operator == "not":
        return speaker.holds(logical.parts[0], OTHERWISE[no])
    conjunction = _conjunction(logical, no)
    clauses = []
    for part in logical.parts:
        grouping = _GROUPING.get((conjunction, _conjunction(part, no)), "")
        clauses.append(f"{grouping}{speaker.holds(part, no)}")
    return f" {conjunction} ".join(clauses)


def _conjunction(expression: Expression, no: str) -> str:
    """Return the word between the parts of a condition: "and", "or", or none."""
    match expression:
        case Logical(operator="not", parts=(negated,)):
            return _conjunction(negated, OTHERWISE[no])
        case Logical(operator=operator):
            return _CONJUNCTIONS[operator, no]
    return ""


def _empty(speaker: Speaker, test: IsEmpty, no: str) -> str:
    members = speaker.say(test.list)
    if isinstance(test.list, CardsIn):
        pile = speaker.say(test.list.pile)
        return f"{pile} {'are' if _is_plural(pile) else 'is'} {no}empty"
    if no:
        return f"there are some of {members}"
    return f"there are no {members.removeprefix('the ')}"


def _contains(speaker: Speaker, contains: Contains, no: str) -> str:
    member = speaker.say(contains.member)
    where = f"among {speaker.say(contains.list)}"
    if isinstance(contains.list, CardsIn):
        where = f"in {speaker.say(contains.list.pile)}"
    return f"{member} {verb_of(member)} {no}{where}"


def _out(speaker: Speaker, test: IsOut, no: str) -> str:
    player = speaker.say(test.player)
    return f"{player} {verb_of(player)} {_OUT[no]}"


def _any_all(speaker: Speaker, aggregate: Aggregate, no: str) -> str:
    """Write that a condition holds for one or all of several."""
    function, some = aggregate.function, aggregate.list
    if not isinstance(some, Mapped):
        return f"{_OF_SEVERAL[function, no]} {speaker.say(some)} holds"
    condition = speaker.about(some.variable, some.value, speaker.holds)
    subjects = {"it ": " ", "that player ": " "}
    match some.list:
        case Players(which="players" | "everyone"):
            whom = f"{_ONE_OF[function, no]} player"
            subjects["their "] = "'s "
            if is_theirs := _IS_THEIRS.fullmatch(condition):
                what, place = is_theirs.groups()
                negated = "not in every" if function == "all" and no else f"in {whom.split()[0]}"
                return f"{what} {negated} player's {place}"
        case Every():
            whom = f"{_ONE_OF[function, no]} {speaker.noun(some.variable.type)}"
        case _:
            whom = f"{_OF_SEVERAL[function, no]} {speaker.members(some.list)}"
    clause = re.sub("^for not ", "not for ", f"for {whom}, {condition}")
    for start, subject in subjects.items():
        if condition.startswith(start):
            clause = f"{whom}{subject}{condition.removeprefix(start)}"
    return clause


def _conditional(speaker: Speaker, conditional: Conditional, no: str) -> str:
    then, other = speaker.holds(conditional.then, no), speaker.holds(conditional.otherwise, no)
    if_so, if_not = speaker.holds(conditional.condition), speaker.holds(conditional.condition, NOT)
    return f"either {if_so} and {then}, or {if_not} and {other}"


_HOLDS = {"": "holds", NOT: "does not hold"}
_OUT = {"": "out", NOT: "still in"}
_SIGNS: dict[str, dict[str, str]] = {"": {}, NOT: OPPOSITE}
_CONJUNCTIONS = {("and", ""): "and", ("or", ""): "or", ("and", NOT): "or", ("or", NOT): "and"}
_CLAUSES: dict[type, Callable[[Speaker, Any, str], str]] = {
    CounterRead: _marked,
    VariableRead: _noted,
    Constant: _constant,
    Comparison: _compared,
    Logical: _logical,
    IsEmpty: _empty,
    Contains: _contains,
    IsOut: _out,
    Aggregate: _any_all,
    Conditional: _conditional,
}
