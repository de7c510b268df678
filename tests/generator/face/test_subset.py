"""What cannot be printed is refused by line, with what to do instead; what
says nothing is passed over.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.data.problems import Problem
from generator.face.press import Press
from tests.conftest import make_game


def refused(folder: Path, line: str, **game: Any) -> list[Problem]:
    """Draw a face, and list what is said of it."""
    press = Press(make_game(folder, line, **game))
    assert press.stamp(press.game.cards["one"]) is not None
    return list(press.problems)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('<rect width="9" height="9" filter="url(#f)"/>', "there is no element with the id 'f'"),
        (
            '<defs><pattern id="p"/></defs><rect width="9" height="9" fill="url(#p)"/>',
            "'url(#p)' is a <pattern>, not a gradient",
        ),
        ("<style>g rect {fill: red}</style>", "<style>"),
        ("<defs><style>@media print {rect {fill: red}}</style></defs>", "<style>"),
        ("<defs/><foreignObject/>", "<foreignObject>"),
        (
            '<linearGradient id="g"/><rect width="9" height="9" fill="url(#g)"/>',
            "at least one <stop>",
        ),
        (
            (
                '<linearGradient id="g" spreadMethod="repeat"><stop/></linearGradient><rect '
                'width="9" height="9" fill="url(#g)"/>'
            ),
            "spreadMethod",
        ),
        (
            '<linearGradient id="g"><stop/></linearGradient><path d="M0 0h9" stroke="url(#g)"/>',
            "not its stroke",
        ),
        ('<rect width="9" height="9" style="mix-blend-mode: multiply"/>', "mix-blend-mode"),
        ('<text text-decoration="underline">a</text>', "text-decoration"),
        ('<text x="5%">a</text>', "'x' expected a number, found '5%'"),
        ('<text><a href="#">a</a></text>', "<a> in <text>"),
        ('<rect width="9" height="9" fill="reddish"/>', "expected a colour"),
        ('<rect width="9" height="9" fill="var(--nothing)"/>', "--nothing"),
        ('<rect width="9" height="9" style="--a: var(--a); fill: var(--a)"/>', "refers to itself"),
        ('<rect width="9" height="9" fill-opacity="half"/>', "'fill-opacity' expected a number"),
        ('<rect width="9" height="nan"/>', "'height' expected a number"),
        (
            '<path d="M0 0h9" stroke="red" stroke-dasharray="2 -1"/>',
            "'stroke-dasharray' expected lengths of 0 or more",
        ),
        ('<g transform="turn(9)"/>', "transform"),
        ('<path d="M0 0 Q 1"/>', "path data"),
        ('<use href="#nothing"/>', "refers to '#nothing'"),
        ('<g id="a"><use href="#a"/><use href="#a"/></g>', "refers to itself"),
        ('<rect width="9" height="9" clip-path="url(#no)"/>', "no clipPath"),
        (
            (
                '<clipPath id="c"><text>a</text></clipPath><rect width="9" height="9" '
                'clip-path="url(#c)"/>'
            ),
            "<text> cannot be printed in a clipPath",
        ),
        ('<text font-family="Comic Sans">a</text>', "font family"),
        ('<text font-size="big pt">a</text>', "'font-size' expected a number"),
        ('<image href="a.png"/>', "expected a width and a height"),
    ],
)
def test_what_cannot_be_printed_is_a_problem_at_its_line_with_its_card(
    tmp_path: Path, line: str, message: str
) -> None:
    problem, *_ = refused(tmp_path, f"<g/>\n\n{line}", files={"a.png": b""})
    assert message in problem.message
    assert problem.severity == "error"
    assert problem.place is not None
    assert (problem.place.file, problem.place.line) == ("templates/card.svg.j2", 4)
    assert problem.card == "one"
    ((_, place),) = problem.also
    assert "one:" in (tmp_path / "cards.yaml").read_text().splitlines()[place.line - 1]


def test_attributes_misspelt_get_a_hint(tmp_path: Path) -> None:
    (problem,) = refused(tmp_path, '<rect width="9" height="9" fil="red"/>')
    assert problem.hint == "did you mean 'fill'?"


@pytest.mark.parametrize(
    ("line", "message", "hint"),
    [
        (
            '<text text-anchor="center" x="30" y="9">a</text>',
            "'text-anchor' expected one of start, middle, end",
            "'middle'",
        ),
        (
            '<text style="text-anchor: centre" x="30" y="9">a</text>',
            "'text-anchor' expected one of",
            "'middle'",
        ),
        ('<g opacity="50"/>', "'opacity' expected a number from 0 to 1, found '50'", "0.5 or 50%"),
        ('<rect width="9" height="9" fill-opacity="-1"/>', "from 0 to 1", ""),
        (
            '<text y="9" style="font-variant-caps: small-caps">a</text>',
            "font-variant-caps",
            'font-variant="small-caps"',
        ),
        ('<text y="9" style="font-stretch: condensed">a</text>', "font-stretch", "fonts:"),
        ('<text y="9" style="text-decoration: underline">a</text>', "text-decoration", "line"),
        ("<style>.a > .b {fill: red}</style>", "<style>", 'style="…"'),
        ("<flowRoot>a</flowRoot>", "<flowRoot>", "<textArea>"),
        ('<text y="9" style="shape-inside: url(#r)">a</text>', "shape-inside", "<textArea>"),
        ('<path d="M0 0h9" marker-end="url(#a)"/>', "marker-end", "arrowhead"),
        ('<rect width="9" height="9" fill="rgba(0,0,0,.5)"/>', "expected a colour", "fill-opacity"),
        (
            '<filter id="soft"/><rect width="9" height="9" filter="url(#sofd)"/>',
            "there is no element with the id 'sofd'",
            "did you mean 'soft'?",
        ),
        (
            '<defs><pattern id="p"/></defs><rect width="9" height="9" fill="url(#p)"/>',
            "'url(#p)' is a <pattern>, not a gradient",
            "{% for %}",
        ),
        ('<path d="M0 0h9" stroke="url(#nix)"/>', "there is no gradient 'url(#nix)'", ""),
        ('<rect width="9" height="9" fill="ink"/>', "expected a colour", "{{ palette.ink }}"),
        (
            '<rect width="9" height="9" fill="{palette.ink}"/>',
            "expected a colour",
            "{{ palette.ink }}",
        ),
        (
            '<rect width="9" height="9" fill="1B1B2F"/>',
            "expected a colour",
            "the # is missing: #1B1B2F",
        ),
        ('<Rect width="9" height="9"/>', "<Rect>", "did you mean 'rect'?"),
    ],
)
def test_a_refusal_says_what_to_do_instead(
    tmp_path: Path, line: str, message: str, hint: str
) -> None:
    (problem,) = refused(tmp_path, line)
    assert (problem.severity, problem.code) == ("error", "bad-svg")
    assert message in problem.message
    assert hint in (problem.hint or "")


def test_what_inkscape_writes_by_itself_is_passed_over(tmp_path: Path) -> None:
    idle = (
        "word-spacing:0px;letter-spacing:0mm;line-height:1.25;font-variant:normal;font-variant-ligatures:normal;font-stretch:normal;"
        "font-variant-caps:normal;font-variant-numeric:normal;font-variant-east-asian:normal;font-feature-settings:normal;"
        "text-decoration:none;text-decoration-line:none;text-decoration-style:solid;text-decoration-color:#000000;text-indent:0;"
        "text-transform:none;text-orientation:mixed;dominant-baseline:auto;baseline-shift:baseline;white-space:normal;"
        "marker:none;shape-padding:0;shape-margin:0px;inline-size:0;clip-rule:nonzero;direction:ltr;writing-mode:lr-tb;"
        "isolation:auto;mix-blend-mode:normal;color-interpolation:sRGB;filter:none;opacity:1;stop-opacity:1;"
        "font-size:4.2px;-inkscape-font-specification:Sans;font-style:normal;font-weight:normal;stroke-width:0.26px"
    )
    assert refused(tmp_path, f'<text x="5" y="9" style="{idle}">a</text>') == []
