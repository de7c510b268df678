"""Rules beside a game's cards: run only after agreement to the very bytes, which nothing in the
folder or around it can give.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from generator.data.loading import load_game
from generator.data.problems import ProblemError
from generator.job.starting import start_game
from rules_check.engine import consent, written
from rules_check.engine.consent import distrust, has_own_rules, is_trusted, read_own_rules, trust
from rules_check.engine.game import new_state, rules_of
from rules_check.engine.written import load_file

on_unix = pytest.mark.skipif(sys.platform == "win32", reason="links and pipes as Unix has them")


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game with rules.py, and a state and a cache of its own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr(written, "_home", lambda: tmp_path / "cache")
    load_file.cache_clear()
    start_game(tmp_path / "storm-tide", rules="python")
    return tmp_path / "storm-tide"


def codes(game: Path) -> list[str]:
    """Return the codes of what is wrong when the rules of a game are asked for."""
    with pytest.raises(ProblemError) as fault:
        rules_of(load_game(game))
    return [problem.code for problem in fault.value.problems]


def agree(game: Path) -> None:
    """Agree to the rules beside a game as they are."""
    rules = read_own_rules(game)
    assert rules
    trust(rules)


def test_rules_run_after_agreement_and_not_before(game: Path) -> None:
    mark = game / "ran"
    path = game / "rules.py"
    path.write_text(path.read_text("utf-8") + f"\nopen({str(mark)!r}, 'w').close()\n", "utf-8")
    assert codes(game) == ["untrusted-rules"]
    assert not mark.exists()
    agree(game)
    rules = rules_of(load_game(game))
    assert rules.name == "storm-tide"
    assert mark.exists()
    assert new_state(rules) is not None


def test_a_changed_file_asks_again_and_the_old_content_does_not(game: Path) -> None:
    agree(game)
    was = (game / "rules.py").read_bytes()
    (game / "rules.py").write_bytes(was + b"#")
    assert codes(game) == ["untrusted-rules"]
    (game / "rules.py").write_bytes(was)
    assert rules_of(load_game(game)).name == "storm-tide"


def test_agreement_can_be_withdrawn(game: Path) -> None:
    agree(game)
    rules = read_own_rules(game)
    assert rules
    assert distrust(rules)
    assert not distrust(rules)
    assert codes(game) == ["untrusted-rules"]


@on_unix
def test_agreement_is_kept_where_the_user_alone_writes(game: Path, tmp_path: Path) -> None:
    agree(game)
    home = tmp_path / "state" / "emporium-pnp" / "trusted"
    assert home.stat().st_mode & 0o777 == 0o700
    home.chmod(0o777)
    assert codes(game) == ["untrusted-rules"]
    rules = read_own_rules(game)
    assert rules
    with pytest.raises(ProblemError, match="other users may write"):
        trust(rules)


@on_unix
def test_a_link_to_somebody_elses_state_is_no_agreement(game: Path, tmp_path: Path) -> None:
    agree(game)
    home = tmp_path / "state" / "emporium-pnp" / "trusted"
    home.rename(tmp_path / "elsewhere")
    home.symlink_to(tmp_path / "elsewhere")
    assert codes(game) == ["untrusted-rules"]


@on_unix
def test_a_link_at_the_name_of_an_agreement_is_none(game: Path, tmp_path: Path) -> None:
    agree(game)
    (mark,) = (tmp_path / "state" / "emporium-pnp" / "trusted").iterdir()
    mark.unlink()
    mark.symlink_to(tmp_path)
    assert codes(game) == ["untrusted-rules"]


def test_a_state_that_came_with_the_game_is_no_agreement(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consent, "lies_within", lambda real, folder: False)
    monkeypatch.setenv("XDG_STATE_HOME", str(game / "state"))
    agree(game)
    monkeypatch.undo()
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_STATE_HOME", str(game / "state"))
    assert (game / "state" / "emporium-pnp" / "trusted").is_dir()
    assert codes(game) == ["untrusted-rules"]
    rules = read_own_rules(game)
    assert rules
    with pytest.raises(ProblemError, match="is in the game's folder"):
        trust(rules)


def test_nothing_is_made_in_a_game_that_is_to_hold_the_agreement(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(game / "state"))
    with pytest.raises(ProblemError, match="is in the game's folder"):
        agree(game)
    assert not (game / "state").exists()


def test_a_state_by_a_relative_path_is_none(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "state")
    assert consent._state_home() == Path.home() / ".local" / "state"


@on_unix
@pytest.mark.parametrize("what", ["link", "link to nothing", "pipe", "folder", "huge"])
def test_what_is_no_plain_file_is_refused_without_waiting(
    game: Path, what: str, tmp_path: Path
) -> None:
    agree(game)
    path = game / "rules.py"
    path.rename(tmp_path / "real.py")
    if what == "link":
        path.symlink_to(tmp_path / "real.py")
    elif what == "link to nothing":
        path.symlink_to("nothing")
    elif what == "pipe":
        os.mkfifo(path)
    elif what == "folder":
        path.mkdir()
    else:
        with path.open("wb") as file:
            file.truncate(1 << 40)
    assert has_own_rules(game)
    assert set(codes(game)) <= {"no-plain-file", "is-a-folder", "too-large"}


@on_unix
def test_a_link_within_the_folder_is_refused_too(game: Path) -> None:
    agree(game)
    (game / "rules.py").rename(game / "other.py")
    (game / "rules.py").symlink_to("other.py")
    assert codes(game) == ["no-plain-file"]


def test_what_runs_is_what_was_hashed_though_the_file_changes_meanwhile(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    agree(game)
    path, was = game / "rules.py", is_trusted

    def changing(rules: consent.OwnRules) -> bool:
        found = was(rules)
        path.write_text("raise SystemExit('ran what nobody agreed to')\n", "utf-8")
        return found

    monkeypatch.setattr("rules_check.engine.game.is_trusted", changing)
    assert rules_of(load_game(game)).name == "storm-tide"


def test_compiled_files_and_other_modules_in_the_folder_are_not_run(game: Path) -> None:
    path = game / "rules.py"
    for name in ("rules_check.py", "helper.py", "numpy.py", "json.py"):
        (game / name).write_text("raise SystemExit('ran another module')\n", "utf-8")
    (game / "__pycache__").mkdir()
    tag = sys.implementation.cache_tag
    (game / "__pycache__" / f"rules.{tag}.pyc").write_bytes(b"no code")
    agree(game)
    assert rules_of(load_game(game)).name == "storm-tide"
    assert sorted(one.name for one in (game / "__pycache__").iterdir()) == [f"rules.{tag}.pyc"]
    path.write_text("import helper\n" + path.read_text("utf-8"), "utf-8")
    agree(game)
    with pytest.raises(ProblemError, match="No module named 'helper'") as fault:
        rules_of(load_game(game))
    place = fault.value.problems[0].place
    assert place
    assert (place.file, place.line) == ("rules.py", 1)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"# \xe2\x80\xae\n", "hidden-character"),
        (b"x = 1\rraise SystemExit\n", "hidden-character"),
        (b"x = 1\x00\n", "hidden-character"),
        (b"# \xff\n", "not-utf8"),
        (b"def (\n", "rules-lack"),
        (b"raise SystemExit(3)\n", "rules-lack"),
        (b"x = 1\n", "rules-lack"),
        (b"rules = 1\n", "rules-lack"),
        (b"", "rules-lack"),
    ],
)
def test_what_are_no_rules_is_told(game: Path, content: bytes, code: str) -> None:
    (game / "rules.py").write_bytes(content)
    agree(game)
    assert codes(game) == [code]


def test_a_comment_does_not_make_another_program_of_what_was_read(game: Path) -> None:
    path = game / "rules.py"
    path.write_text(
        "# -*- coding: utf-7 -*-\n# +AAo-raise SystemExit('ran a comment')\n"
        + path.read_text("utf-8"),
        "utf-8",
    )
    agree(game)
    assert rules_of(load_game(game)).name == "storm-tide"


def test_a_game_that_names_other_rules_or_is_data_does_not_run_them(game: Path) -> None:
    (game / "rules.py").write_text("raise SystemExit('ran')\n", "utf-8")
    agree(game)
    cards = game / "cards.yaml"
    was = cards.read_text("utf-8")
    cards.write_text(was.replace("  version:", "  plays: nobodys-rules\n  version:"), "utf-8")
    assert codes(game) == ["no-rules"]
    cards.write_text(was + "play: {}\n", "utf-8")
    assert codes(game)[0] == "rules-twice"
