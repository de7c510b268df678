"""Game folders as they were in an earlier revision of a git repository.

In: a folder, and words such as `HEAD~3` or `main:games/wolf`. Out: the path of a cards.yaml, in a
folder of the caller's, with all the files beside it. The only module that knows git; it reads, and
writes nothing into the repository.
"""

from __future__ import annotations

import os
import posixpath
import re
import shutil
from collections.abc import Iterator
from itertools import islice, product, starmap
from pathlib import Path
from typing import IO

from generator.data import messages as say
from generator.data.budget import HINT, seconds
from generator.data.files import path_within
from generator.data.loading import GAME_FILE, bundled_games
from generator.data.opening import MIB, RefusedFile, read_file
from generator.data.problems import Place, ProblemError
from generator.data.programs import PATIENCE, Program, running

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
"""A folder from somebody else may bring a repository whose settings name programs; such settings
are data too. None of the git commands that we use starts one; these settings cover what git may
start by itself.
"""
_VARIABLES = {
    "GIT_ALLOW_PROTOCOL": "",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
}
"""The variables that keep git from fetching, asking or writing anything."""
_KEPT = ("GIT_CEILING_DIRECTORIES", "GIT_CONFIG", "GIT_DISCOVERY_ACROSS_FILESYSTEM")
"""The beginnings of git's variables that are left to the user: where it looks for a repository, and
the user's own settings.
"""

MOST_FILES = 20_000
"""The most files and folders of one game's folder."""
MOST_BYTES_OF_FILE = 64 * 1024 * 1024
MOST_BYTES = 512 * 1024 * 1024
"""The largest total size of the files of a game's folder."""
_MOST_LISTED = 16 * 1024 * 1024  # bytes of a list of files
_MOST_ANSWER = 64 * 1024
_MOST_SETTINGS = MIB
_READ_BY_GIT = ("HEAD", "commondir", "config", "config.worktree", "packed-refs", "shallow")
_INCLUDE = re.compile(rb"\[\s*include", re.IGNORECASE)
_LITTLE_MEMORY = tuple(
    word
    for setting in (
        "core.bigFileThreshold=1m",
        "core.packedGitWindowSize=16m",
        "core.packedGitLimit=128m",
        "core.deltaBaseCacheLimit=16m",
        "pack.windowMemory=64m",
    )
    for word in ("-c", setting)
)


def is_revision(word: str) -> bool:
    """Return whether a word on the command line can only be a revision: there is no file, folder or
    bundled game with this name.

    If a branch has the same name as a folder, `main:` with a colon is the branch.
    """
    if Path(word).exists() or word in bundled_games():
        return False
    return ":" in word or Path(word).suffix.lower() not in (".yaml", ".yml")


def take_out(word: str, here: Path, game: Path, room: Path) -> Path:
    """Write a game's folder, as of a revision, into an empty folder `room`; return the path of its
    cards.yaml.

    `REV` is the folder of `game`, a cards.yaml, in its repository. `REV:path` is a folder or a file
    by its path from the root of the repository that contains `here` or, as `REV:./path`, relative
    to `here`, as in git. Links are left out. Raises ProblemError if git, the repository, the
    revision or the folder is missing.
    """
    revision, colon, path = word.partition(":")
    git = _Git(word, here if colon else game.parent)
    if not colon:
        path = git.prefix + game.name
    elif path.startswith(("./", "../")) or path in (".", ".."):
        path = git.prefix + path
    path = posixpath.normpath(path)
    path = "" if path == "." else path
    commit = git.commit(revision)
    is_folder = git.is_folder(commit, path)
    for name, content in git.files(commit, path if is_folder else posixpath.dirname(path)):
        if target := path_within(room, name):
            try:
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content)
            except (FileExistsError, NotADirectoryError, IsADirectoryError):
                raise _no(
                    word, f"it has a file and a folder with the same name, at '{name[:200]}'"
                ) from None
    file = room / (GAME_FILE if is_folder else posixpath.basename(path))
    if not file.is_file():
        raise _no(
            word, f"that revision has no {posixpath.join(path, GAME_FILE) if is_folder else path}"
        )
    return file


def _no(word: str, why: str, hint: str | None = None, place: Place | None = None) -> ProblemError:
    said = say.NO_SUCH_REVISION(word=word, why=why)
    return ProblemError.of(said, place, hint)


def _environment() -> dict[str, str]:
    """Return the environment for git: without variables that name another repository, or
    programs.
    """
    kept = {}
    for name, value in os.environ.items():
        if not name.startswith("GIT_") or name.startswith(_KEPT):
            kept[name] = value
    return {**kept, **_VARIABLES}


def _program() -> str | None:
    """Find git on the PATH, but never in the working folder."""
    found = shutil.which("git", path=os.pathsep.join(filter(os.path.isabs, os.get_exec_path())))
    return found if found and Path(found).is_absolute() else None


class _Git:
    """The repository of a folder; `prefix` is the path from its root to the folder, empty or ending
    in a slash.
    """

    def __init__(self, word: str, folder: Path) -> None:
        self.word, self.folder, self.said = word, folder, ""
        program = _program()
        if program is None:
            raise _no(word, "git is not installed", "give both card sets as files or folders")
        self.program = program
        hostile = _hostile_setting(folder)
        if hostile is not None:
            why, place = hostile
            raise _no(word, why, "give both card sets as files or folders", place)
        if word.startswith("-"):
            raise _no(word, "a revision cannot begin with '-'")
        found = self._run(
            "rev-parse",
            "--show-toplevel",
            "--show-prefix",
            "--absolute-git-dir",
            "--git-common-dir",
        )
        if found is None:
            why = "" if "not a git repository" in self.said else f" ({self.said})"
            said = f"this folder is not in a git repository{why}"
            raise _no(word, said, "give both card sets as files or folders")
        top, self.prefix, own, common, *_ = os.fsdecode(found).split("\n")
        if not self._belongs(Path(top).resolve(), Path(own).resolve(), (folder / common).resolve()):
            said = f"the repository of {folder} leads to another folder"
            raise _no(word, said, "give both card sets as files or folders")

    def _belongs(self, top: Path, own: Path, common: Path) -> bool:
        """Return whether a repository belongs to the folder: a game may name any other on this
        machine, in a file `.git` or by links.

        It is in the folder or above it; or it names the folder as one of its worktrees, or as the
        place of a submodule.
        """
        refs = (common / "refs").rglob("*")
        if _has_objects_elsewhere(common) or any(
            path.is_symlink()
            for path in (*common.glob("[!h]*"), *(common / "objects").glob("*"), *refs)
        ):
            return False
        if not self.folder.resolve().is_relative_to(top):
            return False
        if own != common:
            link = own / "gitdir"
            is_known = own.parent == common / "worktrees" and link.is_file()
            return is_known and _named_in(link) == top / ".git"
        if common.is_relative_to(top):
            return True
        place = self._run("config", "--file", str(common / "config"), "core.worktree")
        return place is not None and (common / os.fsdecode(place).strip()).resolve() == top

    def _run(self, *words: str) -> bytes | None:
        """Run git in the folder; None if it refuses, with the reason in `said`. Programs named in
        the repository's own settings are not started.
        """
        command, env = self._command(*words)
        with running(command, env) as program:
            answer = program.out.read(_MOST_ANSWER)
        return answer if self._has_ended_well(program) else None

    def _command(self, *words: str) -> tuple[list[str], dict[str, str]]:
        """Return the command that runs git in the folder, and its environment."""
        settings = [word for name, value in _SETTINGS.items() for word in ("-c", f"{name}={value}")]
        command = [
            self.program,
            "--no-pager",
            *settings,
            *_LITTLE_MEMORY,
            "-C",
            str(self.folder),
            *words,
        ]
        return command, _environment()

    def _has_ended_well(self, program: Program) -> bool:
        """Return whether git succeeded, and record its error output. Raises ProblemError if it took
        too long.
        """
        if program.is_late:
            raise self._too_large(
                f"git takes more than {seconds() * PATIENCE:g} seconds to read it", HINT
            )
        self.said = next(iter(program.said.splitlines()), "")
        return program.status == 0

    def _too_large(self, why: str, hint: str | None = None) -> ProblemError:
        return ProblemError.of(say.REVISION_TOO_LARGE(word=self.word, why=why), hint=hint)

    def commit(self, revision: str) -> str:
        """Return the permanent name of a revision."""
        found = self._run("rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
        if found is None:
            hint = "`git log` and `git branch` list the revisions"
            raise _no(self.word, f"the repository in {self.folder} has no '{revision}'", hint)
        return found.decode().strip()

    def is_folder(self, commit: str, path: str) -> bool:
        """Return whether a path is a folder rather than a file."""
        found = self._run("cat-file", "-t", f"{commit}:{path}")
        if found is None:
            hint = "a path starts at the root of the repository, or as './path' here"
            raise _no(self.word, f"that revision has no '{path}'", hint)
        return found.strip() == b"tree"

    def files(self, commit: str, path: str) -> Iterator[tuple[str, bytes]]:
        """Read the files of a folder with their paths in it, as stored: a filter, which a
        repository may name, is a program.

        Raises ProblemError if they are too many or too large, which is known before any of them is
        read.
        """
        files = self._listed(commit, path)
        given = b"".join(mark + b"\n" for mark, _ in files)
        command, env = self._command("cat-file", "--batch-check", "--buffer")
        with running(command, env, given) as program:
            has_all = self._sizes(files, program.out)
        if not self._has_ended_well(program) or not has_all:
            raise self._refused(path)
        command, env = self._command("cat-file", "--batch", "--buffer")
        with running(command, env, given) as program:
            for _, name in files:
                size = self._size(program.out, name)
                content = program.out.read(max(size, 0))
                has_all = len(content) == size and program.out.read(1) == b"\n"
                if not has_all:
                    break
                yield name, content
        if not self._has_ended_well(program) or not has_all:
            raise self._refused(path)

    def _refused(self, path: str) -> ProblemError:
        return _no(
            self.word,
            (f"git does not return '{path}' ({self.said or 'it needs more memory than allowed'})"),
        )

    def _listed(self, commit: str, path: str) -> list[tuple[bytes, str]]:
        """List the files of a folder, each with git's id for its content. Links and nested
        repositories are left out.
        """
        command, env = self._command("ls-tree", "-r", "-t", "-z", "--full-tree", f"{commit}:{path}")
        hint = "name the game's own folder, as in HEAD:games/wolf"
        with running(command, env) as program:
            entries = list(islice(self._entries(program.out), MOST_FILES + 1))
        if len(entries) > MOST_FILES:
            raise self._too_large(f"more than {MOST_FILES:,} files and folders", hint)
        if not self._has_ended_well(program):
            raise self._refused(path)
        files = list[tuple[bytes, str]]()
        for entry in entries:
            about, _, name = entry.partition(b"\t")
            is_of_git = any(part.lower() == b".git" for part in name.split(b"/"))
            if about.startswith(b"100") and not is_of_git:
                files.append((about.split()[2], os.fsdecode(name)))
        return files

    def _entries(self, out: IO[bytes]) -> Iterator[bytes]:
        """Split a list of files at its NULs. Raises ProblemError if it is too long."""
        left, rest = _MOST_LISTED, b""
        while chunk := out.read1(65536):  # type: ignore[attr-defined]
            left -= len(chunk)
            if left < 0 or len(rest) > _MOST_ANSWER:
                raise self._too_large("the names of its files are too long")
            *whole, rest = (rest + chunk).split(b"\0")
            yield from whole

    def _sizes(self, files: list[tuple[bytes, str]], out: IO[bytes]) -> bool:
        """Read the sizes of files, and return whether git reported all. Raises ProblemError if one
        is too large, or their total is.
        """
        whole = 0
        for _, name in files:
            size = self._size(out, name)
            if size < 0:
                return False
            whole += size
            if size > MOST_BYTES_OF_FILE:
                said = f"'{name[:200]}' has {size / 1024 / 1024:,.0f} MiB"
                raise self._too_large(
                    f"{said}; the limit for a file is {MOST_BYTES_OF_FILE // 1024 // 1024}"
                )
            if whole > MOST_BYTES:
                raise self._too_large(
                    f"its files have more than {MOST_BYTES // 1024 // 1024} MiB in total"
                )
        return True

    def _size(self, out: IO[bytes], name: str) -> int:
        """Read the size that git reports before a file; -1 if it reports nothing more. Raises
        ProblemError if the file is missing.
        """
        about = out.readline(_MOST_ANSWER).split()
        if not about:
            return -1
        if len(about) != 3 or not about[2].isdigit():
            raise _no(self.word, f"the repository lacks '{name[:200]}'")
        return int(about[2])


def _has_objects_elsewhere(common: Path) -> bool:
    """Return whether a repository takes objects from another: through a link, or by naming the
    other's folder.
    """
    objects = common / "objects"
    folders = (objects, objects / "pack", objects / "info")
    links = (path for folder in folders if folder.is_dir() for path in (folder, *folder.iterdir()))
    return (objects / "info" / "alternates").exists() or any(path.is_symlink() for path in links)


def _hostile_setting(folder: Path) -> tuple[str, Place] | None:
    """Find a setting in a folder's repository that git must not read; None if there is none.

    Git always follows an include, even to a pipe or to somebody else's file, and waits for a pipe.
    """
    start = folder.resolve()
    for home in (start, *start.parents):
        own = home / ".git"
        if own.is_file():
            own = _named_in(own) or own
        common = _named_in(own / "commondir") or own
        for file in starmap(Path, product((own, common), _READ_BY_GIT)):
            if file.exists() and not file.is_file():
                said = "expected a plain file in its repository, found a pipe, a folder or a device"
                return f"{said} at {file}", Place(str(file))
        for file in (common / "config", own / "config.worktree"):
            line = _include_line(file)
            if line is not None:
                return (
                    "the settings of its repository include other files, which git would read",
                    Place(str(file), line),
                )
        if (own / "HEAD").exists():  # otherwise git continues in the folder above
            return None
    return None


def _named_in(file: Path) -> Path | None:
    """Read the path in one of git's files, relative to the file's folder; None if there is none."""
    try:
        text = read_file(file, None, _MOST_SETTINGS).decode("utf-8")
        return (file.parent / text.removeprefix("gitdir:").strip()).resolve()
    except (OSError, ValueError, RuntimeError):
        return None


def _include_line(file: Path) -> int | None:
    """Return the line of a settings file that includes another, 0 for a file that is too large;
    None if there is no such line.
    """
    try:
        content = read_file(file, None, _MOST_SETTINGS)
    except RefusedFile:
        return 0
    except OSError:
        return None
    for number, line in enumerate(content.split(b"\n"), 1):
        if _INCLUDE.search(line) and not line.lstrip().startswith((b"#", b";")):
            return number
    return None
