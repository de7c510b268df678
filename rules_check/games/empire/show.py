"""Empire for people who choose: a move as a line of a menu, and the table as one seat sees it."""

from __future__ import annotations

from typing import Any

from generator.data.game import Game
from rules_check.games.empire import game as do
from rules_check.games.empire import rulings as ruled
from rules_check.games.empire.course import top_of
from rules_check.games.empire.names import Names
from rules_check.games.empire.state import FISTS, RANKS, Phase
from rules_check.rules import EMPTY, parts_of
from rules_check.toolkit.prose import counted, joined, spoken, who_is, wrapped

_PLAIN: dict[int, str] = {
    do.TRADE: "Trade: table a card, then take one of those that the others table for it",
    do.SPARE: "Skip nobody",
    do.BEGIN: "Deal the next game",
    do.END_TURN: "End the turn, with no card to discard",
}


# ------------------------------------------------------------------------------------------------------ a move
def describe(game: Game, cards: Any, state: Any, move: int) -> str:
    """Write a move of the decision that is due for people, with the names and numbers that help to choose."""
    names = Names(game, cards)
    kind, a, b = parts_of(move)
    if kind in _PLAIN:
        return _PLAIN[kind]
    if kind == do.REST:
        return "Take no bonus action" if state.is_bonus else "Take no action"
    if kind == do.HOLD:
        return "Lay no further pillar" if state.laid_now else "Lay no pillar"
    if kind == do.SHOW:
        return f"Show {FISTS[a]}"
    if kind == do.LAY:
        return _describe_pillar(names, state, a, b)
    if kind in (do.STEAL, do.BATTLE, do.PICK, do.SKIP):
        return _describe_seat(names, state, kind, a)
    return _describe_card(names, state, kind, a)


def _describe_seat(names: Names, state: Any, kind: int, other: int) -> str:
    """Write a move against another seat."""
    if kind == do.STEAL:
        top = top_of(state, other)
        return f"Steal {names.a_card(top)} from seat {other + 1} ({_held(names, state, top)})"
    if kind == do.PICK:
        card = int(state.tabled[other])
        return f"Take {names.a_card(card)} from seat {other + 1} ({_held(names, state, card)})"
    hand = counted(int(state.hand_size[other]), "card")
    if kind == do.BATTLE:
        return f"Battle seat {other + 1} ({hand})"
    return f"Skip seat {other + 1} ({hand}, {counted(int(state.laid[other]), 'pillar')})"


def _held(names: Names, state: Any, type_: int) -> str:
    """Say how many of a card the seat that decides holds."""
    count = int(state.hand[state.seat, type_])
    return f"you hold {spoken(count) if count else 'none'}"


def _describe_card(names: Names, state: Any, kind: int, type_: int) -> str:
    """Write a move with a card."""
    card, facts = names.a_card(type_), [_held(names, state, type_)]
    if kind == do.TABLE:
        return f"Table {card} ({facts[0]})"
    if kind == do.OFFER:
        return f"Offer {card} for seat {state.turn + 1}'s {names.card(int(state.tabled[state.turn]))} ({facts[0]})"
    if kind == do.DEMAND:
        if state.known[state.target, type_] > 0:
            facts.append(f"seat {state.target + 1} has {spoken(int(state.known[state.target, type_]))}")
        elif state.most[state.target, type_] == 0:
            facts.append(f"seat {state.target + 1} has none")
        return f"Demand {card} ({'; '.join(facts)})"
    if state.laid[state.seat] >= names.cards.pillars_to_win:
        facts = ["your empire is built"]
    elif names.is_skipping(type_) and state.rounds > state.opening:
        facts.append("it skips a player")
    return f"Discard {card} ({'; '.join(facts)})"


def _describe_pillar(names: Names, state: Any, rank: int, wild: int) -> str:
    cards = names.cards
    is_nameless = wild == cards.pillar_size and cards.joker_pillar == ruled.JokerPillar.ANY_RANK
    what = "a pillar of no rank" if is_nameless else f"the {names.plurals[rank]}"
    founds = "" if state.laid[state.seat] else f", and begin the {names.empire(cards.rank_empire[rank])}"
    return f"Lay {what}: {names.pillar(rank, wild)}{founds}"


# ------------------------------------------------------------------------------------------------------ the table
def show(game: Game, cards: Any, state: Any, seat: int) -> list[str]:
    """Write how the table lies, a line each and at most `prose.WIDTH` wide, as a seat sees it; -1 sees all."""
    names = Names(game, cards)
    lines = [*_heading(names, state, seat), f"Resources: {counted(int(state.deck_size), 'card')} face down."]
    lines += [*_under_way(names, state, seat), "Seats"]
    for one in range(state.players):
        lines += _seat(names, state, one, seat)
    return lines


def _heading(names: Names, state: Any, viewer: int) -> list[str]:
    of_game = f" (round {state.rounds - state.opening + 1} of this game)" if state.opening > 1 else ""
    if state.phase == Phase.OVER:
        return [f"Round {state.rounds}{of_game}.", "The game is over."]
    whose = "your" if state.turn == viewer else f"seat {state.turn + 1}'s"
    lines = [f"Round {state.rounds}{of_game}. It is {whose} turn."]
    if viewer >= 0:  # who only watches is asked nothing
        lines.append(f"To decide: {who_is(state.seat, viewer)}, {_doing(names, state, viewer)}.")
    return lines


def _doing(names: Names, state: Any, viewer: int) -> str:
    """Say what the decision is about that is due."""
    if state.phase == Phase.DEMAND:
        return f"naming a card to demand of {who_is(state.target, viewer)}"
    plain: dict[int, str] = {
        Phase.ACT: "choosing the bonus action" if state.is_bonus else "choosing an action",
        Phase.TABLE: "tabling a card to trade",
        Phase.OFFER: "tabling a card for the trade",
        Phase.PICK: "taking a card of those tabled",
        Phase.FIST: "rock, paper or scissors",
        Phase.LAY: "laying a pillar or not",
        Phase.DISCARD: "discarding",
        Phase.SKIP: "choosing who is skipped",
    }
    return plain[int(state.phase)]


def _under_way(names: Names, state: Any, viewer: int) -> list[str]:
    """Write the trade or the battle under way: cards on the table, unseen ones as such; what is fought for."""
    if state.phase == Phase.FIST:
        mover, target = who_is(state.turn, viewer), who_is(state.target, viewer)
        again = f", {counted(int(state.ties), 'tie')} so far" if state.ties else ""
        return [f"Battle: {mover} against {target} for {names.a_card(int(state.demand))}{again}."]
    if state.phase not in (Phase.OFFER, Phase.PICK):
        return []
    parts, unseen = list[str](), list[int]()
    for i in range(state.players):
        seat = (state.turn + i) % state.players
        if state.tabled[seat] == EMPTY:
            continue
        is_open = (
            seat == state.turn
            or state.phase == Phase.PICK
            or names.cards.trade_offers != ruled.TradeOffers.AT_ONCE
            or viewer in (-1, seat)
        )
        if is_open:
            parts.append(f"{names.a_card(int(state.tabled[seat]))} by {who_is(seat, viewer)}")
        else:
            unseen.append(seat)
    parts += [f"an unseen card by {who_is(seat, viewer)}" for seat in unseen]
    return wrapped("Tabled: ", f"{', '.join(parts)}.")


def _seat(names: Names, state: Any, seat: int, viewer: int) -> list[str]:
    """Write a seat's hand size and discards, then in lines of their own its pillars, what it holds, and its skip."""
    who = f"seat {seat + 1}{' (you)' if seat == viewer else ''}"
    head = f"  {who:<12} {counted(int(state.hand_size[seat]), 'card'):>8}  "
    texts = [
        _discards(names, state, seat),
        *_pillars(names, state, seat),
        _hand(names, state, seat, viewer),
        *_fate(names, state, seat),
    ]
    lines = [line for text in texts if text for line in wrapped(" " * len(head), text)]
    return [head + lines[0][len(head) :], *lines[1:]]


def _discards(names: Names, state: Any, seat: int) -> str:
    size = int(state.pile_size[seat])
    if size == 0:
        return "no discards"
    return f"discards: {names.card(top_of(state, seat))} on top" + (f" of {size - 1} more" if size > 1 else "")


def _pillars(names: Names, state: Any, seat: int) -> list[str]:
    """Write a seat's empire with its pillars, jokers counted; of a match also the empires that it has won with."""
    cards, lines = names.cards, list[str]()
    if state.empire[seat] != EMPTY:
        laid = [divmod(int(pillar), 8) for pillar in state.pillar[seat] if pillar != EMPTY]
        lines.append(f"{names.empire(state.empire[seat])}: {', '.join(_pillar(names, rank, wild) for rank, wild in laid)}")
    if cards.match == ruled.Match.OVERLORD and state.overlord[seat]:
        won = [name for number, name in enumerate(names.empires) if state.overlord[seat] >> number & 1]
        lines.append(f"has won as {joined(won)}")
    return lines


def _pillar(names: Names, rank: int, wild: int) -> str:
    if rank == RANKS:
        return f"any rank ({counted(wild, *_joker(names))})"
    return names.plurals[rank] + (f" ({counted(wild, *_joker(names))})" if wild else "")


def _joker(names: Names) -> tuple[str, str]:
    joker = int(names.cards.joker)
    return names.card(joker), names.several(joker)


def _hand(names: Names, state: Any, seat: int, viewer: int) -> str:
    """Write a hand by empires: whole where it may be seen, else what all know of it."""
    if viewer not in (-1, seat):
        return _known(names, state, seat)
    held = names.sorted(state.hand[seat])
    groups = [
        f"{names.empires[empire] if empire != EMPTY else 'no empire'}: {', '.join(cards)}"
        for empire in (*range(names.cards.empires), EMPTY)
        if (cards := [names.counted(t, n) for t, n in held if names.groups[t] == empire])
    ]
    return "; ".join(groups)


def _known(names: Names, state: Any, seat: int) -> str:
    """Write what all know of a hand: what is in it, and what is not or hardly."""
    if not state.hand_size[seat]:
        return ""
    facts, least = list[str](), min(int(state.hand_size[seat]), int(names.cards.pillar_size))
    if sure := [names.counted(type_, count) for type_, count in names.sorted(state.known[seat])]:
        facts.append(f"holds {', '.join(sure)}")
    every = [(type_, most - 1) for type_, most in names.sorted(state.most[seat] + 1)]
    if none := [names.several(type_) for type_, most in every if most == 0]:
        facts.append(f"holds no {', no '.join(none)}")
    if few := [names.counted(type_, most) for type_, most in every if state.known[seat, type_] < most < least]:
        facts.append(f"at most {', '.join(few)}")
    return "; ".join(facts)


def _fate(names: Names, state: Any, seat: int) -> list[str]:
    """Say whether a seat loses its next turn, or where that counts, has lost its last."""
    if state.skip[seat]:
        return ["will be skipped"]
    return ["was skipped last time"] if names.cards.skip_whom == ruled.SkipWhom.NOT_TWICE and state.missed[seat] else []
