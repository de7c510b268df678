"""`emporium-pnp odds`: the contents of a game's piles, and exact chances of draws, deals and
rolls.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from generator.cli.console import (
    FINE,
    FORMAT,
    GAME,
    PLAYERS,
    Printer,
    for_as_many,
    guarded,
    open_game,
    with_options,
)
from generator.data.problems import ProblemError, Problems

if TYPE_CHECKING:
    from generator.data.game import Game
    from generator.odds.asking import Answer, OddsQuestion, TurnOdds
    from generator.odds.piles import FieldCount, Pile

MOST_CARDS = 200
"""Cards that can be drawn in one question."""
MOST_DICE = 50
MOST_FACES = 100
_BAR = 30
_DICE = re.compile(r"\s*(\d{0,3})\s*(?:x\s*)?([a-z][a-z0-9_-]*)\s*", re.IGNORECASE)

_CARDS = click.IntRange(1, MOST_CARDS)
_OPTIONS = [
    GAME,
    click.argument("formula", required=False, metavar="[FORMULA]"),
    click.option(
        "--of",
        "of",
        metavar="PILE",
        help=(
            "Cards to draw from: a component, a kind, several separated by commas, or "
            "'item where cost > 2'."
        ),
    ),
    click.option("--by", "by", metavar="FIELD", help="Count by this field only."),
    click.option("--draw", type=_CARDS, metavar="N", help="Draw N cards."),
    click.option(
        "--turns",
        type=click.IntRange(0, 100),
        default=0,
        metavar="T",
        help="Draw for T more turns, and show each turn.",
    ),
    click.option(
        "--each-turn",
        type=_CARDS,
        default=1,
        show_default=True,
        metavar="N",
        help="Cards drawn on each turn.",
    ),
    click.option(
        "--deal-to",
        type=click.IntRange(2, 12),
        metavar="N",
        help="Deal --draw cards to each of N players; the formula can use `others`.",
    ),
    click.option(
        "--given",
        metavar="FORMULA",
        help="Count only draws for which this condition is true, such as something you already "
        "know.",
    ),
    click.option(
        "--mulligan",
        metavar="FORMULA",
        help="Shuffle the first cards back and draw again if this is true.",
    ),
    click.option(
        "--mulligans",
        type=click.IntRange(1, 10),
        default=1,
        show_default=True,
        metavar="N",
        help="Take at most N mulligans.",
    ),
    click.option("--fewer", is_flag=True, help="After a mulligan, draw one card fewer."),
    click.option(
        "--roll", metavar="DICE", help="Roll the game's dice (components), or others: '3 d6 + d8'."
    ),
    PLAYERS,
    click.option(
        "--seed",
        type=click.IntRange(0, 2**63 - 1),
        default=1,
        show_default=True,
        metavar="N",
        help="Seed of the random draws for an estimate, if there are too many combinations to count.",
    ),
    FORMAT,
]


@click.command("odds")
@with_options(_OPTIONS)
def odds_command(
    game: str | None, formula: str | None, players: int | None, format_: str, **options: Any
) -> int:
    """Count cards by their fields, and work out exact chances. No rules are needed.

    FORMULA describes the cards drawn: "count(cost <= 1) >= 2" has a chance, "sum(cost)" a
    distribution. Without one, odds counts each deck by its fields; --draw adds the chance of each
    value.
    """
    printer = Printer(format_ == "json")
    if game is not None and formula is None and not _is_a_game(game):
        game, formula = None, game

    def work() -> int:
        problems = Problems()
        loaded = for_as_many(open_game(game, printer, problems), players)
        if formula is None:
            printer.results = _counts(loaded, options, printer.say)
        else:
            printer.results = _chances(loaded, formula, options, printer.say)
        printer.report(problems)
        return FINE

    return guarded(printer, work)


def _is_a_game(word: str) -> bool:
    """Tell a game's name or path from a formula: a formula has brackets or signs that no such name
    has.
    """
    return Path(word).exists() or re.search(r"[()<>=+*]|\s", word) is None


# ----------------------------------------------------------------------------------------- counting


def _counts(game: Game, options: dict[str, Any], say: Callable[[str], None]) -> dict[str, Any]:
    from generator.odds.piles import counts_of, deck_names, piles_of

    if options["roll"]:
        raise click.UsageError('write a condition on the dice: "sum(it) >= 10", "count(it = 6)"')
    piles = piles_of(game)
    if options["of"]:
        chosen = [_pile(game, options["of"])]
    else:
        chosen = [piles[name] for name in deck_names(game, piles)]
    found = []
    for number, pile in enumerate(chosen):
        counts = counts_of(game, pile, options["by"])
        draw = options["draw"]
        _check_draw(pile, draw)
        if number:
            say("")
        say(f"{pile.name}, {pile.size} cards" + (f", {draw} drawn" if draw else ""))
        for count in counts:
            _say_count(count, pile, draw, say)
        found.append(
            {
                "pile": pile.name,
                "cards": pile.size,
                "fields": [_as_json(count, pile, draw) for count in counts],
            }
        )
    return {"game": game.title, "piles": found}


def _check_draw(pile: Pile, draw: int | None) -> None:
    if draw is not None and draw > pile.size:
        raise click.UsageError(
            f"--draw expected at most {pile.size}, the cards of {pile.name}, found {draw}"
        )


def _say_count(count: FieldCount, pile: Pile, draw: int | None, say: Callable[[str], None]) -> None:
    say(f"  {count.field}" + (f" (average {count.mean:.3g})" if count.mean is not None else ""))
    most = max(cards for _, cards in count.cards)
    width = max(len(value) for value, _ in count.cards)
    for value, cards in count.cards:
        bar = "█" * max(1, round(_BAR * cards / most))
        chance = ""
        if draw:
            chance = f"   at least one: {percent(_at_least_one(cards, pile.size, draw)):>8}"
        say(f"    {value:<{width}}  {cards:>4}{chance}  {bar}")


def _as_json(count: FieldCount, pile: Pile, draw: int | None) -> dict[str, Any]:
    values: list[dict[str, Any]] = [
        {"value": value, "cards": cards} for value, cards in count.cards
    ]
    for entry in values if draw else ():
        entry["at_least_one"] = float(_at_least_one(entry["cards"], pile.size, draw or 0))
    return {
        "field": count.field,
        "values": values,
        **({} if count.mean is None else {"average": count.mean}),
    }


def _at_least_one(cards: int, size: int, draw: int) -> Fraction:
    from math import comb

    return 1 - Fraction(comb(size - min(cards, size), draw), comb(size, draw))


# ------------------------------------------------------------------------------------------ chances


def _pile(game: Game, words: str) -> Pile:
    from generator.data.formulas import FormulaFault
    from generator.odds.asking import problem_of
    from generator.odds.piles import pile_of

    try:
        return pile_of(game, words)
    except FormulaFault as fault:
        raise ProblemError(problem_of(fault, "(--of)")) from None


def _only_pile(game: Game) -> Pile:
    from generator.odds.piles import deck_names, piles_of

    piles = piles_of(game)
    names = deck_names(game, piles)
    if len(names) != 1:
        raise click.UsageError(f"name the cards: --of {' or --of '.join(names or ['KIND'])}")
    return piles[names[0]]


def _chances(
    game: Game, formula: str, options: dict[str, Any], say: Callable[[str], None]
) -> dict[str, Any]:
    from generator.odds.asking import OddsQuestion, answer, answer_roll
    from generator.odds.piles import scope_of

    if options["roll"]:
        dice = dice_of(game, options["roll"])
        found = answer_roll(
            dice,
            scope_of(game),
            OddsQuestion(formula, given=options["given"], seed=options["seed"]),
        )
        said = " + ".join(f"{count} d{faces}" for faces, count in dice.items())
        _say_answer(found, formula, f"{said} rolled", say)
        return {
            "game": game.title,
            "formula": formula,
            "dice": said,
            "draws": _draws_as_json(found),
        }
    if options["draw"] is None:
        raise click.UsageError(
            "give the number of cards to draw, such as --draw 5, or the dice to roll, "
            "such as --roll '2 d6'"
        )
    if options["deal_to"] and (options["turns"] or options["mulligan"]):
        raise click.UsageError("--deal-to cannot be combined with --turns or --mulligan")
    pile = _pile(game, options["of"]) if options["of"] else _only_pile(game)
    question = OddsQuestion(
        formula,
        options["draw"],
        options["turns"],
        options["each_turn"],
        options["deal_to"] or 1,
        options["given"],
        options["mulligan"],
        options["mulligans"],
        options["fewer"],
        options["seed"],
    )
    found = answer(pile, scope_of(game), question)
    _say_answer(found, formula, _drawn(question, pile), say)
    return {
        "game": game.title,
        "formula": formula,
        "pile": pile.name,
        "cards": pile.size,
        "draws": _draws_as_json(found),
    }


def _drawn(question: OddsQuestion, pile: Pile) -> str:
    each = f" for each of {question.players} players" if question.players > 1 else ""
    more = f", then {question.each_turn} a turn" if question.turns else ""
    given = f", given {question.given}" if question.given else ""
    return f"{question.draw} of the {pile.size} cards of {pile.name}{each}{more}{given}"


def _say_answer(found: Answer, formula: str, drawn: str, say: Callable[[str], None]) -> None:
    first = found[0]
    say(f"{formula}   ({drawn})")
    if first.samples is not None:
        say("  There are too many combinations to count, so this is an estimate from random draws.")
    if first.values is None:
        _say_chances(found, say)
        return
    for odds in found:
        when = f"  turn {odds.turn}, {odds.cards} cards: " if len(found) > 1 else "  "
        _say_values(odds, when, say)


def _say_chances(found: Answer, say: Callable[[str], None]) -> None:
    """Print the chance of a condition, in a table if there are several turns."""
    if len(found) == 1:
        say(f"  {_with_error(found[0]) or _with_fraction(found[0].chance)}")
        return
    say("  turn  cards    chance")
    for odds in found:
        shown = _with_error(odds, " ") or f"{percent(odds.chance):>8}"
        say(f"  {odds.turn:>4}  {odds.cards:>5}  {shown}  {_bar(odds.chance)}".rstrip())


def _say_values(odds: TurnOdds, when: str, say: Callable[[str], None]) -> None:
    """Print the chance of each value of a number, and its average."""
    from generator.odds.chances import mean_of
    from generator.odds.sampling import margin_of_mean

    if not odds.values:
        never = "never: the given condition is impossible"
        say(f"  {never if odds.samples is None else NOT_GIVEN}")
        return
    error = ""
    if odds.samples:
        off = margin_of_mean(odds.values, odds.samples)
        error = f" ± {off:.2g}   (from {odds.samples:,} draws)"
    say(f"{when}average {float(mean_of(odds.values)):.4g}{error}")
    largest = max(odds.values.values())
    for value, chance in odds.values.items():
        say(f"  {value:>6}  {percent(chance):>8}  {_bar(chance / largest)}".rstrip())


def _bar(share: Fraction | None) -> str:
    return "█" * round(_BAR * (share or 0))


NOT_GIVEN = "unknown: in no random draw did the given condition hold"


def _with_error(odds: TurnOdds, aligned: str = "") -> str:
    """Write an estimated chance with how far it may be off; an exact one not at all."""
    from generator.odds.sampling import margin

    if odds.samples is None:
        return ""
    if odds.chance is None:
        return NOT_GIVEN
    shown = f"{float(100 * odds.chance):.1f} % ± {100 * margin(odds.chance, odds.samples):.2g}"
    return f"{shown:>14}" if aligned else f"{shown}   (from {odds.samples:,} draws)"


def _with_fraction(chance: Fraction | None) -> str:
    if chance is None:
        return "never: the given condition is impossible"
    if chance.denominator > 1 and chance.denominator < 10**9:
        return f"{percent(chance)}   (exactly {chance.numerator:,} in {chance.denominator:,})"
    return percent(chance)


def percent(chance: Fraction | None) -> str:
    """Write a chance in per cent, to a tenth; only a certain chance is written as 100 % and only an
    impossible one as 0 %.
    """
    if chance is None:
        return "never"
    if 0 < chance < Fraction(5, 10_000):
        return "< 0.1 %"
    if Fraction(9_995, 10_000) < chance < 1:
        return "> 99.9 %"
    return f"{float(100 * chance):.1f} %"


def _draws_as_json(found: Answer) -> list[dict[str, Any]]:
    from generator.odds.chances import mean_of
    from generator.odds.sampling import margin, margin_of_mean

    draws: list[dict[str, Any]] = []
    for odds in found:
        draw: dict[str, Any] = {"turn": odds.turn, "cards": odds.cards}
        chance, values, samples = odds.chance, odds.values, odds.samples
        if samples is not None:
            draw["estimated_from"] = samples
        if values is not None:
            draw["values"] = [
                {"value": value, "chance": float(chance)} for value, chance in values.items()
            ]
            draw["average"] = float(mean_of(values)) if values else None
            if samples:
                draw["margin"] = margin_of_mean(values, samples)
        elif chance is None:
            draw["chance"] = draw["exact"] = None
        else:
            draw["chance"], draw["exact"] = float(chance), str(chance) if samples is None else None
            if samples:
                draw["margin"] = margin(chance, samples)
        draws.append(draw)
    return draws


def dice_of(game: Game, words: str) -> dict[int, int]:
    """Read which dice are rolled, as '2 d6 + d8' or by components with `dice:`: how many by their
    faces.
    """
    own = {component.id: component.dice for component in game.components if component.dice}
    dice: Counter[int] = Counter()
    for part in re.split(r"[+,]", words):
        match = _DICE.fullmatch(part)
        name = match[2].lower() if match else ""
        faces = own.get(name) or (int(name[1:]) if re.fullmatch(r"d[1-9][0-9]{0,2}", name) else 0)
        if match is None or not 2 <= faces <= MOST_FACES:
            known = f"the game's dice are {', '.join(own)}; " if own else ""
            raise click.UsageError(
                f"--roll expected dice such as '2 d6 + d8', found '{part.strip()}' ({known}a "
                f"die has 2 to {MOST_FACES} faces)"
            )
        dice[faces] += int(match[1] or 1)
    if not 1 <= dice.total() <= MOST_DICE:
        raise click.UsageError(f"--roll expected 1 to {MOST_DICE} dice, found {dice.total()}")
    return dict(sorted(dice.items()))
