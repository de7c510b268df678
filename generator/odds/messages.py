"""What generator.odds says about errors: every problem by its code, in words.

In: the values that a problem is about. Out: its code, message and hint. Knows nothing else.
"""

from __future__ import annotations

from generator.data.saying import Message

CARD_DEPENDS_ON_OTHERS = Message(
    "bad-formula", "a condition on one card cannot depend on the other cards"
)
NEVER_WANTED = Message(
    "bad-formula", "'want' expected a condition that can be true, such as count(cost <= 1) >= 2"
)
TOO_FEW_CARDS = Message(
    "too-many-cards",
    "{needed} cards cannot be drawn from {name}, which has only {cards}",
    "draw fewer, or choose another pile with --of",
)
TOO_MANY_WAYS = Message("too-many-ways", "there are too many combinations to count exactly")
PILE_WITHOUT_FIELD = Message("unknown-field", "cards of {name} have no field '{field}'")
NOT_A_PILE = Message("unknown-pile", "expected a component or a kind of cards, found '{found}'")
EMPTY_ZONE = Message("unknown-pile", "no card begins in the zone '{name}'")
