"""Answers a question about chances: what is drawn from a pile, dealt to players, or rolled, and
the condition or number wanted.

In: a pile or dice, an `OddsQuestion`, formulas as text. Out: `TurnOdds` after each turn, chances as fractions.
Raises problems whose place is the column in the formula. Prints nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any

from generator.data.formulas import (
    NUMBER,
    TRUTH,
    Formula,
    FormulaFault,
    Name,
    Scope,
    Slot,
    Tally,
    ValueType,
    list_of,
    read_formula,
)
from generator.data.naming import card_type
from generator.data.problems import Place, Problem, ProblemError
from generator.odds import messages as say
from generator.odds.chances import TooMany, classes_of, deals, draws, draws_in_two, merged, rolls
from generator.odds.piles import Pile, with_cards
from generator.odds.sampling import rolled_dice, samples_for, shuffled_hands, tallied

DRAWN, OTHERS = "drawn", "others"


@dataclass(frozen=True)
class OddsQuestion:
    """What is drawn and asked. `wanted` is a condition, or a number whose distribution is wanted;
    `given` a condition that is known to be true.

    `draw` cards are drawn first, and `each_turn` more on each of `turns` turns. As long as
    `mulligan` holds for the first ones, at most `mulligans` times, all are shuffled in and drawn
    again, one fewer each time if `is_shrinking`. With more than one of `players` each is dealt
    `draw` cards: `drawn` is one hand, `others` are those of the others.

    If there are too many combinations to count, chances are estimated from random draws with
    `seed`; without one, that is a problem.
    """

    wanted: str
    draw: int = 1
    turns: int = 0
    each_turn: int = 1
    players: int = 1
    given: str | None = None
    mulligan: str | None = None
    mulligans: int = 1
    is_shrinking: bool = False
    seed: int | None = None


@dataclass(frozen=True)
class TurnOdds:
    """The odds after a turn, when `cards` are drawn: the chance of a condition, None if the given
    condition is impossible; for a number the chance of each value, which are then none.

    `samples` is None if the odds are exact, and otherwise how many random draws they are estimated
    from: those in which the given condition holds.
    """

    turn: int
    cards: int
    chance: Fraction | None
    values: Mapping[int, Fraction] | None
    samples: int | None


Answer = tuple[TurnOdds, ...]
"""The odds after each turn, beginning with turn 0."""


@dataclass(frozen=True)
class _Understood:
    """The parsed formulas of a question, and the slots they need together."""

    wanted: Formula
    given: Formula | None
    mulligan: Formula | None
    slots: list[Slot]

    def holds(self, names: Mapping[str, Any]) -> bool:
        return self.given is None or bool(self.given.value(names))


def _understood(question: OddsQuestion, scope: Scope, options: Mapping[str, str]) -> _Understood:
    slots: list[Slot] = []

    def read(text: str | None, option: str, wanted: list[ValueType]) -> Formula | None:
        if text is None:
            return None
        try:
            formula = read_formula(text, scope, wanted, slots)
            if not formula.is_tallied:
                raise FormulaFault(say.CARD_DEPENDS_ON_OTHERS(), 0, len(text))
        except FormulaFault as fault:
            raise ProblemError(problem_of(fault, options[option])) from None
        return formula

    wanted = read(question.wanted, "wanted", [TRUTH, NUMBER])
    assert wanted is not None
    given = read(question.given, "given", [TRUTH])
    mulligan = read(question.mulligan, "mulligan", [TRUTH])
    return _Understood(wanted, given, mulligan, slots)


OPTIONS = {"wanted": "(formula)", "given": "(--given)", "mulligan": "(--mulligan)"}
"""The command line's names for the texts of a question."""


def problem_of(fault: FormulaFault, file: str, place: Place | None = None) -> Problem:
    """Make a problem from a fault in a formula: at its column in the text, or at the text's own
    place in a file.
    """
    if place is None:
        place = Place(file, 1, fault.column + 1, fault.length)
    elif place.column:
        place = replace(place, column=place.column + fault.column, length=fault.length)
    return Problem.of(fault.said, place, fault.hint)


def answer(
    pile: Pile, scope: Scope, question: OddsQuestion, options: Mapping[str, str] = OPTIONS
) -> Answer:
    """Answer a question about a pile. Raises ProblemError: `bad-formula`, or `too-many-cards` if
    more are drawn than exist.
    """
    hand = list_of(card_type(with_cards(scope, pile)))
    cards = {DRAWN: Name(hand, lambda names: names[DRAWN])}
    if question.players > 1:
        cards[OTHERS] = Name(list_of(hand), lambda names: names[OTHERS])
    asked = _understood(
        question, replace(with_cards(scope, pile, **cards), looked_at=DRAWN), options
    )
    needed = max(
        question.draw * question.players, question.draw + question.turns * question.each_turn
    )
    if needed > pile.size:
        message = say.TOO_FEW_CARDS(needed=needed, name=pile.name, cards=pile.size)
        raise ProblemError.of(message)
    classes = classes_of(pile.members, asked.slots)
    try:
        if question.players > 1:
            dealt = deals(classes, question.draw, question.players, asked.slots)
            outcomes: list[_Outcome] = [
                ({DRAWN: own, OTHERS: others}, chance) for own, others, chance in dealt
            ]
            return _gathered([0], [question.draw], [outcomes], asked)
        return _drawn(classes, question, asked)
    except TooMany:
        if question.seed is not None:
            return _estimated(classes, question, asked)
        hint = (
            "ask for less at once: fewer cards, fewer fields, or a condition in place of a sum; "
            "`emporium-pnp odds` estimates it"
        )
        raise ProblemError.of(say.TOO_MANY_WAYS(), hint=hint) from None


_Outcome = tuple[Mapping[str, Any], Fraction]


def _drawn(
    classes: list[tuple[tuple[Any, ...], int]], question: OddsQuestion, asked: _Understood
) -> Answer:
    turns = list(range(question.turns + 1))
    cards = [question.draw + turn * question.each_turn for turn in turns]
    if asked.mulligan is not None:
        return _gathered(
            turns, cards, _after_mulligans(classes, question, asked.mulligan, asked.slots), asked
        )
    by_cards: dict[int, list[_Outcome]] = {drawn: [] for drawn in cards}
    for drawn, shown, chance in draws(classes, cards[-1], asked.slots):
        if drawn in by_cards:
            by_cards[drawn].append(({DRAWN: shown}, chance))
    return _gathered(turns, cards, list(by_cards.values()), asked)


def _after_mulligans(
    classes: list[tuple[tuple[Any, ...], int]],
    question: OddsQuestion,
    mulligan: Formula,
    slots: list[Slot],
) -> list[list[_Outcome]]:
    """List the possible draws by each turn, if the first cards are drawn again as long as
    `mulligan` holds for them.
    """
    by_later: dict[int, list[_Outcome]] = {
        turn * question.each_turn: [] for turn in range(question.turns + 1)
    }
    weight = Fraction(1)
    for attempt in range(question.mulligans + 1):
        size = max(question.draw - attempt, 0) if question.is_shrinking else question.draw
        again = Fraction(0)
        for later, first, whole, chance in draws_in_two(
            classes, size, question.turns * question.each_turn, slots
        ):
            if attempt < question.mulligans and mulligan.value({DRAWN: first}):
                again += chance if later == 0 else 0
            elif later in by_later:
                by_later[later].append(({DRAWN: whole}, chance * weight))
        weight *= again
        if not weight:
            break
    return list(by_later.values())


def _estimated(
    classes: list[tuple[tuple[Any, ...], int]], question: OddsQuestion, asked: _Understood
) -> Answer:
    """Estimate the answer from random draws."""
    luck, slots, hands = Random(question.seed), asked.slots, question.players
    turns = list(range(question.turns + 1))
    cards = [question.draw + turn * question.each_turn for turn in turns]
    needed = question.draw * hands if hands > 1 else cards[-1]
    size = samples_for(needed, slots)
    shuffled, chance = shuffled_hands(classes, needed, luck), Fraction(1, size)
    by_turn: list[list[_Outcome]] = [[] for _ in turns]
    for _ in range(size):
        drawn, first = next(shuffled), question.draw
        if hands > 1:
            own, *others = (tallied(drawn[n * first :][:first], slots) for n in range(hands))
            by_turn[0].append(({DRAWN: own, OTHERS: others}, chance))
            continue
        for _ in range(question.mulligans if asked.mulligan is not None else 0):
            assert asked.mulligan is not None
            if not asked.mulligan.value({DRAWN: tallied(drawn[:first], slots)}):
                break
            drawn, first = next(shuffled), max(first - question.is_shrinking, 0)
        shown = tallied(drawn[:first], slots)
        for outcomes in by_turn:
            outcomes.append(({DRAWN: shown}, chance))
            more = tallied(drawn[first:][: question.each_turn], slots)
            shown, first = Tally(merged(shown, more, slots)), first + question.each_turn
    return _gathered(turns, cards, by_turn, asked, is_sampled=True)


def answer_roll(
    dice: Mapping[int, int],
    scope: Scope,
    question: OddsQuestion,
    options: Mapping[str, str] = OPTIONS,
) -> Answer:
    """Answer a question about dice: a number of dice, each with a number of faces. `it` is the
    number on one of them. Raises ProblemError as `answer` does.
    """
    rolled = Name(list_of(NUMBER), lambda names: names["rolled"])
    asked = _understood(
        question,
        replace(scope, names={**scope.names, "rolled": rolled}, looked_at="rolled"),
        options,
    )
    try:
        outcomes: list[_Outcome] = [
            ({"rolled": shown}, chance) for shown, chance in rolls(dice, asked.slots)
        ]
    except TooMany:
        if question.seed is not None:
            size = samples_for(sum(dice.values()), asked.slots)
            thrown = islice(rolled_dice(dice, asked.slots, Random(question.seed)), size)
            rolled_ones: list[_Outcome] = [
                ({"rolled": tallied(roll, asked.slots)}, Fraction(1, size)) for roll in thrown
            ]
            return _gathered([0], [sum(dice.values())], [rolled_ones], asked, is_sampled=True)
        hint = "ask for less at once: fewer dice, or a condition in place of a sum"
        raise ProblemError.of(say.TOO_MANY_WAYS(), hint=hint) from None
    return _gathered([0], [sum(dice.values())], [outcomes], asked)


def _gathered(
    turns: list[int],
    cards: list[int],
    by_turn: list[list[_Outcome]],
    asked: _Understood,
    is_sampled: bool = False,
) -> Answer:
    is_number = asked.wanted.type == NUMBER
    found = list[TurnOdds]()
    for turn, drawn, outcomes in zip(turns, cards, by_turn, strict=True):
        held = [(names, chance) for names, chance in outcomes if asked.holds(names)]
        samples = len(held) if is_sampled else None
        values = _distribution(held, asked.wanted)
        chance = values.get(True, Fraction(0)) if values else None
        if is_number:
            found.append(TurnOdds(turn, drawn, None, values, samples))
        else:
            found.append(TurnOdds(turn, drawn, chance, None, samples))
    return tuple(found)


def _distribution(held: list[_Outcome], wanted: Formula) -> dict[int, Fraction]:
    """Return the chance of each value of a formula, given the outcomes that are left."""
    found: defaultdict[int, Fraction] = defaultdict(Fraction)
    for names, chance in held:
        found[wanted.value(names)] += chance
    given = sum(found.values(), Fraction(0))
    return {value: found[value] / given for value in sorted(found)}
