"""Records declared as classes: a whole game is one record of a `GameState`, and the numbers of a
card set one of a `CardSet`.

In: classes whose attributes are fields, each made by a function of this module. Out: numpy dtypes
without a byte between or after the fields, which compiled rules take as arguments; to a type
checker an attribute is the number or the array that a rule sees there. Knows no game.

    class State(GameState, seats=4):
        catch = each(SEATS)
        deck = zone("fish", FISH, seen_by=NOBODY)

A rule says `state.catch[seat]`. Wide fields come first, then whole numbers, then small ones, each
as they are declared.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal, cast

import numpy as np
import numpy.typing as npt

EMPTY = -1
"""No card, no seat, no number."""
UNSEEN = 9
"""How far above the least a number could be that is not seen, if nothing says how large it can be.
"""
OF_RECORDS = frozenset({*dir(np.record), *dir(np.recarray)})
"""What numpy's records have: such a field could not be read as an attribute."""
SPARE = "spare"
"""The field of the bytes that fill a record up to the width of its widest number."""
WIDE, INT, SHORT, SMALL, STREAM = np.int64, np.int32, np.int16, np.int8, np.uint64

Numbers = npt.NDArray[np.int64]
"""To a type checker: an array of whole numbers."""

Viewers = Literal["all", "owner", "nobody"]
ALL: Viewers = "all"
OWNER: Viewers = "owner"
NOBODY: Viewers = "nobody"


@dataclass(frozen=True)
class Field:
    """One field of a record, as it was declared."""

    shape: tuple[int, ...] = ()
    dtype: Any = INT
    blank: int | None = 0
    """What clearing writes into it; None where clearing leaves it alone."""
    zone_of: str | None = None
    """The kind of cards that are in it, "" for none, where it is a zone: its last entry is then how
    many.
    """
    cards_of: str = ""
    """The kind of cards of which each is to be found in one such field: a zone, places for one card
    each, or counts of cards.
    """
    is_count: bool = False
    """Whether it has, for each number, how many such cards there are, instead of the numbers of
    cards.
    """
    seen_by: Viewers = ALL
    shown_to: str = ""
    """The field, of a bit a seat, that says who has been shown what is in it; one of `known_by` says
    it of each card.
    """
    is_inferred: bool = False
    """Whether the game's own `infer` deals again what is in it, and `hide` does not."""
    is_secret: bool = False
    """Whether each seat's part is unseen by the others until a secret phase is over."""
    is_shared: bool = False
    """Whether its numbers are those of the whole game, though they may be as many as there are
    seats.
    """
    is_shown: bool = True
    """Whether the table that is laid out by itself has it, where it is the whole game's."""
    least: int | None = None
    """What it never falls below in sound rules; None by default."""
    could_be: tuple[int, int] | None = None
    """The least and the most that a number of another seat's could be, for those who do not see it.
    """

    @property
    def range(self) -> tuple[int, int]:
        """The least and the most that a number could be which is not seen."""
        least = self.least or 0
        return self.could_be or (least, least + UNSEEN)


def whole(blank: int | None = 0, shown: bool = True, least: int | None = None) -> int:
    """Declare a whole number (int32). The table has it in the middle, but for what is not `shown`
    or is blank with EMPTY.

    A check tells where it falls below `least`.
    """
    return cast(int, Field(blank=blank, is_shown=shown, least=least))


def each(
    *shape: int,
    blank: int | None = 0,
    secret: bool = False,
    shared: bool = False,
    shown: bool = True,
    least: int | None = None,
    seen_by: Viewers = ALL,
    could_be: tuple[int, int] | None = None,
    inferred: bool = False,
) -> Numbers:
    """Declare an array of whole numbers (int32), such as one for each seat; of the whole game where
    `shared`, such as the prices of four goods. `inferred` if a ruling may hide it from the others,
    for whom the game's own `infer` then finds numbers.

    The table has those of the whole game in the middle, but for what is not `shown`, and what a
    seat alone knows at that seat only. A check tells where one falls below `least`. `could_be` is
    the range of a number that its seat alone knows: for the others `hide` finds one of it by luck.
    """
    return cast(
        Numbers,
        Field(
            shape,
            blank=blank,
            is_secret=secret,
            is_shared=shared,
            is_shown=shown,
            least=least,
            seen_by=seen_by,
            could_be=could_be,
            is_inferred=inferred,
        ),
    )


def real(*shape: int) -> npt.NDArray[np.float64]:
    """Declare an array of numbers with fractions (float64)."""
    return cast(npt.NDArray[np.float64], Field(shape, np.float64))


def wide(*shape: int, secret: bool = False) -> Numbers:
    """Declare an array of wide numbers (int64), such as a set of up to 62 things a seat, each a
    bit.
    """
    return cast(Numbers, Field(shape, WIDE, is_secret=secret))


def small(*shape: int, blank: int | None = 0) -> Numbers:
    """Declare an array of numbers from -128 to 127 (int8), for large arrays that are copied
    often.
    """
    return cast(Numbers, Field(shape, SMALL, blank))


def zone(
    kind: str,
    *shape: int,
    seen_by: Viewers = ALL,
    shown_to: str = "",
    inferred: bool = False,
    secret: bool = False,
) -> Numbers:
    """Declare where cards of a kind are: one place for the last number of `shape`, or as many as
    the numbers before it say.

    `zone("fish", 60)` has room for 60 fish; `zone("fish", SEATS, 6, seen_by=OWNER)` for 6 with each
    seat, which that seat alone sees. `shown_to` names a field with a bit for each seat that has
    been shown all of it, as many numbers as it has places; or one of `known_by`. What the others do not see of a seat's
    `secret` one until a secret phase is over is dealt and decided again by `hide`. What a seat can
    know of an `inferred` one is not so plain that `hide` could deal it again: the game's `infer`
    does. As an array it has one entry more, the number of cards; `rules_check.toolkit.zones` has
    the verbs. Cards of a kind are in one zone each.
    """
    shape = (*shape[:-1], shape[-1] + 1)
    return cast(
        Numbers,
        Field(
            shape,
            blank=EMPTY,
            zone_of=kind,
            cards_of=kind,
            seen_by=seen_by,
            shown_to=shown_to,
            is_inferred=inferred,
            is_secret=secret,
        ),
    )


def known_by(*shape: int, secret: bool = False) -> Numbers:
    """Declare who knows each card of a zone, whose `shown_to` names it: as many numbers (int32) as
    the zone has room for cards, with a bit for each seat. `rules_check.toolkit.known` has the verbs.
    """
    return cast(Numbers, Field(shape, is_shared=True, is_shown=False, is_secret=secret))


def stack(*shape: int, of: str = "") -> Numbers:
    """Declare a zone, or several as `zone` does, of which no table is laid and nothing dealt again:
    the game's own `view` and `infer` do that.

    Numbers and sizes are at most 32,767 (int16): such zones are large, and copied often. `of` is
    the kind of cards, or of `sorts`, in it.
    """
    return cast(
        Numbers, Field((*shape[:-1], shape[-1] + 1), SHORT, blank=EMPTY, zone_of="", cards_of=of)
    )


def places(kind: str, *shape: int) -> Numbers:
    """Declare places for one card of a kind each: its number, or EMPTY."""
    return cast(Numbers, Field(shape, blank=EMPTY, cards_of=kind))


def counts(kind: str, *shape: int) -> Numbers:
    """Declare how many cards of each number of a kind are together (int8), such as in a hand: the
    last number of `shape` has room for all.
    """
    return cast(Numbers, Field(shape, SMALL, cards_of=kind, is_count=True))


def is_shown_by_card(fields: dict[str, Field], zone: Field) -> bool:
    """Return whether a zone has for each of its cards who has been shown it, not for the whole."""
    return bool(zone.shown_to) and len(fields[zone.shown_to].shape) == len(zone.shape)


def packed(fields: dict[str, Field]) -> np.dtype[Any]:
    """Lay fields out in a record without gaps: equal games shall be equal bytes."""
    widths = sorted({np.dtype(field.dtype).itemsize for field in fields.values()}, reverse=True)
    ordered = [
        (name, field)
        for width in widths
        for name, field in fields.items()
        if np.dtype(field.dtype).itemsize == width
    ]
    entries: list[Any] = [(name, field.dtype, field.shape) for name, field in ordered]
    over = (
        -sum(np.dtype(field.dtype).itemsize * int(np.prod(field.shape)) for _, field in ordered)
        % widths[0]
    )
    if over:
        entries.append((SPARE, SMALL, (over,)))
    return np.dtype(entries, align=True)


class Declared:
    """A record whose fields are declared as class attributes."""

    fields: ClassVar[dict[str, Field]] = {}
    dtype: ClassVar[np.dtype[Any]]

    def __init_subclass__(cls, **words: Any) -> None:
        super().__init_subclass__(**words)
        own = {name: value for name, value in vars(cls).items() if isinstance(value, Field)}
        for name in own:
            if name in OF_RECORDS:
                raise TypeError(
                    f"every record has something called '{name}': give this field of "
                    f"{cls.__name__} another name, and one of cards.yaml its own with named={name!r}"
                )
            delattr(cls, name)
        cls.fields = {**cls.fields, **own}
        if cls.fields:
            cls.dtype = packed(cls.fields)

    def __class_getitem__(cls, name: str) -> Field:
        return cls.fields[name]

    @classmethod
    def refuse(cls, name: str) -> AttributeError:
        known = ", ".join(cls.fields)
        return AttributeError(
            f"{cls.__module__}.{cls.__qualname__} has no field '{name}'; it has {known}"
        )


class GameState(Declared):
    """A whole game in one record. `seats` is how many it has room for.

    Every game has these fields; stream 0 of `rng` shuffles, stream 1 + seat makes that seat's
    choices, where a player wants luck.
    """

    seats: ClassVar[int] = 0

    rng = cast(Any, Field(dtype=STREAM, blank=None))
    players = whole(blank=None)
    number = whole(blank=None)
    """Of the game under its seed."""
    rounds = whole()
    """Rounds begun, this one included."""
    phase = whole()
    seat = whole()
    """Whose decision it is; EMPTY after the end."""
    end = whole()
    """0 while the game goes on, else which of the ENDS it was."""

    def __init_subclass__(cls, seats: int = 0, **words: Any) -> None:
        if seats:
            cls.seats = seats
            cls.rng = Field((1 + seats,), STREAM, blank=None)
        super().__init_subclass__(**words)
