"""How good are players who learned a game in the minute before its first check? In each game whose
rules are data, at each number of players: one of them among greedy and among random players; and a
greedy player, their adversary and the best simple habit among them.

    python bench/learners.py                  all: about two minutes a game
    python bench/learners.py kuhn gem_wharf   these

A habit is chosen by games other than those that are printed. Wanted: a fair share or more among
greedy and random players, and no habit that wins more than its share and 4 points. Marked * is what
certainly misses that; the exit status is then 1. Prints a Markdown table.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

GAMES, LOOK, SEED = 2000, 400, 5
BEST = 5
MORE = 0.04
"""What a habit may win beyond its share."""


def main() -> int:
    from rules_check.engine.game import rules_of
    from rules_check.prove.lessons import lessons_for
    from tests.rules_check.notation.games import NAMES, game_named

    others = "among greedy | among random | greedy | adversary | habit"
    print(f"| game | players | seconds | judges | {others} |")
    print("|---|--:|--:|---|--:|--:|--:|--:|---|")
    missed = 0
    for name in sys.argv[1:] or NAMES:
        game = game_named(name)
        rules = rules_of(game)
        if hasattr(rules, "advise"):
            continue
        cards = rules.cards_record(game)
        counts = list(rules.player_counts(cards))
        began = time.perf_counter()
        if lessons := lessons_for(rules, game, cards, counts):
            lessons.take(lambda part: None)
        seconds = time.perf_counter() - began
        for players in counts:
            cells, marks = _row(rules, cards, players)
            missed += marks
            print(f"| {name} | {players} | {seconds:.0f} | {' | '.join(cells)} |", flush=True)
    return 1 if missed else 0


def _row(rules: Any, cards: Any, players: int) -> tuple[list[str], int]:
    """Measure the players who learned a game with so many; return cells, and how many miss the aim."""
    from rules_check.engine.game import is_team
    from rules_check.engine.kept import read_learned
    from rules_check.engine.players import parse_player
    from rules_check.play.measure import one_among
    from rules_check.prove.teaching import rate_of

    learned, pupil = read_learned(rules, cards, players), parse_player("learned")
    if learned is None:
        return ["nobody learned it", *[""] * 5], 1
    if players == 1 or is_team(rules):
        return [*_together(rules, cards, players), *[""] * 3], 0
    cells, missed = ["learned" if learned.is_judge else "greedy"], 0
    for word in ("greedy", "random"):
        rate = one_among(rules, cards, pupil, parse_player(word), players, GAMES, SEED)
        is_missed = rate.interval[1] < 1 / players
        missed += is_missed
        cells.append(f"{rate}{'*' * is_missed}")
    greedy = parse_player("greedy")
    cells.append(str(one_among(rules, cards, greedy, pupil, players, GAMES, SEED)))
    cells.append(str(rate_of(learned) or ""))
    word, rate = _best_habit(rules, cards, players)
    is_missed = rate is not None and rate.interval[0] > 1 / players + MORE
    return [*cells, f"{rate} ({word}){'*' * is_missed}" if rate else ""], missed + is_missed


def _together(rules: Any, cards: Any, players: int) -> list[str]:
    """Say what a team of each kind, or a single player, scores on average or wins."""
    from rules_check.engine.game import lost_ends
    from rules_check.engine.players import parse_line_up
    from rules_check.play.simulate import simulate

    cells = []
    for word in ("learned", "greedy", "random"):
        played = simulate(rules, cards, parse_line_up(word, players), SEED, GAMES)
        lost = sum(int((played.ends == end).sum()) for end in lost_ends(rules))
        cells.append(f"{word} {played.scores.mean():.1f} points, {1 - lost / GAMES:.1%} won")
    return cells


def _best_habit(rules: Any, cards: Any, players: int) -> tuple[str, Any]:
    """Choose the best of the simple habits of players who learned, and let it play fresh games."""
    from rules_check.engine.players import parse_player
    from rules_check.play.measure import each_among
    from rules_check.prove.actions import habits_of

    pupil = parse_player("learned")
    habits = habits_of(rules, cards, "learned")
    if not habits:
        return "", None
    tried = each_among(rules, cards, habits, pupil, players, LOOK, SEED + 1)
    best = sorted(range(len(habits)), key=lambda n: -tried[n].share)[:BEST]
    again = each_among(rules, cards, [habits[n] for n in best], pupil, players, GAMES, SEED + 2)
    first = max(range(len(best)), key=lambda n: again[n].share)
    habit = habits[best[first]]
    rate = each_among(rules, cards, [habit], pupil, players, 2 * GAMES, SEED + 3)[0]
    return habit.text, rate


if __name__ == "__main__":
    sys.exit(main())
