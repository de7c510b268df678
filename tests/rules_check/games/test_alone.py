"""Pearl Dive, a game for 1 to 8 by the toolkit, through every command: what one alone cannot show
is not judged, and 8 are counted exactly.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.cli import main as cli
from generator.data.loading import load_game
from rules_check.adapters.table import GameTable
from rules_check.engine.game import load_rules
from rules_check.engine.noting import WIN
from rules_check.engine.players import parse_line_up
from rules_check.play.run import Run as Games
from rules_check.play.tallies import tally_games

HOME = Path(__file__).resolve().parent / "alone"
ROOT = HOME.parents[3]
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Install the rules as pip would, for this process and those that it starts."""
    home = tmp_path_factory.mktemp("alone")
    info = home / "pearl_dive_rules-0.1.0.dist-info"
    info.mkdir()
    shutil.copy(HOME / "pearl_dive.py", home)
    (info / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: pearl-dive-rules\nVersion: 0.1.0\n"
    )
    (info / "entry_points.txt").write_text("[emporium_pnp.games]\npearl-dive = pearl_dive:rules\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(home))
        patch.setenv("PYTHONPATH", f"{home}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
        yield home


@pytest.fixture
def folder(installed: Path, tmp_path: Path) -> Path:
    """A copy of the game's folder for 1 and 2 players."""
    game = tmp_path / "dive"
    shutil.copytree(HOME, game)
    change(game, "most: 8", "most: 2")
    return game


def change(game: Path, old: str, new: str) -> None:
    path = game / "cards.yaml"
    whole = path.read_text("utf-8")
    assert whole.count(old) == 1
    path.write_text(whole.replace(old, new), encoding="utf-8")


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Run:
    def one(*words: object) -> tuple[int, str, str]:
        code = cli.run([str(word) for word in words])
        said = capfd.readouterr()
        assert "Traceback" not in said.err, said.err
        return code, said.out, said.err

    return one


def findings(text: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(text)["results"]["findings"]
    return found


@pytest.mark.slow  # it compiles a game
def test_a_check_judges_one_alone_by_what_one_can_show_and_by_the_scores_asked_for(
    folder: Path, run: Run
) -> None:
    path = folder / "cards.yaml"
    asked = """
check:
  scores:
    - {reaches: 0, share: 100}
    - {reaches: 20, players: 1, share: 0-1}
    - {reaches: 999, players: 2, share: 5-10}
"""
    path.write_text(path.read_text("utf-8") + asked, encoding="utf-8")
    code, said, _ = run("check", folder, "--no-lint", "--format", "json")
    found = findings(said)
    assert code == 1  # for the scores
    alone = {
        one["finding"]
        for one in found
        if one.get("about", "").split(", ")[-1].startswith("1 player")
    }
    assert alone == {
        "game-end",
        "length",
        "plays-alone",
        "money-source",
        "action-unused",
        "score-reached",
    }
    assert any(one.get("about") == "1 player, random" for one in found)
    (told,) = [one for one in found if one["finding"] == "plays-alone"]
    assert "no opponent, so seats, ties and leaders are not judged" in told["claim"]
    assert {one["finding"] for one in found} >= {
        "seat-advantage",
        "ties",
        "runaway-leader",
        "skill",
        "card-worth",
    }  # of two
    reached = {one["about"]: one for one in found if one["finding"] == "score-reached"}
    assert set(reached) == {"0, 1 player", "0, 2 players", "20, 1 player", "999, 2 players"}
    assert [one["verdict"] for one in reached.values()] == ["ok", "warning", "ok", "warning"]
    assert "too easy" in reached["20, 1 player"]["claim"]
    assert "with 2 players, 0.0 %" in reached["999, 2 players"]["claim"].lower()
    line = (
        path.read_text("utf-8").splitlines().index("    - {reaches: 20, players: 1, share: 0-1}")
        + 1
    )
    assert f"cards.yaml:{line}:" in str(reached["20, 1 player"]["place"])


@pytest.mark.slow
def test_a_check_of_a_game_for_one_says_what_it_leaves_out(folder: Path, run: Run) -> None:
    change(folder, "most: 2", "most: 1")
    code, said, _ = run("check", folder, "--no-lint", "--all")
    assert (code, "players-differ" in said) == (1, True)
    change(folder, "players: 1-8", "players: 1")
    code, said, _ = run("check", folder, "--no-lint", "--all")
    assert (code, "players-differ" in said) == (0, False), said
    assert (
        "so seats, ties and leaders, skill, cards and strategies are not judged; one expert "
        "player scores 1"
    ) in said
    assert " wins " not in said.replace("but not who wins more often", "")
    code, said, _ = run("report", folder, "--output", folder / "page.html")
    assert code == 0
    assert "no opponent" in (folder / "page.html").read_text("utf-8")


@pytest.mark.slow
def test_one_alone_is_simulated_compared_and_tuned(folder: Path, run: Run) -> None:
    code, said, _ = run("simulate", folder, "--players", 1, "--games", 200)
    assert (code, "Pearl Dive 0.1.0, 1 player, 200 games" in said, "without opponents" in said) == (
        0,
        True,
        True,
    )
    assert " wins " not in said
    tally = json.loads(
        run("simulate", folder, "--players", 1, "--games", 200, "--format", "json")[1]
    )["results"]["tallies"][0]
    assert (tally["seats"][0]["share"], tally["lead"]["games_led_half_way"]) == (None, 0)
    assert (
        run(
            "simulate",
            folder,
            "--players",
            1,
            "--games",
            20,
            "--line-up",
            "search:20",
            "--format",
            "csv",
        )[0]
        == 0
    )

    longer = folder.parent / "longer"
    shutil.copytree(folder, longer)
    change(longer, "rounds: 5", "rounds: 7")
    code, said, _ = run("compare", folder, longer, "--players", 1)
    assert (code, "seat 1 wins" in said) == (0, False)
    assert re.search(r"^score .* differs", said, re.M)

    words = (
        "tune",
        folder,
        "--players",
        1,
        "--games",
        20,
        "--vary",
        "rules.rounds=4..6",
        "--trials",
        2,
    )
    code, _, said = run(*words, "--goal", "seats")
    assert (code, "a single player has no opponents" in said) == (2, True)
    assert "with 1 player, a game takes" in run(*words, "--goal", "length")[1]


@pytest.mark.slow  # it compiles a game
def test_one_alone_plays_records_and_replays(folder: Path, run: Run) -> None:
    code, said, _ = run("replay", folder, "--players", 1, "--save", folder / "one.record")
    assert (code, said.rstrip().splitlines()[-1][:9]) == (0, "1. seat 1")
    assert "sound" in run("replay", folder, "--from", folder / "one.record", "--quiet")[1]
    code, said, _ = run(
        "log", "add", folder, "--players", "Ann", "--winner", "", "--minutes", 4, "--scores", 3
    )
    assert (code, "nobody won, 1 player" in said) == (0, True)
    assert "Ann" in run("log", "show", folder, 1)[1]


@pytest.mark.slow
def test_the_reward_of_one_alone_is_its_score(folder: Path) -> None:
    table = GameTable("pearl-dive", 1, folder)
    state = table.start(1, 0)
    while table.seat(state[0]) >= 0:
        table.apply(state[0], table.legal_actions(state[0])[-1 if state[0].held[0] >= 5 else 0])
    assert table.rewards(state[0]) == [float(state[0].banked[0])] != [0.0]


@pytest.mark.slow
def test_a_win_is_shared_exactly_by_seven_and_eight(installed: Path) -> None:
    rules = load_rules("pearl-dive")
    cards = rules.cards_record(load_game(HOME / "cards.yaml"))
    for players in (7, 8):
        tally = tally_games(Games(rules, cards, parse_line_up("random", players), 1, 3000))
        assert tally.shared > 0
        assert tally.wins.sum() == WIN * 3000
        assert sum(seat[f"wins_in_{WIN}ths"] for seat in tally.as_json()["seats"]) == WIN * 3000
    assert all(WIN % winners == 0 for winners in range(1, 13))


@pytest.mark.parametrize(
    ("most", "fewest", "said"),
    [
        (
            "most: 13",
            "fewest: 1",
            "error[too-many-players]: the rules of 'pearl-dive' are for 1, 2,",
        ),
        (
            "most: 2",
            "fewest: 3",
            (
                "error[no-players]: the rules of 'pearl-dive' allow no number of players with "
                "these cards and numbers"
            ),
        ),
    ],
)
def test_as_many_as_cannot_play_are_refused_in_words(
    folder: Path, run: Run, most: str, fewest: str, said: str
) -> None:
    change(folder, "most: 2", most)
    change(folder, "fewest: 1", fewest)
    for words in (("check", folder, "--no-lint"), ("simulate", folder), ("replay", folder)):
        code, _, err = run(*words)
        assert (code, said in err, "cards.yaml:4:3" in err) == (1, True, True), err


@pytest.mark.slow  # it compiles a game
def test_an_index_outside_its_array_is_told_by_its_line_before_anything_is_played(
    folder: Path, installed: Path
) -> None:
    """Compiled code alone would write where another field lies, and go on."""
    home = folder.parent / "wrong"
    shutil.copytree(installed, home)
    rules = home / "pearl_dive.py"
    whole = rules.read_text("utf-8")
    rules.write_text(
        whole.replace("state.had[find] += 1", "state.had[find + 60] += 1"), encoding="utf-8"
    )
    line = 1 + whole[: whole.index("state.had[find] += 1")].count("\n")
    env = {**os.environ, "PYTHONPATH": f"{home}{os.pathsep}{ROOT}"}
    words = [sys.executable, "-P", "-m", "generator", "simulate", str(folder), "--games", "5"]
    done = subprocess.run(words, env=env, capture_output=True, text=True, timeout=240)
    assert (done.returncode, done.stdout) == (1, ""), done.stderr
    assert (
        f"pearl_dive.py:{line}: error[rule-failed]: the rules of 'pearl-dive' failed in dive: "
        "IndexError"
    ) in done.stderr
