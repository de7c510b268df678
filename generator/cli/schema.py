"""`emporium-pnp schema`: a JSON Schema for editors."""

from __future__ import annotations

import json

import click

from generator.cli.console import FINE, GAME, Printer, game_path, guarded


@click.command("schema")
@GAME
def schema_command(game: str | None) -> int:
    """Print a JSON Schema of cards.yaml. With it editors complete and check the file."""
    from generator.data.schema import json_schema
    from generator.data.source import read_source

    printer = Printer(False)

    def work() -> int:
        path = game_path(game)
        printer.folder = path.parent
        click.echo(json.dumps(json_schema(read_source(path, path.name)), indent=2, ensure_ascii=False))
        return FINE

    return guarded(printer, work)
