"""Game folders out of a repository, and repositories that come from somebody else."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from generator.data.problems import ProblemError
from generator.data.revisions import take_out

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git")
CARDS = b"game: {title: Wolf}\n"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with a game in its root and one in a folder, each in one commit."""
    top = tmp_path / "top"
    for folder in (top, top / "games" / "wolf"):
        (folder / "art").mkdir(parents=True)
        (folder / "cards.yaml").write_bytes(CARDS)
        (folder / "art" / "Krähe 1.svg").write_bytes(b"<svg/>\r\nno line's end")
    git(top, "init", "-q")
    git(top, "add", "-A")
    commit(top)
    return top


def git(folder: Path, *words: str) -> None:
    subprocess.run(["git", "-C", str(folder), *words], check=True, capture_output=True)


def commit(folder: Path) -> None:
    git(folder, "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-q", "-m", "one")


def test_a_folder_comes_out_byte_for_byte(repository: Path, tmp_path: Path) -> None:
    (repository / "cards.yaml").write_bytes(b"changed since")
    for word, room in (("HEAD", tmp_path / "a"), ("HEAD:games/wolf", tmp_path / "b"), ("HEAD:./games/wolf", tmp_path / "c")):
        file = take_out(word, repository, repository / "cards.yaml", room)
        assert file.read_bytes() == CARDS
        assert (file.parent / "art" / "Krähe 1.svg").read_bytes() == b"<svg/>\r\nno line's end"
    assert (tmp_path / "a" / "games" / "wolf" / "cards.yaml").exists()


def test_nothing_that_a_repository_names_is_started(repository: Path, tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    (repository / ".gitattributes").write_text("* filter=evil diff=evil text eol=crlf\n")
    git(repository, "add", "-A")
    commit(repository)
    start = f"touch {seen}; cat"
    for setting in (
        "filter.evil.smudge",
        "filter.evil.process",
        "diff.evil.textconv",
        "core.fsmonitor",
        "core.pager",
        "tar.tar.command",
    ):
        git(repository, "config", setting, start)
    git(repository, "config", "core.hooksPath", str(tmp_path))
    assert take_out("HEAD", repository, repository / "cards.yaml", tmp_path / "a").read_bytes() == CARDS
    assert not seen.exists()


def test_variables_of_the_environment_name_no_other_repository_and_no_program(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "cards.yaml").write_bytes(b"secret")
    git(other, "init", "-q")
    git(other, "add", "-A")
    commit(other)
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other))
    monkeypatch.setenv("GIT_EXEC_PATH", str(tmp_path))
    monkeypatch.setenv("GIT_TRACE", str(tmp_path / "trace"))
    assert take_out("HEAD", repository, repository / "cards.yaml", tmp_path / "a").read_bytes() == CARDS
    assert not (tmp_path / "trace").exists()


def test_git_is_not_looked_for_where_the_user_stands(repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (repository / "git").write_text(f"#!/bin/sh\ntouch {tmp_path / 'seen'}\n")
    (repository / "git").chmod(0o755)
    monkeypatch.chdir(repository)
    monkeypatch.setenv("PATH", os.pathsep.join(["", ".", os.environ["PATH"]]))
    assert take_out("HEAD", repository, repository / "cards.yaml", tmp_path / "a").read_bytes() == CARDS
    assert not (tmp_path / "seen").exists()


def private_repository(tmp_path: Path) -> Path:
    private = tmp_path / "private"
    private.mkdir()
    (private / "cards.yaml").write_bytes(b"secret")
    git(private, "init", "-q")
    git(private, "add", "-A")
    commit(private)
    return private


@pytest.mark.parametrize("way", ["file", "link", "common", "parts", "worktree of another", "bare"])
def test_a_game_does_not_bring_another_repository_as_its_own(way: str, tmp_path: Path) -> None:
    """Such as a private one of the user: what it holds would be printed."""
    private, game = private_repository(tmp_path), tmp_path / "game"
    game.mkdir()
    (game / "cards.yaml").write_bytes(CARDS)
    if way == "file":
        (game / ".git").write_text(f"gitdir: {private / '.git'}\n")
    elif way == "link":
        (game / ".git").symlink_to(private / ".git")
    elif way == "worktree of another":
        git(private, "worktree", "add", "-q", str(tmp_path / "second"))
        (game / ".git").write_text((tmp_path / "second" / ".git").read_text())
    elif way == "bare":
        shutil.rmtree(game)
        subprocess.run(["git", "clone", "-q", "--bare", str(private), str(game)], check=True)
        (game / "cards.yaml").write_bytes(CARDS)
    else:
        git(game, "init", "-q")
        if way == "common":
            (game / ".git" / "commondir").write_text(str(private / ".git"))
        else:
            for part in ("objects", "refs"):
                shutil.rmtree(game / ".git" / part)
                (game / ".git" / part).symlink_to(private / ".git" / part)
    with pytest.raises(ProblemError):
        take_out("HEAD", game, game / "cards.yaml", tmp_path / "a")


def test_a_repository_elsewhere_as_its_working_tree_is_not_read(repository: Path, tmp_path: Path) -> None:
    git(repository, "config", "core.worktree", str(private_repository(tmp_path)))
    with pytest.raises(ProblemError):
        take_out("HEAD", repository, repository / "cards.yaml", tmp_path / "a")


def test_worktrees_and_submodules_are_read(repository: Path, tmp_path: Path) -> None:
    git(repository, "worktree", "add", "-q", str(tmp_path / "second"))
    second = tmp_path / "second" / "games" / "wolf"
    assert take_out("HEAD", second, second / "cards.yaml", tmp_path / "a").read_bytes() == CARDS
    outer = private_repository(tmp_path)
    git(outer, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(repository), "inner")
    assert take_out("HEAD", outer / "inner", outer / "inner" / "cards.yaml", tmp_path / "b").read_bytes() == CARDS


def test_nothing_is_fetched(repository: Path, tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    git(repository, "config", "core.repositoryformatversion", "1")
    git(repository, "config", "extensions.partialClone", "origin")
    git(repository, "config", "remote.origin.url", f"ext::sh -c 'touch {seen}'")
    git(repository, "config", "remote.origin.promisor", "true")
    git(repository, "config", "protocol.ext.allow", "always")
    mark = subprocess.check_output(["git", "-C", str(repository), "rev-parse", "HEAD:cards.yaml"], text=True)
    (repository / ".git" / "objects" / mark[:2] / mark[2:].strip()).unlink()
    with pytest.raises(ProblemError):
        take_out("HEAD", repository, repository / "cards.yaml", tmp_path / "a")
    assert not seen.exists()


def test_links_stay_where_they_are(repository: Path, tmp_path: Path) -> None:
    (repository / "etc").symlink_to("/etc")
    git(repository, "add", "-A")
    commit(repository)
    take_out("HEAD", repository, repository / "cards.yaml", tmp_path / "a")
    assert not (tmp_path / "a" / "etc").exists()
