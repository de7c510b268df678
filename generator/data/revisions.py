"""Game folders as they were in an earlier revision of a git repository.

In: a folder, and words such as `HEAD~3` or `main:games/wolf`. Out: the path of a cards.yaml, in a folder of the caller's, with all that
lay beside it. The only module that knows git; it reads, and writes nothing into the repository.
"""

from __future__ import annotations

import io
import os
import posixpath
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from generator.data.files import path_within
from generator.data.loading import GAME_FILE, bundled_games
from generator.data.problems import Problem, ProblemError

_SETTINGS = {
    "core.alternateRefsCommand": "",
    "core.askPass": "",
    "core.attributesFile": os.devnull,
    "core.fsmonitor": "false",
    "core.gitProxy": "",
    "core.hooksPath": os.devnull,
    "core.sshCommand": "false",
    "credential.helper": "",
    "protocol.allow": "never",
    "safe.bareRepository": "explicit",
}
"""A folder from somebody else may bring a repository whose settings name programs: they are data, too. None of the commands that we
give git starts any; these settings hold for what git may start by itself."""
_VARIABLES = {"GIT_ALLOW_PROTOCOL": "", "GIT_NO_LAZY_FETCH": "1", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0"}
"""Nothing is fetched, asked or written."""
_KEPT = ("GIT_CEILING_DIRECTORIES", "GIT_CONFIG", "GIT_DISCOVERY_ACROSS_FILESYSTEM")
"""How variables of git begin that are left to the user: where it looks for a repository, and the user's own settings."""


def is_revision(word: str) -> bool:
    """Return whether a word of the command line can only be a revision: there is no such file, folder or bundled game.

    Where a branch is called as a folder is, `main:` with a colon is the branch.
    """
    if Path(word).exists() or word in bundled_games():
        return False
    return ":" in word or Path(word).suffix.lower() not in (".yaml", ".yml")


def take_out(word: str, here: Path, game: Path, room: Path) -> Path:
    """Write a game's folder, as a revision had it, into an empty folder `room`; gives the path of its cards.yaml.

    `REV` is the folder of `game`, a cards.yaml, in the repository that it lies in. `REV:path` is a folder or a file by its path from the
    root of the repository that `here` lies in, or, as `REV:./path`, from `here`, as git has it. Links are left out.
    Raises ProblemError where git, the repository, the revision or the folder is missing.
    """
    revision, colon, path = word.partition(":")
    git = _Git(word, here if colon else game.parent)
    if not colon:
        path = git.prefix + game.name
    elif path.startswith(("./", "../")) or path in (".", ".."):
        path = git.prefix + path
    path = posixpath.normpath(path) if path else ""
    path = "" if path == "." else path
    commit = git.commit(revision)
    is_folder = git.is_folder(commit, path)
    for name, content in git.files(commit, path if is_folder else posixpath.dirname(path)):
        if target := path_within(room, name):
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
    file = room / (GAME_FILE if is_folder else posixpath.basename(path))
    if not file.is_file():
        raise _no(word, f"that revision has no {posixpath.join(path, GAME_FILE) if is_folder else path}")
    return file


def _no(word: str, why: str, hint: str | None = None) -> ProblemError:
    return ProblemError(Problem("no-such-revision", f"'{word}' is no file, folder or game here, and no revision: {why}", hint=hint))


def _environment() -> dict[str, str]:
    """Return the environment for git: without variables that name another repository, or programs."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_") or name.startswith(_KEPT)}
    return {**kept, **_VARIABLES}


def _program() -> str | None:
    """Find git on the PATH, but never where the user stands."""
    found = shutil.which("git", path=os.pathsep.join(filter(os.path.isabs, os.get_exec_path())))
    return found if found and Path(found).is_absolute() else None


class _Git:
    """The repository that a folder lies in; `prefix` is the way to the folder from its root, empty or ending in a slash."""

    def __init__(self, word: str, folder: Path) -> None:
        self.word, self.folder, self.said = word, folder, ""
        program = _program()
        if program is None:
            raise _no(word, "git is not installed", "give both card sets as files or folders")
        self.program = program
        if word.startswith("-"):
            raise _no(word, "a revision does not begin with '-'")
        found = self._run("rev-parse", "--show-toplevel", "--show-prefix", "--absolute-git-dir", "--git-common-dir")
        if found is None:
            why = "" if "not a git repository" in self.said else f" ({self.said})"
            said = f"this folder is in no repository of git{why}"
            raise _no(word, said, "give both card sets as files or folders")
        top, self.prefix, own, common, *_ = os.fsdecode(found).split("\n")
        if not self._belongs(Path(top).resolve(), Path(own).resolve(), (folder / common).resolve()):
            said = f"the repository of this folder is kept elsewhere, in {common}, and does not know the folder"
            raise _no(word, said, "give both card sets as files or folders")

    def _belongs(self, top: Path, own: Path, common: Path) -> bool:
        """Return whether a repository is that of the folder: a game may name any other on this machine, in a file `.git` or by links.

        It lies in the folder or above it; or it names the folder as one of its worktrees, or as the place of a submodule.
        """
        refs = (common / "refs").rglob("*")
        if any(path.is_symlink() for path in (*common.glob("[!h]*"), *(common / "objects").glob("*"), *refs)):
            return False
        if not self.folder.resolve().is_relative_to(top):
            return False
        if own != common:
            link = own / "gitdir"
            is_known = own.parent == common / "worktrees" and link.is_file()
            return is_known and Path(link.read_text("utf-8").strip()).resolve() == top / ".git"
        if common.is_relative_to(top):
            return True
        place = self._run("config", "--file", str(common / "config"), "core.worktree")
        return place is not None and (common / os.fsdecode(place).strip()).resolve() == top

    def _run(self, *words: str, given: bytes = b"") -> bytes | None:
        """Run git in the folder; None where it refuses, and `said` has why. What the repository's own settings would start, stays off."""
        settings = [word for name, value in _SETTINGS.items() for word in ("-c", f"{name}={value}")]
        command = [self.program, "--no-pager", *settings, "-C", str(self.folder), *words]
        done = subprocess.run(command, capture_output=True, input=given, check=False, env=_environment())
        self.said = next(iter(os.fsdecode(done.stderr).splitlines()), "")
        return done.stdout if done.returncode == 0 else None

    def commit(self, revision: str) -> str:
        """Find what a revision is called for good."""
        found = self._run("rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
        if found is None:
            hint = "`git log` and `git branch` list what it knows"
            raise _no(self.word, f"the repository in {self.folder} knows no '{revision}'", hint)
        return found.decode().strip()

    def is_folder(self, commit: str, path: str) -> bool:
        """Return whether a path is a folder rather than a file."""
        found = self._run("cat-file", "-t", f"{commit}:{path}")
        if found is None:
            hint = "a path goes from the root of the repository, or as './path' from here"
            raise _no(self.word, f"that revision has no '{path}'", hint)
        return found.strip() == b"tree"

    def files(self, commit: str, path: str) -> Iterator[tuple[str, bytes]]:
        """Read the files of a folder with their ways from it, as they are kept: a filter, which a repository may name, is a program."""
        listed = self._run("ls-tree", "-r", "-z", "--full-tree", f"{commit}:{path}")
        entries = [entry.partition(b"\t") for entry in (listed or b"").split(b"\0") if entry]
        files = [(about.split()[2], os.fsdecode(name)) for about, _, name in entries if about.startswith(b"100")]  # no links
        kept = self._run("cat-file", "--batch", given=b"".join(mark + b"\n" for mark, _ in files))
        if listed is None or kept is None:
            raise _no(self.word, f"git does not give out '{path}' ({self.said})")
        out = io.BytesIO(kept)
        for _, name in files:
            about = out.readline().split()
            if len(about) != 3:
                raise _no(self.word, f"the repository has lost '{name}'")
            yield name, out.read(int(about[2]))
            out.readline()
