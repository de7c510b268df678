"""A game that people play, stepped from outside: give it a move, or take one back; get what a seat sees and what it has been told since.

In: rules, cards, a line-up with people in it, their moves. Out: views, lines, and the game as a record. Knows no game and no terminal.

A move can be taken back as long as its seat has learned nothing by it, which is asked of `hide`: had the hidden things been others,
would the seat see the same now? And as long as nobody else has been told of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from generator.data.game import Game
from rules_check.engine.game import Rules, copy_of, new_state
from rules_check.engine.players import HUMAN, Player
from rules_check.engine.view import View, view_of
from rules_check.play.own import seat_for
from rules_check.play.record import RecordedGame, RecordedMove, Replay, record_of
from rules_check.play.telling import ALL, Unseen, told, told_move, unseen_after
from rules_check.toolkit.layout import shown

TRIES = 64
"""Other deals that a move is tried on before it may be taken back."""


class _Now(NamedTuple):
    """A moment of a game. One value, so that an interruption never finds half of a move."""

    state: Any
    moves: tuple[RecordedMove, ...] = ()
    unseen: Unseen = ()


class _Before(NamedTuple):
    """What a move that may be taken back goes back to: who made it, the game, and what people had yet to be told."""

    seat: int
    now: _Now
    news: dict[int, list[str]]


class Session:
    """A game under way. Seats without a player are people's, and are asked for nothing: `due` says whose move is awaited."""

    def __init__(self, rules: Rules, game: Game, cards: Any, line_up: Sequence[Player | None], seed: int, number: int) -> None:
        """Set up the game. Raises LineUpError where a player cannot play this game."""
        self.rules, self.game, self.cards, self.line_up, self.seed, self.number = rules, game, cards, line_up, seed, number
        self.seats = [None if player is None else seat_for(rules, cards, player, game) for player in line_up]
        self.people = [seat for seat, player in enumerate(line_up) if player is None]
        self.ending = list[str]()
        """The last move, told to one who sees all; empty while the game goes on."""
        state = new_state(rules)
        rules.new_game(cards, state, len(line_up), seed, number)
        self._now, self._undo = _Now(state), list[_Before]()
        self._news: dict[int, list[str]] = {seat: self.table(seat) for seat in self.people}

    def resume(self, replay: Replay) -> None:
        """Go on where a record ended. Raises ProblemError at the first line of it that is wrong."""
        unseen: Unseen = ()
        for move in replay.record.moves:
            number = replay.number_of(move)
            if move is replay.record.moves[-1]:
                self.ending = told(self.rules, self.game, self.cards, replay.state, number, ALL, unseen)
            unseen = unseen_after(self.rules, self.game, self.cards, replay.state, number, unseen)
            self.rules.apply(self.cards, replay.state, number)
        replay.finish()
        self._now = _Now(replay.state, replay.record.moves, unseen)
        self.ending = self.ending if self.is_over else []
        self._news = {seat: self.table(seat) + self.ending for seat in self.people}

    # -------------------------------------------------------------------------------------------------- what there is
    @property
    def state(self) -> Any:
        """The game after the last move."""
        return self._now.state

    @property
    def moves(self) -> tuple[RecordedMove, ...]:
        return self._now.moves

    @property
    def due(self) -> int:
        """The seat that decides next; -1 after the end."""
        return int(self.rules.current_player(self.cards, self.state))

    @property
    def is_over(self) -> bool:
        return bool(self.rules.is_over(self.cards, self.state))

    @property
    def record(self) -> RecordedGame:
        words, now = ",".join(HUMAN if player is None else player.text for player in self.line_up), self._now
        return record_of(self.rules, self.cards, now.state, self.seed, self.number, words, list(now.moves))

    def view(self, seat: int) -> View:
        """Find what a seat sees now, with its moves where it is due."""
        return view_of(self.rules, self.game, self.cards, self.state, seat)

    def table(self, seat: int) -> list[str]:
        """Write how the table lies for a seat."""
        return [*shown(self.rules, self.game, self.cards, self.state, seat), ""]

    def news(self, seat: int) -> list[str]:
        """Take what a person has not been told yet; first of all the table. What another did before cannot be taken back then."""
        news, self._news[seat] = self._news[seat], []
        if any(before.seat != seat for before in self._undo):
            self._undo.clear()
        return news

    # -------------------------------------------------------------------------------------------------- what one can do
    def go_on(self) -> int:
        """Let machines play until a person is due or the game is over; returns the seat that is due."""
        while (due := self.due) >= 0 and (seat := self.seats[due]) is not None:
            state = copy_of(self.rules, self.state)
            move = seat.choose(state)
            self._make(move, due, state)
            self._undo.clear()
        return due

    def make(self, word: str) -> None:
        """Make the move of the person who is due, by its word. Raises ValueError, naming the legal ones, where none has it."""
        move, due = self.rules.parse_move(self.cards, self.state, word), self.due
        before = _Before(due, self._now, dict(self._news))
        is_kept = self._teaches_nothing(move, due)
        self._make(move, due, self.state)
        self._undo = [*self._undo, before] if is_kept else []

    def can_undo(self, seat: int) -> bool:
        return bool(self._undo) and self._undo[-1].seat == seat

    def undo(self, seat: int) -> bool:
        """Take a person's last move back, and tell them the table anew; False where that cannot be."""
        if not self.can_undo(seat):
            return False
        _, self._now, news = self._undo.pop()
        self.ending, self._news = [], {**news, seat: ["Taken back.", *self.table(seat)]}
        return True

    def _make(self, move: int, due: int, before: Any) -> None:
        """Make a move, and note for each person what they saw of it. `before` is the state, the mover's luck drawn on."""
        rules, game, cards, unseen = self.rules, self.game, self.cards, self._now.unseen
        after, made = copy_of(rules, before), RecordedMove(due, rules.move_text(cards, before, move))
        rules.apply(cards, after, move)
        news = {seat: told_move(rules, game, cards, copy_of(rules, before), move, seat, unseen) for seat in self.people}
        ending = told(rules, game, cards, before, move, ALL, unseen) if rules.is_over(cards, after) else []
        self._now = _Now(after, (*self.moves, made), unseen_after(rules, game, cards, before, move, unseen))
        self.ending, self._news = ending, {seat: self._news[seat] + lines for seat, lines in news.items()}

    def _teaches_nothing(self, move: int, seat: int) -> bool:
        """Find whether a seat sees the same after a move, whatever the hidden things are."""
        seen = [copy_of(self.rules, self.state) for _ in range(1 + TRIES)]
        for luck, state in enumerate(seen):
            if luck:
                self.rules.hide(self.cards, state, seat, luck)
            self.rules.apply(self.cards, state, move)
            self.rules.hide(self.cards, state, seat, 0)
            if state.tobytes() != seen[0].tobytes():
                return False
        return True
