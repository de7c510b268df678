"""Moves declared with their words: written and read back, found by how they begin, numbered
apart.
"""

from __future__ import annotations

import numpy as np
import pytest

from rules_check.toolkit.moves import (
    MOST,
    Move,
    Moves,
    Word,
    coded,
    named,
    numbered,
    numbers_of,
    offer,
    offer_cards,
    one_of,
    parts_of,
    seat,
)

MOVES = Moves()
SELL = MOVES("sell {} at {}", named("item", 4), numbered("a price", 6))
SHOW = MOVES("{}", one_of("a fist", "rock", "paper"), known_as="fist")
ASK = MOVES("ask {}", seat(3))
PASS = MOVES("pass")
CARDS = {
    "item_name": np.array(
        [list(name.encode().ljust(6, b"\0")) for name in ("wand", "axe", "helm", "")], np.uint8
    )
}


def texts_of(ranges: list[tuple[int, int]]) -> list[str]:
    """Write the moves of the space that lie in some ranges."""
    return [
        MOVES.text(CARDS, None, move)
        for move in MOVES.space(CARDS)
        if any(a <= move <= b for a, b in ranges)
    ]


def test_a_move_that_cannot_come_up_is_not_in_the_space() -> None:
    moves = Moves()
    bid = moves("bid {}", numbered("gold", 9), when=lambda cards, gold: gold <= cards["most"])
    moves("wait", when=lambda cards: cards["most"] > 3)
    sell = moves(
        "sell {} at {}",
        seat(2),
        numbered("gold", 2),
        when=lambda cards, _, gold: gold == cards["most"],
    )
    expected = sorted(
        [
            *(coded(int(bid), gold, 0) for gold in range(3)),
            coded(int(sell), 0, 2),
            coded(int(sell), 1, 2),
        ]
    )
    assert moves.space({"most": 2}).tolist() == expected


def test_the_space_has_all_numbers_of_which_only_some_have_names() -> None:
    moves = Moves()
    vote = moves(
        "vote {}", Word("places", 4, lambda _: ["none"], lambda *_: "some", is_partly_named=True)
    )
    assert moves.space(CARDS).tolist() == [coded(int(vote), mask, 0) for mask in range(4)]
    assert moves.ranges(CARDS, "vote none") == [(coded(int(vote), 0, 0),) * 2]
    moves("show {}", Word("places", 4, lambda _: ["none"], lambda *_: "some"))
    assert len(moves.space(CARDS)) == 4 + 1


def test_every_move_is_written_and_read_back_as_itself() -> None:
    space = MOVES.space(CARDS)
    assert len(set(space)) == len(space) == 3 * 7 + 2 + 3 + 1
    texts = [MOVES.text(CARDS, None, move) for move in space]
    assert len(set(texts)) == len(texts)
    for move, text in zip(space, texts, strict=True):
        assert texts_of(MOVES.ranges(CARDS, text)) == [text]
        assert coded(*parts_of(int(move))) == move
    assert "ask 1" in texts  # seats count from 1 for people


def test_moves_are_found_by_how_they_begin() -> None:
    assert len(texts_of(MOVES.ranges(CARDS, "sell"))) == 21
    assert len(texts_of(MOVES.ranges(CARDS, "sell axe"))) == 7
    assert texts_of(MOVES.ranges(CARDS, "sell at 3")) == [
        "sell wand at 3",
        "sell axe at 3",
        "sell helm at 3",
    ]
    assert texts_of(MOVES.ranges(CARDS, "paper")) == ["paper"]


def test_stories_know_a_move_by_its_first_word_or_by_the_one_it_is_given() -> None:
    assert [MOVES.word(coded(int(move), 1, 0)) for move in (SELL, SHOW, ASK, PASS)] == [
        "sell",
        "fist",
        "ask",
        "pass",
    ]


@pytest.mark.parametrize(
    "text", ["shell", "sell axle", "sell axe for 3", "sell axe at 7", "sell axe at 3 now", "pass 1"]
)
def test_what_no_move_begins_with_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        MOVES.ranges(CARDS, text)


def test_a_move_takes_two_numbers_at_most_and_none_too_large() -> None:
    with pytest.raises(ValueError, match="2 places for words, and 1 words"):
        Move(1, "sell {} at {}", numbered("a price", 3))
    with pytest.raises(ValueError, match="room for more than"):
        Move(1, "sell at {}", numbered("a price", MOST + 1))
    assert numbers_of(coded(3, MOST, MOST)) == (MOST, MOST)


def test_no_more_moves_are_offered_than_there_is_room_for() -> None:
    out = np.array([0, 0, 0], np.int64)
    for price in range(4):
        offer(out, int(SELL), 1, price)
    assert [MOVES.text(CARDS, None, move) for move in out[:2]] == ["sell axe at 0", "sell axe at 1"]
    assert out[-1] == 2


def test_cards_that_are_alike_are_offered_once() -> None:
    out, zone = np.zeros(9, np.int64), np.array([5, 3, 5, 8, -1, 4], np.int32)
    offer_cards(out, 2, zone)
    assert [parts_of(move) for move in out[: out[-1]]] == [(2, 5, 0), (2, 3, 0), (2, 8, 0)]
