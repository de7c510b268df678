"""Empire as a story: the consequences of a move, up to the next decision, in the past tense and as
one seat sees them.

A copy of the state is stepped as `advance` would do it; the story comes from comparing it before
and after each step. The rules themselves know nothing about this.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from rules_check.games.empire import rulings as ruled
from rules_check.games.empire.course import MAX_ROUNDS, MOST_TIES, STILL_ROUNDS, leader
from rules_check.games.empire.game import is_nameless, rules
from rules_check.games.empire.show import Names, known_of
from rules_check.games.empire.state import ACTIONS, FISTS, End, Phase, Tally
from rules_check.rules import EMPTY
from rules_check.telling import Step, leave_uncompiled, spoken, texts, told_by


class _Step(Step):
    """A step with Empire's words."""

    words = texts(__file__, "story")

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        before, after, names, story = self.before, self.after, self.names, self.story
        self.turn = int(before.turn)
        facts = known_of(names, before, self.move, story.viewer)
        facts |= {"next": story.who(after.turn), "ties": MOST_TIES, "rounds": STILL_ROUNDS}
        facts["cards"] = lambda: names.listed(after.buried.astype(int) - before.buried)
        facts["action"] = lambda: ACTIONS[self.cards.bonus[self.cards.rank_empire[self.a]]]
        self.known = facts

    def tell(self) -> None:
        is_fought = self.after.phase == Phase.FIST
        kinds: dict[str, Callable[[], None]] = {
            **dict.fromkeys((*ACTIONS, "rest"), self._action),
            **dict.fromkeys(("table", "offer"), self._offer),
            "fist": self._fist,
            "lay": self._pillar,
            "hold": self._held,
            "begin": lambda: self.say("dealt"),
            "take": lambda: self.say("swapped"),
            "demand": lambda: self.say("demanded" if is_fought else "demanded-in-vain"),
        }
        kinds.get(self.word, self._end_of_turn)()
        if self.after.phase in (Phase.DEAL, Phase.OVER):
            self._close()

    # -------------------------------------------------------------------------------------- actions
    def _action(self) -> None:
        forced = "forced-" if self.word == "rest" and self.is_forced else ""
        self.say("action", forced + self.word + ("-bonus" if self.before.is_bonus else ""))

    def _held(self) -> None:
        # other seats cannot tell whether there was a pillar to lay
        if not self.is_forced and self.story.sees(self.turn):
            self.say("no-further-pillar" if self.before.laid_now else "no-pillar")

    def _offer(self) -> None:
        """Report a card put on the table. A card tabled unseen is reported only to its own seat
        until all are revealed.
        """
        after = self.after
        if self.word != "offer" or self.cards.trade_offers != ruled.TradeOffers.AT_ONCE:
            self.say("tabled")
            return
        self.say("tabled-unseen" if self.story.sees(self.seat) else "tabled-hidden")
        if after.phase == Phase.PICK:
            players, cards = int(after.players), []
            for seat in ((int(after.turn) + i) % players for i in range(1, players)):
                if after.tabled[seat] != EMPTY:
                    card, who = self.names.a_card(int(after.tabled[seat])), self.story.who(seat)
                    cards.append(self.words("from", card=card, who=who))
            self.say("turned-up", cards=cards)

    def _fist(self) -> None:
        """Report the signs shown in a battle: the first to its own seat only, both together, and
        who gets the card.
        """
        before, ahead = self.before, (int(self.before.fist) - self.a) % len(FISTS)
        if before.seat == before.turn:
            self.say("chose" if self.story.sees(self.turn) else "made-a-fist")
        elif ahead == 0:
            self.say("tied" if self.after.phase == Phase.FIST else "tied-for-good")
        else:
            self.say("took" if ahead == 1 else "kept")

    # -------------------------------------------------------------------------------------- pillars
    def _pillar(self) -> None:
        """Report a pillar with its jokers and its consequences: cards, the bonus; everything but
        the end of the game.
        """
        cards, laid = self.cards, int(self.before.laid[self.turn]) + 1
        self.say("laid-any" if is_nameless(cards, self.b) else "laid")
        if laid == 1:
            self.say("began")
            self._draw(self.turn, self.after.buried.astype(int) - self.before.buried)
        if self.after.phase not in (Phase.DEAL, Phase.OVER):
            if laid == cards.bonus_from:
                self.say("bonus")
            if laid == cards.pillars_to_win:
                self.say("all-built")

    def _draw(self, seat: int, lost: Any) -> None:
        """Report what a seat drew, to others only the number, and whether there were too few cards.
        `lost`: the cards its hand lost, by type.
        """
        before, after, who = self.before, self.after, self.story.who(seat)
        if after.tally[Tally.RESHUFFLES] > before.tally[Tally.RESHUFFLES]:
            self.say("reshuffled")
        drawn = after.hand[seat].astype(int) - before.hand[seat] + lost
        count = int(drawn.sum())
        if count and self.story.sees(seat):
            self.say("drew", who=who, cards=self.names.listed(drawn))
        elif count:
            self.say("drew-unseen", who=who, count="a" if count == 1 else spoken(count), n=count)
        if after.tally[Tally.DRAWS_FROM_NOTHING] > before.tally[Tally.DRAWS_FROM_NOTHING]:
            self.say("no-further-card" if count else "no-card", who=who)

    # -------------------------------------------------------------------------------- ends of turns
    def _end_of_turn(self) -> None:
        """Report how a turn ends, who loses the next one, and what the next seat draws."""
        before, after, lost = self.before, self.after, np.zeros(self.before.hand.shape[1], np.int64)
        players = int(before.players)
        if self.word == "discard":
            lost[self.a] = 1
            is_idle = self.names.is_skipping(self.a) and before.rounds == before.opening
            self.say("discarded-idle" if is_idle else "discarded")
            if after.phase == Phase.SKIP or before.laid[self.turn] >= self.cards.pillars_to_win:
                return
        else:
            spared = "none-to-skip" if self.is_forced else "spared"
            self.say({"end": "no-discard", "skip": "skipped"}.get(self.word, spared))
        for i in range(1, players + 1):
            other = (self.turn + i) % players
            was_due = before.skip[other] or (self.word == "skip" and other == self.a)
            if was_due and not after.skip[other]:
                self.say("lost-turn", who=self.story.who(other))
        self._draw(int(after.turn), lost if after.turn == self.turn else 0)

    # -------------------------------------------------------------------------------- ends of games
    def _close(self) -> None:
        """Report that a move closed a game: why, who won it and, at the very end, the places of
        all.
        """
        after, reason = self.after, self._reason()
        winner, built = EMPTY, dict[str, str]()
        if reason == "built":
            winner, built = self.turn, {"empire": self.names.empires[after.empire[self.turn]]}
        self.say("closed", reason, **built)
        if self.cards.match == ruled.Match.OVERLORD:
            self._match(winner)
        if after.phase != Phase.DEAL:
            self._reckoning()

    def _reason(self) -> str:
        """Find why a game ended. A match that continues does not keep the reason, so it is
        inferred.
        """
        cards, before, after = self.cards, self.before, self.after
        is_dry = after.tally[Tally.DRAWS_FROM_NOTHING] > before.tally[Tally.DRAWS_FROM_NOTHING]
        if is_dry and cards.pile_runs_out == ruled.PileRunsOut.COUNT_PILLARS:
            return "ran-out"
        laid = {"discard": 0, "lay": 1}
        if self.word in laid and before.laid[self.turn] + laid[self.word] >= cards.pillars_to_win:
            return "built"
        return "still" if after.rounds - after.opening + 1 < MAX_ROUNDS else "bound"

    def _match(self, winner: int) -> None:
        """Report what a game changed in its match. If no empire was built, a seat that alone has
        the most pillars has won.
        """
        after = self.after
        if winner == EMPTY:
            winner = leader(after)
            if winner == EMPTY:
                if after.phase == Phase.DEAL or after.end != End.BOUND:
                    self.say("nobody-won")
                return
            self.say("most", who=self.story.who(winner))
        is_overlord = after.end == End.OVERLORD
        self.say(
            "overlord" if is_overlord else "won-as",
            who=self.story.who(winner),
            empires=self.names.won(after, winner),
        )
        if after.end == End.BOUND:
            self.say("match-bound")

    def _reckoning(self) -> None:
        """Report each seat's place and its number of pillars, and in a match also of empires; ties
        are listed together.
        """
        for seats, ranking, n in self.ranked():
            has = self.words("pillars", count=spoken(n), n=n)
            if self.cards.match == ruled.Match.OVERLORD:
                empires = int(self.after.overlord[seats[0]]).bit_count()
                has = self.words("empires", count=spoken(empires), n=empires, pillars=has)
            self.say(
                "ranked-together" if len(seats) > 1 else "ranked",
                who=self.story.all_of(seats),
                ranking=ranking,
                has=has,
            )


tell = told_by(rules, Names, _Step)


leave_uncompiled(globals())  # each is asked seldom, and would be compiled for the first answer
