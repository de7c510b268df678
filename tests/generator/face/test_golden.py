"""Fitted faces as text, against recorded ones. `python tests/test_golden.py` records them anew, on
purpose.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.data.loading import load_game
from generator.face.press import Press
from generator.job.starting import start_game

ROOT = Path(__file__).resolve().parents[3]
GOLDEN = Path(__file__).resolve().parent / "golden"
EMPORIUM = ("tib", "sylva", "troll", "gambeson", "pearl", "back-steel", "coin-3", "player-aid")
STARTER = ("noon", "action-back")


def faces(folder: Path) -> dict[str, str]:
    """Fit the recorded faces as they come out now.

    Drawings are cut to their first letters: art is looked at, not diffed. So the fingerprints,
    which art goes into, are left out.
    """
    start_game(folder / "pond")
    found = {}
    for path, ids in ((ROOT / "cards.yaml", EMPORIUM), (folder / "pond" / "cards.yaml", STARTER)):
        game = load_game(path)
        press = Press(game)
        for id_ in ids:
            text = re.sub(r' d="([^"]{24})[^"]*"', r' d="\1…"', press.svg(game.cards[id_]))
            found[f"{game.name}-{id_}.svg"] = re.sub(
                r'( id="version-mark"[^>]*>.* · )[0-9a-f]{4}<', r"\1····<", text
            )
    return found


def differing(found: dict[str, str], recorded: Path) -> list[str]:
    """Name the faces that differ from the recorded ones; one that was never recorded differs."""
    return [
        name
        for name, text in found.items()
        if not (recorded / name).is_file() or (recorded / name).read_text(encoding="utf-8") != text
    ]


def test_fitted_faces_are_as_recorded(tmp_path: Path) -> None:
    found = faces(tmp_path)
    assert differing(found, GOLDEN) == []
    assert sorted(found) == sorted(path.name for path in GOLDEN.iterdir())


def test_a_moved_mark_and_a_missing_record_are_noticed(tmp_path: Path) -> None:
    found = faces(tmp_path)
    name = "emporium-tib.svg"
    moved = {**found, name: found[name].replace("Tib the Mudlark", "Tib the Mudlarк")}
    assert differing(moved, GOLDEN) == [name]
    assert differing(found, tmp_path) == sorted(found, key=list(found).index)


@pytest.mark.parametrize("name", [f"emporium-{id_}.svg" for id_ in EMPORIUM])
def test_fitted_faces_need_no_other_file_and_no_text_area(name: str) -> None:
    text = (GOLDEN / name).read_text(encoding="utf-8")
    assert "<textArea" not in text
    assert "icons/" not in text
    assert "data-at" not in text


if __name__ == "__main__":
    import tempfile

    GOLDEN.mkdir(exist_ok=True)
    for old in GOLDEN.iterdir():
        old.unlink()
    with tempfile.TemporaryDirectory() as scratch:
        for file, face in faces(Path(scratch)).items():
            (GOLDEN / file).write_text(face, encoding="utf-8")
