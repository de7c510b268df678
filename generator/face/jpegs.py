"""The structure of JPEG files: where the picture's data are, and whether they are complete.

In: the bytes of a JPEG. Out: a `Stored`, or `JpegFault`. Decodes nothing: a picture that is whole
and wrong can be distinguished from one that is right by decoding (`images`).
"""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass, field

_EOI, _SOS, _DRI = 0xD9, 0xDA, 0xDD
_FRAMES = (0xC0, 0xC1, 0xC2)  # sequential, extended, progressive
_AFTER_SCAN = {0xC4, _SOS, 0xDB, 0xDC, _DRI, _EOI, 0xFE, *range(0xE0, 0xF0)}
_MARKER = re.compile(rb"\xff+([^\x00\xff\xd0-\xd7])")
_CUT = "it is cut off in the middle"
_HURT = "a part of it is damaged"


class JpegFault(Exception):
    """An incomplete file; the message says what is missing."""


@dataclass
class Stored:
    """The structure of a JPEG: where its data end, the size of its blocks in pixels, and the number
    of scans.
    """

    end: int = 0
    block: tuple[int, int] = (8, 8)
    is_progressive: bool = False
    scans: int = 0
    _finest: dict[tuple[int, int], int] = field(
        default_factory=dict
    )  # the last bit read, by component and band


def layout_of(raw: bytes) -> Stored:
    """Follow a JPEG's markers to its end. Raises JpegFault if they lead nowhere."""
    layout, at, components = Stored(), 2, list[int]()
    try:
        while True:
            marker = _MARKER.match(raw, at)
            if marker is None:
                raise JpegFault(_CUT if at >= len(raw) - 2 else _HURT)
            kind, at = marker[1][0], marker.end()
            if kind == _EOI:
                layout.end = marker.start()
                break
            (length,) = struct.unpack_from(">H", raw, at)
            if kind in _FRAMES:
                layout.is_progressive = kind == 0xC2
                end = at + 8 + 3 * raw[at + 7]
                components, factors = list(raw[at + 8 : end : 3]), raw[at + 9 : end : 3]
                highest = max(factors) >> 4, max(factor & 15 for factor in factors)
                layout.block = 8 * highest[0], 8 * highest[1]
            if kind == _SOS:
                _note(layout, raw, at)
                following = _MARKER.search(raw, at + length)
                if following is None:
                    raise JpegFault(_CUT)
                if following[1][0] not in _AFTER_SCAN:
                    raise JpegFault(_HURT)
                at = following.start()
            else:
                at += length
    except (struct.error, IndexError, ValueError):
        raise JpegFault(_CUT) from None
    if not layout.scans:
        raise JpegFault(_CUT)
    if layout.is_progressive and not _is_complete(layout, components):
        raise JpegFault(_CUT)
    return layout


def _note(layout: Stored, raw: bytes, at: int) -> None:
    """Record what a scan contains: which bits of which bands of which components."""
    layout.scans += 1
    count = raw[at + 2]
    first, last, bits = raw[at + 3 + 2 * count : at + 6 + 2 * count]
    for number in range(count):
        for band in range(first, min(last, 63) + 1):
            layout._finest[raw[at + 3 + 2 * number], band] = bits & 15


def _is_complete(layout: Stored, components: list[int]) -> bool:
    """Return whether the scans of a progressive picture contain the mean of each block down to the
    last bit, and no band partially.
    """
    return all(layout._finest.get((component, 0)) == 0 for component in components) and not any(
        layout._finest.values()
    )
