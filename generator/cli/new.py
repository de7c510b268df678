"""`emporium-pnp new`: a small game to begin with."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from generator.cli.console import FINE, Printer, guarded


@click.command("new")
@click.argument("name")
def new_command(name: str) -> int:
    """Start a small game of your own in a new folder. It builds at once."""
    from generator.job.starting import start_game, title_of

    printer = Printer(False)

    def work() -> int:
        try:
            paths = start_game(Path(name))
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
