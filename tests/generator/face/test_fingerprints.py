"""Fingerprints: what is seen changes them, and nothing else; the mark that carries them stands
where it may.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.data.game import Game
from generator.face.fingerprints import MARK_DIGITS, mark_text
from generator.face.press import Press
from generator.job.printed import entries_of
from generator.pdf.raster import face_pdf, render_page
from tests.conftest import make_game
from tests.generator.job.prints import FACE, shown

MARKED = {"version_marks": True}


def print_of(folder: Path, **changes: object) -> str:
    """Make a game of one card with something changed, and give the card's fingerprint."""
    face, cards, version = (
        changes.pop("face", FACE),
        changes.pop("cards", None),
        changes.pop("version", "1.0"),
    )
    game = make_game(folder, face=str(face), cards=cards, game={"version": version}, **changes)  # type: ignore[arg-type]
    found = Press(game).fingerprint(game.cards["one"])
    assert found is not None
    return found


# ---------------------------------------------------------------- fingerprints


def test_what_is_not_seen_leaves_the_fingerprint_alone(tmp_path: Path) -> None:
    plain = print_of(tmp_path)
    assert print_of(tmp_path, version="2.0") == plain
    assert print_of(tmp_path, print=MARKED) == plain
    assert print_of(tmp_path, palette={"red": "#ff0000"}, rules={"hand": 3}) == plain
    assert (
        print_of(tmp_path, cards={"other": {"name": "Other"}, "one": {"name": "One", "copies": 4}})
        == plain
    )
    assert print_of(tmp_path, face=FACE + "<!-- a remark -->\n\n") == plain


@pytest.mark.parametrize(
    "face",
    [
        FACE.replace("#fff", "#fffffe"),
        FACE.replace('x="5"', 'x="5.1"'),
        FACE.replace('y="20"', 'y="20" font-weight="700"'),
        FACE.replace('y="20"', 'y="20" font-family="Source Serif Pro"'),
        FACE.replace('y="20"', 'y="20" letter-spacing="0.1"'),
        FACE + '<rect width="9" height="9" fill-opacity="0.5"/>',
        '<g opacity="0.5">' + FACE + "</g>",
        FACE + '<defs><linearGradient id="g"><stop stop-color="#f00"/><stop offset="1" '
        'stop-color="#00f"/></linearGradient></defs>'
        '<rect width="9" height="9" fill="url(#g)"/>',
    ],
)
def test_what_is_seen_changes_the_fingerprint(tmp_path: Path, face: str) -> None:
    assert print_of(tmp_path, face=face) != print_of(tmp_path)


def test_each_of_gradient_opacity_and_group_counts_by_itself(tmp_path: Path) -> None:
    gradient = (
        '<defs><linearGradient id="g"><stop stop-color="{}"/><stop offset="1" '
        'stop-color="#00f"/></linearGradient></defs>'
        '<g opacity="{}"><rect width="9" height="9" fill="url(#g)"/></g>'
    )
    faces = [
        gradient.format(*words) for words in (("#f00", "0.5"), ("#f10", "0.5"), ("#f00", "0.4"))
    ]
    assert len({print_of(tmp_path, face=face) for face in faces}) == 3


def test_another_picture_under_the_same_name_is_another_face(tmp_path: Path) -> None:
    import PIL.Image

    found = []
    for colour in ("red", "blue"):
        PIL.Image.new("RGB", (40, 40), colour).save(tmp_path / "art.png")
        found.append(print_of(tmp_path, face=FACE + '<image href="art.png" width="2" height="2"/>'))
    assert found[0] != found[1]


@pytest.mark.slow
def test_faces_of_emporium_have_fingerprints_of_their_own(emporium: Game) -> None:
    press = Press(emporium)
    entries = entries_of(emporium, press)
    assert len({entry.face for entry in entries.values()}) == len(entries) == 89
    assert len({entry.back for entry in entries.values() if entry.back}) == 5
    assert len({entry.face[:MARK_DIGITS] for entry in entries.values()}) >= len(entries) - 1


# ---------------------------------------------------------------- marks


@pytest.mark.slow
def test_a_card_bears_its_mark_and_a_back_does_not(emporium: Game) -> None:
    press = Press(emporium)
    for id_ in ("tib", "troll", "gambeson", "player-aid"):
        card = emporium.cards[id_]
        mark = mark_text(emporium.version, press.fingerprint(card) or "")
        assert mark in shown(face_pdf(press, card)).replace("\u00a0", " ")
        assert mark in press.svg(card)
    for id_ in ("back-steel", "coin-3", "player-mat"):
        card = emporium.cards[id_]
        assert not press.bears_mark(card)
        assert emporium.version not in shown(face_pdf(press, card))


@pytest.mark.parametrize("ground", ["#ffffff", "#101418", "no colour"])
def test_without_a_place_the_mark_lies_low_in_the_middle_and_reads_well(
    tmp_path: Path, ground: str
) -> None:
    game = make_game(
        tmp_path,
        print=MARKED,
        files={
            "templates/card.svg.j2": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88" '
            f'data-ground="{ground}">'
            '<rect x="-4" y="-4" width="71" height="96" '
            f'fill="{ground if ground[0] == "#" else "#fff"}"/></svg>'
        },
    )
    press = Press(game)
    pdf = face_pdf(press, game.cards["one"])
    assert pdf is not None
    picture = render_page(pdf, 0, 600).convert("L")
    mm = 600 / 25.4
    lightest, darkest = picture.getextrema()[1], picture.getextrema()[0]
    assert lightest - darkest > 150
    ground_tone = picture.getpixel((5, 5))
    box = picture.point(lambda tone: 255 if abs(tone - ground_tone) > 60 else 0).getbbox()
    left, top, right, bottom = (edge / mm for edge in box)
    assert abs((left + right) / 2 - 31.5) < 0.3
    assert 2.65 <= 88 - bottom < 88 - top < 4.6
    assert right - left < 14


def test_a_template_places_the_mark_where_it_likes_even_turned(tmp_path: Path) -> None:
    face = (
        '<g transform="rotate(-90 4 80)"><text id="version-mark" x="4" y="80" font-size="6pt" '
        'fill="#000">?</text></g>'
    )
    game = make_game(tmp_path, face=face, print=MARKED)
    press = Press(game)
    pdf = face_pdf(press, game.cards["one"])
    assert shown(pdf).strip() == mark_text("1.2.3", press.fingerprint(game.cards["one"]) or "")
    assert pdf is not None
    box = render_page(pdf, 0, 300).convert("L").point(lambda tone: 255 - tone).getbbox()
    assert (box[3] - box[1]) > 3 * (box[2] - box[0])
    assert list(press.problems) == []


def test_marks_can_be_switched_off_and_then_nothing_is_left_of_them(tmp_path: Path) -> None:
    face = FACE + '<text id="version-mark" x="5" y="80">not this</text>'
    for marks, game in (
        (None, make_game(tmp_path, face=face)),
        (False, make_game(tmp_path, face=face, print=MARKED)),
    ):
        press = Press(game, version_marks=marks)
        assert shown(face_pdf(press, game.cards["one"])).strip() == "One"
        assert "version-mark" not in press.svg(game.cards["one"])
    assert mark_text("1.2.3", print_of(tmp_path)) in shown(
        face_pdf(Press(game, version_marks=True), game.cards["one"])
    )


def test_a_mark_past_the_cut_is_an_error_as_any_text_is(tmp_path: Path) -> None:
    game = make_game(tmp_path, face='<text id="version-mark" x="60" y="80"/>', print=MARKED)
    press = Press(game)
    press.stamp(game.cards["one"])
    assert [problem.code for problem in press.problems] == ["text-outside"]


def test_a_long_version_still_stays_on_the_card(tmp_path: Path) -> None:
    game = make_game(
        tmp_path,
        game={"version": "2026.11.21 of the second playtest in the club, evening"},
        print=MARKED,
    )
    press = Press(game)
    press.stamp(game.cards["one"])
    assert list(press.problems) == []


def test_a_mark_over_a_text_is_warned_of_once_a_template_and_one_beside_it_is_not(
    tmp_path: Path,
) -> None:
    cards = {name: {"name": name} for name in ("one", "two")}
    for number, (face, found) in enumerate(
        (
            (
                '<text x="31.5" y="85" font-size="9pt" text-anchor="middle">Ferry toll</text>',
                ["mark-over-text"],
            ),
            ('<text x="31.5" y="79" font-size="9pt" text-anchor="middle">Ferry toll</text>', []),
            (
                (
                    '<text x="31.5" y="85" font-size="9pt" text-anchor="middle">Ferry</text><text '
                    'id="version-mark" x="5" y="85"/>'
                ),
                [],
            ),
            (
                (
                    '<text x="4" y="85" font-size="9pt">Ferry toll</text><text id="version-mark" '
                    'x="5" y="85"/>'
                ),
                ["mark-over-text"],
            ),
        )
    ):
        press = Press(make_game(tmp_path / str(number), face=face, cards=cards, print=MARKED))
        for card in press.game.cards.values():
            press.stamp(card)
        assert [problem.code for problem in press.problems] == found, face
        bare = Press(press.game, version_marks=False)
        assert bare.stamp(press.game.cards["one"]) is not None
        assert not list(bare.problems)
