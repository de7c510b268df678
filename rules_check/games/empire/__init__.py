"""Empire's rules, compiled: records of a card set and of a game go in, the game moves on by one decision.

rules_check/engine/game.py says what each verb promises. The parts: `rulings` and `state` declare what there is, `game` the moves and what
is counted; `course` has what is legal and what a move does, as the rulebook tells it; `knowledge` what a seat can know, and whether a
state is sound; `accounts` what a game came to; `expert` what things are worth, by `weights`, and how to play well; `show`, `story` and
`names` how the table and a game read; `examine` what can be said without playing. Other verbs are generated:
`rules.source` shows them.
"""

from __future__ import annotations

from typing import Any

from rules_check.games.empire import accounts, expert, knowledge
from rules_check.games.empire.examine import CODES, PIECES, examine, reach
from rules_check.games.empire.game import rules
from rules_check.games.empire.show import describe, touched, view
from rules_check.games.empire.story import tell

__all__ = ["accounts", "expert", "knowledge"]
rules.measure(CODES=CODES, PIECES=PIECES)
for verb in (describe, examine, reach, tell, touched, view):
    rules.verb(verb)


def __getattr__(name: str) -> Any:
    return getattr(rules, name)
