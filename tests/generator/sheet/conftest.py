"""Fixtures that these tests share."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.data.game import Game
from tests.conftest import make_game
from tests.generator.sheet.misprint import BACK, NAMES, SHEETS


@pytest.fixture
def deck(tmp_path: Path) -> Game:
    """Seven cards, each with a back of its own."""
    backs = {
        "template": "back.svg.j2",
        "fields": {"name": "line"},
        "cards": {f"{n}-back": {"name": n} for n in NAMES},
    }
    cards = {n: {"name": n, "back": f"{n}-back"} for n in NAMES}
    face = '<text x="5" y="10">{{ card.name }}</text>'
    components = {"deck": {"name": "Deck", "of": "card", "back": "card-0-back", "count": 7}}
    return make_game(
        tmp_path,
        face,
        cards,
        kinds={"back": backs},
        components=components,
        files={
            "templates/back.svg.j2": BACK.replace(
                "</svg>", '<text x="5" y="20">{{ card.name }}</text></svg>'
            ),
            "sheets.yaml": SHEETS,
        },
    )


# ---------------------------------------------------------------- kept by name


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "config" / "emporium-pnp" / "printers.yaml"
