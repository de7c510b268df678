"""The games beside a desk: whom they are played for, who is told what, and what is written down."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rules_check.engine import consent
from studio.guard.guarding import Door
from studio.guard.seats import ClosedSeats, Friend, Seats
from studio.play.games import Games
from studio.protocol.messages import Remark
from studio.protocol.played import (
    Base,
    Bases,
    Choose,
    Confirm,
    Data,
    Drop,
    DropGame,
    EngineState,
    Hold,
    Invitations,
    Invite,
    Keep,
    LayAside,
    Moment,
    Odds,
    Record,
    Reel,
    Refused,
    SavedGames,
    Seen,
    Sit,
    TakeBack,
    TakeSeat,
    TrustRules,
    Watch,
    Withdraw,
)

HASH = "0123456789abcdef"
RECORD = f"emporium-pnp record 1\ndata: {HASH}\n"


class FakeEngine:
    """Notes what it is told."""

    def __init__(self, sort: str, hear: Callable[[Any], None]) -> None:
        self.said, self.pid = list[Any](), None

    def say(self, message: Any) -> None:
        self.said.append(message)
        self.pid = 1  # type: ignore[assignment]

    def close(self) -> None:
        pass


class FakePage:
    """Notes what it is told."""

    def __init__(self) -> None:
        self.told = list[Any]()

    def tell(self, message: object) -> None:
        self.told.append(message)


def seen(seat: int) -> Seen:
    return Seen(seat, 0, 1, False, 0, ["human", "human"], [], [], [], -1, [], [], False, False, [])


class Room:
    """Games with two pages, and what is said to all."""

    def __init__(self, folder: Path, may_write: bool = True, seats: Seats | None = None) -> None:
        self.said = list[tuple[str, bool]]()
        made: Any = FakeEngine
        self.games = Games(
            folder / "cards.yaml",
            may_write,
            lambda *words: self.said.append(words),
            seats or ClosedSeats(),
            made,
        )
        self.games.saved(b"on the disk")
        self.host, self.friend = FakePage(), FakePage()
        self.games.opened(self.host)
        self.games.opened(self.friend)

    def do(self, page: FakePage, message: Any) -> None:
        self.games.answers[type(message)](page, message)

    @property
    def odds(self) -> list[Any]:
        return self.games.odds.said  # type: ignore[attr-defined, no-any-return]

    @property
    def tables(self) -> list[Any]:
        return self.games.tables.said  # type: ignore[attr-defined, no-any-return]


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


def test_cards_are_played_beside_the_saved_ones_while_somebody_looks(room: Room) -> None:
    path = str(room.games.path)
    room.games.drawn(1, b"drawn")
    assert room.odds == [Data(1, path, b"on the disk", True), Data(1, path, b"drawn")]
    room.games.edited()
    room.games.drawn(2, b"drawn again")
    assert room.odds[2:] == [Hold(), Data(2, path, b"drawn again")]
    room.games.saved(b"drawn again")
    room.games.saved(b"drawn again")
    assert room.odds[4:] == [Data(2, path, b"drawn again", True)]
    for page in (room.host, room.friend):
        room.games.closed(page)
    assert room.odds[5:] == [Hold()]
    room.games.drawn(3, b"for nobody")
    assert room.odds[6:] == []


def test_a_game_without_rules_starts_no_engine_until_it_has_some(room: Room) -> None:
    room.games.drawn(1, b"cards alone", has_rules=False)
    room.games.drawn(2, b"more cards", has_rules=False)
    room.games.edited()
    room.games.play_on()
    assert room.odds == []
    assert room.host.told.count(EngineState("odds", "none")) == 1
    late = FakePage()
    room.games.opened(late)
    assert EngineState("odds", "none") in late.told
    room.games.drawn(3, b"with rules")
    assert room.odds[-1] == Data(3, str(room.games.path), b"with rules")
    room.games.drawn(4, b"cards alone", has_rules=False)
    assert room.odds[-1] == Hold()


def test_a_game_begun_before_the_cards_are_drawn_is_laid_once_they_are(room: Room) -> None:
    asked = Sit(4)
    room.do(room.host, asked)
    assert room.tables == []
    assert room.host.told[-1] == Remark("the game begins as soon as the cards are drawn")
    room.games.drawn(1, b"drawn")
    assert room.tables == [Data(1, str(room.games.path), b"drawn"), asked]
    room.games.drawn(2, b"drawn again")
    assert len(room.tables) == 2


def test_nothing_is_kept_before_the_cards_are_drawn(room: Room) -> None:
    room.do(room.host, Keep("first"))
    assert [type(one) for one in room.host.told[-1:]] == [Refused]
    assert room.games.versions.names == []


def test_a_kept_version_is_what_the_cards_are_compared_with(room: Room) -> None:
    room.games.drawn(1, b"first")
    room.do(room.host, Keep(" Before "))
    assert room.odds[-1] == Data(1, str(room.games.path), b"first", True)
    assert room.friend.told[-1].names == ["saved", "Before"]
    assert room.friend.told[-1].of == "Before"
    room.games.saved(b"second")
    assert room.odds[-1].text == b"first"
    room.do(room.host, Base("nothing of that name"))
    assert room.odds[-1] == Data(1, str(room.games.path), b"second", True)
    room.do(room.host, Keep(" .. "))
    assert isinstance(room.host.told[-1], Refused)


def test_kept_versions_are_there_after_a_restart_until_they_are_thrown_away(
    room: Room, tmp_path: Path
) -> None:
    room.games.drawn(1, b"first")
    room.do(room.host, Keep("Before: 1/2"))
    again = Room(tmp_path)
    assert next(one for one in again.host.told if isinstance(one, Bases)).names == [
        "saved",
        "Before- 1-2",
    ]
    again.games.drawn(2, b"other")
    again.do(again.host, Base("Before- 1-2"))
    assert again.odds[-1].text == b"first"
    again.do(again.host, Drop("Before- 1-2"))
    assert again.odds[-1].text == b"on the disk"
    assert again.host.told[-1] == Bases("saved", ["saved"])


def test_what_came_with_the_tool_keeps_versions_in_memory(tmp_path: Path) -> None:
    room = Room(tmp_path, may_write=False)
    room.games.drawn(1, b"first")
    room.do(room.host, Keep("Before"))
    assert room.host.told[-1] == Bases("Before", ["saved", "Before"])
    assert not list(tmp_path.iterdir())


def test_a_seat_is_told_to_who_sits_there_alone(room: Room) -> None:
    room.do(room.friend, TakeSeat(1))
    for page in (room.host, room.friend):
        page.told.clear()
    for seat in (0, 1):
        room.games.heard(seen(seat))
    room.games.heard(Refused(1, "no"))
    assert room.host.told == [seen(0)]
    assert room.friend.told == [seen(1), Refused(1, "no")]
    room.do(room.friend, Choose(0, "draw", 0))
    assert room.tables == []  # it is not their seat
    room.do(room.host, Choose(0, "draw", 0))
    assert room.tables == [Choose(0, "draw", 0)]
    late = FakePage()
    room.games.opened(late)
    assert late.told[-1] == seen(0)


def test_another_game_leaves_nothing_of_the_last(room: Room) -> None:
    room.games.drawn(1, b"drawn")
    room.games.heard(seen(1))
    room.do(room.host, Sit(2, "human,random"))
    assert [type(one) for one in room.tables] == [Data, Sit]
    room.do(room.friend, TakeSeat(1))
    assert not [one for one in room.friend.told if isinstance(one, Seen)]


def test_a_game_laid_aside_is_written_with_its_cards_and_gone_on_with(
    room: Room, tmp_path: Path
) -> None:
    data = Data(1, str(room.games.path), b"the cards")
    room.games.heard(Record(RECORD, data))
    assert not (tmp_path / "playtests").exists()
    for _ in range(2):
        room.games.heard(Record(RECORD, data, is_asked=True))
    folder = tmp_path / "playtests"
    assert sorted(path.name for path in folder.iterdir()) == [
        f"{HASH}.yaml",
        "1.record",
        "2.record",
    ]
    assert (folder / f"{HASH}.yaml").read_bytes() == b"the cards"
    assert [game.name for game in room.host.told[-1].games] == ["2.record", "1.record"]
    room.do(room.host, Sit(saved="1.record"))
    assert room.tables[-1] == Record(RECORD, Data(0, str(room.games.path), b"the cards"))
    room.do(room.friend, Watch("2.record", 3))
    assert room.tables[-1] == Reel(
        "2.record", 3, RECORD, Data(0, str(room.games.path), b"the cards")
    )
    room.host.told.clear()
    moment = Moment("2.record", 3, 9, seen(-1))
    room.games.heard(moment)
    room.do(room.friend, Watch(None))
    room.games.heard(moment)
    assert room.friend.told.count(moment) == 1
    assert room.host.told == []  # who has not asked to see all sees nothing


def test_a_saved_game_is_deleted_by_the_designer(room: Room, tmp_path: Path) -> None:
    data = Data(1, str(room.games.path), b"the cards")
    room.games.heard(Record(RECORD, data, is_asked=True))
    room.do(room.host, DropGame("../cards.yaml"))
    assert "no saved game" in room.host.told[-2].words
    room.do(room.host, DropGame("1.record"))
    assert room.host.told[-1] == SavedGames([])
    assert list((tmp_path / "playtests").iterdir()) == [], "its cards go with it"


def test_a_moment_that_is_noted_is_kept_once_and_can_be_looked_at(
    room: Room, tmp_path: Path
) -> None:
    assert room.games.keep_moment() == ("", 0)
    data = Data(1, str(room.games.path), b"the cards")
    for moves in (7, 7, 8):
        room.games.heard(Record(f"{RECORD}{moves} moves\n", data, moves=moves))
        assert room.games.keep_moment() == (f"note-{moves - 6}.record", moves)
    assert sorted(path.name for path in (tmp_path / "playtests").iterdir()) == [
        f"{HASH}.yaml",
        "note-1.record",
        "note-2.record",
    ]
    room.do(room.host, Watch("note-2.record", 8))
    assert room.tables[-1] == Reel(
        "note-2.record", 8, f"{RECORD}8 moves\n", Data(0, str(room.games.path), b"the cards")
    )
    late = FakePage()
    room.games.opened(late)
    assert SavedGames([]) in late.told  # what was kept for a note is no saved game
    room.games.drawn(1, b"drawn")
    room.do(room.host, Sit(2))
    assert room.games.keep_moment() == ("", 0)  # of a game that is no more


@pytest.mark.parametrize(
    "name",
    [
        "3.record",
        "note-1/../3.record",
        "note-.record",
        "other-1.record",
        "../cards.yaml",
        "../../1.record",
        "/etc/passwd",
    ],
)
def test_only_games_in_their_folder_are_gone_on_with(room: Room, name: str) -> None:
    room.do(room.host, Sit(saved=name))
    assert isinstance(room.host.told[-1], Refused)
    assert room.tables == []


def test_nothing_is_written_into_a_game_that_came_with_the_tool(tmp_path: Path) -> None:
    room = Room(tmp_path, may_write=False)
    room.do(room.host, LayAside())
    assert isinstance(room.host.told[-1], Refused)
    assert room.tables == []


def test_who_opens_late_is_told_what_is_known(room: Room) -> None:
    odds = Odds(3, 200, 2, "random", [], [], 0.0, 200, [], True, False)
    for message in (
        EngineState("odds", "compiling", "a while"),
        EngineState("odds", "ready"),
        odds,
    ):
        room.games.heard(message)
    late = FakePage()
    room.games.opened(late)
    assert late.told[2:] == [odds]
    room.games.heard(Refused(-1, "what cannot be"))
    assert room.said == [("what cannot be", True)]


# ------------------------------------------------------------------------------------------ friends
class FakeFriend(Friend):
    """A friend's page that notes what goes out to it."""

    def __init__(self, seat: int) -> None:
        self.sent, self.ended = list[str](), list[bool]()
        super().__init__(seat, self.sent.append, lambda code: self.ended.append(True))

    def words(self) -> list[str]:
        return [json.loads(text)["t"] for text in self.sent]


class Party(Room):
    """A game of two people: the host at seat 1, a friend at seat 2."""

    def __init__(self, folder: Path) -> None:
        self.seats = Seats(Door(8000, names=("192.168.1.20",)))
        super().__init__(folder, seats=self.seats)
        for seat in (0, 1):
            self.games.heard(seen(seat))
        self.guest = self.sit(1)

    def sit(self, seat: int) -> FakeFriend:
        self.do(self.host, Invite(seat))
        friend = FakeFriend(seat)
        assert self.seats.join(friend, self.seats.invitations.given[-1].link.partition("#")[2])
        self.games.joined(friend)
        return friend


@pytest.fixture
def party(tmp_path: Path) -> Party:
    return Party(tmp_path)


def test_a_friend_is_told_of_their_seat_alone(party: Party) -> None:
    assert party.guest.words() == ["seated", "view"]
    assert isinstance(party.host.told[-1], Invitations)
    assert party.host.told[-1].given[0].pages == 1
    party.guest.sent.clear()
    data = Data(1, str(party.games.path), b"the cards")
    others: list[Any] = [
        seen(0),
        Refused(0, "no"),
        Moment("1.record", 0, 9, seen(-1)),
        SavedGames([]),
        Refused(-1, "x"),
    ]
    for message in (
        *others,
        Record(RECORD, data, is_asked=True),
        Odds(3, 200, 2, "random", [], [], 0.0, 200, [], True, False),
    ):
        party.games.heard(message)
        party.guest.tell(message)
    assert party.guest.sent == []
    party.games.heard(seen(1))
    party.games.heard(Refused(1, "no"))
    assert party.guest.words() == ["view", "refused"]


def test_a_friend_moves_for_their_seat_alone(party: Party) -> None:
    party.tables.clear()
    for message in (
        Choose(0, "draw", 0),
        Confirm(0),
        TakeBack(0),
        LayAside(),
        Sit(2),
        TakeSeat(0),
        Invite(0),
        Watch("1.record"),
        Keep("x"),
        TrustRules("0" * 64),
    ):
        party.games.hear_friend(party.guest, message)
    assert party.tables == []
    for message in (Choose(1, "draw", 0), Confirm(1), TakeBack(1)):
        party.games.hear_friend(party.guest, message)
    assert party.tables == [Choose(1, "draw", 0), Confirm(1), TakeBack(1)]
    party.do(party.host, Withdraw(1))
    assert party.guest.ended == [True]
    party.games.hear_friend(party.guest, Choose(1, "draw", 0))
    assert len(party.tables) == 3


def test_nobody_else_looks_from_a_seat_that_a_friend_has(party: Party) -> None:
    party.host.told.clear()
    party.tables.clear()
    party.do(party.host, TakeSeat(1))
    assert party.host.told == [Refused(-1, "a friend has seat 2: take it back first")]
    party.games.pages[party.host] = 1  # a page that looked from there before
    party.games.heard(seen(1))
    party.do(party.host, Choose(1, "draw", 0))
    assert (party.host.told[1:], party.tables) == ([], [])
    party.do(party.friend, Withdraw(1))
    party.do(party.host, TakeSeat(1))
    assert party.host.told[-1] == seen(1)


def test_who_opens_late_looks_from_a_seat_that_no_friend_has(party: Party) -> None:
    party.games.pages[party.host] = 1
    party.do(party.host, Invite(0))
    party.do(party.host, Withdraw(1))
    late = FakePage()
    party.games.opened(late)
    assert late.told[-1] == seen(1)


def test_seats_of_people_are_given_and_not_ones_own(party: Party) -> None:
    for seat in (0, 5, -1):
        party.host.told.clear()
        party.do(party.host, Invite(seat))
        assert [type(one) for one in party.host.told] == [Refused]
    assert [one.seat for one in party.seats.invitations.given] == [1]


def test_friends_keep_their_seats_for_the_next_game(party: Party) -> None:
    party.games.drawn(1, b"drawn")
    party.guest.sent.clear()
    party.do(party.host, Sit(2, "human,human"))
    assert party.guest.words() == ["seated"]
    party.games.heard(seen(1))
    assert party.guest.words() == ["seated", "view"]


def test_the_designer_agrees_to_rules_as_the_page_has_shown_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consent, "_state_home", lambda: tmp_path / "state")
    folder = tmp_path / "game"
    folder.mkdir()
    room = Room(folder)
    (folder / "rules.py").write_text("rules = 1\n", "utf-8")
    rules = consent.read_own_rules(folder)
    assert rules
    room.games.drawn(1, b"drawn")
    (folder / "rules.py").write_text("rules = 2\n", "utf-8")
    room.do(room.host, TrustRules(rules.digest))
    assert room.host.told[-1] == Refused(-1, "rules.py has changed: read it again")
    assert not consent.is_trusted(rules)
    (folder / "rules.py").write_text("rules = 1\n", "utf-8")
    before = len(room.odds)
    room.do(room.host, TrustRules(rules.digest))
    assert consent.is_trusted(rules)
    assert room.odds[before:] == [Data(1, str(room.games.path), b"drawn")]
