"""Players that need no more than a game's verbs: random, greedy, search; a game's own expert; and restrictions on them all.

In: a state and a word such as "search:400". Out: a legal move. Knows no game, and sees a state only through `hide`: the seat's own
stream gives the seed, so a choice depends on what the seat can know and on its own luck, on nothing else.

    random   any legal move, each as likely as the others.
    greedy   looks one move ahead: the move after which the game's `value` is highest, over SAMPLES states that could be the true one.
    search   tries each move on states that could be the true one and plays on to the end of the round, all seats by the game's
             `advise` (by any move where a game has none); what counts is how much more its position is then worth, by `value`, than
             the others' on average. Its budget of such playouts is shared out by sequential halving: all moves are tried on the
             same states and luck, the better half on as many again, until one is left (Karnin, Koren, Somekh, ICML 2013).
    expert   the game's `advise`.

A word may go on after colons: a budget in playouts (`search:400`), `never=sell`, `only=bid+5` (a plus stands for a space); `shift=bid+1`
for amounts, one higher than the player would name where that is legal; and for an expert a weight, `expert:hope=0.5`.
Whoever has nothing left by a restriction chooses among all legal moves.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from threading import get_ident
from typing import Any, NamedTuple

import numpy as np

from generator.data.game import Game
from generator.data.problems import did_you_mean
from rules_check.engine.arrays import local_empty
from rules_check.engine.game import (
    BY_CARD,
    MOST_DECISIONS,
    MOST_PLAYERS,
    SHARES,
    Rules,
    counts_of,
    new_state,
    of_seats,
    players_in_words,
)
from rules_check.engine.generic import jit_over_verbs
from rules_check.engine.kernel import below, draw_seed, jit_lean, jit_within, mix, seed_streams
from rules_check.engine.verbs import Cards, Reals, RealTable, State, States, Table, VerbOf, Wholes, verb_of

HUMAN = "human"
RANDOM, GREEDY, SEARCH, EXPERT, OWN = range(5)
KINDS = {"random": RANDOM, "greedy": GREEDY, "search": SEARCH, "expert": EXPERT}
BUDGET = 50
MOST_PLAYOUTS = 100_000
SAMPLES = 4
WIDENING, ROUNDS_AHEAD, MARGIN = 1.5, 1, 2.0
"""How a search goes: moves tried, times the root of its budget; rounds looked ahead beyond this one; standard errors that leave advice."""
ROOM = 3
"""States a decision works on: what the seat can know, a copy of it, and the same moved on. Whole games are played on one more."""

FREE, NEVER, ONLY = range(3)

NO_BLANKS = np.zeros(0, np.int64)
BLANKS_STREAM = 63
"""Of the streams that start from a game's seed and number, one that no game has."""
STREAMS = BLANKS_STREAM + 1
WIN = math.lcm(*range(1, MOST_PLAYERS + 1))
"""A game won, in parts: as many as any number of seats can share."""
SUMS = 6
"""Columns of what `fold` adds up."""
COUNTING = SUMS + 2
NOTHING, CHOICES, CARDS = range(3)
"""What is noted in games: nothing, which sorts of moves are chosen, or besides who used which card."""
NOTED_EVERY = 8
"""Of so many games one is looked at for which sorts of moves were chosen."""
MOST_LEADERS = 1024
"""Rounds of which it is noted who leads."""
FIXED = 6
"""Columns of a game's row before those of its seats: end, rounds, decisions, fault, leader half-way (-1 for none or several,
or where nobody looked), changes of the lead."""
ASKED_IN_VAIN, MOVES_AFTER_END, NO_END, NOBODY_FIRST, NO_SUCH_SEAT, TOO_MANY_MOVES = -1, -2, -3, -4, -5, -6
PLAY_FAULTS = {
    ASKED_IN_VAIN: "a player with nothing to decide is asked for a decision",
    MOVES_AFTER_END: "there are legal moves after the end",
    NO_END: f"the game never ends: it goes on after {MOST_DECISIONS:,} moves",
    NOBODY_FIRST: "nobody is in first place at the end",
    NO_SUCH_SEAT: "a seat is asked for a decision that nobody sits in",
    TOO_MANY_MOVES: "there are more legal moves than `max_moves` has room for",
}
"""Faults that playing itself finds, beside a game's own FAULTS."""


class LineUpError(ValueError):
    """A line-up that names no such player; the message says what is possible."""


@dataclass(frozen=True)
class Player:
    """Who sits in a seat, as a line-up words it."""

    text: str
    kind: int
    budget: int = 0
    """Playouts a decision."""
    limit: int = FREE
    words: tuple[str, ...] = ()
    """Beginnings of the moves that are never made, or the only ones made."""
    weights: tuple[tuple[str, float], ...] = ()
    """What an expert weighs otherwise than the card set's experts do, by name."""
    shifts: tuple[tuple[str, int], ...] = ()
    """Beginnings of moves, and by how much more, or less, their amount is named."""
    game: Game | None = field(default=None, compare=False, repr=False)
    """What a player of somebody's own is shown the table of, where that is known."""


def parse_player(text: str) -> Player:
    """Read one player of a line-up. Raises LineUpError."""
    name, *options = text.strip().split(":")
    if name == HUMAN:
        raise LineUpError("'human' can play only in `emporium-pnp play`, and takes no options")
    if name.endswith(".py"):
        return Player(text.strip(), OWN)
    if name not in KINDS:
        hint = did_you_mean(name, KINDS)
        raise LineUpError(
            f"there is no player '{name}'; choose from {', '.join(KINDS)}, or FILE.py:FUNCTION" + (f" ({hint})" if hint else "")
        )
    budget, limit, words = (BUDGET if name == "search" else 0), FREE, list[str]()
    weights, shifts = list[tuple[str, float]](), list[tuple[str, int]]()
    for option in options:
        key, equals, word = option.partition("=")
        if not equals and key.isascii() and key.isdigit() and name == "search" and 0 < int(key) <= MOST_PLAYOUTS:
            budget = int(key)
        elif key in ("never", "only") and word and limit not in (FREE, NEVER if key == "never" else ONLY):
            raise LineUpError(f"'never' and 'only' do not go together, found both in '{text}'")
        elif key in ("never", "only") and word:
            limit = NEVER if key == "never" else ONLY
            words.append(word.replace("+", " "))
        elif key == "shift" and (shift := re.fullmatch(r"(.*?)([+-][0-9]{1,3})", word)):
            shifts.append((shift[1].replace("+", " "), int(shift[2])))
        elif name == "expert" and key not in ("never", "only", "shift") and _is_number(word):
            weights.append((key, float(word)))
        else:
            own = {"search": f"a number of playouts up to {MOST_PLAYOUTS}, ", "expert": "WEIGHT=NUMBER, "}.get(name, "")
            raise LineUpError(
                f"'{option}' in '{text}' is not an option of {name}; its options are {own}never=MOVE, only=MOVE and shift=MOVE+1"
            )
    return Player(text.strip(), KINDS[name], budget, limit, tuple(words), tuple(weights), tuple(shifts))


def _is_number(text: str) -> bool:
    return re.fullmatch(r"-?[0-9]{1,9}(\.[0-9]{1,9})?", text) is not None


def best_word(rules: Rules) -> str:
    """Name the best players that rules bring and that are quick enough for many games: experts, else greedy, else random ones."""
    return "expert" if hasattr(rules, "advise") else "greedy" if hasattr(rules, "value") else "random"


def parse_line_up(text: str, players: int, game: Game | None = None) -> list[Player]:
    """Read a line-up, one player a seat with commas between them; one alone takes all seats. Raises LineUpError.

    Players of somebody's own are shown the table of `game`.
    """
    words = text.split(",")
    if len(words) == 1:
        words *= players
    if len(words) != players:
        raise LineUpError(f"the line-up has {len(words)} players for {players} seats; name one for each, or one for all")
    found = [parse_player(word) for word in words]
    return [replace(player, game=game) if player.kind == OWN else player for player in found]


def words_of(line_up: Sequence[Player]) -> str:
    """Write a line-up as the command line takes it."""
    words = [player.text for player in line_up]
    return words[0] if len(set(words)) == 1 else ",".join(words)


def parse_seats(text: str, players: int, game: Game | None = None) -> list[Player | None]:
    """Read a line-up that may have people in it: None for each. Raises LineUpError."""
    words = [word.strip() for word in text.split(",")]
    line_up = parse_line_up(",".join("random" if word == HUMAN else word for word in words), players, game)
    people = words * players if len(words) == 1 else words
    return [None if word == HUMAN else player for word, player in zip(people, line_up, strict=True)]


def code_in(line_up: Sequence[Player | None]) -> str | None:
    """Name the first player of a line-up that is somebody's own code; None where there is none. Where a file names the line-up, nobody has asked for it."""
    return next((player.text for player in line_up if player is not None and player.kind == OWN), None)


# ---------------------------------------------------------------------------------------------------------------- compiled
# The annotations of these values, and of what is compiled over verbs, say the types of what is compiled.


class Deciding(NamedTuple):
    """The verbs that deciding takes."""

    apply: VerbOf
    legal_moves: VerbOf
    current_player: VerbOf
    hide: VerbOf
    value: VerbOf
    advise: VerbOf
    card_of: VerbOf
    blank: VerbOf
    weigh: VerbOf
    at_once: VerbOf
    is_advised: int
    """Whether `advise` is the game's own."""


class Counting(NamedTuple):
    """The verbs that begin a game and count what came of it."""

    new_game: VerbOf
    scores: VerbOf
    places: VerbOf
    account: VerbOf
    usage: VerbOf
    at_once: VerbOf


class Mind(NamedTuple):
    """A `Player` in numbers.

    `ranges` are the moves that its restriction names: rows of first and last; `shifts` those whose amount it names otherwise: rows of
    first, last, what one more adds, and how many more.
    """

    kind: int
    budget: int
    limit: int
    ranges: Table
    shifts: Table
    styles: RealTable
    """What every seat may weigh: SHARES rows a seat; none where experts weigh nothing that has a name."""


class Minds(NamedTuple):
    """A line-up in numbers, an entry a seat; `ranges` and `shifts` have equally many rows for each."""

    kinds: Wholes
    budgets: Wholes
    limits: Wholes
    ranges: Table
    shifts: Table
    styles: RealTable
    drawn: Table
    """Which of the styles each seat plays in: a row a game; none where experts weigh nothing that has a name."""


class Scratch(NamedTuple):
    """The memory that a decision works in: two lists of moves, an order of them, two ratings of each, ROOM states."""

    moves: Wholes
    room: Wholes
    order: Wholes
    ratings: Reals
    batch: States


class Games(NamedTuple):
    """Which games are played: `size` of them under a seed, from number `first` on."""

    players: int
    seed: int
    first: int
    size: int


class Results(NamedTuple):
    """What is counted: a row a game, as `Columns` says, and then its decisions made at once; what cards were used for, and are worth.

    Where `sorts` has rows, it is noted which sorts of moves were chosen, and who used which card.
    """

    played: Table
    used: Table
    worth: Table
    sorts: Table
    """Rows of first and last move, and the sort that they are of."""
    chosen: Table
    """A row a sort, of decisions that allowed it among others and those that chose it, as `fold` adds them up; then those of this game, and
    a column for counting."""
    is_taken: Wholes
    """For each seat, each card: whether it used it in this game."""
    taken: Table
    """A row a card, of seats that used it in a game and their wins in parts of WIN, as `fold` adds them up."""


@jit_lean
def strike_out(moves: Any, count: int, limit: int, ranges: Any) -> int:
    """Keep, in front, the moves that a restriction leaves; all where it leaves none. `ranges`: int64, rows of first and last."""
    kept = 0
    for i in range(count):
        is_named = False
        for r in range(ranges.shape[0]):
            is_named = is_named or ranges[r, 0] <= moves[i] <= ranges[r, 1]
        if is_named == (limit == ONLY):
            moves[kept], moves[i] = moves[i], moves[kept]
            kept += 1
    return kept if kept > 0 else count


@jit_lean
def strike_blanks(card_of: Any, cards: Any, state: Any, moves: Any, count: int, is_blank: Any) -> int:
    """Keep, in front, the moves that use no card marked; returns how many, which may be none."""
    kept = 0
    for i in range(count):
        n, is_used = 0, False
        while not is_used:
            card = card_of(cards, state, moves[i], n)
            if card < 0:
                break
            is_used = is_blank[card] != 0
            n += 1
        if not is_used:
            moves[kept], moves[i] = moves[i], moves[kept]
            kept += 1
    return kept


@jit_lean
def checked_index(index: int, count: int) -> int:
    """Return an index. Raises IndexError where it lies outside: an advice that names the move itself would read beyond the moves."""
    if index < 0 or index >= count:
        raise IndexError("`advise` gave no index into the moves that it was given")
    return index


@jit_lean
def choose_greedily(verbs: Deciding, cards: Any, state: Any, seat: int, count: int, scratch: Scratch) -> Any:
    """Find the move after which the seat's position is worth most; of equals, one by the seat's luck."""
    moves, batch, worth = scratch.moves, scratch.batch, scratch.ratings[:count]
    worth[:] = 0.0
    for _ in range(SAMPLES):
        batch[1] = batch[0]
        verbs.hide(cards, batch[1], seat, draw_seed(state.rng, 1 + seat))
        for i in range(count):
            batch[2] = batch[1]
            verbs.apply(cards, batch[2], moves[i])
            if verbs.is_advised == 0:
                let_others_choose(verbs, cards, batch[2], seat, scratch.room)
            worth[i] += verbs.value(cards, batch[2], seat)
    best, equals = 0, 0
    for i in range(count):
        if worth[i] > worth[best]:
            best, equals = i, 1
        elif worth[i] == worth[best]:
            equals += 1
            if below(state.rng, 1 + seat, equals) == 0:
                best = i
    return best


@jit_lean
def let_others_choose(verbs: Deciding, cards: Any, state: Any, seat: int, room: Any) -> None:
    """Let those who decide at the same time as a seat, but after it by number, make any move.

    Else the last of them alone would see what comes of its move, and the others would seem to play worse for where they sit.
    """
    rounds, last, due = state.rounds, seat, verbs.current_player(cards, state)
    while due > seat and due >= last and state.rounds == rounds and verbs.at_once(cards, state):
        count = verbs.legal_moves(cards, state, room)
        verbs.apply(cards, state, room[verbs.advise(cards, state, room, count)])
        last, due = due, verbs.current_player(cards, state)


@jit_lean
def sort_by(numbers: Any, size: int, worth: Any) -> None:
    """Sort the first numbers by their worth, downwards, equals left as they are."""
    for i in range(1, size):
        for j in range(i, 0, -1):
            if worth[numbers[j]] <= worth[numbers[j - 1]]:
                break
            numbers[j], numbers[j - 1] = numbers[j - 1], numbers[j]


@jit_lean
def play_on(verbs: Deciding, cards: Any, state: Any, last_round: int, room: Any) -> None:
    """Let every seat play by the game's advice up to the end of a round."""
    while state.rounds <= last_round:
        count = verbs.legal_moves(cards, state, room)
        if count == 0:
            break
        verbs.apply(cards, state, room[verbs.advise(cards, state, room, count)])


@jit_lean
def lead_of(value: Any, cards: Any, state: Any, seat: int) -> Any:
    """Return how much more a seat's position is worth than those of the others on average, or than nothing where there are none."""
    lead = value(cards, state, seat)
    for other in range(state.players):
        if other != seat:
            lead -= value(cards, state, other) / (state.players - 1)
    return lead


@jit_lean
def choose_by_search(verbs: Deciding, cards: Any, state: Any, seat: int, count: int, mind: Mind, scratch: Scratch) -> int:
    """Find the move after which the next round ends best for the seat, by its budget of playouts.

    As many moves are tried as the budget can tell apart (progressive widening): advice first, then those after which the position is worth
    most at once. Each state that could be the true one (determinization, by `hide`) is played out for all of them, so that luck is the
    same for all, and the worse half of them is dropped time and again (sequential halving). Advice is left only for what did better by
    more than chance. How the others play nobody knows: they take a style anew for each state.
    """
    budget, moves, order, batch = mind.budget, scratch.moves, scratch.order, scratch.batch
    gained, squares = scratch.ratings[:count], scratch.ratings[moves.size : moves.size + count]
    batch[2] = batch[0]
    advised = checked_index(verbs.advise(cards, batch[2], moves, count), count)
    batch[1] = batch[0]
    verbs.hide(cards, batch[1], seat, draw_seed(state.rng, 1 + seat))
    for i in range(count):
        batch[2] = batch[1]
        verbs.apply(cards, batch[2], moves[i])
        order[i], gained[i] = i, lead_of(verbs.value, cards, batch[2], seat)
    gained[advised] = math.inf
    sort_by(order, count, gained)
    size, halvings, last_round = min(count, max(2, int(WIDENING * math.sqrt(budget)))), 0, state.rounds + ROUNDS_AHEAD
    gained[:] = squares[:] = 0.0
    while 1 << halvings < size:
        halvings += 1
    for _ in range(halvings):
        for _ in range(max(1, budget // (size * halvings))):
            batch[1] = batch[0]
            verbs.hide(cards, batch[1], seat, draw_seed(state.rng, 1 + seat))
            draw_styles(verbs, cards, batch[1], seat, mind.styles)
            usual = played_out(verbs, cards, seat, moves[advised], last_round, scratch)
            for n in range(size):
                if order[n] != advised:
                    gain = played_out(verbs, cards, seat, moves[order[n]], last_round, scratch) - usual
                    gained[order[n]] += gain
                    squares[order[n]] += gain * gain
        sort_by(order, size, gained)
        size = (size + 1) // 2
    best = order[0]
    return int(best if gained[best] > verbs.is_advised * MARGIN * math.sqrt(squares[best]) else advised)


@jit_lean
def played_out(verbs: Deciding, cards: Any, seat: int, move: int, last_round: int, scratch: Scratch) -> Any:
    """Return by how much a seat leads after a move in the second state and all that follows up to the end of a round."""
    state = scratch.batch[2]
    scratch.batch[2] = scratch.batch[1]
    verbs.apply(cards, state, move)
    play_on(verbs, cards, state, last_round, scratch.room)
    return lead_of(verbs.value, cards, state, seat)


@jit_lean
def draw_styles(verbs: Deciding, cards: Any, state: Any, seat: int, styles: Any) -> None:
    """Let every other seat play in one of its styles, by the first stream."""
    if styles.shape[0] > 0:
        for other in range(state.players):
            if other != seat:
                verbs.weigh(cards, other, styles[other * SHARES + below(state.rng, 0, SHARES)])


@jit_lean
def _shifted(chosen: int, moves: Any, count: int, shifts: Any) -> Any:
    """Return the move chosen, an index, with another amount where a shift names it, by as many steps of the shift as are legal."""
    move = moves[chosen]
    for row in range(shifts.shape[0]):
        if shifts[row, 0] <= move <= shifts[row, 1]:
            steps = abs(shifts[row, 3])
            for step in range(steps, 0, -1):
                other = move + (step if shifts[row, 3] > 0 else -step) * shifts[row, 2]
                for i in range(count):
                    if moves[i] == other:
                        return other
    return move


def _decide(verbs: Deciding, cards: Cards, state: State, mind: Mind, is_blank: Wholes, scratch: Scratch) -> Any:
    """Choose a move for the seat whose decision it is; draws from that seat's stream.

    `is_blank` marks the cards that the seat is blind to: it neither sees nor uses them, unless it has nothing else; where it is
    empty, there are none.
    """
    moves, batch = scratch.moves, scratch.batch
    seat = verbs.current_player(cards, state)
    count = verbs.legal_moves(cards, state, moves)
    if mind.limit != FREE:
        count = strike_out(moves, count, mind.limit, mind.ranges)
    is_blind = False
    if is_blank.size > 0:
        left = strike_blanks(verbs.card_of, cards, state, moves, count, is_blank)
        is_blind = left > 0
        count = left if is_blind else count
    if count == 1:
        return moves[0]
    if mind.kind == RANDOM:
        return _shifted(below(state.rng, 1 + seat, count), moves, count, mind.shifts)
    if mind.kind == EXPERT and not is_blind:  # advice looks at nothing that the seat cannot know, so nothing need be hidden
        return _shifted(checked_index(verbs.advise(cards, state, moves, count), count), moves, count, mind.shifts)
    batch[0] = state
    if mind.kind != EXPERT:
        verbs.hide(cards, batch[0], seat, draw_seed(state.rng, 1 + seat))
    if is_blind:
        verbs.blank(cards, batch[0], seat, is_blank)
    if mind.kind == GREEDY:
        return _shifted(choose_greedily(verbs, cards, state, seat, count, scratch), moves, count, mind.shifts)
    if mind.kind == SEARCH:
        return _shifted(choose_by_search(verbs, cards, state, seat, count, mind, scratch), moves, count, mind.shifts)
    move = _shifted(checked_index(verbs.advise(cards, batch[0], moves, count), count), moves, count, mind.shifts)
    state.rng[1 + seat] = batch[0].rng[1 + seat]
    return move


decide = jit_within(_decide)


@jit_lean
def draw_blanks(rng: Any, seed: int, number: int, per_mille: int, is_blank: Any) -> None:
    """Mark, for one game, each card for each seat with a chance; by luck of its own that no game draws from."""
    seed_streams(rng, seed, number)
    for i in range(is_blank.size):
        is_blank[i] = 1 if below(rng, BLANKS_STREAM, 1000) < per_mille else 0


@jit_lean
def note_worth(is_blank: Any, places: Any, players: int, worth: Any) -> None:
    """Add one game's wins to the table of each card: seats blind to it and their wins, seats that see it and their wins."""
    count, winners = worth.shape[0], 0
    for seat in range(players):
        winners += places[seat] == 1
    for seat in range(players):
        win = WIN // winners if places[seat] == 1 else 0
        for card in range(count):
            column = 0 if is_blank[seat * count + card] else 2
            worth[card, column] += 1
            worth[card, column + 1] += win


@jit_lean
def fold(sums: Any, row: int, number: int, part: int) -> None:
    """Add a game to the sums of a row: number, part, the squares and the product of both, games. So the error of part / number is known."""
    if number > 0:
        sums[row, 0] += number
        sums[row, 1] += part
        sums[row, 2] += number * number
        sums[row, 3] += number * part
        sums[row, 4] += part * part
        sums[row, 5] += 1


@jit_lean
def fold_choices(chosen: Any) -> None:
    """Add one game's choices to the sums of each sort of move."""
    for sort in range(chosen.shape[0]):
        fold(chosen, sort, chosen[sort, SUMS], chosen[sort, SUMS + 1])
        chosen[sort, SUMS] = chosen[sort, SUMS + 1] = 0


@jit_lean
def note_choice(moves: Any, count: int, move: int, sorts: Any, chosen: Any) -> None:
    """Count which sorts of moves a decision allowed, beside others, and which it chose."""
    chosen[:, COUNTING] = 0
    row, taken = 0, -1
    for i in range(-1, count):
        one = move if i < 0 else moves[i]
        if not sorts[row, 0] <= one <= sorts[row, 1]:
            row = 0
            while row < sorts.shape[0] - 1 and not sorts[row, 0] <= one <= sorts[row, 1]:
                row += 1
        if sorts[row, 0] <= one <= sorts[row, 1]:
            if i < 0:
                taken = sorts[row, 2]
            else:
                chosen[sorts[row, 2], COUNTING] += 1
    for sort in range(chosen.shape[0]):
        if 0 < chosen[sort, COUNTING] < count:
            chosen[sort, SUMS] += 1
            chosen[sort, SUMS + 1] += sort == taken


@jit_lean
def note_cards(card_of: Any, cards: Any, state: Any, move: int, is_taken: Any, first: int, size: int) -> None:
    """Mark the cards that a seat's move uses; the marks of the seat are `size` many from `first` on."""
    for n in range(size):
        card = card_of(cards, state, move, n)
        if card < 0:
            break
        is_taken[first + card] = 1


@jit_lean
def note_taken(is_taken: Any, places: Any, players: int, taken: Any) -> None:
    """Add one game's wins to the table of each card: seats that used it, and their wins. Clears the marks."""
    count, winners = taken.shape[0], 0
    for seat in range(players):
        winners += places[seat] == 1
    for card in range(count):
        number, won = 0, 0
        for seat in range(players):
            if is_taken[seat * count + card]:
                number += 1
                won += WIN // winners if places[seat] == 1 else 0
        fold(taken, card, number, won)
    is_taken[:] = 0


@jit_lean
def find_leader(scores: Any, players: int) -> int:
    """Find the seat with the highest score; -1 where several share it, or one plays alone and leads nobody."""
    best, leader = scores[0], 0 if players > 1 else -1
    for seat in range(1, players):
        if scores[seat] > best:
            best, leader = scores[seat], seat
        elif scores[seat] == best:
            leader = -1
    return leader


@jit_lean
def count_first(places: Any) -> int:
    """Count the seats that come first."""
    count = 0
    for seat in range(places.size):
        count += places[seat] == 1
    return count


@jit_lean
def asked_wrongly(due: int, players: int, count: int, room: int) -> int:
    """Find what is wrong with a decision that is due: a number of PLAY_FAULTS, 0 for nothing."""
    if due >= players:
        return NO_SUCH_SEAT
    if count > room:
        return TOO_MANY_MOVES
    return ASKED_IN_VAIN if count < 2 else 0


@jit_lean
def take_styles(verbs: Deciding, cards: Any, minds: Minds, game: int) -> None:
    """Let each seat weigh what its style for a game does."""
    for seat in range(minds.drawn.shape[1]):
        verbs.weigh(cards, seat, minds.styles[minds.drawn[game, seat]])


def _play(
    deciding: Deciding,
    counting: Counting,
    fault: VerbOf,
    cards: Cards,
    games: Games,
    minds: Minds,
    is_checked: int,
    per_mille: int,
    is_blank: Wholes,
    scratch: Scratch,
    results: Results,
) -> int:
    """Play games, write a row for each, and add up what cards were used for. Returns the number of decisions.

    With `is_checked` every state is looked over by `fault`, and a game stops at the first. With `per_mille`, seats are blind to cards,
    each to each with that chance in a game.
    """
    players, per_seat, own_blanks = games.players, minds.ranges.shape[0] // games.players, is_blank.size // games.players
    shifts = minds.shifts.shape[0] // games.players
    state, moves = scratch.batch[ROOM], scratch.moves
    rng, leaders = local_empty(STREAMS, np.uint64), local_empty(MOST_LEADERS, np.int64)
    decisions, number = 0, results.taken.shape[0]
    for game in range(games.size):
        row = results.played[game]
        standing = row[FIXED + players : FIXED + 2 * players]
        counting.new_game(cards, state, players, games.seed, games.first + game)
        take_styles(deciding, cards, minds, game)
        if is_blank.size > 0:
            draw_blanks(rng, games.seed, games.first + game, per_mille, is_blank)
        due, asked, found, noted, changes, leader = deciding.current_player(cards, state), 0, 0, 0, 0, -1
        at_once, is_noted = 0, results.sorts.shape[0] > 0 and (games.first + game) % NOTED_EVERY == 0
        while due >= 0:
            while noted < state.rounds and noted < MOST_LEADERS:  # how the seats stand as each round begins
                counting.scores(cards, state, standing)
                leaders[noted] = find_leader(standing, players)
                if leaders[noted] >= 0:
                    changes += leader >= 0 and leaders[noted] != leader
                    leader = leaders[noted]
                noted += 1
            if is_checked:
                found = fault(cards, state)
                if found == 0:
                    found = asked_wrongly(due, players, deciding.legal_moves(cards, state, moves), moves.size)
            elif due >= players:
                found = NO_SUCH_SEAT
            if found != 0:
                break
            named = minds.ranges[due * per_seat : (due + 1) * per_seat]
            shifted = minds.shifts[due * shifts : (due + 1) * shifts]
            mind = Mind(minds.kinds[due], minds.budgets[due], minds.limits[due], named, shifted, minds.styles)
            move = decide(deciding, cards, state, mind, is_blank[due * own_blanks : (due + 1) * own_blanks], scratch)
            if mind.kind == SEARCH:  # which tries others
                take_styles(deciding, cards, minds, game)
            at_once += counting.at_once(cards, state)
            if is_noted:
                note_choice(moves, deciding.legal_moves(cards, state, moves), move, results.sorts, results.chosen)
            if number > 0:
                note_cards(deciding.card_of, cards, state, move, results.is_taken, due * number, number)
            deciding.apply(cards, state, move)
            due = deciding.current_player(cards, state)
            asked += 1
            row[2] = asked  # which is looked at from outside: does it go on?
            if asked == MOST_DECISIONS:
                found = NO_END
                break
        if found == 0 and state.end == 0:
            found = NO_END
        if is_checked and found == 0:
            found = fault(cards, state)
            if found == 0 and deciding.legal_moves(cards, state, moves) > 0:
                found = MOVES_AFTER_END
        counting.places(cards, state, row[FIXED : FIXED + players])
        if is_checked and found == 0 and count_first(row[FIXED : FIXED + players]) == 0:
            found = NOBODY_FIRST
        standing[:] = 0
        counting.scores(cards, state, standing)
        counting.account(cards, state, row[FIXED + 2 * players : -1])
        counting.usage(cards, state, results.used[0], results.used[1])
        if is_blank.size > 0:
            note_worth(is_blank, row[FIXED : FIXED + players], players, results.worth)
        note_taken(results.is_taken, row[FIXED : FIXED + players], players, results.taken)
        fold_choices(results.chosen)
        row[0], row[1], row[2], row[3] = state.end, state.rounds, asked, found
        row[4] = leaders[min(noted, MOST_LEADERS) // 2] if noted > 0 else -1
        row[5], row[-1] = changes, at_once
        decisions += asked
    return decisions


def _play_randomly(counting: Counting, playout: VerbOf, cards: Cards, games: Games, scratch: Scratch, results: Results) -> int:
    """Do as `_play` does where all seats are random and nothing is looked over: with `playout`, which is the same and quicker.

    Apart, since it is loaded in a fraction of the time that all that other players need takes.
    """
    state, players, decisions = scratch.batch[ROOM], games.players, 0
    for game in range(games.size):
        counting.new_game(cards, state, players, games.seed, games.first + game)
        asked = playout(cards, state, scratch.moves)
        row = results.played[game]
        counting.places(cards, state, row[FIXED : FIXED + players])
        counting.scores(cards, state, row[FIXED + players : FIXED + 2 * players])
        counting.account(cards, state, row[FIXED + 2 * players : -1])
        counting.usage(cards, state, results.used[0], results.used[1])
        found = NO_END if state.end == 0 else 0
        row[0], row[1], row[2], row[3], row[4], row[5] = state.end, state.rounds, asked, found, -1, 0
        row[-1] = scratch.moves[-1]
        decisions += asked
    return decisions


# ------------------------------------------------------------------------------------------------------------ from Python
def fault_words(rules: Rules, cards: Any, number: int, state: Any = None) -> str:
    """Say what a number in a game's column of faults means, with the card where it is about one, and where in the state that is."""
    said, lies = fault_said(number, rules.FAULTS, lambda sort: fault_ids(rules, cards, sort)), getattr(rules, "fault_lies", None)
    where = lies(cards, state, number) if lies and state is not None and number not in PLAY_FAULTS else ""
    if not where:
        return said
    return f"{said[:-1]}, {where})" if said.endswith(")") else f"{said} ({where})"


def fault_said(number: int, faults: Sequence[str], ids_of: Callable[[int], Sequence[str]]) -> str:
    """Say what a number in a game's column of faults means; `ids_of` gives the ids of the cards that a fault may be about."""
    if number in PLAY_FAULTS:
        return PLAY_FAULTS[number]
    card, sort = divmod(number, BY_CARD)
    return f"{faults[sort]} ({ids_of(sort)[card - 1]})" if card else faults[sort]


def fault_ids(rules: Rules, cards: Any, number: int) -> list[str]:
    """List the ids of the cards that a fault may be about, in the order in which it counts them."""
    listed: Any = getattr(rules, "fault_ids", None)  # only rules written with the toolkit know their kinds of cards apart
    return list(listed(cards, number)) if listed else list(rules.card_ids(cards)) if hasattr(rules, "card_ids") else []


def fault_of(rules: Rules, cards: Any, state: Any) -> int:
    """Look one state over, as games do that are checked: 0, or a number of the game's FAULTS or of PLAY_FAULTS."""
    moves = np.empty(rules.max_moves, np.int64)
    found, due = int(rules.fault(cards, state)), int(rules.current_player(cards, state))
    if found:
        return found
    if due >= int(state.players):
        return NO_SUCH_SEAT
    count = int(rules.legal_moves(cards, state, moves))
    if due >= 0:
        return int(getattr(asked_wrongly, "py_func", asked_wrongly)(due, int(state.players), count, moves.size))
    if int(state.end) == 0:
        return NO_END
    if count > 0:
        return MOVES_AFTER_END
    return 0 if 1 in of_seats(rules.places, cards, state) else NOBODY_FIRST


def _deciding(rules: Rules) -> Deciding:
    """Gather the verbs that deciding takes."""
    verbs = (verb_of(rules, name) for name in Deciding._fields if name != "is_advised")
    return Deciding(*verbs, int(hasattr(rules, "advise")))


def _counting(rules: Rules) -> Counting:
    """Gather the verbs that counting takes."""
    return Counting(*(verb_of(rules, name) for name in Counting._fields))


@cache
def _decider(rules: Rules) -> Any:
    return jit_over_verbs(_decide, rules.cards_dtype, rules.state_dtype)


@cache
def _game_player(rules: Rules) -> Any:
    return jit_over_verbs(_play, rules.cards_dtype, rules.state_dtype)


@cache
def _random_player(rules: Rules) -> Any:
    return jit_over_verbs(_play_randomly, rules.cards_dtype, rules.state_dtype)


def compile_playing(rules: Rules) -> None:
    """Compile what makes players of a game's verbs, and those verbs where they are not yet."""
    _random_player(rules)
    _game_player(rules)
    _decider(rules)


def _shifts(rules: Rules, cards: Any, player: Player) -> Any:
    """Find the moves whose amount a player names otherwise: int64, rows of first, last, what one more adds, how many more.

    Raises LineUpError.
    """
    if player.shifts and not hasattr(rules, "move_steps"):
        raise LineUpError(f"the rules of {rules.name} know no amounts in moves, so none can be shifted")
    try:
        rows = [(*steps, more) for word, more in player.shifts for steps in rules.move_steps(cards, word)]
    except ValueError as fault:
        raise LineUpError(f"'{player.text}': {fault}") from None
    return np.array(rows, np.int64).reshape(len(rows), 4)


def styles_of(rules: Rules, cards: Any, line_up: Sequence[Player]) -> Any:
    """Lay out what each seat's player may weigh: float64 of shape (seats * SHARES, WEIGHTS), or (0, 0) where nothing has a name.

    An expert has all styles that are fitted for so many players, with what its word says otherwise; greedy players judge positions by the
    weights that fitting begins with.
    Raises LineUpError where a weight has no such name, or lies outside its range.
    """
    known = {one.word: one for one in getattr(rules, "WEIGHTS", None) or ()}
    for player in line_up:
        for name, number in player.weights:
            if name not in known:
                hint = did_you_mean(name, known)
                names = f"it weighs {', '.join(known)}" if known else "it has no weights"
                raise LineUpError(f"the expert of {rules.name} does not weigh '{name}'; {hint or names}")
            if not known[name].least <= number <= known[name].most:
                raise LineUpError(
                    f"'{name}' is from {known[name].least:g} to {known[name].most:g}, found {number:g} in '{player.text}'"
                )
    if not known:
        return np.zeros((0, 0))
    fitted = cards.fitted[min(len(line_up), len(cards.fitted) - 1)]
    styles = np.tile(fitted, (len(line_up), 1))
    for seat, player in enumerate(line_up):
        own = styles[seat * SHARES : (seat + 1) * SHARES]
        if player.kind == GREEDY:
            own[:] = [one.start for one in known.values()]
        for name, number in player.weights:
            own[:, known[name]] = number
    return styles


def draw_shares(numbers: Any, players: int) -> Any:
    """Draw one of SHARES for each seat of games, by their numbers alone: int64 of shape (games, players), rows of `styles_of`."""
    seats, scattered = np.arange(players, dtype=np.uint64), getattr(mix, "py_func", mix)  # compiled, it is for one number
    with np.errstate(over="ignore"):
        mixed = scattered(scattered(np.asarray(numbers, np.uint64)[:, None] + np.uint64(1)) + seats)
    return (mixed % np.uint64(SHARES)).astype(np.int64) + SHARES * np.arange(players)


def _ranges(rules: Rules, cards: Any, player: Player) -> Any:
    """Find the moves that a player's restriction names: int64, rows of first and last. Raises LineUpError."""
    if player.kind in (GREEDY, SEARCH) and not hasattr(rules, "value"):
        raise LineUpError(f"the rules of {rules.name} cannot judge a position, so nobody can look ahead; choose random")
    if player.kind == EXPERT and not hasattr(rules, "advise"):
        raise LineUpError(f"{rules.name} has no expert; choose random, greedy or search")
    try:
        rows = [row for word in player.words for row in rules.move_ranges(cards, word)]
    except ValueError as fault:
        raise LineUpError(f"'{player.text}': {fault}") from None
    if hasattr(rules, "move_space") and rows:
        space = _space(rules, cards.tobytes())
        if not any(((space >= first) & (space <= last)).any() for first, last in rows):
            raise LineUpError(f"'{player.text}' names a move that never comes up in this game")
    return np.array(rows, np.int64).reshape(len(rows), 2)


def _sorts(rules: Rules, cards: Any) -> Any:
    """List the moves of each sort that a game names: int64, rows of first, last, and the number of the sort."""
    sorts = rules.move_sorts() if hasattr(rules, "move_sorts") else []
    rows = [(*row, number) for number, sort in enumerate(sorts) for row in rules.move_ranges(cards, sort)]
    return np.array(rows, np.int64).reshape(len(rows), 3)


@lru_cache(maxsize=8)
def _space(rules: Rules, cards: bytes) -> Any:
    """List every move of a game with these cards, once: a habit is asked of for each part of its games."""
    return rules.move_space(np.rec.array(np.frombuffer(cards, rules.cards_dtype).copy())[0])


def _even(tables: Sequence[Any]) -> Any:
    """Put tables of moves, rows that begin with first and last, one below the other, with equally many rows each."""
    rows, width = max(len(own) for own in tables), tables[0].shape[1]
    even = np.zeros((len(tables) * rows, width), np.int64)
    even[:, 0] = 1  # no move lies between 1 and 0
    for seat, own in enumerate(tables):
        even[seat * rows : seat * rows + len(own)] = own
    return even


def _scratch(rules: Rules, states: int) -> Scratch:
    """Make the memory that deciding needs."""
    moves, room, order = np.empty((3, rules.max_moves), np.int64)
    return Scratch(moves, room, order, np.empty(2 * rules.max_moves), new_state(rules, states))


class Seat:
    """One player with the room it needs to think. Not for two threads at once."""

    def __init__(self, rules: Rules, cards: Any, player: Player | str) -> None:
        self.rules, self.cards = rules, cards
        self.player = parse_player(player) if isinstance(player, str) else player
        named, shifted = _ranges(rules, cards, self.player), _shifts(rules, cards, self.player)
        self._styles = dict[int, Any]()
        self._mind = Mind(self.player.kind, self.player.budget, self.player.limit, named, shifted, self._styles_for(0))
        self._scratch = _scratch(rules, ROOM)

    def choose(self, state: Any) -> int:
        """Choose a legal move for the seat whose decision it is. Of the state, only that seat's stream goes on."""
        styles, cards = self._styles_for(int(state.players)), self.cards
        if len(styles):
            cards = cards.copy()
            cards.weights[: int(state.players)] = styles[draw_shares([state.number], int(state.players))[0]]
        mind = self._mind._replace(styles=styles)
        return int(_decider(self.rules)(_deciding(self.rules), cards, state, mind, NO_BLANKS, self._scratch))

    def _styles_for(self, players: int) -> Any:
        if players not in self._styles:  # all seats have those of this one: nobody else is asked for a move
            self._styles[players] = styles_of(self.rules, self.cards, [self.player] * players)
        return self._styles[players]


@dataclass(frozen=True)
class Columns:
    """What stands where in a row of what was played: the FIXED ones, each seat's place, its score, COUNTS, each seat's LEDGER."""

    players: int
    counts: tuple[str, ...]
    ledger: tuple[str, ...]

    @classmethod
    def of(cls, rules: Rules, players: int) -> Columns:
        return cls(players, getattr(rules, "COUNTS", ()), getattr(rules, "LEDGER", ()))

    @property
    def width(self) -> int:
        return FIXED + 2 * self.players + len(self.counts) + self.players * len(self.ledger)

    @property
    def names(self) -> list[str]:
        """Head each column; seats count from 1."""
        seats = range(1, self.players + 1)
        return [
            "end",
            "rounds",
            "decisions",
            "fault",
            "leader half-way",
            "changes of the lead",
            *(f"place of seat {seat}" for seat in seats),
            *(f"score of seat {seat}" for seat in seats),
            *self.counts,
            *(f"{name} of seat {seat}" for seat in seats for name in self.ledger),
        ]


class Part(NamedTuple):
    """What came of some games with numbers that follow one another."""

    rows: Any
    """int32 of shape (games, Columns.width)."""
    used: Any
    """int64 of shape (2, cards): games that had each card, and games in which it was used."""
    worth: Any
    """int64 of shape (cards, 4): seats blind to a card, their wins in parts of WIN, seats that see it, their wins; zeros without blanks."""
    at_once: Any = None
    """int32 of shape (games,): decisions that seats made at the same time."""
    chosen: Any = None
    """int64 of shape (sorts of moves, SUMS), where noted: of decisions that allowed a sort beside others, and those that chose it."""
    taken: Any = None
    """int64 of shape (cards, SUMS), where noted: of seats that used a card in a game, and their wins in parts of WIN."""

    @property
    def noted(self) -> int:
        """NOTHING, CHOICES or CARDS; of rules that tell neither moves nor cards apart nothing can be noted."""
        is_noted = [one is not None and one.size > 0 for one in (self.chosen, self.taken)]
        return CARDS if is_noted[1] else CHOICES if is_noted[0] else NOTHING


@dataclass(frozen=True)
class AtWork:
    """What a thread is playing, to be looked at from another while compiled code gives no answer."""

    line_up: Sequence[Player]
    seed: int
    first: int
    played: Any
    """The rows of its games: one that has begun has decisions, one that is over has a place for each seat."""

    @property
    def at(self) -> tuple[int, int]:
        """Return the number of the game that is played, and its decisions so far."""
        game = int((self.played[:, FIXED] != 0).sum())
        return self.first + game, int(self.played[min(game, len(self.played) - 1), 2])


THREADS: dict[int, AtWork] = {}
"""What each thread of this process plays just now."""


@contextmanager
def at_work(work: AtWork) -> Iterator[None]:
    """Note what this thread is playing."""
    THREADS[get_ident()] = work
    try:
        yield
    finally:
        del THREADS[get_ident()]


def play_games(
    rules: Rules,
    cards: Any,
    line_up: Sequence[Player],
    seed: int,
    first: int,
    count: int,
    is_checked: bool = False,
    per_mille: int = 0,
    noting: int = NOTHING,
) -> Part:
    """Play games number `first` to `first + count - 1` in one thread, without the interpreter's lock.

    `is_checked` looks for faults after every move; `per_mille` makes seats blind to cards, each to each with that chance in a game;
    `noting` is what is noted: NOTHING, CHOICES or CARDS.
    """
    if own := [player.text for player in line_up if player.kind == OWN]:
        raise LineUpError(f"'{own[0]}': players of your own play in `simulate` and in `play`")
    players, counts = len(line_up), counts_of(rules, cards)
    if players not in counts:  # the rules trust us, and would write where there is no seat
        raise LineUpError(f"the game is for {players_in_words(counts, ' or ')}, found {players}")
    styles = styles_of(rules, cards, line_up)
    drawn = draw_shares(np.arange(first, first + count), players) if len(styles) else np.zeros((count, 0), np.int64)
    cards = cards.copy()  # what is weighed is written into it
    ranges, shifts = (_even([find(rules, cards, player) for player in line_up]) for find in (_ranges, _shifts))
    kinds, budgets, limits = (np.array([getattr(p, name) for p in line_up], np.int64) for name in ("kind", "budget", "limit"))
    number = len(rules.card_ids(cards)) if hasattr(rules, "card_ids") else 0
    played = np.zeros((count, Columns.of(rules, players).width + 1), np.int64)
    sorts = _sorts(rules, cards) if noting else np.zeros((0, 3), np.int64)
    chosen = np.zeros((int(sorts[:, 2].max(initial=-1)) + 1, COUNTING + 1), np.int64)
    users = number if noting == CARDS else 0
    is_taken, taken = np.zeros(players * users, np.int64), np.zeros((users, SUMS), np.int64)
    used, worth = np.zeros((2, number), np.int64), np.zeros((number, 4), np.int64)
    results = Results(played, used, worth, sorts, chosen, is_taken, taken)
    games, scratch, counting = Games(players, seed, first, count), _scratch(rules, ROOM + 1), _counting(rules)
    with np.errstate(over="ignore"), at_work(AtWork(line_up, seed, first, played)):  # interpreted, the streams count modulo 2^64
        if not is_checked and not noting and per_mille == 0 and all(p.kind == RANDOM and p.limit == FREE for p in line_up):
            _random_player(rules)(counting, rules.playout, cards, games, scratch, results)
        else:
            minds = Minds(kinds, budgets, limits, ranges, shifts, styles, drawn)
            is_blank = np.zeros(players * number if per_mille > 0 else 0, np.int64)
            known = _deciding(rules), counting, rules.fault, cards, games, minds
            _game_player(rules)(*known, int(is_checked), per_mille, is_blank, scratch, results)
    at_once = played[:, -1] if hasattr(rules, "at_once") else np.zeros(count)
    return Part(played[:, :-1].astype(np.int32), used, worth, at_once.astype(np.int32), chosen[:, :SUMS], taken)
