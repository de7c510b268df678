"""`tune` on the command line: from goals and ranges to a patch of cards.yaml, with its effect on
games that were not used in the search.

Converts words into values, calls, prints; asks before it overwrites anything.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from generator.cli.console import (
    FINE,
    FORMAT,
    GAME,
    INTERRUPTED,
    PROBLEMS,
    Bar,
    OneOf,
    Printer,
    Unasked,
    agreed,
    write_result,
)
from generator.data.installing import install_command
from generator.data.problems import ProblemError, counted
from generator.data.saying import agreeing
from rules_check.cli.playing import (
    MOST_SEED,
    check_output,
    compile_rules,
    numbers_of_players,
    playing,
    set_up,
)

if TYPE_CHECKING:
    from rules_check.cli.playing import Setup
    from rules_check.prove.numbers import Range
    from rules_check.prove.tuning import Candidate, Found, Judge, Search
    from rules_check.verdict.findings import Measurement

_FILE = click.Path(path_type=Path, dir_okay=False)
_MOST_GAMES = 1_000_000
_GOALS = ("seats", "length", "cards", "stalls")


@click.command("tune")
@GAME
@click.option(
    "--goal",
    "goals",
    multiple=True,
    required=True,
    type=OneOf(_GOALS),
    help=(
        "Goal: seats that win equally often, the length on the box, use of every card, no "
        "stalls. Repeat "
        "the option for several."
    ),
)
@click.option(
    "--vary",
    multiple=True,
    metavar="NAME=LOW..HIGH",
    help=(
        "A number that may change, with its range, such as rules.hand_size=3..6, or the "
        "range of the change, such as kinds.card.cards.*.strength=-1..+1. Repeat the option "
        "for several. [the whole numbers "
        "under rules:, by up to 2, except those under check: fixed:; if there are none, the "
        "numbers on the cards, by 1]"
    ),
)
@click.option(
    "--players",
    metavar="N,…",
    help="Numbers of players to tune for: 2,4 or 2-4. [all that the game allows]",
)
@click.option("--line-up", metavar="PLAYER,…", help="Who plays: one name for all seats. [expert]")
@click.option(
    "--games",
    type=click.IntRange(10, _MOST_GAMES),
    default=400,
    show_default=True,
    help=(
        "Games for each candidate and number of players; up to 16 times as many if the result is "
        "unclear."
    ),
)
@click.option(
    "--confirm",
    type=click.IntRange(10, _MOST_GAMES),
    help="New games to test the proposal with, for each number of players. [20 times --games]",
)
@click.option(
    "--trials",
    type=click.IntRange(1, 100_000),
    help="Play at most this many candidates. [each single change, and 200 combinations]",
)
@click.option(
    "--most-changes",
    type=click.IntRange(1, 8),
    default=3,
    show_default=True,
    help="Change at most this many numbers.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, MOST_SEED - 1),
    default=1,
    show_default=True,
    help="Random seed; new games use the next one.",
)
@click.option(
    "--study", type=_FILE, help="Keep the search in this file; the same command continues it."
)
@click.option(
    "--output", type=_FILE, metavar="FILE", help="Write the changed cards.yaml to this new file."
)
@click.option("--write", is_flag=True, help="Change cards.yaml itself, after asking.")
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
@FORMAT
def tune_command(
    game: str | None,
    goals: tuple[str, ...],
    vary: tuple[str, ...],
    players: str | None,
    line_up: str | None,
    games: int,
    confirm: int | None,
    trials: int | None,
    most_changes: int,
    seed: int,
    study: Path | None,
    output: Path | None,
    write: bool,
    yes: bool,
    format_: str,
) -> int:
    """Find the smallest set of changes that meets a game's goals. It prints them as a patch for
    cards.yaml.
    """
    printer = Printer(format_ == "json")
    _check_files(game, output, write, yes, study, printer)

    def work() -> int:
        from generator.data.source import content_of
        from rules_check.engine.players import best_word
        from rules_check.prove.numbers import NamingError, parse_ranges
        from rules_check.prove.tuning import (
            GoalError,
            Judge,
            Search,
            StudyError,
            Task,
            usual_ranges,
        )

        setup = set_up(game, printer)
        path = setup.game.folder / setup.game.file
        words = line_up.split(",") if line_up else []
        counts = tuple(
            numbers_of_players(
                setup, str(len(words)) if players is None and len(words) > 1 else players
            )
        )
        word = line_up or best_word(setup.rules)
        compile_rules(setup, printer)
        task = Task(tuple(dict.fromkeys(goals)), counts, word, games, seed)
        try:
            judge = Judge(setup.rules, setup.game, content_of(path), task)
            ranges = []
            for text in vary:
                ranges.extend(parse_ranges(text, judge.numbers, judge.fixed))
            ranges = ranges or usual_ranges(judge.numbers, judge.fixed)
            # the last of several applies
            ranges = list({range_.number.name: range_ for range_ in ranges}.values())
            with Bar(printer) as bar:
                search = Search(judge, ranges, most_changes, trials, study, bar.show)
                _tell_task(search, ranges, setup, printer, study)
                outcome = _searched(search)
        except (NamingError, GoalError, StudyError) as fault:
            raise click.UsageError(str(fault)) from None
        except ModuleNotFoundError as missing:
            if missing.name != "optuna":
                raise
            raise click.UsageError(
                f"tuning needs optuna, from the extra 'tune': {install_command('tune')}"
            ) from None
        if outcome is None or outcome.before.is_refused:
            raise click.UsageError(
                f"{setup.game.title} cannot be played by {', '.join(map(str, counts))} as it is"
            )
        proposal = _Proposal(judge, outcome, confirm or 20 * games, printer)
        if search.is_interrupted:
            return proposal.lay_aside(study)
        with Bar(printer) as bar:
            proposal.confirm(bar)
        return proposal.hand_over(path, output, write, yes)

    return playing(printer, work)


def _check_files(
    game: str | None,
    output: Path | None,
    write: bool,
    yes: bool,
    study: Path | None,
    printer: Printer,
) -> None:
    """Refuse, before anything is played, to overwrite a file without a request."""
    from generator.data.loading import find_game

    check_output(output, yes)
    if output and study and output.resolve() == study.resolve():
        raise click.UsageError("--output and --study name the same file; rename one")
    if not write:
        return
    if output:
        raise click.UsageError(
            "--write changes cards.yaml, but --output writes another file; use one of them"
        )
    if printer.is_json and not yes:
        raise click.UsageError(
            "--write asks for confirmation, which is not possible with --format json; add --yes"
        )
    try:
        is_bundled = find_game(game)[1]
    except ProblemError:
        return  # it is reported where the game is read
    if is_bundled:
        raise click.UsageError(
            "--write does not change the game that comes with the tool; use --output"
        )


def _agreed(question: str) -> bool:
    """Ask a question. If no one can answer, that is incorrect usage."""
    try:
        return agreed(question)
    except click.Abort:
        if sys.stdin.isatty():
            raise
        raise Unasked(
            "nothing was changed: --write asks first, but there is no terminal; add --yes"
        ) from None


def _searched(search: Search) -> Found | None:
    """Search; when interrupted, keep what was found so far."""
    try:
        search.run()
    except KeyboardInterrupt:
        search.is_interrupted = True
        if search.best is None:
            raise
    return search.best


def _tell_task(
    search: Search, ranges: list[Range], setup: Setup, printer: Printer, study: Path | None
) -> None:
    from rules_check.engine.game import players_in_words
    from rules_check.engine.sources import data_hash
    from rules_check.prove.tuning import GOALS

    task = search.judge.task
    for goal in task.goals:
        printer.say(f"goal {goal}: {GOALS[goal]}")
    who = (
        f"{task.line_up}, {players_in_words(task.players)}, {task.games} games each, seed "
        f"{task.seed}"
    )
    printer.say(f"{setup.game.title} {setup.game.version}, data {data_hash(setup.cards)}: {who}")
    printer.say(
        f"{counted(len(ranges), 'number')} may change; there are {len(search.singles)} single changes"
    )
    if search.half_line:
        printer.remark(
            f"{study}:{search.half_line}: this last line is incomplete, so it is ignored"
        )
    if search.is_resumed:
        printer.remark(f"continuing from {study}: {len(search.known)} candidates known")
    elif search.has_others:
        printer.remark(
            f"{study} contains a search for other numbers or goals; this search starts from the "
            "beginning in the same file"
        )


class _Proposal:
    """What a search found, on its way to the user."""

    def __init__(self, judge: Judge, found: Found, games: int, printer: Printer) -> None:
        from generator.data.patching import difference

        self.judge, self.found, self.games, self.printer = judge, found, games, printer
        self.changes: Candidate = (
            found.candidate if found.measured.violation < found.before.violation else ()
        )
        self.content = judge.patch(self.changes)
        self.diff = difference(judge.content, self.content, judge.game.file)
        self.holds = False
        self.results: dict[str, Any] = {
            "goals": list(judge.task.goals),
            "players": list(judge.task.players),
            "line_up": judge.task.line_up,
            "seed": judge.task.seed,
            "games": judge.task.games,
            "played": found.evaluated,
            "refused": found.refused,
            "refusal": found.refusal,
            "untried": found.untried,
            "violation_before": found.before.violation,
            "violation": found.measured.violation,
            "reached": found.is_reached,
            "changes": [
                {
                    "name": name,
                    "from": judge.numbers[name].value,
                    "to": value,
                    "place": str(judge.numbers[name].place),
                }
                for name, value in self.changes
            ],
            "diff": self.diff,
            "confirmed": None,
            "files": [],
        }
        printer.results = self.results

    def show(self) -> None:
        """Print what was found, and show it as a diff."""
        outcome, say = self.found, self.printer.say
        refused = f", {outcome.refused} refused by the data check" if outcome.refused else ""
        tried = outcome.evaluated - 1
        say(f"The file as it is and {counted(tried, 'candidate')} played{refused}")
        say()
        if not outcome.before.violation:
            say("The file reaches the goals as it is: nothing to change.")
        elif not tried and outcome.refused:
            say(
                "All candidates were refused. Check --vary: a range with a sign, such as +2..+5 "
                "or -1..1, is relative to the current number."
            )
            if outcome.refusal:
                say(f"The first one refused: {outcome.refusal}")
        elif not self.changes:
            say(self._in_vain)
        else:
            count = counted(len(self.changes), "change")
            if outcome.is_reached:
                say(f"Proposal, {count}:")
            else:
                say(
                    f"No candidate reaches the goals{self._untried}. The closest, with {count}, "
                    f"exceeds the limits by {outcome.measured.violation:,.2f} in total; the "
                    f"current file exceeds them by {outcome.before.violation:,.2f}:"
                )
            for name, value in self.changes:
                say(f"  {name}: {self.judge.numbers[name].value} -> {value}")
            say()
            self.printer.say(*self.diff.rstrip("\n").split("\n"))

    @property
    def _in_vain(self) -> str:
        """Report that nothing tried brings the game closer to its goals."""
        if self.found.untried:
            return f"No candidate brings the game closer to its goals{self._untried}."
        if self.found.several == 0:
            several = ""
        else:
            several = f", nor any of the {counted(self.found.several, 'combination')} tried"
        return f"No change of one of these numbers brings the game closer to its goals{several}."

    @property
    def _untried(self) -> str:
        """Report how many single changes have yet to be tried."""
        if not self.found.untried:
            return ""
        return (
            f"; {counted(self.found.untried, 'change')} of one number "
            f"{agreeing(self.found.untried, 'was|were')} not tried; use more --trials"
        )

    def lay_aside(self, study: Path | None) -> int:
        """Show what an interrupted search has found, and how to continue it."""
        self.show()
        if study:
            self.printer.remark(
                f"interrupted; the same command, with --study {study}, continues from here"
            )
        else:
            self.printer.remark("interrupted; with --study FILE you can continue a search")
        self.printer.remark("new games did not confirm this, so nothing was written")
        self.printer.finish()
        raise click.exceptions.Exit(INTERRUPTED)

    def confirm(self, bar: Bar) -> None:
        """Play the file and the proposal on games that the search has not seen, and show how close
        they come to the goals.
        """
        from rules_check.prove.tuning import verdict, worst

        seed, judge = self.judge.task.seed + 1, self.judge
        self.show()
        bar.show(0, 2, "fresh games")
        after = judge.measurements(judge.play(self.changes, seed, self.games))
        bar.show(1, 2, "fresh games")
        before = judge.measurements(judge.play((), seed, self.games)) if self.changes else after
        bar.__exit__()
        printer, goals, verdicts = self.printer, list[dict[str, Any]](), list[str]()
        printer.say()
        printer.say(
            f"On {self.games:,} new games for each number of players (seed {seed}), the worst "
            "value for each goal:"
        )
        for goal, listed in after.items():
            judgement, now = verdict(listed), worst(listed)
            verdicts.append(judgement)
            words = {
                "holds": "holds",
                "fails": "does not hold",
                "unsure": "holds on average, but not with certainty",
            }[judgement]
            printer.say(f"  {goal}: {words}")
            if self.changes:
                printer.say(f"    before: {worst(before[goal]).words}")
            printer.say(f"    {'after: ' if self.changes else ''}{now.words}")
            goals.append(
                {
                    "goal": goal,
                    "verdict": judgement,
                    "before": _said(worst(before[goal])),
                    "after": _said(now),
                }
            )
        self.holds = "fails" not in verdicts
        self.results["confirmed"] = {
            "seed": seed,
            "games": self.games,
            "holds": self.holds,
            "goals": goals,
        }
        if not self.holds and self.found.is_reached:
            what = "The proposal" if self.changes else "The file"
            printer.say(
                f"{what} does NOT hold in new games: it reached the goals by luck in the games "
                "of the search. Use more --games."
            )

    def hand_over(self, path: Path, output: Path | None, write: bool, yes: bool) -> int:
        """Write the requested output; return the exit code."""
        code = FINE if self.holds else PROBLEMS
        target = output or (path if write else None)
        if target is None:
            return code
        refusal = ""
        if not self.changes:
            refusal = "nothing to write"
        elif write and not self.holds:
            refusal = f"{path} is unchanged, because the result does not hold; use --output FILE to keep it"
        elif write and not yes and not _agreed(f"Change {path}?"):
            refusal = f"{path} is unchanged"
        if refusal:
            self.printer.remark(refusal)
            return code
        write_result(target, self.content, path, self.judge.content, yes)
        self.results["files"] = [str(target)]
        self.printer.say()
        self.printer.say(str(target))
        return code


def _said(measurement: Measurement) -> dict[str, Any]:
    """Return a measurement as plain data."""
    return {
        "about": measurement.about,
        "number": measurement.number,
        "interval": [measurement.low, measurement.high],
        "unit": measurement.unit,
        "says": measurement.words,
    }
