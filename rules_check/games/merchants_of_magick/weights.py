"""What the expert of Merchants of Magick weighs, in coins by default: where fitting
begins, the least and the most.
"""

from rules_check.toolkit.weights import Weights


class Weight(Weights):
    """The expert's weights."""

    POTION = 0.9, 0.0, 2.0  # what a potion is worth while there is a round to come
    BEGUN = (
        0.55,
        0.1,
        0.95,
    )  # part of a row's worth that counts for each circle that it still lacks, multiplied
    HARD = (
        0.6,
        0.0,
        2.0,
    )  # how much more a circle counts that dice seldom reach: times the chance that a roll does not
    SPARED = 0.1, 0.0, 1.0  # what one more circle is worth in any case
    # part that counts of what the adventurer's rewards come to, shared by the rows that they lack
    ADVENTURER = (0.8, 0.0, 2.0)
    MARK = 2.5, 0.0, 6.0  # what a free mark is worth
    ORDER = 0.9, 0.0, 2.0  # part that counts of an order that can be fulfilled while it stays
    FLEETING = 0.2, 0.0, 1.5  # and of one that cannot, as far as one can see
    COMING = 0.5, 0.0, 1.5  # and of the one that comes next
    # part that counts of orders that are elsewhere, for each round left and each in a hundred of
    # the deck
    DEMAND = (0.1, 0.0, 1.0)
    MASTERY = 0.8, 0.0, 2.0  # part that counts of a mastery
    NEARER = 0.7, 0.0, 1.0  # and times that where another seat is closer to it
    COLUMN = 0.6, 0.1, 0.95  # as BEGUN, for circles that a mastery lacks
    CHARM = 0.25, 0.0, 1.5  # orders that a charm will still see, for each round left
    FURTHER = (
        1.2,
        0.0,
        5.0,
    )  # what a further result must bring in the first round, beside its potions; less in later ones
    LEAST = 0.2, 0.0, 2.0  # what a result must bring beside its potions
