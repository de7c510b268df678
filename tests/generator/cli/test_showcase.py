"""`showcase`: a hand of cards and a table, to show around."""

from __future__ import annotations

from pathlib import Path

import PIL.Image
import pytest

from generator.cli.main import run


def test_a_hand_and_a_table_are_written_and_are_the_same_again(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in (["--hand"], ["--table"]):
        assert run(["showcase", *words, "--dpi", "50"]) == 0
    hand, table = Path("output/hand.png"), Path("output/table.png")
    assert capsys.readouterr().out.split() == [str(hand), str(table)]
    with PIL.Image.open(hand) as wide, PIL.Image.open(table) as high:
        assert wide.width > wide.height
        assert abs(wide.info["dpi"][0] - 50) < 0.1
        assert high.size != wide.size
    before = hand.read_bytes()
    assert run(["showcase", "--dpi", "50"]) == 0
    assert hand.read_bytes() == before


def test_chosen_cards_on_no_ground(game: Path) -> None:
    assert (
        run(
            [
                "showcase",
                "--only",
                "action",
                "--dpi",
                "50",
                "--ground",
                "none",
                "--output",
                "fan.png",
            ]
        )
        == 0
    )
    with PIL.Image.open("fan.png") as picture:
        assert picture.mode == "RGBA"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--ground", "bleu"], "expected a colour"),
        (["--only", "nobody"], "did you mean"),
        (["--output", "fan.jpg"], ".png"),
    ],
)
def test_what_cannot_be_shown_is_told(
    game: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert run(["showcase", *words]) == 2
    assert said in capsys.readouterr().err


HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">'
BROKEN = {
    "a syntax error": HEAD + "{% if %}</svg>",
    "nothing of that name": HEAD + "{{ nothing.at.all }}</svg>",
    "a file that is not there": HEAD + "{% include 'no.svg.j2' %}</svg>",
    "what it must not do": HEAD + "{{ card.__class__.__mro__ }}</svg>",
    "nothing": "",
    "no SVG": "<html/>",
    "a picture from elsewhere": HEAD + '<image href="/etc/passwd" width="9" height="9"/></svg>',
}


@pytest.mark.parametrize("what", BROKEN)
def test_broken_templates_are_problems_with_their_places(
    game: Path, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    for template in Path("templates").glob("*.svg.j2"):
        template.write_text(BROKEN[what], encoding="utf-8")
    for words in (["--hand"], ["--table"]):
        assert run(["showcase", *words, "--dpi", "30"]) == 1
        said = capsys.readouterr().err
        assert "templates/" in said
        assert "1 error" in said or "errors" in said
    assert not Path("output").exists()
