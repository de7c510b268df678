"""How a document writes colours: as red, green and blue, as grey, or as the four inks of a press.

In: colours as drawn (red, green, blue from 0 to 1) and pictures. Out: the same in the colour space
of a document. Knows no document; `pdf.Document` asks one of RGB, GREY and CMYK for every colour,
gradient and picture it writes.

If no profile of a press is given, the inks are computed from a simple model of one: the colours of
C, M, Y, K and of their overprints on white coated paper, mixed by the part of the paper that each
covers. The model is inverted with full grey replacement (GCR): of C, M and Y never more than two
beside K, so greys and black are K alone. Areas and pictures darker than solid K get C, M and Y
below it, up to C60 M40 Y40 K100; text and fine lines never do, so that they stay sharp. Nearly
black text, such as in a warm dark brown, is K alone too, with and without a profile. The inks of a
colour or a pixel sum up to at most 240 %.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from generator.data.colours import lightness_and_chroma
from generator.face.images import MOST_INK, Image, Separation, in_grey, in_inks, within_limit

Rgb = tuple[float, float, float]
Inks = tuple[float, float, float, float]

BLACK_LIGHTNESS, BLACK_CHROMA = 20, 16  # in CIE LCh: text and lines below both are black ink alone
SUPPORT = (0.6, 0.4, 0.4)  # C, M and Y below K where an area is black
DARK = 0.13  # how light solid K is; what is darker still is made of it
_DIM = 0.38  # a colour whose lightest part is below this is drawn towards what K can show
_STEPS = (
    8  # a gradient in another space is bent; this many straight pieces follow it between two stops
)
_GRID = 13  # nodes along each side of the table for pictures
_ROUNDS = 60  # of the search for inks; it is mostly done after six
_SHARES = (1.0, 0.5, 0.25, 0.1, 0.03, 0.01)  # of a step that are tried

# Colours of solids on coated paper as screens show them: two inks by their letters; rounded from
# what common software shows for web offset (SWOP). K is taken as neutral, so that greys need
# nothing else; an overprint with K is the product of the two.
_SOLIDS: dict[str, Rgb] = {
    "": (1.0, 1.0, 1.0),
    "C": (0.0, 0.68, 0.94),
    "M": (0.93, 0.0, 0.55),
    "Y": (1.0, 0.95, 0.0),
    "CM": (0.18, 0.19, 0.57),
    "CY": (0.0, 0.65, 0.32),
    "MY": (0.93, 0.11, 0.14),
}
_PAIRS = {"CM": 2, "CY": 1, "MY": 0}
"""Two inks, and the part of a colour that the third would take away."""


@dataclass(frozen=True)
class Colours:
    """One way of writing colours.

    `space` is the PDF name of the colour space, `operators` those that set the colour of fills and
    of strokes. `parts` gives the numbers of a colour, and is told whether it fills an area or draws
    text and fine lines; `picture` turns a whole picture. `steps` is how many pieces a gradient is
    made of between two stops. `profile` is that of the press, if it is for one, and `condition`
    what that calls itself.
    """

    space: str
    operators: tuple[str, str]
    parts: Callable[[Rgb, bool], tuple[float, ...]]
    picture: Callable[[Image], Image]
    steps: int = 1
    profile: bytes = b""
    condition: str = ""


def grey_of(rgb: Rgb, is_area: bool = False) -> tuple[float]:
    """Return the lightness of a colour from 0 (black) to 1 (white), weighted as Pillow does for
    pictures.
    """
    return (0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2],)


def is_nearly_black(rgb: Rgb) -> bool:
    """Return whether a colour is so dark and dull that text in it is meant to be black."""
    lightness, chroma = lightness_and_chroma(rgb)
    return lightness < BLACK_LIGHTNESS and chroma < BLACK_CHROMA


@lru_cache(maxsize=4096)
def inks_of(rgb: Rgb, is_area: bool = False) -> Inks:
    """Separate a colour into C, M, Y and K from 0 to 1; their sum is at most MOST_INK."""
    if not is_area and is_nearly_black(rgb):
        (level,) = grey_of(rgb)
        rgb = level, level, level
    lightest = max(rgb)
    floor = DARK * min(1.0, max(0.0, (_DIM - lightest) / (_DIM - DARK)))
    wanted = (max(rgb[0], floor), max(rgb[1], floor), max(rgb[2], floor))
    pair, (one, other, black) = _nearest(wanted)
    share = dict(zip(pair, (one, other), strict=True))
    below = max(0.0, 1 - lightest / DARK) if is_area else 0.0
    inks = [
        min(1.0, share.get(ink, 0.0) + below * support)
        for ink, support in zip("CMY", SUPPORT, strict=True)
    ]
    total = math.fsum(inks)
    if total > MOST_INK - black:
        inks = [ink * (MOST_INK - black) / total for ink in inks]
    return inks[0], inks[1], inks[2], black


def _nearest(wanted: Rgb) -> tuple[str, list[float]]:
    """Find the two inks, and their amounts and K, that come nearest to a colour; the most K among
    equals.
    """
    found = []
    for pair in sorted(_PAIRS, key=lambda pair: wanted[_PAIRS[pair]], reverse=True):
        found.append(_search(pair, wanted))
        if found[-1][0] < 1e-9:
            break
    _, pair, amounts = min(found, key=lambda answer: (round(answer[0], 6), -answer[2][2]))
    return pair, amounts


@lru_cache
def _terms(pair: str) -> tuple[tuple[float, ...], ...]:
    """Return the coefficients of 1, x, y, xy, k, xk, yk and xyk for red, green and blue, mixing two
    inks x and y with K.
    """
    terms = []
    for part in range(3):
        paper, x, y, both = (_SOLIDS[ink][part] for ink in ("", pair[0], pair[1], pair))
        plain = (paper, x - paper, y - paper, both - x - y + paper)
        terms.append((*plain, *(term * (DARK - 1) for term in plain)))
    return tuple(terms)


def _mixed(
    terms: tuple[float, ...], x: float, y: float, k: float
) -> tuple[float, float, float, float]:
    """Return one component of the colour of x, y and k, and its derivatives by each."""
    a, b, c, d, e, f, g, h = terms
    with_x = b + f * k + (d + h * k) * y
    with_y = c + g * k + (d + h * k) * x
    without_x = a + e * k + (c + g * k) * y
    return without_x + with_x * x, with_x, with_y, e + f * x + (g + h * x) * y


def _search(pair: str, wanted: Rgb) -> tuple[float, str, list[float]]:
    """Find the amounts of two inks and K, each from 0 to 1, that come nearest to a colour: how far
    off, the pair, the amounts.

    Gauss and Newton's method. An amount at its end that would go further is held there; a step that
    leads away is shortened.
    """
    terms = _terms(pair)
    amounts = [0.0, 0.0, 1 - max(wanted)]
    away = _off(terms, amounts, wanted)
    for _ in range(_ROUNDS):
        mixed = [_mixed(each, *amounts) for each in terms]
        off = [want - have[0] for want, have in zip(wanted, mixed, strict=True)]
        slopes = [[have[1 + ink] for have in mixed] for ink in range(3)]
        pull = [_dot(slope, off) for slope in slopes]
        step = _step(slopes, pull, amounts)
        for share in _SHARES:
            aims = [amount + share * by for amount, by in zip(amounts, step, strict=True)]
            moved = [min(1.0, max(0.0, aim)) for aim in aims]
            nearer = _off(terms, moved, wanted)
            if nearer < away:
                break
        else:
            break
        is_there = max(abs(a - b) for a, b in zip(moved, amounts, strict=True)) < 1e-6
        amounts, away = moved, nearer
        if is_there:
            break
    return away, pair, [0.0 if amount < 1e-6 else amount for amount in amounts]


def _step(slopes: list[list[float]], pull: list[float], amounts: list[float]) -> list[float]:
    """Return how far each amount is to move: 0 for those held at their ends."""
    free = [ink for ink in range(3) if not _is_held(amounts[ink], pull[ink])]
    square = [[_dot(slopes[a], slopes[b]) for b in free] for a in free]
    for number in range(len(free)):
        square[number][number] += 1e-9
    step = [0.0, 0.0, 0.0]
    for ink, by in zip(free, _solved(square, [pull[ink] for ink in free]), strict=True):
        step[ink] = by
    return step


def _is_held(amount: float, pull: float) -> bool:
    return (amount <= 0 and pull < 0) or (amount >= 1 and pull > 0)


def _off(terms: tuple[tuple[float, ...], ...], amounts: list[float], wanted: Rgb) -> float:
    """Return the distance of the colour of two inks and K from another, as the sum of squares."""
    off = [want - _mixed(each, *amounts)[0] for want, each in zip(wanted, terms, strict=True)]
    return _dot(off, off)


def _dot(one: list[float], other: list[float]) -> float:
    return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve up to three equations by elimination; the matrix is positive definite, so no rows need
    changing places.
    """
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for column, pivot in enumerate(rows):
        for row in rows[column + 1 :]:
            share = row[column] / pivot[column]
            row[:] = [value - share * above for value, above in zip(row, pivot, strict=True)]
    answers = [0.0] * len(rows)
    for column in range(len(rows) - 1, -1, -1):
        row = rows[column]
        known = math.fsum(row[later] * answers[later] for later in range(column + 1, len(rows)))
        answers[column] = (row[-1] - known) / row[column]
    return answers


def _picture_in_inks(image: Image) -> Image:
    if image.is_grey:
        return in_inks(image, 256, _greys())
    return in_inks(image, _GRID, _table())


@lru_cache
def _table() -> tuple[Inks, ...]:
    """Return the inks of colours on an even grid, red changing fastest: the lookup table for
    pictures.
    """
    levels = [step / (_GRID - 1) for step in range(_GRID)]
    return tuple(
        inks_of((red, green, blue), True) for blue, green, red in product(levels, repeat=3)
    )


@lru_cache
def _greys() -> tuple[Inks, ...]:
    return tuple(inks_of((level / 255, level / 255, level / 255), True) for level in range(256))


def _same(image: Image) -> Image:
    return image


def _as_drawn(rgb: Rgb, is_area: bool) -> Rgb:
    return rgb


RGB = Colours("DeviceRGB", ("rg", "RG"), _as_drawn, _same)
GREY = Colours("DeviceGray", ("g", "G"), grey_of, in_grey)
CMYK = Colours("DeviceCMYK", ("k", "K"), inks_of, _picture_in_inks, _STEPS)


@lru_cache(maxsize=4)
def profiled(profile: bytes) -> Colours:
    """Make the colours of a press by its ICC profile. Greys, and what is nearly black, are black
    ink alone in text and fine lines.

    Raises ProfileFault.
    """
    press = Separation(profile)

    @lru_cache(maxsize=4096)
    def parts(rgb: Rgb, is_area: bool) -> tuple[float, ...]:
        is_grey = max(rgb) - min(rgb) < 1 / 255
        is_black_alone = not is_area and (is_grey or is_nearly_black(rgb))
        return inks_of(rgb) if is_black_alone else within_limit(press.inks(rgb))

    return Colours("DeviceCMYK", ("k", "K"), parts, press.picture, _STEPS, profile, press.name)


def colours_for(space: str, profile: bytes = b"") -> Colours:
    """Return the colours of a space, rgb or cmyk, by the profile of a press if there is one. Raises
    ProfileFault.
    """
    if space == "rgb":
        return RGB
    return profiled(profile) if profile else CMYK
