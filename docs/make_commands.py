"""Make docs/reference/commands.md, the list of commands, and a page for each command from the
code: `make commands`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click

from generator.cli.main import cli

DOCS = Path(__file__).resolve().parent

HEAD = """\
# Commands

This page is generated from the code (`make commands`). `emporium-pnp COMMAND --help` prints the
same in the terminal.

`GAME` is a folder, a `cards.yaml` or the name of a bundled game. Without it, a command uses
`./cards.yaml`, or Emporium if there is no such file.
[Where files go](../how-to/installing.md#where-files-go) explains `--output`.

Exit status: 0 if all is well, 1 if the data or the rules have problems, 2 for incorrect usage, 70 for a
bug in the tool, 74 if the system refuses (disk full, permission denied), 130 after Ctrl-C.
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

GUIDES = {
    "new": ("start.md", "start.png: The seven cards and the back of the small example"),
    "games": ("how-to/games.md", "cards.png: Eight Emporium cards"),
    "doctor": ("how-to/installing.md", ""),
    "schema": ("reference/stability.md", ""),
    "studio": ("how-to/studio.md", "studio.png: The studio while a hero is edited"),
    "preview": ("how-to/templates.md", ""),
    "contact": ("how-to/exporting.md", "layouts.png: Faces of the seven layouts"),
    "fit": ("how-to/linting.md", ""),
    "lint": ("how-to/linting.md", ""),
    "languages": ("how-to/languages.md", ""),
    "import": ("how-to/spreadsheets.md", ""),
    "odds": ("how-to/odds.md", ""),
    "build": (
        "how-to/printing.md",
        "sheet.png: A sheet of nine cards with crop marks, and the backs behind it",
    ),
    "calibrate": ("how-to/printing.md", "calibration.png: Both sides of the calibration sheet"),
    "sheets": ("how-to/printing.md", ""),
    "diff": ("how-to/reprinting.md", ""),
    "showcase": ("how-to/exporting.md", "hand.png: A fanned hand of Emporium cards"),
    "export": ("how-to/exporting.md", "tabletop.png: A deck for Tabletop Simulator"),
    "release": ("how-to/box.md", "box.png: A box, standees, dice and the form for playtesters"),
    "play": ("how-to/playing.md", ""),
    "replay": ("how-to/playing.md", ""),
    "rules": ("how-to/rules-as-data.md", ""),
    "trust": ("how-to/add-a-game.md", ""),
    "check": ("how-to/checking.md", ""),
    "report": ("how-to/checking.md", "report.png: The top of a report"),
    "simulate": ("how-to/simulating.md", ""),
    "compare": ("how-to/comparing.md", ""),
    "tune": ("how-to/tuning.md", ""),
    "train": ("reference/experts.md", ""),
    "log": ("how-to/logging.md", ""),
}
"""The guide that uses each command, and the picture of what it writes with its caption, if any."""


def pages() -> dict[str, str]:
    """Return the text of every page by its path in docs/: the list, and a page for each command."""
    context = click.Context(cli, info_name="emporium-pnp")
    made = {"reference/commands.md": _list(context)}
    for names in GROUPS.values():
        for name in names:
            made[f"reference/commands/{name}.md"] = _page(context, name)
    return made


def _list(context: click.Context) -> str:
    """Return the page that lists the commands."""
    parts = [HEAD]
    for title, names in GROUPS.items():
        rows = [
            f"| [`{name}`](commands/{name}.md) | "
            f"{_prose(_command(context, name).get_short_help_str(200))} |"
            for name in names
        ]
        parts.append("\n".join([f"## {title}\n", "| command | |", "|---|---|", *rows]) + "\n")
    return "\n".join(parts)


def _page(context: click.Context, name: str) -> str:
    """Return the page of a command: its sections, its picture and the guide that uses it."""
    guide, picture = GUIDES[name]
    parts = [*_sections(context, name, 1)]
    if picture:
        file, _, caption = picture.partition(": ")
        parts.append(f"![{caption}](../../pictures/{file})\n")
    title = (DOCS / guide).read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
    parts.append(f"Guide: [{title}](../../{guide}). All commands: [Commands](../commands.md).\n")
    return "\n".join(parts)


def _command(context: click.Context, name: str) -> click.Command:
    group = context.command
    assert isinstance(group, click.Group)
    found = group.get_command(context, name)
    assert found is not None, name
    return found


def _sections(above: click.Context, name: str, level: int = 2) -> Iterator[str]:
    """Yield a section for a command, and one for each of its subcommands."""
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


def main() -> None:
    """Write every page."""
    for name, text in pages().items():
        (DOCS / name).parent.mkdir(exist_ok=True)
        (DOCS / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
