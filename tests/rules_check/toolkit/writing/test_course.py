"""How a game goes on by itself, and what is imagined of those who decide unseen."""

from __future__ import annotations

import numpy as np

from generator.data.loading import load_game
from rules_check.engine.game import new_state
from rules_check.games.brick_and_mortar.game import rules as brick
from rules_check.games.brick_and_mortar.state import Phase as Brick
from rules_check.games.brick_and_mortar.state import Step
from rules_check.games.emporium.game import rules as emporium
from tests.rules_check.toolkit.test_rulesets import ROOT


def test_what_others_have_laid_down_unseen_is_laid_down_anew() -> None:
    """The seats that have decided, but for the one that looks; whose decision is due stays."""
    cards, state = emporium.cards_record(load_game(ROOT / "cards.yaml")), new_state(emporium)
    emporium.new_game(cards, state, 3, 1, 0)
    moves = np.empty(emporium.max_moves, np.int64)
    for _ in range(2):
        emporium.legal_moves(cards, state, moves)
        emporium.apply(cards, state, moves[0])
    seen = set()
    for seed in range(12):
        view = state.copy()
        emporium.hide(cards, view, int(state.first), seed)
        assert (view.seat, view.choice[state.first], view.choice[state.seat]) == (
            state.seat,
            state.choice[state.first],
            0,
        )
        seen.add(
            tuple(view[name].tolist()[1] for name in ("choice", "choice_item", "choice_price"))
        )
    assert len(seen) > 3


def test_a_game_goes_on_by_steps_until_somebody_decides() -> None:
    assert set(brick.declared.steps) == set(Step)
    cards, state = (
        brick.cards_record(load_game(ROOT / "games/brick-and-mortar/cards.yaml")),
        new_state(brick),
    )
    brick.new_game(cards, state, 3, 1, 0)
    moves, asked = np.empty(brick.max_moves, np.int64), set[int]()
    for _ in range(60):
        assert brick.legal_moves(cards, state, moves) > 1
        asked.add(int(state.phase))
        brick.apply(cards, state, moves[0])
    assert len(asked) > 4
    assert Brick.FLOW not in asked
