"""The command `diff`, and what `build` does with --changed and --mark-printed.

Converts words into values, calls, prints. Nothing heavy is imported before a command runs.
"""

from __future__ import annotations

import shlex
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.cli import FINE, FORMAT, LANG, Bar, Printer, check_ending, guarded, in_languages, misuse, named_in, open_game
from generator.problems import ProblemError, Problems

if TYPE_CHECKING:
    from generator.build import Options
    from generator.differing import Difference
    from generator.game import Game
    from generator.press import Press
    from generator.printed import Earlier, Entry

ROOM = "emporium-pnp-"
PAGE = Path("output/diff.html")


@click.command("diff")
@click.argument("old", required=False, metavar="[OLD]")
@click.argument("game", required=False, metavar="[GAME]")
@click.option("--html", type=click.Path(path_type=Path), default=PAGE, show_default=True,
              help="The page with the cards side by side, old and new.")  # fmt: skip
@click.option("--no-html", is_flag=True, help="Write no page.")
@LANG
@FORMAT
def diff_command(old: str | None, game: str | None, html: Path, no_html: bool, lang: str | None, format_: str) -> int:
    """Show which cards are not as they were: in a table here, and side by side on a page.

    OLD is a revision of git such as `HEAD~1`, a cards.yaml, a folder or a lock file; without it, what was printed last, as cards.lock
    remembers it. GAME is the game as it is now; without it, the game here.
    """
    printer = Printer(format_ == "json")
    check_ending(html, ".html", ".htm", option="--html")
    with ExitStack() as rooms:  # what git gives out stays until its cards are drawn
        room = Path(rooms.enter_context(tempfile.TemporaryDirectory(prefix=ROOM)))
        return guarded(
            printer,
            lambda: in_languages(
                game, lang, printer, lambda one: _diff(old, game, None if no_html else html, room, printer, lang, one)
            ),
        )


def _diff(
    word: str | None, name: str | None, html: Path | None, room: Path, printer: Printer, asked: str | None, lang: str | None
) -> int:
    """Compare in one language; `asked` is what --lang said."""
    from generator.build import refuse
    from generator.differing import as_json, differences, write_page
    from generator.files import write_files
    from generator.press import Press
    from generator.printed import compare, entries_of

    problems = Problems()
    game = open_game(name, printer, problems, lang=lang)
    before = _earlier(word, game, _own_room(room, lang))
    press = Press(game)
    now = entries_of(game, press)
    problems.extend(press.problems)
    refuse(problems, False)
    found = differences(compare(before.entries, now), before, press)
    printer.report(problems)
    printer.results = {
        "game": game.title,
        "version": game.version,
        "since": before.said,
        "changes": [as_json(one) for one in found],
    }
    if not found:
        printer.say(f"{game.title} {game.version}: every card is as it was in {before.said}.")
        return FINE
    printer.say(f"{game.title} {game.version}, compared with {before.said}")
    command = _to_print(word, name)
    for line in _table(found, command):
        printer.say(line)
    if html is not None:
        html = named_in(html, game, asked, html == PAGE)
        with Bar(printer) as bar:
            page = write_page(found, before, press, command, lambda done, total: bar.show(done, total, "pictures"))
        write_files({html: page.encode()})
        printer.results["files"] = [str(html)]
        printer.say(str(html))
    return FINE


def _to_print(word: str | None, name: str | None) -> str:
    """Give the command that prints what a comparison has found."""
    return shlex.join(["emporium-pnp", "build", *([name] if name else []), "--changed", *(["--since", word] if word else [])])


def _table(found: list[Difference], command: str) -> list[str]:
    """Write changes as lines: deck, card, what sort of change, and what of it; then the `command` that prints them."""
    from generator.wording import phrase

    names = min(34, max(len(one.change.entry.name) for one in found))
    lines, deck = [], ""
    for one in found:
        change = one.change
        if change.entry.deck != deck:
            deck = change.entry.deck
            lines += ["", deck]
        was, now = change.was.copies if change.was else 0, change.now.copies if change.now else 0
        sort = phrase("en", f"is-{change.sort}")
        copies = f"{was} -> {now}" if was and now and was != now else str(now or was)
        lines.append(f"  {change.entry.name[:34]:<{names}}  {sort:<12}  {copies:>6}  {'; '.join(one.told)}".rstrip())
    put, pull = sum(one.change.put for one in found), sum(one.change.pull for one in found)
    count = f"{len(found)} cards differ" if len(found) != 1 else "1 card differs"
    return [*lines, "", f"{count}: {put} to print, {pull} to take out; `{command}` prints them."]


def _own_room(room: Path, lang: str | None) -> Path:
    """Make an empty folder for what one language takes out of git."""
    own = room / (lang or "own")
    own.mkdir()
    return own


def _earlier(word: str | None, game: Game, room: Path) -> Earlier:
    """Find an earlier state; a word that names nothing, or another game, is wrong usage."""
    from generator.game import bundled_games
    from generator.printed import NAMES_NOTHING, earlier

    if word in bundled_games() and not Path(word).exists():
        raise click.UsageError(f"'{word}' is a game, and what it is compared with comes first: `emporium-pnp diff HEAD~1 {word}`")
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
    """Build only what changed since it was printed; give the exit code."""
    from generator.build import RULEBOOK

    if options.only and set(options.only) <= {RULEBOOK}:
        raise click.UsageError("--changed is about cards; the rulebook is printed as a whole, without --changed")
    with ExitStack() as rooms:
        room = Path(rooms.enter_context(tempfile.TemporaryDirectory(prefix=ROOM)))
        return guarded(
            printer,
            lambda: in_languages(
                name, lang, printer, lambda one: _build_changed(name, since, mark_printed, options, room, printer, ink, one)
            ),
        )


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
    from generator.build import chosen_cards
    from generator.press import Press
    from generator.printed import after_printing, write_lock
    from generator.reprinting import of_chosen, reprint

    problems = Problems()
    game = open_game(name, printer, problems, ink, lang)
    try:
        chosen_cards(game, options.only)
    except ProblemError as fault:
        raise misuse(fault) from None
    if mark_printed:
        check_can_mark(name, game, options)
    before = _earlier(since, game, _own_room(room, lang))
    with Bar(printer) as bar:
        result = reprint(game, options, before.entries, Press(game, None, options.version_marks), problems, before.said, bar.show)
    printer.report(result.problems)
    put, pull = sum(one.put for one in result.changes), sum(one.pull for one in result.changes)
    printer.results = {
        "game": game.title, "version": game.version, "data": game.data_hash, "since": before.said, "put": put, "pull": pull,
        "changes": [{"card": one.entry.id, "deck": one.entry.deck, "change": one.sort, "put": one.put, "pull": one.pull} for one in result.changes],
        "files": [{"path": str(f.path), "pages": f.pages, "sheets": f.sheets, "bytes": f.size} for f in result.files],
    }  # fmt: skip
    if not result.changes:
        printer.say(f"{game.title} {game.version}: nothing changed since {before.said}, so there is nothing to print.")
    else:
        sheets = sum(file.sheets for file in result.files)
        printer.say(
            f"{game.title} {game.version}: {put} to print, {pull} to take out, on {sheets} sheet{'s' if sheets != 1 else ''}"
        )
        for file in result.files:
            printer.say(f"{file.path!s}  {file.pages} page{'s' if file.pages != 1 else ''}, {file.size / 1000:.0f} kB")
    if mark_printed and (result.changes or since):
        told = before.entries
        if options.only and since:  # of the cards that were not asked for, what was printed of them stays
            known = _remembered(game)
            asked = of_chosen(game, options.only, {**known, **before.entries})
            told = {**{id_: one for id_, one in known.items() if id_ not in asked},
                    **{id_: one for id_, one in before.entries.items() if id_ in asked}}  # fmt: skip
        _tell_lock(write_lock(game, after_printing(told, result.now, result.changes)), printer)
    return FINE


def check_can_mark(name: str | None, game: Game, options: Options) -> None:
    """See before a build that what is printed can be remembered. Raises UsageError or ProblemError."""
    from generator.game import find_game
    from generator.printed import check_lock, lock_file

    if find_game(name)[1]:
        raise click.UsageError(
            f"--mark-printed keeps {lock_file(game).name} beside your cards.yaml, and this game is the bundled one; copy it first"
        )
    check_lock(lock_file(game))
    if options.only:
        _remembered(game)


def _remembered(game: Game) -> dict[str, Entry]:
    """Read a game's lock file, where it has one."""
    from generator.printed import lock_file, read_lock

    path = lock_file(game)
    return read_lock(path, game.title) if path.is_file() else {}


def mark_as_printed(game: Game, press: Press, options: Options, printer: Printer) -> None:
    """Remember what a build has printed: all of it, or what --only chose beside what was printed before."""
    from generator.build import backs_of, chosen_cards
    from generator.printed import entries_of, write_lock
    from generator.reprinting import of_chosen
    from generator.sheets import Backs

    entries = entries_of(game, press, chosen_cards(game, options.only), backs_of(game, options) is not Backs.NONE)
    if options.only:
        known = _remembered(game)
        replaced = of_chosen(game, options.only, known)
        entries = {**{id_: one for id_, one in known.items() if id_ not in replaced}, **entries}
    _tell_lock(write_lock(game, entries), printer)


def _tell_lock(path: Path, printer: Printer) -> None:
    printer.results["lock"] = str(path)
    printer.say(f"{path} remembers this as printed.")
