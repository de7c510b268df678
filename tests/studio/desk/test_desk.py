"""Edits of several pages: what each is told, what becomes of the text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from generator.data.opening import CannotRead
from generator.data.problems import Problems
from generator.data.source import read_source
from studio.desk.desk import Desk, Page
from studio.protocol.messages import (
    Add,
    Cell,
    Counts,
    Lint,
    Redo,
    Remove,
    Rename,
    Save,
    Settle,
    Sheets,
    Since,
    Text,
    Undo,
)
from tests.studio.conftest import CARDS, make_small_game, until


class Reader:
    """A page that keeps what it is told."""

    def __init__(self, desk: Desk) -> None:
        self.told: list[dict[str, Any]] = []
        self.page = Page(lambda text: self.told.append(json.loads(text)))
        self.desk = desk
        desk.open(self.page)

    def say(self, message: object) -> None:
        self.desk.take(self.page, message)

    def all(self, word: str) -> list[dict[str, Any]]:
        return [message for message in self.told if message["t"] == word]

    def wait(self, seq: int) -> dict[str, Any]:
        """Wait until the whole of an edit is told, and return its problems."""
        found: dict[str, Any] = until(
            lambda: next((one for one in self.all("problems") if one["seq"] == seq), None),
            f"edit {seq}",
        )
        return found

    def remark(self) -> str:
        return str(until(lambda: self.all("remark"), "a remark")[-1]["text"])


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    opened = Desk(make_small_game(tmp_path))
    opened.start(watches=False)
    yield opened
    opened.stop()


@pytest.fixture
def reader(desk: Desk) -> Reader:
    found = Reader(desk)
    until(
        lambda: desk.is_drawn and all(map(found.all, ("problems", "grid", "faces"))), "all is drawn"
    )
    return found


def cell(seq: int, entry: str, field: str, value: str) -> Cell:
    return Cell(seq, "kinds", "card", entry, field, value)


def test_a_page_is_told_all_that_there_is(reader: Reader) -> None:
    assert [one["name"] for one in reader.all("grid")][-2:] == ["card", "guild"]
    assert [card["id"] for card in reader.all("wall")[-1]["cards"]] == list(CARDS)
    assert {face["card"] for message in reader.all("faces") for face in message["faces"]} == set(
        CARDS
    )
    assert "Hand-made" in reader.all("draft")[0]["text"]


def test_the_edited_card_comes_first_and_alone(reader: Reader, desk: Desk) -> None:
    reader.told.clear()
    reader.say(cell(1, "tib", "cost", "7"))
    assert reader.wait(1)["problems"] == []
    faces = reader.all("faces")
    assert faces[0]["is_quick"]
    assert [face["card"] for message in faces for face in message["faces"]] == ["tib"]
    assert "cost: 7" in desk.draft.text


def test_a_byte_order_mark_before_a_draft_moves_nothing(reader: Reader, desk: Desk) -> None:
    text = desk.draft.text
    reader.say(Text(1, desk.number, "\ufeff" + text.replace("cost: 2", "cost: 3")))
    reader.wait(1)
    reader.say(cell(2, "tib", "cost", "7"))
    assert reader.wait(2)["problems"] == []
    assert "cost: 7\n" in desk.draft.text
    assert not desk.draft.content.startswith(b"\xef\xbb\xbf")


def test_whatever_fails_aside_is_told(
    reader: Reader, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    of = "a" * 3000
    reader.say(Since(of))
    assert until(lambda: [one for one in reader.all("changed") if one["of"] == of], "an answer")[
        -1
    ]["fault"]

    def fail(*_: object) -> None:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr(desk.shop, "lay_out", fail)
    reader.say(Sheets())
    assert (
        "The sheets cannot be drawn: the studio failed because of a bug: ZeroDivisionError: by zero"
    ) in reader.remark()


def test_the_quick_face_is_that_of_the_whole(reader: Reader, desk: Desk) -> None:
    for seq, (field, value) in enumerate(
        [("name", "A & B"), ("cost", "9"), ("tint", "sea"), ("guild", "ember"), ("note", "x")], 1
    ):
        reader.told.clear()
        reader.say(cell(seq, "tib", field, value))
        reader.wait(seq)
        quick = [message for message in reader.all("faces") if message["is_quick"]]
        assert len(quick) == 1
        assert len(reader.all("faces")) == 1, (
            field
        )  # the whole found no other face than the quick one


def test_edits_that_follow_each_other_are_drawn_at_once(tmp_path: Path) -> None:
    """An edit shows on its card with those just before, though the game is not yet read again."""
    desk = Desk(make_small_game(tmp_path))
    reader = Reader(desk)
    while desk.work(lambda: False):
        pass
    reader.told.clear()
    for seq, (field, value) in enumerate([("name", "Ebb"), ("cost", "9"), ("name", "Flow")], 1):
        reader.say(cell(seq, "tib", field, value))
        desk.work(lambda: True)  # the next edit comes before anything else is drawn
    assert not reader.all("problems")
    quick = [(one["seq"], one["is_quick"]) for one in reader.all("faces")]
    assert quick == [(1, True), (2, True), (3, True)]
    last = reader.all("faces")[-1]["faces"]
    while desk.work(lambda: False):
        pass
    assert len(reader.all("faces")) == 3  # the whole found no other face than the quick one
    assert ">Flow<" in last[0]["svg"]
    assert ">9<" in last[0]["svg"]


def test_an_edit_beside_a_faulty_one_is_not_drawn_ahead(tmp_path: Path) -> None:
    desk = Desk(make_small_game(tmp_path))
    reader = Reader(desk)
    while desk.work(lambda: False):
        pass
    for seq, (entry, field, value) in enumerate(
        [("pike", "cost", "seven"), ("tib", "guild", "tides"), ("tib", "name", "Ebb")], 1
    ):
        reader.say(cell(seq, entry, field, value))
        desk.work(lambda: True)
    assert not [one for one in reader.all("faces") if one["is_quick"]]


def test_an_icon_that_came_while_the_text_was_wrong_is_there_once_it_is_right(
    reader: Reader, desk: Desk
) -> None:
    reader.say(cell(1, "tib", "guild", "tides"))
    assert reader.wait(1)["is_stale"]
    icons = desk.path.parent / "templates" / "icons"
    icons.mkdir()
    (icons / "sun.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
    )
    desk.jobs.put(lambda: desk.disk_changed({"templates/icons/sun.svg"}))
    reader.say(cell(2, "tib", "guild", "ebb"))  # still wrong, and drawn after the icon came
    assert reader.wait(2)["is_stale"]
    until(lambda: desk.is_drawn and desk.jobs.empty(), "it was tried")
    reader.say(cell(3, "tib", "guild", "tide"))
    assert reader.wait(3)["problems"] == []
    until(lambda: "sun" in reader.all("wall")[-1]["icons"], "the icon")


def test_a_row_of_a_table_redraws_the_cards_that_name_it(reader: Reader) -> None:
    reader.told.clear()
    reader.say(Cell(1, "tables", "guild", "tide", "name", "The Ebb"))
    reader.wait(1)
    assert {face["card"] for message in reader.all("faces") for face in message["faces"]} == {
        "tib",
        "pike",
    }


def test_a_fault_keeps_the_last_faces_and_says_in_which_cell_it_is(
    reader: Reader, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "studio.draft.draft.PAUSE_SECONDS", 600.0
    )  # both edits are taken back together, however slow the machine
    before = dict(desk.workshop.shown)
    reader.say(cell(1, "tib", "guild", "tides"))
    found = reader.wait(1)
    assert found["is_stale"]
    (fault,) = found["problems"]
    assert fault["at"] == ["kinds", "card", "tib", "guild"]
    assert "did you mean 'tide'?" in fault["hint"]
    assert desk.workshop.shown == before
    reader.say(cell(2, "tib", "guild", ""))
    assert reader.wait(2)["problems"][0]["at"] == ["kinds", "card", "tib", "guild"]
    reader.say(Undo(3))
    assert reader.wait(3)["problems"] == []


def test_a_cell_that_may_be_left_out_is_taken_out(reader: Reader, desk: Desk) -> None:
    reader.say(cell(1, "pike", "note", ""))
    assert reader.wait(1)["problems"] == []
    assert "Guards a bridge" not in desk.draft.text


def test_cards_are_added_copied_renamed_and_taken_out_and_it_is_taken_back(
    reader: Reader, desk: Desk
) -> None:
    first = desk.draft.text
    reader.say(Add(1, "kinds", "card", "new"))
    assert reader.wait(1)["problems"] == []
    reader.say(Add(2, "kinds", "card", "wick-2", like="wick"))
    reader.wait(2)
    reader.say(Rename(3, "kinds", "card", "wick-2", "candle"))
    reader.wait(3)
    reader.say(Remove(4, "kinds", "card", "new"))
    assert reader.wait(4)["problems"] == []
    assert [card["id"] for card in reader.all("wall")[-1]["cards"]] == [*CARDS, "candle"]
    assert reader.all("wall")[-1]["cards"][-1]["copies"] == 2
    for seq in range(5, 9):
        reader.say(Undo(seq))
    reader.wait(8)
    assert desk.draft.text == first
    for seq in range(9, 13):
        reader.say(Redo(seq))
    reader.wait(12)
    assert "candle" in desk.draft.text


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (
            Cell(1, "kinds", "card", "nobody", "cost", "1"),
            "'nobody' is a YAML alias (*…), or does not exist",
        ),
        (Cell(1, "kinds", "card", "tib", "colour", "1"), "no field 'colour'"),
        (Cell(1, "kinds", "monster", "tib", "cost", "1"), "the fields of 'monster' cannot be read"),
        (Add(1, "kinds", "card", "tib"), "there is a 'tib' already"),
        (Add(1, "kinds", "card", "No Good"), "an id must be a short name"),
        (Add(1, "kinds", "card", "x", "nobody"), "there is no 'nobody'"),
        (Remove(1, "kinds", "card", "nobody"), "does not exist"),
        (Rename(1, "kinds", "card", "tib", "pike"), "there is a 'pike' already"),
        (Rename(1, "kinds", "card", "tib", "Tib Tib"), "an id must be a short name"),
    ],
)
def test_what_cannot_be_done_is_said_and_changes_nothing(
    reader: Reader, desk: Desk, message: object, said: str
) -> None:
    before = desk.draft.text
    reader.say(message)
    assert said in reader.remark()
    assert desk.draft.text == before


def test_a_card_that_cannot_be_changed_alone_looks_as_before(tmp_path: Path) -> None:
    path = make_small_game(tmp_path)
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("      wick:\n", "      wick: &w\n"), encoding="utf-8")
    desk = Desk(path)
    desk.start(watches=False)
    reader = Reader(desk)
    until(lambda: desk.is_drawn and reader.all("faces"), "all is drawn")
    before = dict(desk.workshop.shown)
    reader.say(cell(1, "wick", "name", "Other"))
    assert "has a YAML anchor" in reader.remark()
    until(lambda: desk.is_drawn and desk.workshop.shown == before, "the face is as it was")
    desk.stop()


def test_text_that_is_no_yaml_stops_cells_and_says_so(reader: Reader, desk: Desk) -> None:
    reader.say(Text(1, 0, desk.draft.text + "x: [\n"))
    assert reader.wait(1)["problems"][0]["code"] == "yaml-syntax"
    reader.say(cell(2, "tib", "cost", "1"))
    assert "cannot be read as YAML" in reader.remark()


def test_text_typed_into_what_is_no_more_is_not_taken(reader: Reader, desk: Desk) -> None:
    other = Reader(desk)
    until(lambda: other.all("problems"), "it is told")
    reader.say(Text(1, 0, desk.draft.text + "# one\n"))
    reader.say(Text(2, 0, desk.draft.text + "# one two\n"))
    reader.wait(2)
    assert desk.draft.text.endswith("# one two\n")
    other.say(Text(1, 0, "game: {}\n"))
    until(
        lambda: [
            one
            for one in other.all("draft")
            if (one["text"] or "").endswith("# one two\n") and one["seq"] == 1
        ],
        "it is told so",
    )
    assert desk.draft.text.endswith("# one two\n")
    assert [one["text"] for one in reader.all("draft")[1:3]] == [None, None]


def test_what_stays_in_memory_is_looked_through_once(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes longer than an edit, and the next letter would wait for it."""
    done = list[str]()
    memory = SimpleNamespace(collect=lambda: done.append("c"), freeze=lambda: done.append("f"))
    monkeypatch.setattr("studio.desk.desk.gc", memory)
    monkeypatch.setattr("studio.desk.desk.CLEARED_EACH", 1)
    for number in range(1, 4):
        reader.say(cell(number, "tib", "name", f"Tib {number}"))
        until(lambda number=number: len(done) > number, "memory is freed")
    assert "".join(done) == "cfcc"


def test_of_a_long_text_only_the_part_that_changed_is_told(
    reader: Reader, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("studio.desk.desk.LONG_TEXT", 10)
    before = desk.draft.text
    reader.say(cell(1, "tib", "name", "Tibb"))
    reader.wait(1)
    told = reader.all("draft")[-1]
    change = told["change"]
    assert told["text"] is None
    assert before[: change["start"]] + change["text"] + before[change["end"] :] == desk.draft.text
    reader.say(Text(2, told["number"], desk.draft.text + "# typed\n"))
    reader.say(cell(3, "tib", "name", "Tib"))
    reader.wait(3)
    told = reader.all("draft")[-1]
    assert (told["text"], told["change"]) == (desk.draft.text, None), "the page typed in between"


def test_the_numbers_of_the_box_follow_when_asked(tmp_path: Path) -> None:
    path = make_small_game(tmp_path, game={"cards": 4})
    desk = Desk(path)
    desk.start(watches=False)
    reader = Reader(desk)
    text = desk.draft.text.replace("name: Tib\n", "name: Tib\n        copies: 3\n")
    reader.say(Text(1, 99, text))  # as it is typed, it counts
    assert [one["code"] for one in reader.wait(1)["problems"]] == ["broken-promise"]
    reader.say(Counts(2))
    assert reader.wait(2)["problems"] == []
    assert "cards: 6" in desk.draft.text
    desk.stop()


def test_a_game_of_the_tool_is_not_written_over_but_copied(tmp_path: Path) -> None:
    path = make_small_game(
        tmp_path / "bundled",
        files={"games/other/cards.yaml": "x", "templates/icons/a.svg": "<svg/>"},
    )
    before, copy = path.read_bytes(), tmp_path / "here"
    desk = Desk(path, copy)
    desk.start(watches=False)
    reader = Reader(desk)
    reader.say(cell(1, "tib", "cost", "1"))
    reader.wait(1)
    reader.say(Save())
    until(lambda: "is saved in" in reader.remark(), "it is saved")
    assert path.read_bytes() == before
    assert (copy / "cards.yaml").read_bytes() == desk.draft.content != before
    assert sorted(one.name for one in copy.iterdir()) == ["cards.yaml", "templates"]
    reader.say(cell(2, "tib", "cost", "2"))
    assert reader.wait(2)["problems"] == []
    reader.say(Save())
    until(lambda: desk.draft.is_saved, "it is saved there")
    assert (copy / "cards.yaml").read_bytes() == desk.draft.content
    assert path.read_bytes() == before
    desk.stop()


def test_a_copy_writes_over_nothing(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    desk = Desk(make_small_game(tmp_path / "bundled"), tmp_path / "here")
    desk.start(watches=False)
    reader = Reader(desk)
    reader.say(Save())
    assert "'here' already exists here" in reader.remark()
    assert list((tmp_path / "here").iterdir()) == []
    desk.stop()


def test_a_copy_that_cannot_be_written_can_be_saved_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk(make_small_game(tmp_path / "bundled"), tmp_path / "here")
    desk.start(watches=False)
    reader = Reader(desk)

    def refuse(*_: object, **__: object) -> None:
        (tmp_path / "here" / "templates").mkdir()
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr("studio.desk.desk.write_files", refuse)
        reader.say(Save())
        assert "here cannot be written: No space left on device" in reader.remark()
    reader.say(Save())
    until(lambda: (tmp_path / "here" / "cards.yaml").exists(), "it is saved there")
    desk.stop()


def test_what_was_not_saved_is_there_again(reader: Reader, desk: Desk) -> None:
    before = desk.path.read_bytes()
    reader.say(cell(1, "tib", "cost", "1"))
    reader.wait(1)
    desk.stop()
    assert desk.path.read_bytes() == before
    again = Desk(desk.path)
    assert again.draft.text == desk.draft.text
    assert not again.draft.is_saved
    again.draft.save()
    assert not Desk(desk.path).was_kept
    again.draft.undo()
    assert again.draft.content == before


def test_an_edit_is_put_aside_within_a_second(reader: Reader, desk: Desk) -> None:
    reader.say(cell(1, "tib", "cost", "1"))
    reader.wait(1)
    until(
        lambda: desk.draft.kept.exists() and desk.draft.kept.read_bytes() == desk.draft.content,
        "it is put aside",
        5,
    )
    again = Desk(desk.path)
    assert again.was_kept
    assert again.draft.text == desk.draft.text
    reader.say(Save())
    until(lambda: not desk.draft.kept.exists(), "what is saved is not put aside")


def test_that_nothing_can_be_put_aside_is_said_once(
    reader: Reader, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("studio.draft.draft.replace_file", refuse)
    for seq in (1, 2):
        reader.say(cell(seq, "tib", "cost", str(seq)))
        reader.wait(seq)
    assert "no backup can be kept: No space left on device" in reader.remark()
    desk.keep()
    assert len(reader.all("remark")) == 1


def test_a_folder_that_cannot_be_watched_is_said_on_every_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr("studio.desk.desk.changes", refuse)
    desk = Desk(make_small_game(tmp_path))
    desk.start()
    until(lambda: desk.blind, "it is noticed")
    assert "cannot be watched: Too many open files" in Reader(desk).remark()
    desk.stop()


def test_a_file_that_cannot_be_written_stays_as_it_was(
    reader: Reader, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = desk.path.read_bytes()
    reader.say(cell(1, "tib", "cost", "1"))
    reader.wait(1)

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("studio.draft.draft.replace_file", refuse)
    reader.say(Save())
    assert "cannot be written: Permission denied" in reader.remark()
    assert desk.path.read_bytes() == before
    assert not desk.draft.is_saved


def test_a_save_finds_what_was_written_elsewhere(reader: Reader, desk: Desk) -> None:
    reader.say(cell(1, "tib", "cost", "1"))
    reader.wait(1)
    theirs = desk.path.read_bytes().replace(b"cost: 4", b"cost: 8")
    desk.path.write_bytes(theirs)
    reader.say(Save())
    conflict = until(lambda: reader.all("conflict"), "a conflict")[-1]
    assert "cost: 8" in conflict["diff"]
    assert desk.path.read_bytes() == theirs
    reader.say(Settle("draft"))
    until(lambda: reader.all("conflict")[-1]["diff"] is None, "it is settled")
    reader.say(Save())
    until(lambda: desk.draft.is_saved, "it is saved")
    assert desk.path.read_bytes() == desk.draft.content


NASTY = [
    "a: b",
    "{x",
    "[1",
    "*a",
    "&a b",
    "- x",
    "# no",
    "'",
    '"',
    "\\",
    "yes",
    "012",
    "1:30",
    "null",
    "  x  ",
    "a\u2028b",
    "\x07",
    "é😀",
    "%x",
    "@x",
    "`x",
    "|",
    ">",
    "x" * 5000,
]


@pytest.mark.slow
def test_whatever_is_typed_into_a_cell_stays_in_it(reader: Reader, desk: Desk) -> None:
    for seq, value in enumerate(NASTY, 1):
        reader.say(cell(seq, "pike", "note", value))
        found = reader.wait(seq)
        assert [one["code"] for one in found["problems"] if one["code"] != "text-overflow"] in (
            [],
            ["invisible-character"],
        ), value
        root = read_source(desk.path, problems=Problems(), content=desk.draft.content)
        assert str(root["kinds"]["card"]["cards"]["pike"]["note"].value).strip() == value.strip(), (
            value
        )
        assert desk.draft.text.startswith("# Hand-made")


def test_one_failure_does_not_end_the_rest(
    reader: Reader, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk.draft, "undo", lambda: 1 / 0)
    reader.say(Undo(1))
    assert "ZeroDivisionError" in reader.remark()
    monkeypatch.setattr(desk.workshop, "redraw", lambda *_: 1 / 0)
    reader.say(cell(2, "tib", "cost", "1"))
    until(lambda: len(reader.all("remark")) == 2, "that is told too")
    monkeypatch.undo()
    reader.say(cell(3, "tib", "cost", "2"))
    assert reader.wait(3)["problems"] == []


def test_lint_tells_what_paper_would_show(reader: Reader, desk: Desk) -> None:
    template = desk.path.parent / "templates" / "card.svg.j2"
    template.write_text(
        template.read_text(encoding="utf-8").replace(
            'font-size="6"', 'font-size="6" fill="#eeeeee"'
        ),
        encoding="utf-8",
    )
    reader.say(Lint())
    found = until(lambda: reader.all("linted"), "what lint finds")[-1]["findings"]
    assert {(one["code"], one["card"]) for one in found} >= {("low-contrast", "pike")}
    reader.say(cell(1, "tib", "cost", "no"))
    reader.wait(1)
    reader.say(Lint())
    assert "cannot be linted yet" in reader.remark()


def test_sheets_are_drawn_anew_when_an_icon_changes(reader: Reader, desk: Desk) -> None:
    icons = desk.path.parent / "templates" / "icons"
    icons.mkdir(exist_ok=True)
    (icons / "fin.svg").write_text(
        '<svg viewBox="0 0 4 4"><rect width="4" height="4"/></svg>', encoding="utf-8"
    )
    template = icons.parent / "card.svg.j2"
    use = '<use href="icons/fin.svg" x="9" y="9" width="9" height="9"/></svg>'
    template.write_text(
        template.read_text(encoding="utf-8").replace("</svg>", use), encoding="utf-8"
    )

    def drawn() -> bytes | None:
        count = len(reader.all("printed"))
        reader.say(Sheets())
        until(lambda: len(reader.all("printed")) > count, "the sheets are drawn")
        return desk.sheet(0).result(60)

    before = drawn()
    (icons / "fin.svg").write_text(
        '<svg viewBox="0 0 4 4"><circle cx="2" cy="2" r="2"/></svg>', encoding="utf-8"
    )
    desk.jobs.put(lambda: desk.disk_changed({"templates/icons/fin.svg"}))
    assert drawn() != before


def test_a_game_that_takes_long_to_draw_is_drawn_once_typing_pauses(
    reader: Reader, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    until(lambda: desk.is_drawn, "all is drawn")
    redraw, drawn = desk.workshop.redraw, list[int]()

    def noted(seq: int, *others: Any) -> None:
        drawn.append(seq)
        redraw(seq, *others)
        desk.draw_seconds = 9.0

    monkeypatch.setattr(desk.workshop, "redraw", noted)
    monkeypatch.setattr("studio.desk.desk.PAUSE_SECONDS", 3.0)
    desk.draw_seconds = 9.0
    for seq in range(1, 6):
        reader.say(cell(seq, "tib", "name", "Tabitha"[: seq + 1]))
        until(
            lambda seq=seq: any(
                one["seq"] == seq and one["is_quick"] for one in reader.all("faces")
            ),
            "the letter is seen at once",
        )
    assert drawn == []
    reader.wait(5)
    assert drawn == [5]


def test_promised_numbers_follow_cards_within_the_same_step(tmp_path: Path) -> None:
    components = {
        "embers": {"name": "cards", "of": "card", "where": {"guild": "ember"}, "count": 2},
        "tides": {"name": "cards", "of": "card", "where": {"guild": "tide"}, "count": 2},
    }
    desk = Desk(make_small_game(tmp_path, components=components))
    desk.start(watches=False)
    reader = Reader(desk)
    until(lambda: desk.is_drawn and reader.all("faces"), "all is drawn")
    first = desk.draft.text
    edits = [
        Add(1, "kinds", "card", "wick-2", like="wick"),
        cell(2, "wick", "copies", "7"),
        cell(3, "tib", "guild", "ember"),
        Remove(4, "kinds", "card", "wick-2"),
    ]
    for seq, edit in enumerate(edits, 1):
        reader.say(edit)
        assert reader.wait(seq)["problems"] == [], edit
    assert "The numbers on the box were updated: components.embers.count 10 → 8." in reader.remark()
    for seq in range(5, 5 + len(edits)):
        reader.say(Undo(seq))
        assert reader.wait(seq)["problems"] == []
    assert desk.draft.text == first
    desk.stop()


def test_a_faulty_cell_leaves_all_other_cards_alive(reader: Reader, desk: Desk) -> None:
    reader.say(cell(1, "tib", "cost", ""))
    found = reader.wait(1)
    assert (found["is_stale"], found["pale"]) == (True, ["tib"])
    reader.told.clear()
    reader.say(cell(2, "pike", "cost", "9"))
    found = reader.wait(2)
    assert found["pale"] == ["tib"]
    assert [face["card"] for message in reader.all("faces") for face in message["faces"]] == [
        "pike"
    ]
    reader.say(cell(3, "tib", "cost", "5"))
    found = reader.wait(3)
    assert (found["is_stale"], found["pale"], found["problems"]) == (False, None, [])
    text = desk.draft.text
    reader.say(Text(4, 99, text.replace("kinds:", "kinds: [")))
    found = reader.wait(4)
    assert (found["is_stale"], found["pale"]) == (True, None)


def test_edits_here_and_elsewhere_that_do_not_meet_are_merged(reader: Reader, desk: Desk) -> None:
    reader.say(cell(1, "tib", "cost", "1"))
    reader.wait(1)
    mine = desk.draft.text
    desk.path.write_bytes(desk.path.read_bytes().replace(b"name: Pike", b"name: Perch"))
    reader.say(Save())
    assert "those changes are now merged with yours" in reader.remark()
    assert ("cost: 1" in desk.draft.text, "name: Perch" in desk.draft.text) == (True, True)
    assert not desk.draft.is_saved
    reader.say(Save())
    until(lambda: desk.draft.is_saved, "it is saved")
    assert desk.path.read_bytes() == desk.draft.content
    reader.say(Undo(2))
    until(lambda: desk.draft.text == mine, "theirs is taken out again")


def test_a_renamed_entry_takes_along_what_names_it(tmp_path: Path) -> None:
    files = {
        "templates/icons/card/tib.svg": "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'/>",
        "cards.fr.yaml": (
            "kinds:\n  card:\n    cards:\n      tib:\n        name: Tibo\ntables:\n  guild:\n    "
            "rows:\n      tide:\n        name: Marée\n"
        ),
    }
    components = {
        "tides": {"name": "cards", "of": "card", "where": {"guild": "tide"}, "count": 2},
        "embers": {"name": "cards", "of": "card", "where": {"guild": "ember"}, "count": 2},
    }
    desk = Desk(make_small_game(tmp_path, files=files, components=components))
    desk.start(watches=False)
    reader = Reader(desk)
    until(lambda: desk.is_drawn and reader.all("faces"), "all is drawn")
    first = desk.draft.text
    reader.say(Rename(1, "kinds", "card", "tib", "tom"))
    assert reader.wait(1)["problems"] == []
    assert (tmp_path / "templates/icons/card/tom.svg").is_file()
    reader.say(Rename(2, "tables", "guild", "tide", "flood"))
    assert reader.wait(2)["problems"] == []
    assert (desk.draft.text.count("guild: flood"), desk.draft.text.count("tide:")) == (3, 0)
    french = desk.translating.open["fr"].draft
    assert ("tom:" in french.text, "flood:" in french.text) == (True, True)
    reader.say(Undo(3))
    reader.say(Undo(4))
    reader.wait(4)
    assert (desk.draft.text, french.is_saved) == (first, True)
    reader.say(Redo(5))
    reader.wait(5)
    assert ("tom:" in french.text, "flood:" in french.text) == (True, False)
    reader.say(Save(everything=True))
    until(
        lambda: "tom:" in (tmp_path / "cards.fr.yaml").read_text(encoding="utf-8"), "both are saved"
    )
    desk.stop()


def test_what_is_typed_into_a_game_of_the_tool_is_put_aside_too(tmp_path: Path) -> None:
    path, copy = make_small_game(tmp_path / "bundled"), tmp_path / "here"
    before = sorted(path.parent.rglob("*"))
    desk = Desk(path, copy)
    desk.start(watches=False)
    reader = Reader(desk)
    reader.say(cell(1, "tib", "cost", "1"))
    until((tmp_path / "here.yaml.unsaved").is_file, "it is put aside")
    assert sorted(path.parent.rglob("*")) == before
    again = Desk(path, copy)
    assert (again.was_kept, "cost: 1" in again.draft.text) == (True, True)
    reader.say(Save())
    until(lambda: "is saved in" in reader.remark(), "it is saved")
    until(lambda: not (tmp_path / "here.yaml.unsaved").exists(), "nothing is unsaved")
    desk.stop()


def test_a_copy_has_the_game_alone(tmp_path: Path) -> None:
    others = {
        ".git/HEAD": "x",
        ".venv/big": "x",
        "docs/page.md": "x",
        "playtests/1.record": "x",
        "cards.fr.yaml": "game: {title: Essai}\n",
        "art/a.svg": "<svg/>",
    }
    path, copy = make_small_game(tmp_path / "checkout", files=others), tmp_path / "here"
    desk = Desk(path, copy)
    desk.start(watches=False)
    reader = Reader(desk)
    reader.say(cell(1, "tib", "cost", "1"))
    reader.say(Save())
    until(lambda: "is saved in" in reader.remark(), "it is saved")
    copied = {one.relative_to(copy).as_posix() for one in copy.rglob("*") if one.is_file()}
    assert copied == {"cards.yaml", "cards.fr.yaml", "art/a.svg", "templates/card.svg.j2"}
    desk.stop()


def test_once_a_file_can_be_read_again_its_fault_is_no_longer_shown(
    reader: Reader, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    redraw = desk.workshop.redraw

    def refused(*_: object) -> bool:
        raise CannotRead(13, "Permission denied", "templates/hero.svg.j2")

    monkeypatch.setattr(desk.workshop, "redraw", refused)
    reader.say(cell(1, "tib", "cost", "1"))
    assert reader.remark() == "cannot read hero.svg.j2: Permission denied"
    monkeypatch.setattr(desk.workshop, "redraw", redraw)
    desk.jobs.put(lambda: desk.text_changed(None))
    until(lambda: not reader.all("remark")[-1]["is_fault"], "the fault is over")
    assert reader.remark() == "The cards are drawn again."
