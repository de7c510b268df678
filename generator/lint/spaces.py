"""Lint: whether pieces fit into the places where they are put during play.

In: a `Workshop`. Out: a `Look`. Knows the places that templates name by `data-holds`, and the
printed sizes of pieces.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.data.findings import Finding
from generator.data.game import Card
from generator.data.units import format_size_mm
from generator.face.stamp import Space
from generator.lint.workshop import Look, Workshop, worst_of_each

SLACK_MM = 0.05  # by which a piece may be larger than its place


def check_spaces(workshop: Workshop) -> Iterator[Look]:
    """Lay pieces side by side in every place for them, and count how many fit."""
    findings, number = list[Finding](), 0
    sizes = piece_sizes(workshop)
    for card, stamp in workshop.faces:
        scale = workshop.scale(card, stamp)
        for space in stamp.spaces:
            number += 1
            size = sizes.get(space.piece)
            if size is None:
                said = f"'data-holds' expected a kind of card or a card, found '{space.piece}'"
                findings.append(
                    workshop.warning(
                        "space-unknown", card, space.at, said, 0, 0, "correct the name"
                    )
                )
            else:
                findings += _too_small(workshop, card, space, size, scale)
    if number:
        yield Look("fit of pieces in their places", number, findings=worst_of_each(findings))


def piece_sizes(workshop: Workshop) -> dict[str, tuple[float, float]]:
    """Return width and height in millimetres by card, and by kind: the largest of each."""
    found: dict[str, tuple[float, float]] = {}
    for card in workshop.game.cards.values():
        width, height = found[card.id] = workshop.game.size_of(card)
        widest, highest = found.get(card.kind, (0.0, 0.0))
        found[card.kind] = max(width, widest), max(height, highest)
    return found


def room_for(size: tuple[float, float], place: tuple[float, float]) -> int:
    """Count how many rectangles of a size fit into another, side by side in rows, all upright or
    all turned.
    """
    width, height = place[0] + SLACK_MM, place[1] + SLACK_MM
    return max(int(width // a) * int(height // b) for a, b in (size, size[::-1]))


def _too_small(
    workshop: Workshop, card: Card, space: Space, size: tuple[float, float], scale: float
) -> Iterator[Finding]:
    place = space.box.width * scale, space.box.height * scale
    room = room_for(size, place)
    if room < space.number:
        said = (
            f"expected room for {space.number} of '{space.piece}', {format_size_mm(size)} each, "
            f"found {place[0]:.1f} x {place[1]:.1f} mm, which is room for {room}"
        )
        hint = "make the place larger, or the pieces smaller; a stack of pieces counts once"
        yield workshop.warning("space-small", card, space.at, said, room, space.number, hint)
