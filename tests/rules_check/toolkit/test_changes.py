"""What is told of prices, payments, marks, helpers and turns, and in which order."""

from __future__ import annotations

from typing import cast

from rules_check.engine.verbs import complete
from rules_check.notation.reading import read_program
from rules_check.notation.speaking import spoken
from rules_check.notation.vocabulary import vocabulary_of
from rules_check.play.telling import Teller
from rules_check.toolkit.layout import shown
from rules_check.toolkit.records import Field, stack
from rules_check.toolkit.tableau import is_told
from tests.rules_check.notation.games import game_of
from tests.rules_check.notation.writing.uncompiled import Played, uncompiled

MARKET = """
game: {title: Market, version: 1.0.0, players: 2}
kinds:
  fruit:
    template: card.svg.j2
    fields: {name: line, price: 1..9}
    cards:
      russet: {name: Old Russet, price: 3}
      comice: {name: Comice, price: 2}
      damson: {name: Damson, price: 4}
      quince: {name: Quince, price: 1}
      medlar: {name: Medlar, price: 1}
components:
  fruit: {name: Fruit, of: fruit, count: 5}
play:
  common:
    deck: all fruit where it <> russet, face down
    row: all fruit where it = russet
    tried: fruit
    fee: 2
    rushed: false
  each:
    basket: fruit
    coins: 9
    bought: 3 each turn
    asked: 0, not shown
    laps: 0
  turn:
    - choose:
        buy {f in row where price + fee <= coins} if bought = 3:
          - move f to basket
          - take f.price from coins
          - take fee from coins
          - add fee to left(me).coins
          - add 1 to bought
          - move 1 from deck to row
        leave:
          - set fee to 5
          - set rushed to true
          - add 1 to asked
          - repeat:
              - move 1 from deck to tried
              - choose:
                  sell it if coins > 90: add 1 to coins
              - move tried to row
            times: 1
    - add 1 to laps
  until: turn = 6
  score: laps + if(rushed and asked > 99, 1, 0)
"""


def told(choices: list[str], viewer: int) -> list[str]:
    """Return what a seat is told of some moves."""
    played, lines = Played(MARKET, 2), list[str]()
    rules = complete(played.rules)
    for choice in choices:
        texts = [rules.move_text(played.cards, played.state, move) for move in played.legal()]
        move = played.legal()[texts.index(choice)]
        lines += Teller(rules, played.game, played.cards).told_move(played.state, move, viewer)
    return lines


def test_a_move_is_told_with_what_was_paid_before_the_next_turn() -> None:
    told_of = uncompiled(told, ["buy russet"], -1)
    (come,) = [line for line in told_of if " come" in line]
    lines = [line for line in told_of if line != come]
    assert come.endswith(" comes to row.")
    assert lines == [
        "Seat 1: buy Old Russet.",
        "Coins: seat 1 from 9 to 4; seat 2 from 9 to 11.",
        "Bought: seat 1 from 3 to 4.",
        "Seat 1 now has a score of 1.",
        "Turn 2: seat 2.",
    ]


def test_a_viewer_is_called_you() -> None:
    lines = uncompiled(told, ["buy russet"], 1)
    assert "Coins: seat 1 from 9 to 4; you from 9 to 11." in lines
    assert lines[-1] == "Turn 2: you."


def test_prices_marks_and_each_place_that_a_card_passes_are_told_but_no_helper() -> None:
    lines = uncompiled(told, ["leave"], -1)
    name = lines[3].split(" comes")[0]
    assert lines == [
        "Seat 1: leave.",
        "Fee: from 2 to 5.",
        "Rushed: yes.",
        f"{name} comes to tried.",
        f"{name} comes to row.",
        "Seat 1 now has a score of 1.",
        "Turn 2: seat 2.",
    ]


def table() -> list[str]:
    played = Played(MARKET, 2)
    return shown(played.rules, played.game, played.cards, played.state, -1)


def test_a_stack_is_left_to_the_view_of_its_game() -> None:
    assert not is_told("held", cast(Field, stack(3)))
    assert is_told("paid", Field((3,)))


def test_a_helper_is_neither_at_the_table_nor_in_the_printed_rules() -> None:
    lines = "\n".join(uncompiled(table))
    assert "laps 0" in lines
    assert "asked" not in lines
    assert "row: Old Russet" in lines
    game = game_of(MARKET)
    declared = [line.text for line in spoken(read_program(game), vocabulary_of(game))[0].lines]
    assert "Laps: 0 at first." in declared
    assert not any("sked" in line for line in declared)
