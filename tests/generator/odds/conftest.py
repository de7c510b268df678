"""A small game of which odds are asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.data.game import Game
from tests.conftest import make_game

CARDS: dict[str, dict[str, Any]] = {
    "imp": {"name": "Imp", "cost": 1, "suit": "cups", "copies": 4},
    "ogre": {"name": "Ogre", "cost": 5, "suit": "swords", "copies": 2},
    "bat": {"name": "Bat", "suit": "cups", "copies": 2},
    "back": {"name": "Back", "suit": "cups"},
}
TABLES = {
    "suit": {
        "fields": {"name": "line"},
        "rows": {"cups": {"name": "Cups"}, "swords": {"name": "Swords"}},
    }
}
COMPONENTS = {
    "deck": {"name": "Deck", "count": 8, "of": "card", "where": {"in_deck": True}, "back": "back"}
}


@pytest.fixture
def game(tmp_path: Path) -> Game:
    cards = {name: {**card, "in_deck": name != "back"} for name, card in CARDS.items()}
    fields = {"name": "line", "cost": "0..9?", "suit": "suit", "in_deck": "boolean"}
    return make_game(
        tmp_path,
        cards=cards,
        fields=fields,
        tables=TABLES,
        components=COMPONENTS,
        rules={"hand_size": 3},
    )
