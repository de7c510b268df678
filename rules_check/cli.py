"""The other half of the command line: the commands that play. generator/cli.py loads them by name, when they are asked for.

Converts words into values, calls, prints. Nothing heavy is imported before a command runs.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from generator.cli import FINE, FORMAT, GAME, Printer, guarded, open_game
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
    """Read a game and find its rules. Raises ProblemError for faults of the data, UsageError where what plays is not installed."""
    problems = Problems()
    game = open_game(name, printer, problems)
    from rules_check.game import load_rules
    from rules_check.warming import is_cold, warm

    rules = load_rules(game.plays)
    cards = rules.cards_record(game)
    if is_cold(rules):
        printer.remark("Compiling the rules; this takes up to half a minute, once for each version of them.")
        warm(rules)
    return Table(game, rules, cards)


def seats_of(table: Table, players: int | None, line_up: str | None, default: str) -> tuple[int, str]:
    """Work out how many play, and the words for who does: one a seat, or one for all."""
    counts = table.rules.player_counts(table.cards)
    words = line_up or default
    number = players or (len(words.split(",")) if "," in words else (4 if 4 in counts else counts[0]))
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
    click.option("--game", "number", type=_SEED, default=0, show_default=True, help="Number of the game under its seed."),
    click.option("--players", type=click.IntRange(1, 99), help="How many play. [as many as the line-up names, else 4]"),
    click.option("--line-up", metavar="PLAYER,…", help="Who plays: random, greedy, search, search:400, expert; one a seat, or one for all."),
]  # fmt: skip


def _with(options: list[Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


@click.command("replay")
@GAME
@_with(_SEATS)
@click.option("--seat", type=click.IntRange(1, 99), help="Tell only what this seat sees. [everything]")
@click.option(
    "--from", "source", type=click.Path(path_type=Path, dir_okay=False), help="A record to tell and check, instead of a new game."
)
@click.option("--save", type=click.Path(path_type=Path, dir_okay=False), help="File for the record of the game.")
@click.option("--quiet", is_flag=True, help="Do not tell the game: only save or check its record.")
@FORMAT
def replay_command(game: str | None, seed: int | None, number: int, players: int | None, line_up: str | None, seat: int | None,
                   source: Path | None, save: Path | None, quiet: bool, format_: str) -> int:  # fmt: skip
    """Play one game and tell it, round by round; or tell a recorded one and check it."""
    printer = Printer(format_ == "json")
    if source and (seed is not None or number or players or line_up):
        raise click.UsageError("--from takes the game from its record; leave out --seed, --game, --players and --line-up")

    def work() -> int:
        from rules_check.players import parse_line_up
        from rules_check.record import write_record
        from rules_check.replay import ALL, Told, told_again

        table = set_table(game, printer)
        if source:
            replay = _replay_of(source, table, printer)
            record, lines = replay.record, told_again(replay, table.game, ALL if seat is None else seat - 1)
        else:
            count, words = seats_of(table, players, line_up, "expert" if hasattr(table.rules, "advise") else "greedy")
            told = Told(table.rules, table.game, table.cards, parse_line_up(words, count), 1 if seed is None else seed, number)
            lines = told.lines(ALL if seat is None else seat - 1)
        if seat is not None and seat > (record.players if source else count):
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
@_with(_SEATS)
@click.option("--from", "source", type=click.Path(path_type=Path, dir_okay=False), help="A saved game to go on with.")
@click.option("--save", type=click.Path(path_type=Path, dir_okay=False), help="File to save the game in. [NAME-SEED-GAME.record]")
def play_command(game: str | None, seed: int | None, number: int, players: int | None, line_up: str | None, source: Path | None,
                 save: Path | None) -> int:  # fmt: skip
    """Play a game yourself: `human` in the line-up is a person at this keyboard."""
    printer = Printer(False)
    if source and (seed is not None or number or players or line_up):
        raise click.UsageError("--from takes the game from its record; leave out --seed, --game, --players and --line-up")

    def work() -> int:
        from rules_check.play import HUMAN, Session
        from rules_check.players import parse_line_up
        from rules_check.record import write_record

        table = set_table(game, printer)
        replay = _replay_of(source, table, printer) if source else None
        if replay:
            count, words, luck, which = replay.record.players, replay.record.line_up, replay.record.seed, replay.record.game
        else:
            other = "expert" if hasattr(table.rules, "advise") else "greedy"
            count, words = seats_of(table, players, line_up, "")
            words = words or ",".join([HUMAN, *[other] * (count - 1)])
            luck, which = secrets.randbelow(10**6) if seed is None else seed, number
        names = words.split(",") if "," in words else [words] * count
        if HUMAN not in [name.strip() for name in names]:
            raise click.UsageError(f"nobody in the line-up '{words}' is human; `emporium-pnp replay` shows such games")
        line = [
            None if name.strip() == HUMAN else player
            for name, player in zip(names, parse_line_up(words.replace(HUMAN, "random"), count), strict=True)
        ]
        path = save or source or Path(f"{table.rules.name}-{luck}-{which}.record")

        def keep(record: Record) -> None:
            write_files({path: write_record(record).encode()})
            printer.remark(f"saved in {path}; `emporium-pnp play --from {path}` goes on with it")

        session = Session(
            table.rules, table.game, table.cards, line, luck, which, click.echo, _ask, keep, click.clear,
        )  # fmt: skip
        if replay:
            session.resume(replay)
        click.echo(
            f"{table.game.title}, seed {luck}, game {which}: {', '.join(f'seat {i} {name.strip()}' for i, name in enumerate(names, 1))}"
        )
        try:
            session.run()
        except (click.Abort, KeyboardInterrupt, EOFError):
            if session.moves:
                click.echo(err=True)
                keep(session.record)
            raise
        return FINE

    return playing(printer, work)


def _ask(question: str) -> str:
    answer: str = click.prompt(question, default="", show_default=False, prompt_suffix="")
    return answer
