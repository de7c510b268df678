"""`compare` on the command line: two folders, revisions, wrong usage, and which side a fault is
in.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from generator.cli import main as cli
from generator.data.loading import load_game
from generator.data.problems import ProblemError
from generator.data.revisions import is_revision, take_out
from rules_check.cli.compare import _row
from rules_check.prove.comparing import Figure
from tests.rules_check.prove.pairs import CARDS, ROOT, RULES

NO_GIT = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


# -------------------------------------------------------------------------------------- the command


def run(*words: str) -> int:
    return cli.run(["compare", *words])


QUICK = ["--line-up", "random", "--players", "2", "--games", "300"]


def variant(folder: Path, *changes: tuple[str, str]) -> Path:
    """Copy Emporium's cards.yaml into a folder, with changes."""
    text = (ROOT / "cards.yaml").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "cards.yaml").write_text(text, encoding="utf-8")
    if not (folder / "templates").exists():
        shutil.copytree(ROOT / "templates", folder / "templates")
    return folder


GOLD = (
    f"starting_gold: {int(CARDS['starting_gold'])}",
    f"starting_gold: {int(CARDS['starting_gold']) + 1}",
)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.slow
def test_two_folders_are_compared(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    variant(here / "old")
    variant(here / "new", GOLD)
    assert run("old", "new/cards.yaml", *QUICK) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Emporium, 2 players, line-up random, seed 1"
    assert lines[1] == "OLD: old, NEW: new/cards.yaml"
    assert lines[3].split() == ["OLD", "NEW", "difference", "unpaired"]
    assert lines[4].startswith("starting gold, a seat ")  # what differs comes first
    assert "+1.00" in lines[4]
    assert "differs" in lines[4]
    assert any(line.startswith("never happens on either side: ") for line in lines)
    intervals = (
        "All intervals hold at the same time in 19 of 20 comparisons. 600 games played, 300 of each with "
        "the same luck; with separate luck, "
    )
    assert any(line.startswith(intervals) for line in lines)


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (-0.21, -0.0042, "(-0.210 to -0.004)"),
        (-0.00002, 0.3, "(-0.0000 to +0.3000)"),
        (0.0, 0.3, "(+0.00 to +0.30)"),
    ],
)
def test_no_interval_seems_to_hold_the_nought_that_it_leaves_out(
    low: float, high: float, said: str
) -> None:
    figure = Figure("sales", "", 1.0, 0.9, -0.1, (low, high), 0.05, "differs", 300, 400.0)
    assert _row(figure)[4] == said.replace("-0.0000", "+0.0000")


@pytest.mark.slow
def test_new_is_the_game_here_unless_named(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    variant(here, GOLD)
    assert run("emporium", *QUICK, "--format", "json") == 0
    results = json.loads(capsys.readouterr().out)["results"]
    gold = next(one for one in results["figures"] if one["name"] == "starting gold, a seat")
    assert gold["new"] - gold["old"] == 1
    assert results["old"]["data"] != results["new"]["data"]
    assert (
        results["pairs"],
        results["games"],
        results["players"],
        results["line_up"],
        results["seed"],
    ) == (300, 600, 2, "random", 1)
    assert gold["interval"][0] < 1 < gold["interval"][1]
    assert not results["equal"]


@pytest.mark.slow
def test_words_and_pictures_make_no_difference(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    variant(here, ("subtitle: A game", "subtitle: THE game"))
    assert run("emporium", *QUICK) == 0
    said = capsys.readouterr().out
    assert "so every game is the same. 400 games played, 200 of each with the same luck.\n" in said
    assert said.endswith("A quick check finds the same faults on both sides.\n")
    assert "differs" not in said


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["emporium", "--players", "9"], "Emporium is for 2 to 6 players, found 9"),
        (["emporium", "--line-up", "random,expret"], "no player 'expret'"),
        (["emporium", "--games", "199"], "--games"),
        (["emporium", "--seed", "-1"], "--seed"),
        ([], "OLD"),
        (["no-such-game"], "'no-such-game' is not a file, a folder, a game or a revision: "),
        (
            ["HEAD~1:games/wolf"],
            "'HEAD~1:games/wolf' is not a file, a folder, a game or a revision: ",
        ),
    ],
)
def test_what_makes_no_sense_is_wrong_usage(
    words: list[str], message: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*words) == 2
    said = capsys.readouterr()
    assert message in said.err
    assert not said.out


def test_a_file_that_is_not_there_is_said_so(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("wolf.yaml", "emporium", *QUICK) == 1
    assert capsys.readouterr().err.startswith("wolf.yaml: error[no-such-file]: ")


def test_a_fault_says_which_side_it_is_in(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    variant(here / "old", (GOLD[0], "starting_gold: much"))
    assert run("old", "emporium", *QUICK) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"{Path('old/cards.yaml')}:")
    assert "starting_gold: much\n" in said


def test_card_sets_of_two_games_are_not_compared(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from rules_check.cli import compare as cli_compare

    class Other:
        name = "wolf"

    tables = iter([cli_compare.Setup(None, Other(), None), cli_compare.Setup(None, RULES, CARDS)])  # type: ignore[arg-type]
    monkeypatch.setattr(cli_compare, "set_up", lambda *_: next(tables))
    assert run("emporium", "emporium") == 2
    assert "OLD plays wolf and NEW plays emporium" in capsys.readouterr().err


# ---------------------------------------------------------------------------------------------- git


def git(folder: Path, *words: str) -> None:
    who = ["-c", "user.name=A", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", "-C", str(folder), *who, *words], check=True, capture_output=True)


def files_in(folder: Path) -> dict[str, str]:
    """Hash every file below a folder."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture(scope="module")
def committed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with a game in a folder: the first revision has one gold less than the second,
    and what is not committed ten more.
    """
    here = tmp_path_factory.mktemp("committed")
    variant(here / "games" / "shop")
    git(here, "init", "--quiet", "--initial-branch", "main")
    git(here, "add", ".")
    git(here, "commit", "--quiet", "--message", "one")
    variant(here / "games" / "shop", GOLD)
    git(here, "commit", "--quiet", "--all", "--message", "two")
    variant(here / "games" / "shop", (GOLD[0], GOLD[0].replace(": ", ": 1")))
    return here


@pytest.fixture
def repository(here: Path, committed: Path) -> Path:
    """A copy of it in the current folder."""
    shutil.copytree(committed, here, symlinks=True, dirs_exist_ok=True)
    return here


def gold_of(path: Path) -> int:
    return int(RULES.cards_record(load_game(path))["starting_gold"])


@NO_GIT
@pytest.mark.parametrize(
    ("word", "stands", "more"),
    [
        ("HEAD", ".", 1),
        ("HEAD~1", ".", 0),
        ("main", "games", 1),
        ("HEAD~1:games/shop", ".", 0),
        ("HEAD~1:games/shop/", "games/shop", 0),
        ("HEAD~1:games/shop/cards.yaml", "games", 0),
        ("HEAD:./shop", "games", 1),
        ("HEAD~1:.", "games/shop", 0),
        ("HEAD:../shop/cards.yaml", "games/shop", 1),
    ],
)
def test_a_revision_is_taken_out_whole(
    word: str, stands: str, more: int, repository: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    before = files_in(repository)
    room = tmp_path_factory.mktemp("room")
    path = take_out(word, repository / stands, repository / "games" / "shop" / "cards.yaml", room)
    assert path == room / "cards.yaml"
    assert gold_of(path) == int(CARDS["starting_gold"]) + more
    assert files_in(room / "templates") == files_in(ROOT / "templates")
    assert files_in(repository) == before  # nothing is written into the user's repository


@NO_GIT
def test_links_and_names_that_lead_out_are_left_behind(
    repository: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    (repository / "games" / "shop" / "out").symlink_to("/etc/hostname")
    git(repository, "add", ".")
    git(repository, "commit", "--quiet", "--message", "three")
    room = tmp_path_factory.mktemp("room")
    take_out("HEAD", repository, repository / "games" / "shop" / "cards.yaml", room)
    assert not (room / "out").is_symlink()
    assert not (room / "out").exists()


@NO_GIT
@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("HEAD~7", "has no 'HEAD~7'"),
        ("wolf:games/shop", "has no 'wolf'"),
        ("HEAD:games/wolf", "has no 'games/wolf'"),
        ("HEAD:games", "has no games/cards.yaml"),
        ("HEAD:../../shop", "has no"),
        ("--output=x:games", "cannot begin with '-'"),
        (":games/shop", "has no ''"),
    ],
)
def test_a_revision_that_is_not_there_is_said_so(
    word: str, message: str, repository: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with pytest.raises(ProblemError) as fault:
        take_out(
            word,
            repository,
            repository / "games" / "shop" / "cards.yaml",
            tmp_path_factory.mktemp("room"),
        )
    (problem,) = fault.value.problems
    assert problem.code == "no-such-revision"
    assert message in problem.message


def test_without_git_it_says_so(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(repository / "nowhere"))
    assert run("HEAD~1", "games/shop", *QUICK) == 2
    assert "git is not installed" in capsys.readouterr().err


def test_what_is_a_file_is_no_revision(here: Path) -> None:
    (here / "main").mkdir()
    assert [
        word
        for word in ("main", "emporium", "wolf.yaml", "main:", "HEAD", "HEAD:a.yaml")
        if is_revision(word)
    ] == ["main:", "HEAD", "HEAD:a.yaml"]


@pytest.mark.slow
@NO_GIT
def test_a_revision_on_the_command_line(
    repository: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    before, rooms = files_in(repository), tmp_path_factory.mktemp("rooms")
    monkeypatch.setattr(tempfile, "tempdir", str(rooms))
    monkeypatch.chdir(repository / "games" / "shop")
    for words, old, new in (
        (["HEAD~1"], 0, 10),
        (["HEAD~1", "HEAD"], 0, 1),
        (["HEAD:games/shop", "."], 1, 10),
    ):
        assert run(*words, *QUICK, "--format", "json") == 0
        found = json.loads(capsys.readouterr().out)["results"]["figures"]
        gold = next(one for one in found if one["name"] == "starting gold, a seat")
        assert (gold["old"], gold["new"]) == (
            CARDS["starting_gold"] + old,
            CARDS["starting_gold"] + new,
        ), words
    assert files_in(repository) == before
    assert not list(rooms.iterdir())


@NO_GIT
def test_a_fault_in_a_revision_is_shown_with_its_line(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    variant(repository / "games" / "shop", (GOLD[0], "starting_gold: much"))
    git(repository, "commit", "--quiet", "--all", "--message", "bad")
    variant(repository / "games" / "shop")
    assert run("HEAD", "games/shop", *QUICK) == 1
    said = capsys.readouterr().err
    assert ": in HEAD: " in said
    assert "starting_gold: much" in said
