"""Every JSON has a schema, the schemas are sound, and a wrong shape is noticed."""

from __future__ import annotations

import json
from pathlib import Path

import click
import jsonschema
import pytest
import yaml

from generator.cli.main import cli, run
from generator.cli.schema import commands, schemas
from rules_check.log.plays import Play
from rules_check.log.sheet import to_json
from tests.conftest import ROOT, make_game
from tests.shapes import check_shape, closed, schema_of

with click.Context(cli) as ROOT_CONTEXT:
    NAMES = list(schemas())
    PRINTING = {
        words
        for words, command in commands(ROOT_CONTEXT)
        if any(
            isinstance(one.type, click.Choice) and "json" in one.type.choices
            for one in command.params
        )
    }
FILES = {"cards.lock", "log.json"}


def test_every_command_that_prints_json_has_a_schema() -> None:
    assert set(NAMES) == PRINTING | FILES
    assert len(PRINTING) > 30


@pytest.mark.parametrize("name", NAMES)
def test_the_schemas_are_sound(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["schema", "--of", name]) == 0
    schema = json.loads(capsys.readouterr().out)
    jsonschema.Draft202012Validator.check_schema(schema)
    if name not in FILES:
        assert schema["properties"]["format"] == {"const": f"emporium-pnp {name} 1"}
        shape = jsonschema.Draft202012Validator(schema)
        right = {"format": f"emporium-pnp {name} 1", "results": {}, "problems": []}
        assert shape.is_valid(right)
        for wrong in (
            {"format": "emporium-pnp other 1"},
            {"results": {"strange": 1}},
            {"problems": [{"code": "x"}]},
        ):
            assert not shape.is_valid({**right, **wrong})


def test_a_key_without_a_description_is_noticed() -> None:
    said = {"format": "emporium-pnp preview 1", "results": {"files": ["a.png"]}, "problems": []}
    check_shape("preview", said)
    jsonschema.validate(
        {**said, "results": {"files": [], "new": 1}}, schema_of("preview")
    )  # programs bear what is added later
    with pytest.raises(AssertionError):
        check_shape("preview", {**said, "results": {"files": [], "new": 1}})
    assert closed({"properties": {"a": {"properties": {}}}})["properties"]["a"] == {
        "properties": {},
        "additionalProperties": False,
    }


def test_a_wrong_shape_is_noticed_in_any_test(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_game(tmp_path)
    assert run(["fit", str(tmp_path), "--format", "json"]) == 0
    monkeypatch.setattr("generator.cli.console.format_of", lambda words: f"emporium-pnp {words} 2")
    assert run(["fit", str(tmp_path), "--format", "json"]) == 70


def test_what_has_a_schema_is_listed_and_what_has_none_is_wrong_usage(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["schema", "--list"]) == 0
    assert capsys.readouterr().out.split("\n")[:-1] == NAMES
    assert run(["schema", "--of", "lnt"]) == 2
    assert "did you mean 'lint'?" in capsys.readouterr().err
    assert run(["schema", "emporium", "--of", "lint"]) == 2


def test_files_are_as_their_schemas_say(tmp_path: Path) -> None:
    game = make_game(tmp_path, components={"all": {"name": "Cards", "of": "card", "count": 1}})
    assert (
        run(
            [
                "build",
                str(game.folder),
                "--mark-printed",
                "--output",
                str(tmp_path / "out"),
                "--format",
                "json",
            ]
        )
        == 0
    )
    check_shape("cards.lock", yaml.safe_load((tmp_path / "cards.lock").read_text(encoding="utf-8")))
    check_shape("log.json", json.loads(to_json([Play(("Ann", "Bo"), ("Bo",), 42, "2026-01-02")])))


def test_the_guide_names_what_is_written_and_the_formats_it_has() -> None:
    text = (ROOT / "docs" / "reference" / "stability.md").read_text(encoding="utf-8")
    assert '"format": "emporium-pnp check 1"' in text
    assert all(f"`emporium-pnp schema --of {name}`" in text for name in FILES)
