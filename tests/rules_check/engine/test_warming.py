"""Compiling ahead: what it leaves to compile, which is nothing, and when it is due again."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rules_check.engine import warming
from rules_check.engine.course import Course, Reached
from rules_check.engine.game import load_rules
from rules_check.engine.kernel import IS_COMPILED, OUR_VERBS, PACKAGE, place_mark
from rules_check.engine.players import OWN, Player, parse_line_up
from rules_check.engine.warming import is_cold, mark_of
from tests.rules_check.games.scripted import ROOT

pytestmark = pytest.mark.skipif(not IS_COMPILED, reason="interpreted, there is nothing to compile")

PLAYING = """
import os, sys
from numba.core.caching import IndexDataCacheFile

warmed, load = os.stat(sys.argv[1]).st_mtime, IndexDataCacheFile._load_data

def load_if_warmed(self, name):
    if os.stat(self._data_path(name)).st_mtime > warmed:
        raise OSError("compiled later, by whoever played")  # which numba takes for nothing compiled
    return load(self, name)

IndexDataCacheFile._load_data = load_if_warmed
from generator.cli import main as cli

assert cli.run(["simulate", sys.argv[2], "--players", "3", "--games", "3", "--line-up", "random"]) == 0
assert cli.run(["simulate", sys.argv[2], "--players", "3", "--games", "3", "--line-up", "expert,greedy,search:4", "--checked"]) == 0
assert cli.run(["replay", sys.argv[2], "--players", "3", "--line-up", "expert,random,greedy", "--quiet"]) == 0
assert cli.run(["check", sys.argv[2], "--quick", "--no-lint"]) in (0, 1)
print("compiled" if "numba.np.npyimpl" in sys.modules else "loaded")  # what numba needs to compile, and not to load
"""
GAMES = {
    "emporium": ROOT,
    "empire": ROOT / "games" / "empire",
    "merchants-of-magick": ROOT / "games" / "merchants-of-magick",
    "brick-and-mortar": ROOT / "games" / "brick-and-mortar",
}


@pytest.mark.slow_cases("emporium")
@pytest.mark.parametrize(
    "name",
    [
        "emporium",
        *(
            pytest.param(one, marks=pytest.mark.slow)
            for one in ("brick-and-mortar", "empire", "merchants-of-magick")
        ),
    ],
)
def test_warming_leaves_nothing_to_compile(name: str, tmp_path: Path) -> None:
    """Of the cache of these tests counts what was there when warming had ended: what other tests
    compile since is passed over.
    """
    mark = mark_of(load_rules(name))
    code = [sys.executable, "-c", PLAYING, str(mark), str(GAMES[name])]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    said = subprocess.run(code, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert (said.returncode, said.stdout.split()[-1:]) == (0, ["loaded"]), said.stderr


def test_verbs_of_another_checkout_are_not_taken_for_ours() -> None:
    """Loaded from there, they bring what they call with them; and what they call, we would have to
    compile when somebody asks for it.
    """
    assert OUR_VERBS is not None
    verbs = Path(load_rules("emporium").apply.py_func.__code__.co_filename)
    assert (verbs.parents[1], OUR_VERBS.name) == (OUR_VERBS, place_mark(PACKAGE))
    assert place_mark(PACKAGE) != place_mark(PACKAGE.parent / "elsewhere")


@pytest.mark.slow
def test_what_warming_left_would_be_noticed(tmp_path: Path) -> None:
    """With a mark older than all that is compiled, so that nothing counts."""
    mark = tmp_path / "old.ready"
    mark.touch()
    os.utime(mark, (0, 0))
    code = PLAYING.split("assert ")[0] + (
        "from rules_check.engine.kernel import np, seed_streams\n"
        "seed_streams(np.zeros(2, np.uint64), 1, 2)\n"
        "print('compiled' if 'numba.np.npyimpl' in sys.modules else 'loaded')"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    said = subprocess.run(
        [sys.executable, "-c", code, str(mark)],
        cwd=tmp_path,
        env=env,
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout.split() == ["compiled"]


def test_a_game_of_another_package_is_cold_again_after_an_edit(tmp_path: Path) -> None:
    rules: Any = SimpleNamespace(name="trial", __file__=str(tmp_path / "trial.py"))
    (tmp_path / "trial.py").write_text("HAND = 3\n")
    mark = mark_of(rules)
    assert is_cold(rules)
    (tmp_path / "trial.py").write_text("HAND = 4\n")
    assert mark_of(rules) != mark
    assert mark_of(load_rules("empire")).name.startswith("empire-")


def test_a_game_whose_line_up_needs_less_is_cold_for_those_that_need_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warming, "CACHE_FOLDER", tmp_path / "cache")
    (tmp_path / "cache").mkdir()
    rules = load_rules("empire")
    expert, search = (
        warming.spared_in_games(parse_line_up(word, 2)) for word in ("expert", "search:9")
    )
    assert {"hide", "playout", "fault", "perform", "deciding"} <= expert
    warming._end(rules, expert)
    assert [is_cold(rules, spared) for spared in (expert, search, ())] == [False, True, True]
    warming._end(rules, search)
    assert [is_cold(rules, spared) for spared in (expert, search, ())] == [False, False, True]
    warming._end(rules)
    assert not is_cold(rules)


def test_players_of_ones_own_may_need_all_of_a_game() -> None:
    assert not warming.spared_in_games([Player("mine.py:best", OWN)])


def test_an_edit_that_loads_most_of_a_game_is_no_measure_of_the_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warming, "CACHE_FOLDER", tmp_path / "cache")
    assert warming._is_typical(0.01)  # nothing is known yet
    (tmp_path / warming.PACE).write_text("1.000")
    assert [warming._is_typical(pace) for pace in (0.2, 0.8, 3.0)] == [False, True, True]


def test_compiling_swiftly_leaves_all_as_it_was() -> None:
    from llvmlite.binding import ffi

    told, is_collecting = list(ffi.lib._lock._cblist), gc.isenabled()
    assert told
    with warming.swiftly():
        assert (ffi.lib._lock._cblist, gc.isenabled()) == ([], False)
    assert (ffi.lib._lock._cblist, gc.isenabled()) == (told, is_collecting)
    with pytest.raises(ZeroDivisionError), warming.swiftly():
        1 / 0  # noqa: B018
    assert (ffi.lib._lock._cblist, gc.isenabled()) == (told, is_collecting)


def test_the_second_process_ends_what_it_does_and_is_heard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done, begun, reached = tmp_path / "done", tmp_path / "done.begun", list[Reached]()
    second = (
        "import pathlib, sys, time\nfor part in sys.stdin:\n"
        "    pathlib.Path(sys.argv[1] + '.begun').touch()\n    time.sleep(0.2)\n"
        "    print(part, end='', flush=True)\npathlib.Path(sys.argv[1]).write_text(part)"
    )
    first = list[str]()

    def compile_slowly(rules: Any, part: str) -> None:
        first.append(part)
        while not begun.exists():
            time.sleep(0.01)
        time.sleep(0.2 if len(first) < 5 else 0.0)

    monkeypatch.setattr(warming, "_PROGRAM", (sys.executable, "-c", second, str(done)))
    monkeypatch.setattr(warming, "CACHE_FOLDER", tmp_path / "cache")
    monkeypatch.setattr(warming, "compile_part", compile_slowly)
    monkeypatch.setattr("rules_check.engine.course.TICK_SECONDS", 0.05)
    note = Course.done

    def done_slowly(course: Course, part: str) -> None:
        if threading.current_thread() is not threading.main_thread():
            time.sleep(0.1)  # in the one that hears the second process
        note(course, part)

    monkeypatch.setattr(Course, "done", done_slowly)
    warming._warm(load_rules("empire"), reached.append)
    parts = warming._parts_of(load_rules("empire"))
    assert first[-len(parts) :] == parts  # loaded once both have ended
    by_first = len(first) - len(parts)
    assert first[:by_first] == parts[:by_first]
    assert done.read_text(encoding="utf-8").strip() == parts[by_first]
    assert 0 < by_first < len(parts) - 1
    assert len({one.share for one in reached}) >= 3
    assert float((tmp_path / warming.PACE).read_text(encoding="utf-8")) > 0
