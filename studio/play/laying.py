"""The places of zones and cards on the table, as `table:` in a cards.yaml gives them; by default,
one after another.

In: a game, zones as a seat sees them. Out: the zones in order, each with its row, and docked cards
with their edge. Knows no page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from generator.data.fieldtypes import slug
from generator.data.game import Game
from studio.protocol.played import LaidPile, LaidZone

EDGES = ("left", "right", "top", "bottom")


class Mat:
    """A game's table."""

    def __init__(self, game: Game) -> None:
        self._middle, self._seat = (
            {zone: n for n, row in enumerate(game.table.get(part, ())) for zone in row}
            for part in ("middle", "seat")
        )
        self._order = [
            zone for part in ("middle", "seat") for row in game.table.get(part, ()) for zone in row
        ]
        docked = game.table.get("docked")
        rows = game.context["tables"][docked] if docked else ()
        self._edges = {
            slug(str(word)): str(row.edge)
            for row in rows
            for word in (row.id, row.name if "name" in row else row.id)
        }

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
        rows = self._middle if zone.seat < 0 else self._seat
        return rows.get(slug(zone.name), len(rows) + (0 if zone.seat < 0 else number))

    def _place(self, name: str) -> int:
        return self._order.index(name) if name in self._order else len(self._order)

    def _docked(self, pile: LaidPile) -> LaidPile:
        """Find the cards docked to the edges of another; if two would be at the same edge, the
        second goes on top.
        """
        taken, beside = set[str](), list[LaidPile]()
        for other in pile.beside:
            edge = self._edges.get(re.sub(r"-\d+$", "", slug(other.group)), "")
            edge = next((free for free in (edge, "top") if edge in EDGES and free not in taken), "")
            taken.add(edge)
            beside.append(replace(other, edge=edge))
        return replace(pile, beside=beside)
