"""Colours with a meaning: those that some of the colour-blind take for each other are found, and a sign beside them softens that."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from generator.data.game import Game
from generator.lint.lint import lint
from tests.conftest import make_game
from tests.generator.lint.conftest import line_of, only


def suits(tmp_path: Path, one: str, other: str, sign: str | None = None, **sections: Any) -> Game:
    rows: dict[str, dict[str, str]] = {"ruby": {"name": "Ruby", "colour": one}, "jade": {"name": "Jade", "colour": other}}
    fields = {"name": "line", "colour": "colour"}
    if sign:
        fields["sign"] = "dot | bar"
        rows["ruby"]["sign"], rows["jade"]["sign"] = "dot", sign
    return make_game(tmp_path, tables={"suit": {"fields": fields, "rows": rows}}, **sections)


def test_colours_that_mean_something_are_told_apart_by_everybody(tmp_path: Path) -> None:
    finding = only(lint(suits(tmp_path / "a", "#a83232", "#5f6b1e")), "colours-alike")
    assert (finding.severity, finding.about, finding.field) == ("warning", "ruby, jade", "colour")
    assert "deuteranopia" in finding.claim
    assert str(finding.place).startswith(f"cards.yaml:{line_of(tmp_path / 'a', 'cards.yaml', '#5f6b1e')}:")
    assert lint(suits(tmp_path / "b", "#0072b2", "#d55e00")).findings == []


def test_another_sign_softens_that_to_a_note(tmp_path: Path) -> None:
    assert only(lint(suits(tmp_path / "a", "#a83232", "#5f6b1e", "bar")), "colours-alike").severity == "note"
    assert only(lint(suits(tmp_path / "b", "#a83232", "#5f6b1e", "dot")), "colours-alike").severity == "warning"
