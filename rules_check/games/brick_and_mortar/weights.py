"""What the expert of Brick & Mortar weighs, in dollars by default: where fitting
begins, the least and the most.
"""

from rules_check.toolkit.weights import Weights


class Weight(Weights):
    """The expert's weights."""

    POINT = 4.5, 2.0, 9.0  # what a point is worth
    # stores
    # part of what its room could earn in a month, if all was sold at the highest price, that a
    # store earns
    TRADE = (0.3, 0.05, 1.0)
    THIRD = 0.2, 0.0, 1.0  # the same for room of which there is enough: times that
    POWER = 0.5, 0.0, 2.0  # part that counts of what powers bring a month
    RIVALS = 0.5, 0.0, 1.0  # part of the supply that the others' room for a type is thought to take
    SLOT = 3.0, -10.0, 15.0  # what a store must bring beside what it costs
    BIDS = 0.4, 0.1, 1.2  # part of what a store is worth that is bid at most
    # market cards
    SUPPLY = 1.2, 0.0, 3.0  # part that counts of what supply brings
    ENVY = 0.4, 0.0, 2.0  # what others gain counts against it, times that
    DRAIN = 0.8, 0.0, 2.0  # what a market that others need brings less
    CHANGE = 1.0, 0.0, 3.0  # all cards are changed if none is as good as that times the average
    # stocking
    SALES = 1.1, 0.2, 1.5  # part of the price that is hoped for which an item is worth
    GLUT = 0.7, 0.1, 1.0  # times that, for each item beyond what may be sold this month
    MORE = 1.5, -1.0, 5.0  # items more than seem to be sure of boxes
    PLENTY = 0.0, 0.0, 6.0  # what an item more is worth beside that, in dollars
    SCARCE = 0.1, 0.0, 0.6  # part of what an item brings that is bid for it if there are too few
    TIE = 0.2, 0.0, 2.0  # dollars bid more by who loses ties
    WILD = 0.05, 0.0, 0.4  # by how much SCARCE may be more or less, by luck
    # selling
    UNDER = 0.8, 0.2, 1.2  # part of the highest price that is asked where boxes are short
    SHORT = 0.5, 0.0, 1.5  # less of it, times the part of all items that find no box
    SPREAD = 0.1, 0.0, 0.5  # by how much UNDER may be more or less, by luck
    WAIT = 0.25, 0.0, 1.0  # part of the highest price that an item is worth which is kept
    # money
    RESERVE = 30.0, 0.0, 60.0  # kept beside the bill when points are bought
    LATE = 0.6, 0.0, 1.0  # part of that in the last two months
    SPEND = 6.5, 3.0, 9.0  # the most that one more point may cost before the last month
    BROKE = 10.0, 0.0, 30.0  # money below which points are sold
