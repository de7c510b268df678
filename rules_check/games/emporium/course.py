"""Emporium's course: what a move does, and what then happens by itself until the next decision is due."""

from __future__ import annotations

from typing import Any

from rules_check.engine.arrays import local_empty, local_zeros
from rules_check.engine.kernel import index, jit_lean, jit_within, seed_streams, shuffle
from rules_check.games.emporium.data import (
    ADD,
    ADD_MOVE,
    ADDITIONS,
    AFTER_FIRST,
    ATTACK,
    BANISH,
    BANISHED,
    BANISHING_COSTS,
    BANISHINGS,
    BARRED,
    BEFORE_BANISHING,
    BID,
    BID_MOVE,
    BIDS,
    BOTH_OUT,
    BOUNCES,
    BOUND,
    CHANGES_UNDONE,
    CHOOSE,
    COLOURS,
    DECLINE,
    DISCARD,
    DOCK,
    DONE,
    DOWN_TO_LIMIT,
    DRAW,
    EACH_HIDDEN,
    EMPTY,
    EVERYONE_PAYS,
    FIGHT,
    FIGHTS,
    HERO,
    HEROES,
    HEROES_OUT,
    IN_BOX,
    IN_DECK,
    INT,
    KEEP,
    LATER_PASSES,
    LEVELS,
    MAX_ROUNDS,
    MONSTER,
    MONSTERS_OUT,
    MORE,
    NEXT_LEVEL,
    NO_CHOICE,
    NOT_OVER,
    OF_VOTERS,
    OVER,
    PASS,
    PASSES,
    PATRON,
    PLACE,
    PLAY_ON,
    POOREST,
    PRICES_PAID,
    RESTOCK,
    REWARDS,
    SALE,
    SALES,
    SECOND_UPGRADES,
    SELL,
    SEND,
    SIT,
    SITS_OUT,
    STALLED,
    STAY,
    STILL_ROUNDS,
    SWAP,
    SWAP_MOVE,
    SWAPPED_DISCARDED,
    SWAPS,
    THROW,
    TIERS,
    UPGRADE,
    UPGRADE_COSTS,
    UPGRADES,
    VOTE,
    VOTES_FREE,
)
from rules_check.games.emporium.moves import parts_of, weakest_monster
from rules_check.games.emporium.table import discard_item, draw_item, gain, gaps, leave, lose, open_slot, turn_up

LEVEL_ROWS = LEVELS + 1  # by level, counted from 1


@jit_lean
def deal_deck(cards: Any, state: Any, kind: int) -> None:
    """[Setup] Build the hero or the monster deck: each level shuffled by itself, level 1 on top. The rest stays in the box."""
    pool = local_empty((LEVEL_ROWS, HEROES), INT)
    size = local_zeros(LEVEL_ROWS, INT)
    total = 0
    for level in range(1, LEVELS + 1):
        for card in range(cards.counts[kind]):
            if cards.level[kind, card] == level:
                pool[level, size[level]] = card
                size[level] += 1
        shuffle(state.rng, 0, pool[level], size[level])
    for level in range(1, LEVELS + 1):
        wanted = cards.deck_levels[level]
        source = level
        while wanted > 0 and source <= LEVELS:
            if size[source] > 0:
                size[source] -= 1
                state.deck[kind, total] = pool[source, size[source]]
                total += 1
                wanted -= 1
            elif cards.short_level == NEXT_LEVEL:
                source += 1
            else:
                wanted = 0
    state.deck_size[kind] = total
    for i in range(total // 2):
        state.deck[kind, i], state.deck[kind, total - 1 - i] = state.deck[kind, total - 1 - i], state.deck[kind, i]
    for i in range(total):
        if kind == HERO:
            state.hero_owner[state.deck[kind, i]] = IN_DECK
        else:
            state.monster_owner[state.deck[kind, i]] = IN_DECK


@jit_lean
def set_up(cards: Any, state: Any, players: int, seed: int, number: int) -> None:
    """[Setup] Everything as it lies before the first choice."""
    clear(state)
    state.players, state.number = players, number
    seed_streams(state.rng, seed, number)
    for item in range(cards.items):
        tier = index(cards.item_tier[item])
        for _ in range(cards.item_copies[item]):
            state.draw[tier, state.draw_size[tier]] = item
            state.draw_size[tier] += 1
    for tier in range(cards.tiers):
        shuffle(state.rng, 0, state.draw[tier], state.draw_size[tier])
    deal_deck(cards, state, HERO)
    deal_deck(cards, state, MONSTER)
    for m in range(cards.monsters_in_row):
        state.monsters[m] = turn_up(state, MONSTER)
    for h in range(cards.heroes_on_table[players]):
        state.heroes[h] = turn_up(state, HERO)
    for seat in range(players):
        state.gold[seat] = cards.starting_gold
        deal(cards, state, seat)
    start_round(state)


@jit_lean
def clear(state: Any) -> None:
    """Blank every field that is not set anew."""
    state.first = state.rounds = state.end = state.still_rounds = state.wins = 0
    state.phase = state.seat = state.turn = state.progress = 0
    state.upgrades = state.upgrade_tier = state.needed = 0
    state.chosen = state.added = state.swapped = state.swapped_out = EMPTY
    state.gold[:] = 0
    state.hand[:] = 0
    state.hand_size[:] = 0
    state.shown[:] = 0
    state.draw[:] = 0
    state.draw_size[:] = 0
    state.discard[:] = 0
    state.discard_size[:] = 0
    state.deck[:] = 0
    state.heroes[:] = EMPTY
    state.worn[:] = EMPTY
    state.monsters[:] = EMPTY
    state.hero_owner[:] = IN_BOX
    state.monster_owner[:] = IN_BOX
    state.choice_item[:] = EMPTY
    state.choice_price[:] = 0
    state.pending[:] = 0
    state.scratch[:] = 0
    state.tally[:] = 0
    state.earned[:] = 0
    state.used[:] = 0


@jit_lean
def deal(cards: Any, state: Any, seat: int) -> None:
    """Draw items of the starting tier until the hand is full or none is left."""
    while state.hand_size[seat] < cards.hand_limit:
        item = draw_item(cards, state, cards.starting_tier)
        if item == EMPTY:
            break
        gain(state, seat, item, 0)


@jit_lean
def start_round(state: Any) -> None:
    state.rounds += 1
    state.progress = state.wins = 0
    state.choice[:] = NO_CHOICE
    state.resolved[:] = 0
    state.votes[:] = 0
    start_turns(state, CHOOSE)


@jit_lean
def start_turns(state: Any, phase: int) -> None:
    """Begin a part of the round in which each seat decides once, from the holder of the marker on."""
    state.phase, state.turn, state.seat = phase, 0, state.first


@jit_lean
def next_turn(state: Any) -> bool:
    """Pass the decision on clockwise; False where all have had it."""
    state.turn += 1
    state.seat += 1
    if state.seat == state.players:
        state.seat = 0
    return bool(state.turn < state.players)


@jit_within
def reveal(cards: Any, state: Any) -> None:
    """[Action Phase] All screens are lifted: the items for sale are seen by all."""
    for seat in range(state.players):
        if state.choice[seat] == SALE and state.shown[seat, state.choice_item[seat]] == 0:
            state.shown[seat, state.choice_item[seat]] = 1
    next_sale(cards, state)


@jit_within
def next_sale(cards: Any, state: Any) -> None:
    """[Sell an Item] Find who sells next: the lowest price, then the better tier, then clockwise. What finds no slot bounces."""
    while True:
        best, best_seat = -1, EMPTY
        seat = index(state.first)
        for _ in range(state.players):
            if state.choice[seat] == SALE and state.resolved[seat] == 0:
                rank = state.choice_price[seat] * TIERS + TIERS - 1 - cards.item_tier[index(state.choice_item[seat])]
                if best_seat == EMPTY or rank < best:
                    best, best_seat = rank, seat
            seat = seat + 1 if seat + 1 < state.players else 0
        if best_seat == EMPTY:
            next_patron(cards, state)
            return
        state.resolved[best_seat] = 1
        for h in range(cards.heroes_on_table[state.players]):
            if open_slot(cards, state, h, state.choice_item[best_seat]) != EMPTY:
                state.phase, state.seat = PLACE, best_seat
                return
        state.tally[BOUNCES] += 1


@jit_within
def next_patron(cards: Any, state: Any) -> None:
    """[Become a Patron] Find which patron acts next: the highest bid first. Who cannot pay or finds nobody to fight passes."""
    while True:
        best_seat = EMPTY
        seat = index(state.first)
        for _ in range(state.players):
            if state.choice[seat] == BID and state.resolved[seat] == 0:
                if best_seat == EMPTY or state.choice_price[seat] > state.choice_price[best_seat]:
                    best_seat = seat
                elif state.choice_price[seat] == state.choice_price[best_seat] and cards.equal_bids == POOREST:
                    best_seat = seat if state.gold[seat] < state.gold[best_seat] else best_seat
            seat = seat + 1 if seat + 1 < state.players else 0
        if best_seat == EMPTY:
            start_turns(state, RESTOCK)
            state.upgrades = 0
            return
        state.resolved[best_seat] = 1
        if state.gold[best_seat] < state.choice_price[best_seat] or (state.wins > 0 and cards.target_gone == LATER_PASSES):
            state.tally[BARRED] += 1
            continue
        if gaps(cards, state) == cards.heroes_on_table[state.players] or weakest_monster(cards, state) < 0:
            state.tally[BARRED] += 1
            continue
        state.phase, state.seat = PATRON, best_seat
        state.chosen = state.added = state.swapped = EMPTY
        return


@jit_lean
def earn(state: Any, seat: int, source: int, gold: int) -> None:
    """Give a seat gold, or take it where it is negative, and note where it came from."""
    state.gold[seat] += gold
    state.earned[seat, source] += gold


@jit_within
def dock(cards: Any, state: Any, h: int, k: int) -> None:
    """[Sell an Item] The item docks; its seller takes the price, and the bonus for a hero of the item's colour."""
    seat = index(state.seat)
    item = index(state.choice_item[seat])
    lose(state, seat, item)
    state.worn[h, k] = item
    earn(state, seat, PRICES_PAID, state.choice_price[seat])
    if cards.hero_guild[index(state.heroes[h])] == cards.item_guild[item]:
        earn(state, seat, COLOURS, cards.colour_bonus)
    state.tally[SALES] += 1
    state.used[item] += 1
    state.progress = 1


@jit_within
def swap(cards: Any, state: Any, item: int, k: int) -> None:
    """[Become a Patron] An item of the hand takes the place of one on the hero."""
    h, seat = index(state.chosen), index(state.seat)
    out = state.worn[h, k]
    lose(state, seat, item)
    state.worn[h, k] = item
    state.swapped, state.swapped_out = k, out
    state.tally[SWAPS] += 1
    state.used[item] += 1
    if cards.swapped_item == SWAPPED_DISCARDED:
        discard_item(cards, state, out)
    else:
        gain(state, seat, out, 1)


@jit_within
def undo_changes(cards: Any, state: Any) -> None:
    """Take back what the patron changed on the hero. All have seen it, so it comes to the hand as shown."""
    h, seat = index(state.chosen), index(state.seat)
    if state.swapped != EMPTY:
        state.tally[SWAPS] -= 1
        state.used[state.worn[h, state.swapped]] -= 1
        gain(state, seat, state.worn[h, state.swapped], 1)
        if cards.swapped_item == SWAPPED_DISCARDED:
            state.discard_size[cards.item_tier[state.swapped_out]] -= 1
        else:
            lose(state, seat, state.swapped_out)
        state.worn[h, state.swapped] = state.swapped_out
    if state.added != EMPTY:
        state.tally[ADDITIONS] -= 1
        state.used[state.worn[h, state.added]] -= 1
        gain(state, seat, state.worn[h, state.added], 1)
        state.worn[h, state.added] = EMPTY


@jit_within
def win(cards: Any, state: Any, m: int) -> None:
    """[Become a Patron] The monster is beaten: the patron pays the bid and takes the reward and both cards."""
    seat = index(state.seat)
    monster = index(state.monsters[m])
    earn(state, seat, REWARDS, cards.reward[monster])
    earn(state, seat, BIDS, -state.choice_price[seat])
    state.tally[FIGHTS] += 1
    state.monster_owner[monster] = seat
    state.monsters[m] = EMPTY
    leave(cards, state, state.chosen, seat)
    state.wins += 1
    state.progress = 1


@jit_lean
def take_upgrade(cards: Any, state: Any, tier: int) -> None:
    """Draw the card of an upgrade into a tier."""
    item = draw_item(cards, state, tier)
    if item != EMPTY:
        gain(state, state.seat, item, 0)
        if cards.item_tier[item] == tier:
            state.progress = 1


@jit_within
def upgrade(cards: Any, state: Any, item: int) -> None:
    """[Restocking Phase] Discard an item for one of the next tier; every one after the first is paid for."""
    tier = index(cards.item_tier[item])
    state.tally[UPGRADES] += 1
    if state.upgrades > 0:
        state.tally[SECOND_UPGRADES] += 1
        earn(state, state.seat, UPGRADE_COSTS, -cards.upgrade_price[tier + 1])
    state.upgrades += 1
    state.upgrade_tier = tier
    lose(state, state.seat, item)
    discard_item(cards, state, item)
    if cards.upgrade_payment == AFTER_FIRST:
        take_upgrade(cards, state, tier + 1)
    else:
        state.pending[tier + 1] += 1
    if state.upgrades < cards.upgrades_most:
        state.phase = MORE
    else:
        end_upgrades(cards, state)


@jit_within
def end_upgrades(cards: Any, state: Any) -> None:
    for tier in range(TIERS):
        while state.pending[tier] > 0:
            state.pending[tier] -= 1
            take_upgrade(cards, state, tier)
    end_restocking(cards, state)


@jit_lean
def end_restocking(cards: Any, state: Any) -> None:
    if cards.large_hand == DOWN_TO_LIMIT and state.hand_size[state.seat] > cards.hand_limit:
        state.phase = DISCARD
    elif next_turn(state):
        state.phase = RESTOCK
        state.upgrades = 0
    else:
        close_round(cards, state)


@jit_within
def close_round(cards: Any, state: Any) -> None:
    """[Restocking Phase] Monsters are replaced; then banishing, unless the game is about to end or no majority can be had."""
    is_short = False
    for m in range(cards.monsters_in_row):
        if state.monsters[m] == EMPTY:
            state.monsters[m] = turn_up(state, MONSTER)
            is_short = is_short or state.monsters[m] == EMPTY
    gone = gaps(cards, state)
    spare = state.deck_size[HERO] - gone
    if is_short or spare < 0 or (cards.refill_check == BEFORE_BANISHING and spare == 0):
        end_round(cards, state)
        return
    rich = 0
    for seat in range(state.players):
        rich += state.gold[seat] >= cards.banish_price
    voters = state.players if cards.banish_poor == VOTES_FREE else rich
    state.needed = (rich if cards.banish_majority == OF_VOTERS else state.players) // 2 + 1
    if voters < state.needed or gone == cards.heroes_on_table[state.players]:
        end_round(cards, state)
    else:
        start_turns(state, BANISH)


@jit_within
def can_banish(cards: Any, state: Any) -> bool:
    """Say whether the votes spoken and those still to come could make a majority; where votes are hidden, nobody can tell."""
    if cards.banish_votes == EACH_HIDDEN:
        return True
    voters, seat = 0, state.seat
    for _ in range(state.turn, state.players):
        if state.gold[seat] >= cards.banish_price or cards.banish_poor == VOTES_FREE:
            voters += 1
        seat = seat + 1 if seat + 1 < state.players else 0
    for h in range(cards.heroes_on_table[state.players]):
        votes = voters
        for other in range(state.players):
            votes += state.votes[other] >> h & 1
        if votes >= state.needed:
            return True
    return False


@jit_within
def banish(cards: Any, state: Any) -> None:
    """[Restocking Phase] Count the votes: what a majority wants to go goes, and is paid for."""
    price = cards.banish_price
    spare = state.deck_size[HERO] - gaps(cards, state)
    for h in range(cards.heroes_on_table[state.players]):
        votes = 0
        for seat in range(state.players):
            votes += state.votes[seat] >> h & 1
        if votes < state.needed or (cards.refill_check == BEFORE_BANISHING and spare == 0):
            continue
        spare -= 1
        state.tally[BANISHINGS] += 1
        for seat in range(state.players):
            if cards.banish_payers == EVERYONE_PAYS:
                if state.gold[seat] >= price:
                    earn(state, seat, BANISHING_COSTS, -price)
            elif state.votes[seat] >> h & 1:
                earn(state, seat, BANISHING_COSTS, -min(price, state.gold[seat]))
        leave(cards, state, h, BANISHED)
        state.progress = 1
    end_round(cards, state)


@jit_within
def end_round(cards: Any, state: Any) -> None:
    """[Game End] Heroes are replaced. The game ends where a deck cannot refill, or by the ruling on stalls; else the marker passes."""
    monsters_short, heroes_short = False, False
    for m in range(cards.monsters_in_row):
        monsters_short = monsters_short or state.monsters[m] == EMPTY
    for h in range(cards.heroes_on_table[state.players]):
        if state.heroes[h] == EMPTY:
            state.heroes[h] = turn_up(state, HERO)
            heroes_short = heroes_short or state.heroes[h] == EMPTY
    state.still_rounds = 0 if state.progress else state.still_rounds + 1
    if heroes_short and monsters_short:
        state.end = BOTH_OUT
    elif heroes_short:
        state.end = HEROES_OUT
    elif monsters_short:
        state.end = MONSTERS_OUT
    elif cards.stall != PLAY_ON and state.still_rounds >= STILL_ROUNDS:
        state.end = STALLED
    elif state.rounds >= MAX_ROUNDS:
        state.end = BOUND
    if state.end != NOT_OVER:
        state.phase, state.seat = OVER, EMPTY
        return
    state.first = state.first + 1 if state.first + 1 < state.players else 0
    start_round(state)


@jit_within
def perform(cards: Any, state: Any, move: int) -> None:
    """Do what a move says, up to the next decision, which may have one answer only."""
    kind, a, b = parts_of(move)
    seat = index(state.seat)
    if kind <= SIT:
        state.choice[seat] = SALE if kind == SELL else BID if kind == BID_MOVE else SITS_OUT
        state.choice_item[seat] = a if kind == SELL else EMPTY
        state.choice_price[seat] = b
        if not next_turn(state):
            reveal(cards, state)
    elif kind <= DECLINE:
        if kind == DOCK:
            dock(cards, state, a, b)
        next_sale(cards, state)
    elif kind == VOTE:
        state.votes[seat] = b
        if not next_turn(state) or not can_banish(cards, state):
            banish(cards, state)
    elif kind == DRAW:
        deal(cards, state, seat)
        end_restocking(cards, state)
    elif kind == STAY:
        end_restocking(cards, state)
    elif kind == UPGRADE:
        upgrade(cards, state, a)
    elif kind == DONE:
        end_upgrades(cards, state)
    elif kind == SEND:
        state.chosen, state.phase = a, ADD
    elif kind == ADD_MOVE:
        lose(state, seat, a)
        state.worn[state.chosen, b] = a
        state.tally[ADDITIONS] += 1
        state.used[a] += 1
        state.added, state.phase = b, SWAP
    elif kind == SWAP_MOVE:
        swap(cards, state, a, b)
        state.phase = FIGHT
    elif kind == KEEP:
        state.phase = SWAP if state.phase == ADD else FIGHT
    elif kind == ATTACK:
        win(cards, state, a)
        next_patron(cards, state)
    elif kind == PASS:
        state.tally[PASSES] += 1
        if state.phase == FIGHT and cards.failed_changes == CHANGES_UNDONE:
            undo_changes(cards, state)
        next_patron(cards, state)
    elif kind == THROW:
        lose(state, seat, a)
        discard_item(cards, state, a)
        end_restocking(cards, state)
