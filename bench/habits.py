"""How hard are the experts to beat? Every simple habit, and search, one among experts, at each
number of players.

    python bench/habits.py               all games: 400 games to choose, 4,000 fresh ones for the
                                         five best habits
    python bench/habits.py --games 50    roughly
    python bench/habits.py --game merchants-of-magick --players 3 --no-search

A habit plays as the expert does, but never makes one sort of move, makes it whenever it can, or
names another amount. What is printed was measured on games that no habit was chosen by. It takes
some minutes.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

PATHS = {
    "emporium": "cards.yaml",
    "empire": "games/empire/cards.yaml",
    **{name: f"games/{name}/cards.yaml" for name in ("merchants-of-magick", "brick-and-mortar")},
}
BEST = 5
SEARCHES = {"search:50": 20, "search:200": 40}
"""Who looks ahead, and how many times fewer games that plays."""


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure what simple habits win among experts.")
    parser.add_argument(
        "--games", type=int, default=400, help="games for each habit, a tenth of those for the best"
    )
    parser.add_argument("--game", choices=sorted(PATHS), action="append")
    parser.add_argument(
        "--players", type=int, action="append", help="numbers of players; all, if nothing is said"
    )
    parser.add_argument("--no-search", action="store_true", help="habits alone")
    asked = parser.parse_args()

    from generator.data.loading import load_game
    from rules_check.engine.game import load_rules
    from rules_check.engine.players import parse_player
    from rules_check.play.measure import each_among
    from rules_check.prove.actions import habits_of
    from rules_check.prove.fitting import fit

    for name in asked.game or PATHS:
        rules = load_rules(name)
        cards = fit(
            rules, rules.cards_record(load_game(ROOT / PATHS[name])), 1, with_training=False
        ).cards
        habits, expert = habits_of(rules, cards, "expert"), parse_player("expert")
        for players in asked.players or (
            count for count in rules.player_counts(cards) if count > 1
        ):
            print(
                f"{name}, {players} players, {100 / max(2, players):.1f} % is fair; "
                f"{len(habits)} habits"
            )
            tried = each_among(rules, cards, habits, expert, players, asked.games, 1)
            best = sorted(range(len(habits)), key=lambda n: -tried[n].share)[:BEST]
            fresh = each_among(
                rules, cards, [habits[n] for n in best], expert, players, 10 * asked.games, 2
            )
            for n, rate in zip(best, fresh, strict=True):
                print(f"  {habits[n].text:<28} {rate}")
            for word, fewer in () if asked.no_search else SEARCHES.items():
                rate = each_among(
                    rules,
                    cards,
                    [parse_player(word)],
                    expert,
                    players,
                    max(players, 10 * asked.games // fewer),
                    3,
                )[0]
                print(f"  {word:<28} {rate}", flush=True)


if __name__ == "__main__":
    main()
