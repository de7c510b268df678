"""A game that people play, driven from outside: give it a move, or take one back; get a seat's view
and the events since its last one.

In: rules, cards, a line-up with people in it, their moves. Out: views, lines, and the game as a
record. Knows no game and no terminal.

A move can be taken back as long as its seat has learned nothing from it, and no one else has
learned of it. `hide` decides what a seat has learned: would the seat see the same now if the hidden
things were different?

If several seats decide unseen by each other, no one has to wait. A seat may set its choice aside
before its turn, based on what it knows, and take it back until it is confirmed. The choice is made
once it is the seat's turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from generator.data.game import Game
from rules_check.engine.game import Rules, copy_of, moves_of, new_state
from rules_check.engine.players import HUMAN, Player
from rules_check.engine.view import View, table_of, view_of
from rules_check.play.own import seat_for
from rules_check.play.record import RecordedGame, RecordedMove, Replay, record_of
from rules_check.play.telling import ALL, Teller, Unseen
from rules_check.toolkit.layout import shown

TRIES = 64
"""The number of other deals on which a move is tried before it may be taken back."""


class _Now(NamedTuple):
    """A moment of a game, held in one value so that an interruption never finds half of a move."""

    state: Any
    moves: tuple[RecordedMove, ...] = ()
    unseen: Unseen = ()
    decided: tuple[int, ...] = ()
    """The seats that have decided since the current decision became secret."""


class _Before(NamedTuple):
    """The state before a move that may be taken back: who made it, the game, and what people had
    yet to be told.
    """

    seat: int
    now: _Now
    news: dict[int, list[str]]


class Session:
    """A game in progress. Seats without a player belong to people, and are never asked: `due` says
    whose move is awaited.

    If the table `is_drawn`, by views, people are told the events but not the state of the table.
    """

    def __init__(
        self,
        rules: Rules,
        game: Game,
        cards: Any,
        line_up: Sequence[Player | None],
        seed: int,
        number: int,
        is_drawn: bool = False,
    ) -> None:
        """Set up the game. Raises LineUpError if a player cannot play this game.

        If the table `is_drawn`, by views, people are told the events but not the state of the
        table.
        """
        self.is_drawn, self.laid, self.confirmed = is_drawn, dict[int, list[str]](), set[int]()
        self.rules = rules
        self.game = game
        self.cards = cards
        self.line_up = line_up
        self.seed = seed
        self.number = number
        self.seats = [
            None if player is None else seat_for(rules, cards, player, game, seed)
            for player in line_up
        ]
        self.people = [seat for seat, player in enumerate(line_up) if player is None]
        self.ending = list[str]()
        """The last move, as seen by a viewer who sees everything; empty while the game continues.
        """
        state = new_state(rules)
        rules.new_game(cards, state, len(line_up), seed, number)
        self.teller = Teller(rules, game, cards)
        begun, unseen = self.teller.start(len(line_up), seed, number, self.people)
        self._now, self._undo = _Now(state, unseen=unseen), list[_Before]()
        self._news = {seat: [*lines, *self._table_told(seat)] for seat, lines in begun.items()}

    def resume(self, replay: Replay) -> None:
        """Continue where a record ended. If the table is drawn, people are shown all of it again.
        Raises ProblemError at the first faulty line.
        """
        unseen, news, teller = self._now.unseen, dict(self._news), self.teller
        decided: tuple[int, ...] = ()
        for move in replay.record.moves:
            number = replay.number_of(move)
            if move is replay.record.moves[-1]:
                self.ending = teller.told(replay.state, number, ALL, unseen)
            if self.is_drawn:
                for seat in self.people:
                    news[seat] += teller.told(replay.state, number, seat, unseen)
            unseen = teller.unseen_after(replay.state, number, unseen)
            before = copy_of(self.rules, replay.state)
            self.rules.apply(self.cards, replay.state, number)
            decided = self._decided(before, replay.state, move.seat, decided)
        replay.finish()
        self._now = _Now(replay.state, replay.record.moves, unseen, decided)
        self.ending = self.ending if self.is_over else []
        if self.is_drawn:
            self._news = news
        else:
            self._news = {seat: self.table(seat) + self.ending for seat in self.people}

    # -------------------------------------------------------------------------------- what there is
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
        words = ",".join(HUMAN if player is None else player.text for player in self.line_up)
        now = self._now
        return record_of(
            self.rules, self.cards, now.state, self.seed, self.number, words, list(now.moves)
        )

    def view(self, seat: int) -> View:
        """Return what a seat sees now, with its moves if it may choose, from what it knows alone.

        What the others have chosen unseen before it is unknown, so any choice that they could have
        made will do.
        """
        table = table_of(self.rules, self.game, self.cards, self.state, seat)
        if (ahead := self._ahead(seat)) is None:
            return table
        return replace(table, moves=view_of(self.rules, self.game, self.cards, ahead, seat).moves)

    def _ahead(self, seat: int) -> Any:
        """Find, from what a seat knows, the game at the point where the seat chooses; None if it
        has nothing to choose.

        What the others choose unseen before it is unknown, so any choice that they could make will
        do.
        """
        rules, cards, laid = self.rules, self.cards, list(self.laid.get(seat, ()))
        state = copy_of(rules, self.state)
        rules.hide(cards, state, seat, 0)
        may_wait, rounds, is_now = seat not in self._now.decided, int(state.rounds), True
        while (due := int(rules.current_player(cards, state))) >= 0:
            if not is_now and (not rules.is_secret(cards, state) or int(state.rounds) != rounds):
                return None
            if due == seat and not laid:
                return state
            if not rules.is_secret(cards, state) or (due != seat and not may_wait):
                return None
            may_wait, is_now = may_wait and due != seat, False
            if due == seat:
                move = rules.parse_move(cards, state, laid.pop(0))
            else:
                move = moves_of(rules, cards, state)[0]
            rules.apply(cards, state, move)
        return None

    def table(self, seat: int) -> list[str]:
        """Describe the table as a seat sees it."""
        return [*shown(self.rules, self.game, self.cards, self.state, seat), ""]

    def _table_told(self, seat: int) -> list[str]:
        return [] if self.is_drawn else self.table(seat)

    def news(self, seat: int) -> list[str]:
        """Return what a person has not been shown yet, the table first. Earlier moves of others can
        then no longer be taken back.
        """
        news, self._news[seat] = self._news[seat], []
        if any(before.seat != seat for before in self._undo):
            self._undo.clear()
        return news

    # ------------------------------------------------------------------------------ what one can do
    def go_on(self) -> int:
        """Let machines play, and make the moves that people have confirmed, until a person has to
        choose or the game is over; return the deciding seat.
        """
        while (due := self.due) >= 0:
            state, seat = copy_of(self.rules, self.state), self.seats[due]
            if seat is not None:
                move = seat.choose(state)
            elif due not in self.confirmed or (laid := self._first_laid(due)) is None:
                return due
            else:
                move = laid
            self._make(move, due, state)
            self._undo.clear()
        return due

    def _first_laid(self, seat: int) -> int | None:
        """Take the choice that a seat set aside first; None if there is none, or if events have
        made it impossible.
        """
        words = self.laid.get(seat)
        try:
            return self.rules.parse_move(self.cards, self.state, words.pop(0)) if words else None
        except ValueError:
            self.laid.pop(seat, None)
            return None
        finally:
            if not self.laid.get(seat):
                self.laid.pop(seat, None)
                self.confirmed.discard(seat)

    def lay_aside(self, seat: int, word: str) -> None:
        """Set aside a person's choice that the others will not see yet. Raises ValueError, listing
        the legal moves, if no move has that text.
        """
        ahead = None if seat in self.confirmed else self._ahead(seat)
        if ahead is None or not self.rules.is_secret(self.cards, ahead):
            raise ValueError(f"seat {seat + 1} has nothing to choose unseen")
        self.rules.parse_move(self.cards, ahead, word)
        self.laid.setdefault(seat, []).append(word)

    def confirm(self, seat: int) -> None:
        """Confirm the choice that a person set aside; `go_on` makes it. Raises ValueError if there
        is none.
        """
        if not self.laid.get(seat):
            raise ValueError(f"seat {seat + 1} has laid nothing aside")
        self.confirmed.add(seat)

    def make(self, word: str) -> None:
        """Make the move, given by its text, of the person whose turn it is. Raises ValueError,
        listing the legal moves, if none has it.
        """
        move, due = self.rules.parse_move(self.cards, self.state, word), self.due
        before = _Before(due, self._now, dict(self._news))
        is_kept = self._teaches_nothing(move, due)
        self._make(move, due, self.state)
        self._undo = [*self._undo, before] if is_kept else []

    def can_try(self, word: str) -> bool:
        """Return whether a move of the person whose turn it is could be taken back once made: the
        same person would decide again, and has learned nothing from it.
        """
        move = self.rules.parse_move(self.cards, self.state, word)
        due = self.due
        after = copy_of(self.rules, self.state)
        self.rules.apply(self.cards, after, move)
        return int(self.rules.current_player(self.cards, after)) == due and self._teaches_nothing(
            move, due
        )

    def can_undo(self, seat: int) -> bool:
        is_laid = seat in self.laid and seat not in self.confirmed
        return is_laid or (bool(self._undo) and self._undo[-1].seat == seat)

    def undo(self, seat: int) -> bool:
        """Take back a person's last move, or the last choice set aside, and describe the table
        again; False if that is impossible.
        """
        if not self.can_undo(seat):
            return False
        if words := self.laid.get(seat):
            words.pop()
            if not words:
                del self.laid[seat]
            return True
        _, self._now, news = self._undo.pop()
        self.ending, self._news = [], {**news, seat: ["Taken back.", *self._table_told(seat)]}
        return True

    def _make(self, move: int, due: int, before: Any) -> None:
        """Make a move, and record for each person what they saw of it. `before` is the state before
        it, with the mover's luck advanced.
        """
        rules, cards, unseen = self.rules, self.cards, self._now.unseen
        after = copy_of(rules, before)
        made = RecordedMove(int(due), rules.move_text(cards, before, move))
        rules.apply(cards, after, move)
        news = {seat: self._told(before, move, seat) for seat in self.people}
        ending = list[str]()
        if rules.is_over(cards, after):
            ending = self.teller.told(before, move, ALL, unseen)
        later = self.teller.unseen_after(before, move, unseen)
        decided = self._decided(before, after, due, self._now.decided)
        self._now = _Now(after, (*self.moves, made), later, decided)
        self.ending = ending
        self._news = {seat: self._news[seat] + lines for seat, lines in news.items()}

    def _told(self, before: Any, move: int, seat: int) -> list[str]:
        tell = self.teller.told if self.is_drawn else self.teller.told_move
        return tell(copy_of(self.rules, before), move, seat, self._now.unseen)

    def _decided(
        self, before: Any, after: Any, due: int, decided: tuple[int, ...]
    ) -> tuple[int, ...]:
        """List the seats that have decided unseen so far, after one more has; if others have begun
        again, they decide again.
        """
        rules, cards = self.rules, self.cards
        if (
            rules.is_over(cards, after)
            or not rules.is_secret(cards, after)
            or before.rounds != after.rounds
        ):
            return ()
        if not rules.is_secret(cards, before):
            return ()
        return (*(() if due in decided[:-1] else decided), due)

    def _teaches_nothing(self, move: int, seat: int) -> bool:
        """Return whether a seat sees the same after a move, whatever the hidden things are."""
        seen = [copy_of(self.rules, self.state) for _ in range(1 + TRIES)]
        for luck, state in enumerate(seen):
            if luck:
                self.rules.hide(self.cards, state, seat, luck)
            self.rules.apply(self.cards, state, move)
            self.rules.hide(self.cards, state, seat, 0)
            if state.tobytes() != seen[0].tobytes():
                return False
        return True
