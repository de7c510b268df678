"""The questions that Empire's rulebook leaves open, with their answers: `rulings:` of cards.yaml has these names in small letters."""

from rules_check.rules import Ruling


class Action(Ruling):
    MUST_ACT, MAY_PASS = range(2)


class TradeOffers(Ruling):
    AT_ONCE, IN_TURN = range(2)


class TradePartner(Ruling):
    ANY_CARD, SAME_EMPIRE = range(2)


class SixCards(Ruling):
    AT_ONCE, NEXT_TURN = range(2)


class PillarsATurn(Ruling):
    ANY, ONE = range(2)


class JokerPillar(Ruling):
    NAMES_RANK, ANY_RANK, FORBIDDEN = range(3)


class DemandNames(Ruling):
    RANK, CARD = range(2)


class DemandJokers(Ruling):
    MAY, MAY_NOT = range(2)


class LastCard(Ruling):
    MUST_DISCARD, WINS = range(2)


class PileRunsOut(Ruling):
    RESHUFFLE, PLAY_ON, COUNT_PILLARS = range(3)


class Stall(Ruling):
    FIFTEEN_STILL_ROUNDS, PLAY_ON = range(2)


class SkipWhom(Ruling):
    NOT_PENDING, NOT_TWICE = range(2)


class SkipDuty(Ruling):
    MUST_SKIP, MAY_SKIP = range(2)


class Match(Ruling):
    SINGLE, OVERLORD = range(2)
