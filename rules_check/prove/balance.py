"""Balance: seats, leaders, skill, what scores come from, cards, strategies, and parts of the rules that never come up.

In: games that were played, or rules and a card set to play more. Out: measurements for the section balance, and tables for the report.
Knows no game.

A card's worth is measured by intervention, not by who happened to hold it: in games played for this, each seat is blind to each
card with a chance of BLIND_PER_MILLE in 1000, all independent of each other. How much more often a seeing seat
wins than a blind one is the worth of being able to use the card; one set of games measures all cards at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from generator.data.findings import Finding
from generator.data.game import Game
from generator.data.problems import counted
from rules_check.engine.game import Rules
from rules_check.engine.players import WIN, parse_player
from rules_check.play.measure import each_among, one_among
from rules_check.play.simulate import Played
from rules_check.toolkit.things import thing_of
from rules_check.verdict.findings import Measurement, place_at
from rules_check.verdict.statistics import Rate, mean_of, points, share_difference

BLIND_PER_MILLE = 100


def wins(played: Played) -> Any:
    """Return each seat's share of each game's win, as float64 of shape (games, players).

    All zeros if nobody won, which happens only with broken rules.
    """
    won = played.places == 1
    return won / np.maximum(1, won.sum(axis=1, keepdims=True))


def seat_rates(played: Played) -> list[Rate]:
    """Return each seat's share of the wins."""
    return [Rate(float(won), played.games) for won in wins(played).sum(axis=0)]


def seat_measurements(played: Played, words: str, limits: dict[str, float], game: Game) -> Iterator[Measurement]:
    """Measure how often each seat wins."""
    players, fair = played.players, 100 / played.players
    for seat, rate in enumerate(seat_rates(played)):
        number, low, high, error = points(rate)
        yield Measurement(
            "seat-advantage",
            f"{players} players, seat {seat + 1}",
            "balance",
            f"seat {seat + 1} of {players} wins {{}} of games",
            number,
            low,
            high,
            error,
            played.games,
            (fair - limits["seat"], fair + limits["seat"]),
            standard=f"fair share {fair:.1f} %",
            too_little="too rarely",
            too_much="too often",
            place=place_at(game, "game.players"),
            hint=f"measured among {words} players: what is it worth to go first?",
        )


def game_measurements(played: Played, limits: dict[str, float], game: Game) -> Iterator[Measurement]:
    """Measure how often games tie for the win, and how often the leader half-way wins."""
    about, place = counted(played.players, "player"), place_at(game, "game.players")
    top = played.scores == played.scores.max(axis=1, keepdims=True)
    ties = int((top.sum(axis=1) > 1).sum())
    number, low, high, error = points(Rate(ties, played.games))
    yield Measurement(
        "ties",
        about,
        "balance",
        f"with {about}, {{}} of games have two or more players tied for the highest score",
        number,
        low,
        high,
        error,
        played.games,
        (0.0, limits["ties"]),
        standard=f"limit {limits['ties']:g} %",
        too_much="too many",
        place=place,
        hint="a tie-break decides them, or nothing does",
    )
    led = played.leaders >= 0
    if led.any():
        leaders = played.leaders[led]
        won = wins(played)[led][np.arange(int(led.sum())), leaders]
        number, low, high, error = points(Rate(float(won.sum()), int(led.sum())))
        yield Measurement(
            "runaway-leader",
            about,
            "balance",
            f"with {about}, the leader half-way wins {{}} of games",
            number,
            low,
            high,
            error,
            int(led.sum()),
            (0.0, limits["runaway"]),
            standard=f"limit {limits['runaway']:g} %",
            too_much="the second half hardly matters",
            place=place,
        )


def alone_finding(played: Played, word: str, is_all: bool, unit: str) -> Finding:
    """Report what one player alone comes to, and what cannot be judged for want of others."""
    mean = mean_of(played.scores[:, 0])
    interval = "" if mean.low == mean.high else f" ({mean.low:.1f} to {mean.high:.1f})"
    unjudged = "seats, ties and leaders" + (", skill, cards and strategies" if is_all else "")
    said = f"with 1 player there is nobody to win against, so {unjudged} are not judged"
    claim = f"{said}; one {word} player scores {mean.number:.1f} {unit}{interval} on average"
    return Finding("plays-alone", "1 player", "balance", "fine", claim, mean.number, (mean.low, mean.high), unit)


def skill_measurement(
    rules: Rules, cards: Any, better: str, worse: str, players: int, games: int, seed: int, limits: dict[str, float], game: Game
) -> Measurement:
    """Measure how often a better player wins among worse ones."""
    rate = one_among(rules, cards, parse_player(better), parse_player(worse), players, games, seed)
    number, low, high, error = points(rate)
    fair = 100 / players
    return Measurement(
        "skill",
        f"{better} among {worse}, {players} players",
        "balance",
        f"one {better} player among {players - 1} {worse} {'one' if players == 2 else 'ones'} wins {{}} of games",
        number,
        low,
        high,
        error,
        rate.games,
        (min(fair + limits["skill"], 100.0), np.inf),
        standard=f"an equal would win {fair:.1f} %",
        too_little="better play is not rewarded",
        place=place_at(game, "game.players"),
    )


def strategy_measurements(
    rules: Rules, cards: Any, word: str, players: int, games: int, seed: int, limits: dict[str, float], game: Game
) -> Iterator[Measurement]:
    """Measure how often a player who keeps to a restriction wins among players who do not."""
    fair, restrictions = 100 / players, getattr(rules, "STRATEGIES", ())
    restricted = [parse_player(f"{word}:{restriction}") for restriction in restrictions]
    rates = each_among(rules, cards, restricted, parse_player(word), players, games, seed)
    for restriction, rate in zip(restrictions, rates, strict=True):
        number, low, high, error = points(rate)
        yield Measurement(
            "strategy",
            restriction,
            "balance",
            f"with {restriction}, one {word} player of {players} wins {{}} of games",
            number,
            low,
            high,
            error,
            rate.games,
            (-np.inf, fair + limits["strategy"]),
            standard=f"without it {fair:.1f} %",
            too_much=f"leaving it out wins more, so {restriction.partition('=')[2]} is not worth doing",
            place=place_at(game, restriction, rules),
        )


def unit_of(rules: Rules) -> str:
    """Name the unit of the game's scores."""
    return getattr(rules, "UNIT", "points")


def money_table(rules: Rules, played: Played) -> list[dict[str, Any]]:
    """List what each source adds to the score of a seat on average, among all and among winners; one alone is neither."""
    won, is_alone = played.places == 1, played.players == 1
    means, winners = played.ledger.mean(axis=(0, 1)), played.ledger[won].sum(axis=0) / max(1, won.sum())
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


def money_measurements(rules: Rules, played: Played, limits: dict[str, float], game: Game) -> Iterator[Measurement]:
    """Measure the share of all earnings that each source of the score brings; spending is no source."""
    ledger = played.ledger.sum(axis=1).astype(float)
    earned = np.clip(ledger, 0, None).sum(axis=1)
    for i, source in enumerate(played.columns.ledger):
        if ledger[:, i].sum() < 0:
            continue
        share = mean_of(ledger[:, i] / np.maximum(earned, 1))
        number, low, high, error = points(share)
        yield Measurement(
            "money-source",
            f"{source}, {counted(played.players, 'player')}",
            "balance",
            f"with {counted(played.players, 'player')}, {source} bring{'' if source.endswith('s') else 's'} {{}}",
            number,
            low,
            high,
            error,
            played.games,
            (limits["money"], np.inf),
            f"% of all {unit_of(rules)}",
            too_little="hardly worth a rule",
            place=place_at(game, source, rules),
        )


def count_table(played: Played) -> list[dict[str, Any]]:
    """List what was counted: the mean per game, and the share of games with any."""
    means, present = played.counts.mean(axis=0), (played.counts > 0).mean(axis=0)
    return [
        {"players": played.players, "name": name, "mean": float(mean), "games_with": float(share)}
        for name, mean, share in zip(played.columns.counts, means, present, strict=True)
    ]


def unused_measurements(rules: Rules, all_played: dict[int, Played], limits: dict[str, float], game: Game) -> Iterator[Measurement]:
    """Measure in what share of all games each part of the rules comes up, over all numbers of players."""
    games = sum(played.games for played in all_played.values())
    for name in getattr(rules, "WANTED", ()):
        column = rules.COUNTS.index(name)
        number, low, high, error = points(Rate(sum(int((p.counts[:, column] > 0).sum()) for p in all_played.values()), games))
        yield Measurement(
            "rule-unused",
            name,
            "balance",
            f"{{}} of games have {name}",
            number,
            low,
            high,
            error,
            games,
            (limits["unused"], np.inf),
            standard=f"at least {limits['unused']:g} % should",
            too_little="a rule that hardly ever comes up",
            place=place_at(game, name, rules),
        )


def dead_card_measurements(
    rules: Rules, cards: Any, all_played: dict[int, Played], limits: dict[str, float], game: Game
) -> Iterator[Measurement]:
    """Measure in what share of the games that show a card it is used."""
    if not hasattr(rules, "card_ids"):
        return
    used = sum((played.part.used for played in all_played.values()), np.zeros((2, len(rules.card_ids(cards))), np.int64))
    games = sum(played.games for played in all_played.values())
    for i, id_ in enumerate(rules.card_ids(cards)):
        seen = int(used[0, i]) or games  # a card that no game has is used in none
        number, low, high, error = points(Rate(int(used[1, i]), seen))
        thing = thing_of(game, id_)
        yield Measurement(
            "dead-card",
            id_,
            "balance",
            f"'{thing.name}' is used in {{}} of the games that have it",
            number,
            low,
            high,
            error,
            seen,
            (limits["dead_card"], np.inf),
            standard=f"at least {limits['dead_card']:g} % should be",
            too_little="nobody wants it",
            place=thing.place,
        )


def card_table(rules: Rules, cards: Any, game: Game, blind: Played, all_played: dict[int, Played]) -> list[dict[str, Any]]:
    """List every card with how often it came up and was used, and its worth in points, with the 95 % interval."""
    used = sum((played.part.used for played in all_played.values()), np.zeros_like(blind.part.used))
    rows = []
    for i, (id_, group) in enumerate(zip(rules.card_ids(cards), rules.card_groups(cards), strict=True)):
        without, lost, with_it, won = blind.part.worth[i].tolist()
        worth = share_difference(won / WIN, with_it, lost / WIN, without)
        number, low, high, error = points(worth)
        thing = thing_of(game, id_)
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
            f"{players} players; {row['group']} add {usual:.1f} on average",
            "weak",
            "strong",
            place=thing_of(game, row["card"]).place,
        )


def luck_finding(table: list[dict[str, Any]]) -> Iterator[Finding]:
    """Report the share of games that luck decides: those that one good player loses to bad ones."""
    for row in table:
        if row["among"] == "random":
            lost = 100 * (1 - row["share"])
            claim = f"luck decides at most {lost:.1f} % of games with {row['players']} players: those that one {row['player']} player loses to random ones"
            yield Finding("luck", f"{row['players']} players", "balance", "fine", claim, lost, unit="%")
