"""The weights of the expert of Merchants of Magick, in coins by default: each with its initial
value for fitting, its minimum and its maximum.
"""

from rules_check.toolkit.weights import Weights


class Weight(Weights):
    """The expert's weights."""

    POTION = 0.9, 0.0, 2.0  # value of a potion while a round is still to come
    # part of a row's worth that counts, multiplied once per circle still needed
    BEGUN = (0.55, 0.1, 0.95)
    # extra worth of a circle that dice seldom reach: times the chance that a roll does not
    HARD = (0.6, 0.0, 2.0)
    SPARED = 0.1, 0.0, 1.0  # least worth of one more circle
    # part that counts of the adventurer's rewards, divided among the rows that they still require
    ADVENTURER = (0.8, 0.0, 2.0)
    MARK = 2.5, 0.0, 6.0  # value of a free mark
    ORDER = 0.9, 0.0, 2.0  # part that counts of an order that can be fulfilled before it moves on
    FLEETING = 0.2, 0.0, 1.5  # and of one that probably cannot
    COMING = 0.5, 0.0, 1.5  # and of the next one to come
    # part that counts of orders elsewhere, for each round left and each per cent of the deck
    DEMAND = (0.1, 0.0, 1.0)
    MASTERY = 0.8, 0.0, 2.0  # part that counts of a mastery
    NEARER = 0.7, 0.0, 1.0  # factor on that if another seat is closer to it
    COLUMN = 0.6, 0.1, 0.95  # as BEGUN, for circles that a mastery still needs
    CHARM = 0.25, 0.0, 1.5  # orders that a charm will still affect, for each round left
    # least gain from a further result in the first round, after its potions; less in later ones
    FURTHER = (1.2, 0.0, 5.0)
    LEAST = 0.2, 0.0, 2.0  # least gain from a result after its potions
