"""numba's inner parts: found as they are known, and done without where they are others, with the
same results.
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from operator import attrgetter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rules_check.engine import innards, lowering, translating
from rules_check.engine.innards import fits
from rules_check.engine.kernel import IS_COMPILED
from tests.rules_check.engine.strange_numba import CHANGED
from tests.rules_check.games.scripted import ROOT


def test_the_numba_that_is_installed_is_one_that_we_know() -> None:
    assert innards.AS_KNOWN


@pytest.mark.parametrize(
    ("path", "parameters", "found"),
    [
        ("numba.core.dispatcher:Dispatcher.compile", ("self", "sig"), True),
        ("numba.core.dispatcher:Dispatcher.compile", ("self", "sig", "more"), False),
        ("numba.core.dispatcher:Dispatcher.compile_in_two", (), False),
        ("numba.gone:Dispatcher", (), False),
        ("numba:__version__", ("self",), False),
        ("numba:__version__", (), True),
    ],
)
def test_a_part_fits_by_its_name_and_its_parameters(
    path: str, parameters: tuple[str, ...], found: bool
) -> None:
    assert fits(path, *parameters) is found


def parts_relied_on() -> list[str]:
    """List each "module:name" of numba and LLVM that a claim of innards.py names."""
    source = Path(innards.__file__).read_text(encoding="utf-8")
    return sorted(
        {
            str(part.value)
            for call in ast.walk(ast.parse(source))
            if isinstance(call, ast.Call)
            for part in call.args[:1]
            if isinstance(part, ast.Constant)
            and re.match(r"(numba|llvmlite)[\w.]*:", str(part.value))
        }
    )


def test_without_the_list_of_those_who_listen_to_the_lock_nobody_is_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(innards, "TELLS_OF_LOCKS", False)
    assert innards.lock_listeners() == []


@pytest.mark.parametrize("path", [path for path in parts_relied_on() if "_lock" not in path])
def test_without_a_part_numba_is_used_in_the_public_way(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, _, name = path.partition(":")
    *owners, last = name.split(".")
    home = importlib.import_module(module)
    home = attrgetter(".".join(owners))(home) if owners else home
    kinds = home.__mro__ if isinstance(home, type) else (home, *type(home).__mro__)
    for kind in kinds:
        if kind is not object and last in getattr(kind, "__dict__", ()):
            monkeypatch.delattr(kind, last)
    spec = importlib.util.spec_from_file_location("innards_without", innards.__file__)
    assert spec is not None
    assert spec.loader is not None
    without: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(without)
    assert not without.AS_KNOWN


def test_where_a_function_is_gets_found_once() -> None:
    asked = list[tuple[object, object]]()

    def find(func: object, sig: object) -> int:
        asked.append((func, sig))
        return len(asked)

    one, other, remembered = object(), object(), innards._remembering(find)
    assert [remembered(one, "a"), remembered(one, "a"), remembered(other, "a")] == [1, 1, 2]
    assert asked == [(one, "a"), (other, "a")]


def test_no_part_of_numba_is_reached_without_a_claim() -> None:
    """Every inner module that is imported by its name is one that a claim has looked at."""
    sources = [
        Path(room.__file__).read_text(encoding="utf-8") for room in (innards, lowering, translating)
    ]
    source = "".join(sources)
    imported = re.findall(r'import_module\("((?:numba|llvmlite)[\w.]*)"\)', source)
    claimed = {part.partition(":")[0] for part in parts_relied_on()}
    assert len(imported) > 4
    assert {*imported} - claimed == {"numba.np.arraymath"}  # whose absence is no fault


RULES = """
import sys
import time
from concurrent.futures import ThreadPoolExecutor
if sys.argv[1] == "strange":
    from tests.rules_check.engine.strange_numba import change
    change(*sys.argv[2:])
import numpy as np
from rules_check.engine import innards, translating
from rules_check.engine.kernel import CACHE_FOLDER, seed_streams
from strange_rules import draws
rng = np.zeros(2, np.uint64)
seed_streams(rng, 5, 7)
print(innards.AS_KNOWN, innards.IS_LEAN, innards.LOADS_LATE, CACHE_FOLDER.name.endswith("-plain"))
print(draws(rng, np.int32(6)), rng)
print(*draws.stats.cache_hits.values())
"""
DRAWN = """
import numpy as np
from rules_check.engine.arrays import local_empty, local_zeros
from rules_check.engine.bits import count_of, first_of
from rules_check.engine.kernel import below, jit_lean, jit_within

@jit_within
def twice(n):
    return 2 * n

@jit_lean
def draws(rng, n):
    drawn, sums = local_empty(20, np.int64), local_zeros((2, 3), np.int64)
    for i in range(20):
        drawn[i] = below(rng, 1, n)
        sums[i % 2, i % 3] += twice(drawn[i])
    return drawn.sum() + 1000 * sums[1, 2] + count_of(n) + first_of(n)
"""


@pytest.mark.slow
@pytest.mark.skipif(not IS_COMPILED, reason="interpreted, numba's inside is left alone")
@pytest.mark.parametrize("path", CHANGED)
def test_with_one_part_of_the_inside_changed_the_results_are_the_same(
    path: str, tmp_path: Path
) -> None:
    (tmp_path / "strange_rules.py").write_text(DRAWN)
    env = {
        **os.environ,
        "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}",
        "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
    }
    said = [
        subprocess.run(
            [sys.executable, "-c", RULES, *kind],
            cwd=tmp_path,
            env=env,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.splitlines()
        for kind in (["known"], ["strange", path])
    ]
    assert said[0][1] == said[1][1]
    assert said[1][0].split()[0] == "False"


@pytest.mark.slow
@pytest.mark.skipif(not IS_COMPILED, reason="interpreted, numba's inside is left alone")
def test_with_another_inside_the_results_are_the_same_and_are_kept(tmp_path: Path) -> None:
    (tmp_path / "strange_rules.py").write_text(DRAWN)
    env = {
        **os.environ,
        "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}",
        "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
    }
    said = []
    for kind in ("known", "strange", "strange"):
        code = [sys.executable, "-c", RULES, kind]
        found = subprocess.run(
            code, cwd=tmp_path, env=env, capture_output=True, text=True, check=False
        )
        assert found.returncode == 0, found.stderr
        said.append(found.stdout.splitlines())
    known, strange, again = said
    assert (known[0], strange[0], again[0]) == (
        "True True True False",
        *["False False False True"] * 2,
    )
    assert known[1] == strange[1] == again[1]
    assert (strange[2], again[2]) == ("", "1")


def test_what_is_loaded_may_load_another() -> None:
    class Context:
        def refresh(self) -> str:
            return "prepared"

    def load(left: int, context: Any) -> int:
        loaded: int = left and cache.load_overload(left - 1, context)
        assert "refresh" in vars(context)
        return loaded

    cache, context = SimpleNamespace(load_overload=load), Context()
    innards._load_unprepared(cache)
    assert cache.load_overload(2, context) == 0
    assert context.refresh() == "prepared"


def test_threads_that_load_at_the_same_time_leave_one_another_alone() -> None:
    """Each replaces the preparation of the compiler while it loads."""

    class Context:
        def refresh(self) -> str:
            return "prepared"

    def load(signature: int, context: Any) -> int:
        time.sleep(0.002)
        assert "refresh" in vars(context)
        return signature

    cache, context = SimpleNamespace(load_overload=load), Context()
    innards._load_unprepared(cache)
    with ThreadPoolExecutor(8) as pool:
        loaded = list(pool.map(lambda number: cache.load_overload(number, context), range(24)))
    assert loaded == [*range(24)]
    assert context.refresh() == "prepared"
