"""Leduc poker: six cards of three ranks, two players, an ante of one chip, and two rounds of bets.

After the first round a card is turned up for all. A bet is 2 chips in the first round and 4 in the
second; each round has one bet and one raise at most. Who has a pair with the card on the table
wins, else the higher rank; equal ranks share.
"""

from rules_check.rules import (
    NOBODY,
    OWNER,
    CardSet,
    GameState,
    Moves,
    Ruleset,
    draw,
    each,
    field_of,
    fill,
    jit,
    kind,
    mix_up,
    offer,
    put,
    size,
    top,
    whole,
    zone,
)

SEATS, DECK, RANKS, STACK, MOST_BETS = 2, 6, 3, 13, 2


class Cards(CardSet, title="Leduc Poker"):
    cards = kind("card", DECK)
    rank = field_of("card", 1, RANKS)


class State(GameState, seats=SEATS):
    chips = each(SEATS)
    paid = each(SEATS)
    bets = whole()  # this round's
    passed = whole()  # moves of this round that added no bet
    opened = each(
        2, 2, shared=True
    )  # of each round, each bet: the seat that made it and 1; 0 for none
    deck = zone("card", DECK, seen_by=NOBODY)
    hand = zone("card", SEATS, 1, seen_by=OWNER)
    table = zone("card", 1)


moves = Moves()
FOLD, CALL, RAISE = moves("fold"), moves("call"), moves("raise")
rules = Ruleset(
    "leduc-poker", Cards, State, moves, ends=("not over", "the pot is won"), UNIT="chips"
)


@rules.verb
def player_counts(cards):
    return [SEATS]


@rules.setup
def deal(cards, state):
    fill(state.deck, cards.cards)
    mix_up(state, state.deck)
    for seat in range(SEATS):
        put(state.hand[seat], draw(state.deck))
        state.paid[seat], state.chips[seat] = 1, STACK - 1
    state.seat, state.phase = 0, 0


@rules.phase(0)
def list_moves(cards, state, seat, out):
    """To call without a bet is to pass; nobody folds then."""
    if state.paid[1 - seat] > state.paid[seat]:
        offer(out, FOLD)
    offer(out, CALL)
    if state.bets < MOST_BETS:
        offer(out, RAISE)


@jit
def strength(cards, state, seat):
    own, shared = cards.rank[top(state.hand[seat])], cards.rank[top(state.table)]
    return own + (RANKS if own == shared else 0)


@jit
def give_pot(state, first, second):
    """Give the seats so many parts of the pot."""
    pot = state.paid[0] + state.paid[1]
    state.chips[0] += pot * first // (first + second)
    state.chips[1] += pot * second // (first + second)
    state.end = 1


@jit
def close_round(cards, state):
    if size(state.table) == 0:
        put(state.table, draw(state.deck))
        state.bets, state.passed, state.seat = 0, 0, 0
        state.rounds += 1
        return
    gap = strength(cards, state, 0) - strength(cards, state, 1)
    give_pot(state, int(gap >= 0), int(gap <= 0))


@rules.does(FOLD)
def fold(state, seat):
    give_pot(state, seat, 1 - seat)


@rules.does(CALL)
def call(cards, state, seat):
    owed = state.paid[1 - seat] - state.paid[seat]
    state.paid[seat] += owed
    state.chips[seat] -= owed
    state.passed += 1
    state.seat = 1 - seat
    if state.bets > 0 or state.passed == SEATS:
        close_round(cards, state)


@rules.does(RAISE)
def raise_bet(state, seat):
    bet = 2 if size(state.table) == 0 else 4
    owed = state.paid[1 - seat] - state.paid[seat] + bet
    state.paid[seat] += owed
    state.chips[seat] -= owed
    state.opened[size(state.table), state.bets] = seat + 1
    state.bets += 1
    state.seat = 1 - seat


@rules.verb
def score_of(cards, state, seat):
    return state.chips[seat]
