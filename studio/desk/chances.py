"""The Odds tab: the contents of each deck, and exact chances of draws, while a formula is typed.

In: the game as drawn, questions from pages. Out: `Piles` and `Chances`, computed on a separate
thread. A page's newer question replaces its older ones. Knows no sockets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from studio.protocol.messages import (
    AskChances,
    AskPiles,
    BarField,
    Chance,
    Chances,
    FormulaProblem,
    PileBars,
    Piles,
    Remark,
)

if TYPE_CHECKING:
    from generator.data.game import Game
    from generator.data.problems import Problem

LIMITS = {
    "draw": (1, 200),
    "turns": (0, 100),
    "each_turn": (1, 200),
    "players": (1, 12),
    "mulligans": (1, 10),
}
"""The minimum and maximum values in a question, as for `odds` on the command line."""
PARTS = {"wanted": "formula", "given": "given", "mulligan": "mulligan", "of": "pile"}
"""For each text of a question, the name that replaces the file in a problem's place."""
NO_CARDS = "there are no cards yet"


class Chancer:
    """Answers to questions about the odds of a desk's game. `game` returns the cards as drawn, None
    if there are none; `thread` computes the chances.
    """

    def __init__(self, game: Callable[[], Game | None], thread: Executor) -> None:
        self._game = game
        self._thread = thread
        self._newest: dict[tuple[int, type], int] = {}
        self.answers: Mapping[type, Callable[[Any, Any], None]] = {
            AskPiles: self._take,
            AskChances: self._take,
        }

    def close(self) -> None:
        """Stop answering."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _take(self, page: Any, message: AskPiles | AskChances) -> None:
        key = (id(page), type(message))
        number = self._newest[key] = self._newest.get(key, 0) + 1
        game = self._game()

        def work() -> None:
            if self._newest[key] != number:
                return
            answer: Piles | Chances | Remark
            try:
                if isinstance(message, AskPiles):
                    answer = piles_of_page(game)
                else:
                    answer = chances_of(game, message)
            except Exception as fault:  # this thread's exceptions would go unnoticed
                answer = Remark(
                    f"The chances cannot be worked out: {type(fault).__name__}: {fault}", True
                )
            page.tell(answer)

        self._thread.submit(work)


def piles_of_page(game: Game | None) -> Piles:
    """Count the cards of each deck by their fields."""
    if game is None:
        return Piles([])
    from generator.data.problems import ProblemError
    from generator.odds.piles import counts_of, deck_names, piles_of

    piles = piles_of(game)
    decks = deck_names(game, piles)
    bars = []
    for name in {**dict.fromkeys(decks), **piles}:
        try:
            counts = counts_of(game, piles[name])
        except ProblemError:  # kinds whose fields contradict each other have none in common
            counts = []
        fields = [BarField(count.field, list(count.cards), count.mean) for count in counts]
        bars.append(PileBars(name, piles[name].size, name in decks, fields))
    return Piles(bars)


def chances_of(game: Game | None, asked: AskChances) -> Chances:
    """Answer a question, or report what is wrong with it and where."""
    if game is None:
        return Chances(asked.number, [], [FormulaProblem("", NO_CARDS, "", 0, 0)])
    from generator.data.formulas import FormulaFault
    from generator.data.problems import ProblemError
    from generator.odds.asking import OddsQuestion, answer, problem_of
    from generator.odds.piles import pile_of, scope_of

    for name, (least, most) in LIMITS.items():
        value = getattr(asked, name)
        if not least <= value <= most:
            words = f"expected {least} to {most}, found {value}"
            return Chances(asked.number, [], [FormulaProblem(name, words, "", 0, 0)])
    is_alone = asked.players == 1
    question = OddsQuestion(
        asked.formula,
        asked.draw,
        asked.turns if is_alone else 0,
        asked.each_turn,
        asked.players,
        asked.given.strip() or None,
        (asked.mulligan.strip() or None) if is_alone else None,
        asked.mulligans,
        asked.is_shrinking,
        seed=1,
    )
    try:
        try:
            pile = pile_of(game, asked.pile)
        except FormulaFault as fault:
            raise ProblemError(problem_of(fault, PARTS["of"])) from None
        answered = answer(pile, scope_of(game), question, PARTS)
    except ProblemError as fault:
        return Chances(asked.number, [], [_problem(problem, asked) for problem in fault.problems])
    chances = []
    for odds in answered:
        unknown = 0.0 if odds.samples is None else 1.0
        drawn = Chance(odds.turn, odds.cards, None, "", [], None, 0, unknown)
        if odds.chance is not None:
            drawn = _with_chance(drawn, odds.chance, odds.samples or 0)
        elif odds.values:
            drawn = _with_values(drawn, odds.values, odds.samples or 0)
        chances.append(drawn)
    return Chances(asked.number, chances, [])


def _with_values(drawn: Chance, values: Mapping[int, Fraction], samples: int) -> Chance:
    """Add the chances of each value of a number, and its average."""
    from generator.odds.sampling import margin_of_mean

    average = sum(value * chance for value, chance in values.items())
    shares = [(value, float(chance)) for value, chance in values.items()]
    off = margin_of_mean(values, samples) if samples else drawn.margin
    return replace(drawn, values=shares, average=float(average), samples=samples, margin=off)


def _with_chance(drawn: Chance, chance: Fraction, samples: int) -> Chance:
    """Add a chance: also as a fraction if that is short, or with its margin if it is estimated."""
    from generator.odds.sampling import margin

    if samples:
        off = margin(chance, samples)
        return replace(drawn, chance=float(chance), samples=samples, margin=off)
    exact = ""
    if chance.denominator < 10**9:
        exact = f"{chance.numerator:,} in {chance.denominator:,}"
    return replace(drawn, chance=float(chance), exact=exact)


_FIELDS = {"unknown-pile": "pile", "too-many-cards": "draw"}
"""The field of the form that contains the fault, by the code of the problem."""


def _problem(problem: Problem, asked: AskChances) -> FormulaProblem:
    """Write a problem for the page: which field of the form has it, and at which column, from 0."""
    place = problem.place
    if place.file not in PARTS.values():
        part = _FIELDS.get(problem.code, "formula")
        return FormulaProblem(part, problem.message, problem.hint or "", 0, 0)
    column = max(place.column - 1, 0)
    if place.file in ("given", "mulligan"):  # which are asked without their edges
        text = getattr(asked, place.file)
        column += len(text) - len(text.lstrip())
    return FormulaProblem(
        place.file, problem.message, problem.hint or "", column, place.length or 1
    )
