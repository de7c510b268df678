"""What commands share: a look at a game as those who print it do; and what the machine refuses, told in one sentence."""

from __future__ import annotations

import errno
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from generator.cli import console
from generator.cli.console import CannotPrint, Printer, gathered, look_over, refusal
from generator.data.files import CannotGoOn, CannotRead, reading, writing_files
from generator.data.problems import Place, Problem, Problems
from tests.conftest import make_game
from tests.generator.lint.conftest import face


def test_a_look_tells_what_lint_finds_and_what_a_build_refuses_and_writes_nothing(tmp_path: Path) -> None:
    area = '<textArea x="8" y="40" width="2" height="2" font-size="9pt">{{ card.name * 50 }}</textArea>'
    game = make_game(tmp_path, face("#b0b0b0") + area)
    before = sorted(tmp_path.rglob("*"))
    findings, problems = look_over(game, Problems(), with_lint=True)
    assert sorted(tmp_path.rglob("*")) == before
    assert [(one.code, one.section, one.verdict) for one in findings if one.counts] == [("low-contrast", "paper", "warning")]
    assert "texts, their size" in {one.about for one in findings if one.verdict == "ok"}
    assert [(one.code, one.severity, one.card) for one in problems] == [("text-overflow", "error", "one")]
    assert look_over(game, Problems(), with_lint=False) == ([], problems)


def test_what_a_build_and_lint_both_tell_is_told_once(tmp_path: Path) -> None:
    area = '<textArea x="8" y="40" width="20" height="10" font-size="9pt" min-font-size="4pt" max-lines="1">A name much too long</textArea>'
    game = make_game(tmp_path, area)
    findings, problems = look_over(game, Problems(), with_lint=True)
    assert [one.code for one in findings if one.counts] == ["text-small"]
    assert problems == []
    assert [problem.code for problem in look_over(game, Problems(), with_lint=False)[1]] == ["text-small"]


def test_what_cannot_be_read_is_told_from_what_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "LANDED", [])
    with pytest.raises(CannotRead) as caught, reading():
        (tmp_path / "none.csv").read_bytes()
    assert refusal(caught.value) == f"cannot read {tmp_path / 'none.csv'}: {os.strerror(errno.ENOENT)}"
    denied = PermissionError(errno.EACCES, "no", "a.pdf")
    assert refusal(denied).startswith("cannot write a.pdf: permission denied; close the file if a viewer holds it open")
    assert refusal(denied).endswith(". The old files are as they were.")


def test_files_that_are_written_by_then_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "LANDED", [Path("new/cards.pdf")])
    said = refusal(PermissionError(errno.EACCES, "no", "a.pdf"))
    assert said.endswith(". Already new: cards.pdf; the others are as they were.")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
def test_what_cannot_be_printed_is_told_from_what_cannot_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    with open("/dev/full", "wb", buffering=0) as full:
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(full, write_through=True))
        with pytest.raises(CannotPrint) as caught:
            Printer(is_json=False).say("all is well")
    assert refusal(caught.value).startswith(f"cannot print the results: {os.strerror(errno.ENOSPC)}. ")


def test_what_lies_in_the_home_of_the_user_is_not_run(tmp_path: Path) -> None:
    for name in (".reportlab_mods", ".reportlab_settings"):
        (tmp_path / name).write_text("print('it was run')", encoding="utf-8")
    for home in (tmp_path, tmp_path / ".reportlab_mods"):
        words = [sys.executable, "-c", "import generator.pdf.document"]
        done = subprocess.run(words, env={**os.environ, "HOME": str(home)}, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_what_is_refused_in_the_middle_says_what_is_left(tmp_path: Path) -> None:
    files = writing_files()
    add = files.__enter__()
    add(tmp_path / "one.pdf", b"1")
    add(tmp_path / "two.pdf", b"2")
    (tmp_path / "two.pdf").mkdir()  # after it was looked at
    with pytest.raises(CannotGoOn) as caught:
        files.__exit__(None, None, None)
    assert refusal(caught.value) == (
        f"cannot write {tmp_path / 'two.pdf'}: there is a folder of that name; move it away. "
        "Already new: one.pdf; the others are as they were."
    )
    assert (tmp_path / "one.pdf").read_bytes() == b"1"


def test_what_has_no_file_says_why() -> None:
    assert refusal(CannotGoOn("the workers died", left="Nothing was played.")) == (
        "the machine refused: the workers died. Nothing was played."
    )


def test_faults_of_one_place_are_put_together_and_none_is_lost() -> None:
    place = Place("cards.yaml", 3, 5)
    faults = [Problem("missing-glyph", f"no {letter}", place, card=card) for card in ("a", "b") for letter in ("日", "本")]
    shown = gathered([*faults, Problem("missing-glyph", "no x", place, card="c"), Problem("no-file", "gone", None, card="a")])
    assert [(problem.message, problem.card, others) for problem, others in shown] == [
        ("no 日", "a", ["b", "c"]),
        ("no 本", "a", ["b"]),
        ("gone", "a", []),
    ]
