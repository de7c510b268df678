"""Emporium's moves with their words, such as "sell hand-axe at 3", "fight troll" and "banish
tib+oona", and its rules, which other modules complete.
"""

from __future__ import annotations

from rules_check.games.emporium import rulings as ruled
from rules_check.games.emporium.room import HERO_PLACES, ITEMS, MONSTER_PLACES, PRICES, SLOTS
from rules_check.games.emporium.state import Cards, End, Flow, State, Tally
from rules_check.rules import (
    EMPTY,
    Moves,
    Ruleset,
    Word,
    ids_of,
    jit_lean,
    measured,
    named,
    numbered,
)


def slot_text(cards: Cards, hero: int, k: int) -> str:
    """Name a slot of a hero: "weapon", and "weapon-2" for the second of its type."""
    slots = list(map(int, cards.hero_slots[hero]))
    earlier = slots[:k].count(slots[k])
    return ids_of(cards, "slot")[slots[k]] + (f"-{earlier + 1}" if earlier else "")


def vote_text(cards: Cards, state: State, mask: int, _: int) -> str:
    """Name the heroes that a vote would banish."""
    return (
        "+".join(
            ids_of(cards, "hero")[hero] for h, hero in enumerate(state.heroes) if mask >> h & 1
        )
        or "none"
    )


def is_price(cards: Cards, item: int, gold: int) -> bool:
    return bool(1 <= gold <= min(cards.price_cap[cards.item_tier[item]], cards.die_faces))


def is_bid(cards: Cards, gold: int) -> bool:
    least = 0 if cards.patron_without_gold == ruled.PatronWithoutGold.BIDS_NOTHING else 1
    return bool(least <= gold <= cards.die_faces)


def places(cards: Cards) -> int:
    return int(cards.heroes_on_table.max())


def slots_at(cards: Cards, k: int) -> set[int]:
    """Find the types of slots that heroes have in k-th place."""
    return set(cards.hero_slots[: cards.heroes, k].tolist()) - {EMPTY}


def can_wear(cards: Cards, item: int, k: int) -> bool:
    return cards.item_slot[item] in slots_at(cards, k)


moves = Moves()
_ITEM, _GOLD, _SLOT = named("item", ITEMS), numbered("gold", 99), numbered("slots", SLOTS - 1)
_HERO = Word(
    "heroes", HERO_PLACES, written=lambda cards, state, h, _: ids_of(cards, "hero")[state.heroes[h]]
)
_MONSTER = Word(
    "monsters",
    MONSTER_PLACES,
    written=lambda cards, state, m, _: ids_of(cards, "monster")[state.monsters[m]],
)
_SLOT_THERE = Word(
    "slots", SLOTS, written=lambda cards, state, h, k: slot_text(cards, state.heroes[h], k)
)
_SLOT_CHOSEN = Word(
    "slots",
    SLOTS,
    written=lambda cards, state, _, k: slot_text(cards, state.heroes[state.chosen], k),
)
# places as bits
_MASK = Word(
    "heroes", 1 << HERO_PLACES, lambda _: ["none"], vote_text, least=1, is_partly_named=True
)

SELL = moves("sell {} at {}", _ITEM, _GOLD, when=is_price)
BID = moves("bid {}", _GOLD, when=is_bid)
SIT = moves("sit", when=lambda _: False)  # it has no alternative
DOCK = moves(
    "place {} {}",
    _HERO,
    _SLOT_THERE,
    when=lambda cards, h, k: h < places(cards) and slots_at(cards, k),
)
DECLINE = moves(
    "decline", when=lambda cards: cards.seller_declines == ruled.SellerDeclines.MAY_DECLINE
)
SEND = moves("hero {}", _HERO, when=lambda cards, h: h < places(cards))
ADD = moves("add {}", _ITEM, _SLOT, when=can_wear)
SWAP = moves("swap {} at {}", _ITEM, _SLOT_CHOSEN, when=can_wear)
ATTACK = moves("fight {}", _MONSTER, when=lambda cards, m: m < cards.monsters_in_row)
KEEP = moves("keep")  # no item added, none swapped
PASS = moves("pass")
DRAW = moves("draw")
UPGRADE = moves(
    "upgrade {}",
    _ITEM,
    when=lambda cards, item: cards.upgrades_most > 0 and cards.item_tier[item] + 1 < cards.tiers,
)
STAY = moves("stay")
DONE = moves("done", when=lambda cards: cards.upgrades_most > 1)  # no further upgrade
THROW = moves(
    "discard {}", _ITEM, when=lambda cards, _: cards.large_hand == ruled.LargeHand.DISCARD
)
VOTE = moves("banish {}", _MASK, when=lambda cards, mask: mask < 1 << places(cards))

NEVER = ("sell", "bid", "upgrade", "draw", "add", "swap", "banish", "bid+1", "bid+8", "pass")
"""The costs of never doing something that are worth knowing, and the places in cards.yaml that some
concern.
"""
ABOUT = {
    "sell": "tables.tier",
    "bid": "kinds.monster",
    "upgrade": "rules.upgrades_most",
    "banish": "rules.banish_price",
}
MAX_MOVES = ITEMS * PRICES + 100
"""No decision has more moves: a sale is an item and a price, a bid is below 100, and the others
have fewer.
"""

TOO_FEW = "too few {} to refill"
rules = Ruleset(
    "emporium",
    Cards,
    State,
    moves,
    ends=(
        "not over",
        *map(TOO_FEW.format, ("heroes", "monsters", "heroes and monsters")),
        "stalled",
        "bound",
    ),
    compiler=jit_lean,
    max_moves=MAX_MOVES,
    by_players="heroes_on_table",
    card_kinds=("item", "hero", "monster"),
    UNIT="gold",
    BAD_ENDS=(End.STALLED, End.BOUND),
    **measured(Tally, Flow, {f"never={word}": ABOUT.get(word, "") for word in NEVER}),
)
