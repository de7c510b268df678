"""Files of an earlier build serve again only while all that they show is the same."""

from __future__ import annotations

from pathlib import Path

from generator.data.loading import load_game
from generator.face.press import Press
from tests.conftest import make_game

CARDS = {name: {"name": name.title()} for name in ("one", "two")}


def renamed(press: Press, old: str, new: str) -> Press:
    """Return the next press of a watching process, after an edit of cards.yaml."""
    path = press.game.folder / "cards.yaml"
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    return Press(load_game(press.game.folder), press)


def test_a_file_is_the_same_while_its_faces_are(tmp_path: Path) -> None:
    press = Press(make_game(tmp_path, cards=CARDS))
    press.keep_written("a.pdf", "cards", ["one"], b"PDF")
    assert press.as_written("a.pdf", "cards") == b"PDF"
    assert press.as_written("a.pdf", "pieces") is None
    assert press.as_written("b.pdf", "cards") is None
    other = renamed(press, "Two", "Zwei")
    assert other.as_written("a.pdf", "cards") == b"PDF", "it has no face of that card"
    assert renamed(other, "One", "Eins").as_written("a.pdf", "cards") is None


def test_a_file_with_a_card_that_is_gone_is_written_anew(tmp_path: Path) -> None:
    press = Press(make_game(tmp_path, cards=CARDS))
    press.keep_written("a.pdf", "cards", CARDS, b"PDF")
    assert renamed(press, "two:", "three:").as_written("a.pdf", "cards") is None


def test_cards_that_are_asked_for_are_gathered_within(tmp_path: Path) -> None:
    press = Press(make_game(tmp_path, cards=CARDS))
    with press.asking() as outer:
        press.stamp(press.game.cards["one"])
        with press.asking() as inner:
            press.stamp(press.game.cards["two"])
    press.stamp(press.game.cards["one"])
    assert (inner, outer) == ({"two"}, {"one", "two"})
