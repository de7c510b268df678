"""The questions that the rules of Merchants of Magick leave open, with their answers; `rulings:` in
cards.yaml uses these names in lower case.
"""

from enum import IntEnum

OrderMove = IntEnum("OrderMove", "ONE_SPACE WHOLE_LINE", start=0)
Gaps = IntEnum("Gaps", "CLOSE TRAVEL", start=0)
ClaimArriving = IntEnum("ClaimArriving", "NEXT_PHASE AT_ONCE", start=0)
ClaimDuty = IntEnum("ClaimDuty", "MUST", start=0)
MarkDuty = IntEnum("MarkDuty", "FREE TWO", start=0)
ExtraDice = IntEnum("ExtraDice", "IN_ORDER ANY_ORDER", start=0)
DieLimits = IntEnum("DieLimits", "NO_LIMIT WITHIN_FACES", start=0)
FreeMark = IntEnum("FreeMark", "ANY_CIRCLE", start=0)
AdventurerCounts = IntEnum("AdventurerCounts", "EVERYWHERE NOWHERE CHARMS_ONLY", start=0)
CharmPast = IntEnum("CharmPast", "ALL_ORDERS FROM_THEN_ON", start=0)
Redeal = IntEnum("Redeal", "BOTTOM SHUFFLED_IN", start=0)
ReplacementOrder = IntEnum("ReplacementOrder", "CLOCKWISE", start=0)
SheetsSeen = IntEnum("SheetsSeen", "UNSEEN OPEN", start=0)
SoloRedeal = IntEnum("SoloRedeal", "SHOP ALL_SIX", start=0)
SoloBelow = IntEnum("SoloBelow", "NO_RATING", start=0)
