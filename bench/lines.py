"""Lines that a game's rules take: neither blank, nor comment, nor docstring, formatted at 132
columns.

    python bench/lines.py            a line a game, and the toolkit; then each module of a game
    python bench/lines.py emporium   the modules of one

Texts in words.en.yaml are counted beside: they are words, not rules.
"""

from __future__ import annotations

import ast
import io
import subprocess
import sys
import tokenize
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROOMS = {
    "emporium": ROOT / "rules_check/games/emporium",
    "empire": ROOT / "rules_check/games/empire",
    "merchants": ROOT / "rules_check/games/merchants_of_magick",
    "brick": ROOT / "rules_check/games/brick_and_mortar",
    "toolkit": ROOT / "rules_check/toolkit",
    "engine": ROOT / "rules_check/engine",
    "tricks": ROOT / "tests/rules_check/games/tricks",
    "alone": ROOT / "tests/rules_check/games/alone",
}


def count_lines(path: Path) -> int:
    """Count the lines that hold code once ruff has formatted them; those of docstrings are the
    lines they begin and end on, and between.
    """
    ruff = [
        sys.executable,
        "-m",
        "ruff",
        "format",
        "--line-length",
        "132",
        "--stdin-filename",
        path,
        "-",
    ]
    source = subprocess.run(
        ruff, input=path.read_text(encoding="utf-8"), capture_output=True, text=True, check=True
    ).stdout
    said = {
        line
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    blank = (
        tokenize.COMMENT,
        tokenize.NL,
        tokenize.NEWLINE,
        tokenize.INDENT,
        tokenize.DEDENT,
        tokenize.ENDMARKER,
    )
    code = {
        line
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type not in blank
        for line in range(token.start[0], token.end[0] + 1)
        if source.splitlines()[line - 1].strip()
    }
    return len(code - said)


def main() -> None:
    for name in sys.argv[1:] or ROOMS:
        lines = {path: count_lines(path) for path in sorted(ROOMS[name].glob("*.py"))}
        words = sum(
            bool(line.strip())
            for path in ROOMS[name].glob("words.*.yaml")
            for line in path.read_text().splitlines()
        )
        print(
            f"{name:<12} {sum(lines.values()):>6}"
            + (f"   and {words} lines of words" if words else "")
        )
        for path, count in lines.items() if len(sys.argv) > 1 else ():
            print(f"    {path.stem:<14} {count:>5}")


if __name__ == "__main__":
    main()
