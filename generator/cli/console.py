"""The command line: converts words into values, calls the library, prints. Nothing else prints or
exits.

Results go to stdout, problems to stderr; with `--format json` stdout is one object {format,
results, problems}; with `--format github` problems are lines for GitHub Actions, on stdout too.
Exit codes: 0 success, 1 problems in the data, 2 incorrect usage, 70 a bug of ours, 74 refused by
the system, 130 interrupted.
"""

from __future__ import annotations

import errno
import io
import json
import os
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

import click
from click.shell_completion import CompletionItem

from generator.cli import messages as say
from generator.cli.annotating import annotation, harmless, same_on
from generator.cli.gathering import Group, count_of, grouped
from generator.data.budget import heed
from generator.data.files import (
    LANDED,
    CannotGoOn,
    ChangedMeanwhile,
    reading,
    refuse_way_out,
    replace_file,
    write_files,
)
from generator.data.opening import CannotRead
from generator.data.problems import (
    Place,
    Problem,
    ProblemError,
    Problems,
    counted,
    did_you_mean,
    format_problem,
)
from generator.data.saying import Said, first_of, hinted, one_of
from generator.data.units import LengthError, parse_length_mm, parse_size_mm
from generator.data.visible import escaped, visible

if TYPE_CHECKING:
    from generator.data.findings import Finding
    from generator.data.game import Card, Game
    from generator.face.press import Press

MOST_SHOWN = 100
"""Problems that are shown with their lines and hints. Further errors and warnings have a line each,
further notes are counted.
"""
JSON_VERSION = 1
"""What `--format json` prints has this version: it counts up where a key goes away or changes its
meaning, in docs/reference/stability.md's words.
"""
FINE, PROBLEMS, USAGE, OUR_FAULT, REFUSED, INTERRUPTED = 0, 1, 2, 70, 74, 130


class OneOf(click.Choice[str]):
    """A choice among words, which suggests the nearest if a different word is given."""

    def get_invalid_choice_message(self, value: object, ctx: click.Context | None) -> str:
        near = did_you_mean(str(value), self.choices)
        return f"expected one of {', '.join(self.choices)}, found '{value}'" + (
            f"; {near}" if near else ""
        )


class Length(click.ParamType):  # type: ignore[type-arg]
    name = "length"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        if isinstance(value, float):
            return value
        if str(value).strip() in ("0", "0.0"):
            return 0.0
        try:
            return parse_length_mm(str(value))
        except LengthError as fault:
            self.fail(f"'{value}': {fault}", param, ctx)


class Size(click.ParamType):  # type: ignore[type-arg]
    name = "size"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, float]:
        if isinstance(value, tuple):
            return value
        try:
            return parse_size_mm(str(value))
        except LengthError as fault:
            self.fail(f"'{value}': {fault}", param, ctx)


_ESCAPE = f"\0{os.urandom(8).hex()}\0"
"""What stands for an escape character of ours in a text that is to be printed; no file can hold it.
"""


def styled(text: str, colour: str | None = None, is_bold: bool = False) -> str:
    """Colour a text if output is coloured."""
    if text:
        return click.style(visible(text), fg=colour, bold=is_bold or None).replace("\x1b", _ESCAPE)
    return text


def printable(text: str) -> str:
    """Return a text as it is printed: without control characters, except those of our own
    colours.
    """
    return "\x1b".join(map(visible, text.split(_ESCAPE)))


def echo(text: str = "", err: bool = False) -> None:
    """Print a line. All output goes through this function, `echo_json`, `Status` or a question, so
    that no text of a file can control a terminal.

    Once the reader is gone, output is discarded, so that the work continues with the same exit
    status as without a pipe.
    """
    _print(printable(text), err)


def echo_json(data: Any) -> None:
    """Print data as JSON, in ASCII if the stream supports nothing else."""
    text = json_text(data)
    _print(text if _encoded(text, sys.stdout) == text else json.dumps(data, indent=2))


def _encoded(text: str, stream: TextIO) -> str:
    """Return a text reduced to the encoding of a stream."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return text.encode(encoding, "replace").decode(encoding)


def _print(text: str, err: bool = False, is_line: bool = True) -> None:
    stream = sys.stderr if err else sys.stdout
    try:
        click.echo(_encoded(text, stream), err=err, nl=is_line)
    except BrokenPipeError:
        _hush(stream)
    except OSError as fault:
        raise CannotPrint(fault.errno, fault.strerror) from fault


def echo_fault(fault: BaseException) -> None:
    """Print where an exception comes from, for anyone who develops the tool."""
    for line in "".join(traceback.format_exception(fault)).splitlines():
        echo(line, err=True)


def echo_usage(fault: click.ClickException) -> None:
    """Print what is wrong with the words of the command line, and the correct usage."""
    if not isinstance(fault, (click.exceptions.NoArgsIsHelpError, Unasked)):  # which show no usage
        message = fault.format_message()
        if isinstance(fault, click.MissingParameter):  # click lists the choices one a line
            message = message.replace("\n\t", " ")
        fault = click.UsageError(visible(message), getattr(fault, "ctx", None))
    said = io.StringIO()
    fault.show(said)
    for line in said.getvalue().rstrip("\n").split("\n"):
        echo(line, err=True)


def clear_screen() -> None:
    """Clear the terminal, if there is one."""
    click.clear()


def asked(question: str) -> str:
    """Ask for a line of text. Raises click.Abort if no one answers."""
    answer: str = click.prompt(
        printable(question), default="", show_default=False, prompt_suffix=""
    )
    return answer


def agreed(question: str) -> bool:
    """Ask a question that is answered with yes or no. Raises click.Abort if no one answers."""
    return click.confirm(printable(question), err=True)


class Status:
    """One line on a terminal's stderr that is overwritten: a progress bar, or the current step."""

    def show(self, text: str) -> None:
        """Write the line again."""
        _print(f"\r\x1b[K{printable(text)}", err=True, is_line=False)

    def clear(self) -> None:
        """Leave the line empty."""
        _print("\r\x1b[K", err=True, is_line=False)


class CannotPrint(OSError):
    """Output that the system refuses, for example on a full disk."""


def _hush(stream: TextIO) -> None:
    """Discard all further output."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


class Printer:
    """The output of a command: text for people, the same with problems as GitHub annotations, or
    one JSON object at the end.
    """

    def __init__(self, is_json: bool, annotates: bool = False) -> None:
        self.is_json = is_json
        self.annotates = annotates
        self.folder: Path | None = None
        self.results: dict[str, Any] = {}
        self.problems: list[Problem] = []

    def say(self, *lines: str) -> None:
        """Print lines of the requested output; an empty one if none is given."""
        for line in lines or ("",):
            self._echo(line)

    def remark(self, line: str) -> None:
        """Print a line of additional information."""
        self._echo(line, err=True)

    def _echo(self, line: str, err: bool = False) -> None:
        if not self.is_json:
            echo(harmless(line) if self.annotates else line, err)

    def report(self, problems: Iterable[Problem]) -> None:
        problems = list(map(as_known, problems))
        self.problems += problems
        if self.is_json:
            return
        groups = grouped(problems)
        for group in groups[:MOST_SHOWN]:
            self._show(group)
        rest = groups[MOST_SHOWN:]
        for group in rest:
            if group.problem.severity != "note":
                self._show(group, is_brief=True)
        notes = sum(1 + len(group.alike) for group in rest if group.problem.severity == "note")
        if notes:
            echo(f"… and {counted(notes, 'more note')}; --format json lists them all", err=True)
        if problems:
            echo(count_of(problems), err=True)

    def _show(self, group: Group, is_brief: bool = False) -> None:
        """Print a problem and what belongs to it; `is_brief` leaves out its line of the file and
        its hint.
        """
        problem = group.problem
        if self.annotates:
            echo(annotation(group, self.folder))
            return
        head, *rest = format_problem(problem, self.folder).split("\n")
        more = [same_on(problem, group.cards)] if group.cards else []
        more += [group.places()] if group.alike else []
        colour = {"error": "red", "warning": "yellow", "note": "cyan"}[problem.severity]
        if is_brief:
            head, more, rest = "; ".join((head, *more)), [], []
        echo(styled(head, colour, is_bold=problem.severity == "error"), err=True)
        indent = len(rest[-1]) - len(rest[-1].lstrip()) if rest else 3
        for line in (*rest, *(f"{' ' * indent}= {text}" for text in more)):
            echo(line, err=True)

    def finish(self) -> None:
        if self.is_json:
            echo_json(self.whole())

    def whole(self) -> dict[str, Any]:
        """Return the whole output as JSON."""
        problems = [problem.as_json() for problem in self.problems]
        return {"format": format_of(command_words()), "results": self.results, "problems": problems}


def json_text(data: Any) -> str:
    """Write data in a form that people and programs can read."""
    return escaped(json.dumps(data, indent=2, ensure_ascii=False))


def format_of(words: str) -> str:
    """Return the value of the first key of a command's JSON, made from the words of the command."""
    return f"emporium-pnp {words} {JSON_VERSION}"


def command_words() -> str:
    """Return the words of the command that runs, such as `export csv`."""
    words, context = [], click.get_current_context()
    while context.parent:
        words.append(str(context.command.name))
        context = context.parent
    return " ".join(reversed(words))


def _game_words(
    context: click.Context, parameter: click.Parameter, begun: str
) -> list[CompletionItem]:
    """Complete the word of a game in a shell: names of bundled games, and whatever is here."""
    from generator.data.loading import bundled_games

    return [
        *(CompletionItem(name) for name in bundled_games() if name.startswith(begun)),
        CompletionItem(begun, type="file"),
    ]


GAME = click.argument("game", required=False, metavar="[GAME]", shell_complete=_game_words)
FORMAT = click.option(
    "--format",
    "format_",
    type=OneOf(["text", "json"]),
    default="text",
    help="Print text, or one JSON object.",
)
CI_FORMAT = click.option(
    "--format",
    "format_",
    type=OneOf(["text", "json", "github"]),
    default="text",
    help="Print text, one JSON object, or text with problems as GitHub Actions annotations.",
)
INK = click.option(
    "--ink",
    type=OneOf(["full", "low", "grey"]),
    default="full",
    show_default=True,
    help="Low leaves large areas white; grey uses no colour.",
)
LANG = click.option(
    "--lang",
    metavar="CODE",
    help="Language: fr uses the texts in cards.fr.yaml; 'all' makes every language in turn.",
)
PLAYERS = click.option(
    "--players",
    type=click.IntRange(1),
    metavar="N",
    help="Only the pieces that N players need. [the whole box]",
)
STRICT = click.option("--strict", is_flag=True, help="Treat warnings as errors.")


OUTPUT = Path("output")
"""Where files go if no one names a place: in the folder where the command runs, mostly the game's.
"""


class Destination(click.Option):
    """An option that names where files go: in a folder below `OUTPUT`, if no one says another."""


def _refuse_way_out() -> None:
    """Raise RefusedFile if the command at work would write through a link out of this folder."""
    context = click.get_current_context(silent=True)
    if context is None:
        return
    for option in context.command.params:
        if isinstance(option, Destination) and option.name:
            place = context.params.get(option.name) or OUTPUT
            refuse_led_out(place.parent if place.suffix else place)


def refuse_led_out(folder: Path) -> None:
    """Raise RefusedFile if a folder seems to be in this one, but a link leads elsewhere: the link
    may have come with a game.
    """
    if not folder.is_absolute() and ".." not in folder.parts:
        refuse_way_out(
            folder,
            Path(),
            "if that is intended, name that place with --output; otherwise delete the link",
        )


def output_folder(default: Path) -> Callable[..., Any]:
    """Return the option --output for a command that names its files itself."""
    path = click.Path(path_type=Path)
    shown = {"default": default, "show_default": True, "help": "Folder for the files."}
    return click.option("--output", cls=Destination, type=path, metavar="FOLDER", **shown)


def output_file(what: str, usual: str) -> Callable[..., Any]:
    """Return the option --output for a command that writes one file; `usual` is the default.
    `placed` makes a path of it.
    """
    path = click.Path(path_type=Path)
    return click.option(
        "--output",
        cls=Destination,
        type=path,
        metavar="FILE|FOLDER",
        help=f"{what}, or a folder for it. [{usual}]",
    )


def placed(output: Path | None, usual: Path) -> tuple[Path, bool]:
    """Return the file to write, and whether it has its usual name, as it does if `output` is None
    or a folder (an existing one, or a name without an ending).
    """
    if output is None:
        return usual, True
    is_folder = output.is_dir() or not output.suffix
    return (output / usual.name if is_folder else output), is_folder


FOREIGN: list[tuple[str, Path]] = []
"""Code of others that is at work, which then is to blame for what fails: its name, and its folder.
"""


Placed = TypeVar("Placed", Problem, "Finding")
SHOWN_AS: dict[str, str] = {}
"""Copies of ours, by their paths, of files that users know by another name: messages have that
name.
"""


def as_known(found: Placed) -> Placed:
    """Return a problem or a finding with its place in the user's own file."""
    if not found.place or found.place.file not in SHOWN_AS:
        return found
    return replace(found, place=replace(found.place, file=SHOWN_AS[found.place.file]))


_HOW = "with --output if the command has it"
_ELSEWHERE = f"name another folder, {_HOW}"
_NO_PERMISSION = f"permission denied; close the file if a viewer holds it open, or {_ELSEWHERE}"
_ADVICE = {
    errno.ENOSPC: "the disk is full; free some space",
    errno.EDQUOT: "your disk quota is used up; free some space",
    errno.EFBIG: f"the disk does not accept files of that size; use another one, {_HOW}",
    errno.EROFS: f"the disk is read-only; {_ELSEWHERE}",
    errno.EACCES: _NO_PERMISSION,
    errno.EPERM: _NO_PERMISSION,
    errno.ENOTDIR: f"a part of that path is a file; {_ELSEWHERE}",
    errno.EEXIST: f"a file is where the folder should be; {_ELSEWHERE}",
    errno.EISDIR: "there is a folder of that name; move it away",
}
"""What to do about each refusal of the system to write."""


def refusal(fault: OSError) -> str:
    """Describe what the system refused, and what to do about it."""
    if isinstance(fault, CannotRead):
        return f"cannot read {fault.filename}: {fault.strerror}"
    if isinstance(fault, CannotPrint):
        return f"cannot print the results: {fault.strerror}. {_left()}"
    what = f"cannot write {fault.filename}" if fault.filename else "the machine refused"
    advice = _ADVICE.get(fault.errno or 0, fault.strerror or str(fault))
    left = fault.left if isinstance(fault, CannotGoOn) else _left()
    return f"{what}: {advice}. {left}"


def _left() -> str:
    """Report which files a command has replaced."""
    if not LANDED:
        return "The old files are unchanged."
    return f"Already replaced: {names_of(LANDED)}; the other files are unchanged."


def names_of(paths: Sequence[Path]) -> str:
    """Name the first few files."""
    return first_of((path.name for path in paths), 5)


MOST_DRAWN = 300
"""The cards of a kind that are drawn to find more faults, if a game has some already."""


def open_game(
    name: str | None,
    printer: Printer,
    problems: Problems,
    ink: str = "full",
    lang: str | None = None,
) -> Game:
    """Find and read the game in one of its languages, for full, low or grey ink; report it if the
    bundled one is used.
    """
    from generator.data.loading import load_game

    path = game_path(name, printer)
    printer.folder = path.parent
    with reading():
        try:
            return load_game(path, problems, ink=ink, lang=lang)
        except ProblemError as fault:
            if fault.rest is None:
                raise
            raise ProblemError(
                *fault.problems, *_faults_drawn(fault.rest, fault.problems)
            ) from None


def _faults_drawn(game: Game, known: Sequence[Problem]) -> list[Problem]:
    """Draw the sound parts of a game with faults, and list their problems too: templates, texts
    that do not fit. Of a kind with many cards, only the first are drawn, so that the faults that
    are known are not long in coming.
    """
    from generator.face.press import Press

    press, places = Press(game), {problem.place for problem in known}
    icons = tuple(
        f"/{str(problem['found']).strip(chr(39))}.svg"
        for problem in known
        if problem.code == "unknown-icon"
    )
    drawn = Counter[str]()
    for card in game.cards.values():
        drawn[card.kind] += 1
        if drawn[card.kind] <= MOST_DRAWN:
            press.stamp(card)
    return [
        problem
        for problem in press.problems
        if problem.severity == "error"
        and problem.place not in places
        and not (
            problem.code == "unknown-icon" and str(problem["found"]).endswith(icons)
        )  # reported where a card names it
    ]


def look_over(
    game: Game, problems: Problems, with_lint: bool
) -> tuple[list[Finding], list[Problem]]:
    """Examine a game as for printing, without writing anything: its counts, the findings of `lint`
    if requested, and what a build would refuse.

    For `check`, which may not know how things are printed. `problems` are those of reading the
    game, and are reported with the others.
    """
    from generator.face.press import Press
    from generator.job.build import build
    from generator.job.planning import Options

    press = Press(game)
    with problems.collecting():
        build(game, Options(is_dry=True), problems=problems, press=press)
    from generator.odds.promises import findings_unplayed

    counted_ones, faults = findings_unplayed(game)
    problems.extend(faults)
    if not with_lint:
        return counted_ones, list(problems)
    from generator.lint.lint import lint

    linted = lint(game, press)
    problems.extend(linted.problems)
    codes = {
        finding.code for finding in linted.findings
    }  # a build tells some of them too, by fixed limits
    return linted.told + linted.fine + counted_ones, [
        problem for problem in problems if problem.code not in codes
    ]


def for_as_many(game: Game, players: int | None) -> Game:
    """Return the part of a game that this number of players needs; a number that cannot play it is
    incorrect usage.
    """
    from generator.data.game import for_players

    with as_misuse():
        return for_players(game, players)


def in_languages(
    game: str | None, lang: str | None, printer: Printer, work: Callable[[str | None], int]
) -> int:
    """Run a command's work, guarded, in the language named by --lang, or in each: a fault of one
    then does not stop the others.
    """
    return guarded(printer, lambda: _in_languages(game, lang, printer, work))


def _in_languages(
    game: str | None, lang: str | None, printer: Printer, work: Callable[[str | None], int]
) -> int:
    if lang is None:
        return work(None)
    from generator.data.languages import ALL, asked_languages

    path = game_path(game)
    printer.folder = path.parent
    try:
        with reading():
            asked = asked_languages(path, lang)
    except ProblemError as fault:
        if any(problem.code == "unknown-language" for problem in fault.problems):
            raise misuse(fault) from None
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
    """Add the language to a picture's name, as in troll-fr.png, if it is not the game's own and the
    user did not name the file.
    """
    if game.is_translated and (is_usual or lang == "all"):
        return path.with_stem(f"{path.stem}-{game.language}")
    return path


def write_drawn(
    contents: Mapping[Path, bytes], press: Press, problems: Problems, printer: Printer
) -> int:
    """Write pictures of cards, those with errors marked as drafts, and report everything found.

    Raises ProblemError for any other error, and then writes nothing.
    """
    if any(one.severity == "error" and one.card not in press.drafts for one in problems):
        raise ProblemError(*problems)
    write_files(contents)
    printer.report(problems)
    printer.results = {"files": list(map(str, contents))}
    for path in contents:
        printer.say(str(path))
    if press.drafts:
        printer.remark(f"Drawn in spite of errors, and marked DRAFT: {first_of(press.drafts, 8)}")
    return PROBLEMS if problems.has_errors else FINE


def game_path(name: str | None, printer: Printer | None = None) -> Path:
    """Find the requested cards.yaml; if there is none, that is incorrect usage. Report it if the
    bundled game is used.
    """
    from generator.data.loading import find_game
    from generator.data.source import peek

    try:
        path, is_bundled = find_game(name)
    except ProblemError as fault:
        raise _several(name) or misuse(fault) from None
    if is_bundled and name is None and printer:
        printer.remark(
            f"No cards.yaml here: using the {peek(path, ('game', 'title'))} that comes with "
            "emporium-pnp."
        )
    return path


def _several(name: str | None) -> click.UsageError | None:
    """Explain how to name several cards, if the second one is in the place of the game."""
    given = click.get_current_context().params
    if not name or Path(name).suffix or "/" in name:
        return None
    if given.get("only"):
        return click.UsageError(
            f"there is no game '{name}' (separate several with commas: --only "
            f"{','.join([*given['only'], name])})"
        )
    if given.get("card_id"):
        several = f"{given['card_id']},{name}"
        return click.UsageError(
            f"there is no game '{name}' (for several cards in one picture: emporium-pnp contact "
            f"--only {several})"
        )
    return None


def in_version(fault: ProblemError, word: str, folder: Path, printer: Printer) -> ProblemError:
    """Name the version in the problems of another version of a game, which a person calls `word`,
    and print its lines: those of a folder or a file by their path, those of git's by the word.
    """
    if not Path(word).exists() and Path(word).suffix not in (".yaml", ".yml"):
        printer.folder = folder
        return ProblemError(
            *(replace(one, message=f"in {word}: {one.message}") for one in fault.problems)
        )
    printer.folder = Path()

    def there(place: Place) -> Place:
        return replace(place, file=str(folder / place.file)) if place else place

    return ProblemError(
        *(
            replace(
                one,
                place=there(one.place),
                also=tuple((what, there(place)) for what, place in one.also),
            )
            for one in fault.problems
        )
    )


def check_one_of(option: str, word: str, known: Collection[str], shown: int = 12) -> None:
    """Raise UsageError, which lists the first `shown` of the words that are known, unless a word is
    one of them.
    """
    if word not in known:
        expected = f"{option} expected {one_of(known, shown)}, found '{word}'"
        raise click.UsageError(hinted(expected, did_you_mean(word, known)))


def misuse(fault: ProblemError) -> click.UsageError:
    """Turn problems with words of the command line into incorrect usage."""
    return click.UsageError(
        "; ".join(visible(hinted(problem.message, problem.hint)) for problem in fault.problems)
    )


@contextmanager
def as_misuse() -> Iterator[None]:
    """Report what is wrong with words of the command line as incorrect usage."""
    try:
        yield
    except ProblemError as fault:
        raise misuse(fault) from None


def code_for(problems: Problems, is_strict: bool) -> int:
    """Return the exit code after work that found problems."""
    return PROBLEMS if problems.are_refused(is_strict) else FINE


def guarded(printer: Printer, work: Callable[[], int]) -> int:
    """Run a command's work; problems found on the way are reported and determine the exit code."""
    code = FINE
    try:
        try:
            _refuse_way_out()
            code = work()
        except ProblemError as fault:
            heed()
            code = PROBLEMS
            printer.report(fault.problems)
        except ChangedMeanwhile as fault:
            code = PROBLEMS
            printer.report([_changed_meanwhile(fault.path)])
        except OSError as fault:
            if isinstance(fault, BrokenPipeError) or not printer.is_json:
                raise
            code = REFUSED
            printer.report([Problem.of(Said("machine-refused", refusal(fault)))])
        printer.finish()
        return code
    except BrokenPipeError:  # the reader has seen enough; click would make a fault of it
        _hush(sys.stdout)
        return code


def _changed_meanwhile(path: Path) -> Problem:
    done = f"already written: {names_of(LANDED)}" if LANDED else "nothing is written"
    message = say.CHANGED_MEANWHILE(name=path.name, done=done)
    return Problem.of(message, Place(str(path)))


def write_result(
    target: Path, content: bytes, source: Path, known: bytes, may_replace: bool
) -> None:
    """Write the new contents of `source`, which contained `known`: replacing it if `target` is the
    same file, otherwise to `target`.

    `may_replace` says whether another file may be replaced. Raises ChangedMeanwhile and OSError.
    """
    if target.resolve() == source.resolve():
        replace_file(target, content, known)
    elif may_replace:
        write_files({target: content})
    else:
        replace_file(target, content, None)


class Unasked(click.UsageError):
    """A command asks a question, but there is no one to answer. The words of the command line are
    correct, so its usage is not shown.
    """

    def show(self, file: Any = None) -> None:
        click.echo(f"Error: {self.format_message()}", file=file, err=True)


def with_options(options: list[Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorate a command with a list of options."""

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def profile_of(name: str | None, flip: str | None = None) -> Any:
    """Find a printer's profile; none without a name. An unknown one, or one measured for another
    flip, is incorrect usage.
    """
    from generator.sheet.printers import find_printer

    if name is None:
        return None
    try:
        profile = find_printer(name)
    except ProblemError as fault:
        if any(problem.place for problem in fault.problems):
            raise
        raise misuse(fault) from None
    if flip is not None and flip != profile.flip.value:
        raise click.UsageError(
            f"'{name}' was measured for --flip {profile.flip.value}; leave --flip out, or "
            f"calibrate for {flip}"
        )
    return profile


class Bar:
    """A progress bar on a terminal; invisible in a pipe."""

    def __init__(self, printer: Printer) -> None:
        self.is_shown = sys.stderr.isatty() and not printer.is_json
        self.last = -1
        self._status = Status()

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *_: object) -> None:
        if self.is_shown and self.last >= 0:
            self._status.clear()

    def show(self, done: int, total: int, label: str) -> None:
        if not self.is_shown or not total:
            return
        filled = 30 * done // total
        if filled != self.last:
            self.last = filled
            self._status.show(f"{'█' * filled}{'·' * (30 - filled)} {label[:26]}")


def words_of(only: tuple[str, ...]) -> tuple[str, ...]:
    """Split `--only a,b --only c` into words."""
    return tuple(word.strip() for text in only for word in text.split(",") if word.strip())


def check_ending(path: Path, *endings: str, option: str = "--output") -> None:
    """Refuse to write a file, named by an `option`, with the ending of another type of file."""
    if path.suffix.lower() not in endings:
        raise click.UsageError(
            f"{option} expected a name that ends in {' or '.join(endings)}, found '{path}'"
        )


def cards_named(game: Game, word: str) -> list[Card]:
    """Find the card named on the command line, or all cards made from the entry of that name; an
    unknown one is incorrect usage.
    """
    try:
        return [game.card(word)]
    except ProblemError as fault:
        if made := game.made_of(word):
            return made
        raise misuse(fault) from None
