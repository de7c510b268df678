"""Pictures that promote a game: a hand of cards held as a fan, and a table with decks and cards.

In: faces as Pillow images, cut to their shape. Out: one Pillow image. The same faces give the same
picture; nothing is random.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from generator.pdf.png import Picture

Rgb = tuple[int, int, int]
FAN_STEP = 9.0  # degrees from one card of a hand to the next
FAN_MOST = 56.0  # degrees from the first to the last
ARM = 2.1  # how far below its middle a hand's cards turn, in heights of a card
TURNS = (-1.6, 1.1, -0.7, 1.9, -1.3, 0.6, 1.5, -1.0)  # how askew cards are on a table, in degrees
DECK = 7  # cards that a deck shows the edges of
SHADE = 0.34  # how dark a shadow is


def hand(faces: Sequence[Picture], ground: Rgb | None) -> Picture:
    """Fan faces out as a hand holds them, the first at the left and lowest. `ground` None leaves
    what is around them empty.

    Faces are RGBA or RGB and best of one size. Raises ValueError without any.
    """
    if not faces:
        raise ValueError("there is no card to show")
    height = max(face.height for face in faces)
    width = max(face.width for face in faces)
    step = min(FAN_STEP, FAN_MOST / max(1, len(faces) - 1))
    arm = height * ARM
    placed = []
    for number, face in enumerate(faces):
        angle = (number - (len(faces) - 1) / 2) * step
        x, y = math.sin(math.radians(angle)) * arm, -math.cos(math.radians(angle)) * arm
        placed.append((face, x, y, -angle))
    return _laid(placed, ground, width * 0.12)


def table(decks: Sequence[Picture], faces: Sequence[Picture], ground: Rgb | None) -> Picture:
    """Place decks in a row, face down, and faces in rows below, slightly askew, as on a real table.

    Raises ValueError if there is neither.
    """
    if not decks and not faces:
        raise ValueError("there is no card to show")
    pictures = [*decks, *faces]
    width = max(picture.width for picture in pictures)
    height = max(picture.height for picture in pictures)
    columns = max(len(decks), min(len(faces), max(3, math.ceil(math.sqrt(len(faces) * 1.9)))), 1)
    rows = [list(faces[start : start + columns]) for start in range(0, len(faces), columns)]
    placed: list[tuple[Picture, float, float, float]] = []
    edge = width * 0.006
    y = 0.0
    for number, row in enumerate([list(decks), *rows] if decks else rows):
        for column, face in enumerate(row):
            x = (column - (len(row) - 1) / 2) * width * 1.13
            turn = TURNS[(column * 3 + number * 5) % len(TURNS)]
            if decks and number == 0:
                placed += [
                    (face, x + edge * layer, y - edge * layer, turn / 2) for layer in range(DECK)
                ]
            else:
                placed.append((face, x, y, turn))
        y += height * 1.1
    return _laid(placed, ground, width * 0.2)


def _laid(
    placed: Sequence[tuple[Picture, float, float, float]], ground: Rgb | None, margin: float
) -> Picture:
    """Place pictures over each other, each with its middle at a point, rotated by degrees to the
    left, and with a shadow.
    """
    from PIL import Image, ImageFilter, ImageOps

    turned = []
    for picture, x, y, angle in placed:
        clear = ImageOps.expand(
            picture.convert("RGBA"), 2
        )  # else the edges of what is turned come out as stairs
        whole = clear.rotate(angle, Image.Resampling.BICUBIC, expand=True)
        turned.append((whole, round(x - whole.width / 2), round(y - whole.height / 2)))
    left = min(x for _, x, _ in turned) - round(margin)
    top = min(y for _, _, y in turned) - round(margin)
    right = max(x + one.width for one, x, _ in turned) + round(margin)
    bottom = max(y + one.height for one, _, y in turned) + round(margin)
    whole = Image.new(
        "RGBA", (right - left, bottom - top), (*ground, 255) if ground else (0, 0, 0, 0)
    )
    soft = max(1.0, margin * 0.09)
    pad = round(3 * soft)
    for one, x, y in turned:
        alpha = Image.new("L", (one.width + 2 * pad, one.height + 2 * pad), 0)
        alpha.paste(one.getchannel("A").point(lambda value: round(value * SHADE)), (pad, pad))
        shadow = Image.new("RGBA", alpha.size, (20, 16, 12, 255))
        shadow.putalpha(alpha.filter(ImageFilter.GaussianBlur(soft)))
        whole.alpha_composite(shadow, (x - left - pad, y - top - pad + round(soft)))
        whole.alpha_composite(one, (x - left, y - top))
    return whole if ground is None else whole.convert("RGB")
