"""Stages 2 to 5 for dials: wheels that turn behind windows, or strips that slide behind them.

In: components that have `dial:`. Out: `Cutout`s: a base with windows, its wheels with numbers set
round, and a cross for the paper fastener in each; or, without fasteners, a sleeve with the same
windows and strips to slide in it. The game determines their look (templates/dial.svg.j2); by
default it is plain. All in millimetres.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from generator.data.game import Card, Component, Dial, Game, Record
from generator.data.geometry import Box, Point
from generator.sheet.nets import Net, Panel
from generator.sheet.papercraft import Cutout, make_part

TEMPLATE = "dial.svg.j2"
RING_MM = 24.0  # from the middle of a wheel to that of its numbers, at least
NUMBER_MM = 6.0  # of the ring that a number takes, at least
RIM_MM = 5.0  # from the middle of the numbers to the wheel's edge
WINDOW_MM = 7.0  # how high a window is
ABOVE_MM = 7.0  # from the upper edge of the base to its windows
THUMB_MM = 4.5  # of the wheel that sticks out below the base
CROSS_MM = 4.0
STRIP_MM, CELL_MM, GRIP_MM = 22.0, 8.0, 12.0
SLEEVE_MM, SLEEVE_SLACK_MM, FLAP_MM = 42.0, 1.5, 11.0
_STEPS = 72  # of a circle


@dataclass(frozen=True)
class Wheel:
    """The measures of one wheel behind a base: its middle there, and its numbers."""

    dial: Dial
    x: float
    y: float
    ring_mm: float

    @property
    def radius_mm(self) -> float:
        return self.ring_mm + RIM_MM

    @property
    def window(self) -> Box:
        """Return the area of the base that shows one number and no other beside it."""
        width = min(12.0, 1.9 * self.ring_mm * math.sin(math.pi / len(self.dial.numbers)))
        return Box(self.x - width / 2, self.y - self.ring_mm - WINDOW_MM / 2, width, WINDOW_MM)


def wheels_of(dials: Sequence[Dial]) -> tuple[list[Wheel], tuple[float, float]]:
    """Place the wheels side by side behind a base, each as small as its numbers allow; also return
    the size of the base.
    """
    rings = [max(RING_MM, len(dial.numbers) * NUMBER_MM / math.tau) for dial in dials]
    y = ABOVE_MM + WINDOW_MM / 2 + max(rings)
    wheels, left = [], 1.0
    for dial, ring in zip(dials, rings, strict=True):
        wheels.append(Wheel(dial, left + ring + RIM_MM, y, ring))
        left += 2 * (ring + RIM_MM) + 2
    return wheels, (left - 1, y + min(rings) + RIM_MM - THUMB_MM)


def dials(game: Game, components: Collection[Component]) -> list[Cutout]:
    """Make the base and the wheels of every dial."""
    made = []
    for component in components:
        if not component.dial:
            continue
        wheels, (width, height) = wheels_of(component.dial)
        for number in range(1, component.count + 1):
            windows = tuple(
                Record(
                    {
                        "wheel": wheel.dial.id,
                        **wheel.window._asdict(),
                        "cx": wheel.x,
                        "cy": wheel.y,
                        "radius": wheel.radius_mm,
                    }
                )
                for wheel in wheels
            )
            holes = list[tuple[Point, ...]]()
            for wheel in wheels:
                holes += (_hole(wheel.window), *_cross(wheel.x, wheel.y))
            values = {
                "side": "base",
                "number": number,
                "width": width,
                "height": height,
                "windows": windows,
            }
            face = _part(game, component, values)
            panel = Panel("base", Box(0, 0, width, height).corners, "base", holes=tuple(holes))
            made.append(Cutout(component.name, Net((panel,)), {"base": face}))
            made += [
                Cutout(
                    component.name, _wheel_net(wheel), _wheel_face(game, component, wheel, number)
                )
                for wheel in wheels
            ]
    return made


def _wheel_net(wheel: Wheel) -> Net:
    r = wheel.radius_mm
    turns = [math.tau * step / _STEPS for step in range(_STEPS)]
    points = tuple(Point(r + r * math.cos(turn), r + r * math.sin(turn)) for turn in turns)
    return Net((Panel("wheel", points, "wheel", holes=tuple(_cross(r, r))),))


def _wheel_face(game: Game, component: Component, wheel: Wheel, number: int) -> dict[str, Card]:
    shown, radius = wheel.dial.numbers, wheel.radius_mm
    numbers = tuple(
        Record({"value": value, "turn": round(360 * n / len(shown), 4)})
        for n, value in enumerate(shown)
    )
    values = {
        "side": "wheel",
        "wheel": wheel.dial.id,
        "number": number,
        "width": 2 * radius,
        "height": 2 * radius,
        "x": radius,
        "y": radius,
        "radius": radius,
        "ring": wheel.ring_mm,
        "numbers": numbers,
    }
    return {"wheel": _part(game, component, values)}


def strips(game: Game, components: Collection[Component]) -> list[Cutout]:
    """Make the sleeve and the strips of every dial, which work the same way without a fastener."""
    made = []
    for component in components:
        for number in range(1, component.count + 1) if component.dial else ():
            made.append(_sleeve(game, component, number))
            made += [_strip(game, component, dial, number) for dial in component.dial]
    return made


def _sleeve(game: Game, component: Component, number: int) -> Cutout:
    width, height = STRIP_MM * len(component.dial) + SLEEVE_SLACK_MM, SLEEVE_MM
    first = Box(SLEEVE_SLACK_MM / 2 + 4, (height - WINDOW_MM) / 2, STRIP_MM - 8, WINDOW_MM)
    openings = [first.moved(STRIP_MM * n, 0.0) for n in range(len(component.dial))]
    windows = tuple(
        Record({"wheel": dial.id, **window._asdict()})
        for dial, window in zip(component.dial, openings, strict=True)
    )
    front = Panel(
        "front", Box(0, 0, width, height).corners, "front", holes=tuple(map(_hole, openings))
    )
    back = Panel("back", Box(width, 0, width, height).corners)
    inner, outer = 2 * width, 2 * width + FLAP_MM
    flap = Panel(
        "glue", (Point(inner, 0), Point(outer, 3), Point(outer, height - 3), Point(inner, height))
    )
    values = {
        "side": "sleeve",
        "number": number,
        "width": width,
        "height": height,
        "windows": windows,
    }
    return Cutout(
        component.name, Net((front, back, flap)), {"front": _part(game, component, values)}
    )


def _strip(game: Game, component: Component, dial: Dial, number: int) -> Cutout:
    width, height = STRIP_MM, len(dial.numbers) * CELL_MM + 2 * GRIP_MM
    numbers = tuple(
        Record({"value": value, "y": GRIP_MM + (n + 0.5) * CELL_MM})
        for n, value in enumerate(dial.numbers)
    )
    values = {
        "side": "strip",
        "wheel": dial.id,
        "number": number,
        "width": width,
        "height": height,
        "numbers": numbers,
    }
    net = Net((Panel("strip", Box(0, 0, width, height).corners, "front"),))
    return Cutout(component.name, net, {"front": _part(game, component, values)})


def _part(game: Game, component: Component, values: dict[str, Any]) -> Card:
    name = ":".join(str(values[key]) for key in ("side", "wheel", "number") if key in values)
    size = values["width"], values["height"]
    return make_part(
        game,
        f"{component.id}:{name}",
        TEMPLATE,
        {**values, "id": component.id},
        component,
        size_mm=size,
    )


def _hole(box: Box) -> tuple[Point, ...]:
    """Return the cut around a window, closed."""
    return (*box.corners, box.corners[0])


def _cross(x: float, y: float) -> Iterator[tuple[Point, ...]]:
    """Draw two slits that cross, for a paper fastener."""
    half = CROSS_MM / 2
    yield Point(x - half, y), Point(x + half, y)
    yield Point(x, y - half), Point(x, y + half)
