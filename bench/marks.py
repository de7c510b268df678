"""Take down the marks of a build as plain canvas calls, for bench/raw.py."""

from __future__ import annotations

import marshal
import re
from pathlib import Path
from typing import Any

from generator.data.loading import load_game
from generator.data.units import PT_PER_MM
from generator.face.press import Press
from generator.face.stamp import Stamp, TextRun, UseColour, UseStamp
from generator.job.planning import Options, plan

PATH = {"m": ("moveTo", 2), "l": ("lineTo", 2), "c": ("curveTo", 6), "h": ("close", 0)}
PAINT = {"f": (0, 1, 1), "f*": (0, 1, 0), "S": (1, 0, 1), "B": (1, 1, 1), "B*": (1, 1, 0)}


def calls_of(stamp: Stamp) -> list[tuple[str, Any]]:
    """Write a stamp's operations as canvas calls, in millimetres, y downward."""
    return [
        ("transform", (PT_PER_MM, 0, 0, -PT_PER_MM, 0, stamp.size_mm[1] * PT_PER_MM)),
        *_marks_of(stamp),
    ]


def _marks_of(stamp: Stamp) -> list[tuple[str, Any]]:
    calls: list[tuple[str, Any]] = []
    for operation in stamp.operations:
        if isinstance(operation, TextRun):
            calls.append(
                (
                    "text",
                    (
                        operation.font.ttf.fontName,
                        operation.size,
                        operation.x,
                        operation.y,
                        operation.text,
                    ),
                )
            )
        elif isinstance(operation, UseColour):
            calls.append(
                ("setStrokeColorRGB" if operation.is_stroke else "setFillColorRGB", operation.rgb)
            )
        elif isinstance(operation, str):
            for line in operation.split("\n"):
                calls += _calls(line)
        elif isinstance(operation, UseStamp) and not operation.stamp.is_group:
            calls += [("saveState", ()), *_marks_of(operation.stamp), ("restoreState", ())]
        else:
            raise TypeError(f"no plain call for {operation}")
    return calls


def _calls(operation: str) -> list[tuple[str, Any]]:
    calls: list[tuple[str, Any]] = []
    segments: list[tuple[str, tuple[float, ...]]] = []
    numbers: list[float] = []
    if operation.endswith(" d"):
        dashes, phase = re.match(r"\[(.*)\] (\S+) d", operation).groups()  # type: ignore[union-attr]
        return [("setDash", ([float(d) for d in dashes.split()], float(phase)))]
    for token in operation.split():
        if token in PATH:
            segments.append((PATH[token][0], tuple(numbers)))
        elif token == "re":
            calls.append(("rect", (*numbers, 0, 0)))
        elif token in PAINT:
            calls.append(("path", (segments, PAINT[token])))
        elif token in ("W", "W*"):
            calls.append(("path", (segments, ("clip", 0 if token == "W*" else 1))))
        elif token in ("w", "J", "j", "M"):
            name = {
                "w": "setLineWidth",
                "J": "setLineCap",
                "j": "setLineJoin",
                "M": "setMiterLimit",
            }[token]
            calls.append((name, (numbers[0] if token in "wM" else int(numbers[0]),)))
        elif token == "cm":
            calls.append(("transform", tuple(numbers)))
        elif token in ("q", "Q"):
            calls.append(("saveState" if token == "q" else "restoreState", ()))
        elif token != "n":
            numbers.append(float(token))
            continue
        numbers = []
    return calls


def take_down(path: Path, cards: Path, only: tuple[str, ...]) -> None:
    """Write the marks of a game's sheets to a file."""
    game = load_game(cards)
    press = Press(game)
    sheets = [sheet for item in plan(game, Options(only=only)) for sheet in item.sheets]
    keys = {p.key for sheet in sheets for p in sheet.placements}
    stamps = {key: press.stamp(game.cards[key]) for key in sorted(keys)}
    fonts: dict[str, str] = {}
    for stamp in stamps.values():
        assert stamp is not None
        for operation in stamp.operations:
            if isinstance(operation, TextRun):
                fonts[operation.font.ttf.fontName] = str(operation.font.path)
    pages = []
    for sheet in sheets:
        page = []
        for p in sheet.placements:
            left, bottom = p.trim.x * PT_PER_MM, (sheet.height_mm - p.trim.bottom) * PT_PER_MM
            page.append((p.key, 1.0, left, bottom))
        pages.append(page)
    data = {
        "fonts": sorted(fonts.items()),
        "faces": {key: calls_of(stamp) for key, stamp in stamps.items() if stamp is not None},
        "pages": pages,
        "size": (sheets[0].width_mm * PT_PER_MM, sheets[0].height_mm * PT_PER_MM),
    }
    path.write_bytes(marshal.dumps(data))
