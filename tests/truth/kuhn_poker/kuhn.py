"""Kuhn poker: three cards, two players, an ante of one chip and one bet of one more."""

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
    top,
    zone,
)

SEATS, DECK, STACK = 2, 3, 2


class Cards(CardSet, title="Kuhn Poker"):
    cards = kind("card", DECK)
    rank = field_of("card", 1, DECK)


class State(GameState, seats=SEATS):
    chips = each(SEATS)
    paid = each(SEATS)
    deck = zone("card", DECK, seen_by=NOBODY)
    hand = zone("card", SEATS, 1, seen_by=OWNER)


moves = Moves()
PASS, BET = moves("pass"), moves("bet")
rules = Ruleset(
    "kuhn-poker", Cards, State, moves, ends=("not over", "the pot is won"), UNIT="chips"
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
    offer(out, PASS)
    offer(out, BET)


@jit
def give_pot(state, winner):
    state.chips[winner] += state.paid[0] + state.paid[1]
    state.end = 1


@jit
def show(cards, state):
    gap = cards.rank[top(state.hand[1])] - cards.rank[top(state.hand[0])]
    give_pot(state, 1 if gap > 0 else 0)


@rules.does(PASS)
def pass_on(cards, state, seat):
    """After a bet it is to fold; two passes show the cards."""
    if state.paid[1 - seat] == STACK:
        give_pot(state, 1 - seat)
    elif seat == 1:
        show(cards, state)
    else:
        state.seat = 1


@rules.does(BET)
def bet(cards, state, seat):
    """After a bet it is to call."""
    state.paid[seat] += 1
    state.chips[seat] -= 1
    if state.paid[1 - seat] == STACK:
        show(cards, state)
    else:
        state.seat = 1 - seat


@rules.verb
def score_of(cards, state, seat):
    return state.chips[seat]
