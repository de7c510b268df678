"""`emporium-pnp studio`: a game in the browser, to be edited and looked at."""

from __future__ import annotations

import contextlib
import gc
import webbrowser
from pathlib import Path

import click

from generator.cli.console import FINE, GAME, Printer, game_path, guarded


@click.command("studio")
@GAME
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Port of this machine to listen on. [a free one]")
@click.option("--no-browser", is_flag=True, help="Only print the address.")
def studio_command(game: str | None, port: int, no_browser: bool) -> int:
    """Edit a game in the browser and watch its cards redrawn.

    Nothing is written until you save. Listens on this machine alone, and the address is for you: whoever has it can edit the game.
    """
    printer = Printer(False)

    def work() -> int:
        path = game_path(game, printer)
        try:
            from studio.serving import listen, make_server
        except ModuleNotFoundError as missing:
            raise click.UsageError(
                f"the studio needs {missing.name}, which comes with the extra 'studio': pip install 'emporium-pnp[studio]'"
            ) from None
        from generator.data.loading import bundled_games
        from generator.data.source import read_source
        from studio.desk import Desk
        from studio.guarding import Guard

        try:
            opened = listen(port)
        except OSError as fault:
            raise click.UsageError(f"port {port} cannot be had: {fault.strerror}; leave --port out for a free one") from None
        name = next((name for name, bundled in bundled_games().items() if bundled == path and "bundled" in path.parts), None)
        with opened:
            try:
                desk = Desk(path, Path(name) if name else None, plays=True)
            except (FileNotFoundError, IsADirectoryError, UnicodeDecodeError):
                read_source(path, path.name)  # says what is wrong
                raise
            guard = Guard(opened.getsockname()[1])
            printer.say(f"The studio is at {guard.address}")
            printer.say("Ctrl-C ends it.")
            if not no_browser:
                webbrowser.open(guard.address)
            gc.freeze()  # what is there by now stays: looking for garbage need not go through it
            with contextlib.suppress(KeyboardInterrupt):
                make_server(desk, guard).run(sockets=[opened])
            if desk.draft.kept.exists():
                printer.remark(f"What was not saved waits in {desk.draft.kept}, and is there when the studio is opened again.")
        return FINE

    return guarded(printer, work)
