"""Emporium as a story: the consequences of a move, up to the next decision, in the past tense and
as one seat sees them.

A copy of the state is stepped as `apply` would do it; the story comes from comparing it before and
after each step. The rules themselves know nothing about this.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from rules_check.games.emporium import game as do
from rules_check.games.emporium import rulings as ruled
from rules_check.games.emporium.course import (
    STILL_ROUNDS,
    add_most_of,
    count_won,
    gaps,
    is_match,
    rank_of,
    strength_of,
)
from rules_check.games.emporium.room import DECK_KINDS, OWNERS, SEATS, SORTS
from rules_check.games.emporium.show import Deed, Names, from_marker, worn
from rules_check.games.emporium.state import HERO, MONSTER, End, Flow, Owner, Phase, Tally
from rules_check.rules import EMPTY, INT
from rules_check.telling import Step, leave_uncompiled, spoken, texts, told_by

RESTOCKING = (Phase.RESTOCK, Phase.MORE, Phase.DISCARD)


class _Step(Step):
    """A step with Emporium's words."""

    words = texts(__file__, "story")

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        before, names, deed = self.before, self.names, Deed(self.names, self.before, self.move)
        self.h, self.item = deed.h, deed.item
        known: dict[str, object] = {
            "who": self.story.who(self.seat),
            "holder": self.story.who(self.after.first),
        }
        known |= {
            "rounds": spoken(STILL_ROUNDS),
            "gear": lambda: names.items(worn(before, self.h)),
            "n": len(worn(before, self.h)),
        }
        known |= {
            "strength": lambda: strength_of(
                self.cards, before if self.word in ("fight", "pass") else self.after, self.h
            )
        }
        self.known = deed.known | known | {"swapped": lambda: names.item(before.swapped_out)}

    def tell(self) -> None:
        kinds = {
            **dict.fromkeys(("sell", "bid", "sit"), self._choice),
            **dict.fromkeys(("hero", "add", "swap", "keep"), self._patron),
            "place": self._sale,
            "fight": self._win,
            "pass": self._pass,
            "decline": lambda: self.say("declined"),
            "banish": self._vote,
        }
        kinds.get(self.word, self._restocking)()
        self._bounces()
        self._passed_over()
        if self.before.phase in RESTOCKING and self.after.phase not in RESTOCKING:
            self._close()

    # ---------------------------------------------------------------------------- choices and sales
    def _choice(self) -> None:
        sees, after = self.story.sees(self.seat), self.after
        if self.word == "sit":
            self.say("sat")
        elif not sees:
            self.say("chosen")
        else:
            self.say("set" if self.word == "sell" else "bid-unseen")
        if after.phase == Phase.CHOOSE:
            return
        self.say("lifted")
        for seat in from_marker(after):
            who, price = self.story.who(seat), after.choice_price[seat]
            if after.choice[seat] == do.SELL:
                self.say(
                    "offered", who=who, item=self.names.item(after.choice_item[seat]), price=price
                )
            elif after.choice[seat] == do.BID:
                self.say("bid", who=who, price=price)

    def _sale(self) -> None:
        self.say(
            "sold-match"
            if self.cards.colour_bonus and is_match(self.cards, self.before, self.h, self.item)
            else "sold"
        )
        slots = len(self.names.slots_of(self.before.heroes[self.h]))
        self.say(
            "stronger" if (self.after.worn[self.h, :slots] == EMPTY).any() else "stronger-full"
        )

    def _up(self, choice: int, phase: int) -> list[int]:
        """List the seats whose choice came up and was completed in this step, in the order in which
        they came up.
        """
        after, up = self.after, []
        for seat in from_marker(after):
            is_of_choice = after.choice[seat] == choice
            if is_of_choice and after.resolved[seat] > self.before.resolved[seat]:
                up.append(seat)
        up.sort(key=lambda s: rank_of(self.cards, after, s, choice))
        return [s for s in up if (after.phase, after.seat) != (phase, s)]

    def _bounces(self) -> None:
        """Report which sales came up in this step but found no slot."""
        for seat in self._up(do.SELL, Phase.PLACE):
            item = int(self.after.choice_item[seat])
            slot = self.names.slots[self.cards.item_slot[item]]
            self.say("bounced", slot=slot, item=self.names.item(item), who=self.story.who(seat))

    # -------------------------------------------------------------------------------------- patrons
    def _passed_over(self) -> None:
        """Report which patrons' turns were passed automatically in this step, and why."""
        cards, after = self.cards, self.after
        for seat in self._up(do.BID, Phase.PATRON):
            if after.gold[seat] < after.choice_price[seat]:
                why = "poor"
            elif after.wins > 0 and cards.target_gone == ruled.TargetGone.PASS:
                why = "won-before"
            elif gaps(cards, after) == cards.heroes_on_table[after.players]:
                why = "no-hero"
            else:
                why = "no-monster"
            self.say(why, who=self.story.who(seat), price=after.choice_price[seat])

    def _patron(self) -> None:
        """Report what a patron does before the fight. Having nothing to add or swap is not
        reported.
        """
        if self.word != "keep":
            self.say({"hero": "sent", "add": "added", "swap": "swapped-in"}[self.word])
        elif not self.is_forced:
            self.say("added-nothing" if self.before.phase == Phase.ADD else "swapped-nothing")
        if self.word == "swap":
            self.say(
                "out-discarded"
                if self.cards.swapped_item == ruled.SwappedItem.DISCARDED
                else "out-to-hand"
            )

    def _win(self) -> None:
        self.say("beat")
        self.say("earned")
        if worn(self.before, self.h):
            self.say(
                "gear-to-hand"
                if self.cards.winner_items == ruled.WinnerItems.TO_PATRON
                else "gear-discarded"
            )

    def _pass(self) -> None:
        before, cards, names = self.before, self.cards, self.names
        if before.phase != Phase.FIGHT:
            if self.is_forced:
                self.say("no-way")
            self.say("passed")
            return
        monsters = [names.monster(card) for card in before.monsters if card != EMPTY]
        weakest = min(monsters, key=lambda monster: monster.strength)
        if strength_of(cards, before, self.h) < weakest.strength:
            self.say("too-weak", monster=weakest)
        self.say("passed")
        changed = [place for place in (before.added, before.swapped) if place != EMPTY]
        if changed:
            is_undone = cards.failed_changes == ruled.FailedChanges.UNDONE
            gear = names.items(before.worn[self.h, changed])
            self.say("undone" if is_undone else "stayed", gear=gear)
            if is_undone and before.swapped != EMPTY:
                self.say("swap-undone")

    # ----------------------------------------------------------------------------------- restocking
    def _restocking(self) -> None:
        if self.word == "upgrade":
            price = self.cards.upgrade_price[self.cards.item_tier[self.item] + 1]
            again = "upgraded-paid" if price > 0 else "upgraded-as-well"
            self.say(again if self.before.upgrades > 0 else "upgraded")
        elif self.word == "stay":
            self.say("could-not-restock" if self.is_forced else "did-not-restock")
        elif self.word == "discard":
            self.say("threw")
        elif self.word == "done" and not self.is_forced:
            self.say("no-more-upgrades")
        self._draws()

    def _draws(self) -> None:
        """Report what was drawn, only the card's back to players that may not see more, and which
        discards were shuffled for it.
        """
        names, cards, before, after = self.names, self.cards, self.before, self.after
        discarded, held = before.discard[:, -1].copy(), int(before.hand[self.seat, -1])
        if self.word in ("upgrade", "discard"):
            discarded[cards.item_tier[self.item]] += 1
            held -= 1
        for tier in range(cards.tiers):
            if after.discard[tier, -1] < discarded[tier]:
                self.say("reshuffled", tier=names.tiers[tier])
        drawn = after.hand[self.seat, held : after.hand[self.seat, -1]]
        if len(drawn):
            what = names.items(drawn) if self.story.sees(self.seat) else names.backs(drawn)
            self.say("drew", cards=what)
        if after.tally[Tally.NO_DRAWS] > before.tally[Tally.NO_DRAWS]:
            self.say("no-card")

    # ------------------------------------------------------------------------------- ends of rounds
    def _close(self) -> None:
        """Report what follows the last restocking: monsters, then the vote or the reason why there
        is none.
        """
        cards, before, after = self.cards, self.before, self.after
        for old, new in zip(before.monsters, after.monsters[: cards.monsters_in_row], strict=False):
            if old == EMPTY and new != EMPTY:
                self.say("monster-came", monster=self.names.monster(new))
        if after.phase == Phase.BANISH:
            self.say("put-to-vote")
            return
        if (
            after.end in (End.NOT_OVER, End.STALLED, End.BOUND)
            and gaps(cards, before) < cards.heroes_on_table[before.players]
        ):
            is_barred = cards.refill_check == ruled.RefillCheck.BEFORE_BANISHING and before.deck[
                HERO, -1
            ] == gaps(cards, before)
            self.say("none-to-spare" if is_barred else "too-few-can-pay")
        self._next_round()

    def _next_round(self) -> None:
        """Report a stuck table, new heroes, then the end or the next round."""
        before, after = self.before, self.after
        if after.tally[Tally.CLEARINGS] > before.tally[Tally.CLEARINGS]:
            self.say("table-cleared")
        for old, new in zip(before.heroes, after.heroes, strict=True):
            if new not in (EMPTY, old):
                self.say("hero-came", hero=self.names.hero(new))
        if after.end == End.NOT_OVER:
            self.say("marker-passed")
        else:
            self.say("end", End(after.end).name.lower())
            self._reckoning()

    def _vote(self) -> None:
        """Report a vote and, once the deciding votes are in, the result."""
        before, after, mask, names = self.before, self.after, self.a, self.names
        is_hidden = self.cards.banish_votes == ruled.BanishVotes.EACH_HIDDEN
        if is_hidden and not self.story.sees(self.seat):
            self.say("has-voted")
        elif self.is_forced or not mask:
            self.say("could-not-pay" if self.is_forced else "voted-for-nobody")
        else:
            self.say("voted")
        if after.phase == Phase.BANISH:
            return
        votes = [mask if seat == self.seat else int(vote) for seat, vote in enumerate(before.votes)]
        if is_hidden:
            self.say("thumbs")
            for seat in from_marker(before):
                if votes[seat]:
                    self.say(
                        "wished",
                        who=self.story.who(seat),
                        heroes=names.at_places(before, votes[seat]),
                    )
        self._banishing(votes)
        self._next_round()

    def _banishing(self, votes: list[int]) -> None:
        """Report who was banished, what became of the gear, and who paid for it."""
        before, after, names = self.before, self.after, self.names
        for h, number in enumerate(before.heroes):
            count = sum(vote >> h & 1 for vote in votes)
            if count < before.needed:
                continue
            if after.owner[HERO, number] != Owner.BANISHED:
                self.say("hero-stayed", hero=names.hero(number))
                continue
            self.say("banished", hero=names.hero(number), n=count, players=before.players)
            if gear := worn(before, h):
                is_under = self.cards.banished_items == ruled.BanishedItems.TO_DECK
                key = "gear-under" if is_under else "gear-discarded"
                self.say(key, gear=names.items(gear), n=len(gear))
        paid = before.gold - after.gold
        for amount in sorted(set(map(int, paid[: before.players])) - {0}, reverse=True):
            payers = [seat for seat in from_marker(before) if paid[seat] == amount]
            key = "paid-each" if len(payers) > 1 else "paid"
            self.say(key, who=self.story.all_of(payers), gold=amount)
        if after.tally[Tally.BANISHINGS] == before.tally[Tally.BANISHINGS]:
            self.say("nobody-banished" if before.turn + 1 == before.players else "no-majority")

    # ------------------------------------------------------------------------------------ reckoning
    def _reckoning(self) -> None:
        """Report each seat's total and its parts, the winner first."""
        order, who, won = self.ranked(), self.story.who, np.zeros((DECK_KINDS, SORTS, OWNERS), INT)
        count_won(self.cards, self.after, won)
        for (seat,), ranking, gold in order:
            parts = [self.words("coins", gold=self.after.gold[seat]), *self._bonuses(won, seat)]
            made = parts if len(parts) > 1 else self.words("all-coins")
            self.say("ranked", who=who(seat), ranking=ranking, gold=gold, parts=made)
        beaten = won[MONSTER].sum(axis=0)
        for ((ahead,), _, more), ((behind,), _, less) in pairwise(order):
            if more == less:
                why = "more-monsters" if beaten[ahead] > beaten[behind] else "nearer-marker"
                self.say(why, ahead=who(ahead), behind=who(behind))

    def _bonuses(self, won: Any, seat: int) -> list[str]:
        """List a seat's bonuses with their reasons."""
        cards, parts, words = self.cards, list[str](), self.words
        sets = int(won[MONSTER, : cards.monster_types, seat].min())
        if gold := sets * cards.monster_set_bonus:
            parts.append(
                words("one-set", gold=gold)
                if sets == 1
                else words("sets", gold=gold, sets=spoken(sets))
            )
        most = [(kind, sort) for kind in (MONSTER, HERO) for sort in range(cards.trophies[kind])]
        for which, sort in most:
            # in the memory layout that the rules are compiled for
            out = np.zeros((SEATS, len(Flow)), INT)[:, 0]
            add_most_of(
                cards,
                int(self.after.players),
                won[which, sort],
                int(cards.most_bonus[which, sort]),
                out,
            )
            if out[seat]:
                parts.append(words("most", gold=out[seat], sort=self.names.trophies(which, sort)))
        return parts


tell = told_by(do.rules, Names, _Step)


leave_uncompiled(globals())  # each is asked seldom, and would be compiled for the first answer
