"""`emporium-pnp log`: real playtests recorded, shown, removed, and exported to and imported from
spreadsheets.

Converts words into values, calls the room `log`, prints. Loads neither numpy nor numba: recording
an evening takes no longer than typing it.
"""

from __future__ import annotations

import datetime
import shlex
import unicodedata
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.cli.console import FINE, FORMAT, GAME, Printer, agreed, guarded, misuse, open_game
from generator.data.files import reading, write_files
from generator.data.opening import read_named
from generator.data.problems import Problem, ProblemError, Problems, counted, did_you_mean
from generator.data.saying import agreeing, hinted

if TYPE_CHECKING:
    from rules_check.log.cards import Cards
    from rules_check.log.notes import Note
    from rules_check.log.plays import Play

_FILE = click.Path(path_type=Path)
_LOG = click.option(
    "--log", type=_FILE, metavar="FILE", help="Log file. [playtests/plays.jsonl beside cards.yaml]"
)
_YES = click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
_NUMBER = click.argument("number", metavar="N")


class _LogCommands(click.Group):
    """`log` alone, or with a game or options, is `log list`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        first = args[0] if args else ""
        if first not in self.commands and first not in ("-h", "--help"):
            if first and not first.startswith("-"):
                self._check_game(first)
            args = ["list", *args]
        return super().parse_args(ctx, args)

    def _check_game(self, word: str) -> None:
        """Refuse a word that is neither a command nor a game; suggest the command it resembles."""
        from generator.data.loading import find_game

        try:
            find_game(word)
        except ProblemError as fault:
            near = did_you_mean(word, self.commands)
            if near:
                raise click.UsageError(f"there is no command 'log {word}' ({near})") from None
            raise misuse(fault) from None


@click.group("log", cls=_LogCommands, invoke_without_command=False)
def log_command() -> None:
    """Record games that people played, beside simulated ones. Without a command, list them.

    The log is one file, playtests/plays.jsonl, beside the game's cards.yaml.
    """


class _GameLog:
    """The path of the log, and the game it belongs to."""

    def __init__(
        self, game: str | None, log: Path | None, printer: Printer, is_quiet: bool = False
    ) -> None:
        from generator.data.loading import find_game
        from rules_check.log.store import LOG_FILE, log_in

        self.name, self.printer = game, printer
        try:
            self.cards_yaml, self.is_bundled = find_game(game)
        except ProblemError as fault:
            if log is None:
                raise misuse(fault) from None
            # a log can be read without its game
            self.cards_yaml = Path("cards.yaml")
            self.is_bundled = False
        self.is_meant = not self.is_bundled or game is not None or log is None
        if log is None and self.is_bundled:
            log = log_in(Path())
            if not is_quiet:
                printer.remark(
                    "The log of a game that comes with emporium-pnp is kept in this folder: "
                    f"{LOG_FILE}"
                )
        self.log = log or log_in(self.cards_yaml.parent)

    def tell_of(self, taken_over: Path | None) -> None:
        """Report that the plays of an earlier version's log were copied, which happens once."""
        if taken_over:
            self.printer.remark(
                f"The plays in {taken_over} were copied; that file is unchanged, but is no "
                "longer read."
            )

    def cards(self) -> Cards:
        """Read the game. Raises ProblemError for its faults."""
        from rules_check.log.cards import Cards

        game = open_game(self.name, self.printer, Problems())
        self.printer.folder = None
        return Cards.of(game)

    def data(self) -> str | None:
        """Return the version of the cards; None if cards.yaml is missing or has faults, which do
        not prevent reading a log.
        """
        from generator.data.loading import load_game
        from rules_check.log.cards import data_of

        if not self.is_meant:  # a log is named, but no game
            return None
        try:
            return data_of(load_game(self.cards_yaml))
        except (ProblemError, OSError):
            return None


def _where(game: str | None, log: Path | None) -> list[str]:
    """Return the words that name the same log."""
    words = [shlex.quote(game)] if game else []
    if log:
        words += ["--log", shlex.quote(str(log))]
    return words


def _listing(game: str | None, log: Path | None) -> str:
    return " ".join(["emporium-pnp log", *_where(game, log)])


def _removing(number: int, game: str | None, log: Path | None) -> str:
    return " ".join(["emporium-pnp log remove", str(number), *_where(game, log)])


def _agreed(question: str, yes: bool) -> bool:
    """Ask a question, unless `--yes` answers it. It is incorrect usage if no one can be asked."""
    if yes:
        return True
    try:
        return agreed(question)
    except click.Abort as fault:
        if isinstance(fault.__context__, EOFError):
            raise click.UsageError(
                "there is no terminal to ask; --yes skips the question"
            ) from None
        raise


def _width(text: str) -> int:
    """Return the width of a text on a terminal, in columns."""
    letters = [letter for letter in text if not unicodedata.combining(letter)]
    return len(letters) + sum(unicodedata.east_asian_width(letter) in "WF" for letter in letters)


def _table(rows: Sequence[Sequence[str]], right: Sequence[int]) -> list[str]:
    """Align rows of cells, the first of which are headings; `right` are the numeric columns."""
    widths = [max(_width(row[at]) for row in rows) for at in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = []
        for at, cell in enumerate(row):
            space = " " * (widths[at] - _width(cell))
            cells.append(space + cell if at in right else cell + space)
        lines.append("  ".join(cells).rstrip())
    return lines


def _listed(plays: Sequence[Play], data: str | None) -> list[str]:
    """Write plays as a table; a star marks those with other cards than the current ones."""
    has_games = len({play.game for play in plays}) > 1
    rows = [
        [
            "no",
            "date",
            "winner",
            "players",
            "min",
            "rounds",
            "remarks",
            "version",
            *(["game"] if has_games else []),
        ]
    ]
    for play in plays:
        star = "" if data is None or play.data == data else " *"
        rows.append(
            [
                str(play.number or "new"),
                play.date,
                " + ".join(play.winners),
                ", ".join(play.players),
                str(play.minutes),
                str(play.rounds or "-"),
                str(len(play.remarks) or "-"),
                f"{play.version or '?'}{star}",
                *([play.game] if has_games else []),
            ]
        )
    return _table(rows, (0, 4, 5, 6))


def _told(play: Play) -> list[str]:
    """Write one play, one detail per line."""
    rows = [["seat", "player", "score", ""]]
    for seat, name in enumerate(play.players):
        score = str(play.scores[seat]) if play.scores else "-"
        outcome = ""
        if name in play.winners:
            outcome = "won" if len(play.winners) == 1 else "won, shared"
        rows.append([str(seat + 1), name, score, outcome])
    rounds = f", {counted(play.rounds, 'round')}" if play.rounds else ""
    lines = [
        (
            f"play {play.number}, {play.date}: {play.game} {play.version or '(unknown version)'}, "
            f"{counted(play.minutes, 'minute')}{rounds}"
        )
    ]
    lines += ["", *_table(rows, (0, 2))]
    if play.turns:
        lines += [
            "",
            (
                f"{counted(play.turns, 'turn')}, usually of "
                f"{counted(play.turn_seconds or 0, 'second')}"
            ),
        ]
    if play.cards:
        heads = ["card", "copies", "seen", "drawn", "played", "by the winner", "held at the end"]
        counts = [
            [
                card.card,
                *map(str, (card.copies, card.seen, card.drawn, card.played, card.won, card.held)),
            ]
            for card in play.cards
        ]
        lines += ["", *_table([heads, *counts], range(1, len(heads)))]
    if play.table:
        lines += ["", f"playtests/{play.table}: the studio shows it move by move"]
    if play.remarks or play.note:
        lines.append("")
    lines += [f"{card}: {text}" for card, text in play.remarks]
    return lines + ([f"note: {play.note}"] if play.note else [])


@log_command.command("add")
@GAME
@click.option(
    "--players", default="", metavar="NAME,…", help="Who played, in seat order; required."
)
@click.option(
    "--winner",
    metavar="NAME,…",
    help=(
        "Who won; separate several with commas. '' if a single player lost. [the highest score, "
        "with --scores]"
    ),
)
@click.option("--minutes", default="", metavar="N", help="Length of the game; required.")
@click.option("--rounds", default="", metavar="N", help="Number of rounds.")
@click.option("--scores", default="", metavar="N,…", help="Score of each player, in seat order.")
@click.option(
    "--date",
    default="",
    metavar="YYYY-MM-DD",
    help="Day of the game; 'yesterday' works too. [today]",
)
@click.option(
    "--remark",
    multiple=True,
    metavar="CARD:TEXT",
    help="A remark about a card, such as 'troll: too strong'; repeat the option for more.",
)
@click.option("--note", default="", metavar="TEXT", help="Any other note.")
@_LOG
@FORMAT
def add_command(
    game: str | None,
    players: str,
    winner: str | None,
    minutes: str,
    rounds: str,
    scores: str,
    date: str,
    remark: tuple[str, ...],
    note: str,
    log: Path | None,
    format_: str,
) -> int:
    """Record a game that people played."""
    printer = Printer(format_ == "json")

    def work() -> int:
        from rules_check.log.plays import PlayError, checked_play, not_yet, oddities
        from rules_check.log.store import add_plays, read_plays

        place, damaged = _GameLog(game, log, printer), list[Problem]()
        cards = place.cards()
        given = {
            "players": players,
            **({} if winner is None else {"winner": winner}),
            "minutes": minutes,
            "rounds": rounds,
            "scores": scores,
            "date": date,
            "note": note,
        }
        try:
            play = checked_play(given, remark, cards, datetime.date.today())
        except PlayError as fault:
            faults = [
                hinted(f"--{wrong.field} {wrong.message}", wrong.hint) for wrong in fault.faults
            ]
            raise click.UsageError("; ".join(faults)) from None
        before = read_plays(place.log, damaged)
        (number,), taken_over = add_plays(place.log, [play])
        printer.results = {"log": str(place.log), "play": {**play.as_json(), "number": number}}
        printer.say(
            f"logged as play {number} in {place.log}: {' and '.join(play.winners) or 'nobody'} "
            f"won, {counted(len(play.players), 'player')}, "
            f"{counted(play.minutes, 'minute')}, {play.date}"
        )
        place.tell_of(taken_over)
        if damaged:
            printer.remark(
                f"{counted(len(damaged), 'line')} of the log cannot be read; "
                f"{_listing(game, log)} shows which."
            )
        twin = next((earlier.number for earlier in before if not not_yet([play], [earlier])), None)
        if twin:
            printer.remark(
                f"Play {twin} is identical; if this is one game logged twice: "
                f"{_removing(number, game, log)}"
            )
        for odd in oddities(play, cards):
            printer.remark(f"{odd}; if that is a mistake: {_removing(number, game, log)}")
        return FINE

    return guarded(printer, work)


def _total(entries: Sequence[Play | Note], word: str, data: str | None) -> str:
    """Count plays or notes, and those with a star."""
    others = sum(entry.data != data for entry in entries) if data else 0
    if not others:
        return counted(len(entries), word)
    return (
        f"{counted(len(entries), word)}; * {others} with cards that differ from the current "
        "cards.yaml"
    )


def _noted(notes: Sequence[Note], data: str | None) -> list[str]:
    """Write notes as a table, newest first; a star marks those about other cards than the current
    ones.
    """
    rows = [["no", "date", "who", "about", "version", "note"]]
    for note in reversed(notes):
        star = "" if data is None or note.data == data else " *"
        about = note.card or (f"move {note.move}" if note.record else "the game")
        rows.append(
            [
                str(note.number),
                note.date,
                note.who,
                about,
                f"{note.version or '?'}{star}",
                note.text.replace("\n", " / "),
            ]
        )
    return _table(rows, (0,))


@log_command.command("notes")
@GAME
@FORMAT
def notes_command(game: str | None, format_: str) -> int:
    """Show notes from the studio, newest first."""
    printer = Printer(format_ == "json")

    def work() -> int:
        from rules_check.log.lines import FOLDER
        from rules_check.log.notes import FILE, read_notes

        place = _GameLog(game, None, printer, is_quiet=True)
        folder, data = place.cards_yaml.parent, place.data()
        notes = read_notes(folder)
        printer.results = {"notes": list(map(asdict, notes)), "data": data}
        if not notes:
            printer.say(f"nothing noted yet in {folder / FOLDER / FILE}")
            printer.remark("`emporium-pnp studio` keeps notes on cards and games.")
            return FINE
        for line in _noted(notes, data):
            printer.say(line)
        printer.say(_total(notes, "note", data))
        return FINE

    return guarded(printer, work)


@log_command.command("list")
@GAME
@_LOG
@FORMAT
def list_command(game: str | None, log: Path | None, format_: str) -> int:
    """List the plays in the log, newest first."""
    printer = Printer(format_ == "json")

    def work() -> int:
        from rules_check.log.notes import read_notes
        from rules_check.log.store import read_plays

        place, damaged = _GameLog(game, log, printer), list[Problem]()
        plays, data = read_plays(place.log, damaged), place.data()
        notes = len(read_notes(place.cards_yaml.parent)) if place.is_meant else 0
        printer.results = {
            "log": str(place.log),
            "data": data,
            "plays": [play.as_json() for play in plays],
            "notes": notes,
        }
        if notes:
            words = "".join(f" {word}" for word in _where(game, None))
            printer.remark(
                f"{counted(notes, 'note')} from the studio: `emporium-pnp log notes{words}` "
                "lists them."
            )
        if not plays and not damaged:
            printer.say(f"nothing logged yet in {place.log}")
            words = "".join(f"{word} " for word in _where(game, log))
            printer.remark(
                f'emporium-pnp log add {words}--players "Ann,Bo" --winner Bo --minutes 42 logs '
                "a game."
            )
            return FINE
        for line in _listed(plays, data):
            printer.say(line)
        printer.say(_total(plays, "play", data))
        if damaged:
            raise ProblemError(*damaged)
        return FINE

    return guarded(printer, work)


def _number_and_game(number: str, game: str | None) -> tuple[int, str | None]:
    """Determine which word is the play's number and which its game, which may come first, as
    everywhere.
    """
    if game is not None and _is_number(game) and not _is_number(number):
        number, game = game, number
    if not _is_number(number):
        raise click.BadParameter(
            f"expected the number of a play, found '{number}'", param_hint="'N'"
        )
    return int(number), game


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and 0 < len(word) < 10 and int(word) > 0


def _play(log: Path, number: int) -> Play:
    """Find a play by its number; an unknown one is a usage error. Raises ProblemError if it may be
    one that cannot be read.
    """
    from rules_check.log.store import read_plays

    damaged = list[Problem]()
    plays = read_plays(log, damaged)
    for play in plays:
        if play.number == number:
            return play
    if damaged:
        raise ProblemError(*damaged)
    numbers = sorted(play.number for play in plays)
    if numbers:
        known = f"there are {counted(len(plays), 'play')}, {numbers[0]} to {numbers[-1]}"
    else:
        known = "nothing is logged yet"
    raise click.UsageError(f"there is no play {number} in {log}; {known}")


@log_command.command("show")
@_NUMBER
@GAME
@_LOG
@FORMAT
def show_command(number: str, game: str | None, log: Path | None, format_: str) -> int:
    """Show one play with all its remarks."""
    printer = Printer(format_ == "json")
    which, game = _number_and_game(number, game)

    def work() -> int:
        place = _GameLog(game, log, printer)
        play = _play(place.log, which)
        printer.results = {"log": str(place.log), "play": play.as_json()}
        for line in _told(play):
            printer.say(line)
        return FINE

    return guarded(printer, work)


@log_command.command("remove")
@_NUMBER
@GAME
@_YES
@_LOG
@FORMAT
def remove_command(number: str, game: str | None, yes: bool, log: Path | None, format_: str) -> int:
    """Remove a play from the log, after asking."""
    printer = Printer(format_ == "json")
    which, game = _number_and_game(number, game)

    def work() -> int:
        from rules_check.log.store import remove_play

        place = _GameLog(game, log, printer)
        play = _play(place.log, which)
        for line in _told(play):
            printer.remark(line)
        removed = (
            remove_play(place.log, which)
            if _agreed(f"Remove play {which} for good?", yes)
            else None
        )
        printer.results = {"log": str(place.log), "removed": play.as_json() if removed else None}
        printer.say(f"removed play {which}" if removed else "nothing was removed")
        if removed:
            place.tell_of(removed.taken_over)
        return FINE

    return guarded(printer, work)


def _ending(path: Path, *endings: str) -> str:
    if path.suffix.lower() not in endings:
        raise click.UsageError(
            f"expected a file that ends in {' or '.join(endings)}, found '{path}'"
        )
    return path.suffix.lower()


@log_command.command("export")
@click.argument("file", type=_FILE)
@GAME
@_YES
@_LOG
@FORMAT
def export_command(file: Path, game: str | None, yes: bool, log: Path | None, format_: str) -> int:
    """Write all plays to FILE: .csv for a spreadsheet, or .json."""
    printer = Printer(format_ == "json")

    def work() -> int:
        from rules_check.log.sheet import to_csv, to_json
        from rules_check.log.store import read_plays

        ending = _ending(file, ".csv", ".json")
        place, damaged = _GameLog(game, log, printer), list[Problem]()
        plays = read_plays(place.log, damaged)
        is_written = not file.exists() or _agreed(f"{file} exists. Overwrite it?", yes)
        if is_written:
            oldest_first = plays[::-1]
            if ending == ".csv":
                content = b"\xef\xbb\xbf" + to_csv(oldest_first).encode()
            else:
                content = to_json(oldest_first).encode()
            write_files({file: content})
        printer.results = {
            "log": str(place.log),
            "file": str(file) if is_written else None,
            "plays": len(plays) if is_written else 0,
        }
        printer.say(
            f"{counted(len(plays), 'play')} written to {file}"
            if is_written
            else "nothing was written"
        )
        if damaged:
            raise ProblemError(*damaged)
        return FINE

    return guarded(printer, work)


@log_command.command("import")
@click.argument("file", type=_FILE)
@GAME
@click.option(
    "--this-version", is_flag=True, help="Rows without `data` were played with the current cards."
)
@_YES
@_LOG
@FORMAT
def import_command(
    file: Path, game: str | None, this_version: bool, yes: bool, log: Path | None, format_: str
) -> int:
    """Log the rows of a spreadsheet, after showing them. FILE is a CSV whose first row names the
    columns. If any row has an error, nothing is logged.
    """
    printer = Printer(format_ == "json")

    def work() -> int:
        from rules_check.log.plays import not_yet
        from rules_check.log.sheet import from_csv
        from rules_check.log.store import add_plays, read_plays

        _ending(file, ".csv")
        place = _GameLog(game, log, printer)
        cards = place.cards()
        content = _content(file)
        plays, warnings = from_csv(content, str(file), cards, datetime.date.today(), this_version)
        printer.report(warnings)
        new = not_yet(plays, read_plays(place.log))
        if new:
            for line in _listed(sorted(new, key=lambda play: play.date, reverse=True), cards.data):
                printer.remark(line)
        already = len(plays) - len(new)
        left = f"; {counted(already, 'play')} already logged, left out" if already else ""
        printer.remark(f"{counted(len(new), 'play')} to add{left}")
        unknown = sum(not play.data for play in new)
        if unknown:
            printer.remark(
                f"{unknown} of them with an unknown version of the cards (*); --this-version "
                "marks them as the current one"
            )
        numbers: list[int] = []
        if new and _agreed(f"Add {agreeing(len(new), 'it|them')} to {place.log}?", yes):
            numbers, taken_over = add_plays(place.log, new)
            place.tell_of(taken_over)
        printer.results = {"log": str(place.log), "added": numbers, "logged_already": already}
        printer.say(
            f"{counted(len(numbers), 'play')} added to {place.log}"
            if numbers
            else "nothing was added"
        )
        return FINE

    return guarded(printer, work)


def _content(file: Path) -> bytes:
    from rules_check.log.sheet import MOST_BYTES

    with reading():
        return read_named(file, MOST_BYTES)
