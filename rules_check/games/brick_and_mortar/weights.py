"""The weights of the Brick & Mortar expert, in dollars by default: each with its initial value for
fitting, its minimum and its maximum.
"""

from rules_check.toolkit.weights import Weights


class Weight(Weights):
    """The expert's weights."""

    POINT = 4.5, 2.0, 9.0  # value of a point
    # stores
    # part of the potential monthly earnings of its room, at the highest price, that a store earns
    TRADE = (0.3, 0.05, 1.0)
    THIRD = 0.2, 0.0, 1.0  # factor on that for room beyond what is needed
    POWER = 0.5, 0.0, 2.0  # part of the monthly yield of powers that counts
    RIVALS = 0.5, 0.0, 1.0  # part of the supply left to other seats with room for a type
    SLOT = 3.0, -10.0, 15.0  # part of the supply that goes to other seats with room for a type
    BIDS = 0.4, 0.1, 1.2  # most that is bid, as a part of a store's worth
    # market cards
    SUPPLY = 1.2, 0.0, 3.0  # part of a supply card's yield that counts
    ENVY = 0.4, 0.0, 2.0  # part of the other seats' gain that is subtracted
    DRAIN = 0.8, 0.0, 2.0  # factor on the price of items if there are boxes for all
    # factor on the price of items that other seats need and boxes are enough for
    CHANGE = (1.0, 0.0, 3.0)
    # stocking
    SALES = 1.1, 0.2, 1.5  # value of an item, as a part of the expected price
    GLUT = 0.7, 0.1, 1.0  # factor on that for each item beyond those likely to sell this month
    MORE = 1.5, -1.0, 5.0  # items stocked beyond those that seem sure of boxes
    PLENTY = 0.0, 0.0, 6.0  # extra value of such an item, in dollars
    SCARCE = 0.1, 0.0, 0.6  # part of an item's yield that is bid for it if the type is scarce
    TIE = 0.2, 0.0, 2.0  # extra dollars bid by a seat that loses ties
    WILD = 0.05, 0.0, 0.4  # random variation of SCARCE
    # selling
    UNDER = 0.8, 0.2, 1.2  # part of the highest price that is asked if boxes are scarce
    SHORT = 0.5, 0.0, 1.5  # reduction of that, times the part of all items that find no box
    SPREAD = 0.1, 0.0, 0.5  # random variation of UNDER
    WAIT = 0.25, 0.0, 1.0  # value of an item that is kept, as a part of the highest price
    # money
    RESERVE = 30.0, 0.0, 60.0  # dollars kept beyond the bill when buying points
    LATE = 0.6, 0.0, 1.0  # part of that in the last two months
    SPEND = 6.5, 3.0, 9.0  # highest price paid for one more point before the last month
    BROKE = 10.0, 0.0, 30.0  # amount of money below which points are sold
