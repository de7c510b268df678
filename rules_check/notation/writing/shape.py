"""The shape of the records of generated rules: the name and the size of every field and every
constant.

In: a program, and the names in the rest of cards.yaml. Out: a `Shape`, which the modules that write
source query. Writes no source.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf

from generator.data.game import Game, Record
from generator.data.problems import Place
from rules_check.notation.effects import changed_by
from rules_check.notation.program import (
    CardsIn,
    CounterDeclared,
    Each,
    Expression,
    For,
    GoOut,
    Let,
    LookAt,
    Move,
    Pass,
    Program,
    SetFirst,
    Slot,
    Swap,
    Type,
    Variable,
    Who,
    ZoneDeclared,
)
from rules_check.notation.vocabulary import Vocabulary, counts_of, vocabulary_of
from rules_check.notation.walking import nodes, nodes_of
from rules_check.notation.writing.names import OF_CARDS, OF_MODULE, OF_STATE, Names


@dataclass
class Shape:
    """Names and sizes. `counts` are the numbers of players."""

    program: Program
    words: Vocabulary
    game: Game
    counts: range
    of_module: Names = field(default_factory=lambda: Names(OF_MODULE))
    of_state: Names = field(default_factory=lambda: Names(OF_STATE))
    of_cards: Names = field(default_factory=lambda: Names(OF_CARDS))
    constants: dict[str, int] = field(default_factory=dict)
    """The numbers for cards, rows and words, by their names in the source."""

    has_outs: bool = False
    has_active: bool = False
    moves_first: bool = False
    """Whether steps set the first player; otherwise that is seat 1."""
    known_zones: set[str] = field(default_factory=set)
    """The zones for which the record says who knows each card, because players look at them or pass
    them on.
    """
    secret: set[str] = field(default_factory=set)
    """Zones and counters that change while all players decide in secret."""
    read: dict[tuple[str, str], str] = field(default_factory=dict)
    """The fields of cards and rows that rules read, with their names in the source."""
    rules_read: dict[str, str] = field(default_factory=dict)
    counted: dict[str, str] = field(default_factory=dict)
    """The kinds and tables that rules count, and the fields with their sizes."""
    ends: list[str] = field(default_factory=list)
    """The words for each end of a game, by its number."""
    bad_ends: dict[int, Place | None] = field(default_factory=dict)
    """The ends that are not a result, by number, and the places in cards.yaml that cause them."""
    values: dict[int, Expression] = field(default_factory=dict)
    """The possible values of variables, by their numbers: those of slots, loops and `let`."""
    absent: set[int] = field(default_factory=set)
    """The numbers of the variables that can be none: those of `let`."""

    # ------------------------------------------------------------------------------------- rooms
    @property
    def seats(self) -> int:
        """Return the largest number of players."""
        return self.counts[-1]

    def room_of(self, kind: str) -> int:
        """Return how many distinct cards a kind, or rows a table, has."""
        return len(self.ids_of(kind))

    def ids_of(self, kind: str) -> tuple[str, ...]:
        return self.words.named[kind]

    def copies_of(self, kind: str) -> int:
        """Return how many cards of a kind exist, counting copies; those of one player, if each has
        a full set.
        """
        copies = sum(self.words.cards[id_].copies for id_ in self.words.kinds[kind])
        if not self.is_owned_whole(kind):
            return copies
        return copies // self.sets_of(kind) * self.seats

    def sets_of(self, kind: str) -> int:
        """Return how many sets the copies of a kind are divided into: the largest number of
        players, if the box has a set for each.
        """
        return self.seats if kind in self.words.owned else 1

    def records_of(self, owner: str) -> list[Record]:
        """List the cards of a kind, or the rows of a table, with their fields."""
        return [self.words.records[owner, id_] for id_ in self.ids_of(owner)]

    def most_of_field(self, owner: str, name: str) -> float:
        """Return the largest value of a field on any card of a kind; infinity if it has none."""
        return max((row._values.get(name) or 0 for row in self.records_of(owner)), default=inf)

    def are_alike(self, kind: str) -> bool:
        """Return whether some card of a kind has several copies."""
        cards = (self.words.cards[id_] for id_ in self.words.kinds[kind])
        return any(card.copies > 1 for card in cards) or self.is_owned_whole(kind)

    def is_owned_whole(self, kind: str) -> bool:
        """Return whether every player begins with all cards of a kind."""
        return self._begins_with_players(kind) and not self.first_owners(kind)

    def _begins_with_players(self, kind: str) -> bool:
        return any(zone.is_full and zone.is_own for zone in self.zones_of(kind))

    def first_owners(self, kind: str) -> list[int]:
        """List which seat begins with each card of a kind, from 0, if `for_each` makes one card of
        every entry for each player; empty otherwise.
        """
        if not self._begins_with_players(kind):
            return []
        for component in self.game.components:
            is_of_kind = any(card.kind == kind for card in component.cards)
            if is_of_kind and component.is_each_player and component.has_own_for(self.seats):
                rows = component.rows()
                return [rows.get(id_, self.seats) for id_ in self.words.kinds[kind]]
        return []

    def room_in(self, zone: ZoneDeclared) -> int:
        """Return the capacity of one pile of a zone, in cards."""
        if zone.holds_one:
            return 1
        own_set = self.is_owned_whole(zone.kind) and zone.is_own and zone.is_full
        return max(1, self.copies_of(zone.kind) // (self.seats if own_set else 1))

    # ------------------------------------------------------------------------------------- names
    def zone(self, name: str) -> str:
        """Return the field of a zone."""
        return self.of_state.of(("zone", name), name)

    def counter(self, name: str) -> str:
        """Return the field of a counter."""
        return self.of_state.of(("counter", name), name)

    def kept(self, variable: Variable) -> str:
        """Return the field of the state that stores a variable from one decision to the next."""
        return self.of_state.of(("variable", variable.number), variable.name)

    def count(self, kind: str) -> str:
        """Return the card set's field with the number of cards of a kind, or rows of a table."""
        self.counted[kind] = self.of_cards.of(("count", kind), kind)
        return self.counted[kind]

    def attribute(self, owner: str, name: str) -> str:
        """Return the field of the card set that holds a field of each card or row."""
        owners = [other for other, fields in self.words.fields.items() if name in fields]
        full_name = name if len(owners) < 2 else f"{owner} {name}"
        self.count(owner)
        type_ = self.words.fields[owner][name]
        if type_.sort in ("row", "card"):
            self.count(type_.name)
        self.read[owner, name] = self.of_cards.of(("field", owner, name), full_name)
        return self.read[owner, name]

    def rule(self, name: str) -> str:
        self.rules_read[name] = self.of_cards.of(("rule", name), name)
        return self.rules_read[name]

    def most_of_rule(self, name: str) -> int:
        """Return the largest number under `rules:` with a given name."""
        value = self.game.context["rules"]._values[name]
        if isinstance(value, Record):
            return max(map(int, value._values.values()))
        return max(map(int, value)) if isinstance(value, list | tuple) else int(value)

    def ruling(self, name: str) -> str:
        return self.of_cards.of(("ruling", name), name)

    def constant(self, type_: Type, value: str) -> str:
        """Return the name of the constant for a card, a row or a word."""
        known = type_.words if type_.sort == "word" else self.ids_of(type_.name)
        number = known.index(value)
        key = ("constant", value, number)
        name = self.of_module.of(key, value, is_constant=True)
        self.constants[name] = number
        return name

    def known(self, name: str) -> str:
        """Return the field that records who knows each card of a zone."""
        return self.of_state.of(("known", name), f"{name} known")

    def copies(self, kind: str) -> str:
        """Write the number of copies of each card of a kind; the toolkit names that field after the
        kind.
        """
        name = f"{kind}_copies"
        return f"cards.{name}" if name.isidentifier() else f"cards[{name!r}]"

    def unused(self, kind: str) -> str:
        """Return the zone of the cards of a kind that are in no zone when the game begins; empty if
        there are none.
        """
        full = [zone for zone in self.zones_of(kind) if zone.is_full]
        if any(zone.only is None for zone in full) and not self.first_owners(kind):
            return ""
        return self.of_state.of(("unused", kind), f"unused {kind}")

    def overfull(self, zone: str, place: Place) -> int:
        """Return the end of a game whose step puts a second card in a zone with room for one."""
        words = f"a second card comes to '{zone}', line {place.line}"
        if words not in self.ends:
            self.ends.append(words)
            self.bad_ends[len(self.ends) - 1] = place
        return self.ends.index(words)

    # -------------------------------------------------------------------------------- declarations
    def zone_of(self, name: str) -> ZoneDeclared:
        return self.program.zones[name]

    def counter_of(self, name: str) -> CounterDeclared:
        return self.program.counters[name]

    def zones_of(self, kind: str) -> list[ZoneDeclared]:
        return [zone for zone in self.program.zones.values() if zone.kind == kind]

    @property
    def kinds(self) -> list[str]:
        """List the kinds with cards in zones, in the order of the zones."""
        return list(dict.fromkeys(zone.kind for zone in self.program.zones.values()))


def known_zones(program: Program) -> set[str]:
    """Return the zones in which single hidden cards can be known: those that players look at, pass
    on or exchange, and those that receive such piles whole.
    """
    whole = set[tuple[str, str]]()
    known = set[str]()
    for step in nodes(program):
        match step:
            case LookAt():
                known.add(step.pile.type.name)
            case Pass() if program.zones[step.zone].seen == "owner":
                known.add(step.zone)
            case Swap():
                zones = {step.first.type.name, step.second.type.name}
                if all(program.zones[name].seen == "owner" for name in zones):
                    known |= zones
            case Move() if isinstance(step.taken.cards, CardsIn):
                whole.add((step.taken.source.type.name, step.to.type.name))
    for _ in program.zones:
        known |= {to for source, to in whole if source in known}
    return {name for name in known if program.zones[name].seen != "all"}


def shape_of(program: Program, game: Game) -> Shape:
    """Determine what the records of a program have to hold."""
    shape = Shape(program, vocabulary_of(game), game, counts_of(game, program.teams))
    shape.has_active = program.is_by_turns
    shape.has_outs = any(nodes_of(GoOut, program))
    shape.moves_first = any(nodes_of(SetFirst, program))
    shape.known_zones = known_zones(program)
    for node in nodes((program, *program.declared.values())):
        match node:
            case Who(who="active"):
                shape.has_active = True
            case Slot(variable=variable, list=members) | For(variable=variable, list=members):
                shape.values[variable.number] = members
            case Let(variable=variable, value=value):
                shape.values[variable.number] = value
                shape.absent.add(variable.number)
            case Each(is_together=True, steps=steps):
                changed = changed_by(steps, program)
                shape.secret |= {name for sort, name in changed if sort in ("zone", "counter")}
    return shape
