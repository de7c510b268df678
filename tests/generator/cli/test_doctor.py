"""doctor: what it says of a machine where all is well, and of one where something is missing or
broken.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from generator.cli import doctor
from generator.cli.main import run
from generator.data import installing
from generator.data.problems import ProblemError
from generator.sheet.printers import Profile, change_printers


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine whose settings and caches lie in a folder of the test."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr("generator.data.files.cache_folder", lambda part: tmp_path / part)
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], status: int = 0) -> dict[str, Any]:
    capsys.readouterr()
    assert run(["doctor", "--format", "json"]) == status
    results: dict[str, Any] = json.loads(capsys.readouterr().out)["results"]
    return results


@pytest.mark.slow
def test_where_all_is_well_it_says_where_things_are(
    machine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (machine / "fonts").mkdir()
    (machine / "fonts" / "one.ttf").write_bytes(b"12345")
    found = said(capsys)
    assert found["broken"] == []
    assert found["fonts"] == ["Source Sans Pro", "Source Serif Pro"]
    assert {"emporium", "empire"} <= set(found["games"])
    fonts = next(cache for cache in found["caches"] if cache["folder"] == str(machine / "fonts"))
    assert (fonts["files"], fonts["bytes"], fonts["writable"]) == (1, 5, True)
    assert any("compiled rules" in cache["what"] for cache in found["caches"])
    assert found["printers"]["file"] == str(machine / "config" / "emporium-pnp" / "printers.yaml")
    assert run(["doctor"]) == 0
    text = capsys.readouterr().out
    assert str(machine / "fonts") in text
    assert "A small game builds" in text


@pytest.mark.slow
def test_an_extra_that_is_missing_is_no_fault_and_comes_with_its_command(
    machine: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        installing, "version_of", lambda name: None if name == "starlette" else "1.0"
    )
    found = said(capsys)["extras"]
    assert found["studio"]["packages"]["starlette"] is None
    assert found["studio"]["missing"] == ["starlette"]
    assert found["studio"]["install"] == installing.install_command("studio")
    assert found["tune"]["install"] is None
    assert "dev" not in found
    assert run(["doctor"]) == 0
    assert "lacks starlette: " in capsys.readouterr().out


@pytest.mark.slow
def test_a_package_that_printing_needs_is_a_fault(
    machine: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        installing, "version_of", lambda name: None if name == "reportlab" else "1.0"
    )
    (sentence,) = said(capsys, 1)["broken"]
    assert (
        sentence
        == f"reportlab is not installed, but every command needs it: {installing.install_command()}"
    )
    assert run(["doctor"]) == 1
    assert "BROKEN: reportlab" in capsys.readouterr().out


@pytest.mark.slow
def test_what_cannot_build_is_a_fault(
    machine: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ImportError("no such symbol")

    monkeypatch.setattr("generator.job.build.build", fail)
    assert said(capsys, 1)["broken"] == [
        "a small game cannot be built: ImportError: no such symbol"
    ]


@pytest.mark.slow
def test_a_broken_file_of_printers_is_told_and_stops_no_printing(
    machine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = machine / "config" / "emporium-pnp" / "printers.yaml"
    file.parent.mkdir(parents=True)
    file.write_text("printers:\n  desk: {shift_x_mm: far}\n", encoding="utf-8")
    assert "printers.yaml:2" in said(capsys)["printers"]["problem"]
    with pytest.raises(ProblemError):
        change_printers(lambda _: {"desk": Profile("desk", 0.5)})
    assert "far" in file.read_text(encoding="utf-8")  # what its owner may still mend


def test_without_playing_there_are_no_caches_of_rules(machine: Path) -> None:
    found = doctor.examined({}, {})
    assert [cache["folder"] for cache in found["caches"]] == [
        str(machine / part) for part in ("fonts", "templates", "icons", "sheets")
    ]
