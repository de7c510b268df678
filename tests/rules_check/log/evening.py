"""A game to log and an evening with it, as the tests of the log write it up."""

from __future__ import annotations

import datetime
from pathlib import Path

from rules_check.log.cards import Cards
from rules_check.log.plays import Play

ROOT = Path(__file__).resolve().parents[3]
TODAY = datetime.date(2026, 11, 21)
CARDS = Cards(
    "Trial",
    "1.0",
    "0123456789abcdef",
    {"troll": "Bridge Troll", "hydra": "Hydra of the Weir", "goat": "Goat"},
)
PLAY = Play(
    ("Ann", "Bo", "Cy"), ("Bo",), 42, "2026-11-20", game="Trial", version="1.0", data=CARDS.data
)
