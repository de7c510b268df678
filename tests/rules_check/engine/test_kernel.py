"""Streams, the cache of compiled rules, and how a game's rules are found."""

from __future__ import annotations

import ast
import importlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from generator.data.problems import ProblemError
from rules_check.engine import innards, kernel
from rules_check.engine.game import load_rules
from rules_check.engine.kernel import (
    IS_COMPILED,
    PACKAGE,
    below,
    best_by_luck,
    by_odds,
    cache_home,
    index,
    jit,
    jit_lean,
    jit_within,
    mix,
    seed_streams,
    shuffle,
    sources_hash,
)
from tests.conftest import some
from tests.rules_check.games.scripted import ROOT


def streams(seed: int = 1, number: int = 0, count: int = 3) -> Any:
    rng = np.zeros(count, np.uint64)
    seed_streams(rng, seed, number)
    return rng


def splitmix64(state: int) -> tuple[int, int]:
    """The generator of Steele, Lea and Flood, in whole numbers."""
    state = (state + 0x9E3779B97F4A7C15) % 2**64
    z = state
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
    return state, z ^ (z >> 31)


def test_numbers_are_those_of_splitmix64() -> None:
    rng = streams()
    state = int(rng[1])
    for n in (2, 3, 10, 640, 2**31):
        state, z = splitmix64(state)
        assert below(rng, 1, n) == (z >> 32) * n >> 32
        assert int(rng[1]) == state
    assert int(mix(np.uint64(5))) == splitmix64((5 - 0x9E3779B97F4A7C15) % 2**64)[1]
    assert splitmix64(0)[1] == 0xE220A8397B1DCDAF  # the first number of seed 0, as published


def test_drawing_moves_one_stream_only() -> None:
    rng = streams()
    before = rng.copy()
    below(rng, 1, 6)
    assert list(rng != before) == [False, True, False]


def test_numbers_below_n_are_about_equally_frequent() -> None:
    rng, n, draws = streams(), 6, 60_000
    counts = np.bincount([below(rng, 0, n) for _ in range(draws)], minlength=n)
    assert len(counts) == n
    chi_square = float(((counts - draws / n) ** 2 / (draws / n)).sum())
    assert (
        chi_square < 20.5
    )  # 5 degrees of freedom: exceeded once in a thousand seeds, and this seed is fixed


def test_ratings_are_chosen_by_their_odds() -> None:
    rng, ratings, heat = streams(), np.array([0.5, 1.0, -9.0, 0.0]), 2.0
    odds = np.array([0.75**2, 1.0, 0.0, 0.5**2])
    counts = np.bincount([by_odds(rng, 1, ratings, heat) for _ in range(20_000)], minlength=4)
    share = odds / odds.sum()
    assert np.all(np.abs(counts / 20_000 - share) <= 4 * np.sqrt(share * (1 - share) / 20_000))
    assert by_odds(rng, 1, ratings, 0.0) == 1


def test_ratings_as_good_as_equal_are_about_equally_frequent() -> None:
    rng, ratings = streams(), np.array([0.95, 1.0, 0.0, 0.92])
    counts = np.bincount([best_by_luck(rng, 1, ratings, 0.1) for _ in range(9_000)], minlength=4)
    assert counts[2] == 0
    assert np.all(np.abs(counts[[0, 1, 3]] - 3000) < 4 * 45)


def test_a_shuffle_keeps_the_cards_and_reaches_every_order() -> None:
    rng, seen = streams(), dict[tuple[int, ...], int]()
    for _ in range(6000):
        cards = np.array([0, 1, 2, 9], np.int32)
        shuffle(rng, 0, cards, 3)
        assert cards[3] == 9
        seen[tuple(map(int, cards[:3]))] = seen.get(tuple(map(int, cards[:3])), 0) + 1
    assert len(seen) == 6
    assert all(850 < count < 1150 for count in seen.values())


def test_the_hash_notices_any_edit_of_any_source(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "rules_check", ignore=shutil.ignore_patterns("__pycache__"))
    folder = tmp_path / "rules_check"
    for path, game, other in (
        (folder / "games" / "emporium" / "course.py", "emporium", "empire"),
        (folder / "toolkit" / "zones.py", "", "emporium"),
    ):
        assert sources_hash(folder, game) == sources_hash(game=game)
        text = path.read_text(encoding="utf-8")
        path.write_text(text + "\n", encoding="utf-8")
        edited = sources_hash(folder, game)
        path.rename(path.with_name("other.py"))
        assert len({sources_hash(game=game), edited, sources_hash(folder, game)}) == 3
        assert sources_hash(folder, other) == sources_hash(game=other)  # which is not compiled anew
        path.with_name("other.py").unlink()
        path.write_text(text, encoding="utf-8")


def test_our_own_sources_are_hashed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    hashes = [sources_hash(), sources_hash(game="empire")]
    monkeypatch.setattr(kernel, "files_hash", lambda paths, folder: "read again")
    assert [sources_hash(), sources_hash(game="empire")] == hashes


def test_the_hash_leaves_out_what_is_never_compiled(tmp_path: Path) -> None:
    folder = tmp_path / "rules_check"
    shutil.copytree(PACKAGE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "play" / "record.py").write_text("", encoding="utf-8")
    (folder / "games" / "emporium" / "story.py").write_text("", encoding="utf-8")
    assert sources_hash(folder) == sources_hash()
    assert sources_hash(folder, "emporium") == sources_hash(game="emporium")


def test_the_hash_notices_a_constant_that_compiled_code_freezes(tmp_path: Path) -> None:
    folder = tmp_path / "rules_check"
    shutil.copytree(PACKAGE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    path = folder / "games" / "emporium" / "room.py"
    text = path.read_text(encoding="utf-8")
    assert "jit" not in text
    path.write_text(text.replace("HAND = 99", "HAND = 98"), encoding="utf-8")
    assert sources_hash(folder, "emporium") != sources_hash(game="emporium")


@pytest.mark.slow_cases("games.toy")
@pytest.mark.parametrize("home", some(["games.toy", "toolkit"], 2))
def test_an_edited_callee_is_compiled_anew(tmp_path: Path, home: str) -> None:
    """numba's own cache would go on calling the old one: the caller's file has not changed."""
    package = tmp_path / "rules_check"
    lies = package.joinpath(*home.split("."))
    (package / "engine").mkdir(parents=True)
    lies.mkdir(parents=True)
    for folder in {package, package / "engine", lies.parent, lies}:
        (folder / "__init__.py").touch()
    for name in ("kernel.py", "innards.py", "ingredients.py", "translating.py"):
        shutil.copy(PACKAGE / "engine" / name, package / "engine")
    (lies / "caller.py").write_text(
        f"from rules_check.{home}.callee import number\nfrom rules_check.engine.kernel import "
        "jit\n\n@jit\ndef ask():\n    return number() + 1\n"
    )
    env = {
        **os.environ,
        "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
        "PYTHONPATH": str(tmp_path),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    said = []
    for answer in (41, 71):
        (lies / "callee.py").write_text(
            "from rules_check.engine.kernel import jit\n\n@jit\ndef number():\n    return "
            f"{answer}\n"
        )
        run = [
            sys.executable,
            "-c",
            (
                f"from rules_check.{home}.caller import ask; print(ask(), "
                "sum(ask.stats.cache_hits.values()))"
            ),
        ]
        for _ in range(2):
            result = subprocess.run(
                run, cwd=tmp_path, env=env, capture_output=True, text=True, check=True
            )
            said.append(result.stdout.strip())
    assert said == ["42 0", "42 1", "72 0", "72 1"]


def test_the_cache_follows_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert cache_home() == tmp_path
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    assert cache_home().name == "rules"


def test_rules_are_found_by_their_entry_point(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    info = tmp_path / "trial-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: trial\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[emporium_pnp.games]\ntrial = trial_rules\n")
    (tmp_path / "trial_rules.py").write_text(
        "from rules_check.games.emporium import rules\n\nname = 'trial'\n\n\ndef "
        "__getattr__(verb):\n    return getattr(rules, verb)\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert load_rules("trial").name == "trial"
    with pytest.raises(ProblemError, match="no installed package has rules for 'trail'") as caught:
        load_rules("trail")
    assert caught.value.problems[0].hint == "did you mean 'trial'?"


def test_printing_needs_no_numba() -> None:
    run = [
        sys.executable,
        "-c",
        (
            "import sys, generator.cli.main; print({'numba', 'numpy', 'rules_check'} & "
            "set(sys.modules))"
        ),
    ]
    assert (
        subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
        == "set()"
    )


COMPILERS = ("jit", "jit_lean", "jit_within")


def calls_of(paths: list[Path]) -> dict[str, set[str]]:
    """Read which compiled functions each compiled function calls by name: those with a decorator
    that says so, or all of a module that does.
    """
    found = {}
    for path in paths:
        text = path.read_text()
        is_whole = "rules.compile(__name__)" in text
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef) and (
                is_whole
                or any(isinstance(d, ast.Name) and d.id in COMPILERS for d in node.decorator_list)
            ):
                calls = (call.func for call in ast.walk(node) if isinstance(call, ast.Call))
                found[node.name] = {name.id for name in calls if isinstance(name, ast.Name)}
    return found


def reached(calls: dict[str, set[str]], start: str) -> set[str]:
    todo, seen = [start], set[str]()
    while todo:
        for name in calls.get(todo.pop(), set()) - seen:
            seen.add(name)
            todo.append(name)
    return seen


@pytest.mark.slow
def test_no_compiled_function_calls_itself() -> None:
    """numba compiles recursion, but the next process crashes on what it finds in the cache."""
    assert "b" in reached({"a": {"b"}, "b": {"a"}}, "b")
    games = {
        folder.name: sorted(folder.glob("*.py"))
        for folder in (PACKAGE / "games").iterdir()
        if folder.is_dir()
    }
    for paths in [*games.values(), sorted((PACKAGE / "engine").glob("*.py"))]:
        calls = calls_of(paths)
        assert not [name for name in calls if name in reached(calls, name)]
    assert len(calls_of(games["emporium"])) > 130


@jit
def total_of_new(n: int) -> int:
    return int(np.ones(n, np.int64).sum())


@jit_lean
def total_twice(n: int) -> int:
    return 2 * total_of_new(n)


@jit_within
def doubled(n: int) -> int:
    return 2 * n


@jit_lean
def makes_an_array(n: int) -> int:
    return int(np.ones(n, np.int64).sum())


@jit_lean
def four_times(n: int) -> int:
    return doubled(doubled(n))


@pytest.mark.slow
def test_a_lean_rule_may_call_one_that_makes_an_array() -> None:
    assert total_twice(21) == 42
    assert four_times(3) == 12


@pytest.mark.skipif(not IS_COMPILED, reason="interpreted, all may make arrays")
def test_a_lean_rule_that_makes_an_array_does_not_compile() -> None:
    with pytest.raises(numba.errors.TypingError, match="Only accept returning of array passed"):
        makes_an_array(3)


@pytest.mark.parametrize("number", [0, 1, 26, 2**31 - 1])
def test_an_index_is_the_number_itself(number: int) -> None:
    assert index(number) == index(np.int32(number)) == number


def test_no_index_counts_from_the_end() -> None:
    assert index(np.int32(-1)) > 2**31


@pytest.mark.slow
def test_what_is_damaged_in_the_cache_is_compiled_anew(tmp_path: Path) -> None:
    """By a full disk or a power cut: empty, cut off, or with other bytes in it, in the machine code
    too.
    """
    (tmp_path / "answer.py").write_text(
        "from rules_check.engine.kernel import jit\n\n@jit\ndef ask():\n    return 42\n"
    )
    env = {
        **os.environ,
        "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
        "PYTHONPATH": os.pathsep.join((str(tmp_path), str(PACKAGE.parent))),
    }
    words = [
        sys.executable,
        "-c",
        "from answer import ask; print(ask(), sum(ask.stats.cache_hits.values()))",
    ]

    def said() -> str:
        return subprocess.run(
            words, cwd=tmp_path, env=env, capture_output=True, text=True, check=True
        ).stdout.strip()

    assert said() == "42 0"
    (path,) = (tmp_path / "cache").rglob("*.nbc")
    whole = path.read_bytes()
    middle = len(whole) // 2
    for damaged in (
        b"",
        whole[:middle],
        whole[:20] + b"?" * 40 + whole[60:],
        whole[:middle] + b"?" * 400 + whole[middle + 400 :],
    ):
        path.write_bytes(damaged)
        assert said() == "42 0"
    assert said() == "42 1"


@pytest.mark.slow
def test_code_for_other_types_or_of_another_function_is_compiled_anew(tmp_path: Path) -> None:
    """Whatever has put it there under that name."""
    (tmp_path / "answers.py").write_text(
        "from rules_check.engine.kernel import jit\n\n@jit\ndef one(n):\n    return n + 1\n\n"
        "@jit\ndef two(n):\n    return n + 2\n"
    )
    env = {
        **os.environ,
        "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
        "PYTHONPATH": os.pathsep.join((str(tmp_path), str(PACKAGE.parent))),
    }
    asked = "one(1), one(1.5), two(1), [sum(rule.stats.cache_hits.values()) for rule in (one, two)]"
    words = [sys.executable, "-c", f"from answers import one, two; print({asked})"]

    def said() -> str:
        return subprocess.run(
            words, cwd=tmp_path, env=env, capture_output=True, text=True, check=True
        ).stdout.strip()

    assert said() == "2 2.5 3 [0, 0]"
    files = sorted((tmp_path / "cache").rglob("*.nbc"))
    contents = [path.read_bytes() for path in files]
    assert len(files) == 3
    for path, content in zip(files, contents[1:] + contents[:1], strict=True):
        path.write_bytes(content)
    assert said() == "2 2.5 3 [0, 0]"
    assert said() == "2 2.5 3 [2, 1]"


@pytest.mark.skipif(not IS_COMPILED, reason="interpreted, nothing is kept")
def test_two_processes_that_save_at_once_keep_what_both_have_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """numba's own index, which both read before either writes, would name one's code for the
    other's types.
    """
    caching: Any = importlib.import_module("numba.core.caching")
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    first, second, later = (caching.FunctionCache(four_times.py_func) for _ in range(3))  # type: ignore[attr-defined]
    for cache in (first, second, later):
        innards._keep_apart(cache)
    monkeypatch.setattr(second._cache_file, "_load_index", dict)
    write = first._cache_file._save_data

    types = {"first": ((numba.int64,),), "second": ((numba.float64,),)}

    def write_after_the_other(name: str, data: Any) -> None:
        second._cache_file.save(types["second"], "code of the second")
        write(name, data)

    monkeypatch.setattr(first._cache_file, "_save_data", write_after_the_other)
    first._cache_file.save(types["first"], "code of the first")
    for which, key in types.items():
        assert later._cache_file.load(key) == f"code of the {which}"


def halved(n: int) -> int:
    return n // 2


@pytest.mark.skipif(not IS_COMPILED, reason="interpreted, nothing is kept")
def test_what_was_compiled_in_advance_is_called_from_python(tmp_path: Path) -> None:
    """A call names no type to be returned; who names one gets no other."""

    def fresh() -> Any:
        """Compile it as another process would, which knows of nothing but what was kept."""
        return innards.compiled(halved, lambda _: innards.Home(tmp_path, "", False))

    def compiled_to(returned: Any) -> tuple[Any, int]:
        rule = fresh()
        rule.compile(innards.signature_of(returned, [innards.WHOLE]))
        (made,) = rule.overloads.values()
        return made.signature.return_type, sum(rule.stats.cache_hits.values())

    assert compiled_to(innards.REAL) == (innards.REAL, 0)
    called = fresh()
    assert (called(7), sum(called.stats.cache_hits.values())) == (3.0, 1)
    assert compiled_to(innards.WHOLE) == (innards.WHOLE, 0)
    assert compiled_to(innards.WHOLE) == (innards.WHOLE, 1)


@pytest.mark.slow
@pytest.mark.skipif(not IS_COMPILED, reason="interpreted, nothing is kept")
def test_processes_that_compile_at_once_leave_a_whole_cache(tmp_path: Path) -> None:
    (tmp_path / "sums.py").write_text(
        "from rules_check.engine.kernel import jit\n\n@jit\ndef total(a):\n    n = a[0]\n    "
        "for one in a[1:]:\n        n += one\n    return n\n"
    )
    env = {
        **os.environ,
        "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
        "PYTHONPATH": os.pathsep.join((str(tmp_path), str(PACKAGE.parent))),
    }
    code = (
        "import sys, numpy as np; from sums import total; sys.stdin.read(); "
        "print(*[total(np.arange(5, dtype=d)) for d in sys.argv[1:]], "
        "sum(total.stats.cache_hits.values()))"
    )
    kinds = ["int8", "uint16", "int64", "float32"]

    def start(*words: str) -> subprocess.Popen[str]:
        run = [sys.executable, "-c", code, *words]
        return subprocess.Popen(
            run, cwd=tmp_path, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    at_once = [start(kind) for kind in kinds]
    for process in at_once:  # each has loaded, and compiles when its stdin is closed
        assert process.stdin is not None
        process.stdin.close()
        process.stdin = None
    assert [process.communicate()[0] for process in at_once] == [
        "10 0\n",
        "10 0\n",
        "10 0\n",
        "10.0 0\n",
    ]
    assert start(*kinds).communicate("")[0] == "10 10 10 10.0 4\n"


def folders_of(monkeypatch: pytest.MonkeyPatch, home: Path) -> tuple[Path | None, str]:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(home))
    return kernel._prepare_cache()


@pytest.mark.skipif(sys.platform == "win32", reason="no such permissions on Windows")
def test_the_folder_for_compiled_code_is_the_users_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = os.umask(0)
    try:
        folder, why = folders_of(monkeypatch, tmp_path / "new")
    finally:
        os.umask(before)
    assert folder is not None
    assert (folder.stat().st_mode & 0o777, folder.parent.stat().st_mode & 0o777, why) == (
        0o700,
        0o700,
        "",
    )
    assert folders_of(monkeypatch, tmp_path / "new") == (folder, "")


@pytest.mark.skipif(sys.platform == "win32", reason="no such permissions on Windows")
@pytest.mark.parametrize("is_inner", [False, True])
def test_code_is_not_taken_from_a_folder_that_others_may_write_to(
    is_inner: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, _ = folders_of(monkeypatch, tmp_path / "open")
    assert folder is not None
    shared = folder if is_inner else folder.parent
    shared.chmod(0o777)
    assert folders_of(monkeypatch, tmp_path / "open") == (
        None,
        f"other users may write to {shared} (`chmod go-w` prevents that)",
    )


def test_code_is_not_taken_through_a_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "game").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "game")
    assert folders_of(monkeypatch, tmp_path / "link") == (None, f"{tmp_path / 'link'} is a link")
    assert not [*(tmp_path / "game").iterdir()]
    folder, _ = folders_of(monkeypatch, tmp_path / "own")
    assert folder is not None
    folder.rmdir()
    folder.symlink_to(tmp_path / "game")
    assert folders_of(monkeypatch, tmp_path / "own") == (None, f"{folder} is a link")


@pytest.mark.parametrize("variable", ["NUMBA_CACHE_DIR", "XDG_CACHE_HOME"])
def test_code_is_not_taken_from_where_the_user_stands(
    variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for one in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(one, raising=False)
    usual = cache_home()
    monkeypatch.setenv(variable, "cache")
    assert cache_home() == usual
    assert usual.is_absolute()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="limits the size of files as only Unix can")
def test_a_cache_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "answer.py").write_text(
        "from rules_check.engine.kernel import jit\n\n@jit\ndef ask():\n    return 42\n"
    )
    program = """
import resource
from answer import ask
from rules_check.engine.kernel import CACHE_FOLDER
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
try:
    ask()
except OSError as fault:
    print(fault.filename == str(CACHE_FOLDER), fault.left)
"""
    env = {
        **os.environ,
        "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
        "PYTHONPATH": os.pathsep.join((str(tmp_path), str(PACKAGE.parent))),
    }
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env=env,
        capture_output=True,
        text=True,
        check=True,
    )
    assert (
        done.stdout
        == "True Compiled rules are kept there; NUMBA_CACHE_DIR names another folder for them.\n"
    )
