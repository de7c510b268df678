"""What players who learn are shown of declared games: enough, and nothing that they cannot know."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from generator.data.loading import load_game
from rules_check.engine.game import new_state
from rules_check.engine.learned import see, thought_of
from rules_check.engine.minds import deciding_of, scratch_for
from rules_check.engine.senses import NUMBER, ZONE
from rules_check.toolkit.sights import (
    basis_of,
    knots_between,
    named_senses,
    readings_of,
    senses_of,
    things_of,
)
from tests.truth.leduc_poker.leduc import rules

see_plain: Any = getattr(see, "py_func", see)


def cards() -> Any:
    home = Path(__file__).parents[2] / "truth" / "leduc_poker"
    return rules.cards_record(load_game(home / "cards.yaml"))


def test_own_cards_are_seen_and_those_of_others_counted() -> None:
    zones = [one for one in readings_of(rules, 2) if one.what == ZONE]
    assert [(one.rel, one.room, one.is_seen) for one in zones] == [
        (0, 6, False),
        (0, 1, True),
        (1, 1, False),
        (0, 1, True),
    ]


def test_what_every_seat_has_is_read_from_the_seat_that_decides() -> None:
    chips = [one for one in readings_of(rules, 2) if one.what == NUMBER and one.stride]
    assert {(one.rel, one.stride) for one in chips} == {(0, 4), (1, 4)}


def test_cards_are_shown_by_their_fields() -> None:
    """Ranks 1 to 3: on a scale, and one by one."""
    things = things_of(rules, cards(), basis_of(rules, cards(), [], []))
    first, count = things.first["card"], things.counts["card"]
    signs = ["rank.0", "rank.0 = 1", "rank.0 = 2", "rank.0 = 3"]
    assert (count, things.fields["card"]) == (6, signs)
    king = slice(things.at[first + 4], things.at[first + 5])
    assert dict(zip(things.things[king], things.worth[king], strict=True)) == {0: 1.0, 3: 1.0}


def test_signs_are_named_alike_with_other_players_and_other_cards() -> None:
    """The deciding seat's, the last seat's, and a rank or a card that both versions have."""

    def names(players: int, record: Any) -> tuple[list[str], list[str]]:
        count = len(readings_of(rules, players))
        basis = basis_of(rules, record, np.zeros(count), np.full(count, 6))
        senses, named = named_senses(rules, record, players, basis, is_ahead=True)
        assert senses.sizes[:2].tolist() == [len(named.state), len(named.moves)]
        return named.state.tolist(), named.moves.tolist()

    state, moves = names(2, cards())
    assert len(set(state)) == len(state)
    assert len(set(moves)) == len(moves)
    more = cards().copy()
    more.rank[4] = 7
    others, other_moves = names(2, more)
    only = {name.split("= ")[-1] for name in set(state) ^ set(others)}
    assert only <= {"3", "7"}
    assert moves == other_moves
    assert any("of the last" in name for name in state)


def signs_for(seat: int, state: Any, record: Any) -> list[tuple[int, float]]:
    """List what a seat is shown, once what it cannot know is hidden."""
    count = len(readings_of(rules, 2))
    basis = basis_of(rules, record, np.zeros(count), np.full(count, 6))
    senses = senses_of(rules, record, 2, basis, is_ahead=False)
    thought, scratch = (
        thought_of(senses, np.zeros((1, 1)), rules.max_moves, 2),
        scratch_for(rules, 3),
    )
    scratch.batch[0] = state
    rules.hide(record, scratch.batch[0], seat, 5)
    moves = rules.legal_moves(record, state, scratch.moves)
    n = see_plain(
        deciding_of(rules), record, thought, seat, moves, scratch.moves, scratch.batch, scratch.raw
    )
    return [(int(thought.signs.places[k]), float(thought.signs.numbers[k])) for k in range(n)]


def test_nothing_is_shown_that_a_seat_cannot_know() -> None:
    """With another card in the other hand, and the rest of the deck in another order, a seat is
    shown the same.
    """
    record, state = cards(), new_state(rules)
    rules.new_game(record, state, 2, 3, 1)
    other = state.copy()
    seat = int(state.seat)
    other.hand[1 - seat, 0], other.deck[0] = state.deck[0], state.hand[1 - seat, 0]
    assert signs_for(seat, state, record) == signs_for(seat, other, record)
    own = state.copy()
    own.hand[seat, 0], own.deck[0] = state.deck[0], state.hand[seat, 0]
    assert signs_for(seat, state, record) != signs_for(seat, own, record)


def test_few_numbers_are_knots_each_and_many_are_not() -> None:
    assert knots_between(2, 5) == [2.0, 3.0, 4.0, 5.0]
    many = knots_between(0, 90)
    assert (many[:2], len(many), max(many)) == ([0.0, 10.0], 12, 140.0)


def test_rules_without_declarations_are_shown_by_their_numbers() -> None:
    dtype = np.dtype(
        [
            ("rng", np.uint64, (2,)),
            ("seat", np.int64),
            ("left", np.int32),
            ("pair", np.int32, (2,)),
            ("end", np.int32),
        ]
    )
    bare: Any = SimpleNamespace(state_dtype=dtype)
    found = readings_of(bare, 2)
    assert [(one.what, one.at) for one in found] == [
        (NUMBER, 24),
        (NUMBER, 28),
        (NUMBER, 32),
        (NUMBER, 36),
    ]
