"""The guard of CSV: what could be a formula is text, numbers and all other texts stay as they are,
and reading takes the guard away.
"""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from generator.data.csvtext import guarded, is_formula, unguarded

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize(
    "text",
    [
        *(
            "=1+1",
            "+1",
            "-1+cmd|' /C calc'!A0",
            "@SUM(A1)",
            "'=1",
            "''=1",
            " =1",
            "\t=1",
            "\u00a0=1",
            "\ufeff=1",
            "\u200b+1",
            "\x00=1",
        ),
        *(
            "\tx",
            "\rx",
            "\nx",
            "'\tx",
            "＝1+1",
            "＋1",
            "－1",
            "＠x",
            "﹦1",
            "﹢1",
            "﹣1",
            "﹫x",
            "' =1",
        ),
    ],
)
def test_what_could_be_a_formula_has_an_apostrophe_before_it(text: str) -> None:
    assert guarded(text) == f"'{text}"
    assert unguarded(guarded(text)) == text


@pytest.mark.parametrize(
    "text", ["", "troll", "a=b", "1-2", "'tis", "''", "木", "—", "#1", "(=)", "0"]
)
def test_all_other_texts_stay_as_they_are(text: str) -> None:
    assert guarded(text) == unguarded(text) == text
    assert not is_formula(text)


def test_a_long_row_of_apostrophes_takes_no_time() -> None:
    begun = time.process_time()
    assert not is_formula("'" * 1_000_000 + "x")
    assert time.process_time() - begun < 1


def test_every_module_that_writes_csv_has_the_guard() -> None:
    writers = [
        path.relative_to(ROOT).as_posix()
        for room in ("generator", "rules_check", "studio")
        for path in (ROOT / room).rglob("*.py")
        if re.search(r"csv\.(Dict)?[wW]riter", path.read_text(encoding="utf-8"))
    ]
    assert len(writers) >= 4
    assert [
        name
        for name in writers
        if "from generator.data.csvtext import" not in (ROOT / name).read_text(encoding="utf-8")
    ] == []
