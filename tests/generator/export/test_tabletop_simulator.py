"""Saved objects for Tabletop Simulator: the whole box on the table, as documented."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from generator.cli.main import run
from generator.data.game import Chosen, Game
from generator.data.problems import ProblemError, Problems
from generator.export.card_sheets import plan_sheets
from generator.export.stacks import stacks_of
from generator.export.tabletop_simulator import (
    GAP_UNITS,
    ROW_UNITS,
    _limits,
    check_base_url,
    lay_out,
    local_address,
    saved_object,
    write_table,
)
from generator.face.press import Press
from generator.pdf.raster import render_faces
from tests.conftest import SVG, make_game
from tests.generator.export.tables import box, schema, simulated, things


@settings(max_examples=100)
@given(
    st.lists(st.tuples(st.floats(0.5, 30), st.floats(0.5, 30)), min_size=1, max_size=30),
    st.sets(st.integers(0, 30)),
)
def test_nothing_lies_on_anything_else(
    sizes: list[tuple[float, float]], new_rows: set[int]
) -> None:
    placed = list(zip(lay_out(sizes, new_rows), sizes, strict=True))
    for ((x1, z1), (w1, d1)), ((x2, z2), (w2, d2)) in combinations(placed, 2):
        across, along = abs(x1 - x2) - (w1 + w2) / 2, abs(z1 - z2) - (d1 + d2) / 2
        assert max(across, along) >= GAP_UNITS - 1e-6
    for (x, z), (width, _) in placed:
        is_alone = sum(abs(other[1] - z) < 1e-6 for other, _ in placed) == 1
        assert is_alone or abs(x) + width / 2 <= ROW_UNITS / 2 + 1e-6


def test_the_whole_box_lies_on_the_table(emporium: Game) -> None:
    plans = plan_sheets(stacks_of(emporium), _limits)
    urls = {
        sheet.key: "https://example.org/x.png"
        for plan in plans
        for sheet in (*plan.sheets, *([plan.back] if plan.back else []))
    }
    saved = saved_object(emporium, plans, [c for c in emporium.components if c.dice], urls)
    jsonschema.validate(saved, schema("tabletop-simulator"))
    found = simulated(saved)
    assert found["Eight-sided dice"] == 6
    assert {thing["Name"] for thing in saved["ObjectStates"] if "dice" in thing["Nickname"]} == {
        "Die_8"
    }
    assert (
        found["Coin 1"],
        found["Bent Fish Spear"],
        found["Player screens"],
        found["First-player marker"],
    ) == (30, 4, 6, 1)
    assert sum(found.values()) == sum(component.count for component in emporium.components)
    decks = {
        thing["Nickname"]: thing for thing in saved["ObjectStates"] if thing["Name"] == "DeckCustom"
    }
    assert {name: len(deck["ContainedObjects"]) for name, deck in decks.items()} == {
        "Hero cards": 27,
        "Monster cards": 27,
        "Leather item cards": 36,
        "Chainmail item cards": 27,
        "Steel item cards": 18,
    }
    height = {stack.component.name: stack.size_mm[1] for stack in stacks_of(emporium)}
    card = (
        decks["Hero cards"]["Transform"]["scaleX"] * 3.1 / height["Hero cards"]
    )  # units a mm: a card of scale 1 is 3.1 high, a tile 2
    assert {card["Transform"]["rotZ"] for card in decks["Hero cards"]["ContainedObjects"]} == {
        180.0
    }, "face down"
    marker = next(
        thing for thing in saved["ObjectStates"] if thing["Nickname"] == "First-player marker"
    )
    assert marker["Transform"]["rotZ"] == 0.0
    assert marker["Transform"]["scaleX"] * 2 / height["First-player marker"] == pytest.approx(
        card, rel=0.02
    )
    keys = [key for deck in decks.values() for key in deck["CustomDeck"]]
    assert len(set(keys)) == len(keys)  # decks may be put together on the table


def test_the_saved_object_is_as_documented_and_shows_the_pictures_written(
    table: tuple[dict[str, Any], Path],
) -> None:
    saved, folder = table
    jsonschema.validate(saved, schema("tabletop-simulator"))
    addresses = {
        url
        for thing in things(saved["ObjectStates"])
        for entry in thing.get("CustomDeck", {}).values()
        for url in (entry["FaceURL"], entry["BackURL"])
    }
    addresses |= {
        thing["CustomImage"]["ImageURL"]
        for thing in saved["ObjectStates"]
        if "CustomImage" in thing
    }
    pictures = sorted((folder / "emporium-pictures").iterdir())
    assert addresses == {path.resolve().as_uri() for path in pictures}
    for path in pictures:
        with Image.open(path) as picture:
            assert picture.mode == "RGB"
            assert max(picture.size) <= 4096
    with Image.open(folder / "emporium.png") as thumbnail:
        assert thumbnail.size == (256, 256)


@pytest.mark.slow
def test_a_card_s_number_leads_to_its_face_and_its_own_back(
    table: tuple[dict[str, Any], Path], emporium: Game
) -> None:
    saved, folder = table
    deck = next(thing for thing in saved["ObjectStates"] if thing["Nickname"] == "Hero cards")
    press = Press(emporium)

    def picture(url: str) -> Image.Image:
        with Image.open(folder / "emporium-pictures" / url.rpartition("/")[2]) as opened:
            opened.load()
            return opened

    for card in deck["ContainedObjects"][::9] + deck["ContainedObjects"][-1:]:
        (key, entry), slot = next(iter(card["CustomDeck"].items())), card["CardID"] % 100
        assert card["CardID"] // 100 == int(key)
        assert deck["CustomDeck"][key] == entry
        sheet = picture(entry["FaceURL"])
        width, height = sheet.width // entry["NumWidth"], sheet.height // entry["NumHeight"]
        corner = (slot % entry["NumWidth"] * width, slot // entry["NumWidth"] * height)
        shown = sheet.crop((*corner, corner[0] + width, corner[1] + height))
        wanted = next(
            one
            for one in emporium.cards.values()
            if one.kind == "hero" and one.record.name == card["Nickname"]
        )
        ((_, face),) = render_faces(press, [wanted], 300)
        assert face.size == shown.size
        assert ImageChops.difference(face, shown).getbbox() is None
        ((_, back),) = render_faces(press, [emporium.card("back-hero")], 300)
        assert ImageChops.difference(back, picture(entry["BackURL"])).getbbox() is None
        assert entry["BackIsHidden"] is True


def test_only_a_changed_card_has_another_address(tmp_path: Path) -> None:
    def names(folder: Path, word: str) -> dict[str, str]:
        game = box(
            folder,
            [1, 2],
            files={
                "templates/card.svg.j2": SVG.format(
                    f"<text x='5' y='40'>{word} {{{{ card.name }}}}</text>"
                )
            },
        )
        made = write_table(game, Press(game), folder / "out", Problems(), "https://example.org/t/")
        return {path.name.rsplit("-", 1)[0]: path.name for path in made.files}

    first, again, changed = (
        names(tmp_path / word, text) for word, text in (("a", "One"), ("b", "One"), ("c", "Two"))
    )
    assert first == again
    assert all(first[stem] != changed[stem] for stem in first if not stem.startswith("trial."))
    assert (tmp_path / "a/out/trial.json").read_bytes() == (
        tmp_path / "b/out/trial.json"
    ).read_bytes()
    assert (tmp_path / "a/out/trial.json").read_bytes() != (
        tmp_path / "c/out/trial.json"
    ).read_bytes()


def test_addresses_are_joined_safely(tmp_path: Path) -> None:
    assert check_base_url("https://example.org/my%20game") == "https://example.org/my%20game/"
    assert check_base_url("http://localhost:8000/") == "http://localhost:8000/"
    for bad in (
        "example.org/x",
        "ftp://example.org/",
        "javascript:alert(1)",
        "https://",
        "https://a.b/?x=",
        "https://a.b/#c",
        "https://a b/",
        "",
    ):
        with pytest.raises(ProblemError):
            check_base_url(bad)
    assert (
        local_address("C:\\My Games\\x")
        == local_address("C:/My Games/x/")
        == "file:///C:/My%20Games/x/"
    )
    assert local_address("C:\\") == "file:///C:/"
    assert local_address("\\\\shelf\\My Games") == "file://shelf/My%20Games/"
    assert local_address(tmp_path / "a b") == f"file://{tmp_path.resolve().as_posix()}/a%20b/"


def test_what_the_table_has_not_got_is_said(tmp_path: Path) -> None:
    game = box(
        tmp_path,
        [2],
        back=False,
        components={
            "stand": {"name": "Stand", "count": 1},
            "many": {"name": "Many dice", "count": 30, "dice": 6},
        },
    )
    problems = Problems()
    made = write_table(game, Press(game), tmp_path / "out", problems)
    assert [(problem.code, problem.place and problem.place.file) for problem in problems] == [
        ("no-back", "cards.yaml")
    ]
    assert [component.id for component in made.left_out] == ["pawns", "stand"]
    saved = json.loads(made.saved.read_text(encoding="utf-8"))
    jsonschema.validate(saved, schema("tabletop-simulator"))
    assert simulated(saved) == {"Card 0": 2, "Gold": 7, "Dice": 2, "Many dice": 30}
    assert [
        len(thing["ContainedObjects"]) for thing in saved["ObjectStates"] if thing["Name"] == "Bag"
    ] == [30]


def test_dice_alone_lie_on_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    box(tmp_path / "game", [2])
    words = [
        "export",
        "tabletop-simulator",
        str(tmp_path / "game"),
        "--output",
        str(tmp_path / "out"),
        "--only",
    ]
    assert run([*words, "pawns"]) == 2
    assert run([*words, "dice"]) == 0
    assert "2 files in" in capsys.readouterr().out
    saved = json.loads((tmp_path / "out" / "trial.json").read_text(encoding="utf-8"))
    jsonschema.validate(saved, schema("tabletop-simulator"))
    assert simulated(saved) == {"Dice": 2}
    assert run([*words, "coins,dice"]) == 0
    assert simulated(json.loads((tmp_path / "out" / "trial.json").read_text(encoding="utf-8"))) == {
        "Gold": 7,
        "Dice": 2,
    }
    assert run(["export", "png", *words[2:], "dice"]) == 2


def test_dice_of_cards_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ProblemError) as caught:
        make_game(
            tmp_path, components={"cards": {"name": "Cards", "of": "card", "count": 1, "dice": 6}}
        )
    assert [problem.code for problem in caught.value.problems] == ["dice-of-cards"]


def test_sheets_to_write_on_are_boards_side_by_side_though_they_are_small_and_have_backs(
    tmp_path: Path,
) -> None:
    pads = {"scores": {"name": "Scores", "of": "score", "back": "plain", "count": 3, "pad": 50}}
    sheet = {
        "template": "card.svg.j2",
        "size": "100 x 60 mm",
        "fields": {"name": "line"},
        "cards": {"score": {"name": "Score", "copies": 3}},
    }
    game = box(tmp_path, [2, 2], kinds={"score": sheet}, components=pads)
    saved = json.loads(
        write_table(game, Press(game), tmp_path / "out", Problems()).saved.read_text(
            encoding="utf-8"
        )
    )
    jsonschema.validate(saved, schema("tabletop-simulator"))
    boards = [thing for thing in saved["ObjectStates"] if thing["Nickname"] == "Score"]
    assert [board["Name"] for board in boards] == ["Custom_Tile"] * 3
    assert len({board["GUID"] for board in boards}) == 3
    assert len({(board["Transform"]["posX"], board["Transform"]["posZ"]) for board in boards}) == 3
    assert all(
        "drawing tool" in board["Description"] and board["CustomImage"]["ImageSecondaryURL"]
        for board in boards
    )


def test_the_rulebook_lies_beside_the_box(tmp_path: Path) -> None:
    game = box(tmp_path / "game", [2, 1])
    (tmp_path / "game" / "templates" / "rulebook.md.j2").write_text("# Rules\n\nDraw a card.\n")
    made = write_table(game, Press(game), tmp_path / "out", Problems())
    saved = json.loads(made.saved.read_text(encoding="utf-8"))
    jsonschema.validate(saved, schema("tabletop-simulator"))
    (book,) = [thing for thing in saved["ObjectStates"] if thing["Name"] == "Custom_PDF"]
    (pdf,) = [path for path in made.files if path.suffix == ".pdf"]
    assert book["CustomPDF"]["PDFUrl"] == pdf.resolve().as_uri()
    assert pdf.read_bytes().startswith(b"%PDF-")
    parts = write_table(
        game, Press(game), tmp_path / "parts", Problems(), chosen=Chosen(frozenset({"c0"}))
    )
    assert [path for path in parts.files if path.suffix == ".pdf"] == []


def test_small_pieces_of_many_sorts_come_in_a_bag(tmp_path: Path) -> None:
    tokens = {f"t{number}": {"name": f"Token {number}", "copies": 2} for number in range(14)}
    kind = {"shape": "round", "size": "20 x 20 mm"}
    game = make_game(
        tmp_path,
        cards=tokens,
        kind=kind,
        components={"tokens": {"name": "Tokens", "of": "card", "count": 28}},
    )
    plans = plan_sheets(stacks_of(game), _limits)
    urls = {sheet.key: "https://example.org/x.png" for plan in plans for sheet in plan.sheets}
    saved = saved_object(game, plans, [], urls)
    jsonschema.validate(saved, schema("tabletop-simulator"))
    (bag,) = saved["ObjectStates"]
    assert (bag["Name"], bag["Nickname"], len(bag["ContainedObjects"])) == ("Bag", "Tokens", 14)
    assert sum(simulated(saved).values()) == 28
