"""Shared parts of the commands that play: a game with its rules, its line-up, records, and errors
of usage.

Converts words into values, calls, prints. Nothing heavy is imported before a command runs.
"""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from generator.cli.console import FOREIGN, SHOWN_AS, Printer, guarded, open_game
from generator.data.budget import heed
from generator.data.files import reading
from generator.data.installing import install_command
from generator.data.opening import open_file, read_named
from generator.data.problems import Place, Problem, ProblemError, Problems
from generator.data.saying import Said
from rules_check.cli import messages as say
from rules_check.play.spawning import prompt_interrupts

if TYPE_CHECKING:
    from generator.data.game import Game
    from rules_check.engine.game import Rules
    from rules_check.play.record import RecordedGame, Replay

MOST_SEED = 2**63 - 1
_IS_SAVED = "`replay --save` and `play` write records"
_SEED = click.IntRange(0, MOST_SEED)
UNCOMPILED = "EMPORIUM_PNP_UNCOMPILED"
"""The environment variable of the processes that `run_uncompiled` starts: a quick check plays only
a few games there.
"""


class Setup(NamedTuple):
    """A game with the rules that play it."""

    game: Game
    rules: Rules
    cards: Any


def numbers_of_players(setup: Setup, text: str | None) -> list[int]:
    """Read the numbers of players: `4`, `2-6` or `2,4`; by default all that the game allows."""
    from rules_check.engine.game import players_in_words

    known = setup.rules.player_counts(setup.cards)
    if text is None:
        return known
    numbers = set[int]()
    for part in text.split(","):
        match = re.fullmatch(r"\s*([0-9]{1,3})\s*(?:-\s*([0-9]{1,3})\s*)?", part)
        if match is None or int(match[2] or match[1]) < int(match[1]):
            raise click.UsageError(
                f"--players '{text}': expected a number such as 4, or several such as 2-6 or 2,4"
            )
        numbers |= set(range(int(match[1]), int(match[2] or match[1]) + 1))
    for number in sorted(numbers - set(known)):
        raise click.UsageError(
            f"{setup.game.title} is for {players_in_words(known, ' or ')}, found {number}"
        )
    return sorted(numbers)


def set_up(name: str | None, printer: Printer) -> Setup:
    """Read a game and find its rules. Raises ProblemError for faults of the data."""
    game = open_game(name, printer, Problems())
    from rules_check.engine.game import counts_of, rules_of
    from rules_check.engine.innards import spare_linear_algebra
    from rules_check.engine.kernel import IS_COMPILED
    from rules_check.engine.sources import home_of
    from rules_check.engine.warming import is_cold
    from rules_check.engine.written import found_as

    spare_linear_algebra()
    named = game.root["game"]
    rules = rules_of(game)
    if read_from := getattr(rules, "read_from", None):
        SHOWN_AS[found_as(rules)] = read_from.name
    if (theirs := home_of(rules)) is not None:
        FOREIGN.append((f"the rules of '{rules.name}'", theirs))
    cards = rules.cards_record(game)
    counts_of(rules, cards, named.keys.get("players", named.place))
    if is_cold(rules) or not IS_COMPILED:
        from rules_check.toolkit.compilable import uncompilable
        from rules_check.toolkit.fields import misspelt

        if problems_of_rules := [*misspelt(rules), *uncompilable(rules)]:
            raise ProblemError(*problems_of_rules)
    return Setup(game, rules, cards)


def compile_rules(setup: Setup, printer: Printer, spared: Collection[str] = ()) -> None:
    """Compile a game's rules, apart from what is spared, unless they are compiled; meanwhile, play
    its first games uncompiled. Raises ProblemError for rules that fail.
    """
    from rules_check.engine.game import usual_count
    from rules_check.engine.kernel import CACHE_FOLDER, KEPT_NOWHERE
    from rules_check.engine.meanwhile import Meanwhile
    from rules_check.engine.warming import is_cold, warm

    if not is_cold(setup.rules, spared):
        return
    often = "once for each version of them"
    if CACHE_FOLDER is None:
        often = f"each time, because {KEPT_NOWHERE}; NUMBA_CACHE_DIR names another folder"
    printer.remark(f"Compiling the rules; this takes up to half a minute, {often}.")
    players = usual_count(setup.rules.player_counts(setup.cards))
    meanwhile = Meanwhile(setup.rules, setup.cards, players, printer.remark)
    try:
        warm(setup.rules, setup.cards, spared=spared)
    finally:
        sentence = meanwhile.end()
    if sentence:
        printer.remark(sentence)


def is_uncompiled(game: Game) -> bool:
    """Return whether a game's own rules are not compiled yet, and begin to compile them in the
    background.

    Its own rules are those as data, and those beside it; the rules of a package change less often.
    """
    from rules_check.engine.consent import has_own_rules
    from rules_check.notation.reading import has_rules_as_data

    if not has_rules_as_data(game) and not has_own_rules(game.folder):
        return False
    from rules_check.engine.game import rules_of
    from rules_check.engine.innards import spare_linear_algebra
    from rules_check.engine.warming import is_cold, warm_beside

    spare_linear_algebra()
    rules = rules_of(game)
    if not is_cold(rules):
        return False
    warm_beside(rules)
    return True


def run_uncompiled(words: Sequence[str], seconds: float | None = None, **options: object) -> int:
    """Run a command with these options in a process that compiles nothing; return its exit code.
    Options that are None or False are left out. Raises TimeoutExpired after this number of seconds.
    """
    command = [sys.executable, "-P", "-m", "generator", *words]
    for name, value in options.items():
        if value is None or value is False:
            continue
        command.append(f"--{name.replace('_', '-')}")
        if value is not True:
            command.append(str(value))
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1", UNCOMPILED: "1"}
    with subprocess.Popen(command, env=env) as process:
        try:
            return process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()  # on a request to end, it would say that the run is interrupted
            raise


def seats_of(
    setup: Setup, players: int | None, line_up: str | None, default: str
) -> tuple[int, str]:
    """Determine the number of players, and the word for each seat's player, from one word per seat
    or one for all.
    """
    from rules_check.engine.game import usual_count

    counts = setup.rules.player_counts(setup.cards)
    words = default if line_up is None else line_up
    number = players
    if number is None:
        number = len(words.split(",")) if "," in words else usual_count(counts)
    if number not in counts:
        raise click.UsageError(
            f"{setup.game.title} is for {_list(counts)} player{'' if counts == [1] else 's'}, "
            f"found {number}"
        )
    return number, words


def _list(counts: list[int]) -> str:
    if counts == list(range(counts[0], counts[-1] + 1)) and len(counts) > 1:
        return f"{counts[0]} to {counts[-1]}"
    return ", ".join(map(str, counts))


def record_from(path: Path) -> tuple[RecordedGame, str]:
    """Read a record's file; return it with its name for messages. Raises ProblemError."""
    from rules_check.play.record import MOST_BYTES, read_record

    name = str(path)
    with reading():
        content = read_named(path, MOST_BYTES, name)
    try:
        return read_record(content.decode("utf-8-sig"), name), name
    except UnicodeDecodeError as fault:
        place = Place(name, content.count(b"\n", 0, fault.start) + 1)
        raise ProblemError(Problem.of(say.RECORD_NOT_UTF8(), place, _IS_SAVED)) from None


def replay_of(path: Path, setup: Setup, printer: Printer) -> Replay:
    """Play a record's moves again. Raises ProblemError if they do not fit the rules."""
    from rules_check.play.record import Replay

    compile_rules(setup, printer)
    printer.folder = None  # a record is in the user's folder, not in the game's
    record, name = record_from(path)
    return Replay(setup.rules, setup.cards, record, name)


def said(record: RecordedGame) -> dict[str, Any]:
    """Return a record as plain data."""
    return {
        "rules": record.rules,
        "version": record.version,
        "data": record.data,
        "seed": record.seed,
        "game": record.game,
        "players": record.players,
        "line_up": record.line_up,
        "moves": [{"seat": m.seat + 1, "move": m.text} for m in record.moves],
        "end": record.end,
        "scores": list(record.scores) if record.scores is not None else None,
        "state": record.state,
    }


SEATS = [
    click.option(
        "--seed",
        type=_SEED,
        default=None,
        help="Random seed; the same seed and game number play the same game.",
    ),
    click.option("--game", "number", type=_SEED, help="Number of the game for this seed. [0]"),
    click.option(
        "--players",
        type=int,
        metavar="N",
        help="Number of players. [the number in the line-up, else 4]",
    ),
    click.option(
        "--line-up",
        metavar="PLAYER,…",
        help=(
            "Who plays: random, greedy, search, search:400, expert; one for each seat, or one for "
            "all. `play` also accepts human."
        ),
    ),
]


SAVED = click.Path(path_type=Path, dir_okay=False)
OVER = click.option("--yes", is_flag=True, help="Replace the --save file if it exists.")


def only_from(source: Path | None, **told: object) -> None:
    """Refuse options that name a game if a record already does: given by their names, with their
    values or None.
    """
    if source and any(value is not None for value in told.values()):
        *most, last = (f"--{name.replace('_', '-')}" for name in told)
        raise click.UsageError(
            f"--from reads the game from its record; leave out {', '.join(most)} and {last}"
        )


def playing(printer: Printer, work: Callable[[], int]) -> int:
    """Run a command's work. A line-up that cannot play is a usage error, and so is playing without
    the required packages.
    """
    try:
        from rules_check.engine.players import LineUpError
    except ModuleNotFoundError as missing:
        raise click.UsageError(
            f"playing needs {missing.name}, from the extra 'check': {install_command('check')}"
        ) from None

    def with_line_up() -> int:
        from rules_check.play.simulate import GameStuck

        try:
            # Output of the rules must not get into the JSON.
            with (
                contextlib.redirect_stdout(sys.stderr)
                if printer.is_json
                else contextlib.nullcontext()
            ):
                return work()
        except LineUpError as fault:
            raise click.UsageError(str(fault)) from None
        except GameStuck as fault:
            raise ProblemError(
                Problem.of(
                    Said("faulty-game", str(fault)),
                    hint=f"`replay` with {fault.shown.words} shows it",
                )
            ) from None

    with prompt_interrupts():
        heed()  # signals that came while a library was imported that swallowed them
        return guarded(printer, with_line_up)


def check_output(path: Path | None, may_replace: bool) -> None:
    """Refuse to overwrite a file unless that was allowed."""
    if path and path.exists() and not (path.is_dir() or may_replace):
        raise click.UsageError(
            f"--output {path}: this file exists; choose another name, or add --yes"
        )


def check_save(path: Path | None, may_replace: bool) -> None:
    """Refuse to overwrite anything other than a record, and a record unless that was allowed."""
    from rules_check.play.record import FIRST_LINE, MOST_BYTES

    if path is None or not path.exists():
        return
    try:
        with open_file(path, None, MOST_BYTES) as file:
            is_record = file.read(len(FIRST_LINE)) == FIRST_LINE.encode()
    except OSError:
        is_record = False
    if not is_record:
        raise click.UsageError(
            f"--save {path}: this file exists and is not a record; choose another name"
        )
    if not may_replace:
        raise click.UsageError(
            f"--save {path}: this record exists; choose another name, or add --yes"
        )
