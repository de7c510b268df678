"""The rules of a month, one by one: building, auctions, market cards, debt, turn order, the end."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from generator.data.loading import load_game
from generator.data.problems import ProblemError
from rules_check.engine.game import new_state
from rules_check.games import brick_and_mortar as rules
from rules_check.games.brick_and_mortar.state import Step
from rules_check.rules import EMPTY, size
from tests.rules_check.games.alike import cards_of
from tests.rules_check.games.scripted_brick_and_mortar import FILE, Table


def test_the_last_one_left_pays_and_the_opener_acts_again() -> None:
    table = Table(3).row("bakery", "bank", "freezer").go(Step.BUILDING)
    table.play("bid bakery 7", "raise 8", "drop", "drop", "open bakery")
    assert table.money == [50, 42, 50]
    assert table.state.seat == 0
    assert table.phase == "store"
    table.play("pass", "pass")
    assert table.phase == "cards"  # seat 2 has had its action


def test_the_row_loses_its_oldest_store_where_one_was_sold_and_all_where_none_was() -> None:
    table = (
        Table()
        .row("bakery", "bank", "freezer", "bazaar")
        .go(Step.BUILDING)
        .play("bid bank 10", "drop", "open bank", "pass")
    )
    names = [table.stores[n] for n in table.state.row[: table.state.row[-1]]]
    assert names[:2] == ["freezer", "bazaar"]
    assert len(names) == 4
    table = Table().row("bakery", "bank", "freezer", "bazaar").go(Step.BUILDING)
    coming = table.stores[table.state.next_up[0]]
    table.play("pass", "pass")
    names = [table.stores[n] for n in table.state.row[: table.state.row[-1]]]
    assert names[0] == coming
    assert not {"bakery", "bank", "freezer", "bazaar"} & set(names)


def test_the_store_on_the_deck_stays_by_ruling() -> None:
    table = Table(refill_when_none_sold="deck_card_stays").row("bakery", "bank").go(Step.BUILDING)
    coming = int(table.state.next_up[0])
    assert table.play("pass", "pass").state.next_up[0] == coming


@pytest.mark.parametrize(("option", "most"), [("with_debt", 40), ("money", 10), ("unlimited", 200)])
def test_bids_go_as_far_as_the_ruling_lets_them(option: str, most: int) -> None:
    table = Table(money=10, bid_limit=option).row("bakery").go(Step.BUILDING)
    assert [text for text in table.legal() if text.startswith("bid")] == [
        f"bid bakery {n}" for n in range(7, most + 1)
    ]


def test_bidding_without_a_limit_comes_to_an_end_with_a_name() -> None:
    table = Table(bid_limit="unlimited").row("bakery").go(Step.BUILDING).play("bid bakery 200")
    assert rules.ENDS[table.state.end] == "bidding without end"
    assert table.state.end in rules.BAD_ENDS


def test_prices_above_99_work() -> None:
    table = (
        Table(money=300)
        .row("bakery")
        .go(Step.BUILDING)
        .play("bid bakery 150", "raise 233", "drop", "open bakery")
    )
    assert table.money == [300, 67]


def test_a_store_that_is_not_opened_leaves_the_game() -> None:
    table = Table().hand(0, "bakery").go(Step.BUILDING).play("buy bakery", "done")
    assert table.building(0) == []
    assert table.stores.index("bakery") in table.state.out.tolist()


def test_four_slots_are_all_there_are() -> None:
    table = Table().hand(0, "bakery").go(Step.BUILDING)
    for name in ("bank", "freezer", "bazaar", "gift-shop"):
        table.shop(0, name)
    assert "open bakery" not in table.play("buy bakery").legal()
    assert "open bakery" in table.play("close bank").legal()


def test_a_third_store_lets_cards_be_changed_and_a_fourth_one_more_be_played() -> None:
    table = Table()
    for name in ("bank", "freezer", "bazaar"):
        table.shop(0, name)
    table.go(Step.ADVERTS)
    assert "change-all" in table.legal()
    table.play("change-all")
    assert "change-all" not in table.legal()
    table.play(table.legal()[0]).play(table.legal()[0])
    assert table.state.seat == 1
    table = Table()
    for name in ("bank", "freezer", "bazaar", "gift-shop"):
        table.shop(0, name)
    table.go(Step.ADVERTS)
    table.play(table.legal()[0]).play(table.legal()[0])
    assert table.state.seat == 0
    assert "stop" in table.legal()


def test_ties_when_stocking_go_to_the_last_in_turn_order() -> None:
    table = Table(3).shop(0, "jeweller").shop(1, "jewelry-liquidator").dock(jewelry=3)
    assert table.go(Step.TYPE, "jewelry").play("price 9", "price 9").state.seat == 1


def test_ties_when_selling_go_to_the_last_in_turn_order() -> None:
    table = (
        Table(money=0).shop(0, "corner-grocer", food=[4]).shop(1, "bakery", food=[4]).points(12, 10)
    )
    table.boxes("food", food=4).play("offer 4 at 3", "offer 4 at 3")
    assert table.money == [0, 4]


def test_equal_is_competition_by_ruling() -> None:
    table = (
        Table(enough_equal="competition")
        .shop(0, "corner-grocer")
        .shop(1, "bakery")
        .dock(food=8)
        .go(Step.TYPE)
    )
    assert table.phase == "price"


def test_one_item_of_a_type_may_be_bought_with_tokens() -> None:
    table = (
        Table(money=6)
        .shop(0, "clothing-importer")
        .shop(1, "clothing-outlet")
        .dock(clothing=5)
        .go(Step.TYPE, "clothing")
    )
    table.play("price 2", "price 2", "stock 0")
    assert table.legal()[-1] == "stock 4"  # three for money, the fourth with a token
    table.play("stock 4")
    assert (table.money[0], table.debt[0]) == (0, 1)


def test_change_of_a_token_is_kept() -> None:
    table = Table(money=0, has_bills=True).shop(0, "duty-free").go(Step.UTILITIES)
    assert (table.money[0], table.debt[0]) == (1, 2)


def test_utilities_of_stores_and_slots() -> None:
    table = (
        Table(has_bills=True)
        .shop(0, "general-store")
        .shop(0, "duty-free")
        .shop(0, "designer-boutique")
        .go(Step.UTILITIES)
    )
    assert table.money[0] == 42


def test_tokens_that_are_gone_are_paid_by_points_or_stores() -> None:
    table = (
        Table(money=0, debt_supply="fifteen_points", debt_tokens=0, has_bills=True)
        .shop(0, "duty-free")
        .go(Step.UTILITIES)
    )
    assert (table.money[0], table.track[0]) == (0, 9)
    table = (
        Table(money=0, debt_supply="fifteen_close", debt_tokens=0, has_bills=True)
        .shop(0, "duty-free")
        .go(Step.UTILITIES)
    )
    assert (table.money[0], table.building(0)) == (9, [])


def test_items_move_down_and_expire() -> None:
    table = Table().shop(0, "corner-grocer", food=[1, 2]).go(Step.INVENTORY)
    assert table.items(0, 0, "food") == [0, 1]


def test_turn_order_changes_at_once_when_somebody_is_passed_and_not_when_level() -> None:
    table = Table(3).points(12, 11, 10).go(Step.COLLECTORS).play("rest", "rest", "invest 1")
    assert table.order == [0, 1, 2]
    table = Table(3).points(12, 11, 10).go(Step.COLLECTORS).play("rest", "rest", "invest 2")
    assert table.order == [0, 2, 1]
    table = Table(3).points(12, 11, 10).go(Step.COLLECTORS).play("divest 2")
    assert table.order == [1, 0, 2]
    assert table.state.seat == 1  # as it was when the phase began


def test_points_are_dearer_the_more_and_sell_for_three() -> None:
    table = Table(money=44).go(Step.COLLECTORS)
    assert "invest 9" not in table.legal()
    assert table.play("invest 8").money[0] == 0
    assert table.play("divest 10").money[1] == 44 + 30


def test_the_month_in_which_somebody_comes_to_the_marker_is_the_last() -> None:
    table = Table(money=60).points(40, 10).go(Step.COLLECTORS).play("invest 5", "rest")
    assert rules.ENDS[table.state.end] == "the investment marker"


def test_the_last_month_ends_the_game() -> None:
    table = Table()
    table.state.rounds = 10
    assert rules.ENDS[table.go(Step.COLLECTORS).play("rest", "rest").state.end] == "the last month"


def test_scores_count_stores_empty_slots_and_debt_and_ties_go_to_the_first_in_turn_order() -> None:
    table = Table().shop(0, "bank").points(20, 20)
    table.state.debt[0] = 3
    assert table.scores() == [20 + 4 - 6 - 3, 20 - 10]
    assert Table().places() == [1, 2]


def test_first_hands_are_those_of_the_last_sets_where_fewer_play() -> None:
    table = Table(2, hands="preset")
    assert [table.building(seat) for seat in range(2)] == [["service-station"], ["delicatessen"]]
    assert table.items(0, 0, "food") == [2, 0]


def test_a_first_hand_with_too_few_market_cards_is_filled_up() -> None:
    cards = cards_of(rules, FILE, hands="preset").copy()
    cards.first_cards[-1, 2:] = EMPTY
    state = new_state(rules)
    rules.new_game(cards, state, 2, 1, 0)
    assert [size(state.holds[seat]) for seat in range(2)] == [5, 5]


def test_first_hands_that_share_a_store_are_not_played(tmp_path: Path) -> None:
    text = FILE.read_text("utf-8").replace(
        "consignment-store, food-bank]", "consignment-store, food-bank, dressmaker]"
    )
    (tmp_path / "cards.yaml").write_text(text, "utf-8")
    shutil.copytree(FILE.parent / "templates", tmp_path / "templates")
    cards = rules.cards_record(load_game(tmp_path))
    assert rules.player_counts(cards) == [2, 3, 4]
    assert rules.player_counts(rules.with_ruling(cards, "hands", "preset")) == []


def test_points_that_are_cheaper_than_they_sell_are_refused(tmp_path: Path) -> None:
    text = FILE.read_text("utf-8").replace("point_cost: [4, 8, 13,", "point_cost: [4, 6, 13,")
    (tmp_path / "cards.yaml").write_text(text, "utf-8")
    shutil.copytree(FILE.parent / "templates", tmp_path / "templates")
    with pytest.raises(ProblemError, match="makes money from nothing"):
        rules.cards_record(load_game(tmp_path))
