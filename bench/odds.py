"""How long exact chances take: a deck of 100 cards asked of three groups, against reading the game
that it is in. `python bench/odds.py`.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from generator.data.loading import bundled_games, load_game
from generator.odds.asking import OddsQuestion, answer
from generator.odds.piles import pile_of, scope_of

RUNS = 20


def least_ms(work: Callable[[], object]) -> float:
    """Return the least processor time of several runs, in milliseconds."""
    times = []
    for _ in range(RUNS):
        begun = time.process_time()
        work()
        times.append(time.process_time() - begun)
    return 1000 * min(times)


def main() -> None:
    path = bundled_games()["emporium"]
    game = load_game(path)
    pile, scope = pile_of(game, "item,hero"), scope_of(game)
    questions = {
        "three groups, 7 of 108 cards": OddsQuestion(
            "count(slot = weapon) >= 1 and count(slot = armour) >= 1 and count(slot = charm) >= 1",
            7,
        ),
        "the same over ten turns": OddsQuestion(
            "count(slot = weapon) >= 1 and count(slot = armour) >= 1 and count(slot = charm) >= 1",
            7,
            turns=10,
        ),
        "a sum": OddsQuestion("sum(strength) >= 20", 7),
        "three others, four cards each": OddsQuestion(
            "any(count(slot = weapon) >= 2 over others)", 4, players=4
        ),
    }
    print(f"{'reading Emporium':<34} {least_ms(lambda: load_game(path)):>8.1f} ms")
    for name, question in questions.items():
        print(
            f"{name:<34} "
            f"{least_ms(lambda question=question: answer(pile, scope, question)):>8.1f} ms"
        )  # type: ignore[misc]


if __name__ == "__main__":
    main()
