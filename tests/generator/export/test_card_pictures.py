"""Pictures of cards: their names by a pattern, their size, a folder a deck."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from PIL import Image

from generator.data.game import Chosen, Game
from generator.data.problems import ProblemError
from generator.export.card_pictures import name_files, write_pictures, write_tabletopia
from generator.face.press import Press
from tests.generator.export.tables import box


def size_of(path: Path) -> tuple[int, int]:
    """Return the pixels of a picture."""
    with Image.open(path) as picture:
        return picture.size


# ------------------------------------------------------ pictures, Screentop, Playground, Tabletopia


def test_names_follow_the_pattern(emporium: Game) -> None:
    def paths(pattern: str, each: bool = False) -> list[str]:
        return [
            file.path
            for file in name_files(
                emporium, pattern, Chosen(frozenset({"trident", "coin-3"})), each
            )
        ]

    assert paths("{component}-{number}-{id}") == [
        "steel-1-trident.png",
        "coins-1-coin-3.png",
        "backs-1-back-steel.png",
    ]
    assert paths("{game}/{kind}/{name}x{copies}")[0] == "emporium/item/leviathan-tridentx2.png"
    assert paths("{id}", each=True)[:3] == ["trident-1.png", "trident-2.png", "coin-3-01.png"]
    assert paths("{copy} of {copies} {id} {version}", each=True)[1] == "2 of 2 trident 0-4-0.png"


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
    rows = list(
        csv.DictReader((tmp_path / "out/counts.csv").read_text(encoding="utf-8").splitlines())
    )
    assert {Path(row["file"]).stem: int(row["copies"]) for row in rows} == {
        "c0": 2,
        "c1": 1,
        "c2": 3,
        "gold": 7,
    }
    named = (
        {row["file"] for row in rows}
        | {row["back"] for row in rows if row["back"]}
        | {"counts.csv"}
    )
    assert named == {path.relative_to(tmp_path / "out").as_posix() for path in paths}
    assert named == {
        path.relative_to(tmp_path / "out").as_posix()
        for path in (tmp_path / "out").rglob("*")
        if path.is_file()
    }
    for stack in stacks:
        sizes = {size_of(path) for path in (tmp_path / "out" / stack.id).iterdir()}
        assert sizes == {(113, 170)} if stack.is_deck else {(57, 57)}
