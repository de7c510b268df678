"""The picture of a set-up: all of it within its room, nothing on anything else, and only what
players see.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from generator.book.layouts import SetupPicture, SetWords, setup_picture
from generator.book.rulebook import write_rulebook
from generator.data.game import Card, Game
from generator.data.geometry import Point
from generator.data.loading import load_game
from generator.data.problems import ProblemError
from generator.face.press import Press
from generator.face.stamp import Stamp
from tests.conftest import make_game
from tests.generator.book.test_rulebook import text_of
from tests.generator.data.test_setting import BASE, SETUP
from tests.generator.export.tables import box

Box = tuple[float, float, float, float]
ROOM = (118.0, 160.0)


class Sketch:
    """A pen that notes what it is told: texts and stamps with their boxes."""

    def __init__(self) -> None:
        self.texts: list[tuple[str, Box]] = []
        self.stamps: list[Stamp] = []
        self.boxes: list[Box] = []
        self.polygons: list[Sequence[Point]] = []

    def letters(self, text: str, size_pt: float, is_bold: bool, most_mm: float) -> SetWords:
        width, height = len(text) * size_pt * 0.16, size_pt * 0.4
        return SetWords(
            width, height, lambda pen, x, y: self.texts.append((text, (x, y, width, height)))
        )

    def stamp(self, stamp: Stamp, box: Box, radius: float = 0.0) -> None:
        self.stamps.append(stamp)
        self.boxes.append(box)

    def polygon(self, stamp: Stamp | None, box: Box, corners: Sequence[Point]) -> None:
        assert stamp is not None
        self.stamps.append(stamp)
        self.boxes.append(box)
        self.polygons.append(corners)

    def fill(self, box: Box, colour: str, radius: float = 0.0) -> None:
        self.boxes.append(box)

    def frame(self, box: Box, line: float, colour: str, radius: float) -> None:
        self.boxes.append(box)

    def tag(self, box: Box, line: float, radius: float) -> None:
        self.boxes.append(box)

    def rule(
        self, x1: float, y1: float, x2: float, y2: float, width: float, colour: str, dash: str
    ) -> None:
        self.boxes.append((min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1)))


def sketched(
    game: Game, players: int, room: tuple[float, float] = ROOM
) -> tuple[Sketch, SetupPicture]:
    sketch = Sketch()
    picture = setup_picture(game, Press(game), players, room, sketch.letters)
    picture.draw(sketch, 0.0, 0.0)  # type: ignore[arg-type]
    return sketch, picture


PLAYED: dict[str, Any] = {
    **BASE,
    "rules": {**BASE["rules"], "hand_size": 1},
    "game": {"players": "1-6"},
}


@pytest.mark.parametrize("players", [1, 2, 3, 6])
def test_all_of_it_is_within_its_room(players: int, tmp_path: Path) -> None:
    sketch, picture = sketched(make_game(tmp_path, **PLAYED, setup=SETUP), players)
    assert picture.width == ROOM[0]
    assert picture.height <= ROOM[1]
    for x, y, width, height in (*sketch.boxes, *(found for _, found in sketch.texts)):
        assert -1e-6 <= x <= x + width <= picture.width + 1e-6
        assert -1e-6 <= y <= y + height <= picture.height + 1e-6


@pytest.mark.parametrize("players", [2, 5])
def test_no_text_is_on_another(players: int, tmp_path: Path) -> None:
    sketch, _ = sketched(make_game(tmp_path, **PLAYED, setup=SETUP), players)
    for (_, (x1, y1, w1, h1)), (_, (x2, y2, w2, h2)) in combinations(sketch.texts, 2):
        assert x1 + w1 <= x2 or x2 + w2 <= x1 or y1 + h1 <= y2 or y2 + h2 <= y1


def test_zones_players_and_numbers_are_named(tmp_path: Path) -> None:
    sketch, _ = sketched(
        make_game(tmp_path, **BASE, setup=SETUP, words={"setup_market": "Fair"}), 3
    )
    said = [text for text, _ in sketch.texts]
    assert {"Deck", "Fair", "Bank", "Hand", "Player 1", "Player 2", "Player 3"} <= set(said)
    assert said.count("Hand") == 3
    assert said.count("4") == 3, "cards in each hand"
    assert {"5", "20"} <= set(said), "cards in the deck, and what the bank holds"


def test_hands_show_their_backs_and_rows_their_faces(tmp_path: Path) -> None:
    setup = {
        "common": {"deck": "all cards, face down", "market": "cards"},
        "each": {"hand": "cards, seen by owner"},
        "deal": ["deal 2 from deck to each hand", "refill market to 3 from deck"],
    }
    game = box(tmp_path, [20], setup=setup)
    press = Asked(game)
    sketch = Sketch()
    setup_picture(game, press, 2, ROOM, sketch.letters).draw(sketch, 0.0, 0.0)  # type: ignore[arg-type]
    assert press.counted == {"c0": 3, "plain": 3 + 2 * 2}, (
        "a row of three; three layers of the deck, and two hands"
    )


@pytest.mark.parametrize(
    ("shape", "corners"), [("hex", 6), ("M0 0 H63 L31 88 Z", 3), ("round", 0), ("rectangle", 0)]
)
def test_pieces_are_cut_out_as_they_are_printed(shape: str, corners: int, tmp_path: Path) -> None:
    kind = {"shape": shape, "size": "63 x 88 mm"}
    game = make_game(tmp_path, kind=kind, setup={"common": {"market": "all card"}})
    sketch, _ = sketched(game, 2)
    assert [len(one) for one in sketch.polygons] == ([corners] if corners else [])
    assert len(sketch.stamps) == 1


def test_the_surface_is_drawn(tmp_path: Path) -> None:
    setup = {"surface": "two", "common": {"market": "all card where it = one"}}
    cards = {"one": {"name": "One"}, "two": {"name": "Two"}}
    sketch, _ = sketched(make_game(tmp_path, cards=cards, setup=setup), 2)
    assert len(sketch.stamps) == 2
    assert "Two" in [text for text, _ in sketch.texts]


class Asked(Press):
    """A press that counts how often each face is wanted."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.counted = Counter[str]()

    def stamp(self, card: Card) -> Stamp | None:
        self.counted[card.id] += 1
        return super().stamp(card)


def test_narrow_room_makes_it_smaller_and_too_little_is_a_fault(tmp_path: Path) -> None:
    game = make_game(tmp_path, **BASE, setup=SETUP)
    assert sketched(game, 2, (70.0, 160.0))[1].width == 70.0
    with pytest.raises(ProblemError, match="does not fit into 20 x 20 mm"):
        sketched(game, 2, (20.0, 20.0))


@pytest.mark.parametrize(
    ("source", "code", "said"),
    [
        ("setup:7", "unknown-players", "expected 2 to 4 players, found 7"),
        ("setup:0", "unknown-players", "expected 2 to 4 players, found 0"),
        (
            "setup:all",
            "rulebook-picture",
            "expected a number of players, such as setup:4, found 'setup:all'",
        ),
        ("setup:", "rulebook-picture", "expected a number of players"),
        ('setup:2 "9 mm"', "rulebook-overflow", "does not fit"),
    ],
)
def test_a_fault_has_the_rulebook_s_line(source: str, code: str, said: str, tmp_path: Path) -> None:
    game = with_rulebook(tmp_path, f"# Game\n\n---\n\nText\n\n![]({source})\n")
    press = Press(game)
    write_rulebook(game, press)
    (problem,) = press.problems
    assert (problem.code, problem.place and problem.place.line) == (code, 7)
    assert said in problem.message


def test_the_rulebook_shows_it_and_changes_with_the_setup(tmp_path: Path) -> None:
    game = with_rulebook(tmp_path, '# Game\n\n---\n\n![For two](setup:2 "100 mm")\n')
    press = Press(game)
    before = write_rulebook(game, press)
    assert before is not None
    assert not list(press.problems)
    said = text_of(before)
    assert all(word in said for word in ("Player 1", "Player 2", "Market"))
    path = tmp_path / "cards.yaml"
    path.write_text(path.read_text("utf-8").replace("bank", "store"), "utf-8")
    changed = load_game(tmp_path)
    again = Press(changed)
    again.finished.files.update(press.finished.files)
    after = write_rulebook(changed, again)
    assert after is not None
    assert "Store" in text_of(after)


def with_rulebook(folder: Path, text: str) -> Game:
    make_game(folder, **BASE, setup=SETUP)
    (folder / "templates" / "rulebook.md.j2").write_text(text, "utf-8")
    return load_game(folder)
