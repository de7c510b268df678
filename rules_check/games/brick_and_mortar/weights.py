"""What the expert of Brick & Mortar weighs, in dollars where nothing else is said: where fitting begins, the least and the most."""

from rules_check.toolkit.weights import Weights


class Weight(Weights):
    """The expert's weights."""

    POINT = 4.5, 2.0, 9.0  # what a point is worth at the end of the game
