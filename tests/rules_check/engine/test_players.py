"""Players of every game: line-ups, restrictions, streams, and that nobody knows what their seat
cannot.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rules_check.engine import playing
from rules_check.engine.deciding import strike_blanks
from rules_check.engine.game import SHARES, copy_of, moves_of, new_state
from rules_check.engine.minds import draw_shares, styles_of
from rules_check.engine.noting import WIN
from rules_check.engine.players import NEVER, LineUpError, Player, parse_line_up, parse_player
from rules_check.engine.playing import play_games, spared_by
from rules_check.engine.seating import Seat
from rules_check.engine.sources import data_hash
from rules_check.games import emporium as rules
from rules_check.games.emporium.weights import Weight
from rules_check.play.simulate import simulate
from tests.conftest import some
from tests.rules_check.games.scripted import Table, real_cards

KINDS = ("random", "greedy", "search:24", "expert")
each_kind = pytest.mark.parametrize("kind", KINDS)


def started(players: int = 3, number: int = 0) -> Any:
    state = new_state(rules)
    rules.new_game(real_cards(), state, players, 1, number)
    return state


def test_a_line_up_names_one_for_each_seat_or_one_for_all() -> None:
    assert [p.text for p in parse_line_up("expert, random ,search:50", 3)] == [
        "expert",
        "random",
        "search:50",
    ]
    assert parse_line_up("greedy", 2) == parse_line_up("greedy,greedy", 2)
    assert parse_player("search").budget == 50
    assert parse_player("search:50").budget == 50
    assert parse_player("random:never=sell+hand-axe:never=bid").words == ("sell hand-axe", "bid")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("expert,random", "2 players for 3 seats"),
        (
            "expret",
            (
                "there is no player 'expret'; choose from random, greedy, search, expert, learned, "
                "or FILE.py:FUNCTION .did you mean 'expert'"
            ),
        ),
        ("", "no player ''"),
        ("random,,random", "no player ''"),
        ("search:0", "'0' in 'search:0'"),
        ("search:1e3", "'1e3'"),
        ("search:٣", "is not an option of search"),
        ("search:99999999", "playouts up to 100000"),
        (
            "random:50",
            (
                "'50' in 'random:50' is not an option of random; its options are never=MOVE, "
                "only=MOVE and shift=MOVE.1"
            ),
        ),
        (
            "expert:hope",
            (
                "'hope' in 'expert:hope' is not an option of expert; its options are "
                "WEIGHT=NUMBER, never=MOVE"
            ),
        ),
        ("expert:hope=1e9", "'hope=1e9'"),
        ("random:hope=1", "'hope=1' in 'random:hope=1' is not an option of random"),
        ("expert:shift=bid", "'shift=bid'"),
        ("random:never", "'never'"),
        ("random:never=", "'never='"),
        ("random:never=sell:only=bid", "'never' and 'only' cannot be combined"),
        ("human", "'human' can play only in `emporium-pnp play`"),
    ],
)
def test_a_line_up_that_makes_no_sense_is_refused(text: str, message: str) -> None:
    with pytest.raises(LineUpError, match=message):
        parse_line_up(text, 3)


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("expert:hopp=1", "the expert of emporium does not weigh 'hopp'; did you mean 'hope'"),
        ("expert:hope=7", "'hope' is from 0 to 2, found 7 in 'expert:hope=7'"),
        (
            "expert:shift=draw+1",
            "'expert:shift=draw.1': 'draw' names no amount that could be shifted",
        ),
        ("expert:shift=fly+1", "'expert:shift=fly.1'"),
    ],
)
def test_a_weight_or_a_shift_that_there_is_not_is_refused(word: str, message: str) -> None:
    with pytest.raises(LineUpError, match=message):
        play_games(rules, real_cards(), parse_line_up(word, 2), 1, 0, 1)


def test_a_shifted_player_names_as_many_more_as_are_legal() -> None:
    cards, state = real_cards(), started()
    state.gold[:] = 8
    plain, more, most = (
        Seat(rules, cards, f"expert:only=bid:raise=0:shade=0{shift}")
        for shift in ("", ":shift=bid+1", ":shift=bid+99")
    )
    bids = [
        int(rules.move_text(cards, copy, seat.choose(copy)).split()[1])
        for seat in (plain, more, most)
        for copy in [copy_of(rules, state)]
    ]
    assert bids[1] == bids[0] + 1
    assert bids[2] == max(
        int(text.split()[1])
        for move in moves_of(rules, cards, state)
        if (text := rules.move_text(cards, state, move)).startswith("bid")
    )


def test_a_weight_changes_its_own_seat_alone() -> None:
    cards = real_cards()
    styles = styles_of(rules, cards, parse_line_up("expert,expert:hope=0.5,greedy", 3)).reshape(
        3, SHARES, -1
    )
    assert (styles[0] == cards.fitted[3]).all()
    changed = styles[1] != cards.fitted[3]
    assert changed.any(axis=0).sum() == 1
    assert (styles[2] == [one.start for one in Weight]).all()


def own_shares(seed: int, games: int, players: int) -> Any:
    """Draw shares from the first game on, each counted from its seat's first."""
    return draw_shares(seed, np.arange(games), players) - SHARES * np.arange(players)


def test_each_seat_has_every_style_once_in_each_block_of_games() -> None:
    drawn = draw_shares(1, np.arange(4000), 3)
    assert (drawn // SHARES == np.arange(3)).all()
    blocks = own_shares(1, 4000, 3).reshape(-1, SHARES, 3)
    assert (np.sort(blocks, axis=1) == np.arange(SHARES)[:, None]).all()


@pytest.mark.parametrize("seed", [0, 1, 2**63 - 1])
def test_the_style_of_a_game_does_not_depend_on_which_games_are_played_with_it(seed: int) -> None:
    numbers = np.array([7, 2**63 - 1, 39, 0])
    drawn = draw_shares(seed, numbers, 3)
    for row, number in zip(drawn, numbers.tolist(), strict=True):
        assert (draw_shares(seed, [number], 3)[0] == row).all()


def test_another_seed_plays_other_styles() -> None:
    one, other = (own_shares(seed, 8000, 4) for seed in (1, 2))
    assert np.abs((one == other).mean(axis=0) - 1 / SHARES).max() < 0.012  # 4.4 standard errors


@pytest.mark.parametrize("seats", [(0, 1), (1, 3), (0, 3)])
def test_seats_meet_each_other_in_all_pairs_of_styles_alike(seats: tuple[int, int]) -> None:
    """Over many seeds, so that no seat has a weaker table than another."""
    one, other = seats
    drawn = np.concatenate([own_shares(seed, 320, 4) for seed in range(200)])
    times = np.bincount(drawn[:, one] * SHARES + drawn[:, other], minlength=SHARES**2)
    assert np.abs(times - 64000 / SHARES**2).max() < 80  # five standard deviations of 250


def test_what_experts_weigh_is_no_part_of_the_cards() -> None:
    cards = real_cards()
    other = cards.copy()
    other.weights[:], other.fitted[:] = 1.0, 1.0
    assert data_hash(other) == data_hash(cards)


def test_a_restriction_on_no_move_is_refused() -> None:
    with pytest.raises(LineUpError, match="random:never=fly"):
        Seat(rules, real_cards(), "random:never=fly")


@pytest.mark.parametrize("word", ["never=sell+phoenix+at+99", "never=decline", "only=sit"])
def test_a_restriction_that_can_never_bite_is_refused(word: str) -> None:
    with pytest.raises(LineUpError, match="random:"):
        Seat(rules, real_cards(), f"random:{word}")


@pytest.mark.parametrize("players", [1, 7, 9])
def test_games_for_a_wrong_number_of_players_are_refused(players: int) -> None:
    with pytest.raises(LineUpError, match=f"2, 3, 4, 5 or 6 players, found {players}"):
        play_games(rules, real_cards(), parse_line_up("random", players), 1, 0, 10)


@pytest.mark.parametrize("word", ["random", "expert"])
def test_to_ask_about_a_line_up_compiles_no_players(
    word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks may have yet to compile them, and says so first."""
    for player in ("_random_player", "game_player"):
        monkeypatch.setattr(playing, player, None)
    assert len(play_games(rules, real_cards(), parse_line_up(word, 2), 1, 0, 0).rows) == 0
    with pytest.raises(TypeError):
        play_games(rules, real_cards(), parse_line_up(word, 2), 1, 0, 1)


def test_no_games_at_all_are_no_fault() -> None:
    played = simulate(rules, real_cards(), parse_line_up("random", 3), 1, 0)
    assert played.places.shape == (0, 3)


@each_kind
def test_a_player_chooses_a_legal_move_and_leaves_all_but_its_luck_alone(kind: str) -> None:
    seat, cards = Seat(rules, real_cards(), kind), real_cards()
    for number in range(3):
        state = started(3, number)
        for _ in range(60):
            if rules.is_over(cards, state):
                break
            due, before = rules.current_player(cards, state), copy_of(rules, state)
            move = seat.choose(state)
            assert move in moves_of(rules, cards, state)
            assert [i for i in range(len(state.rng)) if state.rng[i] != before.rng[i]] in (
                [1 + due],
                [],
            )
            state.rng[:], luck = before.rng, state.rng.copy()
            assert state.tobytes() == before.tobytes()
            state.rng[:] = luck
            rules.apply(cards, state, move)


@pytest.mark.slow_cases(*(f"{players}-{kind}" for players in (2, 6) for kind in KINDS[1:]))
@each_kind
@pytest.mark.parametrize("players", [2, 4, 6])
def test_a_players_move_does_not_change_when_what_it_cannot_know_is_permuted(
    kind: str, players: int
) -> None:
    cards, state = real_cards(), started(players)
    seat, free = Seat(rules, cards, kind), Seat(rules, cards, "random")
    was_permuted = 0
    for step in range(240):
        if rules.is_over(cards, state):
            break
        due = rules.current_player(cards, state)
        if step % 4 == 0:
            other = copy_of(rules, state)
            rules.hide(cards, other, due, 1000 + step)
            other.rng[1 + due] = state.rng[1 + due]
            was_permuted += other.hand.tobytes() != state.hand.tobytes()
            assert seat.choose(other) == seat.choose(copy_of(rules, state))
        rules.apply(cards, state, free.choose(state))
    assert was_permuted > 20


@each_kind
def test_whole_games_are_the_same_move_by_move_and_compiled_in_one_go(kind: str) -> None:
    cards, line_up = real_cards(), parse_line_up(f"{kind},random,{kind}", 3)
    played = simulate(rules, cards, line_up, 4, 1, 9)
    state, decisions = new_state(rules), 0
    rules.new_game(cards, state, 3, 4, 9)
    seats = [Seat(rules, cards, player, seed=4) for player in line_up]
    while (due := rules.current_player(cards, state)) >= 0:
        rules.apply(cards, state, seats[due].choose(state))
        decisions += 1
    out = np.zeros(3, np.int64)
    rules.places(cards, state, out)
    assert played.places[0].tolist() == out.tolist()
    rules.scores(cards, state, out)
    assert played.scores[0].tolist() == out.tolist()
    assert (played.ends[0], played.rounds[0], played.decisions[0]) == (
        state.end,
        state.rounds,
        decisions,
    )


def test_random_players_left_to_playout_are_random_players() -> None:
    free, bound = (
        parse_line_up("random", 4),
        [Player("random", 0)] * 3 + [Player("random", 0, limit=NEVER)],
    )
    whole, stepped = (simulate(rules, real_cards(), line_up, 2, 40) for line_up in (free, bound))
    for name in set(whole.part.rows.dtype.names) - {
        "leader",
        "lead_changes",
    }:  # it forbids nothing, but takes the long way
        assert np.array_equal(whole.part.rows[name], stepped.part.rows[name]), name


@pytest.mark.slow_cases("1")
@pytest.mark.parametrize("workers", [1, 3])
def test_games_do_not_depend_on_how_they_are_shared_out(workers: int) -> None:
    from concurrent.futures import ThreadPoolExecutor

    line_up = parse_line_up("greedy,random", 2)
    alone = play_games(rules, real_cards(), line_up, 7, 10, 50)
    seen = list[tuple[int, int]]()
    with ThreadPoolExecutor(workers) as pool:
        played = simulate(
            rules, real_cards(), line_up, 7, 50, 10, pool, lambda done, of: seen.append((done, of))
        )
    assert (played.part.rows == alone.rows).all()
    assert (played.part.used == alone.used).all()
    assert (played.part.used[1] <= played.part.used[0]).all()
    assert played.numbers.tolist() == list(range(10, 60))
    assert seen[-1] == (50, 50)


@pytest.mark.slow_cases(
    *(
        f"{kind}-{word}"
        for kind in KINDS[1:]
        for word in ("never=bid", "only=sell", "never=upgrade")
    )
)
@pytest.mark.parametrize(
    "word", ["never=sell", "never=bid", "only=sell", "only=bid", "never=upgrade", "never=bid+3"]
)
@each_kind
def test_a_restricted_player_keeps_to_it_where_it_can(kind: str, word: str) -> None:
    cards, state = real_cards(), started()
    seat, free = Seat(rules, cards, f"{kind}:{word}"), Seat(rules, cards, "random")
    never, first = word.startswith("never"), word.partition("=")[2].replace("+", " ")
    met = 0
    for _ in range(150):
        if rules.is_over(cards, state):
            break
        if rules.current_player(cards, state) == 0:
            legal = {
                move: rules.move_text(cards, state, move) for move in moves_of(rules, cards, state)
            }
            named = {move for move, text in legal.items() if text.startswith(first)}
            left = legal.keys() - named if never else named
            move = seat.choose(state)
            assert move in (left or legal)
            met += bool(left) and left != legal.keys()
        else:
            move = free.choose(state)
        rules.apply(cards, state, move)
    assert met


def test_greedy_takes_what_pays_at_once() -> None:
    table = (
        Table(2).hands("hand-axe").heroes("greta").monsters("rat-king", "troll", "hydra").gold(3, 3)
    )
    table.play("bid 1").play("bid 1").play("hero greta").play("add hand-axe")
    assert (
        rules.move_text(
            table.cards, table.state, Seat(rules, table.cards, "greedy").choose(table.state)
        )
        == "fight rat-king"
    )


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("word", ["random", "expert"])
def test_where_the_gold_came_from_adds_up_to_the_score(word: str, players: int) -> None:
    played = simulate(rules, real_cards(), parse_line_up(word, players), 3, 40)
    assert (played.ledger.sum(axis=2) == played.scores).all()
    fights = played.counts[:, rules.COUNTS.index("fights won")]
    assert (played.part.used[1][-54:].sum()) == 2 * fights.sum()


def test_a_seat_blind_to_a_card_never_uses_it_while_it_has_another_move() -> None:
    cards = real_cards()
    blank_all = np.ones(len(rules.card_ids(cards)), np.int64)
    state, moves = started(3), np.empty(rules.max_moves, np.int64)
    count = rules.legal_moves(cards, state, moves)
    kept = strike_blanks(rules.card_of, cards, state, moves, count, blank_all)
    assert 0 < kept < count
    assert all(rules.move_text(cards, state, int(move)).startswith("bid") for move in moves[:kept])
    rules.blank(cards, state, 0, blank_all)
    assert state.hand[0, -1] == 0
    assert (state.monsters == -1).all()
    assert (state.heroes == -1).all()


def test_games_with_blanks_count_every_seat_and_every_win() -> None:
    played = simulate(rules, real_cards(), parse_line_up("expert", 4), 3, 200, per_mille=100)
    blind, wins, seeing, other_wins = played.part.worth.T
    assert (blind + seeing == 800).all()
    assert (wins + other_wins == 200 * WIN).all()
    assert 60 < blind.mean() < 100


def test_checked_games_are_the_same_games() -> None:
    line_up = parse_line_up("expert,random", 2)
    free, checked = (
        simulate(rules, real_cards(), line_up, 3, 20, is_checked=is_checked)
        for is_checked in (False, True)
    )
    assert (free.part.rows == checked.part.rows).all()
    assert (checked.faults == 0).all()


@pytest.mark.parametrize("word", ["random", "expert", "expert,random:never=fight", "greedy,expert"])
def test_games_are_the_same_without_the_rules_that_nobody_calls(
    word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    line_up = parse_line_up(word, 2)
    assert spared_by(line_up, is_checked=False)
    some_spared = simulate(rules, real_cards(), line_up, 3, 20)
    monkeypatch.setattr(playing, "spared_by", lambda *_: frozenset())
    assert (some_spared.part.rows == simulate(rules, real_cards(), line_up, 3, 20).part.rows).all()


@pytest.mark.parametrize(
    ("word", "is_checked", "spared"),
    [
        ("random", False, {"hide", "fault"}),
        ("expert", False, {"hide", "playout", "fault"}),
        ("expert", True, {"hide", "playout"}),
        ("expert,greedy", False, {"playout", "fault"}),
        ("expert,search:9", False, {"fault"}),
        ("expert,search:9", True, set()),
    ],
)
def test_what_a_line_up_never_calls(word: str, is_checked: bool, spared: set[str]) -> None:
    assert spared_by(parse_line_up(word, 2), is_checked) == spared


@pytest.mark.slow_cases("random")
@pytest.mark.parametrize("kind", some(["random", "expert"], 2))
def test_what_is_decided_at_once_is_counted_as_it_happens(kind: str) -> None:
    """By playout alone, with every state looked over, and one by one: the choices behind the
    screen.
    """
    cards, line_up = real_cards(), parse_line_up(kind, 3)
    played = [
        play_games(rules, cards, line_up, 5, 0, 20, is_checked) for is_checked in (False, True)
    ]
    counted = list[int]()
    for number in range(20):
        state, seats = new_state(rules), [Seat(rules, cards, player, seed=5) for player in line_up]
        rules.new_game(cards, state, 3, 5, number)
        counted.append(0)
        while (due := rules.current_player(cards, state)) >= 0:
            counted[-1] += rules.is_secret(cards, state)
            rules.apply(cards, state, seats[due].choose(state))
    assert played[0].rows["at_once"].tolist() == played[1].rows["at_once"].tolist() == counted
    assert min(counted) > 0
