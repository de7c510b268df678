"""Texts that may run from right to left: their direction, and the order within a line.

In: a paragraph, its language and direction. Out: the levels of its words; for a line, its parts
from left to right.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from generator.face.bidi import (
    ICON,
    LEFTWARD_LANGUAGES,
    is_leftward,
    levels_of,
    line_levels,
    stretches,
    turns,
)
from generator.face.shaping import divided, measure
from generator.face.text.words import Fragment, Paragraph, Word, style_of


def direct(paragraph: Paragraph, language: str, direction: str = "") -> None:
    """Set the direction of a paragraph's words: `direction` (ltr, rtl) if given, otherwise by
    language and letters.
    """
    text = "".join((" " if word.space else "") + word.text for word in paragraph)
    is_of_leftward = language.split("-")[0] in LEFTWARD_LANGUAGES
    has_levels = direction == "rtl" or turns(text)
    if not has_levels and not is_of_leftward:
        return
    runs_left = words_run_left = direction == "rtl"
    if not direction:
        runs_left = is_leftward(text, language)
        words_run_left = runs_left or is_of_leftward
    levels = levels_of(text, int(runs_left)) if has_levels else []
    at, before = 0, 0
    for word in paragraph:
        word.is_leftward = words_run_left
        end = at + len(word.text) + bool(word.space)
        word.levels = tuple(levels[at:end])
        at = end
        if word.levels:
            word.pieces = _joined(word)
            if before % 2 or word.levels[0] % 2:
                word.kern = 0.0
            before = word.levels[-1]


def _joined(word: Word) -> list[Fragment]:
    """Measure a word's pieces again, with letters joined across them, each part in its own
    direction.
    """
    text, at = word.text, 0
    levels = word.levels[len(word.levels) - len(text) :]
    pieces = []
    for piece in word.pieces:
        end = at + (1 if piece.is_icon else len(piece.text))
        if not piece.is_icon:
            ways = [
                (at + part.start, at + part.end, part.is_leftward)
                for part in stretches(levels[at:end])
            ]
            width = math.fsum(
                measure(divided(text, first, last), piece.font, leftward=way)
                for first, last, way in ways
            )
            piece = piece._replace(width=width * piece.style.size)
        pieces.append(piece)
        at = end
    return pieces


def begins_right(line: list[Word]) -> bool:
    """Return whether a line belongs to a paragraph that begins at the right."""
    return bool(line) and line[0].is_leftward


class PlacedFragment(NamedTuple):
    """A part of a line in one style, or an icon, or a gap (then `text` is empty). `x`, its left
    end, and `width` in em.
    """

    text: str
    piece: Fragment
    x: float
    width: float
    is_leftward: bool


def in_order(line: list[Word]) -> list[PlacedFragment]:
    """Divide a line whose words have levels into its parts, from left to right."""
    characters, levels = "", [level for word in line for level in word.levels]
    owners: list[Fragment] = []
    for number, word in enumerate(line):
        if word.space and not number:
            del levels[0]
        elif word.space:
            is_within = not word.is_spread and style_of(owners[-1]) == style_of(word.pieces[0])
            owners.append(
                owners[-1]
                if is_within
                else Fragment("", word.pieces[0].font, False, False, word.space)
            )
            characters += " "
        for piece in word.pieces:
            characters += ICON if piece.is_icon else piece.text
            owners += [piece] * (len(characters) - len(owners))
    if line[-1].hyphen:
        last = owners[-1]
        characters += "-"
        owners.append(
            last._replace(text="-", is_icon=False, width=last.font.width("-") * last.style.size)
        )
        levels.append(levels[-1])
    base = int(line[0].is_leftward)
    cuts = [i for i in range(1, len(owners)) if style_of(owners[i]) != style_of(owners[i - 1])]
    placed: list[PlacedFragment] = []
    x = 0.0
    for stretch in stretches(line_levels(characters, levels, base), cuts):
        piece = owners[stretch.start]
        if piece.is_icon or not piece.text:
            placed.append(PlacedFragment(piece.text, piece, x, piece.width, stretch.is_leftward))
            x += piece.width
            continue
        text, share = divided(characters, stretch.start, stretch.end), piece.style.size
        space = piece.font.width(" ") * share  # none remains at either end, where SVG would drop it
        shown = text.rstrip(" ") if stretch.is_leftward else text.lstrip(" ")
        before = (len(text) - len(shown)) * space
        whole = measure(text, piece.font, leftward=stretch.is_leftward) * share
        text = text.strip(" ")
        if text:
            width = measure(text, piece.font, leftward=stretch.is_leftward) * share
            placed.append(PlacedFragment(text, piece, x + before, width, stretch.is_leftward))
        x += whole
    return placed
