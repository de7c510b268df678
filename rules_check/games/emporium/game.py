"""Emporium's moves with their words: "sell hand-axe at 3", "fight troll", "banish tib+oona"; and its rules, to which other modules add."""

from __future__ import annotations

from typing import Any

from rules_check.engine.kernel import jit_lean
from rules_check.games.emporium import rulings as ruled
from rules_check.games.emporium.room import HERO_PLACES, ITEMS, MONSTER_PLACES, PRICES, SLOTS
from rules_check.games.emporium.state import Cards, State
from rules_check.games.emporium.terms import End, Flow, Tally
from rules_check.rules import EMPTY, Moves, Ruleset, Word, ids_of, named, numbered
from rules_check.toolkit.measures import measured


def slot_text(cards: Cards, hero: int, k: int) -> str:
    """Name a slot of a hero: "weapon", and "weapon-2" for the second of its sort."""
    slots = [int(slot) for slot in cards.hero_slots[hero]]
    earlier = slots[:k].count(slots[k])
    return ids_of(cards, "slot")[slots[k]] + (f"-{earlier + 1}" if earlier else "")


def vote_text(cards: Cards, state: State, mask: int, _: int) -> str:
    """Name the heroes that a vote would banish."""
    return "+".join(ids_of(cards, "hero")[hero] for h, hero in enumerate(state.heroes) if mask >> h & 1) or "none"


class Votes(Word):
    """The places of the heroes to banish, as bits; by itself only a vote for none has a word."""

    def every(self, cards: Cards) -> list[int]:
        return list(range(self.room))


moves = Moves()
_ITEM, _GOLD, _SLOT = named("item", ITEMS), numbered("gold", 99), numbered("slots", SLOTS - 1)
_HERO = Word("heroes", HERO_PLACES, written=lambda cards, state, h, _: ids_of(cards, "hero")[state.heroes[h]])
_MONSTER = Word("monsters", MONSTER_PLACES, written=lambda cards, state, m, _: ids_of(cards, "monster")[state.monsters[m]])
_SLOT_THERE = Word("slots", SLOTS, written=lambda cards, state, h, k: slot_text(cards, state.heroes[h], k))
_SLOT_CHOSEN = Word("slots", SLOTS, written=lambda cards, state, _, k: slot_text(cards, state.heroes[state.chosen], k))
_MASK = Votes("heroes", 1 << HERO_PLACES, lambda _: ["none"], vote_text, least=1)

SELL = moves("sell {} at {}", _ITEM, _GOLD)
BID = moves("bid {}", _GOLD)
SIT = moves("sit")
DOCK = moves("place {} {}", _HERO, _SLOT_THERE)
DECLINE = moves("decline")
SEND = moves("hero {}", _HERO)
ADD = moves("add {}", _ITEM, _SLOT)
SWAP = moves("swap {} at {}", _ITEM, _SLOT_CHOSEN)
ATTACK = moves("fight {}", _MONSTER)
KEEP = moves("keep")  # no item added, none swapped
PASS = moves("pass")
DRAW = moves("draw")
UPGRADE = moves("upgrade {}", _ITEM)
STAY = moves("stay")
DONE = moves("done")  # no further upgrade
THROW = moves("discard {}", _ITEM)
VOTE = moves("banish {}", _MASK)

NEVER = ("sell", "bid", "upgrade", "draw", "add", "swap", "banish", "bid+1", "bid+8", "pass")
"""What it costs to do without is worth knowing; and the places in cards.yaml that some of it is about."""
ABOUT = {"sell": "tables.tier", "bid": "kinds.monster", "upgrade": "rules.upgrades_most", "banish": "rules.banish_price"}
MAX_MOVES = ITEMS * PRICES + 100
"""No decision has more: a sale is an item and a price, a bid is below 100, the others are fewer."""

TOO_FEW = "too few {} to refill"
rules = Ruleset(
    "emporium",
    Cards,
    State,
    moves,
    ends=("not over", *map(TOO_FEW.format, ("heroes", "monsters", "heroes and monsters")), "stalled", "bound"),
    compiler=jit_lean,
    max_moves=MAX_MOVES,
    by_players="heroes_on_table",
    card_kinds=("item", "hero", "monster"),
    UNIT="gold",
    BAD_ENDS=(End.STALLED, End.BOUND),
    **measured(Tally, Flow, {f"never={word}": ABOUT.get(word, "") for word in NEVER}),
)


@rules.verb
def move_space(cards: Cards) -> Any:
    """List every move that can be one of several at a decision; "sit" never is, it has no alternative."""
    places, slots = int(cards.heroes_on_table.max()), [set(row.tolist()) - {EMPTY} for row in cards.hero_slots[: cards.heroes].T]
    lowest_bid = 0 if cards.patron_without_gold == ruled.PatronWithoutGold.BIDS_NOTHING else 1

    def is_possible(sort: int, a: int, b: int) -> bool:
        tier = int(cards.item_tier[min(a, ITEMS - 1)])
        return bool(
            sort in (KEEP, PASS, DRAW, STAY)
            or (sort == SELL and 1 <= b <= min(cards.price_cap[tier], cards.die_faces))
            or (sort == BID and lowest_bid <= a <= cards.die_faces)
            or (sort == DOCK and a < places and len(slots[b]) > 0)
            or (sort == DECLINE and cards.seller_declines == ruled.SellerDeclines.MAY_DECLINE)
            or (sort == SEND and a < places)
            or (sort in (ADD, SWAP) and a < cards.items and cards.item_slot[a] in slots[b])
            or (sort == ATTACK and a < cards.monsters_in_row)
            or (sort == UPGRADE and cards.upgrades_most > 0 and tier + 1 < cards.tiers)
            or (sort == DONE and cards.upgrades_most > 1)
            or (sort == THROW and cards.large_hand == ruled.LargeHand.DISCARD)
            or (sort == VOTE and a < 1 << places)
        )

    return moves.space(cards, is_possible)
