"""Emporium's story, how it closes: new monsters and heroes, banishing, the marker, and the reckoning at the end."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from rules_check.engine.game import of_seats
from rules_check.games.emporium import rulings as ruled
from rules_check.games.emporium.end import add_most_of, count_all, places, scores
from rules_check.games.emporium.names import Names, from_marker, worn
from rules_check.games.emporium.state import (
    DECK_KINDS,
    EMPTY,
    HERO,
    LEVELS,
    MONSTER,
    OWNERS,
    SEATS,
    STILL_ROUNDS,
    End,
    Owner,
    Phase,
    Tally,
)
from rules_check.games.emporium.table import gaps
from rules_check.toolkit.prose import RANKINGS, Story, spoken
from rules_check.toolkit.texts import texts

words = texts(__file__, "closing")
ENDINGS = ("", "heroes-out", "monsters-out", "both-out", "stalled", "bound")


def tell_closing(names: Names, story: Story, before: Any, after: Any) -> None:
    """Tell what follows on the last restocking: monsters, then the vote or why there is none."""
    cards = names.cards
    for old, new in zip(before.monsters, after.monsters[: cards.monsters_in_row], strict=False):
        if old == EMPTY and new != EMPTY:
            story.say(words("monster-came", monster=names.monster(new)))
    if after.phase == Phase.BANISH:
        story.say(words("put-to-vote", needed=after.needed, players=after.players))
        return
    if after.end in (End.NOT_OVER, End.STALLED, End.BOUND) and gaps(cards, before) < cards.heroes_on_table[before.players]:
        is_barred = cards.refill_check == ruled.RefillCheck.BEFORE_BANISHING and before.deck_size[HERO] == gaps(cards, before)
        story.say(words("none-to-spare" if is_barred else "too-few-can-pay"))
    _tell_next_round(names, story, before, after)


def _tell_next_round(names: Names, story: Story, before: Any, after: Any) -> None:
    """Tell of a stuck table, of new heroes, then of the end or the next round."""
    if after.tally[Tally.CLEARINGS] > before.tally[Tally.CLEARINGS]:
        story.say(words("table-cleared"))
    for old, new in zip(before.heroes, after.heroes, strict=True):
        if new not in (EMPTY, old):
            story.say(words("hero-came", hero=names.hero(new)))
    if after.end == End.NOT_OVER:
        story.say(words("marker-passed", who=story.who(after.first), round=after.rounds))
    else:
        rounds = {"rounds": spoken(STILL_ROUNDS)} if after.end == End.STALLED else {}
        story.say(words(ENDINGS[after.end], **rounds))
        _tell_reckoning(names, story, after)


# ------------------------------------------------------------------------------------------------------ banishing
def tell_vote(names: Names, story: Story, before: Any, mask: int, after: Any, is_forced: bool) -> None:
    """Tell a vote, and once all that count are in, what came of them."""
    who, is_hidden = story.who(before.seat), names.cards.banish_votes == ruled.BanishVotes.EACH_HIDDEN
    if is_hidden and not story.sees(before.seat):
        story.say(words("has-voted", who=who))
    elif is_forced or not mask:
        story.say(words("could-not-pay" if is_forced else "voted-for-nobody", who=who))
    else:
        story.say(words("voted", who=who, heroes=names.banned(before, mask)))
    if after.phase == Phase.BANISH:
        return
    votes = [int(vote) for vote in before.votes]
    votes[before.seat] = mask
    if is_hidden:
        story.say(words("thumbs"))
        for seat in from_marker(before):
            if votes[seat]:
                story.say(words("wished", who=story.who(seat), heroes=names.banned(before, votes[seat])))
    _tell_banishing(names, story, before, votes, after)
    _tell_next_round(names, story, before, after)


def _tell_banishing(names: Names, story: Story, before: Any, votes: list[int], after: Any) -> None:
    """Tell who was banished, what became of the gear, and who paid what for all of it."""
    is_any = False
    for h, number in enumerate(before.heroes):
        count = sum(vote >> h & 1 for vote in votes)
        if number == EMPTY or count < before.needed:
            continue
        if after.hero_owner[number] != Owner.BANISHED:
            story.say(words("stayed", hero=names.hero(number)))
            continue
        is_any = True
        story.say(words("banished", hero=names.hero(number), n=count, players=before.players))
        if gear := worn(before, h):
            is_under = names.cards.banished_items == ruled.BanishedItems.TO_DECK
            story.say(words("gear-under" if is_under else "gear-discarded", gear=names.items(gear), n=len(gear)))
    paid = before.gold - after.gold
    for amount in sorted({int(n) for n in paid[: before.players]} - {0}, reverse=True):
        payers = [seat for seat in from_marker(before) if paid[seat] == amount]
        story.say(words("paid-each" if len(payers) > 1 else "paid", who=story.all_of(payers), gold=amount))
    if not is_any:
        story.say(words("nobody-banished" if before.turn + 1 == before.players else "no-majority"))


# ------------------------------------------------------------------------------------------------------ reckoning
def _tell_reckoning(names: Names, story: Story, after: Any) -> None:
    """Tell each seat's total and what it is made of, the winner first."""
    cards = names.cards
    total, rank = of_seats(scores, cards, after), of_seats(places, cards, after)
    order = sorted(range(after.players), key=rank.__getitem__)
    for place, seat in enumerate(order):
        parts = [words("coins", gold=after.gold[seat]), *_bonuses(names, after, seat)]
        made = parts if len(parts) > 1 else words("all-coins")
        story.say(words("ranked", who=story.who(seat), ranking=RANKINGS[place], gold=total[seat], parts=made))
    beaten = _won(cards, after)[MONSTER].sum(axis=0)
    for ahead, behind in pairwise(order):
        if total[ahead] == total[behind]:
            why = "more-monsters" if beaten[ahead] > beaten[behind] else "nearer-marker"
            story.say(words(why, ahead=story.who(ahead), behind=story.who(behind)))


def _bonuses(names: Names, state: Any, seat: int) -> list[str]:
    """List a seat's bonuses with what they are for."""
    cards, parts, won = names.cards, list[str](), _won(names.cards, state)
    sets = int(won[MONSTER, : cards.monster_types, seat].min())
    if gold := sets * cards.monster_set_bonus:
        parts.append(words("set", gold=gold) if sets == 1 else words("sets", gold=gold, sets=spoken(sets)))
    most = [(MONSTER, type_, int(cards.most_monsters_bonus), names.plurals[type_]) for type_ in range(cards.monster_types)]
    for type_ in range(names.hero_types):
        if cards.hero_type != ruled.HeroType.LEVEL or cards.deck_levels[type_ + 1] > 0:
            most.append((HERO, type_, int(cards.most_heroes_bonus), names.hero_sort(type_)))
    for kind, type_, bonus, sort in most:
        out = np.zeros(SEATS, np.int64)
        add_most_of(cards, int(state.players), won[kind, type_], bonus, out)
        if out[seat]:
            parts.append(words("most", gold=out[seat], sort=sort))
    return parts


def _won(cards: Any, state: Any) -> Any:
    """Count the trophies by kind, type and owner."""
    won = np.zeros((DECK_KINDS, LEVELS, OWNERS), np.int64)
    count_all(cards, state, won)
    return won
