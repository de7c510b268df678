"""What can be said of a game without playing it: whether its set-up is enough, its promised odds
hold, and no card is there twice.

In: a game. Out: findings for `check`, those that `check: silenced:` names marked. Plays nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from generator.data.dealing import refills_left, shortages
from generator.data.findings import Finding, silence
from generator.data.formulas import FormulaFault
from generator.data.game import Card, Game, for_players
from generator.data.problems import Problem, ProblemError
from generator.data.saying import from_to
from generator.data.setting import SECTION, player_counts, read_setting
from generator.data.source import Node
from generator.odds import messages as say
from generator.odds.asking import OddsQuestion, answer, problem_of
from generator.odds.piles import pile_of, scope_of

CENSUS = "census"
CODES = ("odds-promise", "setup-short", "setup-step", "setup-lasts", "card-twice")
"""The sorts of findings that come from here."""


def findings_unplayed(game: Game) -> tuple[list[Finding], list[Problem]]:
    """Look over a game's set-up, promised odds and cards: findings, and problems with what it
    promises.
    """
    found = [*_setup_findings(game), *_lasting_findings(game), *_twice_findings(game)]
    problems = list[Problem]()
    for promise in _promises(game):
        try:
            found.append(_kept(game, promise))
        except ProblemError as fault:
            problems += fault.problems
    return silence(game.root.below("check"), found)[0], problems


# ------------------------------------------------------------------------------------------- set-up


def _setup_findings(game: Game) -> Iterator[Finding]:
    setting = read_setting(game)
    if setting.is_default:
        return
    found = shortages(game, setting)
    for problem in found:
        yield Finding(
            problem.code,
            "",
            CENSUS,
            "fault",
            problem.message,
            place=problem.place,
            hint=problem.hint,
        )
    if not found:
        counts = player_counts(game)
        who = from_to(counts[0], counts[-1])
        place = game.root.items[SECTION].place
        yield Finding(
            "setup-short",
            "",
            CENSUS,
            "ok",
            f"there is enough of everything to set up for {who} players",
            place=place,
        )


def _lasting_findings(game: Game) -> Iterator[Finding]:
    """Say of each zone that is refilled how many cards its deck has left for that when play begins,
    for each number of players.
    """
    setting = read_setting(game)
    for zone in setting.zones.values():
        deck = zone.refilled_from
        if deck is None:
            continue
        left = {
            players: refills_left(game, setting, zone, players) for players in player_counts(game)
        }
        fewest = min(left.values())
        said = ", ".join(f"{number} with {players}" for players, number in left.items())
        players = "players" if len(left) > 1 or max(left) > 1 else "player"
        claim = (
            f"'{zone.name}' is refilled from '{deck}', which has this number of cards left when "
            f"play begins: {said} {players}"
        )
        yield Finding(
            "setup-lasts",
            zone.name,
            CENSUS,
            "ok",
            claim,
            float(fewest),
            unit="cards",
            place=zone.place,
        )


def _twice_findings(game: Game) -> Iterator[Finding]:
    """Report cards of a kind that say and show the same: they should be one card with copies."""
    first: dict[tuple[Any, ...], Card] = {}
    for card in game.cards.values():
        values = {}
        for name, value in card.record._values.items():
            if name not in ("id", "copies"):
                values[name] = value
        if len(values) < 2:  # a back, or a blank: there is nothing to tell such cards apart by
            continue
        key = (card.kind, repr(sorted(values.items())))
        other = first.setdefault(key, card)
        if other is not card:
            claim = f"'{card.id}' is the same as '{other.id}' in every field"
            hint = (
                f"remove it and give '{other.id}' more `copies`, or change the field that should "
                "differ"
            )
            yield Finding(
                "card-twice",
                card.id,
                CENSUS,
                "warning",
                claim,
                place=card.place,
                hint=hint,
                also=(("first", other.place),),
            )


# ----------------------------------------------------------------------------------------- promises


def _promises(game: Game) -> list[Node]:
    return game.root.below("check", "odds").elements


def _kept(game: Game, promise: Node) -> Finding:
    """Work out one entry of `check: odds:`. Raises ProblemError, with the place in cards.yaml, if
    it cannot be asked.
    """
    said: Any = promise.data()
    asked = _for_players(game, said.get("players"), promise)
    try:
        pile = pile_of(asked, str(said["of"]))
    except FormulaFault as fault:
        raise ProblemError(problem_of(fault, "", promise["of"].place)) from None
    except ProblemError as fault:
        raise ProblemError(
            *(replace(problem, place=promise["of"].place) for problem in fault.problems)
        ) from None
    question = OddsQuestion(
        str(said["want"]),
        said["draw"],
        said.get("turns", 0),
        said.get("each_turn", 1),
        given=said.get("given"),
    )
    try:
        chance = answer(pile, scope_of(asked), question)[-1].chance
    except ProblemError as fault:
        raise ProblemError(*(_placed(problem, promise) for problem in fault.problems)) from None
    if chance is None:
        message = say.NEVER_WANTED()
        raise ProblemError.of(message, promise["want"].place)
    return _judged(promise, said, chance)


def _for_players(game: Game, players: int | None, promise: Node) -> Game:
    if players is None:
        return game
    try:
        return for_players(game.for_all, players)
    except ProblemError as fault:
        raise ProblemError(
            *(replace(problem, place=promise["players"].place) for problem in fault.problems)
        ) from None


_WHERE = {"(formula)": "want", "(--given)": "given"}


def _placed(problem: Problem, promise: Node) -> Problem:
    """Give a fault in a formula its place in cards.yaml."""
    key = _WHERE.get(problem.place.file, "draw")
    place = promise[key].place
    if problem.place.column and place.column and promise[key].type == "text":
        place = replace(
            place, column=place.column + problem.place.column - 1, length=problem.place.length
        )
    return replace(problem, place=place)


def per_cent(value: object) -> Fraction:
    """Read '80 %' or 80 as a share of 1."""
    return Fraction(str(value).strip().removesuffix("%").strip()) / 100


def _judged(promise: Node, said: dict[str, Any], chance: Fraction) -> Finding:
    least, most = per_cent(said.get("at_least", 0)), per_cent(said.get("at_most", 100))
    by = f" by turn {said['turns']}" if said.get("turns") else ""
    want, drawn, number = said["want"], f"{said['draw']} of {said['of']}", float(100 * chance)
    claim = f"{drawn} drawn{by}: the chance of {want} is {number:.1f} %"
    finding = Finding(
        "odds-promise",
        f"{want}, {drawn}{by}",
        CENSUS,
        "ok",
        f"{claim}, as promised",
        number,
        unit="%",
        place=promise["want"].place,
    )
    if least <= chance <= most:
        return finding
    limit, word = (least, "at least") if chance < least else (most, "at most")
    return replace(
        finding,
        verdict="warning",
        claim=f"{claim}; {word} {float(100 * limit):g} % is promised",
        hint="change the cards, their `copies`, or the promise",
        limit=float(100 * limit),
    )
