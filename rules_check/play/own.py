"""Players that people write: a Python file and a function in it, `mine.py:cautious`, which is asked
for a move whenever its seat decides.

In: a line-up with such players, rules, cards. Out: `Part`, as `play_games` returns it, and a seat
for a table with people. Knows no game.

A function gets a `View`, which holds everything that its seat can know. It returns one of
`view.moves`, its index, or its text; or it returns the name of another player, "expert", which then
chooses. With a second parameter it also gets a `random.Random`, which is the same for the same
game. A function may also be compiled by numba. It then gets the card set, the state as far as its
seat knows it, the legal moves as numbers and their count, and returns the index of one. Games with
such a player go move by move, one at a time, which takes far longer than games that are compiled as
a whole.
"""

from __future__ import annotations

import contextlib
import importlib.util
import inspect
import operator
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from threading import Lock
from traceback import walk_tb
from typing import Any

import numpy as np

from generator.data.budget import heed
from generator.data.game import Game
from generator.data.saying import some_of
from rules_check.engine.faults import ASKED_IN_VAIN, MOVES_AFTER_END, NO_END, NOBODY_FIRST
from rules_check.engine.game import MOST_DECISIONS, Rules, counts_of, new_state, players_in_words
from rules_check.engine.kernel import draw_seed
from rules_check.engine.noting import MOST_LEADERS, NOTHING, SUMS, note_leaders
from rules_check.engine.parts import Part
from rules_check.engine.players import KINDS, OWN, LineUpError, Player
from rules_check.engine.playing import blank_results, count_game, counting_of, play_games
from rules_check.engine.seating import Seat
from rules_check.engine.view import Move
from rules_check.play.own_view import OwnView
from rules_check.play.run import Run

_note_leaders: Any = getattr(note_leaders, "py_func", note_leaders)
_count_game: Any = getattr(count_game, "py_func", count_game)
"""Uncompiled: numba would compile them again for each game's verbs."""
_ONE_AT_A_TIME = Lock()
"""People's code may remember something from one move to the next."""
FEW = 6
"""The number of legal moves that a message names."""
MOST_QUOTED = 200
"""The number of letters that a message quotes from foreign text."""


def play_any(run: Run, is_compiling: bool = False) -> Part:
    """Play games as `play_games` does, move by move if a player is a person's own function. Raises
    LineUpError.
    """
    if any(player.kind == OWN for player in run.line_up):
        with _ONE_AT_A_TIME:
            return _stepped(run)
    return play_games(run.rules, run.cards, **run.asked, is_compiling=is_compiling)


def seat_for(
    rules: Rules, cards: Any, player: Player, game: Game | None, seed: int
) -> Seat | OwnSeat:
    """Make the player of a seat for games under a seed. Raises LineUpError if it cannot play."""
    if player.kind == OWN:
        return OwnSeat(rules, cards, player, game, seed)
    return Seat(rules, cards, player, seed)


class OwnSeat:
    """A seat with a person's own player. Not thread-safe."""

    def __init__(
        self, rules: Rules, cards: Any, player: Player, game: Game | None, seed: int = 0
    ) -> None:
        if game is None:
            raise LineUpError(
                f"'{player.text}': your own players can play only in `simulate` and `play`, "
                "where views are made"
            )
        self.rules, self.cards, self.player, self.game = rules, cards, player, game
        self._function = function_of(player.text)
        with _blaming(player.text):
            self._is_compiled = hasattr(self._function, "py_func")
            plain = _parameters(getattr(self._function, "py_func", self._function), player.text)
            self._wants_luck = (
                len([parameter for parameter in plain if parameter.kind in _PLACED]) > 1
            )
        self._legal = np.empty(rules.max_moves, np.int64)
        self._seed, self._others = seed, dict[str, Seat]()

    def _other_named(self, answer: Any) -> Seat | None:
        """Seat the player that is to choose instead, if a function answered with its word, such as
        "expert"; None if it did not. Raises LineUpError for a player that cannot play this game.
        """
        word = str.strip(answer) if isinstance(answer, str) else ""
        if word.partition(":")[0] not in KINDS:
            return None
        if word not in self._others:
            self._others[word] = Seat(self.rules, self.cards, word, self._seed)
        return self._others[word]

    def choose(self, state: Any) -> int:
        """Ask for a legal move for the seat that decides. Raises LineUpError if the answer is not
        one, or the function fails.

        The function gets copies, so it cannot change the game or its cards.
        """
        seat, legal = int(self.rules.current_player(self.cards, state)), self._legal
        legal = legal[: self.rules.legal_moves(self.cards, state, legal)]
        words, given = list[str](), tuple[Any, ...]()
        if self._is_compiled:
            known = state.copy()
            self.rules.hide(self.cards, known, seat, 0)
            given = self.cards.copy(), known, legal.copy(), len(legal)
        else:
            view = OwnView.of(self.rules, self.game, self.cards, state, seat)
            words = [move.word for move in view.moves]
            if self._wants_luck:
                given = (view, Random(int(draw_seed(state.rng, 1 + seat))))
            else:
                given = (view,)
        with _blaming(self.player.text):
            answer = self._function(*given)
            place = _place(answer, words)
        if place < 0 and not self._is_compiled and (other := self._other_named(answer)):
            return other.choose(state)
        if not 0 <= place < len(legal):
            moves = [f"'{self.rules.move_text(self.cards, state, int(move))}'" for move in legal]
            raise LineUpError(
                f"'{self.player.text}' answered {_quoted(answer)}, which is not a legal "
                f"move; the legal moves are {some_of(moves, FEW)}"
            )
        return int(legal[place])


_PLACED = (
    inspect.Parameter.POSITIONAL_ONLY,
    inspect.Parameter.POSITIONAL_OR_KEYWORD,
    inspect.Parameter.VAR_POSITIONAL,
)


def _parameters(function: Callable[..., Any], text: str) -> list[inspect.Parameter]:
    try:
        return list(inspect.signature(function).parameters.values())
    except (ValueError, TypeError):  # as `max` and `int` accept it
        raise LineUpError(
            f"'{text}' does not list its parameters; write a function for it: def cautious(view): …"
        ) from None


def _place(answer: Any, words: Sequence[str]) -> int:
    """Find the index of a move that was named by itself, by its word, or by its index; -1 if there
    is none.
    """
    if isinstance(answer, Move):
        answer = answer.word
    if isinstance(answer, str):
        word = str.strip(answer)  # their class may override the methods
        return words.index(word) if word in words else -1
    try:
        return operator.index(answer)
    except TypeError:
        return -1


@contextlib.contextmanager
def _blaming(text: str, does: str = "failed") -> Iterator[None]:
    """Raise LineUpError, with the line, for anything a player's own code raises during the block,
    even SystemExit; our own Ctrl-C passes through.
    """
    path = Path(text.partition(":")[0])
    try:
        yield
    except LineUpError:
        raise
    except BaseException as fault:
        heed()
        message = _quoted(fault, lambda fault: f"{type(fault).__name__}: {fault}")
        raise LineUpError(f"{_place_in(path, fault)}: '{text}' {does}: {message}") from fault
    heed()


def _place_in(path: Path, fault: BaseException) -> str:
    """Name a player's file, and the line where it failed if it is known."""
    file = str(path.absolute())
    lines = []
    for frame, line in walk_tb(fault.__traceback__):
        if frame.f_code.co_filename == file:
            lines.append(line)
    if isinstance(fault, SyntaxError) and fault.filename == file:
        lines.append(fault.lineno or 0)
    return f"{path.name}:{lines[-1]}" if lines and lines[-1] else path.name


def _quoted(value: Any, write: Callable[[Any], str] = repr) -> str:
    """Write a foreign value in one short line, whatever its conversion to text does."""
    try:
        text = str.strip(write(value))
    except BaseException:
        heed()
        return "something that cannot be written"
    line = text[: MOST_QUOTED + 1].partition("\n")[0]
    return line if len(line) <= MOST_QUOTED else f"{line[:MOST_QUOTED]} …"


@cache
def function_of(text: str) -> Callable[..., Any]:
    """Load the function that a line-up names as FILE.py:FUNCTION. Raises LineUpError."""
    name, _, function = text.partition(":")
    path = Path(name)
    try:
        is_file = path.is_file()
    except OSError as fault:  # such a name is too long, or its folder is not accessible
        raise LineUpError(f"'{_quoted(text, str)}' cannot be read: {fault.strerror}") from None
    if not is_file:
        raise LineUpError(f"'{_quoted(text, str)}': there is no such file")
    if not function.isidentifier():
        raise LineUpError(f"'{text}': name the function that plays, as in '{name}:cautious'")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with _blaming(text, "cannot be loaded"):
        spec.loader.exec_module(module)
        function_found = getattr(module, function, None)
        if not callable(function_found):
            known = []
            for key, value in vars(module).items():
                if inspect.isfunction(value) and not key.startswith("_"):
                    known.append(key)
            raise LineUpError(
                f"{path.name} has no function '{function}'"
                + (f"; it has {', '.join(known)}" if known else "")
            )
    return function_found  # type: ignore[no-any-return]


def _stepped(run: Run) -> Part:
    """Play games move by move, and write the same rows."""
    rules, cards, columns = run.rules, run.cards, run.columns
    players, counts = len(run.line_up), counts_of(rules, cards)
    if players not in counts:
        raise LineUpError(f"the game is for {players_in_words(counts, ' or ')}, found {players}")
    seats = [seat_for(rules, cards, player, player.game, run.seed) for player in run.line_up]
    results = blank_results(rules, cards, columns, run.count, NOTHING)
    state = new_state(rules)
    for game in range(run.count):
        rules.new_game(cards, state, players, run.seed, run.first + game)
        _step_through(run, state, seats, results.games[game], results.scores[game])
        _count_game(counting_of(rules), cards, state, game, results)
        row, places = results.games[game], results.places[game]
        if run.is_checked and not row.fault and not (places == 1).any():
            row.fault = NOBODY_FIRST
    rows = columns.rows_of(results.games, results.places, results.scores, results.accounts)
    return Part(rows, results.used, results.worth, results.chosen[:, :SUMS], results.taken)


def _step_through(
    run: Run, state: Any, seats: Sequence[Seat | OwnSeat], row: Any, standing: Any
) -> None:
    """Play a game to its end, and write its row except for the results of seats. `standing` is
    memory for scores.
    """
    rules, cards = run.rules, run.cards
    leaders, moves = np.empty(MOST_LEADERS, np.int64), np.empty(rules.max_moves, np.int64)
    rounds, wrong, row.leader = 0, 0, -1
    while (due := int(rules.current_player(cards, state))) >= 0 and wrong == 0:
        rounds = _note_leaders(rules.scores, cards, state, standing, leaders, rounds, row)
        if run.is_checked:
            wrong = int(rules.fault(cards, state)) or _asked_in_vain(rules, cards, state, moves)
            if wrong:
                break
        move = seats[due].choose(state)
        if hasattr(rules, "at_once"):
            row.at_once += rules.at_once(cards, state) != 0
        rules.apply(cards, state, move)
        row.decisions += 1
        wrong = NO_END if row.decisions == MOST_DECISIONS else 0
    if run.is_checked and not wrong:
        wrong = int(rules.fault(cards, state)) or _moves_after_end(rules, cards, state, moves)
    row.end, row.rounds, row.fault = state.end, state.rounds, wrong
    row.leader = leaders[rounds // 2] if rounds else -1


def _asked_in_vain(rules: Rules, cards: Any, state: Any, moves: Any) -> int:
    return ASKED_IN_VAIN if rules.legal_moves(cards, state, moves) < 2 else 0


def _moves_after_end(rules: Rules, cards: Any, state: Any, moves: Any) -> int:
    return MOVES_AFTER_END if rules.legal_moves(cards, state, moves) > 0 else 0
