"""`emporium-pnp check` and `report`: the problems that a build would refuse, and the findings from
playing, as one verdict, and as a page to read.

Converts words into values, calls, prints. Nothing heavy is imported before a command runs.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import subprocess
import sys
import tempfile
import textwrap
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from generator.cli.console import (
    CI_FORMAT,
    FINE,
    FORMAT,
    GAME,
    PROBLEMS,
    Printer,
    Status,
    as_known,
    check_ending,
    game_path,
    guarded,
    in_version,
    look_over,
    misuse,
    open_game,
    output_file,
    placed,
    styled,
)
from generator.data.files import write_files
from generator.data.opening import MIB, open_file
from generator.data.problems import Problem, ProblemError, Problems, counted
from generator.data.saying import agreeing
from rules_check.cli import messages as say
from rules_check.cli.playing import (
    MOST_SEED,
    SAVED,
    UNCOMPILED,
    Setup,
    compile_rules,
    is_uncompiled,
    numbers_of_players,
    playing,
    run_uncompiled,
    set_up,
)
from rules_check.play.spawning import ignore_interrupts, spawning
from rules_check.prove.examined import JUST_LEARNED

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from generator.data.findings import Finding
    from generator.data.game import Game
    from rules_check.prove.checking import Examination
    from rules_check.prove.examined import Cause, Examined

    LookedOver = tuple[list[Finding], list[Problem]]

_MARKS = {
    "fault": ("FAULT", "red"),
    "warning": ("warning", "yellow"),
    "unsure": ("unsure", "cyan"),
    "untested": ("untested", "cyan"),
    "ok": ("ok", "green"),
}
ROOM = "emporium-pnp-"
"""The first letters of the names of temporary folders."""
PATIENCE = 20.0
"""The seconds that a quick check may take uncompiled; compiling takes about as long."""
WIDTH = 80
"""The number of columns of the first screen."""
MARGIN = " " * 9
FOREMOST = 3
"""The number of findings that the first screen shows with their evidence."""
MOST_LISTED = 8
"""The number of faults and warnings up to which each of the others has a line; if there are more,
they are counted by sort.
"""
SAID = ("plays-alone", "plays-together", "rulings-judged", "players-unchecked")
"""Findings that are reported even if they are fine: they say what a check does not examine."""
TITLES = {
    "data": "Data: does the game build?",
    "paper": "Paper: can the cards be read and told apart?",
    "census": "Counts: is there enough of everything?",
    "reach": "Reach: can everything be beaten and used?",
    "games": "Whole games: do they work, and do they end?",
    "length": "Length: how long does a game take?",
    "balance": "Balance",
    "actions": "Actions: is each action worth taking?",
    "rulings": "Rulings: would a different answer change a verdict?",
}


class Beside:
    """The printing half of a check, in a separate process while games are played: what a build
    refuses, and what `lint` finds.
    """

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

    def findings(self) -> LookedOver:
        """Wait for the findings, and for other problems."""
        try:
            found: LookedOver = self.answer.recv()
        except EOFError:
            return [], [Problem.of(say.CARDS_NOT_CHECKED(), None, _AS_BUILD)]
        return found


_AS_BUILD = "`emporium-pnp build` shows more"


def _look(tell: Connection, name: str | None, with_lint: bool) -> None:
    """Check a game's data, in a separate process."""
    ignore_interrupts()
    gc.set_threshold(100_000)  # as for every command
    problems = Problems()
    try:
        found = look_over(open_game(name, Printer(is_json=True), problems), problems, with_lint)
    except ProblemError as fault:
        found = [], list(fault.problems)
    except Exception as fault:
        failed = say.CHECK_OF_CARDS_FAILED(name=type(fault).__name__, fault=fault)
        found = [], [Problem.of(failed, None, _AS_BUILD)]
    with suppress(BrokenPipeError):  # the check was killed
        tell.send(found)


class StatusLine(Status):
    """A line on a terminal's stderr with the current work and the approximate time left; nothing in
    a pipe.
    """

    def __init__(self, printer: Printer) -> None:
        self.is_on = sys.stderr.isatty() and not printer.is_json
        self.start = time.monotonic()

    def __call__(self, what: str, part: float | None = None) -> None:
        """Show what has begun and, if it is known, which part of everything is done."""
        if self.is_on:
            self.show(f"{what} …{self._left(part)}")

    def _left(self, part: float | None) -> str:
        spent = time.monotonic() - self.start
        if not part:
            self.start = time.monotonic()  # earlier work does not predict the time of what follows
            return ""
        seconds = spent * (1 - part) / part
        if seconds > 90:
            return f"  {100 * part:.0f} %, about {seconds / 60:.0f} min left"
        return f"  {100 * part:.0f} %, about {seconds:.0f} s left"

    def done(self) -> None:
        if self.is_on:
            self.clear()


def _mark_of(finding: Finding) -> tuple[str, str]:
    """Return the word for a verdict, and its colour."""
    return _MARKS[finding.standing]


def _claim(finding: Finding) -> str:
    """Return a claim as the beginning of a sentence."""
    return f"{finding.claim[0].upper()}{finding.claim[1:]}"


def _where(finding: Finding) -> str:
    if finding.place:
        return f"Where: {finding.place}, {finding.name}"
    return f"What: {finding.name}"


def _marked(
    mark: str, rows: list[str], colour: str | None = None, is_bold: bool = False
) -> list[str]:
    """Return rows with a mark before the first and a margin before the others."""
    first = styled(f"{mark:<9}", colour, is_bold=is_bold) + rows[0]
    return [first, *(MARGIN + row for row in rows[1:])]


def said(finding: Finding, game_words: str) -> list[str]:
    """Write a finding in lines: the verdict, what was found and how certain it is, its place, what
    to do, and the command that shows it.
    """
    mark, colour = _mark_of(finding)
    facts = {
        _where(finding): True,
        f"To do: {finding.hint}": finding.hint,
        _replay(finding, game_words): finding.shown,
    }
    if finding.silenced is not None:
        mark, colour = "silent", "white"
        facts = {_where(finding): True, f"Silenced: {finding.silenced}": True}
    rows = [row for row, is_said in facts.items() if is_said and finding.verdict != "ok"]
    return _marked(mark, [_claim(finding), *rows], colour)


def said_briefly(finding: Finding, game_words: str) -> list[str]:
    """Write a finding for a screen, wrapped at its width, except for the command that shows it,
    which replaces the advice.
    """
    mark, colour = _mark_of(finding)
    hint = finding.hint
    if finding.verdict == "unsure" and not finding.is_untested:
        hint = "nothing yet; `--deep` plays more games"
    lines = [*_beside_mark(_claim(finding)), *_beside_mark(_where(finding))]
    if finding.shown:
        lines.append(_replay(finding, game_words))
    elif hint:
        lines += _beside_mark(f"To do: {hint}")
    return _marked(mark, lines, colour)


def said_of_cause(cause: Cause, is_first: bool) -> list[str]:
    """Write a cause in lines: what it is, and its place."""
    lines = _beside_mark(f"{cause.said}.")
    if cause.place is not None:
        lines += _beside_mark(f"Where: {cause.place}")
    written = _marked("cause" if cause.is_measured else "likely", lines, is_bold=True)
    return ["", *written] if is_first else written


def said_in_a_line(finding: Finding) -> str:
    """Write a finding in one line of a screen: as much of the claim as fits."""
    mark, colour = _mark_of(finding)
    row = textwrap.shorten(_claim(finding), WIDTH - len(MARGIN), placeholder=" …")
    return _marked(mark, [row], colour)[0]


def _replay(finding: Finding, game_words: str) -> str:
    return f"emporium-pnp replay {game_words}{finding.shown.words}" if finding.shown else ""


def as_problems(findings: Iterable[Finding], game_words: str, with_unsure: bool) -> list[Problem]:
    """Return as problems the findings that count and, if asked for, the unsure ones; each hint ends
    with the command that shows the finding.
    """
    problems = []
    for finding in sorted(findings, key=_weight):
        is_open = finding.verdict == "unsure" and finding.silenced is None and not finding.follows
        if finding.counts or (with_unsure and is_open):
            hints = filter(None, (finding.hint, _replay(finding, game_words)))
            problems.append(replace(finding.problem, hint="; ".join(hints) or None))
    return problems


def summary(findings: list[Finding], errors: int = 0, warnings: int = 0) -> str:
    """Count the findings by verdict, with the errors and warnings that are not findings; silenced
    findings are counted separately.
    """
    loud = Counter(
        finding.standing
        for finding in findings
        if finding.silenced is None or finding.verdict == "ok"
    )
    silenced = len(findings) - loud.total()
    parts = [counted(loud["fault"], "fault"), counted(loud["warning"] + warnings, "warning")]
    if errors:
        parts.insert(0, counted(errors, "error"))
    counts = {"unsure": loud["unsure"], "untested": loud["untested"], "silenced": silenced}
    parts += [f"{number} {word}" for word, number in counts.items() if number]
    return ", ".join([*parts, f"{loud['ok']} ok"])


def verdict_on(examined: Examined) -> str:
    """Write the result of a check in a sentence."""
    title = examined.game.title
    if examined.errors:
        return f"{title} cannot be built: {counted(examined.errors, 'error')}, see above."
    heard = [finding for finding in examined.findings if finding.silenced is None]
    loud = Counter(finding.verdict for finding in heard)
    loud["warning"] += examined.warnings
    faults, warnings = counted(loud["fault"], "fault"), counted(loud["warning"], "warning")
    if examined.level.name == UNPLAYED:
        what = f"in the cards, the paper and the set-up of {title}"
        counts = {faults: loud["fault"], warnings: loud["warning"]}
        if not sum(counts.values()):
            return f"Nothing is wrong {what}."
        words = " and ".join(word for word, count in counts.items() if count)
        return f"{words} {agreeing(sum(counts.values()), 'is|are')} found {what}."
    if loud["fault"]:
        more = f" and {warnings}" if loud["warning"] else ""
        return f"{title} cannot be played as it is: {faults}{more}."
    judges = _judges_of(examined)
    if loud["warning"]:
        above = ""
        if examined.warnings:
            share = "" if examined.warnings == loud["warning"] else f" {examined.warnings} of them"
            above = f",{share} printed above"
        return f"{title} can be played, but has problems: {warnings}{above}.{judges}"
    if not examined.level.is_balance:
        return f"{title} works. A check without --quick also tests its balance."
    untested = sum(finding.is_untested for finding in heard)
    near = loud["unsure"] - untested
    limits = {0: "", 1: "; one value is too close to its limit to tell"}.get(
        near, f"; {near} values are too close to their limits to tell"
    )
    if near or judges or untested:
        return f"Nothing is known to be wrong with {title}{limits}.{judges}"
    return f"Nothing is wrong with {title}."


def _judges_of(examined: Examined) -> str:
    """Say that balance is untested, as one more sentence, if it was judged by players that no
    trained adversary has faced.
    """
    if not examined.among or not examined.level.is_balance:
        return ""
    if examined.among == JUST_LEARNED:
        return " Its balance is untested: the players who judged it have not learned for long."
    is_team = any(finding.code == "plays-together" for finding in examined.findings)
    how = "well they play" if is_team else "hard they are to beat"
    return f" Its balance is untested: only {examined.among} judged it, and how {how} is unknown."


def _weight(finding: Finding) -> tuple[int, int, float]:
    from rules_check.verdict.ranking import weight_of

    return weight_of(finding)


def foremost(findings: Iterable[Finding]) -> list[Finding]:
    """Choose the findings that matter most: one of each sort, faults first, and findings from play
    before others.
    """
    chosen: dict[str, Finding] = {}
    for finding in sorted(findings, key=_weight):
        chosen.setdefault(finding.code, finding)
    return list(chosen.values())[:FOREMOST]


UNPLAYED = "unplayed"
UNJUDGED = (
    "It has no rules, so it was not played: its length, its endings and its balance are unknown. "
    "`emporium-pnp new my-rules --rules` makes a small game with rules to learn from."
)


def show(examined: Examined, printer: Printer, show_all: bool, game_words: str) -> None:
    """Print the verdict, who judged, and what matters most, so that it fits a screen; or
    everything.
    """
    printer.say(*[styled(line, is_bold=True) for line in _wrapped(verdict_on(examined))])
    if examined.level.is_balance:
        printer.say(*_wrapped(f"Judged by {examined.judged_by}."))
    is_unplayed = examined.level.name == UNPLAYED
    if is_unplayed:
        printer.say(*_wrapped(UNJUDGED))
    for cause in examined.causes:
        printer.say(*said_of_cause(cause, is_first=cause is examined.causes[0]))
    if show_all:
        show_sections(examined, printer, game_words)
    else:
        _show_foremost(examined, printer, game_words)
    printer.say()
    sentence = summary(examined.findings, examined.errors, examined.warnings)
    if not show_all and not is_unplayed:
        sentence += ". All intervals are 95 % intervals."
    printer.say(*_wrapped(sentence))
    if not show_all:
        printer.say(f"All findings: emporium-pnp check {game_words}{examined.asked}--all")
        printer.say(f"With charts:  emporium-pnp report {game_words}".rstrip())


def _show_foremost(examined: Examined, printer: Printer, game_words: str) -> None:
    """Print the findings that matter most, then a line for each of the others, or their number."""
    for finding in examined.findings:
        if finding.code in SAID:
            printer.say(*_wrapped(f"{_claim(finding)}."))
    loud = _loud(examined)
    shown = foremost(loud)
    if shown:
        printer.say()
    for finding in shown:
        printer.say(*said_briefly(finding, game_words))
    others = sorted((finding for finding in loud if finding not in shown), key=_weight)
    has_few = sum(finding.counts for finding in loud) <= MOST_LISTED
    listed = [finding for finding in others if finding.counts and has_few]
    if listed:
        printer.say()
    for finding in listed:
        printer.say(said_in_a_line(finding))
    rest = Counter(finding.code for finding in others if finding not in listed)
    if rest:
        sorts = ", ".join(f"{number} {code}" for code, number in rest.most_common())
        which = " that are unsure" if listed else ""
        printer.say(*_wrapped(f"And {rest.total()} more{which}: {sorts}."))


def _loud(examined: Examined) -> list[Any]:
    """List the findings neither fine nor silenced; unsure ones only if balance was judged."""
    fine = ("ok",) if examined.level.is_balance else ("ok", "unsure")
    loud = []
    for finding in examined.findings:
        is_said = finding.follows or finding.code in SAID
        if finding.silenced is None and finding.verdict not in fine and not is_said:
            loud.append(finding)
    return loud


def show_sections(examined: Examined, printer: Printer, game_words: str) -> None:
    """Print every finding, section by section, the most serious first."""
    for section, title in TITLES.items():
        findings = sorted(
            (finding for finding in examined.findings if finding.section == section), key=_weight
        )
        if findings or section == "data":
            printer.say("", styled(title, is_bold=True))
        if section == "data":
            errors = f"{counted(examined.errors, 'error')}, see above"
            printer.say(errors if examined.errors else styled("ok       ", "green") + "It builds")
        for finding in findings:
            for line in said(finding, game_words):
                printer.say(line)


def _wrapped(text: str, width: int = WIDTH) -> list[str]:
    return textwrap.wrap(text, width, break_on_hyphens=False)


def _beside_mark(text: str) -> list[str]:
    return _wrapped(text, WIDTH - len(MARGIN))


def examined_game(
    game: str | None,
    level: str,
    seed: int,
    printer: Printer,
    beside: Beside,
    with_fit: bool = True,
    line_up: str | None = None,
    against: str | None = None,
    players: str | None = None,
    room: Path = Path(),
) -> Examined:
    """Check a game, and add the findings of the printing half. Raises ProblemError for faults of
    the data.

    A game without rules is checked as far as its cards go.

    Balance is judged among experts, which are first fitted to the cards if that is wanted and has
    not been done yet, or among a line-up. `against` is an earlier version of the file, or a folder
    or a revision that has one, which is written into `room`.
    """
    from rules_check.notation.reading import has_rules, problems_of_rules
    from rules_check.prove.unplayed import examine_unplayed

    printer.folder = game_path(game).parent
    loaded = _silently_opened(game)
    if not has_rules(loaded):
        if players is not None:
            raise click.UsageError("--players is for games with rules: no other is played")
        return _with_look(examine_unplayed(loaded, seed), beside.findings())
    old = None if against is None else _asked_for(against, loaded, room, printer)
    progress = StatusLine(printer)
    try:
        from rules_check.prove.checking import LEVELS, Examination
        from rules_check.prove.fitting import fit

        setup = set_up(game, printer)
        compile_rules(setup, printer)
        learns = with_fit and LEVELS[level].is_balance and line_up is None

        def show_fitting(players: int, part: float) -> None:
            progress(f"fitting experts for {players} players, {100 * part:.0f} %")

        fitted = fit(setup.rules, setup.cards, seed, learns, show_fitting)
        counts = numbers_of_players(setup, players)
        if learns:
            learn_first(setup, counts, printer, progress)
        examination = Examination(
            setup.rules, setup.game, fitted.cards, LEVELS[level], seed, progress, line_up, counts
        )
        judges = fitted.words if line_up is None else f"{line_up}, as asked for"
        examined = examination.run()
        examined.asked = f"--players {players} " if players else ""
        examined.judged_by = examination.judges_in_words(judges)
        progress("checking the cards")
        look = beside.findings()
        if examined.level.is_balance:
            _find_causes(examination, old, progress, look)
        examined.findings = list(map(as_known, examined.findings))
        examined.problems += problems_of_rules(setup.game)
        return _with_look(examined, look)
    finally:
        progress.done()


def learn_first(setup: Setup, counts: list[int], printer: Printer, progress: StatusLine) -> None:
    """Let players learn a game before they judge it, unless they have, and say so."""
    from rules_check.prove.lessons import lessons_for

    lessons = lessons_for(setup.rules, setup.game, setup.cards, counts)
    if lessons is None:
        return
    what = "what has changed in the game"
    if lessons.is_new:
        what = "the game by themselves, once, which takes a minute or two on two idle cores"
    printer.remark(f"Players learn {what}; `--no-fit` skips this.")
    progress("learning the game")

    def show(part: float) -> None:
        if part >= 1.0:
            progress("playing fresh games against the adversary")
        elif lessons.begun:  # some may have to go on after this
            progress(f"learning the game, {100 * part:.0f} %")
        else:
            progress("learning the game", part)

    lessons.take(show)


def _find_causes(
    examination: Examination, old: Game | None, progress: StatusLine, look: LookedOver
) -> None:
    """Search for the causes of a check's warnings, and let its findings point at them. `old` is the
    earlier version that was asked for, by default the last in git.
    """
    from generator.data.source import content_of
    from rules_check.prove.causes import Detective, idle_in, pointed, used_before, with_disuse

    examined, game = examination.result, examination.game
    is_wrong = any(finding.counts for finding in examined.findings) or bool(idle_in(examination))
    if old is None and not is_wrong:
        return
    content = content_of(game.folder / game.file)
    detective = Detective(examination, content, progress, _verdicts_in(look))
    with examination.judging():
        with tempfile.TemporaryDirectory(prefix=ROOM) as room:
            old = old or _last_in_git(game, Path(room))
            if old is not None:
                examined.causes = detective.against(old, content_of(old.folder / old.file))
        examined.causes = examined.causes or detective.alone()
    examined.findings = with_disuse(examined.findings, detective.disused)
    examined.findings = used_before(examined.findings, detective.again)
    examined.findings = pointed(examined.findings, examined.causes)


def _verdicts_in(look: LookedOver) -> Counter[str]:
    """Count the faults and warnings of the printing half by their verdict."""
    findings, problems = look
    return Counter(finding.verdict for finding in findings if finding.counts) + Counter(
        problem.severity for problem in problems if problem.severity == "warning"
    )


def _last_in_git(game: Game, room: Path) -> Game | None:
    """Read the last version of a game in git; None if it cannot be read."""
    from generator.data.loading import load_game
    from generator.data.revisions import take_out

    try:
        return load_game(take_out("HEAD", Path(), game.folder / game.file, room))
    except ProblemError:
        return None


def _asked_for(word: str, game: Game, room: Path, printer: Printer) -> Game:
    """Read the earlier version that was asked for. Raises ProblemError if it cannot be read."""
    from generator.data.loading import find_game, load_game
    from generator.data.revisions import is_revision, take_out

    try:
        if is_revision(word):
            path = take_out(word, Path(), game.folder / game.file, room)
        else:
            path, _ = find_game(word)
    except ProblemError as fault:
        raise misuse(fault) from None
    try:
        return load_game(path)
    except ProblemError as fault:
        raise in_version(fault, word, path.parent, printer) from None


def is_played(game: str | None) -> bool:
    """Return whether a game can be read and has rules, so that the packages for playing must be
    installed.
    """
    from rules_check.notation.reading import has_rules

    try:
        return has_rules(_silently_opened(game))
    except ProblemError:
        return False


def _with_look(examined: Examined, look: LookedOver) -> Examined:
    """Add the results of the data check that ran in parallel."""
    claims, problems = look
    examined.findings = claims + examined.findings
    examined.problems += problems
    return examined


def _silently_opened(name: str | None) -> Game:
    """Read a game whose warnings are reported elsewhere. Raises ProblemError."""
    return open_game(name, Printer(is_json=True), Problems())


def _level_of(quick: bool, deep: bool) -> str:
    """Return the level of a check from its options. Raises UsageError."""
    if quick and deep:
        raise click.UsageError("--quick and --deep cannot be combined")
    if os.environ.get(UNCOMPILED):
        return "uncompiled"
    if quick:
        return "quick"
    return "deep" if deep else "usual"


PLAYERS = click.option(
    "--players",
    metavar="N,…",
    help=(
        "Check only these numbers of players: 4, 2-6 or 2,4. All others stay untested. "
        "[all that the game allows]"
    ),
)
"""The numbers of players to check."""


@click.command("check")
@GAME
@click.option(
    "--quick",
    is_flag=True,
    help="Check only counts, reachability, and whether games run; this takes seconds.",
)
@click.option(
    "--deep",
    is_flag=True,
    help=(
        "Play many more games, which takes minutes: seats are accurate to half a point, cards to "
        "less than one."
    ),
)
@click.option(
    "--seed", type=click.IntRange(0, MOST_SEED), default=1, show_default=True, help="Random seed."
)
@click.option(
    "--all",
    "show_all",
    is_flag=True,
    help="Show every finding by section, including findings that are ok.",
)
@click.option("--strict", is_flag=True, help="Also fail if a finding is unsure.")
@click.option("--no-lint", is_flag=True, help="Skip the checks of `lint`, as --quick does.")
@click.option(
    "--no-fit",
    is_flag=True,
    help=(
        "Judge by the available players, as --quick does: no experts are fitted to changed "
        "numbers, and no players learn the game."
    ),
)
@click.option(
    "--line-up",
    metavar="PLAYER",
    help=(
        "Judge by these players in all seats: greedy, search:50, mine.py:cautious. [experts, else "
        "greedy]"
    ),
)
@PLAYERS
@click.option(
    "--against",
    metavar="OLD",
    help=(
        "Find the change since an earlier version that causes a problem; name a file, a folder "
        "or a git revision. [HEAD, if the game is in a git repository]"
    ),
)
@CI_FORMAT
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
    players: str | None,
    against: str | None,
    format_: str,
) -> int:
    """Check counts, endings and balance in thousands of games."""
    printer = Printer(format_ == "json", format_ == "github")
    game_words = f"{game} " if game else ""
    level = _level_of(quick, deep)
    if quick and against is not None:
        raise click.UsageError("--quick and --against cannot be combined")

    def work() -> int:
        if quick and format_ == "text" and is_uncompiled(_silently_opened(game)):
            printer.remark(
                "The rules are compiled in the background; until then a few games are played "
                "uncompiled."
            )
            words = ["check", *([game] if game else []), "--quick", "--seed", str(seed)]
            options: dict[str, Any] = {"strict": strict, "all": show_all, "line_up": line_up}
            options["players"] = players
            with suppress(subprocess.TimeoutExpired):
                return run_uncompiled(words, PATIENCE, **options)
            printer.remark("These games are long, so the check waits for the compiled rules.")
        examined = examined_game(
            game, level, seed, printer, beside, not no_fit, line_up, against, players, Path(room)
        )
        problems = list(examined.problems)
        if printer.annotates:
            problems += as_problems(examined.findings, game_words, strict)
        printer.report(problems)
        printer.results = examined.as_json()
        show(examined, printer, show_all, game_words)
        is_unsure = strict and any(
            finding.verdict == "unsure" and not finding.silenced for finding in examined.findings
        )
        return FINE if examined.is_passed and not is_unsure else PROBLEMS

    with (
        Beside(game, not (quick or no_lint)) as beside,  # first: loading the engine takes a second
        tempfile.TemporaryDirectory(prefix=ROOM) as room,  # its lines are shown with its problems
    ):
        return playing(printer, work) if is_played(game) else guarded(printer, work)


@click.command("report")
@GAME
@click.option("--deep", is_flag=True, help="Play many more games, as `check --deep` does.")
@click.option(
    "--seed", type=click.IntRange(0, MOST_SEED), default=1, show_default=True, help="Random seed."
)
@PLAYERS
@click.option(
    "--from",
    "source",
    type=SAVED,
    help="Read the saved output of `check --format json` instead of checking again.",
)
@click.option(
    "--log", "log", type=SAVED, help="The playtest log. [playtests/plays.jsonl beside cards.yaml]"
)
@output_file("The page to write", "output/report.html")
@FORMAT
def report_command(
    game: str | None,
    deep: bool,
    seed: int,
    players: str | None,
    source: Path | None,
    log: Path | None,
    output: Path | None,
    format_: str,
) -> int:
    """Write the findings of a check as an HTML page with charts. The page also shows the remarks in
    the playtest log.
    """
    printer = Printer(format_ == "json")

    def work() -> int:
        from rules_check.log.cards import Cards, data_of
        from rules_check.log.notes import read_notes
        from rules_check.log.store import log_in, read_plays
        from rules_check.report.chapters import headline
        from rules_check.report.examined import read_examined
        from rules_check.report.page import write_report

        page, _ = placed(output, Path("output/report.html"))
        check_ending(page, ".html", ".htm")
        check_page(page)
        if source and players is not None:
            raise click.UsageError(
                "--from reads a check that was saved: give --players to that check, or leave out "
                "--from"
            )
        if source:
            loaded = open_game(game, printer, Problems())
            examined = read_examined(source)
            printer.report(_stale(loaded, examined, source))
        else:
            with Beside(game, with_lint=True) as beside:
                level = "deep" if deep else "usual"
                found = examined_game(game, level, seed, printer, beside, players=players)
            printer.report(found.problems)
            loaded, examined = found.game, found.as_json()
        path = log or log_in(loaded.folder)
        plays, notes = read_plays(path), read_notes(loaded.folder)
        if plays or notes or log:
            from rules_check.log.people import as_report

            names = Cards.of(loaded).names
            examined["logged"] = as_report(
                plays, examined.get("measured", {}), data_of(loaded), notes, names
            )
        write_files({page: write_report(examined).encode("utf-8", "replace")})
        printer.results = {"file": str(page), "passed": bool(examined.get("passed"))}
        printer.say(headline(examined.get("findings", [])))
        printer.say(f"{page}  {page.stat().st_size / 1000:.0f} kB")
        return FINE

    return playing(printer, work)


FIRST_WORDS = b"<!doctype html>"
_MOST_PAGE = 256 * MIB


def check_page(path: Path) -> None:
    """Refuse to overwrite anything other than a page."""
    if not path.exists():
        return
    try:
        with open_file(path, None, _MOST_PAGE) as file:
            is_page = file.read(len(FIRST_WORDS)).lower() == FIRST_WORDS
    except OSError:
        is_page = False
    if not is_page:
        raise click.UsageError(
            f"--output {path}: this file exists and is not a page; choose another name"
        )


def _stale(game: Game, examined: dict[str, Any], source: Path) -> list[Problem]:
    """Warn if a check has other numbers than the game has now."""
    from rules_check.engine.game import rules_of
    from rules_check.engine.sources import data_hash
    from rules_check.report.examined import place_in

    was, title = examined["game"].get("data"), examined["game"].get("title")
    if was == data_hash(rules_of(game).cards_record(game)):
        return []
    if title != game.title:
        message = say.CHECK_OF_OTHER_GAME(wanted=game.title, found=title)
        raise ProblemError(Problem.of(message, place_in(source, "results", "game", "title")))
    message = say.CHECK_IS_STALE(file=game.file, was=was)
    place = place_in(source, "results", "game", "data")
    return [Problem.of(message, place, None, "warning")]
