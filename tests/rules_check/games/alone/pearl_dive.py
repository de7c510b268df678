"""Pearl Dive, a small game for 1 to 8: dive on for more pearls, or surface with what you have
before a shark comes.
"""

from rules_check.rules import (
    NOBODY,
    CardSet,
    GameState,
    Moves,
    Ruleset,
    Ruling,
    below,
    draw,
    each,
    field_of,
    ids_of,
    jit,
    kind,
    mix_up,
    move_all,
    offer,
    put,
    rule,
    ruling,
    size,
    whole,
    zone,
)

SEATS, SORTS, COPIES, FINDS = 8, 8, 12, 60


class Shark(Ruling):
    DIVE, HALF = range(2)


class Cards(CardSet, title="Pearl Dive"):
    finds = kind("find", SORTS, copies=COPIES)
    pearls = field_of("find", 0, 9)
    fewest = rule(1, 20)
    most = rule(1, 20)
    rounds_due = rule(1, 20, "rounds")
    shark = ruling(Shark)


class State(GameState, seats=SEATS):
    banked = each(SEATS)
    held = each(SEATS)
    is_up = each(SEATS)
    sharks = whole()
    had = each(SORTS, shared=True, shown=False)
    sea = zone("find", FINDS, seen_by=NOBODY)
    gone = zone("find", FINDS)


moves = Moves()
DIVE, SURFACE = moves("dive"), moves("surface")
rules = Ruleset(
    "pearl-dive",
    Cards,
    State,
    moves,
    ends=("not over", "all rounds dived"),
    UNIT="pearls",
    COUNTS=("sharks",),
    LEDGER=("pearls",),
    STRATEGIES=("never=dive",),
)


@rules.verb
def player_counts(cards):
    return list(range(cards.fewest, cards.most + 1))


@rules.setup
def lay_out(cards, state):
    for find in range(cards.finds):
        for _ in range(cards.find_copies[find]):
            put(state.sea, find)
    mix_up(state, state.sea)


@jit
def come_up(cards, state):
    """A round is over once everybody has dived."""
    state.is_up[:] = 0
    if state.rounds == cards.rounds_due:
        state.end = 1
    else:
        state.rounds += 1


@rules.phase(then=come_up)
def choose(cards, state, seat, out):
    if not state.is_up[seat]:
        offer(out, DIVE)
        offer(out, SURFACE)


@rules.does(DIVE)
def dive(cards, state, seat):
    if size(state.sea) == 0:
        move_all(state.gone, state.sea)
        mix_up(state, state.sea)
    find = draw(state.sea)
    put(state.gone, find)
    state.had[find] += 1
    state.held[seat] += cards.pearls[find]
    if cards.pearls[find] == 0:
        state.sharks += 1
        state.banked[seat] += state.held[seat] // 2 if cards.shark == Shark.HALF else 0
        state.held[seat], state.is_up[seat] = 0, 1


@rules.does(SURFACE)
def surface(state, seat):
    state.banked[seat] += state.held[seat]
    state.held[seat], state.is_up[seat] = 0, 1


@rules.verb
def score_of(cards, state, seat):
    return state.banked[seat]


@rules.verb
def count_up(cards, state, out):
    out[0] = state.sharks


@rules.verb
def part_of(cards, state, seat, source):
    return state.banked[seat]


@rules.verb
def value(cards, state, seat):
    return state.banked[seat] + 0.8 * state.held[seat]


@rules.verb
def advise(cards, state, moves, count):
    """Dive for five pearls; now and then for more."""
    wanted = 5 + below(state.rng, 1 + state.seat, 3)
    return 0 if state.held[state.seat] < wanted else 1


@rules.verb
def card_ids(cards):
    return ids_of(cards, "find")


@rules.verb
def card_groups(cards):
    return ["finds"] * cards.finds


@rules.verb
def usage(cards, state, seen, used):
    for find in range(cards.finds):
        seen[find] += 1
        used[find] += state.had[find] > 0


@rules.verb
def card_of(cards, state, move, n):
    return -1


@rules.verb
def blank(cards, state, seat, is_blank):
    pass
