"""What a game of Empire came to: counts, pillars, the use of ranks; and what being blind to a rank
leaves.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest

from generator.data.game import Game
from rules_check.engine.deciding import strike_blanks
from rules_check.engine.game import moves_of, new_state
from rules_check.engine.kernel import below
from rules_check.engine.players import parse_line_up, parse_player
from rules_check.engine.playing import play_games
from rules_check.games import empire as rules
from rules_check.games.empire import game as do
from rules_check.games.empire.state import End, Phase, Tally
from rules_check.toolkit.moves import coded, parts_of
from rules_check.verdict.findings import place_at
from tests.games.empire_cards import RULINGS, write_empire

GAMES = 40


@cache
def own() -> Game:
    with TemporaryDirectory() as folder:
        return write_empire(Path(folder))


@cache
def own_cards() -> Any:
    return rules.cards_record(own())


def rank(name: str) -> int:
    return rules.card_ids(own_cards()).index(name)


def played(cards: Any, players: int, games: int = GAMES) -> Any:
    """Play at random; gives the rows."""
    return play_games(rules, cards, parse_line_up("random", players), 1, 0, games).rows


def options() -> list[tuple[str, str]]:
    return [(name, option) for name, known in RULINGS.items() for option in known.split()[1:]]


# ---------------------------------------------------------------- accounts


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_ledger_adds_up_to_the_score(players: int) -> None:
    rows = played(own_cards(), players)
    ledger = rows["ledger"]
    assert (ledger >= 0).all()
    assert (rows["ledger"].sum(axis=2) == rows["scores"]).all()
    assert (ledger.sum(axis=(0, 1)) > 0).all()


@pytest.mark.parametrize(("name", "option"), options())
def test_ends_and_ledger_hold_by_every_ruling(name: str, option: str) -> None:
    cards = rules.with_ruling(own_cards(), name, option)
    games = 4 if option == "overlord" else 20
    rows = played(cards, 4, games)
    assert set(rows["end"].tolist()) <= {*rules.possible_ends(cards), *rules.BAD_ENDS}
    assert (rows["ledger"].sum(axis=2) == rows["scores"]).all()


def test_ends_that_the_rulings_leave_out_are_not_possible() -> None:
    cards = own_cards()
    names = {
        option: {
            rules.ENDS[end] for end in rules.possible_ends(rules.with_ruling(cards, name, option))
        }
        for name, option in options()
    }
    usual = {rules.ENDS[end] for end in rules.possible_ends(cards)}
    assert usual == {*rules.ENDS[1:4], rules.ENDS[End.STALLED]}
    assert names["overlord"] == {rules.ENDS[End.OVERLORD]}
    assert names["count_pillars"] == usual | {rules.ENDS[End.RAN_OUT]}
    cards = rules.with_ruling(cards, "stall", "play_on")
    assert {rules.ENDS[end] for end in rules.possible_ends(cards)} == set(rules.ENDS[1:4])


def test_what_is_counted_has_a_name_each_and_a_place() -> None:
    assert len(rules.COUNTS) == len(Tally)
    assert {*rules.NEVER, *rules.WANTED} <= set(rules.COUNTS)
    assert set(rules.PLACES) <= {*rules.COUNTS, *rules.LEDGER, *rules.STRATEGIES}
    for name in (*rules.WANTED, *rules.NEVER, *rules.LEDGER, *rules.STRATEGIES):
        assert place_at(own(), name, rules).line > 1, name
    for restriction in rules.STRATEGIES:
        (word,) = parse_player(f"random:{restriction}").words
        assert rules.move_ranges(own_cards(), word)


def test_counts_are_what_happened() -> None:
    """Follow a game and count anew, from the moves and the states alone."""
    cards, state, luck = own_cards(), new_state(rules), np.random.default_rng(3)
    rules.new_game(cards, state, 4, 1, 5)
    steals = trades = skips = joker_pillars = 0
    while state.phase != Phase.OVER:
        moves = moves_of(rules, cards, state)
        move = int(luck.choice(moves))
        bonus = int(state.is_bonus)
        sort, _, second = parts_of(move)
        steals += sort == do.STEAL and not bonus
        joker_pillars += sort == do.LAY and second > 0
        trades_before, skips_before = int(state.tally[1] + state.tally[5]), int(state.tally[14])
        rules.apply(cards, state, move)
        trades += int(state.tally[1] + state.tally[5]) - trades_before
        skips += int(state.tally[14]) - skips_before
    out = np.zeros(len(rules.COUNTS) + 4 * len(rules.LEDGER), np.int64)
    rules.account(cards, state, out)
    said = dict(zip(rules.COUNTS, out.tolist(), strict=False))
    assert said["steals"] == steals  # a steal is always a choice: whoever can steal can battle
    assert said["pillars with jokers"] == joker_pillars
    assert said["trades"] + said["bonus trades"] == trades
    assert said["turns skipped"] == skips > 0
    assert said["battles won"] == state.tally[Tally.BATTLES_WON]
    assert said["cards left to draw"] == state.deck[-1]
    assert said["seats without a pillar"] == sum(int(laid) == 0 for laid in state.laid[:4])


def test_a_draw_from_nothing_that_ends_the_game_is_no_accident() -> None:
    cards, state = (
        rules.with_ruling(own_cards(), "pile_runs_out", "count_pillars"),
        new_state(rules),
    )
    out = np.zeros(len(rules.COUNTS) + 4 * len(rules.LEDGER), np.int64)
    for game in range(40):
        rules.new_game(cards, state, 4, 1, game)
        rules.playout(cards, state, np.empty(rules.max_moves, np.int64))
        if state.end == End.RAN_OUT:
            break
    assert state.tally[Tally.DRAWS_FROM_NOTHING] == 1
    rules.account(cards, state, out)
    assert dict(zip(rules.COUNTS, out.tolist(), strict=False))["draws from nothing"] == 0


def test_a_rank_is_used_in_a_pillar_and_a_two_by_skipping() -> None:
    cards, state = own_cards(), new_state(rules)
    rules.new_game(cards, state, 3, 1, 0)
    state.used[:] = 0
    state.used[rank("seven")], state.used[rank("joker")] = 4, 1
    seen, used = np.zeros(15, np.int64), np.zeros(15, np.int64)
    rules.usage(cards, state, seen, used)
    assert seen.tolist() == [1] * 14 + [0]
    assert np.flatnonzero(used).tolist() == [rank("seven"), rank("joker")]


@pytest.mark.parametrize("option", ["rank", "card"])
def test_ranks_are_what_is_numbered_whatever_a_demand_names(option: str) -> None:
    cards = rules.with_ruling(own_cards(), "demand_names", option)
    ids, groups = rules.card_ids(cards), rules.card_groups(cards)
    assert (len(ids), ids[0], ids[-1]) == (14, "two", "joker")
    assert groups == ["ranks that skip", *["ranks of empires"] * 12, "ranks that are wild"]
    part = play_games(rules, cards, parse_line_up("random", 4), 1, 0, 10)
    assert (part.used[0] == 10).all()
    assert 0 < part.used[1].min() <= part.used[1].max() <= 10


# ---------------------------------------------------------------- what a move uses


def used_by(cards: Any, state: Any, move: int) -> list[str]:
    """List the ranks that a move uses."""
    found = list[int]()
    while (one := int(rules.card_of(cards, state, move, len(found)))) >= 0:
        found.append(one)
    return [rules.card_ids(cards)[one] for one in found]


def test_each_move_uses_the_ranks_that_it_is_about() -> None:
    cards, state = own_cards(), new_state(rules)
    rules.new_game(cards, state, 4, 1, 0)
    seven, two, joker = (
        list(cards.type_rank).index(rank(name)) for name in ("seven", "two", "joker")
    )
    state.pile[1, 0], state.pile[1, -1] = seven, 1
    state.pile[0, 0], state.pile[0, -1] = two, 1
    state.seat = state.turn = 0
    state.tabled[2] = joker
    for move, names in (
        (coded(do.STEAL, 1, 0), ["seven"]),
        (coded(do.PICK, 2, 0), ["joker"]),
        (coded(do.DEMAND, seven, 0), ["seven"]),
        (coded(do.LAY, rank("seven"), 0), ["seven"]),
        (coded(do.LAY, rank("seven"), 2), ["seven", "joker"]),
        (coded(do.LAY, rank("seven"), 4), ["joker"]),
        (coded(do.DISCARD, two, 0), ["two"]),
        (coded(do.DISCARD, seven, 0), []),
        (coded(do.DISCARD, joker, 0), []),
        (coded(do.TABLE, seven, 0), []),
        (coded(do.SKIP, 1, 0), ["two"]),
        (coded(do.BATTLE, 1, 0), []),
        (coded(do.HOLD, 0, 0), []),
    ):
        assert used_by(cards, state, move) == names, move


@pytest.mark.slow_cases("rank-seven")
@pytest.mark.parametrize("name", ["two", "seven", "joker"])
@pytest.mark.parametrize("demand", ["rank", "card"])
def test_who_is_blind_to_a_rank_makes_no_use_of_it(name: str, demand: str) -> None:
    """Seat 1 plays at random, and never lays, steals, demands or picks the rank while it has
    anything else.
    """
    cards, state = rules.with_ruling(own_cards(), "demand_names", demand), new_state(rules)
    is_blank, moves = np.zeros(14, np.int64), np.empty(rules.max_moves, np.int64)
    is_blank[rank(name)] = 1
    struck = 0
    for game in range(3):
        rules.new_game(cards, state, 4, 2, game)
        while state.phase != Phase.OVER:
            count = rules.legal_moves(cards, state, moves)
            if state.seat == 0:
                left = strike_blanks(rules.card_of, cards, state, moves, count, is_blank)
                assert left > 0 or state.phase in (Phase.DISCARD, Phase.PICK, Phase.SKIP), (
                    state.phase
                )
                struck += left < count
                count = left or count
            move = int(moves[below(state.rng, 1 + int(state.seat), count)])
            rules.apply(cards, state, move)
        for i in range(int(state.laid[0])):
            laid, wild = divmod(int(state.pillar[0, i]), 8)
            assert wild == 0 if name == "joker" else laid != rank(name) or wild == cards.pillar_size
    assert struck > 10


def test_a_pillar_with_jokers_is_struck_for_either() -> None:
    cards, state = own_cards(), new_state(rules)
    rules.new_game(cards, state, 4, 1, 0)
    state.phase, state.seat, state.turn, state.rounds = Phase.LAY, 0, 0, 2
    state.hand[0] = 0
    state.hand[0, list(cards.type_rank).index(rank("seven"))], state.hand[0, cards.joker] = 3, 2
    moves, is_blank = np.empty(rules.max_moves, np.int64), np.zeros(14, np.int64)
    count = rules.legal_moves(cards, state, moves)
    assert count > 1
    for name in ("seven", "joker"):
        is_blank[:] = 0
        is_blank[rank(name)] = 1
        assert strike_blanks(rules.card_of, cards, state, moves, count, is_blank) == 1  # to hold
    is_blank[:] = 0
    assert strike_blanks(rules.card_of, cards, state, moves, count, is_blank) == count


@pytest.mark.parametrize("demand", ["rank", "card"])
def test_a_blanked_rank_is_gone_from_the_hand_alone(demand: str) -> None:
    cards = rules.with_ruling(own_cards(), "demand_names", demand)
    state, is_blank = new_state(rules), np.zeros(14, np.int64)
    rules.new_game(cards, state, 4, 1, 1)
    before = state.copy()
    is_blank[cards.type_rank[np.flatnonzero(state.hand[2])[:3]]] = 1
    rules.blank(cards, state, 2, is_blank)
    gone = [type_ for type_ in range(int(cards.types)) if is_blank[cards.type_rank[type_]]]
    assert before.hand[2, gone].sum() > 0
    assert (
        state.hand[2].sum()
        == state.hand_size[2]
        == before.hand_size[2] - before.hand[2, gone].sum()
    )
    assert not state.hand[2, gone].any()
    for field in ("pile", "deck", "tabled", "ranks", "laid"):
        assert (state[field] == before[field]).all()
    assert (state.hand[[0, 1, 3]] == before.hand[[0, 1, 3]]).all()


def test_a_card_on_the_table_or_fought_for_stays_in_the_blanked_hand() -> None:
    cards, state, is_blank = own_cards(), new_state(rules), np.ones(14, np.int64)
    rules.new_game(cards, state, 4, 1, 1)
    mine = int(np.argmax(state.hand[0]))
    state.tabled[0] = mine
    state.target, state.demand = 1, int(np.argmax(state.hand[1]))
    rules.blank(cards, state, 0, is_blank)
    rules.blank(cards, state, 1, is_blank)
    assert (state.hand_size[0], state.hand[0, mine]) == (1, 1)
    assert (state.hand_size[1], state.hand[1, state.demand]) == (1, 1)
