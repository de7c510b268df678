"""Pig: roll as often as you dare. A 1 ends your turn with nothing; whoever first has the target
wins.
"""

from rules_check.rules import (
    CardSet,
    GameState,
    Moves,
    Ruleset,
    below,
    each,
    jit,
    offer,
    rule,
    whole,
)

SEATS, SIDES = 2, 6


class Cards(CardSet, title="Pig"):
    target = rule(2, 200)


class State(GameState, seats=SEATS):
    points = each(SEATS)
    turn = whole()


moves = Moves()
ROLL, HOLD = moves("roll"), moves("hold")
rules = Ruleset(
    "pig", Cards, State, moves, ends=("not over", "the target is reached"), UNIT="points"
)


@rules.verb
def player_counts(cards):
    return [SEATS]


@rules.setup
def begin(cards, state):
    state.seat, state.phase = 0, 0


@rules.phase(0)
def list_moves(cards, state, seat, out):
    """Nobody holds before a roll."""
    offer(out, ROLL)
    if state.turn > 0:
        offer(out, HOLD)


@jit
def pass_on(state):
    state.turn = 0
    state.seat = 1 - state.seat
    if state.seat == 0:
        state.rounds += 1


@rules.does(ROLL)
def roll(cards, state, seat):
    face = below(state.rng, 0, SIDES) + 1
    if face == 1:
        pass_on(state)
        return
    state.turn += face
    if state.points[seat] + state.turn >= cards.target:
        state.points[seat] += state.turn
        state.end = 1


@rules.does(HOLD)
def hold(state, seat):
    state.points[seat] += state.turn
    pass_on(state)


@rules.verb
def score_of(cards, state, seat):
    return state.points[seat]


@rules.verb
def value(cards, state, seat):
    """The points; those of the turn count for whoever is about to hold them."""
    return state.points[seat] + (state.turn if state.seat == seat else 0)
