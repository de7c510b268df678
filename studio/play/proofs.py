"""Checks and searches for numbers, beside a desk: one at a time, in a separate process.

In: requests from pages, the cards as drawn. Out: progress, to pages; results, to the desk. Knows no
sockets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from generator.data.faults import NOWHERE
from generator.data.findings import Shown
from generator.data.problems import Problem
from studio.play.engines import Engine
from studio.play.games import Games
from studio.protocol.messages import Checked, Fault, Judged
from studio.protocol.played import (
    CheckGame,
    Data,
    EngineState,
    Progress,
    Proof,
    Refused,
    StopProof,
    TuneGame,
)

Ask = CheckGame | TuneGame


class Proofs:
    """The current check or search. All methods are called on the desk's thread; `post` moves
    messages from engines there.
    """

    def __init__(
        self,
        games: Games,
        tell: Callable[[object], None],
        post: Callable[[Callable[[], None]], None],
        ended: Callable[[Any], None],
        engine: Callable[..., Any] = Engine,
    ) -> None:
        """`games` has the cards as drawn, and pauses in the meantime; `tell` informs pages, `ended`
        receives a `Proof`, a `Proposal`, or None if there is no result.
        """
        self._games = games
        self._tell = tell
        self._post = post
        self._ended = ended
        self._new_engine = engine
        self._engine: Any = None
        self._number = 0
        self.progress = Progress("", 0.0)
        self.answers: Mapping[type, Callable[[Any, Any], None]] = {
            CheckGame: self._start,
            TuneGame: self._start,
            StopProof: lambda page, message: self.stop(),
        }

    @property
    def current(self) -> Progress | None:
        """The progress of the current check or search."""
        return self.progress if self._engine is not None else None

    def _start(self, page: Any, message: Ask) -> None:
        data = self._games.drawn_data
        if data is None:
            page.tell(Refused(-1, "there are no cards to play with yet"))
            return
        self._end()
        self._number += 1
        number, starts = self._number, list[EngineState]()

        def heard(said: object) -> None:  # on one of the engine's threads
            if isinstance(said, EngineState):
                starts.extend([said] if said.state == "starting" else [])
                if len(starts) > 1:
                    said = Refused(-1, "the check ended unexpectedly; the rules may be faulty")
            self._post(lambda: self._hear(number, said))

        self._games.rest()
        self._engine = self._new_engine("proofs", heard)
        self._show(Progress("beginning", 0.0))
        self._engine.say(data)
        self._engine.say(message)

    def _hear(self, number: int, said: object) -> None:
        if number != self._number or self._engine is None:
            return
        if isinstance(said, Progress):
            self._show(said)
        elif isinstance(said, EngineState):
            if said.state == "compiling":
                self._show(Progress(said.words, said.share))
        elif isinstance(said, Refused):
            self._tell(said)
            self.stop()
        else:
            self._end()
            self._ended(said)

    def stop(self) -> None:
        """Give up the current check or search."""
        if self._engine is not None:
            self._end()
            self._ended(None)

    def close(self) -> None:
        """End the process, for good."""
        if self._engine is not None:
            self._engine.end()
            self._engine = None

    def _end(self) -> None:
        if self._engine is not None:
            self._engine.end()
            self._engine = None
            self._show(Progress("", 0.0))

    def _show(self, progress: Progress) -> None:
        self.progress = progress
        self._tell(progress)


def judged(
    proof: Proof, fault: Callable[[Problem], Fault], is_current: bool
) -> tuple[Checked, dict[str, tuple[Shown, Data]]]:
    """Write findings for pages, with their places if the text is unchanged, and name the games that
    show them.

    A quick check plays too few games to be certain of anything; its uncertain findings are left
    out.
    """
    verdicts, shown = list[Judged](), dict[str, tuple[Shown, Data]]()
    quiet = ("ok", "unsure") if proof.level == "quick" else ("ok",)
    loud = []
    for finding in proof.findings:
        if finding.verdict not in quiet and not finding.follows:
            loud.append(finding)
    for number, one in enumerate(loud, 1):
        name = ""
        if one.shown:
            name = f"finding {number}"
            shown[name] = one.shown, proof.data
        problem = one.problem if is_current else replace(one.problem, place=NOWHERE)
        verdicts.append(Judged(one.standing, one.name, one.silenced, name, fault(problem)))
    return Checked(
        proof.data.seq,
        proof.level,
        proof.judged_by,
        sum(finding.verdict == "ok" for finding in proof.findings),
        sum(bool(finding.follows) for finding in proof.findings),
        verdicts,
    ), shown
