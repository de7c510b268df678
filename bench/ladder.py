"""Does better play win? Each sort of player alone among each other sort, in every seat, at every player count.

    python bench/ladder.py [GAMES] [PLAYER ...]

A player as good as the others wins one game in as many as there are players. Rates stand with their 95 % intervals; games with a
searching player are fewer (a tenth), for they take long.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

GAMES, SEED = 2000, 1


def main() -> None:
    from generator.game import load_game
    from rules_check.games import emporium as rules
    from rules_check.measure import one_among
    from rules_check.players import SEARCH, parse_player

    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    kinds = [parse_player(word) for word in sys.argv[2:] or ("random", "greedy", "expert", "search:200")]
    cards = rules.cards_record(load_game(ROOT / "cards.yaml"))
    print(f"| players | fair | {'one of':<10} | {'among':<10} | wins, % (95 % interval) | games | seconds |")
    print("|--:|--:|---|---|--:|--:|--:|")
    for players in rules.player_counts(cards):
        for one in kinds:
            for other in kinds:
                if one == other:
                    continue
                number = games // 10 if SEARCH in (one.kind, other.kind) else games
                started = time.perf_counter()
                rate = one_among(rules, cards, one, other, players, number, SEED)
                seconds = time.perf_counter() - started
                print(f"| {players} | {100 / players:.1f} | {one.text:<10} | {other.text:<10} | {rate!s:>22} | {rate.games} | {seconds:.1f} |", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
