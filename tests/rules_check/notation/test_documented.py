"""The page on rules as data: its examples are read, and its tables say what the code knows."""

from __future__ import annotations

import re

import pytest

from rules_check.notation import scope
from rules_check.notation.course import BLOCKS
from rules_check.notation.grammar import PATTERNS, VERBS, RuleParser
from rules_check.notation.powers import MOST_PATTERNS
from rules_check.notation.reading import SECTIONS
from tests.rules_check.notation.games import ROOT, faults_in, text_of

PAGE = (ROOT / "docs" / "reference" / "rules-as-data.md").read_text(encoding="utf-8")


def part(heading: str) -> str:
    return PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def test_the_first_example_is_read() -> None:
    (example,) = re.findall(r"```yaml\n(play:\n.*?)```", PAGE, re.S)
    head = text_of("night_catch").partition("\nplay:\n")[0]
    assert [fault.code for fault in faults_in(f"{head}\n{example}")] == ["never-used"]  # its ruling


def test_every_section_and_block_is_described() -> None:
    assert set(re.findall(r"`(\w+)`", part("Sections"))) >= set(SECTIONS)
    described = dict(re.findall(r"^\| `(\w+):.*?` \| (.*?) \|", part("Steps"), re.M))
    assert set(described) == set(BLOCKS)
    for name, keys in BLOCKS.items():
        assert set(re.findall(r"`(\w+)`", described[name])) == set(keys)


def test_every_sentence_is_described_and_those_described_are_sentences() -> None:
    table = part("Steps").partition("| block |")[0]
    shown = [
        text
        for row in re.findall(r"^\| (`.*?) \|", table, re.M)
        for text in re.findall(r"`(.+?)`", row)
    ]
    assert {text.split()[0] for text in shown} >= set(VERBS)
    found = {RuleParser(text).sentence().pattern for text in shown}
    assert found == set(PATTERNS) - {"move A to F at the bottom"} - _others(found)


def _others(found: set[str]) -> set[str]:
    """Return patterns that differ from one that is shown in their last word alone."""
    return {one for one in PATTERNS if one.replace("right", "left") in found} - found


def test_every_function_is_described() -> None:
    words = set(re.findall(r"\w+", part("Formulas")))
    assert set(RuleParser.functions) <= words


@pytest.mark.parametrize(
    "number",
    [scope.MOST_STEPS, scope.MOST_PARTS, scope.MOST_NAMES, MOST_PATTERNS, scope.MOST_LINES],
)
def test_the_limits_are_those_of_the_code(number: int) -> None:
    assert f"{number:,} " in part("Limits").replace("\n", " ")
