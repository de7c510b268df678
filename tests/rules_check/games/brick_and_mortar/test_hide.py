"""What a seat has been shown is left to it, and nothing else: stores of the draft, Demand Cards by
the Agency.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from generator.data.loading import load_game
from rules_check.engine.game import new_state
from rules_check.engine.view import table_of
from rules_check.games import brick_and_mortar as rules
from rules_check.games.brick_and_mortar.show import words
from rules_check.games.brick_and_mortar.state import Step
from rules_check.rules import ids_of
from tests.rules_check.games.alike import cards_of, dealt, texts_of
from tests.rules_check.games.alike_brick_and_mortar import BRICK, FILE
from tests.rules_check.games.scripted_brick_and_mortar import Table
from tests.rules_check.games.slow_brick_and_mortar import Box


def hidden(cards: Any, state: Any, seat: int, seed: int) -> Any:
    made = new_state(rules, 1)
    made[0] = state
    rules.hide(cards, made[0], seat, seed)
    return made[0]


def lying(zone: Any) -> list[int]:
    return [int(card) for card in zone[..., :-1].ravel() if card >= 0]


def hand_after(state: Any, players: int, hand: int, passed: int, last: int) -> set[int]:
    """Gather, from where unseen stores lie, those that were in a seat's hand once it had been
    passed so often.
    """
    found = {
        store
        for n in range(passed, last + 1)
        for store in lying(state.hand[(hand + n) % players, n])
    }
    found |= set(lying(state.undrafted[(hand + last) % players]))
    return found | set(lying(state.passing[(hand + last) % players]))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_hide_keeps_what_the_draft_showed_and_deals_the_rest_anew(players: int) -> None:
    cards, stores = cards_of(rules, FILE), ids_of(cards_of(rules, FILE), "store")
    state, game = dealt(BRICK, Box(FILE), cards, players, 2, 0)
    luck, true_hands, changed = random.Random(1), 0, set[int]()
    while state.rounds < 4 and texts_of(rules, cards, state):
        texts = texts_of(rules, cards, state)
        last = max(shown[2] for shown in game.was_shown)
        if luck.random() < 0.2 and state.seat == 0:
            for seat in range(players):
                for seed in range(2):
                    made = hidden(cards, state, seat, seed)
                    for who, hand, passed, held in game.was_shown:
                        now = hand_after(made, players, hand, passed, last)
                        if who == seat:
                            assert {stores[store] for store in now} <= held
                            true_hands += 1
                        elif now != hand_after(state, players, hand, passed, last):
                            changed.add(seat)
                    assert lying(made.hand[seat]) == lying(state.hand[seat])
        text = luck.choice(sorted(texts))
        rules.apply(cards, state, texts[text])
        game.play(text)
    assert true_hands > 30
    assert changed == set(range(players))


def test_who_kept_what_of_two_is_known_where_the_hand_comes_back() -> None:
    """With two players a hand comes back: what is missing of it the other has kept."""
    cards = cards_of(rules, FILE)
    state = new_state(rules)
    rules.new_game(cards, state, 2, 3, 0)
    while rules.move_text(
        cards, state, next(iter(texts_of(rules, cards, state).values()))
    ).startswith("keep"):
        rules.apply(cards, state, next(iter(texts_of(rules, cards, state).values())))
    mades = [hidden(cards, state, 0, seed) for seed in range(20)]
    assert {tuple(lying(made.hand[1, 1])) for made in mades} == {tuple(lying(state.hand[1, 1]))}
    assert len({tuple(lying(made.hand[1, 0])) for made in mades}) > 5
    last = {tuple(lying(made.hand[1, 2])) for made in mades}
    assert last == {tuple(lying(state.hand[1, 2])), tuple(lying(state.undrafted[1]))}


def test_nobody_knows_anything_of_hands_made_for_a_first_game() -> None:
    cards = cards_of(rules, FILE, hands="preset")
    state = new_state(rules)
    rules.new_game(cards, state, 2, 3, 0)
    assert len({tuple(lying(hidden(cards, state, 0, seed).hand[1])) for seed in range(20)}) > 10


@pytest.mark.slow
def test_hidden_money_of_others_leaves_no_trace() -> None:
    """By ruling nobody sees what the others have: not now, not as it was before a secret phase, and
    not on the table that is shown.
    """
    cards = cards_of(rules, FILE, money_seen="hidden")
    state, _ = dealt(BRICK, Box(FILE), cards, 3, 2, 0)
    luck, phases = random.Random(2), set[bool]()
    while state.rounds < 3 and (texts := texts_of(rules, cards, state)):
        seat = luck.randrange(3)
        other = state.copy()
        for rival in (one for one in range(3) if one != seat):
            for field in (other.money, other.money_shown):
                field[rival] += luck.randrange(1, 40)
        assert hidden(cards, state, seat, 5).tobytes() == hidden(cards, other, seat, 5).tobytes()
        phases.add(bool(rules.is_secret(cards, state)))
        money = [
            one
            for one in table_of(rules, load_game(FILE), cards, state, seat).counters
            if one.name == words("counter.money")
        ]
        assert [(one.seat, one.count) for one in money] == [(seat, int(state.money[seat]))]
        rules.apply(cards, state, texts[luck.choice(sorted(texts))])
    assert phases == {False, True}


def with_agency() -> Table:
    table = (
        Table()
        .shop(0, "advertisement-agency")
        .hold(0, "f4-c3", "c3-j1", "f2-a2")
        .hold(1, "e2-j2", "j2-a2", "f3-c2")
    )
    return table.go(Step.ADVERTS).play(
        "supply f4-c3", "demand c3-j1", "demand e2-j2", "demand j2-a2"
    )


def test_the_agency_shows_its_owner_all_demand_cards_and_nobody_else() -> None:
    table = with_agency()
    assert (table.phase, table.state.seat) == ("agency", 0)
    zones = [
        [
            lying(hidden(table.cards, table.state, seat, seed).demanded[1 - seat])
            for seed in range(9)
        ]
        for seat in (0, 1)
    ]
    assert zones[0] == [lying(table.state.demanded[1])] * 9
    assert len(set(map(tuple, zones[1]))) > 1
    said = words("zone.all-demanded")
    shown = [
        [
            zone
            for zone in rules.view(load_game(FILE), table.cards, table.state, seat).zones
            if zone.name == said
        ]
        for seat in (0, 1)
    ]
    assert [len(zones) for zones in shown] == [1, 0]
    assert {pile.words for pile in shown[0][0].piles} == {
        "3 clothing and 1 jewelry",
        "2 electronics and 2 jewelry",
        "2 jewelry and 2 art",
    }


def test_what_the_agency_showed_is_forgotten_once_the_cards_are_turned_up() -> None:
    table = with_agency().play("stop")
    while table.state.step < Step.MOVES:
        assert table.state.peeked == 1
        table.play(table.legal()[0])
    assert table.state.peeked == 0
