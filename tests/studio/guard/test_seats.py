"""Seats for friends: a link opens its own seat for as long as it holds, and a friend's page hears
what its seat may know.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from studio.guard.guarding import Door
from studio.guard.seats import (
    CROWDED,
    LONGEST_NOTE,
    MINUTE,
    MOST_NOTED,
    MOST_PAGES,
    NOTED_A_MINUTE,
    Friend,
    Seats,
)
from studio.protocol.actions import ACTIONS, SPECTATOR
from studio.protocol.messages import MESSAGES, AddNote
from studio.protocol.played import Choose, Confirm, Refused, Seated, Seen, TakeBack
from tests.studio.protocol.test_messages import sample

HEARD = {
    "wall",
    "shelves",
    "faces",
    "card_set",
    "view",
    "refused",
    "seated",
    "kept",
    "table_view",
    "table_pointed",
    "table_gone",
}


class Phone(Friend):
    """A page that notes what is sent, and whether it was sent away."""

    def __init__(self, seat: int) -> None:
        self.sent, self.code = list[dict[str, Any]](), 0
        super().__init__(seat, lambda text: self.sent.append(json.loads(text)), self.go)

    def go(self, code: int) -> None:
        self.code = code

    @property
    def is_away(self) -> bool:
        return self.code > 0


@pytest.fixture
def seats() -> Seats:
    return Seats(Door(8000, names=("192.168.1.20",)))


def token(seats: Seats, seat: int) -> str:
    link = next(one.link for one in seats.invitations.given if one.seat == seat)
    assert link.startswith("http://192.168.1.20:8000/#")
    return link.partition("#")[2]


def test_a_link_opens_its_own_seat(seats: Seats) -> None:
    seats.give(1)
    seats.give(3)
    assert len({token(seats, 1), token(seats, 3)}) == 2
    assert len(token(seats, 1)) > 40
    assert (seats.seat_of(token(seats, 1)), seats.seat_of(token(seats, 3))) == (1, 3)
    for other in ("", "x", token(seats, 1)[:-1], token(seats, 1) + "x", "\ud800", "é"):
        assert seats.seat_of(other) is None
    assert not seats.join(Phone(3), token(seats, 1))
    assert not seats.join(Phone(1), "")


def test_a_new_link_ends_the_old_one(seats: Seats) -> None:
    seats.give(1)
    seats.give(2)
    old, phone, other = token(seats, 1), Phone(1), Phone(2)
    assert seats.join(phone, old)
    assert seats.join(other, token(seats, 2))
    seats.give(1)
    assert (phone.is_away, other.is_away) == (True, False)
    assert seats.seat_of(old) is None
    assert not seats.join(Phone(1), old)
    seats.take_back(2)
    assert other.is_away
    assert [one.seat for one in seats.invitations.given] == [1]


def test_a_seat_is_open_in_few_pages(seats: Seats) -> None:
    seats.give(0)
    phones = [Phone(0) for _ in range(MOST_PAGES + 1)]
    for phone in phones:
        assert seats.join(phone, token(seats, 0))
    assert [phone.code for phone in phones] == [CROWDED] + [0] * MOST_PAGES
    assert seats.invitations.given[0].pages == MOST_PAGES
    seats.leave(phones[0])
    seats.leave(phones[1])
    assert seats.invitations.given[0].pages == MOST_PAGES - 1


def test_the_code_says_the_link(seats: Seats) -> None:
    seats.give(0)
    (invitation,) = seats.invitations.given
    assert invitation.wide > 20
    assert invitation.path.startswith("M0 0h7v1h-7z")  # its corner


@pytest.mark.parametrize("word", MESSAGES)
def test_a_friend_hears_faces_and_their_own_seat(word: str) -> None:
    message, phone = sample(MESSAGES[word]), Phone(7)  # a sample's seat is 7
    phone.tell(message)
    assert [one["t"] for one in phone.sent] == ([word] if word in HEARD else [])
    other = Phone(6)
    other.tell(message)
    assert bool(other.sent) == (word in ("wall", "shelves", "faces", "card_set", "kept"))
    assert phone.may_say(message) == (
        type(message) in (Choose, Confirm, TakeBack, AddNote, *ACTIONS.values())
    )
    assert other.may_say(message) == isinstance(message, AddNote)


def test_who_only_watches_says_nothing() -> None:
    watcher = Phone(SPECTATOR)
    for sort in MESSAGES.values():
        message = sample(sort)
        assert not watcher.may_say(
            replace(message, seat=SPECTATOR) if hasattr(message, "seat") else message
        )


def test_a_friend_is_told_nothing_that_only_a_designer_needs() -> None:
    phone = Phone(7)
    phone.tell(sample(MESSAGES["wall"]))
    assert (phone.sent[0]["palette"], phone.sent[0]["icons"]) == ({}, [])
    assert {type(sample(MESSAGES[word])) for word in ("view", "refused", "seated")} == {
        Seen,
        Refused,
        Seated,
    }


def test_a_seats_notes_are_short_few_and_seldom(seats: Seats) -> None:
    seats.give(0)
    seats.give(1)
    assert "at most 500 characters" in seats.why_not_note(0, "x" * (LONGEST_NOTE + 1), 0.0)
    for _ in range(NOTED_A_MINUTE):
        assert seats.why_not_note(0, "x" * LONGEST_NOTE, 0.0) == ""
    assert "a minute" in seats.why_not_note(0, "x", MINUTE - 1)
    assert seats.why_not_note(1, "x", MINUTE - 1) == ""  # another seat has its own
    for number in range(MOST_NOTED - NOTED_A_MINUTE):
        assert seats.why_not_note(0, "x", MINUTE * (number + 2)) == ""
    assert "another link" in seats.why_not_note(0, "x", MINUTE * 1000)
    seats.give(0)
    assert seats.why_not_note(0, "x", MINUTE * 1000) == ""
