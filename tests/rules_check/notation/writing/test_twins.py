"""Games that there are twice, as data and as rules by hand: the same luck, the same choices, the
same scores.
"""

from __future__ import annotations

import importlib.util
import re
import sys
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import permutations
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from rules_check.engine.game import copy_of, moves_of, new_state, of_seats
from rules_check.engine.kernel import below
from tests.rules_check.notation.games import rules_source, text_of
from tests.rules_check.notation.writing.uncompiled import ROOT, Played, uncompiled

GAMES = 12
GUIDE = ROOT / "docs" / "how-to" / "add-a-game.md"
TRICKS = ROOT / "tests" / "rules_check" / "games" / "tricks" / "high_water.py"
DEALING = {
    "night_catch": (
        "    for seat in range(state.players):\n        for _ in range(cards.hand_size):\n",
        "    for _ in range(cards.hand_size):\n        for seat in range(state.players):\n",
    ),
    "high_water": (
        """    if state.rounds == 1:
        fill(state.deck, cards.cards)
    move_all(state.won, state.deck)
    move_all(state.trump, state.deck)
    mix_up(state, state.deck)
    for seat in range(state.players):
        state.bid[seat] = EMPTY
        for _ in range(cards.hand_size):
            put(state.hand[seat], draw(state.deck))
""",
        """    state.bid[: state.players] = EMPTY
    if state.rounds == 1:
        fill(state.deck, cards.cards)
        mix_up(state, state.deck)
    state.won[:], state.trump[:], state.deck[:] = EMPTY, EMPTY, EMPTY
    state.won[-1], state.trump[-1], state.deck[-1] = 0, 0, 0
    fill(state.deck, cards.cards)
    mix_up(state, state.deck)
    for _ in range(cards.hand_size):
        for seat in range(state.players):
            put(state.hand[seat], draw(state.deck))
""",
    ),
}
"""How the twins deal, and how they would as the data does: a deck is shuffled as the game begins,
in the order of cards.yaml before each shuffle, and cards are dealt one at a time.
"""


def source_of(name: str) -> str:
    """Return the twin's source, with the cards dealt in the same order."""
    if name == "high_water":
        source = TRICKS.read_text("utf-8")
    else:
        (source,) = re.findall(r'```python\n(""".*?)```', GUIDE.read_text("utf-8"), re.S)
    was, now = DEALING[name]
    assert was in source
    return source.replace(was, now)


@cache
def twin(name: str) -> Any:
    """Load the rules by hand."""
    spec = importlib.util.spec_from_loader(f"twin_{name}", None)
    module = importlib.util.module_from_spec(spec) if spec else ModuleType(name)
    module.__file__ = f"<twin {name}>"
    sys.modules[module.__name__] = module
    exec(compile(source_of(name), module.__file__, "exec"), module.__dict__)
    module.rules.__file__ = str(Path(__file__))
    return module.rules


def record_of(rules: Any, cards: Any, players: int, number: int) -> list[Any]:
    """Play a game by the seats' own luck; return its moves, what is left of the luck, and the
    scores.
    """
    state, said = new_state(rules), []
    rules.new_game(cards, state, players, 1, number)
    while not rules.is_over(cards, state):
        seat, legal = int(rules.current_player(cards, state)), moves_of(rules, cards, state)
        move = legal[int(below(state.rng, 1 + seat, len(legal)))]
        said.append(f"{seat} of {len(legal)}: {rules.move_text(cards, state, move)}")
        rules.apply(cards, state, move)
    luck = [int(stream) for stream in state.rng[: 1 + players]]
    return [said, luck, of_seats(rules.scores, cards, state)]


def both(name: str, players: int, games: int) -> list[list[Any]]:
    """Return the records of the game as data and of its twin that differ."""
    played, by_hand = Played(text_of(name), players), twin(name)
    cards = by_hand.cards_record(played.game)
    pairs = (
        [
            record_of(played.rules, played.cards, players, number),
            record_of(by_hand, cards, players, number),
        ]
        for number in range(games)
    )
    with np.errstate(over="ignore"):
        return [pair for pair in pairs if pair[0] != pair[1]]


@pytest.mark.slow_cases("night_catch-4", "night_catch-2")
@pytest.mark.slow_cases("high_water-4")
@pytest.mark.parametrize(
    ("name", "players"), [("night_catch", 2), ("night_catch", 4), ("high_water", 4)]
)
def test_a_game_as_data_plays_as_its_twin_does(name: str, players: int) -> None:
    assert uncompiled(both, name, players, GAMES if name == "night_catch" else 4) == []


def ejected(name: str, players: int) -> list[bool]:
    """Play a game by its rules and by the file that its source is written to; tell whether the
    records are the same.
    """
    played = Played(text_of(name), players)
    module = ModuleType(f"ejected_{name}")
    module.__file__ = f"<{module.__name__}>"
    sys.modules[module.__name__] = module
    source = rules_source(played.game)
    exec(compile(source, module.__file__, "exec"), module.__dict__)
    module.rules.__file__ = str(Path(__file__))
    cards = module.rules.cards_record(played.game)
    records = (record_of(rules, cards, players, 3) for rules in (played.rules, module.rules))
    with np.errstate(over="ignore"):
        first, second = records
    return [first == second, cards.tobytes() == played.cards.tobytes()]


@pytest.mark.slow
def test_the_source_of_a_game_plays_the_same_as_a_file_of_its_own() -> None:
    assert uncompiled(ejected, "lantern_watch", 2) == [True, True]


def tree() -> list[Any]:
    """Go through all of Kuhn poker: how many decisions and ends there are after each deal, and what
    play by chance brings seat 1.
    """
    played = Played(text_of("kuhn"))
    counts, worth = Counter[str](), Fraction(0)
    for one, other in permutations(range(3), 2):
        state = copy_of(played.rules, played.state)
        for seat, card in enumerate((one, other)):
            state.hand[seat, 0] = card
        state.deck[0] = 3 - one - other
        worth += _worth(played.rules, played.cards, state, counts) / 6
    return [counts["decision"], counts["end"], str(worth)]


def _worth(rules: Any, cards: Any, state: Any, counts: Counter[str]) -> Fraction:
    if rules.is_over(cards, state):
        counts["end"] += 1
        return Fraction(of_seats(rules.scores, cards, state)[0])
    counts["decision"] += 1
    moves, total = moves_of(rules, cards, state), Fraction(0)
    for move in moves:
        after = copy_of(rules, state)
        rules.apply(cards, after, move)
        total += _worth(rules, cards, after, counts)
    return total / len(moves)


def test_kuhn_poker_has_the_tree_that_it_is_known_for() -> None:
    """58 histories: the deal of one card, then of two, 24 decisions, 30 ends; and 1/8 by chance."""
    assert uncompiled(tree) == [24, 30, "1/8"]
