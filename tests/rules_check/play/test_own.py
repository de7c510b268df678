"""Players of people's own: they get what their seat can know, their games count as others do, and
what they do wrong is said with its line.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from generator.data import budget
from generator.data.loading import load_game
from rules_check.engine.players import LineUpError, parse_line_up
from rules_check.engine.playing import play_games
from rules_check.games import emporium as rules
from rules_check.play.own import _stepped, play_any
from rules_check.play.run import Run
from rules_check.play.simulate import simulate
from rules_check.prove import comparing
from rules_check.prove.checking import Examination, Level
from tests.conftest import ROOT
from tests.rules_check.cli.calling import run
from tests.rules_check.games.scripted import real_cards
from tests.rules_check.prove.broken import broken_game

MINE = """
seen = []

def cautious(view):
    seen.append(view)
    return next((move for move in view.moves if move.word in ("pass", "stay")), view.moves[0])

def last(view):
    return len(view.moves) - 1

def lucky(view, luck):
    return luck.choice(view.moves).word

def wrong(view):
    return "sell the shop"

def broken(view):
    return view.moves[0].price

from numba import njit

@njit
def bold(cards, state, moves, count):
    return count - 1

@njit
def cheat(cards, state, moves, count):
    place = count - 1
    moves[:] = moves[0] + 1
    state.rounds += 7
    cards.weights[:] = 0
    return place

fast = max
whole = int

class Odd(str):
    def strip(self):
        raise GeneratorExit
    __repr__ = __eq__ = __hash__ = strip

class Deep:
    def __index__(self):
        raise SystemExit(0)

class Own(BaseException):
    def __str__(self):
        raise KeyboardInterrupt

def odd(view):
    return Odd("sell the shop")

def deep(view):
    return Deep()

def own(view):
    raise Own

def stopped(view):
    raise KeyboardInterrupt

def closed(view):
    raise GeneratorExit

def left(view):
    import sys
    sys.exit(0)

def long(view):
    return "x" * 1_000_000

def huge(view):
    return 10 ** 5000

def elsewhere(view):
    import json
    return json.loads("{")

printed = []

def prints(view):
    printed.append(str(view))
    return 0
"""


@pytest.fixture
def mine(tmp_path: Path) -> str:
    (tmp_path / "mine.py").write_text(MINE, encoding="utf-8")
    return str(tmp_path / "mine.py")


@pytest.mark.slow
def test_stepped_games_are_counted_as_games_compiled_as_a_whole() -> None:
    """The same players, stepped from Python: every column, use of cards and decision made at
    once.
    """
    line_up = parse_line_up("expert,random,greedy:never=sell", 3)
    whole = play_games(rules, real_cards(), line_up, 3, 5, 4, is_checked=True)
    stepped = _stepped(Run(rules, real_cards(), line_up, 3, 4, 5, is_checked=True))
    assert np.array_equal(stepped.rows, whole.rows)
    assert np.array_equal(stepped.used, whole.used)


@pytest.mark.slow
def test_a_function_of_the_view_plays_and_sees_only_what_its_seat_can_know(mine: str) -> None:
    from rules_check.play.own import function_of

    line_up = parse_line_up(f"{mine}:cautious,expert", 2, load_game(ROOT / "cards.yaml"))
    part = play_any(Run(rules, real_cards(), line_up, 1, 2))
    seen = function_of(f"{mine}:cautious").__globals__["seen"]
    assert (part.rows["decisions"] > 20).all()
    assert len(seen) > 20
    assert all(view.seat == view.due == 0 for view in seen)
    hands = [zone for view in seen for zone in view.zones if zone.seat == 1 and zone.name == "hand"]
    assert not any(pile.card for zone in hands for pile in zone.piles if not pile.group)


@pytest.mark.slow
def test_a_function_that_answers_with_a_players_word_plays_as_that_player(mine: str) -> None:
    (asked := Path(mine)).write_text(
        MINE + "\ndef expert(view):\n    return 'expert'\n", encoding="utf-8"
    )
    own = parse_line_up(f"{asked}:expert,expert", 2, load_game(ROOT / "cards.yaml"))
    rows = play_any(Run(rules, real_cards(), own, 3, 2)).rows
    assert np.array_equal(
        rows, play_any(Run(rules, real_cards(), parse_line_up("expert", 2), 3, 2)).rows
    )


@pytest.mark.slow
def test_a_view_prints_as_the_table_and_its_moves(mine: str) -> None:
    from rules_check.play.own import function_of

    line_up = parse_line_up(f"{mine}:prints,expert", 2, load_game(ROOT / "cards.yaml"))
    play_any(Run(rules, real_cards(), line_up, 1, 1))
    text = function_of(f"{mine}:prints").__globals__["printed"][0]
    lines = text.splitlines()
    moves = lines[lines.index("Moves:") + 1 :]
    assert len(moves) > 1
    assert all(line.startswith("  ") for line in moves)
    assert "OwnView(" not in text


@pytest.mark.slow
def test_the_same_game_is_played_again_with_the_same_luck(mine: str) -> None:
    line_up = parse_line_up(f"{mine}:lucky,{mine}:last", 2, load_game(ROOT / "cards.yaml"))
    first, again = (play_any(Run(rules, real_cards(), line_up, 1, 2, 7)).rows for _ in range(2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first[0], first[1])


@pytest.mark.slow
def test_a_compiled_function_plays_what_the_same_one_of_the_view_plays(mine: str) -> None:
    game = load_game(ROOT / "cards.yaml")
    bold, last = (
        simulate(rules, real_cards(), parse_line_up(f"{mine}:{name},random", 2, game), 1, 3)
        for name in ("bold", "last")
    )
    assert np.array_equal(bold.part.rows, last.part.rows)


def test_what_a_compiled_function_is_handed_is_not_the_game_itself(mine: str) -> None:
    cards, game = real_cards(), load_game(ROOT / "cards.yaml")
    before = cards.tobytes()
    cheat, bold = (
        play_any(Run(rules, cards, parse_line_up(f"{mine}:{name}", 2, game), 1, 2)).rows
        for name in ("cheat", "bold")
    )
    assert np.array_equal(cheat, bold)
    assert cards.tobytes() == before


def test_being_told_to_end_is_no_fault_of_the_file(
    mine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(budget, "TOLD_TO_END", [2])
    line_up = parse_line_up(f"{mine}:stopped,random", 2, load_game(ROOT / "cards.yaml"))
    with pytest.raises(KeyboardInterrupt):
        play_any(Run(rules, real_cards(), line_up, 1, 1))


@pytest.mark.parametrize(
    ("word", "said"),
    [
        (
            "mine.py:wrong",
            "answered 'sell the shop', which is not a legal move; the legal moves are '",
        ),
        (
            "mine.py:broken",
            r"mine\.py:18: .*failed: AttributeError: 'Move' object has no attribute 'price'",
        ),
        (
            "mine.py:bolt",
            "mine.py has no function 'bolt'; it has cautious, last, lucky, wrong, broken",
        ),
        ("mine.py", "name the function that plays"),
        ("other.py:me", "other.py:me': there is no such file"),
        pytest.param(
            "x" * 5000 + ".py:me",
            "x …'(: there is no such file| cannot be read: )",
            id="a long name",
        ),
        ("half.py:me", r"half\.py:1: "),
        ("mine.py:fast", "does not list its parameters; write a function"),
        ("mine.py:whole", "does not list its parameters; write a function"),
        ("mine.py:odd", "answered something that cannot be written, which is not a legal move"),
        ("mine.py:deep", r"mine\.py:44: .*failed: SystemExit: 0"),
        ("mine.py:own", r"mine\.py:57: .*failed: something that cannot be written"),
        ("mine.py:stopped", r"mine\.py:60: .*failed: KeyboardInterrupt"),
        ("mine.py:closed", r"mine\.py:63: .*failed: GeneratorExit"),
        ("mine.py:left", r"mine\.py:67: .*failed: SystemExit: 0"),
        ("mine.py:long", r"answered '.{199} …, which"),
        ("mine.py:huge", "answered something that cannot be written, which is not a legal move"),
        ("mine.py:elsewhere", r"mine\.py:77: .*failed: JSONDecodeError"),
        ("ends.py:me", r"ends\.py:2: .*cannot be loaded: SystemExit: 0"),
        (
            "nul.py:me",
            r"nul\.py: .*cannot be loaded: \w+: source code string cannot contain null bytes",
        ),
        ("coding.py:me", r"coding\.py: .*cannot be loaded: SyntaxError: "),
    ],
)
def test_what_is_wrong_is_said(mine: str, word: str, said: str) -> None:
    folder = Path(mine).parent
    for name, text in {
        "half": "def me(view:\n",
        "ends": "import sys\nsys.exit(0)\n",
        "nul": "def me(view):\n    return 0\n\0",
        "coding": "# coding: klingon\n",
    }.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    line_up = parse_line_up(f"{folder / word},random", 2, load_game(ROOT / "cards.yaml"))
    with pytest.raises(LineUpError, match=said):
        play_any(Run(rules, real_cards(), line_up, 1, 1))


def test_a_view_needs_a_game(mine: str) -> None:
    with pytest.raises(LineUpError, match="play only in `simulate` and `play`"):
        play_any(Run(rules, real_cards(), parse_line_up(f"{mine}:last,random", 2), 1, 1))


@pytest.mark.slow
def test_simulate_counts_games_with_a_player_of_ones_own(
    mine: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        run(
            "simulate",
            "--players",
            "2",
            "--games",
            "2",
            "--line-up",
            f"{mine}:last,expert",
            str(ROOT),
        )
        == 0
    )
    assert "mine.py:last" in capsys.readouterr().out
    assert (
        run(
            "simulate", "--players", "2", "--processes", "2", "--line-up", f"{mine}:last", str(ROOT)
        )
        == 2
    )
    assert "leave out --processes" in capsys.readouterr().err
    assert (
        run("simulate", "--players", "2", "--games", "2", "--line-up", f"{mine}:left", str(ROOT))
        == 2
    )
    assert "mine.py:67: " in capsys.readouterr().err


def test_a_check_leaves_out_what_a_player_of_ones_own_cannot_be_asked(mine: str) -> None:
    level = Level("few", 4, 40.0, 1000, 100, None, habits=(10, 10))
    result = Examination(
        rules, load_game(ROOT / "cards.yaml"), real_cards(), level, 1, word=f"{mine}:bold"
    ).run()
    codes = {finding.code for finding in result.findings}
    assert {"seat-advantage", "length", "game-end"} <= codes
    assert not codes & {"card-worth", "strategy", "exploitable"}


@pytest.mark.slow
def test_each_side_of_a_comparison_shows_its_own_table(
    mine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rules_check.play.own import function_of

    monkeypatch.setattr(comparing, "FEWEST", 1)
    sides = [
        load_game(ROOT / "cards.yaml"),
        broken_game(tmp_path / "new", ("      apron:\n", "      smock:\n")),
    ]
    old, new = (
        [rules.cards_record(side), parse_line_up(f"{mine}:cautious,random", 2, side)]
        for side in sides
    )
    seen = function_of(f"{mine}:cautious").__globals__["seen"]
    seen.clear()
    comparing.compare(rules, old[0], new[0], new[1], 1, most=1, old_line_up=old[1])
    shown = [{pile.card for zone in view.zones for pile in zone.piles} for view in seen]
    assert any("apron" in cards for cards in shown)
    assert any("smock" in cards for cards in shown)
    assert not any({"apron", "smock"} <= cards for cards in shown)
