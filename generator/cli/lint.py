"""`emporium-pnp lint`: problems for readers, knives and printers. Converts words into values,
calls, prints.
"""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.cli.console import (
    CI_FORMAT,
    FINE,
    GAME,
    INK,
    LANG,
    PROBLEMS,
    STRICT,
    Printer,
    check_ending,
    game_path,
    in_languages,
    open_game,
)
from generator.cli.gathering import SEVERITIES
from generator.data.making import each_of
from generator.data.problems import Problem, ProblemError, Problems
from generator.data.saying import counted

if TYPE_CHECKING:
    from generator.data.game import Card, Game
    from generator.lint.lint import Linted


@click.command("lint")
@GAME
@click.option(
    "--picture",
    type=click.Path(path_type=Path),
    help="Also write a PNG of the cards as colour-blind people see them.",
)
@click.option("--all", "show_all", is_flag=True, help="Also show silenced findings.")
@INK
@LANG
@STRICT
@CI_FORMAT
def lint_command(
    game: str | None,
    picture: Path | None,
    show_all: bool,
    ink: str,
    lang: str | None,
    strict: bool,
    format_: str,
) -> int:
    """Look for faults that show only on paper. It finds faint or small text, similar colours, heavy
    ink, wrong names and wrong numbers.
    """
    printer = Printer(format_ == "json", format_ == "github")

    def work(lang: str | None) -> int:
        from generator.data.files import write_files
        from generator.face.press import Press
        from generator.lint.lint import as_json, lint
        from generator.pdf.raster import vision_sheet

        if picture:
            check_ending(picture, ".png", option="--picture")
        problems = Problems()
        loaded = _opened(game, printer, problems, ink, lang)
        press = Press(loaded)
        linted = lint(loaded, press)
        told = [finding.problem for finding in linted.told if finding.silenced is None]
        everything = Problems()
        found = {
            (problem.code, problem.place.file) for problem in told
        }  # reading the game tells some of them too
        read = [problem for problem in problems if (problem.code, problem.place.file) not in found]
        rules = _problems_of_rules(loaded)
        everything.extend([*read, *linted.problems, *told, *rules])
        printer.report(everything)
        printer.results = {
            "findings": list(map(as_json, linted.findings)),
            "looks": [
                {
                    "what": look.what,
                    "number": look.number,
                    "worst": look.worst,
                    "limit": look.limit,
                    "found": len(look.findings),
                }
                for look in linted.looks
            ],
        }
        tell(linted, printer, show_all)
        if picture and (cards := telling_cards(loaded)):
            write_files({picture: vision_sheet(press, cards)})
            printer.results["files"] = [str(picture)]
            printer.say(str(picture))
        warnings = linted.count("warning") + sum(
            problem.severity == "warning" for problem in [*read, *rules]
        )
        errors = linted.count("error") + sum(problem.severity == "error" for problem in rules)
        return PROBLEMS if errors or (strict and warnings) else FINE

    return in_languages(game, lang, printer, work)


def _problems_of_rules(game: Game) -> list[Problem]:
    """Return the faults that the half of the tool that plays finds in rules as data."""
    command = click.get_current_context().find_root().command
    rules = None
    if isinstance(command, click.Group):
        rules = command.get_command(click.Context(command), "rules")
    if rules is None or rules.callback is None:
        return []
    noted = import_module(f"{rules.callback.__module__.rpartition('.')[0]}.noted")
    found: list[Problem] = noted.problems_of_rules(game)
    return found


def _opened(
    name: str | None, printer: Printer, problems: Problems, ink: str, lang: str | None
) -> Game:
    """Read the game; if it has faults, also report those under `lint:` that only this command
    knows.
    """
    from generator.data.source import read_source
    from generator.lint.lint import wrong_settings

    try:
        return open_game(name, printer, problems, ink, lang)
    except ProblemError as fault:
        path = game_path(name)
        try:
            more = wrong_settings(read_source(path, path.name))
        except ProblemError:  # it cannot be read, and that is reported
            more = []
        raise ProblemError(*fault.problems, *more) from None


def tell(linted: Linted, printer: Printer, show_all: bool) -> None:
    """Print the closing table: what was examined, the worst value, the limit, and the number of
    findings.
    """
    from generator.lint.lint import told_once

    wide = max((len(look.what) for look in linted.looks), default=0)
    printer.say(f"{'looked at':<{wide}} {'number':>7} {'worst':>9} {'limit':>15}   found")
    for look in linted.looks:
        told = told_once(look.findings)
        open_, silenced = (
            [f for f in told if (f.silenced is not None) == is_quiet] for is_quiet in (False, True)
        )
        counts = Counter[str](finding.severity for finding in open_)
        found = [counted(counts[word], word) for word in SEVERITIES if counts[word]]
        if silenced:
            found.append(f"{len(silenced)} silenced")
        printer.say(
            f"{look.what:<{wide}} {look.number:>7} {look.worst:>9} {look.limit:>15}   "
            f"{', '.join(found) or 'nothing'}"
        )
        if show_all:
            for finding in silenced:
                printer.say(f"    {finding.code} ({finding.about}): {finding.claim}")
                printer.say(f"        silenced: {finding.silenced}")


def telling_cards(game: Game) -> list[Card]:
    """Choose the cards that show every colour with a meaning: of each kind, one of each sort that
    the data tells apart by colour.
    """
    from generator.lint.colours import coloured

    tables = {what.partition(",")[0] for what, _ in coloured(game)}
    chosen: dict[object, Card] = {}
    for card in game.cards.values():
        if card.reverse_of:
            continue
        references = []
        for name, word in _types(game, card.kind).items():
            if word in tables and name in card.record:
                references.append(str(card.record[name]))
        own = []
        for name, word in _types(game, card.kind).items():
            if word == "colour" and name in card.record:
                own.append(str(card.record[name]))
        if card.size_mm is None:
            chosen.setdefault((card.kind, *references, *own), card)
    return list(chosen.values()) or list(game.cards.values())


def _types(game: Game, kind: str) -> dict[str, str]:
    from generator.lint.workshop import types_of

    node = game.root["kinds"][kind]
    each = each_of(node.below("for_each").data())
    return types_of(node) | {name: str(one) for name, one in each.items()}
