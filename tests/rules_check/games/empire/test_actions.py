"""Empire: steal, trade and battle, and what all know of a hand after each; scripted, a rule a
test.
"""

from __future__ import annotations

import pytest

from rules_check.engine.game import new_state
from rules_check.games import empire as rules
from tests.rules_check.games.scripted_empire import Table


# -------------------------------------------------------------------------------------------- steal
def test_the_top_of_a_pile_is_stolen() -> None:
    table = (
        Table().hands("nine ten", "five", "six").piles("ace", "three four", "king").play("steal 2")
    )
    assert (table.hand(0), table.pile(1)) == ({"four": 1, "nine": 1, "ten": 1}, ["three"])
    assert table.known(0) == {"four": 1}


def test_a_two_protects_itself_and_all_below() -> None:
    table = Table().hands("nine ten", "five", "six").piles("ace", "joker two", "")
    assert [text for text in table.legal() if text.startswith("steal")] == []


def test_a_joker_can_be_stolen() -> None:
    assert Table().hands("nine ten", "five", "six").piles("", "joker").play("steal 2").hand(0) == {
        "joker": 1,
        "nine": 1,
        "ten": 1,
    }


# -------------------------------------------------------------------------------------------- trade
def trading(**changes: object) -> Table:
    return (
        Table(4, **changes)
        .hands("nine ten", "five seven", "six queen", "three ace")
        .play("trade, table nine")
    )


def test_all_others_offer_clockwise_and_the_trader_takes_one() -> None:
    table = trading()
    for seat, offers in ((1, ["five", "seven"]), (2, ["six", "queen"]), (3, ["three", "ace"])):
        assert (table.seat(), table.legal()) == (seat, [f"offer {card}" for card in offers])
        table.play(f"offer {offers[0]}")
    assert (table.seat(), table.legal()) == (0, ["take 2", "take 3", "take 4"])
    table.play("take 3")
    assert (table.hand(0), table.hand(2)) == ({"six": 1, "ten": 1}, {"nine": 1, "queen": 1})
    assert (table.hand(1), table.hand(3)) == (
        {"five": 1, "seven": 1},
        {"three": 1, "ace": 1},
    )  # back into their hands


def test_all_know_what_was_tabled() -> None:
    table = trading().play("offer five, offer six, offer three, take 3")
    assert [table.known(seat) for seat in range(4)] == [
        {"six": 1},
        {"five": 1},
        {"nine": 1},
        {"three": 1},
    ]
    assert [table.most(seat) for seat in range(4)] == [{}, *[{}] * 3]


def test_who_has_no_card_offers_none() -> None:
    table = Table(3).hands("nine ten", "", "six queen").play("trade, table nine")
    assert table.seat() == 2
    assert table.play("offer six").hand(0) == {"six": 1, "ten": 1}  # the only card to take


@pytest.mark.parametrize(("offers", "is_open"), [("at_once", False), ("in_turn", True)])
def test_offers_are_unseen_until_all_lie_there_or_open(offers: str, is_open: bool) -> None:
    table = trading(trade_offers=offers).play("offer five")
    assert table.known(0) == {"nine": 1}  # the trader's card lies open either way
    assert (table.known(1) == {"five": 1}) == is_open
    assert rules.is_secret(table.cards, table.state) != is_open
    seen = set()
    for seed in range(30):
        view = new_state(rules, 1)
        view[0] = table.state
        rules.hide(table.cards, view[0], 2, seed)
        seen.add(int(view[0].tabled[1]))
    assert (seen == {int(table.state.tabled[1])}) == is_open


def test_a_partner_offers_of_the_traders_empire_by_ruling() -> None:
    table = trading(trade_partner="same_empire")  # a nine: seat 1 must offer its seven
    assert (table.seat(), int(table.state.tabled[1])) == (2, table.types("seven")[0])
    table.play("offer queen, offer ace, take 2")
    assert table.hand(0) == {"seven": 1, "ten": 1}
    assert (
        table.most(2) == table.most(3) == dict.fromkeys(("seven", "eight", "nine", "ten"), 0)
    )  # they had none of the merchant's
    assert table.most(1) == {}


def test_who_takes_part_in_a_swap_with_nothing_fitting_may_hold_the_traders_card_then() -> None:
    table = trading(trade_partner="same_empire").play("offer queen, offer ace, take 3")
    assert table.most(2) == {"seven": 0, "eight": 0, "nine": 1, "ten": 0}
    assert table.known(2) == {"nine": 1}


def test_a_card_of_no_empire_may_be_met_with_any() -> None:
    table = (
        Table(3, trade_partner="same_empire")
        .hands("two joker nine", "five seven", "two queen")
        .play("trade, table two")
    )
    assert table.legal() == ["offer five", "offer seven"]
    table.play("offer five")
    assert table.legal() == ["offer two", "offer queen"]
    assert table.play("offer queen, take 2").most(2) == {}


# ------------------------------------------------------------------------------------------- battle
def battling(demand: str = "five", **changes: object) -> Table:
    return (
        Table(3, **changes)
        .hands("nine ten", "five five joker", "six")
        .play(f"battle 2, demand {demand}")
    )


def test_a_demand_in_vain_ends_the_battle() -> None:
    table = battling("ace")
    assert (table.legal(), table.most(1)) == (["discard nine", "discard ten"], {"ace": 0})


def test_both_show_a_fist_and_the_winner_has_the_card() -> None:
    table = battling()
    assert (table.seat(), table.legal(), table.known(1)) == (
        0,
        ["rock", "paper", "scissors"],
        {"five": 1},
    )
    table.play("rock")
    assert table.seat() == 1
    table.play("scissors")
    assert (table.hand(0), table.hand(1)) == (
        {"five": 1, "nine": 1, "ten": 1},
        {"five": 1, "joker": 1},
    )
    assert (table.known(0), table.known(1)) == ({"five": 1}, {})


@pytest.mark.parametrize(
    ("mine", "other"), [("rock", "paper"), ("paper", "scissors"), ("scissors", "rock")]
)
def test_who_loses_gets_nothing_but_all_know_of_the_card(mine: str, other: str) -> None:
    table = battling().play(mine, other)
    assert (table.hand(0), table.hand(1)) == ({"nine": 1, "ten": 1}, {"five": 2, "joker": 1})
    assert table.known(1) == {"five": 1}


def test_a_tie_is_fought_again_but_not_for_ever() -> None:
    table = battling().play("rock, rock")
    assert (table.seat(), table.legal()) == (0, ["rock", "paper", "scissors"])
    assert table.play("paper, rock").hand(0) == {"five": 1, "nine": 1, "ten": 1}
    table = battling()
    for _ in range(50):
        table.play("rock, rock")
    assert table.legal() == ["discard nine", "discard ten"]
    assert table.hand(1) == {"five": 2, "joker": 1}


def test_what_is_shown_is_hidden_from_who_is_to_answer() -> None:
    table, seen = battling().play("rock"), set()
    assert rules.is_secret(table.cards, table.state)
    for seed in range(30):
        view = new_state(rules, 1)
        view[0] = table.state
        rules.hide(table.cards, view[0], 1, seed)
        seen.add(int(view[0].fist))
    assert seen == {0, 1, 2}


def test_a_demand_may_name_a_joker_or_may_not_by_ruling() -> None:
    assert battling("joker").play("rock, scissors").hand(0) == {"joker": 1, "nine": 1, "ten": 1}
    table = (
        Table(3, demand_jokers="may_not").hands("nine ten", "five joker", "six").play("battle 2")
    )
    assert "demand joker" not in table.legal()
    assert {"demand two", "demand ace"} <= set(table.legal())


def test_a_demand_names_rank_and_suit_by_ruling() -> None:
    table = (
        Table(3, demand_names="card")
        .hands("nine-clubs ten-hearts", "five-hearts five-clubs joker", "six-clubs")
        .play("battle 2")
    )
    assert len(table.legal()) == 53
    assert table.play("demand five-spades").most(1) == {"five-spades": 0}
    table = Table(3, demand_names="card").hands(
        "nine-clubs ten-hearts", "five-hearts five-clubs joker", "six-clubs"
    )
    table.play("battle 2, demand five-clubs, paper, rock")
    assert table.hand(0) == {"five-clubs": 1, "nine-clubs": 1, "ten-hearts": 1}


def test_nobody_battles_with_an_empty_hand_or_oneself() -> None:
    table = Table(4).hands("nine ten", "five", "", "six")
    assert [text for text in table.legal() if text.startswith("battle")] == ["battle 2", "battle 4"]


# ---------------------------------------------------------------------------------------- knowledge
def test_a_card_drawn_may_be_any() -> None:
    table = battling("ace").play("discard nine")  # seat 1 draws
    assert table.most(1) == {"ace": 1}


def test_a_card_discarded_is_no_longer_in_the_hand() -> None:
    table = (
        Table().hands("nine ten", "five", "six").piles("", "three").play("steal 2, discard three")
    )
    assert (table.known(0), table.hand(0)) == ({}, {"nine": 1, "ten": 1})


def test_of_two_cards_known_one_stays_known() -> None:
    table = (
        Table(3)
        .hands("nine ten", "three five", "six")
        .piles("", "three")
        .play("steal 2, discard nine")
        .top("king king king")
    )
    table.play("battle 1, demand three, scissors, rock, discard five")
    assert table.known(0) == {"three": 1}
    table = (
        Table(3)
        .hands("nine three", "five", "six")
        .piles("", "three")
        .play("steal 2, discard three")
    )
    assert (table.hand(0), table.known(0)) == (
        {"nine": 1, "three": 1},
        {},
    )  # it may have been the only one


def test_a_pillar_takes_known_cards_along() -> None:
    table = Table(3).hands("six six six nine ten", "five", "six").piles("", "six").play("steal 2")
    assert table.known(0) == {"six": 1}
    assert table.play("lay six").known(0) == {}
