"""A game against the machine, or among friends at one keyboard: numbered moves, what your seat may see, undo, save.

In: rules, cards, a line-up with `human` in it, and two functions to say and to ask. Out: the game as a record. Knows no game and no
terminal.

A move can be taken back as long as its seat has learned nothing by it, which is asked of `hide`: had the hidden things been others,
would the seat see the same now? A choice that stays unseen by the others for a while is laid aside until it is confirmed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from generator.data.game import Game
from rules_check.engine.game import Rules, copy_of, moves_of, new_state
from rules_check.engine.players import HUMAN, Player, Seat
from rules_check.play.record import RecordedGame, RecordedMove, Replay, record_of
from rules_check.play.replay import ALL, told_move
from rules_check.toolkit.layout import shown

TRIES = 64
"""Other deals that a move is tried on before it may be taken back."""

HELP = "a number makes that move; t shows the table, u takes your last move back, s saves, q saves and leaves, ? shows this"
Outcome = Literal["over", "left"]


class _Before(NamedTuple):
    """What a move that may be taken back goes back to: the game, and what people had yet to be told."""

    now: tuple[Any, tuple[RecordedMove, ...]]
    news: dict[int, list[str]]


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
    save: Callable[[RecordedGame], None]
    clear: Callable[[], None] = lambda: None
    refused: Callable[[OSError], str] = str
    _undo: list[_Before] = field(default_factory=list)
    _ending: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Set up the game. Raises LineUpError where a player cannot play this game."""
        self.seats = [None if player is None else Seat(self.rules, self.cards, player) for player in self.line_up]
        self.humans = [seat for seat, player in enumerate(self.line_up) if player is None]
        state = new_state(self.rules)
        self.rules.new_game(self.cards, state, len(self.line_up), self.seed, self.number)
        self._now: tuple[Any, tuple[RecordedMove, ...]] = (
            state,
            (),
        )  # one value, so that an interruption never finds half of a move
        self._news: dict[int, list[str]] = {seat: self._table(seat) for seat in self.humans}
        self._at_keyboard = self.humans[0] if len(self.humans) == 1 else -1

    @property
    def state(self) -> Any:
        """The game after the last move."""
        return self._now[0]

    @property
    def moves(self) -> tuple[RecordedMove, ...]:
        return self._now[1]

    def resume(self, replay: Replay) -> None:
        """Go on where a record ended. Raises ProblemError at the first line of it that is wrong."""
        for move in replay.record.moves:
            number = replay.number_of(move)
            if move is replay.record.moves[-1]:
                self._ending = self.rules.tell(self.game, self.cards, replay.state, number, ALL)
            self.rules.apply(self.cards, replay.state, number)
        replay.finish()
        self._now = (replay.state, replay.record.moves)
        is_over = self.rules.is_over(self.cards, replay.state)
        self._news = {seat: self._table(seat) + (self._ending if is_over else []) for seat in self.humans}

    @property
    def record(self) -> RecordedGame:
        words = ",".join(HUMAN if player is None else player.text for player in self.line_up)
        state, moves = self._now
        return record_of(self.rules, self.cards, state, self.seed, self.number, words, list(moves))

    def run(self) -> Outcome:
        """Play until the game is over or somebody leaves."""
        while (due := self.rules.current_player(self.cards, self.state)) >= 0:
            seat = self.seats[due]
            if seat is not None:
                state = copy_of(self.rules, self.state)
                self._make(seat.choose(state), due, state)
            elif not self._human_turn(due):
                return "left"
        if len(self.humans) > 1:
            self.clear()
        for line in self._news[self.humans[0]] if len(self.humans) == 1 else self._ending:
            self.say(line)
        return "over"

    def _table(self, seat: int) -> list[str]:
        return [*shown(self.rules, self.game, self.cards, self.state, seat), ""]

    def _make(self, move: int, due: int, before: Any = None) -> None:
        """Make a move, and note for each person what they saw of it. `before` is the state, the mover's luck drawn on."""
        before = self.state if before is None else before
        after, made = copy_of(self.rules, before), RecordedMove(due, self.rules.move_text(self.cards, before, move))
        self.rules.apply(self.cards, after, move)
        news = {seat: told_move(self.rules, self.game, self.cards, copy_of(self.rules, before), move, seat) for seat in self.humans}
        if self.rules.is_over(self.cards, after):
            self._ending = self.rules.tell(self.game, self.cards, before, move, ALL)
        if due not in self.humans:
            self._undo.clear()
        self._now = (after, (*self.moves, made))
        for seat, lines in news.items():
            self._news[seat] = self._news[seat] + lines

    def _human_turn(self, seat: int) -> bool:
        """Ask a person to decide; return False where they leave."""
        self._seat_down(seat)
        menu = moves_of(self.rules, self.cards, self.state)
        self._say_menu(menu)
        while True:
            answer = self.ask(f"Seat {seat + 1}, your move (1 to {len(menu)}, ? for help): ").strip().lower()
            if answer.isascii() and answer.isdigit() and len(answer) < 5 and 1 <= int(answer) <= len(menu):
                move = menu[int(answer) - 1]
                said = self._confirmed(move)
                if said == "":
                    self._keep_undo(move, seat)
                    self._make(move, seat)
                    return True
                if said == "q":
                    return False
                self._say_menu(menu)
            elif answer == "u":
                if self._take_back(seat):
                    return True
                self.say("There is no move of yours that could be taken back without having seen what came of it.")
            elif answer in ("s", "q"):
                if self._is_saved() and answer == "q":
                    return False
            elif answer == "t":
                for line in self._table(seat):
                    self.say(line)
                self._say_menu(menu)
            else:
                self.say(f"The moves are 1 to {len(menu)}. {HELP[0].upper()}{HELP[1:]}.")

    def _is_saved(self) -> bool:
        """Save the game, and return whether that worked; where it did not, the person is told and stays in the game."""
        try:
            self.save(self.record)
        except OSError as fault:
            self.say(f"{self.refused(fault)} The game is not saved; Ctrl-C leaves it.")
            return False
        return True

    def _seat_down(self, seat: int) -> None:
        """Show a person what happened since their last turn; where several share the keyboard, they change places first."""
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

    def _confirmed(self, move: int) -> str:
        """Ask once more about a choice that the others will not see before it is revealed: "" confirms, u takes back, q has left."""
        if not self.rules.is_secret(self.cards, self.state):
            return ""
        laid = self.rules.describe(self.game, self.cards, self.state, move)
        while (answer := self.ask(f"{laid}. Enter confirms it, u takes it back: ").strip().lower()) not in ("", "u"):
            if answer not in ("s", "q"):
                self.say("Nobody sees this choice yet. s saves the game as it was before it, q saves and leaves.")
            elif self._is_saved() and answer == "q":
                break
        return answer

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
        self._undo.append(_Before(self._now, dict(self._news)))

    def _take_back(self, seat: int) -> bool:
        if not self._undo:
            return False
        self._now, news = self._undo.pop()
        self._news = {**news, seat: ["Taken back.", *self._table(seat)]}
        return True
