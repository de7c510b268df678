"""What is drawn: each check of texts and pictures fires at its place, with its number, and is
silent on the mended card.
"""

from __future__ import annotations

import io
from pathlib import Path

import PIL.Image
import pytest

from generator.data.colours import contrast
from generator.lint.lint import lint
from generator.lint.text import gap_to_cut_mm
from tests.conftest import make_game
from tests.generator.lint.conftest import GROUND, face, line_of, only


def png(width: int, colour: tuple[int, int, int] = (90, 90, 90)) -> bytes:
    out = io.BytesIO()
    PIL.Image.new("RGB", (width, width), colour).save(out, "PNG")
    return out.getvalue()


def test_faint_text_is_found_at_its_template_line_with_its_contrast(tmp_path: Path) -> None:
    finding = only(lint(make_game(tmp_path, face("#b0b0b0"))), "low-contrast")
    expected = contrast((0xB0 / 255,) * 3, (0x80 / 255,) * 3)
    assert finding.number == pytest.approx(expected, abs=0.02)
    assert (finding.severity, finding.limit, finding.card) == ("warning", 4.5, "one")
    assert str(finding.place) == "templates/card.svg.j2:3"
    assert str(finding.also[0][1]) == f"cards.yaml:{line_of(tmp_path, 'cards.yaml', 'one:')}:7"
    assert "#b0b0b0 on #808080" in finding.claim
    assert lint(make_game(tmp_path / "mended", face("#000000"))).findings == []


@pytest.mark.parametrize(
    ("grey", "said"), [("#767676", None), ("#777777", "4.47"), ("#7d7d7d", "4.1")]
)
def test_text_is_faint_from_the_limit_on_and_never_by_the_number_that_would_do(
    grey: str, said: str | None, tmp_path: Path
) -> None:
    white = '<text x="8" y="20" font-size="9pt" fill="{}">Ferry toll</text>'
    claims = [one.claim for one in lint(make_game(tmp_path, white.format(grey))).findings]
    assert claims == (
        [f"'Ferry toll' in {grey} on #ffffff has a contrast of {said}, expected at least 4.5"]
        if said
        else []
    )


def test_large_text_needs_less_and_text_as_its_ground_is_an_error(tmp_path: Path) -> None:
    assert contrast((1.0,) * 3, (0x80 / 255,) * 3) == pytest.approx(
        3.95, abs=0.01
    )  # between the two limits
    for number, (size, weight, codes) in enumerate(
        (("13pt", 700, 1), ("14pt", 700, 0), ("17pt", 400, 1), ("18pt", 400, 0))
    ):
        assert (
            len(lint(make_game(tmp_path / str(number), face("#ffffff", size, weight))).findings)
            == codes
        ), size
    assert only(lint(make_game(tmp_path, face("#848484"))), "low-contrast").severity == "error"


def test_the_worst_part_of_the_ground_counts_and_not_the_mean(tmp_path: Path) -> None:
    # four fifths of the ground are white: the mean would do
    patch = (
        '<rect width="63" height="88" fill="#fff"/><rect x="8" y="10" width="3" height="20" '
        'fill="#444"/>\n'
    )
    text = '<text x="8" y="20" font-size="12pt" fill="#333">Ferryman</text>'
    assert only(
        lint(make_game(tmp_path / "a", patch + text)), "low-contrast"
    ).number == pytest.approx(1.3, abs=0.1)
    thin = patch.replace('width="3"', 'width="0.2"')  # an edge or a dot is no ground
    assert lint(make_game(tmp_path / "b", thin + text)).findings == []


def test_opacity_of_a_group_and_an_outline_count(tmp_path: Path) -> None:
    faint = (
        '<g opacity="0.3"><text x="8" y="20" fill="#000">One</text><text x="8" y="30" '
        'fill="#000">Two</text></g>'
    )
    found = lint(make_game(tmp_path / "a", faint)).findings
    assert [f.code for f in found] == ["low-contrast"]  # of one line the worst
    assert found[0].number == pytest.approx(contrast((0.7,) * 3, (1.0,) * 3), abs=0.05)
    outlined = (
        '<rect x="-4" y="-4" width="71" height="96" fill="#000"/><text x="8" y="20" font-size="8" '
        'fill="#111" stroke="{}" stroke-width="0.5">One</text>'
    )
    assert lint(make_game(tmp_path / "b", outlined.format("#fff"))).findings == []
    assert only(lint(make_game(tmp_path / "c", outlined.format("#222"))), "low-contrast")


def test_text_areas_are_named_with_their_field(tmp_path: Path) -> None:
    area = (
        '<textArea id="name" x="8" y="20" width="40" height="10" font-size="{}" fill="{}">{{{{ '
        "card.name }}}}</textArea>"
    )
    finding = only(lint(make_game(tmp_path / "a", area.format("9pt", "#bbb"))), "low-contrast")
    assert (finding.field, finding.about) == ("name", "one, name")
    finding = only(lint(make_game(tmp_path / "b", area.format("6pt", "#000"))), "text-small")
    assert (finding.number, finding.limit, finding.field) == (
        pytest.approx(6.0, abs=0.01),
        7.0,
        "name",
    )
    assert str(finding.place).startswith(
        f"cards.yaml:{line_of(tmp_path / 'b', 'cards.yaml', 'name: One')}:"
    )
    assert str(finding.also[0][1]) == "templates/card.svg.j2:2"


def test_a_text_that_shrank_is_told_once(tmp_path: Path) -> None:
    area = (
        '<textArea id="name" x="8" y="20" width="20" height="10" font-size="9pt" '
        'min-font-size="4pt" max-lines="1">{{ card.name }}</textArea>'
    )
    game = make_game(tmp_path, area, {"one": {"name": "A name that is much too long"}})
    finding = only(lint(game), "text-small")
    assert finding.number is not None
    assert finding.number < 6.95
    assert (
        lint(
            make_game(
                tmp_path,
                area,
                {"one": {"name": "A name that is much too long"}},
                lint={"limits": {"text_pt": 4}},
            )
        ).findings
        == []
    )


def test_small_print_of_a_scaled_template_is_measured_on_paper(tmp_path: Path) -> None:
    game = make_game(
        tmp_path, '<text x="20" y="40" font-size="10pt">One</text>', kind={"size": "31.5 x 44 mm"}
    )
    finding = lint(game).findings[0]
    assert (finding.code, finding.number) == ("text-small", pytest.approx(5.0, abs=0.01))


@pytest.mark.parametrize(("x", "gap"), [(1.0, 1.0), (2.9, 2.9), (3.0, None), (30.0, None)])
def test_text_near_the_cut(tmp_path: Path, x: float, gap: float | None) -> None:
    found = lint(make_game(tmp_path, f'<text x="{x}" y="40" font-size="9pt">One</text>')).findings
    assert [(f.code, f.number) for f in found] == (
        [] if gap is None else [("text-near-cut", pytest.approx(gap, abs=0.01))]
    )


def test_text_that_may_be_cut_is_left_out_and_a_coin_is_cut_round(tmp_path: Path) -> None:
    cut = (
        '<clipPath id="c"><rect width="63" height="88"/></clipPath><g clip-path="url(#c)"><text '
        'x="-2" y="40">One</text></g>'
    )
    assert lint(make_game(tmp_path / "a", cut)).findings == []
    corner = '<text x="8" y="10">One</text>'
    assert lint(make_game(tmp_path / "b", corner)).findings == []
    round_ = make_game(tmp_path / "c", corner, kind={"shape": "round", "size": "63 x 88 mm"})
    assert only(lint(round_), "text-near-cut").number < 0  # type: ignore[operator]


def test_a_face_of_another_proportion_is_centred(tmp_path: Path) -> None:
    from generator.face.press import Press

    game = make_game(tmp_path, '<text x="2" y="40">One</text>')
    stamp = Press(game).stamp(game.card("one"))
    assert stamp is not None
    (lettering,) = stamp.letterings
    assert gap_to_cut_mm(lettering, (63, 88), (63, 88), False) == pytest.approx(2.0)
    assert gap_to_cut_mm(lettering, (63, 88), (73, 88), False) == pytest.approx(7.0)


@pytest.mark.parametrize("field", ["art", "scene"])
def test_a_soft_picture_is_found_where_it_is_named(field: str, tmp_path: Path) -> None:
    body = f'<image href="{{{{ card.{field} }}}}" x="10" y="10" width="40" height="40"/>'
    fields = {"name": "line", "scene": "image?"}
    for pixels, number in ((300, 190.5), (330, None)):
        cards = {"one": {"name": "One", field: "a.png"}}
        game = make_game(
            tmp_path / str(pixels), body, cards, fields=fields, files={"a.png": png(pixels)}
        )
        found = lint(game).findings
        assert [f.number for f in found] == (
            [] if number is None else [pytest.approx(number, abs=0.1)]
        )
        if found:
            assert (found[0].code, found[0].field) == ("soft-picture", field)
            row = line_of(game.folder, "cards.yaml", "a.png")
            assert str(found[0].place).startswith(f"cards.yaml:{row}:")


def test_a_picture_of_shapes_is_sharp_however_it_is_cropped(tmp_path: Path) -> None:
    body = (
        '<image href="a.svg" width="40" height="20" preserveAspectRatio="xMidYMid slice"/>'
        '<image href="a.png" width="10" height="10"/>'
    )
    shapes = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
    linted = lint(make_game(tmp_path, body, files={"a.svg": shapes, "a.png": png(300)}))
    (look,) = [look for look in linted.looks if look.what == "pictures"]
    assert (look.number, look.worst) == (1, "762 dpi")
    assert [problem.code for problem in linted.problems] == ["picture-cropped"]


def test_small_text_and_large_are_held_against_their_own_limits(tmp_path: Path) -> None:
    linted = lint(
        make_game(
            tmp_path,
            face("#ffffff", "20pt") + '<text x="8" y="50" font-size="9pt" fill="#000">small</text>',
        )
    )
    small, large = linted.looks[:2]
    assert (small.number, small.worst, small.limit) == (1, "5.3", "4.5")
    assert (large.number, large.worst, large.limit) == (1, "3.9", "3")
    assert linted.findings == []


@pytest.mark.parametrize(
    ("art", "count"), [('<rect x="28" y="70" width="6" height="18" fill="#333"/>', 1), ("", 0)]
)
@pytest.mark.parametrize(
    "place", ["", '<text id="version-mark" x="31.5" y="85" font-size="4pt" text-anchor="middle"/>']
)
def test_a_version_mark_over_what_is_drawn_is_found(
    art: str, count: int, place: str, tmp_path: Path
) -> None:
    ground = '<rect x="-4" y="-4" width="71" height="96" fill="#eee"/>'
    linted = lint(make_game(tmp_path, ground + art + place, print={"version_marks": True}))
    assert [finding.code for finding in linted.findings] == ["mark-over-art"] * count
    assert [(look.number, look.what) for look in linted.looks if "version" in look.what] == [
        (1, "version marks")
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            '<text x="8" y="20" fill="none">Seen</text>',
            "'Seen' cannot be seen: it has neither a fill nor a stroke",
        ),
        (
            '<text x="8" y="20" fill-opacity="0">Seen</text>',
            "'Seen' cannot be seen: it is transparent",
        ),
        ('<text x="8" y="20" fill="none" stroke="#000" stroke-width="0.3">Seen</text>', None),
    ],
)
def test_a_text_without_paint(text: str, said: str | None, tmp_path: Path) -> None:
    claims = [
        one.claim
        for one in lint(make_game(tmp_path, GROUND.format("#ffffff") + text)).findings
        if one.code == "low-contrast"
    ]
    assert claims == ([said] if said else [])


@pytest.mark.parametrize(
    ("before", "is_mirrored"),
    [
        ('<g transform="translate(63 0) scale(-1 1)">', True),
        ('<g transform="rotate(180 31.5 44)">', False),
        ('<g transform="rotate(-90 31.5 44)">', False),
        ('<g transform="matrix(1 0 0 -1 0 88)">', True),
        ('<g transform="scale(-1 1) translate(-63 0) scale(-1 1) translate(-63 0)">', False),
    ],
)
def test_a_text_as_in_a_mirror(before: str, is_mirrored: bool, tmp_path: Path) -> None:
    game = make_game(
        tmp_path,
        GROUND.format("#ffffff") + before + '<text x="20" y="40">{{ card.name }}</text></g>',
    )
    assert ["text-mirrored" for one in lint(game).findings if one.code == "text-mirrored"] == [
        "text-mirrored"
    ] * is_mirrored
