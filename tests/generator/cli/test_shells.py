"""What shells do with the command: its words completed, its colours left out or asked for."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import get_completion_class

from generator.cli.main import cli, run
from tests.conftest import ROOT, make_game

BASH = shutil.which("bash")
VARIABLE = "_EMPORIUM_PNP_COMPLETE"


def completed(
    shell: str,
    words: str,
    at: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> list[str]:
    """Return what a shell is told when somebody asks how words go on."""
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(at) if shell != "fish" else words.split()[at])
    monkeypatch.setenv(VARIABLE, f"{shell}_complete")
    with pytest.raises(SystemExit):
        run([])
    return re.split(r"[\n,\t]", capsys.readouterr().out)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_commands_options_and_games_are_completed(
    shell: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "check" in completed(shell, "emporium-pnp che", 1, monkeypatch, capsys)
    assert "tabletop-simulator" in completed(
        shell, "emporium-pnp export tabletop-s", 2, monkeypatch, capsys
    )
    assert "--players" in completed(shell, "emporium-pnp build --pl", 2, monkeypatch, capsys)
    assert "empire" in completed(shell, "emporium-pnp build emp", 2, monkeypatch, capsys)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_guide_has_the_line_that_sets_it_up(shell: str) -> None:
    text = (ROOT / "docs" / "how-to" / "installing.md").read_text(encoding="utf-8")
    assert f"{VARIABLE}={shell}_source emporium-pnp" in text
    kind = get_completion_class(shell)
    assert kind is not None
    assert VARIABLE in kind(cli, {}, "emporium-pnp", VARIABLE).source()


@pytest.mark.skipif(BASH is None or sys.platform == "win32", reason="there is no bash")
def test_bash_completes_by_the_line_of_the_guide(tmp_path: Path) -> None:
    script = tmp_path / "emporium-pnp"
    script.write_text(
        f'#!/bin/sh\nexec "{sys.executable}" -c "from generator.cli.main import main; main()" '
        '"$@"\n'
    )
    script.chmod(0o755)
    (line,) = re.findall(
        r'^    (eval "\$\(_EMPORIUM_PNP_COMPLETE=bash_source emporium-pnp\)")$',
        (ROOT / "docs" / "how-to" / "installing.md").read_text(encoding="utf-8"),
        re.M,
    )
    code = (
        f"{line}; COMP_WORDS=(emporium-pnp lan); COMP_CWORD=1; _emporium_pnp_completion "
        f'emporium-pnp; echo "${{COMPREPLY[@]}}"'
    )
    paths = {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [str(BASH), "--norc", "-c", code],
        env={**os.environ, **paths},
        capture_output=True,
        text=True,
        timeout=60,
    )
    if "Shell completion is not supported" in done.stderr:
        pytest.skip("this bash is too old")
    assert done.stdout == "languages\n", done.stderr


@pytest.mark.parametrize(
    ("set_", "is_coloured"),
    [
        ({}, False),
        ({"FORCE_COLOR": "1"}, True),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
        ({"FORCE_COLOR": ""}, False),
    ],
    ids=str,
)
def test_colours_are_as_the_environment_asks(
    set_: dict[str, str],
    is_coloured: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    make_game(
        tmp_path,
        '<textArea x="8" y="40" width="2" height="2" font-size="9pt">much too long</textArea>',
    )
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in set_.items():
        monkeypatch.setenv(name, value)
    assert run(["build", str(tmp_path), "--dry-run"]) == 1
    assert ("\x1b[" in capsys.readouterr().err) == is_coloured


def test_no_color_holds_on_a_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    make_game(
        tmp_path,
        '<textArea x="8" y="40" width="2" height="2" font-size="9pt">much too long</textArea>',
    )
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr("click._compat.isatty", lambda stream: True)
    assert run(["build", str(tmp_path), "--dry-run"]) == 1
    assert "\x1b[" not in capsys.readouterr().err
