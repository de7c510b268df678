"""The workers that play: threads of this process, processes of this machine, or a cluster managed
by Dask's distributed.

In: a request. Out: a `Crew`, an executor with the number of its workers, and what to do when one
dies. Knows no game, and plays nothing. We do no scheduling: on a cluster, Dask distributes the
parts, and replays those of a dead worker elsewhere. For processes we do that here: a pool that has
lost a worker is replaced, and play continues after the last part that was received.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, suppress
from typing import Any, Protocol, TypeVar

from generator.data.files import CannotGoOn
from rules_check.play.simulate import WorkerError
from rules_check.play.spawning import ignore_interrupts, spawning

MOST_DEATHS = 3
"""How often workers may die without completing a part in between; beyond that, the fault is not
theirs.
"""
ANSWER_SECONDS = 10
"""How long a scheduler may take to answer."""
ADDRESS = r"(tcp|tls|ucx|wss?)://\S+"
LOOK_SECONDS = 2
"""How often a scheduler is asked for the number of its workers."""


class Countable(Protocol):
    @property
    def games(self) -> int: ...


T = TypeVar("T", bound=Countable)


class WorkersLost(CannotGoOn):
    """The workers cannot continue; the message says why."""

    def __init__(
        self,
        why: str,
        left: str = "The results so far are shown; run the command again to play the same games.",
    ) -> None:
        super().__init__(why, left=left)


PATIENCE = 5.0
"""The time in seconds that workers have to finish when they are dismissed."""


class Crew:
    """Threads of this process."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.executor: Executor = self._hired()

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _hired(self) -> Executor:
        return ThreadPoolExecutor(self.number)

    def count(self) -> int:
        """Return how many parts can currently be played at the same time."""
        return self.number

    def recover(self, fault: Exception) -> bool:
        """Return whether play can continue after a fault. Raises WorkersLost if the reason why not
        is known.
        """
        return False

    def close(self) -> None:
        """Dismiss the workers; work that is not done yet is abandoned."""
        self.executor.shutdown(wait=False, cancel_futures=True)


class Processes(Crew):
    """Processes on this machine. Each loads the rules again, from the cache of compiled code."""

    def _hired(self) -> Executor:
        # creating the pool already starts a process, which tracks what the others share
        with spawning():
            pool = ProcessPoolExecutor(
                self.number, multiprocessing.get_context("spawn"), ignore_interrupts
            )
            for _ in range(self.number):
                pool.submit(os.getpid)  # starts a process as long as none is idle
        return pool

    def recover(self, fault: Exception) -> bool:
        if not isinstance(fault, BrokenProcessPool):
            return False
        self.close()
        self.executor = self._hired()
        return True

    def close(self) -> None:
        """Dismiss the workers immediately. Their pending requests are cancelled first, and no pipe
        to or from them is waited for afterwards.
        """
        pool: Any = self.executor
        workers = list((pool._processes or {}).values())
        answers = pool._result_queue
        questions = pool._call_queue
        manager = pool._executor_manager_thread
        pool.shutdown(wait=False, cancel_futures=True)
        until = time.monotonic() + PATIENCE
        while (
            manager is not None
            and manager.is_alive()
            and pool._cancel_pending_futures
            and time.monotonic() < until
        ):
            time.sleep(0.002)
        for worker in workers:
            worker.kill()  # otherwise we would wait for one that is busy
        with suppress(AttributeError, OSError):
            answers._writer.close()  # otherwise we would wait for the rest of a truncated answer
            questions.cancel_join_thread()
        if manager is not None:
            manager.join(PATIENCE)


class Cluster(Crew):
    """The workers of a scheduler of Dask's distributed."""

    def __init__(self, address: str) -> None:
        """Raises ModuleNotFoundError if distributed is not installed, ValueError for an invalid
        address, WorkersLost.
        """
        if not re.fullmatch(ADDRESS, address):
            raise ValueError("expected an address such as tcp://host:8786")
        import distributed

        # its loss is reported here, in one sentence
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        self.address, self._looked, self._seen = address, 0.0, 0
        try:
            self._client: Any = distributed.Client(
                address, timeout=ANSWER_SECONDS, set_as_default=False
            )
        except OSError as fault:
            why = f"no scheduler answers at {address} within {ANSWER_SECONDS} s: {fault}"
            raise WorkersLost(why, "Nothing was played.") from None
        super().__init__(0)

    def _hired(self) -> Executor:
        pool: Executor = self._client.get_executor(retries=MOST_DEATHS)
        return pool

    def count(self) -> int:
        if time.monotonic() - self._looked > LOOK_SECONDS:
            self._seen, self._looked = sum(self._client.nthreads().values()), time.monotonic()
        return max(1, self._seen)

    def recover(self, fault: Exception) -> bool:
        if isinstance(fault, WorkerError):
            raise WorkersLost(str(fault)) from None
        raise WorkersLost(
            f"the cluster at {self.address} failed: {type(fault).__name__}: {fault}"
        ) from fault

    def close(self) -> None:
        self._client.close()


def crew_of(
    threads: int | None = None, processes: int | None = None, scheduler: str | None = None
) -> Crew:
    """Return the workers asked for; by default, one thread per core. Raises as `Cluster`."""
    if scheduler is not None:
        return Cluster(scheduler)
    return Crew(threads or os.cpu_count() or 1) if processes is None else Processes(processes)


def steadily(crew: Crew, play: Callable[[int], Iterator[T]]) -> Iterator[T]:
    """Yield the parts of `play(done)`, given that `done` games are already played; if workers die,
    continue after the last part.

    Raises WorkersLost if that does not help.
    """
    done, deaths = 0, 0
    while True:
        try:
            with closing(play(done)) as parts:  # type: ignore[type-var]
                for part in parts:
                    done, deaths = done + part.games, 0
                    yield part
            return
        except Exception as fault:
            deaths += 1
            if not crew.recover(fault):
                raise
            if deaths > MOST_DEATHS:
                raise WorkersLost(
                    f"worker processes died {deaths} times at game {done}: is there too little "
                    "memory?"
                ) from fault
