"""Seats for friends in the local network: a secret link for each, and the messages that a friend's
page receives and may send.

In: seats, tokens, messages to all pages. Out: links and QR codes; for a friend's page, only what
its seat may know. Knows no sockets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache

from studio.guard.guarding import Door, are_same, new_token
from studio.protocol.actions import ACTIONS, SPECTATOR, Pointed, TableGone, TableView
from studio.protocol.listener import Listener
from studio.protocol.messages import AddNote, CardSet, Faces, Kept, Shelves, Wall, write_message
from studio.protocol.played import (
    Choose,
    Confirm,
    Invitation,
    Invitations,
    Refused,
    Seated,
    Seen,
    TakeBack,
)

SAID = (Choose, Confirm, TakeBack, *ACTIONS.values())
"""The messages that a friend's page may send, about its own seat; it may also send notes."""
MOST_PAGES = 4
"""How many pages a seat may be open in at once; one more closes the oldest, for example if a phone
comes back before the server noticed that it had gone.
"""
WITHDRAWN, CROWDED = 4401, 4409
"""The codes with which a page is sent away: its link is no longer valid, or (CROWDED) newer pages
have its seat.
"""
MOST_NOTED, NOTED_A_MINUTE, LONGEST_NOTE = 100, 6, 500
"""Notes of one seat while its link holds, how many of them in a minute, and their characters."""
MINUTE = 60.0


class Friend:
    """A page with the link of a seat. `send` takes a message as text, `end` sends the page away;
    both on any thread.
    """

    def __init__(self, seat: int, send: Callable[[str], None], end: Callable[[int], None]) -> None:
        self.seat, self._send, self.end = seat, send, end

    def tell(self, message: object) -> None:
        """Pass on what the seat may know; all other messages are dropped."""
        if isinstance(message, Wall):
            message = replace(message, palette={}, icons=[])
        elif isinstance(message, Seen | Refused | Seated | TableView | Pointed | TableGone):
            if message.seat != self.seat:
                return
        elif not isinstance(message, Faces | Shelves | CardSet | Kept):
            return
        self._send(write_message(message))

    def may_say(self, message: object) -> bool:
        """Return whether a message is one that this page may send."""
        if self.seat == SPECTATOR:
            return False
        return isinstance(message, AddNote) or (
            isinstance(message, SAID) and getattr(message, "seat", None) == self.seat
        )


class Seats:
    """The seats and their friends. `seat_of` may be called on any thread; everything else belongs
    to the desk's.
    """

    is_open = True
    """Whether friends can take seats at all."""

    def __init__(self, door: Door) -> None:
        self.door = door
        self.friends = list[Friend]()
        self._tokens = dict[int, str]()
        self._noted = dict[int, list[float]]()

    def give(self, seat: int) -> None:
        """Make a link for a seat; an older link becomes invalid, and its pages are sent away."""
        self.take_back(seat)
        self._tokens[seat] = new_token()

    def take_back(self, seat: int) -> None:
        """Make the link of a seat invalid, and send its pages away."""
        self._tokens.pop(seat, None)
        self._noted.pop(seat, None)
        for friend in [friend for friend in self.friends if friend.seat == seat]:
            self.friends.remove(friend)
            friend.end(WITHDRAWN)

    def is_given(self, seat: int) -> bool:
        return seat in self._tokens

    def seat_of(self, token: str) -> int | None:
        """Return the seat for a token; None for any other text."""
        for seat, seat_token in self._tokens.copy().items():
            if are_same(token, seat_token):
                return seat
        return None

    def join(self, friend: Friend, token: str) -> bool:
        """Let a page in; returns False if its link is no longer valid."""
        if self.seat_of(token) != friend.seat:
            return False
        same = [other for other in self.friends if other.seat == friend.seat]
        for oldest in same[: max(0, len(same) + 1 - MOST_PAGES)]:
            self.friends.remove(oldest)
            oldest.end(CROWDED)
        self.friends.append(friend)
        return True

    def why_not_note(self, seat: int, text: str, now: float) -> str:
        """Return why a seat may not send a note now, a time in seconds; empty if it may, and then
        counts the note.
        """
        times = self._noted.setdefault(seat, [])
        if len(text) > LONGEST_NOTE:
            return f"expected a note of at most {LONGEST_NOTE} characters, found {len(text):,}"
        if len(times) >= MOST_NOTED:
            return (
                f"this seat has already made {MOST_NOTED} notes: ask for another link to continue"
            )
        if sum(time > now - MINUTE for time in times) >= NOTED_A_MINUTE:
            return f"a seat can note at most {NOTED_A_MINUTE} times a minute: wait a moment"
        times.append(now)
        return ""

    def leave(self, friend: Friend) -> None:
        if friend in self.friends:
            self.friends.remove(friend)

    def tell(self, pages: Iterable[Listener]) -> None:
        """Tell pages who has which seat."""
        for page in pages:
            page.tell(self.invitations)

    @property
    def invitations(self) -> Invitations:
        return Invitations(list(map(self._invitation, sorted(self._tokens))))

    def _invitation(self, seat: int) -> Invitation:
        link = self.door.address_with(self._tokens[seat])
        return Invitation(
            seat, link, *_qr(link), sum(friend.seat == seat for friend in self.friends)
        )


class ClosedSeats(Seats):
    """The seats of a studio that friends cannot reach: none is given, and pages show none."""

    is_open = False

    def __init__(self) -> None:
        super().__init__(Door(0))

    def tell(self, pages: Iterable[Listener]) -> None:
        pass


@cache
def _qr(link: str) -> tuple[str, int]:
    from generator.face.codes import qr_path

    return qr_path(link)
