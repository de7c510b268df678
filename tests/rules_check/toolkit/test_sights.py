"""What players who learn are shown of declared games: enough, and nothing that they cannot know."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from generator.data.loading import load_game
from rules_check.engine.game import new_state
from rules_check.engine.learned import see, thought_of
from rules_check.engine.minds import deciding_of, scratch_for
from rules_check.engine.senses import NUMBER, ZONE
from rules_check.notation.playing import rules_from
from rules_check.toolkit.sights import (
    basis_of,
    knots_between,
    named_senses,
    readings_of,
    senses_of,
    things_of,
)
from tests.rules_check.notation.games import game_of
from tests.truth.leduc_poker.leduc import rules

HEAD = "game: {title: Sights, version: 1.0.0, players: 2}\n"
SUITS = f"""{HEAD}
kinds:
  card:
    template: card.svg.j2
    fields: {{suit: sun | moon}}
    cards: {{one: {{suit: sun}}, two: {{suit: sun}}, three: {{suit: moon}}, four: {{suit: moon}}}}
components:
  card: {{name: Cards, of: card, count: 4}}
play:
  common:
    deck: all card, face down
  each:
    hand, won: card
  begin:
    - deal 2 from deck to each hand
  turn:
    - choose:
        play {{card in hand}}: move card to won
  until: all(hand is empty over everyone)
  score: distinct(won.suit)
"""
GEMS = f"""{HEAD}
tables:
  gem:
    fields: {{name: line}}
    rows: {{jade: {{name: Jade}}, onyx: {{name: Onyx}}}}
kinds:
  card:
    template: card.svg.j2
    fields: {{cost: "[gem]"}}
    cards: {{one: {{cost: [jade, jade]}}, two: {{cost: [onyx]}}}}
components:
  card: {{name: Cards, of: card, count: 2}}
play:
  common:
    market: card
    deck: all card
  each:
    purse: 0 for each gem
  turn:
    - choose:
        take {{a in gem}}: add 1 to purse[a]
  begin:
    - move 2 from deck to market
  until: max(purse[jade] over everyone) = 5
  score: sum(purse[it] over gem) + sum(count(cost, jade) over market)
"""
PASSED = f"""{HEAD}
kinds:
  card:
    template: card.svg.j2
    for_each: {{rank: 1..8}}
    cards: {{card: {{}}}}
components:
  card: {{name: Cards, of: card, count: 8}}
play:
  common:
    deck: all card, face down
  each:
    hand: card, seen by owner
    laid: card
  begin:
    - deal 4 from deck to each hand
  round:
    - together:
        choose:
          lay {{card in hand}}: move card to laid
    - pass hand left
  until: round = 4
  score: sum(laid.rank)
"""
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


def shown_with_moves(text: str, prepare: Callable[[Any, Any], None]) -> list[dict[str, float]]:
    """Begin a game whose rules are data, and list what the seat that decides is shown with each
    move: the names of signs, and their numbers.
    """
    game = game_of(text)
    own = rules_from(game)
    record, state = own.cards_record(game), new_state(own)
    own.new_game(record, state, 2, 3, 1)
    prepare(record, state)
    count = len(readings_of(own, 2))
    basis = basis_of(own, record, np.zeros(count), np.full(count, 6))
    senses, names = named_senses(own, record, 2, basis, is_ahead=False)
    thought = thought_of(senses, np.zeros((1, 1)), own.max_moves, 2)
    scratch = scratch_for(own, 3)
    scratch.batch[0] = state
    moves = own.legal_moves(record, state, scratch.moves)
    end = see_plain(
        *(deciding_of(own), record, thought, int(state.seat), moves),
        *(scratch.moves, scratch.batch, scratch.raw),
    )
    ends = [*thought.starts[1:moves], end]
    return [
        {
            str(names.moves[thought.signs.places[k]]): float(thought.signs.numbers[k])
            for k in range(thought.starts[move], ends[move])
        }
        for move in range(moves)
    ]


def test_a_card_is_shown_with_how_many_there_are_like_it() -> None:
    """Of two cards in hand, one is of the suit of two cards that one has already, and one of none;
    the other seat's count is another.
    """

    def prepare(record: Any, state: Any) -> None:
        for zone, cards in ((state.hand[0], (0, 2)), (state.won[0], (1, 1)), (state.won[1], (2,))):
            zone[: len(cards)], zone[-1] = cards, len(cards)

    first, second = shown_with_moves(SUITS, prepare)
    by_suit = "move play {} 1, 0 suit in won.0 of 0 by suit"
    assert (first[f"{by_suit}: 2.0"], first[f"{by_suit}: scale"]) == (1.0, 2 / 4)
    assert not any(name.startswith(by_suit) for name in second)
    theirs = "move play {} 1, 0 suit in won.0 of the last by suit: 1.0"
    assert theirs not in first
    assert second[theirs] == 1.0


def test_a_row_is_shown_with_its_number_and_how_many_cards_want_it() -> None:
    """A gem of which one has three, and which the cards on the table cost twice. The unused places
    of a shorter cost are no gem.
    """

    def prepare(record: Any, state: Any) -> None:
        state.purse[0, :2] = 3, 0
        state.market[:2], state.market[-1] = (0, 1), 2

    jade, onyx = shown_with_moves(GEMS, prepare)
    assert jade["move take {} 1, 0  in purse.0 of 0: 3.0"] == 1.0
    assert jade["move take {} 1, 0  in market.0 by cost: 2.0"] == 1.0
    assert not any("purse" in name for name in onyx)
    assert onyx["move take {} 1, 0  in market.0 by cost: 1.0"] == 1.0


def test_books_of_who_knows_which_card_are_not_shown() -> None:
    own = rules_from(game_of(PASSED))
    names = {one.name.partition(".")[0] for one in readings_of(own, 2)}
    assert "hand" in names
    assert not any("known" in name for name in names)
    assert any("known" in name for name in own.State.fields)


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
