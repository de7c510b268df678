"""What an engine does with what it is told, without a process: cards taken up, faults said, games
held, rules watched.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from generator.job.starting import start_game
from rules_check.engine import consent, warming
from studio.play.engine import OddsEngine, Reader, RulesEdited, TablesEngine
from studio.protocol.played import (
    Balance,
    Choose,
    Data,
    EngineState,
    Held,
    Hold,
    Odds,
    OwnRules,
    Record,
    Refused,
    Seen,
    Sit,
    Worth,
)
from tests.conftest import make_game

ROOT = Path(__file__).resolve().parents[3]
TEXT = (ROOT / "cards.yaml").read_bytes()


def data(seq: int, old: bytes = b"", new: bytes = b"", is_base: bool = False) -> Data:
    assert old in TEXT
    return Data(seq, str(ROOT / "cards.yaml"), TEXT.replace(old, new, 1) if old else TEXT, is_base)


def odds() -> tuple[OddsEngine, list[Any]]:
    said = list[Any]()
    engine = OddsEngine(said.append)
    engine.hear(Balance(players=2, line_up="random"))
    return engine, said


def test_cards_are_played_against_their_base_until_all_is_known() -> None:
    engine, said = odds()
    assert not engine.has_work
    engine.hear(data(0, is_base=True))
    engine.hear(data(4, b"starting_gold: ", b"starting_gold: 1"))
    assert [said[0], said[1].best, len(said)] == [EngineState("odds", "ready"), "expert", 2]
    while not isinstance(said[-1], Worth):
        assert engine.has_work
        engine.work()
    told = [one for one in said if isinstance(one, Odds)]
    assert {one.seq for one in told} == {4}
    assert told[0].pairs >= 200
    assert told[-1].pairs > told[0].pairs
    assert len(told) < 40  # not after every batch
    assert not told[-1].is_equal


def test_held_games_wait_for_the_next_cards() -> None:
    engine, said = odds()
    engine.hear(data(1))
    engine.hear(Hold(5))
    assert said[-1] == Held(5)
    assert not engine.has_work
    engine.hear(Balance(players=3, line_up="random"))
    assert not engine.has_work
    engine.hear(data(2))
    assert engine.has_work


def test_what_is_known_already_is_told_at_once() -> None:
    engine, said = odds()
    engine.hear(data(1))
    while not isinstance(said[-1], Odds):
        engine.work()
    engine.hear(data(2))
    assert (said[-1].seq, said[-1].is_equal) == (2, True)


def test_faults_are_said_and_the_last_cards_stay() -> None:
    engine, said = odds()
    engine.hear(data(1))
    engine.hear(data(2, b"title:", b"titel:"))
    assert isinstance(said[-1], EngineState)
    assert said[-1].state == "faulty"
    assert engine.has_work
    engine.hear(data(2))
    assert said[-1] == EngineState("odds", "ready")
    engine.hear(Balance(players=2, line_up="genius"))
    assert isinstance(said[-1], Refused)
    assert "genius" in said[-1].words
    at = len(said)
    engine.hear(data(3))  # is played by those who could play before
    assert not [one for one in said[at:] if isinstance(one, Refused)]


def test_a_game_without_rules_is_left_in_peace(tmp_path: Path) -> None:
    make_game(tmp_path)
    said = list[Any]()
    engine = OddsEngine(said.append)
    engine.hear(Data(1, str(tmp_path / "cards.yaml"), (tmp_path / "cards.yaml").read_bytes()))
    assert [said[0].state, len(said)] == ["none", 1]
    assert not engine.has_work


def test_a_table_says_what_each_seat_sees_and_what_cannot_be() -> None:
    said = list[Any]()
    engine = TablesEngine(said.append)
    engine.hear(Choose(0, "draw", 0))
    assert said[-1] == Refused(0, "there is no game at the table")
    engine.hear(data(1))
    engine.hear(Sit(2, "human,human", 5))
    seen, record = [one for one in said if isinstance(one, Seen)], said[-1]
    assert [one.seat for one in seen] == [0, 1]
    assert isinstance(record, Record)
    engine.hear(Choose(seen[0].due, "fly", 0))
    assert isinstance(said[-1], Refused)
    other = TablesEngine(said.append)
    other.hear(record)
    assert said[-1] == record


def test_edited_rules_end_the_engine(tmp_path: Path) -> None:
    reader = Reader("odds", lambda message: None)
    reader.read(data(1))
    reader.look()
    file = tmp_path / "rules.py"
    file.write_text("")
    reader._files = {file: file.stat().st_mtime_ns}
    reader.look()
    os.utime(file, ns=(1, 1))
    with pytest.raises(RulesEdited):
        reader.look()


def test_another_game_is_for_another_engine() -> None:
    reader = Reader("odds", lambda message: None)
    reader.read(data(1))
    path = ROOT / "games" / "empire" / "cards.yaml"
    with pytest.raises(RulesEdited):
        reader.read(Data(2, str(path), path.read_bytes()))


def test_rules_beside_the_cards_are_shown_and_not_run_before_agreement(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = list[str]()
    monkeypatch.setattr(warming, "is_cold", lambda rules: True)
    monkeypatch.setattr(warming, "warm", lambda rules, *_: compiled.append(rules.name))
    monkeypatch.setattr(consent, "_state_home", lambda: tmp_path / "state")
    start_game(tmp_path / "pond", rules="python")
    path, said = tmp_path / "pond" / "cards.yaml", list[Any]()
    text = (tmp_path / "pond" / "rules.py").read_text("utf-8")
    engine = OddsEngine(said.append)
    engine.hear(Data(1, str(path), path.read_bytes()))
    shown, state = said
    assert (shown.text, shown.lines) == (text, len(text.splitlines()))
    assert (state.state, state.engine, compiled) == ("untrusted", "odds", [])
    rules = consent.read_own_rules(path.parent)
    assert rules
    assert rules.digest == shown.digest
    consent.trust(rules)
    engine.hear(Data(2, str(path), path.read_bytes()))
    states = [one.state for one in said if isinstance(one, EngineState)]
    assert (states, compiled) == (["untrusted", "compiling", "ready", "ready"], ["pond"])
    (path.parent / "rules.py").write_text(text + "#\n", "utf-8")
    with pytest.raises(RulesEdited):
        engine.reader.look()
    engine.hear(Data(3, str(path), path.read_bytes()))
    assert [one.text for one in said if isinstance(one, OwnRules)][-1] == text + "#\n"
