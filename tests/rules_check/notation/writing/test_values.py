"""Formulas, played: each against the value that it has by hand on a table that is always the
same.
"""

from __future__ import annotations

from functools import cache

import pytest

from tests.rules_check.notation.writing.uncompiled import Played, uncompiled

GAME = """
game: {title: Still Table, version: 1.0.0, players: 3}
tables:
  hue:
    fields: {name: line, worth: 0..9}
    rows: {red: {name: Red, worth: 5}, blue: {name: Blue, worth: 7}, grey: {name: Grey, worth: 2}}
kinds:
  card:
    template: card.svg.j2
    fields: {rank: 0..9, hue: hue?, mood: "calm | wild?", dear: boolean, likes: "[hue]"}
    cards:
      ant: {rank: 1, hue: red, mood: calm, dear: true, likes: [red, grey]}
      bee: {rank: 4, hue: blue, mood: wild, dear: false, likes: []}
      cat: {rank: 4, hue: red, mood: wild, dear: true, likes: [blue], copies: 2}
      dog: {rank: 9, dear: false, likes: [grey, grey, red]}
components:
  cards: {name: Cards, of: card, count: 5}
rules: {size: 3, prices: [10, 20, 30], packs: {2: 5, 3: 8}}
rulings:
  tide:
    question: Which tide?
    choice: low
    options: {high: High., low: Low.}
play:
  formulas:
    doubled: rank * 2 over row
    costs: heap[h] * h.worth over h in hue
  common:
    row: all card where rank < 9
    pit: all card where rank = 9
    alone: one card
    pile: card, in a pile for each hue
    heap: 2 for each hue
    lead: player
    flag: true
  each:
    hand: card
    slot: one card
    coins: 7
    marks: 0 for each hue
    glad: false
  begin:
    - move 1 from row where it = bee to alone
    - move 1 from row where it = cat to pile[blue]
    - each: add seat to coins
  round:
    - each:
        choose:
          stay: nothing
          go:
            - move 1 from row to hand
            - move 1 from hand to slot if slot is empty
  until: round = 9
  score:
SCORES
"""
FORMULAS = {
    # numbers
    "1 + 2 * 3 - 4": 3,
    "7 / 2": 3,
    "-7 / 2": -4,
    "7 / 0": 0,
    "7 mod 3": 1,
    "-7 mod 3": 2,
    "7 mod 0": 0,
    "-(2 + 3)": -5,
    "10 - (4 - 3)": 9,
    "abs(3 - 8)": 5,
    "max(1, 5, 3)": 5,
    "min(4, 2 + 1)": 3,
    "if(1 < 2, 10, 20)": 10,
    "if(1 < 2 and not 3 <= 2, 1, 0)": 1,
    "if(1 > 2 or 2 >= 2, 1, 0)": 1,
    "size": 3,
    "prices[2]": 20,
    "prices[4]": 0,
    "packs[3]": 8,
    "packs[7]": 0,
    "packs[count(everyone)]": 8,
    # players
    "coins": 8,
    "left(me).coins": 9,
    "right(me).coins": 10,
    "sum(others.coins)": 19,
    "sum(everyone.coins)": 27,
    "seat": 1,
    "left(left(me)).seat": 3,
    "lead.coins": 0,
    "if(lead = none, 1, 0)": 1,
    "count(players)": 3,
    "best(players by coins).seat": 3,
    "best(players by -coins).seat": 1,
    "only(players by 1).seat": 0,
    "only(players by coins).seat": 3,
    "only(players where coins = max(players.coins)).seat": 3,
    "only(players where coins <= max(players.coins)).seat": 0,
    "only(players where coins > max(players.coins)).seat": 0,
    "only(row where rank = 4).rank": 4,
    "if(only(row) = none, 1, 0)": 1,
    "if(me in others, 1, 0)": 0,
    "if(left(me) in others, 1, 0)": 1,
    "count(everyone where coins > 8)": 2,
    # cards where they lie
    "count(row)": 2,
    "count(pit)": 1,
    "top(pit).rank": 9,
    "alone.rank": 4,
    "slot.rank": 0,
    "top(hand).rank": 0,
    "if(slot = none, 1, 0)": 1,
    "if(alone = bee, 1, 0)": 1,
    "first(row).rank": 1,
    "last(row).rank": 4,
    "sum(row.rank)": 5,
    "max(row.rank)": 4,
    "min(row.rank)": 1,
    "max(hand.rank)": 0,
    "count(row where rank = 4)": 1,
    "sum(rank * 2 over row)": 10,
    "best(players by 1 then 0 - (seat - 2) mod count(everyone)).seat": 2,
    "best(players by 1).seat": 1,
    "best(others by 1).seat": 2,
    "first.seat": 1,
    "first(pit).rank + last(row).rank": 13,
    "sum(doubled)": 10,
    "count(pit where hue is empty)": 1,
    "count(pit where mood is not empty)": 0,
    "count(row where 0 + hue = 1)": 2,
    "first(hue where 0 + it = 3).worth": 2,
    "sum(doubled where it > 2)": 8,
    "max(costs)": 14,
    "count((rank * 2 over row) where it = 8)": 1,
    "first((rank * 2 over row) else 1..3)": 2,
    "sum(rank over row where hue = red)": 5,
    "if(row is empty, 1, 0)": 0,
    "if(hand is empty, 1, 0)": 1,
    "if(row is not empty, 1, 0)": 1,
    "count(row where rank > 8 else pit)": 1,
    "count(row where rank = 4 else pit)": 1,
    "if(cat in row, 1, 0)": 1,
    "if(dog in row, 1, 0)": 0,
    "count(row, cat)": 1,
    "count(players.hand)": 0,
    "best(row by rank then -count(likes)).rank": 4,
    # piles and counters with keys
    "count(pile[blue])": 1,
    "count(pile[red])": 0,
    "top(pile[blue]).rank": 4,
    "count(pile)": 1,
    "count(pile, cat)": 1,
    "count(pile, bee)": 0,
    "if(pile is empty, 1, 0)": 0,
    "sum(1 over pile)": 3,
    "count(pile where it is not empty)": 1,
    "heap[red]": 2,
    "sum(heap)": 6,
    "sum(heap[it] * worth over hue)": 28,
    "sum(marks)": 0,
    # fields, rows, words
    "alone.hue.worth": 7,
    "top(pit).hue.worth": 0,
    "if(top(pit).hue = none, 1, 0)": 1,
    "if(alone.mood = wild, 1, 0)": 1,
    "if(top(pit).mood = none, 1, 0)": 1,
    "if(alone.dear, 1, 0)": 0,
    "count(all card where dear)": 2,
    "count(all card)": 4,
    "count(hue)": 3,
    "sum(hue.worth)": 14,
    "distinct((all card).hue)": 2,
    "distinct(row.rank)": 2,
    "count(top(pit).likes)": 3,
    "count(top(pit).likes, grey)": 2,
    "if(blue in alone.likes, 1, 0)": 0,
    "if(alone.hue in (red, blue), 1, 0)": 1,
    "if(any(rank > 3 over row), 1, 0)": 1,
    "if(all(rank > 3 over row), 1, 0)": 0,
    "if(any(players.glad), 1, 0)": 0,
    "if(flag, 1, 0)": 1,
    "sum(1..4)": 10,
    "count(3..2)": 0,
    "if(ruling.tide = low, 1, 0)": 1,
    "if(ruling.tide = high, 1, 0)": 0,
    "round": 1,
}


MOST_LINES = 50
"""How many formulas one game is given: a score has a limit."""


def text_of(formulas: list[str]) -> str:
    lines = [f'    "{n} {formula}": "{formula}"' for n, formula in enumerate(formulas)]
    return GAME.replace("SCORES", "\n".join(lines))


def values_of(formulas: list[str]) -> dict[str, int]:
    """Work out formulas for seat 1 at its first decision."""
    found = dict[str, int]()
    for start in range(0, len(formulas), MOST_LINES):
        some = formulas[start : start + MOST_LINES]
        played = Played(text_of(some), players=3)
        part_of = played.rules.part_of
        for n, formula in enumerate(some):
            found[formula] = int(part_of(played.cards, played.state, 0, n))
    return found


@cache
def values() -> dict[str, int]:
    found: dict[str, int] = uncompiled(values_of, list(FORMULAS))
    return found


@pytest.mark.slow_cases("1 + 2 * 3 - 4")
@pytest.mark.parametrize("formula", FORMULAS)
def test_a_formula_has_its_value(formula: str) -> None:
    assert values()[formula] == FORMULAS[formula]


def lost(word: str) -> None:
    raise KeyError(word)


def test_what_goes_wrong_uncompiled_fails_its_own_test() -> None:
    with pytest.raises((AssertionError, KeyError), match="no such fish"):
        uncompiled(lost, "no such fish")
    assert uncompiled(values_of, ["1 + 1", "1 + 2"]) == {"1 + 1": 2, "1 + 2": 3}
