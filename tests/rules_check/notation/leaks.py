"""Whether a game tells a seat something that it cannot know: two games that look alike to it have
to be told alike.

Two moves of one option are made in the same game, and one move in two games that differ in what a
seat cannot see. If `hide` gives the seat the same bytes afterwards, it has seen the same, so the
same lines have to be told to it, and the same table shown.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

from rules_check.engine.game import copy_of, moves_of, new_state, steps
from rules_check.engine.verbs import complete
from rules_check.notation.playing import rules_from
from rules_check.play.telling import Teller, Unseen
from rules_check.toolkit.layout import shown
from rules_check.toolkit.moves import parts_of
from rules_check.toolkit.passing import moments
from tests.rules_check.notation.games import game_of

SPOKEN = {"lantern_watch": "accuse|trade|duel|aim|look", "high_water": "play"}
"""Options whose words all hear, though nobody sees afterwards what came of them."""
LATER = 6
"""How many decisions a secret can take until it is shown."""


class Watch:
    """A game of random moves, watched for what it tells."""

    def __init__(self, text: str, spoken: str = "", luck: int = 1) -> None:
        """`spoken` are the words of options that all hear whatever they see."""
        self.spoken = re.compile(spoken or "(?!)")
        self.game = game_of(text)
        self.rules: Any = complete(rules_from(self.game))
        self.cards = self.rules.cards_record(self.game)
        self.luck = random.Random(luck)

    def leaks(self, players: int, number: int, most: int, share: float) -> Iterator[str]:
        """Play up to `most` decisions of a game; yield what is told that should not be.

        `share` is how many of the decisions are looked at, from 0 to 1.
        """
        rules, cards, state = self.rules, self.cards, new_state(self.rules)
        rules.new_game(cards, state, players, 1, number)
        for _ in range(most):
            legal = moves_of(rules, cards, state)
            if not legal:
                return
            move = self.luck.choice(legal)
            if self.luck.random() < share:
                yield from self._looked_at(state, legal, move, self.luck.randrange(players))
            rules.apply(cards, state, move)

    def _looked_at(self, state: Any, legal: list[int], move: int, seat: int) -> Iterator[str]:
        """Look at the table as one seat does, and at what it is told if another makes a move."""
        yield from self._table(state, seat)
        if seat == int(state.seat):
            return
        alike = [one for one in legal if one != move and _sort(one) == _sort(move)]
        if alike and not self.spoken.match(self.rules.move_text(self.cards, state, move)):
            yield from self._compared((state, move), (state, self.luck.choice(alike)), seat)
        other = self._hidden(state, seat)
        if move in moves_of(self.rules, self.cards, other):
            yield from self._compared((state, move), (other, move), seat)

    def _hidden(self, state: Any, seat: int) -> Any:
        other = copy_of(self.rules, state)
        self.rules.hide(self.cards, other, seat, self.luck.randrange(1000))
        other.rng[:] = state.rng
        return other

    def _look(self, state: Any, seat: int) -> bytes:
        """Return what a seat can know of a game."""
        made = copy_of(self.rules, state)
        self.rules.hide(self.cards, made, seat, 5)
        return bytes(made.tobytes())

    def _table(self, state: Any, seat: int) -> Iterator[str]:
        other = self._hidden(state, seat)
        if self._look(state, seat) != self._look(other, seat):
            yield f"seat {seat + 1} sees what is hidden from it"
        tables = [shown(self.rules, self.game, self.cards, one, seat) for one in (state, other)]
        if tables[0] != tables[1]:
            yield f"the table of seat {seat + 1}: {_difference(*tables)}"

    def _compared(self, one: tuple[Any, int], other: tuple[Any, int], seat: int) -> Iterator[str]:
        """Compare what two games tell a seat, for as long as they may have secrets."""
        stories = [self._story(*one, seat), self._story(*other, seat)]
        for (lines, look), (theirs, their_look) in zip(*stories, strict=False):
            if look == their_look and lines != theirs:
                yield f"seat {seat + 1} is told {_difference(lines, theirs)}"
                return

    def _story(self, state: Any, move: int, seat: int) -> list[tuple[list[str], bytes]]:
        """Tell what a move leads to, and what a seat sees after each decision; the seat's lines so
        far.
        """
        rules, cards, now = self.rules, self.cards, copy_of(self.rules, state)
        lines, looks = list[str](), b""
        unseen: Unseen = ()
        found = list[tuple[list[str], bytes]]()
        for _ in range(LATER):
            later = Teller(rules, self.game, cards).unseen_after(now, move, unseen)
            lines = [*lines, *Teller(rules, self.game, cards).told(now, move, seat, unseen)]
            looks += self._meanwhile(now, move, seat)
            rules.apply(cards, now, move)
            unseen, looks = later, looks + self._look(now, seat)
            legal = moves_of(rules, cards, now)
            if not legal:
                break  # how a game ended is told to all
            found.append((lines, looks))
            if not unseen:
                break
            move = legal[0]
        return found

    def _meanwhile(self, state: Any, move: int, seat: int) -> bytes:
        """Return what a seat sees right after a move, after each step that follows, and so on with
        moves that are made by themselves: a card may lie open for so long.
        """
        looks = b""
        for one in steps(self.rules, self.cards, state, move):
            done = copy_of(self.rules, one.before)
            sort, *numbers = parts_of(one.move)
            function = self.rules.declared.doing[sort]
            count = function.__code__.co_argcount - 3
            function(self.cards, done, int(one.before.seat), *numbers[:count])
            own = moments(self.rules, self.cards, one.made)
            looks += b"".join(self._look(now, seat) for now in (done, one.made, *own))
        return looks


def _sort(move: int) -> int:
    return int(parts_of(move)[0])


def _difference(lines: list[str], others: list[str]) -> str:
    both = [*zip(lines, others, strict=False), (f"{len(lines)} lines", f"{len(others)}")]
    return next(f"{one!r} and {other!r}" for one, other in both if one != other)


def leaks_of(
    text: str, players: int, games: int, spoken: str = "", most: int = 40, share: float = 0.2
) -> list[str]:
    """List what some games tell that they should not, each once."""
    watch = Watch(text, spoken)
    found = dict[str, None]()
    for number in range(games):
        found.update(dict.fromkeys(watch.leaks(players, number, most, share)))
    return list(found)
