"""The command line: converts words into values, calls the library, prints. Nothing else prints or exits.

Results go to stdout, problems to stderr; with `--format json` stdout is one object {results, problems}.
Exit codes: 0 fine, 1 problems in the data, 2 wrong usage, 70 our own fault, 74 the machine refused, 130 interrupted.
"""

from __future__ import annotations

import errno
import gc
import json
import os
import shlex
import sys
import traceback
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

import click

from generator import __version__
from generator.problems import Problem, ProblemError, Problems, counted, format_problem
from generator.units import CARD_SIZES, CUTTER_NAMES, PAPER_SIZES, SLEEVE_NAMES, LengthError, parse_length_mm, parse_size_mm

if TYPE_CHECKING:
    from generator.build import Options, Result
    from generator.game import Card, Game
    from generator.press import Press

MOST_SHOWN = 100
FINE, PROBLEMS, USAGE, OUR_FAULT, REFUSED, INTERRUPTED = 0, 1, 2, 70, 74, 130


class Length(click.ParamType):  # type: ignore[type-arg]
    name = "length"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, float):
            return value
        if str(value).strip() in ("0", "0.0"):
            return 0.0
        try:
            return parse_length_mm(str(value))
        except LengthError as fault:
            self.fail(f"'{value}': {fault}", param, ctx)


class _Size(click.ParamType):  # type: ignore[type-arg]
    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[float, float]:
        if isinstance(value, tuple):
            return value
        try:
            return parse_size_mm(str(value))
        except LengthError as fault:
            self.fail(f"'{value}': {fault}", param, ctx)


def _echo(text: str, err: bool = False) -> None:
    """Print; once nobody reads any more, into nothing, so that the work goes on and its exit status is the one it has without a pipe."""
    try:
        click.echo(text, err=err)
    except BrokenPipeError:
        _hush(sys.stderr if err else sys.stdout)


def _hush(stream: TextIO) -> None:
    """Let all that is still to be printed go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


class Printer:
    """Where a command's words go: text for people, or one JSON object at the end."""

    def __init__(self, is_json: bool) -> None:
        self.is_json = is_json
        self.folder: Path | None = None
        self.results: dict[str, Any] = {}
        self.problems: list[Problem] = []

    def say(self, text: str = "") -> None:
        if not self.is_json:
            _echo(text)

    def remark(self, text: str) -> None:
        if not self.is_json:
            _echo(text, err=True)

    def report(self, problems: Iterable[Problem]) -> None:
        problems = list(problems)
        self.problems += problems
        if self.is_json:
            return
        shown = gathered(problems)
        for problem, others in shown[:MOST_SHOWN]:
            text = format_problem(problem, self.folder)
            if others:
                text += f"\n   = the same on {counted(len(others), 'more card')}: {', '.join(others[:8])}{' …' if len(others) > 8 else ''}"
            head, _, rest = text.partition("\n")
            colour = {"error": "red", "warning": "yellow", "note": "cyan"}[problem.severity]
            _echo(click.style(head, fg=colour, bold=problem.severity == "error"), err=True)
            if rest:
                _echo(rest, err=True)
        if len(shown) > MOST_SHOWN:
            _echo(f"… and {len(shown) - MOST_SHOWN} more; --format json lists them all", err=True)
        if problems:
            _echo(count_of(problems), err=True)

    def finish(self) -> None:
        if self.is_json:
            problems = [problem.as_json() for problem in self.problems]
            _echo(json.dumps({"results": self.results, "problems": problems}, indent=2, ensure_ascii=False))


def gathered(problems: Iterable[Problem]) -> list[tuple[Problem, list[str]]]:
    """Put problems of one place, code and hint together: the first, and the ids of the other cards that have it."""
    first: dict[tuple[object, ...], tuple[Problem, list[str]]] = {}
    for problem in problems:
        key: tuple[object, ...] = (problem.severity, problem.code, problem.place, problem.hint)
        known = first.get(key)
        if not problem.card or problem.place is None or (known and problem.card in (known[0].card, *known[1])):
            key = (*key, problem.message, problem.card if problem.place is None else None)  # another fault of the same card
            known = first.get(key)
        if known is None:
            first[key] = problem, []
        elif problem.card and problem.card not in (known[0].card, *known[1]):
            known[1].append(problem.card)
    return list(first.values())


def count_of(problems: Iterable[Problem]) -> str:
    """Say how many errors and warnings there are."""
    problems = list(problems)
    counts = [(sum(p.severity == s for p in problems), s) for s in ("error", "warning", "note")]
    return ", ".join(f"{n} {word}{'s' if n != 1 else ''}" for n, word in counts if n) or "no problems"


GAME = click.argument("game", required=False, metavar="[GAME]")
FORMAT = click.option(
    "--format", "format_", type=click.Choice(["text", "json"]), default="text", help="Words for people, or one JSON object."
)
INK = click.option("--ink", type=click.Choice(["full", "low", "grey"]), default="full", show_default=True,
                   help="Low leaves large areas white; grey does without colour.")  # fmt: skip
LANG = click.option(
    "--lang", metavar="CODE", help="In another language: fr takes its texts from cards.fr.yaml; 'all' makes each there is."
)
PLAYERS = click.option("--players", type=click.IntRange(1), metavar="N", help="Only what N players need. [the whole box]")
STRICT = click.option("--strict", is_flag=True, help="Take warnings for errors.")


ELSEWHERE = {
    "calibrate": "generator.cli_calibrate",
    "check": "rules_check.cli_check",
    "compare": "rules_check.cli_compare",
    "export": "generator.cli_export",
    "import": "generator.cli_spreadsheets",
    "diff": "generator.cli_diff",
    "games": "generator.cli_games",
    "lint": "generator.cli_lint",
    "languages": "generator.cli_languages",
    "log": "rules_check.cli_log",
    "play": "rules_check.cli",
    "replay": "rules_check.cli",
    "release": "generator.cli_release",
    "report": "rules_check.cli_check",
    "sheets": "generator.cli_sheets",
    "simulate": "rules_check.cli_simulate",
    "tune": "rules_check.cli_tune",
}
"""Commands with a module of their own, those of the other half of the tool among them; it is loaded when the command is asked for."""


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*super().list_commands(ctx), *ELSEWHERE})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in ELSEWHERE:
            return super().get_command(ctx, cmd_name)
        command: click.Command = getattr(import_module(ELSEWHERE[cmd_name]), f"{cmd_name}_command")
        return command


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="emporium-pnp")
def cli() -> None:
    """Print-and-play cards from one file, cards.yaml.

    GAME is a folder or a cards.yaml, or the name of a bundled game; without it ./cards.yaml, else the game that
    comes with the tool. `emporium-pnp games` lists the bundled ones.
    """


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line and leave with its exit code."""
    # A command makes much that it keeps to its end, and little that is garbage: a tenth of a build was looking for it.
    gc.set_threshold(100_000)
    sys.exit(run(arguments))


def run(arguments: list[str] | None = None) -> int:
    """Run the command line; give the exit code."""
    FOREIGN.clear()
    try:
        code = cli.main(arguments, standalone_mode=False)
        return code if isinstance(code, int) else FINE
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except click.UsageError as fault:
        fault.show()
        return USAGE
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted; nothing was changed", err=True)
        return INTERRUPTED
    except OSError as fault:
        click.echo(f"emporium-pnp: {refusal(fault)}", err=True)
        return REFUSED
    except MemoryError:
        click.echo("emporium-pnp: the machine has not enough memory for this", err=True)
        return REFUSED
    except Exception as fault:
        if FOREIGN:
            return _blame(fault, *FOREIGN[-1])
        click.echo(f"emporium-pnp {__version__} failed, and that is our fault: {type(fault).__name__}: {fault}", err=True)
        if os.environ.get("EMPORIUM_PNP_DEBUG"):
            traceback.print_exc()
        else:
            click.echo("please report it with the lines that EMPORIUM_PNP_DEBUG=1 adds here", err=True)
        return OUR_FAULT


FOREIGN: list[tuple[str, Path]] = []
"""Code of others that is at work, which then is to blame for what fails: its name, and the folder it lies in."""


def _blame(fault: Exception, what: str, folder: Path) -> int:
    """Say that code of others failed, and where in it."""
    lines = [
        f"{frame.filename}:{frame.lineno}"
        for frame in traceback.extract_tb(fault.__traceback__)
        if Path(frame.filename).is_relative_to(folder)
    ]
    click.echo(
        f"{what} failed{f' at {lines[-1]}' if lines else f', which lie in {folder}'}: {type(fault).__name__}: {fault}", err=True
    )
    if os.environ.get("EMPORIUM_PNP_DEBUG"):
        traceback.print_exc()
    else:
        click.echo("with NUMBA_DISABLE_JIT=1 EMPORIUM_PNP_DEBUG=1 before the command it tells the lines, slowly", err=True)
    return PROBLEMS


def refusal(fault: OSError) -> str:
    """Say what the machine refused, and what to do."""
    if getattr(fault, "is_reading", False):
        return f"cannot read {fault.filename}: {fault.strerror}"
    what = f"cannot write {fault.filename}" if fault.filename else "the machine refused"
    advice = {
        errno.ENOSPC: "the disk is full; free some space",
        errno.EDQUOT: "your disk quota is used up; free some space",
        errno.EFBIG: "the disk takes no file of that size; free some space",
        errno.EROFS: "the disk is read-only; name another folder with --output",
        errno.EACCES: "permission denied; close the file if a viewer holds it open, or name another folder with --output",
        errno.EPERM: "permission denied; close the file if a viewer holds it open, or name another folder with --output",
        errno.ENOTDIR: "a part of that path is a file; name another folder with --output",
        errno.EEXIST: "a file is where the folder should be; name another folder with --output",
        errno.EISDIR: "there is a folder of that name; move it away",
    }.get(fault.errno or 0, fault.strerror or str(fault))
    return f"{what}: {advice}. {getattr(fault, 'left', 'The old files are as they were.')}"


def open_game(name: str | None, printer: Printer, problems: Problems, ink: str = "full", lang: str | None = None) -> Game:
    """Find and read the game, in one of its languages, to be printed in full, low or grey ink; say where it came from if that may surprise."""
    from generator.game import load_game

    path = game_path(name, printer)
    printer.folder = path.parent
    try:
        return load_game(path, problems, ink=ink, lang=lang)
    except OSError as fault:
        fault.is_reading = True  # type: ignore[attr-defined]
        raise


def for_as_many(game: Game, players: int | None) -> Game:
    """Take of a game what so many players need; more or fewer than can play it is wrong usage."""
    from generator.game import for_players

    try:
        return for_players(game, players)
    except ProblemError as fault:
        raise misuse(fault) from None


def in_languages(game: str | None, lang: str | None, printer: Printer, work: Callable[[str | None], int]) -> int:
    """Run a command's work in the language named by --lang, or in each: then a fault of one does not hold up the others."""
    if lang is None:
        return work(None)
    from generator.languages import ALL, asked_languages

    path = game_path(game)
    printer.folder = path.parent
    try:
        asked = asked_languages(path, lang)
    except ProblemError as fault:
        if any(problem.code == "unknown-language" for problem in fault.problems):
            raise misuse(fault) from None
        raise
    except OSError as fault:
        fault.is_reading = True  # type: ignore[attr-defined]
        raise
    if lang != ALL:
        return work(lang)
    code, results = FINE, {}
    for one in asked:
        printer.results = {}
        try:
            code = max(code, work(one))
        except ProblemError as fault:
            printer.report(fault.problems)
            code = PROBLEMS
        results[one] = printer.results
    printer.results = {"languages": results}
    return code


def named_in(path: Path, game: Game, lang: str | None, is_usual: bool) -> Path:
    """Name a picture after its language as well, troll-fr.png, where that is another than the game's own and nobody named the file."""
    return path.with_stem(f"{path.stem}-{game.language}") if game.is_translated and (is_usual or lang == "all") else path


def game_path(name: str | None, printer: Printer | None = None) -> Path:
    """Find the cards.yaml meant; none is wrong usage. Say so where the bundled game stands in."""
    from generator.game import find_game
    from generator.source import peek

    try:
        path, is_bundled = find_game(name)
    except ProblemError as fault:
        raise misuse(fault) from None
    if is_bundled and name is None and printer:
        printer.remark(f"No cards.yaml here: taking the {peek(path, ('game', 'title'))} that comes with emporium-pnp.")
    return path


def misuse(fault: ProblemError) -> click.UsageError:
    """Turn problems with words of the command line into wrong usage."""
    return click.UsageError("; ".join(p.message + (f" ({p.hint})" if p.hint else "") for p in fault.problems))


def guarded(printer: Printer, work: Callable[[], int]) -> int:
    """Run a command's work; problems found on the way are reported and make the exit code."""
    code = FINE
    try:
        try:
            code = work()
        except ProblemError as fault:
            code = PROBLEMS
            printer.report(fault.problems)
        except OSError as fault:
            if isinstance(fault, BrokenPipeError) or not printer.is_json:
                raise
            code = REFUSED
            printer.report([Problem("machine-refused", refusal(fault))])
        printer.finish()
        return code
    except BrokenPipeError:  # the reader has seen enough; click would make a fault of it
        _hush(sys.stdout)
        return code


_BUILD = [
    GAME,
    click.option("--paper", type=click.Choice([*PAPER_SIZES, "card"], case_sensitive=False), help="Paper; 'card' gives every card a page of its own. [a4]"),
    click.option("--sheet", metavar="NAME", help="Sheet: perforated cards, fixed rows and columns; `emporium-pnp sheets` lists them."),
    click.option("--backs", type=click.Choice(["duplex", "fold", "none"]),
                 help="Backs on alternate pages, beside their fronts to fold over, or none. [duplex, or what the sheet says]"),
    click.option("--flip", type=click.Choice(["long-edge", "short-edge"]),
                 help="The edge about which your printer turns the paper. [long-edge, or the --printer's]"),
    click.option("--printer", "printer_name", metavar="NAME", help="Move backs for a printer that misses; `emporium-pnp calibrate` measures it."),
    click.option("--cutter", type=click.Choice(CUTTER_NAMES), help="Marks for a cutting machine, and its cut lines as SVG and DXF."),
    click.option("--corner-radius", type=Length(), help="How a cutting machine rounds the corners of cards. [3 mm]"),
    click.option("--card-size", type=_Size(), help=f"Size of the cards: '63 x 88 mm', or {', '.join(list(CARD_SIZES)[:6])} … [standard]"),
    click.option("--gutter", type=Length(), help="Gap between cards, such as '3 mm'. [0 mm]"),
    click.option("--bleed", type=Length(), help="How far faces are printed past the cut. [0 mm; 3 mm on card pages]"),
    click.option("--back-bleed", type=Length(), help="How far backs are printed past the cut where there is room. [2 mm]"),
    click.option("--only", multiple=True, metavar="KIND|COMPONENT|ID", help="Only these: several with commas, or given again."),
    INK,
    LANG,
    click.option("--output", type=click.Path(path_type=Path), default=Path("output"), show_default=True, help="Folder for the files."),
    click.option("--watch", is_flag=True, help="Build again whenever a file of the game changes."),
    click.option("--changed", is_flag=True, help="Only the cards that differ from what was printed last, after a page that says what to swap."),
    click.option("--since", metavar="REV|FILE", help="With --changed: what was printed. A revision of git, a cards.yaml, folder or lock file. [cards.lock]"),
    click.option("--mark-printed", is_flag=True, help="Remember in cards.lock what was printed, for --changed and diff."),
    click.option("--version-marks/--no-version-marks", default=None,
                 help="The small print on each card: the game's version and which face it is. [as `print:` says, else with]"),
    click.option("--booklet", is_flag=True, help="The rulebook also two pages a side, in the order for folding (short-edge flip)."),
    click.option("--all", "everything", is_flag=True, help="Also boxes for the decks, dice, standees, the form for playtesters and the booklet."),
    click.option("--sleeves", type=click.Choice(SLEEVE_NAMES, case_sensitive=False), metavar="NAME",
                 help="Sleeves that the boxes are made for: none, penny, premium, gamegenic-gray …"),
    PLAYERS,
    click.option("--dry-run", is_flag=True, help="Only say what would be printed and what is wrong with it; write nothing."),
    STRICT,
    FORMAT,
]  # fmt: skip


def with_options(options: list[Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Give a command several options that stand in a list."""

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


@cli.command("build")
@with_options(_BUILD)
def build_command(game: str | None, format_: str, watch: bool, backs: str | None, flip: str | None,
                  card_size: tuple[float, float] | None, paper: str | None, gutter: float | None, bleed: float | None,
                  only: tuple[str, ...], output: Path, booklet: bool, everything: bool, sleeves: str | None, strict: bool,
                  sheet: str | None, back_bleed: float | None, printer_name: str | None, changed: bool, since: str | None,
                  mark_printed: bool, version_marks: bool | None, ink: str, lang: str | None, cutter: str | None,
                  corner_radius: float | None, players: int | None, dry_run: bool) -> int:  # fmt: skip
    """Print the game: PDF files with cards, backs, mats, tokens and the rulebook."""
    from generator.build import Options
    from generator.sheets import Backs, Flip

    if paper == "card" and backs == "fold":
        raise click.UsageError("--backs fold needs a sheet to fold; --paper card makes every card a page of its own")
    if since and not changed:
        raise click.UsageError("--since says what --changed compares with; give both")
    if sleeves and not everything:
        raise click.UsageError("--sleeves says what the boxes are made for, which --all prints; give both")
    if watch and (changed or mark_printed):
        raise click.UsageError("--watch prints everything anew at every save; leave out --changed and --mark-printed")
    if players and (changed or mark_printed):
        raise click.UsageError(
            "--players prints a part of the box, and cards.lock remembers all of it; leave out --changed and --mark-printed"
        )
    if dry_run and (watch or changed or mark_printed):
        raise click.UsageError("--dry-run writes nothing; leave out --watch, --changed and --mark-printed")
    printer = Printer(format_ == "json")
    try:
        profile = profile_of(printer_name, flip)
    except ProblemError as fault:  # of the file that keeps profiles
        printer.report(fault.problems)
        printer.finish()
        return PROBLEMS
    options = Options(
        paper=paper, sheet=sheet, card_size_mm=card_size, gutter_mm=gutter, bleed_mm=bleed, back_bleed_mm=back_bleed,
        backs=Backs(backs) if backs else None, flip=profile.flip if profile else Flip(flip or "long-edge"), printer=profile,
        only=words_of(only), output=output, is_strict=strict, with_booklet=booklet, with_all=everything, sleeves=sleeves,
        version_marks=version_marks, cutter=cutter, corner_mm=corner_radius, players=players,
        is_dry=dry_run,
    )  # fmt: skip
    if changed:
        code: int = import_module(ELSEWHERE["diff"]).build_changed(game, since, mark_printed, options, printer, ink, lang)
        return code
    if watch:
        return _watch(game, options, printer, ink, lang)
    return guarded(printer, lambda: in_languages(
        game, lang, printer, lambda one: _build(game, options, printer, ink, one, mark_printed=mark_printed)[0]))  # fmt: skip


def profile_of(name: str | None, flip: str | None = None) -> Any:
    """Find a printer's profile; none for no name. An unknown one, or one measured for another flip, is wrong usage."""
    from generator.printers import find_printer

    if name is None:
        return None
    try:
        profile = find_printer(name)
    except ProblemError as fault:
        if any(problem.place for problem in fault.problems):
            raise
        raise misuse(fault) from None
    if flip is not None and flip != profile.flip.value:
        raise click.UsageError(f"'{name}' was measured for --flip {profile.flip.value}; leave --flip out, or calibrate for {flip}")
    return profile


def _build(
    name: str | None,
    options: Options,
    printer: Printer,
    ink: str = "full",
    lang: str | None = None,
    previous: Press | None = None,
    mark_printed: bool = False,
) -> tuple[int, Press]:
    """Read and build once; give the exit code, and the press for the next time."""
    from generator.build import build, chosen_cards, cutter_of
    from generator.press import Press

    problems = Problems()
    game = for_as_many(open_game(name, printer, problems, ink, lang), options.players)
    try:
        chosen_cards(game, options.only)
        cutter_of(game, options)
    except ProblemError as fault:
        if any(p.code != "unknown-card" and (p.place or not options.sheet) for p in fault.problems):  # it is the game that says so
            raise
        raise misuse(fault) from None
    printed = import_module(ELSEWHERE["diff"]) if mark_printed else None
    if printed:
        printed.check_can_mark(name, game, options)
    with Bar(printer) as bar:
        press = Press(game, previous, options.version_marks)
        result = build(game, options, bar.show, problems, press)
    if not result.files:
        what = f"--only {' '.join(options.only)} names nothing that is printed" if options.only else "the game has nothing to print"
        raise click.UsageError(f"{what} for {counted(game.players, 'player')}" if game.players else what)
    printer.report(result.problems)
    tell_result(game, result, printer)
    if options.is_dry:
        printer.say("A dry run: nothing was written.")
    if printed:
        printed.mark_as_printed(game, press, options, printer)
    return FINE, press


class Bar:
    """A progress bar on a terminal, nothing in a pipe."""

    def __init__(self, printer: Printer) -> None:
        self.is_shown = sys.stderr.isatty() and not printer.is_json
        self.last = -1

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *_: object) -> None:
        if self.is_shown and self.last >= 0:
            click.echo("\r" + " " * 60 + "\r", nl=False, err=True)

    def show(self, done: int, total: int, label: str) -> None:
        if not self.is_shown or not total:
            return
        filled = 30 * done // total
        if filled != self.last:
            self.last = filled
            click.echo(f"\r{'█' * filled}{'·' * (30 - filled)} {label[:26]:<26}", nl=False, err=True)


def tell_result(game: Game, result: Result, printer: Printer) -> None:
    """Print the closing table of a build."""
    totals = count_of(p for p in result.problems if p.severity != "note")
    printer.results = {
        "game": game.title, "version": game.version, "data": game.data_hash, **({"players": game.players} if game.players else {}),
        "files": [{"path": str(f.path), "pages": f.pages, "sheets": f.sheets, "bytes": f.size} for f in result.files],
        "decks": [{"name": d.name, "cards": d.cards, "faces": d.faces, "sheets": d.sheets} for d in result.decks],
        "sheets": result.sheets, "faces": result.faces, "seconds": round(result.seconds, 3),
    }  # fmt: skip
    width = max([len(deck.name) for deck in result.decks] + [24])
    for_whom = f" for {counted(game.players, 'player')}" if game.players else ""
    printer.say(f"{f'{game.title} {game.version}{for_whom}':<{width}}  cards  faces  sheets")
    for deck in result.decks:
        printer.say(f"{deck.name:<{width}}  {deck.cards:>5}  {deck.faces:>5}  {deck.sheets:>6}")
    if result.shared:
        both = (
            "sheet has cards of several decks and counts" if result.shared == 1 else "sheets have cards of several decks and count"
        )
        printer.say(f"{result.shared} {both} for each of them.")
    printer.say()
    names = max((len(str(f.path)) for f in result.files), default=0)
    for file in result.files:
        sheets = f"{counted(file.sheets, 'sheet')}, " if file.sheets else ""
        what = file.about or f"{sheets}{counted(file.pages, 'page')}"
        printer.say(f"{file.path!s:<{names}}  {what}, {file.size / 1000:.0f} kB")
    printer.say(f"{result.faces} distinct faces, {totals}, {result.seconds:.2f} s")


def _watch(name: str | None, options: Options, printer: Printer, ink: str = "full", lang: str | None = None) -> int:
    """Build, then build again at every change until interrupted. Problems do not end it."""
    from generator.watching import changes, may_reuse

    presses: dict[str | None, Press | None] = {}
    path = str(game_path(name))  # once: a file that an editor has moved away for a moment is a problem, not another game

    def work(one: str | None) -> int:
        code, presses[one] = _build(path, options, printer, ink, one, presses.get(one))
        return code

    try:
        for changed in changes(Path(path).parent, options.output):
            if changed:
                printer.remark(f"changed: {', '.join(sorted(changed)[:4])}")
            if not may_reuse(changed):
                presses.clear()
            printer.problems, printer.results = [], {}
            try:
                guarded(printer, lambda: in_languages(path, lang, printer, work))
            except click.UsageError as fault:
                printer.remark(f"error: {fault.format_message()}")
            except OSError as fault:
                printer.remark(f"emporium-pnp: {refusal(fault)}")
            printer.remark("watching; Ctrl-C ends it")
    except KeyboardInterrupt:
        printer.remark("stopped watching")
    return INTERRUPTED


@cli.command("preview")
@click.argument("card_id", metavar="ID")
@GAME
@click.option("--output", type=click.Path(path_type=Path), help="The PNG (or, ending in .svg, SVG) to write. [output/ID.png]")
@click.option("--dpi", type=click.FloatRange(36, 1200), default=300, show_default=True, help="Dots per inch.")
@click.option("--bleed", type=Length(), default=0.0, help="How much to show past the cut.")
@INK
@LANG
@FORMAT
def preview_command(
    card_id: str, game: str | None, output: Path | None, dpi: float, bleed: float, ink: str, lang: str | None, format_: str
) -> int:
    """Write one card's picture: PNG, or its fitted SVG."""
    printer = Printer(format_ == "json")

    def work(one: str | None) -> int:
        from generator.files import write_files
        from generator.pictures import preview
        from generator.press import Press

        problems = Problems()
        loaded = open_game(game, printer, problems, ink, one)
        cards = cards_named(loaded, card_id)
        if output and len(cards) > 1:
            made = ", ".join(card.id for card in cards)
            raise click.UsageError(f"'{card_id}' is several cards ({made}): name one of them for --output, or leave that out")
        press, contents = Press(loaded), dict[Path, bytes | None]()
        for card in cards:
            path = named_in(output or Path("output") / f"{card.id}.png", loaded, lang, output is None)
            check_ending(path, ".png", ".svg")
            is_svg = path.suffix.lower() == ".svg"
            if ink != "full" and is_svg:
                raise click.UsageError("--ink is for pictures of what is printed; take a name that ends in .png")
            contents[path] = press.svg(card).encode() if is_svg else preview(press, card, dpi, bleed)
        problems.extend(press.problems)
        problems.raise_errors()
        write_files({path: content for path, content in contents.items() if content is not None})
        printer.report(problems)
        printer.results = {"files": [str(path) for path in contents]}
        for path in contents:
            printer.say(str(path))
        return FINE

    return guarded(printer, lambda: in_languages(game, lang, printer, work))


def words_of(only: tuple[str, ...]) -> tuple[str, ...]:
    """Split `--only a,b --only c` into words."""
    return tuple(word.strip() for text in only for word in text.split(",") if word.strip())


def check_ending(path: Path, *endings: str, option: str = "--output") -> None:
    """Refuse to write a file, named by an `option`, under the name of another sort of file."""
    if path.suffix.lower() not in endings:
        raise click.UsageError(f"{option} expected a name that ends in {' or '.join(endings)}, found '{path}'")


def cards_named(game: Game, word: str) -> list[Card]:
    """Find the card named on the command line, or all that are made of the entry of that name; an unknown one is wrong usage."""
    try:
        return [game.card(word)]
    except ProblemError as fault:
        if made := game.made_of(word):
            return made
        raise misuse(fault) from None


@cli.command("contact")
@GAME
@click.option("--only", multiple=True, metavar="KIND|COMPONENT|ID", help="Only these: several with commas, or given again.")
@click.option(
    "--output", type=click.Path(path_type=Path), default=Path("output/contact.png"), show_default=True, help="The PNG to write."
)
@click.option("--width", type=click.IntRange(200, 12000), default=2800, show_default=True, help="Width of the picture in pixels.")
@click.option("--columns", type=click.IntRange(1, 50), help="Cards side by side.")
@INK
@LANG
@FORMAT
def contact_command(
    game: str | None, only: tuple[str, ...], output: Path, width: int, columns: int | None, ink: str, lang: str | None, format_: str
) -> int:
    """Write one picture of every card."""
    printer = Printer(format_ == "json")

    def work(one: str | None) -> int:
        from generator.build import chosen_cards
        from generator.files import write_files

        check_ending(output, ".png")
        from generator.pictures import contact_sheet
        from generator.press import Press

        problems = Problems()
        loaded = open_game(game, printer, problems, ink, one)
        try:
            chosen = chosen_cards(loaded, words_of(only))
        except ProblemError as fault:
            raise misuse(fault) from None
        cards = [c for c in loaded.cards.values() if (c.id in chosen if chosen is not None else c.size_mm is None)]
        cards = cards or ([] if chosen else list(loaded.cards.values()))
        press = Press(loaded)
        for card in cards:
            press.stamp(card)
        problems.extend(press.problems)
        problems.raise_errors()
        if not cards:
            raise click.UsageError("there is no card to show")
        content = contact_sheet(press, cards, width, columns)
        path = named_in(output, loaded, lang, output == Path("output/contact.png"))
        write_files({path: content})
        printer.report(problems)
        printer.results = {"files": [str(path)], "cards": len(cards)}
        printer.say(str(path))
        return FINE

    return guarded(printer, lambda: in_languages(game, lang, printer, work))


@cli.command("fit")
@GAME
@click.option("--all", "show_all", is_flag=True, help="Every text, not only those that had to shrink.")
@LANG
@STRICT
@FORMAT
def fit_command(game: str | None, show_all: bool, lang: str | None, strict: bool, format_: str) -> int:
    """Report how every text fits: the size used, the lines, what is too much."""
    printer = Printer(format_ == "json")

    def work(one: str | None) -> int:
        from generator.press import Press

        problems = Problems()
        loaded = open_game(game, printer, problems, lang=one)
        press = Press(loaded)
        for card in loaded.cards.values():
            press.stamp(card)
        problems.extend(press.problems)
        fits = press.fits if show_all else [f for f in press.fits if f.overflows or f.used_pt < f.wanted_pt - 0.01]
        printer.results = {
            "texts": len(press.fits),
            "fits": [{"card": f.card, "field": f.field, "wanted_pt": round(f.wanted_pt, 2), "used_pt": round(f.used_pt, 2), "lines": f.lines,
                      "too_high_mm": round(f.too_high_mm, 2), "too_wide_mm": round(f.too_wide_mm, 2), "template": f.at,
                      "file": f.place.file, "line": f.place.line} for f in fits],
        }  # fmt: skip
        if fits:
            printer.say(f"{'card':<20} {'field':<12} {'wanted':>7} {'used':>7} {'lines':>5}  overflow")
        for f in fits:
            much = " and ".join(
                [f"{f.too_high_mm:.1f} mm high"] * (f.too_high_mm > 0) + [f"{f.too_wide_mm:.1f} mm wide"] * (f.too_wide_mm > 0)
            )
            printer.say(f"{f.card:<20} {f.field:<12} {f.wanted_pt:>4.4g} pt {f.used_pt:>4.4g} pt {f.lines:>5}  {much}")
        shrunk = sum(f.used_pt < f.wanted_pt - 0.01 for f in press.fits)
        printer.say(f"{len(press.fits)} texts, {shrunk} shrunk, {sum(f.overflows for f in press.fits)} too long")
        printer.report(problems)
        return PROBLEMS if problems.has_errors or (strict and problems.count("warning")) else FINE

    return guarded(printer, lambda: in_languages(game, lang, printer, work))


@cli.command("schema")
@GAME
def schema_command(game: str | None) -> int:
    """Print a JSON Schema of cards.yaml, so that editors complete and check it."""
    from generator.schema import json_schema
    from generator.source import read_source

    printer = Printer(False)

    def work() -> int:
        path = game_path(game)
        printer.folder = path.parent
        click.echo(json.dumps(json_schema(read_source(path, path.name)), indent=2, ensure_ascii=False))
        return FINE

    return guarded(printer, work)


@cli.command("new")
@click.argument("name")
def new_command(name: str) -> int:
    """Start a small game of your own in a new folder; it builds at once."""
    from generator.starting import start_game, title_of

    printer = Printer(False)

    def work() -> int:
        try:
            paths = start_game(Path(name))
        except FileExistsError:
            raise click.UsageError(f"'{name}' exists and is not empty; take another name") from None
        except ValueError as fault:
            raise click.UsageError(str(fault)) from None
        for path in paths:
            click.echo(str(path))
        title, lacking = title_of(Path(name))
        if lacking:
            click.echo(f"\nThe bundled fonts have no {' '.join(lacking)}, so the title is '{title}'. To have another one, name a font of your own "
                       "under `fonts:` in cards.yaml and change `title:`.")  # fmt: skip
        click.echo(f"\nNow: cd {shlex.quote(name)} && emporium-pnp build")
        return FINE

    return guarded(printer, work)
