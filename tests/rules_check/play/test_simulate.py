"""Games played in parts: shared out, in order, each run as if it were alone."""

from __future__ import annotations

import pytest

from rules_check.engine.noting import NOTHING
from rules_check.engine.players import parse_line_up
from rules_check.games import emporium as rules
from rules_check.play.run import Run
from rules_check.play.simulate import play_parts, simulate, simulate_each
from rules_check.play.tallies import Tally, play_tallies, tally_games
from tests.rules_check.play.played import GAMES, cards, names, piece, played


@pytest.mark.parametrize("size", [1, 7, 50, GAMES])
def test_the_tally_does_not_depend_on_the_split(size: int) -> None:
    whole = Tally.of(names(), played())
    parts = [Tally.of(names(), piece(played(), first, size)) for first in range(0, GAMES, size)]
    forward, backward = (
        Tally.none(rules, cards(), parse_line_up("expert,random,expert", 3), 5) for _ in range(2)
    )
    for part in parts:
        forward.add(part)
    for part in reversed(parts):
        backward.add(part)
    assert whole.as_json() == forward.as_json() == backward.as_json()
    assert whole.as_text(["a", "b", "c"]) == backward.as_text(["a", "b", "c"])


def test_workers_that_add_up_find_what_the_rows_say() -> None:
    line_up = parse_line_up("random,expert", 2)
    by_rows, by_totals = (Tally.none(rules, cards(), line_up, 3) for _ in range(2))
    for part in play_parts(Run(rules, cards(), line_up, 3, 300, 40)):
        by_rows.add(Tally.of(names(), part))
    for total in play_tallies(Run(rules, cards(), line_up, 3, 300, 40)):
        by_totals.add(total)
    assert (
        by_rows.as_json()
        == by_totals.as_json()
        == tally_games(Run(rules, cards(), line_up, 3, 300, 40)).as_json()
    )


def test_parts_grow_and_stay_in_order() -> None:
    parts = [
        (part.first, part.games)
        for part in play_parts(Run(rules, cards(), parse_line_up("random", 2), 1, 3000, 10))
    ]
    assert [first for first, _ in parts] == [
        10 + sum(n for _, n in parts[:i]) for i in range(len(parts))
    ]
    assert sum(games for _, games in parts) == 3000
    assert parts[0][1] == 1
    assert max(games for _, games in parts) > 100


def test_several_runs_at_once_are_each_as_if_played_alone() -> None:
    asked = [
        ("expert,random", 2, 40, 0),
        ("expert:never=sell,expert,expert", 3, 1, 9),
        ("random", 5, 300, 7),
        ("greedy,random", 2, 3, 0),
    ]
    runs = [
        Run(rules, cards(), parse_line_up(words, players), 5, count, first)
        for words, players, count, first in asked
    ]
    for run, together in zip(runs, simulate_each(runs), strict=True):
        alone = simulate(rules, cards(), run.line_up, 5, run.count, run.first)
        assert (together.first, together.games) == (run.first, run.count)
        assert (together.part.rows == alone.part.rows).all()
        assert (together.part.used == alone.part.used).all()
    assert simulate_each([]) == []


@pytest.mark.slow
def test_a_game_that_does_not_go_on_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A part that never comes back, of a thread that is at its second game."""
    from concurrent.futures import Future

    from rules_check.engine.parts import Columns
    from rules_check.engine.playing import THREADS, AtWork, blank_results
    from rules_check.play import simulate as playing

    results = blank_results(rules, cards(), Columns.of(rules, 2), 3, NOTHING)
    results.places[0, 0], results.games.decisions[1] = 1, 17
    monkeypatch.setattr(playing, "MOST_LOOKS", 1)
    monkeypatch.setattr(playing, "IS_COMPILED", True)
    monkeypatch.setitem(THREADS, -1, AtWork(parse_line_up("random", 2), 5, 40, results))
    with pytest.raises(playing.GameStuck, match="does not go on after 17 decisions") as stuck:
        playing.awaited(Future())
    assert stuck.value.shown.words == "--players 2 --line-up random --seed 5 --game 41"
