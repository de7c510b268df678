"""Emporium, action phase: what may be chosen, and how sales resolve."""

from __future__ import annotations

from tests.rules_check.games.scripted import Table


def test_a_price_goes_up_to_the_cap_of_the_items_tier() -> None:
    table = Table(2).hands("hand-axe", "conch").gold(0, 3)
    assert table.legal() == [f"sell hand-axe at {price}" for price in range(1, 5)]
    table = Table(2).hands("war-axe greatsword", "conch").gold(0, 3)
    assert table.legal() == [f"sell war-axe at {n}" for n in range(1, 7)] + [
        f"sell greatsword at {n}" for n in range(1, 9)
    ]
    table = Table(2, die_faces=5).hands("greatsword", "conch").gold(0, 3)
    assert table.legal() == [f"sell greatsword at {n}" for n in range(1, 6)]


def test_equal_copies_in_a_hand_are_one_move() -> None:
    table = Table(2).hands("conch conch conch", "conch").gold(0, 3)
    assert table.legal() == [
        "sell conch at 1",
        "sell conch at 2",
        "sell conch at 3",
        "sell conch at 4",
    ]


def test_bid_affordable_when_set_bids_only_gold_one_has() -> None:
    assert Table(2).hands("", "conch").gold(3, 3).legal() == ["bid 1", "bid 2", "bid 3"]
    assert Table(2).hands("", "conch").gold(30, 3).legal()[-1] == "bid 8"


def test_bid_affordable_when_resolved_passes_who_cannot_pay() -> None:
    table = (
        Table(2, bid_affordable="when_resolved")
        .hands("", "conch")
        .gold(2, 3)
        .heroes("greta")
        .monsters("imp")
    )
    assert table.legal() == [f"bid {n}" for n in range(1, 9)]
    table.play("bid 3, bid 3")
    assert table.seat() == 1  # not seat 0, whose 2 gold do not pay a bid of 3
    assert "hero greta" in table.legal()


def test_patron_without_gold_must_sell() -> None:
    assert all(
        text.startswith("sell") for text in Table(2).hands("conch", "conch").gold(0, 3).legal()
    )


def test_a_seat_without_gold_and_cards_sits_the_round_out() -> None:
    table = Table(2).hands("", "conch").gold(0, 3)
    table.marker(1).play("sell conch at 1")
    assert table.state.choice[0] == 3  # sat out, without being asked


def test_patron_without_gold_bids_nothing_by_ruling() -> None:
    table = Table(2, patron_without_gold="bids_nothing").hands("conch", "conch").gold(0, 3)
    assert table.legal() == [
        "sell conch at 1",
        "sell conch at 2",
        "sell conch at 3",
        "sell conch at 4",
        "bid 0",
    ]


def test_sales_resolve_from_the_lowest_price() -> None:
    table = (
        Table(3).hands("hazel-wand", "hand-axe", "fish-spear").heroes("greta")
    )  # one weapon slot
    table.play("sell hazel-wand at 3, sell hand-axe at 2, sell fish-spear at 4")
    assert table.worn(0) == ["hand-axe"]
    assert table.coins() == [3, 3 + 2 + 1, 3]  # hand-axe and greta are both of Ember
    assert (table.hand(0), table.hand(1), table.hand(2)) == (["hazel-wand"], [], ["fish-spear"])


def test_at_equal_prices_the_better_tier_sells_first() -> None:
    table = Table(3).hands("hazel-wand", "war-axe", "trident").heroes("greta")
    table.play("sell hazel-wand at 3, sell war-axe at 3, sell trident at 3")
    assert table.worn(0) == ["trident"]


def test_at_equal_prices_and_tiers_sales_go_clockwise_from_the_marker() -> None:
    for first, seller in ((0, 0), (1, 1), (2, 2)):
        table = Table(3).hands("hazel-wand", "hand-axe", "fish-spear").heroes("greta").marker(first)
        sales = ["sell hazel-wand at 3", "sell hand-axe at 3", "sell fish-spear at 3"]
        table.play(*(sales[(first + k) % 3] for k in range(3)))
        assert table.worn(0) == [["hazel-wand"], ["hand-axe"], ["fish-spear"]][seller]


def test_an_item_without_an_open_slot_goes_back_to_the_hand() -> None:
    table = (
        Table(2).hands("hazel-wand", "hand-axe").heroes("tib")
    )  # the example: the wand fills the last slot, the axe bounces
    table.play("sell hazel-wand at 2, sell hand-axe at 3")
    assert table.worn(0) == ["hazel-wand"]
    assert table.hand(1) == ["hand-axe"]
    assert table.coins() == [3 + 2, 3]
    assert table.state.shown[1, table.ids("item").index("hand-axe")] == 1  # all have seen it


def test_an_item_of_the_heros_colour_earns_the_bonus() -> None:
    table = Table(2, colour_bonus=4).hands("fish-spear", "conch").heroes("tib")
    table.play("sell fish-spear at 1, sell conch at 2")
    assert table.coins() == [3 + 1 + 4, 3 + 2 + 4]  # both of Tide, as Tib is
    table = Table(2, colour_bonus=4).hands("hazel-wand", "candle").heroes("tib")
    assert table.play("sell hazel-wand at 1, sell candle at 2").coins() == [3 + 1, 3 + 2]


def test_the_seller_chooses_among_heroes() -> None:
    table = Table(3).hands("fish-spear", "conch", "conch").heroes("tib", "greta")
    table.play("sell fish-spear at 1, sell conch at 2, sell conch at 3")
    assert table.seat() == 0
    assert table.legal() == ["place tib weapon", "place greta weapon"]
    assert table.play("place greta weapon").coins()[0] == 3 + 1


def test_slot_choice_matching_guild_comes_first_by_ruling() -> None:
    table = (
        Table(3, slot_choice="matching_guild")
        .hands("fish-spear", "conch", "conch")
        .heroes("greta", "tib")
    )
    assert table.play("sell fish-spear at 1, sell conch at 2, sell conch at 3").worn(1) == [
        "conch",
        "fish-spear",
    ]
    table = (
        Table(3, slot_choice="matching_guild")
        .hands("hazel-wand", "conch", "conch")
        .heroes("greta", "tib")
    )
    assert table.play("sell hazel-wand at 1, sell conch at 2, sell conch at 3").legal() == [
        "place greta weapon",
        "place tib weapon",
    ]


def test_two_open_slots_of_one_hero_are_one_move() -> None:
    table = Table(2).hands("harpoon", "conch").heroes("ysolde")  # weapon, armour, charm, weapon
    assert table.play("sell harpoon at 1, sell conch at 4").worn(0) == ["conch", "harpoon"]


def test_seller_declines_by_ruling_and_is_paid_nothing() -> None:
    table = (
        Table(2, seller_declines="may_decline")
        .hands("fish-spear", "")
        .heroes("tib")
        .play("sell fish-spear at 1, bid 1")
    )
    assert table.legal() == ["place tib weapon", "decline"]
    table.play("decline")
    assert (table.hand(0), table.worn(0), table.coins()) == (["fish-spear"], [], [3, 3])


def test_choices_are_spoken_in_turn_from_the_marker() -> None:
    table = Table(3).marker(2)
    seats = []
    for _ in range(3):
        seats.append(table.seat())
        table.play(table.legal()[0])
    assert seats == [2, 0, 1]
