"""Orders: claimed when fulfilled, replaced, wandering; the deck that runs out; the deal, and
alone.
"""

from __future__ import annotations

import pytest

from rules_check.games import merchants_of_magick as rules
from tests.rules_check.games.scripted_merchants import Table, make_cards

ELVES, ORCS, BACKPACK = "everlasting-pendant-elves", "everlasting-ring-orcs", "backpack-elves"


def test_an_order_is_claimed_by_who_has_all_that_it_names() -> None:
    """The digest's example: with Ring, Pendant, Everlasting and Elves the first is claimed for 5,
    the other two stay.
    """
    table = (
        Table().line(0, ELVES, ORCS, BACKPACK).mark(0, "ring", "pendant", "everlasting", "elves-1")
    )
    table.play("mark d8 elves-2").stop_all()
    assert table.claimed(0) == [ELVES]
    assert table.boxes(0)["orders"] == 5
    assert {ORCS, BACKPACK} <= {*table.line_of(0), *table.line_of(1)}


def test_several_orders_are_claimed_in_one_round_and_a_row_serves_them_all() -> None:
    table = Table().line(0, "ring-orcs", ORCS).mark(0, "ring", "everlasting", "orcs-1")
    table.play("mark d8 orcs-2").stop_all()
    assert table.claimed(0) == ["ring-orcs", ORCS]


def test_what_replaces_an_order_is_face_down_and_claimed_next_round_at_the_earliest() -> None:
    table = Table().mark(0, "ring", "orcs-1").line(0, "sword-orcs", "ring-orcs")
    top = int(table.state.deck[-1]) - 1
    order = table.orders.index("bow-orcs")
    for zone in table.state.line:
        zone[zone == order] = table.state.deck[top]
    table.state.deck[table.state.deck == order] = table.state.deck[top]
    table.state.deck[top] = order
    table.mark(0, "bow").play("mark d8 orcs-2").stop_all()
    assert table.claimed(0) == ["ring-orcs"]
    assert "bow-orcs" in table.line_of(0)
    assert table.stop_all().claimed(0) == ["ring-orcs", "bow-orcs"]


def test_the_leftmost_of_each_line_goes_to_the_left_neighbours_right_end() -> None:
    table = Table(3)
    before = [table.line_of(seat) for seat in range(3)]
    table.stop_all()
    assert [table.line_of(seat) for seat in range(3)] == [
        [*before[n][1:], before[n - 1][0]] for n in range(3)
    ]


def test_by_ruling_whole_lines_move() -> None:
    table = Table(3, order_move="whole_line")
    before = [table.line_of(seat) for seat in range(3)]
    table.stop_all()
    assert [table.line_of(seat) for seat in range(3)] == [before[n - 1] for n in range(3)]


def test_nothing_moves_after_the_last_round() -> None:
    table = Table(3)
    table.state.rounds = 10
    before = [table.line_of(seat) for seat in range(3)]
    table.stop_all()
    assert table.state.end == 1
    assert [table.line_of(seat) for seat in range(3)] == before


def test_without_a_deck_the_line_is_one_shorter_for_good() -> None:
    table = Table(3).line(0, "ring-orcs").mark(0, "ring", "orcs").deck(0).stop_all()
    assert [len(table.line_of(seat)) for seat in range(3)] == [2, 3, 3]
    assert [len(table.stop_all().line_of(seat)) for seat in range(3)] == [2, 3, 3]


def test_by_ruling_the_gap_travels() -> None:
    table = Table(3, gaps="travel").line(0, "ring-orcs").mark(0, "ring", "orcs").deck(0).stop_all()
    assert [len(table.line_of(seat)) for seat in range(3)] == [3, 2, 3]
    for _ in range(3):
        table.stop_all()
    assert [len(table.line_of(seat)) for seat in range(3)] == [3, 3, 2]


def test_a_player_without_spaces_is_passed_over() -> None:
    table = Table(3)
    table.state.spaces[1] = 0
    for n in range(3):
        table.state.gone[table.state.gone[-1]] = table.state.line[1, n]
        table.state.gone[-1] += 1
        table.state.line[1, n] = -1
    table.state.line[1, -1] = 0
    first, last = table.line_of(0), table.line_of(2)
    table.stop_all()
    assert (table.line_of(0), table.line_of(1), table.line_of(2)) == (
        [*first[1:], last[0]],
        [],
        [*last[1:], first[0]],
    )


def test_who_is_in_seat_1_draws_first_where_several_claim() -> None:
    table = (
        Table(3)
        .line(0, "ring-orcs")
        .line(1, "bow-orcs")
        .mark(0, "ring", "orcs")
        .mark(1, "bow", "orcs")
        .deck(1)
    )
    coming = table.orders[int(table.state.deck[0])]
    table.stop_all()
    assert coming == table.line_of(1)[-1]  # to seat 1, and on to seat 2
    assert [len(table.line_of(seat)) for seat in range(3)] == [3, 2, 3]


@pytest.mark.parametrize(("ruling", "claimed"), [("next_phase", []), ("at_once", ["ring-orcs"])])
def test_an_order_that_arrives_fulfilled_is_claimed_by_the_ruling(
    ruling: str, claimed: list[str]
) -> None:
    table = Table(3, claim_arriving=ruling).line(0, "ring-orcs").mark(1, "ring", "orcs").stop_all()
    assert table.claimed(1) == claimed
    assert "ring-orcs" in table.stop_all().claimed(1)


@pytest.mark.parametrize(("players", "count"), [(1, 6), (2, 4), (3, 3), (6, 3), (7, 2), (8, 2)])
def test_a_line_is_as_long_as_the_number_of_players_says(players: int, count: int) -> None:
    table = Table(players)
    assert [len(table.line_of(seat)) for seat in range(players)] == [count] * players


@pytest.mark.parametrize("ruling", ["bottom", "shuffled_in"])
def test_nobody_begins_with_three_orders_of_two_enchantments(ruling: str) -> None:
    table, redeals = Table(2, redeal=ruling), 0
    for number in range(200):
        rules.new_game(table.cards, table.state, 2, 3, number)
        redeals += int(table.state.redeals)
        for seat in range(2):
            doubles = [o for o in table.line_of(seat) if is_double(table, o)]
            assert len(doubles) < 3
    assert redeals > 0


def is_double(table: Table, order: str) -> bool:
    n = table.orders.index(order)
    return bool(table.cards.order_prefix[n] >= 0 and table.cards.order_suffix[n] >= 0)


def test_a_deck_of_nothing_but_two_enchantments_is_dealt_all_the_same() -> None:
    cards = make_cards()
    cards.order_copies[:48] = 0
    assert len(Table(2, cards=cards).line_of(0)) == 4


def test_alone_the_leftmost_leaves_and_a_new_order_comes_at_the_far_right() -> None:
    table = Table(1)
    before = table.line_of(0)
    coming = table.orders[int(table.state.deck[int(table.state.deck[-1]) - 1])]
    table.stop_all()
    assert table.line_of(0) == [*before[1:], coming]


def test_alone_an_order_that_waits_cannot_be_claimed_yet() -> None:
    table = Table(1)
    table.line(0, *table.line_of(0)[:4], "ring-orcs").mark(0, "ring", "orcs")
    assert table.stop_all().claimed(0) == []
    assert table.stop_all().claimed(0) == ["ring-orcs"]


def test_alone_only_the_apprentice_value_is_scored() -> None:
    table = Table(1).mark(0, "staff", "bow-2", "scroll-2").stop_all()
    assert table.boxes(0)["material_mastery"] == 4
