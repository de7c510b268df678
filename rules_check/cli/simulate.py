"""`emporium-pnp simulate`: plays many games and prints the tallies alone, without a verdict.

Converts words into values, calls, prints. Nothing heavy is imported before the command runs.
"""

from __future__ import annotations

import contextlib
import shlex
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from generator.cli.console import (
    FINE,
    GAME,
    INTERRUPTED,
    PROBLEMS,
    REFUSED,
    OneOf,
    Printer,
    Status,
    json_text,
    refusal,
    with_options,
)
from generator.data.files import writing
from generator.data.installing import install_command
from generator.data.problems import Problem, counted
from generator.data.saying import Said
from generator.data.visible import visible
from rules_check.cli import messages as say
from rules_check.cli.playing import (
    MOST_SEED,
    Setup,
    check_output,
    compile_rules,
    numbers_of_players,
    playing,
    set_up,
)
from rules_check.play.spawning import handling, hear

if TYPE_CHECKING:
    from rules_check.engine.players import Player
    from rules_check.play.rows import Rows
    from rules_check.play.tallies import Tally
    from rules_check.play.workers import Crew

GAMES = 1000
MOST_WORKERS = 61 if sys.platform == "win32" else 1024
ROWS = ("csv", "parquet")
_OTHERS = (
    "xlsx",
    "xls",
    "ods",
    "pdf",
    "html",
    "htm",
    "yaml",
    "yml",
    "png",
    "svg",
    "zip",
    "sqlite",
    "record",
    "j2",
)
"""File endings for formats that this command does not write."""
SHOW_SECONDS = 0.2

_SIMULATE = [
    click.option(
        "--players",
        metavar="N",
        help=(
            "Numbers of players: 4, 2-6 or 2,4. [all that the game allows, or the number in "
            "the line-up]"
        ),
    ),
    click.option(
        "--games",
        "count",
        type=click.IntRange(1, MOST_SEED),
        default=GAMES,
        show_default=True,
        help="Games for each number of players.",
    ),
    click.option(
        "--line-up",
        metavar="PLAYER,…",
        help=(
            "Who plays: random, greedy, search, search:400, expert; one for each seat, or one for "
            "all. [expert, or greedy]"
        ),
    ),
    click.option(
        "--seed",
        type=click.IntRange(0, MOST_SEED),
        default=1,
        show_default=True,
        help="Random seed; games 0, 1, 2 … of a seed are the same on every machine.",
    ),
    click.option(
        "--checked", is_flag=True, help="Look for faults in the rules after every move (slower)."
    ),
    click.option(
        "--threads",
        type=click.IntRange(1, MOST_WORKERS),
        metavar="N",
        help="Play in N threads. [one for each core]",
    ),
    click.option(
        "--processes",
        type=click.IntRange(1, MOST_WORKERS),
        metavar="N",
        help="Play in N processes instead.",
    ),
    click.option(
        "--scheduler",
        metavar="ADDRESS",
        help="Play on a cluster, through its Dask scheduler: tcp://host:8786.",
    ),
    click.option(
        "--format",
        "format_",
        type=OneOf(["text", "json", *ROWS]),
        help=(
            "Print tables, one JSON object, or a row for each game. [from the ending of --output, "
            "else text]"
        ),
    ),
    click.option(
        "--output",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="Write to this file instead of stdout; with rows, the tables are still printed.",
    ),
    click.option("--yes", is_flag=True, help="Replace the --output file if it exists."),
]


class _Paper(Printer):
    """A printer whose results may be written to a file instead."""

    def __init__(self, format_: str, output: Path | None) -> None:
        super().__init__(format_ == "json")
        self.format, self.file = format_, output if format_ not in ROWS else None
        self.is_mute = format_ in ROWS and output is None  # rows alone go to stdout
        self._lines = list[str]()

    def say(self, *lines: str) -> None:
        if self.file:
            self._lines += map(visible, lines or ("",))
        elif not self.is_mute:
            super().say(*lines)

    def finish(self) -> None:
        if not self.file:
            super().finish()
            return
        if self.is_json:
            self._lines = [json_text(self.whole())]
        if self._lines:
            with writing(self.file) as file:
                file.write("".join(f"{line}\n" for line in self._lines).encode())


class _Interrupt:
    """Ctrl-C, or a request to end. If it comes while results are added up it is only noted; while
    we wait for players, it is raised.
    """

    def __init__(self) -> None:
        self.has_come = self.is_waiting = False
        self._handling = handling(self._note)

    def __enter__(self) -> _Interrupt:
        self._handling.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._handling.__exit__(None, None, None)

    def _note(self, *_: object) -> None:
        self.has_come = True
        hear()
        if self.is_waiting:
            self.is_waiting = False
            raise KeyboardInterrupt

    def each(self, parts: Iterator[Any]) -> Iterator[Any]:
        """Yield the parts until the first interrupt."""
        with contextlib.suppress(KeyboardInterrupt):
            while not self.has_come:
                self.is_waiting = True
                part = next(parts, None)
                self.is_waiting = False
                if part is None:
                    return
                yield part


class _Progress:
    """The progress of the games, on a terminal; nothing in a pipe, nor between rows on the same
    screen.
    """

    def __init__(self, printer: _Paper) -> None:
        self.is_shown = sys.stderr.isatty() and not (printer.is_mute and sys.stdout.isatty())
        self._begun = self._shown = time.monotonic()
        self._status = Status()

    def show(self, players: int, done: int, of: int) -> None:
        now = time.monotonic()
        if not self.is_shown or now - self._shown < SHOW_SECONDS:
            return
        self._shown = now
        filled = 30 * done // of
        pace = done / (now - self._begun)
        left = f"{(of - done) / pace:,.0f} s left"
        self._status.show(
            f"{'█' * filled}{'·' * (30 - filled)} {counted(players, 'player')}: {done:,} of "
            f"{of:,}, {pace:,.0f} a second, {left}"
        )

    def clear(self) -> None:
        if self.is_shown:
            self._status.clear()
        self._begun = self._shown = time.monotonic()


@click.command("simulate")
@GAME
@with_options(_SIMULATE)
def simulate_command(
    game: str | None,
    players: str | None,
    count: int,
    line_up: str | None,
    seed: int,
    checked: bool,
    threads: int | None,
    processes: int | None,
    scheduler: str | None,
    format_: str | None,
    output: Path | None,
    yes: bool,
) -> int:
    """Play many games and count what happens. It shows who wins, how long games take, how they end
    and where the score comes from.
    """
    if sum(wish is not None for wish in (threads, processes, scheduler)) > 1:
        raise click.UsageError("--threads, --processes and --scheduler exclude one another")
    ending = output.suffix.lower()[1:] if output else ""
    format_ = format_ or (ending if ending in ("json", *ROWS) else "text")
    _check_ending(output, format_, ending)
    if format_ == "parquet" and output is None:
        raise click.UsageError("--format parquet needs --output FILE")
    if output and output.exists() and not (output.is_file() or output.is_dir()):
        raise click.UsageError(f"--output {output}: that is not a file that can be replaced")
    check_output(output, yes)
    printer = _Paper(format_, output)

    def work() -> int:
        from rules_check.engine.players import best_word

        setup = set_up(game, printer)
        numbers = _numbers(setup, players, line_up)
        words = line_up if line_up is not None else best_word(setup.rules)
        if (processes or scheduler) and ".py" in words:
            raise click.UsageError(
                "your own players run in this process; leave out --processes and --scheduler"
            )
        run = _Simulation(setup, printer, words, numbers, count, seed, checked)
        compile_rules(setup, printer, run.spared())
        with _crew(threads, processes, scheduler) as crew:
            stopped = run.play(crew, format_, output)
            return run.report(stopped, game)

    return playing(printer, work)


class _Simulation:
    """The games asked for, and their tallies so far."""

    def __init__(
        self,
        setup: Setup,
        printer: _Paper,
        words: str,
        numbers: list[int],
        count: int,
        seed: int,
        is_checked: bool,
    ) -> None:
        """Raises LineUpError for a line-up that cannot play."""
        from rules_check.engine.players import parse_line_up
        from rules_check.play.tallies import Tally

        self.setup = setup
        self.printer = printer
        self.words = words
        self.count = count
        self.seed = seed
        self.is_checked = is_checked
        self.line_ups: dict[int, list[Player]] = {
            number: parse_line_up(words, number, setup.game) for number in numbers
        }
        self.tallies: dict[int, Tally] = {
            number: Tally.none(setup.rules, setup.cards, line_up, seed)
            for number, line_up in self.line_ups.items()
        }

    def spared(self) -> frozenset[str]:
        """Name the parts of the rules that none of these games need."""
        from rules_check.engine.warming import spared_in_games

        spared = [spared_in_games(line_up, self.is_checked) for line_up in self.line_ups.values()]
        return frozenset.intersection(*spared)

    def play(
        self, crew: Crew, format_: str, output: Path | None
    ) -> OSError | KeyboardInterrupt | None:
        """Play all games; return what stopped them, if anything did. Rows are written to their file
        as they come.
        """
        from rules_check.play.workers import WorkersLost

        progress = _Progress(self.printer)
        try:
            with _Interrupt() as interrupt, self._rows(format_, output) as rows:
                for players in self.tallies:
                    self._play_one(players, crew, interrupt, rows, progress)
                if interrupt.has_come and not any(tally.games for tally in self.tallies.values()):
                    raise KeyboardInterrupt  # nothing to keep
        except WorkersLost as fault:
            return fault
        finally:
            progress.clear()
        return KeyboardInterrupt() if interrupt.has_come else None

    def _play_one(
        self,
        players: int,
        crew: Crew,
        interrupt: _Interrupt,
        rows: Rows | None,
        progress: _Progress,
    ) -> None:
        from rules_check.play.run import Run
        from rules_check.play.simulate import play_parts
        from rules_check.play.tallies import Tally, play_tallies
        from rules_check.play.workers import steadily

        tally, line_up = self.tallies[players], self.line_ups[players]
        run = Run(
            self.setup.rules,
            self.setup.cards,
            line_up,
            self.seed,
            self.count,
            is_checked=self.is_checked,
        )
        play: Callable[..., Iterator[Any]] = play_parts if rows else play_tallies

        def begin(done: int) -> Iterator[Any]:
            left = run.part(done, self.count - done)
            return play(left, crew.executor, crew.count)

        with contextlib.closing(steadily(crew, begin)) as parts:  # type: ignore[type-var]
            for part in interrupt.each(parts):
                tally.add(Tally.of(tally.names, part) if rows else part)
                if rows:
                    rows.write(part)
                progress.show(players, tally.games, self.count)
        progress.clear()

    @contextlib.contextmanager
    def _rows(self, format_: str, output: Path | None) -> Iterator[Rows | None]:
        """Open the table for rows, if one is wanted."""
        if format_ not in ROWS:
            yield None
            return
        from rules_check.play.rows import CsvRows, ParquetRows

        first = next(iter(self.tallies.values()))
        widest = self.tallies[max(self.tallies)].columns
        game = self.setup.game
        about = {
            "game": game.title,
            "version": game.version,
            "data": game.data_hash,
            "line_up": self.words,
            "seed": str(self.seed),
        }
        with writing(output) if output else contextlib.nullcontext(sys.stdout.buffer) as file:
            try:
                rows: Rows = (
                    CsvRows(file, first.names, widest)
                    if format_ == "csv"
                    else ParquetRows(file, first.names, widest, about)
                )
            except ModuleNotFoundError as missing:
                raise _needs(missing, "parquet") from None
            try:
                # output of the rules is not a row
                with contextlib.nullcontext() if output else contextlib.redirect_stdout(sys.stderr):
                    yield rows
                rows.close()
            except BaseException:
                rows.abandon()
                raise

    def report(self, stopped: OSError | KeyboardInterrupt | None, game: str | None) -> int:
        """Print the tallies and the faults; return the exit code."""
        printer, title = self.printer, f"{self.setup.game.title} {self.setup.game.version}"
        played = {players: tally for players, tally in self.tallies.items() if tally.games}
        for players, tally in played.items():
            words = [Path(player.text).name for player in self.line_ups[players]]
            so_far = "" if tally.games == self.count else f" of {self.count:,}"
            if players != min(played):
                printer.say()
            printer.say(
                f"{title}, {counted(players, 'player')}, {tally.games:,}{so_far} games, seed "
                f"{self.seed}"
            )
            for line in tally.as_text(words, self.is_checked):
                printer.say(line)
        printer.results = {
            "game": self.setup.game.title,
            "version": self.setup.game.version,
            "data": self.setup.game.data_hash,
            "seed": self.seed,
            "games_asked": self.count,
            "is_checked": self.is_checked,
            "stopped": stopped is not None,
            "tallies": [
                {
                    "players": players,
                    "line_up": ",".join(p.text for p in self.line_ups[players]),
                    **tally.as_json(),
                }
                for players, tally in played.items()
            ],
        }
        faults = [
            problem
            for players, tally in played.items()
            for problem in self._faults(players, tally, game)
        ]
        printer.report(faults)
        if isinstance(stopped, OSError):
            if printer.is_json:
                printer.report([Problem.of(Said("machine-refused", refusal(stopped)))])
            else:
                printer.remark(f"emporium-pnp: {refusal(stopped)}")
            return REFUSED
        if stopped:
            games = ", ".join(
                f"{tally.games:,} games with {counted(players, 'player')}"
                for players, tally in played.items()
            )
            printer.remark(f"interrupted after {games}; these are the results so far")
            return INTERRUPTED
        return PROBLEMS if faults else FINE

    def _faults(self, players: int, tally: Tally, game: str | None) -> Iterator[Problem]:
        from generator.data.findings import Shown

        line_up = shlex.quote(self.words)
        for code in sorted(tally.faults):
            count, first = tally.faults[code], tally.faulty[code]
            shown = [Shown(players, line_up, self.seed, number).words for number in first]
            words = [
                " ".join(["emporium-pnp replay", *([shlex.quote(game)] if game else []), spelled])
                for spelled in shown
            ]
            message = say.GAMES_FAIL(
                count=count, games=tally.games, players=players, fault=tally.names.fault(code)
            )
            end = "show it" if count == len(words) else "and others show it"
            hint = f"{'; '.join(words)} {'shows it' if count == 1 else end}"
            yield Problem.of(message, hint=hint)


def _numbers(setup: Setup, players: str | None, line_up: str | None) -> list[int]:
    """Return the requested numbers of players; by default those that the line-up names, or all that
    the game allows.
    """
    if players is None and line_up and "," in line_up:
        return [len(line_up.split(","))]
    return numbers_of_players(setup, players)


def _crew(threads: int | None, processes: int | None, scheduler: str | None) -> Crew:
    from rules_check.play.workers import crew_of

    try:
        return crew_of(threads, processes, scheduler)
    except ModuleNotFoundError as missing:
        raise _needs(missing, "cluster") from None
    except ValueError as fault:
        raise click.UsageError(f"--scheduler {scheduler}: {fault}") from None


def _needs(missing: ModuleNotFoundError, extra: str) -> click.UsageError:
    return click.UsageError(
        f"this needs {missing.name}, from the extra '{extra}': {install_command('check', extra)}"
    )


def _check_ending(output: Path | None, format_: str, ending: str) -> None:
    """Refuse to write one type of file under the ending of another."""
    if ending in (*_OTHERS, "json", *ROWS) and ending != format_:
        hint = "; spreadsheet programs open .csv" if ending in ("xlsx", "xls", "ods") else ""
        wanted = f".{format_}" if format_ != "text" else ".txt, .json, .csv or .parquet"
        raise click.UsageError(
            f"--output expected a name that ends in {wanted}, found '{output}'{hint}"
        )
