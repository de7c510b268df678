"""What a seat knows of cards that it does not see, as they are dealt anew for it: after a look,
after a draw, and of hands that were passed on.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rules_check.engine.game import copy_of, moves_of, new_state
from rules_check.play.telling import Teller
from rules_check.toolkit.layout import shown
from tests.rules_check.notation.games import text_of
from tests.rules_check.notation.leaks import Watch
from tests.rules_check.notation.secret_games import game
from tests.rules_check.notation.writing.uncompiled import Played, uncompiled

DEALS = 40
PLAY = """
common:
  deck: all card, face down
each:
  hand: card, seen by owner
  buried: card, face down
  laid: card
begin:
  - deal 2 from deck to each hand
turn:
  - choose:
      look: look at left(me).hand
      draw: move 1 from deck to hand
      lay {c in hand}: move c to laid
      bury {c in hand}: move c to buried
      trade: swap hand with left(me).hand
      give {c in hand}: move c to left(me).hand
      pass: nothing
until: turn = 20
score: count(laid)
"""
DRAFT = """
common:
  deck: all card, face down
each:
  hand: card, seen by owner
  picked: one card{picked}
  kept: card{kept}
begin:
  - deal 3 from deck to each hand
round:
  - together:
      choose:
        keep {{c in hand}}: move c to picked
  - each: move picked to kept
  - pass hand left
until: round = 2
score: count(kept)
"""
DRAFTS = {
    "open": game(DRAFT.format(picked="", kept="")),
    "face down": game(DRAFT.format(picked=", face down", kept=", face down")),
    "buried": game(DRAFT.format(picked="", kept=", face down").replace("  - each: move picked to kept\n", "").replace("keep {c in hand}: move c to picked", "keep {c in hand}: [move c to picked, move picked to kept]")),
}  # fmt: skip


def sure(text: str, players: int, moves: list[str], seat: int, other: int) -> list[int]:
    """Make moves; return at which places of another's hand a seat knows the card, once it is dealt
    anew many times.
    """
    played = Played(text, players)
    for words in moves:
        move = next(n for n, said in enumerate(played.texts()) if said.startswith(words))
        played.rules.apply(played.cards, played.state, played.legal()[move])
    return _sure(played, seat, other)


def _sure(played: Played, seat: int, other: int) -> list[int]:
    true, held = played.state.hand[other], list[Any]()
    for seed in range(DEALS):
        anew = copy_of(played.rules, played.state)
        played.rules.hide(played.cards, anew, seat, seed)
        assert played.rules.fault(played.cards, anew) == 0
        held.append(anew.hand[other].copy())
    kept = np.all(np.array(held) == true, axis=0)[: true[-1]]
    return [int(place) for place in np.flatnonzero(kept)]


LOOKS = ["look", "pass"]


@pytest.mark.parametrize(
    ("moves", "places"),
    [
        ([], []),
        (LOOKS, [0, 1]),
        (["look", "draw"], [0, 1]),
        (["look", "lay"], [0]),
        (["look", "draw", "pass", "lay"], [0]),
        (["look", "bury"], []),
        (["look", "draw", "pass", "bury"], []),
        (["draw", "pass", "trade", "pass"], [0, 1, 2]),
        (["draw", "pass", "trade", "draw"], [0, 1, 2]),
        (["give", "pass"], [2]),
        (["look", "pass", "give", "pass"], [0, 1, 2]),
        (["look", "give"], [0]),
    ],
)
def test_a_player_knows_what_they_have_seen_and_no_more(
    moves: list[str], places: list[int]
) -> None:
    assert uncompiled(sure, game(PLAY), 2, moves, 0, 1) == places


@pytest.mark.parametrize(
    ("name", "places"), [("open", [0, 1]), ("face down", [0, 1]), ("buried", [0, 1])]
)
def test_who_passes_a_hand_on_knows_it(name: str, places: list[int]) -> None:
    assert uncompiled(sure, DRAFTS[name], 2, ["keep", "keep"], 0, 1) == places


def passed(name: str) -> list[Any]:
    """Go on with a draft after hands were passed; return what seat 1 knows of seat 3's hand, which
    came from it by way of seat 2.
    """
    played = Played(DRAFTS[name], 3)
    for _ in range(6):
        played.rules.apply(played.cards, played.state, played.legal()[0])
    return _sure(played, 0, 2)


@pytest.mark.parametrize(("name", "places"), [("open", [0]), ("face down", []), ("buried", [])])
def test_of_a_hand_that_went_on_is_known_what_all_saw_go(name: str, places: list[int]) -> None:
    assert uncompiled(passed, name) == places


def choices(name: str) -> list[Any]:
    """Deal a draft anew while another has already chosen from a hand that came from the seat that
    looks: return what they may have kept, and whether their hand and it are what was passed on.
    """
    played = Played(DRAFTS[name], 2)
    for _ in range(2):
        played.rules.apply(played.cards, played.state, played.legal()[0])
    mine = sorted(played.held("hand", 0))
    played.rules.apply(played.cards, played.state, played.legal()[0])
    kept, alike = set[int](), list[bool]()
    for seed in range(DEALS):
        anew = copy_of(played.rules, played.state)
        played.rules.hide(played.cards, anew, 1, seed)
        zone = "kept" if name == "buried" else "picked"
        held, gone = anew.hand[0], anew[zone][0]
        kept.add(int(gone[gone[-1] - 1]))
        alike.append(sorted([int(held[0]), int(gone[gone[-1] - 1])]) == mine)
    return [len(kept), all(alike)]


@pytest.mark.parametrize("name", DRAFTS)
def test_a_secret_choice_from_a_known_hand_stays_secret(name: str) -> None:
    assert uncompiled(choices, name) == [2, True]


def handed_on() -> list[Any]:
    """Hand two cards on in Bramble; return who knows which cards of whose hand."""
    played = Played(text_of("bramble"), 4)
    for _ in range(8):
        played.rules.apply(played.cards, played.state, played.legal()[0])
    return [_sure(played, 0, other) for other in (1, 2, 3)]


def test_cards_that_were_handed_on_are_known_in_the_hand_that_they_came_to() -> None:
    assert uncompiled(handed_on) == [[4, 5], [], []]


def table() -> list[list[str]]:
    """Look at a hand to which a card comes; return the piles on the table of both."""
    played = Played(game(PLAY), 2)
    for words in ("look", "draw"):
        played.make(words)
    tables = [shown(played.rules, played.game, played.cards, played.state, seat) for seat in (0, 1)]
    return [[line for line in lines if "hand" in line] for lines in tables]


def test_the_table_shows_who_knows_a_card_which_it_is() -> None:
    first, second = uncompiled(table)
    assert any("1 face down" in line for line in first)
    assert not any("1 face down" in line for line in second)


def heard_alike(name: str, players: int, games: int) -> list[str]:
    """Play by chance; list where two moves are told a seat alike, the table looks alike to it, and
    it knows something else afterwards.
    """
    watch, found = Watch(text_of(name)), dict[str, None]()
    for number in range(games):
        state = new_state(watch.rules)
        watch.rules.new_game(watch.cards, state, players, 1, number)
        for _ in range(30):
            legal = moves_of(watch.rules, watch.cards, state)
            if not legal:
                break
            move, other = watch.luck.choice(legal), watch.luck.choice(legal)
            seat = (int(state.seat) + 1) % players
            looks = list[Any]()
            for one in (move, other):
                after = copy_of(watch.rules, state)
                lines = Teller(watch.rules, watch.game, watch.cards).told(state, one, seat, ())
                watch.rules.apply(watch.cards, after, one)
                after.rng[:] = state.rng
                tabled = shown(watch.rules, watch.game, watch.cards, after, seat)
                looks.append((lines, tabled, watch._look(after, seat)))
            if looks[0][:2] == looks[1][:2] and looks[0][2] != looks[1][2]:
                found[f"{name}: {looks[0][0]}"] = None
            watch.rules.apply(watch.cards, state, move)
    return list(found)


@pytest.mark.slow_cases("bramble")
@pytest.mark.parametrize("name", ["lantern_watch", "bramble"])
def test_what_is_heard_alike_is_known_alike(name: str) -> None:
    assert uncompiled(heard_alike, name, 4, 6) == []
