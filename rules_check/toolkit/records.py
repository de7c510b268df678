"""Records declared as classes: a whole game is one record of a `GameState`, and the numbers of a
card set one of a `CardSet`.

In: classes whose attributes are fields, each made by a function of this module. Out: numpy dtypes
without padding between or after the fields, for records that compiled rules take as arguments; for
a type checker, an attribute is the number or the array that a rule sees there. Knows no game.

    class State(GameState, seats=4):
        catch = each(SEATS)
        deck = zone("fish", FISH, seen_by=NOBODY)

A rule writes `state.catch[seat]`. Wide fields come first, then whole numbers, then small ones, each
in the order of declaration.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal, cast

import numpy as np
import numpy.typing as npt

EMPTY = -1
"""No card, no seat, no number."""
UNSEEN = 9
"""The range above its minimum that an unseen number could have, if nothing limits it."""
OF_RECORDS = frozenset({*dir(np.record), *dir(np.recarray)})
"""The attributes of numpy's records: a field with such a name could not be read as an attribute."""
SEAT = "seat"
"""What a number stands for if it is a seat."""
DICE = "dice"
"""What numbers belong to if they are dice."""
MARK = "mark"
"""What a number stands for if it is 1 where something is so, and 0 elsewhere."""
SPARE = "spare"
"""The field of the bytes that pad a record to a multiple of its widest number."""
WIDE, INT, SHORT, SMALL, STREAM = np.int64, np.int32, np.int16, np.int8, np.uint64

Numbers = npt.NDArray[np.int64]
"""For a type checker: an array of whole numbers."""

Viewers = Literal["all", "owner", "nobody"]
ALL: Viewers = "all"
OWNER: Viewers = "owner"
NOBODY: Viewers = "nobody"


@dataclass(frozen=True)
class Field:
    """One field of a record, as declared."""

    shape: tuple[int, ...] = ()
    dtype: Any = INT
    blank: int | None = 0
    """The value that clearing writes into it; None if clearing leaves it alone."""
    zone_of: str | None = None
    """The kind of cards in it, if it is a zone, and "" otherwise; a zone's last entry is the number
    of cards.
    """
    cards_of: str = ""
    """The kind of cards of which each is in exactly one such field: a zone, places for one card
    each, or counts of cards.
    """
    is_count: bool = False
    """Whether it holds, for each number, the count of such cards, instead of the numbers of cards.
    """
    seen_by: Viewers = ALL
    shown_to: str = ""
    """The field, with one bit per seat, of who has been shown its contents; one declared with
    `known_by` holds that for each card.
    """
    is_inferred: bool = False
    """Whether the game's own `infer` deals its contents again, rather than `hide`."""
    is_secret: bool = False
    """Whether each seat's part is hidden from the others until a secret phase is over."""
    is_shared: bool = False
    """Whether its numbers belong to the whole game, even if there are as many as seats."""
    is_shown: bool = True
    """Whether the automatic table includes it."""
    least: int | None = None
    """The minimum in sound rules; None by default."""
    could_be: tuple[int, int] | None = None
    """The range of another seat's number for those who do not see it."""
    named: str = ""
    """Its name at the table, if that is not the field's."""
    of: str = ""
    """What its numbers stand for: "seat", "mark", or the kind or table whose cards or rows they
    are.
    """
    is_reset: bool = False
    """Whether each turn or round resets it, which no story reports."""
    by: str = ""
    """The kind or table with a card or row for each of its numbers, or for each of its zones;
    "dice" if each number is a die.
    """

    def has_seats(self, seats: int) -> bool:
        """Return whether it is a zone, or several places, for each of so many seats."""
        return len(self.shape) > 1 and self.shape[0] == seats and not self.is_shared

    @property
    def range(self) -> tuple[int, int]:
        """The range of a number that is not seen."""
        least = self.least or 0
        return self.could_be or (least, least + UNSEEN)


def whole(
    blank: int | None = 0,
    shown: bool = True,
    least: int | None = None,
    named: str = "",
    of: str = "",
    reset: bool = False,
) -> int:
    """Declare a whole number (int32). The table shows it in the middle, unless it is not `shown`,
    or is blank with EMPTY and stands for nothing.

    It stands for a seat (`of="seat"`), for a mark that is 1 or 0 (`of="mark"`), or for a card of a
    kind or a row of a table (`of="suit"`); the table shows that, unless it is EMPTY. `named` is its
    name there, if that is not the field's. Each turn or round may `reset` it, which no story
    reports. A check reports if it falls below `least`.
    """
    field = Field(blank=blank, is_shown=shown, least=least, named=named, of=of, is_reset=reset)
    return cast(int, field)


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
    named: str = "",
    of: str = "",
    by: str = "",
    reset: bool = False,
) -> Numbers:
    """Declare an array of whole numbers (int32), such as one for each seat; with `shared`, they
    belong to the whole game, such as the prices of four goods. Use `inferred` if a ruling may hide
    it from the others, for whom the game's own `infer` then finds numbers.

    The table shows numbers of the whole game in the middle, unless they are not `shown`, and
    numbers that only their seat knows at that seat. A check reports if one falls below `least`.
    `could_be` is the range of a number that only its seat knows: for the others, `hide` draws one
    from it at random. `named`, `of` and `reset` are as for `whole`; `by` is the table with a row
    for each of the last number of `shape`: `each(SEATS, 4, by="gem")` are the gems of each seat,
    and `each(SEATS, 2, by="dice")` its dice.
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
            named=named,
            of=of,
            by=by,
            is_reset=reset,
        ),
    )


def real(*shape: int) -> npt.NDArray[np.float64]:
    """Declare an array of floating-point numbers (float64)."""
    return cast(npt.NDArray[np.float64], Field(shape, np.float64))


def wide(*shape: int, secret: bool = False) -> Numbers:
    """Declare an array of wide numbers (int64), such as a set of up to 62 things per seat, one bit
    each.
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
    shared: bool = False,
    named: str = "",
    by: str = "",
) -> Numbers:
    """Declare a place for cards of a kind: a zone with room for the last number of `shape`, or
    several, as given by the numbers before it.

    `zone("fish", 60)` has room for 60 fish; `zone("fish", SEATS, 6, seen_by=OWNER)` for 6 per seat,
    which only that seat sees. `shown_to` names a field with one bit for each seat that has been
    shown all of it, with one number per zone; or one declared with `known_by`. The others do not
    see a seat's `secret` zone until a secret phase is over; until then `hide` deals and decides it
    again. What a seat can know about an `inferred` zone is too complicated for `hide` to deal it
    again: the game's `infer` does so. Several zones are `shared` if they belong to the whole game,
    even if there are as many as seats; `by` is the table with a row for each of them. `named` is
    its name at the table, if that is not the field's. The array has one more entry, the number of
    cards; `rules_check.toolkit.zones` has the verbs. Each card of a kind is in exactly one zone.
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
            is_shared=shared,
            named=named,
            by=by,
        ),
    )


def known_by(*shape: int, secret: bool = False) -> Numbers:
    """Declare who knows each card of a zone, whose `shown_to` names this field: one number (int32)
    for each card that fits in the zone, with one bit per seat. `rules_check.toolkit.known` has the
    verbs.
    """
    return cast(Numbers, Field(shape, is_shared=True, is_shown=False, is_secret=secret))


def stack(*shape: int, of: str = "") -> Numbers:
    """Declare a zone, or several as `zone` does, that is neither laid out nor dealt again
    automatically: the game's own `view` and `infer` do that.

    Numbers and sizes are at most 32,767 (int16), because such zones are large and often copied.
    `of` is the kind of cards, or of `sorts`, in it.
    """
    return cast(
        Numbers, Field((*shape[:-1], shape[-1] + 1), SHORT, blank=EMPTY, zone_of="", cards_of=of)
    )


def places(kind: str, *shape: int) -> Numbers:
    """Declare places for one card of a kind each: its number, or EMPTY."""
    return cast(Numbers, Field(shape, blank=EMPTY, cards_of=kind))


def counts(kind: str, *shape: int) -> Numbers:
    """Declare the counts of cards of each number of a kind (int8), such as in a hand: the last
    number of `shape` covers all numbers.
    """
    return cast(Numbers, Field(shape, SMALL, cards_of=kind, is_count=True))


def is_shown_by_card(fields: dict[str, Field], zone: Field) -> bool:
    """Return whether a field records for each card of a zone who has been shown it, rather than for
    the whole zone.
    """
    return bool(zone.shown_to) and len(fields[zone.shown_to].shape) == len(zone.shape)


def packed(fields: dict[str, Field]) -> np.dtype[Any]:
    """Lay out fields in a record without gaps, so that equal games are equal bytes."""
    widths = {name: np.dtype(field.dtype).itemsize for name, field in fields.items()}
    entries: list[Any] = []
    size = 0
    for name in sorted(fields, key=widths.__getitem__, reverse=True):
        field = fields[name]
        entries.append((name, field.dtype, field.shape))
        size += widths[name] * int(np.prod(field.shape))
    spare = -size % max(widths.values())
    if spare:
        entries.append((SPARE, SMALL, (spare,)))
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
                    f"every record already has a '{name}': give this field of "
                    f"{cls.__name__} another name; for a field of cards.yaml, add named={name!r}"
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
    """A whole game in one record. `seats` is its capacity.

    Every game has these fields; stream 0 of `rng` shuffles, stream 1 + seat provides that seat's
    random choices.
    """

    seats: ClassVar[int] = 0

    rng = cast(Any, Field(dtype=STREAM, blank=None))
    players = whole(blank=None)
    number = whole(blank=None)
    """The game's number under its seed."""
    rounds = whole()
    """The number of rounds begun, including this one."""
    phase = whole()
    seat = whole()
    """The deciding seat; EMPTY after the end."""
    end = whole()
    """0 while the game continues, otherwise its index in ENDS."""

    def __init_subclass__(cls, seats: int = 0, **words: Any) -> None:
        if seats:
            cls.seats = seats
            cls.rng = Field((1 + seats,), STREAM, blank=None)
        super().__init_subclass__(**words)
