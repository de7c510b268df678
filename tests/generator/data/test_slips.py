"""Values that are read as they stand and are likely not meant so; where each is told,
`faults/slips.yaml` says.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.data.slips import slips_in
from generator.data.source import read_source


@pytest.mark.parametrize(
    ("section", "value", "codes"),
    [
        ("words", "Keep <b>one</b>.", ["html-in-text"]),
        ("words", '"Keep <i class=x>one."', ["html-in-text"]),
        ("words", "If 1 <b and b> 2", []),
        ("lint", "<b>", []),
        ("words", "“Salt Road”", ["curly-quotes"]),
        ("words", '"“Salt Road”"', []),
        ("words", "She said “no”", []),
        ("words", 'Salt Road"', ["lone-quote"]),
        ("words", 'A card of 3"', []),
        ("words", "'Salt Road\"'", []),
        ("words", 'Say "aye"', []),
        ("rules", "20,5", ["comma-number"]),
        ("rules", "[1, '20,5']", []),
        ("words", "20,5", []),
    ],
)
def test_a_slip_is_told_where_nothing_else_can_be_meant(
    section: str, value: str, codes: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "cards.yaml"
    path.write_text(f"{section}:\n  one: {value}\n", encoding="utf-8")
    assert [problem.code for problem in slips_in(read_source(path, path.name))] == codes
