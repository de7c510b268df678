"""The log's file: what it keeps, what it refuses untouched, and what it survives."""

from __future__ import annotations

import itertools
import json
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from generator.cli import main
from generator.data.problems import Problem, ProblemError
from rules_check.log import lines
from rules_check.log.plays import MOST_NUMBER, Play, Remark
from rules_check.log.store import LOG_FILE, OLD_FILE, add_plays, log_in, read_plays, remove_play
from tests.rules_check.log.evening import PLAY, ROOT
from tests.rules_check.log.olden import old_log

HEAD = '{"format": "emporium-pnp plays 1"}\n'


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "play #1?%20.jsonl"


def numbers(path: Path) -> list[int]:
    return [play.number for play in read_plays(path)]


def put(path: Path, *said: dict[str, object] | str) -> None:
    rows = [one if isinstance(one, str) else json.dumps(one) for one in said]
    path.write_text(HEAD + "".join(f"{row}\n" for row in rows), encoding="utf-8")


def test_what_is_logged_is_read_again_newest_first(path: Path) -> None:
    full = replace(
        PLAY,
        rounds=3,
        scores=(1, -2, 3),
        winners=("Ann", "Cy"),
        remarks=(Remark("troll", "ö 木"),),
        note="n",
        date="2026-11-01",
    )
    assert read_plays(path) == []
    assert not path.exists()
    assert add_plays(path, [PLAY, full]) == ([1, 2], None)
    assert add_plays(path, [PLAY]).numbers == [3]
    assert [(one.number, one) for one in read_plays(path)] == [(3, PLAY), (1, PLAY), (2, full)]
    assert remove_play(path, 3)
    assert remove_play(path, 3) is None
    assert add_plays(path, [PLAY]).numbers == [4], "a number is given once"
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_a_play_is_a_line_and_nothing_else_changes(path: Path) -> None:
    add_plays(path, [PLAY, replace(PLAY, note="zwei ö")])
    before = path.read_bytes().splitlines(keepends=True)
    assert before[0].decode() == HEAD
    assert [json.loads(line) for line in before[1:]] == [
        {**play.as_json()} for play in read_plays(path)[::-1]
    ]
    assert "zwei ö" in before[2].decode()
    add_plays(path, [PLAY])
    after = path.read_bytes().splitlines(keepends=True)
    assert after[:3] == before
    remove_play(path, 1)
    assert path.read_bytes().splitlines(keepends=True) == [
        before[0],
        b'{"number": 1, "removed": true}\n',
        *after[2:],
    ]


def test_what_it_does_not_know_of_a_play_stays_when_another_is_removed(path: Path) -> None:
    put(
        path,
        {**replace(PLAY, number=1).as_json(), "place": "at Bo's"},
        replace(PLAY, number=2).as_json(),
    )
    assert remove_play(path, 2)
    assert "at Bo's" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "found an empty file"),
        (b"\n\n", "found an empty file"),
        (b"\x89PNG" * 100, "this is not a playtest log"),
        (b"# notes of mine\n", "this is not a playtest log"),
        (b'{"format": "emporium-pnp log 1", "plays": []}', "this is not a playtest log"),
        (b'{"number": 1, "text": "a note", "who": "me"}\n', "this is not a playtest log"),
        (b'["emporium-pnp plays 1"]\n', "this is not a playtest log"),
        (b"[" * 100_000, "this is not a playtest log"),
        (b"SQLite format 3\0" + bytes(2000), "a database of another program"),
        (b'{"format": "emporium-pnp plays 2"}\n', "by a newer version of emporium-pnp"),
    ],
)
def test_a_file_that_is_no_log_is_refused_untouched(
    content: bytes, message: str, path: Path
) -> None:
    path.write_bytes(content)
    for attempt in (
        read_plays,
        lambda path: add_plays(path, [PLAY]),
        lambda path: remove_play(path, 1),
    ):
        with pytest.raises(ProblemError, match=message) as found:
            attempt(path)
        assert found.value.problems[0].code == ("newer-log" if "newer" in message else "broken-log")
    assert path.read_bytes() == content
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_an_editor_s_line_ends_and_mark_do_no_harm(path: Path) -> None:
    put(path, replace(PLAY, number=7).as_json())
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n").rstrip())
    assert numbers(path) == [7]
    assert add_plays(path, [PLAY]).numbers == [8]
    assert numbers(path) == [8, 7]


GOOD = replace(PLAY, number=2).as_json()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "expected a play, found a line that is not JSON"),
        ("[" * 100_000, "not JSON"),
        ("9" * 5000, "not JSON"),
        ("[1]", "expected a play, found something else"),
        (GOOD | {"minutes": 0}, "'minutes' expected a whole number from 1 to 10000, found 0"),
        (
            GOOD | {"minutes": True},
            "'minutes' expected a whole number from 1 to 10000, found a truth value",
        ),
        (GOOD | {"minutes": 1e999}, "'minutes'"),
        (GOOD | {"number": 10**12}, "'number'"),
        (GOOD | {"number": None}, "'number'"),
        (GOOD | {"rounds": "3"}, "'rounds' expected a whole number from 1 to 10000, found text"),
        (GOOD | {"date": "2026-13-01"}, "'date'"),
        (GOOD | {"players": []}, "'players' expected 1 to 20 names, found 0"),
        (GOOD | {"players": ["Ann", "Ann", "Bo"]}, "'players' names a player twice"),
        (GOOD | {"players": ["Ann", 1]}, "'players' expected text, found a number"),
        (GOOD | {"players": "Ann"}, "'players' expected a list, found text"),
        (GOOD | {"winners": []}, "'winners' expected a winner, found none"),
        (GOOD | {"winners": ["Di"]}, "'winners' names someone who is not among the players"),
        (GOOD | {"scores": [1, 2]}, "'scores' expected 3 whole numbers"),
        (GOOD | {"scores": [1, 2, 10**10]}, "'scores' expected 3 whole numbers"),
        (GOOD | {"remarks": [1]}, "'remarks'"),
        (GOOD | {"remarks": [{"card": "troll"}]}, "'remarks'"),
        (GOOD | {"note": "x" * 2001}, "'note' expected at most 2000 characters"),
        (GOOD | {"number": 1}, "another play already has the number 1"),
    ],
)
def test_a_broken_line_is_told_by_its_place_and_hides_no_play(
    line: Any, said: str, path: Path
) -> None:
    put(path, replace(PLAY, number=1).as_json(), line, replace(PLAY, number=3).as_json())
    damaged: list[Problem] = []
    assert [play.number for play in read_plays(path, damaged)] == [3, 1]
    assert len(damaged) == 1
    assert said in damaged[0].message
    assert (damaged[0].code, damaged[0].place.line if damaged[0].place else 0) == ("broken-log", 3)
    before = path.read_bytes()
    assert add_plays(path, [PLAY]).numbers[0] > 3
    assert path.read_bytes().startswith(before)
    assert remove_play(path, 3)
    assert json.dumps(line) in path.read_text(encoding="utf-8") or line in path.read_text(
        encoding="utf-8"
    )


def test_bytes_that_are_no_text_break_their_line_alone(path: Path) -> None:
    add_plays(path, [replace(PLAY, note="one"), PLAY])
    path.write_bytes(path.read_bytes().replace(b"one", b"\xff\xfe"))
    damaged: list[Problem] = []
    assert [play.number for play in read_plays(path, damaged)] == [2]
    assert len(damaged) == 1


def test_what_would_steer_a_terminal_is_not_shown(path: Path) -> None:
    put(path, replace(PLAY, number=1, note="a\x1b[2Jb\x07\ud800\u202e\x9b").as_json())
    (play,) = read_plays(path)
    assert play.note == "a�[2Jb����"


def test_a_line_half_written_is_told_and_nothing_runs_into_it(path: Path) -> None:
    add_plays(path, [PLAY, PLAY])
    whole = path.read_bytes()
    for cut in (1, 2, 5, 40, len(whole.splitlines()[-1]) - 1):
        path.write_bytes(whole[:-cut])
        damaged: list[Problem] = []
        found = [play.number for play in read_plays(path, damaged)]
        if cut == 1:  # all is there but the line's end
            assert (found, damaged) == ([2, 1], [])
            continue
        assert found == [1]
        assert damaged[0].message == "this line is incomplete, so its play is not logged"
        number = add_plays(path, [PLAY]).numbers[0]
        damaged.clear()
        assert [play.number for play in read_plays(path, damaged)] == [number, 1]
        assert len(damaged) == 1


def test_a_damaged_line_does_not_hide_plays_from_commands(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add_plays(path, [PLAY, replace(PLAY, note="harm"), PLAY])
    path.write_bytes(path.read_bytes().replace(b'"harm"', b"harm"))
    words = [str(ROOT), "--log", str(path)]
    assert main.run(["log", "list", *words]) == 1
    said = capsys.readouterr()
    assert "2 plays" in said.out
    assert (
        f"{path}:3:1: error[broken-log]: expected a play, found a line that is not JSON" in said.err
    )
    assert main.run(["log", "export", str(tmp_path / "whole.csv"), *words]) == 1
    assert (tmp_path / "whole.csv").read_text(encoding="utf-8").count("2026-") == 2
    assert main.run(["log", "show", "1", *words]) == 0
    assert main.run(["log", "show", "2", *words]) == 1
    capsys.readouterr()
    adding = ["log", "add", *words, "--players", "Ann", "--winner", "Ann", "--minutes", "5"]
    assert main.run(adding) == 0
    assert "1 line of the log cannot be read; emporium-pnp log" in capsys.readouterr().err


def test_a_number_too_high_ends_a_log(path: Path) -> None:
    put(path, replace(PLAY, number=MOST_NUMBER).as_json())
    before = path.read_bytes()
    with pytest.raises(ProblemError, match="the highest number"):
        add_plays(path, [PLAY])
    assert path.read_bytes() == before


def test_a_log_has_a_size(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add_plays(path, [PLAY])
    monkeypatch.setattr(lines, "MOST_BYTES", path.stat().st_size - 1)
    with pytest.raises(ProblemError, match="expected at most"):
        read_plays(path)


def test_a_folder_is_no_log(path: Path) -> None:
    path.mkdir()
    for attempt in (read_plays, lambda path: add_plays(path, [PLAY])):
        with pytest.raises(ProblemError, match="found a folder"):
            attempt(path)


@pytest.mark.skipif(sys.platform == "win32", reason="pipes and links")
def test_what_a_game_brings_in_the_place_of_its_log_is_not_followed(tmp_path: Path) -> None:
    outside, game = tmp_path / "outside", tmp_path / "game"
    outside.mkdir()
    add_plays(outside / "plays.jsonl", [PLAY])
    (outside / OLD_FILE).write_bytes(old_log([PLAY]))
    before = (outside / "plays.jsonl").read_bytes()
    game.mkdir()
    (game / "playtests").symlink_to(outside)
    with pytest.raises(ProblemError, match="a link that leads out of it"):
        log_in(game)
    (game / "playtests").unlink()
    (game / "playtests").mkdir()
    (game / LOG_FILE).symlink_to(outside / "plays.jsonl")
    with pytest.raises(ProblemError, match="a link that leads out of it"):
        log_in(game)
    (game / LOG_FILE).unlink()
    (game / OLD_FILE).symlink_to(outside / OLD_FILE)
    with pytest.raises(ProblemError, match="a link that leads out of it"):
        read_plays(log_in(game))
    (game / OLD_FILE).unlink()
    os.mkfifo(game / LOG_FILE)
    with pytest.raises(ProblemError, match="found a pipe or a device"):
        read_plays(log_in(game))
    assert (outside / "plays.jsonl").read_bytes() == before


# ---------------------------------------------------------------- the log of earlier versions


def test_the_first_change_takes_over_an_earlier_log_once(tmp_path: Path) -> None:
    old = tmp_path / OLD_FILE
    old.write_bytes(old_log([PLAY, replace(PLAY, note="two")]))
    before, path = old.read_bytes(), log_in(tmp_path)
    assert numbers(path) == [2, 1]
    assert not path.exists(), "reading writes nothing"
    assert add_plays(path, [PLAY]) == ([3], old)
    assert add_plays(path, [PLAY]) == ([4], None)
    assert numbers(path) == [4, 3, 2, 1]
    assert old.read_bytes() == before
    old.write_bytes(b"whatever")
    assert numbers(path) == [4, 3, 2, 1]


def test_a_play_of_an_earlier_log_is_removed_in_the_new_one(tmp_path: Path) -> None:
    (tmp_path / OLD_FILE).write_bytes(old_log([PLAY, PLAY]))
    path = log_in(tmp_path)
    assert remove_play(path, 9) is None
    assert not path.exists()
    assert remove_play(path, 2) == ([], tmp_path / OLD_FILE)
    assert numbers(path) == [1]
    assert add_plays(path, [PLAY]).numbers == [3]


def test_an_earlier_log_that_is_named_is_only_read(tmp_path: Path) -> None:
    old = tmp_path / "club.sqlite"
    old.write_bytes(old_log([PLAY]))
    before = old.read_bytes()
    assert numbers(old) == [1]
    for attempt in (lambda: add_plays(old, [PLAY]), lambda: remove_play(old, 1)):
        with pytest.raises(ProblemError, match="a database of an earlier version") as found:
            attempt()
        assert found.value.problems[0].code == "old-log"
    assert old.read_bytes() == before


# ---------------------------------------------------------------- crashes and crowds


def test_many_plays_are_logged_all_or_none(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add_plays(path, [PLAY])
    before = path.read_bytes()
    monkeypatch.setattr(lines.os, "fsync", _refuse)
    for refused in (OSError(28, "No space left on device"), KeyboardInterrupt()):
        _refuse.fault = refused  # type: ignore[attr-defined]
        with pytest.raises(type(refused)):
            add_plays(path, [PLAY, PLAY])
        assert path.read_bytes() == before
        with pytest.raises(type(refused)):
            remove_play(path, 1)
        assert path.read_bytes() == before
        assert [one.name for one in path.parent.iterdir()] == [path.name]


def _refuse(_: int) -> None:
    raise _refuse.fault  # type: ignore[attr-defined]


WRITER = """
import sys
from pathlib import Path
from rules_check.log.plays import Play, Remark
from rules_check.log.store import add_plays, remove_play
path, name, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
remarks = tuple(Remark("troll", "x" * 400) for _ in range(50))  # longer than a page of memory, which a kill can part
for number in range(count):
    play = Play(("Ann", "Bo"), ("Bo",), 5, "2026-11-20", remarks=remarks, note=f"{name} {number}")
    (logged,), _ = add_plays(path, [play])
    print(f"{name} {number}", flush=True)
    if number % 5 == 4:  # which writes the file anew
        (gone,), _ = add_plays(path, [Play(("Ann", "Bo"), ("Bo",), 5, "2026-11-20", remarks=remarks, note="gone")])
        remove_play(path, gone)
"""


def writer(path: Path, name: str, count: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITER, str(path), name, str(count)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def check_sound(path: Path, torn: int = 0) -> list[str]:
    """Check that a log has whole plays only, but for so many lines that were torn; return their
    notes.
    """
    damaged: list[Problem] = []
    plays = read_plays(path, damaged)
    assert len(damaged) <= torn
    assert all(len(play.players) == 2 and len(play.remarks) == 50 for play in plays)
    return [play.note for play in plays if play.note != "gone"]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
def test_a_killed_writer_loses_nothing_it_acknowledged_and_leaves_nothing_half(path: Path) -> None:
    said, rounds = list[str](), 10
    for turn in range(rounds):
        with writer(path, str(turn), 10**6) as process:
            assert process.stdout
            for line in itertools.islice(process.stdout, 1 + turn % 4):
                said.append(line.strip())
            time.sleep(turn * 0.0007)  # so that it is killed at another point each time
            process.kill()
            said += [line.strip() for line in process.stdout if line.endswith("\n")]
        notes = check_sound(path, turn + 1)
        assert len(notes) == len(set(notes))
        assert set(said) <= set(notes)
        assert len(set(notes) - set(said)) <= turn + 1  # logged, and killed before it could say so
    assert process.returncode == -signal.SIGKILL


def test_two_who_write_at_once_lose_nothing(path: Path) -> None:
    both = [writer(path, name, 10) for name in ("a", "b")]
    for process in both:
        process.communicate()
        assert process.returncode == 0
    assert sorted(check_sound(path)) == sorted(
        f"{name} {number}" for name in "ab" for number in range(10)
    )
    assert len(set(numbers(path))) == 20


def test_two_threads_that_write_at_once_lose_nothing(path: Path) -> None:
    def work(name: str) -> None:
        for _ in range(10):
            add_plays(path, [Play(("Ann", "Bo"), ("Bo",), 5, "2026-11-20", note=name)])

    threads = [threading.Thread(target=work, args=(name,)) for name in "ab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(numbers(path)) == list(range(1, 21))
