"""A card set declared as a class: which numbers of cards.yaml the rules read, each with its range,
from one line.

In: a class whose attributes say where a number is. Out: a record for compiled rules, read with
every fault at its place. Knows no game.

    class Cards(CardSet, title="Night Catch"):
        fish = kind("fish", 60)          # their number; `fish_name` has their ids
        weight = field_of("fish", 1, 99)  # of each card, by its number
        hand_size = rule(2, 6)           # under `rules:`
        winner = ruling(Winner)          # under `rulings:`, as an option

A whole module of rulings is given as `class Cards(CardSet, title=..., rulings=module)`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast, overload

import numpy as np

from generator.data.game import Card, Game
from generator.data.problems import counted, did_you_mean
from rules_check.engine.game import SHARES
from rules_check.toolkit.reading import MOST, NAME, Reader
from rules_check.toolkit.records import INT, Declared, Field, Numbers
from rules_check.toolkit.weights import FLOAT, Weighed, Weights, read_shipped, starts_of, table_of


class Ruling(IntEnum):
    """The options of one ruling, with the names that cards.yaml has in lower case. A type checker
    notices if options of two rulings are compared.
    """


Options = type[IntEnum] | tuple[str, ...]
"""The words of a field or a ruling: an enumeration with names in capitals, or a tuple of words as
in cards.yaml.
"""


def words_of(options: Options) -> tuple[str, ...]:
    """List the options in the words that cards.yaml uses: the names of an enumeration in lower
    case, or the words themselves.
    """
    if isinstance(options, tuple):
        return options
    return tuple(option.name.lower() for option in options)


NO_FIELDS: Mapping[str, Sequence[str]] = MappingProxyType({})


def ruling_of(options: type[IntEnum]) -> str:
    """Name the ruling whose options an enumeration has: "short_level" for ShortLevel."""
    return re.sub(r"\B([A-Z])", r"_\1", options.__name__).lower()


R = TypeVar("R", bound=IntEnum)
OF_EACH = ("value", "word", "row", "truth", "entries")
"""Sections for values that each card of a kind, or each row of a table, has."""


@dataclass(frozen=True)
class Source(Field):
    """The place in cards.yaml of a field's numbers."""

    section: str = ""
    """One of kinds, tables, value, word, row, truth, entries, rules, entry, by_number, list,
    rulings; or sorts, which are not read.
    """
    of: str = ""
    named: str = ""
    """The key there; that of the field by default."""
    least: int = 0
    most: int = 0
    options: Options | None = None
    copies: int = 1
    sets: int = 0
    """The number of sets into which the copies are divided, one for each player; 0 if players have
    no sets.
    """
    all_copies: int | None = None
    absent: int | None = None
    table: str = ""
    keys: tuple[int, int] = (0, 0)
    counted_by: str = ""
    first: int = 0
    what: str = ""

    @property
    def limits(self) -> tuple[int, int]:
        return self.least, self.most


def kind(
    name: str, room: int, copies: int = 1, all_copies: int | None = None, sets: int = 0
) -> int:
    """Read the number of cards of a kind, each with at most `copies` copies; `all_copies` limits
    the total of all copies.

    With `sets` each player has a set: the copies are divided into this number of sets, and are
    counted in one of them.

    A field named after the kind, `fish_name`, has the cards' ids and, if there can be several
    copies, `fish_copies` has their numbers.
    """
    return cast(
        int,
        Source(
            section="kinds",
            of=name,
            least=1,
            most=room,
            copies=copies,
            all_copies=all_copies,
            sets=sets,
        ),
    )


def sorts(of: str, room: int, copies: str, packs: str) -> int:
    """Let the game's own `derive` write the number of sorts of cards; zones hold sorts as they hold
    cards of a kind.

    The field `copies` has the number of each in one pack, `packs` the number of packs for each
    number of players.
    """
    return cast(int, Source(section="sorts", of=of, most=room, named=copies, counted_by=packs))


def table(name: str, room: int) -> int:
    """Read the number of rows of a table; a field named after it, `tier_name`, has their ids."""
    return cast(int, Source(section="tables", of=name, least=1, most=room))


def field_of(of: str, least: int, most: int, named: str = "", absent: int | None = None) -> Numbers:
    """Read a whole number of each card of a kind, or of each row of a table, from the field with
    the same or the given name.

    `absent` is the number if the field is left out; without `absent`, that is a fault.
    """
    return cast(
        Numbers, Source(section="value", of=of, named=named, least=least, most=most, absent=absent)
    )


def word_of(of: str, options: Options, named: str = "", absent: int | None = None) -> Numbers:
    """Read a word from a field of each card or row, as the option whose name in lower case it is.

    The options may be a tuple of words; a rule then gets the index of the word among them. `absent`
    is the number if the field is left out.
    """
    return cast(Numbers, Source(section="word", of=of, named=named, options=options, absent=absent))


def truth_of(of: str, named: str = "") -> Numbers:
    """Read a Boolean of each card or row, as 1 or 0; 0 if the field is left out."""
    return cast(Numbers, Source(section="truth", of=of, named=named, absent=0))


def entries_of(
    of: str, room: int, named: str = "", options: tuple[str, ...] = (), table: str = ""
) -> Numbers:
    """Read a list from a field of each card or row: up to `room` whole numbers, words of `options`,
    or rows of a table.

    The array has a row for each card; a field of the same name with `_count` appended has the
    length of each list.
    """
    shape = (0, room)  # the first number is that of cards, once it is known
    return cast(
        Numbers,
        Source(shape, section="entries", of=of, named=named, options=options or None, table=table),
    )


def row_of(of: str, table: str, named: str = "", absent: int | None = None) -> Numbers:
    """Read the row of a table, or the card of a kind, that a field of each card or row names, as
    its number.

    `absent` is the number if it names none, usually EMPTY; without `absent`, that is a fault.
    """
    return cast(
        Numbers, Source(section="row", of=of, named=named or table, table=table, absent=absent)
    )


def rule(least: int, most: int, named: str = "") -> int:
    """Read a number under `rules:`."""
    return cast(int, Source(section="rules", named=named, least=least, most=most))


def entry(table: str) -> int:
    """Read the row of a table that a word under `rules:` names, as its number."""
    return cast(int, Source(section="entry", of=table))


def by_number(keys: tuple[int, int], values: tuple[int, int]) -> Numbers:
    """Read a number-to-number mapping under `rules:`: `packs: {2: 1, 3: 2}`. Keys and values each
    have a minimum and a maximum. A missing key gives 0.
    """
    return cast(
        Numbers,
        Source((keys[1] + 1,), section="by_number", keys=keys, least=values[0], most=values[1]),
    )


def list_of(
    room: int,
    least: int,
    most: int,
    named: str = "",
    fewest: int = 0,
    counted_by: str = "",
    first: int = 0,
    what: str = "",
) -> Numbers:
    """Read a list of whole numbers under `rules:`, from `fewest` to `room` of them: `prices: [0, 0,
    1]`. If it is left out, it is empty.

    A field with the name `counted_by` has their number; the first is at index `first` of the array.
    `what` is the word for them in messages.
    """
    shape = (first + room,)
    return cast(
        Numbers,
        Source(
            shape,
            section="list",
            named=named,
            least=least,
            most=most,
            keys=(fewest, room),
            counted_by=counted_by,
            first=first,
            what=what,
        ),
    )


@overload
def ruling(options: type[R]) -> R: ...
@overload
def ruling(options: tuple[str, ...]) -> int: ...
def ruling(options: Any) -> Any:
    """Read a ruling under `rulings:` as one of its options; for a tuple of words, as the index of
    the word among them.
    """
    return Source(section="rulings", options=options, most=len(options))


class CardSet(Declared):
    """The numbers of a card set in one record; `title` is the game's, for messages. Plain fields
    are for the game's own `fill`.
    """

    title: ClassVar[str] = ""

    if TYPE_CHECKING:  # a field set by a ruling of `rulings`; `misspelt` knows which exist

        def __getattr__(self, name: str) -> Any: ...

    def __init_subclass__(
        cls,
        title: str = "",
        needs: Mapping[str, Sequence[str]] = NO_FIELDS,
        rulings: ModuleType | None = None,
        typed: bool = False,
        **words: Any,
    ) -> None:
        """Set up a card set. `needs` names the fields of kinds that a `fill` reads itself, with the
        type if it names rows: "suit: suit", "slots: [slot]".

        Each enumeration in the module `rulings` is a ruling with that name. With `typed`, fields
        read by `row_of` must have their table's type.
        """
        cls.title, cls._needs, cls._is_typed = title or cls.title, needs, typed
        for options in vars(rulings or object).values():
            if isinstance(options, type) and issubclass(options, IntEnum) and len(options):
                setattr(cls, ruling_of(options), ruling(options))
        declared = {name: field for name, field in vars(cls).items() if isinstance(field, Source)}
        rooms, counts = dict[str, int](), dict[str, str]()
        for name, field in declared.items():
            if field.section in ("kinds", "tables"):
                rooms[field.of] = field.most
            if field.section in ("kinds", "tables", "sorts"):
                counts[field.of] = name
        for name, field in declared.items():
            object.__setattr__(field, "named", field.named or name)
            cls._declare_beside(name, field, rooms)
        cls._counts = counts
        weighed = next((field for field in vars(cls).values() if isinstance(field, Weighed)), None)
        if weighed:  # a row for zero players too, so that a number of players is its index
            cls.WEIGHTS = weighed.names
            setattr(cls, "fitted", Field((weighed.shape[0] + 1, SHARES, weighed.shape[1]), FLOAT))  # noqa: B010
        super().__init_subclass__(**words)

    @classmethod
    def _declare_beside(cls, name: str, field: Source, rooms: dict[str, int]) -> None:
        """Declare the fields that accompany a field: the number of entries, names, copies; `rooms`
        gives the capacity of each kind and table.
        """
        if field.section in OF_EACH:
            if field.of not in rooms:
                near = (
                    did_you_mean(field.of, rooms)
                    or f'declare it with `kind("{field.of}", …)` or `table("{field.of}", …)`'
                )
                raise TypeError(
                    f"{cls.__name__}.{name} reads from '{field.of}', which is not "
                    f"declared as a kind or a table: {near}"
                )
            object.__setattr__(field, "shape", (rooms[field.of], *field.shape[1:]))
            if field.section == "entries":
                setattr(cls, f"{name}_count", Field((rooms[field.of],), INT))
        elif field.section in ("kinds", "tables"):
            setattr(cls, f"{field.of}_name", Field((rooms[field.of], NAME), np.uint8))
            if field.copies > 1:
                setattr(cls, f"{field.of}_copies", Field((rooms[field.of],), INT))
        elif field.section == "list" and field.counted_by:
            setattr(cls, field.counted_by, Field())

    WEIGHTS: ClassVar[type[Weights] | None] = None
    """The weights of the game's expert, if they are declared."""
    _counts: ClassVar[dict[str, str]] = {}
    _needs: ClassVar[Mapping[str, Sequence[str]]] = NO_FIELDS
    _is_typed: ClassVar[bool] = False

    @classmethod
    def sources(cls) -> dict[str, Source]:
        return {name: field for name, field in cls.fields.items() if isinstance(field, Source)}

    @classmethod
    def sources_in(cls, *sections: str) -> dict[str, Source]:
        """Return the fields that are read from some sections."""
        return {name: one for name, one in cls.sources().items() if one.section in sections}

    @classmethod
    def source_of(cls, kind: str) -> Source:
        """Find the declaration that counts a kind of cards, a table's rows, or sorts."""
        return cls.sources()[cls._counts[kind]]

    @classmethod
    def rulings(cls) -> dict[str, tuple[str, ...]]:
        """List the rulings with their options, as words of cards.yaml."""
        return {name: words_of(options) for name, options in cls.options().items()}

    @classmethod
    def options(cls) -> dict[str, Options]:
        """List the rulings with their options."""
        rulings = cls.sources_in("rulings").items()
        return {name: field.options for name, field in rulings if field.options}

    @classmethod
    def record(cls, game: Game) -> Any:
        """Turn a game's data into one record. Raises ProblemError with everything that the rules
        cannot handle.
        """
        reader = Reader(game, cls.dtype, cls.title)
        fields, types = cls._needed(game)
        is_whole = reader.needs(fields["tables"], fields["kinds"])
        if is_whole:
            for wanted in types:
                reader.refers(*wanted)
        if is_whole and not reader.faults:
            for name, field in cls.sources_in("kinds", "tables").items():
                cls._read_rows(reader, name, field)
        cls._read_rules(reader)
        reader.rulings(cls.rulings())
        if not reader.faults:
            cls.fill(reader, game)
            cls.derive(reader.record)
            cls._weigh(reader.record)
        return reader.done()

    @classmethod
    def _needed(
        cls, game: Game
    ) -> tuple[dict[str, dict[str, list[str]]], list[tuple[str, str, str, str]]]:
        """List the fields that kinds and tables need, by section and name, and those that must have
        a given type: section, kind or table, field, type.
        """
        fields: dict[str, dict[str, list[str]]] = {"kinds": {}, "tables": {}}
        types = list[tuple[str, str, str, str]]()
        for kind, needed in cls._needs.items():
            parts = [field.partition(": ") for field in needed]
            fields["kinds"][kind] = [name for name, *_ in parts]
            types += [("kinds", kind, name, type_) for name, _, type_ in parts if type_]
        for field in cls.sources_in("kinds", "tables").values():
            fields[field.section][field.of] = []
        for field in cls.sources_in("entry", *OF_EACH).values():
            if field.section == "entry":
                fields["tables"].setdefault(field.of, [])
                continue
            section = "kinds" if field.of in fields["kinds"] else "tables"
            fields[section][field.of].append(field.named)
            if field.table:
                read_from = "kinds" if field.table in game.context["cards"] else "tables"
                fields[read_from].setdefault(field.table, [])
            if field.section == "row" and cls._is_typed:
                types.append((section, field.of, field.named, field.table))
        return fields, types

    @classmethod
    def _read_rules(cls, reader: Reader) -> None:
        """Read the numbers and lists under `rules:`, and the rows of tables that they name."""
        names = {field.named: name for name, field in cls.sources_in("rules").items()}
        reader.numbers({label: cls.sources()[name].limits for label, name in names.items()}, names)
        for name, field in cls.sources_in("entry", "by_number", "list").items():
            if field.section == "entry":
                tables, places = reader.game.context["tables"], None
                if field.of in tables:
                    places = {row.id: n for n, row in enumerate(tables[field.of])}
                reader.entry(name, field.of, places)
            elif field.section == "by_number":
                reader.by_number(name, field.keys, field.limits)
            else:
                given = (field.keys, field.limits, field.first, field.what)
                count = reader.list_of(field.named, name, *given)
                if field.counted_by:
                    reader.record[field.counted_by] = count

    @classmethod
    def fill(cls, reader: Reader, game: Game) -> None:
        """Write values that the declarations do not cover into `reader.record`; a game overrides
        this.
        """

    @classmethod
    def derive(cls, record: Any) -> None:
        """Compute values that follow from a record's other numbers, and again after a ruling is
        changed; a game overrides this.
        """

    @classmethod
    def _weigh(cls, record: Any) -> None:
        """Write the weights that are shipped beside the rules."""
        if cls.WEIGHTS:
            folder = Path(str(sys.modules[cls.__module__].__file__)).parent
            record.fitted[:] = table_of(
                cls.WEIGHTS, read_shipped(folder, cls.WEIGHTS), len(record.fitted) - 1
            )
            record.weights[:] = starts_of(cls.WEIGHTS)  # until a style is drawn

    @classmethod
    def _read_entries(
        cls, reader: Reader, declared: tuple[str, Source], at: int, one: Any, rows: list[str]
    ) -> None:
        """Read the list in a field of one card or row: numbers, words, or rows of a table."""
        key, field = declared
        label = field.named
        place = _place(reader, cls.source_of(field.of), one, label)
        record = one.record if isinstance(one, Card) else one
        entries = list(record[label] or ())
        room = field.shape[1]
        if not reader.fits(f"the length of '{label}' of '{one.id}'", len(entries), room, place):
            return
        reader.record[f"{key}_count"][at] = len(entries)
        words = rows or list(field.options if isinstance(field.options, tuple) else ())
        for n, entry in enumerate(entries):
            value = getattr(entry, "id", entry)
            if words:
                reader.record[key][at, n] = reader.word(
                    f"'{label}' of '{one.id}'", value, words, place
                )
            elif reader.whole(f"'{label}' of '{one.id}'", value, MOST, place, -MOST):
                reader.record[key][at, n] = value

    @classmethod
    def _read_rows(cls, reader: Reader, name: str, source: Source) -> None:
        """Read a kind's cards or a table's rows: their number, their ids, and their declared
        fields.
        """
        game, is_kind = reader.game, source.section == "kinds"
        tables = game.context["tables"]
        rows: list[Any] = game.of_kind(source.of) if is_kind else list(tables[source.of])
        if not _have_room(reader, source, rows):
            return
        reader.record[name] = len(rows)
        fields = {key: one for key, one in cls.sources_in(*OF_EACH).items() if one.of == source.of}
        ids = {key: _ids_of(game, one.table) if one.table else [] for key, one in fields.items()}
        if is_kind:
            _look_at_copies(reader, source, rows)
        for i, row in enumerate(rows):
            reader.name(f"{source.of}_name", i, row.id, _place(reader, source, row))
            if is_kind and source.copies > 1:
                reader.record[f"{source.of}_copies"][i] = row.copies // max(1, source.sets)
            for key, field in fields.items():
                read = cls._read_entries if field.section == "entries" else cls._read_field
                read(reader, (key, field), i, row, ids[key])

    @classmethod
    def _read_field(
        cls, reader: Reader, declared: tuple[str, Source], at: int, one: Any, rows: list[str]
    ) -> None:
        """Read the value of a field of one card or row: a Boolean, a word, a row of a table, a
        number.
        """
        key, field = declared
        label, out = field.named, reader.record[key]
        record = one.record if isinstance(one, Card) else one
        value = record[label]
        if field.section == "truth":
            out[at] = bool(value)
            return
        if value is None and field.absent is not None:
            out[at] = field.absent
            return
        what = f"'{label}' of '{one.id}'"
        place = _place(reader, cls.source_of(field.of), one, label)
        if field.section == "row":
            out[at] = reader.word(what, getattr(value, "id", value), rows, place)
        elif field.options:
            out[at] = reader.word(what, value, words_of(field.options), place)
        elif reader.whole(what, value, field.most, place, field.least):
            out[at] = value


def _have_room(reader: Reader, source: Source, rows: list[Any]) -> bool:
    """Check that a kind's cards, with their copies, or a table's rows fit into the record."""
    is_kind = source.section == "kinds"
    what = f"cards of the kind '{source.of}'" if is_kind else f"rows in the table '{source.of}'"
    place = _place(reader, source, rows[source.most]) if len(rows) > source.most else None
    if not reader.has_room(what, len(rows), source.most, place, source.least):
        return False
    if source.all_copies is None:
        return True
    total, place = 0, None
    for card in rows:
        total += card.copies
        if total > source.all_copies and place is None:
            place = _place(reader, source, card, "copies")
    what = f"copies of all cards of the kind '{source.of}'"
    reader.has_room(what, total, source.all_copies, place, source.least)
    return True


def _look_at_copies(reader: Reader, source: Source, cards: list[Card]) -> None:
    """Report the first card of a kind with more copies than the rules have room for."""
    wrong = [card for card in cards if not 1 <= card.copies <= source.copies]
    if not wrong:
        return
    first, most = wrong[0], max(card.copies for card in wrong)
    which, hint = f"'{first.id}'", None
    if len(wrong) > 1:
        which += f" and {counted(len(wrong) - 1, 'more card')}"
    if most > source.copies:
        hint = f'in the rules, kind("{source.of}", …, copies={most}) allows this many copies'
    what = f"the number of copies of {which}"
    reader.fits(what, first.copies, source.copies, _place(reader, source, first), 1, hint)


def _ids_of(game: Game, name: str) -> list[str]:
    """List the ids of a table's rows, or of a kind's cards."""
    if name in game.context["cards"]:
        return [card.id for card in game.of_kind(name)]
    return [entry.id for entry in game.context["tables"][name]]


def _place(reader: Reader, source: Source, one: Any, field: str = "") -> Any:
    """Find the place of a card or a row, or of one value in it."""
    if isinstance(one, Card):
        return one.places.get(field, one.place)
    if field:
        return reader.row_place(source.of, one.id, field)
    return reader.game.root["tables"][source.of]["rows"].keys[one.id]
