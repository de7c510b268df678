"""Game folders out of a repository, and repositories that come from somebody else."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from generator.data import revisions
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
    for word, room in (
        ("HEAD", tmp_path / "a"),
        ("HEAD:games/wolf", tmp_path / "b"),
        ("HEAD:./games/wolf", tmp_path / "c"),
    ):
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
    assert (
        take_out("HEAD", repository, repository / "cards.yaml", tmp_path / "a").read_bytes()
        == CARDS
    )
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
    assert (
        take_out("HEAD", repository, repository / "cards.yaml", tmp_path / "a").read_bytes()
        == CARDS
    )
    assert not (tmp_path / "trace").exists()


def test_git_is_not_looked_for_where_the_user_stands(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (repository / "git").write_text(f"#!/bin/sh\ntouch {tmp_path / 'seen'}\n")
    (repository / "git").chmod(0o755)
    monkeypatch.chdir(repository)
    monkeypatch.setenv("PATH", os.pathsep.join(["", ".", os.environ["PATH"]]))
    assert (
        take_out("HEAD", repository, repository / "cards.yaml", tmp_path / "a").read_bytes()
        == CARDS
    )
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


def test_a_repository_elsewhere_as_its_working_tree_is_not_read(
    repository: Path, tmp_path: Path
) -> None:
    git(repository, "config", "core.worktree", str(private_repository(tmp_path)))
    with pytest.raises(ProblemError):
        take_out("HEAD", repository, repository / "cards.yaml", tmp_path / "a")


@pytest.mark.parametrize(
    "setting",
    [
        "[include]\n\tpath = {}",
        "[INCLUDE]path={}",
        '[includeIf "gitdir:/"]\npath = {}',
        "[core] [ include]\n path = {}",
    ],
)
@pytest.mark.parametrize("file", ["config", "config.worktree"])
def test_settings_that_include_a_file_are_refused_before_git_reads_them(
    repository: Path, tmp_path: Path, setting: str, file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if sys.platform != "win32":
        os.mkfifo(tmp_path / "pipe")
    settings = repository / ".git" / file
    with settings.open("a") as config:
        config.write("\n" + setting.format(tmp_path / "pipe") + "\n")
    monkeypatch.setattr(revisions, "running", lambda *_: pytest.fail("git is started"))
    game = repository / "games" / "wolf" / "cards.yaml"
    with pytest.raises(ProblemError) as fault:
        take_out("HEAD", game.parent, game, tmp_path / "a")
    (problem,) = fault.value.problems
    assert problem.place is not None
    assert (problem.code, Path(problem.place.file)) == ("no-such-revision", settings)
    assert "nclude" in settings.read_text().splitlines()[problem.place.line - 1].lower()


def test_settings_of_a_worktrees_repository_are_read_too(repository: Path, tmp_path: Path) -> None:
    git(repository, "worktree", "add", "-q", str(tmp_path / "second"))
    with (repository / ".git" / "config").open("a") as config:
        config.write("[include]\n\tpath = other\n")
    second = tmp_path / "second" / "games" / "wolf"
    with pytest.raises(ProblemError, match="include other files"):
        take_out("HEAD", second, second / "cards.yaml", tmp_path / "a")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes in folders")
@pytest.mark.parametrize("file", ["HEAD", "config", "config.worktree", "commondir", "packed-refs"])
def test_a_pipe_among_a_repositorys_settings_is_not_waited_for(
    repository: Path, tmp_path: Path, file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (repository / ".git" / file).unlink(missing_ok=True)
    os.mkfifo(repository / ".git" / file)
    monkeypatch.setattr(revisions, "running", lambda *_: pytest.fail("git is started"))
    with pytest.raises(ProblemError, match="expected a plain file"):
        take_out("HEAD", repository, repository / "cards.yaml", tmp_path / "a")


def test_a_remark_about_includes_includes_nothing(repository: Path, tmp_path: Path) -> None:
    with (repository / ".git" / "config").open("a") as config:
        config.write("# [include]\n\t; [includeIf]\n")
    game = repository / "games" / "wolf" / "cards.yaml"
    assert take_out("HEAD", game.parent, game, tmp_path / "a").read_bytes() == CARDS


def test_worktrees_and_submodules_are_read(repository: Path, tmp_path: Path) -> None:
    git(repository, "worktree", "add", "-q", str(tmp_path / "second"))
    second = tmp_path / "second" / "games" / "wolf"
    assert take_out("HEAD", second, second / "cards.yaml", tmp_path / "a").read_bytes() == CARDS
    outer = private_repository(tmp_path)
    git(
        outer,
        "-c",
        "protocol.file.allow=always",
        "submodule",
        "--quiet",
        "add",
        str(repository),
        "inner",
    )
    assert (
        take_out(
            "HEAD", outer / "inner", outer / "inner" / "cards.yaml", tmp_path / "b"
        ).read_bytes()
        == CARDS
    )


def test_nothing_is_fetched(repository: Path, tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    git(repository, "config", "core.repositoryformatversion", "1")
    git(repository, "config", "extensions.partialClone", "origin")
    git(repository, "config", "remote.origin.url", f"ext::sh -c 'touch {seen}'")
    git(repository, "config", "remote.origin.promisor", "true")
    git(repository, "config", "protocol.ext.allow", "always")
    mark = subprocess.check_output(
        ["git", "-C", str(repository), "rev-parse", "HEAD:cards.yaml"], text=True
    )
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


# -- repositories that are made to take all there is


def written(folder: Path, sort: str, content: bytes) -> str:
    """Write an object into a repository, and return its name."""
    command = ["git", "-C", str(folder), "hash-object", "-t", sort, "-w", "--literally", "--stdin"]
    return (
        subprocess.run(command, input=content, check=True, capture_output=True)
        .stdout.decode()
        .strip()
    )


def tree(folder: Path, *entries: tuple[str, str, str]) -> str:
    """Write a tree of entries: mode, name and mark."""
    return written(
        folder,
        "tree",
        b"".join(
            f"{mode} {name}".encode() + b"\0" + bytes.fromhex(mark) for mode, name, mark in entries
        ),
    )


def commit_of(folder: Path, root: str) -> str:
    command = [
        "git",
        "-C",
        str(folder),
        "-c",
        "user.name=a",
        "-c",
        "user.email=a@example.org",
        "commit-tree",
        root,
        "-m",
        "one",
    ]
    return (
        subprocess.run(command, check=True, capture_output=True, stdin=subprocess.DEVNULL)
        .stdout.decode()
        .strip()
        + ":"
    )


def refused(repository: Path, revision: str, room: Path) -> tuple[str, str]:
    with pytest.raises(ProblemError) as caught:
        take_out(revision, repository, repository / "cards.yaml", room)
    assert not room.exists()
    return caught.value.problems[0].code, caught.value.problems[0].message


@pytest.mark.parametrize("leaf", [(), (("100644", "a", ""),)])
def test_trees_that_unfold_without_an_end_are_not_listed_to_their_end(
    repository: Path, tmp_path: Path, leaf: tuple[tuple[str, str, str], ...]
) -> None:
    blob = written(repository, "blob", b"x")
    mark = tree(repository, *((mode, name, blob) for mode, name, _ in leaf))
    for _ in range(12):
        mark = tree(repository, *(("40000", f"{number:02}", mark) for number in range(20)))
    code, message = refused(repository, commit_of(repository, mark), tmp_path / "room")
    assert code == "too-large"
    assert "20,000 files" in message


def test_names_without_an_end_are_not_listed_to_their_end(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(revisions, "_MOST_LISTED", 1_000_000)
    blob = written(repository, "blob", b"x")
    mark = tree(repository, *(("100644", f"{'n' * 20_000}{number}", blob) for number in range(60)))
    code, message = refused(repository, commit_of(repository, mark), tmp_path / "room")
    assert (code, message.endswith("the names of its files are too long")) == ("too-large", True)


def test_a_file_is_asked_for_its_size_before_it_is_read(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (repository / "art" / "a.png").write_bytes(bytes(3_000_000))
    git(repository, "add", "-A")
    commit(repository)
    git(repository, "gc", "-q")
    monkeypatch.setattr(revisions, "MOST_BYTES_OF_FILE", 2_000_000)
    code, message = refused(repository, "HEAD", tmp_path / "room")
    assert (code, "'art/a.png' has 3 MiB" in message) == ("too-large", True)
    monkeypatch.setattr(revisions, "MOST_BYTES_OF_FILE", 4_000_000)
    assert take_out("HEAD", repository, repository / "cards.yaml", tmp_path / "room").is_file()


def test_one_file_in_a_thousand_places_counts_a_thousand_times(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blob = written(repository, "blob", bytes(10_000))
    mark = tree(repository, *(("100644", f"{number:03}", blob) for number in range(500)))
    monkeypatch.setattr(revisions, "MOST_BYTES", 4_000_000)
    code, message = refused(repository, commit_of(repository, mark), tmp_path / "room")
    assert (code, "in total" in message) == ("too-large", True)


def test_git_that_takes_too_long_is_ended(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = tmp_path / "bin" / "git"
    slow.parent.mkdir()
    slow.write_text("#!/bin/sh\nexec sleep 60\n")
    slow.chmod(0o755)
    monkeypatch.setenv("PATH", str(slow.parent), prepend=":")
    monkeypatch.setenv("EMPORIUM_PNP_SECONDS", "0.02")
    code, message = refused(repository, "HEAD", tmp_path / "room")
    assert (code, "seconds" in message) == ("too-large", True)


def test_a_file_and_a_folder_of_one_name_are_no_game(repository: Path, tmp_path: Path) -> None:
    blob = written(repository, "blob", b"x")
    inner = tree(repository, ("100644", "b", blob))
    for entries in (
        (("100644", "a", blob), ("40000", "a", inner)),
        (("40000", "a", inner), ("100644", "a", blob)),
    ):
        with pytest.raises(ProblemError, match="the same name"):
            take_out(
                commit_of(repository, tree(repository, *entries)),
                repository,
                repository / "cards.yaml",
                tmp_path / "room",
            )


def test_repositories_within_and_names_that_lead_out_are_left_where_they_are(
    repository: Path, tmp_path: Path
) -> None:
    blob, cards = written(repository, "blob", b"x"), written(repository, "blob", CARDS)
    inner = tree(repository, ("100644", "..", blob), ("100644", "c", blob))
    whole = (
        ("40000", "..", inner),
        ("40000", ".git", inner),
        ("100644", "cards.yaml", cards),
        ("120000", "link", blob),
        ("160000", "sub", "1" * 40),
    )
    file = take_out(
        commit_of(repository, tree(repository, *whole)),
        repository,
        repository / "cards.yaml",
        tmp_path / "room",
    )
    assert sorted(path.name for path in (tmp_path / "room").rglob("*")) == ["cards.yaml"]
    assert file.read_bytes() == CARDS
    assert not (tmp_path / "c").exists()


LEADS = {
    "a setting": lambda git_dir, other: git(git_dir.parent, "config", "core.worktree", str(other)),
    "a file for a folder": lambda git_dir, other: (
        shutil.rmtree(git_dir),
        git_dir.write_text(f"gitdir: {other}/.git\n"),
    ),
    "a link": lambda git_dir, other: (shutil.rmtree(git_dir), git_dir.symlink_to(other / ".git")),
    "a common folder": lambda git_dir, other: git_dir.joinpath("commondir").write_text(
        f"{other}/.git\n"
    ),
    "a common folder that says it is ours": lambda git_dir, other: (
        git_dir.joinpath("commondir").write_text(f"{other}/.git\n"),
        git_dir.joinpath("gitdir").write_text(f"{git_dir}\n"),
    ),
    "a link to objects": lambda git_dir, other: (
        shutil.rmtree(git_dir / "objects"),
        git_dir.joinpath("objects").symlink_to(other / ".git" / "objects"),
    ),
    "a link to packs": lambda git_dir, other: (
        git_dir.joinpath("objects", "pack").rmdir(),
        git_dir.joinpath("objects", "pack").symlink_to(other / ".git" / "objects" / "pack"),
    ),
    "objects of another": lambda git_dir, other: (
        git_dir.joinpath("objects", "info").mkdir(exist_ok=True),
        git_dir.joinpath("objects", "info", "alternates").write_text(f"{other}/.git/objects\n"),
    ),
}


@pytest.mark.parametrize("way", LEADS)
def test_a_repository_that_leads_to_another_shows_nothing_of_it(
    repository: Path, tmp_path: Path, way: str
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "cards.yaml").write_bytes(b"secret: 1\n")
    git(other, "init", "-q")
    git(other, "add", "-A")
    commit(other)
    LEADS[way](repository / ".git", other)
    with pytest.raises(ProblemError) as fault:
        take_out("HEAD", repository, repository / "cards.yaml", tmp_path / "a")
    assert "leads to another folder" in str(fault.value)
    assert not [*(tmp_path / "a").rglob("*")]


def test_worktrees_and_submodules_are_repositories_of_their_own(
    repository: Path, tmp_path: Path
) -> None:
    git(repository, "worktree", "add", "-q", "--detach", str(tmp_path / "tree"))
    holder = tmp_path / "holder"
    git(tmp_path, "init", "-q", str(holder))
    git(
        holder,
        "-c",
        "protocol.file.allow=always",
        "submodule",
        "--quiet",
        "add",
        str(repository),
        "wolf",
    )
    for number, folder in enumerate(
        (tmp_path / "tree", holder / "wolf", repository / "games" / "wolf")
    ):
        assert (
            take_out("HEAD", folder, folder / "cards.yaml", tmp_path / str(number)).read_bytes()
            == CARDS
        )
