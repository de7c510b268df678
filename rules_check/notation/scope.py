"""The meaning of names at a place in the rules, and what is allowed there.

In: declarations. Out: `World`, all that a game declares; `Scope`, what is known at one place;
`Meaning`, what a part of a formula means. Knows no grammar.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from generator.data.formulas import Tree
from generator.data.game import Game
from generator.data.problems import Place, Problems
from generator.data.source import Node
from rules_check.notation import messages as say
from rules_check.notation.faults import Phrase, RuleFault, TooMuch
from rules_check.notation.own import OwnSteps
from rules_check.notation.program import (
    Constant,
    CounterDeclared,
    Expression,
    Type,
    Variable,
    VariableRead,
    Who,
    Word,
    ZoneDeclared,
)
from rules_check.notation.vocabulary import Vocabulary
from rules_check.notation.walking import is_me, nodes

MOST_PARTS = 10_000
"""The limit of parts of formulas in a program, with those of named formulas counted at each use."""
MOST_STEPS = 1_000
"""The limit of steps in a program, with those of named steps counted at each use."""
MOST_NAMES = 400
"""The limit of named zones, counters, formulas and steps."""
MOST_LINES = 60
"""The limit of lines of `until:`, `score:` or `ties:`."""
MOST_DEPTH = 70
"""How deeply steps and formulas may be nested."""


@dataclass(frozen=True)
class Meaning:
    """The meaning of a part of a formula: a value, which may be a bare `Word`.

    `source` is the pile of the cards, if they are in one; `is_own` means that it belongs to the
    acting player, `is_of_me` that it comes from a formula about that player.
    """

    place: Place
    value: Expression
    source: Expression | None = None
    is_own: bool = False
    is_of_me: bool = False

    @property
    def type(self) -> Type:
        return self.value.type

    @property
    def word(self) -> str:
        """The bare word; empty for other values."""
        return self.value.word if isinstance(self.value, Word) else ""


@dataclass(frozen=True)
class Bound:
    """A bound variable. `source` is the pile of the card that it names, None if that is not (or no
    longer) known.
    """

    variable: Variable
    source: Expression | None = None
    is_own: bool = False

    def read(self, place: Place) -> Meaning:
        value = VariableRead(self.variable, place)
        source = value if value.type.form == "pile" else self.source
        return Meaning(place, value, source, self.is_own)


@dataclass
class Noted:
    """Facts collected while something is read: whether it refers to `me`, and which variables'
    cards it moves.
    """

    of_me: bool = False
    moved: set[int] = field(default_factory=set)


@dataclass(frozen=True)
class Wanted:
    """The place of the cards whose powers are triggered, None if unknown, and whether this is
    within turns.
    """

    source: Expression | None
    is_in_turns: bool
    place: Place


@dataclass
class World:
    """Everything that a game declares.

    `trees` are the named formulas as parsed; `faulty` are names whose declaration has a fault, and
    `pieces` zones for things other than cards; `refills` holds the places where zones name their
    refill; `face_up` zones declared face up; `of_setup` names declared by `setup:`; `patterns` the
    game's own powers with their places; `used` the names that were read; `own` the functions of
    rules.py once a step calls one; `teams` is how many there are, or 0. `powers_wanted` records
    where steps trigger those of each text of a kind.
    """

    vocabulary: Vocabulary
    problems: Problems
    zones: dict[str, ZoneDeclared] = field(default_factory=dict)
    counters: dict[str, CounterDeclared] = field(default_factory=dict)
    formulas: dict[str, Phrase] = field(default_factory=dict)
    trees: dict[str, Tree] = field(default_factory=dict)
    steps: dict[str, Node] = field(default_factory=dict)
    faulty: set[str] = field(default_factory=set)
    pieces: set[str] = field(default_factory=set)
    refills: dict[str, Place] = field(default_factory=dict)
    face_up: set[str] = field(default_factory=set)
    of_setup: set[str] = field(default_factory=set)
    patterns: dict[str, Place] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    variables: list[Variable] = field(default_factory=list)
    powers_wanted: dict[tuple[str, str], list[Wanted]] = field(default_factory=dict)
    game: Game | None = None
    own: OwnSteps | None = None
    teams: int = 0
    names: int = 0
    parts: int = 0
    step_count: int = 0
    depth: int = 0

    def variable(self, name: str, type_: Type) -> Variable:
        variable = Variable(len(self.variables), name, type_)
        self.variables.append(variable)
        return variable

    def count_part(self, place: Place) -> None:
        """Count a part of a formula. Raises TooMuch if there are too many."""
        self.parts += 1
        if self.parts > MOST_PARTS:
            hint = "every use of a named formula counts: use named formulas less often"
            raise TooMuch(say.TOO_MANY_PARTS(most=MOST_PARTS), place, hint)

    @contextmanager
    def deeper(self, place: Place) -> Iterator[None]:
        """Go one level deeper into steps or formulas. Raises RuleFault if that is too deep."""
        self.depth += 1
        try:
            if self.depth > MOST_DEPTH:
                message = say.TOO_DEEP(most=MOST_DEPTH)
                raise RuleFault(message, place)
            yield
        finally:
            self.depth -= 1

    def count_step(self, place: Place) -> None:
        """Count a step. Raises TooMuch if there are too many."""
        self.step_count += 1
        if self.step_count > MOST_STEPS:
            hint = "every use of named steps counts: use a loop"
            raise TooMuch(say.TOO_MANY_STEPS(most=MOST_STEPS), place, hint)

    def count_name(self, place: Place) -> None:
        """Count a named thing. Raises TooMuch if there are too many."""
        self.names += 1
        if self.names > MOST_NAMES:
            raise TooMuch(say.TOO_MANY_NAMES(most=MOST_NAMES), place)

    def known(self) -> list[str]:
        """List the names that formulas can use, for hints."""
        own = [*self.zones, *self.counters, *self.formulas]
        words = self.vocabulary
        return [*own, *words.numbers, *words.tabled, *words.ids, *words.tables]


@dataclass(frozen=True)
class Scope:
    """What is known at a place. `phrase` is the text being read; `me` is the acting player, None if
    it is no player's turn.

    `elements` are the variables of `where`, `over` and `by`, whose fields go by their short names;
    `aliases` are the meanings of a power's slots; `doing` lists the named formulas and steps being
    read; `ends` what `end the …` can end; `missing` names whose `let` has a fault. `is_in_turns`
    means that turns follow one another.
    """

    world: World
    phrase: Phrase
    me: Expression | None = None
    variables: Mapping[str, Bound] = field(default_factory=dict)
    elements: tuple[Bound, ...] = ()
    aliases: Mapping[str, Constant | str] = field(default_factory=dict)
    doing: tuple[str, ...] = ()
    ends: frozenset[str] = frozenset()
    is_together: bool = False
    missing: frozenset[str] = frozenset()
    is_in_turns: bool = False
    noted: Noted = field(default_factory=Noted)

    def at(self, tree: Tree) -> Place:
        return self.phrase.at(tree.column, tree.length)

    def about(self, phrase: Phrase) -> Scope:
        """Return the same scope for another text."""
        return replace(self, phrase=phrase)

    def naming(self, **bound: Bound) -> Scope:
        return replace(self, variables={**self.variables, **bound})

    def member(self, name: str, members: Meaning) -> tuple[Variable, Scope]:
        """Return a variable for one member of a list, and the scope in which it has a name."""
        variable = self.world.variable(name, members.type.element)
        return variable, self.naming(**{name: Bound(variable, members.source, members.is_own)})

    def looking_at(self, bound: Bound, *names: str) -> Scope:
        """Return the scope in which a member of a list is examined, as `it` and by other names."""
        named = dict.fromkeys(("it", *names), bound)
        return replace(self.naming(**named), elements=(*self.elements, bound))

    def known(self) -> list[str]:
        """Return the names with a meaning here, those of the examined element first."""
        fields = self.world.vocabulary.fields
        looked_at = list[str]()
        for element in self.elements:
            looked_at.extend(fields.get(element.variable.type.name, ()))
        return [*looked_at, *self.variables, *self.world.known()]

    def acting(self, place: Place, **changes: object) -> Scope:
        """Return the scope in which another player acts: the places of the previous player's cards
        are not available.
        """
        away = {
            name: replace(
                bound, source=None if is_of_me(bound.source) else bound.source, is_own=False
            )
            for name, bound in self.variables.items()
        }
        return replace(self, me=Who("me", place), variables=away, **changes)  # type: ignore[arg-type]


def is_of_me(value: object) -> bool:
    """Return whether an expression refers to the acting player."""
    return any(map(is_me, nodes(value)))
