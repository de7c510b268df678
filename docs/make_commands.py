"""Make docs/reference/commands.md, the list of commands with their options, from the code:
`make commands`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click

from generator.cli.main import cli

PAGE = Path(__file__).resolve().parent / "reference" / "commands.md"

HEAD = """\
# Commands

This page is made from the code (`make commands`). `emporium-pnp COMMAND --help` prints the same in the terminal.

`GAME` is a folder, a `cards.yaml` or the name of a bundled game. Without it, a command takes `./cards.yaml`, or else
the game that comes with the tool. [Where files go](../how-to/installing.md#where-files-go) explains `--output`.

Exit status: 0 if all is well, 1 if the data or the rules have problems, 2 for wrong usage, 70 for a fault of the tool,
74 if the system refuses (disk full, permission denied), 130 after Ctrl-C.
"""

GROUPS = {
    "Begin": ("new", "games", "doctor", "schema"),
    "Design": ("studio", "preview", "contact", "fit", "lint", "languages", "import", "odds"),
    "Print and publish": ("build", "calibrate", "sheets", "diff", "showcase", "export", "release"),
    "Play and prove": (
        "play",
        "replay",
        "rules",
        "trust",
        "check",
        "report",
        "simulate",
        "compare",
        "tune",
        "train",
        "log",
    ),
}
"""Every command, in the order in which a designer meets them."""


def page() -> str:
    """Return the text of the page."""
    context = click.Context(cli, info_name="emporium-pnp")
    parts = [HEAD]
    for title, names in GROUPS.items():
        rows = [
            f"| [`{name}`](#{name}) | {_prose(_command(context, name).get_short_help_str(200))} |"
            for name in names
        ]
        parts.append("\n".join([f"## {title}\n", "| command | |", "|---|---|", *rows]) + "\n")
    for names in GROUPS.values():
        for name in names:
            parts.extend(_sections(context, name))
    return "\n".join(parts)


def _command(context: click.Context, name: str) -> click.Command:
    group = context.command
    assert isinstance(group, click.Group)
    found = group.get_command(context, name)
    assert found is not None, name
    return found


def _sections(above: click.Context, name: str, level: int = 2) -> Iterator[str]:
    """Yield a section for a command, and one for each of its own commands."""
    command = _command(above, name)
    context = click.Context(command, info_name=name, parent=above)
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    heading = context.command_path.removeprefix("emporium-pnp ")
    lines = [f"{'#' * level} {heading}", "", f"    {usage}", "", *_paragraphs(command.help or "")]
    options = [
        option.get_help_record(context)
        for option in command.params
        if isinstance(option, click.Option)
    ]
    rows = [_row(*record) for record in options if record is not None]
    if rows:
        lines += ["| option | |", "|---|---|", *rows, ""]
    lines += _paragraphs(command.epilog or "")
    yield "\n".join(lines)
    if isinstance(command, click.Group):
        for inner in command.list_commands(context):
            yield from _sections(context, inner, level + 1)


def _row(names: str, text: str) -> str:
    """Return the row of a table for an option."""
    code = names.replace("|", r"\|")
    return f"| `{code}` | {_prose(text)} |"


def _paragraphs(text: str) -> list[str]:
    """Return the lines of a help text as Markdown; a paragraph that click leaves as it is becomes a
    block.
    """
    lines = []
    for paragraph in re.split(r"\n\s*\n", text.strip("\n")):
        if paragraph.lstrip().startswith("\b"):
            kept = paragraph.replace("\b", "").strip("\n").splitlines()
            lines += ["```text", *(line.rstrip() for line in kept), "```", ""]
        elif paragraph.strip():
            lines += [_prose(" ".join(paragraph.split())), ""]
    return lines


def _prose(text: str) -> str:
    """Escape what Markdown would take for its own signs, outside of code."""
    pieces = re.split(r"(`[^`]*`)", text)
    pieces[::2] = [re.sub(r"([*|]|<(?=[a-z/!]))", r"\\\1", piece) for piece in pieces[::2]]
    return "".join(pieces)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
