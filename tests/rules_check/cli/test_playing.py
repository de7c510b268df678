"""What the commands that play share: variants, records written over nothing else, and that printing
stays free of what playing needs.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from generator.cli.console import Printer
from generator.data.installing import install_command
from rules_check.cli import playing
from rules_check.engine import kernel, warming
from tests.rules_check.cli.calling import QUICK, run, variant
from tests.rules_check.games.scripted import ROOT


@pytest.mark.slow
def test_a_variant_under_another_title_names_its_rules(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = variant(here, "title: Emporium\n", "title: Emporium in Winter\n")
    assert run("replay", *QUICK) == 1
    said = capsys.readouterr().err
    assert (
        "cards.yaml:8:10: error[no-rules]: no installed package has rules for 'emporium-in-winter'"
    ) in said
    assert (
        "write `plays: emporium` (or brick-and-mortar, empire, merchants-of-magick) under `game:`"
        in said
    )
    Path("pyproject.toml").write_text(
        '[project.entry-points."emporium_pnp.games"]\nemporium-in-winter = "winter:rules"\n'
    )
    assert run("replay", *QUICK) == 1
    assert "its rules are beside it: install them" in capsys.readouterr().err
    for odd in (
        "a = " + "[" * 5000,
        "project = [1]",
        "project.entry-points.'emporium_pnp.games' = 3",
        "\0",
    ):
        Path("pyproject.toml").write_text(odd)
        assert run("replay", *QUICK) == 1
        assert "printing needs no rules" in capsys.readouterr().err
    path.write_text(
        path.read_text(encoding="utf-8").replace(
            "title: Emporium in Winter\n", "title: Emporium in Winter\n  plays: emporium\n"
        ),
        encoding="utf-8",
    )
    assert run("replay", *QUICK) == 0


@pytest.mark.slow
def test_a_record_is_written_over_nothing_but_a_record(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("cards.txt").write_text("mine")
    for path in ("cards.txt", "/dev/null"):
        assert run("replay", *QUICK, "--save", path) == 2
        assert "and is not a record; choose another name" in capsys.readouterr().err
    assert Path("cards.txt").read_text() == "mine"
    assert run("replay", *QUICK, "--save", "a.record") == 0
    record = Path("a.record").read_bytes()
    for command in (("replay", *QUICK), ("play", "--players", "2")):
        assert run(*command, "--game", "5", "--save", "a.record") == 2
        assert "this record exists; choose another name, or add --yes" in capsys.readouterr().err
    assert Path("a.record").read_bytes() == record
    assert run("replay", *QUICK, "--game", "5", "--save", "a.record", "--yes") == 0
    assert Path("a.record").read_bytes() != record


@pytest.mark.slow
def test_printing_imports_neither_numba_nor_numpy_nor_the_other_half(tmp_path: Path) -> None:
    code = (
        "import sys; from generator.cli import main as cli; code = cli.run(sys.argv[1:]);"
        "print(code, sorted(m for m in sys.modules if m.split('.')[0] in ('numba', 'numpy', "
        "'rules_check')))"
    )
    said = subprocess.run(
        [sys.executable, "-c", code, "build", "--only", "hero", "--output", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert said.splitlines()[-1] == "0 []"


@pytest.mark.slow
def test_playing_loads_no_linear_algebra(tmp_path: Path) -> None:
    """SciPy's takes longer than all else together until the first game; numba asks for it where it
    is installed.
    """
    code = (
        "import sys; from generator.cli import main as cli; code = cli.run(sys.argv[1:]);"
        "print(code, [m for m in sys.modules if m.startswith('scipy.linalg')])"
    )
    words = ["simulate", str(ROOT), *QUICK[:-1], "--games", "5"]
    said = subprocess.run(
        [sys.executable, "-c", code, *words],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    ).stdout
    assert said.splitlines()[-1] == "0 []"


def test_without_the_extra_playing_says_what_to_install(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['numba'] = None; from generator.cli import main as cli; raise "
        "SystemExit(cli.run(['replay']))"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert found.returncode == 2
    assert f"the extra 'check': {install_command('check')}" in found.stderr


def test_why_compiled_rules_are_kept_nowhere_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(kernel, "CACHE_FOLDER", None)
    monkeypatch.setattr(kernel, "KEPT_NOWHERE", "other users may write to /cache")
    monkeypatch.setattr(warming, "is_cold", lambda rules, *_: True)
    monkeypatch.setattr(warming, "warm", lambda *_, **__: None)
    printer = Printer(is_json=False)
    playing.compile_rules(playing.set_up("emporium", printer), printer)
    said = capsys.readouterr().err
    assert said.endswith(
        "each time, because other users may write to /cache; NUMBA_CACHE_DIR names another "
        "folder.\n"
    )
