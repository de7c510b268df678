"""Does better play win? Each sort of player alone among each other sort, in every seat, at every
player count.

    python bench/ladder.py [GAMES] [PLAYER ...]

A player as good as the others wins one game in as many as there are players. Wins are in percent
with their 95 % intervals; games with a searching player are a fifth as many, for they take long.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

GAMES, FEWER, SEED = 2000, 5, 1


def main() -> None:
    from generator.data.loading import load_game
    from rules_check.engine.players import parse_player
    from rules_check.games import emporium as rules
    from rules_check.play.measure import round_robin

    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    kinds = [
        parse_player(word) for word in sys.argv[2:] or ("random", "greedy", "expert", "search")
    ]
    cards = rules.cards_record(load_game(ROOT / "cards.yaml"))
    counts = rules.player_counts(cards)
    print(f"| one of | among | {' | '.join(f'{players} players' for players in counts)} |")
    print(f"|---|---|{'--:|' * len(counts)}")
    print(f"| all alike | | {' | '.join(f'{100 / players:.1f}' for players in counts)} |")
    tables = [round_robin(rules, cards, kinds, players, games, SEED, FEWER) for players in counts]
    for one, other in tables[0]:
        print(
            f"| {one} | {other} | "
            f"{' | '.join(str(table[one, other]).replace(' %', '') for table in tables)} |"
        )


if __name__ == "__main__":
    main()
