"""Identifying rules and numbers: hashes by which results for them are stored and found again.

In: rules, a card set. Out: texts that differ after each change. Knows no game.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import numpy as np

from rules_check.engine.game import Rules
from rules_check.engine.kernel import PACKAGE, files_hash, game_part


def data_hash(cards: Any) -> str:
    """Hash everything that the rules know about a card set; 16 hexadecimal digits. Words, pictures
    and the weights of experts do not count.

    Nor do fractional numbers, which are derived from the others.
    """
    digest = hashlib.sha256()
    for name in cards.dtype.names:
        if cards[name].dtype.kind != "f":
            digest.update(np.ascontiguousarray(cards[name]).tobytes())
    return digest.hexdigest()[:16]


def sources_said(rules: Rules) -> str:
    """Return the location and the content of a game's own sources, as a text that differs after
    each change.
    """
    if home := home_of(rules):
        return f"{home}{files_hash(sorted(home.glob('*.py')), home)}"
    return game_part(Path(str(getattr(rules, "__file__", ""))).resolve())


def own_hash(rules: Rules, salt: str = "") -> str:
    """Return eight digits that differ after each change of a game's own sources, for a file name.
    `salt` goes before what is hashed.
    """
    return hashlib.sha256(f"{salt}{sources_said(rules)}".encode()).hexdigest()[:8]


def home_of(rules: Rules) -> Path | None:
    """Find the folder of rules from another package; None for our own."""
    source = Path(getattr(rules, "__file__", None) or __file__).resolve()
    return None if source.is_relative_to(PACKAGE) else source.parent
