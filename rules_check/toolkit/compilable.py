"""Code in rules that cannot be compiled, or that plays differently each time, found before numba is
called, because numba's messages are long and name no rule.

In: a `Ruleset`. Out: a `Problem` at each such line. Knows no game. It reads the source of all that
is compiled, as `fields` does.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from generator.data.problems import Problem
from rules_check.engine.kernel import IS_COMPILED
from rules_check.engine.verbs import VERB_BY_NAME
from rules_check.toolkit import messages as say
from rules_check.toolkit.declarations import parameters_of
from rules_check.toolkit.fields import Source, in_order, source_of, sources_of
from rules_check.toolkit.rulesets import Ruleset

LUCK = ("random", "numpy.random", "secrets", "time", "uuid")
"""Modules whose random numbers are not in the state."""
_GIVEN = ("cards", "state", "seat")
"""What a rule can ask for by its parameters."""
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
    folder = Path(rules.__file__).resolve().parent
    sources, problems = sources_of(rules), list[Problem]()
    for source in sources:
        problems += _of(source, folder)
    for verb, rule in rules.own_verbs().items():
        own = source_of(getattr(rule, "py_func", rule))
        if own and VERB_BY_NAME[verb].is_number:
            problems += _numberless(own)
    if IS_COMPILED:
        problems += _in_circles(sources)
    return in_order(problems)


def _of(source: Source, folder: Path) -> Iterator[Problem]:
    yield from _unasked(source)
    yield from _half_returning(source)
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield Problem.of(say.IMPORTS(name=source.name), source.place(node))
        elif IS_COMPILED:
            yield from _refused(source, node, folder)
        if isinstance(node, ast.Attribute | ast.Name) and (luck := _luck(source.function, node)):
            message = say.LUCK_ELSEWHERE(name=source.name, call=ast.unparse(node), luck=luck)
            hint = (
                "use `below(state.rng, 0, n)` for a whole number from 0 to n - 1, and "
                "`mix_up(state, zone)` to shuffle"
            )
            yield Problem.of(message, source.place(node), hint)


def _refused(source: Source, node: ast.AST, folder: Path) -> Iterator[Problem]:
    """Find what the compiler does not accept in a node itself."""
    if type(node) in REFUSED:
        what, hint = REFUSED[type(node)]
        yield Problem.of(say.CANNOT_COMPILE(name=source.name, what=what), source.place(node), hint)
        return
    match node:
        case ast.Call(func=ast.Name(id="print")):
            hint = (
                "delete the `print`; it is allowed only if you put NUMBA_DISABLE_JIT=1 before "
                "`emporium-pnp replay`, which then plays one game uncompiled"
            )
            yield Problem.of(say.PRINTS(name=source.name), source.place(node), hint)
        case ast.Call(func=ast.Name(id=name)):
            called = source.function.__globals__.get(name)
            if isinstance(called, FunctionType) and _is_within(called, folder):
                message = say.CALLS_UNCOMPILED(called=name, name=source.name)
                hint = f"put @jit on the line before `def {called.__name__}`"
                yield Problem.of(message, source.place(node), hint)


def _is_within(function: FunctionType, folder: Path) -> bool:
    return Path(function.__code__.co_filename).resolve().is_relative_to(folder)


def _unasked(source: Source) -> Iterator[Problem]:
    """Find parameters that a rule uses but is not given: cards, state or seat."""
    code, nodes = source.function.__code__, list(ast.walk(source.tree))
    called = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    given = parameters_of(source.function)
    uses = dict[str, ast.Name]()
    for node in nodes:
        match node:
            case ast.Name(ctx=ast.Load()) if id(node) not in called:
                uses.setdefault(node.id, node)
    for word in _GIVEN:
        if word in uses.keys() - {*code.co_varnames, *code.co_cellvars}:
            first = [name for name in _GIVEN if name in (*given, word)]
            parameters = ", ".join(dict.fromkeys([*first, *given]))
            message = say.NOT_A_PARAMETER(name=source.name, word=word)
            hint = f"write `def {source.name}({parameters}):`"
            yield Problem.of(message, source.place(uses[word]), hint)


def _own_returns(tree: ast.FunctionDef) -> list[ast.Return]:
    """List the returns of a function, without those of nested functions."""
    nodes: list[ast.AST] = [*tree.body]
    for node in nodes:
        if not isinstance(node, ast.FunctionDef):
            nodes += ast.iter_child_nodes(node)
    return [node for node in nodes if isinstance(node, ast.Return)]


def _half_returning(source: Source) -> Iterator[Problem]:
    """Find a function that returns a value on one path and nothing on another."""
    returns, body = _own_returns(source.tree), source.tree.body
    ends: list[ast.stmt] = [node for node in returns if node.value is None]
    if len(ends) == len(returns):
        return
    if _goes_past(body):
        ends.append(body[-1])
    if ends:
        yield Problem.of(say.RETURNS_SOMETIMES(name=source.name), source.place(ends[0]))


def _goes_past(body: Sequence[ast.stmt]) -> bool:
    """Return whether the code after some statements can be reached."""
    return not any(map(_ends, body))


def _ends(statement: ast.stmt) -> bool:
    """Return whether nothing after a statement is reached, as far as can be determined."""
    bodies: list[list[ast.stmt]] = []
    match statement:
        case ast.Return() | ast.Raise() | ast.Try():
            return True
        case ast.While(test=ast.Constant(value=test)) if test:
            return not any(isinstance(node, ast.Break) for node in ast.walk(statement))
        case ast.If(body=body, orelse=orelse):
            bodies = [body, orelse]
        case ast.Match(cases=[*_, ast.match_case(ast.MatchAs(pattern=None), guard=None)] as cases):
            bodies = [case.body for case in cases]
    return bool(bodies) and not any(map(_goes_past, bodies))


def _in_circles(sources: Iterable[Source]) -> Iterator[Problem]:
    """Find functions that call each other in a cycle: once compiled and cached, they cannot be
    loaded again.
    """
    source_by_code = {source.function.__code__: source for source in sources}
    calls = {code: _calls(source) for code, source in source_by_code.items()}
    reported = set[Any]()
    for code, source in source_by_code.items():
        back = next((called for called in calls[code] if code in _beyond(called, calls)), None)
        if back is not None and code not in reported:
            reported |= _beyond(code, calls)
            message = say.CALLS_ITSELF(name=source.name, called=back.co_name)
            yield Problem.of(message, source.place(calls[code][back]))


def _calls(source: Source) -> dict[Any, ast.Call]:
    """Find the compiled functions that a function calls, other than itself, by their code."""
    calls = dict[Any, ast.Call]()
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            called = getattr(source.function.__globals__.get(node.func.id), "py_func", None)
            if called is not None and called is not source.function:
                calls.setdefault(called.__code__, node)
    return calls


def _beyond(code: Any, calls: dict[Any, dict[Any, ast.Call]]) -> set[Any]:
    """Find everything that a function calls, directly or through others."""
    beyond, todo = set[Any](), list(calls.get(code, ()))
    while todo:
        called = todo.pop()
        if called not in beyond:
            beyond.add(called)
            todo += calls.get(called, ())
    return beyond


def _luck(function: FunctionType, node: ast.Attribute | ast.Name) -> str:
    """Return the name of the module of randomness or time that a node's function comes from; "" if
    none.
    """
    if isinstance(node, ast.Attribute):
        module = _named(function, node.value)
        home = module.__name__ if isinstance(module, ModuleType) else ""
    else:
        value = function.__globals__.get(node.id)
        if isinstance(value, ModuleType) or not callable(value):
            return ""
        of_method = getattr(type(getattr(value, "__self__", None)), "__module__", "")
        home = getattr(value, "__module__", None) or of_method
    return home if home in LUCK else ""


def _named(function: FunctionType, node: ast.expr) -> object:
    """Return the meaning of a name in the rules' module, or of a dotted name below a module; None
    for anything else.
    """
    if isinstance(node, ast.Attribute):
        owner = _named(function, node.value)
        return getattr(owner, node.attr, None) if isinstance(owner, ModuleType) else None
    return function.__globals__.get(node.id) if isinstance(node, ast.Name) else None


def _numberless(source: Source) -> Iterator[Problem]:
    """Find what a verb returns if it is not a number."""
    values = [node.value for node in _own_returns(source.tree) if node.value is not None]
    does_raise = any(isinstance(node, ast.Raise) for node in ast.walk(source.tree))
    if not values and not does_raise:
        yield Problem.of(say.RETURNS_NOTHING(name=source.name), source.place(source.tree))
    for value in values:
        match value:
            case ast.JoinedStr() | ast.Constant(value=str() | bytes()):
                sort = "a text"
            case ast.List() | ast.Dict() | ast.Tuple() | ast.Set():
                sort = "several things"
            case _:
                continue
        message = say.RETURNS_OTHER(name=source.name, sort=sort, value=ast.unparse(value))
        yield Problem.of(message, source.place(value))
