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

from generator.cli.changed import ROOM, earlier_cards, own_room
from generator.cli.console import (
    FINE,
    FORMAT,
    LANG,
    Bar,
    Printer,
    check_ending,
    in_languages,
    named_in,
    open_game,
    refuse_led_out,
)
from generator.data.problems import Problems
from generator.data.saying import agreeing

if TYPE_CHECKING:
    from generator.job.differing import Difference

PAGE = Path("output/diff.html")


@click.command("diff")
@click.argument("old", required=False, metavar="[OLD]")
@click.argument("game", required=False, metavar="[GAME]")
@click.option(
    "--html",
    type=click.Path(path_type=Path),
    default=PAGE,
    show_default=True,
    help="Page that shows the old and new cards side by side.",
)
@click.option("--no-html", is_flag=True, help="Do not write the page.")
@LANG
@FORMAT
def diff_command(
    old: str | None, game: str | None, html: Path, no_html: bool, lang: str | None, format_: str
) -> int:
    """Show which cards have changed. It prints a table, and writes a page with old and new side by
    side.

    OLD is a git revision such as `HEAD~1`, a cards.yaml, a folder or a lock file. Without it, diff
    compares with the last print, which cards.lock records. GAME is the current game; without it,
    the game in this folder.
    """
    printer = Printer(format_ == "json")
    check_ending(html, ".html", ".htm", option="--html")
    with ExitStack() as rooms:  # what git gives out stays until its cards are drawn
        room = Path(rooms.enter_context(tempfile.TemporaryDirectory(prefix=ROOM)))
        return in_languages(
            game,
            lang,
            printer,
            lambda one: _diff(old, game, None if no_html else html, room, printer, lang, one),
        )


def _diff(
    word: str | None,
    name: str | None,
    html: Path | None,
    room: Path,
    printer: Printer,
    asked: str | None,
    lang: str | None,
) -> int:
    """Compare in one language; `asked` is the value of --lang."""
    from generator.data.files import write_files
    from generator.face.press import Press
    from generator.job.differing import as_json, differences, write_page
    from generator.job.planning import refuse
    from generator.job.printed import compare, entries_of

    problems = Problems()
    game = open_game(name, printer, problems, lang=lang)
    before = earlier_cards(word, game, own_room(room, lang))
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
        "changes": list(map(as_json, found)),
    }
    if not found:
        printer.say(f"{game.title} {game.version}: every card is the same as in {before.said}.")
        return FINE
    printer.say(f"{game.title} {game.version}, compared with {before.said}")
    command = _to_print(word, name)
    for line in _table(found, command):
        printer.say(line)
    if html is not None:
        html = named_in(html, game, asked, html == PAGE)
        refuse_led_out(html.parent)
        with Bar(printer) as bar:
            page = write_page(
                found, before, press, command, lambda done, total: bar.show(done, total, "pictures")
            )
        write_files({html: page.encode()})
        printer.results["files"] = [str(html)]
        printer.say(str(html))
    return FINE


def _to_print(word: str | None, name: str | None) -> str:
    """Return the command line that prints the cards found by a comparison."""
    return shlex.join(
        [
            "emporium-pnp",
            "build",
            *([name] if name else []),
            "--changed",
            *(["--since", word] if word else []),
        ]
    )


def _table(found: list[Difference], command: str) -> list[str]:
    """Write changes as lines: deck, card, what sort of change, and what of it; then the `command`
    that prints them.
    """
    from generator.data.wording import phrase
    from generator.job.printed import moved

    names = min(34, max(len(one.change.entry.name) for one in found))
    lines, deck = [], ""
    for one in found:
        change = one.change
        if change.entry.deck != deck:
            deck = change.entry.deck
            lines += ["", deck]
        was, now = change.copies
        sort = phrase("en", f"is-{change.sort}")
        copies = f"{was} -> {now}" if was and now and was != now else str(now or was)
        lines.append(
            (
                f"  {change.entry.name[:34]:<{names}}  {sort:<12}  {copies:>6}  "
                f"{'; '.join(one.told)}"
            ).rstrip()
        )
    put, pull = moved(one.change for one in found)
    count = f"{len(found)} {agreeing(len(found), 'card differs|cards differ')}"
    return [*lines, "", f"{count}: {put} to print, {pull} to take out; `{command}` prints them."]
