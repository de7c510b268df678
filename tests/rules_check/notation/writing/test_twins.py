"""Games that there are twice, as data and as rules by hand: the same luck, the same choices, the same scores."""

from __future__ import annotations

import importlib.util
import re
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from rules_check.engine.game import moves_of, new_state, of_seats
from rules_check.engine.kernel import below
from tests.rules_check.notation.games import text_of
from tests.rules_check.notation.writing.uncompiled import ROOT, Played, uncompiled

GAMES = 12
GUIDE = ROOT / "docs" / "add-a-game.md"
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
    for zone in (state.won, state.trump, state.deck):
        zone[:] = EMPTY
        zone[-1] = 0
    fill(state.deck, cards.cards)
    mix_up(state, state.deck)
    for _ in range(cards.hand_size):
        for seat in range(state.players):
            put(state.hand[seat], draw(state.deck))
""",
    ),
}
"""How the twins deal, and how they would as the data does: a deck is shuffled as the game begins, in the order of cards.yaml before each
shuffle, and cards are dealt one at a time."""


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
    """Play a game by the seats' own luck; return its moves, what is left of the luck, and the scores."""
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


@pytest.mark.parametrize(
    ("name", "players"), [("night_catch", 2), ("night_catch", 4), ("high_water", 4)]
)
def test_a_game_as_data_plays_as_its_twin_does(name: str, players: int) -> None:
    assert uncompiled(both, name, players, GAMES if name == "night_catch" else 4) == []
