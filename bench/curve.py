"""Does looking further ahead win more? One searching player among experts, by the playouts that it
has for a decision.

    python bench/curve.py                                    Emporium with two, from 50 to 10,000
                                                             playouts: half an hour on one core
    python bench/curve.py empire --players 4 --games 100     another game
    python bench/curve.py --budgets 50,200                   some of it

With so few games the intervals are wide; those of each budget are played with the same luck. Prints
a Markdown table.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

BUDGETS = "50,200,1000,3000,10000"


def main() -> None:
    parser = argparse.ArgumentParser(
        description="One searching player among experts, by its playouts."
    )
    parser.add_argument("game", nargs="?", default="emporium")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=150)
    parser.add_argument("--budgets", default=BUDGETS)
    parser.add_argument("--seed", type=int, default=7)
    asked = parser.parse_args()

    from generator.data.loading import find_game, load_game
    from rules_check.engine.game import load_rules
    from rules_check.engine.players import parse_player
    from rules_check.play.measure import one_among

    game = load_game(find_game(asked.game)[0])
    rules = load_rules(game.plays)
    cards, expert = rules.cards_record(game), parse_player("expert")
    print(
        (
            f"| playouts a decision | wins of {game.title} with {asked.players} | games | "
            "processor seconds a game |\n|--:|--:|--:|--:|"
        ),
        flush=True,
    )
    for budget in map(int, asked.budgets.split(",")):
        began = time.process_time()
        rate = one_among(
            rules,
            cards,
            parse_player(f"search:{budget}"),
            expert,
            asked.players,
            asked.games,
            asked.seed,
        )
        spent = (time.process_time() - began) / asked.games
        print(f"| {budget:,} | {rate} | {rate.games:,} | {spent:.2f} |", flush=True)


if __name__ == "__main__":
    main()
