"""The free table beside a desk: each page hears of its own seat alone, and a table that is saved
goes on.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from generator.data.game import Game
from rules_check.log.store import log_in, read_plays
from studio.free import tablefiles
from studio.free.free import FreeTable
from studio.free.surface import Surface
from studio.guard.guarding import Door
from studio.guard.seats import Seats
from studio.protocol.actions import (
    SPECTATOR,
    Draw,
    DropTable,
    EndTable,
    GoOnTable,
    LayTable,
    Move,
    Pass,
    Point,
    Pointed,
    PutAway,
    SaveTable,
    SitAt,
    TableGone,
    TableOffer,
    TableScene,
    TableView,
    WatchTable,
)
from studio.protocol.messages import Faces, Picture, Remark
from studio.protocol.played import Invite, Refused, Withdraw
from tests.studio.free.test_free import SETUP, Dealing, Session, game_with, place
from tests.studio.guard.test_seats import Phone, token


class Page:
    """A page that notes what it is told."""

    def __init__(self) -> None:
        self.told = list[Any]()

    def tell(self, message: object) -> None:
        self.told.append(message)

    def last(self, sort: type) -> Any:
        return next((one for one in reversed(self.told) if isinstance(one, sort)), None)


@pytest.fixture
def surface(tmp_path: Path) -> Surface:
    surface = Surface(tmp_path / "cards.yaml", True, Seats(Door(8000, names=("192.168.1.20",))))
    surface.drawn(game_with(tmp_path, setup=SETUP))
    return surface


@pytest.fixture
def page(surface: Surface) -> Page:
    page = Page()
    surface.opened(page)
    return page


def say(surface: Surface, page: Page, message: Any) -> None:
    surface.answers[type(message)](page, message)


def test_a_table_is_laid_and_each_page_sees_its_seat(surface: Surface, page: Page) -> None:
    assert page.last(TableOffer).counts == [2, 3, 4]
    say(surface, page, LayTable(9))
    assert "not for 9" in page.last(Refused).words
    say(surface, page, LayTable(3))
    assert (page.last(TableView).seat, page.last(TableOffer).is_laid) == (0, True)
    say(surface, page, SitAt(1))
    assert page.last(TableView).seat == 1
    assert surface.table is not None
    deck = place(surface.table, "deck").key
    for seat, made in ((0, 0), (2, 0), (1, 1)):
        say(surface, page, Draw(seat, deck))
        assert surface.table.made == made
    say(surface, page, Draw(1, 999))
    assert page.last(Refused) == Refused(1, "that pile no longer exists")
    late = Page()
    surface.opened(late)
    assert late.last(TableView).made == 1
    say(surface, page, PutAway())
    assert page.last(TableGone) is not None
    assert page.last(TableOffer).is_laid is False


def test_a_friend_sees_and_plays_their_seat_alone(surface: Surface, page: Page) -> None:
    say(surface, page, LayTable(3))
    assert surface.seats is not None
    assert surface.table is not None
    for seat in (1, SPECTATOR):
        assert surface.invites(seat)
        surface.invite(page, Invite(seat))
    assert not surface.invites(3)
    surface.invite(page, Invite(0))
    assert "you are looking from seat 1" in page.last(Refused).words
    phone, watcher = Phone(1), Phone(SPECTATOR)
    for friend in (phone, watcher):
        assert surface.seats.join(friend, token(surface.seats, friend.seat))
        surface.joined(friend)
    say(surface, page, SitAt(1))
    assert "a friend has seat 2" in page.last(Refused).words
    deck = place(surface.table, "deck").key
    for seat in (0, 1, 2):
        surface.hear_friend(phone, Draw(seat, deck))
        surface.hear_friend(watcher, Draw(seat, deck))
    assert surface.table.made == 1
    assert {one["seat"] for one in phone.sent} == {1}
    assert {one["seat"] for one in watcher.sent} == {SPECTATOR}
    surface.hear_friend(phone, Point(1, 0, 5.0, 5.0))
    assert page.last(Pointed) == Pointed(0, 1, 0, 5.0, 5.0)
    assert phone.sent[-1]["t"] == watcher.sent[-1]["t"] == "table_pointed"
    surface.withdraw(page, Withdraw(1))
    assert phone.is_away
    surface.hear_friend(phone, Draw(1, deck))
    assert surface.table.made == 2  # pointing counts, the last draw does not


def test_a_saved_table_goes_on(surface: Surface, page: Page, tmp_path: Path) -> None:
    say(surface, page, SaveTable())
    assert page.last(Refused).words == "no table is set up"
    say(surface, page, LayTable(2))
    assert surface.table is not None
    say(surface, page, Draw(0, place(surface.table, "deck").key))
    before = [one.count for one in page.last(TableView).places]
    say(surface, page, SaveTable())
    assert page.last(Remark).text == "The table is saved as playtests/1.table."
    assert page.last(TableOffer).saved[0].name == "1.table"
    say(surface, page, LayTable(4))
    say(surface, page, GoOnTable("1.table"))
    assert [one.count for one in page.last(TableView).places] == before
    (tmp_path / "playtests" / "2.table").write_text("{}")
    say(surface, page, GoOnTable("2.table"))
    assert "not a saved table" in page.last(Refused).words
    for name in ("3.table", "../cards.yaml", "1.record"):
        say(surface, page, GoOnTable(name))
        assert "cannot be read" in page.last(Refused).words
    surface.may_write = False
    say(surface, page, SaveTable())
    assert "comes with the tool" in page.last(Refused).words


@pytest.fixture
def played(surface: Surface, page: Page) -> Surface:
    """A table at which a card was drawn and another played, in a minute and a half."""
    now_s = iter([0.0, 30.0, 60.0, 90.0])
    surface.clock = lambda: next(now_s)
    say(surface, page, LayTable(2))
    assert surface.table is not None
    say(surface, page, Draw(0, place(surface.table, "deck").key))
    say(surface, page, Move(0, place(surface.table, "hand", 0).pieces[0].id, 0))
    say(surface, page, Pass(0, 1))
    return surface


def test_a_play_is_logged_with_what_became_of_its_cards(
    played: Surface, page: Page, tmp_path: Path
) -> None:
    card = (
        played.table
        and next(one for one in played.table.view(0).places if not one.name).pieces[0].face
    )
    say(played, page, EndTable(["Ann", "Bo"], [0], note="Quick, \n and tense."))
    assert "Logged as play 1" in page.last(Remark).text
    (play,) = read_plays(log_in(tmp_path))
    assert (play.players, play.winners, play.minutes, play.note) == (
        ("Ann", "Bo"),
        ("Ann",),
        2,
        "Quick, and tense.",
    )
    assert (play.turns, play.turn_seconds, play.table) == (1, 90, "1.table")
    assert [(one.card, one.played, one.won) for one in play.cards if one.played] == [(card, 1, 1)]
    assert (sum(one.drawn for one in play.cards), sum(one.held for one in play.cards)) == (7, 6)


def test_a_play_that_says_too_little_is_not_logged(
    played: Surface, page: Page, tmp_path: Path
) -> None:
    for wrong, word in (
        (EndTable(["Ann", "Bo"], []), "who won"),
        (EndTable(["Ann", "Ann"], [0]), "twice"),
        (EndTable(["Ann", "Bo"], [0], scores=[1]), "scores"),
        (EndTable(["Ann", "Bo"], [0], -4), "minutes"),
    ):
        say(played, page, wrong)
        assert word in page.last(Refused).words
    played.may_write = False
    say(played, page, EndTable(["Ann", "Bo"], [0]))
    assert "comes with the tool" in page.last(Refused).words
    assert not (tmp_path / "playtests").exists()


def test_a_session_is_watched_again_with_open_hands_once_it_is_over(
    played: Surface, page: Page, tmp_path: Path
) -> None:
    def hands() -> int:
        scene = page.last(TableScene)
        return sum(
            bool(piece.face) for one in scene.view.places if one.is_hand for piece in one.pieces
        )

    assert played.moment() == ("1.table", 3)
    say(played, page, WatchTable("1.table", 1))
    assert (
        page.last(TableScene).step,
        page.last(TableScene).steps,
        page.last(TableScene).at_s,
        hands(),
    ) == (1, 3, 30, 0)
    say(played, page, EndTable([], [1]))
    assert [one.name for one in page.last(TableOffer).saved] == ["1.table"]
    say(played, page, WatchTable("1.table", 99))
    assert (page.last(TableScene).step, hands()) == (3, 6)
    say(played, page, WatchTable("../1.table"))
    assert "cannot be read" in page.last(Refused).words
    say(played, page, DropTable("1.table"))
    assert page.last(TableOffer).saved == []
    say(played, page, DropTable("../cards.yaml"))
    assert (tmp_path / "cards.yaml").exists()


def test_a_session_that_goes_on_keeps_its_file_and_its_clock(played: Surface, page: Page) -> None:
    say(played, page, SaveTable())
    times = iter([1000.0, 1010.0])
    played.clock = lambda: next(times)
    say(played, page, GoOnTable("1.table"))
    say(played, page, Pass(0, 0))
    assert played.session is not None
    assert [step.at_s for step in played.session.tape.steps] == [30, 60, 90, 100]
    say(played, page, SaveTable())
    assert [(one.name, one.steps, one.players) for one in page.last(TableOffer).saved] == [
        ("1.table", 4, 2)
    ]


class LoadingEarly(Surface):
    """Leaks: the picture of the card that is drawn next is sent to all, to be there when it is
    needed.
    """

    def _tell_all(self) -> None:
        super()._tell_all()
        assert self.table is not None
        deck = next(one for one in self.table.state.places.values() if one.name == "deck")
        top = self.table.state.pieces[deck.pieces[-1]].card
        for friend in self.seats.friends if self.seats else ():
            friend.tell(Faces(1, [Picture(top, "<svg/>")]))


class RedrawingMore(Surface):
    """Leaks: a table is sent once more if somebody holds a certain card."""

    def _tell_all(self) -> None:
        super()._tell_all()
        assert self.table is not None
        hands = [one for one in self.table.state.places.values() if one.is_hand]
        if self.table.state.pieces[0].card in {
            self.table.state.pieces[number].card for one in hands for number in one.pieces
        }:
            super()._tell_all()


def heard(
    sort: type[Surface], folder: Path, game: Game, exchanged: tuple[int, int] | None
) -> list[str]:
    """Play at a table, with two hidden pieces exchanged, and return all that seat 2 was sent, in
    its order.
    """
    seats = Seats(Door(8000, names=("192.168.1.20",)))
    surface, page, phone = sort(folder / "cards.yaml", False, seats), Page(), Phone(1)
    surface.drawn(game)
    surface.opened(page)
    table = Session(game, 3, 7, FreeTable).laid(Dealing(7), exchanged)
    surface._begin(tablefiles.Session.begun(table))
    surface.invite(page, Invite(1))
    assert seats.join(phone, token(seats, 1))
    surface.joined(phone)
    for _ in range(3):
        say(surface, page, Draw(0, place(table, "deck").key))
        phone.sent.append({})  # the end of what one action has made
    return [json.dumps(one) for one in phone.sent]


@pytest.mark.parametrize(
    ("sort", "is_tight"), [(Surface, True), (LoadingEarly, False), (RedrawingMore, False)]
)
def test_neither_pictures_nor_redraws_tell_what_is_hidden(
    sort: type[Surface], is_tight: bool, tmp_path: Path
) -> None:
    game = game_with(tmp_path, setup=SETUP)
    deck, hand = [4, 3, 2, 1], 7  # of the deck from its top, and what seat 1 holds
    before = heard(sort, tmp_path, game, None)
    others = [
        heard(sort, tmp_path, game, (0, hand)),
        *(heard(sort, tmp_path, game, (one, 0)) for one in deck),
    ]
    assert all(one == before for one in others) == is_tight
