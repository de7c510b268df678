"""The reader of YAML in Python gives what libyaml gives: values, places, and what is said of
faults.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from generator.data import source
from generator.data.problems import Problem, ProblemError, Problems
from generator.data.scanning import PlainLoader
from generator.data.source import Node, read_source
from tests.conftest import ROOT

pytestmark = pytest.mark.skipif(not yaml.__with_libyaml__, reason="libyaml is missing")

FILES = sorted(
    path.relative_to(ROOT).as_posix()
    for folder in (".", "games", "generator", "templates")
    for path in (ROOT.glob("*.yaml") if folder == "." else (ROOT / folder).rglob("*.yaml"))
)


def read_by(loader: type, content: bytes) -> tuple[Node | None, list[Problem]]:
    """Read a text with a loader: what is read, with its places, and the problems."""
    problems, root = Problems(), None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(source, "_Loader", loader)
        try:
            root = read_source(Path("cards.yaml"), "cards.yaml", problems, content)
        except ProblemError as fault:
            problems.extend(fault.problems)
    return root, list(problems)


def assert_same(content: bytes) -> None:
    assert read_by(PlainLoader, content) == read_by(yaml.CSafeLoader, content)


@pytest.mark.parametrize("name", [name for name in FILES if (ROOT / name).stat().st_size < 30_000])
def test_our_files_are_read_alike(name: str) -> None:
    assert_same((ROOT / name).read_bytes())


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in FILES if (ROOT / name).stat().st_size >= 30_000])
def test_our_large_files_are_read_alike(name: str) -> None:
    assert_same((ROOT / name).read_bytes())


@pytest.mark.slow
def test_what_is_said_of_faults_is_alike() -> None:
    for path in sorted((ROOT / "tests/generator/data/faults").glob("*.yaml")):
        root, problems = read_by(yaml.CSafeLoader, path.read_bytes())
        assert (path.name, *read_by(PlainLoader, path.read_bytes())) == (path.name, root, problems)


@pytest.mark.parametrize(
    "text",
    [
        "a: {shore?: [text?, b?c], d: e?}",
        "a: [what?, 'why?', ?]",
        "a: {? b : c, d?: e}",
        "a: {what??, b}",
        "a: {b: , c: }",
        "a: [b: , c]",
        "a: {b:c, d::e}",
        "a: {b:, c}",
        "a: {http://x.y/?z: 1}",
        "a: {b\t: c}",
        "a: b\t# remark",
        "a: b\tc\t\n  \td\n",
        "a:\tb",
        "a:\n\tb",
        "a:\n  b\n\tc\n",
        "a: |\t\n  b\n",
        "a: >-\t\n  b\n",
        "a: |2+\t# remark\n   b\n\n",
        "a: {\n\tb: c,\n\td: e\n}",
        "a: {b?",
        "a: [b?}",
        "a: `b`",
        "a: {b: @c}",
        'a: "b\\qc"',
        "a: 'b'c",
        "a: {'b'c}",
        "a: b: c",
        "a: [b] c",
        "- a\nb",
        "a: b\n c: d",
        "a: >x\n  b",
        "a: !b c",
        "a: 'b",
        "a: &b? *b?",
        "---\na: b?\n...\n",
        "a: {b: c?\n---\n",
        "% a",
    ],
)
def test_texts_are_read_alike(text: str) -> None:
    assert_same(text.encode())


@pytest.mark.parametrize(
    "text", ['a: "\\U00110000"', 'a: "\\Uffffffff"', f"%YAML {'1' * 5000}.1\n---\na: b"]
)
def test_numbers_that_no_letter_has_are_refused(text: str) -> None:
    root, (problem,) = read_by(PlainLoader, text.encode())
    assert (root, problem.code) == (None, "yaml-syntax")


PARTS = (
    "a",
    "b? ",
    "?",
    ": ",
    ":",
    ", ",
    "{",
    "}",
    "[",
    "]",
    "\n",
    "\n  ",
    "- ",
    "-",
    "#",
    " # c",
    "'x'",
    '"y"',
    "\t",
    "x?",
    "&k ",
    "|\n  z",
)


@given(
    st.lists(st.sampled_from(PARTS), min_size=1, max_size=8).map("".join),
    st.sampled_from(["a: {@}\n", "a: @\n", "- [@]\n"]),
)
def test_what_libyaml_reads_is_read_alike(part: str, frame: str) -> None:
    content = frame.replace("@", part).encode()
    expected, problems = read_by(yaml.CSafeLoader, content)
    root, found = read_by(PlainLoader, content)
    assert (expected is None) == (root is None)
    is_faulty = any(problem.code == "yaml-syntax" for problem in problems)
    if "? :" not in part and not is_faulty:  # they differ in where an empty key is
        assert (root, found) == (expected, problems)
