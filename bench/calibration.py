"""How often what `check` and `compare` state is so: their own statements about games under fresh
seeds.

    python bench/calibration.py              400 repetitions, one core, about half an hour
    python bench/calibration.py --times 100  roughly

A large pool of games among four of Emporium's experts is taken for the truth. Its games have
numbers that no check reaches. Each repetition plays games of its own, under a seed of its own and
as many as a check plays, and the functions that a check uses measure them. What one check or
comparison says as a whole is so rarely wrong that it takes more repetitions than can be played
afresh: those are samples of the pool. Prints Markdown tables.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

PLAYERS, POOL, PAIRS = 4, 400_000, 40_000
POOL_SEED, FAR = 0, 2**40
"""The seed of the pool, and the number of its first game."""
SEATS, WORTH, HABIT, SKILL, EVENINGS = 7203, 5000, 2000, 400, 8
"""Games that `check` plays of each sort, for four players; the last, evenings that people logged.
"""
OTHERS = (120, 2000)
"""Games of an answer to a ruling that is not chosen: a first look, and what `--deep` plays at most.
"""
LOOKS = 3
"""How many times as many games the second look of a check has here as the first."""
WHOLE_TIMES = 1000
"""Repetitions of whole checks and comparisons."""


class Held:
    """How often the true value lay in the stated interval, by kind of statement and what it is
    about.
    """

    def __init__(self) -> None:
        self.cases = defaultdict[str, dict[str, list[int]]](lambda: defaultdict(lambda: [0, 0]))
        self.games = dict[str, int]()

    def add(self, kind: str, about: str, truth: float, low: float, high: float, games: int) -> None:
        case = self.cases[kind][about]
        case[0] += low <= truth <= high
        case[1] += 1
        self.games[kind] = games

    def show(self) -> None:
        print("| kind of statement | games | statements | 95 % intervals that hold | from, to |")
        print("|---|--:|--:|--:|--:|")
        for kind, cases in self.cases.items():
            held, all_ = (sum(case[i] for case in cases.values()) for i in (0, 1))
            each = sorted(100 * case[0] / case[1] for case in cases.values())
            print(
                (
                    f"| {kind} | {self.games[kind]:,} | {all_:,} | {100 * held / all_:.1f} % | "
                    f"{each[0]:.1f}, {each[-1]:.1f} |"
                ),
                flush=True,
            )


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Measure how often what check and compare state is so."
    )
    parser.add_argument(
        "--times", type=int, default=400, help="repetitions, each under a seed of its own"
    )
    parser.add_argument("--pool", type=int, default=POOL, help="games taken for the truth")
    parser.add_argument(
        "--whole", type=int, default=WHOLE_TIMES, help="repetitions of whole checks and comparisons"
    )
    asked = parser.parse_args()
    times, pool_size, whole_times = asked.times, asked.pool, asked.whole

    from generator.data.findings import limits_of
    from generator.data.loading import load_game
    from rules_check.engine.noting import CARDS
    from rules_check.engine.players import parse_line_up, parse_player
    from rules_check.games import emporium as rules
    from rules_check.play.measure import each_among
    from rules_check.play.simulate import Played, joined, simulate
    from rules_check.prove import balance, comparing, ruling, soundness
    from rules_check.prove.actions import choice_measurements
    from rules_check.prove.checking import promised_minutes
    from rules_check.prove.fitting import fit
    from rules_check.verdict.findings import LIMITS, Measurement, judge
    from rules_check.verdict.statistics import Rate, games_to_add, mean_interval, points

    began, held, luck = time.perf_counter(), Held(), np.random.default_rng(1)
    game = load_game(ROOT / "cards.yaml")
    cards = fit(rules, rules.cards_record(game), 1, with_training=False).cards
    limits = limits_of(game.root.below("check"), LIMITS)[0]
    line_up, promise = parse_line_up("expert", PLAYERS), promised_minutes(game)
    seeds = range(1, times + 1)

    def stated(played: Played) -> Iterator[Measurement]:
        """Measure what a check does in games whose every row it keeps."""
        stalled = int(np.isin(played.ends, rules.BAD_ENDS).sum())
        stall = points(Rate(stalled, played.games))
        yield Measurement("stall", "", "", "", *stall, played.games, (0.0, limits["stall"]))
        yield soundness.length_measurement(rules, played, limits, promise, game)
        yield from balance.seat_measurements(played, "expert", limits, game)
        ties = points(Rate(int(balance.tied(played).sum()), played.games))
        yield Measurement("ties", "", "", "", *ties, played.games, (0.0, limits["ties"]))
        for one in balance.game_measurements(played, limits, game):
            if isinstance(one, Measurement) and one.code != "ties":
                yield one
        yield from balance.money_measurements(rules, played, limits, game)
        yield from balance.source_measurements(rules, played, limits, game)
        yield from balance.unused_measurements(rules, {PLAYERS: played}, limits, game)

    def summed(played: Played) -> Iterator[Measurement]:
        """Measure what a check does in sums over games: of cards and of choices."""
        yield from balance.dead_card_measurements(rules, cards, {PLAYERS: played}, limits, game)
        yield from balance.taken_measurements(rules, cards, played, limits, game)
        yield from choice_measurements(rules, played, limits, game)

    # games whose rows are kept, until every seat's interval is narrow enough
    pool = simulate(rules, cards, line_up, POOL_SEED, pool_size, FAR, noting=CARDS)
    truths = {(one.code, one.about): one.number for one in [*stated(pool), *summed(pool)]}
    for seed in seeds:
        played = simulate(rules, cards, line_up, seed, SEATS, noting=CARDS)
        while more := games_to_add(balance.seat_rates(played), 0.01):
            further = simulate(rules, cards, line_up, seed, more, played.games, noting=CARDS)
            played = joined([played, further])
        for one in [*stated(played), *summed(played)]:
            if (one.code, one.about) in truths and one.low < one.high:
                held.add(one.code, one.about, truths[one.code, one.about], one.low, one.high, SEATS)

    # the worth of cards, in games with blind seats
    def worths(played: Played) -> Iterator[tuple[str, float, float, float]]:
        for row in balance.card_table(rules, cards, game, played, {PLAYERS: pool}):
            yield row["card"], row["worth"], row["low"], row["high"]

    blind = simulate(
        rules, cards, line_up, POOL_SEED, pool_size, FAR, per_mille=balance.BLIND_PER_MILLE
    )
    true = {card: worth for card, worth, *_ in worths(blind)}
    for seed in seeds:
        blind = simulate(rules, cards, line_up, seed, WORTH, per_mille=balance.BLIND_PER_MILLE)
        for card, _, low, high in worths(blind):
            held.add("card-worth", card, true[card], low, high, WORTH)

    # one player among others, as many games in each seat
    for kind, one, others, games in (
        ("strategy, exploitable", "expert:shift=bid+1", "expert", HABIT),
        ("skill", "expert", "random", SKILL),
    ):
        player, other = parse_player(one), parse_player(others)
        won = 0.0
        for seat in range(PLAYERS):
            at = [player if n == seat else other for n in range(PLAYERS)]
            each = simulate(rules, cards, at, POOL_SEED, pool_size // PLAYERS, FAR)
            won += float(balance.wins(each)[:, seat].mean()) / PLAYERS
        for seed in seeds:
            (rate,) = each_among(rules, cards, [player], other, PLAYERS, games, seed)
            held.add(kind, "", won, *rate.interval, games)

    # rulings: the alternative measured by what common luck tells
    fight = rules.with_ruling(cards, "patron_passes", "must_fight")
    far = simulate(rules, fight, line_up, POOL_SEED, pool_size, FAR)
    truly = [one.values.mean() for one in ruling.figures(rules, far, limits, promise)]
    for seed in seeds:
        chosen = simulate(rules, cards, line_up, seed, SEATS)
        other_answer = simulate(rules, fight, line_up, seed, max(OTHERS))
        sides = [ruling.figures(rules, one, limits, promise) for one in (chosen, other_answer)]
        for now, then, truth in zip(*sides, truly, strict=True):
            for games in OTHERS:
                under = ruling.measured(now, then.values[:games]).then
                if under.low < under.high:
                    kind = f"ruling-matters, {games:,} games"
                    held.add(kind, now.name, float(truth), under.low, under.high, games)

    minutes = soundness.minutes_of(pool, limits).round()
    for _ in range(10 * whole_times):
        _, low, high = mean_interval(minutes[luck.integers(pool_size, size=EVENINGS)].tolist(), 1.0)
        held.add("minutes that people logged", "", float(minutes.mean()), low, high, EVENINGS)
    held.show()

    pool = replace(pool, part=pool.part._replace(taken=None))

    def drawn(numbers: Any) -> Played:
        """Make a sample of the pool."""
        part = pool.part
        return replace(pool, part=part._replace(rows=part.rows[numbers]))

    # whole checks: every number lies exactly at its limit, or beyond it by its leeway
    def limited(listed: list[Measurement], beyond: float) -> list[Measurement]:
        rows = []
        for one in listed:
            least, most = one.allowed
            if (one.code, one.about) not in truths or (one.code == "length" and promise is None):
                continue
            truth, room = truths[one.code, one.about], most - least
            if np.isfinite(most):
                end = truth - beyond * one.leeway
                rows.append(replace(one, allowed=(end - room if np.isfinite(room) else least, end)))
            elif np.isfinite(least):
                rows.append(replace(one, allowed=(truth + beyond * one.leeway, most)))
        return rows

    accused, called_ok, numbers_judged = 0, 0, 0
    luck = np.random.default_rng(2)
    for _ in range(whole_times):
        numbers = luck.integers(pool_size, size=LOOKS * SEATS)
        looks = [list(stated(drawn(numbers[:games]))) for games in (SEATS, LOOKS * SEATS)]
        first, second = (judge(limited(look, 0)) for look in looks)
        is_over = all(found.verdict != "unsure" for found in first)
        accused += any(found.verdict == "warning" for found in (first if is_over else second))
        beyond = [
            [one for one in limited(look, 1) if one.code == "seat-advantage"][:1] for look in looks
        ]
        called_ok += any(judge(seat)[0].verdict == "ok" for seat in beyond)
        numbers_judged = len(first)
    print()
    print(f"| of {whole_times:,} repetitions | stated | found |")
    print("|---|--:|--:|")
    told = (
        f"checks of a game with all its {numbers_judged} numbers at their limits that warn of any"
    )
    print(f"| {told} | at most 1 % | {Rate(accused, whole_times)} |")
    print(
        (
            "| a seat beyond its limit by the leeway that is called ok | at most 1 % | "
            f"{Rate(called_ok, whole_times)} |"
        ),
        flush=True,
    )

    # compare: pairs of two card sets, which of both is the new one by chance, so that nothing
    # differs
    sides = [
        comparing.measured(rules, simulate(rules, one, line_up, 4, PAIRS))
        for one in (cards, richer(rules, cards))
    ]
    measures = comparing.measures_of(rules, PLAYERS)
    change = sides[1].mean(axis=0) - sides[0].mean(axis=0)
    alarms = wrong = 0
    for is_same in (True, False):
        for _ in range(whole_times):
            tally = comparing.PairTally(measures)
            while tally.pairs < comparing.MOST_PAIRS and not tally.is_settled:
                numbers = luck.integers(PAIRS, size=comparing.BATCH)
                turned = (luck.random(comparing.BATCH) < 0.5)[:, None] & is_same
                old, new = (side[numbers] for side in sides)
                tally.add(np.where(turned, new, old), np.where(turned, old, new))
            if is_same:
                alarms += any(
                    figure.verdict == "differs" for figure in tally.figures(is_equal=False)
                )
            else:
                low, high = tally.difference.interval
                wrong += bool(((change < low - 1e-9) | (change > high + 1e-9)).any())
    print(
        "| `compare` of two that do not differ, stopped early, that finds a difference | at "
        f"most 5 % | {Rate(alarms, whole_times)} |"
    )
    print(
        f"| `compare` of two that differ, stopped early, with any interval of {len(measures)} "
        f"wrong | at most 5 % | {Rate(wrong, whole_times)} |"
    )
    print(f"\n{time.perf_counter() - began:.0f} seconds")


def richer(rules: Any, cards: Any) -> Any:
    """Copy a card set in which all begin with 1 gold more."""
    other = cards.copy()
    other.starting_gold += 1
    return other


if __name__ == "__main__":
    main()
