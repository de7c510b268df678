"""A desk without threads and sockets: it answers when it is asked to work."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from studio.web.tab import Aside, Tab
from tests.studio.conftest import make_small_game


class Said(list[dict[str, Any]]):
    """What a page was told."""

    def hear(self, text: str) -> None:
        self.append(json.loads(text))

    def of(self, word: str) -> list[dict[str, Any]]:
        return [one for one in self if one["t"] == word]


@pytest.fixture
def said() -> Said:
    return Said()


@pytest.fixture
def tab(tmp_path: Path, said: Said, monkeypatch: pytest.MonkeyPatch) -> Tab:
    def refuse(*_: object) -> None:
        raise RuntimeError("can't start new thread")

    make_small_game(tmp_path / "game")
    monkeypatch.setattr("generator.data.budget.HAS_THREADS", False)
    monkeypatch.setattr(threading.Thread, "start", refuse)
    monkeypatch.delattr("time.thread_time")
    tab = Tab(tmp_path / "game", said.hear)
    say(tab, "hello", token="alone")
    return tab


def say(tab: Tab, word: str, **message: Any) -> None:
    tab.hear(json.dumps({"t": word, **message}))
    while tab.work():
        pass


def test_a_page_is_told_the_game_and_its_faces(tab: Tab, said: Said) -> None:
    assert said[0]["t"] == "opened"
    assert {one["card"] for message in said.of("faces") for one in message["faces"]} == {
        "tib",
        "pike",
        "wick",
    }


def test_an_edit_is_drawn_and_kept_and_saved(tab: Tab, said: Said) -> None:
    assert tab.changes() == {}
    said.clear()
    say(tab, "cell", seq=1, section="kinds", name="card", entry="tib", field="cost", value="5")
    assert said.of("faces")[0]["faces"][0]["card"] == "tib"
    assert list(tab.changes()) == ["cards.yaml.unsaved"]
    say(tab, "save")
    changed = tab.changes()
    assert changed["cards.yaml.unsaved"] is None
    assert b"cost: 5" in (changed["cards.yaml"] or b"")


def test_drawing_stops_for_what_the_page_says(
    tab: Tab, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("studio.web.tab.SLICE_SECONDS", 0.0)
    text = next(one["text"] for one in said.of("draft"))
    tab.hear(
        json.dumps(
            {
                "t": "text",
                "seq": 1,
                "seen": 0,
                "text": text.replace("Pike", "Eel").replace("Tib", "Tub"),
            }
        )
    )
    slices = 1
    while tab.work():
        slices += 1
    assert slices > 1
    laid_out = tab.desk.workshop._laid_out
    assert laid_out is not None
    assert laid_out[0] == tab.desk.draft.text  # ready for the next edit
    assert {
        one["card"]
        for message in said.of("faces")
        for one in message["faces"]
        if message["seq"] == 1
    } == {"tib", "pike"}


def test_fonts_pictures_and_sheets_have_addresses(tab: Tab, said: Said) -> None:
    (tab.folder / "sun.svg").write_text("<svg/>", encoding="utf-8")
    font = tab.answer("http://127.0.0.1/font/Source%20Sans%20Pro/400/normal")
    assert font is not None
    assert font[0] == "font/ttf"
    assert tab.answer("/picture?name=sun.svg") == ("image/svg+xml", b"<svg/>")
    assert tab.answer("/sheet/0") is None
    say(tab, "sheets", paper=None, backs=None, ink="full", lang=None, write=False)
    assert said.of("printed")[0]["sheets"]
    sheet = tab.answer("/sheet/0")
    assert sheet is not None
    assert sheet[1].startswith(b"\x89PNG")


@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/font/None/400/normal",
        "/font/x",
        "/picture?name=../game/cards.yaml",
        "/picture",
        "/sheet/x",
        "/etc/passwd",
    ],
)
def test_nothing_else_has_one(tab: Tab, address: str) -> None:
    assert tab.answer(address) is None


def test_pdfs_are_written_into_the_folder(tab: Tab, said: Said) -> None:
    say(tab, "sheets", paper=None, backs=None, ink="full", lang=None, write=True)
    written = said.of("printed")[0]["files"]
    changed = tab.changes()
    assert written
    assert all((changed[name] or b"").startswith(b"%PDF") for name in written)


def test_what_other_programs_change_is_taken_in(tab: Tab, said: Said) -> None:
    said.clear()
    content = (tab.folder / "cards.yaml").read_bytes().replace(b"Pike", b"Eel")
    tab.take_files({"cards.yaml": content, "../outside": b""})
    while tab.work():
        pass
    assert "Eel" in said.of("draft")[0]["text"]
    assert tab.changes() == {}
    assert not (tab.folder.parent / "outside").exists()


def test_what_is_no_message_is_said_so(tab: Tab, said: Said) -> None:
    say(tab, "nothing")
    assert said[-1]["t"] == "remark"


def test_lint_is_for_the_installed_tool(tab: Tab, said: Said) -> None:
    say(tab, "lint")
    assert "installed tool" in said[-1]["text"]


def test_work_aside_is_done_at_once() -> None:
    assert Aside().submit(int, "7").result() == 7
    assert isinstance(Aside().submit(int, "x").exception(), ValueError)
