"""What is typed outlives the studio: killed a second later, it is there again, and the page that is
still open goes on.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.studio.conftest import make_small_game, until

FRENCH = "kinds:\n  card:\n    cards:\n      tib:\n        name: Tibo\n"


def _hear_hang_up() -> None:
    """Let a studio hear SIGHUP, even if the tests run under nohup."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


@contextmanager
def studio_at(folder: Path, port: int, caches: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run a studio as a command of its own; gives its process, and its address with the token."""
    words = [
        sys.executable,
        "-m",
        "generator",
        "studio",
        str(folder),
        "--no-browser",
        "--port",
        str(port),
    ]
    env = {**os.environ, "PYTHONUNBUFFERED": "1", "XDG_CACHE_HOME": str(caches)}
    with subprocess.Popen(
        words,
        cwd=ROOT,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=_hear_hang_up if sys.platform != "win32" else None,
    ) as process:
        assert process.stdout
        address = process.stdout.readline().split()[-1]
        process.stdout.readline()
        try:
            yield process, address
        finally:
            process.kill()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_what_is_typed_outlives_kill_9_and_a_closed_terminal(tmp_path: Path, browser: Any) -> None:
    file = make_small_game(tmp_path / "game")
    (tmp_path / "game" / "cards.fr.yaml").write_text(FRENCH, encoding="utf-8")
    before = file.read_bytes()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    page = browser.new_page()

    def has_again(label: str, value: str) -> None:
        until(lambda: page.get_by_label(label).input_value() == value, f"{label} is {value} again")

    for ending, letters in ((signal.SIGKILL, "Lampe"), (signal.SIGHUP, "Mèche")):
        with studio_at(tmp_path / "game", port, tmp_path / "caches") as (process, address):
            if page.url == "about:blank":
                page.goto(address)
            page.get_by_role("button", name="Translation", exact=True).click(timeout=60_000)
            if ending == signal.SIGHUP:
                has_again("kinds.card.cards.wick.name in fr", "Lampe")
            page.get_by_label("kinds.card.cards.wick.name in fr").fill("")
            page.get_by_label("kinds.card.cards.wick.name in fr").type(letters)
            page.get_by_role("button", name="Grid", exact=True).click()
            if ending == signal.SIGHUP:
                has_again("cost of tib", "1")
            page.get_by_label("cost of tib").fill("1" if ending == signal.SIGKILL else "2")
            page.wait_for_timeout(1000)
            process.send_signal(ending)
            process.wait(60)
    assert file.read_bytes() == before
    assert b"cost: 2" in (tmp_path / "game" / "cards.yaml.unsaved").read_bytes()
    assert "Mèche" in (tmp_path / "game" / "cards.fr.yaml.unsaved").read_text(encoding="utf-8")
    page.close()
