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

A word may go on after colons: a budget in playouts (`search:400`), `never=sell`, `only=bid+5` (a plus stands for a space).
Whoever has nothing left by a restriction chooses among all legal moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from generator.problems import did_you_mean
from rules_check.game import Rules, new_state
from rules_check.kernel import below, draw_seed, jit, jit_over_verbs

HUMAN = "human"
RANDOM, GREEDY, SEARCH, EXPERT = range(4)
KINDS = {"random": RANDOM, "greedy": GREEDY, "search": SEARCH, "expert": EXPERT}
BUDGET = 50
MOST_PLAYOUTS = 100_000
SAMPLES = 4
ROOM = 3
"""States a decision works on: what the seat can know, a copy of it, and the same moved on."""

FREE, NEVER, ONLY = range(3)


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


def parse_player(text: str) -> Player:
    """Read one player of a line-up. Raises LineUpError."""
    name, *options = text.strip().split(":")
    if name == HUMAN:
        raise LineUpError("'human' sits down with `emporium-pnp play` only, and takes no options")
    if name not in KINDS:
        hint = did_you_mean(name, KINDS)
        raise LineUpError(f"no player '{name}'; there are {', '.join(KINDS)}" + (f" ({hint})" if hint else ""))
    budget, limit, words = (BUDGET if name == "search" else 0), FREE, list[str]()
    for option in options:
        key, equals, word = option.partition("=")
        if not equals and key.isascii() and key.isdigit() and name == "search" and 0 < int(key) <= MOST_PLAYOUTS:
            budget = int(key)
        elif key in ("never", "only") and word and limit not in (FREE, NEVER if key == "never" else ONLY):
            raise LineUpError(f"'never' and 'only' do not go together, found both in '{text}'")
        elif key in ("never", "only") and word:
            limit = NEVER if key == "never" else ONLY
            words.append(word.replace("+", " "))
        else:
            budget_text = f"a number of playouts up to {MOST_PLAYOUTS}, " if name == "search" else ""
            raise LineUpError(f"'{option}' in '{text}' is no option of {name}; there are {budget_text}never=MOVE or only=MOVE")
    return Player(text.strip(), KINDS[name], budget, limit, tuple(words))


def parse_line_up(text: str, players: int) -> list[Player]:
    """Read a line-up, one player a seat with commas between them; one alone takes all seats. Raises LineUpError."""
    words = text.split(",")
    if len(words) == 1:
        words *= players
    if len(words) != players:
        raise LineUpError(f"the line-up has {len(words)} players for {players} seats; name one for each, or one for all")
    return [parse_player(word) for word in words]


def parse_seats(text: str, players: int) -> list[Player | None]:
    """Read a line-up that may have people in it: None for each. Raises LineUpError."""
    words = [word.strip() for word in text.split(",")]
    line_up = parse_line_up(",".join("random" if word == HUMAN else word for word in words), players)
    people = words * players if len(words) == 1 else words
    return [None if word == HUMAN else player for word, player in zip(people, line_up, strict=True)]


# ---------------------------------------------------------------------------------------------------------------- compiled
@jit
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


@jit
def choose_greedily(
    apply: Any, value: Any, hide: Any, cards: Any, state: Any, seat: int, moves: Any, count: int, batch: Any
) -> Any:
    """Find the move after which the seat's position is worth most; of equals, one by the seat's luck."""
    worth = np.zeros(count)
    for _ in range(SAMPLES):
        batch[1] = batch[0]
        hide(cards, batch[1], seat, draw_seed(state.rng, 1 + seat))
        for i in range(count):
            batch[2] = batch[1]
            apply(cards, batch[2], moves[i])
            worth[i] += value(cards, batch[2], seat)
    best, equals = 0, 0
    for i in range(count):
        if worth[i] > worth[best]:
            best, equals = i, 1
        elif worth[i] == worth[best]:
            equals += 1
            if below(state.rng, 1 + seat, equals) == 0:
                best = i
    return best


@jit
def sort_by(numbers: Any, size: int, worth: Any) -> None:
    """Sort the first numbers by their worth, downwards, equals left as they are."""
    for i in range(1, size):
        for j in range(i, 0, -1):
            if worth[numbers[j]] <= worth[numbers[j - 1]]:
                break
            numbers[j], numbers[j - 1] = numbers[j - 1], numbers[j]


@jit
def play_on(apply: Any, legal_moves: Any, advise: Any, cards: Any, state: Any, last_round: int, room: Any) -> None:
    """Let every seat play by the game's advice up to the end of a round."""
    while state.rounds <= last_round:
        count = legal_moves(cards, state, room)
        if count == 0:
            break
        apply(cards, state, room[advise(cards, state, room, count)])


@jit
def lead_of(value: Any, cards: Any, state: Any, seat: int) -> Any:
    """Say how much more a seat's position is worth than those of the others on average."""
    lead = value(cards, state, seat)
    for other in range(state.players):
        if other != seat:
            lead -= value(cards, state, other) / (state.players - 1)
    return lead


@jit
def choose_by_search(
    apply: Any, legal_moves: Any, hide: Any, value: Any, advise: Any,
    cards: Any, state: Any, seat: int, moves: Any, count: int, budget: int, batch: Any, room: Any,
) -> int:  # fmt: skip
    """Find the move after which the round ends best for the seat, by `budget` playouts (at least one a move)."""
    left = np.arange(count)
    total = np.zeros(count)
    halvings = 0
    while 1 << halvings < count:
        halvings += 1
    size, last_round = count, state.rounds
    for _ in range(halvings):
        for _ in range(max(1, budget // (size * halvings))):
            batch[1] = batch[0]
            hide(cards, batch[1], seat, draw_seed(state.rng, 1 + seat))
            for i in left[:size]:
                batch[2] = batch[1]
                apply(cards, batch[2], moves[i])
                play_on(apply, legal_moves, advise, cards, batch[2], last_round, room)
                total[i] += lead_of(value, cards, batch[2], seat)
        sort_by(left, size, total)
        size = (size + 1) // 2
    return int(left[0])


def _decide(
    apply: Any, legal_moves: Any, current_player: Any, hide: Any, value: Any, advise: Any,
    cards: Any, state: Any, kind: int, budget: int, limit: int, ranges: Any, moves: Any, room: Any, batch: Any,
) -> Any:  # fmt: skip
    """Choose a move for the seat whose decision it is, as one kind of player; draws from that seat's stream."""
    seat = current_player(cards, state)
    count = legal_moves(cards, state, moves)
    if limit != FREE:
        count = strike_out(moves, count, limit, ranges)
    if count == 1:
        return moves[0]
    if kind == RANDOM:
        return moves[below(state.rng, 1 + seat, count)]
    batch[0] = state
    hide(cards, batch[0], seat, draw_seed(state.rng, 1 + seat))
    if kind == GREEDY:
        return moves[choose_greedily(apply, value, hide, cards, state, seat, moves, count, batch)]
    if kind == SEARCH:
        return moves[
            choose_by_search(apply, legal_moves, hide, value, advise, cards, state, seat, moves, count, budget, batch, room)
        ]
    return moves[advise(cards, batch[0], moves, count)]


decide = jit(_decide)


def _play(
    new_game: Any, apply: Any, legal_moves: Any, current_player: Any, hide: Any, value: Any, advise: Any, playout: Any, scores: Any,
    places: Any, cards: Any, players: int, seed: int, first: int, count: int, kinds: Any, budgets: Any, limits: Any, ranges: Any,
    moves: Any, room: Any, batch: Any, played: Any,
) -> int:  # fmt: skip
    """Play `count` games from number `first` on; write a row a game: places, scores, end, rounds, decisions.

    `ranges` has equally many rows for each seat. Returns the number of decisions. Random players leave a game to `playout`, which
    is the same and quicker.
    """
    state, per_seat = batch[ROOM], ranges.shape[0] // players
    is_random = True
    for seat in range(players):
        is_random = is_random and kinds[seat] == RANDOM and limits[seat] == FREE
    decisions = 0
    for game in range(count):
        new_game(cards, state, players, seed, first + game)
        due, asked = current_player(cards, state), 0
        if is_random:
            due, asked = -1, playout(cards, state, moves)
        while due >= 0:
            own = ranges[due * per_seat : (due + 1) * per_seat]
            move = decide(
                apply, legal_moves, current_player, hide, value, advise,
                cards, state, kinds[due], budgets[due], limits[due], own, moves, room, batch,
            )  # fmt: skip
            apply(cards, state, move)
            due = current_player(cards, state)
            asked += 1
        places(cards, state, played[game, :players])
        scores(cards, state, played[game, players : 2 * players])
        played[game, 2 * players], played[game, 2 * players + 1], played[game, 2 * players + 2] = state.end, state.rounds, asked
        decisions += asked
    return decisions


# ------------------------------------------------------------------------------------------------------------ from Python
@jit
def _no_advice(cards: Any, state: Any, moves: Any, count: int) -> int:
    """Stand in, inside a search, for the advice of a game that has none: any move."""
    return below(state.rng, 0, count)


def _deciding(rules: Rules) -> tuple[Any, ...]:
    """Give the verbs that deciding takes, in its order."""
    advise = getattr(rules, "advise", _no_advice)
    return rules.apply, rules.legal_moves, rules.current_player, rules.hide, rules.value, advise


@cache
def _decider(rules: Rules) -> Any:
    return jit_over_verbs(_decide, rules.cards_dtype, rules.state_dtype)


@cache
def _game_player(rules: Rules) -> Any:
    return jit_over_verbs(_play, rules.cards_dtype, rules.state_dtype)


def compile_playing(rules: Rules) -> None:
    """Compile what makes players of a game's verbs, and those verbs where they are not yet."""
    _game_player(rules)
    _decider(rules)


def _ranges(rules: Rules, cards: Any, player: Player) -> Any:
    """Find the moves that a player's restriction names: int64, rows of first and last. Raises LineUpError."""
    if player.kind == EXPERT and not hasattr(rules, "advise"):
        raise LineUpError(f"{rules.name} has no expert; there are random, greedy and search")
    try:
        rows = [row for word in player.words for row in rules.move_ranges(cards, word)]
    except ValueError as fault:
        raise LineUpError(f"'{player.text}': {fault}") from None
    if hasattr(rules, "move_space") and rows:
        space = rules.move_space(cards)
        if not any(((space >= first) & (space <= last)).any() for first, last in rows):
            raise LineUpError(f"'{player.text}' names no move that this game ever has")
    return np.array(rows, np.int64).reshape(len(rows), 2)


class Seat:
    """One player with the room it needs to think. Not for two threads at once."""

    def __init__(self, rules: Rules, cards: Any, player: Player | str) -> None:
        self.rules, self.cards = rules, cards
        self.player = parse_player(player) if isinstance(player, str) else player
        self._ranges = _ranges(rules, cards, self.player)
        self._moves, self._room = np.empty(rules.max_moves, np.int64), np.empty(rules.max_moves, np.int64)
        self._batch = new_state(rules, ROOM)

    def choose(self, state: Any) -> int:
        """Choose a legal move for the seat whose decision it is. Of the state, only that seat's stream goes on."""
        player = self.player
        asked = (player.kind, player.budget, player.limit, self._ranges, self._moves, self._room, self._batch)
        return int(_decider(self.rules)(*_deciding(self.rules), self.cards, state, *asked))


def play_games(rules: Rules, cards: Any, line_up: Sequence[Player], seed: int, first: int, count: int) -> Any:
    """Play games number `first` to `first + count - 1` in one thread, without the interpreter's lock.

    Returns int64 of shape (count, 2 * players + 3): each seat's place, each seat's score, end, rounds, decisions.
    """
    players, counts = len(line_up), rules.player_counts(cards)
    if players not in counts:  # the rules trust us, and would write where there is no seat
        raise LineUpError(f"the game is for {', '.join(map(str, counts))} players, found {players}")
    ranges = [_ranges(rules, cards, player) for player in line_up]
    rows = max(len(own) for own in ranges)
    even = np.full((players * rows, 2), [1, 0], np.int64)  # no move lies between 1 and 0
    for seat, own in enumerate(ranges):
        even[seat * rows : seat * rows + len(own)] = own
    kinds, budgets, limits = (np.array([getattr(p, name) for p in line_up], np.int64) for name in ("kind", "budget", "limit"))
    moves, room, batch = np.empty(rules.max_moves, np.int64), np.empty(rules.max_moves, np.int64), new_state(rules, ROOM + 1)
    played = np.zeros((count, 2 * players + 3), np.int64)
    play, verbs = _game_player(rules), (rules.new_game, *_deciding(rules), rules.playout, rules.scores, rules.places)
    with np.errstate(over="ignore"):  # interpreted, the streams count modulo 2^64
        play(*verbs, cards, players, seed, first, count, kinds, budgets, limits, even, moves, room, batch, played)
    return played
