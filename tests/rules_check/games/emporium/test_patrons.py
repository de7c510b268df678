"""Emporium, action phase: patrons."""

from __future__ import annotations

import pytest

from tests.rules_check.games.scripted import Table


def duel(bids: str = "bid 2, bid 3", **changes: object) -> Table:
    """Set out two patrons with different gear and a hero of strength 3 with a weapon and an armour
    slot.
    """
    table = Table(2, **changes).hands("war-axe kettle-helm", "harpoon hauberk").gold(9, 9)
    return table.heroes("greta hand-axe").monsters("rat-king", "troll", "imp").play(bids)


def test_the_highest_bid_goes_first() -> None:
    assert duel("bid 2, bid 3").seat() == 1
    assert duel("bid 3, bid 2").seat() == 0


def test_equal_bids_go_clockwise_from_the_marker() -> None:
    for first in (0, 1):
        table = Table(2).hands("", "").gold(9, 4).heroes("greta").marker(first).play("bid 3, bid 3")
        assert table.seat() == first


def test_equal_bids_the_poorest_first_by_ruling() -> None:
    table = (
        Table(3, equal_bids="poorest").hands("", "", "").gold(9, 4, 4).play("bid 3, bid 3, bid 3")
    )
    assert table.seat() == 1  # as poor as seat 2, and before it clockwise


def test_a_patron_adds_swaps_and_wins() -> None:
    table = duel()  # seat 1 goes first
    table.play("hero greta, add hauberk, swap harpoon at weapon")
    assert table.hand(1) == ["hand-axe"]
    assert table.legal() == [
        "fight rat-king",
        "fight imp",
        "pass",
    ]  # 3 + 4 + 3 = 10, and the troll has 13
    table.play("fight imp")
    assert table.coins()[1] == 9 - 3 + 3  # the bid is paid, the imp's reward taken
    assert table.trophies(1) == ["greta", "imp"]
    assert table.table() == []
    assert table.row() == ["rat-king", "troll"]
    assert table.discards(1) == ["harpoon", "hauberk"]


def test_a_strength_equal_to_the_monsters_wins() -> None:
    table = (
        Table(2)
        .hands("", "conch")
        .heroes("greta hand-axe")
        .monsters("rat-king", "bog-toad")
        .play("bid 1, sell conch at 4")
    )
    assert table.play("hero greta").legal() == ["fight rat-king", "pass"]  # 3 + 1 = 4, not 5


def test_only_an_empty_slot_that_fits_takes_an_addition() -> None:
    table = (
        Table(2)
        .hands("war-axe kettle-helm idol", "")
        .gold(9, 9)
        .heroes("greta hand-axe")
        .monsters("rat-king")
    )
    table.play("bid 3, bid 2, hero greta")
    assert table.legal() == ["add kettle-helm", "keep"]
    assert table.play("keep").legal() == ["swap war-axe at weapon", "keep"]


def test_the_item_just_added_is_not_swapped_nor_an_equal_copy() -> None:
    table = (
        Table(2)
        .hands("kettle-helm hauberk hand-axe", "")
        .gold(9, 9)
        .heroes("greta hand-axe")
        .monsters("rat-king")
    )
    table.play("bid 3, bid 2, hero greta, add kettle-helm")
    assert (
        table.state.phase == 6
    )  # straight to the fight: no hauberk for the helm, no hand axe for a hand axe
    assert table.hand(0) == ["hand-axe", "hauberk"]


def test_the_second_slot_of_a_sort_has_a_name_of_its_own() -> None:
    table = (
        Table(2)
        .hands("harpoon", "")
        .gold(9, 9)
        .heroes("ysolde hand-axe hazel-wand")
        .monsters("rat-king")
    )
    table.play("bid 3, bid 2, hero ysolde")
    assert table.legal() == ["swap harpoon at weapon", "swap harpoon at weapon-2", "keep"]
    assert table.play("swap harpoon at weapon-2").hand(0) == ["hazel-wand"]


def test_too_little_strength_passes_and_the_bid_comes_back() -> None:
    table = (
        Table(2)
        .hands("kettle-helm", "conch")
        .heroes("greta")
        .monsters("troll")
        .play("bid 2, sell conch at 4")
    )
    table.play("hero greta, add kettle-helm")
    assert table.coins() == [3, 3]
    assert table.trophies(0) == []
    assert table.worn(0) == ["kettle-helm"]  # failed_changes: stay


@pytest.mark.parametrize("swapped", ["to_hand", "discarded"])
def test_failed_changes_are_undone_by_ruling(swapped: str) -> None:
    table = Table(2, failed_changes="undone", swapped_item=swapped).hands(
        "kettle-helm war-axe", "conch"
    )
    table.heroes("greta hand-axe").monsters("troll").play(
        "bid 2, sell conch at 4, hero greta, add kettle-helm, swap war-axe at weapon"
    )
    assert (table.worn(0), table.hand(0), table.discards(0)) == (
        ["hand-axe"],
        ["kettle-helm", "war-axe"],
        [],
    )
    assert table.seat() == 0
    assert "stay" in table.legal()  # on to restocking


def test_a_swapped_item_is_discarded_by_ruling() -> None:
    table = (
        Table(2, swapped_item="discarded")
        .hands("war-axe", "conch")
        .heroes("greta hand-axe")
        .monsters("rat-king")
    )
    table.play("bid 2, sell conch at 4, hero greta, swap war-axe at weapon")
    assert (table.hand(0), table.discards(0), table.worn(0)) == ([], ["hand-axe"], ["war-axe"])


def test_a_patron_may_pass_on_purpose() -> None:
    table = duel().play("pass")
    assert table.seat() == 0
    assert table.play("hero greta, keep, keep").legal() == ["fight rat-king", "fight imp", "pass"]


def test_a_patron_who_can_win_must_by_ruling() -> None:
    table = (
        Table(2, patron_passes="must_fight")
        .hands("kettle-helm war-axe", "conch")
        .gold(9, 9)
        .heroes("greta hand-axe")
    )
    table.monsters("boar").play(
        "bid 2, sell conch at 4"
    )  # 3 + 4 + 1 = 8, 3 + 1 + 2 more = 6, all three = 10: both changes are needed
    assert table.worn(0) == []
    assert table.trophies(0) == ["greta", "boar"]


def test_a_patron_who_cannot_win_passes_by_ruling() -> None:
    table = (
        Table(2, patron_passes="must_fight")
        .hands("kettle-helm war-axe", "conch")
        .gold(9, 9)
        .heroes("greta hand-axe")
    )
    table.monsters("wolf").play("bid 2, sell conch at 4")
    assert table.worn(0) == ["hand-axe"]
    assert table.state.phase == 7


def test_a_later_patron_chooses_among_what_is_left() -> None:
    table = (
        Table(3)
        .hands("", "", "")
        .gold(9, 9, 9)
        .heroes("greta hand-axe", "pike fish-spear")
        .monsters("rat-king", "bog-toad", "imp")
    )
    table.play("bid 3, bid 2, bid 1, hero pike, fight bog-toad")
    assert table.legal() == ["hero greta", "pass"]
    table.play("hero greta, fight imp")
    assert table.state.phase == 7  # no hero is left for the third
    assert table.coins()[2] == 9


def test_a_later_patron_passes_by_ruling_once_a_fight_is_won() -> None:
    table = (
        Table(3, target_gone="pass")
        .hands("", "", "")
        .gold(9, 9, 9)
        .heroes("greta hand-axe", "pike fish-spear")
    )
    table.monsters("rat-king", "bog-toad", "imp").play("bid 3, bid 2, bid 1, pass")
    assert table.legal() == ["hero greta", "hero pike", "pass"]  # nobody has won yet
    table.play("hero pike, fight bog-toad")
    assert table.state.phase == 7
    assert table.table() == ["greta"]


def test_the_items_of_a_winner_go_to_the_patron_by_ruling() -> None:
    table = (
        Table(2, winner_items="to_patron")
        .hands("", "conch")
        .heroes("greta hand-axe apron")
        .monsters("rat-king")
    )
    table.play("bid 1, sell conch at 4, hero greta, fight rat-king")
    assert (table.hand(0), table.discards(0)) == (["apron", "hand-axe"], [])
    assert [
        int(n)
        for n in table.state.shown[0][[table.ids("item").index(i) for i in ("apron", "hand-axe")]]
    ] == [1, 1]
