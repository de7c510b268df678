"""Notes in the studio: kept with what they are about, told with what has changed since, opened
where they were made.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.data.loading import load_game
from generator.face.press import Press
from rules_check.log.cards import data_of
from rules_check.log.notes import NoteError, read_notes
from studio.desk.notes import Author, Notebook
from studio.guard.guarding import Door
from studio.guard.seats import Friend, Seats
from studio.protocol.messages import AddNote
from tests.conftest import meanwhile
from tests.studio.conftest import Studio, make_small_game, open_page, run_studio, until
from tests.studio.server.test_serving import hello
from tests.studio.test_page import barriers

NOBODY = Author("", 0)


class Book:
    """A notebook of a small game, with a game at the table after 12 moves."""

    def __init__(self, folder: Path) -> None:
        self.path = make_small_game(folder)
        self.notebook = Notebook(
            self.path, lambda is_free: ("1.table", 3) if is_free else ("note-1.record", 12)
        )
        self.load()

    def load(self) -> None:
        self.game = load_game(self.path)
        self.press = Press(self.game)

    def add(self, asked: AddNote, author: Author = NOBODY) -> None:
        self.notebook.add(asked, author, self.game, self.press)

    def edit(self, old: str, new: str) -> None:
        text = self.path.read_text(encoding="utf-8")
        assert old in text
        self.path.write_text(text.replace(old, new, 1), encoding="utf-8")
        self.load()

    @property
    def told(self) -> list[Any]:
        return self.notebook.told(self.game, self.press).notes


@pytest.fixture
def book(tmp_path: Path) -> Book:
    return Book(tmp_path)


def test_a_note_is_kept_with_what_it_is_about(book: Book) -> None:
    book.add(AddNote(" Too dear. ", "tib"))
    book.add(AddNote("Now it drags.", at_table=True), Author("seat 2", 2))
    book.add(AddNote("Fun!", "no-such-card"))
    card, moment, whole = read_notes(book.path.parent)
    assert (card.number, card.text, card.card, card.record, card.seat) == (
        1,
        "Too dear.",
        "tib",
        "",
        0,
    )
    assert card.mark == book.press.fingerprint(book.game.cards["tib"])
    assert (card.version, card.data) == ("1.2.3", data_of(book.game))
    assert (moment.who, moment.card, moment.record, moment.move, moment.seat) == (
        "seat 2",
        "",
        "note-1.record",
        12,
        2,
    )
    assert (whole.card, whole.mark) == ("", "")
    with pytest.raises(NoteError, match="needs text"):
        book.add(AddNote("  "))


def test_a_note_says_whether_its_card_has_changed_since(book: Book) -> None:
    book.add(AddNote("Too dear.", "tib"))
    book.add(AddNote("Fun!"))
    assert [(one.is_changed, one.is_now) for one in book.told] == [(False, True)] * 2
    book.edit("name: Pike", "name: Otter")
    assert [(one.is_changed, one.is_now) for one in book.told] == [(False, True)] * 2
    book.edit("name: Tib", "name: Tabitha")
    assert [(one.is_changed, one.is_now) for one in book.told] == [(True, True), (False, True)]
    book.edit("name: Tabitha", "name: Tib")
    book.edit("cost: 3", "cost: 8")
    assert [(one.is_changed, one.is_now) for one in book.told] == [(False, False)] * 2


def test_a_note_that_is_still_true_asks_no_more(book: Book) -> None:
    book.add(AddNote("Too dear.", "tib"), Author("seat 2", 2))
    book.add(AddNote("Fun!"))
    book.edit("name: Tib", "name: Tabitha")
    book.edit("cost: 3", "cost: 8")
    book.notebook.renew(1, book.game, book.press)
    assert [(one.is_changed, one.is_now) for one in book.told] == [(False, True), (False, False)]
    book.notebook.renew(2, book.game, book.press)
    assert [(one.text, one.who, one.is_now) for one in book.told] == [
        ("Too dear.", "seat 2", True),
        ("Fun!", "", True),
    ]
    book.edit("tib:", "otter:")
    book.notebook.renew(1, book.game, book.press)  # of a card that is gone nothing is true
    assert book.told[0].is_changed


def test_what_others_wrote_into_the_file_stays(book: Book) -> None:
    other = Notebook(book.path, lambda is_free: ("", 0))
    book.add(AddNote("mine"))
    other.add(AddNote("theirs", at_table=True), NOBODY, book.game, book.press)
    book.notebook.drop(1)
    assert [(one.number, one.text, one.record) for one in book.told] == [(2, "theirs", "")]
    (book.path.parent / "playtests" / "notes.jsonl").write_text("nothing\n", encoding="utf-8")
    with pytest.raises(NoteError, match=r"notes\.jsonl cannot be read: this line is not JSON"):
        book.add(AddNote("more"))
    assert (book.path.parent / "playtests" / "notes.jsonl").read_text(
        encoding="utf-8"
    ) == "nothing\n"


def test_two_notes_kept_at_once_are_both_kept(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    other = Notebook(book.path, lambda is_free: ("", 0))

    def note() -> None:
        other.add(AddNote("Theirs."), NOBODY, book.game, book.press)

    meanwhile(monkeypatch, note)
    book.add(AddNote("Ours."))
    assert [(note.number, note.text) for note in read_notes(book.path.parent)] == [
        (1, "Theirs."),
        (2, "Ours."),
    ]


def test_a_friend_notes_something_under_their_seat(studio: Studio) -> None:
    desk, sent = studio.desk, list[str]()
    until(lambda: desk.workshop.game is not None, "it is drawn")
    desk.seats = Seats(Door(8000, names=("192.168.1.20",)))
    friend = Friend(1, sent.append, lambda code: None)
    seats, heard = desk.seats, threading.Event()
    desk.hear(friend, AddNote("from nobody"))  # who has no seat
    desk.jobs.put(heard.set)
    assert heard.wait(20)
    seats.friends.append(friend)
    desk.hear(friend, AddNote("Too dear.\x1b[2J", "tib"))
    desk.hear(friend, AddNote(" "))
    until(lambda: len(sent) == 2, "both are answered")
    assert [json.loads(text)["t"] for text in sent] == ["kept", "refused"]
    assert [(one.who, one.text) for one in read_notes(studio.folder)] == [
        ("seat 2", "Too dear. [2J")
    ]


def test_nothing_is_noted_in_a_game_that_came_with_the_tool(studio: Studio) -> None:
    until(lambda: studio.desk.workshop.game is not None, "it is drawn")
    studio.desk.copies = Path("copy")
    with hello(studio) as opened:
        opened.send('{"t": "note", "text": "x"}')
        while (said := json.loads(opened.recv(10)))["t"] != "remark":
            pass
        assert "save a copy first" in said["text"]
    studio.desk.copies = None
    assert not (studio.folder / "playtests").exists()


@pytest.fixture
def noted(tmp_path: Path, browser: Any) -> Iterator[Any]:
    make_small_game(tmp_path / "game")
    for studio in run_studio(tmp_path / "game"):
        until(lambda studio=studio: studio.desk.workshop.game is not None, "it is drawn")
        yield from open_page(studio, browser, viewport={"width": 1400, "height": 900})


@pytest.mark.slow
def test_notes_are_written_beside_the_card_and_listed(noted: Any) -> None:
    page = noted
    page.get_by_text("Add a note").click()
    page.get_by_label("A note on Tib").fill("Nobody wanted it.")
    page.get_by_label("A note on Tib").press("Control+Enter")
    until(lambda: page.locator(".badge.noted").count() == 1, "the card bears it")
    assert page.get_by_label("A note on Tib").input_value() == ""
    assert "1 noted" in page.locator(".card[aria-pressed=true] .unseen").inner_text()
    page.get_by_label("name of tib").fill("Tabitha")
    page.get_by_text("The card has changed since: still true?").wait_for()
    page.get_by_role("button", name="Still true: “Nobody wanted it.”").click()
    until(lambda: page.get_by_text("still true?").count() == 0, "it is answered")
    page.get_by_label("name of tib").fill("Tab")
    page.get_by_text("The card has changed since: still true?").wait_for()
    page.get_by_role("button", name="Notes", exact=True).click()
    page.get_by_label("A note on the whole game").fill("<b>Fun</b>")
    page.get_by_role("button", name="Note it").click()
    until(lambda: page.locator("li.note").count() == 2, "both are listed")
    assert page.locator(".said").first.inner_text() == "<b>Fun</b>"
    assert barriers(page) == []
    page.get_by_label("Which notes").select_option("before")
    assert page.locator(".said").all_inner_texts() == ["Nobody wanted it."]
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Delete the note").click()
    until(lambda: page.get_by_text("No note matches.").count() == 1, "it is deleted")
    page.get_by_label("Which notes").select_option("all")
    page.get_by_label("by card").check()
    assert page.locator("main h2").all_inner_texts() == ["The game"]
