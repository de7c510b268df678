"""Games that all players win or lose together: judged as a team's, never as a contest."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from generator.cli import main as cli
from rules_check.prove import exploiting, teaching
from rules_check.prove.balance import alone_finding, team_finding
from rules_check.prove.exploiting import learned_words, untested_judges
from rules_check.prove.gathering import TOGETHER, reward_seats
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
COG = """
game: {title: Leaky Cog, version: 1.0.0, players: 1-3}
kinds:
  good:
    template: card.svg.j2
    fields: {name: line, worth: 1..9}
    cards:
      salt: {name: Salt, worth: 1, copies: 9}
      silk: {name: Silk, worth: 4, copies: 9}
  wave:
    template: card.svg.j2
    fields: {name: line, rise: 0..3}
    cards:
      calm: {name: Calm, rise: 0, copies: 4}
      swell: {name: Swell, rise: 1, copies: 5}
      breaker: {name: Breaker, rise: 2, copies: 5}
components:
  goods: {name: Goods, of: good, count: 18}
  waves: {name: Waves, of: wave, count: 14}
rules: {deep: 2, far: 10}
play:
  common:
    quay: all good, face down
    sea: all wave, face down
    past: wave
    hold: good
    sunk: good
    pumps: 0
    water: 0
  each:
    hand: good, seen by owner
  begin:
    - deal 2 from quay to each hand
  turn:
    - choose:
        stow {good in hand}: move good to hold
        sell {good in hand}:
          - move good to sunk
          - add 1 to pumps
    - move 1 from quay to hand
    - move 1 from sea to past
    - add max(0, top(past).rise - pumps) to water
  until:
    the cog sinks: water > deep
    the cog is home: turn = far
  score: sum(hold.worth)
  wins: together
  loses: the cog sinks
"""
CONTEST = {"seat-advantage", "ties", "runaway-leader", "skill", "luck", "strategy"}


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


@pytest.mark.parametrize(("lost", "verdict"), [(0, "warning"), (1, "warning"), (20, "ok")])
@pytest.mark.parametrize("players", [1, 2])
def test_a_game_that_is_hardly_ever_lost_is_a_warning(
    players: int, lost: int, verdict: str
) -> None:
    rules, played = team(players)
    played.games, played.scores = 200, np.full((200, players), 5)
    played.ends = np.array([2] * lost + [1] * (200 - lost))
    about = alone_finding if players == 1 else team_finding
    found = about(rules, played, "greedy", True)
    assert found.verdict == verdict
    assert ("hardly ever lost" in found.claim, bool(found.hint)) == (verdict != "ok",) * 2
    rules.LOST_ENDS = ()
    assert about(rules, played, "greedy", True).verdict == "ok"


def test_one_who_plays_alone_wins_too_unless_the_end_is_a_loss() -> None:
    assert "player wins 75.0 % (30.1 to 95.4) of games and scores 5.0 points" in (
        alone_finding(*team(1), "greedy", is_all=False).claim
    )


def written(folder: Path, game: str) -> Path:
    """Write a game into a folder."""
    (folder / "templates").mkdir()
    (folder / "templates" / "card.svg.j2").write_text(TEMPLATE, encoding="utf-8")
    (folder / "cards.yaml").write_text(game, encoding="utf-8")
    return folder


@pytest.fixture
def raft(tmp_path: Path) -> Path:
    return written(tmp_path, RAFT)


@pytest.mark.slow  # it compiles a game
def test_no_command_takes_a_team_for_a_contest(raft: Path, capfd: Any) -> None:
    cli.run(["check", str(raft), "--no-lint", "--format", "json"])
    results = json.loads(capfd.readouterr().out)["results"]
    found = results["findings"]
    assert not CONTEST & {one["finding"] for one in found}
    assert not results["measured"].get("exploit")  # which is drawn as games won
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
    # rules as data count no events and no used cards, as docs/how-to/simulating.md says
    assert (tally["line_up"], tally["counts"], tally["cards"]) == ("greedy,greedy", {}, {})
    lost = tally["ends"].get("the raft is under water", 0)
    assert f"they won {100 * (200 - lost) / 200:.1f} %" in said

    assert cli.run(["replay", str(raft), "--players", "2"]) == 0
    told = capfd.readouterr().out
    assert ("All win." in told) == ("the sea is crossed" in told)
    assert ("All lose." in told) == ("is over: the raft is under water" in told)


def test_a_team_that_learned_is_untested_unless_it_solved_the_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules, _ = team(2)
    rules.name = "raft"
    pupil = SimpleNamespace(
        positions=0, games=70, before=0, fresh=(), adversary_games=0, adversary_positions=0
    )
    monkeypatch.setattr(exploiting, "read_learned", lambda *asked: pupil)
    assert untested_judges(rules, None, "learned", [1, 2]) == "players who learned the game"
    assert learned_words(rules, None, [2]).endswith("with `train --minutes 5` all learn for longer")
    pupil.fresh, pupil.adversary_games = (2100.0, 4000), 20_000
    assert untested_judges(rules, None, "learned", [1, 2]) == ""
    said = learned_words(rules, None, [1, 2])
    assert (
        ". If one goes on learning, results are better in 52.5 % (51.0 to 54.0) of games with 1 "
        in said
    )
    assert "(50.0 % is no better); with" in said
    pupil.positions, pupil.fresh = 9, ()
    assert untested_judges(rules, None, "learned", [1, 2]) == ""


@pytest.mark.parametrize(("lost", "share"), [((2,), 0.625), ((), 0.875)])
def test_one_who_went_on_learning_does_better_than_the_team_without(
    lost: tuple[int, ...], share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of four games, the team lost one; it wins that one with who went on learning. Points count
    only if it cannot lose.
    """
    rules, played = team(2)
    rules.LOST_ENDS = lost
    better = np.ones(4) if lost else np.array([3.0, 4.0, 7.0, 9.0])
    monkeypatch.setattr(teaching, "simulate", lambda *asked: played)
    monkeypatch.setattr(teaching, "results_with", lambda *asked: better)
    rate = teaching.better_among(rules, None, 2, None, None, 4, 1)  # type: ignore[arg-type]
    assert (rate.share, rate.games) == (share, 4)


@pytest.mark.parametrize(("end", "worth"), [(1, 36.0), (2, 6.0)])
def test_a_team_is_rewarded_for_a_win_and_then_for_its_mean_score(end: int, worth: float) -> None:
    def scores(cards: Any, state: Any, out: Any) -> None:
        out[:] = [4, 8]

    counting, out = SimpleNamespace(scores=scores), np.zeros(2)
    asked = SimpleNamespace(
        aim=TOGETHER, lost=np.array([2]), worth=np.array([30.0]), usual=np.array([0.0, 1.0])
    )
    reward = getattr(reward_seats, "py_func", reward_seats)
    reward(counting, None, SimpleNamespace(end=end), asked, out, np.zeros(2))
    assert out.tolist() == [worth, worth]


@pytest.mark.slow  # it compiles a game, and learns it
def test_a_team_learns_to_win_more_often_than_greedy_players(tmp_path: Path, capfd: Any) -> None:
    cog = str(written(tmp_path, COG))
    asked = ["train", cog, "--players", "2", "--minutes", "0.1", "--format", "json"]
    assert cli.run(asked) == 0
    (learned,) = json.loads(capfd.readouterr().out)["results"]["players"].values()
    share, low, high = learned["response"]
    assert 45 < low <= share <= high
    assert learned["adversary_games"] > 10_000
    wins = {word: found["wins"] for word, found in learned["team"].items()}
    assert wins["learned"][1] > wins["greedy"][2] + 10
    assert wins["learned"][1] > wins["random"][2] + 10
