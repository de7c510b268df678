"""Nim with one heap: take one to three; whoever takes the last one wins."""

from rules_check.rules import CardSet, GameState, Moves, Ruleset, each, numbered, offer, rule, whole

SEATS, MOST = 2, 9


class Cards(CardSet, title="Nim"):
    heap = rule(2, 99)
    most = rule(2, MOST)


class State(GameState, seats=SEATS):
    left = whole()
    won = each(SEATS)


moves = Moves()
TAKE = moves("take {}", numbered("a number", MOST))
rules = Ruleset("nim", Cards, State, moves, ends=("not over", "nothing is left"), UNIT="points")


@rules.verb
def player_counts(cards):
    return [SEATS]


@rules.setup
def begin(cards, state):
    state.left, state.seat, state.phase = cards.heap, 0, 0


@rules.phase(0)
def list_moves(cards, state, seat, out):
    for number in range(1, min(cards.most, state.left) + 1):
        offer(out, TAKE, number)


@rules.does(TAKE)
def take(state, seat, number):
    state.left -= number
    if state.left == 0:
        state.won[seat], state.end = 1, 1
        return
    state.seat = 1 - seat
    if state.seat == 0:
        state.rounds += 1


@rules.verb
def score_of(cards, state, seat):
    return state.won[seat]
