"""New rules from users, played uncompiled in a separate process while they are compiled, so that a
failure has its line.

In: rules by name, and a card set. Out: a `Problem` at a line of the rules, or nothing. Knows no
game. Compiled code does not check whether an index is within its array, and compiler errors are
long; Python reports both. As a program it is that process (`python -m rules_check.engine.rehearsing
ferry-night`, the card set's bytes on stdin).
"""

from __future__ import annotations

import json
import linecache
import os
import re
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from generator.data.problems import Place, Problem
from rules_check.engine import messages as say
from rules_check.engine.attributes import record_of

SECONDS = 8.0
"""The longest time that a rehearsal plays; it has the same time again to finish."""
GAMES = 50
"""The number of games of each line-up that is enough."""
STUCK = "stuck"
LOOP_SECONDS = 4.0
"""How long a single move may take, uncompiled, before the rules are assumed to be in an infinite
loop.
"""
BREACH, LOOP = "breach", "loop"
SURE = ("IndexError", "AttributeError", "NameError", "UnboundLocalError", "DrawError", STUCK)
"""Exceptions that are faults in compiled rules too. Others may apply only to Python."""
_AT = re.compile(r"(?: at | from |File \")(\S[^\n]*?\.py)(?: \(|\", line )(\d+)")
_CALL = re.compile(r"\b_(\w+?)_*\(")
"""The name of a rule that a line of the generated verbs calls."""
_ABOUT = ("Failed in", "During:", "File ", ">>>")
_COMPILER = ("numba", "llvmlite")


def uncompiled(module: str, *words: str) -> subprocess.Popen[bytes]:
    """Begin a module of this room as a program, in which rules are not compiled."""
    return subprocess.Popen(
        [sys.executable, "-P", "-m", f"rules_check.engine.{module}", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )


class Rehearsal:
    """One rehearsal in progress."""

    def __init__(self, name: str, cards: Any, folder: Path, trial_seconds: float = 0.0) -> None:
        """Begin to play the rules with a name, which are in a folder, and, if a time is given, to
        test for that long whether they keep their promises.
        """
        self.name, self.folder = name, folder
        self._process = uncompiled("rehearsing", name, str(trial_seconds))
        assert self._process.stdin is not None
        self._process.stdin.write(cards.tobytes())
        if trial_seconds:
            self._process.stdin.close()
            self._process.stdin = None
        else:
            self._process.stdin.flush()  # closed once the rules are compiled

    def __enter__(self) -> Rehearsal:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def fault(self, refused: Exception | None = None) -> Problem | None:
        """Return the failure, once it has ended: any, if the compiler refused the rules; otherwise
        only certain ones.
        """
        breach = self.told()
        if breach and (refused or breach["sort"] in SURE):
            return failed(
                self.name,
                f"{breach['sort']}: {breach['said']}",
                breach["file"],
                breach["line"],
                breach["function"],
            )
        return self._refusal(refused) if refused else None

    def told(self) -> dict[str, Any] | None:
        """Return what it found, as plain data, once it has ended: soon, because its input ends
        here.
        """
        try:
            output, _ = self._process.communicate(timeout=2 * SECONDS)
        except subprocess.TimeoutExpired:
            output = b""
        fault: dict[str, Any] | None = json.loads(output) if output else None
        return fault

    def _refusal(self, fault: Exception) -> Problem | None:
        """Return the compiler's error in one sentence, at its line of the rules; None if it is not
        the compiler's.
        """
        message, caller, called = str(fault), "", ""
        if type(fault).__module__.partition(".")[0] not in _COMPILER and not _AT.search(message):
            return None
        sentence = f"it does not compile: {in_short(message) or type(fault).__name__}"
        for file, line in _AT.findall(message):
            # numba shortens paths relative to the working folder
            path, at = (Path(file).resolve(), int(line))
            if path.is_relative_to(self.folder):
                return failed(self.name, sentence, str(path), at, function_at(path, at))
            caller = caller or _line(path, at)
            if not called:
                called = next(iter(_CALL.findall(caller)), "")
        if called:
            sentence_at = f"{sentence}, where `{caller}` asks for it"
            definition = re.compile(rf"def {re.escape(called)}\(")
            for path in sorted(self.folder.glob("*.py")):
                lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
                for at, text in enumerate(lines, 1):
                    if definition.match(text):
                        return failed(self.name, sentence_at, str(path), at, called)
        return Problem.of(say.RULES_FAILED(name=self.name, sentence=sentence))


_SIGNATURE = re.compile(r">>> (.+)")
_UNTYPED = re.compile(r"Untyped global name '(\w+)': [^\n]*")


def in_short(said: str) -> str:
    """Summarize in one sentence what numba says in fifty lines."""
    if untyped := _UNTYPED.search(said):
        return (
            f"'{untyped[1]}' is something that compiled rules cannot use; before a function of "
            "yours put @jit"
        )
    if "No implementation of function" in said and (signature := _SIGNATURE.search(said)):
        return f"there is no {_plainly(signature[1])}"
    for part in said.split("\n\n"):
        words = []
        for line in part.splitlines():
            if line.strip() and not line.strip().startswith(_ABOUT):
                words.append(line.strip())
        if words:
            return _plainly(" ".join(words))
    return ""


def _plainly(text: str) -> str:
    """Replace numba's type names with everyday ones."""
    for old, new in (
        (r"Function\(<built-in function (\w+)>\)", r"\1"),
        (r"Literal\[(\w+)\]\((.*?)\)", r"\1 \2"),
        (r"array\((\w+), (\d)d, \w+\)", r"array of \1"),
        (r"unicode_type", "text"),
        (r"reflected list\((.*?)\)(<iv=.*?>)?", "list"),
        (r"\bnone\b", "nothing"),
        (r"Record\(.*\)", "a record"),
        (r"\s+", " "),
    ):
        text = re.sub(old, new, text)
    return text.strip()


def _line(path: Path, line: int) -> str:
    return linecache.getline(str(path), line).strip()


def function_at(path: Path, line: int) -> str | None:
    """Name the function that contains a line of a file."""
    for at in range(line, 0, -1):
        if match := re.match(r"def (\w+)", linecache.getline(str(path), at)):
            return match[1]
    return None


def failed(name: str, said: str, file: str, line: int, function: str | None) -> Problem:
    """Describe a failure at a line of some rules."""
    where = f" in {function}" if function else ""
    return Problem.of(say.RULES_FAILED_THERE(name=name, where=where, fault=said), Place(file, line))


def frame_in(fault: BaseException, folder: Path) -> traceback.FrameSummary | None:
    """Find the innermost frame of an exception that is within a folder."""
    frames = []
    for frame in traceback.extract_tb(fault.__traceback__):
        if Path(frame.filename).is_relative_to(folder):
            frames.append(frame)
    return frames[-1] if frames else None


def _stuck(rules: Any, cards: Any, players: int, number: int) -> dict[str, Any] | None:
    """Play a random game; return the function at fault if a seat has no move before the end."""
    from rules_check.engine.game import new_state
    from rules_check.engine.promises import texts_of

    state, moves = new_state(rules), np.empty(rules.max_moves, np.int64)
    with np.errstate(over="ignore"):
        rules.new_game(cards, state, players, 1, number)
        rules.playout(cards, state, moves)
    if not 0 <= state.end < len(rules.ENDS):
        reason = f"state.end is {int(state.end)} in a game of {players}, and {texts_of(rules.ENDS)}"
        line = _line_with(Path(rules.__file__), rf"\.end\s*=\s*{int(state.end)}\b")
        return _stopped(STUCK, reason, rules.__file__, line)
    if state.end != 0 or not hasattr(rules, "phase_of"):
        return None
    phase, now = rules.phase_of(state), f"in round {int(state.rounds)} of a game of {players}"
    if phase is None:
        reason = f"state.phase is {int(state.phase)} {now}, and no phase has that number"
        return _stopped(STUCK, reason, rules.__file__, 1)
    if rules.legal_moves(cards, state, moves) == 1 and (rule := rules.code_of(moves[0])):
        word = rules.move_text(cards, state, int(moves[0]))
        reason = (
            f"'{word}', the only move of seat {int(state.seat) + 1} {now}, is repeated for ever: "
            "it leads to nothing else"
        )
        return _stopped(STUCK, reason, rule.co_filename, rule.co_firstlineno, rule.co_name)
    reason = f"no move is offered to seat {int(state.seat) + 1} {now}, which is not over"
    return _stopped(STUCK, reason, phase.co_filename, phase.co_firstlineno, phase.co_name)


def _line_with(path: Path, pattern: str) -> int:
    """Find the first line of a file that contains a text; otherwise the first line."""
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    return next((n for n, line in enumerate(lines, 1) if re.search(pattern, line)), 1)


def _play(name: str) -> dict[str, Any] | None:
    """Play games of all types of players until the rules are compiled, but not for too long, and at
    least one of each. If a program wrote the rules, one game of random moves for each number of
    players is enough: what players need of them is written alike for all games. Return the failure,
    if any.
    """
    from rules_check.engine.game import load_rules
    from rules_check.engine.players import parse_line_up
    from rules_check.engine.playing import play_games
    from rules_check.engine.written import is_written

    rules = load_rules(name)
    with open(0, "rb", closefd=False) as given:
        content = bytearray(given.read(rules.cards_dtype.itemsize))
    cards: Any = record_of(rules.cards_dtype, content)
    is_compiled, is_enough = threading.Event(), threading.Event()

    def wait() -> None:
        os.read(0, 1)  # returns once stdin is closed
        is_compiled.set()
        if is_enough.is_set():
            os._exit(0)

    threading.Thread(target=wait, daemon=True).start()
    begun, folder = time.monotonic(), Path(str(getattr(rules, "__file__", ""))).resolve().parent
    words = [
        "",  # moves at random, and no players
        "random",
        *(["greedy"] if hasattr(rules, "value") else []),
        *(["expert"] if hasattr(rules, "advise") else []),
    ]
    counts = [*rules.player_counts(cards)]
    needed = len(counts) * (1 if is_written(rules) else len(words))
    games = [(number, word, k) for number in range(GAMES) for word in words for k in counts]
    try:
        for n, (number, word, players) in enumerate(games):
            if n == needed:
                is_enough.set()
            if time.monotonic() - begun > SECONDS or (n >= needed and is_compiled.is_set()):
                return None
            if not word:
                if stuck := _stuck(rules, cards, players, number):
                    return stuck
                continue
            seats = parse_line_up(word, players)
            if play_games(rules, cards, seats, 1, number, 1, is_checked=True).rows["fault"][0]:
                # continue from there, as compiled rules would
                play_games(rules, cards, seats, 1, number, 1)
    except Exception as fault:
        if frame := frame_in(fault, folder):
            return _stopped(type(fault).__name__, str(fault), *_place_of(frame))
    return None


def _stopped(
    sort: str, message: str, file: str, line: int | None, function: str = ""
) -> dict[str, Any]:
    """Return what stopped the rules, and the line at which they were."""
    return {"sort": sort, "said": message, "file": file, "line": line, "function": function}


def _place_of(frame: traceback.FrameSummary) -> tuple[str, int | None, str]:
    return frame.filename, frame.lineno, frame.name


def _try(
    name: str, seconds: float, answer: Callable[[dict[str, Any]], None]
) -> dict[str, Any] | None:
    """Play games in which every promise of the rules is checked, for a while; return the first that
    is broken.
    """
    from rules_check.engine.game import load_rules
    from rules_check.engine.promises import Breach, CutOff, Trial, tried, where

    rules = load_rules(name)
    cards = record_of(rules.cards_dtype, sys.stdin.buffer.read())
    folder = Path(str(getattr(rules, "__file__", ""))).resolve().parent
    trial = Trial(rules, cards)
    at = (0, 0)
    threading.Thread(target=_look_for_loops, args=(trial, folder, answer), daemon=True).start()
    begun = time.monotonic()
    try:
        with np.errstate(divide="raise", invalid="raise", over="ignore"):
            for at in tried(trial, rules.player_counts(cards), GAMES):
                trial.at = at
                if time.monotonic() - begun > seconds:
                    return None
    except Breach as breach:
        file, line, function = where(rules, breach)
        return {
            "sort": BREACH,
            "said": str(breach),
            "file": file,
            "line": line,
            "function": function,
            "at": at,
        }
    except Exception as fault:
        if frame := frame_in(fault, folder):
            sort = type(fault).__name__
            message = str(fault) if isinstance(fault, CutOff) else f"{sort}: {fault}"
            return {**_stopped(sort, message, *_place_of(frame)), "at": at}
    return None


def _look_for_loops(trial: Any, folder: Path, answer: Callable[[dict[str, Any]], None]) -> None:
    """End this process, reporting its current line, if a game makes no move for too much processor
    time, so that a busy machine does not look like a loop.
    """
    before, since, main = (-1, (0, 0)), 0.0, threading.main_thread().ident
    while True:
        time.sleep(LOOP_SECONDS / 8)
        now = (trial.steps, trial.at)
        if now != before:
            before, since = now, time.process_time()
        elif main is not None and time.process_time() - since > LOOP_SECONDS:
            stack = traceback.extract_stack(sys._current_frames()[main])
            frames = [one for one in stack if Path(one.filename).is_relative_to(folder)]
            if frames:
                message = f"it does not return from a single move within {LOOP_SECONDS:.0f} s"
                answer({**_stopped(LOOP, message, *_place_of(frames[-1])), "at": trial.at})
                os._exit(0)


def _main(name: str, seconds: float) -> None:
    """Report what is found on stdout, and nothing else: anything that the rules print goes to
    stderr.
    """
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as answers:
        os.dup2(2, 1)

        def answer(found: dict[str, Any]) -> None:
            answers.write(json.dumps(found))
            answers.flush()

        if (found := _try(name, seconds, answer) if seconds else _play(name)) is not None:
            answer(found)


if __name__ == "__main__":
    if hasattr(os, "nice") and not float(sys.argv[2]):
        os.nice(5)  # compiling needs the processors
    _main(sys.argv[1], float(sys.argv[2]))
