"""What runs beside the studio when it is asked for: the check and the search for numbers, at
Emporium itself.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, Literal

import pytest

from studio.play import proving
from studio.play.proving import check, tune
from studio.play.tables import Showing, replayed
from studio.protocol.played import CheckGame, Data, Progress, Rerun, TuneGame
from tests.studio.play.test_tables import DATA, shop


@pytest.mark.slow
def test_a_check_finds_what_the_command_finds() -> None:
    told = list[Any]()
    found = check(shop(), DATA, CheckGame("quick"), told.append)
    assert (found.data, found.level) == (DATA, "quick")
    assert not [one for one in found.findings if one.verdict in ("fault", "warning")]
    assert {one.section for one in found.findings} >= {"census", "reach", "games"}
    assert all(isinstance(one, Progress) and 0 <= one.part <= 1 for one in told)
    assert told


@pytest.mark.parametrize(("level", "parts"), [("usual", [0.5]), ("quick", [])])
def test_players_learn_a_game_before_they_judge_its_balance(
    level: Literal["usual", "quick"], parts: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = list[Any]()
    lessons = SimpleNamespace(take=lambda progress: progress(0.5))
    examination = SimpleNamespace(
        run=lambda: SimpleNamespace(findings=[]), judges_in_words=lambda words: words
    )
    monkeypatch.setattr(proving, "lessons_for", lambda *asked: lessons)
    monkeypatch.setattr(proving, "Examination", lambda *asked: examination)
    check(shop(), DATA, CheckGame(level), told.append)
    assert [one.part for one in told if "learn" in one.words] == parts


@pytest.mark.slow
def test_a_game_that_shows_a_finding_is_gone_through() -> None:
    asked = Rerun("finding 1", 5, 3, "random", 1, 7, DATA)
    reel = replayed(shop(), asked)
    assert (reel.saved, reel.move) == ("finding 1", 5)
    assert "\ngame: 7\n" in reel.text
    moment = Showing(shop(), reel).at(10_000)
    assert moment.seen.is_over
    assert moment.seen.line_up == ["random"] * 3


@pytest.mark.slow
def test_a_search_proposes_changes_and_says_what_they_do() -> None:
    short = Data(4, DATA.path, DATA.text.replace(b"minutes: 30-40", b"minutes: 10-30"))
    told = list[Any]()
    found = tune(
        shop(), short, TuneGame("length", "rules.deck_levels.1=1..5", 2, games=10), told.append
    )
    assert found.is_needed
    assert [(one.name, one.was, one.now) for one in found.changes] == [
        ("rules.deck_levels.1", 5, found.changes[0].now)
    ]
    assert f"+  deck_levels: {{1: {found.changes[0].now}, " in found.diff
    assert f"deck_levels: {{1: {found.changes[0].now}, ".encode() in found.content
    assert [one.goal for one in found.goals] == ["length"]
    assert found.goals[0].after
    assert told[-1].words == "fresh games"
    assert found.told.seq == 4


def test_what_cannot_be_searched_is_said() -> None:
    for vary in ("rules.hand_sice=1..2", "hand_size", "rules.hand_size=1..x"):
        with pytest.raises(ValueError, match=r"rules\.hand_size|NAME=LOW"):
            tune(shop(), DATA, TuneGame("length", vary), lambda message: None)
