"""What the words of `build --changed` and `--mark-printed` do, and the earlier cards that `diff`
compares with.
"""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.cli.console import FINE, Bar, Printer, as_misuse, in_languages, misuse, open_game
from generator.data.problems import ProblemError, Problems
from generator.data.saying import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from generator.data.game import Game
    from generator.face.press import Press
    from generator.job.planning import Options
    from generator.job.printed import Change, Earlier, Entries, Entry
    from generator.job.printing import Printing
    from generator.job.reprinting import Reprint

ROOM = "emporium-pnp-"


def own_room(room: Path, lang: str | None) -> Path:
    """Make an empty folder for the files that one language extracts from git."""
    own = room / (lang or "own")
    own.mkdir()
    return own


def earlier_cards(word: str | None, game: Game, room: Path) -> Earlier:
    """Find an earlier state; a word that names nothing, or another game, is wrong usage."""
    from generator.data.loading import bundled_games
    from generator.job.printed import NAMES_NOTHING, earlier

    if word in bundled_games() and not Path(word).exists():
        raise click.UsageError(
            f"'{word}' is a game; before it, write what to compare it with: `emporium-pnp diff "
            f"HEAD~1 {word}`"
        )
    try:
        return earlier(word, game, room)
    except ProblemError as fault:
        if word is not None and fault.problems[0].code in NAMES_NOTHING:
            raise misuse(fault) from None
        raise


def build_changed(
    name: str | None,
    since: str | None,
    mark_printed: bool,
    options: Options,
    printer: Printer,
    ink: str = "full",
    lang: str | None = None,
) -> int:
    """Build only what changed since it was printed, and return the exit code."""
    from generator.job.planning import RULEBOOK

    if options.only and set(options.only) <= {RULEBOOK}:
        raise click.UsageError(
            "--changed prints only cards; to print the rulebook, leave out --changed"
        )
    with ExitStack() as rooms:
        room = Path(rooms.enter_context(tempfile.TemporaryDirectory(prefix=ROOM)))
        return in_languages(
            name,
            lang,
            printer,
            lambda one: _build_changed(name, since, mark_printed, options, room, printer, ink, one),
        )


def _say_result(game: Game, since: str, result: Reprint, printer: Printer) -> None:
    """Report what is printed, and what to take out of the box."""
    from generator.job.printed import moved

    put, pull = moved(result.changes)
    printer.results = {
        "game": game.title,
        "version": game.version,
        "data": game.data_hash,
        "since": since,
        "put": put,
        "pull": pull,
        "changes": [
            {
                "card": change.entry.id,
                "deck": change.entry.deck,
                "change": change.sort,
                "put": change.put,
                "pull": change.pull,
            }
            for change in result.changes
        ],
        "files": [
            {"path": str(file.path), "pages": file.pages, "sheets": file.sheets, "bytes": file.size}
            for file in result.files
        ],
    }
    if not result.changes:
        printer.say(
            f"{game.title} {game.version}: nothing changed since {since}, so there is "
            "nothing to print."
        )
        return
    sheets = sum(file.sheets for file in result.files)
    printer.say(
        f"{game.title} {game.version}: {put} to print, {pull} to take out, on "
        f"{counted(sheets, 'sheet')}"
    )
    for file in result.files:
        printer.say(f"{file.path!s}  {counted(file.pages, 'page')}, {file.size / 1000:.0f} kB")


def _build_changed(
    name: str | None,
    since: str | None,
    mark_printed: bool,
    options: Options,
    room: Path,
    printer: Printer,
    ink: str,
    lang: str | None,
) -> int:
    from generator.face.press import Press
    from generator.job.planning import words_meant
    from generator.job.printed import after_printing, locked
    from generator.job.reprinting import of_chosen, reprint

    problems = Problems()
    game = open_game(name, printer, problems, ink, lang)
    with as_misuse():
        options = replace(options, only=words_meant(game, options.only))
    if mark_printed:
        check_can_mark(name, game, options)
    before = earlier_cards(since, game, own_room(room, lang))

    def marks(now: Entries, changes: Sequence[Change]) -> dict[Path, bytes]:
        if not mark_printed or not (changes or since):
            return {}
        entries = before.entries
        if options.only and since:
            # of the cards that were not asked for, what was printed of them stays
            known = _remembered(game)
            asked = of_chosen(game, options.only, {**known, **entries})
            entries = {id_: known[id_] for id_ in known if id_ not in asked}
            entries |= {id_: before.entries[id_] for id_ in before.entries if id_ in asked}
        return locked(game, after_printing(entries, now, changes))

    with Bar(printer) as bar:
        press = Press(game, None, options.version_marks)
        result = reprint(
            game, options, before.entries, press, problems, before.said, bar.show, marks
        )
    printer.report(result.problems)
    _say_result(game, before.said, result, printer)
    if mark_printed and (result.changes or since):
        tell_lock(game, printer)
    return FINE


def check_can_mark(name: str | None, game: Game, options: Options) -> None:
    """Check before a build that the printed cards can be recorded. Raises UsageError or
    ProblemError.
    """
    from generator.data.loading import bundled_games, find_game
    from generator.job.printed import check_lock, lock_file

    path, is_bundled = find_game(name)
    if is_bundled:
        own = next(one for one, at in bundled_games().items() if at == path)
        raise click.UsageError(
            f"--mark-printed writes {lock_file(game).name} beside your cards.yaml, but this game "
            "is a bundled one; "
            f"copy it first: emporium-pnp new my-{own} --from {own}"
        )
    check_lock(lock_file(game))
    if options.only:
        _remembered(game)


def _remembered(game: Game) -> dict[str, Entry]:
    """Read a game's lock file, if it has one."""
    from generator.job.printed import lock_file, read_lock

    path = lock_file(game)
    return read_lock(path, game.title) if path.is_file() else {}


def as_printed(game: Game, press: Press, options: Options, printing: Printing) -> dict[Path, bytes]:
    """Return the lock file that records what a build has printed: all of it, or the choice of
    --only beside what was printed before.
    """
    from generator.job.planning import chosen_cards
    from generator.job.printed import entries_of, locked
    from generator.job.reprinting import of_chosen
    from generator.sheet.sheets import Backs

    entries = entries_of(
        game, press, chosen_cards(game, options.only), printing.layout.backs is not Backs.NONE
    )
    if options.only:
        known = _remembered(game)
        replaced = of_chosen(game, options.only, known)
        entries = {**{id_: one for id_, one in known.items() if id_ not in replaced}, **entries}
    return locked(game, entries)


def tell_lock(game: Game, printer: Printer) -> None:
    """Report that the printed cards are recorded, and where."""
    from generator.job.printed import lock_file

    path = lock_file(game)
    printer.results["lock"] = str(path)
    printer.say(f"{path} records this as printed.")
