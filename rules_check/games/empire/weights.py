"""What Empire's expert weighs, in pillars by default: where fitting begins, the
least and the most.
"""

from rules_check.toolkit.weights import Weights


class Weight(Weights):
    """The expert's weights."""

    # the hand
    ONE = 0.1, 0.0, 0.4  # what so many cards of one rank are worth in the hand
    TWO = 0.26, 0.1, 0.7
    THREE = 0.5, 0.2, 0.9
    FOUR = 0.85, 0.4, 1.2
    MORE = 0.01, 0.0, 0.1  # each beyond the fourth
    JOKER = 0.3, 0.0, 0.8  # what a joker is worth
    FILL = (
        0.0,
        0.0,
        1.0,
    )  # part that counts, for a joker, of what a card of the rank would bring that lacks one most
    # times an empire's worth for each other seat that builds it, while the packs have enough for
    # all
    SHARED = (0.85, 0.3, 1.0)
    CROWDED = 0.4, 0.0, 1.0  # and for each that comes on top of these
    # part that counts of a card that helps another empire than the one aimed at, while none is
    # fixed
    ASIDE = (0.25, 0.0, 1.0)
    # what the others need and have
    UNKNOWN = 0.06, 0.0, 0.3  # how much a card helps a seat of which nothing is known
    KNOWN = 0.08, 0.0, 0.3  # and how much more for each card of that rank that it is known to have
    AHEAD = 0.5, 0.0, 2.0  # by which part a card counts more to others for each of their pillars
    KEPT = 1.5, 1.0, 3.0  # times as likely a seat has cards of the empire that it builds
    THROWN = (
        1.0,
        0.0,
        1.0,
    )  # times as likely a seat has a card of which one is on top of its discards
    HAND = 0.02, 0.0, 0.1  # how much each card in its hand makes a seat more to be feared
    FEARED = 0.06, 0.0, 0.3  # and each card that it is known to have and can use
    # actions
    DENY = 0.1, 0.0, 1.5  # part that counts of what another loses
    OPEN = (
        1.0,
        0.5,
        1.5,
    )  # part that counts of a card that all see coming into the hand by a steal or a trade
    AIM = (
        0.0,
        -0.1,
        0.1,
    )  # what it brings to take from a seat, for each pillar that it would take to be as feared
    STEAL = 0.0, -0.2, 0.2  # what each action brings beside the card
    TRADE = 0.0, -0.2, 0.2
    BATTLE = 0.0, -0.2, 0.2
    SURE = 0.0, -0.2, 0.2  # what it brings that a card demanded is surely there
    TABLED = (
        0.45,
        0.0,
        1.0,
    )  # part that counts of what unseen cards would bring, where others table what they choose
    MIX = (
        0.004,
        0.001,
        0.1,
    )  # by which an action or a demand may seem better than another and still not be chosen
    # cards given away
    GUARD = 0.1, 0.0, 1.5  # part that counts of what others gain
    OFFER = 0.1, 0.01, 0.5  # how likely a card is picked that helps the trader nothing
    BAIT = 0.25, 0.0, 1.5  # and how much more likely one that would help it as a joker does
    SKIP = (
        0.08,
        -0.1,
        0.4,
    )  # what it brings that a seat loses a turn, for each pillar that it would take to be as feared
    IDLE = 0.05, -0.2, 0.2  # what a two loses that skips no one
    SPARE = 0.01, 0.0, 0.1  # what each further two in the hand speaks for discarding one
    SHADE = 0.004, 0.001, 0.1  # as MIX, for cards
    # pillars
    PILLAR = 1.0, 0.5, 2.0  # what one is worth that is
    SIX_CARDS = 0.5, -0.5, 1.5  # what the first brings beside, by its cards
    PLAN = (
        0.3,
        0.0,
        1.5,
    )  # part that counts, for the first, of what the hand has for the others of its empire
    RIVALS = 2.0, 0.0, 4.0  # and of what rivals take from the empire's worth
    WILD = 0.3, 0.0, 0.8  # what each joker costs that goes into it
    LEFT = 0.05, -0.1, 0.3  # what each card costs that its rank then has too many
