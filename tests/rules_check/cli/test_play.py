"""`play`: to the end, laid aside, in a terminal and left by Ctrl-C."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

import pytest

from tests.rules_check.cli.calling import run
from tests.rules_check.games.scripted import ROOT
from tests.rules_check.prove.broken import broken_game


@pytest.mark.slow
def test_play_to_the_end_saves_where_asked_to(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import rules_check.cli.play

    monkeypatch.setattr(
        rules_check.cli.play, "asked", lambda question: "" if "Enter" in question else "1"
    )
    assert run("play", "--line-up", "human,random", "--seed", "5", "--save", "done.record") == 0
    assert run("replay", "--from", "done.record", "--quiet") == 0
    assert run("play", "--line-up", "human,humann", "--players", "2") == 2
    assert "no player 'humann'" in capsys.readouterr().err


def test_a_game_laid_aside_is_never_lost_to_another(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import rules_check.cli.play

    monkeypatch.setattr(rules_check.cli.play, "asked", lambda _: "q")
    for _ in range(3):
        assert run("play", "--line-up", "human,random", "--seed", "5") == 0
    assert sorted(path.name for path in (here / "output").iterdir()) == [
        "emporium-5-0-2.record",
        "emporium-5-0-3.record",
        "emporium-5-0.record",
    ]


def test_a_game_laid_aside_is_called_after_the_cards_not_the_rules(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import rules_check.cli.play

    monkeypatch.setattr(rules_check.cli.play, "asked", lambda _: "q")
    broken_game(here, ("  title: Emporium\n", "  title: Wolfporium\n  plays: emporium\n"))
    assert run("play", "--line-up", "human,random", "--seed", "5") == 0
    assert [path.name for path in (here / "output").iterdir()] == ["wolfporium-5-0.record"]


def test_a_saved_game_starts_no_code_but_what_the_line_up_names(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import rules_check.cli.play

    monkeypatch.setattr(rules_check.cli.play, "asked", lambda _: "q")
    (here / "evil.py").write_text(
        "open('seen', 'w').close()\ndef play(table):\n    return 0\n", encoding="utf-8"
    )
    assert run("play", "--line-up", "human,random", "--seed", "5", "--save", "own.record") == 0
    saved = (
        (here / "own.record")
        .read_text(encoding="utf-8")
        .replace("human,random", "human,evil.py:play")
    )
    (here / "own.record").write_text(saved, encoding="utf-8")
    capsys.readouterr()
    for others in ((), ("--save", "other.record")):
        assert run("play", "--from", "own.record", *others) == 2
        assert (
            "evil.py:play, which is code, and a saved game never starts code"
            in capsys.readouterr().err
        )
        assert not (here / "seen").exists()
    assert (
        run("play", "--from", "own.record", "--line-up", "human,expert", "--save", "expert.record")
        == 0
    )
    assert "line-up: human,expert\n" in (here / "expert.record").read_text(encoding="utf-8")
    assert not (here / "seen").exists()
    assert run("play", "--from", "own.record", "--line-up", "human,evil.py:play") == 0
    assert (here / "seen").exists()
    assert run("play", "--from", "own.record", "--line-up", "human,random,random") == 2
    assert run("play", "--from", "own.record", "--seed", "5") == 2
    assert "leave out --seed, --game and --players" in capsys.readouterr().err


def test_play_needs_a_person(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("play", "--line-up", "random,random") == 2
    assert "no player in the line-up 'random,random' is human" in capsys.readouterr().err


def take_terminal() -> None:
    """Make the terminal at hand this process's own; Ctrl-C counts again even where the tests run in
    the background.
    """
    __import__("fcntl").ioctl(0, __import__("termios").TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.default_int_handler)


class Terminal:
    """A real pseudo terminal with a command in it."""

    def __init__(self, *words: str, cwd: Path) -> None:
        self.inner, outer = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "generator", *words],
            stdin=outer,
            stdout=outer,
            stderr=outer,
            cwd=cwd,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            start_new_session=True,
            close_fds=True,
            preexec_fn=take_terminal,
        )
        os.close(outer)
        self.said = ""

    def wait_for(self, words: str, seconds: float = 240) -> None:
        ends = time.monotonic() + seconds
        while words not in self.said and time.monotonic() < ends:
            if select.select([self.inner], [], [], 0.1)[0]:
                try:
                    self.said += (
                        os.read(self.inner, 65536).decode(errors="replace").replace("\r\n", "\n")
                    )
                except OSError:
                    break
        assert words in self.said, self.said[-2000:]

    def type(self, text: str) -> None:
        self.said = ""
        os.write(self.inner, text.encode())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.inner)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="pseudo terminals")
def test_a_person_plays_in_a_terminal_leaves_by_control_c_and_goes_on(tmp_path: Path) -> None:
    with Terminal(
        "play", "--players", "2", "--line-up", "human,random", "--seed", "3", cwd=tmp_path
    ) as screen:
        screen.wait_for("Seat 1, your move")
        screen.type("1\n")
        screen.wait_for("Press Enter to confirm, u to take it back")
        screen.type("\n")
        screen.wait_for("Seat 1, your move")
        screen.type("\x03\x03")  # as impatient people do
        screen.wait_for("saved in output/emporium-3-0.record")
        assert screen.process.wait(30) in (130, -signal.SIGINT)
    with Terminal("play", "--from", "output/emporium-3-0.record", cwd=tmp_path) as again:
        again.wait_for("Seat 1, your move")
        again.type("q\n")
        again.wait_for("saved in")
        assert again.process.wait(30) == 0
