"""Empire's accounts: what happened in a game, how each seat made its pillars, how every rank was
used, the possible ends, what a seat can know, and whether a state is sound.

No rule reads them. A "card" here is a rank, numbered in the order of cards.yaml, whatever a demand
names: suits distinguish cards only in a demand.

Public: discards, pillars, pending skips, the number of cards in each hand and in the resources
pile, cards stolen, tabled, traded or fought for, and the absence of a card demanded in vain.
Hidden: the other cards in other hands, the order of the resources pile, a card tabled in a trade
until all are, and the sign that a fighter is about to show.

Everything known about another hand is public: the cards it took, showed or fought for (`known`),
and those it was found not to have (`most`). Guesses from what others keep, table and discard are
not used.
"""

from __future__ import annotations

from typing import Any

from rules_check.games.empire import game as do
from rules_check.games.empire import rulings as ruled
from rules_check.games.empire.course import score_of
from rules_check.games.empire.game import rules
from rules_check.games.empire.state import (
    ANY_NUMBER,
    POOL,
    RANKS,
    SEATS,
    TYPES,
    Cards,
    End,
    Phase,
    Pillars,
    Power,
    State,
    Tally,
)
from rules_check.rules import (
    EMPTY,
    INT,
    below,
    count,
    fill_copies,
    local_zeros,
    measured,
    mix_up,
    parts_of,
)
from rules_check.toolkit.zones import draw, move_all, size, top

NEVER = {
    "steal": "rulings.action",
    "trade": "rulings.action",
    "battle": "rulings.action",
    "hold": "rulings.pillars_a_turn",
}
"""The costs of never doing something that are worth knowing, and the places in cards.yaml they
concern.
"""
rules.measure(**measured(Tally, Pillars, {f"never={word}": place for word, place in NEVER.items()}))


@rules.verb
def count_up(cards: Cards, state: State, out: Any) -> None:
    """Fill in what is counted only at the end. The cards left to draw are those of a match's last
    game.
    """
    # such a draw is then how a game ends
    out[Tally.DRAWS_FROM_NOTHING] *= cards.pile_runs_out != ruled.PileRunsOut.COUNT_PILLARS
    out[Tally.CARDS_LEFT] = size(state.deck)
    for seat in range(state.players):
        out[Tally.SEATS_WITHOUT_A_PILLAR] += score_of(cards, state, seat) == 0


@rules.verb
def usage(cards: Cards, state: State, seen: Any, used: Any) -> None:
    """For each rank, add 1 if a game had it and 1 if it was used, to int64 arrays.

    A game has all ranks in its packs. A rank is used when a card of it goes into a pillar, or is a
    two that skips a seat.
    """
    for rank in range(cards.ranks):
        seen[rank] += count(cards.type_rank[: cards.types], rank) > 0
        used[rank] += state.used[rank] > 0


@rules.verb
def card_of(cards: Cards, state: State, move: int, n: int) -> int:
    """Find the n-th rank that a legal move uses: the card stolen, demanded, taken in a trade or
    laid; the joker; the two that skips.

    Tabling or discarding a card does not use it, except for a two, which guards what is below it
    and skips. A pillar with jokers uses its rank, then the joker. -1 if there is no n-th rank.
    """
    sort, first, wild = parts_of(move)
    if sort == do.LAY:
        before = int(wild < cards.pillar_size)  # its rank precedes the joker
        if n < before:
            return first
        return cards.type_rank[cards.joker] if wild > 0 and n == before else EMPTY
    type_ = EMPTY
    if sort in (do.STEAL, do.SKIP):
        type_ = top(state.pile[first if sort == do.STEAL else state.seat])
    elif sort == do.PICK:
        type_ = state.tabled[first]
    elif sort == do.DEMAND or (
        sort == do.DISCARD and cards.rank_power[cards.type_rank[first]] == Power.SKIP
    ):
        type_ = first
    return cards.type_rank[type_] if n == 0 and type_ != EMPTY else EMPTY


@rules.verb
def blank(cards: Cards, state: State, seat: int, is_blank: Any) -> None:
    """Hide from a seat, in place, the ranks that `is_blank` marks: those in its hand, except for a
    card that is tabled or fought for.

    The top cards of piles and the others' tabled cards stay, since what is below them cannot be
    taken. A hidden card may still be discarded or tabled; the hand then does not show it.
    """
    for type_ in range(cards.types):
        if is_blank[cards.type_rank[type_]]:
            is_kept = state.tabled[seat] == type_ or (
                state.target == seat and state.demand == type_
            )
            kept = min(1 if is_kept else 0, state.hand[seat, type_])
            state.hand_size[seat] -= state.hand[seat, type_] - kept
            state.hand[seat, type_] = kept
            state.known[seat, type_] = min(state.known[seat, type_], kept)


@rules.verb
def card_groups(cards: Any) -> list[str]:
    """For each rank of `card_ids`, name the ranks it can be compared with: ranks of some empire are
    compared with each other.
    """
    by_power = {Power.WILD: "ranks that are wild", Power.SKIP: "ranks that skip"}
    others = [
        "ranks of no empire" if empire == EMPTY else "ranks of empires"
        for empire in cards.rank_empire
    ]
    return [by_power.get(cards.rank_power[rank], others[rank]) for rank in range(cards.ranks)]


@rules.verb
def possible_ends(cards: Any) -> list[int]:
    """List the ends that a game can have, given the rulings and the empires that have ranks."""
    if cards.match == ruled.Match.OVERLORD:
        return [End.OVERLORD]
    ends = {
        int(End.BUILT + cards.bonus[empire])
        for empire in cards.rank_empire[: cards.ranks]
        if empire != EMPTY
    }
    ends |= {End.RAN_OUT} if cards.pile_runs_out == ruled.PileRunsOut.COUNT_PILLARS else set()
    return sorted(
        ends | ({End.STALLED} if cards.stall == ruled.Stall.FIFTEEN_STILL_ROUNDS else set())
    )


# --------------------------------------------------------------------------------------------- hide
@rules.verb
def infer(cards: Cards, state: State, seat: int) -> None:
    """Deal the resources pile and the unknown cards in other hands again, consistent with what all
    know, and draw a fighter's first sign again.
    """
    pool, unseen, missing = local_zeros(POOL, INT), local_zeros(TYPES, INT), local_zeros(SEATS, INT)
    while size(state.deck) > 0:
        unseen[draw(state.deck)] += 1
    for other in range(state.players):
        if other != seat:
            missing[other] = state.hand_size[other] - state.known[other].sum()
            for type_ in range(cards.types):
                unseen[type_] += state.hand[other, type_] - state.known[other, type_]
                state.hand[other, type_] = state.known[other, type_]
    fill_copies(pool, unseen)
    mix_up(state, pool)
    # The seat with the fewest possible types comes first, so that the last is never left with cards
    # it cannot have.
    while missing.sum() > 0:
        next_, tightest = EMPTY, 0
        for other in range(state.players):
            if missing[other] > 0:
                room = -missing[other]
                for i in range(size(pool)):
                    room += state.hand[other, pool[i]] < state.most[other, pool[i]]
                if next_ == EMPTY or room < tightest:
                    next_, tightest = other, room
        for _ in range(missing[next_]):
            take_possible(cards, state, seat, next_, pool)
        missing[next_] = 0
    move_all(pool, state.deck)
    if state.phase == Phase.FIST and state.seat == state.target and seat != state.turn:
        state.fist = below(state.rng, 0, 3)


def take_possible(cards: Cards, state: State, viewer: int, other: int, pool: Any) -> None:
    """Take the topmost card of a pool that a hand may hold; if there is none, swap through a third
    hand.
    """
    for i in range(size(pool) - 1, -1, -1):
        if state.hand[other, pool[i]] < state.most[other, pool[i]]:
            state.hand[other, pool[i]] += 1
            pool[i] = top(pool)
            draw(pool)
            return
    card = draw(pool)
    for third in range(state.players):
        if third != viewer and third != other and state.hand[third, card] < state.most[third, card]:
            for type_ in range(cards.types):
                if (
                    state.hand[third, type_] > state.known[third, type_]
                    and state.hand[other, type_] < state.most[other, type_]
                ):
                    state.hand[third, type_] -= 1
                    state.hand[third, card] += 1
                    state.hand[other, type_] += 1
                    return
    state.hand[other, card] += (
        1  # no way in one step: a slightly impossible state is better than none
    )
    state.most[other, card] = max(state.most[other, card], state.hand[other, card])


@rules.verb
def decided(cards: Cards, state: State, n: int) -> int:
    """Find the n-th seat if it has tabled a card that others have yet to see; else EMPTY."""
    return n if state.tabled[n] != EMPTY and n != state.turn else EMPTY


# ------------------------------------------------------------------------------------------- faults
@rules.sound(
    "the size of a hand does not match its cards",
    "all players know something about a hand that is not true",
    "a pillar belongs to another empire, or to a rank that already has one",
    "a pillar was laid, or a 2 skipped a player, in the opening round",
)
def find_fault(cards: Cards, state: State) -> int:
    """Compare what is known of each hand with its contents, and each seat's pillars with its
    empire.
    """
    for seat in range(SEATS):
        if state.hand[seat].sum() != state.hand_size[seat]:
            return 1
        seen = 0
        for type_ in range(cards.types):
            if (
                not state.known[seat, type_]
                <= state.hand[seat, type_]
                <= state.most[seat, type_]
                <= ANY_NUMBER
            ):
                return 2
        for i in range(state.laid[seat]):
            rank = state.pillar[seat, i] // 8
            if rank < RANKS and (cards.rank_empire[rank] != state.empire[seat] or seen >> rank & 1):
                return 3
            seen |= 1 << rank if rank < RANKS else 0
        if seen != state.ranks[seat] or (state.empire[seat] == EMPTY) != (state.laid[seat] == 0):
            return 3
        if state.rounds == state.opening and (state.laid[seat] > 0 or state.skip[seat]):
            return 4
    return 0 if state.buried.sum() == cards.pillar_size * state.laid.sum() else 3


rules.compile(__name__)
