"""`emporium-pnp rules`: prints the rules of a game, if they are data, as sentences."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.cli.console import (
    FINE,
    FORMAT,
    GAME,
    PROBLEMS,
    Destination,
    Printer,
    guarded,
    open_game,
)
from generator.data.files import write_files
from generator.data.problems import Place, Problem, ProblemError, Problems
from rules_check.cli import messages as say
from rules_check.cli.playing import check_output

if TYPE_CHECKING:
    from generator.data.game import Game
    from rules_check.notation.program import Program

HOW = "write play: in cards.yaml, with round: or turn:, until: and score:"


AS_PYTHON = (
    "To use it, put it beside cards.yaml as rules.py, delete play: in cards.yaml, and run "
    "`emporium-pnp trust`."
)


@click.command("rules")
@GAME
@click.option(
    "--python",
    "is_python",
    is_flag=True,
    help="Print the rules as Python code instead, to edit by hand.",
)
@click.option(
    "--output",
    cls=Destination,
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="With --python, write the code to this file, such as rules.py beside cards.yaml.",
)
@click.option("--yes", is_flag=True, help="Replace the --output file if it exists.")
@FORMAT
def rules_command(
    game: str | None, is_python: bool, output: Path | None, yes: bool, format_: str
) -> int:
    """Print the rules as sentences. It reads play: in cards.yaml, and prints a draft of the
    rulebook in Markdown.
    """
    printer = Printer(format_ == "json")
    if output and not is_python:
        raise click.UsageError("--output needs --python")
    check_output(output, yes)

    def work() -> int:
        from rules_check.notation.reading import has_rules_as_data, read_program
        from rules_check.notation.speaking import markdown, spoken
        from rules_check.notation.vocabulary import vocabulary_of

        problems = Problems()
        loaded = open_game(game, printer, problems)
        if not has_rules_as_data(loaded):
            message = say.NO_RULES_AS_DATA(title=loaded.title)
            place = loaded.root.keys.get("game", Place(loaded.file))
            raise ProblemError(Problem.of(message, place, HOW))
        program = read_program(loaded, problems)
        printer.report(problems)
        if problems.has_errors:
            return PROBLEMS
        if is_python:
            source = _source(program, loaded)
            if output:
                write_files({output: source.encode()})
                printer.say(str(output), AS_PYTHON)
            else:
                printer.say(*source.rstrip("\n").split("\n"))
            printer.results = {"title": loaded.title, "parts": [], "python": source}
            return FINE
        parts = spoken(program, vocabulary_of(loaded))
        printer.say(*markdown(loaded.title, parts).rstrip("\n").split("\n"))
        printer.results = {"title": loaded.title, "parts": list(map(asdict, parts))}
        return FINE

    return guarded(printer, work)


def _source(program: Program, game: Game) -> str:
    """Return the rules as Python. The module that writes it imports the compiler, which takes a
    while.
    """
    from rules_check.notation.writing.source import source_of

    return source_of(program, game)
