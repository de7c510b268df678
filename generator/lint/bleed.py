"""Lint: faces that end at the cut, so that a slightly misplaced cut leaves a white edge.

In: a `Workshop`. Out: a `Look`. Examines one card of each template, if it is printed edge to edge.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.data.findings import Finding
from generator.data.game import Card
from generator.face.images import is_white_past
from generator.lint.workshop import PAPER, Look, Workshop
from generator.pdf.raster import render_faces

DPI = 75
FAR_MM = 1.5  # how far past the cut a knife may slip


def check_bleed(workshop: Workshop) -> Iterator[Look]:
    """Find templates whose backgrounds and borders are not drawn past the cut: only a note, because
    home-printed cards are cut edge to edge.
    """
    first, components = dict[str, Card](), workshop.game.components
    dealt = set[str | None]()
    for component in components:
        for card in filter(component.deals, component.cards):
            dealt |= {card.id, component.back_of(card)}
    for card, _ in workshop.faces:
        if card.shape == "rectangle" and (card.size_mm is None or card.id in dealt):
            first.setdefault(card.template, card)
    findings = []
    for card, picture in render_faces(workshop.press, list(first.values()), DPI, FAR_MM + 0.5):
        if is_white_past(picture, workshop.game.size_of(card), DPI, far_mm=FAR_MM):
            findings.append(
                Finding(
                    "no-bleed",
                    card.id,
                    PAPER,
                    "ok",
                    "the drawing ends at the cut, so a slightly inaccurate cut leaves a white edge",
                    place=workshop.template_place(f"{card.template}:1"),
                    hint='extend backgrounds and borders by 4 mm on all sides, from x="-4" y="-4"',
                    wider=(card.kind,),
                    also=(("card", card.place),),
                    card=card.id,
                )
            )
    yield Look("bleed of templates", len(first), findings=tuple(findings))
