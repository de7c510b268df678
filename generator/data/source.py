"""Stage 1a, read: a YAML file becomes a tree of nodes that know their places. With `scanning`, the
only module that knows yaml.

In: a path. Out: `Node`. Scalars are read strictly: a value that YAML readers interpret differently
(`no`, `010`, `1:30`) is a problem, never a guess. Knows nothing about games.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

import yaml

from generator.data import messages as say
from generator.data.opening import read_file
from generator.data.problems import Place, Problem, ProblemError, Problems, did_you_mean
from generator.data.saying import shortened
from generator.data.scanning import PlainLoader

MAX_BYTES = 8 * 1024 * 1024
MAX_NODES = 1_000_000
MAX_TEXT = 100_000
"""Letters of one value."""
MAX_DEPTH = 60
_FEWER = "write fewer or shorter values; each alias counts as much as the value it repeats"

NodeType = Literal["map", "list", "text", "integer", "number", "boolean", "nothing"]
Scalar = str | int | float | bool | None

_UNQUOTED: tuple[tuple[re.Pattern[str], NodeType, Callable[[str], Scalar]], ...] = (
    (re.compile("|~|null|Null|NULL"), "nothing", lambda text: None),
    (
        re.compile("true|True|TRUE|false|False|FALSE"),
        "boolean",
        lambda text: text.lower() == "true",
    ),
    (re.compile(r"[-+]?(0|[1-9][0-9]{0,17})"), "integer", int),
    (re.compile(r"[-+]?(0|[1-9][0-9]{0,17})\.[0-9]{1,17}"), "number", float),
)
"""What an unquoted scalar is besides a text, and how it is read."""
_TRAPS = (
    (
        re.compile(r"yes|no|on|off", re.I),
        "read as true or false by some programs and as a word by others",
        "true or false",
    ),
    (
        re.compile(r"[-+]?0[0-9]+|0o[0-7]+|0x[0-9a-f]+|0b[01]+", re.I),
        "read by some programs as a number in base 2, 8 or 16",
        "a plain number",
    ),
    (
        re.compile(r"[-+]?[0-9]+(:[0-9]{1,2})+(\.[0-9]*)?"),
        "read by some programs as a number in base 60",
        "a plain number",
    ),
    (
        re.compile(r"[-+]?[0-9]++_[0-9_]*+(\.[0-9]*)?"),
        "read as a number by some programs only",
        "digits only",
    ),
    (
        re.compile(
            r"[-+]?[0-9.]+e[-+]?[0-9]+|[-+]?\.(inf|nan)|[-+]?\.[0-9]+|[-+]?[0-9]+\.|[-+]?0[0-9]+\.[0-9]+",
            re.I,
        ),
        "read as a number by some programs only",
        "a plain number such as 0.5",
    ),
    (
        re.compile(r"[-+]?[0-9]{19,}(\.[0-9]+)?|[-+]?[0-9]+\.[0-9]{18,}"),
        "too long a number for some programs to read",
        "a shorter number",
    ),
)
_SPECIAL = frozenset("-+.~0123456789nNtTfFyYoO")
"""The letters with which what is not simply a text, or is a trap, begins if it is not empty."""
_LONGEST_WORD = len("false")
_VALUE = yaml.ScalarEvent, yaml.CollectionStartEvent
_QUOTED = re.compile(
    r"""((?:^|[:,\[{-])[ \t]*)("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')""", re.S | re.M
)  # where a value may start
_LINE_BREAK = re.compile(r"\r\n|\r|\n")
# What YAML refuses, and U+0085, U+2028 and U+2029, at which it breaks lines and an editor does not.
UNREADABLE = re.compile(
    "[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u2028\\u2029\\ud800-\\udfff\\ufeff\\ufffe\\uffff]"
)
_COMMENTED_COLOUR = re.compile(r"[:,\[{]\s+#[0-9a-fA-F]{3,8}\b")
_COMMENTED_BRACKET = re.compile(r"[\[{][^\]}]*\s(#.*[\]}])")
"""A comment that contains the bracket that closes one before it."""
_ODD_INDENT = re.compile(r"[ \t]*([^\S \t\n])")
"""White space other than a plain space or a tab at the beginning of a line, as from a web page."""
_CURLY_START = re.compile("(?:^|[:,\\[{-])\\s+([“”„‘’])")
_NO_SPACE = re.compile(r"\s*(?:- )?([\w-]+):([^\s:/].*)")
_WITHOUT_COLON = re.compile(r"\s*(?:- )?([\w-]+)(\s+\S.*|\s*)")
_BRACKET_AFTER_WORD = re.compile(r"\s*(?:- )?[\w-]+\s+[\[{].*")
_OPENS_BLOCK = re.compile(r":\s*(?:#.*)?$")
CURLY_QUOTES = ("“", "”", "„", "‘", "’")
CURLY_HINT = 'YAML treats these curly quotes as letters; use straight ones (")'
_Loader: type = getattr(yaml, "CSafeLoader", PlainLoader)


@dataclass(slots=True)
class Node:
    """One value of a YAML file with its place. `value` is a dict, a list or a scalar, by `type`.

    In a map, `keys` gives the place of each key.
    """

    type: NodeType
    value: dict[str, Node] | list[Node] | Scalar
    place: Place
    keys: dict[str, Place] = field(default_factory=dict)

    def __getitem__(self, key: str) -> Node:
        return self.items[key]

    def get(self, key: str) -> Node | None:
        return self.items.get(key)

    @property
    def items(self) -> dict[str, Node]:
        """The entries of a map; empty for every other type."""
        return self.value if isinstance(self.value, dict) else {}

    @property
    def elements(self) -> list[Node]:
        """The elements of a list; empty for every other type."""
        return self.value if isinstance(self.value, list) else []

    @property
    def text(self) -> str:
        """The value of a text; empty for every other type."""
        return str(self.value) if self.type == "text" else ""

    @property
    def children(self) -> list[Node]:
        """The values of a map, or the elements of a list."""
        return [*self.items.values(), *self.elements]

    @property
    def each(self) -> list[Node]:
        """The elements of a list; any other value alone."""
        return self.elements if self.type == "list" else [self]

    def data(self) -> object:
        """Return the plain Python value, without places."""
        if isinstance(self.value, dict):
            return {key: node.data() for key, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.data() for node in self.value]
        return self.value

    def at(self, path: tuple[int | str, ...]) -> tuple[Node, int]:
        """Follow a path as far as it goes: the node reached, and how many steps that took."""
        node, steps = self, 0
        for step in path:
            if isinstance(step, str) and step in node.items:
                node = node.items[step]
            elif isinstance(step, int) and step < len(node.elements):
                node = node.elements[step]
            else:
                break
            steps += 1
        return node, steps

    def below(self, *path: str) -> Node:
        """Return the node at a path of keys; if there is none, an empty one at this one's place."""
        node, steps = self.at(path)
        return node if steps == len(path) else Node("nothing", None, self.place)

    def describe(self) -> str:
        """Describe the value for a message."""
        named = {"map": "a mapping (key: value)", "list": "a list", "nothing": "nothing"}
        if self.type in named:
            return named[self.type]
        shown = str(self.value).lower() if self.type == "boolean" else str(self.value)
        shown = shortened(shown)
        return f"'{shown}'" if self.type == "text" else f"{_article(self.type)} {shown}"


def _article(word: str) -> str:
    return f"the {word}"


A_GAME = ("a game", "`emporium-pnp new my-game` starts one")


def read_source(
    path: Path,
    name: str | None = None,
    problems: Problems | None = None,
    content: bytes | None = None,
    wanted: tuple[str, str] = A_GAME,
) -> Node:
    """Read a YAML file into nodes, a plain file in its folder; `name` is what its places call it.
    `content` is read in the place of what the file holds. `wanted` says for an empty file what
    belongs there, and what to do.

    Duplicate keys, ambiguous scalars, merge keys, unknown aliases and tags are added to `problems`
    and reading goes on. Raises ProblemError if nothing can be read: no file, a folder, a link
    out of its folder, too large, not UTF-8, empty, a syntax fault, an alias bomb. Raises
    PermissionError where the system refuses.
    """
    name = name or str(path)
    problems = Problems() if problems is None else problems
    raw = content_of(path, name) if content is None else content
    root = _TreeBuilder(decoded(raw, name, problems), name, problems).document()
    if root is None or root.type == "nothing":
        raise ProblemError.of(say.EMPTY_FILE(wanted=wanted[0]), Place(name, 1, 1), wanted[1])
    return root


def read_piece(text: str, name: str, above: int, depth: int) -> tuple[Node | None, int, int]:
    """Read a part of a file as its own text: `above` are the lines before it, `depth` the
    levels that it lies in.

    Also says how many values and letters it has. Gives None where anything is wrong with it.
    """
    problems = Problems()
    builder = _TreeBuilder(text, name, problems, above, depth)
    try:
        root = builder.tree()
    except (yaml.YAMLError, ProblemError):
        root = None
    return None if problems.items else root, builder.count, builder.letters


def content_of(path: Path, name: str | None = None) -> bytes:
    """Read a YAML file of a game as bytes: a plain file in its folder. Raises ProblemError, as
    `read_source` does, and OSError.
    """
    name = name or path.name
    try:
        return read_file(path, path.parent, MAX_BYTES, name)
    except (FileNotFoundError, NotADirectoryError):
        where = f" in {path.parent}" if name == path.name and path.parent != Path() else ""
        raise ProblemError.of(say.NO_SUCH_FILE(name=name, where=where), Place(name)) from None


def decoded(raw: bytes, name: str, problems: Problems) -> str:
    """Return the text of a file, without a byte order mark, which causes a warning. Raises
    ProblemError if it is not UTF-8.
    """
    if raw.startswith(b"PK\x03\x04"):
        raise ProblemError.of(say.IS_A_WORKBOOK(), Place(name, 1, 1))
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise ProblemError.of(say.UTF16(), Place(name, 1, 1))
    if raw.startswith(b"\xef\xbb\xbf"):
        problems.warn(say.BYTE_ORDER_MARK(), Place(name, 1, 1))
        raw = raw[3:]
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as fault:
        before = raw[: fault.start]
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
        raise ProblemError.of(
            say.NOT_UTF8(byte=raw[fault.start]), Place(name, before.count(b"\n") + 1, column)
        ) from None
    return text


class _Lines:
    """The starts of the lines of a text. `above` is the number of the file's lines before it."""

    def __init__(self, text: str, name: str, above: int = 0) -> None:
        self.name, self.above = name, above
        self.texts = _LINE_BREAK.split(text)
        self.starts = [0, *(match.end() for match in _LINE_BREAK.finditer(text))]

    def place(self, index: int, end: int | None = None) -> Place:
        """Return the place of the characters from `index` up to `end`; its length is 1 if `end` is
        on another line, 0 if there are none.
        """
        line = bisect_right(self.starts, index)
        start = self.starts[line - 1]
        length = end - index if end is not None and end <= start + len(self.texts[line - 1]) else 1
        return Place(self.name, line + self.above, index - start + 1, length)


_OTHER_ENTRY = re.compile(r"\n\s*(?:- )?[\w-]+:\s")


_NEVER_CLOSED_QUOTE = "this quote is never closed"


class _Stop(NamedTuple):
    """Where the parser stopped, its message, and where the part containing it begins."""

    fault: yaml.MarkedYAMLError
    lines: _Lines
    said: str
    place: Place
    opened: Place

    @property
    def line(self) -> str:
        return self.lines.texts[self.place.line - 1]

    @property
    def before(self) -> str:
        """The part of the line before the place."""
        return self.line[: self.place.column - 1].rstrip()

    def told(self, hint: str, said: str | None = None, place: Place | None = None) -> _Told:
        return _Told(said or self.said, place or self.place, hint)


class _Told(NamedTuple):
    """The message about a stop."""

    said: str
    place: Place
    hint: str | None = None


_MERGE_MARK = re.compile(r"(<{7}|>{7}) |={7}$")


def _syntax_problem(fault: yaml.MarkedYAMLError, lines: _Lines) -> Problem:
    for number, text in enumerate(lines.texts, 1):
        if _MERGE_MARK.match(text.rstrip()):
            return _merge_problem(lines, number)
    mark = fault.problem_mark or fault.context_mark
    place = lines.place(mark.index if mark else 0)
    opened = lines.place(fault.context_mark.index) if fault.context_mark else place
    said = (fault.problem or "it cannot be read").replace("<", "").replace(">", "")
    stop = _Stop(fault, lines, said, place, opened)
    likely = (explain for pattern, explain in _EXPLANATIONS if re.search(pattern, said))
    explained = filter(None, (explain(stop) for explain in likely))
    told = _told_of_line(stop, next(explained, _Told(said, place)))
    if "nesting depth" in said:  # which newer parsers count themselves
        return Problem.of(say.TOO_DEEP(most=MAX_DEPTH), told.place)
    return Problem.of(say.NOT_YAML(fault=told.said), told.place, told.hint)


def _merge_problem(lines: _Lines, number: int) -> Problem:
    mark = lines.texts[number - 1].rstrip()[:60]
    return Problem.of(say.MERGE_MARKS(mark=mark), Place(lines.name, number, 1))


def _told_of_line(stop: _Stop, told: _Told) -> _Told:
    """Report a missing space, or curly quotes, if the line has them."""
    lines = stop.lines
    bare = _missing_space(lines, told.place.line)
    is_after_key = "mapping values" in told.said and re.fullmatch(r"\s*[\w-]+", stop.before)
    if bare and (is_after_key or "could not find expected ':'" in told.said):
        number, key, value = bare
        place = lines.place(lines.starts[number - 1] + lines.texts[number - 1].index(":"))
        return _Told("expected a space after the colon", place, f"write {key}: {value}")
    if told.said != _NEVER_CLOSED_QUOTE and _CURLY_START.search(lines.texts[told.place.line - 1]):
        return told._replace(hint=CURLY_HINT)
    return told


def _explain_swallowed(stop: _Stop) -> _Told | None:
    quote = _open_quote(stop.lines, stop.fault, stop.place)
    if quote is None:
        return None
    hint = f"the text goes on to the next quote, on line {stop.place.line}"
    return stop.told(hint, _NEVER_CLOSED_QUOTE, quote)


def _explain_tab(stop: _Stop) -> _Told | None:
    line = stop.line
    indent = line[: len(line) - len(line.lstrip())]
    if "\t" not in indent and "\\t" not in stop.said:
        return None
    place = stop.place
    if "\t" in line:
        place = replace(place, column=line.find("\t") + 1)
    return stop.told("indent with spaces; YAML refuses tabs", "found a tab before the text", place)


def _explain_quote(stop: _Stop) -> _Told | None:
    if stop.opened == stop.place:
        return None
    return stop.told("close it where the text ends", _NEVER_CLOSED_QUOTE, stop.opened)


def _explain_colour(stop: _Stop) -> _Told | None:
    for number in range(stop.opened.line, stop.place.line + 1):
        if _COMMENTED_COLOUR.search(stop.lines.texts[number - 1]):
            return stop.told(
                f"an unquoted # starts a comment: put quotes around the colour on line {number}"
            )
    return None


def _explain_comment(stop: _Stop) -> _Told | None:
    for number in range(stop.opened.line, stop.place.line + 1):
        start = stop.lines.starts[number - 1]
        text = re.sub(
            _QUOTED, lambda found: found[1] + "x" * len(found[2]), stop.lines.texts[number - 1]
        )
        if comment := _COMMENTED_BRACKET.search(text):
            place = stop.lines.place(start + comment.start(1), start + comment.start(1) + 1)
            hint = "put quotes around the text that contains the #"
            return stop.told(hint, "from an unquoted # on, the line is a comment", place)
    return None


def _explain_odd_indent(stop: _Stop) -> _Told | None:
    for number in range(stop.place.line, max(0, stop.place.line - 2), -1):
        start = stop.lines.starts[number - 1]
        if odd := _ODD_INDENT.match(stop.lines.texts[number - 1]):
            place = stop.lines.place(start + odd.start(1), start + odd.end(1))
            said = f"found the space U+{ord(odd[1]):04X} before the text"
            return stop.told("indent with plain spaces", said, place)
    return None


def _explain_after_bracket(stop: _Stop) -> _Told | None:
    broken = re.search(r"[\[{][^\[\]{}]*[\]}]$", stop.before)
    if not broken or stop.before == stop.line.rstrip():
        return None
    rest = stop.line[len(stop.before) :].lstrip()
    if rest[0] in "]}":
        place = replace(stop.place, column=stop.line.rindex(rest) + 1, length=1)
        return stop.told("remove it", "this closing bracket has no opening one", place)
    part = broken[0]
    column = len(stop.before) - len(part) + 1
    return stop.told(
        f"text that starts with '{part[0]}' needs quotes: \"{part} …\"",
        f"found more text after '{part}'",
        replace(stop.place, column=column, length=len(part)),
    )


def _explain_after_quote(stop: _Stop) -> _Told | None:
    before = stop.before
    is_quoted = re.search(r"'[^']*'$|\"[^\"]*\"$", before)
    if not is_quoted or not re.match(r"\s*[^\s\]}]", stop.line[len(before) :]):
        return None
    return stop.told(_QUOTE_INSIDE[before[-1]], "found more text after the closing quote")


def _explain_no_colon(stop: _Stop) -> _Told | None:
    """Name the line without a colon that the parser has taken for the beginning of a text."""
    lines = stop.lines
    number, above = _line_without_colon(stop)
    entry = _WITHOUT_COLON.fullmatch(lines.texts[number - 1])
    goes_on = above and not _OPENS_BLOCK.search(above)
    if entry is None or (goes_on and _indent(lines.texts[number - 1]) > _indent(above)):
        return None
    start = lines.starts[number - 1]
    hint = f"write {entry[1]}: {shortened((entry[2] or '').strip(), 40)}".rstrip()
    if goes_on and len(entry[0].split()) > 2:  # words, not a key and its value
        hint += ", or indent the line further if it belongs to the text above"
    place = lines.place(start + entry.start(1), start + entry.end(1))
    return stop.told(hint, f"expected a colon after '{entry[1]}'", place)


def _line_without_colon(stop: _Stop) -> tuple[int, str]:
    """Find the first of the lines without a colon above a stop, and the line above it; or the line
    of the stop, if a bracket opens in it after a word.
    """
    texts, first = stop.lines.texts, stop.place.line
    for number in range(stop.place.line, 0, -1):
        text = texts[number - 1]
        if not text.strip() or text.lstrip().startswith("#"):
            continue
        if number == stop.place.line:
            if _BRACKET_AFTER_WORD.fullmatch(text):
                return number, ""
        elif re.search(r":(\s|$)", text):
            return first, text
        else:
            first = number
    return first, ""


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


def _explain_colon(stop: _Stop) -> _Told | None:
    if "mapping values are not allowed" in stop.said:
        if re.fullmatch(r"[\w-]+", stop.before.strip()):
            return stop.told("check the indentation here and the colon in the line above")
        return stop.told("text with ': ' in it needs quotes")
    is_at_colon = re.match(r":(\s|$)", stop.line[stop.place.column - 1 :])
    is_after_key = re.fullmatch(r"\s*[\w-]+", stop.before)
    if is_at_colon and not is_after_key:
        return stop.told("text with ': ' in it needs quotes")
    return None


def _explain_open_bracket(stop: _Stop) -> _Told | None:
    if "expected node content" in stop.said and stop.place.line == stop.opened.line:
        mark = stop.line[stop.place.column - 1 : stop.place.column]  # "" at the end of a line
        if mark not in ("-", "?"):
            return None
        return stop.told(f"text that starts with '{mark}' needs quotes")
    return stop.told(
        f"the bracket opened on line {stop.opened.line} is not closed, or some text in it needs "
        "quotes"
    )


def _explain_first_letter(stop: _Stop) -> _Told:
    letter = stop.line[stop.opened.column - 1 : stop.opened.column]
    return stop.told(
        f"text that starts with '{letter}' needs quotes",
        f"unquoted text cannot start with '{letter}'",
        stop.opened,
    )


def _explain_escape(stop: _Stop) -> _Told:
    return stop.told("write \\\\ for a backslash, or use single quotes")


def _explain_indentation(stop: _Stop) -> _Told:
    return stop.told("check the indentation and the quotes here and in the line above")


_EXPLANATIONS: tuple[tuple[str, Callable[[_Stop], _Told | None]], ...] = (
    ("did not find expected", _explain_swallowed),
    ("", _explain_tab),
    ("unexpected end of stream", _explain_quote),
    ("", _explain_odd_indent),
    ("did not find expected", _explain_colour),
    ("did not find expected", _explain_comment),
    ("did not find expected", _explain_after_bracket),
    ("did not find expected", _explain_after_quote),
    ("mapping values are not allowed|could not find expected ':'", _explain_no_colon),
    ("mapping values are not allowed|expected ',' or", _explain_colon),
    ("expected ',' or|expected node content", _explain_open_bracket),
    ("alphabetic or numeric|cannot start any token", _explain_first_letter),
    ("escape", _explain_escape),
    ("(did|could) not find expected|expected block end", _explain_indentation),
)
"""The explanations of a stop, by what the parser says: the first that applies is used."""
_QUOTE_INSIDE = {
    '"': 'write \\" for a quote inside, or put single quotes around the whole text',
    "'": (
        "write '' for a quote or an apostrophe inside, or put double quotes around the whole text"
    ),
}
"""How to write a quote within a text in quotes of the same type."""


def _missing_space(lines: _Lines, number: int) -> tuple[int, str, str] | None:
    """Find a `key:value` in a line or, skipping empty ones, in the one before it: its line, key and
    value.
    """
    before = next((n for n in range(number - 1, 0, -1) if lines.texts[n - 1].strip()), number)
    for n in (number, before):
        if match := _NO_SPACE.fullmatch(lines.texts[n - 1]):
            return n, match[1], match[2].strip()[:40]
    return None


def _open_quote(lines: _Lines, fault: yaml.MarkedYAMLError, found: Place) -> Place | None:
    """Find the unclosed quote, if a text ends at a fault and contains whole lines of other
    entries.
    """
    if not fault.context_mark:
        return None
    start = lines.place(fault.context_mark.index)
    text = "\n".join(
        [
            *lines.texts[start.line - 1 : found.line - 1],
            lines.texts[found.line - 1][: found.column - 1],
        ]
    ).rstrip()
    for quoted in _QUOTED.finditer(text):
        if quoted.end() == len(text) and _OTHER_ENTRY.search(quoted[2]):
            line = text.count("\n", 0, quoted.start(2)) + start.line
            return Place(
                lines.name, line, quoted.start(2) - (text.rfind("\n", 0, quoted.start(2)) + 1) + 1
            )
    return None


class _TreeBuilder:
    """Turns the events of one YAML document into nodes, resolving scalars strictly."""

    def __init__(
        self, text: str, name: str, problems: Problems, above: int = 0, depth: int = 0
    ) -> None:
        self.text = text
        self.problems = problems
        self.lines = _Lines(text, name, above)
        self.depth = depth
        self.events: Iterator[yaml.Event] = yaml.parse(text, Loader=_Loader)
        self.count = self.letters = 0  # values and letters so far, including those of aliases
        self.anchors: dict[
            str, tuple[Node, int, int, int] | None
        ] = {}  # node, count, letters, height; None while it is open

    def document(self) -> Node | None:
        """Read the whole text; None if it is empty."""
        unreadable = UNREADABLE.search(self.text)
        if unreadable:
            raise ProblemError.of(
                say.UNREADABLE_CHARACTER(point=ord(unreadable[0])),
                self.lines.place(unreadable.start()),
            )
        try:
            return self.tree()
        except yaml.MarkedYAMLError as fault:
            raise ProblemError(_syntax_problem(fault, self.lines)) from None

    def tree(self) -> Node | None:
        """Read all events. Raises MarkedYAMLError."""
        next(self.events)
        if isinstance(next(self.events), yaml.StreamEndEvent):
            return None
        root, _ = self._node(next(self.events), self.depth)
        next(self.events)
        extra = next(self.events)
        if not isinstance(extra, yaml.StreamEndEvent):
            raise ProblemError.of(say.TWO_DOCUMENTS(), self._place(extra, extra))
        return root

    def _place(self, start: yaml.Event, end: yaml.Event) -> Place:
        assert start.start_mark
        assert end.end_mark
        return self.lines.place(start.start_mark.index, end.end_mark.index)

    def _node(self, event: yaml.Event, depth: int) -> tuple[Node, int]:
        """Read the value that starts with an event, and return it with the depth below it."""
        if isinstance(event, yaml.AliasEvent):
            return self._alias(event, depth)
        assert isinstance(event, _VALUE)
        self._refuse_excess(1, 0, depth, event)
        before, letters = self.count, self.letters
        if event.anchor:
            self.anchors[event.anchor] = None
        if event.tag:
            shown = event.tag.replace("tag:yaml.org,2002:", "!!")
            self.problems.error(say.TAG(tag=shown), self._place(event, event))
        height = 0
        if isinstance(event, yaml.ScalarEvent):
            place = self._place(event, event)
            self._refuse_unreadable(event.value, place)
            self._refuse_excess(0, len(event.value), depth, event)
            self._refuse_swallowed(event, place)
            node = self._scalar(self._within_bounds(event.value, place), bool(event.style), place)
        elif isinstance(event, yaml.MappingStartEvent):
            node, height = self._map(event, depth)
        else:
            node, height = self._list(event, depth)
        if event.anchor:
            self.anchors[event.anchor] = (
                node,
                self.count - before + 1,
                self.letters - letters,
                height,
            )
        return node, height

    def _within_bounds(self, text: str, place: Place) -> str:
        """Report a value that is far too long; only the beginning is kept, so that reading can
        continue.
        """
        if len(text) <= MAX_TEXT:
            return text
        message = say.VALUE_TOO_LONG(most=MAX_TEXT, found=len(text))
        self.problems.error(message, replace(place, length=1))
        return text[:100]

    def _refuse_swallowed(self, event: yaml.ScalarEvent, place: Place) -> None:
        """Refuse a text that swallowed lines of other entries, up to a quote with which something
        else begins.
        """
        assert event.start_mark is not None
        assert event.end_mark is not None
        if event.style not in ("'", '"') or event.start_mark.line == event.end_mark.line:
            return
        inside = self.text[event.start_mark.index : event.end_mark.index]
        behind = self.text[event.end_mark.index :][:1]
        if _OTHER_ENTRY.search(inside) and behind not in ("", *" \t\r\n,:]}"):
            line = self.lines.place(event.end_mark.index).line
            hint = f"the text goes on to the next quote, on line {line}"
            raise ProblemError.of(say.QUOTE_NOT_CLOSED(), replace(place, length=1), hint)

    def _refuse_excess(self, count: int, letters: int, depth: int, event: yaml.Event) -> None:
        self.count += count
        self.letters += letters
        if self.letters > MAX_BYTES:
            message = say.TOO_MUCH_TEXT(most=MAX_BYTES // 1024 // 1024)
            raise ProblemError.of(message, self._place(event, event), _FEWER)
        if self.count > MAX_NODES:
            raise ProblemError.of(
                say.TOO_MANY_VALUES(most=MAX_NODES), self._place(event, event), _FEWER
            )
        if depth > MAX_DEPTH:
            raise ProblemError.of(say.TOO_DEEP(most=MAX_DEPTH), self._place(event, event))

    def _alias(self, event: yaml.AliasEvent, depth: int) -> tuple[Node, int]:
        name, place = str(event.anchor), self._place(event, event)
        if name not in self.anchors:
            self.problems.error(
                say.UNKNOWN_ALIAS(name=name),
                place,
                did_you_mean(name, self.anchors) or "text that starts with '*' needs quotes",
            )
            return Node("text", f"*{name}", place), 0
        known = self.anchors[name]
        if known is None:
            raise ProblemError.of(say.ALIAS_LOOP(), place)
        node, count, letters, height = known
        self._refuse_excess(count, letters, depth + height, event)
        return node, height

    def _list(self, start: yaml.Event, depth: int) -> tuple[Node, int]:
        elements: list[Node] = []
        height = 0
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            element, below = self._node(event, depth + 1)
            elements.append(element)
            height = max(height, below + 1)
        return Node("list", elements, self._place(start, event)), height

    def _map(self, start: yaml.Event, depth: int) -> tuple[Node, int]:
        items: dict[str, Node] = {}
        keys: dict[str, Place] = {}
        height = 0
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            key, place = self._key(event, depth + 1)
            value, below = self._node(next(self.events), depth + 1)
            height = max(height, below + 1)
            if key in items:
                self.problems.error(say.KEY_TWICE(key=key), place, None, (("first", keys[key]),))
            elif key is not None:
                keys[key] = place
                items[key] = value
        return Node("map", items, self._place(start, event), keys), height

    def _key(self, event: yaml.Event, depth: int) -> tuple[str | None, Place]:
        """Read a key; None if it is not an acceptable one."""
        if not isinstance(event, yaml.ScalarEvent):
            node, _ = self._node(event, depth)
            if node.type in ("map", "list"):
                self.problems.error(say.NOT_A_KEY(found=node.describe()), node.place)
                return None, node.place
            return str(node.value), self._place(event, event)
        place = self._place(event, event)
        if not (event.anchor or event.tag):
            self._refuse_unreadable(event.value, place)
        if event.value == "<<" and not event.style:
            self.problems.error(say.MERGE_KEY(), place)
            return None, place
        if event.anchor or event.tag:
            self._node(event, depth)
        elif not event.style:
            self._warn_of_trap(event.value, place, 'quote it: "{shown}"')
        return self._within_bounds(event.value, place), place

    def _refuse_unreadable(self, text: str, place: Place) -> None:
        """Refuse characters that cannot be seen or drawn, or that would control a terminal; an
        escape such as \\e or \\0 writes them.
        """
        if unreadable := UNREADABLE.search(text):
            found = f"the invisible character U+{ord(unreadable[0]):04X}"
            self.problems.error(say.INVISIBLE_CHARACTER(found=found), place)

    def _warn_of_trap(self, text: str, place: Place, hint: str) -> None:
        """Report an unquoted text that programs read differently; `hint` has a place for it, and
        for what to write instead.
        """
        if _is_plain(text):
            return
        for pattern, why, instead in _TRAPS:
            if pattern.fullmatch(text):
                shown = shortened(text)
                advice = hint.format(shown=shown, instead=instead)
                self.problems.error(say.AMBIGUOUS_VALUE(shown=shown, read=why), place, advice)
                return

    def _scalar(self, text: str, is_quoted: bool, place: Place) -> Node:
        if is_quoted or _is_plain(text):  # or a block: text, whatever it looks like
            return Node("text", text, place)
        for pattern, sort, read in _UNQUOTED:
            if pattern.fullmatch(text):
                return Node(sort, read(text), place)
        self._warn_of_trap(text, place, 'write {instead}, or, if it is text, quote it: "{shown}"')
        return Node("text", text, place)


def _is_plain(text: str) -> bool:
    """Return whether the first letter, or the length of a word, already says that an unquoted value
    is a text, as most are.
    """
    if not text or text[0] not in _SPECIAL:
        return bool(text)
    return text[0].isalpha() and len(text) > _LONGEST_WORD


@cache
def read_plain(path: Path) -> Any:
    """Read one of our own YAML files, such as a game's words, as plain values, without places and
    checks. Cached per process.
    """
    return plain_from(path.read_text(encoding="utf-8"))


def plain_from(text: str) -> Any:
    """Read YAML that we wrote as plain values. Raises ValueError if it is not valid."""
    try:
        return yaml.load(text, Loader=_Loader)
    except yaml.YAMLError as fault:
        raise ValueError(str(fault)) from None


def peek(path: Path, keys: Sequence[str]) -> str | None:
    """Read the single word or text under some keys, and nothing after it; None if that is
    impossible.

    Used for facts about a file that are needed immediately, such as a title; `read_source` finds
    the faults.
    """
    try:
        events = yaml.parse(
            read_file(path, path.parent, MAX_BYTES).decode("utf-8-sig"), Loader=_Loader
        )
        found = _first(events)
        for wanted in keys:
            if not isinstance(found, yaml.MappingStartEvent):
                return None
            for key in events:
                if not isinstance(
                    key, yaml.ScalarEvent
                ):  # the map's end, or a key such as no one writes
                    return None
                found = next(events)
                if key.value == wanted:
                    break
                _pass_over(found, events)
        return found.value if isinstance(found, yaml.ScalarEvent) else None
    except (OSError, UnicodeDecodeError, yaml.YAMLError, StopIteration):
        return None


def _pass_over(event: yaml.Event, events: Iterator[yaml.Event]) -> None:
    """Skip the rest of the value that an event begins."""
    depth = int(isinstance(event, yaml.CollectionStartEvent))
    while depth:
        event = next(events)
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(
            event, yaml.CollectionEndEvent
        )


def walk(node: Node) -> Iterator[Node]:
    """Visit a node and everything below it, parents first."""
    yield node
    for child in node.children:
        yield from walk(child)


@dataclass(slots=True)
class Written:
    """How one value is written in the text of a file. `start` and `end` are its characters, counted
    from 0, without the byte order mark.

    `style` is "plain", "'", '"', "|", ">", "flow" ({ } and [ ]), "block" or "alias"; `is_marked`
    means that an anchor precedes it, which `start` includes. `keys` gives the characters of each
    key of a map.
    """

    style: str
    start: int
    end: int
    is_marked: bool = False
    keys: dict[str, tuple[int, int]] = field(default_factory=dict)
    items: dict[str, Written] = field(default_factory=dict)
    elements: list[Written] = field(default_factory=list)

    @property
    def quotes(self) -> str:
        """The style of a similar text beside it: its quotes, or plain."""
        return self.style if self.style in ("'", '"') else "plain"

    @property
    def is_open(self) -> bool:
        """Whether it is a map or a list whose entries can be edited one by one: it is written out,
        and no alias (*…) repeats it.
        """
        return self.style in ("flow", "block") and not self.is_marked

    def below(self, *path: str) -> Written:
        """Return the value at a path of keys; if there is none, an empty one."""
        written = self
        for key in path:
            written = written.items.get(key, _NOT_WRITTEN)
        return written


_NOT_WRITTEN = Written("plain", 0, 0)


def _first(events: Iterator[yaml.Event]) -> yaml.Event:
    """Return the event with which the root of a document begins."""
    begins = yaml.StreamStartEvent | yaml.DocumentStartEvent
    return next(event for event in events if not isinstance(event, begins))


def read_layout(text: str) -> Written:
    """Find where each value is in a text that `read_source` has read without a fault."""
    events = yaml.parse(text, Loader=_Loader)
    found = _written(_first(events), events, text)
    for _ in events:  # what follows is faulty, or no one's
        pass
    return found


def read_layout_of_piece(text: str) -> Written | None:
    """Find where each value is in a part of such a text; None if it is not YAML by itself."""
    try:
        return read_layout(text)
    except (yaml.YAMLError, StopIteration):
        return None


def _written(event: yaml.Event, events: Iterator[yaml.Event], text: str) -> Written:
    assert event.start_mark
    assert event.end_mark
    start, end = event.start_mark.index, event.end_mark.index
    if isinstance(event, yaml.AliasEvent):
        return Written("alias", start, end)
    assert isinstance(event, yaml.ScalarEvent | yaml.CollectionStartEvent)
    found = Written("block", start, end, event.anchor is not None)
    if isinstance(event, yaml.ScalarEvent):
        found.style = event.style or "plain"
        found.end = start + len(
            text[start:end].rstrip()
        )  # the lines after a block's last belong to no one
        return found
    is_map = isinstance(event, yaml.MappingStartEvent)
    child: yaml.Event = event
    for child in events:
        assert child.start_mark
        assert child.end_mark
        if isinstance(child, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            break
        if is_map:
            key = str(child.value) if isinstance(child, yaml.ScalarEvent) else ""
            found.keys[key] = child.start_mark.index, child.end_mark.index
            found.items[key] = _written(next(events), events, text)
        else:
            found.elements.append(_written(child, events, text))
    below = [*found.items.values(), *found.elements]
    if event.flow_style:
        assert child.end_mark
        found.style, found.end = "flow", child.end_mark.index
    else:  # its end event is where the next value begins
        found.end = max((one.end for one in below), default=end)
    return found
