"""QR codes that a phone may not read: modules too small, too little contrast, light on dark."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.data.findings import Finding
from generator.lint.lint import lint
from tests.conftest import make_game

DARK = '<rect x="-4" y="-4" width="71" height="96" fill="#222222"/>\n'
ART = "".join(
    f'<rect x="{n}" y="10" width="1" height="50" fill="#{n * 3:02x}{n * 3:02x}{n * 3:02x}"/>'
    for n in range(10, 60, 2)
)


def found(folder: Path, call: str, before: str = "") -> list[Finding]:
    game = make_game(folder, f'{before}\n{{{{ qr("https://example.org", {call}) }}}}\n')
    return [finding for finding in lint(game).findings if finding.code.startswith("code-")]


@pytest.mark.parametrize(
    ("call", "before", "code", "said"),
    [
        ("x=10, y=10, size=10", "", "code-small", "are 0.30 mm wide, expected at least 0.33 mm"),
        ("x=10, y=10, size=20, error='h', quiet=60 // 3", "", "code-small", "0.29 mm wide"),
        ("x=10, y=10, size=20, colour='#888888'", "", "code-faint", "a contrast of 3.5"),
        (
            "x=10, y=10, size=20, colour='#ffffff', ground='#000000'",
            "",
            "code-faint",
            "lighter than its background",
        ),
        ("x=10, y=10, size=20, ground='none'", DARK, "code-faint", "a contrast of 1.3"),
        ("x=10, y=10, size=40, ground='none'", ART, "code-faint", "a contrast of"),
    ],
)
def test_a_code_that_a_phone_may_not_read_is_found(
    call: str, before: str, code: str, said: str, tmp_path: Path
) -> None:
    (finding,) = found(tmp_path, call, before)
    assert finding.code == code
    assert said in finding.claim
    assert str(finding.place).startswith("templates/card.svg.j2:")


@pytest.mark.parametrize(
    "call",
    [
        "size=12.5",
        "size=20, ground='none'",
        "size=20, colour='#1c2130', ground='#faf4e6'",
        "size=18, quiet=0",
    ],
)
def test_a_code_that_is_large_and_dark_enough_is_fine(call: str, tmp_path: Path) -> None:
    assert found(tmp_path, f"x=10, y=10, {call}") == []
