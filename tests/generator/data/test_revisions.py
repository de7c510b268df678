"""Game folders out of a repository, and repositories that come from somebody else."""

from __future__ import annotations

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
