"""High Water: say how many tricks you take, follow suit, and be right."""

from rules_check.rules import (
    EMPTY,
    NOBODY,
    OWNER,
    CardSet,
    GameState,
    Moves,
    Ruleset,
    Ruling,
    draw,
    each,
    field_of,
    fill,
    jit,
    kind,
    mix_up,
    move_all,
    named,
    numbered,
    offer,
    put,
    row_of,
    rule,
    ruling,
    size,
    take,
    top,
    zone,
)

SEATS, HAND, DECK = 5, 10, 60


class LastBid(Ruling):
    NO_SUM, FREE = range(2)


class Cards(CardSet, title="High Water"):
    cards = kind("card", DECK)
    suit = row_of("card", "suit")
    rank = field_of("card", 1, 99)
    hand_size = rule(1, HAND)
    rounds_due = rule(1, 20, "rounds")
    reward = rule(0, 99)
    last_bid = ruling(LastBid)


class State(GameState, seats=SEATS):
    points = each(SEATS)
    bid = each(SEATS, blank=EMPTY)
    tricks = each(SEATS)
    deck = zone("card", DECK, seen_by=NOBODY)
    trump = zone("card", 1)
    hand = zone("card", SEATS, HAND, seen_by=OWNER)
    trick = zone("card", SEATS)
    won = zone("card", DECK)


moves = Moves()
BID, PLAY = moves("bid {}", numbered("a bid", HAND)), moves("play {}", named("card", DECK))
BIDDING, PLAYING = range(2)
rules = Ruleset("high-water", Cards, State, moves, ends=("not over", "all rounds played"))


@rules.verb
def player_counts(cards):
    return [n for n in range(3, SEATS + 1) if n * cards.hand_size < cards.cards]


@rules.setup
def deal(cards, state):
    """All cards are dealt anew, the next one turns the trump up, and another seat begins."""
    if state.rounds == 1:
        fill(state.deck, cards.cards)
    move_all(state.won, state.deck)
    move_all(state.trump, state.deck)
    mix_up(state, state.deck)
    for seat in range(state.players):
        state.bid[seat] = EMPTY
        for _ in range(cards.hand_size):
            put(state.hand[seat], draw(state.deck))
    put(state.trump, draw(state.deck))
    state.seat, state.phase = (state.rounds - 1) % state.players, BIDDING


@rules.phase(BIDDING)
def list_bids(cards, state, seat, out):
    """The last bidder may not make the bids add up to the tricks there are."""
    others = state.bid[: state.players].sum() - EMPTY
    is_last = state.bid[(seat + 1) % state.players] != EMPTY
    for bid in range(cards.hand_size + 1):
        if not (is_last and cards.last_bid == LastBid.NO_SUM and others + bid == cards.hand_size):
            offer(out, BID, bid)


@rules.does(BID)
def make_bid(state, seat, bid):
    state.bid[seat], state.tricks[seat] = bid, 0
    state.seat = (seat + 1) % state.players
    if state.bid[state.seat] != EMPTY:
        state.phase = PLAYING


@rules.phase(PLAYING)
def list_cards(cards, state, seat, out):
    """Follow suit if you can."""
    for must_follow in (True, False):
        for card in state.hand[seat, : size(state.hand[seat])]:
            if size(state.trick) == 0 or not must_follow or cards.suit[card] == cards.suit[state.trick[0]]:
                offer(out, PLAY, card)
        if out[-1] > 0:
            return


@jit
def beats(cards, state, card, other):
    """A card that comes later beats another with a higher one of its suit, or by a trump."""
    if cards.suit[card] == cards.suit[other]:
        return cards.rank[card] > cards.rank[other]
    return cards.suit[card] == cards.suit[top(state.trump)]


@jit
def score(cards, state):
    for seat in range(state.players):
        state.points[seat] += state.tricks[seat] + (cards.reward if state.tricks[seat] == state.bid[seat] else 0)
    state.end = int(state.rounds == cards.rounds_due)
    if state.end == 0:
        state.rounds += 1
        deal(cards, state)


@rules.does(PLAY)
def play(cards, state, seat, card):
    put(state.trick, take(state.hand[seat], card))
    state.seat = (seat + 1) % state.players
    if size(state.trick) < state.players:
        return
    best = 0
    for i in range(1, state.players):
        if beats(cards, state, state.trick[i], state.trick[best]):
            best = i
    state.seat = (state.seat + best) % state.players
    state.tricks[state.seat] += 1
    move_all(state.trick, state.won)
    if size(state.hand[state.seat]) == 0:
        score(cards, state)


@rules.verb
def scores(cards, state, out):
    out[: state.players] = state.points[: state.players]


@rules.verb
def outcome(game, cards, before, move, after, seat):
    return [f"seat {n + 1} took the trick" for n in range(before.players) if after.tricks[n] > before.tricks[n]]


@rules.verb
def value(cards, state, seat):
    """The points, and how far the tricks won and the good cards in hand are from the bid."""
    good = 0.0
    for card in state.hand[seat, : size(state.hand[seat])]:
        good += cards.rank[card] / 20 + (0.4 if cards.suit[card] == cards.suit[top(state.trump)] else 0.0)
    return state.points[seat] - abs(state.bid[seat] - state.tricks[seat] - good)
