"""A record of what was printed, card by card, and of the changes since: the lock file beside
cards.yaml, and comparisons with it.

In: a game and its press; the text of a cards.lock; a word that names an earlier state of the game.
Out: `Entry` for every printed card, by id; the lock's text; `Change`, one for every card that is no
longer as it was. A card has changed if its face looks different, not if the game's version has
another number. Prints nothing and draws nothing but faces.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from generator.data.game import EVERYTHING, Chosen, Game
from generator.data.loading import find_game, load_game
from generator.data.problems import Place, Problem, ProblemError, Problems
from generator.data.revisions import is_revision, take_out
from generator.data.source import Node, content_of, read_source
from generator.face.fingerprints import mark_text
from generator.face.press import Press
from generator.job import messages as say


def lock_file(game: Game) -> Path:
    """Name the file that records what was printed of a game: cards.lock beside it, cards.fr.lock in
    another language.
    """
    return game.folder / (f"cards.{game.language}.lock" if game.is_translated else "cards.lock")


LOCK_FORMAT = 1
_HEAD = """\
# The last print, card by card. `emporium-pnp build --changed` prints what has changed since.
# Written by `emporium-pnp build --mark-printed`; keep it beside cards.yaml, in git too. It needs no editing.
"""
_PLAIN = re.compile(r"(?!(?:yes|no|on|off|y|n|true|false|null)$)[a-z][a-z0-9_-]*")
_UNSAFE = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff]")
_FINGERPRINT = re.compile(r"[0-9a-f]{8,64}")


@dataclass(frozen=True)
class Entry:
    """A card as printed: the fingerprints of its face and its back (`back` is empty without one),
    and the version of the game at that time.
    """

    id: str
    name: str
    deck: str
    copies: int
    face: str
    back: str
    version: str

    @property
    def mark(self) -> str:
        """Return the version mark on this card, if any."""
        return mark_text(self.version, self.face)


Entries = Mapping[str, Entry]


@dataclass(frozen=True)
class Change:
    """A card that differs from before. `sort` is new, gone, changed, back, more or fewer; `back`
    means a changed back with the same face.
    """

    sort: str
    was: Entry | None
    now: Entry | None

    @property
    def entry(self) -> Entry:
        """Return the card as it is now or, if it is gone, as it was."""
        entry = self.now or self.was
        assert entry is not None
        return entry

    @property
    def copies(self) -> tuple[int, int]:
        """The copies before and now; 0 of a card that there was or is not."""
        before = self.was.copies if self.was else 0
        return before, self.now.copies if self.now else 0

    @property
    def put(self) -> int:
        """Count the copies to print and put in."""
        was, now = self.copies
        return max(0, now - was) if self.sort in ("more", "fewer") else now

    @property
    def pull(self) -> int:
        """Count the copies to take out of the old deck."""
        was, now = self.copies
        return max(0, was - now) if self.sort in ("more", "fewer") else was


def moved(changes: Iterable[Change]) -> tuple[int, int]:
    """Count the copies to print, and those to take out of the old deck."""
    put = pull = 0
    for change in changes:
        put, pull = put + change.put, pull + change.pull
    return put, pull


def entries_of(
    game: Game, press: Press, chosen: Chosen = EVERYTHING, with_backs: bool = True
) -> dict[str, Entry]:
    """Draw what a game prints and return an entry for each face, all or those `chosen` by id. Faces
    that cannot be drawn are left out.
    """
    found = {}
    for component, card in game.in_box(chosen):
        back_id = component.back_of(card) if with_backs else None
        face = press.fingerprint(card)
        back = press.fingerprint(game.cards[back_id]) if back_id else ""
        if face is not None and back is not None:
            found[card.id] = Entry(
                card.id, card.title, component.name, card.copies, face, back, game.version
            )
    return found


def compare(old: Entries, new: Entries) -> list[Change]:
    """List the cards that differ from before, in their current order, then those that are gone.

    A card under another id that looks the same, front and back, has not changed. Backs are compared
    only if both sides have one.
    """
    left = {id_: entry for id_, entry in old.items() if id_ not in new}
    changes = []
    for id_, now in new.items():
        was = old.get(id_)
        if was is None:
            same = (entry for entry in left.values() if entry.face == now.face)
            was = next((entry for entry in same if not _is_other_back(entry, now)), None)
            if was is not None:
                del left[was.id]
        if sort := _sort(was, now):
            changes.append(Change(sort, was, now))
    return changes + [Change("gone", was, None) for was in left.values()]


def _sort(was: Entry | None, now: Entry) -> str:
    if was is None:
        return "new"
    if was.face != now.face:
        return "changed"
    if _is_other_back(was, now):
        return "back"
    if now.copies > was.copies:
        return "more"
    return "fewer" if now.copies < was.copies else ""


def _is_other_back(was: Entry, now: Entry) -> bool:
    return bool(was.back and now.back and was.back != now.back)


def after_printing(old: Entries, new: Entries, changes: Iterable[Change]) -> dict[str, Entry]:
    """Return the state of the deck after printing: the old cards with `changes` replaced.

    A card that was printed without its back keeps the back it had.
    """
    result = dict(old)
    for change in changes:
        if change.was is not None:
            result.pop(change.was.id, None)
        if now := change.now:
            was = change.was or now
            printed = was if change.sort in ("more", "fewer") else now
            result[now.id] = replace(now, back=now.back or was.back, version=printed.version)
    return result


# ---------------------------------------------------------------- the lock file


def lock_text(title: str, entries: Entries) -> str:
    """Write a lock file: one line per card, sorted, so that git merges and shows it well.
    `read_lock` reads it back.
    """
    lines = [
        f"{_HEAD}lock: {LOCK_FORMAT}\ngame: {_quoted(title)}\n",
        "cards:\n" if entries else "cards: {}\n",
    ]
    for id_, one in sorted(entries.items()):
        key = id_ if _PLAIN.fullmatch(id_) else _quoted(id_)
        back = f", back: {_quoted(one.back)}" if one.back else ""
        lines.append(
            f"  {key}: {{name: {_quoted(one.name)}, deck: {_quoted(one.deck)}, copies: "
            f"{one.copies}, "
            f"face: {_quoted(one.face)}{back}, version: {_quoted(one.version)}}}\n"
        )
    return "".join(lines)


def _quoted(text: str) -> str:
    return _UNSAFE.sub(
        lambda match: f"\\u{ord(match[0]):04x}", json.dumps(text, ensure_ascii=False)
    )


def locked(game: Game, entries: Entries) -> dict[Path, bytes]:
    """Return the new content of the lock file beside a game's cards.yaml."""
    return {lock_file(game): lock_text(game.title, entries).encode()}


def read_lock(path: Path, title: str, lang: str | None = None) -> dict[str, Entry]:
    """Read a lock file. Raises ProblemError, each fault with its line, if the file is not one, is
    broken, or belongs to a game other than the one with this `title`.

    `lang` is the language of the lock file, for the hint if there is none; None for the game's own.
    """
    if not path.is_file():
        raise ProblemError.of(
            say.NOT_PRINTED(name=path.name, option=f" --lang {lang}" if lang else "")
        )
    problems = Problems()
    check_lock(path)
    for number, line in enumerate(content_of(path).splitlines(), 1):
        if line.startswith(b"<<<<<<< "):
            raise ProblemError.of(say.LOCK_NOT_MERGED(), Place(path.name, number, 1, 7))
    try:
        root = read_source(path, path.name, problems)
        problems.raise_errors()
    except ProblemError as fault:  # no one writes it by hand, so hints at how to would not help
        raise ProblemError(*(replace(problem, hint=_ANEW) for problem in fault.problems)) from None
    form, game, cards = root.below("lock"), root.get("game"), root.below("cards")
    if form.type != "integer" or game is None or cards.type != "map":
        raise ProblemError.of(say.NOT_A_LOCK(name=path.name), root.place)
    if form.value != LOCK_FORMAT:
        raise ProblemError.of(
            say.OTHER_LOCK_FORMAT(wanted=LOCK_FORMAT, found=form.value), form.place
        )
    if game.value != title:
        raise ProblemError.of(
            say.LOCK_OF_OTHER_GAME(title=title, found=game.describe()), game.place
        )
    entries: dict[str, Entry] = {}
    for id_, node in cards.items.items():
        entry = _entry(id_, node, problems)
        if entry is not None:
            entries[id_] = entry
    problems.raise_errors()
    return entries


def check_lock(path: Path) -> None:
    """Raise ProblemError if a file with the lock's name is something else, which must not be
    overwritten; a missing file is fine.
    """
    content = content_of(path) if path.is_file() else None
    if content is not None and not re.search(rb"^lock:", content, re.M):
        raise ProblemError.of(say.NOT_A_LOCK_FILE(name=path.name), Place(path.name, 1, 1))


_ANEW = "restore it from git, or write the file again with --mark-printed"
_KEYS = {
    "name": "text",
    "deck": "text",
    "copies": "integer",
    "face": "text",
    "back": "text",
    "version": "text",
}


def _entry(id_: str, node: Node, problems: Problems) -> Entry | None:
    """Read a card's line; None where something in it is wrong, and `problems` knows."""
    before = len(problems)
    hint = _ANEW
    if node.type != "map":
        problems.error(say.NOT_A_LOCKED_CARD(id_=id_, found=node.describe()), node.place, hint)
        return None
    for key, type_ in _KEYS.items():
        value = node.get(key)
        if value is None:
            if key != "back":
                problems.error(say.LOCKED_CARD_LACKS(id_=id_, key=key), node.place, hint)
            continue
        shown = value.describe()
        if value.type != type_:
            wanted = "a number" if type_ == "integer" else "text in quotes"
            message = say.LOCKED_WRONG_TYPE(key=key, wanted=wanted, found=shown)
            problems.error(message, value.place, hint)
        elif key in ("face", "back") and not _FINGERPRINT.fullmatch(str(value.value)):
            problems.error(say.NOT_A_FINGERPRINT(key=key, found=shown), value.place, hint)
        elif key == "copies" and int(str(value.value)) < 1:
            problems.error(say.NO_COPIES(found=value.value), value.place, hint)
    for key in node.items:
        if key not in _KEYS:
            problems.error(say.LOCKED_CARD_UNKNOWN_KEY(id_=id_, key=key), node.keys[key], hint)
    if len(problems) > before:
        return None
    values: dict[str, Any] = {"back": "", **{key: child.value for key, child in node.items.items()}}
    return Entry(id=id_, **values)


# ---------------------------------------------------------------- an earlier state


@dataclass(frozen=True)
class Earlier:
    """An earlier state of a game: what was printed then and, unless it was read from a lock file,
    the game itself.
    """

    said: str
    entries: dict[str, Entry]
    press: Press | None = None


def earlier(word: str | None, game: Game, room: Path) -> Earlier:
    """Find an earlier state of a game: without a `word` its lock file, otherwise a lock file, a
    cards.yaml, a folder or a git revision.

    A revision is checked out into `room`, an empty folder, and must stay there as long as its faces
    are drawn. Raises ProblemError: if a word names nothing, with one of the codes of
    `NAMES_NOTHING`, otherwise with the faults of the earlier state.
    """
    if word is None:
        path = lock_file(game)
        return Earlier(path.name, read_lock(path, game.title, game.translation))
    if word.endswith(".lock"):
        place = Path(os.path.realpath(word))  # a person named it, and it may be a link
        return Earlier(Path(word).name, read_lock(place, game.title, game.translation))
    if is_revision(word):
        path = take_out(word, Path(), game.folder / game.file, room)
    else:
        path, _ = find_game(word)
    problems = Problems()
    try:
        old = load_game(path, problems, lang=game.translation)
        press = Press(old)
        entries = entries_of(old, press)
        problems.extend(press.problems)
        problems.raise_errors()
    except ProblemError as fault:
        raise ProblemError(
            *(_told_of(word, problem) for problem in fault.problems if problem.severity == "error")
        ) from None
    return Earlier(word, entries, press)


NAMES_NOTHING = ("no-such-revision", "no-such-game", "no-such-file")


def _told_of(word: str, problem: Problem) -> Problem:
    place = (
        f" ({problem.place})" if problem.place else ""
    )  # a place in a folder that is not there to be shown
    return Problem.of(
        say.IN_EARLIER_GAME(word=word, message=problem.message, where=place),
        hint=problem.hint,
        card=problem.card,
    )
