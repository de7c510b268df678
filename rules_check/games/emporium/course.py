"""Emporium's course: the setup, what each decision allows, what a move does, the final scoring.
Titles in brackets come from the rulebook.

In each phase the functions that list the legal moves come before those that carry them out.
Automatic steps up to the next decision follow immediately.
"""

from __future__ import annotations

from typing import Any

from rules_check.games.emporium import game as do
from rules_check.games.emporium import rulings as ruled
from rules_check.games.emporium.game import rules
from rules_check.games.emporium.room import (
    DECK_KINDS,
    DECK_ZONE,
    LEVELS,
    OWNERS,
    SEATS,
    SLOTS,
    SORTS,
    TIERS,
)
from rules_check.games.emporium.state import (
    HERO,
    MONSTER,
    Cards,
    End,
    Flow,
    Owner,
    Phase,
    State,
    Tally,
)
from rules_check.rules import (
    EMPTY,
    INT,
    count,
    count_of,
    draw,
    jit_within,
    local_zeros,
    offer,
    offer_cards,
    offer_each,
    offer_if,
)
from rules_check.toolkit.zones import (
    highest,
    is_first,
    lowest,
    mix_up,
    move_all,
    pull,
    put,
    put_under,
    size,
    slip_under,
    top,
)

STILL_ROUNDS = 3
"""The number of rounds without a sale, a fight, a banishing or an upgrade that end a game, by
ruling.
"""
MAX_ROUNDS, FLOWS = 1000, len(Flow)
MOST_GOLD = 1_000_000
NO_STRENGTH = 10_000  # more than any monster
LEVEL_ROWS = LEVELS + 1  # by level, counted from 1


# -------------------------------------------------------------------------------------------- items
def gain(state: State, seat: int, item: int, is_shown: int) -> None:
    """Take an item into a hand; `is_shown` is 1 where all have seen it."""
    put(state.hand[seat], item)
    state.shown[seat, item] += is_shown


def lose(state: State, seat: int, item: int) -> None:
    """Take one copy of an item out of a hand. Copies are equal, so the other seats know one copy
    fewer.
    """
    pull(state.hand[seat], item)
    state.shown[seat, item] = max(0, state.shown[seat, item] - 1)


def reshuffle(state: State, tier: int) -> None:
    """Shuffle a tier's discards into its empty deck."""
    state.tally[Tally.RESHUFFLES + min(tier, 2)] += 1  # all above tier 2 together
    move_all(state.discard[tier], state.draw[tier])
    mix_up(state, state.draw[tier])


@jit_within
def draw_item(cards: Cards, state: State, tier: int) -> int:
    """Take the top item of a tier's deck, reshuffled if it is empty; EMPTY if the tier has no card
    left.
    """
    while size(state.draw[tier]) + size(state.discard[tier]) == 0:
        if cards.items_run_out != ruled.ItemsRunOut.LOWER_TIER or tier == 0:
            state.tally[Tally.NO_DRAWS] += 1
            return EMPTY
        tier -= 1
    if size(state.draw[tier]) == 0:
        reshuffle(state, tier)
    item = draw(state.draw[tier])
    if cards.reshuffle == ruled.Reshuffle.WHEN_EMPTY and size(state.draw[tier]) == 0:
        reshuffle(state, tier)
    return item


def has_card(cards: Cards, state: State, tier: int) -> bool:
    """Return whether one more card can be drawn from a tier, beyond those already paid for."""
    # Each upgrade first discards a card of a lower tier, so a lower tier always has one to draw.
    is_below = cards.items_run_out == ruled.ItemsRunOut.LOWER_TIER and tier > 0
    return bool(
        is_below or size(state.draw[tier]) + size(state.discard[tier]) > state.pending[tier]
    )


def deal(cards: Cards, state: State, seat: int) -> None:
    """Draw items of the starting tier until the hand is full or none is left."""
    while size(state.hand[seat]) < cards.hand_limit:
        item = draw_item(cards, state, cards.starting_tier)
        if item == EMPTY:
            break
        gain(state, seat, item, 0)


# ------------------------------------------------------------------------------ heroes and monsters
def refill(cards: Cards, state: State, kind: int) -> bool:
    """Turn up cards of the hero or monster deck for the empty places in their row; return whether
    one stays empty.
    """
    row, deck = state.heroes if kind == HERO else state.monsters, state.deck[kind]
    places = cards.heroes_on_table[state.players] if kind == HERO else cards.monsters_in_row
    for place in range(places):
        if row[place] == EMPTY and size(deck) > 0:
            row[place] = draw(deck)
            state.owner[kind, row[place]] = Owner.ON_TABLE
    return count(row[:places], EMPTY) > 0


def gaps(cards: Cards, state: State) -> int:
    """Count the empty places for heroes."""
    return count(state.heroes[: cards.heroes_on_table[state.players]], EMPTY)


def weakest_monster(cards: Cards, state: State) -> int:
    """Find the lowest strength in the row of monsters; NO_STRENGTH if the row is empty."""
    weakest = NO_STRENGTH
    for m in range(cards.monsters_in_row):
        if state.monsters[m] != EMPTY:
            weakest = min(weakest, cards.strength[MONSTER, state.monsters[m]])
    return weakest


def strength_of(cards: Cards, state: State, h: int) -> int:
    """Add up the strength of the hero at a place and of all its gear."""
    total: int = cards.strength[HERO, state.heroes[h]]
    for k in range(SLOTS):
        total += cards.item_strength[state.worn[h, k]] if state.worn[h, k] != EMPTY else 0
    return total


def fits(cards: Cards, state: State, h: int, k: int, item: int) -> bool:
    """Return whether an item matches the type of a slot of the hero at a place."""
    return bool(cards.hero_slots[state.heroes[h], k] == cards.item_slot[item])


def open_slot(cards: Cards, state: State, h: int, item: int) -> int:
    """Find the first open slot of the hero at a place that an item fits; EMPTY if none fits."""
    found, hero = EMPTY, max(0, state.heroes[h])
    for k in range(SLOTS - 1, EMPTY, -1):  # backwards: faster than stopping at the first
        found = (
            k
            if (state.worn[h, k] == EMPTY) & (cards.hero_slots[hero, k] == cards.item_slot[item])
            else found
        )
    return found if state.heroes[h] != EMPTY else EMPTY


@jit_within
def is_match(cards: Cards, state: State, h: int, item: int) -> bool:
    """Return whether the hero at a place belongs to an item's guild."""
    return bool(cards.hero_guild[state.heroes[h]] == cards.item_guild[item])


def has_slot(cards: Cards, state: State, item: int, is_bonus: bool) -> bool:
    """Return whether some hero has an open slot that an item fits; with `is_bonus` a hero of the
    item's guild.
    """
    found = False
    for h in range(cards.heroes_on_table[state.players]):
        found |= open_slot(cards, state, h, item) != EMPTY and (
            not is_bonus or is_match(cards, state, h, item)
        )
    return found


@jit_within
def leave(cards: Cards, state: State, h: int, owner: int) -> None:
    """Remove the hero at a place from the table: won by a seat, or BANISHED. The rulings decide
    where the items go.
    """
    for k in range(SLOTS):
        item = state.worn[h, k]
        if item != EMPTY:
            state.worn[h, k] = EMPTY
            if owner == Owner.BANISHED and cards.banished_items == ruled.BanishedItems.TO_DECK:
                slip_under(state.draw[cards.item_tier[item]], item)
            elif owner != Owner.BANISHED and cards.winner_items == ruled.WinnerItems.TO_PATRON:
                gain(state, owner, item, 1)
            else:
                put(state.discard[cards.item_tier[item]], item)
    state.owner[HERO, state.heroes[h]] = owner
    state.heroes[h] = EMPTY


# -------------------------------------------------------------------------------------------- setup
def deal_deck(cards: Cards, state: State, kind: int) -> None:
    """[Setup] Build the hero or the monster deck: each level is shuffled separately, with level 1
    on top. The rest stays in the box.
    """
    pool, dealt = local_zeros((LEVEL_ROWS, DECK_ZONE), INT), local_zeros(DECK_ZONE, INT)
    for card in range(cards.counts[kind]):
        put(pool[cards.level[kind, card]], card)
    for level in range(LEVEL_ROWS):
        mix_up(state, pool[level])
    for level in range(LEVEL_ROWS):
        for _ in range(cards.deck_levels[level]):
            source = level
            while (
                cards.short_level == ruled.ShortLevel.NEXT_LEVEL
                and source < LEVELS
                and size(pool[source]) == 0
            ):
                source += 1
            if size(pool[source]) > 0:
                put(dealt, draw(pool[source]))
                state.owner[kind, top(dealt)] = Owner.IN_DECK
    put_under(dealt, state.deck[kind])


@rules.setup
def set_up(cards: Cards, state: State) -> None:
    """[Setup] Set everything up for the first choice."""
    state.rounds = 0
    for item in range(cards.items):
        for _ in range(cards.item_copies[item]):
            put(state.draw[cards.item_tier[item]], item)
    for tier in range(cards.tiers):
        mix_up(state, state.draw[tier])
    for kind in range(DECK_KINDS):
        deal_deck(cards, state, kind)
        refill(cards, state, kind)
    for seat in range(state.players):
        earn(state, seat, Flow.START, cards.starting_gold)
        deal(cards, state, seat)
    start_round(state)


# ------------------------------------------------------------------------------------------- rounds
def start_round(state: State) -> None:
    state.rounds += 1
    state.progress = state.wins = 0
    state.choice[:] = state.resolved[:] = state.votes[:] = 0
    start_turns(state, Phase.CHOOSE)


def start_turns(state: State, phase: int) -> None:
    """Begin a part of the round in which each seat decides once, starting with the holder of the
    marker.
    """
    state.phase, state.turn, state.seat = phase, 0, state.first


def next_turn(state: State) -> bool:
    """Pass the decision on clockwise; return False once all seats have had it."""
    state.turn += 1
    state.seat = state.seat + 1 if state.seat + 1 < state.players else 0
    return bool(state.turn < state.players)


@jit_within
def clockwise(state: State, k: int) -> int:
    """Find the k-th seat clockwise from the holder of the marker, counted from 0."""
    seat = state.first + k
    return seat if seat < state.players else seat - state.players


def earn(state: State, seat: int, source: int, gold: int) -> None:
    """Give a seat gold, or take it if negative, and record the source."""
    state.gold[seat] += gold
    state.earned[seat, source] += gold


# ------------------------------------------------------------------------------------------ choices
@rules.phase(Phase.CHOOSE, secret=True)
def list_choices(cards: Cards, state: State, seat: int, out: Any) -> None:
    """[Action Phase] List the sales of an item in the hand at a price, and the bids as a patron;
    sitting out only if neither is possible.
    """
    hand, gold = state.hand[seat], state.gold[seat]
    for i in range(size(hand)):
        offer_each(
            out, do.SELL, 1, price_of(cards, cards.item_tier[hand[i]]) * is_first(hand, i), hand[i]
        )
    if gold > 0 or cards.patron_without_gold == ruled.PatronWithoutGold.BIDS_NOTHING:
        is_free = cards.bid_affordable == ruled.BidAffordable.WHEN_RESOLVED
        offer_each(
            out, do.BID, min(1, gold), cards.die_faces if is_free else min(gold, cards.die_faces)
        )
    if out[-1] == 0:
        offer(out, do.SIT)


def price_of(cards: Cards, tier: int) -> int:
    """Return the highest price that an item of a tier can be sold for."""
    return int(min(cards.price_cap[tier], cards.die_faces))


@rules.lays(do.SELL, do.BID, do.SIT)
def choose(state: State, seat: int, sort: int, first: int, second: int) -> None:
    """[Action Phase] Put a choice behind a seat's screen: the type of move, the item of a sale, and
    the price or the bid.
    """
    state.choice[seat] = sort
    state.choice_item[seat], state.choice_price[seat] = (
        (first, second) if sort == do.SELL else (EMPTY, first)
    )


@rules.does(do.SELL, do.BID, do.SIT)
def lift_screens(cards: Cards, state: State) -> None:
    """[Action Phase] After the last choice, lift all screens; everyone sees the items for sale."""
    if not next_turn(state):
        for other in range(state.players):
            item = max(0, state.choice_item[other])
            state.shown[other, item] = max(
                int(state.choice[other] == do.SELL), state.shown[other, item]
            )
        next_sale(cards, state)


@jit_within
def rank_of(cards: Cards, state: State, seat: int, sort: int) -> int:
    """Rank a seat among all that sell, or all that bid; ties go to the first clockwise."""
    if sort == do.SELL:  # the lowest price, then the better tier
        return int(
            state.choice_price[seat] * TIERS - cards.item_tier[max(0, state.choice_item[seat])]
        )
    gold = state.gold[seat] if cards.equal_bids == ruled.EqualBids.POOREST else 0
    return int(gold - state.choice_price[seat] * MOST_GOLD)


def next_up(cards: Cards, state: State, sort: int) -> int:
    """Find the next seat of those that can sell, or of the patrons that can fight; EMPTY once all
    have had their turn.
    """
    while True:
        best, first = EMPTY, MOST_GOLD * MOST_GOLD
        for k in range(state.players):
            seat = clockwise(state, k)
            rank = rank_of(cards, state, seat, sort)
            # `and` is slower: the outcome cannot be predicted
            is_due = (state.choice[seat] == sort) & (state.resolved[seat] == 0)
            if is_due & (rank < first):
                best, first = seat, rank
        if best == EMPTY:
            return best
        state.resolved[best] = 1
        if (
            has_slot(cards, state, state.choice_item[best], False)
            if sort == do.SELL
            else not is_barred(cards, state, best)
        ):
            return best
        state.tally[Tally.BOUNCES if sort == do.SELL else Tally.BARRED] += 1


# -------------------------------------------------------------------------------------------- sales
@rules.does(do.DECLINE)
@jit_within
def next_sale(cards: Cards, state: State) -> None:
    """[Sell an Item] Find the next seller: lowest price first, then the better tier, then
    clockwise. An item without a slot bounces.
    """
    seat = next_up(cards, state, do.SELL)
    if seat == EMPTY:
        next_patron(cards, state)
    else:
        state.phase, state.seat = Phase.PLACE, seat


@jit_within
def open_slots(cards: Cards, state: State, h: int, slot: int) -> int:
    """Count the open slots of a type of the hero at a place; of any type if it is EMPTY."""
    found = 0
    for k in range(SLOTS):
        sort = cards.hero_slots[state.heroes[h], k]
        found += state.worn[h, k] == EMPTY and sort != EMPTY and (sort == slot or slot == EMPTY)
    return found


def count_open(cards: Cards, state: State, slot: int) -> int:
    """Count the open slots of a type on the table; of any type if it is EMPTY."""
    found = 0
    for h in range(cards.heroes_on_table[state.players]):
        if state.heroes[h] != EMPTY:
            found += open_slots(cards, state, h, slot)
    return found


@rules.phase(Phase.PLACE)
def list_docks(cards: Cards, state: State, seat: int, out: Any) -> None:
    """[Sell an Item] List the heroes with an open slot for the item. Equal slots of one hero are
    one move.
    """
    item = state.choice_item[seat]
    is_bound = cards.slot_choice == ruled.SlotChoice.MATCHING_GUILD and has_slot(
        cards, state, item, True
    )
    for h in range(cards.heroes_on_table[state.players]):
        k = open_slot(cards, state, h, item)
        offer_if(
            k != EMPTY and (not is_bound or is_match(cards, state, h, item)), out, do.DOCK, h, k
        )
    if cards.seller_declines == ruled.SellerDeclines.MAY_DECLINE:
        offer(out, do.DECLINE)


@rules.does(do.DOCK)
def dock(cards: Cards, state: State, seat: int, h: int, k: int) -> None:
    """[Sell an Item] Dock the item; the seller receives the price, and the bonus if the hero has
    the item's colour.
    """
    item = state.choice_item[seat]
    lose(state, seat, item)
    earn(state, seat, Flow.PRICES_PAID, state.choice_price[seat])
    if is_match(cards, state, h, item):
        earn(state, seat, Flow.COLOURS, cards.colour_bonus)
    wear(state, h, k, item, Tally.SALES)
    state.progress = 1
    next_sale(cards, state)


def wear(state: State, h: int, k: int, item: int, tally: int) -> None:
    """Place an item beside a hero, and count it."""
    state.worn[h, k] = item
    state.used[item] += 1
    state.tally[tally] += 1


# ------------------------------------------------------------------------------------------ patrons
@jit_within
def next_patron(cards: Cards, state: State) -> None:
    """[Become a Patron] Find the next patron to act: highest bid first. A patron that cannot pay,
    or has no monster to fight, passes.
    """
    seat = next_up(cards, state, do.BID)
    if seat == EMPTY:
        start_turns(state, Phase.RESTOCK)
        state.upgrades = 0
    else:
        state.phase, state.seat = Phase.PATRON, seat
        state.chosen = state.added = state.swapped = EMPTY


def is_barred(cards: Cards, state: State, seat: int) -> bool:
    """Return whether a patron cannot pay its bid, is too late by ruling, or has no hero or no
    monster to choose.
    """
    is_late = state.gold[seat] < state.choice_price[seat] or (
        state.wins > 0 and cards.target_gone == ruled.TargetGone.PASS
    )
    is_bare = (
        gaps(cards, state) == cards.heroes_on_table[state.players]
        or weakest_monster(cards, state) == NO_STRENGTH
    )
    return bool(is_late or is_bare)


def must_win(cards: Cards) -> bool:
    """Return whether, by ruling, a patron may pass only if no fight can be won."""
    return bool(cards.patron_passes == ruled.PatronPasses.MUST_FIGHT)


def is_enough(cards: Cards, state: State, strength: int) -> bool:
    """Return whether a patron may continue with a hero of this strength: a patron that must win
    needs at least the weakest monster's strength.
    """
    return not must_win(cards) or strength >= weakest_monster(cards, state)


def strength_with(cards: Cards, state: State, h: int, added: int) -> int:
    """Find the greatest strength the hero at a place can have for this patron, who adds one card,
    given by its place in the hand or EMPTY, and swaps another.
    """
    hand, best = state.hand[state.seat], 0
    for i in range(size(hand)):
        if i != added:
            for k in range(SLOTS):
                worn = state.worn[h, k]
                if worn != EMPTY and fits(cards, state, h, k, hand[i]):
                    best = max(best, cards.item_strength[hand[i]] - cards.item_strength[worn])
    return (
        strength_of(cards, state, h)
        + best
        + (cards.item_strength[hand[added]] if added != EMPTY else 0)
    )


@jit_within
def strength_within_reach(cards: Cards, state: State, h: int) -> int:
    """Find the greatest strength the hero at a place can have for this patron, by adding one item
    and swapping one.
    """
    hand, best = state.hand[state.seat], strength_with(cards, state, h, EMPTY)
    for i in range(size(hand)):
        if open_slot(cards, state, h, hand[i]) != EMPTY:
            best = max(best, strength_with(cards, state, h, i))
    return best


@rules.phase(Phase.PATRON)
def list_heroes(cards: Cards, state: State, out: Any) -> None:
    """[Become a Patron] List the heroes, and passing. A patron that must fight chooses a hero that
    can win, and passes if there is none.
    """
    for h in range(cards.heroes_on_table[state.players]):
        if state.heroes[h] != EMPTY and (
            not must_win(cards) or is_enough(cards, state, strength_within_reach(cards, state, h))
        ):
            offer(out, do.SEND, h)
    if out[-1] == 0 or not must_win(cards):
        offer(out, do.PASS)


@rules.does(do.SEND)
def send(state: State, h: int) -> None:
    """[Become a Patron] Choose the hero that fights."""
    state.chosen, state.phase = h, Phase.ADD


@rules.phase(Phase.ADD)
def list_additions(cards: Cards, state: State, seat: int, out: Any) -> None:
    """[Become a Patron] List the items of the hand that fit an empty slot of the hero, and adding
    none.
    """
    hand, h, must = state.hand[seat], state.chosen, must_win(cards)
    for i in range(size(hand)):
        k = open_slot(cards, state, h, hand[i])
        if (
            k != EMPTY
            and is_first(hand, i)
            and (not must or is_enough(cards, state, strength_with(cards, state, h, i)))
        ):
            offer(out, do.ADD, hand[i], k)
    if not must or is_enough(cards, state, strength_with(cards, state, h, EMPTY)):
        offer(out, do.KEEP)


@rules.does(do.ADD)
def add(state: State, seat: int, item: int, k: int) -> None:
    """[Become a Patron] Place the item beside the hero."""
    lose(state, seat, item)
    wear(state, state.chosen, k, item, Tally.ADDITIONS)
    state.added, state.phase = k, Phase.SWAP


@rules.does(do.KEEP)
def keep(state: State) -> None:
    """[Become a Patron] Add no item, or swap none."""
    state.phase += 1


@rules.phase(Phase.SWAP)
def list_swaps(cards: Cards, state: State, seat: int, out: Any) -> None:
    """[Become a Patron] List the swaps of one item in the hand for one on the hero, in a slot that
    it fits, and swapping none.

    The item just added is excluded (adding the other one would have had the same result), and so is
    an equal copy. If items swapped out are discarded, these swaps would only lose a card.
    """
    hand, h, now = state.hand[seat], state.chosen, strength_of(cards, state, state.chosen)
    for i in range(size(hand)):
        if is_first(hand, i):
            for k in range(SLOTS):
                is_worn, worn = state.worn[h, k] != EMPTY, max(0, state.worn[h, k])
                is_swap = (
                    is_worn
                    & (worn != hand[i])
                    & (k != state.added)
                    & fits(cards, state, h, k, hand[i])
                )
                is_strong = is_enough(
                    cards, state, now + cards.item_strength[hand[i]] - cards.item_strength[worn]
                )
                offer_if(is_swap & is_strong, out, do.SWAP, hand[i], k)
    if is_enough(cards, state, now):
        offer(out, do.KEEP)


@rules.does(do.SWAP)
def swap(cards: Cards, state: State, seat: int, item: int, k: int) -> None:
    """[Become a Patron] Put an item of the hand in the place of one on the hero."""
    state.swapped, state.swapped_out = k, state.worn[state.chosen, k]
    lose(state, seat, item)
    wear(state, state.chosen, k, item, Tally.SWAPS)
    if cards.swapped_item == ruled.SwappedItem.DISCARDED:
        put(state.discard[cards.item_tier[state.swapped_out]], state.swapped_out)
    else:
        gain(state, seat, state.swapped_out, 1)
    state.phase = Phase.FIGHT


@rules.phase(Phase.FIGHT)
def list_fights(cards: Cards, state: State, out: Any) -> None:
    """[Become a Patron] List the monsters that are not stronger than the hero with all gear, and
    passing.
    """
    strength = strength_of(cards, state, state.chosen)
    for m in range(cards.monsters_in_row):
        is_beaten = cards.strength[MONSTER, max(0, state.monsters[m])] <= strength
        offer_if(is_beaten & (state.monsters[m] != EMPTY), out, do.ATTACK, m)
    if out[-1] == 0 or not must_win(cards):
        offer(out, do.PASS)


@rules.does(do.ATTACK)
def win(cards: Cards, state: State, seat: int, m: int) -> None:
    """[Become a Patron] Beat the monster: the patron pays the bid and takes the reward and both
    cards.
    """
    monster = state.monsters[m]
    earn(state, seat, Flow.REWARDS, cards.reward[monster])
    earn(state, seat, Flow.BIDS, -state.choice_price[seat])
    state.tally[Tally.FIGHTS] += 1
    state.owner[MONSTER, monster] = seat
    state.monsters[m] = EMPTY
    leave(cards, state, state.chosen, seat)
    state.wins += 1
    state.progress = 1
    next_patron(cards, state)


@rules.does(do.PASS)
def give_up(cards: Cards, state: State, seat: int) -> None:
    """[Become a Patron] Pass; by ruling, changes to the hero are undone."""
    state.tally[Tally.PASSES] += 1
    if state.phase == Phase.FIGHT and cards.failed_changes == ruled.FailedChanges.UNDONE:
        if state.swapped != EMPTY:
            take_back(state, seat, state.swapped, Tally.SWAPS)
            if cards.swapped_item == ruled.SwappedItem.DISCARDED:
                draw(state.discard[cards.item_tier[state.swapped_out]])
            else:
                lose(state, seat, state.swapped_out)
            state.worn[state.chosen, state.swapped] = state.swapped_out
        if state.added != EMPTY:
            take_back(state, seat, state.added, Tally.ADDITIONS)
    next_patron(cards, state)


def take_back(state: State, seat: int, k: int, tally: int) -> None:
    """Take back the patron's items from the hero. All have seen them, so they return to the hand as
    shown.
    """
    item = state.worn[state.chosen, k]
    state.worn[state.chosen, k] = EMPTY
    state.tally[tally] -= 1
    state.used[item] -= 1
    gain(state, seat, item, 1)


# --------------------------------------------------------------------------------------- restocking
@rules.phase(Phase.RESTOCK)
@rules.phase(Phase.MORE)
def list_restocking(cards: Cards, state: State, seat: int, out: Any) -> None:
    """[Restocking Phase] List drawing up to the hand size, upgrading, and doing nothing; after an
    upgrade, upgrading another item, and stopping.

    The first item is upgraded free of charge, each further item of that tier at its price.
    """
    hand, is_further = state.hand[seat], state.phase == Phase.MORE
    offer_if(is_further, out, do.DONE)
    offer_if(
        not is_further
        and size(hand) < cards.hand_limit
        and has_card(cards, state, cards.starting_tier),
        out,
        do.DRAW,
    )
    offer_if(
        not is_further
        and (out[-1] == 0 or cards.restock_neither != ruled.RestockNeither.MUST_DRAW),
        out,
        do.STAY,
    )
    ready = 0  # tiers as bits
    if cards.upgrades_most > 0:
        for tier in range(cards.tiers - 1):
            is_same = (
                tier == state.upgrade_tier or cards.upgrade_tiers == ruled.UpgradeTiers.ANY_TIERS
            )
            if state.upgrades == 0 or (
                is_same and state.gold[seat] >= cards.upgrade_price[tier + 1]
            ):
                ready |= has_card(cards, state, tier + 1) << tier
    if ready:
        for i in range(size(hand)):
            offer_if(
                (ready >> cards.item_tier[hand[i]] & 1 == 1) & is_first(hand, i),
                out,
                do.UPGRADE,
                hand[i],
            )


@rules.does(do.UPGRADE)
def upgrade(cards: Cards, state: State, seat: int, item: int) -> None:
    """[Restocking Phase] Discard an item for one of the next tier; every upgrade after the first is
    paid for.
    """
    tier = cards.item_tier[item]
    state.tally[Tally.UPGRADES] += 1
    if state.upgrades > 0:
        state.tally[Tally.SECOND_UPGRADES] += 1
        state.tally[Tally.DEAREST_UPGRADES] += tier + 2 == cards.tiers
        # with two tiers, only the highest is left
        state.tally[Tally.LOWER_UPGRADES] += tier + 2 < max(cards.tiers, 3)
        earn(state, seat, Flow.UPGRADE_COSTS, -cards.upgrade_price[tier + 1])
    state.upgrades += 1
    state.upgrade_tier = tier
    lose(state, seat, item)
    put(state.discard[cards.item_tier[item]], item)
    if cards.upgrade_payment == ruled.UpgradePayment.AFTER_FIRST:
        take_upgrade(cards, state, tier + 1)
    else:
        state.pending[tier + 1] += 1
    if state.upgrades < cards.upgrades_most:
        state.phase = Phase.MORE
    else:
        end_upgrades(cards, state)


def take_upgrade(cards: Cards, state: State, tier: int) -> None:
    """Draw the card for an upgrade into a tier."""
    item = draw_item(cards, state, tier)
    if item != EMPTY:
        gain(state, state.seat, item, 0)
        state.progress |= cards.item_tier[item] == tier


@rules.does(do.DONE)
def end_upgrades(cards: Cards, state: State) -> None:
    for tier in range(cards.tiers):
        while state.pending[tier] > 0:
            state.pending[tier] -= 1
            take_upgrade(cards, state, tier)
    end_restocking(cards, state)


@rules.does(do.DRAW)
def draw_up(cards: Cards, state: State, seat: int) -> None:
    """[Restocking Phase] Draw up to the hand size."""
    deal(cards, state, seat)
    end_restocking(cards, state)


@rules.does(do.STAY)
def end_restocking(cards: Cards, state: State) -> None:
    if (
        cards.large_hand == ruled.LargeHand.DISCARD
        and size(state.hand[state.seat]) > cards.hand_limit
    ):
        state.phase = Phase.DISCARD
    elif next_turn(state):
        state.phase, state.upgrades = Phase.RESTOCK, 0
    else:
        close_round(cards, state)


@rules.phase(Phase.DISCARD)
def list_discards(state: State, seat: int, out: Any) -> None:
    """List the items to discard from a hand that is too large."""
    offer_cards(out, do.THROW, state.hand[seat])


@rules.does(do.THROW)
def throw(cards: Cards, state: State, seat: int, item: int) -> None:
    """Discard an item from a hand that is too large."""
    lose(state, seat, item)
    put(state.discard[cards.item_tier[item]], item)
    end_restocking(cards, state)


# ---------------------------------------------------------------------------------------- banishing
def close_round(cards: Cards, state: State) -> None:
    """[Restocking Phase] Replace monsters; then hold the vote on banishing, unless the game is
    about to end or no majority is possible.
    """
    is_short, rich = refill(cards, state, MONSTER), 0
    for seat in range(state.players):
        rich += state.gold[seat] >= cards.banish_price
    state.needed = (
        rich if cards.banish_majority == ruled.BanishMajority.OF_VOTERS else state.players
    ) // 2 + 1
    start_turns(state, Phase.BANISH)
    if (
        is_short
        or size(state.deck[HERO]) < gaps(cards, state)
        or is_dry(cards, state)
        or not can_banish(cards, state)
    ):
        end_round(cards, state)


def is_dry(cards: Cards, state: State) -> bool:
    """Return whether, by ruling, no hero can be banished because none is left to replace it."""
    return bool(
        cards.refill_check == ruled.RefillCheck.BEFORE_BANISHING
        and size(state.deck[HERO]) == gaps(cards, state)
    )


def may_banish(cards: Cards, state: State, h: int) -> bool:
    """Return whether there is a hero at a place that may be put to the vote."""
    return state.heroes[h] != EMPTY and (
        cards.banish_when != ruled.BanishWhen.HOPELESS or is_hopeless(cards, state, h)
    )


def is_hopeless(cards: Cards, state: State, h: int) -> bool:
    """Return whether the hero at a place could beat no monster in the row, even with the best gear
    in the box in every slot.
    """
    best = cards.strength[HERO, state.heroes[h]]
    for k in range(SLOTS):
        most = 0
        for item in range(cards.items):
            most = max(most, cards.item_strength[item] if fits(cards, state, h, k, item) else 0)
        best += most
    return bool(best < weakest_monster(cards, state))


@rules.phase(Phase.BANISH, secret=ruled.BanishVotes.EACH_HIDDEN)
def list_votes(cards: Cards, state: State, seat: int, out: Any) -> None:
    """[Restocking Phase] List the sets of heroes to vote against, at most as many as the seat could
    pay for.
    """
    every = 0
    for h in range(cards.heroes_on_table[state.players]):
        every |= may_banish(cards, state, h) << h
    for mask in range(every + 1):
        is_vote = mask & ~every == 0 and (
            cards.banish_votes != ruled.BanishVotes.ONE_FOR_ALL or mask == 0 or mask == every
        )
        is_paid = (
            cards.banish_price * count_of(mask) <= state.gold[seat]
            or cards.banish_poor == ruled.BanishPoor.VOTES_FREE
        )
        offer_if(is_vote and is_paid, out, do.VOTE, mask)


@rules.lays(do.VOTE)
def vote(state: State, seat: int, mask: int) -> None:
    """[Restocking Phase] Vote to banish some heroes."""
    state.votes[seat] = mask


@rules.does(do.VOTE)
def count_votes(cards: Cards, state: State) -> None:
    """[Restocking Phase] Count the votes after the last one, or after the one that settles the
    result.
    """
    # before the last vote the result is still open
    is_hidden = cards.banish_votes == ruled.BanishVotes.EACH_HIDDEN
    if not next_turn(state) or not (is_hidden or can_banish(cards, state)):
        banish(cards, state)


def votes_for(state: State, h: int) -> int:
    """Count the votes so far to banish the hero at a place."""
    votes = 0
    for seat in range(state.players):
        votes += state.votes[seat] >> h & 1
    return votes


@jit_within
def can_banish(cards: Cards, state: State) -> bool:
    """Return whether the votes cast and those still to come could make a majority."""
    voters = 0
    for k in range(state.turn, state.players):
        voters += (
            cards.banish_poor == ruled.BanishPoor.VOTES_FREE
            or state.gold[clockwise(state, k)] >= cards.banish_price
        )
    for h in range(cards.heroes_on_table[state.players]):
        if may_banish(cards, state, h) and voters + votes_for(state, h) >= state.needed:
            return True
    return False


@jit_within
def banish(cards: Cards, state: State) -> None:
    """[Restocking Phase] Banish the heroes that a majority voted against, and charge for it."""
    for h in range(cards.heroes_on_table[state.players]):
        if votes_for(state, h) >= state.needed and not is_dry(cards, state):
            state.tally[Tally.BANISHINGS] += 1
            for seat in range(state.players):
                has_voted = state.votes[seat] >> h & 1 == 1
                is_able = state.gold[seat] >= cards.banish_price
                is_payer = (
                    is_able if cards.banish_payers == ruled.BanishPayers.EVERYONE else has_voted
                )
                if is_payer:
                    earn(
                        state,
                        seat,
                        Flow.BANISHING_COSTS,
                        -min(cards.banish_price, state.gold[seat]),
                    )
            leave(cards, state, h, Owner.BANISHED)
            state.progress = 1
    end_round(cards, state)


# --------------------------------------------------------------------------------------------- ends
@jit_within
def end_round(cards: Cards, state: State) -> None:
    """[Game End] Replace heroes, or all of them if the table is stuck. The game ends if a deck
    cannot refill; otherwise the marker passes.
    """
    state.still_rounds = (
        0 if state.progress or cards.stall == ruled.Stall.HEROES_LEAVE else state.still_rounds + 1
    )
    if cards.stall == ruled.Stall.HEROES_LEAVE and not state.progress:
        state.tally[Tally.CLEARINGS] += 1
        for h in range(cards.heroes_on_table[state.players]):
            if state.heroes[h] != EMPTY:  # as if they were banished, at no cost
                leave(cards, state, h, Owner.BANISHED)
    heroes_short, monsters_short = refill(cards, state, HERO), refill(cards, state, MONSTER)
    if heroes_short or monsters_short:
        if not monsters_short:
            state.end = End.HEROES_OUT
        elif heroes_short:
            state.end = End.BOTH_OUT
        else:
            state.end = End.MONSTERS_OUT
    elif cards.stall == ruled.Stall.THREE_STILL_ROUNDS and state.still_rounds >= STILL_ROUNDS:
        state.end = End.STALLED
    elif state.rounds >= MAX_ROUNDS:
        state.end = End.BOUND
    if state.end != End.NOT_OVER:
        state.phase, state.seat = Phase.OVER, EMPTY
        add_bonuses(cards, state, state.earned)
        return
    state.first = clockwise(state, 1)
    start_round(state)


def count_won(cards: Cards, state: State, won: Any) -> None:
    """Count all trophies in one pass, into a zeroed array of shape (kinds, sorts, owners); trophies
    without an owner are counted too, which saves a test.
    """
    for card in range(highest(cards.counts)):
        # in turns: the processor stalls if it counts in the same place twice in a row
        for kind in range(DECK_KINDS):
            if card < cards.counts[kind]:
                won[kind, cards.trophy[kind, card], state.owner[kind, card]] += 1


def add_bonuses(cards: Cards, state: State, earned: Any) -> None:
    """[End of Game Bonuses] Add each seat's bonuses for complete sets of monsters, and for the most
    monsters and heroes of each type.
    """
    won = local_zeros((DECK_KINDS, SORTS, OWNERS), INT)
    count_won(cards, state, won)
    for seat in range(state.players):
        earned[seat, Flow.SETS] += (
            lowest(won[MONSTER, : cards.monster_types, seat]) * cards.monster_set_bonus
        )
    for kind in range(DECK_KINDS):
        for sort in range(cards.trophies[kind]):
            source = Flow.MOST_HEROES if kind == HERO else Flow.MOST_MONSTERS
            add_most_of(
                cards,
                state.players,
                won[kind, sort],
                cards.most_bonus[kind, sort],
                earned[:, source],
            )


def add_most_of(cards: Cards, players: int, held: Any, bonus: int, out: Any) -> None:
    """[End of Game Bonuses] Add the bonus for the most of a type, given the count of each seat."""
    best = highest(held[:players])
    is_enough = best > 0 or cards.most_of_none == ruled.MostOfNone.NOUGHT_COUNTS
    if is_enough and (cards.most_ties != ruled.MostTies.NOBODY or count(held[:players], best) == 1):
        for seat in range(players):
            out[seat] += bonus if held[seat] == best else 0


@rules.verb
def scores(cards: Cards, state: State, out: Any) -> None:
    """Write each seat's gold including all bonuses, as if the game ended now."""
    earned = local_zeros((SEATS, FLOWS), INT)
    if state.end == End.NOT_OVER:  # otherwise they are in `state.earned`
        add_bonuses(cards, state, earned)
    for seat in range(state.players):
        out[seat] = state.gold[seat] + earned[seat].sum() + state.earned[seat, Flow.SETS :].sum()


@rules.verb
def standing(cards: Cards, state: State, out: Any) -> None:
    """Rank by score, then by monsters beaten, then by closeness to the marker. No two seats share a
    place.
    """
    scores(cards, state, out)
    holder = state.first + (
        0 if cards.closest_to_token == ruled.ClosestToToken.BEFORE_PASSING else 1
    )
    for seat in range(state.players):
        monsters = count(state.owner[MONSTER, : cards.counts[MONSTER]], seat)
        out[seat] = (out[seat] * 100 + monsters) * 10 + (holder - seat - 1) % state.players


rules.compile(__name__)
