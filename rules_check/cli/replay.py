"""`emporium-pnp replay`: one whole game, narrated; or a recorded one, narrated and checked."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.cli.console import FINE, FORMAT, GAME, PROBLEMS, Printer, with_options
from generator.data.files import write_files
from generator.data.problems import Problem, ProblemError
from rules_check.cli import messages as say
from rules_check.cli.playing import (
    OVER,
    SAVED,
    SEATS,
    Setup,
    check_save,
    compile_rules,
    is_uncompiled,
    only_from,
    playing,
    replay_of,
    run_uncompiled,
    said,
    seats_of,
    set_up,
)
from rules_check.engine.words import end_in_words

if TYPE_CHECKING:
    from rules_check.play.record import RecordedGame

_FOR_THE_AUTHOR = "this is a fault in the rules, not in the cards; report this seed to their author"
PLAYED_UNCOMPILED = {"random", "greedy"}
"""Players who need no compiled rules for a single game: it is over before they are compiled."""
LINE_SECONDS = 30.0
"""The processor time that the next line of a story may take, with players who search for long;
after that, the rules are in an endless loop.
"""


def steadily_told(lines: Iterator[str]) -> Iterator[str]:
    """Yield lines that another thread produces, so that compiled rules that hang block nothing.
    Raises ProblemError in that case.
    """
    pool = ThreadPoolExecutor(1)
    try:
        while True:
            coming, begun = pool.submit(next, lines, None), time.process_time()
            while not wait([coming], timeout=min(1.0, LINE_SECONDS)).done:
                if time.process_time() - begun >= LINE_SECONDS:
                    raise ProblemError(Problem.of(say.ENDLESS_LOOP()))
            line = coming.result()
            if line is None:
                return
            yield line
    finally:
        pool.shutdown(wait=False)


@click.command("replay")
@GAME
@with_options(SEATS)
@click.option("--seat", type=int, metavar="N", help="Show only what this seat sees. [everything]")
@click.option(
    "--from", "source", type=SAVED, help="Show and check this record instead of a new game."
)
@click.option("--save", type=SAVED, help="Write the record of the game to this file.")
@OVER
@click.option("--quiet", is_flag=True, help="Do not print the game; only save or check its record.")
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
    """Play one game and print it round by round. With --from, it prints and checks a recorded
    game.
    """
    printer = Printer(format_ == "json")
    only_from(source, seed=seed, game=number, players=players, line_up=line_up)

    def tell(lines: Iterator[str]) -> list[str]:
        story = []
        for line in steadily_told(lines):
            story.append(line)
            if not quiet:
                printer.say(line)
        return story

    def keep(record: RecordedGame, story: list[str]) -> None:
        from rules_check.play.record import write_record

        if save:
            write_files({save: write_record(record).encode()})
            printer.remark(f"saved in {save}")
        printer.results = {**said(record), "story": [] if quiet else story}

    def again(setup: Setup, source: Path, viewer: int) -> int:
        from rules_check.play.replay import told_again

        replay = replay_of(source, setup, printer)
        record = replay.record
        _check_seat(seat, record.players)
        keep(record, tell(told_again(replay, setup.game, viewer)))
        ending = f"ends: {end_in_words(record.end)}" if record.end else "goes on"
        printer.say(f"{source}: sound; {len(record.moves)} moves, the game {ending}")
        return FINE

    def work() -> int:
        from rules_check.engine.players import best_word, parse_line_up
        from rules_check.play.replay import ToldGame
        from rules_check.play.telling import ALL

        check_save(save, yes)
        setup = set_up(game, printer)
        viewer = ALL if seat is None else seat - 1
        if source:
            return again(setup, source, viewer)
        count, words = seats_of(setup, players, line_up, best_word(setup.rules))
        seated = parse_line_up(words, count)
        _check_seat(seat, count)
        is_short = {player.text for player in seated} <= PLAYED_UNCOMPILED
        if format_ == "text" and is_short and is_uncompiled(setup.game):
            return run_uncompiled(
                ["replay", *([game] if game else [])],
                seed=seed,
                game=number,
                players=count,
                line_up=words,
                seat=seat,
                save=save,
                yes=yes,
                quiet=quiet,
            )
        compile_rules(setup, printer)
        luck = 1 if seed is None else seed
        told = ToldGame(setup.rules, setup.game, setup.cards, seated, luck, number or 0)
        story = tell(told.lines(viewer))
        keep(told.record, story)
        if not told.fault:
            return FINE
        last = "at the start of the game"
        if told.moves:
            last = f"after the move '{told.moves[-1].text}' of seat {told.moves[-1].seat + 1}"
        printer.report(
            [Problem.of(say.GAME_FAILS_HERE(last=last, fault=told.fault), None, _FOR_THE_AUTHOR)]
        )
        return PROBLEMS

    return playing(printer, work)


def _check_seat(seat: int | None, players: int) -> None:
    if seat is not None and not 1 <= seat <= players:
        raise click.UsageError(f"there is no seat {seat} in a game for {players}")
