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
from itertools import pairwise
from typing import Any

import numpy as np

from generator.data.game import Game
from rules_check.engine.game import (
    Rules,
    Step,
    copy_of,
    is_team,
    lost_ends,
    new_state,
    of_seats,
    pass_to_moves,
    steps,
    unit_of,
)
from rules_check.engine.view import known_scores, knows_all
from rules_check.toolkit.arrivals import arrivals
from rules_check.toolkit.changes import changes, turn_begun
from rules_check.toolkit.layout import shown
from rules_check.toolkit.passing import moments, set_out
from rules_check.toolkit.prose import sentence, who_is
from rules_check.toolkit.stories import scores_added

ALL = -1
"""The viewer who sees everything."""
Unseen = tuple[tuple[int, Step], ...]
"""Unseen decisions that have yet to be reported to the others, in order: the deciding seat, and the
consequences.
"""


def steps_of(rules: Any, cards: Any, state: Any, move: int) -> list[Step]:
    """List the consequences of a move up to the next decision: as one step if the rules do not have
    `perform`.
    """
    if hasattr(rules, "perform"):
        return list(steps(rules, cards, state, move))
    after = copy_of(rules, state)
    rules.apply(cards, after, move)
    return [Step(copy_of(rules, state), move, after, False)]


def told(
    rules: Rules,
    game: Game,
    cards: Any,
    state: Any,
    move: int,
    seat: int,
    unseen: Unseen = (),
    is_headed: bool = False,
    is_forced: bool = False,
) -> list[str]:
    """Write the consequences of a move up to the next decision, one line each, as a seat sees them.
    Leaves the state unchanged.

    `unseen` holds earlier decisions that have not been reported yet. If it `is_headed`, the table
    is written whenever a round begins along the way. If it `is_forced`, the move was the only one.
    """
    if hasattr(rules, "tell"):
        return rules.tell(game, cards, state, move, seat)
    lines, following = list[str](), steps_of(rules, cards, state, move)
    following[0] = following[0]._replace(is_forced=is_forced)
    last = following[-1]
    for step in following:
        due, is_secret = _decided(rules, cards, step)
        is_revealed = _is_revealed(rules, cards, step)
        moved = [*unseen, (due, step)]
        if not is_secret or seat in (ALL, due):
            lines.append(_made(rules, game, cards, step, seat))
        elif not is_revealed and not (unseen and unseen[-1][0] == due):
            lines.append(_unheard(due, seat))
        if is_secret:
            unseen = (*unseen, (due, step))
        if unseen and is_revealed:
            if seat != ALL:
                lines += _revealed(rules, game, cards, unseen, seat)
            unseen = ()
        lines += _changed(rules, game, cards, step, moved, seat)
        lines += _outcome(rules, game, cards, step, seat)
        lines += _passed(rules, cards, step)
        if is_headed and step is not last and step.after.rounds != step.before.rounds:
            lines += told_round(rules, game, cards, step.after, seat)
    if rules.is_over(cards, last.after):
        lines += _ending(rules, cards, last.after, seat)
    return lines


def _passed(rules: Rules, cards: Any, step: Step) -> list[str]:
    """Write which rounds a step went through in which no player had to decide."""
    first, last = int(step.before.rounds) + 1, int(step.after.rounds)
    if rules.is_over(cards, step.after):
        last += 1
    return [sentence(f"round {number} passes without a decision") for number in range(first, last)]


def _changed(
    rules: Rules, game: Game, cards: Any, step: Step, moved: list[tuple[int, Step]], seat: int
) -> list[str]:
    """Write which cards went where the seat sees them, and which counters and scores changed,
    except for those that a move named: first by the move itself, then by each step of the game,
    with the headings of turns. A game that reports outcomes reports this too.
    """
    if hasattr(rules, "outcome"):
        return []
    if not hasattr(getattr(rules, "State", None), "fields"):
        is_over = rules.is_over(cards, step.after)
        return [] if is_over else _scored(rules, cards, step.before, step.after, seat)
    named = dict[int, set[str]]()
    for due, earlier in moved:
        words = rules.move_text(cards, earlier.before, earlier.move).split()
        named.setdefault(due, set()).update(words)
    heading = list[str]()
    lines, scored, implied = list[str](), step.before, set[str]().union(*named.values())
    for before, after in pairwise(_moments(rules, cards, step)):
        if begun := turn_begun(rules, before, after, seat):
            lines += [*_scored(rules, cards, scored, before, seat), *begun]
            heading, scored = begun, before
        scores = known_scores(rules, cards, before, seat), known_scores(rules, cards, after, seat)
        come, entered = arrivals(rules, game, cards, before, after, seat, implied)
        lines, implied = lines + come, implied - entered
        lines += changes(rules, cards, before, after, seat, scores, named)
    if heading == lines[-1:] and step.before.rounds != step.after.rounds:
        lines = lines[:-1]  # the table of the round says whose turn it is
    if rules.is_over(cards, step.after):
        return lines  # the ending reports the scores
    return lines + _scored(rules, cards, scored, step.after, seat)


def _moments(rules: Rules, cards: Any, step: Step) -> list[Any]:
    """List the states of a game on the way through a step, as far as all may follow it."""
    if step.made is None or rules.is_secret(cards, step.before):
        return [step.before, step.after]
    own = [] if rules.is_secret(cards, step.after) else moments(rules, cards, step.made)[:-1]
    return [step.before, step.made, *own, step.after]


def _made(rules: Rules, game: Game, cards: Any, step: Step, seat: int) -> str:
    """Write one move as a seat hears it, and that it was the only possible one if the seat can know
    that.
    """
    due = int(rules.current_player(cards, step.before))
    text = rules.heard(game, cards, step.before, step.move, step.after, seat)
    if not text:
        return _unheard(due, seat)
    is_known = step.is_forced and (seat in (ALL, due) or knows_all(rules, cards, step.before, seat))
    return sentence(f"{who_is(due, seat)}{', with no other choice' if is_known else ''}: {text}")


def _unheard(due: int, seat: int) -> str:
    return sentence(f"{who_is(due, seat)} decided unseen")


def _revealed(rules: Rules, game: Game, cards: Any, unseen: Unseen, seat: int) -> list[str]:
    """Write what the others decided unseen, one line each, as far as a seat sees it now."""
    heard = defaultdict[int, list[str]](list)
    for other, step in unseen:
        text = rules.heard(game, cards, step.before, step.move, step.after, seat)
        heard[other].append(text)
    return [
        sentence(f"{who_is(other, seat)} reveals: {'; '.join(filter(None, texts))}")
        for other, texts in heard.items()
        if other != seat and any(texts)
    ]


def unseen_after(
    rules: Rules, game: Game, cards: Any, state: Any, move: int, unseen: Unseen
) -> Unseen:
    """Return what has to be reported to all later, once a move is made; empty if the game reports
    it itself.
    """
    if not hasattr(rules, "tell"):
        for step in steps_of(rules, cards, state, move):
            due, is_secret = _decided(rules, cards, step)
            if _is_revealed(rules, cards, step):
                unseen = ()
            elif is_secret:
                unseen = (*unseen, (due, step))
    return unseen


def told_round(rules: Rules, game: Game, cards: Any, state: Any, seat: int) -> list[str]:
    """Write the table at the beginning of a round."""
    return [*([""] if state.rounds > 1 else []), *shown(rules, game, cards, state, seat), ""]


def told_move(
    rules: Rules,
    game: Game,
    cards: Any,
    state: Any,
    move: int,
    seat: int,
    unseen: Unseen = (),
    is_forced: bool = False,
) -> list[str]:
    """Make a move; return its consequences, and the table if it led to a new round."""
    lines = told(rules, game, cards, state, move, seat, unseen, True, is_forced)
    last = int(state.rounds)
    if not hasattr(rules, "tell"):
        last = int(steps_of(rules, cards, state, move)[-1].before.rounds)
    rules.apply(cards, state, move)
    if int(state.rounds) != last and not rules.is_over(cards, state):
        lines += told_round(rules, game, cards, state, seat)
    return lines


def told_opening(
    rules: Any, game: Game, cards: Any, players: int, seed: int, number: int, seat: int
) -> tuple[list[str], Unseen]:
    """Write the table at the beginning of a game, and the moves before its first decision, which
    were the only ones; also return what has yet to be reported to all.
    """
    first = first_forced(rules, cards, players, seed, number)
    if first is None:
        state = new_state(rules)
        rules.new_game(cards, state, players, seed, number)
        return told_round(rules, game, cards, state, seat), ()
    state, move = first
    unseen = unseen_after(rules, game, cards, state, move, ())
    lines = told_round(rules, game, cards, state, seat)
    return lines + told_move(rules, game, cards, state, move, seat, (), True), unseen


def told_start(
    rules: Any, game: Game, cards: Any, players: int, seed: int, number: int, seats: Iterable[int]
) -> tuple[dict[int, list[str]], Unseen]:
    """Write the moves before the first decision of a game, as each of some seats sees them; also
    return what has yet to be reported to all.
    """
    first = first_forced(rules, cards, players, seed, number)
    if first is None:
        return {seat: [] for seat in seats}, ()
    lines = {seat: told(rules, game, cards, *first, seat, is_forced=True) for seat in seats}
    return lines, unseen_after(rules, game, cards, *first, ())


def first_forced(
    rules: Any, cards: Any, players: int, seed: int, number: int
) -> tuple[Any, int] | None:
    """Return the state before a game's first decision and the move there, if it is the only one; a
    new game has made it already.
    """
    state, moves = set_out(rules, cards, players, seed, number), np.empty(rules.max_moves, np.int64)
    if state is None:
        return None
    count = pass_to_moves(rules, cards, state, moves)
    return (state, int(moves[0])) if count == 1 else None


def _decided(rules: Rules, cards: Any, step: Step) -> tuple[int, bool]:
    """Return who decided, and whether the decision is hidden from the others."""
    before = step.before
    return int(rules.current_player(cards, before)), bool(rules.is_secret(cards, before))


def _is_revealed(rules: Rules, cards: Any, step: Step) -> bool:
    """Return whether unseen decisions are now revealed."""
    before, after = step.before, step.after
    return (
        step.is_closing
        or rules.is_over(cards, after)
        or not rules.is_secret(cards, after)
        or before.rounds != after.rounds
    )


def _outcome(rules: Any, game: Game, cards: Any, step: Step, seat: int) -> list[str]:
    """Write the outcome of a step: in the game's words, or how the scores add up at the end."""
    if hasattr(rules, "outcome"):
        return list(
            map(sentence, rules.outcome(game, cards, step.before, step.move, step.after, seat))
        )
    if not rules.is_over(cards, step.after) or len(getattr(rules, "LEDGER", ())) < 2:
        return []
    return list(map(sentence, scores_added(rules, cards, step.after, seat)))


def _scored(rules: Any, cards: Any, was: Any, now: Any, seat: int) -> list[str]:
    """Write the scores that changed from one state to another, as far as a seat knows them."""
    before = known_scores(rules, cards, was, seat)
    after = known_scores(rules, cards, now, seat)
    changed = []
    for n, (old, new) in enumerate(zip(before, after, strict=True)):
        if None not in (old, new) and old != new:
            changed.append(n)
    lines = list[str]()
    for n in changed:
        who = who_is(n, seat)
        lines.append(
            sentence(f"{who} now {'have' if who == 'you' else 'has'} a score of {after[n]}")
        )
    return lines


def _ending(rules: Rules, cards: Any, state: Any, viewer: int) -> list[str]:
    """Write why a game is over, and the place and score of each seat."""
    ranks, scores = of_seats(rules.places, cards, state), of_seats(rules.scores, cards, state)
    order = sorted(range(len(ranks)), key=lambda seat: (ranks[seat], seat))
    units = [f" {unit_of(rules, score)}" if hasattr(rules, "UNIT") else "" for score in scores]
    ranked = [f"{who_is(n, viewer)} with {scores[n]}{units[n]}" for n in order]
    if not is_team(rules):
        ranked = [f"{ranks[n]}. {line}" for n, line in zip(order, ranked, strict=True)]
    elif lost := lost_ends(rules):
        ranked.insert(0, "All lose." if int(state.end) in lost else "All win.")
    place = rules.end_place(cards, state) if hasattr(rules, "end_place") else None
    end = rules.ENDS[int(state.end)]
    where = f" (line {place[0]} of cards.yaml)" if place and "line " not in end else ""
    why = "" if end.lower() == "the game is over" else f": {end}"
    return [f"The game is over{why}{where}.", *ranked]
