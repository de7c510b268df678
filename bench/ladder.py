"""Does better play win? Each sort of player alone among each other sort, in every seat, at every
player count.

    python bench/ladder.py [GAMES] [PLAYER ...]

A player as good as the others wins one game in as many as there are players. Wins are in percent
with their 95 % intervals; games with a searching player are a fifth as many, for they take long.
"""

from __future__ import annotations

import sys
from itertools import permutations
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

GAMES, FEWER, SEED = 2000, 5, 1


def main() -> None:
    from generator.data.loading import load_game
    from rules_check.engine.players import SEARCH, parse_player
    from rules_check.games import emporium as rules
    from rules_check.play.measure import one_among

    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    kinds = [
        parse_player(word) for word in sys.argv[2:] or ("random", "greedy", "expert", "search")
    ]
    cards = rules.cards_record(load_game(ROOT / "cards.yaml"))
    counts = rules.player_counts(cards)
    print(f"| one of | among | {' | '.join(f'{players} players' for players in counts)} |")
    print(f"|---|---|{'--:|' * len(counts)}")
    print(f"| all alike | | {' | '.join(f'{100 / players:.1f}' for players in counts)} |")
    for one, other in permutations(kinds, 2):
        count = games // FEWER if SEARCH in (one.kind, other.kind) else games
        rates = [one_among(rules, cards, one, other, players, count, SEED) for players in counts]
        cells = " | ".join(str(rate).replace(" %", "") for rate in rates)
        print(f"| {one.text} | {other.text} | {cells} |")


if __name__ == "__main__":
    main()
