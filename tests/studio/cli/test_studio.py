"""The command: it prints its address, serves, ends at Ctrl-C, and says what is wrong."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import click
import pytest

from generator.cli.main import run
from generator.data.installing import install_command
from studio.desk.starting import Start
from studio.server.serving import listen
from tests.studio.conftest import make_small_game


@pytest.mark.slow
def test_it_prints_its_addresses_serves_and_ends(tmp_path: Path) -> None:
    make_small_game(tmp_path)
    command = [
        sys.executable,
        "-m",
        "generator",
        "studio",
        str(tmp_path),
        "--no-browser",
        "--lan",
        "--address",
        "127.0.0.1",
    ]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as process:
        assert process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:(\d+)/#[\w-]{40,}", process.stdout.readline())
        assert found
        with urllib.request.urlopen(found[0], timeout=20) as answer:
            assert b"/page/main.js" in answer.read()
        to_friends = re.search(r"127\.0\.0\.1:\d+", process.stdout.readline())
        assert to_friends
        assert to_friends[0] not in found[0]
        with urllib.request.urlopen(f"http://{to_friends[0]}/", timeout=20) as answer:
            assert b"/page/seat.js" in answer.read()
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=30)
    assert process.returncode == 0, told
    assert told == ""


@pytest.mark.parametrize(
    ("where", "game", "copies"),
    [
        ("empty", "emporium", "emporium"),
        ("empty", "empire", "empire"),
        ("mine", None, None),
        ("", "mine", None),
    ],
)
def test_a_game_that_comes_with_the_tool_is_never_written_over(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    where: str,
    game: str | None,
    copies: str | None,
) -> None:
    make_small_game(tmp_path / "mine")
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / where)
    opened = list[tuple[Path, Path | None]]()

    def note(path: Path, copies: Path | None, **_: object) -> None:
        opened.append((path, copies))
        raise FileNotFoundError(path)

    monkeypatch.setattr("studio.desk.desk.Desk", note)
    run(["studio", *([game] if game else []), "--no-browser"])
    assert [one and one.name for _, one in opened] == [copies]


def test_what_is_no_game_is_not_opened(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "notes.txt").write_text("just words\n", encoding="utf-8")
    assert run(["studio", str(tmp_path / "notes.txt"), "--no-browser"]) == 2
    assert "expected a cards.yaml" in capsys.readouterr().err
    assert run(["studio", str(tmp_path / "missing"), "--no-browser"]) == 2
    assert "expected a folder, a cards.yaml or one of" in capsys.readouterr().err


@pytest.mark.parametrize("is_named", [False, True])
def test_a_folder_without_a_game_asks_for_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_named: bool
) -> None:
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path if is_named else tmp_path / "empty")
    asked = list[Path]()

    def ask(start: Start, guard: object) -> None:
        asked.append(start.folder)
        raise click.UsageError("asked")

    monkeypatch.setattr("studio.server.starting.StartServer", ask)
    assert run(["studio", *(["empty"] if is_named else []), "--no-browser"]) == 2
    assert asked == [(tmp_path / "empty").resolve()]


@pytest.mark.slow
def test_while_it_asks_the_studio_ends_at_ctrl_c(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "generator", "studio", str(tmp_path), "--no-browser"]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as process:
        assert process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:(\d+)/#[\w-]{40,}", process.stdout.readline())
        assert found
        with urllib.request.urlopen(found[0], timeout=20) as answer:
            assert b"/page/start.js" in answer.read()
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=30)
    assert (process.returncode, told, list(tmp_path.iterdir())) == (0, "", [])


def test_a_port_that_is_taken_is_wrong_usage(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_small_game(tmp_path)
    with listen(0) as taken:
        assert (
            run(["studio", str(tmp_path), "--no-browser", "--port", str(taken.getsockname()[1])])
            == 2
        )
    assert "omit --port" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--address", "192.168.1.20"], "--address needs --lan"),
        (["--lan", "--address", "0.0.0.0"], "expected one address of this machine"),
        (["--lan", "--address", "evil.example"], "expected one address of this machine"),
        (["--lan", "--address", "::1"], "expected one address of this machine"),
        (["--lan", "--address", "192.0.2.7"], "cannot listen on 192.0.2.7"),
    ],
)
def test_friends_reach_one_address_of_this_machine(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    make_small_game(tmp_path)
    assert run(["studio", str(tmp_path), "--no-browser", *words]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("found", "said"),
    [(None, "seems to have no network"), ("8.8.8.8", "open to the whole internet")],
)
def test_an_address_that_is_found_is_of_a_local_network(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    found: str | None,
    said: str,
) -> None:
    make_small_game(tmp_path)
    monkeypatch.setattr("studio.server.serving.own_address", lambda: found)
    assert run(["studio", str(tmp_path), "--no-browser", "--lan"]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("content", [None, b"\xff\xfe\x00"])
def test_what_cannot_be_opened_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes | None
) -> None:
    if content is None:
        (tmp_path / "cards.yaml").mkdir()
    else:
        (tmp_path / "cards.yaml").write_bytes(content)
    assert run(["studio", str(tmp_path), "--no-browser"]) == 1
    assert "cards.yaml" in capsys.readouterr().err


def test_without_its_extra_it_says_what_to_install(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    make_small_game(tmp_path)
    monkeypatch.delitem(sys.modules, "studio.server.serving")
    monkeypatch.setitem(sys.modules, "starlette.applications", None)
    assert run(["studio", str(tmp_path), "--no-browser"]) == 2
    assert f"the extra 'studio': {install_command('studio')}" in capsys.readouterr().err
