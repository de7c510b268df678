"""A game narrated from its first card to its last: round by round, first the table, then each move.

In: rules, cards, a line-up or a record. Out: lines of text, and the record. Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from generator.data.game import Game
from rules_check.engine.faults import NO_END, fault_of, fault_words
from rules_check.engine.game import MOST_DECISIONS, Rules, copy_of, new_state
from rules_check.engine.players import Player
from rules_check.engine.seating import Seat
from rules_check.play.record import RecordedGame, RecordedMove, Replay, record_of
from rules_check.play.telling import ALL, Teller

TOLD_AT_MOST = 3000
"""The number of decisions of a game that are printed; far more than people make."""
COUNTED = 100
"""The number of unprinted decisions after which their count is printed."""


class ToldGame:
    """A game that is narrated while it is played: iterate over `lines`, then take its `record`."""

    def __init__(
        self,
        rules: Rules,
        game: Game,
        cards: Any,
        line_up: Sequence[Player],
        seed: int,
        number: int,
    ) -> None:
        """Raises LineUpError if a player cannot play this game."""
        self.rules, self.cards, self.line_up = rules, cards, line_up
        self.teller = Teller(rules, game, cards)
        self.seed, self.number = seed, number
        self.seats = [Seat(rules, cards, player, seed) for player in line_up]
        self.state, self.moves, self.fault = new_state(rules), list[RecordedMove](), ""

    def lines(self, seat: int = ALL) -> Iterator[str]:
        """Play on, and yield the events as a seat sees them; ALL sees everything. Stops if the
        rules fail: `fault` says how.
        """
        rules, cards, state = self.rules, self.cards, self.state
        rules.new_game(cards, state, len(self.line_up), self.seed, self.number)
        lines, unseen = self.teller.opening(len(self.line_up), self.seed, self.number, seat)
        yield from lines
        while not self._is_wrong() and (due := rules.current_player(cards, state)) >= 0:
            move = self.seats[due].choose(state)
            count = len(self.moves)
            self.moves.append(RecordedMove(int(due), rules.move_text(cards, state, move)))
            if count >= TOLD_AT_MOST:
                if count % COUNTED == 0:
                    yield (
                        f"{count} decisions so far; those after the first {TOLD_AT_MOST} are not "
                        "printed."
                    )
                before = copy_of(rules, state)
                rules.apply(cards, state, move)
                if rules.current_player(cards, state) < 0:
                    yield from self.teller.told_move(before, move, seat)
                continue
            later = self.teller.unseen_after(state, move, unseen)
            yield from self.teller.told_move(state, move, seat, unseen)
            unseen = later

    def _is_wrong(self) -> bool:
        """Check the state, and record any fault."""
        if len(self.moves) >= MOST_DECISIONS:
            number = NO_END
        else:
            number = fault_of(self.rules, self.cards, self.state)
        self.fault = fault_words(self.rules, self.cards, number, self.state) if number else ""
        return bool(self.fault)

    @property
    def record(self) -> RecordedGame:
        words = ",".join(player.text for player in self.line_up)
        return record_of(
            self.rules, self.cards, self.state, self.seed, self.number, words, self.moves
        )


def told_again(replay: Replay, game: Game, seat: int = ALL) -> Iterator[str]:
    """Yield the events of a recorded game. Raises ProblemError at the first faulty line."""
    teller, state, made = Teller(replay.rules, game, replay.cards), replay.state, replay.record
    lines, unseen = teller.opening(int(state.players), made.seed, made.game, seat)
    yield from lines
    for move in made.moves:
        number = replay.number_of(move)
        later = teller.unseen_after(state, number, unseen)
        yield from teller.told_move(state, number, seat, unseen)
        unseen = later
    replay.finish()
