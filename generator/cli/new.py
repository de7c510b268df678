"""`emporium-pnp new`: a small game to begin with."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from generator.cli.console import FINE, Printer, guarded

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
@click.option("--layout", type=click.Choice(list(LAYOUTS)), help="Begin with one of the layouts below.")
def new_command(name: str, layout: str | None) -> int:
    """Start a small game of your own in a new folder. It builds at once."""
    from generator.job.starting import start_game, title_of

    printer = Printer(False)

    def work() -> int:
        try:
            paths = start_game(Path(name), layout)
        except FileExistsError:
            raise click.UsageError(f"'{name}' exists and is not empty; take another name") from None
        except ValueError as fault:
            raise click.UsageError(str(fault)) from None
        for path in paths:
            click.echo(str(path))
        title, lacking = title_of(Path(name))
        if lacking:
            click.echo(
                f"\nThe bundled fonts have no {' '.join(lacking)}, so the title is '{title}'. To have another one, name a font of your own "
                "under `fonts:` in cards.yaml and change `title:`."
            )
        click.echo(f"\nNow: cd {shlex.quote(name)} && emporium-pnp build")
        return FINE

    return guarded(printer, work)
