"""Compiling beside those who learn: begun once for each version of the rules, and ended with them."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rules_check.prove import readying as made
from rules_check.prove.readying import compile_rest, readying

RULES: Any = SimpleNamespace(name="ferry-night")


class Second:
    """A process that is never begun."""

    def __init__(self, told: list[str], words: list[str]) -> None:
        self.told = told
        told.append(" ".join(words[1:]))

    def __enter__(self) -> Second:
        return self

    def __exit__(self, *_: object) -> None:
        self.told.append("waited for")

    def kill(self) -> None:
        self.told.append("ended")


@pytest.fixture
def mark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(made, "CACHE_FOLDER", tmp_path)
    monkeypatch.setattr(made, "_mark", lambda rules: tmp_path / "mark")
    monkeypatch.setattr(made, "found_as", lambda rules: rules.name)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    return tmp_path / "mark"


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What becomes of the second process."""
    said = list[str]()
    monkeypatch.setattr(
        made, "subprocess", SimpleNamespace(Popen=lambda words, **_: Second(said, words), DEVNULL=0)
    )
    return said


BEGUN = "-P -m rules_check.prove.readying ferry-night"


def test_it_is_compiled_beside_those_who_learn_and_ended_with_them(
    mark: Path, told: list[str]
) -> None:
    with readying(RULES):
        assert told == [BEGUN]
    assert told == [BEGUN, "ended", "waited for"]


def test_it_is_ended_if_they_fail(mark: Path, told: list[str]) -> None:
    with pytest.raises(ZeroDivisionError), readying(RULES):
        raise ZeroDivisionError
    assert told == [BEGUN, "ended", "waited for"]


@pytest.mark.parametrize("why", ["done", "not kept", "one core"])
def test_it_is_not_compiled_without_need(
    mark: Path, told: list[str], monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    if why == "done":
        mark.touch()
    elif why == "not kept":
        monkeypatch.setattr(made, "CACHE_FOLDER", None)
    else:
        monkeypatch.setattr("os.cpu_count", lambda: 1)
    with readying(RULES):
        assert told == []


def test_all_is_compiled_and_marked(mark: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = list[tuple[Any, ...]]()
    for name in ("walker", "game_player", "gatherer"):
        monkeypatch.setattr(made, name, lambda *asked, name=name: compiled.append((name, *asked)))
    compile_rest(RULES)
    assert compiled == [("walker", RULES), ("game_player", RULES, True), ("gatherer", RULES, True)]
    assert mark.exists()
