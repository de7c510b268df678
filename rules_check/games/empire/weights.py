"""The weights of Empire's expert, in pillars by default: each with its initial value for fitting,
its minimum and its maximum.
"""

from rules_check.toolkit.weights import Weights


class Weight(Weights):
    """The expert's weights."""

    # the hand
    ONE = 0.1, 0.0, 0.4  # value in the hand of one, two … cards of a rank
    TWO = 0.26, 0.1, 0.7
    THREE = 0.5, 0.2, 0.9
    FOUR = 0.85, 0.4, 1.2
    MORE = 0.01, 0.0, 0.1  # value of each beyond the fourth
    JOKER = 0.3, 0.0, 0.8  # value of a joker
    FILL = (0.0, 0.0, 1.0)  # value of a joker, as a part of that of the card the hand needs most
    # factor on an empire's worth for each other seat that builds it, while the packs have enough
    # for all
    SHARED = (0.85, 0.3, 1.0)
    CROWDED = 0.4, 0.0, 1.0  # and for each seat beyond those
    # part that counts of a card's use for other empires than the one aimed at, until one is decided
    ASIDE = (0.25, 0.0, 1.0)
    # what the others need and have
    UNKNOWN = 0.06, 0.0, 0.3  # how much a card helps a seat about which nothing is known
    KNOWN = 0.08, 0.0, 0.3  # how much more, for each card of that rank it is known to have
    AHEAD = 0.5, 0.0, 2.0  # increase of a card's worth to others, for each of their pillars
    KEPT = 1.5, 1.0, 3.0  # factor on the likelihood that a seat has cards of the empire it builds
    # factor on the likelihood of a card if the seat's top discard is one of them
    THROWN = (1.0, 0.0, 1.0)
    HAND = 0.02, 0.0, 0.1  # how much each card in its hand makes a seat more of a threat
    FEARED = 0.06, 0.0, 0.3  # and each card it is known to have and can use
    # actions
    DENY = 0.1, 0.0, 1.5  # part that counts of another seat's loss
    # part that counts of a card seen coming into the hand by a steal or a trade
    OPEN = (1.0, 0.5, 1.5)
    AIM = (0.0, -0.1, 0.1)  # gain from taking from a seat, for each pillar its threat amounts to
    STEAL = 0.0, -0.2, 0.2  # what each action brings apart from the card
    TRADE = 0.0, -0.2, 0.2
    BATTLE = 0.0, -0.2, 0.2
    SURE = 0.0, -0.2, 0.2  # gain from being sure that a card demanded is there
    TABLED = (0.45, 0.0, 1.0)  # part that counts of unseen cards, which others choose to table
    # how much better an action or a demand may seem and still not be chosen
    MIX = (0.004, 0.001, 0.1)
    # cards given away
    GUARD = 0.1, 0.0, 1.5  # part that counts of other seats' gain
    OFFER = 0.1, 0.01, 0.5  # chance that a card of no help to the trader is picked
    BAIT = 0.25, 0.0, 1.5  # increase of that for a card that helps like a joker
    SKIP = (0.08, -0.1, 0.4)  # gain when a seat loses a turn, for each pillar its threat amounts to
    IDLE = 0.05, -0.2, 0.2  # loss from a two that skips no seat
    SPARE = 0.01, 0.0, 0.1  # what each further two in the hand speaks for discarding one
    SHADE = 0.004, 0.001, 0.1  # further reason to discard a two, for each other one in the hand
    # pillars
    PILLAR = 1.0, 0.5, 2.0  # value of a pillar laid
    SIX_CARDS = 0.5, -0.5, 1.5  # extra value of the first, for its cards
    # part that counts, for the first, of the hand's use for the rest of its empire
    PLAN = (0.3, 0.0, 1.5)
    RIVALS = 2.0, 0.0, 4.0  # and of what rivals take from the empire's worth
    WILD = 0.3, 0.0, 0.8  # cost of each joker in it
    LEFT = 0.05, -0.1, 0.3  # cost of each card its rank then has too many
