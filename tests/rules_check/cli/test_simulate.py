"""simulate on the command line: what it prints, files, faults, Ctrl-C, exit codes."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from generator.cli import main as cli
from generator.data.installing import install_command
from rules_check.games import emporium as rules
from rules_check.play import simulate as playing
from rules_check.play import tallies
from rules_check.play.run import Run

ROOT = Path(__file__).resolve().parents[3]


def run(*words: str) -> int:
    return cli.run(["simulate", *words])


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_tables_for_each_number_of_players(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--games", "40", "--line-up", "random") == 0
    said = capsys.readouterr()
    assert re.findall(r"^Emporium [\d.]+, (\d) players, 40 games, seed 1$", said.out, re.M) == list(
        "23456"
    )
    assert "\r" not in said.err  # no progress in a pipe
    for word in (
        "95 % interval",
        "rounds  ",
        "starting gold",
        "sales that found no slot",
        "used least when seen",
    ):
        assert said.out.count(word) == 5


def test_the_same_seed_counts_the_same_whoever_plays(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = []
    for words in (["--threads", "1"], ["--threads", "3"], ["--seed", "2"], ["--checked"]):
        assert (
            run(
                "--games",
                "60",
                "--line-up",
                "random,expert,random",
                "--players",
                "3",
                "--format",
                "json",
                *words,
            )
            == 0
        )
        said.append(json.loads(capsys.readouterr().out)["results"])
    assert said[0] == said[1]
    assert said[0]["tallies"] == said[3]["tallies"] != said[2]["tallies"]


def test_json_is_one_object(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--games", "30", "--line-up", "expert,random", "--format", "json") == 0
    whole = json.loads(capsys.readouterr().out)
    assert whole.keys() == {"format", "results", "problems"}
    (tally,) = whole["results"]["tallies"]
    assert (tally["players"], tally["line_up"], tally["games"], whole["results"]["stopped"]) == (
        2,
        "expert,random",
        30,
        False,
    )
    assert tally["seats"][0]["wins_in_60ths"] == 1800
    assert tally["seats"][0]["interval"][0] > 0.8


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--players", "7"], "Emporium is for 2, 3, 4, 5 or 6 players, found 7"),
        (["--players", "1-3"], "found 1"),
        (
            ["--players", "4-2"],
            "--players '4-2': expected a number such as 4, or several such as 2-6 or 2,4",
        ),
        (["--players", "four"], "--players 'four'"),
        (["--players", ""], "--players ''"),
        (["--players", "2-3", "--line-up", "random,random"], "2 players for 3 seats"),
        (["--line-up", "expret"], "no player 'expret'"),
        (["--line-up", "human"], "'human' can play only in"),
        (["--line-up", "random:never=fly"], "random:never=fly"),
        (["--games", "0"], "--games"),
        (["--games", str(2**63)], "--games"),
        (["--threads", "0"], "--threads"),
        (["--threads", "2", "--processes", "2"], "exclude one another"),
        (
            ["--scheduler", "host:8786"],
            "--scheduler host:8786: expected an address such as tcp://host:8786",
        ),
        (["--format", "parquet"], "--format parquet needs --output FILE"),
        (["--output", "/dev/null"], "that is not a file that can be replaced"),
        (
            ["--output", "games.xlsx"],
            (
                "expected a name that ends in .txt, .json, .csv or .parquet, found 'games.xlsx'; "
                "spreadsheet programs open .csv"
            ),
        ),
        (
            ["--format", "parquet", "--output", "g.csv"],
            "expected a name that ends in .parquet, found 'g.csv'",
        ),
        (["no-such-game"], "no-such-game"),
    ],
)
def test_what_makes_no_sense_is_wrong_usage(
    words: list[str], message: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*words) == 2
    said = capsys.readouterr()
    assert message in said.err
    assert not said.out


def test_players_may_be_listed(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        run("--games", "3", "--line-up", "random", "--players", "4,2-3,2", "--format", "json") == 0
    )
    assert [
        one["players"] for one in json.loads(capsys.readouterr().out)["results"]["tallies"]
    ] == [2, 3, 4]


@pytest.mark.slow
def test_csv_goes_to_stdout_alone_or_into_a_file(
    here: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    words = ["--games", "25", "--line-up", "random", "--players", "2,3", "--format", "csv"]
    found = subprocess.run(
        [sys.executable, "-m", "generator", "simulate", *words],
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout
    rows = list(csv.DictReader(io.StringIO(found.decode())))
    assert [(row["players"], row["game"]) for row in rows] == [
        (n, str(game)) for n in "23" for game in range(25)
    ]
    assert run(str(ROOT), *words, "--output", "a/games.csv") == 0
    assert Path("a/games.csv").read_bytes() == found
    assert b"3 players, 25 games" in capfdbinary.readouterr().out
    assert [path.name for path in Path("a").iterdir()] == ["games.csv"]


def test_the_ending_of_a_file_says_what_goes_into_it(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--games", "5", "--line-up", "random", "--players", "2"]
    assert (
        run(*words, "--output", "games.csv")
        == run(*words, "--output", "games.json")
        == run(*words, "--output", "games.md")
        == 0
    )
    assert Path("games.csv").read_text().startswith("players,seed,game,")
    assert json.loads(Path("games.json").read_text())["results"]["tallies"][0]["games"] == 5
    assert "2 players, 5 games" in Path("games.md").read_text()


@pytest.mark.slow
def test_a_reader_who_has_seen_enough_is_no_fault() -> None:
    command = (
        f"{sys.executable} -m generator simulate --line-up random --players 2 --games 9000 "
        f"--format csv | head -1; exit ${{PIPESTATUS[0]}}"
    )
    found = subprocess.run(
        ["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout.startswith("players,seed,game,end,")


def test_parquet_goes_into_a_file(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    assert (
        run(
            "--games",
            "25",
            "--line-up",
            "random",
            "--players",
            "2,3",
            "--format",
            "parquet",
            "--output",
            "games.parquet",
        )
        == 0
    )
    table = parquet.read_table("games.parquet")
    assert table.num_rows == 50
    assert table.column_names[:5] == ["players", "seed", "game", "end", "rounds"]
    assert table.schema.metadata[b"line_up"] == b"random"


@pytest.mark.parametrize(
    ("missing", "words"),
    [
        ("pyarrow", ["--format", "parquet", "--output", "a"]),
        ("distributed", ["--scheduler", "tcp://localhost:1"]),
    ],
)
def test_what_is_not_installed_is_said(
    missing: str,
    words: list[str],
    here: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    assert run("--games", "5", "--line-up", "random", "--players", "2", *words) == 2
    extra = {"pyarrow": "parquet", "distributed": "cluster"}[missing]
    assert f"from the extra '{extra}': {install_command('check', extra)}" in capsys.readouterr().err
    assert list(here.iterdir()) == []


def test_text_and_json_go_into_a_file_too(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--games", "5", "--line-up", "random", "--players", "2"]
    for format_ in ("text", "json"):
        assert run(*words, "--format", format_) == 0
        said = capsys.readouterr().out
        assert run(*words, "--format", format_, "--output", "told", "--yes") == 0
        assert capsys.readouterr().out == ""
        assert Path("told").read_text() == said


def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let games 7 and 12 be found at fault."""
    play = playing.play_any

    def play_games(run: Run, is_compiling: bool = False) -> Any:
        part = play(run, is_compiling)
        for number in (7, 12):
            if run.first <= number < run.first + run.count:
                part.rows["fault"][number - run.first] = 1
        return part

    monkeypatch.setattr(playing, "play_any", play_games)
    monkeypatch.setattr(tallies, "play_any", play_games)


@pytest.mark.parametrize("format_", ["text", "json", "csv"])
def test_a_fault_fails_and_says_how_to_see_it(
    format_: str, here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    broken(monkeypatch)
    words = [
        "--games",
        "20",
        "--line-up",
        "random:never=sell+hand-axe",
        "--players",
        "2",
        "--checked",
        "--format",
        format_,
    ]
    assert run(str(ROOT), *words, *(["--output", "a.csv"] if format_ == "csv" else [])) == 1
    said = capsys.readouterr()
    shows = (
        f"emporium-pnp replay {ROOT} --players 2 --line-up random:never=sell+hand-axe --seed 1 "
        "--game 7"
    )
    if format_ == "json":
        (problem,) = json.loads(said.out)["problems"]
        assert problem["code"] == "faulty-game"
        assert shows in problem["hint"]
    else:
        assert (
            f"error[faulty-game]: 2 of 20 games with 2 players fail: {rules.FAULTS[1]}" in said.err
        )
        assert shows in said.err
        assert "--game 12 show it" in said.err
    if format_ == "csv":
        assert Path("a.csv").read_text().count(rules.FAULTS[1]) == 2


def test_a_folder_that_refuses_leaves_nothing(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("a").write_text("a file")
    words = ["--games", "5", "--line-up", "random", "--players", "2", "--format", "csv"]
    assert run(*words, "--output", "a/b.csv") == 74
    assert run(*words, "--output", ".") == 74
    assert [path.name for path in here.iterdir()] == ["a"]


def test_a_failure_half_way_leaves_the_old_file(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from rules_check.play.workers import Crew, WorkersLost

    Path("a.csv").write_text("old")
    play = playing.play_any

    def play_games(run: Run, is_compiling: bool = False) -> Any:
        if run.first > 50:
            raise ZeroDivisionError
        return play(run, is_compiling)

    def recover(self: Crew, fault: Exception) -> bool:
        raise WorkersLost("the cluster gave up")

    monkeypatch.setattr(playing, "play_any", play_games)
    monkeypatch.setattr(Crew, "recover", recover)
    words = ["--games", "500", "--line-up", "random", "--players", "2", "--threads", "1"]
    assert run(*words, "--format", "csv", "--output", "a.csv") == 2  # it stands there
    assert "this file exists; choose another name, or add --yes" in capsys.readouterr().err
    assert run(*words, "--format", "csv", "--output", "a.csv", "--yes") == 74
    said = capsys.readouterr()
    assert "the cluster gave up. The results so far are shown" in said.err
    assert re.search(r"2 players, \d+ of 500 games", said.out)
    assert Path("a.csv").read_text() == "old"
    assert [path.name for path in here.iterdir()] == ["a.csv"]


@pytest.mark.slow_cases("--threads-SIGTERM")
@pytest.mark.slow_cases("--processes-SIGINT", "--threads-SIGINT")
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize(
    ("crew", "ending"),
    [("--threads", "SIGINT"), ("--processes", "SIGINT"), ("--threads", "SIGTERM")],
)
def test_what_ends_a_run_while_parts_run_keeps_the_rows_so_far(
    crew: str, ending: str, tmp_path: Path
) -> None:
    """Ctrl-C, and being told to end: no other number of players is begun then."""
    words = [
        "--games",
        str(10**15),
        "--line-up",
        "random",
        "--players",
        "2-3",
        "--format",
        "csv",
        "--output",
        "told",
        crew,
        "2",
    ]
    process = subprocess.Popen(
        [sys.executable, "-m", "generator", "simulate", *words],
        cwd=tmp_path,
        text=True,
        start_new_session=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    while process.poll() is None and not any(
        path.stat().st_size > 10_000 for path in tmp_path.iterdir()
    ):
        time.sleep(0.02)
    os.killpg(process.pid, getattr(signal, ending))  # as a terminal does: the workers hear it too
    told, said = process.communicate(timeout=60)
    assert process.returncode == 130, said
    numbers = [
        int(row["game"]) for row in csv.DictReader(io.StringIO((tmp_path / "told").read_text()))
    ]
    assert numbers == list(range(len(numbers)))
    assert (
        said.splitlines()[-1]
        == f"interrupted after {len(numbers):,} games with 2 players; these are the results so far"
    )
    assert "Traceback" not in said
    assert re.match(
        rf"Emporium [\d.]+, 2 players, {len(numbers):,} of 1,000,000,000,000,000 games", told
    )


@pytest.mark.parametrize("format_", ["text", "json"])
def test_control_c_prints_what_was_played_so_far(
    format_: str, here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    add = tallies.Tally.add

    def interrupted_add(self: tallies.Tally, other: tallies.Tally) -> None:
        if threading.current_thread() is threading.main_thread() and self.games > 50:
            signal.raise_signal(signal.SIGINT)
        add(self, other)

    monkeypatch.setattr(tallies.Tally, "add", interrupted_add)
    words = [
        "--games",
        str(10**9),
        "--line-up",
        "random",
        "--players",
        "2-3",
        "--threads",
        "2",
        "--format",
        format_,
    ]
    assert run(*words) == 130
    said = capsys.readouterr()
    if format_ == "json":
        results = json.loads(said.out)["results"]
        (tally,) = results["tallies"]
        assert results["stopped"]
        assert (
            sum(seat["wins_in_60ths"] for seat in tally["seats"]) == 60 * tally["games"] > 60 * 50
        )
    else:
        assert re.match(
            r"Emporium [\d.]+, 2 players, [\d,]+ of 1,000,000,000 games, seed 1\n", said.out
        )
        assert re.search(
            r"^interrupted after [\d,]+ games with 2 players; these are the results so far$",
            said.err,
            re.M,
        )
        assert "3 players" not in said.out


@pytest.mark.skipif(sys.platform == "win32", reason="no signals to a thread on Windows")
def test_control_c_before_the_first_game_changes_nothing(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        signal.pthread_kill(
            threading.main_thread().ident or 0, signal.SIGINT
        )  # which the system prefers for Ctrl-C, too
        time.sleep(1)

    monkeypatch.setattr(playing, "_timed", interrupted)
    assert (
        run(
            "--line-up",
            "random",
            "--players",
            "2",
            "--format",
            "csv",
            "--output",
            "a.csv",
            "--threads",
            "1",
        )
        == 130
    )
    assert "interrupted; nothing was changed" in capsys.readouterr().err
    assert list(here.iterdir()) == []


def test_an_interrupt_while_adding_up_waits_for_the_sum() -> None:
    from rules_check.cli.simulate import _Interrupt

    taken = list[int]()
    before = signal.getsignal(signal.SIGINT)
    with _Interrupt() as interrupt:
        for part in interrupt.each(iter(range(1, 10))):
            if part == 3:
                signal.raise_signal(signal.SIGINT)
            taken.append(part)
    assert taken == [1, 2, 3]
    assert interrupt.has_come
    assert signal.getsignal(signal.SIGINT) is before


def test_an_interrupt_while_waiting_ends_at_once() -> None:
    from rules_check.cli.simulate import _Interrupt

    def parts() -> Any:
        yield 1
        signal.raise_signal(signal.SIGINT)
        yield 2

    with _Interrupt() as interrupt:
        assert list(interrupt.each(parts())) == [1]
    assert interrupt.has_come
