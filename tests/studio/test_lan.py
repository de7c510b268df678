"""What is open to the local network: seats for friends, and nothing else, whatever they try."""

from __future__ import annotations

import contextlib
import json
import socket
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from studio.desk.desk import Desk
from studio.guard.guarding import Guard
from studio.guard.seats import LONGEST_NOTE, MOST_PAGES, NOTED_A_MINUTE, Seats
from studio.protocol.messages import MESSAGES, AddNote, write_message
from studio.protocol.played import Choose, Data, Record
from studio.server.serving import (
    BAD_TOKEN,
    MAX_FROM_FRIENDS,
    MOST_FROM_ONE,
    PACE,
    SEAT_FILES,
    listen,
    own_address,
)
from tests.studio.conftest import Studio, make_small_game, open_address, run_studio, until
from tests.studio.play.test_games import FakeEngine, seen
from tests.studio.protocol.test_messages import sample
from tests.studio.server.test_serving import SVG, get, hello

HEARD = {
    "table_view",
    "table_pointed",
    "table_gone",
    "seated",
    "wall",
    "faces",
    "card_set",
    "view",
    "refused",
    "kept",
}


def with_fakes(desk: Desk) -> None:
    """Let nobody play: what the table is told is noted."""
    desk.games.odds = desk.games.tables = FakeEngine("both", desk.games.heard)  # type: ignore[assignment]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    folder = tmp_path_factory.mktemp("lan") / "game"
    make_small_game(folder)
    for studio in run_studio(folder, plays=True, with_friends=True, prepare=with_fakes):
        until(lambda studio=studio: len(studio.desk.workshop.shown) == 3, "the cards are drawn")
        yield studio


@pytest.fixture
def party(house: Studio, monkeypatch: pytest.MonkeyPatch) -> Studio:
    """A studio with a table of three people; seats 2 and 3 are given to friends."""
    monkeypatch.setattr("studio.server.serving.PACE", 0.001)
    games, seats = house.desk.games, house.seats
    assert games is not None
    assert seats is not None
    games.tables.said.clear()  # type: ignore[attr-defined]
    for seat in (0, 1, 2):
        games.heard(replace(seen(seat), line_up=["human"] * 3, story=[f"for seat {seat} alone"]))
    seats.give(1)
    seats.give(2)
    return house


def door(studio: Studio) -> Guard:
    """Return the door of friends as one to ask at, with the token of seat 2."""
    assert studio.seats is not None
    return Guard(
        studio.seats.door.port, names=studio.seats.door.names, token=token(studio.seats, 1)
    )


def token(seats: Seats, seat: int) -> str:
    return next(
        (one.link.partition("#")[2] for one in seats.invitations.given if one.seat == seat), ""
    )


def ask(
    studio: Studio, path: str, headers: dict[str, str] | None = None, bearing: str | None = None
) -> tuple[int, bytes, Any]:
    """Ask the server of friends for a path."""
    bearer = {} if bearing is None else {"Authorization": f"Bearer {bearing}"}
    return get(replace(studio, guard=door(studio)), path, {**(headers or {}), **bearer})


@contextlib.contextmanager
def call(studio: Studio, secret: str | None = None, **other: Any) -> Iterator[ClientConnection]:
    """Open a socket at the server of friends; with `secret` give a token."""
    port = door(studio).port
    how = {"host": f"127.0.0.1:{port}", "origin": f"http://127.0.0.1:{port}", **other}
    plain = socket.create_connection(("127.0.0.1", port))
    with connect(
        f"ws://{how['host']}/socket", sock=plain, origin=how["origin"], max_size=None, proxy=None
    ) as opened:
        if secret is not None:
            opened.send(json.dumps({"t": "hello", "token": secret}))
        yield opened


def heard(opened: ClientConnection, until_word: str = "view") -> list[dict[str, Any]]:
    """Read what a socket is told, up to a message of a sort."""
    found: list[dict[str, Any]] = []
    while not found or found[-1]["t"] != until_word:
        found.append(json.loads(opened.recv(10)))
    return found


def closed(opened: ClientConnection) -> int | None:
    """Read on until a socket is closed; return the code."""
    try:
        while True:
            opened.recv(10)
    except ConnectionClosed as found:
        return None if found.rcvd is None else found.rcvd.code


def tables(studio: Studio) -> list[Any]:
    return studio.desk.games.tables.said  # type: ignore[attr-defined, no-any-return]


# ------------------------------------------------------------------------------------ what is there
def test_a_link_shows_its_seat_and_plays_it(party: Studio) -> None:
    with call(party, door(party).token) as opened:
        told = heard(opened)
        assert {one["t"] for one in told} == {"seated", "wall", "faces", "view"}
        assert (told[-1]["seat"], told[-1]["story"]) == (1, ["for seat 1 alone"])
        until(lambda: party.seats and party.seats.invitations.given[0].pages == 1, "it is here")
        opened.send(write_message(Choose(1, "draw", 0)))
        until(lambda: tables(party)[-1:] == [Choose(1, "draw", 0)], "the move is made")
    until(lambda: party.seats and party.seats.invitations.given[0].pages == 0, "it is gone")


def test_its_page_is_there_without_a_token_and_carries_the_policy(party: Studio) -> None:
    own = door(party)
    assert party.seats
    assert b"/page/seat.js" in ask(party, "/")[1]
    for path in ("/", *(f"/page/{name}" for name in sorted(SEAT_FILES)), "/page/none.js"):
        status, _, headers = ask(party, path)
        assert status == (404 if "none" in path else 200), path
        assert headers["Set-Cookie"] is None
        for name, value in party.seats.door.headers.items():
            assert headers.get_all(name) == [value], (path, name)
    policy = own.headers["Content-Security-Policy"]
    assert f"ws://127.0.0.1:{own.port};" in policy
    assert f":{party.guard.port}" not in policy
    assert ask(party, "/font/Source%20Sans%20Pro/700/italic")[0] == 200


def test_a_friend_sees_the_pictures_of_faces_and_no_others(
    party: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("art.svg", "plan.svg"):
        (party.folder / name).write_text(SVG, encoding="utf-8")
    secret, shown = door(party).token, party.desk.workshop.shown

    def is_seen() -> bool:
        monkeypatch.setitem(
            shown, "tib", replace(shown["tib"], svg='<svg><image href="picture:art.svg#1f"/></svg>')
        )
        return ask(party, "/picture?name=art.svg", bearing=secret)[0] == 200

    until(
        is_seen, "the picture is served"
    )  # for new files in the folder all is drawn again, which may come in between
    for name in (
        "plan.svg",
        "art.svg#1f",
        "art",
        "./art.svg",
        "cards.yaml",
        "../game/art.svg",
        "",
        "templates/card.svg.j2",
    ):
        assert ask(party, f"/picture?name={name}", bearing=secret)[0] == 404, name
    for other in (None, "", "no", party.guard.token):
        assert ask(party, "/picture?name=art.svg", bearing=other)[0] == 401


# ------------------------------------------------------------------------------------------ attacks
NOT_THERE = [
    "/page/main.js",
    "/page/index.html",
    "/page/grid.js",
    "/page/vendor/codemirror.js",
    "/page/vendor/README.md",
    "/page/../desk.py",
    "/page/..%2fdesk.py",
    "/page/./main.js",
    "/page/seat.js%2f..%2fmain.js",
    "/page//seat.js",
    "/sheet/0",
    "/cards.yaml",
    "/socket",
]


def test_the_designers_page_is_not_there(party: Studio) -> None:
    for path in NOT_THERE:
        for bearing in (None, door(party).token, party.guard.token):
            assert ask(party, path, bearing=bearing)[0] == 404, path


@pytest.mark.parametrize(
    "host",
    ["evil.example", "127.0.0.1", "localhost:{port}", "127.0.0.1:{desk}", "[::1]:{port}", ""],
)
def test_another_host_gets_nothing(party: Studio, host: str) -> None:
    host = host.format(port=door(party).port, desk=party.guard.port)
    status, body, _ = ask(party, "/", {"Host": host})
    assert status in (400, 403)
    assert b"<html" not in body
    if host:
        with pytest.raises(InvalidStatus), call(party, host=host):
            pass


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:{desk}", None])
def test_another_page_gets_no_socket(party: Studio, origin: str | None) -> None:
    with (
        pytest.raises(InvalidStatus),
        call(party, origin=origin and origin.format(desk=party.guard.port)),
    ):
        pass


@pytest.mark.parametrize(
    "first",
    ["{}", "[", "[" * 4000, '{"t": "hello", "token": "\\ud800"}', '{"t": "view"}', b"bytes"],
)
def test_without_a_token_a_socket_is_closed_and_told_nothing(
    party: Studio, first: str | bytes
) -> None:
    with call(party) as opened:
        opened.send(first)
        with pytest.raises(ConnectionClosed) as found:
            opened.recv(10)
    assert found.value.rcvd is not None
    assert found.value.rcvd.code == BAD_TOKEN


def test_tokens_open_their_own_door_alone(party: Studio) -> None:
    with call(party, party.guard.token) as opened:
        assert closed(opened) == BAD_TOKEN
    with (
        pytest.raises(ConnectionClosed),
        hello(replace(party, guard=replace(party.guard, token=door(party).token))),
    ):
        pass
    seat = {"Authorization": f"Bearer {door(party).token}"}
    assert get(party, "/picture?name=art.svg", seat)[0] == 401
    assert get(party, "/sheet/0", seat)[0] == 401


def test_a_friend_cannot_say_what_a_designer_says(party: Studio) -> None:
    """Every message there is, for every seat: the desk stays as it was, and nothing is told that a
    friend may not hear.
    """
    before = party.desk.draft.text
    files = {path: path.read_bytes() for path in party.folder.rglob("*") if path.is_file()}
    said = list(tables(party))
    with call(party, door(party).token) as opened:
        heard(opened)
        for sort in set(MESSAGES.values()) - {AddNote}:  # which they may
            message = sample(sort)
            for seat in (0, 2, 7) if hasattr(message, "seat") else (None,):
                opened.send(
                    write_message(message if seat is None else replace(message, seat=seat))[
                        :MAX_FROM_FRIENDS
                    ]
                )
        opened.send(write_message(Choose(1, "the last", 0)))
        until(lambda: Choose(1, "the last", 0) in tables(party), "all is heard")
        party.desk.games.heard(Record("secret", Data(1, str(party.file), b"")))
        for seat in (0, 2, 1):
            party.desk.games.heard(seen(seat))
        told = heard(opened)
    assert {one["t"] for one in told} <= HEARD
    assert {one["seat"] for one in told if "seat" in one} == {1}
    assert [one for one in tables(party) if one not in said] == [Choose(1, "the last", 0)]
    assert party.desk.draft.text == before
    assert {path: path.read_bytes() for path in party.folder.rglob("*") if path.is_file()} == files
    assert party.seats is not None
    assert [one.seat for one in party.seats.invitations.given] == [1, 2]


def test_two_friends_are_told_apart(party: Studio) -> None:
    assert party.seats is not None
    with call(party, token(party.seats, 1)) as one, call(party, token(party.seats, 2)) as other:
        assert [heard(opened)[-1]["story"] for opened in (one, other)] == [
            ["for seat 1 alone"],
            ["for seat 2 alone"],
        ]
        for seat in (0, 1, 2, 1, 2):
            party.desk.games.heard(replace(seen(seat), made=9))
        for opened, seat in ((one, 1), (other, 2)):
            assert [heard(opened)[-1]["seat"] for _ in range(2)] == [seat, seat]


def test_what_the_designer_edits_reaches_friends_as_faces_alone(party: Studio) -> None:
    with call(party, door(party).token) as opened, hello(party) as designer:
        heard(opened)
        cell = {
            "t": "cell",
            "seq": 1,
            "section": "kinds",
            "name": "card",
            "entry": "tib",
            "field": "name",
            "value": "Tabitha",
        }
        designer.send(json.dumps(cell))
        told = heard(opened, "faces")
        assert "Tabitha" in json.dumps(told[-1])
        assert {one["t"] for one in told} <= HEARD


def test_a_seat_that_is_taken_back_is_closed_at_once(party: Studio) -> None:
    secret = door(party).token
    with call(party, secret) as opened, hello(party) as designer:
        heard(opened)
        designer.send('{"t": "withdraw", "seat": 1}')
        assert closed(opened) == BAD_TOKEN
    with call(party, secret) as again:
        assert closed(again) == BAD_TOKEN


def test_the_designer_alone_gives_seats_and_gets_their_links(party: Studio) -> None:
    with hello(party) as designer:
        before = heard(designer, "invitations")[-1]["given"]
        designer.send('{"t": "invite", "seat": 1}')
        given = heard(designer, "invitations")[-1]["given"]
    assert [one["seat"] for one in given] == [1, 2]
    assert before[0]["link"] != given[0]["link"]
    assert before[1] == given[1]
    assert given[0]["link"].startswith(f"http://127.0.0.1:{door(party).port}/#")


def test_a_message_that_is_too_long_ends_its_socket_alone(party: Studio) -> None:
    with call(party, door(party).token) as other, call(party, door(party).token) as opened:
        heard(other)
        heard(opened)
        opened.send(write_message(Choose(1, "x" * MAX_FROM_FRIENDS, 0)))
        assert closed(opened) in (None, 1009)
        other.send(write_message(Choose(1, "draw", 0)))
        until(lambda: tables(party)[-1:] == [Choose(1, "draw", 0)], "the other goes on")


def test_who_sends_much_waits(party: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("studio.server.serving.PACE", PACE)
    with call(party, door(party).token) as opened:
        heard(opened)
        before = len(tables(party))
        for made in range(200):
            opened.send(write_message(Choose(1, "draw", made)))
        started = time.monotonic()
        until(lambda: len(tables(party)) > before + 4, "a few are heard")
        assert len(tables(party)) - before < 8 + (time.monotonic() - started) / PACE
        opened.close_timeout = 0.1  # what it still has to say would take it long


def test_one_address_has_few_connections(party: Studio) -> None:
    with contextlib.ExitStack() as stack:
        opened = [
            stack.enter_context(socket.create_connection(("127.0.0.1", door(party).port)))
            for _ in range(MOST_FROM_ONE + 8)
        ]
        late = opened[-1]
        late.settimeout(10)
        with contextlib.suppress(ConnectionResetError):
            assert late.recv(1) == b""  # it was closed, and not waited for
        assert get(party, "/")[0] == 200  # the designer's own page is another server
    until(lambda: _answers(party), "there is room again")


def _answers(studio: Studio) -> bool:
    with contextlib.suppress(OSError):
        return ask(studio, "/")[0] == 200
    return False


def test_a_page_that_is_asleep_keeps_nobody_waiting(party: Studio) -> None:
    with call(party, door(party).token) as asleep, hello(party) as designer:
        heard(asleep)
        for made in range(200):
            party.desk.games.heard(replace(seen(1), made=made))
        designer.send('{"t": "nonsense"}')
        heard(designer, "remark")
        assert [heard(asleep)[-1]["made"] for _ in range(200)] == list(range(200))


def test_a_network_address_is_one_of_ours_or_none() -> None:
    found = own_address()
    if found is not None:
        with listen(0, found) as opened:
            assert opened.getsockname()[0] == found
            assert not found.startswith("127.")


@pytest.mark.slow
def test_the_oldest_of_five_pages_is_told_why_it_ends(party: Studio, browser: Any) -> None:
    secret = door(party).token
    assert party.seats is not None
    for phone in open_address(f"http://127.0.0.1:{door(party).port}/#{secret}", "#app p", browser):
        until(lambda: len(party.seats.friends) == 1, "the first is there")  # type: ignore[union-attr]
        with contextlib.ExitStack() as pages:
            for number in range(2, MOST_PAGES + 2):
                opened = pages.enter_context(call(party, secret))
                heard(opened, "seated")
                until(
                    lambda number=number: len(party.seats.friends) == min(number, MOST_PAGES),
                    "another",
                )  # type: ignore[misc, union-attr]
            phone.get_by_text("This seat is open in newer pages").wait_for()
            phone.wait_for_timeout(400)  # it does not come back by itself
            assert len(party.seats.friends) == MOST_PAGES


def emptied(field: Any) -> None:
    """Wait until what was typed is taken, and the field is empty."""
    until(lambda: field.input_value() == "", "it is kept")


@pytest.mark.slow
def test_a_friends_notes_have_limits_which_their_page_says(party: Studio, browser: Any) -> None:
    secret = door(party).token
    for phone in open_address(
        f"http://127.0.0.1:{door(party).port}/#{secret}",
        "main.table",
        browser,
        viewport={"width": 390, "height": 844},
    ):
        phone.get_by_text("A note", exact=True).click()
        field, button = phone.locator(".note-form textarea"), phone.get_by_text("Note it")
        field.fill("x" * (LONGEST_NOTE + 1))
        button.click()
        phone.get_by_text(f"at most {LONGEST_NOTE} characters").wait_for()
        assert len(field.input_value()) == LONGEST_NOTE + 1  # what was typed is not lost
        for number in range(NOTED_A_MINUTE):
            field.fill(f"Note {number}")
            button.click()
            emptied(field)
        field.fill("One too many")
        button.click()
        phone.get_by_text(f"at most {NOTED_A_MINUTE} times a minute").wait_for()
        assert field.input_value() == "One too many"
    notes = (party.folder / "playtests/notes.jsonl").read_text("utf-8")
    assert (notes.count("Note 5"), notes.count("One too many"), "xxx" in notes) == (1, 0, False)
