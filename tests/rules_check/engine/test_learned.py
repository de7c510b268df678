"""The player who learned a game, in line-ups and at the draw."""

from __future__ import annotations

import numpy as np
import pytest

from generator.data.loading import load_game
from rules_check.engine.learned import draw_move, lead_by
from rules_check.engine.players import LEARNED, LineUpError, parse_line_up, parse_player
from rules_check.engine.seating import Seat
from tests.conftest import ROOT
from tests.truth.kuhn_poker.kuhn import rules


def test_moves_are_drawn_by_their_odds() -> None:
    odds, rng = np.array([0.5, 0.0, 0.3, 0.2]), np.array([0, 7], np.uint64)
    with np.errstate(over="ignore"):
        drawn = [int(draw_move(odds, rng, 1)) for _ in range(3000)]
    assert [drawn.count(move) / 3000 for move in range(4)] == pytest.approx(odds, abs=0.03)


@pytest.mark.parametrize(("scores", "lead"), [([5, 2, 3], 2.0), ([1, 2, 3], -2.0), ([4], 4.0)])
def test_a_lead_is_counted_from_the_best_of_the_others(scores: list[int], lead: float) -> None:
    assert lead_by(np.array(scores), 0, len(scores)) == lead


def test_it_takes_the_restrictions_that_all_players_take() -> None:
    player = parse_player("learned:never=bet")
    assert (player.kind, player.words) == (LEARNED, ("bet",))
    with pytest.raises(LineUpError, match="is not an option of learned"):
        parse_player("learned:200")


def test_a_game_that_nobody_learned_says_what_to_do() -> None:
    cards = rules.cards_record(load_game(ROOT / "tests" / "truth" / "kuhn_poker" / "cards.yaml"))
    (player, _) = parse_line_up("learned", 2)
    seat = Seat(rules, cards, player)
    with pytest.raises(LineUpError, match="run `emporium-pnp train` first"):
        seat._mind_among(2)
