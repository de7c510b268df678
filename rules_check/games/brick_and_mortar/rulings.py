"""The questions that the rules of Brick & Mortar leave open, with their answers: `rulings:` of cards.yaml has these names in small letters."""

from rules_check.rules import Ruling


class Hands(Ruling):
    DRAFTED, PRESET = range(2)


class BidLimit(Ruling):
    WITH_DEBT, MONEY, UNLIMITED = range(3)


class DebtSupply(Ruling):
    UNLIMITED, FIFTEEN_POINTS, FIFTEEN_CLOSE = range(3)


class CratesRunOut(Ruling):
    AS_MANY_AS_THERE_ARE, SUBSTITUTE = range(2)


class EnoughEqual(Ruling):
    NO_COMPETITION, COMPETITION = range(2)


class SaleQuantity(Ruling):
    WHAT_ONE_HOLDS, BOXES = range(2)


class SupplyBid(Ruling):
    DIAL, AFFORDABLE = range(2)


class DebtChoice(Ruling):
    WHEN_SHORT, FREELY = range(2)


class DebtItem(Ruling):
    DEAREST = 0


class AuctionOrder(Ruling):
    AFTER_THE_OPENER, FROM_THE_FIRST = range(2)


class HandDebt(Ruling):
    MAY, MAY_NOT = range(2)


class RefillWhenNoneSold(Ruling):
    DECK_CARD_JOINS, DECK_CARD_STAYS = range(2)


class ThirdSlot(Ruling):
    BEFORE_DRAWING_BACK, AFTER_DRAWING_BACK = range(2)


class Agency(Ruling):
    ONE_EACH, ONE = range(2)


class OrderNoCompetition(Ruling):
    TURN_ORDER, REVERSE = range(2)


class WhoCanSell(Ruling):
    WHO_REACHES_A_BOX, ALL_HOLDERS = range(2)


class SellShelf(Ruling):
    OLDEST_FIRST, ANY_SHELF = range(2)


class SurplusItems(Ruling):
    OWNER_OLDEST = 0


class Knockoff(Ruling):
    BIDS, SELLS = range(2)


class EqualPoints(Ruling):
    BEYOND_ALL = 0


class TurnOrderNow(Ruling):
    AT_ONCE = 0


class SellLimit(Ruling):
    ANY = 0


class PeddlerCloses(Ruling):
    AFTER_TYPE, AFTER_SALE = range(2)


class TransferShelf(Ruling):
    TOP, SAME = range(2)


class DraftDiscards(Ruling):
    DISCARDS, OUT_OF_GAME = range(2)


class MoneySeen(Ruling):
    TRACKABLE, HIDDEN = range(2)
