"""Pairs of card sets for tests."""

from __future__ import annotations

from pathlib import Path

from generator.data.loading import load_game
from rules_check.engine.game import load_rules

ROOT = Path(__file__).resolve().parents[3]
RULES = load_rules("emporium")
CARDS = RULES.cards_record(load_game(ROOT / "cards.yaml"))
