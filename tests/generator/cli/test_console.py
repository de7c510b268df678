"""What commands share: a look at a game as those who print it do."""

from __future__ import annotations

from pathlib import Path

from generator.cli.console import look_over
from generator.data.problems import Problems
from tests.conftest import make_game
from tests.generator.lint.conftest import face


def test_a_look_tells_what_lint_finds_and_what_a_build_refuses_and_writes_nothing(tmp_path: Path) -> None:
    area = '<textArea x="8" y="40" width="2" height="2" font-size="9pt">{{ card.name * 50 }}</textArea>'
    game = make_game(tmp_path, face("#b0b0b0") + area)
    before = sorted(tmp_path.rglob("*"))
    findings, problems = look_over(game, Problems(), with_lint=True)
    assert sorted(tmp_path.rglob("*")) == before
    assert [(one.code, one.section, one.verdict) for one in findings if one.counts] == [("low-contrast", "paper", "warning")]
    assert "texts, their size" in {one.about for one in findings if one.verdict == "fine"}
    assert [(one.code, one.severity, one.card) for one in problems] == [("text-overflow", "error", "one")]
    assert look_over(game, Problems(), with_lint=False) == ([], problems)


def test_what_a_build_and_lint_both_tell_is_told_once(tmp_path: Path) -> None:
    area = '<textArea x="8" y="40" width="20" height="10" font-size="9pt" min-font-size="4pt" max-lines="1">A name much too long</textArea>'
    game = make_game(tmp_path, area)
    findings, problems = look_over(game, Problems(), with_lint=True)
    assert [one.code for one in findings if one.counts] == ["text-small"]
    assert problems == []
    assert [problem.code for problem in look_over(game, Problems(), with_lint=False)[1]] == ["text-small"]
