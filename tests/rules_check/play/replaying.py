"""Records played to their end, or to one of their moves."""

from __future__ import annotations

from typing import Any

from rules_check.engine.game import Rules
from rules_check.play.record import RecordedGame, Replay


def replayed(
    rules: Rules, cards: Any, record: RecordedGame, file: str, most: int | None = None
) -> Any:
    """Play a record, or the first `most` of its moves, and return the state then."""
    replay = Replay(rules, cards, record, file)
    for move in record.moves[:most]:
        rules.apply(cards, replay.state, replay.number_of(move))
    if most is None:
        replay.finish()
    return replay.state
