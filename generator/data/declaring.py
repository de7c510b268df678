"""The syntax of a line of `common:` or `each:`, which declares a zone, a counter or dice.

In: the text of one line. Out: a `Declared`, its words with their columns and its formulas as trees;
or a `FormulaFault`. Which kinds and tables exist, and what the formulas mean, is up to `setting`
and to rules. Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from generator.data import messages as say
from generator.data.formulas import FormulaFault, Parser, Token, Tree

ANYTHING = "anything"
"""The content of a zone for every type of piece."""
MOST_DICE, MOST_FACES, MOST_PILES = 100, 100, 60
STATES = ("true", "false", "player")
"""The non-numeric values with which a counter can begin."""


@dataclass(frozen=True)
class Declared:
    """A declaration as written. `what` is the kind that a zone holds, or the word with which a
    non-numeric counter begins.

    `piles` is the number of piles; `piles_of` and `keys_of` name the table or kind that has a pile,
    or a number, for each row.
    """

    sort: Literal["zone", "counter", "dice"]
    what: Token | None = None
    quantity: Literal["", "one", "all"] = ""
    condition: Tree | None = None
    face: Literal["", "up", "down"] = ""
    seen: Literal["", "all", "owner", "nobody"] = ""
    seen_by: Token | None = None
    is_in_order: bool = False
    piles: Tree | None = None
    piles_of: Token | None = None
    refilled_from: Token | None = None
    start: Tree | None = None
    keys_of: Token | None = None
    again: Literal["", "turn", "round"] = ""
    is_shown: bool = True
    count: int = 0
    faces: int = 0


def declared(parser: Parser, begins_counter: Callable[[str], bool]) -> Declared:
    """Read a declaration to its end; `begins_counter` tells whether its first word is a number or a
    state rather than a kind.
    """
    first, second = parser.peek(), parser.peek(1)
    if first.is_end:
        expected = "its contents: a component, a kind or a number"
        return parser.fail(expected)
    if second.text in ("dice", "die") and first.sort == "number":
        return _dice(parser)
    if first.sort == "number" or first.text in ("-", "(") or begins_counter(first.text):
        return _counter(parser, first)
    return _zone(parser)


def _dice(parser: Parser) -> Declared:
    start = parser.peek()
    count, faces = parser.number(), 6
    parser.choice("dice", "die")
    if parser.accept("of"):
        faces = parser.number()
    seen = Declared("dice")
    parser.accept(",")
    if parser.sees("seen"):
        seen = _seen(parser, seen)
    parser.end()
    if not 1 <= count <= MOST_DICE or not 2 <= faces <= MOST_FACES:
        expected = f"1 to {MOST_DICE} dice of 2 to {MOST_FACES} faces"
        said = say.FACES_DIFFER(expected=expected, count=count, faces=faces)
        raise FormulaFault(said, start.column)
    return replace(seen, count=count, faces=faces)


def _counter(parser: Parser, first: Token) -> Declared:
    found = Declared("counter", first, start=parser.formula())
    while not parser.peek().is_end:
        parser.accept(",")
        if parser.accept("for"):
            parser.expect("each")
            found = replace(found, keys_of=parser.name("the name of a table or a kind"))
        elif parser.accept("each"):
            again: Literal["turn", "round"] = parser.choice("turn", "round")  # type: ignore[assignment]
            found = replace(found, again=again)
        elif parser.accept("not"):
            parser.expect("shown")
            found = replace(found, is_shown=False)
        elif parser.sees("seen"):
            found = _seen(parser, found)
        else:
            parser.fail("for each …, each turn, each round, seen by owner or not shown")
    return found


def _zone(parser: Parser) -> Declared:
    quantity: Literal["", "one", "all"] = ""
    if token := parser.accept("all", "one"):
        quantity = token.text  # type: ignore[assignment]
    found = Declared(
        "zone", parser.name("its contents: a component, a kind, or anything"), quantity
    )
    if parser.accept("where"):
        found = replace(found, condition=parser.formula())
    while not parser.peek().is_end:
        parser.accept(",")
        found = _with_property(parser, found)
    return found


def _with_property(parser: Parser, found: Declared) -> Declared:
    token = parser.peek()
    if token.text == "face" and found.face:
        raise FormulaFault.of(say.SIDE_TWICE(face=found.face), token)
    if parser.accept("face"):
        face: Literal["up", "down"] = parser.choice("up", "down")  # type: ignore[assignment]
        return replace(found, face=face)
    if parser.sees("seen"):
        return _seen(parser, found)
    if parser.accept("refilled"):
        parser.expect("from")
        return replace(found, refilled_from=parser.name("the name of a zone"))
    if not parser.accept("in"):
        expected = "face up, face down, seen by owner, in order, in … piles or refilled from …"
        return parser.fail(expected)
    if parser.accept("order"):
        return replace(found, is_in_order=True)
    if parser.accept("a"):
        for word in ("pile", "for", "each"):
            parser.expect(word)
        return replace(found, piles_of=parser.name("the name of a table"))
    found = replace(found, piles=parser.formula())
    parser.expect("piles")
    return found


def _seen(parser: Parser, found: Declared) -> Declared:
    parser.expect("seen")
    parser.expect("by")
    token = parser.accept("owner", "nobody", "all")
    if token is None:
        return parser.fail("`owner`, `nobody` or `all`")
    return replace(found, seen=token.text, seen_by=token)  # type: ignore[arg-type]
