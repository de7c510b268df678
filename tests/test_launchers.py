"""The launchers: a double click installs the tool if it is not there, makes a game if there is
none, and opens the studio.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

LAUNCHERS = ROOT / "launchers"
UV = """#!/bin/sh
echo "uv $*" >> "$HOME/asked"
case "$*" in
  "tool dir --bin") echo "$HOME/.local/bin" ;;
  "tool install"*) mkdir -p "$HOME/.local/bin"; cp "$HOME/tool" "$HOME/.local/bin/emporium-pnp" ;;
esac
"""
TOOL = """#!/bin/sh
echo "emporium-pnp $*" >> "$HOME/asked"
if [ "$1" = new ]; then mkdir -p "$2"; fi
"""


def opened(home: Path, *words: str) -> list[str]:
    """Open the studio by the launcher in a home of its own, with a uv and a tool that only note
    what they are asked for.
    """
    for name, content in (("bin/uv", UV), ("tool", TOOL)):
        (home / name).parent.mkdir(exist_ok=True)
        (home / name).write_text(content, encoding="utf-8")
        (home / name).chmod(0o755)
    (home / "asked").write_text("", encoding="utf-8")
    path = f"{home / 'bin'}:/usr/bin:/bin"
    command = ["sh", str(LAUNCHERS / "studio.command"), *words]
    subprocess.run(
        command, env={"HOME": str(home), "PATH": path}, check=True, capture_output=True, timeout=30
    )
    return (home / "asked").read_text(encoding="utf-8").replace(str(home), "~").splitlines()


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of POSIX")
def test_the_first_double_click_installs_and_the_next_only_opens(tmp_path: Path) -> None:
    made = ["emporium-pnp new ~/Documents/my-game", "emporium-pnp studio ~/Documents/my-game"]
    assert opened(tmp_path) == [
        "uv tool install --quiet .[studio,check]",
        "uv tool dir --bin",
        *made,
    ]
    assert opened(tmp_path) == made[1:]
    (tmp_path / "deck").mkdir()
    assert opened(tmp_path, f"{tmp_path}/deck", "--no-browser") == [
        "emporium-pnp studio ~/deck --no-browser"
    ]


def test_both_launchers_install_the_same_and_open_the_same() -> None:
    posix, windows = (
        (LAUNCHERS / name).read_text(encoding="utf-8") for name in ("studio.command", "studio.cmd")
    )
    for part in (
        'uv tool install --quiet ".[studio,check]"',
        "emporium-pnp new ",
        "emporium-pnp studio ",
        "my-game",
    ):
        assert part in posix
        assert part in windows
    assert b"\r\n" in (LAUNCHERS / "studio.cmd").read_bytes()
    assert os.name == "nt" or os.access(LAUNCHERS / "studio.command", os.X_OK)
