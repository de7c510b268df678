"""Threads, processes and a cluster play the same games, and none are lost with a worker."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from generator.data.loading import load_game
from rules_check.engine.players import parse_line_up
from rules_check.games import emporium as rules
from rules_check.play import simulate
from rules_check.play.run import Run
from rules_check.play.tallies import Tally, play_tallies, tally_games
from rules_check.play.workers import MOST_DEATHS, Crew, Processes, WorkersLost, crew_of, steadily

ROOT = Path(__file__).resolve().parents[3]
GAMES, SEED = 3000, 11
with_distributed = pytest.mark.skipif(
    find_spec("distributed") is None, reason="distributed is not installed"
)


@cache
def cards() -> Any:
    return rules.cards_record(load_game(ROOT / "cards.yaml"))


@cache
def alone() -> dict[str, Any]:
    return tally_games(Run(rules, cards(), parse_line_up("random", 4), SEED, GAMES)).as_json()


def played(crew: Crew, note: Callable[[int], None] = lambda _: None) -> dict[str, Any]:
    """Play the games with a crew; `note` hears how many are done."""
    line_up = parse_line_up("random", 4)
    tally = Tally.none(rules, cards(), line_up, SEED)

    def play(done: int) -> Iterator[Tally]:
        run = Run(rules, cards(), line_up, SEED, GAMES - done, done)
        return play_tallies(run, crew.executor, crew.count)

    for part in steadily(crew, play):
        tally.add(part)
        note(tally.games)
    assert tally.games == GAMES
    return tally.as_json()


class Once:
    """Does something once, when a quarter of the games are counted and more are on their way."""

    def __init__(self, act: Callable[[], object]) -> None:
        self.act, self.is_done = act, False

    def __call__(self, done: int) -> None:
        if done >= GAMES // 4 and not self.is_done:
            self.is_done = True
            self.act()


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_threads_play_the_same_games(threads: int) -> None:
    with crew_of(threads=threads) as crew:
        assert crew.count() == threads
        assert played(crew) == alone()


@pytest.fixture(autouse=True)
def _same_rules_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers that are processes find this checkout."""
    monkeypatch.setenv(
        "PYTHONPATH", os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    )


@pytest.mark.slow
def test_processes_play_the_same_games_and_one_that_is_killed_is_replaced() -> None:
    with crew_of(processes=2) as crew:

        def kill() -> None:
            os.kill(next(iter(crew.executor._processes)), signal.SIGKILL)  # type: ignore[attr-defined]

        once = Once(kill)
        assert played(crew, once) == alone()
        assert once.is_done


class Dying(Crew):
    """A crew whose workers always die, as where there is too little memory."""

    def recover(self, fault: Exception) -> bool:
        return isinstance(fault, BrokenProcessPool)


def test_workers_that_always_die_are_given_up() -> None:
    begun = list[int]()

    def play(done: int) -> Iterator[Any]:
        begun.append(done)
        if done == 0:
            yield tally_games(Run(rules, cards(), parse_line_up("random", 4), SEED, 5))
        raise BrokenProcessPool

    with Dying(1) as crew, pytest.raises(WorkersLost, match="died 4 times at game 5"):
        list(steadily(crew, play))
    assert begun == [0, *[5] * MOST_DEATHS]


@pytest.mark.slow
def test_nobody_waits_for_the_rest_of_an_answer_that_was_cut_off() -> None:
    for tenths in range(1, 7):  # at some of which the answer, some 200 MB, is on its way
        crew = Processes(1)
        crew.executor.submit(int).result()
        crew.executor.submit(bytes, 200_000_000)
        time.sleep(tenths / 25)
        closing = threading.Thread(target=crew.close, daemon=True)
        closing.start()
        closing.join(20)
        assert not closing.is_alive()


HIRING = """
from rules_check.play.workers import Processes
if __name__ == "__main__":
    with Processes(1) as crew:
        print(crew.executor.submit(int, "7").result())
"""


@pytest.mark.slow
def test_no_process_takes_code_from_where_the_user_stands(tmp_path: Path) -> None:
    """Not the workers, nor the one that tracks what they share."""
    game = tmp_path / "game"
    game.mkdir()
    (game / "multiprocessing.py").write_text("open('ran', 'w')")
    (tmp_path / "hiring.py").write_text(HIRING)
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    words = [sys.executable, str(tmp_path / "hiring.py")]
    done = subprocess.run(words, cwd=game, env=env, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("7\n", "")
    assert not (game / "ran").exists()


def test_a_fault_of_ours_is_no_death() -> None:
    def play(done: int) -> Iterator[Any]:
        raise ZeroDivisionError
        yield

    with crew_of(threads=1) as crew, pytest.raises(ZeroDivisionError):
        list(steadily(crew, play))


def test_a_worker_with_other_rules_refuses() -> None:
    with pytest.raises(
        simulate.WorkerError,
        match=r"a worker has emporium-pnp .*, but this computer has 9\.9 abc; install the same",
    ):
        simulate.play_part(tally_games, "9.9 abc", "emporium", b"", {})


# ---------------------------------------------------------------------------------------- a cluster
class Loopback:
    """A scheduler and two workers, each a process."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.processes = folder, list[subprocess.Popen[bytes]]()
        where = folder / "scheduler.json"
        self._start(
            "scheduler",
            "--port",
            "0",
            "--host",
            "127.0.0.1",
            "--scheduler-file",
            str(where),
            "--no-dashboard",
            "--no-show",
        )
        ends = time.monotonic() + 60
        while not where.exists() and time.monotonic() < ends:
            time.sleep(0.05)
        words = (
            "--scheduler-file",
            str(where),
            "--nthreads",
            "1",
            "--no-nanny",
            "--no-dashboard",
            "--local-directory",
            str(folder),
        )
        self.workers = [self._start("worker", *words) for _ in range(2)]
        self.address = json.loads(where.read_text())["address"]

    def _start(self, what: str, *words: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{what}", *words],
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.processes.append(process)
        return process

    def stop(self) -> None:
        for process in reversed(self.processes):
            process.kill()
            process.wait()


@pytest.fixture
def loopback(tmp_path: Path) -> Iterator[Loopback]:
    cluster = Loopback(tmp_path)
    yield cluster
    cluster.stop()


@pytest.mark.slow
@with_distributed
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_plays_the_same_games_though_a_worker_is_killed_half_way(
    loopback: Loopback,
) -> None:
    with crew_of(scheduler=loopback.address) as crew:
        crew._client.wait_for_workers(2, timeout=60)  # type: ignore[attr-defined]
        assert crew.count() == 2
        once = Once(loopback.workers[0].kill)
        assert played(crew, once) == alone()
        assert once.is_done
        assert loopback.workers[0].wait(10) == -signal.SIGKILL
        crew._looked = 0.0  # type: ignore[attr-defined]
        assert crew.count() == 1
        loopback.processes[0].kill()
        with pytest.raises(WorkersLost, match=r"the cluster at tcp://127.0.0.1:.* failed"):
            played(crew)


@pytest.mark.slow
@with_distributed
@pytest.mark.filterwarnings("ignore")
def test_a_scheduler_that_does_not_answer_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules_check.play.workers.ANSWER_SECONDS", 1)
    with pytest.raises(WorkersLost, match=r"no scheduler answers at tcp://127.0.0.1:9"):
        crew_of(scheduler="tcp://127.0.0.1:9")
