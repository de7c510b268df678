"""A table written as text, the same way for all games: a heading, the middle of the table, then a
block of seats.

In: a `View`. Out: lines of at most `prose.WIDTH`. Knows no game.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import chain, groupby, zip_longest
from typing import Any

from generator.data.game import Game
from rules_check.engine.view import NOBODY, Pile, View, Zone, table_of
from rules_check.toolkit.prose import WIDTH, wrapped

MARGIN = " " * 6
WIDEST_HEAD = 36
"""The largest width of a seat's name and counters; if they are wider, everything else moves to the
next lines.
"""
HELD = "\N{NO-BREAK SPACE}"


def shown(rules: Any, game: Game, cards: Any, state: Any, seat: int) -> list[str]:
    """Describe the table, in one line each, as a seat sees it; -1 sees everything."""
    return written(table_of(rules, game, cards, state, seat))


def written(view: View) -> list[str]:
    """Write a view: its zones in their order, with all zones of seats at the place of the first of
    them.
    """
    lines, seats = list(view.heading), _seats(view)
    for zone in view.zones:
        if zone.seat == NOBODY:
            lines += _middle(zone)
        else:
            lines += seats
            seats = []
    return lines + seats


def listed(piles: Sequence[Pile]) -> str:
    """List piles, each group after its name: "leather: Hazel Wand 1, Oilskin Coat 1; steel: Crown
    Helm 6".
    """
    groups = groupby(piles, key=lambda pile: pile.group)
    return "; ".join(
        (f"{group}: " if group else "") + ", ".join(pile.words.replace(" ", HELD) for pile in some)
        for group, some in groups
    )


def _wrapped(head: str, text: str) -> list[str]:
    """Write a text after a head; parts that belong together are broken only if they do not fit on a
    line.
    """
    lines = wrapped(head, text)
    if max(map(len, lines)) > WIDTH:
        lines = wrapped(head, text.replace(HELD, " "))
    return [line.replace(HELD, " ") for line in lines]


def _middle(zone: Zone) -> list[str]:
    """Write a zone in the middle: cards with facts as a separate table, others on one line."""
    if not any(pile.facts for pile in zone.piles):
        words = listed(zone.piles) or "none" if zone.words is None else zone.words
        return _wrapped(f"{zone.name}: ", words)
    rows = [(pile.words, *pile.facts) for pile in zone.piles]
    widths = [max(map(len, column)) for column in zip_longest(*rows, fillvalue="")]
    lines = [zone.name]
    for row, pile in zip(rows, zone.piles, strict=True):
        cells = zip_longest(row, widths, fillvalue="")
        head = "".join(f"  {text:<{width}}" for text, width in cells)
        lines += _row(f"{head}  ", listed(pile.beside))
    return lines


def _row(head: str, text: str) -> list[str]:
    """Write a row of a table with its note beside it, or below it if it does not fit."""
    lines = _wrapped(head, text)
    if max(map(len, lines)) <= WIDTH:
        return lines
    text = text.replace(HELD, " ")
    return [
        head.rstrip(),
        *textwrap.wrap(text, WIDTH, initial_indent=MARGIN, subsequent_indent=MARGIN),
    ]


def _seats(view: View) -> list[str]:
    """Write the seats: name, marker, counters, and the zones on separate lines beside them, or
    below if heads are long.
    """
    seats = {zone.seat for zone in view.zones} | {counter.seat for counter in view.counters}
    heads = {seat: _head(view, seat) for seat in sorted(seats - {NOBODY})}
    if not heads:
        return []
    lines = ["Seats"]
    is_below = max(map(len, heads.values())) > WIDEST_HEAD
    for seat, head in heads.items():
        margin = MARGIN if is_below else " " * len(head)
        zones = [_of_seat(margin, zone) for zone in view.zones if zone.seat == seat]
        beside = list(chain.from_iterable(zones))
        if beside and not is_below:
            head += beside.pop(0)[len(head) :]
        lines += [head.rstrip(), *beside]
    return lines


def _head(view: View, seat: int) -> str:
    """Write a seat's name, marker and counters."""
    who = f"seat {seat + 1} (you)" if seat == view.seat else f"seat {seat + 1}"
    mark = {NOBODY: "", seat: "*"}.get(view.marker, " ")
    count = ", ".join(counter.words for counter in view.counters if counter.seat == seat)
    return f"  {who:<12}{mark} {count:>8}  "


def _of_seat(margin: str, zone: Zone) -> list[str]:
    """Write a seat's zone; if cards have notes, each goes on a separate line."""
    if not any(pile.note for pile in zone.piles):
        return _wrapped(margin, text) if (text := _beside(zone)) else []
    heads = [f"{zone.name}: ", *[" " * len(f"{zone.name}: ")] * len(zone.piles)]
    noted = (_noted(margin, head, pile) for head, pile in zip(heads, zone.piles, strict=False))
    return list(chain.from_iterable(noted))


def _noted(margin: str, head: str, pile: Pile) -> list[str]:
    """Write a card after a head, and its text, which is broken only after commas."""
    held = pile.words.replace(" ", HELD).replace(f",{HELD}", ", ")
    text, later = f"{held}: {pile.note}" if pile.note else held, margin + " " * (len(head) + 2)
    lines = textwrap.wrap(
        text, WIDTH, initial_indent=margin + head, subsequent_indent=later, break_on_hyphens=False
    )
    return [line.replace(HELD, " ") for line in lines]


def _beside(zone: Zone) -> str:
    """Write a seat's zone; one that lists no groups goes after its name."""
    if zone.words is not None or not zone.piles:
        return zone.words or ""
    if any(pile.group for pile in zone.piles):
        return listed(zone.piles)
    return f"{zone.name}: {listed(zone.piles)}"
