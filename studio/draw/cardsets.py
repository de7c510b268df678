"""The card sets of tables in play, each drawn once, and shown if they differ from the cards being
edited.

In: the text of a set in play, the faces on the wall. Out: `CardSet` for pages that show such a
table. All functions are called on the desk's thread; drawing is done elsewhere. Knows no rules.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from generator.data.loading import load_game
from generator.data.problems import ProblemError
from generator.face.press import Press
from studio.draw.workshop import address, has_picture, picture_of, shelves_of
from studio.protocol.listener import Listener
from studio.protocol.messages import CardSet, Picture, Shelf
from studio.protocol.played import set_key

MOST_SETS = 4
"""The number of sets that are kept: the table's, and those of the saved games viewed last."""


@dataclass(frozen=True)
class DrawnSet:
    """A drawn set: its cards in their order, and the face of each by its id."""

    cards: list[Shelf]
    faces: dict[str, Picture]


def drawn_set(path: Path, text: bytes) -> DrawnSet:
    """Draw the cards of a text. Raises ProblemError if it is no longer a game."""
    game = load_game(path, content=text)
    press = Press(game)
    faces = dict[str, Picture]()
    for card in game.cards.values():
        proof = press.shown(card, lambda href: address(path.parent, href))
        if proof.svg is not None:
            faces[card.id] = picture_of(card, proof)
    return DrawnSet(shelves_of(game), faces)


class CardSets:
    """The sets in use.

    `do_aside` does work on another thread, and passes the result to a function on this one.
    """

    def __init__(
        self,
        path: Path,
        do_aside: Callable[
            [Callable[[], DrawnSet | None], Callable[[DrawnSet | None], None]], None
        ],
    ) -> None:
        self.path, self._do_aside = path, do_aside
        self.listeners: Callable[[bool], list[Listener]] = lambda with_friends: []
        """The recipients of sets: the designer's pages, and also friends if the set belongs to the
        table.
        """
        self._wall: tuple[str, DrawnSet] | None = None
        self._texts = dict[str, bytes]()
        self._drawn = dict[str, DrawnSet]()
        self._told = dict[str, bool]()
        self._at_table = ""

    def moved(self, path: Path) -> None:
        """Continue in a copy of the game."""
        self.path = path

    def use(self, text: bytes, is_table: bool) -> None:
        """Show a set from now on; if `is_table` is true, friends at the table see it too."""
        key = set_key(text)
        if is_table:
            self._at_table = key
        self._texts[key] = self._texts.pop(key, text)
        self._forget_old()
        self._told.pop(key, None)
        self._look(key)

    def _forget_old(self) -> None:
        """Keep the table's set and the most recently used ones."""
        spare = [text for text in self._texts if text != self._at_table]
        for key in spare[: max(0, len(self._texts) - MOST_SETS)]:
            for kept in (self._texts, self._drawn, self._told):
                kept.pop(key, None)

    def redrawn(self, text: bytes, drawn: DrawnSet) -> None:
        """Use the faces that the wall shows now."""
        self._wall = set_key(text), drawn
        for key in list(self._texts):
            self._look(key)

    def welcome(self, listener: Listener, is_friend: bool) -> None:
        """Send a page the sets in use, and the faces that differ from the wall's."""
        for key, is_other in self._told.items():
            if key == self._at_table or not is_friend:
                listener.tell(self._message(key, is_other))

    def has_on_a_face(self, name: str) -> bool:
        """Return whether a card of the table's set shows this picture of the game's folder."""
        drawn = self._drawn.get(self._at_table)
        return drawn is not None and has_picture(drawn.faces.values(), name)

    def _look(self, key: str) -> None:
        """Find out whether a set looks different from the wall, and send it if that is new."""
        if self._wall is not None and self._wall[0] == key:
            self._drawn[key] = self._wall[1]
        if key in self._drawn:
            self._compare(key)
        else:
            self._draw(key)

    def _draw(self, key: str) -> None:
        path, text = self.path, self._texts[key]

        def draw() -> DrawnSet | None:
            try:
                return drawn_set(path, text)
            except ProblemError:  # a template has changed since; its cards are described in words
                return None

        def take(drawn: DrawnSet | None) -> None:
            if drawn is not None and key in self._texts:
                self._drawn[key] = drawn
                self._compare(key)

        self._do_aside(draw, take)

    def _compare(self, key: str) -> None:
        if self._wall is None:
            return
        is_other = self._drawn[key] != self._wall[1]
        if is_other != self._told.get(key):
            self._told[key] = is_other
            message = self._message(key, is_other)
            for listener in self.listeners(key == self._at_table):
                listener.tell(message)

    def _message(self, key: str, is_other: bool) -> CardSet:
        if not is_other:
            return CardSet(key, [], [])
        drawn = self._drawn[key]
        return CardSet(key, drawn.cards, list(drawn.faces.values()))
