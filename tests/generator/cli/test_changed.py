"""`build --changed` and its lock file on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.cli.main import run
from tests.conftest import make_game

GOOD = (
    'lock: 1\ngame: "Trial"\ncards:\n  one: {name: "One", deck: "card", copies: 1, face: '
    '"0123456789abcdef", version: "1"}\n'
)


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("copies: 1", "copies: one", "broken-lock", 4),
        ("copies: 1", "copies: 0", "broken-lock", 4),
        ("copies: 1, ", "", "broken-lock", 4),
        ('"0123456789abcdef"', '"xyz"', "broken-lock", 4),
        ('"0123456789abcdef"', "1234567890123456", "broken-lock", 4),
        ("version:", "vresion:", "broken-lock", 4),
        ("lock: 1", "lock: 2", "broken-lock", 1),
        ("cards:", "crads:", "broken-lock", 1),
        ('"Trial"', '"Trail"', "foreign-lock", 2),
        ("cards:\n", "cards:\n<<<<<<< HEAD\n", "broken-lock", 4),
        ("lock: 1\n", "", "broken-lock", 1),
        ("  one: {", "  one: [", "yaml-syntax", 4),
        (GOOD, "", "broken-lock", 1),
        (GOOD, '{"lockfileVersion": 3}', "broken-lock", 1),
        (GOOD.partition("cards:")[2], " no\n", "ambiguous-value", 3),
        ("  one:", "  one: 3\n  two:", "broken-lock", 4),
    ],
)
def test_a_broken_or_foreign_lock_file_is_reported_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, code: str, line: int
) -> None:
    make_game(tmp_path)
    assert old in GOOD
    (tmp_path / "cards.lock").write_text(GOOD.replace(old, new), encoding="utf-8")
    assert run(["build", str(tmp_path), "--changed", "--output", str(tmp_path / "out")]) == 1
    said = capsys.readouterr().err
    assert f"cards.lock:{line}" in said
    assert f"error[{code}]" in said
    assert not (tmp_path / "out").exists()


def test_without_a_lock_file_it_says_how_to_get_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_game(tmp_path)
    for words in (["diff", "--no-html"], ["build", "--changed"]):
        where = ["cards.lock", str(tmp_path)] if words[0] == "diff" else [str(tmp_path)]
        assert run([words[0], *where, *words[1:]]) == 1
        said = capsys.readouterr().err
        assert "error[not-printed]" in said
        assert "--mark-printed" in said
