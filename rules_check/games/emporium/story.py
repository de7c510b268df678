"""Emporium as a story: what a move leads to, up to the next decision, in past tense and as one seat sees it.

A copy of the state is stepped on as `apply` would do it; what is told comes from comparing it before and after each step.
The rules themselves know nothing of this. The last lines of a round and of the game are in `closing`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from generator.data.game import Game
from rules_check.engine.game import steps
from rules_check.games.emporium import rulings as ruled
from rules_check.games.emporium.closing import tell_closing, tell_vote
from rules_check.games.emporium.names import Names, from_marker, parts_of, worn
from rules_check.games.emporium.state import EMPTY, MONSTER, Choice, Phase
from rules_check.games.emporium.table import gaps, strength_of
from rules_check.games.emporium.words import rules
from rules_check.toolkit.prose import Story
from rules_check.toolkit.stories import Step
from rules_check.toolkit.texts import texts

words = texts(__file__, "story")
RESTOCKING = (Phase.RESTOCK, Phase.MORE, Phase.DISCARD)


def tell(game: Game, cards: Any, state: Any, move: int, seat: int) -> list[str]:
    """Write what making a move leads to, a line each, as a seat sees it; -1 sees all. The state stays as it is."""
    names, story = Names(game, cards), Story(seat)
    for step in steps(rules.perform, rules.list_moves, cards, state, move):
        _Step(words, story, names, *step).tell()
    return story.lines


class _Step(Step):
    """A step with Emporium's words."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        before, after, names, story = self.before, self.after, self.names, self.story
        self.word, self.a, self.b = parts_of(self.cards, before, self.move)
        self.seat, self.h = int(before.seat), self.a if self.word in ("place", "hero") else int(before.chosen)
        self.item = int(before.choice_item[self.seat]) if self.word in ("place", "decline") else self.a
        self.known = {
            "who": lambda: story.who(self.seat),
            "item": lambda: names.item(self.item),
            "price": lambda: self.b if self.word in ("sell", "bid") else before.choice_price[self.seat],
            "hero": lambda: names.hero(before.heroes[self.h]),
            "strength": lambda: strength_of(self.cards, before if self.word in ("fight", "pass") else after, self.h),
            "more": lambda: self.cards.colour_bonus,
            "out": lambda: names.item(before.worn[self.h, self.b]),
            "monster": lambda: names.monster(before.monsters[self.a]),
            "reward": lambda: self.cards.reward[before.monsters[self.a]],
            "gear": lambda: names.items(worn(before, self.h)),
            "n": lambda: len(worn(before, self.h)),
            "swapped": lambda: names.item(before.swapped_out),
            "cost": lambda: self.cards.upgrade_price[self.cards.item_tier[self.item] + 1],
        }

    def tell(self) -> None:
        if self.word == "banish":
            tell_vote(self.names, self.story, self.before, self.b, self.after, self.is_forced)
            return
        kinds = {"sell": self._choice, "bid": self._choice, "sit": self._choice, "place": self._sale, "fight": self._win}
        kinds |= {"pass": self._pass, "decline": lambda: self.say("declined")}
        kinds |= dict.fromkeys(("hero", "add", "swap", "keep"), self._patron)
        kinds.get(self.word, self._restocking)()
        if self.word in ("sell", "bid", "sit", "place", "decline", "fight", "pass"):
            self._bounces()
            self._passed_over()
        if self.before.phase in RESTOCKING and self.after.phase not in RESTOCKING:
            tell_closing(self.names, self.story, self.before, self.after)

    # -------------------------------------------------------------------------------------------------- choices and sales
    def _choice(self) -> None:
        sees, after = self.story.sees(self.seat), self.after
        self.say("sat" if self.word == "sit" else "chosen" if not sees else "set" if self.word == "sell" else "bid-unseen")
        if after.phase == Phase.CHOOSE:
            return
        self.say("lifted")
        for seat in from_marker(after):
            who, price = self.story.who(seat), after.choice_price[seat]
            if after.choice[seat] == Choice.SALE:
                self.say("offered", who=who, item=self.names.item(after.choice_item[seat]), price=price)
            elif after.choice[seat] == Choice.BID:
                self.say("bid", who=who, price=price)

    def _sale(self) -> None:
        cards, hero = self.cards, self.before.heroes[self.h]
        self.say("sold-match" if cards.colour_bonus and cards.hero_guild[hero] == cards.item_guild[self.item] else "sold")
        slots = len(self.names.slots_of(hero))
        self.say("stronger" if (self.after.worn[self.h, :slots] == EMPTY).any() else "stronger-full")

    def _up(self, choice: int, order: Callable[[int], tuple[int, ...]]) -> list[int]:
        """List the seats whose choice came up in this step and is done with, in the order in which they came up."""
        after, marker = self.after, from_marker(self.after)
        up = [s for s in marker if after.choice[s] == choice and after.resolved[s] and not self.before.resolved[s]]
        up.sort(key=lambda s: (*order(s), marker.index(s)))
        return [s for s in up if after.phase != (Phase.PLACE if choice == Choice.SALE else Phase.PATRON) or after.seat != s]

    def _bounces(self) -> None:
        """Tell which sales came up in this step and found no slot."""
        after, tier = self.after, self.cards.item_tier
        for seat in self._up(Choice.SALE, lambda s: (after.choice_price[s], -tier[after.choice_item[s]])):
            item = int(after.choice_item[seat])
            slot = self.names.slots[self.cards.item_slot[item]]
            self.say("bounced", slot=slot, item=self.names.item(item), who=self.story.who(seat))

    # -------------------------------------------------------------------------------------------------- patrons
    def _passed_over(self) -> None:
        """Tell which patrons' turns came in this step and passed by themselves, and why."""
        cards, after = self.cards, self.after
        is_poor_first = cards.equal_bids == ruled.EqualBids.POOREST
        for seat in self._up(Choice.BID, lambda s: (-after.choice_price[s], after.gold[s] if is_poor_first else 0)):
            if after.gold[seat] < after.choice_price[seat]:
                why = "poor"
            elif after.wins > 0 and cards.target_gone == ruled.TargetGone.PASS:
                why = "won-before"
            else:
                why = "no-hero" if gaps(cards, after) == cards.heroes_on_table[after.players] else "no-monster"
            self.say(why, who=self.story.who(seat), price=after.choice_price[seat])

    def _patron(self) -> None:
        """Tell what a patron does before the fight. That there was nothing to add or swap goes without saying."""
        if self.word != "keep":
            self.say({"hero": "sent", "add": "added", "swap": "swapped-in"}[self.word])
        elif not self.is_forced:
            self.say("added-nothing" if self.before.phase == Phase.ADD else "swapped-nothing")
        if self.word == "swap":
            self.say("out-discarded" if self.cards.swapped_item == ruled.SwappedItem.DISCARDED else "out-to-hand")

    def _win(self) -> None:
        self.say("beat")
        self.say("earned")
        if worn(self.before, self.h):
            self.say("gear-to-hand" if self.cards.winner_items == ruled.WinnerItems.TO_PATRON else "gear-discarded")

    def _pass(self) -> None:
        before, cards, names = self.before, self.cards, self.names
        row = [int(cards.strength[MONSTER, card]) for card in before.monsters if card != EMPTY]
        needed = min(row, default=-1) if before.phase == Phase.FIGHT else 0
        if before.phase == Phase.FIGHT and strength_of(cards, before, self.h) < needed:
            weakest = next(m for m in before.monsters if m != EMPTY and cards.strength[MONSTER, m] == needed)
            hero, strength = names.hero(before.heroes[self.h]), strength_of(cards, before, self.h)
            self.say("too-weak", hero=hero, strength=strength, monster=names.monster(weakest), needed=needed)
        elif before.phase != Phase.FIGHT and self.is_forced:
            self.say("no-way")
        self.say("passed")
        changed = [
            int(before.worn[self.h, k]) for k in (before.added, before.swapped) if k != EMPTY and before.phase == Phase.FIGHT
        ]
        if changed and cards.failed_changes != ruled.FailedChanges.UNDONE:
            self.say("stayed", gear=names.items(changed), hero=names.hero(before.heroes[self.h]))
        elif changed:
            self.say("undone", gear=names.items(changed), who=self.story.who(self.seat))
            if before.swapped != EMPTY:
                self.say("swap-undone")

    # -------------------------------------------------------------------------------------------------- restocking
    def _restocking(self) -> None:
        if self.word == "upgrade":
            again = self.before.upgrades > 0
            is_paid = again and self.cards.upgrade_price[self.cards.item_tier[self.item] + 1] > 0
            self.say("upgraded-paid" if is_paid else "upgraded-as-well" if again else "upgraded")
        elif self.word == "stay":
            self.say("could-not-restock" if self.is_forced else "did-not-restock")
        elif self.word == "discard":
            self.say("threw")
        elif self.word == "done" and not self.is_forced:
            self.say("no-more-upgrades")
        self._draws()

    def _draws(self) -> None:
        """Tell what was drawn, a card's back to those who may not see more, and which discards were shuffled for it."""
        names, cards, before, after, is_upgrade = self.names, self.cards, self.before, self.after, self.word == "upgrade"
        is_thrown = self.word in ("upgrade", "discard")
        for tier in range(cards.tiers):
            if after.discard_size[tier] < before.discard_size[tier] + (is_thrown and cards.item_tier[self.item] == tier):
                self.say("reshuffled", tier=names.tiers[tier])
        first = before.hand_size[self.seat] - is_thrown
        drawn = after.hand[self.seat, first : after.hand_size[self.seat]]
        if len(drawn):
            what = names.items(drawn) if self.story.sees(self.seat) else names.backs(drawn)
            self.say("drew", who=self.story.who(self.seat), cards=what)
        is_due = before.pending.sum() + is_upgrade if self.word in ("upgrade", "done") else cards.hand_limit - first
        if is_upgrade and after.phase == Phase.MORE and cards.upgrade_payment != ruled.UpgradePayment.AFTER_FIRST:
            is_due = 0
        if self.word in ("draw", "upgrade", "done") and len(drawn) < is_due:
            self.say("no-card")
