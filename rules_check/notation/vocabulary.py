"""The parts of cards.yaml that rules can refer to: kinds and their cards, tables, fields with their
types, numbers, rulings.

In: a game. Out: a `Vocabulary`. Knows no rules.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any

from generator.data.fieldtypes import is_whole
from generator.data.formulas import ValueType
from generator.data.game import Card, Game, Record
from generator.data.naming import scope_of
from generator.data.outline import fields_of
from generator.data.problems import Place
from generator.data.setting import player_counts
from rules_check.notation.program import NUMBER, TRUTH, Type

_NO_RECORD = Record({})


def counts_of(game: Game, teams: int) -> range:
    """Return the numbers of players that form so many teams of equal size; all if there are no
    teams.
    """
    counts = player_counts(game)
    if not teams:
        return counts
    fewest = -(-counts[0] // teams) * teams
    return range(fewest, counts[-1] + 1, teams)


@dataclass(frozen=True)
class Vocabulary:
    """The names in cards.yaml outside `setup:` and `play:`.

    `language` is the code of the language it is written in; `kinds` and `tables` have the ids of
    their cards and rows in order; `fields` has the types of fields that rules can read, and `texts`
    the others: their names, with a description. `numbers` are single numbers under `rules:`,
    `tabled` those listed by number, `by_players` those of them with a value for every number of
    players, with these values, `lacking` those with one for some of them only, with the others,
    `words` those that are a word. `rulings` have their options.
    """

    title: str
    language: str
    kinds: Mapping[str, tuple[str, ...]]
    tables: Mapping[str, tuple[str, ...]]
    fields: Mapping[str, Mapping[str, Type]]
    texts: Mapping[str, Mapping[str, str]]
    cards: Mapping[str, Card] = field(repr=False)
    records: Mapping[tuple[str, str], Record] = field(repr=False)
    """The values of cards and rows, by kind or table and id."""
    numbers: Mapping[str, int]
    tabled: frozenset[str]
    by_players: Mapping[str, Mapping[int, int]]
    lacking: Mapping[str, tuple[int, ...]]
    words: Mapping[str, str]
    rulings: Mapping[str, tuple[str, ...]]
    ruling_places: Mapping[str, Place]
    option_places: Mapping[tuple[str, str], Place]
    """The places of rulings' options, by ruling and option."""
    components: Mapping[str, tuple[str, frozenset[str]]]
    """Components made of one kind of cards: the kind, and which of its cards."""
    owned: frozenset[str]
    """The kinds of which the box has a set for each player."""
    pieces: frozenset[str]
    """Components other than cards, or with cards of several kinds."""

    @cached_property
    def entries(self) -> Mapping[Type, tuple[str, ...]]:
        """The ids of every type of row and of card, in order."""
        rows = {Type("row", name): ids for name, ids in self.tables.items()}
        return rows | {Type("card", name): ids for name, ids in self.kinds.items()}

    @cached_property
    def named(self) -> Mapping[str, tuple[str, ...]]:
        """The ids of every table and kind, by its name."""
        return {**self.kinds, **self.tables}

    def type_named(self, name: str) -> Type | None:
        """Return the type of the rows of a table or the cards of a kind; None for other names."""
        return next((type_ for type_ in self.entries if type_.name == name), None)

    def owner_of_field(self, name: str) -> str | None:
        """Return the kind or table that has a field with a given name."""
        return next((owner for owner in self.fields if name in self.all_fields(owner)), None)

    def has_own_pile(self, kind: str, key: Type | None) -> bool:
        """Return whether each card of a kind names one of several piles: by a field, or itself."""
        if key is None or key.sort != "row":
            return key is not None and key.name == kind
        return key in self.fields[kind].values()

    def values_of(self, owner: str, id_: str) -> Mapping[str, Any]:
        """Return the values of a card or row, by its kind or table; those of others are empty."""
        values: Mapping[str, Any] = self.records.get((owner, id_), _NO_RECORD)._values
        return values

    def all_fields(self, owner: str) -> set[str]:
        return {*self.fields.get(owner, ()), *self.texts.get(owner, ())}

    @cached_property
    def ids(self) -> frozenset[str]:
        """Every word that is an id, an option or a word of a field."""
        named = chain(self.kinds.values(), self.tables.values(), self.rulings.values())
        types = chain.from_iterable(fields.values() for fields in self.fields.values())
        return frozenset(chain(*named, *(type_.words for type_ in types)))


def vocabulary_of(game: Game) -> Vocabulary:
    """Collect the names that a game's rules can use."""
    context = game.context
    by_players, lacking = _by_players(game)
    tables, kinds = _entries(context["tables"]), _entries(context["cards"])
    types = {name: Type("row", name) for name in tables}
    types |= {name: Type("card", name) for name in kinds}
    fields, texts = _fields(game, types)
    values, rulings = context["rules"]._values, game.root.below("rulings")
    options = {name: rulings[name]["options"].keys for name in rulings.keys}
    components = _of_one_kind(game)
    owned = (one.cards for one in game.components if one.is_each_player)
    return Vocabulary(
        title=game.title,
        language=game.language,
        kinds=kinds,
        tables=tables,
        fields=fields,
        texts=texts,
        cards=game.cards,
        records=_records(game),
        numbers={name: value for name, value in values.items() if is_whole(value)},
        tabled=frozenset(name for name, value in values.items() if _is_tabled(value)),
        by_players=by_players,
        lacking=lacking,
        words={name: value for name, value in values.items() if isinstance(value, str)},
        rulings={name: tuple(places) for name, places in options.items()},
        ruling_places=rulings.keys,
        option_places={
            (name, option): place
            for name, places in options.items()
            for option, place in places.items()
        },
        components=components,
        owned=frozenset(card.kind for card in chain.from_iterable(owned)),
        pieces=frozenset(one.id for one in game.components) - components.keys(),
    )


def _by_players(game: Game) -> tuple[dict[str, dict[int, int]], dict[str, tuple[int, ...]]]:
    """Return the numbers of `rules` that depend on the number of players, by that number; and those
    that have one for some numbers of players and for nothing else, with the others.
    """
    counts = {str(count): count for count in player_counts(game)}
    by_players, lacking = dict[str, dict[int, int]](), dict[str, tuple[int, ...]]()
    for name, value in sorted(game.context["rules"]._values.items()):
        if not isinstance(value, Record) or not _is_tabled(value):
            continue
        numbers = value._values
        if numbers.keys() >= counts.keys():
            by_players[name] = {count: numbers[key] for key, count in counts.items()}
        elif numbers.keys() < counts.keys():
            lacking[name] = tuple(count for key, count in counts.items() if key not in numbers)
    return by_players, lacking


def _of_one_kind(game: Game) -> dict[str, tuple[str, frozenset[str]]]:
    """Return the components with cards of one kind: the kind, and the ids of these cards."""
    return {
        one.id: (one.cards[0].kind, frozenset(card.id for card in one.cards))
        for one in game.components
        if len({card.kind for card in one.cards}) == 1
    }


def _entries(section: Record) -> dict[str, tuple[str, ...]]:
    """Return the ids of each table, or of each kind."""
    return {name: tuple(map(str, entries._values)) for name, entries in section._values.items()}


DECIMALS = "a number with decimals"
"""The description of a field that may have decimals."""


def _fields(
    game: Game, entries: Mapping[str, Type]
) -> tuple[dict[str, dict[str, Type]], dict[str, dict[str, str]]]:
    """Return the fields that rules can read with their types, and descriptions of the others."""
    fields: dict[str, dict[str, Type]] = {}
    texts: dict[str, dict[str, str]] = {}
    fractional = _fractional(game)
    for owner, types in scope_of(game.root, game.context).fields.items():
        fields[owner], texts[owner] = {}, {}
        for name, written in types.items():
            type_ = _type(written, entries)
            if type_ is None or name == "id":
                texts[owner][name] = "a text"
            elif name in fractional.get(owner, ()):
                texts[owner][name] = DECIMALS
            else:
                fields[owner][name] = type_
    return fields, texts


def _records(game: Game) -> dict[tuple[str, str], Record]:
    groups = [*game.context["tables"]._values.items(), *game.context["cards"]._values.items()]
    return {(name, str(id_)): value for name, ids in groups for id_, value in ids._values.items()}


def _is_tabled(value: object) -> bool:
    """Return whether a rule is a list of numbers, or has one for each of several numbers."""
    numbers = value
    if isinstance(value, Record):
        numbers = value._values.values()
        if not numbers or not all(str(key).isdigit() for key in value._values):
            return False
    if not isinstance(numbers, Collection) or isinstance(numbers, str):
        return False
    return all(map(is_whole, numbers))


def _fractional(game: Game) -> dict[str, set[str]]:
    """Return the fields that may have decimals, by kind or table."""
    return {
        owner: {name for name, type_ in fields.items() if type_.element == "number"}
        for owner, fields in fields_of(game.root).items()
    }


def _type(written: ValueType, entries: Mapping[str, Type]) -> Type | None:
    """Return the type of a field for rules; None if they cannot read it."""
    if written.of is not None:
        element = _type(written.of, entries)
        return element.listed if element is not None else None
    if written.sort == "word":
        return Type("word", words=written.words)
    plain = {"number": NUMBER, "truth": TRUTH}
    return plain.get(written.sort) or entries.get(written.name)
