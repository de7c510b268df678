"""Emporium, restocking phase, banishing, and how the game ends."""

from __future__ import annotations

import pytest

from rules_check.games.emporium.course import is_hopeless
from rules_check.games.emporium.state import End, Owner, Tally
from tests.rules_check.games.scripted import Table

ALL_SELL = {
    2: "sell conch at 4, sell conch at 4",
    3: "sell conch at 4, sell conch at 4, sell conch at 4",
}


def restocking(hand: str, other: str = "conch", gold: int = 9, **changes: object) -> Table:
    """Come to seat 0's restocking, with this hand, and no slot or fight that could change it
    before.
    """
    table = (
        Table(2, **changes)
        .hands(hand, other)
        .gold(gold, gold)
        .heroes("greta hand-axe apron")
        .monsters("troll")
    )
    return table.play("bid 1, bid 1", "pass", "pass")


def test_drawing_fills_the_hand_to_its_size() -> None:
    table = restocking("conch")
    assert table.legal() == ["draw", "stay", "upgrade conch"]
    assert len(table.play("draw").hand(0)) == 4
    assert len(restocking("conch", hand_limit=6).play("draw").hand(0)) == 6


def test_a_full_hand_draws_none() -> None:
    assert "draw" not in restocking("conch conch candle sprig").legal()


def test_restock_neither_must_draw_by_ruling() -> None:
    assert (
        restocking("trident", restock_neither="must_draw").seat() == 1
    )  # drew by itself: nothing else to do
    assert restocking("conch", restock_neither="must_draw").legal() == ["draw", "upgrade conch"]
    full = restocking("conch conch conch trident", restock_neither="must_draw")
    assert full.legal() == ["stay", "upgrade conch"]


def test_an_upgrade_discards_and_draws_from_the_next_tier() -> None:
    table = restocking("conch", upgrades_most=1)
    top = table.drawn(1)[-1]
    table.play("upgrade conch")
    assert (table.hand(0), table.discards(0), table.coins()[0]) == ([top], ["conch"], 9)
    assert table.seat() == 1


def test_a_steel_item_goes_no_further() -> None:
    assert "upgrade trident" not in restocking("trident conch").legal()


@pytest.mark.parametrize(("items", "price"), [("conch candle", 1), ("compass idol", 2)])
def test_a_second_upgrade_costs_the_price_of_the_tier_it_goes_to(items: str, price: int) -> None:
    first, second = items.split()
    table = restocking(items).play(f"upgrade {first}")
    assert table.coins()[0] == 9
    assert table.play(f"upgrade {second}").coins()[0] == 9 - price
    assert len(table.hand(0)) == 2
    poor = restocking(items, gold=price - 1 or 1) if price > 1 else None
    if poor:
        assert poor.play(f"upgrade {first}").seat() == 1  # not asked: the second cannot be paid


def test_two_upgrades_are_of_one_tier() -> None:
    table = restocking("conch candle idol").play("upgrade conch")
    assert table.legal() == ["done", "upgrade candle"]
    assert len(table.play("done").hand(0)) == 3


def test_upgrade_tiers_may_differ_by_ruling() -> None:
    table = restocking("conch idol", upgrade_tiers="any_tiers").play("upgrade conch")
    assert table.legal() == ["done", "upgrade idol"]
    assert table.play("upgrade idol").coins()[0] == 9 - 2


def test_both_upgrades_are_paid_before_a_card_is_drawn() -> None:
    table = restocking("conch candle").play("upgrade conch")
    assert table.hand(0) == ["candle"]
    table = restocking("conch candle", upgrade_payment="after_first")
    top = table.drawn(1)[-1]
    assert table.play("upgrade conch").hand(0) == sorted(["candle", top])


def test_upgrades_most_bounds_their_number() -> None:
    table = restocking("conch candle sprig apron", upgrades_most=3).play(
        "upgrade conch, upgrade candle, upgrade sprig"
    )
    assert table.coins()[0] == 9 - 1 - 1
    assert table.seat() == 1


def test_restocking_reshuffles_the_discards_when_a_deck_runs_out() -> None:
    table = restocking("conch candle").deck(0, "sprig", "apron oilskin")
    table.play("draw")
    assert set(table.hand(0)) - {"conch", "candle", "sprig"} < {"apron", "oilskin"}
    assert (len(table.drawn(0)), table.discards(0)) == (1, [])


def test_reshuffle_when_due_leaves_an_empty_deck() -> None:
    table = restocking("conch candle sprig").deck(0, "apron", "oilskin").play("draw")
    assert (table.drawn(0), table.discards(0)) == ([], ["oilskin"])
    table = (
        restocking("conch candle sprig", reshuffle="when_empty")
        .deck(0, "apron", "oilskin")
        .play("draw")
    )
    assert (table.drawn(0), table.discards(0)) == (["oilskin"], [])


def test_nothing_is_drawn_where_deck_and_discards_are_empty() -> None:
    table = restocking("conch").deck(0, "sprig", "")
    assert table.play("draw").hand(0) == ["conch", "sprig"]
    assert "draw" not in restocking("conch").deck(0, "", "").legal()


def test_no_upgrade_into_a_tier_without_cards() -> None:
    assert restocking("conch idol").deck(2, "", "").legal() == ["draw", "stay", "upgrade conch"]
    table = restocking("idol compass").deck(2, "trident", "").play("upgrade idol")
    assert table.seat() == 1  # the one card is spoken for


def test_items_run_out_draws_from_the_next_lower_tier_by_ruling() -> None:
    table = (
        restocking("idol", items_run_out="lower_tier", upgrades_most=1)
        .deck(2, "", "")
        .deck(1, "harpoon", "")
        .play("upgrade idol")
    )
    assert table.hand(0) == ["harpoon"]
    assert table.state.progress == 0  # a sidestep is no upgrade, and ends no stall


def test_a_large_hand_is_kept() -> None:
    assert len(restocking("conch conch candle candle sprig").play("stay").hand(0)) == 5


def test_a_large_hand_is_discarded_down_by_ruling() -> None:
    table = restocking("conch conch candle candle sprig apron", large_hand="discard").play("stay")
    assert table.legal() == ["discard conch", "discard candle", "discard sprig", "discard apron"]
    assert table.play("discard apron, discard conch").hand(0) == [
        "candle",
        "candle",
        "conch",
        "sprig",
    ]
    assert table.seat() == 1


def test_beaten_monsters_and_their_heroes_are_replaced() -> None:
    table = (
        Table(2)
        .hands("", "conch")
        .heroes("greta hand-axe")
        .monsters("rat-king", "troll", "bear")
        .play("bid 1, sell conch at 4")
    )
    table.play("hero greta, fight rat-king").close()
    assert len(table.row()) == 3
    assert len(table.table()) == 1
    assert table.state.first == 1  # the marker passes clockwise
    assert table.state.rounds == 2


def voting(players: int, gold: tuple[int, ...], **changes: object) -> Table:
    """Come to the banishing, with full heroes that nobody can use."""
    hands = (
        "conch conch conch conch",
        "candle candle candle candle",
        "idol idol idol trident",
        "compass compass compass trident",
    )
    table = Table(players, **{"stall": "three_still_rounds", **changes}).hands(*hands[:players])
    table.gold(*gold).heroes(
        *["greta hand-axe apron", "wick gambeson sprig", "fen fish-spear oilskin"][
            : (players + 1) // 2
        ]
    )
    table.monsters("bear", "hydra", "baron")
    while table.state.phase == 1:
        table.play(table.legal()[0])
    while table.state.phase == 7:
        table.play("stay")
    return table


def test_of_two_players_both_are_the_majority() -> None:
    table = voting(2, (5, 5)).play("banish greta, banish greta")
    assert "greta" not in table.table()
    assert table.coins() == [3, 3]
    table = voting(2, (5, 5)).play("banish greta, banish none")
    assert (table.table(), table.coins()) == (["greta"], [5, 5])
    assert voting(2, (5, 1)).state.rounds == 2  # one who cannot pay is no majority: nobody is asked


def test_a_majority_is_more_than_half_of_all() -> None:
    table = voting(4, (5, 5, 5, 5)).play("banish wick, banish none, banish wick, banish none")
    assert (table.table(), table.coins()) == (["greta", "wick"], [5, 5, 5, 5])
    table = voting(4, (5, 5, 5, 5)).play("banish wick, banish none, banish greta+wick, banish wick")
    assert table.table()[0] == "greta"
    assert "wick" not in table.table()
    assert table.coins() == [3, 5, 3, 3]  # seat 2 pays for wick alone


def test_banish_majority_of_voters_by_ruling() -> None:
    table = voting(3, (5, 5, 1), banish_majority="of_voters").play("banish wick, banish wick")
    assert "wick" not in table.table()
    assert table.coins() == [3, 3, 1]
    assert (
        "wick" not in voting(3, (5, 1, 1), banish_majority="of_voters").play("banish wick").table()
    )


def test_everyone_who_can_pays_for_a_banishing_by_ruling() -> None:
    table = voting(3, (5, 5, 5), banish_payers="everyone").play(
        "banish wick, banish wick, banish none"
    )
    assert table.coins() == [3, 3, 3]
    assert voting(3, (5, 5, 1), banish_payers="everyone").play(
        "banish wick, banish wick"
    ).coins() == [3, 3, 1]


def test_a_vote_needs_the_gold_for_every_hero_named() -> None:
    table = voting(4, (3, 4, 5, 5))
    assert table.legal() == ["banish none", "banish greta", "banish wick"]
    assert table.play("banish none").legal() == [
        "banish none",
        "banish greta",
        "banish wick",
        "banish greta+wick",
    ]


def test_the_poor_vote_free_by_ruling_and_pay_what_is_left() -> None:
    table = voting(2, (5, 1), banish_poor="votes_free").play("banish greta, banish greta")
    assert table.coins() == [3, 0]
    assert "greta" not in table.table()


def test_one_vote_for_all_heroes_by_ruling() -> None:
    table = voting(3, (5, 5, 3), banish_votes="one_for_all")
    assert table.legal() == ["banish none", "banish greta+wick"]
    table.play(
        "banish greta+wick, banish greta+wick"
    )  # the third cannot pay for two, and is not asked
    assert table.coins() == [1, 1, 3]


def test_votes_are_spoken_in_turn_and_end_when_no_majority_is_left() -> None:
    table = voting(4, (5, 5, 5, 5)).play("banish none, banish none")
    assert table.state.rounds == 2
    table = voting(4, (5, 5, 5, 5), banish_votes="each_hidden").play("banish none, banish none")
    assert table.state.rounds == 1  # hidden votes tell nobody


def test_items_of_a_banished_hero_are_discarded() -> None:
    assert voting(2, (5, 5)).play("banish greta, banish greta").discards(0) == ["apron", "hand-axe"]


def test_banished_items_go_under_their_deck_by_ruling() -> None:
    table = voting(2, (5, 5), banished_items="to_deck").play("banish greta, banish greta")
    assert (table.discards(0), sorted(table.drawn(0)[:2])) == ([], ["apron", "hand-axe"])


def last_fight(heroes: int, monsters: int, **changes: object) -> Table:
    """Win one fight with this many cards left in the decks, then close the round."""
    table = (
        Table(2, **changes)
        .hands("", "conch")
        .heroes("greta hand-axe")
        .monsters("rat-king", "troll", "bear")
    )
    table.play("bid 1, sell conch at 4")
    for kind, left in ((0, heroes), (1, monsters)):
        for card in table.state.deck[kind, left : table.state.deck[kind, -1]]:
            table.state.owner[kind, card] = 9
        table.state.deck[kind, -1] = left
    return table.play("hero greta, fight rat-king").close()


@pytest.mark.parametrize(
    ("heroes", "monsters", "end"),
    [(1, 1, End.NOT_OVER), (0, 1, End.HEROES_OUT), (1, 0, End.MONSTERS_OUT), (0, 0, End.BOTH_OUT)],
)
def test_the_game_ends_when_a_deck_cannot_refill(heroes: int, monsters: int, end: int) -> None:
    table = last_fight(heroes, monsters)
    assert table.state.end == end
    assert (table.legal() == []) == (end != End.NOT_OVER)
    assert (table.seat() == -1) == (end != End.NOT_OVER)


def banish_the_last(**changes: object) -> Table:
    table = (
        Table(2, **{"stall": "three_still_rounds", **changes})
        .hands("conch", "conch")
        .gold(9, 9)
        .heroes("greta hand-axe apron")
        .monsters("bear", "hydra", "baron")
    )
    for card in table.state.deck[0, : table.state.deck[0, -1]]:
        table.state.owner[0, card] = 9
    table.state.deck[0, -1] = 0
    return table.play("bid 1, bid 1, pass, pass, stay, stay")


def test_a_banishing_can_end_the_game() -> None:
    table = banish_the_last().play("banish greta, banish greta")
    assert table.state.end == End.HEROES_OUT


def test_refill_check_before_banishing_keeps_heroes_that_cannot_be_replaced() -> None:
    table = banish_the_last(refill_check="before_banishing")
    assert (table.state.end, table.state.rounds, table.table()) == (End.NOT_OVER, 2, ["greta"])


def still(rounds: int, **changes: object) -> Table:
    """Play rounds in which nothing can happen: no slot, no fight, no upgrade, no gold to banish."""
    table = (
        Table(2, **changes)
        .hands("trident trident greatsword greatsword", "plate plate stag-helm stag-helm")
        .gold(0, 0)
    )
    table.heroes("greta hand-axe apron").monsters("bear", "hydra", "baron")
    for _ in range(rounds):
        for _ in range(2):
            table.play(table.legal()[0])
    return table


def test_after_a_still_round_the_heroes_leave_as_if_banished() -> None:
    table = still(1)
    assert (table.state.end, table.state.rounds, table.state.still_rounds) == (End.NOT_OVER, 2, 0)
    assert "greta" not in table.table()
    assert table.state.owner[0, table.ids("hero").index("greta")] == Owner.BANISHED
    assert table.state.tally[Tally.CLEARINGS] == 1


def test_three_still_rounds_end_the_game_by_ruling() -> None:
    two, three = (still(rounds, stall="three_still_rounds").state for rounds in (2, 3))
    assert (two.end, two.rounds) == (End.NOT_OVER, 3)
    assert (three.end, three.rounds) == (End.STALLED, 3)


def test_by_ruling_only_a_hero_whom_no_gear_could_help_may_be_banished() -> None:
    """Wick has 2 and two slots, so at best 2 + 6 + 6 = 14; Greta 3 + 6 + 6 = 15."""
    for strongest, may_go in (("bear", True), ("kettle", False)):
        table = (
            Table(3, banish_when="hopeless")
            .heroes("wick", "greta")
            .monsters("hydra", "baron", strongest)
            .gold(9, 9, 9)
        )
        assert is_hopeless(table.cards, table.state, 0) is may_go
        assert is_hopeless(table.cards, table.state, 1) is may_go


def test_a_stall_plays_on_by_ruling() -> None:
    assert (still(4, stall="play_on").state.end, still(4, stall="play_on").state.rounds) == (
        End.NOT_OVER,
        5,
    )


def test_an_upgrade_breaks_a_stall() -> None:
    table = (
        Table(2, stall="three_still_rounds")
        .hands("trident trident greatsword compass", "plate plate stag-helm stag-helm")
        .gold(0, 0)
    )
    table.heroes("greta hand-axe apron").monsters("bear", "hydra", "baron")
    for last, still_rounds in (("stay", 1), ("stay", 2), ("upgrade compass", 0)):
        while table.state.phase == 1:
            table.play(table.legal()[0])
        assert table.play(last).state.still_rounds == still_rounds
    assert table.state.end == End.NOT_OVER


def test_the_decks_have_five_cards_of_each_level_with_level_one_on_top() -> None:
    table = Table(4)
    levels = [
        int(table.cards.level[0, card]) for card in table.state.deck[0, : table.state.deck[0, -1]]
    ]
    assert levels == [3] * 5 + [2] * 5 + [1] * 3
    levels = [
        int(table.cards.level[1, card]) for card in table.state.deck[1, : table.state.deck[1, -1]]
    ]
    assert levels == [3] * 5 + [2] * 5 + [1] * 2


@pytest.mark.parametrize(("players", "heroes"), [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_setup_by_number_of_players(players: int, heroes: int) -> None:
    table = Table(players)
    assert len(table.table()) == heroes
    assert len(table.row()) == 3
    assert table.coins() == [3] * players
    assert [len(table.hand(seat)) for seat in range(players)] == [4] * players
    assert {int(table.cards.item_tier[i]) for i in table.state.hand[0, :4]} == {0}


def test_a_short_level_takes_all_there_are() -> None:
    levels = [0, 10, 5, 5, *[0] * 6]  # nine heroes of level 1 exist
    assert Table(2, deck_levels=levels).state.deck[0, -1] == 9 + 5 + 5 - 1


def test_a_short_level_is_filled_from_the_next_by_ruling() -> None:
    table = Table(2, deck_levels=[0, 10, 5, 5, *[0] * 6], short_level="next_level")
    levels = [
        int(table.cards.level[0, card]) for card in table.state.deck[0, : table.state.deck[0, -1]]
    ]
    assert (
        levels == [3] * 5 + [2] * 6 + [1] * 8
    )  # ten on top: nine of level 1 (one lies on the table) and one of level 2
