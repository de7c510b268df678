"""The story of a game of Brick & Mortar: what each move led to, as a seat sees it.

In: a step of a game, and names. Out: sentences. What others lay, set or offer unseen is told once all see it, and Demand Cards only as boxes.
"""

from __future__ import annotations

from typing import Any

from rules_check.engine.game import of_seats
from rules_check.games.brick_and_mortar.game import rules
from rules_check.games.brick_and_mortar.show import Names, known_of, text_of, word_of
from rules_check.games.brick_and_mortar.state import Phase, Tally
from rules_check.games.brick_and_mortar.state import Step as Month
from rules_check.rules import EMPTY
from rules_check.toolkit.moves import numbers_of
from rules_check.toolkit.prose import RANKINGS
from rules_check.toolkit.stories import Step, told_by
from rules_check.toolkit.texts import texts

UNSEEN = (Phase.KEEP, Phase.CARDS, Phase.CHANGE, Phase.PRICE, Phase.OFFER)


class _Step(Step):
    """A step with the words of Brick & Mortar."""

    words = texts(__file__, "story")

    def tell(self) -> None:
        before, seat = self.before, int(self.before.seat)
        word = word_of(self.cards, before, self.move)
        self.known = {"who": lambda: self.story.who(seat), **known_of(self.names, before, self.move)}
        is_hidden = before.phase in UNSEEN or (word == "demand" and before.phase == Phase.AGENCY)
        if is_hidden and not self.story.sees(seat):
            self.say("unseen", word)
        elif not (self.is_forced and word in ("done", "stop", "stock", "put", "from", "shed", "own", "offer", "rest", "drop")):
            self.say("did", text_of(self.cards, before, self.move))
        self._show_all()
        self._changes()

    def _show_all(self) -> None:
        """Tell what is turned up once all have decided."""
        before, after = self.before, self.after
        seats = [seat for seat in range(int(after.players)) if before.asked_to >> seat & 1]
        if before.phase == Phase.CARDS and after.phase != Phase.CARDS:
            word, last = word_of(self.cards, before, self.move), numbers_of(self.move)[0]
            face_up = [one for one in before.supplied[:, :-1].ravel().tolist() if one != EMPTY] + [last] * (word == "supply")
            count = int(before.demanded[:, -1].sum()) + (word == "demand")
            self.say("laid", cards=[self.names.card(card) for card in face_up], n=count)
        if self._passes(Month.SUPPLY):
            self.say("market", items=self._items(after.dock))
        if self._passes(Month.SALE):
            boxes = [card for card in before.demanded[:, :-1].ravel().tolist() if card != EMPTY]
            boxes += [numbers_of(self.move)[0]] * (word_of(self.cards, before, self.move) == "demand")
            self.say("boxes", items=self._items(self.cards.pictures[boxes].sum(axis=0)))
        if before.phase == Phase.PRICE and after.phase != Phase.PRICE:
            prices = [self.words("price", who=self.story.who(seat), n=int(after.price_shown[seat])) for seat in seats]
            self.say("prices", prices=prices)
        if before.phase == Phase.OFFER and after.phase != Phase.OFFER:
            shown = [seat for seat in seats if after.quantity_shown[seat] != EMPTY]
            offers = [
                self.words("offer", who=self.story.who(one), n=int(after.quantity_shown[one]), m=int(after.price_shown[one]))
                for one in shown
            ]
            if any(after.quantity_shown[seat] > 0 for seat in shown):
                self.say("offers", "some", offers=offers)
            else:
                self.say("offers", "none")

    def _passes(self, step: int) -> bool:
        """Return whether a step of the month is over that was not before."""
        after = self.after
        return bool(self.before.step <= step and (after.step > step or after.rounds > self.before.rounds or after.end))

    def _items(self, counts: Any) -> list[str]:
        return [self.names.item(type_, n) for type_, n in enumerate(counts.tolist()) if n]

    def _changes(self) -> None:
        """Tell who gained or lost points, what is in the market, that a month is over, and the end."""
        before, after = self.before, self.after
        for seat in range(int(after.players)):
            change = int(after.points[seat]) - int(before.points[seat])
            if change:
                self.say("gained" if change > 0 else "lost", who=self.story.who(seat), n=abs(change), total=int(after.points[seat]))
        for tally, key in ((Tally.EXPIRED, "expired"), (Tally.SURPLUS, "surplus"), (Tally.TOKENS, "tokens")):
            if count := int(after.tally[tally] - before.tally[tally]):
                self.say(key, n=count)
        if after.end:
            scores, places = (of_seats(verb, self.cards, after) for verb in (rules.scores, rules.places))
            self.say("over", why=rules.ENDS[int(after.end)])
            for seat in sorted(range(int(after.players)), key=lambda one: places[one]):
                ranking = RANKINGS[places[seat] - 1]
                self.say("ranked", who=self.story.who(seat), ranking=ranking, n=scores[seat])


rules.verb(told_by(rules, Names, _Step))
