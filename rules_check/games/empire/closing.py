"""Empire's story, how it closes: what ended a game or a match, and who comes where."""

from __future__ import annotations

from typing import Any

from rules_check.engine.game import of_seats
from rules_check.games.empire import rulings as ruled
from rules_check.games.empire.course import MAX_ROUNDS, STILL_ROUNDS, empires_of, places, scores
from rules_check.games.empire.names import Names
from rules_check.games.empire.state import End, Phase, Tally
from rules_check.rules import EMPTY
from rules_check.toolkit.prose import RANKINGS, Story, spoken
from rules_check.toolkit.texts import texts

words = texts(__file__, "closing")


def tell_closing(names: Names, story: Story, before: Any, word: str, after: Any) -> None:
    """Tell that a move closed a game: why, who won it, and at the end of all who comes where."""
    reason, seat = _reason(names.cards, before, word, after), int(before.turn)
    if reason == "built":
        story.say(words("built", who=story.who(seat), empire=names.empires[after.empire[seat]]))
    else:
        story.say(words(reason, **({"rounds": STILL_ROUNDS} if reason == "still" else {})))
    if names.cards.match == ruled.Match.OVERLORD:
        _tell_match(names, story, after, seat if reason == "built" else EMPTY)
    if after.phase != Phase.DEAL:
        _tell_reckoning(names.cards, story, after)


def _reason(cards: Any, before: Any, word: str, after: Any) -> str:
    """Find why a game ended. A match that goes on does not keep it, so it is inferred."""
    has_all = before.laid[before.turn] + (word == "lay") >= cards.pillars_to_win
    if (
        cards.pile_runs_out == ruled.PileRunsOut.COUNT_PILLARS
        and after.tally[Tally.DRAWS_FROM_NOTHING] > before.tally[Tally.DRAWS_FROM_NOTHING]
    ):
        return "ran-out"
    if word in ("discard", "lay") and has_all:
        return "built"
    return "still" if after.rounds - after.opening + 1 < MAX_ROUNDS else "bound"


def _tell_match(names: Names, story: Story, after: Any, winner: int) -> None:
    """Tell what a game changed in its match. Without an empire built, whoever alone has the most pillars has won it."""
    pillars = after.laid[: after.players].tolist()
    if winner == EMPTY and max(pillars) > 0 and pillars.count(max(pillars)) == 1:
        winner = pillars.index(max(pillars))
        story.say(words("most", who=story.who(winner)))
    elif winner == EMPTY and (after.phase == Phase.DEAL or after.end != End.BOUND):
        story.say(words("nobody-won"))
    if winner == EMPTY:
        return
    is_overlord = after.end == End.OVERLORD
    story.say(words("overlord" if is_overlord else "won-as", who=story.who(winner), empires=names.won(after, winner)))
    if after.end == End.BOUND:
        story.say(words("match-bound"))


def _tell_reckoning(cards: Any, story: Story, after: Any) -> None:
    """Tell who came where with how many pillars, of a match also with how many empires, equals together."""
    rank, total = of_seats(places, cards, after), of_seats(scores, cards, after)
    for place in sorted(set(rank)):
        seats = [seat for seat in range(after.players) if rank[seat] == place]
        n = total[seats[0]]
        has = words("pillars", count=spoken(n), n=n)
        if cards.match == ruled.Match.OVERLORD:
            n = int(empires_of(after, seats[0]))
            has = words("empires", count=spoken(n), n=n, pillars=has)
        key = "ranked-together" if len(seats) > 1 else "ranked"
        story.say(words(key, who=story.all_of(seats), ranking=RANKINGS[place - 1], has=has))
