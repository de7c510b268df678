"""What Emporium's expert weighs, in gold by default: where fitting begins, the
least and the most.
"""

from rules_check.toolkit.weights import Weights


class Weight(Weights):
    """The expert's weights."""

    # cards in hand
    HOLD = (
        0.95,
        0.6,
        1.0,
    )  # part of its price that a card is worth, once more for each one that will be sold before it
    KEEP = 0.9, 0.5, 1.0  # the same where it is asked what to draw and upgrade
    USE = 1.0, 0.0, 2.0  # part that counts of what speaks for keeping just this card of its tier
    UPGRADE = 0.0, -6.0, 6.0  # what an upgrade brings beside the better card
    SECOND = (
        0.0,
        -6.0,
        6.0,
    )  # what a second upgrade brings beside the better card, more than the first does
    PURSE = (
        0.0,
        0.0,
        4.0,
    )  # what a gold is worth beside itself that is paid for an upgrade and could have been bid
    CARD = 1.0, 0.0, 2.0  # part that counts of what a card is worth that goes into a fight
    PACE = 4.0, 1.0, 10.0  # so many seats together win a fight a round
    # trophies
    TROPHY = 1.0, 0.0, 3.0  # part that counts of what trophies will bring
    DENY = 1.0, 0.0, 3.0  # part that counts of what rivals then lose
    LEAD = 2.0, 0.3, 6.0  # trophies still to come, for each type, that a lead must outlast
    # what rivals do
    HOPE = (
        1.0,
        0.0,
        2.0,
    )  # part that counts of the strength which the rivals' sales may still bring a hero
    FITS = 0.6, 0.0, 1.0  # chance that a rival has an item for a certain open slot
    HOPEFUL = 1.0, 0.0, 4.0  # bidders more than there are fights to be won
    EAGER = 0.5, 0.0, 1.0  # chance that a rival bids whose best fight is worth two sales
    DOUBT = 4.0, 0.5, 20.0  # by which a rival's view of a bid, against a sale, may differ from ours
    SALE_PART = (
        0.4,
        0.0,
        1.0,
    )  # part of the top price that a sale brings a rival, less the card and the risk
    OUTBID = 1.0, 0.2, 3.0  # part of what a fight brings beyond a sale that a rival bids at most
    ABLE = (
        0.0,
        0.0,
        1.0,
    )  # part of a rival's bid that counts only by the chance that its own hand wins the fight
    TRUST = (
        1.0,
        0.0,
        2.0,
    )  # part of the strength that we hope sales to bring which a rival hopes for
    LOW_BID = 0.5, 0.0, 1.0  # part of its highest bid that a rival bids at least
    ASK = 1.0, 0.3, 1.0  # part of the top price that a rival asks, where slots are not short
    # what we do
    ENVY = (
        2.0,
        0.0,
        6.0,
    )  # times its share of what others win by an item is what a seller loses against them
    HEED = 0.0, 0.0, 1.0  # part of ENVY that counts only by the chance that some rival bids
    ARMED = (
        1.0,
        0.0,
        1.0,
    )  # part of the help of sales that a bid counts on only as far as rivals sell
    # part of what a fight brings that a bid gains besides, shared by the rivals, where it keeps one
    # from it
    BLOCK = (1.0, 0.0, 2.0)
    SALE = 0.0, -6.0, 6.0  # what a sale brings beside its price
    BANISH = 0.0, -10.0, 10.0  # what banishing a hero brings beside the one that takes its place
    STIR = 10.0, 0.0, 60.0  # what keeps a still game going that would end with the seat behind
    # rounds for which open slots, or none, are felt, times the part of a price that a sale is worth
    TABLE = (1.0, 0.0, 4.0)
    MIX = (
        0.0,
        0.0,
        12.0,
    )  # by which a sale may seem better than a bid, or a bid than a sale, and still not be chosen
    SHADE = 0.1, 0.0, 5.0  # the same for two sales, or two bids
    # gold more than it seems right to bid, against rivals who reckon alike; a part of a gold is a
    # chance
    RAISE = (0.0, -2.0, 3.0)
