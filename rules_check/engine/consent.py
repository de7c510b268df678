"""Python rules beside a game's cards: read as bytes, and run only if the user has agreed to exactly
these bytes.

In: a game's folder. Out: `OwnRules`, whether they are trusted, and agreement given or withdrawn.
Runs nothing. Agreement is stored by the SHA-256 of the content, as a file with that name in a
private folder of the user: no setting, no environment variable and no file in the game can grant
it, and a changed file has none.
"""

from __future__ import annotations

import hashlib
import os
import shlex
import stat
import sys
from dataclasses import dataclass
from pathlib import Path

from generator.data.opening import MIB, lies_within, read_file
from generator.data.private import folder_named, make_private, unsafe
from generator.data.problems import Place, Problem, ProblemError
from generator.data.visible import visible
from rules_check.engine import messages as say

GROUP = "emporium_pnp.games"
"""The entry points by which installed packages name their rules."""
FILE = "rules.py"
MOST_BYTES = MIB


@dataclass(frozen=True)
class OwnRules:
    """Rules beside a game's cards, read only once, so that the same bytes are hashed, shown, agreed
    to and run.
    """

    path: Path
    content: bytes

    @property
    def digest(self) -> str:
        """The SHA-256 of the content, 64 hexadecimal digits."""
        return hashlib.sha256(self.content).hexdigest()

    @property
    def lines(self) -> int:
        """The number of lines in the file."""
        return len(self.content.splitlines())

    @property
    def text(self) -> str:
        """The content as text. Raises ProblemError if it is not UTF-8, or contains a character that
        editors may not show.
        """
        try:
            text = self.content.decode("utf-8-sig")
        except UnicodeDecodeError as fault:
            place = Place(FILE, self.content.count(b"\n", 0, fault.start) + 1)
            raise ProblemError(Problem.of(say.NOT_UTF8(file=FILE), place)) from None
        for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
            shown = visible(line)
            if shown != line:
                at = next(
                    n
                    for n, (one, other) in enumerate(zip(line, shown, strict=True))
                    if one != other
                )
                message = say.HIDDEN_CHARACTER(point=ord(line[at]))
                raise ProblemError(Problem.of(message, Place(FILE, number, at + 1)))
        return text


def has_own_rules(folder: Path) -> bool:
    """Return whether anything exists under the name of a game's own rules, whatever it is. Reads
    nothing.
    """
    return os.path.lexists(folder / FILE)


def read_own_rules(folder: Path) -> OwnRules | None:
    """Read the rules beside a game's cards; None if there are none. Raises ProblemError for
    anything but a regular file.
    """
    path = folder / FILE
    if not has_own_rules(folder):
        return None
    if path.is_symlink():
        message = say.NOT_A_PLAIN_FILE(file=FILE)
        raise ProblemError(Problem.of(message, Place(FILE)))
    return OwnRules(path, read_file(path, folder, MOST_BYTES, FILE))


def is_trusted(rules: OwnRules) -> bool:
    """Return whether the user has agreed to the content of these rules."""
    try:
        home = _home()
        if why_unsafe(home, rules.path.parent):
            return False
        status = (home / rules.digest).lstat()
    except OSError:
        return False
    is_own = not hasattr(os, "geteuid") or status.st_uid == os.geteuid()
    return stat.S_ISREG(status.st_mode) and is_own


def untrusted(rules: OwnRules) -> Problem:
    """Report that the user has not agreed to rules, and how to do so."""
    folder = rules.path.parent
    if folder == Path():
        words = "emporium-pnp trust"
    else:
        words = f"emporium-pnp trust {shlex.quote(str(folder))}"
    message = say.NOT_AGREED(file=FILE)
    return Problem.of(message, Place(FILE), f"read it and, if you trust its author, run `{words}`")


def trust(rules: OwnRules) -> None:
    """Record the user's agreement to the content of these rules. Raises ProblemError if it cannot
    be stored safely, OSError if not at all.
    """
    home = _home()
    if not _is_in_game(home, rules.path.parent):
        make_private(home)
    if why := why_unsafe(home, rules.path.parent):
        hint = "set XDG_STATE_HOME to a folder of your own outside the game, or unset it"
        raise ProblemError(Problem.of(say.AGREEMENT_NOT_KEPT(why=why), Place(FILE), hint))
    handle = os.open(
        home / rules.digest, os.O_CREAT | os.O_WRONLY | getattr(os, "O_NOFOLLOW", 0), 0o600
    )
    os.close(handle)


def distrust(rules: OwnRules) -> bool:
    """Withdraw agreement to the content of these rules; return whether there was any. Raises
    OSError.
    """
    was = is_trusted(rules)
    if was:
        (_home() / rules.digest).unlink()
    return was


def why_unsafe(home: Path, folder: Path) -> str:
    """Explain why agreement in a folder may not be the user's own; empty if it is. Raises OSError
    if the folder is missing.
    """
    if _is_in_game(home, folder):
        return f"{home} is in the game's folder"
    return unsafe(home)


def _is_in_game(home: Path, folder: Path) -> bool:
    """Return whether a folder for agreements, existing or not, is inside a game's folder."""
    return lies_within(Path(os.path.realpath(home)), folder)


def _home() -> Path:
    """Return the folder for agreements. Raises OSError if the user has no folder for such
    things.
    """
    return _state_home() / "emporium-pnp" / "trusted"


def _state_home() -> Path:
    """Return the platform's folder for the state of a user's programs."""
    try:
        if sys.platform == "win32":
            return folder_named("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
        if sys.platform == "darwin":
            return Path.home() / "Library" / "Application Support"
        return folder_named("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    except RuntimeError as fault:  # no home folder
        raise OSError(str(fault)) from None
