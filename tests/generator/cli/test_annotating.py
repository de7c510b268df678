"""Annotations of GitHub Actions: how a problem is written, which file it names, what is taken for
none.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.cli import main as cli
from generator.cli.annotating import annotation, harmless
from generator.cli.gathering import Group
from generator.data.problems import Place, Problem
from tests.conftest import make_game
from tests.generator.cli.calling import edit
from tests.generator.lint.conftest import face

LINE = re.compile(r"::(error|warning|notice) ((?:\w+=[^,:]*,?)+)::(.*)")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def read(line: str) -> tuple[str, dict[str, str], str]:
    """Read a line as GitHub's runner does: what it is, its properties, its message."""
    found = LINE.fullmatch(line)
    assert found, line
    level, properties, message = found.groups()
    return (
        level,
        {
            key: plain(value)
            for key, _, value in (one.partition("=") for one in properties.split(","))
        },
        plain(message),
    )


def plain(text: str) -> str:
    for escaped, letter in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        text = text.replace(escaped, letter)
    return text


def test_a_problem_has_its_place_code_card_and_hint() -> None:
    problem = Problem(
        "low-contrast", "text is faint", Place("cards.yaml", 3, 5), "darken it", card="troll"
    )
    assert annotation(Group(problem, ["imp", "orc"])) == (
        "::error file=cards.yaml,line=3,col=5,title=low-contrast::"
        "text is faint (card 'troll')%0Athe same on 2 more cards: imp, orc%0Ahint: darken it"
    )
    assert annotation(Group(Problem("x", "of all", severity="note"))) == "::notice title=x::of all"
    alike = [
        Group(Problem("low-contrast", "text is faint", Place("cards.yaml", line), "darken it"))
        for line in (7, 9, 11)
    ]
    assert annotation(Group(problem, [], alike)).endswith(
        "%0A4 alike: cards.yaml:3:5 (card 'troll'), cards.yaml:7, cards.yaml:9 …%0Ahint: darken it"
    )
    also = Problem(
        "twice",
        "'a' twice",
        Place("sheet.csv", cell="B7"),
        severity="warning",
        also=(("first", Place("sheet.csv", 2)),),
    )
    assert (
        annotation(Group(also))
        == "::warning file=sheet.csv,title=twice::B7: 'a' twice%0Afirst: sheet.csv:2"
    )


@pytest.mark.parametrize(
    "text",
    ["100 %, at last: a, b::c", "two\r\nlines\n::error::of mine", "%0A is no line", "\x1b[2Jgone"],
)
def test_nothing_in_a_text_ends_or_parts_the_line(text: str) -> None:
    level, properties, message = read(
        annotation(Group(Problem("a-code", text, Place("odd, name: 5%.yaml", 1))))
    )
    assert (level, properties) == (
        "error",
        {"file": "odd, name: 5%.yaml", "line": "1", "title": "a-code"},
    )
    assert message == text.replace("\x1b", "�").replace("\r", "�")


def test_a_file_is_named_from_the_root_of_the_repository(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = Problem("x", "y", Place("templates/card.svg.j2", 3))
    (here / "games" / "pond").mkdir(parents=True)

    def file(folder: Path) -> str:
        return read(annotation(Group(problem), folder))[1]["file"]

    assert file(Path("games/pond")) == "games/pond/templates/card.svg.j2"
    monkeypatch.chdir(here / "games")
    assert file(Path("pond")) == "pond/templates/card.svg.j2"
    monkeypatch.setenv("GITHUB_WORKSPACE", str(here))
    assert file(Path("pond")) == "games/pond/templates/card.svg.j2"
    monkeypatch.setenv("GITHUB_WORKSPACE", str(here / "elsewhere"))
    assert file(Path("pond")) == "pond/templates/card.svg.j2"
    assert file(here) == (here / "templates/card.svg.j2").as_posix()


def test_a_title_gives_the_runner_no_orders() -> None:
    assert harmless("::stop-commands::x 1.0") == ": :stop-commands::x 1.0"
    assert harmless("fine\n  ::add-mask::a") == "fine\n  : :add-mask::a"
    assert harmless("a ##[error]b") == "a ## [error]b"
    assert harmless("cards.yaml::3 stays") == "cards.yaml::3 stays"


def test_lint_and_build_annotate_and_tell_the_rest_as_ever(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_game(here / "pond", face("#848484"), game={"title": "::stop-commands::x"})
    assert cli.run(["lint", "pond", "--format", "github"]) == 1
    said = capsys.readouterr()
    first, *rest = said.out.splitlines()
    level, properties, message = read(first)
    assert (level, properties) == (
        "error",
        {"file": "pond/templates/card.svg.j2", "line": "3", "title": "low-contrast"},
    )
    assert "(card 'one')" in message
    assert rest[0].startswith("looked at")
    assert said.err == "1 error\n"
    assert cli.run(["build", "pond", "--format", "github"]) == 0
    assert not any(line.startswith("::stop") for line in capsys.readouterr().out.splitlines())
    edit(here / "pond" / "cards.yaml", "kinds:", "kindes:")
    assert cli.run(["build", "pond", "--format", "github"]) == 1
    lines = [read(line) for line in capsys.readouterr().out.splitlines()]
    assert ("error", "pond/cards.yaml", "unknown-key") in {
        (level, of["file"], of["title"]) for level, of, _ in lines
    }
