"""What `play:` says, as values: what is declared, what is done step by step, and what is asked.

In: nothing. Out: a `Program`, in which every name is resolved and every formula has a type;
`reading` makes it of cards.yaml, `writing` makes rules of the toolkit from it. Knows neither.

Every value has the `Place` of the words it was read from. Named formulas and named steps are
already put where they are used, powers are their own procedures. Indices (`seat`, pile, die)
count from 0 unless a formula's author counts them: `row[1]` is pile 0, and the key is the
expression as written.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from generator.data.problems import Place

# -------------------------------------------------------------------------------------------- types


@dataclass(frozen=True)
class Type:
    """What a value is. `name` is the kind of a card, the table of a row, the zone of a pile;
    `words` are those a word can be.

    A `number` is whole; `none` is what fits every type that can be absent: a player, a card, a row,
    a word.
    """

    sort: Literal["number", "truth", "player", "card", "row", "word", "pile", "none"]
    name: str = ""
    words: tuple[str, ...] = ()
    is_list: bool = False

    @property
    def element(self) -> Type:
        """The type of one member of a list."""
        return Type(self.sort, self.name, self.words)

    @property
    def listed(self) -> Type:
        return Type(self.sort, self.name, self.words, is_list=True)


NUMBER, TRUTH, PLAYER, NONE = Type("number"), Type("truth"), Type("player"), Type("none")
OVER = "the game is over"
"""How an end is called that has no its own words: a formula alone after `until:`, or
`end the game`.
"""


# ------------------------------------------------------------------------------------- declarations


@dataclass(frozen=True)
class ZoneDeclared:
    """A place for cards of one kind: of the table, or one of each player's if `is_own`.

    `keys` names its piles if it has several: rows of a table or cards of a kind (`key_type`), or
    numbers from 1. `is_full` says that all cards of the kind, those that `condition` takes, are
    there at first (`element` is the one that the condition looks at).
    """

    name: str
    is_own: bool
    kind: str
    place: Place
    holds_one: bool = False
    is_full: bool = False
    element: Variable | None = None
    condition: Expression | None = None
    seen: Literal["all", "owner", "nobody"] = "all"
    is_in_order: bool = False
    keys: tuple[str, ...] = ()
    key_type: Type | None = None
    refilled_from: str | None = None


@dataclass(frozen=True)
class CounterDeclared:
    """A value that is kept: of the table or of each player. `type` is number, truth, player or row;
    `start` is an expression or none.

    `keys` as in zones. `again` says when it goes back to its start by itself. Dice are a counter
    with a key for each die, and `faces`.
    """

    name: str
    is_own: bool
    type: Type
    start: Expression
    place: Place
    keys: tuple[str, ...] = ()
    key_type: Type | None = None
    again: Literal["", "turn", "round"] = ""
    is_seen_by_owner_only: bool = False
    faces: int = 0


@dataclass(frozen=True)
class Variable:
    """A name for something passing: of `let`, of a slot of a move, of a loop, or the one that
    `where`, `over` or `by` looks at.

    `number` is its own in a program. Where a card is that it names is the `source` of what binds
    it, and of each `Taken` that moves it.
    """

    number: int
    name: str
    type: Type


# -------------------------------------------------------------------------------------- expressions


@dataclass(frozen=True)
class Constant:
    """A number, true or false, or the id of a row or card, or a word; None is `none`."""

    type: Type
    value: int | bool | str | None
    place: Place


@dataclass(frozen=True)
class RuleNumber:
    """A number of `rules:`; with a `key`, what its table has for that number, 0 if nothing."""

    name: str
    key: Expression | None
    place: Place
    type: Type = NUMBER


@dataclass(frozen=True)
class RulingAnswer:
    """The option that a ruling has: a word of its options."""

    name: str
    type: Type
    place: Place


@dataclass(frozen=True)
class Who:
    """`me`, `active` (whose turn it is), `first`."""

    who: Literal["me", "active", "first"]
    place: Place
    type: Type = PLAYER


@dataclass(frozen=True)
class Players:
    """Players in the order of seats: those who are not out, of them all but me (from my left), or
    everyone.

    `than` is who the others are others than, in place of me: what a formula of another player says.
    """

    which: Literal["players", "others", "everyone"]
    place: Place
    type: Type = PLAYER.listed
    than: Expression | None = None


@dataclass(frozen=True)
class Clock:
    """The number of the round, or of the turn within `turns:`, from 1."""

    what: Literal["round", "turn"]
    place: Place
    type: Type = NUMBER


@dataclass(frozen=True)
class IsOut:
    player: Expression
    place: Place
    type: Type = TRUTH


@dataclass(frozen=True)
class SeatNumber:
    """A player's seat, from 1."""

    player: Expression
    place: Place
    type: Type = NUMBER


@dataclass(frozen=True)
class VariableRead:
    variable: Variable
    place: Place

    @property
    def type(self) -> Type:
        return self.variable.type


@dataclass(frozen=True)
class CounterRead:
    """A counter: of `owner` if it is a player's; the one with a `key` if it has several (all of
    them, a list, if the key is None).
    """

    counter: str
    owner: Expression | None
    key: Expression | None
    type: Type
    place: Place


@dataclass(frozen=True)
class PileRead:
    """A zone: of `owner` if it is a player's; of several piles the one with a `key`, or all of them
    (a list of piles).

    Its type is a pile. `CardsIn` makes it the list of its cards, the last on top, and `CardOn` that
    of a zone that holds one card the card. `players.hand`, the cards of all these, is a `Mapped` of
    CardsIn.
    """

    zone: str
    owner: Expression | None
    key: Expression | None
    type: Type
    place: Place


@dataclass(frozen=True)
class CardsIn:
    """The cards of a pile as a list, the last on top."""

    pile: Expression
    type: Type
    place: Place


@dataclass(frozen=True)
class CardOn:
    """The one card of a zone that holds one; none if it is empty."""

    pile: Expression
    type: Type
    place: Place


@dataclass(frozen=True)
class FieldOf:
    """A field of a card or row: 0, false, none or an empty list if it has none, or if there is no
    such card.
    """

    of: Expression
    field: str
    type: Type
    place: Place


@dataclass(frozen=True)
class Every:
    """All different cards of a kind, or all rows of a table, in the order of cards.yaml."""

    type: Type
    place: Place


@dataclass(frozen=True)
class RowNumber:
    """The number of a row in its table, from 1 in the order of cards.yaml; 0 of none."""

    row: Expression
    place: Place
    type: Type = NUMBER


@dataclass(frozen=True)
class ItemAt:
    """The member of a list at a number from 1; none, 0 or false if there is no such member."""

    list: Expression
    number: Expression
    type: Type
    place: Place


@dataclass(frozen=True)
class Listed:
    items: tuple[Expression, ...]
    type: Type
    place: Place


@dataclass(frozen=True)
class Span:
    """The numbers from `low` to `high`."""

    low: Expression
    high: Expression
    place: Place
    type: Type = NUMBER.listed


@dataclass(frozen=True)
class Where:
    """The members of a list for which a condition on `variable` holds."""

    list: Expression
    variable: Variable
    condition: Expression
    type: Type
    place: Place


@dataclass(frozen=True)
class Otherwise:
    """The first list, or the second if that is empty."""

    first: Expression
    second: Expression
    type: Type
    place: Place


@dataclass(frozen=True)
class Mapped:
    """Something of each member of a list: `sum(x * 2 over hand)`, `hand.cost`, `players.points`.
    Lists of lists are joined.
    """

    list: Expression
    variable: Variable
    value: Expression
    type: Type
    place: Place


@dataclass(frozen=True)
class Aggregate:
    """One value of a list. `count` with a `member` counts those equal to it. `top` is `last`. Of
    nothing: 0, false (`all`: true) or none.
    """

    function: Literal["count", "sum", "max", "min", "any", "all", "distinct", "first", "last"]
    list: Expression
    type: Type
    place: Place
    member: Expression | None = None


@dataclass(frozen=True)
class Best:
    """The member with the largest keys, compared in order; the first of equals, or none of them if
    `is_only`.
    """

    list: Expression
    variable: Variable
    keys: tuple[Expression, ...]
    is_only: bool
    type: Type
    place: Place


@dataclass(frozen=True)
class Beside:
    """The next player on a side who is not out."""

    side: Literal["left", "right"]
    player: Expression
    place: Place
    type: Type = PLAYER


@dataclass(frozen=True)
class Conditional:
    condition: Expression
    then: Expression
    otherwise: Expression
    type: Type
    place: Place


@dataclass(frozen=True)
class Numeric:
    """Whole numbers: `/` rounds down, and what is divided by 0 is 0. `abs` has one part, `max` and
    `min` two or more.
    """

    operator: Literal["+", "-", "*", "/", "mod", "abs", "max", "min"]
    parts: tuple[Expression, ...]
    place: Place
    type: Type = NUMBER


@dataclass(frozen=True)
class Comparison:
    """Two values of one type: numbers by any operator, all others by = and <>."""

    operator: Literal["=", "<>", "<", "<=", ">", ">="]
    left: Expression
    right: Expression
    place: Place
    type: Type = TRUTH


@dataclass(frozen=True)
class Logical:
    """`not` has one part, `and` and `or` two; the second is looked at only if it matters."""

    operator: Literal["and", "or", "not"]
    parts: tuple[Expression, ...]
    place: Place
    type: Type = TRUTH


@dataclass(frozen=True)
class IsEmpty:
    list: Expression
    place: Place
    type: Type = TRUTH


@dataclass(frozen=True)
class Contains:
    """Whether a value is a member of a list."""

    list: Expression
    member: Expression
    place: Place
    type: Type = TRUTH


Expression = (
    Constant | RuleNumber | RulingAnswer | Who | Players | Clock | IsOut | SeatNumber | VariableRead | CounterRead | PileRead | CardsIn
    | CardOn | FieldOf | Every | RowNumber | ItemAt | Listed | Span | Where | Otherwise | Mapped | Aggregate | Best | Beside | Conditional | Numeric | Comparison
    | Logical | IsEmpty | Contains
)  # fmt: skip


# -------------------------------------------------------------------------------------------- steps


@dataclass(frozen=True)
class Taken:
    """Which cards move: those of `cards` that are in `source`; with a `count` only that number of
    them, from the top unless at random.

    `cards` is a list (a whole pile, a pile narrowed by where) or one card.
    """

    cards: Expression
    source: Expression
    count: Expression | None = None
    is_at_random: bool = False


@dataclass(frozen=True)
class Move:
    """Cards go to a pile; of a zone with a pile for each row or kind (`by_own_key`) each goes to
    its own.
    """

    taken: Taken
    to: Expression
    place: Place
    is_at_bottom: bool = False
    by_own_key: bool = False


@dataclass(frozen=True)
class Deal:
    """`count` cards to each player who is not out, or to each pile of a common zone, one at a time
    round and round.
    """

    count: Expression
    source: Expression
    zone: str
    place: Place


@dataclass(frozen=True)
class Refill:
    """Draw until a pile has `count` cards; `piles` is a pile or a list of piles."""

    piles: Expression
    count: Expression
    source: Expression
    place: Place


@dataclass(frozen=True)
class Shuffle:
    pile: Expression
    place: Place


@dataclass(frozen=True)
class Gather:
    """Shuffle all cards of a kind, wherever they are, into a pile."""

    kind: str
    to: Expression
    place: Place


@dataclass(frozen=True)
class Swap:
    first: Expression
    second: Expression
    place: Place


@dataclass(frozen=True)
class Pass:
    """Each player's zone goes to the next player on that side."""

    zone: str
    side: Literal["left", "right"]
    place: Place


@dataclass(frozen=True)
class LookAt:
    """The player sees a pile, and knows each of these cards for as long as it stays there."""

    pile: Expression
    place: Place


@dataclass(frozen=True)
class SetCounter:
    """`counter` becomes `value`, of the counter's type; `add` and `take` are read as a set to a
    sum.
    """

    counter: CounterRead
    value: Expression
    place: Place


@dataclass(frozen=True)
class SetFirst:
    """Who is `first`."""

    player: Expression
    place: Place


@dataclass(frozen=True)
class SetNext:
    """Who has the next turn of the `turns:` around it."""

    player: Expression
    place: Place


@dataclass(frozen=True)
class Roll:
    dice: CounterRead
    place: Place


@dataclass(frozen=True)
class Let:
    """A variable keeps the value that the expression has now; `source` is the pile in which a card
    is that it names, if that is known.
    """

    variable: Variable
    value: Expression
    place: Place
    source: Expression | None = None


@dataclass(frozen=True)
class GoOut:
    player: Expression
    place: Place


@dataclass(frozen=True)
class AllIn:
    place: Place


@dataclass(frozen=True)
class End:
    """End the game, or what is around this step: `repeat` the nearest Repeat or For, `turn` and
    `turns` the nearest Turns.
    """

    what: Literal["game", "round", "turn", "turns", "repeat"]
    place: Place


@dataclass(frozen=True)
class DoPower:
    """Do what a card's text says. Within a power this comes after it, what was asked last first."""

    card: Expression
    field: str
    place: Place
    source: Expression | None = None


@dataclass(frozen=True)
class If:
    condition: Expression
    then: tuple[Step, ...]
    otherwise: tuple[Step, ...]
    place: Place


@dataclass(frozen=True)
class Slot:
    """Something a move names: one of a list. `source` is the pile where a card of it is, if it
    is in one.

    `variable` is read by later slots, the condition and the steps.
    """

    variable: Variable
    list: Expression
    source: Expression | None = None


@dataclass(frozen=True)
class Option:
    """One line of `choose:`: words with at most two slots, `words` being the text around them (one
    more than slots).
    """

    words: tuple[str, ...]
    slots: tuple[Slot, ...]
    condition: Expression | None
    is_last_resort: bool
    steps: tuple[Step, ...]
    place: Place


@dataclass(frozen=True)
class Choose:
    """One decision of the player whose turn it is to act (`me`). One move is made by itself, none
    is passed over.
    """

    options: tuple[Option, ...]
    place: Place


@dataclass(frozen=True)
class Each:
    """Every player once: those of `who`, from a player on clockwise, or in order of keys, the
    lowest first.

    None in `who` is passed over. `start` None means from me, or from `first` if it is no one's
    turn. `is_together` has all of them decide in secret. Within, `me` is that player.
    """

    who: Expression
    start: Expression | None
    variable: Variable | None
    keys: tuple[Expression, ...]
    steps: tuple[Step, ...]
    is_together: bool
    place: Place


@dataclass(frozen=True)
class Turns:
    """Players in turn, round and round, until no one of `who` is left, a condition holds, or
    `end the turns`.
    """

    who: Expression
    start: Expression | None
    until: Expression | None
    steps: tuple[Step, ...]
    place: Place


@dataclass(frozen=True)
class Repeat:
    """So many `times`, or until a condition holds after a time; without either until
    `end the repeat`.
    """

    times: Expression | None
    until: Expression | None
    steps: tuple[Step, ...]
    place: Place


@dataclass(frozen=True)
class For:
    """The same for each member of a list, as it was when the loop began."""

    variable: Variable
    list: Expression
    steps: tuple[Step, ...]
    place: Place
    source: Expression | None = None


@dataclass(frozen=True)
class Call:
    """A function of the game's own rules.py does it, given `parameters`. `touches` are the names of
    what it may change.
    """

    function: str
    parameters: tuple[str, ...]
    touches: frozenset[str]
    place: Place


Step = (
    Call | Move | Deal | Refill | Shuffle | Gather | Swap | Pass | LookAt | SetCounter | SetFirst | SetNext | Roll | Let | GoOut | AllIn | End
    | DoPower | If | Choose | Each | Turns | Repeat | For
)  # fmt: skip


# ------------------------------------------------------------------------------------------ program


@dataclass(frozen=True)
class Power:
    """What the sentences of cards mean: `this` is the card, `me` the player. `cards` are the ids of
    the kind that have the sentence.
    """

    kind: str
    field: str
    text: str
    cards: tuple[str, ...]
    place_in_text: int
    this: Variable
    steps: tuple[Step, ...]
    place: Place


@dataclass(frozen=True)
class Ending:
    """A reason to end the game: its words, and when it holds, looked at after each round or
    turn.
    """

    words: str
    condition: Expression
    place: Place


@dataclass(frozen=True)
class ScoreLine:
    """One line of a player's score, with `me` for that player."""

    words: str
    value: Expression
    place: Place


@dataclass(frozen=True)
class Program:
    """All of `play:`, resolved. `is_by_turns` says that `steps` are one turn of a player, else one
    round of all.
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
    is_least_best: bool = False
    powers: tuple[Power, ...] = ()
    variables: tuple[Variable, ...] = field(default=())
    python: str = ""
    """The game's own rules.py, if steps call its functions and the user has agreed to it."""
