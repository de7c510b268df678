"""The verbs of a game's rules: one table of what each takes and returns, who writes it, and what
replaces it.

In: nothing. Out: `VERBS`, and the lists that follow from it. Knows no game.
rules_check/engine/game.py says what each verb means: `Rules` there has a method for each verb that
players, measurements or people use.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Annotated, Any

from rules_check.engine import plain
from rules_check.engine.kernel import below, jit_lean


class Kind(Enum):
    """Types that compiled code takes and returns."""

    NOTHING = "nothing"
    TRUTH = "True or False"
    WHOLE = "int64"
    REAL = "float64"
    WHOLES = "int64 of shape (n,)"
    TABLE = "int64 of shape (n, m)"
    REALS = "float64 of shape (n,)"
    REAL_TABLE = "float64 of shape (n, m)"
    CARDS = "the record of a card set"
    STATE = "the record of a game"
    STATES = "an array of records of games"
    VERB = "the verb of that name"


Wholes = Annotated[Any, Kind.WHOLES]
Table = Annotated[Any, Kind.TABLE]
Reals = Annotated[Any, Kind.REALS]
RealTable = Annotated[Any, Kind.REAL_TABLE]
Cards = Annotated[Any, Kind.CARDS]
State = Annotated[Any, Kind.STATE]
States = Annotated[Any, Kind.STATES]
VerbOf = Annotated[Any, Kind.VERB]
"""The verb by which a field or a parameter is called."""


@dataclass(frozen=True)
class Signature:
    """The parameters of a compiled verb, one by one, and its result."""

    gives: Kind
    takes: tuple[Kind, ...]


@dataclass(frozen=True)
class Verb:
    """One verb of a game's rules."""

    name: str
    signature: Signature | None = None
    """The signature; None if the verb is never compiled, because it writes for people or reads
    cards.yaml.
    """
    is_needed: bool = False
    """Whether every game's rules need it."""
    is_inner: bool = False
    """Whether only other verbs of the same game call it, so that `Rules` has no such method."""
    is_generated: bool = False
    """Whether a `Ruleset` writes it unless the game does."""
    parts: tuple[str, ...] = ()
    """The verbs from which it is generated; it is not generated if one of them is missing."""
    is_spoken: bool = False
    """Whether `Ruleset.gather` looks for it in modules on which compiled rules do not depend."""
    is_long: bool = False
    """Whether it plays a whole game, so that LLVM has to optimize it thoroughly."""
    spare: Callable[..., Any] | None = None
    """What is passed to games that never call it, so that it need not be compiled for them."""
    default: Callable[..., Any] | None = None
    """Its replacement if the game leaves it out; for a verb that is never compiled, a function that
    takes the rules first.
    """

    @property
    def is_compiled(self) -> bool:
        """Return whether it is compiled, no matter who writes it."""
        return self.signature is not None

    @property
    def is_number(self) -> bool:
        """Return whether it is compiled and returns a number."""
        return self.signature is not None and self.signature.gives in (Kind.WHOLE, Kind.REAL)


# ------------------------------------------------------------------------------ what is in
@jit_lean
def _any_move(cards: Any, state: Any, moves: Any, count: int) -> int:
    """Advise, inside a search, any move."""
    return below(state.rng, 0, count)


@jit_lean
def _no_card(cards: Any, state: Any, move: int, n: int) -> int:
    return -1


@jit_lean
def _no_value(cards: Any, state: Any, seat: int) -> float:
    return 0.0


@jit_lean
def _no_blank(cards: Any, state: Any, seat: int, is_blank: Any) -> None:
    pass


@jit_lean
def _no_weigh(cards: Any, seat: int, row: Any) -> None:
    pass


@jit_lean
def _no_account(cards: Any, state: Any, out: Any) -> None:
    pass


@jit_lean
def _no_usage(cards: Any, state: Any, seen: Any, used: Any) -> None:
    pass


@jit_lean
def _not_at_once(cards: Any, state: Any) -> int:
    return 0


@jit_lean
def _hide_nothing(cards: Any, state: Any, seat: int, rng_seed: int) -> None:
    pass


@jit_lean
def _play_nothing(cards: Any, state: Any, moves: Any) -> int:
    return 0


@jit_lean
def _no_fault(cards: Any, state: Any) -> int:
    return 0


# ----------------------------------------------------------------------------------- the table
def _gives(kind: Kind) -> Callable[..., Signature]:
    return lambda *takes: Signature(kind, takes)


_nothing, _truth, _whole, _real = map(_gives, (Kind.NOTHING, Kind.TRUTH, Kind.WHOLE, Kind.REAL))
_WHOLE, _WHOLES, _CARDS, _STATE = Kind.WHOLE, Kind.WHOLES, Kind.CARDS, Kind.STATE
_GAME = (_CARDS, _STATE)

FACTS = ("name", "state_dtype", "cards_dtype", "max_moves", "FAULTS", "ENDS")
"""The attributes, besides verbs, that every game's rules need."""

VERBS = (
    # ---- what reads the cards
    Verb("cards_record", is_needed=True),
    Verb("player_counts", is_needed=True),
    Verb("with_ruling", default=plain.with_ruling),
    Verb("possible_ends"),
    Verb("card_ids"),
    Verb("card_groups"),
    Verb("examine", is_spoken=True),
    Verb("reach", is_spoken=True),
    # ---- what moves a game on
    Verb("setup", _nothing(*_GAME), is_inner=True),
    Verb("weigh", _nothing(_CARDS, _WHOLE, Kind.REALS), is_generated=True, default=_no_weigh),
    Verb("clear", _nothing(_STATE), is_inner=True, is_generated=True),
    Verb("list_moves", _whole(*_GAME, _WHOLES), is_inner=True, is_generated=True),
    Verb("perform", _nothing(*_GAME, _WHOLE), is_inner=True, is_generated=True),
    Verb("pass_on", _truth(*_GAME), is_inner=True, is_generated=True),
    Verb("at_once", _whole(*_GAME), is_generated=True, default=_not_at_once),
    Verb("advance", _nothing(*_GAME), is_inner=True, is_generated=True),
    Verb("set_up", _nothing(*_GAME, _WHOLE, _WHOLE, _WHOLE), is_inner=True, is_generated=True),
    Verb("new_game", _nothing(*_GAME, _WHOLE, _WHOLE, _WHOLE), is_needed=True, is_generated=True),
    Verb("current_player", _whole(*_GAME), is_needed=True, is_generated=True),
    Verb("legal_moves", _whole(*_GAME, _WHOLES), is_needed=True, is_generated=True),
    Verb("apply", _nothing(*_GAME, _WHOLE), is_needed=True, is_generated=True),
    # ---- what counts
    Verb("score_of", _whole(*_GAME, _WHOLE), is_inner=True),
    Verb("standing_of", _whole(*_GAME, _WHOLE), is_inner=True),
    Verb("count_up", _nothing(*_GAME, _WHOLES), is_inner=True),
    Verb("part_of", _whole(*_GAME, _WHOLE, _WHOLE), is_inner=True),
    Verb(
        "scores", _nothing(*_GAME, _WHOLES), is_needed=True, is_generated=True, parts=("score_of",)
    ),
    Verb(
        "standing",
        _nothing(*_GAME, _WHOLES),
        is_inner=True,
        is_generated=True,
        parts=("standing_of",),
    ),
    Verb("places", _nothing(*_GAME, _WHOLES), is_needed=True, is_generated=True),
    Verb(
        "hide",
        _nothing(*_GAME, _WHOLE, _WHOLE),
        is_needed=True,
        is_generated=True,
        spare=_hide_nothing,
    ),
    Verb("infer", _nothing(*_GAME, _WHOLE), is_inner=True),
    Verb("decided", _whole(*_GAME, _WHOLE), is_inner=True),
    Verb("move_text", is_needed=True),
    Verb(
        "playout",
        _whole(*_GAME, _WHOLES),
        is_needed=True,
        is_generated=True,
        is_long=True,
        spare=_play_nothing,
    ),
    Verb("fault", _whole(*_GAME), is_needed=True, is_generated=True, spare=_no_fault),
    Verb("own_fault", _whole(*_GAME), is_inner=True),
    Verb(
        "account",
        _nothing(*_GAME, _WHOLES),
        is_generated=True,
        parts=("count_up", "part_of"),
        default=_no_account,
    ),
    Verb("usage", _nothing(*_GAME, _WHOLES, _WHOLES), default=_no_usage),
    Verb("card_of", _whole(*_GAME, _WHOLE, _WHOLE), default=_no_card),
    Verb("blank", _nothing(*_GAME, _WHOLE, _WHOLES), default=_no_blank),
    # ---- what judges
    Verb("value", _real(*_GAME, _WHOLE), default=_no_value),
    Verb("advise", _whole(*_GAME, _WHOLES, _WHOLE), default=_any_move),
    # ---- what speaks
    Verb("is_over", default=plain.is_over),
    Verb("is_secret", default=plain.is_secret),
    Verb("parse_move", default=plain.parse_move),
    Verb("move_ranges", default=plain.move_ranges),
    Verb("move_space"),
    Verb("move_sorts"),
    Verb("move_steps"),
    Verb("describe", is_spoken=True, default=plain.describe),
    Verb("heard", is_spoken=True, default=plain.heard),
    Verb("touched", is_spoken=True, default=plain.touched),
    Verb("view", is_spoken=True, default=plain.view),
    Verb("tell", is_spoken=True),
    Verb("outcome", is_spoken=True),
    Verb("zones", is_inner=True, is_spoken=True),
    Verb("value_of", is_inner=True),  # no longer used; `new` used to write it
)

VERB_BY_NAME = {verb.name: verb for verb in VERBS}
NEEDED = (*FACTS, *(verb.name for verb in VERBS if verb.is_needed))
"""Everything that every game's rules need."""
COMPILED = tuple(verb.name for verb in VERBS if verb.is_compiled)
"""The compiled verbs that a game may write itself."""
GENERATED = tuple(verb.name for verb in VERBS if verb.is_generated)
SPOKEN = tuple(verb.name for verb in VERBS if verb.is_spoken)
PLAYED = tuple(verb for verb in VERBS if verb.is_compiled and not verb.is_inner)
"""The compiled verbs that players and measurements call."""
PLAIN = {verb.name: verb.default for verb in VERBS if verb.default and not verb.is_compiled}
"""Functions that replace verbs that are never compiled; each takes the rules first."""


def complete(rules: Any) -> Any:
    """Add, in place, the verbs for people that the rules leave out."""
    for name, default in PLAIN.items():
        # a module `view` in the rules' package is not the verb
        if not callable(getattr(rules, name, None)):
            setattr(rules, name, partial(default, rules))
    return rules


def verb_of(rules: Any, name: str, spared: Collection[str] = ()) -> Any:
    """Return a compiled verb of a game's rules, or its replacement; for one of `spared`, what does
    nothing. Raises AttributeError if there is none.
    """
    if name in spared:
        return VERB_BY_NAME[name].spare
    default = VERB_BY_NAME[name].default
    return getattr(rules, name) if default is None else getattr(rules, name, default)
