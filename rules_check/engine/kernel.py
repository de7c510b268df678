"""The base of all compiled rules: the `jit` decorator with its cache, and the random streams inside
a state.

In: a function over numpy records. Out: the same function compiled, or unchanged if
NUMBA_DISABLE_JIT is set. Knows no game. Import this module before numba is imported anywhere else:
it chooses the folder of the cache.

numba notices an edit of the file that contains a function, but not of another file with a function
that it calls. So the cache's folder is named after a hash of the sources that contain compiled
functions, or the constants that they freeze. An edit of any of those compiles everything again,
once. An edit of a game compiles only that game again, because its functions have a separate folder.
A version of numba never loads code that another version compiled.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np

from generator.data.private import folder_named, make_private, unsafe
from rules_check.engine.innards import (
    AS_KNOWN,
    CHECKS_BOUNDS,
    COUNTS_FROM_END,
    FINDS_BY_TYPE,
    LINKS_ONCE,
    SAYS_LITTLE,
    VERSION,
    WORKS_LESS,
    WRITES_BRIEFLY,
    Home,
    compiled,
    count_from_start,
    find_once,
    keep_below,
)
from rules_check.engine.innards import IS_COMPILED as IS_COMPILED  # for all who import it from here
from rules_check.engine.translating import (
    forget_nothing,
    link_once,
    name_by_digest,
    say_little,
    work_less,
)

F = TypeVar("F", bound=Callable[..., Any])

PACKAGE = Path(__file__).resolve().parents[1]


def sources_of(folder: Path = PACKAGE) -> list[Path]:
    """List the Python files in a package's folder from which compiled code comes.

    These are all files that mention `jit` or contain rules (`@rules.`), and the files that they
    import, whose constants they freeze. A package's `__init__` only gathers names from other
    modules, so importing it makes nothing else a source. Editing texts for people therefore
    recompiles nothing.
    """
    contents = {path: path.read_bytes() for path in sorted(folder.rglob("*.py"))}
    todo = [
        path for path, content in contents.items() if b"jit" in content or b"@rules." in content
    ]
    chosen = set[Path]()
    while todo:
        path = todo.pop()
        if path in contents and path not in chosen:
            chosen.add(path)
            if path.stem != "__init__":
                todo += _imported(contents[path], folder)
    return sorted(chosen)


def sources_hash(folder: Path = PACKAGE, game: str = "") -> str:
    """Hash the sources of compiled code: those of one game, by the name of its folder, or those
    that all games share. Returns 16 hexadecimal digits.
    """
    return _own_hash(game) if folder == PACKAGE else _hash_of(sources_of(folder), folder, game)


@cache
def _own_hash(game: str) -> str:
    """Hash our own sources once per process: what it has loaded stays the same, and players who
    learned a game are looked for before each part of their games.
    """
    return _hash_of(_own_sources(), PACKAGE, game)


def _hash_of(sources: Iterable[Path], folder: Path, game: str) -> str:
    games = folder / "games"
    chosen = (
        path
        for path in sources
        if (path.is_relative_to(games / game) if game else not path.is_relative_to(games))
    )
    return files_hash(chosen, folder)


@cache
def _own_sources() -> list[Path]:
    """List our own sources, which are scanned once per process."""
    return sources_of()


def _imported(content: bytes, folder: Path) -> Iterator[Path]:
    """Yield the files, below a package's folder, that a module's imports can mean."""
    for module, names in re.findall(
        rb"^from %s\.([\w.]+) import (.*)" % folder.name.encode(), content, re.M
    ):
        place = folder.joinpath(*module.decode().split("."))
        yield place.with_suffix(".py")
        for name in re.findall(rb"\w+", names):
            yield place / f"{name.decode()}.py"


def files_hash(paths: Iterable[Path], folder: Path) -> str:
    """Hash the names, relative to a folder, and contents of files. Returns 16 hexadecimal
    digits.
    """
    total = hashlib.sha256()
    for path in paths:
        content = path.read_bytes()
        total.update(f"{path.relative_to(folder).as_posix()} {len(content)}\n".encode() + content)
    return total.hexdigest()[:16]


def place_mark(folder: Path) -> str:
    """Hash the path of a folder. Returns 8 hexadecimal digits."""
    return hashlib.sha256(str(folder).encode()).hexdigest()[:8]


def cache_home() -> Path:
    """Find the folder for the compiled code of all versions: NUMBA_CACHE_DIR, else the platform's
    cache folder.

    A relative path is ignored, because it would depend on the current folder.
    """
    return folder_named("NUMBA_CACHE_DIR") or _platform_home() / "emporium-pnp" / "rules"


def _platform_home() -> Path:
    """Find the folder for the caches of all programs."""
    if sys.platform == "win32":
        return folder_named("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return folder_named("XDG_CACHE_HOME") or Path.home() / ".cache"


def _prepare_cache() -> tuple[Path | None, str]:
    """Make the folder for these sources. If nothing can be kept, or others could have put code
    there: None, and why.

    numba unpickles what it finds, which can run anything, so each folder on the way that is ours
    must be the user's alone.
    """
    kind = "" if AS_KNOWN else "-plain"
    if CHECKS_BOUNDS:
        kind += "-bounds"
    try:
        home = cache_home()
        folder = home / f"{sources_hash()}-{VERSION}{kind}"
        ours = [home, folder] if folder_named("NUMBA_CACHE_DIR") else [home.parent, home, folder]
        for path in ours:
            make_private(path)
            if why := unsafe(path):
                return None, why
        is_writable = os.access(folder, os.W_OK)
    except (OSError, RuntimeError):
        is_writable = False
    return (folder, "") if is_writable else (None, "there is no folder to keep them in")


CACHE_FOLDER, KEPT_NOWHERE = _prepare_cache() if IS_COMPILED else (None, "")
"""The folder for compiled code; or None, and the reason why nothing is kept."""
OUR_VERBS = CACHE_FOLDER / "verbs" / place_mark(PACKAGE) if CACHE_FOLDER else None
"""The folder for verbs generated for the games of this package. Another checkout has a different
folder, because numba tells rules apart by their paths.
"""
keep_below(CACHE_FOLDER)
if not IS_COMPILED:
    # the streams count modulo 2^64, which numpy's own scalars warn of; in other threads too:
    np.seterr(over="ignore")
    warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning, re.escape(__name__))


if IS_COMPILED and COUNTS_FROM_END:
    count_from_start()
if IS_COMPILED and WRITES_BRIEFLY:
    from rules_check.engine.lowering import write_briefly

    write_briefly()
if IS_COMPILED and FINDS_BY_TYPE:
    find_once()
if IS_COMPILED and LINKS_ONCE:
    link_once()
    name_by_digest()
if IS_COMPILED and SAYS_LITTLE:
    say_little()
if IS_COMPILED and WORKS_LESS:
    work_less()
    forget_nothing()


def jit(function: F) -> F:
    """Compile a rule: without the interpreter lock, with division as in numpy, kept in the cache.
    Leave it unchanged under NUMBA_DISABLE_JIT.

    numba would compile a function again for each width of whole number, and each literal, that some
    call passes. Here all are passed as int64, which saves a third of the compile time.
    """
    return _compiled(function)


def jit_lean(function: F) -> F:
    """Compile a rule as `jit` does, but without counting references to the arrays that it is given;
    the rule makes arrays only with the functions of `arrays`.

    This saves a locked addition in memory at its beginning and another at its end, which matters in
    rules that list moves. A rule that makes any other array does not compile. Negative indexes do
    not count from the end, except literal ones such as -1.
    """
    return _compiled(function, is_counting=False)


def jit_within(function: F) -> F:
    """Compile a rule as `jit_lean` does, and inline it into each of its callers: for a rule with
    very few call sites.

    A call is cheap, but it keeps each side from being optimized with knowledge of the other. A rule
    with many callers would be compiled over and over.
    """
    return _compiled(function, is_counting=False, is_within=True)


def _compiled(function: F, is_counting: bool = True, is_within: bool = False) -> F:
    home_of = None if CACHE_FOLDER is None else _home_of
    return compiled(function, home_of, is_counting, is_within)


def _home_of(function: Any) -> Home:
    """Find where a function is kept: code of a game, or of another package, has a separate folder,
    also named after its sources.
    """
    assert CACHE_FOLDER is not None
    own, is_ours = Path(function.__code__.co_filename).resolve(), _is_ours(function)
    if is_ours:
        part = game_part(own)
    elif own.is_file():
        part = files_hash(sorted(own.parent.glob("*.py")), own.parent)
    else:
        part = ""
    return Home(CACHE_FOLDER, part, is_ours)


def _is_ours(function: Any) -> bool:
    """Return whether a function is in a file of this package, or was generated for one of its
    games.
    """
    path = Path(function.__code__.co_filename).resolve()
    if path.is_relative_to(PACKAGE):
        return True
    return OUR_VERBS is not None and path.is_relative_to(OUR_VERBS)


def game_part(own: Path) -> str:
    """Name the part of the cache for a file of one of our games, or for verbs generated for one;
    empty for what games share.
    """
    home = next(
        (home for home in (PACKAGE / "games", OUR_VERBS) if home and own.is_relative_to(home)), None
    )
    parts = own.relative_to(home).parts if home else ()
    return _game_part(parts[0].replace("-", "_")) if len(parts) > 1 else ""


@cache
def _game_part(game: str) -> str:
    return f"{game}-{sources_hash(game=game)}"


_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1, _MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_SHIFT_1 = np.uint64(30)
_SHIFT_2 = np.uint64(27)
_SHIFT_3 = np.uint64(31)
_HALF = np.uint64(32)
_ONE = np.uint64(1)


@jit_lean
def mix(z: Any) -> Any:
    """Scatter 64 bits over 64 bits, one to one. Source: splitmix64's finaliser (Steele, Lea, Flood
    2014).
    """
    z = (z ^ (z >> _SHIFT_1)) * _MIX_1
    z = (z ^ (z >> _SHIFT_2)) * _MIX_2
    return z ^ (z >> _SHIFT_3)


@jit_lean
def index(number: int) -> int:
    """Promise that a number is not negative, for rules compiled with `jit`, which would otherwise
    test whether an index counts from the end. Takes 32-bit numbers.
    """
    return np.int64(np.uint32(number))  # type: ignore[return-value]


@jit_lean
def seed_streams(rng: Any, seed: int, number: int) -> None:
    """Start every stream of `rng` (uint64, any length) from a seed and a game's number, both from 0
    to 2^63 - 1.
    """
    root = mix(mix(np.uint64(seed) + _STEP) ^ (np.uint64(number) * _MIX_1 + _STEP))
    for stream in range(rng.size):
        rng[stream] = mix(root + np.uint64(stream) * _STEP)


class DrawError(ValueError):
    """A draw from an empty range, or from one larger than the generator can cover."""


def _within_reach(draw: F) -> F:
    """In interpreted code, raise DrawError for a draw from a range with no numbers, or too many;
    compiled code does not check.
    """

    def refusing(rng: Any, stream: int, n: int) -> int:
        if not 1 <= n <= 1 << 32:
            raise DrawError(
                f"`below` is asked for one of {n} numbers, but can draw only from 1 to 2^32 numbers"
            )
        return int(draw(rng, stream, n))

    return draw if IS_COMPILED else cast(F, refusing)


@_within_reach
@jit_lean
def below(rng: Any, stream: int, n: int) -> int:
    """Draw a whole number from 0 to n - 1 from one stream (splitmix64); n is at most 2^32.

    The upper 32 bits are scaled by n, without rejection: no number is more likely than another by
    more than n in 2^32 (for the largest n of a game, some hundreds, one part in ten million: far
    below what any number of our games shows).
    """
    rng[stream] += _STEP
    return np.int64(((mix(rng[stream]) >> _HALF) * np.uint64(n)) >> _HALF)  # type: ignore[return-value]


@jit_lean
def draw_seed(rng: Any, stream: int) -> int:
    """Draw a whole number from 0 to 2^63 - 1 from one stream."""
    rng[stream] += _STEP
    return np.int64(mix(rng[stream]) >> _ONE)  # type: ignore[return-value]


@jit_lean
def shuffle(rng: Any, stream: int, cards: Any, n: int) -> None:
    """Shuffle the first n entries in place (Fisher and Yates); n - 1 numbers are drawn."""
    for i in range(n - 1, 0, -1):
        j = below(rng, stream, i + 1)
        cards[i], cards[j] = cards[j], cards[i]


@jit_lean
def by_odds(rng: Any, stream: int, ratings: Any, heat: float) -> int:
    """Draw one of several ratings at random from a stream: the highest is the most likely, and none
    that is `heat` or more below it is possible.

    The odds fall with the square of the remaining distance to that bound, so that no function is
    needed whose result differs between machines.
    """
    best, total = 0, 0.0
    for i in range(1, ratings.size):
        if ratings[i] > ratings[best]:
            best = i
    if heat <= 0.0:
        return best
    for i in range(ratings.size):
        odds = max(0.0, 1.0 - (ratings[best] - ratings[i]) / heat)
        total += odds * odds
    left = total * below(rng, stream, 1 << 32) / (1 << 32)
    for i in range(ratings.size):
        odds = max(0.0, 1.0 - (ratings[best] - ratings[i]) / heat)
        left -= odds * odds
        if left < 0.0:
            return i
    return best


@jit_lean
def best_by_luck(rng: Any, stream: int, ratings: Any, near: float) -> int:
    """Find the highest of several ratings; among those less than `near` below it, choose one at
    random from a stream.
    """
    most, count = ratings[0], 0
    for i in range(1, ratings.size):
        most = max(most, ratings[i])
    least = most - near
    for i in range(ratings.size):
        count += ratings[i] >= least
    chosen = below(rng, stream, count) if count > 1 else 0
    for i in range(ratings.size):
        if ratings[i] >= least:
            if chosen == 0:
                return i
            chosen -= 1
    return 0
