"""Formulas: a designer's questions about cards, such as `count(cost <= 1) >= 2`.

In: a text, and the names that are valid where it is. Out: a `Formula`, with a known type and a
value that is a function of those names; or a `FormulaFault` with its column. A formula reads no
file, calls no code, always ends and has a value for any input: nothing counts as 0, and division by
0 gives 0. Knows neither games nor YAML.

Syntax, from the tightest binding to the loosest:

- `table[key]`, a number out of a table of numbers, such as `hand_size[count(players)]`;
- `a.field`, a value of a card, a row, or of each card of a list;
- `- a`, then `a * b`, `a / b` (rounds down), `a mod b`, then `a + b`, `a - b`;
- `a = b`, `a <> b`, `a < b`, `a in b`, `a not in b`, `a in 1..6`, `a is empty`;
- `not a`, then `a and b`, then `a or b`;
- `LIST where CONDITION`, the members that satisfy the condition, in which each is called `it` and
  its fields go by their names;
- `count(…)`, `sum`, `max`, `min`, `any`, `all`, `distinct` of a list, or of the list already being
  examined: `count(cost <= 1)`; `sum(cost * 2 over LIST)`, of a value of each member; in the place
  of a list, a table stands for its rows, and a field that is one of several words for these words;
- `if(CONDITION, a, b)`, `abs(a)`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from operator import add, and_, eq, floordiv, ge, gt, le, lt, mod, mul, ne, or_, sub
from typing import Any, Literal, NoReturn

from generator.data import messages as say
from generator.data.problems import did_you_mean
from generator.data.saying import Said

MOST_LETTERS = 500
MOST_ROWS = 500
"""The most rows of tables for which the parts of a formula are worked out one by one."""
MOST_DEPTH = 40
"""How deeply the parts of a formula may be nested."""
BY_ZERO = "/"
"""Among the values for a formula: a function that is called for a divisor of 0."""
AGGREGATES = ("count", "sum", "max", "min", "any", "all", "distinct")
FUNCTIONS = ("if", "abs")
_WORDS = (
    "or",
    "and",
    "not",
    "mod",
    "in",
    "is",
    "empty",
    "where",
    "over",
    "none",
    "true",
    "false",
    "it",
)
"""Words of the language, which cannot be used as names."""
_VALUES = ("none", "true", "false", "it")
"""Those that are values."""


class FormulaFault(ValueError):
    """A text that is not a formula. `column` counts from 0 in the text, `length` is at least 1; the
    message is complete, the hint may be None.
    """

    def __init__(self, said: Said, column: int, length: int = 1, hint: str | None = None) -> None:
        super().__init__(said.message)
        self.said, self.column, self.length = said, column, max(length, 1)
        self.hint = hint or said.hint

    @classmethod
    def of(cls, said: Said, part: Token | Tree, hint: str | None = None) -> FormulaFault:
        """Make the fault of a part of a formula."""
        return cls(said, part.column, part.length, hint)


# -------------------------------------------------------------------------------------------- types


@dataclass(frozen=True)
class ValueType:
    """The type of a value: a number, true or false, a text, one of several words, an entry of a
    table or kind, or a list of one of these.

    `name` is the table or kind of an entry, or the name for a word; `words` are the possible words
    or ids.
    """

    sort: Literal["number", "truth", "text", "word", "entry", "list"]
    name: str = ""
    words: tuple[str, ...] = field(default=(), compare=False)
    of: ValueType | None = None

    def __str__(self) -> str:
        if self.of is not None:
            return f"a list of {self.of.plural}"
        named = {"number": "a number", "truth": "true or false", "text": "a text"}
        return named.get(self.sort) or f"one of {self.name}"

    @property
    def plural(self) -> str:
        """The name of the type in lists."""
        named = {"number": "numbers", "truth": "true and false", "text": "texts", "list": "lists"}
        return named.get(self.sort) or self.name

    @property
    def element(self) -> ValueType:
        """The type of a list's elements; of anything but a list, the type itself."""
        return self.of or self


NUMBER, TRUTH, TEXT = ValueType("number"), ValueType("truth"), ValueType("text")


def list_of(element: ValueType) -> ValueType:
    return ValueType("list", of=element)


@dataclass(frozen=True)
class Name:
    """The meaning of a name: its type, and how its value is found among the given values."""

    type: ValueType
    value: Callable[[Mapping[str, Any]], Any]
    is_constant: bool = False


def constant(type_: ValueType, value: Any) -> Name:
    """Make a name that always means the same."""
    return Name(type_, lambda _: value, is_constant=True)


@dataclass(frozen=True)
class Scope:
    """The names that are valid where a formula is.

    `fields` gives the fields of every table and kind, by its name. `looked_at` is the list, by its
    name in `names`, that an aggregate examines if it names none. `element` is the type of `it`, if
    one member of a list is examined.
    """

    names: Mapping[str, Name]
    fields: Mapping[str, Mapping[str, ValueType]]
    looked_at: str | None = None
    element: ValueType | None = None
    tables: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    """Tables of numbers, such as the number of cards dealt by number of players."""
    rows: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    """The rows of every table, by its name."""

    def fields_of(self, type_: ValueType | None) -> Mapping[str, ValueType]:
        """Return the fields of an entry; none of anything else."""
        if type_ is None or type_.sort != "entry":
            return {}
        return self.fields.get(type_.name, {})

    @property
    def members(self) -> Name | None:
        """The list that an aggregate examines if it names none."""
        return self.names.get(self.looked_at or "")


@dataclass(frozen=True)
class Slot:
    """What one aggregate of a formula has to know about a list: a value from each member, combined
    member by member.

    `of_member` returns the share of one member; `merged` combines two shares, and `nothing` is the
    share of no members. So an aggregate can be computed for a list of which only the shares are
    available, in a `Tally`.
    """

    of_member: Callable[[Any], Any]
    merged: Callable[[Any, Any], Any]
    nothing: Any
    result: Callable[[Any], Any]


class Tally(tuple[Any, ...]):
    """A list as a formula's slots see it: the shares of all its members, slot by slot, instead of
    the list itself.
    """

    __slots__ = ()


@dataclass(frozen=True)
class Formula:
    """A valid formula: `value` returns its value, given values by name; `text` is the original
    text.

    A list among the values may be a `Tally` if `is_tallied`, that is, if no condition on one member
    depends on other members. `tree` is the parsed formula, with its columns.
    """

    text: str
    type: ValueType
    value: Callable[[Mapping[str, Any]], Any]
    is_tallied: bool
    tree: Tree


# ------------------------------------------------------------------------------------------ parsing


@dataclass(frozen=True)
class Tree:
    """A part of a formula: its type, its own word or number, its parts, and its start in the
    text.
    """

    sort: str
    column: int
    word: str = ""
    parts: tuple[Tree, ...] = ()
    length: int = 1


_TOKEN = re.compile(
    r"""\s*(?:(?P<number>\d+)|(?P<quoted>"[^"]*"|'[^']*')|(?P<name>[^\W\d]\w*(?:-[^\W\d]\w*)*)|(?P<sign><=|>=|<>|\.\.|[-+*/=<>().,\[\]]))"""
)
_MEANT = {
    "!": "write <> for 'is not', or the word not",
    "==": "write = once",
    "&": "write and",
    "|": "write or",
    "%": "write mod",
    "^": "write a product, such as n * n",
    "≠": "write <>",
    "≤": "write <=",
    "≥": "write >=",
    "×": "write *",
    "÷": "write /",
    **dict.fromkeys("−–—", "write - for minus"),
    **dict.fromkeys("“”„‘’", 'write straight quotes: "'),
}
_MEANT_BY_TWO = {
    ("=", "="): _MEANT["=="],
    ("=", ">"): "write >=",
    ("=", "<"): "write <=",
    ("*", "*"): _MEANT["^"],
    (".", "number"): "write a whole number",
}
"""What to write instead of two signs, or of a sign before a number."""
_SYNONYMS = {
    **dict.fromkeys(("len", "length", "size", "number", "amount"), "write count(…)"),
    **dict.fromkeys(("average", "avg", "mean"), "write sum(…) / count(…)"),
    "total": "write sum(…)",
}
"""What to write instead of functions that other languages have."""
_CUT_SHORT = "if a comma within [ ] or { } cut the formula short, put all of it in quotes"
"""The hint for a missing bracket at the end."""
_BINDING = {
    "or": 1,
    "and": 2,
    **dict.fromkeys(("=", "<>", "<", ">", "<=", ">=", "in", "is"), 4),
    "..": 5,
    "+": 6,
    "-": 6,
    "*": 7,
    "/": 7,
    "mod": 7,
}
_NOT, _MINUS = 3, 8
_EQUAL = "write = to compare, as in suit = red"
_INSTEAD = {"is": _EQUAL, "if": "write if(condition, a, b); or use where to select part of a list"}
"""What to write instead of a word after the end of a formula."""


@dataclass(frozen=True)
class Token:
    """One word, number, sign or quoted text, and its start; or the end of a text, which has no
    letters.
    """

    sort: str
    text: str
    column: int

    @property
    def is_end(self) -> bool:
        return not self.text

    @property
    def length(self) -> int:
        return len(self.text)


def _tokens(text: str) -> Iterator[Token]:
    if len(text) > MOST_LETTERS:
        raise FormulaFault(say.FORMULA_TOO_LONG(most=MOST_LETTERS, found=len(text)), 0)
    at = 0
    while text[at:].strip():
        match = _TOKEN.match(text, at)
        if match is None:
            at += len(text[at:]) - len(text[at:].lstrip())
            raise FormulaFault(say.NO_MEANING(letter=text[at]), at, 1, _MEANT.get(text[at]))
        sort = str(match.lastgroup)
        yield Token(sort, match[sort], match.start(sort))
        at = match.end()


class Parser:
    """Reads a text part by part: formulas, and the names and words between them."""

    functions: tuple[str, ...] = (*AGGREGATES, *FUNCTIONS)
    no_function: str | None = None
    """The hint for an unknown function."""
    words: tuple[str, ...] = _WORDS
    """Words that are not names where a value is expected."""

    def __init__(self, text: str) -> None:
        self.text, self.tokens, self.at, self.depth = text, list(_tokens(text)), 0, 0
        self._end = Token("end", "", len(text))

    def whole(self) -> Tree:
        tree = self.list_()
        self.end()
        return tree

    def peek(self, ahead: int = 0) -> Token:
        """Return a token that follows, or the end."""
        return self.tokens[self.at + ahead] if self.at + ahead < len(self.tokens) else self._end

    @property
    def before(self) -> Token:
        """The token that was read last; the end if there is none."""
        return self.tokens[self.at - 1] if self.at else self._end

    def number(self) -> int:
        """Read a whole number that is written out."""
        return int(self._take("number", "a number").text)

    def name(self, expected: str) -> Token:
        """Read a name; `expected` says what it is one of."""
        return self._take("name", expected)

    def _take(self, sort: str, expected: str) -> Token:
        token = self.peek()
        if token.sort != sort:
            self.fail(expected)
        self.at += 1
        return token

    def choice(self, *words: str) -> str:
        """Read one of some words."""
        return (self.accept(*words) or self.fail(" or ".join(words))).text

    def end(self) -> None:
        """Require that the text ends here."""
        token = self.peek()
        if not token.is_end:
            raise FormulaFault.of(say.MISPLACED(word=token.text), token, self._compared(token))

    def sees(self, *texts: str) -> bool:
        token = self.peek()
        return token.sort in ("name", "sign") and token.text in texts

    def accept(self, *texts: str) -> Token | None:
        if not self.sees(*texts):
            return None
        self.at += 1
        return self.tokens[self.at - 1]

    def expect(self, text: str) -> Token:
        return self.accept(text) or self.fail(f"'{text}'")

    def fail(self, expected: str) -> NoReturn:
        token = self.peek()
        if token.is_end:
            hint = _CUT_SHORT if expected == "')'" else None
            raise FormulaFault(say.ENDS_TOO_EARLY(expected=expected), token.column, 1, hint)
        if token.text == self.before.text == "=":
            raise FormulaFault(say.DOUBLE_EQUALS(), token.column - 1, 2, _MEANT["=="])
        message = say.EXPECTED_OTHER(expected=expected, found=token.text)
        number = "number" if token.sort == "number" else token.text
        hint = _MEANT_BY_TWO.get((self.before.text, number)) or self._compared(token)
        raise FormulaFault.of(message, token, hint)

    def _compared(self, token: Token) -> str | None:
        """Return what to write instead of `is`, or another word that is no operator."""
        if token.text == "not" or (token.text, self.peek(1).text) == ("is", "not"):
            return "write <> for 'is not', as in suit <> red"
        return _INSTEAD.get(token.text)

    def list_(self) -> Tree:
        tree = self.formula()
        while where := self.accept("where"):
            tree = Tree("where", where.column, parts=(tree, self.formula()), length=5)
        return tree

    def formula(self, least: int = 1) -> Tree:
        self.depth += 1
        if self.depth > MOST_DEPTH:
            self.fail("a formula with fewer levels of brackets")
        if sign := self.accept("not"):
            left = Tree("not", sign.column, parts=(self.formula(_NOT),), length=3)
        elif sign := self.accept("-"):
            left = Tree("minus", sign.column, parts=(self.formula(_MINUS),))
        else:
            left = self.postfix()
        while (token := self.peek()).sort != "quoted" and self.binding(token) >= least:
            self.at += 1
            left = self._joined(left, token)
        self.depth -= 1
        return left

    def binding(self, sign: Token) -> int:
        """Return how tightly a sign between two parts binds; 0 if it is not an operator."""
        following = [self.peek(ahead).text for ahead in (1, 2)]
        if sign.text == "not" and following[0] == "in":
            return _BINDING["in"]
        if sign.text == "is" and "empty" not in following:
            return 0
        return _BINDING.get(sign.text, 0)

    def _joined(self, left: Tree, sign: Token) -> Tree:
        if sign.text == "not":
            among = self._joined(left, self.expect("in"))
            return Tree("not", sign.column, parts=(among,), length=3)
        if sign.text != "is":
            right = self.formula(_BINDING[sign.text] + 1)
            return Tree("join", sign.column, sign.text, (left, right), len(sign.text))
        is_negated = self.accept("not")
        self.expect("empty")
        empty = Tree("empty", sign.column, parts=(left,), length=2)
        return Tree("not", sign.column, parts=(empty,), length=2) if is_negated else empty

    def postfix(self) -> Tree:
        tree = self.atom()
        while point := self.accept(".", "["):
            if point.text == "[":
                tree = Tree("index", point.column, parts=(tree, self.formula()))
                self.expect("]")
                continue
            token = self.name("the name of a field")
            tree = Tree("field", point.column + 1, token.text, (tree,), len(token.text))
        return tree

    def atom(self) -> Tree:
        token = self.peek()
        if self.accept("("):
            parts = [self.list_(), *self.more_parts()]
            if len(parts) == 1:
                return parts[0]
            return Tree("list", token.column, parts=tuple(parts))
        if token.sort in ("sign", "end"):
            self.fail("a value")
        self.at += 1
        if token.sort == "number":
            return Tree("number", token.column, token.text, length=token.length)
        if token.sort == "quoted":
            return Tree("name", token.column, token.text[1:-1], length=token.length)
        if self.sees("("):
            if token.text not in self.functions:
                near = did_you_mean(token.text, self.functions)
                hint = _SYNONYMS.get(token.text) or near or self.no_function
                raise FormulaFault.of(say.NO_SUCH_FUNCTION(name=token.text), token, hint)
            return self.call(token)
        if token.text in self.words and token.text not in _VALUES:
            message = say.WORD_OF_FORMULAS(word=token.text)
            hint = f'if it is an id, write it in quotes: "{token.text}"'
            raise FormulaFault.of(message, token, hint)
        return Tree("name", token.column, token.text, length=token.length)

    def more_parts(self) -> Iterator[Tree]:
        """Read the parts after the first, each after a comma, and the closing parenthesis."""
        while self.accept(","):
            yield self.list_()
        self.expect(")")

    def call(self, name: Token) -> Tree:
        """Read the arguments of a function, in parentheses."""
        self.expect("(")
        first, sort, over = self.list_(), "call", list[Tree]()
        if self.accept("over"):
            sort, over = "over", [self.list_()]
        parts = (first, *self.more_parts(), *over)
        return Tree(sort, name.column, name.text, parts, name.length)


def parse(text: str) -> Tree:
    """Parse the text of a formula. Raises FormulaFault if it is not one."""
    if not text.strip():
        raise FormulaFault(say.NO_FORMULA(), 0, 1)
    return Parser(text).whole()


def trees(tree: Tree) -> Iterator[Tree]:
    """Yield a tree and all of its parts."""
    yield tree
    for part in tree.parts:
        yield from trees(part)


# ------------------------------------------------------------------------------------ understanding

_Value = Callable[[Mapping[str, Any]], Any]
_IT = "it"


@dataclass(frozen=True)
class _Source:
    """The list, by its name, from which another is derived: the members that `keeps` accepts, and
    the value `picked` from each.
    """

    name: str
    keeps: tuple[_Value, ...] = ()
    picked: _Value = field(default=lambda names: names[_IT])


@dataclass(frozen=True)
class _Typed:
    """A part with its meaning. `is_bare` means that it is an unknown name, to which a comparison
    may give a meaning.
    """

    type: ValueType
    value: _Value
    is_bare: bool = False
    source: _Source | None = None


_NOTHING = ValueType("text", "none")
_ROW = " row"
"""The name of a row where `it` is a card; no formula can contain it."""


def _always(names: Mapping[str, Any]) -> bool:
    return True


@dataclass(frozen=True)
class _TableRow:
    """A row of a table, or a word of a field, in whose scope a part of a formula is read."""

    scope: Scope
    is_meant: _Value = _always


def _about(row: Any, type_: ValueType, scope: Scope) -> Scope:
    """Return a scope in which a row is `it`, and its fields go by their names."""
    names = dict(scope.names)
    for name, of in scope.fields_of(type_).items():
        if name != "id":
            names[name] = constant(of, field_of(row, name))
    return replace(scope, names={**names, _IT: constant(type_, row)})


def _both(first: _Value, second: _Value) -> _Value:
    return lambda names: first(names) and second(names)


def _renamed(tree: Tree) -> Tree:
    """Name the row where a part calls it `it`."""
    if tree.sort == "name" and tree.word == _IT:
        return replace(tree, word=_ROW)
    return replace(tree, parts=tuple(map(_renamed, tree.parts)))


_OF_EACH = {"sum": NUMBER, "max": NUMBER, "min": NUMBER, "any": TRUTH, "all": TRUTH}
"""The type that an aggregate combines, unless it combines any."""


def _check_each(tree: Tree, each: _Typed, part: Tree) -> None:
    """Check the type of what an aggregate combines."""
    expected = _OF_EACH.get(tree.word, each.type)
    if each.type not in (expected, _NOTHING):
        raise FormulaFault.of(
            say.WRONG_TYPE_FOR_EACH(kind=tree.word, expected=expected, found=each.type),
            part,
            _typing_hint(expected, each.type),
        )


class _Reader:
    """Determines the type and the value of each part of a tree."""

    def __init__(self, slots: list[Slot]) -> None:
        self.slots, self.rows = slots, 0
        self.is_tallied = True

    def read(self, tree: Tree, scope: Scope) -> _Typed:
        way: Callable[[Tree, Scope], _Typed] = getattr(self, f"_{tree.sort}")
        return way(tree, scope)

    def known(self, tree: Tree, scope: Scope) -> _Typed:
        """Read a part in which all names are known."""
        typed = self.read(tree, scope)
        if typed.is_bare:
            raise _unknown(tree, scope)
        return typed

    def _apart(self, typed: _Typed) -> _Typed:
        """Record that a list is used directly, not by an aggregate, so that its members are
        required.
        """
        if typed.source is not None:
            self.is_tallied = False
        return typed

    def of(self, type_: ValueType, tree: Tree, scope: Scope) -> _Value:
        """Read a part that must be a number, or true or false."""
        typed = self.known(tree, scope)
        if typed.type.sort != type_.sort and typed.type != _NOTHING:
            message = say.WRONG_TYPE(wanted=type_, found=typed.type)
            raise FormulaFault.of(message, tree, _typing_hint(type_, typed.type))
        value, read = typed.value, _READ[type_]
        return lambda names: read(value(names))

    def _number(self, tree: Tree, scope: Scope) -> _Typed:
        number = int(tree.word)
        return _Typed(NUMBER, lambda _: number)

    def _name(self, tree: Tree, scope: Scope) -> _Typed:
        word = tree.word
        if word in _CONSTANTS:
            return _CONSTANTS[word]
        if scope.element is not None and word == _IT:
            return _itself(scope.element)
        fields = scope.fields_of(scope.element)
        if word in fields:
            return _Typed(fields[word], lambda names: field_of(names[_IT], word))
        if word in scope.names:
            meant = scope.names[word]
            is_drawn = meant.type.sort == "list" and not meant.is_constant
            return _Typed(meant.type, meant.value, source=_Source(word) if is_drawn else None)
        return _Typed(ValueType("word", "words", (word,)), lambda _: word, is_bare=True)

    def _field(self, tree: Tree, scope: Scope) -> _Typed:
        owner, word = self.known(tree.parts[0], scope), tree.word
        element = owner.type.element
        fields = scope.fields_of(element)
        if not fields:
            raise FormulaFault.of(say.NO_FIELDS(element=element), tree)
        if word not in fields:
            message = say.NO_SUCH_FIELD(name=element.name, field=word)
            raise FormulaFault.of(message, tree, did_you_mean(word, fields))
        value, source = owner.value, owner.source
        if owner.type.sort != "list":
            return _Typed(fields[word], lambda names: field_of(value(names), word))
        if source is not None:
            source = replace(source, picked=_field_picked(source.picked, word))
        return _Typed(
            list_of(fields[word]),
            lambda names: [field_of(member, word) for member in value(names)],
            source=source,
        )

    def _index(self, tree: Tree, scope: Scope) -> _Typed:
        """A number from a table of numbers under `rules:`; 0 if it has none for that key."""
        named, key = tree.parts
        if named.sort != "name" or named.word not in scope.tables:
            raise FormulaFault.of(say.NOT_A_TABLE(), named, did_you_mean(named.word, scope.tables))
        numbers, value = scope.tables[named.word], self.of(NUMBER, key, scope)
        return _Typed(NUMBER, lambda names: numbers.get(value(names), 0))

    def _not(self, tree: Tree, scope: Scope) -> _Typed:
        value = self.of(TRUTH, tree.parts[0], scope)
        return _Typed(TRUTH, lambda names: not value(names))

    def _minus(self, tree: Tree, scope: Scope) -> _Typed:
        value = self.of(NUMBER, tree.parts[0], scope)
        return _Typed(NUMBER, lambda names: -value(names))

    def _empty(self, tree: Tree, scope: Scope) -> _Typed:
        typed = self.known(tree.parts[0], scope)
        if typed.type.sort == "list":
            counted = self._aggregate(
                replace(tree, word="count"), typed, _Typed(TRUTH, lambda _: True), scope
            )
            return _Typed(TRUTH, lambda names: counted.value(names) == 0)
        if typed.type == TRUTH:
            raise FormulaFault.of(say.EMPTY_CONDITION(), tree)
        return _Typed(TRUTH, lambda names: typed.value(names) in (None, ""))

    def _list(self, tree: Tree, scope: Scope) -> _Typed:
        members = [self._apart(self.read(part, scope)) for part in tree.parts]
        known = next((member for member in members if not member.is_bare), members[0])
        for part, member in zip(tree.parts, members, strict=True):
            if member.type.sort != known.type.sort and not member.is_bare:
                message = say.TYPES_DIFFER(wanted=known.type, found=member.type)
                raise FormulaFault.of(message, part)
        words = tuple(word for member in members for word in member.type.words)
        element = replace(known.type, words=words) if known.is_bare else known.type
        return _Typed(
            list_of(element),
            lambda names: [member.value(names) for member in members],
            known.is_bare,
        )

    def _join(self, tree: Tree, scope: Scope) -> _Typed:
        way = _BETWEEN.get(tree.word, _Reader._calculation)
        return way(self, tree, scope)

    def _numbers(self, tree: Tree, scope: Scope) -> Iterator[_Value]:
        """Read the parts of a tree, which must be numbers."""
        return (self.of(NUMBER, part, scope) for part in tree.parts)

    def _calculation(self, tree: Tree, scope: Scope) -> _Typed:
        first, second = self._numbers(tree, scope)
        type_, act = _OF_NUMBERS[tree.word]
        return _Typed(type_, lambda names: act(first(names), second(names)))

    def _range(self, tree: Tree, scope: Scope) -> _Typed:
        first, second = self._numbers(tree, scope)
        return _Typed(
            list_of(NUMBER), lambda names: range(int(first(names)), int(second(names)) + 1)
        )

    def _division(self, tree: Tree, scope: Scope) -> _Typed:
        first, second = self._numbers(tree, scope)
        return _Typed(NUMBER, _divided(_DIVISION[tree.word], first, second, tree.parts[1]))

    def _condition(self, tree: Tree, scope: Scope) -> _Typed:
        first, second = (self.of(TRUTH, part, scope) for part in tree.parts)
        if tree.word == "and":
            return _Typed(TRUTH, lambda names: first(names) and second(names))
        return _Typed(TRUTH, lambda names: first(names) or second(names))

    def _equality(self, tree: Tree, scope: Scope) -> _Typed:
        """Compare: a bare word on one side means the value with that name in the other side's
        type.
        """
        left, right = (self._apart(self.read(part, scope)) for part in tree.parts)
        sign = tree.word
        if sign == "in" and right.type.sort != "list":
            sign = "="  # a single word, in brackets or not
        if sign != tree.word and not right.is_bare:
            raise FormulaFault.of(say.NOT_A_LIST(found=right.type), tree.parts[1])
        if left.is_bare and right.is_bare:
            raise _unknown(tree.parts[0], scope)
        if left.is_bare:
            _check_words(left.type, right.type, tree.parts[0], scope)
        elif right.is_bare:
            _check_words(right.type, left.type, tree.parts[1], scope)
        else:
            _check_comparable(left.type, right.type, tree, scope)
        first, second = left.value, right.value
        holds = _COMPARISON[sign]
        return _Typed(TRUTH, lambda names: holds(first(names), second(names)))

    def _where(self, tree: Tree, scope: Scope) -> _Typed:
        members = self.known(tree.parts[0], scope)
        element = _element_of(members.type, tree.parts[0])
        condition = self.of(TRUTH, tree.parts[1], replace(scope, element=element))
        value, source = members.value, members.source
        if source is not None:
            picked = source.picked
            source = replace(
                source,
                keeps=(*source.keeps, lambda names: condition({**names, _IT: picked(names)})),
            )
        return _Typed(
            members.type,
            lambda names: [it for it in value(names) if condition({**names, _IT: it})],
            source=source,
        )

    def _over(self, tree: Tree, scope: Scope) -> _Typed:
        """A value of each member of a list."""
        if len(tree.parts) != 2:
            raise FormulaFault.of(say.LIST_BEFORE_OVER(), tree)
        if rows := self._rows(tree.parts[1], scope):
            return self._over_rows(tree, rows, tree.parts[0])
        listed = self.read(tree.parts[1], scope)
        if listed.is_bare:
            fault = _unknown(tree.parts[1], scope)
            raise FormulaFault(fault.said, fault.column, fault.length, say.OVER_WHAT)
        members, element = listed, _element_of(listed.type, tree.parts[1])
        inner = replace(scope, element=element)
        if element.sort == "list":
            inner = replace(
                scope,
                element=None,
                looked_at=_IT,
                names={**scope.names, _IT: Name(element, lambda names: names[_IT])},
            )
        return self._aggregate(tree, members, self.known(tree.parts[0], inner), scope)

    def _rows(self, tree: Tree, scope: Scope) -> list[_TableRow]:
        """List the rows of a table, or the words of a field, that a part names or selects by
        `where`; empty if it is another list.
        """
        if scope.element is not None:
            return []
        if tree.sort == "where":
            rows = self._rows(tree.parts[0], scope)
            return [
                replace(row, is_meant=_both(row.is_meant, self.of(TRUTH, tree.parts[1], row.scope)))
                for row in rows
            ]
        if tree.sort != "name" or tree.word in scope.names:
            return []
        type_, members = _listed(tree.word, scope)
        self.rows += len(members)
        if self.rows > MOST_ROWS:
            raise FormulaFault.of(say.TOO_MANY_ROWS(most=MOST_ROWS), tree)
        return [_TableRow(_about(row, type_, scope)) for row in members]

    def _over_rows(self, tree: Tree, rows: Sequence[_TableRow], part: Tree) -> _Typed:
        """Combine a value of each of some rows, worked out for each by itself."""
        way, values = _WAYS[tree.word], list[tuple[_Value, _Value]]()
        for row in rows:
            each = _counted(tree, self.known(part, row.scope))
            _check_each(tree, each, part)
            values.append((row.is_meant, each.value))

        def value(names: Mapping[str, Any]) -> Any:
            share = way.nothing
            for is_meant, of_row in values:
                if is_meant(names):
                    share = way.merged(share, way.share(of_row(names)))
            return way.result(share)

        return _Typed(way.type, value)

    def _count_alike(self, tree: Tree, scope: Scope) -> _Typed:
        """The number of members of a list that are equal to a value."""
        listed, value = tree.parts
        members = self.known(listed, scope)
        inner = replace(scope, element=_element_of(members.type, listed))
        if scope.element is None and _IT in scope.names:
            # `it` is a row here, and not a member of the list
            inner = replace(inner, names={**scope.names, _ROW: scope.names[_IT]})
            value = _renamed(value)
        it = Tree("name", tree.column, _IT)
        same = Tree("join", value.column, "=", (it, value), value.length)
        return self._aggregate(tree, members, self.known(same, inner), scope)

    def _call(self, tree: Tree, scope: Scope) -> _Typed:
        if tree.word == "if":
            return self._choice(tree, scope)
        if tree.word == "abs":
            _check_count(tree, 1)
            value = self.of(NUMBER, tree.parts[0], scope)
            return _Typed(NUMBER, lambda names: abs(value(names)))
        if tree.word in ("max", "min") and len(tree.parts) > 1:
            values = list(self._numbers(tree, scope))
            pick: Any = {"max": max, "min": min}[tree.word]
            return _Typed(NUMBER, lambda names: pick(value(names) for value in values))
        if tree.word == "count" and len(tree.parts) == 2:
            return self._count_alike(tree, scope)
        _check_count(tree, 1)
        return self._of_one(tree, scope)

    def _of_one(self, tree: Tree, scope: Scope) -> _Typed:
        """An aggregate of a list; or, if the argument is not a list, of its value for each member
        of the list being examined.
        """
        part, looked_at = tree.parts[0], scope.members
        if looked_at is None:
            return self._of_list(tree, scope)
        element = _element_of(looked_at.type, part)
        if part.sort == "where" and (rows := self._rows(part, scope)):
            return self._over_rows(tree, rows, Tree("name", part.column, _IT, length=part.length))
        if _is_list(part, element, scope):
            return self._of_list(tree, scope)
        inner = self.read(part, replace(scope, element=element, looked_at=None))
        if inner.is_bare:
            raise _unknown(part, replace(scope, element=element))
        if tree.word == "count" and inner.type.sort != "truth" and part.word != _IT:
            hint = "compare it, such as = …"
            if inner.type == NUMBER:
                hint = f"write count({part.word} > 0), or sum({part.word})"
            raise FormulaFault.of(say.NOT_A_CONDITION(found=inner.type), part, hint)
        members = _Typed(looked_at.type, looked_at.value, source=_Source(str(scope.looked_at)))
        return self._aggregate(tree, members, inner, scope)

    def _of_list(self, tree: Tree, scope: Scope) -> _Typed:
        """An aggregate of a list that is written out."""
        members = self.known(tree.parts[0], scope)
        element = _element_of(members.type, tree.parts[0])
        return self._aggregate(tree, members, _itself(element), scope)

    def _aggregate(self, tree: Tree, members: _Typed, each: _Typed, scope: Scope) -> _Typed:
        """Combine a value of each member of a list."""
        _check_each(tree, each, tree.parts[0])
        way, of_each, listed = _WAYS[tree.word], _counted(tree, each).value, members.value
        name, number = self._slot(way, members.source, of_each, scope)

        def value(names: Mapping[str, Any]) -> Any:
            tally = names.get(name)
            if isinstance(tally, Tally):
                return way.result(tally[number])
            share = way.nothing
            for member in listed(names):
                share = way.merged(share, way.share(of_each({**names, _IT: member})))
            return way.result(share)

        return _Typed(way.type, value)

    def _slot(
        self, way: _Way, source: _Source | None, of_each: _Value, scope: Scope
    ) -> tuple[str, int]:
        """Make a slot of an aggregate about one list; return the list's name and the slot's number.
        The name is empty if it is not about a list.
        """
        if source is None:
            return "", 0
        if scope.element is not None:
            self.is_tallied = False  # the condition on one member depends on the others

        def of_member(member: Any) -> Any:
            names = {_IT: member}
            if not all(keep(names) for keep in source.keeps):
                return way.nothing
            return way.share(of_each({_IT: source.picked(names)}))

        self.slots.append(Slot(of_member, way.merged, way.nothing, way.result))
        return source.name, len(self.slots) - 1

    def _choice(self, tree: Tree, scope: Scope) -> _Typed:
        _check_count(tree, 3)
        condition = self.of(TRUTH, tree.parts[0], scope)
        first, second = (self._apart(self.known(part, scope)) for part in tree.parts[1:])
        if first.type.sort != second.type.sort:
            message = say.ANSWERS_DIFFER(wanted=first.type, found=second.type)
            raise FormulaFault.of(message, tree.parts[2])
        return _Typed(
            first.type,
            lambda names: first.value(names) if condition(names) else second.value(names),
        )


@dataclass(frozen=True)
class _Way:
    """How an aggregate is computed: the share of one member's value, two shares combined, the share
    of nothing, the value of a share.
    """

    share: Callable[[Any], Any]
    merged: Callable[[Any, Any], Any]
    nothing: Any
    result: Callable[[Any], Any] = lambda share: share
    type: ValueType = NUMBER


def _picked_by(pick: Callable[[Any, Any], Any], first: Any, second: Any) -> Any:
    """Pick one of two shares, each of which may be that of nothing."""
    if first is None:
        return second
    return first if second is None else pick(first, second)


def _or_zero(value: Any) -> Any:
    return value or 0


_READ: Mapping[ValueType, Callable[[Any], Any]] = {NUMBER: _or_zero, TRUTH: bool}
"""How a value is read where a number, or true or false, is required."""


_WAYS: Mapping[str, _Way] = {
    "count": _Way(lambda value: 1 if value else 0, add, 0),
    "sum": _Way(_or_zero, add, 0),
    "max": _Way(_or_zero, partial(_picked_by, max), None, _or_zero),
    "min": _Way(_or_zero, partial(_picked_by, min), None, _or_zero),
    "any": _Way(bool, or_, False, type=TRUTH),
    "all": _Way(bool, and_, True, type=TRUTH),
    "distinct": _Way(
        lambda value: frozenset(() if value is None else (value,)), or_, frozenset(), len
    ),
}


def _counted(tree: Tree, each: _Typed) -> _Typed:
    """Return what an aggregate combines: `count` counts any member unless it has a condition."""
    if tree.word == "count" and each.type != TRUTH:
        return _Typed(TRUTH, _always)
    return each


def _listed(word: str, scope: Scope) -> tuple[ValueType, Sequence[Any]]:
    """Return the rows of a table, or the words of a field of the cards examined, and their type;
    none if a word names neither.
    """
    if word in scope.rows:
        rows = scope.rows[word]
        return ValueType("entry", word, tuple(map(str, rows))), rows
    members = scope.members
    of_card = scope.fields_of(members.type.element) if members else {}
    type_ = of_card.get(word, NUMBER).element
    return type_, type_.words if type_.sort == "word" else ()


def _field_picked(picked: _Value, word: str) -> _Value:
    return lambda names: field_of(picked(names), word)


def _itself(element: ValueType) -> _Typed:
    return _Typed(element, lambda names: names[_IT])


def _divided(
    act: Callable[[Any, Any], Any], first: _Value, second: _Value, divisor: Tree
) -> _Value:
    def value(names: Mapping[str, Any]) -> Any:
        amount, by = first(names), second(names)
        if by:
            return act(amount, by)
        if BY_ZERO in names:
            names[BY_ZERO](divisor)
        return 0

    return value


_OF_NUMBERS: dict[str, tuple[ValueType, Callable[[Any, Any], Any]]] = {
    "+": (NUMBER, add),
    "-": (NUMBER, sub),
    "*": (NUMBER, mul),
    "<": (TRUTH, lt),
    "<=": (TRUTH, le),
    ">": (TRUTH, gt),
    ">=": (TRUTH, ge),
}
"""The type of what each sign makes of two numbers, and what that is."""
_DIVISION: dict[str, Callable[[Any, Any], Any]] = {"/": floordiv, "mod": mod}
_COMPARISON: dict[str, Callable[[Any, Any], bool]] = {
    "=": eq,
    "<>": ne,
    "in": lambda one, many: one in many,
}
_BETWEEN: Mapping[str, Callable[[_Reader, Tree, Scope], _Typed]] = {
    **dict.fromkeys(("and", "or"), _Reader._condition),
    **dict.fromkeys(_COMPARISON, _Reader._equality),
    **dict.fromkeys(_DIVISION, _Reader._division),
    "..": _Reader._range,
}
"""How the signs between two parts are understood; others calculate with two numbers."""
_CONSTANTS = {
    "true": _Typed(TRUTH, lambda _: True),
    "false": _Typed(TRUTH, lambda _: False),
    "none": _Typed(_NOTHING, lambda _: None),
}


def field_of(entry: Any, name: str) -> Any:
    """Return a field's value of a card or row; None for nothing, and if it has no such field."""
    if entry is None or isinstance(entry, int | float | str) or name not in entry:
        return None
    return entry[name]


def _element_of(type_: ValueType, tree: Tree) -> ValueType:
    if type_.of is None:
        raise FormulaFault.of(say.NOT_A_LIST_HERE(found=type_), tree)
    return type_.of


def _check_count(tree: Tree, count: int) -> None:
    if len(tree.parts) != count:
        message = say.WRONG_NUMBER_OF_PARTS(word=tree.word, wanted=count, found=len(tree.parts))
        raise FormulaFault.of(message, tree)


def _check_words(bare: ValueType, other: ValueType, tree: Tree, scope: Scope) -> None:
    """Check the words on one side against the possible values of the other."""
    if other.sort in ("number", "truth"):
        raise _unknown(tree, scope)
    whole = other.element
    if whole == TEXT:
        return
    for word in bare.element.words:
        if word not in whole.words:
            known = f"one of {', '.join(whole.words[:12])}" if whole.words else str(whole)
            message = say.UNKNOWN_WORD(known=known, found=word)
            raise FormulaFault.of(message, tree, did_you_mean(word, whole.words))


def _check_comparable(left: ValueType, right: ValueType, tree: Tree, scope: Scope) -> None:
    if tree.word == "in":
        right = right.element
    if _NOTHING in (left, right):
        return
    if left.sort == right.sort:
        is_alike = left.sort != "entry" or left.name == right.name
    else:
        other = {left.sort, right.sort} - {"text"}
        is_alike = other <= {"word", "entry"} and len(other) == 1
    if not is_alike:
        is_in_row = scope.element is not None and _IT in scope.names
        hint = say.IT_IS_A_CARD if is_in_row else None
        raise FormulaFault.of(say.NOT_COMPARABLE(left=left, right=right), tree, hint)


def _is_list(tree: Tree, element: ValueType, scope: Scope) -> bool:
    """Return whether a part is itself a list, rather than about one member of the list being
    examined.
    """
    while tree.parts and tree.sort in ("field", "where"):
        tree = tree.parts[0]
    if tree.sort != "name":
        return tree.sort == "list" or tree.word == ".."
    if tree.word in scope.fields_of(element) or tree.word not in scope.names:
        return False
    return scope.names[tree.word].type.sort == "list"


def _typing_hint(expected: ValueType, found: ValueType) -> str | None:
    if expected == TRUTH and found == NUMBER:
        return "compare it, such as >= 1"
    if expected == NUMBER and found.sort == "list":
        return "write count(…) or sum(…) of it"
    return None


def _unknown(tree: Tree, scope: Scope) -> FormulaFault:
    word = next((part.word for part in trees(tree) if part.sort == "name"), tree.word)
    members = scope.members
    if scope.element is None and members and word in scope.fields_of(members.type.element):
        hint = f"it is a field of each card: write count({word} …), sum({word}) or max({word})"
        return FormulaFault.of(say.NOT_SINGLE(word=word), tree, hint)
    names = [*scope.fields_of(scope.element), *scope.names]
    if _ROW in names:
        names.remove(_ROW)
    hint = did_you_mean(word, names) or f"known names: {', '.join(names[:12])}"
    return FormulaFault.of(say.UNKNOWN_NAME(name=word), tree, hint if names else None)


def read_formula(
    text: str, scope: Scope, wanted: Sequence[ValueType] = (), slots: list[Slot] | None = None
) -> Formula:
    """Read a formula. `wanted` are the allowed types; if there are none, any will do. Raises
    FormulaFault.

    The requirements of its aggregates on lists are added to `slots`; a `Tally` has a share for each
    slot of its list.
    """
    return understand(parse(text), text, scope, wanted, slots)


def understand(
    tree: Tree,
    text: str,
    scope: Scope,
    wanted: Sequence[ValueType] = (),
    slots: list[Slot] | None = None,
) -> Formula:
    """Determine the meaning of a parsed formula, as `read_formula` does; `text` is the surrounding
    text.
    """
    reader = _Reader([] if slots is None else slots)
    typed = reader.known(tree, scope)
    sorts = [type_.sort for type_ in wanted]
    if sorts and typed.type.sort not in sorts:
        expected = " or ".join(map(str, wanted))
        hint = _typing_hint(wanted[0], typed.type)
        raise FormulaFault.of(say.WRONG_RESULT(expected=expected, found=typed.type), tree, hint)
    return Formula(text, typed.type, typed.value, reader.is_tallied, tree)
