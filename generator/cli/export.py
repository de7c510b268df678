"""`emporium-pnp export`: its targets, each found by name when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click

from generator.data.problems import did_you_mean
from generator.data.saying import hinted

TARGETS = {
    "cgs": ("generator.cli.export_tables", "cgs_command"),
    "csv": ("generator.cli.spreadsheets", "csv_command"),
    "drivethrucards": ("generator.cli.export_services", "drivethrucards_command"),
    "json": ("generator.cli.spreadsheets", "json_command"),
    "makeplayingcards": ("generator.cli.export_services", "makeplayingcards_command"),
    "png": ("generator.cli.export_pictures", "png_command"),
    "screentop": ("generator.cli.export_tables", "screentop_command"),
    "tabletop-playground": ("generator.cli.export_tables", "playground_command"),
    "tabletop-simulator": ("generator.cli.export_tables", "simulator_command"),
    "tabletopia": ("generator.cli.export_pictures", "tabletopia_command"),
    "the-game-crafter": ("generator.cli.export_services", "the_game_crafter_command"),
    "xlsx": ("generator.cli.spreadsheets", "xlsx_command"),
}
"""Every target: the module that has it, and the function there."""


_MEANT = {
    "tts": "tabletop-simulator",
    "tgc": "the-game-crafter",
    "mpc": "makeplayingcards",
    "dtc": "drivethrucards",
    "ttp": "tabletop-playground",
    "excel": "xlsx",
    "ods": "xlsx",
    "jpg": "png",
    "pictures": "png",
}
"""What people call the targets."""


class _Targets(click.Group):
    """Targets are loaded by name, so that `--help` of one does not read the others."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(TARGETS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in TARGETS:
            return None
        module, function = TARGETS[cmd_name]
        command: click.Command = getattr(import_module(module), function)
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and args[0] not in TARGETS and not args[0].startswith("-"):
            meant = _MEANT.get(args[0].lower())
            hint = f"did you mean '{meant}'?" if meant else did_you_mean(args[0], TARGETS)
            expected = f"expected a target ({', '.join(sorted(TARGETS))}), found '{args[0]}'"
            raise click.UsageError(hinted(expected, hint), ctx)
        return super().resolve_command(ctx, args)


@click.group("export", cls=_Targets)
def export_command() -> None:
    """Write the game for a shop, a virtual table or a spreadsheet.

    Each target has its own help: emporium-pnp export png --help
    """
