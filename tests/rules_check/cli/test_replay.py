"""`replay`: a game told, saved and told again; broken and foreign records."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from rules_check.engine import warming
from tests.rules_check.cli.calling import QUICK, run, variant
from tests.rules_check.games.scripted import ROOT
from tests.rules_check.notation.games import TEMPLATE, text_of


@pytest.mark.slow
def test_a_game_is_told_saved_and_told_again_the_same(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        run("replay", "--players", "3", "--line-up", "expert,random,greedy", "--save", "a.record")
        == 0
    )
    told = capsys.readouterr()
    assert "Round 1." in told.out
    assert "The game was over" in told.out
    assert "saved in a.record" in told.err
    assert run("replay", "--from", "a.record") == 0
    again = capsys.readouterr().out
    assert again.startswith(told.out)
    assert re.search(
        r"^a.record: sound; \d+ moves, the game ends: too few ", again[len(told.out) :]
    )


@pytest.mark.slow
def test_the_same_seed_and_number_tell_the_same_game(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = []
    for words in (
        ["--seed", "5"],
        ["--seed", "5"],
        ["--seed", "6"],
        ["--seed", "5", "--game", "1"],
    ):
        assert run("replay", "--line-up", "random", "--players", "2", *words) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]
    assert len(set(said)) == 3


@pytest.mark.slow
def test_json_is_one_object_with_moves_and_story(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("replay", "--line-up", "random", "--players", "2", "--format", "json") == 0
    results = json.loads(capsys.readouterr().out)["results"]
    assert (results["rules"], results["players"], results["line_up"]) == (
        "emporium",
        2,
        "random,random",
    )
    assert results["moves"][0].keys() == {"seat", "move"}
    assert len(results["scores"]) == 2
    assert any("Round 2" in line for line in results["story"])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--players", "9"], "Emporium is for 2 to 6 players, found 9"),
        (["--players", "3", "--line-up", "random,random"], "2 players for 3 seats"),
        (["--line-up", "random,expret"], "no player 'expret'"),
        (["--line-up", "random:never=fly", "--players", "2"], "random:never=fly"),
        (["--line-up", "human,random"], "'human' can play only in `emporium-pnp play`"),
        (["--players", "0"], "Emporium is for 2 to 6 players, found 0"),
        (["--line-up", ""], "no player ''"),
        (["--players", "2", "--seat", "0"], "there is no seat 0"),
        (["--from", "a.record", "--game", "0"], "--from reads the game from its record"),
        (["--players", "2", "--seat", "3"], "there is no seat 3"),
        (["--seed", "-1"], "--seed"),
        (["--seed", str(2**63)], "--seed"),
        (["--from", "a.record", "--seed", "3"], "--from reads the game from its record"),
        (["no-such-game"], "no-such-game"),
    ],
)
def test_what_makes_no_sense_is_wrong_usage(
    words: list[str], message: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("replay", *words) == 2
    said = capsys.readouterr()
    assert message in said.err
    assert not said.out


@pytest.mark.slow
def test_a_broken_record_is_refused_with_its_line(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("replay", *QUICK, "--save", "a.record") == 0
    text = Path("a.record").read_text()
    Path("a.record").write_text(
        re.sub(r"^1 sell .*$", "1 sell the shop", text, count=1, flags=re.M)
    )
    line = next(
        n
        for n, one in enumerate(Path("a.record").read_text().splitlines(), 1)
        if one == "1 sell the shop"
    )
    capsys.readouterr()
    assert run("replay", "--from", "a.record", "--quiet") == 1
    said = capsys.readouterr().err
    assert (
        f"a.record:{line}:1: error[broken-record]: this move is not legal here: expected one of "
        in said
    )
    assert f" {line} | 1 sell the shop" in said


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe\x00", b"x" * 9_000_000, b"emporium-pnp record 1\n", b"\x00" * 40]
)
def test_rubbish_is_no_record(
    content: bytes, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("a.record").write_bytes(content)
    assert run("replay", "--from", "a.record") == 1
    code = "too-large" if len(content) > 1_000_000 else "broken-record"
    assert f"error[{code}]" in capsys.readouterr().err


def test_a_record_that_is_not_there_is_said_so(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("replay", "--from", "none.record") == 74
    assert "cannot read none.record" in capsys.readouterr().err


@pytest.mark.slow
def test_a_record_belongs_to_its_numbers(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("replay", *QUICK, "--save", "a.record") == 0
    variant(here, "starting_gold: 3", "starting_gold: 5")
    assert run("replay", "--from", "a.record", "--quiet") == 1
    assert re.search(r"a.record:4:1: error\[foreign-record\]", capsys.readouterr().err)


@pytest.mark.slow
def test_nothing_is_saved_where_the_folder_refuses(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("a").write_text("a file")
    assert run("replay", *QUICK, "--save", "a/b.record") == 74
    assert Path("a").read_text() == "a file"


@pytest.mark.slow
def test_a_reader_who_has_seen_enough_is_no_fault() -> None:
    command = (
        f"{sys.executable} -m generator replay --line-up random --players 2 | head -1; exit "
        f"${{PIPESTATUS[0]}}"
    )
    found = subprocess.run(
        ["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout.startswith("Round 1.")


def test_a_new_game_of_rules_as_data_is_told_before_they_are_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """By another process, which tells the game that this one tells once they are compiled: rules
    that are compiled soon.
    """
    (tmp_path / "shore" / "templates").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "shore")
    Path("cards.yaml").write_text(text_of("kuhn"), encoding="utf-8")
    Path("templates", "card.svg.j2").write_text(TEMPLATE, encoding="utf-8")
    compiled = list[str]()
    monkeypatch.setattr(warming, "is_cold", lambda rules, *_: True)
    monkeypatch.setattr(warming, "warm_beside", lambda rules: compiled.append(rules.name))
    capfd.readouterr()
    words = ("--players", "2", "--seed", "7", "--game", "2", "--line-up", "random", "--seat", "2")
    assert run("replay", *words) == 0
    told = capfd.readouterr().out
    assert "Round 1." in told
    assert compiled == ["three-straws"]
    monkeypatch.setattr(warming, "is_cold", lambda rules, *_: False)
    assert run("replay", *words) == 0
    assert capfd.readouterr().out == told


def test_a_wrong_number_of_players_is_refused_before_rules_are_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("compiled before the options were checked")

    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(warming, "is_cold", lambda rules, *_: True)
    monkeypatch.setattr(warming, "warm", refuse)
    for command in ("replay", "simulate", "play"):
        assert run(command, "--players", "9", "--line-up", "random") == 2
        assert "found 9" in capsys.readouterr().err
