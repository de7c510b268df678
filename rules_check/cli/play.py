"""`emporium-pnp play`: a seat at the table for a person."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.cli.console import (
    FINE,
    GAME,
    INTERRUPTED,
    OUTPUT,
    Printer,
    asked,
    clear_screen,
    echo,
    refusal,
    refuse_led_out,
    with_options,
)
from generator.data.files import write_files
from rules_check.cli.playing import (
    OVER,
    SAVED,
    SEATS,
    check_save,
    compile_rules,
    only_from,
    playing,
    replay_of,
    seats_of,
    set_up,
)
from rules_check.play.spawning import ignore_interrupts, interrupted_once

if TYPE_CHECKING:
    from rules_check.cli.keyboard import Keyboard
    from rules_check.play.record import RecordedGame
    from rules_check.play.session import Session


def _refuse_players(words: str, own: str | None, has_human: bool, source: Path | None) -> None:
    """Raise UsageError for a line-up without a human, or that would start code, `own`,
    that only a saved game names.
    """
    if own:
        raise click.UsageError(
            f"{source} was played by {own}, which is code, and a saved game never starts "
            f"code; if you trust it, use --line-up {words}"
        )
    if not has_human:
        raise click.UsageError(
            f"no player in the line-up '{words}' is human; to watch such a game, use "
            "`emporium-pnp replay`"
        )


def _played_to_end(
    keyboard: Keyboard, session: Session, keep: Callable[[RecordedGame], None]
) -> str | None:
    """Play at the keyboard, and return how it ended. A game that is interrupted is kept, if a move
    was made; then it raises Exit.
    """
    with interrupted_once():  # a second Ctrl-C must not lose the game
        try:
            return keyboard.run()
        except (click.Abort, KeyboardInterrupt, EOFError):
            ignore_interrupts()
            if not session.moves:
                raise
            with contextlib.suppress(OSError):  # the terminal may be closed
                echo(err=True)
            keep(session.record)
            raise click.exceptions.Exit(INTERRUPTED) from None


@click.command("play")
@GAME
@with_options(SEATS)
@click.option("--from", "source", type=SAVED, help="Continue this saved game.")
@click.option(
    "--save", type=SAVED, help="Save the game in this file. [output/NAME-SEED-GAME.record]"
)
@OVER
def play_command(
    game: str | None,
    seed: int | None,
    number: int | None,
    players: int | None,
    line_up: str | None,
    source: Path | None,
    save: Path | None,
    yes: bool,
) -> int:
    """Play a game yourself. `human` in the line-up is a person at this keyboard.

    A saved game continues with its players, or with those of --line-up. Players written as
    FILE.py:FUNCTION are code: a saved game does not start them, so name them with --line-up again.
    """
    printer = Printer(False)
    only_from(source, seed=seed, game=number, players=players)

    def work() -> int:
        from rules_check.cli.keyboard import Keyboard
        from rules_check.engine.players import HUMAN, best_word, code_in, parse_seats
        from rules_check.play.record import write_record
        from rules_check.play.session import Session

        check_save(save, yes or bool(save and source and save.resolve() == source.resolve()))
        setup = set_up(game, printer)
        replay = replay_of(source, setup, printer) if source else None
        if replay:
            count, luck, which = replay.record.players, replay.record.seed, replay.record.game
            words = replay.record.line_up if line_up is None else line_up
        else:
            other = best_word(setup.rules)
            count, words = seats_of(setup, players, line_up, HUMAN)
            words = words if line_up is not None else ",".join([HUMAN, *[other] * (count - 1)])
            luck, which = secrets.randbelow(10**6) if seed is None else seed, number or 0
        line = parse_seats(words, count, setup.game)
        own = code_in(line) if replay and line_up is None else ""
        _refuse_players(words, own, None in line, source)
        path = save or source or _fresh(f"{setup.game.name}-{luck}-{which}")

        def keep(record: RecordedGame) -> None:
            write_files({path: write_record(record).encode()})
            printer.remark(
                f"saved in {path}; `emporium-pnp play {f'{game} ' if game else ''}--from "
                f"{path}` continues it"
            )

        compile_rules(setup, printer)
        session = Session(setup.rules, setup.game, setup.cards, line, luck, which)
        if replay:
            session.resume(replay)
        who = ", ".join(
            f"seat {seat} {player.text if player else HUMAN}" for seat, player in enumerate(line, 1)
        )
        echo(f"{setup.game.title}, seed {luck}, game {which}: {who}")
        keyboard = Keyboard(session, _say, asked, keep, clear_screen, refusal)
        ended = _played_to_end(keyboard, session, keep)
        if ended == "over" and save:
            keep(session.record)
        return FINE

    return playing(printer, work)


def _fresh(stem: str) -> Path:
    """Find an unused name, so that no saved game is lost."""
    refuse_led_out(OUTPUT)
    path, number = OUTPUT / f"{stem}.record", 1
    while path.exists():
        number += 1
        path = path.with_name(f"{stem}-{number}.record")
    return path


def _say(text: str) -> None:
    for line in text.split("\n"):
        echo(line)
