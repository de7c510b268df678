"""People at one keyboard: numbered moves, the table as their seat sees it, undo, save. A loop
around a session.

In: a session, and functions to say, ask, save and clear. Out: whether the game ended or someone
left. Knows no game and no terminal.

A choice that the others may not see yet is set aside until it is confirmed. If several people share
the keyboard, they change places before anyone is shown anything.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from generator.data.saying import from_to
from rules_check.engine.view import Move, View
from rules_check.play.record import RecordedGame
from rules_check.play.session import Session
from rules_check.toolkit.prose import WIDTH, sentence

HELP = (
    "type a number to make that move, or words to find one; Enter lists all again; t shows the "
    "table, u takes your last move back, "
    "s saves, q saves and quits, ? shows this help"
)
LETTERS = ("t", "u", "s", "q")
MANY = 12
"""The number of moves that differ only in a number up to which they are listed one by one."""
FEW = 6
"""The number of moves under one heading up to which each has a line; more are in columns."""
Outcome = Literal["over", "left"]
Numbered = tuple[int, Move]


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
        """Play until the game is over or someone leaves."""
        session = self.session
        while (due := session.go_on()) >= 0:
            if not self._turn(due):
                return "left"
        if len(session.people) > 1:
            self.clear()
        is_one = len(session.people) == 1
        self._say_all(session.news(session.people[0]) if is_one else session.ending)
        return "over"

    def _say_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.say(line)

    def _turn(self, seat: int) -> bool:
        """Let a person decide; return False if they leave."""
        self._sit_down(seat)
        view = self.session.view(seat)
        numbered = numbered_of(view.moves)
        span = _spanned([number for number, _ in numbered])
        self._say_menu(view)
        while True:
            answer = self.ask(f"Seat {seat + 1}, your move ({span}, ? for help): ").strip().lower()
            spelt = [pair for pair in numbered if answer in (str(pair[0]), pair[1].word.lower())]
            matches = spelt[:1] or found_by(answer, numbered)
            if len(matches) == 1:
                ((_, move),) = matches
                is_sure = spelt and (not view.is_secret or self.session.can_try(move.word))
                reply = "" if is_sure else self._confirmed(move.text)
                if reply == "":
                    self.session.make(move.word)
                    return True
                if reply == "q":
                    return False
                self._say_menu(view)
            elif matches:
                self._say_all(menu(matches))
            elif answer == "u" and self.session.undo(seat):
                return True
            elif answer in ("s", "q"):
                if self._is_saved() and answer == "q":
                    return False
            else:
                self._answer(answer, seat, view, span)

    def _answer(self, answer: str, seat: int, view: View, span: str) -> None:
        """Answer what is no move and ends no turn: a wish to see something, or a slip."""
        match answer:
            case "u":
                self.say("You have no move to take back: you have already seen its result.")
            case "t":
                self._tell(self.session.table(seat))
            case "":
                self._say_menu(view)
            case "?" | "help":
                self.say(f"The moves are {span}. {HELP[0].upper()}{HELP[1:]}.")
            case _:
                self.say(
                    f"No move contains '{answer[:40]}'; the moves are {span}, and ? shows what else "
                    "you can type."
                )

    def _is_saved(self) -> bool:
        """Save the game; if that fails, report it and continue the game."""
        try:
            self.save(self.session.record)
        except OSError as fault:
            self.say(f"{self.refused(fault)} The game is not saved; Ctrl-C quits without saving.")
            return False
        return True

    def _sit_down(self, seat: int) -> None:
        """Tell a person what happened since their last turn; if several share the keyboard, they
        change places first.
        """
        if self._at_keyboard != seat and len(self.session.people) > 1:
            self.clear()
            self.ask(
                f"Seat {seat + 1} takes the keyboard; the others look away. Press Enter to "
                "continue. "
            )
        self._at_keyboard = seat
        self._tell(self.session.news(seat))

    def _tell(self, lines: list[str]) -> None:
        self._say_all(lines)
        self._told = lines

    def _say_menu(self, view: View) -> None:
        """List the moves, under the current decision and what the seat has, unless the table just
        shown includes that.
        """
        if view.heading and view.heading[-1] not in self._told:
            counts = ", ".join(
                counter.words for counter in view.counters if counter.seat == view.seat
            )
            self.say(f"{view.heading[-1]}{f' ({counts})' if counts else ''}")
        self._told = []
        self._say_all(menu(numbered_of(view.moves)))

    def _confirmed(self, laid: str) -> str:
        """Ask again about a choice that the others will not see before it is revealed: "" confirms,
        u takes back, q has left.
        """
        question = f"{sentence(laid)} Press Enter to confirm, u to take it back: "
        while (answer := self.ask(question).strip().lower()) not in ("", "u"):
            if answer not in ("s", "q"):
                if answer not in ("?", "help"):
                    self.say(f"'{answer[:40]}' is not an answer here.")
                self.say(
                    "The others do not see this choice yet. s saves the game as it was before "
                    "the choice, q saves and quits."
                )
            elif self._is_saved() and answer == "q":
                break
        return answer


def numbered_of(moves: Sequence[Move]) -> list[Numbered]:
    """Number moves from 1; moves that differ only in an amount get their amounts, and a single
    other move beside them gets 0.
    """
    runs = {}
    for move in moves:
        stem, _, last = move.word.rpartition(" ")
        if last.isdigit():
            runs[move] = (stem, int(last))
    stems = {stem for stem, _ in runs.values()}
    amounts = {amount for _, amount in runs.values()}
    is_one = len(stems) == 1 and len(amounts) == len(runs) > 1
    besides = len(moves) - len(runs)
    most_besides = 0 if 0 in amounts else 1
    if not is_one or besides > most_besides:
        return [*enumerate(moves, 1)]
    return [(runs[move][1] if move in runs else 0, move) for move in moves]


def _spanned(numbers: Sequence[int]) -> str:
    """Write the range of numbers: "1 to 5", "0 or 13 to 24"."""
    first, *others = sorted(numbers)
    if len(others) > 1 and first == 0 and others[0] > 1:
        return f"0 or {_spanned(others)}"
    last = max(numbers)
    return from_to(first, last)


def found_by(answer: str, numbered: Sequence[Numbered]) -> list[Numbered]:
    """Find the moves that an answer names: those that begin with it, else those that contain it,
    else those that contain its words in any order.

    A single letter that is a command, or a number, names none.
    """
    if answer in LETTERS or not any(letter.isalpha() for letter in answer):
        return []
    asked = f" {_plain(answer)}"
    words = [f" {word}" for word in asked.split()]
    tests: list[Callable[[str], bool]] = [
        lambda text: text.startswith(asked),
        lambda text: asked in text,
        lambda text: all(word in text for word in words),
    ]
    for test in tests:
        matches = [(n, move) for n, move in numbered if test(f" {_plain(move.text)}")]
        if matches:
            return matches
    return []


def _plain(text: str) -> str:
    """Return the words of a text in lowercase, without punctuation."""
    return " ".join(re.findall(r"\w+", text.lower()))


def menu(numbered: Sequence[Numbered]) -> Iterator[str]:
    """List moves by their numbers; moves that begin alike, up to a colon, are listed below that
    beginning.
    """
    width = len(str(max(number for number, _ in numbered)))
    for head, group in groupby(numbered, lambda pair: _parted(pair[1].text)[0]):
        some = [*group]
        if not head or len(some) == 1:
            yield from _lines(some, width, lambda move: move.text)
            continue
        yield f"  {head}:"
        yield from in_columns([*_lines(some, width, lambda move: _parted(move.text)[1])])


def in_columns(lines: Sequence[str]) -> Iterator[str]:
    """Arrange more than a few lines in as many columns as fit, to be read downwards."""
    for count in range(max(1, len(lines) // FEW), 0, -1):
        down = -(-len(lines) // count)
        columns = [lines[at : at + down] for at in range(0, len(lines), down)]
        wide = [max(map(len, column)) + 2 for column in columns]
        if sum(wide) <= WIDTH + 2:
            break
    for at in range(down):
        row = (
            f"{column[at]:<{width}}"
            for column, width in zip(columns, wide, strict=True)
            if at < len(column)
        )
        yield "".join(row).rstrip()


def _lines(
    numbered: Sequence[Numbered], width: int, text_of: Callable[[Move], str]
) -> Iterator[str]:
    """Write one line per move; for many that differ only by a number, the first and the last."""
    for _, group in groupby(numbered, _run_of):
        run = list(group)
        lines = [f"  {number:>{width}}  {text_of(move)}" for number, move in run]
        if len(run) > MANY:
            between = "or type words of a move in between, such as:"
            word = run[len(run) // 2][1].word
            lines[1:-1] = [f"  {'…':>{width}}  {between} {word}"]
        yield from lines


def _parted(text: str) -> tuple[str, str]:
    """Split a move into the part up to a colon, empty if it has none, and the rest."""
    head, colon, rest = text.partition(": ")
    return (head, rest) if colon else ("", text)


def _run_of(numbered: Numbered) -> tuple[str, int]:
    """Name the run that a numbered move belongs to: its words except for the last, and the
    difference between that and the number.
    """
    number, move = numbered
    stem, _, last = move.word.rpartition(" ")
    return (stem, int(last) - number) if last.isdigit() else (move.word, 0)
