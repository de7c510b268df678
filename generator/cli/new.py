"""`emporium-pnp new`: a small game to begin with."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import Literal

import click

from generator.cli.console import FINE, OneOf, Printer, guarded
from generator.data.saying import hinted

LAYOUTS = {
    "hand-card": "cards for the hand, 63 x 88 mm: cost, title, picture, text",
    "trick": "a deck of four suits, 63 x 88 mm: rank and suit in two corners",
    "tarot": "a picture from edge to edge, 70 x 120 mm: numeral and name",
    "mini": "small cards, 44 x 68 mm: one big number and a sign",
    "tile": "hexagons, 66 mm: land of several types at their edges",
    "token": "round counters, 25 mm: two sides",
    "divider": "dividers with tabs, 92 x 67 mm: an outline as a path, texts that flow",
}
"""The layouts that a game can begin with, and what each is for."""


def _sort_of_rules(has_rules: bool, is_python: bool) -> Literal["data", "python"] | None:
    if not has_rules:
        return None
    return "python" if is_python else "data"


def _say_what_next(
    name: str, is_copy: bool, begun: Literal["data", "python"] | None, printer: Printer
) -> None:
    """Name the commands to continue with, depending on how the game was started."""
    if is_copy:
        printer.say("", "It keeps its rules under any title, because of `plays:` in cards.yaml.")
    printer.say(*_next(name))
    if is_copy:
        printer.say(
            "", f"Then: `emporium-pnp studio` opens the game, `play` lets you play it, {_CHECK}."
        )
    elif begun == "data":
        printer.say(
            "",
            "Then: `emporium-pnp rules` prints its rules as sentences, `replay` shows a game, "
            f"{_CHECK}.",
        )
    elif begun == "python":
        printer.say(
            "",
            "Then: `emporium-pnp trust` lets rules.py run; after that `replay` shows a game, "
            f"{_CHECK}.",
        )


@click.command(
    "new",
    epilog="\b\n"
    + "\n".join(["Layouts:", *(f"  {name:<10} {about}" for name, about in LAYOUTS.items())]),
)
@click.argument("name")
@click.option("--layout", type=OneOf(list(LAYOUTS)), help="Start with one of the layouts below.")
@click.option(
    "--rules",
    is_flag=True,
    help="Start with a game that can be played: its rules are data, under play: in cards.yaml.",
)
@click.option(
    "--python",
    "is_python",
    is_flag=True,
    help="With --rules: write its rules in Python instead, in rules.py.",
)
@click.option("--from", "source", metavar="GAME", help="Copy a bundled game; `games` lists them.")
@click.option(
    "--from-sheet",
    "sheet",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help=(
        "Make a deck from a spreadsheet (CSV, XLSX, ODS): kinds, components, first templates and "
        "backs."
    ),
)
@click.option(
    "--encoding",
    default=None,
    help="With --from-sheet: encoding of a CSV file, such as windows-1252.",
)
def new_command(
    name: str,
    layout: str | None,
    rules: bool,
    is_python: bool,
    source: str | None,
    sheet: Path | None,
    encoding: str | None,
) -> int:
    """Start a game of your own. It begins as a small example, a layout, a copy of a bundled game,
    or a deck from a spreadsheet.
    """
    from generator.job.starting import copy_game, start_game, title_of

    printer = Printer(False)
    if encoding is not None and sheet is None:
        raise click.UsageError("--encoding needs --from-sheet")
    if is_python and not rules:
        raise click.UsageError("--python needs --rules")
    begun = _sort_of_rules(rules, is_python)
    if sheet is not None:
        if source is not None or rules or layout:
            raise click.UsageError(
                "--from-sheet makes a whole deck: leave out --layout, --rules and --from"
            )
        return guarded(printer, lambda: _from_sheet(name, sheet, encoding, printer))

    if rules and layout:
        raise click.UsageError(
            "--rules and --layout cannot be combined: the rules are for the cards that "
            "--rules makes"
        )
    if source is not None and (rules or layout):
        raise click.UsageError("--from copies a whole game: leave out --layout and --rules")

    def work() -> int:
        try:
            if source is None:
                paths = start_game(Path(name), layout, begun)
            else:
                paths = copy_game(Path(name), source)
        except KeyError:
            raise click.UsageError(_no_such_game(str(source))) from None
        except FileExistsError:
            raise click.UsageError(
                f"'{name}' exists and is not empty; choose another name"
            ) from None
        except ValueError as fault:
            raise click.UsageError(str(fault)) from None
        for path in paths:
            printer.say(str(path))
        title, lacking = title_of(Path(name))
        if lacking:
            printer.say(
                "",
                f"The bundled fonts have no {' '.join(lacking)}, so the title is '{title}'. For "
                "another title, name a font with "
                "these letters under `fonts:` in cards.yaml, and change `title:`.",
            )
        _say_what_next(name, source is not None, begun, printer)
        return FINE

    return guarded(printer, work)


def _from_sheet(name: str, sheet: Path, encoding: str | None, printer: Printer) -> int:
    """Make a deck from a spreadsheet, and report what was made from what."""
    from generator.cells.spreadsheets import remarks_on
    from generator.data.problems import Problems, counted
    from generator.job.decks import deck_of, sheets_of
    from generator.job.starting import is_used, title_of, write_deck

    folder, problems = Path(name), Problems()
    if is_used(folder):
        raise click.UsageError(f"'{name}' exists and is not empty; choose another name")
    try:
        title_of(folder)
    except ValueError as fault:
        raise click.UsageError(str(fault)) from None
    sheets = sheets_of(sheet, encoding)
    problems.extend(remarks_on(sheets))
    deck = deck_of(folder, sheet, sheets)
    problems.extend(deck.problems)
    paths = write_deck(folder, deck.files)
    for path in paths:
        printer.say(str(path))
    printer.say()
    for kind, count in deck.kinds.items():
        printer.say(f"{kind}: {counted(count, 'card')}")
    printer.report(problems)
    try:
        seen_from_there = os.path.relpath(sheet, folder)
    except ValueError:  # another drive of Windows
        seen_from_there = str(sheet.resolve())
    again = f"emporium-pnp import {shlex.quote(seen_from_there)}"
    if encoding is not None:
        again += f" --encoding {shlex.quote(encoding)}"
    for remark in deck.remarks:
        printer.remark(remark)
    printer.say(*_next(name))
    printer.say(
        "",
        f"The look of the cards is in templates/. When you change the spreadsheet: {again} "
        "--counts",
    )
    return FINE


_CHECK = "and `check --quick` plays many"


def _next(name: str) -> list[str]:
    """Write what to type next, a command a line: older shells of Windows know no `&&`."""
    return ["", "Now:", f"    cd {shlex.quote(name)}", "    emporium-pnp build"]


def _no_such_game(name: str) -> str:
    from generator.data.loading import bundled_games
    from generator.data.problems import did_you_mean

    games = bundled_games()
    expected = f"--from expected one of {', '.join(games)}, found '{name}'"
    return hinted(expected, did_you_mean(name, games))
