"""A game against the machine, or among friends at one keyboard: numbered moves, what your seat may see, undo, save.

In: rules, cards, a line-up with `human` in it, and two functions to say and to ask. Out: the game as a record. Knows no game and no
terminal.

A move can be taken back as long as its seat has learned nothing by it, which is asked of `hide`: had the hidden things been others,
would the seat see the same now? A choice that stays unseen by the others for a while is laid aside until it is confirmed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from generator.game import Game
from rules_check.game import Rules, copy_of, moves_of, new_state
from rules_check.players import Player, Seat
from rules_check.record import Move, Record, Replay, record_of
from rules_check.replay import told_move

HUMAN = "human"
TRIES = 8
"""Other deals that a move is tried on before it may be taken back."""

HELP = "a number makes that move; t shows the table, u takes your last move back, s saves, q saves and leaves, ? shows this"
Outcome = Literal["over", "left"]


@dataclass
class Session:
    """A game under way at the terminal. Seats without a player are people's."""

    rules: Rules
    game: Game
    cards: Any
    line_up: Sequence[Player | None]
    seed: int
    number: int
    say: Callable[[str], None]
    ask: Callable[[str], str]
    save: Callable[[Record], None]
    clear: Callable[[], None] = lambda: None
    moves: list[Move] = field(default_factory=list)
    _undo: list[tuple[Any, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Set the table. Raises LineUpError where a player cannot play this game."""
        self.seats = [None if player is None else Seat(self.rules, self.cards, player) for player in self.line_up]
        self.humans = [seat for seat, player in enumerate(self.line_up) if player is None]
        self.state = new_state(self.rules)
        self.rules.new_game(self.cards, self.state, len(self.line_up), self.seed, self.number)
        self._news: dict[int, list[str]] = {seat: self._table(seat) for seat in self.humans}
        self._at_keyboard = self.humans[0] if len(self.humans) == 1 else -1

    def resume(self, replay: Replay) -> None:
        """Go on where a record ended. Raises ProblemError at the first line of it that is wrong."""
        for move in replay.record.moves:
            self.rules.apply(self.cards, replay.state, replay.number_of(move))
        replay.finish()
        self.state, self.moves = replay.state, list(replay.record.moves)
        self._news = {seat: self._table(seat) for seat in self.humans}

    @property
    def record(self) -> Record:
        words = ",".join(HUMAN if player is None else player.text for player in self.line_up)
        return record_of(self.rules, self.cards, self.state, self.seed, self.number, words, self.moves)

    def run(self) -> Outcome:
        """Play until the game is over or somebody leaves."""
        while (due := self.rules.current_player(self.cards, self.state)) >= 0:
            seat = self.seats[due]
            if seat is not None:
                self._make(seat.choose(self.state), due)
            elif not self._human_turn(due):
                return "left"
        for line in self._news[self.humans[0]]:
            self.say(line)
        return "over"

    def _table(self, seat: int) -> list[str]:
        return [*self.rules.show(self.game, self.cards, self.state, seat), ""]

    def _make(self, move: int, due: int) -> None:
        """Make a move, and note for each person what they saw of it."""
        self.moves.append(Move(due, self.rules.move_text(self.cards, self.state, move)))
        if due not in self.humans:
            self._undo.clear()
        for seat in self.humans:
            seen = copy_of(self.rules, self.state)
            self._news[seat] += told_move(self.rules, self.game, self.cards, seen, move, seat)
        self.rules.apply(self.cards, self.state, move)

    def _human_turn(self, seat: int) -> bool:
        """Let a person decide; False where they leave."""
        self._seat_down(seat)
        menu = moves_of(self.rules, self.cards, self.state)
        self._say_menu(menu)
        while True:
            answer = self.ask(f"Seat {seat + 1}, your move (1 to {len(menu)}, ? for help): ").strip().lower()
            if answer.isascii() and answer.isdigit() and len(answer) < 5 and 1 <= int(answer) <= len(menu):
                move = menu[int(answer) - 1]
                if self._is_confirmed(move):
                    self._keep_undo(move, seat)
                    self._make(move, seat)
                    return True
                self._say_menu(menu)
            elif answer == "u":
                if self._take_back(seat):
                    return True
                self.say("There is nothing to take back: what came of your last move is already seen.")
            elif answer in ("s", "q"):
                self.save(self.record)
                if answer == "q":
                    return False
            elif answer == "t":
                for line in self._table(seat):
                    self.say(line)
                self._say_menu(menu)
            else:
                self.say(HELP)

    def _seat_down(self, seat: int) -> None:
        """Tell a person what happened since their last turn; where several share the keyboard, they change places first."""
        if self._at_keyboard != seat and len(self.humans) > 1:
            self.clear()
            self.ask(f"Seat {seat + 1} takes the keyboard, the others look away. Enter goes on. ")
            self._undo.clear()
        self._at_keyboard = seat
        for line in self._news[seat]:
            self.say(line)
        self._news[seat] = []

    def _say_menu(self, menu: Sequence[int]) -> None:
        width = len(str(len(menu)))
        for number, move in enumerate(menu, 1):
            self.say(f"  {number:>{width}}  {self.rules.describe(self.game, self.cards, self.state, move)}")

    def _is_confirmed(self, move: int) -> bool:
        """Ask once more about a choice that the others will not see before it is revealed."""
        if not self.rules.is_secret(self.cards, self.state):
            return True
        laid = self.rules.describe(self.game, self.cards, self.state, move)
        return self.ask(f"{laid}. Enter reveals it, u takes it back: ").strip().lower() != "u"

    def _keep_undo(self, move: int, seat: int) -> None:
        """Remember the state before a move that teaches its seat nothing; forget what was kept where it does."""
        after = copy_of(self.rules, self.state)
        self.rules.apply(self.cards, after, move)
        self.rules.hide(self.cards, after, seat, 0)
        for luck in range(1, TRIES + 1):
            other = copy_of(self.rules, self.state)
            self.rules.hide(self.cards, other, seat, luck)
            self.rules.apply(self.cards, other, move)
            self.rules.hide(self.cards, other, seat, 0)
            if other.tobytes() != after.tobytes():
                self._undo.clear()
                return
        self._undo.append((copy_of(self.rules, self.state), len(self.moves)))

    def _take_back(self, seat: int) -> bool:
        if not self._undo:
            return False
        before, made = self._undo.pop()
        self.state = before
        del self.moves[made:]
        self._news[seat] = ["Taken back.", *self._table(seat)]
        return True
