"""The sandbox in which templates run: what they may access, and how much they may do. With `faces`
and the rulebook, the only modules that use Jinja2.

In: a template's source. Out: a `Sandbox` that runs it, or `TemplateExcess` if it does more than any
face needs. A template's work is counted in steps, the same on every machine: an iteration of a
loop, a call, ten letters or values created. Nothing large is created before it is counted. Knows no
cards.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from itertools import islice
from types import GeneratorType, MappingProxyType
from typing import Any

import jinja2
import jinja2.nodes
import jinja2.sandbox
from jinja2.runtime import Macro, markup_join, str_join
from jinja2.utils import Namespace, pass_eval_context
from markupsafe import Markup

from generator.data.game import Record
from generator.face.filling import Fillings

MOST_STEPS = 2_000_000
MOST_LETTERS = 2_000_000
"""The most letters of one text that a template creates, and of its whole output."""
MOST_VALUES = 200_000
"""The most values of one list, including nested lists."""
MOST_BITS = 4096
"""The greatest length of an integer, in bits."""
WIDEST = 100_000
"""The largest integer argument of a filter or a method of a text."""
MOST_PARTS = 1000
"""The most parts of a template that become separate functions, because Python's compile time grows
with the square of their number.
"""
MOST_SOURCE = 2_000_000
"""The maximum size of a template in bytes."""
_CALL, _INCLUDE = 5, 20  # steps
_ROUND, _JOINED, _MADE = (
    "each round",
    "joined parts",
    "made here",
)  # our filters, with names that no template can write
_NUMBER = re.compile(r"\d{1,20}")  # of any script, as `str.format` reads them
# how Jinja writes such numbers into the generated code
_ENDLESS = "inf = float('inf'); nan = float('nan'); "
_NUMBERS = frozenset((int, float))
_PLAIN = frozenset(
    (str, Markup, int, float, bool, type(None), Record)
)  # values that contain no others
COUNTED = ("number", "total")
"""What every card knows besides its fields: its number, and the total."""
_BUILT_IN = (str, bytes, int, float, list, tuple, dict)
STEPS_HINT = (
    "a step is one pass of a loop, one call or ten letters written; look for a loop within a "
    "loop, or a macro that calls itself"
)


class TemplateExcess(Exception):
    """A template that exceeds its limits; the message completes 'the template …'."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


class Sandbox(jinja2.sandbox.ImmutableSandboxedEnvironment):
    """An environment for templates of a game. `begin` is called before each run."""

    language = "en"
    """The language for formatting numbers."""

    unsaved: Mapping[str, str] = MappingProxyType({})
    """Templates being edited, by name: their texts are used instead of their files."""

    numbers: Mapping[str, tuple[int, int]] = MappingProxyType({})
    """The number of each card and the total, by the cards' ids; `has_counted` is true if a template
    used one.
    """

    intercepted_binops = frozenset(["+", "*", "**", "%"])

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.left = self.letters_left = 0
        self.fillings = Fillings()
        self.begin()
        # the same input gives the same bytes
        del self.filters["random"], self.globals["lipsum"]
        self.filters = {name: self.counted(name, filter_) for name, filter_ in self.filters.items()}
        joined = pass_eval_context(lambda context, parts: self._joined(context.autoescape, parts))
        self.filters |= {_ROUND: self._rounds, _JOINED: joined, _MADE: self._made}
        self.concat = self._written  # type: ignore[method-assign]

    def serve(
        self,
        language: str,
        numbers: Mapping[str, tuple[int, int]],
        unsaved: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Set the language, the numbers of the cards and the unsaved templates of the game whose
        templates run from now on.
        """
        self.language, self.numbers, self.unsaved = language, numbers, unsaved

    def begin(self) -> None:
        """Begin a template, with no steps used."""
        self.left, self.letters_left = MOST_STEPS, MOST_LETTERS
        self.has_counted = False

    def spend(self, steps: int) -> None:
        """Count steps. Raises TemplateExcess if there are too many."""
        self.left -= steps
        if self.left < 0:
            raise TemplateExcess(f"takes more than {MOST_STEPS:,} steps", STEPS_HINT)

    def prints(self, text: object) -> None:
        """Count a value that is printed."""
        self.letters_left -= len(text) or 1 if isinstance(text, str) else 1
        if self.letters_left < 0:
            raise _too_many_letters()

    def makes(self, letters: int) -> None:
        """Count a text before it is created."""
        if letters > MOST_LETTERS:
            raise TemplateExcess(
                f"makes a text of {letters:,} letters, but at most {MOST_LETTERS:,} are allowed"
            )
        self.spend(1 + letters // 10)

    def weigh(self, value: Any) -> int:
        """Count the values of a list and of nested lists, as often as they occur."""
        count, waiting = 0, [value]
        while waiting:
            one = waiting.pop()
            if isinstance(one, dict | Namespace):
                one = list((one if isinstance(one, dict) else one._Namespace__attrs).values())
            if isinstance(one, list | tuple | set | frozenset):
                count += len(one)
                if count > MOST_VALUES:
                    raise TemplateExcess(f"makes a list of more than {MOST_VALUES:,} values")
                waiting += [inner for inner in one if type(inner) not in _PLAIN]
        self.spend(1 + count // 10)
        return count

    # -- what templates are turned into

    def _generate(self, source: jinja2.nodes.Template, *args: Any, **kwargs: Any) -> str:
        """Wrap one of our filters around everything that creates or iterates over lists and texts.

        Values computed at compile time cost no steps: if the code comes from the cache, nothing is
        computed.
        """
        nodes = jinja2.nodes
        parts = 0
        for node in source.find_all((nodes.Macro, nodes.CallBlock, nodes.Block, nodes.For)):
            parts += not isinstance(node, nodes.For) or node.recursive or node.test is not None
            if parts > MOST_PARTS:
                raise TemplateExcess(
                    f"has more than {MOST_PARTS:,} macros, blocks and loops with an 'if'",
                    "split it into several files",
                )

        def replaced(node: jinja2.nodes.Node) -> jinja2.nodes.Node:
            for field in node.fields:
                value = node.__dict__.get(field)
                if type(value) is list:
                    for at, one in enumerate(value):
                        if isinstance(one, nodes.Node) and one.fields != (
                            "data",
                        ):  # not the text between the gaps
                            value[at] = replaced(one)
                elif isinstance(value, nodes.Node):
                    node.__dict__[field] = replaced(value)
            instead = _REPLACED.get(type(node))
            return instead(self, node) if instead else node

        left = self.left, self.letters_left
        made = super()._generate(replaced(source), *args, **kwargs)  # type: ignore[arg-type]
        self.left, self.letters_left = left
        return _ENDLESS + made  # on its first line, so that all other lines keep their numbers

    def _filtered(self, node: jinja2.nodes.Expr, name: str) -> jinja2.nodes.Filter:
        return jinja2.nodes.Filter(
            node, name, [], [], None, None, lineno=node.lineno, environment=self
        )

    def _constant(self, node: jinja2.nodes.BinExpr) -> jinja2.nodes.Expr:
        """Work out an operation on two numbers, as plain Jinja does."""
        with contextlib.suppress(Exception):
            left, right = node.left.as_const(), node.right.as_const()
            if isinstance(left, int | float) and isinstance(right, int | float):
                value = self.call_binop(None, node.operator, left, right)
                return jinja2.nodes.Const(value, lineno=node.lineno, environment=self)
        return node

    def _counted_loop(self, node: jinja2.nodes.For) -> jinja2.nodes.For:
        node.iter = self._filtered(node.iter, _ROUND)  # type: ignore[arg-type]
        return node

    def _counted_parts(self, node: jinja2.nodes.Concat) -> jinja2.nodes.Filter:
        parts = jinja2.nodes.List(node.nodes, lineno=node.lineno, environment=self)
        return self._filtered(parts, _JOINED)

    def _counted_values(self, node: jinja2.nodes.Expr) -> jinja2.nodes.Filter:
        return self._filtered(node, _MADE)

    def _counted_tuple(self, node: jinja2.nodes.Tuple) -> jinja2.nodes.Expr:
        return self._filtered(node, _MADE) if node.ctx == "load" else node

    def _counted_slice(self, node: jinja2.nodes.Getitem) -> jinja2.nodes.Expr:
        return self._filtered(node, _MADE) if isinstance(node.arg, jinja2.nodes.Slice) else node

    def _load_template(self, name: str, globals: Any) -> jinja2.Template:
        self.spend(_INCLUDE)
        if not isinstance(name, str):
            raise jinja2.TemplateRuntimeError(
                "a template is named by a text, such as 'frame.svg.j2'"
            )
        return super()._load_template(name, globals)

    def select_template(self, names: Any, *args: Any, **kwargs: Any) -> jinja2.Template:
        is_list = isinstance(names, list | tuple | jinja2.Undefined)
        return super().select_template(names if is_list else [names], *args, **kwargs)

    # -- what they call when they run

    def _rounds(self, values: Iterable[Any]) -> Iterator[Any]:
        for value in values:
            self.left -= 1
            if self.left < 0:
                self.spend(0)
            yield value

    @staticmethod
    def _written(pieces: Iterable[str]) -> str:
        """Join what is printed."""
        if isinstance(pieces, list) and sum(map(len, pieces)) <= MOST_LETTERS:
            return "".join(pieces)
        pieces = iter(pieces)
        found, letters = list[str](), 0
        while some := list(islice(pieces, 500)):
            found += some
            letters += sum(map(len, some))
            if letters > MOST_LETTERS:
                excess = _too_many_letters()
                if isinstance(pieces, GeneratorType):
                    pieces.throw(excess)  # at a line of the template
                raise excess
        return "".join(found)

    def _joined(self, is_markup: bool, parts: list[Any]) -> str:
        texts = [part if isinstance(part, str) else self._as_text(part) for part in parts]
        self.makes(sum(map(len, texts)))
        return markup_join(texts) if is_markup else str_join(texts)

    def _as_text(self, value: Any) -> str:
        """Convert a value to text, once it is known not to be too large."""
        self.weigh(value)
        return str(value)

    def _made(self, value: Any) -> Any:
        """Count the result of a filter, a call or an operator."""
        if isinstance(value, str):
            self.makes(len(value))
        elif isinstance(value, list | tuple | dict | Namespace):
            self.weigh(value)
        return value

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        if type(left) in _NUMBERS and type(right) in _NUMBERS:
            if operator == "+":
                return left + right
            is_whole = type(left) is int and type(right) is int
            if is_whole and (operator == "**" or abs(left) > WIDEST or abs(right) > WIDEST):
                _limit_number(operator, left, right)
            return self.binop_table[operator](left, right)
        match operator, left, right:
            case "*", str() | bytes() | list() | tuple(), int():
                self._makes_many(left, len(left) * max(0, right))
            case "*", int(), str() | bytes() | list() | tuple():
                self._makes_many(right, len(right) * max(0, left))
            case "+", str() | list() | tuple(), str() | list() | tuple():
                self._makes_many(left, len(left) + len(right))
            case "%", str() | bytes(), tuple():
                self._formats(left, right)
            case "%", str() | bytes(), _:
                self._formats(left, (right,))
        return self._made(self.binop_table[operator](left, right))

    def getattr(self, obj: Any, attribute: str) -> Any:
        if isinstance(obj, Record):
            values = obj._values
            if type(obj) is Record and attribute in values:  # plain data, all of which may be seen
                return values[attribute]
            if attribute in COUNTED and attribute not in values and "copies" in values:
                found = self.numbers.get(str(obj._id))
                if found is not None:
                    self.has_counted = True
                    return found[COUNTED.index(attribute)]
        return super().getattr(obj, attribute)

    def _makes_many(self, one: Any, count: int) -> None:
        if isinstance(one, str | bytes):
            self.makes(count)
        elif count > MOST_VALUES:
            raise TemplateExcess(
                f"makes a list of {count:,} values, but at most {MOST_VALUES:,} are allowed"
            )

    def _formats(self, text: Any, values: Iterable[Any], mark: str = "%") -> None:
        """Check a format text and the values inserted at each placeholder."""
        shown = text if isinstance(text, str) else text.decode("latin-1")
        widest = max(map(int, _NUMBER.findall(shown)), default=0)
        placeholder = shown.replace("{{", "").partition("{")[2].partition("}")[0]
        may_be_widths = "*" in shown or "{" in placeholder
        longest = 0
        for given in values:
            for value in given.values() if isinstance(given, dict) else (given,):
                text = value if isinstance(value, str) else self._as_text(value)
                longest = max(longest, len(text))
                if may_be_widths and isinstance(value, int):
                    widest = max(widest, value)
        if widest > WIDEST:
            raise TemplateExcess(
                f"makes a text {widest:,} letters wide, but at most {WIDEST:,} are allowed"
            )
        self.makes(len(shown) + shown.count(mark) * (longest + widest))

    def call(__self, __context: Any, __obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: N805  as its base does
        __self.spend(_CALL)
        if type(__obj) is Macro:
            written = jinja2.sandbox.ImmutableSandboxedEnvironment.call(
                __self, __context, __obj, *args, **kwargs
            )
            __self.spend(len(written) // 10)
            return written
        method = getattr(__obj, "__wrapped__", __obj)
        owner = getattr(method, "__self__", None)
        if isinstance(owner, _BUILT_IN):
            __self._limit_method(owner, method.__name__, [*args, *kwargs.values()])
            if method.__name__ == "join" and len(args) == 1:
                args = (list(__self._rounds(args[0])),)
                __self._limit_join(owner, args[0])
        return __self._made(
            jinja2.sandbox.ImmutableSandboxedEnvironment.call(
                __self, __context, __obj, *args, **kwargs
            )
        )

    def _limit_method(self, owner: Any, name: str, values: list[Any]) -> None:
        """Check the arguments of a method of a text, a number or a list."""
        if name in ("format", "format_map") and isinstance(owner, str):
            self._formats(owner, values, "{")
            return
        widest = _widest(values)
        _limit_width(name, widest)
        if not isinstance(owner, str | bytes):
            return
        self.spend(1 + len(owner) // 10)
        if name in _LETTERS_OF_METHODS:
            self.makes(_LETTERS_OF_METHODS[name](owner, values))

    def _limit_join(self, between: Any, parts: list[Any]) -> None:
        letters = sum(
            len(part) if isinstance(part, str | bytes) else len(self._as_text(part))
            for part in parts
        )
        self.makes(letters + len(between) * len(parts))

    def counted(self, name: str, filter_: Callable[..., Any]) -> Callable[..., Any]:
        """Count the input and the output of a filter."""
        skipped = int(getattr(filter_, "jinja_pass_arg", None) is not None)

        @wraps(filter_)
        def counted(*args: Any, **kwargs: Any) -> Any:
            if len(args) <= skipped:
                return filter_(*args, **kwargs)
            given, value, *others = args[:skipped], args[skipped], *args[skipped + 1 :]
            values = [*others, *kwargs.values()]
            for one in (value, *values):
                if isinstance(one, list | tuple | dict | Namespace):
                    self.weigh(one)
            try:
                self.spend(1 + len(value) // (10 if isinstance(value, str) else 1))
            except TypeError:  # has no length
                self.spend(1)
            if name == "join":
                value = list(self._rounds(value))
                has_attribute = len(values) > 1 or "attribute" in kwargs
                self._limit_join(str(values[0]) if values else "", [] if has_attribute else value)
            elif name == "sum":
                for start in (*others[1:], kwargs.get("start")):
                    if isinstance(start, str | list | tuple):
                        raise TemplateExcess("adds up values that are not numbers")
                self._limit_filter(name, value, values)
            else:
                self._limit_filter(name, value, values)
            return self._made(filter_(*given, value, *others, **kwargs))

        return counted

    def _limit_filter(self, name: str, value: Any, values: list[Any]) -> None:
        """Check the arguments of a filter."""
        if name == "format":
            self._formats(str(value), values)
            return
        widest = _widest(values)
        if name not in ("default", "d", "fill"):
            _limit_width(name, widest)
        if name == "tojson" and widest:
            self.makes(10 * self.weigh(value) * widest)
        if isinstance(value, str) and name in _LETTERS_OF_FILTERS:
            self.makes(_LETTERS_OF_FILTERS[name](value, values))


_REPLACED: Mapping[type, Callable[..., jinja2.nodes.Node]] = {
    **dict.fromkeys(
        (jinja2.nodes.Add, jinja2.nodes.Mul, jinja2.nodes.Pow, jinja2.nodes.Mod), Sandbox._constant
    ),
    jinja2.nodes.For: Sandbox._counted_loop,
    jinja2.nodes.Concat: Sandbox._counted_parts,
    jinja2.nodes.List: Sandbox._counted_values,
    jinja2.nodes.Dict: Sandbox._counted_values,
    jinja2.nodes.Tuple: Sandbox._counted_tuple,
    jinja2.nodes.Getitem: Sandbox._counted_slice,
}
"""What takes the place of each node that makes or goes through lists, texts and numbers."""


def _too_many_letters() -> TemplateExcess:
    return TemplateExcess(
        f"writes more than {MOST_LETTERS:,} letters", "is there a loop within a loop?"
    )


def _limit_number(operator: str, left: int, right: int) -> None:
    """Refuse a number that would be too long, before it is created."""
    if operator == "**":
        bits = left.bit_length() * max(right, 0)
    else:
        bits = left.bit_length() + right.bit_length()
    if bits > MOST_BITS and operator in ("**", "*"):
        raise TemplateExcess(f"makes a number of more than {MOST_BITS * 3 // 10:,} digits")


def _widest(values: Iterable[Any]) -> int:
    """Return the largest of the whole numbers among some values, whatever their signs."""
    return max((abs(value) for value in values if isinstance(value, int)), default=0)


def _longest(values: Iterable[Any]) -> int:
    """Return the length of the longest text among some values."""
    return max((len(value) for value in values if isinstance(value, (str, bytes))), default=0)


def _pieces(text: Any, old: Any) -> int:
    """Count how often a text contains another; if that is empty, or no text, it is between all
    letters.
    """
    if isinstance(old, str | bytes) and old:
        return int(text.count(old))
    return len(text) + 1


def _replaced(text: Any, values: Sequence[Any]) -> int:
    first = next(iter(values), None)
    return len(text) + _pieces(text, first) * max(_longest(values), _widest(values))


def _translated(text: Any, values: Sequence[Any]) -> int:
    first = next(iter(values), None)
    table = first.values() if isinstance(first, dict) else ()
    return len(text) * max(_longest(table), 1)


def _expanded(text: Any, values: Sequence[Any]) -> int:
    tab: Any = "\t" if isinstance(text, str) else b"\t"
    return len(text) + int(text.count(tab)) * _widest(values)


def _wrapped(text: str, values: Sequence[Any]) -> int:
    return len(text) + (len(text) + 1) * max(_longest(values), 1)


def _indented(text: str, values: Sequence[Any]) -> int:
    return len(text) + (text.count("\n") + 1) * max(_longest(values), _widest(values))


_Letters = Callable[[Any, Sequence[Any]], int]
_LETTERS_OF_METHODS: Mapping[str, _Letters] = {
    "replace": _replaced,
    "translate": _translated,
    "expandtabs": _expanded,
}
"""The most letters that a method makes of a text, given its arguments."""
_LETTERS_OF_FILTERS: Mapping[str, _Letters] = {
    "wordwrap": _wrapped,
    "indent": _indented,
    "replace": _replaced,
}
"""The same of filters."""


def _limit_width(name: str, number: int) -> None:
    if number > WIDEST:
        raise TemplateExcess(
            f"gives '{name}' the number {number:,}, but at most {WIDEST:,} is allowed"
        )
