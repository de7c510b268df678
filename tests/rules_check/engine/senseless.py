"""Senses for tests of what needs some, whatever they show."""

from __future__ import annotations

import numpy as np

from rules_check.engine.senses import ENDS, LINK_COLUMNS, SORT_COLUMNS, TALLY_COLUMNS, Senses


def no_senses() -> Senses:
    """Return senses that show nothing."""
    table, wholes, reals = np.zeros((0, ENDS + 1), np.int64), np.zeros(0, np.int64), np.zeros(0)
    sorts = np.zeros((0, SORT_COLUMNS), np.int64)
    return Senses(
        readings=table,
        sorts=sorts,
        coding=np.zeros(3, np.int64),
        knots=reals,
        things_at=wholes,
        things=wholes,
        worth=reals,
        tallies=np.zeros((0, len(TALLY_COLUMNS)), np.int64),
        links=np.zeros((0, len(LINK_COLUMNS)), np.int64),
        values=wholes,
        sizes=np.zeros(5, np.int64),
    )
