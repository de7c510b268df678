"""The command `compare`: two card sets of one game, played with the same luck.

Converts words into values, calls, prints. Nothing heavy is imported before the command runs.
"""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from generator.cli.console import FINE, FORMAT, Bar, Printer, in_version, misuse
from generator.data.problems import ProblemError, counted
from generator.data.saying import agreeing
from rules_check.cli.playing import MOST_SEED, Setup, compile_rules, playing, seats_of, set_up

if TYPE_CHECKING:
    from rules_check.prove.comparing import Comparison, Figure, FindingChange

_ORDER = ("differs", "unsure", "same", "equal")
_COLUMNS = "<>>><<>"
MOST_DIGITS = 4


@click.command("compare")
@click.argument("old", metavar="OLD")
@click.argument("new", required=False, metavar="[NEW]")
@click.option(
    "--players",
    type=int,
    metavar="N",
    help="Number of players. [the number in the line-up, else 4]",
)
@click.option(
    "--line-up",
    metavar="PLAYER,…",
    help="Who plays: one for each seat, or one for all. [expert if the game has one]",
)
@click.option(
    "--games",
    type=click.IntRange(min=200),
    metavar="N",
    help="Play at most this many pairs. [3000]",
)
@click.option(
    "--seed", type=click.IntRange(0, MOST_SEED), default=1, show_default=True, help="Random seed."
)
@FORMAT
def compare_command(
    old: str,
    new: str | None,
    players: int | None,
    line_up: str | None,
    games: int | None,
    seed: int,
    format_: str,
) -> int:
    """Compare two card sets of one game, played with the same luck. It shows the effect of a
    change.

    OLD and NEW are files, folders, names of bundled games, or git revisions: `HEAD~1` for an
    earlier version of the game's folder, or `HEAD~1:path` for another folder. Without NEW, compare
    uses the game in this folder.
    """
    printer = Printer(format_ == "json")
    with ExitStack() as rooms:  # what git writes is needed until its problems have been reported

        def work() -> int:
            from rules_check.engine.players import best_word, parse_line_up
            from rules_check.prove.comparing import MOST_PAIRS, compare

            room = Path(rooms.enter_context(tempfile.TemporaryDirectory(prefix="emporium-pnp-")))
            setups = [
                _setup(word, room / side, new, printer)
                for side, word in (("old", old), ("new", new))
            ]
            before, after = setups
            _check_same_game(before, after)
            count, words = seats_of(after, players, line_up, best_word(after.rules))
            seats_of(before, count, words, words)
            for side in setups:
                compile_rules(side, printer)
            with Bar(printer) as bar:
                compared = compare(
                    after.rules,
                    before.cards,
                    after.cards,
                    parse_line_up(words, count, after.game),
                    seed,
                    games or MOST_PAIRS,
                    progress=lambda done, most: bar.show(done, most, f"{done:,} pairs"),
                    old_line_up=parse_line_up(words, count, before.game),
                )
            printer.results = {
                "game": after.game.title,
                "old": _said(old, before),
                "new": _said(new or str(after.game.folder / after.game.file), after),
                "players": count,
                "line_up": words,
                "seed": seed,
                **_as_json(compared),
            }
            changes = _changes(before, after, seed)
            printer.results["findings"] = [change.as_json() for change in changes]
            printer.say(
                f"{after.game.title}, {counted(count, 'player')}, line-up {words}, seed {seed}"
            )
            printer.say(
                f"OLD: {printer.results['old']['from']}, NEW: {printer.results['new']['from']}"
            )
            for line in [*_text(compared), *_told(changes)]:
                printer.say(line)
            return FINE

        return playing(printer, work)


def _setup(word: str | None, room: Path, new: str | None, printer: Printer) -> Setup:
    """Read one side. Its problems name the side; a word that matches nothing is a usage error."""
    from generator.data.loading import find_game
    from generator.data.revisions import is_revision, take_out

    path = word
    if word is not None and is_revision(word):
        try:
            game, _ = find_game(None if new is None or is_revision(new) else new)
            room.mkdir()
            path = str(take_out(word, Path(), game, room))
        except ProblemError as fault:
            raise misuse(fault) from None
    try:
        return set_up(path, printer)
    except ProblemError as fault:
        if word is None or printer.folder is None:
            raise
        raise in_version(fault, word, printer.folder, printer) from None


def _changes(before: Setup, after: Setup, seed: int) -> list[FindingChange]:
    """Check both sides quickly, with the same games: which findings a change adds, removes, or
    alters.
    """
    from rules_check.prove.checking import LEVELS, Examination
    from rules_check.prove.comparing import compare_findings

    old, new = (
        Examination(side.rules, side.game, side.cards, LEVELS["glance"], seed).run().findings
        for side in (before, after)
    )
    return compare_findings(old, new)


def _told(changes: list[FindingChange]) -> list[str]:
    """Write the faults that the quick check finds on one side only."""
    lines = ["", "A quick check finds the same faults on both sides."]
    for word, side in (("appeared", "new"), ("vanished", "old")):
        findings = [getattr(change, side) for change in changes if change.change == word]
        lines += [f"  {word}: {finding.claim}" for finding in findings if finding]
    return lines if len(lines) == 2 else ["", "Faults found by a quick check:", *lines[2:]]


def _check_same_game(old: Setup, new: Setup) -> None:
    if old.rules.name != new.rules.name:
        raise click.UsageError(
            f"OLD plays {old.rules.name} and NEW plays {new.rules.name}; compare two card sets "
            "of one game"
        )


def _said(word: str, setup: Setup) -> dict[str, str]:
    from rules_check.engine.sources import data_hash

    return {
        "from": word,
        "title": setup.game.title,
        "version": setup.game.version,
        "data": data_hash(setup.cards),
    }


def _as_json(compared: Comparison) -> dict[str, Any]:
    return {
        "pairs": compared.pairs,
        "games": compared.games,
        "equal": compared.is_equal,
        "settled": compared.is_settled,
        "saving": compared.saving,
        "figures": [figure.as_json() for figure in compared.figures],
    }


def _text(compared: Comparison) -> list[str]:
    """Write a comparison as lines, differences first."""
    if compared.is_equal:
        return ["", *_closing(compared)]
    shown = [figure for figure in compared.figures if not figure.is_unseen]
    shown.sort(key=lambda figure: _ORDER.index(figure.verdict))
    unseen = [figure.name for figure in compared.figures if figure.is_unseen]
    rows = [("", "OLD", "NEW", "difference", "", "", "unpaired"), *map(_row, shown)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [""]
    for row in rows:
        cells = zip(row, _COLUMNS, widths, strict=True)
        lines.append("  ".join(f"{cell:{side}{width}}" for cell, side, width in cells).rstrip())
    lines.append("")
    if unseen:
        lines.append(f"never happens on either side: {', '.join(unseen)}")
    return [*lines, *_closing(compared)]


def _enough(digits: int, figure: Figure) -> int:
    """Return the number of decimals that a difference needs so that no end of its interval looks
    like the zero it excludes.
    """
    while digits < MOST_DIGITS and any(end and not round(end, digits) for end in figure.interval):
        digits += 1
    return digits


def _row(figure: Figure) -> tuple[str, ...]:
    digits, unit = (1, " %") if figure.unit == "%" else (2, "")
    low, high = figure.interval
    fine = _enough(digits, figure)
    within = f"{figure.same_within:.{digits}f}{' points' if figure.unit == '%' else ''}"
    verdict = {
        "differs": "differs",
        "unsure": "unsure",
        "same": f"same within {within}",
        "equal": "equal",
    }[figure.verdict]
    return (
        figure.name,
        f"{figure.old:z.{digits}f}{unit}",
        f"{figure.new:z.{digits}f}{unit}",
        f"{figure.difference:+z.{fine}f}",
        "" if figure.verdict == "equal" else f"({low:+z.{fine}f} to {high:+z.{fine}f})",
        verdict,
        "" if figure.unpaired_pairs is None else f"{figure.unpaired_pairs / figure.pairs:.1f} x",
    )


def _closing(compared: Comparison) -> list[str]:
    """Write the certainty of the whole comparison, and its cost."""
    played = f"{compared.games:,} games played, {compared.pairs:,} of each with the same luck"
    if compared.is_equal:
        return [
            f"The rules see the same numbers on both sides, so every game is the same. {played}."
        ]
    lines = []
    unsure = [figure.pairs_to_settle for figure in compared.figures if figure.verdict == "unsure"]
    if unsure:
        most = max((number for number in unsure if number is not None), default=None)
        if most:
            advice = f"; about --games {most} would settle {agreeing(len(unsure), 'it|them')}"
        else:
            advice = ""
        lines.append(f"{len(unsure)} of {len(compared.figures)} figures are unsure{advice}.")
    cost = compared.saving
    if cost:
        unpaired = (
            f"; with separate luck, half of the figures would have needed at least {cost:.1f} times "
            f"as many games ({cost * compared.games:,.0f}); see the column `unpaired`"
        )
    else:
        unpaired = ""
    return [
        *lines,
        f"All intervals hold at the same time in 19 of 20 comparisons. {played}{unpaired}.",
    ]
