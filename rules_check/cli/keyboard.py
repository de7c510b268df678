"""People at one keyboard: numbered moves, what their seat may see, undo, save. A loop around a session.

In: a session, and functions to say, ask, save and clear. Out: whether the game was over or somebody left. Knows no game and no terminal.

A choice that stays unseen by the others for a while is laid aside until it is confirmed. Where several share the keyboard, they change
places before one is told anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from rules_check.engine.view import Move, View
from rules_check.play.record import RecordedGame
from rules_check.play.session import Session
from rules_check.toolkit.prose import sentence

HELP = "a number makes that move; t shows the table, u takes your last move back, s saves, q saves and leaves, ? shows this"
MANY = 12
"""Moves that differ by a number alone and are still listed one by one."""
Outcome = Literal["over", "left"]


@dataclass
class Keyboard:
    """A session with people at one keyboard."""

    session: Session
    say: Callable[[str], None]
    ask: Callable[[str], str]
    save: Callable[[RecordedGame], None]
    clear: Callable[[], None] = lambda: None
    refused: Callable[[OSError], str] = str

    def __post_init__(self) -> None:
        people = self.session.people
        self._at_keyboard = people[0] if len(people) == 1 else -1
        self._told = list[str]()

    def run(self) -> Outcome:
        """Play until the game is over or somebody leaves."""
        session = self.session
        while (due := session.go_on()) >= 0:
            if not self._turn(due):
                return "left"
        if len(session.people) > 1:
            self.clear()
        for line in session.news(session.people[0]) if len(session.people) == 1 else session.ending:
            self.say(line)
        return "over"

    def _turn(self, seat: int) -> bool:
        """Let a person decide; False where they leave."""
        self._sit_down(seat)
        view = self.session.view(seat)
        count = len(view.moves)
        self._say_menu(view)
        while True:
            answer = self.ask(f"Seat {seat + 1}, your move (1 to {count}, ? for help): ").strip().lower()
            spelt = [number for number, one in enumerate(view.moves, 1) if answer in (str(number), one.word.lower())]
            if spelt:
                move = view.moves[spelt[0] - 1]
                said = self._confirmed(move.text) if view.is_secret else ""
                if said == "":
                    self.session.make(move.word)
                    return True
                if said == "q":
                    return False
                self._say_menu(view)
            elif answer == "u":
                if self.session.undo(seat):
                    return True
                self.say("There is no move of yours that could be taken back without having seen what came of it.")
            elif answer in ("s", "q"):
                if self._is_saved() and answer == "q":
                    return False
            elif answer == "t":
                self._tell(self.session.table(seat))
                self._say_menu(view)
            else:
                self.say(f"The moves are 1 to {count}. {HELP[0].upper()}{HELP[1:]}.")

    def _is_saved(self) -> bool:
        """Save the game; where the machine refuses, say so and stay in the game."""
        try:
            self.save(self.session.record)
        except OSError as fault:
            self.say(f"{self.refused(fault)} The game is not saved; Ctrl-C leaves it.")
            return False
        return True

    def _sit_down(self, seat: int) -> None:
        """Tell a person what happened since their last turn; where several share the keyboard, they change places first."""
        if self._at_keyboard != seat and len(self.session.people) > 1:
            self.clear()
            self.ask(f"Seat {seat + 1} takes the keyboard, the others look away. Enter goes on. ")
        self._at_keyboard = seat
        self._tell(self.session.news(seat))

    def _tell(self, lines: list[str]) -> None:
        for line in lines:
            self.say(line)
        self._told = lines

    def _say_menu(self, view: View) -> None:
        """List the moves under what is decided and what the seat has, unless the table that was just shown says so."""
        if view.heading and view.heading[-1] not in self._told:
            counts = ", ".join(counter.words for counter in view.counters if counter.seat == view.seat)
            self.say(f"{view.heading[-1]}{f' ({counts})' if counts else ''}")
        self._told = []
        for line in menu(view.moves):
            self.say(line)

    def _confirmed(self, laid: str) -> str:
        """Ask once more about a choice that the others will not see before it is revealed: "" confirms, u takes back, q has left."""
        while (answer := self.ask(f"{sentence(laid)} Enter confirms it, u takes it back: ").strip().lower()) not in ("", "u"):
            if answer not in ("s", "q"):
                self.say("Nobody sees this choice yet. s saves the game as it was before it, q saves and leaves.")
            elif self._is_saved() and answer == "q":
                break
        return answer


def menu(moves: Sequence[Move]) -> Iterator[str]:
    """List moves by their numbers; of many that differ by a number of their own alone, the first and the last."""
    width = len(str(len(moves)))
    for _, group in groupby(enumerate(moves, 1), _run_of):
        run = list(group)
        for number, move in run if len(run) <= MANY else (run[0], run[-1]):
            if len(run) > MANY and number == run[-1][0]:
                yield f"  {'…':>{width}}  or one between by its words, such as: {run[len(run) // 2][1].word}"
            yield f"  {number:>{width}}  {move.text}"


def _run_of(numbered: tuple[int, Move]) -> tuple[str, int]:
    """Name the run that a move with its number belongs to: its words but for the last, and how far that is off the number."""
    number, move = numbered
    stem, _, last = move.word.rpartition(" ")
    return (stem, int(last) - number) if last.isdigit() else (move.word, 0)
