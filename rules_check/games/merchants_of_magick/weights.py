"""What the expert of Merchants of Magick weighs, in coins where nothing else is said: where fitting begins, the least and the most."""

from rules_check.toolkit.weights import Weights


class Weight(Weights):
    """The expert's weights."""

    POTION = 0.9, 0.0, 2.0  # what a potion is worth
