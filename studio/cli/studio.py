"""`emporium-pnp studio`: opens a game in the browser, to edit it and look at it."""

from __future__ import annotations

import contextlib
import gc
import logging
import os
import socket
import sys
import warnings
import webbrowser
from importlib.util import find_spec
from ipaddress import IPv4Address
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.cli.console import FINE, GAME, Printer, game_path, guarded
from generator.cli.new import LAYOUTS
from generator.data.installing import install_command

if TYPE_CHECKING:
    from studio.desk.desk import Desk
    from studio.guard.guarding import Guard
    from studio.guard.seats import Seats

SWITCH_SECONDS = 0.0002
"""How long drawing may delay the sending of finished faces."""


def _refuse_options(address: str | None, lan: bool) -> None:
    """Raise UsageError for options that cannot be combined, or that need a missing library."""
    if address is not None and not lan:
        raise click.UsageError("--address needs --lan")
    if lan and find_spec("numba") is None:
        raise click.UsageError(
            "--lan lets friends play, for which you need the extra 'check': "
            f"{install_command('check')}"
        )


def _bundled_name(game: str | None, path: Path) -> str | None:
    """Return the name of the bundled game that is opened; None for a game of the user's."""
    from generator.data.loading import bundled_games, find_game

    if "bundled" not in path.parts and (game is None or not find_game(game)[1]):
        return None
    return {bundled: name for name, bundled in bundled_games().items()}.get(path)


def _said_at_start(guard: Guard, seats: Seats) -> list[str]:
    """Print where the studio is, and where friends take seats if they may."""
    lines = [f"The studio is at {guard.address}"]
    if seats.is_open:
        lines.append(
            f"Friends can take seats at {seats.door.hosts[0]} through links: start a game under "
            "Play and invite them there."
        )
    return [*lines, "Press Ctrl-C to stop it."]


def _say_what_waits(desk: Desk, printer: Printer) -> None:
    """Report where unsaved changes are kept, if there are any."""
    if desk.draft.kept.exists():
        with contextlib.suppress(OSError):  # the terminal may be closed
            printer.remark(
                f"Unsaved changes are kept in {desk.draft.kept} and will be there when you open "
                "the studio again."
            )


@click.command("studio")
@GAME
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, help="Port to listen on. [a free one]"
)
@click.option("--no-browser", is_flag=True, help="Print the address without opening a browser.")
@click.option(
    "--lan",
    is_flag=True,
    help=(
        "Let friends on the local network take seats at the table, through links that the page "
        "makes."
    ),
)
@click.option(
    "--address", help="Address at which friends reach this machine. [found automatically]"
)
def studio_command(
    game: str | None, port: int, no_browser: bool, lan: bool, address: str | None
) -> int:
    """Edit a game in the browser. Each change is drawn at once.

    The studio writes nothing until you save. Only this machine can open the page. Keep its address
    to yourself: anyone who has it can edit the game. With --lan, friends reach only the seats that
    you give them.

    In a folder without cards.yaml, the page asks how to start the game: with a layout, a
    spreadsheet or a copy of a bundled game.
    """
    printer = Printer(False)

    def work() -> int:
        path = _path_of(game)
        if path.suffix not in (".yaml", ".yml"):
            raise click.UsageError(f"expected a cards.yaml or a folder with one, found {path}")
        try:
            from studio.server.serving import friends_served, listen, make_server
            from studio.server.starting import StartServer
        except ModuleNotFoundError as missing:
            raise click.UsageError(
                f"the studio needs {missing.name}, from the extra 'studio': "
                f"{install_command('studio')}"
            ) from None
        from generator.data.source import read_source
        from studio.desk.desk import Desk
        from studio.desk.starting import Start
        from studio.guard.guarding import Door, Guard, lasting_token
        from studio.guard.seats import ClosedSeats, Seats

        _refuse_options(address, lan)
        try:
            opened = listen(port)
        except OSError as fault:
            raise click.UsageError(
                f"port {port} is not available: {fault.strerror}; omit --port to use a free one"
            ) from None
        name = _bundled_name(game, path)
        with contextlib.ExitStack() as room:
            room.enter_context(opened)
            to_friends = room.enter_context(_open_to_friends(address, port)) if lan else None
            seats: Seats = ClosedSeats()
            if to_friends:
                their_address, their_port = to_friends.getsockname()
                seats = Seats(Door(their_port, names=(their_address,)))
            own_port = opened.getsockname()[1]
            guard = Guard(port, token=lasting_token(path, port)) if port else Guard(own_port)
            lines = _said_at_start(guard, seats)
            _hush_libraries()
            is_new = _lacks_game(path)
            if is_new:
                _announce(guard, lines, printer, no_browser)
                begun = StartServer(Start(path.parent, LAYOUTS), guard).run(opened)
                if begun is None:
                    return FINE
                path = begun.path
            try:
                desk = Desk(path, Path(name) if name else None, plays=True, seats=seats)
            except (FileNotFoundError, IsADirectoryError, UnicodeDecodeError):
                read_source(path, path.name)  # reports what is wrong
                raise
            if not is_new:
                _announce(guard, lines, printer, no_browser)
            if to_friends:
                room.enter_context(friends_served(desk, seats, to_friends))
            sys.setswitchinterval(SWITCH_SECONDS)
            gc.freeze()  # existing objects stay, so the garbage collector can skip them
            with contextlib.suppress(KeyboardInterrupt):
                make_server(desk, guard).run(sockets=[opened])
            _say_what_waits(desk, printer)
        return FINE

    return guarded(printer, work)


def _path_of(game: str | None) -> Path:
    """Find the cards.yaml meant; by default the one in this folder, even if it is yet to be."""
    from generator.data.loading import GAME_FILE

    path = game_path(game)
    here = Path(GAME_FILE)
    return path if game is not None or os.path.lexists(here) else here


def _lacks_game(path: Path) -> bool:
    """Return whether a path is that of a game still to be created, in an existing folder."""
    from generator.data.loading import GAME_FILE

    return path.name == GAME_FILE and path.parent.is_dir() and not os.path.lexists(path)


def _announce(guard: Guard, said: list[str], printer: Printer, no_browser: bool) -> None:
    """Print the address of the studio, and open it in a browser."""
    for line in said:
        printer.say(line)
    if not no_browser:
        webbrowser.open(guard.address)


def _hush_libraries() -> None:
    """Silence the server's libraries: they print tracebacks; the page reports failures anyway."""
    if not os.environ.get("EMPORIUM_PNP_DEBUG"):
        logging.lastResort = None
        warnings.filterwarnings("ignore", message="coroutine .* was never awaited")


def _open_to_friends(address: str | None, port: int) -> socket.socket:
    """Open a socket on this machine's address in the local network. Raises UsageError if there is
    none.
    """
    from studio.server.serving import listen, own_address

    name = address or own_address()
    if name is None:
        raise click.UsageError(
            "this computer seems to have no network; use --address to give the address at "
            "which friends reach it"
        )
    try:
        ip = IPv4Address(name)
    except ValueError:
        ip = IPv4Address(0)
    if ip.is_unspecified or ip.is_multicast:
        raise click.UsageError(
            f"--address {name}: expected one address of this machine, such as 192.168.1.20"
        )
    if address is None and ip.is_global:
        raise click.UsageError(
            f"{name}, the address of this machine, is open to the whole internet; if you want "
            "that, use --address"
        )
    try:
        return listen(port, name)
    except OSError as fault:
        raise click.UsageError(f"cannot listen on {name}: {fault.strerror}") from None
