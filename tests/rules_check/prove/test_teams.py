"""Games that all players win or lose together: judged as a team's, never as a contest."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from generator.cli import main as cli
from rules_check.prove.balance import alone_finding, team_finding
from tests.rules_check.notation.games import TEMPLATE

RAFT = """
game: {title: Raft, version: 1.0.0, players: 1-2}
kinds:
  plank:
    template: card.svg.j2
    fields: {name: line, length: 0..9}
    cards:
      short: {name: Short, length: 1, copies: 8}
      long: {name: Long, length: 3, copies: 8}
components:
  plank: {name: Planks, of: plank, count: 16}
rules: {high: 2, far: 9}
play:
  common:
    pile: all plank, face down
    shore: plank
    raft: plank
    drifted: plank
    flood: 0
  begin:
    - move 4 from pile to shore
  turn:
    - choose:
        tie {plank in shore}: move plank to raft
        bail if flood > 0: take 1 from flood
        wait: nothing
    - move 1 from pile to shore
    - move 1 at random from shore to drifted
    - add 1 to flood if count(drifted where length > 1) > 1
  until:
    the raft is under water: flood > high
    the sea is crossed: turn = far
  score: sum(raft.length)
  wins: together
  loses: the raft is under water
"""
CONTEST = {"seat-advantage", "ties", "runaway-leader", "skill", "luck", "strategy", "exploitable"}


def team(players: int) -> tuple[Any, Any]:
    """Return rules whose end 2 is lost, and four games of which one ended so."""
    rules = SimpleNamespace(UNIT="points", WINS_TOGETHER=True, LOST_ENDS=(2,))
    played = SimpleNamespace(
        players=players,
        games=4,
        ends=np.array([1, 2, 1, 1]),
        scores=np.array([[2], [4], [6], [8]]) * np.ones((1, players), np.int64),
    )
    return rules, played


def test_a_team_has_a_rate_of_wins_if_it_can_lose_and_scores() -> None:
    rules, played = team(2)
    one = team_finding(rules, played, "greedy", True)
    assert (one.code, one.about, one.verdict, one.number) == (
        "plays-together",
        "2 players",
        "ok",
        75.0,
    )
    assert "a team of greedy players wins 75.0 % (30.1 to 95.4) of games" in one.claim
    assert "score 5.0 points" in one.claim
    rules.LOST_ENDS = ()
    unlost = team_finding(rules, played, "greedy", False)
    assert (unlost.number, unlost.unit) == (5.0, "points")
    assert "wins" not in unlost.claim


def test_one_who_plays_alone_wins_too_unless_the_end_is_a_loss() -> None:
    assert "player wins 75.0 % (30.1 to 95.4) of games and scores 5.0 points" in (
        alone_finding(*team(1), "greedy", is_all=False).claim
    )


@pytest.fixture
def raft(tmp_path: Path) -> Path:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "card.svg.j2").write_text(TEMPLATE, encoding="utf-8")
    (tmp_path / "cards.yaml").write_text(RAFT, encoding="utf-8")
    return tmp_path


@pytest.mark.slow  # it compiles a game
def test_no_command_takes_a_team_for_a_contest(raft: Path, capfd: Any) -> None:
    cli.run(["check", str(raft), "--no-lint", "--format", "json"])
    found = json.loads(capfd.readouterr().out)["results"]["findings"]
    assert not CONTEST & {one["finding"] for one in found}
    (told,) = [one for one in found if one["finding"] == "plays-together"]
    assert "2 players win or lose together" in told["claim"]

    assert cli.run(["simulate", str(raft), "--players", "2", "--games", "200"]) == 0
    said = capfd.readouterr().out
    assert "An even share" not in said
    assert "leader" not in said
    assert "All players win or lose together; they won" in said

    assert (
        cli.run(["simulate", str(raft), "--players", "2", "--games", "200", "--format", "json"])
        == 0
    )
    (tally,) = json.loads(capfd.readouterr().out)["results"]["tallies"]
    assert [seat["share"] for seat in tally["seats"]] == [None, None]
    lost = tally["ends"].get("the raft is under water", 0)
    assert f"they won {100 * (200 - lost) / 200:.1f} %" in said

    assert cli.run(["replay", str(raft), "--players", "2"]) == 0
    told = capfd.readouterr().out
    assert ("All win." in told) == ("the sea is crossed" in told)
    assert ("All lose." in told) == ("is over: the raft is under water" in told)
