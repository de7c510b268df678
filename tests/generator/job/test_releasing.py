"""A release: one zip, the same bytes each time, with checksums that hold and nothing missing."""

from __future__ import annotations

import hashlib
import json
import os
import sys
import zipfile
from pathlib import Path

import pypdfium2
import pytest

from generator.cli.main import run
from generator.data.game import Game
from generator.data.problems import ProblemError
from generator.job.releasing import LOW_INK, Release, licence_text, release
from tests.conftest import make_game


def names(path: Path) -> list[str]:
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        return archive.namelist()


def sized(folder: Path, **game: object) -> Game:
    return make_game(
        folder,
        cards={"one": {"name": "One"}, "mat": {"name": "Mat", "size": "63 x 88.5 mm"}},
        game=game,
        box={"card_thickness": "4 mm"},
        components={
            "cards": {"name": "Cards", "of": "card", "count": 2},
            "pawns": {"name": "Pawns", "count": 4, "about": "Bring your own."},
        },
    )


@pytest.mark.slow
def test_a_release_has_both_papers_a_picture_and_sums_that_hold(tmp_path: Path) -> None:
    game = sized(
        tmp_path / "game",
        licence="Do as you like.",
        designers=["Ada"],
        players="2-4",
        version="2.0 beta",
    )
    made = release(game, tmp_path / "out")
    assert made.path == tmp_path / "out" / "trial-2.0-beta-print-and-play.zip"
    assert [path.name for path in (tmp_path / "out").iterdir()] == [made.path.name]
    expected = {"README.txt", "LICENSE.txt", "cards.png", "hand.png", "SHA256SUMS"}
    for paper in ("a4", "letter"):
        expected |= {f"{paper}/trial-{what}-{paper}.pdf" for what in ("cards", "pieces", "boxes")}
    inside = {name.removeprefix("trial-2.0-beta/") for name in names(made.path)}
    assert {name for name in inside if not name.startswith("low-ink/")} == expected
    assert bool(LOW_INK) == any(name.startswith("low-ink/") for name in inside)
    with zipfile.ZipFile(made.path) as archive:
        sums = archive.read("trial-2.0-beta/SHA256SUMS").decode()
        for line in sums.splitlines():
            checksum, _, name = line.partition("  ")
            assert hashlib.sha256(archive.read(f"trial-2.0-beta/{name}")).hexdigest() == checksum
        assert len(sums.splitlines()) == len(inside) - 1
        assert archive.read("trial-2.0-beta/cards.png").startswith(b"\x89PNG")
        text = archive.read("trial-2.0-beta/README.txt").decode()
    assert max(map(len, text.splitlines())) <= 78
    for word in (
        "Trial 2.0 beta",
        "By Ada",
        "2 to 4 players",
        "4 x Pawns: Bring your own.",
        "Do as you like.",
        game.data_hash,
        "a4/trial-cards-a4.pdf (1 sheet)",
        "100 %",
    ):
        assert word in text, word


def test_a_release_in_another_language_is_in_that_from_the_cards_to_the_readme(
    tmp_path: Path,
) -> None:
    sized(tmp_path / "game", designers=["Ada", "Bob"], players="2-4", ages="10+")
    (tmp_path / "game" / "cards.fr.yaml").write_text(
        "kinds: {card: {cards: {one: {name: Un}, mat: {name: Plateau}}}}\n"
        "components: {pawns: {name: Pions, about: Apportez les vôtres.}}\n",
        encoding="utf-8",
    )
    assert (
        run(
            [
                "release",
                str(tmp_path / "game"),
                "--lang",
                "fr",
                "--paper",
                "a4",
                "--output",
                str(tmp_path / "out"),
            ]
        )
        == 0
    )
    top = "trial-fr-1.2.3"
    with zipfile.ZipFile(tmp_path / "out" / f"{top}-print-and-play.zip") as archive:
        text = archive.read(f"{top}/README.txt").decode()
        pdfs = [
            archive.read(f"{top}/{name}")
            for name in ("a4/trial-fr-cards-a4.pdf", "low-ink/a4/trial-fr-cards-a4-low-ink.pdf")
        ]
    for word in (
        "Trial 1.2.3\u202f: à imprimer et à jouer",
        "Par Ada et Bob. 2 à 4 joueurs, 10 ans et plus.",
        "Comment imprimer",
        "(1 feuille)",
        "4 x Pions\u202f: Apportez les vôtres.",
    ):
        assert word in text, word
    assert not any(word in text for word in ("players", "sheet)", "paper", "Version 1.2.3, data"))
    for pdf in pdfs:
        with pypdfium2.PdfDocument(pdf) as document:
            assert "Un" in document[0].get_textpage().get_text_range()


def readme_of(made: Release) -> str:
    (text,) = (file.content.decode() for file in made.files if file.name == "README.txt")
    return text


def test_a_game_without_cards_is_released_without_a_picture(tmp_path: Path) -> None:
    game = make_game(
        tmp_path / "game", cards={}, components={"dice": {"name": "Dice", "count": 2, "dice": 6}}
    )
    made = release(game, tmp_path / "out", papers=("a3",))
    assert [file.name for file in made.files] == [
        "README.txt",
        "a3/trial-dice-a3.pdf",
        "SHA256SUMS",
    ]
    text = readme_of(made)
    assert "2 x Dice: There are paper ones in the dice file." in text
    for word in ("a4", "letter", "fronts", "100 mm", "Boxes:", "\n\n\n"):
        assert word not in text, word
    assert "All sheets are for a3 paper." in text
    assert "glue tab by tab" in " ".join(text.split())
    with pytest.raises(ProblemError, match="nothing to pack"):
        release(make_game(tmp_path / "empty", cards={}), tmp_path / "none")
    assert not (tmp_path / "none").exists()


@pytest.mark.slow
def test_the_readme_speaks_of_the_papers_and_files_that_there_are(tmp_path: Path) -> None:
    text = " ".join(
        readme_of(
            release(sized(tmp_path / "game"), tmp_path / "out", papers=("letter", "a3"))
        ).split()
    )
    assert "your paper: a3 or letter." in text
    assert "fronts" not in text
    assert "in fold" not in text
    assert "Boxes: glue" in text
    assert "Dice:" not in text


def test_a_deck_with_backs_comes_to_be_folded_too(tmp_path: Path) -> None:
    game = make_game(
        tmp_path / "game",
        kinds={
            "rear": {
                "template": "card.svg.j2",
                "fields": {"name": "line"},
                "cards": {"rear": {"name": "Rear"}},
            }
        },
        components={"cards": {"name": "Cards", "of": "card", "count": 1, "back": "rear"}},
    )
    made = release(game, tmp_path / "out", papers=("a4",))
    assert "a4/trial-cards-a4-fold.pdf" in {file.name for file in made.files}
    text = readme_of(made)
    assert "fronts and backs in turn" in text
    assert "ends in fold" in " ".join(text.split())
    assert "How to fold" not in text


def test_sheets_to_write_on_and_pieces_with_backs_are_packed_and_told_apart(tmp_path: Path) -> None:
    game = make_game(
        tmp_path / "game",
        '<circle data-tick="a" cx="9" cy="9" r="3"/>',
        kinds={
            "rear": {"template": "card.svg.j2", "size": "20 x 30 mm", "cards": {"back": {}}},
            "score": {
                "template": "card.svg.j2",
                "size": "20 x 30 mm",
                "cards": {"score": {"back": "back"}},
            },
            "tile": {
                "template": "card.svg.j2",
                "size": "20 x 30 mm",
                "cards": {"tile": {"back": "back"}},
            },
        },
        components={
            "cards": {"name": "Cards", "of": "card", "count": 1},
            "scores": {"name": "Scores", "of": "score", "count": 1, "pad": 50},
            "tiles": {"name": "Tiles", "of": "tile", "count": 1},
        },
    )
    packed = {file.name: file for file in release(game, tmp_path, papers=("a4",)).files}
    about = {
        name.removeprefix(f"a4/{game.name}-"): file.about
        for name, file in packed.items()
        if name.startswith("a4/")
    }
    assert about["pads-a4.pdf"] == "sheets to write on; plain paper"
    assert about["two-sided-a4.pdf"].startswith("pieces of another size that have backs")
    assert packed[f"{game.name}-fillable.pdf"].about.endswith("to be filled in on a screen")
    assert f"{LOW_INK}/a4/{game.name}-pads-a4-low-ink.pdf" in packed


@pytest.mark.slow
def test_a_release_has_the_same_bytes_each_time(tmp_path: Path) -> None:
    game = sized(tmp_path / "game", licence="Mine.")
    one = release(game, tmp_path / "one", papers=("a4",)).path.read_bytes()
    other = release(game, tmp_path / "other", papers=("a4",)).path.read_bytes()
    assert one == other
    with zipfile.ZipFile(tmp_path / "one" / "trial-1.2.3-print-and-play.zip") as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_a_licence_file_comes_before_a_line_and_none_is_noted(tmp_path: Path) -> None:
    game = sized(tmp_path / "game", licence="A line.")
    assert licence_text(game) == "A line.\n"
    (tmp_path / "game" / "LICENSE").write_text("A file.", encoding="utf-8")
    assert licence_text(game) == "A file."
    silent = sized(tmp_path / "silent")
    made = release(silent, tmp_path / "out", papers=("a4",))
    assert [p.code for p in made.problems] == ["no-licence"]
    assert not any(name.endswith("LICENSE.txt") for name in names(made.path))


def test_a_licence_elsewhere_is_not_packed(tmp_path: Path) -> None:
    game = sized(tmp_path / "game")
    (tmp_path / "secret").write_text("secret", encoding="utf-8")
    (tmp_path / "game" / "LICENSE").symlink_to(tmp_path / "secret")
    assert licence_text(game) is None


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes in folders")
def test_a_licence_is_a_plain_file_of_a_size(tmp_path: Path) -> None:
    game = sized(tmp_path / "game")
    os.mkfifo(tmp_path / "game" / "LICENSE")
    assert licence_text(game) is None
    with (tmp_path / "game" / "COPYING").open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(ProblemError, match="at most 1 MB"):
        licence_text(game)


def test_a_game_with_an_error_is_not_released(tmp_path: Path) -> None:
    game = make_game(tmp_path / "game", face="<text>{{ card.nam }}</text>")
    with pytest.raises(ProblemError):
        release(game, tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
def test_the_command_lists_what_it_packed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sized(tmp_path / "game", licence="Mine.")
    words = ["release", str(tmp_path / "game"), "--paper", "a4", "--output", str(tmp_path / "out")]
    assert run([*words, "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)["results"]
    assert data["path"].endswith("trial-1.2.3-print-and-play.zip")
    assert {"README.txt", "a4/trial-cards-a4.pdf"} <= {file["name"] for file in data["files"]}
    assert run(words) == 0
    assert "README.txt" in capsys.readouterr().out
    assert run([*words, "--paper", "a9"]) == 2
    make_game(tmp_path / "broken", face="<text>{{ card.nam }}</text>")
    assert run(["release", str(tmp_path / "broken"), "--output", str(tmp_path / "none")]) == 1
    assert not (tmp_path / "none").exists()


@pytest.mark.slow
def test_a_release_that_cannot_be_written_has_replaced_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What it builds in a folder of its own is none of the user's files."""
    make_game(tmp_path / "game")
    (tmp_path / "out").touch()
    assert run(["release", str(tmp_path / "game"), "--output", str(tmp_path / "out")]) == 74
    assert capsys.readouterr().err.rstrip().endswith("The old files are unchanged.")
