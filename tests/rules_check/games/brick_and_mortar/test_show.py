"""Brick & Mortar in words: what is read where there is nothing to tell of."""

from __future__ import annotations

import random
import re

import pytest

from generator.data.loading import load_game
from rules_check.engine.game import moves_of, new_state
from rules_check.engine.view import table_of
from rules_check.games import brick_and_mortar as rules
from rules_check.games.brick_and_mortar.show import Names
from rules_check.games.brick_and_mortar.state import Step
from rules_check.toolkit import layout
from tests.rules_check.games.scripted import ROOT
from tests.rules_check.games.scripted_brick_and_mortar import FILE, Table


def told(table: Table, text: str) -> list[str]:
    """Make a move, and write what all see of it."""
    move = rules.parse_move(table.cards, table.state, text)
    lines = rules.tell(load_game(FILE), table.cards, table.state, move, -1)
    table.play(text)
    return lines


@pytest.mark.slow
def test_offers_of_nothing_are_said_so() -> None:
    table = (
        Table()
        .shop(0, "bakery", food=[0, 4])
        .shop(1, "food-bank", food=[0, 3])
        .boxes("food", food=4)
    )
    texts = [
        rules.describe(
            load_game(FILE),
            table.cards,
            table.state,
            rules.parse_move(table.cards, table.state, text),
        )
        for text in table.legal()
    ]
    assert texts[0] == "Offer no food"
    assert told(table, "offer 0 at 0")[0] == "Seat 1 offered no food."
    assert "Nobody offered anything." in told(table, "offer 0 at 0")


# ---------------------------------------------------------------------------------------- the table
def shown(table: Table, seat: int = 0) -> str:
    """Write the table in one line, with a blank for each gap."""
    return " ".join(
        " ".join(layout.shown(rules, load_game(FILE), table.cards, table.state, seat)).split()
    )


def test_the_table_says_what_there_is_to_decide_by() -> None:
    table = (
        Table()
        .shop(0, "clothing-exporter", clothing=[1, 2])
        .shop(1, "bakery", food=[3])
        .hand(0, "jeweller")
        .row("bank")
        .go(Step.BUILDING)
    )
    lines = shown(table)
    assert lines.startswith("Month 2, Building. You to buy a store, bid for one, or pass. ")
    for said in (
        "Prices: food $1 to $6, clothing $2 to $8",
        "On the docks: 0 food, 0 clothing",
        "Bank $10 utility $1 4 points",
        "The game ends: with the month in which somebody comes to 45 points, or with Month 10",
        "stores: Clothing Exporter (clothing 3 of 5, 2 on the lowest shelf): For every 4",
        "utilities: $0 a month",
        "hand: Jeweller: $10, utility $1, 3 points, jewelry 3 on 3 shelves",
        "stores: Bakery (food 3 of 4, 3 on the lowest shelf): sells at $2 less; For",
    ):
        assert said in lines
    table.state.last = 1
    assert "The game ends: with this month" in shown(table)


def test_months_are_called_as_on_the_board() -> None:
    game = load_game(ROOT / "games" / "brick-and-mortar")
    cards, state = rules.cards_record(game), Table().state
    assert layout.shown(rules, game, cards, state, 0)[0].startswith("February, ")


def test_moves_say_what_they_cost_and_what_is_lost() -> None:
    table = (
        Table(money=3).shop(0, "factory-thirds").hand(0, "jeweller").row("bank").go(Step.BUILDING)
    )
    game = load_game(FILE)

    def texts() -> list[str]:
        moves = [rules.parse_move(table.cards, table.state, text) for text in table.legal()]
        return [rules.describe(game, table.cards, table.state, move) for move in moves]

    assert texts()[0].startswith("Buy the Jeweller from your hand, with 4 Debt Tokens: $10, ")
    assert texts()[1] == "Bid $10 for the Bank, with 4 Debt Tokens"
    table.play("buy jeweller")
    assert texts()[-1] == "Leave the building as it is: the Jeweller leaves the game"
    table.state.money[0] = 1
    table.play("open jeweller", "pass").dock(jewelry=3, clothing=4).go(Step.TYPE, "clothing")
    assert texts()[1] == "Stock 1 clothing for $0"
    table.play("stock 4")
    assert texts() == ["Stock no jewelry", "Stock 1 jewelry for $7, with 3 Debt Tokens"]


# ---------------------------------------------------------------------------------------- the story
def test_offers_are_told_though_the_sale_is_over_at_once() -> None:
    table = Table().shop(0, "bakery", food=[4]).shop(1, "food-bank", food=[3]).boxes("food", food=3)
    table.play("offer 3 at 3")
    lines = told(table, "offer 3 at 2")
    assert "The offers, cheapest first: 3 at $2 by seat 2 and 3 at $3 by seat 1." in lines
    assert "Seat 2 took in $6: $56 in all." in lines
    assert "3 items found no box and were discarded." in lines
    assert (
        "What lay on the lowest shelves expired: 1 item." in lines
    )  # of two stores with some, and one sold in this very step


@pytest.mark.parametrize(
    ("dock", "said"),
    [
        (
            4,
            (
                "Food: 4 on the dock, room for 7 (4 with seat 1 and 3 with seat 2), so there is "
                "competition."
            ),
        ),
        (
            7,
            (
                "Food: 7 on the dock, room for 7 (4 with seat 1 and 3 with seat 2), so nobody "
                "competes, and one costs $1."
            ),
        ),
    ],
)
def test_whether_there_is_competition_for_stock_is_told(dock: int, said: str) -> None:
    table = (
        Table()
        .shop(0, "bakery")
        .shop(1, "food-bank")
        .hold(0, "f4-c4")
        .hold(1, "f4-c3")
        .dock(food=dock)
        .row("bank")
    )
    table.cards.cards_played = 1
    table.state.boxes[:] = 0
    lines = told(
        table.go(Step.BUILDING).play("pass", "done", "pass", "done", "demand f4-c4"), "demand f4-c3"
    )
    assert said in lines


def test_who_alone_has_room_or_can_sell_is_told() -> None:
    table = (
        Table().shop(0, "bakery").shop(1, "jeweller").hold(0, "f4-c4").hold(1, "f4-c3").row("bank")
    )
    table.cards.cards_played = 1
    lines = told(
        table.go(Step.BUILDING).play("pass", "done", "pass", "done", "demand f4-c4"), "supply f4-c3"
    )
    assert "Supply Cards: 4 food and 3 clothing; Demand Cards, face down: 1." in lines
    assert (
        "Food: 4 on the dock, and only seat 1 has room, so nobody competes, and one costs $1."
        in lines
    )
    lines = told(table, "stock 3")
    assert "Seat 1 paid $3: $47 left." in lines
    assert (
        "Food: 4 boxes, and only seat 1 can sell, so nobody competes, and one sells at $6." in lines
    )


def test_who_wins_a_bidding_and_what_comes_for_it_is_told() -> None:
    table = Table().row("bank", "jeweller").go(Step.BUILDING)
    table.play("bid bank 10")
    new = Names(load_game(FILE), table.cards).store(int(table.state.next_up[0]))
    lines = told(table, "drop")
    assert "Seat 1 won the bidding for the Bank." in lines
    assert "Seat 1 paid $10: $40 left." in lines
    assert any(
        line.startswith(f"For sale now: the {new}, $") and not line.endswith("..") for line in lines
    )


@pytest.mark.slow_cases("1", "2")
@pytest.mark.parametrize("seed", range(3))
def test_whoever_keeps_accounts_by_the_story_is_right(seed: int) -> None:
    """All money that is paid, taken in, borrowed or changed for points is told, and whose points a
    game ends with.
    """
    game = load_game(ROOT / "games" / "brick-and-mortar")
    cards, state, players = rules.cards_record(game), new_state(rules), 2 + seed
    rules.new_game(cards, state, players, seed, 0)
    luck, money, lines = random.Random(seed), [15] * players, list[str]()
    while not rules.is_over(cards, state):
        move = luck.choice(moves_of(rules, cards, state))
        lines = rules.tell(game, cards, state, move, -1)
        for line in lines:
            for seat, how, much in re.findall(r"^Seat (\d) (took in|paid) \$(\d+)", line):
                money[int(seat) - 1] += int(much) if how == "took in" else -int(much)
            for seat, how, much in re.findall(
                r"^Seat (\d) (bought|sold) \d+ points? for \$(\d+)", line
            ):
                money[int(seat) - 1] += int(much) if how == "sold" else -int(much)
            for seat, tokens in re.findall(r"^Seat (\d) took (\d+) Debt", line):
                money[int(seat) - 1] += int(tokens) * int(cards.debt_money)
            for much, seat in (
                re.findall(r"\$(\d+) by seat (\d)", line) if line.startswith("Utilities") else ()
            ):
                money[int(seat) - 1] -= int(much)
        rules.apply(cards, state, move)
        assert money == state.money[:players].tolist(), lines
    for line in lines[-players:]:
        total, parts = line.split(" points: ") if " points: " in line else line.split(" point: ")
        assert int(total.split()[-1]) == sum(int(n) for n in re.findall(r"-?\d+", parts))


def test_points_by_powers_and_stores_that_close_by_themselves_are_told() -> None:
    table = (
        Table()
        .shop(0, "art-peddler", artwork=[2])
        .shop(0, "clothing-exporter", clothing=[5])
        .boxes("clothing", clothing=5, artwork=2)
    )
    lines = told(table, "sell 4")
    assert "Seat 1 gained 2 points by the power of a store: 12 in all." in lines
    lines = told(table, "sell 2")
    assert "Seat 1's Art Peddler closed." in lines
    table = Table().shop(0, "art-peddler").go(Step.BUILDING).play("pass")
    assert not any(
        line.endswith("Art Peddler closed.") and "'" in line
        for line in told(table, "close art-peddler")
    )


def test_none_of_something_is_said_in_words() -> None:
    table = (
        Table()
        .shop(0, "clothing-exporter")
        .shop(0, "clothing-outlet")
        .dock(clothing=9)
        .go(Step.TYPE, "clothing")
        .play("stock 3")
    )
    texts = [
        rules.describe(
            load_game(FILE),
            table.cards,
            table.state,
            rules.parse_move(table.cards, table.state, text),
        )
        for text in table.legal()
    ]
    assert texts[:2] == [
        "Put no clothing into the Clothing Exporter",
        "Put 1 of 3 clothing into the Clothing Exporter",
    ]


def test_what_was_offered_is_told_though_offers_for_another_type_follow() -> None:
    table = Table().shop(0, "bakery", food=[2]).shop(0, "clothing-exporter", clothing=[0, 2])
    table.shop(1, "food-bank", food=[2]).shop(1, "clothing-wholesaler", clothing=[0, 2])
    table.boxes("food", food=2, clothing=2).play("offer 1 at 3")
    lines = told(table, "offer 1 at 3")
    assert "The offers, cheapest first: 1 at $3 by seat 2 and 1 at $3 by seat 1." in lines
    assert "Of equal ones, that of who comes last in turn order is first." in lines
    assert any(
        line.startswith("Clothing: 2 boxes for 4 items (2 with seat 1 and 2 with seat 2)")
        for line in lines
    )


def test_boxes_are_told_after_the_last_stock_is_paid() -> None:
    table = (
        Table().shop(0, "bakery").shop(1, "jeweller").hold(0, "f4-c4").hold(1, "f4-c3").row("bank")
    )
    table.cards.cards_played = 1
    table.go(Step.BUILDING).play("pass", "done", "pass", "done", "demand f4-c4", "supply f4-c3")
    lines = told(table, "stock 3")
    assert lines.index("Seat 1 paid $3: $47 left.") < lines.index(
        "Sale: there are boxes for 4 food and 4 clothing."
    )


def test_whoever_has_the_agency_is_told_all_demand_cards_and_nobody_else() -> None:
    for seat in (0, 1):
        table = (
            Table()
            .shop(0, "advertisement-agency")
            .hold(0, "f4-c3", "c3-j1", "f2-a2")
            .hold(1, "e2-j2", "j2-a2", "f3-c2")
        )
        table.go(Step.ADVERTS).play("supply f4-c3", "demand c3-j1", "demand e2-j2")
        move = rules.parse_move(table.cards, table.state, "demand j2-a2")
        lines = rules.tell(load_game(FILE), table.cards, table.state, move, seat)
        assert any(line.startswith("You see all Demand Cards: ") for line in lines) == (seat == 0)


def test_all_know_from_the_first_choice_on_what_everybody_begins_with() -> None:
    game = load_game(FILE)
    cards, state = rules.cards_record(game), new_state(rules)
    rules.new_game(cards, state, 3, 8, 0)
    for seat in range(3):
        assert [
            one.count
            for one in table_of(rules, game, cards, state, seat).counters
            if one.name == "dollars"
        ] == [15, 15, 15]
