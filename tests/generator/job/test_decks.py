"""A spreadsheet that nobody prepared becomes a deck that builds at once, and its second import
changes nothing.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from generator.cli.main import run
from generator.data.loading import load_game
from generator.data.problems import Problems
from generator.face.press import Press
from generator.job import decks
from tests.generator.job.sheets import PLAIN, WORKBOOKS, write, xlsx


@pytest.mark.slow_cases(
    "Japanese",
    "UTF-16",
    "Windows-1252",
    "a column a card",
    "a row a copy",
    "blank column first",
    "blank rows",
    "copies in German",
    "copies in Polish",
    "emoji",
    "files that are nowhere",
    "formulas and a total",
    "groups above headings",
    "headings twice",
    "hidden sheet",
    "legend below",
    "long names",
    "long texts",
    "many gaps",
    "marks of other tools",
    "merged cells",
    "merged headings",
    "missing names",
    "names of things",
    "no headings",
    "notes above",
    "notes column",
    "notes without heading",
    "numbers as text",
    "one column without heading",
    "questions",
    "right to left",
    "sections in a column",
    "headings for each section",
    "decks beside each other",
    "semicolons below a title",
    "semicolons",
    "several sheets",
    "sheets of any name",
    "shown otherwise",
    "sixty columns",
    "sixty texts",
    "tabs",
    "title above",
    "total without a word",
    "truth values",
    "very long texts",
)
@pytest.mark.parametrize("name", WORKBOOKS)
def test_a_workbook_becomes_a_deck_whose_cards_are_drawn_without_a_problem(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    file = write(tmp_path, name)
    assert run(["new", "deck", "--from-sheet", file.name]) == 0
    monkeypatch.chdir(tmp_path / "deck")
    problems = Problems()
    game = load_game(tmp_path / "deck", problems)
    press = Press(game)
    for card in game.cards.values():
        press.stamp(card)
    assert [problem.message for problem in (*problems, *press.problems)] == []
    assert len({card.kind for card in game.cards.values()}) > 1
    capsys.readouterr()
    assert run(["import", f"../{file.name}"]) == 0
    assert "Nothing to change." in capsys.readouterr().out


def test_a_faulty_picture_does_not_change_the_layout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A font that it lacks is no better on a larger card."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wolf.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"><text y="9" '
        'font-family="Comic Sans MS">Grr</text></svg>'
    )
    (tmp_path / "beasts.csv").write_text("Name,Picture\nWolf,wolf.svg\nBear,wolf.svg\n")
    assert run(["new", "deck", "--from-sheet", "beasts.csv"]) == 0
    assert "the cards" not in capsys.readouterr().err
    cards = (tmp_path / "deck" / "cards.yaml").read_text(encoding="utf-8")
    assert "size:" not in cards
    assert "<image" in (tmp_path / "deck/templates/beasts.svg.j2").read_text(encoding="utf-8")


def test_cards_that_grow_to_hold_their_texts_are_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    long = "All beasts of the wood move one step. " * 60
    (tmp_path / "beasts.csv").write_text(f"Name,Text\nWolf,{long}\nBear,{long}\n")
    assert run(["new", "deck", "--from-sheet", "beasts.csv"]) == 0
    assert "beasts: so that all texts fit, the cards are 105 x 148 mm" in capsys.readouterr().err


def test_a_cell_past_the_headings_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Such as of a text whose comma divides it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "beasts.csv").write_text("Name,Text\nWolf,Howls\nBear,Sleeps, then eats.\n")
    assert run(["new", "deck", "--from-sheet", "beasts.csv"]) == 0
    said = capsys.readouterr().err
    assert "ignored, because its column has no heading: beasts.csv:C3, 'then eats.'" in said


@pytest.mark.slow
def test_pictures_beside_the_file_are_copied_and_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "art").mkdir()
    for name in ("wolf", "bear"):
        Image.new("RGB", (900, 600), "green").save(tmp_path / "art" / f"{name}.png")
    (tmp_path / "beasts.csv").write_text(
        "Name,Bild,Text\nWolf,art/wolf.png,Howls.\nBear,art/bear.png,Sleeps.\n"
    )
    assert run(["new", "deck", "--from-sheet", "beasts.csv"]) == 0
    assert (tmp_path / "deck" / "art" / "wolf.png").read_bytes() == (
        tmp_path / "art" / "wolf.png"
    ).read_bytes()
    game = load_game(tmp_path / "deck")
    assert game.cards["wolf"].record.bild == "art/wolf.png"
    assert "{% set picture = card.bild or card.art %}" in (
        tmp_path / "deck/templates/beasts.svg.j2"
    ).read_text("utf-8")
    assert 'height="35.33" preserveAspectRatio="xMidYMid meet"' in (
        tmp_path / "deck/templates/beasts.svg.j2"
    ).read_text("utf-8")
    assert run(["build", "deck"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.slow
def test_kinds_have_sizes_backs_and_colours_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    long = "Each player in turn order may put a card under the deck. " * 40
    rows = {
        "Beasts": PLAIN,
        "Events": [["Title", "Effect"], ["Flood", long], ["Storm", "Blows."], ["Fire", "Burns."]],
    }
    (tmp_path / "game.xlsx").write_bytes(xlsx(rows))
    assert run(["new", "deck", "--from-sheet", "game.xlsx"]) == 0
    game = load_game(tmp_path / "deck")
    assert game.cards["wolf"].size_mm is None
    assert game.cards["flood"].size_mm is not None
    assert game.cards["flood"].size_mm == game.cards["events-back"].size_mm
    assert game.cards["beasts-back"].record.colour != game.cards["events-back"].record.colour
    assert game.cards["wolf"].record.type.name == "Forest"
    assert {component.id: component.count for component in game.components} == {
        "beasts": 4,
        "events": 3,
    }
    assert run(["build", "deck"]) == 0


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--from-sheet", "none.csv"], 1, "there is no file none.csv"),
        (["--from-sheet", "empty.csv"], 1, "expected a sheet with cards, found none"),
        (["--from-sheet", "a.csv", "--rules"], 2, "leave out --layout, --rules and --from"),
        (["--encoding", "utf-8"], 2, "--encoding needs --from-sheet"),
        (["--from-sheet", "broken.xlsx"], 1, "a formula that was never computed"),
    ],
)
def test_what_makes_no_deck_is_told_and_nothing_written(
    words: list[str],
    code: int,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty.csv").write_text("\n\n")
    (tmp_path / "a.csv").write_text("Name\nWolf\n")

    def uncomputed(book: object, made: dict[str, Any]) -> None:
        made["Cards"].write_formula(1, 2, "=1+1")

    (tmp_path / "broken.xlsx").write_bytes(xlsx({"Cards": PLAIN}, uncomputed))
    assert run(["new", "deck", *words]) == code
    assert said in capsys.readouterr().err
    assert not (tmp_path / "deck").exists()


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("Wolf,6000\nBear,4001\nOwl,2", "beasts.csv:B2: error[too-large]"),
        ("Wolf,3\nBear,60000", "beasts.csv:B3: error[out-of-range]"),
    ],
)
def test_copies_beyond_any_deck_are_a_fault_of_their_cell(
    rows: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("beasts.csv").write_text(f"Name,Copies\n{rows}\n", encoding="utf-8")
    assert run(["new", "deck", "--from-sheet", "beasts.csv"]) == 1
    assert capsys.readouterr().err.startswith(said)
    assert not Path("deck").exists()


@pytest.mark.parametrize("is_turned", [False, True])
def test_more_cards_than_any_deck_has_are_refused_before_they_are_made(
    is_turned: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(decks, "MOST_COPIES", 4)
    monkeypatch.setattr(decks, "_built", None)
    rows = [("Name", "Cost"), *((f"Card {number}", str(number)) for number in range(1, 6))]
    lines = zip(*rows, strict=True) if is_turned else rows
    (tmp_path / "long.csv").write_text("\n".join(map(",".join, lines)), "utf-8")
    assert run(["new", "deck", "--from-sheet", "long.csv"]) == 1
    assert (
        f"long.csv:{'F1' if is_turned else 'A6'}: error[too-large]: 'long' expected at most 4 "
        "cards, copies included, found 5"
    ) in capsys.readouterr().err
    assert not (tmp_path / "deck").exists()


def test_the_same_spreadsheet_gives_the_same_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.csv").write_bytes(WORKBOOKS["marks of other tools"][1])
    contents = []
    for folder in ("one/deck", "two/deck"):
        assert run(["new", folder, "--from-sheet", "a.csv"]) == 0
        contents.append(
            {
                path.relative_to(folder): path.read_bytes()
                for path in sorted(Path(folder).rglob("*"))
                if path.is_file()
            }
        )
    assert contents[0] == contents[1]


def test_what_each_of_some_equal_rows_says_makes_no_group(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.csv").write_text("Name,Hint\n" + "Fire,Deal 1.\n" * 3 + "Move,Go.\n" * 3)
    assert run(["new", "deck", "--from-sheet", "a.csv"]) == 0
    assert "tables:" not in (tmp_path / "deck" / "cards.yaml").read_text("utf-8")


def test_a_sheet_with_a_column_for_each_card_is_turned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = write(tmp_path, "a column a card")
    assert run(["new", "deck", "--from-sheet", file.name]) == 0
    assert [
        id_ for id_, card in load_game(tmp_path / "deck").cards.items() if card.kind == "a"
    ] == ["wolf", "bear", "crab", "whale"]
    monkeypatch.chdir(tmp_path / "deck")
    assert run(["import", f"../{file.name}", "--dry-run"]) == 0


@pytest.mark.parametrize(
    ("name", "cards"),
    [
        ("sections", {"cards": ["wolf", "bear", "crab", "whale"]}),
        ("sections with subtotals", {"a": ["wolf", "bear", "crab", "whale"]}),
        ("decks below each other", {"land": ["wolf", "bear"], "sea": ["crab"]}),
    ],
)
def test_rows_that_are_no_cards_become_none(
    name: str, cards: dict[str, list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["new", "deck", "--from-sheet", write(tmp_path, name).name]) == 0
    found = dict[str, list[str]]()
    for id_, card in load_game(tmp_path / "deck").cards.items():
        found.setdefault(card.kind, []).append(id_)
    assert {kind: ids for kind, ids in found.items() if kind != "back"} == cards


@pytest.mark.parametrize("rows", ["Name,Power\nWolf,3\n", "Name,Bild\nA wolf,Wolf\n"])
def test_pictures_are_found_by_what_cells_say_without_an_ending(
    rows: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.csv").write_text(rows)
    (tmp_path / "art").mkdir()
    Image.new("RGB", (30, 20), "red").save(tmp_path / "art" / "Wolf.png")
    assert run(["new", "deck", "--from-sheet", "a.csv"]) == 0
    game = load_game(tmp_path / "deck")
    (card,) = (card for card in game.cards.values() if card.kind == "a")
    press = Press(game)
    stamp = press.stamp(card)
    assert stamp is not None
    assert stamp.pictures
    assert stamp.size_mm == (63, 88)  # a soft picture is no reason for another layout


def _arts(folder: Path) -> dict[str, str | None]:
    """Return the picture of each card of the kind `a`."""
    game = load_game(folder / "cards.yaml", Problems())
    return {card.id: card.record["art"] for card in game.of_kind("a")}


PICTURED = {
    "with and without endings": "Name,Picture\nWolf,wolf\nBear,bear.jpg\nHare,\n",
    "several endings": "Name,Picture\nWolf,wolf\nBear,Bear\nHare,\n",
    "some missing": "Name,Picture\nWolf,wolf.png\nBear,bear.jpg\nHare,hare.png\n",
    "names of cards": "Name,Strength\nWolf,1\nBear,2\nHare,3\n",
}


@pytest.mark.parametrize("sheet", PICTURED.values(), ids=PICTURED)
def test_pictures_named_in_several_ways_or_in_part_are_those_of_their_cards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], sheet: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.csv").write_text(sheet)
    for name in ("wolf.png", "bear.jpg"):
        Image.new("RGB", (300, 200), "red").save(tmp_path / name)
    assert run(["new", "deck", "--from-sheet", "a.csv"]) == 0
    told = capsys.readouterr().err
    before = _arts(tmp_path / "deck")
    arts = {id_: (art or "").lower() for id_, art in before.items()}
    assert arts == {"wolf": "wolf.png", "bear": "bear.jpg", "hare": ""}
    assert ("hare.png" in told, "Hare" in told) == ("hare.png" in sheet, "Strength" in sheet)
    (template,) = (tmp_path / "deck/templates").glob("a.svg*")
    assert "card.picture" not in template.read_text()
    assert run(["build", "deck"]) == 0
    assert run(["import", "a.csv", "deck", "--yes"]) == 0
    assert _arts(tmp_path / "deck") == before


@pytest.mark.parametrize(
    "file", ["clay-pit.png", "Clay Pit.png", "clay_pit.PNG", "art/Clay pit.png"]
)
def test_the_name_of_a_picture_may_have_other_capitals_spaces_and_dashes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "art").mkdir()
    (tmp_path / "a.csv").write_text("Name,Picture\nOne,Clay Pit\n")
    Image.new("RGB", (300, 200), "red").save(tmp_path / file)
    assert run(["new", "deck", "--from-sheet", "a.csv"]) == 0
    assert (tmp_path / "deck/Clay Pit.png").exists()


def test_a_picture_that_cannot_be_read_is_a_fault_of_the_cell_that_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.csv").write_text("Name,Picture,Cost\nWolf,wolf,1\nBear,bear.png,2\n")
    (tmp_path / "wolf.jpg").write_bytes(b"no picture")
    Image.new("RGB", (300, 200), "red").save(tmp_path / "bear.png")
    assert run(["new", "deck", "--from-sheet", "a.csv"]) == 0
    assert run(["build", "deck"]) == 1
    assert "wolf.jpg" in capsys.readouterr().err


def test_a_column_of_paths_is_of_pictures_though_other_words_name_some_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rows = "Name,Suit,Art\nGrey,Wolf,art/wolf\nWhite,Wolf,art/wolf\nBrown,Bear,art/bear\n"
    (tmp_path / "a.csv").write_text(rows)
    (tmp_path / "art").mkdir()
    for name in ("wolf", "bear"):
        Image.new("RGB", (30, 20), "red").save(tmp_path / "art" / f"{name}.png")
    assert run(["new", "deck", "--from-sheet", "a.csv"]) == 0
    found = sorted(path.relative_to("deck").as_posix() for path in Path("deck").rglob("*.png"))
    assert found == ["art/bear.png", "art/wolf.png"]
    template = Path("deck/templates/a.svg.j2").read_text(encoding="utf-8")
    assert 'card.card_art ~ ".png"' in template
    assert template.count("card.card_art") == 1


def test_hidden_columns_are_ignored_and_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    def hide(book: object, made: dict[str, Any]) -> None:
        made["Cards"].set_column(2, 3, None, None, {"hidden": True})

    (tmp_path / "a.xlsx").write_bytes(xlsx({"Cards": PLAIN}, hide))
    assert run(["new", "deck", "--from-sheet", "a.xlsx"]) == 0
    assert "so ignored: Cost, Text" in capsys.readouterr().err
    assert set(load_game(tmp_path / "deck").cards["wolf"].record) >= {"name", "type"}
    assert "cost" not in load_game(tmp_path / "deck").cards["wolf"].record


def test_notes_of_the_designer_are_ignored_and_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    rows = ["Name,Rules,Notes to self", "Wolf,Bites.,too strong?", "Hare,,", ""]
    (tmp_path / "a.csv").write_text("\n".join(rows))
    assert run(["new", "deck", "--from-sheet", "a.csv"]) == 0
    assert "notes, so ignored: Notes to self" in capsys.readouterr().err
    assert "too strong" not in (tmp_path / "deck/cards.yaml").read_text()
    assert run(["import", "a.csv", "deck", "--yes"]) == 0
    # they may be all that a card says
    (tmp_path / "b.csv").write_text("Name,Notes\nWolf,Bites.\nHare,\n")
    assert run(["new", "other", "--from-sheet", "b.csv"]) == 0
    assert "Bites." in (tmp_path / "other/cards.yaml").read_text()


def test_words_that_differ_only_in_capitals_are_a_doubt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["Wood", "wood", "Wood ", "Iron", "Iron", "Iron"]
    rows = [f"{name},{word},{name} by {word}" for name, word in zip("ABCDEF", words, strict=True)]
    (tmp_path / "a.csv").write_text("\n".join(["Name,Made of,Text", *rows]))
    assert run(["new", "deck", "--from-sheet", "a.csv"]) == 0
    said = capsys.readouterr().err
    assert said.count("'Made of' has Wood and wood, which may mean the same") == 1
    (tmp_path / "a.csv").write_text("\n".join(["Name,Made of,Text", *rows]).replace("wood", "Wood"))
    assert run(["new", "other", "--from-sheet", "a.csv"]) == 0
    assert "may mean" not in capsys.readouterr().err


def test_a_sign_that_no_font_has_takes_no_words_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.csv").write_text(
        "Name,Text\n🐺 Wolf,Gain 2 👁️‍🗨️.\n船,船長\nBear,Sleeps & snores.\n", "utf-8"
    )
    assert run(["new", "deck", "--from-sheet", "a.csv"]) == 0
    game = load_game(tmp_path / "deck")
    press = Press(game)
    stamps = [press.stamp(card) for card in game.cards.values() if card.kind == "a"]
    said = [" ".join(one.text for one in stamp.letterings) for stamp in stamps if stamp]
    assert "◆ Wolf" in said[0]
    assert "Gain 2 ◆." in said[0]
    assert "◆" not in said[1] + said[2]
    assert not list(press.problems)


@pytest.mark.slow
@pytest.mark.parametrize("heading", ["Art", "Bild"])
def test_pictures_are_found_in_folders_beside_the_file_whatever_their_column_is_called(
    heading: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in (
        "images/beasts/wolf.png",
        "images/beasts/Bear.PNG",
        "images/twice.png",
        "other/twice.png",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        Image.new("RGB", (900, 600), "green").save(tmp_path / name)
    (tmp_path / "beasts.csv").write_text(
        f"Name,{heading},Text\nWolf,wolf.png,Howls.\nBear,bear.png,Sleeps.\n"
    )
    for deck in ("deck", "again"):
        assert run(["new", deck, "--from-sheet", "beasts.csv"]) == 0
        assert sorted(path.name for path in (tmp_path / deck).glob("*.png")) == [
            "bear.png",
            "wolf.png",
        ]
    assert run(["build", "deck"]) == 0
    assert capsys.readouterr().err == ""
    monkeypatch.chdir(tmp_path / "deck")
    assert run(["import", "../beasts.csv"]) == 0
    assert "Nothing to change." in capsys.readouterr().out
    monkeypatch.chdir(tmp_path)
    (tmp_path / "two.csv").write_text(f"Name,{heading},Text\nWolf,twice.png,Howls.\n")
    assert run(["new", "two", "--from-sheet", "two.csv"]) == 0
    assert list((tmp_path / "two").glob("*.png")) == []
