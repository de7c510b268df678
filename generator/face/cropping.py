"""Pictures of which a template's frame cuts off a considerable part.

In: a press that drew cards. Out: a note for each frame, with the picture that loses most.
"""

from __future__ import annotations

from generator.data.problems import Problem
from generator.face import messages as say
from generator.face.drawing import PlacedPicture
from generator.face.faces import template_place
from generator.face.press import Press

MUCH = 0.25
"""The share of a picture from which on its loss is noted."""


def cropped_pictures(press: Press) -> list[Problem]:
    """Note each frame of a template that cuts off much of a picture. The cards must all have been
    drawn.
    """
    frames: dict[str, dict[str, PlacedPicture]] = {}
    for placed in press.placed.values():
        for one in placed:
            if one.lost >= MUCH:
                frames.setdefault(one.at, {})[one.href] = one
    return [_note(at, list(pictures.values())) for at, pictures in frames.items()]


def _note(at: str, pictures: list[PlacedPicture]) -> Problem:
    worst = max(pictures, key=lambda one: one.lost)
    said = say.PICTURE_CROPPED(lost=worst.lost, href=worst.href[:60])
    if len(pictures) > 1:
        said = say.PICTURES_CROPPED(lost=worst.lost, href=worst.href[:60], count=len(pictures))
    return Problem.of(said, template_place(at)[1], None, "note")
