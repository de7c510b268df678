"""The measures of a game, declared as an enumeration: each member has its words for people and,
optionally, keywords about it.

In: declarations. Out: the attributes of rules that measuring reads: `COUNTS`, `LEDGER`,
`STRATEGIES`, `WANTED`, `NEVER`, `SCARCE`, `TOLD`, `SPENT` and `PLACES`. Knows no game.

    class Tally(Measure):
        SALES = "sales", "wanted"
        UPGRADES = "upgrades", "wanted", "rules.upgrades_most"

A keyword is `wanted` (should come up), `never` (should be zero), `scarce` (something runs out,
which should be rare), `told` (`check` says how often), `spent` (only takes from the score), or the
place of the number in cards.yaml: `rules.hand_size`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum
from types import MappingProxyType
from typing import Any, Self


class Measure(IntEnum):
    """Numbers from 0, in the order of their declaration, for compiled rules."""

    about: tuple[str, ...]
    """The name of a member, then its keywords."""

    def __new__(cls, *about: str) -> Self:
        made = int.__new__(cls, len(cls.__members__))
        made._value_, made.about = len(cls.__members__), about
        return made


_NONE: Mapping[str, str] = MappingProxyType({})


def measured(
    counts: Iterable[Measure] = (),
    ledger: Iterable[Measure] = (),
    strategies: Mapping[str, str] = _NONE,
    ends: Mapping[str, str] = _NONE,
) -> dict[str, Any]:
    """Gather what `account` counts for a game and for each seat, the restrictions whose price is
    worth knowing, and the ends, each with its place.
    """
    found: dict[str, Any] = {
        "STRATEGIES": tuple(strategies),
        "PLACES": {name: at for name, at in {**strategies, **ends}.items() if at},
    }
    for table, measures in (("COUNTS", counts), ("LEDGER", ledger)):
        found[table] = tuple(measure.about[0] for measure in measures)
        for name, *words in (measure.about for measure in measures):
            for word in words:
                if "." in word:
                    found["PLACES"][name] = word
                else:
                    found[word.upper()] = (*found.get(word.upper(), ()), name)
    return {name: value for name, value in found.items() if value}
