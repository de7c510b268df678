"""How often what `check` and `compare` state is so: their own statements about samples of games whose truth is known.

    python bench/calibration.py              10,000 repetitions of each kind of statement, one core, some minutes
    python bench/calibration.py --times 500  roughly

A large pool of games among four of Emporium's experts is played once and taken for the truth. Samples are drawn from it with
replacement, of the size that a check plays, and measured by the functions that a check uses. Prints Markdown tables.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

PLAYERS, POOL, SINGLE, PAIRS = 4, 60_000, 8_000, 40_000
SEATS, WORTH, HABIT, SKILL, EVENINGS = 7203, 5000, 2000, 400, 8
"""Games that `check` plays of each sort, for four players; the last, evenings that people logged."""
LOOKS = 3
"""How many times as many games the second look of a check has here as the first."""
WHOLE = 10
"""By how much fewer repetitions there are of whole checks and comparisons."""


class Held:
    """How often the true value lay in the stated interval, by kind of statement and what it is about."""

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
                f"| {kind} | {self.games[kind]:,} | {all_:,} | {100 * held / all_:.1f} % | {each[0]:.1f}, {each[-1]:.1f} |",
                flush=True,
            )


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how often what check and compare state is so.")
    parser.add_argument("--times", type=int, default=10_000, help="repetitions")
    times = parser.parse_args().times

    from generator.data.findings import limits_of
    from generator.data.loading import load_game
    from rules_check.engine.noting import CARDS
    from rules_check.engine.players import parse_line_up, parse_player
    from rules_check.engine.playing import play_games
    from rules_check.games import emporium as rules
    from rules_check.play.simulate import Played, Run, shared_out, simulate
    from rules_check.prove import balance, comparing, ruling, soundness
    from rules_check.prove.actions import choice_measurements
    from rules_check.prove.checking import promised_minutes
    from rules_check.prove.fitting import fit
    from rules_check.verdict.findings import LIMITS, Measurement, judge
    from rules_check.verdict.statistics import Rate, games_to_add, mean_interval, points

    began, held, luck = time.perf_counter(), Held(), np.random.default_rng(1)
    game = load_game(ROOT / "cards.yaml")
    cards = fit(rules, rules.cards_record(game), 1, with_training=False).cards
    limits = limits_of(game.root.get("check"), LIMITS)[0]
    line_up, promise = parse_line_up("expert", PLAYERS), promised_minutes(game)
    pool = simulate(rules, cards, line_up, 1, POOL)
    pool = replace(pool, part=pool.part._replace(taken=None))

    def drawn(numbers: Any) -> Played:
        """Make a sample of the pool."""
        part = pool.part
        return replace(pool, part=part._replace(rows=part.rows[numbers]))

    def stated(played: Played) -> Iterator[Measurement]:
        """Measure what a check does in games whose every row it keeps."""
        stalled = int(np.isin(played.ends, rules.BAD_ENDS).sum())
        yield Measurement("stall", "", "", "", *points(Rate(stalled, played.games)), played.games, (0.0, limits["stall"]))
        yield soundness.length_measurement(played, limits, promise, game)
        yield from balance.seat_measurements(played, "expert", limits, game)
        yield from balance.game_measurements(played, limits, game)
        yield from balance.money_measurements(rules, played, limits, game)
        yield from balance.source_measurements(rules, played, limits, game)
        yield from balance.unused_measurements(rules, {PLAYERS: played}, limits, game)

    truths = {(one.code, one.about): one.number for one in stated(pool)}

    # games whose rows are kept, until every seat's interval is narrow enough
    for _ in range(times):
        numbers = luck.integers(POOL, size=SEATS)
        while more := games_to_add(balance.seat_rates(drawn(numbers)), 0.01):
            numbers = np.concatenate([numbers, luck.integers(POOL, size=more)])
        for one in stated(drawn(numbers)):
            if (one.code, one.about) in truths and one.low < one.high:
                held.add(one.code, one.about, truths[one.code, one.about], one.low, one.high, len(numbers))

    # what is only summed: cards and choices, from a pool of single games
    def sums(per_mille: int, is_noting: bool) -> list[Any]:
        runs = [Run(cards, line_up, 1, 8 * number) for number in range(SINGLE)]
        return [part for _, _, part in shared_out(play_games, rules, runs, 2, None, None, 1, False, per_mille, CARDS * is_noting)]

    def summed(name: str, parts: list[Any], games: int) -> tuple[Any, Iterator[Any]]:
        """Return the sum over a pool, and those over samples of it."""
        each = np.array([getattr(part, name).ravel() for part in parts], np.float64)
        shape = getattr(parts[0], name).shape

        def samples() -> Iterator[Any]:
            for start in range(0, times, 250):
                counts = np.array(
                    [np.bincount(luck.integers(SINGLE, size=games), minlength=SINGLE) for _ in range(min(250, times - start))]
                )
                yield from (counts @ each).reshape(-1, *shape).round().astype(np.int64)

        return each.sum(axis=0).reshape(shape).astype(np.int64), samples()

    def cards_stated(part: Any) -> Iterator[tuple[str, float, float, float]]:
        played = replace(pool, part=part)
        for row in balance.card_table(rules, cards, game, played, {PLAYERS: pool}):
            yield row["card"], row["worth"], row["low"], row["high"]

    whole, samples = summed("worth", sums(balance.BLIND_PER_MILLE, is_noting=False), WORTH)
    true = {card: worth for card, worth, *_ in cards_stated(pool.part._replace(worth=whole))}
    for sample in samples:
        for card, _, low, high in cards_stated(pool.part._replace(worth=sample)):
            held.add("card-worth", card, true[card], low, high, WORTH)
    noted = sums(0, is_noting=True)

    def by_sums(kind: str, name: str, games: int, measure: Callable[[Played], Iterator[Measurement]]) -> None:
        whole, samples = summed(name, noted, games)
        true = {one.about: one.number for one in measure(replace(pool, part=pool.part._replace(**{name: whole})))}
        for sample in samples:
            for one in measure(replace(pool, part=pool.part._replace(**{name: sample}))):
                if one.about in true and one.low < one.high:
                    held.add(kind, one.about, true[one.about], one.low, one.high, games)

    by_sums(
        "dead-card", "used", SEATS, lambda played: balance.dead_card_measurements(rules, cards, {PLAYERS: played}, limits, game)
    )
    by_sums("card-taken", "taken", SEATS, lambda played: balance.taken_measurements(rules, cards, played, limits, game))
    by_sums("action-unused", "chosen", SEATS // 8, lambda played: choice_measurements(rules, played, limits, game))

    # one player among others, as many games in each seat
    for kind, one, others, games in (
        ("strategy, exploitable", "expert:shift=bid+1", "expert", HABIT),
        ("skill", "expert", "random", SKILL),
    ):
        won = np.zeros((PLAYERS, SINGLE))
        for seat in range(PLAYERS):
            at = [parse_player(one if other == seat else others) for other in range(PLAYERS)]
            won[seat] = balance.wins(simulate(rules, cards, at, 3, SINGLE))[:, seat]
        for _ in range(times):
            rate = Rate(sum(float(won[seat, luck.integers(SINGLE, size=games // PLAYERS)].sum()) for seat in range(PLAYERS)), games)
            held.add(kind, "", float(won.mean()), *rate.interval, games)

    # rulings: the alternative measured by what common luck tells
    other = simulate(rules, rules.with_ruling(cards, "patron_passes", "must_fight"), line_up, 1, POOL)
    for now, then in zip(ruling.figures(rules, pool, limits, promise), ruling.figures(rules, other, limits, promise), strict=True):
        for games in (120, 2000):
            for _ in range(times // WHOLE):
                numbers = luck.integers(POOL, size=SEATS)
                under = ruling.measured(replace(now, values=now.values[numbers]), then.values[numbers[:games]]).then
                if under.low < under.high:
                    held.add(f"ruling-matters, {games:,} games", now.name, float(then.values.mean()), under.low, under.high, games)

    minutes = soundness.minutes_of(pool, limits).round()
    for _ in range(times):
        _, low, high = mean_interval(minutes[luck.integers(POOL, size=EVENINGS)].tolist(), 1.0)
        held.add("minutes that people logged", "", float(minutes.mean()), low, high, EVENINGS)
    held.show()

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
    for _ in range(times // WHOLE):
        numbers = luck.integers(POOL, size=LOOKS * SEATS)
        looks = [list(stated(drawn(numbers[:games]))) for games in (SEATS, LOOKS * SEATS)]
        first, second = (judge(limited(look, 0)) for look in looks)
        is_over = all(found.verdict != "unsure" for found in first)
        accused += any(found.verdict == "warning" for found in (first if is_over else second))
        beyond = [[one for one in limited(look, 1) if one.code == "seat-advantage"][:1] for look in looks]
        called_ok += any(judge(seat)[0].verdict == "ok" for seat in beyond)
        numbers_judged = len(first)
    print()
    print(f"| of {times // WHOLE:,} repetitions | stated | found |")
    print("|---|--:|--:|")
    told = f"checks of a game with all its {numbers_judged} numbers at their limits that warn of any"
    print(f"| {told} | at most 1 % | {Rate(accused, times // WHOLE)} |")
    print(
        f"| a seat beyond its limit by the leeway that is called ok | at most 1 % | {Rate(called_ok, times // WHOLE)} |", flush=True
    )

    # compare: pairs of two card sets, which of both is the new one by chance, so that nothing differs
    sides = [comparing.measured(rules, simulate(rules, one, line_up, 4, PAIRS)) for one in (cards, richer(rules, cards))]
    measures = comparing.measures_of(rules, PLAYERS)
    change = sides[1].mean(axis=0) - sides[0].mean(axis=0)
    alarms = wrong = 0
    for is_same in (True, False):
        for _ in range(times // WHOLE):
            tally = comparing.PairTally(measures)
            while tally.pairs < comparing.MOST_PAIRS and not tally.is_settled:
                numbers = luck.integers(PAIRS, size=comparing.BATCH)
                turned = (luck.random(comparing.BATCH) < 0.5)[:, None] & is_same
                old, new = (side[numbers] for side in sides)
                tally.add(np.where(turned, new, old), np.where(turned, old, new))
            if is_same:
                alarms += any(figure.verdict == "differs" for figure in tally.figures(is_equal=False))
            else:
                low, high = tally.difference.interval
                wrong += bool(((change < low - 1e-9) | (change > high + 1e-9)).any())
    print(
        f"| `compare` of two that do not differ, stopped early, that finds a difference | at most 5 % | {Rate(alarms, times // WHOLE)} |"
    )
    print(
        f"| `compare` of two that differ, stopped early, with any interval of {len(measures)} wrong | at most 5 % | {Rate(wrong, times // WHOLE)} |"
    )
    print(f"\n{time.perf_counter() - began:.0f} seconds")


def richer(rules: Any, cards: Any) -> Any:
    """Copy a card set in which all begin with 1 gold more."""
    other = cards.copy()
    other.starting_gold += 1
    return other


if __name__ == "__main__":
    main()
