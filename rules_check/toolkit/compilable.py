"""Code in rules that cannot be compiled, or that plays differently each time, found before numba is
called, because numba's messages are long and name no rule.

In: a `Ruleset`. Out: a `Problem` at each such line. Knows no game. It reads the source of all that
is compiled, as `fields` does.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from generator.data.problems import Place, Problem
from rules_check.engine.kernel import IS_COMPILED
from rules_check.engine.verbs import VERB_BY_NAME
from rules_check.toolkit import messages as say
from rules_check.toolkit.fields import reached
from rules_check.toolkit.rulesets import Ruleset

LUCK = ("random", "numpy.random", "secrets", "time", "uuid")
"""Modules whose random numbers are not in the state."""
REFUSED: dict[type[ast.AST], tuple[str, str]] = {
    ast.ClassDef: ("a class", "keep the values that a game needs later in its State"),
    ast.GeneratorExp: ("a generator expression", "write a loop instead"),
    ast.Global: ("a `global` statement", "keep the values that a game needs later in its State"),
    ast.With: ("a `with` statement", "do not open anything in a rule"),
}
"""The syntax that no compiled rule can contain, in words, with a remedy."""


def uncompilable(rules: Any) -> list[Problem]:
    """Find code that cannot be compiled, or that keeps a game from being replayed, by file and
    line. Finds nothing in rules that the toolkit did not make.
    """
    if not isinstance(rules, Ruleset):
        return []
    found = [
        one
        for function in reached(rules)
        for one in _of(function, Path(rules.__file__).resolve().parent)
    ]
    found += [
        one
        for verb, rule in rules.own_verbs().items()
        if VERB_BY_NAME[verb].is_number
        for one in _numberless(rule)
    ]
    found += _in_circles(rules) if IS_COMPILED else ()
    return sorted(
        dict.fromkeys(found),
        key=lambda one: (one.place.file, one.place.line, one.place.column) if one.place else (),
    )


def _of(function: FunctionType, folder: Path) -> Iterator[Problem]:
    name, (first, tree) = function.__name__, _tree(function)
    if tree is not None:
        yield from _unasked(function, first, tree)
        yield from _half_returning(function, first, tree)
    for node in ast.walk(tree) if tree else ():
        at = _place(function, first, node)
        if isinstance(node, ast.Import | ast.ImportFrom):
            said = say.IMPORTS(name=name)
            yield Problem.of(said, at)
        elif type(node) in REFUSED and IS_COMPILED:
            what, hint = REFUSED[type(node)]
            yield Problem.of(say.CANNOT_COMPILE(name=name, what=what), at, hint)
        elif _is_print(node) and IS_COMPILED:
            hint = (
                "delete the `print`; it is allowed only if you put NUMBA_DISABLE_JIT=1 before "
                "`emporium-pnp replay`, which then plays one game uncompiled"
            )
            yield Problem.of(say.PRINTS(name=name), at, hint)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and IS_COMPILED:
            called = function.__globals__.get(node.func.id)
            if isinstance(called, FunctionType) and Path(
                called.__code__.co_filename
            ).resolve().is_relative_to(folder):
                said = say.CALLS_UNCOMPILED(called=node.func.id, name=name)
                yield Problem.of(said, at, f"put @jit on the line before `def {called.__name__}`")
        if isinstance(node, ast.Attribute | ast.Name) and (luck := _luck(function, node)):
            said = say.LUCK_ELSEWHERE(name=name, call=ast.unparse(node), luck=luck)
            hint = (
                "use `below(state.rng, 0, n)` for a whole number from 0 to n - 1, and "
                "`mix_up(state, zone)` to shuffle"
            )
            yield Problem.of(said, at, hint)


def _unasked(function: FunctionType, first: int, tree: ast.FunctionDef) -> Iterator[Problem]:
    """Find parameters that a rule uses but is not given: cards, state or seat."""
    code, called = (
        function.__code__,
        {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)},
    )
    given = list(code.co_varnames[: code.co_argcount])
    names = [
        node for node in ast.walk(tree) if isinstance(node, ast.Name) and id(node) not in called
    ]
    for word in ("cards", "state", "seat"):
        uses = (node for node in names if node.id == word and isinstance(node.ctx, ast.Load))
        if word not in (*code.co_varnames, *code.co_cellvars) and (node := next(uses, None)):
            wanted = [one for one in ("cards", "state", "seat") if one in given or one == word]
            asked = ", ".join([*wanted, *(one for one in given if one not in wanted)])
            said = say.NOT_A_PARAMETER(name=function.__name__, word=word)
            yield Problem.of(
                said, _place(function, first, node), f"write `def {function.__name__}({asked}):`"
            )


def _own_returns(tree: ast.FunctionDef) -> list[ast.Return]:
    """List the returns of a function, without those of nested functions."""
    inner = {
        id(one)
        for part in tree.body
        if isinstance(part, ast.FunctionDef | ast.Lambda)
        for one in ast.walk(part)
    }
    return [
        node for node in ast.walk(tree) if isinstance(node, ast.Return) and id(node) not in inner
    ]


def _half_returning(function: FunctionType, first: int, tree: ast.FunctionDef) -> Iterator[Problem]:
    """Find a function that returns a value on one path and nothing on another."""
    returns = _own_returns(tree)
    bare = [node for node in returns if node.value is None]
    if len(bare) < len(returns) and (bare or _goes_past(tree.body)):
        at = bare[0] if bare else tree.body[-1]
        said = say.RETURNS_SOMETIMES(name=function.__name__)
        yield Problem.of(said, _place(function, first, at))


def _goes_past(body: Sequence[ast.stmt]) -> bool:
    """Return whether the code after some statements can be reached."""
    return not any(_ends(one) for one in body)


def _ends(one: ast.stmt) -> bool:
    """Return whether nothing after a statement is reached, as far as can be determined."""
    if isinstance(one, ast.While) and isinstance(one.test, ast.Constant) and one.test.value:
        return not any(isinstance(node, ast.Break) for node in ast.walk(one))
    if isinstance(one, ast.If):
        return not _goes_past(one.body) and not _goes_past(one.orelse)
    if isinstance(one, ast.Match):
        is_whole = any(
            case.guard is None
            and isinstance(case.pattern, ast.MatchAs)
            and case.pattern.pattern is None
            for case in one.cases
        )
        return is_whole and not any(_goes_past(case.body) for case in one.cases)
    return isinstance(one, ast.Return | ast.Raise | ast.Try)


def _in_circles(rules: Ruleset) -> Iterator[Problem]:
    """Find functions that call each other in a cycle: once compiled and cached, they cannot be
    loaded again.
    """
    trees = {function.__code__: (function, *_tree(function)) for function in reached(rules)}
    calls: dict[Any, dict[Any, ast.Call]] = {}
    for code, (function, _, tree) in trees.items():
        for node in ast.walk(tree) if tree else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                called = getattr(function.__globals__.get(node.func.id), "py_func", None)
                if called is not None and called.__code__ in trees and called.__code__ is not code:
                    calls.setdefault(code, {}).setdefault(called.__code__, node)
    told = set[Any]()
    for code, called in calls.items():
        back = next((one for one in called if code in _beyond(one, calls)), None)
        if back is not None and code not in told:  # each cycle is reported once
            told |= _beyond(code, calls)
            function, first, _ = trees[code]
            said = say.CALLS_ITSELF(name=function.__name__, called=back.co_name)
            yield Problem.of(said, _place(function, first, calls[code][back]))


def _beyond(code: Any, calls: dict[Any, dict[Any, ast.Call]]) -> set[Any]:
    """Find everything that a function calls, directly or through others."""
    known, todo = set[Any](), list(calls.get(code, ()))
    while todo:
        if (one := todo.pop()) not in known:
            known.add(one)
            todo += calls.get(one, ())
    return known


def _is_print(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    )


def _luck(function: FunctionType, node: ast.Attribute | ast.Name) -> str:
    """Return the name of the module of randomness or time that a node's function comes from; "" if
    none.
    """
    if isinstance(node, ast.Name):
        found = function.__globals__.get(node.id)
        home = getattr(found, "__module__", None) or getattr(
            type(getattr(found, "__self__", None)), "__module__", ""
        )
        return (
            ""
            if isinstance(found, ModuleType) or not callable(found) or home not in LUCK
            else str(home)
        )
    module = _named(function, node.value)
    return module.__name__ if isinstance(module, ModuleType) and module.__name__ in LUCK else ""


def _named(function: FunctionType, node: ast.expr) -> object:
    """Return the meaning of a name in the rules' module, or of a dotted name below a module; None
    for anything else.
    """
    if isinstance(node, ast.Attribute):
        owner = _named(function, node.value)
        return getattr(owner, node.attr, None) if isinstance(owner, ModuleType) else None
    return function.__globals__.get(node.id) if isinstance(node, ast.Name) else None


def _numberless(rule: Any) -> Iterator[Problem]:
    """Find what a verb returns if it is not a number."""
    function = getattr(rule, "py_func", rule)
    first, tree = _tree(function)
    if tree is None:
        return
    returns = _own_returns(tree)
    if not any(node.value is not None for node in returns) and not any(
        isinstance(node, ast.Raise) for node in ast.walk(tree)
    ):
        said = say.RETURNS_NOTHING(name=function.__name__)
        at = Place(function.__code__.co_filename, first + tree.lineno - 1, tree.col_offset + 1)
        yield Problem.of(said, at)
    for node in returns:
        value = node.value
        is_text = isinstance(value, ast.JoinedStr) or (
            isinstance(value, ast.Constant) and isinstance(value.value, str | bytes)
        )
        if value is not None and (
            is_text or isinstance(value, ast.List | ast.Dict | ast.Tuple | ast.Set)
        ):
            what = "a text" if is_text else "several things"
            said = say.RETURNS_OTHER(name=function.__name__, sort=what, value=ast.unparse(value))
            yield Problem.of(said, _place(function, first, value))


def _tree(function: FunctionType) -> tuple[int, ast.FunctionDef | None]:
    """Read a function's source: its first line, and its tree; None if the source is not available."""
    try:
        lines, first = inspect.getsourcelines(function)
        (tree,) = ast.parse("".join(lines)).body
    except (OSError, SyntaxError, ValueError):
        return 0, None
    return first, tree if isinstance(tree, ast.FunctionDef) else None


def _place(function: FunctionType, first: int, node: Any) -> Place:
    line, column = getattr(node, "lineno", 1), getattr(node, "col_offset", 0)
    return Place(function.__code__.co_filename, first + line - 1, column + 1)
