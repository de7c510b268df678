"""Rules translated once for all that call them: what is kept of them, and found again."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest

from rules_check.engine import translating
from rules_check.engine.innards import LINKS_ONCE, Home, compiled, tuple_of
from rules_check.engine.kernel import IS_COMPILED
from tests.rules_check.games.scripted import ROOT

pytestmark = pytest.mark.skipif(
    not (IS_COMPILED and LINKS_ONCE), reason="numba compiles each rule by itself"
)

RULES = """
RATE = 3
def rate(x):
    return x * RATE
def share(x):
    return x + 1
def worth(x):
    return rate(x) + share(x)
"""
WHOLE = (numba.types.int64,)


@pytest.fixture
def translate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[str], tuple[Any, list[str]]]:
    """Translate `worth` of a source as a new process does: its signature, and the names of what had
    to be translated.
    """
    new = list[str]()
    translate_now = translating._compile_for_callers

    def translate_and_tell(rule: Any, args: Any) -> Any:
        new.append(rule.py_func.__name__)
        return translate_now(rule, args)

    monkeypatch.setattr(translating, "_compile_for_callers", translate_and_tell)

    def as_new_process(source: str) -> tuple[Any, list[str]]:
        for memory in ("_found", "_libraries", "_digests"):
            monkeypatch.setattr(translating, memory, {})
        new.clear()
        made: dict[str, Any] = {"__name__": "trial_rules"}
        exec(source, made)
        for name in ("rate", "share", "worth"):
            made[name] = compiled(made[name], lambda _: Home(tmp_path, "", False), False)
        template, *_ = made["worth"].get_call_template(WHOLE, {})
        return template.cases[0], sorted(new)

    return as_new_process


def kept(folder: Path) -> list[Path]:
    return sorted((folder / translating.FOLDER).iterdir())


def test_another_process_translates_nothing_again(translate: Any, tmp_path: Path) -> None:
    first = translate(RULES)
    assert first[1] == ["rate", "share", "worth"]
    assert len(kept(tmp_path)) == 3
    assert translate(RULES) == (first[0], [])


def test_an_edit_translates_only_what_it_reaches(translate: Any) -> None:
    translate(RULES)
    assert translate(RULES.replace("x + 1", "x + 2"))[1] == ["share", "worth"]
    assert translate(RULES.replace("RATE = 3", "RATE = 2.5"))[1] == ["rate", "worth"]
    assert str(translate(RULES.replace("RATE = 3", "RATE = 2.5"))[0].return_type) == "float64"
    assert translate(f"# of prices\n\n{RULES}")[1] == []


@pytest.mark.parametrize("damage", [b"", b"damaged", None])
def test_what_is_damaged_or_gone_is_translated_again(
    damage: bytes | None, translate: Any, tmp_path: Path
) -> None:
    whole = translate(RULES)[0]
    for path in kept(tmp_path):
        content = path.read_bytes()
        if damage is None:
            path.unlink()
        else:
            path.write_bytes(content[:40] + damage)
        found, new = translate(RULES)
        assert found == whole
        assert new
        assert path.read_bytes()[:4]  # kept again
        path.write_bytes(content)


def test_a_rule_that_uses_something_unknown_is_translated_in_each_process(
    translate: Any, tmp_path: Path
) -> None:
    unknown = f"from numba import uint16 as whole\n{RULES}".replace("x + 1", "x + whole(1)")
    assert translate(unknown)[1] == ["rate", "share", "worth"]
    assert len(kept(tmp_path)) == 1
    assert translate(unknown)[1] == ["share", "worth"]


class Pair(NamedTuple):
    first: Any
    second: Any


class Riap(NamedTuple):
    second: Any
    first: Any


def test_types_that_look_alike_are_told_apart() -> None:
    whole, real = numba.types.int64, numba.types.float64
    pair, riap = (tuple_of(kind, (whole, real)) for kind in (Pair, Riap))
    said = [translating._type_told(one) for one in (pair, riap, whole, real)]
    assert None not in said
    assert len({*said}) == 4
    assert translating._type_told(numba.types.Opaque("something")) is None


EDITED = """
import sys
import numpy as np
from rules_check.engine.kernel import jit_lean
from edited_rules import worth
print(worth(np.int64(5)))
"""
FILE = """
from rules_check.engine.kernel import jit_lean
RATE = 3
@jit_lean
def rate(x):
    return x * RATE
@jit_lean
def share(x):
    return max(x, 2) // 2
@jit_lean
def worth(x):
    return rate(x) + share(x)
"""


@pytest.mark.slow
def test_rules_that_are_put_together_from_kept_parts_are_the_edited_ones(tmp_path: Path) -> None:
    def played(source: str) -> int:
        (tmp_path / "edited_rules.py").write_text(source, encoding="utf-8")
        env = {
            "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
            "PYTHONPATH": f"{ROOT}:{tmp_path}",
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        code = [sys.executable, "-c", EDITED]
        said = subprocess.run(
            code, cwd=tmp_path, env=env, capture_output=True, text=True, check=True
        )
        return int(said.stdout)

    assert played(FILE) == 17
    assert played(FILE.replace("// 2", "// 5")) == 16
    assert played(FILE.replace("RATE = 3", "RATE = 4")) == 22
    assert played(FILE) == 17


def test_the_name_of_a_translation_is_its_digest_alone() -> None:
    """Records are numbered in each process, and their numbers are part of a name that numba
    makes.
    """

    def worth(x: Any) -> Any:
        return x

    context = compiled(worth, None, False).targetctx  # type: ignore[attr-defined]
    records = [numba.from_dtype(np.dtype([(name, np.int64)])) for name in "ab"]
    assert records[0].mangling_args != records[1].mangling_args
    for name in ("trial_rules.worth", ".NumbaEnv.trial_rules.worth"):
        numbered = {context.mangler(name, (one,), uid=7) for one in records}
        named = {context.mangler(name, (one,), uid="0a1b") for one in records}
        assert (len(numbered), len(named)) == (2, 1)
