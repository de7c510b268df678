"""Who knows single cards of a zone, against all that could be there."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from rules_check.toolkit.known import (
    comes,
    comes_under,
    exchange,
    goes,
    hand_on,
    knower,
    look_at,
    top_goes,
)
from rules_check.toolkit.records import EMPTY
from rules_check.toolkit.zones import carry, deal_one, find, move_all, put, swap

ROOM, SEAT = 8, 2
Hand = tuple[int, ...]
World = tuple[Hand, Hand]
"""A hand, and the cards that have not come yet, that could be as a seat sees it."""


def zone(*cards: int) -> tuple[Any, Any]:
    """Return a zone with cards, which nobody knows."""
    array = np.array([EMPTY] * ROOM + [0], np.int32)
    for card in cards:
        put(array, card)
    return np.zeros(ROOM, np.int32), array


class Watched:
    """A hand, and all that it could be as a seat sees it that looks at it at times."""

    def __init__(self, luck: random.Random) -> None:
        self.luck, deck = luck, [0, 0, 1, 1, 2]
        luck.shuffle(deck)
        self.known, self.hand = zone()
        _, self.deck = zone(*deck)
        _, self.gone = zone()
        self.worlds: set[World] = {((), tuple(sorted(deck)))}

    def cards(self) -> Hand:
        return tuple(map(int, self.hand[: self.hand[-1]]))

    def draw(self) -> None:
        deal_one(self.deck, self.hand)
        worlds = set[World]()
        for hand, rest in self.worlds:
            for card in set(rest):
                left = list(rest)
                left.remove(card)
                worlds.add(((*hand, card), tuple(left)))
        self.worlds = worlds

    def look(self) -> None:
        look_at(self.known, self.hand, SEAT)
        seen = Counter(self.cards())
        self.worlds = {world for world in self.worlds if Counter(world[0]) == seen}

    def lose(self, is_seen: bool) -> None:
        card = self.luck.choice(self.cards())
        at = find(self.hand, card)
        carry(self.hand, self.gone, card)
        goes(self.known, self.hand, at, card, -1 if is_seen else 0)
        self.worlds = {
            ((*hand[:i], *hand[i + 1 :]), rest)
            for hand, rest in self.worlds
            for i in range(len(hand))
            if hand[i] == card or not is_seen
        }

    def sure(self) -> Counter[int]:
        """Count the cards that the seat knows."""
        return Counter(c for c, bits in zip(self.cards(), self.known, strict=False) if bits)


@pytest.mark.parametrize("number", range(40))
def test_what_is_known_is_so_in_every_game_that_could_be(number: int) -> None:
    luck = random.Random(number)
    watched = Watched(luck)
    for _ in range(12):
        roll = luck.random()
        if roll < 0.4 and watched.deck[-1]:
            watched.draw()
        elif roll < 0.65:
            watched.look()
        elif watched.cards():
            watched.lose(is_seen=roll < 0.9)
        for hand, _ in watched.worlds:
            assert not watched.sure() - Counter(hand)


def test_after_a_look_and_a_draw_one_card_is_unknown() -> None:
    known, hand = zone(4, 5)
    look_at(known, hand, SEAT)
    put(hand, 6)
    assert list(known[:3]) == [1 << SEAT, 1 << SEAT, 0]
    assert knower(known, hand, SEAT) == 0


def test_of_cards_that_are_alike_the_known_one_may_have_gone() -> None:
    known, hand = zone(4, 5, 4)
    known[2] = 1 << SEAT
    carry(hand, zone()[1], 4)  # the first of both
    goes(known, hand, 0, 4, -1)
    assert list(known[:3]) == [0, 0, 0]


def test_who_knows_all_sees_which_card_goes() -> None:
    known, hand = zone(4, 5)
    look_at(known, hand, SEAT)
    look_at(known, hand, 0)
    carry(hand, zone()[1], 4)
    goes(known, hand, 0, 4, 1 << SEAT)
    assert list(known[:2]) == [1 << SEAT, 0]


def test_the_top_card_is_known_to_be_that_one() -> None:
    known, deck = zone(4, 5)
    look_at(known, deck, SEAT)
    assert top_goes(known, deck) == 1 << SEAT
    deal_one(deck, zone()[1])
    assert list(known[:2]) == [1 << SEAT, 0]
    assert top_goes(*zone()) == 0


def test_knowledge_goes_with_cards_that_are_handed_on() -> None:
    known, given = zone(4, 5)
    other_known, other = zone(7)
    look_at(known, given, SEAT)
    hand_on(known, given, other_known, other)
    move_all(given, other)
    assert list(other_known[:3]) == [0, 1 << SEAT, 1 << SEAT]
    assert not known.any()
    exchange(known, other_known)
    swap(given, other)
    assert list(known[:3]) == [0, 1 << SEAT, 1 << SEAT]


def test_a_card_comes_above_or_below_what_is_known() -> None:
    known, pile = zone(4)
    look_at(known, pile, SEAT)
    put(pile, 5)
    comes(known, pile, 1)
    pile[:3], pile[-1] = (6, 4, 5), 3
    comes_under(known, pile, 0)
    assert list(known[:3]) == [0, 1 << SEAT, 1]
