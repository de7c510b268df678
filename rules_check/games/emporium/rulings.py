"""Emporium's open questions: for each ruling of cards.yaml its answers, by their names there."""

from rules_check.toolkit.cardsets import Ruling


class BidAffordable(Ruling):
    WHEN_SET, WHEN_RESOLVED = range(2)


class PatronWithoutGold(Ruling):
    MUST_SELL, BIDS_NOTHING = range(2)


class EqualBids(Ruling):
    CLOCKWISE, POOREST = range(2)


class TargetGone(Ruling):
    CHOOSE_AGAIN, PASS = range(2)


class SellerDeclines(Ruling):
    MUST_PLACE, MAY_DECLINE = range(2)


class SlotChoice(Ruling):
    SELLER, MATCHING_GUILD = range(2)


class WinnerItems(Ruling):
    DISCARDED, TO_PATRON = range(2)


class BanishedItems(Ruling):
    DISCARDED, TO_DECK = range(2)


class SwappedItem(Ruling):
    TO_HAND, DISCARDED = range(2)


class FailedChanges(Ruling):
    STAY, UNDONE = range(2)


class PatronPasses(Ruling):
    MAY_PASS, MUST_FIGHT = range(2)


class RestockNeither(Ruling):
    MAY_SKIP, MUST_DRAW = range(2)


class UpgradeTiers(Ruling):
    ONE_TIER, ANY_TIERS = range(2)


class UpgradePayment(Ruling):
    BEFORE_DRAW, AFTER_FIRST = range(2)


class ItemsRunOut(Ruling):
    DRAW_NONE, LOWER_TIER = range(2)


class LargeHand(Ruling):
    KEEP, DISCARD = range(2)


class Reshuffle(Ruling):
    WHEN_DUE, WHEN_EMPTY = range(2)


class ShortLevel(Ruling):
    TAKE_ALL, NEXT_LEVEL = range(2)


class BanishWhen(Ruling):
    BELIEVED, HOPELESS = range(2)


class BanishMajority(Ruling):
    OF_ALL, OF_VOTERS = range(2)


class BanishPayers(Ruling):
    MAJORITY, EVERYONE = range(2)


class BanishPoor(Ruling):
    NO_VOTE, VOTES_FREE = range(2)


class BanishVotes(Ruling):
    EACH_OPEN, EACH_HIDDEN, ONE_FOR_ALL = range(3)


class RefillCheck(Ruling):
    AFTER_BANISHING, BEFORE_BANISHING = range(2)


class MostTies(Ruling):
    ALL_SCORE, NOBODY = range(2)


class MostOfNone(Ruling):
    NEEDS_ONE, NOUGHT_COUNTS = range(2)


class HeroType(Ruling):
    GUILD, LEVEL = range(2)


class ClosestToToken(Ruling):
    AFTER_PASSING, BEFORE_PASSING = range(2)


class Stall(Ruling):
    HEROES_LEAVE, THREE_STILL_ROUNDS, PLAY_ON = range(3)
