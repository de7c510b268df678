"""How dense Python reads, tree beside tree: decisions a function line, lengths, local names.

    python bench/density.py                                       our own rooms
    python bench/density.py rules_check/engine ~/chess-1.11/chess  any folders or files

A decision is an `if` or `elif`, a conditional expression, a `case`, a `for` or `if` of a
comprehension, an `and`, an `or`, or an `except`. Ruff's complexity counts neither conditional expressions nor the
parts of a comprehension, so a line that makes five decisions passes there. Decisions are divided
by the lines of functions without their docstrings; a function's length counts those too.
"""

from __future__ import annotations

import argparse
import ast
import statistics
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("generator", "rules_check", "studio")
WIDE = 100
"""Characters beyond which a line is wide."""
DENSE = 20
"""Decisions beyond which a function is dense."""
COMMONEST = 8
"""How many local names are listed."""

HEADS = (
    "functions",
    "median / 90 % / 99 % length",
    "longest",
    "decisions a function line",
    f"functions over {DENSE} decisions",
    "characters a line",
    f"lines over {WIDE}",
    "commonest local names",
    *[""] * (COMMONEST - 1),
)

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass
class Density:
    """What is measured of one tree of Python files."""

    lengths: list[int] = field(default_factory=list)
    """Lines of each function, its `def` and docstring included."""
    widths: list[int] = field(default_factory=list)
    """Characters of each line, blank ones included."""
    decisions: int = 0
    lines: int = 0
    """Lines of all functions, without docstrings."""
    dense: list[tuple[int, str]] = field(default_factory=list)
    """Functions of more than DENSE decisions: how many, and `file:function`."""
    names: Counter[str] = field(default_factory=Counter)
    """How often each local name is given a value."""

    def add(self, source: str, file: str) -> None:
        """Measure one more file. Raises SyntaxError if this Python cannot read it."""
        tree = ast.parse(source)
        self.widths += [len(line) for line in source.splitlines()]
        for function in functions_in(tree):
            self.lengths.append(lines_of(function))
            decisions = count_decisions(function)
            if decisions > DENSE:
                self.dense.append((decisions, f"{file}:{function.name}"))
        for function in outermost(tree):
            self.decisions += count_decisions(function)
            self.lines += lines_of(function) - docstring_lines(function)
            self.names.update(local_names(function))

    @property
    def a_line(self) -> float:
        """Return the decisions a function line; 0 if there is no function."""
        return self.decisions / max(1, self.lines)

    def length(self, share: float) -> int:
        """Return the length that a share of the functions stay within; 0 if there is none."""
        if not self.lengths:
            return 0
        place = min(len(self.lengths) - 1, int(share * len(self.lengths)))
        return sorted(self.lengths)[place]

    @property
    def width(self) -> float:
        """Return the mean characters a line."""
        return statistics.fmean(self.widths) if self.widths else 0.0

    @property
    def wide_share(self) -> float:
        """Return the share of the lines that are wide."""
        return sum(width > WIDE for width in self.widths) / max(1, len(self.widths))


def functions_in(tree: ast.AST) -> Iterator[Function]:
    """Yield every function, those within others too."""
    return (node for node in ast.walk(tree) if isinstance(node, Function))


def outermost(tree: ast.AST) -> Iterator[Function]:
    """Yield the functions that are in no other."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, Function):
            yield node
        else:
            yield from outermost(node)


def lines_of(function: Function) -> int:
    """Count the lines of a function, without its decorators."""
    return (function.end_lineno or function.lineno) - function.lineno + 1


def docstring_lines(function: Function) -> int:
    """Count the lines of a function's docstring."""
    if ast.get_docstring(function) is None:
        return 0
    docstring = function.body[0]
    return (docstring.end_lineno or docstring.lineno) - docstring.lineno + 1


def count_decisions(function: ast.AST) -> int:
    """Count the decisions of a function, those of functions within it too."""
    return sum(map(_decisions, ast.walk(function)))


def _decisions(node: ast.AST) -> int:
    """Count the decisions of one node, without those of the nodes within it."""
    match node:
        case ast.If() | ast.IfExp() | ast.match_case() | ast.ExceptHandler():
            return 1
        case ast.comprehension():
            return 1 + len(node.ifs)
        case ast.BoolOp():
            return len(node.values) - 1
    return 0


def local_names(function: Function) -> Iterator[str]:
    """Yield each name to which a function gives a value, as often as it does, but `_`."""
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id != "_":
            yield node.id


def density_of(tree: Path) -> Density:
    """Measure a file, or all Python files of a folder that this Python can read."""
    density = Density()
    for path in sorted(tree.rglob("*.py")) if tree.is_dir() else [tree]:
        try:
            density.add(path.read_text(encoding="utf-8"), path.name)
        except (SyntaxError, UnicodeDecodeError) as fault:
            print(f"note: {path} is left out: {fault}")
    return density


def table_of(densities: dict[str, Density]) -> list[str]:
    """Write the figures side by side, a column for each tree."""
    columns = {name: column_of(density) for name, density in densities.items()}
    cells = [[name, *column] for name, column in columns.items()]
    widths = [max(map(len, column)) for column in cells]
    left = max(map(len, HEADS))
    rows = zip(*cells, strict=True)
    return [_line(head, row, left, widths) for head, row in zip(("", *HEADS), rows, strict=True)]


def column_of(density: Density) -> list[str]:
    """Write the figures of one tree, in the order of HEADS."""
    names = [f"{name} {count:,}" for name, count in density.names.most_common(COMMONEST)]
    return [
        f"{len(density.lengths):,}",
        f"{density.length(0.5)} / {density.length(0.9)} / {density.length(0.99)}",
        str(max(density.lengths, default=0)),
        f"{density.a_line:.3f}",
        str(len(density.dense)),
        f"{density.width:.0f}",
        f"{density.wide_share:.0%}",
        *names,
        *[""] * (COMMONEST - len(names)),
    ]


def _line(what: str, cells: Iterable[str], left: int, widths: list[int]) -> str:
    columns = [f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True)]
    return "  ".join([f"{what:<{left}}", *columns]).rstrip()


def names_of(trees: list[Path]) -> dict[str, Path]:
    """Name each tree by its last folder; all of them by their whole paths if two have the same."""
    names = {tree.resolve().name: tree for tree in trees}
    if len(names) < len(trees):
        return {str(tree): tree for tree in trees}
    return names


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Measure how dense Python code is, tree beside tree."
    )
    parser.add_argument(
        "trees", nargs="*", type=Path, help="folders or files; our own rooms if none is named"
    )
    parser.add_argument(
        "--dense", action="store_true", help=f"list the functions of more than {DENSE} decisions"
    )
    given = parser.parse_args()
    trees = given.trees or [ROOT / room for room in ROOMS]
    densities = {name: density_of(tree) for name, tree in names_of(trees).items()}
    print("\n".join(table_of(densities)))
    if given.dense:
        for name, density in densities.items():
            for decisions, function in sorted(density.dense, reverse=True):
                print(f"{decisions:>4}  {name}: {function}")


if __name__ == "__main__":
    main()
