"""Emporium as a story: what a move leads to, up to the next decision, in past tense and as one seat sees it.

A copy of the state is stepped on as `apply` would do it; what is told comes from comparing it before and after each step.
The rules themselves know nothing of this. The last lines of a round and of the game are in `emporium_closing`.
"""

from __future__ import annotations

from typing import Any

from generator.data.game import Game
from rules_check.engine.game import steps
from rules_check.games.emporium import rulings as ruled
from rules_check.games.emporium.closing import tell_closing, tell_vote
from rules_check.games.emporium.moves import weakest_monster
from rules_check.games.emporium.names import Names, Teller, worn
from rules_check.games.emporium.state import EMPTY, MONSTER, Cards, Choice, Phase, State
from rules_check.games.emporium.table import gaps, strength_of
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
    parts,
    rules,
)


def tell(game: Game, cards: Cards, state: State, move: int, seat: int) -> list[str]:
    """Write what making a move leads to, a line each, as a seat sees it; -1 sees all. The state stays as it is."""
    teller = Teller(Names(game, cards), seat)
    for before, step, after, is_forced in steps(rules.perform, rules.list_moves, cards, state, move):
        _tell_step(teller, before, step, after, is_forced)
    return teller.lines


def _tell_step(teller: Teller, before: Any, move: int, after: Any, is_forced: bool) -> None:
    """Tell one step: the move itself, then what it set off. `is_forced` says that it was the only answer."""
    kind, a, b = parts(move)
    if kind <= SIT:
        _tell_choice(teller, before, kind, a, b)
        if after.phase != Phase.CHOOSE:
            _tell_reveal(teller, after)
    elif kind == DOCK:
        _tell_sale(teller, before, after, a)
    elif kind == DECLINE:
        item = teller.names.item(before.choice_item[before.seat])
        teller.say(f"{teller.who(before.seat)} took {item} back and was paid nothing")
    elif kind in (SEND, ADD, SWAP, KEEP):
        _tell_patron(teller, before, after, kind, a, b, is_forced)
    elif kind == ATTACK:
        _tell_win(teller, before, a)
    elif kind == PASS:
        _tell_pass(teller, before, is_forced)
    elif kind == VOTE:
        tell_vote(teller, before, b, after, is_forced)
    else:
        _tell_restocking(teller, before, after, kind, a, is_forced)
    if kind in (*range(SELL, DECLINE + 1), ATTACK, PASS):
        _tell_bounces(teller, before, after)
        _tell_passed_over(teller, before, after)
    if before.phase in (Phase.RESTOCK, Phase.MORE, Phase.DISCARD) and after.phase not in (Phase.RESTOCK, Phase.MORE, Phase.DISCARD):
        tell_closing(teller, before, after)


# ------------------------------------------------------------------------------------------------------ choices
def _tell_choice(teller: Teller, before: Any, kind: int, item: int, price: int) -> None:
    seat = int(before.seat)
    if kind == SIT:
        teller.say(f"with neither cards nor gold, {teller.who(seat)} sat the round out")
    elif not teller.sees(seat):
        teller.say(f"{teller.who(seat)} has chosen")
    elif kind == SELL:
        teller.say(f"behind the screen, {teller.who(seat)} set {teller.names.item(item)} at {price} gold")
    elif kind == BID:
        teller.say(f"behind the screen, {teller.who(seat)} bid {price} gold as a patron")


def _tell_reveal(teller: Teller, after: Any) -> None:
    teller.say("all screens were lifted")
    for seat in teller.round_from_marker(after):
        price = after.choice_price[seat]
        if after.choice[seat] == Choice.SALE:
            teller.say(f"{teller.who(seat)} offered {teller.names.item(after.choice_item[seat])} for {price} gold")
        elif after.choice[seat] == Choice.BID:
            teller.say(f"{teller.who(seat)} bid {price} gold as a patron")


# ------------------------------------------------------------------------------------------------------ sales
def _tell_sale(teller: Teller, before: Any, after: Any, h: int) -> None:
    names, cards, seat = teller.names, teller.names.cards, int(before.seat)
    item, hero = int(before.choice_item[seat]), int(before.heroes[h])
    is_match = cards.colour_bonus and cards.hero_guild[hero] == cards.item_guild[item]
    bonus = f", and {cards.colour_bonus} more for the matching colour" if is_match else ""
    teller.say(f"{teller.who(seat)} sold {names.item(item)} to {names.hero(hero)} for {before.choice_price[seat]} gold{bonus}")
    full = "" if any(after.worn[h, k] == EMPTY for k in range(len(names.slots_of(hero)))) else ", all slots full"
    teller.say(f"{names.hero(hero)} now had strength {strength_of(cards, after, h)}{full}")


def _tell_bounces(teller: Teller, before: Any, after: Any) -> None:
    """Tell which sales came up in this step and found no slot, in the order in which they came up."""
    names, cards = teller.names, teller.names.cards
    order = teller.round_from_marker(after)
    up = [s for s in order if after.choice[s] == Choice.SALE and after.resolved[s] and not before.resolved[s]]
    up.sort(key=lambda s: (after.choice_price[s], -cards.item_tier[after.choice_item[s]], order.index(s)))
    for seat in up:
        if after.phase != Phase.PLACE or after.seat != seat:
            item = int(after.choice_item[seat])
            teller.say(f"no open {names.slot_of(item)} slot was left: {names.item(item)} went back to {teller.whose(seat)} hand")


# ------------------------------------------------------------------------------------------------------ patrons
def _tell_passed_over(teller: Teller, before: Any, after: Any) -> None:
    """Tell which patrons' turns came in this step and passed by themselves, in the order in which they came, and why."""
    cards, order = teller.names.cards, teller.round_from_marker(after)
    up = [s for s in order if after.choice[s] == Choice.BID and after.resolved[s] and not before.resolved[s]]
    is_poor_first = cards.equal_bids == ruled.EqualBids.POOREST
    up.sort(key=lambda s: (-after.choice_price[s], after.gold[s] if is_poor_first else 0, order.index(s)))
    for seat in up:
        if after.phase == Phase.PATRON and after.seat == seat:
            continue
        who, bid = teller.who(seat), int(after.choice_price[seat])
        if after.gold[seat] < bid:
            teller.say(f"{who} could not pay the {bid} gold of the bid, and passed")
        elif after.wins > 0 and cards.target_gone == ruled.TargetGone.PASS:
            teller.say(f"a fight had been won, so {who} passed and took the {bid} gold back")
        elif gaps(cards, after) == cards.heroes_on_table[after.players]:
            teller.say(f"no hero was left to send, so {who} passed and took the {bid} gold back")
        else:
            teller.say(f"no monster was left to fight, so {who} passed and took the {bid} gold back")


def _tell_patron(teller: Teller, before: Any, after: Any, kind: int, a: int, b: int, is_forced: bool) -> None:
    """Tell what a patron does before the fight. That there was nothing to add or swap goes without saying."""
    names, seat, h = teller.names, int(before.seat), int(after.chosen)
    who, hero, strength = teller.who(seat), names.hero(after.heroes[h]), strength_of(names.cards, after, h)
    if kind == SEND:
        teller.say(f"{who} put {before.choice_price[seat]} gold on {hero}, strength {strength}")
    elif kind == ADD:
        teller.say(f"{who} added {names.item(a)}: strength {strength}")
    elif kind == SWAP:
        out = int(before.worn[h, b])
        goes = "was discarded" if names.cards.swapped_item == ruled.SwappedItem.DISCARDED else f"came to {teller.whose(seat)} hand"
        teller.say(f"{who} swapped {names.item(out)} for {names.item(a)}: strength {strength}")
        teller.say(f"{names.item(out)} {goes}")
    elif not is_forced:
        teller.say(f"{who} {'added' if before.phase == Phase.ADD else 'swapped'} nothing")


def _tell_win(teller: Teller, before: Any, m: int) -> None:
    names, cards, seat, h = teller.names, teller.names.cards, int(before.seat), int(before.chosen)
    monster, hero, gear = int(before.monsters[m]), int(before.heroes[h]), worn(before, h)
    ours, theirs = strength_of(cards, before, h), cards.strength[MONSTER, monster]
    who, bid, reward = teller.who(seat), before.choice_price[seat], cards.reward[monster]
    teller.say(f"{names.hero(hero)} beat {names.monster(monster)}, {ours} against {theirs}")
    teller.say(f"{who} paid the {bid} gold, earned {reward} and took both cards")
    if gear:
        was = "were" if len(gear) > 1 else "was"
        goes = f"came to {teller.whose(seat)} hand" if cards.winner_items == ruled.WinnerItems.TO_PATRON else f"{was} discarded"
        teller.say(f"{names.items(gear)} {goes}")


def _tell_pass(teller: Teller, before: Any, is_forced: bool) -> None:
    names, cards, seat, h = teller.names, teller.names.cards, int(before.seat), int(before.chosen)
    who, bid = teller.who(seat), before.choice_price[seat]
    if before.phase == Phase.FIGHT:
        strength, needed = strength_of(cards, before, h), weakest_monster(cards, before)
        if strength < needed:
            weakest = [m for m in before.monsters if m != EMPTY and cards.strength[MONSTER, m] == needed]
            teller.say(
                f"{names.hero(before.heroes[h])} had strength {strength}: not enough even for {names.monster(weakest[0])}, {needed}"
            )
    elif is_forced:
        teller.say(f"{who} had no way to make a hero strong enough")
    teller.say(f"{who} passed and took the {bid} gold back")
    if before.phase == Phase.FIGHT:
        _tell_changes(teller, before)


def _tell_changes(teller: Teller, before: Any) -> None:
    """Tell what becomes of the gear that a patron changed and then passed."""
    names, cards, seat, h = teller.names, teller.names.cards, int(before.seat), int(before.chosen)
    changed = [int(before.worn[h, k]) for k in (before.added, before.swapped) if k != EMPTY]
    hero = names.hero(before.heroes[h])
    if changed and cards.failed_changes != ruled.FailedChanges.UNDONE:
        teller.say(f"{names.items(changed)} stayed with {hero}")
    elif changed:
        teller.say(f"{names.items(changed)} went back to {teller.whose(seat)} hand")
        if before.swapped != EMPTY:
            teller.say(f"{names.item(before.swapped_out)} went back to {hero}")


# ------------------------------------------------------------------------------------------------------ restocking
def _tell_restocking(teller: Teller, before: Any, after: Any, kind: int, item: int, is_forced: bool) -> None:
    names, cards, seat = teller.names, teller.names.cards, int(before.seat)
    who = teller.who(seat)
    if kind == STAY:
        teller.say(f"{who} could neither draw nor upgrade" if is_forced else f"{who} neither drew nor upgraded")
    elif kind == THROW:
        teller.say(f"{who} had too many cards and discarded {names.item(item)}")
    elif kind == DONE:
        if not is_forced:
            teller.say(f"{who} upgraded no more")
    elif kind == UPGRADE:
        price = int(cards.upgrade_price[cards.item_tier[item] + 1]) if before.upgrades > 0 else 0
        paid = f", and paid {price} gold for it" if price else ""
        teller.say(f"{who} discarded {names.item(item)} to upgrade {'it as well' if before.upgrades > 0 else 'it'}{paid}")
    _tell_draws(teller, before, after, kind, item)


def _tell_draws(teller: Teller, before: Any, after: Any, kind: int, item: int) -> None:
    """Tell what was drawn, a card's back to those who may not see more, and which discards were shuffled for it."""
    names, cards, seat = teller.names, teller.names.cards, int(before.seat)
    for tier in range(cards.tiers):
        lying = before.discard_size[tier] + (kind in (UPGRADE, THROW) and cards.item_tier[item] == tier)
        if after.discard_size[tier] < lying:
            teller.say(f"the {names.tiers[tier]} discards were shuffled into a new deck")
    first = before.hand_size[seat] - (kind in (UPGRADE, THROW))
    drawn = [int(one) for one in after.hand[seat, first : after.hand_size[seat]]]
    if drawn:
        teller.say(f"{teller.who(seat)} drew {names.items(drawn) if teller.sees(seat) else names.backs(drawn)}")
    is_due = before.pending.sum() + (kind == UPGRADE) if kind in (UPGRADE, DONE) else cards.hand_limit - first
    if kind == UPGRADE and after.phase == Phase.MORE and cards.upgrade_payment != ruled.UpgradePayment.AFTER_FIRST:
        is_due = 0
    if kind in (DRAW, UPGRADE, DONE) and len(drawn) < is_due:
        teller.say("no further card was there to draw")
