"""Empire as a story: what a move leads to, up to the next decision, in past tense and as one seat sees it.

A copy of the state is stepped on as `advance` would do it; what is told comes from comparing it before and after each step.
The rules themselves know nothing of this. How games and matches end is in `empire_closing`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from generator.data.game import Game
from rules_check.engine.game import steps
from rules_check.games.empire import game as do
from rules_check.games.empire import rulings as ruled
from rules_check.games.empire.closing import tell_closing
from rules_check.games.empire.course import MOST_TIES, top_of
from rules_check.games.empire.game import rules
from rules_check.games.empire.names import Names, Teller
from rules_check.games.empire.state import FISTS, Phase, Tally
from rules_check.rules import EMPTY, parts_of
from rules_check.toolkit.prose import joined, spoken


def tell(game: Game, cards: Any, state: Any, move: int, seat: int) -> list[str]:
    """Write what making a move leads to, a line each, as a seat sees it; -1 sees all. The state stays as it is."""
    teller = Teller(Names(game, cards), seat)
    for before, step, after, is_forced in steps(rules.perform, rules.list_moves, cards, state, move):
        _tell_step(teller, before, step, after, is_forced)
    return teller.lines


def _tell_step(teller: Teller, before: Any, move: int, after: Any, is_forced: bool) -> None:
    """Tell one step: the move itself, then what it set off. `is_forced` says that it was the only answer."""
    kind, a, b = parts_of(move)
    if kind in (do.STEAL, do.TRADE, do.BATTLE, do.REST):
        _tell_action(teller, before, kind, a, is_forced)
    elif kind in (do.TABLE, do.OFFER, do.PICK):
        _tell_trade(teller, before, after, kind, a)
    elif kind == do.DEMAND:
        has = "one" if after.phase == Phase.FIST else "none"
        teller.say(f"{teller.who(before.turn)} demanded {teller.names.a_card(a)}: {teller.who(before.target)} had {has}")
    elif kind == do.SHOW:
        _tell_fist(teller, before, after, a)
    elif kind == do.LAY:
        _tell_pillar(teller, before, after, a, b)
    elif kind == do.HOLD:
        if not is_forced and teller.sees(int(before.turn)):  # nobody else can tell whether there was a pillar to lay
            teller.say(f"{teller.who(before.turn)} laid no {'further ' if before.laid_now else ''}pillar")
    elif kind == do.BEGIN:
        teller.say(f"the next game was dealt, and {teller.who(after.turn)} began")
    else:
        _tell_end_of_turn(teller, before, after, kind, a, is_forced)
    if after.phase in (Phase.DEAL, Phase.OVER):
        tell_closing(teller, before, kind, after)


# ------------------------------------------------------------------------------------------------------ actions
def _tell_action(teller: Teller, before: Any, kind: int, other: int, is_forced: bool) -> None:
    """Tell which action a seat took, its bonus said so."""
    who, bonus = teller.who(before.turn), "as a bonus, " if before.is_bonus else ""
    if kind == do.STEAL:
        card = teller.names.a_card(top_of(before, other))
        teller.say(f"{bonus}{who} stole {card} from {teller.whose(other)} discards")
    elif kind == do.TRADE:
        teller.say(f"{bonus}{who} called for a trade")
    elif kind == do.BATTLE:
        teller.say(f"{bonus}{who} battled {teller.who(other)}")
    elif is_forced:
        teller.say(f"there was no {'bonus ' if bonus else ''}action that {who} could take")
    else:
        teller.say(f"{who} took no {'bonus ' if bonus else ''}action")


def _tell_trade(teller: Teller, before: Any, after: Any, kind: int, a: int) -> None:
    """Tell a step of a trade. What is tabled unseen is told to its seat only, until all is turned up."""
    names, seat = teller.names, int(before.seat)
    is_unseen = kind == do.OFFER and names.cards.trade_offers == ruled.TradeOffers.AT_ONCE
    if kind == do.PICK:
        mine, theirs = names.card(int(before.tabled[seat])), names.card(int(before.tabled[a]))
        teller.say(f"{teller.who(seat)} swapped the {mine} for {teller.whose(a)} {theirs}")
        return
    if is_unseen and not teller.sees(seat):
        teller.say(f"{teller.who(seat)} tabled a card unseen")
    else:
        teller.say(f"{teller.who(seat)} tabled {names.a_card(a)}{' unseen' if is_unseen else ''}")
    if is_unseen and after.phase == Phase.PICK:
        order = [(int(after.turn) + i) % int(after.players) for i in range(1, int(after.players))]
        shown = [f"{names.a_card(int(after.tabled[s]))} from {teller.who(s)}" for s in order if after.tabled[s] != EMPTY]
        teller.say(f"the cards were turned up: {joined(shown)}")


def _tell_fist(teller: Teller, before: Any, after: Any, fist: int) -> None:
    """Tell what is shown in a battle: the first fist to nobody else, both at once, and who gets the card."""
    mover, target = teller.who(before.turn), teller.who(before.target)
    if before.seat == before.turn:
        teller.say(f"{mover} chose {FISTS[fist]}" if teller.sees(int(before.turn)) else f"{mover} made a fist")
        return
    card, ahead = teller.names.card(int(before.demand)), (int(before.fist) - fist) % len(FISTS)
    if ahead == 0:
        came = "they fought again" if after.phase == Phase.FIST else f"after {MOST_TIES} ties {target} kept the {card}"
        teller.say(f"both showed {FISTS[fist]}, and {came}")
        return
    came = f"{mover} took the {card}" if ahead == 1 else f"{target} kept the {card}"
    teller.say(f"{mover} showed {FISTS[int(before.fist)]}, {target} {FISTS[fist]}: {came}")


# ------------------------------------------------------------------------------------------------------ pillars
def _tell_pillar(teller: Teller, before: Any, after: Any, rank: int, wild: int) -> None:
    """Tell a pillar with its jokers, and what it brings: cards, the bonus, all but the end."""
    names, cards, seat = teller.names, teller.names.cards, int(before.turn)
    who, laid, empire = teller.who(seat), int(before.laid[seat]) + 1, int(cards.rank_empire[rank])
    buried = after.buried.astype(int) - before.buried
    is_nameless = wild == cards.pillar_size and cards.joker_pillar == ruled.JokerPillar.ANY_RANK
    of = "of no rank" if is_nameless else f"of {names.plurals[rank]}"
    teller.say(f"{who} laid a pillar {of}: {names.listed(buried)}")
    if laid == 1:
        teller.say(f"with it, {who} began the {names.empire(empire)}")
        if cards.first_pillar_cards > 0:
            _tell_draw(teller, before, after, seat, buried)
    if after.phase in (Phase.DEAL, Phase.OVER):
        return
    if laid == cards.bonus_from:
        teller.say(f"from then on {who} had a bonus {names.bonus(empire)} each turn")
    if laid == cards.pillars_to_win:
        teller.say(f"all that {who} needed now was a card to discard")


def _tell_draw(teller: Teller, before: Any, after: Any, seat: int, lost: Any) -> None:
    """Tell what a seat drew, to others only how much, and where there was less than should be. `lost`: what its hand lost, by type."""
    if after.tally[Tally.RESHUFFLES] > before.tally[Tally.RESHUFFLES]:
        teller.say("the discards, but for those on top, were shuffled into a new resources pile")
    drawn = after.hand[seat].astype(int) - before.hand[seat] + lost
    if count := int(drawn.sum()):
        unseen = "a card" if count == 1 else f"{spoken(count)} cards"
        teller.say(f"{teller.who(seat)} drew {teller.names.listed(drawn) if teller.sees(seat) else unseen}")
    if after.tally[Tally.DRAWS_FROM_NOTHING] > before.tally[Tally.DRAWS_FROM_NOTHING]:
        teller.say(f"there was no {'further ' if count else ''}card for {teller.who(seat)} to draw")


# ------------------------------------------------------------------------------------------------------ ends of turns
def _tell_end_of_turn(teller: Teller, before: Any, after: Any, kind: int, a: int, is_forced: bool) -> None:
    """Tell how a turn ends, who loses the next, and what the seat draws whose turn comes."""
    names, seat, lost = teller.names, int(before.turn), np.zeros(before.hand.shape[1], np.int64)
    who = teller.who(seat)
    if kind == do.DISCARD:
        lost[a] = 1
        is_idle = names.is_skipping(a) and before.rounds == before.opening
        teller.say(f"{who} discarded {names.a_card(a)}{', which skips nobody in the first round' if is_idle else ''}")
        if after.phase == Phase.SKIP or before.laid[seat] >= names.cards.pillars_to_win:
            return
    elif kind == do.END_TURN:
        teller.say(f"{who} had no card to discard")
    elif kind == do.SKIP:
        teller.say(f"{who} skipped {teller.who(a)}")
    else:
        teller.say("nobody could be skipped" if is_forced else f"{who} skipped nobody")
    for i in range(1, int(before.players) + 1):
        other = (seat + i) % int(before.players)
        if (before.skip[other] or (kind == do.SKIP and other == a)) and not after.skip[other]:
            teller.say(f"{teller.who(other)} lost a turn")
    _tell_draw(teller, before, after, int(after.turn), lost if after.turn == seat else 0)
