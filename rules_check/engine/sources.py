"""Which rules and which numbers: hashes by which what was found for them is kept and found again.

In: rules, a card set. Out: texts that are others after each change. Knows no game.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import numpy as np

from rules_check.engine.game import Rules
from rules_check.engine.kernel import PACKAGE, files_hash, game_part


def data_hash(cards: Any) -> str:
    """Hash all that the rules know of a card set; 16 hexadecimal digits. Words and pictures do not
    count, nor what experts weigh.

    Nor do numbers with fractions: they are worked out of the others.
    """
    told = hashlib.sha256()
    for name in cards.dtype.names:
        if cards[name].dtype.kind != "f":
            told.update(np.ascontiguousarray(cards[name]).tobytes())
    return told.hexdigest()[:16]


def sources_said(rules: Rules) -> str:
    """Write where a game's own sources are and what is in them, as a text that is another after
    each change.
    """
    if own := home_of(rules):
        return f"{own}{files_hash(sorted(own.glob('*.py')), own)}"
    return game_part(Path(str(getattr(rules, "__file__", ""))).resolve())


def home_of(rules: Rules) -> Path | None:
    """Find the folder of rules that come from another package; None for our own."""
    source = Path(getattr(rules, "__file__", None) or __file__).resolve()
    return None if source.is_relative_to(PACKAGE) else source.parent
