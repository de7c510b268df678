"""Misspelt fields in rules: attributes of a record that its class does not declare, and rulings
compared with answers to other rulings.

In: a `Ruleset`. Out: a `Problem` at each such line. Knows no game. It reads the source of
everything that is compiled; a parameter `state` is the game's declared state, and `cards` its card
set.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from enum import IntEnum
from functools import reduce
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
    problems = [problem for function in reached(rules) for problem in _of(function, records)]
    return sorted(
        dict.fromkeys(problems),
        key=lambda problem: (problem.place.file, problem.place.line, problem.place.column),
    )


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


def _of(function: FunctionType, records: dict[str, type[Declared]]) -> Iterator[Problem]:
    """Find the names that one function looks up in vain in the records among its parameters."""
    try:
        lines, first = inspect.getsourcelines(function)
        (tree,) = ast.parse("".join(lines)).body
    except (OSError, SyntaxError, ValueError):
        return  # its source is not available
    given = inspect.signature(function).parameters
    for node in ast.walk(tree):
        match node:
            case ast.Compare():
                yield from _answers_of_others(function, node, first, records["cards"])
            case ast.Attribute(value=ast.Name(id=parameter), attr=name) if parameter in given:
                record = records.get(parameter)
                if record is None or name in (record.dtype.names or ()) or hasattr(np.record, name):
                    continue
                message = say.NO_SUCH_FIELD(
                    record=record.__qualname__, field=name, function=function.__name__
                )
                at = Place(
                    function.__code__.co_filename,
                    first + (node.end_lineno or 1) - 1,
                    (node.end_col_offset or 0) - len(name) + 1,
                    len(name),
                )
                hint = did_you_mean(name, record.fields) or f"it has {', '.join(record.fields)}"
                yield Problem.of(message, at, hint)


def _answers_of_others(
    function: FunctionType, node: ast.Compare, first: int, cards: Any
) -> Iterator[Problem]:
    """Find a ruling that is compared with an answer to another."""
    asked, answer = node.left, node.comparators[0]
    options = cards.options().get(asked.attr) if isinstance(asked, ast.Attribute) else None
    if options is None or isinstance(options, tuple) or not isinstance(answer, ast.Attribute):
        return
    module, *names = ast.unparse(answer.value).split(".")
    answers = reduce(
        lambda holder, name: getattr(holder, name, None), names, function.__globals__.get(module)
    )
    if isinstance(answers, type) and issubclass(answers, IntEnum) and answers is not options:
        at = Place(function.__code__.co_filename, first + node.lineno - 1, node.col_offset + 1)
        message = say.OTHER_RULING(
            name=function.__name__,
            ruling=ruling_of(options),
            enum=answers.__name__,
            attr=answer.attr,
        )
        known = ", ".join(f"{options.__name__}.{option.name}" for option in options)
        yield Problem.of(message, at, f"its answers are {known}")
