"""`export` on the command line: every target, language and ink; wrong words; files that stand all
or not at all.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image

from generator.cli import export as cli_export
from generator.cli.main import run
from generator.data.files import writing_files
from generator.data.loading import load_game
from generator.job.starting import start_game
from tests.conftest import make_game
from tests.generator.export.tables import box


def test_strict_stops_before_a_file_is_touched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    box(tmp_path, [2], back=False)
    words = [
        "export",
        "tabletop-simulator",
        str(tmp_path),
        "--only",
        "cards",
        "--output",
        str(tmp_path / "out"),
    ]
    assert run([*words, "--strict"]) == 1
    assert not (tmp_path / "out").exists()
    assert run(words) == 0
    assert capsys.readouterr().err.count("no-back") == 2


@pytest.mark.parametrize(
    "target", ["png", "screentop", "tabletopia", "tabletop-playground", "makeplayingcards"]
)
def test_a_game_without_cards_has_nothing_to_export(
    target: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_game(
        tmp_path / "game", cards={}, components={"dice": {"name": "Dice", "count": 2, "dice": 6}}
    )
    assert run(["export", target, str(tmp_path / "game"), "--output", str(tmp_path / "out")]) == 2
    assert "Trial has no cards" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


# ---------------------------------------------------------------- the command line


@pytest.fixture
def pond(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    start_game(tmp_path / "pond")
    monkeypatch.chdir(tmp_path / "pond")
    return tmp_path / "pond"


TARGETS = ["png", "screentop", "tabletop-playground", "tabletop-simulator", "tabletopia"]


@pytest.mark.slow_cases("screentop", "tabletop-simulator")
@pytest.mark.parametrize("target", TARGETS)
def test_every_target_writes_what_it_says(
    target: str, pond: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["export", target, "--format", "json"]) == 0
    said = json.loads(capsys.readouterr().out)
    files = {
        path.relative_to(pond).as_posix()
        for path in (pond / "output" / target).rglob("*")
        if path.is_file()
    }
    assert files == set(said["results"]["files"])
    assert files
    assert {Path(name).suffix for name in files} <= {".png", ".json", ".csv"}
    before = {name: (pond / name).read_bytes() for name in files}
    assert run(["export", target, "--format", "json"]) == 0
    assert {name: (pond / name).read_bytes() for name in files} == before
    assert not said["problems"]


def translate(folder: Path, text: str) -> None:
    (folder / "cards.fr.yaml").write_text(text, encoding="utf-8")


@pytest.mark.slow
def test_every_language_goes_into_a_folder_of_its_own(
    pond: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = load_game(pond)
    card = next(iter(source.cards.values()))
    translate(pond, f"components: {{{source.components[0].id}: {{name: Le paquet}}}}\n")
    for target in TARGETS:
        assert run(["export", target, "--lang", "all", "--format", "json"]) == 0
        said = json.loads(capsys.readouterr().out)["results"]["languages"]
        folders = {
            code: {Path(name).parts[1] for name in one["files"]} for code, one in said.items()
        }
        assert folders == {"en": {target}, "fr": {f"{target}-fr"}}
    table = json.loads((pond / f"output/tabletop-simulator-fr/{source.name}-fr.json").read_text())
    assert table["SaveName"] == f"{source.title} {source.version} (fr)"
    assert "Le paquet" in json.dumps(table, ensure_ascii=False)
    package = json.loads((pond / "output/tabletop-playground-fr/manifest.json").read_text())
    plain = json.loads((pond / "output/tabletop-playground/manifest.json").read_text())
    assert package["Name"].endswith(" (fr)")
    assert package["GUID"] != plain["GUID"]
    assert (
        run(["export", "png", "--lang", "fr", "--output", "here", "--only", card.id]) == 0
    )  # whoever names a folder means it
    assert len(list((pond / "here").glob("*.png"))) >= 1
    capsys.readouterr()
    assert run(["export", "png", "--lang", "de"]) == 2
    assert "the game has en, fr" in capsys.readouterr().err


def test_pictures_are_written_in_grey_and_services_take_full_ink_alone(
    pond: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    card = next(iter(load_game(pond).cards.values())).id

    def colours(folder: str) -> int:
        (path,) = (pond / "output" / folder).glob(f"*-{card}.png")
        with Image.open(path) as picture:
            pixels = picture.convert("RGB").resize((60, 80))
        return sum(
            max(p) - min(p) > 12
            for p in (pixels.getpixel((x, y)) for x in range(60) for y in range(80))
        )  # type: ignore[arg-type, type-var, operator]

    for ink in ("full", "grey"):
        assert run(["export", "png", "--only", card, "--ink", ink]) == 0
    assert colours("png") > 0
    assert colours("png-grey") == 0
    assert run(["export", "drivethrucards", "--ink", "grey"]) == 2
    assert "No such option" in capsys.readouterr().err


def test_spreadsheets_say_their_language_and_are_not_imported_over_the_original(
    pond: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = load_game(pond)
    card = next(iter(game.cards.values()))
    translate(pond, f"kinds: {{{card.kind}: {{cards: {{{card.id}: {{name: Le premier}}}}}}}}\n")
    before = (pond / "cards.yaml").read_bytes()
    assert run(["export", "csv", "--lang", "fr"]) == 0
    assert run(["export", "xlsx", "--lang", "all", "--output", "book.xlsx"]) == 0
    sheet = pond / "output" / "csv" / f"{game.name}-fr-{card.kind}.csv"
    assert "Le premier" in sheet.read_text(encoding="utf-8-sig")
    assert {path.name for path in pond.glob("*.xlsx")} == {"book.xlsx", "book-fr.xlsx"}
    capsys.readouterr()
    for file in (sheet, pond / "book-fr.xlsx"):
        assert run(["import", str(file), "--kind", card.kind, "--yes"]) == 2
        assert "Those texts are in cards.fr.yaml" in capsys.readouterr().err
    assert (pond / "cards.yaml").read_bytes() == before


def test_every_target_is_found_and_explained(capsys: pytest.CaptureFixture[str]) -> None:
    for target in cli_export.TARGETS:
        assert run(["export", target, "--help"]) == 0
        assert "--output" in capsys.readouterr().out
    assert run(["export", "--help"]) == 0
    listed = capsys.readouterr().out
    assert all(target in listed for target in cli_export.TARGETS)
    assert run(["export", "tabletop-simulater"]) == 2
    assert "did you mean 'tabletop-simulator'?" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["png", "--bleed", "3 mm", "--corner-radius", "3 mm"],
        ["png", "--bleed", "9 mm"],
        ["png", "--name-pattern", "{id.x}"],
        ["png", "--dpi", "5000"],
        ["png", "--only", "nothing"],
        ["png", "--only", "rulebook"],
        ["screentop", "--copies", "two"],
        ["tabletop-simulator", "--only", "back"],
        ["screentop", "--only", "back"],
        ["tabletopia", "--only", "back"],
        ["tabletop-playground", "--only", "back"],
        ["tabletop-simulator", "--base-url", "ftp://x"],
        ["tabletop-simulator", "--base-url", "https://x.y/", "--folder", "z"],
    ],
)
def test_wrong_words_are_wrong_usage(words: list[str], pond: Path) -> None:
    assert run(["export", *words]) == 2
    assert not (pond / "output").exists()


def test_faults_in_the_data_leave_all_as_it_was(
    pond: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["export", "png"]) == 0
    before = {path: path.read_bytes() for path in (pond / "output").rglob("*") if path.is_file()}
    path = next((pond / "templates").glob("*.svg.j2"))
    path.write_text(
        path.read_text(encoding="utf-8").replace("</svg>", "<blink/></svg>"), encoding="utf-8"
    )
    assert run(["export", "png"]) == 1
    assert "bad-svg" in capsys.readouterr().err
    assert {
        path: path.read_bytes() for path in (pond / "output").rglob("*") if path.is_file()
    } == before


def test_pictures_from_before_are_pointed_at(
    pond: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["export", "png", "--name-pattern", "{id}"]) == 0
    assert "not-of-this-export" not in capsys.readouterr().err
    assert run(["export", "png"]) == 0
    assert "not-of-this-export" in capsys.readouterr().err


@pytest.mark.slow
def test_others_are_told_how_to_see_the_pictures(
    pond: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["export", "tabletop-simulator"]) == 0
    assert "Only this computer can see these pictures" in capsys.readouterr().out
    assert run(["export", "tabletop-simulator", "--base-url", "https://example.org/pond"]) == 0
    assert "found under https://example.org/pond/" in capsys.readouterr().out
    assert run(["export", "tabletop-simulator", "--folder", "D:\\Games\\pond"]) == 0
    assert '"file:///D:/Games/pond/' in (pond / "output/tabletop-simulator/pond.json").read_text(
        encoding="utf-8"
    )


def test_files_written_one_by_one_stand_all_or_not_at_all(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"old")
    (tmp_path / "d").mkdir()

    def write(*names: str) -> None:
        with writing_files() as add:
            for name in names:
                add(tmp_path / name, b"new")

    with pytest.raises(IsADirectoryError):
        write("a.png", "b/c.png", "d")
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["a.png"]
    assert (tmp_path / "a.png").read_bytes() == b"old"


# ---------------------------------------------------------------- links out of the folder

WRITES = [["build"], ["export", "png"], ["preview", "one"], ["export", "csv"]]


@pytest.mark.parametrize("words", WRITES)
def test_output_may_be_no_link_out_of_the_folder_unless_its_place_is_named(
    words: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    make_game(tmp_path / "game")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "game" / "output").symlink_to("../elsewhere")
    monkeypatch.chdir(tmp_path / "game")
    assert run(words) == 1
    said = capsys.readouterr().err
    assert "output: error[outside-folder]" in said or "output/" in said
    assert "name that place with --output" in said
    assert run([*words, "--output", "output"]) == 1
    assert run([*words, "--output", "output/more"]) == 1
    assert list((tmp_path / "elsewhere").iterdir()) == []
    assert run([*words, "--output", str(tmp_path / "elsewhere")]) == 0
    assert list((tmp_path / "elsewhere").iterdir())


def test_an_export_goes_through_no_link_in_the_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    make_game(tmp_path / "game")
    secret = tmp_path / "secret"
    secret.write_bytes(b"secret")
    monkeypatch.chdir(tmp_path / "game")
    assert run(["export", "png"]) == 0
    picture = next(Path("output/png").glob("*.png"))
    picture.unlink()
    picture.symlink_to(secret)
    assert run(["export", "png"]) == 1
    assert "found a link" in capsys.readouterr().err
    assert secret.read_bytes() == b"secret"


def test_no_link_leads_a_part_of_an_export_out_of_its_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, out = box(tmp_path / "game", [2]), tmp_path / "out"
    (tmp_path / "elsewhere").mkdir()
    out.mkdir()
    (out / f"{game.name}-pictures").symlink_to("../elsewhere")
    assert run(["export", "tabletop-simulator", str(tmp_path / "game"), "--output", str(out)]) == 1
    assert "outside-folder" in capsys.readouterr().err
    assert list((tmp_path / "elsewhere").iterdir()) == []
