"""A studio at work on a game of its own, and a browser to look at it with."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from studio.desk.desk import Desk
from studio.guard.guarding import Door, Guard
from studio.guard.seats import Seats
from studio.server.serving import friends_served, listen, make_server
from tests.conftest import make_game

CHROMIUM = next(
    (path for path in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if path),
    None,
)
FIELDS = {"name": "line", "cost": "0..9", "guild": "guild", "tint": "colour?", "note": "text?"}
FACE = (
    '<rect width="63" height="88" fill="{{ card.tint or "#ffffff" }}"/><text x="5" y="10" '
    'font-size="6">{{ card.name }}</text>'
    '<text x="50" y="80" font-size="8">{{ card.cost }}</text><text x="5" y="80" font-size="5">{{ '
    "card.guild.name }}</text>"
)
CARDS = {
    "tib": {"name": "Tib", "cost": 4, "guild": "tide"},
    "pike": {"name": "Pike", "cost": 3, "guild": "tide", "note": "Guards a bridge."},
    "wick": {"name": "Wick", "cost": 2, "guild": "ember", "copies": 2},
}
TABLES = {
    "guild": {
        "fields": {"name": "line"},
        "rows": {"tide": {"name": "The Tide"}, "ember": {"name": "The Ember"}},
    }
}
ICON = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'
COMMENT = "# Hand-made; keep this line.\n"


@dataclass
class Studio:
    """A studio at work. `url` is its address with the token."""

    folder: Path
    desk: Desk
    guard: Guard
    seats: Seats | None = None

    @property
    def url(self) -> str:
        return self.guard.address

    @property
    def file(self) -> Path:
        return self.folder / "cards.yaml"


def make_small_game(
    folder: Path, files: Mapping[str, str | bytes] | None = None, **sections: Any
) -> Path:
    """Write a small game with a comment in its cards.yaml; `files` are others by their names."""
    sections["tables"] = {**TABLES, **sections.get("tables", {})}
    palette = {"sea": "#aaccee", "fire": "#ffccaa"}
    make_game(folder, FACE, CARDS, FIELDS, files, palette=palette, **sections)
    path = folder / "cards.yaml"
    path.write_text(COMMENT + path.read_text(encoding="utf-8"), encoding="utf-8")
    return path


def until(is_so: Callable[[], Any], what: str = "", seconds: float = 60.0) -> Any:
    """Wait until something holds, and return it."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = is_so()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError(f"it never came to that: {what}")


CIRCLE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><circle r="1"/></svg>'


def make_game_of_icons(folder: Path) -> None:
    """Write a game whose cards show an icon named after their id."""
    shown = FACE + '<use href="icons/{{ card.id }}.svg" x="9" y="30" width="40" height="40"/>'
    icons = {f"templates/icons/{name}.svg": CIRCLE for name in CARDS}
    make_game(folder, shown, CARDS, FIELDS, icons, tables=TABLES)


def run_studio(
    folder: Path,
    plays: bool = False,
    with_friends: bool = False,
    prepare: Callable[[Desk], None] | None = None,
    copies: Path | None = None,
) -> Iterator[Studio]:
    """Run a studio in this process for as long as a test lasts; where it `plays`, with its engines,
    and `with_friends` with seats for them.

    `prepare` may change the desk before it begins. With `copies`, the game is saved as a copy there.
    """
    with listen(0) as opened, listen(0) as for_friends:
        seats = (
            Seats(Door(for_friends.getsockname()[1], names=("127.0.0.1",)))
            if with_friends
            else None
        )
        desk, guard = (
            Desk(folder / "cards.yaml", copies, plays=plays, seats=seats),
            Guard(opened.getsockname()[1]),
        )
        if prepare:
            prepare(desk)
        server = make_server(desk, guard)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [opened]}, daemon=True)
        thread.start()
        until(lambda: server.started, "the server starts")
        with friends_served(desk, seats, for_friends) if seats else nullcontext():
            yield Studio(folder, desk, guard, seats)
        server.should_exit = True
        thread.join(20)
        assert not thread.is_alive()


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[Studio]:
    make_small_game(tmp_path / "game")
    yield from run_studio(tmp_path / "game")


@pytest.fixture
def studio_with_icons(tmp_path: Path) -> Iterator[Studio]:
    """A studio whose game has a table of signs."""
    signs = {"fields": {"sign": "icon"}, "rows": {"sea": {"sign": "fin"}}}
    files = {"templates/icons/fin.svg": ICON}
    make_small_game(tmp_path / "game", files=files, tables={"sort": signs})
    yield from run_studio(tmp_path / "game")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    if CHROMIUM is None:
        pytest.skip("no chromium here")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def page(studio: Studio, browser: Any) -> Iterator[Any]:
    yield from open_page(
        studio, browser, viewport={"width": 1400, "height": 900}, color_scheme="light"
    )


def open_page(studio: Studio, browser: Any, **how: Any) -> Iterator[Any]:
    """Open the studio's page as a person would; what the browser complains of fails the test."""
    yield from open_address(studio.url, "button.card", browser, **how)


def open_address(address: str, awaited: str, browser: Any, **how: Any) -> Iterator[Any]:
    """Open an address and wait for something on its page; what the browser complains of fails the
    test.
    """
    context = browser.new_context(**how)
    opened, complaints = context.new_page(), list[str]()
    opened.on(
        "console",
        lambda message: (
            complaints.append(message.text) if message.type in ("error", "warning") else None
        ),
    )
    opened.on("pageerror", lambda fault: complaints.append(str(fault)))
    opened.goto(address)
    opened.wait_for_selector(awaited)
    yield opened
    context.close()
    assert complaints == []
