"""The parts of cards.yaml that rules can refer to: kinds and their cards, tables, fields with their
types, numbers, rulings.

In: a game. Out: a `Vocabulary`. Knows no rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from generator.data.fieldtypes import is_whole
from generator.data.formulas import ValueType
from generator.data.game import Card, Component, Game, Record
from generator.data.naming import scope_of
from generator.data.outline import fields_of
from generator.data.problems import Place
from generator.data.setting import player_counts
from rules_check.notation.program import NUMBER, TRUTH, Type

_NO_RECORD = Record({})


@dataclass(frozen=True)
class Vocabulary:
    """The names in cards.yaml outside `setup:` and `play:`.

    `language` is the code of the language it is written in; `kinds` and `tables` have the ids of
    their cards and rows in order; `fields` has the types of fields that rules can read, and `texts`
    the others: their names, with a description. `numbers` are single numbers under `rules:`,
    `tabled` those listed by number, `by_players` those of them with a value for every number of
    players, with these values, `words` those that are a word. `rulings` have their options.
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

    def type_named(self, name: str) -> Type | None:
        """Return the type of the rows of a table or the cards of a kind; None for other names."""
        return next((type_ for type_ in self.entries if type_.name == name), None)

    def owner_of_field(self, name: str) -> str | None:
        """Return the kind or table that has a field with a given name."""
        owners = [owner for owner in self.fields if name in self.all_fields(owner)]
        return owners[0] if owners else None

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

    def ids(self) -> set[str]:
        """Return every word that is an id, an option or a word of a field."""
        ids = set[str]()
        for group in (self.kinds, self.tables, self.rulings):
            for entries in group.values():
                ids.update(entries)
        types = [type_ for fields in self.fields.values() for type_ in fields.values()]
        return ids | {word for type_ in types if type_.sort == "word" for word in type_.words}


def vocabulary_of(game: Game) -> Vocabulary:
    """Collect the names that a game's rules can use."""
    context = game.context
    tables, kinds = _entries(context["tables"]), _entries(context["cards"])
    fields, texts = _fields(game, set(kinds), set(tables))
    values, rulings = context["rules"]._values, context["rulings"]._values
    tabled = frozenset(name for name, value in values.items() if _is_tabled(value))
    components, pieces, owned = dict[str, tuple[str, frozenset[str]]](), set[str](), set[str]()
    for component in game.components:
        kind = _kind_of(component)
        if kind is None:
            pieces.add(component.id)
        else:
            components[component.id] = kind
        if component.is_each_player:
            owned.update(card.kind for card in component.cards)
    ruling_places, option_places = dict[str, Place](), dict[tuple[str, str], Place]()
    for name in rulings:
        ruling_places[name] = game.root["rulings"].keys[name]
        for option, place in game.root["rulings"][name]["options"].keys.items():
            option_places[name, option] = place
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
        tabled=tabled,
        by_players={
            name: {count: values[name]._values[str(count)] for count in player_counts(game)}
            for name in sorted(tabled)
            if _is_by_players(values[name], game)
        },
        words={name: value for name, value in values.items() if isinstance(value, str)},
        rulings={name: tuple(ruling["options"]._values) for name, ruling in rulings.items()},
        ruling_places=ruling_places,
        option_places=option_places,
        components=components,
        owned=frozenset(owned),
        pieces=frozenset(pieces),
    )


def _entries(section: Record) -> dict[str, tuple[str, ...]]:
    """Return the ids of each table, or of each kind."""
    return {name: tuple(map(str, entries._values)) for name, entries in section._values.items()}


def _fields(
    game: Game, kinds: set[str], tables: set[str]
) -> tuple[dict[str, dict[str, Type]], dict[str, dict[str, str]]]:
    """Return the fields that rules can read with their types, and descriptions of the others."""
    fields: dict[str, dict[str, Type]] = {}
    texts: dict[str, dict[str, str]] = {}
    fractional = _fractional(game)
    for owner, types in scope_of(game.root, game.context).fields.items():
        fields[owner], texts[owner] = {}, {}
        for name, written in types.items():
            type_ = _type(written, kinds, tables)
            if type_ is None or name == "id":
                texts[owner][name] = "a text"
            elif name in fractional.get(owner, ()):
                texts[owner][name] = "a number with decimals"
            else:
                fields[owner][name] = type_
    return fields, texts


def _records(game: Game) -> dict[tuple[str, str], Record]:
    groups = [*game.context["tables"]._values.items(), *game.context["cards"]._values.items()]
    return {(name, str(id_)): value for name, ids in groups for id_, value in ids._values.items()}


def _kind_of(component: Component) -> tuple[str, frozenset[str]] | None:
    """Return the kind of a component's cards, and their ids; None if it has cards of several kinds,
    or none.
    """
    kinds = {card.kind for card in component.cards}
    if len(kinds) != 1:
        return None
    return kinds.pop(), frozenset(card.id for card in component.cards)


def _is_tabled(value: object) -> bool:
    """Return whether a rule is a list of numbers, or has one for each of several numbers."""
    if isinstance(value, list | tuple):
        return all(map(is_whole, value))
    if not isinstance(value, Record) or not len(value):
        return False
    keys, numbers = value._values.keys(), value._values.values()
    return all(str(key).isdigit() for key in keys) and all(map(is_whole, numbers))


def _is_by_players(value: object, game: Game) -> bool:
    if not isinstance(value, Record):
        return False
    return all(str(count) in value._values for count in player_counts(game))


def _fractional(game: Game) -> dict[str, set[str]]:
    """Return the fields that may have decimals, by kind or table."""
    return {
        owner: {name for name, type_ in fields.items() if type_.element == "number"}
        for owner, fields in fields_of(game.root).items()
    }


def _type(written: ValueType, kinds: set[str], tables: set[str]) -> Type | None:
    """Return the type of a field for rules; None if they cannot read it."""
    if written.sort == "list":
        element = _type(written.of, kinds, tables) if written.of is not None else None
        return element.listed if element is not None else None
    if written.sort == "number":
        return NUMBER
    if written.sort == "truth":
        return TRUTH
    if written.sort == "word":
        return Type("word", words=written.words)
    if written.name in tables:
        return Type("row", written.name)
    return Type("card", written.name) if written.name in kinds else None
