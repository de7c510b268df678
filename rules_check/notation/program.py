"""The content of `play:`, as values: what is declared, what is done step by step, and what is
asked.

In: nothing. Out: a `Program`, in which every name is resolved and every formula has a type;
`reading` builds it from cards.yaml, `writing` turns it into rules of the toolkit. Depends on
neither.

Every value has the `Place` of the words it was read from; two values are equal regardless of where
they are written. Named formulas and named steps are
already substituted where they are used; powers are separate procedures. Indices (`seat`, pile, die)
count from 0 unless a formula's author counts them: `row[1]` is pile 0, and the key is the
expression as written.
"""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as part
from typing import Literal

from generator.data.problems import Place

# -------------------------------------------------------------------------------------------- types


@dataclass(frozen=True)
class Type:
    """The type of a value. `name` is the kind of a card, the table of a row, or the zone of a pile;
    `words` are the possible words.

    A `number` is an integer; `none` fits every type that can be absent: a player, a card, a row, a
    word.
    """

    sort: Literal["number", "truth", "player", "card", "row", "word", "pile", "none"]
    name: str = ""
    words: tuple[str, ...] = ()
    is_list: bool = False

    @property
    def form(self) -> str:
        """The sort of a single value; `list` for lists of any sort."""
        return "list" if self.is_list else self.sort

    @property
    def element(self) -> Type:
        """The type of one member of a list."""
        return Type(self.sort, self.name, self.words)

    @property
    def listed(self) -> Type:
        return Type(self.sort, self.name, self.words, is_list=True)


NUMBER, TRUTH, PLAYER, NONE = Type("number"), Type("truth"), Type("player"), Type("none")
OVER = "the game is over"
"""The name of an end without words: a formula alone after `until:`, or `end the game`."""


# ------------------------------------------------------------------------------------- declarations


@dataclass(frozen=True)
class Only:
    """Which cards of a kind: those of which a condition on `variable` is true."""

    variable: Variable
    condition: Expression


@dataclass(frozen=True)
class ZoneDeclared:
    """A place for cards of one kind: on the table or, if `is_own`, one for each player.

    `keys` names its piles if it has several: rows of a table or cards of a kind (`key_type`), or
    numbers from 1. `is_full` means that all cards of the kind, or `only` some, start there.
    """

    name: str
    is_own: bool
    kind: str
    place: Place = part(compare=False)
    holds_one: bool = False
    is_full: bool = False
    only: Only | None = None
    seen: Literal["all", "owner", "nobody"] = "all"
    is_in_order: bool = False
    keys: tuple[str, ...] = ()
    key_type: Type | None = None
    refilled_from: str | None = None

    @property
    def type(self) -> Type:
        """The type of one of its piles."""
        return Type("pile", self.name)

    @property
    def is_split(self) -> bool:
        """Whether it has several piles: one for each player, or by their keys."""
        return self.is_own or bool(self.keys)

    @property
    def axes(self) -> int:
        """The number of indices that select one of its piles."""
        return [self.is_own, bool(self.keys)].count(True)


@dataclass(frozen=True)
class CounterDeclared:
    """A stored value, of the table or of each player. `type` is number, truth, player or row;
    `start` is an expression or none.

    `keys` is as for zones. `again` says when it is reset automatically. Dice are a counter with a
    key for each die, and `faces`.
    """

    name: str
    is_own: bool
    type: Type
    start: Expression
    place: Place = part(compare=False)
    keys: tuple[str, ...] = ()
    key_type: Type | None = None
    again: Literal["", "turn", "round"] = ""
    is_seen_by_owner_only: bool = False
    faces: int = 0
    is_shown: bool = True

    @property
    def is_one_die(self) -> bool:
        return self.faces > 0 and len(self.keys) == 1


@dataclass(frozen=True)
class Variable:
    """A temporary name: of `let`, of a slot of a move, of a loop, or the element that `where`,
    `over` or `by` examines.

    `number` is unique within a program. The place of the card it names is the `source` of whatever
    binds it, and of each `Taken` that moves it.
    """

    number: int
    name: str
    type: Type


# -------------------------------------------------------------------------------------- expressions


@dataclass(frozen=True)
class Constant:
    """A number, true or false, the id of a row or card, or a word; None is `none`."""

    type: Type
    value: int | bool | str | None
    place: Place = part(compare=False)


@dataclass(frozen=True)
class Word:
    """A bare word, whose meaning depends on what is required where it is written; no program
    contains one.
    """

    word: str
    place: Place = part(compare=False)
    type: Type = NONE


@dataclass(frozen=True)
class RuleNumber:
    """A number under `rules:`; with a `key`, its table's value for that number, or 0 if it has
    none.
    """

    name: str
    key: Expression | None
    place: Place = part(compare=False)
    type: Type = NUMBER


@dataclass(frozen=True)
class RulingAnswer:
    """The chosen option of a ruling: one of its words."""

    name: str
    type: Type
    place: Place = part(compare=False)


@dataclass(frozen=True)
class Who:
    """`me`, `active` (whose turn it is), `first`."""

    who: Literal["me", "active", "first"]
    place: Place = part(compare=False)
    type: Type = PLAYER


@dataclass(frozen=True)
class Players:
    """Players in the order of seats: those who are not out, all of those except me (from my left),
    those of the others who are in my team, or everyone.

    `than` is the player whom the others exclude, in place of me, in a formula about another player.
    """

    which: Literal["players", "others", "partners", "everyone"]
    place: Place = part(compare=False)
    type: Type = PLAYER.listed
    than: Expression | None = None

    @property
    def is_of_one(self) -> bool:
        """Whether they depend on one player, whom they leave out."""
        return self.which in ("others", "partners")


@dataclass(frozen=True)
class Clock:
    """The number of the round, or of the turn within `turns:`, from 1."""

    what: Literal["round", "turn"]
    place: Place = part(compare=False)
    type: Type = NUMBER


@dataclass(frozen=True)
class IsOut:
    player: Expression
    place: Place = part(compare=False)
    type: Type = TRUTH


@dataclass(frozen=True)
class SeatNumber:
    """A player's seat, from 1."""

    player: Expression
    place: Place = part(compare=False)
    type: Type = NUMBER


@dataclass(frozen=True)
class VariableRead:
    variable: Variable
    place: Place = part(compare=False)

    @property
    def type(self) -> Type:
        return self.variable.type


@dataclass(frozen=True)
class CounterRead:
    """A counter: of `owner` if it belongs to a player; the one with a `key` if there are several
    (all of them, as a list, if the key is None).
    """

    counter: str
    owner: Expression | None
    key: Expression | None
    type: Type
    place: Place = part(compare=False)


@dataclass(frozen=True)
class PileRead:
    """A zone: of `owner` if it belongs to a player; if it has several piles, the one with a `key`,
    or all of them (a list of piles).

    Its type is a pile. `CardsIn` turns it into the list of its cards, top card last, and `CardOn`
    turns a zone for one card into that card. `players.hand`, the cards of all these, is a `Mapped`
    over CardsIn.
    """

    zone: str
    owner: Expression | None
    key: Expression | None
    type: Type
    place: Place = part(compare=False)


@dataclass(frozen=True)
class CardsIn:
    """The cards of a pile as a list, top card last."""

    pile: Expression
    type: Type
    place: Place = part(compare=False)


@dataclass(frozen=True)
class CardOn:
    """The card in a zone that holds one; none if it is empty."""

    pile: Expression
    type: Type
    place: Place = part(compare=False)


@dataclass(frozen=True)
class FieldOf:
    """A field of a card or row: 0, false, none or an empty list if the field or the card is
    missing.
    """

    of: Expression
    field: str
    type: Type
    place: Place = part(compare=False)


@dataclass(frozen=True)
class Every:
    """All distinct cards of a kind, or all rows of a table, in the order of cards.yaml."""

    type: Type
    place: Place = part(compare=False)


@dataclass(frozen=True)
class RowNumber:
    """The number of a row in its table, from 1 in the order of cards.yaml; 0 for none."""

    row: Expression
    place: Place = part(compare=False)
    type: Type = NUMBER


@dataclass(frozen=True)
class ItemAt:
    """The list member at a position, from 1; none, 0 or false if there is no such member."""

    list: Expression
    number: Expression
    type: Type
    place: Place = part(compare=False)


@dataclass(frozen=True)
class Listed:
    items: tuple[Expression, ...]
    type: Type
    place: Place = part(compare=False)


@dataclass(frozen=True)
class Span:
    """The numbers from `low` to `high`."""

    low: Expression
    high: Expression
    place: Place = part(compare=False)
    type: Type = NUMBER.listed


@dataclass(frozen=True)
class Where:
    """The members of a list that satisfy a condition on `variable`."""

    list: Expression
    variable: Variable
    condition: Expression
    type: Type
    place: Place = part(compare=False)


@dataclass(frozen=True)
class Otherwise:
    """The first list, or the second if that is empty."""

    first: Expression
    second: Expression
    type: Type
    place: Place = part(compare=False)


@dataclass(frozen=True)
class Mapped:
    """A value for each member of a list: `sum(x * 2 over hand)`, `hand.cost`, `players.points`.
    Lists of lists are joined.
    """

    list: Expression
    variable: Variable
    value: Expression
    type: Type
    place: Place = part(compare=False)


@dataclass(frozen=True)
class Aggregate:
    """One value computed from a list. `count` with a `member` counts those equal to it. `top` is
    `last`. For an empty list: 0, false (`all`: true) or none.
    """

    function: Literal["count", "sum", "max", "min", "any", "all", "distinct", "first", "last"]
    list: Expression
    type: Type
    place: Place = part(compare=False)
    member: Expression | None = None


@dataclass(frozen=True)
class Best:
    """The member with the largest keys, compared in order; the first of equals, or none if
    `is_only`. Without keys, all members are equal: only the single member of a list is found.
    """

    list: Expression
    variable: Variable
    keys: tuple[Expression, ...]
    is_only: bool
    type: Type
    place: Place = part(compare=False)


@dataclass(frozen=True)
class Beside:
    """The next player in one direction who is not out."""

    side: Literal["left", "right"]
    player: Expression
    place: Place = part(compare=False)
    type: Type = PLAYER


@dataclass(frozen=True)
class Conditional:
    condition: Expression
    then: Expression
    otherwise: Expression
    type: Type
    place: Place = part(compare=False)


@dataclass(frozen=True)
class Numeric:
    """Integers: `/` rounds down, and division by 0 gives 0. `abs` has one part, `max` and `min` two
    or more.
    """

    operator: Literal["+", "-", "*", "/", "mod", "abs", "max", "min"]
    parts: tuple[Expression, ...]
    place: Place = part(compare=False)
    type: Type = NUMBER


@dataclass(frozen=True)
class Comparison:
    """Two values of one type: numbers with any operator, all others with = and <>."""

    operator: Literal["=", "<>", "<", "<=", ">", ">="]
    left: Expression
    right: Expression
    place: Place = part(compare=False)
    type: Type = TRUTH


@dataclass(frozen=True)
class Logical:
    """`not` has one part, `and` and `or` two; the second is evaluated only if it matters."""

    operator: Literal["and", "or", "not"]
    parts: tuple[Expression, ...]
    place: Place = part(compare=False)
    type: Type = TRUTH


@dataclass(frozen=True)
class IsEmpty:
    list: Expression
    place: Place = part(compare=False)
    type: Type = TRUTH


@dataclass(frozen=True)
class Contains:
    """Whether a value is a member of a list."""

    list: Expression
    member: Expression
    place: Place = part(compare=False)
    type: Type = TRUTH


Expression = (
    Constant | Word | RuleNumber | RulingAnswer | Who | Players | Clock | IsOut | SeatNumber | VariableRead | CounterRead | PileRead | CardsIn
    | CardOn | FieldOf | Every | RowNumber | ItemAt | Listed | Span | Where | Otherwise | Mapped | Aggregate | Best | Beside | Conditional | Numeric | Comparison
    | Logical | IsEmpty | Contains
)  # fmt: skip


# -------------------------------------------------------------------------------------------- steps


@dataclass(frozen=True)
class Taken:
    """The cards that move: those in `cards` that are in `source`; with a `count`, only that number
    of them, from the top unless at random.

    `cards` is a list (a whole pile, a pile narrowed by where) or one card.
    """

    cards: Expression
    source: Expression
    count: Expression | None = None
    is_at_random: bool = False


@dataclass(frozen=True)
class Move:
    """Moves cards to a pile; in a zone with a pile for each row or kind (`by_own_key`), each card
    goes to its own pile.
    """

    taken: Taken
    to: Expression
    place: Place = part(compare=False)
    is_at_bottom: bool = False
    by_own_key: bool = False


@dataclass(frozen=True)
class Deal:
    """Deals `count` cards to each player who is not out, or to each pile of a common zone, one at a
    time in rotation.
    """

    count: Expression
    source: Expression
    zone: str
    place: Place = part(compare=False)


@dataclass(frozen=True)
class Refill:
    """Draws until a pile has `count` cards; `piles` is a pile or a list of piles."""

    piles: Expression
    count: Expression
    source: Expression
    place: Place = part(compare=False)


@dataclass(frozen=True)
class Shuffle:
    pile: Expression
    place: Place = part(compare=False)


@dataclass(frozen=True)
class Gather:
    """Shuffles all cards of a kind, wherever they are, into a pile."""

    kind: str
    to: Expression
    place: Place = part(compare=False)


@dataclass(frozen=True)
class Swap:
    first: Expression
    second: Expression
    place: Place = part(compare=False)


@dataclass(frozen=True)
class Pass:
    """Passes each player's zone to the next player on that side."""

    zone: str
    side: Literal["left", "right"]
    place: Place = part(compare=False)


@dataclass(frozen=True)
class LookAt:
    """Lets the player see a pile; they know each of these cards for as long as it stays there."""

    pile: Expression
    place: Place = part(compare=False)


@dataclass(frozen=True)
class SetCounter:
    """Sets `counter` to `value`, of the counter's type; `add` and `take` set a sum."""

    counter: CounterRead
    value: Expression
    place: Place = part(compare=False)


@dataclass(frozen=True)
class SetFirst:
    """Sets the player who is `first`."""

    player: Expression
    place: Place = part(compare=False)


@dataclass(frozen=True)
class SetNext:
    """Sets the player with the next turn of the surrounding `turns:`."""

    player: Expression
    place: Place = part(compare=False)


@dataclass(frozen=True)
class Roll:
    dice: CounterRead
    place: Place = part(compare=False)


@dataclass(frozen=True)
class Let:
    """Binds a variable to the current value of the expression; `source` is the pile of the card
    that it names, if known.
    """

    variable: Variable
    value: Expression
    place: Place = part(compare=False)
    source: Expression | None = None


@dataclass(frozen=True)
class GoOut:
    player: Expression
    place: Place = part(compare=False)


@dataclass(frozen=True)
class AllIn:
    place: Place = part(compare=False)


@dataclass(frozen=True)
class End:
    """Ends the game or a surrounding block: `repeat` the nearest Repeat or For, `turn` and `turns`
    the nearest Turns.
    """

    what: Literal["game", "round", "turn", "turns", "repeat"]
    place: Place = part(compare=False)


@dataclass(frozen=True)
class DoPower:
    """Does what a card's text says. Within a power, this comes after it; the last power triggered
    comes first.
    """

    card: Expression
    field: str
    place: Place = part(compare=False)
    source: Expression | None = None


@dataclass(frozen=True)
class If:
    condition: Expression
    then: tuple[Step, ...]
    otherwise: tuple[Step, ...]
    place: Place = part(compare=False)


@dataclass(frozen=True)
class Slot:
    """Something that a move names: a member of a list. `source` is the pile of its cards, if they
    are in one.

    Later slots, the condition and the steps can read `variable`.
    """

    variable: Variable
    list: Expression
    source: Expression | None = None


@dataclass(frozen=True)
class Option:
    """One line of `choose:`: words with at most two slots; `words` is the text around them (one
    more than slots).
    """

    words: tuple[str, ...]
    slots: tuple[Slot, ...]
    condition: Expression | None
    is_last_resort: bool
    steps: tuple[Step, ...]
    place: Place = part(compare=False)


@dataclass(frozen=True)
class Choose:
    """One decision of the acting player (`me`). A single move is made automatically, and a choice
    without moves is skipped.
    """

    options: tuple[Option, ...]
    place: Place = part(compare=False)


@dataclass(frozen=True)
class Each:
    """Every player once: those of `who`, clockwise from a player, or in ascending order of keys.

    None in `who` is skipped. If `start` is None, it begins with me, or with `first` if it is no
    player's turn. With `is_together` all of them decide in secret. Within it, `me` is that player.
    """

    who: Expression
    start: Expression | None
    variable: Variable | None
    keys: tuple[Expression, ...]
    steps: tuple[Step, ...]
    is_together: bool
    place: Place = part(compare=False)


@dataclass(frozen=True)
class Turns:
    """Players in turn, in rotation, until `who` is empty, a condition holds, or `end the turns`."""

    who: Expression
    start: Expression | None
    until: Expression | None
    steps: tuple[Step, ...]
    place: Place = part(compare=False)


@dataclass(frozen=True)
class Repeat:
    """Repeats a number of `times`, or until a condition holds after a repetition; without either,
    until `end the repeat`.
    """

    times: Expression | None
    until: Expression | None
    steps: tuple[Step, ...]
    place: Place = part(compare=False)


@dataclass(frozen=True)
class For:
    """Does the same for each member of a list, as it was when the loop began."""

    variable: Variable
    list: Expression
    steps: tuple[Step, ...]
    place: Place = part(compare=False)
    source: Expression | None = None


@dataclass(frozen=True)
class Call:
    """Calls a function of the game's own rules.py with `parameters`. `touches` are the names of
    what it may change.
    """

    function: str
    parameters: tuple[str, ...]
    touches: frozenset[str]
    place: Place = part(compare=False)


Step = (
    Call | Move | Deal | Refill | Shuffle | Gather | Swap | Pass | LookAt | SetCounter | SetFirst | SetNext | Roll | Let | GoOut | AllIn | End
    | DoPower | If | Choose | Each | Turns | Repeat | For
)  # fmt: skip


# ------------------------------------------------------------------------------------------ program


@dataclass(frozen=True)
class Power:
    """The meaning of the sentences on cards: `this` is the card, `me` the player. `cards` are the
    ids of the cards of the kind with the sentence.
    """

    kind: str
    field: str
    text: str
    cards: tuple[str, ...]
    place_in_text: int
    this: Variable
    steps: tuple[Step, ...]
    place: Place = part(compare=False)


@dataclass(frozen=True)
class Ending:
    """A reason to end the game: its words, and its condition, checked after each round or turn."""

    words: str
    condition: Expression
    place: Place = part(compare=False)


@dataclass(frozen=True)
class ScoreLine:
    """One line of a player's score, with that player as `me`."""

    words: str
    value: Expression
    place: Place = part(compare=False)


Wins = Literal["most", "least", "together"]
"""Who wins: the player with the most points or the fewest, or all players together."""


@dataclass(frozen=True)
class Program:
    """All of `play:`, resolved. If `is_by_turns`, `steps` are one turn of a player; otherwise they
    are one round of all.
    """

    title: str
    zones: dict[str, ZoneDeclared]
    counters: dict[str, CounterDeclared]
    beginning: tuple[Step, ...]
    steps: tuple[Step, ...]
    is_by_turns: bool
    endings: tuple[Ending, ...]
    scores: tuple[ScoreLine, ...]
    ties: tuple[Expression, ...] = ()
    wins: Wins = "most"
    loses: tuple[str, ...] = ()
    """The words of the endings with which all players lose."""
    teams: int = 0
    """The number of teams; 0 if each player plays alone, or all play together."""
    powers: tuple[Power, ...] = ()
    variables: tuple[Variable, ...] = ()
    python: str = ""
    """The game's own rules.py, if steps call its functions and the user has agreed to it."""

    @property
    def declared(self) -> dict[str, ZoneDeclared | CounterDeclared]:
        """The zones, then the counters, by name."""
        return {**self.zones, **self.counters}

    @property
    def course(self) -> tuple[object, ...]:
        """Everything that is done."""
        return (self.beginning, self.steps, self.powers)

    @property
    def parts(self) -> tuple[object, ...]:
        """Everything except the declarations."""
        return (*self.course, self.endings, self.scores, self.ties)
