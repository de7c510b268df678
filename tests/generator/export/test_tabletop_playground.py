"""Packages for Tabletop Playground."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from PIL import Image

from generator.cli.main import run
from generator.data.problems import Problems
from generator.export.tabletop_playground import guid, write_package
from generator.face.press import Press
from tests.generator.export.tables import box, schema


def test_a_package_for_the_playground_warns_of_missing_backs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    box(tmp_path / "game", [2], back=False)
    words = [
        "export",
        "tabletop-playground",
        str(tmp_path / "game"),
        "--only",
        "cards",
        "--output",
        str(tmp_path / "out"),
    ]
    assert run([*words, "--strict"]) == 1
    assert not (tmp_path / "out").exists()
    assert run(words) == 0
    assert capsys.readouterr().err.count("warning[no-back]") == 2


def test_a_playground_package_has_all_that_it_names(tmp_path: Path) -> None:
    game = box(tmp_path, [2, 1, 3])
    paths, _, others = write_package(game, Press(game), tmp_path / "out", Problems())
    assert [component.id for component in others] == ["dice", "pawns"]
    manifest = json.loads((tmp_path / "out/manifest.json").read_text(encoding="utf-8"))
    assert manifest["GUID"] == guid("trial")
    templates = [
        json.loads(path.read_text(encoding="utf-8"))
        for path in sorted((tmp_path / "out/Templates").iterdir())
    ]
    assert {f"{made['GUID']}.json" for made in templates} == {
        path.name for path in (tmp_path / "out/Templates").iterdir()
    }
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
    assert names == {
        made[side] for made in templates for side in ("FrontTexture", "BackTexture")
    } - {""}
    assert len(paths) == 1 + len(templates) + len(names)
    assert {made["Model"] for made in templates} == {"Rounded", "Round"}
