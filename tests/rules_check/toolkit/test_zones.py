"""Cards in motion between zones, against Python's lists."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from rules_check.toolkit.records import EMPTY
from rules_check.toolkit.zones import (
    carry,
    carry_under,
    count,
    deal_one,
    draw,
    fill,
    fill_copies,
    find,
    has_room,
    highest,
    is_first,
    lowest,
    move_all,
    pull,
    put,
    put_under,
    size,
    slip_under,
    sort,
    swap,
    take,
    top,
)

ROOM = 12


def blank() -> Any:
    return np.array([EMPTY] * ROOM + [0], np.int32)


def told(zone: Any) -> list[int]:
    """List the cards of a zone; what lies above them must be empty."""
    count = int(zone[-1])
    assert list(zone[count:-1]) == [EMPTY] * (ROOM - count)
    return [int(card) for card in zone[:count]]


def test_zones_do_as_lists_do() -> None:
    luck, zones, lists = random.Random(1), (blank(), blank()), (list(range(ROOM)), list[int]())
    fill(zones[0], ROOM)
    for _ in range(400):
        a = luck.randrange(2)
        mine, other = lists[a], lists[1 - a]
        if luck.random() < 0.05:
            move_all(zones[a], zones[1 - a])
            other += mine
            mine.clear()
        elif mine and luck.random() < 0.5:
            card = luck.choice(mine)
            assert find(zones[a], card) == mine.index(card)
            put(zones[1 - a], take(zones[a], card))
            mine.remove(card)
            other.append(card)
        elif mine:
            assert top(zones[a]) == mine[-1]
            put(zones[1 - a], draw(zones[a]))
            other.append(mine.pop())
        assert [told(zone) for zone in zones] == list(lists)
        assert [size(zone) for zone in zones] == [len(one) for one in lists]


def test_nothing_is_drawn_from_an_empty_zone() -> None:
    zone = blank()
    assert (draw(zone), top(zone), find(zone, 3), size(zone)) == (EMPTY, EMPTY, EMPTY, 0)
    assert told(zone) == []


def test_copies_are_laid_by_their_numbers() -> None:
    zone = blank()
    put(zone, 9)
    fill_copies(zone, np.array([2, 0, 1], np.int32))
    assert told(zone) == [9, 0, 0, 2]


def test_what_is_put_under_comes_last_and_in_its_order() -> None:
    deck, line = blank(), blank()
    for card in (1, 2):
        put(deck, card)
    for card in (5, 6, 7):
        put(line, card)
    put_under(line, deck)
    assert told(line) == []
    assert [draw(deck) for _ in range(6)] == [2, 1, 5, 6, 7, EMPTY]


def test_a_card_is_pulled_out_of_a_zone_in_no_order_and_slipped_under_one() -> None:
    zone = blank()
    for card in (4, 2, 4, 7):
        put(zone, card)
    assert [is_first(zone, i) for i in range(4)] == [True, True, False, True]
    pull(zone, 4)
    assert told(zone) == [7, 2, 4]
    slip_under(zone, 5)
    assert told(zone) == [5, 7, 2, 4]
    while size(zone):
        pull(zone, top(zone))
    assert told(zone) == []


def test_numbers_are_counted_and_compared() -> None:
    numbers = np.array([3, -1, 8, 3, -1, 3], np.int32)
    assert (count(numbers, 3), count(numbers, 9), count(numbers[:3], 3)) == (3, 0, 1)
    assert (lowest(numbers), highest(numbers), lowest(numbers[2:3])) == (-1, 8, 8)
    assert highest(np.array([0.5, 0.25])) == 0.5


def holding(*cards: int) -> Any:
    zone = blank()
    for card in cards:
        put(zone, card)
    return zone


def test_a_card_is_carried_if_it_is_there() -> None:
    one, other = holding(3, 1, 3), holding(7)
    assert [carry(one, other, card) for card in (3, 5, EMPTY)] == [True, False, False]
    assert carry_under(one, other, 1)
    assert (told(one), told(other)) == ([3], [1, 7, 3])
    assert [deal_one(one, other), deal_one(one, other)] == [True, False]
    assert (told(one), told(other)) == ([], [1, 7, 3, 3])


def test_a_zone_has_room_for_so_many() -> None:
    assert [has_room(holding(*range(count))) for count in (0, ROOM - 1, ROOM)] == [
        True,
        True,
        False,
    ]


def test_two_zones_are_exchanged_and_sorted() -> None:
    one, other = holding(5, 2, 9), holding(4)
    swap(one, other)
    sort(other)
    assert (told(one), told(other)) == ([4], [2, 5, 9])
