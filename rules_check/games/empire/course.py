"""Empire's course: the setup, what each decision allows, what a move does, how a game ends. Titles
in brackets are the rulebook's.

A turn: draw; ACT (TABLE, OFFER of every other seat, PICK; DEMAND, FIST of both); with two pillars
the bonus action; LAY; with the second pillar just laid the bonus action and LAY again; DISCARD,
SKIP. In the opening round only the draw and the discard. The starting player is determined before
the game and sits in seat 1. A decision is due only if there are at least two moves.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rules_check.games.empire import game as do
from rules_check.games.empire import rulings as ruled
from rules_check.games.empire.game import is_nameless, rules
from rules_check.games.empire.state import (
    ANY_NUMBER,
    RANKS,
    Action,
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
    WIDE,
    count,
    count_of,
    draw,
    local_zeros,
    mix_up,
    move_all,
    offer,
    offer_each,
    put,
    size,
    top,
)

STILL_ROUNDS = 15
"""The number of rounds without a new pillar that end a game, by ruling."""
MAX_ROUNDS, MAX_MATCH = 1000, 3000
"""The number of rounds after which a game ends without a result, and after which a match deals no
new game: within the number of moves that a game may take.
"""
MOST_TIES = 50
"""After this number of ties in one battle the card stays where it is: two seats that always show
the same sign would never finish.
"""


# ---------------------------------------------------------------------------------- cards in motion
def gain(state: State, seat: int, type_: int, count: int) -> None:
    """Put cards of a type into a hand, openly; a negative count removes them."""
    state.hand[seat, type_] += count
    state.hand_size[seat] += count
    state.known[seat, type_] = max(0, state.known[seat, type_] + count)
    if state.most[seat, type_] < ANY_NUMBER:
        state.most[seat, type_] += count


def show_card(state: State, seat: int, type_: int) -> None:
    """Show all players that a hand has a card of a type; they may already have known it."""
    state.known[seat, type_] = max(1, state.known[seat, type_])


def draw_card(cards: Cards, state: State, seat: int) -> bool:
    """Draw a card of any type, unseen; return False if there is none, which by ruling ends the
    game.

    By ruling, all discards but the top ones are shuffled when the resources run out, in order from
    the starting player: seat numbers do not matter.
    """
    if size(state.deck) == 0 and cards.pile_runs_out == ruled.PileRunsOut.RESHUFFLE:
        for k in range(state.players):
            pile = state.pile[(state.first + k) % state.players]
            last = draw(pile)
            move_all(pile, state.deck)
            if last != EMPTY:
                put(pile, last)
        state.tally[Tally.RESHUFFLES] += size(state.deck) > 0
        mix_up(state, state.deck)
    if size(state.deck) == 0:
        state.tally[Tally.DRAWS_FROM_NOTHING] += 1
        if cards.pile_runs_out == ruled.PileRunsOut.COUNT_PILLARS:
            close_game(cards, state, End.RAN_OUT, leader(state))
        return False
    state.hand[seat, draw(state.deck)] += 1
    state.hand_size[seat] += 1
    for type_ in range(cards.types):
        state.most[seat, type_] += state.most[seat, type_] < ANY_NUMBER
    return True


# -------------------------------------------------------------------------------------------- setup
@rules.setup
def deal(cards: Cards, state: State) -> None:
    """[Setup] Shuffle the packs, deal the hands, and let `first` begin."""
    for type_ in range(cards.types):
        for _ in range(cards.type_copies[type_] * cards.packs[state.players]):
            put(state.deck, type_)
    mix_up(state, state.deck)
    for k in range(state.players):
        seat = (state.first + k) % state.players
        for _ in range(cards.hand_cards):
            state.hand[seat, draw(state.deck)] += 1
        state.hand_size[seat] = cards.hand_cards
    state.opening = state.stirred = state.rounds
    start_turn(cards, state, state.first)


@rules.phase(Phase.DEAL)
def list_deal(out: Any) -> None:
    offer(out, do.BEGIN)


@rules.does(do.BEGIN)
def begin(cards: Cards, state: State) -> None:
    """Begin the next game of a match, to the left of the last starting player."""
    state.empire[:] = state.pillar[:] = EMPTY
    state.ranks[:] = state.laid[:] = state.skip[:] = state.missed[:] = state.hand_size[
        :
    ] = state.buried[:] = 0
    state.hand[:], state.known[:], state.most[:] = 0, 0, ANY_NUMBER
    state.deck[:] = state.pile[:] = EMPTY
    state.deck[-1] = state.pile[:, -1] = 0
    state.first = (state.first + 1) % state.players
    state.rounds += 1
    deal(cards, state)


# -------------------------------------------------------------------------------------------- turns
def start_turn(cards: Cards, state: State, seat: int) -> None:
    """[Your turn] Draw; then an action is due or, in the opening round, a discard."""
    state.turn = state.seat = seat
    state.has_bonus = state.laid_now = 0
    state.phase = Phase.DISCARD if state.rounds == state.opening else Phase.ACT
    draw_card(cards, state, seat)


@rules.does(do.SPARE)
def next_turn(cards: Cards, state: State) -> None:
    """[next_turn] Pass the turn clockwise; a seat with a pending skip loses its turn."""
    seat, is_lost = state.turn, 1
    while is_lost:
        seat = (seat + 1) % state.players
        if seat == state.first:
            if state.rounds - state.opening + 1 == MAX_ROUNDS:
                finish(state, End.BOUND)
                return
            if (
                state.rounds - state.stirred >= STILL_ROUNDS
                and cards.stall == ruled.Stall.FIFTEEN_STILL_ROUNDS
            ):
                close_game(cards, state, End.STALLED, leader(state))
                return
            state.rounds += 1
        is_lost = state.missed[seat] = state.skip[seat]
        state.skip[seat] = 0
    start_turn(cards, state, seat)


# ------------------------------------------------------------------------------------------ actions
def may(cards: Cards, state: State, action: int) -> bool:
    """Return whether an action is allowed: as the bonus, only that of the seat's own empire."""
    return bool(not state.is_bonus or cards.bonus[state.empire[state.seat]] == action)


@rules.phase(Phase.ACT)
def list_actions(cards: Cards, state: State, seat: int, out: Any) -> None:
    """[Your action] List stealing, trading and battling; as the bonus, only the action of the
    seat's own empire, or none.
    """
    if may(cards, state, Action.STEAL):
        for other in range(state.players):  # a two on top protects itself and everything below
            type_ = top(state.pile[other])
            if (
                other != seat
                and type_ != EMPTY
                and cards.rank_power[cards.type_rank[type_]] != Power.SKIP
            ):
                offer(out, do.STEAL, other)
    if may(cards, state, Action.TRADE) and 0 < state.hand_size[seat] < state.hand_size.sum():
        offer(out, do.TRADE)
    if may(cards, state, Action.BATTLE):
        for other in range(state.players):
            if other != seat and state.hand_size[other] > 0:
                offer(out, do.BATTLE, other)
    if state.is_bonus or cards.action == ruled.Action.MAY_PASS or out[-1] == 0:
        offer(out, do.REST)


@rules.does(do.REST)
def rest(cards: Cards, state: State) -> None:
    state.tally[Tally.TURNS_WITHOUT_AN_ACTION] += not state.is_bonus
    end_action(cards, state)


def end_action(cards: Cards, state: State) -> None:
    """Finish an action, clearing the table: next is the bonus action, if it is still due, then
    pillars.
    """
    state.tabled[:] = state.target = state.demand = state.fist = EMPTY
    state.is_bonus = state.ties = 0
    state.seat = state.turn
    state.phase = Phase.LAY
    start_bonus(cards, state)


def start_bonus(cards: Cards, state: State) -> None:
    """Begin the bonus action of a seat with enough pillars, once per turn."""
    if not state.has_bonus and state.laid[state.turn] >= cards.bonus_from:
        state.has_bonus = state.is_bonus = 1
        state.phase = Phase.ACT


@rules.does(do.STEAL)
def steal(cards: Cards, state: State, other: int) -> None:
    """[Steal] Take the top card of another seat's discards."""
    gain(state, state.turn, draw(state.pile[other]), 1)
    state.tally[Tally.BONUS_STEALS if state.is_bonus else Tally.STEALS] += 1
    end_action(cards, state)


# -------------------------------------------------------------------------------------------- trade
@rules.does(do.TRADE)
def trade(state: State) -> None:
    state.phase = Phase.TABLE


def list_hand(cards: Cards, state: State, sort: int, empire: int, out: Any) -> None:
    """List the types in the deciding seat's hand; only those of one empire unless that is EMPTY."""
    for type_ in range(cards.types):
        if state.hand[state.seat, type_] > 0 and (
            empire == EMPTY or empire_of(cards, type_) == empire
        ):
            offer(out, sort, type_)


def empire_of(cards: Cards, type_: int) -> int:
    return int(cards.rank_empire[cards.type_rank[type_]])


@rules.phase(Phase.TABLE)
def list_tabled(cards: Cards, state: State, seat: int, out: Any) -> None:
    list_hand(cards, state, do.TABLE, EMPTY, out)


@rules.phase(Phase.OFFER, secret=ruled.TradeOffers.AT_ONCE)
def list_offers(cards: Cards, state: State, seat: int, out: Any) -> None:
    """[Trade] List the cards to offer: any in the hand or, by ruling, one of the trader's card's
    empire, if there is one.
    """
    list_hand(cards, state, do.OFFER, wanted_of(cards, state), out)
    if out[-1] == 0:
        list_hand(cards, state, do.OFFER, EMPTY, out)


def wanted_of(cards: Cards, state: State) -> int:
    """Find the empire that the offered cards must belong to: by ruling that of the trader's card;
    EMPTY for any.
    """
    if cards.trade_partner == ruled.TradePartner.ANY_CARD:
        return EMPTY
    return empire_of(cards, state.tabled[state.turn])


@rules.lays(do.TABLE, do.OFFER)
def table(state: State, seat: int, type_: int) -> None:
    """[Trade] Table a card."""
    state.tabled[seat] = type_


@rules.does(do.TABLE, do.OFFER)
def ask_next(cards: Cards, state: State, seat: int) -> None:
    """[Trade] Ask the next seat clockwise for its card; after the last seat, all cards are
    revealed.
    """
    if seat == state.turn or cards.trade_offers == ruled.TradeOffers.IN_TURN:
        show_offer(cards, state, seat)
    state.seat = (seat + 1) % state.players
    while state.seat != state.turn and state.hand_size[state.seat] == 0:
        state.seat = (state.seat + 1) % state.players
    is_last = state.seat == state.turn
    state.phase = Phase.PICK if is_last else Phase.OFFER
    if is_last:
        for other in range(state.players):
            if state.tabled[other] != EMPTY:
                show_offer(cards, state, other)


def show_offer(cards: Cards, state: State, seat: int) -> None:
    """[Trade] Show all players what a seat tabled. If it should have been of the trader's empire
    and is not, the seat has no card of that empire.
    """
    show_card(state, seat, state.tabled[seat])
    wanted = wanted_of(cards, state)
    if wanted != EMPTY and wanted != empire_of(cards, state.tabled[seat]):
        for type_ in range(cards.types):
            if empire_of(cards, type_) == wanted:
                state.most[seat, type_] = 0


@rules.phase(Phase.PICK)
def list_picks(state: State, out: Any) -> None:
    """[Trade] List the cards that the others tabled, of which the trader takes one."""
    for other in range(state.players):
        if other != state.turn and state.tabled[other] != EMPTY:
            offer(out, do.PICK, other)


@rules.does(do.PICK)
def swap(cards: Cards, state: State, other: int) -> None:
    """[Trade] Swap the trader's card for another seat's; all see both."""
    mine, theirs = state.tabled[state.turn], state.tabled[other]
    gain(state, state.turn, mine, -1)
    gain(state, other, theirs, -1)
    gain(state, state.turn, theirs, 1)
    gain(state, other, mine, 1)
    state.tally[Tally.BONUS_TRADES if state.is_bonus else Tally.TRADES] += 1
    end_action(cards, state)


# ------------------------------------------------------------------------------------------- battle
@rules.does(do.BATTLE)
def battle(state: State, other: int) -> None:
    state.target, state.phase = other, Phase.DEMAND


@rules.phase(Phase.DEMAND)
def list_demands(cards: Cards, out: Any) -> None:
    """[Battle] List all types of card."""
    for type_ in range(cards.types):
        if type_ != cards.joker or cards.demand_jokers == ruled.DemandJokers.MAY:
            offer(out, do.DEMAND, type_)


@rules.does(do.DEMAND)
def demand(cards: Cards, state: State, type_: int) -> None:
    """[Battle] Name a card: the seat asked says whether it has the card, and if so the two fight
    for it.
    """
    state.demand = type_
    state.tally[Tally.BONUS_BATTLES if state.is_bonus else Tally.BATTLES] += 1
    if state.hand[state.target, type_] == 0:
        state.most[state.target, type_] = 0
        state.tally[Tally.DEMANDS_IN_VAIN] += 1
        end_action(cards, state)
    else:
        show_card(state, state.target, type_)
        state.phase = Phase.FIST


@rules.phase(Phase.FIST, secret=True, together=False)
def list_fists(out: Any) -> None:
    offer_each(out, do.SHOW, 0, 2)


@rules.does(do.SHOW)
def show_fist(cards: Cards, state: State, fist: int) -> None:
    """[Battle] Show rock, paper or scissors: first the attacker, then, without having seen that,
    the seat asked. A tie is played again.
    """
    if state.seat == state.turn:
        state.fist, state.seat = fist, state.target
        return
    ahead = (state.fist - fist) % 3
    state.fist, state.seat = EMPTY, state.turn
    state.ties += ahead == 0
    state.tally[(Tally.TIES_IN_BATTLES, Tally.BATTLES_WON, Tally.BATTLES_LOST)[ahead]] += 1
    if ahead == 1:
        gain(state, state.target, state.demand, -1)
        gain(state, state.turn, state.demand, 1)
    if ahead != 0 or state.ties == MOST_TIES:
        end_action(cards, state)


# ------------------------------------------------------------------------------------------ pillars
def count_ranks(cards: Cards, state: State, seat: int, held: Any) -> None:
    """Count a hand by rank, into an array of zeros."""
    for type_ in range(cards.types):
        held[cards.type_rank[type_]] += state.hand[seat, type_]


@rules.phase(Phase.LAY)
def list_pillars(cards: Cards, state: State, seat: int, out: Any) -> None:
    """[Pillars] List pillars of four of a rank that the seat's empire still lacks, with any number
    of jokers; or laying none.
    """
    is_barred = state.laid_now > 0 and cards.pillars_a_turn == ruled.PillarsATurn.ONE
    is_barred = is_barred or (
        state.laid_now == state.laid[seat] == 1 and cards.six_cards == ruled.SixCards.NEXT_TURN
    )
    if state.laid[seat] < cards.pillars_to_win and not is_barred:
        held = local_zeros(RANKS, WIDE)
        count_ranks(cards, state, seat, held)
        jokers = state.hand[seat, cards.joker] if cards.joker != EMPTY else 0
        due = cards.pillar_size
        named = 0  # empires for which a pillar without a rank is listed
        for rank in range(cards.ranks):
            empire = cards.rank_empire[rank]
            if empire == EMPTY or (state.empire[seat] != EMPTY and empire != state.empire[seat]):
                continue
            for wild in range(
                min(jokers, due - (cards.joker_pillar == ruled.JokerPillar.FORBIDDEN)) + 1
            ):
                taken = named >> empire if is_nameless(cards, wild) else state.ranks[seat] >> rank
                if held[rank] >= due - wild and not taken & 1:
                    named |= int(wild == due) << empire
                    offer(out, do.LAY, rank, wild)
    offer(out, do.HOLD)


@rules.does(do.HOLD)
def hold(cards: Cards, state: State) -> None:
    state.phase = Phase.DISCARD
    start_bonus(cards, state)


@rules.does(do.LAY)
def lay(cards: Cards, state: State, seat: int, rank: int, wild: int) -> None:
    """[Pillars] Lay a pillar. The first pillar decides the empire and draws cards."""
    bury(cards, state, seat, cards.joker, wild)
    natural = cards.pillar_size - wild
    for type_ in range(cards.types):
        if cards.type_rank[type_] == rank:
            taken = min(natural, state.hand[seat, type_])
            bury(cards, state, seat, type_, taken)
            natural -= taken
    state.ranks[seat] |= int(not is_nameless(cards, wild)) << rank
    state.empire[seat] = cards.rank_empire[rank]
    state.pillar[seat, state.laid[seat]] = (RANKS if is_nameless(cards, wild) else rank) * 8 + wild
    state.laid[seat] += 1
    state.laid_now += 1
    state.stirred = state.rounds
    state.earned[seat, Pillars.PURE if wild == 0 else Pillars.WITH_JOKERS] += 1
    state.tally[Tally.PILLARS_WITH_JOKERS] += wild > 0
    state.tally[Tally.PILLARS_OF_JOKERS_ALONE] += wild == cards.pillar_size
    if state.laid[seat] == 1:
        state.tally[Tally.FIRST_PILLARS] += cards.first_pillar_cards > 0
        for _ in range(cards.first_pillar_cards):
            if not draw_card(cards, state, seat):
                break
    is_last = (
        state.phase == Phase.LAY
        and state.hand_size[seat] == 0
        and cards.last_card == ruled.LastCard.WINS
    )
    if is_last and state.laid[seat] >= cards.pillars_to_win:
        win(cards, state, seat)


def bury(cards: Cards, state: State, seat: int, type_: int, count: int) -> None:
    """Move cards of a type from the hand into a pillar."""
    gain(state, seat, type_, -count)
    state.buried[type_] += count
    state.used[cards.type_rank[type_]] += count


# ----------------------------------------------------------------------------------------- discards
@rules.phase(Phase.DISCARD)
def list_discards(cards: Cards, state: State, seat: int, out: Any) -> None:
    """[End of turn] List the cards of the hand."""
    list_hand(cards, state, do.DISCARD, EMPTY, out)
    if out[-1] == 0:
        offer(out, do.END_TURN)


@rules.does(do.END_TURN)
def end_turn(cards: Cards, state: State) -> None:
    state.tally[Tally.TURNS_WITHOUT_A_DISCARD] += 1
    next_turn(cards, state)


@rules.does(do.DISCARD)
def discard(cards: Cards, state: State, seat: int, type_: int) -> None:
    """[End of turn] Discard a card. If all pillars are laid, the seat wins; a two skips a seat,
    except in the opening round.
    """
    gain(state, seat, type_, -1)
    put(state.pile[seat], type_)
    if state.laid[seat] >= cards.pillars_to_win:
        win(cards, state, seat)
    elif cards.rank_power[cards.type_rank[type_]] == Power.SKIP and state.rounds > state.opening:
        state.phase = Phase.SKIP
    else:
        next_turn(cards, state)


@rules.phase(Phase.SKIP)
def list_skips(cards: Cards, state: State, seat: int, out: Any) -> None:
    """[Twos] List the other seats without a pending skip; by a ruling, without those that just lost
    a turn.
    """
    for other in range(state.players):
        is_exempt = cards.skip_whom == ruled.SkipWhom.NOT_TWICE and state.missed[other]
        if other != seat and not state.skip[other] and not is_exempt:
            offer(out, do.SKIP, other)
    if out[-1] == 0 or cards.skip_duty == ruled.SkipDuty.MAY_SKIP:
        offer(out, do.SPARE)


@rules.does(do.SKIP)
def skip(cards: Cards, state: State, seat: int, other: int) -> None:
    """[Twos] Make a seat lose its next turn."""
    state.skip[other] = 1
    state.tally[Tally.TURNS_SKIPPED] += 1
    state.used[cards.type_rank[top(state.pile[seat])]] += 1
    next_turn(cards, state)


# --------------------------------------------------------------------------------------------- ends
def finish(state: State, end: int) -> None:
    state.end, state.phase, state.seat = end, Phase.OVER, EMPTY


def leader(state: State) -> int:
    """Find the seat with the most pillars, at least one; EMPTY if several seats tie."""
    seat = int(np.argmax(state.laid[: state.players]))
    if state.laid[seat] > 0 and count(state.laid[: state.players], state.laid[seat]) == 1:
        return seat
    return EMPTY


def win(cards: Cards, state: State, seat: int) -> None:
    """End a game through the empire that a seat has built."""
    close_game(cards, state, End.BUILT + cards.bonus[state.empire[seat]], seat)


def close_game(cards: Cards, state: State, end: int, winner: int) -> None:
    """End a game; a match continues with a new deal until one seat has built every empire."""
    if cards.match == ruled.Match.SINGLE:
        finish(state, end)
        return
    if winner != EMPTY:
        state.overlord[winner] |= 1 << state.empire[winner]
    if winner != EMPTY and state.overlord[winner] == (1 << cards.empires) - 1:
        finish(state, End.OVERLORD)
    elif state.rounds >= MAX_MATCH:
        finish(state, End.BOUND)
    else:
        state.phase, state.seat = Phase.DEAL, state.turn


@rules.verb
def score_of(cards: Cards, state: State, seat: int) -> int:
    """Return a seat's pillars; in a match, those of all its games."""
    return int(state.earned[seat].sum())


@rules.verb
def standing_of(cards: Cards, state: State, seat: int) -> int:
    """Rank the seat that built the empire first (in a match: the most empires), then by pillars.
    Ties share a place.
    """
    is_built = End.BUILT <= state.end < End.RAN_OUT and seat == state.turn
    empires = (
        count_of(state.overlord[seat]) if cards.match == ruled.Match.OVERLORD else int(is_built)
    )
    return score_of(cards, state, seat) + 10000 * empires


rules.compile(__name__)
