"""A check or a search beside a desk: one at a time, given up when asked, and what it found told
with its place.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.data.findings import Finding, Shown
from generator.data.problems import Place, Problem
from studio.guard.seats import ClosedSeats
from studio.play.games import Games
from studio.play.proofs import Proofs, judged
from studio.protocol.messages import Fault
from studio.protocol.played import (
    CheckGame,
    Data,
    EngineState,
    Hold,
    Progress,
    Proof,
    Refused,
    StopProof,
    TuneGame,
    Watch,
)
from tests.studio.play.test_games import FakeEngine, FakePage


class Process(FakeEngine):
    """Notes what it is told, and whether it was ended."""

    def __init__(self, sort: str, hear: Callable[[Any], None]) -> None:
        super().__init__(sort, hear)
        self.sort, self.hear, self.is_ended = sort, hear, False

    def end(self) -> None:
        self.is_ended = True


class Desk:
    """What a desk lends to proofs; what is posted is done at once."""

    def __init__(self, folder: Path) -> None:
        made: Any = FakeEngine
        self.games = Games(folder / "cards.yaml", True, lambda *words: None, ClosedSeats(), made)
        self.started, self.told, self.ended = list[Process](), list[Any](), list[Any]()
        self.page = FakePage()
        self.proofs = Proofs(
            self.games, self.told.append, lambda job: job(), self.ended.append, self.start
        )

    def start(self, sort: str, hear: Callable[[Any], None]) -> Process:
        self.started.append(Process(sort, hear))
        return self.started[-1]

    def ask(self, message: Any) -> Process:
        self.proofs.answers[type(message)](self.page, message)
        return self.started[-1]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    made = Desk(tmp_path)
    made.games.drawn(3, b"the cards")
    return made


QUICK = CheckGame("quick")
FOUND = Proof(Data(3, "cards.yaml", b""), "usual", "experts", [])


def test_a_check_is_told_as_it_goes_and_when_it_ends(desk: Desk) -> None:
    desk.games.odds.pid = 1  # type: ignore[misc]  # odds are being played
    process = desk.ask(QUICK)
    assert process.sort == "proofs"
    assert process.said == [Data(3, str(desk.games.path), b"the cards"), QUICK]
    assert desk.games.odds.said == [Hold()]  # type: ignore[attr-defined]
    process.hear(EngineState("proofs", "starting"))
    process.hear(EngineState("proofs", "ready"))
    process.hear(Progress("games", 0.5))
    process.hear(FOUND)
    assert desk.told == [Progress("beginning", 0.0), Progress("games", 0.5), Progress("", 0.0)]
    assert (desk.ended, process.is_ended, desk.proofs.current) == ([FOUND], True, None)
    process.hear(FOUND)
    assert desk.ended == [FOUND]


def test_what_is_asked_later_ends_what_was_asked_before(desk: Desk) -> None:
    first, second = desk.ask(QUICK), desk.ask(TuneGame("seats"))
    assert (first.is_ended, second.is_ended) == (True, False)
    first.hear(FOUND)
    assert desk.ended == []
    desk.ask(StopProof())
    assert second.is_ended
    assert desk.ended == [None]
    desk.ask(StopProof())
    assert desk.ended == [None]


@pytest.mark.parametrize(
    "said",
    [
        [Refused(-1, "no such goal")],
        [EngineState("proofs", "starting"), EngineState("proofs", "starting")],
    ],
)
def test_what_cannot_be_proved_is_said_and_ended(desk: Desk, said: list[Any]) -> None:
    process = desk.ask(QUICK)
    for message in said:
        process.hear(message)
    assert isinstance(desk.told[-2], Refused)
    assert (desk.ended, process.is_ended, desk.told[-1]) == ([None], True, Progress("", 0.0))


def test_without_cards_there_is_nothing_to_prove(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.proofs.answers[CheckGame](desk.page, QUICK)
    assert (desk.started, type(desk.page.told[0])) == ([], Refused)


def finding(verdict: Any, number: int, **more: Any) -> Finding:
    return Finding("ties", f"{number} players", "balance", verdict, f"claim {number}", **more)


def fault(problem: Problem) -> Fault:
    return Fault(
        problem.severity,
        problem.code,
        problem.message,
        problem.hint,
        line=problem.place.line if problem.place else 0,
    )


def test_findings_are_told_with_their_place_and_their_game(desk: Desk) -> None:
    shown = Shown(4, "expert", 1, 27)
    findings = [
        finding("warning", 4, place=Place("cards.yaml", 12), shown=shown, hint="do this"),
        finding("unsure", 5, silenced="on purpose"),
        finding("ok", 6, shown=shown),
    ]
    proof = Proof(Data(3, "cards.yaml", b""), "usual", "experts", findings)
    checked, games = judged(proof, fault, True)
    assert (checked.seq, checked.ok, checked.judged_by) == (3, 1, "experts")
    assert [(one.verdict, one.game, one.silenced, one.fault.line) for one in checked.findings] == [
        ("warning", "finding 1", None, 12),
        ("unsure", "", "on purpose", 0),
    ]
    assert judged(proof, fault, False)[0].findings[0].fault.line == 0  # the text is another by now
    quick, _ = judged(Proof(proof.data, "quick", "", findings), fault, True)
    assert [one.verdict for one in quick.findings] == ["warning"]
    desk.games.shown = games
    desk.games.answers[Watch](desk.page, Watch("finding 1", 3))
    (asked,) = desk.games.tables.said  # type: ignore[attr-defined]
    assert (asked.saved, asked.move, asked.players, asked.line_up, asked.game) == (
        "finding 1",
        3,
        4,
        "expert",
        27,
    )
    desk.games.answers[Watch](desk.page, Watch("finding 2", 0))
    assert isinstance(desk.page.told[-1], Refused)
