"""A press made for tests, as an ICC profile: black for what is dark, magenta for reds, cyan for
greens, yellow for what is not blue.
"""

from __future__ import annotations

import struct
from functools import lru_cache
from itertools import product

NAME = "A press for tests"


@lru_cache(maxsize=4)
def profile(space: bytes = b"CMYK") -> bytes:
    """Make the profile. Its tables have three nodes a side from Lab to inks, and two back."""
    inks = [
        value
        for light, red, yellow in product((0, 1, 2), repeat=3)
        for value in (255 * (red == 0), 255 * (red == 2), 255 * (yellow == 2), (255, 128, 0)[light])
    ]
    seen = [
        value
        for c, m, y, k in product((0, 1), repeat=4)
        for value in (255 * (1 - k), 128 + 60 * (m - c), 128 + 60 * y)
    ]
    tags = {
        b"desc": b"desc"
        + bytes(4)
        + struct.pack(">L", len(NAME) + 1)
        + NAME.encode()
        + bytes(1 + 78),
        b"cprt": b"text" + bytes(4) + b"none\0",
        b"wtpt": b"XYZ " + bytes(4) + struct.pack(">lll", 0xF6D6, 0x10000, 0xD32D),
        b"B2A0": _table(3, 4, 3, inks),
        b"A2B0": _table(4, 3, 2, seen),
    }
    at, rows, data = 128 + 4 + 12 * len(tags), b"", b""
    for name, content in tags.items():
        content += bytes(-len(content) % 4)
        rows += name + struct.pack(">LL", at + len(data), len(content))
        data += content
    head = (
        struct.pack(">L4sL4s4s4s", 0, b"lcms", 0x02100000, b"prtr", space, b"Lab ")
        + bytes(12)
        + b"acsp"
    )
    head = head.ljust(68, b"\0") + struct.pack(">lll", 0xF6D6, 0x10000, 0xD32D)
    whole = head.ljust(128, b"\0") + struct.pack(">L", len(tags)) + rows + data
    return struct.pack(">L", len(whole)) + whole[4:]


def _table(taken: int, given: int, side: int, nodes: list[int]) -> bytes:
    straight = bytes(range(256))
    matrix = struct.pack(">9l", *(0x10000 * (number % 4 == 0) for number in range(9)))
    return (
        b"mft1"
        + bytes(4)
        + bytes((taken, given, side, 0))
        + matrix
        + straight * taken
        + bytes(nodes)
        + straight * given
    )
