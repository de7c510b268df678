"""Are the games the same as before? One hash for each game, number of players and sort of player.

    python bench/same_games.py > before.txt        before a change of rules or players
    python bench/same_games.py | diff before.txt -  after it
    python bench/same_games.py empire              one game

A hash covers the end, rounds, decisions, scores and places of 20,000 random, 2,000 expert and 200
greedy games. It takes some two minutes. `--quick` plays a hundredth of that.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

SEED = 1
GAMES = {"random": 20_000, "expert": 2_000, "greedy": 200}
PATHS = {
    "emporium": "cards.yaml",
    "empire": "games/empire/cards.yaml",
    "merchants-of-magick": "games/merchants-of-magick/cards.yaml",
    "brick-and-mortar": "games/brick-and-mortar/cards.yaml",
}


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Hash the games that random, expert and greedy players play."
    )
    parser.add_argument("--quick", action="store_true", help="a hundredth of the games")
    parser.add_argument(
        "games", nargs="*", default=list(PATHS), help="games, all unless some are named"
    )
    given = parser.parse_args()
    share = 100 if given.quick else 1

    from generator.data.loading import load_game
    from rules_check.engine.game import load_rules
    from rules_check.engine.players import parse_line_up
    from rules_check.engine.playing import play_games

    with ThreadPoolExecutor(2) as threads:
        for name in given.games:
            rules = load_rules(name)
            cards = rules.cards_record(load_game(ROOT / PATHS[name]))
            for sort, games in GAMES.items():
                for players in rules.player_counts(cards):
                    line_up, count = parse_line_up(sort, players), games // share
                    step = max(1, count // 20)
                    parts = threads.map(
                        lambda first, r=rules, c=cards, w=line_up, s=step: (
                            play_games(r, c, w, SEED, first, s).rows
                        ),
                        range(0, count, step),
                    )
                    rows = np.concatenate(list(parts))
                    fields = [
                        rows[name] for name in ("end", "rounds", "decisions", "places", "scores")
                    ]
                    told = np.column_stack(fields).astype("<i4")
                    print(
                        (
                            f"{name:<19} {sort:<7} {players} {len(rows):>6} "
                            f"{hashlib.sha256(told.tobytes()).hexdigest()[:24]}"
                        ),
                        flush=True,
                    )


if __name__ == "__main__":
    main()
