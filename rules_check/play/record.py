"""A game as text: a header that identifies the game, then one line per move. Records are written,
read, replayed and checked.

In: a state to start from and the moves made, or a file. Out: the file's text, or a `RecordedGame`,
or every fault with its line. Knows no game. A record holds no cards: it is replayed with the card
set that it was made with, which the header names by a hash.

    emporium-pnp record 1
    rules: ferry-night
    version: 0.1.0
    data: 52fe6ebcce3eb1d1
    seed: 1
    game: 7
    players: 2
    line-up: expert,random

    1 board goat at 3
    2 bid 2

    luck: 0d5f6e... 61ab34...
    state: 09f1be2a4c5d6e7f
    end: no passenger is left
    scores: 41 32

A record without `end` and `scores` is of an unfinished game. `luck` is each seat's stream after the
last move, so that the game continues as if it had never been interrupted; `state` is a hash of the
whole state.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from generator import __version__
from generator.data.problems import Place, Problem, ProblemError, did_you_mean
from generator.data.saying import Said
from rules_check.engine.game import Rules, new_state, players_in_words
from rules_check.engine.players import LineUpError, parse_seats
from rules_check.engine.sources import data_hash
from rules_check.play import messages as say

FIRST_LINE = "emporium-pnp record 1"
HEADER = ("rules", "version", "data", "seed", "game", "players", "line-up")
TAIL = ("luck", "state", "end", "scores")
_MOVE = re.compile(r"(?!0+ )(?P<seat>[0-9]{1,2}) (?P<text>.*\S.*)", re.DOTALL)
MOST_SEED = 2**63 - 1
MOST_BYTES = 8_000_000


@dataclass(frozen=True)
class RecordedMove:
    """One line: the seat, and the move's text."""

    seat: int
    text: str
    line: int = field(default=0, compare=False)


@dataclass(frozen=True)
class RecordedGame:
    """A game as it was played, with seats counted from 0. `lines` says where the header and the
    tail are.
    """

    rules: str
    data: str
    seed: int
    game: int
    players: int
    line_up: str
    moves: tuple[RecordedMove, ...]
    luck: tuple[int, ...]
    state: str
    end: str | None = None
    scores: tuple[int, ...] | None = None
    version: str = __version__
    lines: dict[str, int] = field(default_factory=dict, compare=False)


def state_hash(state: Any) -> str:
    """Hash a whole state. Returns 16 hexadecimal digits."""
    return hashlib.sha256(state.tobytes()).hexdigest()[:16]


def record_of(
    rules: Rules,
    cards: Any,
    state: Any,
    seed: int,
    number: int,
    line_up: str,
    moves: list[RecordedMove],
) -> RecordedGame:
    """Create the record of a game that is in `state` after `moves`."""
    players, is_over = int(state.players), rules.is_over(cards, state)
    scores = np.zeros(players, np.int64)
    rules.scores(cards, state, scores)
    return RecordedGame(
        rules.name,
        data_hash(cards),
        seed,
        number,
        players,
        line_up,
        tuple(moves),
        tuple(map(int, state.rng[1 : 1 + players])),
        state_hash(state),
        rules.ENDS[state.end] if is_over else None,
        tuple(map(int, scores)) if is_over else None,
    )


def write_record(record: RecordedGame) -> str:
    """Write a record as text."""
    head = (
        record.rules,
        record.version,
        record.data,
        record.seed,
        record.game,
        record.players,
        record.line_up,
    )
    lines = [FIRST_LINE, *(f"{key}: {value}" for key, value in zip(HEADER, head, strict=True)), ""]
    lines += [f"{move.seat + 1} {move.text}" for move in record.moves]
    lines += [
        "",
        f"luck: {' '.join(f'{stream:016x}' for stream in record.luck)}",
        f"state: {record.state}",
    ]
    if record.scores is not None:
        lines += [f"end: {record.end}", f"scores: {' '.join(map(str, record.scores))}"]
    return "\n".join([*lines, ""])


class _RecordReader:
    """Reads a record's text, and collects every fault."""

    def __init__(self, text: str, file: str) -> None:
        self.lines, self.file = text.splitlines(), file
        self.faults = list[Problem]()
        self.values = dict[str, str]()
        self.places = dict[str, int]()
        self.moves = list[RecordedMove]()

    def fault(self, said: Said, line: int, hint: str | None = None) -> None:
        length = len(self.lines[line - 1]) if 0 < line <= len(self.lines) else 1
        self.faults.append(Problem.of(said, Place(self.file, line, 1, max(1, length)), hint))

    def read(self) -> RecordedGame:
        if not self.lines or self.lines[0].strip() != FIRST_LINE:
            self.fault(say.NOT_A_RECORD(wanted=FIRST_LINE), 1)
            raise ProblemError(*self.faults)
        for number, line in enumerate(self.lines[1:], 2):
            if line.strip():
                self._line(number, line.strip())
        for key in (*HEADER, "luck", "state"):
            if key not in self.values:
                self.fault(say.RECORD_LACKS(key=key), len(self.lines))
        if ("end" in self.values) != ("scores" in self.values):
            self.fault(say.ONLY_END_OR_SCORES(), len(self.lines))
        numbers = {
            key: self._number(key, least, most)
            for key, least, most in (
                ("seed", 0, MOST_SEED),
                ("game", 0, MOST_SEED),
                ("players", 1, 99),
            )
        }
        if self.faults:  # everything that follows depends on the number of players
            raise ProblemError(*self.faults)
        luck = tuple(
            int(word, 16)
            for word in self._words(
                "luck", numbers["players"], _LUCK, "streams of 16 hexadecimal digits"
            )
        )
        scores = (
            tuple(map(int, self._words("scores", numbers["players"], _SCORE, "whole numbers")))
            if "scores" in self.values
            else None
        )
        for move in self.moves:
            if move.seat >= numbers["players"]:
                message = say.NO_SUCH_SEAT(seat=move.seat + 1, players=numbers["players"])
                self.fault(message, move.line)
        if self.faults:
            raise ProblemError(*self.faults)
        value = self.values
        return RecordedGame(
            value["rules"],
            value["data"],
            numbers["seed"],
            numbers["game"],
            numbers["players"],
            value["line-up"],
            tuple(self.moves),
            luck,
            value["state"],
            value.get("end"),
            scores,
            value["version"],
            self.places,
        )

    def _line(self, number: int, line: str) -> None:
        key, colon, value = line.partition(":")
        if colon and key in (*HEADER, *TAIL):
            self._entry(number, key, value.strip())
            return
        match = _MOVE.fullmatch(line)
        if match is None:
            hint = did_you_mean(key, (*HEADER, *TAIL)) if colon else None
            self.fault(say.NOT_A_LINE(found=line[:60]), number, hint)
            return
        if any(key in self.values for key in TAIL):
            self.fault(say.MOVE_TOO_LATE(), number)
        self.moves.append(RecordedMove(int(match["seat"]) - 1, match["text"].strip(), number))

    def _entry(self, number: int, key: str, value: str) -> None:
        """Keep a value of the header or the tail."""
        if key in self.values:
            self.fault(say.KEY_TWICE(key=key, line=self.places[key]), number)
        if key in HEADER and self.moves:
            self.fault(say.KEY_TOO_LATE(key=key), number)
        self.values[key], self.places[key] = value, number

    def _number(self, key: str, least: int, most: int) -> int:
        text = self.values.get(key, str(least))
        if not (
            text.isascii() and text.isdigit() and len(text) < 20 and least <= int(text) <= most
        ):
            message = say.NOT_A_NUMBER(key=key, least=least, most=most, found=text[:40])
            self.fault(message, self.places[key])
            return least
        return int(text)

    def _words(self, key: str, count: int, pattern: re.Pattern[str], what: str) -> list[str]:
        words = self.values[key].split()
        if len(words) != count or not all(map(pattern.fullmatch, words)):
            text = " ".join(words)[:60]
            message = say.NOT_ONE_PER_SEAT(key=key, count=count, what=what, found=text)
            self.fault(message, self.places[key])
            return []
        return words


_LUCK, _SCORE = re.compile("[0-9a-f]{16}"), re.compile("-?[0-9]{1,12}")


def read_record(text: str, file: str) -> RecordedGame:
    """Read a record's text; `file` names it in messages. Raises ProblemError with every fault in
    its form.
    """
    return _RecordReader(text, file).read()


class Replay:
    """A record that is replayed move by move, with each move checked before it is made."""

    def __init__(self, rules: Rules, cards: Any, record: RecordedGame, file: str) -> None:
        """Set up the game. Raises ProblemError if the record belongs to other rules or cards."""
        self.rules, self.cards, self.record, self.file = rules, cards, record, file
        digest = data_hash(cards)
        if record.rules != rules.name:
            raise self._error(say.OTHER_RULES(found=record.rules, wanted=rules.name), "rules")
        if record.data != digest:
            raise self._error(say.OTHER_CARDS(recorded=record.data, found=digest), "data")
        if record.players not in rules.player_counts(cards):
            counts = players_in_words(rules.player_counts(cards), " or ")
            raise self._error(say.OTHER_COUNT(counts=counts, found=record.players), "players")
        try:
            parse_seats(record.line_up, record.players)
        except LineUpError as fault:
            raise self._error(say.BAD_LINE_UP(fault=fault), "line-up") from None
        self.state = new_state(rules)
        rules.new_game(cards, self.state, record.players, record.seed, record.game)

    def _error(self, said: Said, where: str | RecordedMove) -> ProblemError:
        if isinstance(where, RecordedMove):
            line, length = where.line, len(f"{where.seat + 1} {where.text}")
        else:
            line, length = self.record.lines.get(where, 0), len(where)
        return ProblemError(Problem.of(said, Place(self.file, line, 1, length)))

    def number_of(self, move: RecordedMove) -> int:
        """Find the number of the next move. Raises ProblemError if it is not legal, or not that
        seat's turn.
        """
        due = self.rules.current_player(self.cards, self.state)
        if due < 0:
            raise self._error(say.MOVE_AFTER_END(), move)
        if due != move.seat:
            raise self._error(say.OTHER_SEAT(due=due + 1, found=move.seat + 1), move)
        try:
            return self.rules.parse_move(self.cards, self.state, move.text)
        except ValueError as fault:
            raise self._error(say.NOT_LEGAL(fault=fault), move) from None

    def finish(self) -> None:
        """Restore the seats' luck and compare the outcome. Raises ProblemError if the record
        contradicts it.
        """
        record, rules, state = self.record, self.rules, self.state
        state.rng[1 : 1 + record.players] = record.luck
        is_over = rules.is_over(self.cards, state)
        if is_over and record.scores is None:
            raise self._error(say.RECORD_WITHOUT_END(), "state")
        if not is_over and record.scores is not None:
            raise self._error(say.MOVES_MISSING(), "end")
        again = record_of(rules, self.cards, state, record.seed, record.game, record.line_up, [])
        for key in ("end", "scores", "state"):
            recorded, replayed = getattr(record, key), getattr(again, key)
            if recorded != replayed:
                message = say.OTHER_OUTCOME(
                    key=key, recorded=_words(recorded), found=_words(replayed)
                )
                raise self._error(message, key)


def _words(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else f"'{value}'"
