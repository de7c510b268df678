"""A game in a browser's tab, where Python has neither threads nor sockets: a desk that works when
it is called.

In: the page's messages, addresses of fonts, pictures and sheets, files of the game's folder. Out:
messages to the page, answers, changed files. `worker.js` calls it. Knows neither the page nor the
origin of the files.
"""

from __future__ import annotations

import mimetypes
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from generator.data.files import path_within
from generator.data.loading import bundled_games
from studio.desk.desk import Desk, Page
from studio.protocol.messages import BadMessage, Hello, Lint, Remark, read_message
from studio.web.folder import (
    GAME_FILE,
    FolderFault,
    as_zip,
    free,
    from_files,
    from_tool,
    from_zip,
    states_of,
)

KEPT, ELSEWHERE = Path("/games"), Path("/folders")
"""The folder of games that the browser keeps, and (ELSEWHERE) of those in a folder of the
computer.
"""
NO_LINT = "Lint needs pixels, which Python in a browser cannot read: use the installed tool."
SLICE_SECONDS = 0.03
"""How long cards are drawn before new messages from the page are handled."""


class Aside(Executor):
    """Runs work immediately, because there is no thread for it."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run it; return a completed future."""
        future = Future[Any]()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as fault:
            future.set_exception(fault)
        return future


def games() -> tuple[list[str], list[str]]:
    """List the games that the browser keeps, and the bundled ones."""
    return sorted(path.parent.name for path in KEPT.glob(f"*/{GAME_FILE}")), list(bundled_games())


def opened(sort: str, name: str, content: Any, send: Callable[[str], None]) -> Tab | str:
    """Open a game: one that is `kept`, one of the `tool` (without a name a new one), a `zip` or the
    files of a `folder`.

    Faults are returned in words.
    """
    try:
        match sort:
            case "kept":
                folder = KEPT / name
            case "tool":
                folder = from_tool(name, free(KEPT / (name or "new-game")))
            case "zip":
                folder = from_zip(bytes(content), free(KEPT / name))
            case _:
                folder = from_files(content, ELSEWHERE / name)
        return Tab(folder, send)
    except FolderFault as fault:
        return str(fault)
    except UnicodeDecodeError:
        return f"{GAME_FILE} is not UTF-8 text: save it as UTF-8"
    except OSError as fault:
        return f"the game cannot be opened: {fault.strerror}"


class _Slice:
    """Tells when a slice of time is over. The slice begins at the first query, so that at least one
    text is read or one card drawn.
    """

    def __init__(self) -> None:
        self._end: float | None = None

    def __call__(self) -> bool:
        if self._end is None:
            self._end = time.perf_counter() + SLICE_SECONDS
            return False
        return time.perf_counter() >= self._end


class Tab:
    """One game, open in one page. `send` takes messages to the page, as text."""

    def __init__(self, folder: Path, send: Callable[[str], None]) -> None:
        """Open the game of a folder. Raises OSError, and UnicodeDecodeError if its cards.yaml is
        not text.
        """
        self.folder = folder
        self.desk = Desk(folder / GAME_FILE, executor=lambda name: Aside())
        self.page = Page(send)
        self._states = states_of(folder)

    def hear(self, text: str) -> None:
        """Accept a message from the page; `work` answers it."""
        try:
            message = read_message(text)
        except BadMessage as fault:
            self.page.tell(Remark(str(fault), True))
            return
        if isinstance(message, Hello):
            self.desk.open(self.page)
        elif isinstance(message, Lint):
            self.page.tell(Remark(NO_LINT, True))
        else:
            self.desk.take(self.page, message)

    def work(self) -> bool:
        """Answer messages and draw for a moment; return whether there is more to do."""
        return self.desk.work(_Slice())

    def answer(self, address: str) -> tuple[str, bytes] | None:
        """Return the content at an address of the studio, with its type: a font, a picture or a
        sheet. None if there is nothing.
        """
        parts = urlsplit(address)
        match parts.path.strip("/").split("/"):
            case ["font", family, weight, style] if weight.isdecimal():
                content = self._read(
                    self.desk.font, unquote(family), int(weight[:4]), style == "italic"
                )
                type_ = "font/ttf"
            case ["picture"]:
                name = parse_qs(parts.query).get("name", [""])[0]
                content = self._read(self.desk.picture, name)
                type_ = mimetypes.guess_type(name)[0] or "application/octet-stream"
            case ["sheet", number] if number.isdecimal():
                content, type_ = self.desk.sheet(int(number[:9])).result(), "image/png"
            case _:
                return None
        return None if content is None else (type_, content)

    def as_zip(self) -> bytes:
        """Pack the folder."""
        return as_zip(self.folder)

    def forget(self) -> None:
        """Let all files count as changed."""
        self._states = {}

    @staticmethod
    def _read(read: Callable[..., bytes | None], *values: Any) -> bytes | None:
        try:
            return read(*values)
        except OSError:
            return None

    def changes(self) -> dict[str, bytes | None]:
        """Back up unsaved text, then return the files of the folder that have changed since the
        last call, None for a deleted one.
        """
        self.desk.keep()
        before, self._states = self._states, states_of(self.folder)
        changes: dict[str, bytes | None] = dict.fromkeys(before.keys() - self._states.keys())
        for name, state in self._states.items():
            if before.get(name) != state:
                changes[name] = (self.folder / name).read_bytes()
        return changes

    def take_files(self, files: Mapping[str, bytes]) -> None:
        """Accept files that other programs have changed, by their names in the folder."""
        names = set[str]()
        for name, content in files.items():
            path = path_within(self.folder, name)
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
                names.add(name)
        self._states |= {
            name: state for name, state in states_of(self.folder).items() if name in names
        }
        self.desk.jobs.put(lambda: self.desk.disk_changed(names))
