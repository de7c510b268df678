"""What the tests of card sets of any size ask of each game. No tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.data.loading import load_game
from generator.data.problems import Problem, ProblemError
from rules_check.engine.players import parse_line_up
from rules_check.engine.playing import play_games


def record(rules: Any, path: Path) -> Any:
    return rules.cards_record(load_game(path))


def faults_met(rules: Any, cards: Any, line_up: str, games: int, *counts: int) -> set[str]:
    """Play games with every number of players, or those named, and name all that was found wrong
    with any state.
    """
    line_ups = [parse_line_up(line_up, count) for count in counts or rules.player_counts(cards)]
    played = [
        play_games(rules, cards, players, 1, 0, games, is_checked=True) for players in line_ups
    ]
    return {
        rules.FAULTS[number] if number < len(rules.FAULTS) else str(number)
        for part in played
        for number in part.rows["fault"]
    }


def refused(rules: Any, path: Path, said: str, line: str) -> tuple[Problem, ...]:
    """Expect a card set to be refused for what there is no room for, first of all, at the line that
    begins so; returns all problems.
    """
    with pytest.raises(ProblemError) as caught:
        record(rules, path)
    problem, *_ = problems = tuple(caught.value.problems)
    assert (problem.code, problem.message) == ("out-of-range", said)
    assert problem.place is not None
    assert (
        path.read_text(encoding="utf-8")
        .splitlines()[problem.place.line - 1]
        .strip()
        .startswith(line)
    )
    assert problem.hint is not None
    assert "'More cards than we made' in the documentation" in problem.hint
    return problems
