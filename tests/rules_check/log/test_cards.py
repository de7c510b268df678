"""Which version of the cards a play was made with."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

import pytest

from generator.data.game import Game
from generator.data.loading import load_game
from rules_check.log.cards import data_of
from tests.rules_check.log.evening import ROOT


def emporium_with(folder: Path, old: str, new: str) -> Game:
    text = (ROOT / "cards.yaml").read_text(encoding="utf-8")
    assert old in text, old
    (folder / "cards.yaml").write_text(text.replace(old, new, 1), encoding="utf-8")
    if not (folder / "templates").exists():
        shutil.copytree(ROOT / "templates", folder / "templates")
    return load_game(folder)


@pytest.mark.slow
def test_the_version_of_the_cards_changes_with_all_that_rules_read_and_with_nothing_else(
    tmp_path: Path, emporium: Game
) -> None:
    from rules_check.games.emporium.game import rules as emporium_rules

    def record_hash(game: Game) -> str:
        return hashlib.sha256(emporium_rules.cards_record(game).tobytes()).hexdigest()

    words = [
        ("# Emporium, whole", "# Another comment"),
        ("name: Tib the Mudlark", "name: Tib"),
        ("Holds court behind the cheese.", "Holds court."),
        ('gold: "#E6A817"', 'gold: "#E6A818"'),
        ("version: 0.4.0", "version: 0.5.0"),
        ("colour: tide, emblem: fish", "colour: ember, emblem: fish"),
    ]
    numbers = [
        (
            "level: 1, strength: 2, slots: [weapon, charm]",
            "level: 1, strength: 3, slots: [weapon, charm]",
        ),
        (
            "level: 1, strength: 2, slots: [weapon, charm]",
            "level: 1, strength: 2, slots: [weapon, armour]",
        ),
        ("guild: tide, level: 1, strength: 2", "guild: ember, level: 1, strength: 2"),
        ("price_cap: 4", "price_cap: 5"),
        ("starting_gold: 3", "starting_gold: 4"),
        ("choice: after_banishing", "choice: before_banishing"),
    ]
    for old, new in words:
        game = emporium_with(tmp_path, old, new)
        assert (data_of(game), record_hash(game)) == (data_of(emporium), record_hash(emporium)), new
        assert game.data_hash != emporium.data_hash  # which is why that one will not do
    seen = {data_of(emporium)}
    for old, new in numbers:
        game = emporium_with(tmp_path, old, new)
        assert record_hash(game) != record_hash(emporium), new
        seen.add(data_of(game))
    assert len(seen) == len(numbers) + 1
