"""The drawing so far, and its graphics state: PDF keeps a colour, a pen and a matrix until they are
set again.

In: operators, matrices, colours. Out: a `Drawing`. Knows no SVG element.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from generator.data.geometry import IDENTITY, Matrix
from generator.face.drawing import Drawing
from generator.face.paint.operators import place_operator, use_colour
from generator.face.stamp import FAR_MM, Operation, Stamp, UseAlpha, UseMask

DEFAULT_STATE = {"w": "1", "J": "0", "j": "0", "M": "10", "d": "[] 0", "rg": "0 0 0", "RG": "0 0 0"}
"""The initial state of every page, by operator."""
UNKNOWN_STATE = dict.fromkeys(DEFAULT_STATE, "")
"""The state of a part that may be shown in any state: it sets everything it needs."""


class Canvas:
    """A drawing in progress. `state` holds the known graphics state, so that only changes are
    written; `ctm` maps the current coordinates to millimetres on the face.
    """

    def __init__(
        self, state: Mapping[str, str] = DEFAULT_STATE, ctm: Matrix = IDENTITY, scale: float = 1.0
    ) -> None:
        self.drawing = Drawing()
        self.state = dict(state)
        self.ctm = ctm
        self.scale = scale
        self._outer: list[tuple[dict[str, str], Matrix, float]] = []

    def inner(self) -> Canvas:
        """Return an empty canvas that continues in the state of this one."""
        return Canvas(self.state, self.ctm, self.scale)

    def draw(self, *operations: Operation) -> None:
        self.drawing.operations += operations

    def push(self) -> None:
        """Open a separate state, which `pop` closes."""
        self.draw("q")
        self._outer.append((self.state, self.ctm, self.scale))
        self.state = self.state.copy()

    def pop(self) -> None:
        self.draw("Q")
        self.state, self.ctm, self.scale = self._outer.pop()

    @property
    def depth(self) -> int:
        """Return the number of open states."""
        return len(self._outer)

    def back_to(self, depth: int) -> None:
        """Close the states beyond the first `depth`, which a fault may leave open."""
        while len(self._outer) > depth:
            self.pop()

    def transform(self, matrix: Matrix) -> None:
        if matrix != IDENTITY:
            self.draw(place_operator(matrix))
            self.ctm @= matrix
            self.scale *= matrix.scale

    def set(self, operator: str, value: str) -> None:
        """Set a value with an operator, unless it is already set."""
        if self.state[operator] != value:
            self.state[operator] = value
            self.draw(f"{value} {operator}")

    def paint(self, operator: str, colour: str, is_area: bool = False) -> None:
        """Set the colour of fills (rg) or strokes (RG) if it is not already set, for an area or for
        anything else.
        """
        known = f"{colour} area" if is_area else colour
        if self.state[operator] != known:
            self.state[operator] = known
            self.draw(use_colour(operator, colour, is_area))

    def push_alpha(self, fill: float, stroke: float) -> bool:
        """Open a state with an opacity of fills and strokes, and return whether it has to be
        closed: none is opened if both are opaque.
        """
        if fill >= 1 and stroke >= 1:
            return False
        self.push()
        self.draw(UseAlpha(fill, stroke))
        return True

    def mask(self, operations: Sequence[Operation], is_by_light: bool = False) -> None:
        """Show what follows in this state only as far as a mask does."""
        self.draw(UseMask(self.group(operations), is_by_light))

    def group(self, operations: Sequence[Operation]) -> Stamp:
        """Make a part of the face from operations in the current units, however small; it is shown
        as a whole.
        """
        reach = FAR_MM * max(1.0, math.ceil(1 / max(self.scale, 1e-6)))
        return Stamp((0, 0), tuple(operations), is_group=True, reach=reach)
