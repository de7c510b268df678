"""Factories for the tests of lint: a face with one text on grey, the line of a text in a file, the
only finding of a sort.
"""

from __future__ import annotations

from pathlib import Path

from generator.data.findings import Finding
from generator.lint.lint import Linted

GROUND = '<rect x="-4" y="-4" width="71" height="96" fill="{}"/>'


def line_of(folder: Path, file: str, text: str) -> int:
    """Find the number of the only line of a file that holds a text."""
    lines = (folder / file).read_text(encoding="utf-8").splitlines()
    (number,) = [n for n, line in enumerate(lines, 1) if text in line]
    return number


def only(linted: Linted, code: str) -> Finding:
    assert [p.code for p in linted.problems] == []
    (finding,) = linted.findings
    assert finding.code == code
    return finding


def face(fill: str, size: str = "9pt", weight: int = 400, x: float = 8) -> str:
    return GROUND.format("#808080") + (
        f'\n<text x="{x}" y="20" font-size="{size}" font-weight="{weight}" fill="{fill}">{{{{ '
        f"card.name }}}}</text>"
    )
