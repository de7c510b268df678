"""Engines from the server's side: processes that are started, paused, and restarted after a crash
or an edit of the rules.

In: messages for an engine. Out: its messages, to a function that is called in its own thread. Knows
no page and no game.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from typing import Any

from generator.data.budget import unbound
from rules_check.play.spawning import spawning
from studio.play.engine import CHANGED, Sort, run
from studio.protocol.played import Balance, Data, EngineState, Record, Sit

CRASHES, IN_SECONDS = 3, 20.0
"""The number of crashes within IN_SECONDS seconds after which an engine stays down until it is
needed again.
"""
PATIENCE = 2.0
"""The seconds that an engine gets to end by itself."""


_SORTS = {Data: "data", Balance: "balance", Record: "record"}
_NEEDED = ("base", *_SORTS.values())
"""What a replacement engine is sent, in this order."""


def _key_of(message: Any) -> str:
    """Return what a message is for a replacement engine; empty if that needs none."""
    if isinstance(message, Data) and message.is_base:
        return "base"
    return _SORTS.get(type(message), "")


class Engine:
    """One engine. If it is restarted, everything that it must know is sent again."""

    def __init__(self, sort: Sort, hear: Callable[[Any], None]) -> None:
        """Prepare it; the first `say` starts it. `hear` is called with each message, and with an
        `EngineState` when that changes.
        """
        self.sort, self._hear = sort, hear
        self._lock = threading.RLock()
        self._more = threading.Condition(self._lock)
        self._waiting = list[Any]()
        """Messages still to be sent, because an engine that is compiling does not read for a while,
        and its callers need not wait.
        """
        self._kept = dict[str, Any]()
        self._crashes = list[float]()
        self._process: Any = None
        self._is_closed = False

    def say(self, message: Any) -> None:
        """Send a message; start the engine if it is not running."""
        with self._lock:
            if self._is_closed:
                return
            self._keep(message)
            if self._process is None:
                self._start()
                if message in self._waiting:
                    return
            self._send(message)

    def _keep(self, message: Any) -> None:
        """Remember what a replacement engine would need."""
        key = _key_of(message)
        if key in _NEEDED:
            self._kept[key] = message
        elif isinstance(message, Sit):
            self._kept.pop("record", None)

    def _send(self, message: Any) -> None:
        """Queue a message; of unsent cards to be weighed, only the newest ones count."""
        with self._more:
            if isinstance(message, Data) and self.sort == "odds":
                key = _key_of(message)
                self._waiting = [other for other in self._waiting if _key_of(other) != key]
            self._waiting.append(message)
            self._more.notify_all()

    def _pass_on(self, process: Any, pipe: Any) -> None:
        """Send the queued messages, as long as this is our process."""
        while True:
            with self._more:
                self._more.wait_for(lambda: self._waiting or self._process is not process)
                if self._process is not process and not self._is_closed:
                    return
                message = self._waiting.pop(0) if self._waiting else None
            # the listening thread notices its end, and starts another
            with suppress(OSError, ValueError):
                pipe.send(message)
            if message is None:
                return

    def _start(self) -> None:
        self._hear(EngineState(self.sort, "starting"))
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        self._process = context.Process(
            target=run, args=(self.sort, theirs), daemon=True, name=f"studio-{self.sort}"
        )
        with spawning():
            self._process.start()
        unbound(self._process.pid)  # cards may be drawn at the same time
        theirs.close()
        self._waiting = [self._kept[key] for key in _NEEDED if key in self._kept]
        threading.Thread(
            target=self._pass_on, args=(self._process, ours), daemon=True, name=f"tell-{self.sort}"
        ).start()
        threading.Thread(
            target=self._listen, args=(self._process, ours), daemon=True, name=f"hear-{self.sort}"
        ).start()

    def _listen(self, process: Any, pipe: Any) -> None:
        """Pass on the engine's messages until it ends; then start another if necessary."""
        while True:
            try:
                message = pipe.recv()
            except (EOFError, OSError):
                break
            if isinstance(message, Record):
                with self._lock:
                    self._kept["record"] = message
            self._hear(message)
        process.join(PATIENCE)
        pipe.close()
        with self._lock:
            if self._process is not process or self._is_closed:
                return
            self._process = None
            self._more.notify_all()
            now = time.monotonic()
            if process.exitcode != CHANGED:
                self._crashes = [
                    *(crash for crash in self._crashes if crash > now - IN_SECONDS),
                    now,
                ]
            if len(self._crashes) < CRASHES:
                self._start()
            else:
                self._crashes = []
                self._hear(
                    EngineState(
                        self.sort,
                        "down",
                        f"their process ended {CRASHES} times in a row; your next edit starts it again",
                    )
                )

    @property
    def pid(self) -> int | None:
        """The id of the process that plays, if there is one."""
        with self._lock:
            return self._process.pid if self._process is not None else None

    def end(self) -> None:
        """End it at once, whatever it is doing."""
        self.close(0.0)

    def close(self, patience: float = PATIENCE) -> None:
        """End it, after up to `patience` seconds to end by itself."""
        with self._lock:
            self._is_closed, process = True, self._process
            self._process, self._waiting = None, []
            self._more.notify_all()
        if process is not None:
            process.join(patience)
            if process.is_alive():
                process.kill()
                process.join()
