"""Empire's story, how it closes: what ended a game or a match, and who comes where."""

from __future__ import annotations

from typing import Any

from rules_check.engine.game import of_seats
from rules_check.games.empire import game as do
from rules_check.games.empire import rulings as ruled
from rules_check.games.empire.course import MAX_ROUNDS, STILL_ROUNDS, empires_of, places, scores
from rules_check.games.empire.names import Teller
from rules_check.games.empire.state import End, Phase, Tally
from rules_check.rules import EMPTY
from rules_check.toolkit.prose import RANKINGS, joined, spoken


def tell_closing(teller: Teller, before: Any, kind: int, after: Any) -> None:
    """Tell that a move of a kind closed a game: why, who won it, and at the end of all who comes where."""
    names, seat, is_match = teller.names, int(before.turn), teller.names.cards.match == ruled.Match.OVERLORD
    pillars = [int(n) for n in after.laid[: after.players]]
    reason = _reason(names.cards, before, kind, after)
    if reason:
        teller.say(reason)
    else:
        teller.say(f"{teller.who(seat)} had built the {names.empire(after.empire[seat])} and won")
    if is_match:
        _tell_match(teller, after, pillars, EMPTY if reason else seat)
    if after.phase != Phase.DEAL:
        _tell_reckoning(teller, after)


def _reason(cards: Any, before: Any, kind: int, after: Any) -> str:
    """Say why a game ended without an empire; empty where one was built. A match that goes on does not keep it, so it is inferred."""
    has_all = before.laid[before.turn] + (kind == do.LAY) >= cards.pillars_to_win
    if (
        cards.pile_runs_out == ruled.PileRunsOut.COUNT_PILLARS
        and after.tally[Tally.DRAWS_FROM_NOTHING] > before.tally[Tally.DRAWS_FROM_NOTHING]
    ):
        return "the game was over, since the resources pile had run out: the pillars were counted"
    if kind in (do.DISCARD, do.LAY) and has_all:
        return ""
    if after.rounds - after.opening + 1 < MAX_ROUNDS:
        return f"the game was over, since for {STILL_ROUNDS} rounds nobody had laid a pillar: the pillars were counted"
    return "the game was broken off: it had taken more rounds than any game should"


def _tell_match(teller: Teller, after: Any, pillars: list[int], winner: int) -> None:
    """Tell what a game changed in its match. Without an empire built, whoever alone has the most pillars has won it."""
    most = max(pillars)
    if winner == EMPTY and most > 0 and pillars.count(most) == 1:
        winner = pillars.index(most)
        teller.say(f"{teller.who(winner)} had the most and won")
    elif winner == EMPTY and (after.phase == Phase.DEAL or after.end != End.BOUND):
        teller.say("nobody had the most, so nobody won this game")
    if winner == EMPTY:
        return
    won = [name for number, name in enumerate(teller.names.empires) if after.overlord[winner] >> number & 1]
    if after.end == End.OVERLORD:
        teller.say(f"{teller.who(winner)} had now won as {joined(won)} and became Emperor Overlord")
    else:
        teller.say(f"{teller.who(winner)} had now won as {joined(won)}")
    if after.end == End.BOUND:
        teller.say("the match was broken off: it had taken more rounds than any match should")


# ------------------------------------------------------------------------------------------------------ reckoning
def _tell_reckoning(teller: Teller, after: Any) -> None:
    """Tell who came where with how many pillars, of a match also with how many empires, equals together."""
    cards = teller.names.cards
    rank, total = of_seats(places, cards, after), of_seats(scores, cards, after)
    for place in sorted(set(rank)):
        seats = [seat for seat in range(after.players) if rank[seat] == place]
        each, together = (" each", " together") if len(seats) > 1 else ("", "")
        has = _some(total[seats[0]], "pillar")
        if cards.match == ruled.Match.OVERLORD:
            has = f"{_some(empires_of(after, seats[0]), 'empire')} and {has}"
        teller.say(f"{teller.all_of(seats)} {RANKINGS[place - 1]}{together} with {has}{each}")


def _some(count: int, noun: str) -> str:
    return f"{spoken(count)} {noun}{'' if count == 1 else 's'}"
