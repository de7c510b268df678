"""What is counted of a game, as tables that people can read: a line each, its name, then words about it two or more spaces further on.

In: text. Out: the names that rules give to those that measure: COUNTS, LEDGER, STRATEGIES, WANTED, NEVER, TOLD, SPENT and PLACES. Knows no game.
"""

from __future__ import annotations

import re
from typing import Any


def measured(counts: str = "", ledger: str = "", strategies: str = "") -> dict[str, Any]:
    """Read the tables of what `account` counts of a game and of each seat, and of restrictions whose price is worth knowing.

    A word is `wanted` (ought to come up), `never` (should be nought), `told` (`check` says how often), `spent` (takes from the score, or nothing), or where in cards.yaml the number
    stands: `rules.hand_size`.
    """
    found: dict[str, Any] = {
        "COUNTS": (),
        "LEDGER": (),
        "STRATEGIES": (),
        "WANTED": (),
        "NEVER": (),
        "TOLD": (),
        "SPENT": (),
        "PLACES": {},
    }
    for table, text in (("COUNTS", counts), ("LEDGER", ledger), ("STRATEGIES", strategies)):
        for line in text.strip().splitlines():
            name, *words = re.split(r" {2,}", line.strip())
            found[table] += (name,)
            for word in words:
                if "." in word:
                    found["PLACES"][name] = word
                else:
                    found[word.upper()] += (name,)
    return {name: value for name, value in found.items() if value}
