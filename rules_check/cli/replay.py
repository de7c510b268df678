"""`emporium-pnp replay`: one whole game, told; or a recorded one, told and checked."""

from __future__ import annotations

from pathlib import Path

import click

from generator.cli.console import FINE, FORMAT, GAME, Printer, with_options
from generator.data.files import write_files
from rules_check.cli.playing import OVER, SAVED, SEATS, check_save, only_from, playing, replay_of, said, seats_of, set_up


@click.command("replay")
@GAME
@with_options(SEATS)
@click.option("--seat", type=int, metavar="N", help="Tell only what this seat sees. [everything]")
@click.option("--from", "source", type=SAVED, help="A record to tell and check, instead of a new game.")
@click.option("--save", type=SAVED, help="File for the record of the game.")
@OVER
@click.option("--quiet", is_flag=True, help="Do not tell the game: only save or check its record.")
@FORMAT
def replay_command(
    game: str | None,
    seed: int | None,
    number: int | None,
    players: int | None,
    line_up: str | None,
    seat: int | None,
    source: Path | None,
    save: Path | None,
    yes: bool,
    quiet: bool,
    format_: str,
) -> int:
    """Play one game and tell it round by round. Or tell a recorded game, and check it."""
    printer = Printer(format_ == "json")
    only_from(source, seed, number, players, line_up)

    def work() -> int:
        from rules_check.engine.players import best_word, parse_line_up
        from rules_check.play.record import write_record
        from rules_check.play.replay import ToldGame, told_again
        from rules_check.play.telling import ALL

        check_save(save, yes)
        setup = set_up(game, printer)
        if source:
            replay = replay_of(source, setup, printer)
            record, lines = replay.record, told_again(replay, setup.game, ALL if seat is None else seat - 1)
        else:
            count, words = seats_of(setup, players, line_up, best_word(setup.rules))
            told = ToldGame(
                setup.rules, setup.game, setup.cards, parse_line_up(words, count), 1 if seed is None else seed, number or 0
            )
            lines = told.lines(ALL if seat is None else seat - 1)
        if seat is not None and not 1 <= seat <= (record.players if source else count):
            raise click.UsageError(f"there is no seat {seat} in a game of {record.players if source else count}")
        story = []
        for line in lines:
            story.append(line)
            if not quiet:
                printer.say(line)
        if not source:
            record = told.record
        if save:
            write_files({save: write_record(record).encode()})
            printer.remark(f"saved in {save}")
        if source:
            ending = f"ends: {record.end}" if record.end else "goes on"
            printer.say(f"{source}: sound; {len(record.moves)} moves, the game {ending}")
        printer.results = {**said(record), "story": [] if quiet else story}
        return FINE

    return playing(printer, work)
