"""Earlier states of a game to compare the draft with: the last save, the last print, a kept
version, a git revision.

In: a word, the game's folder. Out: the prints of that state, card by card. Reads nothing that does
not belong to the game.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from generator.data.loading import load_game
from generator.data.problems import Problem, ProblemError
from generator.data.revisions import is_revision
from generator.face.press import Press
from generator.job.printed import Entry, earlier, entries_of
from studio.draft import messages as say

SAVED, PRINTED, KEPT = "saved", "printed", "kept:"


def entries_then(
    of: str, path: Path, saved: bytes, kept: Callable[[str], bytes | None]
) -> dict[str, Entry]:
    """Draw an earlier state: the last one `saved`, the one that cards.lock records, a version that
    was `kept`, or a git revision.

    Raises ProblemError.
    """
    if of.startswith(KEPT):
        content = kept(of.removeprefix(KEPT))
        if content is None:
            raise ProblemError(Problem.of(say.VERSION_GONE(version=of.removeprefix(KEPT))))
        then = load_game(path, content=content)
        return entries_of(then, Press(then))
    game = load_game(path, content=saved)
    if of == SAVED:
        return entries_of(game, Press(game))
    if of == PRINTED:
        return earlier(None, game, path.parent).entries
    if ":" in of or of.endswith(".lock") or not is_revision(of):
        raise ProblemError(Problem.of(say.NOT_A_REVISION(found=of)))
    with tempfile.TemporaryDirectory() as room:
        return earlier(of, game, Path(room)).entries
