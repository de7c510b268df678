"""How many random games a second rules as data play on one core, and how many their twins in Python.

    python bench/goal_games.py                  all of tests/rules_check/notation/games, and Emporium
    python bench/goal_games.py kuhn high_water  these

Seconds are those of the processor, so that other work beside it counts little; of three rounds the
best, a game and its twin in turn. The first run compiles each game, which takes half a minute.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

ROUNDS, LONG_ENOUGH, BATCH = 3, 0.25, 1_000
LEAST, HALF = 2_000, 0.5


def main() -> int:
    from tests.rules_check.notation.games import NAMES

    print(f"{'game':<18}{'players':>8}{'games a second':>16}{'twin':>10}{'ratio':>8}")
    wrong = 0
    for name in sys.argv[1:] or NAMES:
        data, twin = _data(name), _twin(name)
        speeds = [[_speed(one) for one in (data, twin) if one] for _ in range(ROUNDS)]
        best = [max(column) for column in zip(*speeds, strict=True)]
        ratio = best[0] / best[1] if twin else None
        wrong += best[0] < LEAST or (ratio is not None and ratio < HALF)
        beside = f"{best[1]:>10,.0f}{ratio:>8.2f}" if ratio is not None else ""
        print(f"{name:<18}{data.players:>8}{best[0]:>16,.0f}{beside}", flush=True)
    return 1 if wrong else 0


def _data(name: str) -> Any:
    """Return a game by its rules as data."""
    from rules_check.notation.playing import rules_from
    from tests.rules_check.notation.games import game_named

    return _Side(rules_from(game_named(name)), game_named(name))


def _twin(name: str) -> Any:
    """Return the same game by rules in Python; None if there are none."""
    from generator.data.loading import load_game
    from rules_check.engine.game import load_rules
    from rules_check.engine.written import load_source
    from tests.rules_check.notation.games import game_named
    from tests.rules_check.notation.writing.test_twins import DEALING, source_of

    if name in DEALING:
        return _Side(load_source(source_of(name)), game_named(name))
    if name == "emporium":
        return _Side(load_rules(name), load_game(ROOT / "cards.yaml"))
    return None


class _Side:
    """A game by its rules, ready to be played."""

    def __init__(self, rules: Any, game: Any) -> None:
        from rules_check.engine.game import usual_count
        from rules_check.engine.players import parse_line_up

        self.rules, self.cards = rules, rules.cards_record(game)
        self.players = usual_count(list(rules.player_counts(self.cards)))
        self.line_up = parse_line_up("random", self.players)

    def play(self, first: int, games: int) -> None:
        from rules_check.engine.playing import play_games

        for number in range(first, first + games, BATCH):
            count = min(BATCH, first + games - number)
            play_games(self.rules, self.cards, self.line_up, 1, number, count)


def _speed(side: _Side) -> float:
    """Return how many games a second are played."""
    side.play(0, 1)
    first, games = 0, 20
    while True:
        begun = time.process_time()
        side.play(first, games)
        took = time.process_time() - begun
        if took > LONG_ENOUGH:
            return games / took
        first, games = first + games, games * 2


if __name__ == "__main__":
    sys.exit(main())
