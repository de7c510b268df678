"""Boxes, dice and figures as they are printed: the PDF read back, at its true sizes."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest

from generator.cli.main import run
from generator.data.game import Game
from generator.data.loading import load_game
from generator.data.problems import ProblemError, Problems
from generator.data.units import PAPER_SIZES, PLAIN_SLEEVES, SLEEVES, sleeved_mm
from generator.face.press import Press
from generator.job.build import build
from generator.job.planning import Options, plan
from generator.sheet.nets import NUMBERS, SLACK_MM
from generator.sheet.papercraft import die_faces, paper_dice, standees, tuck_boxes, write_cutouts
from generator.sheet.sheets import Backs
from tests.conftest import SVG, make_game

A4 = PAPER_SIZES["a4"]
STANDEE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 50"><text x="3" y="20">{{ card.name '
    "}} {{ part.side }}</text></svg>"
)


def boxed(folder: Path, files: dict[str, str | bytes] | None = None, **sections: Any) -> Game:
    """Make a game with one deck of 20 cards."""
    return (
        make_game(
            folder,
            cards={"one": {"name": "One", "copies": 20}},
            files=files,
            kinds={"rear": {"template": "rear.svg.j2", "cards": {"back": {}}}},
            **{
                "components": {"deck": {"name": "Deck", "of": "card", "back": "back", "count": 20}},
                **sections,
            },
        )
        if files
        else make_game(folder, cards={"one": {"name": "One", "copies": 20}}, **sections)
    )


def text_of(pdf: bytes, page: int = 0) -> str:
    with pypdfium2.PdfDocument(pdf) as document:
        return str(document[page].get_textpage().get_text_range())


def written(
    game: Game,
    cutouts: list[Any],
    paper: tuple[float, float] = A4,
    problems: Problems | None = None,
) -> bytes | None:
    problems = Problems() if problems is None else problems
    press = Press(game)
    made = write_cutouts(game, press, cutouts, paper, "dice", problems)
    assert list(press.problems) == []
    return made[0] if made else None


# ---------------------------------------------------------------- boxes


def test_a_box_is_as_deep_as_the_deck_in_its_sleeves(tmp_path: Path) -> None:
    game = boxed(tmp_path, box={"card_thickness": "0.5 mm"})
    for sleeves, (wider, higher, thicker) in PLAIN_SLEEVES.items():
        (box,) = tuck_boxes(game, (63.0, 88.0), sleeves, game.components, problems=Problems())
        assert box.faces["front"].size_mm == pytest.approx(
            (63 + wider + SLACK_MM, 88 + higher + SLACK_MM)
        )
        assert box.faces["left"].size_mm == pytest.approx(
            (20 * (0.5 + thicker) + SLACK_MM, 88 + higher + SLACK_MM)
        )
    (box,) = tuck_boxes(game, (63.0, 88.0), "gamegenic-gray", game.components, problems=Problems())
    assert box.faces["front"].size_mm == (67, 92)


def test_what_the_game_says_of_sleeves_holds_until_the_options_say_otherwise(
    tmp_path: Path,
) -> None:
    game = boxed(tmp_path, box={"sleeves": "premium"})
    (said,) = tuck_boxes(game, (63.0, 88.0), None, game.components, problems=Problems())
    (other,) = tuck_boxes(game, (63.0, 88.0), "none", game.components, problems=Problems())
    assert said.net.size_mm > other.net.size_mm
    assert "premium" in said.name
    assert "without sleeves" in other.name


def test_every_sleeve_has_a_size_and_refuses_what_is_larger() -> None:
    for name, (width, height, _) in SLEEVES.items():
        assert sleeved_mm((width - 3, height - 3), name)[:2] == (width, height)
        with pytest.raises(ValueError, match="does not fit into a sleeve"):
            sleeved_mm((width + 1, height - 3), name)


def test_cards_that_do_not_go_into_the_sleeves_are_an_error_where_the_file_says_so(
    tmp_path: Path,
) -> None:
    game = boxed(tmp_path, box={"sleeves": "gamegenic-yellow"})
    with pytest.raises(ProblemError) as caught:
        build(game, Options(with_all=True, output=tmp_path / "out"))
    (problem,) = caught.value.problems
    assert problem.code == "sleeves-too-small"
    assert problem.place is not None
    assert problem.place.line > 1
    assert not (tmp_path / "out").exists()
    with pytest.raises(ProblemError) as caught:
        tuck_boxes(game, (63.0, 88.0), "gamegenic-ruby", game.components, problems=Problems())
    (problem,) = caught.value.problems
    assert not problem.place
    assert problem.message.startswith("--sleeves gamegenic-ruby: ")


@pytest.mark.parametrize(("copies", "is_left_out"), [(9, True), (10, False)])
def test_a_box_too_thin_to_be_folded_is_left_out(
    copies: int, is_left_out: bool, tmp_path: Path
) -> None:
    game = make_game(tmp_path, cards={"one": {"name": "One", "copies": copies}})
    problems = Problems()
    boxes = tuck_boxes(game, (63.0, 88.0), None, game.components, problems)
    assert ([p.code for p in problems] == ["too-thin-to-fold"]) == is_left_out == (boxes == [])


def test_a_name_that_does_not_fit_its_box_is_told_where_it_stands(tmp_path: Path) -> None:
    game = boxed(
        tmp_path, components={"deck": {"name": "Abcdefghij" * 9, "of": "card", "count": 20}}
    )
    press = Press(game)
    write_cutouts(
        game,
        press,
        tuck_boxes(game, (63.0, 88.0), None, game.components, problems=Problems()),
        A4,
        "boxes",
        Problems(),
    )
    assert {str(p.place) for p in press.problems} == {
        str(game.root["components"]["deck"]["name"].place)
    }
    assert {p.also[0][0] for p in press.problems} == {"the tool's own template"}
    assert {p.also[0][1].file for p in press.problems} == {"emporium-pnp/tuck.svg.j2"}
    assert all("Abcdefghij" in p.message for p in press.problems)


def test_a_box_too_large_for_the_paper_names_one_that_is_not(tmp_path: Path) -> None:
    game = make_game(
        tmp_path,
        cards={"one": {"name": "One", "copies": 20}, "two": {"name": "Two", "copies": 110}},
    )
    problems = Problems()
    assert (
        written(
            game,
            tuck_boxes(game, (63.0, 88.0), "premium", game.components, problems=Problems()),
            A4,
            problems,
        )
        is None
    )
    (problem,) = problems
    assert problem.code == "too-large-to-fold"
    assert "a3" in (problem.hint or "")
    assert "letter" not in (problem.hint or "")
    assert written(
        game,
        tuck_boxes(game, (63.0, 88.0), "premium", game.components, problems=Problems()),
        PAPER_SIZES["a3"],
        problems,
    )


def test_without_a_template_the_back_of_the_deck_is_on_its_box(tmp_path: Path) -> None:
    game = boxed(
        tmp_path, files={"templates/rear.svg.j2": SVG.format('<text x="9" y="40">REAR</text>')}
    )
    (box,) = tuck_boxes(game, (63.0, 88.0), None, game.components, problems=Problems())
    pdf = written(game, [box])
    assert pdf is not None
    assert text_of(pdf).count("REAR") == 2
    assert "Trial: Deck" in text_of(pdf)
    (plain,) = tuck_boxes(
        boxed(tmp_path / "plain"),
        (63.0, 88.0),
        None,
        boxed(tmp_path / "plain").components,
        problems=Problems(),
    )
    pdf = written(boxed(tmp_path / "plain"), [plain])
    assert pdf is not None
    assert "REAR" not in text_of(pdf)
    assert "Trial" in text_of(pdf)


def test_the_cuts_on_paper_are_as_long_as_the_net_says(emporium: Game) -> None:
    """Read the lines of the PDF back: the box's outer height and width are there, in points."""
    box = tuck_boxes(emporium, (63.0, 88.0), "premium", emporium.components, problems=Problems())[0]
    made = write_cutouts(emporium, Press(emporium), [box], A4, "boxes", Problems())
    assert made is not None
    with pikepdf.open(io.BytesIO(made[0])) as pdf:
        content = pdf.pages[0].Contents.read_bytes().decode("latin-1")
    cuts = next(
        line
        for line in content.splitlines()
        if line.startswith("q 0.5669 w 1 J 1 j [] 0 d 0 0 0 RG")
    )
    numbers = [(float(x), float(y)) for x, y in re.findall(r"([\d.]+) ([\d.]+) [ml]", cuts)]
    xs, ys = [x for x, _ in numbers], [y for _, y in numbers]
    assert (max(xs) - min(xs)) / 72 * 25.4 == pytest.approx(box.net.size_mm[0], abs=0.01)
    assert (max(ys) - min(ys)) / 72 * 25.4 == pytest.approx(box.net.size_mm[1], abs=0.01)


# ---------------------------------------------------------------- dice


@pytest.mark.parametrize("faces", [4, 6, 8, 10, 12, 20])
def test_a_die_shows_each_of_its_numbers(tmp_path: Path, faces: int) -> None:
    game = make_game(
        tmp_path,
        components={
            "cards": {"name": "Cards", "of": "card", "count": 1},
            "dice": {"name": "Cubes", "count": 2, "dice": faces},
        },
    )
    cutouts = paper_dice(game, game.components)
    assert len(cutouts) == 2
    pdf = written(game, cutouts)
    assert pdf is not None
    words = re.findall(r"(?<![\d.])\d+(?![\d.])", text_of(pdf).split("Cut along")[0])
    if faces == 4:  # three at the corners of each of four faces
        assert sorted(map(int, words)) == sorted([1, 2, 3, 4] * 6)
    else:
        assert sorted(map(int, words)) == sorted([*NUMBERS[faces]] * 2)


def test_six_and_nine_are_told_apart_where_there_are_both(tmp_path: Path) -> None:
    game = make_game(tmp_path)
    for faces, marked in ((6, []), (8, [6]), (10, [6, 9]), (20, [6, 9])):
        parts = die_faces(game, game.components[0], faces)
        assert sorted(part.part.number for part in parts if part.part.is_marked) == marked


def test_the_corners_of_a_four_sided_die_show_one_number_each(tmp_path: Path) -> None:
    """Whichever corner is up, the three faces there say the same."""
    from generator.sheet.nets import die_solid

    game = make_game(tmp_path)
    parts = die_faces(game, game.components[0], 4)
    for part, face in zip(parts, die_solid(4).faces, strict=True):
        assert [corner.number for corner in part.part.corners] == [corner + 1 for corner in face]


@pytest.mark.parametrize("dice", [7, 0, "'8'", "true"])
def test_dice_that_cannot_be_folded_are_an_error(tmp_path: Path, dice: object) -> None:
    make_game(tmp_path)
    path = tmp_path / "cards.yaml"
    path.write_text(
        path.read_text()
        + (
            f"components:\n  c: {{name: C, of: card, count: 1}}\n  d: {{name: D, count: 1, dice: "
            f"{dice}}}\n"
        )
    )
    with pytest.raises(ProblemError) as caught:
        load_game(tmp_path)
    (problem,) = caught.value.problems
    assert problem.code == "wrong-type"
    assert "the number of faces of the die, one of 4, 6, 8" in problem.message


# ---------------------------------------------------------------- figures


def test_a_standee_shows_its_card_on_both_sides_as_often_as_there_are_copies(
    tmp_path: Path,
) -> None:
    game = make_game(
        tmp_path,
        cards={"one": {"name": "One", "copies": 3}},
        files={"templates/figure.svg.j2": STANDEE},
        components={"deck": {"name": "Deck", "of": "card", "count": 3, "standee": "figure.svg.j2"}},
    )
    press = Press(game)
    cutouts = standees(game, press, game.components)
    made = write_cutouts(game, press, cutouts, A4, "standees", Problems())
    assert made is not None
    text = text_of(made[0])
    assert len(cutouts) == 3
    assert cutouts[0].net.size_mm == (30, 100)
    assert (
        text.count("One front") == text.count("One back") == 6
    )  # each stands on the figure's panel and on its foot's, cut off


def test_a_standee_bears_no_version_mark_that_its_template_has_no_place_for(tmp_path: Path) -> None:
    figure = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 50"><text x="5" y="20">{{ '
        "card.name }}</text></svg>"
    )
    game = make_game(
        tmp_path,
        files={"templates/figure.svg.j2": figure},
        print={"version_marks": True},
        components={"deck": {"name": "Deck", "of": "card", "count": 1, "standee": "figure.svg.j2"}},
    )
    made = write_cutouts(
        game,
        press := Press(game),
        standees(game, press, game.components),
        A4,
        "standees",
        Problems(),
    )
    assert made is not None
    text = pypdfium2.PdfDocument(made[0])[0].get_textpage().get_text_range()
    assert "One" in text
    assert text.count("1.2.3") == 1  # in the footer


def test_a_standee_lower_than_its_foot_is_an_error(tmp_path: Path) -> None:
    low = STANDEE.replace("30 50", "30 9").replace('y="20"', 'y="6"')
    game = make_game(
        tmp_path,
        files={"templates/figure.svg.j2": low},
        components={"deck": {"name": "Deck", "of": "card", "count": 1, "standee": "figure.svg.j2"}},
    )
    press = Press(game)
    assert standees(game, press, game.components) == []
    assert [(p.code, p.place.file if p.place else "") for p in press.problems] == [
        ("standee-size", "templates/figure.svg.j2")
    ]


def test_a_template_for_standees_that_is_missing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ProblemError) as caught:
        make_game(
            tmp_path,
            components={
                "deck": {"name": "Deck", "of": "card", "count": 1, "standee": "none.svg.j2"}
            },
        )
    assert [p.code for p in caught.value.problems] == ["unknown-template"]


# ---------------------------------------------------------------- the whole


@pytest.mark.slow
@pytest.mark.slow
def test_all_adds_to_what_a_build_prints_and_changes_nothing_else(
    emporium: Game, tmp_path: Path
) -> None:
    press = Press(emporium)
    everything = build(emporium, Options(with_all=True, output=tmp_path / "all"), press=press)
    assert list(everything.problems) == []
    assert sorted(path.name for path in (tmp_path / "all").iterdir()) == [
        "emporium-booklet-a4.pdf",
        "emporium-both-sides-a4.pdf",
        "emporium-boxes-a4.pdf",
        "emporium-braces-a4.pdf",
        "emporium-cards-a4.pdf",
        "emporium-dice-a4.pdf",
        "emporium-feedback-a4.pdf",
        "emporium-pieces-a4.pdf",
        "emporium-rulebook.pdf",
        "emporium-standees-a4.pdf",
    ]
    for file in everything.files:
        with pypdfium2.PdfDocument(file.path) as document:
            assert len(document) == file.pages
    again = build(emporium, Options(with_all=True, output=tmp_path / "again"))
    for file in again.files:
        assert file.path.read_bytes() == (tmp_path / "all" / file.path.name).read_bytes()
    plain = [item.name for item in plan(emporium, Options())]
    assert plain == ["emporium-cards-a4.pdf", "emporium-pieces-a4.pdf"]
    with pypdfium2.PdfDocument(tmp_path / "all" / "emporium-boxes-a4.pdf") as boxes:
        text = " ".join(page.get_textpage().get_text_range() for page in boxes)
    for deck in ("Heroes", "Monsters", "Leather", "Chainmail", "Steel"):
        assert deck in text


def test_only_asks_for_the_rest_of_a_component_too(emporium: Game, tmp_path: Path) -> None:
    result = build(emporium, Options(with_all=True, only=("dice",), output=tmp_path))
    assert [file.path.name for file in result.files] == ["emporium-dice-dice-a4.pdf"]


def test_pieces_alike_on_both_sides_lie_behind_themselves(emporium: Game) -> None:
    whole = plan(emporium, Options(with_all=True))
    coins = next(item for item in whole if "both-sides" in item.name)
    assert "Coins" not in {
        deck for item in whole if item is not coins for sheet in item.sheets for deck in sheet.decks
    }
    fronts = [sheet for sheet in coins.sheets if sheet.side == "front"]
    backs = [sheet for sheet in coins.sheets if sheet.side == "back"]
    assert sum(len(sheet.placements) for sheet in fronts) == 90
    for front, back in zip(fronts, backs, strict=True):
        behind = {
            (round(front.width_mm - p.trim.centre[0], 3), round(p.trim.centre[1], 3)): p.key
            for p in back.placements
        }
        assert behind == {
            (round(p.trim.centre[0], 3), round(p.trim.centre[1], 3)): p.key
            for p in front.placements
        }
        assert all(
            b.clip.width > b.trim.width for b in back.placements
        )  # a small miss shows no white
    assert [item.name for item in plan(emporium, Options(with_all=True, backs=Backs.NONE))] == [
        "emporium-cards-a4-fronts.pdf",
        "emporium-pieces-a4.pdf",
    ]


def test_a_game_that_says_nothing_gets_a_plain_box_and_no_more(tmp_path: Path) -> None:
    result = build(boxed(tmp_path / "game"), Options(with_all=True, output=tmp_path / "out"))
    assert [file.path.name for file in result.files] == ["trial-boxes-a4.pdf", "trial-cards-a4.pdf"]
    assert list(result.problems) == []


def test_a_fault_in_a_template_of_the_box_is_reported_once_with_its_line(tmp_path: Path) -> None:
    broken = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">\n<text>{{ part.dek '
        "}}</text></svg>"
    )
    game = boxed(
        tmp_path / "game",
        files={"templates/rear.svg.j2": SVG.format(""), "templates/tuck.svg.j2": broken},
    )
    with pytest.raises(ProblemError) as caught:
        build(game, Options(with_all=True, output=tmp_path / "out"))
    assert {(p.code, str(p.place)) for p in caught.value.problems} == {
        ("undefined-name", "templates/tuck.svg.j2:2:15")
    }
    assert "deck" in (caught.value.problems[0].hint or "")
    assert not (tmp_path / "out").exists()


def test_more_dice_than_fit_go_onto_more_pages(emporium: Game) -> None:
    dice = next(component for component in emporium.components if component.dice)
    made = write_cutouts(
        emporium,
        Press(emporium),
        paper_dice(emporium, [replace(dice, count=20)]),
        A4,
        "dice",
        Problems(),
    )
    assert made is not None
    assert made[1] == 3


def test_box_md_says_what_is_so(tmp_path: Path) -> None:
    docs = Path(__file__).resolve().parents[3] / "docs"
    text = "".join(
        (docs / page).read_text(encoding="utf-8")
        for page in ("how-to/box.md", "reference/parts.md")
    )
    rows = re.findall(r"^\| `([\w-]+)` \| ([\d.]+) x ([\d.]+) \|$", text, re.M)
    assert {name: (float(width), float(height)) for name, width, height in rows} == {
        name: size[:2] for name, size in SLEEVES.items()
    }
    (form,) = re.findall(r"^```jinja form\n(.*?)^```$", text, re.M | re.S)
    star = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" '
        'r="3"/></svg>'
    )
    game = make_game(
        tmp_path / "game",
        files={"templates/feedback.svg.j2": form, "templates/icons/star.svg": star},
        cards={"one": {"name": "One", "copies": 20}},
        feedback={"questions": [{"ask": "Well?"}]},
    )
    result = build(game, Options(with_all=True, output=tmp_path / "out"))
    assert list(result.problems) == []
    assert "trial-feedback-a4.pdf" in {file.path.name for file in result.files}


def test_the_command_takes_all_and_sleeves(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    boxed(tmp_path / "game")
    words = ["build", str(tmp_path / "game"), "--output", str(tmp_path / "out")]
    assert run([*words, "--all", "--sleeves", "penny"]) == 0
    assert "trial-boxes-a4.pdf" in capsys.readouterr().out
    assert "20 in penny sleeves" in text_of((tmp_path / "out" / "trial-boxes-a4.pdf").read_bytes())
    assert run([*words, "--all", "--sleeves", "wool"]) == 2
    assert run([*words, "--sleeves", "penny"]) == 2
    assert "--all" in capsys.readouterr().err


def test_sleeves_that_are_not_known_are_an_error_with_a_hint(tmp_path: Path) -> None:
    with pytest.raises(ProblemError) as caught:
        boxed(tmp_path, box={"sleeves": "premum"})
    assert [(p.code, p.hint) for p in caught.value.problems] == [
        ("unknown-sleeves", "did you mean 'premium'?")
    ]
