"""Paragraphs divided into lines, and the lines' lengths and distances.

In: paragraphs of words, and a width. Out: lines of words. Lengths are in em of the text's size.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from generator.face.text.turning import in_order
from generator.face.text.words import FIRST_WIDE_LETTER, Fragment, Paragraph, Word, are_turned

Line = list[Word]


def wrap(paragraphs: list[Paragraph], width: float, hyphen: float = 0.3) -> list[Line]:
    """Break paragraphs into lines no wider than `width` (in em) if possible; no word is lost.

    A word wider than the line is alone on it. An empty paragraph is an empty line.
    """
    lines: list[Line] = []
    for paragraph in paragraphs:
        line: Line = []
        used = 0.0
        for word in paragraph:
            needed = word.gap + word.width + (hyphen if word.hyphen else 0.0)
            if line and used + needed > width + 1e-9:
                lines.append(line)
                line, used = [], 0.0
            used += word.width + (word.gap if line else 0.0)
            line.append(word)
        lines.append(line)
    return lines


def balanced(paragraphs: list[Paragraph], lines: list[Line], hyphen: float = 0.3) -> list[Line]:
    """Even out the lines of centred text by using the narrowest width that does not add a line, so
    that no word is left alone.
    """
    most = max(map(line_width, lines), default=0.0)
    if len(lines) <= len(paragraphs) or most <= 0:
        return lines
    low, high = most / len(lines), most
    for _ in range(12):
        middle = (low + high) / 2
        tried = wrap(paragraphs, middle, hyphen)
        if len(tried) <= len(lines) and max(map(line_width, tried)) <= middle + 1e-9:
            lines, high = tried, middle
        else:
            low = middle
    return lines


def line_width(line: Line) -> float:
    """Measure a line in em, including a soft hyphen at its end."""
    if are_turned(line):
        last = in_order(line)[-1]
        return last.x + last.width
    width = math.fsum(
        word.width + (word.gap if number else 0.0) for number, word in enumerate(line)
    )
    if not line or not line[-1].pieces:
        return width
    piece = line[-1].pieces[-1]
    if line[-1].hyphen:
        width += _hyphen_width(piece)
    return width - piece.tracking


def _hyphen_width(piece: Fragment) -> float:
    """Measure the hyphen that ends a line after a piece."""
    kern = 0.0 if piece.is_icon else piece.font.kern(piece.font.set(piece.text)[-1] + "-")
    return (piece.font.width("-") + kern) * piece.style.size + piece.tracking


def justified(paragraphs: list[Paragraph], lines: list[Line], width: float) -> list[Line]:
    """Widen the spaces of all lines but the last of each paragraph, up to `width` in em. Lines
    without spaces are unchanged, except those in Chinese or Japanese, whose letters are spread.
    """
    ends = {id(paragraph[-1]) for paragraph in paragraphs if paragraph}
    return [
        line if not line or id(line[-1]) in ends else _spread(line, width - line_width(line))
        for line in lines
    ]


def _spread(line: Line, more: float) -> Line:
    """Spread the words of a line over an additional width."""
    gaps = [number for number, word in enumerate(line[1:], 1) if word.space]
    if not gaps:
        wide = FIRST_WIDE_LETTER
        gaps = [number for number, word in enumerate(line[1:], 1) if word.text[:1] >= wide]
    if not gaps or more <= 0:
        return line
    share, spread = more / len(gaps), list(line)
    for number in gaps:
        spread[number] = replace(line[number], space=line[number].space + share, is_spread=True)
    return spread


def tallest(lines: Sequence[Line]) -> float:
    """Return the size of the largest words in some lines relative to the area's size; at least
    1.
    """
    return max(
        (1.0, *(piece.style.size for line in lines for word in line for piece in word.pieces))
    )


def baselines(lines: list[Line], leading: float) -> list[float]:
    """Return how far each line is below the first one, in em; a line with larger words is further
    below the previous one.
    """
    if tallest(lines) == 1.0:
        return [number * leading for number in range(len(lines))]
    found = [0.0]
    for line in lines[1:]:
        found.append(found[-1] + leading * tallest([line]))
    return found
