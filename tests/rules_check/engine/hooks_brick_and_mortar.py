"""What the conformance suite has to be told about Brick & Mortar: what a seat cannot know, changed.

Written from the rule text and the fields' comments, not from the rules' code, which it is there to
check.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from generator.data.loading import load_game
from rules_check.games import brick_and_mortar as rules
from tests.rules_check.games.scripted import ROOT

FILE = ROOT / "games" / "brick-and-mortar" / "cards.yaml"


@cache
def shipped_cards() -> Any:
    return rules.cards_record(load_game(FILE))


def change_unknown(cards: Any, state: Any, seat: int, luck: random.Random) -> None:
    """Change, in place, the order of both decks, and which market cards of those that nobody has
    shown the others hold.
    """
    deal(luck, [state.deck])
    deal(
        luck,
        [
            state.market,
            *(state.holds[other] for other in range(int(state.players)) if other != seat),
        ],
    )
    state.rng[:] = [luck.getrandbits(64) for _ in state.rng]


def deal(luck: random.Random, zones: list[Any]) -> None:
    """Deal the cards of some zones anew, as many to each as it has; the last entry of a zone is its
    size.
    """
    cards = [int(card) for zone in zones for card in zone[: zone[-1]]]
    luck.shuffle(cards)
    for zone in zones:
        zone[: zone[-1]], cards = cards[: zone[-1]], cards[zone[-1] :]
