"""The questions that the rules of Brick & Mortar leave open, with their answers; `rulings:` in
cards.yaml uses these names in lower case.
"""

from enum import IntEnum

Hands = IntEnum("Hands", "DRAFTED PRESET", start=0)
BidLimit = IntEnum("BidLimit", "WITH_DEBT MONEY UNLIMITED", start=0)
DebtSupply = IntEnum("DebtSupply", "UNLIMITED FIFTEEN_POINTS FIFTEEN_CLOSE", start=0)
CratesRunOut = IntEnum("CratesRunOut", "AS_MANY_AS_THERE_ARE SUBSTITUTE", start=0)
EnoughEqual = IntEnum("EnoughEqual", "NO_COMPETITION COMPETITION", start=0)
SaleQuantity = IntEnum("SaleQuantity", "WHAT_ONE_HOLDS BOXES", start=0)
SupplyBid = IntEnum("SupplyBid", "DIAL AFFORDABLE", start=0)
DebtChoice = IntEnum("DebtChoice", "WHEN_SHORT FREELY", start=0)
DebtItem = IntEnum("DebtItem", "DEAREST", start=0)
AuctionOrder = IntEnum("AuctionOrder", "AFTER_THE_OPENER FROM_THE_FIRST", start=0)
HandDebt = IntEnum("HandDebt", "MAY MAY_NOT", start=0)
RefillWhenNoneSold = IntEnum("RefillWhenNoneSold", "DECK_CARD_JOINS DECK_CARD_STAYS", start=0)
ThirdSlot = IntEnum("ThirdSlot", "BEFORE_DRAWING_BACK AFTER_DRAWING_BACK", start=0)
Agency = IntEnum("Agency", "ONE_EACH ONE", start=0)
OrderNoCompetition = IntEnum("OrderNoCompetition", "TURN_ORDER REVERSE", start=0)
WhoCanSell = IntEnum("WhoCanSell", "WHO_REACHES_A_BOX ALL_HOLDERS", start=0)
SellShelf = IntEnum("SellShelf", "OLDEST_FIRST ANY_SHELF", start=0)
SurplusItems = IntEnum("SurplusItems", "OWNER_OLDEST", start=0)
Knockoff = IntEnum("Knockoff", "BIDS SELLS", start=0)
EqualPoints = IntEnum("EqualPoints", "BEYOND_ALL", start=0)
TurnOrderNow = IntEnum("TurnOrderNow", "AT_ONCE", start=0)
SellLimit = IntEnum("SellLimit", "ANY", start=0)
PeddlerCloses = IntEnum("PeddlerCloses", "AFTER_TYPE AFTER_SALE", start=0)
TransferShelf = IntEnum("TransferShelf", "TOP SAME", start=0)
DraftDiscards = IntEnum("DraftDiscards", "DISCARDS OUT_OF_GAME", start=0)
MoneySeen = IntEnum("MoneySeen", "TRACKABLE HIDDEN", start=0)
