"""Emporium's cards in motion: hands, decks, discard piles, heroes and what lies beside them. No decision is made here."""

from __future__ import annotations

from rules_check.engine.kernel import index, jit_lean, jit_within, shuffle
from rules_check.games.emporium import rulings as ruled
from rules_check.games.emporium.state import EMPTY, HERO, MONSTER, SLOTS, TIERS_TOLD, Cards, Owner, State, Tally


@jit_lean
def gain(state: State, seat: int, item: int, is_shown: int) -> None:
    """Take an item into a hand; `is_shown` is 1 where all have seen it."""
    state.hand[seat, index(state.hand_size[seat])] = item
    state.hand_size[seat] += 1
    state.shown[seat, item] += is_shown


@jit_lean
def lose(state: State, seat: int, item: int) -> None:
    """Take one copy of an item out of a hand. Copies are equal, so the others know of one copy less."""
    size = state.hand_size[seat] - 1
    for i in range(size + 1):
        if state.hand[seat, i] == item:
            state.hand[seat, i] = state.hand[seat, index(size)]
            state.hand_size[seat] = size
            break
    if state.shown[seat, item] > 0:
        state.shown[seat, item] -= 1


@jit_lean
def discard_item(cards: Cards, state: State, item: int) -> None:
    """Lay an item on the discard pile beside its deck."""
    tier = index(cards.item_tier[item])
    state.discard[tier, index(state.discard_size[tier])] = item
    state.discard_size[tier] += 1


@jit_within
def put_under(cards: Cards, state: State, item: int) -> None:
    """Put an item under the deck of its tier."""
    tier = index(cards.item_tier[item])
    for i in range(state.draw_size[tier], 0, -1):
        state.draw[tier, i] = state.draw[tier, i - 1]
    state.draw[tier, 0] = item
    state.draw_size[tier] += 1


@jit_lean
def reshuffle(state: State, tier: int) -> None:
    """Shuffle a tier's discards into its empty deck."""
    size = state.discard_size[tier]
    state.tally[Tally.RESHUFFLES + min(tier, TIERS_TOLD - 1)] += 1
    for i in range(size):
        state.draw[tier, i] = state.discard[tier, i]
    state.draw_size[tier] = size
    state.discard_size[tier] = 0
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
    item: int = state.draw[tier, index(state.draw_size[tier])]
    if cards.reshuffle == ruled.Reshuffle.WHEN_EMPTY and state.draw_size[tier] == 0:
        reshuffle(state, tier)
    return item


@jit_lean
def has_card(cards: Cards, state: State, tier: int) -> bool:
    """Say whether one more card can be drawn for a tier, beside those already paid for."""
    if state.draw_size[tier] + state.discard_size[tier] > state.pending[tier]:
        return True
    # Each upgrade first discards a card of a lower tier, so that below there is always one to be had.
    return bool(cards.items_run_out == ruled.ItemsRunOut.LOWER_TIER and tier > 0)


@jit_lean
def turn_up(state: State, kind: int) -> int:
    """Take the top card of the hero or monster deck; EMPTY where it has run out."""
    if state.deck_size[kind] == 0:
        return EMPTY
    state.deck_size[kind] -= 1
    card: int = index(state.deck[kind, index(state.deck_size[kind])])
    if kind == HERO:
        state.hero_owner[card] = Owner.ON_TABLE
    else:
        state.monster_owner[card] = Owner.ON_TABLE
    return card


@jit_lean
def gaps(cards: Cards, state: State) -> int:
    """Count the places for heroes that are empty."""
    empty = 0
    for h in range(cards.heroes_on_table[state.players]):
        empty += state.heroes[h] == EMPTY
    return empty


@jit_lean
def strength_of(cards: Cards, state: State, h: int) -> int:
    """Add up the strength of the hero at a place and of all gear there."""
    total: int = cards.strength[HERO, index(state.heroes[h])]
    for k in range(SLOTS):
        if state.worn[h, k] != EMPTY:
            total += cards.item_strength[index(state.worn[h, k])]
    return total


@jit_lean
def is_hopeless(cards: Cards, state: State, h: int) -> bool:
    """Say whether the hero at a place could beat no monster of the row even with the best gear of the box in every slot."""
    best = cards.strength[HERO, index(state.heroes[h])]
    for k in range(SLOTS):
        slot, most = cards.hero_slots[index(state.heroes[h]), k], 0
        for item in range(cards.items):
            if cards.item_slot[item] == slot:
                most = max(most, cards.item_strength[item])
        best += most
    for m in range(cards.monsters_in_row):
        if state.monsters[m] != EMPTY and best >= cards.strength[MONSTER, index(state.monsters[m])]:
            return False
    return True


@jit_lean
def may_banish(cards: Cards, state: State, h: int) -> bool:
    """Say whether there is a hero at a place who may be put to the vote."""
    return state.heroes[h] != EMPTY and (cards.banish_when != ruled.BanishWhen.HOPELESS or is_hopeless(cards, state, h))


@jit_lean
def open_slot(cards: Cards, state: State, h: int, item: int) -> int:
    """Find the first open slot of the hero at a place that an item fits; EMPTY where there is none."""
    if state.heroes[h] != EMPTY:
        for k in range(SLOTS):
            if state.worn[h, k] == EMPTY and cards.hero_slots[index(state.heroes[h]), k] == cards.item_slot[item]:
                return k
    return EMPTY


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
    state.hero_owner[state.heroes[h]] = owner
    state.heroes[h] = EMPTY
