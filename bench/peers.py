"""Random play beside OpenSpiel and RLCard, in one run on one core of this machine.

    python bench/peers.py

The games are not the same, so every row says how many decisions its game takes: compare decisions,
not games. What is not installed is left out with a note
(`pip install open_spiel pettingzoo rlcard`); none of it is a dependency.

Ours is Emporium with four seats: first as the rules play it, compiled, then decision by decision
through each adapter, which is what a learner in Python gets. Goofspiel has four seats, 13 cards and
bids unseen, by a loop in Python and by OpenSpiel's own in C++.
"""

from __future__ import annotations

import importlib.util
import os
import random
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

PLAYERS, ROUNDS, SECONDS = 4, 3, 1.0
GOOFSPIEL = f"goofspiel(players={PLAYERS},num_cards=13,imp_info=True)"

Play = Callable[[int], int]
"""Plays so many games; returns the number of decisions in them."""


def row(what: str, games: str, decisions: str, length: str) -> None:
    print(f"{what:<56} {games:>10} {decisions:>12} {length:>10}", flush=True)


def games_for(play: Play) -> int:
    """Find how many games take about a second, ten at least."""
    play(1)  # compiles or loads what there is to
    started = time.perf_counter()
    play(10)
    return max(10, int(10 * SECONDS / (time.perf_counter() - started)))


def emporium() -> Play:
    from generator.data.loading import load_game
    from rules_check.engine.players import parse_line_up
    from rules_check.engine.playing import play_games
    from rules_check.games import emporium as rules

    cards, line_up = (
        rules.cards_record(load_game(ROOT / "cards.yaml")),
        parse_line_up("random", PLAYERS),
    )
    return lambda count: int(play_games(rules, cards, line_up, 1, 0, count).rows["decisions"].sum())


def through_pettingzoo() -> Play:
    from rules_check.adapters.pettingzoo import env

    table = env("emporium", PLAYERS)

    def play(count: int) -> int:
        decisions = 0
        for _ in range(count):
            table.reset()
            for agent in table.agent_iter():
                seen, _, is_over, is_cut, _ = table.last()
                decisions += not is_over
                table.step(
                    None
                    if is_over or is_cut
                    else table.action_space(agent).sample(seen["action_mask"])
                )
        return decisions

    return play


def python_loop(name: str) -> Play:
    """Play a sequential or simultaneous game of OpenSpiel by a loop in Python."""
    import pyspiel

    game, luck = pyspiel.load_game(name), random.Random(1)

    def play(count: int) -> int:
        decisions = 0
        for _ in range(count):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(
                        luck.choice(state.chance_outcomes())[0]
                    )  # all equally likely here
                elif state.is_simultaneous_node():
                    state.apply_actions(
                        [luck.choice(state.legal_actions(seat)) for seat in range(PLAYERS)]
                    )
                    decisions += PLAYERS
                else:
                    state.apply_action(luck.choice(state.legal_actions()))
                    decisions += 1
        return decisions

    return play


def through_openspiel() -> Play:
    import rules_check.adapters.openspiel as adapter

    return python_loop(f"{adapter.PREFIX}emporium(players={PLAYERS})")


def cpp_loop() -> Play:
    import pyspiel

    game = pyspiel.load_game(GOOFSPIEL)
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(PLAYERS)]
    length = python_loop(GOOFSPIEL)(20) // 20  # always the same: each bids all cards but the last

    def play(count: int) -> int:
        for number in range(count):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, number)
        return count * length

    return play


def rlcard_game(name: str) -> Play:
    import rlcard
    from rlcard.agents import RandomAgent

    table = rlcard.make(name, config={"seed": 1})
    table.set_agents([RandomAgent(num_actions=table.num_actions) for _ in range(table.num_players)])
    # A trajectory is state, action, state, ... of one seat, so every second entry is a decision.
    return lambda count: sum(
        len(one) // 2 for _ in range(count) for one in table.run(is_training=False)[0]
    )


ROWS: list[tuple[str, tuple[str, ...], Callable[[], Play]]] = [
    (f"Emporium, {PLAYERS} seats: the rules, compiled", (), emporium),
    (f"Emporium, {PLAYERS} seats: the PettingZoo adapter", ("pettingzoo",), through_pettingzoo),
    (
        f"Emporium, {PLAYERS} seats: the OpenSpiel adapter, Python loop",
        ("pyspiel",),
        through_openspiel,
    ),
    (
        f"OpenSpiel goofspiel, {PLAYERS} seats: Python loop",
        ("pyspiel",),
        lambda: python_loop(GOOFSPIEL),
    ),
    (f"OpenSpiel goofspiel, {PLAYERS} seats: C++ loop", ("pyspiel",), cpp_loop),
    ("RLCard uno, 2 seats: env.run", ("rlcard",), lambda: rlcard_game("uno")),
    ("RLCard leduc-holdem, 2 seats: env.run", ("rlcard",), lambda: rlcard_game("leduc-holdem")),
]


def main() -> None:
    warnings.simplefilter("ignore")  # of the others' imports
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    plays = dict[str, tuple[Play, int]]()
    best = dict[str, tuple[float, float]]()
    for what, needs, make in ROWS:
        missing = [name for name in needs if importlib.util.find_spec(name) is None]
        if missing:
            print(f"note: {what}: {', '.join(missing)} is not installed")
        else:
            play = make()
            plays[what] = play, games_for(play)
    for _ in range(ROUNDS):  # in turn, so that a busy moment hits all
        for what, (play, count) in plays.items():
            started = time.perf_counter()
            decisions = play(count)
            speed = count / (time.perf_counter() - started)
            best[what] = max(best.get(what, (0.0, 0.0)), (speed, decisions / count))
    row("random players, one core", "games/s", "decisions/s", "a game")
    for what, (speed, length) in best.items():
        row(what, f"{speed:,.0f}", f"{speed * length:,.0f}", f"{length:.1f}")


if __name__ == "__main__":
    main()
