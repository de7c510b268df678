"""`emporium-pnp check` and `report`: what building would refuse, and what playing shows, as one verdict, and as a page to read.

Converts words into values, calls, prints. Nothing heavy is imported before a command runs.
"""

from __future__ import annotations

import gc
import json
import multiprocessing
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from generator.cli.console import FINE, FORMAT, GAME, PROBLEMS, Printer, look_over, open_game
from generator.data.files import reading, write_files
from generator.data.findings import VERDICTS
from generator.data.problems import Place, Problem, ProblemError, Problems, counted
from rules_check.cli.playing import MOST_SEED, SAVED, playing, set_up
from rules_check.play.spawning import ignore_interrupts, spawning

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from generator.data.findings import Finding
    from generator.data.game import Game
    from rules_check.prove.checking import Examined

_MARKS = {"fault": ("FAULT", "red"), "warning": ("warning", "yellow"), "unsure": ("unsure", "cyan"), "ok": ("ok", "green")}
SAID = ("plays-alone",)
"""Findings that are said though they are fine: what a check does not look at."""
TITLES = {
    "data": "Data: what building refuses",
    "paper": "Paper: can it be read and told apart",
    "census": "Counts: is there enough of everything",
    "reach": "Reach: can everything be beaten and used",
    "games": "Whole games: do they hold together and end",
    "length": "Length: how long it takes",
    "balance": "Balance",
    "actions": "Actions: is each thing that a player can do worth doing",
    "rulings": "Rulings: would another answer change a verdict",
}


class Beside:
    """The printing side's look at a game, in a process of its own beside the playing: what building refuses, and what `lint` finds."""

    def __init__(self, game: str | None, with_lint: bool) -> None:
        context = multiprocessing.get_context("spawn")
        self.answer, tell = context.Pipe(duplex=False)
        self.process = context.Process(target=_look, args=(tell, game, with_lint), daemon=True)
        with spawning():
            self.process.start()
        tell.close()

    def __enter__(self) -> Beside:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.join()
        self.answer.close()

    def findings(self) -> tuple[list[Finding], list[Problem]]:
        """Wait for the findings, and for the problems that are none of them."""
        try:
            found: tuple[list[Finding], list[Problem]] = self.answer.recv()
        except EOFError:
            return [], [Problem("build-failed", "looking over the cards ended without a word")]
        return found


def _look(tell: Connection, name: str | None, with_lint: bool) -> None:
    """Look over a game, in a process of its own."""
    ignore_interrupts()
    gc.set_threshold(100_000)  # as for every command
    problems = Problems()
    try:
        found = look_over(open_game(name, Printer(is_json=True), problems), problems, with_lint)
    except ProblemError as fault:
        found = [], list(fault.problems)
    except Exception as fault:
        found = [], [Problem("build-failed", f"looking over the cards failed: {type(fault).__name__}: {fault}")]
    tell.send(found)


class StatusLine:
    """A line on a terminal's stderr that says what is being done, and about how long all takes yet; nothing in a pipe."""

    def __init__(self, printer: Printer) -> None:
        self.is_on = sys.stderr.isatty() and not printer.is_json
        self.start = time.monotonic()

    def __call__(self, what: str, part: float | None = None) -> None:
        """Say what is begun, and which part of all is done, where that is known."""
        if self.is_on:
            click.echo(f"\r\x1b[K{what} …{self._left(part)}", err=True, nl=False)

    def _left(self, part: float | None) -> str:
        spent = time.monotonic() - self.start
        if not part:
            self.start = time.monotonic()  # what was done before is no measure of what follows
            return ""
        seconds = spent * (1 - part) / part
        return (
            f"  {100 * part:.0f} %, about {seconds / 60:.0f} min left"
            if seconds > 90
            else f"  {100 * part:.0f} %, about {seconds:.0f} s left"
        )

    def done(self) -> None:
        if self.is_on:
            click.echo("\r\x1b[K", err=True, nl=False)


def said(finding: Finding, game_words: str) -> list[str]:
    """Write a finding in lines: the verdict, the claim, where it stands, what shows it, what to do."""
    mark, colour = _MARKS[finding.verdict] if finding.silenced is None else ("quiet", "white")
    claim = finding.claim[0].upper() + finding.claim[1:]
    lines = [f"  {click.style(f'{mark:<7}', fg=colour)} {claim}"]
    if finding.verdict != "ok":
        lines.append(f"        {finding.name}" + (f", {finding.place}" if finding.place else ""))
        if finding.silenced is not None:
            return [*lines, f"        silenced: {finding.silenced}"]
        if finding.shown:
            lines.append(f"        emporium-pnp replay {game_words}{finding.shown.words}")
        if finding.hint:
            lines.append(f"        hint: {finding.hint}")
    return lines


def summary(findings: list[Finding], errors: int) -> str:
    """Count the findings by verdict, after the errors of the data."""
    faults = sum(finding.counts for finding in findings)
    silenced = sum(finding.silenced is not None and finding.verdict != "ok" for finding in findings)
    unsure = sum(finding.verdict == "unsure" and finding.silenced is None for finding in findings)
    fine = sum(finding.verdict == "ok" for finding in findings)
    parts = [counted(errors, "error")] * (errors > 0) + [counted(faults, "fault")] + [f"{unsure} unsure"] * (unsure > 0)
    return ", ".join([*parts, *[f"{silenced} silenced"] * (silenced > 0), f"{fine} ok"])


def one_of_each(findings: list[Finding]) -> list[Finding]:
    """Keep one of each sort of unsure findings: the one that lies farthest from the middle of what was measured."""

    def far(finding: Finding) -> float:
        alike = [
            one.number or 0.0
            for one in findings
            if one.code == finding.code and one.about.split(",")[0] == finding.about.split(",")[0]
        ]
        return abs((finding.number or 0.0) - sum(alike) / len(alike))

    unsure = [finding for finding in findings if finding.verdict == "unsure" and finding.silenced is None]
    kept = {id(max((one for one in unsure if one.code == code), key=far)) for code in {one.code for one in unsure}}
    return [finding for finding in findings if finding.verdict != "unsure" or finding.silenced is not None or id(finding) in kept]


def show(examined: Examined, printer: Printer, show_all: bool, game_words: str) -> None:
    """Print findings by section; those that are fine only as a count, unless all are asked for."""
    errors = sum(problem.severity == "error" for problem in examined.problems)
    for section, title in TITLES.items():
        findings = [finding for finding in examined.findings if finding.section == section]
        if not findings and section != "data":
            continue
        printer.say(click.style(title, bold=True))
        if section == "data":
            printer.say(f"  {counted(errors, 'error')}, see above" if errors else "  ok      it builds")
        hushed = ("ok",) if examined.level.is_balance else ("ok", "unsure")
        loud = [finding for finding in findings if show_all or finding.verdict not in hushed or finding.code in SAID]
        if not show_all:
            loud = one_of_each(loud)
        for finding in sorted(loud, key=lambda one: VERDICTS.index(one.verdict)):
            for line in said(finding, game_words):
                printer.say(line)
        for verdict, words in (("unsure", "more"), ("ok", "more" if loud else "looked at")):
            quiet = sum(finding.verdict == verdict and finding not in loud for finding in findings)
            if quiet:
                printer.say(f"  {_MARKS[verdict][0]:<7} {quiet} {words}")
    printer.say()
    if examined.level.is_balance:
        printer.say(f"Judged by {examined.judged_by}.")
    printer.say(summary(examined.findings, errors))


def examined_game(
    game: str | None, level: str, seed: int, printer: Printer, beside: Beside, with_fit: bool = True, line_up: str | None = None
) -> Examined:
    """Check a game, and add what the look beside it found. Raises ProblemError for faults of the data.

    Balance is judged among experts that are fitted to the cards first, where that is still to do and wanted; or among a line-up.
    """
    progress = StatusLine(printer)
    try:
        from rules_check.prove.checking import LEVELS, Examination
        from rules_check.prove.fitting import fit

        setup = set_up(game, printer)
        fitted = fit(
            setup.rules,
            setup.cards,
            seed,
            with_fit and LEVELS[level].is_balance and line_up is None,
            lambda players, part: progress(f"fitting experts for {players} players, {100 * part:.0f} %"),
        )
        examination = Examination(setup.rules, setup.game, fitted.cards, LEVELS[level], seed, progress, line_up)
        examination.result.judged_by = fitted.words if line_up is None else f"{line_up}, as asked for"
        examined = examination.run()
        progress("looking over the cards")
        claims, problems = beside.findings()
        examined.findings = claims + examined.findings
        examined.problems += problems
    finally:
        progress.done()
    return examined


@click.command("check")
@GAME
@click.option("--quick", is_flag=True, help="Counts, reach, and whether games hold together: for every save.")
@click.option("--deep", is_flag=True, help="Many more games: seats to half a point, cards to one.")
@click.option("--seed", type=click.IntRange(0, MOST_SEED), default=1, show_default=True, help="Seed of all luck.")
@click.option("--all", "show_all", is_flag=True, help="Show what is fine as well.")
@click.option("--strict", is_flag=True, help="Also fail if a verdict is unsure.")
@click.option("--no-lint", is_flag=True, help="Leave out what `lint` looks at; --quick does.")
@click.option(
    "--no-fit", is_flag=True, help="Judge by experts as they are, though they were trained for other numbers; --quick does."
)
@click.option("--line-up", metavar="PLAYER", help="Judge by these players in all seats: greedy, search:50. [experts, else greedy]")
@FORMAT
def check_command(
    game: str | None,
    quick: bool,
    deep: bool,
    seed: int,
    show_all: bool,
    strict: bool,
    no_lint: bool,
    no_fit: bool,
    line_up: str | None,
    format_: str,
) -> int:
    """Check counts, endings and balance in thousands of games."""
    printer = Printer(format_ == "json")
    if quick and deep:
        raise click.UsageError("--quick and --deep do not go together")
    level = "quick" if quick else "deep" if deep else "usual"

    def work() -> int:
        examined = examined_game(game, level, seed, printer, beside, not no_fit, line_up)
        printer.report(examined.problems)
        printer.results = examined.as_json()
        show(examined, printer, show_all, f"{game} " if game else "")
        is_unsure = strict and any(finding.verdict == "unsure" and not finding.silenced for finding in examined.findings)
        return FINE if examined.is_passed and not is_unsure else PROBLEMS

    with Beside(game, with_lint=not (quick or no_lint)) as beside:  # first of all: what playing needs takes a second to load
        return playing(printer, work)


@click.command("report")
@GAME
@click.option("--deep", is_flag=True, help="Many more games, as `check --deep`.")
@click.option("--seed", type=click.IntRange(0, MOST_SEED), default=1, show_default=True, help="Seed of all luck.")
@click.option("--from", "source", type=SAVED, help="What `check --format json` printed, instead of a new check.")
@click.option("--log", "log", type=SAVED, help="The playtest log. [playtests.sqlite beside cards.yaml]")
@click.option("--output", type=SAVED, default=Path("report.html"), show_default=True, help="File for the page.")
@FORMAT
def report_command(
    game: str | None, deep: bool, seed: int, source: Path | None, log: Path | None, output: Path, format_: str
) -> int:
    """Write what a check found as an HTML page with charts. Beside it stands what people wrote into the playtest log."""
    printer = Printer(format_ == "json")

    def work() -> int:
        from rules_check.log.cards import data_of
        from rules_check.log.store import LOG_FILE, read_plays
        from rules_check.report.chapters import headline
        from rules_check.report.page import write_report

        check_page(output)
        if source:
            loaded = open_game(game, printer, Problems())
            examined = _results_from(source)
            printer.report(_stale(loaded, examined, source))
        else:
            with Beside(game, with_lint=True) as beside:
                found = examined_game(game, "deep" if deep else "usual", seed, printer, beside)
            printer.report(found.problems)
            loaded, examined = found.game, found.as_json()
        path = log or loaded.folder / LOG_FILE
        plays = read_plays(path)
        if plays or log:
            from rules_check.log.people import as_report

            examined["logged"] = as_report(plays, examined.get("measured", {}), data_of(loaded))
        write_files({output: write_report(examined).encode()})
        printer.results = {"file": str(output), "passed": bool(examined.get("passed"))}
        printer.say(headline(examined.get("findings", [])))
        printer.say(f"{output}  {output.stat().st_size / 1000:.0f} kB")
        return FINE

    return playing(printer, work)


FIRST_WORDS = b"<!doctype html>"


def check_page(path: Path) -> None:
    """Refuse to write a page over anything but a page."""
    if not path.exists():
        return
    try:
        with path.open("rb") as file:
            is_page = path.is_file() and file.read(len(FIRST_WORDS)).lower() == FIRST_WORDS
    except OSError:
        is_page = False
    if not is_page:
        raise click.UsageError(f"--output {path}: there is such a file, and it is no page; take another name")


def _stale(game: Game, examined: dict[str, Any], source: Path) -> list[Problem]:
    """Notice where a check is of other numbers than the game has now."""
    from rules_check.engine.game import load_rules
    from rules_check.play.record import data_hash

    was, title = (examined["game"].get(name) for name in ("data", "title"))
    if was == data_hash(load_rules(game.plays).cards_record(game)):
        return []
    if title != game.title:
        raise ProblemError(Problem("no-check", f"expected a check of {game.title}, found one of {title}", Place(str(source))))
    said = f"{source} is a check of other numbers than {game.file} has now ({was})"
    return [Problem("stale-check", said, None, "check it anew, or leave out --from", "warning")]


def _results_from(source: Path) -> dict[str, Any]:
    """Read what `check --format json` printed."""
    try:
        with reading():
            said = json.loads(source.read_text(encoding="utf-8-sig"))
    except ValueError:
        said = None
    results = said.get("results") if isinstance(said, dict) else None
    if not isinstance(results, dict) or "findings" not in results or not isinstance(results.get("game"), dict):
        raise ProblemError(Problem("no-check", "expected what `check --format json` prints", Place(str(source))))
    return results
