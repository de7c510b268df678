"""replay and play on the command line: exit codes, messages, files; and that printing stays free of what playing needs."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

import pytest

from generator.cli import main as cli
from tests.rules_check.games.scripted import ROOT

QUICK = ["--line-up", "random", "--players", "2", "--quiet"]


def run(*words: str) -> int:
    return cli.run(list(words))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def variant(folder: Path, old: str, new: str) -> Path:
    """Copy Emporium's cards.yaml with one change; it can be played, not printed."""
    text = (ROOT / "cards.yaml").read_text(encoding="utf-8")
    assert old in text
    path = folder / "cards.yaml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    shutil.copytree(ROOT / "templates", folder / "templates")
    return path


def test_a_game_is_told_saved_and_told_again_the_same(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("replay", "--players", "3", "--line-up", "expert,random,greedy", "--save", "a.record") == 0
    told = capsys.readouterr()
    assert "Round 1." in told.out
    assert "The game was over" in told.out
    assert "saved in a.record" in told.err
    assert run("replay", "--from", "a.record") == 0
    again = capsys.readouterr().out
    assert again.startswith(told.out)
    assert re.search(r"^a.record: sound; \d+ moves, the game ends: too few ", again[len(told.out) :])


def test_the_same_seed_and_number_tell_the_same_game(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = []
    for words in (["--seed", "5"], ["--seed", "5"], ["--seed", "6"], ["--seed", "5", "--game", "1"]):
        assert run("replay", "--line-up", "random", "--players", "2", *words) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]
    assert len(set(said)) == 3


def test_json_is_one_object_with_moves_and_story(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("replay", "--line-up", "random", "--players", "2", "--format", "json") == 0
    results = json.loads(capsys.readouterr().out)["results"]
    assert (results["rules"], results["players"], results["line_up"]) == ("emporium", 2, "random,random")
    assert results["moves"][0].keys() == {"seat", "move"}
    assert len(results["scores"]) == 2
    assert any("Round 2" in line for line in results["story"])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--players", "9"], "Emporium is for 2 to 6 players, found 9"),
        (["--players", "3", "--line-up", "random,random"], "2 players for 3 seats"),
        (["--line-up", "random,expret"], "no player 'expret'"),
        (["--line-up", "random:never=fly", "--players", "2"], "random:never=fly"),
        (["--line-up", "human,random"], "'human' can play only in `emporium-pnp play`"),
        (["--players", "0"], "Emporium is for 2 to 6 players, found 0"),
        (["--line-up", ""], "no player ''"),
        (["--players", "2", "--seat", "0"], "there is no seat 0"),
        (["--from", "a.record", "--game", "0"], "--from takes the game from its record"),
        (["--players", "2", "--seat", "3"], "there is no seat 3"),
        (["--seed", "-1"], "--seed"),
        (["--seed", str(2**63)], "--seed"),
        (["--from", "a.record", "--seed", "3"], "--from takes the game from its record"),
        (["no-such-game"], "no-such-game"),
    ],
)
def test_what_makes_no_sense_is_wrong_usage(words: list[str], message: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("replay", *words) == 2
    said = capsys.readouterr()
    assert message in said.err
    assert not said.out


def test_a_broken_record_is_refused_with_its_line(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("replay", *QUICK, "--save", "a.record") == 0
    text = Path("a.record").read_text()
    Path("a.record").write_text(re.sub(r"^1 sell .*$", "1 sell the shop", text, count=1, flags=re.M))
    line = next(n for n, one in enumerate(Path("a.record").read_text().splitlines(), 1) if one == "1 sell the shop")
    capsys.readouterr()
    assert run("replay", "--from", "a.record", "--quiet") == 1
    said = capsys.readouterr().err
    assert f"a.record:{line}:1: error[broken-record]: not a legal move here: expected one of " in said
    assert f" {line} | 1 sell the shop" in said


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"x" * 9_000_000, b"emporium-pnp record 1\n", b"\x00" * 40])
def test_rubbish_is_no_record(content: bytes, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.record").write_bytes(content)
    assert run("replay", "--from", "a.record") == 1
    assert "error[broken-record]" in capsys.readouterr().err


def test_a_record_that_is_not_there_is_said_so(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("replay", "--from", "none.record") == 74
    assert "cannot read none.record" in capsys.readouterr().err


def test_a_record_belongs_to_its_numbers(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("replay", *QUICK, "--save", "a.record") == 0
    variant(here, "starting_gold: 3", "starting_gold: 5")
    assert run("replay", "--from", "a.record", "--quiet") == 1
    assert re.search(r"a.record:4:1: error\[foreign-record\]", capsys.readouterr().err)


def test_a_variant_under_another_title_names_its_rules(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = variant(here, "title: Emporium\n", "title: Emporium in Winter\n")
    assert run("replay", *QUICK) == 1
    assert "cards.yaml:8:10: error[no-rules]: no installed package brings rules for 'emporium-in-winter'" in capsys.readouterr().err
    path.write_text(
        path.read_text(encoding="utf-8").replace("title: Emporium in Winter\n", "title: Emporium in Winter\n  plays: emporium\n"),
        encoding="utf-8",
    )
    assert run("replay", *QUICK) == 0


def test_nothing_is_saved_where_the_folder_refuses(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("a").write_text("a file")
    assert run("replay", *QUICK, "--save", "a/b.record") == 74
    assert Path("a").read_text() == "a file"


def test_a_record_is_written_over_nothing_but_a_record(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("cards.txt").write_text("mine")
    for path in ("cards.txt", "/dev/null"):
        assert run("replay", *QUICK, "--save", path) == 2
        assert "and it is no record; take another name" in capsys.readouterr().err
    assert Path("cards.txt").read_text() == "mine"
    assert run("replay", *QUICK, "--save", "a.record") == 0
    record = Path("a.record").read_bytes()
    for command in (("replay", *QUICK), ("play", "--players", "2")):
        assert run(*command, "--game", "5", "--save", "a.record") == 2
        assert "there is such a record; take another name, or say --yes" in capsys.readouterr().err
    assert Path("a.record").read_bytes() == record
    assert run("replay", *QUICK, "--game", "5", "--save", "a.record", "--yes") == 0
    assert Path("a.record").read_bytes() != record


def test_a_reader_who_has_seen_enough_is_no_fault() -> None:
    command = f"{sys.executable} -m generator replay --line-up random --players 2 | head -1; exit ${{PIPESTATUS[0]}}"
    found = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout.startswith("Round 1.")


def test_play_to_the_end_saves_where_asked_to(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import rules_check.cli.play

    monkeypatch.setattr(rules_check.cli.play, "_ask", lambda question: "" if "Enter" in question else "1")
    assert run("play", "--line-up", "human,random", "--seed", "5", "--save", "done.record") == 0
    assert run("replay", "--from", "done.record", "--quiet") == 0
    assert run("play", "--line-up", "human,humann", "--players", "2") == 2
    assert "no player 'humann'" in capsys.readouterr().err


def test_a_game_laid_aside_is_never_lost_to_another(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import rules_check.cli.play

    monkeypatch.setattr(rules_check.cli.play, "_ask", lambda _: "q")
    for _ in range(3):
        assert run("play", "--line-up", "human,random", "--seed", "5") == 0
    assert sorted(path.name for path in here.iterdir()) == ["emporium-5-0-2.record", "emporium-5-0-3.record", "emporium-5-0.record"]


def test_play_needs_a_person(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("play", "--line-up", "random,random") == 2
    assert "nobody in the line-up 'random,random' is human" in capsys.readouterr().err


def take_terminal() -> None:
    """Make the terminal at hand this process's own; Ctrl-C counts again even where the tests run in the background."""
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
                    self.said += os.read(self.inner, 65536).decode(errors="replace").replace("\r\n", "\n")
                except OSError:
                    break
        assert words in self.said, self.said[-2000:]

    def type(self, text: str) -> None:
        self.said = ""
        os.write(self.inner, text.encode())

    def interrupt(self, words: str) -> None:
        """Press Ctrl-C until `words` come: what arrives between a prompt and the reading of its answer waits for the next key."""
        for _ in range(60):
            self.type("\x03")
            with contextlib.suppress(AssertionError):
                return self.wait_for(words, 3)
        raise AssertionError(self.said[-2000:])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.inner)


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo terminals")
def test_a_person_plays_in_a_terminal_leaves_by_control_c_and_goes_on(tmp_path: Path) -> None:
    with Terminal("play", "--players", "2", "--line-up", "human,random", "--seed", "3", cwd=tmp_path) as screen:
        screen.wait_for("Seat 1, your move")
        screen.type("1\n")
        screen.wait_for("Enter confirms it, u takes it back")
        screen.type("\n")
        screen.wait_for("Seat 1, your move")
        screen.interrupt("saved in emporium-3-0.record")
        assert screen.process.wait(30) == 130
    with Terminal("play", "--from", "emporium-3-0.record", cwd=tmp_path) as again:
        again.wait_for("Seat 1, your move")
        again.type("q\n")
        again.wait_for("saved in")
        assert again.process.wait(30) == 0


def test_printing_imports_neither_numba_nor_numpy_nor_the_other_half(tmp_path: Path) -> None:
    code = (
        "import sys; from generator.cli import main as cli; code = cli.run(sys.argv[1:]);"
        "print(code, sorted(m for m in sys.modules if m.split('.')[0] in ('numba', 'numpy', 'rules_check')))"
    )
    said = subprocess.run(
        [sys.executable, "-c", code, "build", "--only", "hero", "--output", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert said.splitlines()[-1] == "0 []"


def test_playing_loads_no_linear_algebra(tmp_path: Path) -> None:
    """SciPy's takes longer than all else together until the first game; numba asks for it where it is installed."""
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
    code = "import sys; sys.modules['numba'] = None; from generator.cli import main as cli; raise SystemExit(cli.run(['replay']))"
    found = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert found.returncode == 2
    assert "pip install 'emporium-pnp[check]'" in found.stderr
