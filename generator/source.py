"""Stage 1a, read: a YAML file becomes a tree of nodes that know their places. The only module that knows yaml.

In: a path. Out: `Node`. Scalars are read strictly: what different YAML readers take for different things (`no`, `010`,
`1:30`) is a problem, never a guess. Knows nothing of games.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import yaml

from generator.problems import Place, Problem, ProblemError, Problems

MAX_BYTES = 8 * 1024 * 1024
MAX_NODES = 1_000_000
MAX_DEPTH = 60

NodeType = Literal["map", "list", "text", "integer", "number", "boolean", "nothing"]
Scalar = str | int | float | bool | None

_INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]*)")
_NUMBER = re.compile(r"[-+]?(0|[1-9][0-9]*)\.[0-9]+")
_TRAPS = (
    (re.compile(r"yes|no|on|off", re.I), "a truth value to some readers and a word to others", "true or false"),
    (re.compile(r"[-+]?0[0-9]+|0o[0-7]+|0x[0-9a-f]+", re.I), "8-based or 16-based to some readers", "a plain number"),
    (re.compile(r"[-+]?[0-9]+(:[0-9]{1,2})+(\.[0-9]*)?"), "a 60-based number to some readers", "a plain number"),
    (re.compile(r"[-+]?[0-9][0-9_]*_[0-9_]*(\.[0-9]*)?"), "a number to some readers only", "digits only"),
    (re.compile(r"[-+]?[0-9.]+e[-+]?[0-9]+|[-+]?\.(inf|nan)|\.nan|[-+]?\.[0-9]+|[-+]?[0-9]+\.", re.I),
     "a number to some readers only", "a plain number such as 0.5"),
)  # fmt: skip
_CORE_TAGS = {f"tag:yaml.org,2002:{name}" for name in ("str", "int", "float", "bool", "null", "timestamp")}
_Loader: type = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


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

    def data(self) -> object:
        """Give the plain Python value, places dropped."""
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

    def describe(self) -> str:
        """Say what was found, for a message."""
        if self.type in ("map", "list"):
            return {"map": "a mapping (key: value)", "list": "a list"}[self.type]
        if self.type == "nothing":
            return "nothing"
        shown = str(self.value).lower() if self.type == "boolean" else str(self.value)
        shown = shown if len(shown) <= 60 else shown[:57] + "…"
        return f"'{shown}'" if self.type == "text" else f"{_article(self.type)} {shown}"


def _article(word: str) -> str:
    return f"the {word}"


def read_source(path: Path, name: str | None = None, problems: Problems | None = None) -> Node:
    """Read a YAML file into nodes; `name` is what its places call it.

    Duplicate keys, ambiguous scalars, merge keys and foreign tags are added to `problems` and reading goes on.
    Raises ProblemError where nothing can be read: no file, a folder, too large, not UTF-8, empty, a syntax fault, an
    alias bomb. Raises PermissionError where the system refuses.
    """
    name = name or str(path)
    problems = Problems() if problems is None else problems
    text = _read_text(path, name, problems)
    root = _compose(text, name)
    if root is None:
        raise ProblemError(Problem("empty-file", "expected a game, found an empty file", Place(name, 1, 1),
                                   "`emporium-pnp new my-game` starts one"))  # fmt: skip
    _refuse_bomb(root, name)
    return _Reader(name, problems).node(root)


def _read_text(path: Path, name: str, problems: Problems) -> str:
    if path.is_dir():
        raise ProblemError(Problem("is-a-folder", f"expected a file, found a folder: {name}", Place(name)))
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        raise ProblemError(
            Problem("no-such-file", f"there is no file {name}", Place(name), "name a folder with a cards.yaml in it")
        ) from None
    if len(raw) > MAX_BYTES:
        size = path.stat().st_size / 1e6
        raise ProblemError(Problem("too-large", f"expected at most {MAX_BYTES // 1024 // 1024} MB, found {size:.0f} MB",
                                   Place(name), "is this really the file with the cards?"))  # fmt: skip
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise ProblemError(Problem("not-utf8", "expected UTF-8, found UTF-16", Place(name, 1, 1),
                                   "save the file as UTF-8 (in Notepad: Save as, Encoding: UTF-8)"))  # fmt: skip
    if raw.startswith(b"\xef\xbb\xbf"):
        problems.warn("byte-order-mark", "the file starts with an invisible byte order mark", Place(name, 1, 1),
                      "save it as UTF-8 without BOM; other tools stumble over it")  # fmt: skip
        raw = raw[3:]
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as fault:
        before = raw[: fault.start]
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
        raise ProblemError(
            Problem("not-utf8", f"expected UTF-8, found the byte 0x{raw[fault.start]:02x}",
                    Place(name, before.count(b"\n") + 1, column), "save the file as UTF-8")
        ) from None  # fmt: skip
    return text


def _compose(text: str, name: str) -> yaml.Node | None:
    try:
        loader = _Loader(text)
        try:
            root: yaml.Node | None = loader.get_single_node()
            return root
        finally:
            loader.dispose()
    except yaml.reader.ReaderError as fault:
        line, column = _line_and_column(text, fault.position)
        raise ProblemError(
            Problem("yaml-syntax", f"expected readable text, found the control character U+{ord(str(fault.character)[:1]):04X}"
                    if isinstance(fault.character, str) else "expected readable text, found a control character",
                    Place(name, line, column))
        ) from None  # fmt: skip
    except yaml.MarkedYAMLError as fault:
        raise ProblemError(_syntax_problem(fault, text, name)) from None
    except RecursionError:
        raise ProblemError(Problem("too-deep", "the file is nested too deeply", Place(name))) from None


def _line_and_column(text: str, position: int) -> tuple[int, int]:
    before = text[:position]
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def _syntax_problem(fault: yaml.MarkedYAMLError, text: str, name: str) -> Problem:
    mark = fault.problem_mark or fault.context_mark
    lines = text.split("\n")
    number = min(mark.line, len(lines) - 1) if mark else 0
    line = lines[number]
    said = (fault.problem or "this is not YAML").replace("<", "").replace(">", "")
    hint, column = None, (mark.column if mark else 0) + 1
    value = re.match(r"\s*(?:- +)?[\w.-]+:\s+(\{[^}]*\}\s*\S.*)$", line)
    earlier = lines[fault.context_mark.line] if fault.context_mark and fault.context_mark.line < len(lines) else ""
    if "\t" in line[: len(line) - len(line.lstrip())] or "'\\t'" in said or "\\t" in said:
        hint = "indent with spaces; YAML refuses tabs"
        column = line.find("\t") + 1 if "\t" in line else column
    elif value:
        hint = f"a text that starts with '{{' needs quotes: '{value[1].strip()}'"
    elif "mapping values are not allowed" in said:
        hint = "a text with ': ' in it needs quotes around it"
    elif "found unexpected end of stream" in said or "unexpected end" in said:
        hint = f"a quote or bracket opened in line {fault.context_mark.line + 1} is never closed" if earlier else None
    elif "expected a single document" in (fault.context or ""):
        said, hint = "expected one document, found a second one ('---')", "keep one game a file"
    elif "did not find expected" in said or "expected block end" in said:
        hint = "check the indentation and the quotes here and in the line above"
    return Problem("yaml-syntax", f"not YAML: {said}", Place(name, number + 1, column), hint)


def _refuse_bomb(root: yaml.Node, name: str) -> None:
    """Raise where aliases would unfold into more than MAX_NODES values, into themselves, or nest deeper than MAX_DEPTH."""
    sizes: dict[int, int] = {}
    open_nodes: set[int] = set()

    def size(node: yaml.Node, depth: int) -> int:
        known = sizes.get(id(node))
        if known is not None:
            return known
        place = Place(name, node.start_mark.line + 1, node.start_mark.column + 1)
        if id(node) in open_nodes:
            raise ProblemError(Problem("alias-loop", "this alias contains itself", place))
        if depth > MAX_DEPTH:
            raise ProblemError(Problem("too-deep", f"nested more than {MAX_DEPTH} levels deep", place))
        if isinstance(node, yaml.ScalarNode):
            return 1
        open_nodes.add(id(node))
        children = (
            (child for pair in node.value for child in pair) if isinstance(node, yaml.MappingNode) else node.value
        )
        total = 1 + sum(size(child, depth + 1) for child in children)
        open_nodes.discard(id(node))
        if total > MAX_NODES:
            raise ProblemError(Problem("too-large", f"aliases unfold to more than {MAX_NODES} values", place))
        sizes[id(node)] = total
        return total

    size(root, 0)


class _Reader:
    """Turn composed YAML nodes into ours, resolving scalars strictly."""

    def __init__(self, name: str, problems: Problems) -> None:
        self.name = name
        self.problems = problems
        self.known: dict[int, Node] = {}

    def node(self, node: yaml.Node) -> Node:
        known = self.known.get(id(node))
        if known is None:
            known = self.known[id(node)] = self._node(node)
        return known

    def place(self, node: yaml.Node) -> Place:
        start, end = node.start_mark, node.end_mark
        length = end.column - start.column if end.line == start.line else 1
        return Place(self.name, start.line + 1, start.column + 1, max(1, length))

    def _node(self, node: yaml.Node) -> Node:
        place = self.place(node)
        if isinstance(node, yaml.MappingNode):
            self._refuse_tag(node, place, "tag:yaml.org,2002:map")
            return self._map(node, place)
        if isinstance(node, yaml.SequenceNode):
            self._refuse_tag(node, place, "tag:yaml.org,2002:seq")
            return Node("list", [self.node(child) for child in node.value], place)
        self._refuse_tag(node, place, *_CORE_TAGS)
        return self._scalar(node, place)

    def _refuse_tag(self, node: yaml.Node, place: Place, *accepted: str) -> None:
        if node.tag not in accepted:
            tag = node.tag.replace("tag:yaml.org,2002:", "!!")
            self.problems.error("yaml-tag", f"expected plain YAML, found the tag '{tag}'", place, "leave the tag out")

    def _map(self, node: yaml.MappingNode, place: Place) -> Node:
        items: dict[str, Node] = {}
        keys: dict[str, Place] = {}
        for key_node, value_node in node.value:
            key_place = self.place(key_node)
            if not isinstance(key_node, yaml.ScalarNode):
                self.problems.error("yaml-key", "expected a word as key, found a list or mapping", key_place)
                continue
            key = key_node.value
            if key == "<<":
                self.problems.error("merge-key", "merge keys ('<<') are not supported", key_place,
                                    "write shared values under `defaults:` of the kind")  # fmt: skip
                continue
            if not key_node.style:
                self._is_trap(key, key_place, "key")
            if key in items:
                self.problems.error("duplicate-key", f"'{key}' stands here a second time", key_place,
                                    "rename or remove one of the two", (("first", keys[key]),))  # fmt: skip
                continue
            keys[key] = key_place
            items[key] = self.node(value_node)
        return Node("map", items, place, keys)

    def _is_trap(self, text: str, place: Place, what: str) -> bool:
        for pattern, why, instead in _TRAPS:
            if pattern.fullmatch(text):
                plain = " or write " + instead if what == "value" else ""
                self.problems.error("ambiguous-value", f"'{text}' is {why}", place, f'quote it ("{text}"){plain}')
                return True
        return False

    def _scalar(self, node: yaml.ScalarNode, place: Place) -> Node:
        text: str = node.value
        if node.style:  # quoted or a block: text, whatever it looks like
            return Node("text", text, place)
        if text in ("", "~", "null", "Null", "NULL"):
            return Node("nothing", None, place)
        if text in ("true", "True", "TRUE", "false", "False", "FALSE"):
            return Node("boolean", text.lower() == "true", place)
        if _INTEGER.fullmatch(text) and len(text) <= 18:
            return Node("integer", int(text), place)
        if _NUMBER.fullmatch(text) and len(text) <= 30:
            return Node("number", float(text), place)
        self._is_trap(text, place, "value")
        return Node("text", text, place)


def walk(node: Node) -> Iterator[Node]:
    """Visit a node and everything below it, parents first."""
    yield node
    for child in [*node.items.values(), *node.elements]:
        yield from walk(child)
