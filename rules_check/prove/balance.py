"""Balance: seats, leaders, skill, sources of scores, cards, strategies, and parts of the rules that
never come up.

In: played games, or rules and a card set with which to play more. Out: measurements for the section
balance, and tables for the report. Knows no game.

A card's worth is measured by intervention, not by who happened to hold it. In special games, each
seat is blind to each card with a chance of BLIND_PER_MILLE in 1000, all independent of each other.
The difference between the win rates of seeing and blind seats is the worth of being able to use the
card. One set of games measures all cards at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np

from generator.data.fieldtypes import check_span
from generator.data.findings import Finding
from generator.data.game import Game
from generator.data.problems import Place, Problem, counted, did_you_mean
from generator.data.source import Node
from rules_check.engine.game import Rules, is_team, lost_ends, members_of, unit_of
from rules_check.engine.noting import WIN
from rules_check.engine.players import parse_player
from rules_check.play.measure import one_among
from rules_check.play.simulate import Played
from rules_check.prove import messages as say
from rules_check.prove.exploiting import better_judges
from rules_check.prove.numbers import values_of
from rules_check.toolkit.things import thing_of
from rules_check.verdict.findings import Measurement, place_at
from rules_check.verdict.statistics import (
    Z_95,
    Estimate,
    Rate,
    mean_of,
    points,
    ratio_from,
    share_difference,
)

BLIND_PER_MILLE = 150
FEW_SOURCES = 3
"""If a score has fewer sources than this, one of them may well decide."""
FEW_FOR_SISTERS = 5
"""If a score has fewer sources than this, two that share a name may well decide together."""
STILL_MATTERS = 20.0
"""The percentage of the difference between scores from which a source matters beside the largest
one.
"""
NEARLY_ALL_WON = 0.95
"""A game that people play together is too easy if surely more than this share of games is won."""
NEARLY_ALL = 90.0
"""If tie-breaks decide this percentage of ties, ties are no problem."""
FEW_CARDS = 4
"""A group with fewer cards than this has no typical card."""
SPREAD, LEAST_APART = 5.0, 4.0
"""The allowed distance of a card from the middle of its group, as a multiple of the typical
distance; LEAST_APART points are always allowed.
"""
FEW_ALONE = 5
"""One card in this many may be apart from its group."""


def wins(played: Played) -> Any:
    """Return each seat's share of each game's win, as float64 of shape (games, players).

    A game's row is all zeros if no one won, which happens only with broken rules.
    """
    won = played.places == 1
    return won / np.maximum(1, won.sum(axis=1, keepdims=True))


def seat_rates(played: Played) -> list[Rate]:
    """Return each seat's share of the wins."""
    return [Rate(float(won), played.games) for won in wins(played).sum(axis=0)]


def seat_measurements(
    played: Played, words: str, limits: dict[str, float], game: Game
) -> Iterator[Measurement]:
    """Measure how often each seat wins."""
    players, fair = played.players, 100 / played.players
    for seat, rate in enumerate(seat_rates(played)):
        yield Measurement(
            "seat-advantage",
            f"{players} players, seat {seat + 1}",
            "balance",
            f"seat {seat + 1} of {players} wins {{}} of games",
            *points(rate),
            played.games,
            (fair - limits["seat"], fair + limits["seat"]),
            standard=f"fair share {fair:.1f} %",
            too_little="too rarely",
            too_much="too often",
            place=place_at(game, "game.players"),
            hint=f"measured among {words} players: change how much it is worth to go first",
            players=players,
            seat=seat + 1,
        )


def game_measurements(
    played: Played, limits: dict[str, float], game: Game
) -> Iterator[Finding | Measurement]:
    """Measure how often games end in a tie, and how often the leader at half-time wins."""
    about, place = counted(played.players, "player"), place_at(game, "game.players")
    yield _ties(played, limits, place)
    led = played.leaders >= 0
    games = int(led.sum())
    if not games:
        return
    won = wins(played)[led][np.arange(games), played.leaders[led]]
    yield Measurement(
        "runaway-leader",
        about,
        "balance",
        f"with {about}, the leader half-way wins {{}} of games",
        *points(Rate(float(won.sum()), games)),
        games,
        (0.0, limits["runaway"]),
        standard=f"limit {limits['runaway']:g} %",
        too_much="the second half hardly matters",
        place=place,
    )


def tied(played: Played) -> Any:
    """Return which games have the winner's score twice, or two teams with it, as bool of shape
    (games,). The winner's may be the lowest.
    """
    winner = played.places.argmin(axis=1)[:, None]
    leading = np.take_along_axis(played.scores, winner, axis=1)
    return (played.scores == leading).sum(axis=1) > played.columns.members


def _ties(played: Played, limits: dict[str, float], place: Place) -> Finding | Measurement:
    """Measure how often the winner's score is also another's; a fact if tie-breaks decide nearly
    all such games.
    """
    about, ties = counted(played.players, "player"), int(tied(played).sum())
    shared = int(((played.places == 1).sum(axis=1) > played.columns.members).sum())
    rate = points(Rate(ties, played.games))
    tied_ones = "teams" if played.columns.members > 1 else "players"
    what = f"of games have two or more {tied_ones} tied on the leading score"
    decided = 100 * (1 - shared / ties) if ties else 0.0
    if decided >= NEARLY_ALL:
        claim = (
            f"with {about}, {rate.number:.1f} % ({rate.low:.1f} to {rate.high:.1f}) {what}; "
            f"a tie-break decides {decided:.0f} % of them"
        )
        return Finding(
            "ties", about, "balance", "ok", claim, rate.number, (rate.low, rate.high), "%"
        )
    hint = "break ties by something in which players rarely tie"
    if decided > 0:
        hint = f"the tie-break decides {decided:.0f} % of them: add another"
    return Measurement(
        "ties",
        about,
        "balance",
        f"with {about}, {{}} {what}",
        *rate,
        played.games,
        (0.0, limits["ties"]),
        standard=f"limit {limits['ties']:g} %",
        too_much="too many",
        place=place,
        hint=hint,
        players=played.players,
    )


def team_finding(rules: Rules, played: Played, word: str, is_usual: bool) -> Finding:
    """Report how often a team wins, if it can lose, or otherwise what its players score, and what
    cannot be judged because they do not compete.
    """
    about, lost = counted(played.players, "player"), lost_ends(rules)
    unjudged = "seats, ties and leaders"
    if is_usual:
        unjudged = "seats, ties, leaders, skill, cards and strategies"
    said = f"{about} win or lose together, so {unjudged} are not judged"
    score, unit = mean_of(played.scores.mean(axis=1)), unit_of(rules)
    scored = _with_interval(score, unit)
    if lost:
        won = won_by_team(played, lost)
        claim = (
            f"{said}; a team of {word} players wins {won} of games, and its players score "
            f"{scored} on average"
        )
        rate = points(won)
        found = Finding(
            "plays-together", about, "balance", "ok", claim, rate.number, (rate.low, rate.high), "%"
        )
        return _too_easy(found, won)
    claim = f"{said}; {word} players score {scored} on average"
    return Finding(
        "plays-together", about, "balance", "ok", claim, score.number, (score.low, score.high), unit
    )


def _too_easy(found: Finding, won: Rate) -> Finding:
    """Make a fact about games that can be lost a warning if hardly any is."""
    if won.interval[0] < NEARLY_ALL_WON:
        return found
    return replace(
        found,
        verdict="warning",
        claim=f"{found.claim}: the game is hardly ever lost",
        hint="make it harder to win, or the ways of losing more likely",
    )


def won_by_team(played: Played, lost: Sequence[int]) -> Rate:
    """Return the share of games that did not end in one of the ways in which a team loses."""
    return Rate(int((~np.isin(played.ends, lost)).sum()), played.games)


def team_results(rules: Rules, played: Played) -> dict[str, list[float]]:
    """Return how often a team wins, in per cent, if it can lose, and what its players score, each
    with its interval.
    """
    mean, lost = mean_of(played.scores.mean(axis=1)), lost_ends(rules)
    found = {"scores": [round(number, 2) for number in (mean.number, mean.low, mean.high)]}
    if lost:
        won = points(won_by_team(played, lost))
        found["wins"] = [round(number, 1) for number in (won.number, won.low, won.high)]
    return found


def result_words(rules: Rules, played: Played) -> str:
    """Say how often a player alone or a team wins, if it can lose, and what it scores, following
    its name.
    """
    score = _with_interval(mean_of(played.scores.mean(axis=1)), unit_of(rules))
    won = f"wins {won_by_team(played, lost)} of games and " if (lost := lost_ends(rules)) else ""
    return f"{won}scores {score} on average"


def _with_interval(mean: Estimate, unit: str) -> str:
    """Write a mean with its interval, unless it never varied."""
    interval = "" if mean.low == mean.high else f" ({mean.low:.1f} to {mean.high:.1f})"
    return f"{mean.number:.1f} {unit}{interval}"


def alone_finding(rules: Rules, played: Played, word: str, is_all: bool) -> Finding:
    """Report what a single player scores, how often it wins if it can lose, and what cannot be judged
    without opponents.
    """
    mean, unit = mean_of(played.scores[:, 0]), unit_of(rules)
    unjudged = "seats, ties and leaders" + (", skill, cards and strategies" if is_all else "")
    said = f"with 1 player there is no opponent, so {unjudged} are not judged"
    claim = f"{said}; one {word} player {result_words(rules, played)}"
    found = Finding(
        "plays-alone", "1 player", "balance", "ok", claim, mean.number, (mean.low, mean.high), unit
    )
    return _too_easy(found, won_by_team(played, lost)) if (lost := lost_ends(rules)) else found


def reached_measurements(
    rules: Rules, played: Played, random: Played | None, word: str, game: Game
) -> Iterator[Measurement]:
    """Measure how many scores reach the numbers in `check: scores:` of cards.yaml. It counts games,
    because seats of a game share its luck.

    What may be reached in all games is kept however well people play if it is kept now and a single
    player wants nothing but to score more, or if every score reaches it, in the `random` games too,
    if there are any.
    """
    about, entries = counted(played.players, "player"), _scores_of(game)
    named = values_of(game.root) if entries else {}
    for entry in entries:
        if "players" in entry.items:
            fewest, most = check_span(entry["players"].value)
            if not fewest <= played.players <= most:
                continue
        reached, (low, high) = entry["reaches"].data(), check_span(entry["share"].value)
        wanted = named[reached] if isinstance(reached, str) else reached
        reaching = played.scores >= wanted
        is_reached = random is not None and bool(reaching.all() and (random.scores >= wanted).all())
        share = mean_of(reaching.mean(axis=1))
        rate = points(share)
        yield Measurement(
            "score-reached",
            f"{wanted}, {about}",
            "balance",
            f"with {about}, {{}} of {word} scores are {wanted} {unit_of(rules)} or more",
            *rate,
            played.games,
            (float(low), float(high)),
            standard=f"{low} to {high} % is expected",
            too_little="too hard",
            too_much="too easy",
            place=entry.place,
            is_anyones=high == 100
            and (is_reached or (played.players == 1 and not lost_ends(rules))),
            players=played.players,
        )


def unknown_scores(game: Game) -> Iterator[Problem]:
    """List the names in `check: scores:` that no number of the game has."""
    for node in (entry["reaches"] for entry in _scores_of(game)):
        if isinstance(node.value, str) and node.value not in (known := values_of(game.root)):
            yield Problem.of(
                say.NOT_A_NUMBER(found=node.value),
                node.place,
                did_you_mean(node.value, known)
                or "write the keys that lead to the number, such as tables.rating.rows.master.coins",
            )


def _scores_of(game: Game) -> Sequence[Node]:
    section = game.root.get("check")
    entries = section.get("scores") if section else None
    return entries.elements if entries else ()


CLUELESS = "untested, because here looking one move ahead is no better than choosing at random"
"""Why the wins of greedy players say nothing about a game."""


def skill_measurement(
    rules: Rules,
    cards: Any,
    better: str,
    worse: str,
    players: int,
    games: int,
    seed: int,
    limits: dict[str, float],
    game: Game,
) -> Measurement:
    """Measure how often a better player wins among worse ones.

    Greedy players who do not win more say nothing about a game, only about themselves: whether
    better play is rewarded is then untested.
    """
    rate = one_among(rules, cards, parse_player(better), parse_player(worse), players, games, seed)
    fair = 100 / players
    enough = min(fair + limits["skill"] / members_of(rules, players), 100.0)
    is_clueless = better == "greedy" and 100 * rate.share < enough
    return Measurement(
        "skill",
        f"{better} among {worse}, {players} players",
        "balance",
        (
            f"one {better} player among {players - 1} {worse} {'one' if players == 2 else 'ones'} "
            f"wins {{}} of games"
        ),
        *points(rate),
        rate.games,
        # What looking ahead adds to an expert's knowledge says nothing about the game.
        (-np.inf if better == "search" or is_clueless else enough, np.inf),
        standard=f"an equal player would win {fair:.1f} %",
        too_little="better play is not rewarded",
        place=place_at(game, "game.players"),
        hint=better_judges(rules) if is_clueless else None,
        untested=CLUELESS if is_clueless else "",
        players=players,
        rivals=(better, worse),
        names_players=True,
    )


def _does(source: str, verb: str) -> str:
    """Put a verb behind a source of the score: "sales bring", "colour bonus brings"."""
    is_many = source.split()[0].endswith("s") or (
        source.endswith("s") and not source.endswith(("us", "ss"))
    )
    return f"{source} {verb}{'' if is_many else 's'}"


def money_table(rules: Rules, played: Played) -> list[dict[str, Any]]:
    """List what each source adds to a seat's score on average, among all and among winners; a
    single player is neither.
    """
    won, is_alone = played.places == 1, played.players == 1 or is_team(rules)
    means = played.ledger.mean(axis=(0, 1))
    winners = played.ledger[won].sum(axis=0) / max(1, won.sum())
    return [
        {
            "players": played.players,
            "source": source,
            "unit": unit_of(rules),
            "mean": float(mean),
            "winners": None if is_alone else float(winner),
        }
        for source, mean, winner in zip(played.columns.ledger, means, winners, strict=True)
    ]


def money_measurements(
    rules: Rules, played: Played, limits: dict[str, float], game: Game
) -> Iterator[Measurement]:
    """Measure what share of all earnings each source of the score brings; spending is not a source,
    nor are points that make up for the order of play.
    """
    ledger = played.ledger.sum(axis=1).astype(float)
    earned = np.clip(ledger, 0, None).sum(axis=1)
    for i, source in enumerate(played.columns.ledger):
        if source in getattr(rules, "SPENT", ()) or ledger[:, i].sum() < 0:
            continue
        if _is_head_start(played.ledger[:, :, i]):
            continue
        share = mean_of(ledger[:, i] / np.maximum(earned, 1))
        yield Measurement(
            "money-source",
            f"{source}, {counted(played.players, 'player')}",
            "balance",
            f"with {counted(played.players, 'player')}, {_does(source, 'bring')} {{}}",
            *points(share),
            played.games,
            (limits["money"], np.inf),
            f"% of all {unit_of(rules)}",
            too_little="hardly worth a rule",
            place=_place_of_source(game, source, rules),
        )


def _is_head_start(points: Any) -> bool:
    """Return whether a source, int of shape (games, seats), only makes up for the order of play: some
    seats always get more than others, whatever they do.
    """
    return bool((points == points[:1]).all() and (points != points[:, :1]).any())


def source_measurements(
    rules: Rules, played: Played, limits: dict[str, float], game: Game
) -> Iterator[Measurement]:
    """Measure, for each source, its share of the difference between the seats of a game, if a score
    has three or more sources.

    A source's contribution is its covariance with the score within games. Its share is taken of all
    positive contributions, so that the cost of a source, such as bids, does not count for the
    others. Its error is that of a ratio of two sums over games. If another source still matters,
    one may cause more: then players have two ways to score.
    """
    ledger, scores = played.ledger.astype(float), played.scores.astype(float)
    earning = list(map(int, np.flatnonzero(ledger.sum(axis=(0, 1)) > 0)))
    apart = scores - scores.mean(axis=1, keepdims=True)
    parts = ((ledger - ledger.mean(axis=1, keepdims=True)) * apart[:, :, None]).sum(axis=1)
    whole = parts[:, parts.sum(axis=0) > 0].sum(axis=1)
    if len(earning) < FEW_SOURCES or whole.sum() == 0:
        return
    shares = 100 * parts.sum(axis=0) / whole.sum()
    ledger_names = played.columns.ledger
    groups: list[tuple[int, ...]] = [(i,) for i in earning]
    if len(earning) >= FEW_FOR_SISTERS:
        groups += sisters_of([(i, ledger_names[i]) for i in earning], unit_of(rules))
    for group in groups:
        names = [ledger_names[i] for i in group]
        limit, kind = limits["decides"], ""
        if len(group) == 1 and _is_bonus(game, names[0], rules):
            limit, kind = min(limits["bonus"], limits["decides"]), " for one number of the rules"
        elif len(group) > 1:
            limit = (limits["decides"] + 100) / 2
        elif shares[group[0]] > limit and np.delete(shares, group[0]).max() >= STILL_MATTERS:
            limit, kind = (limits["decides"] + 100) / 2, " beside another source that matters"
        yield _deciding(
            parts[:, list(group)].sum(axis=1),
            whole,
            names,
            played,
            (limit, f"limit {limit:g} %{kind}"),
            len(earning) - len(group),
            _place_of_source(game, names[0], rules),
        )


def _deciding(
    part: Any,
    whole: Any,
    names: Sequence[str],
    played: Played,
    allowed: tuple[float, str],
    others: int,
    place: Place,
) -> Measurement:
    """Report the share of the differences between scores that some sources account for; `part` and
    `whole` have one entry per game, `allowed` is the limit and its wording.
    """
    about, words = counted(played.players, "player"), " and ".join(names)
    share = part.sum() / whole.sum()
    error = 100 * float(np.sqrt(((part - share * whole) ** 2).sum()) / whole.sum())
    number = 100 * float(share)
    causes = f"{words} together cause" if len(names) > 1 else _does(words, "cause")
    what = f"with {about}, {causes} {{}} of the difference between the scores of a game"
    if number < 0:
        what = (
            f"with {about}, {_does(words, 'narrow')} the difference between the scores of a game, "
            "because players who gain more from this source score less in all: its share is {}"
        )
    return Measurement(
        "source-decides",
        f"{words}, {about}",
        "balance",
        what,
        number,
        number - Z_95 * error,
        number + Z_95 * error,
        error,
        played.games,
        (-np.inf, allowed[0]),
        standard=allowed[1] if number >= 0 else "",
        too_much=(
            f"the player with the most of it wins, and the {others} other sources hardly matter"
        ),
        place=place,
        hint="let the other sources bring more, or this one less" if number > allowed[0] else None,
    )


def sisters_of(sources: Sequence[tuple[int, str]], unit: str) -> list[tuple[int, ...]]:
    """Pair the sources of a score whose names share a word, such as most heroes and most monsters.

    The word for the unit of scores is ignored, and so are short words.
    """
    words = {
        i: {word for word in re.findall(r"\w{4,}", name.lower()) if word not in (unit, f"{unit}s")}
        for i, name in sources
    }
    return [(i, j) for i, j in combinations(words, 2) if words[i] & words[j]]


def _place_of_source(game: Game, source: str, rules: Rules) -> Place:
    """Return the place of a source of the score: its line of `score:`, if the rules are data."""
    score, depth = game.root.at(("play", "score"))
    place = score.keys.get(source) if depth == 2 else None
    return place or place_at(game, source, rules)


def _is_bonus(game: Game, source: str, rules: Rules) -> bool:
    """Return whether a source of the score is one number of the rules."""
    path = getattr(rules, "PLACES", {}).get(source, "")
    node = game.root.at(tuple(path.split(".")))[0] if path.startswith("rules.") else None
    return node is not None and node.type == "integer"


def count_table(played: Played) -> list[dict[str, Any]]:
    """List the counted events: the mean per game, and the share of games with any."""
    means, present = played.counts.mean(axis=0), (played.counts > 0).mean(axis=0)
    return [
        {"players": played.players, "name": name, "mean": float(mean), "games_with": float(share)}
        for name, mean, share in zip(played.columns.counts, means, present, strict=True)
    ]


def unused_measurements(
    rules: Rules, all_played: dict[int, Played], limits: dict[str, float], game: Game
) -> Iterator[Measurement]:
    """Measure in what share of all games each part of the rules comes up, over all numbers of
    players.
    """
    games = sum(played.games for played in all_played.values())
    for name in getattr(rules, "WANTED", ()):
        column = rules.COUNTS.index(name)
        used = sum(int((played.counts[:, column] > 0).sum()) for played in all_played.values())
        yield Measurement(
            "rule-unused",
            name,
            "balance",
            f"{{}} of games have {name}",
            *points(Rate(used, games)),
            games,
            (limits["unused"], np.inf),
            standard=f"at least {limits['unused']:g} % is expected",
            too_little="a rule that hardly ever comes up",
            place=place_at(game, name, rules),
        )


def dead_card_measurements(
    rules: Rules, cards: Any, all_played: dict[int, Played], limits: dict[str, float], game: Game
) -> Iterator[Measurement]:
    """Measure how often a card is used, as a share of the games that show it.

    The share must be at least `dead_card` and, if there are enough similar cards to compare, at
    least `passed_over` per cent of their usual share.
    """
    if not hasattr(rules, "card_ids"):
        return
    ids, groups = rules.card_ids(cards), rules.card_groups(cards)
    used = np.zeros((2, len(ids)), np.int64)
    for played in all_played.values():
        used = used + played.part.used
    games = sum(played.games for played in all_played.values())
    seen = [int(number) or games for number in used[0]]  # a card in no game is used in none
    rates = [points(Rate(int(uses), shown)) for uses, shown in zip(used[1], seen, strict=True)]
    for group in dict.fromkeys(groups):
        alike = [i for i in range(len(ids)) if groups[i] == group]
        middle = 0.0
        if len(alike) >= FEW_CARDS:
            middle = float(np.median([rates[i].number for i in alike]))
        least, beside = limits["dead_card"], limits["passed_over"] / 100 * middle
        standard = f"at least {least:g} % is expected"
        if beside > least:
            standard = f"at least {beside:.1f} % is expected; {middle:.1f} % is usual for {group}"
        for i in alike:
            thing, is_used = thing_of(game, ids[i]), rates[i].number > least
            yield Measurement(
                "dead-card",
                ids[i],
                "balance",
                f"'{thing.name}' is used in {{}} of the games that have it",
                *rates[i],
                seen[i],
                (max(least, beside), np.inf),
                standard=standard,
                too_little="similar cards are wanted far more" if is_used else "no player wants it",
                place=thing.place,
            )


def worths(totals: Any) -> list[Estimate]:
    """Estimate each card's worth, as a fraction of a won game, from the sum of `worth` over any
    number of games.
    """
    worths = []
    for without, lost, with_it, won in totals.tolist():
        worth = Estimate(0.0, -1.0, 1.0, 0)
        if with_it and without:
            worth = share_difference(won / WIN, with_it, lost / WIN, without)
        worths.append(worth)
    return worths


def card_table(
    rules: Rules, cards: Any, game: Game, blind: Played, all_played: dict[int, Played]
) -> list[dict[str, Any]]:
    """List how often each card came up and was used, and its worth in points with the 95 %
    interval.
    """
    used = np.zeros_like(blind.part.used)
    for played in all_played.values():
        used = used + played.part.used
    taken = all_played[blind.players].part.taken
    ids, groups, estimates = (
        rules.card_ids(cards),
        rules.card_groups(cards),
        worths(blind.part.worth),
    )
    rows = []
    for i, (id_, group, worth) in enumerate(zip(ids, groups, estimates, strict=True)):
        number, low, high, error = points(worth)
        thing = thing_of(game, id_)
        takers = int(taken[i, 0]) if taken is not None else 0
        rows.append(
            {
                "card": id_,
                "kind": thing.sort,
                "group": group,
                "name": thing.name,
                "seen": int(used[0, i]),
                "used": int(used[1, i]),
                "worth": number,
                "low": low,
                "high": high,
                "error": error,
                "takers": takers,
                "takers_win": float(taken[i, 1] / WIN / takers) if takers else None,
            }
        )
    return rows


def card_measurements(
    table: list[dict[str, Any]], games: int, players: int, limits: dict[str, float], game: Game
) -> Iterator[Measurement]:
    """Measure each card's worth against the mean of its group."""
    for row in table:
        others = [other["worth"] for other in table if other["group"] == row["group"]]
        usual = sum(others) / len(others)
        yield Measurement(
            "card-worth",
            row["card"],
            "balance",
            f"'{row['name']}' adds {{}} to its user's chance of winning",
            row["worth"],
            row["low"],
            row["high"],
            row["error"],
            games,
            (usual - limits["card"], usual + limits["card"]),
            "points",
            f"{players} players, over all games; {row['group']} add {usual:.1f} on average",
            "weak",
            "strong",
            place=thing_of(game, row["card"]).place,
        )


def taken_measurements(
    rules: Rules, cards: Any, played: Played, limits: dict[str, float], game: Game
) -> Iterator[Measurement]:
    """Measure how often a seat wins in the games in which it used a card, compared with the median
    of the card's group.

    A player who uses good cards may win for other reasons, so this is not the card's worth. But if
    the user of a card nearly always wins, the card decides the game. A card is out of bounds if it
    is further from the group's median than `taken` points, or than SPREAD times the usual distance
    (1.48 times the median one) if that is less. The second limit finds single cards: if it would
    exclude more than a fifth of a group, these are a class of their own.
    """
    if not hasattr(rules, "card_ids") or played.part.taken is None or played.players < 2:
        return
    ids, groups, taken = rules.card_ids(cards), rules.card_groups(cards), played.part.taken
    rates = {i: points(ratio_from(taken[i], WIN)) for i in range(len(ids)) if taken[i, 0]}
    for group in dict.fromkeys(groups):
        alike = [i for i in rates if groups[i] == group]
        if len(alike) < FEW_CARDS:
            continue
        middle = float(np.median([rates[i].number for i in alike]))
        off = [abs(rates[i].number - middle) for i in alike]
        most = min(limits["taken"], max(LEAST_APART, SPREAD * 1.4826 * float(np.median(off))))
        if sum(distance > most for distance in off) > max(1, len(alike) // FEW_ALONE):
            most = limits["taken"]
        for i in alike:
            thing = thing_of(game, ids[i])
            remedy = "raise what it gives, or lower what it costs"
            if rates[i].number > middle:
                remedy = "lower what it gives, or raise what it costs"
            yield Measurement(
                "card-taken",
                ids[i],
                "balance",
                f"players who use '{thing.name}' win {{}} of the games in which they do",
                *rates[i],
                int(taken[i, 0]),
                (middle - most, middle + most),
                standard=f"{played.players} players; {middle:.1f} % for {group}",
                too_little="far weaker than similar cards",
                too_much="far stronger than similar cards",
                place=thing.place,
                hint=f"{remedy}: compare it with the others of {group}",
            )


def luck_finding(table: list[dict[str, Any]]) -> Iterator[Finding]:
    """Report how many games one good player loses to players without a plan; luck among equals is
    not measured here.
    """
    for row in table:
        if row["among"] == "random":
            lost = 100 * (1 - row["share"])
            claim = (
                f"one {row['player']} player among random ones loses {lost:.1f} % of games with "
                f"{row['players']} players; among equal players, luck decides more"
            )
            yield Finding(
                "luck", f"{row['players']} players", "balance", "ok", claim, lost, unit="%"
            )
