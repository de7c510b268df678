"""Emporium's course: the setup, what each decision allows, what a move does, the reckoning. Titles in brackets are the rulebook's.

What lists the legal moves of a phase stands before what they do. What then happens by itself, up to the next decision, is done at once.
"""

from __future__ import annotations

from typing import Any

from rules_check.engine.arrays import local_empty, local_zeros
from rules_check.engine.kernel import jit_within, shuffle
from rules_check.games.emporium import game as do
from rules_check.games.emporium import rulings as ruled
from rules_check.games.emporium.game import rules
from rules_check.games.emporium.room import DECK_KINDS, HEROES, LEVELS, OWNERS, SLOTS, SORTS, TIERS
from rules_check.games.emporium.state import Cards, State
from rules_check.games.emporium.terms import HERO, MONSTER, End, Flow, Owner, Phase, Tally
from rules_check.rules import EMPTY
from rules_check.toolkit.moves import write
from rules_check.toolkit.records import INT

STILL_ROUNDS = 3
"""Without a sale, a fight, a banishing or an upgrade, that end a game by ruling."""
MAX_ROUNDS = 1000
LEVEL_ROWS = LEVELS + 1  # by level, counted from 1


# ----------------------------------------------------------------------------------------------------------------- items
def gain(state: State, seat: int, item: int, is_shown: int) -> None:
    """Take an item into a hand; `is_shown` is 1 where all have seen it."""
    state.hand[seat, state.hand_size[seat]] = item
    state.hand_size[seat] += 1
    state.shown[seat, item] += is_shown


def lose(state: State, seat: int, item: int) -> None:
    """Take one copy of an item out of a hand. Copies are equal, so the others know of one copy less."""
    size = state.hand_size[seat] - 1
    for i in range(size + 1):
        if state.hand[seat, i] == item:
            state.hand[seat, i] = state.hand[seat, size]
            state.hand_size[seat] = size
            break
    if state.shown[seat, item] > 0:
        state.shown[seat, item] -= 1


@jit_within
def is_first(state: State, seat: int, i: int) -> bool:
    """Return whether no earlier item of a hand is the same as its item at place `i`."""
    earlier = 0
    while state.hand[seat, earlier] != state.hand[seat, i]:
        earlier += 1
    return earlier == i


def discard_item(cards: Cards, state: State, item: int) -> None:
    """Lay an item on the discard pile beside its deck."""
    tier = cards.item_tier[item]
    state.discard[tier, state.discard_size[tier]] = item
    state.discard_size[tier] += 1


def put_under(cards: Cards, state: State, item: int) -> None:
    """Put an item under the deck of its tier."""
    tier = cards.item_tier[item]
    for i in range(state.draw_size[tier], 0, -1):
        state.draw[tier, i] = state.draw[tier, i - 1]
    state.draw[tier, 0] = item
    state.draw_size[tier] += 1


def reshuffle(state: State, tier: int) -> None:
    """Shuffle a tier's discards into its empty deck."""
    size = state.discard_size[tier]
    state.tally[Tally.RESHUFFLES + min(tier, 2)] += 1  # above tier 2 all together
    for i in range(size):
        state.draw[tier, i] = state.discard[tier, i]
    state.draw_size[tier], state.discard_size[tier] = size, 0
    shuffle(state.rng, 0, state.draw[tier], size)


@jit_within
def draw_item(cards: Cards, state: State, tier: int) -> int:
    """Take the top item of a tier's deck, reshuffled where it is empty; EMPTY where there is no card at all."""
    while state.draw_size[tier] + state.discard_size[tier] == 0:
        if cards.items_run_out != ruled.ItemsRunOut.LOWER_TIER or tier == 0:
            state.tally[Tally.NO_DRAWS] += 1
            return EMPTY
        tier -= 1
    if state.draw_size[tier] == 0:
        reshuffle(state, tier)
    state.draw_size[tier] -= 1
    item: int = state.draw[tier, state.draw_size[tier]]
    if cards.reshuffle == ruled.Reshuffle.WHEN_EMPTY and state.draw_size[tier] == 0:
        reshuffle(state, tier)
    return item


def has_card(cards: Cards, state: State, tier: int) -> bool:
    """Return whether one more card can be drawn for a tier, beside those already paid for."""
    # Each upgrade first discards a card of a lower tier, so that below there is always one to be had.
    is_below = cards.items_run_out == ruled.ItemsRunOut.LOWER_TIER and tier > 0
    return bool(is_below or state.draw_size[tier] + state.discard_size[tier] > state.pending[tier])


def deal(cards: Cards, state: State, seat: int) -> None:
    """Draw items of the starting tier until the hand is full or none is left."""
    while state.hand_size[seat] < cards.hand_limit:
        item = draw_item(cards, state, cards.starting_tier)
        if item == EMPTY:
            break
        gain(state, seat, item, 0)


# --------------------------------------------------------------------------------------------------- heroes and monsters
def refill(cards: Cards, state: State, kind: int) -> bool:
    """Turn up cards of the hero or monster deck for the empty places of their row; returns whether one stays empty."""
    row, is_short = state.heroes if kind == HERO else state.monsters, False
    for place in range(cards.heroes_on_table[state.players] if kind == HERO else cards.monsters_in_row):
        if row[place] == EMPTY and state.deck_size[kind] > 0:
            state.deck_size[kind] -= 1
            row[place] = state.deck[kind, state.deck_size[kind]]
            state.owner[kind, row[place]] = Owner.ON_TABLE
        is_short = is_short or row[place] == EMPTY
    return is_short


def gaps(cards: Cards, state: State) -> int:
    """Count the places for heroes that are empty."""
    empty = 0
    for h in range(cards.heroes_on_table[state.players]):
        empty += state.heroes[h] == EMPTY
    return empty


def weakest_monster(cards: Cards, state: State) -> int:
    """Find the least strength in the row of monsters; -1 where the row is empty."""
    least = -1
    for m in range(cards.monsters_in_row):
        if state.monsters[m] != EMPTY:
            strength = cards.strength[MONSTER, state.monsters[m]]
            least = strength if least < 0 else min(least, strength)
    return least


def strength_of(cards: Cards, state: State, h: int) -> int:
    """Add up the strength of the hero at a place and of all gear there."""
    total: int = cards.strength[HERO, state.heroes[h]]
    for k in range(SLOTS):
        if state.worn[h, k] != EMPTY:
            total += cards.item_strength[state.worn[h, k]]
    return total


def open_slot(cards: Cards, state: State, h: int, item: int) -> int:
    """Find the first open slot of the hero at a place that an item fits; EMPTY where there is none."""
    if state.heroes[h] != EMPTY:
        for k in range(SLOTS):
            if state.worn[h, k] == EMPTY and cards.hero_slots[state.heroes[h], k] == cards.item_slot[item]:
                return k
    return EMPTY


@jit_within
def is_match(cards: Cards, state: State, h: int, item: int) -> bool:
    """Return whether the hero at a place is of an item's guild."""
    return bool(cards.hero_guild[state.heroes[h]] == cards.item_guild[item])


@jit_within
def leave(cards: Cards, state: State, h: int, owner: int) -> None:
    """Take the hero at a place off the table: won by a seat, or BANISHED. The items go where the rulings say."""
    for k in range(SLOTS):
        item = state.worn[h, k]
        if item != EMPTY:
            state.worn[h, k] = EMPTY
            if owner == Owner.BANISHED and cards.banished_items == ruled.BanishedItems.TO_DECK:
                put_under(cards, state, item)
            elif owner != Owner.BANISHED and cards.winner_items == ruled.WinnerItems.TO_PATRON:
                gain(state, owner, item, 1)
            else:
                discard_item(cards, state, item)
    state.owner[HERO, state.heroes[h]] = owner
    state.heroes[h] = EMPTY


# ----------------------------------------------------------------------------------------------------------------- setup
def deal_deck(cards: Cards, state: State, kind: int) -> None:
    """[Setup] Build the hero or the monster deck: each level shuffled by itself, level 1 on top. The rest stays in the box."""
    pool, size, total = local_empty((LEVEL_ROWS, HEROES), INT), local_zeros(LEVEL_ROWS, INT), 0
    for level in range(1, LEVELS + 1):
        for card in range(cards.counts[kind]):
            if cards.level[kind, card] == level:
                pool[level, size[level]] = card
                size[level] += 1
        shuffle(state.rng, 0, pool[level], size[level])
    for level in range(1, LEVELS + 1):
        wanted, source = cards.deck_levels[level], level
        while wanted > 0 and source <= LEVELS:
            if size[source] > 0:
                size[source] -= 1
                state.deck[kind, total] = pool[source, size[source]]
                total += 1
                wanted -= 1
            elif cards.short_level == ruled.ShortLevel.NEXT_LEVEL:
                source += 1
            else:
                wanted = 0
    state.deck_size[kind] = total
    for i in range(total // 2):
        state.deck[kind, i], state.deck[kind, total - 1 - i] = state.deck[kind, total - 1 - i], state.deck[kind, i]
    for i in range(total):
        state.owner[kind, state.deck[kind, i]] = Owner.IN_DECK


@rules.setup
def set_up(cards: Cards, state: State) -> None:
    """[Setup] Everything as it lies before the first choice."""
    state.rounds = 0
    for item in range(cards.items):
        tier = cards.item_tier[item]
        for _ in range(cards.item_copies[item]):
            state.draw[tier, state.draw_size[tier]] = item
            state.draw_size[tier] += 1
    for tier in range(cards.tiers):
        shuffle(state.rng, 0, state.draw[tier], state.draw_size[tier])
    for kind in range(DECK_KINDS):
        deal_deck(cards, state, kind)
        refill(cards, state, kind)
    for seat in range(state.players):
        earn(state, seat, Flow.START, cards.starting_gold)
        deal(cards, state, seat)
    start_round(state)


# ---------------------------------------------------------------------------------------------------------------- rounds
def start_round(state: State) -> None:
    state.rounds += 1
    state.progress = state.wins = 0
    state.choice[:] = state.resolved[:] = state.votes[:] = 0
    start_turns(state, Phase.CHOOSE)


def start_turns(state: State, phase: int) -> None:
    """Begin a part of the round in which each seat decides once, from the holder of the marker on."""
    state.phase, state.turn, state.seat = phase, 0, state.first


def next_turn(state: State) -> bool:
    """Pass the decision on clockwise; False where all have had it."""
    state.turn += 1
    state.seat = state.seat + 1 if state.seat + 1 < state.players else 0
    return bool(state.turn < state.players)


@jit_within
def clockwise(state: State, k: int) -> int:
    """Find the k-th seat from the holder of the marker on, counted from 0."""
    seat = state.first + k
    return seat if seat < state.players else seat - state.players


def earn(state: State, seat: int, source: int, gold: int) -> None:
    """Give a seat gold, or take it where it is negative, and note where it came from."""
    state.gold[seat] += gold
    state.earned[seat, source] += gold


# --------------------------------------------------------------------------------------------------------------- choices
@rules.phase(Phase.CHOOSE, secret=True)
def list_choices(cards: Cards, state: State, moves: Any) -> int:
    """[Action Phase] Sell an item of the hand at a price, or bid as a patron; sit out where neither can be done."""
    seat, n = state.seat, 0
    for i in range(state.hand_size[seat]):
        item = state.hand[seat, i]
        if n < moves.size - 1 and is_first(state, seat, i):
            for price in range(1, price_of(cards, cards.item_tier[item]) + 1):
                n = write(moves, n, do.SELL, item, price)
    lowest, highest = 1, min(state.gold[seat], cards.die_faces)
    if cards.bid_affordable == ruled.BidAffordable.WHEN_RESOLVED:
        highest = cards.die_faces
    if state.gold[seat] == 0:
        lowest = 0
        if cards.patron_without_gold != ruled.PatronWithoutGold.BIDS_NOTHING:
            highest = -1
    for bid in range(lowest, highest + 1):
        n = write(moves, n, do.BID, bid)
    return n if n > 0 else write(moves, 0, do.SIT)


def price_of(cards: Cards, tier: int) -> int:
    """Find the most that an item of a tier can be sold for."""
    return int(min(cards.price_cap[tier], cards.die_faces))


def choose(state: State, seat: int, sort: int, first: int, second: int) -> None:
    """Lay a choice behind a seat's screen: the sort of a move, with the item of a sale, and the price or the bid."""
    state.choice[seat] = sort
    state.choice_item[seat], state.choice_price[seat] = (first, second) if sort == do.SELL else (EMPTY, first)


@rules.does(do.SELL, do.BID, do.SIT)
def lay_down(cards: Cards, state: State, seat: int, sort: int, first: int, second: int) -> None:
    """[Action Phase] Lay a choice behind the screen; after the last one all screens are lifted, and the items for sale are seen by all."""
    choose(state, seat, sort, first, second)
    if not next_turn(state):
        for other in range(state.players):
            item = state.choice_item[other]
            if state.choice[other] == do.SELL and state.shown[other, item] == 0:
                state.shown[other, item] = 1
        next_sale(cards, state)


# ----------------------------------------------------------------------------------------------------------------- sales
@rules.does(do.DECLINE)
@jit_within
def next_sale(cards: Cards, state: State) -> None:
    """[Sell an Item] Find who sells next: the lowest price, then the better tier, then clockwise. What finds no slot bounces."""
    while True:
        best, best_seat = -1, EMPTY
        for k in range(state.players):
            seat = clockwise(state, k)
            if state.choice[seat] == do.SELL and state.resolved[seat] == 0:
                rank = (state.choice_price[seat] + 1) * TIERS - cards.item_tier[state.choice_item[seat]]
                if best_seat == EMPTY or rank < best:
                    best, best_seat = rank, seat
        if best_seat == EMPTY:
            next_patron(cards, state)
            return
        state.resolved[best_seat] = 1
        for h in range(cards.heroes_on_table[state.players]):
            if open_slot(cards, state, h, state.choice_item[best_seat]) != EMPTY:
                state.phase, state.seat = Phase.PLACE, best_seat
                return
        state.tally[Tally.BOUNCES] += 1


@rules.phase(Phase.PLACE)
def list_docks(cards: Cards, state: State, moves: Any) -> int:
    """[Sell an Item] Any hero with an open slot for the item. Equal slots of one hero are one move."""
    n, is_bound, item = 0, False, state.choice_item[state.seat]
    if cards.slot_choice == ruled.SlotChoice.MATCHING_GUILD:
        for h in range(cards.heroes_on_table[state.players]):
            is_bound = is_bound or (open_slot(cards, state, h, item) != EMPTY and is_match(cards, state, h, item))
    for h in range(cards.heroes_on_table[state.players]):
        k = open_slot(cards, state, h, item)
        if k != EMPTY and (not is_bound or is_match(cards, state, h, item)):
            n = write(moves, n, do.DOCK, h, k)
    return write(moves, n, do.DECLINE) if cards.seller_declines == ruled.SellerDeclines.MAY_DECLINE else n


@rules.does(do.DOCK)
def dock(cards: Cards, state: State, seat: int, h: int, k: int) -> None:
    """[Sell an Item] The item docks; its seller takes the price, and the bonus for a hero of the item's colour."""
    item = state.choice_item[seat]
    lose(state, seat, item)
    earn(state, seat, Flow.PRICES_PAID, state.choice_price[seat])
    if is_match(cards, state, h, item):
        earn(state, seat, Flow.COLOURS, cards.colour_bonus)
    wear(state, h, k, item, Tally.SALES)
    state.progress = 1
    next_sale(cards, state)


def wear(state: State, h: int, k: int, item: int, tally: int) -> None:
    """Lay an item beside a hero, and count it."""
    state.worn[h, k] = item
    state.used[item] += 1
    state.tally[tally] += 1


# --------------------------------------------------------------------------------------------------------------- patrons
@jit_within
def next_patron(cards: Cards, state: State) -> None:
    """[Become a Patron] Find which patron acts next: the highest bid first. Who cannot pay or finds nobody to fight passes."""
    while True:
        best = EMPTY
        for k in range(state.players):
            seat = clockwise(state, k)
            if state.choice[seat] == do.BID and state.resolved[seat] == 0:
                if best == EMPTY or state.choice_price[seat] > state.choice_price[best]:
                    best = seat
                elif state.choice_price[seat] == state.choice_price[best] and cards.equal_bids == ruled.EqualBids.POOREST:
                    best = seat if state.gold[seat] < state.gold[best] else best
        if best == EMPTY:
            start_turns(state, Phase.RESTOCK)
            state.upgrades = 0
            return
        state.resolved[best] = 1
        is_barred = state.gold[best] < state.choice_price[best] or (state.wins > 0 and cards.target_gone == ruled.TargetGone.PASS)
        if is_barred or gaps(cards, state) == cards.heroes_on_table[state.players] or weakest_monster(cards, state) < 0:
            state.tally[Tally.BARRED] += 1
            continue
        state.phase, state.seat = Phase.PATRON, best
        state.chosen = state.added = state.swapped = EMPTY
        return


def must_win(cards: Cards) -> bool:
    """Return whether, by ruling, a patron passes only where no fight can be won."""
    return bool(cards.patron_passes == ruled.PatronPasses.MUST_FIGHT)


def best_swap(cards: Cards, state: State, h: int, lent: int, lent_slot: int) -> int:
    """Find the most strength that one swap adds, without one copy of `lent` in hand and without touching `lent_slot`."""
    seat, best = state.seat, 0
    for i in range(state.hand_size[seat]):
        item = state.hand[seat, i]
        if item == lent:
            lent = EMPTY
            continue
        for k in range(SLOTS):
            worn = state.worn[h, k]
            if worn != EMPTY and k != lent_slot and cards.hero_slots[state.heroes[h], k] == cards.item_slot[item]:
                best = max(best, cards.item_strength[item] - cards.item_strength[worn])
    return best


@jit_within
def strength_within_reach(cards: Cards, state: State, h: int) -> int:
    """Find the most strength the hero at a place can have for this patron, by adding one item and swapping one."""
    seat, best = state.seat, best_swap(cards, state, h, EMPTY, EMPTY)
    for i in range(state.hand_size[seat]):
        item = state.hand[seat, i]
        k = open_slot(cards, state, h, item)
        if k != EMPTY:
            best = max(best, cards.item_strength[item] + best_swap(cards, state, h, item, k))
    return strength_of(cards, state, h) + best


@rules.phase(Phase.PATRON)
def list_heroes(cards: Cards, state: State, moves: Any) -> int:
    """[Become a Patron] Choose a hero, or pass. Who must fight chooses one that can win, and passes where none can."""
    n, must = 0, must_win(cards)
    for h in range(cards.heroes_on_table[state.players]):
        if state.heroes[h] != EMPTY and not (must and strength_within_reach(cards, state, h) < weakest_monster(cards, state)):
            n = write(moves, n, do.SEND, h)
    return write(moves, n, do.PASS) if n == 0 or not must else n


@rules.does(do.SEND)
def send(state: State, h: int) -> None:
    """[Become a Patron] Choose the hero who fights."""
    state.chosen, state.phase = h, Phase.ADD


@rules.phase(Phase.ADD)
def list_additions(cards: Cards, state: State, moves: Any) -> int:
    """[Become a Patron] Add one item of the hand to an empty slot of the hero that it fits, or none."""
    seat, h, n, must = state.seat, state.chosen, 0, must_win(cards)
    needed, now = (weakest_monster(cards, state), strength_of(cards, state, h)) if must else (0, 0)
    for i in range(state.hand_size[seat]):
        item = state.hand[seat, i]
        k = open_slot(cards, state, h, item)
        if k == EMPTY or not is_first(state, seat, i):
            continue
        if not must or now + cards.item_strength[item] + best_swap(cards, state, h, item, k) >= needed:
            n = write(moves, n, do.ADD, item, k)
    if not must or now + best_swap(cards, state, h, EMPTY, EMPTY) >= needed:
        n = write(moves, n, do.KEEP)
    return n


@rules.does(do.ADD)
def add(state: State, seat: int, item: int, k: int) -> None:
    """[Become a Patron] Lay an item beside the hero."""
    lose(state, seat, item)
    wear(state, state.chosen, k, item, Tally.ADDITIONS)
    state.added, state.phase = k, Phase.SWAP


@rules.does(do.KEEP)
def keep(state: State) -> None:
    """[Become a Patron] Add no item, or swap none."""
    state.phase += 1


@rules.phase(Phase.SWAP)
def list_swaps(cards: Cards, state: State, moves: Any) -> int:
    """[Become a Patron] Swap one item of the hand for one on the hero in a slot that it fits, or none.

    Not for the item just added (adding the other one would have been the same), nor for an equal copy. Where what is swapped out
    is discarded, these would only throw a card away.
    """
    seat, h, n, must = state.seat, state.chosen, 0, must_win(cards)
    needed, now = (weakest_monster(cards, state), strength_of(cards, state, h)) if must else (0, 0)
    for i in range(state.hand_size[seat]):
        item = state.hand[seat, i]
        if not is_first(state, seat, i):
            continue
        for k in range(SLOTS):
            worn = state.worn[h, k]
            if worn == EMPTY or k == state.added or cards.hero_slots[state.heroes[h], k] != cards.item_slot[item]:
                continue
            is_enough = not must or now + cards.item_strength[item] - cards.item_strength[worn] >= needed
            if worn != item and is_enough:
                n = write(moves, n, do.SWAP, item, k)
    return write(moves, n, do.KEEP) if not must or now >= needed else n


@rules.does(do.SWAP)
def swap(cards: Cards, state: State, seat: int, item: int, k: int) -> None:
    """[Become a Patron] An item of the hand takes the place of one on the hero."""
    state.swapped, state.swapped_out = k, state.worn[state.chosen, k]
    lose(state, seat, item)
    wear(state, state.chosen, k, item, Tally.SWAPS)
    if cards.swapped_item == ruled.SwappedItem.DISCARDED:
        discard_item(cards, state, state.swapped_out)
    else:
        gain(state, seat, state.swapped_out, 1)
    state.phase = Phase.FIGHT


@rules.phase(Phase.FIGHT)
def list_fights(cards: Cards, state: State, moves: Any) -> int:
    """[Become a Patron] Fight a monster that is not stronger than the hero with all gear, or pass."""
    strength, n = strength_of(cards, state, state.chosen), 0
    for m in range(cards.monsters_in_row):
        if state.monsters[m] != EMPTY and cards.strength[MONSTER, state.monsters[m]] <= strength:
            n = write(moves, n, do.ATTACK, m)
    return write(moves, n, do.PASS) if n == 0 or not must_win(cards) else n


@rules.does(do.ATTACK)
def win(cards: Cards, state: State, seat: int, m: int) -> None:
    """[Become a Patron] The monster is beaten: the patron pays the bid and takes the reward and both cards."""
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
    """[Become a Patron] Pass; by ruling what was changed on the hero is undone."""
    state.tally[Tally.PASSES] += 1
    if state.phase == Phase.FIGHT and cards.failed_changes == ruled.FailedChanges.UNDONE:
        if state.swapped != EMPTY:
            take_back(state, seat, state.swapped, Tally.SWAPS)
            if cards.swapped_item == ruled.SwappedItem.DISCARDED:
                state.discard_size[cards.item_tier[state.swapped_out]] -= 1
            else:
                lose(state, seat, state.swapped_out)
            state.worn[state.chosen, state.swapped] = state.swapped_out
        if state.added != EMPTY:
            take_back(state, seat, state.added, Tally.ADDITIONS)
    next_patron(cards, state)


def take_back(state: State, seat: int, k: int, tally: int) -> None:
    """Take back what the patron laid beside the hero. All have seen it, so it comes to the hand as shown."""
    item = state.worn[state.chosen, k]
    state.worn[state.chosen, k] = EMPTY
    state.tally[tally] -= 1
    state.used[item] -= 1
    gain(state, seat, item, 1)


# ------------------------------------------------------------------------------------------------------------ restocking
@rules.phase(Phase.RESTOCK)
def list_restocking(cards: Cards, state: State, moves: Any) -> int:
    """[Restocking Phase] Draw up to the hand size, upgrade, or stay as you are."""
    n = 0
    if state.hand_size[state.seat] < cards.hand_limit and has_card(cards, state, cards.starting_tier):
        n = write(moves, n, do.DRAW)
    if n == 0 or cards.restock_neither != ruled.RestockNeither.MUST_DRAW:
        n = write(moves, n, do.STAY)
    return list_upgrades(cards, state, moves, n) if cards.upgrades_most > 0 else n


@rules.phase(Phase.MORE)
def list_further_upgrades(cards: Cards, state: State, moves: Any) -> int:
    """[Restocking Phase] Upgrade another item, or be done."""
    return list_upgrades(cards, state, moves, write(moves, 0, do.DONE))


@jit_within
def list_upgrades(cards: Cards, state: State, moves: Any, n: int) -> int:
    """[Restocking Phase] Append the items that can go up a tier: as the first free of charge, as a further one of that tier at its price."""
    seat = state.seat
    for i in range(state.hand_size[seat]):
        item = state.hand[seat, i]
        tier = cards.item_tier[item]
        if tier + 1 >= cards.tiers or not is_first(state, seat, i) or not has_card(cards, state, tier + 1):
            continue
        is_free = state.upgrades == 0
        is_same = tier == state.upgrade_tier or cards.upgrade_tiers == ruled.UpgradeTiers.ANY_TIERS
        if is_free or (is_same and state.gold[seat] >= cards.upgrade_price[tier + 1]):
            n = write(moves, n, do.UPGRADE, item)
    return n


@rules.does(do.UPGRADE)
def upgrade(cards: Cards, state: State, seat: int, item: int) -> None:
    """[Restocking Phase] Discard an item for one of the next tier; every one after the first is paid for."""
    tier = cards.item_tier[item]
    state.tally[Tally.UPGRADES] += 1
    if state.upgrades > 0:
        state.tally[Tally.SECOND_UPGRADES] += 1
        state.tally[Tally.DEAREST_UPGRADES] += tier + 2 == cards.tiers
        earn(state, seat, Flow.UPGRADE_COSTS, -cards.upgrade_price[tier + 1])
    state.upgrades += 1
    state.upgrade_tier = tier
    lose(state, seat, item)
    discard_item(cards, state, item)
    if cards.upgrade_payment == ruled.UpgradePayment.AFTER_FIRST:
        take_upgrade(cards, state, tier + 1)
    else:
        state.pending[tier + 1] += 1
    if state.upgrades < cards.upgrades_most:
        state.phase = Phase.MORE
    else:
        end_upgrades(cards, state)


def take_upgrade(cards: Cards, state: State, tier: int) -> None:
    """Draw the card of an upgrade into a tier."""
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
    if cards.large_hand == ruled.LargeHand.DISCARD and state.hand_size[state.seat] > cards.hand_limit:
        state.phase = Phase.DISCARD
    elif next_turn(state):
        state.phase, state.upgrades = Phase.RESTOCK, 0
    else:
        close_round(cards, state)


@rules.phase(Phase.DISCARD)
def list_discards(state: State, moves: Any) -> int:
    """Discard one item of a hand that is too large."""
    seat, n = state.seat, 0
    for i in range(state.hand_size[seat]):
        if is_first(state, seat, i):
            n = write(moves, n, do.THROW, state.hand[seat, i])
    return n


@rules.does(do.THROW)
def throw(cards: Cards, state: State, seat: int, item: int) -> None:
    """Discard an item of a hand that is too large."""
    lose(state, seat, item)
    discard_item(cards, state, item)
    end_restocking(cards, state)


# ------------------------------------------------------------------------------------------------------------- banishing
def close_round(cards: Cards, state: State) -> None:
    """[Restocking Phase] Monsters are replaced; then banishing, unless the game is about to end or no majority can be had."""
    is_short, rich, is_any = refill(cards, state, MONSTER), 0, False
    for h in range(cards.heroes_on_table[state.players]):
        is_any = is_any or may_banish(cards, state, h)
    for seat in range(state.players):
        rich += state.gold[seat] >= cards.banish_price
    voters = state.players if cards.banish_poor == ruled.BanishPoor.VOTES_FREE else rich
    state.needed = (rich if cards.banish_majority == ruled.BanishMajority.OF_VOTERS else state.players) // 2 + 1
    if is_short or state.deck_size[HERO] < gaps(cards, state) or is_dry(cards, state) or voters < state.needed or not is_any:
        end_round(cards, state)
    else:
        start_turns(state, Phase.BANISH)


def is_dry(cards: Cards, state: State) -> bool:
    """Return whether, by ruling, nobody can be banished for want of a hero to come instead."""
    return bool(cards.refill_check == ruled.RefillCheck.BEFORE_BANISHING and state.deck_size[HERO] == gaps(cards, state))


def may_banish(cards: Cards, state: State, h: int) -> bool:
    """Return whether there is a hero at a place who may be put to the vote."""
    return state.heroes[h] != EMPTY and (cards.banish_when != ruled.BanishWhen.HOPELESS or is_hopeless(cards, state, h))


def is_hopeless(cards: Cards, state: State, h: int) -> bool:
    """Return whether the hero at a place could beat no monster of the row even with the best gear of the box in every slot."""
    best = cards.strength[HERO, state.heroes[h]]
    for k in range(SLOTS):
        slot, most = cards.hero_slots[state.heroes[h], k], 0
        for item in range(cards.items):
            if cards.item_slot[item] == slot:
                most = max(most, cards.item_strength[item])
        best += most
    for m in range(cards.monsters_in_row):
        if state.monsters[m] != EMPTY and best >= cards.strength[MONSTER, state.monsters[m]]:
            return False
    return True


@rules.phase(Phase.BANISH, secret=ruled.BanishVotes.EACH_HIDDEN)
def list_votes(cards: Cards, state: State, moves: Any) -> int:
    """[Restocking Phase] Vote to banish some heroes or none, as many as the seat could pay for."""
    n, every = 0, 0
    for h in range(cards.heroes_on_table[state.players]):
        if may_banish(cards, state, h):
            every |= 1 << h
    for mask in range(every + 1):
        if mask & ~every or (cards.banish_votes == ruled.BanishVotes.ONE_FOR_ALL and mask != 0 and mask != every):
            continue
        cost = cards.banish_price * ((mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1))
        if cost <= state.gold[state.seat] or cards.banish_poor == ruled.BanishPoor.VOTES_FREE:
            n = write(moves, n, do.VOTE, mask)
    return n


@rules.does(do.VOTE)
def vote(cards: Cards, state: State, seat: int, mask: int) -> None:
    """[Restocking Phase] Speak for banishing some heroes; the last vote, or the one that settles it, is counted."""
    state.votes[seat] = mask
    if not next_turn(state) or not can_banish(cards, state):
        banish(cards, state)


def votes_for(state: State, h: int) -> int:
    """Count the votes so far to banish the hero at a place."""
    votes = 0
    for seat in range(state.players):
        votes += state.votes[seat] >> h & 1
    return votes


@jit_within
def can_banish(cards: Cards, state: State) -> bool:
    """Return whether the votes spoken and those still to come could make a majority; where votes are hidden, nobody can tell."""
    if cards.banish_votes == ruled.BanishVotes.EACH_HIDDEN:
        return True
    voters = 0
    for k in range(state.turn, state.players):
        voters += cards.banish_poor == ruled.BanishPoor.VOTES_FREE or state.gold[clockwise(state, k)] >= cards.banish_price
    for h in range(cards.heroes_on_table[state.players]):
        if may_banish(cards, state, h) and voters + votes_for(state, h) >= state.needed:
            return True
    return False


@jit_within
def banish(cards: Cards, state: State) -> None:
    """[Restocking Phase] What a majority wants to go goes, and is paid for."""
    for h in range(cards.heroes_on_table[state.players]):
        if votes_for(state, h) < state.needed or is_dry(cards, state):
            continue
        state.tally[Tally.BANISHINGS] += 1
        for seat in range(state.players):
            if cards.banish_payers == ruled.BanishPayers.EVERYONE:
                if state.gold[seat] >= cards.banish_price:
                    earn(state, seat, Flow.BANISHING_COSTS, -cards.banish_price)
            elif state.votes[seat] >> h & 1:
                earn(state, seat, Flow.BANISHING_COSTS, -min(cards.banish_price, state.gold[seat]))
        leave(cards, state, h, Owner.BANISHED)
        state.progress = 1
    end_round(cards, state)


# ------------------------------------------------------------------------------------------------------------------ ends
@jit_within
def end_round(cards: Cards, state: State) -> None:
    """[Game End] Heroes are replaced, of a stuck table all. The game ends where a deck cannot refill; else the marker passes."""
    state.still_rounds = 0 if state.progress else state.still_rounds + 1
    if cards.stall == ruled.Stall.HEROES_LEAVE and not state.progress:
        clear_table(cards, state)
    heroes_short, monsters_short = refill(cards, state, HERO), refill(cards, state, MONSTER)
    if heroes_short or monsters_short:
        state.end = End.HEROES_OUT if not monsters_short else End.BOTH_OUT if heroes_short else End.MONSTERS_OUT
    elif cards.stall == ruled.Stall.THREE_STILL_ROUNDS and state.still_rounds >= STILL_ROUNDS:
        state.end = End.STALLED
    elif state.rounds >= MAX_ROUNDS:
        state.end = End.BOUND
    if state.end != End.NOT_OVER:
        state.phase, state.seat = Phase.OVER, EMPTY
        return
    state.first = clockwise(state, 1)
    start_round(state)


def clear_table(cards: Cards, state: State) -> None:
    """Take every hero off a stuck table, as if they were banished, at no cost."""
    for h in range(cards.heroes_on_table[state.players]):
        if state.heroes[h] != EMPTY:
            leave(cards, state, h, Owner.BANISHED)
    state.tally[Tally.CLEARINGS] += 1
    state.still_rounds = 0


def count_won(cards: Cards, state: State, won: Any) -> None:
    """Count all trophies in one go, into zeros of shape (kinds, sorts, owners): those that no seat has, too, which spares asking."""
    for kind in range(DECK_KINDS):
        for card in range(cards.counts[kind]):
            won[kind, cards.trophy[kind, card], state.owner[kind, card]] += 1


def add_sets(cards: Cards, players: int, won: Any, out: Any) -> None:
    """[End of Game Bonuses] Add the bonus for each complete set of all types of monster."""
    for seat in range(players):
        sets = won[MONSTER, 0, seat]
        for type_ in range(1, cards.monster_types):
            sets = min(sets, won[MONSTER, type_, seat])
        out[seat] += sets * cards.monster_set_bonus


def add_most(cards: Cards, players: int, won: Any, kind: int, out: Any) -> None:
    """[End of Game Bonuses] Add the bonus for most heroes, or monsters, of each sort."""
    for sort in range(cards.trophies[kind]):
        add_most_of(cards, players, won[kind, sort], cards.most_bonus[kind, sort], out)


def add_most_of(cards: Cards, players: int, held: Any, bonus: int, out: Any) -> None:
    """[End of Game Bonuses] Add the bonus for the most of one sort, of which each seat has so many."""
    most, holders = 0, 0
    for seat in range(players):
        if held[seat] > most:
            most, holders = held[seat], 1
        elif held[seat] == most:
            holders += 1
    is_enough = most > 0 or cards.most_of_none == ruled.MostOfNone.NOUGHT_COUNTS
    for seat in range(players if is_enough and (holders == 1 or cards.most_ties != ruled.MostTies.NOBODY) else 0):
        if held[seat] == most:
            out[seat] += bonus


@rules.verb
def scores(cards: Cards, state: State, out: Any) -> None:
    """Write each seat's gold with all bonuses, as if the game ended now."""
    won = local_zeros((DECK_KINDS, SORTS, OWNERS), INT)
    count_won(cards, state, won)
    for seat in range(state.players):
        out[seat] = state.gold[seat]
    add_sets(cards, state.players, won, out)
    add_most(cards, state.players, won, MONSTER, out)
    add_most(cards, state.players, won, HERO, out)


@rules.verb
def standing(cards: Cards, state: State, out: Any) -> None:
    """Rank by score, then monsters beaten, then nearness to the marker. No two seats share a place."""
    scores(cards, state, out)
    holder = state.first + (0 if cards.closest_to_token == ruled.ClosestToToken.BEFORE_PASSING else 1)
    for seat in range(state.players):
        monsters, behind = 0, holder - seat - 1
        for monster in range(cards.counts[MONSTER]):
            monsters += state.owner[MONSTER, monster] == seat
        out[seat] = (out[seat] * 100 + monsters) * 10 + (behind if behind >= 0 else behind + state.players)


rules.compile(globals())
