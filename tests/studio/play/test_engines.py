"""Engines in processes of their own: they answer, stop when held, come back after a crash, and stay
down where that goes on.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from studio.play.engines import CRASHES, Engine
from studio.protocol.played import (
    Balance,
    CheckGame,
    Choose,
    Confirm,
    Data,
    EngineState,
    Held,
    Hold,
    Odds,
    Progress,
    Refused,
    Seen,
    Sit,
)
from tests.studio.conftest import until

ROOT = Path(__file__).resolve().parents[3]
DATA = Data(1, str(ROOT / "cards.yaml"), (ROOT / "cards.yaml").read_bytes())
SECONDS = 40


class Heard:
    """What an engine has said."""

    def __init__(self) -> None:
        self.messages, self._more = list[Any](), threading.Condition()

    def __call__(self, message: Any) -> None:
        with self._more:
            self.messages.append(message)
            self._more.notify_all()

    def wait(self, found: Callable[[Any], bool], after: int = 0) -> Any:
        """Wait for a message of a sort."""
        with self._more:
            assert self._more.wait_for(lambda: any(map(found, self.messages[after:])), SECONDS)
            return next(one for one in self.messages[after:] if found(one))


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def odds(heard: Heard) -> Iterator[Engine]:
    engine = Engine("odds", heard)
    yield engine
    engine.close()


@pytest.fixture
def tables(heard: Heard) -> Iterator[Engine]:
    engine = Engine("tables", heard)
    yield engine
    engine.close()


def is_ready(message: Any) -> bool:
    return isinstance(message, EngineState) and message.state == "ready"


@pytest.mark.slow
def test_odds_come_stop_when_held_and_survive_a_crash(odds: Engine, heard: Heard) -> None:
    odds.say(Balance(2, "random"))
    odds.say(DATA)
    first = heard.wait(lambda one: isinstance(one, Odds))
    assert (first.seq, first.players, first.line_up) == (1, 2, "random")
    pid = odds.pid
    assert pid is not None
    odds.say(Hold(3))
    heard.wait(lambda one: one == Held(3))
    at = len(heard.messages)
    time.sleep(0.3)
    assert not [one for one in heard.messages[at:] if isinstance(one, Odds)]
    os.kill(pid, signal.SIGKILL)
    again = heard.wait(
        lambda one: isinstance(one, Odds), at
    )  # with the cards and the players that it knew
    assert (again.seq, again.players, again.line_up) == (1, 2, "random")
    assert odds.pid not in (pid, None)


@pytest.mark.slow
def test_an_engine_takes_no_code_from_where_the_user_stands(
    odds: Engine, heard: Heard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "multiprocessing.py").write_text("raise SystemExit('not this one')")
    monkeypatch.chdir(tmp_path)
    odds.say(Hold(3))
    assert heard.wait(
        lambda one: isinstance(one, Held) or (isinstance(one, EngineState) and one.state == "down")
    ) == Held(3)


@pytest.mark.slow
def test_a_table_goes_on_after_a_crash(tables: Engine, heard: Heard) -> None:
    tables.say(DATA)
    tables.say(Sit(2, "human,random", 5))
    seen = heard.wait(lambda one: isinstance(one, Seen))
    tables.say(Choose(0, seen.moves[0].word, seen.made))
    seen = heard.wait(lambda one: isinstance(one, Seen) and one.made == 1)
    if seen.laid:
        tables.say(Confirm(0))
        seen = heard.wait(
            lambda one: isinstance(one, Seen) and not one.laid, heard.messages.index(seen)
        )
    at = len(heard.messages)
    time.sleep(0.2)  # the record follows the view
    assert tables.pid is not None
    os.kill(tables.pid, signal.SIGKILL)
    again = heard.wait(lambda one: isinstance(one, Seen), at)
    assert (again.made, again.moves, again.zones, again.story) == (
        seen.made,
        seen.moves,
        seen.zones,
        seen.story,
    )


@pytest.mark.slow
def test_who_crashes_again_and_again_stays_down_until_the_next_edit(
    odds: Engine, heard: Heard
) -> None:
    odds.say(Hold())
    for number in range(CRASHES):
        deadline = time.monotonic() + SECONDS
        while odds.pid is None and time.monotonic() < deadline:
            time.sleep(0.01)
        pid = odds.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        states = [one for one in heard.messages if isinstance(one, EngineState)]
        while odds.pid == pid and time.monotonic() < deadline:
            time.sleep(0.01)
        assert number == CRASHES - 1 or states[-1].state == "starting"
    assert heard.wait(lambda one: isinstance(one, EngineState) and one.state == "down")
    at = len(heard.messages)
    odds.say(DATA)
    heard.wait(is_ready, at)


@pytest.mark.slow
def test_who_edits_waits_for_no_engine_that_is_busy(odds: Engine, heard: Heard) -> None:
    """As while rules are compiled: a stopped process reads nothing, and what it is told does not
    fit into a pipe.
    """
    odds.say(Balance(2, "random"))
    odds.say(DATA)
    heard.wait(is_ready)
    assert odds.pid is not None
    os.kill(odds.pid, signal.SIGSTOP)
    begun = time.monotonic()
    for number in range(2, 60):
        odds.say(Data(number, DATA.path, DATA.text))
    assert time.monotonic() - begun < 5
    os.kill(odds.pid, signal.SIGCONT)
    heard.wait(lambda one: isinstance(one, Odds) and one.seq == 59)
    assert (
        len({one.seq for one in heard.messages if isinstance(one, Odds)}) < 10
    )  # those between are of no use any more


def test_the_first_thing_said_is_heard(tables: Engine, heard: Heard) -> None:
    tables.say(Choose(0, "draw", 0))
    assert heard.wait(lambda one: isinstance(one, Refused)).words == "there is no game at the table"


@pytest.mark.slow
def test_a_closed_engine_says_nothing_more(odds: Engine, heard: Heard) -> None:
    odds.say(DATA)
    heard.wait(is_ready)
    odds.close()
    at = len(heard.messages)
    odds.say(DATA)
    time.sleep(0.3)
    assert heard.messages[at:] == []
    assert odds.pid is None


@pytest.mark.slow
def test_who_serves_the_page_loads_nothing_that_plays() -> None:
    """The server stays small, and opens at once."""
    words = (
        "import sys, studio.server.serving; print([name for name in ('numba', 'numpy') if name in "
        "sys.modules])"
    )
    found = subprocess.run(
        [sys.executable, "-c", words], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert found.stdout.strip() == "[]"


@pytest.mark.slow
def test_a_check_is_ended_in_the_middle(heard: Heard) -> None:
    engine = Engine("proofs", heard)
    engine.say(DATA)
    engine.say(CheckGame("usual"))
    heard.wait(lambda one: isinstance(one, Progress))
    process = engine._process
    engine.end()
    until(lambda: not process.is_alive(), "it has ended")
    assert engine.pid is None
    said = len(heard.messages)
    engine.say(CheckGame("usual"))
    assert (engine.pid, len(heard.messages)) == (None, said)
    assert not [one for one in heard.messages if isinstance(one, Refused)]
