"""`new`: a game that builds at once, in a folder that is empty."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

from generator.cli.main import run


def test_a_new_game_builds_at_once(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["build"]) == 0
    out, err = capsys.readouterr()
    assert "Pond 0.1.0" in out
    assert "14" in out
    assert "no problems" in out
    assert err == ""
    pdf = game / "output" / "pond-cards-a4.pdf"
    with pypdfium2.PdfDocument(pdf) as document:
        assert len(document) == 4


@pytest.mark.parametrize(
    ("name", "title", "lacking"),
    [("🎲", "My Game", "🎲"), ("夜-fox", "Fox", "夜"), ("夜狐-!", "My Game", "夜 狐"), ("mäuse-jagd", "Mäuse Jagd", "")],
)
def test_a_new_game_builds_whatever_it_is_called(
    name: str, title: str, lacking: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["new", name]) == 0
    assert (f"have no {lacking}, so the title is '{title}'" if lacking else "Now:") in capsys.readouterr().out
    assert run(["build", name]) == 0
    out, err = capsys.readouterr()
    assert out.startswith(f"{title} 0.1.0 ")
    assert err == ""


def test_new_refuses_a_folder_with_something_in_it(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (game / "cards.yaml").read_bytes()
    assert run(["new", str(game)]) == 2
    assert "not empty" in capsys.readouterr().err
    assert (game / "cards.yaml").read_bytes() == before
