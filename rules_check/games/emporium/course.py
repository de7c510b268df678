"""Emporium's course: what a move does, and what then happens by itself until the next decision is due."""

from __future__ import annotations

from rules_check.engine.arrays import local_empty, local_zeros
from rules_check.engine.kernel import index, jit_lean, jit_within, shuffle
from rules_check.games.emporium import rulings as ruled
from rules_check.games.emporium.moves import weakest_monster
from rules_check.games.emporium.state import (
    EMPTY,
    HERO,
    HEROES,
    LEVELS,
    MAX_ROUNDS,
    MONSTER,
    STILL_ROUNDS,
    TIERS,
    Cards,
    Choice,
    End,
    Flow,
    Owner,
    Phase,
    State,
    Tally,
)
from rules_check.games.emporium.table import discard_item, draw_item, gain, gaps, leave, lose, may_banish, open_slot, turn_up
from rules_check.games.emporium.words import (
    ADD,
    ATTACK,
    BID,
    DECLINE,
    DOCK,
    DONE,
    DRAW,
    KEEP,
    PASS,
    SELL,
    SEND,
    SIT,
    STAY,
    SWAP,
    THROW,
    UPGRADE,
    VOTE,
    rules,
)
from rules_check.toolkit.records import INT

LEVEL_ROWS = LEVELS + 1  # by level, counted from 1


@jit_lean
def deal_deck(cards: Cards, state: State, kind: int) -> None:
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
            elif cards.short_level == ruled.ShortLevel.NEXT_LEVEL:
                source += 1
            else:
                wanted = 0
    state.deck_size[kind] = total
    for i in range(total // 2):
        state.deck[kind, i], state.deck[kind, total - 1 - i] = state.deck[kind, total - 1 - i], state.deck[kind, i]
    for i in range(total):
        if kind == HERO:
            state.hero_owner[state.deck[kind, i]] = Owner.IN_DECK
        else:
            state.monster_owner[state.deck[kind, i]] = Owner.IN_DECK


@rules.setup
@jit_lean
def set_up(cards: Cards, state: State) -> None:
    """[Setup] Everything as it lies before the first choice."""
    state.rounds = 0
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
    for h in range(cards.heroes_on_table[state.players]):
        state.heroes[h] = turn_up(state, HERO)
    for seat in range(state.players):
        state.gold[seat] = cards.starting_gold
        deal(cards, state, seat)
    start_round(state)


@jit_lean
def deal(cards: Cards, state: State, seat: int) -> None:
    """Draw items of the starting tier until the hand is full or none is left."""
    while state.hand_size[seat] < cards.hand_limit:
        item = draw_item(cards, state, cards.starting_tier)
        if item == EMPTY:
            break
        gain(state, seat, item, 0)


@jit_lean
def start_round(state: State) -> None:
    state.rounds += 1
    state.progress = state.wins = 0
    state.choice[:] = Choice.NONE
    state.resolved[:] = 0
    state.votes[:] = 0
    start_turns(state, Phase.CHOOSE)


@jit_lean
def start_turns(state: State, phase: int) -> None:
    """Begin a part of the round in which each seat decides once, from the holder of the marker on."""
    state.phase, state.turn, state.seat = phase, 0, state.first


@jit_lean
def next_turn(state: State) -> bool:
    """Pass the decision on clockwise; False where all have had it."""
    state.turn += 1
    state.seat += 1
    if state.seat == state.players:
        state.seat = 0
    return bool(state.turn < state.players)


@jit_within
def reveal(cards: Cards, state: State) -> None:
    """[Action Phase] All screens are lifted: the items for sale are seen by all."""
    for seat in range(state.players):
        if state.choice[seat] == Choice.SALE and state.shown[seat, state.choice_item[seat]] == 0:
            state.shown[seat, state.choice_item[seat]] = 1
    next_sale(cards, state)


@jit_within
def next_sale(cards: Cards, state: State) -> None:
    """[Sell an Item] Find who sells next: the lowest price, then the better tier, then clockwise. What finds no slot bounces."""
    while True:
        best, best_seat = -1, EMPTY
        seat = index(state.first)
        for _ in range(state.players):
            if state.choice[seat] == Choice.SALE and state.resolved[seat] == 0:
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
                state.phase, state.seat = Phase.PLACE, best_seat
                return
        state.tally[Tally.BOUNCES] += 1


@jit_within
def next_patron(cards: Cards, state: State) -> None:
    """[Become a Patron] Find which patron acts next: the highest bid first. Who cannot pay or finds nobody to fight passes."""
    while True:
        best_seat = EMPTY
        seat = index(state.first)
        for _ in range(state.players):
            if state.choice[seat] == Choice.BID and state.resolved[seat] == 0:
                if best_seat == EMPTY or state.choice_price[seat] > state.choice_price[best_seat]:
                    best_seat = seat
                elif state.choice_price[seat] == state.choice_price[best_seat] and cards.equal_bids == ruled.EqualBids.POOREST:
                    best_seat = seat if state.gold[seat] < state.gold[best_seat] else best_seat
            seat = seat + 1 if seat + 1 < state.players else 0
        if best_seat == EMPTY:
            start_turns(state, Phase.RESTOCK)
            state.upgrades = 0
            return
        state.resolved[best_seat] = 1
        if state.gold[best_seat] < state.choice_price[best_seat] or (state.wins > 0 and cards.target_gone == ruled.TargetGone.PASS):
            state.tally[Tally.BARRED] += 1
            continue
        if gaps(cards, state) == cards.heroes_on_table[state.players] or weakest_monster(cards, state) < 0:
            state.tally[Tally.BARRED] += 1
            continue
        state.phase, state.seat = Phase.PATRON, best_seat
        state.chosen = state.added = state.swapped = EMPTY
        return


@jit_lean
def earn(state: State, seat: int, source: int, gold: int) -> None:
    """Give a seat gold, or take it where it is negative, and note where it came from."""
    state.gold[seat] += gold
    state.earned[seat, source] += gold


@rules.does(DOCK)
@jit_within
def dock(cards: Cards, state: State, h: int, k: int) -> None:
    """[Sell an Item] The item docks; its seller takes the price, and the bonus for a hero of the item's colour."""
    seat = index(state.seat)
    item = index(state.choice_item[seat])
    lose(state, seat, item)
    state.worn[h, k] = item
    earn(state, seat, Flow.PRICES_PAID, state.choice_price[seat])
    if cards.hero_guild[index(state.heroes[h])] == cards.item_guild[item]:
        earn(state, seat, Flow.COLOURS, cards.colour_bonus)
    state.tally[Tally.SALES] += 1
    state.used[item] += 1
    state.progress = 1
    next_sale(cards, state)


@rules.does(SWAP)
@jit_within
def swap(cards: Cards, state: State, item: int, k: int) -> None:
    """[Become a Patron] An item of the hand takes the place of one on the hero."""
    h, seat = index(state.chosen), index(state.seat)
    out = state.worn[h, k]
    lose(state, seat, item)
    state.worn[h, k] = item
    state.swapped, state.swapped_out = k, out
    state.tally[Tally.SWAPS] += 1
    state.used[item] += 1
    if cards.swapped_item == ruled.SwappedItem.DISCARDED:
        discard_item(cards, state, out)
    else:
        gain(state, seat, out, 1)
    state.phase = Phase.FIGHT


@jit_within
def undo_changes(cards: Cards, state: State) -> None:
    """Take back what the patron changed on the hero. All have seen it, so it comes to the hand as shown."""
    h, seat = index(state.chosen), index(state.seat)
    if state.swapped != EMPTY:
        state.tally[Tally.SWAPS] -= 1
        state.used[state.worn[h, state.swapped]] -= 1
        gain(state, seat, state.worn[h, state.swapped], 1)
        if cards.swapped_item == ruled.SwappedItem.DISCARDED:
            state.discard_size[cards.item_tier[state.swapped_out]] -= 1
        else:
            lose(state, seat, state.swapped_out)
        state.worn[h, state.swapped] = state.swapped_out
    if state.added != EMPTY:
        state.tally[Tally.ADDITIONS] -= 1
        state.used[state.worn[h, state.added]] -= 1
        gain(state, seat, state.worn[h, state.added], 1)
        state.worn[h, state.added] = EMPTY


@rules.does(ATTACK)
@jit_within
def win(cards: Cards, state: State, m: int) -> None:
    """[Become a Patron] The monster is beaten: the patron pays the bid and takes the reward and both cards."""
    seat = index(state.seat)
    monster = index(state.monsters[m])
    earn(state, seat, Flow.REWARDS, cards.reward[monster])
    earn(state, seat, Flow.BIDS, -state.choice_price[seat])
    state.tally[Tally.FIGHTS] += 1
    state.monster_owner[monster] = seat
    state.monsters[m] = EMPTY
    leave(cards, state, state.chosen, seat)
    state.wins += 1
    state.progress = 1
    next_patron(cards, state)


@jit_lean
def take_upgrade(cards: Cards, state: State, tier: int) -> None:
    """Draw the card of an upgrade into a tier."""
    item = draw_item(cards, state, tier)
    if item != EMPTY:
        gain(state, state.seat, item, 0)
        if cards.item_tier[item] == tier:
            state.progress = 1


@rules.does(UPGRADE)
@jit_within
def upgrade(cards: Cards, state: State, item: int) -> None:
    """[Restocking Phase] Discard an item for one of the next tier; every one after the first is paid for."""
    tier = index(cards.item_tier[item])
    state.tally[Tally.UPGRADES] += 1
    if state.upgrades > 0:
        state.tally[Tally.SECOND_UPGRADES] += 1
        earn(state, state.seat, Flow.UPGRADE_COSTS, -cards.upgrade_price[tier + 1])
    state.upgrades += 1
    state.upgrade_tier = tier
    lose(state, state.seat, item)
    discard_item(cards, state, item)
    if cards.upgrade_payment == ruled.UpgradePayment.AFTER_FIRST:
        take_upgrade(cards, state, tier + 1)
    else:
        state.pending[tier + 1] += 1
    if state.upgrades < cards.upgrades_most:
        state.phase = Phase.MORE
    else:
        end_upgrades(cards, state)


@rules.does(DONE)
@jit_within
def end_upgrades(cards: Cards, state: State) -> None:
    for tier in range(cards.tiers):
        while state.pending[tier] > 0:
            state.pending[tier] -= 1
            take_upgrade(cards, state, tier)
    end_restocking(cards, state)


@rules.does(STAY)
@jit_lean
def end_restocking(cards: Cards, state: State) -> None:
    if cards.large_hand == ruled.LargeHand.DISCARD and state.hand_size[state.seat] > cards.hand_limit:
        state.phase = Phase.DISCARD
    elif next_turn(state):
        state.phase = Phase.RESTOCK
        state.upgrades = 0
    else:
        close_round(cards, state)


@jit_within
def close_round(cards: Cards, state: State) -> None:
    """[Restocking Phase] Monsters are replaced; then banishing, unless the game is about to end or no majority can be had."""
    is_short = False
    for m in range(cards.monsters_in_row):
        if state.monsters[m] == EMPTY:
            state.monsters[m] = turn_up(state, MONSTER)
            is_short = is_short or state.monsters[m] == EMPTY
    spare = state.deck_size[HERO] - gaps(cards, state)
    if is_short or spare < 0 or (cards.refill_check == ruled.RefillCheck.BEFORE_BANISHING and spare == 0):
        end_round(cards, state)
        return
    rich, is_any = 0, False
    for h in range(cards.heroes_on_table[state.players]):
        is_any = is_any or may_banish(cards, state, h)
    for seat in range(state.players):
        rich += state.gold[seat] >= cards.banish_price
    voters = state.players if cards.banish_poor == ruled.BanishPoor.VOTES_FREE else rich
    state.needed = (rich if cards.banish_majority == ruled.BanishMajority.OF_VOTERS else state.players) // 2 + 1
    if voters < state.needed or not is_any:
        end_round(cards, state)
    else:
        start_turns(state, Phase.BANISH)


@jit_within
def can_banish(cards: Cards, state: State) -> bool:
    """Say whether the votes spoken and those still to come could make a majority; where votes are hidden, nobody can tell."""
    if cards.banish_votes == ruled.BanishVotes.EACH_HIDDEN:
        return True
    voters, seat = 0, state.seat
    for _ in range(state.turn, state.players):
        if state.gold[seat] >= cards.banish_price or cards.banish_poor == ruled.BanishPoor.VOTES_FREE:
            voters += 1
        seat = seat + 1 if seat + 1 < state.players else 0
    for h in range(cards.heroes_on_table[state.players]):
        if not may_banish(cards, state, h):
            continue
        votes = voters
        for other in range(state.players):
            votes += state.votes[other] >> h & 1
        if votes >= state.needed:
            return True
    return False


@jit_within
def banish(cards: Cards, state: State) -> None:
    """[Restocking Phase] Count the votes: what a majority wants to go goes, and is paid for."""
    price = cards.banish_price
    spare = state.deck_size[HERO] - gaps(cards, state)
    for h in range(cards.heroes_on_table[state.players]):
        votes = 0
        for seat in range(state.players):
            votes += state.votes[seat] >> h & 1
        if votes < state.needed or (cards.refill_check == ruled.RefillCheck.BEFORE_BANISHING and spare == 0):
            continue
        spare -= 1
        state.tally[Tally.BANISHINGS] += 1
        for seat in range(state.players):
            if cards.banish_payers == ruled.BanishPayers.EVERYONE:
                if state.gold[seat] >= price:
                    earn(state, seat, Flow.BANISHING_COSTS, -price)
            elif state.votes[seat] >> h & 1:
                earn(state, seat, Flow.BANISHING_COSTS, -min(price, state.gold[seat]))
        leave(cards, state, h, Owner.BANISHED)
        state.progress = 1
    end_round(cards, state)


@jit_within
def clear_table(cards: Cards, state: State) -> None:
    """Take every hero off a stuck table, as if they were banished, at no cost."""
    for h in range(cards.heroes_on_table[state.players]):
        if state.heroes[h] != EMPTY:
            leave(cards, state, h, Owner.BANISHED)
    state.tally[Tally.CLEARINGS] += 1
    state.still_rounds = 0


@jit_within
def end_round(cards: Cards, state: State) -> None:
    """[Game End] Heroes are replaced, of a stuck table all. The game ends where a deck cannot refill; else the marker passes."""
    monsters_short, heroes_short = False, False
    state.still_rounds = 0 if state.progress else state.still_rounds + 1
    if cards.stall == ruled.Stall.HEROES_LEAVE and not state.progress:
        clear_table(cards, state)
    for m in range(cards.monsters_in_row):
        monsters_short = monsters_short or state.monsters[m] == EMPTY
    for h in range(cards.heroes_on_table[state.players]):
        if state.heroes[h] == EMPTY:
            state.heroes[h] = turn_up(state, HERO)
            heroes_short = heroes_short or state.heroes[h] == EMPTY
    if heroes_short and monsters_short:
        state.end = End.BOTH_OUT
    elif heroes_short:
        state.end = End.HEROES_OUT
    elif monsters_short:
        state.end = End.MONSTERS_OUT
    elif cards.stall == ruled.Stall.THREE_STILL_ROUNDS and state.still_rounds >= STILL_ROUNDS:
        state.end = End.STALLED
    elif state.rounds >= MAX_ROUNDS:
        state.end = End.BOUND
    if state.end != End.NOT_OVER:
        state.phase, state.seat = Phase.OVER, EMPTY
        return
    state.first = state.first + 1 if state.first + 1 < state.players else 0
    start_round(state)


# ----------------------------------------------------------------------------------------------------------------- moves
@jit_within
def lay_down(cards: Cards, state: State, choice: int, item: int, price: int) -> None:
    """[Action Phase] Lay a choice behind the screen; after the last one all screens are lifted."""
    seat = index(state.seat)
    state.choice[seat], state.choice_item[seat], state.choice_price[seat] = choice, item, price
    if not next_turn(state):
        reveal(cards, state)


@rules.does(SELL)
@jit_within
def sell(cards: Cards, state: State, item: int, price: int) -> None:
    lay_down(cards, state, Choice.SALE, item, price)


@rules.does(BID)
@jit_within
def bid(cards: Cards, state: State, gold: int) -> None:
    lay_down(cards, state, Choice.BID, EMPTY, gold)


@rules.does(SIT)
@jit_within
def sit_out(cards: Cards, state: State) -> None:
    lay_down(cards, state, Choice.SITS_OUT, EMPTY, 0)


@rules.does(DECLINE)
@jit_within
def decline(cards: Cards, state: State) -> None:
    next_sale(cards, state)


@rules.does(SEND)
@jit_within
def send(cards: Cards, state: State, h: int) -> None:
    """[Become a Patron] Choose the hero who fights."""
    state.chosen, state.phase = h, Phase.ADD


@rules.does(ADD)
@jit_within
def add(cards: Cards, state: State, seat: int, item: int, k: int) -> None:
    """[Become a Patron] Lay an item beside the hero."""
    lose(state, seat, item)
    state.worn[state.chosen, k] = item
    state.tally[Tally.ADDITIONS] += 1
    state.used[item] += 1
    state.added, state.phase = k, Phase.SWAP


@rules.does(KEEP)
@jit_within
def keep(cards: Cards, state: State) -> None:
    """[Become a Patron] Add no item, or swap none."""
    state.phase = Phase.SWAP if state.phase == Phase.ADD else Phase.FIGHT


@rules.does(PASS)
@jit_within
def give_up(cards: Cards, state: State) -> None:
    """[Become a Patron] Pass; by ruling what was changed on the hero is undone."""
    state.tally[Tally.PASSES] += 1
    if state.phase == Phase.FIGHT and cards.failed_changes == ruled.FailedChanges.UNDONE:
        undo_changes(cards, state)
    next_patron(cards, state)


@rules.does(DRAW)
@jit_within
def draw_up(cards: Cards, state: State, seat: int) -> None:
    """[Restocking Phase] Draw up to the hand size."""
    deal(cards, state, seat)
    end_restocking(cards, state)


@rules.does(THROW)
@jit_within
def throw(cards: Cards, state: State, seat: int, item: int) -> None:
    """Discard an item of a hand that is too large."""
    lose(state, seat, item)
    discard_item(cards, state, item)
    end_restocking(cards, state)


@rules.does(VOTE)
@jit_within
def vote(cards: Cards, state: State, seat: int, mask: int) -> None:
    """[Restocking Phase] Speak for banishing some heroes; the last vote, or the one that settles it, is counted."""
    state.votes[seat] = mask
    if not next_turn(state) or not can_banish(cards, state):
        banish(cards, state)
