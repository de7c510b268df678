"""`emporium-pnp new`: a small game to begin with."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from generator.cli.console import FINE, OneOf, Printer, guarded

LAYOUTS = {
    "hand-card": "cards for the hand, 63 x 88 mm: cost, title, picture, text",
    "trick": "a deck of four suits, 63 x 88 mm: rank and suit in two corners",
    "tarot": "a picture from edge to edge, 70 x 120 mm: numeral and name",
    "mini": "small cards, 44 x 68 mm: one big number and a sign",
    "tile": "hexagons, 66 mm: land of several sorts at their edges",
    "token": "round counters, 25 mm: two sides",
}
"""The layouts that a game can begin with, and what each is for."""


@click.command("new", epilog="\b\n" + "\n".join(["Layouts:", *(f"  {name:<10} {about}" for name, about in LAYOUTS.items())]))
@click.argument("name")
@click.option("--layout", type=OneOf(list(LAYOUTS)), help="Begin with one of the layouts below.")
@click.option(
    "--rules", is_flag=True, help="One that plays, too: a Python package with rules to change, for check, play, compare …"
)
@click.option(
    "--from", "source", metavar="GAME", help="Your own copy of a game that comes with the tool, one of those that `games` lists."
)
def new_command(name: str, layout: str | None, rules: bool, source: str | None) -> int:
    """Start a small game of your own, or a copy of a bundled one."""
    from generator.job.starting import copy_game, start_game, title_of

    printer = Printer(False)

    def work() -> int:
        if rules and layout:
            raise click.UsageError("--rules and --layout do not go together: the rules are those of cards that they know")
        if source is not None and (rules or layout):
            raise click.UsageError("--from takes a whole game: leave --layout and --rules out")
        try:
            paths = start_game(Path(name), layout, rules) if source is None else copy_game(Path(name), source)
        except KeyError:
            raise click.UsageError(_no_such_game(str(source))) from None
        except FileExistsError:
            raise click.UsageError(f"'{name}' exists and is not empty; take another name") from None
        except ValueError as fault:
            raise click.UsageError(str(fault)) from None
        for path in paths:
            printer.say(str(path))
        title, lacking = title_of(Path(name))
        if lacking:
            printer.say(
                "",
                f"The bundled fonts have no {' '.join(lacking)}, so the title is '{title}'. To have another one, name a font of your own "
                "under `fonts:` in cards.yaml and change `title:`.",
            )
        if source is not None:
            printer.say("", "Its rules still play it, whatever you call it: that is what `plays:` in cards.yaml says.")
        printer.say("", f"Now: cd {shlex.quote(name)} && emporium-pnp build")
        if source is not None:
            printer.say("Then: emporium-pnp studio, play, check --quick")
        if rules:
            printer.say(
                "To play it, install its rules into the environment that has emporium-pnp: pip install -e .",
                "Then: emporium-pnp replay, play, check --quick",
            )
        return FINE

    return guarded(printer, work)


def _no_such_game(name: str) -> str:
    from generator.data.loading import bundled_games
    from generator.data.problems import did_you_mean

    hint = did_you_mean(name, bundled_games())
    return f"--from expected one of {', '.join(bundled_games())}, found '{name}'" + (f" ({hint})" if hint else "")
