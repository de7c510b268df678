"""What has the name of a picture or a template without being a file, and what cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.cli.main import run
from generator.data.loading import load_game
from generator.data.opening import CannotRead
from generator.data.problems import ProblemError, Problems
from generator.face import faces
from generator.job.build import build
from generator.job.planning import Options
from tests.conftest import make_game

SHOWN = '<image href="art/one.png" width="9" height="9"/>{% include "part.svg.j2" %}'


def codes(folder: Path, files: dict[str, str]) -> list[tuple[str, str, str | None]]:
    """List what is wrong with a card that shows a picture and includes a template."""
    for name in ("art/one.png", "templates/part.svg.j2"):
        if name not in files:
            (folder / name).mkdir(parents=True)
    problems = Problems()
    try:
        game = make_game(folder, SHOWN, files=dict(files))
        build(game, Options(is_dry=True), problems=problems)
    except ProblemError as fault:
        problems.extend(fault.problems)
    return [(one.code, one.message, one.hint) for one in problems if one.severity == "error"]


def test_a_folder_with_the_name_of_a_file_is_called_one(tmp_path: Path) -> None:
    """It is neither missing, nor is its own name offered instead."""
    said = "expected a file, found a folder: {}"
    assert codes(tmp_path / "a", {"art/one.png": ""}) == [
        ("is-a-folder", said.format("templates/part.svg.j2"), None)
    ]
    assert codes(tmp_path / "b", {"templates/part.svg.j2": ""}) == [
        ("is-a-folder", said.format("art/one.png"), None)
    ]


def test_a_folder_that_cards_yaml_names_as_a_file_is_called_one(tmp_path: Path) -> None:
    make_game(tmp_path, cards={"one": {"name": "One", "art": "one.png"}}, files={"one.png": ""})
    for name in ("one.png", "templates/card.svg.j2"):
        (tmp_path / name).unlink()
        (tmp_path / name).mkdir()
    with pytest.raises(ProblemError) as caught:
        load_game(tmp_path)
    assert [(one.code, one.hint) for one in caught.value.problems] == [("is-a-folder", None)] * 2


def test_a_template_that_the_system_refuses_is_no_fault_of_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    make_game(tmp_path)

    def refuse(path: Path, *_: object) -> bytes:
        raise CannotRead(13, "Permission denied", str(path))

    monkeypatch.setattr(faces, "read_file", refuse)
    assert run(["build", str(tmp_path), "--output", str(tmp_path / "out")]) == 74
    said = capsys.readouterr().err
    assert said.startswith("emporium-pnp: cannot read ")
    assert said.rstrip().endswith("card.svg.j2: Permission denied")


def test_a_fault_of_a_whole_picture_names_no_line(tmp_path: Path) -> None:
    huge = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1e30 1e30"><rect width="1"/></svg>'
    game = make_game(
        tmp_path, '<image href="one.svg" width="9" height="9"/>', files={"one.svg": huge}
    )
    problems = Problems()
    with pytest.raises(ProblemError) as caught:
        build(game, Options(is_dry=True), problems=problems)
    (said,) = [one.message for one in caught.value.problems]
    assert said.startswith("cannot read the picture 'one.svg': expected a number")
