"""Equal cards are offered once, also if a move names a second thing."""

from __future__ import annotations

from tests.rules_check.notation.writing.uncompiled import Played, uncompiled

GAME = """
game: {title: Twice, version: 1.0.0, players: 2}
tables:
  tier: {fields: {name: line}, rows: {low: {name: Low}, mid: {name: Mid}, high: {name: High}}}
kinds:
  card:
    template: card.svg.j2
    fields: {tier: tier, cost: 1..3}
    cards: {rat: {tier: low, cost: 1, copies: 3}, cat: {tier: mid, cost: 2, copies: 3}}
components:
  cards: {name: Cards, of: card, count: 6}
play:
  common:
    shop: all card
    above: tier
  each:
    coins: 2
  turn:
    - choose:
        buy {card in shop where cost <= coins} for {n in cost_of_it..coins}:
          - set above to tier[card.tier + 1]
          - take n from coins
        beyond {t in tier}: set above to tier[t + 2]
  until: turn = 2
  formulas:
    cost_of_it: card.cost
  score: coins
"""


def offered() -> list[list[str]]:
    played = Played(GAME, 2)
    found = [sorted(played.texts())]
    for move in ("buy rat for 1", "beyond mid"):
        played.make(move)
        found.append([str(int(played.state.above))])
    return found


def test_equal_cards_are_offered_once_and_a_table_is_read_by_its_place() -> None:
    first, after, beyond = uncompiled(offered)
    assert first == [
        *("beyond high", "beyond low", "beyond mid"),
        *("buy cat for 2", "buy rat for 1", "buy rat for 2"),
    ]
    assert (after, beyond) == (["1"], ["-1"])
