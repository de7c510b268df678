"""The consequences of a move, as a viewer reads them: by the game's own `tell`, or in plain words
if it has none.

In: a game's rules, a state and a move. Out: lines, and what has yet to be reported to all. Knows no
game.

Plain words report each move, including those that were the only one possible, and the cards that
entered zones visible to the viewer. Unseen decisions are reported to all once they are revealed,
that is, when a decision comes up that is not secret, a round has begun, or the game is over. Then
follows the game's own `outcome`, or the changed scores, and at the end how each score adds up.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from generator.data.game import Game
from rules_check.engine.game import (
    Step,
    copy_of,
    is_team,
    lost_ends,
    members_of,
    new_state,
    of_seats,
    pass_to_moves,
    steps,
    unit_of,
)
from rules_check.engine.view import knows_all
from rules_check.engine.words import end_in_words
from rules_check.toolkit.arrivals import arrivals
from rules_check.toolkit.changes import changes, turn_begun
from rules_check.toolkit.layout import shown
from rules_check.toolkit.passing import moments, set_out
from rules_check.toolkit.prose import sentence, who_is
from rules_check.toolkit.stories import scores_added
from rules_check.toolkit.watching import Watched

ALL = -1
"""The viewer who sees everything."""
Unseen = tuple[tuple[int, Step], ...]
"""Unseen decisions that have yet to be reported to the others, in order: the deciding seat, and the
consequences.
"""


@dataclass(frozen=True)
class Teller:
    """Tells viewers the moves of a game with a card set: a seat what it sees of them, ALL
    everything.
    """

    rules: Any
    game: Game
    cards: Any

    def told(
        self,
        state: Any,
        move: int,
        seat: int,
        unseen: Unseen = (),
        is_headed: bool = False,
        is_forced: bool = False,
    ) -> list[str]:
        """Write the consequences of a move up to the next decision, one line each, as a seat sees
        them. Leaves the state unchanged.

        `unseen` holds earlier decisions that have not been reported yet. If it `is_headed`, the
        table is written whenever a round begins along the way. If it `is_forced`, the move was the
        only one.
        """
        rules, cards = self.rules, self.cards
        if hasattr(rules, "tell"):
            lines: list[str] = rules.tell(self.game, cards, state, move, seat)
            return lines
        lines, following = [], self.steps_of(state, move)
        following[0] = following[0]._replace(is_forced=is_forced)
        last = following[-1]
        for step in following:
            due, is_secret = self._decided(step)
            is_revealed = self._is_revealed(step)
            moved = [*unseen, (due, step)]
            if not is_secret or seat in (ALL, due):
                lines.append(self._made(step, seat))
            elif not is_revealed and not (unseen and unseen[-1][0] == due):
                lines.append(_unheard(due, seat))
            if is_secret:
                unseen = (*unseen, (due, step))
            if unseen and is_revealed:
                if seat != ALL:
                    lines += self._revealed(unseen, seat)
                unseen = ()
            lines += self._changed(step, moved, seat)
            lines += self._outcome(step, seat)
            lines += self._passed(step)
            if is_headed and step is not last and step.after.rounds != step.before.rounds:
                lines += self.round(step.after, seat)
        if rules.is_over(cards, last.after):
            lines += self._ending(last.after, seat)
        return lines

    def told_move(
        self, state: Any, move: int, seat: int, unseen: Unseen = (), is_forced: bool = False
    ) -> list[str]:
        """Make a move; return its consequences, and the table if it led to a new round."""
        lines = self.told(state, move, seat, unseen, True, is_forced)
        last = int(state.rounds)
        if not hasattr(self.rules, "tell"):
            last = int(self.steps_of(state, move)[-1].before.rounds)
        self.rules.apply(self.cards, state, move)
        if int(state.rounds) != last and not self.rules.is_over(self.cards, state):
            lines += self.round(state, seat)
        return lines

    def unseen_after(self, state: Any, move: int, unseen: Unseen) -> Unseen:
        """Return what has to be reported to all later, once a move is made; empty if the game
        reports it itself.
        """
        if not hasattr(self.rules, "tell"):
            for step in self.steps_of(state, move):
                due, is_secret = self._decided(step)
                if self._is_revealed(step):
                    unseen = ()
                elif is_secret:
                    unseen = (*unseen, (due, step))
        return unseen

    def round(self, state: Any, seat: int) -> list[str]:
        """Write the table at the beginning of a round."""
        gap = [""] if state.rounds > 1 else []
        return [*gap, *shown(self.rules, self.game, self.cards, state, seat), ""]

    def opening(self, players: int, seed: int, number: int, seat: int) -> tuple[list[str], Unseen]:
        """Write the table at the beginning of a game, and the moves before its first decision,
        which were the only ones; also return what has yet to be reported to all.
        """
        first = self._first_forced(players, seed, number)
        if first is None:
            state = new_state(self.rules)
            self.rules.new_game(self.cards, state, players, seed, number)
            return self.round(state, seat), ()
        state, move = first
        unseen = self.unseen_after(state, move, ())
        lines = self.round(state, seat)
        return lines + self.told_move(state, move, seat, is_forced=True), unseen

    def start(
        self, players: int, seed: int, number: int, seats: Iterable[int]
    ) -> tuple[dict[int, list[str]], Unseen]:
        """Write the moves before the first decision of a game, as each of some seats sees them;
        also return what has yet to be reported to all.
        """
        first = self._first_forced(players, seed, number)
        if first is None:
            return {seat: [] for seat in seats}, ()
        lines = {seat: self.told(*first, seat, is_forced=True) for seat in seats}
        return lines, self.unseen_after(*first, ())

    def _first_forced(self, players: int, seed: int, number: int) -> tuple[Any, int] | None:
        """Return the state before a game's first decision and the move there, if it is the only
        one; a new game has made it already.
        """
        state = set_out(self.rules, self.cards, players, seed, number)
        if state is None:
            return None
        moves = np.empty(self.rules.max_moves, np.int64)
        count = pass_to_moves(self.rules, self.cards, state, moves)
        return (state, int(moves[0])) if count == 1 else None

    def steps_of(self, state: Any, move: int) -> list[Step]:
        """List the consequences of a move up to the next decision: as one step if the rules do not
        have `perform`.
        """
        if hasattr(self.rules, "perform"):
            return list(steps(self.rules, self.cards, state, move))
        after = copy_of(self.rules, state)
        self.rules.apply(self.cards, after, move)
        return [Step(copy_of(self.rules, state), move, after, False)]

    def _passed(self, step: Step) -> list[str]:
        """Write which rounds a step went through in which no player had to decide."""
        first, last = int(step.before.rounds) + 1, int(step.after.rounds)
        if self.rules.is_over(self.cards, step.after):
            last += 1
        return [sentence(f"round {n} passes without a decision") for n in range(first, last)]

    def _changed(self, step: Step, moved: list[tuple[int, Step]], seat: int) -> list[str]:
        """Write which cards went where the seat sees them, and which counters and scores changed,
        except for those that a move named: first by the move itself, then by each step of the game,
        with the headings of turns. A game that reports outcomes reports this too.
        """
        rules, cards = self.rules, self.cards
        if hasattr(rules, "outcome"):
            return []
        is_over = rules.is_over(cards, step.after)  # the ending reports the scores
        if not hasattr(getattr(rules, "State", None), "fields"):
            return [] if is_over else self._scored(step.before, step.after, seat)
        named = defaultdict[int, set[str]](set)
        for due, earlier in moved:
            named[due].update(rules.move_text(cards, earlier.before, earlier.move).split())
        heading = list[str]()
        lines, scored, implied = list[str](), step.before, set[str]().union(*named.values())
        for before, after in pairwise(self._moments(step)):
            part = self._watched(before, after, seat)
            if begun := turn_begun(part):
                lines += [*self._scored(scored, before, seat), *begun]
                heading, scored = begun, before
            come, entered = arrivals(part, implied)
            lines, implied = lines + come, implied - entered
            lines += changes(part, named)
        if heading == lines[-1:] and step.before.rounds != step.after.rounds:
            lines = lines[:-1]  # the table of the round says whose turn it is
        return lines if is_over else lines + self._scored(scored, step.after, seat)

    def _watched(self, before: Any, after: Any, seat: int) -> Watched:
        return Watched(self.rules, self.game, self.cards, before, after, seat)

    def _moments(self, step: Step) -> list[Any]:
        """List the states of a game on the way through a step, as far as all may follow it."""
        rules, cards = self.rules, self.cards
        if step.made is None or rules.is_secret(cards, step.before):
            return [step.before, step.after]
        own = [] if rules.is_secret(cards, step.after) else moments(rules, cards, step.made)[:-1]
        return [step.before, step.made, *own, step.after]

    def _heard(self, step: Step, seat: int) -> str:
        """Return the words of a step's move for a seat; empty if it may not hear of it."""
        before, after = step.before, step.after
        return str(self.rules.heard(self.game, self.cards, before, step.move, after, seat))

    def _made(self, step: Step, seat: int) -> str:
        """Write one move as a seat hears it, and that it was the only possible one if the seat can
        know that.
        """
        due, text = self._decided(step)[0], self._heard(step, seat)
        if not text:
            return _unheard(due, seat)
        is_known = step.is_forced and (
            seat in (ALL, due) or knows_all(self.rules, self.cards, step.before, seat)
        )
        how = ", with no other choice" if is_known else ""
        return sentence(f"{who_is(due, seat)}{how}: {text}")

    def _revealed(self, unseen: Unseen, seat: int) -> list[str]:
        """Write what the others decided unseen, one line each, as far as a seat sees it now."""
        heard = defaultdict[int, list[str]](list)
        for other, step in unseen:
            if other != seat and (text := self._heard(step, seat)):
                heard[other].append(text)
        return [
            sentence(f"{who_is(other, seat)} reveals: {'; '.join(texts)}")
            for other, texts in heard.items()
        ]

    def _decided(self, step: Step) -> tuple[int, bool]:
        """Return who decided, and whether the decision is hidden from the others."""
        rules, cards, before = self.rules, self.cards, step.before
        return int(rules.current_player(cards, before)), bool(rules.is_secret(cards, before))

    def _is_revealed(self, step: Step) -> bool:
        """Return whether unseen decisions are now revealed."""
        rules, cards, after = self.rules, self.cards, step.after
        return (
            step.is_closing
            or rules.is_over(cards, after)
            or not rules.is_secret(cards, after)
            or step.before.rounds != after.rounds
        )

    def _outcome(self, step: Step, seat: int) -> list[str]:
        """Write the outcome of a step: in the game's words, or how the scores add up at the end."""
        rules, cards, after = self.rules, self.cards, step.after
        lines: Iterable[str] = ()
        if hasattr(rules, "outcome"):
            lines = rules.outcome(self.game, cards, step.before, step.move, after, seat)
        elif rules.is_over(cards, after) and len(getattr(rules, "LEDGER", ())) > 1:
            lines = scores_added(rules, cards, after, seat)
        return list(map(sentence, lines))

    def _scored(self, was: Any, now: Any, seat: int) -> list[str]:
        """Write the scores that changed from one state to another, as far as a seat knows them."""
        scored = defaultdict[tuple[int, int], list[int]](list)
        watched = self._watched(was, now, seat).scores
        players = len(watched)
        sides = 1 if is_team(self.rules) else players // members_of(self.rules, players)
        for n, (old, new) in enumerate(watched):
            if old is not None and new is not None and old != new:
                scored[n % sides, new].append(n)
        return [_score_told(seats, score, seat) for (_, score), seats in scored.items()]

    def _ending(self, state: Any, viewer: int) -> list[str]:
        """Write why a game is over, and the place and score of each seat."""
        rules, cards = self.rules, self.cards
        ranks, scores = of_seats(rules.places, cards, state), of_seats(rules.scores, cards, state)
        order = sorted(range(len(ranks)), key=lambda seat: (ranks[seat], seat))
        units = [f" {unit_of(rules, score)}" if hasattr(rules, "UNIT") else "" for score in scores]
        ranked = [f"{who_is(n, viewer)} with {scores[n]}{units[n]}" for n in order]
        if not is_team(rules):
            ranked = [f"{ranks[n]}. {line}" for n, line in zip(order, ranked, strict=True)]
        elif lost := lost_ends(rules):
            ranked.insert(0, "All lose." if int(state.end) in lost else "All win.")
        place = rules.end_place(cards, state) if hasattr(rules, "end_place") else None
        end = end_in_words(rules.ENDS[int(state.end)])
        where = f" (line {place[0]} of cards.yaml)" if place and "line " not in end else ""
        why = "" if end.lower() == "the game is over" else f": {end}"
        return [f"The game is over{why}{where}.", *ranked]


def _score_told(seats: list[int], score: int, viewer: int) -> str:
    """Write the new score of a seat, or of several seats of a team."""
    names = [who_is(seat, viewer) for seat in seats]
    has = "has" if names[0] != "you" and len(seats) == 1 else "have"
    who = " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)
    return sentence(f"{who} now {has} a score of {score}")


def _unheard(due: int, seat: int) -> str:
    return sentence(f"{who_is(due, seat)} decided unseen")
