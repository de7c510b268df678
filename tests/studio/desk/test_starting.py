"""Games that begin in the page: where they go, what they are made of, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.data.loading import load_game
from studio.desk.refusal import CannotDo
from studio.desk.starting import Start

SHEET = b"Name,Cost,Text\nOtter,2,Draw a card.\nHeron,3,Fish.\n"


@pytest.fixture
def start(tmp_path: Path) -> Start:
    (tmp_path / ".git").mkdir()
    return Start(tmp_path, {"mini": "small cards"})


@pytest.mark.parametrize(
    ("way", "which", "content"),
    [
        ("starter", "", b""),
        ("rules", "", b""),
        ("layout", "mini", b""),
        ("sheet", "deck.csv", SHEET),
    ],
)
def test_each_way_makes_a_game_that_loads(
    start: Start, way: str, which: str, content: bytes
) -> None:
    begun = start.begin(way, which, "Ford and Ferry", content)
    assert begun.path == start.folder / "cards.yaml"
    assert load_game(begun.path).title == "Ford And Ferry"
    with pytest.raises(CannotDo, match="already been started"):
        start.begin("starter", "", "Another")


def test_a_card_of_each_way_is_drawn_once(start: Start) -> None:
    for way, which in (("starter", ""), ("rules", ""), ("layout", "mini"), ("copy", "empire")):
        drawn = start.sample(way, which)
        assert drawn.startswith(b"\x89PNG")
        assert start.sample(way, which) is drawn
    for way, which in (("sheet", "deck.csv"), ("layout", "../mini"), ("copy", "chess")):
        with pytest.raises(KeyError):
            start.sample(way, which)
    assert not start.folder.joinpath("cards.yaml").exists()


def test_a_copy_keeps_its_rules(start: Start) -> None:
    text = start.begin("copy", "empire", "Realm").path.read_text(encoding="utf-8")
    assert 'title: "Realm"\n  plays: empire\n' in text


def test_a_sheet_in_the_encoding_of_windows_is_said(start: Start) -> None:
    begun = start.begin(
        "sheet", "C:\\deck.csv", "Deck", "Name,Cost\nÉtoile,2\nAnne,3\n".encode("windows-1252")
    )
    assert begun.remarks[0] == "deck.csv was read as windows-1252."
    assert "Étoile" in begun.path.read_text(encoding="utf-8")


def test_other_files_are_left_alone(start: Start) -> None:
    (start.folder / "deck.csv").write_bytes(SHEET)
    (start.folder / "my-realm").mkdir()
    (start.folder / "my-realm" / "notes.txt").touch()
    assert not start.offer()["is_empty"]
    with pytest.raises(CannotDo, match="'my-realm' exists and is not empty"):
        start.begin("starter", "", "My Realm")
    with pytest.raises(CannotDo, match="'my-realm' exists and is not empty"):
        start.begin("sheet", "deck.csv", "My Realm", SHEET)
    assert start.begin("starter", "", "Realm").path == start.folder / "realm" / "cards.yaml"


@pytest.mark.parametrize(
    ("way", "which", "name", "said"),
    [
        ("layout", "poster", "Realm", "there is no 'poster'"),
        ("copy", "../empire", "Realm", "there is no '../empire'"),
        ("dance", "", "Realm", "there is no 'dance'"),
        ("starter", "", "  ", "expected a name"),
        ("starter", "", "a\nb", "expected a name"),
        ("starter", "", "x" * 81, "expected a name"),
        ("starter", "", "--", "expected a name"),
        ("sheet", "deck.docx", "Realm", "expected a file that ends in"),
        ("sheet", "..", "Realm", "expected a spreadsheet"),
        ("sheet", "deck.csv", "Realm", "expected a sheet with cards"),
        ("sheet", "deck.xlsx", "Realm", "this workbook cannot be read"),
    ],
)
def test_what_cannot_be_begun_is_said_and_writes_nothing(
    start: Start, way: str, which: str, name: str, said: str
) -> None:
    with pytest.raises(CannotDo) as refused:
        start.begin(way, which, name)
    assert said in str(refused.value)
    assert [path.name for path in start.folder.iterdir()] == [".git"]
    assert str(start.folder) not in str(refused.value)
