"""What sets the scores of a game apart: one source, a bonus, and two sisters together."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from generator.data.findings import Finding
from generator.data.game import Game
from rules_check.prove.balance import (
    game_measurements,
    money_measurements,
    sisters_of,
    source_measurements,
)
from rules_check.verdict.findings import LIMITS, Measurement
from tests.rules_check.notation.games import game_of

GAME = game_of(
    "game: {title: Piers, version: 1.0.0, players: 2}\n"
    "kinds: {}\ncomponents: {}\nrules: {most_gulls: 5, most_eels: 5}\n"
)
RULES: Any = SimpleNamespace(
    UNIT="points", PLACES={"most gulls": "rules.most_gulls", "most eels": "rules.most_eels"}
)
SOURCES = ("rent", "fish", "ropes", "most gulls", "most eels")
USUAL = {name: usual for name, (usual, _) in LIMITS.items()}


def measured(
    spreads: dict[str, float],
    sources: tuple[str, ...] = SOURCES,
    game: Game = GAME,
    behind: tuple[str, str] | None = None,
) -> dict[str, Any]:
    """Measure 400 games of two in which each source varies by so much, on its own; if one is
    `behind` another, it brings most to those who have the least of that.
    """
    luck = np.random.default_rng(1)
    ledger = np.stack(
        [20 + spreads.get(name, 1.0) * luck.standard_normal((400, 2)) for name in sources], axis=2
    )
    if behind is not None:
        one, other = map(sources.index, behind)
        ledger[:, :, one] = 20 - (ledger[:, :, other] - 20) / 4
    played: Any = SimpleNamespace(
        ledger=ledger,
        scores=ledger.sum(axis=2),
        players=2,
        games=400,
        columns=SimpleNamespace(ledger=sources),
    )
    found = source_measurements(RULES, played, USUAL, game)
    return {one.about.partition(",")[0]: one for one in found}


@pytest.mark.parametrize(("late", "is_judged"), [((0, 2), False), ((2, 2), True)])
def test_points_that_make_up_for_the_order_of_play_are_no_source(
    late: tuple[int, int], is_judged: bool
) -> None:
    fish = np.random.default_rng(1).integers(40, 60, (100, 2))
    ledger = np.stack([fish, np.tile(late, (100, 1))], axis=2)
    columns = SimpleNamespace(ledger=("fish", "late start"))
    played: Any = SimpleNamespace(ledger=ledger, players=2, games=100, columns=columns)
    sources = [
        one.about.partition(",")[0] for one in money_measurements(RULES, played, USUAL, GAME)
    ]
    assert ("late start" in sources) == is_judged


def test_a_bonus_may_make_less_than_another_source() -> None:
    found = measured({})
    assert found["rent"].allowed[1] == USUAL["decides"]
    assert found["most gulls"].allowed[1] == USUAL["bonus"]
    assert "one number of the rules" in found["most gulls"].standard


def test_a_bonus_that_makes_half_is_too_much() -> None:
    bonus, rent = measured({"most gulls": 2.2})["most gulls"], measured({"rent": 2.2})["rent"]
    assert bonus.beyond > 0 > rent.beyond


@pytest.mark.parametrize(("fish", "limit"), [(1.0, USUAL["decides"]), (2.2, 80.0)])
def test_one_source_may_make_more_if_another_still_matters(fish: float, limit: float) -> None:
    found = measured({"rent": 3.8, "fish": fish, "most gulls": 0.5, "most eels": 0.5})
    assert 65 < found["rent"].number < 85
    assert (found["fish"].number >= 20) == (limit > USUAL["decides"])
    assert found["rent"].allowed[1] == limit
    assert found["most gulls"].allowed[1] == USUAL["bonus"]


def test_sisters_that_decide_together_are_found_where_neither_does_alone() -> None:
    found = measured({"most gulls": 3.2, "most eels": 3.2, "rent": 2.0})
    sisters = found["most gulls and most eels"]
    assert sisters.number == pytest.approx(found["most gulls"].number + found["most eels"].number)
    assert sisters.allowed[1] == (USUAL["decides"] + 100) / 2
    assert sisters.words.startswith("with 2 players, most gulls and most eels together cause 7")


def test_a_source_of_rules_as_data_is_at_its_line_of_the_score() -> None:
    text = "game: {title: Piers, version: 1.0.0, players: 2}\nkinds: {}\ncomponents: {}\n"
    game = game_of(f"{text}play:\n  score:\n    rent: 1\n    fish: 2\n    ropes: 3\n")
    found = measured({}, ("rent", "fish", "ropes"), game)
    assert {name: one.place.line for name, one in found.items()} == {
        "rent": 6,
        "fish": 7,
        "ropes": 8,
    }


def test_of_few_sources_two_may_decide() -> None:
    assert "most gulls and most eels" not in measured({}, ("rent", "most gulls", "most eels"))


@pytest.mark.parametrize(
    ("names", "pairs"),
    [
        (["most gulls", "most eels"], [(0, 1)]),
        (["points of eels", "points of gulls"], []),
        (["a of b", "c of d"], []),
        (["sets of eels", "eels", "gulls"], [(0, 1)]),
    ],
)
def test_sisters_share_a_word_that_is_not_what_is_scored(
    names: list[str], pairs: list[tuple[int, int]]
) -> None:
    assert sisters_of(list(enumerate(names)), "points") == pairs


def ties_of(scores: list[list[int]], places: list[list[int]]) -> Any:
    """Judge the ties of games with these scores and places."""
    played: Any = SimpleNamespace(
        players=2,
        games=len(scores),
        scores=np.array(scores),
        places=np.array(places),
        leaders=np.full(len(scores), -1),
        columns=SimpleNamespace(members=1),
    )
    (found,) = game_measurements(played, USUAL, GAME)
    return found


def test_ties_that_a_tie_break_decides_are_a_fact() -> None:
    fact = ties_of([[3, 3]] * 5 + [[3, 2]] * 5, [[1, 2]] * 10)
    assert isinstance(fact, Finding)
    assert (fact.code, fact.verdict, fact.number) == ("ties", "ok", 50.0)
    assert fact.claim.endswith("; a tie-break decides 100 % of them")


def test_ties_that_nothing_decides_are_measured() -> None:
    shared = ties_of([[3, 3]] * 5 + [[3, 2]] * 5, [[1, 1]] * 5 + [[1, 2]] * 5)
    assert isinstance(shared, Measurement)
    assert (shared.number, shared.hint) == (
        50.0,
        "break ties by something in which players rarely tie",
    )
    half = ties_of([[3, 3]] * 4, [[1, 1], [1, 1], [1, 2], [2, 1]])
    assert half.hint == "the tie-break decides 50 % of them: add another"


def test_a_tie_for_the_lowest_score_counts_where_the_fewest_points_win() -> None:
    assert ties_of([[2, 5], [5, 5]], [[1, 2], [1, 1]]).number == 50.0


def test_a_source_with_a_negative_share_is_explained() -> None:
    found = measured({"rent": 4.0}, ("rent", "fish", "ropes"), behind=("ropes", "rent"))
    assert found["ropes"].number < 0
    assert "ropes narrow the difference between the scores of a game" in found["ropes"].words
    assert "less in all: its share is -" in found["ropes"].words
    assert "rent causes" in found["rent"].words
    assert (found["rent"].hint is None, found["ropes"].hint) == (False, None)
