"""The questions that the rules of Merchants of Magick leave open, with their answers: `rulings:` of cards.yaml has these names in small letters."""

from rules_check.rules import Ruling


class OrderMove(Ruling):
    ONE_SPACE, WHOLE_LINE = range(2)


class Gaps(Ruling):
    CLOSE, TRAVEL = range(2)


class ClaimArriving(Ruling):
    NEXT_PHASE, AT_ONCE = range(2)


class ClaimDuty(Ruling):
    MUST = 0


class MarkDuty(Ruling):
    FREE, TWO = range(2)


class ExtraDice(Ruling):
    IN_ORDER, ANY_ORDER = range(2)


class DieLimits(Ruling):
    NO_LIMIT, WITHIN_FACES = range(2)


class FreeMark(Ruling):
    ANY_CIRCLE = 0


class AdventurerCounts(Ruling):
    EVERYWHERE, NOWHERE, CHARMS_ONLY = range(3)


class CharmPast(Ruling):
    ALL_ORDERS, FROM_THEN_ON = range(2)


class Redeal(Ruling):
    BOTTOM, SHUFFLED_IN = range(2)


class ReplacementOrder(Ruling):
    CLOCKWISE = 0


class SheetsSeen(Ruling):
    UNSEEN, OPEN = range(2)


class SoloRedeal(Ruling):
    SHOP, ALL_SIX = range(2)


class SoloBelow(Ruling):
    NO_RATING = 0
