"""The other half of the command line: the commands that play. generator/cli.py loads them by name, when they are asked for.

Converts words into values, calls, prints. Nothing heavy is imported before a command runs.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from generator.cli import FINE, FOREIGN, FORMAT, GAME, INTERRUPTED, Printer, guarded, open_game, refusal, with_options
from generator.files import write_files
from generator.problems import Place, Problem, ProblemError, Problems

if TYPE_CHECKING:
    from generator.game import Game
    from rules_check.game import Rules
    from rules_check.record import Record, Replay

MOST_SEED = 2**63 - 1
_SEED = click.IntRange(0, MOST_SEED)


class Table(NamedTuple):
    """A game with the rules that play it."""

    game: Game
    rules: Rules
    cards: Any


def set_table(name: str | None, printer: Printer) -> Table:
    """Read a game and find its rules; compile them where that is still to do. Raises ProblemError for faults of the data."""
    problems = Problems()
    game = open_game(name, printer, problems)
    from rules_check.game import load_rules
    from rules_check.kernel import CACHE_FOLDER, spare_linear_algebra
    from rules_check.warming import is_cold, warm

    spare_linear_algebra()
    named = game.root["game"]
    rules = load_rules(game.plays, named["plays" if "plays" in named.items else "title"].place)
    source = Path(getattr(rules, "__file__", None) or __file__).resolve()
    if not source.is_relative_to(Path(__file__).resolve().parent):
        FOREIGN.append((f"the rules of '{rules.name}'", source.parent))
    cards = rules.cards_record(game)
    if is_cold(rules):
        often = "once for each version of them" if CACHE_FOLDER else "each time, since there is no folder to keep them in"
        printer.remark(f"Compiling the rules; this takes half a minute or so, {often}.")
        warm(rules)
    return Table(game, rules, cards)


def seats_of(table: Table, players: int | None, line_up: str | None, default: str) -> tuple[int, str]:
    """Work out how many play, and the words for who does: one a seat, or one for all."""
    counts = table.rules.player_counts(table.cards)
    words = default if line_up is None else line_up
    number = players if players is not None else (len(words.split(",")) if "," in words else (4 if 4 in counts else counts[0]))
    if number not in counts:
        raise click.UsageError(f"{table.game.title} is for {_list(counts)} players, found {number}")
    return number, words


def _list(counts: list[int]) -> str:
    return (
        f"{counts[0]} to {counts[-1]}"
        if counts == list(range(counts[0], counts[-1] + 1)) and len(counts) > 1
        else ", ".join(map(str, counts))
    )


def _record_from(path: Path) -> tuple[Record, str]:
    """Read a record's file; its name as messages have it. Raises ProblemError."""
    from rules_check.record import MOST_BYTES, read_record

    name = str(path)
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as fault:
        fault.is_reading = True  # type: ignore[attr-defined]
        raise
    if len(content) > MOST_BYTES:
        raise ProblemError(Problem("broken-record", f"a record has at most {MOST_BYTES:,} bytes", Place(name)))
    try:
        return read_record(content.decode("utf-8-sig"), name), name
    except UnicodeDecodeError:
        raise ProblemError(Problem("broken-record", "a record is UTF-8 text, and this is not", Place(name))) from None


def _replay_of(path: Path, table: Table, printer: Printer) -> Replay:
    from rules_check.record import Replay

    printer.folder = None  # a record lies where the user is, not with the game
    record, name = _record_from(path)
    return Replay(table.rules, table.cards, record, name)


def _said(record: Record) -> dict[str, Any]:
    """Give a record as plain data."""
    return {
        "rules": record.rules, "version": record.version, "data": record.data, "seed": record.seed, "game": record.game,
        "players": record.players, "line_up": record.line_up, "moves": [{"seat": m.seat + 1, "move": m.text} for m in record.moves],
        "end": record.end, "scores": list(record.scores) if record.scores is not None else None, "state": record.state,
    }  # fmt: skip


_SEATS = [
    click.option("--seed", type=_SEED, default=None, help="Seed of all luck; the same seed and game number play the same game."),
    click.option("--game", "number", type=_SEED, help="Number of the game under its seed. [0]"),
    click.option("--players", type=int, metavar="N", help="How many play. [as many as the line-up names, else 4]"),
    click.option("--line-up", metavar="PLAYER,…", help="Who plays: random, greedy, search, search:400, expert; one a seat, or one for all. In `play` also human."),
]  # fmt: skip


SAVED = click.Path(path_type=Path, dir_okay=False)
_OVER = click.option("--yes", is_flag=True, help="Write over the record of --save, where there is one.")


def only_from(source: Path | None, *told: object) -> None:
    """Refuse to be told which game it is where a record says so."""
    if source and any(value is not None for value in told):
        raise click.UsageError("--from takes the game from its record; leave out --seed, --game, --players and --line-up")


@click.command("replay")
@GAME
@with_options(_SEATS)
@click.option("--seat", type=int, metavar="N", help="Tell only what this seat sees. [everything]")
@click.option("--from", "source", type=SAVED, help="A record to tell and check, instead of a new game.")
@click.option("--save", type=SAVED, help="File for the record of the game.")
@_OVER
@click.option("--quiet", is_flag=True, help="Do not tell the game: only save or check its record.")
@FORMAT
def replay_command(game: str | None, seed: int | None, number: int | None, players: int | None, line_up: str | None, seat: int | None,
                   source: Path | None, save: Path | None, yes: bool, quiet: bool, format_: str) -> int:  # fmt: skip
    """Play one game and tell it, round by round; or tell a recorded one and check it."""
    printer = Printer(format_ == "json")
    only_from(source, seed, number, players, line_up)

    def work() -> int:
        from rules_check.players import parse_line_up
        from rules_check.record import write_record
        from rules_check.replay import ALL, Told, told_again

        check_save(save, yes)
        table = set_table(game, printer)
        if source:
            replay = _replay_of(source, table, printer)
            record, lines = replay.record, told_again(replay, table.game, ALL if seat is None else seat - 1)
        else:
            count, words = seats_of(table, players, line_up, "expert" if hasattr(table.rules, "advise") else "greedy")
            told = Told(table.rules, table.game, table.cards, parse_line_up(words, count), 1 if seed is None else seed, number or 0)
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
        printer.results = {**_said(record), "story": [] if quiet else story}
        return FINE

    return playing(printer, work)


def playing(printer: Printer, work: Callable[[], int]) -> int:
    """Run a command's work. A line-up that cannot play is wrong usage, and so is playing where what it needs is not installed."""
    try:
        from rules_check.players import LineUpError
    except ModuleNotFoundError as missing:
        raise click.UsageError(
            f"playing needs {missing.name}, which comes with the extra 'check': pip install 'emporium-pnp[check]'"
        ) from None

    def with_line_up() -> int:
        try:
            return work()
        except LineUpError as fault:
            raise click.UsageError(str(fault)) from None

    return guarded(printer, with_line_up)


@click.command("play")
@GAME
@with_options(_SEATS)
@click.option("--from", "source", type=SAVED, help="A saved game to go on with.")
@click.option("--save", type=SAVED, help="File to save the game in. [NAME-SEED-GAME.record]")
@_OVER
def play_command(game: str | None, seed: int | None, number: int | None, players: int | None, line_up: str | None, source: Path | None,
                 save: Path | None, yes: bool) -> int:  # fmt: skip
    """Play a game yourself: `human` in the line-up is a person at this keyboard."""
    printer = Printer(False)
    only_from(source, seed, number, players, line_up)

    def work() -> int:
        from rules_check.play import Session
        from rules_check.players import HUMAN, parse_seats
        from rules_check.record import write_record

        check_save(save, yes or bool(save and source and save.resolve() == source.resolve()))
        table = set_table(game, printer)
        replay = _replay_of(source, table, printer) if source else None
        if replay:
            count, words, luck, which = replay.record.players, replay.record.line_up, replay.record.seed, replay.record.game
        else:
            other = "expert" if hasattr(table.rules, "advise") else "greedy"
            count, words = seats_of(table, players, line_up, HUMAN)
            words = words if line_up is not None else ",".join([HUMAN, *[other] * (count - 1)])
            luck, which = secrets.randbelow(10**6) if seed is None else seed, number or 0
        line = parse_seats(words, count)
        if None not in line:
            raise click.UsageError(f"nobody in the line-up '{words}' is human; `emporium-pnp replay` shows such games")
        path = save or source or _fresh(f"{table.rules.name}-{luck}-{which}")

        def keep(record: Record) -> None:
            write_files({path: write_record(record).encode()})
            printer.remark(f"saved in {path}; `emporium-pnp play {f'{game} ' if game else ''}--from {path}` goes on with it")

        session = Session(table.rules, table.game, table.cards, line, luck, which, click.echo, _ask, keep, click.clear, refusal)
        if replay:
            session.resume(replay)
        who = ", ".join(f"seat {seat} {player.text if player else HUMAN}" for seat, player in enumerate(line, 1))
        click.echo(f"{table.game.title}, seed {luck}, game {which}: {who}")
        try:
            ended = session.run()
        except (click.Abort, KeyboardInterrupt, EOFError):
            if not session.moves:
                raise
            click.echo(err=True)
            keep(session.record)
            raise click.exceptions.Exit(INTERRUPTED) from None
        if ended == "over" and save:
            keep(session.record)
        return FINE

    return playing(printer, work)


def _fresh(stem: str) -> Path:
    """Find a name that no file has, so that no game laid aside is lost."""
    path, number = Path(f"{stem}.record"), 1
    while path.exists():
        number += 1
        path = Path(f"{stem}-{number}.record")
    return path


def check_save(path: Path | None, may_replace: bool) -> None:
    """Refuse to write over anything but a record, and over a record too where nobody said so."""
    from rules_check.record import FIRST_LINE

    if path is None or not path.exists():
        return
    try:
        with path.open("rb") as file:
            is_record = path.is_file() and file.read(len(FIRST_LINE)) == FIRST_LINE.encode()
    except OSError:
        is_record = False
    if not is_record:
        raise click.UsageError(f"--save {path}: there is such a file, and it is no record; take another name")
    if not may_replace:
        raise click.UsageError(f"--save {path}: there is such a record; take another name, or say --yes")


def _ask(question: str) -> str:
    answer: str = click.prompt(question, default="", show_default=False, prompt_suffix="")
    return answer
