"""SVG beyond what is printed as shapes becomes pixels: the one home of resvg.

In: SVG text that shows no other file. Out: a PNG, or what went wrong. resvg works in a process of its own, since a filter can take hours.
"""

from __future__ import annotations

from generator.data.budget import OutOfTime, said_of


class PixelFault(Exception):
    """A picture that cannot be drawn; the message says why, and `is_excess` whether it takes too much."""

    is_excess = False


def pixels_of(text: str, width: int, fonts: list[str], family: str, serif: str) -> bytes:
    """Draw an SVG as a PNG so many pixels wide. Raises PixelFault."""
    # With much of Python's library, which a game without such pictures does not need.
    from generator.data.apart import Crashed, apart

    try:
        return bytes(apart(f"{__name__}:draw", text, width, fonts, family, serif))
    except (OutOfTime, MemoryError) as fault:
        excess = PixelFault(f"it {said_of(fault)}")
        excess.is_excess = True
        raise excess from None
    except Crashed as fault:
        raise PixelFault(str(fault)) from None


def draw(text: str, width: int, fonts: list[str], family: str, serif: str) -> bytes:
    """Draw an SVG here and now."""
    import resvg_py

    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=text,
            width=width,
            skip_system_fonts=True,
            font_files=fonts,
            font_family=family,
            sans_serif_family=family,
            serif_family=serif,
        )
    )
