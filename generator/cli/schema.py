"""`emporium-pnp schema`: JSON Schemas, of cards.yaml for editors, and of what commands write for
programs.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import click

from generator.cli.console import FINE, GAME, Printer, check_one_of, echo_json, game_path, guarded


@click.command("schema")
@GAME
@click.option(
    "--of",
    "what",
    metavar="COMMAND|FILE",
    help="Print the schema of a command's JSON output, such as check, or of a file.",
)
@click.option("--list", "is_list", is_flag=True, help="List the values that --of accepts.")
def schema_command(game: str | None, what: str | None, is_list: bool) -> int:
    """Print a JSON Schema of cards.yaml. Editors use it to complete and check the file.

    --of prints the schema of a command's JSON output instead, for programs that read it.
    """
    if game and (what or is_list):
        raise click.UsageError(
            "--of and --list describe the tool's output, for any game; leave out GAME"
        )
    printer = Printer(False)

    def work() -> int:
        if is_list or what:
            known = schemas()
            if what:
                check_one_of("--of", what, known, len(known))
                echo_json(known[what]())
            else:
                printer.say(*known)
            return FINE
        from generator.data.editors import editor_schema

        path = game_path(game)
        printer.folder = path.parent
        echo_json(editor_schema(path))
        return FINE

    return guarded(printer, work)


def schemas() -> dict[str, Any]:
    """Find all that has a schema: functions that return it, by the words of a command or the name
    of a file.
    """
    from generator.cli.shapes import file_schema, printed_schema

    found: dict[str, Any] = {}
    files: dict[str, Any] = {}
    for words, command in commands(click.get_current_context().find_root()):
        beside = None
        if _prints_json(command):
            beside = import_module(f"{_module(command).rpartition('.')[0]}.shapes")
        if beside and words in beside.SHAPES:  # a test sees to it that it is
            found[words] = lambda words=words, shape=beside.SHAPES[words]: printed_schema(
                words, shape
            )
        if beside:
            files |= {
                name: lambda name=name, shape=shape: file_schema(name, shape)
                for name, shape in beside.FILES.items()
            }
    return {**found, **dict(sorted(files.items()))}


def commands(root: click.Context) -> Iterator[tuple[str, click.Command]]:
    """Yield every command under a group with its words; a group's own words come first."""
    group = root.command
    assert isinstance(group, click.Group)
    for name in group.list_commands(root):
        command = group.get_command(root, name)
        if isinstance(command, click.Group):
            yield from (
                (f"{name} {words}", inner) for words, inner in commands(click.Context(command))
            )
        elif command:
            yield name, command


def _prints_json(command: click.Command) -> bool:
    return any(
        isinstance(param.type, click.Choice) and "json" in param.type.choices
        for param in command.params
    )


def _module(command: click.Command) -> str:
    return inspect.unwrap(command.callback).__module__ if command.callback else ""
