"""Folders for Card Game Simulator: as its schema says, with every card, its picture and the deck
that it is in.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from PIL import Image

from generator.cli.main import run
from generator.data.game import Chosen, Game
from generator.export.card_game_simulator import CgsGame, write_cgs
from generator.face.press import Press
from tests.generator.export.tables import box

# The properties of docs/schema/cgs.json that we write, and the types that it says they have.
KNOWN = {
    "name": str,
    "autoUpdate": int,
    "autoUpdateUrl": str,
    "allCardsUrl": str,
    "allSetsUrl": str,
    "cardBackImageUrl": str,
    "cardIdIdentifier": str,
    "cardImageFileType": str,
    "cardImageUrl": str,
    "cardNameIdentifier": str,
    "cardNameIsUnique": bool,
    "cardPrimaryProperty": str,
    "cardProperties": list,
    "cardSetIdentifier": str,
    "cardSize": dict,
    "deckFileTxtId": str,
    "deckFileType": str,
    "deckSharePreference": str,
    "deckUrls": list,
}
LINE = re.compile(r"([1-9][0-9]*) \[([^\]]+)\] (.+) \(([^)]+)\)")


@pytest.fixture(scope="module")
def made(emporium: Game, tmp_path_factory: pytest.TempPathFactory) -> tuple[CgsGame, Path]:
    folder = tmp_path_factory.mktemp("cgs")
    chosen = {card.id for card in emporium.cards.values() if card.kind in ("hero", "coin")}
    return write_cgs(
        emporium, Press(emporium), folder, chosen=Chosen(frozenset(chosen)), dpi=40
    ), folder / "Emporium"


def test_the_folder_is_as_documented(made: tuple[CgsGame, Path], emporium: Game) -> None:
    written, home = made
    said = json.loads((home / "Emporium.json").read_text("utf-8"))
    assert {key: type(value) for key, value in said.items()} == {key: KNOWN[key] for key in said}
    assert (said["name"], said["autoUpdate"]) == (
        "Emporium",
        -1,
    )  # nothing to download: all of it lies there
    assert said["cardSize"] == {"x": 2.4803, "y": 3.4646}
    cards = json.loads((home / "AllCards.json").read_text("utf-8"))
    assert (
        len(cards)
        == len({card["id"] for card in cards})
        == sum(card.kind == "hero" for card in emporium.cards.values())
    )
    assert json.loads((home / "AllSets.json").read_text("utf-8")) == [
        {"code": "heroes", "name": "Hero cards"}
    ]
    sizes = set()
    for card in cards:
        with Image.open(home / "sets" / card["set"] / f"{card['id']}.png") as picture:
            sizes.add(picture.size)
    with Image.open(home / "CardBack.png") as back:
        assert sizes == {back.size}
    assert sorted(path for path in home.rglob("*") if path.is_file()) == list(written.files)
    assert written.left_out == ("Coins",)


def test_a_deck_lists_every_copy(made: tuple[CgsGame, Path]) -> None:
    written, home = made
    lines = (home / "decks" / "Hero cards.txt").read_text("utf-8").splitlines()
    found = [LINE.fullmatch(line) for line in lines]
    assert all(found)
    assert sum(int(one[1]) for one in found if one) == written.decks[0].copies == 27
    assert {one[4] for one in found if one} == {"heroes"}


def test_a_link_names_each_file(tmp_path: Path) -> None:
    game = box(tmp_path / "game", [2, 1, 3], title="Trial: one/two")
    written = write_cgs(game, Press(game), tmp_path / "out", "https://example.org/a/", dpi=40)
    said = json.loads(
        (tmp_path / "out" / "Trial one two" / "Trial one two.json").read_text("utf-8")
    )
    assert said["autoUpdateUrl"] == "https://example.org/a/Trial%20one%20two.json"
    assert (
        said["cardImageUrl"] == "https://example.org/a/sets/{cardSet}/{cardId}.{cardImageFileType}"
    )
    assert said["autoUpdate"] > 0
    for deck in said["deckUrls"]:
        assert (tmp_path / "out" / "Trial one two" / "decks" / f"{deck['name']}.txt").is_file()
    assert written.backs_lost == ("other",)
    lines = [
        line
        for deck in sorted((tmp_path / "out" / "Trial one two" / "decks").iterdir())
        for line in deck.read_text("utf-8").splitlines()
    ]
    assert sorted(line.split(" (")[0] for line in lines) == [
        "1 [c1] Card 1",
        "2 [c0] Card 0",
        "3 [c2] Card 2",
    ]


def test_the_command_says_what_stays_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    box(tmp_path / "game", [2, 1, 3])
    assert run(["export", "cgs", str(tmp_path / "game"), "--output", str(tmp_path / "out")]) == 0
    out = capsys.readouterr().out
    assert "Coins" in out
    assert "these backs are left out: other" in out
    assert run(["export", "cgs", str(tmp_path / "game"), "--base-url", "ftp://example.org"]) == 2
