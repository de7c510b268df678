"""lint on the command line: exit codes, JSON, the picture."""

from __future__ import annotations

import json
from pathlib import Path

import PIL.Image
import pytest

from generator.cli import main as cli
from generator.data.colours import COLOUR_BLIND, seen
from tests.conftest import make_game
from tests.generator.lint.conftest import face, line_of


def test_limits_end_where_their_scale_does_and_all_faults_of_the_section_are_told_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    silenced = [
        {"finding": "much-ink", "reason": "Night."},
        {"finding": "low-contrest", "reason": "Mist."},
    ]
    make_game(
        tmp_path,
        face("#000"),
        lint={
            "limits": {"contrast": 99, "contrests": 3, "contrast_large": 21},
            "silenced": silenced,
        },
    )
    lines = {
        word: line_of(tmp_path, "cards.yaml", word)
        for word in ("contrast: 99", "contrests", "much-ink", "low-contrest")
    }
    faults = {
        ("out-of-range", lines["contrast: 99"]),
        ("unknown-limit", lines["contrests"]),
        ("unknown-finding", lines["low-contrest"]),
    }
    text = (tmp_path / "cards.yaml").read_text(encoding="utf-8")
    for content, more in (
        (text, ("idle-silence", lines["much-ink"])),
        (text.replace("reason: Night.", ""), None),
    ):
        (tmp_path / "cards.yaml").write_text(content, encoding="utf-8")
        assert cli.run(["lint", str(tmp_path), "--format", "json"]) == 1
        told = {(p["code"], p["line"]) for p in json.loads(capsys.readouterr().out)["problems"]}
        assert told == faults | {more or ("missing-field", lines["much-ink"])}


def test_the_exit_status_counts_what_is_not_silenced(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_game(tmp_path / "warning", face("#b0b0b0"))
    make_game(tmp_path / "error", face("#848484"))
    make_game(
        tmp_path / "silent",
        face("#848484"),
        lint={"silenced": [{"finding": "low-contrast", "reason": "Mist."}]},
    )
    make_game(tmp_path / "fine", face("#000000"))
    codes = {
        name: [cli.run(["lint", str(tmp_path / name), *words]) for words in ((), ("--strict",))]
        for name in ("warning", "error", "silent", "fine")
    }
    assert codes == {"warning": [0, 1], "error": [1, 1], "silent": [0, 0], "fine": [0, 0]}
    said = capsys.readouterr()
    assert "templates/card.svg.j2:3: error[low-contrast]" in said.err
    assert "1 silenced" in said.out
    assert cli.run(["lint", str(tmp_path / "silent"), "--all"]) == 0
    assert "silenced: Mist." in capsys.readouterr().out


def test_a_game_is_looked_at_as_it_is_printed_with_little_ink(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    band = (
        '<rect x="-4" y="-4" width="71" height="30" fill="#7a5b00"/><text x="8" y="20" fill="#fff" '
        'font-size="12pt">{{ card.name }}</text>'
    )
    make_game(tmp_path, band)
    assert cli.run(["lint", str(tmp_path), "--strict"]) == 0
    grey = {"grey": {"palette": {"band": "#b0b0b0"}}}
    make_game(
        tmp_path / "named",
        band.replace("#7a5b00", "{{ palette.band }}"),
        palette={"band": "#7a5b00"},
        ink=grey,
    )
    capsys.readouterr()
    assert [
        cli.run(["lint", str(tmp_path / "named"), "--strict", "--ink", ink])
        for ink in ("full", "grey")
    ] == [0, 1]
    assert "warning[low-contrast]: 'One' in #ffffff on #b0b0b0" in capsys.readouterr().err


def test_json_has_every_finding_with_its_number(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_game(tmp_path, face("#b0b0b0"))
    assert cli.run(["lint", str(tmp_path), "--format", "json"]) == 0
    said = json.loads(capsys.readouterr().out)
    (finding,) = said["results"]["findings"]
    assert finding["finding"] == "low-contrast"
    assert (finding["about"], finding["card"], finding["severity"], finding["limit"]) == (
        "one",
        "one",
        "warning",
        4.5,
    )
    assert (finding["file"], finding["line"]) == ("templates/card.svg.j2", 3)
    assert [p["code"] for p in said["problems"]] == ["low-contrast"]
    assert {look["what"]: look["number"] for look in said["results"]["looks"]}[
        "contrast of texts"
    ] == 1


@pytest.mark.slow
def test_the_picture_shows_five_eyes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    body = '<rect width="63" height="88" fill="{{ card.suit.colour }}"/>'
    tables = {
        "suit": {
            "fields": {"colour": "colour"},
            "rows": {"ruby": {"colour": "#c00000"}, "sky": {"colour": "#3060ff"}},
        }
    }
    cards = {"a": {"suit": "ruby"}, "b": {"suit": "sky"}, "c": {"suit": "sky"}}
    make_game(tmp_path, body, cards, {"suit": "suit"}, tables=tables)
    assert cli.run(["lint", str(tmp_path), "--picture", str(tmp_path / "eyes.png")]) == 0
    picture = PIL.Image.open(tmp_path / "eyes.png").convert("RGB")
    height = picture.height // 5
    reds = [
        picture.getpixel((picture.width // 4, height * row + height * 2 // 3)) for row in range(5)
    ]
    assert reds[0] == (0xC0, 0, 0)
    for row, vision in enumerate((*COLOUR_BLIND, "grey"), 1):
        expected = seen((0xC0 / 255, 0, 0), vision)
        assert reds[row] == pytest.approx(tuple(part * 255 for part in expected), abs=12), vision
    assert cli.run(["lint", str(tmp_path), "--picture", str(tmp_path / "eyes.jpg")]) == 2
    assert "--picture expected a name that ends in .png" in capsys.readouterr().err


def test_what_is_not_translated_is_told_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_game(tmp_path, face("#000000"), words={"bid": "Bid", "pass": "Pass"})
    (tmp_path / "cards.de.yaml").write_text("words: {bid: Bieten}\n")
    cli.run(["lint", str(tmp_path), "--lang", "de"])
    assert capsys.readouterr().err.count("[untranslated]") == 1
