"""Questions about a game's piles: turns, mulligans, what is given, and what cannot be asked."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from generator.data.game import Game
from generator.data.problems import ProblemError
from generator.odds import chances, sampling
from generator.odds.asking import OddsQuestion, answer, answer_roll
from generator.odds.chances import mean_of
from generator.odds.piles import pile_of, scope_of
from generator.odds.sampling import margin, margin_of_mean
from tests.conftest import make_game
from tests.generator.odds.conftest import CARDS


def chance(
    game: Game, wanted: str, draw: int = 2, pile: str = "deck", **more: Any
) -> Fraction | None:
    question = OddsQuestion(wanted, draw, **more)
    return answer(pile_of(game, pile), scope_of(game), question)[-1].chance


def test_a_field_that_is_left_out_counts_as_nothing(game: Game) -> None:
    assert chance(game, "count(cost is empty) = 2") == Fraction(1, 28)
    assert chance(game, "sum(cost) = 0") == Fraction(1, 28)


def test_numbers_of_the_rules_go_by_their_names(game: Game) -> None:
    assert chance(game, "count(drawn) = hand_size", 3) == 1


def test_each_turn_draws_more(game: Game) -> None:
    found = answer(
        pile_of(game, "deck"),
        scope_of(game),
        OddsQuestion("count(suit = swords) >= 1", 1, turns=2, each_turn=2),
    )
    assert [(odds.turn, odds.cards) for odds in found] == [(0, 1), (1, 3), (2, 5)]
    assert tuple(odds.chance for odds in found) == (
        Fraction(1, 4),
        1 - Fraction(6 * 5 * 4, 8 * 7 * 6),
        1 - Fraction(6, 56),
    )


def test_what_is_given_leaves_out_all_other_draws(game: Game) -> None:
    assert chance(game, "count(suit = swords) = 2", given="count(suit = swords) >= 1") == Fraction(
        1, 13
    )
    assert chance(game, "count(suit = swords) = 2", given="sum(cost) = 3") is None


@pytest.mark.parametrize("is_shrinking", [False, True])
def test_a_mulligan_is_another_draw(game: Game, is_shrinking: bool) -> None:
    none_of_two, none_of_one = Fraction(15, 28), Fraction(3, 4)
    second = none_of_one if is_shrinking else none_of_two
    found = chance(
        game,
        "any(suit = swords)",
        mulligan="not any(suit = swords)",
        mulligans=1,
        is_shrinking=is_shrinking,
    )
    assert found == 1 - none_of_two * second


def test_a_mulligan_looks_at_the_first_cards_alone(game: Game) -> None:
    found = chance(
        game,
        "count(suit = swords) = 2",
        draw=1,
        turns=1,
        mulligan="not any(suit = swords)",
        mulligans=1,
    )
    kept, again = Fraction(1, 4), Fraction(3, 4)
    assert found == kept * Fraction(1, 7) + again * Fraction(1, 28)


def test_a_number_has_a_distribution(game: Game) -> None:
    (found,) = answer(pile_of(game, "deck"), scope_of(game), OddsQuestion("sum(cost)", 1))
    assert found.values == {0: Fraction(1, 4), 1: Fraction(1, 2), 5: Fraction(1, 4)}
    assert mean_of(found.values) == Fraction(7, 4)


def test_dice_have_their_own_numbers(game: Game) -> None:
    question = OddsQuestion("sum(it) = 7", given="max(it) >= 5")
    (found,) = answer_roll({6: 2}, scope_of(game), question)
    assert found.chance == Fraction(4, 20)


@pytest.mark.parametrize(
    ("wanted", "pile", "code"),
    [
        ("count(cost = 1", "deck", "bad-formula"),
        ("count(cost = max(drawn.cost)) >= 1", "deck", "bad-formula"),
        ("any(count(cost = 1) >= 1 over others)", "deck", "bad-formula"),
        ("any(cost = 1)", "dekc", "unknown-pile"),
        ("any(cost = 1)", "deck where cost = 5", "too-many-cards"),
    ],
)
def test_what_cannot_be_asked_is_a_problem(game: Game, wanted: str, pile: str, code: str) -> None:
    with pytest.raises(ProblemError) as caught:
        chance(game, wanted, 3, pile)
    assert [problem.code for problem in caught.value.problems] == [code]


@pytest.mark.parametrize(
    ("wanted", "same"),
    [
        ("max(count(drawn.suit, it) over suit) = 2", "distinct(suit) = 1"),
        ("any(count(drawn.suit, it) >= 2 over suit)", "distinct(suit) = 1"),
        ("count(suit where count(drawn.suit, it) >= 1) = 2", "distinct(suit) = 2"),
        ("sum(points * count(drawn.suit, it) over suit) = 10", "count(suit = swords) = 2"),
        ("sum(it.points over suit) = 7", "count(drawn) = 2"),
        ("any(it = swords and count(drawn.suit, it) = 1 over suit)", "count(suit = swords) = 1"),
        ("max(count(drawn.girth, it) over girth) = 2", "distinct(girth) = 1"),
        ("any(count(drawn where suit = it) = 2 over suit)", None),
    ],
)
def test_a_table_is_the_list_of_its_rows(tmp_path: Path, wanted: str, same: str | None) -> None:
    cards: dict[str, dict[str, Any]] = {
        name: {**CARDS[name], "in_deck": True, "girth": size}
        for name, size in (("imp", "small"), ("ogre", "large"), ("bat", "small"))
    }
    table = {
        "fields": {"name": "line", "points": "0..9"},
        "rows": {"cups": {"name": "Cups", "points": 2}, "swords": {"name": "Swords", "points": 5}},
    }
    game = make_game(
        tmp_path,
        cards=cards,
        fields={
            "name": "line",
            "cost": "0..9?",
            "suit": "suit",
            "in_deck": "boolean",
            "girth": "small | large",
        },
        tables={"suit": table},
    )
    if same is None:
        with pytest.raises(ProblemError) as raised:
            chance(game, wanted, pile="card")
        assert "count(drawn.field, it)" in str(raised.value.problems[0].hint)
        return
    assert chance(game, wanted, pile="card") == chance(game, same, pile="card")
    assert (chance(game, wanted, pile="card") or 0) > 0


def test_what_is_no_list_after_over_is_told_with_what_is(game: Game) -> None:
    with pytest.raises(ProblemError) as raised:
        chance(game, "max(count(drawn.cost, it) over cost) = 2")
    assert "after over, write a list: drawn, a table" in str(raised.value.problems[0].hint)


def test_tables_of_a_formula_have_a_limit(game: Game) -> None:
    wanted = "sum(" * 10 + "1" + " over suit)" * 10 + " > 0"
    with pytest.raises(ProblemError, match="at most 500 rows"):
        chance(game, wanted)


MANY = "sum(cost) * distinct(suit) + max(cost) >= 9"


@pytest.mark.parametrize(
    ("draw", "more"),
    [
        (3, {}),
        (2, {"turns": 2}),
        (2, {"players": 3, "wanted": "any(sum(cost) >= 6 over others)"}),
        (3, {"given": "any(suit = swords)"}),
        (3, {"mulligan": "not any(suit = swords)", "mulligans": 2, "is_shrinking": True}),
    ],
)
def test_too_many_combinations_are_estimated(
    game: Game, draw: int, more: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = str(more.pop("wanted", MANY))
    exact = chance(game, wanted, draw, **more)
    monkeypatch.setattr(sampling, "MOST_SAMPLES", 4000)
    monkeypatch.setattr(chances, "MOST_STEPS", 0)
    with pytest.raises(ProblemError, match="too many combinations"):
        chance(game, wanted, draw, **more)
    question = OddsQuestion(wanted, draw, seed=3, **more)
    pile, scope = pile_of(game, "deck"), scope_of(game)
    found = answer(pile, scope, question)
    assert exact
    assert found[-1].chance
    assert found[-1].samples
    assert abs(found[-1].chance - exact) <= 1.5 * margin(exact, found[-1].samples)
    assert found == answer(pile, scope, question)
    assert found != answer(pile, scope, replace(question, seed=4))


def test_an_estimated_number_has_an_average_near_the_exact_one(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    question, pile = OddsQuestion("sum(cost)", 3, seed=1), pile_of(game, "deck")
    (exact,) = answer(pile, scope_of(game), question)
    monkeypatch.setattr(chances, "MOST_STEPS", 0)
    (estimated,) = answer(pile, scope_of(game), question)
    assert estimated.values
    assert estimated.samples
    assert exact.values
    off = abs(float(mean_of(estimated.values) - mean_of(exact.values)))
    assert 0 < off <= 1.5 * margin_of_mean(exact.values, estimated.samples)


def test_an_estimate_of_what_is_never_given_is_none(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chances, "MOST_STEPS", 0)
    question = OddsQuestion(MANY, 2, given="sum(cost) = 3", seed=1)
    (found,) = answer(pile_of(game, "deck"), scope_of(game), question)
    assert (found.chance, found.samples) == (None, 0)


def test_too_many_rolls_are_estimated(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    question = OddsQuestion("max(it) * 2 + sum(it) >= 16", seed=2)
    exact = answer_roll({6: 2, 4: 1}, scope_of(game), question)[0].chance
    monkeypatch.setattr(chances, "MOST_STEPS", 0)
    (found,) = answer_roll({6: 2, 4: 1}, scope_of(game), question)
    assert exact
    assert found.chance
    assert found.samples
    assert abs(found.chance - exact) <= 1.5 * margin(exact, found.samples)


def test_a_margin_holds_even_for_what_no_draw_had() -> None:
    assert margin(Fraction(0), 1000) == pytest.approx(3.84 / 1003.84, rel=0.01)
    assert margin(Fraction(1, 2), 10_000) == pytest.approx(0.0098, rel=0.01)
