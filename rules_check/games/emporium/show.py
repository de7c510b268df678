"""Emporium for people who choose: a move as a line of a menu, and the table as one seat sees it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from generator.data.game import Game
from rules_check.games.emporium import rulings as ruled
from rules_check.games.emporium.end import count_trophies
from rules_check.games.emporium.names import Names, held, worn
from rules_check.games.emporium.state import EMPTY, HERO, LEVELS, MONSTER, Cards, Choice, Phase, State
from rules_check.games.emporium.table import strength_of
from rules_check.games.emporium.words import (
    ADD,
    ATTACK,
    BID,
    DECLINE,
    DOCK,
    DONE,
    DRAW,
    KEEP,
    SELL,
    SEND,
    SIT,
    STAY,
    SWAP,
    THROW,
    UPGRADE,
    VOTE,
    parts,
)
from rules_check.toolkit.prose import counted, joined, who_is, with_article, wrapped

_PLAIN = {
    SIT: "Sit this round out",
    DRAW: "Draw {tier} cards until you hold {limit}",
    STAY: "Keep your hand as it is",
    DONE: "Upgrade nothing more",
}


# ------------------------------------------------------------------------------------------------------ a move
def describe(game: Game, cards: Cards, state: State, move: int) -> str:
    """Write a move of the decision that is due for people, with the names and numbers that help to choose."""
    names, seat = Names(game, cards), int(state.seat)
    kind, a, b = parts(move)
    if kind in _PLAIN:
        return _PLAIN[kind].format(tier=names.tiers[cards.starting_tier], limit=cards.hand_limit)
    if kind == SELL:
        return f"Sell {names.item(a)} ({names.item_facts(a)}) for {b} gold"
    if kind == BID:
        return f"Bid {b} gold as a patron"
    if kind == DOCK:
        return _describe_dock(names, state, a)
    if kind == DECLINE:
        return f"Take {names.item(state.choice_item[seat])} back and be paid nothing"
    if kind == UPGRADE:
        price = int(cards.upgrade_price[cards.item_tier[a] + 1]) if state.upgrades > 0 else 0
        goal = f"{with_article(names.tiers[cards.item_tier[a] + 1])} item"
        return f"Upgrade {names.item(a)} to {goal}" + (f" for {price} gold" if price else "")
    if kind == THROW:
        return f"Discard {names.item(a)} ({names.item_facts(a)})"
    if kind == VOTE:
        return _describe_vote(names, state, b)
    return _describe_patron(names, state, kind, a, b)


def _describe_dock(names: Names, state: Any, h: int) -> str:
    cards, hero, item = names.cards, int(state.heroes[h]), int(state.choice_item[state.seat])
    is_match = cards.hero_guild[hero] == cards.item_guild[item]
    bonus = f"matching colour, {cards.colour_bonus} gold more; " if is_match and cards.colour_bonus else ""
    strength = strength_of(cards, state, h)
    return f"Place it with {names.hero(hero)}: {bonus}strength {strength} becomes {strength + cards.item_strength[item]}"


def _describe_patron(names: Names, state: Any, kind: int, a: int, b: int) -> str:
    """Write a move of a patron under way."""
    cards, bid, h = names.cards, int(state.choice_price[state.seat]), int(state.chosen)
    if kind == SEND:
        return f"Send {names.hero(state.heroes[a])} (strength {strength_of(cards, state, a)}) for {bid} gold"
    if kind == ATTACK:
        monster = int(state.monsters[a])
        facts = f"{names.types[cards.monster_type[monster]]}, strength {cards.strength[MONSTER, monster]}"
        return f"Fight {names.monster(monster)} ({facts}) for {cards.reward[monster]} gold"
    if kind == KEEP:
        return "Add nothing" if state.phase == Phase.ADD else "Swap nothing"
    if kind == ADD:
        strength = strength_of(cards, state, h) + cards.item_strength[a]
        return f"Add {names.item(a)} ({names.item_facts(a)}): {names.hero(state.heroes[h])} comes to strength {strength}"
    if kind == SWAP:
        out = int(state.worn[h, b])
        strength = strength_of(cards, state, h) + cards.item_strength[a] - cards.item_strength[out]
        slot = names.slots_of(state.heroes[h])[b]
        where = f" ({slot})" if slot not in names.slots else ""  # a second slot of its sort may hold an equal item
        return f"Swap {names.item(out)}{where} for {names.item(a)}: {names.hero(state.heroes[h])} comes to strength {strength}"
    is_undone = (
        cards.failed_changes == ruled.FailedChanges.UNDONE
        and state.phase == Phase.FIGHT
        and (state.added != EMPTY or state.swapped != EMPTY)
    )
    return f"Pass, take back the {bid} gold and undo the changes of gear" if is_undone else f"Pass and take back the {bid} gold"


def _describe_vote(names: Names, state: Any, mask: int) -> str:
    if mask == 0:
        return "Vote to banish nobody"
    cards, gone = names.cards, banned(names, state, mask)
    cost = int(cards.banish_price) * len(gone)
    payers = "from everyone who can pay, " if cards.banish_payers == ruled.BanishPayers.EVERYONE else ""
    return f"Vote to banish {joined(gone)} ({cost} gold {payers}if a majority does)"


def banned(names: Names, state: Any, mask: int) -> list[str]:
    """Name the heroes at the places of a vote."""
    return [names.hero(hero) for h, hero in enumerate(state.heroes) if mask >> h & 1 and hero != EMPTY]


# ------------------------------------------------------------------------------------------------------ the table
def show(game: Game, cards: Cards, state: State, seat: int) -> list[str]:
    """Write how the table lies, a line each and at most `prose.WIDTH` wide, as a seat sees it; -1 sees all."""
    names = Names(game, cards)
    lines = [*_heading(names, state, seat), "Heroes", *_heroes(names, state), "Monsters", *_monsters(names, state), "Seats"]
    for one in range(state.players):
        lines += _seat(names, state, one, seat)
    return [*lines, *_decks(names, state)]


def _heading(names: Names, state: Any, viewer: int) -> list[str]:
    lines = [f"Round {state.rounds}. The first-player marker is with {who_is(state.first, viewer)}."]
    if state.phase == Phase.OVER:
        lines.append("The game is over.")
    elif viewer >= 0:  # who only watches is asked nothing
        lines.append(f"To decide: {who_is(state.seat, viewer)}, {_doing(names, state)}.")
    return lines


def _doing(names: Names, state: Any) -> str:
    """Say what the decision is about that is due."""
    phase, bid = int(state.phase), int(state.choice_price[state.seat])
    if phase == Phase.PLACE:
        return f"placing {names.item(state.choice_item[state.seat])}"
    if phase == Phase.PATRON:
        return f"choosing a hero for {bid} gold"
    if phase == Phase.BANISH:
        return f"voting on banishing ({counted(state.needed, 'vote')} needed)"
    if phase in (Phase.ADD, Phase.SWAP, Phase.FIGHT):
        what = {Phase.ADD: "adding gear to", Phase.SWAP: "swapping gear of", Phase.FIGHT: "choosing a monster for"}[phase]
        return f"{what} {names.hero(state.heroes[state.chosen])}"
    plain = {
        Phase.CHOOSE: "choosing behind the screen",
        Phase.RESTOCK: "restocking",
        Phase.MORE: "upgrading further",
        Phase.DISCARD: "discarding",
    }
    return plain[phase]


def _heroes(names: Names, state: Any) -> list[str]:
    """Write each place with its hero, aligned: name, guild, strength with gear, slots."""
    cards, rows = names.cards, list[tuple[str, str, str, str]]()
    for h in range(cards.heroes_on_table[state.players]):
        hero = int(state.heroes[h])
        if hero == EMPTY:
            rows.append(("(nobody)", "", "", ""))
            continue
        total, own = strength_of(cards, state, h), int(cards.strength[HERO, hero])
        slots = [f"{slot}: {_worn(names, int(state.worn[h, k]))}" for k, slot in enumerate(names.slots_of(hero))]
        strength = f"{own} + {total - own} = {total}" if worn(state, h) else str(total)
        rows.append((names.printed("hero", hero), names.guild_of(hero), f"strength {strength}", "; ".join(slots)))
    wide = [max(len(row[i]) for row in rows) for i in range(3)]
    heads = [f"  {name:<{wide[0]}}  {guild:<{wide[1]}}  {strength:<{wide[2]}}  " for name, guild, strength, _ in rows]
    return [line for head, row in zip(heads, rows, strict=True) for line in wrapped(head, row[3])]


def _worn(names: Names, item: int) -> str:
    return "open" if item == EMPTY else f"{names.printed('item', item)} {names.cards.item_strength[item]}"


def _monsters(names: Names, state: Any) -> list[str]:
    cards, rows = names.cards, list[tuple[str, str, str]]()
    for m in range(cards.monsters_in_row):
        monster = int(state.monsters[m])
        if monster == EMPTY:
            rows.append(("(none)", "", ""))
        else:
            facts = f"strength {cards.strength[MONSTER, monster]:>2}  reward {cards.reward[monster]:>2}"
            rows.append((names.printed("monster", monster), names.types[cards.monster_type[monster]], facts))
    wide = [max(len(row[i]) for row in rows) for i in range(2)]
    return [f"  {name:<{wide[0]}}  {kind:<{wide[1]}}  {facts}".rstrip() for name, kind, facts in rows]


def _seat(names: Names, state: Any, seat: int, viewer: int) -> list[str]:
    """Write a seat's gold and hand, then in lines of their own what it chose and what it won."""
    who = f"seat {seat + 1}{' (you)' if seat == viewer else ''}"
    head = f"  {who:<12}{'*' if seat == state.first else ' '} {state.gold[seat]:>3} gold  "
    texts = [_hand(names, state, seat, viewer), _choice(names, state, seat, viewer), _trophies(names, state, seat)]
    lines = [line for text in texts if text for line in wrapped(" " * len(head), text)]
    return [head + lines[0][len(head) :], *lines[1:]]


def _hand(names: Names, state: Any, seat: int, viewer: int) -> str:
    """Write a hand by tiers: whole where it may be seen, else the backs and what all have seen."""
    cards, items = names.cards, held(state, seat)
    if not items:
        return "no cards"
    counts = Counter(int(cards.item_tier[item]) for item in items)
    if viewer not in (-1, seat):
        backs = ", ".join(f"{count} {names.tiers[tier]}" for tier, count in sorted(counts.items()))
        shown = [item for item in range(cards.items) for _ in range(state.shown[seat, item])]
        return f"{backs}; seen: {_listed(names, shown)}" if shown else backs
    return "; ".join(f"{names.tiers[t]}: {_listed(names, [i for i in items if cards.item_tier[i] == t])}" for t in sorted(counts))


def _listed(names: Names, items: list[int]) -> str:
    """List items with their strength, equal ones once."""
    counts = Counter(items)
    return ", ".join(_worn(names, item) + (f" (x{n})" if n > 1 else "") for item, n in counts.items())


def _choice(names: Names, state: Any, seat: int, viewer: int) -> str:
    """Write what a seat laid behind its screen, or voted, while that matters; nothing that is not yet revealed."""
    has_decided = (seat - state.first) % state.players < state.turn
    may_see = viewer in (-1, seat)
    if state.phase == Phase.BANISH and has_decided:
        if names.cards.banish_votes == ruled.BanishVotes.EACH_HIDDEN and not may_see:
            return "has voted"
        return "voted to banish " + (joined(banned(names, state, int(state.votes[seat]))) if state.votes[seat] else "nobody")
    if state.phase == Phase.CHOOSE and has_decided and not may_see:
        return "has chosen"
    if (state.phase == Phase.CHOOSE and not has_decided) or not Phase.CHOOSE <= state.phase <= Phase.FIGHT:
        return ""
    if state.choice[seat] == Choice.SALE:
        is_back = state.resolved[seat] and not (state.phase == Phase.PLACE and state.seat == seat)
        return f"{'offered' if is_back else 'offers'} {names.item(state.choice_item[seat])} for {state.choice_price[seat]} gold"
    if state.choice[seat] == Choice.BID:
        is_done = state.resolved[seat] and state.seat != seat
        return f"{'bid' if is_done else 'bids'} {state.choice_price[seat]} gold as a patron"
    return "sits out"


def _trophies(names: Names, state: Any, seat: int) -> str:
    """Write what a seat has won, counted by type."""
    cards, won = names.cards, list[str]()
    for type_ in range(cards.monster_types):
        if count := count_trophies(cards, state, MONSTER, seat, type_):
            won.append(counted(count, names.types[type_], names.plurals[type_]))
    for type_ in range(LEVELS if cards.hero_type == ruled.HeroType.LEVEL else cards.guilds):
        if count := count_trophies(cards, state, HERO, seat, type_):
            won.append(f"{count} {names.hero_sort(type_, count)}")
    return f"won {', '.join(won)}" if won else ""


def _decks(names: Names, state: Any) -> list[str]:
    """Write how many cards each deck has, and how many items of each tier lie discarded."""
    decks = [f"{state.deck_size[HERO]} heroes, {state.deck_size[MONSTER]} monsters"]
    decks += [f"{state.draw_size[tier]} {names.tiers[tier]}" for tier in range(names.cards.tiers)]
    discards = [f"{state.discard_size[tier]} {names.tiers[tier]}" for tier in range(names.cards.tiers) if state.discard_size[tier]]
    return [f"Decks: {', '.join(decks)}", f"Discards: {', '.join(discards) or 'none'}"]
