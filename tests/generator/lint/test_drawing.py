"""Lines and layers: each check fires at its place, with its number, and is silent on the mended
card.
"""

from __future__ import annotations

import io
from pathlib import Path

import PIL.Image
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.lint.drawing import depth
from generator.lint.lint import lint
from tests.conftest import make_game
from tests.generator.lint.conftest import only

GROUND = '<rect width="63" height="88" fill="#fff"/>\n'


def codes(folder: Path, face: str) -> list[str]:
    return [finding.code for finding in lint(make_game(folder, GROUND + face)).findings]


@pytest.mark.parametrize(
    ("face", "count"),
    [
        ('<path d="M5 5H50" stroke="#000" stroke-width="0.08" fill="none"/>', 1),
        ('<path d="M5 5H50" stroke="#000" stroke-width="0.09" fill="none"/>', 0),
        (
            (
                '<g transform="scale(0.5)"><rect x="9" y="9" width="9" height="9" stroke="#000" '
                'stroke-width="0.1" fill="none"/></g>'
            ),
            1,
        ),
        (
            '<g opacity="0.5"><path d="M5 5H50M5 9H50" stroke="#000" stroke-width="0.08"/></g>',
            1,
        ),  # drawn apart
        ('<path d="M5 5H50" stroke="none" stroke-width="0.01" fill="none"/>', 0),
    ],
)
def test_a_hairline_is_found_as_wide_as_it_is_printed(
    face: str, count: int, tmp_path: Path
) -> None:
    assert codes(tmp_path, face) == ["hairline"] * count


def test_a_hairline_is_told_at_its_template_line(tmp_path: Path) -> None:
    finding = only(
        lint(make_game(tmp_path, GROUND + '<path d="M5 5H50" stroke="#000" stroke-width="0.05"/>')),
        "hairline",
    )
    assert (str(finding.place), finding.card, finding.number) == (
        "templates/card.svg.j2:3",
        "one",
        pytest.approx(0.05),
    )


def text(words: str, x: float, y: float, more: str = "") -> str:
    return f'<text x="{x}" y="{y}" font-size="10pt" {more}>{words}</text>\n'


@pytest.mark.parametrize(
    ("face", "count"),
    [
        (text("Ferry toll", 8, 20) + text("two coins", 14, 21), 1),
        (text("Ferry toll", 8, 20) + text("two coins", 8, 25), 0),
        (
            text("Ferry", 8, 20, 'stroke="#000" fill="none"') + text("Ferry", 8, 20),
            0,
        ),  # an outline of the same
        (
            text("Ferry toll", 8, 20, 'transform="rotate(45 8 20)"') + text("two coins", 20, 20),
            0,
        ),  # their boxes meet, they do not
        (text("Ferry toll", 8, 20, 'transform="rotate(45 8 20)"') + text("two coins", 6, 24), 1),
    ],
)
def test_texts_that_run_into_each_other_are_found(face: str, count: int, tmp_path: Path) -> None:
    assert codes(tmp_path, face) == ["text-over-text"] * count


COVER = '<rect x="{}" y="15" width="{}" height="8" fill="#fff"/>\n'


@pytest.mark.parametrize(
    ("face", "said"),
    [
        (text("Ferry toll", 8, 20) + COVER.format(5, 40), "is fully hidden"),
        (text("Ferry toll", 8, 20) + COVER.format(5, 9), "is partly hidden"),
        (COVER.format(5, 40) + text("Ferry toll", 8, 20), None),
        (text("Ferry toll", 8, 20) + COVER.format(40, 9), None),
        (text("i i i i", 8, 20), None),  # gaps are no cover
        (
            text("Ferry toll", 8, 20, 'fill="#fff"'),
            None,
        ),  # in the colour of the ground, and told of as that
        (
            text("Ferry toll", 8, 20, 'transform="rotate(30 8 20)"')
            + COVER.format(5, 40).replace("15", "10").replace('"8"', '"40"'),
            "is fully hidden",
        ),
    ],
)
def test_a_text_that_is_covered_is_an_error(face: str, said: str | None, tmp_path: Path) -> None:
    found = [
        finding
        for finding in lint(make_game(tmp_path, GROUND + face)).findings
        if finding.code == "text-covered"
    ]
    assert [finding.severity for finding in found] == ["error"] * (said is not None)
    assert said is None or said in found[0].claim


squares = st.tuples(st.floats(-9, 9), st.floats(-9, 9), st.floats(0.5, 5), st.floats(0.5, 5))


@given(squares, squares)
def test_how_deep_two_boxes_meet_is_what_parts_them(
    one: tuple[float, ...], other: tuple[float, ...]
) -> None:
    corners = [[(x, y), (x + w, y), (x + w, y + h), (x, y + h)] for x, y, w, h in (one, other)]
    across = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    expected = max(
        0.0,
        min(
            one[0] + one[2] - other[0],
            other[0] + other[2] - one[0],
            one[1] + one[3] - other[1],
            other[1] + other[3] - one[1],
        ),
    )
    assert depth(*corners) == pytest.approx(expected if across > 0 else 0.0, abs=1e-9)


ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="12" r="9" '
    'fill="currentColor"/></svg>'
)
COIN = '<use href="icons/coin.svg" x="{}" y="9" width="{}" height="9" color="{}"/>\n'


def unseen(folder: Path, face: str) -> list[str]:
    game = make_game(folder, GROUND + face, files={"templates/icons/coin.svg": ICON})
    linted = lint(game)
    assert not linted.problems
    return [
        f"{one.place} {one.claim.partition(': ')[2].partition(',')[0]}"
        for one in linted.findings
        if one.code == "picture-unseen"
    ]


@pytest.mark.parametrize(
    ("face", "why"),
    [
        (COIN.format(9, 9, "#a00"), None),
        (COIN.format(90, 9, "#a00"), "it is off the card"),
        (COIN.format(-9, 9, "#a00"), "it is off the card"),
        (COIN.format(9, 0, "#a00"), "its width or its height is 0"),
        (COIN.format(9, 9, "#fff"), "it is transparent"),
        (f'<g opacity="0">{COIN.format(9, 9, "#a00")}</g>', "it is transparent"),
        (
            COIN.format(9, 9, "#a00") + '<rect x="5" y="5" width="20" height="20" fill="#fff"/>',
            "it is transparent",
        ),
        (
            COIN.format(9, 9, "#a00") + '<rect x="5" y="5" width="8" height="20" fill="#fff"/>',
            None,
        ),  # a part is seen
        (
            '<g transform="translate(80 0)">' + COIN.format(9, 9, "#a00") + "</g>",
            "it is off the card",
        ),
        (f'<g visibility="hidden">{COIN.format(9, 9, "#a00")}</g>', None),  # as it is meant to be
        (
            '<rect width="63" height="88" fill="#c33"/>' + COIN.format(9, 9, "#198419"),
            None,
        ),  # as light as its ground
        (
            COIN.format(9, 9, "#a00")
            + '<text x="14" y="15" font-size="20pt" text-anchor="middle">W</text>',
            None,
        ),
    ],
)
def test_an_icon_of_which_nothing_is_seen_is_found(
    face: str, why: str | None, tmp_path: Path
) -> None:
    assert unseen(tmp_path, face) == ([f"templates/card.svg.j2:3 {why}"] if why else [])


@pytest.mark.parametrize(
    ("x", "width", "said"),
    [
        (58, 9, "'icons/coin.svg' is cut off: 4.0 mm of it are past the right edge"),
        (-3, 9, "'icons/coin.svg' is cut off: 3.0 mm of it are past the left edge"),
        (54.5, 9, None),  # the margin that it was drawn with
        (30, 60, None),  # scenery
        (50, 25, None),
    ],
)
def test_a_small_icon_that_is_cut_off_is_noted(
    x: float, width: float, said: str | None, tmp_path: Path
) -> None:
    face = GROUND + COIN.format(x, width, "#a00").replace('height="9"', f'height="{width}"')
    linted = lint(make_game(tmp_path, face, files={"templates/icons/coin.svg": ICON}))
    assert [(one.code, one.severity, one.claim) for one in linted.findings] == (
        [("icon-cut", "note", said)] if said else []
    )


def test_a_row_of_icons_may_run_off_the_card(tmp_path: Path) -> None:
    row = (
        f"{{% for x in range(-20, 90, 10) %}}{COIN.format('{{ x }}', 9, '#a00').strip()}{{% endfor "
        f"%}}"
    )
    assert unseen(tmp_path, row) == []


def test_a_picture_under_a_ground_is_found(tmp_path: Path) -> None:
    picture = '<image href="art/dot.png" x="9" y="9" width="20" height="20"/>'
    dot = io.BytesIO()
    PIL.Image.new("RGB", (300, 300), "#a00000").save(dot, "PNG")
    files = {"art/dot.png": dot.getvalue()}
    face = picture + GROUND
    found = [one.code for one in lint(make_game(tmp_path / "under", face, files=files)).findings]
    assert found == ["picture-unseen"]
    assert lint(make_game(tmp_path / "over", GROUND + picture, files=files)).findings == []


@pytest.mark.parametrize(
    ("drawn", "expected"),
    [
        ('<g display="none"><rect width="9" height="9"/></g>', ["picture-unseen"]),
        ('<g visibility="hidden"><circle r="9"/></g>', ["picture-unseen"]),
        ('<defs><rect id="a" width="9" height="9"/></defs>', ["picture-unseen"]),
        ('<g display="none"><circle r="9"/></g><rect width="9" height="9"/>', []),
    ],
)
def test_a_picture_of_hidden_layers_alone_is_found(
    drawn: str, expected: list[str], tmp_path: Path
) -> None:
    art = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{drawn}</svg>'
    face = GROUND + '<image href="art/a.svg" x="9" y="9" width="20" height="20"/>'
    game = make_game(tmp_path, face, files={"art/a.svg": art})
    assert [one.code for one in lint(game).findings] == expected


def test_an_icon_less_than_nothing_wide_is_refused(tmp_path: Path) -> None:
    game = make_game(tmp_path, COIN.format(9, -9, "#a00"), files={"templates/icons/coin.svg": ICON})
    (problem,) = lint(game).problems
    assert (problem.code, problem.message.partition(" (")[0]) == (
        "bad-svg",
        "expected a width and a height above 0, found -9 and 9",
    )


def test_an_icon_within_a_text_of_which_nothing_is_seen_is_found(tmp_path: Path) -> None:
    area = (
        '<textArea id="text" x="6" y="30" width="51" height="20" font-size="14pt" fill="{}">Pay '
        '{{{{ "{{coin}}" }}}} now</textArea>'
    )
    pale = ICON.replace("currentColor", "#fff")
    for icon, expected in ((ICON, []), (pale, ["picture-unseen"])):
        game = make_game(
            tmp_path / str(len(expected)),
            GROUND + area.format("#000"),
            files={"templates/icons/coin.svg": icon},
        )
        assert [one.code for one in lint(game).findings if one.code == "picture-unseen"] == expected
