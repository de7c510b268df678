"""Emporium's story, how it closes: new monsters and heroes, banishing, the marker, and the reckoning at the end."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from rules_check.engine.game import of_seats
from rules_check.games.emporium import rulings as ruled
from rules_check.games.emporium.end import add_most, count_trophies, places, scores
from rules_check.games.emporium.names import Teller, worn
from rules_check.games.emporium.show import banned
from rules_check.games.emporium.state import EMPTY, HERO, LEVELS, MONSTER, SEATS, STILL_ROUNDS, Cards, End, Owner, Phase, State
from rules_check.games.emporium.table import gaps
from rules_check.toolkit.prose import RANKINGS, counted, joined, spoken

ENDINGS = {
    End.HEROES_OUT: "the game was over: the hero deck could not refill the table",
    End.MONSTERS_OUT: "the game was over: the monster deck could not refill the row",
    End.BOTH_OUT: "the game was over: neither the hero deck nor the monster deck could refill the table",
    End.STALLED: f"the game was over: for {spoken(STILL_ROUNDS)} rounds nobody had sold, fought, banished or upgraded",
    End.BOUND: "the game was broken off: it had taken more rounds than any game should",
}


def tell_closing(teller: Teller, before: Any, after: Any) -> None:
    """Tell what follows on the last restocking: monsters, then the vote or why there is none."""
    names, cards = teller.names, teller.names.cards
    for m in range(cards.monsters_in_row):
        if before.monsters[m] == EMPTY and after.monsters[m] != EMPTY:
            teller.say(f"{names.monster(after.monsters[m])} came to the row ({names.monster_facts(after.monsters[m])})")
    if after.phase == Phase.BANISH:
        teller.say(f"banishing was put to the vote; {counted(after.needed, 'vote')} of {after.players} made a majority")
        return
    if after.end in (End.NOT_OVER, End.STALLED, End.BOUND) and gaps(cards, before) < cards.heroes_on_table[before.players]:
        if cards.refill_check == ruled.RefillCheck.BEFORE_BANISHING and before.deck_size[HERO] == gaps(cards, before):
            teller.say("nobody could be banished: the hero deck had nobody to spare")
        else:
            teller.say("too few could pay for a banishing, so there was no vote")
    _tell_next_round(teller, before, after)


def _tell_next_round(teller: Teller, before: Any, after: Any) -> None:
    """Tell of new heroes, then of the end or the next round."""
    names = teller.names
    for old, new in zip(before.heroes, after.heroes, strict=True):
        if new not in (EMPTY, old):
            teller.say(f"{names.hero(new)} came to the table ({names.hero_facts(new)})")
    if after.end == End.NOT_OVER:
        teller.say(f"the first-player marker passed to {teller.who(after.first)}, and round {after.rounds} began")
    else:
        teller.say(ENDINGS[int(after.end)])
        _tell_reckoning(teller, after)


# ------------------------------------------------------------------------------------------------------ banishing
def tell_vote(teller: Teller, before: Any, mask: int, after: Any, is_forced: bool) -> None:
    """Tell a vote, and once all that count are in, what came of them."""
    cards, seat = teller.names.cards, int(before.seat)
    who, is_hidden = teller.who(seat), cards.banish_votes == ruled.BanishVotes.EACH_HIDDEN
    gone = joined(banned(teller.names, before, mask)) if mask else ""
    if is_hidden and not teller.sees(seat):
        teller.say(f"{who} has voted")
    elif is_forced:
        teller.say(f"{who} could not pay for a banishing")
    else:
        teller.say(f"{who} voted to banish {gone}" if gone else f"{who} voted to banish nobody")
    if after.phase == Phase.BANISH:
        return
    votes = [int(vote) for vote in before.votes]
    votes[seat] = mask
    if is_hidden:
        _tell_thumbs(teller, before, votes)
    _tell_banishing(teller, before, votes, after)
    _tell_next_round(teller, before, after)


def _tell_thumbs(teller: Teller, before: Any, votes: list[int]) -> None:
    """Tell the hidden votes, all at once."""
    teller.say("all thumbs were shown")
    for seat in teller.round_from_marker(before):
        if votes[seat]:
            teller.say(f"{teller.who(seat)} wished to banish {joined(banned(teller.names, before, votes[seat]))}")


def _tell_banishing(teller: Teller, before: Any, votes: list[int], after: Any) -> None:
    """Tell who was banished, what became of the gear, and who paid what for all of it."""
    names, is_any = teller.names, False
    for h, hero in enumerate(before.heroes):
        count = sum(vote >> h & 1 for vote in votes)
        if hero == EMPTY or count < before.needed:
            continue
        if after.hero_owner[hero] != Owner.BANISHED:
            teller.say(f"{names.hero(hero)} stayed, as the hero deck had nobody to spare")
            continue
        is_any = True
        teller.say(f"{names.hero(hero)} was banished by {counted(count, 'vote')} of {before.players}")
        if gear := worn(before, h):
            goes = "put under the decks" if names.cards.banished_items == ruled.BanishedItems.TO_DECK else "discarded"
            teller.say(f"{names.items(gear)} {'were' if len(gear) > 1 else 'was'} {goes}")
    paid = {seat: int(before.gold[seat] - after.gold[seat]) for seat in range(before.players)}
    for amount in sorted(set(paid.values()) - {0}, reverse=True):
        payers = [seat for seat in teller.round_from_marker(before) if paid[seat] == amount]
        teller.say(f"{teller.all_of(payers)} paid {amount} gold{' each' if len(payers) > 1 else ''} for it")
    if not is_any:
        teller.say("nobody was banished" if before.turn + 1 == before.players else "no majority was possible any more")


# ------------------------------------------------------------------------------------------------------ reckoning
def _tell_reckoning(teller: Teller, after: Any) -> None:
    """Tell each seat's total and what it is made of, the winner first."""
    cards = teller.names.cards
    total, rank = of_seats(scores, cards, after), of_seats(places, cards, after)
    order = sorted(range(after.players), key=rank.__getitem__)
    for place, seat in enumerate(order):
        parts = [f"{after.gold[seat]} in coins", *_bonuses(teller, after, seat)]
        made = joined(parts) if len(parts) > 1 else "all of it in coins"
        teller.say(f"{teller.who(seat)} {RANKINGS[place]} with {total[seat]} gold: {made}")
    for ahead, behind in pairwise(order):
        if total[ahead] == total[behind]:
            is_more = _beaten(teller, after, ahead) > _beaten(teller, after, behind)
            why = "for more monsters" if is_more else "for sitting nearer to the marker"
            teller.say(f"level on gold, {teller.who(ahead)} ranked before {teller.who(behind)} {why}")


def _beaten(teller: Teller, state: Any, seat: int) -> int:
    return sum(count_trophies(teller.names.cards, state, MONSTER, seat, t) for t in range(teller.names.cards.monster_types))


def _bonuses(teller: Teller, state: Any, seat: int) -> list[str]:
    """List a seat's bonuses with what they are for."""
    names, cards, parts = teller.names, teller.names.cards, list[str]()
    sets = min(count_trophies(cards, state, MONSTER, seat, t) for t in range(cards.monster_types))
    if sets and cards.monster_set_bonus:
        parts.append(f"{sets * cards.monster_set_bonus} for {'a set' if sets == 1 else f'{spoken(sets)} sets'} of monsters")
    for type_ in range(cards.monster_types):
        if bonus := _most(cards, state, MONSTER, type_, cards.most_monsters_bonus, seat):
            parts.append(f"{bonus} for the most {names.plurals[type_]}")
    for type_ in range(LEVELS if cards.hero_type == ruled.HeroType.LEVEL else cards.guilds):
        is_counted = cards.hero_type != ruled.HeroType.LEVEL or cards.deck_levels[type_ + 1] > 0
        bonus = _most(cards, state, HERO, type_, cards.most_heroes_bonus, seat) if is_counted else 0
        if bonus:
            parts.append(f"{bonus} for the most {names.hero_sort(type_)}")
    return parts


def _most(cards: Cards, state: State, kind: int, type_: int, bonus: int, seat: int) -> int:
    """Ask the rules what a seat gets for the most of one type."""
    out = np.zeros(SEATS, np.int32)
    add_most(cards, state, kind, type_, int(bonus), out)
    return int(out[seat])
