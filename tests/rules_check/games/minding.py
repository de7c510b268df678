"""Lean rules, uncompiled, that mind what compiled ones do not look at: an index below 0 that is
computed. No tests.

Python and numpy count it from the end; what is compiled by `jit_lean` and `jit_within` reads before
the array, unless the index is written out, such as -1. Import this before any game.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from typing import Any

import numpy as np

from rules_check.engine import kernel


def minded(index: Any) -> Any:
    """Return an index, unless it is below 0."""
    if isinstance(index, int | np.integer) and index < 0:
        raise IndexError(f"index {index} is computed, and below 0")
    return index


class _Indices(ast.NodeTransformer):
    """Has each index minded that is not written out."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.slice, ast.Tuple):
            node.slice.elts = [self._minded(one) for one in node.slice.elts]
        else:
            node.slice = self._minded(node.slice)
        return node

    def _minded(self, index: ast.expr) -> ast.expr:
        is_written_out = isinstance(index, ast.Constant) or (
            isinstance(index, ast.UnaryOp) and isinstance(index.operand, ast.Constant)
        )
        if is_written_out or isinstance(index, ast.Slice):
            return index
        return ast.copy_location(ast.Call(ast.Name("_minded", ast.Load()), [index], []), index)


def minding(function: Any) -> Any:
    """Make a function anew whose indices are minded; its lines stay where they are."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    (definition,) = tree.body
    assert isinstance(definition, ast.FunctionDef)
    assert function.__closure__ is None
    definition.decorator_list = []
    definition.returns = None
    for argument in ast.walk(definition.args):
        if isinstance(argument, ast.arg):
            argument.annotation = None
    ast.increment_lineno(_Indices().visit(tree), function.__code__.co_firstlineno - 1)
    made: dict[str, Any] = {}
    function.__globals__["_minded"] = minded
    exec(
        compile(ast.fix_missing_locations(tree), function.__code__.co_filename, "exec"),
        function.__globals__,
        made,
    )
    new = made[definition.name]
    new.__module__, new.__qualname__, new.__doc__ = (
        function.__module__,
        function.__qualname__,
        function.__doc__,
    )
    return new


def _compiled(function: Any, is_counting: bool = True, is_within: bool = False) -> Any:
    return function if is_counting else minding(function)


assert not kernel.IS_COMPILED
kernel._compiled = _compiled
