"""The interface of every game to the modules that play, measure and show it: one set of verbs over
two records.

A game's rules are a module that is a `Rules`, registered by an installed package under the entry
point group `emporium_pnp.games`; never code from a game's folder. This module knows no game.

**Records.** `cards` is one numpy record of `cards_dtype`: every number of a card set, with its
rulings. `state` is one of `state_dtype`: a whole game, its random streams included. Make them with
`new_state` and `cards_record`. If `batch` is an array of states, `batch[i]` is a record. `batch[i]
= batch[j]` copies a game, `b = batch[0]` only gives it a second name, `state.tobytes()` saves it.

**Fields.** Every game's state has `rng` (its streams), `players` (how many seats), `rounds` (begun,
the present one included) and `end` (0 while the game goes on, else the number in ENDS of what ended
it). All other fields are the game's own.

**Codes.** Seats count from 0. Moves are int64 numbers of the game's own, told apart by
`legal_moves` and read by `move_text`. Scores are in the game's UNIT; places are ranks from 1,
shared only by seats that are still equal after all tie-breaks.

**Streams.** `state.rng` holds uint64 streams. Stream 0 shuffles; stream 1 + seat is for that seat's
choices, and only players draw from it, never rules. All start from (seed, number), so two card sets
can be played with the same luck.

**Weights.** An expert may judge by numbers that training finds. WEIGHTS names them, and the card
set's record then has two more fields. `weights`, float64 of shape (seats, WEIGHTS), is read by
`advise` and `value` in the row of their seat. `fitted`, of shape (1 + the most players, SHARES,
WEIGHTS), holds the styles for each number of players, one for each share, the likeliest first. Code
that plays games draws a style for each seat and game, by the game's `number`, and writes it into
`weights` with the verb `weigh`.

**What may be left out.** A verb that games may leave out says so below; verbs that write texts for
people have a plain version in rules_check/engine/plain.py.

All verbs work compiled, and interpreted under NUMBA_DISABLE_JIT=1. They trust the caller: moves
that may be illegal come through `parse_move`.
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
from rules_check.engine import messages as say
from rules_check.engine.attributes import record_of
from rules_check.engine.consent import FILE as RULES_FILE
from rules_check.engine.consent import GROUP, OwnRules, is_trusted, read_own_rules, untrusted
from rules_check.engine.verbs import NEEDED, complete
from rules_check.engine.view import View
from rules_check.engine.written import SUFFIX, load_file, load_source, written_at

OWN_RULES = "play"
"""The section of cards.yaml that holds a game's own rules."""
MOST_PLAYERS = 12
"""The largest number of players. A won game is counted in equal parts that any number of winners up
to this can share.
"""
BY_CARD = 256
"""The factor that adds a card to a fault: the fault's number plus BY_CARD times the card's number,
from 1 and in the order of `card_ids`.
"""
MOST_DECISIONS = 200_000
"""The most decisions that a game may have, and the most moves without a choice in a row; a game
that exceeds either is taken to be endless.
"""
SHARES = 16
"""The number of parts into which the seats of many games are divided among the styles of an expert.
"""


class Rules(Protocol):
    """A module with a game's rules."""

    def __hash__(self) -> int: ...

    name: str
    state_dtype: np.dtype[Any]
    cards_dtype: np.dtype[Any]
    max_moves: int
    """The length of the array that `legal_moves` needs."""
    FAULTS: tuple[str, ...]
    """The meaning of each number that `fault` returns; 0 is "sound"."""
    ENDS: tuple[str, ...]
    """The meaning of each number in a state's `end`; 0 is "not over"."""

    def cards_record(self, game: Game) -> Any:
        """Turn a game's data into one record. Raises ProblemError with everything that the rules
        cannot handle.
        """

    def player_counts(self, cards: Any) -> list[int]:
        """List the numbers of players for which the card set can be played, in ascending order,
        each from 1 to MOST_PLAYERS.
        """

    def new_game(self, cards: Any, state: Any, players: int, seed: int, number: int) -> None:
        """Set up a game and continue to its first decision. `seed` and `number` are from 0 to 2^63
        - 1.
        """

    def current_player(self, cards: Any, state: Any) -> int:
        """Return the seat that decides; -1 after the end. Simultaneous choices are made one after
        another, unseen.
        """

    def legal_moves(self, cards: Any, state: Any, moves: Any) -> int:
        """Write the legal moves into an int64 array, each once, in an order that depends on the
        state alone; returns their number.

        There are at least two while the game goes on (a single move is made automatically), and
        none after the end.
        """

    def move_space(self, cards: Any) -> Any:
        """List every move that can ever be offered among several with this card set, as a sorted
        int64 array without repeats.

        Only the adapters use it, to number the moves. Rules without it can still be played.
        """

    def apply(self, cards: Any, state: Any, move: int) -> None:
        """Make a legal move and continue to the next decision or the end. The effect of an illegal
        move is undefined.
        """

    def is_over(self, cards: Any, state: Any) -> bool:
        """Return whether the game has ended."""

    def scores(self, cards: Any, state: Any, out: Any) -> None:
        """Write each seat's score, with bonuses, into an int64 array, overwriting it. Before the
        end, score as if the game ended now.
        """

    def places(self, cards: Any, state: Any, out: Any) -> None:
        """Write each seat's rank, from 1, into an int64 array, overwriting it: this is what players
        play for.
        """

    def is_secret(self, cards: Any, state: Any) -> bool:
        """Return whether the current decision stays hidden from the others for now.

        It is revealed once the next decision is not secret, a round has begun or the game is over.
        """

    def value(self, cards: Any, state: Any, seat: int) -> float:
        """Estimate a seat's position at a glance, in the unit of the scores, from what that seat
        can know.
        """

    def advise(self, cards: Any, state: Any, moves: Any, count: int) -> int:
        """Choose, as the game's expert, for the seat that decides: return an index into the first
        `count` moves, which are some of the legal ones.

        Uses nothing that the seat cannot know; luck comes from the seat's own stream.
        """

    def hide(self, cards: Any, state: Any, seat: int, rng_seed: int) -> None:
        """Replace in place, with luck from `rng_seed`, everything that a seat cannot know by
        something possible, and every stream.

        Two states that look the same to the seat become the same bytes.
        """

    def move_text(self, cards: Any, state: Any, move: int) -> str:
        """Write a move of the current decision."""

    def parse_move(self, cards: Any, state: Any, text: str) -> int:
        """Find the legal move that a text names. Raises ValueError, listing the legal moves, if
        there is none.
        """

    def move_ranges(self, cards: Any, text: str) -> list[tuple[int, int]]:
        """Find all moves that begin as `text` does ("step", "step forest"), as ranges of their
        numbers, both ends included.

        Raises ValueError, with the words known, if none can.
        """

    def describe(self, game: Game, cards: Any, state: Any, move: int) -> str:
        """Write a move of the current decision for people, with the names and numbers that help
        them choose.
        """

    def heard(self, game: Game, cards: Any, before: Any, move: int, after: Any, seat: int) -> str:
        """Write another seat's move as a seat hears it; empty if it hears nothing.

        `before` is the state before the move, `after` one that the seat has seen since. Without
        this verb, all seats hear the text of `describe`.
        """

    def touched(self, game: Game, cards: Any, state: Any, move: int) -> list[str]:
        """List the cards, by their ids in cards.yaml, that a move of the current decision picks up,
        lays or points at.
        """

    def view(self, game: Game, cards: Any, state: Any, seat: int) -> View:
        """Describe the table as a seat sees it; -1 sees everything. For a seat, `hide` has made up
        the hidden part of the state.
        """

    def tell(self, game: Game, cards: Any, state: Any, move: int, seat: int) -> list[str]:
        """Describe everything that a move causes up to the next decision, one line each, as a seat
        sees it; -1 sees everything.

        Leaves the state unchanged. Without this verb, moves are described in plain words, with the
        sentences of:
        """

    def outcome(
        self, game: Game, cards: Any, before: Any, move: int, after: Any, seat: int
    ) -> list[str]:
        """Describe the results of a move, one sentence each without its full stop, as a seat sees
        them: who took the trick.

        If the rules have `perform`, each of its moves is described separately. Without this verb,
        changed scores are reported and, at the end, how the LEDGER makes them up.
        """

    def playout(self, cards: Any, state: Any, moves: Any) -> int:
        """Play to the end, choosing uniformly at random from each seat's own stream; returns the
        number of decisions.
        """

    def fault(self, cards: Any, state: Any) -> int:
        """Find a fault in a state by counting from the cards up, without relying on the rules: a
        number of FAULTS.
        """

    def at_once(self, cards: Any, state: Any) -> int:
        """Return 0 if seats make the current decision in turn. If they make it at the same time, so
        that it counts into the round's time, return 1 plus the seat that is asked first.

        `playout` then writes the number of such decisions into the last entry of `moves`.
        """

    def possible_ends(self, cards: Any) -> Iterable[int]:
        """List the ENDS that the rulings leave possible; without this verb, all are."""

    BAD_ENDS: tuple[int, ...]
    """The ENDS that are not results: a game that stalls, or takes more rounds than any should."""

    def with_ruling(self, cards: Any, name: str, option: str) -> Any:
        """Copy a card set with another answer to one ruling."""

    WEIGHTS: Any
    """The expert's weights, as `rules_check.toolkit.weights.Weights`; None, or left out, if it has
    no named weights.
    """

    def weigh(self, cards: Any, seat: int, row: Any) -> None:
        """Write the weights of a seat's expert, float64, into `cards.weights`."""

    def move_sorts(self) -> list[str]:
        """List the words with which moves begin, each once. A game may leave this out; fewer habits
        are then tried against it.
        """

    def move_steps(self, cards: Any, text: str) -> list[tuple[int, int, int]]:
        """Find all moves that begin as `text` does and name an amount: ranges of their numbers,
        with the difference that one more of it makes to the number.

        Raises ValueError, with the known words, if there are none.
        """

    COUNTS: tuple[str, ...]
    """The events of a whole game that `account` counts. A game may leave out this and everything
    down to `blank`; less is then measured.
    """
    NEVER: tuple[str, ...]
    """The COUNTS that should be zero in every game."""
    SCARCE: tuple[str, ...]
    """The COUNTS that say how often something ran out, which should be zero in nearly every game.
    """
    WANTED: tuple[str, ...]
    """The COUNTS that are parts of the rules, and should come up."""
    TOLD: tuple[str, ...]
    """The COUNTS for which `check` reports in how many games they happen."""
    SPENT: tuple[str, ...]
    """The LEDGER's lines that only ever reduce a score: nothing reports that they bring too little.
    """
    STRATEGIES: tuple[str, ...]
    """Restrictions of players, such as `never=MOVE`, whose price is worth knowing."""
    PLACES: dict[str, str]
    """The place in cards.yaml of the number behind one of these names: `rules.hand_size`."""
    UNIT: str
    """The unit of scores in the plural, or in the singular and the plural, "die|dice"; by default
    "points".
    """
    LEDGER: tuple[str, ...]
    """The sources that add to and take from a seat's score. `account` gives their amounts for each
    seat, which add up to the score.
    """

    WINS_TOGETHER: bool
    """Whether all players win or lose together, as one team."""
    LOST_ENDS: tuple[int, ...]
    """The ENDS with which a team loses."""
    TEAMS: int
    """The number of teams that play against each other: seats 1 and 3 against 2 and 4, if 2. Seats
    of one team have the same score and place.
    """
    SCORES_SEEN_BY: str
    """Who can know a seat's score before the end: "all", its "owner", or "no one". By default,
    `hide` shows who.
    """
    TURN: str
    """The field of the state that counts turns, in a game that goes by turns; its field `active` is
    the seat whose turn it is. Stories then have a heading for each turn.
    """

    PIECES: tuple[Any, ...]
    """What play needs from the box, as `rules_check.toolkit.pieces` reads it."""

    CODES: tuple[str, ...]
    """The codes of the findings that `examine` can report."""

    def examine(self, game: Game, cards: Any, limits: dict[str, float]) -> list[Finding]:
        """Check a card set without playing: counts, and what can be reached. Each finding has its
        place.
        """

    def reach(self, game: Game, cards: Any) -> dict[str, Any]:
        """Return a table of what it takes to reach something, as plain data for the report.

        Its keys are `title`, `reading` (how to read it), `columns` (headings), `rows` (a list of
        texts each) and `left` (the number of columns with words).
        """

    def account(self, cards: Any, state: Any, out: Any) -> None:
        """Write the COUNTS of a game, then each seat's LEDGER, into an int64 array. A `Ruleset`
        generates it from `count_up` and `part_of`.
        """

    def card_ids(self, cards: Any) -> list[str]:
        """List the ids, in cards.yaml, of the cards that `usage`, `card_of` and `blank` number from
        0.

        If the rules do not distinguish the cards of a group, a row of a table stands for all of
        them.
        """

    def card_groups(self, cards: Any) -> list[str]:
        """Name, for each of `card_ids`, the group of cards with which it can be compared."""

    def usage(self, cards: Any, state: Any, seen: Any, used: Any) -> None:
        """Add to two int64 arrays, card by card, 1 if a game had it, and 1 if it was used."""

    def card_of(self, cards: Any, state: Any, move: int, n: int) -> int:
        """Find the n-th card, from 0, that a legal move uses; -1 if it uses no more. A player who
        is blind to one of them makes such a move only as a last resort.
        """

    def blank(self, cards: Any, state: Any, seat: int, is_blank: Any) -> None:
        """Remove, in place, the cards marked by 1 in an int64 array from a seat's hand and from the
        table, as if they did not exist.
        """


NOTATION = "rules_check.notation.playing"
"""The module whose `rules_from` makes rules from a game's own cards.yaml. It is named by a string
because it is on a higher floor.
"""


def rules_of(game: Game) -> Rules:
    """Find the rules that play a game: its own, as data or in Python beside it, or those of a
    package.

    Raises ProblemError, with what to write where, if there are none, or if the user has not agreed
    to a file of rules.
    """
    if OWN_RULES in game.root.items:
        own: Rules = complete(importlib.import_module(NOTATION).rules_from(game))
        return own
    named = game.root["game"]
    plays = named.get("plays")
    if plays is None and (beside := read_own_rules(game.folder)):
        return load_trusted(beside)
    return load_rules(game.plays, (plays or named["title"]).place, None if plays else game.folder)


def rules_twice(game: Game) -> Problem:
    """Report that a game has rules both as data and in Python."""
    message = say.RULES_TWICE(own_rules=OWN_RULES, file=game.file, second=RULES_FILE)
    place = game.root.keys.get(OWN_RULES, game.root.place)
    return Problem.of(message, place, f"delete {OWN_RULES}:, or rename {RULES_FILE}")


def load_trusted(own: OwnRules, source: str = "") -> Rules:
    """Run the rules beside a game's cards: exactly the bytes to which the user has agreed, or a
    `source` that begins with them.

    Raises ProblemError if the user has not agreed, or if they cannot be loaded.
    """
    text = source or own.text
    if not is_trusted(own):
        raise ProblemError(untrusted(own))
    rules: Any
    try:
        rules = complete(load_source(text))
        lacking = _lacking(rules)
    except ProblemError:
        raise
    except (Exception, SystemExit) as fault:
        at = _stopped_at(fault)
        if at and at.file == str(written_at(text)):
            at = replace(at, file=RULES_FILE)
        what = fault.msg if isinstance(fault, SyntaxError) else fault
        message = say.RULES_NOT_LOADED(file=RULES_FILE, exception=type(fault).__name__, fault=what)
        raise ProblemError(Problem.of(message, at or Place(RULES_FILE))) from fault
    if lacking:
        message = say.RULES_LACK(file=RULES_FILE, lacking=lacking)
        raise ProblemError(Problem.of(message, Place(RULES_FILE), _WHOLE_GAME))
    rules.read_from = own.path
    return cast("Rules", rules)


_WHOLE_GAME = "to compare it with a complete game, run `emporium-pnp new NAME --rules --python`"


def load_rules(name: str, place: Place | None = None, folder: Path | None = None) -> Rules:
    """Find a game's rules among the installed packages. Raises ProblemError, at the place that
    names them, if no package has them.

    `folder` is that of a game that does not name its rules, so they are looked up by its title. If
    `name` is a file, it holds rules that were written for a game, in this process or another.
    """
    if name.endswith(SUFFIX):
        written: Rules = complete(load_file(name))
        return written
    installed = {entry.name: entry for entry in entry_points(group=GROUP)}
    if name not in installed:
        hint = (
            did_you_mean(name, installed)
            or f"the installed ones are {', '.join(sorted(installed)) or 'none'}"
        )
        if folder is not None:
            hint = _advice(name, sorted(installed), folder)
        raise ProblemError(Problem.of(say.NO_RULES(name=name), place, hint))
    try:
        rules: Rules = complete(installed[name].load())
        lacking = _lacking(rules)
    except Exception as fault:
        message = say.PACKAGE_NOT_LOADED(
            name=name, source=installed[name].value, exception=type(fault).__name__, fault=fault
        )
        at = _stopped_at(fault)
        advice = None if at else "import the module in Python to see where it fails"
        raise ProblemError(Problem.of(message, at or place, advice)) from fault
    if lacking:
        where = getattr(rules, "__file__", installed[name].value)
        message = say.PACKAGE_LACKS(name=name, where=where, lacking=lacking)
        raise ProblemError(Problem.of(message, place, _WHOLE_GAME))
    return rules


def _lacking(rules: Any) -> str:
    """Name the verbs that rules lack for a whole game; empty if they lack none."""
    missing = [verb for verb in NEEDED if not hasattr(rules, verb)]
    lacking = rules.lacking() if missing and hasattr(rules, "lacking") else ""
    return lacking or ", ".join(missing)


def _stopped_at(fault: BaseException) -> Place | None:
    """Find the line at which a module failed to load: that of the syntax error, or the innermost
    one outside libraries.
    """
    if isinstance(fault, SyntaxError) and fault.filename and fault.lineno:
        return Place(fault.filename, fault.lineno, fault.offset or 1)
    for frame in reversed(traceback.extract_tb(fault.__traceback__)):
        if not _is_of_a_library(Path(frame.filename)):
            return Place(frame.filename, frame.lineno or 1)
    return None


def _is_of_a_library(path: Path) -> bool:
    """Return whether a file is ours, Python's, numpy's or numba's, or none at all."""
    ours, python = Path(__file__).resolve().parents[1], Path(contextlib.__file__).resolve().parent
    real = path.resolve()
    if not path.is_file() or real.is_relative_to(ours):
        return True
    if real.is_relative_to(python) and "site-packages" not in path.parts:
        return True
    return not {"numpy", "numba"}.isdisjoint(path.parts)


def _advice(title: str, installed: list[str], folder: Path) -> str:
    """Advise how to give rules to a game that names none."""
    here = list[str]()
    # whatever else exists under that name, or is in it: the TOML reader in Python recurses at each
    # bracket
    with contextlib.suppress(OSError, ValueError, AttributeError, TypeError, RecursionError):
        project = tomllib.loads(read_file(folder / "pyproject.toml", folder, MIB).decode())
        here = list(project.get("project", {}).get("entry-points", {}).get(GROUP, {}))
    if title in here:
        return (
            "its rules are beside it: install them into the environment that has emporium-pnp, "
            "with `pip install -e .`"
        )
    near = here[0] if here else closest(title, installed) or next(iter(installed), "NAME")
    others = [name for name in installed if name != near]
    among = f" (or {', '.join(others)})" if others and not here else ""
    return (
        "printing needs no rules; `emporium-pnp new NAME --rules` starts rules of your own; "
        f"if this is another edition of a game that has rules, write `plays: {near}`{among} "
        "under `game:`"
    )


def counts_of(rules: Rules, cards: Any, place: Place | None = None) -> list[int]:
    """List the numbers of players for which a card set can be played. Raises ProblemError if there
    are none, or if one is above MOST_PLAYERS.
    """
    counts = rules.player_counts(cards)
    if not counts:
        message = say.NO_PLAYERS(name=rules.name)
        raise ProblemError(Problem.of(message, place))
    if counts[0] < 1 or counts[-1] > MOST_PLAYERS:
        message = say.TOO_MANY_PLAYERS(
            name=rules.name, counts=players_in_words(counts, " or "), most=MOST_PLAYERS
        )
        raise ProblemError(Problem.of(message, place))
    seats = getattr(getattr(rules, "State", None), "seats", 0)
    if seats and counts[-1] > seats:
        message = say.TOO_FEW_SEATS(
            name=rules.name, counts=players_in_words(counts, " or "), seats=seats
        )
        raise ProblemError(Problem.of(message, place))
    return counts


def players_in_words(counts: Sequence[int], last: str = ", ") -> str:
    """Write numbers of players: "2, 3, 4 players"; with " or " as `last`, "2, 3 or 4 players"."""
    *others, last_count = map(str, counts)
    return (
        f"{', '.join(others)}{last if others else ''}{last_count} "
        f"player{'' if list(counts) == [1] else 's'}"
    )


def usual_count(counts: Sequence[int]) -> int:
    """Choose the number of players if none is given: 4 if possible, else the smallest with an
    opponent, else 1.
    """
    return 4 if 4 in counts else next((count for count in counts if count > 1), counts[0])


def new_state(rules: Rules, count: int | None = None) -> Any:
    """Make a blank state, or an array of `count` of them."""
    if count is None:
        return record_of(rules.state_dtype)
    states: Any = np.rec.array(np.zeros(count, rules.state_dtype))
    return states


def copy_of(rules: Rules, state: Any) -> Any:
    """Copy a game; the copy shares no memory with it."""
    return record_of(rules.state_dtype, state.tobytes())


def of_seats(verb: Callable[[Any, Any, Any], None], cards: Any, state: Any) -> list[int]:
    """Read one number per seat with the verb `scores` or `places`."""
    out = np.zeros(int(state.players), np.int64)
    verb(cards, state, out)
    return list(map(int, out))


def is_team(rules: Any) -> bool:
    """Return whether all players win or lose together."""
    return bool(getattr(rules, "WINS_TOGETHER", False))


def members_of(rules: Any, players: int) -> int:
    """Return how many seats form each of the teams that play against each other; 1 if each seat
    plays alone, or if all are one team.
    """
    return players // (int(getattr(rules, "TEAMS", 0)) or players)


def is_contest(rules: Any, players: int) -> bool:
    """Return whether so many players play against each other."""
    return players > 1 and not is_team(rules)


def fair_share(rules: Any, players: int) -> float:
    """Return the part of games that a player wins who plays as the others do; without opponents, the
    part in which one who plays as before does better than before.
    """
    return 1.0 / players if is_contest(rules, players) else 0.5


def lost_ends(rules: Any) -> tuple[int, ...]:
    """Return the numbers of the ends with which a team loses."""
    return tuple(getattr(rules, "LOST_ENDS", ()))


def unit_of(rules: Any, count: float = 2) -> str:
    """Name the unit of scores for a given number: "coin" for 1, else "coins". UNIT has both words
    if more than an "s" differs.
    """
    one, bar, more = getattr(rules, "UNIT", "points").partition("|")
    if count == 1:
        return str(one if bar else one.removesuffix("s"))
    return str(more or one)


class Step(NamedTuple):
    """A move with its effects; `is_forced` says that it was the only legal move."""

    before: Any
    move: int
    after: Any
    is_forced: bool
    is_closing: bool = False
    """Whether all have decided, and the result has taken effect."""
    made: Any = None
    """The game once the move is made, before it goes on; none if that is not known apart."""


def steps(rules: Any, cards: Any, state: Any, move: int) -> Iterator[Step]:
    """Yield the effects of a move, one step at a time, as long as there is only one legal move.
    Leaves the state unchanged.

    If `apply` does several things, `perform` makes only the move, and `pass_on`, if the rules have
    it, continues when no one has to decide.
    """
    answers, is_forced, now = np.empty(rules.max_moves, np.int64), False, copy_of(rules, state)
    while True:
        before, is_closing = copy_of(rules, now), False
        last = _last_asked(rules, cards, before)
        rules.perform(cards, now, int(move))
        made = copy_of(rules, now)
        while (
            (count := int(rules.legal_moves(cards, now, answers))) == 0
            and not rules.is_over(cards, now)
            and hasattr(rules, "pass_on")
        ):
            is_closing |= int(now.seat) == last
            if not rules.pass_on(cards, now):
                break
        yield Step(before, int(move), copy_of(rules, now), is_forced, is_closing, made)
        if count != 1:
            return
        move, is_forced = int(answers[0]), True


def pass_to_moves(rules: Any, cards: Any, state: Any, moves: Any) -> int:
    """Let a game go on as long as no seat has a move. Write the legal moves and return their number:
    0 if it is over, or does not go on by itself.
    """
    while (
        (count := int(rules.legal_moves(cards, state, moves))) == 0
        and not rules.is_over(cards, state)
        and hasattr(rules, "pass_on")
        and rules.pass_on(cards, state)
    ):
        pass
    return count


def _last_asked(rules: Any, cards: Any, state: Any) -> int:
    """Return the last seat of those that decide together, who are asked clockwise."""
    first = 1
    if hasattr(rules, "at_once"):
        first = max(1, int(rules.at_once(cards, state)))
    return (first - 2) % int(state.players)


def moves_of(rules: Rules, cards: Any, state: Any) -> list[int]:
    """List the legal moves."""
    moves = np.empty(rules.max_moves, np.int64)
    legal: list[int] = moves[: rules.legal_moves(cards, state, moves)].tolist()
    return legal
