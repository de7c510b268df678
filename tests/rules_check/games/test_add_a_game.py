"""docs/how-to/add-a-game.md, followed word for word: its files printed and played in a separate
process, and their faults told in this one.
"""

from __future__ import annotations

import importlib
import json
import linecache
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from generator.cli import main as cli
from generator.data.findings import Shown

ROOT = Path(__file__).resolve().parents[3]
GUIDE = ROOT / "docs" / "how-to" / "add-a-game.md"


def block(language: str) -> str:
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", GUIDE.read_text("utf-8"), re.S | re.M)
    return str(found)


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Do what the guide says, up to the installation, which is written down as pip would."""
    home = tmp_path_factory.mktemp("guide")
    run(home, "new", "night-catch")
    (home / "night-catch" / "cards.yaml").write_text(block("yaml"), encoding="utf-8")
    (home / "night-catch" / "templates" / "fish.svg.j2").write_text(
        block("jinja"), encoding="utf-8"
    )
    rules = home / "night-catch-rules"
    (rules / "night_catch_rules-0.1.0.dist-info").mkdir(parents=True)
    (rules / "night_catch.py").write_text(block("python"), encoding="utf-8")
    (rules / "night_catch_rules-0.1.0.dist-info" / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: night-catch-rules\nVersion: 0.1.0\n"
    )
    entry = re.search(r'^\[project.entry-points."(.*)"\]\n(.*)$', block("toml"), re.M)
    assert entry is not None
    group, line = entry.groups()
    (rules / "night_catch_rules-0.1.0.dist-info" / "entry_points.txt").write_text(
        f"[{group}]\n{line.replace(chr(34), '')}\n"
    )
    return home


def run(home: Path, *words: str, text: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, **more, "PYTHONPATH": f"{ROOT}{os.pathsep}{home / 'night-catch-rules'}"}
    done = subprocess.run(
        [sys.executable, "-m", "generator", *words],
        cwd=home,
        env=env,
        input=text,
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done


@pytest.fixture
def installed(followed: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The same where this process finds the rules, as others do, and keeps nothing of them."""
    rules = followed / "night-catch-rules"
    monkeypatch.setattr("sys.path", [str(rules), *sys.path])
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    monkeypatch.chdir(followed)
    importlib.invalidate_caches()
    linecache.clearcache()
    yield followed
    sys.modules.pop("night_catch", None)


@pytest.mark.slow
def test_its_rules_play_from_the_games_own_folder(tmp_path: Path) -> None:
    run(tmp_path, "new", "night-catch")
    folder = tmp_path / "night-catch"
    for name, language in (
        ("cards.yaml", "yaml"),
        ("templates/fish.svg.j2", "jinja"),
        ("rules.py", "python"),
    ):
        (folder / name).write_text(block(language), encoding="utf-8")
    own = {"XDG_STATE_HOME": str(tmp_path / "state"), "NUMBA_DISABLE_JIT": "1"}
    words = ("replay", "night-catch", "--players", "3", "--line-up", "random")
    assert "untrusted-rules" in run(tmp_path, *words, **own).stderr
    assert run(tmp_path, "trust", "night-catch", "--yes", **own).returncode == 0
    told = run(tmp_path, *words, **own)
    assert (told.returncode, told.stdout.count("Round ")) == (0, 4), told.stderr


def test_it_prints(followed: Path) -> None:
    done = run(followed, "build", "night-catch", "--output", "out")
    assert (done.returncode, "no problems" in done.stdout) == (0, True), done.stderr
    assert re.search(r"Fish +26 +26 +3", done.stdout)


@pytest.mark.slow
def test_it_plays(followed: Path) -> None:
    """Uncompiled, as the guide says one can; the check below is compiled."""
    told = run(
        followed,
        "replay",
        "night-catch",
        "--players",
        "3",
        "--line-up",
        "random",
        NUMBA_DISABLE_JIT="1",
    )
    assert (told.returncode, told.stdout.count("Round ")) == (0, 4), told.stderr
    assert re.search(r"The game is over: all rounds played\.\n1\. seat \d with \d", told.stdout)
    played = run(
        followed,
        "play",
        "night-catch",
        "--players",
        "2",
        "--line-up",
        "human,greedy",
        text="1\n\n" * 4,
        NUMBA_DISABLE_JIT="1",
    )
    assert played.returncode == 0, played.stderr
    words = ("simulate", "night-catch", "--players", "4", "--games", "50", "--format", "json")
    assert '"games": 50' in run(followed, *words, NUMBA_DISABLE_JIT="1").stdout


@pytest.mark.slow
@pytest.mark.slow  # it compiles a game
def test_it_is_checked_and_better_players_win(followed: Path) -> None:
    checked = json.loads(
        run(followed, "check", "night-catch", "--quick", "--format", "json").stdout
    )["results"]
    broken = [
        one
        for one in checked["findings"]
        if one["finding"] == "rule-broken" and one["verdict"] != "ok"
    ]
    assert (broken, checked["game"]["title"]) == ([], "Night Catch")
    assert {one["about"] for one in checked["findings"] if one["finding"] == "game-end"} == {
        f"{n} players" for n in (2, 3, 4)
    }


@pytest.mark.slow
def test_what_was_compiled_serves_the_next_process(followed: Path) -> None:
    """Rules that make arrays of numpy's, and count who holds them; the first run may have to
    compile.
    """
    words = (
        "simulate",
        "night-catch",
        "--players",
        "3",
        "--games",
        "50",
        "--line-up",
        "greedy",
        "--format",
        "json",
    )
    first, second = run(followed, *words), run(followed, *words)
    assert (first.returncode, second.returncode, first.stdout == second.stdout) == (0, 0, True), (
        second.stderr
    )


@pytest.mark.slow
def test_a_game_that_nobody_wins_is_told(followed: Path) -> None:
    path = followed / "night-catch-rules" / "night_catch.py"
    whole = path.read_text("utf-8")
    path.write_text(
        f"{whole}\n\n@rules.verb\ndef places(cards, state, out):\n    out[:] = 0\n",
        encoding="utf-8",
    )
    try:
        words = (
            "simulate",
            "night-catch",
            "--players",
            "3",
            "--games",
            "20",
            "--line-up",
            "random",
            "--checked",
        )
        done = run(followed, *words, NUMBA_DISABLE_JIT="1")
    finally:
        path.write_text(whole, encoding="utf-8")
    assert done.returncode == 1, done.stdout
    assert (
        "error[faulty-game]: 20 of 20 games with 3 players fail: no seat is in first place at "
        "the end"
    ) in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "    state.catch[best] += 1",
            "    state.catch[best] += 1\n    put(state.gone, 0)",
            "a fish is in two zones or in none",
        )
    ],
)
def test_the_replay_of_a_broken_count_shows_it(
    followed: Path, old: str, new: str, said: str
) -> None:
    path = followed / "night-catch-rules" / "night_catch.py"
    whole = path.read_text("utf-8")
    assert whole.count(old) == 1
    path.write_text(whole.replace(old, new), encoding="utf-8")
    try:
        checked = json.loads(
            run(
                followed,
                "check",
                "night-catch",
                "--quick",
                "--format",
                "json",
                NUMBA_DISABLE_JIT="1",
            ).stdout
        )
        broken = [
            one
            for one in checked["results"]["findings"]
            if one["finding"] == "rule-broken" and one["verdict"] == "fault"
        ]
        replays = [Shown(**one["shown"]).words.split() for one in broken]
        shown = [
            run(followed, "replay", "night-catch", *words, NUMBA_DISABLE_JIT="1")
            for words in replays[:2]
        ]
    finally:
        path.write_text(whole, encoding="utf-8")
    assert all(said in one["claim"] and "night_catch.py" in str(one["place"]) for one in broken), (
        broken
    )
    assert [(one.returncode, said in one.stderr) for one in shown] == [(1, True)] * 2, shown[
        0
    ].stderr


def test_its_faults_have_their_places(installed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = installed / "night-catch" / "cards.yaml"
    whole = path.read_text("utf-8")
    path.write_text(
        whole.replace("hand_size: 3", "hand_size: 9").replace(
            "choice: heaviest", "choice: lightest"
        ),
        encoding="utf-8",
    )
    try:
        status = cli.run(["replay", "night-catch", "--line-up", "random"])
    finally:
        path.write_text(whole, encoding="utf-8")
    line = 1 + whole[: whole.index("hand_size")].count("\n")
    assert status == 1
    assert f"cards.yaml:{line}:14: error[out-of-range]" in capsys.readouterr().err


WRONG = pytest.mark.parametrize(
    ("change", "said"),
    [
        (("@rules.setup\n", ""), r"night_catch.py\) lack a function under @rules.setup\n"),
        (
            ("def score_of", "def scoreof"),
            (
                r"night_catch.py:\d+: error\[rules-lack\].* 'scoreof' at \S+night_catch.py:\d+ is "
                r"declared as a verb, but no verb has that name; did you mean 'score_of'\?"
            ),
        ),
        (
            ("HAND, FISH = 4, 6, 60", "HAND, FISH = 4, 6"),
            (
                r"night_catch.py:\d+: error.*cannot be loaded from 'night_catch:rules': "
                r"ValueError: not enough values(.*\n)+ *\d+ \| SEATS, HAND"
            ),
        ),
        (
            ("def score_of(cards, state, seat):", "def score_of(cards, state, seat)"),
            r"night_catch.py:\d+:\d+: error.*SyntaxError(.*\n)+ *\d+ \| def score_of",
        ),
        (
            ("HEAVIEST, LIGHTEST = range(2)", "HEAVIEST = 0"),
            r"cards.yaml:\d+:7: error\[unknown-ruling\].*found 'lightest'",
        ),
        (
            ('"fish", 1, 99)', '"fish", 1, 9)'),
            (
                r"cards.yaml:\d+:\d+: error\[out-of-range\]: .*'weight' of 'mullet' to be from "
                r"1 to 9"
            ),
        ),
        (
            ("state.catch[best] += 1", "state.cacth[best] += 1"),
            (
                r"night_catch.py:\d+:11: error\[no-such-field\]: turn_up reads the field "
                r"'cacth', which State does not have\n(.*\n)+.*did you mean 'catch'\?"
            ),
        ),
        (
            ("then=turn_up", "then=lambda cards, state: None"),
            (
                r"TypeError: expected a rule to be a function with a name, .* found a lambda at "
                r"\S+night_catch.py:\d+"
            ),
        ),
    ],
)


@contextmanager
def wrong(followed: Path, change: tuple[str, str]) -> Iterator[None]:
    """Make a mistake in the rules for a while."""
    path = followed / "night-catch-rules" / "night_catch.py"
    whole = path.read_text("utf-8")
    assert change[0] in whole
    path.write_text(whole.replace(*change), encoding="utf-8")
    try:
        yield
    finally:
        path.write_text(whole, encoding="utf-8")


@WRONG
def test_rules_that_are_wrong_are_to_blame(
    installed: Path, change: tuple[str, str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with wrong(installed, change):
        status = cli.run(["replay", "night-catch", "--line-up", "random"])
    err = capsys.readouterr().err
    assert (status, bool(re.search(said, err))) == (1, True), err


@pytest.mark.slow
@WRONG
def test_rules_that_are_wrong_are_to_blame_where_nothing_is_compiled(
    followed: Path, change: tuple[str, str], said: str
) -> None:
    with wrong(followed, change):
        done = run(followed, "replay", "night-catch", "--line-up", "random", NUMBA_DISABLE_JIT="1")
    assert (done.returncode, bool(re.search(said, done.stderr))) == (1, True), done.stderr
