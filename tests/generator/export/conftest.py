"""Fixtures that these tests share."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from generator.data.game import Chosen, Game
from generator.data.problems import Problems
from generator.export.tabletop_simulator import write_table
from generator.face.press import Press

# ---------------------------------------------------------------- Tabletop Simulator


@pytest.fixture(scope="module")
def table(emporium: Game, tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], Path]:
    """Emporium's table with two of its decks and its coins, drawn whole."""
    folder = tmp_path_factory.mktemp("table")
    chosen = {card.id for card in emporium.cards.values() if card.kind in ("hero", "coin")}
    made = write_table(
        emporium, Press(emporium), folder, Problems(), chosen=Chosen(frozenset(chosen))
    )
    return json.loads(made.saved.read_text(encoding="utf-8")), folder
