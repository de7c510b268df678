"""The form for playtesters: room for every question, one page, and a QR code that a machine can
follow.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.book import feedback
from generator.book.feedback import arrange, qr_path, write_form
from generator.data.game import Game
from generator.data.problems import ProblemError
from generator.data.units import PAPER_SIZES
from generator.face.press import Press
from tests.conftest import make_game

A4 = PAPER_SIZES["a4"]
QUESTIONS = [
    {"ask": "Was it fun?", "answer": "scale", "low": "no", "high": "very"},
    {"ask": "Again?", "answer": "yes-no"},
    {"ask": "How long?", "answer": "choice", "options": ["short", "right", "long"]},
    {"ask": "What would you change?"},
]


def asking(folder: Path, questions: list[dict[str, Any]] = QUESTIONS, **more: Any) -> Game:
    return make_game(folder, game={"players": "2-5"}, feedback={"questions": questions, **more})


def text_of(pdf: bytes) -> str:
    with pypdfium2.PdfDocument(pdf) as document:
        assert len(document) == 1
        return str(document[0].get_textpage().get_text_range())


@given(
    answers=st.lists(st.sampled_from(["scale", "yes-no", "choice", "lines"]), max_size=25),
    room=st.floats(40, 260),
)
@settings(max_examples=80)
def test_questions_stand_below_each_other_within_their_room(
    answers: list[str], room: float
) -> None:
    rows = arrange([{"answer": answer} for answer in answers], room)
    if rows is None:
        return
    assert [row.number for row in rows] == list(range(1, len(answers) + 1))
    for row, after in pairwise(rows):
        assert after.y == pytest.approx(row.y + row.height + feedback.GAP_MM)
    if rows:
        assert rows[-1].y + rows[-1].height <= room + 1e-6
    lines = [row.lines for row in rows if row.question["answer"] == "lines"]
    assert all(1 <= count <= feedback.MOST_LINES for count in lines)
    assert not lines or max(lines) - min(lines) <= 1


def test_the_form_asks_everything_and_names_the_version(tmp_path: Path) -> None:
    game = asking(tmp_path, about="Tell the truth.")
    press = Press(game)
    made = write_form(game, press, A4)
    assert made is not None
    assert list(press.problems) == []
    text = text_of(made[0])
    for word in (
        "Was it fun?",
        "Again?",
        "How long?",
        "What would you change?",
        "very",
        "right",
        "yes",
        "Tell the truth.",
        "Trial",
        "1.2.3",
        game.data_hash,
        "Score",
        "Minutes",
        "Date",
    ):
        assert word in text, word


def test_a_game_that_asks_nothing_has_no_form(tmp_path: Path) -> None:
    game = make_game(tmp_path)
    assert write_form(game, Press(game), A4) is None


def test_the_form_is_in_black_and_white(tmp_path: Path) -> None:
    made = write_form(
        asking(tmp_path, url="https://example.org/f"),
        Press(asking(tmp_path, url="https://example.org/f")),
        A4,
    )
    assert made is not None
    with pypdfium2.PdfDocument(made[0]) as document:
        picture = document[0].render(scale=0.5).to_pil().convert("RGB")
    data = picture.tobytes()
    assert all(max(data[n : n + 3]) - min(data[n : n + 3]) < 6 for n in range(0, len(data), 3))


@pytest.mark.parametrize(
    "url", ["https://example.org/trial?v=1", "mailto:ada@example.org", "x" * 300]
)
def test_the_qr_code_has_the_modules_that_segno_says(url: str) -> None:
    import re

    import segno

    path, modules = qr_path(url)
    grid = [[0] * modules for _ in range(modules)]
    for x, y, wide, back in re.findall(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z", path):
        assert wide == back
        for column in range(int(x), int(x) + int(wide)):
            grid[int(y)][column] += 1
    assert grid == [list(row) for row in segno.make_qr(url, error="m").matrix]


def test_the_qr_code_is_on_the_page_large_enough_to_be_read(tmp_path: Path) -> None:
    url = "https://example.org/trial"
    game = asking(tmp_path, url=url)
    made = write_form(game, Press(game), A4)
    assert made is not None
    _, modules = qr_path(url)
    assert 25 / modules > 0.5  # mm a module: what phones read
    with pypdfium2.PdfDocument(made[0]) as document:
        picture = document[0].render(scale=144 / 72).to_pil().convert("L")
    k = 144 / 25.4
    left, top = (
        (A4[0] - feedback.PRINTABLE_MARGIN_MM - 5 - 25) * k,
        (feedback.PRINTABLE_MARGIN_MM + 5) * k,
    )
    import segno

    for y, row in enumerate(segno.make_qr(url, error="m").matrix):
        for x, module in enumerate(row):
            pixel = picture.getpixel(
                (left + (x + 0.5) * 25 * k / modules, top + (y + 0.5) * 25 * k / modules)
            )
            assert (pixel < 128) == bool(module), (x, y)


def test_without_a_url_there_is_no_code_and_more_room(tmp_path: Path) -> None:
    game = asking(tmp_path)
    made = write_form(game, Press(game), A4)
    assert made is not None
    assert "or answer there" not in text_of(made[0])


def test_more_questions_than_a_page_has_room_for_are_an_error(tmp_path: Path) -> None:
    game = asking(tmp_path, [{"ask": f"Question {n}?"} for n in range(30)])
    press = Press(game)
    assert write_form(game, press, A4) is None
    assert [(p.code, p.place is not None) for p in press.problems] == [("too-many-questions", True)]


def test_a_url_too_long_for_a_code_is_an_error_with_its_line(tmp_path: Path) -> None:
    game = asking(tmp_path, url="x" * 4000)
    press = Press(game)
    write_form(game, press, A4)
    assert [p.code for p in press.problems] == ["bad-url"]


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ({"ask": "Which?", "answer": "choice"}, "missing-field"),
        ({"ask": "Which?", "answer": "choice", "options": ["one"]}, "missing-field"),
        ({"ask": "Well?", "answer": "yes-no", "low": "bad"}, "unknown-key"),
        ({"ask": "Well?", "options": ["a", "b"]}, "unknown-key"),
        ({"ask": "Well?", "answer": "stars"}, "unknown-word"),
        ({"answer": "lines"}, "missing-field"),
    ],
)
def test_a_question_that_cannot_be_answered_is_an_error(
    tmp_path: Path, question: dict[str, Any], code: str
) -> None:
    with pytest.raises(ProblemError) as caught:
        asking(tmp_path, [question])
    assert [p.code for p in caught.value.problems] == [code]
    assert all(p.place for p in caught.value.problems)


def test_emporium_asks_on_either_paper(emporium: Game) -> None:
    for paper in ("a4", "letter"):
        press = Press(emporium)
        made = write_form(emporium, press, PAPER_SIZES[paper])
        assert made is not None
        assert list(press.problems) == []
        assert "Which rule did you look up" in text_of(made[0])


def test_words_that_do_not_fit_are_told_where_they_stand(tmp_path: Path) -> None:
    questions = [
        {"ask": "Well?"},
        {"ask": "Which?", "answer": "choice", "options": ["this", "Abcdefghij" * 9]},
        {"ask": "Why " * 80},
    ]
    game = asking(tmp_path, questions)
    press = Press(game)
    write_form(game, press, A4)
    asked = game.root["feedback"]["questions"].elements
    assert [(p.code, p.place) for p in press.problems] == [
        ("text-overflow", asked[1]["options"].elements[1].place),
        ("text-overflow", asked[2]["ask"].place),
    ]
    assert "'Abcdefghij" in press.problems.items[0].message
    assert [str(place).partition(":")[0] for p in press.problems for _, place in p.also] == [
        "emporium-pnp/feedback.svg.j2"
    ] * 2


def test_a_fault_in_a_form_of_ones_own_is_told_at_its_line(tmp_path: Path) -> None:
    own = (
        '{% extends "emporium-pnp/feedback.svg.j2" %}\n{% block sign %}\n<text x="500" '
        'y="9">Far</text>{% endblock %}'
    )
    game = make_game(
        tmp_path, files={"templates/feedback.svg.j2": own}, feedback={"questions": QUESTIONS}
    )
    press = Press(game)
    write_form(game, press, A4)
    assert [str(p.place) for p in press.problems] == ["templates/feedback.svg.j2:3"]


@pytest.mark.parametrize(
    ("url", "is_good"),
    [
        ("https://example.org/f?x=1", True),
        ("mailto:ada@example.org", True),
        ("tel:+4912345", True),
        ("http://example.org", True),
        ("example.org/f", False),
        ("https://example.org/my game", False),
        ("https:example.org", False),
        ("ask Ada", False),
    ],
)
def test_a_url_that_phones_do_not_follow_is_warned_of(
    url: str, is_good: bool, tmp_path: Path
) -> None:
    game = asking(tmp_path, url=url)
    press = Press(game)
    assert write_form(game, press, A4) is not None
    assert [(p.code, p.severity) for p in press.problems] == (
        [] if is_good else [("bad-url", "warning")]
    )
