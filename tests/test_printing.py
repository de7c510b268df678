"""All that is printed goes through one gate, generator.cli.console: no module prints in another
way.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PRINTING = {
    *(
        "click.echo",
        "click.secho",
        "click.style",
        "click.confirm",
        "click.prompt",
        "click.clear",
        "click.pause",
        "click.progressbar",
    ),
    *(
        "click.echo_via_pager",
        "click.edit",
        "click.get_text_stream",
        "click.get_binary_stream",
        "click.open_file",
    ),
    *(
        "print",
        "pprint.pprint",
        "pprint.pp",
        "os.write",
        "logging.basicConfig",
        "warnings.warn",
        "faulthandler.enable",
    ),
    *(
        "traceback.print_exc",
        "traceback.print_exception",
        "traceback.print_stack",
        "traceback.print_tb",
        "traceback.print_last",
    ),
    *(
        "sys.stdout",
        "sys.stderr",
        "sys.__stdout__",
        "sys.__stderr__",
        "sys.excepthook",
        "sys.displayhook",
    ),
}
WORDS = re.compile(rf"\b({'|'.join(sorted({way.rpartition('.')[2] for way in PRINTING}))})\b")
"""One of these words is in every module that prints."""
HARMLESS = {"isatty", "flush", "fileno", "encoding"}
"""What may be asked of a stream: it prints nothing."""
SAYING = ("say", "remark", "echo", "show")
"""The functions that print lines."""
ALLOWED = {
    "generator/cli/console.py": "the gate itself",
    "generator/cli/entry.py": "a constant, from a handler of signals, before anything else is imported",
    "generator/cli/main.py": "opens streams that are closed",
    "rules_check/cli/playing.py": "what rules print goes to stderr, and rules are installed code",
    "rules_check/cli/simulate.py": (
        "rows go to stdout as bytes, numbers and names of the rules; what rules print goes to "
        "stderr"
    ),
    "rules_check/engine/warming.py": "names of parts, for the process that began this one to read",
    "rules_check/play/spawning.py": "a constant, from a handler of signals, where nothing else may be called",
    "studio/web/building.py": "a tool of the checkout, which no user of the package runs",
}


def sources(named: re.Pattern[str]) -> Iterator[tuple[str, ast.Module]]:
    """Parse the modules whose text matches a pattern."""
    for room in ("generator", "rules_check", "studio"):
        for path in sorted((ROOT / room).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            if named.search(text):
                yield path.relative_to(ROOT).as_posix(), ast.parse(text)


def dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    return f"{dotted(node.value)}.{node.attr}" if isinstance(node, ast.Attribute) else ""


def prints(tree: ast.Module) -> set[str]:
    """Name what a module prints with."""
    nodes = list(ast.walk(tree))
    harmless = {
        id(node.value)
        for node in nodes
        if isinstance(node, ast.Attribute) and node.attr in HARMLESS
    }
    called = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    found = set()
    for node in nodes:
        if isinstance(node, ast.Attribute) and id(node) not in harmless:
            found |= {dotted(node)} & PRINTING
        if isinstance(node, ast.Name) and id(node) in called:
            found |= {node.id} & PRINTING
        if isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{one.name}" for one in node.names} & PRINTING
    return found


def test_no_module_prints_past_the_gate() -> None:
    found = {name: words for name, tree in sources(WORDS) if (words := prints(tree))}
    assert {name: words for name, words in found.items() if name not in ALLOWED} == {}
    assert found.keys() == ALLOWED.keys(), "a module of the list prints no more"


def test_ways_to_print_are_found() -> None:
    for line in (
        *(
            "print('x')",
            "import click\nclick.echo('x')",
            "import sys\nsys.stdout.write('x')",
            "from sys import stderr",
        ),
        *(
            "import sys\nprint('x', file=sys.stderr)",
            "from click import secho",
            "import os\nos.write(1, b'x')",
            "f(print('x'))",
        ),
        "import traceback\ntraceback.print_exc()",
    ):
        assert WORDS.search(line), line
        assert prints(ast.parse(line)), line
    assert not prints(
        ast.parse("import sys\nsys.stdout.isatty() and sys.stderr.flush()\nprinter.say('x')")
    )


def test_what_is_printed_is_printed_line_by_line() -> None:
    """A line break in what is said is shown as a sign, for it may be one of a file: lines of ours
    are arguments of their own.
    """
    found = []
    for name, tree in sources(re.compile(rf"\b({'|'.join(SAYING)})\(")):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and dotted(node.func).rpartition(".")[2] in SAYING:
                for argument in node.args:
                    parts = [part for part in ast.walk(argument) if not isinstance(part, ast.Call)]
                    held = {
                        id(inner)
                        for part in ast.walk(argument)
                        if isinstance(part, ast.Call)
                        for inner in ast.walk(part)
                    }
                    texts = [
                        part.value
                        for part in parts
                        if isinstance(part, ast.Constant) and id(part) not in held
                    ]
                    found += [
                        f"{name}:{node.lineno}"
                        for text in texts
                        if isinstance(text, str) and "\n" in text
                    ]
    assert found == []
