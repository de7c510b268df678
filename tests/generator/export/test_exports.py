"""Exports to pictures and virtual tables: every card as often as the box says, in its place, in files that others can read."""

from __future__ import annotations

import csv
import json
import tempfile
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from generator.cli import export as cli_export
from generator.cli.main import run
from generator.data.files import writing_files
from generator.data.game import Game
from generator.data.loading import load_game
from generator.data.problems import ProblemError, Problems
from generator.export.card_pictures import name_files, write_pictures, write_tabletopia
from generator.export.card_sheets import count_cards, plan_sheets
from generator.export.grids import Limits, plan_grids
from generator.export.stacks import Stack, card_text, faces_of, stacks_of
from generator.export.tabletop_playground import guid, template, write_package
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
from generator.job.starting import start_game
from generator.pdf.raster import render_faces
from tests.conftest import SVG, make_game

FORMATS = Path(__file__).parent / "formats"


def schema(name: str) -> Any:
    return json.loads((FORMATS / f"{name}.schema.json").read_text(encoding="utf-8"))


def box(folder: Path, copies: list[int], back: bool = True, size: str | None = None, title: str = "Trial", **sections: Any) -> Game:
    """Make a game with a component of so many cards, of other backs here and there, coins and dice."""
    cards = {f"c{number}": {"name": f"Card {number}", "copies": count} for number, count in enumerate(copies)}
    for id_ in list(cards)[1::3]:
        cards[id_]["back"] = "other"
    kinds = {
        "back": {
            "template": "card.svg.j2",
            "fields": {"name": "line"},
            "cards": {"plain": {"name": "Plain"}, "other": {"name": "Other"}},
        },
        "coin": {
            "template": "card.svg.j2",
            "shape": "round",
            "size": "20 x 20 mm",
            "fields": {"name": "line"},
            "cards": {"gold": {"name": "Gold", "copies": 7}},
        },
    }
    components = {
        "cards": {"name": "Cards", "of": "card", "count": sum(copies), **({"back": "plain"} if back else {})},
        "coins": {"name": "Coins", "of": "coin", "count": 7},
        "dice": {"name": "Dice", "count": 2, "dice": 8},
        "pawns": {"name": "Pawns", "count": 3},
    }
    if len(copies) < 2:
        kinds["back"]["cards"].pop("other")  # type: ignore[attr-defined]
    if not back:
        kinds["back"]["cards"].pop("plain")  # type: ignore[attr-defined]
    if not kinds["back"]["cards"]:
        kinds.pop("back")
    kind = {"size": size} if size else {}
    for name, more in (("kinds", kinds), ("components", components)):
        more.update(sections.pop(name, {}))
    return make_game(folder, cards=cards, kind=kind, kinds=kinds, components=components, game={"title": title}, **sections)


COPIES = st.lists(st.integers(1, 6), min_size=1, max_size=90)
SIZES = st.sampled_from([None, "20 x 30 mm", "63 x 88 mm", "70 x 120 mm", "250 x 300 mm"])


@settings(max_examples=15, deadline=None)
@given(COPIES, st.booleans(), SIZES)
def test_every_export_holds_each_card_as_often_as_the_box_does(copies: list[int], back: bool, size: str | None) -> None:
    with tempfile.TemporaryDirectory() as folder:
        game = box(Path(folder), copies, back, size)
    wanted = {**{f"c{number}": count for number, count in enumerate(copies)}, "gold": 7}
    backs = {name for name in ("plain", "other") if name in game.cards}

    assert Counter(file.card.id for file in name_files(game) if file.card.id not in backs) == Counter(wanted.keys())
    each = [file for file in name_files(game, each_copy=True) if file.card.id not in backs]
    assert Counter(file.card.id for file in each) == wanted
    assert len({file.path for file in each}) == len(each)

    stacks = stacks_of(game)
    assert Counter({card.id: card.copies for stack in stacks for card in stack.cards}) == wanted
    assert len({stack.id for stack in stacks}) == len(stacks)

    plans = plan_sheets(stacks, lambda stack: Limits(4096, 100, 100, least_dpi=200), is_each=True, with_back_on_sheet=True)
    assert count_cards(plans) == wanted
    for plan in plans:
        assert all((sheet.cards[-1] is plan.stack.back) == (plan.stack.back is not None) for sheet in plan.sheets)

    plans = plan_sheets(stacks, _limits)
    dice = [component for component in game.components if component.dice]
    saved = saved_object(
        game,
        plans,
        dice,
        {
            sheet.key: f"file:///x/{sheet.stack.id}-{sheet.number}.png"
            for plan in plans
            for sheet in (*plan.sheets, *([plan.back] if plan.back else []))
        },
    )
    jsonschema.validate(saved, schema("tabletop-simulator"))
    assert simulated(saved) == Counter({f"Card {number}": count for number, count in enumerate(copies)}) + Counter(Gold=7, Dice=2)
    guids = [thing["GUID"] for thing in things(saved["ObjectStates"])]
    assert len(set(guids)) == len(guids)

    held: Counter[str] = Counter()
    for plan in plan_sheets(stacks, lambda stack: Limits(4096, 128, 128, least_dpi=200)):
        for sheet in plan.sheets:
            made = template(game, plan, sheet, guid(plan.stack.id))
            jsonschema.validate(made, schema("tabletop-playground"))
            held += Counter(sheet.cards[index].id for index in made["Indices"])
    assert held == wanted


def things(objects: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """List objects with all that they contain."""
    return [found for thing in objects for found in (thing, *things(thing.get("ContainedObjects", [])))]


def size_of(path: Path) -> tuple[int, int]:
    """Return the pixels of a picture."""
    with Image.open(path) as picture:
        return picture.size


def simulated(saved: dict[str, Any]) -> Counter[str]:
    """Count the cards, pieces and dice on a table, by their names."""
    found: Counter[str] = Counter()
    for thing in things(saved["ObjectStates"]):
        if thing["Name"] == "DeckCustom":
            assert thing["DeckIDs"] == [card["CardID"] for card in thing["ContainedObjects"]]
        elif thing["Name"] != "Bag":
            found[thing["Nickname"]] += thing.get("Number", 1)
    return found


# ---------------------------------------------------------------- grids and places


@settings(max_examples=100, deadline=None)
@given(
    st.integers(1, 300),
    st.floats(8, 500),
    st.floats(8, 500),
    st.sampled_from([Limits(most=69), Limits(4096, 100, 100, least_dpi=200)]),
)
def test_grids_hold_all_faces_within_the_limits(count: int, width: float, height: float, limits: Limits) -> None:
    grids = plan_grids(count, (width, height), limits)
    assert sum(grid.count for grid in grids) == count
    assert max(grid.count for grid in grids) - min(grid.count for grid in grids) <= 1
    assert len({grid.cell_px for grid in grids}) == 1
    for grid in grids:
        assert 0 < grid.count <= min(limits.most, grid.columns * grid.rows)
        assert grid.columns <= limits.columns
        assert grid.rows <= limits.rows
        assert max(grid.size_px) <= limits.side_px
        assert grid.columns * grid.rows == 1 or len(grids) == 1 or grid.dpi >= limits.least_dpi - 0.5
        corners = {grid.corner_px(number) for number in range(grid.count)}
        assert len(corners) == grid.count
        assert all(x + grid.cell_px[0] <= grid.size_px[0] and y + grid.cell_px[1] <= grid.size_px[1] for x, y in corners)


def test_cards_stay_sharp_on_small_grids() -> None:
    grids = plan_grids(54, (63.5, 88.9), Limits(most=69))
    assert all(grid.cell_px[0] >= 700 for grid in grids)
    assert [grid.count for grid in grids] == [18, 18, 18]


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.floats(0.5, 30), st.floats(0.5, 30)), min_size=1, max_size=30), st.sets(st.integers(0, 30)))
def test_nothing_lies_on_anything_else(sizes: list[tuple[float, float]], new_rows: set[int]) -> None:
    placed = list(zip(lay_out(sizes, new_rows), sizes, strict=True))
    for ((x1, z1), (w1, d1)), ((x2, z2), (w2, d2)) in combinations(placed, 2):
        across, along = abs(x1 - x2) - (w1 + w2) / 2, abs(z1 - z2) - (d1 + d2) / 2
        assert max(across, along) >= GAP_UNITS - 1e-6
    for (x, z), (width, _) in placed:
        is_alone = sum(abs(other[1] - z) < 1e-6 for other, _ in placed) == 1
        assert is_alone or abs(x) + width / 2 <= ROW_UNITS / 2 + 1e-6


# ---------------------------------------------------------------- Tabletop Simulator


@pytest.fixture(scope="module")
def table(emporium: Game, tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], Path]:
    """Emporium's table with two of its decks and its coins, drawn whole."""
    folder = tmp_path_factory.mktemp("table")
    chosen = {card.id for card in emporium.cards.values() if card.kind in ("hero", "coin")}
    made = write_table(emporium, Press(emporium), folder, chosen=chosen)
    return json.loads(made.saved.read_text(encoding="utf-8")), folder


def test_the_whole_box_lies_on_the_table(emporium: Game) -> None:
    plans = plan_sheets(stacks_of(emporium), _limits)
    urls = {
        sheet.key: "https://example.org/x.png" for plan in plans for sheet in (*plan.sheets, *([plan.back] if plan.back else []))
    }
    saved = saved_object(emporium, plans, [c for c in emporium.components if c.dice], urls)
    jsonschema.validate(saved, schema("tabletop-simulator"))
    found = simulated(saved)
    assert found["Eight-sided dice"] == 6
    assert {thing["Name"] for thing in saved["ObjectStates"] if "dice" in thing["Nickname"]} == {"Die_8"}
    assert (found["Coin 1"], found["Bent Fish Spear"], found["Player screens"], found["First-player marker"]) == (40, 4, 6, 1)
    assert sum(found.values()) == sum(component.count for component in emporium.components)
    decks = {thing["Nickname"]: thing for thing in saved["ObjectStates"] if thing["Name"] == "DeckCustom"}
    assert {name: len(deck["ContainedObjects"]) for name, deck in decks.items()} == {
        "Hero cards": 27,
        "Monster cards": 27,
        "Leather item cards": 36,
        "Chainmail item cards": 27,
        "Steel item cards": 18,
    }
    keys = [key for deck in decks.values() for key in deck["CustomDeck"]]
    assert len(set(keys)) == len(keys)  # decks may be put together on the table


def test_the_saved_object_is_as_documented_and_shows_the_pictures_written(table: tuple[dict[str, Any], Path]) -> None:
    saved, folder = table
    jsonschema.validate(saved, schema("tabletop-simulator"))
    addresses = {
        url
        for thing in things(saved["ObjectStates"])
        for entry in thing.get("CustomDeck", {}).values()
        for url in (entry["FaceURL"], entry["BackURL"])
    }
    addresses |= {thing["CustomImage"]["ImageURL"] for thing in saved["ObjectStates"] if "CustomImage" in thing}
    pictures = sorted((folder / "emporium-pictures").iterdir())
    assert addresses == {path.resolve().as_uri() for path in pictures}
    for path in pictures:
        with Image.open(path) as picture:
            assert picture.mode == "RGB"
            assert max(picture.size) <= 4096
    with Image.open(folder / "emporium.png") as thumbnail:
        assert thumbnail.size == (256, 256)


def test_a_card_s_number_leads_to_its_face_and_its_own_back(table: tuple[dict[str, Any], Path], emporium: Game) -> None:
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
        wanted = next(one for one in emporium.cards.values() if one.kind == "hero" and one.record.name == card["Nickname"])
        ((_, face),) = render_faces(press, [wanted], 300)
        assert face.size == shown.size
        assert ImageChops.difference(face, shown).getbbox() is None
        ((_, back),) = render_faces(press, [emporium.card("back-hero")], 300)
        assert ImageChops.difference(back, picture(entry["BackURL"])).getbbox() is None
        assert entry["BackIsHidden"] is True


def test_a_search_finds_what_a_card_says(emporium: Game) -> None:
    assert card_text(emporium, emporium.card("ysolde")).splitlines() == [
        "Guild: Tide",
        "Level: 2",
        "Strength: 4",
        "Slots: Weapon, Armour, Charm, Weapon",
        "One key for every door, one hook for every excuse.",
    ]
    assert card_text(emporium, emporium.card("back-hero")) == "Border: market"


def test_only_a_changed_card_has_another_address(tmp_path: Path) -> None:
    def names(folder: Path, word: str) -> dict[str, str]:
        game = box(
            folder, [1, 2], files={"templates/card.svg.j2": SVG.format(f"<text x='5' y='40'>{word} {{{{ card.name }}}}</text>")}
        )
        made = write_table(game, Press(game), folder / "out", "https://example.org/t/")
        return {path.name.rsplit("-", 1)[0]: path.name for path in made.files}

    first, again, changed = (names(tmp_path / word, text) for word, text in (("a", "One"), ("b", "One"), ("c", "Two")))
    assert first == again
    assert all(first[stem] != changed[stem] for stem in first if not stem.startswith("trial."))
    assert (tmp_path / "a/out/trial.json").read_bytes() == (tmp_path / "b/out/trial.json").read_bytes()
    assert (tmp_path / "a/out/trial.json").read_bytes() != (tmp_path / "c/out/trial.json").read_bytes()


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
    assert local_address("C:\\My Games\\x") == "file:///C:/My%20Games/x/"
    assert local_address(tmp_path / "a b") == f"file://{tmp_path.resolve().as_posix()}/a%20b/"


def test_what_the_table_has_not_got_is_said(tmp_path: Path) -> None:
    game = box(
        tmp_path,
        [2],
        back=False,
        components={"stand": {"name": "Stand", "count": 1}, "many": {"name": "Many dice", "count": 30, "dice": 6}},
    )
    problems = Problems()
    made = write_table(game, Press(game), tmp_path / "out", problems=problems)
    assert [(problem.code, problem.place and problem.place.file) for problem in problems] == [("no-back", "cards.yaml")]
    assert [component.id for component in made.left_out] == ["pawns", "stand"]
    saved = json.loads(made.saved.read_text(encoding="utf-8"))
    jsonschema.validate(saved, schema("tabletop-simulator"))
    assert simulated(saved) == {"Card 0": 2, "Gold": 7, "Dice": 2, "Many dice": 30}
    assert [len(thing["ContainedObjects"]) for thing in saved["ObjectStates"] if thing["Name"] == "Bag"] == [30]


def test_strict_stops_before_a_file_is_touched(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    box(tmp_path, [2], back=False)
    words = ["export", "tabletop-simulator", str(tmp_path), "--only", "cards", "--output", str(tmp_path / "out")]
    assert run([*words, "--strict"]) == 1
    assert not (tmp_path / "out").exists()
    assert run(words) == 0
    assert capsys.readouterr().err.count("no-back") == 2


def test_dice_alone_lie_on_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    box(tmp_path / "game", [2])
    words = ["export", "tabletop-simulator", str(tmp_path / "game"), "--output", str(tmp_path / "out"), "--only"]
    assert run([*words, "pawns"]) == 2
    assert run([*words, "dice"]) == 0
    assert "2 files in" in capsys.readouterr().out
    saved = json.loads((tmp_path / "out" / "trial.json").read_text(encoding="utf-8"))
    jsonschema.validate(saved, schema("tabletop-simulator"))
    assert simulated(saved) == {"Dice": 2}
    assert run([*words, "coins,dice"]) == 0
    assert simulated(json.loads((tmp_path / "out" / "trial.json").read_text(encoding="utf-8"))) == {"Gold": 7, "Dice": 2}
    assert run(["export", "png", *words[2:], "dice"]) == 2


@pytest.mark.parametrize("target", ["png", "screentop", "tabletopia", "tabletop-playground", "makeplayingcards"])
def test_a_game_without_cards_has_nothing_to_export(target: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make_game(tmp_path / "game", cards={}, components={"dice": {"name": "Dice", "count": 2, "dice": 6}})
    assert run(["export", target, str(tmp_path / "game"), "--output", str(tmp_path / "out")]) == 2
    assert "Trial has no cards" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_descriptions_have_no_marks(tmp_path: Path) -> None:
    text = r"**Draw** *two*, pay {gold} or {res/wood}: 2 \* 3, {{x}}"
    game = make_game(tmp_path, cards={"a": {"name": "A", "rule": text}}, fields={"name": "line", "rule": "text"}, face="")
    assert card_text(game, game.cards["a"]) == "Draw two, pay gold or wood: 2 * 3, {{x}}"


def test_a_package_for_the_playground_warns_of_missing_backs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    box(tmp_path / "game", [2], back=False)
    words = ["export", "tabletop-playground", str(tmp_path / "game"), "--only", "cards", "--output", str(tmp_path / "out")]
    assert run([*words, "--strict"]) == 1
    assert not (tmp_path / "out").exists()
    assert run(words) == 0
    assert capsys.readouterr().err.count("warning[no-back]") == 2


def test_dice_of_cards_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ProblemError) as caught:
        make_game(tmp_path, components={"cards": {"name": "Cards", "of": "card", "count": 1, "dice": 6}})
    assert [problem.code for problem in caught.value.problems] == ["dice-of-cards"]


# ---------------------------------------------------------------- stacks


def test_a_board_with_a_back_is_no_card(tmp_path: Path) -> None:
    stacks = stacks_of(box(tmp_path, [1], size="250 x 300 mm"))
    assert [stack.is_deck for stack in stacks] == [False, False]
    plans = plan_sheets(stacks, _limits)
    assert [plan.back is not None for plan in plans] == [True, False]


def test_stacks_of_several_backs_keep_apart_and_each_face_once(tmp_path: Path) -> None:
    stacks = stacks_of(box(tmp_path, [1, 2, 3]), {"c0", "c1"})
    assert [(stack.id, stack.back and stack.back.id, stack.copies) for stack in stacks] == [
        ("cards-1", "plain", 1),
        ("cards-2", "other", 2),
    ]
    assert [card.id for card in faces_of(stacks)] == ["c0", "plain", "c1", "other"]


def test_ids_of_stacks_never_meet(tmp_path: Path) -> None:
    game = box(
        tmp_path,
        [1, 1],
        kinds={"extra": {"template": "card.svg.j2", "cards": {"lone": {}}}},
        components={"cards-1": {"name": "Meddler", "of": "extra", "count": 1}},
    )
    ids = [stack.id for stack in stacks_of(game)]
    assert len(set(ids)) == len(ids)
    assert "cards-1" in ids


# ---------------------------------------------------------------- pictures, Screentop, Playground, Tabletopia


def test_names_follow_the_pattern(emporium: Game) -> None:
    def paths(pattern: str, each: bool = False) -> list[str]:
        return [file.path for file in name_files(emporium, pattern, {"trident", "coin-3"}, each)]

    assert paths("{component}-{number}-{id}") == ["steel-1-trident.png", "coins-1-coin-3.png", "backs-1-back-steel.png"]
    assert paths("{game}/{kind}/{name}x{copies}")[0] == "emporium/item/leviathan-tridentx2.png"
    assert paths("{id}", each=True)[:3] == ["trident-1.png", "trident-2.png", "coin-3-01.png"]
    assert paths("{copy} of {copies} {id} {version}", each=True)[1] == "2 of 2 trident 0-2-0.png"


@pytest.mark.parametrize(
    "pattern",
    [
        "{id.__class__}",
        "{id!r}",
        "{id:>9}",
        "{0}",
        "{}",
        "{{id}}",
        "{id",
        "id}",
        "../{id}",
        "/{id}",
        "a/../{id}",
        "C:{id}",
        "{id}\n",
        "a\\{id}",
        "{kind}",
        "",
        "{id}/",
        "a//../{id}",
        "./{id}",
        "con",
        "{id}.",
        "{component}",
        "x" * 300 + "{id}",
    ],
)
def test_patterns_that_lead_astray_are_refused(pattern: str, emporium: Game) -> None:
    with pytest.raises(ProblemError) as caught:
        name_files(emporium, pattern)
    assert [problem.code for problem in caught.value.problems] == ["bad-name-pattern"]
    assert all(problem.hint for problem in caught.value.problems)


def test_pictures_are_written_with_their_size(tmp_path: Path) -> None:
    game = box(tmp_path, [2, 1])
    files = name_files(game, "{kind}/{id}-{copy}", each_copy=True)
    paths = write_pictures(Press(game), files, tmp_path / "out", dpi=100)
    assert sorted(path.relative_to(tmp_path / "out").as_posix() for path in paths) == sorted(
        [
            "card/c0-1.png",
            "card/c0-2.png",
            "card/c1-1.png",
            *(f"coin/gold-{n}.png" for n in range(1, 8)),
            "back/plain-1.png",
            "back/other-1.png",
        ]
    )
    assert all(path.is_file() for path in paths)
    with Image.open(tmp_path / "out/card/c0-2.png") as picture:
        assert (picture.size, picture.mode) == ((248, 346), "RGB")
    with Image.open(tmp_path / "out/coin/gold-7.png") as picture:
        assert (picture.size, picture.mode) == ((79, 79), "RGBA")


def test_tabletopia_has_a_folder_a_deck_and_says_the_counts(tmp_path: Path) -> None:
    game = box(tmp_path, [2, 1, 3], size="40 x 60 mm")
    paths, stacks = write_tabletopia(game, Press(game), tmp_path / "out", dpi=72)
    rows = list(csv.DictReader((tmp_path / "out/counts.csv").read_text(encoding="utf-8").splitlines()))
    assert {Path(row["file"]).stem: int(row["copies"]) for row in rows} == {"c0": 2, "c1": 1, "c2": 3, "gold": 7}
    named = {row["file"] for row in rows} | {row["back"] for row in rows if row["back"]} | {"counts.csv"}
    assert named == {path.relative_to(tmp_path / "out").as_posix() for path in paths}
    assert named == {path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*") if path.is_file()}
    for stack in stacks:
        sizes = {size_of(path) for path in (tmp_path / "out" / stack.id).iterdir()}
        assert sizes == {(113, 170)} if stack.is_deck else {(57, 57)}


def test_a_playground_package_has_all_that_it_names(tmp_path: Path) -> None:
    game = box(tmp_path, [2, 1, 3])
    paths, _, others = write_package(game, Press(game), tmp_path / "out")
    assert [component.id for component in others] == ["dice", "pawns"]
    manifest = json.loads((tmp_path / "out/manifest.json").read_text(encoding="utf-8"))
    assert manifest["GUID"] == guid("trial")
    templates = [json.loads(path.read_text(encoding="utf-8")) for path in sorted((tmp_path / "out/Templates").iterdir())]
    assert {f"{made['GUID']}.json" for made in templates} == {path.name for path in (tmp_path / "out/Templates").iterdir()}
    for made in templates:
        jsonschema.validate(made, schema("tabletop-playground"))
        with Image.open(tmp_path / "out/Textures" / made["FrontTexture"]) as sheet:
            assert sheet.width % made["NumHorizontal"] == sheet.height % made["NumVertical"] == 0
            assert sheet.width / made["NumHorizontal"] / made["Width"] == pytest.approx(
                sheet.height / made["NumVertical"] / made["Height"], rel=0.01
            )
        if made["BackIndex"] == -2:
            assert (tmp_path / "out/Textures" / made["BackTexture"]).is_file()
    names = {path.name for path in (tmp_path / "out/Textures").iterdir()}
    assert names == {made[side] for made in templates for side in ("FrontTexture", "BackTexture")} - {""}
    assert len(paths) == 1 + len(templates) + len(names)
    assert {made["Model"] for made in templates} == {"Rounded", "Round"}


# ---------------------------------------------------------------- the command line


@pytest.fixture
def pond(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    start_game(tmp_path / "pond")
    monkeypatch.chdir(tmp_path / "pond")
    return tmp_path / "pond"


TARGETS = ["png", "screentop", "tabletop-playground", "tabletop-simulator", "tabletopia"]


@pytest.mark.parametrize("target", TARGETS)
def test_every_target_writes_what_it_says(target: str, pond: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["export", target, "--format", "json"]) == 0
    said = json.loads(capsys.readouterr().out)
    files = {path.relative_to(pond).as_posix() for path in (pond / "output" / target).rglob("*") if path.is_file()}
    assert files == set(said["results"]["files"])
    assert files
    assert {Path(name).suffix for name in files} <= {".png", ".json", ".csv"}
    before = {name: (pond / name).read_bytes() for name in files}
    assert run(["export", target, "--format", "json"]) == 0
    assert {name: (pond / name).read_bytes() for name in files} == before
    assert not said["problems"]


def translate(folder: Path, text: str) -> None:
    (folder / "cards.fr.yaml").write_text(text, encoding="utf-8")


def test_every_language_goes_into_a_folder_of_its_own(pond: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = load_game(pond)
    card = next(iter(source.cards.values()))
    translate(pond, f"components: {{{source.components[0].id}: {{name: Le paquet}}}}\n")
    for target in TARGETS:
        assert run(["export", target, "--lang", "all", "--format", "json"]) == 0
        said = json.loads(capsys.readouterr().out)["results"]["languages"]
        folders = {code: {Path(name).parts[1] for name in one["files"]} for code, one in said.items()}
        assert folders == {"en": {target}, "fr": {f"{target}-fr"}}
    table = json.loads((pond / f"output/tabletop-simulator-fr/{source.name}-fr.json").read_text())
    assert table["SaveName"] == f"{source.title} {source.version} (fr)"
    assert "Le paquet" in json.dumps(table, ensure_ascii=False)
    package = json.loads((pond / "output/tabletop-playground-fr/manifest.json").read_text())
    plain = json.loads((pond / "output/tabletop-playground/manifest.json").read_text())
    assert package["Name"].endswith(" (fr)")
    assert package["GUID"] != plain["GUID"]
    assert run(["export", "png", "--lang", "fr", "--output", "here", "--only", card.id]) == 0  # whoever names a folder means it
    assert len(list((pond / "here").glob("*.png"))) >= 1
    capsys.readouterr()
    assert run(["export", "png", "--lang", "de"]) == 2
    assert "expected a language out of en, fr" in capsys.readouterr().err


def test_pictures_are_written_in_grey_and_services_take_full_ink_alone(pond: Path, capsys: pytest.CaptureFixture[str]) -> None:
    card = next(iter(load_game(pond).cards.values())).id

    def colours(folder: str) -> int:
        (path,) = (pond / "output" / folder).glob(f"*-{card}.png")
        with Image.open(path) as picture:
            pixels = picture.convert("RGB").resize((60, 80))
        return sum(max(p) - min(p) > 12 for p in (pixels.getpixel((x, y)) for x in range(60) for y in range(80)))  # type: ignore[arg-type, type-var, operator]

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
        assert "those texts stand in cards.fr.yaml" in capsys.readouterr().err
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


def test_faults_in_the_data_leave_all_as_it_was(pond: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["export", "png"]) == 0
    before = {path: path.read_bytes() for path in (pond / "output").rglob("*") if path.is_file()}
    path = next((pond / "templates").glob("*.svg.j2"))
    path.write_text(path.read_text(encoding="utf-8").replace("</svg>", "<filter/></svg>"), encoding="utf-8")
    assert run(["export", "png"]) == 1
    assert "bad-svg" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in (pond / "output").rglob("*") if path.is_file()} == before


def test_pictures_from_before_are_pointed_at(pond: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["export", "png", "--name-pattern", "{id}"]) == 0
    assert "not-of-this-export" not in capsys.readouterr().err
    assert run(["export", "png"]) == 0
    assert "not-of-this-export" in capsys.readouterr().err


def test_others_are_told_how_to_see_the_pictures(pond: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["export", "tabletop-simulator"]) == 0
    assert "Only this machine sees these pictures" in capsys.readouterr().out
    assert run(["export", "tabletop-simulator", "--base-url", "https://example.org/pond"]) == 0
    assert "found under https://example.org/pond/" in capsys.readouterr().out
    assert run(["export", "tabletop-simulator", "--folder", "D:\\Games\\pond"]) == 0
    assert '"file:///D:/Games/pond/' in (pond / "output/tabletop-simulator/pond.json").read_text(encoding="utf-8")


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


def test_a_game_without_components_exports_too(tmp_path: Path) -> None:
    game = make_game(tmp_path)
    assert [stack.name for stack in stacks_of(game)] == ["card"]
    assert isinstance(stacks_of(load_game(tmp_path))[0], Stack)
