"""Rules whose machine code is in one module: called, kept, found again, and mended."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numba
import pytest

from generator.data.files import CannotGoOn
from rules_check.engine import joint, translating
from rules_check.engine.innards import LINKS_ONCE, Home, compiled
from rules_check.engine.kernel import IS_COMPILED

pytestmark = pytest.mark.skipif(
    not (IS_COMPILED and LINKS_ONCE), reason="numba compiles each rule by itself"
)

RULES = """
def rate(x):
    return x * 3
def worth(x):
    return rate(x) + 1
def cost(x):
    return rate(x) - worth(x)
"""
SIGNATURE = numba.types.int64(numba.types.int64)
Joined = Callable[..., Any]


@pytest.fixture
def joined(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Joined:
    """Join `worth` and `cost` of a source as a new process does; return them by name, and in `new`
    the names of those that had to be compiled.
    """
    monkeypatch.setattr(joint, "_folders", [tmp_path / translating.FOLDER])

    def as_new_process(source: str = RULES) -> Any:
        for memory in ("_found", "_libraries", "_digests"):
            monkeypatch.setattr(translating, memory, {})
        monkeypatch.setattr(joint, "_libraries", {})
        made: dict[str, Any] = {"__name__": "trial_rules"}
        path = tmp_path / "trial_rules.py"
        path.write_text(source, encoding="utf-8")
        exec(compile(source, str(path), "exec"), made)
        for name in ("rate", "worth", "cost"):
            made[name] = compiled(made[name], lambda _: Home(tmp_path, "", False), False)
        rules = SimpleNamespace(worth=made["worth"], cost=made["cost"])
        joint.join((rule, SIGNATURE) for rule in vars(rules).values())
        rules.new = [name for name in ("worth", "cost") if not made[name].stats.cache_hits.values()]
        return rules

    return as_new_process


def files(folder: Path) -> list[Path]:
    return sorted((folder / translating.FOLDER).glob(f"*.{joint.KIND}"))


def test_rules_of_one_module_are_called_one_by_one(joined: Joined, tmp_path: Path) -> None:
    rules = joined()
    assert (rules.worth(4), rules.cost(4), rules.new) == (13, -1, ["worth", "cost"])
    assert len(files(tmp_path)) == 1
    assert len({one.library for one in (*_of(rules.worth), *_of(rules.cost))}) == 1


def _of(rule: Any) -> Any:
    return rule.overloads.values()


def test_another_process_finds_them(joined: Joined, tmp_path: Path) -> None:
    joined()
    before = files(tmp_path)
    rules = joined()
    assert (rules.worth(5), rules.cost(5), rules.new) == (16, -1, [])
    assert len({one.library for one in (*_of(rules.worth), *_of(rules.cost))}) == 1
    assert files(tmp_path) == before


def test_an_edit_compiles_only_what_it_reaches(joined: Joined, tmp_path: Path) -> None:
    joined()
    rules = joined(RULES.replace("rate(x) - worth(x)", "rate(x) - 2 * worth(x)"))
    assert (rules.worth(4), rules.cost(4), rules.new) == (13, -14, ["cost"])
    assert len(files(tmp_path)) == 2


@pytest.mark.parametrize("damage", [b"", b"damaged", None])
def test_what_is_damaged_or_gone_is_compiled_again(
    damage: bytes | None, joined: Joined, tmp_path: Path
) -> None:
    joined()
    (path,) = files(tmp_path)
    content = path.read_bytes()
    if damage is None:
        path.unlink()
    else:
        path.write_bytes(content[:40] + damage)
    rules = joined()
    assert (rules.worth(4), rules.cost(4), rules.new) == (13, -1, ["worth"])  # and with it `cost`
    assert joined().new == []


def test_what_stops_halfway_leaves_nothing_that_is_taken_for_whole(
    joined: Joined, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(_: Path, __: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", stop)
    with pytest.raises(KeyboardInterrupt):
        joined()
    monkeypatch.undo()
    monkeypatch.setattr(joint, "_folders", [tmp_path / translating.FOLDER])
    assert not files(tmp_path)
    rules = joined()
    assert (rules.worth(4), rules.new) == (13, ["worth", "cost"])


def test_a_disk_without_room_is_told(joined: Joined, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(joint, "_keep", full)
    with pytest.raises(CannotGoOn, match="No space left"):
        joined()
