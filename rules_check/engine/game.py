"""What every game provides to those that play, measure and show it: one set of verbs over two
records.

A game's rules are a module that is a `Rules`, registered by an installed package under the entry
point group `emporium_pnp.games`; never code from a game's folder. This module knows no game.

**Records.** `cards` is one numpy record of `cards_dtype`: every number of a card set, with its
rulings. `state` is one of `state_dtype`: a whole game, its random streams included. Make them with
`new_state` and `cards_record`; of an array of states, `batch[i]` is a record. `batch[i] = batch[j]`
copies a game, `b = batch[0]` only gives it a second name, `state.tobytes()` saves it.

**Fields.** Every game's state has `rng` (its streams), `players` (how many seats), `rounds` (begun,
the present one included) and `end` (0 while the game goes on, else the number in ENDS of what ended
it). All other fields are the game's own.

**Codes.** Seats count from 0. Moves are int64 numbers of the game's own, told apart by
`legal_moves` and read by `move_text`. Scores are in the game's UNIT; places are ranks from 1, and
only those whom all tie-breaks leave level share one.

**Streams.** `state.rng` holds uint64 streams: 0 shuffles, 1 + seat is for that seat's choices and
is drawn from by players only, never by rules. All start from (seed, number), so two card sets can
be played on the same luck.

**Weights.** An expert may judge by numbers that are found by play: WEIGHTS names them, and the card
set's record then has the fields `weights`, float64 of shape (seats, WEIGHTS), which `advise` and
`value` read in the row of their seat, and `fitted`, of shape (1 + the most players, SHARES,
WEIGHTS): the styles in which so many play, one for each share, the likeliest first. Anyone who
plays games draws one for each seat and game, by the game's `number`, and writes it into `weights`
by the verb `weigh`.

**What may be left out.** A verb without which measuring still goes on says so below; what speaks
with people has a plain version in rules_check/engine/plain.py.

All verbs work compiled, and interpreted under NUMBA_DISABLE_JIT=1. They trust the caller: for a
move that may be wrong there is `apply_checked`.
"""

from __future__ import annotations

import contextlib
import importlib
import tomllib
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, NamedTuple, Protocol, cast

import numpy as np

from generator.data.findings import Finding
from generator.data.game import Game
from generator.data.opening import MIB, read_file
from generator.data.problems import Place, Problem, ProblemError, closest, did_you_mean
from rules_check.engine.consent import FILE as RULES_FILE
from rules_check.engine.consent import OwnRules, is_trusted, read_own_rules, untrusted
from rules_check.engine.verbs import NEEDED, complete
from rules_check.engine.view import View
from rules_check.engine.written import SUFFIX, load_file, load_source, written_at

GROUP = "emporium_pnp.games"
OWN_RULES = "play"
"""The section of cards.yaml with a game's own rules."""
MOST_PLAYERS = 12
"""How many can play a game: a won game is counted in parts that every number of winners up to this
can share.
"""
BY_CARD = 256
"""A fault is its number, and as many times this as the number of the card, from 1 and in the order
of `card_ids`, that it is about.
"""
MOST_DECISIONS = 200_000
"""How many decisions a game may have, or moves without a choice in a row; what goes on after them
is taken to have no end.
"""
SHARES = 16
"""Parts into which the seats of many games are shared out among the styles of an expert."""


class Rules(Protocol):
    """A module with a game's rules."""

    def __hash__(self) -> int: ...

    name: str
    state_dtype: np.dtype[Any]
    cards_dtype: np.dtype[Any]
    max_moves: int
    """The length that an array for `legal_moves` needs."""
    FAULTS: tuple[str, ...]
    """What each number that `fault` gives means; 0 is "sound"."""
    ENDS: tuple[str, ...]
    """What each number in a state's `end` means; 0 is "not over"."""

    def cards_record(self, game: Game) -> Any:
        """Turn a game's data into one record. Raises ProblemError with all that the rules cannot do
        with.
        """

    def player_counts(self, cards: Any) -> list[int]:
        """List the numbers of players that the card set can be played with, upwards, of 1 to
        MOST_PLAYERS.
        """

    def new_game(self, cards: Any, state: Any, players: int, seed: int, number: int) -> None:
        """Set up a game and go on to its first decision. `seed` and `number` are from 0 to 2^63 -
        1.
        """

    def current_player(self, cards: Any, state: Any) -> int:
        """Say which seat decides; -1 after the end. Simultaneous choices are made one after
        another, unseen.
        """

    def legal_moves(self, cards: Any, state: Any, moves: Any) -> int:
        """Write the legal moves into an int64 array, each once, in an order that the state fixes;
        returns how many.

        At least two while the game goes on (what has one answer happens by itself), none after the
        end.
        """

    def move_space(self, cards: Any) -> Any:
        """List every move that can ever be one of several with this card set, as a sorted int64
        array, each once.

        Only the adapters ask, which number moves by their place in it; rules without it play all
        the same.
        """

    def apply(self, cards: Any, state: Any, move: int) -> None:
        """Make a legal move and go on to the next decision or the end. What an illegal one does is
        not defined.
        """

    def is_over(self, cards: Any, state: Any) -> bool:
        """Say whether the game has ended."""

    def scores(self, cards: Any, state: Any, out: Any) -> None:
        """Write what each seat's game counts, bonuses included, into an int64 array, whatever that
        held; before the end, as if it ended now.
        """

    def places(self, cards: Any, state: Any, out: Any) -> None:
        """Write each seat's rank, from 1, into an int64 array, whatever that held: what players
        play for.
        """

    def is_secret(self, cards: Any, state: Any) -> bool:
        """Find whether the others will not see yet what is decided now.

        They do once a decision is due that is not secret, a round has begun or the game is over.
        """

    def value(self, cards: Any, state: Any, seat: int) -> float:
        """Say what a seat's position is worth at a glance, in the unit of the scores, from what
        that seat can know.
        """

    def advise(self, cards: Any, state: Any, moves: Any, count: int) -> int:
        """Choose for the seat whose decision it is, as the game's expert: an index into the first
        `count` moves, some of the legal.

        Looks at nothing that the seat cannot know; luck comes from the seat's own stream.
        """

    def hide(self, cards: Any, state: Any, seat: int, rng_seed: int) -> None:
        """Replace in place all that a seat cannot know by something it could be, and every stream,
        by luck from `rng_seed`.

        Two states that look the same to the seat become the same bytes.
        """

    def move_text(self, cards: Any, state: Any, move: int) -> str:
        """Write a move of the decision that is due."""

    def parse_move(self, cards: Any, state: Any, text: str) -> int:
        """Find the legal move that a text names. Raises ValueError naming the legal ones if none
        does.
        """

    def move_ranges(self, cards: Any, text: str) -> list[tuple[int, int]]:
        """Find all moves that begin as `text` does ("step", "step forest"), as ranges of their
        numbers, both ends included.

        Raises ValueError, with the words known, if none can.
        """

    def describe(self, game: Game, cards: Any, state: Any, move: int) -> str:
        """Write a move of the decision that is due for people, with the names and numbers that help
        to choose.
        """

    def heard(self, game: Game, cards: Any, before: Any, move: int, after: Any, seat: int) -> str:
        """Write a move that was made as a seat hears it, who made another; empty if it hears
        nothing.

        `before` is the state before the move, `after` one that the seat has seen since. Left out,
        all hear what `describe` says.
        """

    def touched(self, game: Game, cards: Any, state: Any, move: int) -> list[str]:
        """List the cards, by their ids in cards.yaml, that a move of the decision that is due picks
        up, lays or points at.
        """

    def view(self, game: Game, cards: Any, state: Any, seat: int) -> View:
        """Lay out the table as a seat sees it; -1 sees all. Of the state's hidden part a seat's
        view is given what `hide` makes up.
        """

    def tell(self, game: Game, cards: Any, state: Any, move: int, seat: int) -> list[str]:
        """Write what making a move leads to up to the next decision, a line each, as a seat sees
        it; -1 sees all.

        The state stays as it is. Without it, moves are told in plain words, and with them:
        """

    def outcome(
        self, game: Game, cards: Any, before: Any, move: int, after: Any, seat: int
    ) -> list[str]:
        """Write what a move brought about, a sentence each without its full stop, as a seat sees
        it: who took the trick.

        Each of `perform`'s moves is told of alone where the rules have that; without it changed
        scores are told, and at the end what they add up to by the LEDGER.
        """

    def playout(self, cards: Any, state: Any, moves: Any) -> int:
        """Play to the end, uniformly at random by each seat's own stream; returns the number of
        decisions.
        """

    def fault(self, cards: Any, state: Any) -> int:
        """Find what is wrong with a state, counted from the cards up without asking the rules: a
        number of FAULTS.
        """

    def at_once(self, cards: Any, state: Any) -> int:
        """Return 1 where seats make the decision that is due at the same time, else 0: it takes the
        time of the round.

        `playout` then leaves in the last entry of `moves` how many of its decisions were such.
        """

    def possible_ends(self, cards: Any) -> Iterable[int]:
        """List the ENDS that the rulings leave possible; all where it is left out."""

    BAD_ENDS: tuple[int, ...]
    """The ENDS that are no result: a game that stalls, or takes more rounds than any should."""

    def with_ruling(self, cards: Any, name: str, option: str) -> Any:
        """Copy a card set, with one ruling answered otherwise."""

    WEIGHTS: Any
    """What the expert weighs, as `rules_check.toolkit.weights.Weights`; None or left out where it
    weighs nothing that has a name.
    """

    def weigh(self, cards: Any, seat: int, row: Any) -> None:
        """Write what a seat's expert weighs, float64, into `cards.weights`."""

    def move_sorts(self) -> list[str]:
        """List the words with which moves begin, each once; a game may leave it out, and fewer
        habits are then tried against it.
        """

    def move_steps(self, cards: Any, text: str) -> list[tuple[int, int, int]]:
        """Find all moves that begin as `text` does and name an amount, as ranges of their numbers
        and what one more of it adds.

        Raises ValueError, with the words known, if none can.
        """

    COUNTS: tuple[str, ...]
    """What `account` counts of a whole game. A game may leave this out, and all up to `blank`: less
    is then measured.
    """
    NEVER: tuple[str, ...]
    """Those of the COUNTS that should be zero in every game."""
    SCARCE: tuple[str, ...]
    """Those of the COUNTS that say how often something ran out, which should be zero in nearly
    every game.
    """
    WANTED: tuple[str, ...]
    """Those of the COUNTS that are parts of the rules, and ought to come up."""
    TOLD: tuple[str, ...]
    """Those of the COUNTS of which `check` says in how many games they happen."""
    SPENT: tuple[str, ...]
    """Those of the LEDGER that only ever take from a score: nothing reports that they bring too
    little.
    """
    STRATEGIES: tuple[str, ...]
    """Restrictions of players, as `never=MOVE`, whose price is worth knowing."""
    PLACES: dict[str, str]
    """Where in cards.yaml the number is that one of those names is about: `rules.hand_size`."""
    UNIT: str
    """What the scores count, as people say it of several, or of one and of several, "die|dice";
    "points" where it is left out.
    """
    LEDGER: tuple[str, ...]
    """Where a seat's score comes from and goes to; `account` gives them for each seat, and they add
    up to the score.
    """

    SCORES_SEEN_BY: str
    """Who can know a seat's score before the end: "all", its "owner", or "no one"; left out, that
    is found by `hide`.
    """

    PIECES: tuple[Any, ...]
    """What play needs of what is in the box, as `rules_check.toolkit.pieces` reads it."""

    CODES: tuple[str, ...]
    """The sorts of findings that `examine` can give."""

    def examine(self, game: Game, cards: Any, limits: dict[str, float]) -> list[Finding]:
        """Look over a card set without playing: counts, and what can be reached; every finding with
        its place.
        """

    def reach(self, game: Game, cards: Any) -> dict[str, Any]:
        """Give a table of what it takes to reach something, as plain data for the report.

        Keys `title`, `reading` (how to read it), `columns` (heads), `rows` (texts, a list each),
        `left` (how many columns are words).
        """

    def account(self, cards: Any, state: Any, out: Any) -> None:
        """Write the COUNTS of a game, then each seat's LEDGER, into an int64 array. A `Ruleset`
        makes it of `count_up` and `part_of`.
        """

    def card_ids(self, cards: Any) -> list[str]:
        """List the ids, in cards.yaml, of the cards that `usage`, `card_of` and `blank` number from
        0.

        Where the rules tell no cards of a sort apart, a row of a table stands for all of them.
        """

    def card_groups(self, cards: Any) -> list[str]:
        """Name, for each of `card_ids`, the group of cards that it can be compared with."""

    def usage(self, cards: Any, state: Any, seen: Any, used: Any) -> None:
        """Add, card by card, 1 where a game had it, and 1 where it was used, to two int64
        arrays.
        """

    def card_of(self, cards: Any, state: Any, move: int, n: int) -> int:
        """Find the n-th card, from 0, that a legal move uses; -1 where it uses no more. Who is
        blind to one of them makes it last.
        """

    def blank(self, cards: Any, state: Any, seat: int, is_blank: Any) -> None:
        """Take cards, marked by 1 in an int64 array, out of a seat's hand and from the table, in
        place, as if they were not there.
        """


class IllegalMove(ValueError):
    """A move that the state does not allow; the message has the legal ones."""


NOTATION = "rules_check.notation.playing"
"""The module whose `rules_from` makes rules of what a game's own cards.yaml says, by name: it is
above this one.
"""


def rules_of(game: Game) -> Rules:
    """Find the rules that play a game: its own, as data or in Python beside it, or those of a
    package.

    Raises ProblemError, with what to write where, if there are none, and for a file of rules that
    the user has not agreed to.
    """
    if OWN_RULES in game.root.items:
        own: Rules = complete(importlib.import_module(NOTATION).rules_from(game))
        return own
    named = game.root["game"]
    said = named.get("plays")
    if said is None and (beside := read_own_rules(game.folder)):
        return load_trusted(beside)
    return load_rules(game.plays, (said or named["title"]).place, None if said else game.folder)


def rules_twice(game: Game) -> Problem:
    """Say that a game has rules as data and as Python."""
    message = (
        f"expected one set of rules, found {OWN_RULES}: in {game.file} and {RULES_FILE} beside it"
    )
    place = game.root.keys.get(OWN_RULES, game.root.place)
    return Problem("rules-twice", message, place, f"delete {OWN_RULES}:, or rename {RULES_FILE}")


def load_trusted(own: OwnRules, source: str = "") -> Rules:
    """Run the rules beside a game's cards, the very bytes that the user has agreed to, or a `source`
    that begins with them.

    Raises ProblemError if the user has not, and if they cannot be loaded.
    """
    text = source or own.text
    if not is_trusted(own):
        raise ProblemError(untrusted(own))
    rules: Any
    try:
        rules = complete(load_source(text))
        missing = [verb for verb in NEEDED if not hasattr(rules, verb)]
    except ProblemError:
        raise
    except (Exception, SystemExit) as fault:
        at = _stopped_at(fault)
        if at and at.file == str(written_at(text)):
            at = replace(at, file=RULES_FILE)
        what = fault.msg if isinstance(fault, SyntaxError) else fault
        message = f"{RULES_FILE} cannot be loaded: {type(fault).__name__}: {what}"
        raise ProblemError(Problem("rules-lack", message, at or Place(RULES_FILE))) from fault
    if missing:
        lacking = rules.lacking() if hasattr(rules, "lacking") else ""
        message = f"{RULES_FILE} lacks {lacking or ', '.join(missing)}"
        raise ProblemError(Problem("rules-lack", message, Place(RULES_FILE), _WHOLE_GAME))
    rules.read_from = own.path
    return cast("Rules", rules)


_WHOLE_GAME = "a whole game to compare with: `emporium-pnp new NAME --rules --python`"


def load_rules(name: str, place: Place | None = None, folder: Path | None = None) -> Rules:
    """Find a game's rules among the installed packages. Raises ProblemError, with the place that
    names them, if none brings them.

    `folder` is that of a game which does not say whose rules play it, so that they are looked for
    under its title. A name that is a file is one of rules that were written for a game, in this
    process or another.
    """
    if name.endswith(SUFFIX):
        written: Rules = complete(load_file(name))
        return written
    found = {entry.name: entry for entry in entry_points(group=GROUP)}
    if name not in found:
        hint = did_you_mean(name, found) or f"installed are: {', '.join(sorted(found)) or 'none'}"
        if folder is not None:
            hint = _advice(name, sorted(found), folder)
        raise ProblemError(
            Problem("no-rules", f"no installed package brings rules for '{name}'", place, hint)
        )
    try:
        rules: Rules = complete(found[name].load())
        missing = [verb for verb in NEEDED if not hasattr(rules, verb)]
    except Exception as fault:
        said = (
            f"the rules of '{name}' cannot be loaded from '{found[name].value}': "
            f"{type(fault).__name__}: {fault}"
        )
        at = _stopped_at(fault)
        advice = None if at else "import the module in Python to see where it stops"
        raise ProblemError(Problem("rules-lack", said, at or place, advice)) from fault
    if missing:
        where = getattr(rules, "__file__", found[name].value)
        lacking = rules.lacking() if hasattr(rules, "lacking") else ""
        raise ProblemError(
            Problem(
                "rules-lack",
                f"the rules of '{name}' ({where}) lack {lacking or ', '.join(missing)}",
                place,
                _WHOLE_GAME,
            )
        )
    return rules


def _stopped_at(fault: BaseException) -> Place | None:
    """Find the line at which a module could not be loaded: of what is wrongly written, or the
    innermost that is not of a library.
    """
    if isinstance(fault, SyntaxError) and fault.filename and fault.lineno:
        return Place(fault.filename, fault.lineno, fault.offset or 1)
    ours, python = Path(__file__).resolve().parents[1], Path(contextlib.__file__).resolve().parent
    for frame in reversed(traceback.extract_tb(fault.__traceback__)):
        path = Path(frame.filename)
        is_python = path.resolve().is_relative_to(python) and "site-packages" not in path.parts
        if (
            path.is_file()
            and not is_python
            and not path.resolve().is_relative_to(ours)
            and not {"numpy", "numba"} & {*path.parts}
        ):
            return Place(frame.filename, frame.lineno or 1)
    return None


def _advice(title: str, installed: list[str], folder: Path) -> str:
    """Say how a game that names no rules comes to have some."""
    here = list[str]()
    # whatever else is there under that name, or is in it: TOML in Python recurs at each bracket
    with contextlib.suppress(OSError, ValueError, AttributeError, TypeError, RecursionError):
        project = tomllib.loads(read_file(folder / "pyproject.toml", folder, MIB).decode())
        here = list(project.get("project", {}).get("entry-points", {}).get(GROUP, {}))
    if title in here:
        return (
            "its rules are beside it: install them into the environment that has emporium-pnp, "
            "with `pip install -e .`"
        )
    near = here[0] if here else closest(title, installed) or (installed[0] if installed else "NAME")
    others = [name for name in installed if name != near]
    among = f" (or {', '.join(others)})" if others and not here else ""
    return (
        "printing needs no rules; `emporium-pnp new NAME --rules` starts rules of your own; "
        f"if this is another edition of a game that has rules, write `plays: {near}`{among} "
        "under `game:`"
    )


def counts_of(rules: Rules, cards: Any, place: Place | None = None) -> list[int]:
    """List the numbers of players that a card set can be played with. Raises ProblemError where
    there is none, or one above MOST_PLAYERS.
    """
    counts = rules.player_counts(cards)
    if not counts:
        said = (
            f"the rules of '{rules.name}' allow no number of players with these cards and numbers"
        )
        raise ProblemError(
            Problem("no-players", said, place, "`player_counts` of the rules says how many can")
        )
    if counts[0] < 1 or counts[-1] > MOST_PLAYERS:
        said = (
            f"the rules of '{rules.name}' are for {players_in_words(counts, ' or ')}; 1 to "
            f"{MOST_PLAYERS} can play"
        )
        raise ProblemError(
            Problem(
                "too-many-players", said, place, "`player_counts` of the rules says how many can"
            )
        )
    seats = getattr(getattr(rules, "State", None), "seats", 0)
    if seats and counts[-1] > seats:
        said = (
            f"the rules of '{rules.name}' are for {players_in_words(counts, ' or ')}, and their "
            f"State has room for {seats}"
        )
        raise ProblemError(
            Problem(
                "too-many-players",
                said,
                place,
                "`seats=` of State says how many, `player_counts` who can play",
            )
        )
    return counts


def players_in_words(counts: Sequence[int], last: str = ", ") -> str:
    """Write how many can play: "2, 3, 4 players"; with " or " as `last`, "2, 3 or 4 players"."""
    *others, most = map(str, counts)
    return (
        f"{', '.join(others)}{last if others else ''}{most} "
        f"player{'' if list(counts) == [1] else 's'}"
    )


def usual_count(counts: Sequence[int]) -> int:
    """Choose how many play if no one says so: 4, else the fewest who have somebody to play
    against, else one alone.
    """
    return 4 if 4 in counts else next((count for count in counts if count > 1), counts[0])


def new_state(rules: Rules, count: int | None = None) -> Any:
    """Make a blank state, or an array of `count` of them."""
    states: Any = np.rec.array(np.zeros(1 if count is None else count, rules.state_dtype))
    return states[0] if count is None else states


def copy_of(rules: Rules, state: Any) -> Any:
    """Copy a game; the copy shares nothing with it."""
    states: Any = np.rec.array(np.zeros(1, rules.state_dtype))
    states[0] = state
    return states[0]


def of_seats(verb: Callable[[Any, Any, Any], None], cards: Any, state: Any) -> list[int]:
    """Read a number a seat by one of the verbs `scores` and `places`."""
    out = np.zeros(int(state.players), np.int64)
    verb(cards, state, out)
    return [int(number) for number in out]


def unit_of(rules: Any, count: float = 2) -> str:
    """Name what scores count, for a given number: "coin" of 1, else "coins"; its UNIT has
    both words where they differ by more.
    """
    one, bar, more = getattr(rules, "UNIT", "points").partition("|")
    if count == 1:
        return str(one if bar else one.removesuffix("s"))
    return str(more or one)


class Step(NamedTuple):
    """A move with what it set off; `is_forced` says that it was the only answer."""

    before: Any
    move: int
    after: Any
    is_forced: bool
    is_closing: bool = False
    """All have decided, and what comes of it has come."""


def steps(rules: Any, cards: Any, state: Any, move: int) -> Iterator[Step]:
    """Go through what a move leads to, one step at a time, while there is one answer only. The
    state stays as it is.

    Where `apply` does as much, `perform` makes a move alone, and `pass_on`, if there is one, goes
    on if no one has anything to decide.
    """
    answers, is_forced, now = np.empty(rules.max_moves, np.int64), False, copy_of(rules, state)
    while True:
        before, is_closing = copy_of(rules, now), False
        rules.perform(cards, now, int(move))
        while (
            (count := int(rules.legal_moves(cards, now, answers))) == 0
            and not rules.is_over(cards, now)
            and hasattr(rules, "pass_on")
        ):
            is_closing |= int(now.seat) + 1 == int(now.players)
            if not rules.pass_on(cards, now):
                break
        yield Step(before, int(move), copy_of(rules, now), is_forced, is_closing)
        if count != 1:
            return
        move, is_forced = int(answers[0]), True


def moves_of(rules: Rules, cards: Any, state: Any) -> list[int]:
    """List the legal moves."""
    moves = np.empty(rules.max_moves, np.int64)
    return [int(move) for move in moves[: rules.legal_moves(cards, state, moves)]]


def apply_checked(rules: Rules, cards: Any, state: Any, move: int) -> None:
    """Make a move if it is legal; else leave the state as it is and raise IllegalMove."""
    legal = moves_of(rules, cards, state)
    if move not in legal:
        texts = ", ".join(rules.move_text(cards, state, one) for one in legal)
        raise IllegalMove(
            f"move {move} is not legal here; legal: {texts or 'none, the game is over'}"
        )
    rules.apply(cards, state, move)
