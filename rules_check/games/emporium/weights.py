"""The weights of Emporium's expert, in gold by default: each with its initial value for fitting,
its minimum and its maximum.
"""

from rules_check.toolkit.weights import Weights


class Weight(Weights):
    """The expert's weights."""

    # cards in hand
    # worth of a card as a part of its price, applied again for each one sold before it
    HOLD = (0.95, 0.6, 1.0)
    KEEP = 0.9, 0.5, 1.0  # the same when drawing and upgrading
    USE = 1.0, 0.0, 2.0  # part that counts of the reasons to keep this card among those of its tier
    UPGRADE = 0.0, -6.0, 6.0  # gain from an upgrade, beyond the better card
    # gain from a second upgrade, beyond the better card and the first one's gain
    SECOND = (0.0, -6.0, 6.0)
    PURSE = (0.0, 0.0, 4.0)  # extra worth of a gold paid for an upgrade, which could have been bid
    CARD = 1.0, 0.0, 2.0  # part that counts of the worth of a card that goes into a fight
    PACE = 4.0, 1.0, 10.0  # number of seats that together win one fight per round
    # trophies
    TROPHY = 1.0, 0.0, 3.0  # part that counts of the expected bonuses for trophies
    DENY = 1.0, 0.0, 3.0  # part that counts of the rivals' loss
    LEAD = 2.0, 0.3, 6.0  # trophies still to come, of each type, that a lead must outlast
    # what rivals do
    HOPE = (1.0, 0.0, 2.0)  # part that counts of the strength that rivals' sales may add to a hero
    FITS = 0.6, 0.0, 1.0  # chance that a rival has an item for a given open slot
    HOPEFUL = 1.0, 0.0, 4.0  # number of bidders beyond the fights to be won
    EAGER = 0.5, 0.0, 1.0  # chance that a rival bids if its best fight is worth two sales
    DOUBT = 4.0, 0.5, 20.0  # possible difference between a rival's view of a bid and ours
    # part of the top price that a sale is worth to a rival, less the card and the risk
    SALE_PART = (0.4, 0.0, 1.0)
    OUTBID = 1.0, 0.2, 3.0  # most a rival bids, as a part of the fight's gain over a sale
    # part of a rival's bid that is weighted by the chance that its own hand wins
    ABLE = (0.0, 0.0, 1.0)
    TRUST = (1.0, 0.0, 2.0)  # part of the strength we expect from sales that a rival expects
    LOW_BID = 0.5, 0.0, 1.0  # least a rival bids, as a part of its highest bid
    ASK = 1.0, 0.3, 1.0  # price a rival asks, as a part of the top price, if slots are not scarce
    # what we do
    ENVY = (2.0, 0.0, 6.0)  # factor on the seller's loss: its share of what others win with an item
    HEED = 0.0, 0.0, 1.0  # part of ENVY weighted by the chance that some rival bids
    ARMED = (1.0, 0.0, 1.0)  # part of the help from sales that counts only as far as rivals sell
    # extra gain of a bid that keeps a rival from a fight, as a part of the fight's worth, shared by
    # the rivals
    BLOCK = (1.0, 0.0, 2.0)
    SALE = 0.0, -6.0, 6.0  # gain from a sale beyond its price
    BANISH = 0.0, -10.0, 10.0  # gain from banishing a hero, beyond its replacement
    STIR = 10.0, 0.0, 60.0  # gain from keeping an idle game going that would end while behind
    # rounds for which having or lacking open slots matters, times a sale's part of the price
    TABLE = (1.0, 0.0, 4.0)
    # how much better a sale may seem than a bid, or the reverse, and still not be chosen
    MIX = (0.0, 0.0, 12.0)
    SHADE = 0.1, 0.0, 5.0  # the same for two sales, or two bids
    # extra gold bid against rivals that calculate in the same way; a fraction is a chance
    RAISE = (0.0, -2.0, 3.0)
