"""`calibrate`: keeps, lists and deletes printers, writes the sheet, refuses what cannot be
meant.
"""

from __future__ import annotations

import json
from pathlib import Path

import pikepdf
import pytest

from generator.cli.main import run
from generator.sheet.printers import Profile, change_printers, load_printers
from generator.sheet.sheets import Flip
from tests.conftest import meanwhile


def test_calibrate_keeps_lists_and_deletes(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["calibrate", "--list"]) == 0
    assert "no printer profiles yet" in capsys.readouterr().out
    assert (
        run(
            [
                "calibrate",
                "--save",
                "brother",
                "--shift-x",
                "0.5",
                "--shift-y",
                "-1.2",
                "--turn",
                "0.3",
            ]
        )
        == 0
    )
    assert (
        run(
            [
                "calibrate",
                "--save",
                "office",
                "--read",
                "-0.4",
                "−0.6",
                "0,2",
                "0.4",
                "--flip",
                "short-edge",
            ]
        )
        == 0
    )
    assert load_printers()["brother"] == Profile("brother", 0.5, -1.2, 0.3)
    office = load_printers()["office"]
    assert (office.shift_x_mm, office.shift_y_mm, office.flip) == (-0.5, -0.3, Flip.SHORT_EDGE)
    assert office.turn_degrees == pytest.approx(-0.057, abs=0.01)
    assert run(["calibrate", "--list", "--format", "json"]) == 0
    listed = json.loads(capsys.readouterr().out.split("checks it.\n")[-1])["results"]
    assert [printer["name"] for printer in listed["printers"]] == ["brother", "office"]
    assert run(["calibrate", "--delete", "brother"]) == 0
    assert list(load_printers()) == ["office"]


def test_calibrate_takes_what_was_measured_as_three_numbers(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["calibrate", "--save", "a", "0.5", "-1.2", "0.3"]) == 0
    assert (
        run(["calibrate", "--save", "b", "--shift-x", "0.5", "--shift-y", "-1.2", "--turn", "0.3"])
        == 0
    )
    capsys.readouterr()
    assert run(["calibrate", "--list"]) == 0
    a, b, *_ = capsys.readouterr().out.splitlines()
    assert a.removeprefix("a: ") == b.removeprefix("b: ")
    for words, said in (
        (["0.5", "-1.2"], "three numbers"),
        (["0.5", "-1.2", "0.3", "--turn", "1"], "one of the two"),
        (["--trun", "1"], "--trun"),
    ):
        assert run(["calibrate", "--save", "c", *words]) == 2
        assert said in capsys.readouterr().err


def test_calibrate_writes_the_sheet(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["calibrate", "--paper", "letter"]) == 0
    with pikepdf.open("output/calibration-letter.pdf") as pdf:
        assert [[float(v) for v in page.mediabox] for page in pdf.pages] == [[0, 0, 612, 792]] * 2
    change_printers(lambda _: {"p": Profile("p", 1.0)})
    assert run(["calibrate", "--printer", "p", "--output", "proof.pdf"]) == 0
    assert Path("proof.pdf").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--save", "p"], "either --read A B C D"),
        (["--save", "p", "--read", "0", "0", "0", "0", "--shift-x", "1"], "either --read A B C D"),
        (["--save", "My Printer", "--shift-x", "1"], "found 'My Printer'"),
        (["--save", "p", "--read", "1", "1", "-1", "1"], "contradict each other"),
        (["--save", "p", "--read", "4", "4", "0", "0"], "from -3 to 3"),
        (["--save", "p", "--shift-x", "wide"], "a number such as -0.4"),
        (["--save", "p", "--shift-x", "25"], "from -20 to 20"),
        (["--save", "p", "--turn", "9"], "at most 5 degrees"),
        (["--read", "1", "1", "1", "1"], "--save NAME"),
        (["--delete", "q"], "no printer profile 'q'"),
        (["--printer", "q"], "`emporium-pnp calibrate` makes one"),
        (["--list", "--delete", "p"], "give only one of"),
        (["--output", "sheet.png"], "ends in .pdf"),
    ],
)
def test_calibrate_refuses_what_cannot_be_meant(
    words: list[str], said: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["calibrate", *words]) == 2
    assert said in " ".join(capsys.readouterr().err.split())
    assert not home.exists()


def test_two_profiles_kept_at_once_are_both_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    theirs = Profile("theirs", 1.0)
    meanwhile(monkeypatch, lambda: change_printers(lambda printers: {**printers, "theirs": theirs}))
    assert run(["calibrate", "--save", "ours", "--shift-x", "0.5"]) == 0
    assert list(load_printers()) == ["ours", "theirs"]
