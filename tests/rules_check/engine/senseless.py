"""Senses for tests of what needs some, whatever they show."""

from __future__ import annotations

import numpy as np

from rules_check.engine.senses import ENDS, SORT_COLUMNS, Senses


def no_senses() -> Senses:
    """Return senses that show nothing."""
    table, wholes, reals = np.zeros((0, ENDS + 1), np.int64), np.zeros(0, np.int64), np.zeros(0)
    sorts = np.zeros((0, SORT_COLUMNS), np.int64)
    return Senses(
        table, sorts, np.zeros(3, np.int64), reals, wholes, wholes, reals, np.zeros(4, np.int64)
    )
