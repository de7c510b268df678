"""One run tells every mistake: a misspelt key hides neither a wrong icon, nor a template's fault,
nor a text that does not fit.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.cli.main import run
from generator.data.loading import load_game
from generator.data.problems import ProblemError
from generator.job.starting import start_game


def spoil(folder: Path, *changes: tuple[str, str], file: str = "cards.yaml") -> None:
    path = folder / file
    text = path.read_text("utf-8")
    for right, wrong in changes:
        assert right in text
        text = text.replace(right, wrong, 1)
    path.write_text(text, "utf-8")


def codes(folder: Path, capsys: pytest.CaptureFixture[str], command: str = "build") -> list[str]:
    capsys.readouterr()
    assert run([command, str(folder)]) == 1
    return re.findall(r"error\[([a-z-]+)\]", capsys.readouterr().err)


@pytest.fixture
def pond(tmp_path: Path) -> Path:
    start_game(tmp_path / "pond")
    return tmp_path / "pond"


SHAPE = (
    ("\npalette:", "\npallete:"),
    ("defaults: {copies: 2}", "defalts: {copies: 2}"),
    ("sunrise: {name: Sunrise, suit: sun", "sunrise: {name: Sunrise, siut: sun"),
    (
        "noon: {name: High Noon, suit: sun, cost: 3",
        "noon: {name: High Noon, suit: sun, cost: three",
    ),
)
OTHER = (("sign: wave}", "sign: wavve}"),)
TOO_LONG = (
    ('"Nothing happens. **Enjoy it.**"', f'"{"Nothing happens at all, and nobody does. " * 40}"'),
)


@pytest.mark.parametrize("command", ["build", "lint"])
def test_faults_of_the_file_hide_no_icon_and_no_text_that_does_not_fit(
    pond: Path, capsys: pytest.CaptureFixture[str], command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(pond.parent)
    spoil(pond, *SHAPE, *OTHER, *TOO_LONG)
    found = codes(pond, capsys, command)
    assert sorted(found) == [
        "text-overflow",
        "unknown-icon",
        "unknown-key",
        "unknown-key",
        "unknown-key",
        "wrong-type",
    ]


def test_a_template_is_tried_too(
    pond: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(pond.parent)
    spoil(pond, *SHAPE)
    spoil(pond, ("{{ card.cost }}", "{{ card.prize }}"), file="templates/action.svg.j2")
    found = codes(pond, capsys)
    assert "undefined-name" in found
    assert found.count("unknown-key") == 3


def test_nothing_is_told_that_a_fault_brought_about(
    pond: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a card the component's count is short, and what is told of counts would be wrong."""
    spoil(
        pond,
        (
            "noon: {name: High Noon, suit: sun, cost: 3",
            "noon: {name: High Noon, suit: sun, cost: three",
        ),
    )
    assert codes(pond, capsys) == ["wrong-type"]


@pytest.mark.parametrize(
    "change",
    [
        ("  title:", "  titel:"),
        ('  sea: "#1F6F8B"', "  sea: blue"),
        ("hand_size: 5", "hand_size:"),
        ("sun: {name: Sun, colour: sun", "sun: {name: Sun, colour: sunny"),
        ("    template: back.svg.j2", "    template: [back]"),
        ("action-back: {}", "action-back: {copies: many}"),
    ],
)
def test_any_fault_leaves_what_it_says_alone(change: tuple[str, str], pond: Path) -> None:
    """What cannot be looked past is told by itself, as before; a rule that is gone accuses no
    template.
    """
    spoil(pond, change)
    with pytest.raises(ProblemError) as told:
        load_game(pond)
    assert len([problem for problem in told.value.problems if problem.severity == "error"]) == 1
