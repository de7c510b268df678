"""A text that is read in pieces after an edit is the same as when it is read whole, whatever stands
in it.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from generator.data import pieces
from generator.data.loading import load_game
from generator.data.pieces import Rereader
from generator.data.problems import Problem, ProblemError, Problems
from generator.data.source import Node, read_source
from tests.studio.conftest import make_small_game

FAULTS = sorted((Path(__file__).parent / "faults").glob("*.yaml"))
TEXT = """\
# A game.
game:   # of its own

  title: Ferry
  about: >-
    A plain text,
    folded.

kinds:
  # cards
  card:
    cards:
      tib: {name: Tib, cost: 4}
      pike:
        name: "Pike
          and Tib"
        cost: 3
      wick:
        {name: Wick,
         cost: 2}
  mat:
    cards: {a: {}, b: {}}
words:
  one:
    a text on the next line
  two:
  - a
  - b
  'three: 3': |
    a block
     of text

    # and no comment
"""
ODD = [
    'a: "one\nb: two"\nc: 3\n',
    "a: {b: 1,\nc: 2}\nd: 3\n",
    "a: 1\n...\nb: 2\n",
    "a: 1\n---\nb: 2\n",
    "%YAML 1.2\n---\na: 1\n",
    "a: &x 1\nb: *x\n",
    "a: &x\n  b: 1\n  c: *x\n",
    "a: 1\na: 2\n",
    "a:\n  b: 1\n  b: 2\n",
    "a: 1\n? b\n: c\n",
    "a:\n    b: 1\n  c: 2\n",
    "a:\n  b: 1\n    c: 2\n",
    "a:\n  b: 1\n\n # c\nd: 2",
    "a: on\nb: 010\n",
    "<<: {a: 1}\nb: 1\n",
    "\ta: 1\n",
    "a:\n\t\n  b: 1\n",
    " \t\na: 1\n",
    "a: |\n  x\n\n\nb: |+\n  y\n\nc: 1\n",
    "a: 1\rb: 2\r",
    "a:\r\n  b: 1\r\n  c: 2\r\n",
    "a:\n  b: 1\n  c: 2\n  ",
    "\ufeffa: 1\nb: 2\n",
    "a: 'it''s'\nb: \"\\e\"\n",
    "- a\n- b\n",
    "word\n",
    "",
    "a:\n  !!str b: 1\n  c: !!int 3\n",
    "a b: 1\n\"c d\": 2\n'e': 3\ne: 4\n",
    "a:\n" + "".join(f"{'  ' * depth}a:\n" for depth in range(1, 70)),
]


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "SMALL", 0)


def whole(content: bytes) -> tuple[Node | tuple[Problem, ...], list[Problem]]:
    problems = Problems()
    try:
        return read_source(Path("x.yaml"), "x.yaml", problems, content), problems.items
    except ProblemError as fault:
        return fault.problems, problems.items


def in_pieces(reader: Rereader, content: bytes) -> tuple[Node | tuple[Problem, ...], list[Problem]]:
    problems = Problems()
    try:
        return reader.read(Path("x.yaml"), "x.yaml", problems, content), problems.items
    except ProblemError as fault:
        return fault.problems, problems.items


@pytest.mark.parametrize("text", [TEXT, *ODD])
def test_a_text_reads_the_same_at_first_and_again(text: str) -> None:
    reader = Rereader()
    for _ in range(2):
        assert in_pieces(reader, text.encode()) == whole(text.encode())


@pytest.mark.parametrize("path", FAULTS, ids=lambda path: path.stem)
def test_faults_are_told_the_same_after_a_sound_text(path: Path) -> None:
    reader = Rereader()
    in_pieces(reader, TEXT.encode())
    assert in_pieces(reader, path.read_bytes()) == whole(path.read_bytes())
    assert in_pieces(reader, TEXT.encode()) == whole(TEXT.encode())


def scribbled(text: str, rng: random.Random) -> str:
    """Change a text as a person or an accident might."""
    lines = text.split("\n")
    at, choice = rng.randrange(len(lines)), rng.randrange(7)
    if choice == 0:
        del lines[at]
    elif choice == 1:
        lines.insert(at, lines[rng.randrange(len(lines))])
    elif choice == 2:
        lines[at] = " " * rng.randrange(8) + lines[at].lstrip()
    else:
        line = lines[at]
        begin = rng.randrange(len(line) + 1)
        end = begin + rng.randrange(3)
        typed = rng.choice(
            ["", "x", ": ", "#", " #", '"', "'", "{", "}", "- ", "&a ", "*a", "|", "\n", "7"]
        )
        lines[at] = line[:begin] + typed + line[end:]
    return "\n".join(lines)


def test_random_edits_read_as_the_whole_does() -> None:
    rng, reader, sound, text = random.Random(7), Rereader(), 0, TEXT
    for _ in range(200):
        edited = scribbled(text, rng)
        found = in_pieces(reader, edited.encode())
        assert found == whole(edited.encode()), edited
        if isinstance(found[0], Node) and not found[1]:
            sound += 1
            text = edited if rng.random() < 0.9 else TEXT
    assert sound > 70


def test_what_an_edit_leaves_alone_is_not_read_again() -> None:
    reader = Rereader()
    first, _ = in_pieces(reader, TEXT.encode())
    second, _ = in_pieces(reader, TEXT.replace("cost: 3", "cost: 5").encode())
    assert isinstance(first, Node)
    assert isinstance(second, Node)
    cards = [root["kinds"]["card"]["cards"] for root in (first, second)]
    assert cards[0]["tib"] is cards[1]["tib"]
    assert cards[0]["wick"] is cards[1]["wick"]
    assert cards[1]["pike"]["cost"].value == 5
    assert first["words"] is second["words"]
    assert first["kinds"]["mat"] is second["kinds"]["mat"]


def test_a_game_is_loaded_by_it(tmp_path: Path) -> None:
    path = make_small_game(tmp_path)
    game, expected = load_game(path, read=Rereader().read), load_game(path)
    assert game.root == expected.root
    assert game.cards == expected.cards
