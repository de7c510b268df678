"""Whole random games of Empire written down. `python -m tests.rules_check.games.playthrough_empire`
records them anew, on purpose.

Short games, by the numbers of hooks_empire.py: of cards.yaml only the ids count, so tuning it
changes no record.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rules_check.games import empire as rules
from rules_check.games.empire.state import RANKS
from rules_check.toolkit.reading import name_of
from tests.rules_check.engine.hooks_empire import SHORT
from tests.rules_check.games.playthrough import record, written
from tests.rules_check.games.scripted_empire import make_cards, type_text

FOLDER = Path(__file__).resolve().parent / "playthroughs" / "empire"
SEED, NUMBER = 7, 1
GAMES: dict[str, tuple[int, dict[str, Any]]] = {
    "3": (3, {}),
    "4": (4, {}),
    "5": (5, {}),
    "6": (6, {}),
    "match": (3, {"match": "overlord", "pillars_to_win": 2}),
    "rulings": (
        4,
        {
            "demand_names": "card",
            "trade_offers": "in_turn",
            "trade_partner": "same_empire",
            "skip_duty": "may_skip",
            "joker_pillar": "any_rank",
            "action": "may_pass",
            "pile_runs_out": "play_on",
        },
    ),
}


def cards_for(name: str, **changes: Any) -> Any:
    return make_cards(**{**SHORT, **GAMES[name][1], **changes})


def table_lines(cards: Any, state: Any) -> list[str]:
    """Write how the table lies: hands, pillars, what lies open."""

    def hand(seat: int) -> str:
        held = [
            f"{int(state.hand[seat, t])} {type_text(cards, t)}"
            for t in range(cards.types)
            if state.hand[seat, t]
        ]
        return ", ".join(held) or "no card"

    def pillar(code: int) -> str:
        rank = "any" if code // 8 == RANKS else name_of(cards.rank_name, code // 8)
        return f"{rank} with {code % 8}" if code % 8 else rank

    def top(seat: int) -> str:
        size = int(state.pile[seat, -1])
        return (
            f"{size} topped by {type_text(cards, state.pile[seat, size - 1])}" if size else "none"
        )

    lines = []
    for seat in range(state.players):
        pillars = (
            ", ".join(pillar(int(code)) for code in state.pillar[seat, : state.laid[seat]])
            or "none"
        )
        pending = "; to be skipped" if state.skip[seat] else ""
        lines.append(
            f"   {seat}  hand {hand(seat)}; pillars {pillars}; discards {top(seat)}{pending}"
        )
    return [*lines, f"   resources {int(state.deck[-1])}"]


def playthrough(name: str, cards: Any = None) -> str:
    cards = cards_for(name) if cards is None else cards
    return written(
        rules, cards, f"empire, short, {name}", table_lines, GAMES[name][0], SEED, NUMBER
    )


if __name__ == "__main__":
    record(FOLDER, {name: playthrough(name) for name in GAMES})
