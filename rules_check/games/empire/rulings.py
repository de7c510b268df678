"""The questions that Empire's rulebook leaves open, with their answers; `rulings:` in cards.yaml
uses these names in lower case.
"""

from enum import IntEnum

Action = IntEnum("Action", "MUST_ACT MAY_PASS", start=0)
TradeOffers = IntEnum("TradeOffers", "AT_ONCE IN_TURN", start=0)
TradePartner = IntEnum("TradePartner", "ANY_CARD SAME_EMPIRE", start=0)
SixCards = IntEnum("SixCards", "AT_ONCE NEXT_TURN", start=0)
PillarsATurn = IntEnum("PillarsATurn", "ANY ONE", start=0)
JokerPillar = IntEnum("JokerPillar", "NAMES_RANK ANY_RANK FORBIDDEN", start=0)
DemandNames = IntEnum("DemandNames", "RANK CARD", start=0)
DemandJokers = IntEnum("DemandJokers", "MAY MAY_NOT", start=0)
LastCard = IntEnum("LastCard", "MUST_DISCARD WINS", start=0)
PileRunsOut = IntEnum("PileRunsOut", "RESHUFFLE PLAY_ON COUNT_PILLARS", start=0)
Stall = IntEnum("Stall", "FIFTEEN_STILL_ROUNDS PLAY_ON", start=0)
SkipWhom = IntEnum("SkipWhom", "NOT_PENDING NOT_TWICE", start=0)
SkipDuty = IntEnum("SkipDuty", "MUST_SKIP MAY_SKIP", start=0)
Match = IntEnum("Match", "SINGLE OVERLORD", start=0)
