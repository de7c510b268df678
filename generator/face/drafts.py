"""The mark of a draft: a frame and a word over a face that is printed in spite of its errors, so
that it is not taken for finished.

In: a fitted face. Out: the face with the mark over it.
"""

from __future__ import annotations

from dataclasses import replace

from generator.data.geometry import decimals
from generator.face.faces import Face
from generator.face.fonts import DEFAULT_FAMILY
from generator.face.svg import Element

COLOUR = "#E6007E"
WORD = "DRAFT"
FRAME_MM = 1.2
LABEL_MM = (16.0, 4.6)


def with_draft_mark(face: Face) -> Face:
    """Return a face with a frame at its edges and a label in the middle of its top."""
    (width, height), at = face.size_mm, face.root.at
    across, down = min(LABEL_MM[0], width), min(LABEL_MM[1], height)
    frame = {
        "x": FRAME_MM / 2,
        "y": FRAME_MM / 2,
        "width": width - FRAME_MM,
        "height": height - FRAME_MM,
        "stroke-width": FRAME_MM,
    }
    label = {"x": (width - across) / 2, "y": 0.0, "width": across, "height": down}
    text = {"x": width / 2, "y": down * 0.76, "font-size": down * 0.72}
    group = Element(
        "g",
        {"data-ink": "keep"},
        [
            Element("rect", {**_numbers(frame), "fill": "none", "stroke": COLOUR}, [], at),
            Element("rect", {**_numbers(label), "fill": COLOUR, "stroke": "none"}, [], at),
            Element(
                "text",
                {
                    **_numbers(text),
                    "text-anchor": "middle",
                    "font-family": DEFAULT_FAMILY,
                    "font-weight": "700",
                    "font-style": "normal",
                    "fill": "#FFFFFF",
                    "stroke": "none",
                },
                [WORD],
                at,
            ),
        ],
        at,
    )
    root = face.root
    return replace(face, root=Element(root.tag, root.attributes, [*root.children, group], at))


_n = decimals(4)


def _numbers(values: dict[str, float]) -> dict[str, str]:
    return {name: _n(value) for name, value in values.items()}
