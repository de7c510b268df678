"""What the automatic table shows of rules that are data: everything by the names of cards.yaml."""

from __future__ import annotations

from rules_check.engine.view import table_of
from tests.rules_check.notation.writing.uncompiled import Played, uncompiled

GAME = """
game: {title: Names, version: 1.0.0, players: 2}
tables:
  gem: {fields: {name: line}, rows: {ruby: {name: Ruby}, jade: {name: Jade}}}
kinds:
  card:
    template: card.svg.j2
    for_each: {rank: 1..4}
    fields: {gem: gem}
    cards: {ruby: {gem: ruby}, jade: {gem: jade}}
components:
  cards: {name: Cards, of: card, count: 8}
play:
  common:
    field: all card, in a pile for each gem
    number: 0
    trump: gem
    leader: player
    bank: 3 for each gem
  each:
    size: 0
    purse: 0 for each gem
    wanted: gem
    item: card
    bones: 2 dice
  begin:
    - each: set bones[2] to 5
  turn:
    - choose:
        take {g in gem}:
          - add 2 to number
          - add 1 to size
          - set trump to g
          - set wanted to g
          - set leader to left(me)
          - take 1 from bank[g]
          - add 1 to purse[g]
          - move 1 from field[g] to item
  until: turn = 4
  score: size
"""


def table_after(moves: list[str]) -> list[list[str]]:
    """List what is in the middle, and at seat 1, after some moves."""
    played = Played(GAME, 2)
    for move in moves:
        played.make(move)
    view = table_of(played.rules, played.game, played.cards, played.state, -1)
    middle = [f"{zone.name}: {zone.words}" for zone in view.zones if zone.words is not None]
    names = [zone.name for zone in view.zones if zone.words is None]
    return [middle, names, [one.words for one in view.counters if one.seat == 0]]


def test_everything_at_the_table_has_the_name_that_the_designer_gave_it() -> None:
    middle, names, seat = uncompiled(table_after, [])
    assert middle == ["number: 0", "bank: ruby 3, jade 3"]
    assert names == ["field ruby", "field jade"]
    assert seat == ["score 0", "size 0", "purse (ruby 0, jade 0)", "bones (0, 5)"]


def test_what_a_counter_stands_for_is_shown_by_name() -> None:
    middle, names, seat = uncompiled(table_after, ["take jade"])
    assert middle == ["number: 2", "trump: jade", "leader: seat 2", "bank: ruby 3, jade 2"]
    assert names == ["field ruby", "field jade", "item"]
    assert seat[1:] == ["size 1", "purse (ruby 0, jade 1)", "wanted jade", "bones (0, 5)"]


def faults_of_two() -> list[str]:
    """Play with two players a game for up to four in which all have four piles."""
    text = GAME.replace("players: 2", "players: 2-4")
    text = text.replace(
        "jade: {name: Jade}", "jade: {name: Jade}, onyx: {name: O}, opal: {name: P}"
    )
    text = text.replace("jade: {gem: jade}}", "jade: {gem: jade}, opal: {gem: opal}}")
    played = Played(text.replace("count: 8", "count: 12"), 2)
    fault = int(played.rules.fault(played.cards, played.state))
    return [str(played.rules.FAULTS[fault % 256])] if fault else []


def test_piles_of_all_are_not_taken_for_those_of_seats() -> None:
    assert uncompiled(faults_of_two) == []
