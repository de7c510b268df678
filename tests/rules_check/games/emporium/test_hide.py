"""Emporium: what a seat sees, what stays hidden, and that an unsound state is noticed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from rules_check.engine.faults import fault_words
from rules_check.engine.game import new_state
from rules_check.games import emporium as rules
from tests.rules_check.engine.audit import audit
from tests.rules_check.games.scripted import Table

HIDDEN = (
    "number",
    "rng",
    "scratch",
    "hand",
    "draw",
    "discard",
    "deck",
    "owner",
    "choice",
    "choice_item",
    "choice_price",
    "votes",
)


def hidden(table: Table, seat: int, seed: int = 3) -> Any:
    copy = new_state(rules, 1)
    copy[0] = table.state
    rules.hide(table.cards, copy[0], seat, seed)
    return copy[0]


def midgame(players: int = 4) -> Table:
    """Play some rounds, each seat by its own habit, so that hands, piles and trophies are mixed."""
    table = Table(players)
    step = 0
    while table.state.rounds < 6 or table.state.phase != 7:
        legal = table.legal()
        table.play(legal[(step * 7 + 3) % len(legal)])
        step += 1
    return table


def test_what_a_seat_sees_is_unchanged() -> None:
    table = midgame()
    before = table.state
    assert before.discard[:, -1].sum() > 0
    for seat in range(4):
        view = hidden(table, seat)
        for name in before.dtype.names:
            if name not in HIDDEN:
                assert view[name].tobytes() == before[name].tobytes(), name
        size = int(before.hand[seat, -1])
        assert list(view.hand[seat, :size]) == list(before.hand[seat, :size])
        for tier in range(3):
            size = int(before.discard[tier, -1])
            assert list(view.discard[tier, :size]) == list(before.discard[tier, :size])
        for other in range(4):
            tiers = [
                Counter(int(table.cards.item_tier[i]) for i in s.hand[other, : s.hand[other, -1]])
                for s in (before, view)
            ]
            assert tiers[0] == tiers[1]  # the backs show
        for kind in (0, 1):
            levels = [
                [int(table.cards.level[kind, card]) for card in s.deck[kind, : s.deck[kind, -1]]]
                for s in (before, view)
            ]
            assert levels[0] == levels[1]


def test_hidden_cards_are_dealt_anew_and_keep_their_counts() -> None:
    table = midgame()
    views = [hidden(table, 0, seed) for seed in range(20)]
    for place in ("hand", "draw", "deck"):
        assert len({view[place].tobytes() for view in views}) > 10
    for view in views:
        assert rules.FAULTS[rules.fault(table.cards, view)] == "sound"


def test_a_card_once_shown_stays_known() -> None:
    table = Table(2).hands("hazel-wand candle", "hand-axe").heroes("tib")
    table.play("sell hazel-wand at 2, sell hand-axe at 3")  # the axe bounces
    axe = table.ids("item").index("hand-axe")
    for seed in range(20):
        view = hidden(table, 0, seed)
        assert list(view.hand[1, :1]) == [axe]
    seen = {int(hidden(table, 1, seed).hand[0, 0]) for seed in range(40)}
    assert len(seen) > 3  # nobody has seen the candle
    table.play("stay, upgrade hand-axe")
    assert table.state.shown[1, axe] == 0


def test_a_choice_is_unseen_until_all_have_chosen() -> None:
    table = Table(3).hands("hand-axe", "conch", "sprig").play("sell hand-axe at 4, bid 2")
    kinds = {int(hidden(table, 2, seed).choice[0]) for seed in range(60)}
    assert kinds == {1, 2}  # it may be a sale or a bid
    assert {int(hidden(table, 0, seed).choice[0]) for seed in range(20)} == {
        1
    }  # one's own is known
    assert {int(hidden(table, 0, seed).choice_price[0]) for seed in range(20)} == {4}
    assert {int(hidden(table, 0, seed).choice[2]) for seed in range(20)} == {0}  # not yet made


@pytest.mark.parametrize(("votes", "is_seen"), [("each_open", True), ("each_hidden", False)])
def test_votes_are_seen_where_they_are_spoken(votes: str, is_seen: bool) -> None:
    table = (
        Table(2, banish_votes=votes)
        .hands("conch", "candle")
        .gold(9, 9)
        .heroes("greta hand-axe apron")
        .monsters("bear")
    )
    table.play("sell conch at 1, sell candle at 1, stay, stay, banish greta")
    assert ({int(hidden(table, 1, seed).votes[0]) for seed in range(40)} == {1}) == is_seen


def exchange(one: Any, at: int, other: Any, there: int) -> None:
    one[at], other[there] = other[there], one[at]


DAMAGE: dict[str, Callable[[Any], None]] = {
    "an item is in two zones or in none (hand-axe)": lambda s: s.worn.__setitem__((0, 0), -1),
    "gold below 0": lambda s: s.gold.__setitem__(1, -1),
    "a zone of item has a number that is not one of its cards": lambda s: s.discard.__setitem__(
        (0, -1), -1
    ),
    "a hand or deck holds another tier's card (pearl)": lambda s: exchange(
        s.draw[2], 0, s.draw[0], 0
    ),
    "an item is beside no hero or in a slot it does not fit (apron)": lambda s: exchange(
        s.worn[0], 0, s.draw[0], 1
    ),
    "a hero is in two places or in none (greta)": lambda s: s.owner.__setitem__(
        (0, s.heroes[0]), 0
    ),
    "a monster is in two places or in none (magpies)": lambda s: s.monsters.__setitem__(
        0, s.monsters[1]
    ),
    "a seat has shown a card it does not hold (heartwood)": lambda s: s.shown.__setitem__(
        (0, 26), 1
    ),
}


@pytest.mark.parametrize("expected", DAMAGE)
def test_a_fault_is_found(expected: str) -> None:
    table = Table(2).hands("conch", "candle").heroes("greta hand-axe")
    assert rules.fault(table.cards, table.state) == 0
    DAMAGE[expected](table.state)
    assert fault_words(rules, table.cards, rules.fault(table.cards, table.state)) == expected


def test_a_card_too_many_is_found() -> None:
    table = Table(2).hands("conch", "candle")
    table.state.hand[0, 1], table.state.hand[0, -1] = 5, 2
    assert (
        fault_words(rules, table.cards, rules.fault(table.cards, table.state))
        == "an item is in two zones or in none (gambeson)"
    )


def test_an_audit_passes_on_what_it_finds() -> None:
    table = Table(2)
    table.state.gold[0] = -1
    assert audit(rules, table.cards, table.state) == "gold below 0"
    table = Table(2)
    table.state.phase = 5  # a swap where nobody has a hero to swap on
    table.state.chosen = 0
    assert (
        audit(rules, table.cards, table.state)
        == "a player with nothing to decide is asked for a decision"
    )
