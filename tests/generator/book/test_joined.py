"""Lines of a rulebook's template whose end a tag drops: found where a new line was meant, and only
there.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.book.joined import joined_lines
from generator.book.rulebook import render_rulebook
from generator.data.loading import load_game
from generator.face.press import Press
from tests.conftest import ROOT
from tests.generator.book.test_rulebook import book_of

IF = "{% if rules %}x{% endif %}"


@pytest.mark.parametrize(
    ("template", "line", "following"),
    [
        (f"1. One {IF}\n2. Two", 1, "2. Two"),
        (f"\n- One {IF}\n- Two", 2, "- Two"),
        (f"Text {IF}\n## Heading", 1, "## Heading"),
        (f"| a | {IF}\n| b |", 1, "| b |"),
        (f"fewer.{IF}\nThen", 1, "Then"),
        (f"1. One {IF}\r\n2. Two", 1, "2. Two"),
        ("1. One {# a remark #}\n2. Two", 1, "2. Two"),
        (f"1. One {IF}\n{{% if rules %}}\n2. Two\n{{% endif %}}", 1, "2. Two"),
        (f"1. One {IF}\n   - inner", 1, "- inner"),
        ("1. One {% for n in [1,\n 2] %}{{ n }}{% endfor %}\n2. Two", 2, "2. Two"),
        (
            "{% macro step() %}\n1. One {% if rules %}x{% endif %}\n2. Two\n{% endmacro %}",
            2,
            "2. Two",
        ),
    ],
)
def test_a_line_that_takes_in_the_next_is_found(template: str, line: int, following: str) -> None:
    (joined,) = joined_lines(template)
    assert (joined.line, joined.following) == (line, following)


@pytest.mark.parametrize(
    "template",
    [
        "1. One {% if rules %}x{% endif +%}\n2. Two",
        "1. One {% if rules %}x{% endif -%}\n2. Two",
        f"1. One {IF}.\n2. Two",
        f"1. One {IF}\n\n2. Two",
        "{% if rules %}\n1. One\n{% endif %}\n2. Two",
        "1. One {{ rules }}\n2. Two",
        "{% macro name() %}text{% endmacro %}\n2. Two",
        "{% macro name() %}\ntext{% endmacro %}\n2. Two",
        "{% macro name() %}\ntext {% if rules %}x{% endif %}\n{% endmacro %}\n2. Two",
        "{% set name %}text{% endset %}\n2. Two",
        "{% set n = 1 %}{# a remark #}\n2. Two",
        f"Take one {IF}\n or two",
        f"Take one {IF}\n, or two",
        f"Last line {IF}",
    ],
)
def test_what_joins_nothing_or_on_purpose_is_left_alone(template: str) -> None:
    assert list(joined_lines(template)) == []


def test_the_end_of_a_line_is_kept_by_the_plus_of_the_hint(tmp_path: Path) -> None:
    for name, tag, lines, codes in (("a", "endif", 1, {"joined-line"}), ("b", "endif +", 2, set())):
        game = book_of(tmp_path / name, f"# A\n\n1. One.{{% if rules %}}{{% {tag}%}}\n2. Two.\n")
        press = Press(game)
        rendered = render_rulebook(game, press)
        assert rendered is not None
        assert len([line for line in rendered[0].splitlines() if line[:1].isdigit()]) == lines
        assert {problem.code for problem in press.problems} == codes
    press = Press(load_game(tmp_path / "a"))
    render_rulebook(press.game, press)
    (problem,) = press.problems
    assert (problem.severity, str(problem.place)) == ("warning", "templates/rulebook.md.j2:3:22")


@pytest.mark.parametrize(
    "path",
    [*ROOT.glob("templates/rulebook*.j2"), *ROOT.glob("games/*/templates/rulebook*.j2")],
    ids=str,
)
def test_no_rulebook_of_ours_loses_a_line(path: Path) -> None:
    assert list(joined_lines(path.read_text(encoding="utf-8"))) == []
