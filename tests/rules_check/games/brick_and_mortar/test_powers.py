"""What stores can do, power by power, and the worked examples of the digest."""

from __future__ import annotations

from rules_check.games.brick_and_mortar.state import Step
from tests.rules_check.games.scripted_brick_and_mortar import Table


def test_wholesaler_collector_and_large_dock_nine_dollars_for_jewelry_cost_24() -> None:
    table = (
        Table()
        .shop(0, "estate-seller")
        .shop(0, "jewelry-collector")
        .shop(0, "large-loading-dock")
        .shop(1, "jeweller")
    )
    table.dock(jewelry=6).go(Step.TYPE, "jewelry").play(
        "price 9", "price 7", "stock 6", "put estate-seller 3"
    )
    assert table.money[0] == 50 - 24
    assert table.docked("jewelry") == 0


def test_boutique_and_exporter_five_clothing_at_six_bring_36_and_two_points() -> None:
    table = (
        Table(money=0)
        .shop(0, "designer-boutique", clothing=[1])
        .shop(0, "clothing-exporter", clothing=[4])
        .shop(1, "clothing-outlet", clothing=[4])
    )
    table.boxes("clothing", clothing=5).play("offer 5 at 6", "offer 4 at 7")
    assert (table.money[0], table.track[0]) == (36, 12)


def test_fulfillment_six_food_at_four_three_of_them_into_own_boxes() -> None:
    table = (
        Table(money=0)
        .shop(0, "supermarket", food=[6])
        .shop(0, "fulfillment-center")
        .shop(1, "corner-grocer", food=[4])
    )
    table.boxes("food", food=3).play("offer 6 at 4", "offer 3 at 5")
    assert table.money[0] == 24
    assert table.state.surplus.sum() == 0
    assert table.money[1] == 0  # no box was left


def test_enough_for_all_room_there_is_no_competition() -> None:
    table = (
        Table(money=20).shop(0, "art-gallery").shop(0, "corner-grocer", food=[3]).shop(1, "bakery")
    )
    table.dock(food=6).go(Step.TYPE).play("stock 1", "stock 4")
    assert table.money == [19, 16]


def test_only_one_has_room_the_least_price_is_paid() -> None:
    table = (
        Table(money=20)
        .shop(0, "clothing-outlet")
        .dock(clothing=2)
        .go(Step.TYPE, "clothing")
        .play("stock 2")
    )
    assert table.money[0] == 16


def test_wholesaler_pays_less_and_is_served_by_the_price_that_it_set() -> None:
    table = (
        Table()
        .shop(0, "estate-seller", jewelry=[2])
        .shop(1, "jeweller", jewelry=[1])
        .dock(jewelry=2)
    )
    table.go(Step.TYPE, "jewelry").play("price 9", "price 7", "stock 1", "stock 1")
    assert table.money == [45, 43]


def test_one_holder_sells_at_the_highest_price() -> None:
    table = Table(money=0).shop(0, "supermarket", food=[2]).boxes("food", food=2).play("sell 2")
    assert table.money == [12, 0]


def test_as_many_boxes_as_items_are_no_competition() -> None:
    table = (
        Table(money=0)
        .shop(0, "clothing-outlet", clothing=[2])
        .shop(1, "designer-boutique", clothing=[3])
    )
    table.boxes("clothing", clothing=5).play("sell 2", "sell 3")
    assert table.money == [16, 42]


def test_surplus_is_discarded_once_boxes_are_full() -> None:
    table = (
        Table(money=0)
        .shop(0, "clothing-exporter", clothing=[4])
        .shop(1, "designer-boutique", clothing=[3])
    )
    table.boxes("clothing", clothing=5).play("offer 4 at 3", "offer 2 at 8")
    assert table.money == [12, 14]
    assert table.track == [12, 10]
    assert table.items(1, 0, "clothing") == [0, 1]  # one is left, and has moved down


def test_liquidator_pays_for_items_when_it_is_closed_and_the_rest_slide_left() -> None:
    table = (
        Table()
        .shop(0, "bank")
        .shop(0, "jewelry-liquidator", jewelry=[3])
        .shop(0, "art-gallery")
        .hand(0, "corner-grocer")
    )
    table.go(Step.BUILDING).play(
        "buy corner-grocer", "close jewelry-liquidator", "open corner-grocer"
    )
    assert table.track[0] == 16
    assert table.building(0) == ["bank", "art-gallery", "corner-grocer"]


def test_distributor_takes_points_instead_of_money_for_one_of_two() -> None:
    table = (
        Table(money=0).shop(0, "food-distributor", food=[4]).boxes("food", food=4).play("sell 4")
    )
    assert table.legal() == [
        "swap food-distributor 0",
        "swap food-distributor 1",
        "swap food-distributor 2",
    ]
    table.play("swap food-distributor 2")
    assert (table.money[0], table.track[0]) == (12, 12)


def test_margin_and_exporter_the_bakery_sells_cheaper_and_earns_points() -> None:
    table = (
        Table(money=0)
        .shop(0, "bakery", food=[4])
        .shop(1, "corner-grocer", food=[4])
        .boxes("food", food=4)
    )
    table.play("offer 4 at 1", "offer 4 at 3")
    assert (table.money[0], table.track[0]) == (0, 12)  # never below nought


def test_leftovers_the_food_bank_takes_what_is_left_free() -> None:
    table = Table(money=0).shop(0, "food-bank").dock(food=2).go(Step.TYPE).play("stock 0", "take 2")
    assert table.docked("food") == 0
    assert table.money[0] == 0


def test_catering_brings_food_from_the_box_as_far_as_there_is_room() -> None:
    assert (
        Table().shop(0, "private-catering", food=[3]).demand("f4-c4").go(Step.TYPE).legal()[-1]
        == "sell 4"
    )
    assert (
        Table().shop(0, "private-catering", food=[1]).demand("f4-c4").go(Step.TYPE).legal()[-1]
        == "sell 3"
    )


def test_storehouse_moves_items_in_and_earns_points_for_them() -> None:
    table = (
        Table(money=0)
        .shop(0, "freezer")
        .shop(0, "corner-grocer", food=[0, 2])
        .demand("f2-c2")
        .go(Step.SALE)
    )
    table.play("move corner-grocer 2", "sell 2")
    assert (table.money[0], table.track[0]) == (0, 12)


def test_importer_earns_points_for_filling_up_at_once() -> None:
    table = (
        Table()
        .shop(0, "clothing-importer")
        .dock(clothing=5)
        .go(Step.TYPE, "clothing")
        .play("stock 5")
    )
    assert (table.money[0], table.track[0]) == (40, 13)


def test_duty_free_pays_the_least_price() -> None:
    table = (
        Table().shop(0, "duty-free").shop(1, "jeweller").dock(jewelry=2).go(Step.TYPE, "jewelry")
    )
    table.play("price 20", "price 8", "stock 2")
    assert table.money[0] == 50 - 14


def test_docks_add_up_from_their_numbers_on() -> None:
    table = (
        Table()
        .shop(0, "small-loading-dock")
        .shop(0, "large-loading-dock")
        .shop(0, "clothing-wholesaler")
        .shop(1, "clothing-outlet")
    )
    table.dock(clothing=5).go(Step.TYPE, "clothing").play("price 9", "price 2", "stock 5")
    assert table.money[0] == 50 - 5 * (9 - 1 - 3 - 1)


def test_factory_adds_to_the_market_before_supply() -> None:
    table = Table().shop(0, "small-canning-factory").go(Step.FACTORIES)
    assert table.legal() == ["make 0", "make 1", "make 2"]
    table.play("make 2")
    assert table.docked("food") == 2


def test_crafter_adds_to_the_market_or_earns_points() -> None:
    table = Table(money=0).shop(0, "art-studio", artwork=[2]).go(Step.TYPE, "artwork")
    assert table.legal() == ["craft", "earn"]
    assert (
        Table(money=0)
        .shop(0, "art-studio", artwork=[2])
        .go(Step.TYPE, "artwork")
        .play("craft")
        .docked("artwork")
        == 1
    )
    assert table.play("earn").track[0] == 12


def test_knockoff_earns_more_if_an_opponent_bids() -> None:
    table = (
        Table(money=0)
        .shop(0, "designer-knockoffs", clothing=[2])
        .shop(1, "clothing-outlet", clothing=[2])
    )
    table.boxes("clothing", clothing=2).play("offer 2 at 4", "offer 2 at 5")
    assert table.money == [2 * 4 + 2 * 3, 0]


def test_knockoff_by_ruling_only_if_an_opponent_sells() -> None:
    table = (
        Table(money=0, knockoff="sells")
        .shop(0, "designer-knockoffs", clothing=[2])
        .shop(1, "clothing-outlet", clothing=[2])
    )
    table.boxes("clothing", clothing=2).play("offer 2 at 4", "offer 2 at 5")
    assert table.money == [2 * 4, 0]


def test_peddler_costs_less_and_closes_after_selling() -> None:
    table = (
        Table()
        .hand(0, "electronics-peddler")
        .go(Step.BUILDING)
        .play("buy electronics-peddler", "open electronics-peddler")
    )
    assert table.money[0] == 46
    table = (
        Table(money=0)
        .shop(0, "electronics-peddler", electronics=[2])
        .boxes("electronics", electronics=1)
        .play("sell 1")
    )
    assert table.building(0) == []


def test_peddler_by_ruling_closes_after_the_sale() -> None:
    table = (
        Table(money=0, peddler_closes="after_sale")
        .shop(0, "electronics-peddler", electronics=[1])
        .shop(0, "jeweller", jewelry=[1])
    )
    table.state.boxes[3] = 1
    table.boxes("electronics", electronics=1).play("sell 1")
    assert table.building(0)[0] == "electronics-peddler"
    assert table.play("sell 1").building(0) == ["jeweller"]


def test_surplus_store_sells_out_of_the_market() -> None:
    table = (
        Table(money=0)
        .shop(0, "electronics-surplus")
        .dock(electronics=3)
        .boxes("electronics", electronics=3)
        .play("sell 2")
    )
    assert table.money[0] == 2 * (12 - 4)
    assert table.docked("electronics") == 1


def test_purveyor_fills_empty_boxes_of_jewelry() -> None:
    table = (
        Table(money=0)
        .shop(0, "art-purveyor", artwork=[3])
        .boxes("artwork", jewelry=2, artwork=1)
        .play("sell 3")
    )
    assert table.money[0] == 66


def test_variety_pays_for_types_sold() -> None:
    table = Table(money=0).shop(0, "flea-market").shop(0, "corner-grocer", food=[1])
    table.state.variety[0] = 0b011
    table.boxes("food", food=1)
    table.state.variety[0] = 0b110
    table.play("sell 1")
    assert table.track[0] == 12


def test_antique_pays_for_items_from_the_bottom_shelf() -> None:
    table = (
        Table(money=0)
        .shop(0, "antique-store", jewelry=[1, 0, 1])
        .boxes("jewelry", jewelry=2)
        .play("sell 2")
    )
    assert (table.money[0], table.track[0]) == (32, 11)


def test_pawn_returns_what_expires() -> None:
    table = Table().shop(0, "pawn-shop", electronics=[0, 2]).go(Step.PAWNS).play("return 2")
    assert table.track[0] == 12
    assert table.docked("electronics") == 2


def test_resale_buys_surplus_of_opponents() -> None:
    table = (
        Table(money=10)
        .shop(0, "resale-shop")
        .shop(1, "electronics-store", electronics=[3])
        .shop(0, "knockoff-electronics", electronics=[3])
    )
    table.boxes("electronics", electronics=3).play("offer 3 at 3", "offer 3 at 5", "resale 2 2")
    assert table.money == [10 + 3 * 3 + 3 * 4 - 8, 10 + 8]
    assert table.items(0, 0, "electronics") == [0, 2]


def test_thrift_takes_its_owners_surplus() -> None:
    table = (
        Table(money=0)
        .shop(0, "thrift-store")
        .shop(0, "clothing-outlet", clothing=[0, 3])
        .shop(1, "designer-boutique", clothing=[3])
    )
    table.boxes("clothing", clothing=3).play("offer 3 at 5", "offer 3 at 4", "save 2")
    assert table.items(0, 0, "clothing") == [0, 2]


def test_thrift_by_ruling_lays_items_on_the_same_shelf() -> None:
    table = (
        Table(money=0, transfer_shelf="same")
        .shop(0, "thrift-store")
        .shop(0, "clothing-outlet", clothing=[0, 3])
    )
    table.shop(1, "designer-boutique", clothing=[3])
    table.boxes("clothing", clothing=3).play("offer 3 at 5", "offer 3 at 4", "save 2")
    assert table.items(0, 0, "clothing") == [0, 0]  # they lay on the lowest shelf, and have expired


def test_collector_earns_a_point_or_closes() -> None:
    assert Table().shop(0, "jewelry-collector", jewelry=[0, 2]).go(Step.COLLECTORS).track[0] == 11
    assert Table().shop(0, "jewelry-collector", jewelry=[1]).go(Step.COLLECTORS).building(0) == [
        "jewelry-collector"
    ]
    assert Table().shop(0, "jewelry-collector").go(Step.COLLECTORS).building(0) == []


def test_agency_plays_one_more_of_each_face() -> None:
    table = (
        Table().shop(0, "advertisement-agency").hold(0, "f4-c4", "c4-e4", "c4-e3").go(Step.AGENCIES)
    )
    table.play("supply f4-c4", "demand c4-e4")
    assert table.state.dock[:3].tolist() == [4, 4, 0]


def test_agency_by_ruling_plays_one_more() -> None:
    table = (
        Table(agency="one")
        .shop(0, "advertisement-agency")
        .hold(0, "f4-c4", "c4-e4")
        .go(Step.AGENCIES)
        .play("supply f4-c4")
    )
    assert table.phase != "agency"


def test_research_draws_two_and_discards_two() -> None:
    table = Table().shop(0, "market-research").go(Step.ADVERTS)
    assert table.state.holds[0, -1] == 7
    table.play(table.legal()[0]).play(table.legal()[0])
    assert table.state.holds[0, -1] == 5
    assert table.legal()[0].startswith("supply")


def test_bank_buys_points_twice() -> None:
    table = Table(money=60).shop(0, "bank").go(Step.COLLECTORS)
    assert "invest 6" not in table.legal()
    table.play("invest 5", "invest 5")
    assert (table.money[0], table.track[0]) == (60 - 48, 20)
