"""The accounts of Merchants of Magick: what happened in a game, where coins came from, which rows
and cards were used, and whether a state is sound.

They are read from finished games, for measurements over many games; no rule reads them. "Cards" are
the rows of the sheet, then orders, adventurers and masteries, each in the order of cards.yaml.
"""

from __future__ import annotations

from typing import Any

from rules_check.games.merchants_of_magick.game import FREE, MARK, rules
from rules_check.games.merchants_of_magick.state import WISHES, Box, Cards, State, Tally
from rules_check.rules import BY_CARD, EMPTY, count_of, measured, parts_of, size, take

rules.measure(**measured(Tally, Box, {"never=stop": ""}))
ALL_WISHES = (1 << WISHES) - 1


@rules.verb
def count_up(cards: Cards, state: State, out: Any) -> None:
    """Write the values counted in a game over zeros."""
    for seat in range(state.players):
        out[Tally.ADVENTURERS] += state.wishes[seat] == ALL_WISHES
        for which in range(2):
            coins = cards.mastery_coins[state.mastery[which]]
            out[Tally.MASTERS] += state.players > 1 and state.scored[seat, which] == coins[0]
            out[Tally.APPRENTICES] += state.scored[seat, which] > 0 and (
                state.players == 1 or state.scored[seat, which] != coins[0]
            )
        out[Tally.EXTRA_DICE] += count_of(state.extra[seat])
        out[Tally.CIRCLES] += count_of(state.marks[seat])
        out[Tally.POTIONS] += state.potions[seat]
        lost = (
            cards.orders_by_players[state.players]
            + (cards.solo_waiting if state.players == 1 else 0)
            - state.spaces[seat]
        )
        out[Tally.GAPS] += max(0, lost) if cards.gaps == 0 else 0
    for i in range(size(state.gone)):
        out[Tally.ORDERS] += state.owner[i] != EMPTY
    out[Tally.REDEALS], out[Tally.LEFT] = state.redeals, size(state.deck)


@rules.verb
def card_groups(cards: Any) -> list[str]:
    """For each card of `card_ids`, name the group it can be compared within."""
    spells = [
        "charms" if sort == 2 else "enchantments" for sort in cards.spell_sort[: cards.spells]
    ]
    sorts = {"orders": cards.orders, "adventurers": cards.adventurers, "masteries": cards.masteries}
    return (
        ["items"] * int(cards.items)
        + spells
        + [sort for sort, count in sorts.items() for _ in range(count)]
    )


@rules.verb
def usage(cards: Cards, state: State, seen: Any, used: Any) -> None:
    """For each card, add 1 if a game had it and 1 if it was used: completed, claimed, satisfied or
    scored.
    """
    rows, orders = 0, cards.items + cards.spells
    adventurers = orders + cards.orders
    for seat in range(state.players):
        rows |= state.rows[seat]
        seen[adventurers + state.adventurer[seat]] += 1
        used[adventurers + state.adventurer[seat]] += state.wishes[seat] == ALL_WISHES
        for i in range(size(state.line[seat])):
            seen[orders + state.line[seat, i]] += 1
    for row in range(orders):
        seen[row] += 1
        used[row] += rows >> row & 1
    for i in range(size(state.gone)):
        seen[orders + state.gone[i]] += 1
        used[orders + state.gone[i]] += state.owner[i] != EMPTY
    for which in range(2):
        card, is_scored = adventurers + cards.adventurers + state.mastery[which], False
        for seat in range(state.players):
            is_scored = is_scored or state.scored[seat, which] > 0
        seen[card] += 1
        used[card] += is_scored


@rules.verb
def card_of(cards: Cards, state: State, move: int, n: int) -> int:
    """Find the row that a move marks."""
    sort, first, second = parts_of(move)
    if n > 0 or sort not in (MARK, FREE):
        return EMPTY
    return int(cards.circle_row[second if sort == MARK else first])


@rules.verb
def blank(cards: Cards, state: State, seat: int, is_blank: Any) -> None:
    """Hide from a seat, in place, what `is_blank` marks: the adventurer and masteries as if already
    rewarded, and orders of its line.
    """
    orders = cards.items + cards.spells
    adventurers = orders + cards.orders
    if is_blank[adventurers + state.adventurer[seat]]:
        state.wishes[seat] = ALL_WISHES
    for which in range(2):
        if (
            is_blank[adventurers + cards.adventurers + state.mastery[which]]
            and state.scored[seat, which] == 0
        ):
            state.scored[seat, which] = 1
    for i in range(size(state.line[seat]) - 1, -1, -1):
        if is_blank[orders + state.line[seat, i]]:
            take(state.line[seat], state.line[seat, i])
            state.spaces[seat] -= 1
            state.gaps[seat] = 0


@rules.sound(
    "a row is complete by one count but not by the other",
    "a seat has potions or free marks below zero",
)
def own_fault(cards: Cards, state: State) -> int:
    """Find any fault in a state other than misplaced orders."""
    for seat in range(state.players):
        for row in range(cards.items + cards.spells):
            is_complete = state.marks[seat] & cards.row_circles[row] == cards.row_circles[row]
            if is_complete != (state.rows[seat] >> row & 1 == 1):
                return 1 + BY_CARD * (row + 1)
        if state.potions[seat] < 0 or state.free[seat] < 0:
            return 2
    return 0


rules.compile(__name__)
