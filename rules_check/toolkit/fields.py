"""Misspelt fields in rules: attributes of a record that its class does not declare, and rulings
compared with answers to other rulings.

In: a `Ruleset`. Out: a `Problem` at each such line. Knows no game. It reads the source of
everything that is compiled; a parameter `state` is the game's declared state, and `cards` its card
set.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import reduce
from itertools import chain
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np

from generator.data.problems import Place, Problem, did_you_mean
from rules_check.toolkit import messages as say
from rules_check.toolkit.cardsets import ruling_of
from rules_check.toolkit.records import Declared
from rules_check.toolkit.rulesets import Ruleset


def misspelt(rules: Any) -> list[Problem]:
    """Find undeclared fields that rules read or write, by file and line. Finds nothing if the
    toolkit did not make the rules.
    """
    if not isinstance(rules, Ruleset):
        return []
    records: dict[str, type[Declared]] = {"state": rules.State, "cards": rules.Cards}
    return in_order(chain.from_iterable(_of(source, records) for source in sources_of(rules)))


def in_order(problems: Iterable[Problem]) -> list[Problem]:
    """List problems in the order of their places, each once."""
    return sorted(
        dict.fromkeys(problems),
        key=lambda problem: (problem.place.file, problem.place.line, problem.place.column),
    )


@dataclass(frozen=True)
class Source:
    """A function and what it is written as: its first line, and its tree."""

    function: FunctionType
    first: int
    tree: ast.FunctionDef

    @property
    def name(self) -> str:
        return self.function.__name__

    def place(self, node: ast.AST) -> Place:
        line, column = getattr(node, "lineno", 1), getattr(node, "col_offset", 0)
        return Place(self.function.__code__.co_filename, self.first + line - 1, column + 1)


def sources_of(rules: Ruleset) -> list[Source]:
    """Read the functions that are compiled, as far as their source is available."""
    return list(filter(None, map(source_of, reached(rules))))


def source_of(function: FunctionType) -> Source | None:
    """Read a function's source; None if it is not available."""
    try:
        lines, first = inspect.getsourcelines(function)
        (tree,) = ast.parse("".join(lines)).body
    except (OSError, SyntaxError, ValueError):
        return None
    return Source(function, first, tree) if isinstance(tree, ast.FunctionDef) else None


def reached(rules: Ruleset) -> list[FunctionType]:
    """List the functions that are compiled: those declared, and those that they call."""
    folder, functions = Path(rules.__file__).resolve().parent, dict[int, FunctionType]()
    todo: list[Any] = rules.rules()
    while todo:
        function = getattr(todo[-1], "py_func", todo.pop())
        if (
            isinstance(function, FunctionType)
            and id(function) not in functions
            and Path(function.__code__.co_filename).resolve().is_relative_to(folder)
        ):
            functions[id(function)] = function
            for name in function.__code__.co_names:
                if name in function.__globals__:
                    todo.append(function.__globals__[name])
    return list(functions.values())


def _of(source: Source, records: dict[str, type[Declared]]) -> Iterator[Problem]:
    """Find the names that one function looks up in vain in the records among its parameters."""
    given = inspect.signature(source.function).parameters
    for node in ast.walk(source.tree):
        match node:
            case ast.Compare():
                yield from _answers_of_others(source, node, records["cards"])
            case ast.Attribute(value=ast.Name(id=parameter), attr=name) if parameter in given:
                record = records.get(parameter)
                if record is None or name in (record.dtype.names or ()) or hasattr(np.record, name):
                    continue
                message = say.NO_SUCH_FIELD(
                    record=record.__qualname__, field=name, function=source.name
                )
                at = Place(
                    source.place(node).file,
                    source.first + (node.end_lineno or 1) - 1,
                    (node.end_col_offset or 0) - len(name) + 1,
                    len(name),
                )
                hint = did_you_mean(name, record.fields) or f"it has {', '.join(record.fields)}"
                yield Problem.of(message, at, hint)


def _answers_of_others(source: Source, node: ast.Compare, cards: Any) -> Iterator[Problem]:
    """Find a ruling that is compared with an answer to another."""
    asked, answer = node.left, node.comparators[0]
    options = cards.options().get(asked.attr) if isinstance(asked, ast.Attribute) else None
    if options is None or isinstance(options, tuple) or not isinstance(answer, ast.Attribute):
        return
    module, *names = ast.unparse(answer.value).split(".")
    answers = reduce(
        lambda holder, name: getattr(holder, name, None),
        names,
        source.function.__globals__.get(module),
    )
    if isinstance(answers, type) and issubclass(answers, IntEnum) and answers is not options:
        message = say.OTHER_RULING(
            name=source.name, ruling=ruling_of(options), enum=answers.__name__, attr=answer.attr
        )
        known = ", ".join(f"{options.__name__}.{option.name}" for option in options)
        yield Problem.of(message, source.place(node), f"its answers are {known}")
