"""Where learned players are kept: by the hash of a game's rules and of a card set's numbers, in the
folder of compiled rules.

In: rules, a card set, a number of players. Out: `Learned`, or None. Knows no game. Nothing that is
read is executed: a file holds arrays.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from generator.data.files import write_cached
from rules_check.engine.game import Rules
from rules_check.engine.kernel import cache_home, sources_hash
from rules_check.engine.learned import Known, nothing_known
from rules_check.engine.senses import Basis, Senses, SignNames, no_basis, no_names
from rules_check.engine.sources import data_hash, own_hash

FOLDER = "learned"
MOST_BYTES = 1 << 28


@dataclass(frozen=True)
class Learned:
    """A player that learned a game for one number of players."""

    senses: Senses
    net: Any
    """float64, laid out as described in `rules_check.engine.nets`."""
    games: int
    """The number of games it was trained on."""
    adversary_games: int
    """The number of games from which an adversary then learned to beat it; 0 if none did."""
    fresh: Sequence[float] = ()
    """The games that the adversary won afterwards, and how many it played. Without opponents: the
    games in which one who went on learning did better.
    """
    known: Known = field(default_factory=nothing_known)
    """The odds by situation, if there are few; the net is for situations not among them."""
    positions: int = 0
    """The number of positions in which it knows the best move, if it solved the game."""
    adversary_positions: int = 0
    """The number of positions in which the adversary knows the best answer, if it solved that."""
    basis: Basis = field(default_factory=no_basis)
    """What its senses were built from; empty if it cannot go on with other numbers."""
    before: int = 0
    """The number of its games that were played with an earlier version of the game."""
    names: SignNames = field(default_factory=no_names)
    """What its signs are, for players of another version or of another number to begin with what it
    knows.
    """
    answer: Any = field(default_factory=lambda: np.zeros(0))
    """The net of the adversary; empty if it has none."""
    is_judge: bool = True
    """Whether it judges the game, since simpler players do not beat it. Otherwise these
    do, and the adversary learned to beat them.
    """


def learned_at(rules: Rules, cards: Any, players: int) -> Path:
    """Name the file of the players who learned a game; it differs if rules, numbers or players
    differ.
    """
    digest = own_hash(rules)
    file = f"{rules.name}-{data_hash(cards)}-{players}-{sources_hash()}-{digest}.npz"
    return cache_home() / FOLDER / file


def latest_at(game: Path, players: int) -> Path:
    """Name the file of the players who last learned the game in a file, whatever it said then."""
    digest = hashlib.sha256(str(game.resolve()).encode()).hexdigest()[:16]
    return cache_home() / FOLDER / f"latest-{digest}-{players}.npz"


Find = Callable[[Rules, Any, int], Learned | None]
"""What finds a player for a number of players of a game."""
_STAND_INS = list[Find]()


@contextmanager
def standing_in(find: Find) -> Iterator[None]:
    """Let players whom `find` returns play games without learned players, such as those with other
    numbers.
    """
    _STAND_INS.append(find)
    try:
        yield
    finally:
        _STAND_INS.remove(find)


def keep_learned(path: Path, learned: Learned) -> None:
    """Write a player to a file, with the same bytes for the same player. Raises OSError."""
    arrays = {f"senses_{name}": value for name, value in learned.senses._asdict().items()}
    arrays |= {f"known_{name}": value for name, value in learned.known._asdict().items()}
    arrays |= {f"basis_{name}": value for name, value in learned.basis._asdict().items()}
    arrays |= {f"names_{name}": value for name, value in learned.names._asdict().items()}
    numbers = np.array([learned.games, learned.adversary_games, *learned.fresh], np.float64)
    solved = np.array([learned.positions, learned.adversary_positions])
    version = np.array([learned.before, learned.is_judge])
    file = io.BytesIO()
    nets = {"net": learned.net, "answer": learned.answer}
    np.savez(file, **nets, told=numbers, solved=solved, version=version, **arrays)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_cached(path, file.getvalue())
    _read.cache_clear()


def read_learned(rules: Rules, cards: Any, players: int) -> Learned | None:
    """Read the player kept for this number of players, or find another; None if there is none, or it
    is damaged.
    """
    learned = read_kept(learned_at(rules, cards, players))
    for find in reversed(_STAND_INS):
        learned = learned or find(rules, cards, players)
    return learned


def read_kept(path: Path) -> Learned | None:
    """Read the player in a file; None if there is none, or it is damaged."""
    try:
        stamp = path.stat()
    except OSError:
        return None
    return _read(path, stamp.st_mtime_ns, stamp.st_size) if stamp.st_size <= MOST_BYTES else None


@lru_cache(maxsize=8)
def _read(path: Path, changed: int, size: int) -> Learned | None:
    """Read a file as of a given time, cached because a player is requested for each part of its
    games.
    """
    try:
        with np.lib.npyio.NpzFile(io.BytesIO(path.read_bytes()), allow_pickle=False) as archive:
            senses = Senses(*(archive[f"senses_{name}"] for name in Senses._fields))
            known = Known(*(archive[f"known_{name}"] for name in Known._fields))
            basis = Basis(*(archive[f"basis_{name}"] for name in Basis._fields))
            names = SignNames(*(archive[f"names_{name}"] for name in SignNames._fields))
            games, adversary, *fresh = archive["told"].tolist()
            positions, adversary_positions = archive["solved"].tolist()
            before, is_judge = archive["version"].tolist()
            return Learned(
                senses,
                archive["net"],
                int(games),
                int(adversary),
                tuple(fresh),
                known,
                positions,
                adversary_positions,
                basis,
                before,
                names,
                archive["answer"],
                bool(is_judge),
            )
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        return None
