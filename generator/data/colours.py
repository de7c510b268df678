"""The appearance of colours: contrast, difference, and how colour-blind people see them. The only
module that uses coloraide.

In: rgb, each from 0 to 1. Out: numbers, and other rgb. Knows nothing about cards.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

Rgb = tuple[float, float, float]

VISIONS = {
    "normal": "As printed",
    "deuteranopia": "Deuteranopia: no green receptors (1 man in 100; weaker forms 1 in 20)",
    "protanopia": "Protanopia: no red receptors (1 man in 100)",
    "tritanopia": "Tritanopia: no blue receptors (1 person in 10,000 or fewer)",
    "grey": "Without colour, as in a black-and-white print",
}
"""The types of vision that are simulated, each with a description."""
COLOUR_BLIND = ("deuteranopia", "protanopia", "tritanopia")
_FILTERS = {"deuteranopia": "deutan", "protanopia": "protan", "tritanopia": "tritan"}


def rgb_of_levels(levels: tuple[int, ...]) -> Rgb:
    """Convert a pixel's levels, 0 to 255, to a colour."""
    return levels[0] / 255, levels[1] / 255, levels[2] / 255


def rgb_of(text: str) -> Rgb:
    """Read a colour written as #RRGGBB or #RGB."""
    digits = text.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    return int(digits[0:2], 16) / 255, int(digits[2:4], 16) / 255, int(digits[4:6], 16) / 255


def grey_of(colour: Rgb) -> Rgb:
    """Return the grey that a colour becomes, weighted as for pictures (ITU-R BT.601 luma)."""
    level = 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]
    return level, level, level


@lru_cache(maxsize=4096)
def luminance(colour: Rgb) -> float:
    """Return the relative luminance of a colour, from 0 (black) to 1 (white), as WCAG defines
    it.
    """
    from coloraide import Color

    return float(Color("srgb", colour).luminance())


def contrast(one: Rgb, other: Rgb) -> float:
    """Return the contrast ratio of two colours, from 1 (none) to 21, as WCAG defines it."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def difference(one: Rgb, other: Rgb) -> float:
    """Return the perceived difference of two colours (CIEDE2000): 1 is just visible side by side,
    100 is black against white.
    """
    from coloraide import Color

    return float(Color("srgb", one).delta_e(Color("srgb", other), method="2000"))


def lightness_and_chroma(colour: Rgb) -> tuple[float, float]:
    """Return how light a colour is, from 0 (black) to 100 (white), and how far from grey, both by
    CIE LCh.
    """
    from coloraide import Color

    lightness, chroma, _ = Color("srgb", colour).convert("lch").coords()
    return float(lightness), float(chroma)


def seen(colour: Rgb, vision: str) -> Rgb:
    """Return a colour as seen by one of VISIONS."""
    if vision == "normal":
        return colour
    if vision == "grey":
        return grey_of(colour)
    from coloraide import Color

    red, green, blue = (
        Color("srgb", colour).filter(_FILTERS[vision], out_space="srgb").clip().coords()
    )
    return float(red), float(green), float(blue)


def as_seen(vision: str) -> Callable[[float, float, float], Rgb]:
    """Return the function that maps red, green and blue to what one of VISIONS sees."""
    return lambda red, green, blue: seen((red, green, blue), vision)


def hex_of(colour: Rgb) -> str:
    """Write a colour as #rrggbb."""
    return "#" + "".join(f"{round(255 * min(1.0, max(0.0, part))):02x}" for part in colour)
