"""What each action is worth: what is noted of games, which actions are looked at again, and that
one not worth doing is found.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from generator.data.loading import load_game
from rules_check.engine.game import new_state
from rules_check.engine.noting import CARDS, CHOICES, NOTED_EVERY, WIN
from rules_check.engine.players import parse_line_up, parse_player
from rules_check.engine.seating import Seat
from rules_check.games import emporium as rules
from rules_check.play.simulate import Played, simulate
from rules_check.prove.actions import (
    action_measurements,
    action_table,
    choice_measurements,
    choice_table,
    habits_of,
    idle_options,
    option_of,
    said_of,
    settled,
    try_habits,
)
from rules_check.verdict.findings import LIMITS, judge
from rules_check.verdict.statistics import Rate
from tests.conftest import ROOT
from tests.rules_check.games.scripted import real_cards
from tests.rules_check.notation.games import game_of, text_of

USUAL = {name: value for name, (value, _) in LIMITS.items()}


def test_every_move_is_left_out_preferred_and_shifted_where_that_can_be() -> None:
    words = [habit.text for habit in habits_of(rules, real_cards(), "expert")]
    assert len(words) == len(set(words))
    assert {
        "expert:never=sell",
        "expert:only=bid",
        "expert:shift=bid+1",
        "expert:shift=sell-1",
        "expert:shift=sell+99",
        "expert:shift=sell-99",
        "expert:never=banish",
    } <= set(words)
    assert "expert:shift=draw+1" not in words  # names no amount
    assert "expert:never=decline" not in words  # by the rulings nobody can


def test_habits_of_the_highest_and_the_lowest_amount_are_said_in_words() -> None:
    assert said_of("shift=sell+99") == "shift=sell+99, always the highest 'sell'"
    assert said_of("shift=sell-99") == "shift=sell-99, always the lowest 'sell'"
    assert [said_of(option) for option in ("shift=sell-9", "never=sell")] == [
        "shift=sell-9",
        "never=sell",
    ]


@pytest.fixture(scope="module")
def noted() -> Played:
    return simulate(
        rules, real_cards(), parse_line_up("expert", 3), 5, NOTED_EVERY + 1, noting=CARDS
    )


def sort_of(ranges: dict[str, list[tuple[int, int]]], move: int) -> str:
    """Find the sort of a move; none of what a word alone does not mean, such as banishing
    nobody.
    """
    return next(
        (
            sort
            for sort, rows in ranges.items()
            if any(first <= move <= last for first, last in rows)
        ),
        "",
    )


@pytest.mark.slow
def test_what_is_chosen_and_taken_is_what_the_games_show(noted: Played) -> None:
    """The same games again, move by move: of the first and the ninth what each decision allowed; of
    all nine who used which card.
    """
    cards, seat, state, legal = (
        real_cards(),
        Seat(rules, real_cards(), "expert", seed=5),
        new_state(rules),
        np.empty(rules.max_moves, np.int64),
    )
    ranges = {sort: rules.move_ranges(cards, sort) for sort in rules.move_sorts()}
    chances, chosen, takers, wins = Counter[str](), Counter[str](), Counter[int](), Counter[int]()
    for number in range(NOTED_EVERY + 1):
        used = set[tuple[int, int]]()
        rules.new_game(cards, state, 3, 5, number)
        while (due := int(rules.current_player(cards, state))) >= 0:
            count = rules.legal_moves(cards, state, legal)
            sorts = [sort_of(ranges, int(move)) for move in legal[:count]]
            move = seat.choose(state)
            if number % NOTED_EVERY == 0 and len(set(sorts)) > 1:
                chances.update(set(sorts) - {""})
                chosen[sort_of(ranges, move)] += 1
            n = 0
            while (card := int(rules.card_of(cards, state, move, n))) >= 0:
                used.add((due, card))
                n += 1
            rules.apply(cards, state, move)
        places = noted.places[number]
        for due, card in used:
            takers[card] += 1
            wins[card] += WIN // int((places == 1).sum()) if places[due] == 1 else 0
    table = choice_table(rules, noted)
    assert {row["action"]: row["chances"] for row in table if row["chances"]} == dict(chances)
    assert {row["action"]: row["chosen"] for row in table if row["chosen"]} == {
        sort: number for sort, number in chosen.items() if sort
    }
    assert chances["sell"] > 20
    assert {
        card: tuple(row[:2]) for card, row in enumerate(noted.part.taken.tolist()) if row[0]
    } == {card: (takers[card], wins[card]) for card in takers}


def test_habits_that_the_noted_games_show_to_be_idle_change_no_game() -> None:
    """Leaving out a move that nobody chooses, or making one that everybody chooses anyway, plays the
    same games; too few noted games say nothing.
    """
    cards, line_up = real_cards(), parse_line_up("expert", 3)
    played = simulate(rules, cards, line_up, 5, 30 * NOTED_EVERY, noting=CHOICES)
    idle = idle_options(rules, played, 30)
    assert {"never=place", "only=place"} <= idle
    assert not {"never=sell", "only=sell", "never=bid"} & idle
    assert idle_options(rules, played, 31) == set()
    habits = [habit for habit in habits_of(rules, cards, "expert") if option_of(habit) in idle]
    assert habits
    assert try_habits(rules, cards, "expert", habits, 3, 12, 7) == {}


def test_noting_changes_no_game(noted: Played) -> None:
    plain = simulate(rules, real_cards(), parse_line_up("expert", 3), 5, NOTED_EVERY + 1)
    assert np.array_equal(plain.part.rows, noted.part.rows)
    assert plain.part.taken.size == plain.part.chosen.size == 0


def test_selling_for_next_to_nothing_is_found_not_worth_doing() -> None:
    """Whoever leaves out what only loses wins more; upgrading still pays. What seemed in doubt
    played fresh games.
    """
    game, cards = load_game(ROOT / "cards.yaml"), real_cards().copy()
    cards.price_cap[:] = 1
    habits = [
        parse_player(f"expert:{option}") for option in ("never=sell", "only=sell", "never=upgrade")
    ]
    tried = try_habits(rules, cards, "expert", habits, 4, 120, 1)
    rates = settled(rules, cards, "expert", 4, tried, 30.0, 480, 1)
    assert rates["never=sell"].games == 480
    assert rates["only=sell"] == tried["only=sell"]
    played = simulate(rules, cards, parse_line_up("expert", 4), 1, 200, noting=CHOICES)
    verdicts = {
        one.about: one
        for one in judge(list(action_measurements(rules, "expert", 4, rates, USUAL, game)))
    }
    assert verdicts["never=sell"].verdict == "warning"
    assert "so 'sell' is not worth doing" in verdicts["never=sell"].claim
    assert verdicts["never=sell"].place is not None
    assert verdicts["never=upgrade"].verdict == "ok"
    rows = {row["action"]: row for row in action_table(rules, 4, rates, played)}
    assert rows["sell"]["never"]["share"] > 0.3 > rows["sell"]["always"]["share"]
    assert 0 < rows["upgrade"]["chosen"] <= rows["upgrade"]["chances"]


def test_an_action_of_rules_as_data_is_shown_at_its_option() -> None:
    text = text_of("high_water")
    game, rates = game_of(text), {"never=bid": Rate(90, 100)}
    (found,) = judge(list(action_measurements(None, "learned", 4, rates, USUAL, game)))  # type: ignore[arg-type]
    assert found.place is not None
    assert text.splitlines()[found.place.line - 1].strip().startswith("bid {n in")


@pytest.mark.slow
def test_an_action_that_is_hardly_ever_chosen_is_found() -> None:
    """Players who never draw, so that of the many decisions that allow it none chooses it."""
    game = load_game(ROOT / "cards.yaml")
    played = simulate(
        rules, real_cards(), parse_line_up("expert:never=draw", 4), 1, 4000, noting=CHOICES
    )
    found = {one.about: one for one in judge(list(choice_measurements(rules, played, USUAL, game)))}
    assert found["draw, 4 players"].verdict == "warning"
    assert "hardly ever the right move" in found["draw, 4 players"].claim
    assert found["upgrade, 4 players"].verdict == "ok"
