"""Expressions in plain English, as a rulebook would put them.

In: expressions of a `Program`. Out: phrases, such as "the cards in your hand". Knows no steps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from generator.data.game import Record
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
from rules_check.notation.walking import is_same, nodes_of

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
_ONE_OF = {"any": "any", "all": "every"}
EXTREMES = {"sum": "total", "max": "highest", "min": "lowest"}
SIGNS = {"+": "plus", "-": "minus", "*": "times", "mod": "modulo"}
BINDING = {"+": 1, "-": 1, "*": 2, "/": 2, "mod": 2}


def spaced(name: str) -> str:
    """Return a name as words: `hand_size` as "hand size"."""
    return name.replace("_", " ").replace("-", " ")


def plural(word: str) -> str:
    if word == "fish":
        return word
    if word.endswith(("s", "x", "o", "ch", "sh")):
        return f"{word}es"
    if word.endswith("y") and word[-2:-1] not in ("a", "e", "o", "u"):
        return f"{word[:-1]}ies"
    return f"{word}s"


def article(word: str) -> str:
    return f"an {word}" if word[:1] in "aeiou" else f"a {word}"


def joined(parts: list[str], word: str = "and") -> str:
    """Return parts as a list in a sentence: "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


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
        way = getattr(self, f"_{type(expression).__name__}", None)
        phrase: str = way(expression) if way is not None else self.holds(expression)
        return phrase

    # ------------------------------------------------------------------------------------- names

    def title(self, type_: Type, id_: str) -> str:
        """Return what people call a card, a row or a word."""
        record = self.words.records.get((type_.name, id_))
        name = record._values.get("name") if isinstance(record, Record) else None
        return name if isinstance(name, str) and name else spaced(id_)

    def noun(self, type_: Type) -> str:
        """Return the noun for one thing of a type: "fish", "player"."""
        if type_.sort in ("card", "row", "pile"):
            return spaced(type_.name)
        return {"number": "number", "player": "player", "word": "word", "truth": "answer"}.get(
            type_.sort, "nothing"
        )

    def variable(self, variable: Variable) -> str:
        if variable.number in self.each:
            return f"each {self.noun(variable.type)}"
        if variable.number in self.it:
            return "that player" if variable.type.sort == "player" else "it"
        if variable.name == "this":
            return "this card"
        if variable.type in self.lettered and len(variable.name) == 1:
            return f"{self.noun(variable.type)} {variable.name.upper()}"
        if len(variable.name) == 1 or variable.name in POINTING:
            return f"that {self.noun(variable.type)}"
        return f"the {spaced(variable.name)}"

    def whose(self, owner: Expression | None) -> str:
        """Return the possessive before something owned: "your", "the winner's"."""
        if owner is None:
            return "the"
        if isinstance(owner, Who) and owner.who == "me":
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
        is_player = variable.type.sort == "player"
        for start, relative in (("that player ", "who "), ("it ", "that "), ("its ", "whose ")):
            if clause.startswith(start) and (start != "it " or not is_player):
                rest = clause.removeprefix(start)
                is_verb = are_several and start != "its " and rest.startswith("is ")
                for word in ("and", "or"):
                    rest = rest.replace(f" {word} its ", f" {word} whose ")
                    for subject in ("it is", "that player is"):
                        verb = "are" if is_verb else "is"
                        rest = rest.replace(f" {word} {subject} ", f" {word} {verb} ")
                return relative + (f"are {rest.removeprefix('is ')}" if is_verb else rest)
        if clause.startswith("their "):
            return f"whose {clause.removeprefix('their ')}"
        return f"for {'whom' if is_player else 'which'} {clause}"

    # ------------------------------------------------------------------------------------ values

    def _Constant(self, constant: Constant) -> str:  # noqa: N802
        match constant.value:
            case None:
                return "no player" if constant.type.sort == "player" else "none"
            case True:
                return "yes"
            case False:
                return "no"
            case str(id_):
                return self.title(constant.type, id_)
        return str(constant.value)

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
        named = {"me": "you", "active": "the player whose turn it is", "first": "the first player"}
        return named[who.who]

    def _Players(self, players: Players) -> str:  # noqa: N802
        if players.than is not None:
            return f"the other players than {self.say(players.than)}"
        named = {"everyone": "all players", "others": "the other players"}
        return named.get(players.which, "the players")

    def _Clock(self, clock: Clock) -> str:  # noqa: N802
        return f"the {clock.what} number"

    def _SeatNumber(self, seat_number: SeatNumber) -> str:  # noqa: N802
        player = self.say(seat_number.player)
        return "your seat number" if player == "you" else f"the seat number of {player}"

    def _VariableRead(self, variable_read: VariableRead) -> str:  # noqa: N802
        return self.variable(variable_read.variable)

    def _CounterRead(self, counter_read: CounterRead) -> str:  # noqa: N802
        name = f"{self.whose(counter_read.owner)} {spaced(counter_read.counter)}"
        if self._is_one_die(counter_read.counter):
            return name
        return f"{name}{self._key(counter_read.key)}"

    def _key(self, key: Expression | None) -> str:
        """Write which one of several: " 2", " of the red suit"."""
        if key is None:
            return ""
        return f" {self.say(key)}" if key.type == NUMBER else f" of {self.say(key)}"

    def _is_one_die(self, name: str) -> bool:
        counter = self.program.counters[name]
        return counter.faces > 0 and len(counter.keys) == 1

    def _PileRead(self, pile_read: PileRead) -> str:  # noqa: N802
        name = f"{self.whose(pile_read.owner)} {spaced(pile_read.zone)}"
        if pile_read.type.is_list:
            return f"the piles of {name}"
        return f"{name}{self._key(pile_read.key)}"

    def _CardsIn(self, cards_in: CardsIn) -> str:  # noqa: N802
        kind = plural(self.noun(cards_in.type.element))
        return f"the {kind} in {self.say(cards_in.pile)}"

    def _CardOn(self, card_on: CardOn) -> str:  # noqa: N802
        kind, pile = self.noun(card_on.type), self.say(card_on.pile)
        return pile if pile.endswith(f" {kind}") else f"{pile} {kind}"

    def _FieldOf(self, field_of: FieldOf) -> str:  # noqa: N802
        if isinstance(field_of.of, VariableRead) and field_of.of.variable.number in self.it:
            return f"its {spaced(field_of.field)}"
        return f"the {spaced(field_of.field)} of {self.say(field_of.of)}"

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
            case Aggregate(function="count", list=Players()):
                players = self.say(aggregate.list).replace("all players", "players")
                return f"the number of {players.removeprefix('the ')}"
            case Aggregate(function="count", list=Where() as where) if self._are_dice(where.list):
                return f"the number of {self._shown_by(where)}"
            case Aggregate(function="count"):
                members = self.say(aggregate.list).removeprefix("all ")
                return f"the number of {members.removeprefix('the ')}"
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
        which = ""
        if isinstance(mapped.list, Where):
            which = f" {self.which(mapped.list.variable, mapped.list.condition)}"
        value = self.about(mapped.variable, mapped.value, self.say)
        return f"for each {self.noun(mapped.variable.type)}{which}, {value}"

    def _different(self, some: Expression) -> str:
        """Write how many different values a list has: "the number of different suits of the cards
        in your hand".
        """
        members = self.say(some)
        if isinstance(some, Mapped) and isinstance(some.value, FieldOf):
            return f"the number of different {members.removeprefix('the ')}"
        return f"the number of different ones among {members}"

    def _number_of(self, member: Expression, some: Expression) -> str:
        """Write how many members of a list equal a given one: "the number of rat cards in your
        hand".
        """
        noun, named = self.noun(member.type), self.say(member)
        if isinstance(member, VariableRead) and member.variable.number in self.it:
            named = f"that {noun}"
        if isinstance(some, CardsIn):
            which = f"{named} {plural(noun)}" if isinstance(member, Constant) else named
            return f"the number of {which} in {self.say(some.pile)}"
        if isinstance(some, Mapped) and isinstance(some.value, FieldOf):
            of, field = self.say(some.list).removeprefix("the "), spaced(some.value.field)
            if named == f"that {field}":
                return f"the number of {of} of {named}"
            return f"the number of {of} whose {field} is {named}"
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
        which = ""
        if isinstance(best.list, Where):
            which = f" {self.which(best.list.variable, best.list.condition)}"
            some = best.list.list
        else:
            some = best.list
        match some:
            case Every() | Players(which="players" | "everyone"):
                among = ""
            case _:
                among = f" among {self.say(some)}"
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
            case Numeric(operator="-", parts=(Constant(value=0), part)):
                return f"the lowest {self._measure(variable, part)}"
        return f"the highest {self._measure(variable, key)}"

    def _measure(self, variable: Variable, key: Expression) -> str:
        phrase = self.about(variable, key, self.say)
        for start in ("its ", "their ", "the "):
            phrase = phrase.removeprefix(start)
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
        first, *rest = self._parts(numeric)
        match numeric:
            case Numeric(operator="*", parts=(factor, other)) if is_same(factor, other):
                return f"{first}, times itself"
            case Numeric(operator="max", parts=(Constant(value=0), _)):
                return f"{rest[0]} (at least 0)"
            case Numeric(operator="abs", parts=(Numeric(operator="-") as difference,)):
                return f"the difference between {joined(self._parts(difference))}"
            case Numeric(operator="abs"):
                return f"{first} without its sign"
            case Numeric(operator="max"):
                return f"the larger of {joined([first, *rest])}"
            case Numeric(operator="min"):
                return f"the smaller of {joined([first, *rest])}"
            case Numeric(operator="-", parts=(Constant(value=0), _)):
                return f"minus {rest[0]}"
            case Numeric(operator="/"):
                return f"{first} divided by {rest[0]}, rounded down"
        return f"{first} {SIGNS[numeric.operator]} {rest[0]}"

    def _parts(self, numeric: Numeric) -> list[str]:
        """Write the parts of a sum, in brackets if necessary."""
        return [self._part(part, numeric, at > 0) for at, part in enumerate(numeric.parts)]

    def _part(self, part: Expression, of: Numeric, is_right: bool) -> str:
        phrase = self.say(part)
        if isinstance(part, Conditional):
            return f"({phrase})"
        if not isinstance(part, Numeric) or part.operator not in BINDING or _is_minus(part):
            return phrase
        own, outer = BINDING[part.operator], BINDING.get(of.operator, 0)
        is_loose = own < outer or (own == outer and is_right) or part.operator == "/"
        return f"({phrase})" if is_loose and outer else phrase

    # -------------------------------------------------------------------------------- conditions

    def holds(self, expression: Expression, is_so: bool = True) -> str:
        """Return a clause stating that a condition is true, or not."""
        clause = _CLAUSES.get(type(expression))
        if clause is not None:
            return clause(self, expression, is_so)
        match expression:
            case CounterRead():
                return self._marked(expression, is_so)
            case VariableRead():
                return f"'{spaced(expression.variable.name)}' was {'' if is_so else 'not '}noted"
            case Constant():
                return "always" if bool(expression.value) == is_so else "never"
        return f"{self.say(expression)} {'holds' if is_so else 'does not hold'}"

    def _marked(self, counter_read: CounterRead, is_so: bool) -> str:
        no = "" if is_so else "not "
        key = f" for {self.say(counter_read.key)}" if counter_read.key is not None else ""
        if counter_read.owner is None:
            return f"'{spaced(counter_read.counter)}' is {no}marked{key}"
        owner = self.say(counter_read.owner)
        return f"{owner} {_verb(owner)} {no}marked '{spaced(counter_read.counter)}'{key}"


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
    read = [read for read in nodes_of(VariableRead, value) if read.variable == variable]
    owners = [field.of for field in nodes_of(FieldOf, value)]
    return len(read) > sum(_is_of(owner, variable) for owner in owners)


def _is_of(owner: object, variable: Variable) -> bool:
    return isinstance(owner, VariableRead) and owner.variable == variable


def is_zero(expression: Expression) -> bool:
    """Return whether an expression is the number 0."""
    return isinstance(expression, Constant) and expression.value == 0


def _is_minus(numeric: Numeric) -> bool:
    return numeric.operator == "-" and is_zero(numeric.parts[0])


def _verb(who: str) -> str:
    return "are" if who == "you" else "is"


def _compared(speaker: Speaker, comparison: Comparison, is_so: bool) -> str:
    sign = comparison.operator if is_so else OPPOSITE[comparison.operator]
    verb = COMPARED[sign]
    match comparison:
        case Comparison(left=FieldOf(of=owner, field=name), right=Constant(value=None)):
            field = spaced(name)
            has = article(field) if sign == "<>" else f"no {field}"
            return f"{speaker.say(owner)} has {has}"
        case Comparison(right=Constant(value=None)):
            return _there_is(speaker.say(comparison.left), sign == "<>")
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
    left = speaker.say(comparison.left)
    are_several = (
        isinstance(comparison.left, CounterRead)
        and comparison.left.key is None
        and _is_plural(left)
    )
    if are_several or (left == "you" and sign in ("=", "<>")):
        verb = f"are{verb.removeprefix('is')}"
    return f"{left} {verb} {speaker.say(comparison.right)}"


def _is_plural(said: str) -> bool:
    """Return whether a name is plural, such as "your coins", as far as its form shows."""
    return said.endswith("s") and not said.endswith("ss")


def _there_is(said: str, is_so: bool) -> str:
    """Write that something exists, or not: "it has no hue", "there is no winner"."""
    for start, who in (("your ", "you have"), ("its ", "it has"), ("their ", "they have")):
        if said.startswith(start):
            what = said.removeprefix(start)
            return f"{who} {article(what) if is_so else f'no {what}'}"
    what = said.removeprefix("the ")
    return f"there is {article(what) if is_so else f'no {what}'}"


def _logical(speaker: Speaker, logical: Logical, is_so: bool) -> str:
    if logical.operator == "not":
        return speaker.holds(logical.parts[0], not is_so)
    word = _word(logical, is_so)
    parts = []
    for part in logical.parts:
        clause = speaker.holds(part, is_so)
        joint = _word(part, is_so)
        grouping = {"and": "both", "or": "either"}.get(joint, "") if joint != word else ""
        parts.append(f"{grouping} {clause}".strip())
    return f" {word} ".join(parts)


def _word(expression: Expression, is_so: bool) -> str:
    """Return the conjunction between the parts of a condition: "and", "or", or none."""
    if not isinstance(expression, Logical):
        return ""
    if expression.operator == "not":
        return _word(expression.parts[0], not is_so)
    return expression.operator if is_so else {"and": "or", "or": "and"}[expression.operator]


def _empty(speaker: Speaker, test: IsEmpty, is_so: bool) -> str:
    if isinstance(test.list, CardsIn):
        pile = speaker.say(test.list.pile)
        return f"{pile} {'are' if _is_plural(pile) else 'is'} {'' if is_so else 'not '}empty"
    members = speaker.say(test.list)
    if is_so:
        return f"there are no {members.removeprefix('the ')}"
    return f"there are some of {members}"


def _contains(speaker: Speaker, contains: Contains, is_so: bool) -> str:
    no, member = "" if is_so else "not ", speaker.say(contains.member)
    where = f"among {speaker.say(contains.list)}"
    if isinstance(contains.list, CardsIn):
        where = f"in {speaker.say(contains.list.pile)}"
    return f"{member} {_verb(member)} {no}{where}"


def _out(speaker: Speaker, test: IsOut, is_so: bool) -> str:
    player = speaker.say(test.player)
    return f"{player} {_verb(player)} {'out' if is_so else 'still in'}"


def _any_all(speaker: Speaker, aggregate: Aggregate, is_so: bool) -> str:
    """Write that a condition holds for one or all of several."""
    some = aggregate.list
    word = {"any": "any of", "all": "each of"}[aggregate.function]
    if isinstance(some, Mapped):
        condition = speaker.about(some.variable, some.value, speaker.holds)
        is_plain = condition.startswith(("it ", "that player "))
        rest = condition.removeprefix("it ").removeprefix("that player ")
        whom = f"{word} {speaker.members(some.list)}"
        if isinstance(some.list, Players) and some.list.which != "others":
            whom = f"{_ONE_OF[aggregate.function]} player"
            if condition.startswith("their "):
                is_plain, whom, rest = True, f"{whom}'s", condition.removeprefix("their ")
        if isinstance(some.list, Every):
            whom = f"{_ONE_OF[aggregate.function]} {speaker.noun(some.variable.type)}"
        clause = f"{whom} {rest}" if is_plain else f"for {whom}, {condition}"
    else:
        clause = f"{word} {speaker.say(some)} holds"
    return clause if is_so else f"it is not true that {clause}"


def _conditional(speaker: Speaker, conditional: Conditional, is_so: bool) -> str:
    then, other = (
        speaker.holds(conditional.then, is_so),
        speaker.holds(conditional.otherwise, is_so),
    )
    if_so, if_not = (
        speaker.holds(conditional.condition),
        speaker.holds(conditional.condition, is_so=False),
    )
    return f"either {if_so} and {then}, or {if_not} and {other}"


_CLAUSES: dict[type, Callable[[Speaker, Any, bool], str]] = {
    Comparison: _compared,
    Logical: _logical,
    IsEmpty: _empty,
    Contains: _contains,
    IsOut: _out,
    Aggregate: _any_all,
    Conditional: _conditional,
}
