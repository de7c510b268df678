"""The places that `table:` in a cards.yaml gives to zones, compared with the zones of the rules.

In: a game, the names of its zones. Out: problems. Knows no game, and nothing about the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from generator.data.fieldtypes import slug
from generator.data.game import Game
from generator.data.problems import Problem, did_you_mean
from rules_check.toolkit import messages as say


def unknown_zones(game: Game, zones: Iterable[str]) -> Iterator[Problem]:
    """Find the zones of `table:` that the rules do not have; `zones` are all the zones of the
    rules, by the names on the table.
    """
    known = list(dict.fromkeys(map(slug, zones)))
    for part in ("middle", "seat"):
        rows = game.root.below("table", part).elements
        for zone in (zone for row in rows for zone in row.elements):
            if zone.value not in known:
                hint = did_you_mean(str(zone.value), known) or f"zones are {', '.join(known)}"
                yield Problem.of(say.NO_SUCH_ZONE(found=zone.value), zone.place, hint)
