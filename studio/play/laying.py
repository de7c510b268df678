"""The places of zones and cards on the table, as `table:` in a cards.yaml gives them; by default,
one after another.

In: a game, zones as a seat sees them. Out: the zones in order, each with its row, and docked cards
with their edge. Knows no page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import filterfalse

from generator.data.fieldtypes import slug
from generator.data.game import Game
from studio.protocol.played import LaidPile, LaidZone

EDGES = ("left", "right", "top", "bottom")


class Mat:
    """A game's table."""

    def __init__(self, game: Game) -> None:
        self._rows: dict[str, dict[str, int]] = {"middle": {}, "seat": {}}
        self._order = dict[str, int]()
        for part, rows in self._rows.items():
            for number, row in enumerate(game.table.get(part, ())):
                rows |= dict.fromkeys(row, number)
                for zone in row:
                    self._order.setdefault(zone, len(self._order))
        self._edges = dict[str, str]()
        docked = game.table.get("docked")
        for row in game.context["tables"][docked] if docked else ():
            edge = str(row.edge)
            self._edges[slug(str(row.id))] = edge
            if "name" in row:
                self._edges[slug(str(row.name))] = edge

    def laid(self, zones: Iterable[LaidZone]) -> list[LaidZone]:
        """Give zones their rows and sort them; zones that the table does not name come last."""
        pieces = [
            replace(zone, row=self._row(zone, n), piles=list(map(self._docked, zone.piles)))
            for n, zone in enumerate(zones)
        ]
        return sorted(pieces, key=lambda zone: (zone.seat, zone.row, self._place(slug(zone.name))))

    def _row(self, zone: LaidZone, number: int) -> int:
        """Return the row of a zone: of zones without one, each zone of a seat has a separate row,
        and those in the middle share one.
        """
        part, others = ("middle", 0) if zone.seat < 0 else ("seat", number)
        rows = self._rows[part]
        return rows.get(slug(zone.name), len(rows) + others)

    def _place(self, name: str) -> int:
        return self._order.get(name, len(self._order))

    def _docked(self, pile: LaidPile) -> LaidPile:
        """Find the cards docked to the edges of another; if two would be at the same edge, the
        second goes on top.
        """
        taken, beside = set[str](), list[LaidPile]()
        for other in pile.beside:
            edge = self._edges.get(re.sub(r"-\d+$", "", slug(other.group)), "")
            wanted = (edge, "top") if edge in EDGES else ()
            edge = next(filterfalse(taken.__contains__, wanted), "")
            taken.add(edge)
            beside.append(replace(other, edge=edge))
        return replace(pile, beside=beside)
