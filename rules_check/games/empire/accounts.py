"""Empire's accounts: what happened in a game, how each seat's pillars were made, what became of every rank, and what can happen at all.

Read from a game that is over, for those that measure many; no rule reads it. What is numbered here as a card is a rank, in the order
of cards.yaml, whatever a demand names: suits tell cards apart in a demand and nowhere else.
"""

from __future__ import annotations

from typing import Any

from rules_check.games.empire import game as do
from rules_check.games.empire import rulings as ruled
from rules_check.games.empire.course import score_of
from rules_check.games.empire.game import rules
from rules_check.games.empire.state import Cards, End, Pillars, Power, State, Tally
from rules_check.rules import EMPTY, parts_of, size, top


@rules.verb
def count_up(cards: Cards, state: State, out: Any) -> None:
    """Write what is counted only at the end. What is left to draw is of a match's last game."""
    if cards.pile_runs_out == ruled.PileRunsOut.COUNT_PILLARS:
        out[Tally.DRAWS_FROM_NOTHING] = 0  # such a draw is then how a game ends
    out[Tally.CARDS_LEFT] = size(state.deck)
    for seat in range(state.players):
        out[Tally.SEATS_WITHOUT_A_PILLAR] += score_of(cards, state, seat) == 0


@rules.verb
def part_of(cards: Cards, state: State, seat: int, source: int) -> int:
    """Return how many pillars of a seat are without jokers, or with some."""
    return int(state.pure[seat] if source == Pillars.PURE else score_of(cards, state, seat) - state.pure[seat])


@rules.verb
def usage(cards: Cards, state: State, seen: Any, used: Any) -> None:
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


@rules.verb
def card_of(cards: Cards, state: State, move: int, n: int) -> int:
    """Find the n-th rank that a legal move uses: the card stolen, demanded, taken in a trade, laid; the joker; the two that skips.

    A card that is tabled or thrown away is not used, but for a two, which guards what lies below it and skips; a pillar with jokers
    uses its rank, then the joker. Else -1.
    """
    sort, first, wild = parts_of(move)
    if sort == do.LAY:
        if n == 0 and wild < cards.pillar_size:
            return first
        is_joker = wild > 0 and n == (0 if wild == cards.pillar_size else 1)
        return cards.type_rank[cards.joker] if is_joker else EMPTY
    type_ = EMPTY
    if sort == do.STEAL or sort == do.SKIP:
        type_ = top(state.pile[first if sort == do.STEAL else state.seat])
    elif sort == do.PICK:
        type_ = state.tabled[first]
    elif sort == do.DEMAND or (sort == do.DISCARD and cards.rank_power[cards.type_rank[first]] == Power.SKIP):
        type_ = first
    return cards.type_rank[type_] if n == 0 and type_ != EMPTY else EMPTY


@rules.verb
def blank(cards: Cards, state: State, seat: int, is_blank: Any) -> None:
    """Take out of a seat's sight, in place, the ranks that `is_blank` marks: in its hand, but for a card that is tabled or fought for.

    Tops of piles and tabled cards of others stay: what lies below them cannot be had. Such a card may still be thrown away, or
    tabled; it is then one that the hand does not show.
    """
    for type_ in range(cards.types):
        if is_blank[cards.type_rank[type_]]:
            is_kept = state.tabled[seat] == type_ or (state.target == seat and state.demand == type_)
            kept = min(1 if is_kept else 0, state.hand[seat, type_])
            state.hand_size[seat] -= state.hand[seat, type_] - kept
            state.hand[seat, type_] = kept
            state.known[seat, type_] = min(state.known[seat, type_], kept)


@rules.verb
def card_groups(cards: Any) -> list[str]:
    """Name, for each rank of `card_ids`, those that it can be compared with: what is in an empire with all that is in any."""
    by_power = {Power.WILD: "ranks that are wild", Power.SKIP: "ranks that skip"}
    others = ["ranks of no empire" if empire == EMPTY else "ranks of empires" for empire in cards.rank_empire]
    return [by_power.get(cards.rank_power[rank], others[rank]) for rank in range(cards.ranks)]


@rules.verb
def possible_ends(cards: Any) -> list[int]:
    """List the ends that a game can have by the rulings and the empires that have ranks."""
    if cards.match == ruled.Match.OVERLORD:
        return [End.OVERLORD]
    ends = {int(End.BUILT + cards.bonus[empire]) for empire in cards.rank_empire[: cards.ranks] if empire != EMPTY}
    ends |= {End.RAN_OUT} if cards.pile_runs_out == ruled.PileRunsOut.COUNT_PILLARS else set()
    return sorted(ends | ({End.STALLED} if cards.stall == ruled.Stall.FIFTEEN_STILL_ROUNDS else set()))


@rules.verb
def move_space(cards: Any) -> Any:
    """List every move that can be one of several at a decision; those that only follow by themselves are not."""
    return rules.moves.space(cards, lambda *numbers: can_come_up(cards, *numbers))


def can_come_up(cards: Any, sort: int, first: int, second: int) -> bool:
    """Say of a move that it can be one of several at a decision."""
    seats, may_skip = max(rules.player_counts(cards)), cards.skip_duty == ruled.SkipDuty.MAY_SKIP
    is_choice, can_skip = seats > 2, Power.SKIP in cards.rank_power[: cards.ranks]  # of two, only one can be taken from or skipped
    if sort in (do.STEAL, do.BATTLE, do.PICK, do.SKIP):
        is_one = is_choice if sort == do.PICK else can_skip and (is_choice or may_skip) if sort == do.SKIP else True
        return first < seats and is_one
    if sort == do.LAY:
        return can_be_laid(cards, first, second)
    if sort == do.DEMAND:
        return bool(first != cards.joker or cards.demand_jokers == ruled.DemandJokers.MAY)
    if sort == do.REST:
        return bool(cards.action == ruled.Action.MAY_PASS or cards.bonus_from <= cards.pillars_to_win)
    return can_skip and may_skip if sort == do.SPARE else sort not in (do.BEGIN, do.END_TURN)


def can_be_laid(cards: Any, rank: int, wild: int) -> bool:
    """Say of a pillar that there are the cards for it, and of one of jokers alone that the ruling allows it."""
    packs, size, empire = cards.packs.max(), cards.pillar_size, cards.rank_empire[rank]
    jokers = cards.type_copies[cards.joker] * packs if cards.joker != EMPTY else 0
    naturals = cards.type_copies[cards.type_rank == rank].sum() * packs
    if rank >= cards.ranks or empire == EMPTY or wild > min(size, jokers) or naturals < size - wild:
        return False
    is_first = rank == cards.rank_empire.tolist().index(empire)  # of its empire
    ruling = cards.joker_pillar
    return bool(wild < size or ruling == ruled.JokerPillar.NAMES_RANK or (ruling == ruled.JokerPillar.ANY_RANK and is_first))
