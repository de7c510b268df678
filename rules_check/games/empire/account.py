"""Empire's accounts: what happened in a game, how each seat's pillars were made, what became of every rank.

Read from a game that is over, for those that measure many; no rule reads it. What is numbered here as a card is a rank, in the order
of cards.yaml, whatever a demand names: suits tell cards apart in a demand and nowhere else.
"""

from __future__ import annotations

from typing import Any

from rules_check.engine.kernel import jit_lean
from rules_check.games.empire.data import (
    BUILT,
    COUNT_PILLARS,
    DEMAND_MOVE,
    DISCARD_MOVE,
    EMPTY,
    FOR_OVERLORD,
    LAY_MOVE,
    NO_DRAWS,
    NO_STALL,
    OVERLORD,
    PICK_MOVE,
    RAN_OUT,
    SKIP_MOVE,
    SKIPS,
    STALLED,
    STEAL_MOVE,
    TALLIES,
    WILD,
)
from rules_check.games.empire.table import top_of
from rules_check.toolkit.reading import name_of

UNIT = "pillars"
"""What the score counts."""
COUNTS = (
    "steals",
    "trades",
    "battles",
    "turns without an action",
    "bonus steals",
    "bonus trades",
    "bonus battles",
    "demands in vain",
    "battles won",
    "battles lost",
    "ties in battles",
    "first pillars",
    "pillars with jokers",
    "pillars of jokers alone",
    "turns skipped",
    "reshuffles",
    "draws from nothing",
    "turns without a discard",
    "cards left to draw",
    "seats without a pillar",
)
"""What `account` counts of a whole game."""
LEDGER = ("pillars without jokers", "pillars with jokers")
"""What `account` gives for each seat. It adds up to the score."""
NEVER = ("draws from nothing",)
"""What should not happen in any game."""
TOLD = ("reshuffles",)
"""What `check` says the frequency of: how often the resources run out."""
WANTED = (
    "steals",
    "trades",
    "battles",
    "bonus steals",
    "bonus trades",
    "bonus battles",
    "battles won",
    "first pillars",
    "pillars with jokers",
    "turns skipped",
)
"""Parts of the rules that ought to come up."""
PLACES = {
    "steals": "rulings.action",
    "trades": "rulings.trade_partner",
    "battles": "rulings.demand_names",
    "turns without an action": "rulings.action",
    "bonus steals": "rules.bonus_from",
    "bonus trades": "rules.bonus_from",
    "bonus battles": "rules.bonus_from",
    "demands in vain": "rulings.demand_names",
    "battles won": "rulings.demand_names",
    "battles lost": "rulings.demand_names",
    "first pillars": "rules.first_pillar_cards",
    "pillars without jokers": "rules.pillar_size",
    "pillars with jokers": "rulings.joker_pillar",
    "pillars of jokers alone": "rulings.joker_pillar",
    "turns skipped": "rulings.skip_duty",
    "reshuffles": "rulings.pile_runs_out",
    "draws from nothing": "rulings.pile_runs_out",
    "turns without a discard": "rulings.last_card",
    "cards left to draw": "rules.packs",
    "never=steal": "rulings.action",
    "never=trade": "rulings.action",
    "never=battle": "rulings.action",
    "never=hold": "rulings.pillars_a_turn",
}
"""Where in cards.yaml stands what each of those names is about."""
STRATEGIES = ("never=steal", "never=trade", "never=battle", "never=hold")
"""Restrictions whose price tells what each part of the rules is worth to a player; who never holds lays every pillar at once."""


@jit_lean
def account(cards: Any, state: Any, out: Any) -> None:
    """Write the COUNTS of a game, then each seat's LEDGER, into an int64 array. What is left to draw is of a match's last game."""
    for i in range(TALLIES):
        out[i] = state.tally[i]
    if cards.pile_runs_out == COUNT_PILLARS:
        out[NO_DRAWS] = 0  # such a draw is then how a game ends
    out[TALLIES], out[TALLIES + 1] = state.deck_size, 0
    for seat in range(state.players):
        pillars = state.scored[seat] + state.laid[seat]
        out[TALLIES + 1] += pillars == 0
        out[TALLIES + 2 + 2 * seat] = state.pure[seat]
        out[TALLIES + 3 + 2 * seat] = pillars - state.pure[seat]


def possible_ends(cards: Any) -> tuple[int, ...]:
    """List the ends, numbers of ENDS, that a game can have by the rulings and the empires that have ranks."""
    if cards.match == FOR_OVERLORD:
        return (OVERLORD,)
    empires = {int(empire) for empire in cards.rank_empire[: cards.ranks] if empire != EMPTY}
    ends = {BUILT + int(cards.bonus[empire]) for empire in empires}
    if cards.pile_runs_out == COUNT_PILLARS:
        ends.add(RAN_OUT)
    if cards.stall != NO_STALL:
        ends.add(STALLED)
    return tuple(sorted(ends))


def card_ids(cards: Any) -> list[str]:
    """List the ids of the ranks, rows of cards.yaml's table, that `usage`, `card_of` and `blank` number."""
    return [name_of(cards.rank_name, rank) for rank in range(cards.ranks)]


def card_groups(cards: Any) -> list[str]:
    """Name, for each rank of `card_ids`, those that it can be compared with: what is in an empire with all that is in any."""
    groups = []
    for rank in range(cards.ranks):
        power = int(cards.rank_power[rank])
        groups.append(
            "ranks that are wild"
            if power == WILD
            else "ranks that skip"
            if power == SKIPS
            else "ranks of empires"
            if cards.rank_empire[rank] != EMPTY
            else "ranks of no empire"
        )
    return groups


@jit_lean
def usage(cards: Any, state: Any, seen: Any, used: Any) -> None:
    """Add, rank by rank, 1 where a game had it, and 1 where it was used, to int64 arrays.

    A game has all ranks that are in its packs; one is used when a card of it comes into a pillar, or is a two that skips somebody.
    """
    for rank in range(cards.ranks):
        copies, uses = 0, 0
        for type_ in range(cards.types):
            if cards.type_rank[type_] == rank:
                copies += cards.type_copies[type_]
                uses += state.used[type_]
        seen[rank] += copies > 0
        used[rank] += uses > 0


@jit_lean
def card_of(cards: Any, state: Any, move: int, n: int) -> int:
    """Find the n-th rank that a legal move uses: the card stolen, demanded, taken in a trade, laid; the joker; the two that skips.

    A card that is tabled or thrown away is not used, but for a two, which guards what lies below it and skips; a pillar with jokers
    uses its rank, then the joker. Else -1.
    """
    kind, a, b = move // 10000, move // 100 % 100, move % 100
    type_ = EMPTY
    if kind == LAY_MOVE:
        wild = cards.type_rank[cards.joker] if b > 0 else EMPTY
        if b == cards.pillar_size:
            return wild if n == 0 else EMPTY
        return a if n == 0 else wild if n == 1 else EMPTY
    if kind == STEAL_MOVE:
        type_ = top_of(state, a)
    elif kind == DEMAND_MOVE:
        type_ = a
    elif kind == PICK_MOVE:
        type_ = state.tabled[a]
    elif kind == SKIP_MOVE:
        type_ = top_of(state, state.seat)
    elif kind == DISCARD_MOVE and cards.rank_power[cards.type_rank[a]] == SKIPS:
        type_ = a
    return cards.type_rank[type_] if n == 0 and type_ != EMPTY else EMPTY


@jit_lean
def blank(cards: Any, state: Any, seat: int, is_blank: Any) -> None:
    """Take out of a seat's sight, in place, the ranks that `is_blank` marks: in its hand, but for a card that is tabled or fought for.

    Tops of piles and tabled cards of others stay: what lies below them cannot be had. Such a card may still be thrown away, or
    tabled; it is then one that the hand does not show.
    """
    for type_ in range(cards.types):
        if is_blank[cards.type_rank[type_]] == 0:
            continue
        kept = 0
        if state.tabled[seat] == type_ or (state.target == seat and state.demand == type_):
            kept = min(1, int(state.hand[seat, type_]))
        state.hand_size[seat] -= state.hand[seat, type_] - kept
        state.hand[seat, type_] = kept
        state.known[seat, type_] = min(int(state.known[seat, type_]), kept)
