"""What a seat sees, as plain data from which text or a page is made: zones with their cards,
counters, whose turn it is, legal moves.

In: a game's rules and a state. Out: a `View`, and as JSON. It is made from the state after `hide`,
so it contains nothing that its seat cannot know. Knows no game; rules_check/toolkit/layout.py
writes it as text.

A game's own `view` lays out `heading`, `zones`, `counters` and `marker`; `table_of` and `view_of`
add what every game has. Cards go by their ids in cards.yaml, so that they can be drawn; seats are
numbered from 0, and -1 is no seat, or a viewer who sees everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from generator.data.game import Game

NOBODY = -1
SCORE = "score"
DEALS = 8
STREAMS = ("rng", "number")
"""The fields of a state that determine future luck."""


@dataclass(frozen=True)
class Pile:
    """Equal cards, or cards with one on top."""

    words: str
    card: str = ""
    """The card whose face is visible; empty if the cards are face down, or there is none."""
    count: int = 1
    back: str = ""
    """What face-down cards show: their deck, "leather"."""
    group: str = ""
    """The group under which it is listed: the slot that an item fills, the tier of the cards in a
    hand.
    """
    facts: tuple[str, ...] = ()
    """The facts shown beside it, in columns."""
    beside: tuple[Pile, ...] = ()
    note: str = ""
    """The text on its card, for those who do not see the card."""
    crossed: tuple[str, ...] = ()
    """The places crossed off on its face, by the names that `data-tick` gives them."""
    die: int = 0
    """The number of faces, if it is a die; the first of its facts is the number on top."""


@dataclass(frozen=True)
class Zone:
    """A place for cards, with the piles in their order."""

    name: str
    piles: tuple[Pile, ...] = ()
    seat: int = NOBODY
    """The seat it belongs to; none if it is in the middle of the table."""
    words: str | None = None
    """The text used instead of the piles."""
    is_on_sheet: bool = False
    """Whether a sheet at the table shows all of this, so that only text includes it."""


@dataclass(frozen=True)
class Counter:
    """A number that a seat has."""

    seat: int
    name: str
    count: int
    words: str


@dataclass(frozen=True)
class Move:
    """A legal move: the word that makes it, a text that helps to choose it, and the cards that it
    touches.
    """

    word: str
    text: str
    cards: tuple[str, ...]


@dataclass(frozen=True)
class View:
    """A table as one seat sees it."""

    heading: tuple[str, ...]
    zones: tuple[Zone, ...] = ()
    counters: tuple[Counter, ...] = ()
    marker: int = NOBODY
    """The seat with the marker that is passed around."""
    seat: int = NOBODY
    due: int = NOBODY
    """The deciding seat."""
    round: int = 0
    is_over: bool = False
    is_secret: bool = False
    """Whether the others will not yet see the current decision."""
    moves: tuple[Move, ...] = ()
    """The seat's possible moves, if it is its turn; a viewer who sees everything sees those of
    every seat.
    """


def table_of(rules: Any, game: Game, cards: Any, state: Any, seat: int) -> View:
    """Lay out the table as a seat sees it, without the moves, as text and stories need it."""
    known = known_scores(rules, cards, state, seat)
    if seat != NOBODY:
        state = state.copy()
        rules.hide(cards, state, seat, 0)
    is_over = bool(rules.is_over(cards, state))
    view: View = rules.view(game, cards, state, seat)
    return replace(
        view,
        counters=tuple(_known(view.counters, known)),
        seat=seat,
        due=int(rules.current_player(cards, state)),
        round=int(state.rounds),
        is_over=is_over,
        is_secret=not is_over and bool(rules.is_secret(cards, state)),
    )


def known_scores(rules: Any, cards: Any, state: Any, seat: int) -> list[int | None]:
    """Compute the scores as far as a seat can know them, all for -1: None if one depends on
    something hidden from it.

    Rules may declare who can know a score during the game: SCORES_SEEN_BY, all, its owner or no
    one. Otherwise the hidden parts are dealt again a few times; a score that is the same each time
    is taken to be known.
    """
    is_open = seat == NOBODY or rules.is_over(cards, state)
    if hasattr(rules, "SCORES_SEEN_BY") and not is_open:
        return _seen_scores(rules, cards, state, seat)
    drawn, out = list[list[int]](), np.zeros(int(state.players), np.int64)
    for deal in range(-1, 0 if is_open else DEALS):
        dealt = state.copy()
        if deal >= 0:
            rules.hide(cards, dealt, seat, deal)
        rules.scores(cards, dealt, out)
        drawn.append(out.tolist())
    return [scores[0] if len(set(scores)) == 1 else None for scores in zip(*drawn, strict=True)]


def _seen_scores(rules: Any, cards: Any, state: Any, seat: int) -> list[int | None]:
    """Compute the scores that a seat can know by the rules, from what is not secret now."""
    out = np.zeros(int(state.players), np.int64)
    rules.scores(cards, rules.as_known(cards, state, seat), out)
    seen_by = rules.SCORES_SEEN_BY
    scores: list[int | None] = [None] * len(out)
    for other, score in enumerate(out):
        if seen_by == "all" or (seen_by == "owner" and other == seat):
            scores[other] = int(score)
    return scores


def knows_all(rules: Any, cards: Any, state: Any, seat: int) -> bool:
    """Return whether nothing is hidden from a seat except future luck: the state is the same
    however it is dealt.
    """
    states = set[bytes]()
    for deal in range(-1, DEALS):
        dealt = state.copy()
        if deal >= 0:
            rules.hide(cards, dealt, seat, deal)
        for name in STREAMS:
            if name in (dealt.dtype.names or ()):
                dealt[name] = 0
        states.add(dealt.tobytes())
    return len(states) == 1


def _known(counters: Iterable[Counter], scores: list[int | None]) -> Iterator[Counter]:
    """Leave out scores that cannot be known, and correct those computed from hidden parts that were
    dealt again.
    """
    for counter in counters:
        score = scores[counter.seat] if counter.name == SCORE else counter.count
        if score == counter.count:
            yield counter
        elif score is not None:
            yield replace(counter, count=score, words=f"{SCORE} {score}")


def view_of(rules: Any, game: Game, cards: Any, state: Any, seat: int) -> View:
    """Return everything that a seat sees: the table and, if it is the seat's turn, the moves."""
    view = table_of(rules, game, cards, state, seat)
    if view.is_over or seat not in (NOBODY, view.due):
        return view
    legal = np.empty(rules.max_moves, np.int64)
    legal = legal[: rules.legal_moves(cards, state, legal)]
    return replace(view, moves=tuple(_move(rules, game, cards, state, int(move)) for move in legal))


def _move(rules: Any, game: Game, cards: Any, state: Any, move: int) -> Move:
    word, text = rules.move_text(cards, state, move), rules.describe(game, cards, state, move)
    return Move(word, text, tuple(rules.touched(game, cards, state, move)))


def as_json(view: View) -> dict[str, Any]:
    """Write a view as values that JSON holds: mappings, lists, texts, numbers."""
    return asdict(
        view,
        dict_factory=lambda pairs: {
            name: list(value) if isinstance(value, tuple) else value for name, value in pairs
        },
    )
