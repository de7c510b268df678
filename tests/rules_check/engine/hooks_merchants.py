"""What the conformance suite has to be told about Merchants of Magick: what a seat cannot know,
changed.

Written from the rule text and the fields' comments, not from the rules' code, which it is there to
check.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from generator.data.loading import load_game
from rules_check.games import merchants_of_magick as rules
from rules_check.games.merchants_of_magick.state import DICE, Phase, State
from tests.rules_check.games.scripted import ROOT

SECRET = ("marks", "rows", "potions", "used", "extra", "wishes", "free", "unpaid")
assert set(SECRET) == {name for name, field in State.fields.items() if field.is_secret}
FILE = ROOT / "games" / "merchants-of-magick" / "cards.yaml"


@cache
def shipped_cards(**changes: str) -> Any:
    """Read the cards as they are shipped, with some rulings changed."""
    cards = rules.cards_record(load_game(FILE))
    for name, option in changes.items():
        cards = rules.with_ruling(cards, name, option)
    return cards


def only(cards: Any, *counts: int) -> Any:
    """Let none but so many play, for lines are set up for them alone."""
    cards = cards.copy()
    for count in range(len(cards.orders_by_players)):
        cards.orders_by_players[count] *= count in counts
    return cards


@cache
def open_cards() -> Any:
    return only(shipped_cards(sheets_seen="open"), 3)


def change_unknown(cards: Any, state: Any, seat: int, luck: random.Random) -> None:
    """Change, in place, the order of the deck, and what others marked unseen in this round: they
    may as well have stopped at once.
    """
    deck = state.deck[: state.deck[-1]].tolist()
    luck.shuffle(deck)
    state.deck[: state.deck[-1]] = deck
    for other in range(int(state.seat) if state.phase == Phase.UNSEEN else 0):
        if other != seat:
            for name in SECRET:
                state[name][other] = state[f"{name}_shown"][other]
            state.used[other] = 1 << DICE
    state.rng[:] = [luck.getrandbits(64) for _ in state.rng]
