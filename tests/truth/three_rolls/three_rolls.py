"""Three Rolls, for one player: roll a die up to three times, and score the last roll."""

from rules_check.rules import CardSet, GameState, Moves, Ruleset, below, jit, offer, rule, whole

SIDES = 6


class Cards(CardSet, title="Three Rolls"):
    rolls = rule(2, 9)


class State(GameState, seats=1):
    face = whole()
    rolled = whole()


moves = Moves()
ROLL, KEEP = moves("roll"), moves("keep")
rules = Ruleset("three-rolls", Cards, State, moves, ends=("not over", "kept"), UNIT="points")


@rules.verb
def player_counts(cards):
    return [1]


@jit
def roll_die(cards, state):
    state.face = below(state.rng, 0, SIDES) + 1
    state.rolled += 1
    state.end = int(state.rolled == cards.rolls)


@rules.setup
def begin(cards, state):
    state.seat, state.phase = 0, 0
    roll_die(cards, state)


@rules.phase(0)
def list_moves(cards, state, seat, out):
    offer(out, ROLL)
    offer(out, KEEP)


@rules.does(ROLL)
def roll(cards, state):
    roll_die(cards, state)


@rules.does(KEEP)
def keep(state):
    state.end = 1


@rules.verb
def score_of(cards, state, seat):
    return state.face
